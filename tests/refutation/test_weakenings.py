"""What was derived is proved as a claim, and so is what is larger: written otherwise, times a constant, with more added, a maximum."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pabisym.derivation.derive import derive
from pabisym.lang.grammar import parse, to_text
from pabisym.refutation.search import refute
from pabisym.spec.read import ClaimedBound, Goal, read_spec

SPECS = Path(__file__).parent.parent / "specs"
HELD = (
    "algorithm-langevin", "algorithm-multi-epoch-pnsgd", "algorithm-pnsgd", "constant-gap-contractive", "constant-gap-expanding",
    "constant-gap-public-tail", "constant-gap", "multi-epoch-last-record", "multi-epoch", "single-impulse-contractive",
    "single-impulse", "single-impulse-growing-noise", "start-shift", "start-shift-and-constant-gap", "start-shift-and-impulse",
    "start-shift-contractive",
)  # fmt: skip
"""Specs of which every weakening is proved; those with a floor of a logarithm in their bound are left open so far."""


def check_weakenings(name: str) -> None:
    spec = read_spec(SPECS / f"{name}.toml")
    found = derive(spec)
    own, goal = to_text(found.bound), spec.goal
    letter = next(letter for letter, domain in spec.symbols.items() if domain.kind == "real" and letter != "alpha")
    claims = [(goal, own), (goal, f"1001/1000*({own})"), (goal, f"{own} + {letter}**2"), (goal, f"max({own}, {letter})"),
              (Goal("gdp"), f"sqrt({to_text(found.mu_squared)})")]
    for about, bound in claims:
        decision = refute(replace(spec, claim=ClaimedBound(about, parse(bound))))
        assert decision.status == "proved", (bound, decision.reason)
    less = refute(replace(spec, claim=ClaimedBound(goal, parse(f"999/1000*({own})"))))
    assert less.status == ("undecided" if spec.algorithm is not None and found.spec.process.contraction != parse("1") else "refuted")


@pytest.mark.campaign
@pytest.mark.parametrize("name", HELD)
def test_what_is_larger_than_every_derived_bound_is_proved(name: str) -> None:
    check_weakenings(name)


# Bounds that were published, as they are printed.

LETTERS = {"eta": "real, eta > 0", "L": "real, L > 0", "sigma": "real, sigma > 0", "alpha": "real, alpha > 1"}
CONTRACTING = {"c": "real, 0 < c < 1"}
NOISE = {"law": "gaussian", "std": "eta*sigma"}
RENYI, GDP = {"divergence": "renyi", "order": "alpha"}, {"divergence": "gdp"}
EPOCHS = ({"n": "integer, n >= 1", "E": "integer, E >= 1", "i": "integer, 1 <= i <= n"},
          {"steps": "n*E", "gap": [{"every": "n", "from": "i", "size": "2*eta*L"}], "noise": NOISE})
FULL = ({**CONTRACTING, "T": "integer, T >= 1", "n": "integer, n >= 1"},
        {"steps": "T", "contraction": "c", "gap": [{"each": "eta*L/n"}], "noise": NOISE})
UNLEARNING = ({**CONTRACTING, "K": "integer, K >= 1", "Z": "real, Z > 0"},
              {"steps": "K", "contraction": "c", "start_shift": "Z", "noise": {"law": "gaussian", "std": "sigma"}})
ONE = ({**CONTRACTING, "n": "integer, n >= 2", "i": "integer, 1 <= i <= n - 1"},
       {"steps": "n", "contraction": "c", "gap": [{"at": "i", "size": "2*eta*L"}], "noise": NOISE})
CLIPPED = ({"gam": "real, gam > 0", "lam": "real, 0 < lam < 1/gam", "T": "integer, T >= 1", "A": "real, A > 0", "C": "real, C > 0"},
           {"steps": "T", "contraction": "1 - gam*lam", "start_shift": "2*A", "gap": [{"each": "2*gam*C"}],
            "noise": {"law": "gaussian", "std": "sigma"}})
FULL_CURVED = ({"m": "real, m > 0", "eta": "real, 0 < eta < 1/m", "T": "integer, T >= 1", "n": "integer, n >= 1"},
               {"steps": "T", "contraction": "1 - eta*m", "gap": [{"each": "eta*L/n"}], "noise": NOISE})
CYCLIC = ({**CONTRACTING, "l": "integer, l >= 1", "E": "integer, E >= 1", "b": "integer, b >= 1"},
          {"steps": "l*E", "contraction": "c", "gap": [{"every": "l", "from": "l", "size": "eta*L/b"}], "noise": NOISE})
BOUNDED = ({"D": "real, D > 0", "T": "integer, T >= 1", "n": "integer, n >= 1"},
           {"steps": "T", "diameter": "D", "gap": [{"each": "eta*L/n"}], "noise": NOISE})
BOUNDED_CYCLIC = ({"D": "real, D > 0", "l": "integer, l >= 2", "E": "integer, E >= 1", "b": "integer, b >= 1"},
                  {"steps": "l*E", "diameter": "D", "gap": [{"every": "l", "from": "l", "size": "eta*L/b"}], "noise": NOISE})
PUBLISHED: dict[str, tuple[tuple[dict[str, str], dict[str, Any]], dict[str, str], str, str]] = {
    "TF-Privacy tutorial": (EPOCHS, RENYI, "2*alpha*L**2/sigma**2*((E - 1)/n + 1/(n - i + 1))", "proved"),
    "TF-Privacy tutorial, epoch by epoch": (
        EPOCHS, RENYI, "alpha*(2*L)**2*(E - 1)/(2*n*sigma**2) + alpha*(2*L)**2/(2*(n - i + 1)*sigma**2)", "proved"),
    "TF-Privacy tutorial, as a root": (EPOCHS, GDP, "2*L/sigma*sqrt((E - 1)/n + 1/(n - i + 1))", "proved"),
    "TF-Privacy tutorial, under one root": (EPOCHS, GDP, "sqrt(4*L**2*(E - 1)/(n*sigma**2) + 4*L**2/((n - i + 1)*sigma**2))", "proved"),
    "TF-Privacy tutorial, for the worst record": (EPOCHS, RENYI, "2*alpha*L**2/sigma**2*max(E/n + 1, (E - 1)/n + 1)", "proved"),
    "TF-Privacy tutorial, paid once for all epochs": (EPOCHS, RENYI, "2*alpha*L**2*E/(sigma**2*(n - i + 1))", "proved"),
    "Bok, Su and Altschuler 2024, noisy gradient descent": (
        FULL, GDP, "L/(n*sigma)*sqrt((1 - c**T)/(1 + c**T)*(1 + c)/(1 - c))", "proved"),
    "unlearning in K steps, Chien et al. 2024": (UNLEARNING, GDP, "Z/sigma*sqrt(c**(2*K)*(1 - c**2)/(1 - c**(2*K)))", "proved"),
    "unlearning, paid at once": (UNLEARNING, GDP, "Z*c**K/sigma", "proved"),
    "clipping and weight decay, Koloskova et al. 2025": (
        CLIPPED, GDP, "2/sigma*(A*(1 - gam*lam)**T + C*(1 - (1 - gam*lam)**T)/lam)*"
        "sqrt((1 - (1 - gam*lam)**2)/(1 - (1 - gam*lam)**(2*T)))", "proved"),
    "Balle et al. 2019, Theorem 5, with the square of its rate": (
        ONE, RENYI, "2*alpha*L**2/((n - i)*sigma**2)*c**(2*(n - i + 1))", "refuted"),
    "Balle et al. 2019, Theorem 5": (ONE, RENYI, "2*alpha*L**2/((n - i)*sigma**2)*c**(n - i + 1)", "proved"),
    "Ye and Shokri 2022, full batches": (
        FULL_CURVED, RENYI, "alpha*L**2/(n**2*sigma**2)*(2 - eta*m)/(eta*m)*(1 - (1 - eta*m/2)**T)", "proved"),
    "Ye and Shokri 2022, cyclic batches": (
        CYCLIC, RENYI, "alpha*L**2/(2*b**2*sigma**2)*(1 + c**(l - 2)*(1 - c**2)/(1 - c**l)**2*(1 - c**(l*(E - 1))))", "proved"),
    "Bok, Su and Altschuler 2024, cyclic batches": (
        CYCLIC, GDP, "L/(b*sigma)*sqrt(1 + c**(2*l - 2)*(1 - c**2)/(1 - c**l)**2*(1 - c**(l*(E - 1)))/(1 + c**(l*(E - 1))))", "proved"),
    "Bok, Su and Altschuler 2024, noisy gradient descent with a diameter": (
        BOUNDED, GDP, "sqrt(3*L*D/(eta*n) + L**2/n**2*ceiling(D*n/(eta*L)))/sigma", "proved"),
    "Bok, Su and Altschuler 2024, cyclic batches with a diameter": (
        BOUNDED_CYCLIC, GDP, "sqrt(L**2/b**2 + 3*L*D/(b*eta*l) + L**2/(b**2*l)*ceiling(D*b/(eta*L)))/sigma", "proved"),
}  # fmt: skip
QUICK = ("TF-Privacy tutorial, as a root", "Balle et al. 2019, Theorem 5, with the square of its rate")


def check_published(name: str) -> None:
    (symbols, process), goal, bound, verdict = PUBLISHED[name]
    decision = refute({"symbols": {**LETTERS, **symbols}, "process": process, "goal": goal, "claim": {"bound": bound}})
    assert decision.status == verdict, decision.reason


@pytest.mark.parametrize("name", QUICK)
def test_a_published_bound_is_decided(name: str) -> None:
    check_published(name)


@pytest.mark.campaign
@pytest.mark.parametrize("name", [name for name in PUBLISHED if name not in QUICK])
def test_every_published_bound_is_decided(name: str) -> None:
    check_published(name)
