"""Every rule of the kernel works on a minimal instance and refuses minimal wrong ones, for the right reason."""

from __future__ import annotations

import pytest
from support.proof_cases import FIGURES, LOGIC, Case, figure_case, figure_refusals, sequent
from support.proof_judges import kernel, sequent_of

from pabisym.kernel import rules
from pabisym.lang.grammar import parse

pytestmark = pytest.mark.quick

REFUSALS = [*(case for rule in FIGURES for case in figure_refusals(rule)), *(refused for _, refused in LOGIC.values())]


def test_every_rule_has_a_pair() -> None:
    assert set(FIGURES) == set(rules.FIGURES)
    assert set(LOGIC) == {*rules.LOGIC, "theorem"}


@pytest.mark.parametrize("rule", FIGURES)
def test_a_figure_is_the_one_that_is_written_down_here(rule: str) -> None:
    figure, own = rules.FIGURES[rule], FIGURES[rule]
    assert dict(figure.kinds) == sequent("1 >= 0", own.names)["names"]
    assert figure.premises == tuple(parse(text, rule, None) for text in own.premises)
    assert figure.sides == tuple(parse(text, rule, None) for text in own.sides)
    assert figure.conclusion == parse(own.conclusion, rule, None)


@pytest.mark.parametrize("case", [figure_case(rule) for rule in FIGURES], ids=lambda case: case.name)
def test_a_figure_works(case: Case) -> None:
    verdict = kernel(case.sequent, case.proof)
    assert verdict.reason == ""
    assert verdict.accepted
    assert verdict.sources == set(rules.FIGURES[case.name].source.split())
    assert verdict.steps == 1 + len(rules.FIGURES[case.name].premises)


@pytest.mark.parametrize("case", [works for works, _ in LOGIC.values()], ids=lambda case: case.name)
def test_a_rule_of_logic_works(case: Case) -> None:
    verdict = kernel(case.sequent, case.proof, case.theorems)
    assert verdict.reason == ""
    assert verdict.accepted
    assert verdict.theorems == set(case.theorems)


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: case.name)
def test_a_wrong_instance_is_refused(case: Case) -> None:
    verdict = kernel(case.sequent, case.proof, case.theorems)
    assert not verdict.accepted
    assert case.reason
    assert case.reason in verdict.reason
    assert (verdict.sources, verdict.theorems, verdict.steps) == (frozenset(), frozenset(), 0)


@pytest.mark.parametrize("case", [works for works, _ in LOGIC.values()], ids=lambda case: case.name)
def test_a_rule_of_logic_shows_no_other_statement(case: Case) -> None:
    for other in ("0 >= 1", "forall(k, 1, 2, 0 >= 1)"):
        assert not kernel({**case.sequent, "conclusion": other}, case.proof, case.theorems).accepted


def test_a_verdict_states_the_conclusion() -> None:
    case = LOGIC["induction"][0]
    verdict = kernel(case.sequent, case.proof)
    assert parse(verdict.conclusion, "conclusion", None) == sequent_of(case.sequent).conclusion
    assert verdict.steps == 3
