"""Claims that are true, false, or false only in a corner of the domains: at least 19 of 20 are decided, and none wrongly."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
from support.claims import VERDICTS, Claimed, claims, exact_divergence

from pabisym.derivation.derive import derived_bound
from pabisym.divergence.evaluate import decide, exact_value
from pabisym.lang.grammar import parse
from pabisym.lang.rational import to_fraction
from pabisym.library.library import builtin
from pabisym.refutation import search
from pabisym.refutation.corners import corners
from pabisym.refutation.search import refute
from pabisym.spec.read import read_spec

ALL = {one.name: one for one in claims()}
OPEN = frozenset((
    "one record under a contraction that is a root: 2*alpha*L**2/(T*sigma**2)*q**((T + 1)/2)",
    "one record under a contraction that is a root: 2*alpha*L**2/(T*sigma**2)*sqrt(q)**(T + 1)",
    "two records: alpha*(g**2 + h**2)/(2*v)", "full batch above one, then public steps: alpha*g**2/(2*v)*(M - 1/2)",
    "gaps that fall as the root: 2*alpha*g**2/v", "a start and equal gaps: gdp: D/sqrt(T*v) + sqrt(T)*g/sqrt(v)",
))
"""What is true and undecided: powers of roots that are summed, squares of sums and of roots, what lies below a loose bound."""
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
    square = Fraction(worst["value"]) if "pair" in worst else exact_divergence(worst)
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


def test_a_loose_bound_refutes_nothing() -> None:
    # every gap is paid at once, M of them; the optimum is at most M - 1/2, since the last one is paid by two steps or more
    name = next(name for name in ALL if name.endswith("*(M - 1/2)"))
    spec = read_spec(ALL[name].spec)
    assert spec.claim is not None
    starts = [{name: Fraction(str(value)) for name, value in start.items()} for start in spec.points(4, seed=1)]
    assert list(islice(corners(spec, spec.claim.bound, parse("alpha*M*g**2/(2*v)"), starts), 1))
    derived = derived_bound(replace(spec, claim=None), builtin())
    assert derived.fallback
    assert search._in_a_corner(spec, spec.claim.bound, derived, starts) is None


@pytest.mark.campaign
def test_steps_beyond_any_list_are_decided_by_the_proved_pair() -> None:
    one = next(one for one in ALL.values() if "199999/100000" in one.text)
    decision = refute(one.spec)
    assert decision.status == "refuted"
    assert decision.at["T"] > 20_000
    assert decision.worst_case is not None
    assert "slope" in decision.worst_case["pair"]
