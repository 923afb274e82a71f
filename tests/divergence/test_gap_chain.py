"""Survivals of gap chains: both sides by a second discretisation, attained by exact chains, above them with the conditions, below them without."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from flint import fmpq
from scipy.special import ndtr

from pabisym.divergence.gap_chain import MAX_NODES, survival
from pabisym.errors import InputError, Undecided
from pabisym.exact_law.chains import ClippedLaw, clipped_chain, gaussian_chain, mixture
from pabisym.library.library import builtin
from pabisym.library.point import evaluation

Chain = tuple[str, str, str, str, str]
CHAINS: tuple[tuple[int, Chain], ...] = (
    (1, ("2", "3", "1", "0", "0")), (40, ("5/2", "5/2", "1", "0", "0")), (30, ("5", "5", "4/5", "0", "0")), (30, ("1", "2", "5/4", "0", "0")),
    (20, ("3", "3", "1", "1/2", "0")), (60, ("1/100", "5/2", "1", "0", "1/100")), (12, ("1", "2", "1", "1/4", "3")),
    (9, ("4", "4", "0", "1", "1/2")), (9, ("1", "1", "1", "2", "0")), (200, ("10", "10", "1", "0", "0")),
)


def rounded(steps: int, chain: Chain, cells: int, up: bool) -> float:
    """The chain with every gap rounded to a grid, upwards or downwards, in floats."""
    x, r, c, a, b = (float(Fraction(text)) for text in chain)
    grid = np.linspace(0, max(r, x), cells + 1)

    def place(gap: float) -> int:
        return int(np.searchsorted(grid, gap - 1e-12, "left")) if up else int(np.searchsorted(grid, gap + 1e-12, "right")) - 1

    def beyond(level: float) -> np.ndarray:
        """The chance that the next gap is above a level, or at least it where gaps are rounded downwards."""
        if level >= r + (0 if up else 1e-12) or (c == 0 and a + b < level + (1e-12 if up else 0)):
            return np.zeros(cells + 1)
        least = max((level - a - b) / c, 0.0) if c else 0.0
        return ndtr((grid - least) / 2) - ndtr((-grid - least) / 2)

    tails = np.array([*(beyond(level) for level in grid), np.zeros(cells + 1)]).T
    move = tails[:, :-1] - tails[:, 1:]
    if up:
        move = np.hstack([np.zeros((cells + 1, 1)), move[:, :-1]])
    kept = ndtr(grid / 2) - ndtr(-grid / 2)
    values = kept
    for _ in range(steps - 1):
        values = move @ values + (1 - kept) * (values[place(min(r, b))] if b else 0.0)
    return float(values[place(x)])


@pytest.mark.parametrize(("steps", "chain"), CHAINS)
def test_gaps_that_are_rounded_up_and_down_enclose_it(steps: int, chain: Chain) -> None:
    found = survival(steps, *chain, digits=10)
    low, high = (rounded(steps, chain, 320, up) for up in (False, True))
    assert low * (1 - 1e-9) <= float(found)
    assert found.below() <= high * (1 + 1e-9)
    assert high < 4 * low or high < 1e-12


def test_after_very_many_steps_all_digits_are_kept() -> None:
    """Squares of a long survival: no more than the product, and not far below it."""
    short, long = (survival(steps, 10, 10, digits=12) for steps in (50_000, 100_000))
    assert Fraction(long.lower) > Fraction(0)
    assert Fraction(1, 2) * Fraction(short.lower) ** 2 < Fraction(long.upper) < Fraction(short.upper) ** 2
    assert Fraction(long.upper) - Fraction(long.lower) <= Fraction(long.upper) / 10**12


@pytest.mark.parametrize(("given", "field"), [({"x": -1}, "x"), ({"n": 0}, "n"), ({"n": "3/2"}, "n"), ({"c": 0.5}, "c"), ({"r": "far"}, "r")])
def test_bad_arguments_are_named(given: dict[str, object], field: str) -> None:
    values: dict[str, object] = {"n": 2, "x": 1, "r": 1, **given}
    with pytest.raises(InputError, match=field):
        survival(**values)  # type: ignore[arg-type]


def test_too_wide_a_chain_is_undecided() -> None:
    with pytest.raises(Undecided, match=f"more than {MAX_NODES} nodes"):
        survival(3, 10**6, 10**6)


def run(start: Fraction, slopes: Sequence[Fraction], offsets: Sequence[Fraction], width: Fraction) -> ClippedLaw:
    """Steps that project onto [0, width] first, with noise of variance 1."""
    return clipped_chain(lower=0, upper=width, steps=len(slopes), start=start, slope=slopes, offset=offsets, noise_variance=1,
                         projection="before-map")


def variation(first: ClippedLaw, second: ClippedLaw) -> tuple[Fraction, Fraction]:
    """Both ends of the total variation."""
    found = first.hockey_stick(second, epsilon=0, digits=8)
    return Fraction(found.lower), Fraction(found.upper)


@pytest.mark.parametrize(("slope", "steps"), [("1", 1), ("1", 2), ("1", 4), ("1/2", 3), ("-3/4", 3)])
def test_a_linear_map_on_an_interval_attains_it_from_the_two_ends(slope: str, steps: int) -> None:
    """The two runs are images of each other at the middle, the mirror of every step."""
    c, width = Fraction(slope), Fraction(5, 2)
    middle = width * (1 - c) / 2
    low, high = variation(*(run(end, [c] * steps, [middle] * steps, width) for end in (Fraction(0), width)))
    told = survival(steps, abs(c) * width, abs(c) * width, abs(c), digits=10)
    assert low <= Fraction(told.upper)
    assert Fraction(told.lower) <= high


def jump(distance: str, height: str) -> tuple[Fraction, Fraction]:
    """Total variation after two steps of a map that jumps by a height between two points at a distance, a run from each: exact."""
    share = [evaluate(f"normal({sign}{distance}/2)") for sign in "-+"]
    parts = [gaussian_chain(steps=1, noise=1, start=start) for start in (0, Fraction(height))]
    laws = [mixture([(1 - one, parts[0]), (one, parts[1])]) for one in share]
    found = laws[1].hockey_stick(laws[0], epsilon=0, digits=8)
    return Fraction(found.lower), Fraction(found.upper)


def evaluate(text: str) -> Fraction:
    """Near enough a rational value."""
    from pabisym.divergence.evaluate import enclose
    from pabisym.lang.grammar import parse

    return Fraction(enclose(parse(text), {}, 20).lower)


def test_a_map_that_jumps_attains_what_is_added_and_is_above_less() -> None:
    """All values are within height/2 of one point: c = 0, and what maps add is the height."""
    low, high = jump("2", "3")
    told, less = (survival(2, 2, 3, 0, added, digits=10) for added in (3, "3/2"))
    assert low <= Fraction(told.upper) + Fraction(1, 10**15)
    assert Fraction(told.lower) <= high + Fraction(1, 10**15)
    assert Fraction(less.upper) < low


@pytest.mark.parametrize(("wrong", "why"), [
    ((3, "5/2", "5/2", "1/2", "0", "0"), "a Lipschitz constant that is too small"), ((3, "5/2", "3/2", "1", "0", "0"), "a largest gap that is too small"),
    ((3, "3/2", "5/2", "1", "0", "0"), "a start that is too near"), ((4, "5/2", "5/2", "1", "0", "0"), "a step too many")])
def test_without_a_condition_the_identity_on_an_interval_is_above_it(wrong: tuple[object, ...], why: str) -> None:
    low, _ = variation(*(run(end, [Fraction(1)] * 3, [Fraction(0)] * 3, Fraction(5, 2)) for end in (Fraction(0), Fraction(5, 2))))
    assert Fraction(survival(*wrong, digits=10).upper) < low, why  # type: ignore[arg-type]


def test_without_the_gap_of_the_maps_two_runs_from_one_point_are_above_it() -> None:
    width, zero, gap = Fraction(5, 2), Fraction(0), Fraction(1, 2)
    low, _ = variation(*(run(zero, [Fraction(1)] * 3, [offset] * 3, width) for offset in (zero, gap)))
    told, less = survival(3, gap, width + gap, 1, 0, gap, digits=10), survival(3, gap, width + gap, 1, 0, 0, digits=10)
    assert Fraction(less.upper) < low <= Fraction(told.upper)


def check_random(seed: int) -> None:
    """A random chain with linear or quadratic losses, perhaps with batches drawn at random, against the theorems about its gaps."""
    rng = random.Random(seed)
    steps, width = rng.randint(1, 4), Fraction(rng.randint(1, 8), 2)
    c, gap, drift = rng.choice((Fraction(1), Fraction(1), Fraction(1, 2), Fraction(3, 2))), Fraction(rng.randint(0, 4), 8), Fraction(rng.randint(-2, 2), 2)
    ends = [width * rng.randint(0, 2) / 2 for _ in range(2)]
    draws = [[c * rng.choice((1, 1, -1, Fraction(1, 2))) for _ in range(steps)] for _ in range(rng.choice((1, 1, 2)))]
    moved = [[drift + rng.choice((gap, -gap, gap / 2)) for _ in range(steps)] for _ in draws]
    pairs = [(run(ends[0], slopes, [drift] * steps, width), run(ends[1], slopes, offsets, width))
             for slopes, offsets in zip(draws, moved, strict=True)]
    first, second = (mixture([(Fraction(1, len(pairs)), pair[i]) for pair in pairs]) for i in range(2))
    point: dict[str, object] = {"sigma": 1, "s": gap, "H": c * width, "c": c, "o": 0, "y": 0, "l": gap, "t": 0, "m": steps}
    bound = evaluation(builtin().statement("pabisym/mixing-gap-variation"), point).enclosure(8)
    assert Fraction(first.hockey_stick(second, epsilon=0, digits=6).lower) <= Fraction(bound.upper)
    level, back = Fraction(rng.randint(0, 4), 4), rng.randint(1, steps)
    point = {name: value for name, value in point.items() if name not in "tml"} | {"T": steps, "W": back, "epsilon": level}
    bound = evaluation(builtin().statement("pabisym/mixing-gap"), point).enclosure(8)
    for one, other in ((first, second), (second, first)):
        assert Fraction(one.hockey_stick(other, epsilon=level, digits=6).lower) <= Fraction(bound.upper)


@pytest.mark.parametrize("seed", range(3))
def test_no_bounded_chain_is_above_the_bounds(seed: int) -> None:
    check_random(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_five_hundred_bounded_chains_are_below_the_bounds(part: int) -> None:
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        check_random(seed)


def clipped_move(x: np.ndarray, anchors: Sequence[float], step: float, clip: float) -> np.ndarray:
    """A gradient step on the mean of the losses (x - a)^2/2 with clipped gradients, Huber's losses: 1-Lipschitz for a step up to 2."""
    return x - step * np.mean([np.clip(x - a, -clip, clip) for a in anchors], axis=0)


def clipped_law(start: float, batches: Sequence[Sequence[float]], corners: Sequence[float], step: float, clip: float, width: float, steps: int, count: int
                ) -> tuple[np.ndarray, np.ndarray]:
    """Weights and centres of the Gaussians whose mixture is the law after some steps, each of a batch that is drawn anew.

    A step begins with a projection onto [0, width]: what is inside is integrated by Gauss and Legendre between the corners of the maps.
    """
    roots, shares = np.polynomial.legendre.leggauss(count)
    ends = [0.0, *sorted(one for one in corners if 0 < one < width), width]
    nodes = np.concatenate([(a + b) / 2 + (b - a) / 2 * roots for a, b in pairwise(ends)])
    lengths = np.concatenate([(b - a) / 2 * shares for a, b in pairwise(ends)])

    def moved(places: np.ndarray, masses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.tile(masses / len(batches), len(batches)), np.concatenate([clipped_move(places, batch, step, clip) for batch in batches])

    weights, centres = moved(np.array([start]), np.array([1.0]))
    for _ in range(steps - 1):
        inside = (np.exp(-((nodes[:, None] - centres) ** 2) / 2) / math.sqrt(2 * math.pi)) @ weights
        masses = np.concatenate([[weights @ ndtr(-centres), weights @ ndtr(centres - width)], inside * lengths])
        weights, centres = moved(np.concatenate([[0.0, width], nodes]), masses)
    return weights, centres


Mixture = tuple[np.ndarray, np.ndarray]


def reached(first: Mixture, second: Mixture, level: float, *others: tuple[Mixture, Mixture]) -> list[float]:
    """P(A) - e^level Q(A), not above E_gamma, and the same for other pairs: A is all cells in whose middle P is the likelier by that much."""
    low, high = (f(f(first[1]), f(second[1])) for f in (min, max))
    edges = np.linspace(low - 9, high + 9, 1201)
    middles = (edges[1:] + edges[:-1]) / 2
    densities = [np.exp(-((middles[:, None] - centres) ** 2) / 2) @ weights for weights, centres in (first, second)]
    chosen = densities[0] > math.exp(level) * densities[1]
    found = []
    for pair in ((first, second), *others):
        masses = [np.diff(ndtr(edges[:, None] - centres) @ weights)[chosen].sum() for weights, centres in pair]
        found.append(float(masses[0] - math.exp(level) * masses[1]))
    return found


def check_clipped_losses(seed: int) -> None:
    """Losses with clipped gradients, one record replaced, full or random batches, against the same theorems; in floats, to 1e-12."""
    rng = random.Random(seed)
    n, steps, width = rng.randint(1, 4), rng.randint(1, 6), Fraction(rng.randint(1, 8), 2)
    step, clip = Fraction(rng.randint(1, 8), 4), Fraction(rng.randint(1, 8), 8)
    anchors = [float(width) * rng.uniform(-0.5, 1.5) for _ in range(n)]
    other = [float(width) * rng.uniform(-0.5, 1.5), *anchors[1:]]
    batch = rng.randint(1, n)
    gap = 2 * step * clip / batch
    starts = [float(width) * rng.randint(0, 2) / 2 for _ in range(2)]
    corners = [a + sign * float(clip) for a in {*anchors, *other} for sign in (-1, 1)]
    laws = []
    for count in (24, 20):
        drawn = [list(combinations(data, batch)) for data in (anchors, other)]
        laws.append([clipped_law(start, batches, corners, float(step), float(clip), float(width), steps, count)
                     for start, batches in zip(starts, drawn, strict=True)])
    level, back = Fraction(rng.randint(0, 4), 4), rng.randint(1, steps)
    point: dict[str, object] = {"sigma": 1, "s": gap, "H": width, "c": 1, "o": 0, "y": 0, "l": gap, "t": 0, "m": steps}
    far = evaluation(builtin().statement("pabisym/mixing-gap-variation"), point).enclosure(8)
    point = {name: value for name, value in point.items() if name not in "tml"} | {"T": steps, "W": back, "epsilon": level}
    bound = evaluation(builtin().statement("pabisym/mixing-gap"), point).enclosure(8)
    for one, two in ((0, 1), (1, 0)):
        for asked, told in ((Fraction(0), far), (level, bound)):
            fine, coarse = reached(laws[0][one], laws[0][two], float(asked), (laws[1][one], laws[1][two]))
            assert abs(coarse - fine) < 1e-12
            assert fine - 1e-12 <= Fraction(told.upper), (seed, asked)


@pytest.mark.parametrize("seed", range(4))
def test_no_chain_with_clipped_gradients_is_above_the_bounds(seed: int) -> None:
    check_clipped_losses(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(5))
def test_five_hundred_chains_with_clipped_gradients_are_below_the_bounds(part: int) -> None:
    for seed in range(1000 + 100 * part, 1100 + 100 * part):
        check_clipped_losses(seed)


def test_linear_losses_are_clipped_everywhere() -> None:
    """Anchors far below: every gradient is the clip, and the law is that of the exact chain with a drift."""
    ours = [clipped_law(1.0, [[anchor]], [], 1.0, 0.5, 2.0, 3, 24) for anchor in (-9.0, 9.0)]
    exact = [clipped_chain(lower=0, upper=2, steps=3, start=1, offset=drift, noise_variance=1, projection="before-map") for drift in ("-1/2", "1/2")]
    found = exact[0].hockey_stick(exact[1], epsilon="1/4", digits=8)
    told = Fraction(*reached(*ours, 0.25))
    assert Fraction(found.lower) - Fraction(1, 10**5) < told <= Fraction(found.upper) + Fraction(1, 10**12)


def test_a_ball_of_lengths_contains_the_value_at_each() -> None:
    """sqrt(2)*sqrt(2) is 2, as a ball."""
    from pabisym.divergence.evaluate import enclose
    from pabisym.lang.grammar import parse

    one, other = (enclose(parse(f"survival(5, {two}, {two}, 1, 0, 0)"), {}, 20) for two in ("2", "sqrt(2)*sqrt(2)"))
    assert Fraction(one.lower) <= Fraction(other.upper)
    assert Fraction(other.lower) <= Fraction(one.upper)
    assert fmpq(0) < survival(1, "1e-9", 1, digits=5).bits


def test_maps_to_one_point_leave_no_gap_after_a_second_step() -> None:
    """An exact 0, which no ball around it would certify to any digits."""
    assert survival(2, Fraction(2, 9), Fraction(2, 9), 0, 0, 0).exact == 0
    assert survival(1, Fraction(2, 9), Fraction(2, 9), 0, 0, 0).exact is None
    assert survival(2, Fraction(2, 9), Fraction(2, 9), 0, Fraction(1, 9), 0).exact is None
