"""What the plain package brings is what its commands need; a command that needs more says in one line what to install."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pabisym

Run = Callable[..., Any]
PACKAGES = {"flint": "python-flint", "z3": "z3-solver", "markupsafe": "jinja2", "cycler": "matplotlib", "IPython": "ipykernel"}
"""What brings a module whose name is another one."""
IMPORTS = re.compile(r"""^ *from (\w[\w.]*) import |^ *import (\w[\w., ]*)$|import_module\("([\w.]+)"\)""", re.MULTILINE)
"""What a line imports."""
POINT = ("--set", "alpha=8", "--set", "L=1", "--set", "sigma=4", "--set", "n=1000", "--set", "t=10")
DRAWING: dict[str, tuple[str, ...]] = {
    "evaluate --plot": ("evaluate", "feldman2018/theorem-23", *POINT, "--plot", "OUT.svg"),
    "allocate --plot": ("allocate", "INSTANCE", "--plot", "OUT.svg"),
    "allocate --tradeoff": ("allocate", "INSTANCE", "--tradeoff", "OUT.svg"),
    "compare --plot": ("compare", "--set", "n=10", "--plot", "OUT.svg"),
    "compare --records": ("compare", "--set", "n=10", "--records", "OUT.svg"),
    "derive --plot": ("derive", str(Path(__file__).parents[1] / "specs" / "single-impulse.toml"), "--set", "n=3", "--plot", "OUT.svg"),
    "privacy --plot": ("privacy", "--sampling", "full", "--plot", "OUT.svg"),
    "graph --svg": ("graph", "asoodeh2020/theorem-4", "--svg", "OUT.svg"),
    "depends --svg": ("depends", "feldman2018/theorem-23", "--svg", "OUT.svg"),
    "sweep --heat": ("sweep", "sweep.toml", "--heat", "OUT.svg"),
    "show --html": ("show", "feldman2018/theorem-23", "--html"),
    "audit --report": ("audit", "asoodeh2020isit", "--report", "OUT"),
}


def declared(extra: str = "") -> set[str]:
    """The packages that an installation brings, or that an extra adds by itself."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return {line.partition(">=")[0] for line in lines if not line.startswith("pabisym[")}


def imported(folder: Path) -> set[str]:
    """The top-level modules from elsewhere that the files of a folder import anywhere, by the packages that bring them.

    They are read off the lines: what a text only seems to import would have to be declared as well.
    """
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for line in IMPORTS.findall(path.read_text(encoding="utf-8")):
            found |= {name.strip().partition(" ")[0].partition(".")[0] for name in "".join(line).split(",")}
    own = {name for name in found if name in sys.stdlib_module_names or name.startswith("pabisym")}
    return {PACKAGES.get(name, name) for name in found - own}


def test_what_is_installed_is_what_is_imported() -> None:
    needed = imported(Path(pabisym.__file__).parent)
    extras = declared("plot") | declared("fast") | declared("parquet") | declared("distributed") | declared("pandas")
    assert declared() == needed - extras - declared("notebooks")
    assert extras == {"distributed", "matplotlib", "numba", "pandas", "pyarrow"} <= needed


@pytest.mark.parametrize("command", DRAWING)
def test_what_draws_says_what_to_install(
    run: Run, instance: Callable[..., Path], command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.chdir(tmp_path)
    file = str(instance())
    done = run(*(file if one == "INSTANCE" else one for one in DRAWING[command]))
    option = command.partition(" ")[2]
    assert (done.status, done.out) == (2, "")
    assert done.err == f"pabisym: error: {option}: matplotlib is not installed; pip install 'pabisym[plot]'\n"
    assert [path.name for path in tmp_path.iterdir()] == ["instance.json"]


def test_the_options_that_draw_are_known() -> None:
    """Every option that is refused without matplotlib is tried above."""
    from pabisym.cli.commands import main
    from pabisym.cli.frame import picture, picture_file

    found = {f"{name} {option.opts[0]}" for name, one in main.commands.items() for option in one.params if option.callback in (picture, picture_file)}
    assert found == set(DRAWING)


def test_what_does_not_draw_needs_neither_matplotlib_nor_numba(
    run: Run, instance: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("matplotlib", "numba"):
        monkeypatch.setitem(sys.modules, name, None)
    assert run("evaluate", "feldman2018/theorem-23", *POINT).status == 0
    assert run("show", "feldman2018/theorem-23").status == 0
    assert run("allocate", instance(), "--arithmetic", "float").status == 0
    assert run("compare", "--help").status == 0


@pytest.mark.campaign
@pytest.mark.parametrize("option", ["-O", "-OO"])
def test_without_assertions_and_docstrings(option: str) -> None:
    """The words of help are given, statements keep their text, and the kernel checks what it checks."""
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, option, "-m", "pabisym", *arguments], capture_output=True, text=True, check=False)

    shown, plain = (subprocess.run([sys.executable, *options, "-m", "pabisym", "show", "feldman2018/theorem-23"], capture_output=True, text=True,
                                   check=True).stdout for options in ((option,), ()))
    assert shown == plain
    for arguments in (("--help",), ("derive", "--help"), ("check", "--help")):
        plain = subprocess.run([sys.executable, "-m", "pabisym", *arguments], capture_output=True, text=True, check=True).stdout
        assert run(*arguments).stdout == plain
    assert run("audit", "feldman2018/theorem-2").returncode == 0


def test_without_docstrings_a_statement_keeps_its_text(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """All commands are tried at night."""
    monkeypatch.setenv("PABISYM_CACHE", "off")  # both replay the proof
    shown = subprocess.run([sys.executable, "-OO", "-m", "pabisym", "show", "feldman2018/theorem-23"], capture_output=True, text=True, check=True).stdout
    assert shown == run("show", "feldman2018/theorem-23").out
    assert "Statement" in shown
