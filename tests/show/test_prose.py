"""Sentences with symbols: the symbols are found, keep their letters, and are never capitalised; words stay words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pabisym.errors import PabisymError
from pabisym.library.library import builtin
from pabisym.show.html import say
from pabisym.show.mathml import latex_to_mathml
from pabisym.show.prose import breakable, formula_latex, markdown, pieces, sentence

GREEK = {"varepsilon": ("eps", "epsilon"), "varphi": ("phi",), "nabla": ("grad",), "infty": ("infinity",), "lambda": ("lam",)}
SIGNS = {"le", "ge", "ne", "to", "sim", "dots", "vert", "wedge", "backslash", "bar", "hat", "mathrm", "tilde"}


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
                given = [one.removesuffix("bar").removesuffix("hat") or one for one in re.findall(r"[A-Za-z]+", piece.text)]
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


def test_a_formula_may_break_before_a_relation_outside_of_brackets() -> None:
    assert breakable(r"so $a\le b_{i=1}(x=y)=c\ne d$ if $e\left(f\right)\leq g$") == r"so $a$ $\le b_{i=1}(x=y)$ $=c$ $\ne d$ if $e\left(f\right)\leq g$"
    assert breakable(r"$f\{a=b\}$") == r"$f\{a=b\}$"
