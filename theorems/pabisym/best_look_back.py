"""The best integer look-back for equal gaps.

Statement
    For r >= 0 and m = floor(1/2 + sqrt(1/4 + r^2)) and every integer k >= 1, (r + m)^2/m <= (r + k)^2/k.
Reads as
    Looking back k steps in a domain of r gaps' diameter costs (r + k)^2/k; the best k is r, rounded so that m (m - 1)
    <= r^2 < m (m + 1).
"""

from pabisym.library.item import item
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


STATEMENT = item("(B.1) and what follows it", "appendix B.1",
    key="altschuler2022",
    letters=("r: real, r >= 0 [ratio]: diameter of the domain over the gap; role diameter over the gap",
        "k: integer, k >= 1 [look-back]: another look-back"),
    conclusion="(r + floor(1/2 + sqrt(1/4 + r**2)))**2/floor(1/2 + sqrt(1/4 + r**2)) <= (r + k)**2/k", proof=proof, spots="r=5/2, k=2")
