"""Equal gaps under a factor above 1: the block of the optimum has as many steps as a logarithm says, rounded down."""

from fractions import Fraction

import pytest
from support.zoo import zoo

from pabisym.derivation.expansion import expansion_bound, expansion_of
from pabisym.derivation.optimum import optimum_between, value_between
from pabisym.derivation.shapes.problem import EXPANDING, Derived, Problem
from pabisym.lang.grammar import parse, to_text
from pabisym.library.library import builtin
from pabisym.proof.build import NoProof
from pabisym.spec.read import Spec, read_spec

KEPT = {one.name: one.spec for one in zoo()}
PUBLIC, BOUNDED, RECORD, CONTRACTED = ("full batch above one, then public steps", "an expansion in a bounded domain",
                                       "expansion, full batch and a record", "expansion, then contraction, full batch")
BEGUN = {"symbols": {"T": "integer, T >= 1", "a": "real, a > 1", "g": "real, g > 0", "v": "real, v > 0", "z": "real, z > 0"},
         "process": {"steps": "T", "contraction": "a", "start_shift": "z", "gap": [{"each": "g"}], "noise": {"variance": "v"}},
         "goal": {"divergence": "gdp"}}
TIED = {"a": 2, "g": 1, "v": 1, "alpha": 2}
"""At a = 2 the lengths of some blocks are logarithms that are integers: two blocks cost the same."""


def priced(spec: Spec) -> Derived:
    scope = spec.scope()
    return expansion_bound(Problem(spec.process.iteration(), dict(scope.kinds), dict(scope.known), parse("2")), builtin())


def check(spec: Spec, own: dict[Fraction, dict[str, int]]) -> None:
    """The bound of order 2 is the price that is told at every point, and the optimum of the exact solver there and at others."""
    found = priced(spec)
    assert (found.verdict.accepted, found.shape) == (True, EXPANDING)
    for price, letters in own.items():
        here = {name: Fraction(value) for name, value in letters.items()}
        assert value_between(found.bound, here).upper == price == optimum_between(spec, here).upper
    points = [*spec.points(6, seed=5), *[at for at in spec.corner_points(60, seed=5) if at.get("T", at.get("M", 0)) < 40][:12]]
    for at in points:
        said, best = value_between(found.bound, at), optimum_between(spec, at)
        assert (said.apart(best), best.apart(said)) == (False, False), at


def test_the_last_gaps_are_hidden_with_later_noise() -> None:
    check(read_spec(KEPT[PUBLIC]), {Fraction(5, 2): {**TIED, "M": 3, "K": 1}, Fraction(16, 7): {**TIED, "M": 3, "K": 2},
                                    Fraction(1, 3): {**TIED, "M": 1, "K": 2}})


@pytest.mark.parametrize(("name", "own"), [
    pytest.param(BOUNDED, {Fraction(121, 10): {**TIED, "T": 31, "D": 2, "v": 2}, Fraction(3): {**TIED, "T": 3, "D": 2}}, id="a diameter",
                 marks=pytest.mark.campaign),
    pytest.param(RECORD, {Fraction(4): {**TIED, "T": 1, "t": 1, "h": 1}, Fraction(6): {**TIED, "T": 3, "t": 2, "h": 1}}, id="a further gap",
                 marks=pytest.mark.campaign),
    pytest.param(CONTRACTED, {}, id="contraction", marks=pytest.mark.campaign)])
def test_what_is_there_before_is_hidden_with_the_first_gaps(name: str, own: dict[Fraction, dict[str, int]]) -> None:
    check(read_spec(KEPT[name]), own)


@pytest.mark.campaign
def test_a_start_is_hidden_with_the_first_gaps() -> None:
    check(read_spec(BEGUN), {Fraction(9): {"a": 2, "g": 1, "v": 1, "z": 1, "T": 1}})


def test_the_length_is_the_logarithm_of_a_zero() -> None:
    scope = (spec := read_spec(KEPT[PUBLIC])).scope()
    own = expansion_of(Problem(spec.process.iteration(), dict(scope.kinds), dict(scope.known), parse("2")))
    assert own is not None
    assert own.side == 0
    assert to_text(own.longest()) == "floor(log((a + sqrt((a - 1)**2 + 4*a*(a**2 - 1)*K) + 1)/2)/log(a))"


@pytest.mark.parametrize("name", [
    "full batch and a record", "epochs in a bounded domain", "two records in a bounded domain"])
def test_other_processes_are_left_to_others(name: str) -> None:
    with pytest.raises(NoProof):
        priced(read_spec(KEPT[name]))
