"""What a theorem file says, in TOML or in Python, becomes a statement, and what it cannot mean is refused, by file and key."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from support.statement_dump import plain

from pabisym.errors import InputError
from pabisym.library.audit import audit_one
from pabisym.library.files import builtin_folder, load, theorem_files
from pabisym.library.item import item, read_assumption, read_letter, read_spot, read_table
from pabisym.library.library import Library, builtin
from pabisym.library.statement import Assumption, LinearPair, LineRuns, Printed, Reference, Spot, Statement, Structure, Symbol

pytestmark = pytest.mark.quick


def assumed(statement: Statement) -> list[tuple[str, str]]:
    return [(a.name, a.holds) for a in statement.assumptions]


@pytest.mark.parametrize(("domain", "shown", "relations"), [
    ("real", "real", ()), ("integer, n >= 1 [one]", "integer, n >= 1", ("n >= 1",)),
    ("real, 1 <= n <= t [one, two]", "real, 1 <= n <= t", ("1 <= n", "n <= t")),
    ("real, n > 0 and n < 1 [one, two]", "real, 0 < n < 1", ("n > 0", "n < 1")), ("real, n == 1 + c [one]", "real, n == 1 + c", ("n == 1 + c",)),
    ("real, n >= a and n != 2 [one, two]", "real, n >= a, n != 2", ("n >= a", "n != 2")), ("real, n >= 1", "real, n >= 1", ()),
    ("integer, 1 <= n <= T [, two]", "integer, 1 <= n <= T", ("n <= T",)),
])  # fmt: skip
def test_a_domain_is_its_relations(domain: str, shown: str, relations: tuple[str, ...]) -> None:
    """Those that have a name are assumed."""
    found = read_letter(f"n: {domain}: a number")
    assert (found.letter, tuple(a.holds for a in found.assumed)) == (Symbol("n", shown, "a number"), relations)


def test_a_letter_has_a_unit_a_notation_and_a_role() -> None:
    found = read_letter(r"lam: real, lam > 0 [scale]: width: of the kernel; unit iterate; latex \lambda; role noise")
    assert found.letter == Symbol("lam", "real, lam > 0", "width: of the kernel", "iterate", r"\lambda", "noise")
    assert found.assumed == (Assumption("scale", "lam > 0"),)
    assert read_letter("X: law sequence: law after k steps; latex W").letter == Structure("X", "law sequence", "law after k steps", "W")


@pytest.mark.parametrize(("text", "problem"), [
    ("z", "z: is not clear; write it as name: domain: meaning"), ("z: real", "is not clear"), ("2: real: x", "is not clear"),
    ("n: real, 2: x", "2: is no domain of a letter"), ("n: real, n >= 1 [a, b]: x", "2 names for 1 relations; give each relation a name"),
    ("n: real: x; colour red", "colour red is not clear; behind ; stands one of unit, latex, role"), ("X: law: x; unit 1", "has a unit and is no number"),
])  # fmt: skip
def test_what_is_no_letter_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        read_letter(text)


def test_assumptions_stand_where_they_are_said() -> None:
    letters = ["n: integer, n >= 1 [records]: records", "c: real, c > 0 and c < 1 [positive, factor]: factor"]
    assert assumed(item("1", letters=letters, assumptions="unit: c <= 1")) == [
        ("records", "n >= 1"), ("positive", "c > 0"), ("factor", "c < 1"), ("unit", "c <= 1")]  # fmt: skip
    given = item("1", letters=letters, assumptions=["small: n <= 9", "c, n", "near: winf(P, Q, 2): as in: a paper"])
    assert assumed(given) == [("small", "n <= 9"), ("positive", "c > 0"), ("factor", "c < 1"), ("records", "n >= 1"), ("near", "winf(P, Q, 2)")]
    assert given.assumptions[-1].meaning == "as in: a paper"
    assert item("1", letters=letters, assumptions="c").assumptions == given.assumptions[3:4] + given.assumptions[1:3]
    with pytest.raises(InputError, match="z: is not clear; write an assumption as name: formula"):
        item("1", letters=letters, assumptions="n, z")
    with pytest.raises(InputError, match="w: is called a result and is no assumption"):
        item("1", assumptions="z: n <= 1", results="w")
    assert read_assumption("a: b <= c") == Assumption("a", "b <= c")


def test_points() -> None:
    assert read_spot("n=2, x=7/2 -> 3") == Spot({"n": 2, "x": "7/2"}, "3")
    assert read_spot("n=-1") == Spot({"n": -1})
    for wrong in ("n", "n=1, n=2"):
        with pytest.raises(InputError, match=f"spots: {wrong} is no point; write it as in n=2, sigma=3/2"):
            read_spot(wrong)


def test_a_statement_of_a_python_file() -> None:
    pair = LinearPair("n", "1", "0", "1")
    made = item("Theorem 1", "section 2", key="paper2020", kind="lemma", letters=["n: integer, n >= 1 [some]: steps", "P: law: a law"],
                conclusion="n > 0", bound="n", uses=("a/b",), printed="holds", tightness="exact", worst_case=pair, spots=("n=2 -> 3", "n=7/2"),
                steps=("mine/step",), cited_because="a book")  # fmt: skip
    assert made.reference == Reference("paper2020", "Theorem 1", "section 2")
    assert (made.symbols, made.structures) == ((Symbol("n", "integer, n >= 1", "steps"),), (Structure("P", "law", "a law"),))
    assert (made.kind, made.conclusion, made.bound, made.uses, made.tightness) == ("lemma", "n > 0", "n", ("a/b",), "exact")
    assert (made.printed, made.worst_case, made.steps, made.cited_because) == (Printed("holds"), pair, ("mine/step",), "a book")
    assert made.spots == (Spot({"n": 2}, "3"), Spot({"n": "7/2"}))
    with pytest.raises(InputError, match=r"item\.given: is not a key here"):
        item("1", given="x > 0")


TABLE = r"""title = "A number is positive"
reference = {label = "Lemma 1", key = "feldman2018"}
statement = '''x^2 is positive,
and \lambda too.'''
reads_as = "A number."
letters = ["x: real, x > 0 [positive]: a number"]
conclusion = "x**2 > 0"
bound = "x"
proof = "arithmetic"
spots = "x=1 -> 1"
printed = {verdict = "refuted", bound = "x/2", error = "constant", counterexample = "x=2"}
checks = [
    {name = "it grows", holds = "x*y >= 1", at = ["x=1 2, y=1 3"]}, {name = "not below", fails = "x >= 1", at = ["x=1/2"], words = "below 1"},
    {name = "twice", proves = "2*x > 0"}, {name = "elsewhere", proves = "y + 1 > 1", letters = ["y: real"], assumptions = ["y is: y > 0"]},
]
quantities = [{name = "double", value = "2*x", meaning = "twice the number"}]

[[numbers]]
name = "a value"
value = "x/3"
at = "x=1"
printed = "0.33"

[[numbers]]
value = "x*y"
source = "owner/name, file.py"
origin = "own"
at = "y=2"
entries = ["4.0: x=2", "6.0: x=3"]
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    return tmp_path / "mine" / "lemma_1.toml"


def test_a_statement_of_a_table(mine: Path) -> None:
    """Its parts are those of a Python file; its proof and its checks are true."""
    mine.write_text(TABLE, encoding="utf-8")
    made = load(mine)
    assert (made.id, made.title, made.kind, made.reference) == ("mine/lemma-1", "A number is positive", "lemma", Reference("feldman2018", "Lemma 1"))
    assert made.text == ("A number is positive.\n\nStatement\n    x^2 is positive,\n    and \\lambda too.\nReads as\n    A number.\n")
    assert (assumed(made), made.spots) == ([("positive", "x > 0")], (Spot({"x": 1}, "1"),))
    assert made.printed == Printed("refuted", "x/2", error="constant", counterexample={"x": 2})
    assert [(n.name, n.at, n.printed, n.accuracy) for n in made.numbers] == [
        ("a value", {"x": 1}, "0.33", "rounds to it"), ("owner/name, file.py: y = 2, x = 2", {"y": 2, "x": 2}, "4.0", "rounds to it"),
        ("owner/name, file.py: y = 2, x = 3", {"y": 2, "x": 3}, "6.0", "rounds to it")]  # fmt: skip
    assert made.quantities[0].meaning == "twice the number"
    library = Library.load([mine.parent.parent])
    assert library.standing("mine/lemma-1").status == "proved"
    checks = {check.name: check for check in audit_one(library, "mine/lemma-1").checks}
    assert {name: checks[name].verdict for name in ("it grows", "not below", "twice", "elsewhere")} == dict.fromkeys(
        ("it grows", "not below", "twice", "elsewhere"), "true")
    assert checks["it grows"].detail == "x*y >= 1 holds at all 4 points tried"
    assert checks["not below"].detail == "below 1"


def test_a_false_check_of_a_table_is_false(mine: Path) -> None:
    mine.write_text(TABLE.replace("x=1 2, y=1 3", "x=1/2 2, y=1 3").replace('fails = "x >= 1"', 'fails = "x >= 1/2"'), encoding="utf-8")
    library = Library.load([mine.parent.parent])
    found = {check.name: check for check in audit_one(library, "mine/lemma-1").checks}
    assert (found["it grows"].verdict, found["not below"].verdict) == ("false", "false")
    assert found["it grows"].detail == "x*y >= 1 is not found true at x = 1/2, y = 1"


@pytest.mark.parametrize(("before", "after", "problem"), [
    ('title = "A number is positive"\n', "", "title: is missing; a theorem file needs title, reference, statement, reads_as"),
    ("reads_as", "read_as", "read_as: is not a key of a theorem file; did you mean reads_as?"),
    ('label = "Lemma 1", ', "", "reference.label: is missing; [reference] needs key, label"),
    ("x: real, x > 0", "x: real, x is", "is no domain of a letter"), ('["x: real', '[3, "x: real', "letters: is no list of texts"),
    ('verdict = "refuted"', 'verdict = "true"', "printed.verdict is 'true', not one of 'holds'"),
    ('error = "constant"', 'kind = "constant"', "printed.kind: is not a key here"), ("x=1 -> 1", "x", "spots: x is no point"),
    ('"arithmetic"', '"proof"', "proof: proof names no function; write _module.function, of a file _module.py beside it"),
    ('"arithmetic"', '{lemma = "a/b"}', "proof: has neither a theorem nor a rule nor a call"),
    ('"arithmetic"', '{call = "_a.b", of = 3}', "proof.of: a list was expected, not an integer; write of = […]"),
    ('proves = "2*x > 0"', 'decide = "_a.b", with = "x"', "checks[2].with: a list was expected, not a text"), ('"arithmetic"', "7", "proof is of type int, not a function"), ('proves = "2*x > 0"', 'judge = "x"', "checks[2].judge: is not a key here"),
    ('proves = "2*x > 0"', 'words = "x"', "checks[2]: does not say what is decided; give decide, holds, fails or proves"),
    ('"4.0: x=2"', '"4.0: x"', "numbers[1].entries: x is no point"), ('meaning = "twice', 'mean = "twice', "quantities[0].mean: is not a key here"),
    ("quantities = [", "quantities = [3, ", "quantities[0]: a table was expected, not an integer"), ("conclusion =", "conclusion", "not TOML"),
    ('bound = "x"\n', "bound = 0.5\n", "bound: the float 0.5 is not exact; quote it, as \"0.5\""),
])  # fmt: skip
def test_what_is_no_statement_is_refused_by_file_and_key(mine: Path, before: str, after: str, problem: str) -> None:
    assert before in TABLE
    mine.write_text(TABLE.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(problem)) as refused:
        load(mine)
    assert str(refused.value).startswith(f"{mine}: ")
    assert "\n" not in str(refused.value)


def test_a_function_is_of_a_module_beside_the_file(mine: Path) -> None:
    """It is looked for when the proof is built, and what is not there is said in one line."""
    mine.write_text(TABLE.replace('"arithmetic"', '{call = "_steps.shown", of = ["conclusion"]}'), encoding="utf-8")
    library = Library.load([mine.parent.parent])
    said = "proof.call: there is no function _steps.shown; write it in _steps.py of the paper mine"
    assert said in library.standing("mine/lemma-1").problem
    (mine.parent / "_steps.py").write_text("def shown(b, claim):\n    return b.prove(claim)\n", encoding="utf-8")
    assert Library.load([mine.parent.parent]).standing("mine/lemma-1").status == "proved"


PROCESS = """title = "Two runs"
reference = {label = "Theorem 1", key = "feldman2018"}
statement = "Two runs."
reads_as = "Two runs."
letters = ["alpha: real, alpha > 1 [order]: order", "n: integer, n >= 1 [steps]: steps", "s: real, s > 0 [gap size]: gap", "v: real, v > 0 [variance]: noise"]
bound = "alpha*s**2*n/(2*v)"
proof = "pabisym._published.derive_bound"
worst_case = "process"
uses = ["pabisym/one-block"]
spots = "alpha=2, n=1, s=1, v=1 -> 1"

[process]
steps = "n"
gap = [{each = "s"}]
noise = {variance = "v"}
"""


def test_the_process_of_a_spec_is_what_a_statement_assumes(mine: Path) -> None:
    mine.write_text(PROCESS, encoding="utf-8")
    library = Library.load([mine.parent.parent])
    made = library.statement("mine/lemma-1")
    assert assumed(made)[4:] == [
        ("start", "winf(X(0), Y(0), 0)"), ("first run", "forall(k, 1, n, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))"),
        ("second run", "forall(k, 1, n, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))"),
        ("Lipschitz", "forall(k, 1, n, lipschitz(psi(k), 1))"), ("gaps", "forall(k, 1, n, gap(psi(k), phi(k), s))"),
        ("Gaussian", "forall(k, 1, n, gaussian(zeta(k), v))")]  # fmt: skip
    assert made.conclusion == "renyi(alpha, 0, X(n), Y(n), alpha*s**2*n/(2*v))"
    assert made.worst_case == LinearPair("n", "1", "s", "v", "0")
    assert library.standing("mine/lemma-1").status == "proved"


@pytest.mark.parametrize(("before", "after", "problem"), [
    ('gap = [{each = "s"}]', 'gap = [{each = "w"}]', "process.gap[0].each: the name w is not declared"),
    ('noise = {variance = "v"}', "", "process.noise: is missing"), ('steps = "n"', 'length = "n"', "process.length: is not a key here"),
])  # fmt: skip
def test_a_process_is_refused_as_that_of_a_spec(mine: Path, before: str, after: str, problem: str) -> None:
    mine.write_text(PROCESS.replace(before, after), encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(problem)):
        load(mine)


def test_runs_that_break_a_page_are_data() -> None:
    told = {"title": "a", "reference": {"label": "1"}, "statement": "", "reads_as": "", "printed": {"verdict": "refuted", "process": {
        "algorithm": "stop", "slopes": [1, "-5/6"], "other": -1, "index": 1, "step": 1, "noise": "1/3"}}}  # fmt: skip
    made = read_table("mine/lemma-1", told).printed
    assert made is not None
    assert made.process == LineRuns("stop", (1, "-5/6"), -1, 1, 1, "1/3")


def test_a_spec_beside_theorem_files_states_nothing(mine: Path) -> None:
    mine.write_text(TABLE, encoding="utf-8")
    (mine.parent / "spec.toml").write_text('title = "a spec"\n[process]\nsteps = "n"\n', encoding="utf-8")
    (mine.parent.parent / "other.toml").write_text("[sweep]\n", encoding="utf-8")
    assert [name for _, name in theorem_files(mine.parent.parent)] == ["mine/lemma-1"]


def test_every_function_that_a_built_in_file_names_is_there() -> None:
    """Proofs are stored and replayed, so that a name which nothing has would be seen only when one is built."""
    import importlib

    named = re.compile(r'(?:proof|call|decide|compute) = "((?:[a-z0-9]+\.)?_[^".]+\.[^".]+)"')
    missing, seen = [], 0
    for path, name in theorem_files(builtin_folder()):
        for found in named.findall(path.read_text(encoding="utf-8")) if path.suffix == ".toml" else ():
            *paper, module, function = found.split(".")
            loaded = importlib.import_module(f"pabisym_theorems.{paper[0] if paper else name.partition('/')[0]}.{module}")
            seen, missing = seen + 1, missing + ([] if callable(getattr(loaded, function, None)) else [f"{name}: {found}"])
    assert seen > 200
    assert not missing


def test_a_built_in_file_runs_no_other_to_be_shown() -> None:
    """A statement in TOML is read without the modules that prove it."""
    path = builtin().files.paths["feldman2018/theorem-23"]  # type: ignore[attr-defined]
    assert path.suffix == ".toml"
    assert tomllib.loads(path.read_text(encoding="utf-8"))["conclusion"] == builtin().statement("feldman2018/theorem-23").conclusion


FILE = '''"""A number is positive.

Statement
    x is positive.
Reads as
    A number.
"""

from pabisym.library.item import item

STATEMENT = item("Lemma 1", key="feldman2018", letters="x: real, x > 0 [positive]: a number", conclusion="x > 0", spots="x=1")
'''


@pytest.mark.parametrize(("file", "name", "kind"), [
    ("lemma_2.10.py", "mine/lemma-2.10", "lemma"), ("eq_3.py", "mine/eq-3", "equation"), ("taut_string.py", "mine/taut-string", "theorem"),
    ("assumptions_4.py", "mine/assumptions-4", "assumption"), ("lemma_2.10.toml", "mine/lemma-2.10", "lemma"),
])  # fmt: skip
def test_a_file_is_named_once(tmp_path: Path, file: str, name: str, kind: str) -> None:
    """The id and the kind are those of the path; of a Python file the title is the first line, the text the docstring."""
    path = tmp_path / "mine" / file
    path.parent.mkdir()
    path.write_text(FILE if file.endswith("py") else TABLE, encoding="utf-8")
    made = load(path)
    assert (made.id, made.kind, made.title, made.reference.key) == (name, kind, "A number is positive", "feldman2018")
    assert assumed(made) == [("positive", "x > 0")]
    if file.endswith("py"):
        assert made.text == FILE.split('"""')[1]


@pytest.mark.parametrize(("language", "file"), [("python", "lemma_1.py"), ("toml", "lemma_1.toml")])
def test_the_examples_of_the_documentation(tmp_path: Path, language: str, file: str) -> None:
    """They load, and their proof is accepted."""
    text = (Path(__file__).parents[2] / "docs" / "adding.md").read_text(encoding="utf-8")
    path = tmp_path / "mine" / file
    path.parent.mkdir()
    path.write_text(text.split(f"```{language}\n")[1].split("```")[0], encoding="utf-8")
    library = Library.load([tmp_path])
    assert library.standing("mine/lemma-1").status == "proved"
    made = library.statement("mine/lemma-1")
    assert assumed(made) == [("size", "g >= 0"), ("width", "D >= 0"), ("other", "h <= D"), ("within", "g <= D")]
    assert [s.role for s in made.symbols] == ["gap", "diameter", ""]


def test_the_dump_of_a_statement_has_all_that_it_states(mine: Path) -> None:
    """Every field of it; another meaning of a letter is another dump."""
    mine.write_text(TABLE, encoding="utf-8")
    told = plain(load(mine))
    assert told.keys() == {one.name for one in fields(Statement)}
    assert (told["symbols"][0]["meaning"], told["proof"], told["checks"][0]["name"]) == ("a number", "a function", "it grows")
    assert told["spots"] == [{"at": {"x": 1}, "expect": "1"}]
    mine.write_text(TABLE.replace("]: a number", "]: some number"), encoding="utf-8")
    assert plain(load(mine)) != told
