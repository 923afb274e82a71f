"""An exporter that does not refuse: what it cannot find evident it leaves to tactics of Coq, so that Coq itself judges a forged tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pabisym.coq.export import HEAD
from pabisym.coq.script import Context, Scribe, script, statement
from pabisym.coq.text import coq, identifier
from pabisym.kernel.exact import Refusal
from pabisym.kernel.rules import Step
from pabisym.lang.term import Term
from support.proof_cases import Case
from support.proof_judges import sequent_of

TACTICS = "first [assumption | lra | (field; lra) | (eexists; reflexivity) | nra]"
"""What may close a goal for which no script was found."""


@dataclass
class Insistent(Scribe):
    """A scribe that goes on where the exporter refuses; ``left`` counts what it left to Coq."""

    left: int = 0

    def insist(self, goal: str, proof: str = "") -> str:
        """A proof of a goal, by whatever Coq finds."""
        self.left += 1
        attempt = f"first [exact {proof} | {TACTICS}]" if proof else TACTICS
        return f"(ltac:({attempt}) : {goal})"

    def convert(self, context: Context, found: Term, wanted: Term, proof: str) -> str:
        try:
            return super().convert(context, found, wanted, proof)
        except Refusal:
            return self.insist(coq(wanted), proof)

    def evident(self, context: Context, relation: Term) -> str:
        try:
            return super().evident(context, relation)
        except Refusal:
            return self.insist(coq(relation))

    def whole(self, context: Context, what: Term) -> str:
        try:
            return super().whole(context, what)
        except Refusal:
            return self.insist(f"is_int {coq(what)}")

    def _arithmetic(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        mark, depth, known = len(self.writer.lines), self.writer.depth, dict(self.writer.known)
        try:
            super()._arithmetic(context, data, premises, stated)
        except Refusal:
            del self.writer.lines[mark:]
            self.writer.depth, self.writer.known = depth, known
            self.writer.line(f"exact {self.insist(coq(stated))}.")


def as_file(case: Case) -> str:
    """A file that compiles where Coq accepts the proof of a case, with what the proof applies as axioms before it."""
    theorems = {label: sequent_of(data) for label, data in case.theorems.items()}
    sequent = sequent_of(case.sequent)
    lines, _ = script(sequent, case.proof, theorems, Insistent(theorems))
    applied = [f"Axiom {identifier(label)} :\n  {statement(theorem)}." for label, theorem in theorems.items()]
    return "\n".join([HEAD, "Open Scope R_scope.", *applied, f"Theorem judged :\n  {statement(sequent)}.", "Proof.", *lines, "Qed.", ""])
