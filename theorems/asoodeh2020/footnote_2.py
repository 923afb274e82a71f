"""Empty products.

Statement
    The product over t = i+1..n is 1 for i = n.
Reads as
    Nothing follows the last step.
Reference
    asoodeh2020, footnote 2, section IV
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/footnote-2", title="Empty products", kind="footnote", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020", "footnote 2", "section IV"),
    uses=("asoodeh2020/lemma-2",),
)
