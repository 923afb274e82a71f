"""Every number that a command takes may be far beyond floats: an answer, a refusal in one line, or undecided; never status 70.

``float`` of an exact number above 1e308 raises an error, and what is below 1e-308 becomes 0, by which something is divided.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from support.small_specs import ONE_GAP

from pabisym.cli import main

Run = Callable[..., Any]
RUN = "--examples 1000 --batch 100 --steps 20 --noise-multiplier 2 --clip 1 --learning-rate 1/10 --delta 1e-5 --seconds 5"
COMMANDS = {
    "poisson": f"privacy {RUN} --sampling poisson --loss convex --smoothness 1 --diameter 2 --weight-decay 0 --momentum 0",
    "rate": "privacy --sample-rate 1/10 --examples 1000 --epochs 1 --sampling poisson --noise-multiplier 2 --delta 1e-5",
    "cyclic": f"privacy {RUN} --sampling cyclic --loss strongly-convex --smoothness 1 --strong-convexity 1/2 --release last --adjacency replace",
    "schedule": "privacy --examples 3 --batch 1 --steps 3 --sampling cyclic --noise-multiplier 2 --delta 1e-5 --schedule 1 4",
    "target": "privacy --examples 1000 --batch 1000 --sampling full --steps 2 --delta 1e-5 --target-epsilon 1",
    "compare": "compare --examples 10 --batch 5 --epochs 1 --steps 2 --learning-rate 1/10 --noise-multiplier 40 --clip 1 --smoothness 1 --strong-convexity 1/2 "
               "--loss strongly-convex --diameter 1 --weight-decay 0 --delta 1e-6 --digits 5",
    "symbols": "compare --set n=10 --set b=5 --set T=4 --set eta=1/10 --set L=1 --set sigma=4 --set delta=1e-6 --set D=1 --set M=1 --set m=1/2 --set t=5",
    "convert": "convert --gdp 1 --zcdp 1/2 --delta 1e-5 --digits 6",
    "bounded": "convert --laplace 2 --pure 1/10 --exponential 1/2 --delta 1e-5", "uses": "calibrate --gaussian 2 --epsilon 1 --delta 1e-5",
    "sampled": "convert --sampled 0.01 1 2 --gdp 1/10 --delta 1e-5",
    "level": "convert --sampled 0.01 1 2 --epsilon 1",
    "orders": "convert --renyi alpha*rho --set rho=1/100 --orders 3/2 50 --epsilon 1 --by canonne",
    "statement": "convert --statement feldman2018/theorem-23 --set L=1 --set sigma=4 --set n=1000 --set t=10 --delta 1e-5",
    "calibrate": "calibrate --sampled 0.01 2 --epsilon 1 --delta 1e-5",
    "trained": "calibrate --examples 1000 --batch 10 --epochs 1 --epsilon 1 --delta 1e-5",
    "drawn": "calibrate --sample-rate 1/100 --steps 2 --epsilon 1 --delta 1e-5",
    "gdp": "calibrate instance.json --gdp 1", "renyi": "calibrate instance.json --renyi 2 1", "dp": "calibrate instance.json --epsilon 1 --delta 1e-5",
    "split": "calibrate --split --order 8 --examples 9000 --batch 90 --noise-multiplier 90 --clip 1 --learning-rate 1/10 --diameter 1 --steps 5 --digits 4 --seconds 1",
    "smooth": "calibrate --split --order 8 --sample-rate 1/100 --sensitivity 1/10 --set sigma=3 --learning-rate 1/10 --diameter 1 --epochs 1 --digits 4 --smoothness 1 "
              "--strong-convexity 1/2 --loss strongly-convex --seconds 1",
    "contracting": "calibrate --split --order 8 --sample-rate 1/100 --sensitivity 1/10 --set sigma=3 --learning-rate 1/10 --diameter 1 --steps 5 --digits 4 "
                   "--contraction 9/10 --seconds 1",
    "evaluate": "evaluate feldman2018/theorem-23 --set L=1 --set sigma=4 --set n=1000 --set t=10 --set alpha=8 --digits 10",
    "picture": "evaluate feldman2018/theorem-23 --set L=1 --set sigma=4 --set n=1000 --set t=10 --delta 1e-5 --plot picture.svg",
    "formula": "evaluate theta(exp(x),y)+sampled(z,q,y) --set x=1/2 --set y=3 --set z=5/2 --set q=1/9 --digits 10",
    "graph": "graph graph.json --set n=10 --set i=3 --set eta=1/10 --set sigma=4 --set L=1 --set D=1 --gamma 2",
    "hockey": "graph graph.json --set n=10 --set i=3 --set eta=1/10 --set sigma=4 --set L=1 --set D=1 --epsilon 1",
    "gap": "atlas --at random-batches --examples 10 --batch 2 --steps 5 --noise-multiplier 2 --clip 1 --learning-rate 1/10 --smoothness 1 --strong-convexity 1/2 "
           "--loss strongly-convex --delta 1e-5 --seconds 5",
    "domain": "atlas --at bounded-domain --examples 10 --steps 5 --noise-multiplier 2 --learning-rate 1/10 --diameter 1/2 --delta 1e-5 --seconds 5",
    "derive": "derive spec.toml --set n=10 --set s=1 --set v=2 --set alpha=3",
    "table": "derive spec.toml --set n=10 --set s=1 --set v=2 --table alpha=2,3",
    "checkpoints": f"privacy {RUN} --sampling poisson --loss convex --smoothness 1 --release checkpoints --checkpoints 10,20",
    "limit": "derive spec.toml --limit s=2",
    "allocate": "allocate instance.json --delta 1e-5 --tradeoff picture.svg", "balls": "allocate instance.json --arithmetic ball --digits 9",
}
"""A command for every option that takes a number."""
SLOW = ("poisson", "bounded", "cyclic", "rate", "gap", "domain", "symbols", "compare", "split", "smooth", "contracting", "calibrate", "trained", "drawn", "picture",
        "allocate", "formula", "level", "schedule", "target", "statement", "sampled", "derive", "table", "checkpoints", "graph")
"""Those that take more than tenths of a second."""
NO_NUMBER = {"audit", "prove", "show", "export", "check", "beliefs", "list", "depends", "completion", "feasible", "refute"}
"""Commands that take no exact number but in a file."""
WORDS = {"--loss", "--sampling", "--domain", "--noise", "--adjacency", "--release", "--solve", "--from", "--weights", "--plot", "--folder", "--records", "--arithmetic", "--certificate",
         "--tradeoff", "--proof", "--svg", "--statement", "--renyi", "--by", "--of", "--direction", "--out", "--heat", "--dask", "--cores", "--chunk", "--limit", "--seconds"}
"""Options of words, files, formulas, numbers of processes, and seconds; in ``--limit`` and ``--set`` the number follows the sign =."""
ELSEWHERE = {("privacy", "--set"), ("atlas", "--set"), ("atlas", "--epochs")}
"""Other names of what is here."""
NUMBER = re.compile(r"[+-]?(\d+)(\.\d+)?(/\d+)?(e-?\d+)?")
FAR = ("1e400", "1e-400", "-1e400", "1/" + "7" * 400)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that the commands name."""
    from support.graph_files import fixed_end

    monkeypatch.chdir(tmp_path)
    instance = {"steps": 3, "gap": ["1", "0", "1/2"], "noise_variance": "1", "contraction": "9/10", "start_shift": "1", "diameter": "1/2"}
    Path("instance.json").write_text(json.dumps(instance))
    Path("spec.toml").write_text(ONE_GAP)
    Path("graph.json").write_text(json.dumps(fixed_end()))


def moved(text: str, far: str) -> Iterator[list[str]]:
    """The command with each of its numbers far away, one after the other."""
    words = text.split()
    for at, word in enumerate(words):
        name, sign, value = word.rpartition("=")
        if at and NUMBER.fullmatch(value) and words[at - 1] != "--seconds":
            yield [*words[:at], name + sign + far, *words[at + 1 :]]


def test_every_option_that_takes_a_number_is_here() -> None:
    """``--renyi`` of ``calibrate`` takes numbers, that of ``convert`` a formula."""
    given = {(text.split()[0], word) for text in COMMANDS.values() for word in text.split() if word.startswith("--")}
    asked = {(name, option.opts[0]) for name, command in main.commands.items() if name not in NO_NUMBER for option in command.params
             if isinstance(option, click.Option) and not option.is_flag and option.opts[0] not in WORDS}
    assert asked - given == ELSEWHERE
    assert len(asked) > 60


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize("name", [pytest.param(one, marks=pytest.mark.campaign if one in SLOW else ()) for one in COMMANDS])
def test_a_number_far_away_is_answered_refused_or_undecided(name: str, far: str, run: Run) -> None:
    cases = list(moved(COMMANDS[name], far))
    assert cases
    for arguments in cases:
        for more in ((), ("--json",)):
            done = run(*arguments, *more)
            assert done.status in (0, 1, 2, 3), (arguments, done.err)
            if done.status == 2:
                assert (done.out, done.err.count("\n")) == ("", 1), arguments
            assert "nan" not in done.out.lower(), arguments


@pytest.mark.parametrize("command", ["convert --gdp 1 --delta 1e-5", "privacy", "compare", "calibrate --split", "atlas --at", "derive spec.toml", "refute spec.toml"])
def test_seconds_far_away_are_refused(command: str, run: Run) -> None:
    for seconds in ("1e400", "-1e400", "1e-400", "nan", "inf"):
        done = run(*command.split(), "--seconds", seconds)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), done


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("key", ["gap", "noise_variance", "contraction", "start_shift", "diameter"])
@pytest.mark.parametrize("far", FAR)
def test_so_is_one_in_an_instance(key: str, far: str, run: Run) -> None:
    instance = json.loads(Path("instance.json").read_text())
    instance[key] = [far, *instance[key][1:]] if key == "gap" else far
    Path("instance.json").write_text(json.dumps(instance))
    for arithmetic in ("exact", "ball", "float"):
        for more in ((), ("--json",), ("--explain",)):
            done = run("allocate", "instance.json", "--arithmetic", arithmetic, *more)
            assert done.status in (0, 1, 2, 3), (arithmetic, done.err)
    for guarantee in (("--gdp", "1"), ("--renyi", "2", "1"), ("--epsilon", "1", "--delta", "1e-5")):
        assert run("calibrate", "instance.json", *guarantee).status in (0, 1, 2, 3), guarantee


@pytest.mark.parametrize("command", [
    "compare --set n=10 --set b=2 --set T=5 --set eta=1/3 --set L=3 --set sigma=1e-300 --set delta=113/100000 --set M=3/2",
    "atlas --at bi-lipschitz --sampling shuffled --examples 1 --batch 1 --noise-multiplier 1e-45",
    *(pytest.param(one, marks=pytest.mark.campaign) for one in (
        "compare --set n=10 --set b=1 --set T=100 --set eta=1/4 --set L=1e-5000 --set sigma=1 --set delta=1e-6 --set M=2",
        "compare --set n=10 --set b=1 --set T=10 --set eta=4 --set L=35 --set sigma=1/1000003 --set delta=1e-9 --set M=1/4",
        "privacy --release last --sampling cyclic --examples 1000 --batch 2 --steps 2 --noise-multiplier 10 --delta 0.1 --learning-rate 1 --smoothness 1",
        "privacy --release last --sampling poisson --loss strongly-convex --examples 1000 --batch 1 --steps 7 --noise-multiplier 1e-39 --delta 1e-5 "
        "--learning-rate 1/10 --strong-convexity 1/10")),
])  # fmt: skip
def test_hidden_uses_far_from_the_noise_are_answered(command: str, run: Run) -> None:
    """Norms beyond floats, levels of millions, and losses of which nothing is told from rounding."""
    done = run(*command.split())
    assert done.status == 0, done.err
    assert "≤" in done.out
