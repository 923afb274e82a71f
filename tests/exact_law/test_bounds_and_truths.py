"""No bound of the library falls below the exact divergence of a process inside its hypotheses."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from functools import lru_cache

import pytest
from support.chain_route import meet
from support.truth_processes import KINDS, processes
from support.truth_world import CLAIMS, Claim, World, claimed, exact_law, law, point

from pabisym.divergence.evaluate import exact_value
from pabisym.lang.grammar import parse
from pabisym.library.library import builtin
from pabisym.library.statement import Assumption, Reference, Statement, Structure, Symbol
from pabisym.numerics.enclosure import Enclosure

REACHED = {
    "feldman2018/theorem-1", "feldman2018/theorem-22", "feldman2018/theorem-23", "feldman2018/theorem-24", "feldman2018/theorem-26",
    "feldman2018/theorem-35", "feldman2018/lemma-14", "feldman2018/lemma-20", "feldman2018/lemma-25", "feldman2018/lemma-27",
    "pabisym/contractive-iteration", "pabisym/taut-string", "pabisym/one-block", "pabisym/pay-at-once", "pabisym/periodic-gap",
    "pabisym/single-gap", "pabisym/start-shift", "pabisym/two-events", "asoodeh2020/corollary-1", "asoodeh2020/eq-17", "asoodeh2020/eq-20",
    "asoodeh2020/eq-31", "asoodeh2020/theorem-1", "asoodeh2020/theorem-4", "asoodeh2020/theorem-5", "asoodeh2020isit/eq-24",
    "asoodeh2020isit/theorem-4", "asoodeh2020isit/theorem-5",
}  # fmt: skip
"""Statements that must be compared with some process, so that coverage is not lost unseen."""


@lru_cache(maxsize=1)
def about_divergences() -> dict[str, Statement]:
    """The statements that bound a divergence, by id."""
    statements = {name: file.statement for name, file in builtin().files.items()}
    return {name: one for name, one in statements.items() if one.conclusion.partition("(")[0] in CLAIMS}


@pytest.fixture(scope="module")
def claims() -> dict[str, list[tuple[str, Claim]]]:
    """Every claim of every statement about every process to which it applies."""
    found: dict[str, list[tuple[str, Claim]]] = {}
    for kind in KINDS:
        for process in processes(kind, 1, seed=1):
            for letters in process.readings:
                for name, statement in about_divergences().items():
                    claim = claimed(statement, letters)
                    if claim is not None:
                        found.setdefault(name, []).append((kind, claim))
    return found


def test_no_bound_falls_below_an_exact_divergence(claims: dict[str, list[tuple[str, Claim]]]) -> None:
    broken = [(name, kind, claim) for name, listed in claims.items() for kind, claim in listed if claim.broken]
    assert broken == []


def test_what_is_reached_stays_reached(claims: dict[str, list[tuple[str, Claim]]]) -> None:
    assert set(claims) >= REACHED & set(about_divergences())
    assert len(REACHED & set(about_divergences())) >= 15


def test_optimal_bounds_are_attained_by_some_process(claims: dict[str, list[tuple[str, Claim]]]) -> None:
    for name in ("feldman2018/theorem-1", "feldman2018/theorem-22", "feldman2018/theorem-23", "pabisym/start-shift",
                 "asoodeh2020/eq-31", "asoodeh2020/theorem-1"):
        assert any(claim.attained for _, claim in claims[name]), name


# The comparison itself can fail.

WALK = Statement(
    id="small/walk", title="A random walk", kind="theorem", text="", reference=Reference("none", "none"),
    symbols=(Symbol("T", "integer, T >= 1", "steps"), Symbol("alpha", "real, alpha > 1", "order"), Symbol("d", "real, d >= 0", "distance"),
             Symbol("sigma", "real, sigma > 0", "noise")),
    structures=(Structure("X", "law sequence", ""), Structure("Y", "law sequence", ""), Structure("psi", "map sequence", ""),
                Structure("zeta", "noise sequence", "")),
    assumptions=(Assumption("start", "winf(X(0), Y(0), d)"),
                 Assumption("first run", "forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))"),
                 Assumption("second run", "forall(k, 1, T, equal(Y(k), convolve(push(psi(k), Y(k - 1)), zeta(k))))"),
                 Assumption("contractive", "forall(k, 1, T, lipschitz(psi(k), 1))"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), sigma**2))")),
    conclusion="renyi(alpha, 0, X(T), Y(T), {})",
)  # fmt: skip


def changed(**changes: object) -> Statement:
    return dataclasses.replace(WALK, **changes)  # type: ignore[arg-type]


def test_a_bound_that_is_too_small_is_caught() -> None:
    right, wrong = (changed(id=f"small/{n}", conclusion=WALK.conclusion.format(b))
                    for n, b in (("right", "alpha*d**2/(2*T*sigma**2)"), ("wrong", "999/1000*alpha*d**2/(2*T*sigma**2)")))
    for process in processes("random walk", 5, seed=3):
        for letters in process.readings:
            for statement, broken in ((right, False), (wrong, True)):
                claim = claimed(statement, letters)
                assert claim is None or claim.broken is broken
    first = next(processes("random walk", 1, seed=3))
    assert claimed(wrong, first.readings[0]) is not None


def test_a_statement_without_its_process_does_not_apply() -> None:
    process = next(processes("random walk", 1, seed=3))
    bound = WALK.conclusion.format("alpha*d**2/(2*T*sigma**2)")
    closer = changed(id="small/closer", conclusion=bound, assumptions=(*WALK.assumptions, Assumption("close", "winf(X(0), Y(0), d/2)")))
    strange = changed(id="small/strange", conclusion=bound, assumptions=(*WALK.assumptions, Assumption("strange", "odd(X(0))")))
    missing = changed(id="small/missing", conclusion=bound, symbols=(*WALK.symbols, Symbol("zz", "real", "unheard of")))
    for statement in (closer, strange, missing):
        assert claimed(statement, process.readings[0]) is None


def test_claims_compare_in_both_directions_and_with_infinity() -> None:
    def value(low: str, high: str) -> Enclosure:
        return Enclosure(low, high, None, 1, 1)

    assert Claim(value("2", "3"), value("0", "1")).broken
    assert not Claim(value("2", "3"), value("0", "2.5")).broken
    assert Claim(value("inf", "inf"), value("1", "2")).broken
    assert not Claim(value("1", "2"), value("inf", "inf")).broken
    assert Claim(value("0", "1"), value("2", "3"), below=False).broken
    assert not Claim(value("0", "1e-99999999"), value("1e-99999999", "1"), below=False).broken


# The processes themselves.


@pytest.mark.parametrize("kind", KINDS)
def test_processes_are_reproducible_and_have_a_truth(kind: str) -> None:
    once, again = ([process.numbers for process in processes(kind, 4, seed=7)] for _ in range(2))
    assert once == again
    for process in processes(kind, 2, seed=7):
        assert all(isinstance(x, Fraction) for x in process.numbers.values())
        assert process.formula or (process.first is not None and process.second is not None)


@pytest.mark.parametrize("kind", ["squared loss", "diffusion", "laws"])
def test_closed_forms_of_the_papers_are_the_exact_divergence(kind: str) -> None:
    for process in processes(kind, 8, seed=2):
        assert process.first is not None
        assert process.second is not None
        found = process.first.renyi(process.second, process["alpha"])
        assert found.rational == exact_value(parse(process.formula), process.numbers)


def test_the_text_of_a_statement_gives_the_laws_of_the_process() -> None:
    """Theorem 23 of Feldman et al. read on a projected pass: its runs are the clipped chains that the process names."""
    for process in processes("clipped pass", 4, seed=5):
        world = World(builtin().statement("feldman2018/theorem-23"), process.readings[0])
        first, second = (exact_law(world.thing(parse(f"push(projection(K), {name}({process['n']}))", "law", None), {})) for name in "VW")
        assert process.first is not None
        assert process.second is not None
        for p, q in ((first, process.second), (process.first, second), (first, second)):
            assert meet(p.renyi(q, 2, 8), process.first.renyi(process.second, 2, 8))


def test_points_are_laws_without_noise() -> None:
    assert law(dict(point(1, 2))) == point(1, 2)
