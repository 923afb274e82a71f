"""Replay of certificates for shift allocations.

A certificate states an instance (contractions ``c_t``, gaps ``s_t``, noise variances ``v_t`` for t = 1..T, a
start shift ``z_0``, maybe a diameter D), an answer, and the rule instances that derive it.  The checker derives
every judgement anew and compares it with what is stated: nothing it reads is believed, every field is read.

Judgements, for processes X, X' of the instance, Gaussian noise and every order alpha:

    S(t, z, V)   D_alpha^(z)(X_t || X'_t) <= alpha/2 V,  D^(z)(X || Y) = inf { D(U || Y) : W_inf(X, U) <= z }
    P(t, m, N)   some pair of the class has, at step t, Gaussian laws of one variance N with means m apart

S(T, 0, V) is the bound alpha V / 2.  P(T, m, N) with m^2 / N = V shows that no smaller one holds over the
class (without a diameter, from the restart on); with m > 0 = N it shows that none holds at all.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from flint import fmpq

FORMAT, VERSION = "pabisym-allocation-certificate", 1
_NUMBER = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")
_TOP = ("format", "version", "instance", "answer", "rules")
_INSTANCE = ("steps", "contraction", "gap", "noise_variance", "start_shift", "diameter")
_OWN = (*_INSTANCE, "allocation")
_OPTIMAL = ("status", "arithmetic", "value", "allocation", "shift", "blocks", "restart", "worst_case")
_FEASIBLE = ("status", "arithmetic", "value", "shift", "restart")
_INFINITE = ("status", "reason", "worst_case")
_ZERO = fmpq(0)
_Step: TypeAlias = "tuple[Callable[..., Any], Sequence[fmpq]]"
_Vertex: TypeAlias = "tuple[fmpq, fmpq, fmpq | None]"


class AllocationReplay(NamedTuple):
    """What was decided: ``conclusion`` says what is proved, ``reason`` why a certificate is rejected."""

    accepted: bool
    conclusion: str
    reason: str


class Shifted(NamedTuple):
    """The judgement S(t, z, V)."""

    shift: fmpq
    cost: fmpq


class Pair(NamedTuple):
    """The judgement P(t, m, N)."""

    mean: fmpq
    variance: fmpq


class _ProofError(Exception):
    """The certificate proves nothing; the text says why."""


class _Process(NamedTuple):
    steps: list[tuple[fmpq, fmpq, fmpq]]
    start: fmpq
    diameter: fmpq | None


def start(premise: None, z: fmpq) -> Shifted:
    """The hypothesis on the start: W_inf(X_0, X'_0) <= z, so X_0 is X'_0 up to a shift of z.

    .. code-block:: text

        --------------
        S(0, z_0, 0)
    """
    return Shifted(z, _ZERO)


def diameter(premise: Shifted, bound: fmpq) -> Shifted:
    """Both processes live in a set of diameter D, so that a shift of D joins any two laws at no cost.

    .. code-block:: text

        S(t, z, V)
        ---------------------
        S(t, min(D, z), V)
    """
    return Shifted(min(bound, premise.shift), premise.cost)


def contraction(premise: Shifted, c: fmpq, s: fmpq) -> Shifted:
    """c-Lipschitz maps that differ by at most s: feldman2018/lemma-21, for two maps.

    .. code-block:: text

        S(t, z, V)
        ----------------------     before the noise of step t + 1
        S(t + 1, c z + s, V)
    """
    return Shifted(c * premise.shift + s, premise.cost)


def shift_reduction(premise: Shifted, a: fmpq, v: fmpq) -> Shifted:
    """Gaussian noise of variance v: feldman2018/lemma-20, with R_alpha(a) = alpha/2 a^2 / v.

    .. code-block:: text

        S(t, z, V)                     before the noise of step t
        --------------------------     0 <= a <= z;  v > 0 or a = 0
        S(t, z - a, V + a^2 / v)
    """
    _require(0 <= a <= premise.shift and (v > 0 or a == 0), "shift-reduction: not 0 <= a <= z, or no noise")
    return Shifted(premise.shift - a, premise.cost + (a * a / v if a else 0))


def pair(premise: None, z: fmpq, *bounds: fmpq) -> Pair:
    """Two points as far apart as the hypotheses allow.

    .. code-block:: text

        -----------------------
        P(0, min(z_0, D), 0)
    """
    return Pair(min((z, *bounds)), _ZERO)


def linear(premise: Pair, slope: fmpq, c: fmpq, s: fmpq, v: fmpq) -> Pair:
    """The maps x -> c' x + s and x -> c' x, then Gaussian noise of variance v.

    .. code-block:: text

        P(t, m, N)
        --------------------------------     0 <= c' <= c
        P(t + 1, c' m + s, c'^2 N + v)
    """
    _require(0 <= slope <= c, "linear: the pair is not in the class")
    return Pair(slope * premise.mean + s, slope * slope * premise.variance + v)


def replay(data: object) -> AllocationReplay:
    """Decide a certificate, given as the plain data that its JSON text stands for.

    Whatever is given, the answer is a verdict; nothing is raised.
    """
    try:
        top = _object(data, "certificate", _TOP)
        _same(top["format"], FORMAT, "format")
        _same(top["version"], VERSION, "version")
        status = _table(top["answer"], "answer").get("status")
        if type(status) is not str or status not in _DECISIONS:
            raise _ProofError("answer.status: unknown")
        return AllocationReplay(True, _DECISIONS[status](top["instance"], top["answer"], top["rules"]), "")
    except _ProofError as error:
        return AllocationReplay(False, "", str(error))


def infinite_reason(step: int) -> str:
    """Why no bound holds: the first ``step`` whose gap cannot be paid (0: the start shift)."""
    what = f"the gap at step {step}" if step else "the start shift"
    return f"{what} survives to the end and no noise comes after it"


def _optimal(instance: object, stated: object, rules: object) -> str:
    """The bound, the pair that its blocks stand for and that attains it, and that no restart does better."""
    process, answer = _process(instance, _INSTANCE), _object(stated, "answer", _OPTIMAL)
    allocation = _numbers(answer["allocation"], len(process.steps), "answer.allocation")
    restart, value, shift = _bound(process, answer, allocation, rules)
    worst = _object(answer["worst_case"], "answer.worst_case", ("contraction", "value"))
    slopes = _numbers(worst["contraction"], len(allocation), "answer.worst_case.contraction")
    expected, end = _slopes(process, restart, answer["blocks"], allocation), Pair(shift, _ZERO)
    _require(slopes == expected, "answer.worst_case.contraction: not what the blocks say")
    for slope, step in list(zip(slopes, process.steps, strict=True))[restart:]:
        end = linear(end, slope, *step)
    attained = end.mean * end.mean == value * end.variance and (end.variance > 0 or value == 0)
    _require(attained, "answer.worst_case: the pair does not attain the value")
    _same(worst["value"], str(value), "answer.worst_case.value")
    if process.diameter is not None:
        best = _best(process.steps, process.start, process.diameter)
        _require(best == (value, restart), "answer.restart: another is better")
    where = f" from the restart at step {restart}" if restart else ""
    return f"sum a_t^2/sigma_t^2 = {value}, attained{where}"


def _feasible(instance: object, stated: object, rules: object) -> str:
    """The bound that the allocation given with the instance proves."""
    given, answer = _object(instance, "instance", _OWN), _object(stated, "answer", _FEASIBLE)
    process = _process(given, _OWN)
    allocation = _numbers(given["allocation"], len(process.steps), "instance.allocation")
    return f"sum a_t^2/sigma_t^2 = {_bound(process, answer, allocation, rules)[1]}, an upper bound"


def _infinite(instance: object, stated: object, rules: object) -> str:
    """A pair with different means and no noise; within D > 0, constant maps replace gaps that are too large."""
    process, answer = _process(instance, _INSTANCE), _object(stated, "answer", _INFINITE)
    worst = _object(answer["worst_case"], "answer.worst_case", ("contraction", "value"))
    _same(worst["value"], "inf", "answer.worst_case.value")
    slopes = _numbers(worst["contraction"], len(process.steps), "answer.worst_case.contraction")
    bounds = [] if process.diameter is None else [process.diameter]
    steps = [(linear, (slope, *step)) for slope, step in zip(slopes, process.steps, strict=True)]
    end = _replay_rules(rules, [(pair, (process.start, *bounds)), *steps])[-1]
    _require(end.mean > 0 and end.variance == 0 and process.diameter != 0, "answer.status: not infinite")
    entries = [process.start, *(s for _, s, _ in process.steps)]
    after = max((t + (v > 0) for t, (c, _, v) in enumerate(process.steps, 1) if c == 0 or v > 0), default=0)
    reason = infinite_reason(next(t for t in range(after, len(entries)) if entries[t]))
    _same(answer["reason"], reason, "answer.reason")
    return f"the divergence is infinite: {reason}"


def _bound(p: _Process, answer: dict[str, Any], a: list[fmpq], rules: object) -> tuple[int, fmpq, fmpq]:
    """Replay the derivation of the bound: the restart, the value, and the shift from which the restart begins."""
    _same(answer["arithmetic"], "exact", "answer.arithmetic")
    bounds: list[_Step] = [] if p.diameter is None else [(diameter, (p.diameter,))]
    restart = _integer(answer["restart"], 0, len(a) * len(bounds), "answer.restart")
    _require(not any(a[:restart]), "answer.allocation: something is paid before the restart")
    steps: list[_Step] = [(start, (p.start,)), *bounds]
    ends = [len(steps) - 1]
    for t, (c, s, v) in enumerate(p.steps):
        steps += [(contraction, (c, s)), (shift_reduction, (a[t], v)), *(bounds if t < restart else ())]
        ends.append(len(steps) - 1)
    judgements = _replay_rules(rules, steps)
    shift = [judgements[end].shift for end in ends]
    _require(_numbers(answer["shift"], len(a), "answer.shift") == shift[1:], "answer.shift: not what is derived")
    _require(shift[-1] == 0, "answer.shift: the last is not 0")
    _require(_number(answer["value"], "answer.value") == judgements[-1].cost, "answer.value: not the cost")
    return restart, judgements[-1].cost, shift[restart]


def _replay_rules(rules: object, steps: list[_Step]) -> list[Any]:
    """Apply the rule instances that the instance calls for in turn, each compared with the certificate's."""
    stated, judgements = _list(rules, "rules"), [None]
    _require(len(stated) == len(steps), f"rules: not {len(steps)} rule instances")
    for position, (given, (rule, data)) in enumerate(zip(stated, steps, strict=True)):
        wanted = [rule.__name__.replace("_", "-"), *map(str, data)]
        plain = type(given) is list and all(type(item) is str for item in given)
        _require(plain and given == wanted, f"rules[{position}]: not the {wanted[0]} of its step")
        judgements.append(rule(judgements[-1], *data))
    return judgements[1:]


def _slopes(process: _Process, restart: int, blocks: object, a: list[fmpq]) -> list[fmpq]:
    """Check that the blocks cover the steps, that their slopes increase and pay a; the pair's contractions."""
    slopes, units, weight = [c for c, _, _ in process.steps], [], fmpq(1)
    for c, _, v in reversed(process.steps):
        units.append(weight * v)
        weight *= c
    units.reverse()
    end, previous = restart, _ZERO
    for number, stated in enumerate(_list(blocks, "answer.blocks")):
        where = f"answer.blocks[{number}]"
        block = _object(stated, where, ("first", "last", "slope"))
        first = _integer(block["first"], end + 1, end + 1, f"{where}.first")
        last = _integer(block["last"], first, len(a), f"{where}.last")
        slope, steps = _number(block["slope"], f"{where}.slope"), range(first - 1, last)
        _require(number == 0 or slope > previous, f"{where}.slope: does not increase")
        _require(all(a[t] == units[t] * slope for t in steps), f"{where}.slope: not what is paid")
        _require(slope == 0 or any(units[t] for t in steps), f"{where}.slope: without noise it is 0")
        slopes[first - 1] *= previous / slope if number else 1
        end, previous = last, slope
    _require(end == len(a), "answer.blocks: do not cover the steps")
    return slopes


def _best(steps: list[tuple[fmpq, fmpq, fmpq]], z: fmpq, bound: fmpq) -> tuple[fmpq, int] | None:
    """The least value over all restarts, and the first restart that has it.

    From the end on, ``hull`` is the lower hull of the points (x, y) = -(sum w^2 v, sum w s) over the later
    steps, with the cost from each vertex to the end (None: infinite).  Slopes increase along a path, so by weak
    duality no allocation costs less than the path from where a restart begins; its own allocation costs as much.
    """
    distances, x, y, weight = [min(z, bound)], _ZERO, _ZERO, fmpq(1)
    for c, s, _ in steps:
        distances.append(min(c * distances[-1] + s, bound))
    hull: list[_Vertex] = [(_ZERO, _ZERO, _ZERO)]
    best: tuple[fmpq, int] | None = None
    for t in range(len(steps), -1, -1):
        cost = _join_hull(hull, x, y - weight * distances[t])[1]
        if cost is not None and (best is None or cost <= best[0]):
            best = cost, t
        kept, cost = _join_hull(hull, x, y)
        hull[kept + 1 :] = [(x, y, cost)]
        c, s, v = steps[t - 1] if t else (_ZERO, _ZERO, _ZERO)
        x, y, weight = x - weight * weight * v, y - weight * s, weight * c
    return best


def _join_hull(hull: list[_Vertex], x: fmpq, y: fmpq) -> tuple[int, fmpq | None]:
    """The first vertex on the convex path from a point left of the hull to its end, and the path's cost."""

    def passed(index: int) -> bool:
        (x1, y1, _), (x0, y0, _) = hull[index], hull[index - 1]
        return bool((y0 - y1) * (x1 - x) <= (y1 - y) * (x0 - x1))

    index = bisect_left(range(1, len(hull)), True, key=passed)
    run, rise, cost = hull[index][0] - x, hull[index][1] - y, hull[index][2]
    if cost is None or (run == 0 and rise > 0):
        return index, None
    return index, cost + rise * rise / run if run else cost


def _process(value: object, keys: Sequence[str]) -> _Process:
    """Read the hypotheses; all data are non-negative."""
    instance = _object(value, "instance", keys)
    length = _integer(instance["steps"], 0, 10**9, "instance.steps")
    lists = [_numbers(instance[key], length, f"instance.{key}") for key in _INSTANCE[1:4]]
    z, bound = _number(instance["start_shift"], "instance.start_shift"), instance["diameter"]
    bound = None if bound is None else _number(bound, "instance.diameter")
    _require(min(map(min, [*filter(None, lists), [z, bound or z]])) >= 0, "instance: a number is negative")
    return _Process(list(zip(*lists, strict=True)), z, bound)


def _table(value: object, where: str) -> dict[str, Any]:
    if type(value) is not dict or any(type(key) is not str for key in value):
        raise _ProofError(f"{where}: not an object")
    return value


def _object(value: object, where: str, keys: Sequence[str]) -> dict[str, Any]:
    _require(set(table := _table(value, where)) == set(keys), f"{where}: the keys are not {', '.join(keys)}")
    return table


def _list(value: object, where: str) -> list[Any]:
    if type(value) is not list:
        raise _ProofError(f"{where}: not a list")
    return value


def _integer(value: object, low: int, high: int, where: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise _ProofError(f"{where}: not an integer from {low} to {high}")
    return value


def _number(value: object, where: str) -> fmpq:
    if type(value) is str and _NUMBER.fullmatch(value) and str(number := fmpq(value)) == value:
        return number
    raise _ProofError(f"{where}: not a rational in lowest terms")


def _numbers(value: object, length: int, where: str) -> list[fmpq]:
    _require(len(values := _list(value, where)) == length, f"{where}: not {length} numbers")
    return [_number(item, f"{where}[{position}]") for position, item in enumerate(values)]


def _same(value: object, wanted: str | int, where: str) -> None:
    _require(type(value) is type(wanted) and value == wanted, f"{where}: not {wanted}")


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise _ProofError(reason)


_DECISIONS = {"optimal": _optimal, "feasible": _feasible, "infinite": _infinite}
