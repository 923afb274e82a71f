"""Proof trees about locally private kernels, event by event; untrusted like every builder.

An answer that is likely is at most exp(a) times less likely elsewhere, and so is every other answer: both sides of the event together
bound what is let through.  A slack ``r`` of local privacy is a letter that is known not to be negative, as ``slack of answers``, or "0".
"""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_at_most
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..asoodeh2020._kernels import contracting
from ..balle2019mixing._uniform_mixing import at_most_one, kept_chances, sign

COEFFICIENT = "(exp(a) - exp(epsilon))/(exp(a) + 1)"
NONLINEAR = "(delta*(exp(a) - 1) - (exp(epsilon) - 1))/(exp(a) + 1)"


def levels(p: Script) -> None:
    """Go on knowing that exp(a) is above 1, and exp(epsilon) at least 1."""
    p.have_all({"a tangent": p.figure("exp-tangent", x="a"), "e tangent": p.figure("exp-tangent", x="epsilon")})
    p.have_all({"more": "exp(a) - 1 > 0", "at least": "exp(epsilon) - 1 >= 0", "A sign": "exp(a) > 0"})


def elsewhere(p: Script, told: Step, likely: str, rare: str, r: str = "0") -> None:
    """Go on knowing, as ``back``, exp(a) u <= v + exp(a) + r - 1 for the chances u and v of O under ``likely`` and ``rare``.

    ``told`` concludes dp(rare, likely, a, r).
    """
    slack = r != "0"
    whole = f"(exp(a) + {r})" if slack else "exp(a)"
    u, v, w = f"chance({likely}, O)", f"chance({rare}, O)", f"1/{whole}"
    if slack:
        p.have("whole", f"{whole} > 0")
    p.have_each({"inverse": f"{w} >= 0", "inverse below": f"{w} <= 1", "nothing": f"{w}*{r} <= 1", "mass": f"{w}*(exp(a) + {r}) == 1"})
    excess, deficit = (f"{part}({rare}, {likely}, a, {r})" for part in ("excess", "deficit"))
    split = p.unfold(p.figure("dp-excess", told, w=w), O="O")
    p.have_all({"split": split, "split left": p.figure("chance-mix", w=w, P=rare, Q=deficit, O="O"),
                "split right": p.figure("chance-mix", w=f"{w}*{r}", P=excess, Q=likely, O="O")})
    at_most_one(p, "rest whole", deficit)
    terms = [fact(one, factor=f"{way}{whole}") for one, way in (("split", ""), ("split left", "-"), ("split right", ""))]
    if slack:
        sign(p, "surplus", excess)
        terms += [fact("rest whole", "slack of answers"), fact("surplus", "slack of answers")]
    room = f"exp(a) + {r} - 1" if slack else "exp(a) - 1"
    p.have("back", certified(f"exp(a)*{u} <= {v} + {room}", fact("rest whole", "more"), *terms))


@script
def coefficient(p: Script, claim: str, share: str = COEFFICIENT, r: str = "0") -> Step:
    """Two rows, then all laws."""
    levels(p)
    exp_at_most(p, "epsilon", "a")
    p.have_all({"below a": "exp(a) - exp(epsilon) >= 0",
                "product": "exp(epsilon)*exp(a) - 1 >= 0", "both": "(exp(a) + 1)*(exp(a) - 1) > 0"})
    with p.spell(f"spread(K, epsilon, {share})") as rows:
        first, second = "answers(K, x)", "answers(K, y)"
        with rows.spell(f"dp({first}, {second}, epsilon, {share})") as event:
            event.have("apart", event.unfold(event.unfold("local privacy", x="x", y="y"), O="O"))
            elsewhere(event, event.unfold("local privacy", x="y", y="x"), first, second, r)
            goal = f"chance({first}, O) <= exp(epsilon)*chance({second}, O) + {share}"
            event.show(certified(goal, fact("apart", "product"), fact("back", "below a"), multiplier="(exp(a) + 1)*(exp(a) - 1)"))
        rows.show(event.step)
    p.have("spread", rows.step)
    return contracting(p, claim)


@script
def know_kept_chances(p: Script, share: str = NONLINEAR, r: str = "0") -> Step:
    """The chances of what P has above exp(epsilon) Q and of what it lacks, which the kernel brings together."""
    levels(p)
    p.have("both", "(exp(a) + 1)*(exp(a) - 1) > 0")
    p.have("order", certified("exp(a)*(exp(epsilon) + delta - 1) - delta >= 0", fact("at least", "A sign"), fact("slack", "more")))
    with p.spell(f"dp(through(K, P), through(K, Q), epsilon, {share})") as event:
        excess, deficit = kept_chances(event)
        event.have("apart", event.unfold(event.figure("spread-through", "local privacy", P=excess, Q=deficit), O="O"))
        back = event.figure("spread-through", "local privacy", P=deficit, Q=excess)
        elsewhere(event, back, f"through(K, {excess})", f"through(K, {deficit})", r)
        goal = f"chance(through(K, P), O) <= exp(epsilon)*chance(through(K, Q), O) + {share}"
        terms = fact("apart", "order"), fact("back", "room"), fact("balanced", factor="-((exp(a) + 1)*(exp(a) - 1))")
        event.show(certified(goal, *terms, multiplier="(exp(a) + 1)*(exp(a) - 1)"))
    return event.step


@script
def nothing_left(p: Script, share: str = "0") -> Step:
    """What P lacks outweighs what it has above exp(epsilon) Q, wherever the kernel takes both, but for a slack."""
    levels(p)
    with p.spell(f"dp(through(K, P), through(K, Q), epsilon, {share})") as event:
        excess, deficit = kept_chances(event)
        event.have("apart", event.unfold(event.figure("spread-through", "local privacy", P=excess, Q=deficit), O="O"))
        sign(event, "lacking", f"through(K, {deficit})")
        goal = f"chance(through(K, P), O) <= exp(epsilon)*chance(through(K, Q), O) + {share}"
        event.show(certified(goal, fact("apart", "slack"), fact("lacking", "room"), fact("balanced", factor="-1")))
    return event.step
