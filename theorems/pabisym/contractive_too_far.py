"""A look-back beyond the start is not better than the start.

Statement
    For 0 < c < 1, 0 <= u <= 1 and 1 <= T < m, (1 - c^T)/(1 + c^T) <= (1 - (1 - u) c^m)^2/(1 - c^(2m)).
Reads as
    What equal gaps cost from a common start is less than what more of them cost after a distance.
Letters
    T : integer, T >= 1 : number of steps : 1
    m : integer, m > T : the look-back, in steps : 1
    c : real, 0 < c < 1 : Lipschitz constant of every step : 1
    u : real, 0 <= u <= 1 : diameter of the domain over g/(1 - c) : 1
Assumptions
    horizon : T >= 1
    look-back : m >= T + 1
    contraction is positive : c > 0
    contraction : c < 1
    ratio : u >= 0
    small domain : u <= 1
Reference
    altschuler2022, Proposition 5.4 with gaps, section 5.1
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ._restarts import FROM_BACK, FROM_START, too_far

STATEMENT = Statement(
    id="pabisym/contractive-too-far", title="A look-back beyond the start is not better than the start", kind="lemma", text=__doc__,
    proof=too_far, reference=Reference("altschuler2022", "Proposition 5.4 with gaps", "section 5.1"),
    conclusion=f"{FROM_START} <= {FROM_BACK}",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"), Symbol("m", "integer, m > T", "the look-back, in steps"),
             Symbol("c", "real, 0 < c < 1", "Lipschitz constant of every step"),
             Symbol("u", "real, 0 <= u <= 1", "diameter of the domain over g/(1 - c)")),
    assumptions=(Assumption("horizon", "T >= 1"), Assumption("look-back", "m >= T + 1"), Assumption("contraction is positive", "c > 0"),
                 Assumption("contraction", "c < 1"), Assumption("ratio", "u >= 0"), Assumption("small domain", "u <= 1")),
    spots=(Spot({"T": 2, "m": 3, "c": "1/2", "u": "1/2"}),),
)
