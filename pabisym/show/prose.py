r"""Sentences with symbols, as theorem files write them in ASCII: the symbols are found, and typeset by one writer.

``m_t is printed with a second factor eta`` is a formula, words, and a formula.  A piece is a formula by what it holds: a Greek name, an
index, a power, a relation, a single letter that is no article.  Words stay as they are and symbols keep their letters: a sentence begins
with a capital where its first word is a word, and never where it is a symbol.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pabisym.show.writer import GREEK

JUDGED = re.compile(
    r"(?P<formula>.+?)(?P<outcome>: \d+ steps? replayed| (?:holds|fails) at (?:all \d+ points|the point) tried"
    r"| (?:holds|fails) at (?=\w+ = ))(?P<instance>(?<= at ).*|)", re.DOTALL)
"""What a check says of a relation of the grammar, at an instance that is named or at points that are not."""


class Fragment(NamedTuple):
    """A part of a sentence: words, or a formula in ASCII."""

    text: str
    is_formula: bool


_FUNCTIONS = {"ln", "log", "exp", "max", "min", "sup", "inf", "lim", "sqrt", "tanh"}
_NAMED = {"dia", "erfc", "theta", "harmonic", "sampled", "normal", "floor", "ceil", "ceiling", "Ent", "E", "P", "Pr", "TV", "Gamma", "loss",
          "rate", "PNSGD", "PSGD", "SR"}
_CALLED = {"admissible", "convolve", "dK", "dp", "joint", "lipschitzloss", "lsi", "point", "polylog", "smooth", "traced"}
"""Names that are a formula before a bracket only."""
_ACCENTED = {"Tbar": r"\bar T", "bbar": r"\bar b", "xbar": r"\bar x", "abar": r"\bar a", "fhat": r"\hat f"}
_ROUNDED = {"ceil": "ceil", "ceiling": "ceil", "floor": "floor"}
_LARGE = {"sum": r"\sum", "prod": r"\prod"}
_ARTICLES = {"the", "a", "this", "that", "its", "one", "each", "every", "harmonic"}
"""Words after which ``sum`` is a word."""
_INSIDE = {*_NAMED, *_LARGE, "in"}
"""Words that a formula may have within its brackets; ``in`` is the relation."""
_LABELLED = {"appendix", "case", "class", "definition", "example", "figure", "lemma", "option", "part", "proposition", "section", "table",
             "theorem"}
"""Words before the capital letter of a label, which is no symbol."""
_SYMBOL = rf"(?:{'|'.join(sorted(GREEK, key=len, reverse=True))}|[B-HJ-Zb-z]|{'|'.join(_ACCENTED)}|[Aa](?='))'*"
_OPERATOR = re.compile(r"(?:<=|>=|==|!=|->|[-+*/=<>|~]|\|\|)$")
_NUMBER = re.compile(r"-?\d[\d.,^/]*(?:\.\.\.)?(?:e-?\d+)?$")
_CERTAIN = re.compile(
    r"(?=..)(?!\S*<\S*>)(?:.*[_^*]|[A-Za-z]~|.*(?:<=|>=|==|!=)|\[-?\d|.*\w[<>=]|.*\|)"  # an index, a relation, an interval, a norm
    rf"|(?:{'|'.join(sorted({*_FUNCTIONS, *_NAMED, *_CALLED}))}|sum|prod|[A-Za-z]'*|{_SYMBOL})[(\[]"  # a function at its argument
    rf"|-?\(?(?:\d[\d.]*|{_SYMBOL}|a|A)/\(?(?:\d[\d.]*|{_SYMBOL}|a|A|\()"  # a quotient
    rf"|-?(?:\w+\.\.[\w(]|\d[\d.]*{_SYMBOL}$)"  # a range, a multiple
    rf"|-?{_SYMBOL}$|grad$|(?:{'|'.join(sorted(_FUNCTIONS - {'inf', 'lim'}))})$", re.DOTALL)
_COMPOUND = re.compile(rf"({_SYMBOL}|\(.*\))(-[A-Za-z]{{2,}}[^=<>+*/]*)$", re.DOTALL)
_OPEN, _CLOSE, _BRACKETS = "([{", ")]}", "([{)]}.,;:"
_HALF_OPEN = re.compile(r"[\[(][^()\[\]]*[)\]]")
_RELATIONS = ("->", "<", ">", "=", "<=", ">=", "==", "!=")
MOST, LONGEST = 80, 250
"""The most words and characters of a formula; what is longer stays as it is written."""


def pieces(text: str) -> list[Fragment]:
    """The words and the formulas of a sentence, in order; joined they are the text, blanks made single."""
    words, at, parts = text.split(), 0, list[Fragment]()
    while at < len(words):
        end = _formula_end(words, at)
        parts += [Fragment(" ", is_formula=False)] if at else []
        parts += _trim(Fragment(" ".join(words[at:max(end, at + 1)]), is_formula=end > at))
        at = max(end, at + 1)
    return _join_words(parts)


def _formula_end(words: list[str], at: int) -> int:
    """Where the formula ends that begins at a word; that place itself where none does."""
    depth, end, certain = 0, at, False
    while end < len(words) and end - at < MOST:
        word = words[end]
        bare, sign, sure = word.strip(_BRACKETS), bool(_OPERATOR.match(word)) or word == "...", _is_certain(words, end)
        article = bare in ("a", "A", "-a") and any(_OPERATOR.match(one) for one in words[max(end - 1, at):end + 2] if one != word)
        if not (sure or sign or article or depth > 0 or _NUMBER.match(bare)):
            break
        if depth > 0 and not sure and bare.isalpha() and len(bare) > 1 and bare not in _INSIDE:
            return at  # words in brackets are no formula
        certain |= sure or (depth > 0 and sign)
        depth += sum(word.count(one) for one in _OPEN) - sum(word.count(one) for one in _CLOSE)
        end += 1
        if depth <= 0 and word[-1] in ".,;:" and not word.endswith("..."):
            break
    while end > at and words[end - 1] in ("+", "-", "*", "/", "..."):
        end -= 1
    return end if certain else at


def _is_certain(words: list[str], at: int) -> bool:
    """Whether a word cannot be one: a symbol, a relation, an interval, a letter ``a`` in a list."""
    word = words[at]
    if word.strip(_BRACKETS).isupper() and at > 0 and words[at - 1].lower() in _LABELLED:
        return False
    if word in _LARGE:
        following = "" if at + 1 == len(words) or words[at - 1] in _ARTICLES else words[at + 1].strip(_BRACKETS)
        return following not in _LARGE and (following[:1].isdigit() or bool(_CERTAIN.match(following)))
    listed = word in ("a,", "a;", "a:", "a.") or (word.startswith("[") and "," in word)
    return listed or word in _RELATIONS or bool(_CERTAIN.match(word.lstrip("([{").rstrip(".,;:)]}") or word))


def _trim(piece: Fragment) -> Iterator[Fragment]:
    """A formula without the punctuation around it; a compound such as ``t-th`` as its symbol and the rest."""
    compound = _COMPOUND.match(piece.text)
    if compound and (piece.is_formula or not compound[1].startswith("(")):
        yield from (Fragment(compound[1], is_formula=True), Fragment(compound[2], is_formula=False))
        return
    if not piece.is_formula:
        yield piece
        return
    text, before, after = piece.text, "", ""
    while text and text[-1] in ".,;:" and not text.endswith("..."):
        text, after = text[:-1], text[-1] + after
    while text.startswith("(") and text.count("(") > text.count(")"):
        text, before = text[1:], before + "("
    while text.endswith(")") and text.count(")") > text.count("("):
        text, after = text[:-1], ")" + after
        while text and text[-1] in ".,;:":
            text, after = text[:-1], text[-1] + after
    closed = all(text.count(one) == text.count(other) for one, other in zip(_OPEN, _CLOSE, strict=True)) or _HALF_OPEN.search(text)
    whole = Fragment(text, is_formula=bool(closed) and len(text) <= LONGEST)
    found = (Fragment(before, is_formula=False), whole, Fragment(after, is_formula=False))
    yield from (part for part in found if part.text)


def _join_words(parts: Iterable[Fragment]) -> list[Fragment]:
    """Neighbouring words as one piece."""
    found: list[Fragment] = []
    for part in parts:
        if found and not found[-1].is_formula and not part.is_formula:
            found[-1] = Fragment(found[-1].text + part.text, is_formula=False)
        else:
            found.append(part)
    return found


def sentence(text: str, write: Callable[[Fragment], str], *, capital: bool = True) -> str:
    """The text as a sentence (:func:`sentence_pieces`), its pieces written by ``write``."""
    return "".join(map(write, sentence_pieces(text, capital=capital)))


def sentence_pieces(text: str, *, capital: bool = True) -> list[Fragment]:
    """The pieces of a text as a sentence: with a capital where it begins with a word, and with its full stop."""
    found = pieces(text)
    if capital and found and not found[0].is_formula:
        first = found[0].text
        found[0] = Fragment(first[:1].upper() + first[1:], is_formula=False)
    ended = text.rstrip().endswith((".", "!", "?")) and not text.rstrip().endswith("...")
    return found if ended else _join_words([*found, Fragment(".", is_formula=False)])


def markdown(piece: Fragment) -> str:
    """A piece in Markdown: a formula between dollar signs, and words whose signs are no markup."""
    return f"${formula_latex(piece.text)}$" if piece.is_formula else re.sub(r"([*|$\\])", r"\\\1", piece.text)


_TOKEN = re.compile(
    r"(?P<name>[A-Za-z]+)|(?P<number>(?<![\w(\[{,])\d{1,3}(?:,\d{3})+(?![\w,)\]}])|\d+(?:\.(?!\.)\d*)?)|(?P<sign><=|>=|==|!=|->|\*\*|\|\||\.\.\.?|\S)|(?P<blank>\s+)")
_SIGNS = {
    "->": r"\to ", "<=": r"\le ", ">=": r"\ge ", "==": "=", "!=": r"\ne ", "*": r"\,", "||": r"\|", "...": r"\dots ", "..": r"\dots ",
    "{": r"\{", "}": r"\}", "|": r"\vert ", "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$", "~": r"\sim ", "\\": r"\backslash ",
    "^": r"^{\wedge}", '"': "''", "≤": r"\le ", "≥": r"\ge ",
}  # fmt: skip
_LETTERS = {
    "lam": r"\lambda", "epsilon": r"\varepsilon", "eps": r"\varepsilon", "phi": r"\varphi", "grad": r"\nabla", "infinity": r"\infty",
    "in": r"\in",
}


def formula_latex(text: str) -> str:
    """A formula in ASCII, where a blank is a product, as LaTeX: every letter stays, a Greek name becomes its letter."""
    return re.sub(r" +(?=[})' ,;]|$)", "", _Ascii(text).written())


class _Ascii:
    """Reads a formula from left to right."""

    def __init__(self, text: str) -> None:
        self.tokens = [(found.lastgroup or "", found[0]) for found in _TOKEN.finditer(text)]
        self.at = 0

    def written(self, closing: str = "") -> str:
        """What comes up to a closing bracket, or all of it."""
        parts = []
        while self.at < len(self.tokens) and not (closing and self.tokens[self.at][1] == closing):
            parts.append(self.part())
        self.at += 1
        return "".join(parts).strip()

    def part(self) -> str:
        """The next token, with what is in its brackets, its index or its exponent."""
        kind, token = self.tokens[self.at]
        self.at += 1
        following = self.tokens[self.at][1] if self.at < len(self.tokens) else ""
        if token == "sqrt" and following == "(":
            self.at += 1
            return rf"\sqrt{{{self.written(')')}}}"
        if token in _ROUNDED and following == "(":
            self.at += 1
            return rf"\l{_ROUNDED[token]} {self.written(')')}\r{_ROUNDED[token]} "
        if token == "*":
            return self._star(following)
        if token == "^" and following == "(" and [one for _, one in self.tokens[max(self.at - 4, 0):self.at - 1]] == ["D", "_", "alpha"]:
            return f"^{{({self._script()})}}"  # a shift
        if token in ("_", "^", "**") and following.strip():
            return f"{'_' if token == '_' else '^'}{{{self._script()}}}"
        if kind == "name" and following == "~":
            self.at += 1
            return rf"\tilde {token} "
        if kind == "name":
            return _name(token)
        if token in "([" and kind == "sign":
            inside = self.written(")" if token == "(" and self._closes() == ")" else self._closes())
            closed = self.tokens[self.at - 1][1] if self.at <= len(self.tokens) else ""
            return f"{token}{inside}{closed}"
        if kind == "blank":
            beside = [one for one, _ in self.tokens[max(self.at - 2, 0):self.at + 1]]
            mixed = [one for _, one in self.tokens[self.at + 1:self.at + 2]] == ["/"]  # 14 1/2
            return " " if beside != ["number", "blank", "number"] else r"\, " if mixed else r" \cdot "
        return token.replace(",", r"\,") if kind == "number" else _SIGNS.get(token, token)

    def _star(self, following: str) -> str:
        """A star: of an optimum (``w*``, ``alpha*(q, sigma)``), of a convolution where blanks are on both sides, or of a product."""
        before = self.tokens[self.at - 2] if self.at > 1 else ("", " ")
        called = following == "(" and before[0] == "name" and "," in self._inside()
        if not before[1].isspace() and (self._ends(self.at - 1) or called or following in ("_", ">")):
            return "^{*}"
        after = self.tokens[self.at + 1][0] if self.at + 1 < len(self.tokens) else ""
        numbers = (self.tokens[self.at - 3][0] if self.at > 2 else "") == after == "number"
        return _SIGNS["*"] if not (before[1].isspace() and following.isspace()) else r"\cdot" if numbers else "*"

    def _inside(self) -> list[str]:
        """The signs between the bracket that follows and the one that closes it, those in further brackets left out."""
        depth, found = 0, list[str]()
        for _, token in self.tokens[self.at:]:
            depth += (token in _OPEN) - (token in _CLOSE)
            if depth == 0:
                break
            found += [token] if depth == 1 else []
        return found

    def _closes(self) -> str:
        """The bracket that closes the one that was just read; half-open intervals have another one than they open with."""
        depth = 0
        for _, token in self.tokens[self.at:]:
            if token in _OPEN:
                depth += 1
            elif token in _CLOSE:
                if depth == 0:
                    return token
                depth -= 1
        return ""

    def _script(self) -> str:
        """An index or an exponent: what is in brackets, or a sign with the next token."""
        _, token = self.tokens[self.at]
        if token == "*":
            self.at += 1
            return "*"
        if token in "([{":
            self.at += 1
            return self.written(self._closes())
        sign = ""
        if token in "-+":
            sign, self.at = token, self.at + 1
        kind, token = self.tokens[self.at] if self.at < len(self.tokens) else ("", "")
        positive_part = sign == "+" and token == "("
        alone = positive_part or (kind not in ("name", "number") and (not token or token not in _OPEN))
        found = sign if alone and sign else sign + self.part()
        starred = self.at < len(self.tokens) and self.tokens[self.at][1] == "*" and self._ends(self.at)
        self.at += starred
        return found + "^{*}" if starred else found

    def _ends(self, at: int) -> bool:
        """Whether a star at a place has nothing to multiply after it."""
        following = self.tokens[at + 1][1] if at + 1 < len(self.tokens) else ""
        return not following or following in ")],;" or following.isspace()


def _name(name: str) -> str:
    if name in _LETTERS or name in GREEK:
        return _LETTERS.get(name, "\\" + name) + " "
    if name in _ACCENTED or name in _LARGE:
        return (_ACCENTED.get(name) or _LARGE[name]) + " "
    if name in _FUNCTIONS - {"sqrt"}:
        return f"\\{name} "
    return name if len(name) == 1 else rf"\mathrm{{{name}}}"
