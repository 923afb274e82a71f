"""Completion for shells: commands and options by click, ids from the names of theorem files, of which none is run."""

from __future__ import annotations

import os

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

VARIABLE = "_PABISYM_COMPLETE"
"""By this variable a shell asks for completions; :func:`source` says how."""


def ids(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids that begin with what was typed."""
    from pabisym.library.library import builtin

    return [CompletionItem(name) for name in builtin().known if name.startswith(incomplete)]


def problems(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The open problems that begin with what was typed."""
    from pabisym.atlases.gaps import PROBLEMS

    return [CompletionItem(name) for name in PROBLEMS if name.startswith(incomplete)]


def source(group: click.Group, shell: str) -> str:
    """The program that a shell reads at its start; raises :class:`ValueError` for a shell that click does not know."""
    found = get_completion_class(shell)
    if found is None:
        raise ValueError(f"{shell} is no shell that can be completed")
    return str(found(group, {}, "pabisym", VARIABLE).source())


def answer_completion(group: click.Group, program: str) -> int | None:
    """Answer a shell that asks for completions, and return the exit status; None where none asks."""
    instruction = os.environ.get(VARIABLE)
    return shell_complete(group, {}, program, VARIABLE, instruction) if instruction else None
