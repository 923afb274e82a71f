"""Decay in epsilon.

Statement
    For epsilon of larger order than log(n)/n, delta^ decays like e^{-O(epsilon)}, delta of (20) like e^{-O(epsilon^2)}.
Reads as
    theta_{e^epsilon}(r) is at most the Gaussian tail at epsilon/r - r/2; the exponent of (22) is linear in epsilon once
    alpha = alpha*.
"""

from ._vocabulary import item

STATEMENT = item("remark after (22)", "section V", plain="prose", uses=("asoodeh2020/eq-20", "asoodeh2020/eq-22"))
