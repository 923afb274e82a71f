"""A shuffled order costs at most the mean of moments over the places of the record."""

import json
from fractions import Fraction
from typing import Any

from pabisym.derivation.derive import derive
from pabisym.divergence.evaluate import enclose
from pabisym.lang.grammar import parse, to_text
from pabisym.proof.json import replay

LETTERS = {"n": "integer, n >= 1", "E": "integer, E >= 1", "eta": "real, eta > 0", "L": "real, L > 0", "sigma": "real, sigma > 0",
           "alpha": "real, alpha > 1"}


def spec(goal: dict[str, str] | None = None, **algorithm: Any) -> dict[str, Any]:
    common = {"order": "shuffled", "lipschitz": "L", "noise_std": "sigma", "dataset": "n", "step_size": "eta"}
    return {"symbols": LETTERS, "algorithm": {**common, **algorithm}, "goal": goal or {"divergence": "renyi", "order": "alpha"}}


def test_the_bound_is_the_mean_over_the_places() -> None:
    found = derive(spec(kind="noisy-cgd", epochs="E"))
    assert to_text(found.bound) == "log(sum(exp((alpha - 1)*(2*L**2*alpha*(n + E*j - j)/(n*sigma**2*j))), j, 1, n)/n)/(alpha - 1)"
    assert found.tightness == "upper"
    assert str(found.loose).startswith("upper: the order is random, and a mixture over the places")
    document = json.loads(json.dumps(found.proof_document()))
    assert replay(document).accepted
    assert document["theorems"][-2]["id"] == "derived/part-2"
    document["theorems"][-1]["conclusion"] = document["conclusion"] = document["conclusion"].replace("1, n)/n)", "1, n)/(2*n))")
    assert not replay(document).accepted


def test_its_value_is_the_mean_of_the_places() -> None:
    found = derive(spec(kind="pnsgd"))
    assert to_text(found.bound) == "log(sum(exp((alpha - 1)*(2*L**2*alpha/(sigma**2*j))), j, 1, n)/n)/(alpha - 1)"
    value = enclose(found.bound, {"n": 3, "L": 1, "sigma": 2, "alpha": 2}, 20)
    plain = enclose(parse("log((exp(1) + exp(1/2) + exp(1/3))/3)"), {}, 20)
    assert (value.lower, value.upper) == (plain.lower, plain.upper)
    assert Fraction(value.upper) < 1, "below the bound of the last place, which is 1"


def test_for_gaussian_differential_privacy_it_is_the_worst_place() -> None:
    found = derive(spec({"divergence": "gdp"}, kind="pnsgd"))
    assert (to_text(found.bound), found.tightness) == ("sqrt(4*L**2/sigma**2)", "upper")
    assert "the record comes last" in str(found.loose)
