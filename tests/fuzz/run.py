"""The campaign over all doors: so many cases of each, counted, and findings minimised."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from fuzz.doors import DOORS
from fuzz.grammar import Dice
from fuzz.parent import BUG, LIMIT, REACHED, Case, Child, minimised, problem, signature, traced

__all__ = ["DOORS", "Result", "campaign", "case_of", "shared"]


@dataclass
class Result:
    """Counts for each door, and one finding of each kind with its smallest input."""

    cases: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    statuses: Counter[tuple[str, str]] = field(default_factory=Counter)
    findings: dict[str, tuple[str, Case]] = field(default_factory=dict)
    again: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    largest: int = 0

    def add(self, other: Result) -> None:
        """Count what another part of the campaign has found too."""
        for name in ("cases", "reached", "seconds", "statuses", "again", "compared"):
            getattr(self, name).update(getattr(other, name))
        self.longest, self.largest = max(self.longest, other.longest), max(self.largest, other.largest)
        self.findings = {**other.findings, **self.findings}

    def counts(self) -> dict[str, Any]:
        """For each door and all together: cases, share that reached the mathematics, statuses, seconds."""
        total = sum(self.cases.values())
        rows: dict[str, Any] = {
            door: {"cases": count, "reached": round(self.reached[door] / count, 3), "seconds": round(self.seconds[door], 1),
                   "statuses": {status: n for (of, status), n in sorted(self.statuses.items()) if of == door}}
            for door, count in self.cases.items()
        }  # fmt: skip
        return {**rows, "all": {"cases": total, "reached": round(sum(self.reached.values()) / max(1, total), 3), "findings": len(self.findings)},
                "compared": {**dict(sorted(self.compared.items())), "all": sum(self.compared.values())},
                "limits": {"seconds": round(self.longest, 1), "MB": self.largest >> 20}}


def case_of(door: str, seed: int, number: int) -> Case:
    """The case of a door with a number; the same in every run."""
    return DOORS[door].make(Dice(random.Random(f"{door}/{seed}/{number}")))


def campaign(cases: int, seed: int, doors: Sequence[str] = tuple(DOORS), seconds: float = float("inf"), *, keep: str = "",
             say: Callable[[str], None] = print, share: tuple[int, int] = (0, 1)) -> Result:
    """Run so many cases, shared out among the doors by their weights, or as many as the seconds allow.

    ``share`` is which of how many parts is run: every so manyth case, so that all parts together are the whole.
    """
    result, began = Result(), time.monotonic()
    weights = [DOORS[door].weight for door in doors]
    order = random.Random(seed)
    numbers: Counter[str] = Counter()
    with Child() as child:
        for count in range(cases):
            door = order.choices(doors, weights)[0]
            number, numbers[door] = numbers[door], numbers[door] + 1
            if count % share[1] != share[0]:
                continue
            if time.monotonic() - began > seconds:
                break
            case = case_of(door, seed, number)
            answer = child.ask(case)
            found = problem(case, answer)
            result.cases[door] += 1
            result.statuses[door, str(answer.get("status", "died"))] += 1
            result.reached[door] += answer.get("status") in REACHED
            result.seconds[door] += answer.get("seconds", LIMIT)
            result.longest, result.largest = max(result.longest, answer.get("seconds", LIMIT)), max(result.largest, answer.get("peak", 0))
            result.compared.update(f"{door}: {name}" for name, _ in answer.get("compared", ()))
            if found:
                _keep(result, child, door, case, found, number, keep, say)
            if sum(result.cases.values()) % 5000 == 0:
                told = result.counts()["all"]
                say(f"{told['cases']} cases, {told['reached']:.0%} reached, {time.monotonic() - began:.0f} s, {told['findings']} findings")
    return result


def _part(given: tuple[int, int, Sequence[str], float, str, int, int]) -> Result:
    cases, seed, doors, seconds, keep, one, parts = given
    return campaign(cases, seed, doors, seconds, keep=keep, say=lambda line: print(line, flush=True), share=(one, parts))


def shared(cases: int, seed: int, doors: Sequence[str], seconds: float, keep: str, parts: int) -> Result:
    """The same campaign in so many processes at once."""
    with ProcessPoolExecutor(parts, get_context("spawn")) as pool:
        results = list(pool.map(_part, [(cases, seed, doors, seconds, keep, one, parts) for one in range(parts)]))
    whole = results[0]
    for other in results[1:]:
        whole.add(other)
    return whole


def _keep(result: Result, child: Child, door: str, case: Case, found: str, number: int, keep: str, say: Callable[[str], None]) -> None:
    kind = f"{door}: {signature(found)}"
    result.again[kind] += 1
    if kind in result.findings:
        return
    slow = "too slow" in found
    least = minimised(child, case, found, most=4 if slow else 60)
    where = traced(child, least) if f"status {BUG}" in found else ""
    result.findings[kind] = (found, least)
    say(f"FINDING {door}/{number}: {found} {where}\n    {json.dumps(least, ensure_ascii=True)[:1500]}")
    if keep:
        Path(keep).mkdir(parents=True, exist_ok=True)
        name = f"{door}-{number}.json"
        Path(keep, name).write_text(json.dumps({"found": found, "where": where, "case": least}, indent=1), encoding="utf-8")
