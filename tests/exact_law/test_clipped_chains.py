"""Clipped chains: bounds from both sides that meet a second route, closed forms, and what all divergences have in common."""

from __future__ import annotations

from fractions import Fraction
from time import thread_time
from typing import Any

import pytest
from flint import fmpq
from support.chain_route import ends, is_sharp, meet
from support.examples import spread
from support.hockey_sticks import hockey_stick_laplace
from support.renyi_formulas import laplace
from support.small_chains import BEFORE, MAP, chain

from pabisym.errors import InputError, Undecided
from pabisym.exact_law.chains import PROJECTIONS, ClippedLaw, clipped_chain, gaussian_chain, mixture, randomly_stopped
from pabisym.numerics.enclosure import Enclosure


def everything(p: ClippedLaw, q: ClippedLaw, digits: int) -> list[Enclosure]:
    """Divergences in both orders."""
    found = []
    for a, b in ((p, q), (q, p)):
        found += [a.renyi(b, order, digits) for order in ("1/2", 1, 16)]
        found += [a.total_variation(b, digits), a.hockey_stick(b, digits, gamma="51/50")]
    return found


# Noise, steps, size, slope, offsets of both runs, starts, interval: noise from small to large, factors of both signs and
# above 1, gaps everywhere or once, atoms from negligible to nearly everything.
SETTINGS = [
    ("gaussian", 1, "1/4", 1, 0, 0, (0, 1), (0, 1)),
    ("gaussian", 1, 100, 1, "1/2", 0, (0, 0), (0, 1)),
    ("gaussian", 2, "1/9", 1, 0, 0, (0, 1), (0, 1)),
    ("gaussian", 3, "1/4", "9/10", "1/10", "-1/10", (0, 0), (-1, 1)),
    ("gaussian", 3, ["1/16", "1/4", 1], ["1/2", 1, "3/2"], ["1/5", 0, 0], 0, ("1/2", "1/2"), (0, 1)),
    ("gaussian", 4, "1/36", "1/2", [0, "1/3", 0, 0], 0, ("1/3", "1/3"), (0, 1)),
    ("gaussian", 4, 1, "-7/8", "1/3", 0, (0, 0), (-1, 1)),
    ("gaussian", 5, "1/4", 2, "1/10", 0, (0, 0), (-1, 1)),
    ("gaussian", 6, "1/100", 1, ["1/20", 0, 0, 0, 0, 0], 0, ("1/2", "1/2"), (0, 1)),
    ("gaussian", 10, "1/4", "9/10", "1/10", "-1/10", (0, 0), (-1, 1)),
    ("gaussian", 10, "1/25", 1, ["1/5"] + [0] * 9, 0, (0, 0), (0, 1)),
    ("gaussian", 3, 4, "1/3", 5, 3, (0, 0), (-4, 4)),
    ("laplace", 1, "1/4", 1, "1/4", 0, (0, 0), (0, 1)),
    ("laplace", 2, "1/2", "1/2", "1/10", 0, ("1/2", "1/2"), (0, 1)),
    ("laplace", 3, ["1/8", "1/2", 2], 1, ["1/4", 0, "1/8"], 0, (0, 0), (0, 1)),
    ("laplace", 4, "1/4", "9/10", "1/10", "-1/10", (0, 0), (-1, 1)),
    ("laplace", 4, 3, "-1/2", "1/3", 0, (0, 1), (-1, 1)),
    ("laplace", 5, "1/10", 1, ["1/10", 0, 0, 0, 0], 0, (0, 0), (0, 1)),
    ("laplace", 7, "1/3", "3/2", 0, 0, (0, "1/100"), (0, 1)),
    ("laplace", 10, "1/2", 1, ["1/4"] + [0] * 9, 0, ("1/2", "1/2"), (0, 1)),
]


@pytest.mark.parametrize("setting", [
    pytest.param(setting, marks=pytest.mark.campaign if n % 3 else (), id=str(n)) for n, setting in enumerate(SETTINGS)
])
def test_bounds_from_both_sides_are_a_millionth_apart(setting: tuple) -> None:  # type: ignore[type-arg]
    noise, steps, size, slope, offset, other, starts, interval = setting
    p, q = (chain(noise, steps, size, slope, s, x, interval) for s, x in zip((offset, other), starts, strict=True))
    for found in everything(p, q, 7):
        assert is_sharp(found, Fraction(1, 10**6)) or ends(found) == (0, 0)


def test_there_are_twenty_settings() -> None:
    assert len(SETTINGS) == 20


# Closed forms.


@pytest.mark.parametrize("projection", spread([BEFORE, MAP], 1))
def test_one_step_without_a_clip_is_the_noise_alone(projection: str) -> None:
    p, q = (chain("gaussian", 1, "1/4", "1/2", 0, x, projection=projection) for x in (0, 1))
    free, other = (gaussian_chain(steps=1, noise="1/4", slope="1/2", start=x) for x in (0, 1))
    for order in ("1/2", 1, 20):
        assert meet(p.renyi(q, order, 10), free.renyi(other, order))
        assert is_sharp(p.renyi(q, order, 10), Fraction(1, 10**10))
    for gamma in ("1/2", 1, 2, 50):
        assert meet(p.hockey_stick(q, gamma=gamma), free.hockey_stick(other, gamma=gamma))
    p, q = (chain("laplace", 1, "1/3", "1/2", 0, x, projection=projection) for x in (0, 1))
    for order in ("1/2", 1, "5/2", 20):
        assert meet(p.renyi(q, order), laplace(order, "1/2", "1/3"))
    for gamma in ("1/4", "1/2", 1, 2, 4):
        assert meet(p.hockey_stick(q, gamma=gamma), hockey_stick_laplace("1/2", "1/3", gamma=gamma))
    assert p.hockey_stick(q, gamma=5).exact == 0


def test_a_wide_interval_changes_nothing_that_shows() -> None:
    """Clips at 12 deviations of a random walk."""
    p, q = (chain("gaussian", 3, 1, 1, 0, x, (-24, 24)) for x in (0, 1))
    free, other = (gaussian_chain(steps=3, noise=1, start=x) for x in (0, 1))
    for gamma in (1, 3):
        assert meet(p.hockey_stick(q, 8, gamma=gamma), free.hockey_stick(other, gamma=gamma))


def test_a_slope_of_zero_forgets() -> None:
    fresh, old = chain("gaussian", 1, "1/4", 0, "1/3", 0), chain("gaussian", 3, "1/4", [1, 2, 0], [0, 0, "1/3"], 1)
    for law in (fresh, old):
        other = chain("gaussian", 1, "1/4", 1, 0, 0)
        assert meet(law.renyi(other, 2), chain("gaussian", 1, "1/4", 1, "1/3", 0).renyi(other, 2))
    again = chain("gaussian", 3, "1/4", [1, 0, 1], ["1/5", "1/3", 0], 1, projection=BEFORE)
    once = chain("gaussian", 2, "1/4", [0, 1], ["1/3", 0], 0, projection=BEFORE)
    assert again == once
    assert chain("laplace", 2, "1/4", [1, 0], ["1/5", "1/3"], 1).renyi(chain("laplace", 1, "1/4", 0, "1/3", 0), 2, 3).lower == "0"


# What holds for every pair.

PAIRS = [(chain("gaussian", 3, "1/4", "9/10", x, 0, (-1, 1), projection), chain("gaussian", 3, "1/4", "9/10", 0, 0, (-1, 1), projection))
         for projection in PROJECTIONS for x in ("1/10",)]
PAIRS += [(chain("laplace", 3, "1/4", "9/10", "1/10", 0, (-1, 1), projection), chain("laplace", 3, "1/4", "9/10", 0, 0, (-1, 1), projection))
          for projection in PROJECTIONS]


@pytest.mark.parametrize("pair", spread(PAIRS, 3), ids=range(len(PAIRS)))
def test_orders_of_the_runs_are_tied_together(pair: tuple[ClippedLaw, ClippedLaw]) -> None:
    """E_gamma(P || Q) = 1 - gamma + gamma E_{1/gamma}(Q || P), (1 - a) D_a(P || Q) = a D_{1-a}(Q || P)."""
    p, q = pair
    for gamma in (Fraction(1, 2), Fraction(11, 10)):
        (low, high), (least, most) = ends(p.hockey_stick(q, 8, gamma=gamma)), ends(q.hockey_stick(p, 8, gamma=1 / gamma))
        assert low <= 1 - gamma + gamma * most
        assert 1 - gamma + gamma * least <= high
    for order in (Fraction(1, 4),):
        (low, high), (least, most) = ends(p.renyi(q, order, 8)), ends(q.renyi(p, 1 - order, 8))
        assert low * (1 - order) <= order * most
        assert order * least <= high * (1 - order)


def test_common_steps_and_projections_lose_information() -> None:
    for noise in ("gaussian", "laplace"):
        for quantity in (lambda p, q: p.renyi(q, 3, 8), lambda p, q: p.total_variation(q, 8)):
            found = []
            for steps in (1, 2, 3):
                p, q = (chain(noise, steps, "1/4", 1, [x] + [0] * (steps - 1), "1/2") for x in ("1/4", 0))
                wide, other = (chain(noise, steps, "1/4", 1, [x] + [0] * (steps - 1), "1/2", projection=MAP) for x in ("1/4", 0))
                found.append(quantity(p, q))
                assert ends(found[-1])[0] <= ends(quantity(wide, other))[1]
            assert ends(found[2])[1] < ends(found[1])[0] < ends(found[1])[1] < ends(found[0])[0]


def test_reflection_changes_nothing() -> None:
    p, q = (chain("gaussian", 2, "1/4", "1/2", x, 0, (-1, 2)) for x in ("1/3", 0))
    mirrored, other = (chain("gaussian", 2, "1/4", "1/2", x, 0, (-2, 1)) for x in ("-1/3", 0))
    assert meet(p.renyi(q, "5/2"), mirrored.renyi(other, "5/2"))
    assert meet(p.hockey_stick(q, epsilon="1/5"), mirrored.hockey_stick(other, epsilon="1/5"))


def test_random_starts_and_hidden_choices_are_mixtures() -> None:
    for noise in ("gaussian", "laplace"):
        at = {x: chain(noise, 2, "1/4", "1/2", "1/3", x) for x in (0, "1/2", 1)}
        started = chain(noise, 2, "1/4", "1/2", "1/3", [("1/3", 0), ("2/3", 1)])
        hidden = mixture([("1/3", at[0]), ("2/3", at[1])])
        assert meet(started.renyi(at["1/2"], 2), hidden.renyi(at["1/2"], 2))
        assert meet(at["1/2"].total_variation(started), at["1/2"].total_variation(hidden))
        low, high = (ends(at[x].total_variation(at["1/2"]))[1] for x in (0, 1))
        assert ends(hidden.total_variation(at["1/2"]))[0] <= low / 3 + 2 * high / 3


def test_random_stopping_is_an_average_of_laws() -> None:
    """The law before the gap is common, so that the total variation distance is at most the average, and with T = 1 it is exact."""
    def run(gap: str) -> ClippedLaw:
        def law(t: int) -> ClippedLaw:
            return chain("gaussian", t, "1/4", 1, [gap if k == 1 else 0 for k in range(t)], "1/2")

        found = randomly_stopped(law, 3)
        assert isinstance(found, ClippedLaw)
        return found

    first, second = run("1/4"), run("0")
    parts = [ends(chain("gaussian", t, "1/4", 1, [0, "1/4", 0][:t], "1/2").total_variation(chain("gaussian", t, "1/4", 1, 0, "1/2")))
             for t in (2, 3)]
    low, high = ends(first.total_variation(second))
    assert 0 < low <= high <= sum(part[1] for part in parts) / 3
    assert [w for w, _ in first.parts] == [fmpq(1, 3)] * 3


# Exactly zero, too close to zero, and out of reach.


def test_zero_is_certified_where_the_ratio_is_bounded() -> None:
    for noise in ("gaussian", "laplace"):
        p, q = (chain(noise, 2, 4, 1, 0, x) for x in (0, "1/10"))
        assert p.hockey_stick(q, epsilon=2).exact == 0
        assert p.hockey_stick(q, epsilon=-2).exact is None
        assert ends(p.total_variation(q))[0] > 0
    assert p.renyi(p, 2).exact == 0
    assert p.hockey_stick(p, gamma="1/4").rational == fmpq(3, 4)


def test_what_is_too_close_to_zero_says_so() -> None:
    p, q = (chain("gaussian", 1, 1, 1, 0, x, projection=MAP) for x in (0, "1/100"))
    found = p.hockey_stick(q, 6, epsilon=30)
    assert (found.lower, found.digits) == ("0", 0)
    assert 0 < Fraction(found.upper) < Fraction(1, 10**100)
    tiny = chain("gaussian", 1, 1, 1, 0, 0).renyi(chain("gaussian", 1, 1, 1, 0, "1e-20"), 2, 6)
    assert tiny.digits >= 6
    assert Fraction(1, 10**41) < Fraction(tiny.lower) <= Fraction(tiny.upper) < Fraction(1, 10**40)


def test_noise_that_is_too_small_for_the_interval_is_undecided() -> None:
    p, q = (chain("gaussian", 2, "1e-12", 1, 0, x) for x in ("1/2", "1/3"))
    with pytest.raises(Undecided, match="nodes"):
        p.renyi(q, 2, 6)


def test_digits_are_reached_whatever_their_number() -> None:
    p, q = (chain("gaussian", 2, "1/4", 1, 0, x) for x in (0, 1))
    for digits in (1, 40, 120):
        assert is_sharp(p.renyi(q, 2, digits), Fraction(1, 10**digits))
        assert is_sharp(p.total_variation(q, digits), Fraction(1, 10**digits))


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("upper", {"upper": 0}),
        ("steps", {"steps": 0}),
        ("steps", {"steps": True}),
        ("noise_variance", {"noise_variance": None}),
        ("noise_variance", {"laplace_scale": 1}),
        ("noise_variance", {"noise_variance": 0}),
        ("noise_variance", {"noise_variance": [1]}),
        ("slope", {"slope": [1, 2, 3]}),
        ("slope[1]", {"slope": [1, "x"]}),
        ("offset", {"offset": 0.5}),
        ("start", {"start": [("1/2", 0)]}),
        ("start", {"start": [1, 2]}),
        ("projection", {"projection": "never"}),
    ],
)
def test_unusable_chains(field: str, arguments: dict[str, object]) -> None:
    with pytest.raises(InputError) as refused:
        clipped_chain(**{"lower": 0, "upper": 1, "steps": 2, "start": 0, "noise_variance": 1, **arguments})  # type: ignore[arg-type]
    assert refused.value.field == field


def test_laws_that_do_not_go_together() -> None:
    law = chain("gaussian", 1, 1, 1, 0, 0)
    for other in (chain("laplace", 1, 1, 1, 0, 0), chain("gaussian", 1, 1, 1, 0, 0, (0, 2)), chain("gaussian", 1, 1, 1, 0, 0, projection=MAP),
                  gaussian_chain(steps=1, noise=1)):
        with pytest.raises(InputError):
            law.renyi(other, 2)
        with pytest.raises(InputError):
            mixture([("1/2", law), ("1/2", other)])
    free, louder = (chain("gaussian", 1, v, 1, 0, 0, projection=MAP) for v in (1, 2))
    with pytest.raises(InputError, match="last noise"):
        free.renyi(louder, 2)
    with pytest.raises(InputError, match="order"):
        law.renyi(chain("gaussian", 1, 1, 1, 0, 1), 0)
    with pytest.raises(InputError, match="density"):
        free.atoms()


def step(start: str, slope: str, offset: str) -> ClippedLaw:
    return clipped_chain(lower=0, upper=2, steps=1, start=start, slope=slope, offset=offset, noise_variance=1, projection="before-map")


def test_one_chain_told_twice_is_one_law() -> None:
    """One step to 7/8 from two places, with what a slope 0 forgets, and as a mixture of itself with itself."""
    first, second = step("3/4", "1/2", "1/2"), step("0", "1/2", "7/8")
    forgetful = clipped_chain(lower=0, upper=2, steps=3, start=1, slope=[1, 0, 1], offset=["1/3", "7/8", 0], noise_variance=1, projection="before-noise")
    again = clipped_chain(lower=0, upper=2, steps=2, start="7/8", noise_variance=1, projection="before-noise")
    half = fmpq(1, 2)
    assert first == second == mixture([(half, first), (half, second)])
    assert forgetful == again
    assert first.total_variation(second).upper == first.renyi(second, 3).upper == "0"
    assert first != step("0", "1/2", "6/8")


def test_a_mixture_of_starts_is_a_random_start() -> None:
    parts = [(fmpq(1, 3), step("0", "1", "0")), (fmpq(2, 3), step("1", "1", "0"))]
    drawn = clipped_chain(lower=0, upper=2, steps=1, start=[("2/3", 1), ("1/3", 0)], noise_variance=1, projection="before-map")
    assert mixture(parts) == drawn
    assert mixture(parts[::-1]) == drawn
    assert Fraction(step("0", "1", "0").total_variation(drawn, 3).lower) > 0


@pytest.mark.parametrize("noise", [{"noise_variance": 1}, {"laplace_scale": 1}])
def test_a_law_and_its_mirror_image_are_not_told_apart_and_decided(noise: dict[str, int]) -> None:
    """One density by two formulas: the difference is 0 everywhere, which no cell shows by its sign."""
    common = {"lower": 0, "upper": 2, "steps": 2, "start": 1, **noise}
    first = clipped_chain(**common, slope=1)  # type: ignore[arg-type]
    second = clipped_chain(**common, slope=[1, -1], offset=[0, 2])  # type: ignore[arg-type]
    assert first != second
    found = first.total_variation(second, 3)
    assert (found.lower, found.digits) == ("0", 0)
    assert Fraction(found.upper) < Fraction(1, 10**100)


@pytest.mark.parametrize("given", [{"noise_variance": "1e-400"}, {"noise_variance": 1, "slope": "1e400"}, {"noise_variance": 1, "upper": "1e400"}])
def test_noise_that_floats_do_not_hold_beside_the_interval_is_left_undecided(given: dict[str, object]) -> None:
    """The search of a rule converted the ratio of both to a float, which raised an error."""
    chain: dict[str, Any] = {"lower": 0, "upper": 1, "steps": 2, **given}
    first, second = (clipped_chain(**chain, start=start) for start in (0, "1/2"))
    with pytest.raises(Undecided, match="the noise is too small, or too large, for the interval"):
        first.hockey_stick(second, gamma=2)


def test_a_law_that_takes_long_ends_within_its_budget() -> None:
    near, far = (clipped_chain(lower=0, upper=1, steps=40, noise_variance="1/4000", start=x) for x in (0, 1))
    for ask in (lambda: near.renyi(far, 2, seconds=0.1), lambda: near.total_variation(far, seconds=0.1)):
        began = thread_time()
        with pytest.raises(Undecided, match="the time is used up"):
            ask()
        assert thread_time() - began < 2
    with pytest.raises(InputError, match="seconds"):
        near.kullback(far, seconds=-1)
