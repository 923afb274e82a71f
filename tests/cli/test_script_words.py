"""Each mechanism and word of a training script is found: by ``pabisym list``, by ``--help``, and on a page that the site's search reads."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pabisym import Accountant
from pabisym.accounting.described import KINDS
from pabisym.cli import main
from pabisym.cli.script_words import SCRIPT_WORDS, takers_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "questions" / "words.md").read_text(encoding="utf-8")
ASKED = {
    "max_grad_norm": "--clip", "l2_norm_clip": "--clip", "clipping_norm": "--clip", "noise_multiplier": "--noise-multiplier", "sigma": "--noise-multiplier",
    "batch_size": "--batch", "expected_batch_size": "--batch", "sample_rate": "--sample-rate", "subsampling": "--sampling poisson", "poisson": "--sampling poisson",
    "without replacement": "--sampling fixed-size", "shuffle": "--sampling shuffled", "DataLoader": "--sampling shuffled", "drop_last": "--sampling shuffled",
    "cyclic": "--sampling cyclic", "full batch": "--sampling full", "epochs": "--epochs", "num_updates": "--steps", "iterations": "--steps",
    "dataset_size": "--examples", "num_samples": "--examples", "lr": "--learning-rate", "weight_decay": "--weight-decay", "momentum": "--momentum",
    "Adam": "--momentum", "projection": "--diameter", "target_epsilon": "--target-epsilon", "get_noise_multiplier": "calibrate", "target_delta": "--delta",
    "get_epsilon": "Accountant.epsilon", "compute_dp_sgd_privacy": "privacy", "checkpoints": "--release checkpoints", "last iterate": "--map",
    "hidden state": "--release last", "report": "--statement", "PrivacyEngine": "OpacusAccountant", "make_private": "OpacusAccountant",
    "state_dict": "load_state_dict", "RDPAccountant": "load_state_dict", "PLDAccountant": "Accountant.compose", "DpEvent": "Accountant.compose",
    "phases": "[[phase]]", "gradient accumulation": "accumulated", "BatchMemoryManager": "accumulated", "adaptive clipping": "clipping_noise",
    "per-layer": "layers", "per_layer": "layers", "WeightedRandomSampler": "sample_rate=[…]", "user-level": "group=k", "group privacy": "group=k",
    "federated": "--sampling poisson", "DP-FTRL": "Accountant.tree", "tree aggregation": "Accountant.tree", "banded": "Accountant.matrix",
    "matrix mechanism": "Accountant.matrix", "correlated noise": "Accountant.matrix", "Gaussian mechanism": "--gaussian", "Laplace": "--laplace",
    "randomized response": "randomised_response", "randomised response": "randomised_response", "exponential mechanism": "--exponential", "zcdp": "--zcdp",
    "discrete gaussian": "discrete_gaussian", "rdp": "--renyi", "Rényi": "--renyi", "alphas": "--renyi", "add-remove": "--adjacency", "replace-one": "--adjacency",
    "secure_mode": "--from", "grad accumulation": "accumulated", "gradient_accumulation_steps": "accumulated", "virtual_step": "accumulated",
    "LoRA": "privacy", "DP-Adam": "--momentum", "DPAdam": "--momentum", "num_microbatches": "noise_multiplier=z/2", "federated rounds": "--sampling poisson",
    "num_rounds": "--sampling poisson", "early_stopping": "--release checkpoints", "save_steps": "--release checkpoints", "warmup": "[[phase]]",
    "ghost clipping": "--clip", "augmult": "privacy", "EMA": "--release average", "DDP": "--batch", "privacy budget": "--solve epochs",
    "hyperparameter tuning": "Accountant.compose", "moments accountant": "--renyi", "min_separation": "Accountant.matrix", "sparse vector": "Accountant.pure",
    "balls-and-bins": "--sampling shuffled", "truncated_batch_size": "nothing", "output perturbation": "--gaussian", "PATE": "approximate", "T": "--steps",
    "GAN": "privacy", "neural network": "privacy", "CLT": "Accountant.compose", "FFT": "Accountant.compose", "synthetic data": "privacy", "odometer": "nothing",
    "autodp": "Accountant", "Coq": "export", "certificate": "check", "Nesterov": "--momentum", "ridge regression": "--loss convex", "Polyak averaging": "average",
}  # fmt: skip
"""Words of training scripts and of questions, and what the first answer has to name."""


@pytest.mark.parametrize(("word", "door"), ASKED.items())
def test_a_word_of_a_script_finds_its_door(word: str, door: str) -> None:
    found = takers_of([word])
    assert found, word
    assert any(door in one.taken_by for one in found[:3]), [one.taken_by for one in found]


def test_words_begin_words_and_short_ones_are_whole() -> None:
    """DDP is not the middle of ComposedDpEvent, and n is not every row with that letter."""
    assert not any("DpEvent" in one.words for one in takers_of(["DDP"]))
    assert [one.taken_by for one in takers_of(["n"])] == ["privacy --examples N"]
    assert takers_of(["epochs"])[0].taken_by == "privacy --epochs E"
    assert not takers_of([])
    assert not takers_of(["---"])


def test_what_has_some_of_the_words_is_named_where_nothing_has_all(run: Callable[..., Any]) -> None:
    done = run("list", "LoRA", "fine-tuning")
    assert (done.status, "nearest to these words" in done.out, "[[phase]]" in done.out) == (1, True, True)
    assert "nearest" not in run("list", "label", "DP").out
    assert "nearest" not in run("list", "xyzzy").out


def test_list_prints_doors_before_theorems(run: Callable[..., Any]) -> None:
    done = run("list", "max_grad_norm")
    assert (done.status, "privacy --clip C" in done.out) == (0, True)
    assert run("list", "no-such-word-anywhere").status == 1
    both = run("list", "cyclic").out
    assert both.index("--sampling cyclic") < both.index("feldman2018/")


def test_every_option_that_a_door_names_exists() -> None:
    options = {name: {word for option in command.params for word in option.opts} for name, command in main.commands.items()}
    for one in SCRIPT_WORDS:
        for text in one.taken_by.split(", "):
            command, *words = text.split()
            if command in options:
                assert {word for word in words if word.startswith("--")} <= options[command], text
        for method in re.findall(r"Accountant\.(\w+)", one.taken_by):
            assert callable(getattr(Accountant, method)), method


def test_every_kind_of_mechanism_has_a_door_and_help() -> None:
    named = " ".join(f"{one.words} {one.taken_by}" for one in SCRIPT_WORDS)
    for kind, method in KINDS.items():
        if kind != "approximate":
            assert kind in named or f".{method}" in named, kind
        assert getattr(Accountant, method).__doc__


def test_the_page_has_every_row() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == len(SCRIPT_WORDS)
    for line, one in zip(rows, SCRIPT_WORDS, strict=True):
        plain = line.replace("`", "")
        assert plain == f"| {one.words} | {one.taken_by} | {one.means} |"
