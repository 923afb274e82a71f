"""Many threads: the answers of one, and nothing of the process is changed, neither by calls nor by the theorem files that they run."""

import json
import os
import pkgutil
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flint import ctx
from support.examples import ALL
from support.many_threads import CALLS, answer

import pabisym
from pabisym.lang.once import LOCK, print_aside, working_precision

TESTS = Path(__file__).parent
LOUD = '''"""A number."""
import sys
from pabisym.library.statement import Assumption, Reference, Statement, Symbol

print("noise")
STATEMENT = Statement(
    id="mine/ITEM", title="A number", kind="lemma", text=__doc__, reference=Reference("mine", "1"), conclusion="x > 0",
    symbols=(Symbol("x", "real, x > 0", "a number"),), assumptions=(Assumption("positive", "x > 0"),),
    proof=lambda b: print("more noise") or b.known("positive"),
)
'''


def run(rounds: int, threads: int, cache: Path) -> Any:
    """What :mod:`support.many_threads` prints in a fresh process."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "PABISYM_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-m", "support.many_threads", str(rounds), str(threads)], capture_output=True, text=True,
                          check=False, env=environment, timeout=60 + 60 * rounds)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("rounds", [1, pytest.param(100, marks=pytest.mark.campaign)])
def test_public_calls_under_eight_threads_answer_as_under_one_and_change_nothing(rounds: int, tmp_path: Path) -> None:
    alone, many = run(1, 1, tmp_path / "one"), run(rounds, 8, tmp_path / "many")
    assert len(CALLS) >= 10
    assert not [name for name, found in alone["answers"].items() if "Error" in found[0]]
    assert many == {"answers": alone["answers"], "changed": {}}


@pytest.fixture
def loud(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    for number in range(10):
        (tmp_path / "mine" / f"lemma_{number}.py").write_text(LOUD.replace("ITEM", f"lemma-{number}"), encoding="utf-8")
    return tmp_path


def test_theorem_files_that_print_leave_the_output_of_threads_where_it_is(loud: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Ten ids from four threads used to leave ``sys.stdout`` a buffer that nobody reads."""
    before = sys.stdout
    library = pabisym.Library.load([loud])

    def status(number: int) -> str:
        print(f"thread {number}\n", end="")
        return pabisym.theorem(f"mine/lemma-{number % 10}", library=library).status

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(status, range(40))) == {"proved"}
    assert sys.stdout is before
    out, err = capfd.readouterr()
    assert sorted(out.split("\n")) == sorted(["", *(f"thread {number}" for number in range(40))])
    assert err.count("prints 'noise\\n'") == err.count("prints 'more noise\\n'") == 10, "each file is run once"
    assert len(err.splitlines()) == 20


def test_a_theorem_file_prints_where_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    print_aside("a", "b", sep="\n")
    print_aside("to", "whom", file=sys.stderr)
    assert tuple(capsys.readouterr()) == ("", "pabisym: a theorem file prints 'a\\nb\\n'\nto whom\n")


def test_answers_do_not_depend_on_the_precision_of_the_caller() -> None:
    """What is computed outside of a working precision of pabisym would."""
    names = sorted({*CALLS} - {"split"})  # the two ends of which are balls, shown in the precision of who looks at them
    expected, before = [answer(name) for name in names], ctx.prec
    try:
        for bits in (20, 400) if ALL else (20,):
            ctx.prec = bits
            assert [answer(name) for name in names] == expected
            assert ctx.prec == bits
    finally:
        ctx.prec = before


def test_a_precision_that_somebody_sets_meanwhile_stays() -> None:
    before = ctx.prec
    try:
        with working_precision(before + 100), working_precision(before + 200):
            ctx.prec = before + 7
        assert ctx.prec == before + 7
    finally:
        ctx.prec = before
    with working_precision(before + 100):
        assert ctx.prec == before + 100
    assert ctx.prec == before


def test_no_module_waits_for_the_lock_while_it_is_imported() -> None:
    """A thread that holds the lock may import a module that another thread is importing."""
    names = [one.name for one in pkgutil.walk_packages(pabisym.__path__, "pabisym.") if not one.name.endswith("__main__")]
    code = f"""if True:
        import importlib, threading
        from pabisym.lang.once import LOCK
        held, done = threading.Event(), threading.Event()
        def hold():
            with LOCK:
                held.set()
                done.wait()
        threading.Thread(target=hold, daemon=True).start()
        held.wait()
        for name in {names}:
            importlib.import_module(name)
        done.set()
        print("imported")
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.returncode) == ("imported\n", 0), done.stderr


def test_nothing_that_may_wait_for_the_lock_holds_another_one() -> None:
    """``functools.cached_property`` has one up to Python 3.11, for all instances; the kernel never waits."""
    root = Path(pabisym.__file__).parent
    found = {path.relative_to(root).parts[0] for path in root.rglob("*.py")
             if re.search(r"functools(\.| import .*)cached_property", path.read_text(encoding="utf-8")) and path.name != "once.py"}
    assert found == {"kernel"}
    text = "".join(path.read_text(encoding="utf-8") for path in (root / "kernel").rglob("*.py"))
    assert "pabisym.lang.once" not in text


def test_the_lock_is_free_between_calls() -> None:
    answer("allocate")
    taken: list[bool] = []
    thread = threading.Thread(target=lambda: taken.append(LOCK.acquire(timeout=5)) or LOCK.release())
    thread.start()
    thread.join()
    assert taken == [True]


PROCESS_WIDE = ("redirect_stdout", "redirect_stderr", "catch_warnings", "simplefilter", "filterwarnings", "chdir", "setlocale", "localcontext",
                "setcontext", "workdps", "workprec", "setrecursionlimit", "set_int_max_str_digits", "seterr")


@pytest.mark.parametrize("folder", ["pabisym", "theorems"])
def test_no_code_exchanges_what_belongs_to_the_process(folder: str) -> None:
    """The command line, which has a process of its own, shows its output through a stream of its own."""
    allowed: dict[str, Callable[[str], bool]] = {"cli/frame.py": lambda word: word == "redirect_stdout"}
    root = TESTS.parent / folder
    found = [(str(path.relative_to(root)), word) for path in root.rglob("*.py") for word in PROCESS_WIDE
             if f"{word}(" in path.read_text(encoding="utf-8")]
    assert [one for one in found if not allowed.get(one[0], lambda _: False)(one[1])] == []
