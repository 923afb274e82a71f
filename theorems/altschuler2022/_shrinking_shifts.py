"""The shifts of Proposition 5.4, which a step shrinks by the factor c: the recursion beside the sum of the page; untrusted."""

from __future__ import annotations

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

SHIFT = "z({k}) == c**({k} - h)*D + sum(c**({k} - i)*(s(i) - a(i)), i, h + 1, {k})"


@script
def written_out(p: Script) -> Step:
    """By induction from the restart on."""
    with p.induct("k", "h", "T", SHIFT.format(k="k")) as more:
        more.have("balance here", more.at("balance", "k"))
        more.show(SHIFT.format(k="k"))
    return p.at(more.step, "T")


def shifts() -> tuple[Verdict, str]:
    """The shift after any number T of steps, from the recursion."""
    kinds = {"D": "real", "c": "real", "h": "integer", "T": "integer", **dict.fromkeys("zsa", "real sequence")}
    known = {"tau": "h >= 0", "later": "h <= T - 1", "factor": "c > 0", "start": "z(h) == D",
             "balance": "forall(k, h + 1, T, z(k) == c*z(k - 1) + s(k) - a(k))"}
    return replayed(SHIFT.format(k="T"), kinds, known, written_out)


def forgotten() -> tuple[Verdict, str]:
    """The same for c = 0, of which only the power of the exponent 0 is left."""
    known = {"factor": "c == 0", "last": "T >= h + 1", "balance": "forall(k, h + 1, T, z(k) == c*z(k - 1) + s(k) - a(k))"}

    @script
    def build(p: Script) -> Step:
        p.have("here", p.at("balance", "T"))
        return certified("z(T) == s(T) - a(T)", fact("here", factor="1"), fact("factor", factor="z(T - 1)"))

    kinds = {"c": "real", "h": "integer", "T": "integer", **dict.fromkeys("zsa", "real sequence")}
    return replayed("z(T) == s(T) - a(T)", kinds, known, build)
