"""The pictures of docs/hidden-batches.md: ``PYTHONPATH=tests python -m campaigns.hidden_figures FOLDER``.

60,000 examples, Poisson batches of 256, an example more or less, delta = 1e-5, convex losses; all numbers are certified.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pabisym.accounting.hidden.account import hidden_epsilon
from pabisym.accounting.hidden.batches import limits_of
from pabisym.accounting.hidden.blocks import HiddenPlan
from pabisym.accounting.hidden.certificate import hidden_runs
from pabisym.accounting.lower.bounds import lower_bounds
from pabisym.accounting.training import AccountantEpsilon, accountant_epsilon
from pabisym.spec.configuration import Configuration

EPOCHS = (1, 3, 10, 30, 100)
MULTIPLIERS = ("0.6", "0.8")
Points = Sequence[tuple[int, float, float, float]]
STYLES: dict[str, dict[str, str]] = {
    "all iterates": {"color": "#0072B2", "linestyle": "--", "marker": "o", "markersize": "3"},
    "last iterate": {"color": "#D55E00", "linestyle": "-", "marker": "s", "markersize": "3"},
    "last iterate, lower side": {"color": "#000000", "linestyle": ":", "marker": "^", "markersize": "3"},
}


def run_of(epochs: int, multiplier: str) -> Configuration:
    """The run of the page."""
    return Configuration.of({"examples": 60_000, "batch": 256, "epochs": epochs, "noise_multiplier": multiplier, "clip": 1, "learning_rate": "1/10",
                             "loss": "convex", "smoothness": 1, "sampling": "poisson", "adjacency": "add-remove", "release": "last", "delta": "1e-5"})


def planned(run: Configuration) -> tuple[float, HiddenPlan]:
    """Epsilon of the last iterate by hidden batches, with its plan."""
    limits = limits_of(run)
    if limits is None:
        raise ValueError("the run has no limits of its batches")
    found = hidden_epsilon(hidden_runs(run, limits), run.delta - limits.tail)
    return float(found.upper), found.stretches[0].pieces[0][0]


def curve(multiplier: str, counts: Sequence[int] = EPOCHS) -> Iterator[tuple[int, float, float, float]]:
    """Epochs, and epsilon of all iterates, of the last one, and what no analysis of that goes below."""
    for epochs in counts:
        run = run_of(epochs, multiplier)
        every = accountant_epsilon(run.changed(release="all"))
        if not isinstance(every, AccountantEpsilon):
            raise TypeError(every)
        lower = max(float(one.least) for one in lower_bounds(run, None, 0))
        yield epochs, float(every.interval.upper), min(planned(run)[0], float(every.interval.upper)), lower


def against_epochs(path: Path, curves: Mapping[str, Points]) -> None:
    """A panel for every multiplier."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.4), layout="constrained")
    panels = figure.subplots(1, len(curves))
    for axes, (multiplier, points) in zip(panels, curves.items(), strict=True):
        epochs, *values = zip(*points, strict=True)
        for value, (label, style) in zip(values, STYLES.items(), strict=True):
            axes.plot(epochs, value, label=label, linewidth=1.4, **style)
        axes.set(xscale="log", xlabel="epochs", title=f"noise multiplier {multiplier}", ylim=(0, None), xticks=EPOCHS)
        axes.set_xticks(EPOCHS, [str(one) for one in EPOCHS])
        axes.minorticks_off()
        axes.grid(visible=True, linewidth=0.3)
    panels[0].set_ylabel("ε at δ = 10⁻⁵")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    figure.savefig(path, metadata={"Date": None})


def blocks(path: Path) -> None:
    """The plan for 20 epochs at the multiplier 0.8: blocks one after the other, each paid in the next one, and the end."""
    from matplotlib.figure import Figure

    run = run_of(20, "0.8")
    plan = planned(run)[1]
    lengths = [block.hits for block in plan.blocks for _ in range(block.times)]
    left = [run.steps - sum(lengths[:k]) for k in range(len(lengths))]
    figure = Figure(figsize=(10, 3.2), layout="constrained")
    whole, last = figure.subplots(1, 2)
    whole.step([run.steps - one for one in left], lengths, where="post", color="#0072B2", linewidth=1.4)
    whole.set(xlabel="step", ylabel="steps of a block", title=f"{len(lengths)} blocks in {run.steps} steps", ylim=(0, None))
    shown = lengths[-6:]
    place = -sum(shown) - len(plan.end)
    for number, length in enumerate(shown):
        following = shown[number + 1] if number + 1 < len(shown) else len(plan.end)
        last.barh(1, length, left=place, height=0.5, color="#9ecae1" if number % 2 else "#3182bd", edgecolor="white")
        last.annotate("", (place + length + following / 2, 0.62), (place + length / 2, 0.74),
                      arrowprops={"arrowstyle": "->", "color": "#D55E00", "connectionstyle": "arc3,rad=0.25"})
        place += length
    last.barh(1, len(plan.end), left=place, height=0.5, color="#fdae6b", edgecolor="white")
    last.set(xlabel="steps before the end", ylim=(0.3, 1.5), yticks=[], title="the last blocks: hits are paid in the next one")
    last.annotate("the end pays\nits own hits", (place + len(plan.end) / 2, 1.27), ha="center", fontsize=8)
    for axes in (whole, last):
        axes.grid(visible=True, axis="x", linewidth=0.3)
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    blocks(folder / "hidden-blocks.svg")
    against_epochs(folder / "hidden-epochs.svg", {multiplier: list(curve(multiplier)) for multiplier in MULTIPLIERS})
