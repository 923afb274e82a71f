"""Conversions between privacy notions over arrays, in float64 on the safe side: what the certified functions say of one point, of many.

Arguments are floats or arrays of floats that broadcast as in numpy, the numbers that they are.  Every epsilon, delta and distance that is
returned errs on its safe side (see each function) if ``erfcx`` of scipy and ``exp`` and ``log`` of numpy are within 16 units in the
last place, **which is believed and not proved**: what is computed is moved by more than that.  For certified values of any precision
take :mod:`pabisym.notions.conversion` and :func:`pabisym.divergence.hockey_stick.theta`.

>>> float(gdp_delta(1.0, 1.0).round(12)), gdp_epsilon(1.0, [1e-5, 1e-6]).round(6).tolist()
(0.126936737507, [4.377178, 4.886554])
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pabisym.errors import InputError

Array: TypeAlias = NDArray[np.float64]

_ULPS = 64 * 2.0**-52
_TINY = 1e-305
_HALVINGS = 64


def theta(r: ArrayLike, epsilon: ArrayLike) -> Array:
    """At least theta_gamma(r), the hockey-stick divergence of order gamma = e^epsilon of unit Gaussians at distance r >= 0.

    ``epsilon`` is 0 or more.  The result exceeds theta by a relative 1e-12 (1 + epsilon/r)^3/min(r, 1)^2 at most, or by 1e-304.
    Raises :class:`~pabisym.errors.InputError` outside the domain.
    """
    distance, level = _read_arrays(r=r, epsilon=epsilon)
    return _theta(distance, level)[1]


def distance(delta: ArrayLike, epsilon: ArrayLike) -> Array:
    """At most the r with theta_gamma(r) = delta, 0 < delta < 1: Gaussian noise of deviation 1/r is (epsilon, delta)-DP.

    It is 0 for delta < 1e-300.
    """
    share, level = _read_arrays(delta=delta, epsilon=epsilon)
    _check_inside((share > 0) & (share < 1), share, "delta", "lies outside of (0, 1)")
    low, _ = _halved(lambda r: _theta(r, level)[1] <= share, np.zeros_like(share), 2 * (np.sqrt(2 * level) + 40) + 0 * share)
    return low


def gdp_delta(mu: ArrayLike, epsilon: ArrayLike) -> Array:
    """At least the delta at ``epsilon`` >= 0 of mu-GDP, ``mu`` >= 0 itself and not its square: :func:`theta` at the distance mu."""
    return theta(*_read_arrays(mu=mu, epsilon=epsilon))


def gdp_epsilon(mu: ArrayLike, delta: ArrayLike) -> Array:
    """At least the least epsilon >= 0 at 0 < ``delta`` < 1 of mu-GDP; infinite for delta < 1e-300."""
    square, share = _read_arrays(mu=mu, delta=delta)
    _check_inside((share > 0) & (share < 1), share, "delta", "lies outside of (0, 1)")
    most = square * (square / 2 + 40)
    _, high = _halved(lambda level: _theta(square, level)[1] > share, np.zeros_like(share), most)
    high = np.where(_theta(square, np.zeros_like(share))[1] <= share, 0.0, high)
    return np.where(_theta(square, high)[1] <= share, high, math.inf)


def renyi_epsilon(divergences: ArrayLike, orders: ArrayLike, delta: ArrayLike) -> Array:
    """At least the least epsilon at 0 < ``delta`` <= 1 over a grid of orders (Canonne, Kamath and Steinke 2020, proposition 12).

    The last axis of ``divergences`` and ``orders`` > 1 are the orders; the other axes broadcast with ``delta``.
    """
    bound, order = np.broadcast_arrays(*_read_arrays(divergences=divergences, orders=orders))
    share = _read_arrays(delta=delta)[0][..., np.newaxis]
    _check_inside((share > 0) & (share <= 1), share, "delta", "lies outside of (0, 1]")
    _check_inside(order > 1, order, "orders", "is not above 1")
    t = order - 1
    parts = bound, -np.log(share) / t, -np.log(order) / t, np.log1p(-1 / order)
    total = sum(parts) + _ULPS * sum(map(np.abs, parts)) + _TINY
    least: Array = np.maximum(np.min(total, axis=-1), 0.0)
    return least


# Inside.


def _theta(r: Array, level: Array) -> tuple[Array, Array]:
    """Between which theta lies: phi(a) (M(a) - M(b)) with a = level/r - r/2, b = a + r and M the ratio of Mills."""
    from scipy.special import erfcx

    r, level = np.broadcast_arrays(r, level)
    with np.errstate(all="ignore"):
        middle, half = level / r, r / 2
        a, b = middle - half, middle + half
        apart = _ULPS * (middle + half)
        scale = math.sqrt(math.pi / 2)
        near, far = scale * erfcx(a / math.sqrt(2)), scale * erfcx(b / math.sqrt(2))
        density = np.exp(-a * a / 2) / math.sqrt(2 * math.pi)
        # the tails themselves, where the ratio of Mills overflows: a < 0
        first = np.where(a < -5, 1 - scale * erfcx(-a / math.sqrt(2)) * density, density * near)
        second = density * far
        error = (first + second) * _ULPS + density * apart * 4 + (first + second) * np.abs(a) * apart + _TINY
        low, high = np.maximum(first - second - error, 0.0), np.minimum(first - second + error, 1.0)
    still = r == 0
    return np.where(still, 0.0, low), np.where(still, 0.0, high)


def _halved(holds: Callable[[Array], NDArray[np.bool_]], low: Array, high: Array) -> tuple[Array, Array]:
    """The ends of intervals at whose lower ends something holds, halved until they are neighbours."""
    for _ in range(_HALVINGS):
        middle = low + (high - low) / 2
        true = holds(middle)
        low, high = np.where(true, middle, low), np.where(true, high, middle)
    return low, high


def _read_arrays(**given: ArrayLike) -> tuple[Array, ...]:
    """Arrays of finite numbers that are 0 or more, broadcast against each other unless they are orders."""
    found = []
    for name, value in given.items():
        try:
            array = np.asarray(value, np.float64)
        except (TypeError, ValueError):
            raise InputError(name, "is not made of floats", "give a float or an array of floats") from None
        _check_inside((array >= 0) & (array < math.inf), array, name, "is not a finite number that is 0 or more")
        found.append(array)
    try:
        return tuple(np.broadcast_arrays(*found))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(given, found, strict=True))
        raise InputError(next(iter(given)), f"the shapes do not go together: {shapes}", "give shapes that numpy broadcasts") from None


def _check_inside(right: NDArray[np.bool_], values: Array, field: str, problem: str) -> None:
    if not np.all(right):
        raise InputError(field, f"{float(values[~right].flat[0])!r} {problem}", "give numbers inside")
