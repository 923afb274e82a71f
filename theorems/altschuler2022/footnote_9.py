"""Constants of the lower bound.

Statement
    c_sigma = 10^(-3), c_D = 10^3, c_alpha = 10^(-7) and the order 10^2: with them the level of (4.1) is at least
    c_alpha 10^2 (3/4)^2/c_sigma = 0.005625 for T >= Tbar, whatever the noise that is allowed.
Reads as
    The largest noise, sigma^2 = c_sigma D^2/(eta^2 Tbar), makes L^2 Tbar/(n^2 sigma^2) = (3/4)^2/c_sigma.
Letters
    a : real : the constant c_alpha : 1
    h : real : the order : 1
    s : real, s > 0 : c_sigma : 1
Assumptions
    constant of the level : a == 1/10**7
    order : h == 100
    constant of the noise : s == 1/1000
    noise : s > 0
Reference
    altschuler2022, footnote 9, section 4
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.script import at_once

CLAIM = "a*h*(3/4)**2/s == 9/1600"

STATEMENT = Statement(
    id="altschuler2022/footnote-9", title="Constants of the lower bound", kind="footnote", text=__doc__, conclusion=CLAIM,
    reference=Reference("altschuler2022", "footnote 9", "section 4"), proof=at_once(CLAIM),
    symbols=(Symbol("a", "real", "the constant c_alpha"), Symbol("h", "real", "the order"), Symbol("s", "real, s > 0", "c_sigma")),
    assumptions=(Assumption("constant of the level", "a == 1/10**7"), Assumption("order", "h == 100"),
                 Assumption("constant of the noise", "s == 1/1000"), Assumption("noise", "s > 0")),
    printed=Printed("holds"), spots=(Spot({"a": "1/10000000", "h": 100, "s": "1/1000"}),),
)
