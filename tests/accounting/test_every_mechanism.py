"""Every mechanism that an accountant knows, held against its true epsilon and delta, written here from the definition.

| mechanism | the true value |
|---|---|
| gaussian, tree, matrix | profile of the normal law; the shift by a walk through the tree, by all patterns and signs of a record |
| dp-sgd: Poisson, fixed size, weighted | one step: the point where the densities cross; two steps: an integral of that over the first outcome |
| dp-sgd: groups, accumulation | one step with a binomial number of hits (hypergeometric: ``test_history``) |
| dp-sgd: adaptive clipping, layers | an integral in the plane, of both noises |
| laplace | one sampled step and two full ones in closed form (others: ``test_laplace``) |
| pure, randomised-response | sums over binomial and trinomial counts |
| exponential | the two likelihood ratios of the worst pair, over where they begin |
| approximate | the optimal composition of Kairouz, Oh and Viswanath 2015 |
| zcdp, renyi | the least over all orders (tables: ``test_history``), and no less than what Gaussian noise reveals |
| discrete-gaussian, discrete Laplace | exact sums over the integers |

Both ends are tested: delta at an epsilon, and epsilon at that delta.  Mechanisms of which a bound alone is known have the lower end 0.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from scipy.special import ndtr

from pabisym import Accountant
from pabisym.accounting import weighted_epsilons
from pabisym.accounting.described import KINDS
from pabisym.errors import InputError

Profile = Callable[[Any], Any]
"""epsilon -> delta, in numbers of mpmath."""


@pytest.fixture(autouse=True)
def many_digits() -> Iterator[None]:
    with mp.workdps(25):
        yield


def real(value: object) -> Any:
    exact = Fraction(str(value))
    return mp.mpf(exact.numerator) / exact.denominator


def beyond(x: Any) -> Any:
    return mp.erfc(x / mp.sqrt(2)) / 2


def normal(mu: Any) -> Profile:
    return lambda e: beyond(e / mu - mu / 2) - mp.exp(e) * beyond(e / mu + mu / 2)


def crossing(ratio: Callable[[Any], Any], gamma: Any) -> Any:
    """Where an increasing likelihood ratio is gamma; beyond 40, or below -40, there are no outcomes."""
    low, high = mp.mpf(-40), mp.mpf(40)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if ratio(middle) < gamma else (low, middle)
    return high


def mixtures(first: Sequence[tuple[Any, Any]], second: Sequence[tuple[Any, Any]]) -> Profile:
    """E of two mixtures of normal laws, given as (chance, mean), whose ratio increases; the larger of both orders."""
    def ratio(x: Any) -> Any:
        one, two = (sum(p * mp.exp(m * x - m * m / 2) for p, m in law) for law in (first, second))
        return one / two

    def above(law: Sequence[tuple[Any, Any]], x: Any) -> Any:
        return sum(p * beyond(x - m) for p, m in law)

    def at(e: Any) -> Any:
        gamma = mp.exp(e)
        x, y = crossing(ratio, gamma), crossing(ratio, 1 / gamma)
        return max(above(first, x) - gamma * above(second, x), 1 - above(second, y) - gamma * (1 - above(first, y)))

    return at


def drawn(rate: object, move: object) -> Profile:
    """One step: a record that moves the sum by ``move`` is in the batch with the chance ``rate``, or is not there."""
    q = real(rate)
    return mixtures([(1 - q, mp.mpf(0)), (q, real(move))], [(mp.mpf(1), mp.mpf(0))])


def hits(size: int, rate: object) -> Profile:
    q = real(rate)
    return mixtures([(math.comb(size, k) * q**k * (1 - q) ** (size - k), mp.mpf(k)) for k in range(size + 1)], [(mp.mpf(1), mp.mpf(0))])


def twice_drawn(rate: object, order: str = "remove") -> Profile:
    """Two steps of a record that moves the sum by 1: over the first outcome, what the second has at what is left of gamma.

    The trapezoid rule is off by 1e-14 here: with ten times the points it gives the same 12 digits.
    """
    q = float(real(rate))
    x = np.linspace(-12, 14, 20_001)
    ratio = 1 - q + q * np.exp(x - 0.5)
    weight = (x[1] - x[0]) * np.exp(-x * x / 2) / math.sqrt(2 * math.pi)

    def removed(gamma: Any) -> Any:
        edge = np.log(np.maximum((gamma - 1 + q) / q, 1e-300)) + 0.5
        return np.where(gamma <= 1 - q, 1 - gamma, (1 - q) * ndtr(-edge) + q * ndtr(1 - edge) - gamma * ndtr(-edge))

    def at(e: Any) -> Any:
        gamma = math.exp(e)
        if order == "remove":
            return mp.mpf(float(weight @ (ratio * removed(gamma / ratio))))
        left = gamma * ratio
        return mp.mpf(float(weight @ (1 - left + left * removed(1 / left))))

    return at


def in_the_plane(rate: object, moves: tuple[Any, Any]) -> Profile:
    """One step that releases two numbers with noise of their own, moved by ``moves`` times it where the record is drawn."""
    q, (u, v) = real(rate), (real(one) for one in moves)

    def at(e: Any) -> Any:
        gamma = mp.exp(e)

        def line(y: Any) -> Any:
            x = (mp.log((gamma - 1 + q) / q) + (u * u + v * v) / 2 - v * y) / u
            return mp.npdf(y) * ((1 - q - gamma) * beyond(x)) + q * mp.npdf(y - v) * beyond(x - u)

        return sum(line(mp.mpf(k) / 4) for k in range(-48, 53)) / 4  # an entire function: the trapezoid rule is off by e^-300

    return at


def two_laplace(e: Any) -> Any:
    """Of Laplace noise moved by 1 the loss is 1 with the chance 1/2, -1 with e^-1/2, and 2x - 1 at x in (0, 1), of the density e^(x-1)/2."""
    def once(rest: Any) -> Any:
        return mp.mpf(0) if rest >= 1 else 1 - mp.exp(rest) if rest <= -1 else 1 - mp.exp((rest - 1) / 2)

    kinks = sorted({mp.mpf(0), mp.mpf(1), *(x for x in (e / 2, e / 2 + 1) if 0 < x < 1)})
    return once(e - 1) / 2 + once(e + 1) * mp.exp(-1) / 2 + mp.quad(lambda x: mp.exp(x - 1) / 2 * once(e - 2 * x + 1), kinks)


def sampled_laplace(e: Any) -> Any:
    """gamma - 1 + q, over q, takes the place of gamma, for q = 1/5 and a move of 1."""
    q = real("1/5")
    return q * (1 - mp.exp((mp.log((mp.exp(e) - 1 + q) / q) - 1) / 2))


def counted(chances: Sequence[tuple[Any, Any]], times: int) -> Profile:
    """Independent uses, each with one of some outcomes, given as its chances with one data set and with the other."""
    def at(e: Any) -> Any:
        total = mp.mpf(0)
        for counts in itertools.product(range(times + 1), repeat=len(chances)):
            if sum(counts) == times:
                ways = math.factorial(times) // math.prod(math.factorial(k) for k in counts)
                first, second = (math.prod((one[side] ** k for one, k in zip(chances, counts, strict=True)), start=mp.mpf(1)) for side in (0, 1))
                total += ways * max(first - mp.exp(e) * second, 0)
        return total

    return at


def responses(level: Any, times: int) -> Profile:
    yes = 1 / (1 + mp.exp(-level))
    return counted([(yes, 1 - yes), (1 - yes, yes)], times)


def answers(random: object, many: int, times: int) -> Profile:
    """True answers a and b; the others are equally likely with both."""
    p = real(random)
    right, wrong = 1 - p + p / many, p / many
    return counted([(right, wrong), (wrong, right), *([((many - 2) * wrong, (many - 2) * wrong)] if many > 2 else [])], times)


def worst_interval(level: Any) -> Profile:
    """Ratios e^t and e^(t - level); the first has the chance that makes both laws have the mass 1."""
    def at(e: Any) -> Any:
        def reveals(t: Any) -> Any:
            first = (mp.exp(level) - mp.exp(t)) / (mp.exp(level) - 1)
            return first * max(1 - mp.exp(e - t), 0)

        low, high = mp.mpf(0), level
        for _ in range(60):  # the largest value of a function that rises and falls
            a, b = low + (high - low) / 3, high - (high - low) / 3
            low, high = (low, b) if reveals(a) > reveals(b) else (a, high)
        return reveals((low + high) / 2)

    return at


def spent(level: Any, lost: Any, times: int) -> Profile:
    kept, rest = (1 - lost) ** times, responses(level, times)
    return lambda e: 1 - kept * (1 - rest(e))


def best_order(rho: Any) -> Profile:
    """The least over orders 1 + t of e^(t (rho (1 + t) - eps)) t^t/(1 + t)^(1 + t), whose logarithm is convex."""
    def at(e: Any) -> Any:
        t = mp.findroot(lambda t: rho * (1 + 2 * t) - e + mp.log(t / (1 + t)), (mp.mpf("0.01"), mp.mpf(10**4)), solver="anderson")
        return mp.exp(t * (rho * (1 + t) - e) + t * mp.log(t) - (1 + t) * mp.log(1 + t))

    return at


def integers(mass: Callable[[int], Any], move: int, times: int, reach: int) -> Profile:
    """Noise on integers, ``times`` coordinates of it: the sum over all outcomes from -reach to reach."""
    total = sum(mass(k) for k in range(-reach, reach + 1))
    chances = [(mass(k - move) / total, mass(k) / total) for k in range(-reach, reach + 1)]

    def at(e: Any) -> Any:
        gamma = mp.exp(e)
        pairs = [(math.prod((one[0] for one in some), start=mp.mpf(1)), math.prod((one[1] for one in some), start=mp.mpf(1)))
                 for some in itertools.product(chances, repeat=times)]
        return sum(max(first - gamma * second, 0) for first, second in pairs)

    return at


def path(leaves: int) -> int:
    """In how many nodes of a tree of pairs a leaf is, at most: pairs are joined until one node is left."""
    row, inside = [{leaf} for leaf in range(leaves)], [1] * leaves
    while len(row) > 1:
        row = [set().union(*row[k : k + 2]) for k in range(0, len(row), 2)]
        for node in row:
            for leaf in node:
                inside[leaf] += 1
    return max(inside)


def farthest(matrix: Sequence[Sequence[object]], patterns: Sequence[Sequence[int]]) -> Any:
    """The largest move of C x by gradients 1 and -1 in the steps of a pattern."""
    rows = [[Fraction(str(one)) for one in row] for row in matrix]
    square = max(sum(sum(row[i] * s for i, s in zip(steps, signs, strict=True)) ** 2 for row in rows)
                 for steps in patterns for signs in itertools.product((1, -1), repeat=len(steps)))
    return mp.sqrt(real(square))


BAND = [[1, 0, 0, 0], ["1/2", 1, 0, 0], [0, "-1/2", 1, 0], [0, 0, "3/4", 1]]
APART = [[0], [1], [2], [3], [0, 2], [0, 3], [1, 3]]
CYCLE = [[1, -1, 0], [0, 1, -1], [-1, 0, 1]]
STEP: dict[str, Any] = {"kind": "dp-sgd", "noise_multiplier": 1}


@dataclass(frozen=True)
class Row:
    """What is told, the true profile, at which epsilon it is asked; ``width`` is the relative one that is allowed for epsilon.

    ``above`` is how far the upper end may lie above the truth where a bound alone is known.
    """

    told: Sequence[dict[str, Any]]
    truth: Callable[[], Profile]
    at: str
    adjacency: str = "add-remove"
    tight: bool = True
    width: str = "1/500"


ROWS = {
    "gaussian": Row([{"kind": "gaussian", "std": 2, "sensitivity": "3/2", "steps": 4}], lambda: normal(mp.mpf("1.5")), "2", width="1e-9"),
    "replaced, all records": Row([{**STEP, "steps": 3}], lambda: normal(2 * mp.sqrt(3)), "5", "replace", width="1e-9"),
    "tree": Row([{"kind": "tree", "height": 4, "noise_multiplier": 2}], lambda: normal(mp.sqrt(path(5)) / 2), "2", "zero-out", width="1e-9"),
    "matrix": Row([{"kind": "matrix", "strategy": BAND, "noise_multiplier": 2, "separation": 2, "most": 2}],
                  lambda: normal(farthest(BAND, APART) / 2), "2", "zero-out", width="1e-9"),
    "matrix, every second step": Row([{"kind": "matrix", "strategy": BAND, "noise_multiplier": 2, "period": 1}],
                                     lambda: normal(farthest(BAND, [range(4)]) / 2), "2", "zero-out", width="1e-9"),
    "matrix whose bound is not reached": Row([{"kind": "matrix", "strategy": CYCLE, "noise_multiplier": 2, "period": 1}],
                                             lambda: normal(farthest(CYCLE, [range(3)]) / 2), "2", "zero-out", tight=False, width="1/2"),
    "Poisson": Row([{**STEP, "sample_rate": "1/5", "steps": 2}], lambda: twice_drawn("1/5"), "1"),
    "Poisson, a record more": Row([{**STEP, "sample_rate": "1/5", "steps": 2}], lambda: twice_drawn("1/5", "add"), "1/4", "add"),
    "Poisson, replaced": Row([{**STEP, "sample_rate": "1/5"}], lambda: mixtures(*([(real("4/5"), mp.mpf(0)), (real("1/5"), mp.mpf(sign))] for sign in (1, -1))),
                             "1", "replace"),
    "fixed size": Row([{**STEP, "noise_multiplier": 2, "examples": 10, "batch": 2, "sampling": "fixed-size", "steps": 2}], lambda: twice_drawn("1/5"), "1"),
    "fixed size, replaced": Row([{**STEP, "noise_multiplier": 2, "examples": 10, "batch": 2, "sampling": "fixed-size"}], lambda: drawn("1/5", 1), "1", "replace",
                                tight=False),
    "weighted": Row([{**STEP, "sample_rate": ["1/20", "1/5", "1/10"]}], lambda: lambda e: max(drawn(q, 1)(e) for q in ("1/20", "1/5", "1/10")), "1"),
    "group": Row([{**STEP, "sample_rate": "1/5", "group": 3}], lambda: hits(3, "1/5"), "2"),
    "accumulated": Row([{**STEP, "examples": 40, "batch": 2, "accumulated": 4}], lambda: drawn("1/5", 1), "1"),
    "accumulated, drawn independently": Row([{**STEP, "examples": 40, "batch": 2, "group": 4}], lambda: hits(4, "1/20"), "1"),
    "adaptive clipping": Row([{**STEP, "sample_rate": "1/5", "clipping_noise": 1}], lambda: in_the_plane("1/5", (1, "1/2")), "1", "remove"),
    "layers": Row([{"kind": "dp-sgd", "layers": [[1, 2], [3, 4]], "sample_rate": "1/5"}], lambda: in_the_plane("1/5", ("1/2", "3/4")), "1", "remove"),
    "laplace": Row([{"kind": "laplace", "scale_multiplier": 1, "steps": 2}], lambda: two_laplace, "3/2"),
    "laplace, sampled": Row([{"kind": "laplace", "scale_multiplier": 1, "sample_rate": "1/5"}], lambda: sampled_laplace, "1/8", "remove"),
    "pure": Row([{"kind": "pure", "epsilon": "3/10", "steps": 6}], lambda: responses(mp.mpf("0.3"), 6), "1", tight=False),
    "exponential": Row([{"kind": "exponential", "epsilon": 2}], lambda: worst_interval(mp.mpf(2)), "1/2", tight=False),
    "randomised-response": Row([{"kind": "randomised-response", "random": "1/2", "steps": 4}], lambda: answers("1/2", 2, 4), "2", "replace", tight=False),
    "randomised-response of four answers": Row([{"kind": "randomised-response", "random": "1/2", "answers": 4, "steps": 4}], lambda: answers("1/2", 4, 4), "3",
                                               "replace", tight=False, width="1/2"),
    "approximate": Row([{"kind": "approximate", "epsilon": "3/10", "delta": "1e-4", "steps": 6}],
                       lambda: spent(mp.mpf("0.3"), mp.mpf("1e-4"), 6), "1", tight=False),
    "zcdp": Row([{"kind": "zcdp", "rho": "1/8", "steps": 2}], lambda: best_order(mp.mpf("0.25")), "2", tight=False, width="1e-6"),
    "renyi": Row([{"kind": "renyi", "formula": "alpha/8", "steps": 2}], lambda: best_order(mp.mpf("0.25")), "2", tight=False, width="1e-6"),
    "discrete-gaussian": Row([{"kind": "discrete-gaussian", "std": 2, "sensitivity": 1, "steps": 2}],
                             lambda: integers(lambda k: mp.exp(-mp.mpf(k * k) / 8), 1, 2, 22), "3/2", tight=False, width="1/3"),
}  # fmt: skip


def accountant_of(row: Row) -> Accountant:
    found = Accountant(row.adjacency)
    for one in row.told:
        found.tell(one)
    return found


@pytest.mark.parametrize("name", ROWS)
def test_both_ends_enclose_the_truth(name: str) -> None:
    row = ROWS[name]
    accountant, truth = accountant_of(row), row.truth()
    exact = truth(real(row.at))
    found = accountant.delta(row.at)
    assert real(found.lower) <= exact <= real(found.upper)
    delta = Fraction(int(exact * 10**12), 10**12)  # near that of the epsilon that was asked
    ends = accountant.epsilon(delta)
    assert truth(real(ends.upper)) <= real(delta), "the upper end is a guarantee"
    assert truth(real(ends.upper) * (1 - real(row.width))) > real(delta), "and near"
    assert found.tight == ends.tight == row.tight
    if row.tight:
        assert truth(real(ends.lower)) >= real(delta), "the lower end is not above"
        assert ends.upper - ends.lower <= ends.upper * Fraction(row.width)
        assert found.upper - found.lower <= found.upper * Fraction(1, 50)
    elif ends.lower:
        assert truth(real(ends.lower)) >= real(delta)


def test_every_kind_has_a_row() -> None:
    assert {one["kind"] for row in ROWS.values() for one in row.told} == set(KINDS)


@pytest.mark.parametrize("adjacency", ["zero-out", "replace"])
def test_discrete_laplace_noise_is_the_sum_over_integers(adjacency: str) -> None:
    """Of a = 1/4 and a sensitivity of 2: losses are at most 1/2, or 1 where a record is replaced."""
    event = type("DiscreteLaplaceDpEvent", (SimpleNamespace,), {})(noise_parameter=0.25, sensitivity=2)
    accountant = Accountant(adjacency)
    accountant.compose(event)
    move = 4 if adjacency == "replace" else 2
    truth = integers(lambda k: mp.exp(-mp.mpf(abs(k)) / 4), move, 1, 250)
    ends = accountant.epsilon("1e-9")
    assert truth(real(ends.upper)) <= mp.mpf("1e-9")
    assert truth(real(ends.upper) * mp.mpf("0.999")) > mp.mpf("1e-9")


def test_discrete_gaussian_noise_beside_a_replaced_record_moves_twice_as_far() -> None:
    event = type("DiscreteGaussianDpEvent", (SimpleNamespace,), {})(sigma=4.0, sensitivity=1.0)
    ends = dict[str, Any]()
    for adjacency, move in (("add-remove", 1), ("replace", 2)):
        accountant = Accountant(adjacency)
        accountant.compose(event)
        ends[adjacency] = accountant.epsilon("1e-5").upper
        truth = integers(lambda k: mp.exp(-mp.mpf(k * k) / 32), move, 1, 60)
        assert truth(real(ends[adjacency])) <= mp.mpf("1e-5") < truth(real(ends[adjacency]) * mp.mpf("0.6"))


def test_bounds_are_no_less_than_what_gaussian_noise_reveals() -> None:
    """N(0, 1) moved by mu has Rényi divergences of mu^2/2 times the order, so it is one of the mechanisms that are meant."""
    for name in ("zcdp", "renyi"):
        upper = accountant_of(ROWS[name]).epsilon("1e-5").upper
        assert normal(mp.sqrt(2 * mp.mpf("0.25")))(real(upper)) < mp.mpf("1e-5")


def test_an_approximate_mechanism_may_reveal_nothing() -> None:
    """The lower end is that of the Gaussian noise alone at the whole delta; what is left of delta has the upper one."""
    accountant = Accountant()
    accountant.gaussian(std=1)
    accountant.approximate(epsilon=0, delta="5e-6")
    ends, alone, worst = accountant.epsilon("1e-5"), normal(mp.mpf(1)), mp.mpf("5e-6")
    assert alone(real(ends.lower)) >= mp.mpf("1e-5") > alone(real(ends.lower) * mp.mpf("1.000001"))
    assert worst + (1 - worst) * alone(real(ends.upper)) <= mp.mpf("1e-5")
    assert not ends.tight
    assert not accountant.delta(1).tight
    assert real(accountant.delta(1).lower) <= alone(mp.mpf(1))


def test_a_shift_that_is_not_reached_says_nothing_from_below() -> None:
    accountant = Accountant("replace")
    accountant.matrix(strategy=[[1, 0, 0], [1, 1, 0], [1, 1, 1]], noise_multiplier=8, separation=2)
    found = accountant.epsilon("1e-5")
    assert (found.lower, found.tight) == (0, False)
    dense = farthest([[1, 0, 0], [1, 1, 0], [1, 1, 1]], [[0], [1], [2], [0, 2]])
    assert normal(2 * dense / 8)(real(found.upper)) <= mp.mpf("1e-5")
    again = Accountant("replace")
    again.load_state_dict(accountant.state_dict())
    assert again.epsilon("1e-5") == found
    for other in ({"kind": "gaussian", "std": 2}, {**STEP, "sample_rate": "1/5", "steps": 2}):
        alone = Accountant("remove")
        alone.tell(other)
        beside = Accountant("remove")
        beside.tell(other)
        beside.gaussian(mu="1/2", attained=False)
        low, both = alone.epsilon("1e-5"), beside.epsilon("1e-5")
        assert low.lower * Fraction(99, 100) <= both.lower <= low.upper < both.upper
        assert not both.tight
    with pytest.raises(InputError, match="attained: is neither true nor false"):
        accountant.gaussian(std=1, attained=1)  # type: ignore[arg-type]


def test_each_bin_of_a_weighted_sampler_has_the_truth_of_its_rate() -> None:
    found = weighted_epsilons("1e-4", rates=["1/5", *["1/20"] * 5, 0], noise_multiplier=1, steps=1, bins=2)
    for one in (one for one in found.bins if one.rate):
        truth = drawn(one.rate, 1)
        assert truth(real(one.upper)) <= mp.mpf("1e-4") <= truth(real(one.lower))
        assert one.upper - one.lower < one.upper / 90


def test_batches_in_an_order_use_a_record_once_in_an_epoch() -> None:
    run = Accountant.read({"delta": "1e-5", "adjacency": "replace", "examples": 1000, "batch": 300, "sampling": "cyclic",
                           "phase": [{"noise_multiplier": 4, "epochs": 3}]})
    ends, truth = run.epsilon("1e-5"), normal(2 * mp.sqrt(3) / 4)
    assert truth(real(ends.upper)) <= mp.mpf("1e-5") <= truth(real(ends.lower))
    assert ends.upper - ends.lower < ends.upper / 10**9
