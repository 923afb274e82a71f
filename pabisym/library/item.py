"""The short form of a theorem file: letters by name from a vocabulary, domains that are assumptions, each thing said once.

:func:`item` makes the :class:`~pabisym.library.statement.Statement` of the file that calls it.  The id is the path of the
file, the title the first line of its docstring, the text the docstring, the paper and the kind those of the path; ``letters``
are taken from the :class:`Vocabulary` of the paper; ``given`` are the assumptions beside the domains of the letters::

    STATEMENT = item("Theorem 23", "section 4", letters="n [], t, alpha, L >= 0, eta, sigma, V, W, zeta",
        given=("small steps: eta <= 2/beta", "first run, second run, Gaussian"), …)

A letter is named, or written with another domain than usual (``L >= 0``); ``n: epoch`` is the one with this word in its kind or
meaning, where the vocabulary has several of one name; ``[name, name]`` names the assumptions that its domain is, ``[]`` says that
it follows from the others.  An assumption is ``name: formula`` or ``name: formula: meaning``, the name of one that the
vocabulary has, or the letter whose domain stands at this place; ``...`` stands for the domains of the letters that are not
named, which come first unless told otherwise.  Nothing here is trusted: what a file says is what its statement holds.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from pabisym.errors import InputError, visible
from pabisym.lang.once import cached_property
from pabisym.library.statement import (
    AsPrinted,
    Assumption,
    Check,
    LinearPair,
    Named,
    Printed,
    PrintedNumber,
    Reference,
    Spot,
    Statement,
    Structure,
    Symbol,
    Tightness,
)

if TYPE_CHECKING:
    from pabisym.proof.build import Builder

_RELATION = re.compile(r" (<=|>=|==|!=|<|>) ")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_LETTER = re.compile(r"(?P<domain>[^:\[]+?)\s*(?::\s*(?P<words>[^\[]+?)\s*)?(?:\[(?P<names>[^\]]*)\])?", re.ASCII)
_KINDS = {"eq": "equation", "assumptions": "assumption"}
_NAMED = ("theorem", "lemma", "proposition", "corollary", "equation", "definition", "assumption", "algorithm", "construction", "example",
          "figure", "footnote", "observation", "question", "remark", "table")  # fmt: skip


@dataclass(frozen=True)
class DeclaredSymbol:
    """A numeric letter together with what its domain says.

    ``relations`` are those of the domain, in order, and ``names`` the names under which they are assumed: an empty one, or none
    at all, for a relation that follows from the others.
    """

    symbol: Symbol
    relations: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """The assumptions that the domain is."""
        return tuple(Assumption(name, relation) for name, relation in zip(self.names, self.relations, strict=False) if name)


Letters: TypeAlias = "str | DeclaredSymbol | Structure | Iterable[str | DeclaredSymbol | Structure]"
"""Letters in their order, by name or as they are."""
Given: TypeAlias = "str | Assumption | EllipsisType | Iterable[str | Assumption | EllipsisType]"
"""Assumptions in their order; see the module docstring."""


def real(domain: str, meaning: str, names: str = "", unit: str = "1", latex: str = "", role: str = "", letter: str = "") -> DeclaredSymbol:
    """A real letter with the relations of its domain, as in ``real("0 < q <= 1", "share", "chance, range")``.

    The domain is the letter alone, one relation that begins with it, a chain around it, or several relations joined by ``and``
    (``c > 0 and c < 1`` is the same set as ``0 < c < 1``, and two other assumptions).  ``letter`` names it where it is none of these.
    ``role`` says what it is in the parameters of ``pabisym compare``.
    """
    return _letter("real", domain, meaning, names, unit, latex, role, letter)


def integer(domain: str, meaning: str, names: str = "", unit: str = "1", latex: str = "", role: str = "",
            letter: str = "") -> DeclaredSymbol:
    """An integer letter; see :func:`real`."""
    return _letter("integer", domain, meaning, names, unit, latex, role, letter)


def _letter(sort: str, domain: str, meaning: str, names: str, unit: str, latex: str, role: str, letter: str) -> DeclaredSymbol:
    found, written, relations = _domain(domain)
    symbol = Symbol(letter or found, f"{sort}, {written}" if relations else sort, meaning, unit, latex, role)
    return DeclaredSymbol(symbol, relations, _names(names, len(relations), domain))


def _listed(text: str) -> list[str]:
    """The parts of a text between its commas, but for those in brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def _names(text: str, count: int, domain: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",")) if text.strip() else ()
    if len(names) not in (0, count):
        raise InputError(visible(domain), f"{len(names)} names for {count} relations", "give each relation of the domain a name")
    return names


def _domain(text: str) -> tuple[str, str, tuple[str, ...]]:
    """The letter of a domain, the domain as it is shown, and its relations."""
    parts = [_RELATION.split(part.strip()) for part in text.split(" and ")]
    name = parts[0][2] if len(parts[0]) == 5 else parts[0][0]
    if not _NAME.fullmatch(name) and len(parts[0]) == 3:
        name = parts[0][2]
    if not _NAME.fullmatch(name) or any(len(part) > 5 for part in parts):
        raise InputError(visible(text), "is no domain of a letter", "write a letter, as in n, n >= 1 or 1 <= t <= n")
    relations = tuple(" ".join(part[at : at + 3]) for part in parts for at in range(0, len(part) - 1, 2))
    if [part[0] for part in parts] == [name, name] and [part[1][0] for part in parts] == [">", "<"]:
        (_, low, least), (_, high, most) = parts
        return name, f"{least} {low.replace('>', '<')} {name} {high} {most}", relations
    return name, ", ".join(" ".join(part) for part in parts), relations


def _at(text: str) -> Spot:
    """A point as in ``n=2, sigma=3/2`` or, with the value of the bound there, ``n=2, sigma=3/2 -> 10``."""
    point, _, expect = text.partition("->")
    at: dict[str, str | int] = {}
    for part in point.split(","):
        name, equals, value = (one.strip() for one in part.partition("="))
        if not equals or name in at:
            raise InputError(visible(text), "is no point", "write it as in n=2, sigma=3/2 -> 10")
        at[name] = int(value) if re.fullmatch(r"-?\d+", value, re.ASCII) else value
    return Spot(at, expect.strip())


@dataclass(frozen=True)
class Vocabulary:
    """The letters and the assumptions that several files of a paper share; those of ``base`` are known as well.

    Of several letters of one name, the name alone means the first one, and ``name: words`` the one with these words
    in its kind or meaning, of several the one with the shortest meaning.
    """

    letters: tuple[DeclaredSymbol | Structure, ...] = ()
    assumptions: Mapping[str, str] = field(default_factory=dict)
    """Formula, or ``formula: meaning``, by name."""
    base: Vocabulary | None = None

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[DeclaredSymbol | Structure, ...]]:
        found: dict[str, tuple[DeclaredSymbol | Structure, ...]] = {}
        for one in self.letters:
            name = _name(one)
            found[name] = (*found.get(name, ()), one)
        for name, others in self.base._by_name.items() if self.base is not None else ():
            found[name] = found.get(name, ()) + others
        return found

    @cached_property
    def known(self) -> Mapping[str, str]:
        """The assumptions by name, those of the base among them."""
        return {**(self.base.known if self.base is not None else {}), **self.assumptions}

    def letter(self, text: str) -> DeclaredSymbol | Structure:
        """One letter; raises :class:`~pabisym.errors.InputError` for one that is not in the vocabulary, or that is not clear."""
        said = _LETTER.fullmatch(text.strip())
        if said is None:
            raise InputError(visible(text), "is no letter", "write a letter, as in n, n >= 2, n: steps or n [size]")
        name, domain, relations = _domain(said["domain"])
        known = self._by_name.get(name, ())
        words = set((said["words"] or "").split())
        fitting = [one for one in known if words <= _words(one)]
        if not fitting:
            listed = "; ".join(map(_meaning, known))
            cure = f"the meanings known are: {listed}" if known else "say it in full, as real(…), integer(…) or Structure(…)"
            raise InputError(visible(text), "is no letter of the vocabulary", cure)
        one = fitting[0] if not words else min(fitting, key=lambda one: len(_meaning(one)))
        if isinstance(one, Structure):
            return one
        if relations:
            sort = one.symbol.domain.partition(",")[0]
            one = DeclaredSymbol(replace(one.symbol, domain=f"{sort}, {domain}"), relations, one.names)
        if said["names"] is not None:
            return replace(one, names=_names(said["names"], len(one.relations), text))
        if len(one.names) not in (0, len(one.relations)):
            cure = "write them behind it, as in 1 <= b <= n [batch, part]"
            raise InputError(visible(text), "the names of its assumptions are not clear", cure)
        return one

    def _letters(self, given: Letters) -> Iterator[DeclaredSymbol | Structure]:
        for one in (given,) if isinstance(given, (str, DeclaredSymbol, Structure)) else given:
            if isinstance(one, str):
                yield from map(self.letter, _listed(one))
            else:
                yield one

    def _given(self, given: Given, letters: Mapping[str, DeclaredSymbol]) -> tuple[Assumption, ...]:
        """The assumptions of a statement in their order."""
        listed = [given] if isinstance(given, (str, Assumption, EllipsisType)) else list(given)
        parts: list[Assumption | EllipsisType | str] = []
        for one in listed:
            if not isinstance(one, str):
                parts.append(one)
            elif ": " in one:
                parts.append(_assumption(one))
            else:
                parts += _listed(one)
        placed = {one for one in parts if isinstance(one, str) and one in letters}
        others = tuple(one for letter in letters.values() if letter.symbol.name not in placed for one in letter.assumed)
        if ... not in parts:
            parts.insert(0, ...)
        found: list[Assumption] = []
        for part in parts:
            if isinstance(part, str):
                found += letters[part].assumed if part in letters else (self._known(part),)
            else:
                found += others if isinstance(part, EllipsisType) else (part,)
        return tuple(found)

    def _known(self, name: str) -> Assumption:
        if name not in self.known:
            raise InputError(visible(name), "is neither a letter nor a known assumption", "write an assumption as name: formula")
        holds, _, meaning = self.known[name].partition(": ")
        return Assumption(name, holds, meaning)

    def item(self, label: str, section: str = "", *, key: str = "", kind: str = "", letters: Letters = (), given: Given = (),
        conclusion: str = "", bound: str = "", uses: tuple[str, ...] = (), proof: Callable[[Builder], Mapping[str, object]] | None = None,
        cited_because: str = "", printed: AsPrinted | Printed | None = None, tightness: Tightness | None = None,
        worst_case: LinearPair | None = None, spots: str | Iterable[str | Spot] = (), checks: tuple[Check, ...] = (),
        numbers: tuple[PrintedNumber, ...] = (), steps: tuple[str, ...] = (), plain: Literal["", "definition", "prose"] = "",
        quantities: tuple[Named, ...] = (), silent: str = "", evident: str = "", results: str = "", models: str = "") -> Statement:
        """The statement of the theorem file that calls this.

        ``label`` and ``section`` say where it stands in the paper, ``key`` which paper that is where it is not the folder, and
        ``kind`` what it is where the file is not called after it.  ``spots`` are points as in ``n=2, sigma=3/2 -> 10``.
        ``results`` and ``models`` name the assumptions that are of this kind although their formulas do not show it.  The rest
        is as in :class:`~pabisym.library.statement.Statement`.  Raises :class:`~pabisym.errors.InputError` for a letter or an
        assumption that is not known.
        """
        module = sys._getframe(1).f_globals
        name, text = _id(module), module.get("__doc__") or ""
        known = list(self._letters(letters))
        numeric = {one.symbol.name: one for one in known if isinstance(one, DeclaredSymbol)}
        paper, _, own = name.partition("/")
        word = re.split(r"[-.0-9]", own, maxsplit=1)[0]
        word = _KINDS.get(word, word)
        return Statement(
            id=name, title=text.strip("\n").partition("\n")[0].rstrip("."), text=text,
            kind=kind or (word if word in _NAMED else "theorem"), reference=Reference(key or paper, label, section),
            symbols=tuple(one.symbol for one in numeric.values()),
            structures=tuple(one for one in known if isinstance(one, Structure)),
            assumptions=_sorted(self._given(given, numeric), results, models), conclusion=conclusion, bound=bound, uses=uses, proof=proof,
            cited_because=cited_because, printed=_printed(printed), tightness=tightness, worst_case=worst_case,
            spots=tuple(_at(one) if isinstance(one, str) else one for one in ((spots,) if isinstance(spots, str) else spots)),
            checks=checks, numbers=numbers, quantities=quantities, steps=steps, plain=plain, silent=silent, evident=evident,
        )  # fmt: skip


def _sorted(assumptions: tuple[Assumption, ...], results: str, models: str) -> tuple[Assumption, ...]:
    """The assumptions with the kinds that are said of them by name; raises for a name that none of them has."""
    kinds: dict[str, Literal["result", "model"]] = {**dict.fromkeys(_listed(results), "result"), **dict.fromkeys(_listed(models), "model")}
    if wrong := kinds.keys() - {one.name for one in assumptions}:
        raise InputError(visible(min(wrong)), "is called a result or a model and is no assumption", "name an assumption of this statement")
    return tuple(replace(one, kind=kinds[one.name]) if one.name in kinds else one for one in assumptions)


def _printed(printed: AsPrinted | Printed | None) -> Printed | None:
    if isinstance(printed, str) and printed not in get_args(AsPrinted):
        raise InputError("printed", f"{visible(printed)} is no verdict", f"one of {', '.join(get_args(AsPrinted))}")
    return Printed(printed) if isinstance(printed, str) else printed


def _id(module: Mapping[str, Any]) -> str:
    """The id of a module: its folder and its file, with ``-`` for ``_``."""
    folder, file = os.path.split(os.path.abspath(str(module.get("__file__", "unnamed/unnamed.py"))))
    return f"{os.path.basename(folder)}/{file.removesuffix('.py').replace('_', '-')}"


def _assumption(text: str) -> Assumption:
    name, _, rest = text.partition(": ")
    holds, _, meaning = rest.partition(": ")
    return Assumption(name.strip(), holds.strip(), meaning.strip())


def _name(one: DeclaredSymbol | Structure) -> str:
    return one.symbol.name if isinstance(one, DeclaredSymbol) else one.name


def _meaning(one: DeclaredSymbol | Structure) -> str:
    return one.symbol.meaning if isinstance(one, DeclaredSymbol) else one.meaning


def _words(one: DeclaredSymbol | Structure) -> set[str]:
    """The words of its kind and its meaning; the kind of a numeric letter is ``number``, and ``real`` or ``integer``."""
    kind = f"number {one.symbol.domain.partition(',')[0]}" if isinstance(one, DeclaredSymbol) else one.kind
    return {word.strip(".,;:()") for word in f"{kind} {_meaning(one)}".split()}


item = Vocabulary().item
"""The statement of a theorem file whose letters are all said in full."""
