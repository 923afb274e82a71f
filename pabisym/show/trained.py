"""The answer to a training run for people: one screen, and every step from the script to the number."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from pabisym.lang.rational import near_float
from pabisym.numerics.enclosure import down, up
from pabisym.show.blocks import Assumptions, Block, BulletList, Paragraph, ReportTable, columns, line, section
from pabisym.show.terminal import WIDEST, one_sign
from pabisym.spec.configuration import ALL, AVERAGE, CHECKPOINTS, LAST, RANDOM, plain
from pabisym.training.hidden import PaidUses, payments_of
from pabisym.training.hypotheses import RunHypothesis
from pabisym.training.known import VALUE, Privacy
from pabisym.training.phased import PhasedPrivacy
from pabisym.training.schedule import Schedule, without_bounds

_RELEASED = {LAST: "the last iterate", ALL: "all iterates", AVERAGE: "the average of the iterates", CHECKPOINTS: "the checkpoints"}
ASSUMED = "assumptions (✓ follows from your numbers, • you must ensure)"
"""The heading of the hypotheses of a bound."""
WIDTH = 66
"""Characters of the picture of blocks."""
MOST_PIECES = 12
"""Most runs of equal noise multipliers that are shown."""


def privacy_blocks(found: Privacy, *, explain: bool = False, cell: str = "") -> Iterator[Block]:
    """The best epsilon, what else is known, what it assumes, what would hold under other promises, and warnings.

    ``cell`` is a sentence on the class of the run.
    """
    run, best = found.run, found.best
    yield from (line((f"{name}: {value}", "bold")) for name, value in found.solved.items() if name != VALUE)
    if best is None or best.epsilon is None:
        yield line(("no statement applies to this run", "bold red"))
    else:
        yield line((one_sign(f"ε ≤ {up(best.epsilon)} at δ = {plain(run.delta)} for {_RELEASED[run.release]}"), "bold green"))
        yield Paragraph(f"by {best.id}: {best.title} ({re.split('[:;]', best.status)[0]})", most=WIDEST)  # --explain has its sources
    known = ((row.kind, f"≤ {up(row.epsilon)}", row.about, row.id) for row in found.rows if row.applies and row.epsilon is not None)
    yield section("what is known of this run", columns((("what", "ε", "of", "by"), *known)))
    yield section("lower bound: how much is left", BulletList((*_floor(found), *([cell] if cell else []))))
    if best is not None:
        yield section(ASSUMED, _assumptions(best.hypotheses))
    told = set[tuple[RunHypothesis, ...]]()
    for row in found.rows:
        if row.violated and row.violated not in told:
            told.add(row.violated)
            yield section(f"does not apply: {row.title}", _assumptions(row.violated))
    yield section("under other promises", BulletList(tuple(f"ε ≤ {up(one.epsilon)} {one.changes} ({one.by})" for one in found.others)))
    yield section("careful", BulletList(tuple(found.warnings)))
    if explain:
        yield section("from the script to the number", BulletList(tuple(explanation(found))))
        for row in found.rows:
            for paid in payments_of(row, run):
                where = "" if run.checkpoints is None else f", in {paid[-1].last} steps up to a checkpoint"
                yield section(f"which noise hides each use of the example{where}",
                              columns(_paid_rows(paid)), line("each costs: a shift of the noise, in its standard deviation in a step"),
                              *map(line, drawn(paid)))
    elif best is not None:
        yield line()
        yield line(("--explain says how the script becomes this number, --target-epsilon E the noise", "dim"))


def phased_blocks(found: PhasedPrivacy, *, explain: bool = False) -> Iterator[Block]:
    """The epsilon of several phases and mechanisms, what they are, and what that assumes; ``explain``: by what it is found."""
    row, whole = found.best, found.accounted
    yield from (line((f"{name}: {value}", "bold")) for name, value in found.solved.items() if name != VALUE)
    if row.epsilon is not None:
        what = "all phases and mechanisms" if row == whole else "the last iterate of all phases"
        yield line((one_sign(f"ε ≤ {up(row.epsilon)} at δ = {plain(found.found.given)} for {what}"), "bold green"))
    if whole.epsilon is not None:
        if row != whole:
            yield line(f"ε ≤ {up(whole.epsilon)} for all iterates")
        below = f"ε ≥ {down(whole.epsilon)}, as " if found.found.lower else ""
        about = "" if row == whole else "of all iterates: "
        yield Paragraph(f"{about}{below}{found.found.lower_means}", most=WIDEST)
    told = tuple((steps, said) for steps, said, _ in found.done())
    yield section("what was done", ReportTable(told, ("steps", "mechanism")))
    yield section(ASSUMED if row != whole else "assumptions (• you must ensure)",
                  _assumptions(row.hypotheses))
    for other in found.rows:
        if not other.applies:
            yield section(f"does not apply: {other.title}", *([other.fails] if other.fails else []), _assumptions(other.violated))
    if explain:
        yield section("by what", BulletList(tuple(f"{one.title}: {one.method}; {one.status}" for one in found.rows if one.applies)))


def schedule_blocks(found: Schedule) -> Iterator[Block]:
    """The best noise schedule beside the constant one, and what no schedule goes below."""
    constant = up(found.constant_epsilon())
    yield section("the best noise schedule", *map(Paragraph, (
        f"ε ≤ {up(found.epsilon())} with the multipliers below; the constant one of the same cost gives {constant}",
        f"no schedule at this cost gives less than {down(found.least_epsilon())} by shift allocation",
        f"without bounds on the multipliers: {without_bounds(found.run)}")))
    runs = list[tuple[int, int, str]]()  # steps in a row with about the same multiplier: the first, the last, the multiplier
    for k, square in enumerate(found.variances, 1):
        value = f"{math.sqrt(near_float(square)):.4g}"
        if runs and runs[-1][2] == value:
            runs[-1] = runs[-1][0], k, value
        else:
            runs.append((k, k, value))
    pieces = [f"{first}–{last}: {value}" if last > first else f"{first}: {value}" for first, last, value in runs]
    more = [f"… and {len(pieces) - MOST_PIECES} more, see --json"] if len(pieces) > MOST_PIECES else []
    yield section("noise multiplier of the steps", *pieces[:MOST_PIECES], *more)


def _paid_rows(paid: Sequence[PaidUses]) -> Iterator[tuple[str, ...]]:
    yield "uses in steps", "in", "are hidden by the noise", "each costs"
    for one in paid:
        steps = f"{one.first} to {one.last}" if one.last > one.first else str(one.first)
        if not one.blocks:
            way = "of the step itself" if one.until == 1 else f"from their own step on, {one.until} as one"
            yield steps, "", way, f"{near_float(one.share):.4g}" + (" and less" if one.until > 1 else "")
        elif one.blocks == 1:
            yield steps, "1 block", f"of steps {one.last + 1} to {one.until}", f"{near_float(one.share):.4g}"
        else:
            yield steps, f"{one.blocks} blocks", f"of the next block, up to {one.until}", f"{near_float(one.share):.4g}"


def drawn(paid: Sequence[PaidUses]) -> Iterator[str]:
    """A picture of the blocks in characters: the block of each step, and the one whose uses its noise hides.

    Distances to the end are on a logarithmic scale.

    >>> from flint import fmpq
    >>> parts = [PaidUses(1, 900, 1, 990, fmpq(1)), PaidUses(901, 990, 1, 1000, fmpq(1)), PaidUses(991, 1000, 0, 1000, fmpq(1))]
    >>> for text in list(drawn(parts))[1:]:
    ...     print(text[:9], text[9:].count("a"), text[9:].count("b"), text[9:].count("c"))
    block     22 22 22
    hides     22 0 22
    """
    steps = paid[-1].last
    places = [steps - round(steps ** (1 - (k + 1 / 2) / WIDTH)) + 1 for k in range(WIDTH)]
    spans = [(one.first, one.last) for group in paid for one in _single(group)]
    used = [next(number for number, (_, last) in enumerate(spans) if place <= last) for place in places]
    own = [not one.blocks for group in paid for one in _single(group)]
    names = [chr(ord("a") + number % 26) for number in range(len(spans))]
    marks = f"1{'(distances to the end on a logarithmic scale)'.center(WIDTH - 1 - len(str(steps)))}{steps}"
    yield f"step     {marks}"
    yield "block    " + "".join(names[number] for number in used)
    pays = [names[number] if own[number] else names[number - 1] if number and not own[number - 1] else "." for number in used]
    yield "hides    " + "".join(pays)


def _single(group: PaidUses) -> Iterator[PaidUses]:
    """The blocks of a group, of which no more than some are told apart."""
    count = min(max(group.blocks, 1), WIDTH)
    for k in range(count):
        first, last = (group.first + (group.last - group.first + 1) * j // count for j in (k, k + 1))
        yield PaidUses(first, last - 1, group.blocks, group.until, group.share)


def _floor(found: Privacy) -> Iterator[str]:
    """The lower bound on the true epsilon, by which pair of runs, and what that promises."""
    if found.lower is None:
        unknown = found.run.diameter is not None and found.run.learning_rate is None
        yield "no pair of runs is known here that certainly reveals anything" + (
            "; --learning-rate says how wide the domain is beside the noise of a step" if unknown else "")
        return
    yield f"the true ε is at least {down(found.lower)}, by this pair of runs: {found.lower_by}"
    if found.promise:
        yield f"that pair promises: {found.promise}"


def _assumptions(listed: Sequence[RunHypothesis]) -> Assumptions:
    return Assumptions(tuple((one.state, one.words) for one in listed))


def explanation(found: Privacy) -> Iterator[str]:
    """Every conversion from the words of the script to the numbers of the bounds."""
    run = found.run
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
    for row in found.rows:
        if row.fails:
            yield f"{row.id}: {row.fails}"
        elif row.applies and row.epsilon is not None:
            yield f"{row.id}: ε ≤ {up(row.epsilon, 6)}; {row.method}; {row.status}"
