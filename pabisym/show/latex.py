"""LaTeX for terms, judgements and statements.

Only commands of amsmath and amssymb are used, and only such as MathJax knows inside formulas.
:func:`statement_latex` is a fragment for any article with these two packages, :func:`document` a whole one.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from flint import fmpq

from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational_text
from pabisym.lang.term import Call, Name, Term
from pabisym.library.statement import Statement
from pabisym.show.words import own_domain, parts, remark
from pabisym.show.writer import ATOM, CALLED, FACTOR, GREEK, LOOSE, NOTATION, PRODUCT, NotationWriter, Template, latex_levels


def latex(term: Term, names: Mapping[str, str] | None = None) -> str:
    """A term, relation or judgement as LaTeX for math mode; ``names`` maps letters to their LaTeX."""
    return _Latex(names).write(term)


_BY_NAME = {"epsilon": "varepsilon", "eps": "varepsilon", "lam": "lambda", "phi": "varphi"}
_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SPECIAL |= {c: "\\" + c for c in "#$%&_{}"}
_TEXT = _SPECIAL | {c: rf"\ensuremath{{{c}}}" for c in "<>|"} | {"~": r"\ensuremath{\sim}"}
_NAME = re.compile(r"([^_']+?)(?:_([^']+)|(\d+))?('*)")
"""A name as letter, index and primes: sigma_t', x1."""


class _Latex(NotationWriter):
    """LaTeX; see the base class."""

    relations: Mapping[str, str] = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "==": "=", "!=": r"\ne"}
    parentheses = (r"\left(", r"\right)")
    minus = "-"
    conjunction = r" \text{ and } "
    templates: Mapping[str, Template] = {
        head: (form, FACTOR if own == CALLED else own, latex_levels(form, levels)) for head, (own, levels, _, form) in NOTATION.items()
    } | {"/": (r"\frac{{{0}}}{{{1}}}", FACTOR, (LOOSE, LOOSE))}
    methods: Mapping[str, str] = {head: name for head, name in NotationWriter.methods.items() if head != "/"}

    def enclosed(self, text: str) -> str:
        tall = any(command in text for command in (r"\frac", r"\sum", r"\begin", r"\left"))
        return rf"\left({text}\right)" if tall else f"({text})"

    def number(self, value: fmpq) -> tuple[str, int]:
        sign, size = ("-" if value < 0 else ""), abs(value)
        top, bottom = rational_text(size.p), rational_text(size.q)
        text = top if size.q == 1 else rf"\frac{{{top}}}{{{bottom}}}"
        return sign + text, PRODUCT if sign else ATOM if size.q == 1 else FACTOR

    def name(self, name: str) -> str:
        if name in self.names:
            return self.names[name]
        match = _NAME.fullmatch(name)
        base, index, primes = (match[1], match[2] or match[3] or "", match[4]) if match else (name, "", "")
        return _base(base) + (f"_{{{_base(index)}}}" if index else "") + primes

    def application(self, term: Call) -> tuple[str, int]:
        base = self.name(term.head)
        base = f"{{{base}}}" if "_" in base or "^" in base else base
        return f"{base}_{{{', '.join(self.write(a) for a in term.args)}}}", ATOM

    def product(self, factors: list[str]) -> str:
        text = factors[0]
        for factor in factors[1:]:
            text += (r" \cdot " if factor[0].isdigit() or factor.startswith(r"\frac") else r" \, ") + factor
        return text

    def power(self, term: Call) -> tuple[str, int]:
        """A power; bases that carry marks of their own are grouped."""
        base, own = self.parts(term.args[0])
        if own < ATOM:
            base = self.enclosed(base)
        elif "'" in base or "^" in base:
            base = f"{{{base}}}"
        return f"{base}^{{{self.write(term.args[1])}}}", FACTOR

    def extremum(self, term: Call) -> tuple[str, int]:
        """The least or the greatest of the arguments."""
        return rf"\{term.head}\left\{{{', '.join(self.write(a) for a in term.args)}\right\}}", FACTOR

    def rows(self, rows: list[tuple[str, str]]) -> tuple[str, int]:
        lines = [rf"{value} & \text{{if }} {condition}," for value, condition in rows[:-1]]
        lines.append(rf"{rows[-1][0]} & \text{{otherwise}}")
        return r"\begin{cases} " + r" \\ ".join(lines) + r" \end{cases}", LOOSE

    def push(self, term: Call) -> tuple[str, int]:
        """The law of f(X)."""
        function = self.write(term.args[0])
        if not isinstance(term.args[0], Name) or "_" in function or "^" in function:
            function = self.enclosed(function)
        return rf"{function}_{{\#}} {self.write(term.args[1], FACTOR)}", FACTOR


def _base(text: str) -> str:
    if text in GREEK:
        return "\\" + _BY_NAME.get(text, text)
    if len(text) == 1 or text.isdigit():
        return _SPECIAL.get(text, text)
    return rf"\mathrm{{{''.join(_SPECIAL.get(c, c) for c in text)}}}"


# Statements.

_UNICODE = {sign: "\\" + _BY_NAME.get(name, name) for name, sign in GREEK.items()} | {
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "∞": r"\infty", "×": r"\times", "·": r"\cdot", "→": r"\to", "⇒": r"\Rightarrow",
    "∀": r"\forall", "∃": r"\exists", "∈": r"\in", "∑": r"\sum", "∏": r"\prod", "√": r"\surd", "±": r"\pm", "−": "-", "‖": r"\|",
    "∘": r"\circ", "⊗": r"\otimes", "∼": r"\sim", "≈": r"\approx", "²": "^2", "³": "^3", "ℝ": r"\mathbb{R}", "∇": r"\nabla",
    "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "ϕ": r"\phi",
}  # fmt: skip
_PLAIN = {"–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\dots{}", "\u00a0": "~"}


def escape(text: str) -> str:
    """Plain text for text mode: special characters escaped, mathematical ones set in math mode.

    ``<=``, ``>=`` and ``||`` are set as the signs they stand for.  Latin letters with accents stay as they are; any
    other character is written by its code point.
    """
    return "".join(map(_escape_character, text.replace("<=", "≤").replace(">=", "≥").replace("||", "‖")))


def _escape_character(character: str) -> str:
    if character in _UNICODE:
        return rf"\ensuremath{{{_UNICODE[character]}}}"
    if character.isascii() or "À" <= character <= "ÿ":
        return _TEXT.get(character, character)
    return _PLAIN.get(character, rf"\texttt{{U+{ord(character):04X}}}")


def letters_latex(statement: Statement) -> dict[str, str]:
    """How the paper sets the letters of a statement, where that is recorded: ``names`` for :func:`latex`."""
    given = [*((s.name, s.latex) for s in statement.symbols), *((s.name, s.latex) for s in statement.structures)]
    return {name: sign for name, sign in given if sign and is_sign(sign)}


_IN_FORMULAS = re.compile(r"\$[^$]*\$")
_LETTER = re.compile(r"\\(?:mathrm|text|operatorname)\{[^}]*\}|(\\[A-Za-z]+|[A-Za-z])(_\{?\w+\}?)?")


def letters_beside(statement: Statement, names: Container[str], form: str) -> list[tuple[str, str]]:
    r"""The letters of a statement among ``names`` that a printed form (Markdown with LaTeX) lacks, as LaTeX, with their meanings.

    A statement may have letters of its own: whoever reads it beside the printed form needs their meanings there.

    >>> from pabisym.library.library import builtin
    >>> letters_beside(builtin().statement("feldman2018/theorem-1"), ("T", "d"), r"at most $\|x_0-x_0'\|/T$")
    [('d', 'distance of the starts')]
    """
    told = {f"{one[1]}{one[2] or ''}" for formula in _IN_FORMULAS.findall(form) for one in _LETTER.finditer(formula) if one[1]}
    plain_form, signs = {one.replace("{", "").replace("}", "") for one in told}, letters_latex(statement)
    found = [(latex(Name(one.name), signs), one.meaning) for one in statement.symbols if one.name in names and one.meaning]
    return [(sign, meaning) for sign, meaning in found if re.sub(r"[{} ]", "", sign) not in plain_form]


_COMMANDS = frozenset(re.findall(
    r"\w+",
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega "
    "varepsilon vartheta varpi varrho varsigma varphi Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega mathcal "
    "mathbb mathrm mathbf mathit mathsf mathfrak mathscr boldsymbol operatorname text hat tilde bar vec dot ddot check breve "
    "acute grave widehat widetilde overline underline prime star ast circ dagger ddagger ell infty partial nabla hbar imath "
    "jmath Re Im cdot times pm mp le ge ne sim approx parallel perp top bot emptyset left right quad ldots cdots",
))
_SIGN = re.compile(r"\\([A-Za-z]+)|\\[,;:! |]|[A-Za-z0-9 _^'+\-*/=().,|{}]", re.ASCII)


def is_sign(text: str) -> bool:
    """Is LaTeX that a theorem file gives for a letter one that sets letters, and nothing that a page or TeX would run.

    Known commands, letters, digits, indices and balanced braces; anything else is not used, and the letter is set by its name.
    """
    position = depth = 0
    while position < len(text) <= 100:
        token = _SIGN.match(text, position)
        if token is None or (token[1] and token[1] not in _COMMANDS):
            return False
        depth += (token[0] == "{") - (token[0] == "}")
        if depth < 0:
            return False
        position = token.end()
    return len(text) <= 100 and depth == 0


def statement_latex(statement: Statement) -> str:
    """A statement as a fragment for an article: a paragraph with its letters, assumptions and conclusion.

    Needs amsmath and amssymb.  Formulas are set in the paper's letters where the statement gives them.
    """
    names = letters_latex(statement)
    name, place = escape(statement.id), escape(statement.reference.place)
    lines = [rf"\paragraph{{{escape(statement.title)}}}\mbox{{}}\\", rf"\texttt{{{name}}} ({place}).\\"]
    words = " ".join(parts(statement.text).get("Statement", []))
    lines += [escape(words)] if words else []
    letters = []
    for one in statement.symbols:
        sort, relations = own_domain(statement, one)
        domain = ", ".join([escape(sort), *(f"${latex(relation, names)}$" for relation in relations)])
        unit = "" if one.unit == "1" else f" [{escape(one.unit)}]"
        letters.append(f"${latex(Name(one.name), names)}$: {domain}; {escape(one.meaning)}{unit}")
    letters += [f"${latex(Name(s.name), names)}$: {escape(s.kind)}; {escape(s.meaning)}" for s in statement.structures]
    said = [(a, remark(statement, a)) for a in statement.assumptions]
    assumed = [f"{escape(a.name)}: ${latex(parse(a.holds, a.name, None), names)}$" + (f" ({escape(w)})" if w else "") for a, w in said]
    lines += [*_itemize("Letters:", letters), *_itemize("Assumptions:", assumed)]
    if statement.conclusion:
        lines += ["Then", rf"\[ {latex(parse(statement.conclusion, 'conclusion', None), names)} \]"]
    elif statement.bound:
        lines += ["The value is", rf"\[ {latex(parse(statement.bound, 'bound'), names)} \]"]
    return "\n".join(lines) + "\n"


def conclusion_latex(statement: Statement) -> str:
    """The conclusion, or else the bound, as displayed math that a notebook renders; empty where there is neither."""
    term = parse(statement.conclusion or statement.bound, statement.id, None) if statement.conclusion or statement.bound else None
    return "" if term is None else f"$$ {latex(term, letters_latex(statement))} $$"


def _itemize(title: str, items: list[str]) -> list[str]:
    if not items:
        return []
    return ["", title, r"\begin{itemize}", *(rf"\item {item}" for item in items), r"\end{itemize}"]


def document(fragment: str) -> str:
    """A complete article around a fragment, ready for pdflatex."""
    head = (r"\documentclass{article}", r"\usepackage[utf8]{inputenc}", r"\usepackage{amsmath,amssymb,amsthm}",
            r"\usepackage[margin=3cm]{geometry}", r"\newtheorem{theorem}{Theorem}",
            r"\theoremstyle{definition}\newtheorem{definition}{Definition}", r"\theoremstyle{remark}\newtheorem{remark}{Remark}",
            r"\begin{document}")
    return "\n".join((*head, fragment.strip(), r"\end{document}", ""))
