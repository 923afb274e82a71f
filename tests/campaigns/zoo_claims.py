"""The zoo refuted: what was derived is proved as a claim, so is what is larger, and what is a thousandth less is refuted.

    PYTHONPATH=tests python -m campaigns.zoo_claims [NAME ...] [--seconds 120]

For every spec of ``tests/specs/zoo`` that is derived, the claims are the bound itself, its root as a claim of Gaussian differential
privacy, three weakenings, and 999/1000 of it.  Every claim is decided in a process of its own, which is ended after so many processor
seconds.  Prints a line a spec with what was otherwise than that, and the counts; exits with 1 where a claim was decided wrongly: what is
larger refuted, or what is below an optimum that is attained proved.
"""

import argparse
import multiprocessing
import resource
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil
from typing import Any, NamedTuple

from support.zoo import Kept, zoo

from pabisym.derivation.derive import Derivation, derive
from pabisym.errors import PabisymError
from pabisym.lang.grammar import parse, to_text
from pabisym.refutation.search import refute
from pabisym.spec.read import Claim, Goal, Spec, read_spec

SECONDS = 120.0
WAITING = 5
"""How many times its processor seconds a claim may wait for the machine."""


class Asked(NamedTuple):
    """A claim about a spec: what it is called, its goal and bound, and what should become of it."""

    name: str
    goal: Goal
    bound: str
    status: str


def claims(found: Derivation) -> Iterator[Asked]:
    """What follows from a derived bound, and what does not."""
    own, goal = to_text(found.bound), found.goal
    yield Asked("the bound", goal, own, "proved")
    if goal.divergence == "renyi":
        yield Asked("the root", Goal("gdp"), f"sqrt({to_text(found.mu_squared)})", "proved")
    letter = next(name for name, domain in found.spec.symbols.items() if domain.kind == "real" and name != "alpha")
    yield Asked("a thousandth more", goal, f"1001/1000*({own})", "proved")
    yield Asked("something added", goal, f"{own} + {letter}**2", "proved")
    yield Asked("a maximum", goal, f"max({own}, {letter})", "proved")
    yield Asked("a thousandth less", goal, f"999/1000*({own})", "refuted" if found.tightness == "exact" else "any")


def decided(spec: Spec, asked: Asked) -> tuple[str, str]:
    """The status of a claim, and the reason where it is undecided."""
    try:
        decision = refute(replace(spec, claim=Claim(asked.goal, parse(asked.bound))))
    except PabisymError as reason:
        return "undecided", str(reason)
    return decision.status, decision.reason


def limited(seconds: float, work: Callable[[], Any]) -> tuple[Any, float]:
    """What work gives in a process of its own, None where it takes too long; and its seconds."""
    context, began = multiprocessing.get_context("fork"), time.perf_counter()
    near, far = context.Pipe(duplex=False)

    def child() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(seconds), ceil(seconds) + 1))
        far.send(work())

    process = context.Process(target=child)
    process.start()
    far.close()
    try:
        return (near.recv() if near.poll(WAITING * seconds) else None), time.perf_counter() - began
    except EOFError:
        return None, time.perf_counter() - began
    finally:
        process.kill()
        process.join()


def derived(spec: Spec) -> list[Asked] | str:
    """The claims about a spec, or why it is not derived."""
    try:
        return list(claims(derive(spec)))
    except PabisymError as reason:
        return str(reason)


def judged(kept: Kept, seconds: float) -> list[tuple[Asked, str, str, float]]:
    """Every claim about a spec with what became of it; nothing where it is not derived."""
    try:
        spec = read_spec(kept.spec)
    except PabisymError:
        return []
    asked, _ = limited(seconds, lambda: derived(spec))
    found: list[tuple[Asked, str, str, float]] = []
    for one in asked if isinstance(asked, list) else ():
        answer, took = limited(seconds, lambda one=one: decided(spec, one))  # type: ignore[misc]
        status, reason = answer or ("undecided", f"more than {seconds:g} s")
        found.append((one, status, reason, took))
    return found


def wrong(asked: Asked, status: str) -> bool:
    """Is a verdict the contrary of what is so."""
    return {asked.status, status} == {"proved", "refuted"}


def run(names: list[str], seconds: float = SECONDS, report: Callable[[str], None] = print) -> int:
    """Print what was otherwise than it should be, and the counts; 1 where a verdict is wrong."""
    counts, times, failed = Counter[tuple[str, str]](), list[float](), 0
    for kept in (one for one in zoo() if not names or one.name in names):
        answers = judged(kept, seconds)
        as_asked = sum(asked.status in ("any", status) for asked, status, _, _ in answers)
        report(f"{kept.kind}: {kept.name}: {as_asked} of {len(answers)} claims as they should be")
        for asked, status, reason, took in answers:
            counts[asked.name, status] += 1
            times.append(took)
            failed += wrong(asked, status)
            if asked.status not in ("any", status):
                report(f"    {asked.name}: {status} in {took:.1f} s: {reason[:200]}")
    for (name, status), count in sorted(counts.items()):
        report(f"{name:20} {status:10} {count}")
    report(f"seconds: median {statistics.median(times or [0]):.1f}, largest {max(times, default=0):.1f}; wrong verdicts: {failed}")
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    chosen = parser.parse_args()
    sys.exit(run(chosen.names, chosen.seconds))
