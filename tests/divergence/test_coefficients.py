"""Contraction coefficients of finite, Gaussian and Laplace kernels: exact, attained, never exceeded."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from pabisym_theorems.asoodeh2020._finite_laws import divergence_in_form, mass_coefficient
from support.finite_world import divergence, pushed, random_kernel, random_law
from support.hockey_sticks import laplace_coefficient
from support.linear_program import largest_ratio

from pabisym.divergence.contraction import (
    compose,
    dobrushin,
    finite_coefficient,
    finite_divergence,
    gaussian_coefficient,
    push,
    read_kernel,
    read_law,
)
from pabisym.divergence.evaluate import enclose
from pabisym.divergence.hockey_stick import theta
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import to_fraction

GAMMAS = [Fraction(1), Fraction(3, 2), Fraction(2), Fraction(13, 4)]
BINARY = [["9/10", "1/10"], ["2/5", "3/5"]]


def exact(enclosure: object) -> Fraction:
    value = enclosure.rational  # type: ignore[attr-defined]
    assert value is not None
    return to_fraction(value)


@pytest.mark.parametrize("form", ["parts", "density", "norm", "events"])
def test_every_form_is_the_largest_difference_over_events(form: str) -> None:
    rng = random.Random(form)
    for _ in range(60):
        points = rng.randint(1, 5)
        p, q, gamma = random_law(rng, points), random_law(rng, points), rng.choice(GAMMAS)
        assert exact(divergence_in_form(p, q, form, gamma=gamma)) == divergence(p, q, gamma)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["parts", "density", "norm", "events"])
def test_irrational_levels_are_enclosed_in_every_form(form: str) -> None:
    found = divergence_in_form(["9/10", "1/10"], ["2/5", "3/5"], form, 20, epsilon="1/2")  # type: ignore[arg-type]
    other = enclose(parse("9/10 - 2/5*exp(1/2)"), {}, 30)
    assert Fraction(found.lower) <= Fraction(other.lower) <= Fraction(other.upper) <= Fraction(found.upper)


def test_the_coefficient_is_what_linear_programs_over_input_laws_find() -> None:
    rng = random.Random(8)
    for _ in range(40):
        kernel, gamma = random_kernel(rng, rng.randint(2, 4), rng.randint(2, 4)), rng.choice(GAMMAS)
        value = exact(finite_coefficient(kernel, gamma=gamma))
        assert value == largest_ratio(kernel, gamma, 4 * 32**2)


def test_no_pair_of_inputs_exceeds_the_coefficient_and_points_attain_it() -> None:
    rng = random.Random(3)
    for _ in range(80):
        kernel, gamma = random_kernel(rng, rng.randint(2, 5), rng.randint(2, 5)), rng.choice(GAMMAS)
        value = exact(finite_coefficient(kernel, gamma=gamma))
        p, q = random_law(rng, len(kernel)), random_law(rng, len(kernel))
        assert divergence(pushed(p, kernel), pushed(q, kernel), gamma) <= value * divergence(p, q, gamma)
        assert value == max(divergence(row, other, gamma) for row in kernel for other in kernel)
        assert value <= exact(dobrushin(kernel))


def test_inputs_that_are_close_contract_more_and_the_bound_is_attained() -> None:
    rng = random.Random(5)
    for _ in range(40):
        kernel, gamma, mass = random_kernel(rng, 3, 3), rng.choice(GAMMAS), Fraction(rng.randint(1, 8), 8)
        value = exact(mass_coefficient(kernel, mass, gamma=gamma))
        assert value <= mass * exact(finite_coefficient(kernel, gamma=gamma))
        reached = set()
        for i in range(3):
            for j in {0, 1, 2} - {i}:
                nu = [Fraction(int(k == j)) for k in range(3)]
                mu = [mass * int(k == i) + (1 - mass) * n for k, n in enumerate(nu)]
                assert divergence(mu, nu, gamma) == mass
                reached.add(divergence(pushed(mu, kernel), pushed(nu, kernel), gamma))
        assert max(reached) == value


def test_a_path_contracts_at_least_by_the_product() -> None:
    rng = random.Random(6)
    for _ in range(40):
        first, second, gamma = random_kernel(rng, 3, 4), random_kernel(rng, 4, 2), rng.choice(GAMMAS)
        rows = compose(read_kernel(first), read_kernel(second))
        parts = [exact(finite_coefficient(one, gamma=gamma)) for one in (first, second)]
        assert [[to_fraction(x) for x in row] for row in rows] == [list(pushed(row, second)) for row in first]
        assert exact(finite_coefficient(rows, gamma=gamma)) <= parts[0] * parts[1]


def test_the_binary_channel_has_its_closed_form() -> None:
    for a, b in [("1/10", "2/5"), ("2/5", "1/10"), ("1/2", "1/2"), ("0", "0")]:
        x, y = Fraction(a), Fraction(b)
        for gamma in GAMMAS:
            wanted = max(1 - x - gamma * y, 1 - y - gamma * x, Fraction(0))
            assert exact(finite_coefficient([[1 - x, x], [y, 1 - y]], gamma=gamma)) == wanted


def test_noise_on_bounded_sets() -> None:
    assert gaussian_coefficient(3, 2, 20, gamma=2) == theta("3/2", 20, gamma=2)
    assert gaussian_coefficient(3, 2, 20, epsilon="1/3") == theta("3/2", 20, epsilon="1/3")
    assert gaussian_coefficient(1, 1, 12, gamma=1).lower.startswith("0.38292492254")
    assert laplace_coefficient(2, 1, 8, gamma="3/2").lower.startswith("0.54944154")
    assert exact(laplace_coefficient(1, 1, epsilon=1)) == 0, "no event tells more than e^(diameter/scale)"


@pytest.mark.parametrize("coefficient", [gaussian_coefficient, laplace_coefficient])
def test_noise_at_the_ends_of_the_scale(coefficient: object) -> None:
    assert exact(coefficient("inf", 1, gamma=2)) == 1  # type: ignore[operator]
    assert exact(coefficient(1, 0, gamma=2)) == 1  # type: ignore[operator]
    assert exact(coefficient(0, 0, gamma=2)) == 0  # type: ignore[operator]


def test_a_law_is_pushed_through() -> None:
    assert [str(p) for p in push(read_law(["1/2", "1/2"], "law"), read_kernel(BINARY))] == ["13/20", "7/20"]


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: finite_coefficient([["1/2", "1/3"]], gamma=1), "kernel[0]"),
        (lambda: finite_coefficient([["1/2", "1/2"], ["1"]], gamma=1), "kernel[1]"),
        (lambda: finite_coefficient([], gamma=1), "kernel"),
        (lambda: finite_coefficient("rows", gamma=1), "kernel"),
        (lambda: finite_coefficient(BINARY, gamma="1/2"), "gamma"),
        (lambda: finite_coefficient(BINARY, epsilon=-1), "epsilon"),
        (lambda: finite_coefficient(BINARY), "gamma"),
        (lambda: finite_divergence(["1"], ["1/2", "1/2"], gamma=1), "second"),
        (lambda: divergence_in_form(["1"], ["1"], "other", gamma=1), "form"),  # type: ignore[arg-type]
        (lambda: divergence_in_form(["1/20"] * 20, ["1/20"] * 20, "events", gamma=1), "form"),
        (lambda: mass_coefficient(BINARY, 0, gamma=1), "mass"),
        (lambda: gaussian_coefficient(-1, 1, gamma=1), "diameter"),
        (lambda: gaussian_coefficient(1, -1, gamma=1), "std"),
        (lambda: laplace_coefficient(1, -1, gamma=1), "scale"),
        (lambda: push(read_law(["1"], "law"), read_kernel(BINARY)), "kernel"),
    ],
)
def test_unusable_input_names_its_field(call: object, field: str) -> None:
    with pytest.raises(InputError) as caught:
        call()  # type: ignore[operator]
    assert caught.value.field == field
