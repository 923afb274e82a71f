"""The allocation of a spec, decided for all parameters: a spec with an ``[allocation]`` table beside its process.

    [allocation]
    payments = "cases(k - t, s/(n + 1 - t), 0)"     # a formula in the step k, or a list of tables like a gap

``[goal]`` and ``[claim]`` may be left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from pabisym.errors import InputError
from pabisym.feasibility import decide
from pabisym.feasibility.decide import SymbolicFeasibility
from pabisym.lang.arguments import NumberLike, public
from pabisym.lang.budget import within
from pabisym.lang.grammar import to_text
from pabisym.lang.once import exclusive
from pabisym.lang.rational import rational_text
from pabisym.lang.term import Term
from pabisym.process.sequence import StepSequence, names, read_sequence
from pabisym.shift.instance import Json
from pabisym.shift.repair import Repair, repair
from pabisym.spec.domains import load
from pabisym.spec.domains import table as read_table
from pabisym.spec.read import HasSpec, Spec, read_spec, spec_of


@dataclass(frozen=True)
class JudgedAllocation:
    """The verdict; where the allocation fails at an instance, the nearest feasible one there or why there is none."""

    title: str
    verdict: SymbolicFeasibility
    repaired: Repair | None = None
    irreparable: str = ""

    def proof_document(self) -> dict[str, Any]:
        """The proof file for :func:`pabisym.check`; raises :class:`~pabisym.errors.InputError` unless feasibility is proved."""
        return self.verdict.document()

    def to_json(self) -> dict[str, Json]:
        """The answer of ``pabisym feasible --json``."""
        answer = self.verdict.to_json()
        found = self.verdict.violation
        if found is None:
            return answer
        answer["instance"] = found.instance.to_json()
        answer["repair"] = self.repaired.to_json() if self.repaired is not None else {"status": "none", "reason": self.irreparable}
        return answer

    def lines(self) -> Iterator[str]:
        """The same for people."""
        found = self.verdict.violation
        yield f"allocation: {self.verdict.status}" + (f" · {self.title}" if self.title else "")
        if self.verdict.status == "proved":
            yield f"feasible for all parameters; what is left after step k is {self.verdict.closed_form}"
        elif found is None:
            yield self.verdict.reason
        else:
            at = ", ".join(f"{name} = {rational_text(value)}" for name, value in sorted(found.at.items()))
            yield f"infeasible at {at or 'the only point'}"
            by = "" if found.by is None else f", by {rational_text(found.by)}"
            yield f"step {found.step}: {found.reason}{by}"
            if self.repaired is None:
                yield f"no repair: {self.irreparable}"
            else:
                yield "given:   " + ", ".join(map(rational_text, self.repaired.given.allocation or ()))
                yield "nearest: " + ", ".join(map(rational_text, self.repaired.exact_allocation))


@exclusive
@public
def feasible(source: str | bytes | os.PathLike[str] | Mapping[str, object] | Spec | HasSpec, payments: Any = None, *,
             seconds: NumberLike | None = None) -> JudgedAllocation:
    """Decide the allocation of a spec for all parameters: proved, refuted at an instance with the nearest feasible one, or undecided.

    ``source`` is a path, TOML text or a dict: a spec as for :func:`pabisym.derive` with ``[allocation]``, ``payments`` = a formula
    in the step k, in the unit of the gaps; it needs no ``[goal]``.  Or it is a process in Python, and ``payments`` are given beside it, as
    its method ``feasible`` takes them.  ``seconds`` of processor time are the most that the search takes
    (None: :data:`pabisym.lang.budget.SECONDS`); what is not decided by then is undecided.

    >>> from pabisym import feasible
    >>> one_pass = {
    ...     "symbols": {"n": "integer, n >= 1", "t": "integer, 1 <= t <= n", "s": "real, s >= 0", "v": "real, v > 0"},
    ...     "process": {"steps": "n", "gap": [{"at": "t", "size": "s"}], "noise": {"law": "gaussian", "variance": "v"}}}
    >>> feasible({**one_pass, "allocation": {"payments": "cases(k - t, s/(n + 1 - t), 0)"}}).verdict.status
    'proved'
    >>> feasible({**one_pass, "allocation": {"payments": "s/n"}}).verdict
    SymbolicFeasibility(refuted at n=2, s=1, t=2, v=1: step 1, the shift is negative: more is paid than there is, by 1/2)

    Raises :class:`~pabisym.errors.InputError` naming the field for whatever is wrong with the spec.
    """
    if isinstance(source, Spec | HasSpec):
        if payments is None:
            raise InputError("payments", "are missing", "give them, as in feasible(run, a)")
        in_steps = source.payments(payments) if isinstance(source, HasPayments) else payments  # a process in Python knows its own letters
        return _judged_at(spec_of(source), read_sequence(in_steps, "payments"), seconds)
    if payments is not None:
        raise InputError("payments", "are given beside a spec, which has an [allocation]", "keep one of the two")
    document = load(source)
    if not isinstance(document, Mapping):
        raise InputError("spec", "a table was expected", "write TOML")
    if "allocation" not in document:
        raise InputError("allocation", "is missing", 'give an [allocation] table, as in payments = "s/(n + 1 - t)"')
    table = read_table(document["allocation"], "allocation", ("payments",), ("payments",))
    own = read_sequence(table.get("payments"), "allocation.payments")
    rest = {key: value for key, value in document.items() if key != "allocation"}
    if not {"goal", "claim"} & set(rest):
        rest["goal"] = {"divergence": "gdp"}
    return _judged_at(read_spec(rest), own, seconds)


@runtime_checkable
class HasPayments(Protocol):
    """What reads payments in its own letters."""

    def payments(self, a: object) -> Term:
        """An allocation as a formula in the step."""


def _judged_at(spec: Spec, payments: StepSequence, seconds: object) -> JudgedAllocation:
    """The verdict, and what is nearest where an allocation fails."""
    for name in sorted(payments.letters - set(spec.symbols)):
        raise InputError("allocation.payments", f"{name} is not declared", f"declare {name} in [symbols]")
    with within(seconds):
        verdict = judged(spec, payments)
    found = verdict.violation
    if found is None or found.instance.allocation is None:
        return JudgedAllocation(spec.title, verdict, None, "the allocation has no value there" if found else "")
    try:
        return JudgedAllocation(spec.title, verdict, repair(found.instance))
    except InputError as problem:
        return JudgedAllocation(spec.title, verdict, None, problem.problem)


def judged(spec: Spec, payments: StepSequence) -> SymbolicFeasibility:
    """An allocation of the process of a spec, decided for all letters.

    Raises :class:`~pabisym.errors.InputError` for letters without a domain, and for a process with a diameter.
    """
    texts = {name: str(domain) for name, domain in spec.symbols.items()}
    for condition in spec.conditions:  # what an algorithm needs beside the domains stands with one of the letters it is about
        about = sorted(names(condition.relation) & set(texts))
        if about:
            texts[about[0]] += f", {to_text(condition.relation)}"
    return decide.feasible(payments, spec.process.iteration(), texts)
