"""The look-back that balances both terms.

Statement
    With N = ceil(D n/(L eta)), (N + 1)/n^2 + D^2/(eta^2 L^2 N) <= 2/n^2 + 2 D/(eta L n).
Reads as
    The page has R = T - tau - 1 = N in (T - tau)/n^2 + D^2/(eta^2 L^2 (T - tau - 1)), for T above N, and a constant
    that is not named; here it is 2. The least value over real R is at D n/(L eta).
"""

from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._vocabulary import item

BOUND = "2/n**2 + 2*D/(eta*L*n)"
LEFT = "(N + 1)/n**2 + D**2/(eta**2*L**2*N)"


@script
def proof(p: Script) -> Step:
    """N < x + 1 for the first term, N >= x for the second, x = D n/(L eta)."""
    p.have_all({"positive records": "n > 0", "positive threshold": "N > 0"})
    first = certified("(N + 1)/n**2 <= 2/n**2 + D/(eta*L*n)", fact("rounded"), multiplier="n**2")
    second = certified("D**2/(eta**2*L**2*N) <= D/(eta*L*n)", fact("threshold", "width"), multiplier="N*eta*L*n")
    p.have_all({"first": first, "second": second})
    return p.prove(f"{LEFT} <= {BOUND}")


STATEMENT = item("Step 4", "section 3.2", kind="inequality",
    letters="n, N, D: domain [width], L, eta",
    given="threshold, rounded",
    conclusion=f"{LEFT} <= {BOUND}", bound=BOUND, proof=proof, printed="holds", uses=("altschuler2022/eq-3.7", "altschuler2022/lemma-2.12"),
    spots="n=10, N=20, D=2, L=1, eta=1 -> 21/50")
