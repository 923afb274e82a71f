"""What a statement gives at the parameters of a run: its epsilon, or why there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

from flint import fmpq

from pabisym.accounting.conversion import Converted, convert_bound
from pabisym.comparison.monotone import direction, monotone
from pabisym.comparison.reading import NOTHING, NotApplicableError, StatementAtRun
from pabisym.comparison.rows import DRAWN, IMPROVES, PLANNED, TRIED, StatementRow
from pabisym.comparison.vocabulary import STEP
from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import PabisymError
from pabisym.lang.budget import poll
from pabisym.lang.rational import rational_text, to_fraction
from pabisym.lang.term import TWO, Call, Number, Term, substitute
from pabisym.library.convert import GAUSSIAN_FORM, gaussian_bound, over_orders
from pabisym.library.point import decided_condition, numeric_bound, worst_verdict
from pabisym.library.twins import ORDER as ORDER_LETTER
from pabisym.numerics.enclosure import Enclosure
from pabisym.numerics.evaluator import Verdict
from pabisym.numerics.search import turning_point


def row_at(reading: StatementAtRun, status: str, digits: int) -> StatementRow:
    """What the statement says."""
    poll()
    reference = f"{reading.statement.reference.key}, {reading.statement.reference.label}"
    own = StatementRow(reading.statement.id, reading.statement.title, reference, status, about=reading.about)
    try:
        named = list(reading.assumed())
        judged = tuple(dict.fromkeys(kind for _, kind in named))
        return replace(_answer(reading, own, digits), assumes=tuple(name for name, _ in named), judged=judged)
    except PabisymError as problem:
        return replace(own, fails=str(problem))


def _answer(reading: StatementAtRun, own: StatementRow, digits: int) -> StatementRow:
    """The row filled in; raises :class:`~pabisym.errors.PabisymError` for a statement that says nothing."""
    if reading.planned:
        by_reflection = reading.statement.mentions("survival")  # of a gap chain
        how = _random_batches_row if reading.about == DRAWN else _reflection_row if by_reflection else _stages_row
        return how(reading, own, digits)
    reading.check()
    found = numeric_bound(reading.statement)
    if found is None or reading.conclusion is None:
        raise NotApplicableError(NOTHING)
    if reading.chosen and reading.choice == 1 and (best := _best_choice(reading, found.bound)) > 1:
        return _answer(replace(reading, choice=best), own, digits)
    bound = substitute(found.bound, reading.point)
    if reading.conclusion.head == "dp":
        return _level(reading, own, found.of, bound, digits)
    converted = _convert_bound(reading, bound, digits)
    order = {} if converted.order is None else {reading.free: ((), Number(converted.order))}
    if converted.order is None and reading.conclusion.head == "renyi":
        order = {reading.free: ((), TWO)}
    value, at = enclose(substitute(bound, order), {}, digits), reading.written(order)
    assumes = "; ".join(filter(None, (converted.assumes, TRIED if reading.chosen else "")))
    row = replace(own, epsilon=converted.value, of=found.of, bound=value, at=at, method=converted.method)
    return replace(row, lower_end_assumes=assumes)


def _stages_row(reading: StatementAtRun, own: StatementRow, digits: int) -> StatementRow:
    """What the best plan of stages that was found gives; its levels and bounds satisfy what the statement assumes of them."""
    single = reading.shared and "M" not in reading.setting.values  # in blocks of one step no map needs to be Lipschitz
    reading.check_batch()
    reading.check_steps()
    reading.check_steps_and_losses("lipschitz" if single else "")
    s, epoch = (exact_value(reading.value(text, "", ""), {}) for text in (STEP, "n/b"))
    H, v = reading.of_role("diameter of the images"), reading.of_role("variance")
    c = reading.of_role("contraction of a block") if reading.shared else fmpq(1)
    if H is None or v is None or s is None or c is None or min(H, v, s, c) <= 0:
        raise NotApplicableError("needs a positive diameter, contraction, gap and noise, given exactly")
    from pabisym.divergence.mixing_plan import GapsInEpochs, staged_epsilon  # numpy and scipy are loaded where they are used

    epochs = GapsInEpochs(int(epoch.p), reading.setting.shuffled) if epoch is not None and epoch.q == 1 else GapsInEpochs()
    if reading.shared and c == 1 and not single:
        raise NotApplicableError("is about contractions and expansions: c = 1 is that of pabisym/mixing-stages")
    steps, delta = int(reading.setting.values["T"].p), reading.setting.values["delta"]
    found = staged_epsilon(H**2 / v, s**2 / v, steps, delta, digits, epochs, c, single)
    if found is None:
        raise _no_plan(delta)
    plan = found.plan
    counts = ("K", "J", "N", "m") if reading.shared else ("K", "p", "J", "N", "m")
    at = reading.written({}) | {name: str(getattr(plan, name)) for name in counts}
    at |= {"q": rational_text(plan.gaps(plan.p) * s**2), "r": rational_text(plan.gaps(plan.N * plan.m) * s**2)}
    at["g"] = f"{rational_text(s)} in one of {epochs.length} steps{', anywhere in an epoch' if epochs.anywhere else ''}"
    at["e"] = ", ".join(map(rational_text, plan.levels))
    return _plan_row(own, found.epsilon, found.bounds[-1], at, digits)


def _reflection_row(reading: StatementAtRun, own: StatementRow, digits: int) -> StatementRow:
    """The same where the first stage is by reflection; a gap in every step is counted."""
    single = "M" not in reading.setting.values  # without smoothness each map is near the projection, and blocks have one step
    reading.check_batch()
    reading.check_steps()
    reading.check_steps_and_losses("lipschitz" if single else "")
    H, c, sigma = (reading.of_role(role) for role in ("diameter of the images", "contraction of a block", "noise"))
    s, o = (exact_value(reading.value(text, "", ""), {}) for text in (STEP, "2*eta*L" if single else "0"))
    if H is None or c is None or sigma is None or s is None or o is None or min(H, c, sigma, s) <= 0:
        raise NotApplicableError("needs a positive diameter, contraction, gap and noise, given exactly")
    from pabisym.divergence.gap_plan import WIDEST, Runs, gap_epsilon  # numpy and scipy are loaded where they are used

    if H / sigma > WIDEST:
        raise NotApplicableError(f"is tried up to a diameter of {rational_text(WIDEST)} standard deviations of the noise of a step")
    runs, delta = Runs(H / sigma, s / sigma, c, o / sigma, single), reading.setting.values["delta"]
    found = gap_epsilon(runs, int(reading.setting.values["T"].p), delta, digits)
    if found is None:
        raise _no_plan(delta)
    plan = found.plan
    at = reading.written({}) | {name: str(getattr(plan, name)) for name in ("M", "W", "J", "N", "m")}
    numbers = {"b": found.chance, "r": plan.N * plan.m * s**2, "o": o, "y": o / 2, "l": o / 2 if single else s}
    at |= {name: rational_text(value) for name, value in numbers.items()} | {"e": ", ".join(map(rational_text, plan.levels))}
    return _plan_row(own, found.epsilon, found.bounds[-1], at, digits)


def _random_batches_row(reading: StatementAtRun, own: StatementRow, digits: int) -> StatementRow:
    """The same for batches that are drawn at random."""
    values = reading.setting.values
    if values["b"] >= values["n"]:
        raise NotApplicableError("is about batches of some records: b < n is needed")
    reading.check_steps_and_losses("bounded")
    c, D, L = (reading.of_role(role) for role in ("contraction", "diameter", "Lipschitz constant"))
    if c is None or D is None or L is None or min(c, D, L) <= 0:
        raise NotApplicableError("needs a positive contraction, diameter and Lipschitz constant, given exactly")
    from pabisym.divergence.sampled_mixing_plan import sampled_plan  # numpy and scipy are loaded where they are used

    v = (values["eta"] * values["sigma"]) ** 2
    h, q, r = (c * D) ** 2 / v, values["b"] / values["n"], values["b"] * values["sigma"] / (2 * L)
    found = sampled_plan(h, q, r, int(values["T"].p), values["delta"], c)
    if found is None or not found.holds(h, q, r):
        raise _no_plan(values["delta"])
    at = reading.written({}) | {"J": str(found.J), "N": str(found.N), "m": str(found.m), "alpha": str(found.order)}
    at |= {"e": ", ".join(map(rational_text, found.levels)), "w": ", ".join(map(rational_text, found.slacks))}
    return _plan_row(own, enclose(Number(found.levels[-1]), {}, digits), found.bounds[-1], at, digits)


def _no_plan(delta: fmpq) -> NotApplicableError:
    return NotApplicableError(f"no plan of stages that was tried gives delta = {rational_text(delta)}")


def _plan_row(own: StatementRow, epsilon: Enclosure, delta: fmpq, at: dict[str, str], digits: int) -> StatementRow:
    """The row of a plan, which gives ``delta`` after its last stage."""
    bound = enclose(Number(delta), {}, digits)
    return replace(own, epsilon=epsilon, of="delta", bound=bound, at=at, method="the statement itself", lower_end_assumes=PLANNED)


def _best_choice(reading: StatementAtRun, bound: Term) -> int:
    """A number of steps for the letters to choose at which the bound is small, at the order 2, or at which a small level is enough."""
    if reading.conclusion is not None and reading.conclusion.head == "dp":
        return least_count(partial(_level_price, reading, bound), int(reading.setting.values["T"].p))
    two = {reading.free: ((), TWO)}

    def price(count: int) -> Fraction:
        here = substitute(substitute(bound, replace(reading, choice=count).point), two)
        return Fraction(enclose(here, {}, 8).upper)

    return least_count(price, int(reading.setting.values["T"].p))


def _level_price(reading: StatementAtRun, bound: Term, count: int) -> Fraction:
    """About the least level at which so many steps give delta; beyond all levels where none does, by what the bound is then."""
    delta = to_fraction(reading.setting.values["delta"])
    here = substitute(bound, replace(reading, choice=count).point)

    def told(level: Fraction) -> Fraction:
        return Fraction(enclose(substitute(here, {reading.free: ((), Number(level))}), {}, 8).upper)

    most = Fraction(2) ** 6
    if told(most) > delta:
        return most + told(most)
    bad, best = (Fraction(2) ** k for k in turning_point(lambda k: told(Fraction(2) ** k) > delta, -30, 6, 1))
    return turning_point(lambda level: told(level) > delta, bad, best, (best - bad) / 2**24)[1]


def _convert_bound(reading: StatementAtRun, bound: Term, digits: int) -> Converted:
    """The epsilon of a bound on a Rényi divergence or on mu^2."""
    delta = reading.setting.values["delta"]
    if reading.conclusion is not None and reading.conclusion.head == "gdp":
        return convert_bound(gaussian_bound(bound), delta, None, digits)
    if reading.free == ORDER_LETTER and reading.holds(fmpq(2)) and reading.kept.gaussian(reading.statement.id, reading.library):
        found = convert_bound(gaussian_bound(substitute(bound, {reading.free: ((), TWO)})), delta, None, digits)
        return replace(found, method=f"{GAUSSIAN_FORM}; {found.method}")
    renyi = over_orders(bound, reading.free, reading.holds, reading.failing)
    return convert_bound(renyi, delta, None, digits)


def _level(reading: StatementAtRun, own: StatementRow, of: str, bound: Term, digits: int) -> StatementRow:
    """The least level at which a statement about (epsilon, delta) gives the delta that is asked for, by halving."""
    delta = reading.setting.values["delta"]
    needed = list(reading.levelled.values())
    needed += [Call("<=", (bound, Number(delta)))] if of == "delta" else []

    def verdict(level: fmpq) -> Verdict:
        here = {reading.free: ((), Number(level))}
        try:
            return worst_verdict([decided_condition(substitute(term, here)) for term in needed])
        except PabisymError:
            return "undecided"

    bad, best = least_level(verdict, digits)
    if best is None:
        # the conditions that fail at very small or at very large levels
        far = [{reading.free: ((), Number(Fraction(2) ** power))} for power in (-30, 20)]
        hard = [name for name, term in reading.levelled.items() if any(decided_condition(substitute(term, end)) != "true" for end in far)]
        wanted = [*hard, *([f"gives delta = {rational_text(delta)}"] if of == "delta" else [])]
        raise NotApplicableError(f"no level of privacy that was tried fits: {'; '.join(wanted)}")
    ends = [{reading.free: ((), Number(level))} for level in (bad, best)]
    value = enclose(substitute(bound, ends[1]), {}, digits)
    epsilon = decimal_interval(bad, best, digits)
    if of == "epsilon":
        epsilon = Enclosure(enclose(substitute(bound, ends[0]), {}, digits).lower, value.upper, None, digits, 0)
    ways = (0, -1) if of == "delta" else (0, 1)
    falls = direction(bound, reading.free) in ways and all(monotone(term, reading.free) for term in needed)
    row = replace(own, epsilon=epsilon, of=of, bound=value, at=reading.written(ends[1]), method="the statement itself")
    return replace(row, lower_end_assumes="; ".join(filter(None, ("" if falls else IMPROVES, TRIED if reading.chosen else ""))))


def least_level(verdict: Callable[[fmpq], Verdict], digits: int) -> tuple[fmpq, fmpq | None]:
    """A value that is certainly not good, or 0, and one that certainly is, equal to some digits; None where none is found.

    Both are 0 where 0 certainly is good.
    """
    if verdict(fmpq(0)) == "true":
        return fmpq(0), fmpq(0)
    powers = [fmpq(2) ** k for k in range(-30, 21)]
    first = next((k for k, one in enumerate(powers) if verdict(one) == "true"), None)
    if first is None:
        return fmpq(0), None
    bad, best = (powers[first - 1] if first else fmpq(0)), powers[first]
    if bad > 0:
        bad, best = turning_point(lambda level: verdict(level) != "true", bad, best, fmpq(0), digits)
    while bad > 0 and verdict(bad) != "false":
        bad = max(fmpq(0), 2 * bad - best)
    return bad, best


def least_count(price: Callable[[int], Fraction], top: int) -> int:
    """A count from 1 to ``top`` with a small price: the least among powers of two, then by thirds between its neighbours."""
    tried = {count: price(count) for count in {*(1 << k for k in range(top.bit_length())), top}}
    near = sorted(tried)
    place = near.index(min(near, key=lambda count: tried[count]))
    low, high = near[max(place - 1, 0)], near[min(place + 1, len(near) - 1)]
    while high - low > 2:
        left, right = low + (high - low) // 3, high - (high - low) // 3
        tried |= {left: price(left), right: price(right)}
        low, high = (low, right) if tried[left] <= tried[right] else (left, high)
    tried |= {count: price(count) for count in range(low, high + 1)}
    return min(sorted(tried), key=lambda count: tried[count])


def decimal_interval(low: fmpq, high: fmpq, digits: int) -> Enclosure:
    """Decimal ends around an interval."""
    ends = [enclose(Number(end), {}, digits + 2) for end in (low, high)]
    return Enclosure(ends[0].lower, ends[1].upper, None, digits, 0)
