"""A derivation as numbered steps, every one with its rule and why: what ``derive --explain`` prints.

The formulas are those of the proof: the string is read off the theorem that the proof applies, with the letters of the spec
put in.  How the string is written is shortened; whether its blocks are those of the optimum is checked at random points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pabisym.derivation.gaussian_twin import has_twin
from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import to_fraction
from pabisym.lang.simplify import has_sums, leaves, tidied
from pabisym.lang.term import Call, Name, Term, substitute
from pabisym.library.library import builtin
from pabisym.process.sequence import names
from pabisym.proof.tree import term_of
from pabisym.shift.allocate import solve
from pabisym.shift.instance import Instance

if TYPE_CHECKING:
    from pabisym.derivation.derivation import Derivation

STRING, BLOCK = "pabisym/taut-string", "pabisym/block"
CHECKS = 5
"""Random points at which the blocks are compared with the optimum of the solver."""
MAX_CONDITIONS = 3
"""Most conditions in a string whose blocks are looked for."""
_BEFORE = parse("k - 1")


@dataclass(frozen=True)
class Block:
    """Steps that pay in one way: the conditions under which step k belongs to them, and what it pays."""

    when: tuple[Term, ...]
    payment: Term

    def to_json(self) -> dict[str, Any]:
        """The block as plain data."""
        return {"when": [to_text(term) for term in self.when], "payment": to_text(self.payment)}


@dataclass(frozen=True)
class Part:
    """One step of an explanation: a title, formulas with a word before each, and why it holds."""

    title: str
    formulas: tuple[tuple[str, Term], ...] = ()
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """The steps in order, and the blocks of the string (empty where the proof shows none, or they were not confirmed)."""

    parts: tuple[Part, ...]
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class String:
    """A string of a proof: conditions under which it is used, and its formulas in the step k."""

    when: tuple[Term, ...]
    given: Mapping[str, Term]


def explanation(found: Derivation) -> Explanation:
    """Explain a derivation."""
    strings = tuple(_strings(found.derived.proof, {}, ()))
    blocks = _confirmed(found, strings)
    parts = [_reading(found), _process(found), _coordinates(found, strings), _shape(found), _string(strings), _paid(blocks),
             _premises(found), _conclusion(found), _notion(found), _tightness(found), _believed(found)]
    return Explanation(tuple(part for part in parts if part is not None), blocks)


# What the proof applies.


def _strings(tree: Mapping[str, Any], binding: Mapping[str, tuple[tuple[str, ...], Term]], when: tuple[Term, ...]) -> Iterator[String]:
    """The strings on which a proof rests, through the theorems of the library that it applies."""
    rule, premises = tree["rule"], tree["premises"]
    if rule == "cases":
        on = substitute(term_of(tree["with"]["on"]), binding)
        for sign, premise in zip((">=", "<"), premises, strict=True):
            yield from _strings(premise, binding, (*when, Call(sign, (on, parse("0")))))
    elif rule in ("have", "monotone"):
        yield from _strings(premises[-1] if rule == "have" else premises[0], binding, when)
    elif rule == "theorem":
        name, library = tree["with"]["id"], builtin()
        own = _instantiated(tree["with"]["for"], binding)
        if name == STRING:
            yield String(when, {key: term for key, (_, term) in own.items()})
        elif name in library.files and has_twin(library.statement(name).sequent):
            below = library.proof(name).tree
            yield from () if below is None else _strings(below, own, when)


def _instantiated(given: Mapping[str, Any], binding: Mapping[str, tuple[tuple[str, ...], Term]]) -> dict[str, tuple[tuple[str, ...], Term]]:
    found: dict[str, tuple[tuple[str, ...], Term]] = {}
    for name, value in given.items():
        indices = (value["index"],) if isinstance(value, dict) else ()
        formula = value["is"] if isinstance(value, dict) else value
        own = {key: filler for key, filler in binding.items() if key not in indices}
        found[name] = (indices, substitute(term_of(formula), own))
    return found


# The blocks.


def _blocks(found: Derivation, strings: tuple[String, ...], later: frozenset[Term]) -> Iterator[Block]:
    """What every step pays, case by case: the rise of the string times the product of the factors.

    A condition of ``later`` is one on the height of the string, so that its rise follows a step later.
    """
    for string in strings:
        for when, piece in leaves(_delayed(string.given["A"], later)):
            yield Block(tuple(map(tidied, (*string.when, *when))), short(Call("*", (string.given["P"], _rise(piece))), found))


def _delayed(term: Term, later: frozenset[Term]) -> Term:
    if not isinstance(term, Call) or term.head != "cases":
        return term
    condition = substitute(term.args[0], {"k": ((), _BEFORE)}) if term.args[0] in later else term.args[0]
    return Call("cases", (condition, *(_delayed(arg, later) for arg in term.args[1:])))


def _rise(term: Term) -> Term:
    """A formula at step k minus itself at step k - 1."""
    if "k" not in names(term) or not isinstance(term, Call):
        return parse("1" if term == Name("k") else "0")
    if term.head in ("+", "neg"):
        return Call(term.head, tuple(map(_rise, term.args)))
    inside = [arg for arg in term.args if "k" in names(arg)]
    if term.head == "sum" and term.args[3] == Name("k") and len(inside) == 1 and isinstance(term.args[1], Name):
        return substitute(term.args[0], {term.args[1].name: ((), Name("k"))})
    if len(inside) == 1 and (term.head == "*" or (term.head == "/" and inside[0] is term.args[0])):
        return Call(term.head, tuple(_rise(arg) if arg is inside[0] else arg for arg in term.args))
    return Call("+", (term, Call("neg", (substitute(term, {"k": ((), _BEFORE)}),))))


def _confirmed(found: Derivation, strings: tuple[String, ...]) -> tuple[Block, ...]:
    """The blocks of the strings, if they are what the solver pays."""
    conditions = {condition for string in strings for condition in _conditions(string.given["A"])}
    for count in range(len(conditions) + 1 if len(conditions) <= MAX_CONDITIONS else 0):
        for later in combinations(sorted(conditions, key=to_text), count):
            blocks = tuple(_blocks(found, strings, frozenset(later)))
            if blocks and _pays(found, blocks):
                return blocks
    return ()


def _conditions(term: Term) -> Iterator[Term]:
    if isinstance(term, Call) and term.head == "cases":
        yield term.args[0]
        for arg in term.args[1:]:
            yield from _conditions(arg)


def _pays(found: Derivation, blocks: tuple[Block, ...]) -> bool:
    checked = 0
    for point in found.spec.points(CHECKS, seed=3):
        with suppress(InputError, Undecided, ZeroDivisionError):
            if not all(decide(term, point) == "true" for term in found.derived.conditions):
                continue
            answer = solve(Instance.from_json(found.spec.instance(**point)))
            for k, paid in enumerate(answer.allocation or (), start=1):
                if _payment(blocks, {**point, "k": k}) != paid:
                    return False
            checked += 1
    return checked > 0


def _payment(blocks: tuple[Block, ...], point: Mapping[str, object]) -> Fraction | None:
    for block in blocks:
        if all(decide(term, point) == "true" for term in block.when):
            value = exact_value(block.payment, point)
            return None if value is None else to_fraction(value)
    return Fraction(0)


def short(term: Term, found: Derivation) -> Term:
    """A formula in the step k written shorter, where both have the same exact values at random points."""
    plain = tidied(term)
    best = min((plain, *_simplified(plain, found)), key=lambda one: len(to_text(one)))
    return best if best == plain or _same_values(best, plain, found) else plain


def _simplified(plain: Term, found: Derivation) -> Iterator[Term]:
    """What sympy makes of a formula; nothing for formulas without a step or letters, or with sums."""
    if has_sums(plain) or not names(plain):
        return
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert

    letters = {**{name: domain.kind for name, domain in found.spec.symbols.items()}, "k": "integer"}
    with suppress(InputError, ValueError, TypeError):
        simple = sympy.powsimp(sympy.factor(convert(plain, letters)))
        yield tidied(revert(simple))
        yield tidied(revert(sympy.simplify(simple)))


def _same_values(one: Term, other: Term, found: Derivation) -> bool:
    checked = 0
    for point in found.spec.points(CHECKS, seed=4):
        for k in (1, 2, 3):
            with suppress(InputError, Undecided):
                if exact_value(one, {**point, "k": k}) != exact_value(other, {**point, "k": k}):
                    return False
                checked += 1
    return checked > 0


# The steps.


def _reading(found: Derivation) -> Part | None:
    reading = found.spec.reading
    if reading is None or found.spec.algorithm is None:
        return None
    why = [f"{ground.statement}: {ground.gives}" for ground in reading.grounds]
    why += [f"default: {name} = {to_text(term)}" for name, term in reading.defaults.items()]
    formulas = tuple((f"condition: {condition.label}", condition.relation) for condition in reading.conditions)
    return Part(f"{found.spec.algorithm.kind} is a pair of contractive noisy iterations", formulas, (*why, *reading.assumptions))


def _process(found: Derivation) -> Part:
    process = found.spec.process
    gap = tidied(process.gap_sequence().term())
    formulas: list[tuple[str, Term]] = [("steps", process.steps), ("factor of step k", process.contraction), ("gap of step k", gap),
                                        ("variance of step k", tidied(process.noise.per_step_variance)),
                                        ("distance at the start", process.start_shift)]
    formulas += [] if process.diameter is None else [("diameter", process.diameter)]
    why = ("X_k = psi_k(X_{k-1}) + noise, and the other run with maps that differ by at most the gap",)
    return Part("The process", tuple(formulas), why)


def _coordinates(found: Derivation, strings: tuple[String, ...]) -> Part | None:
    if not strings:
        return None
    given = strings[0].given
    formulas = [("product of the factors up to step k", tidied(given["P"])), ("variance of step k", short(given["v"], found))]
    why = ("dividing shifts and deviations by the product of the factors leaves an iteration with factor 1",)
    return Part("Coordinates without contractions", tuple(formulas), why)


def _shape(found: Derivation) -> Part:
    library = builtin()
    used = [name for name in sorted(found.derived.verdict.theorems) if name in library.files]
    why = tuple(f"{name}: {library.statement(name).title}" for name in used)
    return Part(f"The shape of the gaps: {found.derived.shape}", (), why)


def _string(strings: tuple[String, ...]) -> Part | None:
    if not strings:
        return None
    formulas: list[tuple[str, Term]] = []
    for string in strings:
        formulas += [("where", tidied(term)) for term in string.when]
        formulas.append(("accumulated shift up to step k", tidied(string.given["S"])))
        formulas.append(("the string, paid up to step k", tidied(string.given["A"])))
    why = ("the string starts at 0, never falls, stays below the accumulated shift and ends on it; its steepness in units of noise is the "
           "price (pabisym/taut-string)",)
    return Part("The accumulated shift, and the string below it", tuple(formulas), why)


def _paid(blocks: tuple[Block, ...]) -> Part | None:
    if not blocks:
        return None
    formulas: list[tuple[str, Term]] = []
    for block in blocks:
        formulas += [("where", term) for term in block.when] + [("step k pays", block.payment)]
    why = (f"equal to the optimal allocation of the solver at {CHECKS} random points",)
    return Part("What every step pays", tuple(formulas), why)


def _premises(found: Derivation) -> Part:
    numeric = ("noise", "product", "products", "unit", "first", "last", "size", "falling", "shift", "slopes")
    library = builtin()
    labels = dict.fromkeys(label for name in sorted(found.derived.verdict.theorems) if name in library.files
                           for label, term in library.statement(name).sequent.assumptions if label in numeric)
    steps = found.derived.verdict.steps
    why = [f"the premises of the theorem, {', '.join(labels)}, hold for all letters in their domains"] if labels else []
    why += [f"{steps} steps of proof, replayed by the kernel; inequalities by certificates that are identities"]
    return Part("The premises", tuple(("given", term) for term in found.derived.conditions), tuple(why))


def _conclusion(found: Derivation) -> Part:
    return Part("The price", (("sum of squared payments over variances", found.square),), ())


def _notion(found: Derivation) -> Part:
    goal, formulas, why = found.goal, [("bound", found.bound)], []
    if goal.divergence == "renyi":
        why = ["the divergence of order alpha is at most alpha/2 times the price, by shift reduction and contraction"]
    elif goal.divergence == "gdp":
        why = ["the same proof, with trade-off functions in place of divergences: the runs are mu-GDP, in both orders, mu^2 the price"]
    else:
        formulas = [(route.name, route.bound) for route in found.routes]
        why = ["mu-GDP bounds every hockey-stick divergence by that of two unit Gaussians mu apart"]
        why += ["in a bounded domain every step after the gap contracts it"] if len(found.routes) > 1 else []
    if goal.delta is not None:
        formulas.append(("epsilon is any number with", Call("<=", (found.bound, goal.delta))))
    return Part("The bound that was asked for", tuple(formulas), tuple(why))


def _tightness(found: Derivation) -> Part:
    if found.attainment is not None:
        pair = found.attainment.pair
        formulas = (("slope of the pair at step k", _shortened(pair.slope, found)), ("gap", _shortened(pair.gap, found)),
                    ("variance", short(pair.variance, found)), ("distance at the start", tidied(pair.start)))
        why = (f"the runs x -> slope*x + gap and x -> slope*x with this noise satisfy every hypothesis and are exactly this far apart; "
               f"{found.attainment.steps} steps of proof (pabisym/attained)",
               "over all contractive noisy iterations with these constants; an algorithm's own losses may be a smaller class")
        return Part("The bound is attained", formulas, why)
    if found.tightness == "exact" and found.spec.process.diameter is not None:
        return Part("The bound is the best restart at random points", (), (
            f"equal to the exact optimum of the shift calculus at {found.checked} random points; not proved for all parameters",
            "the pair that attains it without a diameter need not stay in the domain, where the divergence itself may be smaller"))
    if found.tightness == "exact":
        return Part("The bound is attained at random points", (), (
            f"equal to the exact optimum, which a linear pair attains, at {found.checked} random points; not proved for all parameters",))
    return Part("The bound need not be attained", (), (f"above the exact optimum at one of {found.checked} random points",))


def _shortened(term: Term, found: Derivation) -> Term:
    """A case distinction with shorter values."""
    if isinstance(term, Call) and term.head == "cases":
        return tidied(Call("cases", (tidied(term.args[0]), *(_shortened(arg, found) for arg in term.args[1:]))))
    return short(term, found)


def _believed(found: Derivation) -> Part:
    library = builtin()
    why = tuple(f"{name}: {library.statement(name).title}" if name in library else name for name in found.cited)
    return Part("What is believed", (), why or ("nothing beyond the kernel",))


