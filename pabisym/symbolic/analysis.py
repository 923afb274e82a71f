"""What processes and algorithms as objects share: letters with domains, the spec that they are, what can be asked of it, and TOML."""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pabisym.derivation.derive import derive as derive_spec
from pabisym.errors import InputError
from pabisym.lang.arguments import NumberLike, public
from pabisym.lang.budget import within
from pabisym.lang.grammar import to_text
from pabisym.lang.once import cached_property
from pabisym.lang.term import ONE, Call, Name, Number, Term
from pabisym.process.sequence import names, unused_name
from pabisym.refutation.search import refute
from pabisym.spec.read import Spec, read_spec, spec_of
from pabisym.symbolic.claim import Verdict
from pabisym.symbolic.derived import SymbolicDerivation, bound_of
from pabisym.symbolic.goals import GoalClaim, PrivacyGoal, Renyi
from pabisym.symbolic.numbers import (
    MIRRORED,
    FormulaLike,
    Letter,
    LettersLike,
    WhereLike,
    check_letters,
    letters_of,
    merged_letters,
    relations_of,
    term_of,
    toml_value,
)
from pabisym.symbolic.steps import at_step

if TYPE_CHECKING:
    from pabisym.library.library import LibraryLike


class Analysed(ABC):
    """A process or an algorithm in letters; see the module."""

    letters: Mapping[str, Letter]
    relations: tuple[Call, ...]
    title: str

    @abstractmethod
    def document(self) -> dict[str, Any]:
        """The table of the spec, ``process`` or ``algorithm``, with terms for formulas."""

    def _declare(self, sources: list[Any], where: WhereLike, letters: LettersLike | list[LettersLike]) -> None:
        """Find the letters of some formulas, and check that every name has a domain."""
        relations = relations_of(where)
        found = merged_letters(letters_of(sources, where, where="where", step=True), letters_of(letters))
        for term in (*terms_of(self.document()), *relations):
            check_letters(at_step(term, ONE), found, "letters")  # the name of the step is no letter
        object.__setattr__(self, "letters", found)
        object.__setattr__(self, "relations", relations)

    @cached_property
    def _bare(self) -> Spec:
        """The spec without a goal."""
        return self._read({"divergence": "gdp"}, self.letters, self.relations)

    def symbols(self) -> dict[str, str]:
        """Every letter with its domain, as a spec declares it."""
        return _symbols(self.letters, self.relations)

    def spec(self, goal: PrivacyGoal | None = None, bound: FormulaLike | None = None) -> Spec:
        """The spec that is analysed, with a goal, or with a claim where a ``bound`` is given.

        Raises :class:`~pabisym.errors.InputError` for what is wrong with it, in the words of Python.
        """
        if goal is None:
            return self._bare
        letters, relations = self._with(goal, bound)
        if bound is None:
            return self._read(goal.table(), letters, relations)
        claimed = goal.claimed(term_of(bound, "claim"))
        check_letters(claimed, letters, "claim")
        return self._read(goal.table(), letters, relations, {"claim": {"bound": claimed}})

    def _with(self, goal: PrivacyGoal, bound: FormulaLike | None = None) -> tuple[dict[str, Letter], tuple[Call, ...]]:
        """The letters, with those of a goal and a bound."""
        found = merged_letters(self.letters, goal.letters() | letters_of(bound, where="claim"), where="goal")
        return found, tuple(dict.fromkeys((*self.relations, *goal.relations())))

    def _read(self, goal: Mapping[str, Any], letters: Mapping[str, Letter], relations: tuple[Call, ...],
              claim: Mapping[str, Any] = MappingProxyType({})) -> Spec:
        with in_python():
            return read_spec({"title": self.title, "symbols": _symbols(letters, relations), **self.document(), "goal": goal, **claim})

    def letters_in(self, spec: Spec, goal: PrivacyGoal | None = None) -> dict[str, Letter]:
        """The letters of a spec of this object, each in its whole domain, with the caller's symbols."""
        found, known = {}, self.letters if goal is None else self._with(goal)[0]
        for name, domain in spec.symbols.items():
            own = known.get(name)
            found[name] = Letter(name, str(domain), "" if own is None else own.meaning, None if own is None else own.own)
        return found

    def as_spec(self) -> Spec:
        """The spec, for the functions of pabisym that take one; its goal is GDP."""
        return self._bare

    # What can be asked.

    def derive(self, goal: PrivacyGoal, *, library: LibraryLike = None, seconds: NumberLike | None = None) -> SymbolicDerivation:
        """Derive and prove a bound.

        ``library`` has the theorems that may be applied (None: the built-in ones), ``seconds`` of processor time are the most that the
        search takes.  Raises :class:`~pabisym.errors.InputError` for a goal that does not fit, and :class:`~pabisym.errors.Undecided`
        where no bound is found.
        """
        if not isinstance(goal, PrivacyGoal):
            raise InputError("goal", f"is {type(goal).__name__}", "give one such as pabisym.Renyi(alpha)")
        asked = Renyi(unused_name("alpha", self.letters)) if goal.divergence == "zcdp" else goal
        spec = self.spec(asked)
        with in_python():
            return bound_of(spec, self.letters_in(spec, asked), goal, library, seconds)

    def claim(self, claimed: GoalClaim) -> ProcessClaim:
        """A claimed upper bound, as in ``claim(Renyi(alpha) <= bound)``, to be decided.

        Raises :class:`~pabisym.errors.InputError` for letters without a domain and a goal that does not fit.
        """
        if not isinstance(claimed, GoalClaim):
            raise InputError("claim", f"is {type(claimed).__name__}", "write as in claim(pabisym.Renyi(alpha) <= bound)")
        return ProcessClaim(self, claimed.goal, claimed.bound, self.spec(claimed.goal, claimed.bound))

    def toml(self, goal: PrivacyGoal | None = None) -> str:
        """The spec as TOML, for files and the command line."""
        letters, relations = (self.letters, self.relations) if goal is None else self._with(goal)
        tables = {"symbols": _symbols(letters, relations), **self.document(), **({} if goal is None else {"goal": goal.table()})}
        head = f"title = {toml_value(self.title)}\n\n" if self.title else ""
        return head + "\n".join(f"[{name}]\n" + "".join(f"{key} = {toml_value(value)}\n" for key, value in table.items())
                                for name, table in tables.items())

    def __setattr__(self, name: str, value: object) -> None:
        raise InputError(type(self).__name__, f"is frozen, and {name} cannot be set", "make another one")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Analysed) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.title, frozenset(self.symbols().items()), toml_value(self.document())


@dataclass(frozen=True)
class ProcessClaim:
    """A claimed upper bound for a process or an algorithm; :meth:`decide` proves or refutes it."""

    of: Analysed
    goal: PrivacyGoal
    bound: FormulaLike
    spec: Spec

    def decide(self, *, seconds: NumberLike | None = None) -> Verdict:
        """Proved by the kernel, refuted by a process at a point, or undecided.

        ``seconds`` of processor time are the most that the search takes.
        """
        found = refute(self.spec, seconds=seconds)
        return Verdict(found.status, dict(found.at), found.reason)

    def as_spec(self) -> Spec:
        """The spec with the claim, for :func:`pabisym.refute`."""
        return self.spec

    def __repr__(self) -> str:
        return f"ProcessClaim({self.goal} <= {to_text(term_of(self.bound))})"


# Domains.


def terms_of(table: object) -> Iterator[Term]:
    """The terms of a table of a spec."""
    if isinstance(table, Number | Name | Call):
        yield table
    elif isinstance(table, Mapping):
        for value in table.values():
            yield from terms_of(value)
    elif isinstance(table, list | tuple):
        for value in table:
            yield from terms_of(value)


def _symbols(letters: Mapping[str, Letter], relations: Iterable[Call]) -> dict[str, str]:
    """The domains; a relation stands with the letter that it defines, or the last one that it mentions."""
    own = {name: list(letter.relations) for name, letter in letters.items()}
    known = {relation for listed in own.values() for relation in listed}
    for relation in relations:
        if relation in known or Call(MIRRORED[relation.head], relation.args[::-1]) in known:
            continue
        left, right = relation.args
        defined = [side.name for side in (left, right) if relation.head == "==" and isinstance(side, Name) and side.name in own]
        about = defined or sorted(names(relation) & own.keys(), key=list(own).index, reverse=True)
        if about:
            own[about[0]].append(relation)
    return {name: ", ".join((letters[name].kind, *map(to_text, listed))) for name, listed in own.items()}


@public
def derive(source: str | bytes | os.PathLike[str] | Mapping[str, object] | Spec | Analysed, goal: PrivacyGoal | None = None, *,
           library: LibraryLike = None, seconds: NumberLike | None = None) -> SymbolicDerivation:
    """Derive and prove a bound: of a process or an algorithm for a goal, or of a spec (a path, TOML text, or the table that it is).

    ``library`` (None: the built-in one; or folders of one's own) has the theorems that may be applied.  Lengths, deviations and orders are
    numbers without units; the bound is in nats.  ``seconds`` of processor time are the most that the search takes (None:
    :data:`pabisym.lang.budget.SECONDS`).

    >>> from pabisym import derive
    >>> found = derive({
    ...     "symbols": {"n": "integer, n >= 1", "s": "real, s >= 0", "v": "real, v > 0", "alpha": "real, alpha > 1"},
    ...     "process": {"steps": "n", "gap": [{"at": "1", "size": "s"}], "noise": {"law": "gaussian", "variance": "v"}},
    ...     "goal": {"divergence": "renyi", "order": "alpha"}})
    >>> found.bound, found.tightness
    (alpha*s**2/(2*v*n), 'exact')

    Raises :class:`~pabisym.errors.InputError` for an unusable spec and :class:`~pabisym.errors.Undecided` where no shape of the library
    fits, where it has no form in the notion that is asked for, or where the time is used up.
    """
    if isinstance(source, Analysed):
        if goal is None:
            raise InputError("goal", "is missing", "say what to bound, as in derive(run, pabisym.Renyi(alpha))")
        return source.derive(goal, library=library, seconds=seconds)
    if goal is not None:
        raise InputError("goal", "is given beside a spec, which has one", "leave it out, or make a pabisym.Process.from_toml(...)")
    with within(seconds):
        spec = spec_of(source)
        found = derive_spec(spec, library=library)
    letters = {name: Letter(name, str(domain)) for name, domain in spec.symbols.items()}
    return SymbolicDerivation(found, letters)


# Errors in the words of Python.


@contextmanager
def in_python() -> Iterator[None]:
    """Errors of the reader with fields and cures of Python instead of those of TOML."""
    try:
        yield
    except InputError as error:
        field, cure = error.field, error.cure
        for pattern, said in _FIELDS:
            field = re.sub(pattern, said, field)
        for pattern, said in _CURES:
            cure = re.sub(pattern, said, cure)
        raise InputError(field.strip(), error.problem, re.sub(r'(\w+) = "([^"]*)"', r"\1=\2", cure)) from None


_FIELDS = (
    (r"^symbols\.(\w+)", r"where \1"), (r"^process\.gap\[\d+\]\.?(.*)", r"gap \1"), (r"^process\.phases\[(\d+)\]\.?(.*)", r"phase \1 \2"),
    (r"^process\.", ""), (r"^algorithm\.", ""), (r"^(goal|claim)\.order", r"\1 order"), (r"\.", " "),
)
_CURES = (
    (r"^declare domains from which (.*) follows$", r"add where=[\1]"), (r"^declare domains from which it follows at every step$",
     "add to where= what it follows from"), (r"^declare domains that are not empty$", "take one of them out of where=[...]"),
    (r"^declare (.*?)( > 1)$", r"add where=[\1\2]"), (r"^declare (.*)$", r"add where=[\1]"),
    (r"\[symbols\]|the domains", "where=[...]"), (r"^write as in \w+ = .*$", "see pabisym.Process"),
)
