"""The record of what Coq has compiled: ``tests/coq/compiled.json`` has the date and, for each file, a digest of all that it rests on
(:func:`support.coqc.resting_digests`).

``python -m support.coq_record --seconds 180`` compiles what is not as the record has it, as far as the time goes; ``--write`` compiles
everything that has changed and writes the record, and beside it what :mod:`pabisym.library.coq_proofs` says of the development.  Run it with ``tests`` on the path.
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
from pathlib import Path
from typing import Any

from pabisym.coq.export import FAMILIES_OF_LAWS, FOUNDATION, export_statements
from pabisym.coq.figures import BY_FIGURES, development, figures_proved_in_coq
from pabisym.library.library import builtin
from support.coqc import COQC, compile_all, resting_digests

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "tests" / "coq" / "compiled.json"
"""The record."""
PROOFS = ROOT / "pabisym" / "library" / "coq_proofs.py"
"""What the package says of it."""


def record() -> dict[str, Any]:
    """What the record says: ``date``, ``coq`` (its version) and ``files`` with their digests."""
    found: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def write(folder: Path, files: list[str], compiled: set[str]) -> None:
    """Write the record anew: the files that compiled, with today's date."""
    version = subprocess.run([str(COQC), "-print-version"], capture_output=True, text=True, check=True).stdout.split()[0]
    found = resting_digests(folder, files)
    data = {"date": datetime.date.today().isoformat(), "coq": version, "files": {file: found[file][:16] for file in sorted(compiled)}}
    RECORD.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def write_proofs() -> None:
    """Write ``pabisym/library/coq_proofs.py`` anew: the hashes of the development and what it proves."""
    text = PROOFS.read_text(encoding="utf-8")
    tables = {
        "DEVELOPMENT": {file: hashlib.sha256(development(file).encode()).hexdigest() for file in (*FOUNDATION, *FAMILIES_OF_LAWS)},
        "PROVED": {key: lemma for key, lemma in figures_proved_in_coq().items() if key not in BY_FIGURES},
    }
    for name, table in tables.items():
        body = "".join(f'    "{key}": "{value}",\n' for key, value in table.items())
        text = re.sub(rf"(?ms)^({name}: .*? = \{{\n).*?^\}}", lambda found, body=body: f"{found[1]}{body}}}", text)
    PROOFS.write_text(text, encoding="utf-8")


def statements() -> tuple[str, ...]:
    """The built-in statements that have a proof, each once: an id with the sequent of another has the file of that one."""
    library = builtin()
    return tuple(name for name in library.ids if name in library.files and library.proof(name).tree is not None)


def main() -> int:
    """Compile what has changed; 1 where something does not compile."""
    parser = argparse.ArgumentParser(description="Compile with Coq what has changed since the record.")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "coq")
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--write", action="store_true", help="write the record")
    given = parser.parse_args()
    until = time.monotonic() + given.seconds
    files = export_statements(builtin(), statements(), given.folder)
    now, held = resting_digests(given.folder, files), record()
    changed = [file for file in files if held["files"].get(file) != now[file][:16]]
    done = compile_all(given.folder, files, changed, until)
    bad = {file: result.said for file, result in done.items() if not result.good}
    for file, said in bad.items():
        print(f"{file} does not compile: {said}")
    late = [file for file in changed if file not in done]
    print(f"{len(files) - len(changed)} of {len(files)} files are as they compiled on {held['date']}, {len(changed) - len(late) - len(bad)} compile now")
    if late:
        print(f"{len(late)} more have changed and were not compiled in the time: {', '.join(late[:5])}{', ...' if len(late) > 5 else ''}")
    if given.write:
        good = {file for file, result in done.items() if result.good}
        write_proofs()
        write(given.folder, files, {file for file in files if file not in changed or file in good})
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
