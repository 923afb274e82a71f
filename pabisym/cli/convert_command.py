"""``pabisym convert``: a bound of one notion of privacy as (epsilon, delta)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pabisym.cli.frame import HOLDS, UNDECIDED, print_answer, tell_progress
from pabisym.errors import InputError

if TYPE_CHECKING:
    from pabisym.accounting.conversion import Bound
    from pabisym.library.library import Library


@dataclass(frozen=True)
class ConversionOptions:
    """The bound, as the options give it."""

    renyi: str | None = None
    gdp: Sequence[str] = ()
    zcdp: Sequence[str] = ()
    sampled: Sequence[tuple[str, str, str]] = ()
    laplace: Sequence[str] = ()
    pure: Sequence[str] = ()
    exponential: Sequence[str] = ()
    statement: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    orders: tuple[str, str] | None = None


def run(asked: ConversionOptions, library: Callable[[], Library], *, delta: str | None, epsilon: str | None, by: str | None,
        digits: int | None, as_json: bool) -> int:
    """Print the answer; 3 where fewer digits are certified than were asked for."""
    from pabisym.accounting.conversion import DIGITS
    from pabisym.library.convert import convert

    if (delta is None) == (epsilon is None):
        raise InputError("--delta", "needs either --delta or --epsilon", "give the one that is known")
    bound = _bound(asked, library, plainly=by is not None)
    found = convert(bound, delta=delta, epsilon=epsilon, digits=digits, by=by, progress=tell_progress())
    print_answer(found, as_json=as_json, given=str(delta if epsilon is None else epsilon))
    wanted = digits or (0 if found.believes else DIGITS)
    return HOLDS if found.value.digits >= wanted else UNDECIDED


def _bound(asked: ConversionOptions, library: Callable[[], Library], *, plainly: bool) -> Bound:
    from pabisym.library import convert

    given = [name for name in (*convert.MECHANISMS, "renyi", "statement") if getattr(asked, name)]
    composed = set(given) <= set(convert.MECHANISMS)
    if not given or (len(given) > 1 and not composed):
        cure = "give mechanisms by --sampled, --gdp, --laplace and others, or one of --renyi and --statement"
        raise InputError(f"--{given[-1]}" if given else "bound", f"cannot be combined with --{given[0]}" if given else "is missing", cure)
    if asked.values and composed:
        raise InputError("--set", f"cannot be combined with --{given[0]}", "it gives values to the letters of --renyi and --statement")
    if asked.orders is not None and asked.renyi is None:
        raise InputError("--orders", f"cannot be combined with --{given[0]}", "it limits the orders of --renyi")
    if composed:
        return convert.composed_bound(**{name: getattr(asked, name) for name in convert.MECHANISMS})
    if asked.renyi is not None:
        return convert.renyi(asked.renyi, asked.values, asked.orders)
    known = library()
    return convert.from_statement(known.statement(str(asked.statement)), asked.values, "--set", None if plainly else known)
