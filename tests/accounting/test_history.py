"""The accountant of a training loop: its values against other routes, what it reads, and what it refuses."""

from __future__ import annotations

import copy
import itertools
import json
import math
import pickle
import random
import threading
from dataclasses import dataclass, field
from fractions import Fraction
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from flint import arb, fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from pabisym import Accountant, convert
from pabisym.accounting import OpacusAccountant, certified_epsilon
from pabisym.accounting.matrix import sensitivity
from pabisym.accounting.steps import NoisyRun
from pabisym.errors import InputError, PabisymError, Undecided
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import upper_end
from pabisym.numerics.evaluator import tail
from pabisym.show.filed import write_statement

PHASES = ({"noise_multiplier": 1, "sample_rate": "1/100", "steps": 1000}, {"noise_multiplier": 2, "sample_rate": "1/50", "steps": 500})


def told(*phases: dict[str, Any], **settings: str) -> Accountant:
    accountant = Accountant(**settings)
    for phase in phases:
        accountant.step(**phase)
    return accountant


@pytest.mark.parametrize(("phases", "settings", "epsilon"), [
    (PHASES, {}, ("2.0659", "2.06767")),
    (({"noise_multiplier": "1.3", "examples": 15000, "batch": 250, "steps": 900},), {}, ("1.8898", "1.8916")),
    (({"noise_multiplier": 1, "examples": 1000, "batch": 10, "accumulated": 8, "steps": 100},), {}, ("5.60", "5.61342")),
    (({"noise_multiplier": "1.3", "steps": 60},), {}, ("42.4114224", "42.4114225")),
    (({"noise_multiplier": 2},), {"adjacency": "replace"}, ("4.37717", "4.37718")),
    (({"noise_multiplier": 1, "sample_rate": "3/5", "steps": 10},), {}, ("12.07", "12.0914")),
])  # fmt: skip
def test_questions_that_people_asked_have_their_right_values(phases: Any, settings: Any, epsilon: tuple[str, str]) -> None:
    found = told(*phases, **settings).epsilon("1e-5")
    assert Fraction(epsilon[0]) <= found.lower <= found.upper <= Fraction(epsilon[1])


def test_one_phase_is_the_certified_accountant() -> None:
    found = certified_epsilon("1e-5", noise_multiplier=1, steps=100, rate="1/100")
    in_parts = told(*({"noise_multiplier": 1, "sample_rate": "1/100", "steps": 20} for _ in range(5)))
    assert in_parts.epsilon("1e-5") == found
    assert in_parts.history == [(1.0, 0.01, 100)]


def responses(level: fmpq, count: int, epsilon: fmpq) -> arb:
    """delta of so many randomised responses, by the binomial law of the losses."""
    yes, total = arb(level).exp() / (1 + arb(level).exp()), arb(0)
    for k in range(count + 1):
        first, second = yes**k * (1 - yes) ** (count - k), yes ** (count - k) * (1 - yes) ** k
        total += math.comb(count, k) * (first - arb(epsilon).exp() * second).max(arb(0))
    return total


@given(st.integers(1, 20), st.integers(1, 12), st.integers(0, 30))
@settings(max_examples=15, deadline=None)
def test_pure_mechanisms_are_randomised_responses(tenths: int, count: int, at: int) -> None:
    level, epsilon = fmpq(tenths, 10), fmpq(tenths * count * at, 300)
    accountant = Accountant()
    accountant.pure(epsilon=level, steps=count)
    found, exact = accountant.delta(epsilon), responses(level, count, epsilon)
    assert not exact > arb(fmpq(found.upper.numerator, found.upper.denominator)), "an upper end"
    nearby = responses(level, count, epsilon * fmpq(98, 100))
    assert float(found.upper) <= 1.05 * float(nearby.mid()) + 1e-9, "and a near one"
    assert found.lower == 0, "a mechanism may reveal less"
    assert not found.tight


def test_a_group_is_a_binomial_number_of_hits() -> None:
    """One step: delta is the difference of the mixture and the normal law from where their densities cross; y = e^(x - 1/2) is a root."""
    accountant = Accountant("remove")
    accountant.step(noise_multiplier=1, sample_rate="1/2", group=2)
    found = accountant.delta(0)
    grow = arb(1).exp()
    x = (grow * ((1 + 3 / grow).sqrt() - 1)).log() + arb("0.5")
    best = tail(x) / 4 + tail(x - 1) / 2 + tail(x - 2) / 4 - tail(x)
    assert arb(rational(found.lower, "lower")) < best < arb(rational(found.upper, "upper"))
    one, many = told({"noise_multiplier": 2, "steps": 5}), told({"noise_multiplier": 6, "steps": 5, "group": 3})
    assert one.epsilon("1e-5") == many.epsilon("1e-5")


def of_mixture(chances: list[fmpq], unit: int) -> arb:
    """E_1 of the mixture of N(k unit, 1) and N(0, 1): P of outcomes above the root of their ratio less Q of them."""
    low, high = fmpq(-20), fmpq(40)
    for _ in range(90):
        x = (low + high) / 2
        ratio = sum((arb(p) * (arb(k * unit) * x - arb(k * unit) ** 2 / 2).exp() for k, p in enumerate(chances)), arb(0))
        low, high = (x, high) if ratio < 1 else (low, x)
    return sum((arb(p) * tail(arb(high) - k * unit) for k, p in enumerate(chances)), arb(0)) - tail(arb(high))


def test_a_group_in_batches_of_a_fixed_size_is_hypergeometric() -> None:
    """One step on 3 of 8 records, a group of 2 more or less: k hits with the chances 10/28, 15/28, 3/28, each of twice a gradient."""
    chances = [fmpq(10, 28), fmpq(15, 28), fmpq(3, 28)]
    one = told({"noise_multiplier": 1, "examples": 8, "batch": 3, "group": 2}, adjacency="remove", sampling="fixed-size")
    found = one.delta(0)
    exact = of_mixture(chances, 2)
    assert arb(rational(found.lower, "lower")) < exact < arb(rational(found.upper, "upper"))
    assert found.upper - found.lower < Fraction(1, 10**6)
    assert one.state_dict()["told"] == [{"kind": "dp-sgd", "noise_multiplier": "1", "batch": 3, "examples": 8, "sampling": "fixed-size", "steps": 1, "group": 2}]
    replaced = told({"noise_multiplier": 1, "examples": 8, "batch": 3, "group": 2}, adjacency="replace", sampling="fixed-size")
    other = replaced.delta(0)
    any_hit = fmpq(18, 28) * (1 - 2 * tail(arb(2)))  # of C_q(G(4))
    assert arb(rational(other.upper, "upper")).overlaps(any_hit) or 0 <= arb(rational(other.upper, "upper")) - any_hit < 1e-6
    assert arb(rational(other.lower, "lower")) <= exact <= arb(rational(other.upper, "upper"))
    zeroed = told({"noise_multiplier": 1, "examples": 8, "batch": 3, "group": 2}, adjacency="zero-out", sampling="fixed-size").delta(0)
    assert arb(rational(zeroed.lower, "lower")) <= of_mixture(chances, 1) <= arb(rational(zeroed.upper, "upper"))


def test_a_group_of_one_in_many_steps_is_a_record_and_more_cost_more() -> None:
    run = {"noise_multiplier": 4, "examples": 100, "batch": 10, "steps": 20}
    for adjacency in ("add-remove", "replace", "zero-out"):
        ends = [told({**run, "group": size}, adjacency=adjacency, sampling="fixed-size").epsilon("1e-5", gap="1/100") for size in (1, 2, 4)]
        assert ends[0].upper < ends[1].lower or not ends[1].tight
        assert ends[0].upper < ends[1].upper < ends[2].upper
        assert all(one.lower <= one.upper for one in ends)


def test_other_mechanisms_are_gaussian_laplace_or_spent() -> None:
    tree, five = Accountant(), Accountant()
    tree.tree(height=5, noise_multiplier=2)
    five.gaussian(std=2, steps=5)
    assert tree.epsilon("1e-5") == five.epsilon("1e-5")
    split = told({"noise_multiplier": 1, "clipping_noise": 1, "steps": 10})
    (one,) = split._told
    assert isinstance(one, NoisyRun)
    assert fmpq(5, 4) <= 1 / one.noise**2 < fmpq(5, 4) + fmpq(1, 10**15), "1/1^2 + 1/(2*1)^2, the noise rounded down"
    line = Accountant()
    line.laplace(scale_multiplier=1)
    assert 0.999 < float(line.epsilon("1e-9").upper) <= 1
    spent = Accountant()
    spent.approximate(epsilon=1, delta="1e-6", steps=2)
    assert 1.9 < float(spent.epsilon("1e-5").upper) <= 2
    with pytest.raises(Undecided, match="is spent by approximate mechanisms"):
        spent.epsilon("2e-6")
    assert spent.delta(2).upper == Fraction("2e-6")


def test_zcdp_is_composed_by_renyi_divergences() -> None:
    accountant = Accountant()
    accountant.zcdp(rho="1/10", steps=3)
    accountant.pure(epsilon="1/5")
    assert accountant.epsilon("1e-5").upper == pytest.approx(Fraction(convert(zcdp="16/50", delta="1e-5").value.upper), rel=1e-8)
    accountant.laplace(scale_multiplier=1, sample_rate="1/10")
    with pytest.raises(Undecided, match="Rényi bounds are composed with Gaussian noise"):
        accountant.epsilon("1e-5")


def test_a_table_of_renyi_bounds_is_converted_at_its_best_order() -> None:
    """epsilon = R + (log(1/delta) + t log t - (1 + t) log(1 + t))/t, t = alpha - 1; Gaussian steps and a formula add to R at each order."""
    table, mixed = Accountant(), Accountant()
    table.renyi(orders=[2, 8, 32], divergences=["1/50", "2/25", "8/25"], steps=10)
    mixed.renyi(orders=[1.5, 8.0, 40.0], divergences=[0.25, 0.5, 2.0])
    mixed.gaussian(std=2, steps=2)
    mixed.renyi(formula="alpha/10 + 1/100")

    def at(alpha: int, divergence: fmpq) -> arb:
        t = arb(alpha - 1)
        return divergence + (arb(10) ** 5).log() / t + t.log() - (1 + 1 / t) * (1 + t).log()

    for accountant, exact in ((table, [at(a, fmpq(a, 10)) for a in (2, 8, 32)]),
                              (mixed, [at(8, fmpq(1, 2) + fmpq(8, 4) + fmpq(8, 10) + fmpq(1, 100))])):
        found = accountant.epsilon("1e-5")
        assert near(found.upper, min(exact, key=float))
        assert (found.lower, found.tight) == (0, False)
        again = Accountant()
        again.load_state_dict(accountant.state_dict())
        assert again.epsilon("1e-5") == found
        assert accountant.delta(found.upper).upper <= Fraction(1, 10**5) * (1 + Fraction(1, 10**6)), "and back"
    assert "a table of 3 orders" in table.table()
    line, zcdp = Accountant(), Accountant()
    line.renyi(formula="alpha/50", steps=3)
    zcdp.zcdp(rho="3/50")
    assert line.epsilon("1e-5").upper == zcdp.epsilon("1e-5").upper


@pytest.mark.parametrize(("given", "field"), [
    ({}, "formula"), ({"formula": "beta"}, "formula"), ({"formula": "alpha", "orders": [2], "divergences": [1]}, "formula"), ({"orders": [2]}, "formula"),
    ({"orders": [2, 3], "divergences": [1]}, "orders"), ({"orders": [1, 3], "divergences": [1, 1]}, "orders"), ({"orders": [3, 2], "divergences": [1, 1]}, "orders"),
    ({"orders": [2], "divergences": [-1]}, "divergences"), ({"orders": "23", "divergences": [1, 1]}, "orders"), ({"orders": [2], "divergences": []}, "divergences"),
    ({"orders": [float("inf")], "divergences": [1]}, "orders"),
])  # fmt: skip
def test_a_renyi_bound_that_cannot_be_used_is_named(given: Any, field: str) -> None:
    with pytest.raises(InputError) as caught:
        Accountant().renyi(**given)
    assert caught.value.field == field


def test_tables_without_a_common_order_say_nothing() -> None:
    accountant = Accountant()
    accountant.renyi(orders=[2, 3], divergences=[1, 1])
    accountant.renyi(orders=[4, 5], divergences=[1, 1])
    with pytest.raises(Undecided, match="no order lies within all tables"):
        accountant.epsilon("1e-5")


def test_what_opacus_saved_is_read_as_it_is_and_what_was_stored_comes_back() -> None:
    saved = {"history": [(1.0, 0.01, 1000), (2.0, 0.02, 500)], "mechanism": "rdp"}
    accountant = Accountant()
    accountant.load_state_dict(saved)
    assert accountant.history == saved["history"]
    assert 2.0659 < float(accountant.epsilon(1e-5).lower) < float(accountant.epsilon(1e-5).upper) < 2.0677
    accountant.pure(epsilon=0.5)
    accountant.laplace(scale_multiplier=3)
    accountant.zcdp(rho=0.01)
    accountant.step(noise_multiplier=1.5, sample_rate=0.25, group=2)
    accountant.approximate(epsilon=0.5, delta=1e-7)
    with pytest.raises(InputError, match="history: has no place for PureSteps"):
        _ = accountant.history
    again = Accountant("replace")
    again.load_state_dict(accountant.state_dict())
    for other in (again, pickle.loads(pickle.dumps(accountant)), copy.deepcopy(accountant)):
        assert other.state_dict() == accountant.state_dict()
    again.step(noise_multiplier=1)
    assert again.state_dict() != accountant.state_dict()


@dataclass
class GaussianDpEvent:
    noise_multiplier: float


@dataclass
class PoissonSampledDpEvent:
    sampling_probability: float
    event: Any


@dataclass
class SampledWithoutReplacementDpEvent:
    source_dataset_size: int
    sample_size: int
    event: Any


@dataclass
class SelfComposedDpEvent:
    event: Any
    count: int


@dataclass
class ComposedDpEvent:
    events: list[Any] = field(default_factory=list)


@dataclass
class ZCDpEvent:
    rho: float
    xi: float = 0.0


@dataclass
class RandomizedResponseDpEvent:
    noise_parameter: float
    num_buckets: int


@dataclass
class LaplaceDpEvent:
    noise_multiplier: float


@dataclass
class DiscreteGaussianDpEvent:
    sigma: float
    sensitivity: float = 1.0


@dataclass
class DiscreteLaplaceDpEvent:
    noise_parameter: float
    sensitivity: int


@dataclass
class SingleEpochTreeAggregationDpEvent:
    noise_multiplier: float
    step_counts: Any


@dataclass
class UnsupportedDpEvent:
    pass


def test_events_of_dp_accounting_are_read_by_their_names() -> None:
    event = ComposedDpEvent([SelfComposedDpEvent(PoissonSampledDpEvent(0.01, GaussianDpEvent(1.0)), 1000),
                             SelfComposedDpEvent(PoissonSampledDpEvent(0.02, GaussianDpEvent(2.0)), 500)])
    accountant = Accountant()
    accountant.compose(event)
    assert accountant.history == [(1.0, 0.01, 1000), (2.0, 0.02, 500)]
    replaced = Accountant("replace")
    replaced.compose(GaussianDpEvent(2.0))
    assert 4.377 < float(replaced.epsilon(1e-5).upper) < 4.3772, "twice the shift where a record is replaced"
    answers = Accountant("replace")
    answers.compose(RandomizedResponseDpEvent(0.5, 2), count=3)
    found = rational(answers.epsilon("1e-9").upper, "upper")
    level, delta = upper_end(arb(3).log()), fmpq(1, 10**9)
    assert responses(level, 3, found * fmpq(999, 1000)) > delta, "near the least"
    assert not responses(level, 3, found) > delta, "and not below it"
    others = Accountant()
    others.compose(ComposedDpEvent([LaplaceDpEvent(2.0), DiscreteGaussianDpEvent(2.0, 1.0)]))
    assert [one["kind"] for one in others.state_dict()["told"]] == ["pure", "zcdp"]
    trees = Accountant("zero-out")
    trees.compose(SelfComposedDpEvent(SingleEpochTreeAggregationDpEvent(4.0, [3, 5]), 2))
    trees.compose(DiscreteLaplaceDpEvent(0.25, 2))
    told_trees = trees.state_dict()["told"]
    assert [(one["kind"], one.get("steps")) for one in told_trees] == [("dp-sgd", 8), ("pure", 1)], "1 + log2 of 5, rounded up, twice"
    with pytest.raises(InputError, match="zeroed"):
        others.compose(SingleEpochTreeAggregationDpEvent(1.0, 8))
    with pytest.raises(InputError, match="a record is replaced"):
        others.compose(RandomizedResponseDpEvent(0.5, 2))
    for wrong, said in ((UnsupportedDpEvent(), "UnsupportedDpEvent is not known"), (PoissonSampledDpEvent(0.1, ZCDpEvent(1.0)), "not covered"),
                        (object(), "object is not known"), (ZCDpEvent(1.0, 0.5), "xi above 0"), (SelfComposedDpEvent(GaussianDpEvent(1.0), 0), "give an integer from 1")):
        with pytest.raises(InputError, match=said):
            Accountant().compose(wrong)


def test_what_was_told_is_an_event_of_dp_accounting() -> None:
    library = ModuleType("events")
    vars(library).update({one.__name__: one for one in (GaussianDpEvent, PoissonSampledDpEvent, SelfComposedDpEvent, ComposedDpEvent, ZCDpEvent, LaplaceDpEvent,
                                                        SampledWithoutReplacementDpEvent)})
    accountant = told(*PHASES, {"noise_multiplier": 3, "steps": 2})
    accountant.zcdp(rho="1/8", steps=3)
    accountant.laplace(scale_multiplier=5)
    event = accountant.dp_event(library)
    inner = [PoissonSampledDpEvent(math.nextafter(0.01, 1) if fmpq(1, 100) > rational(Fraction(0.01), "") else 0.01, GaussianDpEvent(1.0)), GaussianDpEvent(3.0)]
    assert [event.events[k].event for k in (0, 2)] == inner
    assert [one.count for one in event.events] == [1000, 500, 2, 3, 1]
    again = Accountant()
    again.compose(told(*PHASES).dp_event(library))
    assert again.history == told(*PHASES).history
    assert again.epsilon("1e-5").upper >= told(*PHASES).epsilon("1e-5").upper * (1 - Fraction(1, 10**6)), "rates are rounded up"
    spent, group, pure = Accountant(), told({"noise_multiplier": 1, "sample_rate": "1/9", "group": 2}), Accountant()
    spent.approximate(epsilon=1, delta="1e-9")
    pure.pure(epsilon=1)
    for other, said in ((spent, "a delta"), (group, "groups of records"), (pure, "a pure"), (told(PHASES[0], adjacency="replace"), "records that are replaced")):
        with pytest.raises(InputError, match=f"event: of dp-accounting has no word for {said}"):
            other.dp_event(library)
    drawn = told({"noise_multiplier": 1, "examples": 10, "batch": 2, "sampling": "fixed-size", "steps": 3})
    event = drawn.dp_event(library)
    assert event.events[0] == SelfComposedDpEvent(SampledWithoutReplacementDpEvent(5, 1, GaussianDpEvent(1.0)), 3)
    again = Accountant()
    again.compose(event)
    assert again.told == drawn.told


def test_an_engine_and_its_accountant_are_read_by_the_names_of_their_fields() -> None:
    """Those of Opacus: an engine has an accountant, and that a history; ours may be in its place."""
    theirs = SimpleNamespace(history=[(1.0, 0.01, 1000), (2.0, 0.02, 500)])
    for source in (theirs, SimpleNamespace(accountant=theirs), SimpleNamespace(accountant=told(*PHASES))):
        accountant = Accountant(sampling="fixed-size")
        accountant.compose(source)
        assert accountant.history == theirs.history
    with pytest.raises(InputError, match="has the adjacency replace"):
        Accountant().compose(SimpleNamespace(accountant=told(PHASES[0], adjacency="replace")))
    with pytest.raises(InputError, match="history: has a phase that is no triple"):
        Accountant().compose(SimpleNamespace(history=[(1, 2)]))


def test_a_history_is_refused_where_it_would_say_something_else() -> None:
    drawn, replaced = Accountant(sampling="fixed-size"), told(PHASES[0], adjacency="replace")
    drawn.step(noise_multiplier=1, examples=100, batch=10)
    for accountant, said in ((drawn, "no place for batches of a fixed size"), (replaced, "the adjacency is replace")):
        with pytest.raises(InputError, match=said):
            _ = accountant.history


def test_two_accountants_compose() -> None:
    first, second = told(PHASES[0]), told(PHASES[1])
    first.compose(second)
    assert first.state_dict() == told(*PHASES).state_dict()
    with pytest.raises(InputError, match="has the adjacency replace"):
        first.compose(Accountant("replace"))


@pytest.mark.parametrize(("call", "field"), [
    (lambda a: a.step(noise_multiplier=0), "noise_multiplier"),
    (lambda a: a.step(noise_multiplier=1, sample_rate=2), "sample_rate"),
    (lambda a: a.step(noise_multiplier=1, sample_rate=float("nan")), "sample_rate"),
    (lambda a: a.step(noise_multiplier=1, sample_rate=0.1, steps=0), "steps"),
    (lambda a: a.step(noise_multiplier=1, sample_rate=0.1, group=0), "group"),
    (lambda a: a.step(noise_multiplier=1, sample_rate=0.1, sampling="fixed-size", group=2), "group"),
    (lambda a: a.step(noise_multiplier=1, examples=3, batch=2, sampling="fixed-size", group=4), "group"),
    (lambda a: a.step(noise_multiplier=1, batch=10), "examples"),
    (lambda a: a.gaussian(), "std"),
    (lambda a: a.gaussian(std=1, mu=1), "std"),
    (lambda a: a.pure(epsilon=-1), "epsilon"),
    (lambda a: a.approximate(epsilon=1, delta=1), "delta"),
    (lambda a: a.epsilon(0), "delta"),
    (lambda a: a.delta(-1), "epsilon"),
    (lambda a: a.load_state_dict({}), "state"),
    (lambda a: a.load_state_dict({"history": 3}), "history"),
    (lambda a: a.load_state_dict({"history": [(1, 2)]}), "history"),
    (lambda a: a.load_state_dict({"told": [{"kind": "other"}]}), "kind"),
    (lambda _: Accountant("other"), "adjacency"),
])  # fmt: skip
def test_what_cannot_be_used_is_named_and_nothing_is_told(call: Any, field: str) -> None:
    accountant = told(PHASES[0])
    before = accountant.state_dict()
    with pytest.raises(InputError) as caught:
        call(accountant)
    assert caught.value.field == field
    assert accountant.state_dict() == before


@pytest.mark.parametrize("odd", [None, True, b"1", object(), [], {}, "x", float("inf"), 10**400, "1e-500", 1j])
def test_odd_objects_are_refused_by_name(odd: object) -> None:
    calls: tuple[Any, ...] = (lambda a: a.step(noise_multiplier=odd, sample_rate="0.1"), lambda a: a.step(noise_multiplier=1, sample_rate=odd, steps=odd),
                 lambda a: a.pure(epsilon=odd), lambda a: a.compose(odd), lambda a: a.load_state_dict(odd), lambda a: a.epsilon(odd))
    for call in calls:
        accountant = Accountant()
        accountant.gaussian(std=1)
        try:
            call(accountant)
            accountant.epsilon("1e-5")
        except PabisymError:
            pass


def test_threads_tell_one_accountant() -> None:
    accountant = Accountant()
    def tell() -> None:
        for _ in range(50):
            accountant.step(noise_multiplier=1, sample_rate="1/100")

    work = [threading.Thread(target=tell) for _ in range(8)]
    for one in work:
        one.start()
    for one in work:
        one.join()
    assert accountant.history == [(1.0, 0.01, 400)]


def test_the_statement_says_what_was_done_and_under_which_promises() -> None:
    accountant = told(*PHASES)
    accountant.approximate(epsilon=0.1, delta=1e-7)
    found = accountant.report(1e-5)
    text = str(found)
    assert found.epsilon == accountant.epsilon(1e-5).upper <= Fraction(text.partition("ε ≤ ")[2].partition(" ")[0])
    for said in ("at δ = 1e-05", "One record, which is added or removed", "1000 · Gaussian noise, multiplier 1; poisson batches, rate 1/100 · (1-q) N(0",
                 "1 · any ", "of δ, by approximate mechanisms", "promised: every gradient is clipped"):
        assert said in text
    assert "| 500 |" in accountant.table()
    forms = {form: write_statement(found, form) for form in ("markdown", "html", "json")}
    assert "| 1000 | Gaussian noise, multiplier 1; poisson batches, rate 1/100 |" in forms["markdown"]
    assert forms["html"].count("<td") > 6
    assert json.loads(forms["json"]) == found.to_json()
    with pytest.raises(InputError, match="form: 'odt' is not known"):
        write_statement(found, "odt")


def test_the_exponential_mechanism_is_the_worst_interval_of_ratios() -> None:
    """Two uses at eps = 1: the sum over both losses, whose density is e^((eps+l)/2)/(2 (e^eps - 1)), in closed form piece by piece."""
    once, twice = Accountant(), Accountant()
    once.exponential(epsilon=1)
    assert near(once.delta(0).upper, (arb(1) / 4).tanh()), "E_1 of one use"
    assert once.delta(1).upper == 0
    twice.exponential(epsilon=1, steps=2)
    found, grow = twice.delta("1/2"), arb(1).exp() - 1
    low, high = arb("0.5"), arb(2)  # delta = integral over s in [1/2, 2] of (2 - s) e^(1 + s/2) (1 - e^(1/2 - s)) / (4 grow^2)
    first = (2 - low) * (low / 2).exp() * 2
    inner = -first + 4 * ((high / 2).exp() - (low / 2).exp())
    outer = arb("0.5").exp() * ((2 - low) * 2 * (-low / 2).exp() - 4 * ((-low / 2).exp() - (-high / 2).exp()))
    exact = arb(1).exp() * (inner - outer) / (4 * grow**2)
    assert not exact > arb(rational(found.upper, "upper"))
    assert arb(rational(found.upper, "upper")) < exact * arb("1.01")
    pure = Accountant()
    pure.pure(epsilon="1/10", steps=100)
    many = Accountant()
    many.exponential(epsilon="1/10", steps=100)
    assert many.epsilon("1e-5").upper < pure.epsilon("1e-5").upper * Fraction(6, 10)


def near(upper: Fraction, exact: arb) -> bool:
    return bool(not exact > arb(rational(upper, "upper")) and arb(rational(upper, "upper")) < exact * arb("1.000001"))


def test_a_matrix_has_the_sensitivity_of_its_worst_pattern() -> None:
    draw = random.Random(3)
    for _ in range(20):
        rows = [[draw.randint(-2, 3) if 0 <= i - j < 2 else 0 for j in range(6)] for i in range(6)]
        matrix = fmpq_mat(rows)
        gram = matrix.transpose() * matrix
        for apart, most in ((2, 2), (2, 3), (3, 2), (4, 1)):
            patterns = [steps for count in range(1, most + 1) for steps in itertools.combinations(range(6), count)
                        if all(b - a >= apart for a, b in itertools.pairwise(steps))]
            worst = max(sum((abs(gram[i, j]) for i in steps for j in steps), fmpq(0)) for steps in patterns)
            assert sensitivity(matrix, separation=apart, most=most)[0] == worst
    tree = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1], [1, 1, 1, 1]]
    by_matrix, by_height = Accountant("zero-out"), Accountant("zero-out")
    by_matrix.matrix(strategy=tree, noise_multiplier=2)
    by_height.tree(height=3, noise_multiplier=2)
    assert by_height.epsilon("1e-5").upper <= by_matrix.epsilon("1e-5").upper <= by_height.epsilon("1e-5").upper * (1 + Fraction(1, 10**9))
    dense, bound = fmpq_mat([[1, 0, 0], [1, 1, 0], [1, 1, 1]]), fmpq(8)
    assert sensitivity(dense, separation=2, most=2)[0] == bound >= sensitivity(dense, period=2)[0] == 6
    assert sensitivity(fmpq_mat([[1, 0], [-1, 1]]), period=1)[0] == 5, "gradients of opposite signs"
    with pytest.raises(InputError, match="period: is given beside"):
        by_matrix.matrix(strategy=tree, noise_multiplier=2, period=1, separation=2)


def test_a_replaced_record_moves_a_tree_twice_as_far() -> None:
    tree, twice = Accountant("replace"), Accountant("replace")
    tree.tree(height=3, noise_multiplier=2)
    twice.gaussian(std=2, sensitivity=2, steps=3)
    assert tree.epsilon("1e-5").upper == twice.epsilon("1e-5").upper


def test_layers_that_are_clipped_by_themselves_share_their_noise() -> None:
    """With noise z C_l in each of L layers, z_l = z, the multiplier of all is z/sqrt(L)."""
    layers, whole = told({"layers": [[1, 4], ["1/2", 2], [3, 12], [1, 4]], "sample_rate": "1/100", "steps": 100}), Accountant()
    whole.step(noise_multiplier=2, sample_rate="1/100", steps=100)
    assert layers.epsilon("1e-5") == whole.epsilon("1e-5")
    for odd in ([], [1], [[1, 2, 3]], [[1, 0]]):
        with pytest.raises(InputError, match="layers"):
            Accountant().step(layers=odd)  # type: ignore[arg-type]


def test_the_largest_rate_of_a_weighted_sampler_is_accounted() -> None:
    weighted, worst = told({"noise_multiplier": 1, "sample_rate": ["1/800", "1/8", "1/100"], "steps": 8}), Accountant()
    worst.step(noise_multiplier=1, sample_rate="1/8", steps=8)
    assert weighted.epsilon("1e-5") == worst.epsilon("1e-5")
    assert 3.16 < float(worst.epsilon("1e-5").upper) < 3.17468


@pytest.mark.parametrize(("description", "field"), [
    ({"kind": "gaussian", "stdev": 2}, "stdev"), ({"kind": "gausian", "std": 2}, "kind"), ({"std": 2}, "kind"), ({"kind": "tree", "height": 3}, "noise_multiplier"),
    ("gaussian", "kind"), ({"kind": "dp-sgd", "noise_multiplier": 1, "sample_rate": 2}, "sample_rate"),
])  # fmt: skip
def test_a_description_that_cannot_be_used_is_named(description: Any, field: str) -> None:
    with pytest.raises(InputError) as caught:
        Accountant().tell(description)
    assert caught.value.field == field


@dataclass
class Optimiser:
    noise_multiplier: float
    accumulated_iterations: int


def test_a_privacy_engine_finds_the_names_that_it_calls() -> None:
    accountant = OpacusAccountant()
    after_step = accountant.get_optimizer_hook_fn(0.01)
    for _ in range(20):
        after_step(Optimiser(1.0, 2))
    assert (len(accountant), accountant.mechanism(), accountant.history) == (20, "pabisym", [(1.0, 0.02, 20)])
    assert Fraction(accountant.get_epsilon(1e-5)) >= accountant.epsilon(1e-5).upper
    assert accountant.get_epsilon(delta=1e-5, alphas=[2, 3]) == accountant.get_epsilon(1e-5)


def test_nothing_done_reveals_nothing() -> None:
    assert Accountant().epsilon("1e-5").upper == 0
    assert Accountant().delta(1).upper == 0
