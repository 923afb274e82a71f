"""Tables: results that are rows with named columns, also as a table of pandas where that is installed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pabisym.errors import InputError


class Tabled:
    """A result with ``rows``, each a dict, or with a ``to_json`` that is one.

    It has no fields, so that frozen results may derive from it.
    """

    if TYPE_CHECKING:  # where it runs a field or a property of the result

        @property
        def rows(self) -> Sequence[Any]:
            """The rows, in order."""

    def records(self) -> list[dict[str, Any]]:
        """The rows as dicts: an enclosure has the columns ``….lower`` and ``….upper``, floats that still enclose it."""
        return [dict(_columns(row if isinstance(row, Mapping) else row.to_json())) for row in self.rows]

    def to_pandas(self) -> Any:
        """The rows as a ``pandas.DataFrame``.

        Raises :class:`~pabisym.errors.InputError` where pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise InputError("pandas", "is not installed", "install pandas, or use .records()") from None
        return pandas.DataFrame(self.records())


def _columns(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        if isinstance(value, Mapping) and value.keys() == {"lower", "upper"}:
            yield from ((f"{name}.{end}", outward_float(value[end], up=end == "upper")) for end in ("lower", "upper"))
        else:
            yield name, value


def outward_float(text: str, *, up: bool) -> float:
    """The nearest float that is not below an exact text (``up``), or not above it.

    >>> outward_float("0.1", up=False) < Fraction(1, 10) <= outward_float("0.1", up=True)
    True
    """
    if text in ("inf", "-inf"):
        return float(text)
    wanted, found = Fraction(text), float(text)
    wrong = not math.isfinite(found) or (found < wanted if up else found > wanted)
    return math.nextafter(found, math.inf if up else -math.inf) if wrong else found
