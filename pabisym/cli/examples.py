"""Two or three examples for every command, which its ``--help`` shows."""

from __future__ import annotations

from collections.abc import Mapping

import click

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "audit": ("pabisym audit --findings", "pabisym audit ./mine --report pages"),
    "prove": ("pabisym prove ./mine", "pabisym prove feldman2018 --compare"),
    "show": ("pabisym show feldman2018/theorem-23", "pabisym show altschuler2022/theorem-3.1 --proof proof.json"),
    "evaluate": (
        "pabisym evaluate feldman2018/theorem-23 --set L=1 --set sigma=4 --set n=1000 --set t=10 --set alpha=8",
        "pabisym evaluate 'theta(exp(1/2), 3)' --digits 50"),
    "convert": (
        "pabisym convert --sampled 0.01 1 10000 --delta 1e-5", "pabisym convert --renyi 'alpha/100' --delta 1e-6 --by canonne"),
    "privacy": (
        "pabisym privacy --examples 60000 --batch 256 --epochs 15 --noise-multiplier 1.1 --sampling poisson --delta 1e-5",
        "pabisym privacy training.toml --explain"),
    "compare": (
        "pabisym compare --examples 1000 --batch 10 --epochs 5 --learning-rate 1/10 --noise-multiplier 40 --smoothness 1 --delta 1e-6",
        "pabisym compare --set n=1000 --set b=10 --set T=500 --set eta=1/10 --set L=1 --set sigma=4 --set delta=1e-6 --set D=1 --json"),
    "allocate": ("pabisym allocate instance.json --explain", "pabisym allocate instance.json --arithmetic ball --digits 30 --json"),
    "calibrate": (
        "pabisym calibrate instance.json --gdp 1",
        "pabisym calibrate --examples 60000 --batch 256 --epochs 15 --epsilon 3 --delta 1e-5",
        "pabisym calibrate --split --order 8 --examples 9000 --batch 90 --noise-multiplier 90 --learning-rate 1/10 --diameter 1 "
        "--steps 900"),
    "feasible": ("pabisym feasible spec.toml", "pabisym feasible spec.toml --proof proof.json"),
    "derive": ("pabisym derive spec.toml --explain --proof proof.json", "pabisym derive spec.toml --set n=100 --set t=10 --set sigma=4"),
    "sweep": ("pabisym sweep sweep.toml --cores 2", "pabisym sweep sweep.toml --out values.csv --heat heat.svg"),
    "refute": ("pabisym refute spec.toml", "pabisym refute spec.toml --json"),
    "export": (
        "pabisym export feldman2018/theorem-23 --coq development", "pabisym export certificate.json --coq development"),
    "check": ("pabisym check certificate.json", "pabisym check proof.json certificate.json --json"),
    "beliefs": ("pabisym beliefs figure/absorb", "pabisym beliefs --of altschuler2022/theorem-3.1"),
    "graph": ("pabisym graph asoodeh2020/theorem-4 --svg graph.svg", "pabisym graph kernels.json --set sigma=2 --epsilon 1"),
    "depends": ("pabisym depends feldman2018/theorem-23", "pabisym depends altschuler2022/theorem-3.1 --svg graph.svg"),
    "list": ("pabisym list sampled convex", "pabisym list --loss convex --sampling cyclic --domain bounded"),
    "atlas": (
        "pabisym atlas --loss convex --noise gaussian --release last", "pabisym atlas --at bounded-domain --steps 2000 --diameter 1/2"),
    "completion": (
        "pabisym completion bash > ~/.pabisym-complete.bash", "pabisym completion fish > ~/.config/fish/completions/pabisym.fish"),
}  # fmt: skip


FIRST = ("pabisym privacy --help                          a bound for a training run",
         "pabisym derive --help                           a theorem for a variant of one's own",
         "pabisym show feldman2018/theorem-23             a theorem of the library",
         "pabisym list sampled                            what else there is")  # fmt: skip
"""Where to begin, which the help of all commands together shows."""


def add_examples(group: click.Group) -> None:
    """Let the help of every command end with its examples, and that of the group with where to begin."""
    group.epilog = "\b\nTo begin:\n" + "\n".join(f"  {line}" for line in FIRST)
    for name, command in group.commands.items():
        if name in EXAMPLES:
            command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in EXAMPLES[name])
