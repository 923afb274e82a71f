"""The log-Sobolev inequality in terms of Rényi divergence.

Statement
    If the law of Theta' satisfies c-LSI, then for every alpha > 1 and every Theta with a density ratio to which it
    applies R_alpha(Theta || Theta') + alpha (alpha - 1) dR_alpha(Theta || Theta')/dalpha <= (alpha^2/(2 c))
    I_alpha(Theta || Theta')/E_alpha(Theta || Theta').
Reads as
    The page says 'if and only if' about one pair. For Theta = Theta' both sides are 0 for every c, while N(0, s)
    has no constant above 1/s: the converse needs the inequality for all Theta. Equality for normal laws of variance
    1/c.
Letters
    c : real, c > 0 : log-Sobolev constant : 1/iterate^2
    s : real, s > 0 : variance of Theta = Theta' in the counterexample : iterate^2
Assumptions
    constant : c > 0
    variance : s > 0
Reference
    chourasia2021, Lemma 3, section 3.2
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol

from ._diffusion_checks import renyi_form

STATEMENT = Statement(
    id="chourasia2021/lemma-3", title="The log-Sobolev inequality in terms of Rényi divergence", kind="lemma", text=__doc__,
    reference=Reference("chourasia2021", "Lemma 3", "section 3.2"),
    symbols=(Symbol("c", "real, c > 0", "log-Sobolev constant", "1/iterate^2"),
             Symbol("s", "real, s > 0", "variance of Theta = Theta' in the counterexample", "iterate^2"),),
    assumptions=(Assumption("constant", "c > 0"), Assumption("variance", "s > 0"),),
    cited_because="the entropy of (p/p')^alpha is an integral, outside the kernel; Vempala and Wibisono prove it",
    printed=Printed("refuted", bound="c*s <= 1", difference="(12) for one pair does not imply c-LSI: Theta = Theta' = N(0, s) satisfies "
                       "it with every c, and c-LSI only for c <= 1/s",
                       counterexample={"c": 2, "s": 1}), spots=(Spot({"c": 1, "s": 1}),),
    uses=("chourasia2021/definition-3.2", "chourasia2021/definition-2.2", "chourasia2021/definition-2.1",),
    checks=(Check("equality for normal laws", renyi_form),),
)
