"""Formulas: bounds and conditions as symbolic objects that know the domains of their letters.

A :class:`Formula` is a term of the grammar with its letters and with what is assumed of them.  It is evaluated to certified digits,
substituted, simplified and compared with proofs by the kernel, and handed to sympy and back in the caller's own symbols.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from time import thread_time
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from flint import fmpq

from pabisym.derivation.asymptotics import INFINITY, Limit, price_limit
from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError, Undecided, plain_reason
from pabisym.kernel.exact import Refusal, Scope
from pabisym.lang.arguments import public
from pabisym.lang.budget import SECONDS, proposal
from pabisym.lang.grammar import to_text
from pabisym.lang.once import exclusive
from pabisym.lang.rational import short
from pabisym.lang.simplify import collected, tidied
from pabisym.lang.term import ZERO, Binding, Call, Name, Number, Term, is_relation, substitute
from pabisym.library.point import Outside, decided_condition
from pabisym.numerics.enclosure import Enclosure, Side
from pabisym.process.sequence import STEP, minus, names, times
from pabisym.proof.build import NoProof
from pabisym.proof.certificate import OutOfWork, at_most
from pabisym.spec.domains import Domain, domain_scope, satisfying
from pabisym.spec.knowledge import Knowledge
from pabisym.symbolic.claim import PRODUCTS, Claim, expression, judged, latex_of, proofs, scope_of
from pabisym.symbolic.lambdas import Backend
from pabisym.symbolic.numbers import (
    ColumnLike,
    FormulaLike,
    Letter,
    LettersLike,
    Symbolic,
    ValueLike,
    ValuesLike,
    WhereLike,
    check_letters,
    is_sympy,
    letters_of,
    merged_letters,
    number_of,
    relations_of,
    term_of,
)

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import NDArray
    from sympy import Basic, Expr


def plus(left: Term, right: Term) -> Term:
    """Left + right."""
    return Call("+", (left, right))


def quotient(left: Term, right: Term) -> Term:
    """Left / right."""
    if right == ZERO:
        raise InputError("formula", f"{to_text(left)} is divided by 0", "divide by what is not 0")
    return Call("/", (left, right))


Operator: TypeAlias = "Callable[[Formula, FormulaLike], Formula]"


def _operators(make: Callable[[Term, Term], Term]) -> tuple[Operator, Operator]:
    """An operation of a formula and what stands on its right, and of a formula and what stands on its left."""
    return lambda own, other: own._joined(make, other), lambda own, other: own._joined(make, other, swapped=True)


def _relation(head: str) -> Callable[[Formula, FormulaLike], Claim]:
    """The claim that a formula is so related to what stands on its right."""

    def claim(own: Formula, other: FormulaLike) -> Claim:
        second = _operand(other, own)
        return NotImplemented if second is None else related(head, own, second)

    return claim


@dataclass(frozen=True, eq=False, repr=False)
class Formula(Symbolic):
    """A formula in letters with domains, under assumptions; see the module.

    ``letters`` are those of the term and of the assumptions (others are dropped), ``assumptions`` relations beside the domains.  ``==``
    and ``hash`` are structural: the same term, letters and assumptions; :meth:`equals` asks for a proof.  ``+ - * / **`` with formulas,
    expressions of sympy and exact numbers give formulas, and ``<= < >= >`` claims.  ``side`` is ``upper`` for an upper bound, ``lower`` for
    a lower one, from which single numbers are rounded downwards, and empty for what bounds nothing; sums, and multiples whose sign is
    evident, bound from the side that follows.  Raises :class:`~pabisym.errors.InputError` for names that are no letters.

    >>> from pabisym import formula
    >>> import sympy
    >>> L, n = sympy.Symbol("L", positive=True), sympy.Symbol("n", integer=True, positive=True)
    >>> f = formula(2*L/n, where=[n > 2])
    >>> f, f.letters["n"].domain, f.assumptions
    (2*L/n, 'integer, n >= 1', (n > 2,))
    >>> f.at(L="1/2", n=3).exact, (f/2 + 1).subs(n=4)
    (Fraction(1, 3), L/4 + 1)
    """

    term: Term
    letters: Mapping[str, Letter]
    assumptions: tuple[Claim, ...] = ()
    side: Side = ""

    def __post_init__(self) -> None:
        """Only the letters are kept that are used."""
        used, pending = dict[str, Letter](), [*_in_order(self.term), *(name for one in self.assumptions for name in _in_order(one.term))]
        for name in pending:
            if name in used or (name == STEP and name not in self.letters):
                continue
            if name not in self.letters:
                check_letters(Name(name), self.letters, "formula")
            used[name] = self.letters[name]
            pending += _in_order(used[name].definition or Name(name))
            pending += [other for relation in used[name].relations for other in _in_order(relation)]
        object.__setattr__(self, "letters", used)

    @property
    def sympy(self) -> Expr:
        """The expression of sympy, in the symbols of the letters."""
        return expression(self.term, self.letters)

    @public
    def symbols(self, listed: str = "") -> tuple[Basic, ...]:
        """The symbols of some letters, named in a text with blanks or commas between; of all, where none are named.

        Raises :class:`~pabisym.errors.InputError` for a name that is no letter.
        """
        wanted = listed.replace(",", " ").split() or list(self.letters)
        return tuple(self._letter(name, "symbols").symbol for name in wanted)

    def _letter(self, key: object, where: str) -> Letter:
        name = str(key)
        if name not in self.letters:
            raise InputError(where, f"{self} has no letter {name!r}", f"it has {', '.join(self.letters) or 'none'}")
        return self.letters[name]

    # Values.

    @public
    def at(self, values: ValuesLike = None, /, *, digits: int = 15, force: bool = False, **named: ValueLike) -> Enclosure:
        """The value at a point, as certified digits; ``exact`` where it is rational.

        Values are numbers as they come (a float is the dyadic number that it is), constants such as ``sympy.sqrt(3)``, and of a sequence
        a formula in ``k``; keys are names or symbols.  Domains and assumptions are checked where their letters have values, and
        ``force`` evaluates all the same.  Raises :class:`~pabisym.errors.InputError` for a letter that is unknown, missing, or outside an
        assumption, and :class:`~pabisym.errors.Undecided` where an assumption is not decided or the digits are not reached.

        >>> from pabisym import formula
        >>> formula("sqrt(x)", letters={"x": "real, x >= 0"}).at(x=2, digits=5).upper
        '1.414214'
        """
        binding = {name: self._value(name, value, f"at {name}") for name, value in self._named(values, named, "at").items()}
        value = substitute(self.spelled(binding), binding)
        if missing := sorted(names(value)):
            raise InputError("at", f"no value for {', '.join(missing)}", f"give {missing[0]} a number")
        for relation in () if force else self.conditions:
            here = substitute(relation, binding)
            verdict = None if names(here) else decided_condition(here)
            if verdict == "false":
                raise InputError("at", f"the assumption {to_text(relation)} does not hold there",
                                 "choose another point; force=True evaluates all the same")
            if verdict == "undecided":
                raise Undecided(f"at: whether the assumption {to_text(relation)} holds there; force=True evaluates all the same")
        return replace(enclose(value, {}, digits), side=self.side)

    def spelled(self, given: Container[str] = ()) -> Term:
        """The term with the definitions of letters that have one, and no value given, in their place."""
        term = self.term
        for _ in self.letters:
            own = {name: ((), one.definition) for name, one in self.letters.items() if one.definition is not None and name not in given}
            if not own.keys() & names(term):
                break
            term = substitute(term, own)
        return term

    @public
    def over(self, values: ValuesLike = None, /, *, outside: Outside = "refuse", **named: ColumnLike) -> NDArray[np.float64]:
        """The values on a grid of points as float64, never below the formula, nor above a lower bound; letters broadcast as in numpy.

        Arrays, lists and columns of pandas are taken, and numbers as for :meth:`at`.  ``outside`` says what is done where an assumption
        does not hold: ``"refuse"`` raises, ``"nan"`` leaves NaN there, ``"value"`` evaluates without asking.  Raises as :meth:`at`, naming
        the first such point.

        >>> from pabisym import formula
        >>> formula("1/x", letters={"x": "real, x > 0"}).over(x=[1, 2, 4]).tolist()
        [1.0, 0.5, 0.25]
        """
        from pabisym.library.over import float_ends_over, read_grid  # one point needs no numpy

        given = self._named(values, named, "over")
        closed = {name: self._value(name, value, f"over {name}") for name, value in given.items()
                  if self.letters[name].kind.endswith(" sequence") or (is_sympy(value) and not getattr(value, "is_Rational", False))}
        bound, conditions = (substitute(self.spelled(given), closed), [(to_text(one), substitute(one, closed)) for one in self.conditions])
        kinds = {name: letter.kind for name, letter in self.letters.items()}
        numbers = {name: value for name, value in given.items() if name not in closed}
        return float_ends_over(read_grid(bound, conditions, numbers, kinds, outside), outside)[self.side != "lower"]

    @public
    def lambdify(self, backend: Backend = "numpy") -> Callable[..., Any]:
        """A fast function of the letters, by keyword: of arrays of numpy, or with ``"mpmath"`` of its numbers, at ``mpmath.mp.dps``.

        It is made from the term; digits are not certified and assumptions not checked.  A sequence is given as a function.  Raises
        :class:`~pabisym.errors.InputError` for another backend, and when called for a letter that is unknown or missing.

        >>> from pabisym import formula
        >>> import numpy as np
        >>> formula("max(1/x, 1)", letters={"x": "real, x > 0"}).lambdify()(x=np.array([0.5, 2.0])).tolist()
        [2.0, 1.0]
        """
        from pabisym.symbolic.lambdas import compiled, read

        needed, made = names(self.spelled()), {frozenset[str](): compiled(self.spelled(), backend)}
        defined = {name for name, letter in self.letters.items() if letter.definition is not None}

        def values(*given: Mapping[Any, object], **named: Any) -> Any:
            found = self._named({key: one for table in given for key, one in table.items()}, named, "lambdify")
            term, own = self.spelled(found), frozenset(defined & found.keys())
            if missing := sorted(names(term) - found.keys()):
                raise InputError("lambdify", f"no value for {', '.join(missing)}", f"give {missing[0]} a number or an array")
            function = made.setdefault(own, made[frozenset()] if not own else compiled(term, backend))
            at = {name: read(value, name, backend) for name, value in found.items()}
            try:
                return function(at)
            except (ValueError, TypeError) as problem:
                cure = "give numbers" if backend == "mpmath" else "give numbers, or arrays of one shape"
                raise InputError("lambdify", plain_reason(problem), cure) from None

        values.__doc__ = f"{self}, a function of {', '.join(sorted(needed))}; see Formula.lambdify."
        return values

    @public
    def limit(self, to: ValuesLike = None, /, *, side: str = "", **named: ValueLike) -> FormulaLimit:
        """The behaviour as one letter goes to a number or to infinity, with its proof where there is one: ``f.limit(n=sympy.oo)``.

        ``side`` is ``below`` or ``above`` where the domain allows both.  Raises :class:`~pabisym.errors.InputError` unless one letter is
        given, and for a limit that the domain does not reach.

        >>> from pabisym import formula
        >>> found = formula("n/(n + 1)", letters={"n": "integer, n >= 1"}).limit(n="oo")
        >>> found.value, found.status
        (1, 'proved')
        """
        given = self._named(to, named, "limit")
        if len(given) != 1:
            raise InputError("limit", f"{len(given)} letters go somewhere", "give one letter, as in limit(n=sympy.oo)")
        ((name, value),) = given.items()
        infinite = str(value) in INFINITY
        domains = FormulaDomains({key: letter.read for key, letter in self.letters.items()}, tuple(one.term for one in self.assumptions))
        found = price_limit(self.term, domains, name, "oo" if infinite else number_of(value, name, floats=True), side)
        near = tuple(assumed(one, self.letters) for one in found.near if isinstance(one, Call))
        letters = {**self.letters, "oo": Letter("oo", "real", "infinity")}
        ends = [None if one is None else Formula(self._plainer(one, name, value), letters, self.assumptions, side)
                for one, side in ((found.value, self.side), (found.leading, NEITHER))]
        return FormulaLimit(name, found.to, ends[0], ends[1], found.status, near, found)

    def _plainer(self, end: Term, name: str, to: object) -> Term:
        """A limit as the formula itself says it at the point, where the kernel proves that to be the same."""
        if names(end) - self.letters.keys() or name in names(end) or str(to) in INFINITY:
            return end
        here = collected(substitute(self.term, {name: ((), Number(number_of(to, name, floats=True)))}))
        try:
            with at_most(PRODUCTS):
                proofs(Call("==", (end, here)), scope_of(self.letters, [one.term for one in self.assumptions]))
        except (NoProof, OutOfWork, Refusal, InputError):
            return end
        return here

    @public
    def plot(self, values: ValuesLike = None, /, *, path: str | os.PathLike[str] | None = None, log: bool = False,
             **named: ColumnLike) -> Figure:
        """A figure of matplotlib: the values over the one letter that is given as a range, an array or a list; the others are numbers.

        ``log`` makes the axes logarithmic, ``path`` writes the figure to a file.  Raises as :meth:`over`, and unless one letter is listed.
        """
        from matplotlib.figure import Figure

        from pabisym.show.plot import BLUE, target_of, write_figure
        from pabisym.show.unicode import unicode_text

        given = self._named(values, named, "plot")
        listed = [name for name, value in given.items() if hasattr(value, "__len__") and not isinstance(value, str)]
        if len(listed) != 1:
            raise InputError("plot", f"{len(listed)} letters are listed", "give one letter a range or a list, as in n=range(1, 100)")
        (name,) = listed
        points, target = list(given[name]), target_of(path)  # type: ignore[call-overload]
        figure = Figure(figsize=(6.4, 4.2), layout="constrained")
        axes = figure.add_subplot(xlabel=unicode_text(Name(name)), ylabel=unicode_text(self.term))
        axes.plot([float(number_of(one, name, floats=True)) for one in points], self.over({**given, name: points}).tolist(), color=BLUE)
        axes.set(**({"xscale": "log", "yscale": "log"} if log else {}))
        axes.grid(visible=True, linewidth=0.3)
        return write_figure(figure, target)

    @property
    def conditions(self) -> tuple[Call, ...]:
        """All that must hold of the letters: the relations of their domains, and the assumptions."""
        own = (relation for letter in self.letters.values() for relation in letter.relations)
        return tuple(dict.fromkeys((*own, *(one.term for one in self.assumptions))))

    def _named(self, values: ValuesLike, named: Mapping[str, object], where: str) -> dict[str, object]:
        """Values by name, of a table and of keywords."""
        found = {self._letter(key, where).name: value for key, value in (values or {}).items()}
        for key, value in named.items():
            if key in found:
                raise InputError(f"{where} {key}", "is given twice", "give one value")
            found[self._letter(key, where).name] = value
        return found

    def _value(self, name: str, value: object, where: str) -> tuple[tuple[str, ...], Term]:
        """What stands for a letter at a point: a number, or of a sequence a formula in k."""
        kind, term = self.letters[name].kind, term_of(value, where, floats=True)
        sequence = kind.endswith(" sequence")
        if open_letters := sorted(names(term) - ({STEP} if sequence else set())):
            raise InputError(where, f"{to_text(term)} has the letter {open_letters[0]}", f"give a number; .subs puts formulas for {name}")
        if kind == "integer":
            number = exact_value(term, {})
            if number is None or number.q != 1:
                raise InputError(where, f"{to_text(term)} is not an integer", f"{name} is an integer here")
        return ((STEP,) if sequence else ()), term

    # Other formulas.

    @public
    def subs(self, values: ValuesLike = None, /, **named: FormulaLike) -> Formula:
        """The formula with others in place of letters, all at once; the assumptions with it, without those that the kernel proves.

        Raises :class:`~pabisym.errors.InputError` for an unknown letter, for what is not evidently an integer where the letter is one,
        and for a value outside a domain.

        >>> from pabisym import formula
        >>> f = formula("L/n", letters={"L": "real, L > 0", "n": "integer, n >= 1"})
        >>> f.subs(n="2*n"), f.subs({"L": "1/3"})
        (L/(2*n), 1/(3*n))
        """
        given = self._named(values, named, "subs")
        placed = place(self.letters, [(to_text(one), one) for one in self.conditions], given)
        return Formula(collected(substitute(self.term, placed.binding)), placed.letters, placed.left, self.side)

    @public
    def map(self, function: Callable[[Expr], Any]) -> Formula:
        """A function of sympy applied to the formula, under the same assumptions.

        >>> from pabisym import formula
        >>> import sympy
        >>> formula("4*x**2", letters={"x": "real, x > 0"}).map(sympy.sqrt)
        2*x
        """
        result = function(self.sympy)
        return Formula(term_of(result, "map"), merged_letters(self.letters, letters_of(result)), self.assumptions)

    def simplify(self) -> Formula:
        """The form with the fewest operations that sympy proposes and the kernel proves equal; the formula itself if none has less."""
        scope = scope_of(self.letters, [one.term for one in self.assumptions])
        for term in sorted(_simpler(self), key=operations):
            if operations(term) >= operations(self.term):
                break
            try:
                with at_most(PRODUCTS):
                    proofs(Call("==", (self.term, term)), scope)
            except (NoProof, OutOfWork, Refusal, InputError, Undecided):
                continue
            return replace(self, term=term)
        return self

    def equals(self, other: FormulaLike) -> bool | None:
        """True with a kernel proof that both are equal wherever both have a value, False with a point where they are not, None when open.

        >>> from pabisym import formula
        >>> f = formula("(x + 1)**2", letters={"x": "real"})
        >>> f.equals("x**2 + 2*x + 1"), f.equals("x**2")
        (True, False)
        """
        verdict = Eq(self, other).decide()
        return None if verdict.status == "undecided" else bool(verdict)

    @public
    def series(self, letter: str | Basic, to: ValueLike = 0, order: int = 6) -> Expr:
        """Sympy's series of the expression in a letter around a point.

        Raises :class:`~pabisym.errors.InputError` for an unknown letter, and :class:`~pabisym.errors.Undecided` where sympy has none within
        :data:`pabisym.lang.budget.SECONDS`.

        >>> from pabisym import formula
        >>> formula("exp(x)", letters={"x": "real"}).series("x", 0, 3)
        1 + x + x**2/2 + O(x**3)
        """
        symbol, own = self._letter(letter, "series").symbol, self.sympy
        place = to if is_sympy(to) else expression(term_of(to, "series"), {})
        found = proposal(lambda: own.series(symbol, place, order), SECONDS)
        if found is None:
            raise Undecided(f"series: sympy finds none of {self} at {place} to the order {short(fmpq(order))}")
        return found

    def latex(self) -> str:
        """The formula in LaTeX for math mode."""
        return latex_of(self.term, self.letters)

    def _latex(self, _: object) -> str:
        """What ``sympy.latex`` asks for, which would print the text of an object that it does not know."""
        return self.latex()

    # Arithmetic.

    def _joined(self, make: Callable[[Term, Term], Term], other: FormulaLike, *, swapped: bool = False) -> Formula:
        second = _operand(other, self)
        if second is None:
            return NotImplemented  # type: ignore[no-any-return]
        left, right = (second, self) if swapped else (self, second)
        side = NEITHER
        if make in (plus, minus):
            sides = {left.side, right.side if make is plus else TURNED[right.side]} - {NEITHER}
            side = sides.pop() if len(sides) == 1 else NEITHER
        elif make in (times, quotient):
            side = _scaled(left, right) or (_scaled(right, left) if make is times else NEITHER)
        letters = merged_letters(self.letters, second.letters)
        return Formula(collected(make(left.term, right.term)), letters, merged_assumptions(self, second), side)

    __add__, __radd__ = _operators(plus)
    __sub__, __rsub__ = _operators(minus)
    __mul__, __rmul__ = _operators(times)
    __truediv__, __rtruediv__ = _operators(quotient)
    __pow__, __rpow__ = _operators(lambda left, right: Call("**", (left, right)))
    __le__, __lt__, __ge__, __gt__ = (_relation(head) for head in ("<=", "<", ">=", ">"))

    def __neg__(self) -> Formula:
        return Formula(tidied(Call("neg", (self.term,))), self.letters, self.assumptions, TURNED[self.side])

    def __pos__(self) -> Formula:
        return self

    def __abs__(self) -> Formula:
        return Formula(Call("abs", (self.term,)), self.letters, self.assumptions)

    __array_ufunc__ = None
    """A number of numpy on the left leaves the operation to the formula."""

    def _sympy_(self) -> NoReturn:
        from sympy import SympifyError

        raise SympifyError(f"{self}: a Formula is no expression; use .map(sympy.sqrt), or its .sympy")


@dataclass(frozen=True)
class FormulaLimit:
    """The behaviour of a formula as ``letter`` goes to ``to``.

    ``value`` is the limit (``oo`` where it is infinite, None where it was not found), ``leading`` the elementary function that the formula
    is asymptotically equal to, ``status`` ``proved`` or ``computed``, ``near`` the condition under which a proof states it, ``details`` the
    remainder, the direction, the proofs and values on the way.

    >>> from pabisym import formula
    >>> found = formula("(n + 1)/n", letters={"n": "integer, n >= 1"}).limit(n="oo")
    >>> found.value, found.status
    (1, 'proved')
    """

    letter: str
    to: str
    value: Formula | None
    leading: Formula | None
    status: str
    near: tuple[Claim, ...] = ()
    details: Limit | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class FormulaDomains:
    """The domains of the letters of a formula, as the proofs of limits ask for them."""

    symbols: Mapping[str, Domain]
    assumptions: tuple[Call, ...]

    def scope(self) -> Scope:
        """The letters, and what is known of them."""
        return domain_scope(self.symbols, ((to_text(one), one) for one in self.assumptions))

    def knowledge(self) -> Knowledge:
        """What follows from that."""
        return Knowledge(self.scope())

    def points(self, count: int, seed: int = 0) -> Iterator[dict[str, Fraction]]:
        """Random points of the domains."""
        return satisfying(self.scope(), count, seed)


def formula_of(value: FormulaLike, letters: LettersLike = None, where: WhereLike = None, *, field: str = "formula") -> Formula:
    """A formula from text, a number, an expression of sympy, or a formula.

    ``letters`` are tables from names to domains, symbols, or formulas whose letters may occur in texts; ``where`` are assumptions.  Raises
    :class:`~pabisym.errors.InputError` naming ``field`` for what is no formula, and for names without a domain.

    >>> from pabisym import formula
    >>> formula("2*L/n", letters={"L": "real, L > 0", "n": "integer, n >= 1"}, where="n >= 2").assumptions
    (n >= 2,)
    """
    found = merged_letters(letters_of(value, where, where=field), letters_of(letters, where=field))
    term, relations = term_of(value, field), relations_of(where)
    for one in (term, *relations):
        check_letters(one, found, field)
    own, side = (value.assumptions, value.side) if isinstance(value, Formula) else ((), NEITHER)
    return Formula(term, found, tuple(dict.fromkeys((*own, *(assumed(one, found) for one in relations)))), side)


@public
def formula(value: FormulaLike, letters: LettersLike = None, where: WhereLike = None) -> Formula:
    """A formula from text, a number, an expression of sympy, or a formula, with domains for its letters and assumptions.

    The assumptions of symbols are their domains; ``letters`` has those of texts, and more, and ``where`` relations.  Raises
    :class:`~pabisym.errors.InputError` for what is no formula, and for names without a domain.

    >>> from pabisym import formula
    >>> formula("2*L/n", letters={"L": "real, L > 0", "n": "integer, n >= 1"}, where="n >= 2").at(L=1, n=4).exact
    Fraction(1, 2)
    """
    return formula_of(value, letters, where)


def assumed(relation: Call, letters: Mapping[str, Letter], name: str = "") -> Claim:
    """A relation or a judgement as an assumption, with the letters that it needs."""
    return Claim(relation, {one: letters[one] for one in _in_order(relation) if one in letters}, name=name)


@public
def Eq(left: FormulaLike, right: FormulaLike) -> Claim:
    """The claim that two formulas are equal, wherever both have a value.

    One of them may be what is not a formula yet.  Raises :class:`~pabisym.errors.InputError` for a letter without a domain.

    >>> from pabisym import Eq, formula
    >>> f = formula("(x**2 - 1)/(x - 1)", letters={"x": "real"})
    >>> Eq(f, "x + 1").decide()
    Verdict(proved)
    """
    known = letters_of(left, right)
    first, second = (one if isinstance(one, Formula) else formula_of(one, known) for one in (left, right))
    return related("==", first, second)


def related(head: str, left: Formula, right: Formula) -> Claim:
    """The claim that two formulas are so related."""
    return Claim(Call(head, (left.term, right.term)), merged_letters(left.letters, right.letters), merged_assumptions(left, right))


def _operand(value: Any, other: Formula) -> Formula | None:
    """What stands beside a formula in an operation; None for what is no formula, so that Python asks the other side."""
    if isinstance(value, Formula):
        return value
    if isinstance(value, list | tuple | Mapping | set) or value is None:
        return None
    return formula_of(value, other)


def merged_assumptions(*formulas: Formula) -> tuple[Claim, ...]:
    """The assumptions of several formulas, each once."""
    return tuple({one.term: one for formula in formulas for one in formula.assumptions}.values())


NEITHER: Side = ""
TURNED: Mapping[Side, Side] = {"upper": "lower", "lower": "upper", "": ""}
"""From which side the negative of a bound bounds."""


def _scaled(bound: Formula, factor: Formula) -> Side:
    """From which side a multiple of a bound bounds, by a factor that bounds nothing and whose sign is evident."""
    if not bound.side or factor.side:
        return NEITHER
    with suppress(Refusal):
        known = scope_of(factor.letters, [one.term for one in factor.assumptions]).arithmetic
        for head, side in ((">=", bound.side), ("<=", TURNED[bound.side])):
            if known.holds(Call(head, (factor.term, ZERO))):
                return side
    return NEITHER


def _in_order(term: Term) -> Iterable[str]:
    """The letters of a term in the order in which they first occur."""
    own = names(term)
    if isinstance(term, Name):
        return [term.name] if term.name in own else []
    found = [] if isinstance(term, Number) else [term.head, *(name for arg in term.args for name in _in_order(arg))]
    return [name for name in dict.fromkeys(found) if name in own]


# Putting formulas in place of letters.


@dataclass(frozen=True)
class Placed:
    """Formulas in place of letters: the binding, the letters that there are then, and the assumptions that are left."""

    binding: Binding
    letters: Mapping[str, Letter]
    left: tuple[Claim, ...]


def place(letters: Mapping[str, Letter], conditions: Iterable[tuple[str, Term]], given: Mapping[str, FormulaLike]) -> Placed:
    """Put formulas in place of letters, all at once; of the conditions, by name, those that the kernel then proves are dropped.

    Raises :class:`~pabisym.errors.InputError` for a condition that is false, and for what is not evidently an integer where it has to be.
    """
    kept = {name: letter for name, letter in letters.items() if name not in given}
    sequences = {name for name in given if letters[name].kind.endswith(" sequence")}
    step = {STEP: Letter(STEP, "integer")}
    found = dict[str, Formula]()
    for name, value in given.items():  # with its own letters, and in a text those that there are
        own_letters, there = letters_of(value, where=name), {**letters, **(step if name in sequences else {})}
        found[name] = formula_of(value, {other: letter for other, letter in there.items() if other not in own_letters}, field=name)
    new = merged_letters(kept, *({n: one for n, one in f.letters.items() if n not in step or n in letters} for f in found.values()))
    binding = {name: ((STEP,) if name in sequences else (), f.term) for name, f in found.items()}
    own = [one for f in found.values() for one in f.assumptions]
    domains = {relation for letter in new.values() for relation in letter.relations}
    left: dict[Term, Claim] = {one.term: one for one in own}
    scope = scope_of(new, [one.term for one in own])
    for name, f in found.items():
        if letters[name].kind == "integer" and not _integral(f.term, new):
            raise InputError(name, f"{to_text(f.term)} is not known to be an integer", f"{name} is an integer; declare the letters so")
    for label, condition in conditions:
        here = collected(substitute(condition, binding)) if is_relation(condition) else substitute(condition, binding)
        if here in domains or here in left or not isinstance(here, Call):
            continue
        changed = bool(names(condition) & given.keys())  # what was not proved of the letters before is not tried again
        verdict = decided_condition(here) if not names(here) else judged(here, scope) if changed and is_relation(here) else "undecided"
        if verdict == "false" or (verdict == "undecided" and not names(here)):
            problem = "does not hold" if verdict == "false" else "is not decided"
            raise InputError("subs", f"the assumption {to_text(condition)} {problem}: {to_text(here)}", "give values inside the domains")
        if verdict == "undecided":
            left[here] = assumed(here, new, label if label != to_text(condition) else "")
            scope = scope_of(new, [one.term for one in left.values() if is_relation(one.term)])
    return Placed(binding, new, tuple(left.values()))


def _integral(term: Term, letters: Mapping[str, Letter]) -> bool:
    try:
        return scope_of(letters).arithmetic.integral(term)
    except Refusal:
        return False


# Simplifying.


def operations(term: Term) -> int:
    """How many operations a formula has.

    >>> from pabisym import formula
    >>> from pabisym.symbolic.formula import operations
    >>> operations(formula("2*x + x/3 - 1", letters={"x": "real"}).term)
    4
    """
    if not isinstance(term, Call):
        return 0
    own = len(term.args) - 1 if term.head in ("+", "*") else 1
    negated = sum(1 for arg in term.args if isinstance(arg, Call) and arg.head == "neg") if term.head == "+" else 0
    return own - negated + sum(map(operations, term.args))


WAY_SECONDS, WAYS_SECONDS = 2.0, 5.0
"""Processor time of one way in which sympy may simplify, and after which no further one is asked for."""
MOST_BITS = 2_000
"""Bits of the largest number beside which sympy is not asked: it would look for its factors."""


def _most_bits(term: Term) -> int:
    if isinstance(term, Call):
        return max(map(_most_bits, term.args), default=0)
    return term.value.height_bits() if isinstance(term, Number) else 0


@exclusive
def _simpler(formula: Formula) -> list[Term]:
    """What sympy, and sorting out factors, would write instead."""
    import sympy

    found: list[Term] = [tidied(formula.term)]
    if _most_bits(formula.term) > MOST_BITS:
        return found
    own = proposal(lambda: formula.sympy)
    ways = (sympy.simplify, sympy.factor, sympy.cancel, sympy.together, sympy.powsimp, sympy.radsimp, sympy.logcombine, sympy.expand)
    began = thread_time()
    for way in ways if own is not None else ():
        proposed = proposal(lambda way=way: term_of(way(own)), WAY_SECONDS)  # type: ignore[misc]
        if thread_time() - began > WAYS_SECONDS:
            break
        if proposed is not None and names(proposed) <= names(formula.term):
            found.append(tidied(proposed))
    return list(dict.fromkeys(found))
