"""Every bound of the library against the exact divergences of random processes inside its hypotheses.

    PYTHONPATH=tests python -m campaigns.truths [--count 20] [--seed 20261121] [--kind "clipped pass"]

For every statement about a divergence it prints with which processes it was compared, how often, and how often the bound
was attained; then the statements that no process reached.  Exits with 1 when a bound falls below an exact divergence.
"""

import argparse
import sys
from collections import Counter, defaultdict

from support.truth_processes import KINDS, processes
from support.truth_world import CLAIMS, claimed

from pabisym.library.library import builtin


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--kind", choices=list(KINDS), action="append")
    options = parser.parse_args()
    statements = {n: f.statement for n, f in builtin().files.items() if f.statement.conclusion.partition("(")[0] in CLAIMS}
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    broken = 0
    for kind in options.kind or KINDS:
        for process in processes(kind, options.count, options.seed):
            for letters in process.readings:
                for name, statement in statements.items():
                    claim = claimed(statement, letters)
                    if claim is None:
                        continue
                    seen[name][kind] += 1
                    seen[name]["attained"] += claim.attained
                    if claim.broken:
                        broken += 1
                        print(f"BELOW {name} on {kind}: {claim} at {dict(process.numbers)}")
    for name, counts in sorted(seen.items()):
        print(f"{name}: {', '.join(f'{kind} {count}' for kind, count in counts.items())}")
    print("not reached:", ", ".join(sorted(set(statements) - set(seen))) or "none")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
