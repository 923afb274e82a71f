"""A derivation for people: short or step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pabisym.derivation.explain import Explanation, explain
from pabisym.lang.grammar import to_text
from pabisym.show.allocation import cell
from pabisym.show.blocks import Block, DisplayedFormula, Paragraph, ReportTable, columns, line, section

if TYPE_CHECKING:
    from pabisym.derivation.asymptotics import Limit
    from pabisym.derivation.derive import Derivation
    from pabisym.derivation.epsilon_delta import LevelBound
    from pabisym.numerics.enclosure import Enclosure

_SHOWN = {"Y": "X′"}
_UNPROVED = "by leading terms, not proved (exit status 3)"


def derivation_blocks(found: Derivation, *, whole: bool = False) -> Iterator[Block]:
    """A derived bound, what it needs and how it was checked; ``whole``: step by step."""
    yield line((found.spec.title or "derived bound", "bold"))
    if found.loose is not None:
        yield line(str(found.loose))
    steps = f"{found.statement.steps} steps of proof, replayed by the kernel"
    yield line(f"status: proved · {found.derived.shape} · {steps} · {found.seconds:.1f} s")
    yield section("Bound", DisplayedFormula(found.statement.sequent.conclusion, _SHOWN))
    yield section("The smaller one of", columns((route.name, route.bound) for route in found.routes[:-1]))
    if found.goal.delta is not None:
        yield section("Level", f"epsilon is any {found.level} >= 0 at which this is at most {to_text(found.goal.delta)}")
    yield section("Cost, the sum of squared payments over variances", DisplayedFormula(found.square))
    if not found.closed_form:
        yield section("Closed form", "none was found: the sum stays, and evaluates")
    yield section("Tightness", _tightness(found))
    if whole:
        yield from explanation_blocks(explain(found))
        return
    yield section("Conditions beside the domains", *map(line, found.conditions))
    yield section("By these statements it is this process", *(ground.statement for ground in found.spec.grounds))
    yield section("Assumed in words", *found.assumed)
    yield section("Assumed without proof", Paragraph(", ".join(found.cited)) if found.cited else "nothing beyond the kernel")
    yield line()
    yield line(("--explain shows every step, --set NAME=VALUE a number, --latex the theorem", "dim"))
    yield line(("pabisym beliefs NAME says what an assumed rule or result is", "dim"))


def explanation_blocks(found: Explanation) -> Iterator[Block]:
    """The steps of an explanation, each with its formulas and why it holds."""
    for number, part in enumerate(found.parts, start=1):
        yield section(f"{number}. {part.title}", columns(part.formulas), *(line((f"— {reason}", "dim")) for reason in part.why))


def _tightness(found: Derivation) -> str:
    if found.attainment is not None:
        return "exact: a linear pair in the class reaches it, proved for all parameters"
    if found.tightness == "exact" and found.spec.process.diameter is not None:
        return f"exact at {found.checked} random points: equal to the best restart; the divergence itself may be smaller in the domain"
    if found.tightness == "exact" and found.spec.process.noise.law != "gaussian":
        return f"exact at {found.checked} random points: the payments are the best ones; the divergence itself may be smaller"
    if found.tightness == "exact":
        return f"exact at {found.checked} random points: equal to the optimum, which a linear pair reaches"
    if found.loose is not None and not found.loose.at:
        return str(found.loose)
    return f"upper: above the exact optimum at one of {found.checked} random points ({found.longer} of two steps or more)"


def limit_blocks(found: Limit) -> Iterator[Block]:
    """The price of an allocation as a letter goes to a value."""
    yield line((found.said, "bold"))
    known = (("limit", found.value or "not found"), ("asymptotically", found.leading), ("at most this far from it", found.remainder),
             ("approached", found.direction or None))
    rows = [(name, one) for name, one in known if one is not None]
    said = f"{found.steps} steps of proof" if found.steps else _UNPROVED if found.value is not None else "no limit was found"
    yield columns([*rows, ("status", found.status if found.status == "proved" and not found.steps else f"{found.status}, {said}")])
    shared = {point.partition(" (")[2].removesuffix(")") for point, _ in found.points}
    if len(shared) == 1 and any(shared):
        yield Paragraph(f"certified values, where {', '.join(shared)}")
    for point, value in found.points:
        at = point.partition(" (")[0] if len(shared) == 1 else point
        yield line(f"  at {found.letter} = {at}: {cell({'lower': value.lower, 'upper': value.upper})}")


def points_table(points: Sequence[tuple[Mapping[str, str], Enclosure | None, Enclosure | None]]) -> ReportTable:
    """The bound and the certified optimum at points, both by their upper ends."""
    letters = tuple(points[0][0])
    rows = tuple((*(at[name] for name in letters), *("" if one is None else one.upper for one in (value, best)))
                 for at, value, best in points)
    return ReportTable(rows, (*letters, "bound", "optimum"))


def levels_table(rows: Sequence[LevelBound]) -> ReportTable:
    """All ways to (epsilon, delta) at a point, the best first."""
    return columns((row.name, row.what, f"[{row.value.lower}, {row.value.upper}]", row.note) for row in rows)
