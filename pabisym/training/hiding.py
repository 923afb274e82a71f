"""Where hiding the iterates begins to help a run, and by how much: the last iterate beside all of them, one value moved at a time.

The values are the diameter of the domain, the weight decay, the learning rate, and how batches are made and what is released.  Every number
is a guarantee for the run with that value, as :func:`pabisym.training.known.answer` gives it; what is between two values was not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt

from flint import fmpq

from pabisym.errors import InputError, PabisymError
from pabisym.lang.budget import OutOfTime, poll, share
from pabisym.lang.rational import rational_text
from pabisym.lang.tables import Tabled
from pabisym.library.library import Library
from pabisym.numerics.enclosure import Enclosure, interval_json
from pabisym.spec.configuration import (
    ALL,
    CHECKPOINTS,
    CONVEX,
    CYCLIC,
    EPOCHS,
    FIXED_SIZE,
    LAST,
    POISSON,
    RANDOM,
    SHUFFLED,
    Configuration,
    plain,
)
from pabisym.training import hypotheses as said
from pabisym.training.hypotheses import PROMISED, RunHypothesis, rounded_down
from pabisym.training.row import PrivacyRow
from pabisym.training.rows import least, optimum_row, rows_of

DIAMETER, DECAY, RATE = "diameter", "weight_decay", "learning_rate"
"""The values that are moved."""
FACTOR = 4
"""From one diameter, weight decay or learning rate to the next."""
COUNT = 4
"""Values of each."""
HALVINGS = 2
"""How often the gap between a value that helps and one that does not is halved."""
CLEARLY = Fraction(99, 100)
"""Of what it is compared with: what is below is said to be less."""
SAMPLINGS, RELEASES = (POISSON, FIXED_SIZE, CYCLIC, SHUFFLED), (ALL, CHECKPOINTS, LAST)


@dataclass(frozen=True)
class MapPoint:
    """The guarantee of the last iterate where one thing has a ``value``: ``epsilon`` by ``by``."""

    value: fmpq
    epsilon: Enclosure
    by: str

    @property
    def upper(self) -> Fraction:
        """The guarantee."""
        return Fraction(self.epsilon.upper)


@dataclass(frozen=True)
class MapAxis:
    """One thing that is moved, and the points; ``begins`` is the point from which on, as far as was looked, moving it helps."""

    key: str
    points: tuple[MapPoint, ...]
    begins: MapPoint | None = None


@dataclass(frozen=True)
class HidingMap(Tabled):
    """The last iterate beside all iterates of a ``run``: ``composed`` is the guarantee for all, ``last`` that of the last one.

    ``assumed`` is what the run did not promise and the map does; ``cells`` are guarantees by how batches are made and what is released.
    """

    run: Configuration
    composed: PrivacyRow
    last: PrivacyRow
    axes: tuple[MapAxis, ...]
    cells: Mapping[tuple[str, str], PrivacyRow]
    assumed: tuple[str, ...] = ()
    unfinished: str = ""

    @property
    def rows(self) -> tuple[dict[str, object], ...]:
        """All points and cells as rows."""
        points = [(axis.key, rational_text(one.value), one.epsilon, one.by) for axis in self.axes for one in axis.points]
        cells = [("sampling and release", f"{sampling}, {release}", row.epsilon, row.id)
                 for (sampling, release), row in self.cells.items() if row.epsilon is not None]
        return tuple({"what": what, "value": value, "epsilon": interval_json(epsilon), "by": by}
                     for what, value, epsilon, by in (*points, *cells))

    @property
    def promises(self) -> tuple[RunHypothesis, ...]:
        """What the last iterate's guarantee needs and only its user can ensure."""
        return tuple(one for one in self.last.hypotheses if one.state == PROMISED)

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym privacy --map --json``."""
        begins = {axis.key: axis.begins and {"value": rational_text(axis.begins.value), "epsilon": interval_json(axis.begins.epsilon)}
                  for axis in self.axes}
        ends = [None if row.epsilon is None else interval_json(row.epsilon) for row in (self.composed, self.last)]
        return {"configuration": self.run.to_json(), "all_iterates": ends[0], "last_iterate": ends[1], "by": self.last.id, "begins": begins,
                "rows": list(self.rows), "assumed": list(self.assumed), "promises": [one.to_json() for one in self.promises],
                "unfinished": self.unfinished}


def hiding_map(run: Configuration, library: Library, progress: Callable[[str], None] | None = None) -> HidingMap:
    """The map of a run; what the time does not suffice for is left out, and ``unfinished`` says so.

    Raises :class:`~pabisym.errors.InputError` for a run whose learning rate is not known.
    """
    if run.learning_rate is None:
        raise InputError("--learning-rate", "is missing", "the last iterate depends on it")
    own, assumed = _promising(run)
    tell = progress or (lambda _: None)
    tell("map: the run itself")
    rows = list(rows_of(own, library, quick=True))
    composed = min((row for row in rows if row.applies and row.about == "all iterates"), key=lambda row: row.upper, default=None)
    last = least(rows)
    if composed is None or last is None:
        raise InputError("--map", "no bound applies to this run", "see pabisym privacy without it for why")
    axes, cells, unfinished = list[MapAxis](), dict[tuple[str, str], PrivacyRow](), ""
    try:
        with share(0.9):
            axes.append(_axis(DIAMETER, own, last, library, tell))
            known = {(own.sampling, LAST): last, (own.sampling, ALL): composed}
            for key, value in _cells(own, known, library, tell):
                cells[key] = value
            axes += [_axis(name, own, last, library, tell) for name in (DECAY, RATE)]
    except OutOfTime as late:
        unfinished = f"the map is not complete: {late}"
    return HidingMap(own, composed, last, tuple(axes), cells, assumed, unfinished)


def _promising(run: Configuration) -> tuple[Configuration, tuple[str, ...]]:
    """The run whose last iterate is released, with convex and smooth losses where nothing is promised of them; and what was added."""
    own, added = run.changed(release=LAST, checkpoints=None), list[str]()
    if not said.is_contractive(run):
        own = own.changed(loss=CONVEX, strong_convexity=fmpq(0))
        added.append("every loss is convex and never clipped, or depends on one linear score")
    if run.smoothness is None:
        rate = run.learning_rate or fmpq(1)
        smooth = rounded_down(max(1 / rate - run.weight_decay, 1 / (2 * rate)))
        own = own.changed(smoothness=smooth)
        added.append(f"every loss is {plain(smooth)}-smooth")
    if run.momentum != 0:
        own = own.changed(momentum=fmpq(0))
        added.append("there is no momentum")
    return own, tuple(added)


def _axis(name: str, run: Configuration, now: PrivacyRow, library: Library, tell: Callable[[str], None]) -> MapAxis:
    """The points of one thing that is moved, and where it begins to help."""
    points = list[MapPoint]()
    for value in values_of(name, run):
        poll()
        tell(f"map: {name.replace('_', ' ')} {plain(value)}")
        found = moved(name, value, run, now, library)
        if found is not None and name == DIAMETER and points and points[-1].upper < found.upper:
            found = replace(points[-1], value=value)  # a set of a smaller diameter is one of this diameter at most
        if found is not None:
            points.append(found)
    goal = now.upper * CLEARLY
    first = next((k for k, one in enumerate(points) if one.upper < goal), None)
    begins = None if first is None else points[first]
    if first and begins is not None:
        misses = points[first - 1].value
        for _ in range(HALVINGS):
            middle = _round((misses + begins.value) / 2)
            found = moved(name, middle, run, now, library)
            if found is not None and found.upper < goal:
                begins = found
            else:
                misses = middle
        points.append(begins)
    return MapAxis(name, tuple(sorted({one.value: one for one in points}.values(), key=lambda one: one.value)), begins)


def moved(name: str, value: fmpq, run: Configuration, now: PrivacyRow, library: Library, *, quick: bool = False) -> MapPoint | None:
    """The last iterate's guarantee where one thing has another value; ``now`` is that of the run itself, None where nothing applies.

    Where batches come in an order, ``quick`` looks at the exact optimum of the shift allocation alone.
    """
    if getattr(run, name) == value and now.epsilon is not None:
        return MapPoint(value, now.epsilon, now.id)
    other = run.changed(**{name: value})
    rows = list[PrivacyRow]()
    with suppress(PabisymError):
        if name == DIAMETER and run.sampling in RANDOM:  # hidden batches know no domain: only mixing does
            from pabisym.training.mixing import mixing_row

            mixed = mixing_row(other, now.hypotheses)
            rows = [row for row in (now, mixed) if row is not None and row.applies]
        elif quick and run.sampling not in RANDOM:
            rows = [row for row in (now, optimum_row(other, library)) if row is not None]
        else:
            rows = [row for row in rows_of(other, library, quick=other.diameter is None) if row.applies]
    best = min(rows, key=lambda row: row.upper, default=None)
    return None if best is None or best.epsilon is None else MapPoint(value, best.epsilon, best.id)


def values_of(name: str, run: Configuration) -> Iterator[fmpq]:
    """The values that are tried, those that help least first.

    Diameters go down from the width to which the noise of all steps spreads, weight decays up from what contracts by one over all steps;
    learning rates stay below 2/M.
    """
    rate, deviation = run.learning_rate or fmpq(1), run.deviation or fmpq(1)
    if name == DIAMETER:
        width = run.diameter or deviation * (isqrt(4 * run.steps) + 1)
        yield from (_round(width / FACTOR**k) for k in range(COUNT))
    elif name == DECAY:
        room = 2 / rate - (run.smoothness or fmpq(0))
        if room <= 0:  # steps that are this long contract with no weight decay
            return
        start = run.weight_decay or min(1 / (rate * run.steps), room / FACTOR)
        yield from (value for k in range(COUNT) if 0 < (value := _round(start * FACTOR**k)) <= room)
    else:
        top = 2 / ((run.smoothness or fmpq(0)) + run.weight_decay)
        tried = (rate if k == 0 else _round(rate * fmpq(FACTOR) ** k) for k in (-1, 0, 1, 2))
        yield from (value for value in tried if value <= top or value == rate)


def _cells(run: Configuration, known: Mapping[tuple[str, str], PrivacyRow], library: Library,
           tell: Callable[[str], None]) -> Iterator[tuple[tuple[str, str], PrivacyRow]]:
    """The least guarantee for each way to make batches and each release, where one applies; some are ``known``."""
    yield from known.items()
    for sampling in SAMPLINGS:
        for release in RELEASES:
            if (sampling, release) in known:
                continue
            poll()
            tell(f"map: {sampling} batches, release {release}")
            other = run.changed(sampling=sampling, release=release, checkpoints=EPOCHS if release == CHECKPOINTS else None,
                                sample_rate=run.sample_rate if sampling == run.sampling else None, drop_last=False, shuffle_once=False)
            with suppress(PabisymError):
                row = least(list(rows_of(other, library, quick=True)))
                if row is not None:
                    yield (sampling, release), row


def _round(value: fmpq) -> fmpq:
    """A value to two digits, so that what is said is what was looked at."""
    return rounded_down(value, 2)
