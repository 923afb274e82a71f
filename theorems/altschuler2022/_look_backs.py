"""What step 4 of section 3.2 says beside its main inequality; untrusted like every builder."""

from __future__ import annotations

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script


def from_a_look_back() -> tuple[Verdict, str]:
    """From (3.7) as it is printed, with half of the noise for each part and j = T - tau - 1."""
    goal = "eps <= 16*alpha*L**2/sigma**2*((j + 1)/n**2 + D**2/(eta**2*L**2*j))"
    kinds = dict.fromkeys(("alpha", "L", "D", "eta", "sigma", "Q", "eps"), "real") | {"n": "integer", "j": "integer"}
    assumed = {x: f"{x} > 0" for x in ("alpha", "L", "D", "eta", "sigma")} | {"records": "n >= 1", "look-back": "j >= 1",
        "step": "Q <= 16*alpha*L**2/(n**2*sigma**2)", "bound": "eps <= (j + 1)*Q + alpha*D**2/(eta**2*sigma**2*j)"}

    @script
    def build(p: Script) -> Step:
        p.have_each({"some": "n > 0", "back": "j > 0", "one more": "j + 1 > 0"})
        near = "alpha*D**2/(eta**2*sigma**2*j)"
        p.have("steps", "(j + 1)*Q <= 16*alpha*L**2*(j + 1)/(n**2*sigma**2)")
        p.have("more", f"{near} <= 16*{near}")
        p.have("all", f"eps <= 16*alpha*L**2*(j + 1)/(n**2*sigma**2) + 16*{near}")
        return p.prove(goal)

    return replayed(goal, kinds, assumed, build)


def numbers() -> tuple[Verdict, str]:
    """2 alpha q^2/s^2 at q = b/n and s = b sigma_2/(2 L), and s >= 4 where sigma_2 >= 8 L/b."""
    kinds, known = dict.fromkeys(("alpha", "b", "n", "s", "L"), "real"), {x: f"{x} > 0" for x in ("b", "n", "s", "L")}
    value = replayed("2*alpha*(b/n)**2/(b*s/(2*L))**2 == 8*alpha*(L/(n*s))**2", kinds, known)
    return value if value[0] != "true" else replayed("b*s/(2*L) >= 4", kinds, known | {"enough": "s >= 8*L/b"})


def shorter() -> tuple[Verdict, str]:
    """Half of D n/(L eta), which is D^2/(eta^2 L^2 R) <= 2 D/(eta L n)."""
    goal = "(j + 1)/n**2 + D**2/(eta**2*L**2*j) <= 2/n**2 + 3*D/(eta*L*n)"
    kinds = dict.fromkeys(("j", "D", "L", "eta", "n"), "real")
    known = {x: f"{x} > 0" for x in kinds} | {"most": "j <= D*n/(L*eta) + 1", "half": "2*j >= D*n/(L*eta)"}

    @script
    def build(p: Script) -> Step:
        p.have("first", certified("(j + 1)/n**2 <= 2/n**2 + D/(eta*L*n)", fact("most"), multiplier="n**2"))
        p.have("second", certified("D**2/(eta**2*L**2*j) <= 2*D/(eta*L*n)", fact("half", "D"), multiplier="j*eta*L*n"))
        return p.prove(goal)

    return replayed(goal, kinds, known, build)
