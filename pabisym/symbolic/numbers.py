"""One coercion of numbers, letters, formulas and relations as people have them in Python.

Numbers may come from Python, flint, sympy, numpy and mpmath, formulas as text or as expressions of sympy, relations as relations of
sympy, as text such as ``"0 < r < 1"``, or as claims.  The assumptions of a symbol of sympy are its domain.  sympy is loaded where one of
its objects is asked for, not before.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import fmpq

from pabisym.errors import InputError, field_name, visible
from pabisym.kernel.judgement import KINDS, declarable
from pabisym.lang.arguments import DEEPEST, argument, is_truth
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.once import exclusive
from pabisym.lang.rational import CURE, as_float, dyadic, exact, rational
from pabisym.lang.term import DOMAINS, RELATIONS, Call, Name, Number, Term
from pabisym.process.sequence import STEP, names
from pabisym.spec.domains import Domain, domain, holds_relation

if TYPE_CHECKING:
    import sympy
    from numpy.typing import NDArray

FormulaLike: TypeAlias = "Symbolic | str | int | Fraction | Decimal | fmpq | Number | Name | Call | sympy.Basic"
"""A formula as people have it: text, an exact number, an expression of sympy, a :class:`Symbolic` object."""
Relation: TypeAlias = "Symbolic | str | bool | Call | sympy.Basic"
WhereLike: TypeAlias = "Relation | Iterable[Relation] | None"
"""One relation, or a list of them: text, relations of sympy, claims."""
ValuesLike: TypeAlias = "Mapping[Any, Any] | None"
"""Values by the names or the symbols of letters."""
ValueLike: TypeAlias = "FormulaLike | float"
"""What a letter may be at a point: a number as it comes, a constant such as ``sympy.sqrt(3)``, of a sequence a formula in the step."""
ColumnLike: TypeAlias = "ValueLike | Sequence[Any] | NDArray[Any]"
"""Many of these: a list, nested lists, an array."""
PaymentsLike: TypeAlias = "FormulaLike | Sequence[FormulaLike]"
"""An allocation: a formula in the step, or a list with one payment a step."""
LettersLike: TypeAlias = "Mapping[str, str | Letter] | Iterable[Any] | Symbolic | sympy.Basic | None"
"""Letters: a table from names to domains, symbols, or formulas whose letters are meant."""
WORDS = ("integer", "positive", "nonnegative", "negative", "nonpositive", "nonzero", "real")
"""Assumptions of a symbol that say its domain."""
_SIGNS = {"positive": "> 0", "nonnegative": ">= 0", "negative": "< 0", "nonpositive": "<= 0", "nonzero": "!= 0"}
_WHOLE_SIGNS = {**_SIGNS, "positive": ">= 1", "negative": "<= -1"}
SEQUENCE = " sequence"
"""How the kind of a sequence ends."""


@dataclass(frozen=True, init=False)
class Letter:
    """A letter of a formula: its name, its domain as in ``"real, sigma > 0"``, its meaning with its unit, its symbol of sympy.

    ``symbol`` is the caller's own one where there is one, else one whose assumptions are the words of the domain, made when it is first
    asked for.  ``latex`` is how the paper sets it, ``definition`` what it stands for where it is given no value.  Two letters are equal
    when their names and domains are.  Raises :class:`~pabisym.errors.InputError` for a domain that is none.

    >>> from pabisym import Letter
    >>> Letter("n", "integer, n >= 1").symbol.is_positive
    True
    """

    name: str
    domain: str
    meaning: str = field(compare=False)
    own: sympy.Basic | None = field(compare=False, repr=False)
    """The caller's symbol; None where the symbol is made from the domain."""

    latex: str = field(compare=False, repr=False)
    definition: Term | None = field(compare=False, repr=False)

    def __init__(self, name: str, domain: str = "real", meaning: str = "", symbol: sympy.Basic | None = None, *, latex: str = "",
                 definition: Term | None = None) -> None:
        own = {"name": name, "domain": domain, "meaning": meaning, "own": symbol, "latex": latex, "definition": definition}
        for key, value in own.items():
            text = key in ("name", "domain", "meaning") and type(value) is not str
            object.__setattr__(self, key, argument(value, key, (str,)) if text else value)
        _ = self.read

    @property
    def read(self) -> Domain:
        """The kind of the letter, and its relations."""
        return _read_domain(self.domain, self.name)

    @property
    def kind(self) -> str:
        """``real``, ``integer``, or ``real sequence``."""
        return self.read.kind

    @property
    def relations(self) -> tuple[Call, ...]:
        """The relations of the domain."""
        return self.read.relations

    @property
    def symbol(self) -> sympy.Basic:
        """The symbol of sympy that stands for the letter; of a sequence a function."""
        return symbol_of(self.name, self.domain) if self.own is None else self.own

    def __str__(self) -> str:
        return self.name

    def changed(self, **parts: str | Term | sympy.Basic | None) -> Letter:
        """The letter with other parts, such as ``domain`` or ``symbol``."""
        own: dict[str, Any] = {"name": self.name, "domain": self.domain, "meaning": self.meaning, "symbol": self.own, "latex": self.latex}
        return Letter(**{**own, "definition": self.definition, **parts})


class Symbolic:
    """What has a term and letters, under assumptions: a formula, or a claim.  Equal are those with the same of each."""

    term: Term
    letters: Mapping[str, Letter]
    assumptions: tuple[Any, ...]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Symbolic) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.term, frozenset(self.letters.values()), frozenset(self.assumptions)

    def __str__(self) -> str:
        return to_text(self.term)

    __repr__ = __str__


@cache
def _read_domain(text: str, name: str) -> Domain:
    word, _, rest = text.partition(",")
    if word.strip() not in DOMAINS and word.strip().removesuffix(SEQUENCE) in KINDS:
        return Domain(word.strip(), domain(f"real, {rest}", name)[1] if rest else ())
    return Domain(*domain(text, name))


@cache
@exclusive
def symbol_of(name: str, text: str) -> sympy.Basic:
    """A symbol with the words of a domain as its assumptions, the same object for the same name and domain.

    >>> symbol_of("q", "real, 0 < q < 1").is_positive
    True
    """
    import sympy

    own = _read_domain(text, name)
    if own.kind.endswith(SEQUENCE):
        return sympy.Function(name)
    if own.kind not in DOMAINS:
        return sympy.Symbol(name)
    sign = sign_of(name, own)
    return sympy.Symbol(name, **{own.kind: True}, **({sign: True} if sign else {}))


def sign_of(name: str, own: Domain) -> str:
    """The word for the sign that the relations of a letter with numbers give it; empty where they give none."""
    found = set[str]()
    for relation in own.relations:
        left, right = relation.args
        for side, other, head in ((left, right, relation.head), (right, left, MIRRORED[relation.head])):
            if side == Name(name) and isinstance(other, Number):
                found.add(_sign(head, other.value, whole=own.kind == "integer"))
    return next((word for word in WORDS if word in found), "")


MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
"""The head of a relation with its sides exchanged."""


def _sign(head: str, value: fmpq, *, whole: bool) -> str:
    if head == "==":
        return "positive" if value > 0 else "negative" if value < 0 else ""
    if head in (">", ">="):
        above = value > 0 or (value == 0 and head == ">")
        return "positive" if above else "nonnegative" if value == 0 or (whole and value >= -1 and head == ">") else ""
    if head in ("<", "<="):
        below = value < 0 or (value == 0 and head == "<")
        return "negative" if below else "nonpositive" if value == 0 else ""
    return "nonzero" if value == 0 else ""


# Letters.


def is_sympy(value: object) -> bool:
    """Is it an object of sympy; does not load sympy."""
    module = sys.modules.get("sympy")
    return module is not None and isinstance(value, module.Basic | module.MatrixBase)


def letter_of(symbol: sympy.Symbol, where: str = "letters") -> Letter:
    """The letter that a symbol of sympy is: its name, and its assumptions as the domain.

    Raises :class:`~pabisym.errors.InputError` for assumptions that are no domain and for names that the grammar does not have.

    >>> import sympy
    >>> letter_of(sympy.Symbol("n", integer=True, positive=True)).domain
    'integer, n >= 1'
    """
    import sympy

    name, known = symbol.name, symbol.assumptions0
    words = [word for word in WORDS if known.get(word)]
    plain = sympy.Symbol(name, **dict.fromkeys(words, True)).assumptions0
    if known != plain or known.get("zero"):
        own = [word for word in known if known[word] != plain.get(word) or word == "zero"]
        wrong = next((word for word in (*_SAID_FIRST, *own) if word in own and known[word]), own[0])
        said = wrong if known[wrong] else f"not {wrong}"
        raise InputError(where, f"the symbol {visible(name)} is assumed to be {said}", f"assume {', '.join(WORDS[:-1])} or nothing")
    check_name(name, where)
    signs = _WHOLE_SIGNS if "integer" in words else _SIGNS
    word = next((word for word in signs if word in words), "")
    kind = "integer" if "integer" in words else "real"
    return Letter(name, f"{kind}, {name} {signs[word]}" if word else kind, symbol=symbol)


_SAID_FIRST = ("zero", "prime", "composite", "even", "odd", "imaginary", "irrational", "rational", "complex", "finite", "infinite")


def check_name(name: str, where: str) -> None:
    """Refuse a name that cannot be one of a letter."""
    if not declarable(name):
        reserved = declarable(name + "_")
        problem = "is a name of the grammar" if reserved else "is not a name of letters, digits and _"
        raise InputError(where, f"{visible(name)} {problem}", f"call it {name}_1" if reserved else "choose a name such as sigma_1")


def letters_of(*sources: Any, where: str = "letters", step: bool = False) -> dict[str, Letter]:
    """The letters in some formulas, relations, lists of these, and tables from names to domains, by name in order.

    With ``step`` the symbol :func:`step_symbol` is the step and no letter, and another one of its name is refused.  Raises
    :class:`~pabisym.errors.InputError` for two symbols of one name, and as :func:`letter_of`.

    >>> import sympy
    >>> n, x = sympy.Symbol("n", integer=True), sympy.Symbol("x", positive=True)
    >>> [letter.domain for letter in letters_of(x/n, [n > 2]).values()]
    ['integer', 'real, x > 0']
    """
    found: dict[str, Letter] = {}
    for letter in _letters(sources, where):
        if step and letter.name == STEP:
            if letter.own is not None and letter.own != step_symbol():
                raise InputError(where, f"has another symbol {STEP} than the step", "write pabisym.k, or another name")
            continue
        found[letter.name] = joined(found[letter.name], letter, where) if letter.name in found else letter
    return found


def _letters(value: Any, where: str, depth: int = 0) -> Iterator[Letter]:
    if depth > DEEPEST:
        raise InputError(where, "is nested too deeply, or holds itself", "give formulas, and lists and tables of them")
    if isinstance(value, Letter):
        yield value
    elif isinstance(value, Symbolic):
        yield from value.letters.values()
    elif is_sympy(value):
        import sympy

        yield from (letter_of(one, where) for one in sorted(value.free_symbols, key=str) if isinstance(one, sympy.Symbol))
    elif isinstance(value, Mapping):
        for name, one in value.items():
            check_name(str(name), where)
            yield from (Letter(str(name), one),) if isinstance(one, str) else _letters(one, where, depth + 1)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _letters(one, where, depth + 1)


def joined(first: Letter, second: Letter, where: str = "letters") -> Letter:
    """One letter for two of the same name: in both domains, with the caller's symbol.

    Raises :class:`~pabisym.errors.InputError` where both have a symbol of their own, and not the same.
    """
    if first.own is not None and second.own is not None and first.own != second.own:
        raise InputError(where, f"two symbols have the name {first.name}", "use one symbol for one letter")
    if first.read == second.read:
        return first if second.own is None else first.changed(symbol=second.own, meaning=first.meaning or second.meaning)
    own = first.own if second.own is None else second.own
    kinds, relations = (first.kind, second.kind), dict.fromkeys((*first.relations, *second.relations))
    kind = "integer" if set(kinds) == {"integer", "real"} else kinds[0]
    return first.changed(domain=", ".join((kind, *map(to_text, relations))), meaning=first.meaning or second.meaning, symbol=own)


def merged_letters(*tables: Mapping[str, Letter], where: str = "letters") -> dict[str, Letter]:
    """The letters of several formulas; see :func:`joined`."""
    found: dict[str, Letter] = {}
    for letters in tables:
        for name, letter in letters.items():
            found[name] = letter if name not in found else joined(found[name], letter, where)
    return found


@cache
def step_symbol() -> sympy.Symbol:
    """The step: the symbol ``k`` of all sequences, an integer from 1 on."""
    import sympy

    return sympy.Symbol(STEP, integer=True, positive=True)


# Numbers.


def number_of(value: object, where: str, *, floats: bool = False) -> fmpq:
    """The exact rational that a number of Python, flint, sympy, numpy or mpmath is, or that a text says.

    With ``floats`` a float is the dyadic number that it is.  Raises :class:`~pabisym.errors.InputError` naming ``where`` for truth values,
    NaN, infinities, what is no rational number, and for floats unless they are asked for.

    >>> number_of("0.25", "x"), number_of(0.25, "x", floats=True)
    (1/4, 1/4)
    """
    if is_truth(value):
        raise InputError(where, "a truth value is not a number", CURE)
    inexact = None if isinstance(value, str) or exact(value, where) is not None else as_float(value)
    if inexact is None:
        return rational(value, where)
    if inexact != inexact or inexact in (float("inf"), float("-inf")):
        raise InputError(where, f"{inexact} is not a number here", CURE)
    if not floats:
        cure = f'write "{inexact!r}", or a fraction such as L/3 for 1/3*L'
        raise InputError(where, f"{inexact!r} is a float and this answer is exact", cure)
    return dyadic(inexact)


# Formulas and relations.


@exclusive
def term_of(value: FormulaLike, where: str = "formula", *, floats: bool = False) -> Term:
    """The term of a formula: text, a number, an expression of sympy, a :class:`Symbolic` object, or a term.

    Floats are refused, or with ``floats`` the dyadic numbers that they are.  Raises :class:`~pabisym.errors.InputError` naming ``where``
    for what the grammar cannot say, for relations, and for floats.

    >>> import sympy
    >>> to_text(term_of(2*sympy.Symbol("L")**2/3)), to_text(term_of("2*L**2/3"))
    ('2*L**2/3', '2*L**2/3')
    """
    term = _term(value, where, floats=floats)
    if holds_relation(term):
        raise InputError(where, f"{to_text(term)[:60]} is a relation, not a number", "give relations as where=[...]")
    return term


def _term(value: Any, where: str, *, floats: bool) -> Term:
    if isinstance(value, Number | Name | Call):
        return value
    if isinstance(value, Symbolic):
        return value.term
    if isinstance(value, str):
        return parse(value, where)
    if not is_sympy(value) or getattr(value, "is_Rational", False) or getattr(value, "is_Float", False):
        return Number(number_of(value, where, floats=floats))
    import sympy

    from pabisym.lang.sympy_bridge import revert

    if not isinstance(value, sympy.Basic):
        raise InputError(where, f"a formula was expected, not {type(value).__name__}", "give one expression")
    if inexact := sorted(value.atoms(sympy.Float), key=str):
        if not floats:
            cure = "write fractions exactly, as L/3 for 1/3*L, or sympy.Rational(1, 3)"
            raise InputError(where, f"holds the float {inexact[0].n(6)}", cure)
        exact_values = {one: number_of(float(one), where, floats=True) for one in inexact}
        value = value.xreplace({one: sympy.Rational(int(own.p), int(own.q)) for one, own in exact_values.items()})
    if value in (sympy.true, sympy.false):
        raise InputError(where, "a truth value is not a number", CURE)
    with field_name(where, whole=True):
        return revert(value)


def relations_of(where: WhereLike, field: str = "where") -> tuple[Call, ...]:
    """The single relations in one relation or a list of them: text, relations of sympy, claims, terms; chains are split.

    ``True``, which sympy makes of what follows from the assumptions of its symbols, is dropped.  Raises
    :class:`~pabisym.errors.InputError` for ``False``, which ``==`` between expressions gives, and for what is no relation.

    >>> import sympy
    >>> n, t = sympy.symbols("n t", integer=True, positive=True)
    >>> [to_text(one) for one in relations_of([t <= n, n >= 1, "0 < r < 1"])]
    ['t <= n', '0 < r', 'r < 1']
    """
    listed = where if isinstance(where, list | tuple | set | frozenset) else () if where is None else (where,)
    return tuple(dict.fromkeys(relation for one in listed for relation in _relations(one, field)))


def _relations(value: Any, field: str) -> Iterable[Call]:
    logical = is_sympy(value) and getattr(value, "is_Boolean", False)  # a matrix of sympy has no such word
    if is_truth(value) or (logical and value.is_Atom):
        if value:
            return ()
        raise InputError(field, "has False in it, which holds nowhere", "write sympy.Eq(x, y) for an equation: == compares expressions")
    if logical and value.is_Function and type(value).__name__ == "And":
        return tuple(relation for part in sorted(value.args, key=str) for relation in _relations(part, field))
    term = _term(value, field, floats=False)
    parts = term.args if isinstance(term, Call) and term.head == "and" else (term,)
    found = tuple(one for one in parts if isinstance(one, Call) and one.head in RELATIONS)
    if len(found) < len(parts):
        raise InputError(field, f"{to_text(term)[:60]} is not a relation", "give relations, such as t <= n")
    return found


def check_letters(term: Term, letters: Mapping[str, Letter], where: str) -> None:
    """Refuse names that are no letters."""
    if missing := sorted(names(term) - letters.keys()):
        name = missing[0]
        raise InputError(where, f"{name} has no domain", f'give letters={{"{name}": "real, {name} > 0"}}, or a symbol of sympy')


def toml_value(value: object) -> str:
    """A value of TOML: formulas as texts."""
    if isinstance(value, Number | Name | Call):
        return toml_value(to_text(value))
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml_value(own)}" for key, own in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
