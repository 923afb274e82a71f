"""What every shape needs: the process with its letters, its coordinates, and steps of proof that all shapes share.

The coordinates are P (product of the contractions) and N (accumulated noise), closed where the sums have closed forms.
Everything here is untrusted: the kernel replays what is built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, takewhile
from typing import TYPE_CHECKING

from pabisym.derivation.shapes.distinctions import Widens, ordered, shorter, split
from pabisym.derivation.shapes.restart_domain import in_domain
from pabisym.derivation.shapes.sums import by_signs, over_square, reduced_sum, summed
from pabisym.errors import Undecided
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import Sequent
from pabisym.lang.budget import as_proposal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import has_sums, join_powers, tidied, upright
from pabisym.lang.term import (
    BINDERS,
    ONE,
    ZERO,
    Call,
    Name,
    Number,
    Term,
    at,
    calls,
    convolve,
    equal,
    forall,
    free_names,
    gap,
    gaussian,
    lipschitz,
    push,
    renyi,
    substitute,
    winf,
)
from pabisym.library.library import Library, builtin
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import INDEX, EachStep, Impulse, Periodic, StepSequence, Sum, names, unused_name
from pabisym.proof.build import Builder, Filler, NoProof, Step, TermLike, reached, term_of
from pabisym.proof.build import step as make_step
from pabisym.proof.certificate import divisors, factor_number, multiple
from pabisym.proof.linear import certified, fact
from pabisym.proof.proven import Proven
from pabisym.shift.letters.changing import telescoped
from pabisym.spec.knowledge import Knowledge

if TYPE_CHECKING:
    from pabisym.shift.letters.pooling import Answer

BEFORE = Call("+", (INDEX, Number(-1)))
"""The step before."""
STRUCTURES = {"X": "law sequence", "Y": "law sequence", "psi": "map sequence", "phi": "map sequence", "zeta": "noise sequence"}
RUNS: Mapping[str, tuple[str, str]] = {name: ("k", f"{name}(k)") for name in STRUCTURES}
"""The laws, maps and noises of the runs, in place of those of a theorem."""
POSITIVE = "contraction is positive"
"""The label of the one condition that a derivation may add to the domains."""
EXPANDING = "a block of equal gaps under a factor above 1"
"""How a bound by :mod:`pabisym.derivation.expansion` is called."""


@dataclass(frozen=True)
class ProcessCoordinates:
    """Formulas in k: the product of the contractions, the accumulated noise, and whether both are closed.

    ``added`` is what step k adds to the noise, where that is not the same at all steps.
    """

    product: str
    noise: str
    closed: bool
    added: str = ""


@dataclass(frozen=True)
class Shape:
    """A way to derive a bound: its name, the process it is worth trying for, and how its proof and its bound are built.

    ``theorems`` are the ids of the theorems that the proof may apply; a ``bounded`` shape makes use of the diameter.
    """

    name: str
    theorems: tuple[str, ...]
    fits: Callable[[Problem], bool]
    build: Callable[[Problem, Builder, ProcessCoordinates], tuple[Step, str]]
    bounded: bool = False


@dataclass(frozen=True)
class Problem:
    """A contractive noisy iteration with its letters, what is known of them, and the Rényi order asked for."""

    iteration: Iteration
    domains: dict[str, str]
    relations: dict[str, Term]
    order: Term

    @property
    def gaps(self) -> tuple[StepSequence, ...]:
        """The parts of the gap that are not zero."""
        return parts_of(self.iteration.gap)

    @property
    def still(self) -> bool:
        """Do the two runs start together."""
        return self.iteration.start_shift == ZERO

    @property
    def steps(self) -> str:
        """The number of steps, as text."""
        return to_text(self.iteration.steps)

    @property
    def knowledge(self) -> Knowledge:
        """What follows from the domains."""
        return Knowledge(Scope(self.domains, tuple(self.relations.items())))

    @property
    def added(self) -> tuple[Term, ...]:
        """The condition that the derivation added to the domains, where it did."""
        return tuple(term for label, term in self.relations.items() if label == POSITIVE)

    def sequent(self, bound: TermLike) -> Sequent:
        """The derived statement with the given bound."""
        it, T = self.iteration, self.iteration.steps
        psi, phi, zeta = (at(name, INDEX) for name in ("psi", "phi", "zeta"))
        assumed: dict[str, Term] = {
            "start": winf(at("X", ZERO), at("Y", ZERO), it.start_shift),
            "first run": forall(INDEX, ONE, T, equal(at("X", INDEX), convolve(push(psi, at("X", BEFORE)), zeta))),
            "second run": forall(INDEX, ONE, T, equal(at("Y", INDEX), convolve(push(phi, at("Y", BEFORE)), zeta))),
            "Lipschitz": forall(INDEX, ONE, T, lipschitz(psi, it.contraction.term())),
            "gaps": forall(INDEX, ONE, T, gap(psi, phi, it.gap.term())),
            "Gaussian": forall(INDEX, ONE, T, gaussian(zeta, it.noise.variance.term())),
        }
        place = {} if it.diameter is None else in_domain(self.place, to_text(it.diameter), self.steps)
        assumed |= {name: parse(text, name, None) for name, text in place.items()}
        kinds = {**self.domains, **STRUCTURES, **({} if it.diameter is None else {self.place: "set"})}
        conclusion = renyi(self.order, ZERO, at("X", T), at("Y", T), term_of(bound))
        return Sequent("derived", kinds, (*self.relations.items(), *assumed.items()), conclusion)

    @property
    def place(self) -> str:
        """The name of the domain, where there is a diameter."""
        return "K" + "'" * sum(1 for name in self.domains if name.rstrip("'") == "K")


def parts_of(gap: StepSequence) -> tuple[StepSequence, ...]:
    """The parts of a gap sequence that are not zero."""
    parts = gap.parts if isinstance(gap, Sum) else (gap,)
    return tuple(p for p in parts if not (isinstance(p, EachStep | Impulse) and p.size == ZERO))


def about_letters(sequent: Sequent) -> dict[str, Term]:
    """What a derived statement assumes before it speaks of the runs."""
    return dict(takewhile(lambda assumed: assumed[0] != "start", sequent.assumptions))


def range_of(part: StepSequence) -> tuple[str, str | None] | None:
    """The size and the last step of a gap at every step up to there, from the first one on."""
    if isinstance(part, EachStep):
        return to_text(part.size), None
    if isinstance(part, Periodic) and part.period == part.start == ONE:
        return to_text(part.size), None if part.stop is None else to_text(part.stop)
    return None


def with_divisors(b: Builder, iteration: Iteration, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that what the process divides by at every step is not zero."""
    terms = [iteration.contraction.term(), iteration.noise.variance.term(), iteration.start_shift]
    terms += [part.size for part in parts_of(iteration.gap) if isinstance(part, EachStep | Impulse | Periodic)]
    found = [factor for term in terms for factor in divisors(b.scope, term) if "k" not in names(factor)]
    if not found:
        return _with_signs(b, sorted(names(iteration.contraction.term()) - {"k"}), rest)
    return b.have(b.fresh("divisor"), nonzero(b, found[0]), lambda b: with_divisors(b, iteration, rest))


def _with_signs(b: Builder, letters: list[str], rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing which letters are positive."""
    if not letters:
        return rest(b)
    letter, others = letters[0], letters[1:]
    goal = f"{letter} > 0"
    if not b.scope.arithmetic.evident(parse(goal, "letter", None)):
        with suppress(NoProof):
            return b.have(b.fresh("letter"), b.prove(goal), lambda b: _with_signs(b, others, rest))
    return _with_signs(b, others, rest)


def with_powers(b: Builder, iteration: Iteration, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that the contraction is positive, and on which side of one it and its square lie."""
    base = base_of(iteration)
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


def base_of(iteration: Iteration) -> str | None:
    """The contraction, when it is the same at all steps."""
    contraction = iteration.contraction
    return to_text(contraction.size) if isinstance(contraction, EachStep) and contraction.constant else None


def forgets(iteration: Iteration) -> bool:
    """Is the contraction 0 at every step."""
    base = base_of(iteration)
    return base is not None and tidied(parse(base, "contraction", None)) == ZERO


def noise_of(problem: Problem) -> tuple[str, str]:
    """The product of the contractions up to step k, and the variance of step k without contractions."""
    base, variance = base_of(problem.iteration), problem.iteration.noise.variance.term()
    if base is None:
        closed = telescoped(problem.iteration.contraction.term(), problem.domains)
        if closed is None:
            raise NoProof("the contraction depends on the step")
        return to_text(closed), reduced_sum(f"({to_text(variance)})/({to_text(closed)})**2", problem.domains)
    product = "1" if base == "1" else f"({base})**k"
    return product, over_square(variance, product)


def coordinates(b: Builder, problem: Problem) -> ProcessCoordinates:
    """P and N of the process as formulas in k, closed where the sums have closed forms.

    Where a single gap is all there is, a sum that stays starts at its step: nothing is paid before.
    """
    base, variance = base_of(problem.iteration), problem.iteration.noise.variance.term()
    product, step_noise = noise_of(problem)
    if "k" not in names(variance) and base not in (None, "1") and differs_from_one(b.scope, str(base)):
        noise = f"({to_text(variance)})*({at_exponent(product, '-2*k')} - 1)/(1 - ({base})**2)"
        return ProcessCoordinates(product, noise, True, step_noise)
    alone = problem.still and len(problem.gaps) == 1 and isinstance(problem.gaps[0], Impulse)
    first = to_text(problem.gaps[0].index) if alone and isinstance(problem.gaps[0], Impulse) else "1"
    changes = base is None or "k" in names(variance)
    return ProcessCoordinates(product, *summed(b, problem.domains, step_noise, first), step_noise if changes else "")


def by_ratio(problem: Problem, b: Builder, build: Callable[[Builder], tuple[Step, str]]) -> tuple[Step, str]:
    """A bound built knowing whether noise that changes geometrically outgrows the contractions: case by case where that is open."""
    _, step_noise = noise_of(problem)
    if "k" not in names(problem.iteration.noise.variance.term()):
        return build(b)
    return by_signs(b, problem.domains, step_noise, build, larger(problem))


def at_exponent(product: str, exponent: str) -> str:
    """A power c**k with another exponent."""
    return product.removesuffix("**k") + f"**({exponent})"


def differs_from_one(scope: Scope, base: str) -> bool:
    """Is the square of the contraction known to lie on one side of one."""
    return any(scope.arithmetic.evident(parse(f"({base})**2 {relation}", "contraction", None)) for relation in ("< 1", "> 1"))


def common(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[dict[str, Step], dict[str, Filler]]:
    """Premises and terms that every theorem about iterations shares."""
    T = problem.steps
    variance = f"({at_index(xy.noise, 'k')} - ({at_index(xy.noise, 'k - 1')}))*({xy.product})**2"

    def restated(b: Builder, label: str, claim: str) -> Step:
        return b.generalise("k", "1", T, lambda b: {**b.at(label, "k"), "conclusion": b.term(claim)})

    premises = {name: b.known(name) for name in ("first run", "second run", "Lipschitz")}
    premises["Gaussian"] = restated(b, "Gaussian", f"gaussian(zeta(k), {variance})")
    if xy.added:
        premises["noise"] = b.generalise("k", "1", T, lambda b: grows(b, xy, "k", "<"))
    terms: dict[str, Filler] = {"T": T, "alpha": to_text(problem.order)}
    terms |= {**RUNS, "c": ("k", to_text(problem.iteration.contraction.term())), "P": ("k", xy.product), "N": ("k", xy.noise)}
    return premises, terms


def at_index(formula: str, index: str) -> str:
    """A formula in k at another index."""
    return to_text(substitute(parse(formula, "formula", None), {"k": ((), parse(index, "index", None))}))


def single_gap(problem: Problem) -> tuple[str, str, str]:
    """The step and the size of the only gap, and the gap of step k; raises :class:`NoProof` where there is not one."""
    parts = problem.gaps
    if len(parts) != 1 or not isinstance(parts[0], Impulse):
        raise NoProof("there is not a single gap")
    t, size = to_text(parts[0].index), to_text(substitute(parts[0].size, {"k": ((), parts[0].index)}))
    return t, size, f"cases(k - ({t}), cases(({t}) - k, {size}, 0), 0)"


def gaps_claimed(problem: Problem, b: Builder, claim: str) -> Step:
    """The assumption on the gaps, with the gap at step k written as claimed."""
    stated = f"gap(psi(k), phi(k), {claim})"
    return b.generalise("k", "1", problem.steps, lambda b: {**b.at("gaps", "k"), "conclusion": b.term(stated)})


def outermost(term: Term, head: str) -> Iterator[Call]:
    """The sums, or what else has this head, in a formula, without those inside of others."""
    if isinstance(term, Call) and term.head == head:
        yield term
    elif isinstance(term, Call):
        for arg in term.args:
            yield from outermost(arg, head)


def bound_of(b: Builder, step: Step) -> str:
    """The bound in which a step ends."""
    judgement = b.term(step["conclusion"])
    if not isinstance(judgement, Call):
        raise NoProof("the theorem does not end in a judgement")
    return to_text(judgement.args[4])


def concluded(problem: Problem, b: Builder, step: Step, *proposed: str) -> tuple[Step, str]:
    """The theorem's conclusion with its bound in a readable form: one that is proposed, or one that is found.

    What a proposed form divides by has to have a sign that is seen at once.
    """
    raw = b.term(bound_of(b, step))
    run = problem.steps, to_text(problem.order)
    plain = resolved(b.scope, raw)
    found = ((False, form) for form in chain(readable(b.scope, plain, problem.domains), [tidied(plain)]))
    for quick, form in chain(((True, b.term(text)) for text in proposed), found):
        joined = join_powers(form)  # powers of one base, tried first where that is another form
        for nice in (joined, form) if joined != tidied(form) else (form,):
            with suppress(NoProof, Refusal):
                return restated(b, step, run, raw, nice, quick=quick), to_text(nice)
    return step, to_text(raw)


def decided(problem: Problem, b: Builder, step: Step) -> tuple[Step, str]:
    """The theorem's conclusion, which has distinctions of cases, with its bound in a readable form in every case."""
    told = calls(resolved(b.scope, b.term(bound_of(b, step))), bound=False)
    condition = next((one.args[0] for one in told if one.head == "cases"), None)
    if condition is None:
        return concluded(problem, b, step)
    shown = shorter(b, condition, problem.domains)

    def build(b: Builder) -> tuple[Step, str]:
        return reached(lambda finish: ordered(b, shown, finish), lambda b: decided(problem, b, step))

    return split(b, to_text(condition), build, larger(problem), shown)


def larger(problem: Problem) -> Widens:
    """From a bound to a larger one, given as text."""
    T, order = problem.steps, to_text(problem.order)

    def widen(b: Builder, own: Step, bound: str, whole: str) -> Step:
        return b.figure("monotone", own, alpha=order, z="0", y="0", b=bound, d=whole, P=f"X({T})", Q=f"Y({T})")

    return widen


def resolved(scope: Scope, term: Term) -> Term:
    """The formula with those distinctions of cases decided that are evident."""
    if not isinstance(term, Call):
        return term
    if term.head == "cases":
        for side, part in ((">=", term.args[1]), ("<", term.args[2])):
            if scope.arithmetic.evident(Call(side, (term.args[0], ZERO))):
                return resolved(scope, part)
    if term.head in BINDERS:
        return term
    return Call(term.head, tuple(resolved(scope, arg) for arg in term.args))


def restated(b: Builder, step: Step, run: tuple[str, str], raw: Term, nice: Term, *, quick: bool = False) -> Step:
    """The bound in another form, after what it divides by is shown to be positive or negative."""
    if open_factors := divisors(b.scope, nice):
        if isinstance(open_factors[0], Number):
            raise NoProof("the bound divides by 0 in a case that cannot be")
        known = nonzero(b, open_factors[0], quick=quick)
        return b.have(b.fresh("divisor"), known, lambda b: restated(b, step, run, raw, nice, quick=quick))
    return b.figure("monotone", step, alpha=run[1], z="0", y="0", b=to_text(raw), d=to_text(nice), P=f"X({run[0]})", Q=f"Y({run[0]})")


def nonzero(b: Builder, factor: TermLike, *, quick: bool = False) -> Step:
    """The sign of something that is divided by; one that is known up to a positive factor is found at once."""
    goals = [Call(sign, (b.term(factor), ZERO)) for sign in (">", "<")]
    for goal in goals:
        if (found := multiple(b.scope, goal)) is not None:
            return make_step("arithmetic", goal, (), goal=goal, **found)
    for goal in () if quick else goals:
        with suppress(NoProof):
            return b.prove(goal)
    raise NoProof(f"{to_text(b.term(factor))} is not shown to be nonzero")


def readable(scope: Scope, term: Term, domains: Mapping[str, str]) -> Iterator[Term]:
    """Shorter forms of a bound, sympy's and the kernel's; the caller proves that they are no smaller.

    Sums are left as they are: what sympy makes of them takes long, and the kernel does not know those functions.
    """
    forms: list[Term] = []
    if has_sums(term) or any(_opaque(one, domains) for one in calls(term)):
        sums: dict[str, Term] = {}
        plain = _named_sums(term, domains, sums)
        back = {name: ((), own) for name, own in sums.items()}
        if (found := _simplified(plain, {**domains, **dict.fromkeys(sums, "real")})) is not None:
            yield substitute(found, back)
        return
    with suppress(Refusal):
        forms.append(factor_number(scope, term))
    forms += [found for one in (*forms, term) if (found := _simplified(one, domains)) is not None]
    below_one = {name for name in free_names(term) if scope.arithmetic.evident(Call("<", (Name(name), ONE)))}
    yield from (tidied(upright(form, below_one)) for form in sorted(forms, key=lambda form: len(to_text(form))))


@as_proposal
def _simplified(term: Term, kinds: Mapping[str, str]) -> Term:
    """What sympy makes of a formula."""
    return _simplest(term, tuple(sorted((name, kinds[name]) for name in free_names(term) & kinds.keys())))


@lru_cache(maxsize=256)
def _simplest(term: Term, kinds: tuple[tuple[str, str], ...]) -> Term:
    """The same, which takes more than half of a derivation, found once; an answer that comes too late is not kept."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert

    return revert(sympy.factor_terms(sympy.powsimp(sympy.simplify(convert(term, dict(kinds))))))


def _named_sums(term: Term, taken: Mapping[str, str], sums: dict[str, Term]) -> Term:
    """A term with a name for every sum, equal sums having one; a sum of equal terms is a product.

    So have powers whose exponents are no integers, which the kernel takes as they are.
    """
    if not isinstance(term, Call):
        return term
    if _opaque(term, taken):
        return _named(term, taken, sums)
    if term.head != "sum":
        return Call(term.head, tuple(_named_sums(arg, taken, sums) for arg in term.args))
    body, index, low, high = term.args
    if high == parse(f"({to_text(low)}) - 1", "sum", None):
        return ZERO
    if isinstance(index, Name) and index.name not in free_names(body):
        count = Call("+", (high, Call("neg", (low,)), ONE))
        return _named_sums(Call("*", (count, body)), taken, sums)
    return _named(term, taken, sums)


def _opaque(term: Call, domains: Mapping[str, str]) -> bool:
    """Is it a power whose exponent is a fraction, or holds letters that are no integers."""
    if term.head != "**":
        return False
    exponent = term.args[1]
    fraction = isinstance(exponent, Number) and exponent.value.denominator != 1
    return fraction or any(domains.get(name, "integer") != "integer" for name in names(exponent))


def _named(term: Term, taken: Mapping[str, str], sums: dict[str, Term]) -> Name:
    """The name of a term, given now if it has none."""
    for name, own in sums.items():
        if own == term:
            return Name(name)
    name = unused_name(f"sum_{len(sums)}", taken)
    sums[name] = term
    return Name(name)


def known_rise(b: Builder, xy: ProcessCoordinates, low: str, high: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that some noise is added between two steps: it does not fall up to the last one, and grows there."""
    goal = f"({at_index(xy.noise, high)}) - ({at_index(xy.noise, low)}) > 0"
    if not xy.added:
        with suppress(NoProof):
            return b.have(b.fresh("grown"), b.prove(goal), rest)
    grown, last, rise, final = b.fresh("grown"), f"({high}) - 1", b.fresh("rise"), b.fresh("final")
    steps = b.generalise("i", f"({low}) + 1", last, lambda b: b.have(
        b.fresh("index"), b.prove("i >= 1"), lambda b: grows(b, xy, "i", "<=")))
    risen = b.theorem("pabisym/rising", {"steps": steps}, p=low, q=last, f=("i", at_index(xy.noise, "i")))
    added = b.have(rise, risen, lambda b: b.have(b.fresh("index"), b.prove(f"{high} >= 1"), lambda b: b.have(
        final, grows(b, xy, high, "<"), lambda _: certified(goal, fact(rise), fact(final)))))
    return b.have(grown, added, rest)


def grows(b: Builder, xy: ProcessCoordinates, index: str, relation: str) -> Step:
    """The accumulated noise grows at a step: by what is added, where that is written apart."""
    goal = f"{at_index(xy.noise, f'({index}) - 1')} {relation} {at_index(xy.noise, index)}"
    if not xy.added:
        return b.prove(goal)
    label = b.fresh("added")
    return b.have(label, b.prove(f"{at_index(xy.added, index)} > 0"), lambda _: certified(goal, fact(label)))


def known_power(b: Builder, iteration: Iteration, exponent: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing on which side of one a power of the contraction lies."""
    base = base_of(iteration)
    if base in (None, "1"):
        return rest(b)
    for relation, rule in (("< 1", "power-below-one"), ("> 1", "power-above-one")):
        if b.scope.arithmetic.evident(parse(f"({base}) {relation}", "contraction", None)):
            return b.have(b.fresh("power"), b.figure(rule, c=str(base), k=exponent), rest)
    return rest(b)


class NoClosedForm(Undecided):
    """No shape of the library fits; this says nothing about the process."""


@dataclass(frozen=True, kw_only=True)
class Derived(Proven):
    """A derived theorem: a proved statement, its bound, and the shape or the theorem by which it was found.

    ``conditions`` are assumptions of the sequent beyond the domains that were given; ``library`` holds the theorems that the proof applies;
    ``problem`` is the process, where the bound is that of one; ``strand`` is the taut string in letters, where the bound is its price;
    ``fallback`` says why what would be the optimum was not proved, where every gap is paid at once instead;
    ``parts`` are the later parts of a release, whose bounds are hypotheses of the sequent.
    """

    bound: Term
    shape: str
    conditions: tuple[Term, ...] = ()
    library: Library = field(default_factory=builtin, repr=False, compare=False)
    fallback: str = ""
    problem: Problem | None = field(default=None, repr=False, compare=False)
    strand: tuple[Problem, Answer] | None = field(default=None, repr=False, compare=False)
    parts: tuple[Derived, ...] = ()


def replayed_bound(problem: Problem, library: Library, shape: str, built: tuple[Step, TermLike], theorems: Mapping[str, Sequent],
                   conditions: tuple[Term, ...] = ()) -> Derived:
    """The theorem, after the kernel has replayed its proof; raises :class:`~pabisym.proof.build.NoProof` where it refuses."""
    tree, bound = built
    found = replayed(problem.sequent(bound), tree, theorems, term_of(bound), shape, library)
    return replace(found, conditions=conditions, problem=problem)


def replayed(sequent: Sequent, tree: Step, theorems: Mapping[str, Sequent], bound: Term, shape: str, library: Library) -> Derived:
    """The same for a statement of another form than that about one process."""
    verdict = check(sequent, tree, theorems)
    if not verdict.accepted:
        raise NoProof(verdict.reason)
    return Derived(sequent=sequent, tree=tree, verdict=verdict, bound=bound, shape=shape, library=library)


@contextmanager
def in_closed_form(words: str) -> Iterator[None]:
    """Says in these words, and with the reason, that there is no closed form where no proof is found within the block."""
    try:
        yield
    except (NoProof, Refusal) as reason:
        raise NoClosedForm(f"{words}: {reason}") from reason
