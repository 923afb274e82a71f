"""Bounds with simple proofs for processes whose optimum has no proof, or no closed form: valid everywhere, and not the optimum.

* Every gap is paid in its own step: the sum of s_k^2/v_k, whatever the contractions are.
* The distance that gaps up to a step have made is kept, and only the noise after it hides it; until then contractions of at most 1 are
  taken as 1.
* In a bounded domain what came before a step is forgotten: from there on the runs are at most the diameter apart.
* Contractions of at most 1 are taken as 1 at all steps.

The last three lead to another process, whose bound is that of the taut string in letters; its proof is put into the one about the
process itself.  Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import TypeAlias

from pabisym.derivation.shapes.distinctions import Built, widened
from pabisym.derivation.shapes.known import over as rounds_of
from pabisym.derivation.shapes.problem import (
    BEFORE,
    RUNS,
    Derived,
    Problem,
    concluded,
    larger,
    parts_of,
    replayed_bound,
    resolved,
    with_divisors,
)
from pabisym.derivation.shapes.sums import reduced_sum, summed
from pabisym.derivation.signs import K, combined, exchanged, minus, over, plus, relation, shown, squared, times
from pabisym.errors import InputError, Undecided
from pabisym.kernel.exact import Refusal
from pabisym.lang.budget import OutOfTime, share
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import collected, tidied
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Term, at, convolve, push, substitute
from pabisym.library.library import Library
from pabisym.process.iteration import GaussianNoise
from pabisym.process.sequence import STEP, EachStep, Impulse, Listed, Periodic, StepSequence, Sum, names, unused_name
from pabisym.proof.build import Builder, Filler, NoProof, Step, map_formulas, reached, stated, step, term_of
from pabisym.proof.case_split import case_by_case, free_label, relabelled, with_facts
from pabisym.proof.certificate import undecided_condition
from pabisym.proof.laws import put
from pabisym.proof.script import Script, script
from pabisym.shift.letters.changing import placed
from pabisym.spec.knowledge import Knowledge
from pabisym.spec.released import Cut

_INDEX = Name("step#")
"""The step of another process; no letter has this name."""
Optimum: TypeAlias = Callable[[Problem], Derived]
"""What bounds another process by its optimum."""
_HYPOTHESES = ("first run", "second run", "Lipschitz", "gaps", "Gaussian")
"""What is assumed of every step."""
SHARE, FIRST = 0.15, 0.8
"""The part of the time that is left which one simple bound may take; where none is found yet."""
BEST_STEP = "what came before the best step of a range is forgotten"
"""How a bound says that no other restart within a range of equal gaps is better."""
AT_ONCE = ("pabisym/changing-paid", "pabisym/continuation")
"""What the proof that pays every gap at once may apply."""


def simple_bounds(problem: Problem, library: Library, optimum: Optimum) -> Iterator[Derived]:
    """Proved bounds of a process, as many as are found; ``optimum`` bounds the processes to which they lead.

    Each says in its ``shape`` how it pays.
    """
    unbounded, found = replace(problem, iteration=replace(problem.iteration, diameter=None)), 0
    ways: list[Callable[[], Derived]] = [lambda: _best_step(problem, library, optimum), lambda: own_step_bound(unbounded, library)]
    if problem.iteration.contraction.term() != ONE:
        ways.append(lambda: _without_contraction(unbounded, library, optimum))
    cuts = tuple(_cuts(problem))
    ways += [lambda last=last: from_step(unbounded, last, library, optimum) for last, early in cuts if early]  # type: ignore[misc]
    if problem.iteration.diameter is not None:
        ways += [lambda last=last: _restarted(problem, last, library, optimum) for last in _restarts(problem)]  # type: ignore[misc]
    late = [lambda last=last: from_step(unbounded, last, library, optimum) for last, early in cuts if not early]
    for way in (*ways, *late):
        if way in late and found:
            return
        one: Derived | None = None
        with suppress(NoProof, Refusal, OutOfTime, Undecided, InputError), share(SHARE if found else FIRST):
            one = way()
        if one is not None:  # outside of the budget: who asks for the bounds works on his own time
            found += 1
            yield one


def smaller_of(first: Derived, second: Derived, problem: Problem, claimed: tuple[Term, Call] | None = None) -> Derived:
    """The smaller one of two bounds of a process; raises :class:`~pabisym.proof.build.NoProof` where that is not proved.

    ``claimed`` is a formula with a minimum in it, and this minimum, where the bounds are the formula with one part of it each.
    """
    x, y = first.bound, second.bound
    bound, least = claimed or (Call("min", (x, y)), Call("min", (x, y)))
    (low, high), T = least.args, problem.iteration.steps
    claim = Call("renyi", (problem.order, ZERO, at("X", T), at("Y", T), bound))
    library = first.library
    theorems = {name: library.statement(name).sequent for name in dict.fromkeys((*first.verdict.theorems, *second.verdict.theorems))}
    sequent = problem.sequent(bound)
    b = Builder(sequent.scope(), theorems, count(free_label(first.tree, second.tree)))
    labels = b.fresh("first bound"), b.fresh("second bound")

    def one(b: Builder) -> Step:
        label, own = (labels[0], x) if b.evident(relation(minus(high, low), ">=")) else (labels[1], y)
        p = Script(b)
        p.have(p.fresh("minimum"), p.figure("minimum", x=low, y=high))
        if claimed is not None:
            p.have(p.fresh("order"), p.prove(relation(minus(bound, own), ">=")))
        given = {"alpha": problem.order, "z": ZERO, "y": ZERO, "b": own, "d": bound, "P": at("X", T), "Q": at("Y", T)}
        return p.close(p.figure("monotone", p.known(label), **given))

    def both(b: Builder) -> Step:
        return case_by_case(b, claim, (x, y, low, high), lambda b: b.by_cases(minus(high, low), claim, one))

    try:
        tree = b.suppose_all(dict(zip(labels, (first.tree, second.tree), strict=True)), lambda b: with_facts(
            first.tree, b, lambda b: with_facts(second.tree, b, both)))
    except Refusal as reason:
        raise NoProof(str(reason)) from reason
    conditions = tuple(dict.fromkeys((*first.conditions, *second.conditions)))
    shape = f"the smaller one of two: {first.shape}; {second.shape}"
    return replayed_bound(problem, library, shape, (tree, to_text(bound)), theorems, conditions)


# Every gap in its own step.


def own_step_bound(problem: Problem, library: Library) -> Derived:
    """The sum of the squared gaps over the variances; a distance of the starts is paid with the first step."""
    theorems = {name: library.statement(name).sequent for name in AT_ONCE}
    variance, gap = problem.iteration.noise.variance.term(), problem.iteration.gap
    parts, charged = parts_of(gap), list[Callable[[Builder, Term], Term]]()
    if sum(isinstance(part, Periodic) and part.period != ONE for part in parts) < 2:  # part by part, where no two of these meet
        charged.append(lambda b, own: plus(*(_come(b, problem, part, lambda size: over(squared(size), own)) for part in parts)))
    if len(parts) > 1 or not isinstance(gap, EachStep):
        charged.append(lambda b, own: _total(over(squared(gap.term()), own)))
    reason: Exception = NoProof("nothing is paid")
    for own in dict.fromkeys((variance, placed(variance, ONE), placed(variance, problem.iteration.steps))):
        for charges in charged:
            b = Builder.of(problem.sequent("0"), *theorems.values())
            try:
                return replayed_bound(problem, library, "every gap is paid in its own step", reached(
                    lambda finish, b=b: with_divisors(b, problem.iteration, finish),  # type: ignore[misc]
                    lambda b, charges=charges, own=own: _paid(b, problem, own, charges(b, own))), theorems)  # type: ignore[misc]
            except (NoProof, Refusal) as problem_:
                reason = problem_
    raise NoProof(str(reason))


def _come(b: Builder, problem: Problem, part: StepSequence, worth: Callable[[Term], Term]) -> Term:
    """What a part of the gap adds up to until step k, every gap counted by what it is worth."""
    if isinstance(part, Sum):
        return plus(*(_come(b, problem, one, worth) for one in part.parts))
    if isinstance(part, Listed):
        return plus(*(_come(b, problem, Impulse(parse(str(i)), item), worth) for i, item in enumerate(part.items, 1) if item != ZERO))
    if isinstance(part, EachStep):
        return _summed(b, problem, worth(part.size))
    if isinstance(part, Impulse):
        return Call("cases", (minus(K, part.index), placed(worth(part.size), part.index), ZERO))
    if not isinstance(part, Periodic) or part.other != ZERO:
        raise NoProof("a gap has no sum")
    one, begun = _lowest(problem, worth(part.size)), minus(K, part.start)
    if part.period == ONE:
        total = _summed(b, problem, one)
        before = placed(total, minus(part.start, ONE))
        count_at: Callable[[Term], Term] = lambda k: minus(placed(total, k), before)  # noqa: E731
    elif STEP in names(one):
        return _total(worth(part.term()))
    else:
        count_at = lambda k: times(one, plus(Call("floor", (over(minus(k, part.start), part.period),)), ONE))  # noqa: E731
    here = count_at(K)
    if part.stop is not None:
        late = Call("cases", (minus(part.stop, part.start), count_at(part.stop), ZERO))
        here = Call("cases", (minus(part.stop, K), here, late))
    return Call("cases", (begun, here, ZERO))


def _summed(b: Builder, problem: Problem, body: Term) -> Term:
    """A sum up to step k, of a formula in lowest terms, closed where it can be."""
    return parse(summed(b, problem.domains, to_text(_lowest(problem, body)))[0], "sum", None)


def _lowest(problem: Problem, term: Term) -> Term:
    """A formula in lowest terms, where it depends on the step."""
    return parse(reduced_sum(to_text(tidied(term)), problem.domains), "size", None) if STEP in names(term) else term


def _total(body: Term) -> Term:
    """A sum up to step k as it is."""
    index = Name(unused_name("i", names(body)))
    return Call("sum", (placed(body, index), index, ONE, K))


@script
def _steps_known(p: Script, problem: Problem, low: Term, high: Term, claim: Call, least: Term) -> Step:
    """A relation at the steps of a range, knowing that the noise is positive, and what it is at least."""
    own = problem.iteration.noise.variance.term()
    with p.generalise("k", low, high) as each:
        each.have(each.fresh("first"), shown(each, relation(K, ">=", ONE)))
        each.have(each.fresh("noise"), relation(own, ">"))
        if least != own:
            each.have_each({each.fresh("least"): relation(least, ">"), each.fresh("at least"): relation(own, ">=", least)})
        each.show(_told(each, claim, [part for part in parts_of(problem.iteration.gap) if isinstance(part, Periodic)]))
    return each.step


def _told(b: Builder, claim: Call, recurring: list[Periodic]) -> Step:
    """A relation about gaps up to a step and the one before, where those that recur are counted by floors."""
    return _counted(b, claim, [part for part in recurring if part.period != ONE and "floor" in to_text(claim)])


def _counted(b: Builder, claim: Call, recurring: list[Periodic]) -> Step:
    """Of every gap that recurs it is known that there is one more at its steps, and none at others."""
    if not recurring:
        return b.prove(claim)
    part, rest = recurring[0], recurring[1:]
    since, n = minus(K, part.start), part.period
    now, before = (Call("floor", (over(tidied(minus(one, part.start)), n),)) for one in (K, BEFORE))
    hit = minus(times(n, Call("floor", (over(since, n),))), since)

    @script
    def counted(p: Script, more: Term) -> Step:
        """``more`` is an integer that is at least 0, as its product with the period is above that of -1."""
        scaled, whole = p.fresh("count"), p.fresh("count")
        p.have(scaled, relation(times(n, plus(more, ONE)), ">"))
        p.have(whole, combined(relation(plus(more, ONE), ">"), (scaled,), by=n))
        p.have(p.fresh("count"), stated(step("integer", relation(ONE, "<=", plus(more, ONE)), (p.known(whole),)), relation(more, ">=")))
        return _counted(p, claim, rest)

    def late(b: Builder) -> Step:
        return counted(b, minus(now, before) if not b.evident(relation(hit, ">=")) else minus(minus(now, before), ONE))

    @script
    def rounded(p: Script) -> Step:
        p.have(p.fresh("period"), relation(n, ">"))
        for whole in (now, before):
            inside, low, high = whole.args[0], p.fresh("low"), p.fresh("high")
            p.have_all({low: p.figure("floor-low", x=inside), high: p.figure("floor-high", x=inside)})
            top = times(n, inside)
            p.have(p.fresh("low"), relation(times(n, whole), "<=", top))
            p.have(p.fresh("high"), relation(top, "<", times(n, plus(whole, ONE))))
        if p.evident(relation(since, ">=")):
            return p.by_cases(hit, claim, late)
        return _counted(p, claim, rest)

    return b.by_cases(since, claim, rounded)


def _paid(begin: Builder, problem: Problem, least: Term, charged: Term) -> Built:
    """The bound, and the proof that every step pays for its own gap."""
    p, it, alpha = Script(begin), problem.iteration, problem.order
    variance, gap, T, start = it.noise.variance.term(), it.gap.term(), it.steps, it.start_shift
    for part in parts_of(it.gap):
        if isinstance(part, Impulse | Periodic):
            p.have(p.fresh("place"), relation(part.index if isinstance(part, Impulse) else part.start, ">=", ONE))
    now, low = p.figure("start", "start", alpha=alpha), ZERO
    price: Term = ZERO
    if start != ZERO:
        price = over(times(alpha, squared(plus(times(placed(it.contraction.term(), ONE), start), placed(gap, ONE)))), times(
            TWO, placed(variance, ONE)))
        now, low = _first_step(p, problem, price), ONE
    after = plus(low, ONE)
    known = {"noise": relation(variance, ">"), "sizes": relation(gap, ">="),
             "price": relation(squared(gap), "<=", times(variance, minus(charged, placed(charged, BEFORE))))}
    premises: dict[str, Step | str] = {
        label: _steps_known(p, problem, after, T, claim, least) for label, claim in known.items()}
    premises |= {label: p.part(label, "k", after, T) for label in _HYPOTHESES}
    terms: dict[str, Filler] = {**RUNS, "alpha": alpha, "p": low, "m": minus(T, low), "b": price, "c": ("k", it.contraction.term()),
                                "s": ("k", gap), "v": ("k", variance), "e": ("k", charged)}
    begun = _without_empty(placed(charged, low)) if low == ZERO else placed(charged, low)
    total = plus(price, over(times(alpha, minus(placed(charged, T), tidied(begun))), TWO))
    _decide(p, total)
    made = stated(p.theorem("pabisym/changing-paid", {**premises, "start": now}, **terms), Call(
        "renyi", (alpha, ZERO, at("X", T), at("Y", T), resolved(p.scope, total))))
    last, bound = concluded(problem, p, made, *_with_rounds(p, problem, tidied(resolved(p.scope, total))))
    return p.close(last), bound


def _with_rounds(p: Script, problem: Problem, total: Term) -> Iterator[str]:
    """A bound with the number of epochs in place of a floor, where all epochs are complete."""
    T, old = problem.iteration.steps, total
    for part in parts_of(problem.iteration.gap):
        if isinstance(part, Periodic) and part.period != ONE and part.stop is None:
            inside = over(tidied(minus(T, part.start)), part.period)
            whole = Call("floor", (inside,))
            with suppress(NoProof, Refusal):
                rounds = parse(rounds_of(T, part.period), "rounds", None)
                low = p.fresh("low")
                p.have(low, p.figure("floor-low", x=inside))
                p.have(p.fresh("rounds"), relation(times(part.period, minus(rounds, whole)), ">"))
                p.have(p.fresh("rounds"), combined(relation(minus(rounds, whole), ">"), (p.scope.known[-1][0],), by=part.period))
                p.have(p.fresh("rounds"), stated(step("integer", relation(ONE, "<=", minus(rounds, whole)), (
                    p.known(p.scope.known[-1][0]),)), relation(minus(minus(rounds, whole), ONE), ">=")))
                total = exchanged(total, whole, minus(rounds, ONE))
    if total != old:
        yield to_text(tidied(collected(total)))


def _without_empty(term: Term) -> Term:
    """A formula without its sums from 1 to 0."""
    if not isinstance(term, Call):
        return term
    if term.head == "sum":
        return ZERO if term.args[2:] == (ONE, ZERO) else term
    return Call(term.head, tuple(map(_without_empty, term.args)))


def _decide(p: Script, term: Term) -> None:
    """Go on knowing the conditions in a formula that the domains decide."""
    seen = set[Term]()
    while (condition := undecided_condition(p.scope, term)) is not None and condition not in seen:
        seen.add(condition)
        for sign in (">=", "<"):
            with suppress(NoProof, Refusal):
                p.have(p.fresh("side"), shown(p, relation(condition, sign)))
                break


def _first_step(p: Script, problem: Problem, price: Term) -> Step:
    """The first step pays for the distance of the starts and for its own gap."""
    it, alpha = problem.iteration, problem.order
    start, factor = it.start_shift, placed(it.contraction.term(), ONE)
    paid = plus(times(factor, start), placed(it.gap.term(), ONE))
    left, so_far = (Call("cases", (Call("neg", (K,)), *pair)) for pair in ((start, ZERO), (ZERO, price)))
    p.have(p.fresh("noise"), relation(placed(it.noise.variance.term(), ONE), ">"))
    p.have(p.fresh("paid"), relation(paid, ">="))

    balance = relation(left, "==", minus(plus(times(it.contraction.term(), placed(left, BEFORE)), it.gap.term()), paid))
    premises: dict[str, Step | str] = {
        "start": stated(p.figure("start", "start", alpha=alpha), Call("renyi", (
            alpha, placed(left, ZERO), at("X", ZERO), at("Y", ZERO), placed(so_far, ZERO)))),
        "shift": p.generalise("k", ZERO, ONE, lambda b: b.prove(relation(left, ">="))),
        "balance": p.generalise("k", ONE, ONE, lambda b: b.prove(balance))}
    premises |= {label: p.part(label, "k", ONE, ONE) for label in _HYPOTHESES if label != "Gaussian"}
    with p.generalise("k", ONE, ONE) as cost:
        magnitude = cost.fresh("magnitude")
        cost.have(magnitude, cost.figure("gaussian-magnitude", cost.at("Gaussian", K), alpha=alpha, a=paid))
        cost.show(relation(Call("R", (alpha, at("zeta", K), paid)), "<=", minus(so_far, placed(so_far, BEFORE))))
    premises["price"] = cost.step
    terms: dict[str, Filler] = {**RUNS, "alpha": alpha, "p": ZERO, "q": ONE, "c": ("k", it.contraction.term()), "s": ("k", it.gap.term()),
                                "a": ("k", paid), "z": ("k", left), "b": ("k", so_far)}
    return stated(p.theorem("pabisym/continuation", premises, **terms), Call("renyi", (alpha, ZERO, at("X", ONE), at("Y", ONE), price)))


# Another process in place of this one.


def _cuts(problem: Problem) -> Iterator[tuple[Term, bool]]:
    """The steps after which it may be good to begin anew; and whether it is before the last gap, or only all of the last step."""
    T, found, knowledge = problem.iteration.steps, dict[Term, bool](), problem.knowledge
    cut = Cut(knowledge, ZERO, T)
    for part in parts_of(problem.iteration.gap):
        if isinstance(part, Impulse):
            found[cut.plain(minus(part.index, ONE))] = True
        elif isinstance(part, Periodic) and part.period == ONE:
            found[cut.plain(minus(part.start, ONE))] = True
            if part.stop is not None:
                found[cut.plain(minus(part.stop, ONE))] = True
    found.setdefault(cut.plain(minus(T, ONE)), False)
    yield from ((last, early) for last, early in found.items() if not knowledge.scope.arithmetic.holds(relation(last, "==")))


def _restarts(problem: Problem) -> Iterator[Term]:
    """The steps of a bounded process after which it may be good to forget what came before: of gaps, of the ends of ranges, and the one
    before the last.
    """
    T = problem.iteration.steps
    for part in parts_of(problem.iteration.gap):
        if isinstance(part, Impulse):
            yield part.index
        elif isinstance(part, Periodic) and part.period == ONE and part.stop is not None:
            yield part.stop
    yield Cut(problem.knowledge, ZERO, T).plain(minus(T, ONE))


def _restarted(problem: Problem, last: Term, library: Library, optimum: Optimum) -> Derived:
    """The bound of what comes after a step, or after the last one but one where that comes before it, from the diameter."""
    T, knowledge = problem.iteration.steps, problem.knowledge
    if knowledge.holds(relation(last, "<", T)):
        return from_step(problem, last, library, optimum)
    if knowledge.holds(relation(last, ">=", T)):
        raise NoProof("no step comes after it")
    return either(problem, minus(minus(T, last), ONE), (lambda one: from_step(one, last, library, optimum),
                                                         lambda one: from_step(one, minus(T, ONE), library, optimum)))


def _best_step(problem: Problem, library: Library, optimum: Optimum) -> Derived:
    """The bound of what comes after the best step within a range of equal gaps, where there is one beside both ends of the range.

    With w steps after the range (D + (m - w) g)^2/(m v), for m steps after that one, is least where D/g - w is rounded down, or up.
    """
    it, parts = problem.iteration, parts_of(problem.iteration.gap)
    part = parts[0] if len(parts) == 1 else None
    if not isinstance(part, Periodic) or part.period != ONE or part.stop is None or it.diameter is None:
        raise NoProof("there is no range of gaps")
    if STEP in names(part.size) | names(it.contraction.term()) | names(it.noise.variance.term()):
        raise NoProof("the steps differ")
    cut = Cut(problem.knowledge, ZERO, it.steps)
    early, end = (cut.plain(term) for term in (minus(part.stop, ONE), minus(times(TWO, it.steps), part.stop)))
    best = minus(end, Call("floor", (over(it.diameter, part.size),)))

    def inside(one: Problem) -> Derived:
        return smaller_of(from_step(one, best, library, optimum), from_step(one, minus(best, ONE), library, optimum), one)

    def free(one: Problem) -> Derived:
        return optimum(replace(one, iteration=replace(it, diameter=None)))

    def late(one: Problem) -> Derived:
        return either(one, minus(early, best), (inside, lambda two: from_step(two, early, library, optimum)))

    return replace(either(problem, minus(minus(best, part.start), ONE), (late, free)), shape=BEST_STEP)


def either(problem: Problem, on: Term, sides: tuple[Optimum, Optimum]) -> Derived:
    """A bound by cases of a condition, from one where it is at least 0 and one where it is below."""
    label, begin = f"branch {len(problem.relations)}", Builder(problem.sequent("0").scope())
    facts = begin.sides(on)
    first, second = (build(replace(problem, relations={**problem.relations, label: fact}))
                     for build, fact in zip(sides, facts, strict=True))
    whole = first.bound if first.bound == second.bound else Call("cases", (on, first.bound, second.bound))
    theorems = {name: first.library.statement(name).sequent for name in dict.fromkeys((*first.verdict.theorems, *second.verdict.theorems))}
    b = Builder(begin.scope, theorems, count(free_label(first.tree, second.tree)))
    parts = tuple(widened(b.inside(label, fact), one.tree, to_text(one.bound), to_text(whole), larger(problem))
                  for one, fact in zip((first, second), facts, strict=True))
    claim = parts[0]["conclusion"]
    conditions = tuple(dict.fromkeys((*first.conditions, *second.conditions)))
    built = step("cases", claim, parts, on=on, claim=claim, label=label), to_text(whole)
    return replayed_bound(problem, first.library, first.shape, built, theorems, conditions)


def _without_contraction(problem: Problem, library: Library, optimum: Optimum) -> Derived:
    """The bound of the process whose contractions are all 1, where they are at most that."""
    found = optimum(replace(problem, iteration=replace(problem.iteration, contraction=EachStep(ONE))))

    def premises(p: Script) -> Mapping[str, Step]:
        return {"Lipschitz": p.generalise("k", ONE, problem.iteration.steps, lambda b: b.figure(
            "lipschitz-widen", b.at("Lipschitz", K), d=ONE))}

    return transfer(problem, found, {}, premises, library, "contractions are taken as 1")


def from_step(problem: Problem, last: Term, library: Library, optimum: Optimum) -> Derived:
    """The bound of the steps after one: from what has come in by then or, in a bounded domain, from the diameter."""
    it, knowledge = problem.iteration, problem.knowledge
    bounded = it.diameter is not None
    if not (knowledge.holds(relation(last, ">=")) and knowledge.holds(relation(last, "<", it.steps))):
        raise NoProof("the step may lie outside")
    cut = Cut(knowledge, last, it.steps)
    steps = cut.plain(minus(it.steps, last))
    kept = tuple(one for part in parts_of(it.gap) if (one := _after(cut, part, alone=steps == ONE)) is not None)
    if it.diameter is not None:
        near = it.diameter
    else:  # how far the runs may be apart, with contractions of at most 1
        begin = Builder(knowledge.scope)
        come = [placed(_come(begin, problem, part, lambda size: size), last) for part in parts_of(it.gap)]
        near = tidied(plus(it.start_shift, *(choose_case(knowledge, part) for part in come)))
    inside = knowledge.within(STEP, ONE, steps)
    contraction, variance = (choose_case(inside, cut.shifted(term)) for term in (it.contraction.term(), it.noise.variance.term()))
    other = replace(problem, iteration=replace(
        it, steps=steps, contraction=EachStep(contraction), start_shift=near, diameter=None, noise=GaussianNoise(EachStep(variance)),
        gap=kept[0] if len(kept) == 1 else Sum(kept) if kept else EachStep(ZERO)))
    found = optimum(other)
    moved, own = plus(last, K), plus(last, _INDEX)

    def law(name: str) -> Term:
        begun = push(Call("projection", (Name(problem.place),)), at(name, last))
        return Call("cases", (minus(_INDEX, ONE), at(name, own), begun)) if bounded else at(name, own)

    binding = {name: ((_INDEX.name,), law(name)) for name in "XY"} | {name: ((_INDEX.name,), at(name, own)) for name in (
        "psi", "phi", "zeta")}

    def premises(p: Script) -> Mapping[str, Step]:
        said = {label: substitute(term, binding) for label, term in found.sequent.assumptions}
        of_step = {label: term.args[3] for label, term in said.items() if isinstance(term, Call) and term.head == "forall"}
        p.have(p.fresh("begin"), relation(last, ">="))
        p.have(p.fresh("steps"), shown(p, relation(minus(it.steps, plus(last, ONE)), ">=")))
        begun = p.at("diameter", last) if bounded else _near(p, problem, last)
        _decide(p, term_of(begun["conclusion"]))
        given = said["start"].args[2] if isinstance(said["start"], Call) else near
        made = {"start": stated(p.figure("winf-widen", begun, y=given), said["start"])}
        for label in _HYPOTHESES:
            made[label] = p.generalise("k", ONE, other.iteration.steps, lambda b, label=label: restate_step(
                b, label, moved, of_step[label], bounded=bounded))
        return made

    shape = "what came before a step is forgotten" if bounded else "the steps after one pay for all"
    return transfer(problem, found, binding, premises, library, shape)


def _after(cut: Cut, part: StepSequence, *, alone: bool) -> StepSequence | None:
    """What is left of a part of the gap after a step; the last step ``alone`` may have any formula."""
    with suppress(InputError):
        if isinstance(part, Impulse | Periodic | EachStep):
            return cut.gap(part, "gap")
    if not alone:
        raise NoProof("it is open which gaps are left")
    return EachStep(choose_case(cut.knowledge, part.term(cut.last)))


def restate_step(b: Builder, label: str, index: Term, claim: Term, *, bounded: bool) -> Step:
    """What is known of a step, in the words of the other process, after all conditions are decided."""
    projected = bounded and label.endswith("run")

    def decided(b: Builder) -> Step:
        first = projected and not b.evident(relation(K, ">=", TWO))
        found = b.at(f"{label} projected" if first else label, index)
        condition = undecided_condition(b.scope, *([] if projected else [term_of(found["conclusion"])]), claim)
        if condition is None:
            return stated(found, claim)
        for sign in (">=", "<"):
            with suppress(NoProof):
                return b.have(b.fresh("side"), shown(b, relation(condition, sign)), decided)
        return b.by_cases(condition, claim, decided)

    return b.by_cases(minus(K, TWO), claim, decided) if projected else decided(b)


def choose_case(knowledge: Knowledge, term: Term) -> Term:
    """A formula without the distinctions of cases that are known everywhere."""
    if not isinstance(term, Call):
        return term
    if term.head == "cases":
        for side, part in ((">=", term.args[1]), ("<", term.args[2])):
            if knowledge.holds(relation(term.args[0], side)):
                return choose_case(knowledge, part)
    return Call(term.head, tuple(choose_case(knowledge, arg) for arg in term.args))


@script
def _near(p: Script, problem: Problem, last: Term) -> Step:
    """That the runs are at most so far apart after a step: the sum of all gaps so far, and of the distance of the starts."""
    it = problem.iteration
    come = plus(it.start_shift, *(_come(p, problem, part, lambda size: size) for part in parts_of(it.gap)))
    before = placed(come, BEFORE)

    @script
    def base(p: Script) -> Step:
        return p.figure("winf-widen", "start", y=placed(come, ZERO))

    with p.induct("k", ZERO, last, Call("winf", (at("X", K), at("Y", K), come)), base) as one:
        one.have(one.fresh("first"), shown(one, relation(K, ">=", ONE)))
        one.have(one.fresh("within"), shown(one, relation(K, "<=", it.steps)))
        steady = one.figure("lipschitz-widen", one.at("Lipschitz", K), d=ONE)
        moved = one.figure("winf-convolve", one.figure("winf-push", one.hypothesis, steady, one.at("gaps", K)), Z=at("zeta", K))
        more = plus(before, it.gap.term())
        claim = relation(more, "<=", come)
        one.have(one.fresh("sum"), _told(one, claim, [part for part in parts_of(it.gap) if isinstance(part, Periodic)]))
        other = convolve(push(at("phi", K), at("Y", BEFORE)), at("zeta", K))
        first = put(one.at("first run", K), Call("winf", (Name("LAW"), other, more)), stated(moved, Call("winf", (
            convolve(push(at("psi", K), at("X", BEFORE)), at("zeta", K)), other, more))))
        second = put(one.at("second run", K), Call("winf", (at("X", K), Name("LAW"), more)), first)
        one.show(one.figure("winf-widen", second, y=come))
    return p.at(one.step, last)


def transfer(problem: Problem, found: Derived, binding: Mapping[str, tuple[tuple[str, ...], Term]],
                 premises: Callable[[Script], Mapping[str, Step]], library: Library, shape: str, *, shorter: bool = False) -> Derived:
    """A bound of this process from that of another one, whose hypotheses are proved of it; ``shorter``: with like terms added."""
    theorems = {name: library.statement(name).sequent for name in found.verdict.theorems}
    tree = map_formulas(found.tree, lambda formula: substitute(term_of(formula), binding))
    draft, T = problem.sequent("0"), problem.iteration.steps
    p = Script(Builder(draft.scope(), theorems, count(free_label(found.tree))))
    labels = dict[str, str]()
    for label, made in premises(p).items():
        labels[label] = p.fresh(label)
        p.have(labels[label], made)
    bound = substitute(found.bound, binding)
    last = stated(relabelled(tree, labels), Call("renyi", (problem.order, ZERO, at("X", T), at("Y", T), bound)))
    if shorter and (other := collected(bound)) != bound:
        last, bound = p.figure("monotone", last, y=ZERO, d=other), other
    return replayed_bound(problem, library, f"{shape}: {found.shape}", (p.close(last), to_text(bound)), theorems, found.conditions)


