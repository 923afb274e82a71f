"""Proofs that read downwards: a script owns its scope, and closes it around the last step.  Untrusted like every builder.

A function under :func:`script` gets a :class:`Script`, says what holds one line after the other, and returns the last
step.  The tree is the one that :class:`~pabisym.proof.build.Builder` makes of the same proof with nested functions::

    @script
    def proof(p: Script) -> Step:
        p.have("few", "m <= n/2")
        with p.case("t - 1 - j", claim) as seen:
            seen.show(seen.figure(...))
        p.have("missed", "j >= t")
        return p.prove(claim)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, overload

from pabisym.kernel.exact import Scope
from pabisym.kernel.judgement import Sequent
from pabisym.lang.term import Term
from pabisym.proof.build import Builder, Closing, NoProof, Step, TermLike, stated

P = ParamSpec("P")
Proof = Step | TermLike | Callable[[Builder], Step]
"""A step, a relation to be proved where it is needed, or a function that makes the step in the scope it is given."""


class Script(Builder):
    """A builder whose scope grows with every line; :meth:`close` puts the lines around the last step."""

    def __init__(self, begin: Builder) -> None:
        self._now: Builder = begin._now if isinstance(begin, Script) else begin
        self._closings: list[Closing] = []
        self._inner = ""  # what is written in the block that is open, if one is
        self._done = False

    @property
    def scope(self) -> Scope:
        """The names and propositions known at this line."""
        return self._now.scope

    @property
    def theorems(self) -> Mapping[str, Sequent]:
        """The sequents that may be applied."""
        return self._now.theorems

    @property
    def _counter(self) -> Any:
        return self._now._counter

    def _begin_line(self) -> None:
        if self._inner:
            raise NoProof(f"a line is written while {self._inner} is open")
        if self._done:
            raise NoProof("a line is written after the last step")

    def _go_on(self, inside: Builder, closing: Closing) -> None:
        self._begin_line()
        self._now = inside
        self._closings.append(closing)

    def close(self, last: Step) -> Step:
        """The whole proof, from its last step; nothing can be written after it."""
        if self._inner:
            raise NoProof(f"the proof ends while {self._inner} is open")
        if self._done:
            raise NoProof("the last step is given twice")
        self._done = True
        for closing in reversed(self._closings):
            last = closing(last)
        return last

    def made(self, proof: Proof) -> Step:
        """A step that is given, or the one that is asked for, at this line."""
        if isinstance(proof, dict):
            return proof
        return proof(self) if callable(proof) else self.prove(proof)

    # What goes on.

    def have(self, label: str, premise: Step | TermLike, rest: Callable[[Builder], Step] | None = None) -> Step:
        """Know from here on, under a label, what a step concludes, or a relation that is proved here; with ``rest`` as a builder."""
        if rest is not None:
            return super().have(label, self.made(premise), rest)
        self._begin_line()
        self._go_on(*self.naming(label, self.made(premise)))
        return self.known(label)

    def have_all(self, facts: Mapping[str, Step | TermLike]) -> None:
        """Several facts, none of which is used in the proof of another."""
        self._begin_line()
        steps = {label: self.made(fact) for label, fact in facts.items()}
        for label, premise in steps.items():
            self.have(label, premise)

    def have_each(self, facts: Mapping[str, Step | TermLike]) -> None:
        """Several facts in a row, each proved knowing those before it."""
        for label, premise in facts.items():
            self.have(label, premise)

    def ensure(self, relation: TermLike) -> None:
        """A relation is evident from here on: it is proved and named where it is not."""
        if not self.evident(relation):
            self.have(self.fresh("side"), relation)

    def open(self, shifted: Step, law: str, bound: str) -> None:
        """From a bound on a shifted divergence go on with a law near the first, and with a bound on its plain divergence."""
        self._go_on(*self.opening(shifted, law, bound))

    def recur(
        self, sequence: str, low: TermLike, high: TermLike, start: TermLike, following: Callable[[str, Term], TermLike], index: str = "k",
    ) -> None:
        """Go on with a new sequence of laws: ``S start`` and ``S next`` say how it begins and goes on."""
        self._begin_line()
        self._go_on(*self.recursing(sequence, low, high, start, following, index))

    # Blocks.

    def spell(self, claim: TermLike, **names: str) -> AbstractContextManager[InnerScript]:
        """A judgement from what it says: the block shows this for new names of all that the judgement speaks about."""
        return self._block(f"the meaning of {claim}", *self.spelling(claim, **names))

    @contextmanager
    def _block(self, words: str, begin: Builder, closing: Closing = lambda last: last, claim: TermLike = "") -> Iterator[InnerScript]:
        block, self._inner = InnerScript(begin, words, closing), words
        try:
            yield block
            if claim and not block._done:
                block.show(block.prove(claim))
        finally:  # lines are written again where a block was given up
            self._inner = ""
        block.step  # noqa: B018  a block without a last step is refused where it ends

    def proof(self) -> AbstractContextManager[InnerScript]:
        """A proof beside this one, with facts that are known in it only; its ``step`` is what it shows."""
        return self._block("a proof", self._now)

    @overload
    def generalise(self, index: str, low: TermLike, high: TermLike) -> AbstractContextManager[InnerScript]: ...

    @overload
    def generalise(self, index: str, low: TermLike, high: TermLike, body: TermLike | Callable[[Builder], Step]) -> Step: ...

    def generalise(self, index: str, low: TermLike, high: TermLike,
                   body: TermLike | Callable[[Builder], Step] | None = None) -> Step | AbstractContextManager[InnerScript]:
        """A ``forall`` from what a block, a function, or the builder shows for a new index (as a string: a relation)."""
        if body is None:
            return self._block(f"the block for {index}", *self.ranging(index, low, high))
        return super().generalise(index, low, high, body if callable(body) else lambda b: b.prove(body))

    def constant(self, label: str, index: str, low: TermLike, high: TermLike) -> Step:
        """A ``forall`` from what is known under a label and does not name the index."""
        with self.generalise(index, low, high) as one:
            one.show(one.known(label))
        return one.step

    def part(self, general: str, index: str, low: TermLike, high: TermLike, conclude: TermLike = "", at: TermLike = "") -> Step:
        """What is known for a range, for a part of it, or ``at`` a function of the index; ``conclude``: in another, equal form."""

        def one(b: Builder) -> Step:
            found = b.at(general, at or index)
            return stated(found, conclude) if conclude else found

        return super().generalise(index, low, high, one)

    @contextmanager
    def case(self, on: TermLike, claim: TermLike) -> Iterator[InnerScript]:
        """The claim for on >= 0 in a block, where it is proved if nothing is shown; from there on, it remains for on < 0."""
        later, earlier, closing = self.splitting(on, claim)
        with self._block(f"the case {on} >= 0", later, claim=claim) as block:
            yield block
        self._go_on(earlier, lambda last: closing(block.step, last))

    def except_for(self, on: TermLike, claim: TermLike) -> None:
        """The claim is a relation that is proved for on >= 0 as it stands; from here on, it remains for on < 0."""
        with self.case(on, claim):
            pass

    def by_cases(self, on: TermLike, claim: TermLike, proof: Callable[[Builder], Step] | None = None) -> Step:
        """The same claim for on >= 0 and for on < 0, both proved in one way; ``None``: as a relation."""
        return super().by_cases(on, claim, proof or (lambda b: b.prove(claim)))

    @contextmanager
    def induct(self, index: str, low: TermLike, high: TermLike, claim: TermLike, base: Proof | None = None) -> Iterator[InnerScript]:
        """A ``forall`` by induction: the block shows the claim from the one before, which is ``known(hypothesis)``."""
        inside, label, closing = self.inducing(index, low, high, claim, (lambda _: self.made(base)) if base else None)
        with self._block(f"the induction on {index}", inside, closing, claim) as block:
            block.hypothesis = label
            yield block


class InnerScript(Script):
    """A script within another one; ``show`` gives its last step, and ``step`` is what it proves in the scope around it."""

    hypothesis = ""
    """The label of what an induction assumes."""

    def __init__(self, begin: Builder, words: str, closing: Closing) -> None:
        super().__init__(begin)
        self._words, self._whole = words, closing
        self._step: Step | None = None

    def show(self, last: Step | TermLike) -> None:
        """The last step of the block, or a relation that is proved last."""
        self._step = self._whole(self.close(self.made(last)))

    @property
    def step(self) -> Step:
        """What the block has proved; raises :class:`~pabisym.proof.build.NoProof` while its last step is not given."""
        if self._step is None:
            raise NoProof(f"{self._words} has no last step; give it with show")
        return self._step


def script(body: Callable[Concatenate[Script, P], Step]) -> Callable[Concatenate[Builder, P], Step]:
    """A proof written downwards as a function from a builder to the whole proof."""

    @wraps(body)
    def proof(b: Builder, /, *args: P.args, **kwargs: P.kwargs) -> Step:
        p = Script(b)
        return p.close(body(p, *args, **kwargs))

    return proof


def at_once(shown: Proof) -> Callable[[Builder], Step]:
    """The proof that is one line: a relation that a builder finds a proof of by itself, or a step that is given."""
    return lambda b: Script(b).made(shown)
