"""The look-back that balances both terms.

Statement
    With N = ceil(D n/(L eta)), (N + 1)/n^2 + D^2/(eta^2 L^2 N) <= 2/n^2 + 2 D/(eta L n).
Reads as
    The page has R = T - tau - 1 = N in (T - tau)/n^2 + D^2/(eta^2 L^2 (T - tau - 1)), for T above N, and a constant
    that is not named; here it is 2. The least value over real R is at D n/(L eta). A check has the line before it: from
    (3.7) as printed, which is refuted, with half of the noise for each part and Lemma 2.12, eps is at most 16 alpha
    L^2/sigma^2 times that, for every R. A bound of this order is Theorem 3.1, which does not rest on (3.7) as printed.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._look_backs import from_a_look_back, numbers, shorter

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


STATEMENT = item("Step 4", "section 3.2",
    kind="inequality",
    letters=("n: integer, n >= 1 [records]: number of records; role records",
        r"N: integer, N >= 1 [at least one]: D n/(L eta), rounded up; latex \bar T",
        "D: real, D > 0 [width]: diameter of the domain; unit iterate; role diameter",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size"),
    assumptions=("threshold: N >= D*n/(L*eta)", "rounded: N < D*n/(L*eta) + 1"),
    conclusion="(N + 1)/n**2 + D**2/(eta**2*L**2*N) <= 2/n**2 + 2*D/(eta*L*n)", bound=BOUND, proof=proof,
    uses=("altschuler2022/eq-3.7", "altschuler2022/lemma-2.12"),
    clauses=(
        "proved by conclusion: (R + 1)/n^2 + D^2/(eta^2 L^2 R) is at most 2/n^2 + 2 D/(eta L n) at R = ceil(D n/(L eta))",
        "cited by the line before it: if (3.7) is granted as printed (it is refuted), the level is at most 16 alpha L^2/sigma^2 times that",
        "cited by altschuler2022/theorem-3.1: the level of Noisy-SGD has a bound of this order",
        "cited by altschuler2022/lemma-2.12: S_alpha(q, s) <= 2 alpha q^2/s^2 for q < 1/5, s >= 4 and admissible orders",
        "proved by Lemma 2.12 in numbers: at q = b/n and s = b sigma_2/(2 L) that is 8 alpha (L/(n sigma_2))^2, for sigma_2 >= 8 L/b",
        "proved by with R for the look-back: (T - tau)/n^2 + D^2/(eta^2 L^2 (T - tau - 1)) is 1/n^2 and the same of R = T - tau - 1",
        "proved by half as long a look-back: R may be shorter, down to D n/(2 L eta), with 3 for 2; so T - 1 need not reach Tbar"),
    printed="holds", checks=(Check("Lemma 2.12 in numbers: q = b/n, s = b sigma_2/(2 L)", numbers),
        Check("with R for the look-back", lambda: replayed(
            "(T - tau)/n**2 + D**2/(eta**2*L**2*(T - tau - 1)) == 1/n**2 + (T - tau - 1)/n**2 + D**2/(eta**2*L**2*(T - tau - 1))",
            dict.fromkeys(("T", "tau", "n", "D", "eta", "L"), "real"),
            {"n": "n > 0", "eta": "eta > 0", "L": "L > 0", "before the end": "T - tau - 1 > 0"})),
        Check("half as long a look-back", shorter),
        Check("the line before it, from (3.7) and Lemma 2.12", from_a_look_back, "holds"),),
    spots="n=10, N=20, D=2, L=1, eta=1 -> 21/50")
