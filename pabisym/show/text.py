"""Pages for people at a terminal: aligned, Unicode, coloured only where a terminal shows it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from rich.console import Console
from rich.text import Text

from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational_text
from pabisym.library.statement import LinearPair, Statement, Status, Symbol
from pabisym.show.allocation import cell
from pabisym.show.catalogue import print_entry
from pabisym.show.terminal import (
    aligned,
    coloured,
    cut,
    folded,
    mark,
    narrow,
    new_table,
    print_fitted,
    print_folded,
    print_line,
    print_section,
    terminal,
)
from pabisym.show.unicode import unicode_text
from pabisym.show.words import own_bound, own_domain, parts, reading, reference, remark

if TYPE_CHECKING:
    from pabisym.library.audit import Audited, Report
    from pabisym.library.beliefs import Belief, Beliefs
    from pabisym.library.library import Library
    from pabisym.library.point import Evaluation
    from pabisym.numerics.enclosure import Enclosure
    from pabisym.refutation.search import Decision
    from pabisym.show.proof_outline import Outline


FIRST = "feldman2018/theorem-23"
"""The theorem that a newcomer is shown first."""


def print_report(report: Report, *, findings: bool = False, rows: bool = False, only: str | None = None,
                 command: str = "pabisym audit") -> None:
    """What failed, the scoreboard, and what it means; before it with ``findings`` the errors of the papers, with ``rows`` the whole table.

    ``only`` leaves the entries of one status or verdict, or with ``failed`` those that have a check that failed, as rows; ``command`` is
    what was typed, to which the last lines add options.
    """
    console = terminal()
    entries = [entry for entry in report.entries if chosen(entry, only)]
    if rows or only is not None:
        _print_rows(console, entries)
    for entry in report.entries:
        for check in entry.failed:
            print_line(console, Text.assemble(mark(check.verdict), f" {entry.id}: {check.name}: {check.detail}"))
    if findings:
        _print_findings(console, report)
    _print_scoreboard(console, report)
    print_line(console, Text())
    for sentence in _meaning(report, command):
        print_folded(console, sentence)


def chosen(entry: Audited, only: str | None) -> bool:
    """Whether an entry has a status or a verdict on its page, or for ``failed`` a check that failed; all have None."""
    return only is None or only in (entry.status, entry.as_printed) or (only == "failed" and bool(entry.failed))


def covered(part: str) -> str:
    """Which part of its page a statement covers, as a line; empty where it is all of it."""
    return f"covers: {part}" if part else ""


def _print_rows(console: Console, entries: Sequence[Audited]) -> None:
    table = new_table("statement", "status", "as printed", "tightness", "checks", "finding")
    for entry in entries:
        passed = f"{len(entry.checks) - len(entry.failed)}/{len(entry.checks)}"
        finding = f"step of {entry.part_of}" if entry.part_of else entry.finding or covered(entry.covers)
        if narrow(console):
            print_entry(console, entry.id, (entry.status, entry.as_printed or "", entry.tightness or "", passed), finding)
            continue
        words = (coloured(entry.status), coloured(entry.as_printed or ""), coloured(entry.tightness or ""))
        table.add_row(Text(entry.id), *words, Text(passed, style="red" if entry.failed else ""), Text(finding))
    if not narrow(console):
        print_fitted(console, table)


def _print_findings(console: Console, report: Report) -> None:
    """The entries that differ from their page, those that are false first, one line each."""
    found = [entry for verdict in ("refuted", "corrected") for entry in report.entries if entry.as_printed == verdict]
    if not found:
        return
    print_line(console, Text("What the papers print and what is proved; what is wrong as printed first", style="bold"))
    for entry in found:
        room = console.width - len(entry.id) - 14 if console.is_terminal else len(entry.finding)
        line = Text.assemble(coloured(str(entry.as_printed).ljust(9)), f"  {entry.id}  ", (cut(entry.finding, max(room, 0)), "dim"))
        line.rstrip()
        print_line(console, line)
    print_line(console, Text())


def _print_scoreboard(console: Console, report: Report) -> None:
    summary = report.summary()
    pages = summary["as_printed"]
    words = [f"{summary[status]} {status.replace('_', ' ')}" for status in get_args(Status) if summary[status]]
    printed = [f"{count} {verdict}" for verdict, count in pages.items()] if isinstance(pages, dict) else []
    print_line(console, Text.assemble((f"{summary['entries']} statements", "bold"), ": ", ", ".join(words)))
    print_folded(console, f"as printed: {', '.join(printed)}")
    failed = summary["failed"]
    verdict = (Text(f"{failed} of {summary['checks']} checks failed",
               style="bold red") if failed else Text(f"all {summary['checks']} checks hold", style="bold green"))
    processes = f", replayed on {report.cores} cores" if report.cores > 1 else ""
    print_line(console, Text.assemble(verdict, f", {summary['seconds']} s{processes}"))


def _meaning(report: Report, command: str) -> Iterator[str]:
    """What the numbers of an audit mean, for whoever reads them for the first time, and what to type next."""
    if any(entry.failed for entry in report.entries):
        yield "A check fails where a theorem file and what was found now disagree; the lines above that begin with ✗ or ? name them."
        yield f"Next: {command} --only failed"
        return
    proved = sum(entry.status in ("proved", "proved_from") for entry in report.entries)
    yield f"Nothing failed: the kernel replayed the proofs of {_counted(proved, 'statement')}, and every recorded claim was confirmed."
    verdicts = [entry.as_printed for entry in report.entries]
    wrong, differs = verdicts.count("refuted"), verdicts.count("corrected")
    said = [f'{_counted(wrong, "statement")} of the papers {"is" if wrong == 1 else "are"} wrong as printed ("refuted")'] if wrong else []
    said += [f"{_counted(differs, 'statement')} {'is' if differs == 1 else 'are'} proved in a corrected form"] if differs else []
    if said:
        yield f"{' and '.join(said)}; {command} --findings lists them."
    yield f"Next: pabisym show {FIRST} --brief" if any(entry.id == FIRST for entry in report.entries) else f"Next: {command} --rows"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def print_statement(library: Library, audited: Audited) -> None:
    """The page of one statement."""
    console, statement = terminal(), library.statement(audited.id)
    _print_head(console, statement, audited)
    page = parts(statement.text)
    for heading in ("Statement", "Reads as"):
        if page.get(heading):
            print_section(console, heading, (Text(line) for line in page[heading]))
    print_section(console, "Letters", _letters(statement))
    print_section(console, "Assumptions", _assumptions(statement))
    if statement.conclusion:
        print_section(console, "Conclusion", [Text(_unicode(statement.conclusion))])
    if bound := own_bound(statement):
        print_section(console, "Bound", [Text(_unicode(bound))])
    _print_proof(console, library, audited)
    if statement.worst_case is not None:
        print_section(console, "Worst case", _pair(statement.worst_case))
    checks = (Text.assemble(mark(c.verdict), f" {c.name}: {c.detail}") for c in audited.checks)
    print_section(console, "Checks", checks)


def _print_head(console: Console, statement: Statement, audited: Audited) -> None:
    print_line(console, Text.assemble((audited.id, "bold"), "  ", reference(statement)))
    print_line(console, Text(statement.title))
    if audited.part_of:
        print_line(console, Text(f"a step inside {audited.part_of}"))
    said = [("status", audited.status), ("as printed", audited.as_printed), ("tightness", audited.tightness)]
    pieces = [Text.assemble(f"{name}: ", coloured(word)) for name, word in said if word]
    print_line(console, Text(" · ").join(pieces))
    if audited.finding:
        word = "finding" if audited.as_printed in ("corrected", "refuted") else "note" if audited.as_printed else "claims nothing"
        print_line(console, Text(f"{word}: {audited.finding}"))
    if audited.covers:
        print_line(console, Text(covered(audited.covers)))


def _print_proof(console: Console, library: Library, audited: Audited) -> None:
    from pabisym.show.proof_outline import leaf, outline  # an allocation is printed without a kernel

    statement, proof = library.statement(audited.id), library.proof(audited.id)
    if proof.tree is not None and not proof.problem:
        root = replace(outline(statement, proof.tree, library, unicode_text), says=None)  # the conclusion stands above
        title = f"Proof ({library.standing(audited.id).steps} steps, replayed by the kernel)"
        print_section(console, title, (Text(line) for line in drawn(root)))
    if statement.cited_because:
        print_section(console, "Believed because", [Text(statement.cited_because)])
    cited = [leaf(name, library).how.removeprefix("believed ") for name in audited.cited if name != statement.id]
    if audited.status in ("proved", "proved_from"):
        print_section(console, "Believed under it", [Text(line) for line in cited] or [Text("nothing beyond the kernel")])


def drawn(root: Outline) -> Iterator[str]:
    """A proof as lines with box characters, each conclusion above what it rests on."""
    waiting = [(root, "", "")]
    while waiting:
        node, first, rest = waiting.pop()
        bar = "│ " if node.below else "  "
        says = [] if node.says is None else [unicode_text(node.says)]
        lines = [*says, node.how, *(f"where {unicode_text(side)}" for side in node.sides)]
        lines[0] = f"{node.label} {lines[0]}".lstrip()
        for number, line in enumerate(lines):
            yield (first if number == 0 else rest + bar) + line
        for position, below in enumerate(reversed(node.below)):
            corner, tail = ("└─ ", "   ") if position == 0 else ("├─ ", "│  ")
            waiting.append((below, rest + corner, rest + tail))


def _letters(statement: Statement) -> Iterator[Text]:
    rows = [(s.name, _domain(statement, s), s.meaning, "" if s.unit == "1" else s.unit) for s in statement.symbols]
    rows += [(s.name, s.kind, s.meaning, "") for s in statement.structures]
    yield from aligned(rows)


def _assumptions(statement: Statement) -> Iterator[Text]:
    said = ((a.name, reading(parse(a.holds, a.name, None)), remark(statement, a)) for a in statement.assumptions)
    yield from aligned([(name, holds + (f"  — {words}" if words else "")) for name, holds, words in said])


def _domain(statement: Statement, symbol: Symbol) -> str:
    sort, relations = own_domain(statement, symbol)
    return ", ".join((sort, *map(unicode_text, relations)))


def _pair(pair: LinearPair) -> Iterator[Text]:
    yield Text("X_k = c_k X_{k-1} + s_k + N(0, v_k), X'_k = c_k X'_{k-1} + N(0, v_k), k = 1..steps")
    rows = [("steps", pair.steps), ("c_k", pair.contraction), ("s_k", pair.gap), ("v_k", pair.noise_variance)]
    yield from aligned([(name, _unicode(text)) for name, text in (*rows, ("X_0 - X'_0", pair.start))])
    if pair.inside:
        yield Text(f"inside: {pair.inside}")


def print_evaluation(found: Evaluation, enclosure: Enclosure) -> None:
    """A bound at a point, and what was and was not checked there."""
    from pabisym.library.point import named_numbers

    console = terminal()
    bound = "" if found.bound is None else unicode_text(found.bound)
    own = found.statement is not None and found.of in named_numbers(found.statement)
    said = f"{found.of} = " if own and bound else found.of if own or found.of in ("epsilon", "delta", "mu_squared") else ""
    said += " = " if said and bound and not own else ""
    print_line(console, Text.assemble((found.id, "bold"), f"  {said}{bound}"))
    for line in enclosure_lines(enclosure):
        print_line(console, Text(line))
    for one in () if found.statement is None else found.statement.quantities:
        if one.name in found.point and one.name not in found.given:
            print_line(console, Text(f"no value given for {one.name}: {_unicode(one.value)}, {one.meaning}", style="dim"))
    if not found.holds:
        print_line(console, Text("an assumption does not hold here: the value is no bound", style="bold red"))
    if found.unchecked:
        print_line(console, Text(f"assumed, no value given: {', '.join(map(_unicode, found.unchecked))}", style="dim"))


def enclosure_lines(enclosure: Enclosure) -> Iterable[str]:
    """The exact value, where there is one, and the decimal ends."""
    if enclosure.exact is not None:
        yield f"= {cell(rational_text(enclosure.exact))}"
    if enclosure.lower != enclosure.upper:
        yield f"≥ {enclosure.lower}"
        yield f"≤ {enclosure.upper}"
    elif enclosure.exact is None or enclosure.exact.denominator != 1:
        yield f"= {enclosure.lower}"


def print_decision(decision: Decision) -> None:
    """The verdict on a claim, and the counterexample where there is one."""
    console, data = terminal(), decision.to_json()
    print_line(console, Text.assemble(("claim: ", "bold"), (data["status"], "bold green" if data["status"] == "proved" else "bold red")))
    if data["reason"]:
        print_line(console, Text(data["reason"]))
    print_section(console, "Conditions beside the domains", [Text(unicode_text(term)) for term in decision.conditions])
    if data["status"] == "refuted":
        print_section(console, "At", [Text(f"{_unicode(name)} = {value}") for name, value in data["at"].items()])
        print_section(console, "Claimed and true", [Text(f"claimed {cell(data['claimed'])}"), Text(f"true    {cell(data['true'])}")])
        worst = data["worst_case"]
        print_section(console, "Attained by x -> c'x + s against x -> c'x with", [
            Text(line) for part in worst.get("parts", [worst])
            for line in (f"c' = {', '.join(part['contraction'])}", f"instance {_instance(part['instance'])}")])


def _instance(given: Mapping[str, Any]) -> str:
    """An instance as a file of the format that ``pabisym allocate`` reads."""
    return json.dumps({name: value for name, value in given.items() if value is not None})


KNOWN = {"same": "the statement of the library", "differs": "NOT the statement that the library has under this id",
         "unknown": "the library has no statement of this id"}  # fmt: skip


def print_checks(results: Iterable[Mapping[str, Any]]) -> None:
    """The verdict on every file, and of a proof the whole statement, what it rests on and what satisfies it."""
    console = terminal()
    for result in results:
        word = Text("accepted", style="green") if result["accepted"] else Text("rejected", style="red")
        said = result["conclusion"] if result["accepted"] else result["reason"]
        print_line(console, Text.assemble((str(result["file"]), "bold"), ": ", word, f": {said}"))
        if result.get("id"):
            _print_sequent(console, result)


def _print_sequent(console: Console, result: Mapping[str, Any]) -> None:
    print_line(console, Text(f"{result['id']}: {KNOWN[result['library']]}"))
    print_section(console, "Letters", aligned(list(result["names"].items())))
    for kind, heading in (("domain", "Domains"), ("model", "Assumed of the model"), ("result", "Assumed results, believed")):
        rows = [(one["name"], _unicode(one["holds"])) for one in result["assumptions"] if one["kind"] == kind]
        print_section(console, heading, aligned(rows))
    print_section(console, "Conclusion", [Text(_unicode(result["conclusion"]))])
    print_section(console, "Believed", [Text(name) for name in result["beliefs"]] or [Text("nothing beyond the kernel")])
    print_section(console, "Given without proof", [Text(f"{name}: {_unicode(said)}") for name, said in result["assumed"].items()])
    point = result["instance"]
    if point is None:
        print_section(console, "Hypotheses", [Text("no instance is known" if result["accepted"] else result["reason"])])
    elif point:
        print_section(console, "An instance of the numbers", [Text(", ".join(f"{name} = {value}" for name, value in point.items()))])


def print_beliefs(found: Beliefs, *, counted: bool = True) -> None:
    """What is believed, by kind, and with ``counted`` how many beliefs are left."""
    from pabisym.library.beliefs import WORDS  # an allocation is printed without a library

    console = terminal()
    for kind, what in WORDS.items():
        entries = [one for one in found if one.kind == kind]
        if not entries:
            continue
        table = new_table("belief", "says", "where", "source", "theorems", "discharged", "because")
        print_line(console, Text(f"{kind}: {what}", style="bold"))
        if narrow(console):
            for one in entries:
                _print_belief(console, one)
            continue
        for one in entries:
            done = Text(one.discharged and f"{one.discharged}: {', '.join(one.by)}")
            says = one.wording if one.kind == "arithmetic" else _unicode(one.wording)
            where = "; ".join(map(_unicode, one.conditions))
            table.add_row(Text(one.id), Text(says), Text(where), Text(one.source), Text(str(one.theorems or "")), done, Text(one.reason))
        print_fitted(console, table)
    if not counted:
        return
    summary = found.summary()
    left = ", ".join(f"{count} {kind}" for kind, count in summary.items() if kind in WORDS)
    said = f"{summary['left']} left ({left})" if left else "nothing is believed beyond the kernel"
    print_line(console, Text(f"{said}; discharged: {summary['kernel']} by the kernel, {summary['coq']} by Coq"))


def _print_belief(console: Console, one: Belief) -> None:
    """A belief on a narrow terminal: its name, what it says and where, and why it is true, in lines that fit."""
    rests = f"under {one.theorems} statements" if one.theorems else ""
    done = f"{one.discharged}: {', '.join(one.by)}" if one.discharged else ""
    said = " · ".join(filter(None, (rests, done)))
    print_line(console, Text.assemble((one.id, "bold"), f"  {said}" if said else ""))
    says = one.wording if one.kind == "arithmetic" else _unicode(one.wording)
    where = "; ".join(map(_unicode, one.conditions))
    for line in folded(says + (f"  where  {where}" if where else ""), console.width - 4):
        print_line(console, Text(f"    {line}"))
    source = f" ({one.source})" if one.source else ""
    for line in folded(f"{one.reason}{source}", console.width - 4):
        print_line(console, Text(f"    {line}", style="dim"))


def print_brief(library: Library, name: str) -> None:
    """One screen: what is bounded under which hypotheses, with the status as it was last computed."""
    from pabisym.library.findings import printed_verdict

    console, entry = terminal(), library.entry(name)
    statement, standing = entry.statement, library.recalled(entry.id)
    proved = standing.status in ("proved", "proved_from")
    page = None if statement.printed is None else printed_verdict(statement, proved, cited=standing.status == "cited")[0]
    print_line(console, Text.assemble((entry.id, "bold"), "  ", reference(statement)))
    print_line(console, Text(statement.title))
    said = [("status", standing.status), ("as printed", page), ("tightness", statement.tightness)]
    print_line(console, Text(" · ").join([Text.assemble(f"{label}: ", coloured(word)) for label, word in said if word]))
    if statement.printed is not None and statement.printed.difference:
        print_line(console, Text(f"finding: {statement.printed.difference}"))
    if statement.printed is not None and statement.printed.covers:
        print_line(console, Text(covered(statement.printed.covers)))
    bound = own_bound(statement) or statement.bound
    if bound or statement.conclusion:
        print_section(console, "Bound" if bound else "Conclusion", [Text(_unicode(bound or statement.conclusion))])
    else:
        print_section(console, "Statement", (Text(line) for line in parts(statement.text).get("Statement", ())))
    print_section(console, "Hypotheses", [Text(reading(parse(one.holds, one.name, None))) for one in statement.assumptions])


# Drawing.


def _unicode(text: str) -> str:
    return unicode_text(parse(text, "formula", None))
