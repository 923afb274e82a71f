"""Judgements about families of laws: what is the same and what is not, sorts, indices; hidden batches, and what forged proofs of them claim."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.proof_judges import independent, kernel
from support.small_statements import step

from pabisym.errors import InputError
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import formula
from pabisym.lang.grammar import parse
from pabisym.lang.term import Call
from pabisym.library.library import builtin
from pabisym.proof.json import sequent_json

KINDS = {"n": "integer", "x": "real", "z": "real sequence", "y": "real sequence", "P": "law sequence", "Q": "law sequence",
         "V": "law sequence", "W": "law sequence", "G": "law sequence", "K": "law", "Z": "noise", "U": "noise"}
BEFORE = "dominance(i, 1, n, z(i), y(i), P(i), Q(i), V(i), W(i))"
MOVED = "noisedominance(i, 1, n, z(i), y(i), P(i), Q(i), Z)"
PAIRS = {
    "the index may be renamed": (BEFORE, "dominance(k, 1, n, z(k), y(k), P(k), Q(k), V(k), W(k))", "dominance(k, 1, n, z(k), y(k), P(k), Q(k), V(k), W(n))"),
    "a shift": (BEFORE, BEFORE.replace("z(i)", "2*z(i) - z(i)"), BEFORE.replace("z(i)", "z(i) - 1")),
    "the other shift": (BEFORE, BEFORE.replace("y(i)", "y(i + 0)"), BEFORE.replace("y(i)", "y(i + 1)")),
    "the shifts have sides": (BEFORE, BEFORE, BEFORE.replace("z(i), y(i)", "y(i), z(i)")),
    "the first laws": (BEFORE, BEFORE.replace("P(i)", "P(0 + i)"), BEFORE.replace("P(i)", "P(1)")),
    "the laws have sides": (BEFORE, BEFORE, BEFORE.replace("P(i), Q(i)", "Q(i), P(i)")),
    "the laws that are compared": (BEFORE, BEFORE, BEFORE.replace("V(i), W(i)", "W(i), V(i)")),
    "the last laws": (BEFORE, BEFORE.replace("W(i)", "W(2*i - i)"), BEFORE.replace("W(i)", "V(i)")),
    "the range": (BEFORE, BEFORE.replace("1, n", "2 - 1, n"), BEFORE.replace("1, n", "1, n + 1")),
    "where the range begins": (BEFORE, BEFORE.replace("1, n", "1, n + 0"), BEFORE.replace("1, n", "2, n")),
    "the noise": (MOVED, MOVED, MOVED.replace("Z)", "U)")),
    "a length": (MOVED, MOVED.replace("z(i)", "z(i)*1"), MOVED.replace("z(i)", "z(i)/2")),
    "no shift is more than it": (BEFORE, BEFORE, BEFORE.replace("z(i)", "0")),
}  # fmt: skip


def judged(known: str, claim: str) -> tuple[bool, bool]:
    """What the kernel and the second checker say of a claim that states an assumption in other words."""
    sequent: dict[str, Any] = {"id": "mine/a", "names": KINDS, "assumptions": [["some", "n >= 2"], ["before", known]], "conclusion": claim}
    tree = step("known", claim, label="before")
    return kernel(sequent, tree, {}).accepted, independent(sequent, tree, {})


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_the_same_and_what_is_not(name: str) -> None:
    known, works, refused = PAIRS[name]
    assert judged(known, works) == (True, True)
    if refused != known:
        assert judged(known, refused) == (False, False)


@pytest.mark.parametrize("term", [
    "dominance(i, 1, n, P(i), y(i), P(i), Q(i), V(i), W(i))", "dominance(i, 1, n, z(i), y(i), z(i), Q(i), V(i), W(i))",
    "dominance(i, 1, x, z(i), y(i), P(i), Q(i), V(i), W(i))", "dominance(i, 1/2, n, z(i), y(i), P(i), Q(i), V(i), W(i))",
    "dominance(exp, 1, n, z(exp), y(exp), P(exp), Q(exp), V(exp), W(exp))",
    "dominance(i, 1, n, z(i), y(i), P(i), Q(i), V(i), W(i/2))", "noisedominance(i, 1, n, z(i), y(i), P(i), Q(i), K)",
    "noisedominance(i, 1, n, z(i), y(i), P(i), Z, Z)",
])  # fmt: skip
def test_what_has_no_sort(term: str) -> None:
    assert judged(term, term) == (False, False)


@pytest.mark.parametrize("term", [
    "dominance(i, 1, n, z(i), y(i), P(i), Q(i), V(i))", "noisedominance(i, 1, n, z(i), y(i), P(i), Q(i))", "noisedominance(1, 1, n, x, x, K, K, Z)",
    "forall(i, 1, n)", "forall(i, 1, n, x >= 0, x >= 0)",
])  # fmt: skip
def test_what_no_formula_is(term: str) -> None:
    """With too few arguments, or without an index: neither text nor a term that was built."""
    with pytest.raises(InputError, match=r"with \d+ arguments|needs a name for its index"):
        parse(term, "formula", None)
    head, _, rest = term.partition("(")
    with pytest.raises(Refusal, match="the grammar cannot write"):
        formula(Call(head, tuple(parse(arg, "formula", None) for arg in _arguments(rest.removesuffix(")")))))


def _arguments(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def test_a_mixture_in_a_family_has_a_value_only_with_a_weight() -> None:
    """The weight z(i) is known to be one for every index, or it is not."""
    known = [["some", "n >= 2"], ["weights", "forall(i, 1, n, z(i) >= 0)"], ["at most one", "forall(i, 1, n, z(i) <= 1)"], ["before", BEFORE]]
    claim = BEFORE.replace("P(i)", "mix(z(i), P(i), P(i))")
    tree = step("theorem", claim, step("evident", "n >= 1", goal="n >= 1"), step("known", BEFORE, label="before"), id="pabisym/any", **{
        "for": {"n": "n", **{key: {"index": "i", "is": f"{key}(i)"} for key in "zyQVW"}, "P": {"index": "i", "is": "mix(z(i), P(i), P(i))"}}})
    general = {"id": "pabisym/any", "names": {**KINDS}, "assumptions": [["some", "n >= 1"], ["before", BEFORE]], "conclusion": BEFORE}
    general["names"] = {key: kind for key, kind in KINDS.items() if key in ("n", "z", "y", "P", "Q", "V", "W")}
    sequent: dict[str, Any] = {"id": "mine/a", "names": KINDS, "assumptions": known, "conclusion": claim}
    said = kernel(sequent, tree, {"pabisym/any": general})
    assert not said.accepted
    assert "needs" in said.reason
    free = {**sequent, "assumptions": [known[0], known[3]]}
    assert "is not evidently between 0 and 1" in kernel(free, tree, {"pabisym/any": general}).reason


HIDDEN = ("pabisym/hidden-batches", "pabisym/hidden-batches-added", "pabisym/hidden-batches-replaced")


def _proof(name: str) -> tuple[dict[str, Any], Any, dict[str, Any]]:
    """The statement of a theorem as plain data, its stored proof, and what that applies."""
    library = builtin()
    found = library.proof(name)
    below = {other: sequent_json(library.statement(other).sequent) for other in found.theorems}
    return sequent_json(library.statement(name).sequent), found.tree, below


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_batches_are_proved_from_two_results(name: str) -> None:
    """Kahane's inequality and the adapted shift, beside what Coq proves of families."""
    sequent, tree, below = _proof(name)
    said = kernel(sequent, tree, below)
    assert said.accepted
    assert said.theorems == {"pabisym/kahane", "pabisym/adapted-shift", "pabisym/dominance-start", "pabisym/dominance-contraction",
                             "pabisym/dominance-mixture"}
    assert builtin().standing(name).status == "proved"


def _assumption(label: str, formula: str | None) -> Callable[[dict[str, Any]], None]:
    """An assumption that says something else, or is missing."""

    def change(sequent: dict[str, Any]) -> None:
        places = [i for i, (name, _) in enumerate(sequent["assumptions"]) if name == label]
        assert len(places) == 1
        if formula is None:
            del sequent["assumptions"][places[0]]
        else:
            before = sequent["assumptions"][places[0]][1]
            assert formula != before
            sequent["assumptions"][places[0]] = [label, formula]

    return change


AT = "i*(T + 1) + k"
FORGED: dict[str, Callable[[dict[str, Any]], None]] = {
    "a debt is left": _assumption("all paid", "forall(i, 1, n, z(i*(T + 1) + T) <= 1)"),
    "nothing is said of the debt": _assumption("all paid", None),
    "a share too small": _assumption("balance", f"forall(i, 1, n, forall(k, 1, T, z({AT}) == c(k)*z({AT} - 1) + s({AT}) - 2*a({AT})))"),
    "a hit is forgotten": _assumption("balance", f"forall(i, 1, n, forall(k, 1, T, z({AT}) == c(k)*z({AT} - 1) - a({AT})))"),
    "a debt contracts twice": _assumption("balance", f"forall(i, 1, n, forall(k, 1, T, z({AT}) == c(k)**2*z({AT} - 1) + s({AT}) - a({AT})))"),
    "a negative share": _assumption("shares", None),
    "a negative debt": _assumption("left", None),
    "maps of another constant": _assumption("maps", "forall(k, 1, T, lipschitz(phi(k), c(k) + 1))"),
    "runs that begin farther apart": _assumption("starts", "forall(i, 1, n, winf(X(i*(T + 1)), Y(0), z(i*(T + 1)) + 1))"),
    "hits larger than they are said to be": _assumption("hits", f"forall(i, 1, n, forall(k, 1, T, gap(psi({AT}), phi(k), 2*s({AT}))))"),
    "noise of no variance": _assumption("noise", None),
    "noise that is not Gaussian": _assumption("noises", "forall(k, 1, T, laplace(zeta(k), v(k)))"),
    "noise of another variance": _assumption("noises", "forall(k, 1, T, gaussian(zeta(k), v(k)/2))"),
    "half of every share": _assumption("about shares", f"forall(i, 1, n, forall(k, 1, T, equal(V({AT}), product(V({AT} - 1), normallaw(a({AT})/2, v(k))))))"),
    "the shares of one pattern alone": _assumption("about shares", f"forall(i, 1, n, forall(k, 1, T, equal(V({AT}), product(V({AT} - 1), normallaw(a(k), v(k))))))"),
    "a weight above one": _assumption("at most one", None),
    "a negative weight": _assumption("weights", None),
    "other chances of the shares": _assumption("mixed shares", "forall(i, 2, n, equal(U(i), mix(1 - w(i), V(i*(T + 1) + T), U(i - 1))))"),
    "a run of which the last step is missing": _assumption("first pattern", "equal(M(1), X(T + 1 + T - 1))"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_a_proof_is_none_of_a_forged_statement(name: str) -> None:
    """The kernel refuses the stored proof where one hypothesis says less."""
    sequent, tree, below = _proof(HIDDEN[0])
    FORGED[name](sequent)
    assert not kernel(sequent, tree, below).accepted


@pytest.mark.campaign
@pytest.mark.parametrize("name", FORGED)
def test_the_second_checker_refuses_it_too(name: str) -> None:
    sequent, tree, below = _proof(HIDDEN[0])
    FORGED[name](sequent)
    assert not independent(sequent, tree, below)


@pytest.mark.parametrize("name", HIDDEN)
def test_a_proof_shows_no_smaller_bound(name: str) -> None:
    sequent, tree, below = _proof(name)
    for conclusion in (sequent["conclusion"].replace("epsilon, d)", "epsilon, d/2)"), sequent["conclusion"].replace("epsilon, d)", "epsilon - 1, d)")):
        assert conclusion != sequent["conclusion"]
        assert not kernel({**sequent, "conclusion": conclusion}, tree, below).accepted
