"""Every error that was found in the papers on one page, the most serious first, and where the library improves on them.

``python docs/_extensions/findings_page.py`` writes the page to standard output; ``docs/findings.md`` is that page.  What differs, the
instance and who uses the item come from the theorem files, whose claims ``pabisym audit`` decides again; the printed forms, which a theorem
file says in its own letters only, are restated in ``printed_forms.toml``.  The ratios of the second part are computed when the page is
written.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from pabisym.divergence.evaluate import enclose
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.term import Call, free_names
from pabisym.library.bibliography import bibliography
from pabisym.library.files import builtin_folder
from pabisym.library.library import Library, builtin, natural
from pabisym.library.point import evaluation
from pabisym.library.printed_forms import FILE
from pabisym.library.statement import LinearPair, LineRuns, Printed, SampledRuns, Statement
from pabisym.show.latex import latex, letters_beside, letters_latex
from pabisym.show.prose import markdown, pieces, sentence

FORMS = builtin_folder() / FILE
KINDS = {
    "statement": "Statements that are false",
    "constant": "Constants and numbers",
    "hypothesis": "Assumptions that are missing or too weak",
    "proof step": "Steps of proofs whose results hold",
    "misprint": "Misprints",
}
"""The kinds of errors, the most serious first."""
LEFT_OPEN = "left open"
"""What ``printed_forms.toml`` calls a constant that the page does not name, which is no error."""
PAPERS = ("feldman2018", "altschuler2022", "asoodeh2020", "asoodeh2020isit", "chourasia2021")

ENDS = {"pnsgd": "", "stop": ", stopped after a random one", "skip": ", without the first few, a random number of them"}
"""How a run of :class:`~pabisym.library.statement.LineRuns` ends, in words."""


class Improvement(NamedTuple):
    """A bound of a paper and one of the library for the same runs, with points at which both are evaluated, and the limit of the ratio."""

    theirs: str
    ours: str
    setting: str
    limit: str
    points: tuple[tuple[Mapping[str, object], Mapping[str, object]], ...]


_GD = {"alpha": 10, "n": 5000, "S": 4, "sigma": "1/50", "lam": 1}
IMPROVED = (
    Improvement(
        "chourasia2021/corollary-1", "pabisym/noisy-gd", r"noisy gradient descent, $\lambda$-strongly convex losses, $\eta < 1/\beta$",
        r"$4/(2 - \eta\lambda)$ for many steps, tight",
        tuple(({**_GD, **at, "beta": 2}, {**_GD, **at}) for at in (
            {"K": 1, "eta": "1/50"}, {"K": 100, "eta": "1/50"}, {"K": 1000, "eta": "1/50"}, {"K": 100, "eta": "1/4"}))),
    Improvement(
        "chourasia2021/corollary-2", "pabisym/noisy-gd", r"the same for the squared loss, $\lambda = 1$",
        r"$4/(2 - \eta)^2$ for many steps, tight",
        tuple(({"alpha": 10, "n": 5000, "S": 4, "sigma": "1/50", "q": q, **at}, {**_GD, **at}) for q, at in (
            ("49/50", {"K": 100, "eta": "1/50"}), ("1/2", {"K": 20, "eta": "1/2"})))),
    Improvement(
        "altschuler2022/eq-5.3", "pabisym/contractive-sampled-restart",
        "a bounded domain, $c$-contractive steps, what the diameter costs ($Q = 0$)",
        "$1/(c^2(1 - c^2))$ for many steps",
        tuple(({"j": j, "n": 2, "b": 1, "alpha": 2, "c": c, "L": 1, "D": 1, "eta": 1, "sigma": 5, "sigma_1": 3, "sigma_2": 4, "Q": 0},
               {"T": j, "m": j, "alpha": 2, "c": c, "D": 1, "v": 9, "Q": 0}) for c, j in (("1/2", 5), ("9/10", 10), ("99/100", 100)))),
    Improvement(
        "altschuler2022/eq-B1", "pabisym/bounded-equal-gaps",
        r"full batches in a bounded domain, the best look-back of each ($r = D n/(2 \eta L)$)", "$1 + O(1/r)$ for a wide domain",
        tuple(({"T": 10**4, "n": 100, "j": r + 1, "alpha": 2, "L": 1, "D": f"{r}/50", "eta": 1, "sigma": 1},
               {"T": 10**4, "alpha": 2, "r": r, "g": "1/50", "v": 1, "F": "1/2500"}) for r in (1, 4, 100))),
)  # fmt: skip


class Error(NamedTuple):
    """One error: the statement, what it records of the page, the kind, and the printed form in full."""

    statement: Statement
    printed: Printed
    kind: str
    form: str


def errors(library: Library) -> list[Error]:
    """All errors, in the order of the page; raises :class:`ValueError` for one without a kind or a printed form."""
    told = tomllib.loads(FORMS.read_text(encoding="utf-8"))
    found = []
    for name in library.ids:
        paper, _, own = name.partition("/")
        if paper not in PAPERS or library.host(name) != name:
            continue
        statement = library.statement(name)
        printed = statement.printed
        if printed is None or printed.verdict not in ("corrected", "refuted"):
            continue
        entry = told.get(paper, {}).get(own, {})
        if not printed.error and entry.get("error") == LEFT_OPEN:
            continue
        kind, form = printed.error or entry.get("error", ""), entry.get("form", "")
        if kind not in KINDS or not form:
            raise ValueError(f"{name}: say its kind of error and its printed form in {FORMS.name}")
        found.append(Error(statement, printed, kind, form))
    order = list(KINDS)
    return sorted(found, key=lambda e: (order.index(e.kind), PAPERS.index(e.statement.id.partition("/")[0]), natural(e.statement.id)))


def findings_page(library: Library) -> str:
    """The whole page."""
    found = errors(library)
    users = defaultdict[str, list[str]](list)
    for name in library.ids:
        for used in library.statement(name).uses if library.host(name) == name else ():
            users[used].append(name)
    lines = [*_head(found)]
    for kind, title in KINDS.items():
        own = [error for error in found if error.kind == kind]
        lines += [f"## {title}", ""] if own else []
        for error in own:
            lines += [*_entry(error, users[error.statement.id]), ""]
    return "\n".join([*lines, *_improved(library)]) + "\n"


def _head(found: list[Error]) -> Iterator[str]:
    yield "# Findings"
    yield ""
    yield "<!-- Generated by `python docs/_extensions/findings_page.py`; do not edit. -->"
    yield ""
    yield "Errors found in the five papers, most serious first. Every entry restates the printed form, gives an"
    yield "instance where one was found, the correction with its proof, and what in the library uses the item. `pabisym audit` decides"
    yield "each of them again; a page may be right where we err: an entry that you doubt is an issue worth opening."
    yield ""
    yield "| paper | " + " | ".join(f"[{title}](#{_slug(title)})" for title in KINDS.values()) + " | all |"
    yield "|---|" + "---|" * (len(KINDS) + 1)
    known = bibliography()
    for paper in PAPERS:
        counts = [sum(e.kind == kind and e.statement.id.startswith(f"{paper}/") for e in found) for kind in KINDS]
        named = f"[{known[paper].short}](papers/{paper}.md), [*{known[paper].title}*]({known[paper].link})"
        yield f"| {named} | " + " | ".join(map(str, counts)) + f" | {sum(counts)} |"
    yield "| all | " + " | ".join(str(sum(e.kind == kind for e in found)) for kind in KINDS) + f" | {len(found)} |"
    yield ""


def _entry(error: Error, users: list[str]) -> Iterator[str]:
    statement, printed = error.statement, error.printed
    paper, _, own = statement.id.partition("/")
    yield f"### {statement.id}: {_prose(statement.title)}"
    yield ""
    yield f"- **The paper states**: {error.form}."
    yield f"- **What is wrong**: {sentence(printed.difference, markdown)}"
    for line in _instance(statement, printed):
        yield f"- **Instance**: {line}"
    yield f"- **What is proved**: {sentence(_correction(statement), markdown)}"
    proved = statement.conclusion or statement.bound
    named = free_names(parse(proved, statement.id, None)) if proved else ()
    if beside := letters_beside(statement, {*named, *(printed.counterexample or ())}, error.form):
        yield f"- **Symbols beside the paper's**: {'; '.join(f'${sign}$, {_prose(meaning)}' for sign, meaning in beside)}."
    if users:
        shown = ", ".join(f"`{name}`" for name in users[:8]) + (f" and {len(users) - 8} more" if len(users) > 8 else "")
        yield f"- **Used by**: {shown}."
    place, page = _prose(statement.reference.place), f"[{own} on the page of the paper](papers/{paper}.md)"
    yield f"- **Where**: {place}; {page}; `pabisym show {statement.id}`."


def _instance(statement: Statement, printed: Printed) -> Iterator[str]:
    """The instances that are recorded: a point with the relation that fails there, a process, checks that judge the page."""
    if printed.counterexample is not None:
        at = ", ".join(f"{name} = {value}" for name, value in printed.counterexample.items())
        said = f"at {_prose(at)}"
        if printed.bound:
            form = _formula(statement, printed.bound)
            said += f", where {form} fails" if _is_relation(printed.bound) else f", where the paper has {form}"
        yield said + "."
    if printed.process is not None:
        yield f"{_process(printed.process)}."
    for number in statement.numbers:
        if number.accuracy in ("off", "false"):
            yield f"{_prose(number.name)}, {_formula(statement, number.value)} is printed as {number.printed}."
    for check in statement.checks:
        if check.judges in ("corrected", "refuted"):
            yield f"{_prose(check.name)} (a check of the audit)."


def _process(process: LinearPair | LineRuns | SampledRuns) -> str:
    """The two runs whose divergence exceeds what the page prints, in words."""
    if isinstance(process, LinearPair):
        return (f"the linear pair with factor `{process.contraction}`, gap `{process.gap}`, variance `{process.noise_variance}`, start "
                f"`{process.start}`, {_counted(process.steps, 'step')}")
    slopes = ", ".join(f"${value}$ ({count} times)" if count > 1 else f"${value}$"
                       for value, count in ((value, len(list(same))) for value, same in groupby(map(str, process.slopes))))
    if isinstance(process, LineRuns):
        domain, loss = f" on $[-{process.room}, {process.room}]$" if process.room else "", "s w"
        steps = f"a step of size {process.step} for each record{ENDS[process.algorithm]}"
    else:
        bent = {"0": "", "1": "w^2/2 + "}.get(str(process.curvature), f"{process.curvature} w^2/2 + ")
        domain, loss = f" on $[{process.low}, {process.high}]$", f"{bent}s w"
        drawn = f"{_counted(process.batch, 'record')} drawn at random"
        steps = f"{_counted(process.steps, 'step')} of size {process.step}, each on {drawn}, start {process.start}"
    return (f"noisy SGD{domain}, {steps}; losses ${loss}$ with the slopes $s$ = {slopes}, and {process.other} for the record "
            f"{process.index} in the second run; noise of standard deviation {process.noise} on the gradient")


def _counted(number: str | int, word: str) -> str:
    return f"{number} {word}" + ("" if str(number) == "1" else "s")


def _correction(statement: Statement) -> str:
    """The statement as it is proved: the first paragraph of its text."""
    text = statement.text
    _, _, body = text.partition("Statement\n")
    return body.partition("\nReads as")[0]


def _improved(library: Library) -> Iterator[str]:
    yield "## What the library improves"
    yield ""
    yield "Two bounds for the same runs, both certified, and their ratio at points; rounded down. A ratio above 1 is what is gained."
    yield ""
    yield "| bound of the paper | bound of the library | runs | at | ratio | limit |"
    yield "|---|---|---|---|---|---|"
    for one in IMPROVED:
        for theirs, ours in one.points:
            first, second = (evaluation(library.statement(name), at) for name, at in ((one.theirs, theirs), (one.ours, ours)))
            ratio = enclose(Call("/", (first.term, second.term)), {}, 12).lower
            at = ", ".join(f"{name} = {value}" for name, value in theirs.items() if name in ("K", "eta", "j", "c", "D", "T"))
            yield f"| `{one.theirs}` | `{one.ours}` | {one.setting} | {_prose(at)} | {_down(ratio)} | {one.limit} |"
    yield ""
    yield "[Mixing](mixing.md) says what bounds of many steps in a bounded domain gain by mixing; `pabisym compare` and `pabisym privacy`"
    yield "give all bounds at your own parameters."


def _down(text: str) -> str:
    """A positive decimal number cut off after four places: a lower bound of it."""
    whole, _, places = text.partition(".")
    return text if "e" in text else f"{whole}.{places[:4]}"


def _is_relation(text: str) -> bool:
    return any(sign in text for sign in ("<", ">", "=="))


def _formula(statement: Statement, text: str) -> str:
    try:
        return f"${latex(parse(text, statement.id, None), letters_latex(statement))}$"
    except InputError:
        return _prose(text)


def _prose(text: str) -> str:
    return "".join(map(markdown, pieces(text)))


def _slug(title: str) -> str:
    """The anchor of a heading, as the documentation makes it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def main() -> int:
    """Write the page to standard output; 2, with one line, where an error has no kind or no printed form."""
    try:
        sys.stdout.write(findings_page(builtin()))
    except ValueError as problem:
        sys.stderr.write(f"pabisym: error: findings: {problem}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
