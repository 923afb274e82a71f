"""Noise does not separate coupled points.

Statement
    If K brings coupled points together by the factor c, so does K with independent noise.
Reads as
    Add the same noise to both answers.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.laws import put
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """At any two points add the same noise to both of the coupled answers."""
    with p.spell("steady(withnoise(K, Z), c)") as two:
        near = two.figure("winf-convolve", two.unfold("steady", x="x", y="y"))
        first, second = (two.figure("noisy-answers", x=x) for x in "xy")
        near = put(first, "winf(LAW, convolve(answers(K, y), Z), c*norm(minus(x, y)))", near)
        near = put(second, "winf(answers(withnoise(K, Z), x), LAW, c*norm(minus(x, y)))", near)
        two.show(near)
    return two.step


STATEMENT = item("Lemma 2.16", "section 2.4",
    key="altschuler2022", kind="observation",
    letters=("c: real, c >= 0 [factor]: factor by which the answers come together", "K: mechanism: random step",
        "Z: noise: independent noise"), assumptions=("steady: steady(K, c)",), proof=proof, conclusion="steady(withnoise(K, Z), c)",
    checks=(Check("x + z and y + z are as far apart as x and y", lambda: at_points("abs((x + z) - (y + z)) == abs(x - y)",
                ({"x": 1, "y": 3, "z": 7}, {"x": -1, "y": "1/2", "z": 0}))),), uses=("feldman2018/lemma-7",), spots="c=1/2")
