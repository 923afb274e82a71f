"""Claims about processes, written in short in ``tests/specs/claims``: true, false, and false only in a corner of the domains."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from support.zoo import FOLDER, GOAL, in_full, loaded

VERDICTS = {"true": "proved", "false": "refuted", "corner": "refuted"}
"""What becomes of a claim of each kind."""


class Claimed(NamedTuple):
    """A claim: the process that it is about, what kind it is of, its text, and the spec that ``refute`` reads."""

    process: str
    kind: str
    text: str
    spec: Mapping[str, Any]

    @property
    def name(self) -> str:
        """How a test calls it."""
        return f"{self.process}: {self.text}"


def claims() -> Iterator[Claimed]:
    """All of them, process by process."""
    common = loaded(FOLDER / "letters.toml")
    for name, table in tomllib.loads((FOLDER.parent / "claims" / "claims.toml").read_text(encoding="utf-8")).items():
        asked = [(kind, text) for kind in VERDICTS for text in table.pop(kind, ())]
        spec = in_full(name, table, common)
        for kind, text in asked:
            word, _, bound = text.rpartition(": ")
            goal = {"divergence": "gdp"} if word == "gdp" else GOAL
            yield Claimed(name, kind, text, {**spec, "claim": {**goal, "bound": bound}})


def exact_divergence(worst: object) -> Fraction:
    """(mean difference)^2/variance of the linear pair of a counterexample, recomputed here from its data alone."""
    assert isinstance(worst, dict)
    instance = worst["instance"]
    mean, variance = Fraction(instance["start_shift"]), Fraction(0)

    def at(key: str, step: int) -> Fraction:
        data = instance[key]
        return Fraction(data if isinstance(data, str) else data[step])

    for step, slope in enumerate(map(Fraction, worst["contraction"])):
        assert 0 <= slope <= at("contraction", step)
        mean, variance = slope * mean + at("gap", step), slope**2 * variance + at("noise_variance", step)
    return mean**2 / variance
