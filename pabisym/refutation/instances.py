"""Does anything satisfy the hypotheses of a statement: z3 and small points propose, exact arithmetic confirms.

Only hypotheses that are relations between letters are decided, and what judgements imply of their bounds: a map is not Lipschitz with
a negative constant, a noise has no negative variance, and a distance is at least 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from itertools import islice
from typing import Any

from flint import fmpq

from pabisym.feasibility.search import Space, Writer, holds
from pabisym.kernel.judgement import Sequent
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import RELATIONS, ZERO, Call, Term, free_names
from pabisym.numerics.solver_point import OwnZ3, point_of
from pabisym.process.sequence import names

NODES = 5_000
"""Points that are tried after those that the solver proposes."""
MILLISECONDS = 2_000
"""How long the solver may propose."""
SIZES: Mapping[str, int] = {"lipschitz": 1, "lipschitzon": 2, "gap": 2, "gapon": 3, "gaussian": 1, "winf": 2, "steady": 1, "near": 2,
                            "bounded": 1, "smooth": 1, "lipschitzloss": 1, "lsi": 1, "gdp": 3, "apart": 2, "zcdp": 2}
"""Judgements that hold of nothing where this argument is negative."""


def numeric(sequent: Sequent) -> tuple[Term, ...]:
    """What the assumptions say of letters alone: relations, and that sizes are at least 0."""
    letters = {name for name, kind in sequent.kinds.items() if kind in ("real", "integer")}
    found: list[Term] = []
    for _, term in sequent.assumptions:
        if isinstance(term, Call) and term.head in RELATIONS:
            found.append(term)
        elif isinstance(term, Call) and term.head in SIZES:
            found.append(Call(">=", (term.args[SIZES[term.head]], ZERO)))
    return tuple(term for term in found if free_names(term) <= letters and names(term) <= letters)


def instance(sequent: Sequent, hints: Iterable[Mapping[str, object]] = ()) -> dict[str, str] | None:
    """A point at which all that :func:`numeric` says holds, confirmed exactly; None where none was found.

    ``hints`` are tried first.  Letters of which nothing is said are left out.  The point says nothing of runs, maps and losses.
    """
    relations = numeric(sequent)
    said = frozenset[str]().union(*map(names, relations))
    space = Space({name: sequent.kinds[name] for name in said}, relations)
    for point in _candidates(space, hints):
        if set(point) >= said and all(holds(relation, point) for relation in relations):
            return {name: rational_text(value) for name, value in sorted(point.items())}
    return None


def _candidates(space: Space, hints: Iterable[Mapping[str, object]]) -> Iterator[dict[str, fmpq]]:
    for hint in hints:
        yield {name: rational(value, name) for name, value in hint.items()}
    proposed = _propose_values(space)
    yield from [] if proposed is None else [proposed]
    yield from islice(space.points(NODES), 1) if space.kinds else [{}]


def _propose_values(space: Space) -> dict[str, fmpq] | None:
    """Values that z3 proposes; None without z3, or where a relation is not for it, or where it finds none."""
    if find_spec("z3") is None:
        return None
    z3 = OwnZ3()

    free: dict[str, Any] = {name: z3.Int(name) if kind == "integer" else z3.Real(name) for name, kind in space.kinds.items()}
    writer = Writer(z3, {name: z3.ToReal(one) if space.kinds[name] == "integer" else one for name, one in free.items()})
    solver = z3.Solver()

    def written() -> dict[str, Any]:
        solver.add(*(writer.relation(relation) for relation in space.relations), *writer.sides)
        return free

    return point_of(solver, written, MILLISECONDS)
