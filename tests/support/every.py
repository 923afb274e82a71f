"""One property over many theorem files: one test for each paper, whose message names every file that fails and says why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeVar

import pytest

from pabisym.library.files import builtin_folder, theorem_files
from pabisym.library.library import Library

T = TypeVar("T")


def ids() -> dict[str, tuple[str, ...]]:
    """The ids of the built-in theorem files by paper, from their names alone: nothing is loaded."""
    found: dict[str, list[str]] = {}
    for _, name in theorem_files(builtin_folder()):
        found.setdefault(name.partition("/")[0], []).append(name)
    return {paper: tuple(names) for paper, names in sorted(found.items())}


IDS = ids()
REPRESENTATIVES = ("altschuler2022/eq-3.7", "altschuler2024/convex", "altschulerchewi2024/reverse-transport-convex",
                   "annamalai2024/expanding", "asoodeh2020/theorem-5", "asoodeh2020isit/theorem-4", "asoodehdiaz2023/limit", "balle2019mixing/theorem-5-last",
                   "bok2024/noisy-gd-convex", "cebere2024/periodic", "chien2024/unlearning-convex", "chien2024sgd/unlearning-optimum",
                   "chienli2025/convex-bounded", "chourasia2021/lemma-6", "cyffers2022/token-seen-later",
                   "cyffers2023/participates-once", "feldman2018/theorem-23", "feldman2020/snowball", "ganesh2020/discretised-langevin",
                   "gopi2022/langevin-steps", "koloskova2025/model-clipping", "kongribero2024/last-step", "li2025/lemma-4-2",
                   "nuradha2026/nonlinear", "pabisym/single-gap", "pierquin2024/gaussian-pufferfish", "ryffel2022/strongly-convex",
                   "sordello2021/given-the-place", "steinke2025/linear-losses", "sunshentao2024/convex-rounds",
                   "yeshokri2022/full-batches", "zamanlooy2023/coefficient", "zamanlooy2024/zero-error")  # fmt: skip
"""One theorem of each paper, each with a proof: what ``pytest -m quick`` looks at."""


def proved(library: Library, names: Iterable[str]) -> tuple[str, ...]:
    """Those that have a proof."""
    return tuple(name for name in names if library.statement(name).proof is not None)


def failures(check: Callable[[T], None], cases: Iterable[T]) -> Iterator[str]:
    """What is wrong, case by case (a name, or what has one), where a check fails."""
    for case in cases:
        try:
            check(case)
        except Exception as error:
            yield f"{getattr(case, 'name', case)}: {str(error) or repr(error)}"


def every_case(cases: Collection[T]) -> Callable[[Callable[[T], None]], Callable[[], None]]:
    """One test over many small cases, whose message names all that fail: each by itself would take longer to begin than to run."""

    def tested(check: Callable[[T], None]) -> Callable[[], None]:
        def test() -> None:
            found = list(failures(check, cases))
            assert cases
            assert not found, f"{len(found)} of {len(cases)} fail:\n" + "\n".join(found)

        test.__doc__ = check.__doc__
        return test

    return tested


def one_of_each(check: Callable[[str], None]) -> Callable[[tuple[str, ...]], None]:
    """The same for what takes long: by day one theorem of each paper, at night all files."""

    @pytest.mark.parametrize(
        "names", [*(pytest.param(names, id=paper, marks=pytest.mark.campaign) for paper, names in IDS.items()), pytest.param(REPRESENTATIVES, id="one-of-each", marks=pytest.mark.quick)]
    )
    def test(names: tuple[str, ...]) -> None:
        found = list(failures(check, names))
        assert not found, f"{len(found)} of {len(names)} fail:\n" + "\n".join(found)

    test.__doc__ = check.__doc__
    return test


def every_file(check: Callable[[str], None]) -> Callable[[tuple[str, ...]], None]:
    """A test of each paper that checks all its theorem files, and one for ``pytest -m quick`` alone that checks one theorem of each."""

    @pytest.mark.parametrize(
        "names", [*(pytest.param(names, id=paper) for paper, names in IDS.items()), pytest.param(REPRESENTATIVES, id="one-of-each", marks=(pytest.mark.quick, pytest.mark.campaign))]
    )
    def test(names: tuple[str, ...]) -> None:
        found = list(failures(check, names))
        assert not found, f"{len(found)} of {len(names)} fail:\n" + "\n".join(found)

    test.__doc__ = check.__doc__
    return test
