"""Instances of what the papers on contraction coefficients say, decided exactly or by balls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from flint import arb

from pabisym.divergence.hockey_stick import theta
from pabisym.exact_law.chains import clipped_chain
from pabisym.exact_law.gaussian_mixture import MixtureLaw
from pabisym.exact_law.linear import gaussian_chain
from pabisym.library.checks import at_points, page_broken
from pabisym.library.library import builtin
from pabisym.library.statement import Statement, Verdict

from ._finite_kernels import random_laws

Signs = tuple[int, ...]
UP = Fraction(3, 4)
"""The chance of the cost w in a round; otherwise it is -w.  The mean cost is f(w) = w/2."""


def gaussians_by_quadrature() -> tuple[Verdict, str]:
    """E_gamma(N(r, 1) || N(0, 1)) as an integral of the positive part, against theta: enclosures to 8 digits that meet."""
    for gamma, r in product(("1", "3/2", "4"), ("1/2", "2")):
        first, second = (MixtureLaw.of([(1, mean, 1)]) for mean in (r, 0))
        integral, closed = first.hockey_stick(second, 8, gamma=gamma), theta(r, 12, gamma=gamma)
        if not Fraction(integral.lower) <= Fraction(closed.upper) or not Fraction(closed.lower) <= Fraction(integral.upper):
            return "false", f"gamma = {gamma}, r = {r}: {integral.lower} and {closed.lower}"
    return "true", "6 pairs, the integrals to 8 digits"


def limit_of_theta() -> tuple[Verdict, str]:
    """Points at distance 40 sigma are told apart but for 10^-80, so that without a bound on the input nothing contracts."""
    points = tuple({"gamma": gamma} for gamma in (1, 2, 1000))
    return at_points("theta(gamma, 40) > 1 - 1/10**80", points, words="theta_gamma(40) > 1 - 10^-80")


def one_round(statement: Statement) -> tuple[Verdict, str]:
    """Example 3 as printed, for one round on W = [0, 1] from 1, M = 1, sigma = 4, epsilon = 0, f_1 = ``|w - 1/2|`` and f'_1 = -w.

    The two updates are pieces (from, to, what is added) of W, as the step size dia(W)/M is 1; psi and B are what belongs to them.
    """
    first, second = ((Fraction(0), Fraction(1, 2), 1), (Fraction(1, 2), Fraction(1), -1)), ((Fraction(0), Fraction(1), 1),)
    images = [end + move for low, high, move in first for end in (low, high)]
    size, psi = max(Fraction(1), max(images) - min(images)), max(abs(one[2] - other[2]) for one, other in product(first, second))
    laws = [clipped_chain(lower=0, upper=1, steps=1, noise_variance=16, start=1, offset=pieces[-1][2]) for pieces in (first, second)]
    found = laws[0].hockey_stick(laws[1], 8, gamma=1).lower
    at = {"n": 1, "i": 1, "epsilon": 0, "M": 1, "psi": psi, "B": size, "sigma": 4}
    words = f"E_1 of the outputs is at least {found}, above delta with psi = {psi} and B = {size}"
    return page_broken(statement, at, f"{found} <= {statement.bound}", dropped=("Gaussian",), words=words)


def flat_domain(name: str, claim: str) -> tuple[Verdict, str]:
    """f(x, y) = x y on W = [0, 1] x {0}, beta = 1 and eta = 2, against the claim of a statement.

    The gradients (y, x) at two points of W, d = (1, 0) apart, are H d = (0, 1) apart: f is convex on W where <d, H d> >= 0, and
    beta-smooth where H d is no longer than beta d; the letters of the claim are the squares of d, of ``h`` = H d, of ``g`` = d - eta H d.
    """
    d, slopes, eta = (1, 0), (0, 1), 2
    moved = [x - eta * y for x, y in zip(d, slopes, strict=True)]
    at = {"beta": 1, "eta": eta, "inner": sum(x * y for x, y in zip(d, slopes, strict=True))}
    at |= {letter: sum(x * x for x in vector) for letter, vector in (("d", d), ("h", slopes), ("g", moved))}
    given = ("inner >= 0", "h <= beta**2*d", "eta <= 2/beta")
    return page_broken(builtin().statement(name), at, claim, given=given, dropped=("domain", "convex", "smooth"))


def norm_is_twice_the_distance() -> tuple[Verdict, str]:
    """The norm of mu - nu is twice the largest difference of an event's chances, over all events of four points."""
    count = 0
    for mu, nu in product(random_laws(6, 4, 21), repeat=2):
        gaps = [p - q for p, q in zip(mu, nu, strict=True)]
        events = max(sum(gap for gap, take in zip(gaps, chosen, strict=True) if take) for chosen in product((0, 1), repeat=4))
        if sum(abs(gap) for gap in gaps) != 2 * events:
            return "false", f"{mu} and {nu}"
        count += 1
    return "true", f"{count} pairs of laws on four points, exactly"


def named_divergences() -> tuple[Verdict, str]:
    """(t - 1)^2, |t - 1|/2 and (t - gamma)^+ are 0 at 1 and convex on a grid of rationals; below gamma = 1 the last is not 0 at 1."""
    grid = [Fraction(i, 8) for i in range(1, 40)]
    functions: dict[str, Callable[[Fraction], Fraction]] = {
        "chi-squared": _chi_squared, "total variation": _total_variation, "E_1": _part(1), "E_2": _part(2)}  # fmt: skip
    for name, f in functions.items():
        bent = all(f(a) + f(b) >= 2 * f((a + b) / 2) for a, b in product(grid, repeat=2))
        if f(Fraction(1)) != 0 or not bent:
            return "false", name
    return ("true" if _part(Fraction(1, 2))(Fraction(1)) != 0 else "false"), f"{', '.join(functions)}: {len(grid)} points"


class _part:  # noqa: N801
    """(t - gamma)^+."""

    def __init__(self, gamma: Fraction | int) -> None:
        self.gamma = gamma

    def __call__(self, t: Fraction) -> Fraction:
        return max(t - self.gamma, Fraction(0))


def _chi_squared(t: Fraction) -> Fraction:
    return (t - 1) ** 2


def _total_variation(t: Fraction) -> Fraction:
    return abs(t - 1) / 2


# Online gradient descent without noise, on W = [0, 1] from 1.


def _games(rounds: int) -> Iterator[tuple[Fraction, Signs]]:
    """All sequences of costs with their chances."""
    for signs in product((1, -1), repeat=rounds):
        ups = signs.count(1)
        yield UP**ups * (1 - UP) ** (rounds - ups), signs


def _path(signs: Signs) -> list[Fraction]:
    """W_1, ..., W_{n+1} with the step sizes 1/t."""
    path = [Fraction(1)]
    for t, sign in enumerate(signs, 1):
        path.append(max(Fraction(0), min(Fraction(1), path[-1] - Fraction(sign, t))))
    return path


def average_regret() -> tuple[Verdict, str]:
    """Over all 3-round games, n E f(W_T) is the mean of sum f_t(W_t); with W_{T+1} in its place it is another number."""
    own, drawn, after = Fraction(0), Fraction(0), Fraction(0)
    for chance, signs in _games(3):
        path = _path(signs)
        own += chance * sum(path[:-1]) / 2
        after += chance * sum(path[1:]) / 2
        drawn += chance * sum(s * w for s, w in zip(signs, path, strict=False))
    return ("true" if own == drawn != after else "false"), f"{own} and {drawn}; one step later {after}"


def regret_of_the_drawn_costs() -> tuple[Verdict, str]:
    """Over all 3-round games, the mean of (3), with the least sum of the costs that were drawn, and n SR(n), with n inf f = 0."""
    own, drawn = Fraction(0), Fraction(0)
    for chance, signs in _games(3):
        path = _path(signs)
        own += chance * sum(path[:-1]) / 2
        drawn += chance * (sum(s * w for s, w in zip(signs, path, strict=False)) - min(0, sum(signs)))
    return ("true" if own < drawn else "false"), f"{own} and {drawn}"


def regret_steps() -> tuple[Verdict, str]:
    """(43) and (44) without noise, exactly: the costs are s (w + w^2)/2, s = 1 or -1, so that f = (w + w^2)/4 has its least value at 0."""
    for n in (1, 2, 3, 5):
        regret, slope, drawn = Fraction(0), Fraction(0), Fraction(0)
        for chance, signs in _games(n):
            path = [Fraction(1)]
            for t, sign in enumerate(signs, 1):
                path.append(max(Fraction(0), min(Fraction(1), path[-1] - Fraction(sign, t) * (Fraction(1, 2) + path[-1]))))
            regret += chance * sum((w + w * w) / 4 for w in path[:-1]) / n
            slope += chance * sum((Fraction(1, 2) + w) / 2 * w for w in path[:-1]) / n
            drawn += chance * sum(s * (Fraction(1, 2) + w) * w for s, w in zip(signs, path, strict=False)) / n
        if not regret < slope == drawn:
            return "false", f"n = {n}: {regret}, {slope}, {drawn}"
    return "true", "games of 1, 2, 3 and 5 rounds: the regret is below the mean slope, which is the mean of <G_t, W_t - w*>, exactly"


def regret_bound() -> tuple[Verdict, str]:
    """Proposition 3 without noise: costs w and -w, eta_t = 1/sqrt(t), M = dia(W) = 1, up to 8 rounds."""
    for n in (1, 2, 4, 8):
        regret = arb(0)
        for chance, signs in _games(n):
            w = arb(1)
            for t, sign in enumerate(signs, 1):
                regret += w * arb(chance.numerator) / (2 * n * chance.denominator)
                w = arb(0).max(arb(1).min(w - sign / arb(t).sqrt()))
        if not regret < 3 / (2 * arb(n).sqrt()):
            return "undecided", f"n = {n}"
    return "true", "games of 1, 2, 4 and 8 rounds stay below 3/(2 sqrt(n))"


def beyond_example_4() -> tuple[Verdict, str]:
    """One round on W = [0, 1] from 1 with f(w) = w^2/2: M = 1, eta_1 = 1, Psi(W) = {0}, so that D = 0 and B = 1; lambda = 1/2.

    The run is at W_1 = 1 in the only round, so that SR(1) = f(1) - f(0).
    """
    start, level = Fraction(1), Fraction(1, 2)
    image = {w - 1 * w for w in (Fraction(i, 8) for i in range(9))}
    diameter = max(image) - min(image)
    regret = start**2 / 2
    at = {"n": 1, "i": 1, "epsilon": 0, "psi": 1, "B": max(Fraction(1), diameter), "lam": level, "D": diameter}
    statement = builtin().statement("asoodeh2020/example-4")
    return page_broken(statement, at, f"{regret} <= 1/2*(3*D/sqrt(n) + lam**2*sqrt(n)/B)",
                       words=f"SR(1) = {regret}, the printed bound has D = {diameter}")


def one_step_contracts() -> tuple[Verdict, str]:
    """Two laws on {0, 1} before and after noise: E_gamma falls by theta_gamma(1/sigma) at least, at gamma = 1 by this factor."""
    for gamma, noise in product(("1", "3/2"), ("1/2", "1", "3")):
        level, v = Fraction(gamma), Fraction(noise) ** 2
        first, second = (MixtureLaw.of([(1 - p, 0, v), (p, 1, v)]) for p in (Fraction(3, 4), Fraction(1, 8)))
        before = max(Fraction(3, 4) - level * Fraction(1, 8), Fraction(0)) + max(Fraction(1, 4) - level * Fraction(7, 8), Fraction(0))
        after, factor = first.hockey_stick(second, 8, gamma=gamma), theta(1 / Fraction(noise), 12, gamma=gamma)
        attained = level == 1 and Fraction(after.lower) <= Fraction(factor.upper) * before <= Fraction(after.upper) + before / 10**8
        if not attained and not Fraction(after.upper) <= Fraction(factor.lower) * before:
            return "undecided", f"gamma = {gamma}, sigma = {noise}: {after.upper} against {factor.lower} * {before}"
    return "true", "6 steps, the laws after them by quadrature"


def identity_steps() -> tuple[Verdict, str]:
    """Identity maps from starts z apart: the exact divergence is alpha z^2/(2 n sigma^2)."""
    for steps, order, start in ((1, 2, 3), (4, "3/2", 1), (7, 5, 2)):
        first, second = (gaussian_chain(steps=steps, noise=4, start=x) for x in (start, 0))
        if first.renyi(second, order).exact != Fraction(order) * start**2 / (2 * steps * 4):
            return "false", f"{steps} steps"
    return "true", "3 pairs of runs, exactly"
