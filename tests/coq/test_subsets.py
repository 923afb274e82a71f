"""Hidden subsets by Coq: patterns within patterns, from nothing but logic; and the same kernel on numbers."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest
from support.coqc import REALS, compile_all, lists

from pabisym.coq.figures import development

Pattern = tuple[int, ...]


@pytest.mark.coq
def test_patterns_within_patterns_rest_on_logic(tmp_path: Path) -> None:
    asked = "Require Import Pabisym.Subsets.\nPrint Assumptions hidden_subsets.\nPrint Assumptions hidden_subsets_given.\n"
    asked += "Print Assumptions one_more_of_the_rest.\n"
    for file, text in (("Subsets.v", development("Subsets.v")), ("Asked.v", asked)):
        (tmp_path / file).write_text(text, encoding="utf-8")
    done = compile_all(tmp_path, ["Subsets.v", "Asked.v"])
    assert {file: result.said for file, result in done.items() if not result.good} == {}
    assert len(lists(done["Asked.v"].said)) == 3
    assert set().union(*lists(done["Asked.v"].said)) <= REALS


def kept(ratio: dict[Pattern, Fraction], q: Fraction) -> dict[Pattern, Fraction]:
    """The law of what is kept of a pattern drawn with the chances ratio pi, as the proof keeps uses: the first one, then the rest."""
    if () in ratio:
        return {(): ratio[()]}
    given = [{b[1:]: r for b, r in ratio.items() if b[0] == x} for x in (0, 1)]
    laws = [kept(one, q) for one in given]
    whole = [sum(law.values()) for law in laws]  # the mean ratio, given the first use
    stays = whole[0] * (1 - q) + whole[1] * q
    keep = stays / whole[1]  # q over the chance of a use
    assert keep <= 1
    found = dict[Pattern, Fraction]()
    for b in laws[0]:
        found[1, *b] = q * keep * laws[1][b]
        found[0, *b] = (1 - q) * laws[0][b] + q * (1 - keep) * laws[1][b]
    return found


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_what_is_kept_has_the_law_without_ratios(steps: int) -> None:
    rng, q = random.Random(steps), Fraction(2, 7)
    weights = [rng.randint(0, 5) for _ in range(steps)]
    ratio = {b: Fraction(1 + sum(w * x for w, x in zip(weights, b, strict=True)) ** 2) for b in product((0, 1), repeat=steps)}
    pi = {b: prod((q if x else 1 - q for x in b), start=Fraction(1)) for b in ratio}
    mean = sum(ratio[b] * pi[b] for b in pi)
    assert kept({b: r / mean for b, r in ratio.items()}, q) == pi
    falling = {b: 2 - r / mean / 100 for b, r in ratio.items()}
    if max(weights):
        with pytest.raises(AssertionError):
            kept(falling, q)
