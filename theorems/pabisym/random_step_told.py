"""A random step that two runs share, and what an observer can tell.

Statement
    If a random step A brings coupled points together by the factor c, and P and Q are at most a shift z from being sqrt(b)-GDP, then
    A(P) and A(Q) are at most a shift c z from it.
Reads as
    A test of what A answers is one of the points, and the batch is drawn once for both.
"""

from pabisym.library.item import real
from pabisym.library.statement import Structure

from ._mixing_sampled import moved
from ._vocabulary import item

STATEMENT = item("Definition 4, for a random step", "section 2", key="dong2022", kind="lemma",
    letters=("z: shift", real("c >= 0", "factor by which coupled points come together",
        "factor"), real("b", "bound on mu^2 before the step"), Structure("P", "law", "law in the first run"), Structure("Q", "law",
        "law in the second run"), Structure("A", "mechanism", "random step")),
    given=("before: gdp(z, P, Q, b)", "contraction: steady(A, c)"),
    conclusion="gdp(c*z, through(A, P), through(A, Q), b)", bound="b", proof=moved,
    uses=("dong2022/definition-4",), spots="z=1, c=1/2, b=1 -> 1")
