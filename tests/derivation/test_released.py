"""A release of several iterates costs what its parts cost; an average of a tail costs at most what its first iterate costs."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pabisym.cli import main
from pabisym.derivation.derive import derive, parts_of
from pabisym.derivation.optimum import optimum, value_at
from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.proof.build import NoProof
from pabisym.proof.json import replay
from pabisym.spec.read import Goal, read_spec

LETTERS = {"T": "integer, T >= 2", "t": "integer, 1 <= t, t < T", "g": "real, g > 0", "v": "real, v > 0", "alpha": "real, alpha > 1"}
RENYI = {"divergence": "renyi", "order": "alpha"}


def spec(goal: dict[str, str] | None = None, symbols: dict[str, str] | None = None, **process: Any) -> dict[str, Any]:
    whole = {"steps": "T", "noise": {"variance": "v"}, **process}
    return {"symbols": {**LETTERS, **(symbols or {})}, "process": whole, "goal": goal or RENYI}


def test_the_parts_of_a_release_add_up_and_the_proof_file_has_them() -> None:
    found = derive(spec(gap=[{"at": "1", "size": "g"}, {"at": "T", "size": "g"}], release=["t", "T"]))
    assert to_text(found.bound) == "alpha*g**2/(2*v*t) + alpha*g**2/(2*v)"
    assert (found.tightness, found.derived.shape) == ("exact", "a release of several iterates")
    assert [ground.statement for ground in found.spec.grounds] == ["feldman2018/lemma-15"]
    assert "part 2: what is released next, given what was released before" in dict(found.statement.sequent.assumptions)
    document = json.loads(json.dumps(found.proof_document()))
    assert replay(document).accepted
    assert document["theorems"][-2]["id"] == "derived/part-2"
    document["theorems"][-1]["conclusion"] = document["conclusion"] = document["conclusion"].replace("2*v*t", "3*v*t")
    assert not replay(document).accepted


def test_what_is_released_without_a_gap_costs_nothing() -> None:
    found = derive(spec(gap=[{"at": "1", "size": "g"}], release=["t", "T"]))
    assert to_text(found.bound) == "alpha*g**2/(2*v*t)"
    assert to_text(found.statement.sequent.conclusion).startswith("renyi(alpha, 0, joint(X(t), K_2), joint(Y(t), K_2), ")


def test_the_optimum_of_a_release_is_that_of_its_parts() -> None:
    whole = read_spec(spec(gap=[{"each": "g"}], release=["t", "T"], contraction="cases(k - t - 1, 1/2, 1)"))
    point = {"T": 4, "t": 2, "g": 1, "v": 1, "alpha": 2}
    assert [part.instance(**point)["contraction"] for part in whole.parts()] == [["1", "1"], ["1/2", "1/2"]]
    assert optimum(whole, point) == Fraction(19, 5)
    with pytest.raises(InputError, match=r"process\.release: releases 2 iterates, which is no one allocation instance"):
        whole.process.iteration()


@pytest.mark.parametrize(("process", "said"), [
    ({"release": ["T", "t"]}, r"process.release\[1\]: t > T is false"),
    ({"release": ["t"]}, r"process.release\[0\]: t == T"),
    ({"release": "some"}, "process.release: a list of 1 to 100 steps was expected"),
    ({"release": "all", "start_shift": "g"}, "process.release: is of all iterates, and the runs may start apart"),
    ({"release": ["t", "T"], "average": "2"}, "process.average: is given beside a release"),
    ({"release": ["t", "T"], "diameter": "g"}, "process.release: goes with gaussian noise and no diameter"),
    ({"average": "T + 1"}, r"process.average: T \+ 1 <= T is false"),
    ({"average": "2", "start_shift": "g"}, "process.average: the average has iterates after step T - 1, and gaps may come later"),
])
def test_unusable_outputs_are_refused_by_field(process: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_spec(spec(gap=[{"each": "g"}], **process))


EITHER = {"u": "integer, 1 <= u, u <= T"}


def test_gaps_that_recur_before_or_after_a_release_are_refused() -> None:
    both = spec(gap=[{"every": "1", "from": "u", "size": "g"}], release=["t", "T"], symbols=EITHER)
    with pytest.raises(InputError, match=r"process.gap\[0\].from: step u may come before the release at step t or after it"):
        derive(both)


def test_a_record_may_come_before_a_release_or_after_it() -> None:
    found = derive(spec(gap=[{"at": "u", "size": "g"}], release=["t", "T"], symbols=EITHER))
    assert (found.tightness, found.derived.shape) == ("exact", "a release of several iterates")
    assert replay(json.loads(json.dumps(found.proof_document()))).accepted
    for t, u, price in ((3, 2, Fraction(1, 2)), (3, 3, Fraction(1)), (3, 4, Fraction(1, 4)), (1, 7, Fraction(1))):
        point = {"T": 7, "t": t, "u": u, "g": 1, "v": 1, "alpha": 2}
        assert optimum(found.spec, point) == value_at(found.mu_squared, point) == price


def test_every_iterate_costs_every_gap_in_its_own_step() -> None:
    found = derive(spec(gap=[{"each": "g"}], contraction="1/2", release="all"))
    assert (to_text(found.bound), found.tightness, found.derived.shape) == ("T*alpha*g**2/(2*v)", "exact", "a release of all iterates")
    assert "pabisym/noise-hides-move" in found.statement.verdict.theorems
    assert replay(json.loads(json.dumps(found.proof_document()))).accepted
    assert optimum(found.spec, {"T": 3, "t": 1, "g": 2, "v": 3, "alpha": 2}) == 4
    average = derive(spec(gap=[{"each": "g"}], average="2"))
    assert (to_text(average.bound), average.tightness) == ("T*alpha*g**2/(2*v)", "upper")
    assert str(average.loose) == "upper: an average may tell less than all iterates, whose bound this is"


def test_a_release_is_private_in_every_notion_with_its_parts_proved_in_that_notion() -> None:
    found = derive(spec(goal={"divergence": "gdp"}, gap=[{"each": "g"}], release=["t", "T"]))
    assert to_text(found.bound) == "sqrt(g**2*t/v + g**2*(T - t)/v)"
    assert to_text(dict(found.statement.sequent.assumptions)["part 2: what is released next, given what was released before"]) == (
        "gdpclose(K_2, J_2, g**2*(T - t)/v)")
    assert "figure/gdp-adaptive" in found.cited
    document = json.loads(json.dumps(found.proof_document()))
    assert replay(document).accepted
    assert document["theorems"][-2]["id"] == "derived/part-2"
    assert document["theorems"][-2]["conclusion"].startswith("gdp(0, ")
    every = derive(spec(goal={"divergence": "hockey-stick", "epsilon": "1"}, gap=[{"each": "g"}], release="all"))
    assert to_text(every.bound) == "theta(exp(1), sqrt(T*g**2/v))"
    assert replay(json.loads(json.dumps(every.proof_document()))).accepted


def test_a_part_that_is_no_bound_of_order_two_is_no_ground_for_privacy() -> None:
    found = derive(spec(goal={"divergence": "gdp"}, gap=[{"each": "g"}], release=["t", "T"])).derived
    own = derive(spec(gap=[{"each": "g"}], release=["t", "T"])).derived
    with pytest.raises(NoProof, match="another order than 2"):
        parts_of(replace(found, parts=own.parts), Goal("gdp"))
    part, = found.parts
    cheaper = replace(part, sequent=replace(part.sequent, conclusion=parse("renyi(2, 0, X(T - t), Y(T - t), g**2*(T - t)/(2*v))", "part", None)))
    with pytest.raises(NoProof):
        parts_of(replace(found, parts=(cheaper,)), Goal("gdp"))


def test_an_average_is_called_upper_and_the_last_iterate_alone_is_not(tmp_path: Path) -> None:
    tail = spec(symbols={"m": "integer, m >= 1"}, steps="T + m", gap=[{"every": "1", "to": "T", "size": "g"}], average="m")
    found = derive(tail)
    assert (to_text(found.bound), found.tightness) == ("alpha*g**2*T**2/(2*v*(T + 1))", "upper")
    assert str(found.loose) == "upper: an average may tell less than its first iterate, whose bound this is"
    assert derive(spec(gap=[{"each": "g"}], average="1")).tightness == "exact"
    lines = [f"[{table}]\n" + "\n".join(f"{key} = {_toml(value)}" for key, value in tail[table].items()) for table in tail]
    (tmp_path / "tail.toml").write_text("\n".join(lines))
    answer = CliRunner().invoke(main, ["derive", str(tmp_path / "tail.toml"), "--strict"])
    assert answer.exit_code == 3
    assert answer.output.splitlines()[1].startswith("upper: an average may tell less")


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(own)}" for key, own in value.items()) + " }"
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list) else json.dumps(value)
