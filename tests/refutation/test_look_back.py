"""Bounds that look back as far as a claim says are proved bounds: nowhere below the optimum, and at it where that is how far it looks back."""

from __future__ import annotations

from fractions import Fraction

from pabisym.derivation.optimum import optimum, value_at
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import TWO
from pabisym.library.library import builtin
from pabisym.refutation.look_back import look_backs, with_floors
from pabisym.spec.read import read_spec

FULL = {
    "symbols": {"T": "integer, T >= 1", "s": "real, s > 0", "D": "real, D > 0"},
    "process": {"steps": "T", "diameter": "D", "gap": [{"each": "s"}], "noise": {"law": "gaussian", "variance": "1"}},
    "goal": {"divergence": "gdp"},
}


def test_a_claim_names_how_far_to_look_back() -> None:
    spec = read_spec(FULL)
    found = list(look_backs(spec, with_floors(parse("3*D*s + s**2*ceiling(D/s)", "claim")), TWO, builtin()))
    assert len(found) == 2
    assert all(one.verdict.accepted for one in found)
    whole = {"T": Fraction(9), "s": Fraction(1), "D": Fraction(3)}
    assert [value_at(one.bound, whole) for one in found] == [9, 9]
    assert optimum(spec, whole) == 9
    point = {"T": Fraction(30), "s": Fraction(1), "D": Fraction(7, 2)}
    best = optimum(spec, point)
    assert best is not None
    assert [value_at(one.bound, point) for one in found] == [Fraction(225, 16), Fraction(289, 20)]
    assert best == Fraction(225, 16)


def test_without_a_rounded_number_or_a_diameter_nothing_is_looked_back() -> None:
    assert list(look_backs(read_spec(FULL), parse("4*D*s", "claim"), TWO, builtin())) == []
    open_domain = {**FULL, "process": {name: value for name, value in FULL["process"].items() if name != "diameter"}}  # type: ignore[attr-defined]
    assert list(look_backs(read_spec(open_domain), with_floors(parse("ceiling(D/s)", "claim")), TWO, builtin())) == []


def test_rounding_up_is_written_as_rounding_down() -> None:
    assert to_text(with_floors(parse("1 + ceiling(x/2)", "formula"))) == "1 - floor(-(x/2))"
