"""Sizes that depend on the step, as people have them in Python: formulas in k, lists, what recurs, windows, and sums of gaps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeAlias

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, ZERO, Term
from pabisym.process.sequence import STEP, names
from pabisym.symbolic.numbers import FormulaLike, term_of

Size: TypeAlias = "FormulaLike | list[FormulaLike] | Every"
"""A formula, which may depend on the step, a list with one value a step, or what recurs."""
GapLike: TypeAlias = "FormulaLike | Mapping[Any, FormulaLike] | list[FormulaLike] | GapPart"
"""A gap: a formula (every step), a table from steps to sizes, a list, :class:`Every`, :class:`Window`, or a sum of these."""


class GapPart(ABC):
    """A gap that others can be added to."""

    @abstractmethod
    def entries(self) -> list[dict[str, Any]]:
        """The entries of a spec."""

    def sources(self) -> Iterator[Any]:
        """The formulas in it, whose symbols are letters."""
        yield from (one for one in vars(self).values() if one is not None)

    def __add__(self, other: GapLike) -> GapSum:
        return GapSum((*gap_parts(self), *gap_parts(other)))

    def __radd__(self, other: GapLike) -> GapSum:
        return GapSum((*gap_parts(other), *gap_parts(self)))


@dataclass(frozen=True, repr=False)
class Every(GapPart):
    """``size`` at the steps ``start``, ``start + period``, and so on, up to ``stop`` (None: to the last step).

    Elsewhere a gap and noise are 0 and a contraction is 1, or what ``other`` says.  All are formulas; sizes may depend on the step.
    Raises :class:`~pabisym.errors.InputError` where it becomes part of a process for periods and steps that are no integers from 1 on.

    >>> import pabisym as pb
    >>> pb.Every("M", size="g")
    Every(M, size=g)
    """

    period: FormulaLike
    _: KW_ONLY
    size: FormulaLike
    start: FormulaLike = 1
    stop: FormulaLike | None = None
    other: FormulaLike | None = None

    @classmethod
    def of(cls, table: Mapping[str, FormulaLike]) -> Every:
        """What recurs from the keys of a spec."""
        return cls(table["every"], size=table["size"], start=table.get("from", 1), stop=table.get("to"), other=table.get("other"))

    def table(self, where: str) -> dict[str, Any]:
        """The keys of a spec."""
        found = {"every": term_of(self.period, f"{where} Every"), "size": size_of(self.size, f"{where} size", step=True)}
        if (start := term_of(self.start, f"{where} start")) != ONE:
            found["from"] = start
        for key, value in (("to", self.stop), ("other", self.other)):
            if value is not None:
                found[key] = size_of(value, f"{where} {key}", step=key == "other")
        return found

    def entries(self) -> list[dict[str, Any]]:
        """The entries of a spec."""
        if self.other is not None and term_of(self.other, "gap other") != ZERO:
            raise InputError("gap Every", "has other gaps in between", "add the two: pabisym.Every(...) + other")
        return [{key: value for key, value in self.table("gap").items() if key != "other"}]

    def __repr__(self) -> str:
        more = {"start": self.start if shown(self.start) != "1" else None, "stop": self.stop, "other": self.other}
        rest = "".join(f", {key}={shown(value)}" for key, value in more.items() if value is not None)
        return f"Every({shown(self.period)}, size={shown(self.size)}{rest})"


@dataclass(frozen=True, repr=False)
class Window(GapPart):
    """A gap of some size at every step from ``first`` to ``last``.

    >>> import pabisym as pb
    >>> pb.Window(1, "m", "h")
    Window(1, m, h)
    """

    first: FormulaLike
    last: FormulaLike
    size: FormulaLike

    def entries(self) -> list[dict[str, Any]]:
        """The entries of a spec."""
        return Every(1, size=self.size, start=self.first, stop=self.last).entries()

    def __repr__(self) -> str:
        return f"Window({shown(self.first)}, {shown(self.last)}, {shown(self.size)})"


@dataclass(frozen=True, repr=False)
class GapAt(GapPart):
    """A gap of some size at one step."""

    step: FormulaLike
    size: FormulaLike

    def entries(self) -> list[dict[str, Any]]:
        """The entries of a spec."""
        return [{"at": term_of(self.step, "gap step"), "size": size_of(self.size, "gap size", step=True)}]

    def __repr__(self) -> str:
        return f"{{{shown(self.step)}: {shown(self.size)}}}"


@dataclass(frozen=True, repr=False)
class GapEach(GapPart):
    """A gap of one size at every step, or of a listed size at each."""

    size: Size

    def entries(self) -> list[dict[str, Any]]:
        """The entries of a spec."""
        return [{"list" if isinstance(self.size, list | tuple) else "each": size_of(self.size, "gap", step=True)}]

    def __repr__(self) -> str:
        return shown(self.size)


@dataclass(frozen=True, repr=False)
class GapSum(GapPart):
    """Gaps that add up."""

    parts: tuple[GapPart, ...]

    def entries(self) -> list[dict[str, Any]]:
        """The entries of a spec."""
        return [entry for part in self.parts for entry in part.entries()]

    def sources(self) -> Iterator[Any]:
        """The formulas in it."""
        for part in self.parts:
            yield from part.sources()

    def __repr__(self) -> str:
        return " + ".join(map(repr, self.parts)) or "0"


def gap_parts(gap: GapLike | None) -> tuple[GapPart, ...]:
    """The parts of a gap as it was given."""
    if gap is None:
        return ()
    if isinstance(gap, GapSum):
        return gap.parts
    if isinstance(gap, GapPart):
        return (gap,)
    if isinstance(gap, Mapping):
        return tuple(GapAt(step, size) for step, size in gap.items())
    return (GapEach(gap),)


def gap_of(entries: Iterable[Mapping[str, Any]]) -> GapSum:
    """The gap of some entries of a spec."""
    found = list[GapPart]()
    for entry in entries:
        if "at" in entry:
            found.append(GapAt(entry["at"], entry["size"]))
        elif "every" in entry:
            found.append(Every.of(entry))
        else:
            found.append(GapEach(entry.get("each", entry.get("list"))))
    return GapSum(tuple(found))


def size_of(value: Size, where: str, *, step: bool = False) -> Any:
    """A size as a spec has it: a term, a list of terms, or a table of what recurs.

    Raises :class:`~pabisym.errors.InputError` naming ``where`` for what is no formula, and for the step where it has no meaning.
    """
    if isinstance(value, Every):
        return value.table(where)
    if isinstance(value, list | tuple):
        return [size_of(one, f"{where}[{position}]", step=step) for position, one in enumerate(value)]
    term: Term = term_of(value, where)
    if not step and STEP in names(term):
        raise InputError(where, f"depends on the step {STEP}", "only sizes, contraction and noise may depend on the step")
    return term


def shown(value: object) -> str:
    """A formula, or a list of them, on one line."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(shown, value))}]"
    try:
        return repr(value) if isinstance(value, GapPart) else to_text(term_of(value))
    except InputError:
        return str(value)
