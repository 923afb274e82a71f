"""Forged proofs are rejected with a verdict, never accepted, and never with anything but a verdict."""

from __future__ import annotations

import pytest
from support.every import every_case
from support.forged_proofs import FORGERIES
from support.proof_cases import LOGIC, POSITIVE, Case, Json, evident, known, sequent, step
from support.proof_judges import kernel, sequent_of

from pabisym.errors import InputError
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal, Scope, same
from pabisym.kernel.judgement import RESERVED, Sequent, check_defined, declarable
from pabisym.lang.grammar import parse
from pabisym.lang.term import ZERO, Call, Name, Number
from pabisym.proof.json import replay

pytestmark = pytest.mark.quick


@every_case(FORGERIES)
def test_a_forgery_is_rejected_for_its_reason(case: Case) -> None:
    verdict = kernel(case.sequent, case.proof, case.theorems)
    assert not verdict.accepted
    assert case.reason in verdict.reason
    assert verdict.reason


def test_no_two_forgeries_are_the_same() -> None:
    assert len({case.name for case in FORGERIES}) == len(FORGERIES)


def _document(*theorems: tuple[Json, Json | None]) -> Json:
    listed = [{**statement, "proof": proof} for statement, proof in theorems]
    return {"format": "pabisym-proof", "version": 1, "theorems": listed, "conclusion": listed[-1]["conclusion"]}


def test_theorems_that_cite_each_other_or_themselves_are_rejected_in_every_order() -> None:
    first, second = sequent("x >= 1", "x: real", {}, "test/first"), sequent("x >= 1", "x: real", {}, "test/second")
    cites = {one["id"]: step("theorem", "x >= 1", id=one["id"], **{"for": {"x": "x"}}) for one in (first, second)}
    for one, other in ((first, second), (second, first)):
        answer = replay(_document((one, cites[other["id"]]), (other, cites[one["id"]])))
        assert not answer.accepted
        assert "is not a theorem established before this one" in answer.reason
    assert not replay(_document((first, cites["test/first"]))).accepted


def test_a_document_must_conclude_what_it_states() -> None:
    document = _document((POSITIVE, evident("1/x > 0")))
    assert replay(document).accepted
    document["conclusion"] = "1/x > 1"
    answer = replay(document)
    assert not answer.accepted
    assert "the last theorem concludes" in answer.reason


def test_a_document_with_a_theorem_twice_is_unusable() -> None:
    with pytest.raises(InputError, match="is there twice"):
        replay(_document((POSITIVE, evident("1/x > 0")), (POSITIVE, evident("1/x > 0"))))


def test_a_theorem_without_a_proof_is_named_as_believed() -> None:
    anything = sequent("x >= 1", "x: real", {}, "test/anything")
    use = step("theorem", "0 >= 1", id="test/anything", **{"for": {"x": "0"}})
    answer = replay(_document((anything, None), (sequent("0 >= 1"), use)))
    assert answer.accepted
    assert "test/anything" in (*answer.believed, *answer.assumed)


def test_an_ill_formed_theorem_cannot_be_applied_even_if_it_is_believed() -> None:
    minus = sequent("-k + k == 0", "k: integer; neg: real sequence", {}, "test/minus")
    given = {"k": "1", "neg": {"index": "j", "is": "5"}}
    use = step("theorem", "5 + 1 == 0", id="test/minus", **{"for": given})
    verdict = kernel(sequent("5 + 1 == 0"), use, {"test/minus": minus})
    assert not verdict.accepted
    assert "is not a declaration" in verdict.reason


def test_a_sequence_may_not_be_called_neg_however_it_is_written() -> None:
    statement = sequent("-k + k == 0", "k: integer; neg: real sequence", {}, "test/minus")
    assert not kernel(statement, evident("-k + k == 0")).accepted
    with pytest.raises(InputError, match="unknown function 'neg'"):
        parse("neg(1) == -1", "text", None)


@every_case(sorted(RESERVED))
def test_a_head_with_a_meaning_cannot_be_declared_or_bound(name: str) -> None:
    assert not declarable(name)
    for kind in ("real", "integer", "law", "real sequence"):
        assert not check(Sequent("test/reserved", {name: kind}, (), parse("1 >= 0")), evident("1 >= 0")).accepted
    bound = parse("forall(k, 1, 2, 1 >= 0)", "claim", None)
    assert isinstance(bound, Call)
    renamed = Call("forall", (Name(name), *bound.args[1:]))
    assert not check(Sequent("test/bound", {}, (("a", renamed),), parse("1 >= 0")), evident("1 >= 0")).accepted


@pytest.mark.parametrize("name", ["#1", "%0", "#", "1x", "x y", "", "x.y", "\u00e9", "x''_"])
def test_a_name_that_the_grammar_cannot_write_cannot_be_declared(name: str) -> None:
    assert not declarable(name)
    sequent_with = Sequent("test/name", {name: "integer"}, (), parse("1 >= 0"))
    assert "is not a declaration" in check(sequent_with, evident("1 >= 0")).reason


@pytest.mark.parametrize("name", ["x", "_", "x1", "alpha_t", "w'", "w''", "Exp", "Sum", "negative"])
def test_an_ordinary_name_can_be_declared(name: str) -> None:
    positive = Call(">=", (Name(name), ZERO))
    statement = Sequent("test/name", {name: "real"}, (("a", positive),), positive)
    assert check(statement, known(f"{name} >= 0", "a")).accepted


def test_identical_terms_are_the_same_even_where_they_have_no_value() -> None:
    scope = Scope({"x": "real"})
    assert same(scope, parse("1/x"), parse("1/x"))
    with pytest.raises(Refusal, match="not known to be nonzero"):
        same(scope, parse("1/x"), parse("1/x + 0"))


def test_a_rejected_proof_leaves_nothing_behind() -> None:
    """The same proof is judged in the same way before and after any forgery."""
    works = [case for case, _ in LOGIC.values()]
    for case in FORGERIES[:60]:
        kernel(case.sequent, case.proof, case.theorems)
    assert all(kernel(case.sequent, case.proof, case.theorems).accepted for case in works)
    assert sequent_of(works[0].sequent).scope().lookup("a") == parse("x >= 0")


def test_a_weight_above_one_has_no_mixture() -> None:
    """q*P + (1 - q)*Q is a law for q in [0, 1] alone."""
    for facts, right in ({"a": "q >= 0", "b": "q <= 1"}, True), ({"a": "q >= 0", "b": "q <= 2"}, False), ({"a": "q <= 1"}, False):
        scope, term = sequent_of(sequent("1 >= 0", "q: real; P Q: law", facts)).scope(), parse("mix(q, P, Q)", "law", None)
        if right:
            check_defined(scope, term)
        else:
            with pytest.raises(Refusal, match="weighs a mixture"):
                check_defined(scope, term)


def test_a_negative_power_of_zero_has_no_value() -> None:
    scope = Scope({"x": "real"})
    for text, right in (("x**2", True), ("x**0", True), ("x**(-1)", False), ("x**(-2)", False), ("x**(1/2)", False), ("2**(-1)", True)):
        if right:
            check_defined(scope, parse(text))
        else:
            with pytest.raises(Refusal):
                check_defined(scope, parse(text))
    minus_one = Call("**", (Name("x"), Number(-1)))
    with pytest.raises(Refusal, match="not known to be nonzero"):
        check_defined(scope, minus_one)
