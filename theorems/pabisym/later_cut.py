"""Cutting the second of two merged blocks.

Statement
    Of three neighbours with shifts a, b, d, noises u, v, w and products of contractions x (second) and y (third), let b
    w >= y d v, and a (y^2 v + w) >= x y (y b + d) u. Then (x a + b) w >= y d (x^2 u + v).
Reads as
    Where the second is steeper than the third, and the first is steeper than both together, the first and the second
    together are steeper than the third.
"""

from ._pieces import JOINED_FIRST, JOINED_SECOND, NEIGHBOURS, SECOND, later_cut
from ._vocabulary import item

STATEMENT = item("used with Theorem 22", "section 3.3", key="feldman2018", kind="lemma", letters=NEIGHBOURS,
    given=(f"first comparison: {SECOND}", f"second comparison: {JOINED_SECOND}"), conclusion=JOINED_FIRST, proof=later_cut,
    spots="a=2, b=1, d=1, u=1, v=1, w=1, x=1, y=1")
