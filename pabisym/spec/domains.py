"""Where a spec comes from; its letters with their domains, formulas in them, and points of these.

Points are random ones; letters that follow from others are computed.
"""

from __future__ import annotations

import os
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import fmpq

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError
from pabisym.kernel.exact import Refusal, Scope, difference
from pabisym.kernel.judgement import declarable
from pabisym.lang.budget import poll
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import to_fraction
from pabisym.lang.reader import TOML, DocumentTable, kind, nearest, printable, read_toml, refuse_float, refuse_hidden
from pabisym.lang.term import DOMAINS, FUNCTIONS, RELATIONS, ZERO, Call, Name, Number, Term, calls, free_names, mentions
from pabisym.numerics.evaluator import ReadPoint, read_point
from pabisym.process.sequence import STEP, names
from pabisym.proof.certificate import polynomial_term
from pabisym.spec.knowledge import Knowledge

MAX_BYTES = 1_000_000
"""Largest spec that is read."""
MAX_SYMBOLS = 100
"""Most letters of a spec."""
MAX_RELATIONS = 300
"""Most relations in all domains together."""


def load(source: str | bytes | os.PathLike[str] | Mapping[str, object]) -> Mapping[str, object]:
    """The top table of a spec: a dict as it is, else TOML from a path, or from text of more than one line.

    Raises :class:`~pabisym.errors.InputError` for files that cannot be read and text that is not TOML.
    """
    if isinstance(source, Mapping):
        refuse_hidden(source, "spec", lines=True)
        return source
    if not isinstance(source, str | bytes | os.PathLike):
        raise InputError("spec", f"a path or a table was expected, not {type(source).__name__}", "name a TOML file")
    return read_toml(source, "spec", MAX_BYTES)


def table(data: object, place: str, keys: Collection[str], required: Collection[str] = ()) -> DocumentTable:
    """One table of a spec; raises :class:`~pabisym.errors.InputError` for unknown keys and missing ones."""
    return DocumentTable(data, place, keys, required, form=TOML, whole="a spec")


@dataclass(frozen=True)
class Formulas:
    """Reads formulas in declared letters."""

    letters: Collection[str]

    def read(self, table: DocumentTable, key: str, *, step: bool = False) -> Term:
        """The formula under a key; with ``step`` it may depend on the step k."""
        return self.term(table.get(key), table.field(key), step=step)

    def term(self, value: object, place: str, *, step: bool = False) -> Term:
        """A formula from text, an integer or a term, all of whose names are declared."""
        refuse_float(value, place)
        term = value if isinstance(value, Number | Name | Call) else parse(value, place)
        if holds_relation(term):
            raise InputError(place, f"{printable(to_text(term))} is a relation, not a number", "relations stand in [symbols]")
        self.check_names(term, place, step=step)
        return term

    def check_names(self, term: Term, place: str, *, step: bool = False) -> None:
        """Refuse names that are not declared, and the step where it has no meaning."""
        for name in sorted(names(term) - set(self.letters)):
            if name == STEP and step:
                continue
            if name == STEP:
                raise InputError(place, f"depends on the step {STEP}", "only sizes, contraction and noise may depend on the step")
            least = 1 if place.endswith("order") else 0  # of a Rényi divergence
            cure = nearest(name, self.letters, f'declare it in [symbols], as in {printable(name)} = "real, {printable(name)} > {least}"')
            raise InputError(place, f"the name {printable(name)} is not declared", cure)


def holds_relation(term: Term) -> bool:
    """Is there a relation in a term, itself included."""
    return mentions(term, *RELATIONS, "and")


@dataclass(frozen=True)
class Domain:
    """``real`` or ``integer``, and the relations that were declared with a letter; they may mention others."""

    kind: str
    relations: tuple[Call, ...] = ()

    def __str__(self) -> str:
        return ", ".join((self.kind, *map(to_text, self.relations)))


def domain(text: object, field: str = "domain") -> tuple[str, tuple[Call, ...]]:
    """Read a domain such as ``"integer, 1 <= t <= n"``: the word, and its relations.

    A chain is split into its single relations, here ``1 <= t`` and ``t <= n``, which is what the kernel takes as assumptions.  Raises
    :class:`~pabisym.errors.InputError` for an unknown word, a part that is no relation, and a relation that mentions no name.
    """
    if not isinstance(text, str):
        raise InputError(field, f"a text was expected, not {type(text).__name__}", 'write as in "real, sigma > 0"')
    parts, depth = [""], 0  # those between commas outside of parentheses
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    word, *claims = [part.strip() for part in parts]
    if word not in DOMAINS:
        raise InputError(field, f"{word!r} is not a domain", 'begin with real or integer, as in "real, sigma > 0"')
    return word, tuple(relation for claim in claims for relation in _relations_of(claim, field))


def _relations_of(text: str, field: str) -> tuple[Call, ...]:
    term = parse(text, field)
    found = term.args if isinstance(term, Call) and term.head == "and" else (term,)
    relations = tuple(r for r in found if isinstance(r, Call) and r.head in RELATIONS)
    if len(relations) < len(found) or any(holds_relation(a) for r in relations for a in r.args):
        raise InputError(field, f"{text!r} is not a relation", "write a comparison such as sigma > 0")
    if not free_names(term) - set(FUNCTIONS) - {"and", "neg"}:
        raise InputError(field, f"{text!r} mentions no symbol", "a relation restricts a symbol, as in sigma > 0")
    return relations


def read_symbols(data: object) -> dict[str, Domain]:
    """The table ``[symbols]``, in its order.

    Raises :class:`~pabisym.errors.InputError` for names that cannot be declared, malformed domains, relations that
    mention undeclared names, and letters that are defined by themselves.
    """
    if not isinstance(data, Mapping):
        raise InputError("symbols", f"a table was expected, not {kind(data, TOML)}", 'write as in [symbols], n = "integer, n >= 1"')
    if len(data) > MAX_SYMBOLS:
        raise InputError("symbols", f"declares {len(data)} letters", f"at most {MAX_SYMBOLS} are read")
    found: dict[str, Domain] = {}
    for name, text in data.items():
        place = f"symbols.{printable(name)}"
        if name == STEP:
            raise InputError(place, f"{STEP} is reserved for the step", "choose another name, as in j")
        if not isinstance(name, str) or not declarable(name):
            reserved = isinstance(name, str) and declarable(name + "_")
            problem = "is the name of a function or reserved" if reserved else "is not a name: letters, digits and _, not first a digit"
            raise InputError(place, problem, f"choose another name, as in {name}_1" if reserved else "choose a name such as sigma_1")
        refuse_float(text, place)
        found[name] = Domain(*domain(text, place))
    if sum(len(d.relations) for d in found.values()) > MAX_RELATIONS:
        raise InputError("symbols", "has too many relations", f"at most {MAX_RELATIONS} are read")
    for name, own in found.items():
        for relation in own.relations:
            Formulas(found).check_names(relation, f"symbols.{name}")
    _refuse_cycles(found)
    return found


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
    pending = [(f"domain of {name}" + (f" ({position})" if len(own.relations) > 1 else ""), relation, f"symbols.{name}")
               for name, own in symbols.items() for position, relation in enumerate(own.relations, 1)]
    pending += [(f"condition: {label}", relation, "algorithm") for label, relation in conditions]
    simple = [entry for entry in pending if not mentions(entry[1], "/", "**", "sum")]
    scope = Scope({name: own.kind for name, own in symbols.items()}).extend([(label, relation) for label, relation, _ in simple])
    try:
        _ = scope.arithmetic
    except Refusal as reason:
        place = simple[0][2] if simple else "symbols"
        raise InputError(place, f"is beyond exact arithmetic: {reason}", "write simpler relations") from None
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


def _with_relation(scope: Scope, label: str, relation: Call) -> Scope | None:
    """The scope with one more relation and, where that is needed, the signs of what it divides by."""
    divisors = [one.args[1] for one in calls(relation, inner=True) if one.head == "/" and not isinstance(one.args[1], Number)]
    for signs in (False, True):
        known: list[tuple[str, Term]] = []
        labels = {name for name, _ in scope.known}
        for below in dict.fromkeys(divisors) if signs else ():
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


# Points.


Letters: TypeAlias = Mapping[str, Fraction]
ATTEMPTS = 300
"""Attempts per point that is asked for."""
SAMPLES = 40
"""Points at which a relation is tried before it is said not to follow."""
WIDTH = 6
"""Length of the range from which integers are drawn where a letter is bounded on one side only."""
WIDTHS = (fmpq(1, 2), fmpq(2), fmpq(WIDTH))
"""Lengths of the ranges from which other numbers are drawn there."""
END_SHARE = 0.125
"""How often a number is an end of its closed range."""
LONG = (8, 15, 30)
"""How far above its least value an integer without an upper bound lies at a corner."""
SMALL = (fmpq(1, 20), fmpq(1, 1000), fmpq(1, 10**6), fmpq(1, 10**9))
"""How near to an end of its range a number lies at a corner; so small a number, or its inverse, is one where the range has no end."""


@dataclass(frozen=True)
class _Range:
    """Bounds of one letter, the others being given; an end that is None is open to infinity."""

    low: fmpq | None = None
    high: fmpq | None = None
    strict_low: bool = False
    strict_high: bool = False

    def above(self, bound: fmpq, *, strict: bool) -> _Range:
        if self.low is not None and (self.low, self.strict_low) >= (bound, strict):
            return self
        return _Range(bound, self.high, strict, self.strict_high)

    def below(self, bound: fmpq, *, strict: bool) -> _Range:
        if self.high is not None and (self.high, not self.strict_high) <= (bound, not strict):
            return self
        return _Range(self.low, bound, self.strict_low, strict)

    def holds(self, value: fmpq) -> bool:
        """Is a value between the bounds."""
        return (self.low is None or self.low < value or (self.low == value and not self.strict_low)) and (
            self.high is None or value < self.high or (value == self.high and not self.strict_high))

    def integers(self) -> _Range:
        """The same for an integer, with closed ends."""
        low, high = self.low, self.high
        if low is not None:
            low = fmpq(low.floor() + 1 if self.strict_low else low.ceil())
        if high is not None:
            high = fmpq(high.ceil() - 1 if self.strict_high else high.floor())
        return _Range(low, high)


def range_of(name: str, relations: Sequence[Call], at: ReadPoint) -> _Range:
    """Bounds of a letter from the relations that are linear in it and whose other letters are given."""
    found = _Range()
    for relation in relations:
        if name not in names(relation) or not names(relation) <= {name, *at} or relation.head == "!=":
            continue
        expression, sign = difference(relation)
        line = _line(expression, name, at)
        if line is None or line[0] == 0:
            continue
        slope, offset = line
        bound = -offset / slope
        if sign == "==":
            return found.above(bound, strict=False).below(bound, strict=False)
        found = found.above(bound, strict=sign == ">") if slope > 0 else found.below(bound, strict=sign == ">")
    return found


def _line(term: Term, name: str, at: ReadPoint) -> tuple[fmpq, fmpq] | None:
    """Slope and offset of a term in one letter, where three of its values lie on a line."""
    values = []
    for x in (1, 2, 3):
        try:
            value = exact_value(term, ReadPoint({**at, name: fmpq(x)}))
        except InputError:
            return None
        if value is None:
            return None
        values.append(value)
    slope = values[1] - values[0]
    return (slope, values[0] - slope) if values[2] - values[1] == slope else None


def clear_denominators(scope: Scope) -> list[Call]:
    """The known relations, those with denominators also without them."""
    found = []
    for _, relation in scope.known:
        if isinstance(relation, Call):
            expression, sign = difference(relation)
            top = polynomial_term(scope.arithmetic, scope.arithmetic.normal(expression).top)
            found += [relation, Call(sign, (top, ZERO))]
    return found


def complete(scope: Scope, given: Mapping[str, object], introduced: Sequence[str]) -> dict[str, Fraction]:
    """The letters that are given, and those of ``introduced`` that the relations then leave one value.

    Raises :class:`~pabisym.errors.InputError` for values that are inexact or outside a domain.
    """
    at = ReadPoint(read_point(given))
    for name, value in at.items():
        if scope.kinds.get(name) == "integer" and value.q != 1:
            raise InputError(name, "the value is not an integer", f"{name} is declared integer")
    relations = clear_denominators(scope)
    for name in introduced:
        if name not in at:
            bounds = range_of(name, relations, at)
            bounds = bounds.integers() if scope.kinds[name] == "integer" else bounds
            if bounds.low is not None and bounds.low == bounds.high:
                at[name] = bounds.low
    for label, relation in scope.known:
        if isinstance(relation, Call) and names(relation) <= set(at) and decide(relation, at) == "false":
            raise InputError(label, f"{to_text(relation)} is false at these letters", "give values inside the domains")
    return {name: to_fraction(value) for name, value in at.items()}


def satisfying(scope: Scope, count: int, seed: int, *, corners: bool = False) -> Iterator[dict[str, Fraction]]:
    """Random rational points at which all known relations hold; integers are small.

    ``corners`` of the domains are points whose letters are at the ends of what the relations leave them, or near to them, equal to each
    other, very small or very large, integers also beside moderate numbers: formulas that are equal at other points may differ there.

    Raises :class:`~pabisym.errors.InputError` when a number of attempts finds none.
    """
    draw = random.Random(seed)
    relations = clear_denominators(scope)
    orders = _orders(scope, draw)
    order = next(orders)
    for _ in range(count):
        for _ in range(ATTEMPTS):
            poll()
            if corners:
                order = draw.sample(sorted(scope.kinds), len(scope.kinds))
            point = _attempt(scope, relations, order, _Corner(draw) if corners else _Anywhere(draw))
            if point is not None:
                yield point
                break
            order = next(orders)
        else:
            raise InputError("symbols", f"no point of the domains was found in {ATTEMPTS} attempts", "check that they are not empty")


def has_point(scope: Scope) -> bool:
    """Is a point of the domains found."""
    try:
        return bool(next(satisfying(scope, 1, 0)))
    except InputError:
        return False


def failing_point(scope: Scope, relation: Call) -> dict[str, Fraction]:
    """A point of the domains at which a relation fails; empty where none is found."""
    try:
        return next((point for point in satisfying(scope, SAMPLES, 0) if decide(relation, point) == "false"), {})
    except InputError:
        return {}


def _orders(scope: Scope, draw: random.Random) -> Iterator[list[str]]:
    """Orders in which letters are drawn: first those that a domain mentions, or last those; then at random.

    They do not hang on the order in which the letters are declared, so that one spec has one answer.
    """
    order: dict[str, None] = {}
    mentioned = {
        name: [other for label, fact in scope.known if label.partition(" (")[0] == f"domain of {name}" for other in sorted(names(fact))]
        for name in sorted(scope.kinds)
    }
    pending: list[str] = sorted(scope.kinds, reverse=True)
    while pending:
        name = pending.pop()
        missing = [other for other in mentioned.pop(name, ()) if other in mentioned]
        if missing:
            pending += [name, *missing]
        else:
            order[name] = None
    yield list(order)
    yield list(reversed(order))
    while True:
        yield draw.sample(list(order), len(order))


class _Anywhere:
    """Draws the letters of a point."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw

    def whole(self, bounds: _Range) -> fmpq | None:
        """An integer of a range with closed ends; None where that is empty."""
        low, high = bounds.low, bounds.high
        if low is None:
            low = fmpq(-WIDTH) if high is None else high - WIDTH
        high = low + WIDTH if high is None else min(high, low + 2 * WIDTH)
        return fmpq(self.draw.randint(int(low), int(high))) if low <= high else None

    def rational(self, bounds: _Range, others: Sequence[fmpq]) -> fmpq | None:
        """A number of a range, the other ones of the point being these; None where that is empty."""
        low, high = bounds.low, bounds.high
        if low is not None and low == high:
            return None if bounds.strict_low or bounds.strict_high else low
        ends = [end for end, strict in ((low, bounds.strict_low), (high, bounds.strict_high)) if end is not None and not strict]
        if ends and self.draw.random() < END_SHARE:
            return self.draw.choice(ends)
        width = self.draw.choice(WIDTHS)
        if low is None:
            low = -width if high is None else high - width
        high = low + 2 * width if high is None else high
        steps = self.draw.choice((2, 3, 4, 5, 8))
        return low + (high - low) * fmpq(self.draw.randint(1, steps - 1), steps) if low < high else None


class _Corner(_Anywhere):
    """The same at a corner; its manner is what the letters of a point have in common."""

    def __init__(self, draw: random.Random) -> None:
        super().__init__(draw)
        self.integers, self.manner = draw.choice(("low", "high", "equal", "any")), draw.choice(("low", "high", "equal", "any", "inside"))

    def whole(self, bounds: _Range) -> fmpq | None:
        far = fmpq(self.draw.choice(LONG))
        low = bounds.low if bounds.low is not None else bounds.high - far if bounds.high is not None else fmpq(0)
        top = low + far if bounds.high is None else bounds.high
        few = {"low": (low,), "high": (top,), "equal": (low, low + 1), "any": (low, low + 1, low + 2, top - 1, top)}[self.integers]
        inside = [value for value in few if low <= value <= top]
        return self.draw.choice(inside) if inside else None

    def rational(self, bounds: _Range, others: Sequence[fmpq]) -> fmpq | None:
        if self.manner == "inside":
            return super().rational(bounds, others)
        low, high = bounds.low, bounds.high
        start, sign = (high, -1) if low is None and high is not None else (low or fmpq(0), 1)
        near_low, near_high, middle = [start + sign * part for part in SMALL], [start + sign / part for part in SMALL], start + sign
        if low is not None and high is not None:
            near_low, near_high = ([end + (other - end) * part for part in SMALL] for end, other in ((low, high), (high, low)))
            middle = (low + high) / 2
        equal = [value for value in others if bounds.holds(value)] or [middle]
        few = {"low": [*near_low, start], "high": [*near_high, start if high is None else high], "equal": equal,
               "any": [*near_low, *near_high, start, middle, *equal]}[self.manner]
        inside = [value for value in few if bounds.holds(value)]
        return self.draw.choice(inside) if inside else None


def _attempt(scope: Scope, relations: Sequence[Call], order: Sequence[str], drawn: _Anywhere) -> dict[str, Fraction] | None:
    at = ReadPoint()
    for name in order:
        bounds = range_of(name, relations, at)
        others = [value for other, value in at.items() if scope.kinds[other] == "real"]
        value = drawn.whole(bounds.integers()) if scope.kinds[name] == "integer" else drawn.rational(bounds, others)
        if value is None:
            return None
        at[name] = value
    try:
        held = all(decide(relation, at) == "true" for _, relation in scope.known)
    except InputError:
        return None
    return {name: to_fraction(at[name]) for name in scope.kinds} if held else None
