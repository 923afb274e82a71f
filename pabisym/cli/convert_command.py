"""``pabisym convert``: a bound of one notion of privacy as (epsilon, delta)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from pabisym.cli.frame import HOLDS, UNDECIDED, print_json, working
from pabisym.errors import InputError

if TYPE_CHECKING:
    from pabisym.library.convert import Converted, GaussianBound, RenyiBound
    from pabisym.library.library import Library


@dataclass(frozen=True)
class Asked:
    """The bound, as the options give it."""

    renyi: str | None = None
    gdp: str | None = None
    zcdp: str | None = None
    sampled: tuple[str, str, str] | None = None
    statement: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    orders: tuple[str, str] | None = None


def run(asked: Asked, library: Callable[[], Library], *, delta: str | None, epsilon: str | None, by: str | None, digits: int,
        as_json: bool) -> int:
    """Print the answer; 3 where fewer digits are certified than were asked for."""
    from pabisym.library.convert import convert

    if (delta is None) == (epsilon is None):
        raise InputError("--delta", "needs either --delta or --epsilon", "give the one that is known")
    found = convert(_bound(asked, library, plainly=by is not None), delta=delta, epsilon=epsilon, digits=digits, by=by, progress=working())
    if as_json:
        print_json(found.to_json())
    else:
        click.echo("\n".join(_said(found, str(delta if epsilon is None else epsilon))))
    return HOLDS if found.value.digits >= digits else UNDECIDED


def _bound(asked: Asked, library: Callable[[], Library], *, plainly: bool) -> GaussianBound | RenyiBound:
    from pabisym.library import convert

    given = [name for name in ("renyi", "gdp", "zcdp", "sampled", "statement") if getattr(asked, name) is not None]
    if len(given) != 1:
        cure = "give one of --renyi, --gdp, --zcdp, --sampled, --statement"
        raise InputError(f"--{given[1]}" if given else "bound", f"cannot be combined with --{given[0]}" if given else "is missing", cure)
    if asked.values and given[0] not in ("renyi", "statement"):
        raise InputError("--set", f"cannot be combined with --{given[0]}", "it gives values to the letters of --renyi and --statement")
    if asked.orders is not None and given[0] != "renyi":
        raise InputError("--orders", f"cannot be combined with --{given[0]}", "it limits the orders of --renyi")
    if asked.renyi is not None:
        return convert.renyi(asked.renyi, asked.values, asked.orders)
    if asked.gdp is not None:
        return convert.gdp(asked.gdp)
    if asked.zcdp is not None:
        return convert.zcdp(asked.zcdp)
    if asked.sampled is not None:
        return convert.sampled(*asked.sampled)
    known = library()
    return convert.from_statement(known.statement(str(asked.statement)), asked.values, "--set", None if plainly else known)


def _said(found: Converted, given: str) -> list[str]:
    """The answer for people."""
    value, known = found.value, "delta" if found.of == "epsilon" else "epsilon"
    lines = [f"{found.of} ≤ {value.upper}  at {known} = {given}", f"{found.of} ≥ {value.lower}  by this conversion"]
    if value.lower == value.upper:
        lines = [f"{found.of} = {value.upper}  at {known} = {given}"]
    order = "" if found.order is None else f", at order {float(found.order):.6g}"
    lines.append(f"by {found.source}{order}")
    if found.assumes:
        lines.append(f"the lower end assumes that {found.assumes}; the upper end does not")
    return lines
