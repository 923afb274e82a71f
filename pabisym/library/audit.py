"""The audit: every proof replayed, every recorded claim decided again.

What a theorem file records beside its statement (verdict on the page, tightness, points, worst case) is compared
with what is computed here; nothing that is recorded is ever reported.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import get_args

from pabisym.errors import PabisymError
from pabisym.lang.pace import Pace
from pabisym.library.clauses import JudgedClause, clause_counts, judge_clauses
from pabisym.library.files import INDEX, TheoremFiles, builtin_folder, describe
from pabisym.library.findings import (
    Finding,
    bound_finding,
    check_finding,
    evident_finding,
    needed_finding,
    number_finding,
    printed_verdict,
    spot_finding,
    tightness,
)
from pabisym.library.library import Library
from pabisym.library.statement import PROVENANCE, AsPrinted, Printed, Source, Statement, Status, Tightness, page_verdict
from pabisym.library.statement import REPLAYED as PROVED
from pabisym.library.status import Standing
from pabisym.library.witness import CONTRADICTORY, failing, model_words
from pabisym.library.workers import REPLAYED, Workers, size, workers

FILE = "file"
"""The name of the check that a theorem file can be used, which is reported where it fails."""
DECIDED = 0.04
"""Seconds that deciding the claims of one statement takes; measured over the built-in ones."""
COUNTED: tuple[Status, ...] = (*PROVED, "vacuous", "cited", "conjectured", "refuted")
PRINTED: tuple[AsPrinted, ...] = get_args(AsPrinted)


@dataclass(frozen=True)
class Audited:
    """One id after the audit; ``part_of`` is the statement in whose file a step is treated, ``clauses`` what the page says."""

    id: str
    title: str
    status: Status
    as_printed: AsPrinted | None
    tightness: Tightness | None
    cited: tuple[str, ...]
    checks: tuple[Finding, ...]
    finding: str
    seconds: float
    part_of: str = ""
    clauses: tuple[JudgedClause, ...] = ()
    seen: Source = "printed"
    model: str | None = None

    @property
    def verdict_shown(self) -> str:
        """The verdict on the page in a table: with what it was compared, where that is no page."""
        return f"{self.as_printed or ''}" + (f", as {self.seen}" if self.as_printed and self.seen != "printed" else "")

    @property
    def left_open(self) -> str:
        """What is not decided of a page that holds in part, in one line."""
        return "; ".join(one.text for one in self.clauses if one.state == "open") if self.as_printed == "holds in part" else ""

    @property
    def usable(self) -> bool:
        """Could the file be used at all."""
        return not any(check.name == FILE for check in self.checks)

    @property
    def failed(self) -> tuple[Finding, ...]:
        """The checks that are not certainly true."""
        return tuple(check for check in self.checks if check.verdict != "true")

    def to_json(self) -> dict[str, object]:
        """The entry of ``pabisym audit --json``."""
        data: dict[str, object] = {"id": self.id, "title": self.title, "status": self.status}
        data |= {"part_of": self.part_of} if self.part_of else {}
        data |= {**page_verdict(self.as_printed, self.seen), "provenance": PROVENANCE[self.seen]} if self.as_printed else {}
        data |= {"clauses": [one.to_json() for one in self.clauses]} if self.clauses else {}
        data |= {"model": self.model} if self.status in (*PROVED, "vacuous") else {}
        return data | {"tightness": self.tightness, "cited": list(self.cited),
                       "checks": [{"name": c.name, "verdict": c.verdict, "detail": c.detail} for c in self.checks], "finding": self.finding,
                       "seconds": round(self.seconds, 6)}


@dataclass(frozen=True)
class Report:
    """All audited ids, in order, how long the audit took, and how many processes replayed proofs."""

    entries: tuple[Audited, ...]
    seconds: float
    cores: int = 1

    @property
    def exit_status(self) -> int:
        """0 when every check is true; 1 when one is false; 3 when one is undecided and none is false."""
        verdicts = {check.verdict for entry in self.entries for check in entry.checks}
        return 1 if "false" in verdicts else 3 if "undecided" in verdicts else 0

    def summary(self) -> dict[str, object]:
        """How many entries have each status and each verdict on the page."""
        statuses = [entry.status for entry in self.entries]
        pages = [entry.as_printed for entry in self.entries if entry.seen == "printed"]
        return {"entries": len(self.entries), **{status: statuses.count(status) for status in COUNTED},
                "definition": statuses.count("definition"), "prose": statuses.count("prose"),
                "as_printed": {verdict: pages.count(verdict) for verdict in PRINTED},
                "clauses": clause_counts(one for entry in self.entries for one in entry.clauses),
                "provenance": {name: sum(entry.as_printed is not None and entry.seen == seen for entry in self.entries)
                               for seen, name in PROVENANCE.items()},
                "checks": sum(len(entry.checks) for entry in self.entries), "failed": sum(len(entry.failed) for entry in self.entries),
                "seconds": round(self.seconds, 3), "cores": self.cores}

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym audit --json``."""
        return {"summary": self.summary(), "entries": [entry.to_json() for entry in self.entries]}


def audit(library: Library, names: Iterable[str] | None = None, progress: Callable[[str], None] | None = None,
          cores: int | None = None) -> Report:
    """Audit the given ids (None: all), in the order of the library, and what they rest on.

    Proofs are replayed and claims decided by one process for every core, at most ``cores``, where there is that much to
    do, and else in this process.  ``progress`` is told what is done, how many of how many are, and an id.  What was replayed
    in an earlier run is replayed again.  A file that cannot be used, and those that were set aside, are entries with one check that
    failed, and the rest is audited all the same.
    """
    began = time.perf_counter()
    chosen = None if names is None else set(names)
    everything = chosen is None and not library.replays.made
    order: tuple[str, ...] = () if everything else library.ids if chosen is None else library.order(chosen - library.broken)
    open_ones = list(library.files) if everything else library.unreplayed(library.below(order), recall=False)
    hosts = dict[str, Audited]()
    with workers(library, open_ones, cores) as team:
        if team is not None:
            team.replay([name for name in open_ones if size(library, name)], progress, meanwhile=lambda: library.ids)
            order = library.ids if everything else order
            hosts |= _decide(library, order, team, progress)
        used = 1 if team is None else len(team)
    order = library.ids if everything else order
    entries = []
    fresh = {name: size(library, name) if name in library.files else 0 for name in order if library.host(name) not in hosts}
    seconds = {name: DECIDED + REPLAYED * fresh[name] if name in fresh else 0.0 for name in order}
    pace = Pace(progress, "auditing", seconds, 1.0)
    for name in order:
        pace.begun(name)
        try:
            entries.append(audit_entry(library, name, hosts))
        except Exception as error:
            entries.append(unusable(name, str(error) if isinstance(error, PabisymError) else describe(error)))
    if isinstance(library.files, TheoremFiles):
        entries += [unusable(name, line) for name, line in library.files.broken.items() if chosen is None or name in chosen]
    return Report(tuple(entries), time.perf_counter() - began, used)


def _decide(library: Library, order: Iterable[str], team: Workers, progress: Callable[[str], None] | None) -> dict[str, Audited]:
    """The entries of the statements of some ids, whose claims the workers decide.

    Checks may ask for standings, which are found here while the workers decide what has none; then those with the largest proofs first,
    because a check that builds a proof builds one like that of its statement.
    """
    asked = dict.fromkeys(map(library.host, order), 1.0)
    pace = Pace(progress, "deciding", asked, DECIDED / len(team))
    plain = [name for name in asked if not library.statement(name).checks]
    standings: dict[str, Standing] = {}
    found = team.ask(decide, plain, pace, lambda: standings.update({name: library.standing(name) for name in library.below(order)}))
    team.tell(standings)
    rest = sorted((name for name in asked if name not in found), key=lambda name: -size(library, name))
    found |= team.ask(decide, rest, pace)
    return {name: audit_one(library, name, claims) for name, claims in found.items() if claims is not None}


def unusable(name: str, line: str) -> Audited:
    """The entry of an id whose file cannot be used, and why."""
    return Audited(name, "", "conjectured", None, None, (), (Finding(FILE, "false", line),), "", 0.0)


def audit_entry(library: Library, name: str, hosts: dict[str, Audited] | None = None) -> Audited:
    """Audit one id; a step is as good as the statement in whose file it stands.  ``hosts`` remembers statements."""
    known = {} if hosts is None else hosts
    host = library.host(library.entry(name).id)
    if host not in known:
        known[host] = audit_one(library, host)
    found = known[host]
    if host == name:
        return found
    check = Finding("step", found.failed[0].verdict if found.failed else "true", f"treated inside {host}")
    return Audited(name, found.title, library.standing(name).status, None, None, found.cited, (check,), "", 0.0, host)


@dataclass(frozen=True)
class Decided:
    """What deciding the claims of one statement says, in the order of an entry; no proof of the statement is looked at."""

    tightness: Tightness | None
    claims: tuple[Finding, ...]
    numbers: tuple[Finding, ...]
    checks: tuple[Finding, ...]
    seconds: float
    model: Finding | None = None


def decide(library: Library, name: str) -> Decided:
    """Decide the claims of one statement: tightness, spots, need of its assumptions, its numbers and its own checks."""
    statement = library.statement(name)
    began = time.perf_counter()
    tight, about_tightness = tightness(statement)
    claims = [bound_finding(statement), *(spot_finding(statement, spot) for spot in statement.spots)]
    if not statement.plain and not statement.spots and (statement.relations or statement.bound):
        claims.append(Finding("spot", "false", "no point is recorded at which the assumptions hold"))
    claims += [*(needed_finding(statement, one) for one in statement.assumptions), about_tightness]
    if library.entry(name).path.is_relative_to(builtin_folder()):
        claims.append(evident_finding(statement))
    checks = tuple(check_finding(check, statement.check_trees) for check in statement.checks)
    numbers = tuple(number_finding(statement, number) for number in statement.numbers)
    said = tuple(claim for claim in claims if claim is not None)
    return Decided(tight, said, numbers, checks, time.perf_counter() - began, model_finding(statement))


def audit_one(library: Library, name: str, decided: Decided | None = None) -> Audited:
    """Audit one statement: its proof, the page, and its claims, which are ``decided`` (None: decided here)."""
    statement, standing = library.statement(name), library.standing(name)
    known = decide(library, name) if decided is None else decided
    began = time.perf_counter()
    proved = standing.status in PROVED
    model = known.model if proved or standing.status == "vacuous" else None
    findings = [Finding("proof", "false", standing.problem)] if standing.problem else []
    if standing.steps and not standing.problem:
        findings.append(Finding("proof", "true", f"replayed by the kernel, {standing.steps} steps"))
    findings += [model] if model else []
    if {step for step, host in library.steps.items() if host == statement.id} != set(statement.steps):
        findings.append(Finding("steps", "false", f"they are not those of {INDEX}; pabisym prove writes it anew"))
    findings += known.claims
    verdict: AsPrinted | None = None
    finding = ""
    if statement.printed is not None:
        verdict, detail = printed_verdict(statement, proved, known.checks, standing.status == "cited")
        agrees = verdict == statement.printed.verdict
        said = f"{verdict}: {detail}" if agrees else f"decided {verdict}, recorded {statement.printed.verdict}: {detail}"
        findings.append(Finding("as printed", "true" if agrees else "false", said))
        telling = verdict in ("refuted", "corrected", "not examined")
        finding = statement.printed.difference or (detail if telling else statement.printed.remark)
    elif statement.silent:
        finding = statement.silent
    clauses, wrong = judge_clauses(statement, standing, verdict, known.checks,
                                   lambda other: (library.statement(other), library.standing(other)) if other in library else None)
    findings += [*wrong, *known.numbers, *known.checks]
    seconds = time.perf_counter() - began + known.seconds + library.proof(name).seconds + standing.seconds
    page = statement.printed or Printed("not examined")
    return Audited(name, statement.title, standing.status, verdict, known.tightness, standing.cited, tuple(findings), finding, seconds,
                   clauses=clauses, seen=page.seen, model=model.detail if model is not None and model.verdict == "true" else None)


def model_finding(statement: Statement) -> Finding | None:
    """Whether the hypotheses of a statement with a proof have a model: one in words, or that there is none; None where none is known."""
    if statement.proof is None or not statement.conclusion:
        return None
    stored = statement.stored_witness
    if stored is not None and (wrong := failing(statement.sequent, stored)):
        return Finding("model", "false", f"the stored witness is none: {wrong}; pabisym prove looks for another")
    if statement.model.contradictory:
        return Finding("model", "false", CONTRADICTORY)
    witness = statement.model.witness
    return None if witness is None else Finding("model", "true", model_words(statement.sequent.kinds, witness))
