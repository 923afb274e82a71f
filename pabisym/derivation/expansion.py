"""Equal gaps under one factor above 1: every gap in its own step but for those of one block, whose length the factor tells.

Where shift grows, a gap is best hidden in its own step.  What is there before the gaps (a distance of the starts, a further gap, in a
bounded domain the diameter) is hidden together with the first of them; where noise comes after the last gap, the last ones are hidden
together with that.  The best block has the largest number m of steps with y^2 - beta*y + gamma <= 0 at y = a^m, a logarithm rounded down.
The bound is proved for letters of which this is known, and then for what they stand for.  Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from pabisym.derivation.shapes.distinctions import Built
from pabisym.derivation.shapes.problem import EXPANDING, RUNS, Derived, Problem, at_index, parts_of, replayed_bound, with_divisors
from pabisym.derivation.signs import K, minus, plus, relation
from pabisym.derivation.simple_bounds import choose_case, either, from_step, own_step_bound, restate_step, smaller_of, transfer
from pabisym.kernel.exact import Scope
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import collected, tidied
from pabisym.lang.term import ONE, ZERO, Call, Name, Term, at, gap, gaussian, lipschitz, substitute
from pabisym.library.library import Library
from pabisym.process.sequence import STEP, EachStep, Impulse, Periodic, names, unused_name
from pabisym.proof.build import Builder, Filler, NoProof, Step, reached, step
from pabisym.proof.exponentials import exp_zero
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script
from pabisym.spec.knowledge import Knowledge
from pabisym.spec.released import Cut

THEOREMS = ("pabisym/each-paid", "pabisym/continuation", "pabisym/steady-piece", "pabisym/contractive-piece",
            "pabisym/expanding-piece")
LENGTH, LATER, PART, BEGUN = "length", "later noise", "gap", "before the block"
RATE, QUADRATIC = "rate of the block", "quadratic"
"""The labels of what is assumed of letters."""
LOGARITHM = "logarithm of the factor"
"""The label of that the logarithm of the factor is above 0."""
_SIDES = {-1: "contractive", 0: "steady", 1: "expanding"}


@dataclass(frozen=True)
class Expansion:
    """Gaps ``g`` at the steps 1..``last``, one factor ``a`` > 1 and one variance ``v`` there, all as text.

    A further gap ``h`` is at the step ``jump``; the later steps, if there are some, have the factor ``c``, on the ``side`` of one, and the
    variance ``w``, and no gaps.  ``m`` is a letter for the length of the block, and ``u``, ``e``, ``b`` and ``q`` for formulas.
    """

    problem: Problem
    a: str
    g: str
    v: str
    last: Term
    start: Term = ZERO
    jump: Term | None = None
    h: str = "0"
    side: int | None = None
    c: str = "1"
    w: str = ""
    m: str = ""
    u: str = ""
    e: str = ""
    b: str = "0"
    q: str = ""
    nearest: bool = False
    """Is the block the best from the diameter on."""

    @property
    def begun(self) -> str:
        """The distance which, before the first step of the block, would be worth what is there without the gaps."""
        return to_text(self.start) if self.jump is None else f"{self.h}/{self.a}"

    @property
    def later_steps(self) -> str:
        """The number of the later steps."""
        return f"({to_text(self.plain(minus(self.problem.iteration.steps, self.last)))})"

    @property
    def later_parts(self) -> tuple[str, str]:
        """The noise of the later steps in units of that of the others, as it hides shift at the step ``last``: above and below the line."""
        steps, c = self.later_steps, self.c
        power = f"{c}**(2*{steps})"
        parts = {None: ("0", "1"), 0: (steps, "1"), -1: (f"(1/{power} - 1)", f"(1 - {c}**2)"), 1: (
            f"(1 - 1/{power})", f"({c}**2 - 1)")}[self.side]
        return parts if self.w in ("", self.v) else (f"{self.w}*{parts[0]}", f"({self.v}*{parts[1]})")

    @property
    def later_noise(self) -> str:
        """The same as a quotient."""
        top, bottom = self.later_parts
        return top if bottom == "1" else f"{top}/{bottom}"

    def whole(self, m: str) -> str:
        """The noise of a block of m steps and of the later steps, times a^2 - 1 and over v."""
        return f"({self.a}**(2*({m})) - 1" + (")" if self.side is None else f" + ({self.a}**2 - 1)*{self.q})")

    @property
    def zero(self) -> str:
        """The larger zero of y^2 - beta*y + gamma."""
        a = self.a
        if self.side is not None:
            return f"({a} + 1 + {self.root})/2"
        return f"({self.beta} + {self.root})/2"

    @property
    def beta(self) -> str:
        """The beta of what is there before the block; of the best restart, that of where the cost of longer blocks is least."""
        far = f"(1 + ({self.a} - 1)*{self.ratio})"
        return f"({self.a} + 1)*" + (f"({far} + 1/{far})/2" if self.nearest else far)

    @property
    def ratio(self) -> str:
        """What is there before the block over the gap."""
        return f"({to_text(self.start)})/{self.g}" if self.jump is None else f"{self.h}/({self.a}*{self.g})"

    @property
    def root(self) -> str:
        """The root of beta^2 - 4*gamma."""
        return f"sqrt({self.discriminant})"

    @property
    def discriminant(self) -> str:
        """Beta^2 - 4*gamma."""
        a = self.a
        if self.side is not None:
            return f"(({a} - 1)**2 + 4*{a}*({a}**2 - 1)*({self.later_noise}))"
        return f"(({self.beta})**2 - 4*{a})"

    @property
    def most(self) -> Term:
        """The most steps that the block may have."""
        return self.last if self.jump is None else self.plain(plus(minus(self.last, self.jump), ONE))

    def plain(self, term: Term) -> Term:
        """A polynomial in its normal form."""
        return Cut(Knowledge(Scope(self.problem.domains, ())), ZERO, self.last).plain(term)

    def shift(self, power: str) -> str:
        """The shift of steps whose factors have this product."""
        return f"{self.e}*({power} - 1)" if self.side is not None else f"(({self.b} + {self.e})*{power} - {self.e})"

    def quadratic(self) -> str:
        """That the block of m steps is paid at one rate."""
        a, power = self.a, f"{self.a}**{self.m}"
        if self.side is not None:
            return f"{a}**(2*{self.m}) - ({a} + 1)*{power} + {a} - {a}*({a}**2 - 1)*{self.q} <= 0"
        return f"{self.e}*{a}**(2*{self.m}) - ({a} + 1)*({self.e} + {self.b})*{power} + {a}*{self.e} <= 0"

    def longest(self) -> Term:
        """The largest m."""
        return collected(parse(f"floor(log({self.zero})/log({self.a}))", LENGTH, None))


def expansion_of(problem: Problem) -> Expansion | None:
    """A process as one of these; None where it is not."""
    it, knowledge = problem.iteration, problem.knowledge
    parts = parts_of(it.gap)
    ranges = [part for part in parts if isinstance(part, EachStep) or (isinstance(part, Periodic) and part.period == part.start == ONE)]
    jumps = [part for part in parts if isinstance(part, Impulse)]
    if len(ranges) != 1 or len(ranges) + len(jumps) != len(parts) or len(jumps) > 1 or (jumps and it.start_shift != ZERO):
        return None
    stop = ranges[0].stop if isinstance(ranges[0], Periodic) else None
    last = it.steps if stop is None or stop == it.steps else stop
    laws = it.contraction.term(), it.noise.variance.term()
    early, late = ([choose_case(knowledge.within(STEP, *ends), law) for law in laws] for ends in (
        (ONE, last), (plus(last, ONE), it.steps)))
    size = ranges[0].size
    if any(STEP in names(term) for term in (*early, size)) or not knowledge.holds(relation(early[0], ">", ONE)):
        return None
    own = Expansion(problem, _text(early[0]), _text(size), _text(early[1]), last, it.start_shift)
    if last == it.steps:
        if not jumps:
            return own if it.start_shift != ZERO else None
        return replace(own, jump=jumps[0].index, h=_text(substitute(jumps[0].size, {STEP: ((), jumps[0].index)})))
    side = next((side for side, sign in ((0, "=="), (-1, "<"), (1, ">")) if knowledge.holds(relation(late[0], sign, ONE))), None)
    if jumps or it.start_shift != ZERO or side is None or any(STEP in names(term) for term in late):
        return None
    return replace(own, side=side, c=_text(late[0]), w=_text(late[1]))


def _text(term: Term) -> str:
    """A formula that may be a factor."""
    return f"({to_text(term)})" if isinstance(term, Call) else to_text(term)


# The bound for letters m, u, e, b, q: u*(a^(2m) - 1 + (a^2 - 1)*q) = b*a^m + e*(a^m - 1), e*(a - 1) = g, b is what is there before.


def block_bound(own: Expansion, library: Library) -> Derived:
    """The bound of a process of whose letters it is known what they stand for, and that the block is the optimum."""
    theorems = {name: library.statement(name).sequent for name in THEOREMS}
    begin = Builder.of(own.problem.sequent("0"), *theorems.values())
    return replayed_bound(own.problem, library, EXPANDING, reached(
        lambda finish: with_divisors(begin, own.problem.iteration, finish), lambda b: _Block(own, Script(b)).carried()), theorems)


class _Block:
    """The proof: steps before the block, the block, and steps after it."""

    def __init__(self, own: Expansion, p: Script) -> None:
        self.own, self.m, self.p, self.alpha = own, own.m, p, f"({to_text(own.problem.order)})"
        m, self.power = own.m, f"{own.a}**{own.m}"
        first = "0" if own.jump is None else f"({to_text(own.jump)} - 1)"
        self.low = first if own.side is None else f"({to_text(own.last)} - {m})"
        self.end = f"({to_text(own.last)})" if own.side is not None else m if self.low == "0" else f"({self.low} + {m})"
        self.more = own.side is not None or to_text(own.last) != self.end  # steps that are not of the block
        self.shift = own.shift(self.power)
        self.whole, self.plain = own.whole(m), replace(own, q=own.later_noise).whole(m)

    def carried(self) -> Built:
        """The bound at the last step."""
        own, p, total = self.own, self.p, to_text(self.own.problem.iteration.steps)
        self.signs()
        now, price = p.figure("start", "start", alpha=self.alpha), "0"
        if self.low != "0":
            now, price = self.each("0", self.low, now, price)
        before = price
        now, price = self.block(now, price)
        if own.side is not None:
            now, price = self.later(now, price)
        before = f"({before} + {self.alpha}*{own.u}**2*({own.a}**2 - 1)*{self.whole}/(2*{own.v}))"
        if own.side is not None:
            p.have("later price", certified(f"{before} >= {price}", fact(LATER, factor=(
                f"{self.alpha}*{own.u}**2*({own.a}**2 - 1)**2/(2*{own.v}*{own.later_parts[1]})"))))
            now = p.figure("monotone", now, y="0", d=before)
        elif self.more:
            now = p.figure("monotone", now, y="0", d=before)
            now, before = self.each(self.end, f"({total} - {self.end})", now, before)
        shown = self.shown()
        p.have("price", self.told(shown, before))
        last = p.figure("monotone", now, y="0", d=shown, Q=f"Y({total})", P=f"X({total})")
        return p.close(last), shown

    def shown(self) -> str:
        """The bound as a person writes it."""
        own, a = self.own, self.own.a
        steps = f"({to_text(own.last)} - {self.m})*{own.g}**2/{own.v}"
        block = f"({a} + 1)*{self.grown()}**2/(({a} - 1)*{own.v}*{self.plain})"
        text = f"{self.alpha}*({steps} + {block})/2" if self.more else f"{self.alpha}*({block})/2"
        return to_text(tidied(parse(text, "bound", None)))

    def grown(self) -> str:
        """The shift of the block times a - 1, of the gaps themselves."""
        own, a = self.own, self.own.a
        if own.side is not None:
            return f"({own.g}*({self.power} - 1))"
        begun = f"{own.b}*{self.power}" if own.jump is None else f"{own.h}*{a}**({self.m} - 1)"
        return f"({own.g}*({self.power} - 1) + ({a} - 1)*{begun})"

    def told(self, shown: str, price: str) -> Step:
        """That the price is at most the one that is shown, by what the letters stand for."""
        own, a, power = self.own, self.own.a, self.power
        scale = f"{self.alpha}/(2*{own.v}*{self.whole})"
        grown, shift = self.grown(), f"({a} - 1)*{self.shift}"
        other = f"({a} + 1)*({grown} + {shift})*{scale}/({a} - 1)"
        terms = [fact(RATE, factor=f"-({a}**2 - 1)*({self.shift} + {own.u}*{self.whole})*{scale}"), fact(
            PART, factor=f"-({power} - 1)*{other}")]
        if own.jump is not None:
            terms.append(fact(BEGUN, factor=f"-({a} - 1)*{a}**({self.m} - 1)*{other}"))
        if own.side is not None:
            self.p.have("plain noise", certified(f"{own.later_noise} >= 0", fact(f"{LATER} there is"), fact(
                LATER, factor=f"-1/{own.later_parts[1]}")))
            self.p.have("plain", certified(f"{self.plain} > 0", fact("twice"), fact("plain noise", "square")))
            below = f"(({a} - 1)*{own.later_parts[1]}*{self.plain})"
            terms.append(fact(LATER, factor=f"({a} + 1)*({a}**2 - 1)*{grown}**2*{scale}/{below}"))
        return certified(f"{shown} >= {price}", *terms)

    def signs(self) -> None:
        """What is known of factor, gaps, noise and letters."""
        own, p, a, m, power = self.own, self.p, self.own.a, self.m, self.power
        p.have_each({"a": f"{a} > 1", "inside": f"{a} - 1 > 0", "one more": f"{a} + 1 > 0", "v": f"{own.v} > 0"})
        p.have("square", certified(f"{a}**2 - 1 > 0", fact("inside", "one more")))
        p.have_each({"low": f"{self.low} >= 0", "high": f"{self.end} <= {to_text(own.last)}"})
        p.have_all({"power": p.figure("power-above-one", c=a, k=m), "twice": p.figure("power-above-one", c=a, k=f"2*{m}"),
                    "top": f"{power} > 0"})
        later = [] if own.side is None else [fact(f"{LATER} there is", "square")]
        p.have("whole", certified(f"{self.whole} > 0", fact("twice"), *later))
        p.have("begun", f"{own.b} >= 0")
        p.have("shift", certified(f"{self.shift} >= 0", fact(f"{PART} there is", "power"), *(
            [] if own.b == "0" else [fact("begun", "power"), fact("begun")])))
        p.have("u", certified(f"{own.u} >= 0", fact("shift"), fact(RATE), multiplier=self.whole))
        if own.side is not None:
            p.have("cut", certified(f"{a}*{own.e} >= {own.u}*({a} + 1)*{power}", fact(QUADRATIC, f"{PART} there is"), fact(
                RATE, factor=f"-({a} + 1)*{power}"), multiplier=self.whole))
        else:
            p.have("cut", certified(f"{own.e} <= {own.u}*({a} + 1)", fact(QUADRATIC), fact(RATE, factor=f"{a} + 1"),
                                    multiplier=self.whole))

    def premises(self, low: str, high: str, size: str, factor: str, variance: str) -> dict[str, Step]:
        """What is known of the steps after ``low`` up to ``high``."""
        said = {"Lipschitz": lipschitz(at("psi", K), self.p.term(factor)), "gaps": gap(at("psi", K), at("phi", K), self.p.term(size)),
                "Gaussian": gaussian(at("zeta", K), self.p.term(variance))}
        first = f"{low} + 1"
        found = {label: self.p.generalise("k", first, high, partial(restate_step, label=label, index=K, claim=term, bounded=False))
                 for label, term in said.items()}
        return found | {label: self.p.part(label, "k", first, high) for label in ("first run", "second run")}

    def each(self, low: str, steps: str, now: Step, price: str) -> tuple[Step, str]:
        """Steps each of which hides its own gap."""
        own, total = self.own, f"({price} + {self.alpha}*{steps}*{self.own.g}**2/(2*{self.own.v}))"
        self.p.have(self.p.fresh("steps"), f"{steps} >= 0")
        begun = self.p.figure("monotone", now, y="0", d=price, P=f"X({low})", Q=f"Y({low})")
        made = self.p.theorem("pabisym/each-paid", {**self.premises(low, f"{low} + {steps}", own.g, own.a, own.v), "start": begun}, **RUNS,
                              alpha=self.alpha, p=low, m=steps, w=own.v, s=own.g, b=price, c=("k", own.a))
        return made, total

    def block(self, now: Step, price: str) -> tuple[Step, str]:
        """The block: step k pays u*(a^2 - 1)*a^(end - k)."""
        own, p, a, low, end, alpha = self.own, self.p, self.own.a, self.low, self.end, self.alpha
        x, y = f"{a}**(k - {low})", f"{a}**({end} - k)"
        inside = f"({own.shift(x)} - {own.u}*{y}*({a}**(2*(k - {low})) - 1))"
        left, paid = inside if own.jump is None else f"cases({low} - k, 0, {inside})", f"{own.u}*({a}**2 - 1)*{y}"
        so_far = f"({price} + {alpha}*{own.u}**2*({a}**2 - 1)*{a}**(2*({end} - k))*({a}**(2*(k - {low})) - 1)/(2*{own.v}))"
        size = own.g if own.jump is None else f"{own.g} + cases({low} + 1 - k, {own.h}, 0)"
        with p.generalise("k", low, end) as shift:
            if own.jump is not None:
                shift.except_for(f"{low} - k", f"{left} >= 0")
            shift.show(self.positive(shift, inside))
        with p.generalise("k", f"{low} + 1", end) as balance:
            claim = f"{left} == {a}*({at_index(left, 'k - 1')}) + ({size}) - {paid}"
            if own.jump is not None:
                self.first_step(balance, claim, paid)
            balance.show(certified(claim, fact(PART)))
        with p.generalise("k", f"{low} + 1", end) as amounts:
            amounts.have("y", f"{y} > 0")
            amounts.show(certified(f"{paid} >= 0", fact("u", "square", "y")))
        with p.generalise("k", f"{low} + 1", end) as cost:
            cost.have("Gaussian here", restate_step(cost, "Gaussian", K, gaussian(at("zeta", K), cost.term(own.v)), bounded=False))
            cost.have("y", f"{y} > 0")
            cost.have("payment", certified(f"{paid} >= 0", fact("u", "square", "y")))
            cost.have("magnitude", cost.figure("gaussian-magnitude", "Gaussian here", alpha=alpha, a=paid))
            claim = f"R({alpha}, zeta(k), {paid}) <= {so_far} - ({at_index(so_far, 'k - 1')})"
            cost.show(certified(claim, fact("magnitude", times="-1")))
        begun = p.figure("monotone", now, y=at_index(left, low), d=at_index(so_far, low), P=f"X({low})", Q=f"Y({low})")
        premises = {**self.premises(low, end, size, a, own.v), "amounts": amounts.step, "shift": shift.step, "balance": balance.step,
                    "price": cost.step, "start": begun}
        total = f"({price} + {alpha}*{own.u}**2*({a}**2 - 1)*({a}**(2*{self.m}) - 1)/(2*{own.v}))"
        done = f"{self.shift} - {own.u}*({a}**(2*{self.m}) - 1)"
        if own.jump is not None:
            p.have("not before", f"{low} - {end} < 0")
        conclusion = f"renyi({alpha}, {done}, X({end}), Y({end}), {total})"
        made = p.theorem("pabisym/continuation", premises, conclusion, **RUNS, alpha=alpha, p=low, q=end, c=("k", a), s=("k", size),
                         a=("k", paid), z=("k", left), b=("k", so_far))
        p.have("rest", certified(f"{done} <= {self.rest}", fact(RATE)))
        return p.figure("monotone", made, y=self.rest, d=total), total

    def first_step(self, p: Script, claim: str, paid: str) -> None:
        """The balance of the first step, at which the further gap is."""
        own, a, one = self.own, self.own.a, f"{self.own.a}**(k - {self.low} - 1)"
        with p.case(f"{self.low} - (k - 1)", claim) as first:
            first.have_all({"at least": first.figure("power-at-least-one", c=a, k=f"k - {self.low} - 1"),
                            "inverse": first.figure("power-at-least-one", c=a, k=f"{self.low} + 1 - k")})
            first.have("here", f"{one} > 0")
            first.have("at most", certified(f"{one} <= 1", fact("inverse", "here")))
            first.have("one", step("evident", f"{one} == 1", goal=f"{one} == 1"))
            factor = f"{a}*({own.b} + {own.e}) - {paid}*{a}**2*({one} + 1)/({a}**2 - 1)"
            first.show(certified(claim, fact("one", factor=factor), fact(PART), fact(BEGUN)))

    @property
    def rest(self) -> str:
        """What is left after the block."""
        own = self.own
        return "0" if own.side is None else f"{own.u}*({own.a}**2 - 1)*{own.q}"

    def positive(self, p: Script, inside: str) -> Step:
        """What is left at step k of the block: without the factor it grows where gaps are above what is paid, and falls where below."""
        a, early = self.own.a, self.own.side is not None
        exponent = f"k - {self.low}" if early else f"{self.end} - k"
        power = f"{a}**({exponent})"
        claim = f"({power} - 1)*({power} - {a}) >= 0"
        with p.proof() as spread:
            with spread.case(f"{exponent} - 1", claim) as some:
                some.have("other", some.figure("power-at-least-one", c=a, k=f"{exponent} - 1"))
                some.have("least", some.figure("power-at-least-one", c=a, k=exponent))
                some.show(certified(claim, fact("least", "other"), multiplier=f"1/{a}"))
            spread.have("inverse", spread.figure("power-at-least-one", c=a, k=f"-({exponent})"))
            spread.have("here", f"{power} > 0")
            spread.have("at most", certified(f"{power} <= 1", fact("inverse", "here")))
            spread.show(certified(claim, fact("at most", "at most"), fact("at most", "inside")))
        p.have("spread", spread.step)
        p.have("least", p.figure("power-at-least-one", c=a, k=exponent))
        p.have("here", f"{power} > 0")
        if early:
            return certified(f"{inside} >= 0", fact("least", "here", "cut"), fact("u", "top", "spread"), multiplier=f"{a}*{power}")
        return certified(f"{inside} >= 0", fact("least", "cut"), fact("u", "spread"), fact(RATE, factor="-1"), multiplier=power)

    def later(self, now: Step, price: str) -> tuple[Step, str]:
        """The later steps, which have noise and no gaps."""
        own, p, c, w, a, steps = self.own, self.p, self.own.c, self.own.w, self.own.a, self.own.later_steps
        low, high, side = to_text(own.last), to_text(own.problem.iteration.steps), own.side
        p.have_each({"w": f"{w} > 0", "later": f"{steps} >= 1"})
        p.have("left", certified(f"{self.rest} >= 0", fact("u", "square", f"{LATER} there is")))
        terms: dict[str, Filler] = {**RUNS, "alpha": self.alpha, "p": low, "m": steps, "w": w, "g": "0", "z": self.rest, "b": price}
        if side == 0:
            rate = f"({own.u}*({a}**2 - 1)*{w}/{own.v})"
            p.have("rate", certified(f"{rate} >= 0", fact("u", "square", "w"), multiplier=own.v))
            terms |= {"s": "0", "a": rate}
            end, added = f"{self.rest} + 0 + {steps}*(0 - {rate})", f"{self.alpha}*{steps}*{rate}**2/(2*{w})"
        else:
            power, turned = f"{c}**{steps}", ("1 - ", "") if side == -1 else ("", " - 1")
            p.have_each({"c": f"{c} > 0", "c side": f"{c} {'<' if side == -1 else '>'} 1"})
            rule = "power-below-one" if side == -1 else "power-above-one"
            p.have_all({"c square": p.figure(rule, c=c, k="2"), "c power": f"{power} > 0"})
            inner, outer = (f"({turned[0]}{one}{turned[1]})" for one in (f"{c}**2", f"{c}**(2*{steps})"))
            p.have("c inside", f"{inner} > 0")
            rate = f"({own.u}*({a}**2 - 1)*{w}/({own.v}*{power}*{inner}))"
            p.have("rate", certified(f"{rate} >= 0", fact("u", "square", "w"), multiplier=f"{own.v}*{power}*{inner}"))
            terms |= {"c": c, "u": rate} | ({"s": "0"} if side == -1 else {})
            end = f"{power}*{self.rest} - {rate}*{outer}"
            added = f"{self.alpha}*{rate}**2*{inner}*{outer}/(2*{w})"
        power = "1" if side == 0 else f"{c}**{steps}"
        factor = f"{power}*{own.u}*({a}**2 - 1)/{own.later_parts[1]}"
        p.have("none left", certified(f"{end} == 0", fact(LATER, factor=factor)))
        gaps = f"0 + cases({low} + 1 - k, 0, 0)" if side != 1 else f"cases({low} + 1 - k, 0, 0)"
        begun = p.figure("monotone", now, y=self.rest, d=price, P=f"X({low})", Q=f"Y({low})")
        made = p.theorem(f"pabisym/{_SIDES[side or 0]}-piece", {**self.premises(low, high, gaps, c, w), "start": begun}, **terms)
        return made, f"({price} + {added})"


# The best m.


def expansion_bound(problem: Problem, library: Library) -> Derived:
    """The bound with the best block; raises :class:`~pabisym.proof.build.NoProof` where a process is none of these, or it is not proved."""
    if problem.iteration.diameter is not None:
        return _restart(problem, library)
    own = expansion_of(problem)
    if own is None:
        raise NoProof("the gaps are not equal under one factor above 1")
    return _knowing_logarithm(own, library, lambda one: either(one, minus(own.most, own.longest()), (
        lambda one: _with_length(replace(own, problem=one), own.longest(), library),
        lambda one: _with_length(replace(own, problem=one), own.most, library))))


def _knowing_logarithm(own: Expansion, library: Library, build: Callable[[Problem], Derived]) -> Derived:
    """A bound that is found knowing what lengths are divided by."""
    facts = {LOGARITHM: parse(f"log({own.a}) > 0", "factor", None)}
    if own.nearest:
        facts["reach of the diameter"] = parse(f"1 + ({own.a} - 1)*{own.ratio} > 0", "factor", None)
    if own.side:
        facts["later factor"] = parse(f"{own.c}**2 {'<' if own.side < 0 else '>'} 1", "factor", None)

    def premises(p: Script) -> Mapping[str, Step]:
        return {label: p.prove(term) for label, term in facts.items()}

    found = build(replace(own.problem, relations={**own.problem.relations, **facts}))
    return replace(transfer(own.problem, found, {}, premises, library, EXPANDING), shape=EXPANDING)


def _with_length(own: Expansion, m: Term, library: Library) -> Derived:
    """The bound with a block of m steps."""
    lettered, binding = _lettered(own, m)
    return _put(own, lettered, binding, block_bound(lettered, library), library)


def _lettered(own: Expansion, m: Term) -> tuple[Expansion, dict[str, Term]]:
    """The process with letters, what is assumed of them, and what they stand for; the first one is the length."""
    problem, a, later = own.problem, own.a, own.side is not None
    length, u, e, b, q = (unused_name(name, problem.domains) for name in ("m", "u", "e", "b", "q"))
    lettered = replace(own, m=length, u=u, e=e, b="0" if later else b, q=q if later else "")
    letter, power = lettered.m, f"{a}**({to_text(m)})"
    part, begun = _atom(f"{own.g}/({a} - 1)"), "0" if later else own.begun
    put = {letter: to_text(m), lettered.e: part} | ({lettered.q: _atom(own.later_noise)} if later else {lettered.b: begun})
    standing = replace(own, e=part, b=f"({begun})", q=put.get(lettered.q, ""))
    put[lettered.u] = _atom(f"{standing.shift(power)}/{standing.whole(to_text(m))}")
    known = {LENGTH: f"{letter} >= 1", f"{LENGTH} at most": f"{letter} <= {to_text(own.most)}",
             PART: f"{lettered.e}*({a} - 1) == {own.g}", f"{PART} there is": f"{lettered.e} > 0"}
    if later:
        top, bottom = own.later_parts
        known |= {LATER: f"{lettered.q}*{bottom} == {top}", f"{LATER} there is": f"{lettered.q} >= 0"}
    else:
        known |= {BEGUN: f"{lettered.b} == {begun}" if own.jump is None else f"{a}*{lettered.b} == {own.h}",
                  f"{BEGUN} there is": f"{lettered.b} >= 0"}
    known |= {RATE: f"{lettered.u}*{lettered.whole(letter)} == {lettered.shift(f'{a}**{letter}')}", QUADRATIC: lettered.quadratic()}
    kinds = {name: "integer" if name == letter else "real" for name in put}
    relations = {label: parse(text, label, None) for label, text in known.items()}
    wider = replace(problem, domains={**problem.domains, **kinds}, relations={**problem.relations, **relations})
    return replace(lettered, problem=wider), {name: parse(text, name, None) for name, text in put.items()}


def _atom(value: str) -> str:
    """Something positive in a form that the kernel takes as a whole."""
    return f"exp(log({value}))"


def _inside(atom: Term) -> str:
    """What such a form stands for."""
    return to_text(atom.args[0].args[0]) if isinstance(atom, Call) and isinstance(atom.args[0], Call) else ""


def _put(own: Expansion, lettered: Expansion, put: Mapping[str, Term], found: Derived, library: Library) -> Derived:
    """What was proved of letters, of what they stand for."""
    binding = {name: ((), term) for name, term in put.items()}

    def premises(p: Script) -> Mapping[str, Step]:
        _know_length(p, own)
        said = {label: substitute(term, binding) for label, term in found.sequent.assumptions}
        length, a, (_, e, *others) = to_text(next(iter(put.values()))), own.a, map(to_text, put.values())
        p.have_each({f"m {label}": said[label] for label in (LENGTH, f"{LENGTH} at most")})
        p.have("m part sign", f"{own.g}/({a} - 1) > 0")
        p.have("m part", p.figure("exp-log", x=f"{own.g}/({a} - 1)"))
        p.have("m e", certified(f"{e} > 0", fact("m part sign"), fact("m part")))
        made = {PART: certified(said[PART], fact("m part", factor=f"{a} - 1")), f"{PART} there is": p.known("m e")}
        if own.side is not None:
            p.have("m q", p.figure("exp-log", x=own.later_noise))
            p.have("m q sign", certified(said[f"{LATER} there is"], fact("m later noise"), fact("m q")))
            made |= {LATER: certified(said[LATER], fact("m q", factor=own.later_parts[1])), f"{LATER} there is": p.known("m q sign")}
        made[QUADRATIC] = _below(p, own, length, said[QUADRATIC], e)
        p.have("m twice", p.figure("power-above-one", c=a, k=f"2*({length})"))
        p.have("m once", p.figure("power-above-one", c=a, k=length))
        whole, inside = replace(own, q=others[0]).whole(length), _inside(put[lettered.u])
        p.have("m whole", certified(f"{whole} > 0", fact("m twice"), *([] if own.side is None else [fact("m q sign", "m a squared")])))
        if own.side is not None:
            plain = replace(own, q=own.later_noise).whole(length)
            p.have("m plain", certified(f"{plain} > 0", fact("m twice"), fact("m later noise", "m a squared")))
            p.have("m y", f"{a}**({length}) > 0")
        p.have("m u sign", certified(f"{inside} > 0", fact("m e", "m once"), *(
            [] if own.side is not None else [fact("m begun", "m y")]), multiplier=whole))
        p.have("m u", p.figure("exp-log", x=inside))
        made[RATE] = certified(said[RATE], fact("m u", factor=whole))
        made |= {label: p.known(f"m {label}") for label in (LENGTH, f"{LENGTH} at most")}
        if own.side is None:
            made |= {BEGUN: p.prove(said[BEGUN]), f"{BEGUN} there is": p.prove(said[f"{BEGUN} there is"])}
        return made

    return replace(transfer(own.problem, found, binding, premises, library, EXPANDING, shorter=True), shape=EXPANDING)


def _know_length(p: Script, own: Expansion) -> None:
    """Go on knowing that the longest block has at least one step, and what its rounded logarithm is."""
    a, zero, root, longest = own.a, f"({own.zero})", own.root, to_text(own.longest())
    beta, ratio = f"(2*{zero} - {root})", f"log({zero})/log({a})"
    p.have_each({"m above one": f"{a} > 1", "m v": f"{own.v} > 0", "m positive": f"{a} > 0", "m one more": f"{a} + 1 > 0",
                 "m inside": f"{a} - 1 > 0"})
    if own.side is None:
        p.have_each({"m g": f"{own.g} > 0", "m begun": f"{own.begun} >= 0", "m reach": f"{own.ratio} >= 0"})
        far = f"(1 + ({a} - 1)*{own.ratio})"
        p.have("m far from", certified(f"{far} >= 1", fact("m reach", "m inside")))
        nearest = certified(f"{beta} >= {a} + 1", fact("m one more", square=f"{far} - 1"), multiplier=f"2*{far}")
        p.have("m sum", nearest if own.nearest else (
            certified(f"{beta} >= {a} + 1", fact("m reach", "m one more", "m inside"))))
        if own.nearest:
            p.have("m wider", certified(f"({a} + 1)*{far} - {beta} >= 0", fact("m one more", "m far from", "m far from"), fact(
                "m one more", "m far from", times="2"), multiplier=f"2*{far}"))
    else:
        _know_later_noise(p, own)
        p.have("m sum", f"{beta} >= {a} + 1")
    p.have_all({"m sum more": certified(f"{beta} + {a} + 1 >= 0", fact("m sum"), fact("m one more", times="2")),
                "m a squared": certified(f"{a}**2 - 1 > 0", fact("m one more", "m inside"))})
    more = fact("m sum", "m sum more") if own.side is None else fact("m later noise", "m positive", "m a squared", times="4")
    least = fact("m sum", "m positive", times="4") if own.side is None else more
    p.have("m inner", certified(f"{own.discriminant} >= 0", fact(square=f"{a} - 1"), more))
    p.have_all({"m root": p.figure("square-root-sign", x=own.discriminant),
                "m square": p.figure("square-root", x=own.discriminant)})
    p.have("m least", certified(f"{own.discriminant} - ({beta} - 2*{a})**2 >= 0", least))
    for label, side in (("m far", f"{beta} - 2*{a}"), ("m near", f"2*{a} - {beta}")):
        p.have(label, _root_at_least(p, root, side))
    p.have("m zero", certified(f"{zero} >= {a}", fact("m near", times="1/2")))
    p.have("m above zero", certified(f"{zero} > 0", fact("m zero"), fact("m positive")))
    p.have_all({"m base": p.figure("exp-log", x=a), "m value": p.figure("exp-log", x=zero)})
    fall = f"log({a}) - log({zero})"
    p.have_all({"m tangent": p.figure("exp-tangent", x=fall), "m product": p.figure("exp-sum", x=f"log({zero})", y=fall, conclude=(
        f"exp(log({a})) == exp(log({zero}))*exp({fall})"))})
    p.have("m order", certified(f"log({zero}) >= log({a})", fact("m tangent", "m above zero"), fact("m zero"), fact("m product"), fact(
        "m base", factor="-1"), fact("m value", factor=f"exp({fall})"), multiplier=zero))
    p.have("m one", certified(f"{ratio} >= 1", fact("m order"), multiplier=f"log({a})"))
    p.have_all({"m low": p.figure("floor-low", x=ratio), "m high": p.figure("floor-high", x=ratio)})
    p.have("m some", step("integer", f"1 <= {longest}", (certified(f"0 < {longest}", fact("m one"), fact("m high")),)))
    p.have("m within", certified(f"{longest}*log({a}) <= log({zero})", fact("m low", LOGARITHM)))


def _know_later_noise(p: Script, own: Expansion) -> None:
    """Go on knowing that the later steps have noise."""
    p.have_each({"m w": f"{own.w} > 0", "m later": relation(minus(own.problem.iteration.steps, own.last), ">=", ONE)})
    if own.side:
        p.have_each({"m c": f"{own.c} > 0", "m c side": f"{own.c} {'<' if own.side < 0 else '>'} 1"})
        rule = "power-below-one" if own.side < 0 else "power-above-one"
        p.have_all({"m c squared": p.figure(rule, c=own.c, k="2"),
                    "m c power": p.figure(rule, c=own.c, k=f"2*{own.later_steps}")})
    p.have("m later noise", f"{own.later_noise} >= 0")


@script
def _root_at_least(p: Script, root: str, side: str) -> Step:
    """The root is at least a number whose square is at most what the root is of: else the squares would be in the other order."""
    claim = f"{root} >= {side}"
    with p.case(f"{root} - ({side})", claim):
        pass
    case = p.scope.known[-1][0]
    false = certified("0 > 0", fact(case, case), fact(case, "m root", times="2"), fact("m square"), fact("m least"))
    return step("absurd", claim, (false,), claim=claim)


def _below(p: Script, own: Expansion, m: str, claim: Term, e: str) -> Step:
    """That a block of m steps, which are at most those of the longest, is paid at one rate."""
    a, zero, root, longest, power = own.a, f"({own.zero})", own.root, to_text(own.longest()), f"{own.a}**({m})"
    twice = f"(2*{power} - (2*{zero} - {root}))"
    exp_zero(p, "m unit")
    logarithm = f"log({a})"
    base = certified(f"{a}**0 == exp(0*{logarithm})", fact("m unit", factor="-1"))
    with p.induct("k", "0", m, f"{a}**k == exp(k*{logarithm})", base) as more:
        earlier = f"exp((k - 1)*{logarithm})"
        more.have("m more", more.figure("exp-sum", x=f"(k - 1)*{logarithm}", y=logarithm, conclude=(
            f"exp(k*{logarithm}) == {earlier}*exp({logarithm})")))
        more.show(certified(f"{a}**k == exp(k*{logarithm})", fact(more.hypothesis, factor=a), fact("m base", factor=f"-{earlier}"), fact(
            "m more", factor="-1")))
    p.have("m exponential", p.at(more.step, m))
    rise = f"log({zero}) - ({m})*{logarithm}"
    p.have("m few", f"{longest} - ({m}) >= 0")
    p.have_all({"m rise": certified(f"{rise} >= 0", fact("m within"), fact("m few", LOGARITHM)),
                "m higher": p.figure("exp-tangent", x=rise), "m of m": f"exp(({m})*{logarithm}) > 0",
                "m sum of both": p.figure("exp-sum", x=f"({m})*{logarithm}", y=rise, conclude=(
                    f"exp(log({zero})) == exp(({m})*{logarithm})*exp({rise})")),
                "m earlier": p.figure("power-at-least-one", c=a, k=f"({m}) - 1")})
    p.have_all({"m at most": certified(f"{power} <= {zero}", fact("m higher", "m of m"), fact("m rise", "m of m"), fact(
        "m exponential", factor="-1"), fact("m value", factor="-1"), fact("m sum of both")),
                "m at least": certified(f"{power} >= {a}", fact("m earlier", "m positive"))})
    p.have_all({"m below": certified(f"{root} - {twice} >= 0", fact("m at most", times="2")),
                "m above": certified(f"{root} + {twice} >= 0", fact("m far"), fact("m at least", times="2"))})
    p.have("m between", certified(f"({root} - {twice})*({root} + {twice}) >= 0", fact("m below", "m above")))
    if own.side is not None:
        return certified(claim, fact("m between", times="1/4"), fact("m square", factor="-1/4"), fact("m q", factor=f"{a}*({a}**2 - 1)"))
    p.have("m y", f"{power} > 0")
    return certified(claim, fact("m between", "m e", times="1/4"), fact("m square", factor=f"-{e}/4"), fact(
        "m part", factor=f"-({a} + 1)*({a} - 1)*{power}*{own.ratio}"), *([fact("m wider", "m e", "m y")] if own.nearest else []))


# In a bounded domain.


def _restart(problem: Problem, library: Library) -> Derived:
    """The smaller one of two bounds: of all steps, and of those of the best block from the diameter on."""
    it, free = problem.iteration, replace(problem, iteration=replace(problem.iteration, diameter=None))
    if it.diameter is None or it.start_shift != ZERO or any(isinstance(part, Impulse) for part in parts_of(it.gap)):
        raise NoProof("no block begins at the diameter")
    own = expansion_of(replace(free, iteration=replace(free.iteration, start_shift=it.diameter)))
    own = None if own is None else replace(own, nearest=True)
    if own is None or own.last != it.steps:
        raise NoProof("the gaps are not equal under one factor above 1")

    def every(one: Problem) -> Derived:
        return own_step_bound(replace(one, iteration=free.iteration), library)

    def block(one: Problem) -> Derived:
        expanding = replace(own, problem=one)
        lettered, binding = _lettered(expanding, own.longest())
        found = from_step(lettered.problem, minus(it.steps, Name(lettered.m)), library, lambda other: block_bound(
            replace(lettered, problem=other, last=Name(lettered.m)), library))
        return _put(expanding, lettered, binding, found, library)

    return _knowing_logarithm(replace(own, problem=problem), library, lambda one: either(one, minus(it.steps, own.longest()), (
        lambda one: smaller_of(every(one), block(one), one), every)))
