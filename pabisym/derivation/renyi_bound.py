"""From a description to a theorem: closed forms for the shift allocation, proved for all parameters.

The shape of the process chooses a theorem of the built-in library by name; the proof of its premises is built, and replayed by the
kernel.  A theorem of a user's own folder is found by what it says: its hypotheses about the runs are laid over those of the process,
which gives terms for its letters; a letter that does not stand there alone means the letter of the process of the same name.  What it
assumes beyond that is proved from the domains.  Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from pabisym.derivation.shapes.known import SHAPES
from pabisym.derivation.shapes.problem import Problem, Shape, base_of, by_ratio, coordinates, with_divisors, with_powers
from pabisym.errors import PabisymError, Undecided
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from pabisym.lang.term import ZERO, Binding, Call, Name, Term, free_names, substitute
from pabisym.library.library import Library, builtin, natural
from pabisym.library.status import ESTABLISHED
from pabisym.process.iteration import Iteration
from pabisym.proof.build import Builder, Filler, NoProof, Step
from pabisym.proof.proven import Proven

POSITIVE = "contraction is positive"
"""The label of the one condition that a derivation may add to the domains."""


class NoClosedForm(Undecided):
    """No shape of the library fits; this says nothing about the process."""


@dataclass(frozen=True, kw_only=True)
class Derived(Proven):
    """A derived theorem: a proved statement, its bound, and the shape or the theorem by which it was found.

    ``conditions`` are assumptions of the sequent beyond the domains that were given; ``library`` holds the theorems that the
    proof applies.
    """

    bound: Term
    shape: str
    conditions: tuple[Term, ...] = ()
    library: Library = field(default_factory=builtin, repr=False, compare=False)


def derive_renyi(
    iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term], order: Term, library: Library | None = None
) -> Derived:
    """A proved Rényi bound of the given order for all values of the letters in their domains.

    ``domains`` maps every letter to ``real`` or ``integer``, ``relations`` are their conditions by name, ``library`` has the
    theorems (None: the built-in one).  Raises :class:`NoClosedForm` where no shape fits.
    """
    try:
        problem = Problem(iteration, dict(domains), {**relations, **needed_conditions(iteration, domains, relations)}, order)
    except (NoProof, Refusal) as reason:
        raise NoClosedForm(f"the domains are not enough: {reason}") from reason
    reasons, unbounded = [], replace(problem, iteration=replace(iteration, diameter=None))
    for shape in SHAPES:
        own = problem if shape.bounded else unbounded
        if not shape.fits(own):
            continue
        try:
            return _finished(own, shape, builtin() if library is None else library)
        except (NoProof, Refusal) as reason:
            reasons.append(f"{shape.name}: {reason}")
    raise NoClosedForm("; ".join(reasons) or "no shape of the library fits these gaps")


def needed_conditions(iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term]) -> dict[str, Term]:
    """Conditions that the coordinates need beyond the domains, by name: that the contraction is positive."""
    base = base_of(iteration)
    if base in (None, "1"):
        return {}
    scope = Sequent("draft", dict(domains), tuple(relations.items()), parse("0 <= 0")).scope()
    needed: dict[str, Term] = {}

    def positive(b: Builder) -> Step:
        try:
            return b.prove(f"({base}) > 0")
        except NoProof:
            factor = parse(str(base), "contraction", None)
            top = factor.args[0] if isinstance(factor, Call) and factor.head == "/" else factor
            needed[POSITIVE] = Call(">", (top, ZERO))
            return b.prove("0 <= 0")

    with_divisors(Builder(scope), iteration, positive)
    return needed


def _finished(problem: Problem, shape: Shape, library: Library) -> Derived:
    """Build the proof, replay it, and name the bound."""
    theorems = {name: library.statement(name).sequent for name in shape.theorems}
    found: dict[str, str] = {}

    def inside(b: Builder) -> Step:
        step, bound = by_ratio(problem, b, lambda b: shape.build(problem, b, coordinates(b, problem)))
        found["bound"] = bound
        return step

    builder, iteration = Builder.of(problem.sequent("0"), *theorems.values()), problem.iteration
    proof = with_divisors(builder, iteration, lambda b: with_powers(b, iteration, inside))
    sequent = problem.sequent(found["bound"])
    verdict = check(sequent, proof, theorems)
    if not verdict.accepted:
        raise NoProof(verdict.reason)
    added = tuple(term for label, term in problem.relations.items() if label == POSITIVE)
    return Derived(sequent=sequent, tree=proof, verdict=verdict, bound=parse(found["bound"], "bound"), shape=shape.name,
                   conditions=added, library=library)


# Theorems of a user's own folders.


_NUMBERS = ("real", "integer")


def own_bounds(
    iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term], order: Term, library: Library
) -> Iterator[Derived]:
    """Proved Rényi bounds of a process by single theorems of the library that are not built in.

    Only theorems that are proved, or cited with a reason, are applied.  The arguments are those of
    :func:`pabisym.derivation.renyi_bound.derive_renyi`.
    """
    names = sorted((name for name in library.files if name not in builtin().files), key=natural)
    if not names:
        return
    try:
        added = needed_conditions(iteration, domains, relations)
        problem = Problem(iteration, dict(domains), {**relations, **added}, order)
    except (NoProof, Refusal):
        return
    for name in names:
        statement = library.statement(name)
        said = statement.sequent.conclusion if statement.conclusion else ZERO
        about_runs = isinstance(said, Call) and said.head == "renyi" and said.args[1] == ZERO
        if about_runs and library.standing(name).status in ESTABLISHED:
            try:
                yield _applied(problem, statement.sequent, tuple(added.values()), library)
            except (NoProof, Refusal, PabisymError):
                continue


def _applied(problem: Problem, theorem: Sequent, added: tuple[Term, ...], library: Library) -> Derived:
    """The bound by one theorem; raises :class:`~pabisym.proof.build.NoProof` where it does not fit, or its premises are not proved."""
    draft = problem.sequent("0")
    binding = _laid_over(theorem, draft, problem)
    terms: dict[str, Filler] = {name: (indices[0], term) if indices else term for name, (indices, term) in binding.items()}
    conclusion = substitute(theorem.conclusion, binding)
    bound = conclusion.args[4] if isinstance(conclusion, Call) else conclusion

    def apply(b: Builder) -> Step:
        return b.theorem(theorem.id, {}, **terms)

    proof = with_divisors(Builder.of(draft, theorem), problem.iteration, apply)
    sequent = Sequent(draft.id, draft.kinds, draft.assumptions, Call("renyi", (*_args(draft.conclusion)[:4], bound)))
    verdict = check(sequent, proof, {theorem.id: theorem})
    if not verdict.accepted:
        raise NoProof(verdict.reason)
    return Derived(sequent=sequent, tree=proof, verdict=verdict, bound=bound, shape=theorem.id, conditions=added, library=library)


def _laid_over(theorem: Sequent, draft: Sequent, problem: Problem) -> Binding:
    """Terms for the letters of a theorem under which its hypotheses about the runs may be those of a process."""
    over = _Over(theorem.kinds)
    over.lay(_args(theorem.conclusion)[0], problem.order)
    for (_, pattern), (_, subject) in product(theorem.assumptions, draft.assumptions):
        if _told(pattern) == _told(subject):
            over.lay(pattern, subject)
    found = dict(over.found)
    for name, kind in theorem.kinds.items():
        if name not in found:
            if kind not in _NUMBERS or problem.domains.get(name) not in (kind, "integer"):
                raise NoProof(f"{theorem.id}: nothing says what {name} is")
            found[name] = (), Name(name)
    return found


def _told(claim: Term) -> tuple[str, ...]:
    """Of what a hypothesis speaks, roughly: the judgement, and the judgement inside what holds at every step."""
    if isinstance(claim, Call) and claim.head == "forall":
        return ("forall", *_told(claim.args[3]))
    return (claim.head,) if isinstance(claim, Call) else ()


def _args(term: Term) -> tuple[Term, ...]:
    return term.args if isinstance(term, Call) else ()


class _Over:
    """A theorem's letters, and what was found to stand for them; the first that is found counts."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self.kinds = kinds
        self.found: dict[str, tuple[tuple[str, ...], Term]] = {}

    def lay(self, pattern: Term, subject: Term, index: str = "") -> None:
        """Lay a formula of the theorem over one of the process; where they differ, nothing is found."""
        if isinstance(pattern, Name):
            if pattern.name in self.kinds and index not in free_names(subject):
                self.found.setdefault(pattern.name, ((), subject))
            return
        if not isinstance(pattern, Call):
            return
        if pattern.head in self.kinds:
            if index and pattern.args == (Name(index),):
                self.found.setdefault(pattern.head, ((index,), subject))
            return
        if not isinstance(subject, Call) or pattern.head != subject.head or len(pattern.args) != len(subject.args):
            return
        if pattern.head == "forall" and isinstance(pattern.args[0], Name) and isinstance(subject.args[0], Name):
            for one, other in zip(pattern.args[1:3], subject.args[1:3], strict=True):
                self.lay(one, other, index)
            self.lay(pattern.args[3], substitute(subject.args[3], {subject.args[0].name: ((), pattern.args[0])}), pattern.args[0].name)
            return
        for one, other in zip(pattern.args, subject.args, strict=True):
            self.lay(one, other, index)
