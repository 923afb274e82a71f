"""A look-back beyond the start is not better than the start.

Statement
    For 0 < c < 1, 0 <= u <= 1 and 1 <= T < m, (1 - c^T)/(1 + c^T) <= (1 - (1 - u) c^m)^2/(1 - c^(2m)).
Reads as
    What equal gaps cost from a common start is less than what more of them cost after a distance.
"""


from ._restarts import FROM_BACK, FROM_START, too_far
from ._vocabulary import item

STATEMENT = item("Proposition 5.4 with gaps", "section 5.1", key="altschuler2022", kind="lemma",
    letters="T, m > T [], c: number constant, u",
    given=("T", "look-back: m >= T + 1", ...),
    conclusion=f"{FROM_START} <= {FROM_BACK}", proof=too_far, spots="T=2, m=3, c=1/2, u=1/2")
