"""Proof trees for stopping at a random time; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Step, step
from pabisym.proof.exponentials import exp_quadratic, log_low, log_product
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._pnsgd import OUTPUT, after, before


def harmonic(high: str) -> str:
    """1 + 1/2 + ... + 1/high."""
    return f"sum(1/i, i, 1, {high})"


def _one_over(p: Script) -> None:
    p.have("r_k", p.at("reciprocal", "k"))
    p.have("value", "r(k) == 1/(k + 1 - t)")
    p.have("r_k sign", "r(k) > 0")


@script
def harmonic_mean(p: Script, bound: str) -> Step:
    """The proof of ``feldman2018/eq-26-harmonic``."""
    p.have("size", "n >= 1")
    with p.induct("j", "0", "t - 1", "sum(r(i), i, 1, j) == 0") as early:
        early.have("r_j", early.at("none", "j"))
    p.have("early", early.step)
    inverses = f"sum(r(i), i, 1, j) == {harmonic('j + 1 - t')}"

    @script
    def first(p: Script) -> Step:
        p.have_all({"r_t": p.at("reciprocal", "t"), "none before": p.at("early", "t - 1")})
        return p.prove(f"sum(r(i), i, 1, t) == {harmonic('t + 1 - t')}")

    with p.induct("j", "t", "n", inverses, first) as late:
        late.have("r_j", late.at("reciprocal", "j"))
        late.have("value", "r(j) == 1/(j + 1 - t)")
    p.have("late", late.step)
    with p.generalise("k", "1", "n") as small:
        claim = "D*r(k) <= 1/(alpha - 1)"
        with small.case("k - t", claim) as inverse:
            _one_over(inverse)
            inverse.have("r_k at most", "r(k) <= 1")
            inverse.have("worth", "D*(alpha - 1)*r(k) <= 1")
        small.have("r_k", small.at("none", "k"))
        small.show(claim)
    with p.generalise("k", "1", "n") as sign:
        with sign.case("k - t", "D*r(k) >= 0") as inverse:
            _one_over(inverse)
        sign.have("r_k", sign.at("none", "k"))
        sign.show("D*r(k) >= 0")
    mixtures = {name: p.known(name) for name in ("order", "bounds", "first mixture", "other first mixture", "mixture", "other mixture")}
    convex = p.theorem("feldman2018/lemma-25", mixtures | {"small": small.step, "sign": sign.step}, c="1", rho=("k", "1/n"),
                       b=("k", "D*r(k)"))
    p.have("sum", p.at("late", "n"))
    return p.figure("monotone", convex, y="0", d=bound)


@script
def random_stopping(p: Script, bound: str) -> Step:
    """The proof of ``feldman2018/theorem-26``: every stopping time by Theorem 23, then their mixture."""
    whole = "2*alpha*L**2/sigma**2"
    share = "cases(k - t, 1/(k + 1 - t), 0)"

    @script
    def sums(p: Script) -> Step:
        return p.theorem("pabisym/rising", {"steps": p.generalise("j", "n + 1 - t + 1", "n", longer)}, p="n + 1 - t", q="n",
                         f=("j", harmonic("j")))

    @script
    def longer(p: Script) -> Step:
        p.have("j positive", "j >= 1")
        return certified(f"{harmonic('j - 1')} <= {harmonic('j')}", {"coefficient": "1"}, multiplier="j")

    with p.generalise("k", "1", "n") as bounds:
        claim = f"renyi(alpha, 0, {OUTPUT.format(X='V(k)')}, {OUTPUT.format(X='W(k)')}, {whole}*{share})"
        with bounds.case("k - t", claim) as late:
            late.show(late.figure("monotone", after(late), y="0", d=f"{whole}*{share}"))
        bounds.show(bounds.figure("monotone", before(bounds), y="0", d=f"{whole}*{share}", P=OUTPUT.format(X="V(k)"),
                                  Q=OUTPUT.format(X="W(k)")))
    p.have("size", "n >= 1")
    p.have("least", "n + 1 - t >= 1")
    root = "sqrt(2*alpha*(alpha - 1))"
    p.have("room", "2*alpha*(alpha - 1) >= 0")
    p.have_all({"root": p.figure("square-root", x="2*alpha*(alpha - 1)"),
                "root sign": p.figure("square-root-sign", x="2*alpha*(alpha - 1)")})
    p.have("scaled root", f"L*{root} >= 0")
    p.have("squared", f"sigma**2 >= (L*{root})**2")
    p.have("enough squared", "sigma**2 >= L**2*(2*alpha*(alpha - 1))")
    sequences = {"r": ("k", share), "P": ("k", OUTPUT.format(X="V(k)")), "Q": ("k", OUTPUT.format(X="W(k)")), "M": ("k", "M(k)"),
                 "N": ("k", "N(k)")}
    premises = {name: p.known(name) for name in ("first mixture", "other first mixture", "mixture", "other mixture")}
    premises |= {"bounds": bounds.step, "small": p.prove(f"{whole}*(alpha - 1) <= 1"),
                 "sign": certified(f"{whole} >= 0", fact("order", times="2", square="L"), {"coefficient": "2", "square": "L"},
                                   multiplier="sigma**2")}
    spent = f"2*({whole})*{harmonic('n + 1 - t')}/n"
    terms = [{"coefficient": "4", "facts": ["fewer", *more], "square": "L"} for more in (["order"], [])]
    p.have("mean", p.theorem("feldman2018/eq-26-harmonic", premises, D=whole, **sequences))
    p.have("fewer", sums(p))
    p.have("compared", step("arithmetic", f"{spent} <= {bound}", (), goal=f"{spent} <= {bound}", multiplier="n*sigma**2", terms=terms))
    return p.figure("monotone", p.known("mean"), y="0", d=bound)


@script
def growth(p: Script) -> Step:
    """exp(1/j) - 1 <= 2 (log(j) - log(j - 1)) for j >= 2: both sides against 2/j."""
    ratio, goal = "j/(j - 1)", "exp(1/j) - 1 <= 2*(log(j) - log(j - 1))"
    p.have_all({"before": "j - 1 > 0", "ratio": f"{ratio} > 0"})
    log_product(p, ratio, "j - 1")
    log_low(p, ratio)
    exp_quadratic(p, "1/j")
    product, low, quadratic = (next((name for name, _ in p.scope.known if name.startswith(start))) for start in (
        "log product", "log low", "quadratic"))
    terms = [{"coefficient": "1", "facts": [quadratic]}, {"coefficient": "2", "facts": [low]}, {"coefficient": "2", "facts": [product]},
             {"coefficient": "1", "facts": ["square"]}]
    p.have("square", certified("(1/j)**2 <= 1/j", fact("from"), {"coefficient": "1"}, multiplier="j**2"))
    return step("arithmetic", goal, (), goal=goal, multiplier="1", terms=terms)
