"""``pabisym convert``: answers for people and machines, statuses, and one line for unusable input."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

Run = Callable[..., Any]
EVERYDAY = ("--sampled", "0.01", "1", "10000", "--delta", "1e-5")
THROUGH = (*EVERYDAY, "--by", "canonne")


def ends(run: Run, *arguments: str) -> tuple[Fraction, Fraction]:
    """The interval that ``convert --json`` prints."""
    done = run("convert", *arguments, "--json")
    assert (done.status, done.err) == (0, "")
    found = done.json["delta" if "--epsilon" in arguments else "epsilon"]
    return Fraction(found["lower"]), Fraction(found["upper"])


def test_sampled_steps_are_what_the_certified_accountant_says(run: Run) -> None:
    """Conversion through Rényi divergences, 6.712 and 0.6276 here, is there on request."""
    lower, upper = ends(run, *EVERYDAY)
    assert Fraction("6.1876") < lower < upper < Fraction("6.1878")
    assert ends(run, "--sampled", "0.001", "1", "100", "--delta", "1e-5", "--by", "canonne")[0] > Fraction("0.627")
    lower, upper = ends(run, "--sampled", "0.01", "1", "1000", "--epsilon", "2")
    assert lower < upper < lower * Fraction(101, 100)
    few = run("convert", "--sampled", "0.01", "1", "10", "--delta", "1e-5").out
    assert "by privacy loss distributions\nwithout proof here: composition of dominating pairs" in few
    assert ends(run, "--sampled", "0", "1", "10", "--delta", "0.1") == (Fraction(0), Fraction(0))


def test_an_option_with_too_few_values_is_named(run: Run) -> None:
    for command, given, metavar in (("convert", "0.01,1,100", "Q SIGMA STEPS"), ("calibrate", "0.01,100", "Q STEPS")):
        done = run(command, "--sampled", given, "--epsilon", "1", "--delta", "1e-5")
        assert done.status == 2
        assert done.err == (f"pabisym: error: --sampled: has too few values before --epsilon; write --sampled {metavar}, with spaces "
                            "between the values\n")


def test_mechanisms_are_composed(run: Run) -> None:
    """Beside: what each alone gives, which was the answer while the first of two was dropped."""
    both = ("--sampled", "0.01", "1", "1000", "--sampled", "0.02", "2", "500", "--delta", "1e-5")
    lower, upper = ends(run, *both)
    assert Fraction("2.0659") < lower < Fraction("2.06767")
    assert Fraction("2.06594") < upper < Fraction("2.0677")
    assert ends(run, *both[4:])[1] < Fraction("1.0161") < lower
    assert ends(run, *both, "--by", "canonne")[0] > upper
    assert ends(run, "--gdp", "3", "--gdp", "4", "--delta", "1e-5") == ends(run, "--gdp", "5", "--delta", "1e-5")
    assert ends(run, "--zcdp", "1", "--zcdp", "1/2", "--delta", "1e-5") == ends(run, "--zcdp", "3/2", "--delta", "1e-5")
    assert ends(run, "--zcdp", "1", "--gdp", "1", "--delta", "1e-5") == ends(run, "--zcdp", "3/2", "--delta", "1e-5")
    assert ends(run, "--gdp", "2", "--gdp", "0.1", "--delta", "1e-5")[0] > ends(run, "--gdp", "2", "--delta", "1e-5")[1]


def test_different_mechanisms_are_composed(run: Run) -> None:
    """Where every batch is full, sampled steps are Gaussian mechanisms, whose composition is known exactly."""
    exact = ends(run, "--gdp", "5", "--delta", "1e-5")
    assert ends(run, "--sampled", "1", "1/3", "1", "--gdp", "4", "--delta", "1e-5", "--digits", "6") == pytest.approx(exact, rel=1e-6)
    lower, upper = ends(run, "--sampled", "0.01", "1", "1000", "--gdp", "1/2", "--delta", "1e-5")
    assert ends(run, "--sampled", "0.01", "1", "1000", "--delta", "1e-5")[1] < lower < upper < lower * Fraction(1002, 1000)
    through = ("--sampled", "0.01", "1", "1000", "--gdp", "1/2", "--delta", "1e-5", "--by", "canonne")
    assert upper < ends(run, *through)[0]
    zcdp = ("--sampled", "0.01", "1", "1000", "--zcdp", "1/8", "--delta", "1e-5")
    assert ends(run, *zcdp) == ends(run, *through)


@pytest.mark.campaign  # an answer with fewer digits than were asked for is tested with conversions of Rényi divergences too
def test_digits_that_the_accountant_does_not_certify_are_undecided(run: Run) -> None:
    done = run("convert", "--sampled", "0.01", "1", "1000", "--delta", "1e-5", "--digits", "30")
    assert done.status == 3
    assert done.out.startswith("epsilon ≤ 1.828")


@pytest.mark.parametrize("asked", [("1e-300", "1", "1", "--delta", "1e-2"),
                                   pytest.param(("0.01", "1", "10", "--delta", "1e-200"), marks=pytest.mark.campaign)])
def test_where_the_accountant_has_no_answer_renyi_divergences_have_one_and_it_is_said(run: Run, asked: tuple[str, ...]) -> None:
    done = run("convert", "--sampled", *asked)
    assert (done.status, done.err) == (0, "")
    assert "the accountant has no answer" in done.out
    assert "Proposition 12" in done.out


def test_the_everyday_question_through_renyi_divergences(run: Run) -> None:
    done = run("convert", *THROUGH)
    assert done.status == 0
    assert done.out.startswith("epsilon ≤ 6.7122717625332383")
    assert "at delta = 1e-5" in done.out
    assert "Proposition 12, at order 4.135" in done.out
    data = run("convert", *THROUGH, "--json").json
    assert set(data) == {"epsilon", "delta", "digits", "method", "source", "order", "lower_end_assumes", "believes", "note"}
    lower, upper = Fraction(data["epsilon"]["lower"]), Fraction(data["epsilon"]["upper"])
    assert lower <= upper <= lower * (1 + Fraction(1, 10**15))
    assert (data["delta"], data["digits"], data["lower_end_assumes"]) == ("1/100000", 15, "")


@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        (("--gdp", "1", "--delta", "1e-30", "--digits", "30"), "epsilon ≤ 11.7"),
        (("--gdp", "1", "--epsilon", "1"), "delta ≤ 0.12693673750664"),
        (("--gdp", "0", "--delta", "0.1"), "epsilon = 0"),
        (("--zcdp", "1/2", "--delta", "1e-300", "--digits", "30"), "epsilon ≤ 37.54455896592"),
        (("--zcdp", "1/2", "--epsilon", "3", "--by", "lossless"), "delta ≤ 0.00511961284993"),
        (("--renyi", "alpha*rho", "--set", "rho=1/2", "--delta", "1e-5", "--by", "mironov"), "epsilon ≤ 5.298"),
        (("--renyi", "alpha + log(alpha)", "--orders", "1.5", "9", "--delta", "1e-5"), "epsilon ≤ "),
        (("--statement", "feldman2018/theorem-23", "--set", "n=1000", "--set", "t=1", "--set", "L=1", "--set", "sigma=4", "--delta", "1e-5"), "epsilon ≤ 0.0"),
    ],
)  # fmt: skip
def test_every_notion(run: Run, arguments: tuple[str, ...], start: str) -> None:
    done = run("convert", *arguments)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(start)


def test_fewer_digits_than_asked_for_is_undecided(run: Run) -> None:
    done = run("convert", "--renyi", "floor(alpha)", "--delta", "1e-3")
    assert done.status == 3
    assert "the lower end assumes that (order - 1)*bound is convex in the order" in done.out


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("--delta", "0.1"), "bound"),
        (("--gdp", "1"), "--delta"),
        (("--gdp", "1", "--delta", "0.1", "--epsilon", "1"), "--delta"),
        (("--gdp", "1", "--renyi", "alpha", "--delta", "0.1"), "--renyi"),
        (("--renyi", "alpha", "--renyi", "2*alpha", "--delta", "0.1"), "--renyi"),
        (("--gdp", "1", "--set", "x=1", "--delta", "0.1"), "--set"),
        (("--gdp", "1", "--orders", "2", "3", "--delta", "0.1"), "--orders"),
        (("--gdp", "one", "--delta", "0.1"), "gdp"),
        (("--gdp", "1", "--delta", "2"), "delta"),
        (("--gdp", "1", "--delta", "0.1", "--digits", "0"), "digits"),
        (("--gdp", "1", "--delta", "0.1", "--digits", "many"), "--digits"),
        (("--renyi", "import os", "--delta", "0.1"), "renyi"),
        (("--renyi", "alpha*beta", "--delta", "0.1"), "renyi"),
        (("--renyi", "alpha", "--delta", "0.1", "--by", "magic"), "by"),
        (("--sampled", "2", "1", "1", "--delta", "0.1"), "q"),
        (("--sampled", "0.1", "1", "x", "--delta", "0.1"), "steps"),
        (("--statement", "feldman2018/lemma-7", "--delta", "0.1"), "feldman2018/lemma-7"),
        (("--statement", "feldman2018/theorem-23", "--delta", "0.1"), "--set"),
        (("--statement", "feldman2018/theorem-x", "--delta", "0.1"), "feldman2018/theorem-x"),
    ],
)
def test_unusable_input_is_one_line(run: Run, arguments: tuple[str, ...], field: str) -> None:
    done = run("convert", *arguments)
    assert (done.status, done.out) == (2, "")
    assert re.fullmatch(rf"pabisym: error: {re.escape(field)}: .+; .+\n", done.err)


def test_orders_next_to_one_are_tried_where_they_are_best(run: Run) -> None:
    """The best of rho*(1 + t) + log(1/delta)/t is rho + 2 sqrt(rho log(1/delta)), here at t = 3.4e-15."""
    for by, least, most in (("mironov", "1.00000000000000678e30", "1.00000000000000679e30"), ("canonne", "1.00000000000000678e30", "1.00000000000000679e30")):
        done = run("convert", "--zcdp", "1e30", "--delta", "1e-5", "--by", by, "--json")
        assert (done.status, done.json["lower_end_assumes"]) == (0, "")
        assert Fraction(least) < Fraction(done.json["epsilon"]["lower"]) < Fraction(done.json["epsilon"]["upper"]) < Fraction(most)


@pytest.mark.parametrize(("known", "asked"), [
    (("--renyi", "alpha**3*1e30"), ("--delta", "1e-5")), (("--renyi", "sqrt(alpha)/10**30"), ("--epsilon", "1")),
    (("--zcdp", "1e90"), ("--delta", "1e-5")),
])
def test_a_best_order_at_the_end_of_those_that_are_tried_is_said(run: Run, known: tuple[str, ...], asked: tuple[str, ...]) -> None:
    done = run("convert", *known, *asked, "--json")
    assert "no order beyond those that are tried gives less" in done.json["lower_end_assumes"]
    assert "beyond" not in run("convert", "--zcdp", "1", "--delta", "1e-5", "--json").json["lower_end_assumes"]


@pytest.mark.parametrize("orders", [("1." + "0" * 400 + "1", "2"), ("2", "1" + "0" * 400), ("1." + "0" * 400 + "1", "1" + "0" * 400)])
@pytest.mark.parametrize("known", [("--renyi", "alpha"), ("--renyi", "alpha**2")])
def test_orders_beyond_floats(run: Run, known: tuple[str, ...], orders: tuple[str, str]) -> None:
    for asked in (("--delta", "1e-5"), ("--epsilon", "1")):
        done = run("convert", *known, *asked, "--orders", *orders, "--json")
        assert (done.status, done.err) == (0, "")


def test_it_loads_neither_sympy_nor_the_catalogue_and_is_fast() -> None:
    """Processor time with start-up; the limit is three times what it takes."""
    code = "import sys; from pabisym.cli import main; s = main.main({}, standalone_mode=False); print(s, 'sympy' in sys.modules, 'pabisym.library.library' in sys.modules)"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-c", code.format(["convert", *THROUGH])], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.stdout.splitlines()[-1] == "0 False False"
    assert after.ru_utime - before.ru_utime < 0.9


@pytest.mark.parametrize("asked", [("511/2400", "1", "1e20", "--delta", "1e-1"),
                                   pytest.param(("1/100", "1", "1e11", "--epsilon", "1"), marks=pytest.mark.campaign)])
def test_more_steps_than_the_accountant_composes_are_bounded_by_renyi_divergences(run: Run, asked: tuple[str, ...]) -> None:
    done = run("convert", "--sampled", *asked)
    assert done.status == 0
    assert "the accountant has no answer" in done.out
