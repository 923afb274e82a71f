"""Every rule of the kernel works on a minimal instance and refuses minimal wrong ones, for the right reason."""

from __future__ import annotations

import pytest
from support.every import every_case
from support.proof_cases import FIGURES, LOGIC, WRONG, Case, evident, figure_case, figure_refusals, known, sequent, step
from support.proof_judges import kernel, sequent_of

from pabisym.kernel import rules
from pabisym.lang.grammar import parse

pytestmark = pytest.mark.quick

REFUSALS = [*(case for rule in FIGURES for case in figure_refusals(rule)), *(refused for _, refused in LOGIC.values())]


def test_every_rule_has_a_pair() -> None:
    assert set(FIGURES) == set(rules.FIGURES)
    assert set(WRONG) == {rule for rule, figure in FIGURES.items() if figure.premises}
    assert set(LOGIC) == {*rules.LOGIC, "theorem"}


@every_case(FIGURES)
def test_a_figure_is_the_one_that_is_written_down_here(rule: str) -> None:
    figure, own = rules.FIGURES[rule], FIGURES[rule]
    assert dict(figure.kinds) == sequent("1 >= 0", own.names)["names"]
    assert figure.premises == tuple(parse(text, rule, None) for text in own.premises)
    assert figure.sides == tuple(parse(text, rule, None) for text in own.sides)
    assert figure.conclusion == parse(own.conclusion, rule, None)


@every_case([figure_case(rule) for rule in FIGURES])
def test_a_figure_works(case: Case) -> None:
    verdict = kernel(case.sequent, case.proof)
    assert verdict.reason == ""
    assert verdict.accepted
    assert verdict.sources == set(rules.FIGURES[case.name].source.split())
    assert verdict.steps == 1 + len(rules.FIGURES[case.name].premises)


@every_case([works for works, _ in LOGIC.values()])
def test_a_rule_of_logic_works(case: Case) -> None:
    verdict = kernel(case.sequent, case.proof, case.theorems)
    assert verdict.reason == ""
    assert verdict.accepted
    assert verdict.theorems == set(case.theorems)


@every_case(REFUSALS)
def test_a_wrong_instance_is_refused(case: Case) -> None:
    verdict = kernel(case.sequent, case.proof, case.theorems)
    assert not verdict.accepted
    assert case.reason
    assert case.reason in verdict.reason
    assert (verdict.sources, verdict.theorems, verdict.steps) == (frozenset(), frozenset(), 0)


@every_case([works for works, _ in LOGIC.values()])
def test_a_rule_of_logic_shows_no_other_statement(case: Case) -> None:
    for other in ("0 >= 1", "forall(k, 1, 2, 0 >= 1)"):
        assert not kernel({**case.sequent, "conclusion": other}, case.proof, case.theorems).accepted


def test_a_verdict_states_the_conclusion() -> None:
    case = LOGIC["induction"][0]
    verdict = kernel(case.sequent, case.proof)
    assert parse(verdict.conclusion, "conclusion", None) == sequent_of(case.sequent).conclusion
    assert verdict.steps == 3


# What no figure and no fixed case above tells: rules that would conclude something false if they were a little more generous.


def test_the_two_cases_of_an_integer_leave_none_out() -> None:
    """What holds from 0 on and up to -2 does not hold at -1."""
    claim = "n + 1 != 0"
    proof = step("cases", claim, evident(claim), evident(claim), on="n", claim=claim, label="case")
    verdict = kernel(sequent(claim, "n: integer"), proof)
    assert not verdict.accepted
    assert "n + 1 != 0 is not evident" in verdict.reason
    real = "x + 1 != 0"
    assert not kernel(sequent(real, "x: real"), step("cases", real, evident(real), evident(real), on="x", claim=real, label="case")).accepted
    assert kernel(sequent("n + 1 != 0", "n: integer", {"a": "n >= 0"}), evident(claim)).accepted


def test_what_holds_at_integers_does_not_hold_between_them() -> None:
    """(k - 1)(k - 2) is not negative at 1 and 2, and is at 3/2."""
    general, between = "forall(k, 1, 2, (k - 1)*(k - 2) >= 0)", "(3/2 - 1)*(3/2 - 2) >= 0"
    verdict = kernel(sequent(between, "x: real", {"a": general}), step("instance", between, known(general, "a"), at="3/2"))
    assert not verdict.accepted
    assert "3/2 is not evidently an integer" in verdict.reason
    at_two = "(2 - 1)*(2 - 2) >= 0"
    assert kernel(sequent(at_two, "x: real", {"a": general}), step("instance", at_two, known(general, "a"), at="2")).accepted


MAGNITUDES = {"R(alpha, Z, a)": "finite(alpha, Z, a)", "gdpsize(Z, a)": "gdpfinite(Z, a)"}
SIZES = "alpha a: real; Z: noise; T: integer; z: noise sequence"


@pytest.mark.parametrize("size", MAGNITUDES)
def test_a_magnitude_that_may_be_infinite_is_no_number(size: str) -> None:
    """The floor of infinity and what is infinite minus itself say nothing; who knows it to be finite, or speaks of it already, may go on."""
    floor, same = f"{size} < floor({size}) + 1", f"{size} == {size}"
    below = step("floor-high", floor, x=size)
    for claim, proof in ((floor, below), (same, evident(same)), (f"{size} <= {size} + 1", evident(f"{size} <= {size} + 1"))):
        bare = kernel(sequent(claim, SIZES), proof)
        assert not bare.accepted
        assert f"{size} may be infinite" in bare.reason
        assert not kernel(sequent(claim, SIZES, {"other": MAGNITUDES[size].replace("a)", "a + 1)")}), proof).accepted
        assert kernel(sequent(claim, SIZES, {"finite": MAGNITUDES[size]}), proof).accepted
        assert kernel(sequent(claim, SIZES, {"finite": MAGNITUDES[size].replace("a)", "2*a - a)")}), proof).accepted
        assert kernel(sequent(claim, SIZES, {"price": f"{size} <= 1"}), proof).accepted
        assert not kernel(sequent(claim, SIZES, {"price": f"cases(a, {size}, 0) <= 1"}), proof).accepted
        assert not kernel(sequent(claim, SIZES, {"one of T": f"forall(k, 1, T, {MAGNITUDES[size].replace('Z', 'z(k)')})"}), proof).accepted


def test_magnitudes_in_a_sum_are_finite_where_those_of_its_range_are() -> None:
    total = "sum(R(alpha, z(k), a), k, {}, T)"
    names, known_ones = SIZES, {"steps": "T >= 1", "finite": "forall(j, 1, T, finite(alpha, z(j), a))"}
    claim, longer = (f"{one} == {one}" for one in (total.format("1"), total.format("0")))
    assert kernel(sequent(claim, names, known_ones), evident(claim)).accepted
    assert "may be infinite" in kernel(sequent(longer, names, known_ones), evident(longer)).reason
    assert "may be infinite" in kernel(sequent(claim, names, {"steps": "T >= 1"}), evident(claim)).reason
    assert kernel(sequent(f"{total.format('T + 1')} == 0", names), evident(f"{total.format('T + 1')} == 0")).accepted, "of nothing"


def test_a_theorem_about_numbers_says_nothing_of_magnitudes_that_may_be_infinite() -> None:
    general = sequent("u(1) <= u(1) + 1", "u: real sequence", name="test/any")
    claim = "R(alpha, z(1), a) <= R(alpha, z(1), a) + 1"
    applied = step("theorem", claim, id="test/any", **{"for": {"u": {"index": "k", "is": "R(alpha, z(k), a)"}}})
    assert kernel(sequent(claim, SIZES, {"first": "finite(alpha, z(1), a)"}), applied, {"test/any": general}).accepted
    assert "may be infinite" in kernel(sequent(claim, SIZES), applied, {"test/any": general}).reason


def test_a_lower_bound_widens_downwards() -> None:
    facts = {"a": "apart(P, Q, 2)", "b": "winf(P, Q, 2)"}
    for stated, right in (("apart(P, Q, 1)", True), ("apart(P, Q, 3)", False), ("winf(P, Q, 3)", True), ("winf(P, Q, 1)", False)):
        label = "a" if stated.startswith("apart") else "b"
        verdict = kernel(sequent(stated, "P Q: law", facts), step("widen", stated, known(facts[label], label), claim=stated))
        assert verdict.accepted == right
        assert right or "is not evidently a wider bound" in verdict.reason


def test_zero_at_least_zero_is_not_absurd() -> None:
    for false, right in (("0 >= 0", False), ("0 > 0", True), ("-1 >= 0", True), ("1 < 1", True), ("1 <= 1", False)):
        claim = step("absurd", "x >= 1", known(false, "a"), claim="x >= 1")
        assert kernel(sequent("x >= 1", "x: real", {"a": false}), claim).accepted == right


WHOLE = [rule for rule, figure in FIGURES.items() if "integer" in sequent("1 >= 0", figure.names)["names"].values()]


@every_case(WHOLE)
def test_an_integer_of_a_figure_is_one(rule: str) -> None:
    """The same instance with a real number in place of an integer."""
    case = figure_case(rule)
    kinds = case.sequent["names"]
    real = {**case.sequent, "names": {name: "real" if kind == "integer" else kind for name, kind in kinds.items()}}
    verdict = kernel(real, case.proof)
    assert not verdict.accepted
    assert "not evidently an integer" in verdict.reason


def test_other_words_have_a_value_too() -> None:
    """What cancels may lack a value: the root of x is there or not, whatever is subtracted from it."""
    facts, stated = {"a": "y >= 0"}, "y + x**(1/2) - x**(1/2) >= 0"
    verdict = kernel(sequent(stated, "x y: real", facts), known(stated, "a"))
    assert not verdict.accepted
    assert "is raised to the power 1/2" in verdict.reason
    assert kernel(sequent(stated, "x y: real", {**facts, "b": "x >= 0"}), known(stated, "a")).accepted
