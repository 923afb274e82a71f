"""Noise does not separate coupled points.

Statement
    If K brings coupled points together by the factor c, so does K with independent noise.
Reads as
    Add the same noise to both answers.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import real
from pabisym.library.statement import Check, Structure

from ._vocabulary import item

STATEMENT = item("Lemma 2.16", "section 2.4", key="altschuler2022", kind="observation",
    letters=(real("c >= 0", "factor by which the answers come together", "factor"), Structure("K", "mechanism", "random step"),
        Structure("Z", "noise", "independent noise")),
    given="steady: steady(K, c)", conclusion="steady(withnoise(K, Z), c)",
    cited_because="the coupling of the answers with the same noise added to both of them; couplings of answers are outside the kernel",
    checks=(Check("x + z and y + z are as far apart as x and y", lambda: at_points("abs((x + z) - (y + z)) == abs(x - y)",
                ({"x": 1, "y": 3, "z": 7}, {"x": -1, "y": "1/2", "z": 0}))),),
    uses=("feldman2018/lemma-7",), spots="c=1/2")
