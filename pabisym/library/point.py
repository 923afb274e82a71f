"""A statement at a point: its letters read, its conditions decided, its bound evaluated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Literal, TypeAlias

from flint import fmpq

from pabisym.divergence.evaluate import decide, enclose, exact_value
from pabisym.errors import InputError, PabisymError, Undecided
from pabisym.kernel.exact import Scope
from pabisym.kernel.judgement import SIGNATURES
from pabisym.lang.arguments import public
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational
from pabisym.lang.term import FUNCTIONS, RELATIONS, ZERO, Binding, Call, Name, Number, Term, free_names, is_ranged, is_relation, substitute
from pabisym.library.statement import Statement, Verdict
from pabisym.numerics.enclosure import Enclosure, check_digits

Outside: TypeAlias = Literal["refuse", "nan", "value"]
"""What is done at points outside of an assumption: refused, left out as NaN, or evaluated all the same."""
MAX_STEPS = 100_000
"""Longest linear pair, and longest range of a ``forall``, that is worked through."""
INDEX = "k"


class NoValueError(PabisymError):
    """A recorded claim has no value at the point at which it is to be decided; ``missing`` are letters without a value."""

    def __init__(self, said: str, missing: Iterable[str] = ()) -> None:
        super().__init__(said)
        self.missing = tuple(sorted(missing))


# Points.


def read_point(statement: Statement, at: Mapping[str, object], field: str) -> Binding:
    """Values of letters, ready to be put into formulas.

    Numbers are exact rationals, integers where the letter is one, or terms without letters; a sequence of numbers is a formula in k.
    Raises :class:`~pabisym.errors.InputError` naming ``field`` for a letter that the statement does not have.
    """
    kinds = _kinds(statement)
    result: dict[str, tuple[tuple[str, ...], Term]] = {}
    for name, value in at.items():
        kind = kinds.get(name, "real" if name in own_letters(statement) else "")
        if kind in ("real sequence", "integer sequence"):
            result[name] = ((INDEX,), parse(value, f"{field} {name}"))
        elif kind in ("real", "integer"):
            term = value if isinstance(value, Call) else Number(rational(value, f"{field} {name}"))
            number = exact_value(term, {}) if kind == "integer" else fmpq(0)
            if number is None or number.q != 1:
                raise InputError(f"{field} {name}", f"{to_text(term)} is not an integer", f"{name} is an integer here")
            result[name] = ((), term)
        else:
            letters = [n for n, k in kinds.items() if k.startswith(("real", "integer"))]
            letters += sorted(own_letters(statement) - set(letters))
            raise InputError(field, f"{statement.id} has no numeric letter {name!r}", f"it has {', '.join(letters) or 'none'}")
    return result


def own_letters(statement: Statement) -> frozenset[str]:
    """The letters that only the numbers of a statement have, which :attr:`Statement.quantities` names."""
    found = {letter for one in statement.quantities for letter in ((*one.letters, one.name) if one.compute else (one.name,))}
    for one in statement.quantities:
        for text in (one.value,) * (one.compute is None) + one.when:
            found |= letters(parse(text, f"{statement.id}: {one.name}", None))
    return frozenset(found - _kinds(statement).keys())


def fill_point(statement: Statement, term: Term, point: Binding) -> Binding:
    """The point, with the numbers that a statement defines for letters of a formula to which no value is given."""
    known = {one.name: parse(one.value, f"{statement.id}: {one.name}", None) for one in statement.quantities if one.compute is None}
    result, names = dict(point), list[str]()
    left = letters(substitute(term, point)) & known.keys()
    while left:
        names += sorted(left)
        left = frozenset[str]().union(*(letters(substitute(known[name], point)) for name in left)) & known.keys() - set(names)
    for _ in names:  # one may be said in terms of the others
        for name in names:
            result[name] = ((), substitute(known[name], {other: value for other, value in result.items() if other != name}))
    return result


def _wanted(field: str, missing: Sequence[str]) -> str:
    """What to add for letters without a value, as it is typed."""
    added = " ".join(f"{field} {name}=…" if field == "--set" else f"{name}=…" for name in missing)
    return f"add {added} with exact rational values"


def quantity(statement: Statement, name: str, values: Mapping[str, object], *, force: bool = False, field: str = "at") -> Evaluation:
    """A number that a statement defines (:attr:`Statement.quantities`), or one that its page prints, by name, at a point.

    Raises :class:`~pabisym.errors.InputError` for a name that it does not have, for a letter without a value, and where a condition does
    not hold.
    """
    given = read_point(statement, values, field)
    for number in statement.numbers:
        if number.name == name:
            at = read_point(statement, number.at, field)
            if number.compute is not None:
                return Computed(statement.id, at, ZERO, True, (), name, None, statement=statement, compute=number.compute)
            term = parse(number.value, f"{statement.id}: {name}", None)
            return Evaluation(statement.id, at, substitute(term, at), True, (), name, term, statement=statement)
    one = next((one for one in statement.quantities if one.name == name), None)
    if one is None:
        cure = f"it has {', '.join(named_numbers(statement)) or 'none'}"
        raise InputError("--of" if field == "--set" else "of", f"{statement.id} defines no {name!r}", cure)
    needed = Call("min", tuple(map(Name, one.letters))) if one.compute else parse(one.value, f"{statement.id}: {name}", None)
    point = fill_point(statement, needed, given)
    if missing := sorted(letters(substitute(needed, point))):
        raise InputError(field, f"no value for {', '.join(missing)}", _wanted(field, missing))
    when = [(text, substitute(parse(text, f"{statement.id}: {name}", None), point)) for text in one.when]
    decisions = [(text, here, None if letters(here) else decide_closed(here)) for text, here in when]
    decisions += [one for one in condition_verdicts(statement, given, partial=True) if one[2] is not None]
    holds, unchecked = _hold(decisions, force=force, field=field)
    if one.compute is not None:
        exact = {letter: term.value for letter in one.letters if isinstance(term := point[letter][1], Number)}
        compute = partial(one.compute, exact)
        return Computed(statement.id, point, ZERO, holds, unchecked, name, None, "", statement, dict(values), compute)
    return Evaluation(statement.id, point, substitute(needed, point), holds, unchecked, name, needed, "", statement, dict(values))


def named_numbers(statement: Statement) -> tuple[str, ...]:
    """The names of all numbers for which :func:`quantity` may be asked."""
    return (*(one.name for one in statement.quantities), *(one.name for one in statement.numbers))


def conditions(statement: Statement) -> Iterator[tuple[str, Term]]:
    """All that must hold at a point, with names: domains of the letters, relations, and relations over a range."""
    for symbol in statement.symbols:
        for relation in domain_relations(symbol.domain, f"{statement.id}: {symbol.name}"):
            yield f"{symbol.name} : {symbol.domain}", relation
    yield from ((name, term) for name, term in statement.hypotheses if is_relation(term) or is_ranged(term))


@lru_cache(maxsize=4096)
def domain_relations(domain: str, field: str) -> tuple[Term, ...]:
    """The single relations of a domain: ``integer, 1 <= t <= n`` has ``1 <= t`` and ``t <= n``."""
    _, comma, rest = domain.partition(",")
    listed = parse(f"domain({rest})", field, None) if comma else None
    chains = listed.args if isinstance(listed, Call) else ()
    return tuple(one for chain in chains for one in (chain.args if isinstance(chain, Call) and chain.head == "and" else (chain,)))


def letters(term: Term) -> frozenset[str]:
    """The letters on which the value of a formula depends."""
    return free_names(term) - FUNCTIONS.keys() - {"neg", "and"}


def condition_verdicts(statement: Statement, point: Binding, *, partial: bool = False) -> Iterator[tuple[str, Term, Verdict | None]]:
    """Every condition with its verdict at a point; None where it mentions letters without a value.

    Only a condition on structures, such as sequences, may be left open like that, or with ``partial`` any.
    """
    structures = {structure.name for structure in statement.structures} | SIGNATURES.keys() | {"forall"}
    for name, term in conditions(statement):
        here = substitute(term, point)
        missing = letters(here)
        if missing and (partial or missing <= structures):
            yield name, term, None
        else:
            yield name, term, decided_condition(here)


def decided_condition(condition: Term) -> Verdict:
    """A relation, or one for every index of a range, decided; no letter may be left in it.

    Of a range of :data:`MAX_STEPS` indices and more it is true where that is evident from the bounds of the index, else undecided.
    """
    if not (is_ranged(condition) and isinstance(condition, Call) and isinstance(condition.args[0], Name)):
        return decide_closed(condition)
    index, (low, high, body) = condition.args[0].name, condition.args[1:]
    first, last = whole(low), whole(high)
    if last - first < MAX_STEPS:
        return worst_verdict(decide_closed(substitute(body, {index: ((), Number(k))})) for k in range(first, last + 1))
    between = (("first", Call("<=", (low, Name(index)))), ("last", Call("<=", (Name(index), high))))
    return "true" if Scope({index: "integer"}, between).arithmetic.holds(body) else "undecided"


def conditions_hold(terms: Iterable[Term], letter: str, value: fmpq) -> bool:
    """Are conditions on one letter certainly true at a value of it; not where one of them has no value there."""
    here = {letter: ((), Number(value))}
    try:
        return all(decided_condition(substitute(term, here)) == "true" for term in terms)
    except PabisymError:
        return False


def first_failure(statement: Statement, point: Binding) -> tuple[str, Verdict] | None:
    """The first condition that does not certainly hold at a point, with its verdict; None when all do."""
    verdicts = ((name, verdict) for name, _, verdict in condition_verdicts(statement, point))
    return next(((name, verdict) for name, verdict in verdicts if verdict is not None and verdict != "true"), None)


def worst_verdict(verdicts: Iterable[Verdict]) -> Verdict:
    """``false`` where one of the verdicts is, at once; else ``undecided`` where one is."""
    worst: Verdict = "true"
    for verdict in verdicts:
        if verdict == "false":
            return verdict
        worst = verdict if verdict == "undecided" else worst
    return worst


def decide_closed(relation: Term) -> Verdict:
    """Whether a relation without letters holds; raises :class:`NoValueError` where a letter is left."""
    return decide(without_symbols(relation), {})


def without_symbols(term: Term) -> Term:
    """The term itself, which has no letters; raises :class:`NoValueError` where one is left."""
    if missing := letters(term):
        raise NoValueError(f"{to_text(term)} needs a value of {', '.join(sorted(missing))}", missing)
    return term


def whole(term: Term) -> int:
    """The integer that a term without letters is; raises :class:`NoValueError` for anything else."""
    value = exact_value(without_symbols(term), {})
    if value is None or value.q != 1:
        raise NoValueError(f"{to_text(term)} is not an integer")
    return int(value.p)


def known_scope(statement: Statement) -> Scope:
    """The statement's names and assumptions, in which formulas are compared; a conclusion is not needed."""
    return (statement if statement.conclusion else replace(statement, conclusion="0 == 0")).sequent.scope()


@dataclass(frozen=True)
class PageQuantity:
    """What a statement bounds, by a short name such as ``renyi`` or ``delta``, and the bound, a formula in numbers only."""

    of: str
    bound: Term


_BOUNDED = {
    "renyi": "renyi", "close": "renyi", "moment": "moment", "winf": "winf", "gdp": "mu_squared", "apart": "mu_squared",
    "lipschitz": "lipschitz", "lipschitzon": "lipschitz", "gap": "gap", "gapon": "gap", "bounded": "diameter",
    "steady": "lipschitz", "near": "gap", "gdpclose": "mu_squared",
    "zcdp": "zcdp", "lsi": "variance", "traced": "variance",
}  # fmt: skip
"""The judgements whose last argument bounds a number, and the name of that number."""


def numeric_bound(statement: Statement) -> PageQuantity | None:
    """The number that a statement bounds: the recorded bound, else that of its conclusion; None where there is none.

    Of (epsilon, delta) it is delta, or epsilon where delta is a letter and epsilon is not.  A bound that speaks of
    laws, maps or noises, as R(alpha, Z, a) does, is not a number.
    """
    found = list(conclusion_numbers(statement))
    if statement.bound:
        bound = parse(statement.bound, f"{statement.id}: bound")
        found = [PageQuantity(next((one.of for one in found if one.bound == bound), found[0].of if found else "value"), bound)]
    numeric = {name for name, kind in _kinds(statement).items() if kind.startswith(("real", "integer"))}
    return next((one for one in found if letters(one.bound) <= numeric), None)


def conclusion_numbers(statement: Statement) -> Iterator[PageQuantity]:
    """What the conclusion bounds, the most telling first."""
    if not statement.conclusion:
        return
    term = parse(statement.conclusion, f"{statement.id}: conclusion", None)
    if not isinstance(term, Call):
        return
    if term.head == "dp":
        epsilon, delta = PageQuantity("epsilon", term.args[2]), PageQuantity("delta", term.args[3])
        yield from (epsilon, delta) if isinstance(delta.bound, Name) and not isinstance(epsilon.bound, Name) else (delta, epsilon)
    elif term.head in _BOUNDED:
        yield PageQuantity(_BOUNDED[term.head], term.args[-1])
    elif term.head in RELATIONS:
        larger = 0 if term.head in (">", ">=") else 1
        yield from (PageQuantity("value", term.args[side]) for side in (larger, 1 - larger))


def _kinds(statement: Statement) -> Mapping[str, str]:
    """The kinds of all letters."""
    return {**{s.name: s.kind for s in statement.structures}, **statement.domains}


@dataclass(frozen=True)
class Evaluation:
    """The bound of a statement at a point.

    ``of`` names what is bounded (``renyi``, ``delta``, ``mu_squared``, …), ``bound`` is the formula in letters and
    ``term`` the formula at the point.  ``holds`` says whether every condition that the given letters decide is true there;
    ``unchecked`` are those that mention a letter without a value, which the bound does not need.  ``order`` is the letter of
    the Rényi order where it has no value: then there is no number yet, and :func:`pabisym.convert` finds the best order.

    ``float(evaluation)`` errs on the safe side, as the single numbers of its enclosures do: it is at least the value of an upper bound,
    and at most that of a statement that bounds from below.
    """

    id: str
    point: Binding
    term: Term
    holds: bool
    unchecked: tuple[str, ...] = ()
    of: str = "value"
    bound: Term | None = None
    order: str = ""
    statement: Statement | None = field(default=None, repr=False, compare=False)
    given: Mapping[str, object] = field(default_factory=dict, repr=False, compare=False)

    def __repr__(self) -> str:
        point = ", ".join(f"{name}={to_text(term)}" for name, (_, term) in self.point.items())
        return f"Evaluation({self.id!r}, {point}{'' if self.holds else ', an assumption does not hold'})"

    @public
    def enclosure(self, digits: int = 15) -> Enclosure:
        """Lower and upper decimal bounds of the value that agree to ``digits`` significant digits, at least 1.

        Raises :class:`~pabisym.errors.InputError` where the order has no value, or the bound has none at the point, and
        :class:`~pabisym.errors.Undecided` where the digits are not reached within the limits.
        """
        if self.order:
            raise InputError("at", f"no value for {self.order}", f"give {self.order} an exact rational value, or convert the bound")
        return self._sided(enclose(self.term, {}, digits))

    def _sided(self, found: Enclosure) -> Enclosure:
        return found if self.statement is None else replace(found, side=self.statement.side)

    def __float__(self) -> float:
        """The value to 17 digits as a float on the safe side; see the class."""
        return float(self.enclosure(17))


@dataclass(frozen=True)
class Computed(Evaluation):
    """A number that a function encloses, as the grammar has no formula for it."""

    compute: Callable[[int], Enclosure] | None = None

    def enclosure(self, digits: int = 15) -> Enclosure:
        """As for :class:`Evaluation`."""
        if self.compute is None:
            return super().enclosure(digits)
        check_digits(digits)
        return self._sided(self.compute(digits))


def order_letter(statement: Statement) -> str:
    """The letter of the order in a bound on a Rényi divergence of two laws; empty for other statements and for a fixed order."""
    said = parse(statement.conclusion or "0", statement.id, None)
    order = said.args[0] if isinstance(said, Call) and said.head == "renyi" and said.args[1] == ZERO else None
    return order.name if isinstance(order, Name) and order.name in statement.domains else ""


def evaluation(statement: Statement, values: Mapping[str, object], *, force: bool = False, field: str = "at",
               any_order: bool = False) -> Evaluation:
    """The bound of a statement at a point; see :meth:`LibraryTheorem.at`.  ``field`` names the place in errors.

    With ``any_order`` the order of a Rényi divergence may be left out.
    """
    found = numeric_bound(statement)
    if found is None:
        raise InputError(statement.id, "this statement has no numeric bound", "pabisym show says what it states")
    term, point = found.bound, read_point(statement, values, field)
    point = fill_point(statement, term, point)
    missing = sorted(letters(substitute(term, point)))
    order = order_letter(statement) if any_order else ""
    order = order if missing == [order] else ""
    missing = [] if order else missing
    if missing:
        sequence = missing[0] not in statement.domains
        cure = f"give {missing[0]} a formula in k, as {missing[0]}=1/k" if sequence else _wanted(field, missing)
        raise InputError(field, f"no value for {', '.join(missing)}", cure)
    holds, unchecked = _hold(condition_verdicts(statement, point, partial=True), force=force, field=field)
    return Evaluation(statement.id, point, substitute(term, point), holds, unchecked, found.of, term, order, statement, dict(values))


def _hold(decisions: Iterable[tuple[str, Term, Verdict | None]], *, force: bool, field: str) -> tuple[bool, tuple[str, ...]]:
    """Whether every decided condition is true, and those that are left open; raises where one is not true, unless forced."""
    forced = "--force evaluates all the same" if field.startswith("--") else "force=True evaluates all the same"
    holds, unchecked = True, dict[str, None]()
    for name, relation, verdict in decisions:
        if verdict is None:
            unchecked[to_text(relation)] = None
        elif verdict != "true":
            holds = False
            if not force and verdict == "undecided":
                raise Undecided(f"{field}: whether {condition_text(name, relation)} holds there; {forced}")
            if not force:
                raise InputError(field, f"{condition_text(name, relation)} does not hold there", f"choose another point; {forced}")
    return holds, tuple(unchecked)


def condition_text(name: str, relation: Term) -> str:
    """How an error names an assumption: by its name and its formula, once where they are the same."""
    text = to_text(relation)
    return f"the assumption {text}" if " : " in name or name == text else f"the assumption {name!r}, {text},"
