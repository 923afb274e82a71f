"""Excess loss and local privacy of one-pass algorithms.

Statement
    For one task; for k <= n tasks; and local privacy, up to logarithms: noisy SGD with sampling: sqrt(d/(eps n));
    sqrt(d/(eps n)); n. noisy SGD: sqrt(d/(eps^2 n)); sqrt(d k/(eps^2 n)); eps. output perturbation: sqrt(d/(eps^2 n));
    sqrt(d k/(eps^2 n)); infinity. this work: sqrt(d/(eps^2 n)); sqrt(d/(eps^2 n)); eps.
Reads as
    Only the last row is this paper's; the others are quoted. Its first two entries are the bounds of Theorems 29 and
    32, which exceed their order by logarithms and a constant: the check encloses the ratios at stated parameters.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed

ONE = "4*sqrt(1 + 8*d*log(5/(4*delta))/epsilon**2)/sqrt(n)/sqrt(d/(epsilon**2*n))"
MANY = "4*sqrt(1 + 16*d*max(2*k*harmonic(n)/n, 2*log(1/delta))*log(1/delta)/epsilon**2)/sqrt(n)/sqrt(d/(epsilon**2*n))"
POINTS = tuple({"d": d, "n": n, "epsilon": e, "delta": "1/1000000", "k": k} for d in (1, 1000) for n in (100, 10000) for e in ("1/10", 1)
               for k in (1, n))

STATEMENT = item("Table 1", "section 1",
    plain="prose", uses=("feldman2018/theorem-29", "feldman2018/theorem-32", "feldman2018/lemma-27"),
    checks=(Check("one task: at most 12 sqrt(ln(1.25/delta)) times the order, R = L = 1",
            lambda: at_points(f"{ONE} <= 12*sqrt(log(5/(4*delta)))", POINTS)),
        Check("k <= n tasks: at most 24 ln(1/delta) times it", lambda: at_points(f"{MANY} <= 24*log(1/delta)", POINTS))),
    clauses=(
        "open by one task: this work, one task: the loss is of the order of sqrt(d/(eps^2 n)), up to ln(1/delta)",
        "open by k <= n tasks: this work, k <= n tasks: the same order",
        "open: this work, local privacy: eps, up to ln(1/delta), which Lemma 27 shows for eps <= 2 ln(1.25)",
        "open: the other rows, which are quoted",
        "open; section 1.1: the loss is close to optimal"),
    printed=Printed("holds in part",
        note="of the last row; the other rows are quoted from other papers and are not examined"))
