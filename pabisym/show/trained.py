"""The answer to a training run for people: one screen, and every step from the script to the number."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from pabisym.lang.rational import near_float, short_number
from pabisym.numerics.enclosure import Enclosure
from pabisym.show.terminal import aligned, print_line, print_section, terminal
from pabisym.spec.configuration import ALL, AVERAGE, LAST, RANDOM, Configuration, plain
from pabisym.training.hypotheses import MET, PROMISED, VIOLATED, RunHypothesis
from pabisym.training.known import VALUE, Privacy
from pabisym.training.rows import PrivacyRow
from pabisym.training.schedule import Schedule, without_bounds

MARKS = {MET: ("✓", "green"), PROMISED: ("•", "cyan"), VIOLATED: ("✗", "red")}
_RELEASED = {LAST: "the last iterate", ALL: "all iterates", AVERAGE: "the average of the iterates"}
MOST_PIECES = 12
"""Most runs of equal noise multipliers that are printed."""
WIDEST = 100
"""Longest lines of sentences."""


def print_privacy(found: Privacy, *, explain: bool = False, cell: str = "") -> None:
    """The best epsilon, what else is known, what it assumes, what would hold under other promises, and warnings.

    ``cell`` is a sentence on the class of the run.
    """
    out = terminal()
    width = min(out.width, WIDEST) if out.is_terminal else 80
    run, best = found.run, found.best
    for name, value in found.solved.items():
        if name != VALUE:
            print_line(out, Text(f"{name}: {value}", style="bold"))
    if best is None or best.epsilon is None:
        print_line(out, Text("no statement applies to this run", style="bold red"))
    else:
        said = _one_sign(f"ε ≤ {up(best.epsilon)} at δ = {plain(run.delta)} for {_RELEASED[run.release]}")
        print_line(out, Text(said, style="bold green"))
        for line in textwrap.wrap(f"by {best.id}: {best.title} ({_status(best)})", width, subsequent_indent="   "):
            print_line(out, Text(line))
    print_section(out, "what is known of this run", aligned(list(_known(found))))
    print_section(out, "lower bound: how much is left", wrapped([*_floor(found), *([cell] if cell else [])], width))
    if best is not None:
        _print_hypotheses(out, "holds where (✓ met by the numbers, • promised by you)", best.hypotheses, width)
    for row in _refused(found):
        _print_hypotheses(out, f"does not apply: {row.title}", row.violated, width)
    print_section(out, "under other promises", wrapped([f"ε ≤ {up(one.epsilon)} {one.changes} ({one.by})" for one in found.others], width))
    print_section(out, "careful", wrapped(found.warnings, width))
    if explain:
        print_section(out, "from the script to the number", wrapped(list(explained(found)), width))
    elif best is not None:
        print_line(out, Text())
        print_line(out, Text("--explain says how the script becomes this number, --target-epsilon E the noise", style="dim"))


def print_schedule(found: Schedule) -> None:
    """The best noise schedule beside the constant one, and what no schedule goes below."""
    out = terminal()
    constant = up(found.constant_epsilon())
    lines = [f"ε ≤ {up(found.epsilon())} with the multipliers below; the constant one of the same cost gives {constant}",
             f"no schedule at this cost gives less than {down(found.least_epsilon())} by shift allocation",
             f"without bounds on the multipliers: {without_bounds(found.run)}"]
    pieces = [f"{first}–{last}: {value}" if last > first else f"{first}: {value}" for first, last, value in _runs(found)]
    more = [f"… and {len(pieces) - MOST_PIECES} more, see --json"] if len(pieces) > MOST_PIECES else []
    print_section(out, "the best noise schedule", wrapped(lines, out.width) if out.is_terminal else map(Text, lines))
    print_section(out, "noise multiplier of the steps", [Text(line) for line in (*pieces[:MOST_PIECES], *more)])


def _runs(found: Schedule) -> list[tuple[int, int, str]]:
    """Steps in a row with about the same multiplier: the first, the last, the multiplier to four digits."""
    runs = list[tuple[int, int, str]]()
    for k, square in enumerate(found.variances, 1):
        value = f"{math.sqrt(near_float(square)):.4g}"
        if runs and runs[-1][2] == value:
            runs[-1] = runs[-1][0], k, value
        else:
            runs.append((k, k, value))
    return runs


def _status(row: PrivacyRow) -> str:
    """The status in one word; --explain has its sources."""
    return re.split("[:;]", row.status)[0]


def up(value: Enclosure, digits: int = 4) -> str:
    """A guarantee in few digits, rounded up."""
    return _rounded(Fraction(value.upper), digits, up=True)


def down(value: Enclosure, digits: int = 4) -> str:
    """What nothing goes below, in few digits, rounded down."""
    return _rounded(Fraction(value.lower), digits, up=False)


def _rounded(value: Fraction, digits: int, *, up: bool) -> str:
    if value == 0:
        return "0"
    places = digits - 1
    while value >= Fraction(10) ** (digits - places):
        places -= 1
    while value < Fraction(10) ** (digits - places - 1):
        places += 1
    scaled = value * Fraction(10) ** places
    whole = -(-scaled.numerator // scaled.denominator) if up else scaled.numerator // scaled.denominator
    found = Fraction(whole) / Fraction(10) ** places
    if places <= 0:
        return str(found.numerator)
    return f"{found.numerator * 10**places // found.denominator / 10**places:.{places}f}" if places < 15 else short_number(found, digits)


def _known(found: Privacy) -> Iterator[tuple[str, ...]]:
    yield "what", "ε", "of", "by"
    for row in found.rows:
        if row.applies and row.epsilon is not None:
            yield row.kind, f"≤ {up(row.epsilon)}", row.about, row.id


def _floor(found: Privacy) -> Iterator[str]:
    """What no analysis goes below, by which pair of runs, and what that promises."""
    if found.lower is None:
        unknown = found.run.diameter is not None and found.run.learning_rate is None
        yield "no pair of runs is known here that certainly reveals anything" + (
            "; --learning-rate says how wide the domain is beside the noise of a step" if unknown else "")
        return
    yield f"no analysis goes below ε = {down(found.lower)}, by this pair of runs: {found.lower_by}"
    if found.promise:
        yield f"that pair promises: {found.promise}"


def _refused(found: Privacy) -> Iterator[PrivacyRow]:
    """One row of each set of reasons."""
    told: set[tuple[RunHypothesis, ...]] = set()
    for row in found.rows:
        if row.violated and row.violated not in told:
            told.add(row.violated)
            yield row


def _print_hypotheses(out: Console, heading: str, listed: Sequence[RunHypothesis], width: int) -> None:
    lines = list[Text]()
    for one in listed:
        sign, colour = MARKS[one.state]
        words = _one_sign(one.text + (f": {one.detail}" if one.detail else ""))
        for number, line in enumerate(textwrap.wrap(words, width - 6) or [""]):
            lines.append(Text.assemble((sign if number == 0 else " ", colour), f" {line}"))
    print_section(out, heading, lines)


def wrapped(sentences: Sequence[str], width: int) -> Iterator[Text]:
    """Sentences as points of a list, each in lines of so many characters."""
    for sentence in sentences:
        for number, line in enumerate(textwrap.wrap(_one_sign(sentence), width - 6) or [""]):
            yield Text(("• " if number == 0 else "  ") + line)


def _one_sign(text: str) -> str:
    """A sentence in which a number that is not exact brings its own sign: "z > 1e308", not "z = > 1e308"."""
    return re.sub("= (?=[≈<>] )", "", text)


def explained(found: Privacy) -> Iterator[str]:
    """Every conversion from the words of the script to the numbers of the bounds."""
    run = found.run
    yield from conventions(run)
    for row in found.rows:
        if row.fails:
            yield f"{row.id}: {row.fails}"
        elif row.applies and row.epsilon is not None:
            yield f"{row.id}: ε ≤ {up(row.epsilon, 6)}; {row.method}; {row.status}"


def conventions(run: Configuration) -> Iterator[str]:
    """How the configuration is read."""
    if run.sampling in RANDOM:
        yield f"T = {run.steps} steps; an example is in a batch with probability {plain(run.rate)}"
    else:
        yield f"T = {run.steps} steps in epochs of {run.period}; the example that is used most takes part in {run.uses} of them"
    yield (f"one example changes the sum of clipped gradients by at most r C = {plain(run.share * run.clip)} ({run.adjacency}); its noise "
           f"has the standard deviation z C = {plain(run.noise_multiplier * run.clip)}: a step reveals r/z = {plain(run.ratio)} deviations")
    if run.gap is not None and run.deviation is not None:
        yield (f"on the iterate that is a gap of r η C/B = {plain(run.gap)} and noise of standard deviation η z C/B = "
               f"{plain(run.deviation)}, after the step size")
    if run.contraction is not None and run.curvature is not None:
        yield (f"a step has the Lipschitz constant {plain(run.contraction)}: curvatures from {plain(run.curvature[0])} to "
               f"{plain(run.curvature[1])}, weight decay included")


__all__ = ["conventions", "down", "explained", "print_privacy", "up", "wrapped"]
