"""Limits of derived prices: proved with a remainder that vanishes, or computed and called so."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from pabisym.derivation.asymptotics import Limit, limit, price_limit, read_target
from pabisym.derivation.derive import Derivation, derive
from pabisym.derivation.optimum import value_at
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError
from pabisym.kernel.check import check
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import Call
from pabisym.library.library import builtin
from pabisym.process.sequence import names
from pabisym.spec.read import read_spec

SPECS = Path(__file__).parent.parent / "specs"


@cache
def derived(name: str) -> Derivation:
    return derive(SPECS / f"{name}.toml")


CASES = [
    ("constant-gap-contractive", "T", "oo", "s**2*(1 + c)/(sigma**2*(1 - c))", "from below"),
    ("single-impulse", "n", "oo", "0", "from above"),
    pytest.param("multi-epoch", "n", "oo", "0", "from above", marks=pytest.mark.campaign),
    pytest.param("start-shift", "T", "oo", "0", "from above", marks=pytest.mark.campaign),
    pytest.param("constant-gap-contractive", "c", "1", "T*s**2/sigma**2", "", marks=pytest.mark.campaign),
]


@pytest.mark.parametrize(("name", "letter", "to", "value", "direction"), CASES)
def test_a_limit_is_proved(name: str, letter: str, to: str, value: str, direction: str) -> None:
    found = limit(derived(name), letter, to)
    assert (found.status, found.direction) == ("proved", direction)
    assert found.value is not None
    for point in derived(name).spec.points(10, seed=3):
        assert value_at(found.value, point) == value_at(parse(value), point)
    within_the_remainder(derived(name), found)
    replays(found)


def within_the_remainder(own: Derivation, found: Limit) -> None:
    """What is claimed, at random points of the domains that are near the limit: |price - leading| <= remainder."""
    assert found.leading is not None
    assert found.remainder is not None
    met = 0
    for point in own.spec.points(60, seed=4):
        if not all(decide(term, point) == "true" for term in found.near):
            continue
        distance = value_at(own.square, point) - value_at(found.leading, point)
        assert abs(distance) <= value_at(found.remainder, point)
        met += 1
    assert met > 0


def replays(found: Limit) -> None:
    """The proofs stand, and not for a remainder of another sign."""
    for one in found.proofs:
        theorems = {name: own.sequent for name, own in one.own.items()}
        theorems |= {name: builtin().statement(name).sequent for name in one.verdict.theorems if name in builtin().files}
        assert check(one.sequent, one.tree, theorems).accepted
        relation = one.sequent.conclusion
        assert isinstance(relation, Call)
        if relation.args[1] == parse("0"):
            continue
        less = Call(relation.head, (relation.args[0], Call("/", (relation.args[1], parse("-3")))))
        assert not check(replace(one.sequent, conclusion=less), one.tree, theorems).accepted


def test_what_grows_without_bound_says_how() -> None:
    found = limit(derived("multi-epoch"), "E", "oo")
    assert (found.status, to_text(found.value)) == ("proved", "oo")  # type: ignore[arg-type]
    for point in derived("multi-epoch").spec.points(10, seed=3):
        assert value_at(found.leading, point) == value_at(parse("4*E*L**2/(n*sigma**2)"), point)  # type: ignore[arg-type]
    within_the_remainder(derived("multi-epoch"), found)


def test_a_letter_that_does_not_occur_changes_nothing() -> None:
    found = limit(derived("single-impulse"), "eta", "0")
    assert (found.status, found.direction, found.value) == ("proved", "constant", derived("single-impulse").square)


def test_what_is_not_proved_is_called_computed_and_shown() -> None:
    found = limit(derived("constant-gap-contractive"), "c", "0")
    assert (found.status, found.proofs, found.remainder) == ("computed", (), None)
    ends = [(Fraction(value.lower), Fraction(value.upper)) for _, value in found.points]
    assert len(ends) == 4
    assert all(low <= high for low, high in ends)
    assert abs(ends[3][0] - ends[2][0]) < abs(ends[1][0] - ends[0][0])


@pytest.mark.parametrize(("letter", "to", "side", "words"), [
    ("q", "oo", "", "is not a letter"),
    ("T", "3", "", "is an integer"),
    ("c", "2", "", "does not come near"),
    ("c", "oo", "", "is bounded in its domain"),
    ("c", "1/2", "", "from both sides"),
    ("c", "1", "left", "is no side"),
    ("c", "1", "above", "does not come near"),
])
def test_limits_that_make_no_sense(letter: str, to: str, side: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        limit(derived("constant-gap-contractive"), letter, to, side)


def test_powers_that_are_not_expanded_are_left_to_numbers() -> None:
    spec = read_spec((SPECS / "single-impulse-contractive.toml").read_text(encoding="utf-8").replace("0 < c < 1", "c > 0"))
    found = price_limit(parse("c**(2*n - 2*t)*L**2/(1 + c)"), spec, "c", "oo")
    assert (found.status, found.value) == ("computed", None)


def test_targets_as_they_are_written() -> None:
    assert read_target("T=oo") == ("T", "oo", "")
    assert read_target(" c = 1/2 : above") == ("c", "1/2", "above")
    for text in ("T", "T=", "=oo"):
        with pytest.raises(InputError, match="is not a limit"):
            read_target(text)


@pytest.mark.parametrize(
    ("letter", "to", "value"),
    [("T", "oo", "s**2/sigma**2*(D/s + floor(sqrt((D/s)**2 + 1/4) + 1/2))**2/floor(sqrt((D/s)**2 + 1/4) + 1/2)"), ("D", "0", "s**2/sigma**2"),
     ("D", "oo", "T*s**2/sigma**2")],
)
def test_a_price_with_a_minimum_and_a_rounded_number_has_limits_by_its_parts(letter: str, to: str, value: str) -> None:
    spec = read_spec(SPECS / "diameter-full-batch.toml")
    price = parse("s**2/sigma**2*min(T, (D/s + floor(sqrt((D/s)**2 + 1/4) + 1/2))**2/floor(sqrt((D/s)**2 + 1/4) + 1/2))")
    found = price_limit(price, spec, letter, to)
    assert found.status == "computed"
    assert found.value is not None
    for point in spec.points(10, seed=3):
        far = {**point, letter: Fraction(10**9) if to == "oo" else Fraction(1, 10**9)}
        near = parse(f"abs(({to_text(price)}) - ({to_text(found.value)})) <= ({to_text(found.value)})/10**4", "near", None)
        assert decide(near, far) == "true"
    assert letter not in names(found.value)
    assert all(decide(parse(f"({to_text(found.value)}) == {value}", "value", None), point) != "false" for point in spec.points(10, seed=3))


def test_a_rounded_number_that_jumps_at_the_limit_has_none() -> None:
    spec = read_spec(SPECS / "diameter-full-batch.toml")
    assert price_limit(parse("floor(s/D)*sigma"), spec, "D", "0").value is None
    assert price_limit(parse("floor(1 - D)"), spec, "D", "0").value is None
    assert price_limit(parse("D - floor(D)"), spec, "D", "oo").value is None
    assert price_limit(parse("floor(D)/D"), spec, "D", "oo").value == parse("1")
