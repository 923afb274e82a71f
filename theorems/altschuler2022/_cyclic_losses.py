"""Batches of losses taken in turn, b of n at every step: how Theorem 5.6 of Altschuler and Talwar writes them; untrusted.

Step k takes the records (k - 1) b + 1, ..., k b, counted round: what is counted as l is the record l - n floor((l - 1)/n).  The record i
stands last at i + n floor((k b - i)/n), which is in the batch or before it.
"""

from __future__ import annotations

from pabisym.proof.build import Filler, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..pabisym._batches import OTHER, step_distance, step_of
from ._round_robin import GAPS, TURN
from ._round_robin import upper_bound as round_robin

ROUND = "floor((l - 1)/n)"
RECORD = f"(l - n*{ROUND})"
FROM, TO = "(k - 1)*b + 1", "k*b"
OWN, REPLACED = step_of(f"f({RECORD})"), step_of(OTHER.format(l=RECORD))
BATCH, OTHER_BATCH = (f"batchstep(l, {FROM}, {TO}, {one})" for one in (OWN, REPLACED))
_PLACE, _SIZE = f"(i + n*{TURN})", "2*eta*L"


def _counted_round(p: Script) -> None:
    """Go on knowing where a record that is counted as l is, 1 <= l - n floor((l - 1)/n) <= n."""
    p.have_all({"low": p.figure("floor-low", x="(l - 1)/n"), "high": p.figure("floor-high", x="(l - 1)/n")})
    p.have("first record", certified(f"{RECORD} >= 1", fact("low", "many")))
    p.have("before the next", certified(f"l - 1 < n*({ROUND} + 1)", fact("high", "many")))
    p.have("last record", p.next_integer(f"l - 1 < n*({ROUND} + 1)", f"{RECORD} <= n"))


@script
def _contractive(p: Script) -> Step:
    """A mean of gradient steps up to 2/M is 1-Lipschitz."""
    p.have("many", "n > 0")
    with p.generalise("k", "1", "T") as step:
        step.have("begun", "(k - 1)*b >= 0")
        with step.generalise("l", FROM, TO) as one:
            _counted_round(one)
            made = one.figure("gradient-step", one.at("convex", RECORD), one.at("smooth", RECORD), "domain", eta="eta")
            one.show(one.figure("after-projection", made, "domain"))
        step.show(step.theorem("pabisym/batch-lipschitz", {"steps": one.step}, p=FROM, q=TO, c="1", psi=("l", OWN)))
    return step.step


@script
def _elsewhere(p: Script, low: str, high: str, turn: str) -> Step:
    """Between the places i + n turn and i + n (turn + 1) no record is i: the steps are the same."""
    claim, nearest = f"gap({OWN}, {REPLACED}, 0)", f"{ROUND} - ({turn}) - 1"

    @script
    def one(p: Script) -> Step:
        case = p.scope.known[-1][0]
        later = not p.evident(f"{nearest} >= 0")
        side = f"{RECORD} >= i + 1" if later else f"{RECORD} <= i - 1"
        p.have("side", certified(side, fact(case, "many"), fact("after" if later else "before")))
        return p.figure("same-map", f=OWN, conclude=claim)

    with p.generalise("l", low, high) as each:
        each.have_all({"after": f"l >= i + n*({turn}) + 1", "before": f"l <= i + n*({turn}) + n - 1"})
        each.show(each.by_cases(nearest, claim, one))
    return each.step


@script
def _gaps(p: Script) -> Step:
    """2 eta L/b where the last place of the record i is in the batch, none elsewhere."""
    p.have("many", "n > 0")
    with p.generalise("k", "1", "T") as step:
        step.have_all({"begun": "(k - 1)*b >= 0", "low": step.figure("floor-low", x="(k*b - i)/n"),
                       "high": step.figure("floor-high", x="(k*b - i)/n")})
        step.have_all({"reached": certified(f"{_PLACE} <= k*b", fact("low", "many")),
                       "not reached": certified(f"k*b - i < n*({TURN} + 1)", fact("high", "many"))})
        step.have("counted", step.next_integer(f"k*b - i < n*({TURN} + 1)", f"k*b - i + 1 <= n*({TURN} + 1)"))
        claim = f"gap({BATCH}, {OTHER_BATCH}, {GAPS})"
        with step.case(f"n*{TURN} + b - 1 - (k*b - i)", claim) as inside:
            inside.show(_felt(inside, claim))
        rest = _elsewhere(step, FROM, f"{TO} - 1", TURN)
        last = step.at(_elsewhere(step, FROM, TO, TURN), TO)
        with step.generalise("l", f"{TO} + 1", TO) as none:
            none.show(none.impossible(f"gap({OWN}, {REPLACED}, 0)"))
        step.show(step.theorem("pabisym/batch-gap", {"others before": rest, "others after": none.step, "gap": last}, p=FROM, q=TO, j=TO,
                               s="0", psi=("l", OWN), phi=("l", REPLACED), conclude=claim))
    return step.step


@script
def _felt(p: Script, claim: str) -> Step:
    """The record i has its place in the batch, and no other one there: b <= n."""
    turned = f"floor(({_PLACE} - 1)/n)"
    p.have_all({"turn low": p.figure("floor-low", x=f"({_PLACE} - 1)/n"), "turn high": p.figure("floor-high", x=f"({_PLACE} - 1)/n")})
    p.have_all({"at most": certified(f"{turned} < {TURN} + 1", fact("turn low", "many"), fact("last"), fact(), multiplier="n"),
                "at least": certified(f"{TURN} < {turned} + 1", fact("turn high", "many"), fact("first"), multiplier="n")})
    p.have_all({"no later": p.next_integer(f"{turned} < {TURN} + 1", f"{turned} <= {TURN}"),
                "no earlier": p.next_integer(f"{TURN} < {turned} + 1", f"{TURN} <= {turned}")})
    p.have_all({"not later": certified(f"n*{turned} <= n*{TURN}", fact("no later", "many")),
                "not earlier": certified(f"n*{TURN} <= n*{turned}", fact("no earlier", "many"))})
    own, replaced = (one.replace("l - ", f"{_PLACE} - ") for one in (OWN, REPLACED))
    at_place = {**step_distance(p), "conclusion": f"gap({own}, {replaced}, {_SIZE})"}
    before, after = _elsewhere(p, FROM, f"{_PLACE} - 1", f"{TURN} - 1"), _elsewhere(p, f"{_PLACE} + 1", TO, TURN)
    p.have("size", f"{_SIZE} >= 0")
    return p.theorem("pabisym/batch-gap", {"others before": before, "others after": after, "gap": at_place}, p=FROM, q=TO, j=_PLACE,
                     s=_SIZE, psi=("l", OWN), phi=("l", REPLACED), conclude=claim)


@script
def upper_bound(p: Script) -> Step:
    """Batches of gradient steps are 1-Lipschitz and differ where the record is; the rest is about any maps."""
    p.have_all({"small": "eta*M <= 2", "all records": "n > 0"})
    p.have_all({"contractive": _contractive(p), "gaps": _gaps(p)})
    own: dict[str, Filler] = {"psi": ("k", BATCH), "phi": ("k", OTHER_BATCH)}
    return round_robin(p, own)
