"""Replay of proof trees: the one function that may say *proved*."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pabisym.errors import InputError
from pabisym.kernel.exact import Refusal, Scope, same
from pabisym.kernel.figures import FIGURES
from pabisym.kernel.judgement import (
    Sequent,
    check_defined,
    check_finite,
    check_sort,
    check_term,
    declarable,
    formula,
    has_magnitude,
    partial,
)
from pabisym.kernel.rules import LOGIC, Step, agree, instantiate
from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call, Name, Term, substitute

MAX_DEPTH = 150
"""Deepest proof tree that is replayed."""


@dataclass(frozen=True)
class Replay:
    """What a replay found: accepted or not, the conclusion, the sources and figures that were believed, the theorems used."""

    accepted: bool
    conclusion: str
    reason: str
    sources: frozenset[str] = frozenset()
    theorems: frozenset[str] = frozenset()
    steps: int = 0
    figures: frozenset[str] = frozenset()


@dataclass
class _Replayer:
    theorems: Mapping[str, Sequent]
    sources: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    figures: set[str] = field(default_factory=set)
    steps: int = 0
    depth: int = 0

    def __call__(self, scope: Scope, step: Step) -> Term:
        """The conclusion of one step, compared with the one that it states."""
        self.steps, self.depth = self.steps + 1, self.depth + 1
        if self.depth > MAX_DEPTH:
            raise Refusal(f"the proof is deeper than {MAX_DEPTH}")
        if type(step) is not dict or set(step) != {"rule", "with", "premises", "conclusion"}:
            raise Refusal("a step has exactly rule, with, premises, conclusion")
        rule, data, premises = step["rule"], step["with"], step["premises"]
        if type(data) is not dict or type(premises) is not list or type(rule) is not str:
            raise Refusal("a step's rule is a name, its 'with' a table, its premises a list")
        reached = self.infer(scope, rule, data, tuple(premises))
        stated = formula(step["conclusion"])
        check_sort(scope, stated, "judgement")
        if not agree(scope, reached, stated):
            raise Refusal(f"{rule} concludes {to_text(reached)}, not {to_text(stated)}")
        self.depth -= 1
        return stated

    def infer(self, scope: Scope, rule: str, data: Mapping[str, object], premises: tuple[Step, ...]) -> Term:
        """What a rule concludes from its premises."""
        if rule in LOGIC:
            count, keys, function = LOGIC[rule]
            if count is not None and len(premises) != count:
                raise Refusal(f"{rule} takes {count} premises, not {len(premises)}")
            if unknown := set(data) - set(keys.split()):
                raise Refusal(f"{rule} is given {', '.join(map(str, unknown))}, which it does not take")
            return function(scope, data, premises, self)
        if rule == "theorem":
            wanted, conclusion = self.apply(scope, data)
        elif rule in FIGURES:
            wanted, conclusion = instantiate(scope, FIGURES[rule], {n: formula(t) for n, t in data.items()})
            self.sources |= set(FIGURES[rule].source.split())
            self.figures.add(rule)
        else:
            raise Refusal(f"there is no rule {rule!r}")
        if len(wanted) != len(premises):
            raise Refusal(f"{rule} takes {len(wanted)} premises, not {len(premises)}")
        for term, premise in zip(wanted, premises, strict=True):
            if not same(scope, found := self(scope, premise), term):
                raise Refusal(f"{rule} needs {to_text(term)}, not {to_text(found)}")
        return conclusion

    def apply(self, scope: Scope, data: Mapping[str, object]) -> tuple[tuple[Term, ...], Term]:
        """Assumptions and conclusion of a theorem, for terms (or functions of an index) in place of its names."""
        name, given = data.get("id"), data.get("for")
        if type(name) is not str or name not in self.theorems or type(given) is not dict or len(data) != 2:
            raise Refusal(f"{name!r} is not a theorem established before this one")
        theorem = self.theorems[name]
        check_sort(theorem.scope(), theorem.conclusion, "judgement")
        if set(given) != set(theorem.kinds):
            raise Refusal(f"{name} needs terms for {', '.join(theorem.kinds)}")
        binding: dict[str, tuple[tuple[str, ...], Term]] = {}
        for key, kind in theorem.kinds.items():
            index, body = _function(given[key]) if kind.endswith(" sequence") else (None, formula(given[key]))
            inner = scope if index is None else Scope({**scope.kinds, index: "integer"})
            single = kind.removesuffix(" sequence")
            (check_term if index is None else check_sort)(inner, body, "real" if single == "integer" else single)
            if single == "integer" and not inner.arithmetic.integral(body):
                raise Refusal(f"{to_text(body)} is not evidently an integer")
            binding[key] = ((() if index is None else (index,)), body)
        self.used.add(theorem.id)
        conclusion = substitute(theorem.conclusion, binding)
        if any(index and partial(body) for index, body in binding.values()):
            check_defined(scope, conclusion)
        if any(index and has_magnitude(body) for index, body in binding.values()):
            check_finite(scope, conclusion)
        return tuple(substitute(t, binding) for _, t in theorem.assumptions), conclusion


def _function(value: object) -> tuple[str, Term]:
    """A term as a function of an index, as ``{"index": "k", "is": "a(k)"}`` says it."""
    if type(value) is not dict or set(value) != {"index", "is"}:
        raise Refusal("a sequence is given by index and is")
    index = value["index"]
    if type(index) is not str or not declarable(index):
        raise Refusal(f"{index!r} cannot be an index")
    return index, formula(value["is"])


def check(sequent: Sequent, proof: Step, theorems: Mapping[str, Sequent] | None = None) -> Replay:
    """Replay a proof tree and compare its conclusion with the statement.

    ``theorems`` are the sequents that may be used, each established before.  Never raises for a bad proof: the replay says what was wrong.
    """
    replay = _Replayer(theorems or {})
    stated = to_text(sequent.conclusion)
    try:
        scope = sequent.scope()
        check_sort(scope, sequent.conclusion, "judgement")
        reached = replay(scope, proof)
        if not agree(scope, reached, sequent.conclusion):
            raise Refusal(f"the proof concludes {to_text(reached)}, not {stated}")
    except (Refusal, InputError) as problem:
        return Replay(False, stated, str(problem))
    except RecursionError:
        return Replay(False, stated, "the proof and its formulas are nested too deeply")
    return Replay(True, stated, "", frozenset(replay.sources), frozenset(replay.used), replay.steps, frozenset(replay.figures))


__all__ = ["Call", "Name", "Replay", "Sequent", "check"]
