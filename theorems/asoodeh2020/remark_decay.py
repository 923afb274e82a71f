"""Decay in epsilon.

Statement
    For epsilon of larger order than log(n)/n, delta^ decays like e^{-O(epsilon)}, delta of (20) like
    e^{-O(epsilon^2)}.
Reads as
    theta_{e^epsilon}(r) is at most the Gaussian tail at epsilon/r - r/2; the exponent of (22) is linear in
    epsilon once alpha = alpha*.
Reference
    asoodeh2020, remark after (22), section V
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/remark-decay", title="Decay in epsilon", kind="remark", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020", "remark after (22)", "section V"),
    uses=("asoodeh2020/eq-20", "asoodeh2020/eq-22",),
)
