"""Proof trees about hockey-stick divergences along noisy iterations; untrusted like every builder.

What an observer learns shrinks by theta(e^epsilon, D/s) in every step whose map has an image of diameter D and whose noise has the
standard deviation s on the iterate (``dp-contraction``); a gap u costs theta(e^epsilon, u/s) in the first step (Gaussian differential
privacy of a move by u); what is released is projected in every step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pabisym.lang.grammar import to_text
from pabisym.proof.build import Builder, Step, step

Rest = Callable[[Builder], Step]
NOISY = "convolve(push({f}, {X}), {Z})"
RELEASED = "push(projection(K), {law})"
THETA = "theta(exp(epsilon), {r})"


def equation(goal: str, fact: str, *, factor: str = "1", multiplier: str = "1") -> Step:
    """Goal * multiplier = fact * factor, for an equation that is known under a label; the goal may be an inequality."""
    terms = [{"coefficient": "1", "facts": [fact], "factor": factor}]
    return step("arithmetic", goal, (), goal=goal, multiplier=multiplier, terms=terms)


def plain_root(b: Builder, x: str, rest: Rest) -> Step:
    """Go on with sqrt(x^2) == x and its sign known, for an x that is known to be positive."""
    root, label = f"sqrt(({x})**2)", b.fresh("square of the root")

    def equated(b: Builder) -> Step:
        same = b.fresh("plain root")
        found = equation(f"{root} == {x}", label, multiplier=f"{root} + ({x})")
        return b.have(same, found, lambda b: b.have(b.fresh("positive root"), b.prove(f"{root} > 0"), rest))

    def inside(b: Builder) -> Step:
        facts = {label: b.figure("square-root", x=f"({x})**2"), b.fresh("sign"): b.figure("square-root-sign", x=f"({x})**2")}
        return b.suppose_all(facts, lambda b: b.have(b.fresh("sum of roots"), b.prove(f"{root} + ({x}) > 0"), equated))

    return b.have(b.fresh("square"), b.prove(f"({x})**2 >= 0"), inside)


def plain_ratio(b: Builder, top: str, x: str, rest: Rest) -> Step:
    """Go on with top/sqrt(x^2) == top/x known as well."""
    root = f"sqrt(({x})**2)"

    def divided(b: Builder) -> Step:
        label = b.fresh("root")
        goal = f"({top})/{root} == ({top})/({x})"
        again = b.prove(f"({x}) == {root}")
        product = b.prove(f"{root}*({x}) > 0")
        return b.suppose_all({label: again, b.fresh("product"): product}, lambda b: b.have(
            b.fresh("ratio"), equation(goal, label, factor=f"({top})", multiplier=f"{root}*({x})"), rest))

    return plain_root(b, x, divided)


def contracted(b: Builder, before: Step, *, delta: str, laws: tuple[str, str], f: str, noise: str, size: str, std: str,
               diameter: Step, gaussian: Step) -> Step:
    """One step that both runs share: what is known shrinks by theta, and the projection tells nothing more.

    Needs size/sqrt(std^2) == size/std and the sign of std among what is known.
    """
    first, second = (NOISY.format(f=f, X=law, Z=noise) for law in laws)
    shrunk = f"{THETA.format(r=f'({size})/({std})')}*({delta})"
    one = b.figure("dp-contraction", before, b.figure("same-map", f=f), diameter, gaussian, e="epsilon", d=delta, D=size,
                   v=f"({std})**2", P=laws[0], Q=laws[1], f=f, g=f, Z=noise, conclude=f"dp({first}, {second}, epsilon, {shrunk})")
    return b.figure("dp-push", one, e="epsilon", d=shrunk, P=first, Q=second, f="projection(K)")


def first_noise(b: Builder, near: Step, *, laws: tuple[str, str], maps: tuple[str, str], noise: str, size: str, std: str,
                gaussian: Step) -> Step:
    """The step in which the runs differ: equal laws moved apart by at most ``size``, then noise, then the projection.

    ``near`` concludes winf(push(f, P), push(g, Q), size).  Needs size/sqrt(std^2) == size/std and sqrt((size/std)^2) == size/std.
    """
    before = [f"push({f}, {law})" for f, law in zip(maps, laws, strict=True)]
    after = [f"convolve({law}, {noise})" for law in before]
    ratio = f"({size})/({std})"
    start = b.figure("gdp-start", near, z=f"0 + ({size})", P=before[0], Q=before[1])
    paid = b.figure("gdp-shift-reduction", start, z="0", a=size, m="0", P=before[0], Q=before[1], Z=noise)
    price = b.figure("gdp-magnitude", gaussian, Z=noise, a=size, v=f"({std})**2")

    def told(b: Builder) -> Step:
        square = b.figure("gdp-monotone", paid, y="0", z="0", m=f"0 + gdpsize({noise}, {size})", n=f"({ratio})**2", P=after[0], Q=after[1])
        seen = b.figure("gdp-to-dp", square, e="epsilon", m=f"({ratio})**2", P=after[0], Q=after[1],
                        conclude=f"dp({after[0]}, {after[1]}, epsilon, {THETA.format(r=ratio)})")
        return b.figure("dp-push", seen, e="epsilon", d=THETA.format(r=ratio), P=after[0], Q=after[1], f="projection(K)")

    return b.have(b.fresh("price"), price, told)


NEXT = RELEASED.format(law=NOISY.format(f="phi(k)", X="{X}(k - 1)", Z="zeta(k)"))
"""The law after step k of a run X, for its law after step k - 1."""


def smaller_theta(b: Builder, size: str, std: str, least: str, rest: Rest) -> Step:
    """Go on knowing that noise of a deviation ``std`` >= ``least`` > 0 tells no more than noise of the deviation ``least``."""
    few, many = f"({size})/({std})", f"({size})/({least})"

    def told(b: Builder) -> Step:
        return b.have(b.fresh("more noise"), b.figure("theta-monotone", g="exp(epsilon)", x=few, y=many), rest)

    return b.have(b.fresh("ratio"), b.prove(f"{few} >= 0"), lambda b: b.have(b.fresh("ratios"), b.prove(f"{few} <= {many}"), told))


def per_index(b: Builder, *, size: str, std: str, bound: str, gap: str = "psi", least: str = "") -> Step:
    """What the laws after steps i..n tell when the update of step i is replaced: ``bound``.

    The letters and assumptions are those of ``asoodeh2020/theorem-4``; ``std`` and ``bound`` are formulas in {k}.  Where ``bound`` is
    in terms of a ``least`` deviation, that is known to be positive, and ``noise`` says that the deviations are at least that.
    """
    steps = _Steps(size, std, bound, gap, least)
    return b.induction("k", "i", "n", f"dp(X(k), Y(k), epsilon, {bound.format(k='k')})", steps.first, steps.later)


@dataclass(frozen=True)
class _Steps:
    """Formulas of :func:`per_index`, and the two cases of its induction."""

    size: str
    std: str
    bound: str
    gap: str
    least: str

    def positive(self, b: Builder, k: str, rest: Rest) -> Step:
        """Go on knowing that the deviation of step k is positive."""
        if not self.least:
            return rest(b)
        return b.have(b.fresh("noise"), b.at("noise", k), lambda b: b.have(
            b.fresh("positive noise"), b.prove(f"{self.std.format(k=k)} > 0"), rest))

    def rounded(self, b: Builder, k: str, size: str, rest: Rest) -> Step:
        """Go on knowing that with its noise a size tells no more than with the least noise."""
        return smaller_theta(b, size, self.std.format(k=k), self.least, rest) if self.least else rest(b)

    def first(self, b: Builder) -> Step:
        """Step i, in which the runs differ."""
        std = self.std.format(k="i")
        quotient = f"({self.gap})/({std})"
        return self.positive(b, "i", lambda b: self.rounded(b, "i", self.gap, lambda b: plain_ratio(b, self.gap, std, lambda b: b.have(
            "quotient", b.prove(f"{quotient} > 0"), lambda b: plain_root(b, quotient, self.started)))))

    def started(self, b: Builder) -> Step:
        """What the noise of step i tells of the gap."""
        std, at_i = self.std.format(k="i"), RELEASED.format(law=NOISY.format(f="{f}", X="M", Z="zeta(i)"))
        ratio = THETA.format(r=f"({self.gap})/({std})")
        near = b.figure("winf-gap", b.known("gap"), P="M", f="f", g="g", s=self.gap)
        told = first_noise(b, near, laws=("M", "M"), maps=("f", "g"), noise="zeta(i)", size=self.gap, std=std,
                           gaussian=b.at("Gaussian", "i"))
        named = b.figure("dp-same-law", told, b.known("first start"), b.known("second start"), e="epsilon", d=ratio, P=at_i.format(f="f"),
                         Q=at_i.format(f="g"), V="X(i)", W="Y(i)")
        return b.figure("dp-widen", named, e="epsilon", d=ratio, u="epsilon", v=self.bound.format(k="i"), P="X(i)", Q="Y(i)")

    def later(self, b: Builder, before: str) -> Step:
        """A later step, which both runs share."""
        known = ("noise", "products", "sizes")
        facts = {f"{label} k": b.at(label, "k") for label in known if any(name == label for name, _ in b.scope.known)
                 and "forall" in to_text(b.scope.lookup(label))}
        return b.suppose_all(facts, lambda b: self.positive(b, "k", lambda b: plain_ratio(
            b, self.size, self.std.format(k="k"), lambda b: self.rounded(b, "k", self.size, lambda b: self.shrunk(b, before)))))

    def shrunk(self, b: Builder, before: str) -> Step:
        """What is known shrinks by theta, or by the larger one of the least noise."""
        told = f"{THETA.format(r=f'({self.size})/({self.std})').format(k='k')}*({self.bound.format(k='k - 1')})"
        if not self.least:
            return self.contracted(b, before, told)
        goal, sign, larger = f"{told} <= {self.bound.format(k='k')}", b.fresh("bound sign"), b.scope.known[-1][0]
        less = step("arithmetic", goal, (), goal=goal, multiplier="1", terms=[{"coefficient": "1", "facts": [sign, larger]}])
        return b.have(sign, b.prove(f"{self.bound.format(k='k - 1')} >= 0"), lambda b: b.have(
            b.fresh("shrunk"), less, lambda b: self.contracted(b, before, told)))

    def contracted(self, b: Builder, before: str, told: str) -> Step:
        """The laws after step k."""
        laws = contracted(b, b.known(before), delta=self.bound.format(k="k - 1"), laws=("X(k - 1)", "Y(k - 1)"), f="phi(k)",
                          noise="zeta(k)", size=self.size, std=self.std.format(k="k"), diameter=b.at("diameter", "k"),
                          gaussian=b.at("Gaussian", "k"))
        named = b.figure("dp-same-law", laws, b.at("first run", "k"), b.at("second run", "k"), e="epsilon", d=told,
                         P=NEXT.format(X="X"), Q=NEXT.format(X="Y"), V="X(k)", W="Y(k)")
        return b.figure("dp-widen", named, e="epsilon", d=told, u="epsilon", v=self.bound.format(k="k"), P="X(k)", Q="Y(k)")


def stopped(b: Builder, bound: str, *, gap: str, size: str, std: str, stepwise: str = "") -> Step:
    """Random stopping: the mixture of the outputs after 1..n steps, by equation (34) with q and r as theta.

    The letters and assumptions are those of ``asoodeh2020/theorem-5``; ``gap``, ``size`` and ``std`` are formulas, known to be positive;
    ``stepwise`` is one in {k}, where the noise of step k is only known to be at least ``std``; ``bound`` is the result as the statement
    writes it.
    """
    q, r = (f"theta(exp(epsilon), {over})" for over in (f"({gap})/({std})", f"({size})/({std})"))
    noise = {"std": stepwise, "least": std} if stepwise else {"std": std}

    def finish(b: Builder) -> Step:
        after = per_index(b, size=size, bound=f"{q}*{r}**({{k}} - i)", gap=gap, **noise)
        same = {label: b.known(label) for label in ("before", "first mixture", "other first mixture", "mixture", "other mixture")}
        return b.theorem("asoodeh2020/eq-34", {"after": after, **same}, n="n", i="i", epsilon="epsilon", q=q, r=r,
                         P=("k", "X(k)"), Q=("k", "Y(k)"), A=("k", "A(k)"), B=("k", "B(k)"), conclude=f"dp(A(n), B(n), epsilon, {bound})")

    def signs(b: Builder) -> Step:
        g = "exp(epsilon)"
        facts = {"q sign": b.figure("theta-positive", g=g, x=f"({gap})/({std})"),
                 "r sign": b.figure("theta-positive", g=g, x=f"({size})/({std})"),
                 "r below one": b.figure("theta-below-one", g=g, x=f"({size})/({std})")}
        return b.suppose_all(facts, finish)

    return b.suppose_all({"gap ratio": b.prove(f"({gap})/({std}) > 0"), "size ratio": b.prove(f"({size})/({std}) > 0")}, signs)


def stopped_stepwise(b: Builder) -> Step:
    """Random stopping with noise and diameters that differ from step to step: the mean of what the outputs after 1..n steps tell.

    The letters and assumptions are those of ``asoodeh2020/eq-17``.
    """
    told = "cases({j} - i, p({j}), 0)"
    claim, pair = f"dp(X(k), Y(k), epsilon, {told.format(j='k')})", {"P": "X(k)", "Q": "Y(k)"}

    def one(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term("k - i >= 0")):
            return b.figure("dp-widen", b.at("after", "k"), e="epsilon", d="p(k)", u="epsilon", v="p(k)", conclude=claim, **pair)
        same = b.figure("dp-start", b.at("before", "k"), e="epsilon", **pair)
        return b.figure("dp-widen", same, e="epsilon", d="0", u="epsilon", v="0", conclude=claim, **pair)

    def mixed(b: Builder) -> Step:
        bounds = b.generalise("k", "1", "n", lambda b: b.by_cases("k - i", claim, one))
        same = {label: b.known(label) for label in ("first mixture", "other first mixture", "mixture", "other mixture")}
        return b.theorem("asoodeh2020/eq-32", {"bounds": bounds, **same}, n="n", epsilon="epsilon", b=("j", told.format(j="j")),
                         P=("k", "X(k)"), Q=("k", "Y(k)"), A=("k", "A(k)"), B=("k", "B(k)"))

    return b.have("after", per_index(b, size="D(k)", std="sigma({k})", bound="p({k})"), mixed)


def mixture_mean(b: Builder) -> Step:
    """An observer of a uniform mixture learns at most the mean, by induction over how many laws are mixed.

    The letters and assumptions are those of ``asoodeh2020/eq-32``.
    """
    mean = "sum(b(j), j, 1, {k})/{k}"

    def first(b: Builder) -> Step:
        return b.figure("dp-same-law", b.at("bounds", "1"), b.known("first mixture"), b.known("other first mixture"), e="epsilon", d="b(1)",
                        P="P(1)", Q="Q(1)", V="A(1)", W="B(1)", conclude=f"dp(A(1), B(1), epsilon, {mean.format(k='1')})")

    def more(b: Builder, before: str) -> Step:
        facts = {"weight": step("arithmetic", "1/k >= 0", (), goal="1/k >= 0", multiplier="k", terms=[{"coefficient": "1"}]),
                 "rest": step("arithmetic", "1/k <= 1", (), goal="1/k <= 1", multiplier="k",
                              terms=[{"coefficient": "1", "facts": ["k from"]}, {"coefficient": "1"}])}
        return b.suppose_all(facts, lambda b: mixed(b, before))

    def mixed(b: Builder, before: str) -> Step:
        both = b.figure("dp-mixture", b.at("bounds", "k"), b.known(before), e="epsilon", d="b(k)", u=mean.format(k="(k - 1)"), w="1/k",
                        P="P(k)", Q="Q(k)", V="A(k - 1)", W="B(k - 1)")
        return b.figure("dp-same-law", both, b.at("mixture", "k"), b.at("other mixture", "k"), e="epsilon",
                        d=f"1/k*b(k) + (1 - 1/k)*({mean.format(k='(k - 1)')})", P="mix(1/k, P(k), A(k - 1))", Q="mix(1/k, Q(k), B(k - 1))",
                        V="A(k)", W="B(k)", conclude=f"dp(A(k), B(k), epsilon, {mean.format(k='k')})")

    return b.at(b.induction("k", "1", "n", f"dp(A(k), B(k), epsilon, {mean.format(k='k')})", first, more), "n")


TERM = "cases({j} - i, q*r**({j} - i), 0)"
GEOMETRIC = "sum(cases(j - i, q*r**(j - i), 0), j, 1, {k})"


def geometric_mean(b: Builder, bound: str) -> Step:
    """A uniform mixture of which the first i - 1 outputs are the same and the k-th tells q*r^(k - i): at most q/(n*(1 - r)).

    The letters and assumptions are those of ``asoodeh2020/eq-34``.
    """
    def told(b: Builder) -> Step:
        return b.by_cases("k - i", f"dp(P(k), Q(k), epsilon, {TERM.format(j='k')})", one)

    def one(b: Builder) -> Step:
        claim = f"dp(P(k), Q(k), epsilon, {TERM.format(j='k')})"
        if b.scope.arithmetic.evident(b.term("k - i >= 0")):
            told = "q*r**(k - i)"
            return b.figure("dp-widen", b.at("after", "k"), e="epsilon", d=told, u="epsilon", v=told, P="P(k)", Q="Q(k)", conclude=claim)
        same = b.figure("dp-start", b.at("before", "k"), e="epsilon", P="P(k)", Q="Q(k)")
        return b.figure("dp-widen", same, e="epsilon", d="0", u="epsilon", v="0", P="P(k)", Q="Q(k)", conclude=claim)

    small = f"(1 - r)*{GEOMETRIC.format(k='k')} <= cases(k - i, q*(1 - r**(k - i + 1)), 0)"

    def finish(b: Builder) -> Step:
        bounds = b.generalise("k", "1", "n", told)
        mean = b.theorem("asoodeh2020/eq-32", {"bounds": bounds}, n="n", epsilon="epsilon", b=("j", TERM.format(j="j")),
                         P=("k", "P(k)"), Q=("k", "Q(k)"), A=("k", "A(k)"), B=("k", "B(k)"))
        last, whole = f"{GEOMETRIC.format(k='n')}/n <= {bound}", f"(1 - r)*{GEOMETRIC.format(k='n')} <= q"
        found = step("arithmetic", last, (), goal=last, multiplier="n*(1 - r)", terms=[{"coefficient": "1", "facts": ["whole"]}])
        goal = "q*r**(n - i + 1) >= 0"
        rest = step("arithmetic", goal, (), goal=goal, terms=[{"coefficient": "1", "facts": ["told", "power"]}])
        power = step("evident", "r**(n - i + 1) > 0", (), goal="r**(n - i + 1) > 0")
        return b.have("power", power, lambda b: b.have("rest", rest, lambda b: b.have("whole", b.prove(whole), lambda b: b.have(
            "mean", found, lambda b: b.figure("dp-widen", mean, e="epsilon", d=f"{GEOMETRIC.format(k='n')}/n", u="epsilon", v=bound,
                                              P="A(n)", Q="B(n)")))))

    def more(b: Builder, before: str) -> Step:
        def first(b: Builder) -> Step:
            evident = b.scope.arithmetic.evident
            if evident(b.term("k - i < 0")) and evident(b.term("k - 1 - i >= 0")):
                return b.impossible(small)
            if not evident(b.term("k == i")):
                return step("arithmetic", small, (), goal=small, terms=[{"coefficient": "1", "facts": [before]}])
            terms = [{"coefficient": "1", "facts": [before]}, {"coefficient": "1", "facts": ["unit"], "factor": "-q"}]
            unit = step("evident", "r**(k - i) == 1", (), goal="r**(k - i) == 1")
            return b.have("unit", unit, lambda _: step("arithmetic", small, (), goal=small, terms=terms))

        return b.by_cases("k - i", small, lambda b: b.by_cases("k - 1 - i", small, first))

    sums = b.induction("k", "0", "n", small, None, more)
    return b.have("sums", sums, lambda b: b.have("sum", b.at("sums", "n"), finish))
