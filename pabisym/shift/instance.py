"""Instances of the shift allocation problem, and reading them from JSON or from Python arguments.

An instance describes T steps ``X_t = f_t(X_{t-1}) + Z_t`` of two coupled processes: ``f_t`` and its counterpart
are ``c_t``-Lipschitz and differ by at most ``s_t`` anywhere, ``Z_t`` is Gaussian noise on the iterate of variance
``sigma_t^2``, and the processes start within ``z_0`` of each other.  With a diameter ``D`` they never are further
than ``D`` apart.
"""

from __future__ import annotations

import difflib
import json
import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import NoReturn, TypeAlias

from flint import fmpq, fmpz

from pabisym.errors import InputError
from pabisym.lang.rational import MAX_LENGTH, rational, rational_text

MAX_STEPS = 10_000_000
"""Largest accepted number of steps."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""What :func:`json.dumps` writes."""

_NUMBER_CURE = 'write an exact rational such as 3, "3/4" or "0.75"'
LONG = 64
"""Instances of fewer steps are left to rational pooling."""
_REQUIRED = "steps, gap, noise_variance"
_LISTED = ("contraction", "gap", "noise_variance")


@dataclass(frozen=True, slots=True)
class JsonFloat:
    """A number that JSON text wrote with a point or an exponent, kept as it was written.

    Exact arithmetic refuses it and quotes it in the hint; float arithmetic reads its decimal value.
    """

    text: str


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
        for name in (*_LISTED, "allocation"):
            values = getattr(self, name)
            if values is None:
                continue
            if len(values) != self.steps:
                problem = f"{len(values)} values for {self.steps} steps"
                raise InputError(name, problem, "give one value per step" + _or_one_value(name))
            if name != "allocation":
                for position, value in enumerate(values):
                    if value < 0:
                        _refuse_negative(f"{name}[{position}]", value)
        _nonnegative(self.start_shift, "start_shift")
        if self.diameter is not None:
            _nonnegative(self.diameter, "diameter")

    @property
    def long(self) -> bool:
        """Whether :func:`pabisym.shift.exact.long.solve_large` is expected to be faster than rational pooling, or no slower."""
        return self.steps >= LONG

    @classmethod
    def from_json(cls, data: object, *, floats: bool = False) -> Instance:
        """Read the JSON object of the contract, as :func:`load` or :func:`json.loads` returns it.

        ``floats`` admits JSON numbers with a point or an exponent, at their decimal value (floats that another
        reader already rounded, at their binary value).
        Raises :class:`~pabisym.errors.InputError` with a field such as ``gap[3]`` (counted from 0).
        """
        if not isinstance(data, dict):
            raise InputError("instance", f"an object was expected, not {_kind(data)}", f"give {_REQUIRED}")
        known = [field.name for field in fields(cls)]
        for key in data:
            if key not in known:
                _refuse_key(key, known)
        for key in _REQUIRED.split(", "):
            if key not in data:
                raise InputError(key, "is missing", f"an instance needs {_REQUIRED}")
        steps = data["steps"]
        if not isinstance(steps, int | fmpz) or isinstance(steps, bool):
            raise InputError("steps", f"an integer was expected, not {_kind(steps)}", "give the number of steps")
        diameter, allocation = data.get("diameter"), data.get("allocation")
        if allocation is not None and not isinstance(allocation, list):
            raise InputError("allocation", f"a list was expected, not {_kind(allocation)}", "give one per step")
        data = {"contraction": 1, **data}
        return cls._read(data, _check_steps(steps), data.get("start_shift", 0), diameter, allocation, floats)

    @classmethod
    def from_arguments(
        cls,
        *,
        gap: object,
        noise_variance: object,
        contraction: object = 1,
        start_shift: object = 0,
        diameter: object = None,
        allocation: object = None,
        steps: object = None,
    ) -> Instance:
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
    def _read(
        cls,
        data: dict[str, object],
        steps: int,
        start: object,
        diameter: object,
        own: list[object] | None,
        floats: bool,
    ) -> Instance:
        contraction, gap, variance = (_spread(data[name], steps, name, floats) for name in _LISTED)
        return cls(
            steps=steps,
            contraction=contraction,
            gap=gap,
            noise_variance=variance,
            start_shift=_number(start, "start_shift", floats),
            diameter=None if diameter is None else _number(diameter, "diameter", floats),
            allocation=None if own is None else _spread(own, steps, "allocation", floats),
        )

    def to_json(self) -> dict[str, Json]:
        """The JSON object of the contract: lists of length ``steps``, rationals as texts in lowest terms."""
        answer: dict[str, Json] = {"steps": self.steps}
        answer |= {name: _texts(getattr(self, name)) for name in _LISTED}
        answer["start_shift"] = rational_text(self.start_shift)
        answer["diameter"] = None if self.diameter is None else rational_text(self.diameter)
        if self.allocation is not None:
            answer["allocation"] = _texts(self.allocation)
        return answer


def load(source: str | bytes | os.PathLike[str]) -> object:
    """Read one JSON document from bytes, from text, or from a file.

    A ``str`` whose first visible character is ``{`` or ``[``, or that has none, is the text itself; any other
    ``str``, and every path object, names a file.  Objects become dicts, numbers with a point or an exponent
    :class:`JsonFloat`, integers too long for ``int`` :class:`flint.fmpz`.
    Raises :class:`~pabisym.errors.InputError` for whatever cannot be read: a missing file, bytes that are not
    UTF-8, text that is not JSON, NaN and infinities, a key given twice, excessive nesting.
    """
    is_text = isinstance(source, str) and (not source.strip() or source.lstrip()[0] in "[{")
    if isinstance(source, bytes) or is_text:
        name, content = "input", source
    else:
        name, content = str(source), _file_bytes(source)
    if isinstance(content, bytes):
        try:
            content = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(name, f"byte {error.start} is not UTF-8", "save the file as UTF-8") from None
    if not str(content).strip():
        raise InputError(name, "is empty", "write one JSON document")
    try:
        return _DECODER.decode(str(content))
    except json.JSONDecodeError as error:
        problem = f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        raise InputError(name, problem, "write one JSON document") from None
    except RecursionError:
        raise InputError(name, "the JSON is nested too deeply", "an instance is one flat object") from None


def _file_bytes(source: str | os.PathLike[str]) -> bytes:
    try:
        return Path(source).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(_visible(str(source)), f"cannot be read: {reason}", "name a readable file") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputError(_visible(twice), "is given twice in one object", "keep one of them")
    return result


def _integer(text: str) -> int | fmpz:
    if len(text) > MAX_LENGTH:
        problem = f"an integer of {len(text)} digits"
        raise InputError("input", problem, f"at most {MAX_LENGTH} characters are read")
    return int(text) if len(text) < 1000 else fmpz(text)


def _refuse_constant(text: str) -> NoReturn:
    raise InputError("input", f"{text} is not a JSON number", _NUMBER_CURE)


_KINDS = {
    type(None): "null",
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "a truth value",
    int: "an integer",
    fmpz: "an integer",
}
_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=JsonFloat, parse_int=_integer, parse_constant=_refuse_constant
)


def infer_steps(lengths: Iterable[int | None], steps: object) -> int:
    """The number of steps: as given, or else the first known length among those of the data."""
    if steps is not None:
        if not isinstance(steps, int) or isinstance(steps, bool):
            raise InputError("steps", f"an integer was expected, not {_kind(steps)}", "give the number of steps")
        return _check_steps(steps)
    for length in lengths:
        if length is not None:
            return _check_steps(length)
    raise InputError("steps", "cannot be told from single values", "give steps, or one sequence")


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


def _spread(value: object, steps: int, field: str, floats: bool) -> tuple[fmpq, ...]:
    if isinstance(value, list):
        return tuple(_number(item, f"{field}[{position}]", floats) for position, item in enumerate(value))
    return (_nonnegative(_number(value, field, floats), field),) * steps


def _number(value: object, field: str, floats: bool) -> fmpq:
    if isinstance(value, JsonFloat):
        if floats:
            return rational(value.text, field)
        cure = f'quote it, as "{value.text}", or use float arithmetic'
        raise InputError(field, f"the float {value.text} is not exact", cure)
    if floats and isinstance(value, float) and math.isfinite(value):
        return rational(Fraction(value), field)
    if value is None or isinstance(value, list | dict):
        raise InputError(field, f"a number was expected, not {_kind(value)}", _NUMBER_CURE)
    return rational(value, field)


def _nonnegative(value: fmpq, field: str) -> fmpq:
    if value < 0:
        _refuse_negative(field, value)
    return value


def _refuse_negative(field: str, value: fmpq) -> NoReturn:
    raise InputError(field, f"{_shortened(rational_text(value))} is negative", "give a number that is 0 or more")


def _refuse_key(key: object, known: Iterable[str]) -> NoReturn:
    name = str(key)
    near = difflib.get_close_matches(name[:100], list(known), n=1)
    cure = f"did you mean {near[0]}?" if near else f"the keys are {', '.join(known)}"
    raise InputError(_visible(name), "is not a key of an instance", cure)


def _or_one_value(name: str) -> str:
    return "" if name == "allocation" else ", or one value for all"


def _kind(value: object) -> str:
    if isinstance(value, JsonFloat):
        return f"the float {_shortened(value.text)}"
    return _KINDS.get(type(value), type(value).__name__)


def _visible(text: str) -> str:
    """Text fit for one line of an error: printable and short."""
    return _shortened(text if text.isprintable() and text else ascii(text))


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _texts(values: Iterable[fmpq]) -> list[Json]:
    return [rational_text(value) for value in values]
