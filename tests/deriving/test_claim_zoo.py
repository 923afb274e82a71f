"""A zoo of claims: every true one is proved, every false one refuted with an instance that stands by itself."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pabisym.evaluate.ball import exact_value
from pabisym.expression import parse
from pabisym.number import to_fraction
from pabisym.refute.search import refute

SPECS = Path(__file__).parent.parent / "specs"
ZOO = [
    # one pass, record t of n: 2 alpha L^2/(sigma^2 (n - t + 1)) is exact
    ("single-impulse", "2*alpha*L**2/(sigma**2*(n - t + 1))", True),
    ("single-impulse", "2*alpha*L**2/sigma**2", True),
    ("single-impulse", "4*alpha*L**2/(sigma**2*(n - t + 1))", True),
    ("single-impulse", "2*alpha*L**2/(sigma**2*(n - t + 2))", False),
    ("single-impulse", "alpha*L**2/(sigma**2*(n - t + 1))", False),
    ("single-impulse", "2*alpha*L**2/(sigma**2*n)", False),
    ("single-impulse", "2*alpha*L/(sigma**2*(n - t + 1))", False),
    # a distance at the start: alpha z^2/(2 T sigma^2), and not without the square
    ("start-shift", "alpha*z**2/(2*T*sigma**2)", True),
    ("start-shift", "alpha*z**2/(2*sigma**2)", True),
    ("start-shift", "alpha*z/(2*T*sigma**2)", False),
    ("start-shift", "alpha*z**2/(2*(T + 1)*sigma**2)", False),
    # equal gaps under contraction c < 1
    ("constant-gap-contractive", "alpha*s**2*(1 + c)*(1 - c**T)/(2*sigma**2*(1 - c)*(1 + c**T))", True),
    ("constant-gap-contractive", "alpha*T*s**2/(4*sigma**2)", False),
    ("constant-gap-contractive", "alpha*s**2/(2*sigma**2)", False),
    # epochs
    ("multi-epoch", "2*alpha*L**2/sigma**2*((E - 1)/n + 1/(n - i + 1))", True),
    ("multi-epoch", "2*alpha*L**2/sigma**2*E/n", False),
    ("multi-epoch", "2*alpha*L**2*E/sigma**2", True),
    ("constant-gap-expanding", "alpha*T*s**2/(2*sigma**2)", True),
    ("constant-gap-expanding", "alpha*s**2/(2*sigma**2)", False),
    ("public-tail", "2*alpha*L**2/(sigma**2*(n + m - t + 1))", True),
]


def claimed(name: str, bound: str) -> str:
    return (SPECS / f"{name}.toml").read_text(encoding="utf-8") + f'\n[claim]\nbound = "{bound}"\n'


@pytest.mark.parametrize(("name", "bound", "true"), ZOO)
def test_the_zoo(name: str, bound: str, true: bool) -> None:
    decision = refute(claimed(name, bound))
    assert decision.status == ("proved" if true else "refuted"), decision.reason
    if true:
        return
    point = dict(decision.at)
    worst = decision.worst_case
    assert worst is not None
    value = exact_value(parse(bound), point)
    assert value is not None
    assert to_fraction(value) < point["alpha"] * exact_divergence(worst) / 2


def exact_divergence(worst: object) -> Fraction:
    """(mean difference)^2/variance of the linear pair of a counterexample, recomputed here from its data alone."""
    assert isinstance(worst, dict)
    instance = worst["instance"]
    mean, variance = Fraction(instance["start_shift"]), Fraction(0)

    def at(key: str, step: int) -> Fraction:
        data = instance[key]
        return Fraction(data if isinstance(data, str) else data[step])

    for step, slope in enumerate(map(Fraction, worst["contraction"])):
        assert 0 <= slope <= at("contraction", step)
        mean, variance = slope * mean + at("gap", step), slope**2 * variance + at("noise_variance", step)
    return mean**2 / variance
