"""What a sweep computes at a point: a theorem's bound, a derived bound, an allocation, a least noise, an (epsilon, delta), a training run.

Each is plain data that is stored and sent to other processes, with a key that says all on which its values depend.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeGuard, TypeVar

from flint import fmpq

from pabisym.accounting.conversion import CONVERSIONS
from pabisym.derivation.derive import Derivation, derive
from pabisym.divergence.evaluate import decide, enclose, exact_value
from pabisym.errors import InputError, PabisymError, Undecided, field_name
from pabisym.lang.digest import content_hash
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.once import cached_property
from pabisym.lang.rational import rational, rational_text, to_fraction
from pabisym.lang.reader import TOML, DocumentTable, WrittenFloat, nearest
from pabisym.lang.term import Number, Term, free_names, is_relation
from pabisym.library.convert import convert
from pabisym.library.library import Library, builtin
from pabisym.library.point import evaluation, numeric_bound, order_letter
from pabisym.library.statement import Assumption, Reference, Statement, Symbol
from pabisym.library.theorem import LibraryTheorem, theorem
from pabisym.numerics.enclosure import Enclosure, check_digits, exactly
from pabisym.process.sequence import names
from pabisym.shift.allocate import solve
from pabisym.shift.calibrate import least_noise, read_guarantee
from pabisym.shift.instance import Instance
from pabisym.spec.configuration import KEYS, TEXTS, WORDS, Configuration, plain_word
from pabisym.spec.read import HasSpec, Spec, read_spec, spec_of
from pabisym.sweeps.points import Points
from pabisym.training.rows import least, rows_of

Value: TypeAlias = str | float
"""An end of an enclosure: a decimal text, or in float arithmetic a float."""
OK, OUTSIDE, UNDECIDED, INFINITE = "ok", "outside", "undecided", "infinite"
STATES = (OK, OUTSIDE, INFINITE, UNDECIDED)
"""What becomes of a point: a value, none as the point lies outside of an assumption, infinity, undecided within the limits."""
MAX_DIGITS = 1000


Entry: TypeAlias = tuple[str, Value, Value, str]
"""What becomes of a point, the ends of its value, and why where there is none."""


class Values(NamedTuple):
    """The values at some points: between ``lower`` and ``upper``, with a state for each, and why where there is no value."""

    state: list[str]
    lower: list[Value]
    upper: list[Value]
    reason: list[str]


@dataclass(frozen=True)
class SweptQuantity(ABC):
    """What is computed at every point."""

    kind: ClassVar[str]
    """The name of its table in a sweep file."""
    arithmetic = "ball"
    chunks = (100, 100)
    """So many points at most are computed and written together, exactly and in floats."""

    def __getstate__(self) -> dict[str, object]:
        """Stored without what was computed from it: a worker finds the key of its own theorem files."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @property
    def chunk(self) -> int:
        """So many points at most are computed and written together, if nothing else is asked for."""
        return self.chunks[self.floats]

    @property
    def floats(self) -> bool:
        """Are values floats, and not decimal texts."""
        return self.arithmetic == "float"

    @property
    @abstractmethod
    def key(self) -> str:
        """A content hash of what is computed."""

    @property
    @abstractmethod
    def what(self) -> str:
        """What it is, for the axis of a picture."""

    @abstractmethod
    def check(self, points: Points) -> None:
        """Raise :class:`~pabisym.errors.InputError` naming a letter that is missing or not known."""

    @abstractmethod
    def value(self, point: Mapping[str, fmpq], points: Points) -> Enclosure | tuple[Value, Value]:
        """The value at one point: an enclosure, or its ends."""

    def over(self, points: Points, start: int, stop: int, seconds: float = math.inf) -> Values:
        """The values at the points from ``start`` up to ``stop``, or of the first of them, at least one, where it takes more ``seconds``.

        What no value is known of is no error.
        """
        until, entries = time.monotonic() + seconds, []
        for row in points.rows(start, stop):
            entries.append(self._entry(row, points))
            if time.monotonic() >= until:
                break
        return _columns(entries)

    def _entry(self, row: Mapping[str, fmpq], points: Points) -> Entry:
        try:
            value = self.value(points.whole(row), points)
        except Undecided as error:
            return UNDECIDED, "", "", _line(error)
        except PabisymError as error:
            return OUTSIDE, "", "", _line(error)
        if isinstance(value, Enclosure):
            value = (value.below(), float(value)) if self.floats else (value.lower, value.upper)
        return (INFINITE if value[0] in ("inf", math.inf) else OK), *value, ""


def _columns(entries: Iterable[Entry]) -> Values:
    states, lower, upper, reasons = (list(column) for column in zip(*entries, strict=True))
    return Values(states, lower, upper, reasons)


def _growing(together: Callable[[int, int, float], Values], start: int, stop: int, seconds: float) -> Values:
    """The values at some points by a function for many points at once: few at first, then so many as seem to be done in time."""
    began, found, size = time.monotonic(), Values([], [], [], []), stop - start if seconds == math.inf else 64
    while True:
        at = start + len(found.state)
        asked = min(size, stop - at)
        part = together(at, at + asked, seconds)
        found.state.extend(part.state)
        found.lower.extend(part.lower)
        found.upper.extend(part.upper)
        found.reason.extend(part.reason)
        spent = time.monotonic() - began
        if at + asked == stop or spent >= seconds or len(part.state) < asked:
            return found
        size = max(1, min(16 * size, int(len(found.state) / max(spent, 1e-6) * (seconds - spent))))


def _line(error: Exception) -> str:
    line = " ".join(str(error).split())
    return line if len(line) <= 200 else f"{line[:199]}…"


# The kinds.


S = TypeVar("S", LibraryTheorem, Derivation)


@dataclass(frozen=True)
class OfStatement(SweptQuantity, Generic[S]):
    """The bound of a statement, with ``digits`` certified, or in float arithmetic with both ends rounded outwards."""

    source: S
    digits: int = 15
    arithmetic: str = "ball"
    chunks = (1000, 20_000)

    @property
    @abstractmethod
    def statement(self) -> Statement:
        """What is stated, with the domains of its letters."""

    @cached_property
    def key(self) -> str:
        """A content hash of the statement or the spec, and of what is asked."""
        return content_hash(self.kind, self.source.fingerprint, self.digits, self.arithmetic)

    def over(self, points: Points, start: int, stop: int, seconds: float = math.inf) -> Values:
        """As :meth:`Quantity.over`; in float arithmetic many points at once."""
        if not self.floats:
            return super().over(points, start, stop, seconds)
        return _growing(partial(self._together, points), start, stop, seconds)

    def _together(self, points: Points, start: int, stop: int, seconds: float) -> Values:
        """The bound in floats at all points at once, but one by one where it has no value, and where that does not go.

        Where that takes more ``seconds`` it is at the first of the points alone.
        """
        import numpy as np

        from pabisym.library.over import over

        def array(column: Sequence[object]) -> object:
            """The values of a letter: an array of floats, or of exact numbers."""
            return np.array([*column, None], object)[:-1] if column and isinstance(column[0], fmpq) else np.array(column)

        kinds = {*self.statement.domains, *(name for name, _ in points.sequences)}
        given: dict[str, object] = {**points.constants, **dict(points.sequences)}
        axes: list[Sequence[object]] = [exact if near is None else near for exact, near in zip(points.axes, points.floats, strict=True)]
        given |= dict(zip(points.letters, map(array, points.columns(start, stop, axes)), strict=True))
        try:
            if formulas := [name for name, _ in points.fixed if name not in points.constants]:
                rows = [points.whole(row) for row in points.rows(start, stop)]
                given |= {name: array([row[name] for row in rows]) for name in formulas}
            lower, upper = over(self.statement, {name: value for name, value in given.items() if name in kinds}, outside="nan")
        except PabisymError:
            return super().over(points, start, stop, seconds)
        low, high = (np.broadcast_to(ends, (stop - start,)) for ends in (lower, upper))
        found = Values([OK] * len(low), low.tolist(), high.tolist(), [""] * len(low))
        until = time.monotonic() + seconds
        for place in np.flatnonzero(~(np.isfinite(low) & np.isfinite(high))).tolist():
            (row,) = points.rows(start + place, start + place + 1)
            found.state[place], found.lower[place], found.upper[place], found.reason[place] = self._entry(row, points)
            if time.monotonic() >= until:
                return Values(found.state[: place + 1], found.lower[: place + 1], found.upper[: place + 1], found.reason[: place + 1])
        return found


@dataclass(frozen=True)
class TheoremBound(OfStatement[LibraryTheorem]):
    """The bound of a statement; in float arithmetic both ends are rounded outwards."""

    kind = "theorem"

    @property
    def statement(self) -> Statement:
        """The statement itself."""
        return self.source.statement

    @property
    def what(self) -> str:
        """What it is, in a few words."""
        return f"{self.source.id}: {self.source.bound_text}"

    def check(self, points: Points) -> None:
        """As :meth:`Quantity.check`."""
        statement, found = self.statement, numeric_bound(self.statement)
        if found is None:
            raise InputError("theorem.id", f"{statement.id} has no numeric bound", "pabisym show says what it states")
        kinds = {**{one.name: one.kind for one in statement.structures}, **statement.domains}
        known = [name for name, kind in kinds.items() if kind.startswith(("real", "integer"))]
        _known(points, known, free_names(found.bound) & set(known), statement.id)

    def value(self, point: Mapping[str, fmpq], points: Points) -> Enclosure:
        """As :meth:`Quantity.value`."""
        at = {name: one for name, one in point.items() if name in self.statement.domains}
        return evaluation(self.statement, {**at, **dict(points.sequences)}).enclosure(17 if self.floats else self.digits)


@dataclass(frozen=True)
class DerivedBound(OfStatement[Derivation]):
    """The bound that was derived and proved for a spec, and before that replayed by the kernel."""

    kind = "derive"

    @cached_property
    def statement(self) -> Statement:
        """The bound with the domains and conditions of its letters, as a statement."""
        symbols = tuple(Symbol(name, own.kind, "") for name, own in self.source.spec.symbols.items())
        symbols += tuple(Symbol(name, "real", "") for name in filter(None, [self.source.level]))
        given = tuple(Assumption(label, to_text(relation)) for label, relation in self.source.spec.scope().known if is_relation(relation))
        bound = to_text(self.source.bound)
        where = Reference("", "")
        return Statement("derived", self.source.spec.title, "theorem", where, "", bound=bound, symbols=symbols, assumptions=given)

    @property
    def what(self) -> str:
        """What it is, in a few words."""
        return f"{self.source.spec.title or 'derived bound'}: {to_text(self.source.bound)}"

    def check(self, points: Points) -> None:
        """As :meth:`Quantity.check`."""
        spec = self.source.spec
        _known(points, [*spec.symbols, *filter(None, [self.source.level])], names(self.source.bound), "the spec")

    @cached_property
    def _relations(self) -> tuple[Term, ...]:
        return tuple(relation for _, relation in self.source.spec.scope().known)

    def value(self, point: Mapping[str, fmpq], points: Points) -> Enclosure:
        """As :meth:`Quantity.value`."""
        for relation in self._relations:
            if names(relation) <= set(point) and (verdict := decide(relation, point)) != "true":
                if verdict == "undecided":
                    raise Undecided(f"whether {to_text(relation)} holds there")
                raise InputError("point", f"{to_text(relation)} is false there", "give a point of the domains")
        for name, own in self.source.spec.symbols.items():
            if own.kind == "integer" and name in point and point[name].q != 1:
                raise InputError(name, f"{rational_text(point[name])} is not an integer", f"{name} is declared integer")
        return enclose(self.source.bound, point, 17 if self.floats else self.digits)


@dataclass(frozen=True)
class AllocationOptimum(SweptQuantity):
    """The optimum mu^2 of the process of a spec, solved at every point; ``value`` of :func:`pabisym.allocate`."""

    kind = "allocate"
    spec: Spec
    text: str
    arithmetic: str = "exact"
    digits: int = 15
    chunks = (100, 1000)

    @cached_property
    def key(self) -> str:
        """A content hash of the statement or the spec, and of what is asked."""
        return content_hash(self.kind, self.text, self.arithmetic, self.digits)

    def over(self, points: Points, start: int, stop: int, seconds: float = math.inf) -> Values:
        """As :meth:`Quantity.over`; in float arithmetic many instances in one call."""
        if not self.floats:
            return super().over(points, start, stop, seconds)
        return _growing(lambda start, stop, _: self._solved(list(points.rows(start, stop)), points), start, stop, seconds)

    def _solved(self, rows: list[Mapping[str, fmpq]], points: Points) -> Values:
        """The optima in floats at some points; where there is no instance, or one of numbers that floats do not hold, as one by one."""
        from pabisym.shift.batch import allocate_batch, lower_of_rationals

        instances: dict[int, Instance] = {}
        for place, row in enumerate(rows):
            with suppress(PabisymError):
                instances[place] = _instance(self.spec, points.whole(row))
        try:
            found = allocate_batch(list(instances.values()))
        except PabisymError:
            return _columns([self._entry(row, points) for row in rows])
        low = lower_of_rationals(found).tolist()
        ends = dict(zip(instances, zip(low, found.value.tolist(), found.restart.tolist(), strict=True), strict=True))
        entries = list[Entry]()
        for place, row in enumerate(rows):
            if place not in ends:
                entries.append(self._entry(row, points))
                continue
            # with a diameter that counts, another restart may be as good, and no process attains the value
            (lower, upper, restart), one = ends[place], instances[place]
            attained = not restart and (one.diameter is None or one.diameter >= one.start_shift)
            entries.append((INFINITE, lower, upper, "") if lower == math.inf else (OK, lower if attained else "", upper, ""))
        return _columns(entries)

    @property
    def what(self) -> str:
        """What it is, in a few words."""
        return f"{self.spec.title or 'optimal allocation'}: mu^2"

    def check(self, points: Points) -> None:
        """As :meth:`Quantity.check`."""
        _of_spec(self.spec, points)

    def value(self, point: Mapping[str, fmpq], points: Points) -> Enclosure | tuple[Value, Value]:
        """As :meth:`Quantity.value`."""
        instance = _instance(self.spec, point)
        found = solve(instance, self.arithmetic, self.digits if self.arithmetic == "ball" else None)
        if found.status == "infinite":
            return (math.inf, math.inf) if self.floats else ("inf", "inf")
        if self.floats:  # with a diameter the worst case is that of one restart, and another one may be as good
            return float(found.worst_case.value) if found.tightness == "exact" else "", float(found.value)  # type: ignore[arg-type]
        if self.arithmetic == "exact":
            return exactly(found.exact.value, self.digits)  # type: ignore[union-attr]
        low, high = found.value  # type: ignore[misc]
        return low, high


@dataclass(frozen=True)
class LeastNoiseFactor(SweptQuantity):
    """The least factor of the noise variances of a spec with which it meets a guarantee: a lower and an upper end."""

    kind = "calibrate"
    spec: Spec
    text: str
    guarantee: tuple[tuple[str, tuple[Term, ...]], ...]
    digits: int = 15

    @cached_property
    def key(self) -> str:
        """A content hash of the statement or the spec, and of what is asked."""
        return content_hash(self.kind, self.text, _texts(self.guarantee), self.digits)

    @property
    def what(self) -> str:
        """What it is, in a few words."""
        return f"{self.spec.title or 'least noise'}: factor of the variances"

    def check(self, points: Points) -> None:
        """As :meth:`Quantity.check`."""
        _of_spec(self.spec, points, _letters(self.guarantee))

    def value(self, point: Mapping[str, fmpq], points: Points) -> Enclosure | tuple[Value, Value]:
        """As :meth:`Quantity.value`."""
        given: dict[str, Any] = _given(self.guarantee, point)
        found = least_noise(_instance(self.spec, point), read_guarantee(**given), self.digits)
        if found.status != "found":
            return "inf", "inf"
        upper = exactly(rational(found.factor, "factor"), self.digits)
        if found.exact:
            return upper
        return exactly(rational(found.lower, "factor"), self.digits).lower, upper.upper


@dataclass(frozen=True)
class ConvertedLevel(SweptQuantity):
    """The least epsilon at a delta, or delta at an epsilon: of a statement, a Rényi bound, or mechanisms that are composed.

    These are Gaussian, zCDP, or steps of noisy SGD whose batches are drawn at random; ``given`` has the numbers of all of one kind.
    """

    kind = "convert"
    given: tuple[tuple[str, tuple[Term, ...]], ...]
    level: tuple[tuple[str, tuple[Term, ...]], ...]
    theorem: LibraryTheorem | None = None
    renyi: str = ""
    by: str | None = None
    digits: int | None = 15

    @cached_property
    def key(self) -> str:
        """A content hash of the statement or the spec, and of what is asked."""
        told = "" if self.theorem is None else self.theorem.fingerprint
        return content_hash(self.kind, told, self.renyi, _texts(self.given), _texts(self.level), self.by, self.digits)

    @property
    def what(self) -> str:
        """What it is, in a few words."""
        of = "epsilon" if self.level[0][0] == "delta" else "delta"
        bound = self.theorem.id if self.theorem is not None else self.renyi or ", ".join(name for name, _ in self.given)
        return f"{of} of {bound}"

    def check(self, points: Points) -> None:
        """As :meth:`Quantity.check`."""
        level = _letters(self.level)
        if self.theorem is not None:
            statement, found = self.theorem.statement, numeric_bound(self.theorem.statement)
            bound = frozenset() if found is None else free_names(found.bound)
            order = order_letter(statement)
            if order in points.names - points.helping:
                raise InputError(order, "is the order, of which the best one is sought", f"leave {order} out")
            known = [name for name in statement.domains if name != order]
            _known(points, known, bound & set(known), statement.id, level)
        else:
            own = free_names(parse(self.renyi, "convert.renyi")) - {"alpha"} if self.renyi else frozenset()
            _known(points, own, own, "the bound", level | _letters(self.given))

    def value(self, point: Mapping[str, fmpq], points: Points) -> Enclosure:
        """As :meth:`Quantity.value`."""
        given: dict[str, Any] = {**_given(self.given, point), **_given(self.level, point)}
        if sampled := given.get("sampled"):
            given["sampled"] = [sampled[k : k + 3] for k in range(0, len(sampled), 3)]
        if self.theorem is not None:
            own = {name: one for name, one in point.items() if name in self.theorem.statement.domains}
            at = {**own, **dict(points.sequences)}
            return convert(self.theorem.id, at=at, library=self.theorem.library, digits=self.digits, by=self.by, **given).value
        if self.renyi:
            letters = free_names(parse(self.renyi, "convert.renyi"))
            given |= {"renyi": self.renyi, "at": {name: one for name, one in point.items() if name in letters}}
        return convert(digits=self.digits, by=self.by, **given).value


@dataclass(frozen=True)
class TrainingEpsilon(SweptQuantity):
    """The best certified epsilon of a training run, whose numbers may be formulas in the letters; the built-in statements are read."""

    kind = "privacy"
    numbers: tuple[tuple[str, tuple[Term, ...]], ...]
    words: tuple[tuple[str, str], ...]

    @cached_property
    def key(self) -> str:
        """A content hash of the configuration."""
        return content_hash(self.kind, _texts(self.numbers), [list(pair) for pair in self.words])

    @property
    def what(self) -> str:
        """What it is, in a few words."""
        words = dict(self.words)
        return f"best certified epsilon, {words.get('sampling', '')} batches, release: {words.get('release', 'all')}"

    def check(self, points: Points) -> None:
        """As :meth:`Quantity.check`."""
        _known(points, (), (), "the training run", _letters(self.numbers))

    def value(self, point: Mapping[str, fmpq], points: Points) -> Enclosure | tuple[Value, Value]:
        """As :meth:`Quantity.value`."""
        run = Configuration.of({**_given(self.numbers, point), **dict(self.words)}, "privacy.")
        row = least(list(rows_of(run, builtin())))
        if row is None or row.epsilon is None:
            raise InputError("privacy", "no statement applies to this run", "see pabisym privacy for why")
        return row.epsilon


def _of_spec(spec: Spec, points: Points, helping: frozenset[str] = frozenset()) -> None:
    introduced = () if spec.reading is None else tuple(letter.name for letter in spec.reading.letters)
    _known(points, spec.symbols, spec.process.letters - set(introduced), "the spec", helping)


def _instance(spec: Spec, point: Mapping[str, fmpq]) -> Instance:
    return Instance.from_json(spec.instance(**{name: to_fraction(one) for name, one in point.items() if name in spec.symbols}))


def _known(points: Points, known: Iterable[str], needed: Iterable[str], owner: str, helping: frozenset[str] = frozenset()) -> None:
    """Refuse letters without values, and values of letters that nothing speaks of."""
    letters = list(known)
    for name in sorted(set(needed) - points.names) + sorted(helping - points.names):
        raise InputError(f"fixed.{name}", "is missing", f"give {name} values in [grid], or one in [fixed]")
    for name in sorted(points.names - set(letters) - points.helping - helping):
        place = ("table" if points.table else "grid") if name in points.letters else "fixed"
        raise InputError(f"{place}.{name}", f"is no letter of {owner}", nearest(name, letters, f"it has {', '.join(letters) or 'none'}"))


def _letters(given: tuple[tuple[str, tuple[Term, ...]], ...]) -> frozenset[str]:
    return frozenset[str]().union(*(free_names(term) for _, terms in given for term in terms))


def _texts(given: tuple[tuple[str, tuple[Term, ...]], ...]) -> list[object]:
    return [[name, [to_text(term) for term in terms]] for name, terms in given]


def _given(given: tuple[tuple[str, tuple[Term, ...]], ...], point: Mapping[str, fmpq]) -> dict[str, object]:
    """The values of parameters at a point: one number, or several."""
    values = dict[str, object]()
    for name, terms in given:
        found = [exact_value(term, point) for term in terms]
        if any(value is None for value in found):
            raise InputError(name, "is not rational there", "give a formula with rational values")
        values[name] = found[0] if len(found) == 1 else tuple(found)
    return values


# Reading.


def read_quantity(top: DocumentTable, folder: Path, library: Library) -> SweptQuantity:
    """Read the one table that says what is computed; spec files are looked for in ``folder``."""
    chosen = [kind for kind in READERS if kind in top]
    if len(chosen) != 1:
        problem = f"is given beside [{chosen[0]}]" if chosen else "is missing"
        raise InputError(chosen[1] if chosen else "theorem", problem, f"give one of {', '.join(f'[{kind}]' for kind in READERS)}")
    kind = chosen[0]
    keys, required, read = READERS[kind]
    return read(DocumentTable(top[kind], kind, keys, required, form=TOML, whole="a sweep"), folder, library)


def _read_theorem(table: DocumentTable, folder: Path, library: Library) -> SweptQuantity:
    return TheoremBound(_named(table, library), _digits(table), table.choice("arithmetic", ("ball", "float"), "ball"))


def _read_derive(table: DocumentTable, folder: Path, library: Library) -> SweptQuantity:
    found = derive(_spec(table, folder), library=library)
    return DerivedBound(found, _digits(table), table.choice("arithmetic", ("ball", "float"), "ball"))


def _read_allocate(table: DocumentTable, folder: Path, library: Library) -> SweptQuantity:
    spec = _spec(table, folder)
    return AllocationOptimum(spec, _spec_text(spec), table.choice("arithmetic", ("exact", "ball", "float"), "exact"), _digits(table))


def _read_calibrate(table: DocumentTable, folder: Path, library: Library) -> SweptQuantity:
    spec, given = _spec(table, folder), _parameters(table, {"gdp": 1, "renyi": 2, "epsilon": 1, "delta": 1})
    names = [name for name, _ in given]
    if names not in (["gdp"], ["renyi"], ["epsilon", "delta"]):
        raise InputError(f"calibrate.{names[0]}" if names else "calibrate", "is no guarantee by itself" if names else "has no guarantee",
                         "give gdp = MU, or renyi = [ALPHA, EPSILON], or epsilon and delta")
    return LeastNoiseFactor(spec, _spec_text(spec), given, _digits(table))


def _read_convert(table: DocumentTable, folder: Path, library: Library) -> SweptQuantity:
    level = _parameters(table, {"delta": 1, "epsilon": 1})
    if len(level) != 1:
        problem = "is given beside epsilon" if level else "is missing"
        raise InputError("convert.delta", problem, "give delta or epsilon, the one that is known")
    of = [name for name in ("id", "renyi", *MECHANISMS) if name in table]
    if not of or (len(of) > 1 and not set(of) <= set(MECHANISMS)):
        raise InputError(f"convert.{of[1]}" if of else "convert.id", f"is given beside {of[0]}" if of else "is missing",
                         "give id or renyi, or mechanisms: gdp, zcdp, and sampled = [Q, SIGMA, STEPS], each one or a list")
    by = table.choice("by", tuple(CONVERSIONS)) if "by" in table else None
    known = _named(table, library) if of == ["id"] else None
    renyi = table.text("renyi", "")
    if renyi:
        parse(renyi, "convert.renyi")
    accounted = "sampled" in of and "zcdp" not in of and by is None
    digits = None if accounted and "digits" not in table else _digits(table)
    return ConvertedLevel(_mechanisms(table), level, known, renyi, by, digits)


def _read_privacy(table: DocumentTable, folder: Path, library: Library) -> SweptQuantity:
    words = tuple((name, table.text(name, "")) for name in WORDS if name in table)
    words += tuple((name, plain_word(table[name])) for name in TEXTS if name in table)
    return TrainingEpsilon(_parameters(table, {name: 1 for name in KEYS if name not in (*WORDS, *TEXTS)}), words)


def _named(table: DocumentTable, library: Library) -> LibraryTheorem:
    with field_name(table.field("id"), whole=True):
        return theorem(table.text("id", ""), library=library)


def _spec(table: DocumentTable, folder: Path) -> Spec:
    given = table["spec"]
    if isinstance(given, Mapping | Spec | HasSpec):
        return spec_of(given)
    if not isinstance(given, str):
        raise InputError(table.field("spec"), "is neither the name of a TOML file nor a table", 'write spec = "spec.toml"')
    with field_name(table.field("spec"), whole=True):
        return read_spec(folder / given if "\n" not in given else given)


def _spec_text(spec: Spec) -> str:
    """All of a process and of the domains of its letters, as text."""
    return repr((dict(spec.symbols), spec.process, None if spec.reading is None else spec.reading.conditions))


def _digits(table: DocumentTable) -> int:
    value = table.get("digits", 15)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(table.field("digits"), "is no number of digits", "give an integer, as digits = 15")
    with field_name(table.field("digits")):
        return check_digits(value, MAX_DIGITS)


def _parameters(table: DocumentTable, counts: Mapping[str, int]) -> tuple[tuple[str, tuple[Term, ...]], ...]:
    """Numbers, or formulas in the letters, under some keys; so many each."""
    return tuple((name, _terms(table[name], count, table.field(name))) for name, count in counts.items() if name in table)


def _mechanisms(table: DocumentTable) -> tuple[tuple[str, tuple[Term, ...]], ...]:
    """The same for mechanisms, one under each key or a list of them: the numbers of all."""
    found = []
    for name, count in MECHANISMS.items():
        if name in table:
            value, place = table[name], table.field(name)
            several = value if _is_list(value) and value and (count == 1 or any(map(_is_list, value))) else [value]
            found.append((name, tuple(term for one in several for term in _terms(one, count, place))))
    return tuple(found)


def _terms(value: object, count: int, place: str) -> tuple[Term, ...]:
    listed = value if _is_list(value) else [value]
    if len(listed) != count:
        raise InputError(place, f"has {len(listed)} numbers", f"give {count}")
    return tuple(parse(one, place) if isinstance(one, str) else Number(rational(one.text if isinstance(one, WrittenFloat) else one, place))
                 for one in listed)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)


_LEVEL = ("epsilon", "delta", "digits")
MECHANISMS: Mapping[str, int] = {"gdp": 1, "zcdp": 1, "sampled": 3}
"""What is composed where several are given, and how many numbers each has."""
READERS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], Callable[[DocumentTable, Path, Library], SweptQuantity]]] = {
    "theorem": (("id", "digits", "arithmetic"), ("id",), _read_theorem),
    "derive": (("spec", "digits", "arithmetic"), ("spec",), _read_derive),
    "allocate": (("spec", "arithmetic", "digits"), ("spec",), _read_allocate),
    "calibrate": (("spec", "gdp", "renyi", *_LEVEL), ("spec",), _read_calibrate),
    "privacy": (KEYS, ("sampling", "delta", "examples", "noise_multiplier"), _read_privacy),
    "convert": (("id", "renyi", *MECHANISMS, "by", *_LEVEL), (), _read_convert),
}
"""The tables that say what is computed: their keys, those that are needed, and what reads them."""
