"""The announced utility.

Statement
    For Lipschitz, smooth, strongly convex losses the error is O(d/(n^2 eps^2)) after O(n log n) gradients: better than
    noisy SGD by n/log n in gradients and by polylog(n) in utility.
Reads as
    Theorem 4 with L, lam and beta constant; logarithms of delta are left out. Constants 72 and 2 beta^2/lam^2 stand in
    (22).
"""

from ._vocabulary import item

STATEMENT = item("remark in section 1", "section 1", plain="prose", uses=("chourasia2021/theorem-4", "chourasia2021/table-1"))
