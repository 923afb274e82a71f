"""The proof of hidden batches: one induction over the steps for mixtures that are shifted, pattern by pattern.

Before and after every step, mixtures of the runs over the patterns, shifted by what is left of the hits, are no easier to tell apart than
those of Gaussians about the shares (``dominance``).  Maps contract the shifts and add the hits, noise pays the shares.
"""

from __future__ import annotations

from dataclasses import dataclass

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@dataclass(frozen=True)
class Side:
    """One of the two runs that are compared: its letters, as functions of the pattern i and the step k; ``hidden``: it has patterns."""

    law: str
    step: str
    shares: str
    total: str
    mixed: str
    names: str
    hidden: bool = True

    def at(self, letter: str, step: str) -> str:
        """A sequence of this side in pattern i at a step; what a run without patterns moves, pays and leaves is nothing."""
        if self.hidden:
            return f"{letter}(i*(T + 1) + {step})"
        return "0" if letter in "saz" else f"{letter}({step})"

    def last(self, letter: str) -> str:
        """The mixture of the first i patterns, of runs or of shares, at the last step."""
        return f"{letter}(i)" if self.hidden else f"{letter}(T)"


WITH = Side("X", "psi", "V", "M", "U", "starts|runs|hits|no share yet|about shares|first pattern|patterns|first shares|mixed shares")
"""The run with the record, whose steps nobody knows."""
OTHER = Side("Q", "chi", "S", "N", "L", "other starts|other runs|other hits|no share of the other|about shares of the other|"
             "first of the other|patterns of the other|first shares of the other|mixed shares of the other")
"""The run with another record instead."""
WITHOUT = Side("Y", "phi", "W", "Y", "W", "||||||||", hidden=False)
"""The run without the record."""


LETTERS = {"P": (0, "law"), "Q": (1, "law"), "A": (0, "law"), "B": (1, "law"), "V": (0, "shares"), "W": (1, "shares"), "K": (0, "shares"),
           "L": (1, "shares"), "psi": (0, "step"), "chi": (1, "step"), "z": (0, "z"), "y": (1, "z"), "s": (0, "s"), "t": (1, "s"),
           "a": (0, "a"), "b": (1, "a")}  # fmt: skip
"""Letters of the theorems about families: of which run each speaks, and of what of it."""


def _families(one: Side, other: Side, step: str, letters: str) -> dict[str, tuple[str, str]]:
    """Such letters as functions of the pattern at a step."""
    found = {letter: ((one, other)[LETTERS[letter][0]], LETTERS[letter][1]) for letter in letters.split()}
    return {letter: ("i", side.at(getattr(side, what, what), step)) for letter, (side, what) in found.items()}


def _dominance(one: Side, other: Side, step: str) -> str:
    """What holds after a step."""
    return f"dominance(i, 1, n, {', '.join(text for _, text in _families(one, other, step, 'z y P Q V W').values())})"


def _each(p: Script, side: Side, place: int, without: str, step: str = "k") -> Step:
    """Something of every pattern of one side, from what is assumed under its name; of the run without patterns, as it is proved there."""
    label = side.names.split("|")[place]
    with p.generalise("i", "1", "n") as each:
        if side.hidden:
            found = each.at(label, "i")
            each.show(each.at(found, step) if place in (1, 2, 4) else found)
        elif without == "equal":
            each.show(each.figure("reflexive", P="W(0)"))
        elif without == "start":
            each.show(each.figure("same-start", each.figure("reflexive", P="Y(0)"), P="Y(0)", Q="Y(0)"))
        elif without == "gap":
            each.show(each.figure("same-map", f="phi(k)"))
        else:
            each.show(each.at(without, step))
    return each.step


def _about(p: Script, side: Side, label: str, step: str, claim: str) -> Step:
    """A relation for every pattern, from what is assumed under a name of patterns and steps."""
    with p.generalise("i", "1", "n") as each:
        if side.hidden:
            each.have(each.fresh(label), each.at(each.at(label, "i"), step) if step else each.at(label, "i"))
        each.show(claim)
    return each.step


@script
def _start(p: Script, one: Side, other: Side) -> Step:
    """Before the first step."""
    premises = {"near": _each(p, one, 0, "start"), "others near": _each(p, other, 0, "start"),
                "same": _each(p, one, 3, "equal"), "others same": _each(p, other, 3, "equal")}
    return p.theorem("pabisym/dominance-start", premises, n="n", B="Y(0)", C="W(0)", **_families(one, other, "0", "P Q V W z y"))


@script
def _step(p: Script, one: Side, other: Side, sign: str, before: str) -> Step:
    """What holds after step k, from what holds before it."""
    own, earlier = _families(one, other, "k", "z y a b"), _families(one, other, "k - 1", "P Q z y V W")
    target = {key: ("i", f"{side.at('z', 'k')} + {side.at('a', 'k')}") for key, side in (("g", one), ("h", other))}
    grown = [_about(p, side, "balance", "k", f"c(k)*{side.at('z', 'k - 1')} + {side.at('s', 'k')} <= {target[key][1]}")
             for key, side in (("g", one), ("h", other))]
    moved = p.theorem("pabisym/dominance-contraction", {
        "before": p.known(before), "map": p.at("maps", "k"), "gaps": _each(p, one, 2, "gap"), "other gaps": _each(p, other, 2, "gap"),
        "shift": grown[0], "other shift": grown[1],
    }, n="n", c="c(k)", f="phi(k)", **_families(one, other, "k", "s t psi chi"), **earlier, **target)
    paid = [_about(p, side, "shares", "k", f"{side.at('a', 'k')} >= 0") for side in (one, other)]
    left = [_about(p, side, "left", "k", f"{side.at('z', 'k')} >= 0") for side in (one, other)]
    p.have("noise here", p.at("noise", "k"))
    noises = p.theorem("pabisym/kahane", {"lengths": paid[0], "other lengths": paid[1], "Gaussian": p.at("noises", "k")},
                       n="n", r=sign, v="v(k)", a=own["a"], b=own["b"], Z="zeta(k)")
    flat = {"G": ("i", f"normallaw({sign}*{one.at('a', 'k')}, v(k))"), "H": ("i", f"normallaw(-({sign})*{other.at('a', 'k')}, v(k))")}
    premises = {"shares": paid[0], "other shares": paid[1], "left": left[0], "others left": left[1], "before": moved, "noises": noises,
                "noisy": _each(p, one, 1, "run without"), "others noisy": _each(p, other, 1, "run without"),
                "pairs": _each(p, one, 4, "about nothing"), "other pairs": _each(p, other, 4, "about nothing")}
    pushed = {key: ("i", f"push({side.at(side.step, 'k')}, {side.at(side.law, 'k - 1')})") for key, side in (("P", one), ("Q", other))}
    return p.theorem("pabisym/adapted-shift", premises, n="n", Z="zeta(k)", **own,
                     V=earlier["V"], W=earlier["W"], **pushed, **flat, **_families(one, other, "k", "A B K L"))


@script
def _unmixed(p: Script, law: str) -> Step:
    """A law is every mixture of itself with itself."""
    with p.generalise("i", "2", "n") as each:
        each.have("weight here", each.at("weights", "i"))
        each.have("weight below", each.at("at most one", "i"))
        with each.spell(f"equal({law}, mix(w(i), {law}, {law}))") as events:
            events.have("chances", events.figure("chance-mix", w="w(i)", P=law, Q=law, O="O"))
            events.show(f"chance({law}, O) == chance(mix(w(i), {law}, {law}), O)")
        each.show(events.step)
    return each.step


def _mixtures(p: Script, side: Side, law: bool) -> tuple[Step, Step]:
    """How the mixtures of the last laws, or of the shares, begin and go on."""
    if side.hidden:
        first, more = side.names.split("|")[5 if law else 7 :][:2]
        return p.known(first), p.known(more)
    name = f"{side.total if law else side.mixed}(T)"
    return p.figure("reflexive", P=name), _unmixed(p, name)


@script
def proof(p: Script, one: Side, other: Side, sign: str) -> Step:
    """The mixtures of one run and of the other one are as close as those of the shares."""
    with p.induct("k", "0", "T", _dominance(one, other, "k"), _start(p, one, other)) as steps:
        steps.show(_step(steps, one, other, sign, steps.hypothesis))
    premises = {"dominated": p.at(steps.step, "T")}
    names = ("first", "mixed"), ("first of the second", "mixed of the second"), ("first compared", "mixed compared"), (
        "second compared", "second mixed")
    for (first, more), side, law in zip(names, (one, other, one, other), (True, True, False, False), strict=True):
        premises[first], premises[more] = _mixtures(p, side, law)
    for key, side in (("no shift", one), ("no other shift", other)):
        premises[key] = _about(p, side, "all paid", "", f"{side.at('z', 'T')} == 0")
    ends = _families(one, other, "T", "z y P Q V W")
    totals = {key: ("i", side.last(letter)) for key, side, letter in (
        ("M", one, one.total), ("N", other, other.total), ("U", one, one.mixed), ("L", other, other.mixed))}
    return p.theorem("pabisym/dominance-mixture", {**premises, "told": p.known("told")}, n="n", epsilon="epsilon", d="d", **ends, **totals)


def batches(p: Script) -> Step:
    """With the record against without it."""
    return proof(p, WITH, WITHOUT, "1")


def added(p: Script) -> Step:
    """Without the record against with it."""
    return proof(p, WITHOUT, WITH, "-1")


def replaced(p: Script) -> Step:
    """With the record against with the other one."""
    return proof(p, WITH, OTHER, "1")
