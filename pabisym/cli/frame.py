"""What all commands share: exit statuses, one-line errors, JSON output, files, progress.

=== ==============================================================================================================
0   what was asked holds
1   it was decided and does not hold
2   the input is unusable: one line on stderr, nothing on stdout, nothing written
3   undecided within the limits, which are those of memory too
70  an internal error, a bug of pabisym: one line on stderr
74  the output, or a file that was asked for, cannot be written, as it is closed or its disk is full: one line on stderr
130 interrupted; 141: the reader of the output went away
=== ==============================================================================================================

``PABISYM_TRACEBACK=1`` shows the traceback of an error before its line.
"""

from __future__ import annotations

import ast
import difflib
import errno
import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, redirect_stdout, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

import click

from pabisym.cli.completion import answer_completion
from pabisym.cli.old_names import current_command, current_names
from pabisym.cli.streams import Progress, Shown, one_line, tell
from pabisym.errors import InputError, OutputError, Undecided, field_name
from pabisym.lang.budget import Late, collect_seldom, ended_after, within

if TYPE_CHECKING:
    from pabisym.show.blocks import Block

HOLDS, FAILS, UNUSABLE, UNDECIDED, BUG, OUTPUT, INTERRUPTED, PIPE = 0, 1, 2, 3, 70, 74, 130, 141
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class Once(click.Command):
    """A command whose options that take one value refuse a second one: the parser would drop the first without a word."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line, in which old names of options answer, and refuse what is given twice."""
        args = args if ctx.resilient_parsing else current_names(self.name, args)
        order = [] if ctx.resilient_parsing else self.make_parser(ctx).parse_args(list(args))[2]  # which is how completions are found
        for option in self.params:
            if isinstance(option, click.Option) and not (option.multiple or option.is_flag or option.count) and order.count(option) > 1:
                raise InputError(option.opts[0], "is given twice", "give it once")
        return super().parse_args(ctx, args)


class Main(click.Group):
    """The group of commands; turns every exception into one line and an exit status."""

    command_class = Once

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run a command and leave with its exit status; with ``standalone_mode=False`` return that status."""
        if extra.get("standalone_mode", True):
            collect_seldom()
        status = answer_completion(self, prog_name or "pabisym")
        if status is None and sys.stdout is None:  # what Python makes of a descriptor that was closed before it began
            status = _fail("error: output: is closed; leave the standard output open, or send it to /dev/null", OUTPUT)
        if status is None:
            with Progress() as progress, redirect_stdout(cast("IO[str]", Shown(sys.stdout, progress.clear))):
                status = self._run(sys.argv[1:] if args is None else list(args), prog_name or "pabisym", progress)
        if extra.get("standalone_mode", True):
            sys.exit(status)
        return status

    def _run(self, args: list[str], prog_name: str, progress: Progress) -> int:
        """Run a command with its output shown; its exit status."""
        try:
            with self.make_context(prog_name, args, obj=progress) as context:
                status = self.invoke(context)
            sys.stdout.flush()
            return int(status or HOLDS)
        except click.exceptions.Exit as leaving:
            return int(leaving.exit_code)
        except (KeyboardInterrupt, click.Abort):
            return _fail("interrupted", INTERRUPTED)
        except BrokenPipeError:
            return _silence()
        except SystemExit as leaving:
            if isinstance(leaving.__context__, BrokenPipeError):  # how rich leaves
                return _silence()
            return _fail("error: theorem files: a file that was executed ended the program; take the call of exit out", UNUSABLE)
        except InputError as error:
            return _fail(f"error: {error}", OUTPUT if isinstance(error, OutputError) else UNUSABLE)
        except click.ClickException as error:
            return _fail(f"error: {_usage(error)}", UNUSABLE)
        except Late as late:
            return _fail(f"undecided: {late or 'the time is used up; allow more with --seconds'}", UNDECIDED)
        except Undecided as error:
            return _fail(f"undecided: {error}", UNDECIDED)
        except MemoryError:
            return _fail("undecided: the memory is not enough; ask for fewer steps, fewer digits or another arithmetic", UNDECIDED)
        except Exception as error:
            if isinstance(error, OSError) and error.errno in _UNWRITABLE:
                _silence()
                return _fail(f"error: output: cannot be written: {error.strerror}; make room, or send it elsewhere", OUTPUT)
            cure = "this is a bug of pabisym; please report it with what PABISYM_TRACEBACK=1 shows"
            return _fail(f"internal error: {type(error).__name__}: {error}; {cure}", BUG)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of a name, which may be that of the version before; the nearest ones are suggested for a name that is none."""
        args = args if ctx.resilient_parsing else current_command(args)
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            near = difflib.get_close_matches(name[:100], self.list_commands(ctx), n=2)
            cure = f"did you mean {' or '.join(near)}?" if near else "pabisym --help lists the commands"
            raise InputError(name, "is not a command", cure)
        if isinstance(ctx.obj, Progress):
            ctx.obj.doing = f"{ctx.info_name} {name}"
        return super().resolve_command(ctx, args)


def restore_help(group: click.Group, source: str) -> None:
    """Take the help of commands from the source of their functions, as ``python -OO`` leaves out docstrings."""
    documented = {one.name: ast.get_docstring(one) for one in ast.parse(Path(source).read_text(encoding="utf-8")).body
                  if isinstance(one, ast.FunctionDef)}
    for command in (group, *group.commands.values()):
        command.help = documented.get(getattr(command.callback, "__name__", ""))


def time_limit(context: click.Context, option: click.Parameter, seconds: str) -> None:
    """The budget of a command: its searches end with what they have, and some seconds later everything ends."""
    with field_name(option.opts[0]):
        context.with_resource(within(seconds))
    context.with_resource(ended_after(1.2 * float(seconds) + 1, again=5))


def picture(_: click.Context, option: click.Parameter, value: Any) -> Any:
    """The value of an option that draws, which is refused in one line before any work where matplotlib is not installed."""
    if value and importlib.util.find_spec("matplotlib") is None:
        raise InputError(option.opts[0], "matplotlib is not installed", "pip install 'pabisym[plot]'")
    return value


def several_values(_: click.Context, option: click.Parameter, value: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The values of an option that takes several, which are refused where one of them is the next option."""
    for given in value:
        if late := next((one for one in given if one.startswith("--")), None):
            name = option.opts[0]
            raise InputError(name, f"has too few values before {late}", f"write {name} {option.metavar}, with spaces between the values")
    return value


def picture_file(context: click.Context, option: click.Parameter, value: Any) -> Any:
    """As :func:`picture`, for an option that names the file of a picture, whose suffix is refused before any work too."""
    if picture(context, option, value) is not None:
        from pabisym.show.plot import target_of

        target_of(value, option.opts[0])
    return value


def option_names(**names: str) -> AbstractContextManager[None]:
    """Names options in errors about arguments: ``path="--plot"`` says which option has the file of a picture."""
    return field_name(lambda field: names.get(field, field))


def read_marked_delta(delta: str | None, file: str | None, option: str) -> float | None:
    """The chance of ``--delta``, which a picture marks; None where none is given.

    Raises :class:`~pabisym.errors.InputError` for one that is no chance, and where the picture's option names no file.
    """
    if delta is None:
        return None
    if file is None:
        raise InputError("--delta", "marks a point in a picture", f"name its file with {option}")
    from pabisym.lang.rational import rational, to_fraction

    value = to_fraction(rational(delta, "--delta"))
    if not 0 < value < 1:
        raise InputError("--delta", f"{delta[:40]} is no chance", "give a number between 0 and 1, such as 1e-5")
    return float(value)


def tell_progress() -> Progress:
    """What the command that runs is told to say of its progress."""
    found = click.get_current_context().find_object(Progress)
    return Progress() if found is None else found


def memory() -> float:
    """How many bytes this process may use: what the machine has, or less where a limit is set; infinite where nobody says."""
    found = float("inf")
    with suppress(ImportError, ValueError, OSError, AttributeError):
        found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        found = min(found, limit) if limit != resource.RLIM_INFINITY else found
    return found


def _fail(message: str, status: int) -> int:
    if os.environ.get("PABISYM_TRACEBACK") == "1":
        traceback.print_exc()
    tell(f"pabisym: {one_line(message)}")
    return status


def _silence() -> int:
    """Nobody reads the output any more: keep the interpreter from complaining when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE


def _usage(error: click.ClickException) -> InputError:
    """A complaint of the option parser as field, problem and cure."""
    command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx is not None else "pabisym"
    cure = f"{command} --help shows what it takes"
    if error.message == "Missing command.":
        return InputError(command, "Missing command", f"{command} --help lists them; try {command} show feldman2018/theorem-23")
    if isinstance(error, click.NoSuchOption):
        known = [name for option in (error.ctx.command.params if error.ctx is not None else []) for name in option.opts]
        near = [name for name in known if name.startswith(f"{error.option_name}-")] or list(error.possibilities or ())
        return InputError(error.option_name, "is not an option", f"did you mean {' or '.join(near)}?" if near else cure)
    if isinstance(error, click.MissingParameter):
        return InputError(_name(error), "is missing", cure)
    if isinstance(error, click.BadParameter):
        return InputError(_name(error), error.message.rstrip("."), cure)
    if isinstance(error, click.BadOptionUsage):
        return InputError(error.option_name, error.message.rstrip("."), cure)
    return InputError(command, error.format_message().rstrip("."), cure)


def _name(error: click.BadParameter) -> str:
    if error.param is None:
        return str(error.param_hint or "arguments")
    return error.param.opts[-1] if error.param.param_type_name == "option" else str(error.param.human_readable_name)


def print_json(data: object) -> None:
    """One JSON document on stdout."""
    click.echo(json.dumps(data, ensure_ascii=getattr(sys.stdout, "narrow", False), indent=2, allow_nan=False))


def print_report(blocks: Iterable[Block]) -> None:
    """A report on stdout, for people."""
    from pabisym.show.terminal import print_blocks

    print_blocks(blocks)


def print_answer(found: Any, *, as_json: bool, more: Mapping[str, object] | None = None, **options: object) -> None:
    """A result on stdout: its report for people, with ``options``, or its JSON and what there is ``more``."""
    if as_json:
        print_json({**found.to_json(), **more} if more else found.to_json())
    else:
        from pabisym.show.results import report

        print_report(report(found, **options))


def write_json(path: str, data: object, option: str) -> None:
    """Write one JSON document to a file, whole or not at all; ``option`` is named when that is not possible."""
    from pabisym.lang.files import write_file

    if Path(path).is_dir():
        raise InputError(option, f"{path} is a folder", "name a file")
    write_file(path, json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n", option)


def is_table(path: str) -> bool:
    """Whether a file is one of arrays, by its name."""
    return path.endswith((".npz", ".parquet"))


def read_content(path: str) -> bytes | None:
    """What a file holds, or the standard input for ``-``; None for whatever :func:`read_json` refuses."""
    from pabisym.lang.reader import MAX_INPUT

    if path == "-":
        return None if sys.stdin is None else sys.stdin.buffer.read(MAX_INPUT + 1)
    with suppress(OSError, ValueError), open(path, "rb") as file:
        return file.read(MAX_INPUT + 1)
    return None


def read_json(path: str | bytes) -> object:
    """The JSON document in a file, or on stdin for ``-``, or its bytes; numbers with a point are kept as they were written."""
    from pabisym.lang import reader

    if isinstance(path, bytes):
        return reader.read_json(path)
    if path == "-":
        if sys.stdin is None:
            raise InputError("-", "the standard input is closed", "name a file")
        return reader.read_json(sys.stdin.buffer.read(reader.MAX_INPUT + 1))
    return reader.read_json(Path(path))
