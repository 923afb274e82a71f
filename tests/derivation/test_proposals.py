"""What sympy fails at, and what the proof machinery calls things, does not reach who derives a bound."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pabisym.derivation.derive import Derivation, derive
from pabisym.derivation.optimum import optimum, value_at
from pabisym.errors import Undecided, plain_reason
from pabisym.feasibility.spec_allocation import feasible
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import upright

LETTERS = {"n": "integer, n >= 1", "w": "integer, 1 <= w <= n", "eta": "real, eta > 0", "L": "real, L > 0", "sigma": "real, sigma > 0",
           "alpha": "real, alpha > 1", "v": "real, v > 0", "s": "real, s >= 0"}
INTERNAL = re.compile(r"#\d|\b[A-Za-z]_+(?!\w)|\d+ by \d+ terms|literal_base|Dummy|normal forms|labels and names|\(position \d+\)|figure")
"""Names for the index of a sum and for literal bases, sizes of formulas, and complaints of the parser."""
WARM_UPS = ("cases(w - k, k/w, 1)", "min(1, k/w)", "cases(k - w, 1, k/w)", "cases(w - k, 2**k, 1)")


def spec(**process: Any) -> dict[str, Any]:
    """A process of n steps with its letters, and the Rényi divergence for a goal."""
    said = str(process)
    symbols = {name: kind for name, kind in LETTERS.items() if name in ("n", "alpha") or re.search(rf"\b{name}\b", said)}
    return {"symbols": symbols, "process": {"steps": "n", **process}, "goal": {"divergence": "renyi", "order": "alpha"}}


def told(given: dict[str, Any]) -> Derivation | str:
    """What is derived, or why nothing is."""
    try:
        return derive(given)
    except Undecided as reason:
        return str(reason)


def exact_at_points(found: Derivation) -> None:
    """The price is the exact optimum at random points, some of two steps or more."""
    compared = 0
    for point in found.spec.points(12, seed=3):
        best = optimum(found.spec, point)
        assert best is not None
        assert value_at(found.square, point) == best
        compared += value_at(found.spec.process.steps, point) >= 2
    assert compared


@pytest.mark.parametrize(("rate", "gap"), [*((rate, "at") if k % 2 == 0 else pytest.param(rate, "at", marks=pytest.mark.campaign) for k, rate in enumerate(WARM_UPS)),
                                           *(pytest.param(rate, "each", marks=pytest.mark.campaign) for rate in WARM_UPS)])
def test_a_warm_up_before_a_constant_rate_is_derived_or_refused_in_the_words_of_its_author(rate: str, gap: str) -> None:
    """Gosper's algorithm of sympy raises an IndexError for the first of them."""
    gaps = [{"each": f"2*L*eta*({rate})"}] if gap == "each" else [{"at": "w", "size": "2*L*eta"}]
    found = told(spec(gap=gaps, noise={"law": "gaussian", "std": f"eta*sigma*({rate})"}))
    if isinstance(found, Derivation):
        assert found.statement.verdict.accepted
    else:
        assert not INTERNAL.search(found), found
        assert "k" in found


def test_noise_that_doubles_at_every_step_has_a_closed_form() -> None:
    """The ratio of its terms less 1 has no factors: the closed form was written as a division by nothing, and the parser complained."""
    found = derive(spec(gap=[{"at": "1", "size": "s"}], noise={"law": "gaussian", "variance": "v*2**k"}))
    assert (to_text(found.bound), found.tightness) == ("alpha*s**2/(4*v*(2**n - 1))", "exact")
    exact_at_points(found)


@pytest.mark.parametrize("variance", ["v*2**(-k)", "v*3**k",
                                      *(pytest.param(one, marks=pytest.mark.campaign) for one in ("v*4**k/2**k", "v*2**k", "v*(3/2)**k", "v*2**(k - 1)"))])
@pytest.mark.parametrize("gap", [[{"at": "1", "size": "s"}], [{"each": "s"}]])
def test_geometric_noise_of_literal_ratios_is_derived(variance: str, gap: list[dict[str, str]]) -> None:
    found = told(spec(gap=gap, noise={"law": "gaussian", "variance": variance}))
    assert isinstance(found, Derivation), found
    assert found.statement.verdict.accepted
    if found.tightness == "exact":
        exact_at_points(found)


@pytest.mark.parametrize(("name", "error"), [
    ("factor", IndexError),
    *(pytest.param(name, error, marks=pytest.mark.campaign) for error in (IndexError, RecursionError)
      for name in ("factor", "together", "powsimp", "simplify", "factor_terms", "cancel", "fraction", "factor_list", "expand"))])  # fmt: skip
def test_where_sympy_fails_nothing_is_proposed(monkeypatch: pytest.MonkeyPatch, name: str, error: type[Exception]) -> None:
    def fail(*_: object, **__: object) -> object:
        raise error("tuple index out of range")

    monkeypatch.setattr(f"sympy.{name}", fail)
    found = told(spec(gap=[{"each": "s"}], noise={"law": "gaussian", "variance": "v*2**k"}))
    assert "tuple index" not in str(found)
    given = spec(gap=[{"each": "s"}], noise={"law": "gaussian", "variance": "v"})
    judged = feasible({**given, "symbols": {**given["symbols"], "s": "real, s > 0"}, "allocation": {"payments": "s"}}).verdict
    assert judged.status in ("proved", "undecided")
    assert "tuple index" not in judged.reason


def test_a_reason_is_in_plain_words() -> None:
    said = "paid at once: cases(w - #2, #2**2/w**2, 1) + k_ + l__; a product of 336 by 1120 terms is too large"
    assert plain_reason(said) == "paid at once: cases(w - k, k**2/w**2, 1) + k + l; the formulas become too long"
    assert str(Undecided("more than 100000 normal forms are needed in one scope")) == "the formulas become too long"
    assert plain_reason("x_1 + my_eta <= k") == "x_1 + my_eta <= k"


@pytest.mark.campaign
@pytest.mark.parametrize("letter", ["X", "i", "zeta"])
def test_a_refusal_speaks_of_the_letters_of_the_spec(letter: str) -> None:
    """Letters that proofs use for something else are derived under other names, with a prime."""
    given = spec(gap=[{"each": "s"}], noise={"law": "gaussian", "variance": f"{letter}*cases(w - k, k/w, 1)**2*exp(-k)"})
    found = told({**given, "symbols": {**given["symbols"], letter: f"real, {letter} > 0"}})
    assert isinstance(found, str)
    assert f"{letter}'" not in found
    assert not INTERNAL.search(found)


@pytest.mark.parametrize("ask", [
    lambda: told(spec(gap=[{"each": "s"}], noise={"law": "gaussian", "variance": "v*cases(w - k, k, w)**2"})),
    lambda: feasible({**spec(gap=[{"each": "s"}], noise={"law": "gaussian", "variance": "v"}), "allocation": {"payments": "s*2**k/k"}}).verdict.reason,
    lambda: feasible({**spec(gap=[{"each": "s"}], noise={"law": "gaussian", "variance": "v"}), "allocation": {"payments": "s*(1/2)**(k/2)"}}).verdict.reason,
])
def test_no_refusal_names_what_only_the_machinery_knows(ask: Callable[[], Any]) -> None:
    found = ask()
    assert isinstance(found, Derivation) or not INTERNAL.search(found), found


@pytest.mark.parametrize(("written", "found"), [
    ("s*(c**T - 1)/(v*(c - 1))", "s*(1 - c**T)/(v*(1 - c))"), ("-s*(c + 1)/(c - 1)", "s*(c + 1)/(1 - c)"),
    ("s*(c - 1)**2/(c**2 - 1)", "s*(c - 1)**2/(c**2 - 1)"), ("s*(c - 1)**2", "s*(1 - c)**2"), ("(c - 1)*(c**n - 1) + v", "(1 - c)*(1 - c**n) + v"),
    ("s/(c - 1)", "s/(c - 1)"), ("(x - 1)*(x**T - 1)", "(x - 1)*(x**T - 1)"),
    ("sum((c - 1)*(c**i - 1), i, 1, n)", "sum((c - 1)*(c**i - 1), i, 1, n)"),
])
def test_what_is_below_one_is_taken_from_one(written: str, found: str) -> None:
    assert to_text(upright(parse(written), {"c"})) == found


def test_a_bound_under_a_contraction_is_written_upright() -> None:
    process = {"contraction": "c", "gap": [{"each": "s"}], "noise": {"law": "gaussian", "std": "sigma"}}
    derived = derive({**(given := spec(**process)), "symbols": {**given["symbols"], "c": "real, 0 < c < 1", "s": "real, s > 0", "sigma": "real, sigma > 0"}})
    assert to_text(derived.bound) == "alpha*s**2*(c + 1)*(1 - c**n)/(2*sigma**2*(1 - c)*(c**n + 1))"
