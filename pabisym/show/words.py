"""Statements in plain words: what every assumption says, and the long form of a theorem file.

A theorem file says each thing once, its hypotheses as formulas.  Here they are written as a paper writes them,
``X_k = psi_k(X_{k-1}) + zeta_k for k = 1..T``, in the paper's letters and in ASCII, as the texts of the files are; or in Unicode
and the letters of the formula, for a page on which nothing else says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pabisym.lang.grammar import parse
from pabisym.lang.term import ONE, RELATIONS, ZERO, Call, Name, Term, calls
from pabisym.library.statement import Assumption, Statement, Symbol
from pabisym.show.unicode import Unicode
from pabisym.show.writer import ATOM, FACTOR, LOOSE, PRODUCT, SUM, Template


def words(term: Term, names: Mapping[str, str] | None = None) -> str:
    """A formula or judgement on one line of ASCII; ``names`` maps letters to how they are written."""
    return _Words(names).write(term)


def one_line_text(term: Term) -> str:
    """A formula or judgement on one line of Unicode, recursions as a paper writes them: ``X_k = ψ_k(X_(k − 1)) + ζ_k for k = 1..T``."""
    return _ReadingWords(None, "·").write(term)


def parts(text: str) -> dict[str, list[str]]:
    """The parts of a theorem file's docstring by heading, and its title as the part named ``""``.

    A heading starts in the first column after the title; its lines are indented by four.
    """
    lines = text.strip("\n").splitlines()
    found: dict[str, list[str]] = {"": lines[:1]}
    heading = ""
    for line in lines[1:]:
        if line and not line[0].isspace():
            heading = line.strip()
            found[heading] = []
        elif line.strip() and heading:
            found[heading].append(line[4:] if line.startswith("    ") else line.strip())
    return found


def in_words(statement: Statement, assumption: Assumption) -> str:
    """What an assumption means: the words recorded with it, or in a part *Assumptions* of the docstring, else its judgement in words.

    Empty for a relation between numbers.
    """
    if recorded := remark(statement, assumption):
        return recorded
    term = parse(assumption.holds, assumption.name, None)
    inner = term
    while isinstance(inner, Call) and inner.head == "forall":
        inner = inner.args[3]
    relation = not isinstance(inner, Call) or inner.head in (*RELATIONS, "and")
    return "" if relation else words(term, plain_letters(statement))


def remark(statement: Statement, assumption: Assumption) -> str:
    """What is recorded of an assumption besides its formula: all that stands beside a formula that is shown, which says the rest."""
    said = dict(line.partition(" : ")[::2] for line in parts(statement.text).get("Assumptions", []))
    meaning = said.get(assumption.name, assumption.meaning)
    return "" if meaning == assumption.holds else meaning


def own_domain(statement: Statement, symbol: Symbol) -> tuple[str, tuple[Term, ...]]:
    """Where a letter lies, in so far as no assumption says it: ``real`` or ``integer``, and the relations that are left."""
    sort, comma, rest = symbol.domain.partition(",")
    listed = parse(f"domain({rest})", symbol.domain, None) if comma else ONE
    assumed = {turn_relation(parse(one.holds, one.name, None)) for one in statement.assumptions}
    given = [part for one in (listed.args if isinstance(listed, Call) else ()) for part in _conjuncts(one)]
    return sort.strip(), tuple(one for one in given if turn_relation(one) not in assumed)


def own_bound(statement: Statement) -> str:
    """The bound, where the conclusion does not say it already."""
    if not statement.bound or not statement.conclusion:
        return statement.bound
    said, bound = parse(statement.conclusion, "conclusion", None), parse(statement.bound, "bound", None)
    return "" if said == bound or any(bound in call.args for call in calls(said)) else statement.bound


def _conjuncts(term: Term) -> Iterator[Term]:
    if isinstance(term, Call) and term.head == "and":
        for one in term.args:
            yield from _conjuncts(one)
    else:
        yield term


def turn_relation(term: Term) -> Term:
    """A relation written with < or <=."""
    turn = {">": "<", ">=": "<="}
    return Call(turn[term.head], term.args[::-1]) if isinstance(term, Call) and term.head in turn else term


def plain_letters(statement: Statement) -> dict[str, str]:
    """How the paper writes the letters of a statement, in ASCII, where that is not their name: ``phi`` is ``psi'``."""
    listed = [(s.name, s.latex) for s in statement.symbols] + [(s.name, s.latex) for s in statement.structures]
    found = {}
    for name, latex in listed:
        text = re.sub(r"\\bar\s*(\w)", r"\1bar", re.sub(r"\\(?:mathcal|mathrm|tilde)\s*\{?(\w+)\}?", r"\1", latex))
        if latex:  # psi' for a backslash and psi', K for a calligraphic K
            found[name] = text.replace("varepsilon", "epsilon").replace("\\", "").replace("{", "").replace("}", "")
    return found


def long_form(statement: Statement) -> str:
    """The whole statement as text: what its file says in words, and its letters, assumptions and reference."""
    if {"Letters", "Assumptions", "Reference"} & parts(statement.text).keys():
        return statement.text
    letters = [f"{s.name} : {s.domain} : {s.meaning} : {s.unit}" for s in statement.symbols]
    letters += [f"{s.name} : {s.kind} : {s.meaning}" for s in statement.structures]
    said = [(a.name, a.holds, in_words(statement, a)) for a in statement.assumptions]
    assumptions = [" : ".join(filter(None, one)) for one in said]
    lines = [statement.text.strip("\n")]
    for heading, listed in (("Letters", letters), ("Assumptions", assumptions), ("Reference", [reference(statement)])):
        lines += [heading, *(f"    {one}" for one in listed)] if listed else []
    return "\n".join((*lines, ""))


def reference(statement: Statement) -> str:
    """Where a statement stands: paper, label, section."""
    return ", ".join(filter(None, (statement.reference.key, statement.reference.place)))


_SAME = ("exp", "log", "erfc", "abs", "sampled", "through", "joint", "normallaw", "gdpsize", "lipschitz", "lipschitzon", "convex", "smooth",
         "lipschitzloss", "R")
"""Heads whose notation is ASCII in any case."""


class _Words(Unicode):
    """ASCII; see the base class."""

    def __init__(self, names: Mapping[str, str] | None = None, times: str = " ") -> None:
        super().__init__(names)
        self.times = times

    relations: Mapping[str, str] = {"<=": "<=", "<": "<", ">=": ">=", ">": ">", "==": "=", "!=": "!="}
    parentheses = ("(", ")")
    minus = "-"
    bars = "||"
    nabla = " grad "
    methods: Mapping[str, str] = {**Unicode.methods, "gapon": "gap",
                                  **{head: head for head in ("equal", "forall", "gap", "gradient", "lsi", "steady", "traced", "winf")}}
    templates: Mapping[str, Template] = {
        **{head: Unicode.templates[head] for head in _SAME},
        **{head: (f"{head}({{0}})", ATOM, (LOOSE,)) for head in ("sqrt", "floor", "ceiling", "normal", "quantile")},
        "harmonic": ("H_{0}", ATOM, (ATOM,)),
        "theta": ("theta({0}, {1})", ATOM, (LOOSE, LOOSE)),
        "sampled_first": ("S'_{0}({1}, {2})", ATOM, (ATOM, LOOSE, LOOSE)),
        "admissible": ("alpha*({0}, {1})", ATOM, (LOOSE, LOOSE)),
        "survival": ("S_{0}({1}; {2}, {3}, {4}, {5})", ATOM, (ATOM, *[LOOSE] * 5)),
        "coupled": ("{0} and {1} can be coupled so that their distance is at most that of the gap chain G_{3}({4}; {5}, {6}, {7}, {8}) in "
                    "units of {2}", LOOSE, (SUM, SUM, LOOSE, ATOM, *[LOOSE] * 5)),
        "sum": ("sum over {1} = {2}..{3} of {0}", SUM, (PRODUCT, LOOSE, SUM, SUM)),
        "moment": ("E_{2}[(d{1}/d{2})^{0}] <= {3}", LOOSE, (ATOM, FACTOR, FACTOR, SUM)),
        "dp": ("{0} and {1} are ({2}, {3})-close", LOOSE, (SUM, SUM, LOOSE, LOOSE)),
        "close": ("D_{0}({1}(x) || {2}(x)) <= {3} at every point x", LOOSE, (ATOM, ATOM, ATOM, SUM)),
        "gdpclose": ("{0}(x) and {1}(x) are sqrt({2})-GDP at every point x", LOOSE, (ATOM, ATOM, LOOSE)),
        "near": ("{0}(x) and {1}(x) can be coupled within {2} at every point x", LOOSE, (ATOM, ATOM, SUM)),
        "mix": ("{1} with probability {0}, else {2}", SUM, (SUM, SUM, SUM)),
        "apart": ("{0} and {1} are as far apart as N(0, 1) and N(sqrt({2}), 1)", LOOSE, (SUM, SUM, LOOSE)),
        "zcdp": ("D_alpha({0} || {1}) <= alpha {2} for all alpha > 1", LOOSE, (LOOSE, LOOSE, FACTOR)),
        "bounded": ("the values of {0} have a diameter of at most {1}", LOOSE, (SUM, SUM)),
        "white": ("N(0, {0} I)", ATOM, (PRODUCT,)),
        "gaussian": ("{0} = N(0, {1} I)", LOOSE, (SUM, PRODUCT)),
        "convexset": ("{0} is closed and convex, with non-empty interior", LOOSE, (SUM,)),
        "batchstep": ("the mean of {3} over {0} = {1}..{2}", SUM, (LOOSE, SUM, SUM, PRODUCT)),
        "sampledstep": ("the mean of {3} over {2} random {0} of 1..{1}", SUM, (LOOSE, SUM, SUM, PRODUCT)),
        **{head: Unicode.templates[head] for head in ("dominance", "noisedominance")},
        **{head: (f"{head}({{0}}, {{1}}; {{2}}, {{3}})", ATOM, (LOOSE, LOOSE, LOOSE, LOOSE)) for head in ("between", "excess", "deficit")},
        "withnoise": ("{0} + {1}", SUM, (SUM, SUM)),
        "sampledsize": ("R_{0}({2}, {3}; {1})", ATOM, (ATOM, LOOSE, LOOSE, LOOSE)),
        "convolve": ("{0} + {1}", SUM, (SUM, SUM)),
        "product": ("({0}, independently {1})", ATOM, (LOOSE, LOOSE)),
        "point": ("{0}", ATOM, (ATOM,)),
        "norm": ("||{0}||", ATOM, (LOOSE,)),
        "projection": ("Pi_{0}", ATOM, (ATOM,)),
        "renyi": ("D_{0}^({1})({2} || {3}) <= {4}", LOOSE, (ATOM, LOOSE, LOOSE, LOOSE, SUM)),
        "renyi plain": ("D_{0}({2} || {3}) <= {4}", LOOSE, (ATOM, LOOSE, LOOSE, LOOSE, SUM)),
        "gdp": ("{1} and {2} are sqrt({3})-GDP up to a shift of {0}", LOOSE, (LOOSE, SUM, SUM, LOOSE)),
        "gdp plain": ("{1} and {2} are sqrt({3})-GDP", LOOSE, (LOOSE, SUM, SUM, LOOSE)),
    }

    def name(self, name: str) -> str:
        return self.names.get(name, name)

    def application(self, term: Call) -> tuple[str, int]:
        """A sequence at its index: a_k, a_{k-1}, a(i, j)."""
        if len(term.args) > 1:
            return f"{self.name(term.head)}({', '.join(map(self.write, term.args))})", ATOM
        index = self.write(term.args[0]).replace(" ", "")
        return f"{self.name(term.head)}_{index if index.isalnum() else f'{{{index}}}'}", ATOM

    def product(self, factors: list[str]) -> str:
        return self.times.join(factors)

    def power(self, term: Call) -> tuple[str, int]:
        """A power with ``^``."""
        return f"{self.write(term.args[0], ATOM)}^{self.write(term.args[1], ATOM)}", FACTOR

    def rows(self, rows: list[tuple[str, str]]) -> tuple[str, int]:
        text = ", ".join(f"{value} if {condition}" for value, condition in rows[:-1])
        return f"{text}, else {rows[-1][0]}", SUM

    def gap(self, term: Call) -> tuple[str, int]:
        """Two maps differ by at most a bound, everywhere or on a set."""
        first, second, *where, bound = term.args
        point = self.fresh(*term.args)
        under = f"{point} in {self.write(where[0], SUM)}" if where else point
        return f"sup_{under} ||{self.at(first, point)} - {self.at(second, point)}|| <= {self.write(bound, SUM)}", LOOSE

    def push(self, term: Call) -> tuple[str, int]:
        """The law of f(X)."""
        law = self.write(term.args[1])
        text = self.at(term.args[0], law)
        return text, SUM if isinstance(term.args[0], Call) and term.args[0].head in ("gradient", "affine", "translate", "compose") else ATOM

    def gradient(self, term: Call) -> tuple[str, int]:
        """A gradient step as a map."""
        return f"the step id {self.minus} {self.write(term.args[1], FACTOR)}{self.nabla}{self.write(term.args[0], ATOM)}", SUM

    def at(self, function: Term, point: str) -> str:
        """A map at a point."""
        if isinstance(function, Call) and function.head == "compose":
            return self.at(function.args[0], self.at(function.args[1], point))
        if isinstance(function, Call) and function.head == "gradient":
            return f"{point} {self.minus} {self.write(function.args[1], FACTOR)}{self.nabla}{self.write(function.args[0], ATOM)}({point})"
        if isinstance(function, Call) and function.head in ("affine", "translate"):
            factor = self.write(function.args[0], FACTOR) + self.times if function.head == "affine" else ""
            rest = self.write(function.args[-1], PRODUCT)
            return f"{factor}{point}" + ("" if function.args[-1] == ZERO else f" + {rest}")
        return f"{self.write(function, ATOM)}({point})"

    def equal(self, term: Call) -> tuple[str, int]:
        """Two laws are the same; one of them may be a recursion."""
        left, right = term.args
        if all(isinstance(one, Name) or (isinstance(one, Call) and one.head not in {*self.templates, "push"}) for one in term.args):
            return f"{self.write(left)} and {self.write(right)} have the same law", LOOSE
        return f"{self.write(left, SUM)} = {self.write(right)}", LOOSE

    def winf(self, term: Call) -> tuple[str, int]:
        """The distance of two laws is at most a bound."""
        left, right = (self.write(one, SUM) for one in term.args[:2])
        if term.args[2] == ZERO:
            return f"{left} and {right} have the same law", LOOSE
        return f"{left} and {right} can be coupled within {self.write(term.args[2], SUM)} of each other", LOOSE

    def steady(self, term: Call) -> tuple[str, int]:
        """Equal inputs stay together."""
        kernel = self.write(term.args[0], ATOM)
        factor = "" if term.args[1] == ONE else self.write(term.args[1], FACTOR) + self.times
        return f"{kernel}(x) and {kernel}(y) can be coupled within {factor}{self.bars}x {self.minus} y{self.bars}", LOOSE

    def lsi(self, term: Call) -> tuple[str, int]:
        """A law satisfies a log-Sobolev inequality."""
        return f"{self.write(term.args[0], SUM)} {self.sobolev(term.args[1])}", LOOSE

    def traced(self, term: Call) -> tuple[str, int]:
        """The laws inside a step do."""
        law, other, own, noise, inverse = term.args
        start = self.write(law, SUM)
        step = f"{start} to {self.at(own, start)} + {self.write(noise, SUM)}"
        return f"every diffusion from {step}, coupled to that of {self.write(other, ATOM)}, {self.sobolev(inverse)}", LOOSE

    def sobolev(self, inverse: Term) -> str:
        """Satisfies the inequality with the constant 1/inverse."""
        parts = inverse.args if isinstance(inverse, Call) and inverse.head == "/" else (inverse, ONE)
        constant = self.write(Call("/", (parts[1], parts[0]))) if parts[0] != ONE else self.write(parts[1])
        return f"satisfies the log-Sobolev inequality with constant {constant}"

    def forall(self, term: Call) -> tuple[str, int]:
        """Something of every index, ranges that lie in each other side by side."""
        ranges: list[str] = []
        inner: Term = term
        while isinstance(inner, Call) and inner.head == "forall":
            index, low, high, inner = inner.args
            ends = (self.end(end).replace(" ", "") for end in (low, high))
            ranges.append(f"{self.write(index)} = {'..'.join(ends)}")
        return f"{self.write(inner)} for {', '.join(ranges)}", LOOSE

    def end(self, term: Term) -> str:
        """An end of a range, whose products need a sign as its spaces are dropped."""
        return _Words(self.names, "*").write(term, SUM)


class _ReadingWords(_Words):
    """The sentences of :class:`_Words` around the formulas of :class:`~pabisym.show.unicode.Unicode`."""

    relations, minus, bars, nabla = Unicode.relations, Unicode.minus, Unicode.bars, "·∇"
    templates: Mapping[str, Template] = {
        **Unicode.templates,
        **{head: _Words.templates[head] for head in ("bounded", "convolve", "mix", "near", "point", "product")},
        "close": ("D_{0}({1}(x) ‖ {2}(x)) ≤ {3} at every point x", LOOSE, (ATOM, ATOM, ATOM, SUM)),
        "gdpclose": ("{0}(x) and {1}(x) are √({2})-GDP at every point x", LOOSE, (ATOM, ATOM, LOOSE)),
        "white": ("N(0, {0}·I)", ATOM, (PRODUCT,)),
    }
    methods: Mapping[str, str] = {head: name for head, name in _Words.methods.items() if head not in ("gap", "gapon")}
    name, application, power, rows = Unicode.name, Unicode.application, Unicode.power, Unicode.rows

    def end(self, term: Term) -> str:
        """An end of a range."""
        return self.write(term, SUM)
