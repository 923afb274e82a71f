"""What bounds what two runs tell by anything but a letter of its own is a result, in every spelling; the model and its own letters are not."""

from __future__ import annotations

import pytest

from pabisym.kernel.hypotheses import results
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from pabisym.library.believed import kinds_of

KINDS = {
    **dict.fromkeys(("P", "Q", "V", "W"), "law"), **dict.fromkeys(("X", "Y"), "law sequence"), "f": "loss", "psi": "map sequence", "phi": "map sequence",
    "zeta": "noise sequence", "K": "set", "A": "mechanism", "B": "mechanism", "Z": "noise", "O": "set",
    **dict.fromkeys(("L", "r", "s", "t", "e", "d", "b", "c", "a", "alpha", "D", "sigma", "eta"), "real"), "T": "integer", "n": "integer",
    **dict.fromkeys(("u", "p", "q"), "real sequence"),
}  # fmt: skip
MODEL = ("alpha > 1", "L > 0", "sigma > 0", "lipschitzloss(f, L, K)", "forall(k, 1, T, gaussian(zeta(k), sigma**2))", "T >= 1",
         "forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
         "forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))")  # fmt: skip
LAUNDERED: dict[str, tuple[str, ...]] = {
    "a number": ("zcdp(X(T), Y(T), 1/10)",), "a number for a letter": ("zcdp(X(T), Y(T), r)", "r <= 1/10"),
    "a letter below the model": ("zcdp(P, Q, r)", "r <= L**2"), "a letter below the model, turned": ("zcdp(P, Q, r)", "L**2 >= r"),
    "a letter that is the model": ("zcdp(P, Q, r)", "r == L**2"), "the model itself": ("zcdp(P, Q, L**2/sigma**2)",),
    "a letter of the model": ("zcdp(P, Q, L)",), "a letter by another letter": ("zcdp(P, Q, r)", "r <= s", "s <= L**2"),
    "a letter by a circle of letters": ("zcdp(P, Q, r)", "s + r <= t + L**2", "t <= s"), "a letter by half of it": ("zcdp(P, Q, r)", "2*r <= L"),
    "a letter by a difference": ("zcdp(P, Q, r)", "L**2 - r >= 0"), "a letter by a quotient": ("zcdp(P, Q, r)", "L/r >= 1"),
    "a letter by a defined one": ("zcdp(P, Q, r)", "s == r", "s <= 1"), "a letter by two equations": ("zcdp(P, Q, r)", "s == r", "s == 1"),
    **{f"a letter by {said}": ("zcdp(P, Q, r)", said) for said in (
        "exp(r) <= 2", "r**2 <= 1", "max(r, 0) <= 1", "log(r) <= 0", "floor(r) <= 0", "abs(r) <= 1", "sum(r, k, 1, 3) <= 1", "forall(k, 1, 1, r <= 1)",
        "1/r >= 1", "r*s <= 1", "r != 5", "r < 1")},
    "a letter turned": ("zcdp(P, Q, -r)", "r >= -1"), "a multiple": ("zcdp(P, Q, 2*r)", "r <= 1"), "a letter moved": ("zcdp(P, Q, r - 5)", "r <= 6"),
    "an integer": ("zcdp(P, Q, n)", "n <= 1"), "the order": ("renyi(alpha, 0, P, Q, alpha)",), "a sum of a sequence": (
        "forall(k, 1, T, zcdp(X(k), Y(k), u(k)))", "sum(u(k), k, 1, T) <= 1"), "a chance inside": ("exp(chance(P, O)) <= 2",),
    "a chance of every step": ("forall(k, 1, T, chance(X(k), O) <= 1/k)",), "a chance below a magnitude": ("R(alpha, Z, a) >= chance(P, O)",),
    "a letter above itself": ("zcdp(P, Q, r)", "r >= 2*r - 1"), "a smaller one of two": ("zcdp(P, Q, min(r, L))",),
    "a constant epsilon": ("dp(P, Q, 1/10, d)", "d <= 1/1000000"), "a constant epsilon alone": ("dp(P, Q, 1/10, d)",),
    "a constant delta": ("dp(P, Q, e, 1/1000000)",), "a delta that is small": ("dp(P, Q, e, d)", "d <= 1/1000000"),
    "an epsilon that is small": ("dp(P, Q, e, d)", "e < 1/10"), "an epsilon by its exponential": ("dp(P, Q, e, d)", "exp(e) <= 1 + L"),
    "nothing at all": ("dp(P, Q, 0, 0)",), "a divergence of every step": ("forall(k, 1, T, renyi(alpha, 0, X(k), Y(k), k*L**2))",),
    "a sequence below the model": ("forall(k, 1, T, renyi(alpha, 0, X(k), Y(k), u(k)))", "forall(k, 1, T, u(k) <= k*L)"),
    "a sequence that ends": ("forall(k, 1, T, renyi(alpha, 0, X(k), Y(k), u(k)))", "u(T) <= 1"),
    "a sequence that falls": ("renyi(alpha, 0, X(T), Y(T), u(T))", "forall(k, 1, T, u(k) <= u(k - 1))"),
    "a member": ("renyi(alpha, 0, P, Q, u(1))", "u(1) == L"), "a moment": ("moment(alpha, P, Q, 1 + L**2)",), "Gaussian privacy": ("gdp(0, P, Q, L**2/sigma**2)",),
    "random answers": ("close(alpha, A, B, alpha*L**2)",), "answers of one mechanism": ("spread(A, 1/2, 1/10)",),
    "a contraction": ("contracts(A, e, L/2)",), "a best event": ("chance(P, best(P, Q, 0)) - chance(Q, best(P, Q, 0)) <= 1/1000000",),
    "a chance": ("chance(P, O) <= 2*chance(Q, O) + 1/10",), "a chance by name": ("s == chance(P, O)",), "a chance by a letter": ("chance(P, O) <= d", "d <= 1/10"),
    "lower": ("apart(P, Q, L)",), "a coupling of last iterates": ("winf(X(T), Y(T), 2*sigma*L)",), "equal last iterates": ("equal(X(T), Y(T))",),
    "last iterates as near as nothing": ("winf(X(T), Y(T), 0)",), "iterates that are never apart": ("forall(k, 0, T, winf(X(k), Y(k), 0))",),
    "a log-Sobolev constant of iterates": ("lsi(Y(T), sigma**2)",), "a chain of distances": ("coupled(X(T), Y(T), sigma, 1, 1, 1, 1, 0, 0)",),
}  # fmt: skip
OWN: dict[str, tuple[str, ...]] = {
    "a letter": ("zcdp(P, Q, r)",), "a letter above 0": ("zcdp(P, Q, r)", "r >= 0"), "a letter below another": ("zcdp(P, Q, r)", "r <= s", "s >= 1"),
    "more than 1": ("moment(alpha, P, Q, 1 + c)", "c >= 0"), "epsilon and delta": ("dp(P, Q, e, d)", "e >= 0", "d > 0", "d <= 1"),
    "epsilon alone": ("dp(P, Q, e, 0)", "e >= 0"), "delta alone": ("spread(A, 0, d)", "d < 1"), "epsilon of two": ("dp(P, Q, e, d)", "dp(V, W, e, c)"),
    "a sequence": ("forall(k, 1, T, renyi(alpha, 0, X(k), Y(k), u(k)))", "forall(k, 1, T, u(k) >= 0)"),
    "a product of them": ("forall(k, 1, T, spread(A, e, u(k)))", "p(0) == 1", "forall(k, 1, T, p(k) == u(k)*p(k - 1))"),
    "levels that grow": ("dp(P, Q, e, d)", "d <= q(0)", "forall(k, 1, T, q(k) >= q(k - 1)*theta(exp(e), L/sigma))"),
    "a best event by a letter": ("chance(P, best(P, Q, e)) - exp(e)*chance(Q, best(P, Q, e)) <= d",),
    "the start": ("winf(X(0), Y(0), 2*eta*L)",), "the same start": ("equal(X(0), Y(0))",), "the diameter": ("forall(k, 0, T, winf(X(k), Y(k), D))",),
    "the diameter of a domain": ("forall(k, 0, T, winf(push(projection(K), X(k)), push(projection(K), Y(k)), 2*L))",),
    "the price of noise": ("R(alpha, Z, a) <= L",), "the law of a start": ("lsi(Y(0), sigma**2)",), "a gap": ("forall(k, 1, T, gap(psi(k), phi(k), 2*eta*L))",),
    "numbers": ("theta(exp(e), L/sigma) <= c",),
}  # fmt: skip


def stated(hypotheses: tuple[str, ...]) -> Sequent:
    terms = [parse(text, "hypothesis", None) for text in (*MODEL, *hypotheses)]
    return Sequent("mine/a", KINDS, tuple((f"{i}", term) for i, term in enumerate(terms)), parse("0 <= 1", "conclusion", None))


@pytest.mark.parametrize("name", LAUNDERED)
def test_a_result_is_seen_in_every_spelling(name: str) -> None:
    sequent = stated(LAUNDERED[name])
    assert str(len(MODEL)) in results(sequent), "the first hypothesis beside the model"
    file = {str(i): "model" for i in range(len(sequent.assumptions))}
    assert kinds_of(sequent, file)[str(len(MODEL))] == "result", "whatever a file calls it"


@pytest.mark.parametrize("name", OWN)
def test_the_model_and_its_letters_are_no_results(name: str) -> None:
    assert results(stated(OWN[name])) == frozenset()


RUNS = "forall(i, 1, n, forall(k, 1, T, equal(X(i*(T + 1) + k), convolve(push(psi(i*(T + 1) + k), X(i*(T + 1) + k - 1)), zeta(k)))))"
"""n runs of T steps in one sequence: that of run i stands at i (T + 1), ..., i (T + 1) + T."""


@pytest.mark.parametrize(("said", "result"), [
    ("forall(i, 1, n, winf(X(i*(T + 1)), Y(0), u(i*(T + 1))))", False),
    ("forall(i, 1, n, winf(X(i*(T + 1) + 0), Y(0), L))", False),
    ("forall(i, 1, n, winf(X(i*(T + 1) + 1), Y(0), L))", True),
    ("forall(i, 1, n, winf(X(i*(T + 1) + T), Y(0), L))", True),
    ("forall(i, 1, n, forall(k, 0, T, winf(X(i*(T + 1) + k), Y(0), L)))", True),
    ("forall(i, 1, n, winf(X(i*T), Y(0), L))", True),
    ("forall(i, 1, n, winf(X(i*(T + 1) - 1), Y(0), L))", True),
    ("forall(i, 1, n, winf(X((i + 1)*(T + 1)), Y(0), L))", True),
    ("forall(i, 1, n, forall(k, 0, 0, winf(X(i*(T + 1) + k), Y(0), L)))", False),
    ("winf(X(T + 1), Y(0), L)", True),
])  # fmt: skip
def test_the_starts_of_many_runs_are_told_from_what_follows(said: str, result: bool) -> None:
    """In rows of one length; what is not evidently a start counts as a result."""
    kept = tuple(one for one in MODEL if "X(k)" not in one)
    terms = [parse(text, "hypothesis", None) for text in (*kept, "n >= 1", RUNS, said)]
    sequent = Sequent("mine/a", KINDS, tuple((f"{i}", term) for i, term in enumerate(terms)), parse("0 <= 1", "conclusion", None))
    assert (str(len(terms) - 1) in results(sequent)) == result


def test_a_file_may_call_a_result_what_the_rule_does_not() -> None:
    sequent = stated(("c >= 1",))
    assert kinds_of(sequent)[str(len(MODEL))] == "domain"
    assert kinds_of(sequent, {str(len(MODEL)): "result"})[str(len(MODEL))] == "result"
