"""The optimum in letters is the exact optimum, at random points; and what the engine does not know is refused."""

import pytest
from shift.letters.families import FAMILIES, at, pos, spec
from support.examples import by_day, spread

from pabisym.lang.grammar import parse, to_text
from pabisym.numerics.evaluator import exact_value
from pabisym.process.iteration import GaussianNoise, Iteration
from pabisym.shift.exact.solve import ExactSolution, optimum
from pabisym.shift.instance import Instance
from pabisym.shift.letters.algebra import Algebra, Assumed, NotInPieces, Open
from pabisym.shift.letters.pooling import Answer, Fork, bound_of, leaves, taut_string
from pabisym.spec.read import Spec, read_spec

POINTS = by_day(40, 15)


def answered(process: Spec) -> Answer:
    scope = process.scope()
    return taut_string(process.process.iteration(), scope.kinds, [relation for _, relation in scope.known])


def best(process: Spec, point: dict[str, object]) -> object:
    found = optimum(Instance.from_json(process.instance(**point)))
    return found.value if isinstance(found, ExactSolution) else None


def price_at(answer: Answer, point: dict[str, object]) -> object:
    """The exact optimum at a point, from the answer in letters; None where it is irrational."""
    while isinstance(answer, Fork):
        condition = exact_value(answer.condition, point)
        if condition is None:
            return None
        answer = answer.later if condition >= 0 else answer.earlier
    return exact_value(answer.price, point)


LONG = ("four records", "three records contraction", "three records", "two records of every epoch", "two windows",
        "two phases of contraction and noise", "cyclic contraction", "contraction at most one", "start and cycles")
"""Families that take long each, and whose smaller sisters are tried by day."""


@pytest.mark.parametrize("name", [*spread([name for name in FAMILIES if name not in LONG], 8), *(pytest.param(name, marks=pytest.mark.campaign) for name in LONG)])
def test_optimum_of_a_family_is_exact_at_random_points(name: str) -> None:
    process = read_spec(FAMILIES[name])
    answer = answered(process)
    wrong = [point for point in process.points(POINTS, seed=3) if price_at(answer, point) != best(process, point)]
    assert not wrong


def test_two_records_are_paid_apart_or_together() -> None:
    answer = answered(read_spec(FAMILIES["two records"]))
    assert to_text(bound_of(answer)) == (
        "cases(T*g + t*h + g - u*g - u*h, (g + h)**2/(v*(T - t + 1)), g**2/(v*(u - t)) + h**2/(v*(T - u + 1)))")
    assert [[(block.first, block.last) for block in leaf.blocks] for leaf in leaves(answer)] == [[(2, 3)], [(2, 2), (3, 3)]]


def test_equal_answers_of_two_cases_are_one() -> None:
    process = read_spec(FAMILIES["two records any order"])
    point = {"T": 5, "t": 3, "u": 3, "g": 1, "h": 2, "v": 1}
    assert price_at(answered(process), point) == best(process, point) == 3


def test_names_of_letters_do_not_matter() -> None:
    renamed = spec({"steps": "i", "gap": [at("l", "X"), at("psi", "zeta")]}, i="integer, i >= 1", l="integer, 1 <= l",
                   psi="integer, l < psi, psi <= i", **pos("X", "zeta"))
    own = to_text(bound_of(answered(read_spec(renamed))))
    for new, old in {"zeta": "h", "psi": "u", "X": "g", "l": "t", "i": "T"}.items():
        own = own.replace(new, old)
    assert own == to_text(bound_of(answered(read_spec(FAMILIES["two records"]))))


def refused(**process: object) -> str:
    iteration = Iteration.of(**{"steps": "T", "gap": [], "noise": GaussianNoise.on_iterate(variance="v"), **process})  # type: ignore[arg-type]
    kinds = {"T": "integer", "t": "integer", "g": "real", "v": "real", "c": "real"}
    relations = [parse(text) for text in ("T >= 2", "1 <= t", "t <= T", "g > 0", "v > 0", "c > 1")]
    with pytest.raises(NotInPieces) as found:
        taut_string(iteration, kinds, relations)
    return str(found.value)


def test_what_is_not_made_of_pieces_is_refused_with_the_reason() -> None:
    assert "gaps of a periodic part differ" in refused(gap=[{"every": 2, "size": "g/k"}], steps="2*T")
    assert "different periods" in refused(gap=[{"every": 2, "size": "g"}, {"every": 3, "size": "g"}])
    assert "more often" in refused(gap=[{"every": 2, "size": "g"}, {"every": 2, "to": 2, "size": "g"}], steps="2*T")
    assert "cut at a step that depends on the letters" in refused(gap=[{"each": "g"}], contraction="c", start_shift="g")
    assert "after the last noise" in refused(gap=[{"at": "T", "size": "g"}], noise=GaussianNoise.on_iterate(variance="cases(T - 1 - k, v, 0)"))


def test_signs_follow_from_domains_and_cases() -> None:
    relations = [parse(text) for text in ("n >= 1", "0 < c", "c < 1")]
    algebra = Algebra({"n": "integer", "c": "real"}, relations)
    power, n = algebra.value(parse("c**n")), algebra.value(parse("n"))
    assert algebra.holds(1 - power, ">")
    assert algebra.holds(algebra.value(parse("c")) - power, ">=")
    assert not algebra.holds(n - 2, ">=")
    with pytest.raises(Open):
        algebra.at_least_zero(n - 2)
    more = Algebra({"n": "integer", "c": "real"}, relations, (Assumed(parse("n - 2"), ">="),))
    assert more.at_least_zero(more.value(parse("n - 2")))
    less = Algebra({"n": "integer", "c": "real"}, relations, (Assumed(parse("n - 2"), "<", integer=True),))
    assert less.holds(1 - less.value(parse("n")), ">=")
    assert not Algebra({"n": "integer"}, [parse("n >= 1"), parse("n <= 0")]).possible()


def test_pi_in_a_formula_is_a_positive_number() -> None:
    algebra = Algebra({"s": "real"}, [parse("s > 0")])
    value = algebra.value(parse("pi*s/2"))
    assert algebra.holds(value, ">")
    assert not algebra.holds(-value, ">=")
    assert to_text(algebra.term(value)) == "pi*s/2"
