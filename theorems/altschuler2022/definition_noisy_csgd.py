"""Noisy SGD with cyclic batches (Noisy-CSGD).

Statement
    The update of Noisy-SGD, with the batches taken in a fixed order, round and round, instead of at random.
Reads as
    With b | n the record i* is in batch ceil(i*/b) of every epoch of n/b steps.
Reference
    altschuler2022, algorithm in section 5.2, section 5.2
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/definition-noisy-csgd", title="Noisy SGD with cyclic batches (Noisy-CSGD)", kind="algorithm", text=__doc__,
    plain="definition", reference=Reference("altschuler2022", "algorithm in section 5.2", "section 5.2"),
    uses=("altschuler2022/algorithm-noisy-sgd",),
)
