"""The numbers of the page on hidden batches are those that are computed: certified ends, rounded up, and lower sides, rounded down."""

from __future__ import annotations

import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq

from pabisym.accounting.hidden.places import ShuffledRun, hidden_places
from pabisym.accounting.hidden.subsets import SubsetRun, hidden_subsets
from pabisym.accounting.lower.bounds import lowest
from pabisym.library.library import builtin
from pabisym.spec.configuration import Configuration
from pabisym.training.rows import rows_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "hidden-batches.md").read_text(encoding="utf-8")
RUN = {"examples": 60000, "batch": 256, "clip": 1, "learning_rate": "0.1", "smoothness": 1, "loss": "convex", "sampling": "poisson",
       "adjacency": "add-remove", "release": "last", "delta": "1e-5"}  # fmt: skip
MEANT: dict[str, dict[str, object]] = {
    "convex with weight decay, c = 0.99": {"weight_decay": "0.1"},
    "strongly convex, m = 0.1, M = 1": {"loss": "strongly-convex", "strong_convexity": "0.1"},
    "smooth, not convex, M = 0.1": {"loss": "nonconvex", "smoothness": "0.1"},
    "convex, a model after every epoch": {"release": "checkpoints"},
    "convex, a record replaced": {"adjacency": "replace"},
    "convex, batches of a fixed size": {"sampling": "fixed-size"},
    "convex": {},
}
"""What the first column of the first table says, but for the number of epochs."""


def table(head: str) -> list[list[str]]:
    """The cells of the table whose head begins so; an empty first one is that of the row before."""
    rows = PAGE[PAGE.index(f"| {head}") :].split("\n\n")[0].splitlines()[2:]
    found: list[list[str]] = []
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        found.append([cells[0] or found[-1][0], *cells[1:]])
    return found


def run_of(said: str, multiplier: str) -> Configuration:
    """The run of a row of the first table."""
    match = re.fullmatch(r"(.*), (\d+|one) epochs?", said)
    assert match is not None
    epochs = 1 if match[2] == "one" else int(match[2])
    return Configuration.of({**RUN, **MEANT[match[1]], "epochs": epochs, "noise_multiplier": multiplier})


def shown(value: Fraction, like: str, rounding: str) -> str:
    """A number to as many places as another one has."""
    unit = Decimal(1).scaleb(-len(like.partition(".")[2]))
    return str((Decimal(value.numerator) / Decimal(value.denominator)).quantize(unit, rounding=rounding))


def is_right(said: str, multiplier: str, all_of_them: str, last: str, low: str) -> None:
    run, library = run_of(said, multiplier), builtin()
    rows = [row for row in rows_of(run, library) if row.applies]
    best = min(row.upper for row in rows)
    assert shown(best, last, ROUND_CEILING) == last
    if all_of_them:
        assert shown(next(row.upper for row in rows if row.id == "accountant"), all_of_them, ROUND_CEILING) == all_of_them
    if low:
        found = lowest(run, best, 0)
        assert found is not None
        assert shown(found.least, low, ROUND_FLOOR) == low


LAST = table("setting | multiplier")


def test_the_row_of_one_epoch() -> None:
    is_right(*next(row for row in LAST if "one epoch" in row[0]))


@pytest.mark.campaign
@pytest.mark.parametrize("row", LAST, ids=lambda row: f"{row[0]}, {row[1]}")
def test_all_rows_of_the_last_iterate(row: list[str]) -> None:
    is_right(*row)


@pytest.mark.parametrize("row", table("batches × epochs, multiplier"), ids=lambda row: row[0])
def test_hidden_places(row: list[str]) -> None:
    match = re.fullmatch(r"(\d+) × (\d+), ([\d.]+)", row[0])
    assert match is not None
    batches, epochs = int(match[1]), int(match[2])
    hit = 1 / fmpq(*Fraction(match[3]).as_integer_ratio())
    found = hidden_places(ShuffledRun(epochs, (fmpq(1, batches),) * batches, hit, fmpq(1), "replaced"), fmpq(1, 10**5))
    assert shown(found.upper, row[2], ROUND_CEILING) == row[2]


SUBSETS = ((3525, fmpq(1, 235), fmpq(20, 11)), (10_000, fmpq(1, 100), fmpq(2)))
"""Steps, the probability of a use, and hits 2/z."""


@pytest.mark.campaign
@pytest.mark.parametrize("number", [0, 1])
def test_hidden_subsets(number: int) -> None:
    said = table("fixed size, a record replaced")[number][2]
    assert shown(hidden_subsets(SubsetRun(*SUBSETS[number]), fmpq(1, 10**5)).upper, said, ROUND_CEILING) == said
