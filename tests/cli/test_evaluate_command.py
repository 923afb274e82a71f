"""``pabisym evaluate``: formulas, numbers that pages define, costs that are computed where nobody gives them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx

from pabisym import theorem
from pabisym.divergence.sampled_gaussian import sampled_gaussian
from pabisym.errors import InputError
from pabisym.library.library import builtin
from pabisym.library.point import named_numbers, quantity

Run = Callable[..., Any]


def setting(*texts: str) -> tuple[str, ...]:
    return tuple(part for text in texts for part in ("--set", text))


RAW = ("altschuler2022/eq-B2-raw", *setting("j=4", "n=100", "b=1", "alpha=2", "L=1", "D=3", "eta=1", "sigma=5", "sigma_1=3", "sigma_2=4"))


def ends(value: dict[str, str]) -> tuple[Fraction, Fraction]:
    return Fraction(value["lower"]), Fraction(value["upper"])


def test_a_formula_has_as_many_digits_as_asked_for(run: Run) -> None:
    done = run("evaluate", "theta(exp(1/2), 3)", "--digits", "50", "--json")
    assert (done.status, done.err) == (0, "")
    low, high = ends(done.json["value"])
    old, ctx.prec = ctx.prec, 300
    try:  # Phi(r/2 - e/r) - exp(e) Phi(-r/2 - e/r), by erfc
        root, half = arb(2).sqrt(), arb(1) / 2
        exact = ((half / 3 - arb(3) / 2) / root).erfc() / 2 - half.exp() * ((half / 3 + arb(3) / 2) / root).erfc() / 2
        assert bool(exact > arb(low.numerator) / low.denominator)
        assert bool(exact < arb(high.numerator) / high.denominator)
    finally:
        ctx.prec = old
    assert high - low < Fraction(1, 10**49)


def test_letters_of_a_formula_are_given_by_at_or_set(run: Run) -> None:
    assert "= 1/9" in run("evaluate", "alpha/(2*sigma**2)", "--set", "alpha=2", "--set", "sigma=3").out
    for arguments, said in ((("alpha/2",), "no value for alpha"), (("alpha/2", "--set", "alpha=2", "--set", "b=1"), "--set b"),
                            (("alpha/2", "--set", "alpha=2", "--set", "alpha=2"), "alpha is given twice"), (("1 < 2",), "is a relation"),
                            (("theta(2",), "expected"), (("exp(1)", "--of", "S"), "--of"), (("theorem-23",), "feldman2018/theorem-23"),
                            (("feldman2018/theorem-233",), "there is no statement of this id")):
        done = run("evaluate", *arguments)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), arguments
        assert said in done.err


def test_a_definition_and_its_twin_are_answered(run: Run) -> None:
    done = run("evaluate", "altschuler2022/definition-2.10", "--set", "alpha=10", "--set", "q=1/100", "--set", "sigma=1", "--json")
    assert [one["of"] for one in done.json["values"]] == ["S", "S_first"]
    for one, direction in zip(done.json["values"], ("mixture-second", "mixture-first"), strict=True):
        again = sampled_gaussian(10, "1/100", 1, 30, direction=direction)  # type: ignore[arg-type]
        low, high = ends(one["value"])
        assert low <= Fraction(again.upper)
        assert Fraction(again.lower) <= high


def test_one_of_several_is_chosen_by_name(run: Run) -> None:
    done = run("evaluate", "feldman2018/theorem-32", "--of", "q", "--set", "p=3", "--set", "n=10", "--set", "delta=1/4", "--json")
    low, high = ends(done.json["value"])
    assert low < Fraction("2.7725887222397811") * (1 + Fraction(1, 10**12))
    assert high > Fraction("2.7725887222397811")
    assert run("evaluate", "feldman2018/theorem-32", "--of", "eta").status == 2
    wrong = run("evaluate", "feldman2018/theorem-32", "--of", "tau")
    assert (wrong.status, wrong.err) == (2, "pabisym: error: --of: feldman2018/theorem-32 defines no 'tau'; it has q, sigma, eta\n")


def test_a_missing_cost_is_computed_and_said(run: Run) -> None:
    without = run("evaluate", *RAW, "--json").json
    first = sampled_gaussian(2, "1/100", 2, 20, direction="mixture-first")
    second = sampled_gaussian(2, "1/100", 2, 20, direction="mixture-second")
    whole = 4 * (Fraction(first.upper) + Fraction(second.upper)) + Fraction(1, 4)
    assert abs(ends(without["value"])[0] - whole) < Fraction(1, 10**12)
    given = run("evaluate", *RAW, "--set", "Q=1", "--json").json
    assert ends(given["value"]) == (Fraction(17, 4), Fraction(17, 4))
    assert "no value given for Q" in run("evaluate", *RAW).out
    refused = run("evaluate", *RAW[:-2])
    assert refused.status == 2
    assert "sigma_2" in refused.err


def test_a_condition_that_fails_is_named_and_may_be_forced(run: Run) -> None:
    asked = ("evaluate", "altschuler2022/eq-B2-raw", "--of", "Q", *setting("n=100", "b=100", "alpha=2", "L=1", "sigma_2=4"))
    done = run(*asked)
    assert (done.status, done.out) == (2, "")
    assert "b < n" in done.err
    assert run(*asked, "--force", "--json").json["assumptions_hold"] is False


NUMBERS = {
    "altschuler2022/definition-alpha-star": ("alpha_star", {"q": "1/100", "sigma": 4}, 14.342885552265),
    "altschuler2022/eq-B3": ("T_tilde", {"alpha": 2, "c": "9/10", "D": 1, "eta": 1, "sigma_1": 3, "Q": "1/100"}, 3.109289569681),
    "altschuler2022/theorem-4.1": ("level", {"L": 1, "D": 1000, "eta": 1, "n": 2, "T": 2000, "sigma": "1/2"}, 0.015),
    "asoodeh2020/eq-22": ("delta_hat", {"epsilon": 2, "L": 1, "n": 100, "sigma": 3}, 0.038128412501),
    "asoodeh2020/eq-23": ("delta", {"epsilon": 2, "L": 1, "n": 100, "sigma": 3}, 0.001297188534),
    "asoodeh2020/proposition-2": ("chi_squared", {"r": 2, "s": 1}, 0.887410148167),
    "asoodeh2020/example-1": ("by (12)", {}, 20.524067450159),
    "asoodeh2020/example-2": ("by proposition 2", {}, 0.175225887222),
    "feldman2018/theorem-29": ("eta", {"R0": 1, "n": 100, "L": 1, "d": 10, "epsilon": 1, "delta": "1/100"}, 0.010163091040),
    "feldman2018/theorem-30": ("eta", {"R0": 1, "n": 100, "L": 1, "d": 10, "epsilon": 1, "delta": "1/100"}, 0.014372781184),
    "feldman2018/corollary-31": ("sigma", {"L": 1, "p": 4, "epsilon": "2/5", "delta": "1/10"}, 5.618861811243),
    "chourasia2021/theorem-4": ("K_star", {"alpha": 4, "n": 100, "beta": 2, "lam": 1, "epsilon": 1, "d": 10}, 44.171687342897),
}  # fmt: skip
"""Some were computed a second time in floats: 8*ln(250), 2/sqrt(100*(1+10*8*ln(125))), 2*sqrt(2*ln(12.5)/4)/0.4, …"""


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_of_pages(name: str) -> None:
    of, at, value = NUMBERS[name]
    found = quantity(builtin().statement(name), of, at).enclosure(15)
    assert abs(float(found.lower) - value) < 1e-9 * max(1, value)
    assert Fraction(found.lower) <= Fraction(found.upper)


def test_no_name_is_said_twice_and_every_formula_is_read() -> None:
    library = builtin()
    for name in NUMBERS:
        names = named_numbers(library.statement(name))
        assert len(names) == len(set(names)) > 0


def test_the_same_from_python() -> None:
    found = theorem("altschuler2022/definition-2.10").quantity("S", alpha=2, q="1/10", sigma=1)
    assert float(found) > 0
    with pytest.raises(InputError, match="defines no"):
        theorem("altschuler2022/definition-2.10").quantity("nothing")
