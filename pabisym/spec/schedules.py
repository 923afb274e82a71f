"""Sizes that change from step to step, as an analyst lists them: one value a step, or a value at every so many steps.

What is read here becomes a formula in the step ``k``, as if it had been written with ``cases``.
"""

from __future__ import annotations

from functools import partial, reduce

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.reader import DocumentTable
from pabisym.lang.term import ONE, ZERO, Call, Name, Number, Term
from pabisym.process.iteration import Requirement, at_least, integral
from pabisym.process.sequence import STEP, Periodic, minus
from pabisym.spec.domains import Formulas, table

MAX_LISTED = 40
"""Most values in a list with one value a step."""
K = Name(STEP)
_KEYS = ("every", "from", "to", "size", "other")


def list_schedule(data: object, place: str, formulas: Formulas) -> Term:
    """A list with one value a step, as a formula in the step; the last value stands for all later steps.

    Raises :class:`~pabisym.errors.InputError` for an empty list, one that is too long, and items that are no formulas.
    """
    if not isinstance(data, list | tuple) or not data:
        raise InputError(place, "is not a list of formulas", 'write one a step, as in ["g", "0", "g"]')
    if len(data) > MAX_LISTED:
        raise InputError(place, f"has {len(data)} values", f"at most {MAX_LISTED} are read; give a formula in {STEP}")
    first, *rest = (formulas.term(item, f"{place}[{position}]") for position, item in enumerate(data))

    def changed(so_far: Term, later: tuple[int, Term]) -> Term:
        step, value = later
        return Call("cases", (minus(K, Number(step)), value, so_far))

    changes = [(step, value) for step, value in enumerate(rest, 2) if value != [first, *rest][step - 2]]
    return reduce(changed, changes, first)


def one_a_step(data: object, place: str, steps: Term) -> Requirement:
    """A list has one value a step."""
    count = len(data) if isinstance(data, list | tuple) else 0
    return Requirement(place, Call("==", (steps, Number(count))), f"give one value for each of the {to_text(steps)} steps")


def recurring_sizes(data: object, place: str, formulas: Formulas) -> tuple[Term, list[Requirement]]:
    """A size at every so many steps and another one elsewhere, 1 where none is given, as a formula in the step; with what must hold.

    Keys are ``every``, ``size``, and as needed ``from``, ``to`` and ``other``.
    """
    own = table(data, place, _KEYS, ("every", "size"))
    other = formulas.read(own, "other", step=True) if "other" in own else ONE
    return _recurring(own, None, other, formulas)


def periodic_size(size: Term, data: object, place: str, formulas: Formulas) -> tuple[Term, list[Requirement]]:
    """A size at every so many steps, 0 elsewhere; ``data`` has ``every`` and perhaps ``from`` and ``to``."""
    return _recurring(table(data, place, _KEYS[:3], ("every",)), size, ZERO, formulas)


def _recurring(own: DocumentTable, size: Term | None, other: Term, formulas: Formulas) -> tuple[Term, list[Requirement]]:
    """The formula, with the size that is given or stands in the table, and that its steps are integers, from 1 on but for the last one."""
    given = {key: formulas.read(own, key) for key in ("from", "to", "every") if key in own}
    size = formulas.read(own, "size", step=True) if size is None else size
    needs = [one(own.field(key), given[key]) for key in _KEYS[:3] if key in given
             for one in (integral, partial(at_least, least=int(key != "to")))]
    return Periodic(given["every"], size, given.get("from", ONE), given.get("to"), other).term(), needs
