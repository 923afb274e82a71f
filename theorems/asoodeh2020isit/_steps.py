"""Gradient steps as Theorems 3 to 5 use them: how far two are apart, how wide the image of the domain is, as kernels; untrusted."""

from __future__ import annotations

from pabisym.library.checks import replayed
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.laws import chained, noisy_step, within
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import at_most, square
from pabisym.proof.script import Script, script

STEP = "compose(gradient({f}, eta), projection(K))"
FIRST, SECOND = STEP.format(f="f"), STEP.format(f="h")
IMAGE = f"bounded({FIRST}, c*D)"


def two_updates() -> tuple[Verdict, str]:
    """Steps of two L-Lipschitz losses, from a point of W."""
    kinds = {"L": "real", "eta": "real", "f": "loss", "h": "loss", "K": "set"}
    assumed = {"L": "L >= 0", "step size": "eta > 0", "domain": "convexset(K)", "Lipschitz": "lipschitzloss(f, L, K)",
               "other Lipschitz": "lipschitzloss(h, L, K)"}

    def build(b: Builder) -> Step:
        return b.figure("gap-after-projection", b.figure("gradient-gap", "Lipschitz", "other Lipschitz"), "domain")

    return replayed(f"gap({FIRST}, {SECOND}, 2*eta*L)", kinds, assumed, build)


@script
def _image(p: Script) -> Step:
    with p.spell(IMAGE) as two:
        (P, Q), (A, B) = ([f"at({f}, {x})" for x in "xy"] for f in ("projection(K)", FIRST))
        inside = [two.figure("projected", "domain", x=x) for x in "xy"]
        e, image = f"minus({A}, {B})", f"minus(at(gradient(f, eta), {P}), at(gradient(f, eta), {Q}))"
        two.have_all({"near": two.unfold("diameter", x="x", y="y"), "moved": two.unfold("contraction", *inside, x=P, y=Q),
                      "same sign": two.figure("norm-sign", x=image)})
        with two.proof() as same:
            same.show(certified(f"norm({e})**2 <= norm({image})**2", *square(same, e, "-1"), *square(same, image)))
        two.have("same", same.step)
        two.have("as far", at_most(two, f"norm({e})", f"norm({image})", "same"))
        two.have("scaled", certified(f"c*norm(minus({P}, {Q})) <= c*D", fact("near", "factor")))
        two.show(two.prove(f"norm({e}) <= c*D"))
    return two.step


def image() -> tuple[Verdict, str]:
    """Of W, which has the diameter D, under a step that is c-Lipschitz on it, as Lemma 4 says with c = M."""
    kinds = {"c": "real", "D": "real", "eta": "real", "f": "loss", "K": "set"}
    assumed = {"factor": "c >= 0", "size": "D >= 0", "step size": "eta > 0", "domain": "convexset(K)",
               "diameter": "bounded(projection(K), D)", "contraction": "lipschitzon(gradient(f, eta), K, c)"}
    return replayed(IMAGE, kinds, assumed, _image)


def step_as_kernels(b: Builder) -> Step:
    """An update with its noise is one mechanism, and the projection after it another."""
    onto = b.figure("surely-through", f="projection(K)", P="through(withnoise(surely(f), Z), P)")
    return chained(b, onto, within(b, noisy_step(b, "f", "Z", "P"), "push(projection(K), LAW)"))


STEPS = (Check("two updates of L-Lipschitz losses are 2 eta L apart", two_updates, "holds"),
         Check("the image of W under a c-Lipschitz step has the diameter c D", image, "holds"))
"""What the statements assume of the maps of a step, for gradient steps of losses."""
