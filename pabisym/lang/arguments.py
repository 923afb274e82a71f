"""What callers from Python hand in, read once, at the entrance of every public function.

The signature says what an argument is, and :func:`public` holds every call to it: a text, an integer, a truth value, a function, an
object of a named class, a table of whatever (``Mapping[Any, Any]``), or, where it says ``object``, *plain data*: numbers, texts, paths,
and lists and tables of these.  Numbers of numpy, sympy, mpmath and :mod:`decimal` become rationals and floats here, sequences lists,
mappings dicts; arrays of numbers stay arrays.  Whatever else is given is refused by name, so that what lies behind the entrance sees
nothing that it does not know.
"""

from __future__ import annotations

import inspect
import os
from collections import abc
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, wraps
from types import NoneType, SimpleNamespace, UnionType
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, SupportsIndex, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from flint import fmpq, fmpz

from pabisym.errors import InputError, visible
from pabisym.lang.rational import CURE, as_float, exact
from pabisym.lang.reader import nearest

P = ParamSpec("P")
R = TypeVar("R")
Exact: TypeAlias = SupportsIndex | str | Fraction | Decimal
"""The type of an exact number: integers, those of numpy too, Fractions, decimals and texts; sympy, mpmath and flint have no types."""
NumberLike: TypeAlias = Exact | float | fmpq
"""The type of a number where floats are taken as well, or refused with a cure."""
if TYPE_CHECKING:
    from numpy.typing import NDArray

    Schedule: TypeAlias = NumberLike | Sequence[NumberLike] | NDArray[Any]
    GridLike: TypeAlias = NumberLike | Sequence[Any] | NDArray[Any]
    PointLike: TypeAlias = Mapping[Any, NumberLike] | None
else:  # read as plain data; numpy is not loaded for its types
    Schedule = GridLike = object
    PointLike = Any
"""One number for all steps or one a step; numbers in any shape; values by the names or symbols of letters."""
DEEPEST = 100
"""Most lists and tables inside each other."""
LONGEST = 10_000_000
"""Most entries of a sequence."""
_LEAVES = (str, int, float, Fraction, fmpq, fmpz, NoneType)
_WORDS: dict[object, tuple[str, str]] = {
    str: ("a text", "give text between quotes"),
    int: ("an integer", "give an integer such as 10"),
    bool: ("a truth value", "give True or False"),
    bytes: ("bytes", "give bytes"),
    os.PathLike: ("a path", "name a file or a folder"),
    Mapping: ("a table", "give a dict whose keys are texts"),
    Sequence: ("a list", "give a list"),
    abc.Callable: ("a function", "give a function"),
    Literal: ("a text", "give one of the words that exist"),
}
"""What each kind of argument is called, and its cure."""


def public(function: Callable[P, R]) -> Callable[P, R]:
    """The same function, its arguments read as its signature says.

    Raises :class:`~pabisym.errors.InputError` naming an argument that is something else.

    >>> @public
    ... def twice(text: str, times: int = 2) -> str:
    ...     return text * times
    >>> twice("ab")
    'abab'
    >>> twice(b"ab")
    Traceback (most recent call last):
        ...
    pabisym.errors.InputError: text: a text was expected, not bytes; give text between quotes
    """
    signature = inspect.signature(function)

    @cache
    def kinds(name: str) -> tuple[object, ...]:
        try:
            hint = get_type_hints(SimpleNamespace(__annotations__={name: function.__annotations__[name]}), function.__globals__)[name]
        except (KeyError, NameError, TypeError):  # self, and what the module imports for type checkers alone and looks at itself
            return (Any,)
        return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)

    @wraps(function)
    def entrance(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError:
            for name in kwargs.keys() - signature.parameters.keys():
                cure = nearest(name, signature.parameters, f"it takes {', '.join(signature.parameters)}")
                raise InputError(name[:60], f"is no argument of {function.__name__}", cure) from None
            return function(*args, **kwargs)  # Python says what is missing, or too much
        for name, value in bound.arguments.items():
            kind = signature.parameters[name].kind
            if kind is inspect.Parameter.VAR_POSITIONAL:
                bound.arguments[name] = tuple(argument(one, name, kinds(name)) for one in value)
            elif kind is inspect.Parameter.VAR_KEYWORD:
                bound.arguments[name] = {key: argument(one, key, kinds(name)) for key, one in value.items()}
            else:
                bound.arguments[name] = argument(value, name, kinds(name))
        return function(*bound.args, **bound.kwargs)

    return entrance


def argument(value: object, name: str, kinds: tuple[object, ...]) -> object:
    """A value of one of these kinds; raises :class:`~pabisym.errors.InputError` naming the argument where it is of none."""
    for one in kinds:
        known, read = _read_kind(value, name, one, get_origin(one) or one)
        if known:
            return read
    words = [_words(one, get_origin(one) or one) for one in kinds if one is not NoneType]
    *others, last = dict.fromkeys(wanted for wanted, _ in words)
    raise InputError(name, f"{', '.join(others)}{' or ' if others else ''}{last} was expected, not {_what(value)}", words[0][1])


def _words(one: object, kind: object) -> tuple[str, str]:
    """What a kind is called, and the cure for a value that is not of it."""
    if kind is tuple:
        return f"a list of {len(get_args(one))} values", f"give {len(get_args(one))} numbers in parentheses"
    name = _a(getattr(kind, "__name__", str(kind)))
    return _WORDS.get(kind, (name, f"give {name}"))


def _read_kind(value: object, name: str, hint: object, one: object) -> tuple[bool, object]:
    """Whether a value is of one kind, and how it is read."""
    if one in (object, SupportsIndex):
        return True, plain(value, name)
    if one is tuple:
        listed = plain(value, name, arrays=False) if _is_list(value) else None
        return isinstance(listed, list) and len(listed) == len(get_args(hint)), tuple(listed) if isinstance(listed, list) else None
    if one is Iterable:
        read = plain(value, name, arrays=False) if _is_list(value) else value
        return isinstance(read, Iterable) and not isinstance(read, str | bytes), read
    if one is Any:
        return True, value
    if one in (str, Literal):
        return isinstance(value, str), _text(value, name) if isinstance(value, str) else None
    if one is bool:
        return is_truth(value), bool(value) if is_truth(value) else None
    if one is int:
        number = None if is_truth(value) else exact(value, name)
        whole = number is not None and number.q == 1 and not isinstance(value, str)
        return whole, int(number.p) if whole and number is not None else None
    if one is Mapping and get_args(hint)[:1] == (Any,):
        return isinstance(value, Mapping), value
    if one is Mapping:
        return isinstance(value, Mapping), plain(value, name) if isinstance(value, Mapping) else None
    if one is Sequence:
        read = plain(value, name) if _is_list(value) else None
        return isinstance(read, list) or getattr(read, "ndim", 0) > 0, read  # numbers of numpy have the looks of arrays
    if one is os.PathLike:
        return isinstance(value, os.PathLike) and isinstance(os.fspath(value), str), value
    if one is abc.Callable:
        return callable(value) and not isinstance(value, type), value
    return isinstance(value, one) if isinstance(one, type) else value is None, value


def plain(value: object, name: str, *, arrays: bool = True, depth: int = 0) -> Any:
    """A value as plain data, see above; with ``arrays`` those of numbers stay what they are.

    Raises :class:`~pabisym.errors.InputError` naming the place of what is no such data.
    """
    if type(value) in _LEAVES or isinstance(value, bool | float | os.PathLike) or type(value).__module__.startswith("pabisym."):
        return float(value) if isinstance(value, float) else value
    if isinstance(value, str):
        return str(value)
    if depth > DEEPEST:
        whole = name.partition("[")[0].partition(".")[0]
        raise InputError(whole, "is nested too deeply, or holds itself", "give numbers, texts, lists and tables")
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise InputError(name, f"has a key that is {_what(key)}", "give a dict whose keys are texts")
        return {str(key): plain(one, f"{name}.{key}" if depth else str(key), arrays=arrays, depth=depth + 1) for key, one in value.items()}
    if not is_truth(value):
        for number in (exact(value, name), as_float(value)):
            if number is not None:
                return number
    if _is_array(value):
        numbers = type(value).__name__ == "ndarray" and value.dtype.kind in "iuf"  # type: ignore[attr-defined]
        return value if numbers and arrays else plain(value.tolist(), name, arrays=arrays, depth=depth + 1)  # type: ignore[attr-defined]
    if _is_list(value):
        return _plain_list(value, name, arrays, depth)  # type: ignore[arg-type]
    raise InputError(name, f"a number, a text, a list or a table was expected, not {_what(value)}", CURE)


def _plain_list(values: Sequence[object], name: str, arrays: bool, depth: int) -> list[Any]:
    if len(values) > LONGEST:
        raise InputError(name, f"has {len(values)} entries", f"at most {LONGEST} are read")
    if set(map(type, values)) <= {str, int, Fraction, fmpq}:
        return list(values)
    return [plain(one, f"{name}[{at}]", arrays=arrays, depth=depth + 1) for at, one in enumerate(values)]


def is_truth(value: object) -> bool:
    """Is it a truth value of Python or numpy."""
    return isinstance(value, bool) or (type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_"))


def _is_array(value: object) -> bool:
    """An array or a matrix of numpy, sympy or the like."""
    return not isinstance(value, type | memoryview) and hasattr(value, "tolist") and hasattr(value, "shape")


def _is_list(value: object) -> bool:
    listed = isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray | memoryview)
    return listed or _is_array(value) or (type(value).__module__.startswith("sympy.") and type(value).__name__ == "Tuple")


def _text(value: str, name: str) -> str:
    """A text that can be written to a file, or be the name of one."""
    try:
        sound = b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        sound = False
    if not sound:
        raise InputError(name, f"{visible(value)} holds a character that no file can hold", "take it out")
    return str(value)


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiouAEIOU' else 'a'} {word}"


def _what(value: object) -> str:
    """What was given, by its type."""
    kind = type(value).__name__
    words = {"NoneType": "nothing", "bytes": "bytes", "str": "a text", "dict": "a table"}
    return f"the class {value.__name__}" if isinstance(value, type) else words.get(kind, _a(kind))
