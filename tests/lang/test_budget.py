"""Budgets end what polls them, and the gate for proposals lets nothing of another library through but an answer."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import NoReturn

import pytest

from pabisym.errors import InputError, PabisymError, Undecided
from pabisym.lang.budget import LONGEST, SECONDS, Late, OutOfTime, as_proposal, ended_after, poll, proposal, seconds_left, share, within


def endless() -> NoReturn:
    while True:
        poll()


def deaf() -> NoReturn:
    """Looks at no clock, and swallows what is raised, as a destructor does, some times."""
    for _ in range(4):
        try:
            while True:
                pass
        except BaseException:
            continue
    while True:
        pass


def test_a_loop_that_polls_ends_with_its_budget() -> None:
    began = time.thread_time()
    with pytest.raises(OutOfTime, match=r"the time is used up, 0.05 s of the processor; allow more with --seconds"), within(0.05):
        endless()
    assert 0.05 <= time.thread_time() - began < 1
    poll()
    assert seconds_left() == float("inf")


def test_no_handler_on_the_way_takes_the_end_for_an_answer() -> None:
    """Handlers of what our own code raises, and of every Exception, are passed; only the block that opened the budget ends."""
    def stubborn() -> NoReturn:
        while True:
            try:
                endless()
            except Exception:
                continue

    with pytest.raises(OutOfTime), within(0.05):
        stubborn()
    assert issubclass(OutOfTime, Undecided)


def test_an_inner_budget_is_no_longer_than_the_outer_one() -> None:
    with pytest.raises(OutOfTime, match=r"used up, 0.05 s"), within(0.05), within(1000):
        endless()
    with within(1000):
        with pytest.raises(OutOfTime, match=r"used up, 0.05 s"), within(0.05):
            endless()
        poll()
        with within():
            assert SECONDS < seconds_left() <= 1000
        with share(0.5):
            assert seconds_left() <= 500
    with pytest.raises(OutOfTime, match=r"used up, 0.4 s"), within(0.4), share(0.25):
        endless()
    with within():
        assert 0 < seconds_left() <= SECONDS


def test_time_is_that_of_the_processor() -> None:
    with within(0.2):
        time.sleep(0.3)
        poll()


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "soon", "", True, [], 10**400])
def test_what_is_no_length_of_time_is_refused(seconds: object) -> None:
    with pytest.raises(InputError, match=r"^seconds: .* is no length of time; give a positive number"), within(seconds):
        pass


def test_threads_have_budgets_of_their_own() -> None:
    found: list[float] = []
    with within(0.05):
        thread = threading.Thread(target=lambda: found.append(seconds_left()))
        thread.start()
        thread.join()
    assert found == [float("inf")]


@pytest.mark.parametrize("error", [IndexError, RecursionError, MemoryError, ZeroDivisionError, AssertionError, AttributeError, StopIteration])
def test_whatever_another_library_raises_is_no_proposal(error: type[Exception]) -> None:
    def fail() -> str:
        raise error("inside")

    assert proposal(fail) is None
    assert as_proposal(lambda text: text * 2)("ab") == "abab"


def test_complaints_about_a_formula_that_nobody_wrote_are_no_proposal_and_other_refusals_pass() -> None:
    def fail(error: Exception) -> Callable[[], str]:
        def ask() -> str:
            raise error

        return ask

    assert proposal(fail(InputError("sum", "')' where a number was expected", "write a number"))) is None
    with pytest.raises(PabisymError, match="no closed form"):
        proposal(fail(Undecided("no closed form")))


def test_an_answer_that_is_too_long_is_no_proposal() -> None:
    assert proposal(lambda: "x" * LONGEST) == "x" * LONGEST
    assert proposal(lambda: "x" * (LONGEST + 1)) is None
    assert proposal(lambda: ["x" * LONGEST, ("y",)]) is None


@pytest.mark.parametrize("ask", [endless, deaf])
def test_a_library_that_does_not_end_is_ended(ask: Callable[[], str]) -> None:
    began = time.thread_time()
    assert proposal(ask, 0.2) is None
    assert time.thread_time() - began < 5
    with pytest.raises(OutOfTime), within(0.2):
        proposal(ask)


def test_nothing_is_raised_after_the_block() -> None:
    """Blocks that end about when they would be ended: whatever comes first, nothing comes later."""
    def spin() -> int:
        end = time.thread_time() + 0.002
        while time.thread_time() < end:
            pass
        return 1

    found = {proposal(spin, 0.0005 + number * 0.00002) for number in range(150)}
    assert found <= {1, None}
    with ended_after(0.001):
        pass
    end = time.thread_time() + 0.3
    while time.thread_time() < end:
        pass


def test_after_a_block_the_steps_of_python_can_be_followed() -> None:
    """Profilers, debuggers and tests that count what is called waited for ever."""
    code = ("import sys; from pabisym.lang.budget import proposal; proposal(int); sys.setprofile(lambda *_: None); "
            "found = proposal(int); sys.setprofile(None); print(found)")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False).stdout == "0\n"


def test_a_block_without_a_clock_is_ended_where_it_is() -> None:
    def spin() -> NoReturn:
        while True:
            pass

    with pytest.raises(Late), ended_after(0.1):
        spin()
