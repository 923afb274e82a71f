"""What the assumptions are for.

Statement
    A bounded domain is needed for convex losses, not for strongly convex ones; smoothing the losses can replace
    smoothness; convexity makes steps contractive; the lower bound wants D to exceed one gradient step and the noise of
    T' steps; the upper bound takes its limits on alpha and sigma from the sampling lemma, and needs none for cyclic or
    full batches.
Reads as
    An overview. That one step gives a constant privacy to any record is what sigma > 8 sqrt(2) L/b says.
"""

from ._vocabulary import item

STATEMENT = item("remark in section 1.2", "section 1.2", plain="prose", uses=("altschuler2022/lemma-2.12", "feldman2018/theorem-33"))
