"""What the roles of letters are in the parameters that are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

GIVEN = ("n", "b", "T", "eta", "L", "sigma", "delta")
"""Parameters that are needed."""
OPTIONAL = ("D", "m", "M", "t")
"""Parameters that may be absent: diameter, strong convexity (0), smoothness, and the record that is asked for (the last one)."""
PLACE = "ceiling(t/b)"
"""The step of an epoch that sees the record."""
STEP = "2*eta*L/b"
"""How far one record moves a step."""
CONTRACTION = "max(abs(1 - eta*m), abs(1 - eta*M))"
"""Lipschitz constant of a step on m-strongly convex and M-smooth losses."""
IMAGES = f"min({CONTRACTION}*D, D + 2*eta*L)"
"""Diameter of the image of the domain under a step."""


@dataclass(frozen=True)
class Role:
    """What a letter of some role is in the parameters, and what that takes.

    ``otherwise`` is a formula for where a parameter of the first one is absent.
    """

    formula: str
    needs: tuple[tuple[str, str], ...] = ()
    otherwise: str = ""


ONE_PASS = ("T*b == n", "is about one pass over the records")
SINGLE = ("b == 1", "is about one record a step")
FULL = ("b == n", "is about batches of all records")
ROLES: Mapping[str, Role] = {
    "records and steps": Role("n", (SINGLE, ONE_PASS)),
    "records": Role("n"),
    "steps": Role("T"),
    "steps of an epoch": Role("n/b"),
    "epochs": Role("T*b/n"),
    "gaps": Role(f"floor((T - {PLACE})/(n/b)) + 1"),
    "steps from the last gap on": Role(f"T - {PLACE} + 1 - floor((T - {PLACE})/(n/b))*(n/b)"),
    "batch": Role("b"),
    "record": Role("t"),
    "place in the epoch": Role(PLACE),
    "place in the pass": Role(PLACE, (ONE_PASS,)),
    "step size": Role("eta"),
    "Lipschitz constant": Role("L"),
    "Lipschitz constant of one record in a step": Role("L/b"),
    "total sensitivity": Role("2*L", (FULL,)),
    "smoothness": Role("M"),
    "strong convexity": Role("m"),
    "diameter": Role("D"),
    "diameter of the images": Role(IMAGES, otherwise="D + 2*eta*L"),
    "diameter over the gap": Role(f"D/({STEP})"),
    "diameter over the reach of the gaps": Role(f"D*(1 - {CONTRACTION})/({STEP})"),
    "contraction": Role(CONTRACTION),
    "contraction of a block": Role(CONTRACTION, otherwise="1"),
    "one and the contraction": Role(f"1 + {CONTRACTION}"),
    "gap": Role(STEP),
    "gap in the pass": Role(STEP, (ONE_PASS,)),
    "gradient noise": Role("sigma"),
    "noise": Role("eta*sigma"),
    "variance": Role("(eta*sigma)**2"),
    "noise level": Role("sigma*sqrt(eta/2)"),
    "slack": Role("delta"),
}
"""The roles that have a value in the parameters, by name.

``noise`` is the standard deviation on the iterate and ``variance`` its square; ``noise level`` the sigma of noise of variance
2 eta sigma^2.  The gaps of a run are the steps that see the record; their reach is how far gaps in every step drive two
contractive runs apart, g/(1 - c).
"""
ORDER, LEVEL, CHOICE = "order", "level", "choice"
"""Roles without a value: the order of a divergence and the level of privacy, of which the best are sought, and what may be chosen."""
PLAN = "plan"
"""The role of what :mod:`pabisym.divergence.mixing_plan` chooses: blocks, stages, levels and the bounds after them."""
SHARES = "shares"
"""The role of sequences that say how the steps of a block share the distance that they pay for; a plan takes the best."""
STOPPED, SKIPPED = "stopped", "skipped"
"""Roles of sequences of laws that are mixtures: over the step at which a run stops, or over how many records it skips."""
PROVIDED: Mapping[str, tuple[int, str, str]] = {
    "lipschitz": (1, CONTRACTION, ""), "steady": (1, CONTRACTION, ""), "gap": (-1, STEP, ""), "bounded": (1, IMAGES, "D + 2*eta*L"),
    "gaussian": (1, "(eta*sigma)**2", ""), "smooth": (1, "M", ""), "lipschitzloss": (1, "L", ""),
}  # fmt: skip
"""Judgements about steps, losses and noise: which argument is a number, and what it is in the parameters."""
COUNTS = ("n", "T", "n/b", "T*b/n")
"""The formulas that are counts of records, steps or epochs."""
