"""The parameters at which the papers draw their figures, and statements that certainly apply there.

Feldman et al. draw nothing; their one pass and their n epochs stand for it.  The figures of Asoodeh et al. in ISIT and of Altschuler
and Talwar print no numbers; the parameters are those of the project's own pictures.  A step of Chourasia et al. has noise of variance
2 eta sigma^2, which is sigma sqrt(2/eta) before the step size, and a total gradient of sensitivity 4 has L = 2.
"""

from __future__ import annotations

from itertools import product

from pabisym_theorems.asoodeh2020._figures import CONVEX, STRONGLY_CONVEX

DELTA = "1e-5"
ASOODEH: dict[str, dict[str, object]] = {
    f"Asoodeh et al., figure 2, eta = {eta}, sigma = {sigma}":
        {"n": 100, "b": 1, "T": 100, "eta": eta, "L": 1, "sigma": sigma, "D": 1, "M": 1, "delta": DELTA}
    for eta, sigma in product(("3/50", "2/25", "1/10"), (3, 4, 5))
}  # fmt: skip
CHOURASIA: dict[str, dict[str, object]] = {
    f"Chourasia et al., figure 1, lambda = {curvature}":
        {"n": 5000, "b": 5000, "T": 300, "eta": "1/50", "L": 2, "sigma": "1/5", "m": curvature, "M": 4, "delta": DELTA}
    for curvature in (1, 2, 4)
}  # fmt: skip


def isit(values: object, record: int) -> dict[str, object]:
    """Our parameters for a figure of the ISIT paper, seen by one record."""
    given = dict(values) if isinstance(values, dict) else {}
    names = {"n": "n", "L": "lipschitz", "M": "smooth", "m": "strongly_convex", "eta": "step_size", "sigma": "noise", "D": "diameter"}
    return {**{name: given[one] for name, one in names.items()}, "b": 1, "T": given["n"], "delta": DELTA, "t": record}


ISIT = {f"Asoodeh et al. (ISIT), figure {figure}, record {record}": isit(values, record)
        for figure, values in ((2, CONVEX), (3, STRONGLY_CONVEX)) for record in (1, 10, 19)}  # fmt: skip
SMALL: dict[str, object] = {"n": 4, "b": 1, "T": 44, "eta": "1/4", "L": 1, "sigma": 4, "D": 1, "M": 1, "delta": DELTA}
OTHERS: dict[str, dict[str, object]] = {
    "Feldman et al., one pass": {"n": 1000, "b": 1, "T": 1000, "eta": "1/10", "L": 1, "sigma": 4, "D": 1, "M": 2, "delta": DELTA},
    "Feldman et al., n epochs": {"n": 100, "b": 1, "T": 10000, "eta": "1/10", "L": 1, "sigma": 60, "M": 2, "delta": DELTA},
    "Altschuler and Talwar, figure 1": {"n": 100, "b": 10, "T": 16000, "eta": "1/100", "L": 1, "sigma": 4, "D": 1, "M": 1, "delta": DELTA},
    "Altschuler and Talwar, figure 2, cyclic": SMALL,
    "Altschuler and Talwar, figure 2, strongly convex": {**SMALL, "T": 200, "m": "2/5"},
    "Altschuler and Talwar, (B.1), all records":
        {"n": 10, "b": 10, "T": 200, "eta": "1/2", "L": 1, "sigma": 4, "D": 1, "M": 1, "delta": DELTA},
}  # fmt: skip
EVERY = {**OTHERS, **ASOODEH, **ISIT, **CHOURASIA}
SOME = {name: EVERY[name] for name in ("Feldman et al., one pass", "Altschuler and Talwar, figure 1", "Altschuler and Talwar, (B.1), all records",
                                       *list(ISIT)[1:2], *list(CHOURASIA)[:1])}
"""Those that the tests take; ``tests/campaigns/figures.py`` takes all."""
_PASS = {"feldman2018/theorem-23", "asoodeh2020isit/theorem-4", "pabisym/periodic-gap", "altschuler2022/eq-5.4", "feldman2018/theorem-24",
         "feldman2018/theorem-26", "asoodeh2020/corollary-1", "asoodeh2020/eq-20", "asoodeh2020/theorem-5", "asoodeh2020isit/theorem-5"}  # fmt: skip
_ALL = {"chourasia2021/corollary-1", "chourasia2021/eq-baseline", "pabisym/noisy-gd", "pabisym/noisy-gd-dynamics",
        "pabisym/contractive-equal-gaps"}  # fmt: skip
CERTAIN: dict[str, set[str]] = {
    **dict.fromkeys((*ASOODEH, *ISIT, "Feldman et al., one pass"), _PASS),
    **dict.fromkeys(CHOURASIA, _ALL),
    "Feldman et al., n epochs": {"feldman2018/theorem-35", "feldman2018/remark-multiepoch-dp", "pabisym/periodic-gap"},
    "Altschuler and Talwar, figure 1": {"altschuler2022/theorem-1.3", "altschuler2022/theorem-3.1", "altschuler2022/eq-5.4"},
    "Altschuler and Talwar, figure 2, cyclic": {"altschuler2022/eq-5.4", "pabisym/periodic-gap"},
    "Altschuler and Talwar, figure 2, strongly convex": {"pabisym/contractive-periodic-gap", "pabisym/bounded-contractive-gaps"},
    "Altschuler and Talwar, (B.1), all records": {"altschuler2022/eq-B1", "pabisym/bounded-equal-gaps", "pabisym/equal-look-back"},
}  # fmt: skip
