"""Algorithms as processes: gaps, contraction and noise against a simulation of who is used when."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import Call
from pabisym.library.files import builtin_folder
from pabisym.process.algorithm import COMMON, METHODS
from pabisym.process.iteration import NoisyProcess
from pabisym.process.sequence import STEP, names
from pabisym.spec.read import Spec, read_spec

SYMBOLS = {
    "n": "integer, n >= 1", "t": "integer, 1 <= t <= n", "b": "integer, 1 <= b <= n", "T": "integer, T >= 1", "E": "integer, E >= 1",
    "m": "real, m > 0", "M": "real, M >= m", "eta": "real, 0 < eta <= 2/M", "L": "real, L > 0", "sigma": "real, sigma > 0",
}
COMMONLY = {"lipschitz": "L", "noise_std": "sigma", "smooth": "M", "step_size": "eta", "dataset": "n"}


def read(symbols: dict[str, str] | None = None, **parameters: Any) -> Spec:
    given = {**COMMONLY, **parameters}
    given = {key: value for key, value in given.items() if value is not None}
    return read_spec({"symbols": {**SYMBOLS, **(symbols or {})}, "algorithm": given, "goal": {"divergence": "gdp"}})


def use(n: int, b: int, record: int, steps: int) -> list[bool]:
    """Whether the record is in the batch of every step, batches being taken in order."""
    batches = [range(first, first + b) for first in range(1, n + 1, b)]
    return [record in batches[step % len(batches)] for step in range(steps)]


def instances(spec: Spec, count: int = 8) -> list[tuple[dict[str, Fraction], dict[str, Any]]]:
    return [(dict(point), spec.instance(**point)) for point in spec.points(count, seed=7)]


def gaps(instance: dict[str, Any]) -> list[Fraction]:
    gap = instance["gap"]
    return [Fraction(x) for x in (gap if isinstance(gap, list) else [gap] * instance["steps"])]


@pytest.mark.parametrize("adjacency", ["replace", "remove"])
@pytest.mark.parametrize(
    "parameters",
    [
        {"kind": "pnsgd", "index": "t"},
        {"kind": "multi-epoch-pnsgd", "index": "t", "epochs": "E"},
        {"kind": "noisy-cgd", "index": "t", "batch": "b", "steps": "T"},
        *(pytest.param(one, marks=pytest.mark.campaign) for one in (
            {"kind": "multi-epoch-pnsgd", "index": "t"}, {"kind": "noisy-cgd", "index": "t", "batch": "b", "epochs": "E"},
            {"kind": "noisy-cgd", "index": "t", "steps": "T"}, {"kind": "pnsgd", "index": "t", "batch": "b"})),
    ],
    ids=str,
)
def test_records_in_a_fixed_order(parameters: dict[str, str], adjacency: str) -> None:
    for at, instance in instances(read(adjacency=adjacency, **parameters)):
        n, b, t = int(at["n"]), int(at["b"]) if "batch" in parameters else 1, int(at["t"])
        epochs = int(at["E"]) if "epochs" in parameters else n if parameters["kind"] == "multi-epoch-pnsgd" else 1
        steps = int(at["T"]) if "steps" in parameters else epochs * n // b
        size = (2 if adjacency == "replace" else 1) * at["eta"] * at["L"] / b
        assert instance["steps"] == steps
        assert gaps(instance) == [size if used else 0 for used in use(n, b, t, steps)]
        assert Fraction(instance["noise_variance"]) == (at["eta"] * at["sigma"]) ** 2
        assert instance["contraction"] == "1"
        assert instance["start_shift"] == "0"
        assert instance["diameter"] is None


@pytest.mark.parametrize("kind", ["noisy-gd", "langevin"])
def test_all_records_in_every_step(kind: str) -> None:
    for at, instance in instances(read(kind=kind, steps="T", diameter="L")):
        assert gaps(instance) == [2 * at["eta"] * at["L"] / at["n"]] * int(at["T"])
        sigma2 = at["sigma"] ** 2
        assert Fraction(instance["noise_variance"]) == (2 * at["eta"] * sigma2 if kind == "langevin" else at["eta"] ** 2 * sigma2)
        assert Fraction(instance["diameter"]) == at["L"]


def test_random_batches_are_sampled_unless_they_are_all() -> None:
    spec = read(kind="noisy-sgd", batch="b", steps="T")
    assert spec.process.kind == "sampled"
    assert spec.process.sampling == parse("b/n")
    assert to_text(spec.process.gap_sequence().term()) == "2*eta*L/b"
    whole = read(kind="noisy-sgd", batch="n", steps="T").process
    assert whole.kind == "fixed"
    assert whole.gap == read(kind="noisy-gd", steps="T").process.gap
    conditions = read({"b": "integer, b >= 1"}, kind="noisy-sgd", batch="b", steps="T").conditions
    assert [(c.label, to_text(c.relation)) for c in conditions] == [("batch size", "b <= n")]


@pytest.mark.parametrize(
    ("eta", "expected"),
    [
        ("real, 0 < eta <= 2/(m + M)", "1 - eta*m"),
        ("real, 2/(m + M) <= eta <= 2/M", "eta*M - 1"),
        ("real, 0 < eta <= 2/M", "max(abs(1 - eta*m), abs(1 - eta*M))"),
        ("real, 0 < eta < 1/M", "1 - eta*m"),
    ],
)
def test_contraction_of_strongly_convex_losses(eta: str, expected: str) -> None:
    spec = read({"eta": eta}, kind="noisy-gd", steps="T", strongly_convex="m")
    assert to_text(spec.process.contraction) == expected
    assert not spec.conditions
    for at, instance in instances(spec):
        assert Fraction(instance["contraction"]) == max(abs(1 - at["eta"] * at["m"]), abs(1 - at["eta"] * at["M"]))


@pytest.mark.parametrize(
    ("kind", "step"), [("noisy-gd", "2/(m + M)"), ("noisy-cgd", "2/(m + M)"), ("pnsgd", "2/(m + M)"), ("langevin", "m/(2*M**2)")]
)
def test_default_step_sizes(kind: str, step: str) -> None:
    steps = {} if kind == "pnsgd" else {"steps": "T"}
    spec = read(kind=kind, strongly_convex="m", step_size=None, **steps)
    assert spec.reading is not None
    assert spec.reading.defaults["step_size"] == parse(step)
    for at, instance in instances(spec, 5):
        m, M, sigma = at["m"], at["M"], at["sigma"]
        eta = m / (2 * M**2) if kind == "langevin" else 2 / (m + M)
        assert Fraction(instance["contraction"]) == 1 - eta * m
        assert Fraction(instance["noise_variance"]) == (2 * eta * sigma**2 if kind == "langevin" else eta**2 * sigma**2)


def test_numbers_instead_of_letters() -> None:
    spec = read(kind="noisy-gd", lipschitz=3, smooth=1, strongly_convex="0.5", step_size="1/10", dataset=10, steps=4, noise_std=2)
    assert spec.instance() == {
        "steps": 4, "contraction": "19/20", "gap": "3/50", "noise_variance": "1/25", "start_shift": "0", "diameter": None,
    }
    assert spec.process.letters == frozenset()


def test_step_sizes_may_fall() -> None:
    spec = read(kind="noisy-gd", step_size="eta/k", steps="T")
    for at, instance in instances(spec, 5):
        steps = range(1, int(at["T"]) + 1)
        assert gaps(instance) == [2 * at["eta"] / k * at["L"] / at["n"] for k in steps]
        variances = instance["noise_variance"]
        assert [Fraction(v) for v in variances] == [(at["eta"] / k * at["sigma"]) ** 2 for k in steps]
    with pytest.raises(InputError, match=r"algorithm\.step_size: .*eta\*k <= 2/M"):
        read(kind="noisy-gd", step_size="eta*k", steps="T")


def test_small_steps_are_proved_or_stated_or_refused() -> None:
    assert read(kind="pnsgd").conditions == ()
    (condition,) = read({"eta": "real, eta > 0"}, kind="pnsgd").conditions
    assert (condition.label, to_text(condition.relation)) == ("small steps", "eta <= 2/M")
    assert condition.statement == "feldman2018/proposition-18"
    with pytest.raises(InputError, match=r"^algorithm\.step_size: 3 <= 2 is false"):
        read(kind="pnsgd", step_size=3, smooth=1)
    spec = read({"eta": "real, eta > 0"}, kind="pnsgd")
    assert "condition: small steps" in dict(spec.scope().known)
    assert all(decide(condition.relation, point) == "true" for point in spec.points(30))
    with pytest.raises(InputError, match=r"condition: small steps: .* is false"):
        spec.instance(**{**next(spec.points(1)), "eta": 5, "M": 1, "m": 1})


def test_without_smoothness_it_is_assumed_in_words() -> None:
    reading = read(kind="pnsgd", smooth=None).reading
    assert reading is not None
    assert any("smooth with a constant of at most 2/(eta)" in words for words in reading.assumptions)


def test_letters_are_introduced_where_they_are_needed() -> None:
    spec = read(kind="noisy-cgd", batch="b", epochs="E")
    assert spec.reading is not None
    assert [letter.name for letter in spec.reading.letters] == ["batches", "position"]
    assert [to_text(r) for r in spec.symbols["batches"].relations] == ["batches >= 1", "n == b*batches"]
    assert list(read(kind="pnsgd").symbols)[-1] == "index"
    named = read({"batches": "real", "position": "real"}, kind="noisy-cgd", batch="b", epochs="E")
    assert list(named.symbols)[-2:] == ["batches_", "position_"]

def test_letters_that_follow_need_not_be_given() -> None:
    spec = read(kind="noisy-cgd", batch="b", epochs="E", index="t")
    letters = {"n": 6, "b": 2, "t": 5, "E": 2, "m": 1, "M": 1, "eta": 1, "L": 1, "sigma": 1}
    assert [x != "0" for x in spec.instance(**letters)["gap"]] == [False, False, True] * 2  # type: ignore[attr-defined]
    with pytest.raises(InputError):
        spec.instance(**{**letters, "b": 4})


def test_batches_that_show_are_divided() -> None:
    spec = read({"l": "integer, l >= 1"}, kind="noisy-cgd", dataset="b*l", batch="b", epochs="E")
    assert to_text(spec.process.steps) == "E*l"
    assert [letter.name for letter in spec.reading.letters] == ["position"]  # type: ignore[union-attr]
    assert to_text(read(kind="noisy-cgd", dataset=100, batch=10, epochs="E").process.steps) == "10*E"


@pytest.mark.parametrize(
    ("field", "parameters"),
    [
        ("lipschitz", {"kind": "pnsgd", "lipschitz": None}),
        ("noise_std", {"kind": "pnsgd", "noise_std": None}),
        ("dataset", {"kind": "pnsgd", "dataset": None}),
        ("step_size", {"kind": "pnsgd", "step_size": None}),
        ("smooth", {"kind": "pnsgd", "strongly_convex": "m", "smooth": None}),
        ("steps", {"kind": "noisy-gd"}),
        ("epochs", {"kind": "noisy-gd", "steps": "T", "epochs": "E"}),
        ("steps", {"kind": "pnsgd", "steps": "T"}),
        ("batch", {"kind": "noisy-gd", "steps": "T", "batch": "b"}),
        ("index", {"kind": "noisy-gd", "steps": "T", "index": "t"}),
        ("index", {"kind": "pnsgd", "dataset": None, "steps": "T", "index": "t"}),
        ("index", {"kind": "pnsgd", "index": 0}),
        ("epochs", {"kind": "langevin", "epochs": "E"}),
        ("batch", {"kind": "noisy-cgd", "steps": "T", "batch": 0}),
        ("lipschitz", {"kind": "pnsgd", "lipschitz": "-L"}),
        ("noise_std", {"kind": "pnsgd", "noise_std": "sigma - 1"}),
        ("steps", {"kind": "noisy-gd", "steps": "T/2"}),
        ("dataset", {"kind": "noisy-gd", "steps": "T", "dataset": "L"}),
        ("diameter", {"kind": "noisy-gd", "steps": "T", "diameter": "-1"}),
        ("lipschitz", {"kind": "pnsgd", "lipschitz": "L*k"}),
        ("strongly_convex", {"kind": "pnsgd", "strongly_convex": "2*M"}),
        ("adjacency", {"kind": "pnsgd", "adjacency": "both"}),
    ],
    ids=str,
)
def test_what_does_not_go_together(field: str, parameters: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        read(**parameters)
    assert caught.value.field == f"algorithm.{field}"


@pytest.mark.parametrize("kind", METHODS)
def test_the_reading_is_justified_and_valid(kind: str) -> None:
    steps = {} if kind == "pnsgd" else {"steps": "T"}
    own = {"operator_norm": 1, "smooth": None} if kind == "linear" else {"diameter": "L"}
    spec = read(kind=kind, **own, **steps)
    papers = (builtin_folder() / "references.bib").read_text(encoding="utf-8")
    for ground in spec.grounds:
        paper, _, label = ground.statement.partition("/")
        assert f"{{{paper}," in papers
        assert label
        assert ground.gives
    assert METHODS[kind].statement in {ground.statement for ground in spec.grounds}
    assert spec.reading is not None
    assert {"one of n records is replaced", "the gradient of every loss has norm at most L"} <= set(spec.reading.assumptions)
    assert set(METHODS[kind].takes).isdisjoint(COMMON)
    _check(spec.process, spec)


def _check(process: NoisyProcess, spec: Spec) -> None:
    """What is required of a process that a person wrote holds of one that was read off an algorithm."""
    for requirement in process.requirements():
        knowledge = spec.knowledge()
        if requirement.steps is not None:
            knowledge = knowledge.within(STEP, *requirement.steps)
        if requirement.integer is not None:
            assert knowledge.scope.arithmetic.integral(requirement.integer)
        if isinstance(requirement.relation, Call) and not requirement.possible:
            assert knowledge.holds(requirement.relation)
            assert STEP not in names(requirement.relation) or requirement.steps is not None


def linear(**parameters: Any) -> Spec:
    return read({"c": "real, 0 < c < 1", "low": "real, low > 0", "high": "real, high >= low"}, **{
        "kind": "linear", "operator_norm": "c", "smooth": None, "steps": "T", **parameters})


def test_a_linear_map_has_the_norm_and_the_gains_that_are_named() -> None:
    spec = linear(least_gain="low", greatest_gain="high")
    for at, instance in instances(spec, 5):
        assert Fraction(instance["contraction"]) == at["c"]
        assert gaps(instance) == [2 * at["eta"] * at["high"] * at["L"] / at["n"]] * int(at["T"])
        assert Fraction(instance["noise_variance"]) == (at["eta"] * at["low"] * at["sigma"]) ** 2
    assert spec.reading is not None
    assert "the noise is wider in some directions" in spec.reading.loose
    assert linear().reading.loose == ""  # type: ignore[union-attr]
    assert "altschuler2022/definition-2.13" in {ground.statement for ground in spec.grounds}


@pytest.mark.parametrize(("parameters", "said"), [
    ({"least_gain": 0}, "algorithm.least_gain: the noise is degenerate"),
    ({"least_gain": "L - 1"}, "algorithm.least_gain: L - 1 >= 0 fails"),
    ({"operator_norm": None}, "algorithm.operator_norm: is missing"),
    ({"diameter": "L"}, "algorithm.diameter: does not go with linear"),
    ({"order": "shuffled"}, "algorithm.order: linear takes its records in no order"),
])
def test_what_a_linear_method_does_not_take(parameters: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        linear(**parameters)


def test_a_shuffled_order_is_bounded_by_the_worst_place() -> None:
    for parameters in ({"kind": "pnsgd"}, {"kind": "noisy-cgd", "epochs": "E"}):
        spec = read(order="shuffled", **parameters)
        assert spec.reading is not None
        assert "the order is random" in spec.reading.loose
        assert {"altschuler2022/lemma-2.6", "feldman2018/proposition-5"} <= {ground.statement for ground in spec.grounds}
        for at, instance in instances(spec, 5):
            n, steps = int(at["n"]), instance["steps"]
            assert [size > 0 for size in gaps(instance)] == [step % n == 0 for step in range(1, steps + 1)]


@pytest.mark.parametrize(("parameters", "said"), [
    ({"kind": "pnsgd", "index": "t"}, "algorithm.index: is given beside a shuffled order"),
    ({"kind": "noisy-gd", "steps": "T"}, "algorithm.order: noisy-gd takes its records in no order"),
    ({"kind": "noisy-cgd", "steps": "T"}, "algorithm.epochs: is missing; a shuffled order is read with whole epochs"),
    ({"kind": "pnsgd", "step_size": "eta/k"}, "algorithm.order: is shuffled, and the steps differ"),
])
def test_what_a_shuffled_order_does_not_take(parameters: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(order="shuffled", **parameters)
