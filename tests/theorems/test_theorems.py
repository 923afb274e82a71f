"""Every theorem file says each thing once, and the machine agrees with what it records."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import re
import tokenize
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.every import IDS, REPRESENTATIVES, every_file, one_of_each, proved

from pabisym.comparison.vocabulary import CHOICE, LEVEL, ORDER, PLAN, ROLES, SHARES, SKIPPED, STOPPED
from pabisym.kernel.check import check
from pabisym.kernel.judgement import KINDS
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import Call
from pabisym.library.audit import audit_one
from pabisym.library.files import builtin_folder
from pabisym.library.item import read_letter
from pabisym.library.library import builtin
from pabisym.library.statement import Statement
from pabisym.library.stored_proof import fingerprint
from pabisym.library.trivial import evident_from
from pabisym.library.two_runs import TwoRuns
from pabisym.show.words import long_form, own_bound, own_domain, parts, plain_letters, remark, turn_relation, words

LONGEST_FILE, LONGEST_CODE = 95, 55
SEQUENTS = Path(__file__).parent / "sequents.json"


def statement_of(name: str) -> Statement:
    return builtin().files[name].statement


def test_every_file_is_looked_at() -> None:
    assert {name for names in IDS.values() for name in names} == set(builtin().files)
    assert {name.partition("/")[0] for name in REPRESENTATIVES} == set(IDS)
    assert proved(builtin(), REPRESENTATIVES) == REPRESENTATIVES


@every_file
def test_the_id_is_the_path(name: str) -> None:
    path = builtin().files[name].path
    assert name == f"{path.parent.name}/{path.name.removesuffix(path.suffix).replace('_', '-')}"
    assert statement_of(name).id == name


@every_file
def test_the_sequent_is_the_recorded_one(name: str) -> None:
    """What the kernel is asked, letter by letter; an intended change is one line of ``sequents.json``."""
    assert digest(statement_of(name)) == json.loads(SEQUENTS.read_text(encoding="utf-8")).get(name)


def test_no_other_sequent_is_recorded() -> None:
    assert json.loads(SEQUENTS.read_text(encoding="utf-8")).keys() == builtin().files.keys()


def digest(statement: Statement) -> str:
    """A digest of a sequent, or of letters and assumptions where there is no conclusion."""
    if statement.conclusion:
        return fingerprint(statement.sequent, {})[:16]
    kinds = sorted([s.name, statement.domains[s.name]] for s in statement.symbols) + sorted([s.name, s.kind] for s in statement.structures)
    said = [statement.id, [[a.name, a.holds] for a in statement.assumptions], kinds]
    return hashlib.sha256(json.dumps([said], ensure_ascii=False).encode()).hexdigest()[:16]


@every_file
def test_the_text_is_what_the_file_says_with_its_fixed_parts(name: str) -> None:
    statement, path = statement_of(name), builtin().files[name].path
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        assert statement.text == ast.get_docstring(ast.parse(source), clean=False)
    found = parts(statement.text)
    assert found[""] == [f"{statement.title}."], "the title is one sentence"
    assert statement.text.splitlines()[1:2] == [""], "a blank line stands after the title"
    assert list(found) == ["", "Statement", "Reads as"], "the fixed parts"
    assert all(found.values()), "no part is empty"
    assert all(line in source for line in found["Statement"]), "the file has the text as it is shown"


@every_file
def test_the_file_shows_its_theorem(name: str) -> None:
    """Each letter with its domain and meaning, each assumption by name and formula, the conclusion; but for the runs of a process."""
    statement, told = statement_of(name), texts(builtin().files[name].path)
    kinds = re.compile(rf"\w+: ({'|'.join(KINDS)})\b.*: ")
    letters = [read_letter(text) for text in told if kinds.match(text)]
    process = process_of(builtin().files[name].path)
    runs = TwoRuns.of(process, statement.domains) if process is not None else None
    assert {*statement.symbols, *statement.structures} - set(runs.structures if runs else ()) <= {one.letter for one in letters}
    said = {tuple(part.strip() for part in [*text.split(": ", 2), ""][:3]) for text in (*told, *(runs.assumptions if runs else ()))}
    said |= {(one.name, one.holds, one.meaning) for letter in letters for one in letter.assumed}
    assert {(one.name, one.holds, one.meaning) for one in statement.assumptions} <= said
    concluded = {text.replace("{bound}", statement.bound) for text in told}
    assert not statement.conclusion or statement.conclusion in concluded or runs is not None


def texts(path: Path) -> list[str]:
    """All texts of a TOML file, or of the statement of a Python file and its constants."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return [n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    waiting, found = [tomllib.loads(source)], list[str]()
    while waiting:
        one: Any = waiting.pop()
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict | list):
            waiting += one.values() if isinstance(one, dict) else one
    return found


def process_of(path: Path) -> object:
    return tomllib.loads(path.read_text(encoding="utf-8")).get("process") if path.suffix == ".toml" else None


@every_file
def test_the_file_says_each_thing_once(name: str) -> None:
    """A line of its text; a domain is not an assumption again, nor is a remark its formula."""
    statement = statement_of(name)
    lines = [line.strip() for line in statement.text.splitlines() if line.strip()]
    assert len(lines) == len(set(lines)), "a line stands twice"
    held = [one.holds for one in statement.assumptions]
    assert len(held) == len(set(held)), "an assumption stands twice"
    for assumption in statement.assumptions:
        formula = parse(assumption.holds, assumption.name, None)
        assert assumption.meaning not in (assumption.holds, words(formula, plain_letters(statement))), f"{assumption.name} is its formula"


@every_file
def test_a_remark_is_no_paraphrase_of_its_formula(name: str) -> None:
    """No recorded meaning holds all words of the formula, in whatever order and with whatever quantifier, in either letters."""
    statement = statement_of(name)
    for assumption in statement.assumptions:
        if meaning := remark(statement, assumption):
            formula = parse(assumption.holds, assumption.name, None)
            for letters in ({}, plain_letters(statement)):
                assert not paraphrases(meaning, words(formula, letters)), f"{assumption.name}: {meaning!r} says the formula again"


def paraphrases(meaning: str, formula: str) -> bool:
    """Whether a text has all words of a formula that is written in words, but for its quantifier."""
    stated = re.split(r" at every point x| for [^ ]+ = [^ ]+\.\.", formula, maxsplit=1)[0]
    return spelled(stated) <= spelled(meaning)


def spelled(text: str) -> Counter[str]:
    """Letters, numbers and signs, and words other than those that any two sentences may share."""
    filling = ["all", "and", "are", "at", "be", "by", "can", "coupled", "each", "else", "elsewhere", "every", "for", "have", "if", "in", "is", "law", "most", "of", "on", "other", "same", "the", "to", "within"]
    return Counter(word for word in re.findall(r"[\w']+|[-+*/^|<>=]+", text.replace("_", " ").replace("eps ", "epsilon ")) if word not in filling)


def test_paraphrases_are_seen() -> None:
    said = words(parse("forall(k, 1, T, gap(psi(k), phi(k), cases(k - t, cases(t - k, g, 0), 0)))", "gaps", None))
    assert paraphrases("sup_x ||psi_k(x) - phi_k(x)|| <= g at k = t and 0 elsewhere", said)
    assert paraphrases("on K every f_k is convex", words(parse("forall(k, 1, n, convex(f(k), K))", "convex", None)))
    assert not paraphrases("g at k = t and 0 elsewhere", said)
    assert not paraphrases("lemma 2.1", words(parse("lipschitz(psi, 1)", "Lipschitz", None)))


@every_file
def test_the_page_shows_each_formula_once(name: str) -> None:
    """Domains, assumptions, the conclusion and the bound, relations turned to one side."""
    statement = statement_of(name)
    shown = [relation for symbol in statement.symbols for relation in own_domain(statement, symbol)[1]]
    shown += [parse(one.holds, one.name, None) for one in statement.assumptions]
    shown += [parse(text, "shown", None) for text in (statement.conclusion, own_bound(statement)) if text]
    lines = [to_text(turn_relation(term)) for term in shown]
    assert len(lines) == len(set(lines)), [line for line in lines if lines.count(line) > 1]
    conclusion = parse(statement.conclusion or "0", "shown", None)
    ends = isinstance(conclusion, Call) and conclusion.args[-1] == parse(statement.bound or "0", "shown", None)
    assert own_bound(statement) == ("" if ends else statement.bound)


@every_file
def test_letters_and_assumptions_are_complete(name: str) -> None:
    statement = statement_of(name)
    assert all(s.meaning and s.unit for s in statement.symbols)
    assert all(domain in ("real", "integer") for domain in statement.domains.values())
    assert {s.role for s in statement.symbols} <= {"", ORDER, LEVEL, CHOICE, PLAN, *ROLES}
    assert {s.role for s in statement.structures} <= {"", STOPPED, SKIPPED, PLAN, SHARES}
    for assumption in statement.assumptions:
        assert not isinstance(assumption.needed, str) or assumption.needed == "not known to be needed"


@every_file
def test_the_long_form_says_everything(name: str) -> None:
    statement = statement_of(name)
    found = parts(long_form(statement))
    letters = [f"{s.name} : {s.domain} : {s.meaning} : {s.unit}" for s in statement.symbols]
    letters += [f"{s.name} : {s.kind} : {s.meaning}" for s in statement.structures]
    assert found.get("Letters", []) == letters
    said = [line.split(" : ") for line in found.get("Assumptions", [])]
    assert [line[:2] for line in said] == [[a.name, a.holds] for a in statement.assumptions]
    judged = {a.name for a in statement.assumptions} - {label for label, _ in statement.relations}
    assert all(len(line) == 3 for line in said if line[0] in judged and "forall" not in line[1]), "judgements have words"
    assert found["Reference"] == [", ".join(filter(None, (statement.reference.key, statement.reference.place)))]


@every_file
def test_the_reference_resolves(name: str) -> None:
    assert statement_of(name).reference.key in _bibliography()


def _bibliography() -> set[str]:
    text = (builtin_folder() / "references.bib").read_text(encoding="utf-8")
    return set(re.findall(r"^@\w+\{([^,\s]+),$", text, re.MULTILINE))


def test_the_bibliography_has_the_five_papers() -> None:
    assert _bibliography() >= {"feldman2018", "altschuler2022", "asoodeh2020", "asoodeh2020isit", "chourasia2021"}


@every_file
def test_the_file_is_short(name: str) -> None:
    path = builtin().files[name].path
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LONGEST_FILE
    assert max(map(len, lines)) <= 140
    assert code_lines(path) <= LONGEST_CODE


def code_lines(path: Path) -> int:
    """Lines with code, without the docstring, comments, and the data that STATEMENT holds; none in TOML."""
    if path.suffix == ".toml":
        return 0
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    data = {line for node in tree.body if _is_data(node) for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    passed = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER, tokenize.INDENT, tokenize.DEDENT)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return len({line for token in tokens if token.type not in passed for line in range(token.start[0], token.end[0] + 1)} - data)


def _is_data(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "STATEMENT"


@every_file
def test_every_item_of_a_paper_has_a_verdict_or_says_why_there_is_none(name: str) -> None:
    """What claims nothing, and what is not examined, say why; an error says of what kind it is."""
    statement = statement_of(name)
    if statement.paper == "pabisym":
        return
    page = statement.printed
    assert (page is None) == bool(statement.silent), "a verdict, or why there is none"
    if page is not None:
        assert page.verdict != "undecided"
        assert page.verdict != "not examined" or page.note, "why it is not examined"
        assert (page.verdict == "holds in part") <= any(one.state in ("open", "refuted") for one in statement.clauses), "which part"
        assert (page.verdict in ("corrected", "refuted")) == bool(page.error), "what kind of error it is"
        assert bool(page.difference or statement.numbers) >= (page.verdict in ("corrected", "refuted")), "what differs"
        assert (page.verdict in ("corrected", "refuted")) <= carries_an_instance(statement), "the instance that breaks the page"


@every_file
def test_a_verdict_says_where_no_page_was_at_hand(name: str) -> None:
    """The texts of five papers are at hand; of a later one the verdict says what it was compared with, or names the version that was read."""
    statement = statement_of(name)
    page = statement.printed
    if page is not None and statement.paper not in ("pabisym", "altschuler2022", "asoodeh2020", "asoodeh2020isit", "chourasia2021", "feldman2018"):
        assert page.seen != "printed" or "the version submitted to" in page.difference


def carries_an_instance(statement: Statement) -> bool:
    """Is it recorded as data that what is printed fails: a counterexample, a check that judges the page, or a number that is wrong."""
    page = statement.printed
    return ((page is not None and page.counterexample is not None) or any(check.judges in ("corrected", "refuted") for check in statement.checks)
            or any(number.accuracy in ("off", "false") for number in statement.numbers))


def test_few_items_are_not_examined() -> None:
    pages = [entry.statement.printed for entry in builtin().files.values()]
    assert sum(page is not None and page.verdict == "not examined" for page in pages) <= 25


@every_file
def test_no_conclusion_is_evident_from_one_hypothesis_without_a_reason(name: str) -> None:
    statement = statement_of(name)
    if statement.conclusion and statement.proof is not None:
        assert bool(evident_from(statement)) == bool(statement.evident), evident_from(statement)
    else:
        assert not statement.evident


@pytest.mark.campaign
@one_of_each
def test_the_audit_agrees_with_everything_that_is_recorded(name: str) -> None:
    """By day the README's first command audits all files."""
    audited = audit_one(builtin(), name)
    assert audited.failed == ()
    recorded = statement_of(name).printed
    assert audited.as_printed == (recorded.verdict if recorded is not None else None)
    assert statement_of(name).plain in ("", audited.status)


@one_of_each
def test_the_proof_replays_and_concludes_the_statement(name: str) -> None:
    """By day the audit replays all others."""
    library, statement = builtin(), statement_of(name)
    proof = library.proof(name)
    assert proof.problem == ""
    if proof.tree is None:
        assert statement.plain or statement.cited_because or statement.printed is not None
        return
    theorems = {one: library.statement(one).sequent for one in proof.theorems}
    verdict = check(statement.sequent, proof.tree, theorems)
    assert verdict.accepted, verdict.reason
    assert set(proof.sources) == verdict.sources, "every rule's source is a dependency"
    assert set(proof.theorems) == verdict.theorems <= set(statement.uses)


@every_file
def test_what_is_used_comes_before(name: str) -> None:
    library = builtin()
    place = {one: position for position, one in enumerate(library.ids)}
    for other in library.dependencies(name):
        assert other not in place or place[other] < place[name]


@every_file
def test_a_bound_has_a_spot(name: str) -> None:
    statement = statement_of(name)
    if not statement.plain and (statement.bound or statement.relations):
        assert statement.spots
