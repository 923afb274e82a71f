"""Objects that nobody would pass on purpose, by name, so that a case that holds one is data."""

from __future__ import annotations

import enum
import io
import types
from collections import UserDict, deque, namedtuple
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import flint
import mpmath
import numpy as np
import sympy

from pabisym.lang.reader import WrittenFloat


class Hostile:
    """Refuses whatever it is asked."""

    def _refuse(self, *_: object) -> Any:
        raise RuntimeError("hostile")

    __str__ = __repr__ = __eq__ = __hash__ = __bool__ = __len__ = __float__ = __int__ = __index__ = _refuse  # type: ignore[assignment]
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __getitem__ = _refuse


class Colour(enum.IntEnum):
    """Integers with names."""

    RED = 1


Pair = namedtuple("Pair", "first second")


def _ring() -> list[object]:
    ring: list[object] = []
    ring.append(ring)
    return ring


def _loop() -> dict[str, object]:
    loop: dict[str, object] = {}
    loop["process"] = loop
    return loop


def _deep() -> object:
    deep: object = 0
    for _ in range(5000):
        deep = [deep]
    return deep


def _generator() -> Iterator[int]:
    yield 1


ODD: dict[str, Callable[[], object]] = {
    "None": lambda: None, "True": lambda: True, "False": lambda: False, "...": lambda: ..., "NotImplemented": lambda: NotImplemented,
    "0": lambda: 0, "-1": lambda: -1, "2**64": lambda: 2**64, "10**5000": lambda: 10**5000, "-10**400": lambda: -(10**400),
    "0.5": lambda: 0.5, "nan": lambda: float("nan"), "inf": lambda: float("inf"), "-inf": lambda: float("-inf"), "1e308": lambda: 1e308,
    "5e-324": lambda: 5e-324, "-0.0": lambda: -0.0, "1j": lambda: 1j, "Colour.RED": lambda: Colour.RED,
    "Decimal('NaN')": lambda: Decimal("NaN"), "Decimal('sNaN')": lambda: Decimal("sNaN"), "Decimal('Infinity')": lambda: Decimal("Infinity"),
    "Decimal('1e400')": lambda: Decimal("1e400"), "Decimal('1e999999')": lambda: Decimal("1e999999"), "Decimal('1.5')": lambda: Decimal("1.5"),
    "Fraction(1, 10**400)": lambda: Fraction(1, 10**400), "Fraction('1e400')": lambda: Fraction("1e400"), "Fraction(1, 3)": lambda: Fraction(1, 3),
    "''": lambda: "", "' '": lambda: " ", "'x'": lambda: "x", "'1\\n2'": lambda: "1\n2", "'\\0'": lambda: "\x00", "'\\u202e'": lambda: "\u202eabc",
    "'\\ud800'": lambda: "\ud800", "'\\x1b[31m'": lambda: "\x1b[31mred", "'9' * 5000": lambda: "9" * 5000, "'x' * 100000": lambda: "x" * 100000,
    "'('*5000": lambda: "(" * 5000, "'nan'": lambda: "nan", "'1e400'": lambda: "1e400", "'1e999999999'": lambda: "1e999999999", "'{'": lambda: "{",
    "'[1]'": lambda: "[1]", "'=\\n'": lambda: "=\n", "'1/0'": lambda: "1/0", "'.'": lambda: ".", "'a/../b'": lambda: "feldman2018/../theorem-23",
    "b''": lambda: b"", "b'1'": lambda: b"1", "b'\\xff'": lambda: b"\xff\xfe", "bytearray": lambda: bytearray(b"1"), "memoryview": lambda: memoryview(b"1"),
    "[]": list, "()": tuple, "{}": dict, "set()": set, "frozenset()": frozenset, "deque": lambda: deque([1, 2]), "[None]": lambda: [None],
    "[nan]": lambda: [float("nan")], "[[1], [2, 3]]": lambda: [[1], [2, 3]], "['1', b'2']": lambda: ["1", b"2"], "[[], {}]": lambda: [[], {}],
    "ring": _ring, "loop": _loop, "deep": _deep, "{1: 2}": lambda: {1: 2}, "{None: None}": lambda: {None: None}, "{'': 1}": lambda: {"": 1},
    "{(): []}": lambda: {(): []}, "UserDict": lambda: UserDict({"steps": 2}), "proxy": lambda: types.MappingProxyType({"a": 1}),
    "generator": _generator, "iter": lambda: iter([1, 2]), "range(3)": lambda: range(3), "range(10**12)": lambda: range(10**12),
    "lambda": lambda: lambda: 1, "lambda *a": lambda: lambda *_, **__: 1, "object()": object, "int": lambda: int, "type": lambda: type, "ValueError()": ValueError,
    "module": lambda: types, "Hostile()": Hostile, "[Hostile()]": lambda: [Hostile()], "{'a': Hostile()}": lambda: {"a": Hostile()},
    "Pair": lambda: Pair(1, 2), "slice": lambda: slice(1), "StringIO": lambda: io.StringIO("a"), "Path('.')": lambda: Path(),
    "Path('/nowhere')": lambda: Path("/nowhere"), "WrittenFloat": lambda: WrittenFloat("0.5"), "WrittenFloat('x')": lambda: WrittenFloat("x"),
    "np.int64": lambda: np.int64(3), "np.uint8": lambda: np.uint8(3), "np.float64": lambda: np.float64(0.5), "np.float16": lambda: np.float16("nan"),
    "np.longdouble": lambda: np.longdouble(1) / 3, "np.bool": lambda: np.bool_(True), "np.complex64": lambda: np.complex64(1), "np.str_": lambda: np.str_("1"),
    "np.bytes_": lambda: np.bytes_(b"1"), "np.datetime64": lambda: np.datetime64("2020-01-01"), "np.NaT": lambda: np.datetime64("NaT"),
    "array int": lambda: np.array([1, 2]), "array float": lambda: np.array([0.5, 1.5]), "array nan": lambda: np.array([np.nan, 1]),
    "array bool": lambda: np.array([True, False]), "array object": lambda: np.array([None, "x"], dtype=object), "array str": lambda: np.array(["1", "2"]),
    "array bytes": lambda: np.array([b"1"]), "array complex": lambda: np.array([1j]), "array dates": lambda: np.array(["2020-01-01"], dtype="M8[D]"),
    "array ()": lambda: np.array(2), "array 0": lambda: np.zeros(0), "array 2d": lambda: np.ones((2, 2)), "array 5d": lambda: np.ones((1, 1, 1, 1, 2)),
    "array struct": lambda: np.zeros(2, dtype=[("a", "i4")]), "array uint64": lambda: np.array([2**64 - 1], dtype=np.uint64),
    "masked": lambda: np.ma.masked, "array masked": lambda: np.ma.array([1, 2], mask=[True, False]),
    "np.dtype": lambda: np.dtype("f8"),
    "sympy x": lambda: sympy.Symbol("x"), "sympy 3": lambda: sympy.Integer(3), "sympy 1/3": lambda: sympy.Rational(1, 3), "sympy 0.5": lambda: sympy.Float("0.5"),
    "sympy pi": lambda: sympy.pi, "sympy oo": lambda: sympy.oo, "sympy nan": lambda: sympy.nan, "sympy zoo": lambda: sympy.zoo, "sympy true": lambda: sympy.true,
    "sympy x > 0": lambda: sympy.Symbol("x") > 0, "sympy Matrix": lambda: sympy.Matrix([[1, 2]]), "sympy sqrt": lambda: sympy.sqrt(2) + sympy.I,
    "mpf": lambda: mpmath.mpf("0.25"), "mpf nan": lambda: mpmath.mpf("nan"), "mpf inf": lambda: mpmath.mpf("inf"), "mpc": lambda: mpmath.mpc(1, 2),
    "mpf 1e400": lambda: mpmath.mpf("1e400"), "mpi": lambda: mpmath.iv.mpf([1, 2]),
    "fmpq": lambda: flint.fmpq(1, 3), "fmpz": lambda: flint.fmpz(3), "arb": lambda: flint.arb("0.1"), "arb nan": lambda: flint.arb("nan"),
    "fmpq_poly": lambda: flint.fmpq_poly([1, 2]), "fmpz huge": lambda: flint.fmpz(10) ** 400,
}  # fmt: skip
"""What makes each of them anew."""
