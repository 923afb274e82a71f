"""What a sentence advises meets the hypothesis that it speaks of."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from pabisym.lang.rational import rational
from pabisym.library.library import builtin
from pabisym.spec.configuration import Configuration
from pabisym.training.hypotheses import rounded_down
from pabisym.training.known import answer, cheaper


@pytest.mark.parametrize(("value", "cut"), [
    (fmpq(2, 3), fmpq(6666, 10**4)), (fmpq(1999999, 10), fmpq(199900)), (fmpq(1, 10**9), fmpq(1, 10**9)), (fmpq(2, 7), fmpq(2857, 10**4)),
])
def test_a_largest_learning_rate_is_cut_and_not_rounded(value: fmpq, cut: fmpq) -> None:
    assert rounded_down(value) == cut <= value


RUN = {"examples": 40, "batch": 10, "epochs": 1, "noise_multiplier": 4, "sampling": "cyclic", "delta": "1e-5", "loss": "convex", "smoothness": 1,
       "learning_rate": "1/10", "release": "last"}


def test_a_last_iterate_that_costs_what_all_do_says_what_would_make_it_cheaper() -> None:
    """In one epoch the record that is used last is not hidden at all; independent batches hide which step that is."""
    said = answer(Configuration.of(RUN), builtin())
    assert any(text.startswith("the last iterate alone costs about what all iterates do; other promises") for text in said.warnings)
    assert any("joined every batch independently" in one.changes for one in said.others)
    cheap = answer(Configuration.of({**RUN, "epochs": 9}), builtin())
    assert not any("costs about what all iterates do" in text for text in cheap.warnings)


@pytest.mark.campaign
def test_what_would_make_it_cheaper_is_a_guarantee_of_the_run_with_it() -> None:
    run = Configuration.of({**RUN, "examples": 40, "batch": 40, "sampling": "full", "epochs": 16})
    now = answer(run, builtin()).best
    assert now is not None
    told = list(cheaper(run, now, builtin()))
    assert [one.changes.partition(" of ")[0].partition(" were ")[0] for one in told] == ["if every step projected onto a convex set", "if the weight decay"]
    domain = Fraction(told[0].changes.partition("diameter ")[2].partition(" ")[0])
    assert answer(run.changed(diameter=rational(domain, "diameter")), builtin()).epsilon <= Fraction(told[0].epsilon.upper) < now.upper
