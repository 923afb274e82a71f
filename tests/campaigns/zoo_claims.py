"""The zoo refuted: what was derived is proved as a claim, so is what is larger, and what is a thousandth less is refuted.

    PYTHONPATH=tests python -m campaigns.zoo_claims [NAME ...] [--seconds 120]

For every spec of ``tests/specs/zoo`` that is derived, the claims are the bound itself, its root as a claim of Gaussian differential
privacy where the noise is Gaussian, three weakenings, and 999/1000 of it.  The bound is derived once; every claim is decided in a process of its own, which is
ended after so many processor seconds.  Prints a line a spec with what was otherwise than that, and the counts; exits with 1 where a
claim was decided wrongly: what is larger refuted, what is below an optimum that is attained proved, or what is below the bound refuted
by a process that tells more than the output.
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
from unittest import mock

from campaigns.zoo import expected
from support.zoo import Kept, zoo

from pabisym.derivation.derive import derived_bound
from pabisym.derivation.shapes.problem import Derived
from pabisym.errors import PabisymError
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.library.library import Library, open_library
from pabisym.refutation.search import refute
from pabisym.spec.read import ClaimedBound, Goal, Spec, read_spec

SECONDS = 120.0
WAITING = 20
"""How many times its processor seconds a claim may wait for the machine."""


class Asked(NamedTuple):
    """A claim about a spec: what it is called, its goal and bound, and what should become of it."""

    name: str
    goal: Goal
    bound: str
    status: str


def claims(spec: Spec, bound: str, square: str, *, exact: bool) -> Iterator[Asked]:
    """What follows from a derived bound and its price, and what does not; ``exact`` where the price is the optimum."""
    goal = spec.goal
    yield Asked("the bound", goal, bound, "proved")
    if goal.divergence == "renyi" and spec.process.noise.law == "gaussian":
        yield Asked("the root", Goal("gdp"), f"sqrt({square})", "proved")
    letter = next(name for name, domain in spec.symbols.items() if domain.kind == "real" and name != "alpha")
    yield Asked("a thousandth more", goal, f"1001/1000*({bound})", "proved")
    yield Asked("something added", goal, f"{bound} + {letter}**2", "proved")
    yield Asked("a maximum", goal, f"max({bound}, {letter})", "proved")
    yield Asked("a thousandth less", goal, f"999/1000*({bound})", less_is(spec, exact=exact))


def less_is(spec: Spec, *, exact: bool) -> str:
    """What a claim below the bound is: refuted; open, where the process tells more than the output; or any, where it depends."""
    if spec.reading is not None and spec.reading.loose and (spec.algorithm is None or spec.algorithm.order == "fixed"):
        return "undecided"
    return "refuted" if exact and attained_in_class(spec) else "any"


def attained_in_class(spec: Spec) -> bool:
    """Is the pair that attains the optimum known to be one of the class: it may leave a domain, or be no run of an algorithm, and other
    than Gaussian noise has another one."""
    return spec.process.diameter is None and spec.algorithm is None and spec.process.noise.law == "gaussian"


def decided(spec: Spec, asked: Asked) -> tuple[str, str]:
    """The status of a claim, and the reason where it is undecided."""
    try:
        decision = refute(replace(spec, claim=ClaimedBound(asked.goal, parse(asked.bound))))
    except PabisymError as reason:
        return "undecided", str(reason)
    return decision.status, decision.reason


def limited(seconds: float, work: Callable[[], Any], waiting: float = WAITING) -> tuple[Any, float]:
    """What work gives in a process of its own, None where it takes too long, or waits so many times as long; and its processor seconds."""
    context = multiprocessing.get_context("fork")
    near, far = context.Pipe(duplex=False)

    def child() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(seconds), ceil(seconds) + 1))
        answer = work()
        far.send((answer, time.process_time()))

    process = context.Process(target=child)
    process.start()
    far.close()
    try:
        return near.recv() if near.poll(waiting * seconds) else (None, seconds)
    except EOFError:
        return None, seconds
    finally:
        process.kill()
        process.join()


def answered(spec: Spec, name: str, seconds: float) -> list[tuple[Asked, str, str, float]] | str:
    """Every claim about a spec with what became of it, or why none is derived; the bounds are derived once for all of them."""
    found: dict[str, Derived] = {}
    library = open_library(None)

    def once(spec: Spec, _: Library) -> Derived:
        goal = repr(spec.goal)
        if goal not in found:
            found[goal] = derived_bound(spec, library)
        return found[goal]

    plain = replace(spec, claim=None)
    try:
        own = once(plain, library)
        square = own if spec.process.noise.law == "laplace" else once(replace(plain, goal=Goal("gdp")), library)
    except PabisymError as reason:
        return str(reason)
    answers = []
    exact = expected().get(name, "exact") == "exact"
    with mock.patch("pabisym.refutation.notions.derived_bound", once):
        for one in claims(plain, to_text(own.bound), to_text(tidied(square.bound)), exact=exact):
            answer, took = limited(seconds, lambda one=one: decided(plain, one))  # type: ignore[misc]
            status, reason = answer or ("undecided", f"more than {seconds:g} s")
            answers.append((one, status, reason, took))
    return answers


def judged(kept: Kept, seconds: float) -> list[tuple[Asked, str, str, float]]:
    """Every claim about a spec with what became of it; nothing where it is not derived."""
    try:
        spec = read_spec(kept.spec)
    except PabisymError:
        return []
    answers, _ = limited(seconds, lambda: answered(spec, kept.name, seconds), waiting=8 * WAITING)
    if answers is None:
        return [(Asked("the bound", spec.goal, "", "proved"), "undecided", f"deriving it takes more than {seconds:g} s", seconds)]
    return answers if isinstance(answers, list) else []


def wrong(asked: Asked, status: str) -> bool:
    """Is a verdict the contrary of what is so."""
    return {asked.status, status} in ({"proved", "refuted"}, {"undecided", "refuted"}) and status != "undecided"


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
