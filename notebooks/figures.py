"""The figures of the chapters, drawn from the library's own numbers into ``figures/``:

    python notebooks/figures.py

The same numbers give the same files.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from math import erf, exp, sqrt, tanh
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from scipy.stats import norm

import pabisym as pb

FOLDER = Path(__file__).resolve().parent / "figures"


def mu_squared(**instance: Any) -> float:
    """The exact optimum, as a float for drawing."""
    return float(pb.allocate(**instance).value)


def single(step: int, steps: int) -> list[int]:
    """A gap of 1 in one step."""
    return [int(k == step) for k in range(1, steps + 1)]


def epsilon(mu: float) -> float:
    """The least epsilon of mu-GDP at delta = 1e-5."""
    return float(pb.convert(gdp=f"{mu:.9f}", delta="1e-5", digits=4).value.upper)


def one_step(ax: Any) -> None:
    levels, mu = [F(k, 8) for k in range(1, 25)], 0.5
    ax.plot(levels, [float(pb.convert(gdp="1/2", epsilon=e, digits=4).value.upper) for e in levels], label="exact")
    ax.plot(levels, [float(pb.convert(zcdp="1/8", epsilon=e, digits=4).value.upper) for e in levels], label="Canonne, Kamath, Steinke")
    ax.plot(levels, [min(1.0, exp(-((max(float(e) - mu**2 / 2, 0)) ** 2) / (2 * mu**2))) for e in levels], label="theorem 1.12, best order")
    ax.set(xlabel=r"$\varepsilon$", ylabel=r"$\delta$", yscale="log", ylim=(1e-12, 2))


def later_noise(ax: Any) -> None:
    best = [float(z) for z in pb.allocate(gap=[1, 0, 0, 0], noise_variance=1, contraction="3/4").shift]
    ax.plot(range(1, 5), [0, 0, 0, 0], "o-", label="at once: cost 1")
    ax.plot(range(1, 5), [1, 0.75, 0.75**2, 0], "s-", label="at the end: cost 0.1780")
    ax.plot(range(1, 5), best, "D-", label="best: cost 0.0865")
    ax.set(xlabel="step $t$", ylabel="remaining shift $z_t$", xticks=range(1, 5))


def string(ax: Any) -> None:
    gap = [2, 0, 1, 0, 4, 0]
    total = [sum(gap[:k]) for k in range(7)]
    paid = [float(a) for a in pb.allocate(gap=gap, noise_variance=1).allocation]
    ax.step(range(7), total, where="pre", label="accumulated shift $S_t$")
    ax.plot(range(1, 7), total[1:], "ko", markersize=4)
    ax.plot(range(7), [sum(paid[:k]) for k in range(7)], label="taut string")
    ax.set(xlabel="accumulated noise $N_t$", ylabel="shift")


def records(ax: Any) -> None:
    n = 100
    for epochs in (1, 10):
        ax.plot(range(1, n + 1), [float(F(epochs - 1, n) + F(1, n - i + 1)) for i in range(1, n + 1)], label=f"{epochs} pass{'es' * (epochs > 1)}")
    ax.set(xlabel="record $i$", ylabel=r"$\mu_i^2$ in units of $(2L/\sigma)^2$", yscale="log")


def calculi(ax: Any) -> None:
    steps = range(1, 401)
    for diameter in (2, 5):
        ax.plot(steps, [erf(1 / sqrt(8)) * erf(diameter / sqrt(8)) ** k for k in steps], label=rf"contraction, $D = {diameter}\sigma$")
    ax.plot(steps, [erf(1 / sqrt(8 * (k + 1))) for k in steps], label="shift")
    ax.set(xlabel="later steps $k$", ylabel="bound on $E_1$", yscale="log", ylim=(1e-3, 1))


def plateaus(ax: Any) -> None:
    steps = [1, 2, 4, 8, 12, 16, 24, 32, 40, 56, 72]
    settings: dict[str, dict[str, Any]] = {
        "composition": {}, "contraction 0.95": {"contraction": "19/20"}, "diameter 2": {"diameter": 2}, "both": {"contraction": "19/20", "diameter": 2}}
    for name, more in settings.items():
        ax.plot(steps, [mu_squared(gap=["1/4"] * T, noise_variance=1, **more) for T in steps], label=name)
    ax.set(xlabel="steps $T$", ylabel=r"$\mu^2$ of the last iterate")


def diffusion(ax: Any) -> None:
    times = [F(k, 2) for k in range(1, 17)]
    ax.plot(times, [float(t) / 2 for t in times], label="composition")
    ax.plot(times, [2 * (1 - exp(-float(t) / 2)) for t in times], label="published bound")
    ax.plot(times, [tanh(float(t) / 2) for t in times], label=r"optimum, $\eta \to 0$")
    ax.plot(times, [mu_squared(gap=["1/2"] * int(2 * t), contraction="1/2", noise_variance=1) for t in times], label=r"optimum, $\eta = 1/2$")
    ax.set(xlabel="time $t$", ylabel=r"$\mu^2$", ylim=(0, 2.5))


def hiding(ax: Any) -> None:
    n = 16
    truth = [mu_squared(gap=single(t, n), noise_variance=1) for t in range(1, n + 1)]
    ax.plot(range(1, n + 1), truth, "o", label="truth")
    ax.plot(range(1, n + 1), [1 / n] * n, label="claim")
    ax.fill_between(range(1, n + 1), 1 / n, truth, alpha=0.3, color="#E69F00")
    ax.set(xlabel="record $t$", ylabel=r"$D_\alpha$ in units of $2\alpha L^2/\sigma^2$")


def public_steps(ax: Any) -> None:
    steps = [0, 2, 5, 10, 20, 40, 70, 100]
    for c in ("1", "99/100", "9/10"):
        values = [mu_squared(gap=single(1, m + 1), noise_variance=4, contraction=c) for m in steps]
        ax.plot(steps, [epsilon(sqrt(v)) if v > 1e-8 else 0 for v in values], label=f"$c = {float(F(c)):g}$")
    ax.set(xlabel="public steps $m$", ylabel=r"$\varepsilon$ of the last record, $\delta = 10^{-5}$")


def accountants(ax: Any) -> None:
    run: dict[str, Any] = {"noise_multiplier": 10, "examples": 1000, "batch": 100}
    steps = [100, 500, 1000, 2000, 4000]
    every = [pb.accounting.certified_epsilon("1e-5", **run, steps=T, sampling="fixed-size", adjacency="replace") for T in steps]
    last = [pb.accounting.last_iterate_epsilon("1e-5", **run, steps=T, learning_rate=1, contraction="99/100") for T in steps]
    ax.plot(steps, [float(one.upper) for one in every], "o-", label="all iterates")
    ax.plot(steps, [float(one.upper) for one in last], "s-", label="last iterate")
    ax.set(xlabel="steps $T$", ylabel=r"certified $\varepsilon$")


def attack(ax: Any) -> None:
    mu = sqrt(mu_squared(gap=["1/4"] * 60, noise_variance=1, contraction="9/10"))
    a = [k / 200 for k in range(1, 200)]
    for value, name in ((mu, "certificate"), (mu / 2, "certificate for a flipped label"), (0, "nothing revealed")):
        ax.plot(a, norm.cdf(norm.ppf([1 - x for x in a]) - value), label=name)
    ax.plot([0.2], [0.7486], "ks", label="shown by counted errors")
    ax.set(xlabel="false alarms", ylabel="misses", aspect="equal")


DRAWN: dict[str, Callable[[Any], None]] = {
    f"{k:02d}": draw for k, draw in enumerate(
        (one_step, later_noise, string, records, calculi, plateaus, diffusion, hiding, public_steps, accountants, attack), 1)
}  # fmt: skip


def main() -> None:
    """Draw all of them."""
    pb.course.style()
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "course", "path.simplify_threshold": 0.5})
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DRAWN.items():
        fig, ax = plt.subplots(layout="constrained")
        draw(ax)
        ax.legend(**({"loc": "center left", "bbox_to_anchor": (1.02, 0.5)} if ax.get_aspect() == 1 else {}))
        fig.savefig(FOLDER / f"{name}.svg", metadata={"Date": None, "Creator": None})
        plt.close(fig)
        print(name)


if __name__ == "__main__":
    main()
