"""The bound of a statement on a grid: as at every single point, on the safe side."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import pabisym
from pabisym.errors import InputError
from pabisym.library.library import builtin
from pabisym.library.over import CHUNK, over
from pabisym.library.point import evaluation, numeric_bound

THEOREM = "feldman2018/theorem-23"
FIXED = {"L": 1, "sigma": 4, "n": 1000, "t": 10, "alpha": 8}


def close(at: pabisym.Evaluation, low: object, high: object) -> bool:
    enclosed = at.enclosure(20)
    inside = Fraction(float(low)) <= Fraction(enclosed.upper) and Fraction(enclosed.lower) <= Fraction(float(high))  # type: ignore[arg-type]
    return inside and float(high) - float(low) <= 2.0**-30 * abs(float(high))  # type: ignore[arg-type]


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.campaign)])
def test_every_bound_of_the_library_at_its_points_as_at_one_point(every: int) -> None:
    compared, papers = 0, set[str]()
    for name in list(builtin())[::every]:
        statement = builtin().statement(name)
        spots = statement.spots[:1] if numeric_bound(statement) else ()
        for spot in spots:
            try:
                one = evaluation(statement, dict(spot.at))
            except pabisym.PabisymError:
                continue
            assert close(one, *over(statement, dict(spot.at))), name
            compared += 1
            papers.add(name.partition("/")[0])
    assert compared > 150 // every
    assert len(papers) > 3


def test_a_grid_is_the_single_points_whatever_its_shape() -> None:
    theorem = pabisym.theorem(THEOREM)
    sigma, alpha, t = np.linspace(1, 3, 7), np.array([[1.5], [2.0], [40.0]]), [1, 2, 1000, 5, 7, 11, 999]
    found = theorem.over(FIXED, sigma=sigma, alpha=alpha, t=t, L="1/3")
    assert found.shape == (3, 7)
    for i, j in np.ndindex(found.shape):
        one = theorem.at(**{**FIXED, "sigma": Fraction(sigma[j]), "alpha": Fraction(alpha[i, 0]), "t": t[j], "L": "1/3"})
        exact = one.enclosure(30).exact
        assert exact is not None
        assert exact <= Fraction(found[i, j]) <= exact * (1 + Fraction(1, 2**48))
    assert theorem.over(**FIXED).shape == ()
    assert theorem.over(FIXED, sigma=[]).shape == (0,)


def test_large_grids_are_cut_and_put_together() -> None:
    theorem, rng = pabisym.theorem(THEOREM), np.random.default_rng(1)
    for shape in ((3 * CHUNK + 5,), (5, CHUNK), (CHUNK + 3, 3), (40, 21, 13), (2, 2 * CHUNK + 1)):
        sigma = rng.random(shape) + 0.5
        found = theorem.over(FIXED, sigma=sigma)
        near = 2 * 8 / (sigma**2 * 991)
        assert (found >= near * (1 - 1e-13)).all()
        assert (found <= near * (1 + 1e-13)).all()


def test_a_point_outside_an_assumption_is_refused_left_out_or_evaluated() -> None:
    theorem = pabisym.theorem(THEOREM)
    with pytest.raises(InputError, match=r"at L=1, sigma=4, n=5, t=10, alpha=8: over the assumption t <= n does not hold"):
        theorem.over(FIXED, n=[1000, 5])
    left_out = theorem.over(FIXED, n=[1000, 5], outside="nan")
    assert np.isnan(left_out).tolist() == [False, True]
    assert left_out[0] == theorem.over(FIXED)
    assert theorem.over(FIXED, n=[1000, 5], outside="value")[1] < 0
    with pytest.raises(InputError, match="outside: 'never' is not known"):
        theorem.over(FIXED, outside="never")  # type: ignore[arg-type]


def test_equality_in_a_condition_is_decided_exactly() -> None:
    """eta <= 2/beta where 2/beta is no float: the floats beside it are on the right sides."""
    theorem, third = pabisym.theorem(THEOREM), 2 / 3
    around = [np.nextafter(third, 0), third, np.nextafter(third, 1)]
    found = theorem.over(FIXED, beta=3, eta=around, outside="nan")
    assert np.isnan(found).tolist() == [Fraction(x) > Fraction(2, 3) for x in around]
    assert not np.isnan(theorem.over(FIXED, beta=3, eta="2/3"))


def test_a_lower_bound_is_rounded_down() -> None:
    name = next(name for name in pabisym.catalogue() if pabisym.theorem(name).statement.tightness == "lower"
                and pabisym.theorem(name).bound and pabisym.theorem(name).statement.spots)
    theorem = pabisym.theorem(name)
    at = dict(theorem.statement.spots[0].at)
    assert Fraction(float(theorem.over(at))) <= Fraction(theorem.at(**at).enclosure(30).upper)


def test_balls_are_enclosures_in_the_shape_of_the_grid() -> None:
    found = pabisym.theorem(THEOREM).balls_over(20, FIXED, alpha=[[2, 8]], n=[1000, 5], outside="nan")
    assert found.shape == (1, 2)
    assert found[0, 0].exact == Fraction(1, 3964)
    assert found[0, 1] is None


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"n": [10.5, 11]}, r"over n\[0\]: 10.5 is not an integer"), ({"n": ["21/2"]}, "over n: 21/2 is not an integer"),
        ({"sigma": [1.0, float("nan")]}, r"over sigma\[1\]: nan is not a finite number"), ({"sigma": ["x"]}, "over sigma: 'x' is not a rational"),
        ({"sigma": [1, 2], "L": [1, 2, 3]}, r"over: the shapes do not go together: .*L \(3,\)"), ({"gamma": 1}, "has no numeric letter 'gamma'"),
        ({"sigma": [[1], [2, 3]]}, "different lengths"), ({"sigma": True}, "a truth value is not a number"),
        ({"sigma": np.array([True])}, "a truth value is not a number"), ({"sigma": float("inf")}, "the float inf is not exact"),
    ],
)
def test_unusable_letters_are_named(given: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        pabisym.theorem(THEOREM).over(FIXED, **given)
    with pytest.raises(InputError, match="over: no value for L, alpha, n, sigma"):
        pabisym.theorem(THEOREM).over(t=1)


def test_numbers_beyond_floats_are_enclosed() -> None:
    theorem = pabisym.theorem(THEOREM)
    huge = 10**400
    assert theorem.over(FIXED, n=huge) >= 0
    for n, found in zip((2**53 + 1, 2**60), theorem.over(FIXED, n=[2**53 + 1, 2**60]), strict=True):
        exact = theorem.at(**{**FIXED, "n": n}).enclosure(30).exact
        assert exact <= Fraction(found) <= exact * (1 + Fraction(1, 2**48))
