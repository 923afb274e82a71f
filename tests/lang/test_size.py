"""Numbers are bounded before they are built."""

import time

import pytest
from flint import fmpq

from pabisym import convert
from pabisym.errors import Undecided
from pabisym.lang.rational import MAX_BITS, check_bits, power_of_ten, power_of_two
from pabisym.numerics.enclosure import Enclosure


@pytest.mark.parametrize("exponent", [0, 1, 2, 17, 300])
def test_powers_are_those_of_arithmetic(exponent):
    assert power_of_two(exponent) == fmpq(2) ** exponent
    assert power_of_two(-exponent) * power_of_two(exponent) == 1
    assert power_of_ten(exponent) == fmpq(10) ** exponent
    assert power_of_ten(-exponent) * power_of_ten(exponent) == 1


@pytest.mark.parametrize("build", [power_of_two, power_of_ten])
@pytest.mark.parametrize("exponent", [MAX_BITS + 1, -MAX_BITS - 1, 10**12, -(10**40)])
def test_what_no_memory_holds_is_not_begun(build, exponent):
    with pytest.raises(Undecided, match="is not written out"):
        build(exponent)


def test_the_bound_itself_is_allowed():
    assert check_bits(MAX_BITS) == MAX_BITS


@pytest.mark.parametrize("by", ["mironov", "canonne", "lossless"])
@pytest.mark.parametrize("rho", ["1e-20", "1e-10"])
def test_a_very_small_delta_is_given(by, rho):
    found = convert(zcdp=rho, epsilon=10, by=by).value
    mantissa, exponent = found.upper.split("e-")
    assert 1 <= fmpq(int(mantissa.replace(".", "")), 10 ** (len(mantissa) - 2)) < 10
    assert int(exponent) > 10**8


def test_the_lossless_delta_that_is_not_searched_is_the_one_it_never_exceeds():
    lossless, other = (convert(zcdp="1e-10", epsilon=10, by=by).value for by in ("lossless", "canonne"))
    assert lossless.lower == "0"
    assert lossless.upper.partition("e")[2] == other.upper.partition("e")[2]


def test_a_bound_that_grows_like_a_tower_has_its_best_order_next_to_one():
    found = convert(renyi="alpha**(10**9)", delta="1e-5", digits=10)
    assert found.value.upper.startswith("697648920.330")
    assert 1 < found.order < 1 + fmpq(1, 10**7)


@pytest.mark.parametrize(("text", "above", "below"), [("1.5e-108573403335", 5e-324, 0.0), ("1.5e108573403335", float("inf"), 1.7976931348623157e308)])
def test_floats_of_enclosures_beyond_all_floats(text, above, below):
    began = time.process_time()
    found = Enclosure(text, text, None, 2, 64)
    assert (float(found), found.below()) == (above, below)
    number = found.to_mpmath()
    assert (number > 1) == (above > 1)
    assert number > 0
    assert time.process_time() - began < 5
