"""A training configuration: what its words mean as a noisy iteration, and one line for everything that is unusable."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym.errors import InputError
from pabisym.spec.configuration import Configuration, plain, read_file

MNIST: dict[str, Any] = {"examples": 60000, "batch": 256, "epochs": 15, "noise_multiplier": "1.1", "clip": 1, "learning_rate": "0.1",
                         "sampling": "cyclic", "delta": "1e-5"}


def test_mnist_by_hand() -> None:
    """235 batches an epoch, the last of 96; the gap of a replaced example is 2/z deviations, of one that is left out half of that."""
    run = Configuration.of(MNIST)
    assert (run.period, run.steps, run.uses) == (235, 3525, 15)
    assert run.deviation == fmpq(11, 100) / 256
    assert run.gap == fmpq(1, 2560)
    assert run.ratio == fmpq(10, 11)
    replaced = Configuration.of({**MNIST, "adjacency": "replace"})
    assert (replaced.gap, replaced.ratio) == (fmpq(2, 2560), fmpq(20, 11))
    poisson = Configuration.of({**MNIST, "sampling": "poisson"})
    assert (poisson.steps, poisson.rate) == (3516, fmpq(256, 60000))
    assert Configuration.of({**MNIST, "sampling": "full", "batch": None}).steps == 15


@settings(max_examples=by_day(75), deadline=None)
@given(z=st.fractions(Fraction(1, 10), 20, max_denominator=50), clip=st.fractions(Fraction(1, 10), 9, max_denominator=20),
       rate=st.fractions(Fraction(1, 100), 2, max_denominator=100), batch=st.integers(1, 50), adjacency=st.sampled_from(["replace", "zero-out"]))
def test_a_step_reveals_the_gap_over_the_deviation(z: Fraction, clip: Fraction, rate: Fraction, batch: int, adjacency: str) -> None:
    run = Configuration.of({"examples": 50, "batch": batch, "steps": 7, "noise_multiplier": z, "clip": clip, "learning_rate": rate,
                            "sampling": "cyclic", "adjacency": adjacency, "delta": "1e-5"})
    assert run.gap is not None
    assert run.deviation is not None
    assert run.gap / run.deviation == run.ratio
    assert run.gap == (2 if adjacency == "replace" else 1) * fmpq(rate.numerator, rate.denominator) * fmpq(clip.numerator, clip.denominator) / batch


def test_the_lipschitz_constant_of_a_step() -> None:
    convex = {**MNIST, "loss": "convex", "smoothness": 4}
    assert Configuration.of(convex).contraction == 1
    assert Configuration.of({**convex, "weight_decay": "1/2"}).contraction == fmpq(95, 100)
    assert Configuration.of({**convex, "smoothness": 30}).contraction == 2
    assert Configuration.of({**MNIST, "smoothness": 4}).contraction == fmpq(14, 10)
    assert Configuration.of(MNIST).contraction is None
    full = {**convex, "sampling": "full", "batch": None, "loss": "strongly-convex", "strong_convexity": 1}
    assert Configuration.of({**full, "adjacency": "replace"}).contraction == fmpq(9, 10)


def test_a_smaller_batch_is_less_strongly_convex() -> None:
    """The last of 10 + 10 + 5 examples has half the curvature; without one of its five losses two fifths."""
    given = {**MNIST, "examples": 25, "batch": 10, "loss": "strongly-convex", "strong_convexity": 1, "smoothness": 1}
    assert Configuration.of({**given, "adjacency": "replace"}).contraction == fmpq(95, 100)
    assert Configuration.of({**given, "adjacency": "zero-out"}).contraction == fmpq(96, 100)


@pytest.mark.parametrize(("change", "line"), [
    ({"sampling": None}, "sampling: is missing; say how batches are made"),
    ({"sampling": "poison"}, "sampling: 'poison' is not known; did you mean poisson?"),
    ({"examples": None}, "examples: is missing"),
    ({"batch": None}, "batch: is missing"),
    ({"batch": 60001}, "batch: 60001 is more than the 60000 examples"),
    ({"batch": "1/2"}, "batch: 1/2 is no usable count"),
    ({"steps": 3}, "epochs: is given beside steps"),
    ({"epochs": None}, "epochs: is missing, as is steps"),
    ({"noise_multiplier": 0}, "noise_multiplier: 0 is not positive"),
    ({"noise_multiplier": 1.1}, "noise_multiplier: the float 1.1 is not exact; quote it"),
    ({"delta": 1}, "delta: 1 is not below 1"),
    ({"delta": None}, "delta: is missing"),
    ({"loss": "strongly-convex"}, "strong_convexity: is missing"),
    ({"strong_convexity": 1}, "strong_convexity: is given for a loss that is clipped"),
    ({"loss": "strongly-convex", "strong_convexity": 2, "smoothness": 1}, "strong_convexity: is more than the smoothness"),
    ({"momentum": 1}, "momentum: 1 is not below 1"),
    ({"sampling": "full"}, "batch: 256 is not all 60000 examples"),
    ({"sample_rate": "1/2"}, "sample_rate: is no probability of a random batch"),
    ({"sample_rate": "1/2", "sampling": "fixed-size"}, "sample_rate: is 1/2, and "),
    ({"noise": 1}, "noise: is no key of a training run"),
])
def test_what_is_unusable_is_one_line(change: dict[str, object], line: str) -> None:
    with pytest.raises(InputError) as caught:
        Configuration.of({**MNIST, **change})
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_a_file_says_the_same(tmp_path: Any) -> None:
    file = tmp_path / "training.toml"
    file.write_text('examples = 60000\nbatch = 256\nepochs = 15\nnoise_multiplier = 1.1\nlearning_rate = "0.1"\nsampling = "cyclic"\n'
                    'delta = 1e-5\n', encoding="utf-8")
    assert Configuration.of(read_file(file)) == Configuration.of(MNIST)
    file.write_text("example = 3\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"example: is not a key of a training configuration; did you mean examples\?"):
        read_file(file)


def test_numbers_in_sentences() -> None:
    assert plain(fmpq(1, 100000)) == "1e-5"
    assert plain(fmpq(1, 3)) == "≈ 0.3333"
    assert plain(fmpq(60000)) == "60000"
