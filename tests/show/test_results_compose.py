"""Results compose: what has a bound can be converted, what has a certificate can be checked, and each can be explained."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pabisym
from pabisym.errors import InputError
from pabisym.lang.grammar import to_text

INSTANCE: dict[str, Any] = {"gap": [0, 1, 0, 0], "noise_variance": 1}
SPEC = {"symbols": {"n": "integer, n >= 1", "s": "real, s >= 0", "v": "real, v > 0"},
        "process": {"steps": "n", "gap": [{"at": "1", "size": "s"}], "noise": {"law": "gaussian", "variance": "v"}},
        "goal": {"divergence": "gdp"}}


@pytest.mark.parametrize("arithmetic", ["exact", "ball", "float"])
def test_an_allocation_is_converted_as_the_gaussian_bound_that_it_is(arithmetic: str) -> None:
    found = pabisym.convert(pabisym.allocate(gap=[2], noise_variance=4, arithmetic=arithmetic), epsilon=1, digits=6)
    assert found.value == pabisym.convert(gdp=1, epsilon=1, digits=6).value


def test_a_float_optimum_is_converted_by_its_upper_end() -> None:
    answers = {one: pabisym.allocate(gap=["0.1"] * 3, noise_variance="0.3", contraction="0.7", arithmetic=one) for one in ("exact", "ball")}
    answers["float"] = pabisym.allocate(gap=[0.1] * 3, noise_variance=0.3, contraction=0.7, arithmetic="float")
    assert all(Fraction(str(one.mu_squared_at())) >= answers["exact"].value for one in answers.values())


def test_the_least_noise_for_a_guarantee_is_converted_to_that_guarantee() -> None:
    found = pabisym.calibrate(**INSTANCE, gdp="1/2")
    assert pabisym.convert(found, delta="1e-6", digits=6).value == pabisym.convert(gdp="1/2", delta="1e-6", digits=6).value
    assert pabisym.check(found)


def test_a_derivation_is_converted_at_a_point_and_checked() -> None:
    found = pabisym.derive(SPEC)
    assert pabisym.convert(found, at={"n": 4, "s": 2, "v": 1}, epsilon=1).value == pabisym.convert(gdp=1, epsilon=1).value
    assert pabisym.check(found)
    with pytest.raises(InputError, match="v"):
        pabisym.convert(found, at={"n": 4, "s": 2}, epsilon=1)
    with pytest.raises(InputError, match="n >= 1"):
        pabisym.convert(found, at={"n": 0, "s": 2, "v": 1}, epsilon=1)


def test_an_allocation_and_a_theorem_are_checked_without_a_file() -> None:
    found = pabisym.check(pabisym.allocate(**INSTANCE))
    assert found.accepted
    assert "1/3" in found.conclusion
    assert pabisym.check(pabisym.theorem("feldman2018/theorem-23")).library == "same"


def test_what_bounds_nothing_is_refused_with_a_reason() -> None:
    infinite = pabisym.allocate(gap=[1], noise_variance=0)
    with pytest.raises(InputError, match="an infinite optimum bounds nothing"):
        pabisym.convert(infinite, epsilon=1)
    with pytest.raises(InputError, match="float answers have no certificate"):
        pabisym.check(pabisym.allocate(gap=[1.0], noise_variance=1.0, arithmetic="float"))
    with pytest.raises(InputError, match="has numbers and no letters"):
        pabisym.convert(pabisym.allocate(**INSTANCE), at={"n": 1}, epsilon=1)
    with pytest.raises(InputError, match="at: cannot be combined with bound"):
        pabisym.convert(pabisym.theorem("feldman2018/theorem-23").at(L=1, sigma=4, n=1000, t=10), at={"n": 1}, epsilon=1)
    with pytest.raises(InputError, match="not int"):
        pabisym.convert(3, epsilon=1)  # type: ignore[arg-type]


def test_every_result_is_explained() -> None:
    theorem = pabisym.theorem("feldman2018/theorem-23")
    optimum = pabisym.explain(pabisym.allocate(gap=[0, 1, 0, 0, 2], noise_variance=1))
    assert optimum.parts[0].title == "Why"
    assert any("cost (S_4 - S_1)^2/(N_4 - N_1) = 1/3" in one for one in optimum.parts[0].why)
    (proof,) = (part for part in pabisym.explain(theorem).parts if part.title.startswith("Proof ("))
    assert any(one.startswith("└─") or "├─" in one for one in proof.why)
    run = pabisym.privacy(examples=100, batch=10, steps=3, noise_multiplier=10, sampling="cyclic", delta="1e-5")
    (said,) = (part for part in pabisym.explain(run).parts if part.title == "from the script to the number")
    assert said.why[0].startswith("T = 3 steps in epochs of 10")
    noise = pabisym.explain(pabisym.calibrate(**INSTANCE, gdp="1/2"))
    assert [part.title for part in noise.parts[:2]] == ["guarantee: gdp(mu=1/2)", "Why"]
    with pytest.raises(InputError, match="there is no report of int"):
        pabisym.explain(3)
    with pytest.raises(InputError, match="solve with exact"):
        pabisym.explain(pabisym.allocate(gap=[1.0], noise_variance=1.0, arithmetic="float"))


def test_the_parts_of_an_explanation_have_their_formulas_as_terms() -> None:
    found = pabisym.explain(pabisym.limit(pabisym.derive(SPEC), "n", "oo"))
    assert to_text(dict(found.parts[0].formulas)["limit"]) == "0"
