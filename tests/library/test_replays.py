"""What was replayed is remembered by its content: in a run, by workers, and for list, graph and compare across runs."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.small_statements import library_of, small, step

import pabisym.library.replays as replays_module
from pabisym.kernel.check import check
from pabisym.kernel.figures import FIGURES
from pabisym.lang.budget import cores
from pabisym.library import believed, cache, twins
from pabisym.library.audit import audit, audit_one
from pabisym.library.library import Library, builtin
from pabisym.library.replays import digest
from pabisym.library.status import ProofTree
from pabisym.library.workers import workers
from pabisym.proof.figures import proof_applies
from pabisym.show import catalogue
from pabisym.show.catalogue import listing

KNOWN = step("known", "x > 0", label="positive")
ORDER = step("known", "alpha > 1", label="order")


def two(tree: dict[str, Any] = KNOWN) -> Library:
    """A lemma with this proof, and a theorem that applies it."""
    applied = step("theorem", "x > 0", KNOWN, ORDER, id="mine/lemma-1", **{"for": {"x": "x", "alpha": "alpha"}})
    return library_of(small(proof=lambda _: tree), small("mine/theorem-1", proof=lambda _: applied))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache of its own, whose code counts as unchanged since this process began."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("PABISYM_CACHE", str(folder))
    monkeypatch.setattr(cache, "_STARTED", time.time() + 10**9)
    cache.code.cache_clear()
    return folder


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the statements of which the kernel replayed a proof."""
    seen: list[str] = []

    def counted(sequent: Any, *arguments: Any) -> Any:
        seen.append(sequent.id)
        return check(sequent, *arguments)

    monkeypatch.setattr(replays_module, "check", counted)
    return seen


def test_what_was_replayed_in_an_earlier_run_is_recalled_and_says_so(kept: Path, asked: list[str]) -> None:
    first = two().recalled("mine/theorem-1")
    assert (first.status, first.replayed, asked) == ("proved", "now", ["mine/lemma-1", "mine/theorem-1"])
    second = two().recalled("mine/theorem-1")
    assert (second, second.replayed, len(asked)) == (first, "cached", 2)
    assert len(list(kept.glob("replay-*.json"))) == 2


def test_standing_replays_whatever_is_kept(kept: Path, asked: list[str]) -> None:
    two().recalled("mine/theorem-1")
    again = two().standing("mine/theorem-1")
    assert (again.replayed, asked[2:]) == ("now", ["mine/lemma-1", "mine/theorem-1"])
    report = audit(two())
    assert len(asked) == 6
    assert report.exit_status == 0


def test_a_run_replays_a_proof_once(kept: Path, asked: list[str]) -> None:
    library = two()
    assert library.standing("mine/theorem-1").replayed == library.recalled("mine/lemma-1").replayed == "now"
    assert library.status["mine/theorem-1"] == "proved"
    assert len(asked) == 2


@pytest.mark.parametrize("change", ["tree", "statement", "below", "code"])
def test_another_content_is_replayed(kept: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    two().recalled("mine/theorem-1")
    asked.clear()
    other = two()
    if change == "tree":
        other = two(step("known", "0 < x", label="positive"))
    elif change == "statement":
        other = library_of(small(proof=lambda _: KNOWN, conclusion="0 < x"), other.statement("mine/theorem-1"))
    elif change == "below":
        other = library_of(small(proof=lambda _: KNOWN, assumptions=(*small().assumptions[::-1],)), other.statement("mine/theorem-1"))
    else:
        monkeypatch.setattr(cache, "code", lambda *names: "another kernel")
    other.recalled("mine/lemma-1")
    assert asked == ["mine/lemma-1"]
    if change == "below":
        assert other.recalled("mine/theorem-1").status == "conjectured", "its premises are in the other order"
        assert asked == ["mine/lemma-1", "mine/theorem-1"]


def test_a_refused_proof_is_not_kept(kept: Path, asked: list[str]) -> None:
    wrong = library_of(small(conclusion="x > 1", proof=lambda _: KNOWN))
    assert wrong.recalled("mine/lemma-1").status == "conjectured"
    assert not kept.exists()


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"format": "another"}', "\x00", "key", "form", "steps", "folder"])
def test_an_entry_that_is_damaged_or_foreign_is_passed_over(kept: Path, asked: list[str], damage: str) -> None:
    library = two()
    library.recalled("mine/lemma-1")
    asked.clear()
    (path,) = kept.glob("replay-*.json")
    data = json.loads(path.read_text(encoding="utf-8"))
    if damage == "key":
        damage = json.dumps({**data, "key": "0" * 40})
    elif damage == "form":
        damage = json.dumps({**data, "value": {**data["value"], "sources": [3]}})
    elif damage == "steps":
        damage = json.dumps({**data, "value": {**data["value"], "steps": True}})
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        path.write_text(damage, encoding="utf-8")
    assert (two().recalled("mine/lemma-1").status, asked) == ("proved", ["mine/lemma-1"])


def test_an_entry_of_another_user_is_passed_over(kept: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    two().recalled("mine/lemma-1")
    owner = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    two().recalled("mine/lemma-1")
    assert len(asked) == 2


def test_code_that_changed_since_the_process_began_is_no_key(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_STARTED", 0.0)
    cache.code.cache_clear()
    two().recalled("mine/theorem-1")
    assert not kept.exists()
    cache.code.cache_clear()


def test_nothing_is_kept_where_it_cannot_be(kept: Path, asked: list[str]) -> None:
    kept.write_text("a file in the place of the folder", encoding="utf-8")
    assert two().recalled("mine/theorem-1").status == "proved"
    assert two().recalled("mine/theorem-1").replayed == "now"


@pytest.mark.parametrize("off", ["", "0", "off", "No"])
def test_the_cache_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, off: str) -> None:
    monkeypatch.setenv("PABISYM_CACHE", off)
    assert cache.folder() is None
    cache.write("kind", "key", 1)
    assert cache.read_entry("kind", "key") is None


def test_the_folder_of_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PABISYM_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache.folder() == tmp_path / "x" / "pabisym"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache.folder() == tmp_path / ".cache" / "pabisym"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.folder() == tmp_path / "Library" / "Caches" / "pabisym"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert cache.folder() == tmp_path / "local" / "pabisym" / "cache"


def test_old_entries_are_deleted_where_there_are_many(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 4)
    for number in range(6):
        cache.write("kind", str(number), number)
        os.utime(kept / f"kind-{number}.json", (number, number))
    cache.tidy()
    assert sorted(path.name for path in kept.iterdir()) == ["kind-3.json", "kind-4.json", "kind-5.json"]
    cache.tidy()
    assert len(list(kept.iterdir())) == 3


def test_an_entry_appears_whole(kept: Path) -> None:
    cache.write("kind", "key", ["ü"])
    (path,) = kept.iterdir()
    assert path.name == "kind-key.json"
    assert stat.S_ISREG(path.stat().st_mode)
    assert cache.read_entry("kind", "key") == ["ü"]


def test_the_digest_of_a_replay_tells_all_that_it_rests_on(kept: Path) -> None:
    sequent, other = small().sequent, small("mine/lemma-2").sequent
    names = [digest(sequent, KNOWN, {}), digest(other, KNOWN, {}), digest(sequent, ORDER, {}), digest(sequent, KNOWN, {"mine/lemma-2": other})]
    assert len(set(names)) == 4
    assert digest(sequent, {1: 2, "a": 3}, {}) == "", "that is no plain data"


def test_the_list_is_kept_as_a_whole(kept: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first = listing(builtin(), paper="cyffers2023")
    assert [row["id"] for row in first] == [name for name in builtin().known if name.startswith("cyffers2023/")]
    assert listing(builtin(), paper="cyffers2023") == [{**row, "replayed": "cached"} for row in first]
    (own,) = kept.glob("listing-*.json")
    rows = [{**row, "replayed": "now"} for row in first]
    monkeypatch.setattr("pabisym.show.catalogue._rows", lambda *_: iter(rows))
    assert listing(builtin()) == rows
    assert listing(builtin()) == [{**row, "replayed": "cached"} for row in rows]
    assert listing(builtin(), paper="none") == []
    (path,) = {*kept.glob("listing-*.json")} - {own}
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), "value": [{"id": "a"}]}), encoding="utf-8")
    assert listing(builtin()) == rows


@pytest.mark.parametrize("damage", [None, {}, [], [{"id": "a"}], [{**dict.fromkeys(catalogue._ROW, ""), "id": 1}]])
def test_a_list_of_another_form_is_passed_over(damage: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue.cache, "read_entry", lambda *_: damage)
    assert catalogue._kept("key") is None


def test_workers_say_what_this_process_says(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["feldman2018/lemma-20", "feldman2018/theorem-23"]
    helped = Library.load()
    with workers(helped, names, 2) as none:
        assert none is None, "these are not worth the start"
    monkeypatch.setattr("pabisym.library.workers.WORTH", 1)
    report = audit(helped, names, cores=2)
    assert report.cores == 2
    expected = audit(builtin(), names, cores=1)
    assert expected.cores == 1

    def plain(entries: Any) -> list[Any]:
        return [{key: value for key, value in entry.to_json().items() if key != "seconds"} for entry in entries]

    assert plain(report.entries) == plain(expected.entries)
    assert all(not made.cached for made in helped.replays.made.values())


def test_a_worker_that_cannot_answer_leaves_it_to_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pabisym.library.workers._COMMAND", "raise SystemExit")
    monkeypatch.setattr("pabisym.library.workers.WORTH", 1)
    report = audit(Library.load(), ["feldman2018/theorem-23"], cores=2)
    assert [(entry.status, entry.failed) for entry in report.entries] == [("proved", ())]


NOISY = '''"""A file that prints."""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

print("noise")
STATEMENT = Statement(
    id="mine/lemma-1", title="A file that prints", kind="lemma", text=__doc__, reference=Reference("mine", "1"), conclusion="x > 0",
    symbols=(Symbol("x", "real, x > 0", "a number"),), assumptions=(Assumption("positive", "x > 0"),), spots=(Spot({"x": 1}),),
    proof=lambda b: b.known("positive"),
)
'''


def test_what_a_theorem_file_prints_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = tmp_path / "mine"
    paper.mkdir()
    (paper / "lemma_1.py").write_text(NOISY, encoding="utf-8")
    monkeypatch.setattr("pabisym.library.workers.WORTH", 0)
    library = Library.load([tmp_path])
    with workers(library, [], 2) as team:
        assert team is not None
        assert team.ask(audit_one, ["mine/lemma-1", "mine/none"])["mine/none"] is None
        said: list[str] = []
        answer = team.ask(audit_one, ["mine/lemma-1"], meanwhile=lambda: said.append("here"))["mine/lemma-1"]
    assert said == ["here"], "this process has its own share"
    assert answer is not None
    assert answer.status == "proved"


def test_cores_are_counted() -> None:
    assert cores() >= 1


def test_the_second_list_runs_no_theorem_file(tmp_path: Path) -> None:
    code = """if True:
        import sys, time
        from pabisym.library import cache, twins
        from pabisym.show import catalogue as kept
        from pabisym.library.theorem import catalogue
        cache._STARTED = time.time() + 10**9
        kept.some_rows = lambda library, names, _: library.order(names) and [dict.fromkeys(kept._ROW, "x")]
        print(kept.listing(catalogue(), paper="feldman2018")[0]["id"])
        print([name for name in sys.modules if name.startswith("pabisym_theorems.")], "sympy" in sys.modules, "numpy" in sys.modules)
    """
    environment = {**os.environ, "PABISYM_CACHE": str(tmp_path)}
    outputs = []
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
        outputs.append((done.stdout, done.stderr))
    assert outputs[1] == ("x\n[] False False\n", "")
    assert "theorem_26" in outputs[0][0]


def test_whether_a_theorem_has_a_gaussian_form_is_remembered_by_content(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked again after a change, and what is not: the proof of what it applies, the code that answers."""
    names = {"feldman2018/theorem-23": True, "feldman2018/definition-16": False, "altschuler2022/lemma-2.11": False}
    for name, known in names.items():
        twins.has_gaussian_form.cache_clear()
        assert twins.has_gaussian_form(name, builtin(), recall=True) is known is (twins.gaussian_form(name, builtin()) is not None)
    asked: list[str] = []
    monkeypatch.setattr(twins, "gaussian_form", lambda name, library, recall: asked.append(name))
    twins.has_gaussian_form.cache_clear()
    assert twins.has_gaussian_form("feldman2018/theorem-23", builtin(), recall=True) is True
    assert asked == []
    other = Library.load()
    applied = other.proof("feldman2018/theorem-23").theorems[0]
    other.take(applied, ProofTree(KNOWN))
    assert twins.has_gaussian_form("feldman2018/theorem-23", other, recall=True) is False
    assert asked == ["feldman2018/theorem-23"]
    monkeypatch.setattr(cache, "code", lambda *names: None)
    twins.has_gaussian_form.cache_clear()
    assert twins.has_gaussian_form("feldman2018/theorem-23", builtin(), recall=True) is False
    assert len(asked) == 2
    twins.has_gaussian_form.cache_clear()


def emptied(folder: Path) -> int:
    """Shorten every list in a cache, and say yes where it says no; how many entries that are."""
    entries = list(folder.glob("*.json"))
    for path in entries:
        data = json.loads(path.read_text(encoding="utf-8"))
        value = data["value"]
        if isinstance(value, dict):
            data["value"] = {name: [] if isinstance(one, list) else one for name, one in value.items()}
        elif isinstance(value, bool | list):
            data["value"] = not value if isinstance(value, bool) else []
        path.write_text(json.dumps(data), encoding="utf-8")
    return len(entries)


LOSING = ("from pabisym.library.library import builtin; from pabisym.library import cache; cache._STARTED *= 2; "
          "from pabisym.library.twins import has_gaussian_form as has; from pabisym.library.believed import recalled_proofs; ")
FILLING = f"{LOSING}print(len(builtin().recalled('{{0}}').cited), has('{{0}}', builtin(), recall=True))"


@pytest.mark.campaign
@pytest.mark.parametrize("commands", [1, 8])
def test_an_emptied_cache_shortens_no_list_and_changes_no_number(commands: int, tmp_path: Path) -> None:
    """Emptying the kept lists made ``beliefs`` of a theorem shorter; it still does so for what recalls."""
    environment = {**os.environ, "PABISYM_CACHE": str(tmp_path / "cache")}

    def said(*words: str) -> str:
        code = f"{LOSING}from pabisym.cli import main; main()" if words[0] != "-c" else words[1]
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        return re.sub(r"[0-9.]+ s\b", "", re.sub(r'"seconds": [0-9.e-]+', "", done.stdout))

    name, other = "feldman2018/theorem-23", "altschuler2022/theorem-3.1"
    proof = tmp_path / "proof.json"
    filled = [said("-c", FILLING.format(one)) for one in (name, other)]
    assert filled == [f"{len(builtin().standing(one).cited)} {form}\n" for one, form in ((name, True), (other, False))]
    run = ["--examples", "600", "--batch", "20", "--epochs", "1", "--noise-multiplier", "2", "--sampling", "cyclic", "--adjacency", "replace",
           "--delta", "1e-5"]
    at = [word for one in ("L=1", "sigma=4", "n=1000", "t=10") for word in ("--set", one)]
    asked = [["beliefs", "--of", name, "--json"], ["show", other, "--proof", str(proof)], ["check", str(proof), "--json"],
             ["privacy", *run, "--json"], ["convert", "--statement", name, *at, "--delta", "1e-5"], ["beliefs", "--of", name],
             ["show", name, "--json"], ["audit", name, "--json"]][:commands]
    before = [said(*words) for words in asked]
    assert emptied(tmp_path / "cache") > 10
    forged = said("-c", FILLING.format(name)).split()
    assert int(forged[0]) < int(filled[0].split()[0]), "the forgery is one that is read"
    assert forged[1] == "False"
    assert [said(*words) for words in asked] == before
    first = said("graph", name).splitlines()[0]
    assert first.startswith("replayed: cached (")


class TestFiguresUnderProofs:
    """What the proofs of derived figures apply is recalled with replays, and never where proofs are to be replayed."""

    @pytest.fixture(autouse=True)
    def apart(self, kept: Path) -> Iterator[None]:
        believed._recall.cache_clear()
        yield
        believed._recall.cache_clear()

    def test_it_is_what_the_kernel_says_and_kept(self, kept: Path) -> None:
        asked = believed.DERIVED[::8]
        first, second = believed.Recalled("a kernel"), believed.Recalled("a kernel")
        assert [first(name) for name in asked] == [second(name) for name in asked] == [proof_applies(name) for name in asked]
        assert (first.recalled, second.recalled) == (set(), set(asked))
        assert [first(name) for name in asked] == [second(name) for name in asked]
        assert not first.recalled, "what this run has found is no earlier run's"
        assert len(list(kept.glob("figures-*.json"))) == len(asked)

    def test_other_code_is_no_key(self, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        name = believed.DERIVED[0]
        for code in ("a kernel", "another kernel", None):
            believed._recall.cache_clear()
            monkeypatch.setattr(cache, "code", lambda *names, code=code: code)
            assert believed.recalled_proofs()(name) == proof_applies(name)
            assert not believed.recalled_proofs().recalled
        assert len(list(kept.glob("figures-*.json"))) == 2

    @pytest.mark.parametrize("damage", [{}, {"power-below-one": []}, ["no-such-figure"], [3], 3, "power-below-one"])
    def test_names_of_another_form_are_passed_over(self, kept: Path, damage: Any) -> None:
        name = believed.DERIVED[0]
        assert believed.Recalled("a kernel")(name) is not None
        (path,) = kept.glob("figures-*.json")
        path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), "value": damage}), encoding="utf-8")
        again = believed.Recalled("a kernel")
        assert again(name) == proof_applies(name)
        assert not again.recalled

    def test_a_false_table_is_seen_by_recalling_alone(self, kept: Path) -> None:
        """standing replays: what is kept decides nothing there."""
        honest = builtin().standing("pabisym/periodic-gap")
        for name in set(honest.figures) & set(believed.DERIVED):
            assert believed.recalled_proofs()(name) is not None
        believed._recall.cache_clear()
        wrong = next(name for name in FIGURES if name not in believed.DERIVED and f"figure/{name}" not in honest.believed)
        for path in kept.glob("figures-*.json"):
            path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), "value": [wrong]}), encoding="utf-8")
        recalled = Library.load().recalled("pabisym/periodic-gap")
        assert honest.replayed == "now"
        assert recalled.replayed == "cached"
        assert f"figure/{wrong}" in recalled.believed
