"""Proof trees about a pass with the record at each of n places: row k of the laws is the pass with it at place k; untrusted.

X(k*(n + 1) + j) is the law of the first run after j steps of row k, Y that of the second one.  Before step k the two are the same.
"""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

SQUARE = "4*L**2/(sigma**2*(n - {} + 1))"
FIRST, KEPT = "theta(exp(epsilon), 2*L/sigma)", "theta(exp(epsilon), D/(eta*sigma))"
KEPT_BY_PLACE = f"{FIRST}*{KEPT}**(n - {{}})"
ROW = "k*(n + 1)"
SHARE = "(2*eta*L/(n - k + 1))"
LEFT, PRICE = f"{SHARE}*(n - {{}})".format, f"({{}} - k + 1)*{SHARE}**2/(eta*sigma)**2".format


def hidden(p: Script, wide: Step, j: str, runs: tuple[Step, Step]) -> Step:
    """The noise of step j hides a share of the distance."""
    noise = p.at("Gaussian", j)
    p.have("magnitude", p.figure("gdp-magnitude", noise, a=SHARE))
    told = p.figure("gdp-shift-reduction", wide, p.figure("gdp-finite", noise, a=SHARE), z=LEFT(j), a=SHARE)
    return p.figure("gdp-same-law", p.figure("gdp-monotone", told, y=LEFT(j), n=PRICE(j)), *runs)


@script
def given_the_place(p: Script) -> Step:
    """The runs are the same before the record, and the steps from there on pay equal shares of what it moves."""
    p.have("variance", "(eta*sigma)**2 > 0")
    p.have_all({"later": "n - k + 1 > 0", "share": f"{SHARE} >= 0"})
    near = p.figure("gdp-start", p.figure("winf-gap", p.at("gap", "k"), P=f"X({ROW} + k - 1)"))
    p.have("at the record", p.figure("gdp-monotone", near, y=f"{LEFT('k')} + {SHARE}", n="0"))
    with p.proof() as one:
        one.show(hidden(one, one.known("at the record"), "k", (one.at("record", "k"), one.at("other record", "k"))))
    with p.induct("j", "k", "n", f"gdp({LEFT('j')}, X({ROW} + j), Y({ROW} + j), {PRICE('j')})", one.step) as more:
        runs = more.at(more.at("later steps", "k"), "j"), more.at(more.at("other later steps", "k"), "j")
        update = f"psi({ROW} + j)"
        moved = more.figure("gdp-contraction", more.known(more.hypothesis), more.at(more.at("Lipschitz", "k"), "j"),
                            more.figure("same-map", f=update), conclude=f"gdp({LEFT('j')} + {SHARE}, push({update}, X({ROW} + j - 1)), "
                                                                        f"push({update}, Y({ROW} + j - 1)), {PRICE('(j - 1)')})")
        more.show(hidden(more, moved, "j", runs))
    return p.figure("gdp-monotone", p.at(more.step, "n"), y="0", n=SQUARE.format("k"))


@script
def every_place(p: Script) -> Step:
    """Given the place k: the Gaussian mechanism there, and what each later step lets through."""
    with p.generalise("k", "1", "n") as places:
        after = f"{FIRST}*{KEPT}**(j - k)"
        with places.generalise("j", "k + 1", "n") as products:
            products.show(f"{after} == {KEPT}*({FIRST}*{KEPT}**(j - 1 - k))")
        premises = {"gap": places.at("gap", "k"), "diameter": places.at("diameter", "k"), "products": products.step,
                    "Gaussian": places.part("Gaussian", "j", "k", "n"), "first start": places.at("record", "k"),
                    "second start": places.at("other record", "k"), "first run": places.at("later steps", "k"),
                    "second run": places.at("other later steps", "k")}
        places.show(places.theorem(
            "asoodeh2020/theorem-4", premises, i="k", psi="2*eta*L", M=f"X({ROW} + k - 1)", X=("j", f"X({ROW} + j)"),
            Y=("j", f"Y({ROW} + j)"), f="f(k)", g="g(k)",
            phi=("j", f"phi({ROW} + j)"), zeta=("j", "zeta(j)"), sigma=("j", "eta*sigma"), D=("j", "D"), p=("j", after),
            conclude=f"dp(X({ROW} + n), Y({ROW} + n), epsilon, {KEPT_BY_PLACE.format('k')})"))
    return places.step
