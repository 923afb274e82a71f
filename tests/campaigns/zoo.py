"""The zoo derived: what is exact, what is above the optimum and why, what is refused and why, and in how many seconds.

    PYTHONPATH=tests python -m campaigns.zoo [NAME ...] [--points 200] [--seconds 600] [--seed 20261123] [--log FILE]

Every spec of ``tests/specs/zoo`` is derived in a process of its own.  All its answers (:mod:`support.zoo_answers`) are then compared with
the exact optimum, as rationals or as rationals around irrational numbers, at random points of the domains with two steps or more and, two of
five, at their corners (:meth:`~pabisym.spec.read.Spec.corner_points`): one step, ends of ranges, equal letters, very small and very large ones.  Prints a
line a spec and the counts.  Exits with 1 where an answer that lies above the optimum is not called upper, one that lies below it is found,
one has no value at a point of the domains, or the answer is neither what ``expected.toml`` says nor better.  ``--log`` has a line of JSON for
every spec as it is done, and those that it has with as many points and the same seed are not done again.
"""

import argparse
import json
import multiprocessing
import resource
import statistics
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from support.zoo import CAUSES, FOLDER, Kept, zoo
from support.zoo_answers import judged_at

from pabisym.derivation.derive import Derivation, derive
from pabisym.derivation.optimum import MOST_DIGITS, value_at
from pabisym.divergence.evaluate import decide
from pabisym.errors import PabisymError
from pabisym.lang.grammar import to_text
from pabisym.process.sequence import names
from pabisym.spec.read import read_spec

POINTS, SECONDS, SEED = 200, 600.0, 20261123
WAITING = 20
"""How many times its processor seconds a spec may wait for the machine."""
ROUNDS = 8
"""How often points are drawn again where they are of no use."""
MOST = 60
"""Most steps at a corner."""


class Outcome(NamedTuple):
    """What became of a spec: exact, upper or refused, the formula or the reason, seconds, and what was compared.

    ``points`` were compared, ``corners`` of them corners of the domains and ``single`` with one step; the price was ``equal`` to the optimum at
    so many, and ``ratio`` times it where it was furthest above.  At ``valueless`` points of the domains an answer had no value; those
    where it has too many digits are not counted.
    """

    name: str
    kind: str
    said: str
    why: str
    seconds: float
    points: int = 0
    equal: int = 0
    closed: bool = False
    proof: bool = False
    wrong: str = ""
    corners: int = 0
    single: int = 0
    comparisons: int = 0
    valueless: int = 0
    ratio: float = 1.0
    comparing: float = 0.0
    example: str = ""


class Tally:
    """What was compared so far, and the first findings."""

    def __init__(self) -> None:
        self.points = self.corners = self.single = self.equal = self.comparisons = self.valueless = 0
        self.ratio, self.wrong, self.example = Fraction(1), list[str](), ""

    def add(self, found: Derivation, point: Mapping[str, Fraction], corner: bool) -> None:
        """Compare all answers at a point."""
        at = ", ".join(f"{name} = {x}" for name, x in point.items())
        try:
            given, reason = judged_at(found, point)
        except ArithmeticError as error:
            given, reason = [], ""
            self.wrong.append(f"{error} at {at}")
        if reason and f"more than {MOST_DIGITS} digits" not in reason:
            self.valueless += 1
            self.example = self.example or f"{reason} at {at}"
        if not given:
            return
        price = given[0]
        self.points += 1
        self.corners += corner
        self.single += value_at(found.spec.process.steps, point) < 2
        self.comparisons += len(given)
        self.equal += not (price.above or price.below)
        if price.above and (ratio := price.said.over(price.truth)) is not None:
            self.ratio = max(self.ratio, ratio)
        self.wrong += [f"{one.wrong} at {at}" for one in given if one.wrong]


def judged(kept: Kept, points: int, seed: int) -> Outcome:
    """Derive a spec and compare it."""
    began = time.process_time()
    try:
        found = derive(read_spec(kept.spec))
    except PabisymError as reason:
        return Outcome(kept.name, kept.kind, "refused", str(reason), time.process_time() - began)
    derived = time.process_time()
    proof = found.attainment is not None
    began_comparing = time.process_time()
    tally = compared(found, points, seed)
    why = to_text(found.bound) if found.loose is None else str(found.loose)
    said = "exact" if found.tightness == "exact" and found.statement.verdict.accepted else "upper"
    return Outcome(kept.name, kept.kind, said, why, derived - began, tally.points, tally.equal, found.closed_form, proof,
                   "; ".join(tally.wrong[:3]), tally.corners, tally.single, tally.comparisons, tally.valueless, float(tally.ratio),
                   time.process_time() - began_comparing, tally.example)


def drawn(found: Derivation, points: int, seed: int) -> Iterator[Mapping[str, Fraction]]:
    """Points of the domains, more than are asked for, since not all may be of use."""
    for round_ in range(ROUNDS):
        yield from found.spec.points(points, seed=seed + round_)


def compared(found: Derivation, points: int, seed: int) -> Tally:
    """The answers at corners of the domains, two of five points, and at random points with two steps or more."""
    tally, seen = Tally(), set[tuple[tuple[str, Fraction], ...]]()
    corners, least = found.spec.corner_points(ROUNDS * points, seed), 2 if names(found.spec.process.steps) else 1
    for corner, source, wanted in ((True, corners, points * 2 // 5), (False, drawn(found, points, seed), points)):
        while tally.points < wanted and (point := next(source, None)) is not None:
            steps, key = value_at(found.spec.process.steps, point), tuple(point.items())
            if key in seen or not (1 if corner else least) <= steps <= (MOST if corner else steps):
                continue
            seen.add(key)
            if all(decide(condition, point) == "true" for condition in found.derived.conditions):
                tally.add(found, point, corner)
    return tally


def _child(kept: Kept, points: int, seconds: float, seed: int, pipe: Any) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(seconds), ceil(seconds) + 1))
    try:
        pipe.send(judged(kept, points, seed))
    except Exception as error:  # whatever goes wrong is a finding
        pipe.send(Outcome(kept.name, kept.kind, "refused", f"{type(error).__name__}: {error}", 0.0, wrong=f"{type(error).__name__}: {error}"))


def alone(kept: Kept, points: int, seconds: float, seed: int) -> Outcome:
    """The same in a process of its own that is ended when it takes too long."""
    near, far = multiprocessing.get_context("fork").Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_child, args=(kept, points, seconds, seed, far))
    child.start()
    far.close()
    try:
        near.poll(WAITING * seconds)
        return near.recv()
    except EOFError:
        return Outcome(kept.name, kept.kind, "refused", f"takes more than {seconds:g} seconds", seconds)
    finally:
        child.kill()
        child.join()


def expected() -> dict[str, str]:
    """What is known of every spec: exact, upper, or refused."""
    path = FOLDER / "expected.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


ORDER = ("refused", "upper", "exact")


def run(chosen: list[str], points: int = POINTS, seconds: float = SECONDS, seed: int = SEED, log: str | None = None) -> int:
    """Print the table and the counts; 0 when all is as it should be."""
    known, outcomes, findings, done = expected(), [], [], logged(log, points, seed)
    for kept in zoo():
        if chosen and not any(name in (kept.name, kept.kind) for name in chosen):
            continue
        one = done.get(kept.name) or alone(kept, points, seconds, seed)
        outcomes.append(one)
        if log and kept.name not in done:
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(json.dumps({"asked": points, "seed": seed, **one._asdict()}) + "\n")
        print(f"{one.said:8} {one.seconds:6.1f} s {one.equal:4}/{one.points:<4} {'closed' if one.closed else '':6} "
              f"{'proof' if one.proof else '':5} {one.kind[:14]:14} {one.name}: {one.why[:300]}", flush=True)
        if one.wrong:
            findings.append(f"{one.name}: {one.wrong}")
        if one.valueless:
            findings.append(f"{one.name}: without a value at {one.valueless} points: {one.example}")
        if ORDER.index(one.said) < ORDER.index(known.get(one.name, "refused")):
            findings.append(f"{one.name} was {known[one.name]} and is {one.said}")
    report(outcomes)
    for finding in findings:
        print(f"finding: {finding}")
    return 1 if findings else 0


def logged(log: str | None, points: int, seed: int) -> dict[str, Outcome]:
    """What a log has of so many points and this seed."""
    if log is None or not Path(log).is_file():
        return {}
    lines = [json.loads(line) for line in Path(log).read_text(encoding="utf-8").splitlines()]
    own = [line for line in lines if (line.pop("asked"), line.pop("seed")) == (points, seed)]
    return {line["name"]: Outcome(**line) for line in own}


def report(outcomes: list[Outcome]) -> None:
    """The counts, in all, kind by kind and cause by cause."""
    kinds = Counter((one.kind, one.said) for one in outcomes)
    for kind in dict.fromkeys(one.kind for one in outcomes):
        print(f"{kind}: " + ", ".join(f"{kinds[kind, said]} {said}" for said in reversed(ORDER)))
    by_name = {kept.name: kept for kept in zoo()}
    for number, cause in CAUSES.items():
        own = [one for one in outcomes if number in by_name[one.name].causes]
        said = Counter(one.said for one in own)
        print(f"cause {number}, {cause}: {len(own)}: " + ", ".join(f"{said[word]} {word}" for word in reversed(ORDER)))
    gaussian = [one for one in outcomes if by_name[one.name].gaussian]
    print(f"Gaussian noise: {sum(one.said == 'exact' for one in gaussian)} exact of {len(gaussian)}")
    total, spent = Counter(one.said for one in outcomes), [one.seconds for one in outcomes if one.said != "refused"]
    print(f"{len(outcomes)} specs: " + ", ".join(f"{total[said]} {said}" for said in reversed(ORDER))
          + f"; {sum(one.proof for one in outcomes)} with a pair that attains the bound by proof"
          + (f"; median {statistics.median(spent):.1f} s, most {max(spent):.1f} s" if spent else "")
          + f"; {sum(one.comparisons for one in outcomes)} comparisons at {sum(one.points for one in outcomes)} points, "
          f"{sum(one.corners for one in outcomes)} of them corners and {sum(one.single for one in outcomes)} of one step")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--points", type=int, default=POINTS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--log")
    chosen = parser.parse_args()
    sys.exit(run(chosen.names, chosen.points, chosen.seconds, chosen.seed, chosen.log))
