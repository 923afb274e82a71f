"""What a theorem file names and does not hold: functions of the modules ``_*.py`` beside it, and small proofs and checks that are data.

A function is named as ``_module.function``, in the folder of the paper, or ``paper._module.function``; its module is loaded when it is
first called.  Proofs are built from what is named here and count for nothing until the kernel has replayed them.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from pabisym.errors import InputError, visible
from pabisym.lang.reader import DocumentTable

if TYPE_CHECKING:
    from pabisym.library.statement import Statement, Verdict
    from pabisym.proof.build import Builder, Step

_FUNCTION = re.compile(r"(?:([A-Za-z0-9]+)\.)?(_[A-Za-z0-9_]+)\.([A-Za-z][A-Za-z0-9_]*)", re.ASCII)
PACKAGE = ContextVar[str]("PACKAGE", default="pabisym_theorems")
"""The package of the folder whose file is being read."""


def helper(said: object, paper: str, field: str) -> Callable[..., Any]:
    """The function that a file names; raises :class:`~pabisym.errors.InputError` for what cannot be the name of one.

    It is looked for when it is called, which raises for a module or a function that is not there.
    """
    if callable(said):
        return said
    found = _FUNCTION.fullmatch(said) if isinstance(said, str) else None
    if found is None:
        raise InputError(field, f"{visible(str(said))} names no function", "write _module.function, of a file _module.py beside it")
    other, module, name = found.groups()
    own = PACKAGE.get()

    def call(*given: Any, **more: Any) -> Any:
        for package in (own, "pabisym_theorems") if other else (own,):
            try:
                loaded = importlib.import_module(f"{package}.{other or paper}.{module}")
            except ModuleNotFoundError:
                continue
            if callable(function := getattr(loaded, name, None)):
                return function(*given, **more)
        raise InputError(field, f"there is no function {said}", f"write it in {module}.py of the paper {other or paper}")

    return call


def arithmetic(conclusion: str) -> Callable[[Builder], Step]:
    """The proof of a relation that a builder finds by itself."""
    return lambda b: b.prove(conclusion)


def proof_of_table(table: Mapping[str, Any], paper: str, told: Mapping[str, str]) -> Callable[..., Step]:
    """A proof of one step, as a table.

    ``{theorem = ID, …}`` applies a theorem and ``{rule = NAME, from = […], …}`` a rule of the kernel to what is known under these names;
    the other keys are what their letters are here, ``["k", "formula"]`` for a sequence, and ``conclude`` their conclusion in other words.
    ``{call = "_module.function", of = ["bound"], with = […], …}`` calls a function with the builder, parts of the statement that are
    ``told``, and these arguments.
    """
    more = {key: tuple(one) if isinstance(one, list) else one for key, one in table.items() if key not in ("theorem", "rule", "call")}
    if "call" in table:
        function = helper(table["call"], paper, "proof.call")
        given = (*(told.get(one, "") for one in more.pop("of", ())), *more.pop("with", ()))
        return lambda b, **own: cast("Step", function(b, *given, **more, **own))
    if "theorem" in table:
        premises = more.pop("from", {})
        return lambda b: b.theorem(table["theorem"], premises, **more)
    if "rule" not in table:
        raise InputError("proof", "has neither a theorem nor a rule nor a call", 'write as in proof = {theorem = "feldman2018/lemma-14"}')
    known = more.pop("from", ())
    return lambda b: b.figure(table["rule"], *known, **more)


def decided(table: DocumentTable, paper: str, made: list[Statement]) -> Callable[[], tuple[Verdict, str]]:
    """What decides a check that is a table; ``made`` will hold the statement.

    ``decide`` names a function, with its arguments ``with``; ``holds`` is a relation that is true, or ``fails`` one that is false, at all
    points ``at``, where ``n=1 2, b=1 3`` is four points, said in ``words``; ``proves`` is a relation that follows from ``assumptions``
    about ``letters`` (without these: from the statement's own), by arithmetic or a ``proof``, with the theorems ``uses``.
    """
    from pabisym.library.item import read_assumption, read_at, read_texts  # both read parts of files

    if "decide" in table:
        function, given = helper(table["decide"], paper, table.field("decide")), table.get("with", ())
        return lambda: cast("tuple[Verdict, str]", function(*cast("list[Any]", given)))
    if "holds" in table or "fails" in table:
        relation, wanted = (table.text("holds", ""), "true") if "holds" in table else (table.text("fails", ""), "false")
        points = tuple(read_at(one, table.field("at")) for said in read_texts(table.get("at", [""]), table.field("at"))
                       for one in _grid(said))
        return lambda: _checks().at_points(relation, points, cast("Any", wanted), table.text("words", ""))
    claim = table.text("proves", "")
    if not claim:
        raise InputError(table.place, "does not say what is decided", "give decide, holds, fails or proves")
    said = table.get("proof")
    build = None if said is None else helper(said, paper, table.field("proof"))
    if "letters" not in table:
        return lambda: _checks().sharper(made[0], claim, build)
    parts = {key: read_texts(table.get(key, ()), table.field(key)) for key in ("letters", "assumptions", "uses")}
    kinds = {name.strip(): kind.strip() for name, _, kind in (one.partition(":") for one in parts["letters"])}
    known, uses = {one.name: one.holds for one in map(read_assumption, parts["assumptions"])}, parts["uses"]
    return lambda: _checks().replayed(claim, kinds, known, build, uses)


def _grid(said: str) -> list[str]:
    """The points of a text in which a letter has several values."""
    letters = [(name, values.split()) for name, _, values in (part.partition("=") for part in said.split(","))]
    return [", ".join(f"{name}={value}" for (name, _), value in zip(letters, point, strict=True) if name.strip())
            for point in product(*(values or [""] for _, values in letters))]


def _checks() -> Any:
    """The module that decides checks, which needs the kernel; loaded when one is decided."""
    from pabisym.library import checks

    return checks
