"""Hidden batches, in the other direction.

Statement
    In the setting of pabisym/hidden-batches, if N(0, diag v) is (epsilon, d)-close to the mixture of N(a, diag v) over
    the patterns, then Y_T, the last iterate without the record, is (epsilon, d)-close to the one with it.
Reads as
    A divergence read backwards is one of another convex function, so that both directions are one argument.
"""

from ._hidden import BECAUSE, GIVEN, LETTERS
from ._vocabulary import item

STATEMENT = item("the inequality for convex functions, along a run", key="kahane1985", letters=LETTERS,
    given=(*GIVEN, "told: dp(W(T), U(n), epsilon, d)"), conclusion="dp(Y(T), M(n), epsilon, d)", cited_because=BECAUSE, tightness="upper",
    uses=("pabisym/kahane",), spots="T=3, n=2, epsilon=1, d=1/10")
