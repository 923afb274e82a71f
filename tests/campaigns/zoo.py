"""The zoo derived: what is exact, what is above the optimum and why, what is refused and why, and in how many seconds.

    PYTHONPATH=tests python -m campaigns.zoo [NAME ...] [--points 200] [--seconds 120] [--seed 20261123] [--json FILE]

Every spec of ``tests/specs/zoo`` is derived in a process of its own.  The price is then compared with the exact optimum, as rationals, at
random points of the domains with two steps or more; points at which the instance or the price is no rational are drawn again.  Prints a
line a spec and the counts.  Exits with 1 where a price that lies above the optimum is not called upper, one that lies below it is found,
or the answer is neither what ``expected.toml`` says nor better.
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
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from support.zoo import CAUSES, FOLDER, Kept, zoo

from pabisym.derivation.derive import Derivation, derive
from pabisym.derivation.optimum import optimum_between, value_at, value_between
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, PabisymError, Undecided
from pabisym.lang.grammar import to_text
from pabisym.spec.read import read_spec

POINTS, SECONDS, SEED = 200, 120.0, 20261123
WAITING = 20
"""How many times its processor seconds a spec may wait for the machine."""
ROUNDS = 8
"""How often points are drawn again where they are of no use."""


class Outcome(NamedTuple):
    """What became of a spec: exact, upper or refused, the formula or the reason, seconds, and points compared."""

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


def judged(kept: Kept, points: int, seed: int) -> Outcome:
    """Derive a spec and compare it."""
    began = time.process_time()
    try:
        found = derive(read_spec(kept.spec))
    except PabisymError as reason:
        return Outcome(kept.name, kept.kind, "refused", str(reason), time.process_time() - began)
    seconds = time.process_time() - began
    used, equal, wrong = compared(found, points, seed)
    why = to_text(found.bound) if found.loose is None else str(found.loose)
    said = "exact" if found.tightness == "exact" and found.statement.verdict.accepted else "upper"
    if said == "exact" and equal < used:
        wrong = wrong or "above the optimum and not called upper"
    return Outcome(kept.name, kept.kind, said, why, seconds, used, equal, found.closed_form, found.attainment is not None,
                   wrong if said == "exact" or "below" in wrong else "")


def drawn(found: Derivation, points: int, seed: int) -> Iterator[Mapping[str, object]]:
    """Points of the domains, more than are asked for, since not all may be of use."""
    for round_ in range(ROUNDS):
        yield from found.spec.points(points, seed=seed + round_)


def compared(found: Derivation, points: int, seed: int) -> tuple[int, int, str]:
    """At how many points the price was compared, at how many it is the optimum, and where not."""
    used = equal = 0
    wrong = ""
    for point in drawn(found, points, seed) if points else ():
        try:
            if value_at(found.spec.process.steps, point) < 2 or any(decide(c, point) != "true" for c in found.derived.conditions):
                continue
            best, value = optimum_between(found.spec, point), value_between(found.mu_squared, point)
        except (InputError, Undecided):
            continue
        used += 1
        above, below = value.apart(best), best.apart(value)
        equal += not (above or below)
        if (above or below) and "below" not in wrong:
            at = ", ".join(f"{name} = {x}" for name, x in point.items())
            wrong = f"{value.upper} is {'above' if above else 'below'} the optimum {best.lower} at {at}"
        if used == points:
            break
    return used, equal, wrong


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


def run(names: list[str], points: int = POINTS, seconds: float = SECONDS, seed: int = SEED, file: str | None = None) -> int:
    """Print the table and the counts; 0 when all is as it should be."""
    known, outcomes, findings = expected(), [], []
    for kept in zoo():
        if names and not any(name in (kept.name, kept.kind) for name in names):
            continue
        one = alone(kept, points, seconds, seed)
        outcomes.append(one)
        print(f"{one.said:8} {one.seconds:6.1f} s {one.equal:4}/{one.points:<4} {'closed' if one.closed else '':6} "
              f"{'proof' if one.proof else '':5} {one.kind[:14]:14} {one.name}: {one.why[:300]}", flush=True)
        if one.wrong:
            findings.append(f"{one.name}: {one.wrong}")
        if ORDER.index(one.said) < ORDER.index(known.get(one.name, "refused")):
            findings.append(f"{one.name} was {known[one.name]} and is {one.said}")
    report(outcomes)
    for finding in findings:
        print(f"finding: {finding}")
    if file:
        Path(file).write_text(json.dumps([one._asdict() for one in outcomes], indent=1), encoding="utf-8")
    return 1 if findings else 0


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
          + f"; {sum(one.points for one in outcomes)} points compared")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--points", type=int, default=POINTS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json")
    chosen = parser.parse_args()
    sys.exit(run(chosen.names, chosen.points, chosen.seconds, chosen.seed, chosen.json))
