"""Proof trees about hockey-stick divergences along noisy iterations; untrusted like every builder.

What an observer learns shrinks by theta(e^epsilon, D/s) in every step whose map has an image of diameter D and whose noise has the
standard deviation s on the iterate (``dp-contraction``); a gap u costs theta(e^epsilon, u/s) in the first step (Gaussian differential
privacy of a move by u); what is released is projected in every step.
"""

from __future__ import annotations

from dataclasses import dataclass

from pabisym.lang.grammar import to_text
from pabisym.proof.build import Builder, Step, step
from pabisym.proof.exponentials import exp_zero
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

NOISY = "convolve(push({f}, {X}), {Z})"
THETA = "theta(exp(epsilon), {r})"
EXCESS = "chance(P, best(P, Q, epsilon)) - exp(epsilon)*chance(Q, best(P, Q, epsilon))"


@script
def best_event(p: Script) -> Step:
    """What bounds E_gamma speaks of every event, and so of the best one."""
    p.have("told", p.unfold("close", O="best(P, Q, epsilon)"))
    return p.prove(f"{EXCESS} <= d")


def equation(goal: str, fact: str, *, factor: str = "1", multiplier: str = "1") -> Step:
    """Goal * multiplier = fact * factor, for an equation that is known under a label; the goal may be an inequality."""
    terms = [{"coefficient": "1", "facts": [fact], "factor": factor}]
    return step("arithmetic", goal, (), goal=goal, multiplier=multiplier, terms=terms)


def plain_root(p: Script, x: str) -> None:
    """Go on with sqrt(x^2) == x and its sign known, for an x that is known to be positive."""
    root, label = f"sqrt(({x})**2)", p.fresh("square of the root")
    p.have(p.fresh("square"), f"({x})**2 >= 0")
    p.have_all({label: p.figure("square-root", x=f"({x})**2"), p.fresh("sign"): p.figure("square-root-sign", x=f"({x})**2")})
    p.have(p.fresh("sum of roots"), f"{root} + ({x}) > 0")
    same = p.fresh("plain root")
    p.have(same, equation(f"{root} == {x}", label, multiplier=f"{root} + ({x})"))
    p.have(p.fresh("positive root"), f"{root} > 0")


def plain_ratio(p: Script, top: str, x: str) -> None:
    """Go on with top/sqrt(x^2) == top/x known as well."""
    root = f"sqrt(({x})**2)"
    plain_root(p, x)
    label = p.fresh("root")
    goal = f"({top})/{root} == ({top})/({x})"
    again = p.prove(f"({x}) == {root}")
    product = p.prove(f"{root}*({x}) > 0")
    p.have_all({label: again, p.fresh("product"): product})
    p.have(p.fresh("ratio"), equation(goal, label, factor=f"({top})", multiplier=f"{root}*({x})"))


def shared_step(b: Builder, before: Step, *, delta: str, laws: tuple[str, str], f: str, noise: str, size: str, std: str,
               diameter: Step, gaussian: Step, domain: str = "K") -> Step:
    """One step that both runs share: what is known shrinks by theta, and the projection onto the domain tells nothing more.

    Needs size/sqrt(std^2) == size/std and the sign of std among what is known.
    """
    first, second = (NOISY.format(f=f, X=law, Z=noise) for law in laws)
    shrunk = f"{THETA.format(r=f'({size})/({std})')}*({delta})"
    one = b.figure("dp-contraction", before, b.figure("same-map", f=f), diameter, gaussian, d=delta,
                   conclude=f"dp({first}, {second}, epsilon, {shrunk})")
    return b.figure("dp-push", one, f=f"projection({domain})")


@script
def first_noise(p: Script, near: Step, *, laws: tuple[str, str], maps: tuple[str, str], noise: str, size: str, std: str,
                gaussian: Step) -> Step:
    """The step in which the runs differ: equal laws moved apart by at most ``size``, then noise, then the projection.

    ``near`` concludes winf(push(f, P), push(g, Q), size).  Needs size/sqrt(std^2) == size/std and sqrt((size/std)^2) == size/std.
    """
    before = [f"push({f}, {law})" for f, law in zip(maps, laws, strict=True)]
    after = [f"convolve({law}, {noise})" for law in before]
    ratio = f"({size})/({std})"
    start = p.figure("gdp-start", near, z=f"0 + ({size})")
    paid = p.figure("gdp-shift-reduction", start, Z=noise)
    p.have(p.fresh("price"), p.figure("gdp-magnitude", gaussian, a=size))
    square = p.figure("gdp-monotone", paid, y="0", n=f"({ratio})**2")
    seen = p.figure("gdp-to-dp", square, e="epsilon", conclude=f"dp({after[0]}, {after[1]}, epsilon, {THETA.format(r=ratio)})")
    return p.figure("dp-push", seen, f="projection(K)")


def smaller_theta(p: Script, size: str, std: str, least: str) -> None:
    """Go on knowing that noise of a deviation ``std`` >= ``least`` > 0 tells no more than noise of the deviation ``least``."""
    few, many = f"({size})/({std})", f"({size})/({least})"
    p.have(p.fresh("ratio"), f"{few} >= 0")
    p.have(p.fresh("ratios"), f"{few} <= {many}")
    p.have(p.fresh("more noise"), p.figure("theta-monotone", g="exp(epsilon)", x=few, y=many))


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

    def positive(self, p: Script, k: str) -> None:
        """Go on knowing that the deviation of step k is positive."""
        if self.least:
            p.have(p.fresh("noise"), p.at("noise", k))
            p.have(p.fresh("positive noise"), f"{self.std.format(k=k)} > 0")

    def rounded(self, p: Script, k: str, size: str) -> None:
        """Go on knowing that with its noise a size tells no more than with the least noise."""
        if self.least:
            smaller_theta(p, size, self.std.format(k=k), self.least)

    def first(self, b: Builder) -> Step:
        """Step i, in which the runs differ."""
        p = Script(b)
        std = self.std.format(k="i")
        quotient = f"({self.gap})/({std})"
        self.positive(p, "i")
        self.rounded(p, "i", self.gap)
        plain_ratio(p, self.gap, std)
        p.have("quotient", f"{quotient} > 0")
        plain_root(p, quotient)
        return p.close(self.started(p))

    def started(self, b: Builder) -> Step:
        """What the noise of step i tells of the gap."""
        std = self.std.format(k="i")
        near = b.figure("winf-gap", "gap", P="M")
        told = first_noise(b, near, laws=("M", "M"), maps=("f", "g"), noise="zeta(i)", size=self.gap, std=std,
                           gaussian=b.at("Gaussian", "i"))
        named = b.figure("dp-same-law", told, "first start", "second start")
        return b.figure("dp-widen", named, u="epsilon", v=self.bound.format(k="i"))

    def later(self, b: Builder, before: str) -> Step:
        """A later step, which both runs share."""
        p, known = Script(b), ("noise", "products", "sizes")
        p.have_all({f"{label} k": p.at(label, "k") for label in known if any((name == label for name, _ in p.scope.known))
                    and "forall" in to_text(p.scope.lookup(label))})
        self.positive(p, "k")
        plain_ratio(p, self.size, self.std.format(k="k"))
        self.rounded(p, "k", self.size)
        return p.close(self.shrunk(p, before))

    def shrunk(self, p: Script, before: str) -> Step:
        """What is known shrinks by theta, or by the larger one of the least noise."""
        told = f"{THETA.format(r=f'({self.size})/({self.std})').format(k='k')}*({self.bound.format(k='k - 1')})"
        if self.least:
            sign, larger = p.fresh("bound sign"), p.scope.known[-1][0]
            p.have(sign, f"{self.bound.format(k='k - 1')} >= 0")
            p.have(p.fresh("shrunk"), certified(f"{told} <= {self.bound.format(k='k')}", fact(sign, larger)))
        return self.contracted(p, before)

    def contracted(self, b: Builder, before: str) -> Step:
        """The laws after step k."""
        laws = shared_step(b, b.known(before), delta=self.bound.format(k="k - 1"), laws=("X(k - 1)", "Y(k - 1)"), f="phi(k)",
                          noise="zeta(k)", size=self.size, std=self.std.format(k="k"), diameter=b.at("diameter", "k"),
                          gaussian=b.at("Gaussian", "k"))
        named = b.figure("dp-same-law", laws, b.at("first run", "k"), b.at("second run", "k"))
        return b.figure("dp-widen", named, u="epsilon", v=self.bound.format(k="k"))


@script
def random_stopping(p: Script, bound: str, *, gap: str, size: str, std: str, stepwise: str = "", second: str = "B") -> Step:
    """Random stopping: the mixture of the outputs after 1..n steps, as in equation (34) with q and r as theta.

    The letters and assumptions are those of ``asoodeh2020/theorem-5``; ``gap``, ``size`` and ``std`` are formulas, known to be positive;
    ``stepwise`` is one in {k}, where the noise of step k is only known to be at least ``std``; ``bound`` is the result as the statement
    writes it, and ``second`` the mixture of the second run.
    """
    q, r = (f"theta(exp(epsilon), {over})" for over in (f"({gap})/({std})", f"({size})/({std})"))
    noise = {"std": stepwise, "least": std} if stepwise else {"std": std}
    p.have_all({"gap ratio": f"({gap})/({std}) > 0", "size ratio": f"({size})/({std}) > 0"})
    g = "exp(epsilon)"
    p.have_all({"q sign": p.figure("theta-positive", g=g, x=f"({gap})/({std})"),
                "r sign": p.figure("theta-positive", g=g, x=f"({size})/({std})"),
                "r below one": p.figure("theta-below-one", g=g, x=f"({size})/({std})")})
    p.have("after", per_index(p, size=size, bound=f"{q}*{r}**({{k}} - i)", gap=gap, **noise))
    return geometric_mean(p, bound, q, r, ("X", "Y"), second)


@script
def stopped_stepwise(p: Script) -> Step:
    """Random stopping with noise and diameters that differ from step to step: the mean of what the outputs after 1..n steps tell.

    The letters and assumptions are those of ``asoodeh2020/eq-17``.
    """
    p.have("after", per_index(p, size="D(k)", std="sigma({k})", bound="p({k})"))
    return mean_from(p, "X", "Y")


@script
def mean_from(p: Script, first: str = "P", second: str = "Q") -> Step:
    """A uniform mixture of which the first i - 1 outputs are the same and the k-th tells p(k): the mean of these numbers.

    Known are the bounds, as ``after``, and of what the mixtures are.
    """
    told = "cases({j} - i, p({j}), 0)"
    claim = f"dp({first}(k), {second}(k), epsilon, {told.format(j='k')})"
    with p.generalise("k", "1", "n") as bounds:
        with bounds.case("k - i", claim) as after:
            after.show(after.figure("dp-widen", after.at("after", "k"), u="epsilon", v="p(k)", conclude=claim))
        same = bounds.figure("dp-start", bounds.at("before", "k"), e="epsilon")
        bounds.show(bounds.figure("dp-widen", same, u="epsilon", v="0", conclude=claim))
    same = {label: p.known(label) for label in ("first mixture", "other first mixture", "mixture", "other mixture")}
    return p.theorem("asoodeh2020/eq-32", {"bounds": bounds.step, **same}, b=("j", told.format(j="j")), P=("k", f"{first}(k)"),
                     Q=("k", f"{second}(k)"))


@script
def geometric_at_most(p: Script) -> Step:
    """(17) is at most (18): after step m the members add up to at most (a - b p_m)/(1 - b), as each is at most b times the one before."""
    total, left = "sum(cases(k - i, p(k), 0), k, 1, {})", "cases({0} - i, a - b*p({0}), 0)"
    claim = f"(1 - b)*{total.format('m')} <= {left.format('m')}"
    with p.induct("m", "0", "n", claim) as more:
        with more.case("m - i", claim) as after, after.case("m - (i + 1)", claim) as later:
            later.have("shrinks", later.at("products", "m"))
            later.show(claim)
        more.show(claim)
    p.have("all", p.at(more.step, "n"))
    p.have("last sign", p.at("positive", "n"))
    return certified(f"{total.format('n')}/n <= a/(n*(1 - b))", fact("all"), fact("sign", "last sign"), multiplier="n*(1 - b)")


@script
def mixture_mean(p: Script) -> Step:
    """An observer of a uniform mixture learns at most the mean, by induction over how many laws are mixed.

    The letters and assumptions are those of ``asoodeh2020/eq-32``.
    """
    mean = "sum(b(j), j, 1, {k})/{k}"

    @script
    def first(p: Script) -> Step:
        return p.figure("dp-same-law", p.at("bounds", "1"), "first mixture", "other first mixture",
                        conclude=f"dp(A(1), B(1), epsilon, {mean.format(k='1')})")

    with p.induct("k", "1", "n", f"dp(A(k), B(k), epsilon, {mean.format(k='k')})", first) as more:
        more.have_all({"weight": certified("1/k >= 0", {"coefficient": "1"}, multiplier="k"),
                       "rest": certified("1/k <= 1", fact("k from"), {"coefficient": "1"}, multiplier="k")})
        both = more.figure("dp-mixture", more.at("bounds", "k"), more.hypothesis, w="1/k")
        more.show(more.figure("dp-same-law", both, more.at("mixture", "k"), more.at("other mixture", "k"),
                              conclude=f"dp(A(k), B(k), epsilon, {mean.format(k='k')})"))
    return p.at(more.step, "n")


@script
def equal_weights(p: Script) -> Step:
    """Induction over how many laws are mixed: (1 - 1/k)/(k - 1) = 1/k."""
    p.have_each({"early": "i > 0", "late": "n > 0"})
    first = certified("i*w(i) == 1", fact("added", factor="i"))
    with p.induct("k", "i", "n", "k*w(k) == 1", first) as more:
        more.have("count", "k > 0")
        more.have_all({"left here": more.at("left", "k"), "before": more.known(more.hypothesis)})
        more.show(certified("k*w(k) == 1", fact("left here", factor="k"), fact("before", factor="1")))
    p.have("last weight", p.at(more.step, "n"))
    return certified("w(n) == 1/n", fact("last weight", factor="1"), multiplier="n")


@script
def kept_mean(p: Script, bound: str) -> Step:
    """The proof of ``asoodeh2020/eq-34``: every later step lets through r of what is told."""
    first = p.figure("dp-widen", "step that differs", u="epsilon", v="q*r**(i - i)")
    with p.induct("k", "i", "n", "dp(P(k), Q(k), epsilon, q*r**(k - i))", first) as later:
        kept = later.unfold(later.at("later", "k"), later.hypothesis, P="P(k - 1)", Q="Q(k - 1)", d="q*r**(k - 1 - i)")
        named = later.figure("dp-same-law", kept, later.at("first run", "k"), later.at("second run", "k"))
        later.show(later.figure("dp-widen", named, u="epsilon", v="q*r**(k - i)"))
    p.have("after", later.step)
    return geometric_mean(p, bound)


@script
def geometric_mean(p: Script, bound: str, q: str = "q", r: str = "r", laws: tuple[str, str] = ("P", "Q"), second: str = "B") -> Step:
    """A uniform mixture of which the first i - 1 outputs are the same and the k-th tells q*r^(k - i): at most q/(n*(1 - r)).

    Known are what the outputs tell, as ``after``, that 0 <= q and 0 < r < 1, and what the mixtures are, as in ``asoodeh2020/eq-34``.
    """
    power = f"({r})**({{}})"
    term = f"cases({{j}} - i, ({q})*{power.format('{j} - i')}, 0)"
    whole = f"sum({term.format(j='j')}, j, 1, {{k}})"
    small = f"(1 - ({r}))*{whole.format(k='k')} <= cases(k - i, ({q})*(1 - {power.format('k - i + 1')}), 0)"
    with p.induct("k", "0", "n", small) as sums:
        before = fact(sums.hypothesis)

        def from_before(*more: dict[str, object]) -> Step:
            return step("arithmetic", small, (), goal=small, terms=[before, *more])

        with sums.case("k - i", small) as told:
            with told.case("k - 1 - i", small) as again:
                again.show(from_before())
            unit = f"{power.format('k - i')} == 1"
            told.have("unit", step("evident", unit, (), goal=unit))
            told.show(from_before(fact("unit", factor=f"-({q})")))
        with sums.case("k - 1 - i", small) as never:
            never.show(never.impossible(small))
        sums.show(from_before())
    p.have("sums", sums.step)
    p.have("sum", p.at("sums", "n"))
    with p.generalise("k", "1", "n") as bounds:
        claim = f"dp({laws[0]}(k), {laws[1]}(k), epsilon, {term.format(j='k')})"
        with bounds.case("k - i", claim) as after:
            tells = f"({q})*{power.format('k - i')}"
            after.show(after.figure("dp-widen", after.at("after", "k"), u="epsilon", v=tells, conclude=claim))
        same = bounds.figure("dp-start", bounds.at("before", "k"), e="epsilon")
        bounds.show(bounds.figure("dp-widen", same, u="epsilon", v="0", conclude=claim))
    same = {label: p.known(label) for label in ("first mixture", "other first mixture", "mixture", "other mixture")}
    mean = p.theorem("asoodeh2020/eq-32", {"bounds": bounds.step, **same}, b=("j", term.format(j="j")), P=("k", f"{laws[0]}(k)"),
                     Q=("k", f"{laws[1]}(k)"), B=("k", f"{second}(k)"))
    total = whole.format(k="n")
    p.have("power", f"{power.format('n - i + 1')} > 0")
    p.have("rest", f"({q})*{power.format('n - i + 1')} >= 0")
    p.have("whole", f"(1 - ({r}))*{total} <= {q}")
    p.have("mean", certified(f"{total}/n <= {bound}", fact("whole"), multiplier=f"n*(1 - ({r}))"))
    return p.figure("dp-widen", mean, d=f"{total}/n", u="epsilon", v=bound)


def negative_part(b: Builder) -> Step:
    """What no event has of one measure, none has of the other less its total."""
    return b.figure("dp-swap", "positive part", conclude="dp(Q, P, -epsilon, (p - (1 - exp(epsilon)))*exp(-epsilon))")


@script
def positive_part(p: Script, P: str = "P", Q: str = "Q") -> Step:
    """The same from the other measure; exp(epsilon) exp(-epsilon) = 1."""
    exp_zero(p, "zero")
    p.have("pair", p.figure("exp-sum", x="epsilon", y="-epsilon", conclude="exp(0) == exp(epsilon)*exp(-epsilon)"))
    p.have("unit", certified("exp(epsilon)*exp(-epsilon) == 1", fact("pair", factor="-1"), fact("zero", factor="1")))
    left = "((p - (1 - exp(epsilon)))*exp(-epsilon) + exp(-epsilon) - 1)*exp(-(-epsilon))"
    p.have("same", certified(f"{left} <= p", fact("unit", factor="-(p + exp(epsilon))")))
    back = p.figure("dp-swap", "negative part", conclude=f"dp({P}, {Q}, -(-epsilon), {left})")
    return p.figure("dp-widen", back, u="epsilon", v="p")
