"""What ``pabisym compare`` prints at the parameters of the papers' figures, every value beside that of ``evaluate``.

    PYTHONPATH=tests python -m campaigns.figures [--without-proofs] [FIGURE …]

A FIGURE is a part of a name in ``tests/support/figure_parameters.py``; all are taken where none is named.  Prints every statement that
applies with its epsilon, and how many do not apply and are not compared.  Exits with 1 where a value is not the one of ``evaluate``, an
expected statement is missing, or the delta of a level is not what was asked for.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from fractions import Fraction

from support.figure_parameters import CERTAIN, EVERY
from support.staged_rows import check_plan

from pabisym.comparison.compare import Comparison, compare, compare_unreplayed
from pabisym.comparison.rows import LAST, PLANNED, StatementRow
from pabisym.comparison.symbols import RunSymbols
from pabisym.lang.rational import rational, rational_text
from pabisym.library.library import Library, builtin
from pabisym.library.point import evaluation


def problem(row: StatementRow, delta: Fraction) -> str:
    """What is wrong with a row that applies; empty where it is as ``evaluate`` says."""
    if row.lower_end_assumes == PLANNED:
        check_plan(row, rational_text(rational(delta, "delta")))
        return ""
    here = evaluation(builtin().statement(row.id), row.at, force=True)
    if row.bound is None or not here.holds:
        return "its conditions do not hold"
    if (here.of, here.enclosure(row.bound.digits)) != (row.of, row.bound):
        return "is not the value of evaluate"
    return "gives a larger delta" if row.of == "delta" and Fraction(row.bound.lower) > delta else ""


def missing(name: str, found: Comparison) -> set[str]:
    """Statements that have to apply and do not."""
    return CERTAIN[name] - {row.id for row in found.applicable}


def run(names: Iterable[str] = (), *, proofs: bool = True, report: Callable[[str], None] = print, library: Library | None = None) -> int:
    """Print the tables; 0 where all is as it should be."""
    wanted, failed, library = list(names), 0, library or builtin()
    for name, values in EVERY.items():
        if wanted and not any(part.lower() in name.lower() for part in wanted):
            continue
        began = time.process_time()
        found = (compare if proofs else compare_unreplayed)(library, RunSymbols.of(values))
        spent = time.process_time() - began
        rows = found.applicable
        report(f"{name}: {len(rows)} apply, {len(found.rows) - len(rows)} do not, {len(found.others)} not compared, {spent:.1f} s")
        for row in rows:
            wrong = problem(row, Fraction(str(values["delta"])))
            failed += bool(wrong)
            upper = "" if row.epsilon is None else row.epsilon.upper
            report(f"    {upper:20} {row.id:36} {row.status:8} {'' if row.about == LAST else row.about}{wrong}")
        for lost in sorted(missing(name, found)):
            failed += 1
            report(f"    missing: {lost}")
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("figures", nargs="*")
    parser.add_argument("--without-proofs", action="store_true")
    chosen = parser.parse_args()
    sys.exit(run(chosen.figures, proofs=not chosen.without_proofs))
