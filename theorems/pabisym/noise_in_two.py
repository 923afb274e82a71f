"""Gaussian noise comes in two independent parts.

Statement
    If Z, U and V are Gaussian with the variances v + w, v and w, then (K(X) + U) + V, with independent parts, has the law
    of K(X) + Z.
Reads as
    A part U of the noise is counted to the random step K, and hides what it sampled; the part V is left to pay for a shift.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import real
from pabisym.library.statement import Check, Structure

from ._vocabulary import item

STATEMENT = item("section 3.2, Z and Y", "section 3.2", key="altschuler2022", kind="equation",
    letters=(real("v >= 0", "variance of one part", "part", "iterate^2"), real("w >= 0", "variance of the other part", "rest", "iterate^2"),
        Structure("P", "law", "law before the step"), Structure("K", "mechanism", "random step"),
        Structure("Z", "noise", "the whole noise"), Structure("U", "noise", "one part"), Structure("V", "noise", "the other part")),
    given=("whole: gaussian(Z, v + w)", "first part: gaussian(U, v)", "second part: gaussian(V, w)"),
    conclusion="equal(convolve(through(withnoise(K, U), P), V), convolve(through(K, P), Z))",
    cited_because="the characteristic function of N(0, (v + w) I) is the product of those of N(0, v I) and N(0, w I)",
    checks=(Check("the exponents of the characteristic functions add up", lambda: replayed("-(v + w)*t**2/2 == -v*t**2/2 - w*t**2/2",
                dict.fromkeys("vwt", "real"), {})),),
    uses=("feldman2018/eq-gaussian-renyi",), spots="v=1, w=2")
