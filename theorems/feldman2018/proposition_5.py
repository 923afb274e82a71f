"""Additivity and post-processing.

Statement
    D_alpha(mu x mu' || nu x nu') = D_alpha(mu || nu) + D_alpha(mu' || nu'), and D_alpha(f(mu) || f(nu)) <= D_alpha(mu
    || nu) for every deterministic f.
Reads as
    Independent parts add up; looking at a function of the outcome tells no more than the outcome. The conclusion is
    that the pair tells at most the sum, and a check replays the second half. That it tells no less has no judgement
    here: bounds are from above.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ._geometry import products_and_images


def proof(b: Builder) -> Step:
    """The rule ``additivity``, which is this half."""
    return b.figure("additivity", "first", "second")


def images() -> tuple[Verdict, str]:
    """The rule ``post-processing``, which is the other half."""

    def build(b: Builder) -> Step:
        return b.figure("post-processing", "bound")

    kinds = {"alpha": "real", "b": "real", "P": "law", "Q": "law", "f": "map"}
    known = {"order": "alpha > 1", "bound": "renyi(alpha, 0, P, Q, b)"}
    return replayed("renyi(alpha, 0, push(f, P), push(f, Q), b)", kinds, known, build)


STATEMENT = item("Proposition 5", "section 2.2",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "b: real: bound for the first parts",
        "d: real: bound for the second parts", r"P: law: first part, first law; latex \mu", r"Q: law: first part, second law; latex \nu",
        r"V: law: second part, first law; latex \mu'", r"W: law: second part, second law; latex \nu'"),
    assumptions=("first: renyi(alpha, 0, P, Q, b)", "second: renyi(alpha, 0, V, W, d)"),
    conclusion="renyi(alpha, 0, product(P, V), product(Q, W), b + d)", proof=proof,
    clauses=(
        "proved by conclusion: the divergence of products is at most the sum",
        "open by products and images of laws on three points: the divergence of products is at least the sum",
        "proved by post-processing: D_alpha(f(mu) || f(nu)) <= D_alpha(mu || nu)"),
    printed="holds in part",
    cited_because="the data-processing inequality is Jensen's inequality for conditional expectations, outside the kernel",
    uses=("feldman2018/definition-4",), spots="alpha=2, b=1, d=1/2",
    checks=(Check("post-processing", images, "holds"), Check("products and images of laws on three points, exactly at order 2",
        products_and_images),))
