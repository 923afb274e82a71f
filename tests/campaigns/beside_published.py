"""Derived bounds beside the optima that papers print for the same processes, with the ratio of the two.

    PYTHONPATH=tests python -m campaigns.beside_published [--points 40] [--seed 20261121]

Every bound is derived from its spec of ``tests/specs``, without a hint.  At random rational points the printed formula, written here
in the letters of the spec and as sum a_t^2/sigma_t^2, is divided by the derived price.  Prints the least and the largest ratio; exits with
1 where a derived price is above the printed one, or where one that is recorded as equal is not.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from pabisym.derivation.derive import derive
from pabisym.derivation.optimum import value_at
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.term import Term
from pabisym.spec.read import read_spec

SPECS = Path(__file__).resolve().parents[1] / "specs"


class Printed(NamedTuple):
    """A printed optimum in the letters of a spec, where it is printed, and whether the derived price is the same everywhere."""

    where: str
    spec: str
    square: str | Callable[[Mapping[str, Fraction]], Fraction]
    equal: bool
    only: str = "0 <= 1"


def look_back(at: Mapping[str, Fraction]) -> Fraction:
    """(B.1): the least of T s^2 and k (D/k + s)^2 over the last k steps, each k tried."""
    steps, s, d = int(at["T"]), at["s"], at["D"]
    return min([steps * s**2, *(k * (d / k + s) ** 2 for k in range(1, steps + 1))]) / at["sigma"] ** 2


PRINTED = (
    Printed("feldman2018, Theorem 23", "algorithm-pnsgd", "4*L**2/(sigma**2*(n + 1 - t))", equal=True),
    Printed("feldman2018, Theorem 35, the sum in its proof", "multi-epoch", "4*L**2/sigma**2*((E - 1)/n + 1/(n - i + 1))", equal=True),
    Printed("feldman2018, Theorem 35, as stated", "multi-epoch", "8*L**2/sigma**2", equal=False, only="E <= n"),
    Printed("altschuler2022, (B.1), the best look-back of T steps", "diameter-full-batch",
            look_back, equal=True),
    Printed("altschuler2022, Proposition 5.4, all paid last", "start-shift-contractive", "c**(2*T)*z**2/sigma**2", equal=False),
    Printed("altschuler2022, footnote 11 of Proposition 5.4", "start-shift-contractive",
            "z**2*(1 - c**2)*c**(2*T)/(sigma**2*(1 - c**(2*T)))", equal=True),
    Printed("chourasia2021, composition without contraction", "constant-gap-contractive", "T*s**2/sigma**2", equal=False),
    Printed("noisy gradient descent, strongly convex, any T", "constant-gap-contractive",
            "s**2/sigma**2*(1 + c)/(1 - c)*(1 - c**T)/(1 + c**T)", equal=True),
    Printed("after Bok, Su, Altschuler 2024: cyclic, strongly convex", "cyclic-batches-contractive",
            "s**2/sigma**2*(1 + c**(2*l - 2)*(1 - c**2)/(1 - c**l)**2*(1 - c**(l*(E - 1)))/(1 + c**(l*(E - 1))))", equal=False),
    Printed("asoodeh2020isit, quoting Balle et al., one pass", "single-impulse-contractive",
            "4*L**2/((n - t)*sigma**2)*c**(n - t + 1)", equal=False, only="t <= n - 1"),
)


def compared(printed: Printed, points: int, seed: int) -> list[tuple[float, int]]:
    """The ratio at every point where both are rational, and its side of 1."""
    path = SPECS / f"{printed.spec}.toml"
    price, only = derive(path).mu_squared, parse(printed.only)
    found: list[tuple[float, int]] = []
    for point in read_spec(path).points(points, seed=seed):
        try:
            if decide(only, point) == "true":
                found.append(ratio(printed, price, point))
        except (InputError, Undecided):
            continue
    return found


def ratio(printed: Printed, price: Term, point: Mapping[str, object]) -> tuple[float, int]:
    """Printed over derived, as a float for the table, and exactly on which side of 1 it lies."""
    letters = {name: Fraction(str(value)) for name, value in point.items()}
    above = value_at(parse(printed.square), point) if isinstance(printed.square, str) else printed.square(letters)
    below = value_at(price, point)
    return float(above / below), (above > below) - (above < below)


def run(points: int = 40, seed: int = 20261121, report: Callable[[str], None] = print) -> int:
    """Print the table; 0 when every derived price is at most the printed one, and equal where that is recorded."""
    failed = 0
    report(f"{'printed':58} {'spec':28} {'points':>6} {'least':>9} {'largest':>12}")
    for printed in PRINTED:
        found = compared(printed, points, seed)
        ratios, sides = [r for r, _ in found], {side for _, side in found}
        fine = bool(found) and -1 not in sides and (not printed.equal or sides == {0})
        failed += not fine
        report(f"{printed.where:58} {printed.spec:28} {len(found):6} {min(ratios, default=0):9.4f} {max(ratios, default=0):12.4f}"
               f"{'' if fine else '   not as recorded'}")
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=40)
    parser.add_argument("--seed", type=int, default=20261121)
    chosen = parser.parse_args()
    sys.exit(run(chosen.points, chosen.seed))
