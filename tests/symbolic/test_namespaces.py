"""Namespaces take numbers as people have them, and formulas of divergences agree with second routes."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log, pi, sqrt
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy
from scipy import integrate

import pabisym as pb
from pabisym.errors import InputError

HALF = sympy.Rational(1, 2)


def test_laws_take_numbers_of_every_library() -> None:
    assert pb.laws.finite_chain([HALF, HALF], [[HALF, mpmath.mpf("0.5")], [0, np.int64(1)]]) == pb.laws.finite_chain(["1/4", "3/4"])
    first = pb.laws.gaussian_chain(steps=np.int64(1), noise=sympy.Integer(1), start=sympy.Rational(3, 2))
    assert first.renyi(pb.laws.gaussian_chain(steps=1, noise=1), 2).exact == Fraction(9, 4)
    parts = [(HALF, pb.laws.finite_chain([1, 0])), ("1/2", pb.laws.finite_chain([0, 1]))]
    assert pb.laws.mixture(parts) == pb.laws.finite_chain(["1/2", "1/2"])
    assert pb.plots.record_map(np.int64(2), sympy.Integer(4)).values == pb.plots.record_map(2, 4).values


def test_laws_are_where_divergences_are_read_off() -> None:
    p, q = ["1/2", "1/3", "1/6"], ["1/4", "1/4", "1/2"]
    first, second = pb.laws.finite_chain(p), pb.laws.finite_chain(q)
    for gamma in (1, "3/2", 3):
        assert pb.divergences.finite_hockey_stick(gamma, p, q).at() == first.hockey_stick(second, gamma=gamma)
    for order in (2, "5/2"):
        assert abs(float(pb.divergences.finite_renyi(order, p, q).at()) - float(first.renyi(second, order))) < 1e-13


@pytest.mark.parametrize("order", [1.5, 2, 7])
@pytest.mark.parametrize("scale", [0.5, 2])
def test_laplace_divergences_agree_with_quadrature(order: float, scale: float) -> None:
    p, q = (lambda x, mean=mean: exp(-abs(x - mean) / scale) / (2 * scale) for mean in (1, 0))
    power = sum(integrate.quad(lambda x: p(x) ** order * q(x) ** (1 - order), *ends)[0] for ends in ((-40, 0), (0, 1), (1, 41)))
    exact = [sympy.Rational(str(one)) for one in (order, scale)]
    assert float(pb.divergences.laplace_renyi(exact[0], 1, exact[1]).at()) == pytest.approx(log(power) / (order - 1), rel=1e-7)
    gamma = exp(0.3)
    part = sum(integrate.quad(lambda x: max(p(x) - gamma * q(x), 0), *ends)[0] for ends in ((-40, 0), (0, 1), (1, 41)))
    found = pb.divergences.laplace_hockey_stick(sympy.exp(sympy.Rational(3, 10)), 1, exact[1]).at()
    assert float(found) == pytest.approx(part, abs=1e-7)


@pytest.mark.parametrize("rate", [0.1, 0.5, 1])
def test_the_sampled_gaussian_agrees_with_quadrature(rate: float) -> None:
    share, gamma = sympy.Rational(str(rate)), 1.5
    q, z = (lambda x, mean=mean: exp(-((x - mean) ** 2) / 2) / sqrt(2 * pi) for mean in (0, 1))
    part = integrate.quad(lambda x: max((1 - rate) * q(x) + rate * z(x) - gamma * q(x), 0), -10, 12, limit=300, points=[0, 1, 2, 3])[0]
    assert float(pb.divergences.sampled_gaussian_hockey_stick("3/2", share).at()) == pytest.approx(part, abs=1e-7)
    if rate < 1:
        square = integrate.quad(lambda x: ((1 - rate) * q(x) + rate * z(x)) ** 2 / q(x), -10, 14)[0]
        assert float(pb.divergences.sampled_gaussian_renyi(2, share).at()) == pytest.approx(log(square), rel=1e-7)


def test_the_contraction_of_rows_is_their_largest_divergence() -> None:
    rows = [["1/2", "1/4", "1/4"], ["1/8", "3/8", "1/2"], [0, "1/2", "1/2"]]
    for gamma in (1, "6/5", 2):
        wanted = max(pb.divergences.finite_hockey_stick(gamma, p, q).at().exact or Fraction(0) for p in rows for q in rows)
        assert pb.divergences.finite_contraction(gamma, rows).at().exact == wanted == pb.Finite(rows).contraction(gamma).at().exact
    assert pb.divergences.dobrushin(rows) == pb.divergences.finite_contraction(1, rows)


def test_conditions_of_divergences_are_kept() -> None:
    order = sympy.Symbol("alpha", real=True)
    found = pb.divergences.laplace_renyi(order, 1)
    assert [str(one) for one in found.assumptions] == ["alpha > 1"]
    with pytest.raises(InputError, match="alpha > 1"):
        found.at(alpha=1)


def refused() -> dict[str, tuple[Any, str]]:
    d = pb.divergences
    return {
        "an order below 1": (lambda: d.gaussian_renyi("1/2", 1), "order >= 1"), "no noise": (lambda: d.gaussian_gdp(1, 0), "std > 0"),
        "a level below 1": (lambda: d.gaussian_hockey_stick("1/2", 1), "gamma >= 1"), "a rate above 1": (lambda: d.sampled_gaussian_renyi(2, 2), "rate <= 1"),
        "an infinite divergence": (lambda: d.finite_renyi(2, [1, 0], [0, 1]), "the divergence is infinite"), "no law": (lambda: d.dobrushin([["1/2"]]), "is no law"),
        "a float": (lambda: d.gaussian_renyi(2, 0.5), "0.5 is a float"), "a letter without a domain": (lambda: d.gaussian_renyi("alpha", 1), "alpha has no domain"),
    }  # fmt: skip


@pytest.mark.parametrize("case", refused())
def test_what_has_no_divergence_is_refused(case: str) -> None:
    make, problem = refused()[case]
    with pytest.raises(InputError, match=problem):
        make()


def test_a_renyi_bound_is_converted_as_text_expression_or_formula() -> None:
    order = sympy.Symbol("alpha", real=True)
    bounds = ("alpha/18", order / 18, pb.divergences.gaussian_renyi(order, 1, 3))
    found = [pb.convert(renyi=one, delta=sympy.Rational(1, 1000), digits=5).value for one in bounds]
    assert found[0] == found[1] == found[2]
    both = pb.convert(gdp=np.array([3, 4]), epsilon=1, digits=6).value
    assert both == pb.convert(gdp=[3, sympy.Integer(4)], epsilon=1, digits=6).value


def test_what_is_no_formula_of_sympy_is_refused_by_the_name_of_the_argument() -> None:
    with pytest.raises(pb.InputError, match=r"^renyi: the grammar cannot say True"):
        pb.convert(renyi=sympy.true, epsilon=1)
