"""Constants of the lower bound.

Statement
    c_sigma = 10^(-3), c_D = 10^3, c_alpha = 10^(-7) and the order 10^2: with them the level of (4.1) is at least
    c_alpha 10^2 (3/4)^2/c_sigma = 0.005625 for T >= Tbar, whatever the noise that is allowed.
Reads as
    The largest noise, sigma^2 = c_sigma D^2/(eta^2 Tbar), makes L^2 Tbar/(n^2 sigma^2) = (3/4)^2/c_sigma.
"""

from pabisym.library.item import real
from pabisym.proof.script import at_once

from ._vocabulary import item

CLAIM = "a*h*(3/4)**2/s == 9/1600"
STATEMENT = item("footnote 9", "section 4",
    letters=(real("a", "the constant c_alpha"), real("h", "the order"), real("s > 0", "c_sigma", "noise")),
    given=("constant of the level: a == 1/10**7", "order: h == 100", "constant of the noise: s == 1/1000", ...),
    conclusion=CLAIM, proof=at_once(CLAIM), printed="holds", spots="a=1/10000000, h=100, s=1/1000")
