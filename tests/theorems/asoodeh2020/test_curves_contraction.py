"""The curves of both papers and of the shift calculus: their values, what the figures claim of them, and exact laws below them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import mpmath
import pytest
from pabisym_theorems.asoodeh2020._figures import CONVEX, STRONGLY_CONVEX, Panel, draw, isit_figure, random_stopping, record, string_square

import pabisym
from pabisym.errors import InputError
from pabisym.exact_law.chains import clipped_chain, randomly_stopped
from pabisym.numerics.enclosure import Enclosure

SMALL = {"lipschitz": 1, "smooth": 1, "n": 100}


def low(value: Enclosure) -> Fraction:
    return Fraction(value.lower)


def high(value: Enclosure) -> Fraction:
    return Fraction(value.upper)


def theta(gamma: mpmath.mpf, r: mpmath.mpf) -> mpmath.mpf:
    """The hockey-stick divergence of N(r, 1) from N(0, 1), by mpmath."""
    with mpmath.workdps(30):
        tilt = mpmath.log(gamma) / r
        return mpmath.ncdf(r / 2 - tilt) - gamma * mpmath.ncdf(-r / 2 - tilt)


def near(found: Enclosure, value: mpmath.mpf) -> bool:
    with mpmath.workdps(30):
        return bool(mpmath.mpf(found.lower) * (1 - mpmath.mpf(10) ** -11) <= value <= mpmath.mpf(found.upper) * (1 + mpmath.mpf(10) ** -11))


def test_the_stopped_curves_by_a_second_route() -> None:
    panel = random_stopping(["1/2", 3], **SMALL, step_size="2/25", noise=4)
    with mpmath.workdps(30):
        for place, epsilon in enumerate((mpmath.mpf("0.5"), mpmath.mpf(3))):
            gamma, (r, q) = mpmath.exp(epsilon), (mpmath.mpf(1) / 2, mpmath.mpf("0.32"))
            shifts = [theta(gamma, r / mpmath.sqrt(k)) for k in range(1, 101)]
            steps = [theta(gamma, r) * theta(gamma, 1 / q) ** (k - 1) for k in range(1, 101)]
            rate = 4 * mpmath.log(100) / 1600
            largest = (1 + mpmath.sqrt(33)) / 2
            order = min(largest, mpmath.mpf(1) / 2 + epsilon / (2 * rate))
            expected = {
                "Corollary 1": theta(gamma, r) / (100 * (1 - theta(gamma, mpmath.mpf("1.16") / q))),
                "(20), smooth": theta(gamma, r) / (100 * (1 - theta(gamma, 1 / q))),
                "(22) as printed": mpmath.exp(-(order - 1) * (epsilon - rate * order)),
                "taut string": sum(shifts) / 100,
                "best of both": sum(map(min, shifts, steps)) / 100,
            }
            for name, value in expected.items():
                assert near(panel.curve(name).values[place], value), name


def test_the_better_conversion_is_near_its_infimum() -> None:
    """(23): at a few hundred orders no bound is much smaller than the chosen one, and it is never the smaller conversion (22) that wins."""
    panel = random_stopping([0, "1/4", 2, 5], **SMALL, step_size="1/10", noise=3)
    with mpmath.workdps(30):
        rate, largest = 4 * mpmath.log(100) / 900, (1 + mpmath.sqrt(19)) / 2
        for place, epsilon in enumerate((mpmath.mpf(0), mpmath.mpf("0.25"), mpmath.mpf(2), mpmath.mpf(5))):
            found, tried = panel.curve("(23) as printed").values[place], []
            for k in range(1, 201):
                a = 1 + (largest - 1) * k / 200
                tried.append((1 - 1 / a) ** (a - 1) / a * mpmath.exp(-(a - 1) * (epsilon - a * rate)))
                if epsilon:
                    tried.append(mpmath.expm1((a - 1) * a * rate) / (a * mpmath.expm1((a - 1) * epsilon)))
            assert mpmath.mpf(found.lower) <= min(tried) * mpmath.mpf("1.001")
            assert mpmath.mpf(found.upper) >= min(tried) * mpmath.mpf("0.999")
            assert high(found) <= high(panel.curve("(22) as printed").values[place])


def test_what_the_text_says_of_figure_2() -> None:
    """Against (22) Corollary 1 is smaller from epsilon = 2 on; against (23), and even for (20), not near eta = 1/20."""
    for eta in ("3/50", "1/10"):
        panel = random_stopping([2, 4, 6], **SMALL, step_size=eta, noise=3)
        assert all(high(a) < low(b) for a, b in zip(panel.curve("Corollary 1").values, panel.curve("(22) as printed").values, strict=True))
    panel = random_stopping([2], **SMALL, step_size="51/1000", noise=3)
    assert low(panel.curve("Corollary 1").values[0]) > Fraction("0.0079")
    assert low(panel.curve("(20), smooth").values[0]) > high(panel.curve("(23) as printed").values[0])
    assert high(panel.curve("taut string").values[0]) < Fraction(1, 10**5)


def test_the_string_is_the_optimum_of_the_allocation() -> None:
    """Losses as strongly convex as smooth, eta = 19/100: a step contracts by 9/10."""
    for n, i in ((1, 1), (6, 2), (6, 5), (6, 6)):
        gap = [Fraction(0)] * (i - 1) + [2 * Fraction(19, 100)] + [Fraction(0)] * (n - i)
        found = pabisym.allocate(gap=gap, noise_variance=(Fraction(19, 100) * 3) ** 2, contraction=Fraction(9, 10))
        assert found.value == string_square(Fraction(1), Fraction(3), Fraction(81, 100), n - i)


def test_the_record_curves_by_a_second_route() -> None:
    panel = record(["1/5", 1], index=4, n=6, lipschitz=1, smooth=1, strongly_convex=1, step_size="19/100", noise=3, diameter=1)
    with mpmath.workdps(30):
        c, r, q = mpmath.mpf("0.9"), mpmath.mpf(2) / 3, mpmath.mpf("0.57")
        rate = 2 * c**3 / 18
        for place, epsilon in enumerate((mpmath.mpf("0.2"), mpmath.mpf(1))):
            gamma = mpmath.exp(epsilon)
            own, string = theta(gamma, r) * theta(gamma, c / q) ** 2, theta(gamma, r * c**2 / mpmath.sqrt(1 + c**2 + c**4))
            expected = {"Theorem 4": own, "taut string": string, "best of both": min(own, string),
                        "Proposition 1": mpmath.exp(-max(epsilon - rate, 0) ** 2 / (4 * rate))}
            for name, value in expected.items():
                assert near(panel.curve(name).values[place], value), name


def test_the_figures_fall_and_the_best_is_below_both() -> None:
    for setting, records in ((CONVEX, (1, 19, 20)), (STRONGLY_CONVEX, (11, 19))):
        for panel in isit_figure(setting, records, ["0", "1/2", "1"])[0]:
            for curve in panel.curves:
                assert all(low(later) <= high(earlier) for earlier, later in pairwise(curve.values))
            for one in ("Theorem 4", "taut string"):
                assert all(low(b) <= high(v) for b, v in zip(panel.curve("best of both").values, panel.curve(one).values, strict=True))


def test_either_calculus_can_win() -> None:
    """Theorem 4 for an early record at small epsilon, the string for larger ones."""
    panel = record([0, 1], index=1, **CONVEX)
    own, string = panel.curve("Theorem 4").values, panel.curve("taut string").values
    assert high(own[0]) < low(string[0])
    assert high(string[1]) < low(own[1])


def run(n: int, i: int, eta: Fraction, sigma: Fraction, side: int) -> object:
    """Linear losses with slopes 1 and -1 at record i and none elsewhere, on [0, 1]."""
    moves = [side * eta if k == i else Fraction(0) for k in range(1, n + 1)]
    return clipped_chain(lower=0, upper=1, steps=n, start="1/2", offset=moves, noise_variance=(eta * sigma) ** 2)


@pytest.mark.parametrize(("n", "i", "eta", "sigma"), [(1, 1, "1/4", "4"), (2, 1, "1/2", "3"), (3, 1, "1", "1"), (3, 2, "1/3", "2"), (3, 3, "1/3", "5")])
def test_exact_laws_are_below_every_curve_of_a_record(n: int, i: int, eta: str, sigma: str) -> None:
    setting = {"n": n, "lipschitz": 1, "smooth": 1, "strongly_convex": 0, "step_size": eta, "noise": sigma, "diameter": 1}
    panel = record([0, "1/2", 2], index=i, **setting)
    first, second = (run(n, i, Fraction(eta), Fraction(sigma), side) for side in (1, -1))
    for place, epsilon in enumerate(panel.levels):
        truth = first.hockey_stick(second, 8, epsilon=epsilon)  # type: ignore[attr-defined]
        for curve in panel.curves:
            assert low(truth) <= high(curve.values[place]), curve.name
    if n == 1:
        truth = first.hockey_stick(second, 10, epsilon=0)  # type: ignore[attr-defined]
        assert low(panel.curve("taut string").values[0]) <= high(truth)


def test_exact_laws_of_stopped_runs_are_below_their_curves() -> None:
    eta, sigma = Fraction(1, 4), Fraction(3)
    panel = random_stopping([0, 1], n=2, lipschitz=1, smooth=1, step_size=eta, noise=sigma)
    for i in (1, 2):
        laws = [randomly_stopped(lambda t, i=i, side=side: run(t, i, eta, sigma, side), 2) for side in (1, -1)]  # type: ignore[misc, arg-type]
        for place, epsilon in enumerate(panel.levels):
            truth = laws[0].hockey_stick(laws[1], 6, epsilon=epsilon)
            for name in ("Corollary 1", "(20), smooth", "taut string", "best of both"):
                assert low(truth) <= high(panel.curve(name).values[place]), name


@pytest.mark.parametrize(("field", "change"), [
    ("step_size", {"step_size": 3}), ("index", {"index": 21}), ("index", {"index": "1/2"}), ("noise", {"noise": 0}), ("n", {"n": "3/2"}),
    ("strongly_convex", {"strongly_convex": 2}), ("step_size", {"step_size": 1, "strongly_convex": 1}), ("levels", {"levels": [-1]}),
])  # fmt: skip
def test_parameters_outside_are_refused(field: str, change: dict[str, object]) -> None:
    with pytest.raises(InputError, match=field):
        record(**{"levels": [1], "index": 2, **CONVEX, **change})  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [{"step_size": 3}, {"n": 1}, {"n": "5/2"}, {"noise": -1}])
def test_parameters_outside_are_refused_for_stopped_runs(change: dict[str, object]) -> None:
    with pytest.raises(InputError):
        random_stopping([1], **{**SMALL, "step_size": "1/10", "noise": 3, **change})  # type: ignore[arg-type]


def test_it_is_drawn(tmp_path: Path) -> None:
    panel: Panel = record([0, 1], index=19, **CONVEX)  # type: ignore[arg-type]
    draw(((panel, panel),), tmp_path / "curves.svg", "two")
    text = (tmp_path / "curves.svg").read_text(encoding="utf-8")
    assert text.count("taut string") >= 1
    assert "<svg" in text
