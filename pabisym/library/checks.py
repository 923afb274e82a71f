"""Steps of a proof that stand beside a statement's conclusion, each decided on its own.

A theorem file holds one conclusion.  A second half of the theorem, or a displayed line of the proof, is a small statement
of its own: :func:`replayed` builds its proof and lets the kernel replay it, and is what a ``Check`` of the file calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.kernel.check import check
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from pabisym.lang.term import Binding, substitute
from pabisym.library.believed import PREFIX
from pabisym.library.instances import numbers_at, unmet, without
from pabisym.library.point import NoValueError, decide_closed, without_symbols
from pabisym.library.statement import (
    REPLAYED,
    LegalInstance,
    LinearPair,
    LineRuns,
    Replayed,
    ReplayedFromCited,
    SampledRuns,
    Statement,
    Verdict,
)
from pabisym.library.stored_proof import check_trees, fingerprint
from pabisym.proof import elementary as _elementary  # noqa: F401  the last resort of proofs, which it adds where it is loaded
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import at_once


def replayed(conclusion: str, kinds: Mapping[str, str], assumed: Mapping[str, str], build: Callable[[Builder], Step] | Step | None = None,
             theorems: tuple[str, ...] = ()) -> tuple[Verdict, str]:
    """``true`` when the kernel replays a proof of the conclusion from what is assumed; ``undecided`` without a proof.

    ``build`` is the proof or makes it (None: arithmetic alone); ``theorems`` are ids that it may apply.  Raises as the builder, which
    is not asked where a proof is stored beside the theorem file, and the kernel accepts that.
    """
    known = tuple((label, parse(text, label, None)) for label, text in assumed.items())
    sequent = Sequent("step", kinds, known, parse(conclusion, "step", None))
    usable = _established_sequents(theorems)
    trees, key = check_trees(), fingerprint(sequent, usable)
    tree: Step | None = trees.stored.get(key)
    verdict = None if tree is None else check(sequent, tree, usable)
    if tree is None or verdict is None or not verdict.accepted:
        tree = at_once(build or conclusion)(Builder.of(sequent, *usable.values()))
        verdict = check(sequent, tree, usable)
    if verdict.accepted:
        trees.built[key] = tree
    steps = f"{verdict.steps} step{'' if verdict.steps == 1 else 's'}"
    if not verdict.accepted:
        return "undecided", verdict.reason
    kind = ReplayedFromCited if any(map(_rests_on_cited, verdict.theorems)) else Replayed
    return "true", kind(f"{conclusion}: {steps} replayed")


def sharper(statement: Statement, conclusion: str, build: Callable[[Builder], Step] | None = None, more: Mapping[str, str] | None = None,
            *, dropped: Sequence[str] = (), theorems: tuple[str, ...] | None = None) -> tuple[Verdict, str]:
    """Another conclusion from the assumptions of a statement, without those that are ``dropped``, and from ``more`` ones, which take the
    place of those of their names; ``theorems`` may be applied, by default those that the statement uses.
    """
    usable = tuple(statement.uses) if theorems is None else theorems
    return replayed(conclusion, statement.sequent.kinds, assumptions_of(statement, more, dropped), build, usable)


def assumptions_of(statement: Statement, more: Mapping[str, str] | None = None, dropped: Sequence[str] = ()) -> dict[str, str]:
    """The assumptions of a statement by their names, as :func:`sharper` takes them."""
    return {one.name: one.holds for one in statement.assumptions if one.name not in dropped} | {**(more or {})}


def at_points(relation: str, points: tuple[Mapping[str, object], ...], wanted: Verdict = "true", words: str = "") -> tuple[Verdict, str]:
    """``true`` when a relation is certainly ``wanted`` at every named instance, by exact numbers or balls; said in ``words``."""
    found = [decide(parse(relation), point) for point in points]
    tried = f"all {len(points)} points tried" if len(points) > 1 else "the point tried"
    shown = words or f"{relation} {'holds' if wanted == 'true' else 'fails'} at {tried}"
    if all(verdict == wanted for verdict in found):
        return "true", shown
    where = next(point for point, verdict in zip(points, found, strict=True) if verdict != wanted)
    return "undecided" if "undecided" in found else "false", f"{relation} is not found {wanted} at {_point_text(where)}"


SAID: Mapping[Verdict, str] = {"true": "holds", "false": "fails", "undecided": "is not decided"}
"""What is said of a relation at a point."""


def page_broken(statement: Statement, at: Mapping[str, object], claim: str = "", *, given: Sequence[str] = (), dropped: Sequence[str] = (),
                process: LinearPair | LineRuns | SampledRuns | None = None, words: str = "") -> tuple[Verdict, str]:
    """``true`` where an instance that the page accepts breaks what it claims, by exact numbers or balls; said in ``words``.

    Every hypothesis of the statement is decided at the instance and judged of the process, see
    :func:`~pabisym.library.instances.unmet`, but for those named ``dropped``, which the page does not have; ``given`` are the relations
    that it has instead.  ``claim`` is the relation that it says, which has to be false; without one, the runs are told apart better than
    (epsilon, delta), both letters of the instance.
    """
    weaker = without(statement, dropped)
    try:
        if problem := unmet(weaker, at, process):
            return "undecided", f"{problem} at {_point_text(at)}"
        point = numbers_at(weaker, at, "instance")
        for text in given:
            if (verdict := decide_closed(substitute(parse(text, "given", None), point))) != "true":
                return "undecided", f"{text} is {verdict} at {_point_text(at)}"
        if not claim:
            return _told_apart(process, point, _point_text(at))
        verdict = decide_closed(substitute(parse(claim, "claim", None), point))
    except (NoValueError, Undecided, InputError) as problem:
        return "undecided", str(problem)
    turned: Verdict = "true" if verdict == "false" else "false" if verdict == "true" else "undecided"
    return turned, LegalInstance(words or f"{claim} {SAID[verdict]} at {_point_text(at)}")


def _told_apart(process: object, point: Binding, at: str) -> tuple[Verdict, str]:
    """Are runs on the line told apart better than (epsilon, delta)."""
    from pabisym.library.line_runs import told_by_line_runs  # exact laws, which few checks need

    if not isinstance(process, LineRuns):
        return "undecided", "no claim is said, and no runs on the line"
    level, chance = (exact_value(without_symbols(point[letter][1]), {}) for letter in ("epsilon", "delta"))
    apart = told_by_line_runs(process, level)
    broken = chance is not None and apart > chance
    return ("true" if broken else "undecided"), LegalInstance(f"delta is at least {apart.str(4, radius=False)} at {at}")


def _point_text(at: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in at.items())


def _rests_on_cited(name: str) -> bool:
    """Is a theorem that is applied cited, or proved from cited statements; what it assumes is proved where it is applied."""
    from pabisym.library.library import builtin

    standing = builtin().standing(name)
    return standing.status not in REPLAYED or not all(one.startswith(PREFIX) for one in standing.believed)


def _established_sequents(names: tuple[str, ...]) -> dict[str, Sequent]:
    from pabisym.library.library import builtin
    from pabisym.library.status import ESTABLISHED

    library = builtin()
    return {one: library.statement(one).sequent for one in names if one in library.files and library.statement(one).conclusion
            and library.standing(one).status in ESTABLISHED}
