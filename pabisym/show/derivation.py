"""A derivation for people: on a terminal, short or step by step, and as a fragment for an article."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from pabisym.derivation.explain import explain
from pabisym.lang.grammar import to_text
from pabisym.show.allocation import cell
from pabisym.show.terminal import aligned, folded, print_formula, print_line, print_section, terminal
from pabisym.show.unicode import unicode_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pabisym.derivation.asymptotics import Limit
    from pabisym.derivation.derive import Derivation
    from pabisym.derivation.epsilon_delta import LevelBound
    from pabisym.derivation.explain import Part

_SHOWN = {"Y": "X′"}
_UNPROVED = "by leading terms, not proved (exit status 3)"


def print_derivation(found: Derivation, *, whole: bool = False) -> None:
    """A derived bound, what it needs and how it was checked; ``whole``: step by step."""
    console = terminal()
    print_line(console, Text.assemble((found.spec.title or "derived bound", "bold")))
    if found.loose is not None:
        print_line(console, Text(str(found.loose)))
    steps = f"{found.statement.steps} steps of proof, replayed by the kernel"
    print_line(console, Text(f"status: proved · {found.derived.shape} · {steps} · {found.seconds:.1f} s"))
    print_formula(console, "Bound", unicode_text(found.statement.sequent.conclusion, _SHOWN))
    if len(found.routes) > 1:
        print_section(console, "The smaller one of", aligned([(r.name, unicode_text(r.bound)) for r in found.routes[:-1]]))
    if found.goal.delta is not None:
        said = f"epsilon is any {found.level} >= 0 at which this is at most {to_text(found.goal.delta)}"
        print_section(console, "Level", [Text(said)])
    print_formula(console, "Price, the sum of squared payments over variances", unicode_text(found.square))
    if not found.closed_form:
        print_section(console, "Closed form", [Text("none was found: the sum stays, and evaluates")])
    print_section(console, "Tightness", [Text(_tightness(found))])
    if whole:
        _print_steps(found)
        return
    print_section(console, "Conditions beside the domains", [Text(unicode_text(term)) for term in found.conditions])
    print_section(console, "By these statements it is this process", [Text(ground.statement) for ground in found.spec.grounds])
    print_section(console, "Assumed in words", [Text(words) for words in found.assumed])
    print_section(console, "Believed", [Text(name) for name in found.cited])
    print_line(console, Text())
    for line in ("--explain shows every step, --set NAME=VALUE a number, --latex the theorem",
                 "pabisym beliefs NAME says what a belief is"):  # fmt: skip
        print_line(console, Text(line, style="dim"))


def _print_steps(found: Derivation) -> None:
    console = terminal()
    for number, part in enumerate(explain(found).parts, start=1):
        print_section(console, f"{number}. {part.title}", _lines(part))


def _lines(part: Part) -> Iterator[Text]:
    yield from aligned([(word, unicode_text(term)) for word, term in part.formulas])
    for reason in part.why:
        yield Text(f"— {reason}", style="dim")


def _tightness(found: Derivation) -> str:
    if found.attainment is not None:
        return "exact: a linear pair in the class attains it, proved for all parameters"
    if found.tightness == "exact" and found.spec.process.diameter is not None:
        return f"exact at {found.checked} random points: equal to the best restart; the divergence itself may be smaller in the domain"
    if found.tightness == "exact" and found.spec.process.noise.law != "gaussian":
        return f"exact at {found.checked} random points: the payments are the best ones; the divergence itself may be smaller"
    if found.tightness == "exact":
        return f"exact at {found.checked} random points: equal to the optimum, which a linear pair attains"
    if found.loose is not None and not found.loose.at:
        return str(found.loose)
    return f"upper: above the exact optimum at one of {found.checked} random points ({found.longer} of two steps or more)"


def print_limit(found: Limit) -> None:
    """The price of an allocation as a letter goes to a value."""
    console = terminal()
    print_line(console, Text.assemble((found.said, "bold")))
    rows = [("limit", unicode_text(found.value) if found.value is not None else "not found")]
    rows += [] if found.leading is None else [("asymptotically", unicode_text(found.leading))]
    rows += [] if found.remainder is None else [("at most this far from it", unicode_text(found.remainder))]
    rows += [("approached", found.direction)] if found.direction else []
    said = f"{found.steps} steps of proof" if found.steps else _UNPROVED if found.value is not None else "no limit was found"
    rows.append(("status", found.status if found.status == "proved" and not found.steps else f"{found.status}, {said}"))
    for line in aligned(rows):
        print_line(console, line)
    shared = {point.partition(" (")[2].removesuffix(")") for point, _ in found.points}
    for others in sorted(filter(None, shared)) if len(shared) == 1 else ():
        for words in folded(f"certified values, where {others}", console.width if console.is_terminal else len(others) + 40):
            print_line(console, Text(words))
    for point, value in found.points:
        at = point.partition(" (")[0] if len(shared) == 1 else point
        print_line(console, Text(f"  at {found.letter} = {at}: {cell({'lower': value.lower, 'upper': value.upper})}"))


def print_table(rows: Sequence[LevelBound]) -> None:
    """All ways to (epsilon, delta) at a point, the best first."""
    console = terminal()
    listed = [(row.name, row.what, f"[{row.value.lower}, {row.value.upper}]", row.note) for row in rows]
    for line in aligned(listed):
        print_line(console, line)
