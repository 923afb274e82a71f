"""Feasibility for all parameters: proofs that replay alone, refutations that evaluate, and nothing in between believed."""

import json
import random
from fractions import Fraction
from functools import cache
from itertools import islice

import pytest
from support.gradient_noise import of_gradient

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError
from pabisym.feasibility import search
from pabisym.feasibility.decide import feasible
from pabisym.feasibility.search import solver_search, violation
from pabisym.kernel.check import check
from pabisym.lang.grammar import parse
from pabisym.process.iteration import GaussianNoise, Iteration
from pabisym.process.sequence import read_sequence
from pabisym.proof.json import replay
from pabisym.shift.instance import Instance
from pabisym.spec.domains import domain
from pabisym.spec.points import Space, holds

F = Fraction
DOMAINS = {
    "n": "integer, n >= 1", "t": "integer, 1 <= t <= n", "u": "integer, t <= u, u <= n", "m": "integer, m >= 0",
    "s": "real, s >= 0", "g": "real, g >= 0", "v": "real, v > 0", "sigma": "real, sigma > 0", "eta": "real, eta > 0", "L": "real, L > 0",
    "c": "real, 0 < c < 1", "q": "real, q > 1", "h": "real, h > 0, eta*h < 1",
}  # fmt: skip
ONE_GAP = [{"at": "t", "size": "s"}]


def iteration(letters, noise="v", steps="n", gap="0", **more):
    noise = noise if isinstance(noise, GaussianNoise) else GaussianNoise.on_iterate(variance=noise)
    return Iteration.of(steps=steps, gap=gap, noise=noise, **more), {name: DOMAINS[name] for name in letters.split()}


PROVABLE = {
    "one pass": ("cases(k - t, 2*eta*L/(n + 1 - t), 0)", *iteration(
        "n t eta L sigma", of_gradient(std="sigma", step_size="eta"), gap=[{"at": "t", "size": "2*eta*L"}])),
    "at once": ("s", *iteration("n s v c", gap="s", contraction="c")),
    "a start": ("g/n", *iteration("n g v", start_shift="g")),
    "a falling share": ("2*g*(n + 1 - k)/(n*(n + 1))", *iteration("n g v", start_shift="g")),
    "rising payments": ("2*s*k/(n + 1)", *iteration("n s v", gap="s")),
    "a start and a gap": ("g/n + cases(k - t, s/(n + 1 - t), 0)", *iteration("n t g s v", gap=ONE_GAP, start_shift="g")),
    "all at the end": ("cases(k - n, s, 0)", *iteration("n t s v", gap=ONE_GAP)),
    "contracted to the end": ("cases(k - n, s*c**(n - t), 0)", *iteration("n t s v c", gap=ONE_GAP, contraction="c")),
    "the optimum of a contracted gap": (
        "cases(k - t, c**(2*n - t - k)*s*(1 - c**2)/(1 - c**(2*n - 2*t + 2)), 0)", *iteration("n t s v c", gap=ONE_GAP, contraction="c")),
    "a contracted start": (
        "g*c**n*c**(n - k)*(1 - c**2)/(1 - c**(2*n))", *iteration("n g v c", start_shift="g", contraction="c")),
    "an expanding start": (
        "g*q**n*q**(n - k)*(q**2 - 1)/(q**(2*n) - 1)", *iteration("n g v q", start_shift="g", contraction="q")),
    "a strongly convex start": (
        "g*(1 - eta*h)**(2*n - k)*(1 - (1 - eta*h)**2)/(1 - (1 - eta*h)**(2*n))",
        *iteration("n g v eta h", start_shift="g", contraction="1 - eta*h")),
    "a number as contraction": (
        "g*(9/10)**(2*n - k)*(1 - (9/10)**2)/(1 - (9/10)**(2*n))", *iteration("n g v", start_shift="g", contraction="0.9")),
    "as long as the gap": ([{"every": "3", "size": "s"}], *iteration("m s v", steps="3*m", gap=[{"every": "3", "size": "s"}])),
    "listed": (["s/2", "c*s/2"], *iteration("s v c", steps="2", gap=["s", "0"], contraction="c")),
}  # fmt: skip


LONG = ("a start and a gap", "a contracted start", "a number as contraction", "contracted to the end", "the optimum of a contracted gap", "all at the end", "a strongly convex start", "an expanding start")
"""What takes a second and more, for a campaign."""
BY_DAY = [pytest.param(name, marks=pytest.mark.campaign if name in LONG else ()) for name in PROVABLE]


@cache
def proved(name):
    return feasible(*PROVABLE[name])


@pytest.mark.parametrize("name", BY_DAY)
def test_proofs_replay_with_the_kernel_alone(name):
    found = proved(name)
    assert found.status == "proved", found
    assert list(found.proof) == ["amounts", "noise", "shifts", "end"]
    for proof in found.proof.values():
        verdict = check(proof.sequent, proof.tree)
        assert verdict.accepted, verdict.reason
        assert not verdict.theorems
    document = json.loads(json.dumps(found.document()))
    replayed = replay(document)
    assert replayed.accepted
    assert not replayed.assumed


@pytest.mark.parametrize("name", BY_DAY)
def test_the_statements_say_what_feasible_means(name):
    _, process, domains = PROVABLE[name]
    texts = {claim: str(proof.sequent.conclusion) for claim, proof in proved(name).proof.items()}
    assert len(set(texts.values())) == 4
    labels = [label for label, _ in proved(name).proof["end"].sequent.assumptions]
    assert labels[-2:] == ["start", "recursion"]
    assert len(labels) == len(set(labels)) > 2
    assert process.letters <= set(domains)


@pytest.mark.parametrize("name", BY_DAY)
def test_the_closed_form_is_the_recursion_at_every_small_point(name):
    """Exact shifts by the recursion at many points, against the formula; and every one of them is feasible."""
    allocation, process, domains = PROVABLE[name]
    closed, own, tried = parse(proved(name).closed_form), read_sequence(allocation), 0
    for point in small_points(domains, 60):
        instance = Instance.from_json(process.instance(**{letter: point[letter] for letter in process.letters}))
        if instance.steps > 12:
            continue
        assert violation(process, own, point) is None
        z = instance.start_shift
        for k, a in enumerate(own.values(instance.steps, point), 1):
            z = instance.contraction[k - 1] * z + instance.gap[k - 1] - a
            assert exact_value(closed, {**point, "k": k}) == z
        tried += 1
    assert tried >= 5


def small_points(domains, count):
    read_domains = {name: domain(text) for name, text in domains.items()}
    space = Space({name: word for name, (word, _) in read_domains.items()}, tuple(r for _, rs in read_domains.values() for r in rs))
    return islice(space.points(), count)


REFUTABLE = {
    "paid too early": ("s/n", *iteration("n t s v", gap=ONE_GAP), 1, "more is paid than there is"),
    "one step too few": ("cases(k - t, s/(n - t), 0)", *iteration("n t s v", gap=ONE_GAP), 1, "has no value"),
    "not all is paid": ("cases(k - t, s/(n + 2 - t), 0)", *iteration("n t s v", gap=ONE_GAP), 1, "not everything is paid"),
    "negative": ("cases(k - 1, g*(2 - k), 0)", *iteration("n g v", start_shift="g"), 3, "negative"),
    "falling payments": ("2*s*(n + 1 - k)/(n + 1)", *iteration("n s v", gap="s"), 1, "more is paid than there is"),
    "no noise": ("s", *iteration("n s v", gap="s", noise="v - v"), 1, "without noise"),
    "without contraction": (
        "cases(k - n, s, 0)", *iteration("n t s v c", gap=ONE_GAP, contraction="c"), 2, "more is paid than there is"),
    "nothing": ("0", *iteration("m s v", steps="3*m", gap=[{"every": "3", "size": "s"}]), 3, "not everything is paid"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUTABLE)
def test_refutations_hold_by_exact_evaluation(name):
    allocation, process, domains, step, reason = REFUTABLE[name]
    found = feasible(allocation, process, domains)
    assert found.status == "refuted", found
    assert found.violation is not None
    assert found.violation.step == step
    assert reason in found.reason
    point, z = found.violation.at, found.violation.instance.start_shift
    assert all(holds(relation, point) for relation in relations(domains))
    for k in range(1, step + 1 if found.violation.by is not None else step):
        a = read_sequence(allocation).at(k, point)
        z = found.violation.instance.contraction[k - 1] * z + found.violation.instance.gap[k - 1] - a
        if k < step:
            assert a >= 0
            assert z >= 0
    if found.violation.by is not None:
        assert z == found.violation.shift
        assert found.violation.by > 0
    assert found.at == {letter: F(int(x.p), int(x.q)) for letter, x in point.items()}
    data = json.loads(json.dumps(found.to_json()))
    assert (data["status"], data["step"], set(data["at"])) == ("refuted", step, set(domains))
    assert f"step {step}" in repr(found)
    with pytest.raises(InputError, match="has no proof to write"):
        found.document()


def relations(domains):
    return [relation for text in domains.values() for relation in domain(text)[1]]


def test_a_narrow_failure_is_found_by_the_solver():
    """Too much is paid only where c lies within 1/40000 of 1/3: no small number does, a model of the solver does."""
    extra = "cases(1/1600000000 - (c - 1/3)**2, 1, 0)"
    process, domains = iteration("s v c", steps="2", gap=["s", "0"], contraction="c")
    allocation = ["0", f"c*s + {extra}"]
    space_points = [violation(process, read_sequence(allocation), point) for point in small_points(domains, 1000)]
    assert space_points
    assert not any(space_points)
    found = feasible(allocation, process, domains, points=200)
    assert found.status == "refuted"
    assert abs(found.at["c"] - F(1, 3)) <= F(1, 40_000)
    assert (found.violation.step, found.violation.by) == (2, 1)


def test_what_the_solver_does_not_find_stays_undecided(monkeypatch):
    monkeypatch.setattr(search, "point_of", lambda *_: None)
    process, domains = iteration("s v c", steps="2", gap=["s", "0"], contraction="c")
    found = feasible(["0", "c*s + cases(1/1600000000 - (c - 1/3)**2, 1, 0)"], process, domains, points=200)
    assert (found.status, found.proof, found.at) == ("undecided", {}, {})
    assert found.reason
    assert found.to_json() == {"status": "undecided", "reason": found.reason}
    assert found.reason in repr(found)


def test_the_solver_says_nothing_about_what_it_cannot_read():
    process, domains = iteration("s v c", steps="2", gap=["s", "0"], contraction="c")
    kinds = dict.fromkeys(domains, "real")
    for allocation in (["exp(s)", "0"], ["s**c", "0"], ["sqrt(s)**3", "0"]):
        space = Space(kinds, tuple(relations(domains)))
        found = solver_search(space, process, read_sequence(allocation))
        assert found is None or violation(process, read_sequence(allocation), found.at) is not None


@pytest.mark.parametrize(
    ("allocation", "arguments"),
    [
        ("s/(1 + floor(k/2)) + s - s/(1 + floor(k/2))", iteration("n s v", gap="s")),
        ("s/k + s - s/k", iteration("n s v", noise="s*v", gap="s")),
        pytest.param("g*sqrt(k)/sqrt(k)/n", iteration("n g v", start_shift="g", contraction="1 + 0*k"), marks=pytest.mark.campaign),
    ],
)
def test_what_is_feasible_and_not_proved_is_not_refuted(allocation, arguments):
    assert feasible(allocation, *arguments, points=300).status in ("proved", "undecided")


@pytest.mark.parametrize("count", [2, pytest.param(7, marks=pytest.mark.campaign)])
def test_random_changes_of_provable_allocations_are_never_proved_when_they_fail(count):
    """Soundness: whenever a changed allocation is called proved, no small point violates it."""
    rng = random.Random(7)
    changes = [
        "{a} + 0", "({a})*(n + 1)/n", "{a} - {x}/n", "({a})*2", "cases(k - 1, {a}, {x})", "({a})*k/n", "cases(n - k - 1, {a}, {a} + {x})",
    ]  # fmt: skip
    verdicts = set()
    for name, letter in (("one pass", "L"), ("a start and a gap", "s"), ("rising payments", "s")):
        allocation, process, domains = PROVABLE[name]
        for change in rng.sample(changes, count):
            changed = change.format(a=allocation, x=letter)
            found = feasible(changed, process, domains, points=200)
            failing = any(violation(process, read_sequence(changed), point) for point in small_points(domains, 150))
            assert (found.status == "refuted") >= failing
            assert (found.status == "proved") <= (not failing)
            verdicts.add(found.status)
    assert {"proved", "refuted"} <= verdicts


@pytest.mark.campaign
def test_the_order_of_two_gaps_is_split_by_cases():
    gap = [{"at": "t", "size": "s"}, {"at": "u", "size": "g"}]
    found = feasible("cases(k - t, s/(n + 1 - t), 0) + cases(k - u, g/(n + 1 - u), 0)", *iteration("n t u s g v", gap=gap))
    assert found.status == "proved"
    assert found.closed_form.startswith("cases(u - (t + 1), cases(k - u, ")


@pytest.mark.campaign
def test_case_distinctions_on_the_letters_are_settled_case_by_case():
    process, domains = iteration("n g v", start_shift="g")
    found = feasible("cases(n - 3, g/n, cases(k - n, g, 0))", process, domains)
    assert found.status == "proved"
    assert found.closed_form.startswith("cases(n - 3, ")
    process, domains = iteration("n s v c", gap="s")
    for allocation in ("cases(s - 1, s, s)", "cases(c - 1/2, s, cases(1/3 - c, s, s))"):
        assert feasible(allocation, process, domains).status == "proved"
    assert feasible("cases(s - 1, s, 0)", process, domains).status == "refuted"


def test_what_no_closed_form_is_known_of_is_undecided():
    """Harmonic payments of a start shift, feasible for all n: sum 1/k = harmonic(n); the kernel knows no such sums."""
    process, domains = iteration("n g v", start_shift="g")
    found = feasible("g/(k*harmonic(n))", process, domains, points=200)
    assert found.status == "undecided"
    assert found.reason


def test_no_steps_and_letters_named_like_the_shifts():
    process, domains = iteration("n s v", gap="s")
    domains = {name.replace("s", "z"): text.replace("s", "z") for name, text in domains.items()}
    process = Iteration.of(steps="n - 1", gap="z", noise=GaussianNoise.on_iterate(variance="v"))
    found = feasible("z", process, domains)
    assert found.status == "proved"
    assert "z_" in found.proof["end"].sequent.kinds
    none = Iteration.of(steps="0", gap="0", start_shift="s", noise=GaussianNoise.on_iterate(variance="v"))
    unpaid = feasible("0", none, {"s": DOMAINS["s"], "v": DOMAINS["v"]})
    assert (unpaid.status, unpaid.violation.step, unpaid.violation.by) == ("refuted", 0, 1)


def test_what_is_no_question():
    process, domains = iteration("n t s v", gap=ONE_GAP)
    cut = Iteration.of(steps="n", gap="s", noise=GaussianNoise.on_iterate(variance="v"), diameter="s")
    with pytest.raises(InputError, match=r"domains\.t: is missing"):
        feasible("s", process, {name: text for name, text in domains.items() if name != "t"})
    with pytest.raises(InputError, match=r"domains\.w: is missing"):
        feasible("w", process, domains)
    for name in ("k", "theta"):
        with pytest.raises(InputError, match=rf"domains\.{name}: is reserved"):
            feasible("s", process, {**domains, name: "real"})
    with pytest.raises(InputError, match="diameter"):
        feasible("s", cut, domains)
    with pytest.raises(InputError, match="allocation"):
        feasible("s +", process, domains)
