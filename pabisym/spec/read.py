"""Analysis specs: what a person writes to have a bound derived or a claim decided.

A spec is TOML (the same as a dict): ``[symbols]`` with domains, a ``[process]`` or an ``[algorithm]``, a ``[goal]``
and perhaps a ``[claim]``.  :func:`read_spec` reads it into terms and checks it as far as it can be checked before
anything is derived: every name is declared, indices are steps, and sizes are not negative *for all letters in their
domains*, with proofs that the kernel replays.  Whatever is wrong raises one
:class:`~pabisym.errors.InputError` that names the field, as in ``process.gap[0].size``, and the cure.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from types import MappingProxyType
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from pabisym.errors import InputError, printable
from pabisym.kernel.exact import Refusal, Scope
from pabisym.lang.grammar import to_text
from pabisym.lang.once import cached_property
from pabisym.lang.reader import TOML, DocumentTable, refuse
from pabisym.lang.term import ONE, ZERO, Call, Name, Number, Term
from pabisym.process import algorithm as methods
from pabisym.process.algorithm import Algorithm, Condition, Ground, Reading
from pabisym.process.iteration import GapEntry, IterateNoise, NoisyProcess, Requirement, at_least, at_most, integral
from pabisym.process.sequence import STEP, EachStep, Impulse, Periodic, names
from pabisym.spec.domains import Domain, Formulas, Letters, complete, domain_scope, failing_point, has_point, load, read_symbols, satisfying
from pabisym.spec.domains import table as read_table
from pabisym.spec.knowledge import Knowledge

Divergence: TypeAlias = Literal["renyi", "gdp", "hockey-stick"]
MAX_GAPS = 100
"""Most entries of a list of gaps."""


@dataclass(frozen=True)
class Goal:
    """The divergence to be bounded: Rényi of ``order`` > 1, mu-GDP, or the hockey-stick divergence.

    The last is of ``order`` gamma >= 1 or of exp(``epsilon``), or else epsilon is asked for at a ``delta``.
    """

    divergence: Divergence
    order: Term | None = None
    epsilon: Term | None = None
    delta: Term | None = None


@dataclass(frozen=True)
class ClaimedBound:
    """A claimed upper ``bound`` on a divergence (for ``gdp``, on mu)."""

    goal: Goal
    bound: Term


@dataclass(frozen=True)
class Spec:
    """A spec, read and checked; formulas are terms, and nothing in them is evaluated.

    ``symbols`` holds the declared letters and then those that the reading of an algorithm introduced.  ``process`` is
    always there; ``algorithm`` and ``reading`` (how it became the process, and why) only where one was given.
    """

    title: str
    symbols: Mapping[str, Domain] = field(hash=False)
    process: NoisyProcess
    goal: Goal
    claim: ClaimedBound | None = None
    algorithm: Algorithm | None = None
    reading: Reading | None = None

    def __repr__(self) -> str:
        title = f"{self.title!r}, " if self.title else ""
        return f"Spec({title}steps={to_text(self.process.steps)}, goal={self.goal.divergence}, letters {', '.join(self.symbols)})"

    def __reduce__(self) -> tuple[object, ...]:
        """Stored as its parts, without what was computed from them."""
        return _stored, (self.title, dict(self.symbols), self.process, self.goal, self.claim, self.algorithm, self.reading)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What must hold beside the domains for the algorithm to be this process."""
        return () if self.reading is None else self.reading.conditions

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """The catalogue statements by which the algorithm is this process."""
        return () if self.reading is None else self.reading.grounds

    def scope(self) -> Scope:
        """Letters, domains (labelled as in ``domain of n``) and conditions (``condition: …``) for the kernel."""
        return Scope(self._scope.kinds, self._scope.known)  # a new one, as a scope counts its work

    @cached_property
    def _scope(self) -> Scope:
        return domain_scope(self.symbols, [(c.label, c.relation) for c in self.conditions])

    def knowledge(self) -> Knowledge:
        """What follows from the domains and conditions."""
        return Knowledge(self._scope)

    def instance(self, **letters: object) -> dict[str, object]:
        """The allocation instance at exact rational letters, in its JSON form.

        Values for letters that the process does not need, such as an order, are checked and left out; introduced letters that the others
        determine may be missing.  Raises :class:`~pabisym.errors.InputError` for values that are missing, unknown, outside their domains or
        make the data irrational, and for processes that are no instance (sampled gaps, Laplace noise).
        """
        for name in letters:
            if name not in self.symbols:
                raise InputError(name, "is not a letter of this spec", f"the letters are {', '.join(self.symbols)}")
        introduced = () if self.reading is None else tuple(letter.name for letter in self.reading.letters)
        point = complete(self._scope, letters, introduced)
        needed = self.process.letters
        return self.process.iteration().instance(**{name: value for name, value in point.items() if name in needed})

    def gaussian(self) -> Spec:
        """The same with Gaussian noise of the same variance."""
        if self.process.noise.law == "gaussian":
            return self
        return replace(self, process=replace(self.process, noise=IterateNoise("gaussian", variance=self.process.noise.per_step_variance)))

    def in_order(self) -> Spec:
        """An algorithm in a shuffled order, given the order: with a letter for the place of the record."""
        if self.algorithm is None or self.reading is None or self.algorithm.order == "fixed":
            return self
        own = {letter.name for letter in self.reading.letters}
        return _read_algorithm(replace(self.algorithm, order="fixed"), {name: one for name, one in self.symbols.items() if name not in own},
                               self)

    def place(self) -> tuple[str, Term]:
        """The letter for the place of the record in an epoch, and the number of places."""
        letter = self.reading.letters[-1] if self.reading is not None and self.reading.letters else None
        if letter is None or len(letter.relations) < 2 or letter.relations[1].args[0] != Name(letter.name):
            raise InputError("algorithm.index", "is given", "leave it out")
        return letter.name, letter.relations[1].args[1]

    def parts(self) -> tuple[Spec, ...]:
        """The spec itself, or one for each part of the process from one released iterate to the next."""
        return self._parts if self.process.release else (self,)

    @cached_property
    def _parts(self) -> tuple[Spec, ...]:
        from pabisym.spec.released import parts  # as needed

        return tuple(replace(self, process=part) for part in parts(self.process, self.knowledge()))

    def points(self, count: int, seed: int = 0) -> Iterator[Letters]:
        """Random rational points at which all domains and conditions hold, the same for the same seed.

        Raises :class:`~pabisym.errors.InputError` when none is found.
        """
        return satisfying(self._scope, count, seed)

    def corner_points(self, count: int, seed: int = 0) -> Iterator[Letters]:
        """The same at corners of the domains: ends of ranges, equal letters, very small and very large ones."""
        return satisfying(self._scope, count, seed, corners=True)


def _stored(title: str, symbols: dict[str, Domain], process: NoisyProcess, goal: Goal, claim: ClaimedBound | None,
            algorithm: Algorithm | None, reading: Reading | None) -> Spec:
    return Spec(title, MappingProxyType(symbols), process, goal, claim, algorithm, reading)


@runtime_checkable
class HasSpec(Protocol):
    """What a person holds for a spec, such as a process in Python."""

    def as_spec(self) -> Spec:
        """The spec that it is."""


def spec_of(source: str | bytes | os.PathLike[str] | Mapping[str, object] | Spec | HasSpec) -> Spec:
    """The spec that something is: one that was read, an object that has one, or else what :func:`read_spec` reads."""
    if isinstance(source, Spec):
        return source
    return source.as_spec() if isinstance(source, HasSpec) else read_spec(source)


def read_spec(source: str | bytes | os.PathLike[str] | Mapping[str, object]) -> Spec:
    """Read a spec from a path, from TOML text (of more than one line), or from the dict that TOML is.

    Raises :class:`~pabisym.errors.InputError` naming the field for whatever is wrong with it.
    """
    top = read_table(load(source), "", ("title", "symbols", "process", "algorithm", "goal", "claim"))
    title = printable(top.text("title", ""))
    symbols = read_symbols(top.get("symbols", {}))
    formulas = Formulas(symbols)
    if "process" in top and "algorithm" in top:
        raise InputError("algorithm", "is given beside [process]", "keep one of the two")
    if "process" not in top and "algorithm" not in top:
        raise InputError("process", "is missing", "describe a [process] or an [algorithm]")
    knowledge = Knowledge(domain_scope(symbols))
    refuse_contradiction(knowledge)
    goal, claim = _goal_and_claim(top, formulas, knowledge)
    if "process" in top:
        needs = _Needs(formulas)
        table = read_table(top.get("process"), "process", _PROCESS)
        process = _process(table, needs)
        _check_all(chain(needs.found, process.requirements()), knowledge)
        process, read = _output(table, process, needs, knowledge)
        return Spec(title, MappingProxyType(symbols), process, goal, claim, None, read)
    algorithm = _algorithm(top.get("algorithm"), formulas)
    _check_all(algorithm.requirements(), knowledge)
    spec = _read_algorithm(algorithm, symbols, Spec(title, MappingProxyType(symbols), _NO_PROCESS, goal, claim))
    refuse_contradiction(spec.knowledge())
    return spec


def read_process(data: object, letters: Collection[str]) -> NoisyProcess:
    """The process of a table ``[process]`` in given letters; whether what it needs holds for all of them is not looked at.

    Raises :class:`~pabisym.errors.InputError` naming the field as :func:`read_spec`.
    """
    return _process(read_table(data, "process", _PROCESS), _Needs(Formulas(letters)))


_NO_PROCESS = NoisyProcess(ZERO, ONE, (), IterateNoise("gaussian", variance=ONE))
"""What an algorithm is before it is read."""


def _read_algorithm(algorithm: Algorithm, symbols: Mapping[str, Domain], spec: Spec) -> Spec:
    """A spec with an algorithm in place of its own."""

    def provable(relation: Call, steps: Term, assumed: tuple[Call, ...]) -> bool:
        known = knowledge
        for fact in assumed:
            known = known.knowing("condition", fact)
        try:
            return (known.within(STEP, ONE, steps) if STEP in names(relation) else known).holds(relation)
        except Refusal:
            return False

    knowledge = Knowledge(domain_scope(symbols))
    reading = methods.read_algorithm(algorithm, frozenset(symbols), provable)
    every = {**symbols, **{letter.name: Domain(letter.kind, letter.relations) for letter in reading.letters}}
    return replace(spec, symbols=MappingProxyType(every), process=reading.process, algorithm=algorithm, reading=reading)


# What follows from the domains.


def refuse_contradiction(knowledge: Knowledge, place: str = "") -> None:
    """Refuse domains that are seen to be empty; a point settles it the other way."""
    if has_point(knowledge.scope):
        return
    labels = knowledge.contradiction()
    if labels:
        own = labels[0].partition(" (")[0].removeprefix("domain of ")
        own = "algorithm" if own.startswith("condition") else f"symbols.{own}"
        listed = "; ".join(to_text(knowledge.scope.lookup(label)) for label in labels)
        raise InputError(place or own, f"no value satisfies {listed}", "declare domains that are not empty")


def _check_all(requirements: Iterable[Requirement], knowledge: Knowledge) -> None:
    for requirement in requirements:
        if (term := requirement.integer) is not None:
            try:
                whole = knowledge.scope.arithmetic.integral(term)
            except Refusal:
                whole = False
            if not whole:
                problem = "is not an integer" if isinstance(term, Number) else "is not evidently an integer"
                raise InputError(requirement.field, f"{to_text(term)} {problem}", requirement.cure)
        if requirement.relation is not None:
            _check_relation(requirement, requirement.relation, knowledge)


def _check_relation(requirement: Requirement, relation: Call, knowledge: Knowledge) -> None:
    if requirement.steps is not None:
        knowledge = knowledge.within(STEP, *requirement.steps)
    verdict = knowledge.judge(relation)
    if verdict.value == "true" or (requirement.possible and verdict.value == "undecided"):
        return
    text = to_text(relation)
    if verdict.value == "false":
        cure = "change the formula or the domains" if names(relation) else requirement.cure
        raise InputError(requirement.field, f"{text} is false", cure)
    if verdict.undefined:
        raise InputError(requirement.field, verdict.undefined, "write it more simply, or declare domains that exclude this")
    point = failing_point(knowledge.scope, relation)
    letters = ", ".join(f"{name} = {value}" for name, value in point.items() if name in names(relation))
    problem = f"fails at {letters}" if letters else "does not follow from the domains"
    raise InputError(requirement.field, f"{text} {problem}", requirement.cure)


# The tables.


_GOAL = ("divergence", "order", "epsilon", "delta")
_PROCESS = ("steps", "contraction", "gap", "noise", "start_shift", "diameter", "phases", "release", "average")
_PHASE = ("steps", "contraction", "gap", "noise")
_GAPS: Mapping[str, tuple[str, ...]] = {
    "at": ("at", "size"), "every": ("every", "from", "to", "size"), "each": ("each",), "list": ("list",)}
_EXAMPLE = 'write as in gap = [ { at = "t", size = "2*eta*L" } ]'


@dataclass
class _Needs:
    """Reads formulas and schedules, and keeps what the schedules need beside what every process needs."""

    formulas: Formulas
    found: list[Requirement] = field(default_factory=list)
    steps: Term = ZERO

    def read(self, table: DocumentTable, key: str, *, step: bool = False) -> Term:
        """The formula under a key."""
        return self.formulas.read(table, key, step=step)

    def schedule(self, table: DocumentTable, key: str) -> Term:
        """What a key says of every step: a formula in the step, a list with one value a step, or a table of what recurs."""
        value, place = table.get(key), table.field(key)
        if not isinstance(value, list | tuple | Mapping):
            return self.read(table, key, step=True)
        from pabisym.spec.schedules import list_schedule, one_a_step, recurring_sizes  # as needed

        if isinstance(value, Mapping):
            term, needs = recurring_sizes(value, place, self.formulas)
            self.found += needs
            return term
        self.found.append(one_a_step(value, place, self.steps))
        return list_schedule(value, place, self.formulas)

    def thinned(self, size: Term, table: DocumentTable) -> Term:
        """A size at those steps only that ``every``, ``from`` and ``to`` name, where they are given."""
        steps = {key: table.get(key) for key in ("every", "from", "to") if key in table}
        if not steps:
            return size
        from pabisym.spec.schedules import periodic_size  # as needed

        term, needs = periodic_size(size, steps, table.place, self.formulas)
        self.found += needs
        return term


def _process(table: DocumentTable, needs: _Needs) -> NoisyProcess:
    if "phases" in table:
        return _in_phases(table, needs)
    for key in ("steps", "noise"):
        if key not in table:
            raise InputError(f"process.{key}", "is missing", f"give {key}, or phases that have it")
    if "gap" not in table and "start_shift" not in table:
        raise InputError("process.gap", "is missing", f"{_EXAMPLE}, or give a start_shift")
    needs.steps = needs.read(table, "steps")
    return NoisyProcess(
        steps=needs.steps,
        contraction=needs.schedule(table, "contraction") if "contraction" in table else ONE,
        gap=_gaps(table.get("gap", []), needs),
        noise=_noise(table.get("noise"), needs),
        start_shift=needs.read(table, "start_shift") if "start_shift" in table else ZERO,
        diameter=needs.read(table, "diameter") if "diameter" in table else None,
    )


def _output(table: DocumentTable, process: NoisyProcess, needs: _Needs, knowledge: Knowledge) -> tuple[NoisyProcess, Reading | None]:
    """The process of which several iterates are released, or up to the first iterate of an average, where one is asked for."""
    if "release" not in table and "average" not in table:
        return process, None
    from pabisym.spec.released import process_before_average, requirements  # as needed

    if "release" in table and "average" in table:
        raise InputError("process.average", "is given beside a release", "keep one of the two: an average tells less than its iterates")
    if process.diameter is not None or process.noise.law != "gaussian":
        raise InputError("process.release" if "release" in table else "process.average", "goes with gaussian noise and no diameter",
                         "leave the diameter out")
    if "average" in table:
        count = needs.read(table, "average")
        _check_all((integral("process.average", count), at_least("process.average", count, 1),
                    at_most("process.average", count, process.steps)), knowledge)
        if count == ONE:
            return process, None
        found = process_before_average(process, count, knowledge)
        if isinstance(found, InputError) and process.start_shift != ZERO:
            raise found
        if isinstance(found, InputError):
            process = replace(process, every_iterate=True)
            grounds = (Ground("feldman2018/proposition-5", "the average is post-processing of all iterates"), _EVERY)
            said = f"the output is the average of the last {to_text(count)} iterates"
            return process, Reading(process, grounds, (said, _TOGETHER), (), (), {},
                                    "an average may tell less than all iterates, whose bound this is")
        process = found
        ground = Ground("feldman2018/proposition-5", "the average is post-processing of the first of its iterates, as no gap comes later")
        return process, Reading(process, (ground,), (f"the output is the average of the last {to_text(count)} iterates",), (), (), {},
                                "an average may tell less than its first iterate, whose bound this is")
    steps = table.get("release")
    if steps == "all":
        if process.start_shift != ZERO:
            raise InputError("process.release", "is of all iterates, and the runs may start apart", "name the steps")
        process = replace(process, every_iterate=True)
        return process, Reading(process, (_EVERY,), ("all iterates are released", _TOGETHER), (), (), {})
    if not isinstance(steps, list | tuple) or not 1 <= len(steps) <= MAX_GAPS:
        refuse("process.release", steps, f"a list of 1 to {MAX_GAPS} steps", 'write as in release = ["t", "T"], or "all"', TOML)
    release = tuple(needs.formulas.term(step, f"process.release[{position}]") for position, step in enumerate(steps))
    _check_all(requirements(release, process.steps), knowledge)
    if len(release) == 1:
        return process, None
    process = replace(process, release=release)
    ground = Ground("feldman2018/lemma-15", "given what was released before both runs go on from the same point, and the parts add up")
    words = ("the iterates of the named steps are released",
             "the random steps in the statement lead to what is released next, given what was released before",
             "that every part costs no more than its bound, given any values of what was released before, is a hypothesis; "
             "the bound of the part, from any common start, is proved by itself")
    return process, Reading(process, (ground,), words, (), (), {})


_TOGETHER = "the laws in the statement are those of all iterates up to a step together"
_EVERY = Ground("feldman2018/lemma-15", "every iterate is an answer, given those before")


def _in_phases(table: DocumentTable, needs: _Needs) -> NoisyProcess:
    """A process phase by phase: each has its steps, contraction, gap at every step, and noise; other gaps may stand beside them."""
    phases = table.get("phases")
    example = 'write as in phases = [ { steps = "M", gap = "g", noise = { variance = "v" } } ]'
    if not isinstance(phases, list | tuple) or not phases:
        refuse("process.phases", phases, "a list of tables", example, TOML)
    if len(phases) > MAX_GAPS:
        raise InputError("process.phases", f"has {len(phases)} entries", f"at most {MAX_GAPS} are read")
    for key in ("steps", "contraction"):
        if key in table:
            raise InputError(f"process.{key}", "is given beside phases", "every phase has its own")
    shared = _noise(table.get("noise"), needs) if "noise" in table else None
    gaps = list(_gaps(table.get("gap", []), needs))
    done: Term = ZERO
    contraction: Term = ONE
    variance: Term = ZERO
    for position, data in enumerate(phases):
        place = f"process.phases[{position}]"
        phase = read_table(data, place, _PHASE, ("steps",))
        if "noise" not in phase and shared is None:
            raise InputError(f"{place}.noise", "is missing", "give the noise of every phase, or one beside them")
        noise = _noise(phase.get("noise"), needs, f"{place}.noise") if "noise" in phase else shared
        if noise is None or noise.law != "gaussian":
            raise InputError(f"{place}.noise", "is not gaussian", "phases have gaussian noise")
        own, length = needs.read(phase, "contraction", step=True) if "contraction" in phase else ONE, needs.read(phase, "steps")
        until = length if done == ZERO else Call("+", (*(done.args if isinstance(done, Call) and done.head == "+" else (done,)), length))
        begun = Call("+", (Name(STEP), Call("neg", (done,)), Number(-1)))
        contraction = own if done == ZERO or own == contraction else Call("cases", (begun, own, contraction))
        of_phase = noise.per_step_variance
        variance = of_phase if done == ZERO or of_phase == variance else Call("cases", (begun, of_phase, variance))
        size = needs.read(phase, "gap", step=True) if "gap" in phase else ZERO
        if size != ZERO:
            gaps.append(Periodic(ONE, size, ONE if done == ZERO else Call("+", (done, ONE)), until))
        done = until
    if not gaps and "start_shift" not in table:
        raise InputError("process.phases", "have no gap", "give the gap of a phase, or a start_shift")
    return NoisyProcess(
        steps=done, contraction=contraction, gap=tuple(gaps), noise=IterateNoise("gaussian", variance=variance),
        start_shift=needs.read(table, "start_shift") if "start_shift" in table else ZERO,
        diameter=needs.read(table, "diameter") if "diameter" in table else None,
    )


def _gaps(data: object, needs: _Needs) -> tuple[GapEntry, ...]:
    entries = [data] if isinstance(data, Mapping) else data
    if not isinstance(entries, list | tuple):
        refuse("process.gap", data, "a list of tables", _EXAMPLE, TOML)
    if len(entries) > MAX_GAPS:
        raise InputError("process.gap", f"has {len(entries)} entries", f"at most {MAX_GAPS} are read")
    return tuple(_gap(entry, f"process.gap[{position}]", needs) for position, entry in enumerate(entries))


def _gap(data: object, place: str, needs: _Needs) -> GapEntry:
    if not isinstance(data, Mapping):
        refuse(place, data, "a table", _EXAMPLE, TOML)
    kinds = [name for name in _GAPS if name in data]
    if len(kinds) != 1:
        problem = f"has {' and '.join(kinds)}" if kinds else "has none of the keys at, every, each, list"
        raise InputError(place, problem, "give one of at, every, each, list")
    keys = _GAPS[kinds[0]]
    table = read_table(data, place, keys, keys[-1:])
    if kinds[0] == "list":
        if not isinstance(table.get("list"), list | tuple):
            refuse(f"{place}.list", table.get("list"), "a list of formulas", 'write as in list = ["g", "0", "g"]', TOML)
        return EachStep(needs.schedule(table, "list"))
    size = needs.read(table, keys[-1], step=True)
    if kinds[0] == "each":
        return EachStep(size)
    if kinds[0] == "at":
        return Impulse(needs.read(table, "at"), size)
    start = needs.read(table, "from") if "from" in table else ONE
    stop = needs.read(table, "to") if "to" in table else None
    return Periodic(needs.read(table, "every"), size, start, stop)


def _noise(data: object, needs: _Needs, place: str = "process.noise") -> IterateNoise:
    table = read_table(data, place, ("law", "std", "scale", "variance", "every", "from", "to"))
    law = table.choice("law", ("gaussian", "laplace"), "gaussian")
    given = [key for key in ("std", "scale", "variance") if key in table]
    if len(given) != 1:
        problem = f"has {' and '.join(given)}" if given else "has neither std nor variance"
        raise InputError(place, problem, 'give one, as in std = "eta*sigma", the deviation of a step on the iterate')
    if law == "gaussian" and given == ["scale"]:
        raise InputError(f"{place}.scale", "goes with laplace noise", "give the std of gaussian noise")
    size = needs.thinned(needs.schedule(table, given[0]), table)
    std, scale, variance = (size if key in given else None for key in ("std", "scale", "variance"))
    return IterateNoise("gaussian" if law == "gaussian" else "laplace", std, scale, variance)


def _algorithm(data: object, formulas: Formulas) -> Algorithm:
    every = dict.fromkeys([*methods.COMMON, *(name for method in methods.METHODS.values() for name in method.takes)])
    table = read_table(data, "algorithm", ("kind", "adjacency", "order", *every), ("kind",))
    kind = table.choice("kind", methods.METHODS)
    takes = (*methods.COMMON, *methods.METHODS[kind].takes)
    for key in table.data:
        if key in every and key not in takes:
            raise InputError(table.field(key), f"does not go with {kind}", f"it takes {', '.join(takes)}")
    adjacency = table.choice("adjacency", ("replace", "remove"), "replace")
    order = table.choice("order", ("fixed", "shuffled"), "fixed")
    given = {key: formulas.read(table, key, step=key in ("step_size", "noise_std", "operator_norm")) for key in takes if key in table}
    return Algorithm(kind, MappingProxyType(given), "remove" if adjacency == "remove" else "replace",
                     "shuffled" if order == "shuffled" else "fixed")


def _goal_and_claim(top: DocumentTable, formulas: Formulas, knowledge: Knowledge) -> tuple[Goal, ClaimedBound | None]:
    if "goal" not in top and "claim" not in top:
        raise InputError("goal", "is missing", 'say what to bound, as in [goal], divergence = "renyi", order = "alpha"')
    goal = _goal(read_table(top.get("goal"), "goal", _GOAL), formulas, knowledge) if "goal" in top else None
    if "claim" not in top:
        return goal or Goal("gdp"), None
    table = read_table(top.get("claim"), "claim", (*_GOAL, "bound"), ("bound",))
    about = goal
    if about is None or any(key in table for key in _GOAL[1:]) or table.get("divergence", about.divergence) != about.divergence:
        about = _goal(table, formulas, knowledge, None if about is None else about.divergence)
    return goal or about, ClaimedBound(about, formulas.read(table, "bound"))


def _goal(table: DocumentTable, formulas: Formulas, knowledge: Knowledge, default: str | None = None) -> Goal:
    divergence = table.choice("divergence", ("renyi", "gdp", "hockey-stick"), default)
    given = {key: formulas.read(table, key) for key in _GOAL[1:] if key in table}
    if divergence == "renyi":
        _only(table, given, ("order",), "renyi takes the order")
        order = given["order"]
        cure = f"declare {to_text(order)} > 1" if names(order) else "give an order above 1"
        _check_all((Requirement(table.field("order"), Call(">", (order, ONE)), cure),), knowledge)
        return Goal("renyi", order)
    if divergence == "gdp":
        _only(table, given, (), "gdp takes no order, epsilon or delta")
        return Goal("gdp")
    if len(given) != 1:
        raise InputError(table.place, f"has {' and '.join(given) or 'no order'}", "give one of order (gamma), epsilon, delta")
    for key, term in given.items():
        _check_all((at_least(table.field(key), term, 1 if key == "order" else 0),), knowledge)
        if key == "delta":
            _check_all((at_most(table.field(key), term, ONE),), knowledge)
    return Goal("hockey-stick", **given)


def _only(table: DocumentTable, given: Mapping[str, Term], wanted: tuple[str, ...], cure: str) -> None:
    for key in given:
        if key not in wanted:
            raise InputError(table.field(key), "does not go with this divergence", cure)
    for key in wanted:
        if key not in given:
            raise InputError(table.field(key), "is missing", f'give it, as in {key} = "alpha"')
