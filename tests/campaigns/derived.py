"""Every spec of this folder derived cold, and its bound compared with the exact optimum at random points.

    PYTHONPATH=tests python -m campaigns.derived [NAME ...] [--points 200] [--seconds 10] [--seed 20261121]

Each spec of ``tests/specs`` is derived in a process of its own, started for it, so that its processor seconds include everything that a
first call loads, and do not depend on what else the machine does.  The price of the derived allocation is then compared with the exact optimum at random points of the domains, as
rationals.  Points at which the instance or the price is no rational are drawn again.  With a diameter the optimum is that of the
shift calculus, the best restart.  Prints a table, and a line for every price that is not the optimum at a point; exits with 1 when that is
otherwise than the derivation says, a derivation takes too long, or fewer than 20 specs have a proved closed form that is the optimum.
"""

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pabisym.derivation.optimum import optimum, value_at
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.term import Term
from pabisym.spec.read import Spec, read_spec

SPECS = Path(__file__).resolve().parents[1] / "specs"
ENOUGH = 20
"""How many specs must have a proved closed form that is the optimum."""
ROUNDS = 8
"""How often points are drawn again where they are of no use."""
COLD = """
import json, sys
from pabisym.derivation.derive import derive
from pabisym.errors import PabisymError
from pabisym.lang.grammar import to_text
try:
    found = derive(sys.argv[1])
except PabisymError as reason:
    print(json.dumps({"reason": str(reason)}))
else:
    print(json.dumps({"shape": found.derived.shape, "closed": found.closed_form, "price": to_text(found.mu_squared),
                      "bound": to_text(found.bound), "tightness": found.tightness, "by": found.tightness_by,
                      "conditions": [to_text(term) for term in found.derived.conditions]}))
"""


class Cold(NamedTuple):
    """A derivation in a process of its own: its seconds, and what it found or why it found nothing."""

    seconds: float
    found: Mapping[str, object]

    @property
    def reason(self) -> str:
        return str(self.found.get("reason", ""))


class Compared(NamedTuple):
    """How many points there were, how many had the price equal to the optimum, and the first where it was not."""

    points: int
    equal: int
    different: str


def cold(path: Path) -> Cold:
    """Derive a spec in a new process; the seconds are the processor's, of the whole process."""
    began = _spent()
    done = subprocess.run([sys.executable, "-c", COLD, str(path)], capture_output=True, text=True, check=True)
    return Cold(_spent() - began, json.loads(done.stdout))


def _spent() -> float:
    """Processor seconds of the processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def drawn(spec: Spec, points: int, seed: int) -> Iterator[Mapping[str, object]]:
    """Points of the domains, more than are asked for, since not all may be of use."""
    for round_ in range(ROUNDS):
        yield from spec.points(points, seed=seed + round_)


def compared(spec: Spec, price: Term, conditions: list[Term], points: int, seed: int) -> Compared:
    """The price against the exact optimum at this many points where both are rational."""
    used = equal = 0
    different = ""
    for point in drawn(spec, points, seed):
        try:
            if not all(decide(condition, point) == "true" for condition in conditions):
                continue
            best, value = optimum(spec, point), value_at(price, point)
        except (InputError, Undecided):
            continue
        used += 1
        equal += value == best
        if value != best and not different:
            different = f"{value} instead of {best} at {', '.join(f'{name} = {value}' for name, value in point.items())}"
        if used == points:
            break
    return Compared(used, equal, different)


def judged(name: str, points: int, seconds: float, seed: int, report: Callable[[str], None]) -> tuple[bool, bool]:
    """Derive and compare one spec; is it a proved closed form that is the optimum, and is nothing wrong with it."""
    path = SPECS / f"{name}.toml"
    answer = cold(path)
    if answer.reason:
        report(f"{name:36} {answer.seconds:6.1f} s  not derived: {answer.reason}")
        return False, answer.seconds <= seconds
    found = answer.found
    conditions = [parse(str(text)) for text in found["conditions"]]  # type: ignore[attr-defined]
    at = compared(read_spec(path), parse(str(found["price"]), "price", None), conditions, points, seed)
    kind = "closed" if found["closed"] else "sums"
    report(f"{name:36} {answer.seconds:6.1f} s  {kind:6}  {at.equal:4}/{at.points:<4} {found['tightness']!s:6} {found['shape']!s:36} {found['bound']}")
    if at.different:
        report(f"finding: {name} has the price {at.different}")
    same = at.equal == at.points and at.points > 0
    return same and at.points >= points and kind == "closed", same == (found["tightness"] == "exact") and answer.seconds <= seconds


def run(names: list[str], points: int = 200, seconds: float = 10.0, seed: int = 20261121, enough: int = ENOUGH,
        report: Callable[[str], None] = print) -> int:
    """Print the table; 0 when all is as it should be."""
    report(f"{'spec':36} {'cold':>6}    {'kind':6}  {'equal':>9} {'bound':6} {'shape':36} expression")
    verdicts = [judged(name, points, seconds, seed, report) for name in names or sorted(path.stem for path in SPECS.glob("*.toml"))]
    closed = sum(optimal for optimal, _ in verdicts)
    report(f"{len(verdicts)} specs, {closed} with a proved closed form that is the optimum at {points} points")
    return 0 if closed >= min(enough, len(verdicts)) and all(fine for _, fine in verdicts) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=20261121)
    chosen = parser.parse_args()
    sys.exit(run(chosen.names, chosen.points, chosen.seconds, chosen.seed))
