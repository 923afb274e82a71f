"""Every theorem file says the same twice, in words and as data, and the machine agrees with what it records."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

from support.every import IDS, REPRESENTATIVES, every_file, proved

from pabisym.kernel.check import check
from pabisym.library.audit import audit_one
from pabisym.library.files import builtin_folder
from pabisym.library.library import builtin
from pabisym.library.statement import Statement
from pabisym.show.text import parts

LONGEST_FILE, LONGEST_CODE = 120, 40
HEADINGS = ["Statement", "Reads as", "Letters", "Assumptions", "Reference"]
OPTIONAL = {"Letters", "Assumptions"}


def statement_of(name: str) -> Statement:
    return builtin().files[name].statement


def test_every_file_is_looked_at() -> None:
    assert {name for names in IDS.values() for name in names} == set(builtin().files)
    assert {name.partition("/")[0] for name in REPRESENTATIVES} == set(IDS)
    assert proved(builtin(), REPRESENTATIVES) == REPRESENTATIVES


@every_file
def test_the_id_is_the_path(name: str) -> None:
    path = builtin().files[name].path
    assert name == f"{path.parent.name}/{path.name.removesuffix('.py').replace('_', '-')}"
    assert statement_of(name).id == name


@every_file
def test_the_text_is_the_docstring_with_its_fixed_parts(name: str) -> None:
    statement = statement_of(name)
    tree = ast.parse(builtin().files[name].path.read_text(encoding="utf-8"))
    assert statement.text == ast.get_docstring(tree, clean=False)
    found = parts(statement.text)
    assert found[""][0].endswith("."), "the title is one sentence"
    assert len(statement.text.splitlines()) > 1
    assert statement.text.splitlines()[1] == "", "a blank line stands after the title"
    headings = [heading for heading in found if heading]
    assert headings == [heading for heading in HEADINGS if heading in headings], "known headings in their order"
    assert set(HEADINGS) - set(headings) <= (OPTIONAL if statement.plain or not _has_letters(statement) else set())
    assert all(found[heading] for heading in headings), "no part is empty"


def _has_letters(statement: Statement) -> bool:
    return bool(statement.symbols or statement.structures or statement.assumptions)


@every_file
def test_letters_in_words_and_as_data(name: str) -> None:
    statement = statement_of(name)
    numbers = [f"{s.name} : {s.domain} : {s.meaning} : {s.unit}" for s in statement.symbols]
    structures = [f"{s.name} : {s.kind} : {s.meaning}" for s in statement.structures]
    said = parts(statement.text).get("Letters", [])
    if said or not statement.plain:
        assert said == numbers + structures
    assert all(s.meaning and s.unit for s in statement.symbols)
    assert all(domain in ("real", "integer") for domain in statement.domains.values())


@every_file
def test_assumptions_in_words_and_as_data(name: str) -> None:
    statement = statement_of(name)
    said = parts(statement.text).get("Assumptions", [])
    if said or not statement.plain:
        assert [line.partition(" : ")[0] for line in said] == [a.name for a in statement.assumptions]
        assert all(line.partition(" : ")[2] for line in said)
    for assumption in statement.assumptions:
        assert not isinstance(assumption.needed, str) or assumption.needed == "not known to be needed"


@every_file
def test_the_reference_resolves(name: str) -> None:
    reference = statement_of(name).reference
    said = ", ".join(part for part in (reference.key, reference.label, reference.section) if part)
    assert parts(statement_of(name).text)["Reference"] == [said]
    assert reference.key in _bibliography()


def _bibliography() -> set[str]:
    text = (builtin_folder() / "references.bib").read_text(encoding="utf-8")
    return set(re.findall(r"^@\w+\{([^,\s]+),$", text, re.MULTILINE))


def test_the_bibliography_has_the_five_papers() -> None:
    assert _bibliography() >= {"feldman2018", "altschuler2022", "asoodeh2020", "asoodeh2020isit", "chourasia2021"}


@every_file
def test_the_file_is_short(name: str) -> None:
    path = builtin().files[name].path
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE
    assert code_lines(path) <= LONGEST_CODE


def code_lines(path: Path) -> int:
    """Lines with code, without the docstring, comments, and the data that STATEMENT holds."""
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
def test_the_audit_agrees_with_everything_that_is_recorded(name: str) -> None:
    audited = audit_one(builtin(), name)
    assert audited.failed == ()
    recorded = statement_of(name).printed
    assert audited.as_printed == (recorded.verdict if recorded is not None else None)
    assert statement_of(name).plain in ("", audited.status)


@every_file
def test_the_proof_replays_and_concludes_the_statement(name: str) -> None:
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
