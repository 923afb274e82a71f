"""Decide a claimed upper bound: a proof tree, a counterexample, or an honest *undecided*.

A claim is proved when the kernel shows that a derived bound is at most the claimed one.  It is refuted by a point of
the domains at which it lies below the exact divergence of a process of the class: that of the linear pair which attains the
optimum of the shift allocation or, for an algorithm, that of runs on linear losses.  Both verdicts rest on exact rational
or ball arithmetic.  :mod:`pabisym.refutation.lint` says beside it where a claim improves although less is assumed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, islice
from typing import Any, Literal

from pabisym.derivation.derive import derive
from pabisym.derivation.optimum import rounded_instance, value_at
from pabisym.derivation.shapes.problem import Derived
from pabisym.derivation.signs import exchanged
from pabisym.derivation.simple_bounds import smaller_of
from pabisym.divergence.evaluate import decide, enclose
from pabisym.errors import InputError, Undecided, plain_reason
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal
from pabisym.lang.arguments import NumberLike, public
from pabisym.lang.budget import OutOfTime, poll, share, within
from pabisym.lang.grammar import to_text
from pabisym.lang.once import exclusive
from pabisym.lang.rational import rational, rational_text, to_fraction
from pabisym.lang.term import TWO, ZERO, Call, Number, Term, arguments, calls
from pabisym.library.library import Library, LibraryLike, open_library
from pabisym.numerics.enclosure import Enclosure, interval_json
from pabisym.proof.build import Builder, NoProof, Step, term_of
from pabisym.proof.case_split import free_label
from pabisym.refutation.corners import corners, is_allowed
from pabisym.refutation.lint import lint
from pabisym.refutation.look_back import with_floors, with_roots
from pabisym.refutation.notions import Outcome, compare_with_truth, derivations, why_open
from pabisym.refutation.weakening import Weakening, spelled_out, unfolded
from pabisym.shift.allocate import solve
from pabisym.shift.exact.ball import InfiniteBall, interval, solve_ball
from pabisym.shift.instance import Instance
from pabisym.spec.read import Goal, HasSpec, Spec, spec_of

SAMPLES = 300
"""Random points of the domains at which a claim is tried."""
SIMPLE = tuple(Fraction(n, d) for n, d in ((1, 1), (2, 1), (3, 1), (1, 2), (4, 1), (5, 1), (3, 2), (1, 3), (6, 1), (8, 1), (10, 1), (0, 1)))
"""Values that a counterexample is made of, the simplest first."""
FIRST = 60
"""How many of them before a proof is looked for."""
CORNERS = 0.45
"""Which part of the time that is left goes to corners of the domains, before a proof is looked for."""
MOST_CORNERS = 6
"""How many points there are decided exactly."""
MOST_STEPS, MOST_PRODUCTS, MOST_ROUNDED, MOST_IN_BALLS = 20_000, 2_000, 200, 200_000
"""Most steps of an exact pair; where it has products of contractions; of rounded ones; where its value is enclosed."""
FAR_DIGITS = 40
"""Digits of what is true of a pair with more steps than an exact one has."""
MOST_SHOWN = 100
"""Most characters of what is true in a reason; a longer number is rounded down."""
_PAIRS = {"losses": "runs on linear losses", "maps": "a pair with constant last maps", "iterates": "all iterates of a linear pair",
          "parts": "a linear pair for every part of the release", "rounded": "a linear pair with rounded data", "pair": "the proved pair",
          "digits": "a linear pair, rounded down"}
"""What the pairs are called by which claims are refuted, by the key that only they have."""


@dataclass(frozen=True)
class Decision:
    """The verdict on a claim, with the counterexample or the reason; ``conditions`` is what a proof takes beside the domains."""

    spec: Spec
    status: Literal["proved", "refuted", "undecided"]
    at: Mapping[str, Fraction]
    claimed: Enclosure | None
    true: Enclosure | None
    worst_case: Mapping[str, Any] | None
    reason: str
    seconds: float
    lint: tuple[str, ...] = ()
    conditions: tuple[Term, ...] = ()

    def __repr__(self) -> str:
        at = ", ".join(f"{name}={value}" for name, value in self.at.items())
        return f"Decision({self.status!r}{', at ' + at if at else ''})"

    def to_json(self) -> dict[str, Any]:
        """The answer of ``pabisym refute --json``."""
        answer: dict[str, Any] = {"status": self.status, "reason": self.reason, "seconds": round(self.seconds, 3), "lint": list(self.lint)}
        answer |= {"conditions": [to_text(term) for term in self.conditions]} if self.conditions else {}
        if self.status == "refuted" and self.claimed is not None and self.true is not None:
            answer |= {"at": {name: rational_text(value) for name, value in self.at.items()}, "claimed": interval_json(self.claimed),
                       "true": interval_json(self.true), "worst_case": self.worst_case}
        return answer


@exclusive
@public
def refute(source: str | bytes | os.PathLike[str] | Mapping[str, object] | Spec | HasSpec, *, library: LibraryLike = None,
           seconds: NumberLike | None = None) -> Decision:
    """Decide the ``[claim]`` of a spec: a path, TOML text, a dict, a spec already read, or a claim about a process in Python.

    ``library`` (None: the built-in one; or folders of one's own) has the theorems from which the claim may be proved, as for
    :func:`pabisym.derivation.derive.derive`.  ``seconds`` of processor time are the most that the search takes (None:
    :data:`pabisym.lang.budget.SECONDS`); what is not decided by then is undecided.

    >>> from pabisym import refute
    >>> decision = refute({
    ...     "symbols": {"n": "integer, n >= 1", "s": "real, s >= 0", "v": "real, v > 0", "alpha": "real, alpha > 1"},
    ...     "process": {"steps": "n", "gap": [{"at": "1", "size": "s"}], "noise": {"law": "gaussian", "variance": "v"}},
    ...     "claim": {"divergence": "renyi", "order": "alpha", "bound": "alpha*s**2/(3*v*n)"}})
    >>> decision
    Decision('refuted', at n=1, s=1, v=1, alpha=2)

    Raises :class:`~pabisym.errors.InputError` for an unusable spec and one without a claim.
    """
    with within(seconds):
        return _decide_claim(spec_of(source), open_library(library))


def _decide_claim(spec: Spec, library: Library) -> Decision:
    began = time.perf_counter()
    if spec.claim is None:
        raise InputError("claim", "there is none", 'add [claim] with bound = "…"')
    goal, bound = spec.claim.goal, with_roots(with_floors(spec.claim.bound))
    points = ({name: to_fraction(rational(value, name)) for name, value in point.items()} for point in spec.points(SAMPLES, seed=20261121))
    first, found, outcome = list[dict[str, Fraction]](), None, Outcome("")
    with suppress(OutOfTime), share(0.3):
        first += islice(points, FIRST)
        found = _counterexample(spec, goal, bound, first)
    if found is None:
        try:
            with share(0.75):
                outcome = _why_unproved(replace(spec, goal=goal), bound, library, first)
        except OutOfTime as late:
            outcome = Outcome(f"no counterexample was found, and no proof: {late}")
        if outcome.refuted is not None:
            return replace(_refutation_at(spec, goal, bound, *outcome.refuted, began), lint=_warnings(spec, bound))
        with suppress(OutOfTime), share(0.9):
            found = _counterexample(spec, goal, bound, points) if outcome.reason else None
    warnings = _warnings(spec, bound)
    if found is not None:
        worst = _worst(spec, found)
        if worst is None:
            raise Undecided("the counterexample does not stand")
        return replace(_refutation_at(spec, goal, bound, found, worst, began), lint=warnings)
    status: Literal["proved", "undecided"] = "undecided" if outcome.reason else "proved"
    conditions = () if outcome.reason else (*(one.relation for one in spec.conditions), *outcome.conditions)
    return Decision(spec, status, {}, None, None, None, plain_reason(outcome.reason), time.perf_counter() - began, warnings, conditions)


def _warnings(spec: Spec, bound: Term) -> tuple[str, ...]:
    """What is said beside a verdict, where there is time for it."""
    with suppress(OutOfTime), share(1):
        return lint(spec, bound)
    return ()


def _worst(spec: Spec, point: Mapping[str, object]) -> dict[str, Any] | None:
    """The linear pair with the largest known divergence at a point, with its mu^2; None where none is known to be in the class.

    Without an algorithm it is the pair that attains the optimum of the allocation.  That need not be a run of an algorithm, nor
    stay within a diameter: in a bounded domain it is a pair whose last maps are constant, the last gap apart.  Gradient steps on
    linear losses are translations: where no contraction is assumed, the runs on losses that differ in sign are an algorithm's own,
    and end alike in any order.  Of a release it is a pair for every part: what the means differ by from one released iterate to the
    next does not depend on that iterate, so that the squares add up.  None is known where the process tells more than the output.
    """
    process, in_any_order = spec.process, spec.algorithm is not None and spec.algorithm.order == "shuffled"
    if process.noise.law != "gaussian" or (spec.reading is not None and spec.reading.loose and not in_any_order):
        return None
    if process.every_iterate:
        return _paid_at_each(replace(spec, process=replace(process, every_iterate=False)).instance(**point))
    if process.release:
        parts = [_attaining_pair(part.instance(**point)) for part in spec.parts()]
        known = [part for part in parts if part is not None]
        total = sum((Fraction(part["value"]) for part in known), Fraction(0))
        return {"parts": known, "value": rational_text(total)} if len(known) == len(parts) else None
    if process.diameter is not None:
        return _constant_at_last(spec.instance(**point)) if spec.algorithm is None else None
    if spec.algorithm is not None:
        return _linear_losses(spec.instance(**point))
    try:
        return _attaining_pair(spec.instance(**point))
    except InputError:  # irrational data are rounded; where there are many steps the value is, downwards
        instance = rounded_instance(spec, point, MOST_IN_BALLS)
        found = _enclosed_pair(instance) if instance.steps > MOST_ROUNDED else _attaining_pair(instance.to_json())
        return None if found is None else {**found, "rounded": "the data after 40 digits, so that the pair is less far apart"}


def _enclosed_pair(instance: Instance) -> dict[str, Any] | None:
    """The value of the linear pair that attains the optimum of an instance, enclosed and rounded down; None where that is infinite."""
    found = solve_ball(instance, FAR_DIGITS)
    if isinstance(found, InfiniteBall):
        return None
    return {"steps": instance.steps, "digits": FAR_DIGITS, "value": rational_text(Fraction(interval(found.value, FAR_DIGITS).lower))}


def _attaining_pair(instance: Mapping[str, object]) -> dict[str, Any] | None:
    """The linear pair that attains the optimum of an instance; None where that is infinite.

    Where its numbers are too long, as products of many contractions are, only its value is told, enclosed and rounded down.
    """
    data = Instance.from_json(instance)
    if data.steps > (MOST_STEPS if set(data.contraction) <= {1} else MOST_PRODUCTS):
        return _enclosed_pair(data)
    pair = solve(data).to_json().get("worst_case")
    return {"instance": instance, **pair} if isinstance(pair, dict) and pair.get("value") not in (None, "inf") else None


def _paid_at_each(instance: dict[str, object]) -> dict[str, Any] | None:
    """Linear maps of which all iterates are seen: every gap is compared with the noise of its own step."""
    contraction, gap, variance = _values_by_step(instance)
    if Fraction(str(instance["start_shift"])) or not all(v for g, v in zip(gap, variance, strict=True) if g):
        return None
    value = sum((g**2 / v for g, v in zip(gap, variance, strict=True) if g), Fraction(0))
    return {"instance": instance, "contraction": list(map(rational_text, contraction)), "value": rational_text(value),
            "iterates": "all are seen"}


def _linear_losses(instance: dict[str, object]) -> dict[str, Any] | None:
    """Runs on linear losses of opposite signs, where no contraction is assumed."""
    contraction, gap, variance = _values_by_step(instance)
    if any(c != 1 for c in contraction) or Fraction(str(instance["start_shift"])) or not sum(variance):
        return None
    value = sum(gap, Fraction(0)) ** 2 / sum(variance, Fraction(0))
    return {"instance": instance, "contraction": ["1"] * len(gap), "value": rational_text(value), "losses": "linear, of opposite signs"}


def _constant_at_last(instance: dict[str, object]) -> dict[str, Any] | None:
    """Two runs whose maps of the last step are constant: the laws of their ends are the last noise around them, in any domain."""
    _, gap, variance = _values_by_step(instance)
    if not variance[-1]:
        return None
    value = rational_text(gap[-1] ** 2 / variance[-1])
    return {"instance": instance, "contraction": ["0"] * len(gap), "value": value, "maps": "constant at the last step"}


def _values_by_step(instance: Mapping[str, object]) -> Iterator[list[Fraction]]:
    """The contractions, gaps and variances of an instance, one for every step."""
    for data in map(instance.__getitem__, ("contraction", "gap", "noise_variance")):
        values = data if isinstance(data, list | tuple) else [data] * int(str(instance["steps"]))
        yield [Fraction(str(value)) for value in values]


def _square(worst: Mapping[str, Any]) -> Number:
    """The mu^2 of a pair."""
    return Number(rational(worst["value"], "value"))


def _falls_below(spec: Spec, goal: Goal, bound: Term, point: Mapping[str, object]) -> bool:
    with suppress(InputError, Undecided):
        worst = _worst(spec, point)
        return worst is not None and _is_below(goal, bound, worst, point)
    return False


def _is_below(goal: Goal, bound: Term, worst: Mapping[str, Any], point: Mapping[str, object]) -> bool:
    """Is a claim less at a point than what is true of a pair."""
    return _is_less(compare_with_truth(goal, bound, _square(worst)), point)


def _counterexample(spec: Spec, goal: Goal, bound: Term, points: Iterable[dict[str, Fraction]]) -> dict[str, Fraction] | None:
    """One of some points at which the claim is false, made simple letter by letter; None where none was found."""
    for point in points:
        poll()
        if _falls_below(spec, goal, bound, point):
            return _simplify_point(spec, goal, bound, point)
    return None


def _simplify_point(spec: Spec, goal: Goal, bound: Term, point: dict[str, Fraction]) -> dict[str, Fraction]:
    """The same refutation with simpler values, as long as one letter can be made simpler and there is time."""
    with suppress(OutOfTime), share(0.5):
        for simpler in _simpler(spec, goal, bound, point):
            point = simpler
    return point


def _simpler(spec: Spec, goal: Goal, bound: Term, point: dict[str, Fraction]) -> Iterator[dict[str, Fraction]]:
    """Refutations, each simpler than the one before it."""
    changed = True
    while changed:
        changed = False
        for name in point:
            for value in SIMPLE:
                if _weight(value) >= _weight(point[name]):
                    continue
                poll()
                smaller = {**point, name: value}
                if is_allowed(spec, (one for _, one in spec.scope().known), smaller) and _falls_below(spec, goal, bound, smaller):
                    point, changed = smaller, True
                    yield point
                    break


def _weight(value: Fraction) -> tuple[int, Fraction]:
    return (abs(value.numerator) + 2 * value.denominator, abs(value))


def _refutation_at(spec: Spec, goal: Goal, bound: Term, point: dict[str, Fraction], worst: Mapping[str, Any], began: float) -> Decision:
    claimed, true = compare_with_truth(goal, bound, _square(worst))
    pair = next((said for key, said in _PAIRS.items() if key in worst), "a linear pair")
    numbers = enclose(claimed, point, 15), enclose(true, point, 15)
    shown = text if len(text := to_text(true)) <= MOST_SHOWN else f"at least {numbers[1].lower}"
    where = ", ".join(f"{name} = {value}" for name, value in point.items())
    reason = f"the claimed bound lies below the exact divergence of {pair}, {shown} with {where}"
    return Decision(spec, "refuted", point, *numbers, worst, reason, time.perf_counter() - began)


def _why_unproved(spec: Spec, bound: Term, library: Library, points: Sequence[dict[str, Fraction]]) -> Outcome:
    """Whether a claim follows from one of the derived bounds, or is false in a corner of the domains."""
    said, known = "", list[Derived]()
    for derived in derivations(spec, bound, library):
        if not isinstance(derived, Derived):
            return Outcome(said or f"no counterexample was found, and nothing was derived to prove it: {derived}")
        found = None if known else _in_a_corner(spec, bound, derived, points)
        if found is not None:
            return Outcome("it is false", refuted=found)
        known.append(derived)
        if said and not _may_follow(spec.goal, bound, derived, points):
            continue
        if spec.goal.divergence == "renyi":
            followed = _followed(derived, bound, points)
            wrong = followed if isinstance(followed, str) else ""
        else:  # a claim in another notion is the derived bound itself
            wrong = why_open(spec.goal, bound, derived, points)
        if not wrong:
            return Outcome("", derived.conditions)
        said = said or f"no counterexample was found, and {wrong}"
    if spec.goal.divergence == "renyi" and (proved_by := _part_by_part(spec.goal, bound, known, points)) is not None:
        return Outcome("", proved_by.conditions)
    return Outcome(said)


def _may_follow(goal: Goal, bound: Term, derived: Derived, points: Sequence[Mapping[str, Fraction]]) -> bool:
    """Is a claim below a derived bound at none of some points."""
    pair = compare_with_truth(goal, bound, _price_of(goal, derived))
    return not any(_is_less(pair, point) for point in points)


def _price_of(goal: Goal, derived: Derived) -> Term:
    """The mu^2 of a derived bound, which is of order 2 where the goal has no order."""
    if goal.divergence == "renyi" and goal.order is not None:
        return Call("/", (Call("*", (TWO, derived.bound)), goal.order))
    return derived.bound


def _is_less(pair: tuple[Term, Term], point: Mapping[str, object]) -> bool:
    with suppress(InputError, Undecided):
        return decide(Call("<", pair), point) == "true"
    return False


def _part_by_part(goal: Goal, bound: Term, known: Sequence[Derived], points: Sequence[Mapping[str, Fraction]]) -> Derived | None:
    """A claim with a minimum, proved with each of its parts in its place, from one of the known bounds; None where one has no proof."""
    least = next((one for one in calls(bound, bound=False) if one.head == "min" and len(one.args) == 2), None)
    problem = next((one.problem for one in known if one.problem is not None), None)
    if least is None or problem is None:
        return None
    parts = list[Derived]()
    for part in least.args:
        claim = exchanged(bound, least, part)
        tried = (_followed(one, claim, points) for one in known if _may_follow(goal, claim, one, points))
        found = next((one for one in tried if isinstance(one, Derived)), None) or _part_by_part(goal, claim, known, points)
        if found is None:
            return None
        parts.append(found)
    try:
        return smaller_of(parts[0], parts[1], problem, (bound, least))
    except (NoProof, Refusal):
        return None


def _in_a_corner(spec: Spec, bound: Term, derived: Derived, points: Sequence[dict[str, Fraction]]) -> (
        tuple[dict[str, Fraction], dict[str, Any]] | None):
    """A point at which the claim is false, found by the derived bound and decided by a pair; None where none was found."""
    if bound == derived.bound or not points or not _has_pair(spec, points[0]):
        return None
    square, far = _price_of(spec.goal, derived), list[dict[str, Fraction]]()
    with suppress(OutOfTime), share(CORNERS):
        for point in islice(corners(spec, *compare_with_truth(spec.goal, bound, square), points[:4]), MOST_CORNERS):
            if value_at(spec.process.steps, point) > MOST_IN_BALLS:
                far.append(point)
            elif _falls_below(spec, spec.goal, bound, point) and (worst := _worst(spec, point)) is not None:
                return point, worst
    for point in [] if derived.fallback else far[:1]:
        worst = _in_closed_form(spec, point, derived.library)
        if worst is not None and _is_below(spec.goal, bound, worst, point):
            return point, worst
    return None


def _in_closed_form(spec: Spec, point: Mapping[str, object], library: Library) -> dict[str, Any] | None:
    """What :func:`_worst` gives, where there are too many steps for a list: a pair in letters, and the proved formula of its mu^2.

    ``value`` is below what the formula is at the point, by a rounding.
    """
    process = spec.process
    if spec.algorithm is not None or spec.reading is not None or process.diameter is not None or process.release or process.every_iterate:
        return None
    found = derive(replace(spec, goal=Goal("gdp"), claim=None), library=library)
    if found.attainment is None or any(decide(condition, point) != "true" for condition in found.conditions):
        return None
    value = Fraction(enclose(found.mu_squared, point, FAR_DIGITS).lower)
    return {"pair": found.attainment.to_json(), "mu_squared": to_text(found.mu_squared), "value": rational_text(value)}


def _has_pair(spec: Spec, point: Mapping[str, object]) -> bool:
    """Is a pair of runs of the class known at a point."""
    with suppress(InputError, Undecided):
        return _worst(spec, point) is not None
    return False


def _followed(derived: Derived, bound: Term, points: Sequence[Mapping[str, Fraction]]) -> Derived | str:
    """A claim that the kernel accepted to follow from a derived bound, with its proof, or why it does not."""
    if bound == derived.bound and derived.verdict.accepted:
        return derived  # its own proof is one of the claim
    shown = f"the derived bound {to_text(derived.bound)} was not shown to be at most the claimed one"
    sequent = replace(derived.sequent, id="claim", conclusion=Call("renyi", (*arguments(derived.sequent.conclusion)[:4], bound)))
    theorems = {name: derived.library.statement(name).sequent for name in derived.verdict.theorems}
    try:
        b = Builder(sequent.scope(), theorems, count(free_label(derived.tree)))
        proof = unfolded(b, derived.tree, sequent.conclusion, lambda b, leaf: _weaken_bound(b, leaf, sequent.conclusion, points))
    except (NoProof, Refusal, InputError) as problem:  # such as a number that is too long for a formula of a proof
        return f"{shown}: {problem}"
    verdict = check(sequent, proof, theorems)
    if not verdict.accepted:
        return f"{shown}: the proof was refused: {verdict.reason}"
    return replace(derived, sequent=sequent, tree=proof, verdict=verdict, bound=bound)


def _weaken_bound(b: Builder, leaf: Step, claim: Term, points: Sequence[Mapping[str, Fraction]]) -> Step:
    """A claimed Rényi bound from a derived one."""
    (order, *_, P, Q, own), bound = arguments(term_of(leaf["conclusion"])), arguments(claim)[4]
    terms = {"alpha": order, "z": ZERO, "y": ZERO, "b": own, "d": bound, "P": P, "Q": Q}
    return spelled_out(b, own, claim, lambda b: b.have(
        b.fresh("sign"), b.figure("renyi-sign", leaf, alpha=order, z=ZERO, b=own, P=P, Q=Q), lambda b: Weakening(points).compared(
            b, claim, own, bound, lambda b: b.figure("monotone", leaf, conclude=claim, **terms))))
