"""Contractions, noise and gaps that are formulas in the step, by the taut string in letters: sums are atoms, closed where that is proved."""

from pathlib import Path
from typing import Any

import pytest

from pabisym.derivation.carrying import derive_pieces
from pabisym.derivation.derive import derive
from pabisym.derivation.pair_in_pieces import attained_in_pieces
from pabisym.derivation.shapes.problem import Derived, NoClosedForm, Problem
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import TWO
from pabisym.library.library import builtin
from pabisym.shift.letters.pooling import Leaf, leaves, taut_string
from pabisym.spec.read import read_spec

SPECS = Path(__file__).resolve().parents[1] / "specs"
LETTERS = {"T": "integer, T >= 2", "t": "integer, 1 <= t, t < u", "u": "integer, t < u, u <= T", "g": "real, g > 0", "h": "real, h > 0",
           "v": "real, v > 0"}


def in_letters(source: Any) -> Derived:
    """The bound of order 2 by the taut string in letters alone."""
    spec = read_spec(source)
    iteration, scope = spec.process.iteration(), spec.scope()
    answer = taut_string(iteration, scope.kinds, [term for _, term in scope.known])
    return derive_pieces(Problem(iteration, dict(scope.kinds), dict(scope.known), TWO), answer, builtin())


def full_batch(contraction: str) -> dict[str, Any]:
    return {"symbols": {name: LETTERS[name] for name in "Tgv"}, "goal": {"divergence": "gdp"},
            "process": {"steps": "T", "contraction": contraction, "gap": [{"each": "g"}], "noise": {"law": "gaussian", "variance": "v"}}}


@pytest.mark.parametrize(("name", "bound"), [
    ("single-impulse-growing-noise", "2*s**2/(sigma**2*(n - t + 1)*(n + t))"),
    ("step-sizes-harmonic", "4*L**2/(sigma**2*t**2*(sum(1/i**2, i, 1, n) - sum(1/i**2, i, 1, t - 1)))")])
def test_a_record_under_noise_that_changes_is_exact_by_proof(name: str, bound: str) -> None:
    found = in_letters(SPECS / f"{name}.toml")
    assert found.verdict.accepted
    assert to_text(found.bound) == bound
    assert found.strand is not None
    assert attained_in_pieces(found, *found.strand, found.bound).apart.verdict.accepted


def test_gaps_that_fall_against_the_noise_are_one_block() -> None:
    found = in_letters(full_batch("k/(k + 1)"))
    assert to_text(found.bound) == "3*T*g**2*(T + 3)**2/(2*v*(2*T**2 + 9*T + 13))"
    assert found.strand is not None
    assert attained_in_pieces(found, *found.strand, found.bound).apart.verdict.accepted


def test_gaps_that_grow_against_the_noise_are_paid_at_once() -> None:
    source = {**full_batch("1"), "process": {**full_batch("1")["process"], "gap": [{"each": "g*k"}]}}
    found = in_letters(source)
    assert to_text(found.bound) == "T*g**2*(T + 1)*(2*T + 1)/(6*v)"
    assert found.strand is not None
    (leaf,) = leaves(found.strand[1])
    assert isinstance(leaf, Leaf)
    assert leaf.blocks[0].whole.begin is not None
    assert attained_in_pieces(found, *found.strand, found.bound).apart.verdict.accepted


@pytest.mark.campaign
def test_two_records_under_noise_that_grows_are_two_blocks_or_one() -> None:
    found = derive({"symbols": LETTERS, "goal": {"divergence": "gdp"}, "process": {
        "steps": "T", "gap": [{"at": "t", "size": "g"}, {"at": "u", "size": "h"}], "noise": {"law": "gaussian", "variance": "v*k"}}})
    assert (found.derived.shape, found.tightness, found.tightness_by) == ("the taut string in letters", "exact", "proof")
    joined = "(g + h)**2/(v*(sum(i, i, 1, T) - sum(i, i, 1, t - 1)))"
    assert joined in to_text(found.mu_squared)
    assert parse(joined) != found.mu_squared


def test_two_records_under_noise_that_falls_are_two_blocks_or_one() -> None:
    found = in_letters({"symbols": LETTERS, "goal": {"divergence": "gdp"}, "process": {
        "steps": "T", "gap": [{"at": "t", "size": "g"}, {"at": "u", "size": "h"}], "noise": {"law": "gaussian", "variance": "v/k"}}})
    assert found.verdict.accepted
    assert "(g + h)**2/(v*(sum(1/i, i, 1, T) - sum(1/i, i, 1, t - 1)))" in to_text(found.bound)


@pytest.mark.parametrize("contraction", ["1 - h/k", *(pytest.param(one, marks=pytest.mark.campaign) for one in (
    "sqrt(k/(k + h))", "1 + h/k**2"))])
def test_the_product_of_contractions_that_are_any_formula_is_told_by_logarithms(contraction: str) -> None:
    symbols = {"h": "real, 0 < h, h < 1", "T": LETTERS["T"], "t": "integer, 1 <= t, t <= T", "g": LETTERS["g"], "v": LETTERS["v"]}
    found = derive({"symbols": symbols, "goal": {"divergence": "gdp"}, "process": {
        "steps": "T", "contraction": contraction, "gap": [{"at": "t", "size": "g"}], "noise": {"variance": "v"}}})
    assert (found.derived.shape, found.tightness, found.statement.verdict.accepted) == ("the taut string in letters", "exact", True)
    assert found.longer >= 10


def test_a_contraction_that_may_be_zero_has_no_logarithm() -> None:
    process = {**full_batch("k - 1")["process"], "gap": [{"at": "1", "size": "g"}]}
    with pytest.raises(NoClosedForm, match="the taut string is found and not proved"):
        in_letters({**full_batch("k - 1"), "process": process})
