"""What is believed of a figure: of which kind it is, and that one with a proof follows from figures that do not rest on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.every import every_case
from support.proof_judges import independent

from pabisym.kernel.check import check
from pabisym.kernel.figures import ARITHMETIC, FIGURES, KINDS
from pabisym.kernel.judgement import GROWS, SIGNATURES
from pabisym.lang.grammar import parse
from pabisym.proof import figures
from pabisym.proof.build import as_text
from pabisym.proof.figures import PROOFS, beliefs, figure_sequent, figures_under, replay_figure, stored_proofs
from pabisym.proof.json import sequent_json

pytestmark = pytest.mark.quick

NOT_FOLLOWED = {"log-product"}
"""Proofs that take logarithms apart, which the independent checker cannot follow at its points yet."""


def test_every_figure_has_a_kind_and_the_derived_ones_a_proof() -> None:
    assert {figure.kind for figure in FIGURES.values()} == set(KINDS)
    assert {name for name, figure in FIGURES.items() if figure.kind == "derived"} == set(PROOFS)


@every_case(PROOFS)
def test_a_derived_figure_is_proved_from_others(name: str) -> None:
    found = replay_figure(name)
    assert found.verdict.accepted
    assert name not in figures_under(found.verdict.figures)
    assert beliefs([name]) <= {one for one, figure in FIGURES.items() if figure.kind != "derived"}


def test_what_is_stored_is_what_is_built() -> None:
    assert figures.STORED.read_text(encoding="utf-8") == figures.text_to_store()
    assert set(stored_proofs()) == set(PROOFS)


@pytest.fixture
def instead(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Put other proofs in the place of the stored ones; what was found out of them is forgotten before and after."""
    known = (figures.proof_applies, figures._figures_applied, replay_figure)

    def put(trees: dict[str, Any]) -> None:
        monkeypatch.setattr(figures, "stored_proofs", lambda: trees)
        for function in known:
            function.cache_clear()

    yield put
    for function in known:
        function.cache_clear()


def applying(name: str, claim: str) -> dict[str, Any]:
    """A proof by one figure whose letters are those of the goal."""
    letters = {letter: letter for letter in FIGURES[name].kinds}
    return {"rule": name, "with": letters, "premises": [], "conclusion": claim}


@pytest.mark.parametrize("tree", [None, [], {}, {"rule": "evident"}, "x", applying("power-below-one", "c**k < 1"), stored_proofs()["power-above-one"]])
def test_a_stored_proof_that_proves_nothing_is_passed_over(tree: object, instead: Callable[[dict[str, Any]], None]) -> None:
    """Nothing that is stored is trusted: the builder is asked where the kernel refuses, or the proof applies the figure itself."""
    instead({"power-below-one": tree})
    assert figures.proof_applies("power-below-one") == frozenset()
    assert replay_figure("power-below-one").proof == figures.build_figure_proof("power-below-one")


def test_stored_proofs_in_a_circle_are_passed_over(instead: Callable[[dict[str, Any]], None]) -> None:
    """The kernel accepts each of them, as figures may be applied: what every one believes would be hidden behind another."""
    one, other = "power-at-most-one", "power-at-least-one"

    def detour(name: str, through: str, claim: str) -> dict[str, Any]:
        first = {"rule": through, "with": {"c": "1", "k": "1"}, "premises": [], "conclusion": claim}
        real = stored_proofs()[name]
        return {"rule": "have", "with": {"label": "detour"}, "premises": [first, real], "conclusion": real["conclusion"]}

    there, back = detour(one, other, "1**1 >= 1"), detour(other, one, "1**1 <= 1")
    assert check(figure_sequent(one), there).figures == {other}
    assert check(figure_sequent(other), back).figures == {one}
    trees = stored_proofs()
    instead({**trees, one: there})
    assert figures.proof_applies(one) == {other}
    instead({**trees, one: there, other: back})
    assert figures.proof_applies(one) == figures.proof_applies(other) == frozenset()
    assert replay_figure(one).proof == figures.build_figure_proof(one)


@every_case(PROOFS)
def test_what_is_proved_is_the_figure(name: str) -> None:
    """Its letters, its conditions and its conclusion, neither more nor less."""
    figure, sequent = FIGURES[name], replay_figure(name).sequent
    assert sequent.kinds == figure.kinds
    assert tuple(term for _, term in sequent.assumptions) == (*figure.sides, *figure.premises)
    assert sequent.conclusion == figure.conclusion


@every_case(PROOFS)
def test_the_independent_checker_agrees(name: str) -> None:
    found = replay_figure(name)
    assert independent(sequent_json(found.sequent), as_text(found.proof)) is (name not in NOT_FOLLOWED)


@every_case(PROOFS)
def test_no_condition_is_idle(name: str) -> None:
    """Without one of its conditions a figure is not proved by the same tree, unless what is left already implies it."""
    found = replay_figure(name)
    for i, (label, _) in enumerate(found.sequent.assumptions):
        less = figure_sequent(name)
        without = type(less)(less.id, less.kinds, (*less.assumptions[:i], *less.assumptions[i + 1 :]), less.conclusion)
        assert check(without, found.proof).accepted is ((name, label) in IDLE), label


IDLE = {
    **dict.fromkeys((name, "alpha > 1") for name in ("same-law", "moment-same-law", "moment-widen")),
    ("start", "z >= 0"): None, ("gdp-start", "z >= 0"): None,
}  # fmt: skip
"""Conditions that are stated so that nobody has to think, though the proof does not need them."""


def test_beliefs_follow_the_proofs_down() -> None:
    assert beliefs(["same-law", "power-below-one", "dp-widen"]) == set()
    assert beliefs(["start"]) == {"renyi-same", "witness-in"}
    assert beliefs(["shift-reduction"]) == {"absorb", "between-far", "between-near", "winf-convolve", "witness-in"}
    assert beliefs(["log-product"]) == {"exp-log", "exp-sum", "exp-tangent"}
    assert beliefs(["post-processing"]) == {"adaptive", "close-same", "forget", "reflexive", "surely-through"}
    assert beliefs(["projection"]) == {
        "projected", "nearest", "cauchy-schwarz", "norm-sign", "norm-square", "inner-minus", "inner-symmetric"}


def test_few_are_believed() -> None:
    """A figure more that is believed is a decision: at most these many theorems of analysis and probability."""
    counts = {kind: sum(figure.kind == kind for figure in FIGURES.values()) for kind in KINDS}
    assert counts == {"definition": 56, "real": 13, "derived": 38, "believed": 38}
    assert len(ARITHMETIC) == 7
    page = (Path(__file__).parents[2] / "docs" / "trust.md").read_text(encoding="utf-8")
    assert all(f"\n{'assumed' if kind == 'believed' else kind}, {count}\n" in page for kind, count in counts.items())
    assert f"FIGURES`, {len(FIGURES)} of them" in page


def test_a_bound_that_grows_is_a_number() -> None:
    for head, positions in GROWS.items():
        wanted, result = SIGNATURES[head]
        assert result == "judgement"
        assert all(wanted[position] == "real" for position in positions)


def test_every_figure_says_why() -> None:
    for name, figure in FIGURES.items():
        assert figure.reason.endswith("."), name
        assert figure.kind in ("definition", "real", "derived") or figure.source or name in ("normal-step", "noise-sum", "cauchy-schwarz"), name
        assert all(parse(text, name, None) for text in figure.kinds)
