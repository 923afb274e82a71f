"""What statements about contractive noisy iterations have in common: letters, assumptions, and how they are used."""

from __future__ import annotations

from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import substitute
from pabisym.proof.build import Builder, Step, step
from pabisym.proof.script import Script, script

RUN = "forall(k, 1, T, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"
NOISE = ("k", "(N(k) - N(k - 1))*P(k)**2")
"""The variances of the noises, from the accumulated noise without contractions."""


def at(formula: str, index: str, name: str = "k") -> str:
    """A formula in k at another index."""
    return to_text(substitute(parse(formula, "formula", None), {name: ((), parse(index, "index", None))}))


def here(b: Builder, names: tuple[str, ...], index: str = "k") -> dict[str, Step]:
    """Assumptions about every step, at one step, under new labels."""
    return {b.fresh(name): b.at(name, index) for name in names}


@script
def rising(p: Script, low: str, high: str, index: str = "i") -> Step:
    """N(low) <= N(high) for low <= high; ``index`` is a name that the scope does not hold."""
    with p.generalise(index, f"{low} + 1", high) as steps:
        steps.have_all(here(steps, ("noise",), index))
        steps.show(f"N({index} - 1) <= N({index})")
    return p.theorem("pabisym/rising", {"steps": steps.step}, p=low, q=high, f=(index, f"N({index})"))


@script
def rising_from(p: Script, low: str, high: str, index: str = "i") -> Step:
    """N(low) <= N(high) for low <= high, where the noise is known to grow on the steps between."""
    with p.generalise(index, f"{low} + 1", high) as steps:
        steps.have(steps.fresh("noise"), steps.at("noise", index))
        steps.show(f"N({index} - 1) <= N({index})")
    return p.theorem("pabisym/rising", {"steps": steps.step}, p=low, q=high, f=(index, f"N({index})"))


def falling(p: Script) -> Step:
    """-d(k) <= -d(i) for k <= i, where the slopes d are known to fall."""
    with p.generalise("l", "k + 1", "i") as steps:
        steps.have("fall", steps.at("falling", "l"))
        steps.show("-d(l - 1) <= -d(l)")
    return p.theorem("pabisym/rising", {"steps": steps.step}, p="k", q="i", f=("l", "-d(l)"))


def carry(p: Script, before: str, named: str) -> Step:
    """The bound after the noise of step k, from the one before the step: contraction by c_k, gap s_k, shift reduction by a_k."""
    moved = p.figure("contraction", before, p.at("Lipschitz", "k"), p.at("gaps", "k"))
    short = {"amounts": "a", "shift": "z", "balance": "balance", "price": "price"}
    p.have_all({named.format(short[name], name=name): p.at(name, "k") for name in short})
    reduced = p.figure("shift-reduction", p.figure("monotone", moved, y="z(k) + a(k)", d="b(k - 1)"), Z="zeta(k)")
    return p.figure("monotone", reduced, y="z(k)", d="b(k)")


def divide(goal: str, factor: str, label: str) -> Step:
    """A goal from what is known under a label, which is the goal times an evidently positive factor."""
    return step("arithmetic", goal, (), goal=goal, multiplier=factor, terms=[{"coefficient": "1", "facts": [label]}])


def string_premises(p: Script, S: str, A: str, price: str, gap: str, facts: tuple[str, ...] = ("noise", "product")) -> dict[str, Step]:
    """The premises of the taut-string theorem about S, A, b as formulas in k, each proved at a general step."""
    claims = {"shift": f"({S})*P(k) == ({at(S, 'k - 1')})*P(k) + {gap}", "string": f"{at(A, 'k - 1')} <= {A}",
              "price": f"({A} - ({at(A, 'k - 1')}))**2*P(k)**2 <= (N(k) - N(k - 1))*P(k)**2*({price} - ({at(price, 'k - 1')}))"}
    claims["noise"] = "(N(k) - N(k - 1))*P(k)**2 > 0"
    premises = {}
    for name, claim in claims.items():
        with p.generalise("k", "1", "T") as each:
            each.have_all(here(each, facts))
            each.show(claim)
        premises[name] = each.step
    return premises


def at_first(p: Script) -> None:
    """Go on knowing that c^(k-p-1) = 1 at the step k = p + 1."""
    p.have("at most", p.figure("power-at-most-one", k="k - p - 1"))
    p.have("inverse", p.figure("power-at-most-one", k="p + 1 - k"))
    p.have("at least", "c**(k - p - 1) >= 1")
    p.have("one", "c**(k - p - 1) == 1")
