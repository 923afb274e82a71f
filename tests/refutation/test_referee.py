"""The referee: forged files are refused, or shown for what they are, each beside a file that works."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.small_statements import step

import pabisym
from pabisym.errors import InputError
from pabisym.library.library import Library, builtin
from pabisym.library.proof_file import proof_document

pytestmark = pytest.mark.quick
Json = dict[str, Any]


def entry(conclusion: str, proof: Json | None, names: Mapping[str, str], given: Mapping[str, str], name: str = "mine/a") -> Json:
    """One theorem of a proof file."""
    return {"id": name, "names": dict(names), "assumptions": [[*one] for one in given.items()], "conclusion": conclusion, "proof": proof}


def document(*theorems: Json) -> Json:
    """A proof file."""
    return {"format": "pabisym-proof", "version": 1, "conclusion": theorems[-1]["conclusion"], "theorems": list(theorems)}


def told(conclusion: str, given: Mapping[str, str] | None = None, names: Mapping[str, str] | None = None, rule: Json | None = None) -> Json:
    """A file with one theorem, evident unless said otherwise."""
    return document(entry(conclusion, rule or step("evident", conclusion, goal=conclusion), names or {"x": "real"}, given or {}))


def label(name: str, says: str) -> Json:
    return step("known", says, label=name)


P, Q = {"P": "law", "Q": "law"}, {"alpha": "real", "b": "real"}
RENYI = "renyi(alpha, 0, P, Q, b)"
PUSHED = "renyi(alpha, 0, push(f, P), push(f, Q), b)"


def processed(order: str = "alpha > 1") -> Json:
    """Post-processing, for orders of which ``order`` is known."""
    tree = step("post-processing", PUSHED, label("bound", RENYI), alpha="alpha", b="b", P="P", Q="Q", f="f")
    return told(PUSHED, {"order": order, "bound": RENYI}, P | Q | {"f": "map"}, tree)


WIDEN = step("widen", "lipschitz(f, 2)", label("given", "lipschitz(f, 1)"), claim="lipschitz(f, 2)")
NARROW = step("widen", "lipschitz(f, 1)", label("given", "lipschitz(f, 2)"), claim="lipschitz(f, 1)")
MOVE = step("gaussian-magnitude", "R(alpha, Z, 1) == alpha*1**2/(2*v)", label("noise", "gaussian(Z, v)"), alpha="alpha", a="1", v="v", Z="Z")
NOISE = {"alpha": "real", "v": "real", "Z": "noise"}


class Forgery(NamedTuple):
    """A file that is refused, why, and the file like it that is accepted."""

    file: Json
    reason: str
    works: Json


POSITIVE = told("x > 0", {"a": "x > 1"})
MAPS = {"f": "map sequence", "n": "integer", "b": "integer"}
SAME = step("same-map", "gap(batchstep(i, 1, 2, f(i)), batchstep(i, 1, 2, f(i)), 0)", f="batchstep(i, 1, 2, f(i))")
DRAWN = step("near-same", "near(sampledstep(i, n, b, f(i)), sampledstep(i, n, b, f(i)), 0)", K="sampledstep(i, n, b, f(i))")
HIDDEN = "renyi(alpha, 0, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, 1))"
HIDING = {"order": "alpha > 1", "near": "winf(P, V, 1)", "bound": "renyi(alpha, 0, V, Q, b)"}
NOISY = {**P, **Q, "V": "law", "Z": "noise", "v": "real"}


def stepped(size: str, sign: str = "eta >= 0") -> Json:
    """A gradient step as a contraction, for sizes of which this is known."""
    given = {"size": size, "sign": sign, "convex": "convex(f, K)", "smooth": "smooth(f, beta, K)", "set": "convexset(K)"}
    conclusion = "lipschitzon(gradient(f, eta), K, 1)"
    premises = [label(name, given[name]) for name in ("convex", "smooth", "set")]
    tree = step("gradient-step", conclusion, *premises, f="f", K="K", beta="beta", eta="eta")
    return told(conclusion, given, {"f": "loss", "K": "set", "beta": "real", "eta": "real"}, tree)


def absorbed(finite: str) -> Json:
    """A move of 1 that noise hides, whose magnitude is finite by a figure."""
    magnitude = step(finite, "finite(alpha, Z, 1)", label("noise", "gaussian(Z, v)"), alpha="alpha", a="1", v="v", Z="Z")
    return step("absorb", HIDDEN, label("near", HIDING["near"]), label("bound", HIDING["bound"]), magnitude, alpha="alpha", a="1", b="b", P="P",
                V="V", Q="Q", Z="Z")


FORGERIES: Mapping[str, Forgery] = {
    "a null proof": Forgery(document(entry("x > 0", None, {"x": "real"}, {"a": "x > 1"})), "has no proof", POSITIVE),
    "a null proof of nothing": Forgery(document(entry("0 >= 1", None, {}, {})), "has no proof", POSITIVE),
    "its own assumption": Forgery(told("x > 1", {"a": "x > 1"}, rule=label("a", "x > 1")), "the assumption a contains the conclusion", POSITIVE),
    "its assumption turned round": Forgery(told("1 < x", {"a": "x > 1"}), "the assumption a contains the conclusion", POSITIVE),
    "its assumption in other words": Forgery(told("x - 1 > 0", {"a": "x > 1"}), "the assumption a contains the conclusion", POSITIVE),
    "its assumption, wider": Forgery(
        told("lipschitz(f, 2)", {"given": "lipschitz(f, 1)"}, {"f": "map"}, WIDEN), "the assumption given contains the conclusion", POSITIVE),
    "a bound narrowed": Forgery(
        told("lipschitz(f, 1)", {"given": "lipschitz(f, 2)"}, {"f": "map"}, NARROW), "is not evidently a wider bound", POSITIVE),
    "a false assumption": Forgery(
        told("x >= 1", {"a": "0 >= 1"}, rule=step("absurd", "x >= 1", label("a", "0 >= 1"), claim="x >= 1")), "contradict each other", POSITIVE),
    "assumptions that exclude each other": Forgery(told("x > 0", {"a": "x > 1", "b": "x < 0"}), "contradict each other", POSITIVE),
    "a sum of assumptions that excludes a third": Forgery(
        told("x + y > 0", {"a": "x > 1", "b": "y > 1", "c": "x + y < 2"}, {"x": "real", "y": "real"}), "contradict each other",
        told("x + y > 0", {"a": "x > 1", "b": "y > 1"}, {"x": "real", "y": "real"})),
    "an equation that cannot hold": Forgery(told("x > 0", {"a": "x == 2", "b": "x == 3"}), "contradict each other", POSITIVE),
    "a conclusion that does not follow": Forgery(told("x > 2", {"a": "x > 1"}), "is not evident", POSITIVE),
    "division by what may be 0": Forgery(told("1/x == 1/x"), "not known to be nonzero", told("1/x == 1/x", {"a": "x > 0"})),
    "a power that may have no value": Forgery(told("x**y == x**y", {}, {"x": "real", "y": "real"}), "",
                                              told("x**y == x**y", {"a": "x > 0"}, {"x": "real", "y": "real"})),
    "division by 0 within floor": Forgery(told("floor(1/x) <= floor(1/x)"), "not known to be nonzero", told("floor(1/x) <= floor(1/x)", {"a": "x > 0"})),
    "division by 0 within exp": Forgery(told("exp(1/x) > 0"), "not known to be nonzero", told("exp(1/x) > 0", {"a": "x > 0"})),
    "an order of -1": Forgery(processed("alpha == -1"), "alpha > 1", processed()),
    "an order of 1": Forgery(processed("alpha >= 1"), "alpha > 1", processed()),
    "an order between 0 and 1": Forgery(processed("alpha > 0"), "alpha > 1", processed()),
    "noise without variance": Forgery(
        told("R(alpha, Z, 1) == alpha*1**2/(2*v)", {"order": "alpha > 1", "sign": "v >= 0", "noise": "gaussian(Z, v)"}, NOISE, MOVE), "v",
        told("R(alpha, Z, 1) == alpha*1**2/(2*v)", {"order": "alpha > 1", "sign": "v > 0", "noise": "gaussian(Z, v)"}, NOISE, MOVE)),
    "a letter that is not declared": Forgery(told("y + 1 > y"), "y", told("x + 1 > x")),
    "an undeclared letter in an assumption that nobody uses": Forgery(told("x > 0", {"a": "x > 1", "idle": "y > 0"}), "y", POSITIVE),
    "an assumption of a wrong sort": Forgery(
        told("x > 0", {"a": "x > 1", "idle": "lipschitz(x, 1)"}), "x is real where map is expected", POSITIVE),
    "an assumption that is no judgement": Forgery(told("x > 0", {"a": "x > 1", "idle": "norm(v) + 1"} | {}, {"x": "real", "v": "vector"}),
                                                  "judgement", POSITIVE),
    "an assumption without a value": Forgery(told("x > 0", {"a": "x > 1", "idle": "1/0 > 0"}), "", POSITIVE),
    "a mixture with a weight of 2": Forgery(
        told("x > 0", {"a": "x > 1", "idle": "equal(mix(2, P, Q), P)"}, {"x": "real", **P}), "has no value",
        told("x > 0", {"a": "x > 1", "idle": "equal(mix(1/2, P, Q), P)"}, {"x": "real", **P})),
    "a name of no kind": Forgery(told("x > 0", {"a": "x > 1"}, {"x": "real", "c": "colour"}), "is not a declaration", POSITIVE),
    "exp as a letter": Forgery(told("x > 0", {"a": "x > 1"}, {"x": "real", "exp": "real"}), "is not a declaration", POSITIVE),
    "a figure that does not exist": Forgery(told("0 >= 1", rule=step("figure/absorb", "0 >= 1")), "there is no rule", POSITIVE),
    "a theorem that is not there": Forgery(
        told("0 >= 1", rule=step("theorem", "0 >= 1", id="feldman2018/theorem-23", **{"for": {}})), "is not a theorem established", POSITIVE),
    "a lemma without proof": Forgery(
        document(entry("x >= 1", None, {"x": "real"}, {}, "mine/any"),
                 entry("0 >= 1", step("theorem", "0 >= 1", id="mine/any", **{"for": {"x": "0"}}), {}, {})),
        "mine/any is given without a proof", POSITIVE),
    "a lemma without proof that nobody applies": Forgery(
        document(entry("x >= 1", None, {"x": "real"}, {}, "mine/any"), *POSITIVE["theorems"]), "mine/any is given without a proof", POSITIVE),
    "a lemma without proof and without sorts": Forgery(
        document(entry("lipschitz(x, 1)", None, {"x": "real"}, {}, "mine/any"), *POSITIVE["theorems"]), "x is real where map is expected", POSITIVE),
    "a lemma that bears the id of a cited one": Forgery(
        document(entry("x >= 1", None, {"x": "real"}, {}, "asoodeh2020/theorem-3"), *POSITIVE["theorems"]), "is given without a proof", POSITIVE),
    "a lemma that bears the id of a source": Forgery(
        document(entry("x >= 1", None, {"x": "real"}, {}, "vempala2019/lemma-16"), *POSITIVE["theorems"]), "is given without a proof", POSITIVE),
    "another conclusion on top": Forgery({**POSITIVE, "conclusion": "x > 5"}, "the last theorem concludes x > 0", POSITIVE),
    "a square below 0": Forgery(told("x > 0", {"a": "x > 1", "b": "(x - 1)**2 < 0"}), "contradict each other", POSITIVE),
    "an integer without a value": Forgery(
        told("n + 1 > 0", {"a": "n > 0", "b": "2*n < 2"}, {"n": "integer"}), "contradict each other",
        told("n + 1 > 0", {"a": "n > 0", "b": "2*n < 4"}, {"n": "integer"})),
    "an integer between two": Forgery(told("n > 1/3", {"a": "3*n > 2", "b": "3*n < 3"}, {"n": "integer"}), "contradict each other",
                                      told("n > 1/3", {"a": "3*n > 2", "b": "3*n < 4"}, {"n": "integer"})),
    "an odd number that is even": Forgery(
        told("n + 1 > n", {"a": "2*n == 2*m + 1"}, {"n": "integer", "m": "integer"}), "contradict each other",
        told("n + 1 > n", {"a": "2*n == 2*m + 2"}, {"n": "integer", "m": "integer"})),
    "an order of one index and of all": Forgery(
        told("n + 1 > 1", {"a": "n >= 1", "b": "forall(k, 1, n, s(k) > 0)", "c": "s(1) <= 0"}, {"n": "integer", "s": "real sequence"}),
        "contradict each other",
        told("n + 1 > 1", {"a": "n >= 1", "b": "forall(k, 1, n, s(k) > 0)", "c": "s(0) <= 0"}, {"n": "integer", "s": "real sequence"})),
    "a gradient step that is too long": Forgery(stepped("eta*beta <= 3"), "eta*beta <= 2", stepped("eta*beta <= 2")),
    "a gradient step backwards": Forgery(stepped("eta*beta <= 2", "eta >= -1"), "eta >= 0", stepped("eta*beta <= 2")),
    "an infinite magnitude": Forgery(
        told(HIDDEN, {**HIDING, "noise": "gaussian(Z, v)", "sign": "v >= 0"}, NOISY, absorbed("gaussian-finite")), "",
        told(HIDDEN, {**HIDING, "noise": "gaussian(Z, v)", "sign": "v > 0"}, NOISY, absorbed("gaussian-finite"))),
    "two batches of other records": Forgery(
        told("gap(batchstep(i, 1, 2, f(i)), batchstep(i, 1, 2, f(i + 1)), 0)", {}, MAPS, SAME), "concludes",
        told("gap(batchstep(i, 1, 2, f(i)), batchstep(k, 1, 2, f(k)), 0)", {}, MAPS, SAME)),
    "a batch whose index is captured": Forgery(
        told("gap(batchstep(i, 1, 2, f(i)), batchstep(k, 1, 2, f(n)), 0)", {}, MAPS, SAME), "concludes",
        told("gap(batchstep(i, 1, 2, f(i)), batchstep(n, 1, 2, f(n)), 0)", {}, MAPS, SAME)),
    "a batch of half a record": Forgery(
        told("gap(batchstep(i, 1, 1/2, f(i)), batchstep(i, 1, 1/2, f(i)), 0)", {}, MAPS, step(
            "same-map", "gap(batchstep(i, 1, 1/2, f(i)), batchstep(i, 1, 1/2, f(i)), 0)", f="batchstep(i, 1, 1/2, f(i))")), "not evidently an integer",
        told("gap(batchstep(i, 1, 2, f(i)), batchstep(k, 1, 2, f(k)), 0)", {}, MAPS, SAME)),
    "a random batch of another size": Forgery(
        told("near(sampledstep(i, n, b, f(i)), sampledstep(i, n, b + 1, f(i)), 0)", {}, MAPS, DRAWN), "concludes",
        told("near(sampledstep(i, n, b, f(i)), sampledstep(i, n, b + 1 - 1, f(i)), 0)", {}, MAPS, DRAWN)),
    "the cost of a sampled step out of nothing": Forgery(
        document(entry("sampledsize(alpha, q, Z, r) <= 0", None, {"alpha": "real", "q": "real", "r": "real", "Z": "noise"}, {}, "pabisym/sampled-replacement"),
                 *POSITIVE["theorems"]), "is given without a proof", POSITIVE),
    "a proof that is a list": Forgery(told("x > 0", {"a": "x > 1"}, rule={"rule": []}), "a step has exactly", POSITIVE),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_file_is_refused_and_the_honest_one_beside_it_is_not(name: str) -> None:
    forged, reason, honest = FORGERIES[name]
    found = pabisym.check(forged)
    assert not found.accepted
    assert reason in found.reason
    assert found.reason
    works = pabisym.check(honest)
    assert works.accepted, works.reason


def test_a_lemma_that_bears_the_id_of_an_axiom_of_the_kernel_is_not_even_read() -> None:
    with pytest.raises(InputError, match="figure/absorb is not an id"):
        pabisym.check(document(entry("x >= 1", None, {"x": "real"}, {}, "figure/absorb"), *POSITIVE["theorems"]))


def test_there_are_enough_forgeries() -> None:
    assert len(FORGERIES) - len(NAMED) >= 40


NAMED = ("a null proof", "its own assumption", "a false assumption", "an order of -1", "noise without variance", "division by 0 within floor",
         "division by 0 within exp", "a mixture with a weight of 2", "an assumption of a wrong sort", "a lemma that bears the id of a source")
"""Those that a referee named first; the ids that files claim are tried below."""


def test_those_that_were_named_are_among_them() -> None:
    assert set(NAMED) <= set(FORGERIES)


def fake(conclusion: str = "x > 0") -> Json:
    return document(entry(conclusion, step("evident", conclusion, goal=conclusion), {"x": "real"}, {"a": "x > 1"}, "feldman2018/theorem-23"))


def test_the_id_of_a_theorem_makes_no_theorem() -> None:
    assert pabisym.check(fake()).library == "differs"
    assert pabisym.check(POSITIVE).library == "unknown"


def small_steps_dropped(data: Json) -> None:
    data["theorems"][-1]["assumptions"].append(["idle", "n >= 7"])


def test_the_statement_of_the_library_is_recognised_and_a_narrower_one_is_not() -> None:
    data = proof_document(builtin(), "feldman2018/theorem-23")
    honest, narrowed = pabisym.check(data), copy.deepcopy(data)
    assert (honest.accepted, honest.library) == (True, "same")
    assert set(honest.beliefs or ()) == set(builtin().standing("feldman2018/theorem-23").cited)
    small_steps_dropped(narrowed)
    found = pabisym.check(narrowed)
    assert (found.accepted, found.library) == (True, "differs")


def test_hypotheses_are_shown_by_kind_and_results_are_believed() -> None:
    found = pabisym.check(proof_document(builtin(), "altschuler2022/theorem-4.1"))
    kinds = {one.name: one.kind for one in found.assumptions}
    assert kinds == {"conversion": "result", "chance": "domain", "symmetry": "result", "bias": "result"}
    assert {f"altschuler2022/theorem-4.1: {name}" for name, kind in kinds.items() if kind == "result"} <= set(found.beliefs or ())
    assert found.to_json()["names"] == {"p": "real", "r": "real", "eps": "real"}


@pytest.mark.parametrize(("given", "point"), [
    ({"a": "x > 1"}, {"x": "2"}), ({"a": "x**2 == 2", "b": "x > 0"}, None), ({"a": "x**2 < 0"}, None), ({"a": "exp(x) < 0"}, None),
])  # fmt: skip
def test_an_instance_is_exact_or_none_is_known(given: dict[str, str], point: dict[str, str] | None) -> None:
    found = pabisym.check(told("x + 1 > x", given))
    if found.accepted:
        assert found.instance == point
    else:
        assert point is None
        assert "contra" in found.reason


def test_a_map_that_shrinks_by_less_than_nothing_has_no_instance() -> None:
    far = step("compose", "lipschitz(compose(f, g), -1*2)", label("a", "lipschitz(f, -1)"), label("b", "lipschitz(g, 2)"), c="-1", d="2", f="f", g="g")
    near = step("compose", "lipschitz(compose(f, g), 1*2)", label("a", "lipschitz(f, 1)"), label("b", "lipschitz(g, 2)"), c="1", d="2", f="f", g="g")
    maps = {"f": "map", "g": "map"}
    assert not pabisym.check(told("lipschitz(compose(f, g), -1*2)", {"a": "lipschitz(f, -1)", "b": "lipschitz(g, 2)"}, maps, far)).accepted
    good = pabisym.check(told("lipschitz(compose(f, g), 1*2)", {"a": "lipschitz(f, 1)", "b": "lipschitz(g, 2)"}, maps, near))
    assert (good.accepted, good.instance) == (True, {})


# Files of theorems that claim what is not theirs.


FILE = '''"""A small one."""
from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol
STATEMENT = Statement(id="{id}", title="A small one", kind="lemma", text="A small one.", reference=Reference("mine", "1"),
    symbols=(Symbol("x", "real, x > 0", "a number"),), assumptions=(Assumption("positive", "x > 0"),), conclusion="x > 0",
    proof=lambda b: b.known("positive"), spots=(Spot({{"x": 1}}),), steps={steps})
'''


def folder(tmp_path: Path, name: str, steps: tuple[str, ...] = ()) -> Library:
    path = tmp_path / f"{name.replace('-', '_')}.py"
    path.parent.mkdir()
    path.write_text(FILE.format(id=name, steps=steps), encoding="utf-8")
    return Library.load([tmp_path])


@pytest.mark.parametrize("claimed", ["vempala2019/lemma-16", "bok2024/section-3", "dong2022/definition-4", "figure/absorb", "arithmetic/1"])
def test_a_file_cannot_claim_an_id_of_the_kernel(tmp_path: Path, claimed: str) -> None:
    with pytest.raises(InputError, match=r"is the source of a rule|is that of a belief"):
        folder(tmp_path, claimed)


@pytest.mark.parametrize("claimed", ["bok2024/section-3", "vempala2019/lemma-17", "figure/absorb", "feldman2018/theorem-23"])
def test_a_step_cannot_claim_an_id_of_the_kernel_or_of_the_library(tmp_path: Path, claimed: str) -> None:
    library = folder(tmp_path, "mine/lemma-1", (claimed,))
    with pytest.raises(InputError):
        library.standing(claimed if claimed not in builtin() else "mine/eq-0")


def test_an_honest_folder_changes_nothing_of_the_library(tmp_path: Path) -> None:
    library, name = folder(tmp_path, "mine/lemma-1", ("mine/eq-1",)), "chourasia2021/theorem-2"
    assert library.standing("mine/lemma-1").status == library.standing("mine/eq-1").status == "proved"
    assert library.recalled(name).cited == builtin().recalled(name).cited


CHANGES: list[Callable[[Json], object]] = [lambda d: d.pop("id"), lambda d: d.update(conclusion="x >"), lambda d: d.update(names={"x": 3})]


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_no_proof_file_is_unusable(change: Callable[[Json], object]) -> None:
    data = copy.deepcopy(POSITIVE)
    change(data["theorems"][-1])
    with pytest.raises(InputError):
        pabisym.check(data)
