"""Fuzzing of every door.

    PYTHONPATH=tests python -m fuzz [--cases 100000] [--seed 1] [--doors allocate,derive] [--keep FOLDER] [--seconds S] [--jobs 2]

Prints for each door how many cases there were, how many of them reached the mathematics (an answer, no refusal), how many answers were
compared with what is known another way, and every finding once, with the smallest input that shows it; ``--keep`` writes these as
files.  Exits with 1 where there is a finding.  The case with a number is the same in every run with the same seed, and in any number
of processes (``--jobs``).
"""

from __future__ import annotations

import argparse
import json
import sys

from fuzz.run import DOORS, shared

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--doors", default=",".join(DOORS))
    parser.add_argument("--keep", default="")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    result = shared(given.cases, given.seed, given.doors.split(","), given.seconds, given.keep, given.jobs)
    print(json.dumps(result.counts(), indent=1))
    sys.exit(bool(result.findings))
