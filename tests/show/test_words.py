"""Judgements in plain words, and the long form of a statement."""

from __future__ import annotations

import pytest
from support.small_statements import small

from pabisym.lang.grammar import parse
from pabisym.library.library import builtin
from pabisym.library.statement import Assumption, Structure, Symbol
from pabisym.show.words import in_words, long_form, one_line_text, own_bound, own_domain, plain_letters, words

pytestmark = pytest.mark.quick

SAID = {
    "forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))": "X_k = psi_k(X_{k-1}) + zeta_k for k = 1..T",
    "equal(Y(i), push(projection(K), convolve(push(g, M), zeta(i))))": "Y_i = Pi_K(g(M) + zeta_i)",
    "forall(j, 0, m, forall(k, j + 1, 2*n, convex(f(k), K)))": "f_k is convex on K for j = 0..m, k = j+1..2*n",
    "equal(V(1), push(compose(gradient(f, eta), projection(K)), V(0)))": "V_1 = Pi_K(V_0) - eta grad f(Pi_K(V_0))",
    "equal(X(1), convolve(push(affine(c, s), X(0)), white(v)))": "X_1 = c X_0 + s + N(0, v I)",
    "equal(X(1), convolve(push(affine(c, 0), X(0)), white(v)))": "X_1 = c X_0 + N(0, v I)",
    "equal(X(0), Y(0))": "X_0 and Y_0 have the same law",
    "equal(X(0), point(o))": "X_0 = o",
    "equal(M(k), mix(1/k, P(k), M(k - 1)))": "M_k = P_k with probability 1/k, else M_{k-1}",
    "winf(X(0), Y(0), z)": "X_0 and Y_0 can be coupled within z of each other",
    "winf(X(0), Y(0), 0)": "X_0 and Y_0 have the same law",
    "renyi(alpha, 0, P, Q, 2*alpha/sigma**2)": "D_alpha(P || Q) <= 2 alpha/sigma^2",
    "renyi(alpha, z + a, P, Q, b)": "D_alpha^(z + a)(P || Q) <= b",
    "close(alpha, A, B, q)": "D_alpha(A(x) || B(x)) <= q at every point x",
    "steady(K(k), 1)": "K_k(x) and K_k(y) can be coupled within ||x - y||",
    "steady(K, c)": "K(x) and K(y) can be coupled within c ||x - y||",
    "near(K, J, s)": "K(x) and J(x) can be coupled within s at every point x",
    "gap(f, g, 2*eta*L/b)": "sup_x ||f(x) - g(x)|| <= 2 eta L/b",
    "gapon(f, g, K, s)": "sup_x in K ||f(x) - g(x)|| <= s",
    "lipschitz(psi, 1 - eta*lam)": "psi is (1 - eta lam)-Lipschitz",
    "lipschitzloss(h, L, K)": "h is L-Lipschitz on K",
    "smooth(h, L/lam, K)": "h is (L/lam)-smooth on K",
    "bounded(f, D)": "the values of f have a diameter of at most D",
    "convexset(K)": "K is closed and convex, with non-empty interior",
    "gaussian(zeta(k), eta**2*sigma**2)": "zeta_k = N(0, eta^2 sigma^2 I)",
    "lsi(P, 2*s/lam)": "P satisfies the log-Sobolev inequality with constant lam/(2 s)",
    "lsi(P, 1/c)": "P satisfies the log-Sobolev inequality with constant c",
    "lsi(P, v)": "P satisfies the log-Sobolev inequality with constant 1/v",
    "traced(P, f, g, Z, v)": "every diffusion from P to g(P) + Z, coupled to that of f, satisfies the log-Sobolev inequality with constant 1/v",
    "dp(P, Q, epsilon, delta)": "P and Q are (epsilon, delta)-close",
    "gdp(0, P, Q, m**2)": "P and Q are sqrt(m^2)-GDP",
    "zcdp(P, Q, rho)": "D_alpha(P || Q) <= alpha rho for all alpha > 1",
    "gap(f, g, cases(k - t, cases(t - k, h, 0), 0))": "sup_x ||f(x) - g(x)|| <= h if k = t, else 0",
}  # fmt: skip


@pytest.mark.parametrize("formula", SAID)
def test_words(formula: str) -> None:
    assert words(parse(formula, "formula", None)) == SAID[formula]


READ = {
    "forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))": "X_k = ψ_k(X_(k − 1)) + ζ_k for k = 1..T",
    "equal(V(1), push(compose(gradient(f, eta), projection(K)), V(0)))": "V₁ = Π_K(V₀) − η·∇f(Π_K(V₀))",
    "equal(X(1), convolve(push(affine(c, s), X(0)), white(v)))": "X₁ = c·X₀ + s + N(0, v·I)",
    "forall(j, 0, m, forall(k, j + 1, 2*n, convex(f(k), K)))": "f_k is convex on K for j = 0..m, k = j+1..2·n",
    "winf(X(0), Y(0), 0)": "X₀ and Y₀ have the same law",
    "equal(M(k), mix(1/k, P(k), M(k - 1)))": "M_k = P_k with probability 1/k, else M_(k − 1)",
    "steady(K, c)": "K(x) and K(y) can be coupled within c·‖x − y‖",
    "close(alpha, A, B, q)": "D_α(A(x) ‖ B(x)) ≤ q at every point x",
    "gap(f, g, 2*eta*L/b)": "sup[x] ‖f(x) − g(x)‖ ≤ 2·η·L/b",
    "lsi(P, 2*s/lam)": "P satisfies the log-Sobolev inequality with constant λ/(2·s)",
}  # fmt: skip


@pytest.mark.parametrize("formula", READ)
def test_formulas_read_as_in_a_paper(formula: str) -> None:
    assert one_line_text(parse(formula, "formula", None)) == READ[formula]


def test_a_domain_is_shown_in_so_far_as_no_assumption_is() -> None:
    made = small(assumptions=(Assumption("positive", "0 < x"),))
    x = next(one for one in made.symbols if one.name == "x")
    assert own_domain(made, x) == ("real", ())
    assert own_domain(small(assumptions=()), x) == ("real", (parse("x > 0", "x", None),))
    t = Symbol("t", "integer, 1 <= t <= n", "an index")
    assert own_domain(small(assumptions=(Assumption("last", "t <= n"),)), t) == ("integer", (parse("1 <= t", "t", None),))


def test_a_bound_is_shown_where_no_conclusion_ends_with_it() -> None:
    assert own_bound(small(conclusion="renyi(alpha, 0, P, Q, b)", bound="b")) == ""
    assert own_bound(small(conclusion="renyi(alpha, 0, P, Q, b)", bound="2*b")) == "2*b"
    assert own_bound(small(conclusion="", bound="b")) == "b"


def test_the_letters_of_the_paper() -> None:
    made = small(structures=(Structure("Y", "law", "a law", r"\mu'"), Structure("K", "set", "a set", r"\mathcal{K}"), Structure("X", "law", "a law")))
    assert plain_letters(made) == {"Y": "mu'", "K": "K"}
    assert in_words(made, Assumption("a", "equal(X, Y)")) == "X and mu' have the same law"


def test_what_is_recorded_comes_first_and_relations_need_no_words() -> None:
    made = small(text="T.\n\nAssumptions\n    near : they are close\n")
    assert in_words(made, Assumption("a", "winf(P, Q, z)", "as in lemma 2")) == "as in lemma 2"
    assert in_words(made, Assumption("near", "winf(P, Q, z)", "as in lemma 2")) == "they are close", "a part of the docstring"
    assert in_words(made, Assumption("a", "x > 0")) == in_words(made, Assumption("a", "forall(k, 1, n, a(k) >= 0)")) == ""


def test_the_long_form() -> None:
    made = small(text="A small one.\n\nStatement\n    x is positive.\n", assumptions=(Assumption("positive", "x > 0"), Assumption("same", "equal(P, Q)")))
    assert long_form(made) == (
        "A small one.\n\nStatement\n    x is positive.\nLetters\n    x : real, x > 0 : a number : 1\n    alpha : real, alpha > 1 : an order : 1\n"
        "Assumptions\n    positive : x > 0\n    same : equal(P, Q) : P and Q have the same law\nReference\n    mine, 1\n")  # fmt: skip
    old = small(text="A small one.\n\nReference\n    mine, 1\n")
    assert long_form(old) == old.text, "a file that says these parts itself is taken at its word"


def test_every_judgement_of_the_library_has_words() -> None:
    for entry in builtin().files.values():
        statement = entry.statement
        judged = {a.name for a in statement.assumptions} - {name for name, _ in statement.relations}
        for assumption in statement.assumptions:
            if assumption.name in judged and not assumption.holds.startswith("forall"):
                assert in_words(statement, assumption).isprintable()
                assert in_words(statement, assumption), (statement.id, assumption.name)
