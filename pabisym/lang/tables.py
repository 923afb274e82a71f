"""Tables: results that are rows with named columns, also as a table of pandas where that is installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pabisym.errors import InputError
from pabisym.lang.rational import float_ends

BEYOND_FLOATS = 1000
"""Decimal exponents beyond which every number is above, or nearer to 0 than, all floats."""


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
        found = list[dict[str, Any]]()
        for row in self.rows:
            columns = dict[str, Any]()
            for name, value in (row if isinstance(row, Mapping) else row.to_json()).items():
                if isinstance(value, Mapping) and value.keys() == {"lower", "upper"}:
                    columns |= {f"{name}.{end}": outward_float(value[end], up=end == "upper") for end in ("lower", "upper")}
                else:
                    columns[name] = value
            found.append(columns)
        return found

    def to_pandas(self) -> Any:
        """The rows as a ``pandas.DataFrame``.

        Raises :class:`~pabisym.errors.InputError` where pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise InputError("pandas", "is not installed", "install pandas, or use .records()") from None
        return pandas.DataFrame(self.records())


def outward_float(text: str, *, up: bool) -> float:
    """The nearest float that is not below an exact text (``up``), or not above it.

    >>> outward_float("0.1", up=False) < Fraction(1, 10) <= outward_float("0.1", up=True)
    True
    """
    if text in ("inf", "-inf"):
        return float(text)
    mantissa, _, exponent = text.partition("e")
    # beyond the range of floats another number is as large for a float, and quickly read
    near = f"{mantissa}e{max(-BEYOND_FLOATS, min(BEYOND_FLOATS, int(exponent)))}" if exponent else text
    return float_ends(Fraction(near))[up]
