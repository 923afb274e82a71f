"""Random exact allocations, certified and judged twice; then forged certificates, which both judges must refuse.

    PYTHONPATH=tests python -m campaigns.allocation [--instances 10000] [--seed 20261121] [--mutations 1000]

Every answer must be feasible and attained by its worst case as equal rationals, or infinite for the right reason; the
kernel and the independent checker must accept its certificate.  Exits with 1 when anything fails.
"""

import argparse
import copy
import json
import random
import sys
import time
from collections import Counter
from fractions import Fraction

from support import independent_allocation

from pabisym.shift.allocate import solve
from pabisym.shift.certificate import certificate
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance
from pabisym.shift.replay import replay


def random_instances(count, seed, longest=200):
    """The instances of every campaign with this seed."""
    rng = random.Random(seed)
    return (random_instance(rng, longest) for _ in range(count))


def random_instance(rng, longest=200):
    """Up to ``longest`` steps; contractions in [0, 3], zeros everywhere, sometimes a start shift and a diameter."""
    steps = rng.randint(0, longest)
    gap = numbers(rng, steps, 6, rng.choice([0, 0.3, 0.8, 0.97]))
    variance = numbers(rng, steps, 6, rng.choice([0, 0.2, 0.7]))
    contraction = contractions(rng, steps)
    idle_end = rng.choice([0, 0, 1, 3])
    for t in range(max(0, steps - idle_end), steps):
        gap[t] = Fraction(0)
    return Instance.from_arguments(
        steps=steps,
        gap=gap,
        noise_variance=variance,
        contraction=contraction,
        start_shift=numbers(rng, 1, 6, 0.5)[0],
        diameter=numbers(rng, 1, 9, 0.05)[0] if rng.random() < 0.15 else None,
    )


def numbers(rng, count, largest, zeros):
    return [Fraction(0) if rng.random() < zeros else Fraction(rng.randint(1, largest), rng.randint(1, 4)) for _ in range(count)]


def contractions(rng, steps):
    kind = rng.randrange(4)
    if kind == 0:
        return [Fraction(1)] * steps
    if kind == 1:
        return [Fraction(rng.randint(0, 3), rng.randint(1, 3))] * steps
    resets = rng.choice([0, 0.01, 0.2])
    mixed = [Fraction(rng.randint(1, 4), 4) if kind == 2 else Fraction(rng.randint(1, 12), rng.randint(4, 6)) for _ in range(steps)]
    return [Fraction(0) if rng.random() < resets else c for c in mixed]


def reason_expected(instance):
    """Why the optimum is infinite, or None, from the definition: the first gap after all noise that is not erased."""
    if instance.diameter == 0:
        return None
    noise = [t for t in range(1, instance.steps + 1) if instance.noise_variance[t - 1] > 0]
    entries = [instance.start_shift, *instance.gap]
    for t in range(noise[-1] + 1 if noise else 0, instance.steps + 1):
        if entries[t] > 0 and all(c > 0 for c in instance.contraction[t:]):
            return f"{f'the gap at step {t}' if t else 'the start shift'} survives to the end and no noise comes after it"
    return None


def refused_by_independent(data):
    try:
        independent_allocation.check(data)
    except (ValueError, ZeroDivisionError):
        return True
    return False


def judge(instance, counts):
    """Check one answer; returns its certificate as plain data, and what failed (an empty list is good)."""
    answer = solve(instance)
    data = json.loads(json.dumps(certificate(answer)))
    failures = []
    if answer.reason != (reason_expected(instance) or ""):
        failures.append("reason")
    if answer.status == "optimal":
        own = Instance.from_arguments(**arguments(instance), allocation=answer.allocation)
        verdict = check(own)
        if not (verdict.feasible and verdict.value == verdict.optimal_value == answer.value):
            failures.append("feasibility")
        elif counts["instances"] % 10 == 0:
            feasible = json.loads(json.dumps(certificate(verdict)))
            if not replay(feasible).accepted or refused_by_independent(feasible):
                failures.append("certificate of feasibility")
        if answer.worst_case.value != answer.value:
            failures.append("worst case")
    if not replay(data).accepted:
        failures.append(f"kernel: {replay(data).reason}")
    if refused_by_independent(data):
        failures.append("independent checker")
    counts["instances"] += 1
    counts[answer.status] += 1
    counts["restarted"] += answer.restart > 0
    counts["several blocks"] += len(answer.blocks) > 1
    counts["steps"] += instance.steps
    return data, failures


def arguments(instance):
    names = ("gap", "noise_variance", "contraction", "start_shift", "diameter", "steps")
    return {name: getattr(instance, name) for name in names}


def places(data, path=()):
    """Every place in plain data, as the path of keys and positions to it."""
    yield path
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield from places(data[key], (*path, key))


def is_number(value):
    return isinstance(value, str) and value.lstrip("-")[:1].isdigit()


def other_number(rng, text):
    """A different rational, in lowest terms."""
    value = Fraction(text)
    near = [value + 1, value - 1, -value, value * 2, value / 3, value + Fraction(1, 10**30), 1 - value, Fraction(0)]
    return str(rng.choice([x for x in near if x != value]))


def other_text(rng, text):
    """The same rational, written otherwise."""
    top, _, below = text.partition("/")
    forms = [f"+{text}", f" {text}", f"{text} ", f"0{text}", f"{text}\n", f"{top}/{below or 1}0", f"{top}.0", f"{text}e0", f"-{text}"]
    return rng.choice([*forms, f"{text}/1" if not below else f"{int(top) * 2}/{int(below) * 2}"])


def other_thing(rng, value):
    things = [None, True, 1.5, float("nan"), [], {}, "", "inf", "p", [[]], {"p": {}}, 10**40, -1, [value]]
    return rng.choice([thing for thing in things if type(thing) is not type(value) or thing != value])


def mutate(rng, original, others):
    """A certificate that no longer says what was proved, and the name of what was done to it."""
    data = copy.deepcopy(original)
    path = rng.choice([path for path in places(data) if path])
    *above, key = path
    parent = data
    for step in above:
        parent = parent[step]
    value, kind = parent[key], rng.randrange(8)
    if kind <= 2 and is_number(value):
        parent[key] = other_number(rng, value)
        return data, "another number"
    if kind == 3 and is_number(value):
        parent[key] = other_text(rng, value)
        return data, "another spelling"
    if kind <= 3 and type(value) is int:
        parent[key] = value + rng.choice([-1, 1, 2, 10**9])
        return data, "another integer"
    if kind == 4:
        del parent[key]
        return data, "something missing"
    if kind == 5:
        if isinstance(parent, dict):
            parent["more"] = value
        else:
            parent.insert(key, copy.deepcopy(value))
        return data, "something more"
    if kind == 6:
        part, donor = rng.choice(["answer", "rules", "instance"]), rng.choice(others)
        if donor[part] != data[part]:
            data[part] = donor[part]
            return data, "a part of another certificate"
    if kind == 7 and len(data["rules"]) > 1:
        i, j = rng.sample(range(len(data["rules"])), 2)
        if data["rules"][i] != data["rules"][j]:
            data["rules"][i], data["rules"][j] = data["rules"][j], data["rules"][i]
            return data, "rules in another order"
    parent[key] = other_thing(rng, value)
    return data, "another thing"


def forge(rng, original):
    """Lies told consistently in several places; None when the certificate has no room for this one."""
    data = copy.deepcopy(original)
    answer, kind = data["answer"], rng.randrange(5)
    if answer["status"] != "optimal":
        return None
    if kind == 0:
        answer["value"] = answer["worst_case"]["value"] = other_number(rng, answer["value"])
        return data, "another value, twice"
    if kind == 1 and len(answer["blocks"]) > 1:
        first, second = answer["blocks"][:2]
        first["last"], second["first"] = first["last"] + 1, second["first"] + 1
        return data, "a shifted border" if first["last"] < second["last"] else "an empty block"
    if kind == 2 and answer["value"] != "0":
        return paid_late(data)
    if kind == 3 and any(a != "0" for a in answer["allocation"]):
        t = rng.choice([t for t, a in enumerate(answer["allocation"]) if a != "0"])
        a = other_number(rng, answer["allocation"][t])
        answer["allocation"][t] = a
        ordered = [rule for rule in data["rules"] if rule[0] == "shift-reduction"]
        ordered[t][1] = a
        return data, "another payment, twice"
    if kind == 4:
        data["answer"] = {"status": "infinite", "reason": "the start shift survives to the end and no noise comes after it"}
        return data, "called infinite"
    return None


def paid_late(data):
    """Everything paid at the last step with noise, consistently: feasible when it is the last step, but not optimal."""
    answer, instance = data["answer"], data["instance"]
    if answer["restart"] or not instance["steps"] or instance["noise_variance"][-1] == "0" or instance["diameter"] is not None:
        return None
    z, shifts = Fraction(instance["start_shift"]), []
    for c, s in zip(instance["contraction"], instance["gap"], strict=True):
        z = Fraction(c) * z + Fraction(s)
        shifts.append(z)
    allocation = [Fraction(0)] * (len(shifts) - 1) + [z]
    shifts[-1] = Fraction(0)
    value = z * z / Fraction(instance["noise_variance"][-1])
    if str(value) == answer["value"]:
        return None
    answer["allocation"], answer["shift"] = list(map(str, allocation)), list(map(str, shifts))
    answer["value"] = answer["worst_case"]["value"] = str(value)
    for rule, a in zip([rule for rule in data["rules"] if rule[0] == "shift-reduction"], allocation, strict=True):
        rule[1] = str(a)
    return data, "a worse allocation"


def run(instances, seed, mutations, report=print, longest=200):
    """The whole campaign; returns the number of failures."""
    rng, counts, kinds, failed, kept, began = random.Random(seed), Counter(), Counter(), 0, [], time.perf_counter()
    for number, instance in enumerate(random_instances(instances, seed, longest)):
        data, failures = judge(instance, counts)
        failed += bool(failures)
        if failures:
            report(f"instance {number}: {', '.join(failures)}: {json.dumps(instance.to_json())}")
        if (instance.steps <= 60 and len(kept) < 400) or rng.random() < 0.01:
            kept.append(data)
    report(f"{dict(counts)} in {time.perf_counter() - began:.1f} s, {failed} failed")
    began, done = time.perf_counter(), 0
    while done < mutations:
        original = rng.choice(kept)
        forged = forge(rng, original) if rng.random() < 0.3 else mutate(rng, original, kept)
        if forged is None:
            continue
        data, kind = forged
        done, kinds[kind] = done + 1, kinds[kind] + 1
        judges = {"kernel": replay(data).accepted, "independent": not refused_by_independent(data)}
        accepted = [name for name, believes in judges.items() if believes]
        if accepted:
            failed += 1
            report(f"forgery accepted by {accepted}: {kind}: {json.dumps(data)[:2000]}")
    report(f"{done} forgeries tried in {time.perf_counter() - began:.1f} s: {dict(kinds)}; {failed} failures in all")
    return failed


def main():
    """Read the options, run, exit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instances", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--mutations", type=int, default=1000)
    options = parser.parse_args()
    sys.exit(run(options.instances, options.seed, options.mutations) > 0)


if __name__ == "__main__":
    main()
