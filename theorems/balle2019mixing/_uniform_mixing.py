"""Proof trees about kernels that mix uniformly, event by event; untrusted like every builder.

P and Q are the laws of what goes into the kernel K.  What P has above exp(epsilon) Q, and what it lacks, goes through K as two laws of
their own (:func:`~pabisym_theorems.asoodeh2020._kernels.kept_mixture`), which is an equation between the chances of every event.
"""

from __future__ import annotations

from pabisym.proof.build import Step, stated
from pabisym.proof.exponentials import exp_at_most
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..asoodeh2020._kernels import kept_mixture

GROWN = "(1 + gamma*(exp(epsilon) - 1))"
"""The exponential of the level that a kernel leaves of epsilon."""


def sign(p: Script, label: str, law: str) -> None:
    """Go on knowing that the chance of the event O is not negative."""
    same = p.figure("dp-start", p.figure("reflexive", P=law), e="1")
    p.have_all({f"{label}: tangent": p.figure("exp-tangent", x="1"), f"{label}: own": p.unfold(same, O="O")})
    p.have(f"{label}: above one", "exp(1) - 1 > 0")
    p.have(label, certified(f"chance({law}, O) >= 0", fact(f"{label}: own"), multiplier="exp(1) - 1"))


def at_most_one(p: Script, label: str, law: str) -> None:
    """Go on knowing that the chance of the event O is at most 1: P(O) <= e^x P(O) + 1 for every x, and a P(O) above 1 refutes one."""
    chance = f"chance({law}, O)"
    claim, low = f"{chance} <= 1", f"({chance} - 1)/(2*{chance})"
    with p.proof() as one:
        one.except_for(f"1 - {chance}", claim)
        one.have("low", f"{low} > 0")
        level = f"log({low})"
        told = one.unfold(one.figure("dp-certain", e=level, P=law, Q=law), O="O")
        one.have_all({"value": one.figure("exp-log", x=low), "told": told})
        one.have("too much", certified(f"({chance} - 1)/2 <= 0", fact("told"), fact("value", factor=f"-({chance})")))
        one.show(one.impossible(claim))
    p.have(label, one.step)


def kept_chances(p: Script) -> tuple[str, str]:
    """Go on knowing, as ``balanced``, P K(O) + (exp(epsilon) + delta - 1) V K(O) == exp(epsilon) Q K(O) + delta U K(O); gives U, V."""
    kept, w = kept_mixture(p, "private", "delta")
    excess, deficit = "excess(P, Q, epsilon, delta)", "deficit(P, Q, epsilon, delta)"
    m, n, u, v = (f"chance(through(K, {law}), O)" for law in ("P", "Q", excess, deficit))
    p.have_all({"kept": p.unfold(kept, O="O"),
                "kept left": p.figure("chance-mix", w=w, P="through(K, P)", Q=f"through(K, {deficit})", O="O"),
                "kept right": p.figure("chance-mix", w=f"{w}*delta", P=f"through(K, {excess})", Q="through(K, Q)", O="O")})
    mass = "exp(epsilon) + delta"
    terms = [fact(one, factor=f"{way}({mass})") for one, way in (("kept", ""), ("kept left", "-"), ("kept right", ""))]
    p.have("balanced", certified(f"{m} + ({mass} - 1)*{v} == exp(epsilon)*{n} + delta*{u}", *terms))
    return excess, deficit


@script
def dobrushin(p: Script) -> Step:
    """What no event tells of two answers, none tells at a higher level."""
    with p.spell("spread(K, epsilon, gamma)") as rows:
        rows.show(rows.figure("dp-widen", rows.unfold("mixing", x="x", y="y"), u="epsilon", v="gamma"))
    kept = p.figure("spread-contracts", rows.step, "private")
    return stated(kept, "dp(through(K, P), through(K, Q), epsilon, gamma*delta)")


@script
def dobrushin_at_its_order(p: Script) -> Step:
    """What P has above exp(epsilon) Q and what it lacks are told apart at the order that knows their masses."""
    least = "1 + delta*(exp(g) - 1)"
    kept, _ = kept_mixture(p, "private", "delta")
    p.have("tangent of g", p.figure("exp-tangent", x="g"))
    p.have("above", certified("delta*(exp(g) - 1) >= 0", fact("slack", "tangent of g"), fact("slack", "order")))
    p.have("value", p.figure("exp-log", x=least))
    exp_at_most(p, f"log({least})", "epsilon")
    told = p.figure("spread-through", "mixing", P="excess(P, Q, epsilon, delta)", Q="deficit(P, Q, epsilon, delta)")
    p.have("masses of both", "delta*exp(g) <= exp(epsilon) + delta - 1")
    return stated(p.figure("dp-balance", kept, told, e="epsilon", d="delta"), "dp(through(K, P), through(K, Q), epsilon, gamma*delta)")


DOEBLIN = f"gamma*(1 - {GROWN}*(1 - delta)/exp(epsilon))"
ULTRA = f"gamma*delta*{GROWN}/exp(epsilon)"


def _level(p: Script) -> None:
    """Go on knowing that exp of the level left is what it is the logarithm of."""
    p.have("tangent of e", p.figure("exp-tangent", x="epsilon"))
    p.have_each({"above": "exp(epsilon) - 1 >= 0", "grown": f"{GROWN} > 0", "E sign": "exp(epsilon) > 0"})
    p.have("level value", p.figure("exp-log", x=GROWN))


@script
def doeblin(p: Script) -> Step:
    """Of the chances that J leaves, a share is hidden by those of W."""
    with p.spell("spread(J, epsilon, 1)") as rows:
        rows.show(rows.figure("dp-certain", e="epsilon", P="answers(J, x)", Q="answers(J, y)"))
    p.have("processed", p.figure("spread-contracts", rows.step, "private"))
    _level(p)
    p.have("rest", "1 - gamma >= 0")
    with p.spell(f"dp(through(K, P), through(K, Q), log({GROWN}), {DOEBLIN})") as event:
        sign(event, "W sign", "W")
        at_most_one(event, "J whole", "through(J, P)")
        facts = {"told": event.unfold("processed", O="O")}
        for law, label in (("P", "first"), ("Q", "second")):
            facts[label] = event.unfold(f"{label} answers", O="O")
            facts[f"{label} mixed"] = event.figure("chance-mix", w="1 - gamma", P="W", Q=f"through(J, {law})", O="O")
        event.have_all(facts)
        goal = f"chance(through(K, P), O) <= exp(log({GROWN}))*chance(through(K, Q), O) + {DOEBLIN}"
        terms = [fact("told", "share", "grown"), fact("J whole", "share", "rest", "above"),
                 fact("W sign", "share", "rest", "above", "E sign"),
                 fact("level value", factor="exp(epsilon)*chance(through(K, Q), O)")]
        terms += [fact(label, factor=f"{by}*exp(epsilon)") for label, by in (
            ("first", "-1"), ("first mixed", "-1"), ("second", GROWN), ("second mixed", GROWN))]
        event.show(certified(goal, *terms, multiplier="exp(epsilon)"))
    return event.step


@script
def ultra_mixing(p: Script) -> Step:
    """No answer is much rarer than another: not those of what P lacks, beside those of P, and of what it has above."""
    _level(p)
    p.have("rest", "1 - gamma > 0")
    p.have("inverse", "1/(1 - gamma) > 0")
    p.have("kernel value", p.figure("exp-log", x="1/(1 - gamma)"))
    with p.spell(f"dp(through(K, P), through(K, Q), log({GROWN}), {ULTRA})") as event:
        excess, deficit = kept_chances(event)
        told = {label: event.unfold(event.figure("spread-through", "mixing", P=law, Q=deficit), O="O")
                for label, law in (("of P", "P"), ("of excess", excess))}
        event.have_all(told)
        m, n, u, v = (f"chance(through(K, {law}), O)" for law in ("P", "Q", excess, deficit))
        for label, x in (("of P", m), ("of excess", u)):
            terms = [fact(label), fact("kernel value", factor=f"-({v})")]
            event.have(f"{label} less", certified(f"(1 - gamma)*{x} <= {v}", *terms, multiplier="1/(1 - gamma)"))
        sign(event, "P sign", "through(K, P)")
        at_most_one(event, "excess whole", f"through(K, {excess})")
        goal = f"{m} <= exp(log({GROWN}))*{n} + {ULTRA}"
        terms = [fact("excess whole", "share", "slack", "grown"), fact("of excess less", "slack", "grown"),
                 fact("of P less", "above", "grown"), fact("P sign", "share", "rest", "above", "above"),
                 fact("level value", factor=f"exp(epsilon)*{n}"), fact("balanced", factor=f"-({GROWN})")]
        event.show(certified(goal, *terms, multiplier="exp(epsilon)"))
    return event.step
