"""Proofs that a derived bound is attained: for all parameters, by a linear pair of runs in the class.

A theorem about a shape rests on a string, given as a formula.  Where the string turns only where it touches the accumulated
shift, ``pabisym/attained`` says that a linear pair is as far apart as the price of the string.  Here the slopes of the string
and of the pair are read off that formula, the theorem and its proof are turned into one about the pair, and so is the
derived proof that applies it; that the pair lies in the class is proved too, hypothesis by hypothesis.  Everything is
replayed by the kernel, and what cannot be proved is left to a comparison at random points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import count
from typing import Any

from pabisym.derivation.shapes.problem import BEFORE, Derived
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Term, at, convolve, equal, forall, free_names, is_relation, push, substitute
from pabisym.library.library import Library
from pabisym.library.twins import ORDER, Grounded, gaussian_tree, prove_by_replay, sequent_at_two, tree_at_two
from pabisym.proof.build import Builder, Filler, NoProof, Step, TermLike, step, term_of
from pabisym.proof.certificate import undecided_condition

STRING, ATTAINED = "pabisym/taut-string", "pabisym/attained"
MEAN, SPREAD = "mean", "variance"
"""Letters of the pair: the difference of the means, and the variance, after k steps."""
_K = Name("k")
_KEPT = ("real", "integer", "real sequence", "law sequence")
"""Kinds of letters that a statement about the pair keeps."""


@dataclass(frozen=True)
class Recipe:
    """What a theorem's formulas do not show: the slopes of its string and of the pair at step k, and what they need beside."""

    slopes: str = ""
    turn: str = ""
    needs: Mapping[str, str] = field(default_factory=dict)


RECIPES: Mapping[str, Recipe] = {
    "pabisym/two-events": Recipe(needs={"a gap": "h > 0"}),
    "pabisym/pay-at-once": Recipe("cases(k - 1, d(k), 0)", "cases(k - 2, c(k)*d(k - 1)/d(k), 0)", {
        "positive slopes": "forall(k, 1, T, d(k) > 0)", "rising slopes": "forall(k, 2, T, d(k - 1) <= d(k))"}),
}
"""Theorems whose pair needs more than their formulas show."""
_PLAIN = Recipe()


@dataclass(frozen=True)
class FormulaPair:
    """A linear pair with the letters of a theorem: x -> slope*x + gap against x -> slope*x, formulas in the step k."""

    steps: Term
    slope: Term
    gap: Term
    variance: Term
    start: Term
    factor: Term

    def of(self, binding: Mapping[str, tuple[tuple[str, ...], Term]]) -> FormulaPair:
        """The pair with something in place of the letters of the theorem."""
        return FormulaPair(*(substitute(getattr(self, one.name), binding) for one in fields(self)))


@dataclass(frozen=True)
class Attainment:
    """A proof that the bound is attained: how far apart the pair is, and that it satisfies every hypothesis of the class."""

    pair: FormulaPair
    apart: Grounded
    members: tuple[Grounded, ...]

    @property
    def steps(self) -> int:
        """Steps of all proofs."""
        return self.apart.steps + sum(one.steps for one in self.members)

    def to_json(self) -> dict[str, Any]:
        """The pair as formulas in the step k: x -> slope*x + gap against x -> slope*x, with normal noise."""
        pair = self.pair
        formulas = {"slope": pair.slope, "gap": pair.gap, "noise_variance": pair.variance, "start_shift": pair.start}
        return {"steps": to_text(pair.steps), **{name: to_text(tidied(term)) for name, term in formulas.items()}, "proof_steps": self.steps}

    def documents(self) -> tuple[dict[str, Any], ...]:
        """Proof files for ``pabisym check``: how far apart the pair is, and every hypothesis of the class."""
        return tuple(one.document() for one in (self.apart, *self.members))


def attainment(derived: Derived, price: Term) -> Attainment:
    """Prove that the price of an allocation, the derived bound of order 2, is attained, for all parameters.

    Raises :class:`~pabisym.proof.build.NoProof` where that is not achieved; this says nothing about the bound.
    """
    if not isinstance(derived.sequent.conclusion, Call) or derived.sequent.conclusion.args[0] != TWO:
        raise NoProof("the bound is of another order than 2")
    try:
        return _attainment(derived, price)
    except Refusal as reason:
        raise NoProof(str(reason)) from reason


def _attainment(derived: Derived, price: Term) -> Attainment:
    library = derived.library
    nodes = [node for node in _theorems(derived.tree) if _string_nodes(node["with"]["id"], library)]
    if len({node["with"]["id"] for node in nodes}) != 1:
        raise NoProof("the bound does not rest on one theorem about a string")
    name = nodes[0]["with"]["id"]
    pair = _one_pair(derived.sequent, name, nodes, library)
    base = base_of_pair(derived.sequent, pair)
    conclusion = Call("apart", (*_laws(derived.sequent.conclusion), price))
    libraries = sorted(derived.verdict.theorems - {name})
    twins = {one.sequent.id: one for one in attained_theorem(name, library)}
    builder = _builder(base, twins, library)
    apart = _walked(derived.tree, builder, lambda node, b: _applied(node, b, twins[f"{name}/apart"].sequent, library))
    goal = Sequent("attained", base.kinds, base.assumptions, conclusion)
    found = prove_by_replay(goal, _finished(builder, apart, conclusion), libraries, library, twins)
    return Attainment(pair, found, tuple(_members(derived, base, pair, name, twins, libraries)))


def _one_pair(sequent: Sequent, name: str, nodes: list[Mapping[str, Any]], library: Library) -> FormulaPair:
    """The pair with the letters of a spec; where a bound has cases it is the same in all of them, as is the variance of its noise."""
    pairs = [theorem_pair(name, library).of(_binding(node["with"]["for"])) for node in nodes]
    if len(pairs) == 1:
        return pairs[0]
    noise = _at_k(sequent.scope().lookup("Gaussian"))
    alike = {replace(pair, variance=noise.args[1]) for pair in pairs if isinstance(noise, Call)}
    if len(alike) != 1:
        raise NoProof("the cases of the bound do not have one pair")
    return alike.pop()


# The pair of a theorem.


@lru_cache(maxsize=64)
def theorem_pair(name: str, library: Library) -> FormulaPair:
    """The pair with the slopes of a theorem's string, in the letters of the theorem."""
    sequent, tree = library.statement(name).sequent, library.proof(name).tree
    if tree is None:
        raise NoProof(f"{name} has no proof")
    node = next(iter(_string_nodes(name, library)))["with"]["for"]
    slopes = slopes_of(name, library)
    factor = term_of(node["c"]["is"])
    start = next(t.args[2] for _, t in sequent.assumptions if isinstance(t, Call) and t.head == "winf")
    gap, variance = (term_of(node[key]["is"]) for key in ("s", "v"))
    turn = RECIPES.get(name, _PLAIN).turn
    return FormulaPair(term_of(node["T"]), parse(turn, "turn", None) if turn else _turn(slopes, factor), gap, variance, start, factor)


@lru_cache(maxsize=64)
def slopes_of(name: str, library: Library) -> Term:
    """The slope of the string of a theorem at step k, case by case as in its proof."""
    if RECIPES.get(name, _PLAIN).slopes:
        return parse(RECIPES[name].slopes, "slopes", None)
    tree = library.proof(name).tree
    if tree is None:
        raise NoProof(f"{name} has no proof")
    return _by_branch(tree_at_two(tree, ORDER), library.statement(name).sequent)


def _by_branch(tree: Mapping[str, Any], sequent: Sequent) -> Term:
    if tree["rule"] == "theorem" and tree["with"]["id"] == STRING:
        given = tree["with"]["for"]
        return _leaves(term_of(given["A"]["is"]), lambda leaf: _rate(leaf, given, sequent))
    below = [premise for premise in tree["premises"] if any(True for _ in _strings(premise))]
    if tree["rule"] == "cases" and len(below) == 2:
        return Call("cases", (term_of(tree["with"]["on"]), *(_by_branch(one, sequent) for one in below)))
    if len(below) != 1:
        raise NoProof("the string is not found")
    return _by_branch(below[0], sequent)


def _rate(leaf: Term, given: Mapping[str, Any], sequent: Sequent) -> Term:
    """How much a piece of the string rises for a unit of noise."""
    if "N" in sequent.kinds:
        return _rise(leaf, Call("N", (_K,)))
    rise = _rise(leaf, _K)
    return rise if rise == ZERO else Call("/", (rise, term_of(given["v"]["is"])))


def _rise(term: Term, by: Term) -> Term:
    """The derivative of a formula that is straight in ``by``."""
    if term == by:
        return ONE
    if not isinstance(term, Call) or not _mentions(term, by):
        return ZERO
    if term.head == "+":
        parts = tuple(part for part in (_rise(arg, by) for arg in term.args) if part != ZERO)
        return parts[0] if len(parts) == 1 else Call("+", parts)
    if term.head == "neg":
        return Call("neg", (_rise(term.args[0], by),))
    inside = [arg for arg in term.args if _mentions(arg, by)]
    if len(inside) != 1 or term.head not in ("*", "/") or (term.head == "/" and inside[0] is term.args[1]):
        raise NoProof(f"{to_text(term)} is not straight")
    own = tuple(_rise(arg, by) if arg is inside[0] else arg for arg in term.args)
    if term.head == "/":
        return Call("/", own)
    rest = tuple(arg for arg in own if arg != ONE)
    return rest[0] if len(rest) == 1 else Call("*", rest) if rest else ONE


def _mentions(term: Term, part: Term) -> bool:
    return term == part or (isinstance(term, Call) and any(_mentions(arg, part) for arg in term.args))


def _leaves(term: Term, change: Callable[[Term], Term]) -> Term:
    """A case distinction with its values changed."""
    if isinstance(term, Call) and term.head == "cases":
        return Call("cases", (term.args[0], *(_leaves(arg, change) for arg in term.args[1:])))
    return change(term)


def _turn(slopes: Term, factor: Term) -> Term:
    """The slope of the pair at step k: the factor, times the ratio of the slopes of the string where that changes."""
    if not isinstance(slopes, Call) or slopes.head != "cases":
        return factor
    condition, later, earlier = slopes.args
    if "k" not in free_names(condition):
        return Call("cases", (condition, _turn(later, factor), _turn(earlier, factor)))
    inside = Call("cases", (_before(condition), _turn(later, factor), _jump(later, _before(earlier), factor)))
    return Call("cases", (condition, inside, _turn(earlier, factor)))


def _before(term: Term) -> Term:
    return substitute(term, {"k": ((), BEFORE)})


def _jump(later: Term, earlier: Term, factor: Term) -> Term:
    """The slope of the pair where the slope of the string changes from ``earlier`` to ``later``."""
    for first, other in ((later, True), (earlier, False)):
        if isinstance(first, Call) and first.head == "cases":
            condition, x, y = first.args
            parts = (_jump(x, earlier, factor), _jump(y, earlier, factor)) if other else (_jump(later, x, factor), _jump(later, y, factor))
            return Call("cases", (condition, *parts))
    if earlier == ZERO:
        return ZERO
    return Call("/", (Call("*", (factor, earlier)), later))


def pair_assumptions(pair: FormulaPair) -> tuple[tuple[str, Term], ...]:
    """What defines the pair: its starts, its steps, and the letters for means and variances."""
    noise = Call("white", (pair.variance,))

    def each(claim: Term) -> Term:
        return forall(_K, ONE, pair.steps, claim)

    def run(X: str, gap: Term) -> Term:
        return each(equal(at(X, _K), convolve(push(Call("affine", (pair.slope, gap)), at(X, BEFORE)), noise)))

    def grows(letter: str, slope: Term, added: Term) -> Term:
        return each(Call("==", (at(letter, _K), Call("+", (Call("*", (slope, at(letter, BEFORE))), *_summands(added))))))

    mean, spread = at(MEAN, ZERO), at(SPREAD, ZERO)
    return (
        ("first start", equal(at("X", ZERO), Call("normallaw", (mean, spread)))),
        ("second start", equal(at("Y", ZERO), Call("normallaw", (ZERO, spread)))),
        ("start mean", Call("==", (mean, pair.start))),
        ("start variance", Call("==", (spread, ZERO))),
        ("first run", run("X", pair.gap)),
        ("second run", run("Y", ZERO)),
        ("means", grows(MEAN, pair.slope, pair.gap)),
        ("variances", grows(SPREAD, Call("**", (pair.slope, TWO)), pair.variance)),
    )


def _summands(term: Term) -> tuple[Term, ...]:
    return term.args if isinstance(term, Call) and term.head == "+" else (term,)


# The theorem about the pair.


@lru_cache(maxsize=64)
def attained_theorem(name: str, library: Library) -> tuple[Grounded, Grounded, Grounded]:
    """What a theorem says about its pair: how far apart it is, and that its slopes are at least 0 and at most the factors."""
    sequent, stored = sequent_at_two(library.statement(name).sequent, ORDER), library.proof(name).tree
    if stored is None:
        raise NoProof(f"{name} has no proof")
    pair, tree = theorem_pair(name, library), tree_at_two(stored, ORDER)
    needs = tuple((label, parse(text, label, None)) for label, text in RECIPES.get(name, _PLAIN).needs.items())
    numeric, kinds = (*_numeric(sequent), *needs), _kinds(sequent)
    used = (*library.proof(name).theorems, ATTAINED)
    names = tuple(dict.fromkeys(one for one in used if one != STRING))
    base = Sequent("draft", kinds, (*numeric, *pair_assumptions(pair)), parse("0 <= 0"))
    b = _builder(base, {}, library, names)
    labels = tuple(label for label, _ in needs)
    apart = _walked(tree, b, lambda node, b: _string_attained(node, b, pair, slopes_of(name, library), labels, library))
    found = [_stated(f"{name}/apart", base, term_of(apart["conclusion"]), apart, names, library)]
    plain = Sequent("draft", {n: k for n, k in kinds.items() if n not in (MEAN, SPREAD)}, numeric, parse("0 <= 0"))
    for side, claim in (("low", f"{to_text(pair.slope)} >= 0"), ("high", f"{to_text(pair.slope)} <= {to_text(pair.factor)}")):
        proof = _walked(tree, _builder(plain, {}, library, names), lambda _, b, claim=claim: _each(  # type: ignore[misc]
            b, pair.steps, claim, labels, to_text(pair.factor)))
        found.append(_stated(f"{name}/{side}", plain, term_of(proof["conclusion"]), proof, names, library))
    return found[0], found[1], found[2]


def _stated(name: str, base: Sequent, conclusion: Term, proof: Step, names: tuple[str, ...], library: Library) -> Grounded:
    return prove_by_replay(Sequent(name, base.kinds, base.assumptions, conclusion), proof, names, library)


def _string_attained(node: Mapping[str, Any], b: Builder, pair: FormulaPair, slopes: Term, labels: tuple[str, ...],
                     library: Library) -> Step:
    """The theorem about attained strings, for the string of a proof."""
    given, T = node["with"]["for"], node["with"]["for"]["T"]
    reused = dict(zip((label for label, _ in library.statement(STRING).sequent.assumptions), node["premises"], strict=True))
    own = ("unit", "product", "products", "shift", "string start", "string end", "free start")
    premises = {label: gaussian_tree(reused[label]) for label in own}
    premises |= {label: b.known(label) for label, _ in pair_assumptions(pair) if label != "start mean"}
    terms: dict[str, Filler] = {name: ("k", given[name]["is"]) for name in ("X", "Y", "c", "s", "v", "P", "S", "A", "b")}
    noise = Call("N", (_K,)) if "N" in b.scope.kinds else Call("*", (term_of(given["v"]["is"]), _K))
    terms |= {"T": T, "N": ("k", noise), "l": ("k", to_text(slopes)), "e": ("k", to_text(pair.slope))}
    terms |= {"M": ("k", f"{MEAN}(k)"), "W": ("k", f"{SPREAD}(k)")}
    binding = {name: ((v[0],), b.term(v[1])) if isinstance(v, tuple) else ((), b.term(v)) for name, v in terms.items()}
    for label, term in library.statement(ATTAINED).sequent.assumptions:
        if label not in premises:
            claim = substitute(term, binding)
            local = (*labels, "noise") if label == "noise" and "noise" in dict(b.scope.known) else labels
            premises[label] = _each(b, T, to_text(_at_k(claim)), local) if _quantified(claim) else b.prove(claim)
    return b.theorem(ATTAINED, premises, **terms)


def _at_k(quantified: Term) -> Term:
    """What is said about every step, said about the step k."""
    if not isinstance(quantified, Call) or not isinstance(quantified.args[0], Name):
        raise NoProof(f"{to_text(quantified)} is not about every step")
    return substitute(quantified.args[3], {quantified.args[0].name: ((), _K)})


def _each(b: Builder, steps: TermLike, claim: str, labels: Collection[str] = (), factor: str = "") -> Step:
    """A claim about every step, with some assumptions about that step, and the sign of a factor, at hand."""

    def one(b: Builder) -> Step:
        if condition := undecided_condition(b.scope, b.term(claim)):
            return b.by_cases(condition, claim, one)
        return b.suppose_all(_here(b, labels), lambda b: b.have(
            "factor", _sign(b, factor), lambda b: b.prove(claim)) if factor else b.prove(claim))

    return b.generalise("k", "1", steps, one)


def _here(b: Builder, labels: Collection[str]) -> dict[str, Step]:
    """Assumptions about every step at the steps k and k - 1, where these are in their ranges."""
    facts: dict[str, Step] = {}
    for label in labels:
        term = b.scope.lookup(label)
        if not _quantified(term) or not isinstance(term, Call):
            continue
        for index in (_K, BEFORE):
            ends = (Call("<=", (term.args[1], index)), Call("<=", (index, term.args[2])))
            if all(map(b.scope.arithmetic.evident, ends)):
                facts[b.fresh(label)] = b.at(label, to_text(index))
    return facts


def _sign(b: Builder, factor: str) -> Step:
    """That a factor is not negative, as the ratio of two products."""
    goal = f"{factor} >= 0"
    if b.scope.arithmetic.evident(b.term(goal)):
        return b.prove(goal)
    facts = {"product here": b.at("product", "k"), "product before": b.at("product", "k - 1"), "products here": b.at("products", "k")}
    terms = [{"coefficient": "1", "facts": ["product here"]}, {"coefficient": "-1", "facts": ["products here"]}]
    return b.suppose_all(facts, lambda b: step("arithmetic", goal, goal=goal, multiplier="P(k - 1)", terms=terms))


# Proof trees.


def _walked(tree: Mapping[str, Any], b: Builder, at: Callable[[Mapping[str, Any], Builder], Step]) -> Step:
    """A proof about the pair along the lines of a proof about runs: facts and cases are kept, the theorem is replaced."""
    rule, given, premises = tree["rule"], tree["with"], tree["premises"]
    if rule == "have":
        fact = gaussian_tree(premises[0])
        return b.have(given["label"], fact, lambda b: _walked(premises[1], b, at))
    if rule == "cases":
        on = given["on"]
        parts = [_walked(p, b.inside(given["label"], fact), at) for p, fact in zip(premises, b.sides(on), strict=True)]
        claim = parts[0]["conclusion"]
        return step("cases", claim, tuple(parts), on=on, claim=claim, label=given["label"])
    if rule == "monotone":
        inner = _walked(premises[0], b, at)
        if not _told_apart(inner):
            return inner
        P, Q = _laws(b.term(tree["conclusion"]))
        value, bound = (given[key] for key in ("b", "d"))
        return b.figure("apart-narrow", inner, m=value, n=bound, P=to_text(P), Q=to_text(Q))
    if rule == "theorem":
        return at(tree, b)
    raise NoProof(f"the rule {rule} says nothing about a pair")


def _told_apart(proof: Step) -> bool:
    conclusion = term_of(proof["conclusion"])
    return isinstance(conclusion, Call) and conclusion.head == "apart"


def _applied(node: Mapping[str, Any], b: Builder, theorem: Sequent, library: Library) -> Step:
    """A theorem about the pair in place of the one about runs, its numeric premises proved in the same way."""
    labels = [label for label, _ in library.statement(node["with"]["id"]).sequent.assumptions]
    reused = dict(zip(labels, node["premises"], strict=True))
    pair = {"first start", "second start", "start mean", "start variance", "first run", "second run", "means", "variances"}
    given: dict[str, Any] = {}
    for name in theorem.kinds:
        given[name] = {"index": "k", "is": f"{name}(k)"} if name in (MEAN, SPREAD) else node["with"]["for"][name]
    binding = _binding(given)
    premises = [
        b.known(label) if label in pair else gaussian_tree(reused[label]) if label in reused
        else b.establish(substitute(term, binding)) for label, term in theorem.assumptions
    ]
    conclusion = substitute(theorem.conclusion, binding)
    return {"rule": "theorem", "with": {"id": theorem.id, "for": given}, "premises": premises, "conclusion": conclusion}


def _finished(b: Builder, proof: Step, conclusion: Term) -> Step:
    reached = b.term(proof["conclusion"])
    if reached == conclusion or not isinstance(reached, Call) or not isinstance(conclusion, Call):
        return proof
    P, Q, price = conclusion.args
    return b.figure("apart-narrow", proof, m=to_text(reached.args[2]), n=to_text(price), P=to_text(P), Q=to_text(Q))


def _members(derived: Derived, base: Sequent, pair: FormulaPair, name: str, twins: Mapping[str, Grounded],
             libraries: list[str]) -> Iterator[Grounded]:
    """Every structural hypothesis of the derived statement, for the pair."""
    low, high = twins[f"{name}/low"].sequent, twins[f"{name}/high"].sequent
    for label, claim in hypotheses_of_class(derived.sequent, pair):
        def own(node: Mapping[str, Any], b: Builder, claim: Term = claim, label: str = label) -> Step:
            if not _quantified(claim) or "lipschitz(" not in to_text(claim):
                return member(b, pair, claim, label)
            return b.have("not negative", _applied(node, b, low, derived.library), lambda b: b.have(
                "at most the factor", _applied(node, b, high, derived.library), lambda b: member(b, pair, claim, label)))

        proof = _walked(derived.tree, _builder(base, twins, derived.library), own)
        yield prove_by_replay(Sequent(attained_id(label), base.kinds, base.assumptions, claim), proof, libraries, derived.library, twins)


def base_of_pair(sequent: Sequent, pair: FormulaPair) -> Sequent:
    """What a statement about a pair assumes: the domains of a derived statement, and what defines the pair."""
    return Sequent("attained", _kinds(sequent), (*_numeric(sequent), *pair_assumptions(pair)), parse("0 <= 0"))


def hypotheses_of_class(sequent: Sequent, pair: FormulaPair) -> Iterator[tuple[str, Term]]:
    """Every structural hypothesis of a derived statement, said of the pair, with its label."""
    maps = {"psi": (("k",), Call("affine", (pair.slope, pair.gap))), "phi": (("k",), Call("affine", (pair.slope, ZERO)))}
    maps["zeta"] = (("k",), Call("white", (pair.variance,)))
    for label, term in sequent.assumptions:
        if _is_numeric(term):
            continue
        claim = substitute(term, maps)
        if _quantified(claim) and isinstance(claim, Call):
            claim = Call("forall", (_K, *claim.args[1:3], _at_k(claim)))
        yield label, claim


def attained_id(label: str) -> str:
    """The id of the theorem that the pair satisfies the hypothesis of this label."""
    return f"attained/{label.replace(' ', '-')}"


def member(b: Builder, pair: FormulaPair, claim: Term, label: str) -> Step:
    """One hypothesis of the class, for the pair; of the slopes it is known that they are ``not negative`` and ``at most the factor``."""
    slope, gap, variance = to_text(pair.slope), to_text(pair.gap), to_text(pair.variance)
    if isinstance(claim, Call) and claim.head == "winf":
        near = b.figure("normal-near", b.known("first start"), b.known("second start"), m=f"{MEAN}(0)", u="0", v=f"{SPREAD}(0)", P="X(0)",
                        Q="Y(0)")
        return b.figure("winf-widen", near, y=to_text(claim.args[2]), z=f"{MEAN}(0) - 0", P="X(0)", Q="Y(0)")
    if not _quantified(claim) or not isinstance(claim, Call) or not isinstance(claim.args[3], Call):
        raise NoProof(f"{to_text(claim)} is no hypothesis about every step")
    body = claim.args[3]

    def steep(b: Builder) -> Step:
        if condition := undecided_condition(b.scope, pair.slope):
            return b.by_cases(condition, body, steep)
        facts = {"slope here": b.at("not negative", "k"), "factor here": b.at("at most the factor", "k")}
        f, own = to_text(body.args[0]), to_text(body.args[1])
        shift = to_text(body.args[0].args[1]) if isinstance(body.args[0], Call) else "0"
        return b.suppose_all(facts, lambda b: b.figure(
            "lipschitz-widen", b.figure("affine-lipschitz", c=slope, s=shift), c=slope, d=own, f=f))

    def one(b: Builder) -> Step:
        if body.head == "lipschitz":
            return steep(b)
        if body.head == "gap":
            f, g = (to_text(arg) for arg in body.args[:2])
            return b.figure("gap-widen", b.figure("affine-gap", c=slope, s=gap, t="0"), s=f"{gap} - 0", u=to_text(body.args[2]), f=f, g=g)
        if body.head == "gaussian":
            return {**b.figure("white", v=variance), "conclusion": body}
        return b.at(label, "k")

    return b.generalise("k", to_text(claim.args[1]), to_text(claim.args[2]), one)


# Small things.


def _theorems(tree: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Applications of theorems on the way from the conclusion of a proof, through facts, cases and wider bounds."""
    rule, premises = tree["rule"], tree["premises"]
    if rule == "theorem":
        yield tree
    for premise in {"have": premises[1:], "cases": premises, "monotone": premises[:1]}.get(rule, ()):
        yield from _theorems(premise)


def _strings(tree: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (node for node in _theorems(tree) if node["with"]["id"] == STRING)


def _string_nodes(name: str, library: Library) -> list[Mapping[str, Any]]:
    tree = library.proof(name).tree if name in library.files else None
    return [] if tree is None else list(_strings(tree))


def _builder(sequent: Sequent, own: Mapping[str, Grounded], library: Library, names: tuple[str, ...] = ()) -> Builder:
    """A builder whose labels differ from those of the proof that it walks along."""
    theorems = [*(one.sequent for one in own.values()), *(library.statement(name).sequent for name in names)]
    return Builder(sequent.scope(), {one.id: one for one in theorems}, count(10**6))


def _binding(given: Mapping[str, Any]) -> dict[str, tuple[tuple[str, ...], Term]]:
    plain = {name: ((), term_of(value)) for name, value in given.items() if not isinstance(value, dict)}
    return plain | {name: ((v["index"],), term_of(v["is"])) for name, v in given.items() if isinstance(v, dict)}


def _laws(judgement: Term) -> tuple[Term, Term]:
    """The laws of a bound on a Rényi divergence."""
    if not isinstance(judgement, Call) or judgement.head != "renyi":
        raise NoProof(f"{to_text(judgement)} is not a bound")
    return judgement.args[2], judgement.args[3]


def _numeric(sequent: Sequent) -> tuple[tuple[str, Term], ...]:
    return tuple((label, term) for label, term in sequent.assumptions if _is_numeric(term))


def _kinds(sequent: Sequent) -> dict[str, str]:
    kept = {name: kind for name, kind in sequent.kinds.items() if kind in _KEPT}
    return {**kept, MEAN: "real sequence", SPREAD: "real sequence"}


def _is_numeric(term: Term) -> bool:
    return is_relation(term.args[3]) if _quantified(term) and isinstance(term, Call) else is_relation(term)


def _quantified(term: Term) -> bool:
    return isinstance(term, Call) and term.head == "forall"
