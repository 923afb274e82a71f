"""Which theorem is best for given parameters: what ``pabisym compare`` answers.

The parameters describe projected noisy SGD: n records in batches of b, T steps of size eta, losses that are L-Lipschitz (perhaps M-smooth
and m-strongly convex), gradient noise of standard deviation sigma before the step size, perhaps a domain of diameter D.  Every statement of
the library that bounds a divergence of two runs is read by the roles of its letters (:data:`ROLES`), so that a theorem that is added speaks
for itself as soon as its letters have them.  A statement applies when all its letters have values, all its decidable conditions are
certainly true, and the step of its conclusion is the last one.  What it assumes beyond that is listed, not decided.  Where a letter is the
reader's to choose (a look-back), the best of some choices is taken.  Statements about another output than the last iterate of a run that
takes the records in order (a run that stops or skips at random, batches that are drawn) are listed apart: their epsilon is no better or
worse than that of the others, it is that of another algorithm.

A bound on Rényi divergences whose proof has a Gaussian form (:mod:`pabisym.library.twins`) is converted as the bound on mu^2 that it is, at
the order 2.  Whether a statement applies is decided before any proof is replayed, and proofs are replayed of those that apply alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path

from flint import fmpq

from pabisym.comparison import vocabulary
from pabisym.comparison.monotone import direction, monotone
from pabisym.comparison.sentences import ABOUT_STEPS, LOSSES, sentence
from pabisym.comparison.vocabulary import CHOICE, COUNTS, GIVEN, LEVEL, OPTIONAL, ORDER, PLAN, PROVIDED, ROLES, SHARES, SINGLE, STEP, Role
from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError, PabisymError
from pabisym.lang.arguments import public
from pabisym.lang.budget import poll, within
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.once import cached_property
from pabisym.lang.rational import rational, rational_text, to_fraction
from pabisym.lang.reader import nearest
from pabisym.lang.term import RELATIONS, TWO, ZERO, Call, Name, Number, Term, substitute
from pabisym.library import cache
from pabisym.library.convert import GAUSSIAN_FORM, Converted, convert, gaussian_bound, over_orders
from pabisym.library.files import TheoremFiles, builtin_folder
from pabisym.library.library import Library, LibraryLike, natural, open_library
from pabisym.library.point import conditions, decided_condition, letters, numeric_bound
from pabisym.library.statement import Statement, Status
from pabisym.library.status import ESTABLISHED
from pabisym.library.twins import ORDER as ORDER_LETTER
from pabisym.library.twins import has_gaussian_form
from pabisym.library.workers import recall
from pabisym.numerics.enclosure import Enclosure, interval_json
from pabisym.numerics.evaluator import Verdict

LAST = "the last iterate"
"""What most statements are about."""
STOPPED, SKIPPED = "a run that stops at a random step", "a run that skips a random number of records"
DRAWN = "batches that are drawn at random"
"""What the others are about."""
IMPROVES = "the statement gives no more at a smaller level"
"""What the lower end of an epsilon rests on where a bound is not seen to fall as the level grows."""
TRIED = "the best of the look-backs that were tried"
PLANNED = "the best of the plans of stages that were tried"


@dataclass(frozen=True)
class RunSymbols:
    """Values of the parameters; :meth:`of` reads and checks them."""

    values: Mapping[str, fmpq]

    @classmethod
    def of(cls, given: Mapping[str, object], field: str = "--set") -> RunSymbols:
        """Rational values of :data:`GIVEN` and some of :data:`OPTIONAL`; ``field`` names the place in errors.

        Raises :class:`~pabisym.errors.InputError` for a name that is none, a missing one, and values outside their domains.
        """
        for name in given:
            if name not in (*GIVEN, *OPTIONAL):
                raise InputError(f"{field} {name[:60]}", "is no parameter", f"the parameters are {', '.join((*GIVEN, *OPTIONAL))}")
        for name in GIVEN:
            if name not in given:
                raise InputError(field, f"no value for {name}", f"give {name} a value, as in {field} {name}=…")
        values = {name: rational(value, f"{field} {name}") for name, value in given.items()}
        values = {"t": values["n"], "m": fmpq(0), **values}
        for name, relation in _DOMAINS:
            missing = letters(parse(relation, name)) - values.keys()
            if not missing and decided_condition(substitute(parse(relation, name), _binding(values))) != "true":
                others = _binding({other: value for other, value in values.items() if other != name})
                wanted = _shown(substitute(_parsed(relation), others))
                raise InputError(f"{field} {name}", f"{relation} does not hold", f"give it with {wanted}")
        for name in ("n", "b", "T", "t"):
            if values[name].q != 1:
                raise InputError(f"{field} {name}", f"{rational_text(values[name])} is not an integer", f"{name} counts records or steps")
        return cls({name: values[name] for name in (*GIVEN, *OPTIONAL) if name in values})

    def with_steps(self, steps: int) -> RunSymbols:
        """The same with another number of steps."""
        return RunSymbols({**self.values, "T": fmpq(steps)})

    @cached_property
    def binding(self) -> dict[str, tuple[tuple[str, ...], Term]]:
        """The values, ready to be put into formulas."""
        return _binding(self.values)


_DOMAINS = (
    ("n", "n >= 1"), ("b", "b >= 1"), ("b", "b <= n"), ("T", "T >= 1"), ("eta", "eta > 0"), ("L", "L >= 0"), ("sigma", "sigma > 0"),
    ("delta", "delta > 0"), ("delta", "delta < 1"), ("D", "D >= 0"), ("m", "m >= 0"),
    ("M", "M >= 0"), ("M", "m <= M"), ("t", "t >= 1"), ("t", "t <= n"),
)  # fmt: skip


def _binding(values: Mapping[str, fmpq]) -> dict[str, tuple[tuple[str, ...], Term]]:
    return {name: ((), Number(value)) for name, value in values.items()}


@dataclass(frozen=True)
class StatementRow:
    """What one statement says at the parameters: ``epsilon`` at the given delta, or why it says nothing.

    ``at`` are its letters there, with the order or level at which the least epsilon is reached, ``bound`` is the value of
    its bound there, ``of`` what this bounds, and ``assumes`` names what is taken for granted.  The upper end of ``epsilon`` is
    what the statement gives; that it gives no less than the lower end rests on ``lower_end_assumes``, if that is not empty.
    ``improved_by`` is the statement of the library that gives the least about the same output, where that is certainly less than this one.
    ``about`` names the output that is compared.  The status, and when its proof was ``replayed``, are those of rows that apply.
    """

    id: str
    title: str
    reference: str
    status: str = ""
    epsilon: Enclosure | None = None
    of: str = ""
    at: Mapping[str, str] = field(default_factory=dict)
    bound: Enclosure | None = None
    method: str = ""
    assumes: tuple[str, ...] = ()
    fails: str = ""
    about: str = LAST
    lower_end_assumes: str = ""
    improved_by: str = ""
    replayed: str = field(default="now", compare=False)
    judged: tuple[str, ...] = ()
    """The kinds of judgements among what is assumed, for :mod:`pabisym.comparison.sentences`."""

    def to_json(self) -> dict[str, object]:
        """The row of ``pabisym compare --json``."""
        data: dict[str, object] = {"id": self.id, "title": self.title, "reference": self.reference, "about": self.about}
        if self.epsilon is None or self.bound is None:
            return {**data, "fails": self.fails}
        found = {"epsilon": interval_json(self.epsilon), "of": self.of, "at": dict(self.at), "bound": interval_json(self.bound)}
        said = {"status": self.status, "replayed": self.replayed, "method": self.method, "assumes": list(self.assumes),
                "hypotheses": [sentence(kind) for kind in self.judged]}
        return {**data, **found, **said, "lower_end_assumes": self.lower_end_assumes, "improved_by": self.improved_by}


@dataclass(frozen=True)
class Comparison:
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
    def best_delta(self, epsilon: object, *, library: LibraryLike = None, digits: int = 6) -> tuple[StatementRow, fmpq] | None:
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
                setting = RunSymbols({**self.setting.values, "delta": delta})
                found = _StatementAtRun(known, statement, setting).row(row.status, digits + 2)
                return found if found.epsilon is not None and rational(found.epsilon.upper, "epsilon") <= level else None

            good = best[1] * (1 - fmpq(1, 10**digits)) if best is not None else fmpq(2**20 - 1, 2**20)
            reached = enough(good)
            if reached is None:
                continue
            low, high = -400, 0
            while high - low > 1:
                middle = (low + high) // 2
                found = enough(fmpq(2) ** middle) if fmpq(2) ** middle < good else reached
                low, high = (low, middle) if found is not None else (middle, high)
            bad, good = fmpq(2) ** low, min(good, fmpq(2) ** high)
            while (good - bad) * fmpq(10) ** digits > good:
                middle_delta = (bad + good) / 2
                found = enough(middle_delta)
                bad, good = (bad, middle_delta) if found is not None else (middle_delta, good)
            last = enough(good)
            best = best if last is None else (last, good)
        return best

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym compare --json``."""
        values = {name: rational_text(value) for name, value in self.setting.values.items()}
        split = {True: [row.to_json() for row in self.applicable], False: [row.to_json() for row in self.rows if row.epsilon is None]}
        best = {"best": None if self.best is None else self.best.id}
        return {"at": values, **best, "applicable": split[True], "failing": split[False], "not_compared": dict(self.others)}


@public
def compare(setting: RunSymbols | None = None, /, *, library: LibraryLike = None, digits: int = 10, loss: str = "convex",
            progress: Callable[[str], None] | None = None, seconds: object = None, **parameters: object) -> Comparison:
    """What every statement about two runs says at the parameters; only what is proved or cited is offered.

    ``parameters`` are exact numbers: n records, batches of b, T steps of size eta, L-Lipschitz losses, gradient noise of standard
    deviation sigma (before the step size, in units of the gradient), delta; and, where known, the diameter D of the domain (in
    units of the iterate), m-strongly convex, M-smooth, the record t (the last one); or a ``setting`` has them.  ``library`` is where
    statements are looked up (None: the built-in one).  Every epsilon is in nats, certified to ``digits`` digits.
    ``loss`` is what is promised of the losses, one of :data:`pabisym.comparison.sentences.LOSSES`: of nonconvex ones, and of ones
    whose gradients are clipped, no step is known to be a contraction.  ``seconds`` of processor time are the most that it takes (None:
    :data:`pabisym.lang.budget.SECONDS`).

    Proofs that were replayed in an earlier run are not replayed again; ``replayed`` of a row says so.  Raises
    :class:`~pabisym.errors.InputError` for a parameter that is unknown, missing or outside its domain.

    >>> found = compare(n=4, b=1, T=4, eta="1/10", L=1, sigma=4, delta="1/1000", M=1)
    >>> best = found.applicable[0]
    >>> best.status, float(best.epsilon) < 2
    ('proved', True)
    """
    if setting is not None and parameters:
        raise InputError("setting", f"cannot be combined with {next(iter(parameters))}", "give the setting alone")
    with within(seconds):
        given = RunSymbols.of(parameters, "compare") if setting is None else setting
        return _compared(given, open_library(library), digits, loss, progress)


def _compared(given: RunSymbols, known: Library, digits: int, loss: str, progress: Callable[[str], None] | None) -> Comparison:
    kept, rows = _Kept.of(known), list[StatementRow]()
    found = under_loss(_reading(known, given, digits, kept), loss)
    statuses = {row.id: kept.status(row.id) for row in found.rows if row.epsilon is not None and row.id not in known.judged}
    recall(known, [row.id for row in found.rows if row.epsilon is not None and statuses.get(row.id) is None], progress)
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
    return replace(found, rows=_improved(rows))


def compare_unreplayed(library: Library, setting: RunSymbols, digits: int = 10, names: Iterable[str] | None = None) -> Comparison:
    """The same without replaying a proof: rows without a status, among them those whose proof may fail; of ``names`` alone, if given."""
    kept = _Kept.of(library) if names is None else _Kept()
    found = _reading(library, setting, digits, kept, names)
    kept.store(library)
    return found


def _reading(library: Library, setting: RunSymbols, digits: int, kept: _Kept, names: Iterable[str] | None = None) -> Comparison:
    rows, others, known = list[StatementRow](), dict[str, str](), kept.unread(library)
    for name in sorted(library.files if names is None else names, key=natural):
        unread = known.get(name, "")
        if not unread:
            one = _StatementAtRun(library, library.statement(name), setting, kept=kept)
            unread = one.unread
            if not unread and (one.statement.proof is not None or one.statement.cited_because):
                rows.append(one.row("", digits))
        if unread not in ("", _NOTHING, _NO_STEPS):
            others[name] = unread
    return Comparison(setting, _improved(sorted(rows, key=_rank)), others)


UNREAD, STANDING, FORM = "unread", "compared", "gaussian-of"
"""Entries of :mod:`pabisym.library.cache`: what statements are about, a status, whether there is a Gaussian form."""


@dataclass(frozen=True)
class _Kept:
    """What earlier runs found of built-in statements, by the ``content`` of their files and of this package; None where nothing is known.

    ``alone`` says that the library has no other files and no other proofs, so that a status is one by these sources.
    """

    content: str | None = None
    alone: bool = False
    _new: list[tuple[str, str, object]] = field(default_factory=list)

    @classmethod
    def of(cls, library: Library) -> _Kept:
        """Of a library, whose sources are read."""
        if not isinstance(library.files, TheoremFiles) or cache.folder() is None:
            return cls()
        return cls(_content(), library.files.folders == (builtin_folder().resolve(),) and not library.changed)

    def read(self, kind: str, name: str = "") -> object:
        """An entry; None where there is none."""
        known = self.content is not None and (self.alone or kind == UNREAD)
        return cache.read_entry(kind, cache.digest(self.content, name)) if known else None

    def note(self, kind: str, value: object, name: str = "") -> None:
        """Keep an entry for :meth:`store`."""
        if self.content is not None and (self.alone or kind == UNREAD):
            self._new.append((kind, cache.digest(self.content, name), value))

    def store(self, library: Library) -> None:
        """Write what was found, if the sources are still those that were read and no proof was exchanged."""
        if self._new and _content() == self.content:
            for kind, key, value in self._new:
                if kind == UNREAD or not library.changed:
                    cache.write(kind, key, value)
        self._new.clear()

    def status(self, name: str) -> Status | None:
        """The status that replaying showed, of a statement that is established."""
        known = self.read(STANDING, name)
        return next((one for one in ESTABLISHED if one == known), None)

    def gaussian(self, name: str, library: Library) -> bool:
        """As :func:`pabisym.library.twins.has_gaussian_form`, without loading what the proof rests on where it is known."""
        known = self.read(FORM, name)
        if not isinstance(known, bool):
            known = has_gaussian_form(name, library, recall=self.content is not None)
            self.note(FORM, known, name)
        return known

    def unread(self, library: Library) -> Mapping[str, str]:
        """Why built-in statements are about something else than parameters, empty where they are not: what no parameter changes.

        In later runs only the files of those that are about the parameters are loaded.  Empty where nothing can be kept.
        """
        if self.content is None or not isinstance(library.files, TheoremFiles):
            return {}
        names, found = list(library.files.of(builtin_folder().resolve())), self.read(UNREAD)
        if isinstance(found, dict) and found.keys() == set(names) and all(isinstance(why, str) for why in found.values()):
            return found
        found = {name: _StatementAtRun(library, library.statement(name), RunSymbols({})).unread for name in names}
        self.note(UNREAD, found)
        return found


def _content() -> str | None:
    """The digest of all built-in theorem files and of this package; None where one of them was changed since this process began."""
    package, folder = Path(__file__).resolve().parents[1], builtin_folder()
    return cache.sources((folder, *(path for path in sorted(package.iterdir()) if path != folder and path.name != "__pycache__")))


def under_loss(found: Comparison, loss: str) -> Comparison:
    """The comparison where only ``loss`` is promised of the losses: rows that assume more do not apply.

    Raises :class:`~pabisym.errors.InputError` for a word that is none of :data:`~pabisym.comparison.sentences.LOSSES`, and for strongly
    convex losses without m.
    """
    if loss not in LOSSES:
        raise InputError("loss", f"{loss[:40]!r} is not known", nearest(loss, LOSSES, f"give one of {', '.join(LOSSES)}"))
    if loss == "strongly-convex" and found.setting.values["m"] == 0:
        raise InputError("loss", "is strongly convex, but m is 0", "give m, or take convex")
    if loss in ("convex", "strongly-convex"):
        return found
    rows = [_without(row, loss) for row in found.rows]
    return replace(found, rows=tuple(sorted(rows, key=_applies)))


def _applies(row: StatementRow) -> bool:
    return row.epsilon is None


def _without(row: StatementRow, loss: str) -> StatementRow:
    promised = [kind for kind in row.judged if kind in ABOUT_STEPS]
    if row.epsilon is None or not promised:
        return row
    return replace(row, epsilon=None, bound=None, status="", improved_by="", fails=f"{sentence(promised[0])}; the losses are {loss}")


def _improved(rows: Sequence[StatementRow]) -> tuple[StatementRow, ...]:
    """Rows that say which row about the same output is certainly below them, the least one."""
    best: dict[str, StatementRow] = {}
    for row in rows:
        if row.epsilon is not None:
            best.setdefault(row.about, row)

    def said(row: StatementRow) -> StatementRow:
        least = best.get(row.about)
        if row.epsilon is None or least is None or least.epsilon is None:
            return replace(row, improved_by="")
        below = rational(least.epsilon.upper, "epsilon") < rational(row.epsilon.lower, "epsilon")
        return replace(row, improved_by=least.id if below else "")

    return tuple(map(said, rows))


def _rank(row: StatementRow) -> tuple[bool, bool, Fraction, list[object]]:
    least = Fraction(0) if row.epsilon is None else Fraction(row.epsilon.upper)
    return row.epsilon is None, row.about != LAST, least, list(natural(row.id))


def over_steps(library: Library, setting: RunSymbols, steps: Iterable[int], names: Sequence[str],
               digits: int = 6) -> dict[str, list[tuple[int, float]]]:
    """The epsilon of some statements at other numbers of steps, where they apply: what ``--plot`` draws."""
    found: dict[str, list[tuple[int, float]]] = {}
    for count in steps:
        for name in names:
            row = _StatementAtRun(library, library.statement(name), setting.with_steps(count)).row("", digits)
            if row.epsilon is not None:
                found.setdefault(name, []).append((count, float(row.epsilon.upper)))
    return found


_NOTHING = "bounds no divergence of two runs"
_NO_STEPS = "speaks of no number of steps and noise"
_UNSAID = "has no formal conclusion, so that nothing says of which laws its bound speaks"
_SEQUENCE = "has a bound that is a sequence, given step by step"


class _NotApplicableError(PabisymError):
    """Why a statement says nothing at the parameters."""


@dataclass(frozen=True)
class _StatementAtRun:
    """A statement read as one about the parameters."""

    library: Library
    statement: Statement
    setting: RunSymbols
    choice: int = 1
    """The value of the letters that may be chosen."""
    kept: _Kept = field(default_factory=_Kept)

    @cached_property
    def conclusion(self) -> Call | None:
        """The conclusion, where it bounds a divergence of two laws."""
        text = self.statement.conclusion
        term = _parsed(text) if text else None
        shift = {"renyi": 1, "gdp": 0}.get(term.head) if isinstance(term, Call) else None
        if not isinstance(term, Call) or term.head not in ("renyi", "gdp", "dp") or self.statement.tightness == "lower":
            return None
        return None if shift is not None and term.args[shift] != ZERO else term

    @cached_property
    def roles(self) -> Mapping[str, Role | None]:
        """The role of every letter; None for one without."""
        return {s.name: ROLES.get(s.role) for s in self.statement.symbols if s.role not in (LEVEL, ORDER, CHOICE, PLAN)}

    @cached_property
    def sought(self) -> tuple[str, ...]:
        """The letters that are orders or levels of privacy."""
        return tuple(s.name for s in self.statement.symbols if s.role in (LEVEL, ORDER))

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """The letters that are the reader's to choose."""
        return tuple(s.name for s in self.statement.symbols if s.role == CHOICE)

    @property
    def planned(self) -> bool:
        """Is it a statement in stages, whose levels and bounds a plan gives."""
        return any(s.role == PLAN for s in self.statement.structures)

    @property
    def shared(self) -> bool:
        """Does its plan say how the steps of a block share the distance, so that maps need not be 1-Lipschitz."""
        return any(s.role == SHARES for s in self.statement.structures)

    @property
    def by_reflection(self) -> bool:
        """Does its plan begin with a gap chain."""
        return any("survival(" in one.holds for one in self.statement.assumptions)

    @property
    def about(self) -> str:
        """The output of which the conclusion speaks, by the roles of its laws."""
        laws = {s.name: s.role for s in self.statement.structures if s.kind == "law sequence"}
        roles = {laws[law.head] for law in _sequences(self.conclusion, laws)}
        if vocabulary.SKIPPED in roles or vocabulary.STOPPED in roles:
            return SKIPPED if vocabulary.SKIPPED in roles else STOPPED
        drawn = any(s.kind == "mechanism sequence" for s in self.statement.structures)
        return DRAWN if drawn or any("sampledstep(" in one.holds for one in self.statement.assumptions) else LAST

    @property
    def free(self) -> str:
        """The letter of which the best value is sought, the order or the level."""
        return self.sought[0]

    @cached_property
    def defined(self) -> Mapping[str, Term]:
        """Letters without a role that an assumption defines or bounds below; the least value, rounded up in integers, is taken."""
        found: dict[str, Term] = {}
        for _, relation in self.statement.relations:
            if isinstance(relation, Call) and relation.head in ("==", ">=") and isinstance(relation.args[0], Name):
                name = relation.args[0].name
                known = {one for one, role in self.roles.items() if role is not None} | {*self.sought[:1], *self.chosen} | found.keys()
                if self.roles.get(name, _ROLE) is None and letters(relation.args[1]) <= known and letters(relation.args[1]):
                    least = substitute(relation.args[1], {one: ((), term) for one, term in found.items()})
                    found[name] = Call("ceiling", (least,)) if self.statement.domains[name] == "integer" else least
        return found

    @cached_property
    def unread(self) -> str:
        """Why a statement is about something else than the parameters; empty where it is not."""
        formulas = [role.formula for role in self.roles.values() if role is not None]
        noisy = any("sigma" in formula for formula in formulas)
        if not self.statement.conclusion and self.statement.bound and self.sought and noisy:
            return _UNSAID
        if self.conclusion is None or (numeric_bound(self.statement) is None and not self.planned):
            return _NOTHING
        if not any(formula in COUNTS for formula in formulas) or not noisy:
            return _NO_STEPS
        if self.planned:
            return ""
        if self.conclusion.head == "dp" and not letters(self.conclusion.args[3]) <= self.statement.domains.keys():
            return _SEQUENCE
        if len(self.sought) != 1:
            return "is not about one order or level"
        if any("affine(" in assumption.holds for assumption in self.statement.assumptions):
            return "is about particular losses"
        symbols = [s for s in self.statement.symbols if s.name in self.roles and s.name not in self.defined]
        lost = [f"{s.name} ({s.meaning})" for s in symbols if self.roles[s.name] is None]
        return f"{', '.join(lost)} {'is' if len(lost) == 1 else 'are'} none of the parameters" if lost else ""

    def row(self, status: str, digits: int) -> StatementRow:
        """What the statement says."""
        poll()
        reference = f"{self.statement.reference.key}, {self.statement.reference.label}"
        own = StatementRow(self.statement.id, self.statement.title, reference, status, about=self.about)
        try:
            named = list(self.assumed())
            judged = tuple(dict.fromkeys(kind for _, kind in named))
            return replace(self.answer(own, digits), assumes=tuple(name for name, _ in named), judged=judged)
        except PabisymError as problem:
            return replace(own, fails=str(problem))

    def assumed(self) -> Iterator[tuple[str, str]]:
        """Names and kinds of the assumptions that are no relations between numbers nor the definition of the runs, but for their start."""
        for assumption in self.statement.assumptions:
            head, start = _inner(assumption.holds).head, "point(" in assumption.holds
            if head not in (*RELATIONS, "and", "equal") or (head == "equal" and start):
                yield assumption.name, head

    @cached_property
    def point(self) -> dict[str, tuple[tuple[str, ...], Term]]:
        """The letters but the one that is sought; raises where a parameter is missing or a role does not fit."""
        values = self.setting.binding
        point: dict[str, tuple[tuple[str, ...], Term]] = {name: ((), Number(self.choice)) for name in self.chosen}
        for name, role in self.roles.items():
            for relation, words in role.needs if role is not None else ():
                if decided_condition(substitute(_parsed(relation), values)) != "true":
                    raise _NotApplicableError(f"{words}: {relation} is needed")
            if role is not None:
                point[name] = (), self.value(role.formula, role.otherwise, name)
        for name, term in self.defined.items():
            point[name] = (), substitute(term, point)
        return point

    def value(self, text: str, otherwise: str, name: str) -> Term:
        """A formula in the parameters, as a number where it is rational; raises where a parameter is absent."""
        formula = _parsed(text)
        if letters(formula) - self.setting.values.keys() and otherwise:
            formula = _parsed(otherwise)
        if missing := sorted(letters(formula) - self.setting.values.keys()):
            raise _NotApplicableError(f"needs {', '.join(_PARAMETERS[one] for one in missing)}")
        term = substitute(formula, self.setting.binding)
        exact = exact_value(term, {})
        if exact is not None:
            term = Number(exact)
            if self.statement.domains.get(name) == "integer" and exact.q != 1:
                said = f"{name} = {to_text(formula)} = {rational_text(exact)} is no integer"
                raise _NotApplicableError(said + _whole_quotient(formula, self.setting.values))
        return term

    def check_steps(self) -> None:
        """The law of the conclusion is that of the last step; a mixture is one over a pass."""
        laws = {s.name: s.role for s in self.statement.structures if s.kind == "law sequence"}
        for law in list(_sequences(self.conclusion, laws))[:1]:
            values = self.setting.binding
            if laws[law.head] in (vocabulary.STOPPED, vocabulary.SKIPPED):
                wanted, words = _parsed("T*b == n"), "stops within one pass over the records: T*b == n is needed"
            else:
                last = substitute(law.args[0], self.point)
                wanted, words = Call("==", (last, values["T"][1])), f"is about {_shown(last)} steps, not {_shown(values['T'][1])}"
            if decided_condition(substitute(wanted, values)) != "true":
                raise _NotApplicableError(words)

    def check_batch(self) -> None:
        """A bound on gradient steps without a letter for the batch is about single records, unless it has the gap of this batch."""
        formulas = {role.formula for role in self.roles.values() if role is not None}
        if "L" not in formulas or "b" in formulas or self.setting.values["b"] == 1:
            return
        judged, own = [_inner(assumption.holds) for assumption in self.statement.assumptions], self.value(STEP, "", "")
        gaps = [substitute(one.args[-1], self.point) for one in judged if one.head == "gap"]
        if not any(not letters(gap) and decided_condition(Call("==", (gap, own))) == "true" for gap in gaps):
            raise _NotApplicableError(f"{SINGLE[1]}: {SINGLE[0]} is needed")

    @cached_property
    def facing(self) -> tuple[tuple[str, Term], ...]:
        """Every decidable condition as it stands, named, and with the values put in, but those by which letters were defined."""
        found = []
        for name, term in conditions(self.statement):
            here = substitute(term, self.point)
            if not (isinstance(here, Call) and here.head in ("==", ">=") and here.args[0] == here.args[1]):
                said = to_text(term)
                found.append((said if " : " in name else f"{name}: {said}", here))
        return tuple(found)

    def check_conditions(self) -> None:
        """All conditions that do not mention the letter that is sought are certainly true."""
        structures = {structure.name for structure in self.statement.structures}
        problems = list[str]()
        for name, term in self.facing:
            if self.free in letters(term) or letters(term) & structures:
                continue
            try:
                verdict = decided_condition(term)
            except PabisymError as problem:
                problems.append(str(problem))
                continue
            if verdict == "false":
                raise _NotApplicableError(f"{name} is false there")
            problems += [f"{name} is undecided there"] if verdict == "undecided" else []
        if problems:
            raise _NotApplicableError(problems[0])

    def check_steps_and_losses(self, but: str = "") -> None:
        """What is assumed of every step, loss and noise is what the parameters provide, where both are numbers.

        A step may have more noise than is assumed.  Of several noises one may be that of the start, so that none is compared.  ``but``
        is a judgement that is about no step at all.
        """
        judged = [(assumption.name, _inner(assumption.holds)) for assumption in self.statement.assumptions]
        noises = sum(inner.head == "gaussian" for _, inner in judged)
        for name, inner in judged:
            if inner.head not in PROVIDED or inner.head == but or (inner.head == "gaussian" and noises > 1):
                continue
            place, formula, otherwise = PROVIDED[inner.head]
            wanted = substitute(inner.args[place], self.point)
            if letters(wanted):
                continue
            given = self.value(formula, otherwise, "")
            sign, words = (">=", "at least") if inner.head == "gaussian" else ("<=", "at most")
            if decided_condition(Call(sign, (given, _without_roots(wanted)))) != "true":
                raise _NotApplicableError(f"{name}: {_shown(given)} is not {words} {_shown(wanted)}")

    @cached_property
    def levelled(self) -> Mapping[str, Term]:
        """The conditions that speak of the letter that is sought, and of no other without a value."""
        return {name: term for name, term in self.facing if letters(term) == {self.free}}

    def holds(self, order: fmpq) -> bool:
        """Are the conditions on the letter that is sought certainly true at a value of it."""
        here = {self.free: ((), Number(order))}
        try:
            return all(decided_condition(substitute(term, here)) == "true" for term in self.levelled.values())
        except PabisymError:
            return False

    def failing(self, order: fmpq) -> None:
        """Say which condition on the letter that is sought does not hold."""
        here = {self.free: ((), Number(order))}
        for name, term in self.levelled.items():
            if decided_condition(substitute(term, here)) != "true":
                raise _NotApplicableError(f"{name} holds at no {self.free} that was tried")

    def check(self) -> None:
        """Raise where the statement says nothing at the parameters."""
        self.check_batch()
        self.check_steps()
        self.check_conditions()
        self.check_steps_and_losses()

    def answer(self, own: StatementRow, digits: int) -> StatementRow:
        """The row filled in; raises :class:`~pabisym.errors.PabisymError` for a statement that says nothing."""
        if self.planned:
            how = self.sampled if self.about == DRAWN else self.reflected if self.by_reflection else self.staged
            return how(own, digits)
        self.check()
        found = numeric_bound(self.statement)
        if found is None or self.conclusion is None:
            raise _NotApplicableError(_NOTHING)
        if self.chosen and self.choice == 1 and (best := self.best_choice(found.bound)) > 1:
            return replace(self, choice=best).answer(own, digits)
        bound = substitute(found.bound, self.point)
        if self.conclusion.head == "dp":
            return self.level(own, found.of, bound, digits)
        converted = self.converted(bound, digits)
        order = {} if converted.order is None else {self.free: ((), Number(converted.order))}
        if converted.order is None and self.conclusion.head == "renyi":
            order = {self.free: ((), TWO)}
        value, at = enclose(substitute(bound, order), {}, digits), self.written(order)
        assumes = "; ".join(filter(None, (converted.assumes, TRIED if self.chosen else "")))
        row = replace(own, epsilon=converted.value, of=found.of, bound=value, at=at, method=converted.method)
        return replace(row, lower_end_assumes=assumes)

    def staged(self, own: StatementRow, digits: int) -> StatementRow:
        """What the best plan of stages that was found gives; its levels and bounds satisfy what the statement assumes of them."""
        single = self.shared and "M" not in self.setting.values  # in blocks of one step no map needs to be Lipschitz
        self.check_batch()
        self.check_steps()
        self.check_steps_and_losses("lipschitz" if single else "")
        s, epoch = (exact_value(self.value(text, "", ""), {}) for text in (STEP, "n/b"))
        H, v = self.of_role("diameter of the images"), self.of_role("variance")
        c = self.of_role("contraction of a block") if self.shared else fmpq(1)
        if H is None or v is None or s is None or c is None or min(H, v, s, c) <= 0:
            raise _NotApplicableError("needs a positive diameter, contraction, gap and noise, given exactly")
        every = int(epoch.p) if epoch is not None and epoch.q == 1 else 1
        if self.shared and c == 1 and not single:
            raise _NotApplicableError("is about contractions and expansions: c = 1 is that of pabisym/mixing-stages")
        from pabisym.divergence.mixing_plan import staged_epsilon  # numpy and scipy are loaded where they are used

        steps, delta = int(self.setting.values["T"].p), self.setting.values["delta"]
        found = staged_epsilon(H**2 / v, s**2 / v, steps, delta, digits, every, c, single)
        if found is None:
            raise _NotApplicableError(f"no plan of stages that was tried gives delta = {rational_text(self.setting.values['delta'])}")
        plan = found.plan
        counts = ("K", "J", "N", "m") if self.shared else ("K", "p", "J", "N", "m")
        at = self.written({}) | {name: str(getattr(plan, name)) for name in counts}
        at |= {"q": rational_text(plan.gaps(plan.p) * s**2), "r": rational_text(plan.gaps(plan.N * plan.m) * s**2)}
        at["g"] = f"{rational_text(s)} in one of {every} steps"
        at["e"] = ", ".join(map(rational_text, plan.levels))
        bound = enclose(Number(found.bounds[-1]), {}, digits)
        return replace(own, epsilon=found.epsilon, of="delta", bound=bound, at=at, method="the statement itself", lower_end_assumes=PLANNED)

    def reflected(self, own: StatementRow, digits: int) -> StatementRow:
        """The same where the first stage is by reflection; a gap in every step is counted."""
        single = "M" not in self.setting.values  # without smoothness each map is near the projection, and blocks have one step
        self.check_batch()
        self.check_steps()
        self.check_steps_and_losses("lipschitz" if single else "")
        H, c, sigma = (self.of_role(role) for role in ("diameter of the images", "contraction of a block", "noise"))
        s, o = (exact_value(self.value(text, "", ""), {}) for text in (STEP, "2*eta*L" if single else "0"))
        if H is None or c is None or sigma is None or s is None or o is None or min(H, c, sigma, s) <= 0:
            raise _NotApplicableError("needs a positive diameter, contraction, gap and noise, given exactly")
        from pabisym.divergence.gap_plan import WIDEST, Runs, gap_epsilon  # numpy and scipy are loaded where they are used

        if H / sigma > WIDEST:
            raise _NotApplicableError(f"is tried up to a diameter of {rational_text(WIDEST)} standard deviations of the noise of a step")
        runs, delta = Runs(H / sigma, s / sigma, c, o / sigma, single), self.setting.values["delta"]
        found = gap_epsilon(runs, int(self.setting.values["T"].p), delta, digits)
        if found is None:
            raise _NotApplicableError(f"no plan of stages that was tried gives delta = {rational_text(delta)}")
        plan = found.plan
        at = self.written({}) | {name: str(getattr(plan, name)) for name in ("M", "W", "J", "N", "m")}
        numbers = {"b": found.chance, "r": plan.N * plan.m * s**2, "o": o, "y": o / 2, "l": o / 2 if single else s}
        at |= {name: rational_text(value) for name, value in numbers.items()} | {"e": ", ".join(map(rational_text, plan.levels))}
        bound = enclose(Number(found.bounds[-1]), {}, digits)
        return replace(own, epsilon=found.epsilon, of="delta", bound=bound, at=at, method="the statement itself", lower_end_assumes=PLANNED)

    def sampled(self, own: StatementRow, digits: int) -> StatementRow:
        """The same for batches that are drawn at random."""
        values = self.setting.values
        if values["b"] >= values["n"]:
            raise _NotApplicableError("is about batches of some records: b < n is needed")
        self.check_steps_and_losses("bounded")
        c, D, L = (self.of_role(role) for role in ("contraction", "diameter", "Lipschitz constant"))
        if c is None or D is None or L is None or min(c, D, L) <= 0:
            raise _NotApplicableError("needs a positive contraction, diameter and Lipschitz constant, given exactly")
        from pabisym.divergence.sampled_mixing_plan import sampled_plan  # numpy and scipy are loaded where they are used

        v = (values["eta"] * values["sigma"]) ** 2
        h, q, r = (c * D) ** 2 / v, values["b"] / values["n"], values["b"] * values["sigma"] / (2 * L)
        found = sampled_plan(h, q, r, int(values["T"].p), values["delta"], c)
        if found is None or not found.holds(h, q, r):
            raise _NotApplicableError(f"no plan of stages that was tried gives delta = {rational_text(values['delta'])}")
        at = self.written({}) | {"J": str(found.J), "N": str(found.N), "m": str(found.m), "alpha": str(found.order)}
        at |= {"e": ", ".join(map(rational_text, found.levels)), "w": ", ".join(map(rational_text, found.slacks))}
        bound, epsilon = (enclose(Number(one), {}, digits) for one in (found.bounds[-1], found.levels[-1]))
        return replace(own, epsilon=epsilon, of="delta", bound=bound, at=at, method="the statement itself", lower_end_assumes=PLANNED)

    def of_role(self, role: str) -> fmpq | None:
        """The exact value of the letter with a role, where it has one."""
        name = next(s.name for s in self.statement.symbols if s.role == role)
        return exact_value(self.point[name][1], {})

    def best_choice(self, bound: Term) -> int:
        """A number of steps for the letters to choose at which the bound is small, at the order 2, or at which a small level is enough."""
        if self.conclusion is not None and self.conclusion.head == "dp":
            return _least_count(partial(self.level_price, bound), int(self.setting.values["T"].p))
        two = {self.free: ((), TWO)}

        def price(count: int) -> Fraction:
            here = substitute(substitute(bound, replace(self, choice=count).point), two)
            return Fraction(enclose(here, {}, 8).upper)

        return _least_count(price, int(self.setting.values["T"].p))

    def level_price(self, bound: Term, count: int) -> Fraction:
        """About the least level at which so many steps give delta; beyond all levels where none does, by what the bound is then."""
        delta = to_fraction(self.setting.values["delta"])
        here = substitute(bound, replace(self, choice=count).point)

        def told(level: Fraction) -> Fraction:
            return Fraction(enclose(substitute(here, {self.free: ((), Number(level))}), {}, 8).upper)

        low, high = -30, 6
        if told(Fraction(2) ** high) > delta:
            return Fraction(2) ** high + told(Fraction(2) ** high)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if told(Fraction(2) ** middle) <= delta else (middle, high)
        bad, best = Fraction(2) ** low, Fraction(2) ** high
        for _ in range(24):
            middle_level = (bad + best) / 2
            bad, best = (bad, middle_level) if told(middle_level) <= delta else (middle_level, best)
        return best

    def converted(self, bound: Term, digits: int) -> Converted:
        """The epsilon of a bound on a Rényi divergence or on mu^2."""
        delta = self.setting.values["delta"]
        if self.conclusion is not None and self.conclusion.head == "gdp":
            return convert(gaussian_bound(bound), delta=delta, digits=digits)
        if self.free == ORDER_LETTER and self.holds(fmpq(2)) and self.kept.gaussian(self.statement.id, self.library):
            found = convert(gaussian_bound(substitute(bound, {self.free: ((), TWO)})), delta=delta, digits=digits)
            return replace(found, method=f"{GAUSSIAN_FORM}; {found.method}")
        renyi = over_orders(bound, self.free, self.holds, self.failing)
        return convert(renyi, delta=delta, digits=digits)

    def level(self, own: StatementRow, of: str, bound: Term, digits: int) -> StatementRow:
        """The least level at which a statement about (epsilon, delta) gives the delta that is asked for, by halving."""
        delta = self.setting.values["delta"]
        needed = list(self.levelled.values())
        needed += [Call("<=", (bound, Number(delta)))] if of == "delta" else []

        def verdict(level: fmpq) -> Verdict:
            here = {self.free: ((), Number(level))}
            try:
                found = {decided_condition(substitute(term, here)) for term in needed}
            except PabisymError:
                return "undecided"
            return "false" if "false" in found else "undecided" if "undecided" in found else "true"

        bad, best = _least(verdict, digits)
        if best is None:
            raise _NotApplicableError(self.at_no_level(rational_text(delta) if of == "delta" else ""))
        ends = [{self.free: ((), Number(level))} for level in (bad, best)]
        value = enclose(substitute(bound, ends[1]), {}, digits)
        epsilon = _between(bad, best, digits)
        if of == "epsilon":
            epsilon = Enclosure(enclose(substitute(bound, ends[0]), {}, digits).lower, value.upper, None, digits, 0)
        falls = direction(bound, self.free) in ((0, -1) if of == "delta" else (0, 1)) and all(monotone(term, self.free) for term in needed)
        row = replace(own, epsilon=epsilon, of=of, bound=value, at=self.written(ends[1]), method="the statement itself")
        return replace(row, lower_end_assumes="; ".join(filter(None, ("" if falls else IMPROVES, TRIED if self.chosen else ""))))

    def at_no_level(self, delta: str) -> str:
        """Why no level was found: the conditions that fail at very small or at very large ones."""
        ends = [{self.free: ((), Number(Fraction(2) ** power))} for power in (-30, 20)]
        hard = [name for name, term in self.levelled.items() if any(decided_condition(substitute(term, end)) != "true" for end in ends)]
        wanted = [*hard, *([f"gives delta = {delta}"] if delta else [])]
        return f"no level of privacy that was tried fits: {'; '.join(wanted)}"

    def written(self, more: Mapping[str, tuple[tuple[str, ...], Term]]) -> dict[str, str]:
        """The letters in the order of the statement, as exact numbers where they are rational and else as formulas."""
        point = {name: ((), substitute(term, more)) for name, (_, term) in self.point.items()} | dict(more)
        found = {}
        for symbol in self.statement.symbols:
            if symbol.name in point:
                term = point[symbol.name][1]
                exact = exact_value(term, {})
                found[symbol.name] = to_text(term) if exact is None else rational_text(exact)
        return found


_ROLE = ROLES["records"]
_MOST_TRIED = 10**6
"""So many batch sizes are tried at most where one that divides the records is proposed."""
_PARAMETERS = {"D": "the diameter D of the domain", "m": "the strong convexity m", "M": "the smoothness M"}


def _whole_quotient(formula: Term, values: Mapping[str, fmpq]) -> str:
    """The two nearest values of b with which a quotient n/b is an integer, as the end of a sentence; empty for other formulas."""
    match formula:
        case Call("/", (Name(above), Name(below))) if values[above].q == values[below].q == 1 and values[above] <= _MOST_TRIED:
            count, given = int(values[above].p), int(values[below].p)
            nearest = sorted((d for d in range(1, count + 1) if count % d == 0), key=lambda d: (abs(d - given), d))[:2]
            return f": choose {below} = {' or '.join(map(str, sorted(nearest)))}"
    return ""


def _without_roots(term: Term) -> Term:
    """A closed formula with (a*sqrt(b))**2 written as a**2*b."""
    if not isinstance(term, Call):
        return term
    if term.head == "**" and term.args[1] == TWO:
        return _square(term.args[0])
    return Call(term.head, tuple(map(_without_roots, term.args)))


def _square(term: Term) -> Term:
    if isinstance(term, Call) and term.head in ("*", "/"):
        return Call(term.head, tuple(map(_square, term.args)))
    return term.args[0] if isinstance(term, Call) and term.head == "sqrt" else Call("**", (term, TWO))


@lru_cache(maxsize=8192)
def _parsed(text: str) -> Term:
    """A formula of the parameters or of a statement; the same ones are read for all parameters."""
    return parse(text, "formula", None)


def _inner(text: str) -> Call:
    """The judgement or relation of an assumption, without the ranges over which it holds."""
    inner = _parsed(text)
    while isinstance(inner, Call) and inner.head == "forall":
        inner = inner.args[3]
    return inner if isinstance(inner, Call) else Call("and", ())


def _sequences(term: Term | None, laws: Mapping[str, str]) -> Iterator[Call]:
    """The members of sequences of laws that a conclusion mentions."""
    if isinstance(term, Call):
        if term.head in laws:
            yield term
        else:
            for arg in term.args:
                yield from _sequences(arg, laws)


def _shown(term: Term) -> str:
    exact = exact_value(term, {}) if not letters(term) else None
    return to_text(term) if exact is None else rational_text(exact)


def _least(verdict: Callable[[fmpq], Verdict], digits: int) -> tuple[fmpq, fmpq | None]:
    """A value that is certainly not good, or 0, and one that certainly is, equal to some digits; None where none is found.

    Both are 0 where 0 certainly is good.
    """
    if verdict(fmpq(0)) == "true":
        return fmpq(0), fmpq(0)
    powers = [fmpq(2) ** k for k in range(-30, 21)]
    first = next((k for k, one in enumerate(powers) if verdict(one) == "true"), None)
    if first is None:
        return fmpq(0), None
    bad, best = (powers[first - 1] if first else fmpq(0)), powers[first]
    while bad > 0 and (best - bad) * fmpq(10) ** digits > best:
        middle = (bad + best) / 2
        bad, best = (bad, middle) if verdict(middle) == "true" else (middle, best)
    while bad > 0 and verdict(bad) != "false":
        bad = max(fmpq(0), 2 * bad - best)
    return bad, best


def _least_count(price: Callable[[int], Fraction], top: int) -> int:
    """A count from 1 to ``top`` with a small price: the least among powers of two, then by thirds between its neighbours."""
    tried = {count: price(count) for count in {*(1 << k for k in range(top.bit_length())), top}}
    near = sorted(tried)
    place = near.index(min(near, key=lambda count: tried[count]))
    low, high = near[max(place - 1, 0)], near[min(place + 1, len(near) - 1)]
    while high - low > 2:
        left, right = low + (high - low) // 3, high - (high - low) // 3
        tried |= {left: price(left), right: price(right)}
        low, high = (low, right) if tried[left] <= tried[right] else (left, high)
    tried |= {count: price(count) for count in range(low, high + 1)}
    return min(sorted(tried), key=lambda count: tried[count])


def _between(low: fmpq, high: fmpq, digits: int) -> Enclosure:
    """Decimal ends around an interval."""
    ends = [enclose(Number(end), {}, digits + 2) for end in (low, high)]
    return Enclosure(ends[0].lower, ends[1].upper, None, digits, 0)


__all__ = ["GIVEN", "LAST", "OPTIONAL", "ROLES", "Comparison", "Role", "RunSymbols", "StatementRow", "compare", "compare_unreplayed",
           "over_steps"]
