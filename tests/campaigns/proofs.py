"""Alter proof trees of the theorem files at random; every altered one has to be refused by the kernel.

``PYTHONPATH=tests python -m campaigns.proofs [--mutations 1000] [--seed 20261121]`` prints its counts and fails if one is accepted.
"""

from __future__ import annotations

import argparse
import copy
import random
import sys
import time
from collections import Counter

from support.altered_proofs import altered, proved, theorems

from pabisym.kernel.check import check
from pabisym.library.library import builtin


def main() -> int:
    """Run the campaign; 1 if an altered proof was accepted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20261121)
    options = parser.parse_args()
    draw, began, kinds, accepted = random.Random(options.seed), time.perf_counter(), Counter[str](), 0
    known = theorems()
    for _ in range(options.mutations):
        name = draw.choice(proved())
        tree = copy.deepcopy(builtin().proof(name).tree)
        what = altered(tree, draw)
        kinds[what.partition(" ")[0]] += 1
        if check(builtin().statement(name).sequent, tree, known).accepted:  # type: ignore[arg-type]
            accepted += 1
            print(f"ACCEPTED: {name}, {what}")
    print(f"{options.mutations} altered proofs of {len(proved())} statements ({dict(kinds)}), {accepted} accepted, "
          f"{time.perf_counter() - began:.1f} s")
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
