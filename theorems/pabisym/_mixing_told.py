"""The proofs of what mixing gives for random steps where something else says what tells runs apart that begin together.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Filler, Step
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._mixing import blocks_forget
from ._mixing_sampled import KEPT, PRICE
from ._mixing_stages import TOLD, Beside, blocks_at_first, later_stages

STEPS = ("Gaussian", "diameters", "projections", "steady")


@script
def stage(p: Script) -> Step:
    """X and V draw the same batches, in blocks that each forget; what tells V from Y is known."""
    p.have("length", "K*m >= 0")
    p.have("V start", p.known("third start"))
    p.have("V next", p.known("third run"))
    near = blocks_forget(p, "pabisym/same-random-steps", KEPT, ("first run", *STEPS), lambda *_: {})
    return p.figure("dp-third-law", near, "told", e="epsilon", f="f", d="d(K)", u="w", P="X(t + K*m)", Q="Y(t + K*m)", V="V(t + K*m)")


@script
def stages(p: Script) -> Step:
    """The total variation, and from each stage to the next what it leaves and what is told."""
    p.have("steps at first", "K*m >= 0")
    p.have("steps in stages", "J*N*m >= 0")
    positive_root(p, PRICE)

    def told(of: str, when: str) -> Beside:
        return lambda more, low, high: {"third start": more.at(f"{of} starts", "j"), "third run": more.at(f"{of} runs", "j"),
            "told": more.at(f"told{when}", "j")}

    def third(number: str) -> Filler:
        return "k", f"V({number}*(T + 1) + k)"

    own, labels = "pabisym/mixing-told-stage", ("first run", *STEPS)
    first = blocks_at_first(p, own, PRICE, labels, told("third", " at first"), told="q", w="q", V=third("j"))
    return later_stages(p, first, own, labels, told("stage", ""), TOLD, w="w(j)", V=third("(K + j)"))
