"""What a replayed proof says: the status of a statement and what is believed under it.

Nobody types a status.  A statement is *proved* when the kernel replays its proof and a witness shows that something satisfies its
hypotheses (:mod:`pabisym.library.witness`); *proved, no model known* where there is no witness, and *vacuous* where the hypotheses
contradict each other.  It is *proved from* its hypotheses that are results where it has some, and from a step of its own paper where it
rests on one that is believed.  It is *cited* all the same where it is what a figure says that is believed, or where its proof applies one
of which it is the source, unless Coq proves that figure from definitions; and so is one without a proof but with a reason to believe it.
What is believed under a statement are the figures that the kernel saw applied, and the cited statements; see
:mod:`pabisym.library.beliefs`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from pabisym.errors import InputError, printable
from pabisym.kernel.figures import STEPS_OF
from pabisym.kernel.judgement import Sequent
from pabisym.kernel.rules import FIGURES
from pabisym.lang.once import apart
from pabisym.library.believed import PREFIX, is_claimed, leaves, own_figures, recalled_proofs, restates, results
from pabisym.library.files import builtin_folder
from pabisym.library.findings import is_refuted
from pabisym.library.replays import Replays
from pabisym.library.statement import FILE, REPLAYED, Statement, Status
from pabisym.proof.figures import proof_applies

ESTABLISHED: frozenset[Status] = frozenset((*REPLAYED, "cited"))
"""The statuses whose statements may be applied in a proof."""


@dataclass(frozen=True)
class ProofTree:
    """A proof tree as plain data, the theorems and the rules' sources that it names; or why it could not be built.

    ``tree`` is None both for a statement that gives no proof and, with a ``problem``, for one whose proof cannot
    be built.  ``seconds`` is how long that took.  ``stored`` says that the tree was read from beside the theorem file.
    """

    tree: Mapping[str, object] | None = None
    theorems: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    problem: str = ""
    seconds: float = field(default=0.0, compare=False)
    stored: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Standing:
    """Status, what is believed, size of the proof, and what is wrong with it.

    ``believed`` is what every application of the statement rests on: figures, then cited statements.  ``hypotheses`` are its own
    hypotheses that are results; where the statement is applied they are proved, or stand among those of the other one.  ``figures``
    are all that the proof, and those of the theorems that it applies, apply.

    ``problem`` is empty unless a proof was given and did not replay, or rests on something refuted; ``seconds`` is how long replaying
    took.  ``cached`` says that this proof, or one under it, was replayed in an earlier run.
    """

    status: Status
    believed: tuple[str, ...] = ()
    steps: int = 0
    problem: str = ""
    seconds: float = field(default=0.0, compare=False)
    cached: bool = field(default=False, compare=False)
    hypotheses: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()

    def __repr__(self) -> str:
        problem = f", problem={self.problem!r}" if self.problem else ""
        return f"Standing({self.status!r}, {self.steps} steps of proof, {len(self.cited)} believed{problem})"

    @property
    def cited(self) -> tuple[str, ...]:
        """All that is believed, each once."""
        return (*self.believed, *self.hypotheses)

    @property
    def replayed(self) -> str:
        """``now``, or ``cached`` where the kernel replayed the proof in an earlier run."""
        return "cached" if self.cached else "now"


def build(statement: Statement, sequents: Mapping[str, Sequent]) -> ProofTree:
    """The statement's proof tree, built by its file and untrusted.

    ``sequents`` are the statements that it may apply, by id.  Whatever goes wrong in the file's own code is a
    problem of the proof and not of the library.
    """
    began = time.perf_counter()
    try:
        with apart(statement.id):
            tree = statement.build_proof(sequents)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return ProofTree(problem=printable(f"the proof cannot be built: {type(error).__name__}: {error}"))
    if tree is not None and not isinstance(tree, Mapping):
        return ProofTree(problem=f"the proof cannot be built: what its file returns is of type {type(tree).__name__}, not a proof tree")
    return proof_of(tree, seconds=time.perf_counter() - began)


def proof_of(tree: Mapping[str, object] | None, *, seconds: float = 0.0, stored: bool = False) -> ProofTree:
    """A tree with the theorems that it applies and the sources of its rules."""
    theorems: dict[str, None] = {}
    sources: dict[str, None] = {}
    for step in walk(tree):
        rule, data = step.get("rule"), step.get("with")
        if rule == "theorem" and isinstance(data, dict):
            theorems[str(data.get("id"))] = None
        elif isinstance(rule, str) and rule in FIGURES:
            sources |= dict.fromkeys(FIGURES[rule].source.split())
    return ProofTree(tree, tuple(theorems), tuple(sources), "", seconds, stored)


def walk(tree: object) -> Iterator[Mapping[str, object]]:
    """The steps of a proof tree, a conclusion before its premises; whatever is no step is passed over."""
    waiting = [tree]
    while waiting:
        step = waiting.pop()
        if isinstance(step, dict):
            yield step
            premises = step.get("premises")
            waiting += reversed(premises) if isinstance(premises, list) else []


Below: TypeAlias = Mapping[str, tuple[Statement | None, Standing]]
"""The statement (None: no file) and the standing of everything that a proof names, by the name that it uses."""


def judge(statement: Statement, proof: ProofTree, below: Below, replays: Replays | None = None, *, recall: bool = False) -> Standing:
    """The standing of a statement.

    ``below`` has the statement (None: no file) and the standing of every theorem and source that the proof names, except the statement
    itself and its own steps.  ``replays`` remembers what the kernel said of it already, with ``recall`` in earlier runs too.
    """
    if statement.plain:
        return Standing(statement.plain)
    if proof.problem:
        return Standing("conjectured", problem=proof.problem)
    if proof.tree is not None:
        return _replay(statement, proof.tree, below, Replays() if replays is None else replays, recall=recall)
    if is_refuted(statement):
        return Standing("refuted")
    return Standing("cited", (statement.id,)) if statement.cited_because else Standing("conjectured")


def usable(below: Below) -> dict[str, Sequent]:
    """The statements that a proof may apply: those that it names by their own id and that are established."""
    return {
        name: found.sequent
        for name, (found, standing) in below.items()
        if found is not None and found.id == name and found.conclusion and standing.status in ESTABLISHED
    }


def _replay(statement: Statement, tree: Mapping[str, object], below: Below, replays: Replays, *, recall: bool) -> Standing:
    try:
        made = replays(statement.sequent, tree, usable(below), recall=recall)
    except InputError as error:
        return Standing("conjectured", problem=str(error))
    verdict, seconds = made.verdict, made.seconds
    cached = made.cached or any(standing.cached for _, standing in below.values())
    if not verdict.accepted:
        return Standing("conjectured", problem=verdict.reason, seconds=seconds)
    for name, (_, standing) in below.items():
        if standing.status in ("refuted", "conjectured", "vacuous"):
            problem = f"the proof rests on {name}, which is {standing.status}"
            return Standing("conjectured", (), verdict.steps, problem, seconds)
    applied = [below[name][1] for name in sorted(verdict.theorems)]
    under = recalled_proofs() if recall else None
    believed = leaves(verdict.figures, (one for standing in applied for one in standing.believed), under)
    figures = tuple(sorted(verdict.figures.union(*(standing.figures for standing in applied))))
    hypotheses = results(statement)
    says = proof_applies if under is None else under
    twin = restates(statement.sequent, says) or own_figures((statement.id, *statement.steps), verdict.figures, says)
    if under is not None:
        cached = cached or not verdict.figures.isdisjoint(under.recalled)
    circular = any(STEPS_OF.get(one.removeprefix(PREFIX)) == statement.paper for one in believed)
    status: Status = "cited" if twin else _modelled(statement, "proved_from" if hypotheses or circular else "proved")
    return Standing(status, believed, verdict.steps, seconds=seconds, cached=cached, hypotheses=hypotheses, figures=figures)


def _modelled(statement: Statement, status: Status) -> Status:
    """The status of what the kernel has replayed, with what is known of models of the hypotheses.

    Of a built-in statement a witness that is stored is presumed to be one, which the audit decides.
    """
    path = vars(statement).get(FILE)
    if path is not None and path.resolve().is_relative_to(builtin_folder().resolve()) and statement.stored_witness is not None:
        return status
    model = statement.model
    if model.contradictory:
        return "vacuous"
    return status if model.witness is not None or status == "proved_from" else "proved_no_model"


def step_standing(name: str, host: Standing, *, recall: bool = False) -> Standing:
    """The standing of a step: that of its host, or less where it is the source of a figure that is believed."""
    less = host.status in REPLAYED and is_claimed(name, recalled_proofs() if recall else proof_applies)
    return replace(host, status="cited") if less else host
