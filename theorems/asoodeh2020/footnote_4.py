"""An implementation.

Statement
    Lemma 3 is the conversion in TensorFlow Privacy at the time.
Reads as
    Of no mathematical content.
Reference
    asoodeh2020, footnote 4, section V
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/footnote-4", title="An implementation", kind="footnote", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020", "footnote 4", "section V"),
    uses=("asoodeh2020/lemma-3",),
)
