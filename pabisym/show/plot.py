"""The picture of an optimum: a taut string under the shift so far, over the noise so far.

In the coordinates ``w_t = prod_{j > t} c_j`` the points are ``(N_t, S_t)``, noise and shift accumulated up to step t as
seen at the last step.  An allocation is a string ``A_t = sum_{j <= t} w_j a_j`` below them, the vertical distance
``S_t - A_t = w_t z_t`` is the shift that is left, and the optimum is the greatest convex minorant: straight over every
block, touching its point at the block's end.  Below it, the payments ``a_t`` and the shifts ``z_t`` step by step.

Short instances are computed exactly, long ones in balls of :data:`BITS` bits, which neither overflow nor underflow;
axes say the power of ten that was divided out.  matplotlib is imported when a picture is made; pictures are made
without pyplot, so that no window, no backend and no setting of the caller is touched.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq

from pabisym.errors import InputError
from pabisym.lang.files import write_file
from pabisym.lang.rational import rational_text, to_fraction
from pabisym.numerics.evaluator import Value, working_precision
from pabisym.shift.allocate import Allocation, Number
from pabisym.shift.feasibility import Feasibility, check
from pabisym.shift.instance import Instance

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".pdf", ".png")
"""What a picture can be written as."""
EXACT_STEPS = 500
"""Longest instance that is computed with exact rationals."""
BITS = 256
"""Precision of the balls for longer ones."""
MAX_MARKS = 60
"""Most steps that are drawn one by one, with markers, stems and bars."""
MAX_POINTS = 1_500
"""Most points of one line; of more, evenly chosen ones are drawn."""
BLUE, ORANGE, VERMILION, GREEN, BLACK, GREY, DARK = "#0072B2", "#E69F00", "#D55E00", "#009E73", "#000000", "#7F7F7F", "#595959"
"""Colours of Okabe and Ito, told apart by the colour-blind; line styles and markers differ as well."""
STRIP = 0.05
"""How much of the height is left free below the string for the names of its blocks."""
_STYLE: dict[Any, Any] = {
    "font.size": 10, "axes.titlesize": 11, "axes.labelsize": 11, "legend.fontsize": 10, "xtick.labelsize": 11, "ytick.labelsize": 11,
    "axes.spines.top": False, "axes.spines.right": False, "svg.fonttype": "path", "svg.hashsalt": "pabisym", "pdf.fonttype": 42,
}  # fmt: skip


@dataclass(frozen=True)
class _Scale:
    """Numbers divided by 10**exponent; 0 while the largest is of moderate size."""

    exponent: int

    @classmethod
    def of(cls, values: Sequence[Value]) -> _Scale:
        largest = arb(0)
        for value in values:
            largest = largest.max(abs(arb(value)))
        if not largest > 0:
            return cls(0)
        size = (largest.log() / arb(10).log()).mid().floor().unique_fmpz()
        return cls(0 if size is None or -3 <= size <= 4 else int(size))

    def floats(self, values: Sequence[Value]) -> list[float]:
        if self.exponent:
            values = [value / fmpq(10) ** self.exponent for value in values]
        return [float(to_fraction(value)) if isinstance(value, fmpq) else float(value.mid()) for value in values]

    def unit(self, name: str) -> str:
        return rf"$10^{{{self.exponent}}}$ {name}" if self.exponent else name


@dataclass(frozen=True)
class _String:
    """What is drawn, for the steps ``restart``..T where not said otherwise."""

    restart: int
    noise: list[Value]
    shift: list[Value]
    """S_t, except that it begins with what the start shift brings in, ``w_restart z_restart``."""
    string: list[Value]
    ends: list[int]
    """The steps at which the string may bend: the restart and the last step of every block."""
    payment: list[Value]
    """``a_1..a_T``."""
    left: list[Value]
    """``z_1..z_T``; up to the restart the bounds of the distance."""
    weighted: bool
    """Whether some w_t is not 1."""
    own: _Own | None


@dataclass(frozen=True)
class _Own:
    """A user's own allocation: payments and shifts of all steps, and its string from the restart of the optimum on."""

    payment: list[Value]
    left: list[Value]
    string: list[Value]
    verdict: Feasibility


def taut_string(allocation: Allocation, path: str | os.PathLike[str] | None = None,
                own: Sequence[object] | Instance | None = None) -> Figure:
    """Draw an optimum, and a user's own allocation against it; write the picture to ``path`` where one is given.

    ``own`` is a sequence of exact numbers, one per step, or an instance that carries its allocation; it may be
    infeasible, and the steps at which too much is paid are marked.  The suffix of ``path`` is one of :data:`SUFFIXES`.
    Raises :class:`~pabisym.errors.InputError` for another suffix, a path that cannot be written, an answer without an
    instance (float arithmetic from arrays), an infinite optimum, and an instance without steps.

    >>> import pabisym
    >>> taut_string = pabisym.plots.taut_string
    >>> from pabisym.shift.allocate import allocate
    >>> taut_string(allocate(gap=[0, 1, 0], noise_variance=1)).axes[0].get_ylabel() != ""
    True
    """
    target = target_of(path)
    data = allocation.instance
    if data is None:
        raise InputError("allocation", "the answer does not keep its instance", "solve an Instance, or use exact arithmetic")
    if allocation.status != "optimal":
        raise InputError("allocation", f"an infinite optimum has no string: {allocation.reason}", "add noise after the last gap")
    if not data.steps:
        raise InputError("steps", "there is no step to draw", "give an instance with at least one step")
    payments: Sequence[fmpq] | None = None
    if isinstance(own, Instance):
        if own.allocation is None:
            raise InputError("own", "the instance carries no allocation", "give one value per step")
        payments = own.allocation
    elif own is not None:
        payments = Instance.from_arguments(gap=0, noise_variance=1, allocation=list(own), steps=data.steps).allocation or ()
    verdict = None if payments is None else check(replace(data, allocation=tuple(payments)))
    with working_precision(BITS):
        picture = _compute_string(allocation, data, verdict)
        figure = _draw_figure(picture, allocation)
    return write_figure(figure, target)


def target_of(path: str | os.PathLike[str] | None, field: str = "path") -> Path | None:
    """The file of a picture, where one is named; raises :class:`~pabisym.errors.InputError` naming the field for a suffix that is none."""
    target = None if path is None else Path(path)
    if target is not None and target.suffix.lower() not in SUFFIXES:
        raise InputError(field, f"{target.suffix or 'no suffix'} is not a kind of picture", f"use {', '.join(SUFFIXES)}")
    return target


def literal(text: str) -> str:
    r"""Text that others wrote, for matplotlib, which reads what is between dollars as a formula.

    >>> print(literal(r"$\frac$"))
    \$\frac\$
    """
    return text.replace("$", r"\$")


def write_figure(figure: Figure, target: Path | None) -> Figure:
    """A figure, written to a file where one is named, in the same bytes every time."""
    if target is None:
        return figure
    from matplotlib import rc_context

    undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(target.suffix.lower())
    buffer = io.BytesIO()
    with rc_context(_STYLE):
        figure.savefig(buffer, format=target.suffix.lower()[1:], dpi=200, metadata=undated)
    write_file(target, buffer.getvalue(), "path", "name a writable file")
    return figure


# Numbers.


def _compute_string(allocation: Allocation, data: Instance, verdict: Feasibility | None) -> _String:
    """All numbers of the picture, exact for short instances and in balls for long ones."""
    unit: Value = fmpq(1) if data.steps <= EXACT_STEPS else arb(1)
    tau = allocation.restart
    before = _distances(data, tau, unit)
    weights = [unit]  # w_t for t = restart..T
    for t in range(data.steps - 1, tau - 1, -1):
        weights.append(weights[-1] * data.contraction[t])
    weights.reverse()
    noise, shift, incoming = [unit * 0], [unit * 0], weights[0] * before[-1]
    for t in range(tau, data.steps):
        w = weights[t + 1 - tau]
        noise.append(noise[-1] + w * w * data.noise_variance[t])
        shift.append(shift[-1] + incoming + w * data.gap[t])
        incoming = unit * 0
    ends = [tau, *(block.last for block in allocation.blocks)]
    payment = [unit * 0] * tau + [a for p, q in pairwise(ends) for a in _payments(data, p, q, before[-1], tau, unit)]
    left = _shifts(data, tau, before, payment, set(ends))
    string = [unit * 0, *(s - w * z for s, w, z in zip(shift[1:], weights[1:], left[tau:], strict=True))]
    shift[0] = weights[0] * before[-1]
    own = None
    if verdict is not None:
        given, first = [unit * a for a in verdict.instance.allocation or ()], _distances(data, verdict.restart, unit)
        own_left = [first[0], *_shifts(data, verdict.restart, first, given, set())]
        own_string = [s - w * z for s, w, z in zip(shift, weights, own_left[tau:], strict=True)]
        own = _Own(given, own_left[1:], own_string, verdict)
    return _String(tau, noise, shift, string, ends, payment, left, any(w != 1 for w in weights), own)


def _distances(data: Instance, restart: int, unit: Value) -> list[Value]:
    """The bounds of the distance at the steps 0..``restart``."""
    cut = [] if data.diameter is None else [unit * data.diameter]
    found = [_least([unit * data.start_shift, *cut])]
    for t in range(restart):
        found.append(_least([found[-1] * data.contraction[t] + data.gap[t], *cut]))
    return found


def _least(values: Sequence[Value]) -> Value:
    first, *others = values
    for other in others:
        first = first.min(other) if isinstance(first, arb) else min(first, other)
    return first


def _payments(data: Instance, p: int, q: int, start: Value, restart: int, unit: Value) -> Iterator[Value]:
    """``a_t`` in the block of the steps p + 1..q."""
    shift, noise = (start if p == restart else unit * 0), unit * 0
    for t in range(p, q):
        c = data.contraction[t]
        shift, noise = c * shift + data.gap[t], c * c * noise + data.noise_variance[t]
    multiplier = shift / noise if noise != 0 else unit * 0
    found = []
    for t in range(q - 1, p - 1, -1):
        found.append(data.noise_variance[t] * multiplier)
        multiplier = data.contraction[t] * multiplier
    return reversed(found)


def _shifts(data: Instance, start: int, before: Sequence[Value], payment: Sequence[Value], ends: set[int]) -> list[Value]:
    """``z_1..z_T``: the bounds of the distance up to ``start``, what is left after; 0 where it is known to be."""
    left = list(before)
    for t in range(start, data.steps):
        z = data.contraction[t] * left[-1] + data.gap[t] - payment[t]
        left.append(z * 0 if t + 1 in ends else z)
    return left[1:]


# Drawing.


def _draw_figure(picture: _String, allocation: Allocation) -> Figure:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    own, blocks = picture.own, list(pairwise(picture.ends))
    with rc_context(_STYLE):
        figure = Figure(figsize=(7.0, 7.4), layout="constrained")
        top, middle, bottom = figure.subplots(3, 1, height_ratios=[3.6, 1, 1])
        middle.sharex(bottom)
        _draw_string(top, picture, blocks)
        figure.legend(
            *top.get_legend_handles_labels(), title=_title(allocation, picture), title_fontsize=10, alignment="left",
            loc="outside upper left", ncols=3, frameon=False,
        )  # fmt: skip
        for axes, values, others, colour, name in (
            (middle, picture.payment, own.payment if own else None, BLUE, "payment $a_t$"),
            (bottom, picture.left, own.left if own else None, ORANGE, "shift left $z_t$"),
        ):
            _draw_steps(axes, values, others, colour, name)
            _draw_bands(axes, [(p + 0.5, q + 0.5) for p, q in blocks])
            if picture.restart:
                axes.axvspan(0.5, picture.restart + 0.5, facecolor="none", edgecolor=GREY, alpha=0.5, hatch="//", linewidth=0, zorder=0)
        middle.tick_params(labelbottom=False)
        bottom.set_xlabel("step $t$" + (" (hatched: before the restart)" if picture.restart else ""))
    return figure


def _draw_string(axes: Axes, picture: _String, blocks: Sequence[tuple[int, int]]) -> None:
    own = picture.own
    horizontal = _Scale.of(picture.noise)
    vertical = _Scale.of([*picture.shift, *(own.string if own else ())])
    x, shift, string = horizontal.floats(picture.noise), vertical.floats(picture.shift), vertical.floats(picture.string)
    few = len(x) <= MAX_MARKS
    shown = spread_evenly(len(x), MAX_POINTS)
    at = [x[i] for i in shown]
    style: dict[str, Any] = {"linestyle": ":", "marker": "o", "markersize": 4} if few else {"linestyle": "-", "linewidth": 0.8}
    axes.plot(at, [shift[i] for i in shown], color=BLACK, label="shift so far, $(N_t, S_t)$", zorder=4, **style)
    if picture.shift[0] != 0:
        name = f"shift at the start, step {picture.restart}"
        axes.plot(x[:1], shift[:1], color=BLACK, marker="D", markersize=7, linestyle="none", label=name, zorder=4)
    left = f"shift left, ${'w_t z_t' if picture.weighted else 'z_t'}$"
    if few:
        axes.vlines(x, string, shift, color=ORANGE, linewidth=2.5, label=left, zorder=2)
    else:
        lower, upper = [string[i] for i in shown], [shift[i] for i in shown]
        axes.fill_between(at, lower, upper, color=ORANGE, alpha=0.45, linewidth=0, label=left, zorder=2)
    bends = [e - picture.restart for e in picture.ends]
    bends = [bends[i] for i in spread_evenly(len(bends), MAX_POINTS)]
    square: dict[str, Any] = {"marker": "s", "markersize": 6, "markerfacecolor": "white"} if len(bends) <= MAX_MARKS else {}
    axes.plot([x[i] for i in bends], [string[i] for i in bends], color=BLUE, linewidth=2.4, label="taut string, $A_t$", zorder=3, **square)
    if own is not None:
        _draw_own(axes, own, x, vertical.floats(own.string), picture.restart)
    names = [f"step {q}" if p + 1 == q else f"steps {p + 1}-{q}" for p, q in blocks]
    _draw_bands(axes, [(x[p - picture.restart], x[q - picture.restart]) for p, q in blocks], names)
    total = rf"\sum_{{j \leq t}} {'w_j^2 ' if picture.weighted else ''}\sigma_j^2"
    axes.set_xlabel(f"noise so far, $N_t = {total}$ ({horizontal.unit('distance²')})")
    axes.set_ylabel(f"$S_t$, $A_t$: shift ({vertical.unit('distance')})")
    space = 0.03 * (x[-1] - x[0]) or 0.5
    axes.set_xlim(x[0] - space, x[-1] + space)
    bottom, top = axes.get_ylim() if any(shift) else (-0.05, 1.0)
    axes.set_ylim(bottom - STRIP * (top - bottom), top)


def _draw_own(axes: Axes, own: _Own, x: Sequence[float], string: Sequence[float], restart: int) -> None:
    few = len(x) <= MAX_MARKS
    shown = spread_evenly(len(x), MAX_POINTS)
    style: dict[str, Any] = {"marker": "x", "markersize": 6} if few else {}
    line, marks = [x[i] for i in shown], [string[i] for i in shown]
    axes.plot(line, marks, color=VERMILION, linestyle="--", linewidth=1.4, label="own allocation", zorder=5, **style)
    wrong = [t - restart for t, z in enumerate(own.left, 1) if z < 0 and t >= restart]
    wrong = [wrong[i] for i in spread_evenly(len(wrong), MAX_MARKS)]
    if wrong:
        axes.plot(
            [x[i] for i in wrong], [string[i] for i in wrong], linestyle="none", marker="o", markersize=11, color=VERMILION,
            markerfacecolor="none", markeredgewidth=1.5, label="more is paid than there is", zorder=6,
        )  # fmt: skip


def _draw_steps(axes: Axes, values: Sequence[Value], others: Sequence[Value] | None, colour: str, name: str) -> None:
    """One panel: values by step as bars, or as a line where there are many."""
    from matplotlib.ticker import MaxNLocator

    scale = _Scale.of([*values, *(others or ())])
    y = scale.floats(values)
    steps = range(1, len(y) + 1)
    shown = _peaks(y, MAX_POINTS)
    if len(y) <= MAX_MARKS:
        axes.bar(steps, y, color=colour, width=0.7, zorder=2)
    else:
        axes.plot([steps[i] for i in shown], [y[i] for i in shown], color=colour, linewidth=1.4, drawstyle="steps-mid", zorder=2)
    if others is not None:
        z = scale.floats(others)
        style: dict[str, Any] = {"marker": "x", "markersize": 5} if len(z) <= MAX_MARKS else {}
        shown = _peaks(z, MAX_POINTS)
        axes.plot([steps[i] for i in shown], [z[i] for i in shown], color=VERMILION, linestyle="--", linewidth=1.2, zorder=3, **style)
    axes.axhline(0, color=BLACK, linewidth=0.6, zorder=1)
    axes.set_xlim(0.5, len(y) + 0.5)
    axes.set_ylabel(f"{name}\n({scale.unit('distance')})")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.use_sticky_edges = False
    axes.margins(y=0.08)
    if not any(y) and others is None:
        axes.set_ylim(-0.05, 1)


def _draw_bands(axes: Axes, spans: Sequence[tuple[float, float]], labels: Sequence[str] = ()) -> None:
    """Every second block shaded, and its steps written where there is room."""
    if len(spans) > MAX_MARKS:
        return
    whole = spans[-1][1] - spans[0][0] if spans else 0.0
    for i, (low, high) in enumerate(spans):
        if i % 2:
            axes.axvspan(low, high, color=GREY, alpha=0.13, linewidth=0, zorder=0)
        if labels and high - low > 0.012 * len(labels[i]) * whole:
            axes.text((low + high) / 2, 0.01, labels[i], transform=axes.get_xaxis_transform(), ha="center", va="bottom", color=DARK, size=8)


def plain_numbers(*axes: Axis) -> None:
    """Numbers as they are written, and no others, at logarithmic axes."""
    from matplotlib.ticker import NullFormatter, StrMethodFormatter

    for axis in axes:
        axis.set_major_formatter(StrMethodFormatter("{x:g}"))
        axis.set_minor_formatter(NullFormatter())


def spread_evenly(count: int, limit: int) -> list[int]:
    """At most ``limit`` of the indices 0..count - 1, evenly spread, with the first and the last."""
    return list(range(count)) if count <= limit else [round(i * (count - 1) / (limit - 1)) for i in range(limit)]


def _peaks(values: Sequence[float], limit: int) -> list[int]:
    """At most ``limit`` indices, evenly spread, each of the largest value in absolute terms near it."""
    if len(values) <= limit:
        return list(range(len(values)))
    edges = [i * len(values) // limit for i in range(limit + 1)]
    return [max(range(low, high), key=lambda i: abs(values[i])) for low, high in pairwise(edges)]


def _title(allocation: Allocation, picture: _String) -> str:
    value = allocation.value
    text = rf"$\mu^2 = \sum_t a_t^2/\sigma_t^2 {_number(value)}$"
    text += f", {len(allocation.blocks)} block{'s' if len(allocation.blocks) != 1 else ''}"
    if picture.restart:
        text += f", restart at step {picture.restart}"
    if picture.own is None:
        return text
    verdict = picture.own.verdict
    if verdict.feasible:
        return text + rf", own allocation: feasible, $\sum_t a_t^2/\sigma_t^2 {_number(verdict.value)}$"
    by = "" if verdict.exact_shift is None else f" ($z_{{{verdict.step}}} {_number(to_fraction(verdict.exact_shift))}$)"
    return text + f"\nown allocation: infeasible at step {verdict.step}{by}"


def _number(value: Number | None) -> str:
    """``= p/q`` where that is short, otherwise a few decimals after an approximate sign."""
    if isinstance(value, Fraction):
        text = rational_text(value)
        if len(text) <= 16:
            return f"= {text}"
        with working_precision(64):
            text = str(arb(fmpq(value.numerator, value.denominator)).str(6, radius=False))
    elif isinstance(value, tuple):
        text = f"{float(value.upper):.6g}"
    else:
        text = "" if value is None else f"{value:.6g}"
    mantissa, _, exponent = text.partition("e")
    return rf"\approx {mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else rf"\approx {mantissa}"
