"""Statements found by words or by setting, as tables, and anything evaluated that has a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pabisym.lang.arguments import public
from pabisym.lang.tables import Tabled
from pabisym.library.library import LibraryLike, open_library
from pabisym.library.search import Found, search_in_setting
from pabisym.numerics.enclosure import Enclosure
from pabisym.process.sequence import names
from pabisym.show.terminal import align_columns
from pabisym.symbolic.formula import Formula, formula_of
from pabisym.symbolic.numbers import FormulaLike, Letter, Symbolic, ValueLike, ValuesLike, letters_of, term_of
from pabisym.symbolic.theorem import Theorem, theorem

Loss = Literal["nonconvex", "clipped", "convex", "strongly-convex", "any"]
Sampling = Literal["full", "cyclic", "shuffled", "poisson", "fixed-size", "sampled", "one-pass", "any"]
FoundDomain = Literal["bounded", "unbounded", "any"]
FoundNotion = Literal["renyi", "dp", "gdp", "hockey-stick", "any"]
Direction = Literal["upper", "lower", "any"]


@dataclass(frozen=True, repr=False)
class Table(Tabled, Sequence[Mapping[str, Any]]):
    """Rows with the same columns: a sequence of tables from column to value.

    >>> from pabisym import search
    >>> found = search("sampled", loss="convex")
    >>> found.columns, len(found) == len(found.rows)
    (('id', 'number', 'title', 'tags'), True)
    """

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]

    def __getitem__(self, index: Any) -> Any:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self.rows)

    def __repr__(self) -> str:
        texts = [[", ".join(map(str, one)) if isinstance(one := row.get(column, ""), tuple) else str(one) for column in self.columns]
                 for row in self.rows]
        return "\n".join(align_columns([self.columns, *([text if len(text) <= 60 else text[:59] + "…" for text in row] for row in texts)]))


def found_table(found: Sequence[Found]) -> Table:
    """What was found, by id, number in the paper, title and tags."""
    rows = tuple({"id": one.id, "number": one.label, "title": one.title, "tags": one.tags} for one in found)
    return Table(("id", "number", "title", "tags"), rows)


@public
def search(*words: str, loss: Loss | None = None, sampling: Sampling | None = None, domain: FoundDomain | None = None,
           notion: FoundNotion | None = None, direction: Direction | None = None, library: LibraryLike = None) -> Table:
    """The statements in which all words occur, in id, title, text or tags, and that fit a setting where one is given; the nearest first.

    Assumptions are not checked.  Raises :class:`~pabisym.errors.InputError` for an empty word, and for a value that is not known.

    >>> from pabisym import search
    >>> [row["id"] for row in search("iteration", "theorem-22")]
    ['feldman2018/theorem-22']
    """
    setting = {"loss": loss, "sampling": sampling, "domain": domain, "notion": notion, "direction": direction}
    return found_table(search_in_setting(open_library(library), words, setting))


@public
def find(*, loss: Loss | None = None, sampling: Sampling | None = None, domain: FoundDomain | None = None,
         notion: FoundNotion | None = None, direction: Direction | None = None, library: LibraryLike = None) -> Table:
    """The statements that bound privacy and fit a setting, those that use it most first; see :func:`search`.

    A statement for convex losses fits strongly convex ones too, and one without a bounded domain a bounded one.  Raises
    :class:`~pabisym.errors.InputError` for a value that is not known.

    >>> from pabisym import find
    >>> "feldman2018/theorem-23" in [row["id"] for row in find(loss="convex", sampling="one-pass")]
    True
    """
    return search(loss=loss, sampling=sampling, domain=domain, notion=notion, direction=direction, library=library)


@public
def evaluate(what: FormulaLike, values: ValuesLike = None, /, *, digits: int = 15, force: bool = False,
             library: LibraryLike = None, **named: ValueLike) -> Enclosure:
    """The value of a formula, or of the bound of a theorem by its id, at a point, to certified digits.

    Letters of a text have no domain but that of their value.  Raises :class:`~pabisym.errors.InputError` as :meth:`Formula.at`.

    >>> from pabisym import evaluate
    >>> evaluate("feldman2018/theorem-23", L=1, sigma=4, n=1000, t=10, alpha=8).exact
    Fraction(1, 991)
    >>> evaluate("sqrt(x)", x=2, digits=5).upper
    '1.414214'
    """
    if isinstance(what, str) and what in open_library(library):
        what = theorem(what, library=library)
    if isinstance(what, Theorem):
        return what.at(values, force=force, **named).enclosure(digits)
    if not isinstance(what, Symbolic):
        term, own = term_of(what, "formula", floats=True), letters_of(what)
        what = Formula(term, {**{name: Letter(name) for name in names(term)}, **own})
    return formula_of(what).at(values, digits=digits, force=force, **named)
