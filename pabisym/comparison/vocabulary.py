"""What a letter of a statement is in the parameters that are compared."""

from __future__ import annotations

import re
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
    """What a letter of some meaning (a regular expression) and unit is in the parameters, and what that takes.

    ``otherwise`` is a formula for where a parameter of the first one is absent.
    """

    meaning: str
    formula: str
    unit: str = "1"
    needs: tuple[tuple[str, str], ...] = ()
    otherwise: str = ""


ONE_PASS = ("T*b == n", "is about one pass over the records")
SINGLE = ("b == 1", "is about one record a step")
FULL = ("b == n", "is about batches of all records")
ROLES: tuple[Role, ...] = (
    Role(r"number of records and of steps", "n", needs=(SINGLE, ONE_PASS)),
    Role(r"number of records( of the data)?", "n"),
    Role(r"(number of steps|number of iterations|horizon)", "T"),
    Role(r"(number of |N, the )?(steps|batches) of an epoch(, n/b)?", "n/b"),
    Role(r"number of epochs", "T*b/n"),
    Role(r"number of gaps", f"floor((T - {PLACE})/(n/b)) + 1"),
    Role(r"steps from the last gap on", f"T - {PLACE} + 1 - floor((T - {PLACE})/(n/b))*(n/b)"),
    Role(r"(size of a batch|batch size|records in a batch|number of records in a batch)", "b"),
    Role(r"index of the (record|cost) that is replaced", "t"),
    Role(r"place of the differing step in its epoch|batch of the record|the first step with a gap", PLACE),
    Role(r"the step at which the maps differ", PLACE, needs=(ONE_PASS,)),
    Role(r"step size", "eta", "iterate^2/loss"),
    Role(r"Lipschitz constant of the losses", "L", "loss/iterate"),
    Role(r"sensitivity of the total gradient", "2*L", "loss/iterate", (FULL,)),
    Role(r"smoothness( of the losses)?", "M", "loss/iterate^2"),
    Role(r"strong convexity( of the losses)?", "m", "loss/iterate^2"),
    Role(r"diameter of (the domain|W|K)", "D", "iterate"),
    Role(r"diameter of the images of the updates", IMAGES, "iterate", otherwise="D + 2*eta*L"),
    Role(r"diameter of the domain over the gap", f"D/({STEP})"),
    Role(r"diameter of the domain over g/\(1 - c\)", f"D*(1 - {CONTRACTION})/({STEP})"),
    Role(r"Lipschitz constant of (every|a gradient|a) step.*|(a )?Lipschitz constant of the gradient steps(, .*)?", CONTRACTION),
    Role(r"contraction of (a|every) (gradient )?step", CONTRACTION),
    Role(r"(gap of the maps of a step|the gap)", STEP, "iterate"),
    Role(r"(the gap of (its maps|the maps of step t)|largest distance of two updates of one point)", STEP, "iterate", (ONE_PASS,)),
    Role(r"standard deviation of the gradient noise(, before the step size)?", "sigma", "loss/iterate"),
    Role(r"(per-step |least )?standard deviation of the noise( of a step)?,? on the iterate", "eta*sigma", "iterate"),
    Role(r"(per-step )?variance of the noise( of step t)?,? on the iterate|variance of the noise of step t", "(eta*sigma)**2", "iterate^2"),
    Role(r"noise level: the noise of a step has the variance 2 eta sigma\^2", "sigma*sqrt(eta/2)", "sqrt(loss)"),
    Role(r"one and the contraction", f"1 + {CONTRACTION}"),
    Role(r"additive slack", "delta"),
)
"""The house's words for letters; the first that fits a letter's meaning and unit is taken."""
PROVIDED: Mapping[str, tuple[int, str, str]] = {
    "lipschitz": (1, CONTRACTION, ""), "steady": (1, CONTRACTION, ""), "gap": (-1, STEP, ""), "bounded": (1, IMAGES, "D + 2*eta*L"),
    "gaussian": (1, "(eta*sigma)**2", ""), "smooth": (1, "M", ""), "lipschitzloss": (1, "L", ""),
}  # fmt: skip
"""Judgements about steps, losses and noise: which argument is a number, and what it is in the parameters."""
LEVEL = re.compile(r"logarithm of gamma|privacy level|level of privacy.*")
"""Meanings of a letter that is a level of privacy, at which a bound holds."""
ORDER = re.compile(r"order of the Rényi divergence")
"""Meanings of the order of a divergence, over which the best is taken."""
CHOICE = re.compile(r"(the )?look-back, in steps")
"""Meanings of a number that the analysis may choose."""
COUNTS = ("n", "T", "n/b", "T*b/n")
"""What letters of a bound about runs count: records, steps, steps of an epoch, epochs."""
