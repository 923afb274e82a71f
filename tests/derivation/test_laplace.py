"""Laplace noise: equal payments, with what the noise charges for one of them as a hypothesis; against the certified numeric optimum."""

import json
from fractions import Fraction
from typing import Any

import pytest

from pabisym.derivation.derive import Derivation, derive
from pabisym.divergence.evaluate import enclose
from pabisym.errors import PabisymError
from pabisym.lang.grammar import to_text
from pabisym.proof.json import replay
from pabisym.shift.general.costs import LaplaceCost
from pabisym.shift.general.solve import allocate_general
from pabisym.show.article import derivation_latex

LETTERS = {"T": "integer, T >= 1", "t": "integer, 1 <= t, t <= T", "g": "real, g > 0", "D": "real, D > 0", "b": "real, b > 0",
           "alpha": "real, alpha > 1"}


def spec(goal: dict[str, str] | None = None, **process: Any) -> dict[str, Any]:
    whole = {"steps": "T", "noise": {"law": "laplace", "scale": "b"}, **process}
    return {"symbols": LETTERS, "process": whole, "goal": goal or {"divergence": "renyi", "order": "alpha"}}


def numeric(found: Derivation, point: dict[str, Fraction]) -> tuple[float, float]:
    """The certified optimum over all allocations, from below and from above."""
    instance = found.spec.gaussian().instance(**point)
    gap, steps = instance["gap"], int(str(instance["steps"]))
    answer = allocate_general(cost=LaplaceCost(str(point["alpha"]), str(point["b"])), gap=gap if isinstance(gap, list) else [gap] * steps,
                              start_shift=instance["start_shift"])
    return answer.lower, answer.value


@pytest.mark.parametrize("process", [
    {"gap": [{"at": "1", "size": "g"}]},
    {"gap": [{"at": "t", "size": "g"}]},
    pytest.param({"gap": [{"each": "g"}]}, marks=pytest.mark.campaign),
    pytest.param({"start_shift": "D", "gap": [{"every": "1", "to": "t", "size": "g"}]}, marks=pytest.mark.campaign),
], ids=str)
def test_the_bound_is_the_certified_optimum(process: dict[str, Any]) -> None:
    found = derive(spec(**process))
    assert (found.tightness, found.statement.verdict.accepted, found.loose) == ("exact", True, None)
    for at in ({"T": 4, "t": 2, "g": 3, "D": 1, "b": 2, "alpha": 3}, {"T": 5, "t": 5, "g": 1, "D": 2, "b": 1, "alpha": "3/2"}):
        point = {name: Fraction(value) for name, value in at.items()}
        lower, upper = numeric(found, point)
        value = enclose(found.bound, point, 20)
        assert lower <= float(value.upper)
        assert float(value.lower) <= upper


def test_what_the_noise_charges_is_a_hypothesis_and_the_proof_stands_alone() -> None:
    found = derive(spec(gap=[{"each": "g"}]))
    assumed = {label: to_text(term) for label, term in found.statement.sequent.assumptions}
    assert "Gaussian" not in assumed
    assert assumed["price of a payment"].startswith("forall(k, 1, T, R(alpha, zeta(k), g) <= log(alpha/(2*alpha - 1)*exp((alpha - 1)*(g/b))")
    assert assumed["finite"] == "forall(k, 1, T, finite(alpha, zeta(k), g))"
    assert "Mironov 2017" in found.spec.grounds[0].gives
    document = json.loads(json.dumps(found.proof_document()))
    assert replay(document).accepted
    own = document["theorems"][-1]
    own["conclusion"] = document["conclusion"] = own["conclusion"].replace("T*(log", "(T - 1)*(log")
    assert not replay(document).accepted


def test_the_article_names_the_law_and_what_is_assumed() -> None:
    text = derivation_latex(derive(spec(gap=[{"each": "g"}])))
    assert "Laplace with mean $0$" in text
    assert "what the noise charges for a payment, and that this is finite, is a hypothesis." in text


@pytest.mark.parametrize(("changed", "said"), [
    ({"contraction": "1/2"}, "only without contractions"),
    ({"noise": {"law": "laplace", "scale": "b*k"}}, "only without contractions and with the same noise at every step"),
    ({"diameter": "D"}, "restarts are not derived"),
    ({"gap": [{"at": "1", "size": "g"}, {"at": "t", "size": "D"}]}, "one block of equal payments is derived, and here the payments change"),
    ({"goal": {"divergence": "gdp"}}, "goal.divergence: is gdp, and Laplace noise has no Gaussian form; ask for renyi and an order"),
])
def test_what_is_not_derived_is_refused_with_the_reason(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(PabisymError, match=said):
        derive(spec(**{"gap": [{"at": "t", "size": "g"}], **changed}))
