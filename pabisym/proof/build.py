"""Proof trees: their form, and a builder of them.  Untrusted, and convenient.

A step is a table of ``rule``, ``with`` (what is given to the rule), ``premises`` and ``conclusion``: plain data whose formulas are terms
in memory, and texts where a tree is written or was read.  Which of the things that are given to a rule are formulas is known here; the
others are labels and names.  The kernel takes formulas of either form and believes neither.

A :class:`Builder` holds a scope and makes steps.  Side conditions that are not evident are proved first and introduced with ``have``;
inequalities get certificates from :mod:`pabisym.proof.certificate`.  Whatever is built here counts for nothing until the kernel has
replayed it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import Any, TypeAlias

from pabisym.errors import PabisymError
from pabisym.kernel.exact import Refusal, Scope, same
from pabisym.kernel.judgement import Sequent, meaning_of
from pabisym.kernel.rules import FIGURES
from pabisym.lang.budget import poll
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import ONE, RELATIONS, ZERO, Call, Name, Number, Term, is_ranged, substitute
from pabisym.proof.certificate import (
    FALSE,
    PowerComparison,
    certificate,
    clear_known,
    comparisons,
    contradiction,
    divisors,
    open_cases,
    powers,
    product,
    tight,
    times,
    unsigned_roots,
)

Step: TypeAlias = dict[str, Any]
"""A proof step as plain data."""
TermLike: TypeAlias = str | Term
"""A formula of a proof: a term, or its text."""
Filler: TypeAlias = TermLike | tuple[str, TermLike]
"""What stands for a name of a theorem: a formula, or (index, formula) for a sequence."""
_FORMULAS: Mapping[str, tuple[str, ...]] = {
    "instance": ("at",), "evident": ("goal",), "arithmetic": ("goal", "multiplier"), "cases": ("on", "claim"), "absurd": ("claim",),
    "generalise": ("from", "to"), "induction": ("from", "to", "claim"), "rewrite": ("claim",), "widen": ("claim",),
    "recursion": ("from", "to", "start", "next"), "define": ("claim",),
}
"""What is given to a rule of logic as a formula."""
_PARTS = ("coefficient", "square", "factor")
"""Formulas of one term of a certificate."""


@lru_cache(maxsize=20_000)
def _parse_text(text: str) -> Term:
    return parse(text, "proof", None)


def term_of(formula: TermLike) -> Term:
    """A formula of a proof as a term; raises :class:`~pabisym.errors.InputError` for a text that is none."""
    return _parse_text(formula) if isinstance(formula, str) else formula


def text_of(formula: object) -> object:
    """A formula of a proof as text; anything but a term stays as it is."""
    return to_text(formula) if isinstance(formula, Number | Name | Call) else formula


def step(rule: str, conclusion: TermLike, premises: tuple[Step, ...] = (), **data: object) -> Step:
    """One step of a proof tree, its formulas as terms."""
    return {"rule": rule, "with": change_data(rule, data, term_of), "premises": list(premises), "conclusion": term_of(conclusion)}


def change_data(rule: str, data: Mapping[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    """What is given to a rule, with all formulas changed; labels and names stay."""
    if rule in FIGURES:
        return {name: change(formula) for name, formula in data.items()}
    if rule in ("theorem", "unfold") and isinstance(data.get("for"), dict):
        filled = data["for"].items()
        return {**data, "for": {name: _changed(one, ("is",), change) if isinstance(one, dict) else change(one) for name, one in filled}}
    found = _changed(data, _FORMULAS.get(rule, ()), change)
    if rule == "arithmetic" and isinstance(data.get("terms"), list):
        found["terms"] = [_changed(term, _PARTS, change) if isinstance(term, dict) else term for term in data["terms"]]
    return found


def _changed(table: Mapping[str, Any], keys: tuple[str, ...], change: Callable[[Any], Any]) -> dict[str, Any]:
    return {key: change(value) if key in keys else value for key, value in table.items()}


def map_formulas(tree: Mapping[str, Any], change: Callable[[Any], Any]) -> Step:
    """A proof tree with all its formulas changed; labels and names stay, and so does what is no tree."""
    found = dict(tree)
    if isinstance(tree.get("with"), dict):
        found["with"] = change_data(str(tree.get("rule")), tree["with"], change)
    if isinstance(tree.get("premises"), list):
        found["premises"] = [map_formulas(premise, change) if isinstance(premise, dict) else premise for premise in tree["premises"]]
    if "conclusion" in tree:
        found["conclusion"] = change(tree["conclusion"])
    return found


def as_terms(tree: Mapping[str, Any]) -> Step:
    """A proof tree with its formulas as terms; raises :class:`~pabisym.errors.InputError` for texts that are none."""
    return map_formulas(tree, term_of)


def as_text(tree: Mapping[str, Any]) -> Step:
    """A proof tree with its formulas as texts, as files hold it."""
    return map_formulas(tree, text_of)


# The builder.

Closing = Callable[[Step], Step]
"""Puts what a scope rests on around the step that was made in it."""


class NoProof(PabisymError):
    """The builder found no proof; this says nothing about the claim."""


def stated(made: Step, conclude: TermLike) -> Step:
    """A step with its conclusion in another, equal form."""
    return {**made, "conclusion": conclude}


@dataclass(frozen=True)
class Builder:
    """Makes proof steps within a scope; ``theorems`` are the sequents that may be applied."""

    scope: Scope
    theorems: Mapping[str, Sequent] = field(default_factory=dict)
    _counter: Any = field(default_factory=lambda: count(1))

    @classmethod
    def of(cls, sequent: Sequent, *theorems: Sequent) -> Builder:
        """A builder in the scope of a statement's assumptions."""
        return cls(sequent.scope(), {t.id: t for t in theorems})

    def inside(self, label: str, fact: TermLike) -> Builder:
        """The builder with one more known proposition."""
        return Builder(self.scope.extend(((label, term_of(fact)),)), self.theorems, self._counter)

    def term(self, text: TermLike) -> Term:
        """A formula of the proof language as a term."""
        return term_of(text)

    def evident(self, relation: TermLike) -> bool:
        """Does a relation hold in this scope without a certificate."""
        return self.scope.arithmetic.evident(term_of(relation))

    def fresh(self, stem: str) -> str:
        """A label that was not used before in this proof."""
        return f"{stem} {next(self._counter)}"

    # Logic.

    def known(self, label: str) -> Step:
        """What is known under a label."""
        return step("known", self.scope.lookup(label), label=label)

    def at(self, general: str | Step, index: TermLike) -> Step:
        """A ``forall`` (a step, or a label) at one index; its range is proved when it is not evident."""
        premise = self.known(general) if isinstance(general, str) else general
        quantified = term_of(premise["conclusion"])
        if not isinstance(quantified, Call) or not isinstance(quantified.args[0], Name):
            raise NoProof(f"{to_text(quantified)} is not about a range")
        _, low, high, body = quantified.args
        sides = (Call("<=", (low, term_of(index))), Call("<=", (term_of(index), high)))
        conclusion = substitute(body, {quantified.args[0].name: ((), term_of(index))})
        return self.with_sides(sides, lambda b: step("instance", conclusion, (premise,), at=index))

    def with_sides(self, sides: tuple[Term, ...], make: Callable[[Builder], Step]) -> Step:
        """A step whose side conditions are first proved and named where they are not evident."""
        if not sides:
            return make(self)
        if self.scope.arithmetic.evident(sides[0]):
            return self.with_sides(sides[1:], make)
        return self.have(self.fresh("side"), self.prove(sides[0]), lambda b: b.with_sides(sides[1:], make))

    def have(self, label: str, premise: Step, rest: Callable[[Builder], Step]) -> Step:
        """Name what a step concludes, and go on with it known."""
        inside, closing = self.naming(label, premise)
        return closing(rest(inside))

    def naming(self, label: str, premise: Step) -> tuple[Builder, Closing]:
        """The builder that knows what a step concludes, and what closes its proof."""
        return self.inside(label, premise["conclusion"]), lambda after: step("have", after["conclusion"], (premise, after), label=label)

    def suppose_all(self, facts: Mapping[str, Step], rest: Callable[[Builder], Step]) -> Step:
        """Several ``have`` in a row."""
        if not facts:
            return rest(self)
        label, *others = facts
        return self.have(label, facts[label], lambda b: b.suppose_all({name: facts[name] for name in others}, rest))

    def generalise(self, index: str, low: TermLike, high: TermLike, body: Callable[[Builder], Step]) -> Step:
        """A ``forall`` from a proof for a new index."""
        inside, closing = self.ranging(index, low, high)
        return closing(body(inside))

    def ranging(self, index: str, low: TermLike, high: TermLike) -> tuple[Builder, Closing]:
        """The builder for a new index, and what closes its proof to a ``forall``."""

        def closing(inner: Step) -> Step:
            conclusion = Call("forall", (Name(index), term_of(low), term_of(high), term_of(inner["conclusion"])))
            return step("generalise", conclusion, (inner,), index=index, **{"from": low, "to": high})

        return self._ranged(index, low, high), closing

    def _ranged(self, index: str, low: TermLike, high: TermLike) -> Builder:
        k = Name(index)
        known = ((f"{index} from", Call("<=", (term_of(low), k))), (f"{index} to", Call("<=", (k, term_of(high)))))
        return Builder(self.scope.extend(known, {index: "integer"}), self.theorems, self._counter)

    def induction(self, index: str, low: TermLike, high: TermLike, claim: TermLike, base: Callable[[Builder], Step] | None = None,
                  rest: Callable[[Builder, str], Step] | None = None) -> Step:
        """A ``forall`` by induction; base and step are proved automatically where they are not given."""
        inside, label, closing = self.inducing(index, low, high, claim, base)
        return closing(rest(inside, label) if rest else inside.prove(claim))

    def inducing(self, index: str, low: TermLike, high: TermLike, claim: TermLike,
                 base: Callable[[Builder], Step] | None = None) -> tuple[Builder, str, Closing]:
        """The builder that knows the claim before an index, the label of that, and what closes its proof to a ``forall``."""
        start = substitute(term_of(claim), {index: ((), term_of(low))})
        before = substitute(term_of(claim), {index: ((), Call("+", (Name(index), Number(-1))))})
        label = self.fresh("hypothesis")
        first = base(self) if base else self.prove(start)
        conclusion = Call("forall", (Name(index), term_of(low), term_of(high), term_of(claim)))
        inside = self._ranged(index, _next(term_of(low)), high).inside(label, before)
        return inside, label, lambda second: step(
            "induction", conclusion, (first, second), index=index, claim=claim, label=label, **{"from": low, "to": high})

    def by_cases(self, on: TermLike, claim: TermLike, proof: Callable[[Builder], Step]) -> Step:
        """The same claim for on >= 0 and for on < 0."""
        later, earlier, closing = self.splitting(on, claim)
        return closing(proof(later), proof(earlier))

    def sides(self, on: TermLike) -> tuple[Term, Term]:
        """What is known in the two cases of a condition: on >= 0, or else on < 0, which is on <= -1 for an integer."""
        e = term_of(on)
        return Call(">=", (e, ZERO)), Call("<=", (e, Number(-1))) if self.scope.arithmetic.integral(e) else Call("<", (e, ZERO))

    def splitting(self, on: TermLike, claim: TermLike) -> tuple[Builder, Builder, Callable[[Step, Step], Step]]:
        """The builders that know on >= 0 and on < 0, and what closes their proofs of the same claim."""
        label = self.fresh("case")
        later, earlier = (self.inside(label, fact) for fact in self.sides(on))
        return later, earlier, lambda *parts: step("cases", claim, parts, on=on, claim=claim, label=label)

    def witness(self, shifted: Step, law: str, bound: str, proof: Callable[[Builder], Step]) -> Step:
        """Open a bound on a shifted divergence: a law near the first, with a bound on its plain divergence."""
        inside, closing = self.opening(shifted, law, bound)
        return closing(proof(inside))

    def opening(self, shifted: Step, law: str, bound: str) -> tuple[Builder, Closing]:
        """The builder that knows a law near the first one, and what closes its proof."""
        judgement = term_of(shifted["conclusion"])
        if not isinstance(judgement, Call) or judgement.head not in ("renyi", "gdp"):
            raise NoProof(f"{to_text(judgement)} is not a bound on a shifted divergence")
        *order, z, p, q, value = judgement.args
        opened = Call(judgement.head, (*order, ZERO, Name(law), q, Name(bound)))
        found = ((f"{law} near", Call("winf", (p, Name(law), z))), (f"{law} bound", opened))

        def closing(after: Step) -> Step:
            conclusion = substitute(term_of(after["conclusion"]), {bound: ((), value)})
            return step("witness", conclusion, (shifted, after), law=law, bound=bound)

        return Builder(self.scope.extend(found, {law: "law", bound: "real"}), self.theorems, self._counter), closing

    def recursing(
        self, sequence: str, low: TermLike, high: TermLike, start: TermLike, following: Callable[[str, Term], TermLike], index: str = "k",
    ) -> tuple[Builder, Closing]:
        """The builder that has a sequence of laws from its start on, and what closes its proof.

        ``following`` makes the next law of the name of an index and of the law before it; what is known of the sequence has the
        labels ``S start`` and ``S next``.
        """
        names = [*dict.fromkeys((index, *(f"{index}{i}" for i in range(9))))]
        index = next(name for name in names if name not in self.scope.kinds)
        law = self.fresh("Law").replace(" ", "")
        after, before = term_of(following(index, Name(law))), Call(sequence, (Call("+", (Name(index), Number(-1))),))
        one = Call("equal", (Call(sequence, (Name(index),)), substitute(after, {law: ((), before)})))
        known = ((f"{sequence} start", Call("equal", (Call(sequence, (term_of(low),)), term_of(start)))),
                 (f"{sequence} next", Call("forall", (Name(index), _next(term_of(low)), term_of(high), one))))
        inside = Builder(self.scope.extend(known, {sequence: "law sequence"}), self.theorems, self._counter)
        data = {"sequence": sequence, "index": index, "law": law, "from": low, "to": high, "start": start, "next": after}
        return inside, lambda last: step("recursion", last["conclusion"], (last,), **data)

    def spelling(self, claim: TermLike, **names: str) -> tuple[Builder, Closing]:
        """The builder that has new names of all that a judgement speaks about, with its hypotheses as ``hold 1``, …, and what closes.

        ``names`` are those that are to be called otherwise than in the meaning.
        """
        judgement = term_of(claim)
        meaning, binding = meaning_of(judgement)
        own = {letter: names.get(letter, letter) for letter in meaning.every}
        binding |= {letter: ((), Name(name)) for letter, name in own.items()}
        known = [(f"hold {i}", substitute(held, binding)) for i, held in enumerate(meaning.given, 1)]
        inside = Builder(self.scope.extend(known, {own[x]: kind for x, kind in meaning.every.items()}), self.theorems, self._counter)
        says = substitute(meaning.says, binding)
        return inside, lambda last: step("define", judgement, (stated(last, says),), claim=judgement, names=own, label="hold")

    def unfold(self, judgement: Step | str, *held: Step | str, **terms: TermLike) -> Step:
        """What a judgement says of given terms; ``held`` are its hypotheses about them."""
        premises = tuple(map(self._premise, (judgement, *held)))
        meaning, binding = meaning_of(term_of(premises[0]["conclusion"]))
        binding |= {letter: ((), term_of(term)) for letter, term in terms.items()}
        return step("unfold", substitute(meaning.says, binding), premises, **{"for": dict(terms)})

    # Arithmetic.

    def prove(self, goal: TermLike) -> Step:
        """A relation, by evidence, by cases on what is open in it, or by a certificate; raises :class:`NoProof`."""
        poll()
        relation = term_of(goal)
        try:
            return self._prove(relation)
        except Refusal:
            if not (found := divisors(self.scope, relation)):
                raise
        return self.have(self.fresh("divisor"), self.apart(found[0]), lambda b: b.prove(relation))

    def apart(self, divisor: Term) -> Step:
        """That something is above 0, or below; raises :class:`NoProof`."""
        for sign in (">", "<"):
            with suppress(NoProof):
                return self.prove(Call(sign, (divisor, ZERO)))
        raise NoProof(f"{to_text(divisor)} is not shown to be nonzero")

    def _prove(self, relation: Term) -> Step:
        if self.scope.arithmetic.evident(relation):
            return step("evident", relation, goal=relation)
        if conditions := open_cases(self.scope, relation):
            return self.by_cases(conditions[0], relation, lambda b: b.prove(relation))
        if contradiction(self.scope) is not None:
            return self.impossible(relation)
        if plain := [*filter(self.scope.arithmetic.evident, tight(self.scope)), *clear_known(self.scope)]:
            return self.have(self.fresh("equation"), step("evident", plain[0], goal=plain[0]), lambda b: b.prove(relation))
        if unnamed := powers(self.scope, relation):
            named = {self.fresh("power"): step("evident", fact, goal=fact) for fact in (Call(">", (power, ZERO)) for power in unnamed)}
            return self.suppose_all(named, lambda b: b.prove(relation))
        if ordered := comparisons(self.scope, relation):
            return self.compare(ordered[0], lambda b: b.prove(relation))
        if made := self.by_certificate(relation, 1) or self.by_factors(relation) or self.by_certificate(relation, 4):
            return made
        # the last resort: the conditions on which what is known depends
        if conditions := open_cases(self.scope, relation, known=True):
            return self.by_cases(conditions[0], relation, lambda b: b.prove(relation))
        if inside := unsigned_roots(self.scope, relation):
            return self.have(self.fresh("root"), self.figure("square-root-sign", x=inside[0]), lambda b: b.prove(relation))
        for knowing in LAST_RESORTS:
            if (found := knowing(self, relation, lambda b: b.prove(relation))) is not None:
                return found
        raise NoProof(f"no certificate was found for {to_text(relation)}")

    def by_certificate(self, goal: Term, size: int) -> Step | None:
        """A relation by a combination of products of at most so many known ones; None where none is found."""
        found = certificate(self.scope, goal, size)
        return None if found is None else step("arithmetic", goal, (), goal=goal, **found)

    def seen(self, goal: Term) -> Step | None:
        """A relation that is evident or has a short certificate; None for others."""
        return step("evident", goal, goal=goal) if self.scope.arithmetic.evident(goal) else self.by_certificate(goal, 2)

    def compare(self, fact: PowerComparison, rest: Callable[[Builder], Step]) -> Step:
        """Go on with the order of two powers known."""
        rule = "power-at-most-one" if fact.falling else "power-at-least-one"
        ratio = self.figure(rule, c=fact.base, k=fact.exponent)
        named = step("evident", fact.relation, goal=fact.relation)
        return self.have(self.fresh("ratio"), ratio, lambda b: b.have(b.fresh("powers"), named, rest))

    def by_factors(self, relation: Term) -> Step | None:
        """A proof that a product of factors of known signs has its sign; None where the relation is not about one, or one is not known."""
        form = product(self.scope, relation)
        if form is None:
            return None
        sign, signs = (1 if form.constant > 0 else -1), {}
        for factor, power in form.factors:
            if power % 2 == 0 and not form.strict:
                continue
            # at least (above) zero, or at most (below)
            for own, head in ((1, ">" if form.strict else ">="), (-1, "<" if form.strict else "<=")):
                if (made := self.seen(Call(head, (factor, ZERO)))) is not None:
                    signs[self.fresh("factor")] = (made, power)
                    sign *= own**power
                    break
            else:
                return None
        if sign < 0:
            return None
        roots = [Call("**", (factor, Number(power // 2))) for factor, power in form.factors if power % 2 == 0 and not form.strict]
        facts = [label for label, (_, power) in signs.items() for _ in range(power)]
        term: dict[str, object] = {"coefficient": Number(abs(form.constant)), "facts": facts, **({"square": times(roots)} if roots else {})}
        given = {"goal": relation, "multiplier": form.multiplier, "terms": [term]}
        return self.suppose_all({label: proof for label, (proof, _) in signs.items()}, lambda b: step("arithmetic", relation, (), **given))

    def next_integer(self, strict: str, reached: str) -> Step:
        """From a < b between integers, proved here, a + 1 <= b in the form ``reached``."""
        return step("integer", reached, (self.prove(strict),))

    def impossible(self, claim: TermLike) -> Step:
        """Anything, in a scope whose relations contradict each other."""
        found = contradiction(self.scope)
        reached = self.by_certificate(Call(">", (ZERO, ZERO)), 1) if found is None else step("arithmetic", FALSE, (), goal=FALSE, **found)
        if reached is not None:
            return step("absurd", claim, (reached,), claim=claim)
        raise NoProof("it does not hold at all points of the domains")

    # Figures and theorems.

    def figure(self, name: str, *premises: Step | str, conclude: TermLike = "", **terms: TermLike) -> Step:
        """A step by an inference figure; a premise is a step, or the label of what is known.

        A name that is not given is what the premises say, or else the letter of this name and kind that is known here; premises that are
        not given, the last ones, are established here.  ``conclude`` states the conclusion in another, equal form.
        """
        figure, steps = FIGURES[name], tuple(map(self._premise, premises))
        for pattern, premise in zip(figure.premises, steps, strict=False):
            terms = {**_match_letters(pattern, term_of(premise["conclusion"]), figure.kinds), **terms}
        terms = self.letters(figure.kinds) | terms
        if missing := [letter for letter in figure.kinds if letter not in terms]:
            raise NoProof(f"{name}: {', '.join(missing)} has to be given")
        binding = {key: ((), term_of(text)) for key, text in terms.items()}
        sides = tuple(substitute(side, binding) for side in figure.sides)
        conclusion = term_of(conclude) if conclude else substitute(figure.conclusion, binding)
        others = tuple(substitute(premise, binding) for premise in figure.premises[len(steps) :])
        return self.with_sides(sides, lambda b: step(name, conclusion, (*steps, *map(b.establish, others)), **terms))

    def theorem(self, name: str, premises: Mapping[str, Step | str], conclude: Filler = "", **terms: Filler) -> Step:
        """Apply a theorem; ``premises`` are by the names of its assumptions, what is missing is looked up or proved.

        A premise is a step, or the label of what is known; a letter that is not given is the one of the same name and kind here.
        """
        sequent = self.theorems[name]
        terms = self.letters(sequent.kinds) | terms
        binding = {k: ((v[0],), term_of(v[1])) if isinstance(v, tuple) else ((), term_of(v)) for k, v in terms.items()}
        given = {k: {"index": v[0], "is": v[1]} if isinstance(v, tuple) else v for k, v in terms.items()}
        steps = {label: self._premise(premise) for label, premise in premises.items()}
        try:
            missing = {label: self.establish(substitute(term, binding)) for label, term in sequent.assumptions if label not in steps}
        except NoProof:
            ranged = {label: premise for label, premise in steps.items() if is_ranged(term_of(premise["conclusion"]))}
            named = {self.fresh(label): premise for label, premise in ranged.items() if premise["rule"] != "known"}
            if not named:
                raise
            own = dict(zip((label for label in ranged if ranged[label]["rule"] != "known"), named, strict=True))
            return self.suppose_all(named, lambda b: b.theorem(
                name, {**steps, **{label: b.known(own[label]) for label in own}}, conclude, **terms))
        parts = tuple({**missing, **steps}[label] for label, _ in sequent.assumptions)
        conclusion = term_of(conclude) if conclude and not isinstance(conclude, tuple) else substitute(sequent.conclusion, binding)
        return step("theorem", conclusion, parts, id=name, **{"for": given})

    def letters(self, kinds: Mapping[str, str]) -> dict[str, Any]:
        """Letters that are known here under the same name and kind; of a sequence its k-th element."""
        own = {letter: kind for letter, kind in kinds.items() if self.scope.kinds.get(letter) == kind}
        return {x: ("k", Call(x, (Name("k"),))) if kind.endswith("sequence") else Name(x) for x, kind in own.items()}

    def _premise(self, given: Step | str) -> Step:
        return self.known(given) if isinstance(given, str) else given

    def establish(self, claim: Term) -> Step:
        """Something known, a relation, that a magnitude is finite, or one of these for every index of a range."""
        for label, term in self.scope.known:
            if isinstance(claim, Call) and isinstance(term, Call) and term.head == claim.head not in RELATIONS and same(self.scope, term,
                claim):
                return self.known(label)
        if isinstance(claim, Call) and claim.head == "forall" and isinstance(claim.args[0], Name):
            _, low, high, body = claim.args
            return self.generalise(claim.args[0].name, low, high, lambda b: b.establish(body))
        if isinstance(claim, Call) and claim.head in ("finite", "gdpfinite"):
            return self.finite(claim)
        return self.prove(claim)

    def finite(self, claim: Call) -> Step:
        """That the magnitude of a noise is finite: known, of no move at all, or for a Gaussian noise whose variance is not 0."""
        *order, noise, amount = claim.args
        given = {"Z": noise, "a": amount, **dict(zip(("alpha",), order, strict=False))}
        if self.scope.arithmetic.evident(Call("==", (amount, ZERO))):
            zero = self.figure("finite-zero", alpha=order[0], Z=noise) if order else self.figure("gdp-finite-zero", Z=noise)
            return {**zero, "conclusion": claim}
        if (found := self._found(claim.head, claim)) is not None:
            return found
        gaussian = self._found("gaussian", Call("gaussian", (noise, Name("_"))))
        if gaussian is None:
            raise NoProof(f"{to_text(claim)} is neither known nor about a Gaussian noise")
        variance = term_of(gaussian["conclusion"])
        given |= {"v": variance.args[1]} if isinstance(variance, Call) else {}
        return self.with_instances(lambda b: b.figure("gaussian-finite" if order else "gdp-finite", gaussian, **given))

    def _found(self, head: str, claim: Call) -> Step | None:
        """Something that is known of a noise, or of the noise of every step."""
        noise = claim.args[-2]
        for label, term in self.scope.known:
            if not isinstance(term, Call):
                continue
            if term.head == head and self._fits(term, claim):
                return self.known(label)
            body = term.args[3] if term.head == "forall" else None
            if not (isinstance(body, Call) and body.head == head and isinstance(noise, Call) and isinstance(body.args[-2], Call)):
                continue
            here = substitute(body, {term.args[0].name: ((), noise.args[0])}) if isinstance(term.args[0], Name) else body
            if body.args[-2].head == noise.head and len(noise.args) == 1 and isinstance(here, Call) and self._fits(here, claim):
                return self.at(label, noise.args[0])
        return None

    def _fits(self, term: Call, claim: Call) -> bool:
        """Does what is known say the claim; the letter ``_`` stands for anything."""
        return all(y == Name("_") or same(self.scope, x, y) for x, y in zip(term.args, claim.args, strict=True))

    def with_instances(self, make: Callable[[Builder], Step]) -> Step:
        """A step; where it cannot be made, after the relations that are known of every index are named at the newest one."""
        try:
            return make(self)
        except NoProof:
            index = next((name for name in reversed([*self.scope.kinds]) if self.scope.kinds[name] == "integer"), None)
            facts = {self.fresh("instance"): found for label, term in self.scope.known
                     if is_ranged(term) and (found := self._instance(label, index))}
            if not facts:
                raise
            return self.suppose_all(facts, make)

    def _instance(self, label: str, index: str | None) -> Step | None:
        """What is known of every index, at one of them, where that is shown to be in the range."""
        try:
            return None if index is None else self.at(label, index)
        except NoProof:
            return None


LAST_RESORTS: list[Callable[[Builder, Term, Callable[[Builder], Step]], Step | None]] = []
"""What goes on with more facts about a relation that has no certificate, or None; :mod:`pabisym.proof.elementary` adds itself.

It is made of builders, so that it cannot be imported here: whoever makes a builder imports it first, which ``tests/test_layers.py`` holds.
"""


def reached(around: Callable[[Callable[[Builder], Step]], Step], last: Callable[[Builder], tuple[Step, str]]) -> tuple[Step, str]:
    """A proof whose last part is made within what ``around`` establishes first, and the bound that this part ends in."""
    found: list[str] = []

    def finish(b: Builder) -> Step:
        own, bound = last(b)
        found.append(bound)
        return own

    return around(finish), found[0]


def _next(term: Term) -> Term:
    return Call("+", (*(term.args if isinstance(term, Call) and term.head == "+" else (term,)), ONE))


def _match_letters(pattern: Term, formula: Term, letters: Container[str]) -> dict[str, TermLike]:
    """What the letters of a figure stand for where a premise has the form of its pattern."""
    if isinstance(pattern, Name):
        return {pattern.name: formula} if pattern.name in letters else {}
    found: dict[str, TermLike] = {}
    if isinstance(pattern, Call) and isinstance(formula, Call) and pattern.head == formula.head:
        for part, own in zip(pattern.args, formula.args, strict=False):
            found = {**_match_letters(part, own, letters), **found}
    return found
