"""The best amounts for strong contractions, of footnote 11: feasible, what their squares add up to, and that none have less; untrusted.

Step k after the restart, the step h, pays c^(-(h + k)) beta D; a shift of D is used up where the amounts, divided by c^k, add up to D.
"""

from __future__ import annotations

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

BETA = "(c**(h + 2)*(1 - c**(-2))/(1 - c**(-2*j)))"
AMOUNT = f"c**(-(h + k))*{BETA}*D"
VALUE = "D**2*(1 - c**2)/(c**(-2*j) - 1)"
KINDS = {"j": "integer", "h": "integer", "c": "real", "D": "real"}
KNOWN = {"look-back": "j >= 1", "positive factor": "c > 0", "factor": "c < 1"}


def powers(p: Script) -> None:
    """Go on knowing the signs of what is divided by."""
    p.have("power", p.figure("power-below-one", k="2*j"))
    p.have_all({"inverse": certified("c**(-2*j) - 1 > 0", fact("power"), multiplier="c**(2*j)"),
                "square": p.figure("power-below-one", k="2")})
    p.have("room", "1 - c**2 > 0")


def _total(terms: str, whole: str) -> tuple[Verdict, str]:
    """A sum over the amounts is ``whole``; after m steps it is the share (c^(-2m) - 1)/(c^(-2j) - 1) of that."""
    claim = f"sum({terms}, k, 1, {{m}}) == {whole}*({{share}})"

    @script
    def build(p: Script) -> Step:
        powers(p)
        total = p.induction("m", "0", "j", claim.format(m="m", share="(c**(-2*m) - 1)/(c**(-2*j) - 1)"))
        p.have("end", p.at(total, "j"))
        return p.prove(f"sum({terms}, k, 1, j) == {whole}")

    return replayed(f"sum({terms}, k, 1, j) == {whole}", KINDS, KNOWN, build)


def feasible() -> tuple[Verdict, str]:
    """The amounts use up the shift."""
    return _total(f"c**(-k)*({AMOUNT})", "D")


def squares() -> tuple[Verdict, str]:
    """Their squares add up to the value."""
    return _total(f"({AMOUNT})**2", VALUE)


def none_less() -> tuple[Verdict, str]:
    """A square is above its tangent: a_k^2 >= 2 x c^(-k) a_k - x^2 c^(-2k), with x = D over the sum of c^(-2k)."""
    goal = f"sum(a(k)**2, k, 1, j) >= {VALUE}"
    claim = "sum(a(k)**2, k, 1, m) >= 2*x*sum(c**(-k)*a(k), k, 1, m) - x**2*(c**(-2*m) - 1)/(1 - c**2)"

    @script
    def build(p: Script) -> Step:
        powers(p)
        with p.induct("m", "0", "j", claim) as more:
            more.have("tangent", certified("a(m)**2 >= 2*x*c**(-m)*a(m) - x**2*c**(-2*m)", fact(square="a(m) - x*c**(-m)")))
            more.show(more.prove(claim))
        p.have("all", p.at(more.step, "j"))
        p.have("share", certified("x*D == D**2*(1 - c**2)/(c**(-2*j) - 1)", fact("slope", factor="D"), multiplier="c**(-2*j) - 1"))
        p.have("loss", certified("x**2*(c**(-2*j) - 1)/(1 - c**2) == x*D", fact("slope", factor="x"), multiplier="1 - c**2"))
        return certified(goal, fact("all"), fact("used up", factor="2*x"), fact("loss", factor="-1"), fact("share", factor="1"))

    return replayed(goal, {**KINDS, "a": "real sequence", "x": "real"},
                    {**KNOWN, "used up": "sum(c**(-k)*a(k), k, 1, j) == D", "slope": "x*(c**(-2*j) - 1) == D*(1 - c**2)"}, build)
