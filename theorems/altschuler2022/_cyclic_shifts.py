"""The shifts for cyclic batches, followed from one update of the record to the next; untrusted like every builder.

d is the widened diameter, g what an update of the record moves, N the number of batches, E N the look-back; the record is in the
t-th batch.  After k steps the shift that is left is d (1 - k/(E N)), and the part of the last gap that is not paid yet.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

LEFT = "d*(1 - ({k})/(E*N))"
UPDATE = "t - 1 + {q}*N"
KINDS = {"N": "integer", "E": "integer", "t": "integer", "d": "real", "g": "real", "z": "real sequence",
         "s": "real sequence"}
SCHEDULE = {
    "epoch": "N >= 1", "epochs": "E >= 1", "first": "1 <= t", "last": "t <= N", "width": "d >= 0",
    "size of a gap": "g >= 0", "start": "z(0) == d", "no update": "forall(k, 1, t - 1, s(k) == 0)",
    "updates": "forall(q, 0, E - 1, s(t + q*N) == g)", "others": "forall(q, 0, E - 1, forall(r, 1, N - 1, s(t + q*N + r) == 0))",
    "first phase": "forall(k, 1, t - 1, z(k) == z(k - 1) + s(k) - d/(E*N))",
    "second phase": "forall(k, t, t - 1 + (E - 1)*N, z(k) == z(k - 1) + s(k) - (d/(E*N) + g/N))",
    "third phase": "forall(k, t + (E - 1)*N, E*N, z(k) == z(k - 1) + s(k) - (d/(E*N) + g/(N - t + 1)))",
}
"""What section 5.2 sets: where the gaps are, and what is paid in each of the three phases; z_k counts from the restart."""


def _sizes(p: Script) -> None:
    p.have_each({"some": "N > 0", "whole": "E*N >= N", "all": "E*N > 0", "rest": "N - t + 1 > 0"})


def _early(p: Script) -> Step:
    """Before the first update of the record."""
    with p.induct("k", "0", "t - 1", f"z(k) == {LEFT.format(k='k')}") as more:
        more.have_all({"paid": more.at("first phase", "k"), "none": more.at("no update", "k")})
    return more.step


def _paying(p: Script, q: str, steps: str, parts: str, phase: str) -> Step:
    """From an update on, r steps later: the gap is paid in equal parts."""
    at = UPDATE.format(q=f"({q})")
    claim = f"z({at} + r) == {LEFT.format(k=f'{at} + r')} + cases(r - 1, g, 0) - r*g/({parts})"

    def base(b: Builder) -> Step:
        return b.prove(f"z({at} + 0) == {LEFT.format(k=f'{at} + 0')} + cases(0 - 1, g, 0) - 0*g/({parts})")

    with p.induct("r", "0", steps, claim, base) as more:
        more.have("paid", more.at(phase, f"{at} + r"))
        with more.case("r - 2", claim) as later:
            later.have("no update here", later.at(later.at("others", q), "r - 1"))
            later.show(later.prove(claim))
        more.have("one", "r == 1")
        more.have("update here", more.at("updates", q))
        more.show(more.prove(claim))
    return more.step


def know_shifts(p: Script) -> None:
    """Go on knowing what is left at every update of the record, as "early" and "updated"."""
    _sizes(p)
    p.have("early", _early(p))
    claim = f"z({UPDATE.format(q='q')}) == {LEFT.format(k=UPDATE.format(q='q'))}"

    @script
    def base(p: Script) -> Step:
        p.have("before", p.at("early", "t - 1"))
        return p.prove(f"z({UPDATE.format(q='0')}) == {LEFT.format(k=UPDATE.format(q='0'))}")

    with p.induct("q", "0", "E - 1", claim, base) as more:
        more.have("room", "(E - 1 - q)*N >= 0")
        more.have("far", "(q - 1)*N >= 0")
        more.have("epoch paid", _paying(more, "q - 1", "N", "N", "second phase"))
        more.have("next", more.at("epoch paid", "N"))
        more.show(more.prove(claim))
    p.have("updated", more.step)


@script
def nothing_left(p: Script) -> Step:
    """The last gap is paid by the steps that are left."""
    know_shifts(p)
    p.have("update", p.at("updated", "E - 1"))
    p.have("far", "(E - 1)*N >= 0")
    p.have("last epoch", _paying(p, "E - 1", "N - t + 1", "N - t + 1", "third phase"))
    p.have("end", p.at("last epoch", "N - t + 1"))
    return p.prove("z(E*N) == 0")


def _not_below(p: Script, q: str, steps: str, parts: str, phase: str) -> Step:
    """From an update on nothing falls below 0: what is left of the width, and of the gap."""
    at = UPDATE.format(q=f"({q})")
    p.have("here", p.at("updated", q))
    p.have("epoch paid", _paying(p, q, steps, parts, phase))
    with p.generalise("r", "1", steps) as each:
        each.have_all({"left": each.at("epoch paid", "r"), "room": f"E*N - ({at} + r) >= 0"})
        each.have("spread", certified(f"{LEFT.format(k=f'{at} + r')} >= 0", fact("width", "room"), multiplier="E*N"))
        each.have("unpaid", certified(f"g - r*g/({parts}) >= 0", fact("size of a gap", "r to"), multiplier=parts))
        each.show(each.prove(f"z({at} + r) >= 0"))
    return each.step


@script
def _first(p: Script) -> Step:
    know_shifts(p)
    with p.generalise("k", "0", "t - 1") as each:
        each.have_all({"left": each.at("early", "k"), "room": "E*N - k >= 0"})
        each.have("spread", certified(f"{LEFT.format(k='k')} >= 0", fact("width", "room"), multiplier="E*N"))
        each.show(each.prove("z(k) >= 0"))
    return each.step


@script
def _second(p: Script) -> Step:
    know_shifts(p)
    with p.generalise("q", "0", "E - 2") as epoch:
        epoch.have_each({"later epochs": "(E - 2 - q)*N >= 0", "earlier epochs": "q*N >= 0"})
        epoch.show(_not_below(epoch, "q", "N", "N", "second phase"))
    return epoch.step


@script
def _third(p: Script) -> Step:
    know_shifts(p)
    p.have("earlier epochs", "(E - 1)*N >= 0")
    return _not_below(p, "E - 1", "N - t + 1", "N - t + 1", "third phase")


def phase(claim: str, build: Callable[[Builder], Step]) -> Callable[[], tuple[Verdict, str]]:
    """That no shift falls below 0 in one of the phases."""
    return lambda: replayed(claim, KINDS, SCHEDULE, build)


def _claim(q: str, steps: str) -> str:
    return f"forall(r, 1, {steps}, z({UPDATE.format(q=f'({q})')} + r) >= 0)"


FIRST, SECOND, THIRD = (
    phase("forall(k, 0, t - 1, z(k) >= 0)", _first), phase(f"forall(q, 0, E - 2, {_claim('q', 'N')})", _second),
    phase(_claim("E - 1", "N - t + 1"), _third),
)
