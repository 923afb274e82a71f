"""The zoo as objects: every spec built in sympy has an equal bound, and what is paid and what is left are those of the solver."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import pytest
from campaigns.zoo import expected
from flint import arb
from support.objects import built, goal_of
from support.zoo import zoo

import pabisym as pb
from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.lang.once import working_precision
from pabisym.lang.rational import to_fraction
from pabisym.lang.term import Term
from pabisym.numerics.evaluator import ball_value
from pabisym.shift.allocate import solve
from pabisym.shift.exact.restart import RestartSteps
from pabisym.shift.exact.solve import optimal_pools
from pabisym.shift.instance import Instance
from pabisym.spec.read import Spec, read_spec
from pabisym.symbolic.derived import SymbolicDerivation
from pabisym.symbolic.numbers import step_symbol, term_of

KEPT = {one.name: one for one in zoo()}
EXPECTED = expected()
ANSWERED = [name for name in KEPT if EXPECTED.get(name) != "refused"]
FEW = ("a start alone", "a window")
"""What is derived by day."""
SOME = tuple(KEPT)[::16]
"""What is built by day."""
NO_SPEC = "momentum with noise in the gradient alone"
"""The one spec of the zoo that is refused when it is read, as a table and as an object: its noise does not reach the whole state."""
POINTS = 20
DIGITS, BITS = 20, 128
cases = pytest.mark.parametrize("name", [name if name in FEW else pytest.param(name, marks=pytest.mark.campaign) for name in ANSWERED],
                                scope="module")
"""What is asked of one spec is asked at once, so that it is derived once and not kept."""


@lru_cache(maxsize=1)
def found_of(name: str) -> SymbolicDerivation:
    return built(KEPT[name]).derive(goal_of(KEPT[name]), seconds=120)


@pytest.mark.parametrize("name", [name if name in SOME else pytest.param(name, marks=pytest.mark.campaign) for name in KEPT])
def test_a_spec_of_the_zoo_is_an_object(name: str) -> None:
    if name == NO_SPEC:
        for read in (lambda: read_spec(KEPT[name].spec), lambda: built(KEPT[name])):
            with pytest.raises(InputError, match="the noise is degenerate"):
                read()
        return
    wanted = read_spec(KEPT[name].spec)
    own = built(KEPT[name]).spec(goal_of(KEPT[name]))
    assert set(own.symbols) == set(wanted.symbols)
    assert (own.process.kind, own.process.noise.law, len(own.process.gap)) == (wanted.process.kind, wanted.process.noise.law, len(wanted.process.gap))
    assert (own.process.every_iterate, len(own.process.release)) == (wanted.process.every_iterate, len(wanted.process.release))
    for point in wanted.points(3, seed=2):
        try:
            instance = wanted.instance(**point)
        except InputError:
            continue
        assert own.instance(**point) == instance


@cases
def test_its_bound_is_that_of_the_table(name: str) -> None:
    try:
        other = pb.derive(KEPT[name].spec, seconds=120)
    except Undecided:
        with pytest.raises(Undecided):
            found_of(name)
        return
    found = found_of(name)
    assert found.tightness == other.tightness
    if found.bound == other.bound:
        return
    verdict = pb.Eq(found.bound, other.bound).decide()
    if verdict.status == "undecided":
        for point in found.spec.points(POINTS, seed=3):
            own = {name: point.get(name, 1) for name in found.bound.letters}
            assert found.bound.at(own, digits=20, force=True) == other.bound.at(own, digits=20, force=True)
    else:
        assert verdict


@cases
def test_what_is_paid_and_left_is_what_the_solver_pays(name: str) -> None:
    try:
        found = found_of(name)
        paid, left = term_of(found.a(step_symbol())), term_of(found.z(step_symbol()))
    except Undecided:
        assert name not in FEW
        return
    used = sum(_compared(found, point, paid, left) for point in found.spec.points(POINTS, seed=5))
    assert used > 0


def _compared(found: SymbolicDerivation, point: Mapping[str, Fraction], paid: Term, left: Term) -> bool:
    """At a point the payments are those of the solver where the bound is exact; else they cost what it says and enough is left.

    An upper bound may follow larger shifts than those of its payments, as where a contraction is given up: a divergence at a shift is
    one at every larger shift.
    """
    process = found.spec.process
    try:
        if not all(decide(condition.term, point) == "true" for condition in found.conditions):
            return False
        if process.release or process.every_iterate:
            return _compared_by_parts(found.spec, point, paid, left)
        instance = Instance.from_json(found.spec.gaussian().instance(**point))
        price = exact_value(found.record.mu_squared, point)
    except InputError as error:
        return "is not rational here" in error.problem and _compared_in_balls(found, point, paid, left)
    except Undecided:
        return False
    if price is None:
        return _compared_in_balls(found, point, paid, left)
    solved = solve(instance)
    if solved.allocation is None:
        return False
    own = [[_value(term, point, k) for k in range(1, instance.steps + 1)] for term in (paid, left)]
    if found.tightness == "exact":
        assert own == [list(solved.allocation), list(solved.shift)], dict(point)
        return True
    before = to_fraction(instance.start_shift)
    spent = Fraction(0)
    for a, z, c, s, v in zip(*own, instance.contraction, instance.gap, instance.noise_variance, strict=True):
        assert a >= 0, dict(point)
        assert z >= max(to_fraction(c) * before + to_fraction(s) - a, Fraction(0)), dict(point)
        before, spent = z, spent + (a**2 / to_fraction(v) if a else 0)
    assert (before, spent) == (0, to_fraction(price)), dict(point)
    return True


def _compared_in_balls(found: SymbolicDerivation, point: Mapping[str, Fraction], paid: Term, left: Term) -> bool:
    """Where roots, logarithms or exponentials make the data, or the price, irrational, the payments of an exact bound are those of the solver in balls."""
    one = found.spec.gaussian().process.iteration()
    steps = exact_value(one.steps, point)
    if steps is None or found.tightness != "exact" or one.diameter is not None:
        return False
    with working_precision(BITS):
        data = [[arb(ball_value(sequence.term(), {**point, "k": k}, BITS)) for k in range(1, int(steps) + 1)]
                for sequence in (one.contraction, one.gap, one.noise.variance)]
        solved = _string(RestartSteps(*data), arb(ball_value(one.start_shift, point, BITS)))
        for term, numbers in zip((paid, left), solved, strict=True):
            for k, number in enumerate(numbers, start=1):
                own = ball_value(term, {**point, "k": k}, BITS)
                assert abs(number - own) < arb(10) ** (2 - DIGITS), (dict(point), k)
                assert (number - own).contains(0), (dict(point), k)
    return True


def _string(steps: RestartSteps[arb], start: arb) -> tuple[list[arb], list[arb]]:
    """Payments and shifts of the taut string in balls; what they do not tell apart ties, and is joined."""
    y, z, paid, left = arb(0), start, list[arb](), list[arb]()
    begin = max((t for t, c in enumerate(steps.contraction) if c == 0), default=0)
    pools = optimal_pools(steps, begin, start, lambda *_: True)
    for pool in reversed(pools):
        y = arb(0) if pool.shift == 0 else pool.shift / pool.noise
        for t in range(pool.end - 1, pool.start - 1, -1):
            paid.insert(0, steps.variance[t] * y)
            y = steps.contraction[t] * y
    paid = [arb(0)] * begin + paid
    for t, (c, s, a) in enumerate(zip(steps.contraction, steps.gap, paid, strict=True), start=1):
        z = arb(0) if any(pool.end == t for pool in pools) else c * z + s - a
        left.append(z)
    return paid, left


def _compared_by_parts(spec: Spec, point: Mapping[str, Fraction], paid: Term, left: Term) -> bool:
    """Of a release every part is paid as the solver pays it, and where all iterates are seen every gap in its own step."""
    wanted = list[tuple[Fraction, Fraction]]()
    if spec.process.every_iterate:
        own = Instance.from_json(replace(spec, process=replace(spec.process, every_iterate=False)).instance(**point))
        wanted += [(to_fraction(gap), Fraction(0)) for gap in own.gap]
    for part in () if spec.process.every_iterate else spec.parts():
        solved = solve(Instance.from_json(part.instance(**point)))
        if solved.allocation is None or solved.shift is None:
            return False
        wanted += zip(solved.allocation, solved.shift, strict=True)
    assert [(_value(paid, point, k), _value(left, point, k)) for k in range(1, len(wanted) + 1)] == wanted, dict(point)
    return True


def _value(term: Term, point: Mapping[str, Fraction], k: int) -> Fraction:
    value = exact_value(term, {**point, "k": k})
    assert value is not None
    return to_fraction(value)
