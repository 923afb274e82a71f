"""What a theorem file names and does not hold: functions of the modules ``_*.py`` beside it, and small proofs that are data.

A function is named as ``_module.function``, in the folder of the paper, or ``paper._module.function``; its module is loaded when it is
first called.  Proofs are built from what is named here and count for nothing until the kernel has replayed them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from pabisym.errors import InputError, visible
from pabisym.lang.reader import TOML, refuse

if TYPE_CHECKING:
    from pabisym.proof.build import Builder, Step

_FUNCTION = re.compile(r"(?:([A-Za-z0-9]+)\.)?(_[A-Za-z0-9_]+)\.([A-Za-z][A-Za-z0-9_]*)", re.ASCII)
Loader: TypeAlias = "Callable[[str, str], ModuleType | None]"
"""Gives the module of a paper, of this name, as the files of a folder see it; None where there is none."""
LOADER = ContextVar[Loader]("LOADER", default=lambda paper, module: None)
"""The loader of the folder whose file is being read."""


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
    load = LOADER.get()

    def call(*given: Any, **more: Any) -> Any:
        function = getattr(load(other or paper, module), name, None)
        if not callable(function):
            raise InputError(field, f"there is no function {said}", f"write it in {module}.py of the paper {other or paper}")
        return function(*given, **more)

    return call


def arithmetic(conclusion: str) -> Callable[[Builder], Step]:
    """The proof of a relation that a builder finds by itself."""
    return lambda b: b.prove(conclusion)


def read_proof(said: object, paper: str, told: Mapping[str, str], field: str = "proof") -> Any:
    """A proof as a file gives it: ``arithmetic``, the name of a function, a table, a function; what is none of these is handed on."""
    if isinstance(said, str):
        return arithmetic(told["conclusion"]) if said == "arithmetic" else helper(said, paper, field)
    return _proof_of_table(said, paper, told) if isinstance(said, Mapping) else said


def _proof_of_table(table: Mapping[str, Any], paper: str, told: Mapping[str, str]) -> Callable[..., Step]:
    """A proof of one step, as a table.

    ``{theorem = ID, …}`` applies a theorem and ``{rule = NAME, from = […], …}`` a rule of the kernel to what is known under these names;
    the other keys are what their letters are here, ``["k", "formula"]`` for a sequence, and ``conclude`` their conclusion in other words.
    ``{call = "_module.function", of = ["bound"], with = […], …}`` calls a function with the builder, parts of the statement that are
    ``told``, and these arguments.
    """
    more = {key: tuple(one) if isinstance(one, list) else one for key, one in table.items() if key not in ("theorem", "rule", "call")}
    if "call" in table:
        function = helper(table["call"], paper, "proof.call")
        for key in ("of", "with"):
            if not isinstance(more.setdefault(key, ()), tuple):
                refuse(f"proof.{key}", more[key], "a list", f"write {key} = […]", TOML)
        parts = [str(one) for one in more.pop("of")]
        if wrong := [one for one in parts if one not in told]:
            raise InputError("proof.of", f"{visible(wrong[0])} is no part that a proof is given", "write conclusion or bound")
        given = (*(told[one] for one in parts), *more.pop("with"))
        return lambda b, **own: cast("Step", function(b, *given, **more, **own))
    if "theorem" in table:
        premises = more.pop("from", {})
        return lambda b: b.theorem(table["theorem"], premises, **more)
    if "rule" not in table:
        raise InputError("proof", "has neither a theorem nor a rule nor a call", 'write as in proof = {theorem = "feldman2018/lemma-14"}')
    known = more.pop("from", ())
    return lambda b: b.figure(table["rule"], *known, **more)
