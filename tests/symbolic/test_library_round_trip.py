"""Every bound of the library as a formula: to sympy and back, as a fast function, simplified.  A few by day, all of them in campaigns."""

from __future__ import annotations

from collections.abc import Iterator

import mpmath
import pytest

import pabisym as pb
from pabisym.errors import PabisymError
from pabisym.symbolic.claim import points_of, scope_of
from pabisym.symbolic.formula import Eq, Formula, operations
from pabisym.symbolic.numbers import term_of

ALL = "every bound of the library"
NIGHT = pytest.param(ALL, marks=pytest.mark.campaign)
AT_POINTS: frozenset[str] = frozenset((
    "asoodeh2020/proposition-3", "asoodeh2020isit/theorem-3", "feldman2018/remark-smoothing-parameters", "pabisym/bounded-contractive-gap",
    "pabisym/bounded-contractive-gaps", "pabisym/bounded-epochs", "pabisym/bounded-single-gap",
    "pabisym/mixing", "pabisym/mixing-block", "pabisym/mixing-blocks", "pabisym/mixing-variation", "pabisym/sampled-step", "pabisym/two-events", "pabisym/zcdp-to-dp",
    "sordello2021/shuffled",
))  # fmt: skip
"""Bounds of which the kernel is not led to a proof that sympy gives them back: sums of roots, divisors of unknown sign in one case."""


def bounds(chosen: str) -> Iterator[tuple[str, Formula]]:
    names = pb.catalogue() if chosen == ALL else [chosen]
    for name in names:
        if (found := pb.theorem(name).bound) is not None and pb.theorem(name).statement.id == name:
            yield name, found


def back(formula: Formula) -> Formula:
    return Formula(term_of(formula.sympy), formula.letters, formula.assumptions)


def points(formula: Formula, count: int) -> Iterator[dict[str, object]]:
    """Points of the domains at which the formula has a value; none where it has sequences."""
    if any(letter.kind.endswith("sequence") for letter in formula.letters.values()):
        return
    scope = scope_of(formula.letters, [one.term for one in formula.assumptions if one.term.head in ("<=", "<", ">=", ">", "==")])
    for point in points_of(scope, count):
        try:
            formula.at(point, digits=12)
        except PabisymError:
            continue
        yield {**point}


@pytest.mark.parametrize("chosen", ["asoodeh2020isit/lemma-1", "pabisym/bounded-start", "altschuler2024/convex-bounded", "pabisym/zcdp-to-dp", pytest.param("pabisym/mixing-blocks", marks=pytest.mark.campaign), NIGHT])
def test_a_bound_comes_back_from_sympy(chosen: str) -> None:
    open_ones, count = [], 0
    for name, formula in bounds(chosen):
        found, count = back(formula), count + 1
        if found.term == formula.term:
            continue
        verdict = Eq(formula, found).decide()
        assert verdict.status != "refuted", (name, verdict)
        if verdict.status == "undecided":
            open_ones.append(name)
            for point in points(formula, 10):
                here, there = formula.at(point, digits=12), found.at(point, digits=12)
                assert float(there) == pytest.approx(float(here), rel=1e-10), (name, point)
    assert set(open_ones) <= AT_POINTS
    if chosen == ALL:
        assert count > 400
        assert set(open_ones) == AT_POINTS
        assert len(AT_POINTS) <= 15


@pytest.mark.parametrize("chosen", ["altschuler2024/convex-bounded", "asoodehdiaz2023/limit", "pabisym/zcdp-to-dp", NIGHT])
def test_a_bound_is_the_same_as_a_fast_function(chosen: str) -> None:
    tried, wrong = 0, []
    for name, formula in bounds(chosen):
        fast, slow = formula.lambdify(), formula.lambdify("mpmath")
        for point in points(formula, 20):
            exact, tried = float(formula.at(point, digits=15)), tried + 1
            within = 1e-200 < abs(exact) < 1e200  # what lies between may be beyond floats, where the value nearly is
            with mpmath.workdps(400):
                found = float(fast(point) if within else slow(point))
            if found != pytest.approx(exact, rel=1e-10, abs=1e-300):
                wrong.append((name, point, found, exact))
    assert wrong == []
    assert tried >= (3000 if chosen == ALL else 10)


SIMPLER = {"altschuler2022/lemma-5.3": True, "asoodeh2020isit/lemma-1": False, "altschuler2022/eq-5.4": True, "feldman2018/theorem-23": False}
"""Is a shorter form found."""


@pytest.mark.parametrize("chosen", [*SIMPLER, NIGHT])
def test_the_simplified_bound_is_never_longer_and_is_proved_equal(chosen: str) -> None:
    wrong, count = [], 0
    for name, formula in bounds(chosen):
        found, count = formula.simplify(), count + 1
        if operations(found.term) > operations(formula.term) or (found != formula and formula.equals(found) is not True):
            wrong.append((name, str(found)))
        assert SIMPLER.get(name, found != formula) == (found != formula), name
    assert wrong == []
    assert count > (400 if chosen == ALL else 0)
