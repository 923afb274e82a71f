"""Reading specs: sources, terms, domains, goals, claims; and errors for whatever is no spec."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.small_specs import BASE, varied

from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Number
from pabisym.process.iteration import IterateNoise, NoisyProcess
from pabisym.process.sequence import EachStep, Impulse, Periodic
from pabisym.spec.domains import MAX_BYTES
from pabisym.spec.read import ClaimedBound, Goal, Spec, read_spec

TEXT = """
title = "One pass, strongly convex"
[symbols]                       # every name used, with its domain
n = "integer, n >= 1"
t = "integer, 1 <= t <= n"
c = "real, 0 < c < 1"
eta = "real, eta > 0"
L = "real, L > 0"
sigma = "real, sigma > 0"
alpha = "real, alpha > 1"
[process]
steps = "n"
contraction = "c"
gap = [ { at = "t", size = "2*eta*L" } ]
noise = { law = "gaussian", std = "eta*sigma" }     # per-step standard deviation on the iterate
start_shift = "0"
[goal]
divergence = "renyi"            # renyi | gdp | hockey-stick
order = "alpha"
"""


def spec(**changes: Any) -> Spec:
    """The small spec with changes, read."""
    return read_spec(varied(**changes))


def error(data: object) -> InputError:
    with pytest.raises(InputError) as caught:
        read_spec(data)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    return caught.value


# Sources.


def test_the_example_of_the_contract(tmp_path: Path) -> None:
    path = tmp_path / "spec.toml"
    path.write_text(TEXT, encoding="utf-8")
    spec = read_spec(path)
    assert spec == read_spec(str(path)) == read_spec(TEXT) == read_spec(TEXT.encode()) == read_spec(tomllib.loads(TEXT))
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert read_spec(path) == spec
    assert spec.title == "One pass, strongly convex"
    assert list(spec.symbols) == ["n", "t", "c", "eta", "L", "sigma", "alpha"]
    assert str(spec.symbols["t"]) == "integer, 1 <= t, t <= n"
    gap = Impulse(Name("t"), parse("2*eta*L"))
    assert spec.process == NoisyProcess(Name("n"), Name("c"), (gap,), IterateNoise("gaussian", std=parse("eta*sigma")), ZERO, None)
    assert spec.goal == Goal("renyi", Name("alpha"))
    assert spec.claim is None
    assert spec.algorithm is None
    assert spec.grounds == spec.conditions == ()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = error(tmp_path / "missing.toml")
    assert "cannot be read" in missing.problem
    assert "folder" in error(tmp_path).problem
    large = tmp_path / "large.toml"
    large.write_bytes(b"# \n" * (MAX_BYTES // 3 + 1))
    assert "larger" in error(large).problem
    assert "cannot be read" in error("no\0file").problem
    assert error(3).field == "spec"
    assert "name" in error(None).cure


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = \n", "line 1"),
        ("[symbols]\nn = 'integer'\nn = 'integer'\n", "line 3"),
        ("a = " + "[" * 5000 + "\n", "nested too deeply"),
        ("a = " + "9" * 5000 + "\n", "TOML"),
        ("a = 'x\n", "line 2"),
        ("\x01\n", "line 1"),
    ],
)
def test_text_that_is_no_toml(text: str, says: str) -> None:
    found = error(text)
    assert found.field == "spec"
    assert says in found.problem


def test_floats_are_quoted_in_the_hint() -> None:
    text = TEXT.replace('"2*eta*L"', "1_000.250")
    assert error(text).cure == 'quote it, as "1000.250"'
    assert error(varied(process={"gap": [{"at": 1, "size": 0.1}]})).cure == 'quote it, as "0.1"'
    assert "not a number" in error(TEXT.replace('"2*eta*L"', "-inf")).problem
    assert read_spec(TEXT.replace('"2*eta*L"', '"0.250"')).process.gap == (Impulse(Name("t"), Number(Fraction(1, 4))),)


@pytest.mark.parametrize("value", ["true", "1979-05-27", "[1]", "{ a = 1 }"])
def test_other_values_are_refused(value: str) -> None:
    assert error(TEXT.replace('"2*eta*L"', value)).field == "process.gap[0].size"


# The parts.


def test_gaps() -> None:
    entries = [{"at": "t", "size": "s*k"}, {"every": 2, "size": "s"}]
    entries += [{"every": "n", "from": "t", "to": "n - 1", "size": "s/k"}, {"each": "s"}]
    two = TWO
    assert spec(process={"gap": entries}).process.gap == (
        Impulse(Name("t"), parse("s*k")),
        Periodic(two, Name("s")),
        Periodic(Name("n"), parse("s/k"), Name("t"), parse("n - 1")),
        EachStep(Name("s")),
    )
    assert spec(process={"gap": {"each": "s"}}).process.gap == (EachStep(Name("s")),)
    read = spec(process={"gap": entries})
    instance = read.instance(n=5, t=3, s=6, c=1, sigma=1)
    assert instance["gap"] == ["12", "6", "32", "6", "12"]


def test_defaults_of_a_process() -> None:
    process = spec(process={"gap": None, "contraction": None, "start_shift": "s", "noise": {"variance": "sigma"}}).process
    assert process == NoisyProcess(Name("n"), ONE, (), IterateNoise("gaussian", variance=Name("sigma")), Name("s"), None)
    assert spec(process={"diameter": "s"}).process.diameter == Name("s")
    read = spec(process={"gap": [], "diameter": 2})
    assert read.instance(n=2, c=1, sigma=3) == {
        "steps": 2, "contraction": "1", "gap": "0", "noise_variance": "9", "start_shift": "0", "diameter": "2",
    }


@pytest.mark.parametrize(
    ("noise", "variance"),
    [
        ({"std": "sigma"}, "sigma**2"),
        ({"law": "gaussian", "variance": "sigma"}, "sigma"),
        ({"law": "laplace", "scale": "sigma"}, "2*sigma**2"),
        ({"law": "laplace", "std": "sigma"}, "sigma**2"),
        ({"std": "sigma*sqrt(k)"}, "sigma**2*k"),
    ],
)
def test_noises_by_one_convention(noise: dict[str, str], variance: str) -> None:
    read = spec(process={"noise": noise}).process.noise
    assert to_text(read.per_step_variance) == variance
    for sigma in (1, 2, "3/2"):
        letters = {"sigma": sigma, "k": 4}
        scale = read.laplace_scale
        std = read.std if read.std is not None else Call("sqrt", (read.per_step_variance,))
        assert decide(Call("==", (parse(f"({to_text(std)})**2"), read.per_step_variance)), letters) == "true"
        assert decide(Call("==", (parse(f"2*({to_text(scale)})**2"), read.per_step_variance)), letters) == "true"


def test_laplace_noise_is_no_allocation_instance() -> None:
    with pytest.raises(InputError, match="gaussian"):
        spec(process={"noise": {"law": "laplace", "scale": "sigma"}}).instance(n=2, t=1, s=1, c=1, sigma=1)


@pytest.mark.parametrize("given", [(), ("std", "variance"), ("std", "scale")])
def test_a_noise_has_one_size(given: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        IterateNoise("laplace", **dict.fromkeys(given, ONE))
    with pytest.raises(InputError):
        IterateNoise("gaussian", scale=ONE)


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ({"divergence": "renyi", "order": 2}, Goal("renyi", TWO)),
        ({"divergence": "gdp"}, Goal("gdp")),
        ({"divergence": "hockey-stick", "order": "1 + s"}, Goal("hockey-stick", order=parse("1 + s"))),
        ({"divergence": "hockey-stick", "epsilon": "s"}, Goal("hockey-stick", epsilon=Name("s"))),
        ({"divergence": "hockey-stick", "delta": "1e-5"}, Goal("hockey-stick", delta=Number(Fraction(1, 100000)))),
    ],
)
def test_goals(goal: dict[str, Any], expected: Goal) -> None:
    assert read_spec({**BASE, "goal": goal}).goal == expected


@pytest.mark.parametrize(
    ("field", "goal"),
    [
        ("goal.divergence", {}),
        ("goal.divergence", {"divergence": 3}),
        ("goal.order", {"divergence": "renyi", "order": "k"}),
        ("goal.order", {"divergence": "gdp", "order": 2}),
        ("goal.epsilon", {"divergence": "renyi", "order": 2, "epsilon": 1}),
        ("goal", {"divergence": "hockey-stick"}),
        ("goal", {"divergence": "hockey-stick", "epsilon": 1, "order": 2}),
        ("goal.order", {"divergence": "hockey-stick", "order": "1/2"}),
        ("goal.epsilon", {"divergence": "hockey-stick", "epsilon": "-s"}),
        ("goal.delta", {"divergence": "hockey-stick", "delta": "1 + s"}),
        ("goal", []),
    ],
)
def test_goals_that_are_none(field: str, goal: object) -> None:
    assert error({**BASE, "goal": goal}).field == field


def test_claims() -> None:
    bound = parse("alpha*s")
    alpha = Goal("renyi", Name("alpha"))
    assert spec(claim={"bound": "alpha*s"}).claim == ClaimedBound(alpha, bound)
    assert spec(claim={"bound": "alpha*s", "order": 2}).claim == ClaimedBound(Goal("renyi", TWO), bound)
    assert spec(claim={"bound": "s", "divergence": "gdp"}).claim == ClaimedBound(Goal("gdp"), Name("s"))
    alone = spec(goal=None, claim={"bound": "s", "divergence": "renyi", "order": "alpha"})
    assert alone.goal == alpha
    assert alone.claim == ClaimedBound(alpha, Name("s"))
    assert error(varied(claim={"bound": "s*k"})).field == "claim.bound"
    assert error(varied(claim={"bound": "s", "divergence": "hockey-stick"})).field == "claim"


def test_no_letters_are_needed() -> None:
    numbers = {"steps": 3, "gap": [{"at": 2, "size": "1/2"}], "noise": {"std": 2}}
    spec = read_spec({"process": numbers, "goal": {"divergence": "gdp"}})
    assert spec.instance() == {
        "steps": 3, "contraction": "1", "gap": ["0", "1/2", "0"], "noise_variance": "4", "start_shift": "0", "diameter": None,
    }
    assert list(spec.points(2)) == [{}, {}]


# Domains.


def test_domains_may_mention_letters_that_come_later() -> None:
    read = spec(symbols={"a": "real, b/2 < a < b", "b": "real, b > 0", "d": "real, 0 < d <= 2/(a + b)"})
    labels = [label for label, _ in read.scope().known]
    assert labels.index("domain of b") < labels.index("domain of d (2)")
    assert set(labels) >= {"domain of n", "domain of t (1)", "domain of t (2)"}
    assert len(labels) == len(set(labels))
    for point in read.points(20):
        assert 0 < point["d"] * (point["a"] + point["b"]) <= 2
    assert read.knowledge().holds(Call("<=", (parse("d*(a + b)"), TWO)))


def test_every_scope_is_new() -> None:
    read = spec()
    assert read.scope() == read.scope()
    assert read.scope() is not read.scope()


def test_mutual_bounds_are_no_definitions() -> None:
    assert spec(symbols={"a": "real, a >= b", "b": "real, b >= a - 1"})
    assert error(varied(symbols={"a": "real, a == 2*b", "b": "real, b == a/2"})).field == "symbols.a"


def test_nothing_of_a_spec_can_be_changed() -> None:
    read = spec()
    with pytest.raises(TypeError):
        read.symbols["x"] = read.symbols["n"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        read.title = "another"  # type: ignore[misc]
    assert hash(read) == hash(spec())


def test_many_letters_are_refused() -> None:
    many = {f"x{i}": "real, " + ", ".join(f"x{i} > {j}" for j in range(4)) for i in range(101)}
    assert error(varied(symbols=many)).field == "symbols"
    few = {f"x{i}": "real, " + ", ".join(f"x{i} > {j}" for j in range(40)) for i in range(10)}
    assert "relations" in error(varied(symbols=few)).problem
    assert error(varied(process={"gap": [{"at": "t", "size": "s"}] * 101})).field == "process.gap"


# Points and instances.


def test_points_hold_in_all_domains() -> None:
    symbols = {"m": "integer, m == 2*n + 1", "r": "real, 1/n < r <= 1 + t", "q": "integer, -3 <= q < 0", "w": "real, w != 0, w*w <= n"}
    read = spec(symbols=symbols)
    points = list(read.points(40, seed=1))
    assert points == list(read.points(40, seed=1))
    assert points != list(read.points(40, seed=2))
    assert len({tuple(point.items()) for point in points}) > 20
    for point in points:
        assert list(point) == list(read.symbols)
        assert all(decide(relation, point) == "true" for _, relation in read.scope().known)
        assert all(point[name].denominator == 1 for name in ("n", "t", "m", "q"))
        assert abs(point["n"]) < 100


def test_corners_of_domains_are_one_step_equal_letters_and_both_ends() -> None:
    spec = read_spec({"symbols": {"T": "integer, T >= 1", "t": "integer, 1 <= t, t <= T", "c": "real, 0 < c, c <= 1", "g": "real, g > 0",
                                  "v": "real, v > 0", "alpha": "real, alpha > 1"},
                      "process": {"steps": "T", "contraction": "c", "gap": [{"at": "t", "size": "g"}], "noise": {"variance": "v"}},
                      "goal": {"divergence": "renyi", "order": "alpha"}})
    points = list(spec.corner_points(80, seed=1))
    assert len(points) == 80
    assert points == list(spec.corner_points(80, seed=1)) != list(spec.corner_points(80, seed=2))
    assert all(decide(relation, point) == "true" for point in points for _, relation in spec.scope().known)
    assert all(point["T"].denominator == point["t"].denominator == 1 for point in points)
    seen: list[Callable[[Mapping[str, Fraction]], bool]] = [
        lambda p: p["T"] == 1, lambda p: p["t"] == 1 < p["T"], lambda p: p["t"] == p["T"] > 8, lambda p: p["c"] == 1,
        lambda p: 0 < p["c"] < Fraction(1, 10**5), lambda p: Fraction(1, 10**5) > 1 - p["c"] > 0, lambda p: p["g"] == p["v"],
        lambda p: p["g"] > 10**5 * p["v"], lambda p: p["v"] > 10**5 * p["g"], lambda p: 1 < p["alpha"] < Fraction(101, 100),
        lambda p: p["alpha"] > 1000]
    assert all(any(map(one, points)) for one in seen)


@pytest.mark.parametrize(("domain", "least", "most"), [
    ("integer, -3 <= x, x <= 2", -3, 2), ("integer, x <= 4", -26, 4), ("real, 0 < x, x <= 1", 0, 1), ("real, x < -1", -(10**9) - 1, -1)])
def test_corners_of_one_letter_are_inside_and_near_both_ends(domain: str, least: int, most: int) -> None:
    spec = read_spec({"symbols": {"x": domain}, "process": {"steps": "1", "gap": [{"each": "x**2"}], "noise": {"variance": "1"}},
                      "goal": {"divergence": "gdp"}})
    values = sorted(point["x"] for point in spec.corner_points(200, seed=3))
    assert least <= values[0] < least + Fraction(1, 10**5)
    assert most - Fraction(1, 10**5) < values[-1] <= most


def test_no_point_is_an_error() -> None:
    read = spec(symbols={"x": "real, sqrt(x) < 0"})
    with pytest.raises(InputError, match="no point"):
        next(read.points(1))


def test_instances_check_their_letters() -> None:
    read = spec()
    good = {"n": 3, "t": 2, "c": "1/2", "s": 1, "sigma": "0.5"}
    assert read.instance(**good) == read.instance(**good, alpha=2) == {
        "steps": 3, "contraction": "1/2", "gap": ["0", "1", "0"], "noise_variance": "1/4", "start_shift": "0", "diameter": None,
    }
    assert json.dumps(read.instance(**good))
    for name, value in (("t", 4), ("t", 0), ("c", 2), ("n", "5/2"), ("s", 0.5), ("s", "x"), ("alpha", 1)):
        with pytest.raises(InputError):
            read.instance(**{**good, name: value})
    with pytest.raises(InputError, match="not a letter"):
        read.instance(**good, gamma=1)
    with pytest.raises(InputError, match="no value"):
        read.instance(n=3, t=2)


# Whatever is no spec.


KEYS = st.sampled_from(["at", "size", "each", "n", "kind", "std"])
TEXTS = st.sampled_from(
    ["n", "t", "s - sigma", "k", "1/0", "real, s > 0", "integer, n >= t", "sum(k, k, 1, n)", "n**n**n**n", "2**99999"]
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**30) | st.floats() | st.text(max_size=8) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
PLACES = [tuple(place.split()) for place in (
    "title", "symbols", "symbols t", "symbols s", "process", "process steps", "process gap", "process noise", "process contraction",
    "process diameter", "process start_shift", "goal", "goal order", "claim", "algorithm",
)]


@settings(max_examples=by_day(150), deadline=None)
@given(st.sampled_from(PLACES), JUNK)
def test_junk_is_refused_with_one_line_or_is_a_spec(place: tuple[str, ...], junk: object) -> None:
    data = varied()
    table = data
    for key in place[:-1]:
        table = table[key]
    table[place[-1]] = junk
    found = refusal(data)
    if found is None:
        read = read_spec(data)
        assert read.process.letters <= set(read.symbols)
    else:
        assert found.field
        assert len(str(found).splitlines()) == 1


def refusal(data: dict[str, Any]) -> InputError | None:
    try:
        read_spec(data)
    except InputError as problem:
        return problem
    return None


@pytest.mark.parametrize(
    ("size", "says"),
    [
        ("sqrt(" * 40 + "s" + ")" * 40, "more than 12"),
        ("1/(1 + " * 60 + "s" + ")" * 60, "more than 12"),
        ("s*2**(10**9)", "exact arithmetic"),
        ("s*sum(j, j, 1, 10**12)", "exact arithmetic"),
        ("s/0", "divides by"),
        ("s*log(0)", "log"),
    ],
)
def test_formulas_beyond_the_limits_are_refused(size: str, says: str) -> None:
    found = error(varied(process={"gap": [{"at": "t", "size": size}]}))
    assert found.field == "process.gap[0].size"
    assert says in found.problem


def test_long_formulas_and_chains_of_domains_are_read() -> None:
    for size in ("+".join(f"s*{i}" for i in range(200)), "(s + sigma)*" * 20 + "1", "-(" * 150 + "s" + ")" * 150):
        assert spec(process={"gap": [{"at": "t", "size": size}]})
    chain = spec(symbols={f"x{i}": f"real, x{i} > x{i + 1}" for i in range(60)} | {"x60": "real, x60 > 0"})
    point = next(chain.points(1))
    assert [point[f"x{i}"] for i in range(61)] == sorted((point[f"x{i}"] for i in range(61)), reverse=True)


def test_an_order_that_is_not_declared_gets_a_domain_that_is_right() -> None:
    table = {"process": {"steps": "1", "gap": [{"at": "1", "size": "1"}], "noise": {"variance": "1"}}, "goal": {"divergence": "renyi", "order": "alpha"}}
    with pytest.raises(InputError, match=r'goal.order: the name alpha is not declared; declare it in \[symbols\], as in alpha = "real, alpha > 1"'):
        read_spec(table)
    assert read_spec({**table, "symbols": {"alpha": "real, alpha > 1"}})
