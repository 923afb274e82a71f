"""The cells of the atlas: for a class of processes the best bound that applies, the lower bound on the true epsilon, and what is left open.

Nothing is typed in.  The bounds are those that :mod:`pabisym.training.rows` has for a run of the class, whose hypotheses it marks, and
those of all statements of the library that :mod:`pabisym.comparison.compare` reads at its numbers; the least guarantee at a point is the
best known one there.  What the best bound makes no use of is seen from the classes beside it, where it is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from pabisym.accounting.accountant import certified_epsilon
from pabisym.accounting.lower.bounds import lowest
from pabisym.accounting.lower.laplace import laplace_is_tight, laplace_lower
from pabisym.accounting.lower.walks import WORK
from pabisym.accounting.training import sampling_arguments
from pabisym.atlases.classes import BOUNDED, ENGINES, EXACT, LAPLACE, TIGHT, UNBOUNDED, AtlasRun, Cell, CellValue, ProcessClass, points_of
from pabisym.atlases.laplace import laplace_rows
from pabisym.comparison.compare import compare_unreplayed, under_loss
from pabisym.comparison.rows import LAST as LAST_ITERATE
from pabisym.comparison.symbols import RunSymbols
from pabisym.errors import InputError
from pabisym.library.library import Library
from pabisym.library.search import find
from pabisym.library.status import ESTABLISHED
from pabisym.numerics.enclosure import Enclosure
from pabisym.spec.configuration import ALL, CYCLIC, FULL, LAST, POISSON, STRONGLY_CONVEX, Configuration
from pabisym.training.row import ITERATE, STATEMENT, PrivacyRow
from pabisym.training.rows import rank, rows_of


def evaluate_class(kind: ProcessClass, point: AtlasRun, library: Library) -> CellValue:
    """What is known of a class at a point."""
    return value_of(point.run(kind), kind, library, point.name)


def value_of(run: Configuration, kind: ProcessClass, library: Library, name: str = "") -> CellValue:
    """What is known of a run of a class: its best bound, those that give the same, and the best lower bound."""
    rows = list(applicable_rows(run, kind, library))
    if not rows:
        raise InputError("atlas", f"no bound applies to {kind}", "pabisym privacy says what each one lacks")
    least = min(rows, key=rank)
    equal = [(row, row.epsilon) for row in rows if row.epsilon is not None and _agree(row.id, row.epsilon, least.id, least.epsilon)]
    # of those with the same number the first one whose statement is recorded as exact, or the first
    best, upper = next(((row, own) for row, own in equal if _record_of(row.id, library) == EXACT), equal[0])
    same = tuple(dict.fromkeys(row.id for row in rows if row.id != best.id and _agree(row.id, row.epsilon, best.id, upper)))
    lower = laplace_lower(run) if kind.noise == LAPLACE else lowest(run, best.upper, WORK)
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
    if run.release != LAST or run.sampling not in (FULL, CYCLIC):
        return
    # what other statements about the last iterate say at the numbers of the run; of those that are proved or cited
    known, names = {row.id for row in rows}, [one.id for one in find(library, direction="upper")]
    for read in under_loss(compare_unreplayed(library, RunSymbols.of_run(run), 6, names), run.loss).rows:
        if read.epsilon is None or read.about != LAST_ITERATE or read.id in known:
            continue
        status = library.standing(read.id).status
        if status in ESTABLISHED:
            yield PrivacyRow(read.id, read.title, STATEMENT, ITERATE, rows[0].hypotheses, read.epsilon, status, read.method)


def _is_tight(run: Configuration, kind: ProcessClass) -> bool:
    """Do runs with constant gradients attain the pair that the accountant composes; strongly convex losses have none."""
    if run.loss == STRONGLY_CONVEX and run.sampling == POISSON:
        return False  # how much a step forgets is drawn as well
    if kind.noise == LAPLACE:
        return laplace_is_tight(run)
    found = certified_epsilon(run.delta, noise_multiplier=run.noise_multiplier, steps=run.steps, **sampling_arguments(run))
    return found.tight


def _agree(name: str, one: Enclosure | None, other_name: str, other: Enclosure | None) -> bool:
    """May both be the same number: do the enclosures overlap; those of engines, which are wide, have to end at the same guarantee."""
    if one is None or other is None:
        return False
    if {name, other_name} & ENGINES.keys():
        return Fraction(one.upper) == Fraction(other.upper)
    return Fraction(one.lower) <= Fraction(other.upper) and Fraction(other.lower) <= Fraction(one.upper)


def _record_of(name: str, library: Library) -> str:
    return "" if name in ENGINES else library.statement(name).tightness or ""


def cells(kinds: Iterable[ProcessClass], library: Library, progress: Callable[[str], None] | None = None,
          stored: Mapping[ProcessClass, tuple[CellValue, ...]] = MappingProxyType({})) -> Iterator[Cell]:
    """The cells of some classes; the classes beside them are evaluated too, but for those whose values are ``stored``."""
    known = dict(stored)

    def values(kind: ProcessClass) -> tuple[CellValue, ...]:
        if kind not in known:
            if progress is not None:
                progress(str(kind))
            known[kind] = tuple(evaluate_class(kind, point, library) for point in points_of(kind.noise))
        return known[kind]

    for kind in kinds:
        unused = tuple(word for word, other in _beside(kind)
                       if all(_agree(a.by, a.upper, b.by, b.upper) for a, b in zip(values(kind), values(other), strict=True)))
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
