"""The inverse questions: for a target epsilon the least noise multiplier, the most epochs, the largest batch or learning rate.

The number that is returned meets the target, which is decided by the whole answer there.  The search assumes that epsilon is monotone
between
the points that it tries, so that "least" and "most" are about them: a neighbour that misses the target is named where one was seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import fmpq

from pabisym.accounting.training import sampling_arguments
from pabisym.errors import InputError, Undecided
from pabisym.lang.budget import poll
from pabisym.lang.rational import rational, rational_text, short, short_number
from pabisym.library.library import Library
from pabisym.numerics.search import doubled_until, turning_point
from pabisym.spec.configuration import CHECKPOINTS, FIXED_SIZE, LAST, RANDOM, STRONGLY_CONVEX, TARGET, Configuration, plain
from pabisym.training.hidden import hidden_row, subsets_row
from pabisym.training.hypotheses import last_place, of_every_run
from pabisym.training.known import VALUE, Privacy, answer
from pabisym.training.row import PrivacyRow
from pabisym.training.rows import least, rows_of

NOISE, EPOCHS, BATCH, RATE = "noise-multiplier", "epochs", "batch", "learning-rate"
SOLVED = (NOISE, EPOCHS, BATCH, RATE)
"""What can be solved for."""
DIGITS = 4
"""Significant digits of a noise multiplier or a learning rate that is found."""
MOST_EPOCHS = 10**6
DOUBLINGS = 40
LEAST_NOISE = fmpq(1, 64)
"""Least noise multiplier that is tried for hidden batches and for phases."""


@dataclass(frozen=True)
class _ValueSearch:
    """Runs with one value open, which values meet the target, and what to say of them."""

    given: Mapping[str, object]
    key: str
    target: Fraction
    library: Library
    option: str
    progress: Callable[[str], None] | None

    def run(self, value: fmpq) -> Configuration:
        return Configuration.of({**self.given, self.key: value}, self.option)

    def meets(self, value: fmpq) -> bool:
        poll()
        if self.progress is not None:
            self.progress(f"{self.key.replace('_', ' ')} {plain(value)}")
        row = least(list(rows_of(self.run(value), self.library, quick=True)))
        return row is not None and row.upper <= self.target


def solve(given: Mapping[str, object], target: object, what: str, library: Library, progress: Callable[[str], None] | None = None,
          option: str = "") -> Privacy:
    """The answer at the value that was solved for: ``what`` is one of :data:`SOLVED`, left out of ``given``.

    ``target`` > 0 is an exact epsilon, in nats.  Raises :class:`~pabisym.errors.InputError` for a target that is none, for a value that is
    given although it is solved for, and :class:`~pabisym.errors.Undecided` where no value is found that meets the target.
    """
    place = f"{option}target-epsilon" if option else TARGET
    if target is None:
        raise InputError(place, "is missing", f"give the epsilon for which {what} is sought")
    if what not in SOLVED:
        problem, cure = f"{what[:40]!r} is nothing that is solved for", f"give one of {', '.join(SOLVED)}"
        raise InputError(f"{option}solve" if option else "solve", problem, cure)
    level = rational(target, place)
    if level <= 0:
        raise InputError(place, f"{short(level)} is not positive", "give an epsilon above 0")
    key = what.replace("-", "_")
    if given.get(key) is not None:
        raise InputError(f"{option}{what}" if option else key, "is given although it is solved for", "leave it out")
    if what == EPOCHS and given.get("steps") is not None:
        raise InputError(f"{option}steps" if option else "steps", "is given although epochs are solved for", "leave it out")
    search = _ValueSearch(given, key, Fraction(int(level.p), int(level.q)), library, option, progress)
    found, next_one = _accounted(search) or {NOISE: _least_real, RATE: _most_real}.get(what, _most_count)(search)
    whole = answer(search.run(found), library, progress)
    if whole.best is None or whole.best.upper > search.target:
        raise Undecided(f"{what}: the epsilon at {plain(found)} is not below the target for certain")
    word = "least noise multiplier" if what == NOISE else "most epochs" if what == EPOCHS else f"largest {what.replace('-', ' ')}"
    beyond = "" if next_one is None else f" (at {plain(next_one, 6)} it is missed)"
    return replace(whole, solved={f"{word} for ε ≤ {plain(level)}": f"{plain(found, 6)}{beyond}", VALUE: rational_text(found)})


def _accounted(search: _ValueSearch) -> tuple[fmpq, fmpq | None] | None:
    """The least noise multiplier of random batches where the accountant alone applies, by its own search; None for other questions."""
    if search.key != "noise_multiplier":
        return None
    run = search.run(fmpq(1))
    further = run.diameter is not None or run.loss == STRONGLY_CONVEX  # bounds that may be less than those of this search
    if run.sampling not in RANDOM or (run.sampling == FIXED_SIZE and run.release == LAST and further):
        return None
    from pabisym.accounting.accountant import least_noise_multiplier

    if search.progress is not None:
        search.progress("accounting")
    found = least_noise_multiplier(epsilon=search.target, delta=run.delta, steps=run.steps, digits=DIGITS, **sampling_arguments(run))
    enough = rational(found.noise_multiplier, "noise")

    def hidden(noise: fmpq) -> PrivacyRow | None:
        run = search.run(noise)
        return least([one for one in (hidden_row(run, tuple(of_every_run(run))), subsets_row(run, ())) if one is not None])

    if run.release in (LAST, CHECKPOINTS) and (less := less_noise(hidden, search.target, enough, search.progress)) is not None:
        return less
    return enough, None if found.lower is None else rational(found.lower, "noise")


def less_noise(best: Callable[[fmpq], PrivacyRow | None], target: Fraction, enough: fmpq,
               progress: Callable[[str], None] | None = None) -> tuple[fmpq, fmpq | None] | None:
    """Less noise than is ``enough`` at which the ``best`` row meets a target, and the next one, which misses it; None where no row does.

    Epsilon is about a power of the noise between two points, so that a few of them suffice.
    """
    def over(noise: fmpq) -> float:
        poll()
        if progress is not None:
            progress(f"noise multiplier {plain(noise)}")
        row = best(noise)
        return math.inf if row is None else math.log(float(row.upper / target))

    good, bad, at_good = enough, None, over(enough)
    if at_good > 0:
        return None
    while bad is None:
        if good < LEAST_NOISE:
            problem = f"{short_number(target)} is met with every noise multiplier down to {plain(LEAST_NOISE)}"
            raise InputError("epsilon", problem, "ask for a smaller one, or give the noise")
        lower = good * fmpq(7, 10)
        value = over(lower)
        good, at_good, bad, at_bad = (lower, value, None, 0.0) if value <= 0 else (good, at_good, lower, value)
    step = last_place(bad, DIGITS)
    low, high = int((bad / step).floor()), int((good / step).ceil())
    while high - low > 1:
        share = at_bad / (at_bad - at_good) if math.isfinite(at_bad) else 0.5
        middle = min(max(low + math.ceil((high - low) * min(max(share, 0.02), 0.98)), low + 1), high - 1)
        value = over(middle * step)
        low, at_bad, high, at_good = (low, at_bad, middle, value) if value <= 0 else (middle, value, high, at_good)
    return high * step, low * step


def _least_real(search: _ValueSearch) -> tuple[fmpq, fmpq | None]:
    """About the least value that meets the target, to :data:`DIGITS` digits, and the next smaller one, which misses it."""
    good = fmpq(1)
    for _ in range(DOUBLINGS):
        if search.meets(good):
            break
        good *= 2
    else:
        raise Undecided(f"{search.key}: no value up to {plain(good)} meets the target")
    bad = good / 2
    while bad > fmpq(1, 2**DOUBLINGS) and search.meets(bad):
        good, bad = bad, bad / 2
    step = last_place(bad, DIGITS)
    low, high = turning_point(lambda k: not search.meets(k * step), int((bad / step).floor()), int((good / step).ceil()), 1)
    return high * step, low * step


def _most_real(search: _ValueSearch) -> tuple[fmpq, fmpq | None]:
    """About the largest value that meets the target, and the next one, which misses it."""
    powers = [fmpq(2) ** k for k in range(10, -21, -1)]
    place = next((k for k, one in enumerate(powers) if search.meets(one)), None)
    if place is None:
        raise Undecided(f"{search.key}: no value from {plain(powers[-1])} to {plain(powers[0])} that was tried meets the target")
    if place == 0:
        return powers[0], None
    good, bad = powers[place], powers[place - 1]
    step = last_place(good, DIGITS)
    low, high = turning_point(lambda k: search.meets(k * step), int((good / step).floor()), int((bad / step).ceil()), 1)
    return (low * step if search.meets(low * step) else good), high * step


def _most_count(search: _ValueSearch) -> tuple[fmpq, fmpq | None]:
    """The largest count that meets the target, and the next one, which misses it; None where the largest that is tried meets it."""
    top = MOST_EPOCHS if search.key == EPOCHS else int(rational(search.given.get("examples", 1), "examples").p)
    if not search.meets(fmpq(1)):
        raise Undecided(f"{search.key}: not even 1 meets the target; more noise is needed")
    low, high = doubled_until(lambda count: count > top or not search.meets(fmpq(count)), 1, 2)
    if high > top:
        if search.meets(fmpq(top)):
            return fmpq(top), None
        high = top
    low, high = turning_point(lambda count: search.meets(fmpq(count)), low, high, 1)
    return fmpq(low), fmpq(high)
