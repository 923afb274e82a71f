"""The options that describe a training run, the same in every command that reads one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

RUN: Mapping[str, tuple[str, str]] = {
    "examples": ("N", "How many examples there are."),
    "batch": ("B", "The (expected) size of a batch, by which sums of gradients are divided."),
    "epochs": ("E", "Passes over the examples; or give --steps."),
    "steps": ("T", "Steps of the optimiser."),
    "noise-multiplier": ("Z", "Deviation of the noise on the sum of clipped gradients, by the clipping norm."),
    "clip": ("C", "The norm to which the gradient of every example is clipped.  [default: 1]"),
    "learning-rate": ("ETA", "The step size."),
    "loss": ("convex|strongly-convex|nonconvex|clipped", "What you promise of every loss."),
    "smoothness": ("M", "Every loss is M-smooth."),
    "strong-convexity": ("m", "Every loss is m-strongly convex."),
    "diameter": ("D", "Every step projects onto a convex set of this diameter."),
    "weight-decay": ("LAMBDA", "Added to the gradient after clipping, times the weights.  [default: 0]"),
    "momentum": ("BETA", "Heavy-ball momentum.  [default: 0]"),
    "sampling": ("poisson|fixed-size|cyclic|shuffled|full", "How batches are made."),
    "sample-rate": ("Q", "The probability with which an example is in a batch.  [default: B/N]"),
    "adjacency": ("add-remove|zero-out|replace", "When data sets are neighbours."),
    "drop-last": ("", "Examples that are left over in an epoch of shuffled batches are not used in it."),
    "shuffle-once": ("", "One order of shuffled batches serves all epochs; else every epoch has a fresh one."),
    "release": ("last|all|average|checkpoints", "What leaves the training."),
    "checkpoints": ("epochs|K|STEPS", "With --release checkpoints: a model after every epoch, K of them, or those of steps 100,200,…"),
    "delta": ("D", "The delta of (epsilon, delta)."),
}
"""What a run may say, with the form of the value and what it is: the keys of :data:`pabisym.spec.configuration.KEYS`, with hyphens."""
SET = "A symbol of the paper in place of an option, as n, b, T, eta, L, sigma, D, m, M; repeat for each."


def run_options(*names: str, words: Mapping[str, str] | None = None,
                defaults: Mapping[str, str] | None = None) -> Callable[[Command], Command]:
    """The options of a run, in the order of ``names``.

    ``words`` are the values that a command takes where it does not take all, ``defaults`` what stands for an option that is not given.
    """
    def add(command: Command) -> Command:
        for name in reversed(names):
            metavar, text = RUN[name]
            default = (defaults or {}).get(name)
            text += "" if default is None else f"  [default: {default}]"
            if not metavar:
                command = click.option(f"--{name}", is_flag=True, default=None, help=text)(command)
                continue
            command = click.option(f"--{name}", metavar=(words or {}).get(name, metavar), help=text)(command)
        return command

    return add


def symbol_option() -> Callable[[Command], Command]:
    """``--set`` for the symbols of a paper."""
    return click.option("--set", "assignments", metavar="NAME=VALUE", multiple=True, help=SET)
