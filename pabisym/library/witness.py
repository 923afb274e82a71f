"""Witnesses: a model of all hypotheses of a statement, so that what is proved speaks of something.

A witness gives every letter a value: numbers, sequences as formulas in ``k``, laws, maps, noise, losses, sets and mechanisms on the line
(:mod:`pabisym.exact_law.line_world`).  It is data, ``proofs/witnesses.json`` beside the theorem files of a paper, and untrusted:
:func:`failing` decides every hypothesis in it exactly.  :func:`find` looks for one, and :func:`is_contradictory` for a proof that there
is none.  A letter that no witness names is what the hypotheses say of it, or something plain: the map to 0, the point 0, no loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from typing import Any

from flint import fmpq

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import PabisymError
from pabisym.exact_law.line_world import MOST, Unsaid, World, ground, read_world
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import SIGNATURES, Sequent
from pabisym.lang.budget import poll
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational
from pabisym.lang.term import ONE, ZERO, Call, Name, Number, Term, calls, free_names, is_relation, substitute
from pabisym.library.contradictions import contradiction
from pabisym.library.implied import implied
from pabisym.library.stored_proof import Witness
from pabisym.numerics.solver_point import OwnZ3, point_of
from pabisym.process.sequence import names
from pabisym.spec.points import Space, Writer

POINTS = 6
"""Points of the numbers that are tried."""
NODES = 150
"""Choices of a sequence that are tried at one point."""
LOOKED_AT = 2_000
"""Partial points that are looked at."""
MILLISECONDS = 1_000
"""How long the solver may propose numbers."""
_PLAIN = tuple(parse(text, "witness") for text in ("0", "1", "k", "1/2", "2", "1/k", "1/(k + 1)", "-1"))
"""What a sequence is tried to be, the plainest first."""


CONTRADICTORY = "the hypotheses contradict each other, so that nothing satisfies them: 0 > 0 follows"
"""What is said of vacuous statements."""
_PLAIN_WORDS: Mapping[str, str] = {
    "law": "laws as the hypotheses make them, from the point 0", "map": "maps to 0", "mechanism": "mechanisms that answer 0",
    "noise": "noise as the hypotheses say, else N(0, 1)", "loss": "losses 0", "set": "an interval around 0", "vector": "points at 0",
}
"""What letters of a kind are where a witness does not name them."""


# What is decided.


def failing(sequent: Sequent, witness: Witness) -> str:
    """A hypothesis that does not certainly hold in the model that a witness says, or what is wrong with the witness; empty where all hold.

    Quotients and powers have values there, as a judgement with a part that has none is decided to be nothing.
    """
    try:
        world = read_world(sequent.kinds, {name: parse(text, f"witness {name}", None) for name, text in witness.items()})
        return _failing(sequent, world)
    except PabisymError as problem:
        return str(problem)


def _failing(sequent: Sequent, world: World) -> str:
    missing = [name for name, kind in sequent.kinds.items() if kind.startswith(("real", "integer")) and name not in world.numbers]
    if missing:
        return f"{missing[0]} has no value"
    room, listed = [MOST], list[tuple[str, Term]]()
    for label, term in sequent.assumptions:
        listed += [(label, one) for one in ground(term, world.numbers, room)]
    for _, one in listed:
        world.learn(one)
    return next((f"{label}: {to_text(one)}" for label, one in listed if not world.holds(one)), "")


@dataclass(frozen=True)
class Model:
    """What is known of the models of a statement's hypotheses: a witness of one, none, or that there are none."""

    witness: Witness | None
    contradictory: bool = False


def model_of(sequent: Sequent, stored: Witness | None = None, hints: Iterable[Mapping[str, object]] = ()) -> Model:
    """The stored witness where it is one, else what a search finds, else whether the hypotheses are seen to contradict each other."""
    if stored is not None and not failing(sequent, stored):
        return Model(stored)
    found = find(sequent, hints)
    return Model(found, found is None and is_contradictory(sequent))


def model_words(kinds: Mapping[str, str], witness: Witness) -> str:
    """A witness in words: the values of letters, and what other letters are; ``kinds`` are those of all letters."""
    said = [f"{name}(k) = {text}" if kinds.get(name, "").endswith(" sequence") else f"{name} = {text}"
            for name, text in witness.items()]
    others = {kind.removesuffix(" sequence") for name, kind in kinds.items() if name not in witness}
    plain = [words for kind, words in _PLAIN_WORDS.items() if kind in others]
    return "; ".join(filter(None, (", ".join(said), ", ".join(plain)))) or "there is nothing to choose"


def is_contradictory(sequent: Sequent) -> bool:
    """Does the kernel replay a proof of 0 > 0 from the hypotheses and what they imply of numbers; False says nothing."""
    held = dict(sequent.assumptions)
    more = ((f"implied {i}", term) for i, term in enumerate(implied(sequent)) if f"implied {i}" not in held)
    try:
        wider = Sequent(sequent.id, sequent.kinds, (*sequent.assumptions, *more), sequent.conclusion)
        return contradiction(sequent) is not None or contradiction(wider) is not None
    except Refusal:
        return False


# What is looked for.


def find(sequent: Sequent, hints: Iterable[Mapping[str, object]] = ()) -> Witness | None:
    """A witness; None where none was found.  ``hints`` are points of the numbers, perhaps with sequences, that are tried first.

    >>> from pabisym.library.library import builtin
    >>> found = find(builtin().statement("feldman2018/lemma-21").sequent)
    >>> found, failing(builtin().statement("feldman2018/lemma-21").sequent, found)
    ({'alpha': '2', 'b': '0', 'c': '0', 's': '0', 'z': '0'}, '')
    """
    try:
        sequent.scope()
        facts = implied(sequent)
    except (PabisymError, Refusal):
        return None
    for point in islice(_points(sequent, facts, hints), POINTS):
        try:
            for filled in islice(_filled(sequent, facts, point), NODES):
                if not _failing(sequent, read_world(sequent.kinds, filled)):
                    return {name: to_text(term) for name, term in sorted(filled.items())}
        except (PabisymError, Refusal):
            continue
    return None


def _points(sequent: Sequent, facts: Sequence[Term], hints: Iterable[Mapping[str, object]]) -> Iterator[dict[str, Term]]:
    """Values of all letters that are numbers: those of the hints, of the solver, small ones."""
    kinds = {name: kind for name, kind in sequent.kinds.items() if kind in ("real", "integer")}
    listed = (*(term for _, term in sequent.assumptions), *facts)
    relations = tuple(one for one in listed if is_relation(one) and names(one) <= kinds.keys())
    said = frozenset[str]().union(*map(names, relations)) & kinds.keys()
    for hint in hints:
        said_of = {name: (sequent.kinds[name], value) for name, value in hint.items() if name in sequent.kinds}
        yield {**dict.fromkeys(kinds, ONE), **{name: parse(value, name) if kind.endswith(" sequence") else Number(rational(value, name))
                                               for name, (kind, value) in said_of.items()}}
    space = Space({name: kinds[name] for name in said}, relations)
    proposed = _propose_values(space)
    for point in (*([] if proposed is None else [proposed]), *islice(space.points(LOOKED_AT) if said else iter([{}]), POINTS)):
        yield {**dict.fromkeys(kinds, ONE), **{name: Number(value) for name, value in point.items()}}


def _propose_values(space: Space) -> dict[str, fmpq] | None:
    """Values that z3 proposes; None without z3, or where a relation is not for it, or where it finds none."""
    if find_spec("z3") is None or not space.kinds:
        return None
    z3 = OwnZ3()

    free: dict[str, Any] = {name: z3.Int(name) if kind == "integer" else z3.Real(name) for name, kind in space.kinds.items()}
    writer = Writer(z3, {name: z3.ToReal(one) if space.kinds[name] == "integer" else one for name, one in free.items()})
    solver = z3.Solver()

    def written() -> dict[str, Any]:
        solver.add(*(writer.relation(relation) for relation in space.relations), *writer.sides)
        return free

    return point_of(solver, written, MILLISECONDS)


def _filled(sequent: Sequent, facts: Sequence[Term], point: Mapping[str, Term]) -> Iterator[dict[str, Term]]:
    """A point together with sequences at which what is said of numbers alone holds."""
    sequences = [name for name, kind in sequent.kinds.items() if kind == "real sequence" and name not in point]
    numbers = {name: ((("k",) if sequent.kinds[name].endswith(" sequence") else ()), term) for name, term in point.items()}
    relations = list[Term]()
    room = [MOST]
    for term in (*(term for _, term in sequent.assumptions), *facts):
        for one in ground(term, numbers, room):
            here = substitute(one, numbers)
            if is_relation(here) and not free_names(here) & SIGNATURES.keys():
                relations.append(_entries(here, set(sequences)))
    constants = dict.fromkeys((*_PLAIN, *(term for name, term in point.items() if not sequent.kinds[name].endswith(" sequence"))))
    for found in _choices(relations, sequences, {}, tuple(constants), [NODES]):
        yield {**point, **found}


def _choices(relations: Sequence[Term], left: Sequence[str], chosen: Mapping[str, Term], constants: Sequence[Term],
             room: list[int]) -> Iterator[dict[str, Term]]:
    """The sequences that are left, one after the other: what equations make of them, else something plain."""
    poll()
    world = World({}, {name: (("k",), term) for name, term in chosen.items()})
    if not all(world.holds(one) for one in relations if not free_names(one) & set(left)):
        return
    if not left:
        yield dict(chosen)
        return
    for name in left:
        others = [one for one in left if one != name]
        mine = [one for one in relations if name in free_names(one) and not free_names(one) & set(others)]
        solved = [table for start in (ONE, ZERO) if (table := _solve(mine, name, chosen, start)) is not None]
        if solved:
            for table in solved:
                yield from _choices(relations, others, {**chosen, name: table}, constants, room)
            return
    name, others = left[0], [*left[1:]]
    for term in constants:
        room[0] -= 1
        if room[0] < 0:
            return
        yield from _choices(relations, others, {**chosen, name: term}, constants, room)


def _entries(term: Term, sequences: set[str]) -> Term:
    """A term whose sums are written out, and whose members of sequences are at numbers."""
    if not isinstance(term, Call):
        return term
    if term.head == "sum":
        body, index, low, high = term.args
        first, last = exact_value(low, {}), exact_value(high, {})
        if isinstance(index, Name) and first is not None and last is not None and 0 <= last - first + 1 <= MOST:
            parts = (substitute(body, {index.name: ((), Number(k))}) for k in range(int(first.p), int(last.p) + 1))
            return Call("+", (ZERO, ZERO, *(_entries(part, sequences) for part in parts)))
        raise Unsaid("the ends of a sum are not known")
    args = tuple(_entries(arg, sequences) for arg in term.args)
    if term.head in sequences and (index_value := exact_value(args[0], {})) is not None:
        return Call(term.head, (Number(index_value),))
    return Call(term.head, args)


def _members(term: Term, name: str) -> Iterator[fmpq]:
    return (index.value for one in calls(term) if one.head == name and isinstance(index := one.args[0], Number))


def _solve(relations: Sequence[Term], name: str, chosen: Mapping[str, Term], start: Number) -> Term | None:
    """The members of a sequence, as cases, from equations that are linear in one at a time; None where these do not give all."""
    known: dict[fmpq, fmpq] = {}
    binding = {one: (("k",), term) for one, term in chosen.items()}
    listed = [substitute(one, binding) for one in relations]
    equations = [one for one in listed if isinstance(one, Call) and one.head == "=="]
    wanted = sorted({i for one in listed for i in _members(one, name)})
    if not equations or not wanted:
        return None
    while len(known) < len(wanted):
        found = next((pair for one in equations if (pair := _next(one, name, known)) is not None), None)
        if found is None:
            free = next(i for i in wanted if i not in known)
            found = free, start.value
        known[found[0]] = found[1]
    table: Term = Number(known[wanted[-1]])
    for i in reversed(wanted[:-1]):
        table = Call("cases", (Call("+", (Number(i), Call("neg", (Name("k"),)))), Number(known[i]), table))
    return table


def _next(equation: Call, name: str, known: Mapping[fmpq, fmpq]) -> tuple[fmpq, fmpq] | None:
    """The one member of which an equation speaks that is not known, and its value."""
    unknown = {i for i in _members(equation, name) if i not in known}
    if len(unknown) != 1:
        return None
    place = unknown.pop()
    values = [_difference(equation, name, {**known, place: trial}) for trial in (fmpq(0), fmpq(1), fmpq(2))]
    if values[0] is None or values[1] is None or values[2] is None:
        return None
    rise = values[1] - values[0]
    return None if rise == 0 or values[2] - values[1] != rise else (place, -values[0] / rise)


def _difference(equation: Call, name: str, known: Mapping[fmpq, fmpq]) -> fmpq | None:
    def put(term: Term) -> Term:
        if not isinstance(term, Call):
            return term
        if term.head == name and isinstance(at := term.args[0], Number):
            return Number(known[at.value])
        return Call(term.head, tuple(map(put, term.args)))

    try:
        sides = [exact_value(put(side), {}) for side in equation.args]
    except PabisymError:
        return None
    return None if sides[0] is None or sides[1] is None else sides[0] - sides[1]
