"""Neighbouring cost collections.

Statement
    {f_t} and {f'_t} are neighbouring at i when f_t = f'_t for t != i.
Reads as
    One cost is replaced by any other of the class; nothing is said of how far the two are apart.
Reference
    asoodeh2020, neighbouring collections, section II-A
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/definition-neighbouring", title="Neighbouring cost collections", kind="definition", text=__doc__,
               plain="definition",
    reference=Reference("asoodeh2020", "neighbouring collections", "section II-A"),
)
