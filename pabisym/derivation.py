"""From a description to a theorem: closed forms for the shift allocation, proved for all parameters.

The shape of the gaps chooses a theorem of the library (one block, one gap, a start shift, paying at once); its
coordinates P (product of contractions) and N (accumulated noise) are filled in by closed forms where there are any;
the proof of its premises is built, replayed by the kernel, and the result compared with the exact solver.
Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from pabisym.errors import Undecided
from pabisym.expression import Call, Name, Term, parse, substitute, to_text
from pabisym.kernel.check import Verdict, check
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import Sequent
from pabisym.library import builtin
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import Formula, Impulse, Periodic, StepSequence, Sum, names
from pabisym.proof.build import Builder, Filler, NoProof, Step
from pabisym.proof.certify import divisors, factored

STRUCTURES = {"X": "law sequence", "Y": "law sequence", "psi": "map sequence", "phi": "map sequence", "zeta": "noise sequence"}
USED = ("pabisym/single-gap", "pabisym/start-shift", "pabisym/one-block", "pabisym/pay-at-once", "pabisym/rising",
        "pabisym/periodic-gap", "pabisym/two-events")


class NoClosedForm(Undecided):
    """No shape of the library fits; this says nothing about the process."""


@dataclass(frozen=True)
class Derived:
    """A derived theorem: its sequent, its bound, its proof tree, and what the kernel said of it.

    ``conditions`` are assumptions of the sequent beyond the domains that were given.
    """

    sequent: Sequent
    bound: Term
    proof: Step
    verdict: Verdict
    shape: str
    conditions: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Coordinates:
    """Formulas in k: the product of the contractions, the accumulated noise, and whether both are closed."""

    product: str
    noise: str
    closed: bool


def derive_renyi(iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term], order: Term) -> Derived:
    """A proved Rényi bound of the given order for all values of the letters in their domains.

    ``domains`` maps every letter to ``real`` or ``integer``, ``relations`` are their conditions by name.  Raises
    :class:`NoClosedForm` where no shape fits.
    """
    try:
        problem = _Problem(iteration, dict(domains), {**relations, **_needed(iteration, domains, relations)}, order)
    except Refusal as reason:
        raise NoClosedForm(f"the domains are not enough: {reason}") from reason
    reasons = []
    for shape, build in problem.shapes():
        try:
            return problem.finish(shape, build)
        except (NoProof, Refusal) as reason:
            reasons.append(f"{shape}: {reason}")
    raise NoClosedForm("; ".join(reasons) or "no shape of the library fits these gaps")


def _needed(iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term]) -> dict[str, Term]:
    """Conditions that the coordinates need beyond the domains: that the contraction is positive."""
    base = _base(iteration)
    if base in (None, "1"):
        return {}
    scope = Sequent("draft", dict(domains), tuple(relations.items()), parse("0 <= 0")).scope()
    try:
        Builder(scope).prove(f"({base}) > 0")
    except NoProof:
        return {"contraction is positive": parse(f"{base} > 0", "contraction", None)}
    return {}


@dataclass(frozen=True)
class _Problem:
    iteration: Iteration
    domains: dict[str, str]
    relations: dict[str, Term]
    order: Term

    @property
    def steps(self) -> str:
        return to_text(self.iteration.steps)

    def sequent(self, bound: str) -> Sequent:
        """The derived statement with the given bound."""
        it, runs = self.iteration, f"forall(k, 1, {self.steps}, equal({{X}}(k), convolve(push({{psi}}(k), {{X}}(k - 1)), zeta(k))))"
        each = f"forall(k, 1, {self.steps}, {{0}})".format
        assumed = {
            "start": f"winf(X(0), Y(0), {to_text(it.start_shift)})",
            "first run": runs.format(X="X", psi="psi"),
            "second run": runs.format(X="Y", psi="phi"),
            "Lipschitz": each(f"lipschitz(psi(k), {to_text(it.contraction.term())})"),
            "gaps": each(f"gap(psi(k), phi(k), {to_text(it.gap.term())})"),
            "Gaussian": each(f"gaussian(zeta(k), {to_text(it.noise.variance.term())})"),
        }
        known = (*self.relations.items(), *((name, parse(text, name, None)) for name, text in assumed.items()))
        conclusion = f"renyi({to_text(self.order)}, 0, X({self.steps}), Y({self.steps}), {bound})"
        return Sequent("derived", {**self.domains, **STRUCTURES}, known, parse(conclusion, "conclusion", None))

    def shapes(self) -> Iterator[tuple[str, Callable[[_Problem, Builder, Coordinates], tuple[Step, str]]]]:
        """The shapes worth trying, the most special first."""
        parts, still = _parts(self.iteration.gap), self.iteration.start_shift == parse("0")
        if not parts:
            yield "start shift", _start_shift
        elif len(parts) == 1 and isinstance(parts[0], Impulse) and still:
            yield "single gap", _single_gap
        elif len(parts) == 1 and isinstance(parts[0], Periodic) and still and parts[0].stop is None:
            yield "a gap in every epoch", _every_epoch
        elif len(parts) == 1 and isinstance(parts[0], Impulse):
            yield "start shift and a gap", _two_events
        elif all(isinstance(part, Formula) or _range(part) is not None for part in parts):
            yield "one block", _one_block
            if still:
                yield "paid at once", _paid_at_once

    def finish(self, shape: str, build: Callable[[_Problem, Builder, Coordinates], tuple[Step, str]]) -> Derived:
        """Build the proof, replay it, and name the bound."""
        library = builtin()
        theorems = {name: library.statement(name).sequent for name in USED}
        draft = self.sequent("0")
        found: dict[str, str] = {}

        def inside(b: Builder) -> Step:
            step, bound = build(self, b, coordinates(b.scope, self.iteration))
            found["bound"] = bound
            return step

        proof = _with_powers(Builder.of(draft, *theorems.values()), self.iteration, inside)
        sequent = self.sequent(found["bound"])
        verdict = check(sequent, proof, theorems)
        if not verdict.accepted:
            raise NoProof(verdict.reason)
        added = tuple(term for label, term in self.relations.items() if label == "contraction is positive")
        return Derived(sequent, parse(found["bound"], "bound"), proof, verdict, shape, added)


def _parts(gap: StepSequence) -> tuple[StepSequence, ...]:
    parts = gap.parts if isinstance(gap, Sum) else (gap,)
    return tuple(p for p in parts if not (isinstance(p, Formula | Impulse) and p.size == parse("0")))


def _range(part: StepSequence) -> tuple[str, str | None] | None:
    """The size and the last step of a gap at every step up to there, from the first one on."""
    if isinstance(part, Formula):
        return to_text(part.size), None
    if isinstance(part, Periodic) and part.period == part.start == parse("1"):
        return to_text(part.size), None if part.stop is None else to_text(part.stop)
    return None


def _with_powers(b: Builder, iteration: Iteration, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that the contraction is positive, and on which side of one it and its square lie."""
    base = _base(iteration)
    if base in (None, "1"):
        return rest(b)
    known = {b.fresh("contraction"): b.prove(f"({base}) > 0")}
    for side, rule in (("< 1", "power-below-one"), ("> 1", "power-above-one")):
        try:
            known[b.fresh("side")] = b.prove(f"({base}) {side}")
        except NoProof:
            continue
        return b.suppose_all(known, lambda b, rule=rule: b.have(b.fresh("square"), b.figure(rule, c=str(base), k="2"), rest))  # type: ignore[misc]
    return b.suppose_all(known, rest)


def _base(iteration: Iteration) -> str | None:
    """The contraction, when it is the same at all steps."""
    contraction = iteration.contraction
    return to_text(contraction.size) if isinstance(contraction, Formula) and contraction.constant else None


def coordinates(scope: Scope, iteration: Iteration) -> Coordinates:
    """P and N of the process as formulas in k, closed where the sums have closed forms."""
    base, variance = _base(iteration), iteration.noise.variance.term()
    if base is None:
        raise NoProof("the contraction depends on the step")
    product = "1" if base == "1" else f"({base})**k"
    constant = "k" not in names(variance)
    if constant and base == "1":
        return Coordinates("1", f"({to_text(variance)})*k", True)
    if constant and _differs_from_one(scope, base):
        return Coordinates(product, f"({to_text(variance)})*({_at(product, '-2*k')} - 1)/(1 - ({base})**2)", True)
    inner = to_text(substitute(parse(f"({to_text(variance)})/({product})**2", "noise", None), {"k": ((), Name("j"))}))
    return Coordinates(product, f"sum({inner}, j, 1, k)", False)


def _at(product: str, exponent: str) -> str:
    return product.removesuffix("**k") + f"**({exponent})"


def _differs_from_one(scope: Scope, base: str) -> bool:
    return any(scope.arithmetic.evident(parse(f"({base})**2 {relation}", "contraction", None)) for relation in ("< 1", "> 1"))


def _common(problem: _Problem, b: Builder, xy: Coordinates) -> tuple[dict[str, Step], dict[str, Filler]]:
    """Premises and terms that every theorem about iterations shares."""
    T = problem.steps
    variance = f"({_shift(xy.noise, 'k')} - ({_shift(xy.noise, 'k - 1')}))*({xy.product})**2"

    def restated(b: Builder, label: str, claim: str) -> Step:
        return b.generalise("k", "1", T, lambda b: {**b.at(label, "k"), "conclusion": to_text(b.term(claim))})

    premises = {name: b.known(name) for name in ("first run", "second run", "Lipschitz")}
    premises["Gaussian"] = restated(b, "Gaussian", f"gaussian(zeta(k), {variance})")
    terms: dict[str, Filler] = {"T": T, "alpha": to_text(problem.order)}
    terms |= {name: ("k", f"{name}(k)") for name in STRUCTURES}
    terms |= {"c": ("k", to_text(problem.iteration.contraction.term())), "P": ("k", xy.product), "N": ("k", xy.noise)}
    return premises, terms


def _shift(formula: str, index: str) -> str:
    return to_text(substitute(parse(formula, "formula", None), {"k": ((), parse(index, "index", None))}))


def _gaps(problem: _Problem, b: Builder, claim: str) -> Step:
    stated = f"gap(psi(k), phi(k), {claim})"
    return b.generalise("k", "1", problem.steps, lambda b: {**b.at("gaps", "k"), "conclusion": to_text(b.term(stated))})


def _concluded(problem: _Problem, b: Builder, step: Step) -> tuple[Step, str]:
    """The theorem's conclusion with its bound in a readable form."""
    judgement = b.term(step["conclusion"])
    if not isinstance(judgement, Call):
        raise NoProof("the theorem does not end in a judgement")
    raw = judgement.args[4]
    T, order = problem.steps, to_text(problem.order)
    for nice in _readable(b.scope, raw, problem.domains):
        try:
            return restated(b, step, (T, order), raw, nice), to_text(nice)
        except (NoProof, Refusal):
            continue
    return step, to_text(raw)


def restated(b: Builder, step: Step, run: tuple[str, str], raw: Term, nice: Term) -> Step:
    """The bound in another form, after what it divides by is shown to be positive."""
    if open_factors := divisors(b.scope, nice):
        factor = open_factors[0]
        for sign in (">", "<"):
            try:
                return b.have(b.fresh("divisor"), b.prove(f"({factor}) {sign} 0"), lambda b: restated(b, step, run, raw, nice))
            except NoProof:
                continue
        raise NoProof(f"{factor} is not shown to be nonzero")
    return b.figure("monotone", step, alpha=run[1], z="0", y="0", b=to_text(raw), d=to_text(nice), P=f"X({run[0]})", Q=f"Y({run[0]})")


def _readable(scope: Scope, term: Term, domains: Mapping[str, str]) -> Iterator[Term]:
    """Shorter forms of a bound, sympy's and the kernel's; the caller proves that they are no smaller."""
    import sympy

    from pabisym.errors import InputError
    from pabisym.symbols import convert, revert

    forms: list[Term] = []
    with suppress(Refusal):
        forms.append(factored(scope, term))
    for candidate in (*forms, term):
        try:
            forms.append(revert(sympy.factor_terms(sympy.powsimp(sympy.simplify(convert(candidate, domains))))))
        except (InputError, ValueError, TypeError):
            continue
    yield from sorted(forms, key=lambda form: len(to_text(form)))


def _start_shift(problem: _Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    premises, terms = _common(problem, b, xy)
    premises |= {"start": b.known("start"), "same maps": b.known("gaps")}
    found: list[str] = []

    def finish(b: Builder) -> Step:
        step, bound = _concluded(problem, b, b.theorem("pabisym/start-shift", premises, **terms, g=to_text(problem.iteration.start_shift)))
        found.append(bound)
        return step

    step = _known_power(b, problem.iteration, f"2*({problem.steps})", finish)
    return step, found[0]


def _single_gap(problem: _Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    (part,) = _parts(problem.iteration.gap)
    if not isinstance(part, Impulse):
        raise NoProof("there is not a single gap")
    premises, terms = _common(problem, b, xy)
    T, t, size = problem.steps, to_text(part.index), to_text(substitute(part.size, {"k": ((), part.index)}))
    gap = f"cases(k - ({t}), cases(({t}) - k, {size}, 0), 0)"
    premises |= {"start": _together(b), "gaps": _gaps(problem, b, gap)}
    found: list[str] = []

    def finish(b: Builder) -> Step:
        step, bound = _concluded(problem, b, b.theorem("pabisym/single-gap", premises, **terms, t=t, g=size))
        found.append(bound)
        return step

    step = _known_power(b, problem.iteration, f"2*(({T}) - ({t}) + 1)", lambda b: _known_rise(b, xy, f"({t}) - 1", T, finish))
    return step, found[0]


def _known_rise(b: Builder, xy: Coordinates, low: str, high: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that some noise is added between two steps."""
    goal = f"({_shift(xy.noise, high)}) - ({_shift(xy.noise, low)}) > 0"
    try:
        return b.have(b.fresh("room"), b.prove(goal), rest)
    except NoProof:
        last = f"({high}) - 1"
        steps = b.generalise("i", f"({low}) + 1", last, lambda b: b.have(
            b.fresh("index"), b.prove("i >= 1"), lambda b: b.prove(f"{_shift(xy.noise, 'i - 1')} <= {_shift(xy.noise, 'i')}")))
        rise = b.theorem("pabisym/rising", {"steps": steps}, p=low, q=last, f=("i", _shift(xy.noise, "i")))
        final = f"{_shift(xy.noise, last)} < {_shift(xy.noise, high)}"
        return b.have(b.fresh("rise"), rise, lambda b: b.have(b.fresh("index"), b.prove(f"{high} >= 1"), lambda b: b.have(
            b.fresh("final"), b.prove(final), lambda b: b.have(b.fresh("room"), b.prove(goal), rest))))


def _together(b: Builder) -> Step:
    """X_0 = Y_0 from a start shift of zero."""
    return b.known("start")


def _known_power(b: Builder, iteration: Iteration, exponent: str, rest: Callable[[Builder], Step]) -> Step:
    base = _base(iteration)
    if base in (None, "1"):
        return rest(b)
    for relation, rule in (("< 1", "power-below-one"), ("> 1", "power-above-one")):
        if b.scope.arithmetic.evident(parse(f"({base}) {relation}", "contraction", None)):
            return b.have(b.fresh("power"), b.figure(rule, c=str(base), k=exponent), rest)
    return rest(b)


def _one_block(problem: _Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    premises, terms = _common(problem, b, xy)
    it, variance = problem.iteration, to_text(problem.iteration.noise.variance.term())
    total, size = [to_text(it.start_shift)], []
    for part in _parts(it.gap):
        own, stop = _range(part) or ("", None)
        grown = _grown(b, it, xy, own)
        total.append(grown if stop is None else f"cases(({stop}) - k, {grown}, {_shift(grown, stop)})")
        size.append(own if stop is None else f"cases(({stop}) - k, {own}, 0)")
    slope, accumulated = f"({' + '.join(size)})*({xy.product})/({variance})", " + ".join(f"({t})" for t in total)
    gap = f"({xy.product})*({slope})*({_shift(xy.noise, 'k')} - ({_shift(xy.noise, 'k - 1')}))"
    premises |= {"start": {**b.known("start"), "conclusion": to_text(b.term(f"winf(X(0), Y(0), {_shift(accumulated, '0')})"))},
                 "gaps": _gaps(problem, b, gap)}
    found: list[str] = []

    def finish(b: Builder) -> Step:
        step, bound = _concluded(problem, b, b.theorem("pabisym/one-block", premises, **terms, S=("k", accumulated), d=("k", slope)))
        found.append(bound)
        return step

    step = _known_power(b, it, problem.steps, lambda b: _known_power(b, it, f"2*({problem.steps})", finish))
    return step, found[0]


def _grown(b: Builder, iteration: Iteration, xy: Coordinates, size: str) -> str:
    """The accumulated shift of a gap at every step, closed where it can be."""
    base, constant = _base(iteration), "k" not in names(parse(size, "size", None))
    if constant and base == "1":
        return f"({size})*k"
    if constant and _differs_from_one(b.scope, str(base)):
        return f"({size})*({_at(xy.product, '-k')} - 1)/(1 - ({base}))"
    return f"sum({_shift(f'({size})/({xy.product})', 'j')}, j, 1, k)"


def _every_epoch(problem: _Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    (part,) = _parts(problem.iteration.gap)
    it = problem.iteration
    variance = it.noise.variance.term()
    if not isinstance(part, Periodic) or _base(it) != "1" or "k" in names(variance) | names(part.size):
        raise NoProof("a gap in every epoch needs contraction 1, equal noise and equal gaps")
    epochs = _over(it.steps, part.period)
    premises = {name: b.known(name) for name in ("first run", "second run", "Lipschitz", "Gaussian", "gaps", "start")}
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in STRUCTURES}
    step = b.theorem("pabisym/periodic-gap", premises, **terms, n=to_text(part.period), E=epochs, t=to_text(part.start),
                     alpha=to_text(problem.order), g=to_text(part.size), w=to_text(variance))
    return _concluded(problem, b, step)


def _over(steps: Term, period: Term) -> str:
    """The number of epochs, when the steps are written as a product with the period, or are the period."""
    if steps == period:
        return "1"
    if isinstance(steps, Call) and steps.head == "*" and period in steps.args:
        rest = list(steps.args)
        rest.remove(period)
        return "*".join(f"({to_text(factor)})" for factor in rest)
    raise NoProof("the number of steps is not written as a multiple of the period")


def _two_events(problem: _Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    (part,) = _parts(problem.iteration.gap)
    if not isinstance(part, Impulse):
        raise NoProof("there is not a single gap")
    premises, terms = _common(problem, b, xy)
    t, size = to_text(part.index), to_text(substitute(part.size, {"k": ((), part.index)}))
    premises |= {"start": b.known("start"), "gaps": _gaps(problem, b, f"cases(k - ({t}), cases(({t}) - k, {size}, 0), 0)")}
    found: list[str] = []

    def finish(b: Builder) -> Step:
        step = b.theorem("pabisym/two-events", premises, **terms, t=t, g=to_text(problem.iteration.start_shift), h=size)
        judgement = b.term(step["conclusion"])
        found.append(to_text(judgement.args[4]) if isinstance(judgement, Call) else "")
        return step

    step = _known_rise(b, xy, f"({t}) - 1", problem.steps, finish)
    return step, found[0]


def _paid_at_once(problem: _Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    premises, terms = _common(problem, b, xy)
    it = problem.iteration
    size, variance = to_text(it.gap.term()), to_text(it.noise.variance.term())
    slope = f"({size})*({xy.product})/({variance})"
    gap = f"({xy.product})*({slope})*({_shift(xy.noise, 'k')} - ({_shift(xy.noise, 'k - 1')}))"
    premises |= {"start": _together(b), "gaps": _gaps(problem, b, gap)}
    price = f"sum(({_shift(slope, 'i')})**2*(({_shift(xy.noise, 'i')}) - ({_shift(xy.noise, 'i - 1')})), i, 1, {{T}})"
    plain = f"sum({_shift(f'({size})**2/({variance})', 'i')}, i, 1, {{T}})"
    same = b.induction("j", "0", problem.steps, f"{price.format(T='j')} == {plain.format(T='j')}")
    applied = b.theorem("pabisym/pay-at-once", premises, **terms, d=("k", slope))
    found: list[str] = []

    def finish(b: Builder) -> Step:
        T, order = problem.steps, to_text(problem.order)
        judgement = b.term(applied["conclusion"])
        raw = to_text(judgement.args[4]) if isinstance(judgement, Call) else ""
        shown = f"{order}*{plain.format(T=T)}/2"
        priced = b.figure("monotone", applied, alpha=order, z="0", y="0", b=raw, d=shown, P=f"X({T})", Q=f"Y({T})")
        step, bound = _concluded(problem, b, priced)
        found.append(bound)
        return step

    step = b.have("prices", same, lambda b: b.have("total price", b.at("prices", problem.steps), finish))
    return step, found[0]
