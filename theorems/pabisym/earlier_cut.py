"""Cutting the first of two merged blocks.

Statement
    Of three neighbours with shifts a, b, d, noises u, v, w and products of contractions x (second) and y (third), let a
    v >= x b u, and (x a + b) w >= y d (x^2 u + v). Then a (y^2 v + w) >= x y (y b + d) u.
Reads as
    Where the first is steeper than the second, and both together are steeper than the third, the first is steeper than
    the second and the third together.
"""

from ._pieces import FIRST, JOINED_FIRST, JOINED_SECOND, NEIGHBOURS, earlier_cut
from ._vocabulary import item

STATEMENT = item("used with Theorem 22", "section 3.3", key="feldman2018", kind="lemma", letters=NEIGHBOURS,
    given=(f"first comparison: {FIRST}", f"second comparison: {JOINED_FIRST}"), conclusion=JOINED_SECOND, proof=earlier_cut,
    spots="a=2, b=1, d=1, u=1, v=1, w=1, x=1, y=1")
