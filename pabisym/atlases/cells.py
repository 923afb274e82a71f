"""The cells of the atlas: for a class of processes the best bound that applies, what no analysis goes below, and what is left open.

Nothing is typed in.  The bounds are those that :mod:`pabisym.training.rows` has for a run of the class, whose hypotheses it marks, and
those of all statements of the library that :mod:`pabisym.comparison.compare` reads at its numbers; the least guarantee at a point is the
best known one there.  What the best bound makes no use of is seen from the classes beside it, where it is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pabisym.accounting.accountant import certified_epsilon
from pabisym.accounting.lower.bounds import lowest
from pabisym.accounting.lower.laplace import laplace_is_tight, laplace_lower
from pabisym.accounting.lower.quadratic import Lower
from pabisym.accounting.lower.walks import WORK
from pabisym.accounting.training import sampling_arguments
from pabisym.atlases.classes import BOUNDED, LAPLACE, POINTS, UNBOUNDED, WORDS, AtlasRun, ProcessClass
from pabisym.atlases.laplace import laplace_rows
from pabisym.comparison.compare import compare_unreplayed, under_loss
from pabisym.comparison.rows import LAST as LAST_ITERATE
from pabisym.comparison.symbols import RunSymbols
from pabisym.errors import InputError
from pabisym.library.library import Library
from pabisym.library.search import find
from pabisym.library.status import ESTABLISHED
from pabisym.numerics.enclosure import Enclosure, interval_json
from pabisym.spec.configuration import ALL, CYCLIC, FULL, LAST, POISSON, STRONGLY_CONVEX, Configuration
from pabisym.training.row import ITERATE, STATEMENT, PrivacyRow
from pabisym.training.rows import rank, rows_of

EXACT, ATTAINED, FACTOR, UPPER = "exact", "attained", "factor", "upper only"
"""The kinds of tightness of a cell, from the best; see :class:`Cell`."""
TIGHT = "tight"
"""What the accountant records where runs with constant gradients attain its pair."""
ENGINES: Mapping[str, str] = {"accountant": "accounting", "interpolation": "accounting", "pabisym/hidden-batches": "accounting",
                              "pabisym/hidden-batches-replaced": "accounting", "hidden-places": "accounting",
                              "hidden-subsets": "accounting"}
"""Bounds that are no statement of the library but computed, with the page of the documentation that says how."""


@dataclass(frozen=True)
class CellValue:
    """What is known at a point: the guarantee of ``by`` encloses ``upper``, ``also`` gives the same; ``lower`` is that of ``lower_by``."""

    point: str
    by: str
    title: str
    kind: str
    status: str
    upper: Enclosure
    lower: Enclosure | None = None
    lower_by: str = ""
    also: tuple[str, ...] = ()
    recorded: str = ""
    """The tightness that the statement records of itself."""

    @property
    def most(self) -> Fraction:
        """The guarantee."""
        return Fraction(self.upper.upper)

    @property
    def least(self) -> Fraction | None:
        """What no analysis goes below, None where that is not known."""
        return None if self.lower is None else Fraction(self.lower.lower)

    @property
    def ratio(self) -> Fraction | None:
        """The guarantee over what no analysis goes below; None where the latter is 0 or not known."""
        return None if not self.least else self.most / self.least

    @property
    def met(self) -> bool:
        """Do both enclosures overlap, and is that of the guarantee one of a single number, so that both may be the same.

        Engines enclose what lies between two pairs of runs, but where they say that the pair is attained.
        """
        single = self.by not in ENGINES or self.recorded == TIGHT
        return single and self.lower is not None and Fraction(self.lower.upper) >= Fraction(self.upper.lower)

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        lower = {} if self.lower is None else {"lower": interval_json(self.lower), "lower_by": self.lower_by}
        return {"point": self.point, "upper": interval_json(self.upper), "by": self.by, "title": self.title, "kind": self.kind,
                "status": self.status, "recorded": self.recorded, "also": list(self.also), **lower}

    @classmethod
    def of_json(cls, data: Mapping[str, object]) -> CellValue:
        """The value that was written by :meth:`to_json`."""
        words = {name: str(data[name]) for name in ("point", "by", "title", "kind", "status", "recorded")}
        also = data["also"]
        lower = None if "lower" not in data else _enclosure(data["lower"])
        return cls(**words, upper=_enclosure(data["upper"]), lower=lower, lower_by=str(data.get("lower_by", "")),
                   also=tuple(map(str, also)) if isinstance(also, list) else ())


def _enclosure(data: object) -> Enclosure:
    if not isinstance(data, Mapping):
        raise TypeError("an enclosure is a pair of ends")
    return Enclosure(str(data["lower"]), str(data["upper"]), None, 6, 0)


@dataclass(frozen=True)
class Cell:
    """A class with what is known at each point, and which properties of the class the best bounds make no use of.

    Its tightness is *exact* where at every point both ends are enclosures that overlap and the statement is recorded as exact, that is,
    a pair is known that attains it; *attained* where they overlap only; *factor* where a lower bound is known at every point; and
    *upper only* elsewhere.
    """

    kind: ProcessClass
    values: tuple[CellValue, ...]
    unused: tuple[str, ...] = ()

    @property
    def tightness(self) -> str:
        """One of exact, attained, factor, upper only."""
        if all(value.met for value in self.values):
            return EXACT if all(value.recorded == EXACT for value in self.values) else ATTAINED
        return FACTOR if all(value.ratio is not None for value in self.values) else UPPER

    @property
    def open(self) -> str:
        """What is open, in one sentence; empty where the bounds are attained."""
        if self.tightness in (EXACT, ATTAINED):
            return ""
        apart = [value for value in self.values if not value.met]
        known = [value for value in apart if value.ratio is not None]
        said = list[str]()
        if known:
            worst = max(known, key=lambda value: value.ratio or Fraction(0))
            said.append(f"the truth at the {worst.point} run lies between {_down(worst.least)} and {_up(worst.most)}")
        if unknown := [value.point for value in apart if value.ratio is None]:
            said.append(f"at the {' and the '.join(unknown)} run no pair of runs is known here that certainly reveals anything")
        if self.unused:
            said.append(f"the best bound makes no use of {_in_words(self.unused)}")
        return "; ".join(said)

    def to_json(self) -> dict[str, object]:
        """The cell of ``pabisym atlas --json``."""
        words = dict(zip(WORDS, self.kind.words, strict=True))
        return {**words, "tightness": self.tightness, "values": [value.to_json() for value in self.values], "unused": list(self.unused),
                "open": self.open}

    @classmethod
    def of_json(cls, data: Mapping[str, object]) -> Cell:
        """The cell that was written by :meth:`to_json`; its tightness and its sentence are found again."""
        values, unused = data["values"], data["unused"]
        if not isinstance(values, list) or not isinstance(unused, list):
            raise TypeError("a cell has lists of values and words")
        kind = ProcessClass(*(str(data[name]) for name in WORDS))
        return cls(kind, tuple(map(CellValue.of_json, values)), tuple(map(str, unused)))


def _in_words(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _up(value: Fraction | None) -> str:
    return _four(value, up=True)


def _down(value: Fraction | None) -> str:
    return _four(value, up=False)


def _four(value: Fraction | None, *, up: bool) -> str:
    """A positive number to four digits after the point, rounded to one side."""
    scaled = (value or Fraction(0)) * 10**4
    whole = -(-scaled.numerator // scaled.denominator) if up else scaled.numerator // scaled.denominator
    return f"{whole // 10**4}.{whole % 10**4:04d}"


def evaluate_class(kind: ProcessClass, point: AtlasRun, library: Library) -> CellValue:
    """What is known of a class at a point."""
    return value_of(point.run(kind), kind, library, point.name)


def value_of(run: Configuration, kind: ProcessClass, library: Library, name: str = "") -> CellValue:
    """What is known of a run of a class: its best bound, those that give the same, and the best lower bound."""
    rows = list(applicable_rows(run, kind, library))
    if not rows:
        raise InputError("atlas", f"no bound applies to {kind}", "pabisym privacy says what each one lacks")
    best, upper = _best_row(rows, library)
    same = tuple(dict.fromkeys(row.id for row in rows if row.id != best.id and _agree(row.id, row.epsilon, best.id, upper)))
    lower = lower_of(run, kind, best.upper)
    value = CellValue(name, best.id, best.title, best.kind, best.status, upper, also=same, recorded=_record_of(best.id, library))
    if best.id == "accountant" and run.release == ALL and run.diameter is None and _is_tight(run, kind):
        value = replace(value, recorded=TIGHT)
    return value if lower is None else replace(value, lower=lower.epsilon, lower_by=lower.by)


def applicable_rows(run: Configuration, kind: ProcessClass, library: Library) -> Iterator[PrivacyRow]:
    """All bounds that apply to a run of a class."""
    if kind.noise == LAPLACE:
        yield from (row for row in laplace_rows(run, library) if row.applies)
        return
    rows = [row for row in rows_of(run, library) if row.applies]
    yield from rows
    if run.release == LAST and run.sampling in (FULL, CYCLIC):
        known = {row.id for row in rows}
        yield from (row for row in _other_statements(run, rows[0], library) if row.id not in known)


def _other_statements(run: Configuration, some: PrivacyRow, library: Library) -> Iterator[PrivacyRow]:
    """What other statements about the last iterate say at the numbers of a run; of those that are proved or cited."""
    names = [one.id for one in find(library, direction="upper")]
    for read in under_loss(compare_unreplayed(library, RunSymbols.of_run(run), 6, names), run.loss).rows:
        if read.epsilon is None or read.about != LAST_ITERATE:
            continue
        status = library.standing(read.id).status
        if status in ESTABLISHED:
            yield PrivacyRow(read.id, read.title, STATEMENT, ITERATE, some.hypotheses, read.epsilon, status, read.method)


def _is_tight(run: Configuration, kind: ProcessClass) -> bool:
    """Do runs with constant gradients attain the pair that the accountant composes; strongly convex losses have none."""
    if run.loss == STRONGLY_CONVEX and run.sampling == POISSON:
        return False  # how much a step forgets is drawn as well
    if kind.noise == LAPLACE:
        return laplace_is_tight(run)
    found = certified_epsilon(run.delta, noise_multiplier=run.noise_multiplier, steps=run.steps, **sampling_arguments(run))
    return found.tight


def _best_row(rows: Sequence[PrivacyRow], library: Library) -> tuple[PrivacyRow, Enclosure]:
    """The least one with its epsilon; of those with the same number the first one whose statement is recorded as exact, or the first."""
    least = min(rows, key=rank)
    same = [(row, row.epsilon) for row in rows if row.epsilon is not None and _agree(row.id, row.epsilon, least.id, least.epsilon)]
    return next(((row, upper) for row, upper in same if _record_of(row.id, library) == EXACT), same[0])


def _agree(name: str, one: Enclosure | None, other_name: str, other: Enclosure | None) -> bool:
    """May both be the same number: do the enclosures overlap; those of engines, which are wide, have to end at the same guarantee."""
    if one is None or other is None:
        return False
    if {name, other_name} & ENGINES.keys():
        return Fraction(one.upper) == Fraction(other.upper)
    return Fraction(one.lower) <= Fraction(other.upper) and Fraction(other.lower) <= Fraction(one.upper)


def _record_of(name: str, library: Library) -> str:
    return "" if name in ENGINES else library.statement(name).tightness or ""


def lower_of(run: Configuration, kind: ProcessClass, most: Fraction) -> Lower | None:
    """The largest of the lower bounds that are known of a run, whose guarantee is ``most``."""
    if kind.noise == LAPLACE:
        return laplace_lower(run)
    return lowest(run, most, WORK)


def cells(kinds: Iterable[ProcessClass], library: Library, progress: Callable[[str], None] | None = None) -> Iterator[Cell]:
    """The cells of some classes; the classes beside them are evaluated too."""
    known = dict[ProcessClass, tuple[CellValue, ...]]()

    def values(kind: ProcessClass) -> tuple[CellValue, ...]:
        if kind not in known:
            if progress is not None:
                progress(str(kind))
            known[kind] = tuple(evaluate_class(kind, point, library) for point in POINTS)
        return known[kind]

    for kind in kinds:
        unused = tuple(word for word, other in _beside(kind) if _same(values(kind), values(other)))
        yield Cell(kind, values(kind), unused)


def _beside(kind: ProcessClass) -> Iterator[tuple[str, ProcessClass]]:
    """What a class promises beyond another one, and that one."""
    if kind.domain == BOUNDED:
        yield "the domain", replace(kind, domain=UNBOUNDED)
    if kind.loss == "strongly-convex":
        yield "the strong convexity", replace(kind, loss="convex")
    if kind.loss == "convex":
        yield "the convexity", replace(kind, loss="nonconvex")
    if kind.batches == "shuffled":
        yield "the random order", replace(kind, batches="cyclic")
    if kind.release == LAST:
        yield "the fact that only the last iterate is released", replace(kind, release=ALL)


def _same(one: Sequence[CellValue], other: Sequence[CellValue]) -> bool:
    return all(_agree(a.by, a.upper, b.by, b.upper) for a, b in zip(one, other, strict=True))
