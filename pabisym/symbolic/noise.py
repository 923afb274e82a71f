"""Laws of noise as objects: Gaussian and Laplace noise on the iterate of every step."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pabisym.errors import InputError
from pabisym.symbolic.numbers import FormulaLike
from pabisym.symbolic.schedules import Every, Size, shown, size_of

if TYPE_CHECKING:
    from pabisym.lang.term import Term


class NoiseSize(ABC):
    """Noise by one number: what it is called, and how large it is."""

    law: str

    def __post_init__(self) -> None:
        _ = self.given

    @property
    def given(self) -> tuple[str, Size]:
        """The one number that was given: its name and its size."""
        found = [(name, value) for name, value in vars(self).items() if value is not None]
        if len(found) != 1:
            names = " or ".join(f"{name}=" for name in vars(self))
            raise InputError(type(self).__name__, f"is given {len(found)} sizes", f"give one, {names}")
        return found[0]

    def table(self) -> dict[str, Any]:
        """The noise as a spec has it."""
        name, value = self.given
        if isinstance(value, Every) and value.other is None:
            rest = {key: own for key, own in value.table("noise").items() if key != "size"}
            return {"law": self.law, name: size_of(value.size, f"noise {name}", step=True), **rest}
        return {"law": self.law, name: size_of(value, f"noise {name}", step=True)}

    def __repr__(self) -> str:
        name, value = self.given
        return f"{type(self).__name__}({name}={shown(value)})"


@dataclass(frozen=True, repr=False, kw_only=True)
class Gaussian(NoiseSize):
    """Independent Gaussian noise on the iterate of every step, by its standard deviation or its variance.

    A size is a formula, which may depend on the step ``pabisym.k``, a list with one value a step, or ``pabisym.Every``.  It has the unit
    of the iterate, a variance its square.  Raises :class:`~pabisym.errors.InputError` unless one of the two is given.

    >>> import pabisym as pb
    >>> pb.Gaussian(std="eta*sigma")
    Gaussian(std=eta*sigma)
    """

    law = "gaussian"
    std: Size | None = None
    variance: Size | None = None


@dataclass(frozen=True, repr=False, kw_only=True)
class Laplace(NoiseSize):
    """Independent Laplace noise on the iterate of every step, by its scale b: the density is exp(-abs(x)/b)/(2*b).

    Or by its standard deviation, or its variance 2*b**2.  A size is given as for :class:`Gaussian`.  Raises
    :class:`~pabisym.errors.InputError` unless one is given.

    >>> import pabisym as pb
    >>> pb.Laplace(scale="b")
    Laplace(scale=b)
    """

    law = "laplace"
    scale: Size | None = None
    std: Size | None = None
    variance: Size | None = None


def noise_of(table: Mapping[str, Term | Any]) -> NoiseSize:
    """The noise of a spec's table."""
    law = {"gaussian": Gaussian, "laplace": Laplace}[str(table.get("law", "gaussian"))]
    rest: dict[str, FormulaLike] = {key: value for key, value in table.items() if key != "law"}
    (name,) = (key for key in rest if key in ("std", "scale", "variance"))
    value = rest.pop(name)
    thinned = {**rest, "size": value} if rest else value
    found: NoiseSize = law(**{name: Every.of(thinned) if isinstance(thinned, Mapping) else thinned})
    return found
