"""The best integer look-back for equal gaps.

Statement
    For r >= 0 and m = floor(1/2 + sqrt(1/4 + r^2)) and every integer k >= 1, (r + m)^2/m <= (r + k)^2/k.
Reads as
    Looking back k steps in a domain of r gaps' diameter costs (r + k)^2/k; the best k is r, rounded so that
    m (m - 1) <= r^2 < m (m + 1).
Letters
    r : real, r >= 0 : diameter of the domain over the gap : 1
    k : integer, k >= 1 : another look-back : 1
Assumptions
    ratio : r >= 0
    look-back : k >= 1
Reference
    altschuler2022, (B.1) and what follows it, appendix B.1
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._restarts import look_back

ROOT = "sqrt(1/4 + r**2)"
BEST = f"floor(1/2 + {ROOT})"
CLAIM = f"(r + {BEST})**2/{BEST} <= (r + k)**2/k"


@script
def proof(p: Script) -> Step:
    """The difference has the sign of (k - m)(k m - r^2), and m (m - 1) <= r^2 < m (m + 1)."""
    look_back(p, "r")
    p.have("floor", p.figure("floor-low", x=f"1/2 + {ROOT}"))
    p.have_all({"above": f"r**2 <= {BEST}*({BEST} + 1)", "below": f"{BEST}*({BEST} - 1) <= r**2"})

    @script
    def one(p: Script) -> Step:
        return p.by_cases(f"k - {BEST} - 1", CLAIM)

    return p.by_cases(f"k - {BEST}", CLAIM, one)


STATEMENT = Statement(
    id="pabisym/best-look-back", title="The best integer look-back for equal gaps", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "(B.1) and what follows it", "appendix B.1"), conclusion=CLAIM,
    symbols=(Symbol("r", "real, r >= 0", "diameter of the domain over the gap"), Symbol("k", "integer, k >= 1", "another look-back")),
    assumptions=(Assumption("ratio", "r >= 0"), Assumption("look-back", "k >= 1")), spots=(Spot({"r": "5/2", "k": 2}),),
)
