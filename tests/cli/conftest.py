"""Running the command line in this process, as a person would: arguments in, status and both streams out."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pabisym.cli import main, streams


@dataclass(frozen=True)
class Done:
    """What a run left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture(scope="session", autouse=True)
def quiet() -> Iterator[None]:
    """No lines about progress where the machine is busy: what is looked at is what commands say."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams.Progress, "SILENT", 10**6)
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run ``pabisym`` with arguments, and bytes for its standard input."""

    def one(*arguments: str | Path, given: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        capsys.readouterr()
        status = main.main([str(a) for a in arguments], standalone_mode=False)
        out, err = capsys.readouterr()
        return Done(int(status), out, err)

    return one


@pytest.fixture
def instance(tmp_path: Path) -> Callable[..., Path]:
    """Write an instance of the shift allocation to a file; arguments replace its data."""

    def write(**data: object) -> Path:
        own = {"steps": 5, "contraction": "9/10", "gap": ["0", "1/2", "0", "0", "0"], "noise_variance": "1"}
        path = tmp_path / "instance.json"
        path.write_text(json.dumps({**own, **data}), encoding="utf-8")
        return path

    return write
