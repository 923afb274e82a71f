"""What a theorem file says, as text: its letters, its assumptions and its other parts become a statement.

A theorem file is a TOML file with the keys of :data:`KEYS`, or a Python file that ends with ``STATEMENT = item(…)``, which takes the same
keys and functions; either shows its theorem in full::

    letters = ["n: integer, n >= 1 [records]: number of records; role records", "W: law sequence: law of w_k; latex w"]
    assumptions = ["small steps: eta <= 2/beta", "convex: forall(k, 1, n, convex(f(k), K))"]
    conclusion = "renyi(alpha, 0, W(n), V(n), 2*alpha*L**2/(n*sigma**2))"

A letter is ``name: domain: meaning``, with the domain as in a spec, or ``name: kind: meaning`` for laws, maps, noises and so on; behind the
meaning may stand ``; unit …``, ``; latex …`` and ``; role …``.  Of ``c > 0 and c < 1``, which is shown as a chain, the relations are these
two; ``[name, name]`` names the relations of a domain that are assumed, in order, an empty name one that is not.

An assumption is ``name: formula`` or ``name: formula: meaning``; the named domains come first, in the order of the letters, and a letter
that is listed among the assumptions has those of its domain there.  In the conclusion ``{bound}`` stands for the bound.  With a
``[process]``, as in a spec, its two runs are assumed after all others, see :mod:`pabisym.library.two_runs`.  Nothing here is trusted: what
a file says is what its statement holds.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from functools import partial
from itertools import product
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args

from pabisym.errors import InputError, visible
from pabisym.lang.reader import TOML, DocumentTable, refuse, refuse_float
from pabisym.library.helpers import helper, read_proof
from pabisym.library.statement import (
    Assumption,
    Check,
    Clause,
    ClauseState,
    LinearPair,
    LineRuns,
    Named,
    Printed,
    PrintedNumber,
    Reference,
    SampledRuns,
    Spot,
    Statement,
    Structure,
    Symbol,
    Verdict,
)

_RELATION = re.compile(r" (<=|>=|==|!=|<|>) ")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_KINDS = {"eq": "equation", "assumptions": "assumption"}
_NAMED = ("theorem", "lemma", "proposition", "corollary", "equation", "definition", "assumption", "algorithm", "construction", "example",
          "figure", "footnote", "observation", "question", "remark", "table")  # fmt: skip
_ATTRIBUTES = ("unit", "latex", "role")
KEYS = ("title", "reference", "kind", "statement", "reads_as", "letters", "process", "assumptions", "results", "conclusion", "bound",
        "uses", "proof", "cited_because", "printed", "tightness", "worst_case", "spots", "checks", "numbers",
        "quantities", "clauses", "steps", "plain", "silent", "evident")  # fmt: skip
"""The keys of a theorem file: what stands in the paper and where, the theorem, its proof, and what is said of the page."""
STATES: tuple[ClauseState, ...] = get_args(ClauseState)
_CLAUSE = re.compile(rf"(?P<state>{'|'.join(STATES)})(?: by (?P<by>'[^']+'|[^:;]+))?(?:; (?P<line>[^:]+))?: (?P<text>.+)", re.DOTALL)
Texts: TypeAlias = "str | Iterable[str]"
Record = TypeVar("Record")


@dataclass(frozen=True)
class DeclaredLetter:
    """A letter, and the assumptions that its domain is."""

    letter: Symbol | Structure
    assumed: tuple[Assumption, ...] = ()


def read_letter(text: str) -> DeclaredLetter:
    """One letter; raises :class:`~pabisym.errors.InputError` for what is none.

    >>> read_letter("t: integer, 1 <= t <= n [first, last]: index of a record").assumed[1]
    Assumption(name='last', holds='t <= n', meaning='', needed='not known to be needed', broken_by=None, kind='')
    """
    name, domain, said = _three(text, "letters", "write it as name: domain: meaning, as in n: integer, n >= 1: number of records")
    meaning, *more = said.split("; ")
    given = dict[str, str]()
    for one in more:
        word, _, value = one.partition(" ")
        if word not in _ATTRIBUTES or not value:
            cure = f"behind ; stands one of {', '.join(_ATTRIBUTES)}"
            raise InputError(f"letters: {visible(text)}", f"{visible(one)} is not clear", cure)
        given[word] = value
    kind, _, relations = domain.partition(",")
    if kind not in ("real", "integer", "real [", "integer ["):
        if "unit" in given:
            raise InputError(visible(text), "has a unit and is no number", "begin its domain with real or integer")
        return DeclaredLetter(Structure(name, domain, meaning, **given))
    relations, _, names = relations.partition(" [")
    shown, found = _domain(relations.strip())
    symbol = Symbol(name, f"{kind}, {shown}" if shown else kind, meaning, **given)
    listed = tuple(one.strip() for one in names.rstrip("]").split(",")) if names.rstrip("]").strip() else ()
    if len(listed) not in (0, len(found)):
        raise InputError(f"letters: {visible(text)}", f"{len(listed)} names for {len(found)} relations", "give each relation a name")
    return DeclaredLetter(symbol, tuple(Assumption(one, relation) for one, relation in zip(listed, found, strict=False) if one))


def _three(text: object, field: str, cure: str) -> tuple[str, str, str]:
    """The parts of a text between its first colons; of an assumption the last may be missing."""
    if not isinstance(text, str):
        refuse(field, text, "a text", cure, TOML)
    parts = [*(part.strip() for part in text.split(": ", 2)), ""]
    if len(parts) < 3 or not all(parts[:2]) or (field == "letters" and (len(parts) == 3 or not _NAME.fullmatch(parts[0]))):
        raise InputError(f"{field}: {visible(text)}", "is not clear", cure)
    return parts[0], parts[1], parts[2]


def _domain(text: str) -> tuple[str, tuple[str, ...]]:
    """The relations of a domain, and the domain as it is shown."""
    parts = [_RELATION.split(part.strip()) for part in text.split(" and ")] if text else []
    if any(len(part) not in (3, 5) for part in parts):
        raise InputError(visible(text), "is no domain of a letter", "write relations, as in n >= 1, 1 <= t <= n or c > 0 and c < 1")
    relations = tuple(" ".join(part[at : at + 3]) for part in parts for at in range(0, len(part) - 1, 2))
    if len(parts) == 2 and [part[1][:1] for part in parts] == [">", "<"] and parts[0][0] == parts[1][0]:
        (name, low, least), (_, high, most) = parts
        return f"{least} {low.replace('>', '<')} {name} {high} {most}", relations
    return ", ".join(" ".join(part) for part in parts), relations


def read_assumption(text: str) -> Assumption:
    """An assumption, as ``name: formula`` or ``name: formula: meaning``."""
    return Assumption(*_three(text, "assumptions", "write an assumption as name: formula"))


def _all_assumptions(texts: Iterable[str], letters: Mapping[str, DeclaredLetter]) -> tuple[Assumption, ...]:
    """The assumptions of a statement in their order."""
    listed = [part for one in texts for part in ([one] if ": " in one else map(str.strip, one.split(","))) if part]
    placed = {one for one in listed if one in letters}
    found = [a for name, letter in letters.items() if name not in placed for a in letter.assumed]
    for one in listed:
        found += letters[one].assumed if one in letters else (read_assumption(one),)
    return tuple(found)


def read_texts(value: object, field: str) -> tuple[str, ...]:
    """A text, or a list of texts."""
    listed = (value,) if isinstance(value, str) else value
    if not isinstance(listed, Sequence) or not all(isinstance(one, str) for one in listed):
        raise InputError(field, "is no list of texts", f'write {field} = ["…", "…"]')
    return tuple(cast("Sequence[str]", listed))


def read_at(value: object, field: str = "spots") -> dict[str, str | int]:
    """A point as in ``n=2, sigma=3/2``."""
    if isinstance(value, Mapping):
        return dict(value)
    at: dict[str, str | int] = {}
    for part in value.split(",") if isinstance(value, str) and value else ():
        name, equals, number = (one.strip() for one in part.partition("="))
        if not equals or name in at:
            raise InputError(field, f"{visible(str(value))} is no point", "write it as in n=2, sigma=3/2")
        at[name] = int(number) if re.fullmatch(r"-?\d+", number, re.ASCII) else number
    return at


def read_spot(value: str | Spot) -> Spot:
    """A point at which the assumptions hold, as in ``n=2, sigma=3/2`` or, with the value of the bound there, ``n=2, sigma=3/2 -> 10``."""
    if isinstance(value, Spot):
        return value
    if not isinstance(value, str):
        refuse("spots", value, "a text", "write it as in n=2, sigma=3/2", TOML)
    point, _, expect = value.partition("->")
    return Spot(read_at(point.strip() or value, "spots"), expect.strip())


# Records in tables.


def _record(kind: type[Record], value: object, place: str, **read: Callable[[Any], object]) -> Record:
    """A record from a table with the names of its fields; ``read`` says how some of them are read."""
    if isinstance(value, kind):
        return value
    known = {one.name: one for one in fields(cast("Any", kind))}
    needed = [name for name, one in known.items() if one.default is MISSING and one.default_factory is MISSING]
    table = DocumentTable(value, place, tuple(known), needed, form=TOML, whole="a theorem file")
    return kind(**{name: read[name](one) if name in read else tuple(one) if isinstance(one, list) else one
                   for name, one in table.data.items()})


def _read_printed(value: object) -> Printed | None:
    if value is None or isinstance(value, Printed):
        return value
    table = {"verdict": value} if isinstance(value, str) else value
    return _record(Printed, table, "printed", counterexample=lambda at: read_at(at, "printed.counterexample"), process=_runs)


def _runs(value: object) -> LinearPair | LineRuns | SampledRuns:
    given = value if isinstance(value, Mapping) else {}
    kind: Any = LineRuns if "algorithm" in given else SampledRuns if "low" in given else LinearPair
    return cast("LinearPair", _record(kind, value, "printed.process"))


def _numbers(value: object, paper: str) -> Iterator[PrintedNumber]:
    """Numbers of a page or of a public file; ``entries`` are several of one formula, each ``digits: point``."""
    for place, one in _tables(value, "numbers"):
        if isinstance(one, PrintedNumber):
            yield one
            continue
        read = {**one, "at": read_at(one.get("at", ""), f"{place}.at")}
        read |= {"compute": helper(one["compute"], paper, f"{place}.compute")} if "compute" in one else {}
        entries = [entry.split(": ") for entry in read_texts(read.pop("entries", ()), f"{place}.entries")]
        for digits, *at in entries or [[str(read.get("printed", ""))]]:
            number = {**read, "printed": digits, "at": {**read["at"], **read_at("".join(at), f"{place}.entries")}}
            where = ", ".join(f"{letter} = {x}" for letter, x in number["at"].items())
            named = f"{number['source']}: {number.pop('said', where)}" if "source" in number else ""
            good = "rounds to it" if number.get("relation", "==") == "==" else "holds"
            yield _record(PrintedNumber, {"name": named, "accuracy": good, **number} if named else number, place)


def _tables(value: object, field: str) -> Iterator[tuple[str, Any]]:
    """The tables of a list, with their places; records of Python files are handed on."""
    if not isinstance(value, list | tuple):
        refuse(field, value, "a list", f"write [[{field}]]", TOML)
    for position, one in enumerate(value):
        if not isinstance(one, Mapping | PrintedNumber | Check | Named):
            refuse(f"{field}[{position}]", one, "a table", f"write [[{field}]]", TOML)
        yield f"{field}[{position}]", one


def read_clause(text: object) -> Clause:
    """One thing that a page says: its state, behind *by* what shows that, behind a semicolon where it stands, and what it says.

    What shows it stands between single quotes where it has a colon or a semicolon.

    Raises :class:`~pabisym.errors.InputError` for what is none, and for a state that nothing shows.

    >>> read_clause("cited by feldman2018/lemma-7; section 2.2: an optimal coupling exists")
    Clause(text='an optimal coupling exists', line='section 2.2', state='cited', by='feldman2018/lemma-7')
    >>> read_clause("open: no smaller constant is possible").state
    'open'
    """
    found = _CLAUSE.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        cure = f"write it as STATE by WHAT: words, where STATE is one of {', '.join(STATES)}"
        raise InputError(f"clauses: {visible(str(text))}", "is no clause", cure)
    if found["state"] != "open" and not found["by"]:
        raise InputError(f"clauses: {visible(str(text))}", f"is {found['state']} by nothing", "say by what, or call it open")
    words, line, shown = (" ".join((found[name] or "").split()) for name in ("text", "line", "by"))
    return Clause(words, line, cast("ClauseState", found["state"]), shown.strip("'"))


def _checks(value: object, paper: str, made: list[Statement]) -> Iterator[Check]:
    """Checks; a table has a function that decides, a relation at points, or a relation that is proved; see :func:`_decision`."""
    for place, one in _tables(value, "checks"):
        if isinstance(one, Check):
            yield one
        else:
            table = DocumentTable(one, place, ("name", "judges", *get_args(Decision)), ("name",), form=TOML, whole="a theorem file")
            yield Check(table.text("name", ""), _decision(table, paper, made), cast("Any", table.text("judges", "")))


Decision = Literal["decide", "with", "holds", "fails", "at", "words", "of", "given", "dropped", "proves", "letters", "assumptions", "uses",
                   "proof"]


def _decision(table: DocumentTable, paper: str, made: list[Statement]) -> Callable[[], tuple[Verdict, str]]:
    """What decides a check that is a table, by the functions of ``theorems/pabisym/_data_checks.py``; ``made`` will hold the statement.

    ``decide`` names a function, with its arguments ``with``; ``holds`` is a relation that is true, or ``fails`` one that is false, at all
    points ``at``, where ``n=1 2, b=1 3`` is four points, said in ``words``; where the check breaks the page, ``fails`` is what that claims,
    and the points are instances of the statement, or of the one whose id is ``of``, see :func:`pabisym.library.checks.page_broken`, which
    is also given ``given`` and ``dropped``; ``proves`` is a relation that follows from ``assumptions``
    about ``letters`` (without these: also from the statement's own), by arithmetic or a ``proof``, with the theorems ``uses``.
    """
    if "decide" in table:
        function, given = helper(table["decide"], paper, table.field("decide")), table.get("with", ())
        if not isinstance(given, list | tuple):
            refuse(table.field("with"), given, "a list", "write with = […]", TOML)
        return lambda: cast("tuple[Verdict, str]", function(*given))
    if "holds" in table or "fails" in table:
        relation, wanted = (table.text("holds", ""), "true") if "holds" in table else (table.text("fails", ""), "false")
        points = tuple(_points(table.get("at", [""]), table.field("at")))
        if wanted == "false" and table.text("judges", "") in ("corrected", "refuted"):
            broken = helper("pabisym._data_checks.all_broken", paper, table.field("at"))
            page, dropped = (read_texts(table.get(key, ()), table.field(key)) for key in ("given", "dropped"))
            return lambda: broken(made[0], table.text("of", ""), points, relation, page, dropped, table.text("words", ""))
        at_points = helper("pabisym._data_checks.at_points", paper, table.field("at"))
        return lambda: at_points(relation, points, wanted, table.text("words", ""))
    if "proves" not in table:
        raise InputError(table.place, "does not say what is decided", "give decide, holds, fails or proves")
    return _proof_decision(table, paper, made)


def _proof_decision(table: DocumentTable, paper: str, made: list[Statement]) -> Callable[[], tuple[Verdict, str]]:
    """What decides a check that is a relation to be proved."""
    claim = table.text("proves", "")
    build = read_proof(table.get("proof"), paper, {"conclusion": claim}, table.field("proof"))
    parts = {key: read_texts(table.get(key, ()), table.field(key)) for key in ("letters", "assumptions", "uses")}
    known = {one.name: one.holds for one in map(read_assumption, parts["assumptions"])}
    if "letters" not in table:
        sharper = helper("pabisym._data_checks.sharper", paper, table.place)
        return lambda: sharper(made[0], claim, build, known)
    kinds = {name.strip(): kind.strip() for name, _, kind in (one.partition(":") for one in parts["letters"])}
    replayed = helper("pabisym._data_checks.replayed", paper, table.place)
    return lambda: replayed(claim, kinds, known, build, parts["uses"])


def _points(said: object, field: str) -> Iterator[dict[str, str | int]]:
    """The points of a check: texts, in which a letter may have several values, or a list of tables."""
    if isinstance(said, list | tuple) and all(isinstance(one, Mapping) for one in said):
        yield from (read_at(one, field) for one in said)
    else:
        yield from (read_at(one, field) for text in read_texts(said, field) for one in _grid(text))


def _grid(said: str) -> list[str]:
    """The points of a text in which a letter has several values."""
    letters = [(name, values.split()) for name, _, values in (part.partition("=") for part in said.split(","))]
    return [", ".join(f"{name}={value}" for (name, _), value in zip(letters, point, strict=True) if name.strip())
            for point in product(*(values or [""] for _, values in letters))]


# Statements.


def statement_of(name: str, title: str, text: str, told: Mapping[str, Any]) -> Statement:
    """The statement of an id from what its file says under the keys of :data:`KEYS`.

    Raises :class:`~pabisym.errors.InputError` naming the key for what cannot be meant.
    """
    paper, _, own = name.partition("/")
    word = re.split(r"[-.0-9]", own, maxsplit=1)[0]
    word = _KINDS.get(word, word)
    declared = list(map(read_letter, read_texts(told.get("letters", ()), "letters")))
    numeric = {one.letter.name: one for one in declared if isinstance(one.letter, Symbol)}
    structures = tuple(one.letter for one in declared if isinstance(one.letter, Structure))
    assumptions = _all_assumptions(read_texts(told.get("assumptions", ()), "assumptions"), numeric)
    conclusion, worst = told.get("conclusion", ""), told.get("worst_case")
    if isinstance(conclusion, str):
        conclusion = conclusion.replace("{bound}", str(told.get("bound", "")))
    if "process" in told:
        from pabisym.library.two_runs import TwoRuns  # few statements have a process

        runs = TwoRuns.of(told["process"], tuple(numeric))
        structures, assumptions = (*structures, *runs.structures), (*assumptions, *map(read_assumption, runs.assumptions))
        conclusion = conclusion or runs.conclusion(told.get("bound", ""))
        worst = runs.linear_pair if worst == "process" else worst
    proof = read_proof(told.get("proof"), paper, {"conclusion": conclusion, "bound": told.get("bound", "")})
    if "process" in told and callable(proof):
        proof = partial(proof, iteration=runs.iteration, claim=conclusion)
    made: list[Statement] = []
    reference = told["reference"]
    spots = told.get("spots", ())
    listed = (spots,) if isinstance(spots, str | Spot) else spots if isinstance(spots, list | tuple) else read_texts(spots, "spots")
    made.append(Statement(
        id=name, title=title, text=text, kind=told.get("kind") or (word if word in _NAMED else "theorem"),
        reference=_record(Reference, {"key": paper, **reference} if isinstance(reference, Mapping) else reference, "reference"),
        symbols=tuple(cast("Symbol", one.letter) for one in numeric.values()), structures=structures,
        assumptions=_with_results(assumptions, told.get("results", ())), conclusion=conclusion,
        uses=read_texts(told.get("uses", ()), "uses"), proof=proof, printed=_read_printed(told.get("printed")),
        worst_case=None if worst is None else _record(LinearPair, worst, "worst_case"),
        spots=tuple(map(read_spot, listed)),
        checks=tuple(_checks(told.get("checks", ()), paper, made)), numbers=tuple(_numbers(told.get("numbers", ()), paper)),
        quantities=tuple(_record(Named, one, place, compute=lambda said, place=place: helper(said, paper, f"{place}.compute"))  # type: ignore[misc]
                         for place, one in _tables(told.get("quantities", ()), "quantities")),
        clauses=tuple(map(read_clause, read_texts(told.get("clauses", ()), "clauses"))), steps=read_texts(told.get("steps", ()), "steps"),
        **{key: told[key] for key in ("bound", "cited_because", "tightness", "plain", "silent", "evident") if key in told},
    ))  # fmt: skip
    return made[0]


def _with_results(assumptions: tuple[Assumption, ...], results: Texts) -> tuple[Assumption, ...]:
    """The assumptions, some of which are said by name to be results; raises for a name that none of them has."""
    named = set(read_texts(results, "results"))
    if wrong := named - {one.name for one in assumptions}:
        raise InputError(visible(min(wrong)), "is called a result and is no assumption", "name an assumption of this statement")
    return tuple(replace(one, kind="result") if one.name in named else one for one in assumptions)


def item(label: str, section: str = "", **told: object) -> Statement:
    """The statement of the Python file that calls this; its keywords are the keys of :data:`KEYS`, with functions for ``proof`` and checks.

    The id is the path of the file, the title the first line of its docstring, the text the docstring.  Records of
    :mod:`pabisym.library.statement` may stand for tables.  Raises :class:`~pabisym.errors.InputError` as :func:`statement_of`.
    """
    module = sys._getframe(1).f_globals
    DocumentTable(told, "item", ("key", *KEYS), form=TOML, whole="a theorem file")
    folder, file = os.path.split(os.path.abspath(str(module.get("__file__", "unnamed/unnamed.py"))))
    text = module.get("__doc__") or ""
    title, name = text.strip("\n").partition("\n")[0].rstrip("."), file_id(folder, file)
    return statement_of(name, title, text, {**told, "reference": Reference(str(told.get("key", name.partition("/")[0])), label, section)})


def file_id(folder: str, file: str) -> str:
    """The id of a theorem file: its folder and its name, with ``-`` for ``_``."""
    return f"{os.path.basename(folder)}/{re.sub(r'[.](py|toml)$', '', file).replace('_', '-')}"


def read_table(name: str, table: Mapping[str, Any]) -> Statement:
    """The statement of a TOML file, with an id; its text has the parts *Statement* and *Reads as* of a docstring."""
    _refuse_floats(table, "")
    told = DocumentTable(table, "", KEYS, ("title", "reference", "statement", "reads_as"), form=TOML, whole="a theorem file")
    title, parts = told.text("title", ""), {"Statement": told.text("statement", ""), "Reads as": told.text("reads_as", "")}
    indented = [(part, "".join(f"    {line}\n" if line else "\n" for line in text.strip("\n").split("\n"))) for part, text in parts.items()]
    return statement_of(name, title, f"{title}.\n\n" + "".join(f"{part}\n{text}" for part, text in indented), told.data)


def _refuse_floats(value: object, place: str) -> None:
    """Refuse a number with a point that is not quoted, wherever it stands."""
    parts = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, one in parts:
        _refuse_floats(one, f"{place}[{key}]" if isinstance(key, int) else f"{place}.{key}".lstrip("."))
    refuse_float(value, place)
