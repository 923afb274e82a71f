"""A comparison of theorems for people: a table, and a picture of privacy against the number of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpq

from pabisym.comparison.compare import Comparison, over_steps
from pabisym.comparison.rows import LAST, StatementRow
from pabisym.comparison.sentences import defaults, sentence, sentences
from pabisym.comparison.symbols import RunSymbols
from pabisym.comparison.vocabulary import CONTRACTION, STEP
from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational_text, short_number, to_fraction
from pabisym.lang.term import substitute
from pabisym.library.cache import recalled_line
from pabisym.show.blocks import Block, NarrowEntry, Paragraph, ReportTable, Span, colour_status, line, section
from pabisym.spec.configuration import plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pabisym.accounting.accountant import Certified
    from pabisym.library.library import Library

POINTS = 13
"""Numbers of steps at which a curve is computed."""
ALWAYS = 10**9
"""Entries are shown on a terminal of any width."""
USELESS = 30
"""A bound that is this many times the best one is cut off."""
LEVEL = 3
"""At how many numbers of steps the least bound is the same before it is called a level."""
_STYLES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "v", "D", "P", "X")


def comparison_blocks(found: Comparison, given: Mapping[str, object] | None = None, drawn: Certified | None = None,
                      cell: str = "", hidden: Sequence[tuple[str, Fraction]] = ()) -> Iterator[Block]:
    """The theorems that apply, the best first, what each assumes, those about other outputs, and why the rest do not apply.

    ``given`` are the parameters that were given; for the others it is said what is taken.  ``drawn`` is what the accountant says of random
    batches, ``hidden`` what the last iterate reveals under some conditions, which are told where they are less, and ``cell`` a sentence on
    the class of the question.
    """
    if cached := sum(row.replayed == "cached" for row in found.applicable):
        yield Paragraph(recalled_line(cached, len(found.applicable)), "dim")
    values = ", ".join(f"{name} = {rational_text(value)}" for name, value in found.setting.values.items())
    yield Paragraph(f"epsilon of the last iterate of projected noisy SGD at {values}", "bold")
    numbers = sentences(kind for row in found.applicable for kind in row.judged)
    last, others = ([row for row in found.applicable if (row.about == LAST) is wanted] for wanted in (True, False))
    if last:
        yield _applicable("about", [(row, row.title) for row in last], numbers)
        if any(row.improved_by for row in last):
            yield Paragraph(f"{last[0].id} is below every other row whose epsilon is certainly larger", "dim")
    if drawn is not None and (found.best is None or found.best.epsilon is None or drawn.upper < Fraction(found.best.epsilon.upper)):
        words = f"the accountant gives ε ≤ {_at_most(drawn.upper)} for all iterates, if every batch were drawn at random instead"
        yield Paragraph(f"{words} (pabisym privacy --sampling fixed-size)", "bold")
    for words, epsilon in hidden:
        if found.best is None or found.best.epsilon is None or epsilon < Fraction(found.best.epsilon.upper):
            yield Paragraph(f"the last iterate of convex losses is within ε ≤ {_at_most(epsilon)} {words} (pabisym privacy)", "bold")
    if cell:
        yield line(cell)
    if others:
        yield line(("other outputs at the same parameters, not to be ranked with the last iterate", "bold"))
        yield _applicable("of", [(row, row.about) for row in others], numbers)
    yield section("what they assume", *(Paragraph(f"{number}  {words}") for words, number in numbers.items()))
    taken = defaults(found.setting.values if given is None else given)
    yield section("how the parameters are read", *map(Paragraph, taken))
    failing = [row for row in found.rows if row.epsilon is None]
    if failing:
        reasons = dict.fromkeys(row.fails for row in failing)
        entries = (NarrowEntry(f"{reason}:", (), ((", ".join(row.id for row in failing if row.fails == reason), "dim"),), cut=False)
                   for reason in reasons)
        yield ReportTable(tuple((row.id, row.fails, row.title) for row in failing), ("does not apply", "because", "about"),
                    (section("these do not apply, because …", *entries),), ALWAYS)
    if found.others:
        yield line((f"{len(found.others)} statements are about something else; --json says which", "dim"))
    yield from _answer(found, numbers)


def _answer(found: Comparison, numbers: Mapping[str, int]) -> Iterator[Block]:
    """The best bound in one sentence, below all else, where a person looks on a terminal."""
    yield line()
    if not found.applicable:
        yield line(("no theorem applies at these parameters", "bold red"))
        return
    best = found.best
    if best is None or best.epsilon is None:
        yield line(("no theorem bounds the last iterate at these parameters", "bold red"))
        return
    where, delta = _numbers(best, numbers), plain(found.setting.values["delta"])
    yield Paragraph(f"answer: ε ≤ {_at_most(Fraction(best.epsilon.upper))} at δ = {delta} for the last iterate"
                    f"{f', under {where} above' if where else ''}, by {best.id}: {best.title} ({best.status})", "bold green")


def _at_most(value: Fraction) -> str:
    """A decimal of four digits that is no less."""
    four = Context(prec=4, rounding=ROUND_CEILING)
    return f"{four.divide(Decimal(value.numerator), Decimal(value.denominator)):g}"


def _applicable(heading: str, listed: Sequence[tuple[StatementRow, str]], numbers: Mapping[str, int]) -> ReportTable:
    """Theorems that apply, each with what is said under ``heading``."""
    rows, entries = list[tuple[Span, ...]](), list[NarrowEntry]()
    for row, said in listed:
        assumed = _numbers(row, numbers)
        least = "" if row.epsilon is None else row.epsilon.upper
        best = f"order {short_number(Fraction(row.at['alpha']), 4)}" if row.of == "renyi" and "alpha" in row.at else ""
        rows.append((row.id, least, best, colour_status(row.status), said, assumed))
        words = "; ".join(filter(None, (said, best, f"assumes {assumed}" if assumed else "")))
        entries.append(NarrowEntry(row.id, (least and f"ε ≤ {least}", colour_status(row.status)), ((words, "dim"),), cut=False))
    return ReportTable(tuple(rows), ("theorem", "epsilon ≤", "at", "status", heading, "assumes"), tuple(entries))


def _numbers(row: StatementRow, numbers: Mapping[str, int]) -> str:
    """The numbers of what a row assumes."""
    return " ".join(map(str, sorted({numbers[sentence(kind)] for kind in row.judged})))


Curves = Mapping[str, Sequence[tuple[int, float]]]
"""By the id of a theorem: numbers of steps with the epsilon that it gives there."""


def curves_of(library: Library, found: Comparison) -> Curves:
    """What each theorem about the last iterate that applies gives at numbers of steps up to ten times those of the run."""
    names = [row.id for row in found.applicable if row.about == LAST]
    values = found.setting.values
    steps, batches = int(values["T"].p), int(values["n"] / values["b"])
    # evenly in their logarithm, with whole epochs among them
    spread = {max(1, round((10 * steps) ** (k / (POINTS - 1)))) for k in range(POINTS)}
    epochs = {batches * max(1, round(one / batches)) for one in spread if 2 * one >= batches} if batches >= 1 else set()
    return over_steps(library, found.setting, sorted(spread | epochs | {steps}), names)


def draw(library: Library, found: Comparison, path: str | None = None, progress: Callable[[str], None] | None = None,
         curves: Curves | None = None) -> Figure:
    """Epsilon against the number of steps, both logarithmic, for the theorems that apply at the parameters.

    Series have the titles of their theorems; a theorem that holds for one number of steps only is a point.  The picture is cut where a
    bound is more than :data:`USELESS` times the best one, and what lies above everywhere is named and not drawn.  The number of steps
    of the run is marked, and the level at which the least bound stays.  ``curves`` are those of :func:`curves_of`.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullFormatter

    from pabisym.show.plot import BLACK, BLUE, GREEN, GREY, ORANGE, VERMILION, target_of, write_figure

    colours = (BLUE, VERMILION, GREEN, "#CC79A7", ORANGE, "#56B4E9", BLACK)  # lines differ in style and marker as well
    target = target_of(path)
    if progress is not None:
        progress("drawing")
    titles = series_titles({row.id: row.title for row in found.applicable if row.about == LAST})
    steps = int(found.setting.values["T"].p)
    known = {name: [(x, y) for x, y in points if y > 0] for name, points in (curves or curves_of(library, found)).items()}
    best = least_of(known)
    shown = {name: points for name, points in known.items() if any(y <= USELESS * best[x] for x, y in points)}
    figure = Figure(figsize=(7.5, 5.4), layout="constrained")
    axes = figure.add_subplot()
    for number, (name, points) in enumerate(sorted(shown.items())):
        axes.plot(*zip(*points, strict=True), label=titles[name], color=colours[number % 7], marker=_MARKERS[number % 7],
                  markersize=5, linestyle=_STYLES[number // 7 % 4], linewidth=1.6)  # fmt: skip
    axes.set(xscale="log", yscale="log")
    axes.set_xlabel("number of steps T", fontsize=12)
    axes.set_ylabel(f"ε at δ = {plain(found.setting.values['delta'])}", fontsize=12)
    axes.tick_params(labelsize=11)
    axes.yaxis.set_minor_formatter(NullFormatter())
    if best:
        axes.set_ylim(top=min(USELESS * max(best.values()), 1.5 * max(y for points in shown.values() for _, y in points)))
    axes.axvline(steps, color=GREY, linewidth=1.2, linestyle=":")
    axes.annotate(f"your T = {steps}", (steps, 0.02), xycoords=("data", "axes fraction"), xytext=(4, 0), textcoords="offset points",
                  fontsize=11)  # fmt: skip
    if (level := level_of(best)) is not None:
        first, height = level
        axes.axhline(height, color=GREY, linewidth=1.2, linestyle="--")
        axes.annotate(f"stays at ε = {height:.3g} from T = {first} on", (0.02, height), xycoords=("axes fraction", "data"), xytext=(0, 4),
                      textcoords="offset points", fontsize=11)  # fmt: skip
    axes.grid(visible=True, which="major", linewidth=0.3)
    if len(known) > len(shown):
        axes.set_title(f"{len(known) - len(shown)} more lie above by a factor of {USELESS} or more, everywhere", fontsize=10)
    if shown:
        figure.legend(loc="outside lower center", ncols=1 if max(len(titles[name]) for name in shown) > 44 else 2, fontsize=10)
    return write_figure(figure, target)


def series_titles(titles: Mapping[str, str]) -> dict[str, str]:
    """A name for every series: its title, with the paper where two have the same one."""
    several = [title for title in titles.values() if list(titles.values()).count(title) > 1]
    return {name: f"{title} ({name})" if title in several else title for name, title in titles.items()}


def least_of(curves: Curves) -> dict[int, float]:
    """The least epsilon at every number of steps."""
    least: dict[int, float] = {}
    for points in curves.values():
        for x, y in points:
            least[x] = min(y, least.get(x, y))
    return least


def level_of(least: Mapping[int, float]) -> tuple[int, float] | None:
    """The first of the last numbers of steps, three at least, at which the least epsilon is one and the same, and that epsilon."""
    steps = sorted(least)
    if len(steps) < LEVEL or len({least[x] for x in steps[-LEVEL:]}) > 1:
        return None
    height = least[steps[-1]]
    return next(x for k, x in enumerate(steps) if all(least[y] == height for y in steps[k:])), height


def draw_who(setting: RunSymbols, path: str | None = None) -> Figure:
    """Who is protected, and when: mu^2 of every batch after every number of steps at the parameters, by shift allocation.

    The contraction is that of the losses, 1 where their smoothness is not known; a diameter is used where one is given.  Raises
    :class:`~pabisym.errors.InputError` where b does not divide n, and for step sizes at which nothing contracts.
    """
    from pabisym.show.records import draw_records, record_map

    values = setting.values
    if (values["n"] / values["b"]).q != 1:
        raise InputError("--set b", "does not divide n", "take batches of equal size")
    contraction = exact_value(substitute(parse(CONTRACTION, "contraction"), setting.binding), {}) if "M" in values else fmpq(1)
    gap = exact_value(substitute(parse(STEP, "gap"), setting.binding), {})
    variance, width = (values["eta"] * values["sigma"]) ** 2, values.get("D")
    numbers: list[Any] = [None if one is None else to_fraction(one) for one in (contraction, gap, variance, width)]
    epoch, steps = int((values["n"] / values["b"]).p), int(values["T"].p)
    title = f"contraction {rational_text(contraction)}" if contraction is not None else ""
    found = record_map(epoch, steps, contraction=numbers[0], gap=numbers[1], noise_variance=numbers[2], diameter=numbers[3], title=title)
    row = "record" if values["b"] == 1 else f"batch, of {rational_text(values['b'])} records"
    return draw_records([found], path, "μ² of the last iterate (no unit)", row)
