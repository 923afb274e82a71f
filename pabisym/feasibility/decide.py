"""Feasibility of an allocation for all parameters at once.

An allocation is a formula in the step k and the letters of an iteration.  It is feasible for all parameters when for
all values of the letters in their domains, with ``z_0`` the start shift and ``z_k = c_k z_{k-1} + s_k - a_k``,

    a_k >= 0,   sigma_k^2 > 0   and   z_k >= 0   at every step k = 1..T,   and   z_T = 0.

*Proved* means that the kernel accepted a proof of each of these, by induction over the steps.  *Refuted* comes with
letters at which exact evaluation finds the first violated step.  Everything else is *undecided*.

>>> from pabisym.process.iteration import Iteration
>>> from pabisym.process.iteration import GaussianNoise
>>> one_pass = Iteration.of(steps="n", gap=[{"at": "t", "size": "s"}], noise=GaussianNoise.on_iterate(variance="v"))
>>> domains = {"n": "integer, n >= 1", "t": "integer, 1 <= t <= n", "s": "real, s >= 0", "v": "real, v > 0"}
>>> feasible("cases(k - t, s/(n + 1 - t), 0)", one_pass, domains).status
'proved'
>>> feasible("s/n", one_pass, domains)
SymbolicFeasibility(refuted at n=2, s=1, t=2, v=1: step 1, the shift is negative: more is paid than there is, by 1/2)
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pabisym.errors import InputError, plain_reason
from pabisym.feasibility.proof import Question, prove
from pabisym.feasibility.search import Violation, search, solver_search
from pabisym.kernel.judgement import declarable
from pabisym.lang.budget import OutOfTime, share
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational_text, to_fraction
from pabisym.lang.term import Term
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import STEP, read_sequence
from pabisym.proof.build import NoProof
from pabisym.proof.proven import Proven
from pabisym.shift.instance import Json
from pabisym.spec.domains import domain
from pabisym.spec.points import Space

FIRST_POINTS = 150
"""Points that are tried before a proof."""


@dataclass(frozen=True)
class SymbolicFeasibility:
    """The verdict; see the module.

    Proved: ``proof`` has the statement and the proof tree of every claim (``amounts``, ``noise``, ``shifts``, ``end``)
    and ``closed_form`` is z_k as a formula.  Refuted: ``violation`` says where, at which step and by how much.
    Undecided: ``reason`` says what no proof was found of.
    """

    status: str
    reason: str = ""
    proof: Mapping[str, Proven] = field(default_factory=dict)
    closed_form: str = ""
    violation: Violation | None = None

    @property
    def at(self) -> dict[str, Fraction]:
        """The letters at which the allocation fails; empty unless refuted."""
        return {} if self.violation is None else {name: to_fraction(value) for name, value in self.violation.at.items()}

    def document(self) -> dict[str, Any]:
        """The proofs as a file that :func:`pabisym.proof.json.replay` accepts.

        Raises :class:`~pabisym.errors.InputError` unless the status is ``"proved"``.
        """
        from pabisym.proof.build import as_text
        from pabisym.proof.json import FORMAT, VERSION, sequent_json

        if self.status != "proved":
            raise InputError("allocation", f"is {self.status} and has no proof to write", "write the proof of a proved one")
        theorems = [{**sequent_json(one.sequent), "proof": as_text(one.tree)} for one in self.proof.values()]
        return {"format": FORMAT, "version": VERSION, "conclusion": theorems[-1]["conclusion"], "theorems": theorems}

    def to_json(self) -> dict[str, Json]:
        """Plain data, without the proof trees: :meth:`document` has these."""
        if self.status == "proved":
            return {"status": self.status, "shift": self.closed_form}
        found = self.violation
        if found is None:
            return {"status": self.status, "reason": self.reason}
        at: dict[str, Json] = {name: rational_text(value) for name, value in found.at.items()}
        shift, by = (None if value is None else rational_text(value) for value in (found.shift, found.by))
        return {"status": self.status, "at": at, "step": found.step, "shift": shift, "by": by, "reason": found.reason}

    def __repr__(self) -> str:
        found = self.violation
        if found is None:
            return f"SymbolicFeasibility({self.status}{f': {self.reason}' if self.reason else ''})"
        at = ", ".join(f"{name}={rational_text(value)}" for name, value in sorted(found.at.items()))
        by = "" if found.by is None else f", by {rational_text(found.by)}"
        return f"SymbolicFeasibility(refuted at {at}: step {found.step}, {found.reason}{by})"


def feasible(allocation: object, iteration: Iteration, domains: Mapping[str, str], points: int = 3_000) -> SymbolicFeasibility:
    """Decide an allocation for all letters in their domains.

    ``allocation`` is read like a gap: a formula in k, a list of tables, or a sequence.  ``domains`` gives every letter a
    domain such as ``"integer, 1 <= t <= n"``.  ``points`` is the most points that are tried when no proof is found.
    Raises :class:`~pabisym.errors.InputError` for letters without a domain, and for an iteration with a diameter:
    restarts are judged at concrete parameters only, by :func:`pabisym.shift.feasibility.check`.
    """
    if iteration.diameter is not None:
        raise InputError("diameter", "restarts are not judged for all parameters", "leave it out, or check an instance")
    own = read_sequence(allocation, "allocation")
    kinds: dict[str, str] = {}
    relations: list[tuple[str, Term]] = []
    for name, text in domains.items():
        if name == STEP or not declarable(name):
            raise InputError(f"domains.{name}", "is reserved", "give the letter another name")
        kinds[name], conditions = domain(text, f"domains.{name}")
        relations += [(f"{name} {i}", relation) for i, relation in enumerate(conditions, 1)]
    missing = sorted((iteration.letters | own.letters) - set(kinds))
    if missing:
        raise InputError(f"domains.{missing[0]}", "is missing", f'give {missing[0]} a domain, as in "real, {missing[0]} > 0"')
    space = Space(kinds, tuple(relation for _, relation in relations))
    found = None
    with suppress(OutOfTime), share(0.3):
        found = search(space, iteration, own, min(points, FIRST_POINTS))
    if found is not None:
        return SymbolicFeasibility("refuted", found.reason, violation=found)
    try:
        with share(0.6):
            proofs, closed = prove(Question(kinds, tuple(relations), iteration.steps, iteration.contraction.term(), iteration.gap.term(),
                                            iteration.noise.variance.term(), iteration.start_shift, own.term()))
    except (NoProof, OutOfTime) as problem:
        with suppress(OutOfTime), share(0.9):
            found = search(space, iteration, own, points) or solver_search(space, iteration, own)
        if found is not None:
            return SymbolicFeasibility("refuted", found.reason, violation=found)
        return SymbolicFeasibility("undecided", plain_reason(problem))
    return SymbolicFeasibility("proved", proof=proofs, closed_form=to_text(closed))
