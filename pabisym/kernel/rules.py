"""The rules of inference.

Most rules are *figures* (:mod:`pabisym.kernel.figures`): premises over a conclusion, read as text and instantiated
here.  Side conditions of a figure must be evident in the scope of the step.  The others are logic: they open scopes or
look inside propositions, and are functions below.  Nothing else is believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from flint import fmpq

from pabisym.kernel.exact import Quotient, Refusal, Scope, add, constant, difference, multiply, same
from pabisym.kernel.figures import FIGURES, Figure
from pabisym.kernel.judgement import (
    GROWS,
    PARTIAL,
    Meaning,
    check_defined,
    check_finite,
    check_sort,
    check_term,
    declarable,
    formula,
    meaning_of,
)
from pabisym.lang.grammar import to_text
from pabisym.lang.term import BINDERS, ONE, RELATIONS, ZERO, Call, Name, Number, Term, free_names, substitute

Step = Mapping[str, object]
"""A node of a proof tree as plain data: rule, with, premises, conclusion; formulas are terms or texts."""
Replayer = Callable[[Scope, Step], Term]
"""Replays a step in a scope and returns its conclusion."""


def instantiate(scope: Scope, figure: Figure, given: Mapping[str, Term]) -> tuple[tuple[Term, ...], Term]:
    """Premises and conclusion of a figure for the given terms; its side conditions must be evident."""
    if set(given) != set(figure.kinds):
        raise Refusal(f"terms are needed for {', '.join(figure.kinds)}")
    for name, term in given.items():
        check_term(scope, term, "real" if figure.kinds[name] == "integer" else figure.kinds[name])
        if figure.kinds[name] == "integer" and not scope.arithmetic.integral(term):
            raise Refusal(f"{to_text(term)} is not evidently an integer")
    binding = {name: ((), term) for name, term in given.items()}
    for side in figure.sides:
        if not scope.arithmetic.evident(wanted := substitute(side, binding)):
            raise Refusal(f"the side condition {to_text(wanted)} is not evident")
    return tuple(substitute(p, binding) for p in figure.premises), substitute(figure.conclusion, binding)


def _text(data: Mapping[str, object], key: str) -> str:
    value = data.get(key)
    if type(value) is not str:
        raise Refusal(f"{key} is missing")
    return value


def _formula(data: Mapping[str, object], key: str) -> Term:
    if key not in data:
        raise Refusal(f"{key} is missing")
    return formula(data[key])


def _fresh(scope: Scope, name: str) -> str:
    if not declarable(name) or name in scope.kinds:
        raise Refusal(f"{name!r} is not a new name")
    return name


def known(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """What the scope holds under a label."""
    return scope.lookup(_text(data, "label"))


def instance(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """Forall k in a..b: J(k); a <= e <= b evident; e an integer  ⊢  J(e)."""
    general = replay(scope, premises[0])
    at = _formula(data, "at")
    if not isinstance(general, Call) or general.head != "forall" or not isinstance(general.args[0], Name):
        raise Refusal("the premise is not about all integers of a range")
    check_term(scope, at, "real")
    low, high = Call("<=", (general.args[1], at)), Call("<=", (at, general.args[2]))
    for side in (low, high):
        if not scope.arithmetic.evident(side):
            raise Refusal(f"the side condition {to_text(side)} is not evident")
    if not scope.arithmetic.integral(at):
        raise Refusal(f"{to_text(at)} is not evidently an integer")
    return substitute(general.args[3], {general.args[0].name: ((), at)})


def evident(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """A relation that is evident in the scope."""
    goal = _formula(data, "goal")
    check_term(scope, goal, "judgement")
    if not scope.arithmetic.evident(goal):
        raise Refusal(f"{to_text(goal)} is not evident")
    return goal


def arithmetic(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """Goal * multiplier = sum of coefficient * facts * square * factor, with the multiplier evidently positive.

    Coefficients are non-negative, except where an equation is among the facts; only there may a factor stand.
    """
    goal = _formula(data, "goal")
    check_term(scope, goal, "judgement")
    if not isinstance(goal, Call) or goal.head not in RELATIONS or goal.head == "!=":
        raise Refusal("the goal is not an inequality or an equation")
    expression, sign = difference(goal)
    multiplier = formula(data.get("multiplier", "1"))
    if not scope.arithmetic.positive(multiplier):
        raise Refusal(f"the multiplier {to_text(multiplier)} is not evidently positive")
    terms = data.get("terms")
    if not isinstance(terms, list):
        raise Refusal("terms are missing")
    parts = [_certificate_term(scope, term) for term in terms]
    total = constant(0)
    for value, _ in parts:
        total = add(total, value)
    left = multiply(scope.arithmetic.normal(expression), scope.arithmetic.normal(multiplier))
    if add(left, total, -1).top:
        raise Refusal(f"the certificate of {to_text(goal)} does not add up")
    if (sign == "==" and any(kind != "==" for _, kind in parts)) or (sign == ">" and not any(kind == ">" for _, kind in parts)):
        raise Refusal(f"the certificate shows less than {to_text(goal)}")
    return goal


def _certificate_term(scope: Scope, term: object) -> tuple[Quotient, str]:
    """The value of one term and its sign: ``==`` zero, ``>`` positive, ``>=`` non-negative."""
    if type(term) is not dict or not set(term) <= {"coefficient", "facts", "square", "factor"}:
        raise Refusal("a term of a certificate has coefficient, facts, square, factor")
    weight = _formula(term, "coefficient")
    facts = term.get("facts", [])
    if not isinstance(weight, Number) or not isinstance(facts, list):
        raise Refusal("a coefficient is a rational number, facts are labels")
    value, kind = constant(weight.value), ">"
    for label in facts:
        fact = scope.lookup(label)
        if not isinstance(fact, Call) or fact.head not in RELATIONS or fact.head == "!=":
            raise Refusal(f"{label} is not an inequality or an equation")
        expression, sign = difference(fact)
        value = multiply(value, scope.arithmetic.normal(expression))
        kind = sign if sign == "==" or kind == ">" else kind
    if "square" in term:
        root = scope.arithmetic.normal(_formula(term, "square"))
        value, kind = multiply(value, multiply(root, root)), ">=" if kind == ">" else kind
    if "factor" in term:
        value = multiply(value, scope.arithmetic.normal(_formula(term, "factor")))
    if kind != "==" and (weight.value < 0 or "factor" in term):
        raise Refusal("a negative coefficient or a factor without an equation")
    return value, ">=" if kind == ">" and weight.value == 0 else kind


def integer(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """A < b, with b - a an integer  ⊢  a + 1 <= b."""
    strict = replay(scope, premises[0])
    if not isinstance(strict, Call) or strict.head not in ("<", ">"):
        raise Refusal("the premise is not a strict inequality")
    expression, _ = difference(strict)
    if not scope.arithmetic.integral(expression):
        raise Refusal(f"{to_text(expression)} is not evidently an integer")
    return Call("<=", (ONE, expression))


def have(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """J; and with J known under a new label, C  ⊢  C."""
    found = replay(scope, premises[0])
    return replay(scope.extend(((_text(data, "label"), found),)), premises[1])


def cases(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """C when e >= 0, and C when e < 0 (e <= -1 for integers)  ⊢  C."""
    on, claim = _formula(data, "on"), _formula(data, "claim")
    check_term(scope, on, "real")
    check_sort(scope, claim, "judgement")
    negative = Call("<=", (on, Number(-1))) if scope.arithmetic.integral(on) else Call("<", (on, ZERO))
    for premise, fact in zip(premises, (Call(">=", (on, ZERO)), negative), strict=True):
        inner = scope.extend(((_text(data, "label"), fact),))
        if not agree(inner, replay(inner, premise), claim):
            raise Refusal(f"a case does not conclude {to_text(claim)}")
    return claim


def absurd(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """A false relation between numbers  ⊢  anything."""
    false, claim = replay(scope, premises[0]), _formula(data, "claim")
    if not isinstance(false, Call) or false.head not in ("<", "<=", ">", ">="):
        raise Refusal("the premise is not an inequality")
    expression, sign = difference(false)
    value = scope.arithmetic.normal(expression)
    if not set(value.top) <= {()} or not ((c := value.top.get((), fmpq(0))) < 0 or (c == 0 and sign == ">")):
        raise Refusal(f"{to_text(false)} is not evidently false")
    check_sort(scope, claim, "judgement")
    return claim


def generalise(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """J(k) for a new integer k with a <= k <= b  ⊢  forall k in a..b: J(k)."""
    index = _fresh(scope, _text(data, "index"))
    low, high = _formula(data, "from"), _formula(data, "to")
    body = replay(_with_range(scope, index, low, high), premises[0])
    return Call("forall", (Name(index), low, high, body))


def _with_range(scope: Scope, index: str, low: Term, high: Term) -> Scope:
    for end in (low, high):
        check_term(scope, end, "real")
        if not scope.arithmetic.integral(end):
            raise Refusal(f"{to_text(end)} is not evidently an integer")
    k = Name(index)
    return scope.extend(((f"{index} from", Call("<=", (low, k))), (f"{index} to", Call("<=", (k, high)))), {index: "integer"})


def induction(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """J(a); and J(k - 1) implies J(k) for a new integer k with a + 1 <= k <= b  ⊢  forall k in a..b: J(k)."""
    index = _fresh(scope, _text(data, "index"))
    low, high = _formula(data, "from"), _formula(data, "to")
    claim = _formula(data, "claim")
    general = Call("forall", (Name(index), low, high, claim))
    check_sort(scope, general, "judgement")
    if not agree(scope, replay(scope, premises[0]), substitute(claim, {index: ((), low)})):
        raise Refusal("the base is not the claim at the start")
    before = substitute(claim, {index: ((), Call("+", (Name(index), Number(-1))))})
    inner = _with_range(scope, index, Call("+", (low, ONE)), high).extend(((_text(data, "label"), before),))
    if not agree(inner, replay(inner, premises[1]), claim):
        raise Refusal("the step does not conclude the claim")
    return general


def witness(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """D^(z)(P || Q) <= b; and from W_inf(P, V) <= z, D(V || Q) <= x for new V, x: D^(y)(P' || Q') <= x + r  ⊢
    D^(y)(P' || Q') <= b + r.  (The infimum need not be attained: take x = b + e, and e to 0.)  For renyi and for gdp.
    """
    shifted = replay(scope, premises[0])
    if not isinstance(shifted, Call) or shifted.head not in ("renyi", "gdp"):
        raise Refusal("the first premise is not a bound on a shifted divergence")
    *order, z, p, q, bound = shifted.args
    law, x = _fresh(scope, _text(data, "law")), _fresh(scope, _text(data, "bound"))
    opened = Call(shifted.head, (*order, ZERO, Name(law), q, Name(x)))
    inner = scope.extend(((f"{law} near", Call("winf", (p, Name(law), z))), (f"{law} bound", opened)), {law: "law", x: "real"})
    result = replay(inner, premises[1])
    if not isinstance(result, Call) or result.head != shifted.head or free_names(Call("", result.args[:-1])) & {law, x}:
        raise Refusal("the second premise does not bound a divergence of known laws")
    last = result.args[-1]
    more = substitute(last, {x: ((), Call("+", (Name(x), ONE)))})
    if law in free_names(last) or not same(inner, more, Call("+", (last, ONE))):
        raise Refusal(f"{to_text(last)} is not {x} plus something without it")
    return Call(result.head, (*result.args[:-1], substitute(last, {x: ((), bound)})))


def rewrite(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """V and P are the same law; J(P)  ⊢  J(V), for a judgement J about a new name of a law."""
    found = replay(scope, premises[0])
    if not isinstance(found, Call) or found.head != "equal":
        raise Refusal("the first premise does not equate two laws")
    law, claim = _fresh(scope, _text(data, "law")), _formula(data, "claim")
    check_term(scope.extend((), {law: "law"}), claim, "judgement")
    if not agree(scope, replay(scope, premises[1]), substitute(claim, {law: ((), found.args[1])})):
        raise Refusal(f"the second premise is not {to_text(claim)} for the second of the two laws")
    return substitute(claim, {law: ((), found.args[0])})


def widen(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """J, a bound, with b; b <= d evident  ⊢  J with d (of a lower bound: d <= b)."""
    found, claim = replay(scope, premises[0]), _formula(data, "claim")
    check_term(scope, claim, "judgement")
    if not isinstance(found, Call) or not isinstance(claim, Call) or found.head != claim.head or claim.head not in GROWS:
        raise Refusal(f"{to_text(claim)} is not the same bound with another value")
    for i, (before, after) in enumerate(zip(found.args, claim.args, strict=True)):
        side = Call("<=", (after, before) if claim.head == "apart" else (before, after))
        if not (scope.arithmetic.evident(side) if i in GROWS[claim.head] else same(scope, before, after)):
            raise Refusal(f"{to_text(claim)} is not evidently a wider bound than {to_text(found)}")
    return claim


def recursion(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """P a law, Q a law for every integer k with a + 1 <= k <= b and every law V; and with S(a) = P and S(k) = Q at V = S(k - 1), for
    a new sequence S of laws, C, which does not speak of S  ⊢  C.
    """
    low, high, start, following = (_formula(data, key) for key in ("from", "to", "start", "next"))
    sequence, index, law = (_text(data, key) for key in ("sequence", "index", "law"))
    check_term(scope, start, "law")
    inner = _with_range(scope, _fresh(scope, index), Call("+", (low, ONE)), high)
    check_term(inner.extend((), {_fresh(inner, law): "law"}), following, "law")
    if sequence in (index, law):
        raise Refusal(f"{sequence!r} is not a new name")
    before = Call(_fresh(scope, sequence), (Call("+", (Name(index), Number(-1))),))
    step = Call("equal", (Call(sequence, (Name(index),)), substitute(following, {law: ((), before)})))
    known = ((f"{sequence} start", Call("equal", (Call(sequence, (low,)), start))),
             (f"{sequence} next", Call("forall", (Name(index), Call("+", (low, ONE)), high, step))))
    found = replay(scope.extend(known, {sequence: "law sequence"}), premises[0])
    check_sort(scope, found, "judgement")
    return found


def _for_each(data: Mapping[str, object], key: str, meaning: Meaning) -> dict[str, object]:
    """What is given for everything that a meaning speaks about."""
    given = data.get(key)
    if type(given) is not dict or set(given) != set(meaning.every):
        raise Refusal(f"{key} has to say what stands for {', '.join(meaning.every)}")
    return given


def define(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """What a judgement says, for new names of all that it speaks about, under its hypotheses  ⊢  the judgement."""
    claim = _formula(data, "claim")
    check_term(scope, claim, "judgement")
    meaning, binding = meaning_of(claim)
    names = _for_each(data, "names", meaning)
    kinds: dict[str, str] = {}
    for letter, kind in meaning.every.items():
        name = names[letter]
        if type(name) is not str or name in kinds:
            raise Refusal(f"{name!r} is not a new name")
        kinds[_fresh(scope, name)] = kind
        binding[letter] = ((), Name(name))
    label = _text(data, "label")
    inner = scope.extend(((f"{label} {i}", substitute(held, binding)) for i, held in enumerate(meaning.given, 1)), kinds)
    if not agree(inner, replay(inner, premises[0]), wanted := substitute(meaning.says, binding)):
        raise Refusal(f"the premise is not {to_text(wanted)}")
    return claim


def unfold(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """A judgement, and its hypotheses for given terms  ⊢  what it says of them."""
    if not premises:
        raise Refusal("unfold takes a judgement")
    meaning, binding = meaning_of(replay(scope, premises[0]))
    terms = _for_each(data, "for", meaning)
    for letter, kind in meaning.every.items():
        term = formula(terms[letter])
        check_term(scope, term, kind)
        binding[letter] = ((), term)
    if len(premises) != 1 + len(meaning.given):
        raise Refusal(f"unfold takes {1 + len(meaning.given)} premises, not {len(premises)}")
    for held, premise in zip(meaning.given, premises[1:], strict=True):
        if not same(scope, found := replay(scope, premise), wanted := substitute(held, binding)):
            raise Refusal(f"unfold needs {to_text(wanted)}, not {to_text(found)}")
    return substitute(meaning.says, binding)


def agree(scope: Scope, reached: Term, stated: Term) -> bool:
    """Do they say the same; what is stated in other words must have a value here, as what was reached has."""
    if reached == stated:
        return True
    if not same(scope, reached, stated):
        return False
    for part in _other_words(reached, stated):
        check_defined(scope, part)
        check_finite(scope, part)
    return True


def _other_words(reached: Term, stated: Term) -> Iterator[Term]:
    """The parts of a statement that are not word for word those of another one, outside of which nothing can lack a value."""
    if reached == stated:
        return
    alike = isinstance(reached, Call) and isinstance(stated, Call) and (reached.head, len(reached.args)) == (stated.head, len(stated.args))
    if isinstance(reached, Call) and isinstance(stated, Call) and alike and stated.head not in (*BINDERS, *PARTIAL, "cases"):
        for one, other in zip(reached.args, stated.args, strict=True):
            yield from _other_words(one, other)
    else:
        yield stated


LOGIC: Mapping[str, tuple[int | None, str, Callable[[Scope, Mapping[str, object], tuple[Step, ...], Replayer], Term]]] = MappingProxyType({
    "known": (0, "label", known), "instance": (1, "at", instance), "evident": (0, "goal", evident),
    "arithmetic": (0, "goal multiplier terms", arithmetic), "integer": (1, "", integer), "have": (2, "label", have),
    "cases": (2, "on claim label", cases), "absurd": (1, "claim", absurd), "generalise": (1, "index from to", generalise),
    "induction": (2, "index from to claim label", induction), "witness": (2, "law bound", witness),
    "rewrite": (2, "law claim", rewrite), "widen": (1, "claim", widen),
    "recursion": (1, "sequence index law from to start next", recursion),
    "define": (1, "claim names label", define), "unfold": (None, "for", unfold),
})
"""The rules that are not figures, with their number of premises (None: the rule itself counts them) and what is given to them."""

__all__ = ["FIGURES", "LOGIC", "Figure", "Replayer", "Step", "agree", "instantiate"]
