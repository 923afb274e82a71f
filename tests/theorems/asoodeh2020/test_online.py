"""Privacy against regret of randomly stopped online gradient descent: by a second route, in the right order, above an exact law."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import mpmath
import pytest
from pabisym_theorems.asoodeh2020._online_figures import SETTING, draw, regret_bound, regret_on_page, tradeoff

from pabisym.divergence.evaluate import decide, enclose
from pabisym.errors import InputError
from pabisym.exact_law.chains import clipped_chain
from pabisym.lang.grammar import parse
from pabisym.library.library import builtin
from pabisym.numerics.enclosure import Enclosure


def low(value: Enclosure) -> Fraction:
    return Fraction(value.lower)


def high(value: Enclosure) -> Fraction:
    return Fraction(value.upper)


def theta(gamma: mpmath.mpf, r: mpmath.mpf) -> mpmath.mpf:
    tilt = mpmath.log(gamma) / r
    return mpmath.ncdf(r / 2 - tilt) - gamma * mpmath.ncdf(-r / 2 - tilt)


@pytest.mark.parametrize("noise", ["gradient", "iterate"])
def test_all_bounds_by_a_second_route(noise: str) -> None:
    n, M, D, d, amount = 5, 2, 3, 4, Fraction(5, 2)
    (found,) = tradeoff([amount], noise, rounds=n, epsilon="1/2", gradient=M, diameter=D, dimension=d)  # type: ignore[arg-type]
    with mpmath.workdps(30):
        gamma, a = mpmath.exp(mpmath.mpf("0.5")), mpmath.mpf("2.5")
        eta = [D / (M * mpmath.sqrt(t)) for t in range(1, n + 1)]
        sigma = [a if noise == "gradient" else a / e for e in eta]
        s = [e * x for e, x in zip(eta, sigma, strict=True)]
        least = min(s)
        page = theta(gamma, 2 * D / least) / (n * (1 - theta(gamma, D / least)))
        steps, strings = [], []
        for i in range(n):
            own, shift = mpmath.mpf(0), mpmath.mpf(0)
            for t in range(i, n):
                own += theta(gamma, 2 * eta[i] * M / s[i]) * mpmath.fprod(theta(gamma, D / s[j]) for j in range(i + 1, t + 1))
                shift += theta(gamma, 2 * eta[i] * M / mpmath.sqrt(mpmath.fsum(x**2 for x in s[i : t + 1])))
            steps.append(own / n)
            strings.append(shift / n)
        regret = mpmath.mpf(3) * M * D / (2 * mpmath.sqrt(n)) + mpmath.mpf(d) / (2 * n) * mpmath.fsum(
            e * x**2 for e, x in zip(eta, sigma, strict=True))  # fmt: skip
        expected = {"page": page, "stepwise": max(steps), "string": max(strings), "regret": regret}
        for name, value in expected.items():
            one = getattr(found, name)
            assert mpmath.mpf(one.lower) * (1 - mpmath.mpf(10) ** -9) <= value <= mpmath.mpf(one.upper) * (1 + mpmath.mpf(10) ** -9), name


@pytest.mark.parametrize("noise", ["gradient", "iterate"])
def test_more_noise_is_more_private_and_more_regretted(noise: str) -> None:
    points = tradeoff(["1/2", 1, 2, 8], noise, **{**SETTING, "rounds": 12})  # type: ignore[arg-type]
    for less, more in pairwise(points):
        assert high(more.stepwise) < low(less.stepwise)
        assert high(more.string) < low(less.string)
        assert low(more.regret) > high(less.regret)
    for point in points:
        assert low(point.stepwise) <= high(point.page)
        assert high(point.regret) < low(point.regret_on_page)


def test_the_regret_is_that_of_the_statements() -> None:
    at = {"n": 7, "M": 2, "D": 3, "d": 2}
    statement = builtin().statement("asoodeh2020/proposition-3")
    (point,) = tradeoff(["5/3"], rounds=7, epsilon=1, gradient=2, diameter=3, dimension=2)
    page = enclose(parse(statement.bound), {**at, "sigma": "5/3"}, 10)
    assert low(point.regret) <= high(page)
    assert low(page) <= high(point.regret)
    examples = {"gradient": "B/sqrt(n)*(3*M/2 + d*s**2/M)", "iterate": "M/2*(3*B/sqrt(n) + d*s**2*sqrt(n)/B)"}
    for noise, text in examples.items():
        ours = regret_on_page(noise)  # type: ignore[arg-type]
        assert decide(parse(f"abs({ours} - ({text})) < 1/10**40"), {**at, "B": 3, "s": "5/3", "noise": "5/3"}) == "true"
        assert decide(parse(f"{regret_bound(noise)} < {ours}"), {**at, "noise": "5/3"}) == "true"  # type: ignore[arg-type]


def test_an_exact_law_is_below_all_of_them() -> None:
    """One round on [0, 1] with costs w and -w: the updates of 1/2 are 2 apart."""
    for sigma in ("1/2", "2", "5"):
        (point,) = tradeoff([sigma], rounds=1, epsilon=0, gradient=1, diameter=1, dimension=1)
        laws = [clipped_chain(lower=0, upper=1, steps=1, start="1/2", offset=[side], noise_variance=Fraction(sigma) ** 2) for side in (1, -1)]
        truth = laws[0].hockey_stick(laws[1], 9, epsilon=0)
        for bound in (point.page, point.stepwise, point.string):
            assert low(truth) <= high(bound)
        assert low(point.string) <= high(truth)


@pytest.mark.parametrize(("field", "change"), [
    ("rounds", {"rounds": "3/2"}), ("rounds", {"rounds": 201}), ("epsilon", {"epsilon": -1}), ("diameter", {"diameter": 0}),
    ("dimension", {"dimension": "1/2"}), ("gradient", {"gradient": -1}), ("amounts", {"amounts": [0]}),
])  # fmt: skip
def test_parameters_outside_are_refused(field: str, change: dict[str, object]) -> None:
    with pytest.raises(InputError, match=field):
        tradeoff(**{"amounts": [1], **SETTING, **change})  # type: ignore[arg-type]


def test_it_is_drawn(tmp_path: Path) -> None:
    points = tradeoff([1, 4], **{**SETTING, "rounds": 3})
    draw([("one", points), ("two", points)], tmp_path / "tradeoff.svg", "both")
    assert "<svg" in (tmp_path / "tradeoff.svg").read_text(encoding="utf-8")
