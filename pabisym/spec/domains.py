"""The letters of a spec and their domains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pabisym.errors import InputError
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import declarable
from pabisym.lang.grammar import to_text
from pabisym.lang.sympy_bridge import domain
from pabisym.lang.term import ZERO, Call, Name, Number, Term
from pabisym.process.sequence import STEP, names
from pabisym.spec.knowledge import Knowledge
from pabisym.spec.source import Formulas, kind, refuse_float, shown

MAX_SYMBOLS = 100
"""Most letters of a spec."""
MAX_RELATIONS = 300
"""Most relations in all domains together."""


@dataclass(frozen=True)
class Domain:
    """``real`` or ``integer``, and the relations that were declared with a letter; they may mention others."""

    kind: str
    relations: tuple[Call, ...] = ()

    def __str__(self) -> str:
        return ", ".join((self.kind, *map(to_text, self.relations)))


def read_symbols(data: object) -> dict[str, Domain]:
    """The table ``[symbols]``, in its order.

    Raises :class:`~pabisym.errors.InputError` for names that cannot be declared, malformed domains, relations that
    mention undeclared names, and letters that are defined by themselves.
    """
    if not isinstance(data, Mapping):
        raise InputError("symbols", f"a table was expected, not {kind(data)}", 'write as in [symbols], n = "integer, n >= 1"')
    if len(data) > MAX_SYMBOLS:
        raise InputError("symbols", f"declares {len(data)} letters", f"at most {MAX_SYMBOLS} are read")
    found: dict[str, Domain] = {}
    for name, text in data.items():
        place = f"symbols.{shown(name)}"
        _check_name(name, place)
        refuse_float(text, place)
        found[name] = Domain(*domain(text, place))
    if sum(len(d.relations) for d in found.values()) > MAX_RELATIONS:
        raise InputError("symbols", "has too many relations", f"at most {MAX_RELATIONS} are read")
    for name, own in found.items():
        for relation in own.relations:
            Formulas(found).check_names(relation, f"symbols.{name}")
    _refuse_cycles(found)
    return found


def _check_name(name: object, place: str) -> None:
    if name == STEP:
        raise InputError(place, f"{STEP} is reserved for the step", "choose another name, as in j")
    if not isinstance(name, str) or not declarable(name):
        reserved = isinstance(name, str) and declarable(name + "_")
        problem = "is the name of a function or reserved" if reserved else "is not a name: letters, digits and _, not first a digit"
        raise InputError(place, problem, f"choose another name, as in {name}_1" if reserved else "choose a name such as sigma_1")


def definitions(symbols: Mapping[str, Domain]) -> Iterator[tuple[str, Term]]:
    """Letters that their own domain equates with a term: (n, 2*m) for n = "integer, n == 2*m"."""
    for name, own in symbols.items():
        for relation in own.relations:
            if relation.head == "==":
                left, right = relation.args
                yield from ((name, other) for side, other in ((left, right), (right, left)) if side == Name(name))


def _refuse_cycles(symbols: Mapping[str, Domain]) -> None:
    """Refuse letters that are defined by themselves, directly or around a circle."""
    needs: dict[str, set[str]] = {}
    for name, term in definitions(symbols):
        needs.setdefault(name, set()).update(names(term))
    for start in needs:
        reached, pending = set[str](), set(needs[start])
        while pending:
            reached |= pending
            pending = {other for name in pending for other in needs.get(name, ())} - reached
        if start in reached:
            circle = sorted(name for name in reached if name in needs and name != start)
            way = f", by way of {', '.join(circle)}" if circle else ""
            raise InputError(f"symbols.{start}", f"is defined by itself{way}", "define it by other letters, or give bounds only")


def domain_scope(symbols: Mapping[str, Domain], conditions: Iterable[tuple[str, Call]] = ()) -> Scope:
    """A scope in which the letters are declared and their domains, and the conditions, are known under readable labels.

    Relations come after those that they need: what they divide by is known to be positive or negative, if need be by
    a fact of its own.  Raises :class:`~pabisym.errors.InputError` for a relation that exact arithmetic cannot read.
    """
    pending = [(label, relation, f"symbols.{name}") for name, own in symbols.items() for label, relation in _labelled(name, own)]
    pending += [(f"condition: {label}", relation, "algorithm") for label, relation in conditions]
    scope = Scope({name: own.kind for name, own in symbols.items()})
    simple = [entry for entry in pending if not _divides(entry[1])]
    scope = _added(scope, [(label, relation) for label, relation, _ in simple], simple[0][2] if simple else "symbols")
    pending = [entry for entry in pending if entry not in simple]
    while pending:
        for position, (label, relation, _) in enumerate(pending):
            wider = _with_relation(scope, label, relation)
            if wider is not None:
                scope = wider
                del pending[position]
                break
        else:
            _, relation, place = pending[0]
            problem = f"{to_text(relation)} divides by something that may be 0, or is beyond exact arithmetic"
            raise InputError(place, problem, "declare the sign of what it divides by, and keep large exponents letters")
    return scope


def _labelled(name: str, own: Domain) -> Iterator[tuple[str, Call]]:
    for position, relation in enumerate(own.relations, 1):
        yield f"domain of {name}" + (f" ({position})" if len(own.relations) > 1 else ""), relation


def _divides(term: Term) -> bool:
    return isinstance(term, Call) and (term.head in ("/", "**", "sum") or any(map(_divides, term.args)))


def _added(scope: Scope, known: list[tuple[str, Call]], place: str) -> Scope:
    wider = scope.extend(known)
    try:
        _ = wider.arithmetic
    except Refusal as reason:
        raise InputError(place, f"is beyond exact arithmetic: {reason}", "write simpler relations") from None
    return wider


def _with_relation(scope: Scope, label: str, relation: Call) -> Scope | None:
    """The scope with one more relation and, where that is needed, the signs of what it divides by."""
    for signs in (False, True):
        known: list[tuple[str, Term]] = []
        labels = {name for name, _ in scope.known}
        for below in dict.fromkeys(_denominators(relation)) if signs else ():
            for fact in (Call(">", (below, ZERO)), Call("<", (below, ZERO))):
                name = f"sign of {to_text(below)}"
                if name not in labels and Knowledge(scope).holds(fact):
                    known.append((name, fact))
        wider = scope.extend((*known, (label, relation)))
        try:
            _ = wider.arithmetic
        except Refusal:
            continue
        return wider
    return None


def _denominators(term: Term) -> Iterator[Term]:
    if isinstance(term, Call):
        for arg in term.args:
            yield from _denominators(arg)
        if term.head == "/" and not isinstance(term.args[1], Number):
            yield term.args[1]
