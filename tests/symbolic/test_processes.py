"""Processes as objects: their sequences in sympy, allocations judged and priced, bounds with what every step pays."""

import pickle
from fractions import Fraction
from functools import cache

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

import pabisym as pb
from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.spec.read import read_spec

n, t, u, m = sp.symbols("n t u m", integer=True, positive=True)
c, g, h, v, w, L, eta, sigma = sp.symbols("c g h v w L eta sigma", positive=True)
alpha = sp.Symbol("alpha", real=True)
k = pb.k


@cache
def contracted() -> pb.Process:
    return pb.Process(steps=n, contraction=c, gap={t: 2 * eta * L}, noise=pb.Gaussian(std=eta * sigma), where=[t <= n, c < 1])


@cache
def plain() -> pb.Process:
    return pb.Process(steps=n, gap={t: 2 * L}, noise=pb.Gaussian(std=sigma), where=[t <= n])


@cache
def derived() -> pb.SymbolicDerivation:
    return contracted().derive(pb.Renyi(alpha))


OPTIMAL = sp.Piecewise((2 * L / (n + 1 - t), k >= t), (0, True))


# The sequences.


def test_sequences_are_expressions_in_the_step() -> None:
    run = contracted()
    assert run.s(k) == sp.Piecewise((2 * eta * L, sp.Eq(k, t)), (0, True))
    assert (run.c(k), run.v(k), run.v(7)) == (c, eta**2 * sigma**2, eta**2 * sigma**2)
    assert run.s(t) == 2 * eta * L
    assert run.s(3).subs(t, 3) == 2 * eta * L


def test_what_recurs_and_phases_are_told_by_the_step() -> None:
    both = pb.Process(steps=n, gap=pb.Every(m, size=g) + pb.Window(2, 3, h), noise=pb.Gaussian(variance=pb.Every(2, size=v, other=w)), where=[n > 3])
    at = {m: 3}
    assert [both.s(i).subs(at) for i in range(1, 6)] == [g, h, h, g, 0]
    assert [both.v(i) for i in range(1, 5)] == [v, w, v, w]
    learn = pb.Phase(m, gap=g, noise=pb.Gaussian(variance=v)) >> pb.Phase(n, contraction=c, noise=pb.Gaussian(variance=w))
    assert [learn.s(i).subs({m: 2}) for i in (1, 2, 3)] == [g, g, 0]
    assert [(learn.c(i).subs({m: 2}), learn.v(i).subs({m: 2})) for i in (2, 3)] == [(1, v), (c, w)]


def test_a_repeated_phase_has_so_many_times_its_steps() -> None:
    step = pb.Phase(1, gap=g, noise=pb.Gaussian(variance=v))
    learn = step**m >> pb.Phase(n, noise=pb.Gaussian(variance=v))
    assert to_text(learn.spec().process.steps) == "m + n"
    assert learn == pb.Phase(m, gap=g, noise=pb.Gaussian(variance=v)) >> pb.Phase(n, noise=pb.Gaussian(variance=v))
    with pytest.raises(InputError, match="sizes depend on the step k"):
        pb.Phase(m, gap=g * k, noise=pb.Gaussian(variance=v)) ** 2


def test_gaps_add_up_in_any_form() -> None:
    forms = (pb.Window(1, 1, g) + {2: h}, {2: h} + pb.Window(1, 1, g), pb.Every(1, size=g, stop=1) + {2: h})
    for gap in forms:
        run = pb.Process(steps=3, gap=gap, noise=pb.Gaussian(variance=v))
        assert [run.s(i) for i in (1, 2, 3)] == [g, h, 0]
    assert pb.Process(steps=3, gap=[g, 0, h], noise=pb.Gaussian(variance=v)).s(3) == h
    assert pb.Process(steps=n, gap=g / k, noise=pb.Gaussian(variance=v)).s(5) == g / 5


# Allocations.


def test_what_is_left_of_an_allocation_is_solved() -> None:
    left = plain().z(k, a=OPTIMAL)
    for i in range(1, 6):
        assert sp.simplify(left.subs({n: 5, t: 2, L: 1, k: i}) - (Fraction(2 * (5 - i), 4) if i >= 2 else 0)) == 0
    assert plain().z(1, a=OPTIMAL).subs({t: 1}).equals(2 * L - 2 * L / n)


def test_constraints_are_relations_that_are_not_evaluated() -> None:
    paid, left, end = plain().constraints(OPTIMAL)
    assert (type(paid), type(left), type(end)) == (sp.Ge, sp.Ge, sp.Eq)
    assert paid.lhs == OPTIMAL
    assert left.lhs == plain().z(k, a=OPTIMAL)


def test_an_allocation_is_proved_or_refuted() -> None:
    good, bad = plain().feasible(OPTIMAL), plain().feasible(2 * L / n)
    assert good
    assert len(good.proof) == 4
    assert all(one.verdict.accepted for one in good.proof)
    assert (bad.status, bad.at["n"], bad.at["t"]) == ("refuted", 2, 2)
    assert "step 1" in bad.reason


def test_an_allocation_costs_the_sum_over_its_steps() -> None:
    cost = plain().cost(OPTIMAL, pb.Renyi(alpha))
    assert cost.equals(2 * alpha * L**2 / (sigma**2 * (n + 1 - t)))
    assert plain().cost(OPTIMAL, pb.ZCDP()).equals(2 * L**2 / (sigma**2 * (n + 1 - t)))
    assert plain().cost(OPTIMAL, pb.GDP()).at(n=4, t=1, L=1, sigma=1).exact == 1
    growing = pb.Process(steps=n, gap={1: g}, noise=pb.Gaussian(variance=v)).cost(2 * g * k / (n * (n + 1)), pb.ZCDP())
    assert growing.at(n=3, g=6, v=1).exact == 7


def test_a_claim_is_decided() -> None:
    claim = plain().claim(pb.Renyi(alpha) <= 2 * alpha * L**2 / sigma**2)
    proved = pb.refute(claim)
    assert (proved.status, bool(proved)) == ("proved", True)
    wrong = plain().claim(pb.ZCDP() <= L**2 / sigma**2)
    verdict = wrong.decide()
    assert verdict.status == "refuted"
    assert verdict.at["n"] == verdict.at["t"]


# Derivations.


def test_a_bound_has_the_callers_symbols_and_what_every_step_pays() -> None:
    found = derived()
    q = c ** (2 * n - 2 * t)
    assert found.bound.equals(2 * alpha * L**2 * q * (1 - c**2) / (sigma**2 * (1 - c**2 * q)))
    assert found.bound.sympy.free_symbols == {alpha, c, n, t, L, sigma}
    assert (found.tightness, found.conditions) == ("exact", ())
    point = {n: 4, t: 2, c: sp.Rational(1, 2), L: 1, eta: 1}
    solved = pb.allocate(gap=[0, 2, 0, 0], noise_variance=1, contraction="1/2")
    assert [found.a(i).subs(point) for i in range(1, 5)] == list(map(sp.Rational, solved.allocation))
    assert [found.z(i).subs(point) for i in range(1, 5)] == list(map(sp.Rational, solved.shift))
    assert len(found.a(k).args) == 2
    assert found.a(k).subs(k, 3) == found.a(3)


def test_a_bound_has_its_numbers_in_lowest_terms() -> None:
    found = pb.Process(steps=n, contraction=1 - 1 / (k + 1), gap=g, noise=pb.Gaussian(variance=v)).derive(pb.Renyi(alpha))
    assert str(found.bound) == "3*alpha*n*g**2*(n + 3)**2/(4*v*(2*n**2 + 9*n + 13))"


def test_the_pair_that_attains_a_bound_is_shown() -> None:
    pair = derived().worst_case
    assert pair["slope"].subs({t: 2}).subs(k, 2) == 0
    assert pair["slope"].subs({t: 2}).subs(k, 3) == c
    assert pair["gap"].subs(k, t) == 2 * eta * L


@pytest.mark.campaign  # by day the page on symbolic objects runs it
def test_derived_payments_are_feasible() -> None:
    assert contracted().feasible(derived().a(k))


def test_a_derivation_is_taken_by_the_functions_of_the_package() -> None:
    found = plain().derive(pb.Renyi(alpha))
    assert pb.check(found).accepted
    assert pb.convert(found, at={"n": 4, "t": 1, "L": 1, "sigma": 1, "alpha": 2}, epsilon=1, digits=5) == pb.convert(gdp=1, epsilon=1, digits=5)
    assert found.certificate == found.proof_document()
    assert found.explain().parts[0].title == "The process"
    assert (found.limit(n=sp.oo).value.term, found.limit(n=sp.oo).status) == (parse("0"), "proved")
    assert found.proof.steps > 3
    assert "\\begin{theorem}" in found.latex()
    assert "SymbolicDerivation(" in repr(found)


def test_notions_are_of_one_price() -> None:
    run = pb.Process(steps=n, gap={1: g}, noise=pb.Gaussian(variance=v))
    rho, mu = run.derive(pb.ZCDP()).bound, run.derive(pb.GDP()).bound
    assert rho.equals(g**2 / (2 * n * v))
    assert mu.at(n=4, g=3, v=1).exact == Fraction(3, 2)
    assert rho.at(n=4, g=3, v=1).exact == Fraction(9, 8)
    far = run.derive(pb.GDP()).limit(n=sp.oo)
    assert (str(far.value), far.leading.at(n=4, g=3, v=1).exact, far.status) == ("0", Fraction(3, 2), "proved")
    delta = run.derive(pb.ApproxDP(delta="d")).bound
    assert set(delta.letters) == {"n", "g", "v", "epsilon"}
    assert run.derive(pb.HockeyStick(gamma=2)).bound.letters.keys() == {"n", "g", "v"}


def test_a_release_is_paid_part_by_part() -> None:
    run = pb.Process(steps=n, gap={1: g}, noise=pb.Gaussian(variance=v), release=[t, n], where=[t < n])
    found = run.derive(pb.GDP())
    assert [found.a(i).subs({t: 2}) for i in (1, 2, 3)] == [g / 2, g / 2, 0]
    assert [found.z(i).subs({t: 2}) for i in (1, 2, 3)] == [g / 2, 0, 0]
    every = pb.Process(steps=n, gap={t: g}, noise=pb.Gaussian(variance=v), release="all", where=[t <= n]).derive(pb.GDP())
    assert [every.a(i).subs({t: 2}) for i in (1, 2, 3)] == [0, g, 0]
    assert every.z(k) == 0


def test_letters_that_proofs_use_are_the_callers() -> None:
    X, i = sp.Symbol("X", positive=True), sp.Symbol("i", integer=True, positive=True)
    found = pb.Process(steps=i, gap={1: X}, noise=pb.Gaussian(variance=v)).derive(pb.GDP())
    assert (found.a(k), found.z(k).equals(X * (i - k) / i)) == (X / i, True)


@pytest.mark.campaign
def test_before_a_restart_is_left_what_the_diameter_allows() -> None:
    run = pb.Process(steps=n, gap={t: g}, noise=pb.Gaussian(variance=v), diameter=h, where=[t <= n])
    found, point = run.derive(pb.GDP()), {n: 5, t: 2, g: 3, h: 1, v: 1}
    solved = pb.allocate(gap=[0, 3, 0, 0, 0], noise_variance=1, diameter=1)
    assert solved.restart == 2
    assert [found.a(j).subs(point) for j in range(1, 6)] == list(map(sp.Rational, solved.allocation))
    assert [found.z(j).subs(point) for j in range(1, 6)] == list(map(sp.Rational, solved.shift))


def test_against_laplace_noise_equal_payments_are_shown() -> None:
    b = sp.Symbol("b", positive=True)
    run = pb.Process(steps=n, gap={1: g}, noise=pb.Laplace(scale=b))
    found = run.derive(pb.Renyi(2))
    assert found.bound.letters.keys() == {"n", "g", "b"}
    assert (found.a(k), found.z(k).equals(g * (n - k) / n)) == (g / n, True)
    assert len(found.blocks) == 1


@pytest.mark.campaign
def test_where_a_factor_may_be_one_nothing_is_divided_by_its_distance_to_one() -> None:
    found = pb.Process(steps=n, contraction=c, gap=g, noise=pb.Gaussian(variance=v)).derive(pb.GDP())
    for place, own in ((found.a, g), (found.z, 0)):
        assert len(place(k).args) == 2
        assert place(2).subs({n: 3, c: 1}) == own
    solved = pb.allocate(gap=[1, 1, 1], noise_variance=1, contraction="1/2")
    assert [found.a(i).subs({n: 3, c: sp.Rational(1, 2), g: 1}) for i in (1, 2, 3)] == list(map(sp.Rational, solved.allocation))


@pytest.mark.campaign
def test_a_gap_in_every_epoch_under_a_contraction_is_paid_as_the_solver_pays_it() -> None:
    E = sp.Symbol("E", integer=True, positive=True)
    found = pb.Process(steps=E * n, contraction=c, gap=pb.Every(n, size=g, start=t), noise=pb.Gaussian(variance=v), where=[t <= n, c < 1]).derive(pb.GDP())
    for epochs, period, place, factor in ((3, 2, 1, "1/2"), (2, 3, 3, "1/4"), (4, 2, 2, "9/10")):
        point = {E: epochs, n: period, t: place, c: sp.Rational(factor), g: 1, v: 1}
        gaps = [int(i % period == place - 1) for i in range(epochs * period)]
        solved = pb.allocate(gap=gaps, noise_variance=1, contraction=factor)
        for shown, own in ((found.a, solved.allocation), (found.z, solved.shift)):
            assert [shown(i).subs(point) for i in range(1, len(gaps) + 1)] == list(map(sp.Rational, own))


def test_letters_of_texts_have_domains_in_a_table() -> None:
    run = pb.Process(steps="n", gap={"t": "2*L"}, noise=pb.Gaussian(std="sigma"), where=["t <= n"],
                     letters={"n": "integer, n >= 1", "t": "integer, t >= 1", "L": "real, L > 0", "sigma": "real, sigma > 0"})
    assert run.derive(pb.Renyi("alpha")).bound.equals("2*alpha*L**2/(sigma**2*(n + 1 - t))")
    assert run == plain()
    assert run.derive(pb.Renyi(alpha)).bound.sympy.has(alpha)


# Algorithms.


def test_a_method_is_its_process_by_statements() -> None:
    method = pb.PNSGD(lipschitz=L, step_size=eta, noise_std=sigma, dataset=n, index=t, where=[t <= n])
    assert method.process.s(k) == sp.Piecewise((2 * eta * L, sp.Eq(k, t)), (0, True))
    assert any(ground.startswith("feldman2018/proposition-17: ") for ground in method.grounds)
    assert method.derive(pb.Renyi(alpha)).bound.equals(2 * alpha * L**2 / (sigma**2 * (n + 1 - t)))
    assert repr(method) == "PNSGD(lipschitz=L, step_size=eta, noise_std=sigma, dataset=n, index=t)"
    epochs = pb.PNSGD(lipschitz=L, step_size=eta, noise_std=sigma, dataset=n, epochs=m)
    assert epochs.document()["algorithm"]["kind"] == "multi-epoch-pnsgd"
    descent = pb.NoisyGD(lipschitz=L, step_size=eta, noise_std=sigma, dataset=n, steps=m)
    assert descent.derive(pb.ZCDP()).bound.equals(2 * L**2 * m / (n**2 * sigma**2))


def test_random_batches_are_no_process_with_fixed_gaps() -> None:
    method = pb.NoisySGD(lipschitz=L, step_size=eta, noise_std=sigma, dataset=n, batch=1, steps=m, diameter=g)
    with pytest.raises(InputError, match="gaps come at random steps"):
        method.process  # noqa: B018
    with pytest.raises(InputError, match="gaps come at random steps"):
        method.derive(pb.GDP())


# Other functions take them.


def test_functions_take_objects_for_specs() -> None:
    assert pb.derive(plain(), pb.GDP()).bound == plain().derive(pb.GDP()).bound
    assert pb.feasible(plain(), OPTIMAL).verdict.status == "proved"
    judged = pb.feasible(plain(), 2 * L / n)
    assert (judged.verdict.status, judged.repaired is None) == ("refuted", False)
    least = pb.calibrate(plain(), at={n: 4, "t": 1, L: 1, "sigma": 1}, gdp="1/2")
    assert least == pb.calibrate(gap=[2, 0, 0, 0], noise_variance=1, gdp="1/2")
    swept = pb.sweep({"grid": {"n": [1, 4]}, "fixed": {"t": 1, "L": 1, "sigma": 1}, "derive": {"spec": plain()}})
    assert [Fraction(point.upper) for point in swept] == [2, 1]
    for source, more, problem in ((plain(), (), "goal: is missing"), ("a.toml", (pb.GDP(),), "goal: is given beside")):
        with pytest.raises(InputError, match=problem):
            pb.derive(source, *more)  # type: ignore[arg-type]


# Round trips.


sizes = st.sampled_from([L, 2 * eta * L, sp.Rational(1, 3) * L / n, L * sp.sqrt(eta)])
steps_of_gap = st.sampled_from([t, n, 1, n + 1 - t])
gaps = st.one_of(
    st.dictionaries(steps_of_gap, sizes, min_size=1, max_size=2), sizes, st.builds(lambda period, size: pb.Every(period, size=size), st.sampled_from([m, 2]), sizes),
    st.builds(lambda size: pb.Window(t, n, size), sizes), st.builds(lambda one, other: pb.Every(m, size=one, start=1) + {t: other}, sizes, sizes))
noises = st.one_of(
    st.builds(lambda size: pb.Gaussian(std=size), st.sampled_from([sigma, eta * sigma, sigma / k])), st.builds(lambda size: pb.Gaussian(variance=size), sizes),
    st.builds(lambda size: pb.Gaussian(variance=pb.Every(2, size=size, other=v)), sizes))
processes = st.builds(
    lambda gap, noise, contraction, start: pb.Process(steps=n, gap=gap, noise=noise, contraction=contraction, start_shift=start, where=[t <= n, c < 1]),
    gaps, noises, st.sampled_from([1, c, k / (k + 1), pb.Every(m, size=c)]), st.sampled_from([0, g]))


@given(processes)
@settings(max_examples=by_day(64), deadline=None)
def test_toml_says_the_same_process(run: pb.Process) -> None:
    again = pb.Process.from_toml(run.toml())
    assert again == run
    assert again.spec().process == run.spec().process
    assert read_spec(run.toml(pb.Renyi(alpha))).process == run.spec().process
    assert pickle.loads(pickle.dumps(run)) == run


def test_a_spec_with_phases_a_release_and_an_average_comes_back() -> None:
    learn = pb.Phase(m, gap=g, noise=pb.Gaussian(variance=v)) >> pb.Phase(n, contraction=c, noise=pb.Gaussian(variance=w))
    release = pb.Process(steps=n, gap={t: g}, noise=pb.Gaussian(variance=v), release=[t, n], where=[t < n])
    every = pb.Process(steps=n, gap={t: g}, noise=pb.Gaussian(variance=v), release="all", where=[t < n])
    average = pb.Process(steps=n, gap={1: g}, noise=pb.Gaussian(variance=v), average=m, where=[m < n])
    bounded = pb.Process(steps=n, gap=g, noise=pb.Gaussian(variance=v), diameter=h, title="a domain")
    for run in (learn, release, every, average, bounded):
        assert pb.Process.from_toml(run.toml()) == run


# What is refused.


NOISE = pb.Gaussian(variance=v)


@pytest.mark.parametrize(("make", "problem"), [
    (lambda: pb.Process(steps=n, gap={t: L}, noise=NOISE), r"gap at: .*add where=\[1 <= t <= n\]"),
    (lambda: pb.Process(steps=n, gap={t: L}, noise=NOISE, where=[n == t]), "where: has False in it"),
    (lambda: pb.Process(steps=n, gap=sp.Symbol("k", integer=True), noise=NOISE), "another symbol k than the step"),
    (lambda: pb.Process(steps=n, gap=g * 0.5, noise=NOISE), "holds the float 0.5"),
    (lambda: pb.Process(steps=n, gap={t: "q"}, noise=NOISE, where=[t <= n]), "q has no domain"),
    (lambda: pb.Process(steps=n, gap={1: L}, noise=pb.Gaussian(std=sp.Symbol("sigma"))), r"noise std: sigma >= 0 .*add where=\[sigma >= 0\]"),
    (lambda: pb.Process(steps=n, gap={1: L}, noise=NOISE, where=[sp.Symbol("L", real=True) > 1]), "two symbols have the name L"),
    (lambda: pb.Process(steps=sp.Symbol("x", positive=True), gap={1: L}, noise=NOISE), "steps: x is not evidently an integer"),
    (lambda: pb.Process(steps=k, gap={1: L}, noise=NOISE), "steps: depends on the step k"),
    (lambda: pb.Process(steps=n, noise=NOISE), "gap: is missing"),
    (lambda: pb.Process(gap={1: L}, noise=NOISE), "steps: is missing"),
    (lambda: pb.Process(steps=n, gap={1: L}), "noise: is missing"),
    (lambda: pb.Process(steps=n, gap={1: L}, noise=sigma), "noise: is Symbol"),
    (lambda: pb.Process(steps=n, gap={1: L}, noise=NOISE, where=[n > 3, n < 2]), "where n: no value satisfies"),
    (lambda: pb.Process(steps=n, gap=sp.Symbol("g2", even=True), noise=NOISE), "is assumed to be even"),
    (lambda: pb.Gaussian(), "Gaussian: is given 0 sizes; give one, std= or variance="),
    (lambda: pb.ApproxDP(epsilon=1, delta=1), "ApproxDP: needs either epsilon or delta"),
    (lambda: plain().derive(pb.Renyi(1)), "goal order: 1 > 1 is false"),
    (lambda: plain().derive(alpha), "goal: is Symbol"),
    (lambda: plain().claim(alpha), r"claim: is Symbol; write as in claim\(pabisym.Renyi"),
    (lambda: plain().claim(pb.GDP() <= "x"), "claim: x has no domain"),
    (lambda: plain().feasible(sp.Symbol("q")), "a: q has no domain"),
    (lambda: plain().feasible(sp.Symbol("L")), "two symbols have the name L"),
    (lambda: plain().cost(OPTIMAL, pb.HockeyStick(gamma=1)), "costs do not add up"),
    (lambda: plain().s(0), "k: 0 is not a step"),
    (lambda: plain() >> plain(), ">>: goes with phases"),
    (lambda: pb.NoisyGD(lipschitz=L, noise_std=sigma), "dataset: is missing"),
    (lambda: pb.PNSGD(lipschitz=L, noise_std=sigma, step_size=eta, dataset=n, batch=m), None),
    (lambda: pb.Process.from_toml({"algorithm": {}}), "process: is missing"),
    (lambda: setattr(plain(), "steps", 3), "Process: is frozen"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_python(make, problem):
    if problem is None:
        make()
        return
    with pytest.raises(InputError, match=problem) as caught:
        make()
    assert "[symbols]" not in str(caught.value)
    assert "process." not in caught.value.field


def test_payments_without_noise_have_no_finite_cost() -> None:
    run = pb.Process(steps=2, gap=[1, 0], noise=pb.Gaussian(variance=0))
    with pytest.raises(InputError, match="noise: is 0 in a step that pays"):
        run.cost([1, 0], pb.GDP())
    late = pb.Process(steps=2, gap=[1, 0], noise=pb.Gaussian(variance=[0, 4]))
    assert late.cost([0, 1], pb.GDP()).at().exact == Fraction(1, 2)
    with pytest.raises(InputError, match="noise: is 0 in a step that pays"):
        late.cost([1, 0], pb.GDP())
