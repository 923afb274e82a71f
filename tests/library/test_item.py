"""The short form of a theorem file: what it says becomes a statement, and what it cannot mean is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pabisym.errors import InputError
from pabisym.library.files import load
from pabisym.library.item import DeclaredSymbol, Vocabulary, integer, item, real
from pabisym.library.library import Library
from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol

pytestmark = pytest.mark.quick

OLD = Vocabulary(
    (integer("n >= 1", "number of records", "records", role="records"), integer("n >= 1", "steps of an epoch, n/b", "epoch"),
     real("c > 0 and c < 1", "contraction of a step", "positive factor, factor"), Structure("X", "law sequence", "law after k steps")),
    {"first run": "equal(X(0), X(0))", "unit": "c <= 1: as steps contract"},
)
NEW = Vocabulary((integer("n >= 2", "number of points", "points"), Structure("n", "noise", "noise of a step")), {"unit": "n <= 9"}, OLD)


def assumed(statement: Statement) -> list[tuple[str, str]]:
    return [(a.name, a.holds) for a in statement.assumptions]


@pytest.mark.parametrize(("domain", "letter", "shown", "relations"), [
    ("n", "n", "real", ()), ("n >= 1", "n", "real, n >= 1", ("n >= 1",)), ("1 <= t <= n", "t", "real, 1 <= t <= n", ("1 <= t", "t <= n")),
    ("c > 0 and c < 1", "c", "real, 0 < c < 1", ("c > 0", "c < 1")), ("s == 1 + c", "s", "real, s == 1 + c", ("s == 1 + c",)),
    ("0 <= p", "p", "real, 0 <= p", ("0 <= p",)), ("b >= a and b != 2", "b", "real, b >= a, b != 2", ("b >= a", "b != 2")),
])  # fmt: skip
def test_a_domain_is_its_relations(domain: str, letter: str, shown: str, relations: tuple[str, ...]) -> None:
    found = real(domain, "a number")
    assert (found.symbol.name, found.symbol.domain, found.relations, found.assumed) == (letter, shown, relations, ())


def test_a_domain_that_is_named_is_assumed() -> None:
    assert integer("1 <= t <= n", "index", "first, last").assumed == (Assumption("first", "1 <= t"), Assumption("last", "t <= n"))
    assert integer("1 <= t <= n", "index", ", last").assumed == (Assumption("last", "t <= n"),)
    found = real("x", "a number", "", "loss", r"\xi", "noise", "y").symbol
    assert found == Symbol("y", "real", "a number", "loss", r"\xi", "noise")


def letter(vocabulary: Vocabulary, text: str) -> tuple[str, str, tuple[str, ...]]:
    found = vocabulary.letter(text)
    assert isinstance(found, DeclaredSymbol)
    return found.symbol.meaning, found.symbol.domain, tuple(a.name for a in found.assumed)


def test_letters_of_a_vocabulary() -> None:
    assert letter(OLD, "n") == ("number of records", "integer, n >= 1", ("records",))
    assert letter(OLD, "n: epoch") == ("steps of an epoch, n/b", "integer, n >= 1", ("epoch",))
    assert letter(OLD, "n >= 3") == ("number of records", "integer, n >= 3", ("records",))
    assert letter(OLD, "n: steps epoch [size]") == ("steps of an epoch, n/b", "integer, n >= 1", ("size",))
    assert letter(OLD, "1 <= n <= T [, most]") == ("number of records", "integer, 1 <= n <= T", ("most",))
    assert letter(OLD, "n []") == ("number of records", "integer, n >= 1", ())
    assert OLD.letter("X") == Structure("X", "law sequence", "law after k steps")


def test_letters_of_a_vocabulary_upon_another() -> None:
    assert letter(NEW, "n") == ("number of points", "integer, n >= 2", ("points",))
    assert letter(NEW, "n: records") == ("number of records", "integer, n >= 1", ("records",))
    assert NEW.letter("n: noise") == Structure("n", "noise", "noise of a step")
    assert letter(NEW, "n: integer") == ("number of points", "integer, n >= 2", ("points",)), "of several the shortest meaning"
    assert letter(NEW, "c") == ("contraction of a step", "real, 0 < c < 1", ("positive factor", "factor"))


@pytest.mark.parametrize(("text", "problem"), [
    ("z", "z: is no letter of the vocabulary; say it in full"), ("n: losses", "the meanings known are: number of records; steps"),
    ("2 <= 3", "2 <= 3: is no domain of a letter"), ("n >= 1 [a, b]", "2 names for 1 relations"), ("[]", "is no letter"),
    ("1 <= n <= T", "the names of its assumptions are not clear; write them behind it"),
])  # fmt: skip
def test_what_is_no_letter_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        OLD.letter(text)


def test_assumptions_stand_where_they_are_said() -> None:
    given = OLD.item("1", letters="n, c", given="unit: c <= 1")
    assert assumed(given) == [("records", "n >= 1"), ("positive factor", "c > 0"), ("factor", "c < 1"), ("unit", "c <= 1")]
    given = OLD.item("1", letters="n, c", given=("c", Assumption("small", "n <= 9"), ..., "first run, unit"))
    assert assumed(given) == [("positive factor", "c > 0"), ("factor", "c < 1"), ("small", "n <= 9"), ("records", "n >= 1"),
                              ("first run", "equal(X(0), X(0))"), ("unit", "c <= 1")]  # fmt: skip
    assert given.assumptions[-1].meaning == "as steps contract"
    assert NEW.item("1", given="unit").assumptions == (Assumption("unit", "n <= 9"),)
    assert item("1", given=f"near: winf(P, Q, {2}): as in: a paper").assumptions == (Assumption("near", "winf(P, Q, 2)", "as in: a paper"),)


def test_what_is_no_assumption_is_refused() -> None:
    with pytest.raises(InputError, match="z: is neither a letter nor a known assumption; write an assumption as name: formula"):
        OLD.item("1", letters="n", given="z")


def test_a_statement_of_letters_said_in_full() -> None:
    pair = LinearPair("n", "1", "0", "1")
    made = item(
        "Theorem 1", "section 2", key="paper2020", kind="lemma", letters=(integer("n >= 1", "steps", "some"), Structure("P", "law", "a law")),
        conclusion="n > 0", bound="n", uses=("a/b",), printed="holds", tightness="exact", worst_case=pair,
        spots=("n=2 -> 3", Spot({"n": "3"}), "n=7/2, x=-1"), steps=("mine/step",), cited_because="a book")  # fmt: skip
    assert made.reference == Reference("paper2020", "Theorem 1", "section 2")
    assert made.symbols == (Symbol("n", "integer, n >= 1", "steps"),)
    assert made.structures == (Structure("P", "law", "a law"),)
    assert (made.kind, made.conclusion, made.bound, made.uses, made.tightness) == ("lemma", "n > 0", "n", ("a/b",), "exact")
    assert (made.printed, made.worst_case, made.steps, made.cited_because) == (Printed("holds"), pair, ("mine/step",), "a book")
    assert made.spots == (Spot({"n": 2}, "3"), Spot({"n": "3"}), Spot({"n": "7/2", "x": -1}))


@pytest.mark.parametrize(("more", "problem"), [
    ({"spots": "n"}, "n: is no point; write it as in n=2, sigma=3/2 -> 10"), ({"spots": "n=1, n=2"}, "is no point"),
    ({"printed": "true"}, "printed: true is no verdict; one of holds, holds in part, corrected, refuted, undecided, not examined"),
])  # fmt: skip
def test_what_is_no_statement_is_refused(more: dict[str, str], problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        item("1", **more)  # type: ignore[arg-type]


FILE = '''"""A number is positive.

Statement
    x is positive.
Reads as
    A number.
"""

from pabisym.library.item import item, real

STATEMENT = item("Lemma 1", key="feldman2018", letters=real("x > 0", "a number", "positive"), conclusion="x > 0", spots="x=1")
'''


@pytest.mark.parametrize(("file", "name", "kind"), [
    ("lemma_2.10.py", "mine/lemma-2.10", "lemma"), ("eq_3.py", "mine/eq-3", "equation"), ("taut_string.py", "mine/taut-string", "theorem"),
    ("assumptions_4.py", "mine/assumptions-4", "assumption"),
])  # fmt: skip
def test_a_file_is_named_once(tmp_path: Path, file: str, name: str, kind: str) -> None:
    """The id and the kind are those of the path, the title the first line, the text the docstring."""
    path = tmp_path / "mine" / file
    path.parent.mkdir()
    path.write_text(FILE, encoding="utf-8")
    made = load(path)
    assert (made.id, made.kind, made.title, made.reference.key) == (name, kind, "A number is positive", "feldman2018")
    assert made.text == FILE.split('"""')[1]
    assert assumed(made) == [("positive", "x > 0")]


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    """It loads, and its proof is accepted."""
    text = (Path(__file__).parents[2] / "docs" / "adding.md").read_text(encoding="utf-8")
    path = tmp_path / "mine" / "lemma_1.py"
    path.parent.mkdir()
    path.write_text(text.split("```python\n")[1].split("```")[0], encoding="utf-8")
    library = Library.load([tmp_path])
    assert library.standing("mine/lemma-1").status == "proved"
    made = library.statement("mine/lemma-1")
    assert assumed(made) == [("size", "g >= 0"), ("width", "D >= 0"), ("other", "h <= D"), ("within", "g <= D")]
    assert [s.role for s in made.symbols] == ["gap", "diameter", ""]
