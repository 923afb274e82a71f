"""Numbers for people pass one function, which a rational beyond floats does not stop."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq

import pabisym
from pabisym.lang.rational import near_float, power_of_ten, short, short_number

PACKAGE = Path(pabisym.__file__).parent


@pytest.mark.parametrize(("value", "digits", "text"), [
    (fmpq(2, 3), 4, "0.6667"), (Fraction(2, 3), 2, "0.67"), (fmpq(0), 6, "0"), (fmpq(-5), 6, "-5"), (fmpq(12345678), 3, "1.23e+07"),
    (power_of_ten(400), 6, "> 1e308"), (-power_of_ten(400), 6, "< -1e308"), (power_of_ten(-400), 6, "< 1e-308"), (-power_of_ten(-400), 6, "> -1e-308"),
])
def test_a_number_in_few_digits(value: fmpq | Fraction, digits: int, text: str) -> None:
    assert short_number(value, digits) == text


def test_the_nearest_float() -> None:
    assert near_float(fmpq(1, 3)) == 1 / 3
    assert near_float(power_of_ten(400)) == float("inf")
    assert near_float(-power_of_ten(400)) == float("-inf")
    assert near_float(power_of_ten(-400)) == 0


@pytest.mark.parametrize(("value", "text"), [
    (fmpq(2, 3), "2/3"), (power_of_ten(39), "1" + "0" * 39), (power_of_ten(40), "about 1e+40"), (fmpq(1, 3) ** 90, "about 1.14574e-43"),
    (power_of_ten(400), "> 1e308"), (-power_of_ten(-400), "> -1e-308"),
])
def test_a_message_never_holds_a_part_of_the_digits_of_a_number(value: fmpq, text: str) -> None:
    """1e400 was called 1000000000000000000000000000000000000000, which is another number."""
    assert short(value) == text


def _formatted(tree: ast.AST) -> Iterator[int]:
    """The lines in which a text formats what ``float`` returns."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FormattedValue):
            yield from (part.lineno for part in ast.walk(node.value)
                        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "float")


@pytest.mark.parametrize(("source", "lines"), [('x = f"{float(y):.3g}"', [1]), ('x = f"{short_number(y, 3)}"', []), ("float(y)", [])])
def test_what_is_looked_for(source: str, lines: list[int]) -> None:
    assert list(_formatted(ast.parse(source))) == lines


def test_no_text_of_the_package_formats_a_float_of_an_exact_number() -> None:
    """``float`` of an exact number above 1e308 raises an error, which ended in status 70."""
    allowed = {"notions/arrays.py", "library/over.py",  # floats of numpy
               "show/plot.py"}  # the text of a ball, which ``float`` reads whatever its size
    found = {str(path.relative_to(PACKAGE)): lines for path in PACKAGE.rglob("*.py") if (lines := list(_formatted(ast.parse(path.read_text("utf-8")))))}
    assert set(found) <= allowed, found
