"""Specs in other letters, and formulas compared whatever the letters are called."""

from __future__ import annotations

import re
from math import prod
from typing import Any

from pabisym.lang.term import Call, Number, Term

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def renamed(table: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """A spec in other letters; keys and words that are no letters stay."""

    def words(text: str) -> str:
        return _WORD.sub(lambda word: names.get(word.group(), word.group()), text)

    keep = ("divergence", "law", "kind", "title", "adjacency")

    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {(names.get(k, k) if key == "symbols" else k): walk(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [walk(one) for one in value]
        return words(value) if isinstance(value, str) and key not in keep else value

    found: dict[str, Any] = walk(table)
    return found


def ordered(term: Term) -> Term:
    """A formula with its terms and factors in one order, whatever the letters are called."""
    if not isinstance(term, Call):
        return term
    if term.head == "neg":
        return ordered(Call("*", (Number(-1), *term.args)))
    args = [ordered(arg) for arg in term.args]
    if term.head in ("+", "*"):
        args = [part for arg in args for part in (arg.args if isinstance(arg, Call) and arg.head == term.head else (arg,))]
        args.sort(key=repr)
    if term.head == "*":
        constant = prod((arg.value for arg in args if isinstance(arg, Number)), start=Number(1).value)
        args = [Number(constant), *(arg for arg in args if not isinstance(arg, Number))]
    return Call(term.head, tuple(args))
