"""Claims about releases, averages and bounds that divide: proved from what is derived, and refuted only by what is really released."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from support.examples import spread

from pabisym.cli import main
from pabisym.derivation.derive import derive
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import Call
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.refutation.search import refute
from pabisym.refutation.weakening import spelled_out
from pabisym.spec.read import read_spec

LETTERS = {"T": "integer, T >= 2", "t": "integer, 1 <= t, t < T", "g": "real, g > 0", "v": "real, v > 0", "alpha": "real, alpha > 1"}
RENYI, GDP = {"divergence": "renyi", "order": "alpha"}, {"divergence": "gdp"}


def claim(bound: str, goal: dict[str, str] = RENYI, symbols: dict[str, str] | None = None, **process: Any) -> dict[str, Any]:
    whole = {"steps": "T", "gap": [{"each": "g"}], "noise": {"variance": "v"}, **process}
    return {"symbols": {**LETTERS, **(symbols or {})}, "process": whole, "claim": {**goal, "bound": bound}}


@pytest.mark.parametrize(("bound", "goal", "process"), spread([
    ("alpha*t*g**2/(2*v) + alpha*g**2*(T - t)/(2*v)", RENYI, {"release": ["t", "T"]}),
    ("alpha*T*g**2/v", RENYI, {"release": ["t", "T"]}),
    ("sqrt(T)*g/sqrt(v)", GDP, {"release": ["t", "T"]}),
    ("sqrt(T)*g/sqrt(v)", GDP, {"release": "all"}),
    ("1001/1000*alpha*T*g**2/(2*v)", RENYI, {"average": "2"}),
], 2, several=True))
def test_what_is_at_least_the_derived_bound_is_proved(bound: str, goal: dict[str, str], process: dict[str, Any]) -> None:
    assert refute(claim(bound, goal, **process)).status == "proved"


def test_a_release_is_refuted_by_a_pair_for_every_part() -> None:
    found = refute(claim("999/1000*alpha*T*g**2/(2*v)", release=["t", "T"]))
    assert found.status == "refuted"
    assert found.worst_case is not None
    values = [Fraction(part["value"]) for part in found.worst_case["parts"]]
    assert len(values) == 2
    assert sum(values) == Fraction(found.worst_case["value"]) == found.at["T"] * found.at["g"] ** 2 / found.at["v"]
    assert "a linear pair for every part of the release" in found.reason


def test_all_iterates_are_refuted_by_every_gap_in_its_own_step() -> None:
    found = refute(claim("sqrt(T - 1)*g/sqrt(v)", GDP, contraction="1/2", release="all"))
    assert found.status == "refuted"
    assert found.worst_case is not None
    assert Fraction(found.worst_case["value"]) == found.at["T"] * found.at["g"] ** 2 / found.at["v"]
    assert set(found.worst_case["contraction"]) == {"1/2"}


@pytest.mark.parametrize("process", [{"average": "T", "gap": [{"at": "1", "size": "g"}]}, {"average": "2"}])
def test_a_process_that_tells_more_than_the_average_refutes_nothing(process: dict[str, Any]) -> None:
    assert refute(claim("alpha*g**2/(4*v)", **process)).status == "undecided"


def test_noise_that_is_wider_in_some_directions_refutes_nothing() -> None:
    symbols = {"n": "integer, n >= 1", "L": "real, L > 0", "low": "real, low > 0", "high": "real, high >= low", "sigma": "real, sigma > 0"}
    algorithm = {"kind": "linear", "operator_norm": "1", "least_gain": "low", "greatest_gain": "high", "lipschitz": "L", "step_size": "1",
                 "noise_std": "sigma", "dataset": "n", "steps": "T"}
    bound = "T*alpha*(high*L/(n*sigma*low))**2"
    spec = {"symbols": {**LETTERS, **symbols}, "algorithm": algorithm, "claim": {**RENYI, "bound": bound}}
    assert refute(spec).status == "undecided"
    same = {**spec, "algorithm": {**algorithm, "least_gain": "1", "greatest_gain": "1"}, "claim": {**RENYI, "bound": "T*alpha*(L/(n*sigma))**2"}}
    assert refute(same).status == "refuted"


def test_the_pairs_of_a_release_are_printed(tmp_path: Path) -> None:
    (tmp_path / "claim.toml").write_text('''[symbols]
g = "real, g > 0"
alpha = "real, alpha > 1"
[process]
steps = "2"
gap = [{ each = "g" }]
noise = { variance = "1" }
release = ["1", "2"]
[claim]
divergence = "renyi"
order = "alpha"
bound = "alpha*g**2/2"
''')
    answer = CliRunner().invoke(main, ["refute", str(tmp_path / "claim.toml")])
    assert answer.exit_code == 1
    assert answer.output.count("instance {") == 2


@pytest.mark.campaign
def test_claims_about_a_look_back_with_a_contraction_are_proved() -> None:
    process: dict[str, Any] = {"contraction": "c", "diameter": "D"}
    symbols = {"c": "real, 0 < c, c < 1", "D": "real, D > 0"}
    own = claim("0", symbols=symbols, **process)
    bound = to_text(derive({**{name: own[name] for name in ("symbols", "process")}, "goal": RENYI}).bound)
    assert "floor" in bound
    for more in (f"1001/1000*({bound})", f"max({bound}, g)"):
        assert refute(claim(more, symbols=symbols, **process)).status == "proved"


def test_what_is_divided_by_is_shown_case_by_case() -> None:
    scope = read_spec(claim("0")).scope()
    b, seen = Builder(scope, {}), list[str]()

    def finish(b: Builder) -> Step:
        seen.append(" ".join(label for label, _ in b.scope.known))
        return b.prove("g > 0")

    claimed = Call(">", (parse("g"), parse("0")))
    spelled_out(b, parse("cases(g*(t - 1) - (T - 2), 1, 1/(T - 2))"), claimed, finish)
    assert ["divisor" in known for known in seen] == [False, True]
    with pytest.raises(NoProof, match="is not shown to be nonzero"):
        spelled_out(b, parse("1/(t - 2)"), claimed, finish)
