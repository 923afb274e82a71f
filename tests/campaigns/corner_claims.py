"""Random claims that are false only in a corner, made of exact bounds: how many are found, and that none is found of what is true.

    PYTHONPATH=tests python -m campaigns.corner_claims [--claims 200] [--seed 20261127] [--seconds 30] [--log FILE]

An exact bound of the zoo is multiplied by 1 + e - f, where f is 0 or small at the points that are tried first and more than e only
where one or two letters are large, or near an end of their domains.  Every claim is looked for a counterexample by
``pabisym.refutation.search`` as ``refute`` does it, with the exact decision, and its opposite, multiplied by 1 + f, is looked at as well.
Prints a line for each claim that is not found, and the counts; exits with 1 where a true one is refuted, or a false one where e >= f.  ``--log`` has a line of JSON for
every claim as it is done, and those that it has are not done again.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Container, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from campaigns.zoo import expected
from campaigns.zoo_claims import attained_in_class
from support.zoo import zoo

from pabisym.derivation.derive import derived_bound
from pabisym.derivation.shapes.problem import Derived
from pabisym.divergence.evaluate import decide
from pabisym.errors import PabisymError
from pabisym.lang.budget import within
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational, to_fraction
from pabisym.lang.term import Call, Term
from pabisym.library.library import open_library
from pabisym.process.sequence import names
from pabisym.refutation import search
from pabisym.spec.read import Spec, read_spec

CLAIMS, SEED, SECONDS, EACH = 200, 20261127, 30.0, 8
"""Claims in all, of one spec, and the seconds for one."""


class Corner(NamedTuple):
    """A spec with its exact bound, and the e and f of a claim about it."""

    name: str
    spec: Spec
    derived: Derived | None
    small: str
    more: str

    @property
    def key(self) -> str:
        """What tells it from others."""
        return f"{self.name}: 1 + {self.small} - {self.more}"

    def claim(self, factor: str) -> Term:
        """The bound times a factor."""
        return Call("*", (self.derived.bound, parse(factor)))

    @property
    def false(self) -> Term:
        """The claim that is false in a corner."""
        return self.claim(f"1 + {self.small} - {self.more}")

    @property
    def true(self) -> Term:
        """The one that is true everywhere."""
        return self.claim(f"1 + {self.more}")


def exact_ones(chance: random.Random) -> Iterator[tuple[str, Spec]]:
    """Specs of the zoo with an exact bound of which a pair of runs is known, in a random order."""
    kept = [one for one in zoo() if expected().get(one.name) == "exact"]
    for one in chance.sample(kept, len(kept)):
        try:
            spec = read_spec(one.spec)
            if spec.goal.divergence == "renyi" and attained_in_class(spec) and search._has_pair(spec, points(spec)[0]):
                yield one.name, spec
        except (PabisymError, IndexError):
            continue


def bound_of(spec: Spec) -> Derived | None:
    """The exact bound, with a budget of its own; None where it is not derived, or is not the optimum any more."""
    try:
        with within(60):
            found = derived_bound(spec, open_library(None))
    except PabisymError:
        return None
    return None if found.fallback else found


def points(spec: Spec) -> list[dict[str, Fraction]]:
    """The points that are tried first."""
    return [{name: to_fraction(rational(value, name)) for name, value in point.items()} for point in spec.points(4, seed=20261121)]


def corner(spec: Spec, chance: random.Random) -> tuple[str, str]:
    """An e, and an f that is more than e only where letters are large or near the ends of their domains."""
    far, size = 10 ** chance.randint(2, 4), 10 ** chance.randint(1, 5)
    whole = [name for name, symbol in spec.symbols.items() if symbol.kind == "integer"]
    real = [name for name, symbol in spec.symbols.items() if symbol.kind == "real" and name != "alpha"]
    made = [f"{n}/{far * size}" for n in whole] + [f"({n}/{far})**2/{size}" for n in whole] + [f"max(0, {n} - {far})/{far * size}" for n in whole]
    made += [f"(1 - min(1, {far}/{n}))" for n in whole] + [f"{m}*{n}/{far * size}" for n in whole for m in whole if m < n]
    for x in real:
        ends = {relation for _, relation in spec.scope().known if x in names(relation)}
        if ends == {parse(f"0 < {x}"), parse(f"{x} < 1")}:
            made += [f"(2/{size})*{x}**{far}", f"(1 - min(1, {far}*(1 - {x})))"]
        elif ends == {parse(f"{x} > 0")}:
            made += [f"(1 - min(1, {far}*{x}))", f"(1 - {far}/({far} + {x}))", f"{x}/{far * size}"]
            made += [f"(1 - min(1, {far}*{x}/{y}))" for y in real if y != x] + [f"{x}*{n}/{far * size}" for n in whole]
    return f"1/{size}", chance.choice(made)


def corners(count: int, chance: random.Random, done: Container[str] = ()) -> Iterator[Corner]:
    """So many claims; the bounds are derived of those that are not done."""
    made = 0
    for name, spec in exact_ones(chance):
        own = [Corner(name, spec, None, *corner(spec, chance)) for _ in range(EACH)]
        derived = None if all(one.key in done for one in own) else bound_of(spec)
        for one in own if derived is not None or own[0].key in done else ():
            yield one._replace(derived=derived)
            made += 1
            if made == count:
                return


def found(one: Corner, claim: Term, seconds: float) -> dict[str, Fraction] | None:
    """Where a claim is refuted, which is one of the first points or in a corner; None where it is not."""
    first = points(one.spec)
    with within(seconds):
        near = search._counterexample(one.spec, one.spec.goal, claim, first)
        far = search._in_a_corner(replace(one.spec, claim=None), claim, one.derived, first) if near is None else None
    return near if far is None else far[0]


class Caught(NamedTuple):
    """What became of a claim: was it found, was it found where it is true or its true opposite refuted, and the seconds for it."""

    key: str
    caught: bool
    wrong: bool
    seconds: float


def judged(one: Corner, seconds: float) -> Caught:
    """Look for both."""
    began = time.process_time()
    at = found(one, one.false, seconds)
    spent = time.process_time() - began
    misplaced = at is not None and decide(parse(f"{one.small} < {one.more}"), at) != "true"
    return Caught(one.key, at is not None, misplaced or found(one, one.true, seconds / 3) is not None, spent)


def run(count: int = CLAIMS, seed: int = SEED, seconds: float = SECONDS, log: str | None = None) -> int:
    """Print what is not found, and the counts; 0 when no true claim is refuted."""
    lines = Path(log).read_text(encoding="utf-8").splitlines() if log and Path(log).is_file() else []
    done, all_ = {one.key: one for one in (Caught(*json.loads(line)) for line in lines)}, list[Caught]()
    for corner in corners(count, random.Random(seed), done):
        one = done.get(corner.key) or judged(corner, seconds)
        all_.append(one)
        if log and one.key not in done:
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(json.dumps(one) + "\n")
        if not one.caught:
            print(f"not found in {one.seconds:.1f} s: {one.key}", flush=True)
        if one.wrong:
            print(f"wrong: {one.key}, or its contrary", flush=True)
    times, missed, wrong = [one.seconds for one in all_], sum(not one.caught for one in all_), sum(one.wrong for one in all_)
    print(f"{len(times)} claims that are false in a corner: {len(times) - missed} found; {wrong} true ones refuted; "
          f"median {statistics.median(times):.1f} s, most {max(times):.1f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--claims", type=int, default=CLAIMS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--log")
    chosen = parser.parse_args()
    sys.exit(run(chosen.claims, chosen.seed, chosen.seconds, chosen.log))
