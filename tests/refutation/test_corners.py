"""Claims that are true, false, or false only in a corner of the domains: at least 19 of 20 are decided, and none wrongly."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from support.claims import VERDICTS, Claimed, claims, exact_divergence
from support.zoo import GOAL, zoo

from pabisym.derivation import renyi_bound
from pabisym.derivation.derive import derived_bound
from pabisym.divergence.evaluate import decide, exact_value
from pabisym.lang.budget import poll
from pabisym.lang.grammar import parse
from pabisym.lang.rational import to_fraction
from pabisym.library.library import builtin
from pabisym.refutation import search
from pabisym.refutation.corners import corners
from pabisym.refutation.search import refute
from pabisym.show.terminal import terminal_lines
from pabisym.show.text import decision_blocks
from pabisym.spec.read import read_spec

ALL = {one.name: one for one in claims()}
OPEN = frozenset(("full batch above one, then public steps: alpha*g**2/(2*v)*(M - 1/2)",))
"""What is true and undecided: of what is derived the block has a logarithm, rounded down."""
DAY = (
    "full batch: gdp: g*sqrt((T + 1 - T**2/40000)/v)", "full batch: alpha*g**2/(2*v)*min(T, 1000)",
    "full batch: alpha*g**2/(2*v)*sqrt(T*(T + 1))", "one record: alpha*g**2/(2*v)*min(1/(T - t + 1), 100/T + (T - t)/100)",
    "harmonic step sizes, one record: alpha*g**2/(2*s**2)*(T + 1)*2/(3*T + 1)", "learn, then unlearn: alpha*g**2*M**(3/2)/(4*v*sqrt(K))",
)
"""What is decided by day."""


def decided_well(one: Claimed) -> str:
    """The status of a claim; a counterexample is looked at here once more."""
    decision = refute(one.spec)
    assert {decision.status, VERDICTS[one.kind]} != {"proved", "refuted"}, f"{one.name} is {one.kind}: {decision.reason}"
    if decision.status != "refuted":
        return decision.status
    point, worst = dict(decision.at), decision.worst_case
    spec = read_spec(one.spec)
    assert worst is not None
    assert spec.claim is not None
    assert all(decide(relation, point) == "true" for _, relation in spec.scope().known)
    square = exact_divergence(worst) if "instance" in worst else Fraction(worst["value"])
    assert square == Fraction(worst["value"])
    claim = exact_value(spec.claim.bound, point)
    if claim is not None:  # else it is irrational, and was compared in balls
        value = to_fraction(claim)
        assert value**2 < square if spec.claim.goal.order is None else value < point["alpha"] * square / 2
    return decision.status


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in DAY else pytest.mark.campaign) for name in ALL])
def test_a_claim_is_decided(name: str) -> None:
    assert decided_well(ALL[name]) == ("undecided" if name in OPEN else VERDICTS[ALL[name].kind])


def test_there_are_enough_claims() -> None:
    counts = Counter(one.kind for one in ALL.values())
    assert sum(counts.values()) >= 160
    assert 3 * counts["corner"] >= sum(counts.values())
    assert set(DAY) | OPEN <= set(ALL)
    assert len(OPEN) * 20 <= len(ALL)


def test_a_corner_needs_the_search_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    one = ALL["full batch: alpha*g**2/(2*v)*min(T, 1000)"]
    assert refute(one.spec).at["T"] == 1001
    monkeypatch.setattr(search, "corners", lambda *_: iter(()))
    assert refute(one.spec).status == "undecided"


def test_no_corner_is_found_of_what_is_true() -> None:
    spec = read_spec(ALL["one record: alpha*g**2/(2*v*(T - t + 1))"].spec)
    true, more = parse("alpha*g**2/(2*v*(T - t + 1))"), parse("alpha*g**2/(2*v*(T - t + 1))*(1 + 1/10**6)")
    starts = list(islice(spec.points(4, seed=1), 4))
    plain = [{name: Fraction(str(value)) for name, value in start.items()} for start in starts]
    assert not list(corners(spec, true, true, plain))
    assert not list(corners(spec, more, true, plain))
    assert list(corners(spec, true, more, plain))


@pytest.mark.parametrize(("letter", "summed"), [("t", "T - t + 1"), ("T", "T")])
def test_sums_are_added_up_further_out_where_nothing_nearer_is_found(letter: str, summed: str) -> None:
    spec = read_spec(ALL["one record: alpha*g**2/(2*v*(T - t + 1))"].spec)
    true, factor = f"sum(1/j, j, 1, {summed})", f"1 + 1/10000 - max(0, {letter} - 1000)/10**7"
    starts = [{name: Fraction(str(value)) for name, value in start.items()} for start in islice(spec.points(4, seed=1), 2)]
    assert next(corners(spec, parse(f"({factor})*{true}"), parse(true), starts))[letter] == 2001


def test_a_loose_bound_refutes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # every gap is paid at once, M of them; the optimum is at most M - 1/2, since the last one is paid by two steps or more
    monkeypatch.setattr(renyi_bound, "_expanding", lambda *_: None)  # which finds the optimum
    name = next(name for name in ALL if name.endswith("*(M - 1/2)"))
    spec = read_spec(ALL[name].spec)
    assert spec.claim is not None
    starts = [{name: Fraction(str(value)) for name, value in start.items()} for start in spec.points(4, seed=1)]
    assert list(islice(corners(spec, spec.claim.bound, parse("alpha*M*g**2/(2*v)"), starts), 1))
    derived = derived_bound(replace(spec, claim=None), builtin())
    assert derived.fallback
    assert search._in_a_corner(spec, spec.claim.bound, derived, starts) is None


FAR: dict[str, dict[str, Any]] = {
    "symbols": {"T": "integer, T >= 1", "c": "real, c > 1", "g": "real, g > 0", "v": "real, v > 0", "alpha": "real, alpha > 1"},
    "process": {"steps": "T", "contraction": "c", "gap": [{"at": "1", "size": "g"}], "noise": {"variance": "v"}},
}
TRUE = "alpha*g**2*c**(2*T - 2)*(c**2 - 1)/(2*v*(c**(2*T) - 1))"


@pytest.mark.parametrize(("digits", "told"), [(6, "c' of the optimal allocation, in 10001 steps"), (9, "in step k of T")])
def test_what_is_false_only_for_many_steps_above_one_is_refuted(digits: int, told: str) -> None:
    # powers have millions of digits in the corner: balls decide there, and the proved pair where no list of steps is made
    decision = refute({**FAR, "claim": {**GOAL, "bound": f"{TRUE}*(1 + 1/100 - T/10**{digits})"}})
    assert decision.status == "refuted"
    assert decision.at["T"] == 10 ** (digits - 2) + 1
    assert decision.worst_case is not None
    limit = (1 - 1 / decision.at["c"] ** 2) * decision.at["g"] ** 2 / decision.at["v"]
    assert 0 < 1 - Fraction(decision.worst_case["value"]) / limit < Fraction(1, 10**30)
    assert told in "\n".join(terminal_lines(decision_blocks(decision)))


def test_powers_of_millions_of_digits_are_no_reason_to_find_nothing() -> None:
    name = "cyclic above one"
    spec = next(one.spec for one in zoo() if one.name == name)
    late, epochs = (f"c**(2*({steps} - 1))*(c**2 - 1)/(c**(2*{steps}) - 1)" for steps in ("(n - t + 1)", "n"))
    decision = refute({**spec, "claim": {**GOAL, "bound": f"alpha*g**2/(2*v)*({late} + (E - 1)*{epochs})*(11/10 - (t/1000)**2/10)"}})
    assert decision.status == "refuted"
    assert decision.at["t"] == 1001


@pytest.mark.parametrize("power", [5, pytest.param(6, marks=pytest.mark.campaign)])
def test_irrational_data_of_many_steps_are_decided_in_balls(power: int) -> None:
    symbols = {**FAR["symbols"], "c": "real, 0 < c, c < 1"}
    spec = {"symbols": symbols, "process": {**FAR["process"], "contraction": "sqrt(c)"}}
    bound = "alpha*g**2*c**(T - 1)*(1 - c)/(2*v*(1 - c**T))"
    decision = refute({**spec, "claim": {**GOAL, "bound": f"{bound}*(1 + 1/100 - T/10**{power})"}})
    assert decision.status == "refuted"
    assert decision.at["T"] == 10 ** (power - 2) + 1
    assert decision.worst_case is not None
    true = exact_value(parse(bound), decision.at)
    assert true is not None
    assert 0 < 1 - Fraction(decision.worst_case["value"]) * decision.at["alpha"] / 2 / to_fraction(true) < Fraction(1, 10**30)
    assert len(decision.reason) < 300


def test_a_verdict_is_not_lost_where_no_time_is_left_for_warnings(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> tuple[str, ...]:
        while True:
            poll()

    monkeypatch.setattr(search, "lint", endless)
    decision = refute(ALL["full batch: alpha*T*g/(2*v)"].spec, seconds=1)
    assert (decision.status, decision.lint) == ("refuted", ())


@pytest.mark.parametrize("contraction", ["1", "9/10", "5/4"])
def test_what_is_enclosed_is_rounded_down(contraction: str, monkeypatch: pytest.MonkeyPatch) -> None:
    instance = {"steps": 7, "contraction": contraction, "gap": ["1/3"] * 7, "noise_variance": "7/11"}
    exact = search._attaining_pair(instance)
    monkeypatch.setattr(search, "MOST_STEPS", 6)
    monkeypatch.setattr(search, "MOST_PRODUCTS", 6)
    enclosed = search._attaining_pair(instance)
    assert exact is not None
    assert enclosed is not None
    assert "contraction" not in enclosed
    assert 0 < 1 - Fraction(enclosed["value"]) / Fraction(exact["value"]) < Fraction(1, 10**35)


@pytest.mark.campaign
def test_steps_beyond_any_list_of_exact_numbers_are_decided() -> None:
    one = next(one for one in ALL.values() if "199999/100000" in one.text)
    decision = refute(one.spec)
    assert decision.status == "refuted"
    assert decision.at["T"] > 20_000
    assert decision.worst_case is not None
