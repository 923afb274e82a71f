"""The one grammar for formulas: text to terms and back.

A term is plain frozen data (:class:`Number`, :class:`Name`, :class:`Call`); nothing is ever evaluated by building
one, so an assumption such as ``L > 0`` stays an assumption.  Text is read by the small parser below, never by
Python's ``eval`` nor sympy's parser.  What sympy writes comes through :mod:`pabisym.lang.sympy_bridge`.

Grammar (loosest first)::

    relation := sum (("<=" | "<" | ">=" | ">" | "==" | "!=") sum)*        chains allowed, as in 1 <= t <= n
    sum      := product (("+" | "-") product)*
    product  := unary (("*" | "/") unary)*
    unary    := "-" unary | "+" unary | power
    power    := atom ("**" unary)?
    atom     := number | name | name "(" relation ("," relation)* ")" | "(" relation ")"

Numbers are integers or decimals and are read as exact rationals.  ``pi`` is a constant and no name that could be declared; e is ``exp(1)``.

A sum whose limits are reversed follows one convention everywhere: ``sum(e, k, a, b)`` is 0 for b = a - 1, and for b < a - 1 it is
minus the sum of e over the integers k strictly between b and a, so that ``sum(e, k, a, b + 1) == sum(e, k, a, b) + e at b + 1``
for all integers a and b.  ``forall(k, a, b, J)`` of the proof language says nothing where b < a.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pabisym.errors import InputError
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import ARITY, BINDERS, CONSTANTS, FUNCTIONS, OPERATORS, RELATIONS, STRENGTH, Call, Name, Number, Term, is_call

MAX_LENGTH = 10_000
"""Longest accepted formula, in characters."""
MAX_DEPTH = 200
"""Deepest accepted nesting of a formula."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4}(?![\w.]))?)|(?P<name>[A-Za-z_][A-Za-z_0-9]*'*)"
    r"|(?P<op>\*\*|<=|>=|==|!=|[-+*/(),<>]))",
    re.ASCII,
)


GRAMMAR = f"use + - * / ** ( ), numbers, names, pi, and the functions {', '.join(sorted(FUNCTIONS))}"
"""What is said to whoever writes something else."""
_ELSEWHERE = {"ln": "log", "ceil": "ceiling", "sign": "cases", "phi": "normal", "cdf": "normal", "pow": "**", "norm": "abs", "e": "exp"}
"""What functions of other languages are called here."""
_PRECEDENCE = {**dict.fromkeys(RELATIONS, 0), "+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "**": 4}


class _Part(NamedTuple):
    """A term under construction, its depth, and the operator that may still absorb further operands."""

    term: Term
    depth: int
    open: str = ""


class _Parser:
    """Operator precedence over one text; recursion happens at parentheses only, so depth is bounded."""

    def __init__(self, text: str, field: str, functions: Mapping[str, tuple[int, int | None]] | None) -> None:
        self.text, self.field, self.functions = text, field, functions
        self.tokens = list(self._tokens())
        self.at = 0

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        at, end = 0, len(self.text.rstrip())
        while at < end:
            match = _TOKEN.match(self.text, at)
            if match is None or match.end() == at:
                start = at + len(self.text[at:]) - len(self.text[at:].lstrip())
                written = spell_greek(self.text[start])
                cure = f"write {written}" if written != self.text[start] else "write **" if written == "^" else ""
                raise self.error(f"{self.text[start]!r} is not part of the grammar", start, cure or GRAMMAR)
            kind = str(match.lastgroup)
            yield kind, match[kind], match.start(kind)
            at = match.end()
        yield "end", "the end", len(self.text)

    def error(self, problem: str, position: int, cure: str = GRAMMAR) -> InputError:
        return InputError(self.field, f"{problem} (position {position + 1})", cure)

    def take(self) -> tuple[str, str, int]:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def build(self, head: str, parts: list[_Part], open_as: str = "") -> _Part:
        depth = 1 + max([part.depth for part in parts])
        if depth > MAX_DEPTH:
            raise self.error(f"nested deeper than {MAX_DEPTH}", self.tokens[self.at][2], "name a part of it")
        return _Part(Call(head, tuple([part.term for part in parts])), depth, open_as)

    def whole(self) -> Term:
        part = self.group(0)
        kind, text, position = self.take()
        if kind != "end":
            raise self.error(f"{text!r} after the end of the formula", position)
        return part.term

    def group(self, nesting: int) -> _Part:
        """Read up to a closing parenthesis, a comma or the end."""
        if nesting > MAX_DEPTH:
            raise self.error(f"nested deeper than {MAX_DEPTH}", self.tokens[self.at][2], "name a part of it")
        operands: list[_Part] = []
        operators: list[str] = []
        relations: list[str] = []
        while True:
            while self.tokens[self.at][1] in ("-", "+"):
                operators += ["neg"] if self.take()[1] == "-" else []
            operands.append(self.operand(nesting))
            kind, text, _ = self.tokens[self.at]
            level = _PRECEDENCE.get(text, -1) if kind == "op" else -1
            while operators and (_PRECEDENCE[operators[-1]] > level or (_PRECEDENCE[operators[-1]] == level != 4)):
                self.reduce(operands, operators.pop())
            if level < 0:
                return self.chain(operands, relations)
            (relations if level == 0 else operators).append(self.take()[1])

    def reduce(self, operands: list[_Part], operator: str) -> None:
        right = operands.pop()
        if operator == "neg":
            operands.append(self.negate(right))
            return
        left = operands.pop()
        if operator == "/" and isinstance(left.term, Number) and isinstance(right.term, Number) and right.term.value:
            operands.append(_Part(Number(left.term.value / right.term.value), 1))
            return
        if operator == "-":
            operator, right = "+", self.negate(right)
        if left.open == operator and isinstance(left.term, Call):
            depth = max(left.depth, right.depth + 1)
            operands.append(_Part(Call(operator, (*left.term.args, right.term)), depth, operator))
        else:
            operands.append(self.build(operator, [left, right], operator if operator in "+*" else ""))

    def negate(self, part: _Part) -> _Part:
        if isinstance(part.term, Number) and part.term.value >= 0:
            return _Part(Number(-part.term.value), 1)
        return self.build("neg", [part])

    def chain(self, operands: list[_Part], relations: list[str]) -> _Part:
        pairs = [self.build(head, operands[i : i + 2]) for i, head in enumerate(relations)]
        closed = operands[0] if not pairs else pairs[0] if len(pairs) == 1 else self.build("and", pairs)
        return _Part(closed.term, closed.depth)

    def operand(self, nesting: int) -> _Part:
        kind, text, position = self.take()
        if kind == "number":
            return _Part(Number(rational(text, self.field)), 1)
        if kind == "name" and self.tokens[self.at][:2] == ("op", "("):
            return self.application(text, position, nesting)
        if kind == "name":
            return _Part(Name(text), 1)
        if (kind, text) == ("op", "("):
            inner = self.group(nesting + 1)
            self.close()
            return inner
        raise self.error(f"{text!r} where a number, a name or '(' was expected", position)

    def close(self) -> None:
        kind, text, position = self.take()
        if (kind, text) != ("op", ")"):
            raise self.error(f"{text!r} where ')' was expected", position)

    def application(self, name: str, position: int, nesting: int) -> _Part:
        if name in OPERATORS or (self.functions is not None and name not in self.functions):
            known, other = sorted(self.functions or FUNCTIONS), _ELSEWHERE.get(name.lower())
            near = [other] if other is not None else difflib.get_close_matches(name[:100].lower(), known, n=2)
            meant = "pi is a number and takes no argument; " if name in CONSTANTS else f"did you mean {' or '.join(near)}? " if near else ""
            raise self.error(f"unknown function {name!r}", position, f"{meant}known are {', '.join(known)}")
        parts: list[_Part] = []
        while not parts or self.tokens[self.at][:2] == ("op", ","):
            self.take()
            parts.append(self.group(nesting + 1))
        self.close()
        low, high = FUNCTIONS.get(name, (ARITY.get(name, 1), ARITY.get(name))) if self.functions is None else self.functions[name]
        if len(parts) < low or (high is not None and len(parts) > high):
            raise self.error(f"{name} with {len(parts)} arguments", position, f"{name} takes {low}" + ("" if high else " or more"))
        index = parts[BINDERS[name][0]].term if name in BINDERS else None
        if name in BINDERS and not (isinstance(index, Name) and index.name not in CONSTANTS):
            raise self.error(f"{name} needs a name for its index", position, "write as in sum(k**2, k, 1, n)")
        return self.build(name, parts)


def spell_greek(text: str) -> str:
    """A text with its Greek letters as the grammar names them.

    >>> spell_greek("α"), spell_greek("λ_1"), spell_greek("Σ")
    ('alpha', 'lambda_1', 'Sigma')
    """
    found = list[str]()
    for character in text:
        words = "" if character.isascii() else unicodedata.name(character, "").replace("FINAL ", "").replace("LAMDA", "LAMBDA")
        greek = re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", words)
        found.append(character if greek is None else greek[2].lower() if greek[1] == "SMALL" else greek[2].capitalize())
    return "".join(found)


def parse(text: object, field: str = "expression", functions: Mapping[str, tuple[int, int | None]] | None = FUNCTIONS) -> Term:
    """Read a formula.

    ``functions`` are the applications that may occur (None: any name may be applied, as in proofs).  Raises
    :class:`~pabisym.errors.InputError` naming ``field`` and the position for anything outside the grammar.
    """
    if isinstance(text, bool) or not isinstance(text, str | int):
        raise InputError(field, f"a formula as text was expected, not {type(text).__name__}", 'quote it, as "2*L/n"')
    source = str(text) if isinstance(text, int) and abs(text) < 10**1000 else text
    if isinstance(source, int) or len(source) > MAX_LENGTH:
        raise InputError(field, "the formula is too long", f"at most {MAX_LENGTH} characters are read")
    return _Parser(source, field, functions).whole()


def to_text(term: Term) -> str:
    """Write a term in the grammar; :func:`parse` reads the same term back."""
    return _text(term, 0)


def _text(term: Term, level: int) -> str:
    if isinstance(term, Name):
        return term.name
    if isinstance(term, Number):
        text, whole = rational_text(term.value), term.value.q == 1
        own = 2 if not whole else 5 if term.value >= 0 else 3
        return f"({text})" if own < level else text
    own = STRENGTH.get(term.head, 5)
    text = _operator_text(term)
    return f"({text})" if own < level else text


def _operator_text(term: Call) -> str:
    head, args = term.head, term.args
    if head == "+":
        tail = [_text_with_sign(a) for a in args[1:]]
        return _text(args[0], 2) + "".join(tail)
    if head == "neg":
        return "-" + _text(args[0], 5 if isinstance(args[0], Number) else 4)
    if head == "*":
        return "*".join([_text(args[0], 3 if is_call(args[0], "*") else 2), *(_text(a, 3) for a in args[1:])])
    if head == "/":
        return f"{_text(args[0], 2)}/{_text(args[1], 3)}"
    if head == "**":
        return f"{_text(args[0], 5)}**{_text(args[1], 5)}"
    if head in RELATIONS:
        return f"{_text(args[0], 1)} {head} {_text(args[1], 1)}"
    if head == "and":
        parts = [a for a in args if isinstance(a, Call)]
        return _text(parts[0].args[0], 1) + "".join(f" {p.head} {_text(p.args[1], 1)}" for p in parts)
    return f"{head}({', '.join(_text(a, 0) for a in args)})"


def _text_with_sign(term: Term) -> str:
    if isinstance(term, Number) and term.value < 0:
        return f" - {_text(Number(-term.value), 2)}"
    if isinstance(term, Call) and term.head == "neg" and not (isinstance(term.args[0], Number) and term.args[0].value >= 0):
        return f" - {_text(term.args[0], 2)}"
    return f" + {_text(term, 2)}"
