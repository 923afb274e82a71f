"""A derivation as numbered steps, every one with its rule and why: what ``derive --explain`` prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pabisym.derivation.blocks import CHECKS, FormulaBlock, short
from pabisym.derivation.derive import Derivation
from pabisym.lang.arguments import public
from pabisym.lang.grammar import to_text
from pabisym.lang.simplify import collected, tidied
from pabisym.lang.term import ZERO, Call, Term
from pabisym.library.beliefs import belief


@dataclass(frozen=True)
class Part:
    """One step of an explanation: a title, formulas with a word before each, and why it holds."""

    title: str
    formulas: tuple[tuple[str, Term], ...] = ()
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """The steps in order, and the blocks of the string (empty where the proof shows none, or they were not confirmed)."""

    parts: tuple[Part, ...]
    blocks: tuple[FormulaBlock, ...]

    def __str__(self) -> str:
        """The steps as text: a line for the title, one for every formula, and one for every reason."""
        lines = list[str]()
        for number, part in enumerate(self.parts, start=1):
            formulas = (f"   {name + ': ' if name else ''}{to_text(term)}" for name, term in part.formulas)
            lines += [f"{number}. {part.title}", *formulas, *(f"   — {reason}" for reason in part.why)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Explanation({len(self.parts)} steps; print it)"


@public
def explain(found: Derivation) -> Explanation:
    """The derivation step by step: every step with its rule and why, formulas as terms.

    What cannot be read off the proof, such as blocks that random points do not confirm, is left out; nothing is raised.

    >>> from pabisym.derivation.derive import derive
    >>> found = derive({
    ...     "symbols": {"n": "integer, n >= 1", "s": "real, s >= 0", "v": "real, v > 0"},
    ...     "process": {"steps": "n", "gap": [{"at": "1", "size": "s"}], "noise": {"law": "gaussian", "variance": "v"}},
    ...     "goal": {"divergence": "gdp"}})
    >>> explain(found).parts[0].title
    'The process'
    >>> [to_text(block.payment) for block in explain(found).blocks]
    ['s/n', '0']
    """
    cost = Part("The cost", (("sum of squared payments over variances", found.square),), ())
    library = found.derived.library
    believed = tuple(f"{name}: {belief(name, library).reason.removesuffix('.')}" for name in found.cited)
    last = Part("What is assumed without proof", (), believed or ("nothing beyond the kernel",))
    parts = (*_process(found), *_allocation(found), *_in_pieces(found), _premises(found), cost, _notion(found), _tightness(found), last)
    return Explanation(parts, found.blocks)


def _process(found: Derivation) -> Iterator[Part]:
    """What was described, and the process that it is."""
    process, reading, kind = found.spec.process, found.spec.reading, found.spec.algorithm
    if reading is not None:
        why = [f"{ground.statement}: {ground.gives}" for ground in reading.grounds]
        why += [f"default: {name} = {to_text(term)}" for name, term in reading.defaults.items()]
        conditions = tuple((f"condition: {condition.label}", condition.relation) for condition in reading.conditions)
        yield Part("What is released is bounded through this process" if kind is None else
                   f"{kind.kind} is a pair of contractive noisy iterations", conditions, (*why, *reading.assumptions))
    gap = tidied(process.gap_sequence().term())
    formulas: list[tuple[str, Term]] = [("steps", process.steps), ("factor of step k", process.contraction), ("gap of step k", gap),
                                        ("variance of step k", tidied(process.noise.per_step_variance)),
                                        ("distance at the start", process.start_shift)]
    formulas += [] if process.diameter is None else [("diameter", process.diameter)]
    yield Part("The process", tuple(formulas), (
        "X_k = psi_k(X_{k-1}) + noise, and the other run with maps that differ by at most the gap",))


def _allocation(found: Derivation) -> Iterator[Part]:
    """The coordinates, the shape, the string, and what every step pays."""
    strings, library = found.strings, found.derived.library
    if strings:
        given = strings[0].given
        coordinates = ("product of the factors up to step k", tidied(given["P"])), ("variance of step k", short(given["v"], found.spec))
        yield Part("Coordinates without contractions", coordinates, (
            "dividing shifts and deviations by the product of the factors leaves an iteration with factor 1",))
    used = [name for name in sorted(found.derived.verdict.theorems) if name in library.files]
    yield Part(f"The shape of the gaps: {found.derived.shape}", (), tuple(f"{name}: {library.statement(name).title}" for name in used))
    if strings:
        drawn: list[tuple[str, Term]] = []
        for string in strings:
            drawn += [("where", tidied(term)) for term in string.when]
            drawn.append(("accumulated shift up to step k", tidied(string.given["S"])))
            drawn.append(("the string, hidden up to step k", collected(string.given["A"])))
        yield Part("The accumulated shift, and the string below it", tuple(drawn), (
            "the string starts at 0, never falls, stays below the accumulated shift and ends on it; the squares of its slopes, weighted by "
            "the noise, add up to the cost (pabisym/taut-string)",))
    if found.blocks:
        paid: list[tuple[str, Term]] = []
        for block in found.blocks:
            paid += [("where", term) for term in block.when] + [("step k hides", block.payment)]
        yield Part("What every step hides", tuple(paid), (f"equal to the optimal allocation of the solver at {CHECKS} random points",))


def _in_pieces(found: Derivation) -> list[Part]:
    """The blocks of the taut string in letters, a part for each case."""
    if found.derived.strand is None:
        return []
    from pabisym.shift.letters.pooling import leaves  # as needed: it brings a solver

    parts = []
    for leaf in leaves(found.derived.strand[1]):
        term, formulas = leaf.algebra.canonical, list[tuple[str, Term]]()
        for case in leaf.assumed:
            formulas.append(("where", Call(case.side, (tidied(case.condition), ZERO))))
        for block in leaf.blocks:
            first, last = leaf.pieces[max(block.first, 1) - 1], leaf.pieces[block.last - 1]
            length = leaf.algebra.total(one.steps for one in last.stretches) * last.rounds
            start = term(first.first) if block.last else ZERO
            formulas += [("block from step", tidied(start)), ("to step", tidied(term(last.first + length - 1) if block.last else ZERO))]
            if block.whole.single is not None:
                formulas.append(("every step of it hides", tidied(term(block.whole.single.shift))))
                continue
            formulas += [("shift at its end, if nothing is hidden", tidied(term(block.whole.shift))),
                         ("noise of it at its end", tidied(term(block.whole.noise))),
                         ("rate", tidied(term(block.whole.shift / block.whole.noise)) if block.whole.noise else ZERO)]
        why = ("step k of a block hides the rate times its variance, times the factors of the later steps of the block",)
        parts.append(Part("Which steps hide together", tuple(formulas), why))
    return parts


def _premises(found: Derivation) -> Part:
    numeric = ("noise", "product", "products", "unit", "first", "last", "size", "falling", "shift", "slopes")
    library = found.derived.library
    labels = dict.fromkeys(label for name in sorted(found.derived.verdict.theorems) if name in library.files
                           for label, term in library.statement(name).sequent.assumptions if label in numeric)
    steps = found.derived.verdict.steps
    why = [f"the premises of the theorem, {', '.join(labels)}, hold for all symbols in their domains"] if labels else []
    why += [f"{steps} steps of proof, replayed by the kernel; inequalities by certificates that are identities"]
    return Part("The premises", tuple(("given", term) for term in found.derived.conditions), tuple(why))


def _notion(found: Derivation) -> Part:
    goal, formulas, why = found.goal, [("bound", found.bound)], []
    if goal.divergence == "renyi":
        why = ["the divergence of order alpha is at most alpha/2 times the cost, by shift reduction and contraction"]
    elif goal.divergence == "gdp":
        why = ["the same proof, with trade-off functions in place of divergences: the runs are mu-GDP, in both orders, mu^2 the cost"]
    else:
        formulas = [(route.name, route.bound) for route in found.routes]
        why = ["mu-GDP bounds every hockey-stick divergence by that of two unit Gaussians mu apart"]
        why += ["in a bounded domain every step after the gap contracts it"] if len(found.routes) > 1 else []
    if goal.delta is not None:
        formulas.append(("epsilon is any number with", Call("<=", (found.bound, goal.delta))))
    return Part("The bound that was asked for", tuple(formulas), tuple(why))


def _tightness(found: Derivation) -> Part:
    if found.attainment is not None:
        pair = found.attainment.pair
        formulas = (("slope of the pair at step k", _shortened(pair.slope, found)), ("gap", _shortened(pair.gap, found)),
                    ("variance", short(pair.variance, found.spec)), ("distance at the start", tidied(pair.start)))
        why = (f"the runs x -> slope*x + gap and x -> slope*x with this noise satisfy every hypothesis and are exactly this far apart; "
               f"{found.attainment.steps} steps of proof (pabisym/linear-pair)",
               "over all contractive noisy iterations with these constants; an algorithm's own losses may be a smaller class")
        return Part("The bound is tight", formulas, why)
    if found.tightness == "exact" and found.spec.process.diameter is not None:
        return Part("The bound is the best restart at random points", (), (
            f"equal to the exact optimum of the shift calculus at {found.checked} random points; not proved for all parameters",
            "the pair that attains it without a diameter need not stay in the domain, where the divergence itself may be smaller"))
    if found.tightness == "exact" and found.spec.process.noise.law != "gaussian":
        return Part("The bound is that of the best payments at random points", (), (
            f"the payments are those of the exact optimum for Gaussian noise at {found.checked} random points, which are the best for "
            "every noise of which larger payments cost more and more; the divergence itself may be smaller",))
    if found.tightness == "exact":
        return Part("The bound is tight at random points", (), (
            f"equal to the exact optimum, which a linear pair reaches, at {found.checked} random points; not proved for all parameters",))
    if found.loose is not None and not found.loose.at:
        return Part("The bound need not be tight", (), (found.loose.reason,))
    return Part("The bound need not be tight", (), (f"above the exact optimum at one of {found.checked} random points",))


def _shortened(term: Term, found: Derivation) -> Term:
    """A case distinction with shorter values."""
    if isinstance(term, Call) and term.head == "cases":
        return tidied(Call("cases", (tidied(term.args[0]), *(_shortened(arg, found) for arg in term.args[1:]))))
    return short(term, found.spec)

