"""What ``--json`` prints is what its schema says: every key is there and described, for each form of each command's answer."""

from __future__ import annotations

import importlib.util
import json
import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import jsonschema
import pytest
from support.graph_files import fixed_end
from support.small_specs import ONE_GAP

from pabisym.cli import main

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
FILES = {
    "instance.json": {"steps": 3, "contraction": "9/10", "gap": ["0", "1/2", "0"], "noise_variance": "1"},
    "late.json": {"steps": 2, "gap": ["0", "1"], "noise_variance": ["1", "0"]},
    "own.json": {"steps": 2, "gap": ["1", "0"], "noise_variance": "1", "allocation": ["1/2", "1/2"]},
    "bad.json": {"steps": 2, "gap": ["1", "0"], "noise_variance": "1", "allocation": ["0", "1/2"]},
    "graph.json": fixed_end(),
    "spec.toml": ONE_GAP,
    "feasible.toml": f'{ONE_GAP}[allocation]\npayments = "s/n"\n', "infeasible.toml": f'{ONE_GAP}[allocation]\npayments = "s/(2*n)"\n',
    "claim.toml": f'{ONE_GAP}[claim]\ndivergence = "renyi"\norder = "alpha"\nbound = "alpha*s**2/(3*v*n)"\n',
    "sweep.toml": 'title = "A"\n[grid]\nn = [10, 20]\n[fixed]\nL = 1\nsigma = 4\nt = 3\nalpha = 8\n[theorem]\nid = "feldman2018/theorem-23"\n',
}  # fmt: skip
TRAINED = "--examples 3 --batch 1 --steps 3 --sampling cyclic --noise-multiplier 2 --delta 1e-5"
QUICK = (
    "audit feldman2018/theorem-1 feldman2018/definition-8 koloskova2025/output-perturbation", "show feldman2018/theorem-1", "show altschuler2022/eq-5.6",
    "evaluate feldman2018/theorem-23 --set alpha=8 --set L=1 --set sigma=4 --set n=1000 --set t=10", "evaluate sqrt(2)*pi",
    "evaluate altschuler2022/definition-2.10 --set alpha=10 --set q=1/100 --set sigma=1", "convert --renyi alpha/100 --delta 1e-6", "convert --gdp 1 --epsilon 1",
    f"privacy {TRAINED} --schedule 1 4", "privacy --examples 3 --batch 1 --steps 3 --sampling cyclic --delta 1e-5 --target-epsilon 3",
    "allocate instance.json", "allocate instance.json --arithmetic ball", "allocate instance.json --arithmetic float", "allocate instance.json --explain",
    "allocate late.json", "allocate own.json", "allocate bad.json", "calibrate instance.json --gdp 1", "calibrate late.json --gdp 1",
    "feasible feasible.toml", "feasible infeasible.toml", "derive spec.toml", "refute claim.toml", "export feldman2018/lemma-20 --coq coq",
    "sweep sweep.toml --cores 1", "beliefs --of feldman2018/lemma-20", "beliefs figure/absorb", "graph graph.json",
    "graph graph.json --set n=10 --set i=3 --set eta=1/10 --set sigma=4 --set L=1 --set D=1 --gamma 2", "depends feldman2018/theorem-1",
    "list --paper asoodeh2020isit theorem-4", "list --loss convex --direction lower", "atlas --loss convex --sampling cyclic --domain bounded", "atlas --at",
    "prove feldman2018/lemma-20 --compare",
)  # fmt: skip
SLOW = (
    "convert --sampled 0.01 1 10 --delta 1e-5", "privacy --examples 100 --batch 10 --steps 20 --noise-multiplier 2 --sampling poisson --delta 1e-5",
    "compare --set n=10 --set b=1 --set T=10 --set eta=1/10 --set L=1 --set sigma=4 --set delta=1e-6 --set D=1 --set M=1",
    "calibrate --sample-rate 1/100 --steps 2 --epsilon 1 --delta 1e-5", "atlas --at bi-lipschitz --steps 20",
    "calibrate --split --order 2 --sample-rate 1/10 --sensitivity 1 --set sigma=2 --learning-rate 1/10 --diameter 1 --steps 5 --digits 6",
    "derive spec.toml --set n=10 --set s=1 --set v=2 --set alpha=3 --limit n=oo", "derive spec.toml --set n=10 --set s=1 --set v=2 --table alpha=2,3",
    "derive spec.toml --set n=10 --set s=1 --set v=2 --set alpha=3 --set delta=1e-5", "check proof.json certificate.json",
)  # fmt: skip


@pytest.fixture(scope="module")
def schemas() -> ModuleType:
    spec = importlib.util.spec_from_file_location("json_schemas", ROOT / "docs" / "_extensions" / "json_schemas.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, held in FILES.items():
        Path(name).write_text(held if isinstance(held, str) else json.dumps(held), encoding="utf-8")


def strict(schema: Any) -> Any:
    """A schema that refuses keys it does not describe."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {"additionalProperties": False} if schema.get("type") == "object" else {}
    return closed | {key: {name: strict(one) for name, one in below.items()} if key in ("properties", "$defs") else strict(below)
                     for key, below in schema.items()}


def validator(command: str) -> Any:
    return jsonschema.Draft202012Validator(strict(json.loads((SCHEMAS / f"{command}.json").read_text(encoding="utf-8"))))


def answer(capsys: pytest.CaptureFixture[str], line: str) -> Any:
    capsys.readouterr()
    assert main.main([*shlex.split(line), "--json"], standalone_mode=False) in (0, 1, 3), line
    return json.loads(capsys.readouterr().out)


def test_files_are_those_of_the_table(schemas: ModuleType) -> None:
    written = schemas.written()
    assert {path for path in SCHEMAS.iterdir() if path.suffix == ".json"} | {ROOT / "docs" / "json.md"} == set(written)
    assert [path.name for path, text in written.items() if path.read_text(encoding="utf-8") != text] == []
    for path in SCHEMAS.iterdir():
        jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


def test_every_command_with_json_has_a_schema_and_is_tried(schemas: ModuleType) -> None:
    assert isinstance(main, click.Group)
    asked = {name for name, command in main.commands.items() if any("--json" in option.opts for option in command.params)}
    assert asked == set(schemas.ANSWERS) == {line.split()[0] for line in (*QUICK, *SLOW)}


@pytest.mark.usefixtures("files")
def test_answers_have_the_keys_of_their_schema_and_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for line in QUICK:
        data, judge = answer(capsys, line), validator(line.split()[0])
        told += [f"{line}: {error.json_path}: {error.message[:300]}" for error in judge.iter_errors(data)]
    assert told == []


@pytest.mark.campaign
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("line", SLOW)
def test_so_have_those_that_take_longer(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    if line.startswith("check"):
        answer(capsys, "show feldman2018/theorem-1 --proof proof.json")
        answer(capsys, "allocate instance.json --certificate certificate.json")
    data = answer(capsys, line)
    assert [f"{error.json_path}: {error.message[:300]}" for error in validator(line.split()[0]).iter_errors(data)] == []


@pytest.mark.usefixtures("files")
def test_a_key_that_is_missing_added_or_of_another_type_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    data, judge = answer(capsys, "allocate own.json"), validator("allocate")
    assert judge.is_valid(data)
    assert not judge.is_valid({**data, "more": 1})
    assert not judge.is_valid({key: value for key, value in data.items() if key != "optimal_value"})
    assert not judge.is_valid({**data, "value": 0.5})
    rows, judge = answer(capsys, "depends feldman2018/theorem-1"), validator("depends")
    assert not judge.is_valid({**rows, "nodes": [{**rows["nodes"][0], "status": None}]})
