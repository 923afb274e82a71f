"""Statements, audits, beliefs and verdicts for people."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational_text
from pabisym.lang.term import Term
from pabisym.library.believed import PREFIX
from pabisym.library.coq_proofs import coq_axioms
from pabisym.library.statement import REPLAYED, STATUS_WORDS, LinearPair, Statement, Status
from pabisym.show.allocation import cell
from pabisym.show.blocks import (
    COLOURS,
    MARKS,
    Block,
    DisplayedFormula,
    NarrowEntry,
    Paragraph,
    ReportTable,
    Span,
    colour_status,
    columns,
    line,
    section,
)
from pabisym.show.unicode import unicode_text
from pabisym.show.words import one_line_text, own_bound, own_domain, parts, reference, remark

if TYPE_CHECKING:
    from pabisym.library.audit import Audited, Report
    from pabisym.library.beliefs import Belief, Beliefs
    from pabisym.library.library import Library
    from pabisym.library.point import Evaluation
    from pabisym.library.status import Standing
    from pabisym.numerics.enclosure import Enclosure
    from pabisym.refutation.search import Decision
    from pabisym.show.proof_outline import Outline


FIRST = "feldman2018/theorem-23"
"""The theorem that a newcomer is shown first."""


def audit_blocks(report: Report, *, findings: bool = False, rows: bool = False, only: str | None = None,
                 command: str = "pabisym audit") -> Iterator[Block]:
    """What failed, and what an audit has found in three sentences; before them with ``findings`` the errors of the papers.

    With ``rows`` the whole table stands there, and the counts by status and verdict.  ``only`` leaves the entries of one status or verdict,
    or with ``failed`` those that have a check that failed, as rows; ``command`` is what was typed, to which the last lines add options.
    """
    if rows or only is not None:
        yield _audited_table([entry for entry in report.entries if is_chosen(entry, only)])
    for entry in report.entries:
        for check in entry.failed:
            yield line(MARKS[check.verdict], f" {entry.id}: {check.name}: {check.detail}")
    if findings:
        yield from _findings(report)
    yield from _scoreboard(report)
    checks, failed = (report.summary()[name] for name in ("checks", "failed"))
    processes = f" on {report.cores} cores" if report.cores > 1 else ""
    if failed:
        yield line((f"{failed} of {checks} checks fail.", "bold red"))
    else:
        yield line((f"All {checks} checks pass", "bold green"), f" ({report.seconds:.1f} s{processes}).")
    yield from map(Paragraph, _meaning(report, command, "they are listed above" if findings else f"{command} --findings lists them"))


def is_chosen(entry: Audited, only: str | None) -> bool:
    """Whether an entry has a status or a verdict on its page, or for ``failed`` a check that failed; all have None."""
    return only is None or only in (entry.status, entry.as_printed) or (only == "failed" and bool(entry.failed))


def evidence(statement: Statement) -> Iterator[Block]:
    """Why a conclusion that is evident from one hypothesis or none stands here, as a line; nothing for others."""
    if statement.evident:
        yield line(f"the conclusion is evident: {statement.evident}")


def _audited_table(entries: Sequence[Audited]) -> ReportTable:
    rows, narrow = list[tuple[Span, ...]](), list[NarrowEntry]()
    for entry in entries:
        passed = f"{len(entry.checks) - len(entry.failed)}/{len(entry.checks)}"
        left = f"not decided: {entry.left_open}" if entry.left_open else ""
        finding = f"step of {entry.part_of}" if entry.part_of else entry.finding or left
        words = (colour_status(entry.status), colour_status(entry.as_printed or "", entry.verdict_shown), entry.tightness or "")
        rows.append((entry.id, *words, (passed, "red") if entry.failed else passed, finding))
        narrow.append(NarrowEntry(entry.id, (*words, passed), ((finding, "dim"),) if finding else ()))
    return ReportTable(tuple(rows), ("statement", "status", "paper's claim", "tightness", "checks", "finding"), tuple(narrow))


def _findings(report: Report) -> Iterator[Block]:
    """The entries that differ from their page, those that are false first, one line each."""
    found = [entry for verdict in ("refuted", "corrected") for entry in report.entries if entry.as_printed == verdict]
    if not found:
        return
    yield line(("What the papers state and what is proved, statements that are wrong first", "bold"))
    for entry in found:
        verdict = str(entry.as_printed)
        yield line((FINDING_WORDS[verdict].ljust(9), COLOURS[verdict]), f"  {entry.id}  ", (entry.finding, "dim"), fitted=True)
    yield line()


FINDING_WORDS: Mapping[str, str] = {"refuted": "wrong", "corrected": "corrected"}
"""What the statement of a paper is, by its verdict."""
PAGE_WORDS: Mapping[str, str] = {"holds": "hold", "holds in part": "hold in part", "corrected": "hold in a corrected form",
                                 "refuted": "are wrong", "undecided": "are undecided", "not examined": "were not examined"}
"""Verdicts on what the papers state, as the end of a sentence."""


def _scoreboard(report: Report) -> Iterator[Block]:
    """The statements by what is known of them here, and by what was found about their paper."""
    summary = report.summary()
    pages = summary["as_printed"]
    words = [f"{summary[status]} {STATUS_WORDS.get(status, status)}" for status in get_args(Status) if summary[status]]
    printed = [f"{count} {PAGE_WORDS[verdict]}" for verdict, count in pages.items() if count] if isinstance(pages, dict) else []
    yield Paragraph(f"status of {_count(len(report.entries), 'statement')}: {', '.join(words)}")
    if printed:
        yield Paragraph(f"as the papers state them: {', '.join(printed)}")
    from pabisym.library.clauses import counted

    if said := counted(one for entry in report.entries for one in entry.clauses):
        yield Paragraph(f"what the pages say, in {said}")
    away = Counter(LABELS[entry.seen] for entry in report.entries if entry.as_printed and entry.seen != "printed")
    if away:
        yield Paragraph(f"with no page at hand, compared {', '.join(f'{n} {source}' for source, n in sorted(away.items()))}")


def _meaning(report: Report, command: str, listed: str) -> Iterator[str]:
    """What an audit has found, for whoever reads it for the first time, and what to type next."""
    if any(entry.failed for entry in report.entries):
        yield "A check fails where a theorem file and what was found now disagree; the lines above that begin with ✗ or ? name them."
        yield f"Next: {command} --only failed"
        return
    proved, given, alone = (sum(entry.status == status for entry in report.entries) for status in REPLAYED)
    more = f", {given} more from results that are assumed" if given else ""
    more += f", {alone} more without a known model" if alone else ""
    others = proved + given + alone < len(report.entries)
    rest = f"; the others are definitions, cited results, and claims decided by numbers ({command} --rows)" if others else ""
    yield f"{proved} of {_count(len(report.entries), 'statement')} {_is(proved)} proved here, step by step in a small kernel{more}{rest}."
    verdicts = [entry.as_printed for entry in report.entries if entry.seen == "printed"]
    wrong, differs = verdicts.count("refuted"), verdicts.count("corrected")
    if wrong or differs:
        hold = f"{differs} {'holds' if differs == 1 else 'hold'} in a corrected form"
        yield f"{_count(wrong, 'statement')} of the papers {_is(wrong)} wrong as printed, {hold}; {listed}."
    yield f"Next: pabisym show {FIRST}" if any(entry.id == FIRST for entry in report.entries) else f"Next: {command} --rows"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def statement_blocks(library: Library, audited: Audited) -> Iterator[Block]:
    """The page of one statement."""
    statement = library.statement(audited.id)
    part_of = [f"a step inside {audited.part_of}"] if audited.part_of else []
    yield from _head(statement, audited.id, (audited.status, audited.as_printed, audited.tightness), part_of)
    if audited.finding:
        word = "finding" if audited.as_printed in ("corrected", "refuted") else "note" if audited.as_printed else "claims nothing"
        yield Paragraph(f"{word}: {audited.finding}")
    yield from evidence(statement)
    page = parts(statement.text)
    for heading in ("Statement", "Reads as"):
        yield section(heading, *_paragraphs(page.get(heading, ())))
    if statement.clauses:
        from pabisym.library.clauses import counted  # few statements list them

        yield section(f"What the page says, in {counted(audited.clauses)}", *(
            line((one.state.ljust(8), COLOURS.get(one.state, "")), f"  {one.text}", (f"  ({one.by})" if one.by else "", "dim"))
            for one in audited.clauses))
    yield section("Symbols", columns(_letters(statement)))
    assumed = [(one.name, one_line_text(parse(one.holds, one.name, None)), remark(statement, one)) for one in statement.assumptions]
    yield section("Assumptions", columns((name, text + (f"  — {words}" if words else "")) for name, text, words in assumed))
    yield section("Conclusion", *_formulas(statement.conclusion))
    if audited.status in REPLAYED:
        yield section(MODEL, Paragraph(audited.model or NO_MODEL))
    yield section("Bound", *_formulas(own_bound(statement)))
    yield from proof_blocks(library, audited.id)
    if statement.worst_case is not None:
        yield section("Worst case", *_pair(statement.worst_case))
    told = [check for check in audited.checks if check.name != "model" or check.verdict != "true"]  # which stands above
    yield section("Checks", *(line(MARKS[check.verdict], f" {check.name}: {check.detail}") for check in told))


def _paragraphs(lines: Sequence[str]) -> Iterator[Paragraph]:
    """Lines of a theorem file as sentences that a terminal breaks anew; a short line ends one."""
    held: list[str] = []
    for text in lines:
        held.append(text.strip())
        if len(text) < WRAPPED:
            yield Paragraph(" ".join(held))
            held = []
    if held:
        yield Paragraph(" ".join(held))


WRAPPED = 80
"""Characters from which a line of a theorem file is one that was broken because it was full."""
SAID: Mapping[str, str] = {**STATUS_WORDS, "proved_from": "proved from results that it assumes"}
"""Statuses in words, where they stand by themselves."""
LABELS: Mapping[str, str] = {"printed": "as the paper states it", "coded": "as coded", "quoted": "as quoted", "remembered": "as remembered"}
"""What a verdict is on, by what it was compared with."""


def _head(statement: Statement, name: str, verdicts: Sequence[str | None], more: Sequence[str] = ()) -> Iterator[Block]:
    """Id, reference, title, and status, verdict on the page and tightness."""
    yield line((name, "bold"), "  ", reference(statement))
    yield from map(line, (statement.title, *more))
    seen = "printed" if statement.printed is None else statement.printed.seen
    said = zip(("status", LABELS[seen], "tightness"), verdicts, strict=True)
    pieces = [(f"{label}: ", colour_status(word, SAID.get(word, ""))) for label, word in said if word]
    yield line(*(span for number, piece in enumerate(pieces) for span in ((" · ",) * bool(number) + piece)))


def proof_blocks(library: Library, name: str) -> Iterator[Block]:
    """The proof of a statement as a tree, and what is assumed in it without proof."""
    from pabisym.show.proof_outline import leaf, outline  # what is shown without a proof needs no kernel

    statement, proof, standing = library.statement(name), library.proof(name), library.standing(name)
    if proof.tree is not None and not proof.problem:
        root = replace(outline(statement, proof.tree, library, unicode_text), says=None)  # the conclusion stands above
        yield section(f"Proof ({standing.steps} steps, replayed by the kernel)", *outline_lines(root))
    if statement.cited_because:
        yield section("Assumed without proof, because", *_paragraphs(statement.cited_because.splitlines()))
    if standing.status in REPLAYED:
        assumed, rules = ([leaf(one, library).how.removeprefix("assumed ") for one in names if one != statement.id]
                          for names in _assumed(standing.figures, standing.cited))  # fmt: skip
        yield section(WITHOUT_PROOF, *(assumed or ["nothing"]))
        yield section(RULES, *rules)
    elif not statement.cited_because:
        yield section("Proof", f"there is none here; the status is {standing.status}")


WITHOUT_PROOF, RULES = "Assumed without proof", "Rules of the kernel that Coq proves"


def outline_lines(root: Outline) -> Iterator[str]:
    """A proof as lines with box characters, each conclusion above what it rests on."""
    waiting = [(root, "", "")]
    while waiting:
        node, first, rest = waiting.pop()
        bar = "│ " if node.below else "  "
        says = [] if node.says is None else [unicode_text(node.says)]
        lines = [*says, node.how, *(f"where {unicode_text(side)}" for side in node.sides)]
        lines[0] = f"{node.label} {lines[0]}".lstrip()
        for number, text in enumerate(lines):
            yield (first if number == 0 else rest + bar) + text
        for position, below in enumerate(reversed(node.below)):
            corner, tail = ("└─ ", "   ") if position == 0 else ("├─ ", "│  ")
            waiting.append((below, rest + corner, rest + tail))


def _letters(statement: Statement) -> Iterator[Sequence[Span]]:
    for one in statement.symbols:
        sort, relations = own_domain(statement, one)
        yield one.name, ", ".join((sort, *map(unicode_text, relations))), one.meaning, "" if one.unit == "1" else one.unit
    yield from ((one.name, one.kind, one.meaning, "") for one in statement.structures)


def _pair(pair: LinearPair) -> Iterator[Block]:
    yield line("X_k = c_k X_{k-1} + s_k + N(0, v_k), X'_k = c_k X'_{k-1} + N(0, v_k), k = 1..steps")
    rows = [("steps", pair.steps), ("c_k", pair.contraction), ("s_k", pair.gap), ("v_k", pair.noise_variance), ("X_0 - X'_0", pair.start)]
    yield columns((name, _term(text)) for name, text in rows)
    if pair.inside:
        yield line(f"inside: {pair.inside}")


def evaluation_blocks(found: Evaluation, enclosure: Enclosure | None) -> Iterator[Block]:
    """A bound at a point, with its value where it has one, and what was and was not checked there."""
    from pabisym.library.point import named_numbers

    named_here = found.statement is not None and found.of in named_numbers(found.statement)
    said = found.of if named_here or found.of in ("epsilon", "delta", "mu_squared") else ""
    yield line((found.id, "bold"), f"  {said}" + (" = " if said and found.bound is not None else ""),
               *([] if found.bound is None else [found.bound]))
    yield from map(line, () if enclosure is None else enclosure_lines(enclosure))
    for one in () if found.statement is None else found.statement.quantities:
        if one.name in found.point and one.name not in found.given:
            yield line((f"no value given for {one.name}: {_unicode(one.value)}, {one.meaning}", "dim"))
    if not found.holds:
        yield line(("an assumption does not hold here: the value is no bound", "bold red"))
    if found.unchecked:
        yield line((f"assumed, no value given: {', '.join(map(_unicode, found.unchecked))}", "dim"))


def enclosure_lines(enclosure: Enclosure) -> Iterable[str]:
    """The exact value, where there is one, and the decimal ends."""
    if enclosure.exact is not None:
        yield f"= {cell(rational_text(enclosure.exact))}"
    if enclosure.lower != enclosure.upper:
        yield f"≥ {enclosure.lower}"
        yield f"≤ {enclosure.upper}"
    elif enclosure.exact is None or enclosure.exact.denominator != 1:
        yield f"= {enclosure.lower}"


def decision_blocks(decision: Decision) -> Iterator[Block]:
    """The verdict on a claim, and the counterexample where there is one."""
    found = decision.to_json()
    yield line(("claim: ", "bold"), (found["status"], "bold green" if found["status"] == "proved" else "bold red"))
    if found["reason"]:
        yield line(found["reason"])
    yield section("Conditions beside the domains", *map(line, decision.conditions))
    if found["status"] == "refuted":
        yield section("At", *(f"{_unicode(name)} = {value}" for name, value in found["at"].items()))
        yield section("Claimed and true", f"claimed {cell(found['claimed'])}", f"true    {cell(found['true'])}")
        worst = found["worst_case"]
        slopes = (text for part in worst.get("parts", [worst]) for text in _slopes(part))
        yield section("Attained by x -> c'x + s against x -> c'x with", *slopes)


def _slopes(part: Mapping[str, Any]) -> Iterator[str]:
    """The slopes of a linear pair: in numbers, or in letters with the step k; of one with too many steps, what they are."""
    if "contraction" in part:
        yield f"c' = {', '.join(part['contraction'])}"  # below it the instance as a file that pabisym allocate reads
        yield f"instance {json.dumps({name: value for name, value in part['instance'].items() if value is not None})}"
    elif "pair" in part:
        pair = part["pair"]
        yield f"c' = {_unicode(pair['slope'])}, s = {_unicode(pair['gap'])} in step k of {_unicode(pair['steps'])}"
    else:
        yield f"c' of the optimal allocation, in {part['steps']} steps"


MODEL, NO_MODEL = "A model of the hypotheses", "none is known: it is not shown that anything satisfies them"
KNOWN = {"same": "the statement of the library", "differs": "NOT the statement that the library has under this id",
         "unknown": "the library has no statement of this id"}  # fmt: skip


def checked_blocks(result: Mapping[str, Any]) -> Iterator[Block]:
    """The verdict on a file, and of a proof the whole statement, what it rests on and what satisfies it."""
    word = ("accepted", "green") if result["accepted"] else ("rejected", "red")
    yield line((str(result["file"]), "bold"), ": ", word, f": {result['conclusion'] if result['accepted'] else result['reason']}")
    if not result.get("id"):
        return
    yield line(f"{result['id']}: {KNOWN[result['library']]}")
    yield section("Symbols", columns(result["names"].items()))
    for kind, heading in (("domain", "Domains"), ("model", "Assumed of the model"), ("result", "Results assumed without proof")):
        yield section(heading, columns((one["name"], _term(one["holds"])) for one in result["assumptions"] if one["kind"] == kind))
    yield section("Conclusion", *_formulas(result["conclusion"]))
    assumed, rules = _assumed((one.removeprefix(PREFIX) for one in result["beliefs"] if one.startswith(PREFIX)), result["beliefs"])
    yield section(WITHOUT_PROOF, *(assumed or ["nothing"]))
    yield section(RULES, *rules)
    yield section("Given without proof", *(f"{name}: {_unicode(said)}" for name, said in result["assumed"].items()))
    yield section(MODEL, (result["model"] or NO_MODEL) if result["accepted"] else result["reason"])


def beliefs_blocks(found: Beliefs, *, counted: bool = True) -> Iterator[Block]:
    """What is believed, by kind, and with ``counted`` how many beliefs are left; of one statement what is proved in Coq stands apart."""
    from pabisym.library.beliefs import WORDS  # what is printed without beliefs needs no kernel

    assumed = [one for one in found if not found.of or one.id in found.axioms or one.kind == "hypothesis"]
    for kind, what in WORDS.items():
        yield from _belief_table(f"{kind}: {what}", [one for one in assumed if one.kind == kind])
    proved = [one for one in found if one not in assumed]
    yield from _belief_table(PROVED_BY_COQ, proved)
    if counted:
        summary = found.summary()
        left = ", ".join(f"{count} {kind}" for kind, count in summary.items() if kind in WORDS)
        said = f"{summary['left']} left ({left})" if left else "nothing is assumed beyond the kernel"
        done = f"{summary['kernel']} by the kernel, {summary['coq']} by Coq"
        listed = ("Coq lists the same axioms when the theorem is exported, beside its own logic and the number of dimensions; "
                  f"{len(proved)} rules of the kernel are none there")  # fmt: skip
        yield line(f"{said}; {listed if found.of else f'proved meanwhile: {done}'}")


PROVED_BY_COQ = "proved in Coq: rules that the kernel applies and that Coq proves from definitions, or does without"
"""The heading of what is no axiom under a statement."""


def _belief_table(heading: str, entries: list[Belief]) -> Iterator[Block]:
    """A heading and its beliefs: what each says, where, why it is true, and how it was discharged; nothing where there are none."""
    rows, narrow = list[tuple[Span, ...]](), list[NarrowEntry]()
    for one in entries:
        says = one.wording if one.kind == "arithmetic" else _unicode(one.wording)
        where = "; ".join(map(_unicode, one.conditions))
        done = f"{one.discharged}: {', '.join(one.by)}" if one.discharged else ""
        rests = f"under {one.theorems} statements" if one.theorems else ""
        source = f" ({one.source})" if one.source else ""
        rows.append((one.id, says, where, one.source, str(one.theorems or ""), done, one.reason))
        sentences = ((says + (f"  where  {where}" if where else ""), ""), (f"{one.reason}{source}", "dim"))
        narrow.append(NarrowEntry(one.id, tuple(filter(None, (rests, done))), sentences, cut=False))
    if entries:
        yield line((heading, "bold"))
        yield ReportTable(tuple(rows), ("assumed", "states", "where", "source", "theorems", "proved", "because"), tuple(narrow))


def brief_blocks(library: Library, name: str) -> Iterator[Block]:
    """One screen: the statement, its bound and assumptions, its status as it was last computed, and what it depends on."""
    from pabisym.library.findings import printed_verdict

    entry = library.entry(name)
    statement, standing = entry.statement, library.recalled(entry.id)
    page = None
    if statement.printed is not None:
        page = printed_verdict(statement, standing.status in REPLAYED, cited=standing.status == "cited")[0]
    yield from _head(statement, entry.id, (standing.status, page, statement.tightness))
    if statement.printed is not None and statement.printed.difference:
        yield Paragraph(f"finding: {statement.printed.difference}")
    if statement.clauses:
        from pabisym.library.clauses import counted

        yield Paragraph(f"the page: {counted(statement.clauses)}")
    if left := "; ".join(one.text for one in statement.clauses if one.state == "open"):
        yield Paragraph(f"not decided: {left}")
    yield from evidence(statement)
    yield section("Statement", *_paragraphs(parts(statement.text).get("Statement", ())))
    bound = own_bound(statement) or statement.bound
    yield section("Bound" if bound else "Conclusion", *_formulas(bound or statement.conclusion))
    assumed = [one_line_text(parse(one.holds, one.name, None)) for one in statement.assumptions]
    yield section("Assumptions", *map(Paragraph, _joined(assumed)))
    yield from _depends(standing, entry.id)
    if statement.cited_because:
        yield section("Assumed without proof, because", *_paragraphs(statement.cited_because.splitlines()))


def _joined(texts: Sequence[str]) -> Iterator[str]:
    """Texts, with short relations that follow each other in one line."""
    held: list[str] = []
    for text in (*texts, ""):
        if len(text) <= SHORT and re.search("[<≤>≥=]", text):
            held.append(text)
            continue
        if held:
            yield ", ".join(held)
        held = []
        if text:
            yield text


SHORT = 20
"""Most characters of an assumption that shares its line with others."""


def _depends(standing: Standing, name: str) -> Iterator[Block]:
    """What a proof applies that is assumed without proof, with the command that says more."""
    if standing.status not in REPLAYED:
        return
    assumed, rules = _assumed(standing.figures, standing.cited)
    left = [one for one in assumed if one != name]
    said = f"assumed without proof: {', '.join(left)}" if left else "nothing is assumed without proof"
    proved = f"; Coq proves the {_count(len(rules), 'inference rule')} applied; pabisym beliefs --of {name} lists all" if rules else ""
    steps = f"a proof of {_count(standing.steps, 'step')}, replayed by the kernel{' in an earlier run' if standing.cached else ''}"
    yield section("Depends on", Paragraph(steps), Paragraph(f"{said}{proved}"))


def _assumed(figures: Iterable[str], named: Iterable[str]) -> tuple[list[str], list[str]]:
    """Of what is taken from outside: what Coq lists as an axiom and results that are hypotheses; and the rules that Coq proves."""
    given = list(named)
    axioms = coq_axioms(figures, given)
    others = [one for one in given if one not in axioms]
    return [*axioms, *(one for one in others if not one.startswith(PREFIX))], [one for one in others if one.startswith(PREFIX)]


def rest_line(name: str) -> Iterator[Block]:
    """How the rest of a statement is shown."""
    yield line()
    yield line((f"More: pabisym show {name} --full, or --proof, --latex, --json", "dim"))


def _term(text: str) -> Term:
    return parse(text, "formula", None)


def _formulas(text: str) -> tuple[Block, ...]:
    """A formula of the grammar by itself; nothing where there is none."""
    return (DisplayedFormula(_term(text)),) if text else ()


def _unicode(text: str) -> str:
    return unicode_text(_term(text))
