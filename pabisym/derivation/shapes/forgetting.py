"""A process whose steps forget where they began: with the contraction 0 only the gap of the last step is paid.

What was before the last step is gone, so that the shift at every step is its own gap; nothing is paid for it, and the last gap by the
last noise: D_alpha(X_T || X'_T) <= alpha s_T^2/(2 v_T), which two constant maps attain.  The coordinates of the other shapes divide by
the product of the contractions, which is 0 here.
"""

from __future__ import annotations

from pabisym.derivation.shapes.problem import RUNS, Problem, at_index, concluded, gaps_claimed
from pabisym.lang.grammar import to_text
from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.script import Script

FORGETFUL, LOCAL_FORM = "the last step alone", "pabisym/contractive-iteration"
"""The name of the shape, and the theorem that its proof applies."""


def forgetful(begin: Builder, problem: Problem) -> tuple[Step, str]:
    """The proof, by the shift allocation that pays at the last step alone, and the bound."""
    p, it, T, alpha = Script(begin), problem.iteration, problem.steps, to_text(problem.order)
    size, variance = to_text(it.gap.term()), to_text(it.noise.variance.term())
    own = f"({alpha})*({size})**2/(2*({variance}))"
    paid, price = f"cases(k - ({T}), {size}, 0)", f"cases(k - ({T}), {own}, 0)"
    left = f"cases(k - ({T}), 0, cases(k - 1, {size}, {to_text(it.start_shift)}))"
    claims = {"amounts": ("1", f"{paid} >= 0"), "shift": ("0", f"{left} >= 0"),
              "balance": ("1", f"{left} == 0*({at_index(left, 'k - 1')}) + {size} - {paid}")}
    premises: dict[str, Step] = {}
    for name, (low, claim) in claims.items():
        with p.generalise("k", low, T) as each:
            each.except_for(f"k - ({T})", claim)
            each.show(claim)
        premises[name] = each.step
    with p.generalise("k", "1", T) as cost:
        claim = f"R({alpha}, zeta(k), {paid}) <= {price} - ({at_index(price, 'k - 1')})"
        cost.have("variance", f"{variance} > 0")
        cost.have("payment", f"{paid} >= 0")
        cost.have("magnitude", cost.figure("gaussian-magnitude", cost.at("Gaussian", "k"), alpha=alpha, a=paid))
        with cost.case(f"k - ({T})", claim) as last:
            last.show(claim)
        cost.show(claim)
    premises |= {"price": cost.step, "gaps": gaps_claimed(problem, p, size), "free start": p.prove(f"{at_index(price, '0')} == 0")}
    premises["start"] = p.figure("winf-widen", "start", y=at_index(left, "0"))
    sequences = {"c": to_text(it.contraction.term()), "s": size, "a": paid, "z": left, "b": price}
    terms: dict[str, Filler] = {**RUNS, "T": T, "alpha": alpha, **{name: ("k", formula) for name, formula in sequences.items()}}
    applied = p.theorem(LOCAL_FORM, premises, **terms)
    step, bound = concluded(problem, p, p.figure("monotone", applied, y="0", d=at_index(own, T)))
    return p.close(step), bound
