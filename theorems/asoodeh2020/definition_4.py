"""Projected additive Gaussian kernel.

Statement
    K(w) is the law of Pi_W(w + sigma Z), Z ~ N(0, I), for w in a bounded set D; it belongs to (D, W, sigma).
Reads as
    sigma is the standard deviation of each coordinate on the iterate. D need not lie in W, nor W in D.
Reference
    asoodeh2020, Definition 4, section III
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/definition-4", title="Projected additive Gaussian kernel", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Definition 4", "section III"),
)
