"""The commands: each reads its input, asks one module, prints text or JSON, and returns an exit status."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pabisym import __version__
from pabisym.cli.completion import ids, problems
from pabisym.cli.examples import add_examples
from pabisym.cli.frame import (
    FAILS,
    HOLDS,
    UNDECIDED,
    Main,
    picture,
    picture_file,
    print_answer,
    print_json,
    print_report,
    read_json,
    restore_help,
    several_values,
    tell_progress,
    time_limit,
    write_json,
)
from pabisym.cli.run_options import run_options, symbol_option
from pabisym.cli.streams import tell
from pabisym.errors import InputError, visible
from pabisym.lang.budget import SECONDS

if TYPE_CHECKING:
    from pabisym.library.library import Library

_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout, nothing else.")
_SECONDS = click.option("--seconds", metavar="S", default=f"{SECONDS:g}", show_default=True, expose_value=False, callback=time_limit,
                        help="Most seconds of processor time; what is not decided by then ends with status 3.")


def _limit_at(context: click.Context, option: click.Parameter, seconds: str) -> None:
    """The budget of ``atlas``, which without ``--at`` has none unless it is given."""
    if context.params.get("own_run") or context.get_parameter_source("seconds") is not ParameterSource.DEFAULT:
        time_limit(context, option, seconds)


_FOLDERS = click.option(
    "--folder", "folders", metavar="FOLDER", multiple=True,
    help="Add a folder of your own theorem files; those in Python are executed. Repeat for several.",
)
_STATUSES = ("proved", "proved_from", "proved_no_model", "vacuous", "cited", "conjectured", "refuted", "definition", "prose")
_ONLY = (*_STATUSES, "holds", "holds in part", "corrected", "undecided", "not examined", "failed")


@click.group(cls=Main, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pabisym", message="%(prog)s %(version)s")
def main() -> None:
    """Machine-checked privacy analysis of noisy iterative algorithms.

    Exit status: 0 what was asked holds, 1 it was decided and does not hold, 2 the input is unusable, 3 undecided
    within the limits, 70 a bug, 74 the output cannot be written, 130 interrupted, 141 nobody reads the output.
    """


@main.command("audit", short_help="Check every proof and every claim about the papers.")
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=ids)
@click.option(
    "--report", "report_folder", metavar="DIR", callback=picture,
    help="Write HTML pages that need no network: scoreboard, statements, graph.",
)
@click.option("--findings", is_flag=True, help="What is wrong in the papers too, one line for each statement.")
@click.option("--rows", is_flag=True, help="The table of all statements too.")
@click.option("--only", type=click.Choice(_ONLY), help="Only the statements of this status or verdict, or those with a failed check.")
@_JSON
def audit_command(paths: Sequence[str], report_folder: str | None, findings: bool, rows: bool, only: str | None, as_json: bool) -> int:
    """Replay every proof and decide every recorded claim again; the scoreboard, what it means, and what to type next.

    A PATH is the beginning of ids such as feldman2018, or a folder of theorem files such as ./mine; without one, all
    built-in files are audited.  Theorem files are Python programs and are executed: audit a folder only if you trust who wrote
    it.  Of proofs by others, check the JSON that show --proof writes.
    """
    if not paths:  # before anything is loaded
        tell("pabisym: replaying the proof of every theorem and checking every claim about the papers; about half a minute on two cores")
    from pabisym.library.audit import audit

    progress = tell_progress()
    library, names = _select_paths(paths)
    report = audit(library, names, progress)
    if names is None:
        from pabisym.show.catalogue import keep

        keep(library, report)
    if report_folder is not None:
        from pabisym.show.report import write_report

        write_report(library, report, report_folder, progress)
    if as_json:
        data = report.to_json()
        if only is not None:
            from pabisym.show.text import is_chosen

            data["entries"] = [entry.to_json() for entry in report.entries if is_chosen(entry, only)]
        print_json(data)
    else:
        from pabisym.show.text import audit_blocks

        print_report(audit_blocks(report, findings=findings, rows=rows, only=only, command=shlex.join(("pabisym", "audit", *paths))))
    return report.exit_status


@main.command("prove", short_help="Build proofs and store them beside their theorem files.")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--compare", is_flag=True, help="Write nothing; say which stored proofs differ from what is built now.")
@_JSON
def prove_command(paths: Sequence[str], compare: bool, as_json: bool) -> int:
    """Build the proofs of theorem files anew and store the accepted ones beside the files.

    audit, show and derive replay a stored proof instead of searching for it again.  PATH as for audit; theorem files are Python
    programs and are executed.
    """
    from pabisym.library.rebuild import prove

    library, names = _select_paths(paths)
    progress = tell_progress()
    outcomes = prove(library, library.ids if names is None else names, progress, write=not compare)
    if as_json:
        print_json([outcome.to_json() for outcome in outcomes])
    else:
        for outcome in outcomes:
            click.echo(f"{outcome.id}: {outcome.said}")
    return HOLDS if all(outcome.good for outcome in outcomes) else FAILS


@main.command("show", short_help="Show a statement on one screen, or its proof.")
@click.argument("name", metavar="ID", shell_complete=ids)
@click.option("--latex", "as_latex", is_flag=True, help="The statement as a LaTeX document.")
@click.option("--html", "as_html", is_flag=True, callback=picture, help="One HTML page that carries all it needs in itself.")
@click.option("--proof", "proof_file", metavar="[OUT]", is_flag=False, flag_value="",
              help="The proof as a tree; with OUT, write it, with all theorems under it, to a file.")
@click.option("--full", is_flag=True, help="Everything: symbols, proof, worst case, every check decided again.")
@_FOLDERS
@_JSON
def show_command(name: str, as_latex: bool, as_html: bool, proof_file: str | None, full: bool, folders: Sequence[str],
                 as_json: bool) -> int:
    """Show a statement on one screen: what it states and bounds, what it assumes, its status as last computed, what it depends on."""
    shapes = (("--latex", as_latex), ("--html", as_html), ("--json", as_json), ("--full", full))
    chosen = [option for option, given in shapes if given]
    if len(chosen) > 1:
        raise InputError(chosen[0], f"cannot be combined with {chosen[1]}", "give one of them")
    library = _library(folders)
    library.statement(name).read()
    if proof_file:
        from pabisym.library.proof_file import proof_document

        write_json(proof_file, proof_document(library, name), "--proof")
    if as_latex:
        from pabisym.show.latex import document, statement_latex

        click.echo(document(statement_latex(library.statement(name))))
        return HOLDS
    if not chosen:
        from pabisym.show.text import brief_blocks, proof_blocks, rest_line

        print_report(proof_blocks(library, name) if proof_file == "" else (*brief_blocks(library, name), *rest_line(name)))
        return HOLDS
    from pabisym.library.audit import audit_entry

    audited = audit_entry(library, name)
    if as_html:
        from pabisym.show.html import statement_html

        click.echo(statement_html(library, audited))
    elif as_json:
        from pabisym.show.data import statement_data

        print_json(statement_data(library, audited))
    else:
        from pabisym.show.text import statement_blocks

        print_report(statement_blocks(library, audited))
    return HOLDS


@main.command("evaluate", short_help="A bound, a number of a paper, or a formula, to any digits.")
@click.argument("name", metavar="ID|EXPRESSION", shell_complete=ids)
@click.option("--set", "assignments", metavar="NAME=VALUE", multiple=True, help="The value of a symbol; repeat for each.")
@click.option("--of", metavar="NAME", help="Which number that the page defines, where it has several.")
@click.option("--digits", type=int, default=15, show_default=True, help="Significant digits to certify.")
@click.option("--force", is_flag=True, help="Evaluate even where an assumption does not hold.")
@click.option("--plot", metavar="OUT", callback=picture_file,
              help="Draw the errors of tests, of the bound and of the worst case (.svg, .pdf, .png).")
@click.option("--delta", metavar="D", help="Mark in the picture of errors where (epsilon, D) touches the bound.")
@_FOLDERS
@_JSON
def evaluate_command(name: str, assignments: Sequence[str], folders: Sequence[str], **options: Any) -> int:
    """Enclose a statement's bound at a rational point, a number that its page defines, or any formula of the grammar.

    Symbols are those that show --full lists; values are exact: 3, 3/4, 0.75 or 1e-5.  A cost that a bound takes as a symbol and that the
    page defines is computed where it is not given.
    """
    from pabisym.cli.evaluate_command import EvaluationOptions, run

    return run(name, lambda: _library(folders), EvaluationOptions(_assignments(assignments), **options))


@main.command("convert", short_help="A privacy bound as (epsilon, delta).")
@click.option("--renyi", metavar="EXPR", help="A Rényi bound as a formula in the order alpha, such as 'alpha*rho'.")
@click.option("--gdp", multiple=True, metavar="MU", help="Gaussian differential privacy; repeat for several mechanisms.")
@click.option("--zcdp", multiple=True, metavar="RHO", help="A Rényi bound of RHO times the order; repeat for several mechanisms.")
@click.option("--sampled", nargs=3, multiple=True, metavar="Q SIGMA STEPS", callback=several_values,
              help="Steps of the sampled Gaussian mechanism, by the certified accountant; repeat for further steps.")
@click.option("--laplace", multiple=True, metavar="B", help="Laplace noise on the line: its scale over the sensitivity.")
@click.option("--pure", multiple=True, metavar="E", help="Any E-DP mechanism, such as randomised response; repeat for several.")
@click.option("--exponential", multiple=True, metavar="E", help="An exponential mechanism, exp(E u/(2 Delta)); repeat for several.")
@click.option("--statement", metavar="ID", help="A statement about Rényi divergence or GDP, at the point that --set gives.")
@click.option("--set", "assignments", metavar="NAME=VALUE", multiple=True, help="The value of a symbol; repeat for each.")
@click.option("--orders", nargs=2, metavar="LOW HIGH", help="The orders at which --renyi holds.  [default: all above 1]")
@click.option("--delta", metavar="D", help="Find the least epsilon at this delta.")
@click.option("--epsilon", metavar="E", help="Find the least delta at this epsilon.")
@click.option("--by", metavar="mironov|canonne|lossless",
              help="The conversion of Rényi bounds, also for --sampled.  "
                   "[default: canonne; exactly for a statement that bounds mu^2 as well]")
@click.option("--digits", type=int, metavar="N",
              help="Significant digits to certify.  [default: 15; of what the accountant answers 3 for epsilon, 2 for delta]")
@_FOLDERS
@_SECONDS
@_JSON
def convert_command(assignments: Sequence[str], delta: str | None, epsilon: str | None, by: str | None, digits: int | None,
                    folders: Sequence[str], as_json: bool, **bound: Any) -> int:
    """Turn what is known into the least epsilon at a delta, or the least delta at an epsilon, certified over all orders.

    Mechanisms that are given by --sampled, --gdp, --zcdp, --laplace, --pure and --exponential, each as often as there are mechanisms, are
    composed; else one of --renyi and --statement says what is known.  Numbers are exact: 3, 3/4, 0.75 or 1e-5.
    """
    from pabisym.cli.convert_command import ConversionOptions, run

    asked = ConversionOptions(values=_assignments(assignments), **bound)
    return run(asked, lambda: _library(folders), delta=delta, epsilon=epsilon, by=by, digits=digits, as_json=as_json)


@main.command("privacy", short_help="The best certified epsilon of a training configuration.")
@click.argument("file", metavar="[TRAINING.toml]", required=False)
@run_options("examples", "batch", "epochs", "steps", "noise-multiplier", "clip", "learning-rate", "loss", "smoothness", "strong-convexity",
             "diameter", "weight-decay", "momentum", "sampling", "sample-rate", "drop-last", "shuffle-once", "adjacency",
             "release", "checkpoints", "delta",
             defaults={"loss": "clipped", "adjacency": "add-remove", "release": "all"})
@symbol_option()
@click.option("--target-epsilon", "target", metavar="E", help="Find the least noise multiplier for this epsilon, or what --solve names.")
@click.option("--solve", metavar="noise-multiplier|epochs|batch|learning-rate", help="What is solved for with --target-epsilon.")
@click.option("--from", "origin", metavar="RUN.json", help="What PrivacyEngine and the data loader know, as JSON.")
@click.option("--schedule", nargs=2, metavar="LOW HIGH", help="The best noise multipliers of the steps, between these, at the same cost.")
@click.option("--weights", metavar="FORMULA", help="What a unit of variance costs at the step k.  [default: 1]")
@click.option("--explain", is_flag=True, help="Say how the configuration is read, step by step.")
@click.option("--plot", metavar="OUT", callback=picture_file, help="Draw epsilon against epochs (.svg, .pdf or .png).")
@click.option("--certificate", metavar="OUT", help="Write the plan of a bound by hidden batches, for pabisym check.")
@click.option("--map", is_flag=True, help="Where hiding iterates begins to help, and by how much; --plot draws it.")
@click.option("--statement", metavar="OUT", help="Write a statement to file about the run (.md, .html or .json); - prints it instead.")
@_FOLDERS
@_SECONDS
@_JSON
def privacy_command(assignments: Sequence[str], folders: Sequence[str], **options: Any) -> int:
    """The best certified epsilon of a training run, what it assumes in plain words, and what else is known.

    TRAINING.toml has the options as keys, noise_multiplier = "1.1"; options stand above it.  Tables [[phase]] in it are phases with keys of
    their own, tables [[mechanism]] what else is released of the data: kind = "gaussian", "laplace", "matrix", "exponential" and others.
    Numbers are exact: 3, 3/4, 0.75 or 1e-5.
    """
    from pabisym.cli.privacy_command import PrivacyOptions, check_together, run
    from pabisym.spec.configuration import with_symbols

    wanted = PrivacyOptions(**{name: options.pop(name) for name in PrivacyOptions.__dataclass_fields__})
    check_together(wanted)
    return run(lambda: _library(folders), with_symbols(options, _assignments(assignments)), wanted)


@main.command("compare", short_help="All theorems at your parameters, the best first.")
@run_options("examples", "batch", "epochs", "steps", "noise-multiplier", "clip", "learning-rate", "loss", "smoothness", "strong-convexity",
             "diameter", "weight-decay", "sampling", "delta", words={"sampling": "cyclic|shuffled|full"},
             defaults={"loss": "convex", "sampling": "cyclic"})
@symbol_option()
@click.option("--digits", type=int, default=10, show_default=True, help="Significant digits of every epsilon.")
@click.option("--plot", metavar="OUT", callback=picture_file, help="Draw epsilon against the number of steps (.svg, .pdf or .png).")
@click.option("--records", metavar="OUT", callback=picture_file,
              help="Draw who is protected when: every batch after every number of steps.")
@_FOLDERS
@_SECONDS
@_JSON
def compare_command(assignments: Sequence[str], digits: int, plot: str | None, records: str | None, folders: Sequence[str],
                    as_json: bool, **options: Any) -> int:
    """Compare the privacy that all applicable theorems give the last iterate of projected noisy SGD.

    The run is described by options, as for privacy, or by --set with the symbols of the papers: n records, batches of b, T steps of
    size eta, L-Lipschitz losses, gradient noise of standard deviation sigma (before the step size), delta; and, where known, the diameter
    D of the domain, m-strongly convex (0), M-smooth, the record t (the last one).  Data sets are neighbours where one record is replaced.
    """
    from pabisym.cli.compare_command import run

    return run(lambda: _library(folders), _assignments(assignments), options, digits=digits, plot=plot, records=records, as_json=as_json)


@main.command("allocate", short_help="Solve an instance of the shift allocation.")
@click.argument("file", metavar="FILE|-")
@click.option("--arithmetic", default="exact", show_default=True, metavar="exact|float|ball", help="How to compute.")
@click.option("--certificate", metavar="OUT", help="Write what the kernel needs to check the answer.")
@click.option("--plot", metavar="OUT", callback=picture_file, help="Draw the optimum, a greatest convex minorant (.svg, .pdf or .png).")
@click.option("--tradeoff", metavar="OUT", callback=picture_file, help="Draw the errors of tests, of the bound and of the worst case.")
@click.option("--delta", metavar="D", help="Mark in the picture of errors where (epsilon, D) touches the bound.")
@click.option("--explain", is_flag=True, help="Say why: binding steps, blocks, marginal values of the data.")
@click.option("--digits", type=int, metavar="N", help="Significant digits that ball arithmetic certifies.  [default: 30]")
@_JSON
def allocate_command(file: str, **options: Any) -> int:
    """Solve one instance of the shift allocation, or judge the allocation that it gives.

    FILE is JSON with steps, gap, noise_variance and, optionally, contraction, start_shift, diameter and allocation,
    or a .npz or .parquet file with arrays of these names.
    """
    from pabisym.cli import solver_commands

    return solver_commands.allocate(file, solver_commands.AllocationOptions(**options))


@main.command("calibrate", short_help="The least noise for a guarantee.")
@click.argument("file", metavar="FILE|-", required=False)
@click.option("--gdp", metavar="MU", help="Gaussian differential privacy.")
@click.option("--renyi", nargs=2, metavar="ALPHA EPSILON", help="A Rényi divergence of order ALPHA of at most EPSILON.")
@click.option("--epsilon", metavar="E", help="(epsilon, delta) differential privacy, with --delta.")
@click.option("--delta", metavar="D", help="(epsilon, delta) differential privacy, with --epsilon.")
@click.option("--sampled", nargs=2, multiple=True, metavar="Q STEPS", callback=several_values,
              help="Instead of FILE: steps on batches that hold a record with probability Q; repeat for further steps with the same noise.")
@click.option("--gaussian", metavar="USES", help="Instead of FILE: uses of a Gaussian mechanism; finds std/sensitivity.")
@run_options("examples", "batch", "epochs", "steps", "sample-rate", "sampling", "adjacency",
             words={"sampling": "poisson|fixed-size|full", "adjacency": "add|remove|add-remove|replace|zero-out"},
             defaults={"sampling": "poisson", "adjacency": "add-remove"})
@click.option("--split", "as_split", is_flag=True, help="Instead: the best split of a given noise between sampling and shift.")
@click.option("--order", metavar="ALPHA", help="With --split: the Rényi order.")
@run_options("noise-multiplier", "clip", "learning-rate", "loss", "smoothness", "strong-convexity", "diameter",
             words={"loss": "convex|strongly-convex"}, defaults={"loss": "convex"})
@symbol_option()
@click.option("--sensitivity", metavar="S", help="With --split: how far one record moves the averaged gradient.  [default: 2C/B]")
@click.option("--contraction", metavar="C", help="With --split: by what a step contracts.  [default: what the smoothness says, else 1]")
@click.option("--direction", metavar="replacement|mixture-first|mixture-second",
              help="With --split: the bound for a replaced record, or the page's formula with one direction of the sampled Gaussian.  "
                   "[default: replacement]")
@click.option("--digits", type=int, metavar="N", help="With --split: significant digits to certify.  [default: 30]")
@_SECONDS
@_JSON
def calibrate_command(file: str | None, gdp: str | None, renyi: tuple[str, str] | None, epsilon: str | None, delta: str | None,
                      sampled: Sequence[tuple[str, str]], gaussian: str | None, as_split: bool, assignments: Sequence[str], as_json: bool,
                      **options: Any) -> int:
    """The least multiple of the noise of an instance that meets a guarantee, rounded so that it does.

    FILE is an instance as for allocate, its noise_variance a schedule; numbers are exact: 3, 3/4, 0.75 or 1e-5.  For a training run on
    random batches, given by its options, or by --sampled, it is the least noise multiplier for which all iterates meet --epsilon and
    --delta, by certified privacy loss distributions.  FILE.toml has [[phase]] and [[mechanism]], as for privacy: the multiplier is that of
    all phases that have none.

    With --split the noise is given, and split between sampling and shift so that the bound is least: (B.2) and (B.3) of Altschuler and
    Talwar, corrected.  The run is described by options, as for privacy, or by --set with the symbols of the page, alpha among them.  The
    value bounds the Rényi divergence of the last iterates when one record is replaced; the directions mixture-first and mixture-second
    give the value of the formulas that the paper states, which are no bounds.
    """
    from pabisym.cli import calibrate_command as command

    guarantee = {"gdp": gdp, "renyi": renyi, "epsilon": epsilon, "delta": delta}
    others = {"FILE": file, **guarantee, "sampled": tuple(sampled), "gaussian": gaussian}
    run = command.check_together({**options, "assignments": tuple(assignments)}, others, split=as_split)
    if as_split:
        from pabisym.cli import solver_commands

        return solver_commands.split(options, _assignments(assignments), as_json=as_json)
    if file is not None and file.endswith(".toml") and not sampled and gaussian is None:
        return command.print_phased_multiplier(file, run, guarantee, as_json=as_json)
    trained = bool(sampled or run or gaussian is not None)
    if (file is None) == (not trained):
        other = "--gaussian" if gaussian is not None else "--sampled" if sampled else f"--{next(iter(run), '')}".replace("_", "-")
        raise InputError("FILE", "is missing" if file is None else f"cannot be combined with {other}",
                         "give FILE, or --sample-rate Q --steps T")
    if trained:
        return command.print_least_multiplier(sampled, run, guarantee, gaussian, as_json=as_json)
    from pabisym.cli import solver_commands

    return solver_commands.calibrate(str(file), guarantee, as_json=as_json)


@main.command("feasible", short_help="Decide an allocation for all parameters.")
@click.argument("spec", metavar="SPEC.toml")
@click.option("--proof", "proof_file", metavar="OUT", help="Write the proof of a feasible allocation to a file.")
@_SECONDS
@_JSON
def feasible_command(spec: str, proof_file: str | None, as_json: bool) -> int:
    """Prove that an allocation is feasible for all parameters, or find an instance at which it is not, and repair it there.

    SPEC.toml is a spec as for derive with [allocation], payments = a formula in the step k; it needs no [goal].
    """
    from pabisym.cli import solver_commands

    return solver_commands.feasible(spec, proof=proof_file, as_json=as_json)


@main.command("derive", short_help="Derive and prove a bound for a spec.")
@click.argument("spec", metavar="SPEC.toml")
@click.option("--latex", "as_latex", is_flag=True, help="The theorem as a LaTeX document.")
@click.option("--proof", "proof_file", metavar="OUT", help="Write the proof, with all theorems under it, to a file.")
@click.option("--explain", is_flag=True, help="Show every step with its rule and why.")
@click.option("--limit", "limits", metavar="NAME=VALUE", multiple=True, help="The cost as a symbol goes to oo or to VALUE[:below|:above].")
@click.option("--set", "assignments", metavar="NAME=VALUE", multiple=True,
              help="The bound at a point, or all ways to (epsilon, delta) there; repeat for each symbol.")
@click.option("--table", "grid", metavar="NAME=V,V,…", multiple=True,
              help="The bound and the certified optimum for several values of a symbol; repeat for a grid.")
@click.option(
    "--plot", "plot_file", metavar="OUT", callback=picture_file, help="Draw the optimum at the point of --set (.svg, .pdf or .png).",
)
@click.option("--strict", is_flag=True, help="Exit with 3 unless it is proved that a worst case matches the bound.")
@_FOLDERS
@_SECONDS
@_JSON
def derive_command(spec: str, assignments: Sequence[str], **options: Any) -> int:
    """Derive a closed form from a description of a process or an algorithm, and prove it for all parameters.

    SPEC.toml has [symbols] with domains, [process] or [algorithm], and [goal].
    """
    from pabisym.cli import derive_options

    return derive_options.run(Path(spec), derive_options.Options(at=_assignments(assignments), **options))


@main.command("sweep", short_help="One quantity at many points, resumed where it was ended.")
@click.argument("file", metavar="SWEEP.toml|-")
@click.option("--out", metavar="FILE.csv|DIR.parquet", help="Where values go as they come.  [default: the name of the sweep, .csv]")
@click.option("--cores", type=int, metavar="N", help="Processes on this machine.  [default: one for every core]")
@click.option("--dask", metavar="ADDRESS", help="The scheduler of a Dask cluster that computes instead.")
@click.option("--chunk", type=int, metavar="N", help="Points that are computed and written together.")
@click.option("--fresh", is_flag=True, help="Begin anew where there are values already.")
@click.option(
    "--heat", metavar="OUT", callback=picture_file, help="Draw the values over the two symbols of a grid (.svg, .pdf or .png).",
)
@_FOLDERS
@_JSON
def sweep_command(file: str, **options: Any) -> int:
    """Compute a theorem's bound, a derived bound, an allocation, a calibration or an epsilon on a grid or a table of points.

    SWEEP.toml has [grid] or [table], [fixed], and one of [theorem], [derive], [allocate], [calibrate], [convert], [privacy].  The same
    command goes on where a run was ended.
    """
    from pabisym.cli.sweep_command import SweepOptions, run

    return run(file, SweepOptions(**options))


@main.command("refute", short_help="Decide the claim of a spec.")
@click.argument("spec", metavar="SPEC.toml")
@_FOLDERS
@_SECONDS
@_JSON
def refute_command(spec: str, folders: Sequence[str], as_json: bool) -> int:
    """Prove a claimed bound, refute it with an instance that can be checked by hand, or say that it is undecided."""
    from pabisym.refutation.search import refute

    decision = refute(Path(spec), library=tuple(folders))
    print_answer(decision, as_json=as_json)
    return {"proved": HOLDS, "refuted": FAILS, "undecided": UNDECIDED}[decision.status]


@main.command("export", short_help="Write proofs for Coq.")
@click.argument("names", nargs=-1, required=True, metavar="ID...|PROOF|CERTIFICATE")
@click.option("--coq", "folder", metavar="DIR", required=True, help="The folder of the development.")
@_FOLDERS
@_JSON
def export_command(names: Sequence[str], folder: str, folders: Sequence[str], as_json: bool) -> int:
    """Write a development that coqc 8.16 compiles with its standard library alone: statements, a proof file or a certificate.

    What they depend on is written with them. Compile the files in the order that is printed: coqc -Q DIR Pabisym FILE.
    """
    from pabisym.coq import export
    from pabisym.proof.json import is_proof

    if len(names) == 1 and (names[0] == "-" or names[0].endswith(".json")):
        data = read_json(names[0])
        if is_proof(data):
            files = export.export_document(data, Path(folder), visible(names[0]))
        elif isinstance(data, dict):
            files = export.export_certificate(data, Path(folder))
        else:
            raise InputError(visible(names[0]), "is neither a certificate nor a proof file", "write one with --certificate or --proof")
    else:
        files = export.export_statements(_library(folders), names, Path(folder))
    if as_json:
        print_json({"folder": folder, "files": files})
    else:
        click.echo("\n".join(files))
    return HOLDS


@main.command("check", short_help="Replay certificates and proofs.")
@click.argument("files", nargs=-1, required=True, metavar="CERTIFICATE|PROOF...")
@_FOLDERS
@_JSON
def check_command(files: Sequence[str], folders: Sequence[str], as_json: bool) -> int:
    """Judge certificates and proof files: replayed by the kernel, with the statement, what it assumes without proof, what satisfies it.

    They are JSON.  Nothing in such a file is executed: this is how to exchange proofs without running what others wrote.
    """
    from pabisym.refutation.referee import check

    known = _library(folders)
    results = [check(read_json(file), name=file, library=known).to_json() for file in files]
    if as_json:
        print_json(results)
    else:
        from pabisym.show.text import checked_blocks

        print_report(block for result in results for block in checked_blocks(result))
    return HOLDS if all(result["accepted"] for result in results) else FAILS


@main.command("beliefs", short_help="What is assumed without proof, and why.")
@click.argument("names", nargs=-1, metavar="[BELIEF]...")
@click.option("--of", "name", metavar="ID", shell_complete=ids, help="Only what this statement assumes without proof.")
@_FOLDERS
@_JSON
def beliefs_command(names: Sequence[str], name: str | None, folders: Sequence[str], as_json: bool) -> int:
    """List everything that is assumed without proof, or what the named axioms and results state.

    Each comes with its wording, conditions, source and reason, how many statements rest on it, and whether it is discharged.
    That is an inference rule of the kernel, a cited result that a proof applies, or a hypothesis that is a result.  Of one statement
    the axioms come first, the same ones that Coq lists for the exported theorem; what Coq proves is listed apart.
    """
    from pabisym.library.beliefs import all_beliefs, beliefs_of, named_beliefs

    if names and name is not None:
        raise InputError("BELIEF", "cannot be combined with --of", "give names of beliefs, or --of ID")
    library = _library(folders)
    if names:
        found = named_beliefs(library, names)
    elif name is not None:
        found = beliefs_of(library, library.entry(name).id)
    else:
        progress = tell_progress()
        found = all_beliefs(library, progress)
    print_answer(found, as_json=as_json, counted=not names)
    return HOLDS


@main.command("graph", short_help="A kernel graph with its bounds.")
@click.argument("name", metavar="ID|FILE.json|-", required=False, shell_complete=ids)
@click.option("--svg", metavar="OUT", callback=picture, help="Write the picture to a file.")
@click.option("--set", "assignments", metavar="NAME=VALUE", multiple=True, help="The value of a symbol of the graph.")
@click.option("--gamma", metavar="G", help="Order of the hockey-stick divergence, at least 1.")
@click.option("--epsilon", metavar="E", help="The same by its logarithm.")
@_FOLDERS
@_JSON
def graph_command(name: str | None, svg: str | None, assignments: Sequence[str], gamma: str | None, epsilon: str | None,
                  folders: Sequence[str], as_json: bool) -> int:
    """Show the kernel graph of a file, or of a statement such as asoodeh2020/theorem-4: contraction coefficients and bounds.

    They are formulas and, with --set and --gamma or --epsilon, numbers.  What a statement depends on, depends shows.
    """
    from pabisym.cli.graph_command import graph

    graph(lambda: _library(folders), name, svg, _assignments(assignments), gamma, epsilon, as_json)
    return HOLDS


@main.command("depends", short_help="What a statement depends on.")
@click.argument("name", metavar="[ID]", required=False, shell_complete=ids)
@click.option("--svg", metavar="OUT", callback=picture, help="Write the picture to a file.")
@_FOLDERS
@_JSON
def depends_command(name: str | None, svg: str | None, folders: Sequence[str], as_json: bool) -> int:
    """Show which statements a statement depends on, directly or not; without ID, the dependencies of all statements."""
    from pabisym.cli.graph_command import depends

    depends(_library(folders), name, svg, as_json)
    return HOLDS


@main.command("list", short_help="Find theorems: by words, paper, status or setting.")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--paper", metavar="P", help="Only this paper, as feldman2018.")
@click.option("--status", type=click.Choice(_STATUSES), help="Only statements of this status.")
@run_options("loss")
@run_options("sampling", words={"sampling": "poisson|fixed-size|cyclic|shuffled|full|one-pass"})
@click.option("--domain", metavar="bounded|unbounded", help="Whether iterates are projected into a bounded domain.")
@click.option("--notion", metavar="renyi|dp|gdp|hockey-stick", help="The notion of privacy of the bound.")
@click.option("--direction", metavar="upper|lower", help="Upper or lower bounds.")
@_FOLDERS
@_JSON
def list_command(words: Sequence[str], paper: str | None, status: str | None, folders: Sequence[str], as_json: bool,
                 **setting: str | None) -> int:
    """List the catalogue with computed status and verdict on the page; with words or options, what fits all of them.

    Words are looked for in ids, titles, labels, texts and tags such as sampled, cyclic, convex, bounded, "lower bound".  The options
    from --loss on choose bounds of privacy in a setting, by the words of their files: what a statement assumes, show prints.  Words of
    training scripts, such as max_grad_norm or shuffle, are answered with the option or the method that takes them.
    """
    from pabisym.cli.catalogue_commands import print_list

    return print_list(_library(folders), words, paper, status, setting, as_json=as_json)


@main.command("atlas", short_help="The best known bound for each class of processes, and what is open.")
@click.argument("problem", metavar="[PROBLEM]", required=False, shell_complete=problems)
@click.argument("file", metavar="[TRAINING.toml]", required=False)
@click.option("--at", "own_run", is_flag=True, is_eager=True,
              help="Lower and upper bound of an open problem at a run of yours; without PROBLEM, the list of problems.")
@run_options("loss", "sampling")
@click.option("--domain", metavar="bounded|unbounded", help="Whether iterates are projected into a bounded domain.")
@click.option("--noise", metavar="gaussian|laplace", help="The noise of a step.")
@run_options("release", words={"release": "last|all"})
@run_options("examples", "batch", "epochs", "steps", "noise-multiplier", "clip", "learning-rate", "smoothness", "strong-convexity",
             "diameter", "adjacency", "delta", defaults={"adjacency": "replace"})
@symbol_option()
@_FOLDERS
@click.option("--seconds", metavar="S", default=f"{SECONDS:g}", expose_value=False, callback=_limit_at,
              help=f"Most seconds of processor time.  [default: {SECONDS:g} with --at, else no limit]")
@_JSON
def atlas_command(problem: str | None, file: str | None, own_run: bool, domain: str | None, noise: str | None, release: str | None,
                  assignments: Sequence[str], folders: Sequence[str], as_json: bool, **options: Any) -> int:
    """The best known bound for each class of processes, how far it is from the lower bound on the true epsilon, and what is open.

    Every class is evaluated at two runs.  What was computed of the built-in statements is stored; with --folder it is computed
    anew, which takes seconds for each class: name the class by --loss, --sampling, --domain, --noise and --release.

    With --at, the best lower and upper bound of an open problem at a run of yours, both certified.  The problems are random-batches,
    bi-lipschitz and bounded-domain; TRAINING.toml and the options from --examples on describe the run as for privacy, and what is not
    said is as in the short run of the atlas.
    """
    from pabisym.cli.atlas_commands import AtlasOptions, run

    classes = {"domain": domain, "noise": noise, "release": release}
    wanted = AtlasOptions(own_run, problem, file, classes, options, _assignments(assignments), as_json)
    return run(_library(folders) if folders else None, wanted)


@main.command("completion", short_help="Completion of commands, options and ids for a shell.")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion_command(shell: str) -> int:
    """Print the program by which a shell completes commands, options and ids; put it where your shell reads it at its start."""
    from pabisym.cli.completion import source

    click.echo(source(main, shell))
    return HOLDS


def _library(folders: Sequence[str]) -> Library:
    """The built-in theorem files, and those in folders of one's own."""
    from pabisym.library.theorem import catalogue

    return catalogue(*folders)


def _select_paths(paths: Sequence[str]) -> tuple[Library, list[str] | None]:
    """The library with the folders among the paths, and the ids that the paths select (None: no path, which is all).

    The beginning of a built-in id is that before it is a folder of the same name.
    """
    from pabisym.library.files import TheoremFiles, theorem_files
    from pabisym.library.library import Library, builtin, nearest

    if not paths:
        return builtin(), None
    known = builtin().known
    folders = [path for path in paths if Path(path).is_dir() and not any(name.startswith(path) for name in known)]
    library = Library.load(folders) if folders else builtin()
    if isinstance(library.files, TheoremFiles):
        library.files.set_aside()
    names: dict[str, None] = {}
    for path in paths:
        if path in folders:
            found = {name for _, name in theorem_files(Path(path))}
            chosen = [name for name in (*library.known, *library.broken) if library.host(name) in found]
            problem, cure = "holds no theorem files", "name a folder of <paper>/<item>.py files"
        else:
            chosen = [name for name in library.known if name.startswith(path)]
            near = nearest(path, [*library.known, *{name.partition("/")[0] for name in library.known}])
            problem = "is neither a folder nor the beginning of an id"
            cure = f"did you mean {' or '.join(near)}?" if near else "pabisym list shows the ids"
        if not chosen:
            raise InputError(visible(path), problem, cure)
        names |= dict.fromkeys((*library.order(set(chosen) - library.broken), *(name for name in chosen if name in library.broken)))
    return library, list(names)


def _assignments(texts: Sequence[str]) -> dict[str, str]:
    from pabisym.lang.grammar import spell_greek

    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name, value = spell_greek(name.strip()), value.strip()
        if not (name and equals and value):
            raise InputError("--set", f"{text[:60]!r} is not an assignment", "write NAME=VALUE, as in --set alpha=3/2")
        if "=" in value:
            said = " ".join(f"--set {one.strip()}" for one in text.split(",") if one.strip())
            raise InputError("--set", f"{text[:60]!r} holds several assignments", f"give each its own option: {said[:120]}")
        if name in values:
            raise InputError("--set", f"{name[:60]} is given twice", "give every symbol one value")
        values[name] = value
    return values


if sys.flags.optimize > 1:
    restore_help(main, __file__)
add_examples(main)
