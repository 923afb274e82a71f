"""The kernel graphs beside theorem files have the bounds of their theorems, and certified truths lie below them."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from support.examples import spread

from pabisym.divergence.evaluate import decide, enclose
from pabisym.exact_law.chains import clipped_chain, randomly_stopped
from pabisym.graphs.analysis import bound, enclosure, load
from pabisym.graphs.json import read_graph, write_graph
from pabisym.lang.grammar import parse
from pabisym.lang.term import Call, substitute
from pabisym.library.files import builtin_folder
from pabisym.library.library import builtin
from pabisym.numerics.enclosure import Enclosure

GRAPHS = sorted(path.relative_to(builtin_folder()).as_posix() for path in builtin_folder().glob("*/graphs/*.json"))
MIXED = ("asoodeh2020/graphs/corollary_1.json", "asoodeh2020/graphs/eq_20.json", "asoodeh2020/graphs/theorem_5.json",
         "asoodeh2020isit/graphs/theorem_5.json")  # fmt: skip


def printed(name: str, **at: object) -> Enclosure:
    return enclose(parse(builtin().statement(name).bound), at, 15)


def test_there_are_some() -> None:
    assert set(MIXED) < set(GRAPHS)
    assert len(GRAPHS) >= 8


@pytest.mark.parametrize("file", GRAPHS)
def test_a_graph_belongs_to_a_statement_and_has_its_bound(file: str) -> None:
    paper, _, item = Path(file).with_suffix("").as_posix().split("/")
    statement, graph = builtin().statement(f"{paper}/{item.replace('_', '-')}"), load(builtin_folder() / file)
    assert read_graph(write_graph(graph)) == graph
    for spot in statement.spots if statement.bound else ():
        at = {name: value for name, value in spot.at.items() if name in graph.letters}
        own = substitute(bound(graph), {"gamma": ((), parse("exp(epsilon)"))})
        page = parse(statement.bound)
        point = dict(spot.at)
        if file in MIXED:
            assert decide(Call("<=", (own, page)), point) == "true"
        else:
            difference = Call("abs", (Call("+", (own, Call("neg", (page,)))),))
            assert decide(Call("<", (difference, parse("1/10**40"))), point) == "true"
        assert set(at) == set(graph.letters)


def runs(rng: random.Random, law: str) -> tuple[int, int, str, str, str]:
    """Steps, index, gap, noise and epsilon."""
    steps = rng.randint(1, 3)
    return steps, rng.randint(1, steps), rng.choice(("1/4", "1/2", "1")), rng.choice(("1/2", "1", "2")), rng.choice(("0", "1/4", "1", "2"))


def pair(steps: int, i: int, gap: str, noise: dict[str, object]) -> tuple[object, ...]:
    """Linear losses on [0, 1]: the runs go by gap/2 to either side in step i, and stay where they are in the others."""
    sides = [[Fraction(0)] * (i - 1) + [sign * Fraction(gap) / 2] + [Fraction(0)] * (steps - i) for sign in (1, -1)]
    return tuple(clipped_chain(lower=0, upper=1, steps=steps, start="1/2", offset=side, **noise) for side in sides)  # type: ignore[arg-type]


def below(truth: Enclosure, limit: Enclosure) -> bool:
    """Not above, and not told apart only where they agree to all digits of the truth."""
    return Fraction(truth.lower) <= Fraction(limit.upper) and (
        Fraction(truth.upper) <= Fraction(limit.upper) or Fraction(truth.upper) - Fraction(limit.upper) < Fraction(1, 10**6)
    )


@pytest.mark.parametrize("rng", spread((random.Random(i) for i in range(30)), 10), ids=range(30))
def test_gaussian_chains_are_below_theorem_4(rng: random.Random) -> None:
    steps, i, gap, std, epsilon = runs(rng, "gaussian")
    first, second = pair(steps, i, gap, {"noise_variance": Fraction(std) ** 2})
    truth = first.hockey_stick(second, 8, epsilon=epsilon)  # type: ignore[attr-defined]
    graph = load(builtin_folder() / "asoodeh2020/graphs/theorem_4.json")
    assert below(truth, enclosure(graph, {"n": steps, "i": i, "psi": gap, "D": 1, "sigma": std}, epsilon=epsilon))
    longer = printed("asoodeh2020isit/theorem-4", n=steps, i=i, epsilon=epsilon, L=Fraction(gap) / 2, D=1, c=1, eta=1, sigma=std)
    assert below(truth, longer)


@pytest.mark.parametrize("rng", [random.Random(i) for i in range(20)], ids=range(20))
def test_laplace_chains_are_below_theorem_3(rng: random.Random) -> None:
    steps, i, gap, scale, epsilon = runs(rng, "laplace")
    first, second = pair(steps, i, gap, {"laplace_scale": scale})
    truth = first.hockey_stick(second, 8, epsilon=epsilon)  # type: ignore[attr-defined]
    limit = printed("asoodeh2020isit/theorem-3", n=steps, i=i, epsilon=epsilon, L=Fraction(gap) / 2, D=1, eta=1, v=scale)
    assert below(truth, limit)


@pytest.mark.parametrize("rng", [random.Random(i) for i in range(12)], ids=range(12))
def test_stopped_chains_are_below_theorem_5_at_every_index(rng: random.Random) -> None:
    _, _, gap, std, epsilon = runs(rng, "gaussian")
    n = rng.randint(1, 3)
    limit = printed("asoodeh2020/theorem-5", n=n, epsilon=epsilon, psi=gap, D=1, sigma=std, i=1)
    for i in range(1, n + 1):
        def law(side: int, i: int = i) -> object:
            def after(t: int) -> object:
                offset = [side * Fraction(gap) / 2 if k == i else Fraction(0) for k in range(1, t + 1)]
                return clipped_chain(lower=0, upper=1, steps=t, start="1/2", offset=offset, noise_variance=Fraction(std) ** 2)

            return randomly_stopped(after, n)  # type: ignore[arg-type]

        truth = law(1).hockey_stick(law(-1), 6, epsilon=epsilon)  # type: ignore[attr-defined]
        assert below(truth, limit)


@pytest.mark.parametrize("std", ["1/2", "1", "3"])
def test_the_last_step_attains_its_bound(std: str) -> None:
    first, second = pair(1, 1, "1/2", {"noise_variance": Fraction(std) ** 2})
    truth = first.hockey_stick(second, 12, epsilon=0)  # type: ignore[attr-defined]
    limit = printed("asoodeh2020isit/theorem-4", n=1, i=1, epsilon=0, L="1/4", D=1, c=1, eta=1, sigma=std)
    assert Fraction(truth.lower) <= Fraction(limit.upper)
    assert Fraction(limit.lower) <= Fraction(truth.upper)
