"""Lower bounds on the true epsilon: runs on linear losses of opposite signs, whose final iterates are known exactly.

Let every loss be linear, that of the example in question with the clipped gradient C u and, in the neighbouring data set, -C u
(``replace``) or
0 (``zero-out``, ``add-remove``), all others with gradient 0.  Such losses are convex, smooth with every constant and never longer than the
clip.  Along u the final iterate is Gaussian with variance T (eta z C/B)^2 around -eta C/B times the number of steps that use the example
(without weight decay, projection and momentum).  In units of C eta/B:

* in a fixed or shuffled order it is used E times, so that the pair is N(r E, T z^2) against N(0, T z^2), exactly (r E/(z sqrt(T)))-GDP;
  with weight decay in a fixed order the weights (1 - eta lambda)^(T - k) stand before every step;
* in random batches it is used K times, K binomial: a mixture of Gaussians against one, or for ``replace`` against its mirror image.
  In batches of a fixed size another example may take its place; where all others have the gradient -C u, that is a mixture with jumps
  of 2 against one Gaussian, for ``replace`` and ``add-remove``.

Whatever is released contains the final iterate or, for ``average``, is not covered here.  For a mixture any half-line S gives the lower
bound delta >= P(S) - e^epsilon Q(S), so that a level is found in floats and confirmed in balls.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from flint import arb, fmpq

from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.numerics.enclosure import Enclosure, exactly
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.spec.configuration import AVERAGE, FIXED_SIZE, RANDOM, REPLACE, SHUFFLED, Configuration

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float64]]
Real = TypeVar("Real", fmpq, arb, float)
WIDEST = 4000
"""Most numbers of uses that are summed."""
SPREAD = 12
"""How many standard deviations around their mean are summed; what is left out is counted against the bound."""
BITS = 128


def linear_mu_squared(run: Configuration) -> fmpq | None:
    """mu^2 of the final iterates of linear losses, where batches come in an order; None for other runs and where the pair is not Gaussian.

    With weight decay this is about the example that is used in the last step.
    """
    if run.sampling in RANDOM or not _plain(run):
        return None
    if run.weight_decay == 0:
        return (run.ratio * run.uses) ** 2 / run.steps
    if run.learning_rate is None or run.sampling == SHUFFLED:
        return None
    keep = 1 - run.learning_rate * run.weight_decay
    size = len(str(keep.p)) + len(str(keep.q))
    if size * run.steps > 100_000:  # the powers would be long exact numbers
        return None
    reach = geometric_sum(keep**run.period, run.uses)
    return (run.ratio * reach) ** 2 / geometric_sum(keep**2, run.steps)


def geometric_sum(ratio: Real, count: int) -> Real:
    """1 + r + ... + r^(count - 1), for a ratio that is 1 exactly or certainly another number."""
    return ratio * 0 + count if ratio == 1 else (1 - ratio**count) / (1 - ratio)


def _plain(run: Configuration) -> bool:
    """Is the final iterate of linear losses a sum of noises and gradients."""
    return run.diameter is None and run.momentum == 0 and run.release != AVERAGE and run.strong_convexity == 0


def linear_epsilon(run: Configuration, digits: int = 6) -> Enclosure | None:
    """A lower bound on the epsilon of every analysis of such runs, by linear losses; its lower end is certified.

    None where this pair is not covered, that is, for averages, momentum, projections, strongly convex losses, and random batches with
    weight decay or with numbers that floats do not hold.
    """
    squared = linear_mu_squared(run)
    if squared is not None:
        return gdp_epsilon(squared, run.delta, digits)
    if run.sampling not in RANDOM or not _plain(run) or run.weight_decay != 0 or not run.moderate:
        return None
    levels = [_mixture_level(one, float(run.delta), run.delta) for one in _Mixture.of(run)]
    known = [level for level in levels if level is not None]
    return exactly(max(known), digits) if known else None


def binomial_range(steps: int, rate: fmpq) -> range:
    """The numbers of uses around their mean outside of which there is next to nothing."""
    mean, width = steps * float(rate), math.sqrt(steps * float(rate) * (1 - float(rate)))
    low, high = max(0, math.floor(mean - SPREAD * width - SPREAD)), min(steps, math.ceil(mean + SPREAD * width + SPREAD))
    return range(low, high + 1)


def binomial_weights(steps: int, rate: fmpq, most: int) -> tuple[range, list[arb]] | None:
    """Numbers of uses with their probabilities as balls; None where there are more than ``most``, or powers are too long."""
    uses = binomial_range(steps, rate)
    return None if len(uses) > most or math.log2(steps) * uses[0] > 10**7 else (uses, _weights(steps, rate, uses))


@lru_cache(maxsize=32)
def _weights(steps: int, rate: fmpq, uses: range) -> list[arb]:
    if rate == 1:
        return [arb(1) if k == steps else arb(0) for k in uses]
    with working_precision(BITS):
        first = uses[0]
        found = [arb(math.comb(steps, first)) * arb(rate) ** first * arb(1 - rate) ** (steps - first)]
        for k in uses[1:]:
            found.append(found[-1] * arb(fmpq(steps - k + 1, k) * rate / (1 - rate)))
        return found


@dataclass(frozen=True)
class _Mixture:
    """The number of uses, binomial of T and q, in units of a jump, with the sum of the noises; ``mirrored``: against its mirror image.

    In these units the noises have the ``variance`` z^2 T/jump^2.
    """

    steps: int
    rate: fmpq
    variance: fmpq
    mirrored: bool

    @classmethod
    def of(cls, run: Configuration) -> list[_Mixture]:
        rate = fmpq(run.batch, run.examples) if run.sampling == FIXED_SIZE else run.rate
        variance = run.noise_multiplier**2 * run.steps
        found = [cls(run.steps, rate, variance, run.adjacency == REPLACE)]
        if run.sampling == FIXED_SIZE and run.share == 2 and run.batch < run.examples:
            found.append(cls(run.steps, rate, variance / 4, mirrored=False))
        return found

    @property
    def uses(self) -> range:
        """The numbers of uses that are summed."""
        return binomial_range(self.steps, self.rate)

    def weights(self) -> list[arb]:
        """The probabilities of these numbers, as balls."""
        return _weights(self.steps, self.rate, self.uses)

    def certified(self, epsilon: fmpq, edge: fmpq, *, swapped: bool, weights: list[arb]) -> arb:
        """P(S) - e^epsilon Q(S), from below: S is where the sum exceeds ``edge``, or does not, for the pair in the other order."""
        root, rest = arb(self.variance).sqrt(), 1 - sum(weights, arb(0))

        def mixed(deviations: Callable[[int], fmpq]) -> arb:
            return sum((w * tail(deviations(k) / root) for k, w in zip(self.uses, weights, strict=True)), arb(0))

        if swapped and not self.mirrored:
            near, far = tail(-arb(edge) / root), mixed(lambda k: k - edge) + rest
        else:
            near, far = mixed(lambda k: edge - k), mixed(lambda k: edge + k) + rest if self.mirrored else tail(edge / root)
        return near - arb(epsilon).exp() * far


def highest_level(near: Floats, far: Floats, delta: float) -> tuple[float, int]:
    """About the largest level at which an event tells two laws apart by more than delta, and its place; 0 where none does.

    ``near`` and ``far`` are the chances of the events under both laws, in floats; those without a chance under the second one are left out.
    """
    import numpy as np

    with np.errstate(all="ignore"):
        levels = np.where((near > delta) & (far > 0), np.log((near - delta) / np.maximum(far, 1e-300)), -np.inf)
    place = int(np.argmax(levels))
    return (float(levels[place]) if math.isfinite(levels[place]) and levels[place] > 0 else 0.0), place


def _mixture_level(mixture: _Mixture, delta: float, exact: fmpq) -> fmpq | None:
    """About the largest level at which a half-line shows that delta is not enough; 0 where none is found."""
    if len(mixture.uses) > WIDEST or math.log2(mixture.steps) * mixture.uses[0] > 10**7:
        return None
    import numpy as np
    from scipy.special import log_ndtr
    from scipy.stats import binom

    uses = np.arange(mixture.uses[0], mixture.uses[-1] + 1)
    masses = binom.pmf(uses, mixture.steps, float(mixture.rate))
    s = math.sqrt(float(mixture.variance))
    reach = float(uses[-1]) + 12 * s
    edges = np.linspace(-reach if mixture.mirrored else -12 * s, reach, 800)
    with np.errstate(all="ignore"):  # chances may be too small for a float
        above = np.exp(log_ndtr((uses[None, :] - edges[:, None]) / s)) @ masses  # the mixture beyond each edge
        below = np.exp(log_ndtr((edges[:, None] - uses[None, :]) / s)) @ masses
        pairs = [(above, np.exp(log_ndtr((-uses[None, :] - edges[:, None]) / s)) @ masses)] if mixture.mirrored else [
            (above, np.exp(log_ndtr(-edges / s))), (np.exp(log_ndtr(edges / s)), below)]
    best, weights = fmpq(0), None
    with working_precision(BITS):
        for swapped, (near, far) in enumerate(pairs):
            found, place = highest_level(near, far, delta)
            if found == 0:
                continue
            weights = mixture.weights() if weights is None else weights
            edge = fmpq(round(float(edges[place]) * 2**20), 2**20)
            for loss in (10**-6, 10**-4, 10**-2):
                level = fmpq(round(found * (1 - loss) * 2**30), 2**30)
                if level > best and mixture.certified(level, edge, swapped=bool(swapped), weights=weights) > exact:
                    best = level
                    break
    return best
