"""What works on every result: its report as blocks, and its explanation step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING

from pabisym.errors import InputError, PabisymError
from pabisym.lang.arguments import public
from pabisym.show.blocks import Block, DisplayedFormula, Line, ReportTable, Section, is_empty, line

if TYPE_CHECKING:
    from pabisym.derivation.explain import Explanation, Part
    from pabisym.feasibility.spec_allocation import JudgedAllocation
    from pabisym.lang.term import Term
    from pabisym.library.point import Evaluation
    from pabisym.library.theorem import LibraryTheorem
    from pabisym.refutation.referee import Checked
    from pabisym.shift.allocate import Allocation
    from pabisym.shift.calibrate import LeastNoise

BlockWriter = Callable[..., Iterable[Block]]


def report(found: object, **options: object) -> tuple[Block, ...]:
    """What is said of a result, as blocks, which :mod:`pabisym.show.rendering` and :mod:`pabisym.show.terminal` render.

    ``options`` are those of the function in :data:`REPORTS`.  Raises :class:`~pabisym.errors.InputError` for what is no result.
    """
    told = getattr(found, "record", found)  # what is held as a symbolic object is told by what it was read off
    return tuple(block for block in _writer(told, REPORTS)(told, **options) if not is_empty(block))


def report_html(found: object) -> str:
    """The report of a result as a notebook shows it."""
    from pabisym.show.rendering import html

    return f"<div>{html(report(found))}</div>"


@public
def explain(found: object) -> Explanation:
    """A result step by step: a derivation by the rules of its proof, an allocation by its string, a theorem by its proof, a training run
    from its script to the number; of other results what is said of them.

    Formulas are terms, everything else is text.  What cannot be read off a proof, such as blocks that random points do not confirm, is left
    out.  Raises :class:`~pabisym.errors.InputError` for what is no result, and for an allocation that is not exact.

    >>> from pabisym import explain
    >>> from pabisym.shift.allocate import allocate
    >>> found = explain(allocate(gap=[0, 1, 0, 0, 2], noise_variance=1))
    >>> [part.title for part in found.parts]
    ['Why', 'Marginal values: what the optimum changes by, per unit']
    >>> found.parts[0].why[4]
    '5. Steps 2-4: slope (S_4 - S_1)/(N_4 - N_1) = (1 - 0)/(4 - 1) = 1/3, cost (S_4 - S_1)^2/(N_4 - N_1) = 1/3.'
    """
    from pabisym.derivation.derive import Derivation, HasDerivation, derivation_of
    from pabisym.derivation.explain import Explanation
    from pabisym.derivation.explain import explain as explain_derivation

    if isinstance(found, Derivation | HasDerivation):
        return explain_derivation(derivation_of(found))
    return Explanation(tuple(_parts(_writer(found, EXPLAINED, REPORTS)(found))), ())


def _writer(found: object, *tables: Mapping[tuple[str, str], BlockWriter]) -> BlockWriter:
    """The function that gives the blocks of a result, of the first table that has its type or one from which that derives."""
    for table in tables:
        for kind in type(found).__mro__:
            if (kind.__module__, kind.__name__) in table:
                return table[kind.__module__, kind.__name__]
    cure = "give what derive, allocate, theorem, privacy or another function of pabisym returns"
    raise InputError("found", f"there is no report of {type(found).__name__}", cure)


def _parts(blocks: Iterable[Block]) -> Iterator[Part]:
    """A part for every section, and for the lines between them: its first line is its title, as is one after an empty line."""
    from pabisym.derivation.explain import Part
    from pabisym.show.rendering import block_texts

    held: list[Block] = []
    for block in (*blocks, line()):
        if isinstance(block, Section) or (isinstance(block, Line) and not any(block_texts(block))):
            if held:
                yield Part(" ".join(block_texts(held[0])), *_split_lines(held[1:]))
            held = []
            if isinstance(block, Section) and not is_empty(block):
                yield Part(block.heading, *_split_lines(block.blocks))
        else:
            held.append(block)


def _split_lines(blocks: Iterable[Block]) -> tuple[tuple[tuple[str, Term], ...], tuple[str, ...]]:
    """The formulas with the words before them, and all other lines."""
    from pabisym.lang.term import Call, Name, Number, Term
    from pabisym.show.rendering import block_texts, cell_text

    formulas, lines = list[tuple[str, Term]](), list[str]()
    for block in blocks:
        if isinstance(block, DisplayedFormula):
            formulas.append(("", block.term))
        elif isinstance(block, ReportTable):
            formulas += [(" ".join(map(cell_text, row[:-1])), row[-1]) for row in block.rows if isinstance(row[-1], Number | Name | Call)]
            rest = tuple(row for row in block.rows if not isinstance(row[-1], Number | Name | Call))
            lines += block_texts(replace(block, rows=rest))
        else:
            lines += block_texts(block)
    return tuple(formulas), tuple(lines)


# What is said of each.


def _of(module: str, function: str, **fixed: object) -> BlockWriter:
    """A function of a module of this package, looked up when it is used."""

    def write(found: object, **options: object) -> Iterable[Block]:
        blocks: Iterable[Block] = getattr(_home(module), function)(found, **fixed, **options)
        return blocks

    return write


def _home(module: str) -> ModuleType:
    """The module of this package that describes a kind of results, the only one that is loaded."""
    match module:
        case "allocation":
            from pabisym.show import allocation

            return allocation
        case "atlased":
            from pabisym.show import atlased

            return atlased
        case "compared":
            from pabisym.show import compared

            return compared
        case "converted":
            from pabisym.show import converted

            return converted
        case "derivation":
            from pabisym.show import derivation

            return derivation
        case "filed":
            from pabisym.show import filed

            return filed
        case "hiding":
            from pabisym.show import hiding

            return hiding
        case "trained":
            from pabisym.show import trained

            return trained
    from pabisym.show import text

    return text


def _evaluation(found: Evaluation) -> Iterator[Block]:
    from pabisym.show.text import evaluation_blocks

    try:
        enclosure = found.enclosure()
    except PabisymError as problem:
        enclosure = None
        yield line(found.id, f": {problem}")
    yield from evaluation_blocks(found, enclosure)


def _theorem(found: LibraryTheorem) -> Iterable[Block]:
    from pabisym.show.text import brief_blocks

    return brief_blocks(found.library, found.id)


def _proof(found: LibraryTheorem) -> Iterable[Block]:
    from pabisym.library.audit import audit_entry
    from pabisym.show.text import statement_blocks

    return statement_blocks(found.library, audit_entry(found.library, found.id))


def _checked_report(found: Checked) -> Iterable[Block]:
    from pabisym.show.text import checked_blocks

    return checked_blocks(found.to_json())


def _judged_report(found: JudgedAllocation) -> Iterable[Block]:
    return map(line, found.lines())


def _why(found: Allocation) -> Iterable[Block]:
    from pabisym.shift.marginals import explain as explain_optimum
    from pabisym.show.allocation import explanation_blocks

    return explanation_blocks(explain_optimum(found))


def _why_noise(found: LeastNoise) -> Iterable[Block]:
    from pabisym.show.allocation import least_noise_blocks

    return (*least_noise_blocks(found), *(_why(found.optimum) if found.status == "found" else ()))


REPORTS: Mapping[tuple[str, str], BlockWriter] = {
    ("pabisym.atlases.atlas", "Atlas"): _of("atlased", "atlas_blocks"),
    ("pabisym.atlases.gaps", "Gap"): _of("atlased", "gap_blocks"),
    ("pabisym.comparison.compare", "Comparison"): _of("compared", "comparison_blocks"),
    ("pabisym.derivation.asymptotics", "Limit"): _of("derivation", "limit_blocks"),
    ("pabisym.derivation.derive", "Derivation"): _of("derivation", "derivation_blocks"),
    ("pabisym.derivation.explain", "Explanation"): _of("derivation", "explanation_blocks"),
    ("pabisym.feasibility.spec_allocation", "JudgedAllocation"): _judged_report,
    ("pabisym.library.beliefs", "Beliefs"): _of("text", "beliefs_blocks"),
    ("pabisym.accounting.conversion", "Converted"): _of("converted", "converted_blocks"),
    ("pabisym.library.point", "Evaluation"): _evaluation,
    ("pabisym.library.theorem", "LibraryTheorem"): _theorem,
    ("pabisym.refutation.referee", "Checked"): _checked_report,
    ("pabisym.refutation.search", "Decision"): _of("text", "decision_blocks"),
    ("pabisym.shift.allocate", "Allocation"): _of("allocation", "allocation_blocks"),
    ("pabisym.shift.calibrate", "LeastNoise"): _of("allocation", "least_noise_blocks"),
    ("pabisym.shift.feasibility", "Feasibility"): _of("allocation", "allocation_blocks"),
    ("pabisym.shift.marginals", "AllocationExplanation"): _of("allocation", "explanation_blocks"),
    ("pabisym.shift.noise_split", "Splitting"): _of("allocation", "splitting_blocks"),
    ("pabisym.accounting.statement", "PrivacyStatement"): _of("filed", "statement_blocks"),
    ("pabisym.training.hiding", "HidingMap"): _of("hiding", "hiding_blocks"),
    ("pabisym.training.known", "Privacy"): _of("trained", "privacy_blocks"),
    ("pabisym.training.phased", "PhasedPrivacy"): _of("trained", "phased_blocks"),
    ("pabisym.training.schedule", "Schedule"): _of("trained", "schedule_blocks"),
}
"""Module and name of the type of every result, and what gives its blocks."""
EXPLAINED: Mapping[tuple[str, str], BlockWriter] = {
    ("pabisym.library.theorem", "LibraryTheorem"): _proof,
    ("pabisym.shift.allocate", "Allocation"): _why,
    ("pabisym.shift.calibrate", "LeastNoise"): _why_noise,
    ("pabisym.training.known", "Privacy"): _of("trained", "privacy_blocks", explain=True),
}
"""The same for an explanation, where that is more than the report."""
