"""What signs alone rule out has no certificate: against linear programs over random columns."""

import random

import numpy as np
from flint import fmpq
from scipy.optimize import linprog

from pabisym.proof.certificate import _Column, _ruled_out

MONOMIALS = [((i, 1),) for i in range(4)]


def system(rng: random.Random) -> tuple[dict, list[_Column]]:
    """A target and a few columns, of which some are free, with coefficients -1 and 1."""
    def polynomial(most: int) -> dict:
        return {m: fmpq(rng.choice((-1, 1))) for m in rng.sample(MONOMIALS, rng.randint(1, most))}

    return polynomial(2), [_Column(polynomial(3), rng.choice((">=", ">=", ">", "=="))) for _ in range(rng.randint(1, 4))]


def is_a_sum(target: dict, columns: list[_Column]) -> bool:
    matrix = np.array([[float(column.value.get(m, fmpq(0)).p) for column in columns] for m in MONOMIALS])
    right = [float(target.get(m, fmpq(0)).p) for m in MONOMIALS]
    bounds = [(None, None) if column.sign == "==" else (0, None) for column in columns]
    return bool(linprog(np.zeros(len(columns)), A_eq=matrix, b_eq=right, bounds=bounds).success)


def test_what_is_ruled_out_is_no_sum_of_the_columns_and_most_that_is_none_is_ruled_out() -> None:
    rng, told = random.Random(5), []
    for _ in range(400):
        target, columns = system(rng)
        told.append((_ruled_out(target, columns), is_a_sum(target, columns)))
    assert (True, True) not in told
    assert told.count((False, True)) >= 15
    assert told.count((True, False)) >= 3 * told.count((False, False)) > 0


def test_a_column_that_nothing_cancels_is_left_out_and_what_needs_it_with_it() -> None:
    x, y, z = MONOMIALS[:3]
    needed = _Column({x: fmpq(1), y: fmpq(1)}, ">=")
    assert _ruled_out({x: fmpq(1)}, [needed])
    assert not _ruled_out({x: fmpq(1)}, [needed, _Column({y: fmpq(-1)}, ">=")])
    assert _ruled_out({x: fmpq(1)}, [needed, _Column({y: fmpq(-1), z: fmpq(1)}, ">=")])
    assert not _ruled_out({x: fmpq(1)}, [needed, _Column({y: fmpq(-1), z: fmpq(1)}, ">="), _Column({z: fmpq(1)}, "==")])
    assert _ruled_out({x: fmpq(-1)}, [needed, _Column({y: fmpq(-1)}, ">=")])
