"""One name for each concept in all commands, one description of a run, and what the names of the version before still answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click
import pytest
from flint import fmpq
from support.some_statements import only

from pabisym.cli import main
from pabisym.cli.old_names import LAWS, OLD_NAMES, current_command, current_names
from pabisym.cli.run_options import RUN
from pabisym.comparison.symbols import described_run
from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import rational
from pabisym.spec.configuration import KEYS, LOSSES, SAMPLINGS, SYMBOLS, Configuration, with_symbols

Run = Callable[..., Any]
OTHER = {"--batches", "--batch-size", "--at", "--std", "--step-size", "--lr", "--iterations", "--dataset-size", "--max-grad-norm", "--sigma", "--q"}
"""Other words for what an option of a run, or ``--set``, is called."""
GUARANTEES = {("calibrate", "delta"), ("convert", "delta"), ("allocate", "delta"), ("evaluate", "delta")}
"""Where ``--delta`` is not one of a run: that of a guarantee, or of a point that is marked in a picture."""


def shown() -> list[tuple[str, click.Option]]:
    """Every option that a ``--help`` shows, with its command."""
    return [(name, option) for name, command in sorted(main.commands.items()) for option in command.params
            if isinstance(option, click.Option) and not option.hidden]


def test_no_help_has_another_word_for_a_concept() -> None:
    assert len(shown()) > 120
    assert {(name, word) for name, option in shown() for word in option.opts if word in OTHER} == {("atlas", "--at")}  # a flag


def test_an_option_of_a_run_says_the_same_in_every_command() -> None:
    found: dict[str, set[str]] = {}
    for name, option in shown():
        key = option.opts[0].removeprefix("--")
        if key in RUN and (name, key) not in GUARANTEES:
            found.setdefault(key, set()).add(str(option.help).partition("  [")[0])
    assert found.keys() == RUN.keys()
    assert found == {key: {text.partition("  [")[0]} for key, (_, text) in RUN.items()}


def test_the_options_of_a_run_are_the_keys_of_a_configuration() -> None:
    assert {key.replace("_", "-") for key in KEYS} == RUN.keys()
    assert set(SYMBOLS.values()) <= set(KEYS)
    assert set(LAWS) == set(SAMPLINGS)


def test_words_of_a_command_are_among_those_of_a_configuration() -> None:
    known = {"--sampling": {*SAMPLINGS, "one-pass"}, "--loss": set(LOSSES)}
    for name, option in shown():
        if option.opts[0] in known:
            assert set(str(option.metavar).split("|")) <= known[option.opts[0]], name


@pytest.mark.parametrize(("old", "new"), [
    (("evaluate", "alpha/2", "--at", "alpha=3"), ("evaluate", "alpha/2", "--set", "alpha=3")),
    (("list", "--batches=cyclic", "--domain", "bounded"), ("list", "--sampling", "cyclic", "--domain", "bounded")),
    (("atlas", "--batches", "full", "--loss", "convex"), ("atlas", "--sampling", "full", "--loss", "convex")),
], ids=lambda one: one[0])
def test_old_names_answer_and_say_the_new_ones(run: Run, old: tuple[str, ...], new: tuple[str, ...]) -> None:
    before, after = run(*old), run(*new)
    assert (before.status, before.out) == (after.status, after.out) == (0, after.out)
    told = [word.partition("=")[0] for word in old if word.partition("=")[0] in OLD_NAMES[old[0]]]
    lines = before.err.splitlines()
    assert (len(lines), after.err) == (len(told), "")
    for line, name in zip(lines, told, strict=True):
        assert line.startswith(f"pabisym: {name} is now {OLD_NAMES[old[0]][name][0]}")


@pytest.mark.parametrize(("old", "new", "told"), [
    pytest.param(("find", "--loss", "convex", "--json"), ("list", "--loss", "convex", "--json"), ["find is now list"], marks=pytest.mark.campaign),
    (("find", "--loss", "concave"), ("list", "--loss", "concave"), ["find is now list"]),
    pytest.param(("find", "--json"), ("list", "--loss", "any", "--json"), ["find is now list --loss any"], marks=pytest.mark.campaign),
    (("gap",), ("atlas", "--at"), ["gap is now atlas --at"]),
    (("gap", "--steps", "20", "bi-lipschitz"), ("atlas", "--at", "bi-lipschitz", "--steps", "20"), ["gap is now atlas --at"]),
    (("split", "--order", "8", "--sampling", "1/100", "--sensitivity", "1/50", "--std", "1", "--step-size", "1/10", "--diameter", "1", "--steps", "9"),
     ("calibrate", "--split", "--order", "8", "--sample-rate", "1/100", "--sensitivity", "1/50", "--set", "sigma=1", "--learning-rate", "1/10",
      "--diameter", "1", "--steps", "9"),
     ["split is now calibrate --split", "--sampling is now --sample-rate", "--std is now --set sigma=…", "--step-size is now --learning-rate"]),
    (("graph", "feldman2018/definition-8"), ("depends", "feldman2018/definition-8"), ["graph without a kernel graph is now depends"]),
], ids=lambda one: one[0])
def test_old_commands_give_the_answer_of_the_new_ones_and_say_them(run: Run, old: tuple[str, ...], new: tuple[str, ...], told: list[str]) -> None:
    after, before = run(*new), run(*old)
    first, second = (re.sub(r'"replayed": "(now|cached)"|^replayed: cached[^\n]*\n', "", done.out, flags=re.MULTILINE) for done in (after, before))
    assert old[0] not in main.commands or old[0] == "graph"
    assert (before.status, second) == (after.status, first), "but for what the first of the two has kept"
    lines = [line for line in before.err.splitlines() if line not in after.err.splitlines()]
    assert lines == [f"pabisym: {one}; the old name answers for one more version" for one in told]


@pytest.mark.parametrize(("words", "said"), [
    (("calibrate", "--order", "8", "--sample-rate", "1/100", "--steps", "5"), "--order: goes with --split"),
    (("calibrate", "--set", "sigma=1", "--gdp", "1"), "--set: goes with --split"),
    (("calibrate", "--split", "run.json"), "FILE: cannot be combined with --split"),
    (("calibrate", "--split", "--order", "8", "--gdp", "1"), "--gdp: cannot be combined with --split"),
    (("calibrate", "--split", "--adjacency", "replace"), "--adjacency: cannot be combined with --split"),
    (("atlas", "bi-lipschitz"), "bi-lipschitz: goes with --at"), (("atlas", "--noise-multiplier", "2"), "--noise-multiplier: describes a run"),
    (("atlas", "--set", "n=3"), "--set: describes a run"), (("atlas", "--at", "bi-lipschitz", "--noise", "laplace"), "--noise: chooses classes"),
])
def test_options_of_two_questions_are_not_mixed(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"pabisym: error: {said}")


def test_an_old_name_is_told_once_and_what_follows_two_dashes_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert current_names("derive", ["s", "--at", "n=1", "--at", "t=2", "--", "--at"]) == ["s", "--set", "n=1", "--set", "t=2", "--", "--at"]
    assert capsys.readouterr().err.count("\n") == 1
    assert current_command(["find", "--json"]) == ["list", "--loss", "any", "--json"]
    assert capsys.readouterr().err == "pabisym: find is now list --loss any; the old name answers for one more version\n"
    assert current_names("split", ["--sampling", "poisson"]) == ["--sampling", "poisson"]
    assert current_names("privacy", ["--sampling", "poisson"]) == ["--sampling", "poisson"]


RUNS = (
    ("--examples", "100", "--batch", "10", "--steps", "20", "--learning-rate", "1/10", "--noise-multiplier", "20", "--clip", "2", "--delta", "1e-5"),
    ("--set", "n=100", "--set", "b=10", "--set", "T=20", "--set", "eta=1/10", "--set", "L=2", "--set", "sigma=4", "--set", "delta=1e-5"),
)
"""One run by the words of a script and by the symbols of a paper: sigma = z L/b."""


def test_a_run_is_the_same_by_options_and_by_symbols(run: Run) -> None:
    privacy = [run("privacy", *words, "--sampling", "poisson", "--json").json for words in RUNS]
    assert privacy[0]["configuration"] == privacy[1]["configuration"]
    assert privacy[0]["epsilon"] == privacy[1]["epsilon"] is not None
    split = [run("calibrate", "--split", "--order", "4", *words[:-2], "--diameter", "1", "--digits", "6", "--json").json for words in RUNS]
    assert split[0] == split[1]
    assert split[0]["status"] == "optimal"


def test_compare_reads_a_run_by_options_as_by_symbols(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    few = only("pabisym/periodic-gap", "pabisym/composition")
    monkeypatch.setattr("pabisym.cli.commands._library", lambda _: few)
    answers = [run("compare", *words, "--set" if "n=100" in words else "--smoothness", "M=1" if "n=100" in words else "1", "--json").json
               for words in RUNS]
    assert answers[0]["at"] == answers[1]["at"]
    assert answers[0]["best"] == answers[1]["best"] is not None


def test_what_is_said_of_losses_reaches_the_comparison() -> None:
    words = {"examples": 100, "batch": 10, "epochs": 2, "learning_rate": "1/10", "noise_multiplier": 20, "clip": 2, "delta": "1e-5", "smoothness": 1}
    plain, loss, _ = described_run({}, words)
    assert (loss, plain.values["m"], plain.values["M"], plain.values["L"], plain.values["sigma"]) == ("convex", 0, 1, 2, 4)
    strong, loss, _ = described_run({"m": "1/2"}, words)
    assert (loss, strong.values["m"]) == ("strongly-convex", fmpq(1, 2))
    decaying, _, _ = described_run({}, {**words, "weight_decay": "1/4"})
    assert (decaying.values["m"], decaying.values["M"]) == (fmpq(1, 4), fmpq(5, 4))
    assert described_run({"t": 3}, words)[0].values["t"] == 3
    with pytest.raises(InputError, match="--sampling: 'poisson' is none of the orders"):
        described_run({}, {**words, "sampling": "poisson"})


def test_calibrate_reads_a_run_by_options_as_by_a_rate(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the accountant is asked; how it answers is tested with it."""
    given: list[dict[str, Any]] = []

    def ask(**words: Any) -> None:
        given.append({**words, "rate": rational(words["rate"], "rate"), "steps": rational(words["steps"], "steps"), "further": list(words["further"])})
        raise Undecided("asked")

    def asked(*words: str) -> dict[str, Any]:
        assert run("calibrate", *words, "--epsilon", "4", "--delta", "1e-1").status == 3
        return given[-1]

    monkeypatch.setattr("pabisym.accounting.accountant.least_noise_multiplier", ask)
    by_run = asked("--examples", "10", "--batch", "10", "--epochs", "2")
    assert (by_run["rate"], by_run["steps"]) == (1, 2)
    assert by_run == asked("--sample-rate", "1", "--steps", "2") == asked("--sampled", "1", "2")
    other = asked("--examples", "10", "--batch", "5", "--steps", "1")
    assert by_run != other == asked("--sampled", "1/2", "1")


@pytest.mark.parametrize(("words", "said"), [
    (("--set", "q=1"), "--set q: is no symbol of a run"), (("--batch", "5", "--set", "b=5"), "--set b: is given beside batch"),
    (("--set", "sigma=1"), "--set sigma: needs the size of a batch"), (("--batch", "5", "--set", "sigma=1", "--set", "L=0"), "--set L: 0 is not positive"),
])
def test_a_symbol_that_is_none_or_given_already_is_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("privacy", "--examples", "100", "--steps", "5", "--sampling", "poisson", "--delta", "1e-5", *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"pabisym: error: {said}")


@pytest.mark.parametrize(("words", "said"), [
    ((), "--order: is missing"), (("--order", "4", "--sample-rate", "1/2", "--examples", "9"), "--sample-rate: goes with --sensitivity"),
    (("--order", "4", "--sensitivity", "1", "--batch", "9"), "--batch: cannot be combined with --sensitivity"),
    (("--order", "4", "--sensitivity", "1", "--sample-rate", "1/2"), "--set sigma: is missing"),
    (("--order", "4", "--sensitivity", "1", "--set", "L=2"), "--set L: cannot be combined with --sensitivity"),
    (("--order", "4", "--loss", "clipped", "--diameter", "1"), "--loss: 'clipped' is not known here"),
])
def test_a_split_that_is_not_described_says_what_is_missing(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("calibrate", "--split", *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"pabisym: error: {said}")


def test_sigma_is_the_noise_on_the_mean_gradient() -> None:
    found = Configuration.of(with_symbols({"sampling": "poisson", "release": "last"},
                                          {"n": 100, "b": 10, "T": 5, "eta": "1/10", "L": 3, "sigma": 6, "delta": "1e-5"}))
    assert found.deviation == found.learning_rate * 6  # type: ignore[operator]
    assert found.noise_multiplier == 20
