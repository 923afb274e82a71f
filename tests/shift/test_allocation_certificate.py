"""Certificates: accepted when true; every alteration is refused by the kernel and by the independent checker."""

import ast
import copy
import json
import sys
from pathlib import Path

import pytest
from campaigns.allocation import run
from hypothesis import given, settings
from hypothesis import strategies as st
from support import independent_allocation
from support.examples import ALL, by_day
from support.small_instances import problems

import pabisym.shift.replay as kernel
from pabisym.errors import InputError
from pabisym.lang.reader import read_json
from pabisym.shift.allocate import allocate
from pabisym.shift.certificate import certificate
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance
from pabisym.shift.replay import replay


def independent(data):
    try:
        independent_allocation.check(data)
    except (ValueError, ZeroDivisionError):
        return False
    return True


def plain(result):
    return json.loads(json.dumps(certificate(result)))


TWO_BLOCKS = plain(allocate(gap=["1/2", 0, 1, 0], noise_variance=[1, 2, 0, "1/3"], contraction=["1/2", 1, "9/10", 1], start_shift=1))
RESTARTED = plain(allocate(gap=["1/2", 1, 1, 0], noise_variance=1, diameter=1, start_shift=3))
INFINITE = plain(allocate(gap=[1, 0, 2], noise_variance=[1, 1, 0], contraction=["1/2", 1, 2]))
FEASIBLE = plain(check(Instance.from_arguments(gap=[1, 1], noise_variance=1, allocation=[1, 1], diameter=5)))
EVERY = [TWO_BLOCKS, RESTARTED, INFINITE, FEASIBLE]
NAMES = ["optimal", "restarted", "infinite", "feasible"]


def test_the_conclusions_say_what_was_proved():
    assert [replay(data).conclusion for data in EVERY] == [
        "sum a_t^2/sigma_t^2 = 10/3, attained",
        "sum a_t^2/sigma_t^2 = 1, attained from the restart at step 3",
        "the divergence is infinite: the gap at step 3 survives to the end and no noise comes after it",
        "sum a_t^2/sigma_t^2 = 2, an upper bound",
    ]
    assert all(replay(data).accepted and replay(data).reason == "" and independent(data) for data in EVERY)


@given(problems(longest=8, diameter=True), st.booleans())
@settings(max_examples=by_day(200), deadline=None)
def test_every_answer_is_certified(problem, bounded):
    data = plain(allocate(**problem if bounded else {**problem, "diameter": None}))
    assert replay(data) == kernel.AllocationReplay(True, replay(data).conclusion, "")
    assert independent(data)


def test_rules_are_those_of_the_steps():
    data = plain(allocate(gap=[1, 0], noise_variance=[1, "1/2"], contraction="1/3", start_shift=3))
    rules, allocation = data["rules"], data["answer"]["allocation"]
    assert rules == [
        ["start", "3"],
        ["contraction", "1/3", "1"],
        ["shift-reduction", allocation[0], "1"],
        ["contraction", "1/3", "0"],
        ["shift-reduction", allocation[1], "1/2"],
    ]


def leaves(data, path=()):
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield (*path, key)
            yield from leaves(data[key], (*path, key))


def replaced(data, path, value):
    """Another document: what is not on the path is shared."""
    changed = copy.copy(data)
    changed[path[0]] = value if len(path) == 1 else replaced(data[path[0]], path[1:], value)
    return changed


def without(data, path):
    changed = copy.copy(data)
    if len(path) == 1:
        del changed[path[0]]
    else:
        changed[path[0]] = without(data[path[0]], path[1:])
    return changed


def refused(data):
    verdict = replay(data)
    return not verdict.accepted and verdict.conclusion == "" and verdict.reason != "" and not independent(data)


WRONG_VALUES = [None, True, False, 0, 1, 7, -1, 1.0, float("nan"), "", "0", "1", "1/7", "-1", "2/4", "+1", " 1", "1/1", "01", "1/0", "inf",
                "0.5", "1e3", "१", "-0", "1\n", "x" * 99, [], {}, [[]], ["1"], {"value": "1"}, 10**5000]


@pytest.mark.parametrize("data", EVERY, ids=NAMES)
def test_any_altered_or_missing_field_is_refused(data):
    """By day an eighth of the values at every place, the next eighth at the next one."""
    for i, path in enumerate(leaves(data)):
        place = data
        for key in path:
            place = place[key]
        for value in WRONG_VALUES if ALL else WRONG_VALUES[i % 8 :: 8]:
            if type(value) is not type(place) or value != place:
                assert refused(replaced(data, path, value)), (path, value)
        assert refused(without(data, path)), path


@pytest.mark.parametrize("data", EVERY, ids=NAMES)
def test_unknown_keys_and_additional_items_are_refused(data):
    assert refused({**data, "note": ""})
    for path in leaves(data):
        place = data
        for key in path:
            place = place[key]
        if isinstance(place, dict):
            assert refused(replaced(data, path, {**place, "note": ""})), path
        if isinstance(place, list):
            assert refused(replaced(data, path, [*place, place[-1] if place else "0"])), path


@pytest.mark.parametrize("part", ["instance", "answer", "rules"])
def test_parts_of_other_certificates_are_refused(part):
    for data in EVERY:
        for other in EVERY:
            if data is not other:
                assert refused({**data, part: other[part]})


def forged(data, *changes):
    for path, value in changes:
        data = replaced(data, path, value)
    return data


FORGERIES = [
    ("another value, everywhere", TWO_BLOCKS, [(("answer", "value"), "3"), (("answer", "worst_case", "value"), "3")], "answer.value"),
    ("a shifted border", TWO_BLOCKS, [(("answer", "blocks", 0, "last"), 3), (("answer", "blocks", 1, "first"), 4)], "answer.worst_case"),
    ("a block too long", TWO_BLOCKS, [(("answer", "blocks", 1, "last"), 5)], "answer.blocks[1].last"),
    ("an empty block", TWO_BLOCKS, [(("answer", "blocks", 0, "last"), 0)], "answer.blocks[0].last"),
    ("a missing rule", TWO_BLOCKS, [(("rules",), TWO_BLOCKS["rules"][:-1])], "rules"),
    ("a rule twice", TWO_BLOCKS, [(("rules",), [*TWO_BLOCKS["rules"], TWO_BLOCKS["rules"][-1]])], "rules"),
    ("rules in another order", TWO_BLOCKS, [(("rules",), TWO_BLOCKS["rules"][::-1])], "rules[0]"),
    ("a pair outside the class", TWO_BLOCKS, [(("answer", "worst_case", "contraction", 1), "2")], "answer.worst_case.contraction"),
    ("paid before the restart", RESTARTED, [(("answer", "allocation", 0), "1/2"), (("rules", 3, 1), "1/2")], "answer.allocation"),
    ("another restart", RESTARTED, [(("answer", "restart"), 0)], "rules"),
    ("a restart without a diameter", TWO_BLOCKS, [(("answer", "restart"), 1)], "answer.restart"),
    ("a larger diameter", RESTARTED, [(("instance", "diameter"), "2")], "rules[1]"),
    ("another reason", INFINITE, [(("answer", "reason"), INFINITE["answer"]["reason"].replace("3", "1"))], "answer.reason"),
    ("an infinite value", TWO_BLOCKS, [(("answer", "value"), "inf")], "answer.value"),
    ("not infinite", INFINITE, [(("instance", "noise_variance", 2), "1"), (("rules", 3, 4), "1")], "answer.status"),
    ("a witness that expands", INFINITE, [(("answer", "worst_case", "contraction", 2), "3"), (("rules", 3, 1), "3")], "linear"),
    ("float arithmetic", TWO_BLOCKS, [(("answer", "arithmetic"), "float")], "answer.arithmetic"),
    ("overpaid, consistently", FEASIBLE, [(("instance", "allocation", 1), "2"), (("rules", 5, 1), "2")], "shift-reduction"),
    ("a negative payment, consistently", FEASIBLE, [(("instance", "allocation", 0), "-1"), (("rules", 3, 1), "-1")], "shift-reduction"),
    ("a negative gap, consistently", FEASIBLE, [(("instance", "gap", 0), "-1"), (("rules", 2, 2), "-1")], "instance"),
]


@pytest.mark.parametrize(("data", "changes", "place"), [case[1:] for case in FORGERIES], ids=[case[0] for case in FORGERIES])
def test_forgeries_are_refused_where_they_lie(data, changes, place):
    lie = forged(data, *changes)
    assert refused(lie)
    assert replay(lie).reason.startswith(place)


def test_a_worse_allocation_is_no_optimum():
    lie = plain(allocate(gap=[1, 0], noise_variance=1))
    lie["answer"] |= {"value": "1", "allocation": ["1", "0"], "shift": ["0", "0"]}
    lie["answer"]["worst_case"]["value"] = "1"
    lie["rules"][2][1], lie["rules"][4][1] = "1", "0"
    assert refused(lie)
    lie["answer"]["blocks"] = [{"first": 1, "last": 1, "slope": "1"}, {"first": 2, "last": 2, "slope": "0"}]
    assert refused(lie)
    assert replay(lie).reason == "answer.blocks[1].slope: does not increase"


def test_a_restart_that_is_not_the_best_is_no_optimum():
    unbounded = plain(allocate(gap=1, noise_variance=1, steps=10))
    lie = copy.deepcopy(unbounded)
    lie["instance"]["diameter"] = "2"
    lie["rules"].insert(1, ["diameter", "2"])
    assert refused(lie)
    assert replay(lie).reason == "answer.restart: another is better"


def test_the_first_of_several_best_restarts_is_meant():
    data = plain(allocate(gap=[0, 0], noise_variance=1, diameter=1))
    assert data["answer"]["restart"] == 0
    lie = copy.deepcopy(data)
    lie["answer"]["restart"], lie["answer"]["blocks"] = 1, [{"first": 2, "last": 2, "slope": "0"}]
    lie["rules"].insert(4, ["diameter", "1"])
    assert refused(lie)


def test_a_diameter_of_zero_is_never_infinite():
    lie = plain(allocate(gap=[1], noise_variance=0, diameter=1))
    assert replay(lie).accepted
    lie["instance"]["diameter"] = "0"
    lie["rules"][0][2] = "0"
    assert refused(lie)


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def cyclic():
    value = {}
    value["format"] = value["answer"] = value
    return value


GARBAGE = [None, True, 3, 1.5, "x", [], {}, [[]], object(), {1: 2}, {"format": 1}, cyclic(), nested(10_000), {"answer": nested(10_000)}]


@pytest.mark.parametrize("data", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_refused_with_a_reason(data):
    assert not replay(data).accepted
    assert replay(data).reason
    for key in TWO_BLOCKS:
        assert not replay({**TWO_BLOCKS, key: data}).accepted
    for key in TWO_BLOCKS["answer"]:
        assert not replay(replaced(TWO_BLOCKS, ("answer", key), data)).accepted
    assert not replay(replaced(TWO_BLOCKS, ("rules", 0), data)).accepted


def test_subclasses_of_plain_types_are_refused():
    class Text(str):
        def __eq__(self, other):
            return True

        def __hash__(self):
            return 0

    class Table(dict):
        pass

    assert not replay(Table(TWO_BLOCKS)).accepted
    assert not replay({**TWO_BLOCKS, "format": Text("x")}).accepted
    assert not replay(replaced(TWO_BLOCKS, ("answer", "value"), Text("x"))).accepted
    assert not replay(replaced(TWO_BLOCKS, ("rules", 0, 0), Text("x"))).accepted
    assert not replay(replaced(TWO_BLOCKS, ("answer", Text("value")), "1")).accepted


def test_hostile_keys_are_not_compared():
    class Key:
        def __eq__(self, other):
            raise RuntimeError

        def __hash__(self):
            return hash("status")

    assert replay({**TWO_BLOCKS, "answer": {Key(): 1}}).reason == "answer: not an object"
    assert replay({Key(): 1}).reason == "certificate: not an object"


def test_certificates_survive_a_file_and_floats_in_it_are_refused(tmp_path):
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(TWO_BLOCKS), encoding="utf-8")
    assert replay(read_json(path)).accepted
    path.write_text(json.dumps(TWO_BLOCKS).replace('"1/2"', "0.5"), encoding="utf-8")
    assert not replay(read_json(path)).accepted


def test_numbers_longer_than_python_reads_are_replayed():
    data = plain(allocate(gap=["7" * 3000], noise_variance=1))
    assert len(data["answer"]["value"]) > sys.get_int_max_str_digits()
    assert replay(data).accepted


def test_what_is_not_exact_or_not_feasible_has_no_certificate():
    with pytest.raises(InputError, match=r"^arithmetic"):
        certificate(allocate(gap=[1.0], noise_variance=1, arithmetic="float"))
    with pytest.raises(InputError, match=r"^allocation: is infeasible"):
        certificate(check(Instance.from_arguments(gap=[1], noise_variance=1, allocation=[2])))


def test_the_kernel_imports_next_to_nothing_and_computes_without_floats():
    tree = ast.parse(Path(kernel.__file__).read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    modules = {node.module.split(".")[0] for node in nodes if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name.split(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    assert modules - set(sys.stdlib_module_names) == {"flint"}
    assert not [node for node in nodes if isinstance(node, ast.Assert)]
    assert not [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    assert not [node for node in nodes if isinstance(node, ast.Name) and node.id in {"float", "eval", "exec", "round"}]


def test_the_campaign_finds_nothing():
    lines = []
    assert run(instances=40, seed=7, mutations=40, report=lines.append, longest=60) == 0, lines
    assert "'instances': 40" in lines[0]
    assert lines[1].startswith("40 forgeries")


def test_the_campaign_reports_what_it_finds(monkeypatch):
    monkeypatch.setattr("campaigns.allocation.replay", lambda data: kernel.AllocationReplay(True, "", ""))
    lines = []
    assert run(instances=30, seed=7, mutations=30, report=lines.append, longest=20) == 30
    assert lines[1].startswith("forgery accepted by ['kernel']")


# Certificates that lie consistently: every field fits the others, and one rule forbids the whole.


def feasible(gap, variance, allocation, shift, value, **more):
    """A certificate of an allocation as it stands, whatever it is."""
    steps, data = len(gap), {"contraction": ["1"] * len(gap), "start_shift": "0", "diameter": None, **more}
    rules = [["start", data["start_shift"]]]
    for c, s, a, v in zip(data["contraction"], gap, allocation, variance, strict=True):
        rules += [["contraction", c, s], ["shift-reduction", a, v]]
    instance = {"steps": steps, "gap": gap, "noise_variance": variance, "allocation": allocation, **data}
    answer = {"status": "feasible", "arithmetic": "exact", "value": value, "shift": shift, "restart": 0}
    return {"format": kernel.FORMAT, "version": kernel.VERSION, "instance": instance, "answer": answer, "rules": rules}


def test_a_true_certificate_of_this_form_is_accepted():
    data = feasible(["1", "0"], ["1", "1"], ["1/2", "1/2"], ["1/2", "0"], "1/2")
    assert replay(data).conclusion == "sum a_t^2/sigma_t^2 = 1/2, an upper bound"


@pytest.mark.parametrize(("data", "reason"), [
    (feasible(["1"], ["0"], ["1"], ["0"], "0"), "shift-reduction"),
    (feasible(["0", "1"], ["1", "1"], ["1", "0"], ["-1", "0"], "1"), "shift-reduction"),
    (feasible(["1"], ["1"], ["1/2"], ["1/2"], "1/4"), "answer.shift: the last is not 0"),
    (feasible(["1"], ["1"], ["0"], ["1"], "0"), "answer.shift: the last is not 0"),
    (feasible(["0"], ["1"], ["0"], ["0"], "0", start_shift="-1"), "instance: a number is negative"),
    (feasible(["0"], ["1"], ["0"], ["0"], "0", diameter="-1"), "instance: a number is negative"),
    (feasible(["0"], ["-1"], ["0"], ["0"], "0"), "instance: a number is negative"),
    (feasible(["1", "0"], ["1", "1"], ["1", "0"], ["0", "0"], "1", contraction=["1", "-1"]), "instance: a number is negative"),
])  # fmt: skip
def test_consistent_lies_about_an_allocation_are_refused(data, reason):
    assert replay(data).reason.startswith(reason)
    assert not replay(data).accepted
    assert not independent(data)


def test_a_pair_that_does_not_attain_the_value_is_refused():
    """Two blocks of increasing slopes between which something is left: they pay, and their pair costs less."""
    lie = plain(allocate(gap=[1, 0], noise_variance=1))
    assert replay(lie).accepted
    lie["answer"] |= {"value": "5/8", "allocation": ["1/4", "3/4"], "shift": ["3/4", "0"]}
    lie["answer"]["blocks"] = [{"first": 1, "last": 1, "slope": "1/4"}, {"first": 2, "last": 2, "slope": "3/4"}]
    lie["answer"]["worst_case"] = {"contraction": ["1", "1/3"], "value": "5/8"}
    lie["rules"][2][1], lie["rules"][4][1] = "1/4", "3/4"
    assert refused(lie)
    assert replay(lie).reason == "answer.worst_case: the pair does not attain the value"


def test_blocks_of_one_slope_are_one_block():
    data = plain(allocate(gap=[1, 1], noise_variance=1))
    assert [block["last"] for block in data["answer"]["blocks"]] == [2]
    data["answer"]["blocks"] = [{"first": 1, "last": 1, "slope": "1"}, {"first": 2, "last": 2, "slope": "1"}]
    assert replay(data).reason == "answer.blocks[1].slope: does not increase"


def test_the_pair_of_an_infinite_answer_starts_within_the_diameter():
    """From points at most D apart: with a larger distance the pair would be outside of the domain."""
    assert kernel.pair(None, kernel.fmpq(3), kernel.fmpq(1)).mean == 1
    assert kernel.pair(None, kernel.fmpq(3)).mean == 3
