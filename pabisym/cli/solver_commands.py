"""``pabisym allocate``, ``calibrate``, ``feasible`` and ``split``: the shift solver at the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pabisym.cli.frame import (
    FAILS,
    HOLDS,
    UNDECIDED,
    is_table,
    memory,
    option_names,
    print_answer,
    read_content,
    read_json,
    read_marked_delta,
    tell_progress,
    write_json,
)
from pabisym.cli.streams import tell
from pabisym.errors import InputError, Undecided, field_name
from pabisym.lang.reader import or_floats

if TYPE_CHECKING:
    from pabisym.shift.allocate import Allocation
    from pabisym.shift.feasibility import Feasibility
    from pabisym.shift.instance import Instance
    from pabisym.shift.marginals import AllocationExplanation

EXPLAINED_STEPS = 1_000
"""Longest instance whose optimum is explained: marginal values have about as many digits as there are steps."""
LONG = 5
"""So many seconds are announced before they are spent."""
_LARGE = 10**9
_SMALL = 300_000


@dataclass(frozen=True)
class AllocationOptions:
    """What is wanted beside the answer of ``allocate``, as the options give it."""

    arithmetic: str = "exact"
    digits: int | None = None
    explain: bool = False
    certificate: str | None = None
    plot: str | None = None
    as_json: bool = False
    tradeoff: str | None = None
    delta: str | None = None


# allocate


def allocate(file: str, wanted: AllocationOptions) -> int:
    """Solve an instance, or judge the allocation that it gives; print the answer and write the files that are wanted."""
    from pabisym.shift.allocate import Allocation, solve, solve_short_floats

    read_marked_delta(wanted.delta, wanted.tradeoff, "--tradeoff")
    if wanted.digits is not None and wanted.arithmetic in ("exact", "float"):
        raise InputError("--digits", f"does not go with {wanted.arithmetic} arithmetic", "add --arithmetic ball")
    answer: Allocation | Feasibility | None = None
    source: str | bytes = file
    if wanted.arithmetic == "float" and not (wanted.explain or wanted.plot or wanted.tradeoff):
        answer, source = _float_answer(file)
    if answer is None:
        instance = _instance(source, floats=wanted.arithmetic != "exact")
        if instance.allocation is not None:
            from pabisym.shift.feasibility import check

            answer = check(instance)
        else:
            answer = solve_short_floats(instance) if source is not file else None
            answer = answer or solve(instance, wanted.arithmetic, wanted.digits)
    explanation = _explanation(instance) if wanted.explain else None
    if isinstance(answer, Allocation) and (wanted.as_json or wanted.certificate is not None):
        _announce(answer)
    if wanted.certificate is not None:
        from pabisym.shift.certificate import certificate

        write_json(wanted.certificate, certificate(answer), "--certificate")
    if wanted.plot is not None:
        _plot(instance, wanted.plot)
    if wanted.tradeoff is not None:
        _plot_errors(instance, wanted.tradeoff, wanted.delta)
    print_answer(answer, as_json=wanted.as_json, more=None if explanation is None else {"explanation": explanation.to_json()})
    if explanation is not None and not wanted.as_json:
        print_answer(explanation, as_json=False)
    return FAILS if answer.status in ("infinite", "infeasible") else HOLDS


def _instance(file: str | bytes, *, floats: bool) -> Instance:
    """The exact instance in a JSON document, or in a file of arrays."""
    from pabisym.shift.instance import Instance

    with or_floats("--arithmetic float"):
        if isinstance(file, str) and is_table(file):
            from pabisym.shift.reading.files import read_arrays

            return Instance.from_arguments(**read_arrays(file, exact=True))
        return Instance.from_json(read_json(file), floats=floats)


def _float_answer(file: str) -> tuple[Allocation | None, str | bytes]:
    """The answer to arrays of floats in a file, None where its numbers are read one by one; and the file, or what it holds.

    They are where the file is small: to read these so is quicker than to load numpy.
    """
    from pabisym.shift.allocate import allocate, solve_floats

    if is_table(file):
        from pabisym.shift.reading.files import read_arrays

        return allocate(**read_arrays(file), arithmetic="float"), file
    content = read_content(file)
    if content is None or len(content) <= _SMALL:
        return None, file if content is None else content
    from pabisym.shift.reading.files import read_float_json

    found = read_float_json(content)
    return (None if found is None else solve_floats(found)), content


def _announce(answer: Allocation) -> None:
    """Say what listing all exact payments and shifts will take, where that is long.

    Raises :class:`~pabisym.errors.Undecided` where it is more memory than there is.  A number of b bits takes about
    (b/10,000)^1.5 times 0.13 ms to be computed and written, and 0.65 b bytes of memory; both were measured.
    """
    from pabisym.shift.exact.solve import ExactSolution

    found = answer._solution
    if not isinstance(found, ExactSolution) or not found.instance.steps:
        return
    each, count = found.listed_bits // found.instance.steps, 2 * found.instance.steps
    seconds, size = count * 1.3e-4 * (each / 1e4) ** 1.5, 0.65 * count * each
    if seconds < LONG and size < _LARGE:
        return
    cure = "--arithmetic ball encloses them and --arithmetic float rounds them upwards, at once"
    said = f"the exact payments and shifts of {found.instance.steps} steps have about {each * 3 // 10} digits each: "
    took = f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} minutes"
    said += f"about {took} and {size / 1e9:.1f} GB"
    if size > memory():
        raise Undecided(f"{said}, more than there is; {cure}")
    tell(f"pabisym: {said}; {cure}")
    tell_progress()(f"{said}; working")


def _explanation(instance: Instance) -> AllocationExplanation:
    """Why the exact optimum is what it is; an allocation that the instance gives plays no part."""
    from pabisym.shift.allocate import solve
    from pabisym.shift.marginals import explain

    if instance.steps > EXPLAINED_STEPS:
        raise InputError("--explain", f"explains at most {EXPLAINED_STEPS} steps, not {instance.steps}", "explain a shorter instance")
    return explain(solve(replace(instance, allocation=None)))


def _plot(instance: Instance, file: str) -> None:
    """Draw the optimum, and the allocation that the instance gives as a second string."""
    from pabisym.shift.allocate import solve
    from pabisym.show.plot import taut_string

    with option_names(path="--plot"):
        taut_string(solve(replace(instance, allocation=None)), path=file, own=instance.allocation)


def _plot_errors(instance: Instance, file: str, delta: str | None) -> None:
    """Draw the errors of tests, as the optimum bounds them and as the worst case has them."""
    from pabisym.shift.allocate import solve
    from pabisym.show.testing import allocation_curves, draw_errors

    with option_names(path="--tradeoff"):
        draw_errors(allocation_curves(solve(replace(instance, allocation=None))), file, delta=read_marked_delta(delta, file, "--tradeoff"))


# calibrate


def calibrate(file: str, options: Mapping[str, Any], *, as_json: bool) -> int:
    """The least noise with which an instance meets a guarantee."""
    from pabisym.shift.calibrate import least_noise, read_guarantee
    from pabisym.shift.instance import Instance

    guarantee = read_guarantee(**options, prefix="--")
    instance = replace(Instance.from_json(read_json(file)), allocation=None)
    found = least_noise(instance, guarantee)
    print_answer(found, as_json=as_json)
    return HOLDS if found.status == "found" else FAILS


# feasible


def feasible(spec: str, *, proof: str | None, as_json: bool) -> int:
    """Decide the allocation of a spec for all parameters."""
    from pabisym.feasibility import spec_allocation

    found = spec_allocation.feasible(spec)
    if proof is not None:
        write_json(proof, found.verdict.document(), "--proof")
    print_answer(found, as_json=as_json)
    return {"proved": HOLDS, "refuted": FAILS, "undecided": UNDECIDED}[found.verdict.status]


# split


def split(options: Mapping[str, Any], symbols: Mapping[str, str], *, as_json: bool) -> int:
    """The best split of the noise between sampling and shift."""
    from pabisym.shift import noise_split

    digits = 30 if options["digits"] is None else options["digits"]
    options = {name: value for name, value in options.items() if name != "digits"} | {"direction": options["direction"] or "replacement"}
    deviation = "--set sigma" if "sigma" in symbols else "--noise-multiplier"
    names = {"sampling": "--sample-rate", "std": deviation, "step_size": "--learning-rate"}
    with field_name(lambda field: field if field.startswith("-") else names.get(field, f"--{field}")):
        found = noise_split.split(**_split_numbers(options, symbols), digits=digits, progress=tell_progress())
    print_answer(found, as_json=as_json)
    return HOLDS


def _split_numbers(options: Mapping[str, Any], symbols: Mapping[str, str]) -> dict[str, Any]:
    """The arguments of :func:`pabisym.split` for a run that is described by options and by symbols."""
    from pabisym.spec.configuration import FIXED_SIZE, REPLACE, STRONGLY_CONVEX, Configuration, with_symbols

    given = {key: value for key, value in options.items() if value is not None}
    order = given.pop("order", symbols.get("alpha"))
    if order is None:
        raise InputError("--order", "is missing", "give the Rényi order, as in --order 8")
    own: dict[str, Any] = {key: given.pop(key) for key in ("direction", "contraction") if key in given}
    symbols = {name: value for name, value in symbols.items() if name != "alpha"}
    if "sensitivity" in given:
        return {"order": order, **own, **_given_sensitivity(given, symbols)}
    if "sample_rate" in given:
        raise InputError("--sample-rate", "goes with --sensitivity", "leave it out: it is the share of a batch, B/N")
    found = with_symbols(given, symbols)
    if "strong_convexity" in found:
        found.setdefault("loss", STRONGLY_CONVEX)
    loss = str(found.setdefault("loss", "convex"))
    if loss not in ("convex", STRONGLY_CONVEX):
        raise InputError("--loss", f"{loss[:40]!r} is not known here", "give convex or strongly-convex")
    for key in ("learning_rate", "diameter"):
        if key not in found:
            raise InputError(f"--{key.replace('_', '-')}", "is missing", "give the step size and the diameter of the domain")
    run = Configuration.of({"sampling": FIXED_SIZE, "adjacency": REPLACE, "delta": "1/2", **found}, "--")  # there is no delta in the bound
    contraction = 1 if run.contraction is None else run.contraction
    return {"order": order, "sampling": run.rate, "sensitivity": run.share * run.clip / run.batch, "steps": run.steps,
            "std": run.noise_multiplier * run.clip / run.batch, "step_size": run.learning_rate, "diameter": run.diameter,
            "contraction": contraction, **own}


def _given_sensitivity(given: dict[str, Any], symbols: Mapping[str, str]) -> dict[str, Any]:
    """The same where it is said how far a record moves the averaged gradient, so that nothing follows from clipping."""
    from pabisym.lang.rational import rational

    names = {"sample_rate": "sampling", "learning_rate": "step_size", **{key: key for key in ("sensitivity", "diameter", "steps")}}
    letters = {"sigma": "std", "eta": "step_size", "D": "diameter", "T": "steps"}
    for key in given.keys() - names.keys():
        raise InputError(f"--{key.replace('_', '-')}", "cannot be combined with --sensitivity", "give --sample-rate and --set sigma=SIGMA")
    for name in symbols.keys() - letters.keys():
        raise InputError(f"--set {name[:60]}", "cannot be combined with --sensitivity", f"the symbols are {', '.join(letters)}")
    found = {names[key]: value for key, value in given.items()} | {letters[name]: value for name, value in symbols.items()}
    for argument, option in (("sampling", "--sample-rate"), ("std", "--set sigma"), ("step_size", "--learning-rate"),
                             ("diameter", "--diameter"), ("steps", "--steps")):
        if argument not in found:
            raise InputError(option, "is missing", "give it beside --sensitivity")
    steps = rational(found["steps"], "--steps")
    return {**found, "steps": int(steps.p) if steps.q == 1 else found["steps"]}
