"""The campaign over all doors: so many cases of each, counted, and findings minimised."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fuzz.doors import DOORS
from fuzz.grammar import Dice
from fuzz.parent import BUG, LIMIT, REACHED, Case, Child, minimised, problem, signature, traced

__all__ = ["DOORS", "Result", "campaign", "case_of"]


@dataclass
class Result:
    """Counts for each door, and one finding of each kind with its smallest input."""

    cases: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    statuses: Counter[tuple[str, str]] = field(default_factory=Counter)
    findings: dict[str, tuple[str, Case]] = field(default_factory=dict)
    again: Counter[str] = field(default_factory=Counter)

    def counts(self) -> dict[str, Any]:
        """For each door and all together: cases, share that reached the mathematics, statuses, seconds."""
        total = sum(self.cases.values())
        rows: dict[str, Any] = {
            door: {"cases": count, "reached": round(self.reached[door] / count, 3), "seconds": round(self.seconds[door], 1),
                   "statuses": {status: n for (of, status), n in sorted(self.statuses.items()) if of == door}}
            for door, count in self.cases.items()
        }  # fmt: skip
        return {**rows, "all": {"cases": total, "reached": round(sum(self.reached.values()) / max(1, total), 3), "findings": len(self.findings)}}


def case_of(door: str, seed: int, number: int) -> Case:
    """The case of a door with a number; the same in every run."""
    return DOORS[door].make(Dice(random.Random(f"{door}/{seed}/{number}")))


def campaign(cases: int, seed: int, doors: Sequence[str] = tuple(DOORS), seconds: float = float("inf"), *, keep: str = "",
             say: Callable[[str], None] = print) -> Result:
    """Run so many cases, shared out among the doors by their weights, or as many as the seconds allow."""
    result, began = Result(), time.monotonic()
    weights = [DOORS[door].weight for door in doors]
    order = random.Random(seed)
    numbers: Counter[str] = Counter()
    with Child() as child:
        for count in range(cases):
            if time.monotonic() - began > seconds:
                break
            door = order.choices(doors, weights)[0]
            case = case_of(door, seed, numbers[door])
            answer = child.ask(case)
            found = problem(case, answer)
            result.cases[door] += 1
            result.statuses[door, str(answer.get("status", "died"))] += 1
            result.reached[door] += answer.get("status") in REACHED
            result.seconds[door] += answer.get("seconds", LIMIT)
            if found:
                _keep(result, child, door, case, found, numbers[door], keep, say)
            numbers[door] += 1
            if count % 5000 == 4999:
                reached = sum(result.reached.values()) / (count + 1)
                say(f"{count + 1} cases, {reached:.0%} reached, {time.monotonic() - began:.0f} s, {len(result.findings)} findings")
    return result


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
