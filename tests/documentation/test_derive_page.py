"""The examples of docs/questions/derive.md are read, and what is small is derived."""

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.printed_code import Pasted, blocks

from pabisym.derivation.derive import Derivation, derive
from pabisym.errors import Undecided
from pabisym.process.sequence import names
from pabisym.spec.read import Spec, read_spec

PAGE = (Path(__file__).parents[2] / "docs" / "questions" / "derive.md").read_text(encoding="utf-8")
SYMBOLS, *EXAMPLES = (tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
GOAL = {"divergence": "renyi", "order": "alpha"}


def spec(example: dict[str, Any]) -> Spec:
    letters = {**SYMBOLS["symbols"], **example.get("symbols", {})}
    return read_spec({**example, "symbols": letters, "goal": GOAL})


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_is_read(example: dict[str, Any]) -> None:
    read = spec(example)
    assert read.process.letters <= set(read.symbols)
    assert names(read.process.steps) <= set(SYMBOLS["symbols"])


@pytest.mark.parametrize("example", [pytest.param(one, marks=() if number == 0 else pytest.mark.campaign) for number, one in enumerate(
    EXAMPLES)], ids=str)
def test_an_example_is_derived_or_the_reason_is_said(example: dict[str, Any]) -> None:
    found = answered(spec(example))
    assert isinstance(found, Derivation) or "the taut string in letters: " in found
    assert isinstance(found, str) or (found.statement.verdict.accepted and (found.loose is None) == (found.tightness == "exact"))


def test_the_short_spec_is_derived_and_its_bound_is_attained() -> None:
    (whole,) = re.findall(r"```\{code-block\} toml\n:caption: \S+\n\n(.*?)```", PAGE, re.DOTALL)
    found = derive(read_spec(tomllib.loads(whole)))
    assert found.statement.verdict.accepted
    assert found.attainment is not None


def test_the_process_in_python_has_the_bound_of_the_file() -> None:
    (block,) = blocks("questions/derive.md")
    (bound,) = Pasted().paste(block).values()
    assert bound.at(g=3, s=2, n=9).exact == Fraction(1, 2)


def answered(read: Spec) -> Derivation | str:
    try:
        return derive(read)
    except Undecided as reason:
        return str(reason)
