"""Steps with batches: bound records, equal batches, sorts; what works, beside what is refused, by the kernel and by the second checker."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from support.proof_judges import independent, kernel
from support.small_statements import step

KINDS = {"f": "map sequence", "g": "map sequence", "h": "map", "n": "integer", "b": "integer", "p": "integer", "x": "real", "P": "law",
         "Z": "noise", "loss": "loss sequence", "other": "loss", "eta": "real", "j": "integer"}
ASSUMED = [["records", "n >= 2"], ["batch", "b >= 1"], ["some", "b <= n - 1"], ["first", "j >= 1"], ["last", "j <= n"]]


class Pair(NamedTuple):
    """A claim that two steps are the same, or have a sort, and one like it that is none."""

    works: str
    refused: str


def same(one: str, other: str) -> str:
    return f"gap({one}, {other}, 0)"


def drawn(one: str, other: str) -> str:
    return f"near({one}, {other}, 0)"


RECORD = "cases(l - (j + 1), loss(l), cases(j - 1 - l, loss(l), other))"
PAIRS = {
    "the index may be renamed": Pair(same("batchstep(i, 1, n, f(i))", "batchstep(k, 1, n, f(k))"), same("batchstep(i, 1, n, f(i))", "batchstep(k, 1, n, f(p))")),
    "the maps are those of the records": Pair(same("batchstep(i, 1, n, f(i))", "batchstep(i, 1, n, f(i + 0))"), same("batchstep(i, 1, n, f(i))", "batchstep(i, 1, n, f(i + 1))")),
    "the range": Pair(same("batchstep(i, 1, n, f(i))", "batchstep(i, 1, n + 1 - 1, f(i))"), same("batchstep(i, 1, n, f(i))", "batchstep(i, 1, n + 1, f(i))")),
    "other maps": Pair(same("batchstep(i, 1, n, f(i))", "batchstep(i, 1, n, f(i))"), same("batchstep(i, 1, n, f(i))", "batchstep(i, 1, n, g(i))")),
    "a free name that looks like the index": Pair(same("batchstep(i, 1, n, f(p))", "batchstep(k, 1, n, f(p))"), same("batchstep(i, 1, n, f(p))", "batchstep(p, 1, n, f(p))")),
    "the index of a random batch": Pair(drawn("sampledstep(i, n, b, f(i))", "sampledstep(k, n, b, f(k))"), drawn("sampledstep(i, n, b, f(i))", "sampledstep(k, n, b, g(k))")),
    "the size of a random batch": Pair(drawn("sampledstep(i, n, b, f(i))", "sampledstep(i, n, 2*b - b, f(i))"), drawn("sampledstep(i, n, b, f(i))", "sampledstep(i, n, b + 1, f(i))")),
    "the records of a random batch": Pair(drawn("sampledstep(i, n, b, f(i))", "sampledstep(i, n, b, f(i))"), drawn("sampledstep(i, n, b, f(i))", "sampledstep(i, b, n, f(i))")),
    "the noise": Pair(drawn("withnoise(sampledstep(i, n, b, f(i)), Z)", "withnoise(sampledstep(k, n, b, f(k)), Z)"),
                      drawn("withnoise(sampledstep(i, n, b, f(i)), Z)", "sampledstep(k, n, b, f(k))")),
    "the records before the one that is replaced": Pair(
        same("batchstep(l, 1, j - 1, gradient(loss(l), eta))", f"batchstep(l, 1, j - 1, gradient({RECORD}, eta))"),
        same("batchstep(l, 1, j, gradient(loss(l), eta))", f"batchstep(l, 1, j, gradient({RECORD}, eta))")),
    "the records after it": Pair(
        same("batchstep(l, j + 1, n, gradient(loss(l), eta))", f"batchstep(l, j + 1, n, gradient({RECORD}, eta))"),
        same("batchstep(l, j, n, gradient(loss(l), eta))", f"batchstep(l, j, n, gradient({RECORD}, eta))")),
}  # fmt: skip


def judged(claim: str, kinds: dict[str, str] = KINDS) -> tuple[bool, bool]:
    """What the kernel and the second checker say of a claim that a step is the same as itself in other words."""
    head, _, rest = claim.partition("(")
    first = rest[: _end(rest)]
    rule, data = ("same-map", {"f": first}) if head == "gap" else ("near-same", {"K": first})
    sequent: dict[str, Any] = {"id": "mine/a", "names": kinds, "assumptions": ASSUMED, "conclusion": claim}
    tree = step(rule, claim, **data)
    return kernel(sequent, tree, {}).accepted, independent(sequent, tree, {})


def _end(text: str) -> int:
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            return at
    raise AssertionError(text)


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_the_same_and_what_is_not(name: str) -> None:
    assert judged(PAIRS[name].works) == (True, True)
    assert judged(PAIRS[name].refused) == (False, False)


@pytest.mark.parametrize("term", [
    "batchstep(i, 1, n, P)", "batchstep(i, 1, n, i)", "batchstep(i, 1/2, n, f(i))", "batchstep(i, 1, x, f(i))", "batchstep(exp, 1, n, f(exp))",
    "batchstep(i, 1, n, f(i/2))", "batchstep(f, 1, n, f(f))", "sampledstep(i, n, b, f(i))", "batchstep(h, 1, n, h)",
])  # fmt: skip
def test_what_is_no_step_is_refused(term: str) -> None:
    assert judged(same(term, term))[0] is False


@pytest.mark.parametrize("term", [
    "sampledstep(i, n, x, f(i))", "sampledstep(i, n, b, loss(i))", "batchstep(i, 1, n, f(i))", "withnoise(f(1), Z)", "withnoise(sampledstep(i, n, b, f(i)), P)",
])  # fmt: skip
def test_what_is_no_random_step_is_refused(term: str) -> None:
    assert judged(drawn(term, term))[0] is False


@pytest.mark.parametrize("name", ["batchstep", "sampledstep", "withnoise", "sampledsize"])
def test_the_words_cannot_be_declared(name: str) -> None:
    assert judged(same("h", "h"), {**KINDS, name: "map"}) == (False, False)
    assert judged(same("h", "h")) == (True, True)
