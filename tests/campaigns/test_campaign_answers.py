"""The campaign over calibrations and conversions finds nothing, and would find what is unsafe."""

import random
from collections import Counter
from fractions import Fraction

import mpmath
import pytest
from campaigns import answers

from pabisym.notions.notion import GDPGuarantee
from pabisym.numerics.enclosure import Enclosure
from pabisym.shift.instance import Instance

INSTANCE = Instance.from_arguments(gap=[0, 1, 0, 0], noise_variance=1)


def test_some_of_each_are_safe():
    lines = []
    assert answers.run(calibrations=30, conversions=30, seed=7, report=lines.append) == 0, lines
    assert [line.split(":")[0] for line in lines if "undecided" not in line] == ["30 calibrations", "30 conversions"]


def test_too_little_noise_is_found():
    found = answers.calibration_failures(INSTANCE, GDPGuarantee.of("1/2"), lambda square: square <= Fraction(1, 5), Counter())
    assert found[0] == "UNSAFE: the factor misses the guarantee"


def test_too_much_noise_is_found():
    found = answers.calibration_failures(INSTANCE, GDPGuarantee.of("1/2"), lambda square: square <= Fraction(1, 3), Counter())
    assert found == ["a smaller factor would do"]


@pytest.mark.parametrize("kind", [{"gdp": 1}, {"zcdp": Fraction(1, 2), "by": "canonne"}, {"zcdp": Fraction(1, 2), "by": "mironov"}])
@pytest.mark.parametrize("known", [("delta", Fraction(1, 1000)), ("epsilon", Fraction(3))])
@pytest.mark.parametrize("factor", [Fraction(999, 1000), Fraction(1), Fraction(1001, 1000)])
def test_a_wrong_conversion_is_found(monkeypatch, kind, known, factor):
    convert = answers.convert

    def astray(**arguments):
        found = convert(**arguments)
        ends = [str(float(Fraction(end) * factor)) if factor != 1 else end for end in (found.value.lower, found.value.upper)]
        object.__setattr__(found, "value", Enclosure(*ends, None, 15, 64))
        return found

    monkeypatch.setattr(answers, "convert", astray)
    bound = None if "gdp" in kind else lambda order: mpmath.mpf(order) / 2
    with mpmath.workdps(answers.WORKED):
        found = answers.conversion_failures({**kind, known[0]: known[1]}, bound, known, random.Random(1), Counter())
    assert bool(found) == (factor != 1)
    assert any("UNSAFE" in what for what in found) == (factor < 1 or (factor > 1 and "gdp" in kind and known[0] == "epsilon"))
