"""LaTeX and Unicode of terms, judgements and statements."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import answers
from support.examples import by_day

from pabisym.kernel.judgement import SIGNATURES
from pabisym.lang.grammar import parse
from pabisym.lang.term import FUNCTIONS, Call, Name, Number, Term
from pabisym.library.statement import Assumption, Reference, Statement, Structure, Symbol
from pabisym.show.latex import conclusion_latex, document, escape, latex, letters_latex, statement_latex
from pabisym.show.unicode import unicode_text
from pabisym.show.writer import GREEK

WORDS = """frac sqrt left right middle begin end text sum log exp min max operatorname le ge ne cdot theta infty sim mathcal
mathrm circ otimes overset sup in dots lfloor rfloor lceil rceil nabla Pi delta varepsilon varphi
documentclass usepackage paragraph mbox texttt item ensuremath textasciicircum textbackslash"""
COMMANDS = set(re.findall(r"\w+", WORDS)) | (set(GREEK) - {"eps"}) | {"newtheorem", "theoremstyle"}
ENVIRONMENTS = {"cases", "itemize", "document"}
NAMES = st.sampled_from(["x", "alpha", "sigma_t", "L2", "X'", "D_alpha'", "eps", "diam", "_a", "Gamma"])
ATOMS = st.one_of(
    st.fractions(min_value=-50, max_value=50, max_denominator=30).map(Number),
    NAMES.map(Name),
)


def calls(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    pair = st.tuples(inner, inner)
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    fixed = [head for head, (low, high) in FUNCTIONS.items() if low == high and head != "sum"]
    heads = ["neg", *fixed, *(head for head in SIGNATURES)]
    arity = {head: FUNCTIONS[head][0] for head in fixed} | {head: len(args) for head, (args, _) in SIGNATURES.items()} | {"neg": 1}
    return st.one_of(
        *(several.map(lambda args, head=head: Call(head, args)) for head in ("+", "*", "min", "max")),
        *(pair.map(lambda args, head=head: Call(head, args)) for head in ("/", "**", "<=", "<", ">=", ">", "==", "!=")),
        *(st.tuples(*(inner,) * arity[head]).map(lambda args, head=head: Call(head, args)) for head in heads),
        st.tuples(inner, NAMES.map(Name), inner, inner).map(lambda args: Call("sum", args)),
        st.tuples(NAMES.map(Name), inner, inner, inner).map(lambda args: Call("forall", args)),
        st.tuples(NAMES, inner).map(lambda got: Call(got[0], (got[1],))),
    )


TERMS = st.recursive(ATOMS, calls, max_leaves=12)


def check_wellformed(source: str) -> None:
    """Balanced braces, environments and delimiters, known commands only, no double scripts."""
    bare = re.sub(r"\\[\\{}#$%&_,;|]", "", source)
    level = 0
    for character in bare:
        level += {"{": 1, "}": -1}.get(character, 0)
        assert level >= 0
    assert level == 0
    lefts, rights = len(re.findall(r"\\left(?![a-z])", source)), len(re.findall(r"\\right(?![a-z])", source))
    assert lefts == rights
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", source):
        assert name in ENVIRONMENTS
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    found = set(re.findall(r"\\([A-Za-z]+)", source))
    assert found <= COMMANDS, found - COMMANDS
    assert source.isascii()
    check_scripts(source)


def check_scripts(source: str) -> None:
    """No nucleus has two subscripts or two superscripts, primes included."""
    stack: list[set[str]] = [set()]
    argument = False
    for token in re.findall(r"\\[A-Za-z]+|\\.|\S", source):
        if token in ("^", "_") or (token == "'" and "'" not in stack[-1]):
            script = "^" if token == "'" else token
            assert script not in stack[-1], source
            stack[-1] |= {script, token}
            argument = token != "'"
        elif token == "{":
            stack[-1] = stack[-1] if argument else set()
            stack.append(set())
            argument = False
        elif token == "}":
            stack.pop()
        elif token != "'":
            stack[-1] = stack[-1] if argument else set()
            argument = False


@settings(max_examples=by_day(250), deadline=None)
@given(TERMS)
def test_every_term_has_wellformed_latex(term: Term) -> None:
    check_wellformed(latex(term))


@settings(max_examples=by_day(200), deadline=None)
@given(TERMS)
def test_every_term_has_one_line_of_unicode(term: Term) -> None:
    text = unicode_text(term)
    assert text
    assert "\n" not in text
    assert "\\" not in text
    assert text.count("(") == text.count(")")


@pytest.mark.parametrize(
    ("text", "tex", "plain"),
    [
        ("2*L**2*alpha/(sigma**2*(n - t + 1))", r"\frac{2 \, L^{2} \, \alpha}{\sigma^{2} \, (n - t + 1)}", "2·L²·α/(σ²·(n − t + 1))"),
        ("-x*y - 3/2*z", r"-x \, y - \frac{3}{2} \, z", "−x·y − 3/2·z"),
        ("a - (b - c)", "a - (b - c)", "a − (b − c)"),
        ("a - -b", "a - (-b)", "a − (−b)"),
        ("a*-b", r"a \, (-b)", "a·(−b)"),
        ("(a + b)*c", r"(a + b) \, c", "(a + b)·c"),
        ("a/(b*c)", r"\frac{a}{b \, c}", "a/(b·c)"),
        ("a/b/c", r"\frac{\frac{a}{b}}{c}", "a/b/c"),
        ("a/(b/c)", r"\frac{a}{\frac{b}{c}}", "a/(b/c)"),
        ("(-2)**n", "(-2)^{n}", "(−2)ⁿ"),
        ("-2**n", "-2^{n}", "−2ⁿ"),
        ("(x/y)**2", r"\left(\frac{x}{y}\right)^{2}", "(x/y)²"),
        ("(x**y)**z", "(x^{y})^{z}", "(x^y)^z"),
        ("c**(n - t)", "c^{n - t}", "c^(n − t)"),
        ("2*3", r"2 \cdot 3", "2·3"),
        ("x'**2", "{x'}^{2}", "x′²"),
        ("sigma_t", r"\sigma_{t}", "σ_t"),
        ("sigma_1", r"\sigma_{1}", "σ₁"),
        ("x1", "x_{1}", "x₁"),
        ("mu'", r"\mu'", "μ′"),
        ("diam", r"\mathrm{diam}", "diam"),
        ("a(k)", "a_{k}", "a_k"),
        ("a(1)", "a_{1}", "a₁"),
        ("a(k - 1)**2", "a_{k - 1}^{2}", "a_(k − 1)²"),
        ("sum(c**k, k, 1, n)", r"\sum_{k = 1}^{n} c^{k}", "Σ[k = 1..n] cᵏ"),
        ("2*sum(k, k, 1, n)", r"2 \, \left(\sum_{k = 1}^{n} k\right)", "2·(Σ[k = 1..n] k)"),
        ("a - sum(k, k, 1, n)", r"a - \left(\sum_{k = 1}^{n} k\right)", "a − (Σ[k = 1..n] k)"),
        ("1 <= t <= n", r"1 \le t \le n", "1 ≤ t ≤ n"),
        ("x != y", r"x \ne y", "x ≠ y"),
        ("sqrt(2)*abs(-x)", r"\sqrt{2} \, \left|-x\right|", "√2·|−x|"),
        ("floor(x/2)", r"\left\lfloor \frac{x}{2} \right\rfloor", "⌊x/2⌋"),
        ("min(a, 2)", r"\min\left\{a, 2\right\}", "min(a, 2)"),
        ("theta(gamma, r)", r"\theta_{\gamma}\left(r\right)", "θ(γ, r)"),
        (
            "cases(k - t, cases(t - k, h, f(k)), f(k))",
            r"\begin{cases} h & \text{if } k = t, \\ f_{k} & \text{otherwise} \end{cases}",
            "{h if k = t; else f_k}",
        ),
        (
            "cases(k - 2, cases(n - k, x, 0), 0)",
            r"\begin{cases} x & \text{if } k \ge 2 \text{ and } n \ge k, \\ 0 & \text{otherwise} \end{cases}",
            "{x if k ≥ 2 and n ≥ k; else 0}",
        ),
        (
            "cases(-(k - t + 1), x, cases(k - t - 1, y, 0))",
            r"\begin{cases} x & \text{if } t \ge k + 1, \\ y & \text{if } k \ge t + 1, \\ 0 & \text{otherwise} \end{cases}",
            "{x if t ≥ k + 1; y if k ≥ t + 1; else 0}",
        ),
        (
            "cases(x, 1, cases(y, 2, 3))",
            r"\begin{cases} 1 & \text{if } x \ge 0, \\ 2 & \text{if } y \ge 0, \\ 3 & \text{otherwise} \end{cases}",
            "{1 if x ≥ 0; 2 if y ≥ 0; else 3}",
        ),
        ("renyi(alpha, 0, P, Q, b)", r"D_{\alpha}\left(P \,\middle\|\, Q\right) \le b", "D_α(P ‖ Q) ≤ b"),
        ("renyi(alpha, z, P, Q, b)", r"D_{\alpha}^{(z)}\left(P \,\middle\|\, Q\right) \le b", "D_α^(z)(P ‖ Q) ≤ b"),
        ("winf(P, Q, z)", r"W_{\infty}\left(P, Q\right) \le z", "W_∞(P, Q) ≤ z"),
        ("push(f, P)", r"f_{\#} P", "f#P"),
        ("push(f(k), P)", r"(f_{k})_{\#} P", "f_k#P"),
        ("convolve(P, zeta(k))", r"P * \zeta_{k}", "P * ζ_k"),
        (
            "forall(k, 1, n, lipschitz(f(k), c))",
            r"\text{for all } k \in \left\{1, \dots, n\right\}: \; f_{k} \text{ is } c \text{-Lipschitz}",
            "for all k in 1..n: f_k is c-Lipschitz",
        ),
        ("gap(f, g, s)", r"\sup_{x} \left\|f(x) - g(x)\right\| \le s", "sup[x] ‖f(x) − g(x)‖ ≤ s"),
        ("gapon(f, x, K, s)", r"\sup_{y \in K} \left\|f(y) - x(y)\right\| \le s", "sup[y ∈ K] ‖f(y) − x(y)‖ ≤ s"),
        ("gaussian(Z, v)", r"Z \sim \mathcal{N}\left(0, v \, I\right)", "Z ~ N(0, v·I)"),
        ("compose(gradient(f, eta), projection(K))", r"(\operatorname{id} - \eta \, \nabla f) \circ \Pi_{K}", "(id − η·∇f) ∘ Π_K"),
    ],
)
def test_notation(text: str, tex: str, plain: str) -> None:
    term = parse(text, "term", None)
    assert latex(term) == tex
    assert unicode_text(term) == plain
    check_wellformed(tex)


def test_every_judgement_has_a_notation() -> None:
    for head, (args, _) in SIGNATURES.items():
        names = [f"q{'abcdefghijklmnop'[i]}" for i in range(len(args))]
        for write in (latex, unicode_text):
            text = write(Call(head, tuple(map(Name, names))))
            assert text != write(Call("unknown", tuple(map(Name, names)))).replace("unknown", head)
            assert all(name in text for name in names)


def test_letters_of_the_paper_are_used() -> None:
    names = {"V": "v", "K": r"\mathcal{K}", "Z": r"\zeta_Z"}
    assert latex(parse("V + K", "f", None), names) == r"v + \mathcal{K}"
    assert latex(parse("Z(k)", "f", None), names) == r"{\zeta_Z}_{k}"
    assert latex(parse("push(Z, V(k))", "f", None), names) == r"(\zeta_Z)_{\#} v_{k}"
    assert unicode_text(parse("V"), {"V": "𝒱"}) == "𝒱"


def test_long_numbers_are_written() -> None:
    big = Fraction(10**6000 + 1, 3)
    assert len(latex(Number(big))) > 6000
    assert len(unicode_text(Number(big))) > 6000


def test_text_is_escaped() -> None:
    assert escape("50% of $x_1 & #2 {a} \\") == r"50\% of \$x\_1 \& \#2 \{a\} \textbackslash{}"
    assert escape("a <= b, x^2 < y, ||z||") == (
        r"a \ensuremath{\le} b, x\textasciicircum{}2 \ensuremath{<} y, \ensuremath{\|}z\ensuremath{\|}"
    )
    assert escape("Rényi σ² ≤ 1 — 語") == "Rényi \\ensuremath{\\sigma}\\ensuremath{^2} \\ensuremath{\\le} 1 --- \\texttt{U+8A9E}"


STATEMENT = Statement(
    id="paper2020/theorem-1",
    title="A bound & its title",
    kind="theorem",
    reference=Reference("paper2020", "Theorem 1", "section 2"),
    text="One line.\n\nStatement\n    For alpha > 1 the divergence\n    is small_enough.\nReads as\n    Nothing.\n",
    conclusion="renyi(alpha, 0, P(n), Q(n), alpha*s**2/(2*v))",
    bound="alpha*s**2/(2*v)",
    symbols=(
        Symbol("alpha", "real, alpha > 1", "order"),
        Symbol("n", "integer, 1 <= n, n <= 10", "steps"),
        Symbol("s", "real", "size", "iterate", r"\mathfrak{s}"),
    ),
    structures=(Structure("P", "law sequence", "first law", "X"), Structure("Q", "law sequence", "second law", "X'")),
    assumptions=(Assumption("order", "alpha > 1", "as usual"), Assumption("noise", "forall(k, 1, n, gaussian(Z(k), v))")),
)


def test_statements_are_fragments() -> None:
    fragment = statement_latex(STATEMENT)
    assert r"\paragraph{A bound \& its title}" in fragment
    assert r"For alpha \ensuremath{>} 1 the divergence is small\_enough." in fragment
    assert "Nothing" not in fragment
    assert r"\item $\alpha$: real; order" in fragment, "its relation is an assumption"
    assert r"\item $n$: integer, $1 \le n$, $n \le 10$; steps" in fragment
    assert r"\item $\mathfrak{s}$: real; size [iterate]" in fragment
    assert r"\item $X'$: law sequence; second law" in fragment
    assert r"\item order: $\alpha > 1$ (as usual)" in fragment
    assert r"Z_{k} \sim \mathcal{N}\left(0, v \, I\right)$" in fragment
    conclusion = r"D_{\alpha}\left(X_{n} \,\middle\|\, X'_{n}\right) \le \frac{\alpha \, \mathfrak{s}^{2}}{2 \, v}"
    assert rf"\[ {conclusion} \]" in fragment
    assert conclusion_latex(STATEMENT) == f"$$ {conclusion} $$"
    assert letters_latex(STATEMENT) == {"s": r"\mathfrak{s}", "P": "X", "Q": "X'"}
    check_wellformed(document(fragment).replace(r"\mathfrak", r"\mathcal"))


def test_statements_without_a_conclusion() -> None:
    base = {"id": "a/b", "title": "T", "kind": "definition", "reference": Reference("a", "Definition 1"), "text": "No parts."}
    only_words = Statement(**base)
    assert r"\[" not in statement_latex(only_words)
    assert conclusion_latex(only_words) == ""
    only_bound = Statement(**base, bound="x/2")
    assert r"\[ \frac{x}{2} \]" in statement_latex(only_bound)
    assert conclusion_latex(only_bound) == r"$$ \frac{x}{2} $$"
    for statement in (only_words, only_bound):
        check_wellformed(document(statement_latex(statement)))


def test_documents_are_complete() -> None:
    lines = document("Hello.").splitlines()
    assert lines[0] == r"\documentclass{article}"
    assert lines[-1] == r"\end{document}"
    packages = [line for line in lines if line.startswith(r"\usepackage")]
    assert packages == [r"\usepackage[utf8]{inputenc}", r"\usepackage{amsmath,amssymb,amsthm}", r"\usepackage[margin=3cm]{geometry}"]


def test_the_answers_beside_the_literature_are_wellformed() -> None:
    source = answers.latex_document()
    assert source.count(r"\[") == 2 * len(answers.ROWS)
    check_wellformed(source)
