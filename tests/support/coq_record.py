"""The record of what Coq has compiled: ``tests/coq/compiled.json`` has the date and, for each file, a digest of all that it rests on
(:func:`support.coqc.resting_digests`), and for each theorem what Coq's ``Print Assumptions`` lists beside logic.

``python -m support.coq_record --seconds 180`` compiles what is not as the record has it, as far as the time goes; ``--write`` compiles
everything that has changed and writes the record, and beside it what :mod:`pabisym.library.coq_proofs` says of the development: which
figures it proves, and on which axioms those rest that are proved from others.  What was compiled before a run was cut off is not compiled
again.  Run it with ``tests`` on the path.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import math
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pabisym.coq.export import FAMILIES_OF_LAWS, FOUNDATION, OF_SAMPLES, export_statements
from pabisym.coq.figures import BY_FIGURES, axioms, development, figures_derived_for_coq, figures_proved_in_coq
from pabisym.coq.text import identifier
from pabisym.kernel.rules import FIGURES
from pabisym.library.coq_proofs import RESTS, STATEMENTS_PROVED, coq_axioms
from pabisym.library.library import builtin
from pabisym.proof.figures import PREFIX
from support.coqc import COQC, REALS, Compiled, assumptions, compile_all, lists, resting_digests

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "tests" / "coq" / "compiled.json"
"""The record."""
PROOFS = ROOT / "pabisym" / "library" / "coq_proofs.py"
"""What the package says of it."""
LISTS = "Lists.v"
"""The file that asks Coq on what figures rest."""
WORDS = frozenset(word for file in (*FOUNDATION, *FAMILIES_OF_LAWS, *OF_SAMPLES) for word in re.findall(r"^Parameter (\w+)", development(file), re.MULTILINE))
"""What the development speaks of and does not define."""


def lists_text() -> str:
    """A file that prints on what figures rest: those that the hand-written files prove all at once, and each that is proved from others.

    Together, as one list takes most of a second.
    """
    proved = [f"figure_{identifier(key)}" for key in figures_proved_in_coq() if key not in BY_FIGURES]
    together = "".join(f"  let _ := {one} in\n" for one in proved)
    asked = ["proved_figures", *(f"figure_{identifier(key)}" for key in proved_from_others())]
    return "\n".join(["Require Import Pabisym.Figures.", f"Definition proved_figures : True :=\n{together}  I.",
                      *(f"Print Assumptions {one}." for one in asked), ""])


def proved_from_others() -> tuple[str, ...]:
    """Figures that Coq proves from figures."""
    return (*BY_FIGURES, *figures_derived_for_coq())


def figures_rest(said: str) -> dict[str, tuple[str, ...]]:
    """On which axioms each figure rests that is proved from others, by what Coq said of :func:`lists_text`.

    Raises :class:`ValueError` where a figure of the hand-written files rests on more than logic and words, or one on what is no axiom.
    """
    together, *others = lists(said)
    if beside := together - REALS - WORDS:
        raise ValueError(f"figures that the development proves rest on {', '.join(sorted(beside))}")
    known = {f"figure_{identifier(key)}": key for key in axioms()}
    found = {}
    for key, listed in zip(proved_from_others(), others, strict=True):
        if strange := listed - REALS - WORDS - set(known):
            raise ValueError(f"{key} rests on {', '.join(sorted(strange))}, which is no axiom")
        found[key] = tuple(other for name, other in known.items() if name in listed)
    return found


def in_coq(beliefs: Iterable[str]) -> frozenset[str]:
    """Beliefs by their names in Coq."""
    figures = {PREFIX + key: f"figure_{identifier(key)}" for key in FIGURES}
    return frozenset(figures.get(one) or identifier(one) for one in beliefs)


def expected(name: str, rests: Mapping[str, tuple[str, ...]] = RESTS) -> frozenset[str]:
    """What Coq must list under a built-in statement, by what it lists under the figures and cited statements that the kernel saw applied."""
    standing = builtin().recalled(name)
    return in_coq(coq_axioms(standing.figures, standing.believed, rests))


def record() -> dict[str, Any]:
    """What the record says: ``date``, ``coq`` (its version) and ``files`` with their digests."""
    found: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def write(folder: Path, files: list[str], compiled: set[str], listed: Mapping[str, Iterable[str]]) -> None:
    """Write the record anew: the files that compiled, and what Coq lists under their theorems, with today's date."""
    version = subprocess.run([str(COQC), "-print-version"], capture_output=True, text=True, check=True).stdout.split()[0]
    found = resting_digests(folder, files)
    data = {"date": datetime.date.today().isoformat(), "coq": version, "files": {file: found[file][:16] for file in sorted(compiled)}}
    lines = ",\n".join(f'  "{file}": {json.dumps(sorted(listed[file]))}' for file in sorted(compiled) if file in listed)
    text = json.dumps(data, indent=1).removesuffix("\n}")
    RECORD.write_text(f'{text},\n "axioms": {{\n{lines}\n }}\n}}\n', encoding="utf-8")


def write_proofs(rests: Mapping[str, tuple[str, ...]]) -> None:
    """Write ``pabisym/library/coq_proofs.py`` anew: the hashes of the development, what it proves, and on what the rest depends."""
    text = PROOFS.read_text(encoding="utf-8")
    tables: dict[str, Mapping[str, str | tuple[str, ...]]] = {
        "DEVELOPMENT": {file: hashlib.sha256(development(file).encode()).hexdigest() for file in (*FOUNDATION, *FAMILIES_OF_LAWS, *OF_SAMPLES)},
        "PROVED": {key: lemma for key, lemma in figures_proved_in_coq().items() if key not in BY_FIGURES},
        "RESTS": rests,
    }
    for name, table in tables.items():
        body = "".join(f'    "{key}": {_literal(value)},\n' for key, value in table.items())
        text = re.sub(rf"(?ms)^({name}: .*? = \{{\n).*?^\}}", lambda found, body=body: f"{found[1]}{body}}}", text)
    PROOFS.write_text(text, encoding="utf-8")


def _literal(value: str | tuple[str, ...]) -> str:
    """A text, or a tuple of texts, with double quotes."""
    if isinstance(value, str):
        return json.dumps(value)
    return f"({', '.join(map(json.dumps, value))}{',' * (len(value) == 1)})"


def statements() -> tuple[str, ...]:
    """The built-in statements that have a proof, each once: an id with the sequent of another has the file of that one."""
    library = builtin()
    return tuple(name for name in library.ids if name in library.files and library.proof(name).tree is not None)


def compile_lists(folder: Path, files: list[str], until: float) -> dict[str, Compiled]:
    """Compile the figures and what says on what they rest; the file of lists is none of the development."""
    (folder / LISTS).write_text(lists_text(), encoding="utf-8")
    return compile_all(folder, [*files, LISTS], [LISTS], until)


def main() -> int:
    """Compile what has changed; 1 where something does not compile, or where Coq lists other axioms than the kernel's record gives."""
    parser = argparse.ArgumentParser(description="Compile with Coq what has changed since the record.")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "coq")
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--write", action="store_true", help="write the record")
    given = parser.parse_args()
    until = time.monotonic() + given.seconds
    files = export_statements(builtin(), statements(), given.folder)
    now, held = resting_digests(given.folder, files), record()
    names = {f"{identifier(name)}.v": name for name in (*statements(), *STATEMENTS_PROVED)}
    listed: dict[str, frozenset[str]] = {file: frozenset(names_) for file, names_ in held.get("axioms", {}).items()}
    same = {file for file in files if held["files"].get(file) == now[file][:16]}
    first = {} if "Figures.v" in same else compile_lists(given.folder, files, until)
    rests = figures_rest(first[LISTS].said) if LISTS in first and first[LISTS].good else RESTS
    wanted = {file: expected(name, rests) for file, name in names.items() if file in files}
    listed = {file: names_ for file, names_ in listed.items() if file in same & set(wanted) and _agrees(names_, wanted[file])}
    changed = [file for file in files if file not in same or (file in wanted and file not in listed)]
    done = compile_all(given.folder, files, changed, until)
    listed |= {file: assumptions(result.said) - REALS for file, result in done.items() if result.good and file in wanted}
    bad = {file: result.said for file, result in {**first, **done}.items() if not result.good}
    for file, said in bad.items():
        print(f"{file} does not compile: {said}")
    other = [file for file in done if file in wanted and file not in bad and not _agrees(listed[file], wanted[file])]
    for file in other:
        print(f"{file}: Coq lists {', '.join(sorted(listed[file] - WORDS)) or 'nothing'}, and not {', '.join(sorted(wanted[file])) or 'nothing'}")
    late = [file for file in changed if file not in done]
    print(f"{len(files) - len(changed)} of {len(files)} files are as they compiled on {held['date']}, {len(changed) - len(late) - len(bad)} compile now")
    if late:
        print(f"{len(late)} more have changed and were not compiled in the time: {', '.join(late[:5])}{', ...' if len(late) > 5 else ''}")
    if given.write:
        good = {file for file, result in done.items() if result.good}
        write_proofs(rests)
        write(given.folder, files, same | good, listed)
    return 1 if bad or other else 0


def _agrees(listed: frozenset[str], wanted: frozenset[str]) -> bool:
    """Are the axioms that Coq lists, less words without a definition, the wanted ones."""
    return listed - WORDS == wanted


if __name__ == "__main__":
    sys.exit(main())
