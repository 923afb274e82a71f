"""Instances of the shift allocation problem, and reading them from JSON or from Python arguments.

An instance describes T steps ``X_t = f_t(X_{t-1}) + Z_t`` of two coupled processes: ``f_t`` and its counterpart are ``c_t``-Lipschitz and
differ by at most ``s_t`` anywhere, ``Z_t`` is Gaussian noise on the iterate of variance ``sigma_t^2``, and the processes start within
``z_0`` of each other.  With a diameter ``D`` they never are further than ``D`` apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TypeAlias

from flint import fmpq, fmpz

from pabisym.errors import InputError
from pabisym.lang.digest import content_hash
from pabisym.lang.rational import plain_rationals, rational_text
from pabisym.lang.reader import JSON, DocumentTable, number, printable, refuse

MAX_STEPS = 10_000_000
"""Largest accepted number of steps."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""What :func:`json.dumps` writes."""

LISTED = ("contraction", "gap", "noise_variance")
"""What has one number for each step."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One instance: exact rationals, one per step; valid by construction.

    ``contraction``, ``gap`` and ``noise_variance`` hold ``c_t``, ``s_t`` and ``sigma_t^2`` for t = 1..``steps``,
    all non-negative (a contraction may exceed 1); ``start_shift`` is ``z_0``; ``diameter`` is D or ``None``.
    ``allocation`` is a user's own ``a_1..a_T`` to be checked, of any sign, or ``None``.
    Raises :class:`~pabisym.errors.InputError` for wrong lengths, negative data and more than ``MAX_STEPS`` steps.
    """

    steps: int
    contraction: tuple[fmpq, ...]
    gap: tuple[fmpq, ...]
    noise_variance: tuple[fmpq, ...]
    start_shift: fmpq
    diameter: fmpq | None = None
    allocation: tuple[fmpq, ...] | None = None

    def __post_init__(self) -> None:
        _check_steps(self.steps)
        for name in (*LISTED, "allocation"):
            values, listed = getattr(self, name), name in LISTED
            if values is not None and len(values) != self.steps:
                cure = "give one value per step, or one value for all" if listed else "give one value per step"
                raise InputError(name, f"{len(values)} values for {self.steps} steps", cure)
            if listed and values and (values[0] if values == values[:1] * len(values) else min(values)) < 0:
                wrong = next(t for t, value in enumerate(values) if value < 0)
                _nonnegative(values[wrong], f"{name}[{wrong}]")
        _nonnegative(self.start_shift, "start_shift")
        if self.diameter is not None:
            _nonnegative(self.diameter, "diameter")

    @classmethod
    def from_json(cls, data: object, *, floats: bool = False) -> Instance:
        """Read the JSON object of the contract, as :func:`pabisym.lang.reader.read_json` or :func:`json.loads` returns it.

        ``floats`` admits JSON numbers with a point or an exponent, at their decimal value (floats that another
        reader already rounded, at their binary value).
        Raises :class:`~pabisym.errors.InputError` with a field such as ``gap[3]`` (counted from 0).
        """
        required = "steps", "gap", "noise_variance"
        table = DocumentTable(data, "", [field.name for field in fields(cls)], required, form=JSON, whole="an instance")
        steps = table["steps"]
        if not isinstance(steps, int | fmpz) or isinstance(steps, bool):
            refuse("steps", steps, "an integer", "give the number of steps", JSON)
        diameter, allocation = table.get("diameter"), table.get("allocation")
        if allocation is not None and not isinstance(allocation, list):
            refuse("allocation", allocation, "a list", "give one per step", JSON)
        given = {"contraction": 1, **table.data}
        return cls._read(given, _check_steps(steps), table.get("start_shift", 0), diameter, allocation, floats)

    @classmethod
    def from_arguments(cls, *, gap: object, noise_variance: object, contraction: object = 1, start_shift: object = 0,
                       diameter: object = None, allocation: object = None, steps: object = None) -> Instance:
        """Read Python values: ints, Fractions, texts such as ``"3/4"``, or sequences and arrays of them.

        One value stands for all steps; ``steps`` may be left out when a sequence tells it.
        Raises :class:`~pabisym.errors.InputError` for floats (quote them) and for whatever is no instance.
        """
        given = {"contraction": contraction, "gap": gap, "noise_variance": noise_variance}
        data = {name: plain(value) for name, value in given.items()}
        own = plain(allocation)
        if own is not None and not isinstance(own, list):
            raise InputError("allocation", "one value per step was expected", "give a sequence")
        lengths = [len(value) if isinstance(value, list) else None for value in (*data.values(), own)]
        length = infer_steps(lengths, plain(steps))
        return cls._read(data, length, plain(start_shift), plain(diameter), own, False)

    @classmethod
    def _read(cls, data: dict[str, object], steps: int, start: object, diameter: object, own: list[object] | None,
              floats: bool) -> Instance:
        contraction, gap, variance = (_per_step(data[name], steps, name, floats) for name in LISTED)
        return cls(steps=steps, contraction=contraction, gap=gap, noise_variance=variance,
                   start_shift=number(start, "start_shift", floats=floats),
                   diameter=None if diameter is None else number(diameter, "diameter", floats=floats),
                   allocation=None if own is None else _per_step(own, steps, "allocation", floats))

    @property
    def fingerprint(self) -> str:
        """A content hash, the same on every machine; equal for equal instances alone."""
        return content_hash("instance", self.to_json())

    def to_json(self) -> dict[str, Json]:
        """The JSON object of the contract: lists of length ``steps``, rationals as texts in lowest terms."""
        answer: dict[str, Json] = {"steps": self.steps}
        answer |= {name: _texts(getattr(self, name)) for name in LISTED}
        answer["start_shift"] = rational_text(self.start_shift)
        answer["diameter"] = None if self.diameter is None else rational_text(self.diameter)
        if self.allocation is not None:
            answer["allocation"] = _texts(self.allocation)
        return answer


def infer_steps(lengths: Iterable[int | None], steps: object) -> int:
    """The number of steps: as given, or else the first known length among those of the data."""
    if steps is not None:
        if not isinstance(steps, int) or isinstance(steps, bool):
            refuse("steps", steps, "an integer", "give the number of steps", JSON)
        return _check_steps(steps)
    known = next((length for length in lengths if length is not None), None)
    if known is None:
        raise InputError("steps", "cannot be told from single values", "give steps, or one sequence")
    return _check_steps(known)


def plain(value: object) -> object:
    """A sequence or an array as a list, its array scalars as Python numbers; anything else unchanged."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [item.tolist() if hasattr(item, "tolist") else item for item in value]
    return value


def _check_steps(steps: int | fmpz) -> int:
    if steps < 0:
        raise InputError("steps", "is negative", "give 0 or more steps")
    if steps > MAX_STEPS:
        raise InputError("steps", "is too large", f"at most {MAX_STEPS} steps are solved")
    return int(steps)


def _per_step(value: object, steps: int, field: str, floats: bool) -> tuple[fmpq, ...]:
    if isinstance(value, list):
        known = plain_rationals(value)
        return known or tuple(number(item, f"{field}[{position}]", floats=floats) for position, item in enumerate(value))
    return (_nonnegative(number(value, field, floats=floats), field),) * steps


def _nonnegative(value: fmpq, field: str) -> fmpq:
    if value < 0:
        raise InputError(field, f"{printable(rational_text(value))} is negative", "give a number that is 0 or more")
    return value


def _texts(values: Iterable[fmpq]) -> list[Json]:
    return [rational_text(value) for value in values]
