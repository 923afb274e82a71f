"""Formulas of a proof in memory: what a text could have given is taken, and nothing else."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from support.every import every_case
from support.proof_cases import FIGURES, LOGIC, Case, figure_case, figure_refusals
from support.proof_judges import kernel

from pabisym.errors import InputError
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent, formula
from pabisym.lang.grammar import MAX_DEPTH, MAX_LENGTH, parse, to_text
from pabisym.lang.term import HALF, ONE, TWO, ZERO, Call, Name, Number, Term
from pabisym.proof.build import as_terms, as_text, map_formulas, step, term_of

ALL = [*map(figure_case, FIGURES), *(case for rule in FIGURES for case in figure_refusals(rule)),
       *(case for works, refused in LOGIC.values() for case in (works, refused))]
X, Y = Name("x"), Name("y")


def in_memory(formula: Any) -> Any:
    """A formula as a term where it is one."""
    try:
        return term_of(formula)
    except InputError:
        return formula


@every_case(ALL)
def test_a_proof_of_terms_is_judged_like_its_text(case: Case) -> None:
    own = map_formulas(case.proof, in_memory) if isinstance(case.proof, dict) else case.proof
    told, wanted = kernel(case.sequent, own, case.theorems), kernel(case.sequent, case.proof, case.theorems)
    assert (told.accepted, told.sources, told.theorems, told.steps) == (wanted.accepted, wanted.sources, wanted.theorems, wanted.steps)
    assert told.reason == wanted.reason


@every_case([works for works, _ in LOGIC.values()])
def test_a_tree_is_read_back_from_its_text(case: Case) -> None:
    terms = as_terms(case.proof)
    assert terms != case.proof
    assert as_terms(as_text(terms)) == terms
    assert as_text(as_text(terms)) == as_text(terms)


class Loud(Name):
    """A name of another class."""


class Growing(tuple[Term, ...]):
    """Arguments of another class."""

    __slots__ = ()


class Word(str):
    """A text of another class."""

    __slots__ = ()


def made(kind: type, **parts: object) -> Any:
    """A term with parts that its class does not check."""
    found = object.__new__(kind)
    for name, part in parts.items():
        object.__setattr__(found, name, part)
    return found


def nested(depth: int) -> Term:
    """A term of some depth: a name has depth 1."""
    found: Term = X
    for _ in range(depth - 1):
        found = Call("neg", (found,))
    return found


def doubled(times: int) -> Term:
    """A short object that would be a long text."""
    found: Term = X
    for _ in range(times):
        found = Call("+", (found, found))
    return found


IMPOSTORS: dict[str, tuple[Callable[[], Any], Term]] = {
    "a name of another class": (lambda: Loud("x"), X),
    "a text of another class as a name": (lambda: Name(Word("x")), X),
    "a bound index of the kernel": (lambda: Name("#1"), Name("k_1")),
    "a fresh name of the kernel": (lambda: Name("%2"), Name("k_2")),
    "no name at all": (lambda: Name(""), Name("_")),
    "two names": (lambda: Name("x y"), Name("x_y")),
    "a name with a line break": (lambda: Name("x\n"), X),
    "a float": (lambda: made(Number, value=0.5), HALF),
    "an integer of Python": (lambda: made(Number, value=1), ONE),
    "a fraction of Python": (lambda: made(Number, value=Fraction(1, 2)), HALF),
    "a number without a value": (lambda: made(Number), ZERO),
    "a call without arguments": (lambda: made(Call, head="f"), Call("f", (X,))),
    "a list of arguments": (lambda: made(Call, head="+", args=[X, Y]), Call("+", (X, Y))),
    "arguments of another class": (lambda: Call("+", Growing((X, Y))), Call("+", (X, Y))),
    "an argument that is no term": (lambda: made(Call, head="+", args=(X, "y")), Call("+", (X, Y))),
    "a text of another class as a head": (lambda: Call(Word("f"), (X,)), Call("f", (X,))),
    "a head that is no name": (lambda: Call("#1", (X,)), Call("f", (X,))),
    "a head that hides an operator": (lambda: Call("and", (Call("<", (X, Y)),)), Call("<", (X, Y))),
    "a chain of relations": (lambda: Call("and", (Call("<", (X, Y)), Call("<", (Y, X)))), Call("<", (X, Y))),
    "a minus without an operand": (lambda: Call("neg", ()), Call("neg", (X,))),
    "a sum of one term": (lambda: Call("+", (X,)), Call("+", (X, Y))),
    "a quotient of three": (lambda: Call("/", (X, Y, X)), Call("/", (X, Y))),
    "a relation of three": (lambda: Call("<=", (X, Y, X)), Call("<=", (X, Y))),
    "a root of two": (lambda: Call("sqrt", (X, Y)), Call("sqrt", (X,))),
    "an application to nothing": (lambda: Call("f", ()), Call("f", (X,))),
    "a sum over a number": (lambda: Call("sum", (X, ONE, ONE, TWO)), Call("sum", (X, Y, ONE, TWO))),
    "a range without its end": (lambda: Call("forall", (Name("k"), ONE, TWO)), Call("forall", (Name("k"), ONE, TWO, Call("<", (X, Y))))),
    "too deep a term": (lambda: nested(MAX_DEPTH + 1), nested(MAX_DEPTH)),
    "too long a term": (lambda: doubled(60), doubled(8)),
    "too long a name": (lambda: Name("x" * (MAX_LENGTH + 1)), Name("x" * MAX_LENGTH)),
    "too long a number": (lambda: Number(10**MAX_LENGTH), Number(10**100)),
}


@pytest.mark.parametrize("name", IMPOSTORS)
def test_a_term_is_taken_if_a_text_could_have_given_it(name: str) -> None:
    impostor, genuine = IMPOSTORS[name]
    assert formula(genuine) is genuine
    with pytest.raises(Refusal):
        formula(impostor())


@pytest.mark.parametrize("value", [None, 1, 0.5, fmpq(1), b"x", ["x"], {"x": 1}, (X,), Word("x")], ids=repr)
def test_what_is_neither_text_nor_term_is_refused(value: object) -> None:
    assert formula("x") == X
    with pytest.raises(Refusal, match="a formula is text or a term, not"):
        formula(value)


@pytest.mark.parametrize("text", ["x + y", "-3", "3/4", "f(x, y) <= 2", "sum(k**2, k, 1, n)", "forall(k, 1, n, a(k) > 0)", "x - 1", "-x*y"])
def test_what_is_taken_in_memory_is_taken_as_text(text: str) -> None:
    assert formula(parse(text, "text", None)) == formula(text)
    assert formula(to_text(formula(text))) == formula(text)


SEQUENT = Sequent("test/positive", {"x": "real", "y": "real"}, (("low", parse("x > 0")),), parse("x + 1 > 0"))


@pytest.mark.parametrize("place", ["goal", "conclusion"])
@pytest.mark.parametrize("name", IMPOSTORS)
def test_an_impostor_in_a_step_is_refused_and_never_raises(name: str, place: str) -> None:
    proof = step("evident", "x + 1 > 0", goal="x + 1 > 0")
    assert check(SEQUENT, copy.deepcopy(proof)).accepted
    data = proof["with"] if place == "goal" else proof
    data[place] = Call(">", (Call("+", (X, ONE)), made(Call, head="neg", args=(IMPOSTORS[name][0](),))))
    verdict = check(SEQUENT, proof)
    assert not verdict.accepted
    assert verdict.reason


@pytest.mark.parametrize("part", ["multiplier", "coefficient", "square", "factor"])
def test_an_index_of_the_kernel_is_no_part_of_a_certificate(part: str) -> None:
    def proof(own: Term) -> dict[str, Any]:
        term: dict[str, object] = {"coefficient": ONE, "facts": ["low"]}
        given = {"multiplier": ONE, "terms": [term]}
        (given if part == "multiplier" else term)[part] = own
        return step("arithmetic", "x > 0", (), goal="x > 0", **given)

    sequent = Sequent("test/positive", {"x": "real"}, (("low", parse("x > 0")),), parse("x > 0"))
    if part in ("multiplier", "coefficient"):
        assert check(sequent, proof(ONE)).accepted
    assert "the grammar cannot write" in check(sequent, proof(Name("#1"))).reason


@pytest.mark.parametrize("value", [0, 1, -7, 2**70, Fraction(3, 4), fmpq(-5, 3)])
def test_numbers_of_all_exact_kinds_are_one(value: Any) -> None:
    number = Number(value)
    assert type(number.value) is fmpq
    assert number == Number(fmpq(Fraction(str(value)).numerator, Fraction(str(value)).denominator))
    assert hash(number) == hash(Number(Fraction(str(value))))
    for copied in (copy.copy(number), copy.deepcopy(number), pickle.loads(pickle.dumps(number))):
        assert (copied, type(copied.value)) == (number, fmpq)


@pytest.mark.parametrize("value", [0.5, "1", True, None, 1j])
def test_numbers_of_other_kinds_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="an exact number was expected"):
        Number(value)
