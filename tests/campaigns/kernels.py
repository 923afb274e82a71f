"""Random finite kernels: contraction coefficients against linear programs, bounds of kernel graphs against exact laws.

    PYTHONPATH=tests python -m campaigns.kernels [--kernels 5000] [--graphs 1000] [--seed 20261121]

A kernel has 2 to 5 inputs and outputs.  Its eta_gamma by theorem 3 of Asoodeh, Diaz and Calmon (the largest E_gamma between two
rows) must equal the largest ratio E_gamma(mu K || nu K)/E_gamma(mu || nu) over input laws, which linear programs find, one for every
event; the ratio at ten random pairs of laws must not exceed it.  A graph is a random path of kernels, some repeated, some different
in the second run, with a mixture at its end; its bound must not lie below E_gamma of its exact laws.  Everything is compared as
rationals.  Exits with 1 when anything fails.
"""

import argparse
import random
import sys
import time
from collections import Counter
from fractions import Fraction

from support.finite_world import divergence, pushed, random_law
from support.graph_files import random_finite
from support.linear_program import largest_ratio

from pabisym.divergence.contraction import finite_coefficient
from pabisym.graphs.analysis import enclosure, laws
from pabisym.graphs.json import read_graph, write_graph
from pabisym.lang.rational import to_fraction

GAMMAS = [Fraction(1), Fraction(5, 4), Fraction(3, 2), Fraction(2), Fraction(13, 4)]
LARGEST = 4
"""Rows are multiples of 1/s with s <= 5*LARGEST, so that an eta_gamma has a denominator of at most 4*(5*LARGEST)^2."""


def kernel_failures(rng, counts):
    """One random kernel."""
    kernel, gamma = small_kernel(rng), rng.choice(GAMMAS)
    value = finite_coefficient(kernel, gamma=gamma).exact
    counts["kernels"] += 1
    counts["contracting"] += value < 1
    counts["erasing"] += value == 0
    found = largest_ratio(kernel, gamma, 4 * (5 * LARGEST) ** 2)
    if found != value:
        yield f"eta_{gamma} of {kernel} is {value}, the linear program finds {found}"
    for _ in range(10):
        p, q = random_law(rng, len(kernel)), random_law(rng, len(kernel))
        counts["pairs"] += 1
        after, before = divergence(pushed(p, kernel), pushed(q, kernel), gamma), divergence(p, q, gamma)
        counts["attained"] += after == value * before > 0
        if after > value * before:
            yield f"{p}, {q} through {kernel} at {gamma}: {after} > {value} * {before}"


def small_kernel(rng):
    """A kernel of 2 to 5 inputs and outputs with small denominators."""
    inputs, outputs = rng.randint(2, 5), rng.randint(2, 5)
    return tuple(random_law(rng, outputs, LARGEST + 1) for _ in range(inputs))


def graph_failures(rng, counts):
    """One random graph."""
    graph, gamma = read_graph(random_finite(rng)), rng.choice(GAMMAS)
    first, second = ([to_fraction(p) for p in law] for law in laws(graph))
    counts["graphs"] += 1
    for one, other, swapped in ((first, second, False), (second, first, True)):
        truth, bound = divergence(one, other, gamma), enclosure(graph, gamma=gamma, swapped=swapped).exact
        counts["equal"] += truth == bound > 0
        counts["apart"] += truth > 0
        if truth > bound:
            yield f"E_{gamma} = {truth} > {bound}, the bound of {write_graph(graph)}"


def run(kernels, graphs, seed, report=print):
    """The status: 0 when nothing fails."""
    rng, counts, failures, began = random.Random(seed), Counter(), [], time.perf_counter()
    for _ in range(kernels):
        failures += kernel_failures(rng, counts)
    for _ in range(graphs):
        failures += graph_failures(rng, counts)
    for failure in failures[:20]:
        report(failure)
    report(f"{dict(counts)}, {len(failures)} failures, {time.perf_counter() - began:.0f} s")
    return int(bool(failures))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kernels", type=int, default=5000)
    parser.add_argument("--graphs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20261121)
    given = parser.parse_args()
    sys.exit(run(given.kernels, given.graphs, given.seed))


if __name__ == "__main__":
    main()
