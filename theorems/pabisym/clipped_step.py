"""Maps that are near a Lipschitz one.

Statement
    Let g be c-Lipschitz, and f and h at most s from g at every point. Then D_alpha^(c z + 2 s)(f(P) || h(Q)) <=
    D_alpha^(z)(P || Q).
Reads as
    f and h need not be continuous: steps with clipped gradients are such maps, whatever the loss, for a step without
    its gradient stays or contracts. Both ends of a distance may be off by s.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import at_most, square
from pabisym.proof.script import Script, script


@script
def turn(p: Script) -> Step:
    """A distance is that of the same points in the other order."""
    with p.spell("gap(f, g, s)") as each:
        one, other = "minus(at(f, x), at(g, x))", "minus(at(g, x), at(f, x))"
        each.have_all({"turned sign": each.figure("norm-sign", x=other), "near here": each.unfold("near", x="x")})
        terms = [*square(each, one, "-1"), *square(each, other)]
        each.have("turned", certified(f"norm({one})**2 <= norm({other})**2", *terms))
        each.have("shorter", at_most(each, f"norm({one})", f"norm({other})", "turned"))
        each.show(certified(f"norm({one}) <= s", fact("shorter"), fact("near here")))
    return each.step


@script
def proof(p: Script) -> Step:
    """V near P: f(P) is near g(P), and that near h(V)."""
    p.open(p.known("before"), "V", "d")
    seen = p.figure("post-processing", "V bound", f="h")
    first = p.figure("winf-gap", turn(p), P="P")
    second = p.figure("winf-push", "V near", "Lipschitz", "other near")
    p.have("carried", "c*z + s >= 0")
    near = p.theorem("pabisym/near-of-near", {"first near": first, "second near": second}, P="push(f, P)", Q="push(g, P)",
                     V="push(h, V)", x="s", y="c*z + s", conclude="winf(push(f, P), push(h, V), c*z + 2*s)")
    return p.figure("witness-in", near, seen, conclude="renyi(alpha, c*z + 2*s, push(f, P), push(h, Q), d)")


STATEMENT = item("Lemma 21, for maps near contractions", "section 3.2",
    key="feldman2018", kind="lemma",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "z: real, z >= 0 [shift]: shift before the step; unit iterate", "b: real: bound before the step",
        "c: real, c >= 0 [factor]: Lipschitz constant of the near map",
        "s: real, s >= 0 [size]: how far the maps are from it; unit iterate", r"P: law: first law; latex \mu",
        r"Q: law: second law; latex \nu", "f: map: the map of the first run", "h: map: the map of the second run",
        "g: map: the Lipschitz map near both"),
    assumptions=("before: renyi(alpha, z, P, Q, b)", "Lipschitz: lipschitz(g, c)", "near: gap(g, f, s)", "other near: gap(g, h, s)"),
    conclusion="renyi(alpha, c*z + 2*s, push(f, P), push(h, Q), b)", bound="b", proof=proof,
    uses=("pabisym/near-of-near", "feldman2018/definition-8"), spots="alpha=2, z=1, b=1, c=1/2, s=1 -> 1")
