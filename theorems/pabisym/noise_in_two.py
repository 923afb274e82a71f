"""Gaussian noise comes in two independent parts.

Statement
    If Z, U and V are Gaussian with the variances v + w, v and w, then (K(X) + U) + V, with independent parts, has the
    law of K(X) + Z.
Reads as
    A part U of the noise is counted to the random step K, and hides what it sampled; the part V is left to pay for a
    shift.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step
from pabisym.proof.laws import chained, within


def proof(b: Builder) -> Step:
    """The noise of the random step comes after its answer, and both noises are one."""
    added = within(b, b.figure("noisy-through", Z="U"), "convolve(LAW, V)")
    return chained(b, added, b.figure("noise-sum", "first part", "second part", "whole", P="through(K, P)"))


STATEMENT = item("section 3.2, Z and Y", "section 3.2",
    key="altschuler2022", kind="equation",
    letters=("v: real, v >= 0 [part]: variance of one part; unit iterate^2",
        "w: real, w >= 0 [rest]: variance of the other part; unit iterate^2", "P: law: law before the step", "K: mechanism: random step",
        "Z: noise: the whole noise", "U: noise: one part", "V: noise: the other part"),
    assumptions=("whole: gaussian(Z, v + w)", "first part: gaussian(U, v)", "second part: gaussian(V, w)"), proof=proof,
    conclusion="equal(convolve(through(withnoise(K, U), P), V), convolve(through(K, P), Z))",
    checks=(Check("the exponents of the characteristic functions add up", lambda: replayed("-(v + w)*t**2/2 == -v*t**2/2 - w*t**2/2",
                dict.fromkeys("vwt", "real"), {})),), uses=("feldman2018/eq-gaussian-renyi",), spots="v=1, w=2")
