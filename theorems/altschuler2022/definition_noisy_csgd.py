"""Noisy SGD with cyclic batches (Noisy-CSGD).

Statement
    The update of Noisy-SGD, with the batches taken in a fixed order, round and round, instead of at random.
Reads as
    With b | n the record i* is in batch ceil(i*/b) of every epoch of n/b steps.
"""

from pabisym_theorems.pabisym._algorithms import RECORDS, descends

from pabisym.library.item import item
from pabisym.library.statement import Check

STATEMENT = item("algorithm in section 5.2", "section 5.2",
    kind="algorithm", plain="definition", uses=("altschuler2022/algorithm-noisy-sgd",), printed="holds",
    checks=(Check("downhill; in round-robin order every record once an epoch",
            lambda: descends(lambda t: (t % RECORDS + 1,), 3 * RECORDS, 3)),))
