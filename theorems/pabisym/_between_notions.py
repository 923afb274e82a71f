"""From one notion of privacy to another: the proofs of the conversions in ``theorems/pabisym``; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Builder, Step, step
from pabisym.proof.exponentials import log_low
from pabisym.proof.roots import positive_root

ELL = "log(1/delta)"
ROOT = f"sqrt(rho*{ELL})"
"""What the slack costs at the best order, and the order - 1 times rho."""


def concentrated(b: Builder) -> Step:
    """The proof of ``pabisym/zcdp-to-dp``: at the order 1 + r/rho, l/(r/rho) = r where r^2 = rho l."""
    order, laws = f"1 + {ROOT}/rho", {"P": "P", "Q": "Q"}
    reached, wanted = f"({order})*rho + {ELL}/(({order}) - 1)", f"rho + 2*{ROOT}"

    def widen(b: Builder) -> Step:
        converted = b.figure("renyi-to-dp", b.known("divergence"), alpha=order, b=f"({order})*rho", d="delta", **laws)
        return b.have("level", b.prove(f"{reached} <= {wanted}"), lambda b: b.figure(
            "dp-widen", converted, e=reached, d="delta", u=wanted, v="delta", **laws))

    def positive(b: Builder) -> Step:
        return positive_root(b, f"rho*{ELL}", lambda b: b.have("order above", b.prove(f"{order} > 1"), widen))

    return b.have("inverse", b.prove("1/delta > 0"), lambda b: b.have("inverse above", b.prove("1/delta > 1"), lambda b: log_low(
        b, "1/delta", lambda b: b.have("slack", b.prove(f"{ELL} > 0"), positive))))


def gaussian_mechanism(b: Builder) -> Step:
    """The proof of ``pabisym/gaussian-mechanism``: all of the distance is paid to the noise, and sqrt(a^2/sigma^2) is a/sigma."""
    size, ratio = "gdpsize(Z, a)", "a/sigma"
    laws, noisy = {"P": "P", "Q": "Q"}, {"P": "convolve(P, Z)", "Q": "convolve(Q, Z)"}
    start = b.figure("gdp-start", b.known("sensitivity"), z="a", conclude="gdp(0 + a, P, Q, 0)", **laws)
    paid = f"gdp(0, convolve(P, Z), convolve(Q, Z), {size})"
    private = b.figure("gdp-shift-reduction", start, z="0", a="a", m="0", Z="Z", conclude=paid, **laws)
    root, delta = f"sqrt({size})", "theta(exp(epsilon), {})"

    def widen(b: Builder) -> Step:
        converted = b.figure("gdp-to-dp", private, e="epsilon", m=size, **noisy)
        smaller = b.figure("theta-monotone", g="exp(epsilon)", x=root, y=ratio)
        return b.have("smaller", smaller, lambda b: b.figure(
            "dp-widen", converted, e="epsilon", d=delta.format(root), u="epsilon", v=delta.format(ratio), **noisy))

    def rooted(b: Builder) -> Step:
        facts = {"root": b.figure("square-root", x=size), "root sign": b.figure("square-root-sign", x=size)}
        return b.suppose_all(facts, lambda b: b.have("shorter", _root_at_most(b, root, ratio, "ratio", ("root", "paid")), widen))

    def sized(b: Builder) -> Step:
        return b.have("ratio", b.prove(f"{ratio} >= 0"), lambda b: b.have("size sign", b.prove(f"{size} >= 0"), rooted))

    return b.have("paid", b.figure("gdp-magnitude", b.known("Gaussian"), a="a", v="sigma**2", Z="Z"), sized)


def from_an_order(b: Builder) -> Step:
    """The proof of ``asoodeh2020/lemma-3``: log(1) = 0, so that log(1/exp(-x)) = x."""
    laws = {"P": "P", "Q": "Q"}
    exponent, delta = "(alpha - 1)*(epsilon - zeta)", "exp(-(alpha - 1)*(epsilon - zeta))"
    reached = f"zeta + log(1/{delta})/(alpha - 1)"

    def level(b: Builder) -> Step:
        goal = f"{reached} <= epsilon"
        return step("arithmetic", goal, (), goal=goal, multiplier="alpha - 1", terms=[{"coefficient": "-1", "facts": ["inverted"]}])

    def widen(b: Builder) -> Step:
        converted = b.figure("renyi-to-dp", b.known("bound"), alpha="alpha", b="zeta", d=delta, **laws)
        return b.have("level reached", level(b), lambda b: b.figure(
            "dp-widen", converted, e=reached, d=delta, u="epsilon", v=delta, **laws))

    def inverted(b: Builder) -> Step:
        goal = f"log(1/{delta}) == {exponent}"
        terms = [{"coefficient": c, "facts": [label]} for c, label in (("-1", "split"), ("-1", "one"), ("-1", "exponent"))]
        return b.have("inverted", step("arithmetic", goal, (), goal=goal, multiplier="1", terms=terms), widen)

    def split(b: Builder) -> Step:
        facts = {"split": b.figure("log-product", x=delta, y=f"1/{delta}", conclude=f"log(1) == log({delta}) + log(1/{delta})"),
                 "one": b.figure("log-product", x="1", y="1", conclude="log(1) == log(1) + log(1)"),
                 "exponent": b.figure("log-exp", x="-(alpha - 1)*(epsilon - zeta)")}
        return b.suppose_all(facts, inverted)

    return b.have("inverse", b.prove(f"1/{delta} > 0"), split)


def _root_at_most(b: Builder, root: str, value: str, sign: str, equations: tuple[str, ...]) -> Step:
    """A root is at most a value that is known under ``sign`` not to be negative, where equations say that their squares are equal.

    Otherwise 0 = (root - value)^2 + 2 value (root - value) > 0.
    """
    goal = f"{root} <= {value}"

    def one(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term(goal)):
            return b.prove(goal)
        above = b.scope.known[-1][0]
        terms = [{"coefficient": "1", "facts": [above, above]}, {"coefficient": "2", "facts": [above, sign]}]
        terms += [{"coefficient": "-1", "facts": [label]} for label in equations]
        return step("absurd", goal, (step("arithmetic", "0 > 0", goal="0 > 0", multiplier="1", terms=terms),), claim=goal)

    return b.by_cases(f"{value} - {root}", goal, one)
