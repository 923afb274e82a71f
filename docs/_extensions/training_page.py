"""Training runs of the documentation of three libraries and of the papers' figures, on one page, each with its best certified epsilon.

``python docs/_extensions/training_page.py`` writes the page to standard output; ``docs/questions/privacy-runs.md`` is it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pabisym.show.trained import down, up
from pabisym.spec.configuration import Configuration, plain
from pabisym.training.answer import privacy


class Example(NamedTuple):
    """A run: where it comes from, what it says, and what its source prints as epsilon, if it does."""

    source: str
    values: dict[str, Any]
    printed: str = ""


MNIST = {"examples": 60000, "delta": "1e-5", "sampling": "poisson"}
CIFAR = {"examples": 50000, "delta": "1e-5", "sampling": "poisson"}
PAPER = {"delta": "1e-5", "adjacency": "replace", "release": "last"}
CONVEX = {"loss": "convex", **PAPER}
TUTORIAL = "TF-Privacy, `tutorials/README.md`"
RUNS = (
    Example("Opacus, `examples/mnist.py`", {**MNIST, "batch": 64, "sample_rate": "1/938", "steps": 9380, "noise_multiplier": 1,
                                            "learning_rate": "0.1"}),
    Example("Opacus, `examples/cifar10.py`", {**CIFAR, "batch": 2000, "epochs": 90, "noise_multiplier": "1.5", "clip": 10,
                                              "learning_rate": "0.1", "momentum": "0.9"}),
    Example(f"{TUTORIAL}, 60 epochs", {**MNIST, "batch": 256, "epochs": 60, "noise_multiplier": "1.12", "learning_rate": "0.08"}, "2.92"),
    Example(f"{TUTORIAL}, 30 epochs", {**MNIST, "batch": 256, "epochs": 30, "noise_multiplier": "0.6", "learning_rate": "0.4"}, "9.74"),
    Example(f"{TUTORIAL}, 10 epochs", {**MNIST, "batch": 256, "epochs": 10, "noise_multiplier": "1.2", "learning_rate": "0.32"}, "1.20"),
    Example("TF-Privacy, `tutorials/mnist_lr_tutorial.py`, the record used last", {
        **CONVEX, "examples": 60000, "batch": 5, "epochs": 5, "noise_multiplier": "1/4", "clip": "11.402", "learning_rate": "0.001",
        "smoothness": "32.5", "sampling": "cyclic"}),
    Example("JAX-Privacy, `cifar10_wrn_16_4_eps1.py`", {**CIFAR, "batch": 4096, "steps": 725, "noise_multiplier": 10}, "1.0"),
    Example("JAX-Privacy, `configs/mnist.py`", {**MNIST, "batch": 256, "steps": 1000, "noise_multiplier": 10, "clip": "0.001"}),
    Example("Feldman et al. 2018, n epochs", {**CONVEX, "examples": 100, "batch": 1, "steps": 10000, "noise_multiplier": 60,
                                              "learning_rate": "0.1", "smoothness": 2, "sampling": "cyclic"}),
    Example("Altschuler and Talwar 2022, figure 1", {**CONVEX, "examples": 100, "batch": 10, "steps": 16000, "noise_multiplier": 40,
                                                     "learning_rate": "0.01", "smoothness": 1, "diameter": 1, "sampling": "fixed-size"}),
    Example("Asoodeh et al. 2020, figure 2", {**CONVEX, "examples": 100, "batch": 1, "steps": 100, "noise_multiplier": 3,
                                              "learning_rate": "0.06", "smoothness": 1, "diameter": 1, "sampling": "cyclic"}),
    Example("Asoodeh et al. 2020 (ISIT), figure 3", {
        **PAPER, "loss": "strongly-convex", "strong_convexity": "1/2", "examples": 20, "batch": 1, "steps": 20, "noise_multiplier": 4,
        "learning_rate": "0.1", "smoothness": 1, "diameter": 1, "sampling": "cyclic"}),
    Example("Chourasia et al. 2021, figure 1", {
        **PAPER, "loss": "strongly-convex", "strong_convexity": 1, "examples": 5000, "steps": 300, "noise_multiplier": 500, "clip": 2,
        "learning_rate": "0.02", "smoothness": 4, "sampling": "full"}),
)  # fmt: skip
"""The batch of a figure of Chourasia et al. is all records, its noise of variance 2 eta sigma^2 is converted to a multiplier."""
HEAD = """# Runs of other libraries, and of the papers

What `pabisym privacy` says of configurations from the documentation of three libraries and from the papers' figures, at δ = 1e-5. The
lower bound is by runs on linear or quadratic losses, of the same release. Printed are the numbers that a source states, by the
accountants of its time. Written by `python docs/_extensions/training_page.py`; a test compares.

In the logistic regression of TF-Privacy the loss is a softmax of ten classes with a bias, whose smoothness is (|x|² + 1)/2 = 32.5; its
script checks the learning rate against |x|²/4. Its noise is on the mean of a batch of five, 0.05 of the clipping norm: 0.25 on the sum.

| run | n, batch, steps, z | batches, neighbours, release | ε ≤ | by | lower bound | printed |
|---|---|---|---|---|---|---|
"""


TAIL = """
Each is one command:

```sh"""


def command(values: Mapping[str, Any]) -> list[str]:
    """The arguments of ``pabisym`` that ask for a run."""
    return ["privacy", *(part for key, value in values.items() for part in (f"--{key.replace('_', '-')}", str(value)))]


def row(example: Example) -> str:
    """The line of a run."""
    found = privacy(example.values)
    best, run = found.best, found.run
    if best is None or best.epsilon is None:
        return f"| {example.source} | {_numbers(run)} | {_words(run)} | | | | {example.printed} |"
    lower = "" if found.lower is None else down(found.lower)
    return f"| {example.source} | {_numbers(run)} | {_words(run)} | {up(best.epsilon)} | {best.id} | {lower} | {example.printed} |"


def _numbers(run: Configuration) -> str:
    return f"{run.examples}, {run.batch}, {run.steps}, {plain(run.noise_multiplier)}"


def _words(run: Configuration) -> str:
    return f"{run.sampling}, {run.adjacency}, {run.release}"


def page() -> Iterator[str]:
    """The page, line by line."""
    yield from HEAD.splitlines()
    for example in RUNS:
        yield row(example)
    yield from commands()


def commands() -> Iterator[str]:
    """What stands below the table."""
    yield from TAIL.splitlines()
    for example in RUNS:
        name, *options = command(example.values)
        pairs = (f"{key}={value}" for key, value in zip(options[::2], options[1::2], strict=True))
        yield f"# {example.source.replace('`', '')}"
        yield " \\\n    ".join(textwrap.wrap(f"pabisym {name} {' '.join(pairs)}", 110, break_on_hyphens=False)).replace("=", " ")
    yield "```"


if __name__ == "__main__":
    for line in page():
        print(line, flush=True)
