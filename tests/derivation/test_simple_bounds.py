"""Bounds where the optimum is not proved: valid, the better of several, said not to be the optimum, with the optimum beside them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from support.examples import by_day

from pabisym.derivation import simple_bounds
from pabisym.derivation.derive import Derivation, derive
from pabisym.derivation.forms import comparable, comparable_form
from pabisym.derivation.optimum import Between, optimum_at, optimum_between, value_between
from pabisym.derivation.renyi_bound import optimal_bound
from pabisym.derivation.shapes.problem import Problem
from pabisym.errors import Undecided
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import join_powers
from pabisym.lang.term import ONE
from pabisym.library.library import builtin
from pabisym.process.sequence import EachStep, Periodic, StepSequence
from pabisym.proof.json import replay
from pabisym.spec.read import read_spec

LETTERS = {"T": "integer, T >= 1", "M": "integer, M >= 1", "K": "integer, K >= 1", "n": "integer, n >= 1", "E": "integer, E >= 1",
           "t": "integer, 1 <= t, t <= n", "a": "real, a > 1", "c": "real, 0 < c, c < 1", "h": "real, 0 < h, h < 1", "g": "real, g > 0",
           "v": "real, v > 0", "w": "real, w > 0", "D": "real, D > 0"}
LONG = ("all at the last step", "epochs with factors above 1")
"""Those of the cases that take seconds."""
CASES: Mapping[str, tuple[str, dict[str, Any], str]] = {
    "gaps at once, whatever the factors are": ("c a M K g v", {
        "phases": [{"steps": "M", "contraction": "a", "gap": "g"}, {"steps": "K", "contraction": "c"}, {"steps": "K"}],
        "noise": {"variance": "v"}},
        "M*g**2/v"),
    "all at the last step": ("n E t g v", {
        "steps": "E*n", "gap": [{"every": "n", "from": "t", "size": "g"}], "noise": {"variance": "cases(k - E*n, v, 0)"}}, ""),
    "epochs with factors above 1": ("a n E t g v", {
        "steps": "E*n", "contraction": "a", "gap": [{"every": "n", "from": "t", "size": "g"}], "noise": {"variance": "v"}}, ""),
}


def spec(letters: str, process: Mapping[str, Any]) -> dict[str, Any]:
    return {"symbols": {name: LETTERS[name] for name in letters.split()}, "process": process, "goal": {"divergence": "gdp"}}


def never_below(found: Derivation, count: int) -> int:
    """At how many points the price was compared with the optimum."""
    compared = 0
    for point in found.spec.points(count, seed=3):
        best, price = optimum_between(found.spec, point), value_between(found.mu_squared, point)
        assert not best.apart(price), dict(point)
        compared += 1
    return compared


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.campaign if name in LONG else ()) for name in CASES])
def test_a_simple_bound_is_proved_and_not_below_the_optimum(name: str) -> None:
    letters, process, price = CASES[name]
    found = derive(spec(letters, process))
    assert found.statement.verdict.accepted
    assert replay(found.proof_document()).accepted
    assert never_below(found, 20) == 20
    assert not price or to_text(found.mu_squared) == to_text(parse(price)) or found.tightness == "upper"


def test_a_start_is_paid_with_the_first_step() -> None:
    given = read_spec(spec("h T g v D", {"steps": "T", "start_shift": "D", "contraction": "1 - h/k", "gap": [{"each": "0"}], "noise": {
        "variance": "v"}}))
    scope = given.scope()
    one = simple_bounds.own_step_bound(Problem(given.process.iteration(), dict(scope.kinds), dict(scope.known), parse("2")), builtin())
    assert one.verdict.accepted
    point = {"h": Fraction(1, 3), "T": 3, "g": 1, "v": 2, "D": 6}
    assert value_between(one.bound, point) == Between(Fraction(8), Fraction(8))
    assert optimum_between(given, point).upper < 8


@pytest.mark.campaign
def test_the_best_restart_within_a_range_is_the_optimum_where_the_range_is_long() -> None:
    symbols = {"a": "integer, 1 <= a", "z": "integer, a <= z, z <= T", **{name: LETTERS[name] for name in "TgvD"}}
    found = derive({"symbols": symbols, "goal": {"divergence": "gdp"}, "process": {
        "steps": "T", "gap": [{"every": "1", "from": "a", "to": "z", "size": "g"}], "noise": {"variance": "v"}, "diameter": "D"}})
    assert (found.statement.verdict.accepted, found.tightness) == (True, "exact")
    inside = {(2, 40, 40, 5): 1, (2, 40, 41, 7): 1, (1, 30, 31, Fraction(7, 2)): 1, (1, 20, 24, 3): 0, (3, 9, 9, 20): 0, (4, 4, 4, 1): 0}
    for (a, z, T, D), within in inside.items():
        point = {"a": a, "z": z, "T": T, "g": 1, "v": 1, "D": D}
        best = optimum_between(found.spec, point)
        assert value_between(found.mu_squared, point) == best
        ends = [Fraction((z - a + 1) ** 2, T - a + 1), Fraction(D) ** 2 / (T - z) if z < T else (1 + Fraction(D)) ** 2]
        assert best.upper is not None
        assert (best.upper < min(ends)) == within


@pytest.mark.campaign
def test_a_window_in_a_bounded_domain_uses_the_diameter() -> None:
    symbols = {"z": "integer, 1 <= z, z <= T", "T": "integer, T >= 1", "g": "real, g > 0", "v": "real, v > 0", "D": "real, D > 0"}
    process = {"steps": "T", "gap": [{"every": "1", "to": "z", "size": "g"}], "noise": {"variance": "v"}, "diameter": "D"}
    found = derive({"symbols": symbols, "process": process, "goal": {"divergence": "gdp"}})
    assert "D" in to_text(found.bound)
    assert never_below(found, 200) == 200
    assert found.loose is None or str(found.loose).startswith("not the optimum")


def test_numbers_of_too_many_digits_are_not_written_out() -> None:
    own = read_spec(spec("T g v", {"steps": "T", "gap": [{"each": "sqrt(2)**(-g)"}], "noise": {"variance": "v"}}))
    for value in (Fraction(10**9), Fraction(10**30)):
        point = {"T": Fraction(3), "g": value, "v": Fraction(1)}
        for ask in (lambda point=point: optimum_between(own, point), lambda point=point: value_between(parse("sqrt(2)**g"), point)):
            with pytest.raises(Undecided, match="digits"):
                ask()
    assert value_between(parse("sqrt(2)**(-g)"), {"g": 10**4 + 1}).lower > 0


def test_the_optimum_at_irrational_data_is_enclosed() -> None:
    own = read_spec(spec("T g v", {"steps": "T", "gap": [{"each": "g*sqrt(k)"}], "noise": {"variance": "v*sqrt(k)"}}))
    point = {"T": Fraction(2), "g": Fraction(1), "v": Fraction(1)}
    found = optimum_between(own, point)
    assert found.lower is not None
    assert found.upper is not None
    assert found.lower < found.upper
    assert (found.lower - 1) ** 2 < 2 < (found.upper - 1) ** 2, "each gap in its own step: 1 + 2/sqrt(2)"
    mu = optimum_at(own, point)
    assert mu is not None
    assert Fraction(mu.lower) ** 2 < found.upper
    assert Fraction(mu.upper) ** 2 > found.lower


def test_ends_are_compared_by_their_outer_sides() -> None:
    assert Between(Fraction(3), Fraction(4)).apart(Between(Fraction(1), Fraction(2)))
    assert not Between(Fraction(2), Fraction(4)).apart(Between(Fraction(1), Fraction(2)))
    assert Between(Fraction(3), Fraction(4)).over(Between(Fraction(1), Fraction(2))) == 4
    assert Between(None, None).apart(Between(Fraction(1), Fraction(2)))


@pytest.mark.parametrize(("text", "form"), [
    ("min(1, k/K)", "cases(k/K - 1, 1, k/K)"), ("max(0, k - K)", "cases(0 - (k - K), 0, k - K)"), ("g/sqrt(k)", "g*sqrt(k)/k"),
    ("sqrt(k)**2", "k"), ("sqrt(k)**4", "k**2")])
def test_schedules_are_written_as_the_kernel_compares_them(text: str, form: str) -> None:
    assert to_text(comparable_form(parse(text))).replace("-(k - K)", "0 - (k - K)") == form


@pytest.mark.parametrize(("law", "read"), [
    ("1 - (1 - c)*(k - 2*floor(k/2))", Periodic(parse("2"), ONE, parse("2"), None, parse("c"))),
    ({"every": "T", "from": "T", "size": "c", "other": "1"}, EachStep(parse("cases(k - T, c, 1)"))),
    ("1 - (1 - c)*(k - 3*floor(k/3))/2", EachStep(parse("1 - (1 - c)*(k - 3*floor(k/3))/2"))),
])
def test_a_law_that_recurs_by_a_remainder_or_holds_at_the_last_step_is_read(law: object, read: StepSequence) -> None:
    process = spec("c T g v", {"steps": "T", "contraction": law, "gap": [{"at": "1", "size": "g"}], "noise": {"variance": "v"}})
    iteration = read_spec(process).process.iteration()
    own = comparable(iteration)
    assert own.contraction == read
    for steps in range(1, 8):
        letters = {"T": steps, "c": "1/3"}
        assert own.contraction.values(steps, letters) == iteration.contraction.values(steps, letters)


@pytest.mark.campaign
def test_two_records_in_a_bounded_domain_are_forgotten_after_either() -> None:
    symbols = {"T": "integer, T >= 1", "t": "integer, 1 <= t", "u": "integer, t < u, u <= T", "g": "real, g > 0", "h": "real, h > 0",
               "v": "real, v > 0", "D": "real, D > 0"}
    gaps = [{"at": "t", "size": "g"}, {"at": "u", "size": "h"}]
    given = read_spec({"symbols": symbols, "process": {"steps": "T", "gap": gaps, "noise": {"variance": "v"}, "diameter": "D"},
                       "goal": {"divergence": "renyi", "order": "2"}})
    scope = given.scope()
    problem = Problem(given.process.iteration(), dict(scope.kinds), dict(scope.known), parse("2"))
    after = [simple_bounds._restarted(problem, last, builtin(), lambda own: optimal_bound(own, builtin()))
             for last in simple_bounds._restarts(problem)]
    assert all(one.verdict.accepted for one in after)
    plain = "cases(T*g + t*h + g - u*g - u*h, (g + h)**2/(v*(T - t + 1)), g**2/(v*(u - t)) + h**2/(v*(T - u + 1)))"
    found = derive(given)
    assert (found.tightness, found.statement.verdict.accepted) == ("exact", True)
    near = {"T": 3, "t": 1, "u": 2, "g": 9, "h": 1, "v": 1, "D": 1}  # the second record lies in the first step that is not forgotten
    assert value_between(found.bound, near) == optimum_between(given, near) == Between(Fraction(1), Fraction(1))
    for point in given.points(by_day(40), seed=1):
        values = [value_between(one, point).upper for one in (parse(plain), *(one.bound for one in after))]
        assert min(value for value in values if value is not None) == optimum_between(given, point).upper


def test_a_case_that_cannot_be_is_no_bound() -> None:
    """Where a restart would divide by no steps, another way is taken; that formula is shortened to itself."""
    letters = {name: LETTERS[name] for name in ("M", "K", "g", "v", "D")}
    process = {"phases": [{"steps": "M"}, {"steps": "K", "gap": "g"}], "diameter": "D", "noise": {"variance": "v"}}
    found = derive({"symbols": letters | {"alpha": "real, alpha > 1"}, "goal": {"divergence": "renyi", "order": "alpha"}, "process": process})
    assert found.tightness == "exact"
    assert to_text(found.bound).endswith(", alpha*K*g**2/(2*v))")
    long, short = ({"M": 1, "K": K, "g": 1, "v": 1, "D": 5, "alpha": 2} for K in (100, 7))
    for point, price in ((long, 20), (short, 7)):
        assert value_between(found.bound, point) == optimum_between(found.spec, point) == Between(Fraction(price), Fraction(price))
    assert to_text(join_powers(parse("alpha*D**2/0"))) == "alpha*D**2/0"
