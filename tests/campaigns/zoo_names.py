"""The zoo in other letters: two letters of every spec are renamed, and the answer is the same formula in the other letters.

    PYTHONPATH=tests python -m campaigns.zoo_names [NAME ...] [--letters 2] [--seconds 120] [--seed 7]

The new names are drawn at random, also from those that proofs use for something else.  Formulas are compared up to the order of terms and
factors, then by their normal form in the domains; what is neither has to have the same value at random points, and is counted apart.
Exits with 1 where an answer, its tightness or its refusal differs.
"""

import argparse
import multiprocessing
import random
import resource
import sys
from collections import Counter
from math import ceil
from typing import Any

from support.renamed import ordered, renamed
from support.zoo import Kept, zoo

from pabisym.derivation.derive import Derivation, derive
from pabisym.derivation.optimum import value_at
from pabisym.derivation.renaming import INNER
from pabisym.errors import InputError, PabisymError, Undecided
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import declarable
from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call, Name, Term, substitute

POOL = tuple(name for name in (*sorted(INNER), *"abdfhjlpqrsuxyzABCFGHNPQRSUVWXYZ", "beta", "lam", "rho", "psi", "x1", "N0") if declarable(name))
POINTS = 20


def moved(kept: Kept, generator: random.Random, count: int) -> tuple[dict[str, Any], dict[str, str]]:
    """A spec with some letters renamed, and the new names."""
    letters = list(kept.spec["symbols"])
    fresh = [name for name in POOL if name not in letters and name != "k"]
    chosen = generator.sample(letters, min(count, len(letters)))
    names = dict(zip(chosen, generator.sample(fresh, len(chosen)), strict=True))
    return renamed(dict(kept.spec), names), names


def judged(kept: Kept, seed: int, count: int) -> tuple[str, str]:
    """What became of a renaming: same, value (the same value in another form), refused in both, or a difference."""
    table, names = moved(kept, random.Random(f"{seed} {kept.name}"), count)
    said = ", ".join(f"{old} -> {new}" for old, new in names.items())
    plain, other = answered(dict(kept.spec)), answered(table)
    if isinstance(plain, str) or isinstance(other, str):
        both = isinstance(plain, str) and isinstance(other, str)
        return ("refused" if both else "different"), f"{said}: {plain if isinstance(plain, str) else other}"
    back = substitute(other.bound, {new: ((), Name(old)) for old, new in names.items()})
    if plain.tightness != other.tightness:
        return "different", f"{said}: {plain.tightness} and {other.tightness}"
    return same(plain, back), f"{said}: {to_text(plain.bound)[:150]} and {to_text(back)[:150]}"


def answered(table: dict[str, Any]) -> Derivation | str:
    """The derivation, or why there is none."""
    try:
        return derive(table)
    except PabisymError as reason:
        return str(reason)


def same(plain: Derivation, back: Term) -> str:
    """Are two bounds the same formula, the same value at random points, or different."""
    known = plain.spec.scope()
    try:
        if ordered(plain.bound) == ordered(back) or Scope(known.kinds, known.known).arithmetic.holds(Call("==", (plain.bound, back))):
            return "same"
    except Refusal:
        pass
    used = 0
    for point in plain.spec.points(POINTS, seed=3):
        try:
            if value_at(plain.bound, point) != value_at(back, point):
                return "different"
            used += 1
        except (InputError, Undecided):
            continue
    return "value" if used else "different"


def _child(kept: Kept, seed: int, count: int, seconds: float, pipe: Any) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(seconds), ceil(seconds) + 1))
    pipe.send(judged(kept, seed, count))


def alone(kept: Kept, seed: int, count: int, seconds: float) -> tuple[str, str]:
    """The same in a process of its own, which is ended when it takes too long."""
    near, far = multiprocessing.get_context("fork").Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_child, args=(kept, seed, count, seconds, far))
    child.start()
    far.close()
    try:
        return near.recv()
    except EOFError:
        return "unfinished", f"takes more than {seconds:g} seconds"
    finally:
        child.kill()
        child.join()


def run(names: list[str], count: int = 2, seconds: float = 120.0, seed: int = 7) -> int:
    """Print what differs, and the counts; 0 when nothing does."""
    found = Counter[str]()
    for kept in zoo():
        if names and not any(name in (kept.name, kept.kind) for name in names):
            continue
        verdict, why = alone(kept, seed, count, seconds)
        found[verdict] += 1
        if verdict not in ("same", "refused"):
            print(f"{verdict:10} {kept.name}: {why}", flush=True)
    print(f"{sum(found.values())} specs: " + ", ".join(f"{number} {verdict}" for verdict, number in found.most_common()))
    return 1 if found["different"] else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--letters", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    sys.exit(run(chosen.names, chosen.letters, chosen.seconds, chosen.seed))
