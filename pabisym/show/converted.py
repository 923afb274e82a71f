"""A bound as (epsilon, delta) for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pabisym.lang.rational import rational_text, short_number
from pabisym.show.blocks import Block, line

if TYPE_CHECKING:
    from pabisym.accounting.conversion import Converted


def converted_blocks(found: Converted, given: str = "") -> Iterator[Block]:
    """The answer with what it is by and what it rests on; ``given`` is the known number as it was written."""
    value, known = found.value, "delta" if found.of == "epsilon" else "epsilon"
    at = f"  at {known} = {given or rational_text(found.given)}"
    if value.lower == value.upper:
        yield line(f"{found.of} = {value.upper}{at}")
    else:
        yield line(f"{found.of} ≤ {value.upper}{at}")
        below = "a run with constant gradients reveals as much" if found.believes else "by this conversion"
        yield line(f"{found.of} ≥ {value.lower}  {below}")
    order = "" if found.order is None else f", at order {short_number(found.order, 6)}"
    yield line(f"by {found.method}" if found.believes else f"by {found.source}{order}")
    if found.assumes:
        yield line(f"the lower end assumes that {found.assumes}; the upper end does not")
    if found.believes:
        yield line("without proof here: " + "; ".join(found.believes))
    if found.note:
        yield line(found.note)
