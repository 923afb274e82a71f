"""Which theorem is best for given parameters: what ``pabisym compare`` answers.

The parameters describe projected noisy SGD: n records in batches of b, T steps of size eta, losses that are L-Lipschitz (perhaps M-smooth
and m-strongly convex), gradient noise of standard deviation sigma before the step size, perhaps a domain of diameter D. Every statement of
the library that bounds a divergence of two runs is read by the roles of its letters (:data:`~pabisym.comparison.vocabulary.ROLES`), so that
a theorem that is added is compared as soon as its letters have them. A statement applies when all its letters have values, all its
decidable conditions are certainly true, and the step of its conclusion is the last one. What it assumes beyond that is listed, not decided.
Where a letter is the reader's to choose (a look-back), the best of some choices is taken. Statements about another output than the last
iterate of a run that takes the records in order (a run that stops or skips at random, batches that are drawn) are listed apart: their
epsilon is no better or worse than that of the others, it is that of another algorithm.

A bound on Rényi divergences whose proof has a Gaussian form (:mod:`pabisym.library.twins`) is converted as the bound on mu^2 that it is, at
the order 2.  Whether a statement applies is decided before any proof is replayed, and proofs are replayed of those that apply alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from flint import fmpq

from pabisym.comparison.answers import row_at
from pabisym.comparison.kept import STANDING, KeptAnswers
from pabisym.comparison.reading import NO_STEPS, NOTHING, StatementAtRun
from pabisym.comparison.rows import LAST, StatementRow, row_rank, with_improvements
from pabisym.comparison.sentences import ABOUT_STEPS, sentence
from pabisym.comparison.symbols import RunSymbols, described_run
from pabisym.comparison.vocabulary import GIVEN, OPTIONAL
from pabisym.errors import InputError
from pabisym.lang.arguments import Exact, NumberLike, public
from pabisym.lang.budget import within
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.reader import nearest
from pabisym.lang.tables import Tabled
from pabisym.library.library import Library, LibraryLike, natural, open_library
from pabisym.library.statement import Statement
from pabisym.library.status import ESTABLISHED
from pabisym.numerics.search import turning_point
from pabisym.spec.configuration import CONVEX, KEYS, LOSSES, STRONGLY_CONVEX, SYMBOLS, Adjacency, Loss, Release, Sampling


@dataclass(frozen=True)
class Comparison(Tabled):
    """All rows, the applicable ones first; ``others`` are statements about something else.

    Of those that apply, the ones about the last iterate come first, each kind from the least epsilon on.
    """

    setting: RunSymbols
    rows: tuple[StatementRow, ...]
    others: Mapping[str, str]

    def __repr__(self) -> str:
        best = f", best {self.applicable[0].id}" if self.applicable else ""
        return f"Comparison({len(self.applicable)} apply, {len(self.rows) - len(self.applicable)} do not{best})"

    @property
    def applicable(self) -> tuple[StatementRow, ...]:
        """The rows with an epsilon: about the last iterate, the least first, then about other outputs."""
        return tuple(row for row in self.rows if row.epsilon is not None)

    @property
    def best(self) -> StatementRow | None:
        """The least certified epsilon of all calculi that is about the last iterate; None where no statement applies."""
        return self.best_about(LAST)

    @public
    def best_about(self, about: str) -> StatementRow | None:
        """The least certified epsilon about an output, as ``about`` of a row names it; None where no statement applies."""
        return next((row for row in self.applicable if row.about == about), None)

    @public
    def best_delta(self, epsilon: NumberLike, *, library: LibraryLike = None, digits: int = 6) -> tuple[StatementRow, fmpq] | None:
        """About the least delta at which some calculus gives (epsilon, delta) for the last iterate, with the row that does, there.

        ``epsilon`` > 0 is exact, in nats; the pair is certified, and no delta that is smaller by a relative 10^-``digits`` was seen to
        be enough.  Statuses are those of this comparison.  None where no delta above 2^-400 and below 1 is enough.  Raises
        :class:`~pabisym.errors.InputError` for a level that is no positive number.
        """
        level = rational(epsilon, "epsilon")
        if level <= 0:
            raise InputError("epsilon", f"{rational_text(level)} is not positive", "give a positive level")
        known, names = open_library(library), [row for row in self.applicable if row.about == LAST]
        best: tuple[StatementRow, fmpq] | None = None
        for row in names:
            statement = known.statement(row.id)

            def enough(delta: fmpq, statement: Statement = statement, row: StatementRow = row) -> StatementRow | None:
                setting = replace(self.setting, values={**self.setting.values, "delta": delta})
                found = row_at(StatementAtRun(known, statement, setting), row.status, digits + 2)
                return found if found.epsilon is not None and rational(found.epsilon.upper, "epsilon") <= level else None

            good = best[1] * (1 - fmpq(1, 10**digits)) if best is not None else fmpq(2**20 - 1, 2**20)
            reached = enough(good)
            if reached is None:
                continue
            good = _smallest(enough, good, digits)
            last = enough(good)
            best = best if last is None else (last, good)
        return best

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym compare --json``."""
        values = {name: rational_text(value) for name, value in self.setting.values.items()}
        split = {True: [row.to_json() for row in self.applicable], False: [row.to_json() for row in self.rows if row.epsilon is None]}
        best = {"best": None if self.best is None else self.best.id}
        return {"at": values, **best, "applicable": split[True], "failing": split[False], "not_compared": dict(self.others)}


def _smallest(enough: Callable[[fmpq], object], most: fmpq, digits: int) -> fmpq:
    """About the least delta that is enough; ``most`` is."""
    low, high = turning_point(lambda power: fmpq(2) ** power < most and enough(fmpq(2) ** power) is None, -400, 0, 1)
    return turning_point(lambda delta: enough(delta) is None, fmpq(2) ** low, min(most, fmpq(2) ** high), fmpq(0), digits)[1]


@public
def compare(setting: RunSymbols | None = None, /, *, n: Exact | None = None, b: Exact | None = None, T: Exact | None = None,
            eta: Exact | None = None, L: Exact | None = None, sigma: Exact | None = None, delta: Exact | None = None,
            D: Exact | None = None, m: Exact | None = None, M: Exact | None = None, t: Exact | None = None,
            examples: Exact | None = None, batch: Exact | None = None, epochs: Exact | None = None, steps: Exact | None = None,
            noise_multiplier: Exact | None = None, clip: Exact | None = None, learning_rate: Exact | None = None,
            loss: Loss = "convex", smoothness: Exact | None = None, strong_convexity: Exact | None = None,
            diameter: Exact | None = None, weight_decay: Exact | None = None, momentum: Exact | None = None,
            sampling: Sampling | None = None, sample_rate: Exact | None = None, adjacency: Adjacency | None = None,
            release: Release | None = None,
            library: LibraryLike = None, digits: int = 10, progress: Callable[[str], None] | None = None,
            seconds: NumberLike | None = None) -> Comparison:
    """What every statement about two runs says at the parameters; only what is proved or cited is offered.

    The parameters are exact numbers: n records, batches of b, T steps of size eta, L-Lipschitz losses, gradient noise of standard
    deviation sigma (before the step size, in units of the gradient), delta; and, where known, the diameter D of the domain (in
    units of the iterate), m-strongly convex, M-smooth, the record t (the last one); or the words of a training script in their place, as
    for :func:`pabisym.privacy` (``examples``, ``batch``, ``epochs``, ``noise_multiplier``); or a ``setting`` has them.  ``library`` is
    where statements are looked up (None: the built-in one).  Every epsilon is in nats, certified to ``digits`` digits.
    ``loss`` is what is promised of the losses, one of :data:`pabisym.spec.configuration.LOSSES`: of nonconvex ones, and of ones
    whose gradients are clipped, no step is known to be a contraction.  ``seconds`` of processor time are the most that it takes (None:
    :data:`pabisym.lang.budget.SECONDS`).

    Proofs that were replayed in an earlier run are not replayed again; ``replayed`` of a row says so.  Raises
    :class:`~pabisym.errors.InputError` for a parameter that is unknown, missing or outside its domain.

    >>> from pabisym import compare
    >>> found = compare(n=4, b=1, T=4, eta="1/10", L=1, sigma=4, delta="1/1000", M=1)
    >>> best = found.applicable[0]
    >>> best.status, float(best.epsilon) < 2
    ('proved', True)
    """
    named = {key: value for key, value in locals().items() if value is not None and key != "loss"}
    parameters = {name: named[name] for name in (*GIVEN, *OPTIONAL, *KEYS) if name in named}
    if setting is not None and parameters:
        raise InputError("setting", f"cannot be combined with {next(iter(parameters))}", "give the setting alone")
    promised: str = loss
    with within(seconds):
        if setting is None:
            options = {name: value for name, value in parameters.items() if name in KEYS and name not in SYMBOLS}
            symbols = {name: value for name, value in parameters.items() if name not in options}
            setting, promised, _ = described_run(symbols, {**options, **({} if loss == CONVEX else {"loss": loss})}, "", "compare")
        return _compared(setting, open_library(library), digits, promised, progress)


def _compared(given: RunSymbols, known: Library, digits: int, loss: str, progress: Callable[[str], None] | None) -> Comparison:
    kept, rows = KeptAnswers.of(known), list[StatementRow]()
    found = under_loss(_reading(known, given, digits, kept), loss)
    statuses = {row.id: kept.status(row.id) for row in found.rows if row.epsilon is not None and row.id not in known.judged}
    if new := [row.id for row in found.rows if row.epsilon is not None and statuses.get(row.id) is None]:
        from pabisym.library.workers import recall  # where the modules of processes are needed

        recall(known, new, progress)
    for row in found.rows:
        if row.epsilon is None:
            rows.append(row)
            continue
        if progress is not None:
            progress(row.id)
        status, replayed = statuses.get(row.id), "cached"
        if status is None:
            standing = known.recalled(row.id)
            status, replayed = standing.status, standing.replayed
            if status in ESTABLISHED:
                kept.note(STANDING, status, row.id)
        if status in ESTABLISHED:
            rows.append(replace(row, status=status, replayed=replayed))
    kept.store(known)
    return replace(found, rows=with_improvements(rows))


def compare_unreplayed(library: Library, setting: RunSymbols, digits: int = 10, names: Iterable[str] | None = None) -> Comparison:
    """The same without replaying a proof: rows without a status, among them those whose proof may fail; of ``names`` alone, if given."""
    kept = KeptAnswers.of(library) if names is None else KeptAnswers()
    found = _reading(library, setting, digits, kept, names)
    kept.store(library)
    return found


def _reading(library: Library, setting: RunSymbols, digits: int, kept: KeptAnswers, names: Iterable[str] | None = None) -> Comparison:
    rows, others = list[StatementRow](), dict[str, str]()
    known = kept.unread(library, lambda name: StatementAtRun(library, library.statement(name), RunSymbols({})).unread)
    for name in sorted(library.files if names is None else names, key=natural):
        unread = known.get(name, "")
        if not unread:
            one = StatementAtRun(library, library.statement(name), setting, kept=kept)
            unread = one.unread
            if not unread and (one.statement.proof is not None or one.statement.cited_because):
                rows.append(row_at(one, "", digits))
        if unread not in ("", NOTHING, NO_STEPS):
            others[name] = unread
    return Comparison(setting, with_improvements(sorted(rows, key=row_rank)), others)


def under_loss(found: Comparison, loss: str) -> Comparison:
    """The comparison where only ``loss`` is promised of the losses: rows that assume more do not apply.

    Raises :class:`~pabisym.errors.InputError` for a word that is none of :data:`~pabisym.spec.configuration.LOSSES`, and for strongly
    convex losses without m.
    """
    if loss not in LOSSES:
        raise InputError("loss", f"{loss[:40]!r} is not known", nearest(loss, LOSSES, f"give one of {', '.join(LOSSES)}"))
    if loss == STRONGLY_CONVEX and found.setting.values["m"] == 0:
        raise InputError("loss", "is strongly convex, but m is 0", "give m, or take convex")
    if loss in (CONVEX, STRONGLY_CONVEX):
        return found
    rows = list[StatementRow]()
    for row in found.rows:
        promised = [kind for kind in row.judged if kind in ABOUT_STEPS]
        if row.epsilon is None or not promised:
            rows.append(row)
        else:
            fails = f"{sentence(promised[0])}; the losses are {loss}"
            rows.append(replace(row, epsilon=None, bound=None, status="", improved_by="", fails=fails))
    return replace(found, rows=tuple(sorted(rows, key=lambda row: row.epsilon is None)))


def over_steps(library: Library, setting: RunSymbols, steps: Iterable[int], names: Sequence[str]) -> dict[str, list[tuple[int, float]]]:
    """The epsilon of some statements at other numbers of steps, where they apply: what ``--plot`` draws."""
    found: dict[str, list[tuple[int, float]]] = {}
    for count in steps:
        for name in names:
            row = row_at(StatementAtRun(library, library.statement(name), setting.with_steps(count)), "", 6)
            if row.epsilon is not None:
                found.setdefault(name, []).append((count, float(row.epsilon.upper)))
    return found


__all__ = ["LAST", "Comparison", "compare", "compare_unreplayed", "over_steps", "under_loss"]
