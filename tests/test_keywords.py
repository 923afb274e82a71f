"""Public functions name every keyword with its type, and those of a training run are the keys of a configuration."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest

import pabisym
from pabisym.comparison.vocabulary import GIVEN, OPTIONAL
from pabisym.errors import InputError
from pabisym.spec.configuration import KEYS, TARGET, WORDS, Configuration

OPEN = {"evaluate"}
"""What takes values of letters by their names."""
OTHERS = {"library", "progress", "seconds", "digits"}
"""Keywords that are not about the run."""
OF_PRIVACY = {"checkpoints", "drop_last", "shuffle_once"}
"""What no bound of the library and no open problem has a letter for, but the accountants of hidden batches and places know."""


def keywords(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    return {name: one for name, one in inspect.signature(function).parameters.items() if one.kind is inspect.Parameter.KEYWORD_ONLY}


@pytest.mark.parametrize(
    ("name", "wanted"), [("privacy", {*KEYS, TARGET}), ("gap", {*KEYS} - OF_PRIVACY), ("compare", {*KEYS, *GIVEN, *OPTIONAL} - OF_PRIVACY)],
)  # fmt: skip
def test_a_training_run_has_the_keywords_of_a_configuration(name: str, wanted: set[str]) -> None:
    function = getattr(pabisym, name)
    assert keywords(function).keys() - OTHERS == wanted
    assert {key for key in wanted if get_type_hints(inspect.unwrap(function))[key] is object} == set()


@pytest.mark.parametrize("name", ["privacy", "gap", "compare"])
def test_words_of_a_training_run_are_offered_by_their_types(name: str) -> None:
    hints = get_type_hints(inspect.unwrap(getattr(pabisym, name)))
    for key, words in WORDS.items():
        literal = next(one for one in (hints[key], *get_args(hints[key])) if all(isinstance(word, str) for word in get_args(one)) and get_args(one))
        assert get_args(literal) == words, key


def test_no_public_function_takes_whatever_is_given() -> None:
    """Letters of a formula are the caller's own; every other keyword has a name and a type."""
    loose = []
    for name in pabisym.__all__:
        found = getattr(pabisym, name)
        if inspect.isfunction(found):
            parameters = inspect.signature(found).parameters.values()
            loose += [f"{name}({one})" for one in parameters if one.annotation is one.empty]
            loose += [f"{name}({one})" for one in parameters if one.kind is inspect.Parameter.VAR_KEYWORD and name not in OPEN]
    assert loose == []


def test_values_reach_the_configuration_under_their_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pabisym.training.answer.answer", lambda run, library, progress: run)
    given = {"examples": 1000, "batch": 10, "steps": 100, "noise_multiplier": 2, "clip": "1/2", "learning_rate": "1/10", "loss": "strongly-convex",
             "smoothness": 2, "strong_convexity": 1, "diameter": 3, "weight_decay": 0, "momentum": 0, "sampling": "cyclic", "adjacency": "replace",
             "release": "last", "delta": "1e-5"}
    assert pabisym.privacy(**given) == Configuration.of(given)  # type: ignore[comparison-overlap]


def test_a_keyword_that_is_none_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(InputError, match="epoch: is no argument of privacy; did you mean epochs"):
        pabisym.privacy(examples=10, epoch=3)  # type: ignore[call-arg]
