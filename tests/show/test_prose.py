"""Sentences with symbols: the symbols are found, keep their letters, and are never capitalised; words stay words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from pabisym.errors import PabisymError
from pabisym.library.library import builtin
from pabisym.show.html import prose, say, tell
from pabisym.show.mathml import in_line, latex_to_mathml
from pabisym.show.prose import formula_latex, markdown, pieces, sentence

GREEK = {"varepsilon": ("eps", "epsilon"), "varphi": ("phi",), "nabla": ("grad",), "infty": ("infinity",), "lambda": ("lam",)}
SIGNS = {"le", "ge", "ne", "to", "sim", "dots", "vert", "wedge", "backslash", "bar", "hat", "mathrm", "tilde", "lceil", "rceil", "lfloor", "rfloor", "cdot"}


def texts() -> Iterator[tuple[str, str]]:
    """All sentences of theorem files that pages show, with the ids of their statements."""
    library = builtin()
    for name in library.ids:
        if library.host(name) == name:
            statement = library.statement(name)
            printed = statement.printed
            own = () if printed is None else (printed.difference, printed.note)
            for text in (statement.title, statement.text, *own, *(one.name for one in statement.checks), *(one.text for one in statement.clauses)):
                yield name, text


@pytest.mark.parametrize(("text", "shown"), [
    ("m_t is printed with a second factor eta", r"$m_{t}$ is printed with a second factor $\eta$."),
    ("sigma is printed as 2 L sqrt(ln(1.25/delta))/m/eps", r"$\sigma$ is printed as $2 L \sqrt{\ln (1.25/\delta)}/m/\varepsilon$."),
    ("ln n stands for the sum", r"$\ln n$ stands for the sum."),
    ("log n has to be H", r"$\log n$ has to be $H$."),
    ("a letter a >= 0, all a, b, and a word", "A letter $a \\ge 0$, all $a$, $b$, and a word."),
    ("10/D is printed for D/10", "$10/D$ is printed for $D/10$."),
    ("0.99 is printed", "0.99 is printed."),
    ("'it suffices' holds", "'it suffices' holds."),
    ("(18) for every index", "(18) for every index."),
    ("the t-th record is (eps, delta)-private (Lemma 27); so", r"The $t$-th record is $(\varepsilon, \delta)$-private (Lemma 27); so."),
    ("the bounds of appendix B for B >= 1", r"The bounds of appendix B for $B \ge 1$."),
    ("f_1 = |w - 1/2| on [0, 1]: d = 1..12", r"$f_{1} = \vert w - 1/2\vert$ on $[0, 1]$: $d = 1\dots 12$."),
    ("where only <= holds", r"Where only $\le$ holds."),
    ("1 + 1/2 + ... + 1/m is large", r"$1 + 1/2 + \dots + 1/m$ is large."),
    ("3 * stars cost 5 $ | no more", r"3 \* stars cost 5 \$ \| no more."),
    ("as in (3) - a dash", "As in (3) - a dash."),
    ("alpha* and x^* and (1 - x)^+", r"$\alpha ^{*}$ and $x^{*}$ and $(1 - x)^{+}$."),
    ("grad f(w; x_i*)", r"$\nabla f(w; x_{i^{*}})$."),
    ("P(A(X) in S) <= e^eps P(A(X') in S) in all", r"$P(A(X) \in S) \le e^{\varepsilon} P(A(X') \in S)$ in all."),
    ("W = Pi_K(v - (eta/b) sum_{i in B_t} grad f_i(v)) in C", r"$W = \Pi _{K}(v - (\eta /b) \sum _{i \in B_{t}} \nabla f_{i}(v))$ in $C$."),
    ("x = rate*h, e^(2 rate t), tanh(eps/2)", r"$x = \mathrm{rate}\,h$, $e^{2 \mathrm{rate} t}$, $\tanh (\varepsilon /2)$."),
    ("-(eta/b) times j (D~/j + g)^2", r"$-(\eta /b)$ times $j (\tilde D /j + g)^{2}$."),
    ("||phi^-|| and phi^+(W)", r"$\|\varphi ^{-}\|$ and $\varphi ^{+}(W)$."),
    ("", "."),
])
def test_what_is_a_symbol(text: str, shown: str) -> None:
    assert sentence(text, markdown) == shown


def test_nothing_is_lost_between_the_pieces() -> None:
    lost = [name for name, text in texts() if "".join(piece.text for piece in pieces(text)) != " ".join(text.split())]
    assert lost == []


def test_every_letter_of_a_formula_is_the_one_that_was_written() -> None:
    wrong = []
    for name, text in texts():
        for piece in pieces(text):
            if piece.is_formula:
                written = [one for one in re.findall(r"[A-Za-z]+", formula_latex(piece.text)) if one not in SIGNS]
                given = [one.removesuffix("bar").removesuffix("hat") or one for one in re.findall(r"[A-Za-z]+", re.sub(r"\b(?:ceil|ceiling|floor)\(", "(", piece.text))]
                wrong += [(name, piece.text)] * (
                    len(written) != len(given) or any(one != other and one not in GREEK.get(other, ()) for one, other in zip(given, written, strict=True)))
    assert wrong == []


def test_every_formula_can_be_set() -> None:
    refused = []
    for name, text in texts():
        for piece in pieces(text):
            try:
                latex_to_mathml(formula_latex(piece.text) if piece.is_formula else "x")
            except PabisymError:
                refused.append((name, piece.text))
    assert refused == []


def test_functions_keep_a_distance_from_an_argument_without_brackets() -> None:
    assert '<mi>ln</mi><mspace width="0.17em" /><mi>m</mi>' in latex_to_mathml(formula_latex("1 + ln m"))
    assert "mspace" not in latex_to_mathml(formula_latex("ln(m + 1)"))
    assert "<msup><mi>tanh</mi><mn>2</mn></msup>" in latex_to_mathml(r"1 - \tanh^2"), "an exponent stays one"
    assert '</msup><mspace width="0.17em" /><mi>n</mi>' in latex_to_mathml(r"\log^2 n")
    assert latex_to_mathml("|x| + 1").count('<mo stretchy="false" lspace="0" rspace="0">|</mo>') == 2, "bars are no relations"


def test_words_in_html_are_escaped() -> None:
    assert say("<b> & m_t") == "&lt;b&gt; &amp; " + latex_to_mathml("m_{t}")
    assert say("<script>alert(1)</script>") == "&lt;script&gt;alert(1)&lt;/script&gt;"


@pytest.mark.parametrize("text", ["(" * 5000, "a_" + "^" * 5000, "( " * 5000, "x_{" * 2000, "sqrt(" * 2000 + "x", "[1, " * 3000])
def test_a_text_that_nests_without_end_stays_text(text: str) -> None:
    assert "".join(piece.text for piece in pieces(text)) == " ".join(text.split())
    assert all(len(formula_latex(piece.text)) < 2000 for piece in pieces(text) if piece.is_formula)


def pieces_of_a_line(latex: str, before: str = "", after: str = "") -> list[str]:
    """What stays on one line each, without its structure."""
    return re.split("<wbr>| ", unescape(re.sub(r"<(?!wbr>)[^>]*>", "", in_line(latex_to_mathml(latex), before, after))))


def test_a_long_formula_of_a_line_breaks_at_relations_and_keeps_what_stands_beside_it() -> None:
    assert pieces_of_a_line("a = b", "(", ")") == ["(a=b)"]
    assert pieces_of_a_line(r"|x - f(y)| \le |x - y|^2 + |f(x) - f(y)| \le c(z + s)^2") == ["|x−f(y)|", "≤|x−y|2+|f(x)−f(y)|", "≤c(z+s)2"]
    assert pieces_of_a_line("|x - f(y)| + |f(x) - g(x) - h(x)| + |h(x)| + 1", after=".") == ["|x−f(y)|", "+|f(x)−g(x)−h(x)|", "+|h(x)|", "+1."]
    assert pieces_of_a_line(r"\{x : f(x) \ge 0, g(x) \ge 0, h(x) \ge 0\}") == ["{x:f(x)≥0,g(x)≥0,h(x)≥0}"]
    parts = in_line(latex_to_mathml("aaaaaaaaaaaa + bbbbbbbbbbbb = cccccc")).split("<wbr>")
    assert len(parts) == 3
    assert all('<mrow><mo form="infix">' in part for part in parts[1:])


def test_a_symbol_is_no_line_of_its_own_and_one_bracket_may_break_where_nothing_else_does() -> None:
    assert pieces_of_a_line(r"x = aaaaaaaaaaaaaaaaaaaa (1 - bbbbbbbbbbbbbbb)") == ["x=aaaaaaaaaaaaaaaaaaaa(1−bbbbbbbbbbbbbbb)"]
    long = r"\varepsilon \le \{ aaaaaaaaaaaaaaaaaaaa + bbbbbbbbbbbbbbbbbbbbbbb + cccccccc f(x + y) \}"
    assert pieces_of_a_line(long) == ["ε≤{aaaaaaaaaaaaaaaaaaaa", "+bbbbbbbbbbbbbbbbbbbbbbb", "+ccccccccf(x+y)}"]


def test_words_within_a_formula_break_like_words() -> None:
    whole = r"\text{for all } k \in \{1, \dots, n\}: \; f_k \text{ is } \beta \text{-smooth on } K"
    assert pieces_of_a_line(whole, after=".") == ["for", "all", "k∈{1,…,n}:", "fk", "is", "β-smooth", "on", "K."]


def test_punctuation_stays_on_the_line_of_its_formula() -> None:
    assert re.sub("<math.*?</math>", "M", tell("for m_t, (see x_1) or the t-th")) == (
        'For <span class="whole">M,</span> (see <span class="whole">M)</span> or the <span class="whole">M-th</span>.')
    assert re.sub("<math.*?</math>", "M", prose("a ($x$)")) == 'a <span class="whole">(M)</span>'


def test_a_sum_of_symbols_is_a_formula_and_a_sum_of_things_is_none() -> None:
    def told(text: str) -> str:
        return "".join(map(markdown, pieces(text)))

    assert told("The sums are eta sum (1 - eta)^i = 1 and") == r"The sums are $\eta \sum (1 - \eta)^{i} = 1$ and"
    assert told("if sum w_i N(a_i) holds") == r"if $\sum w_{i} N(a_{i})$ holds"
    assert told("the sum W_1 is") == "the sum $W_{1}$ is"
    assert told("a sum (see below) of sum sum sum") == "a sum (see below) of sum sum sum"
    assert told("mean xbar, ceil(D/s)") == r"mean $\bar x$, $\lceil D/s\rceil$"


@pytest.mark.parametrize(("text", "found"), [
    ("1/(64 10^9)", r"1/(64 \cdot 10^{9})"), ("14 1/2 x_1", r"14\, 1/2 x_{1}"), ("n = 60,000", r"n = 60\,000"), ("0.85 * 0.75 D", r"0.85 \cdot 0.75 D"), ("[1,100]", "[1,100]"), ("f(1,200)", "f(1,200)"),
])
def test_numbers_beside_each_other_stay_apart(text: str, found: str) -> None:
    assert formula_latex(text) == found


@pytest.mark.parametrize(("text", "found"), [
    ("mu * zeta", r"\mu * \zeta"), ("alpha*(q, sigma)", r"\alpha ^{*}(q, \sigma)"), ("alpha*(b/n, f(x))", r"\alpha ^{*}(b/n, f(x))"), ("W_t - w*>", "W_{t} - w^{*}>"),
    ("D_alpha^(z+a)(mu || nu)", r"D_{\alpha}^{(z+a)}(\mu \| \nu)"), ("mu*_i", r"\mu ^{*}_{i}"), ("2*(x + f(a, b))", r"2\,(x + f(a, b))"), ("c*z + s", r"c\,z + s"), ("w*", "w^{*}"), ("c*(x + f(a, b))", r"c\,(x + f(a, b))"),
])
def test_a_star_is_a_product_a_convolution_or_an_optimum(text: str, found: str) -> None:
    assert formula_latex(text) == found
