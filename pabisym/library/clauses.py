"""What a page says, one clause at a time, and what each of them is worth.

A page may say five things of which one is proved.  Its clauses are listed in the theorem file, see
:func:`pabisym.library.item.read_clause`, each with its state and with what shows that: ``conclusion``, the statement's own; ``worst case``,
which attains the bound at the points that are recorded; ``numbers``, all that are printed; the id of another statement; or the first words
of the name of a check.  The state is recorded, and what shows it decides: see :func:`decided_state`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pabisym.library.believed import PREFIX
from pabisym.library.findings import Finding, formula_verdict, number_accuracy, tightness
from pabisym.library.item import STATES
from pabisym.library.statement import AsPrinted, Clause, ClauseState, Statement, Status

if TYPE_CHECKING:
    from pabisym.library.status import Standing

OWN, NUMBERS, WORST = "conclusion", "numbers", "worst case"
"""What shows a clause where it is no id and no check."""
_ID = re.compile(r"\w+/[\w.-]+", re.ASCII)
_BY_STATUS: dict[Status, ClauseState] = {"proved": "proved", "proved_from": "cited", "cited": "cited", "refuted": "refuted"}
"""What a clause is that another statement says; of one that is proved from results that it assumes, these are cited."""
_BY_PAGE: dict[AsPrinted, ClauseState] = {"refuted": "refuted", "corrected": "refuted", "undecided": "open", "not examined": "open",
                                          "holds in part": "open"}
StandingOf: TypeAlias = "Callable[[str], tuple[Statement, Standing] | None]"
"""Another statement of the library and its standing, by id; None where there is none."""


@dataclass(frozen=True)
class JudgedClause:
    """A clause as it was decided: its words, where they stand, the formula that says it, its state and what shows that."""

    text: str
    line: str
    formula: str
    state: ClauseState
    by: str

    def to_json(self) -> dict[str, str]:
        """The clause in ``pabisym audit --json``."""
        return vars(self).copy()


def state_of(standing: Standing) -> ClauseState | None:
    """What a clause is that a statement says: one that rests on cited statements, beside the axioms of the kernel, is cited itself."""
    state = _BY_STATUS.get(standing.status)
    return "cited" if state == "proved" and not all(one.startswith(PREFIX) for one in standing.believed) else state


def decided_state(statement: Statement, standing: Standing, clause: Clause, checks: Sequence[Finding],
                  standing_of: StandingOf) -> ClauseState | str:
    """What a clause is by what shows it; or, as a sentence, why that shows nothing.

    *Proved*: the kernel replays a proof of it, and nothing is assumed that is a result; *cited*: the same from such results or from cited
    statements, or it is believed from a paper; *instance*: it is about single points or numbers, and decided there; *refuted*: what
    shows it breaks the page; *open*: nothing shows it.  A check that holds may stand beside an open clause, which was tried at points,
    and what it proves from results that it assumes is cited.
    """
    if clause.by == OWN:
        printed = statement.printed  # is a form recorded that is compared with the conclusion by itself
        differs = printed is not None and bool(printed.bound or printed.counterexample)
        verdict = formula_verdict(statement, proved=standing.status in _BY_STATUS)[0] if differs else "holds"
        return "refuted" if verdict in ("refuted", "corrected") else state_of(standing) or "open"
    if clause.by == NUMBERS:
        found = {number_accuracy(statement, number).accuracy for number in statement.numbers}
        return "refuted" if found & {"off", "false"} else "instance" if found and "undecided" not in found else "open"
    if clause.by == WORST:
        return "instance" if tightness(statement)[0] == "exact" else "open"
    if _ID.fullmatch(clause.by):
        return _by_another(statement, clause, standing_of)
    named = [at for at, check in enumerate(statement.checks) if check.name.startswith(clause.by)] if clause.by else []
    if len(named) != 1:
        return "open" if not clause.by else f"{'no check is' if not named else 'several checks are'} named {clause.by}"
    check, seen = statement.checks[named[0]], checks[named[0]]
    if seen.verdict != "true":
        return f"the check {clause.by} is {seen.verdict}"
    if clause.state == "open":
        return "open"
    if clause.state == "cited" and seen.replayed:
        return "cited"
    return "refuted" if check.judges in ("corrected", "refuted") else seen.replayed or "instance"


def _by_another(statement: Statement, clause: Clause, standing_of: StandingOf) -> ClauseState | str:
    """What a clause is that another statement shows, whose page may break it."""
    if clause.by == statement.id or clause.by in statement.steps:
        return f"it is shown by itself; name the {OWN}"
    known = standing_of(clause.by)
    if known is None:
        return f"there is no statement {clause.by}"
    other, standing = known
    if clause.state == "refuted":
        page = None if other.printed is None else other.printed.verdict
        return "refuted" if page in ("refuted", "corrected") else f"the page of {clause.by} is not refuted"
    return state_of(standing) or f"{clause.by} is {standing.status}"


def judge_clauses(statement: Statement, standing: Standing, verdict: AsPrinted | None, checks: Sequence[Finding],
                  standing_of: StandingOf) -> tuple[tuple[JudgedClause, ...], tuple[Finding, ...]]:
    """The clauses of a statement as decided, and a finding for each whose recorded state is not that.

    A statement that lists none is one clause, its title, in the state of its ``verdict``; one without a verdict says nothing.
    """
    if not statement.clauses:
        if verdict is None:
            return (), ()
        # What holds is as good as its status, and an instance where checks alone decide.
        state, by = _BY_PAGE.get(verdict) or state_of(standing) or "instance", OWN if statement.conclusion else "its checks"
        return (JudgedClause(statement.title, statement.reference.place, statement.conclusion, state, by),), ()
    judged, wrong = [], []
    for clause in statement.clauses:
        decided = decided_state(statement, standing, clause, checks, standing_of)
        if decided != clause.state:
            said = f"decided {decided}, recorded {clause.state}" if decided in STATES else decided
            wrong.append(Finding(f"clause: {clause.text}", "false", said))
        judged.append(JudgedClause(clause.text, clause.line or statement.reference.place, _formula(statement, clause, standing_of),
                                   decided if decided in STATES else "open", clause.by))
    return tuple(judged), tuple(wrong)


def _formula(statement: Statement, clause: Clause, standing_of: StandingOf) -> str:
    """The formula that says a clause: a conclusion, its own or that of another statement."""
    if clause.by == OWN:
        return statement.conclusion
    known = standing_of(clause.by) if _ID.fullmatch(clause.by) and clause.by != statement.id else None
    return known[0].conclusion if known is not None else ""


def clause_counts(clauses: Iterable[Clause | JudgedClause]) -> dict[ClauseState, int]:
    """How many clauses have each state."""
    found = Counter(one.state for one in clauses)
    return {state: found[state] for state in STATES}


_FOR_ONE = {"prose": "in prose", "instance": "by an instance"}
_FOR_MANY = _FOR_ONE | {"definition": "definitions", "holds": "hold", "holds in part": "hold in part"}


def after_number(word: str, count: int) -> str:
    """A status, verdict or state as it stands after a number.

    >>> after_number("holds in part", 2), after_number("instance", 1), after_number("proved_from", 3)
    ('hold in part', 'by an instance', 'proved from')
    """
    return (_FOR_ONE if count == 1 else _FOR_MANY).get(word, word.replace("_", " "))


def counted(clauses: Iterable[Clause | JudgedClause]) -> str:
    """How many clauses there are and in what states, in words; empty where there is none.

    >>> counted([JudgedClause("a", "", "", "proved", "conclusion"), JudgedClause("b", "", "", "open", "")])
    '2 clauses: 1 proved, 1 open'
    """
    found = clause_counts(clauses)
    total, said = sum(found.values()), ", ".join(f"{count} {after_number(state, count)}" for state, count in found.items() if count)
    return f"{total} clause{'' if total == 1 else 's'}: {said}" if total else ""
