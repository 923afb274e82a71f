"""The one writer: whole or not at all, whatever happens meanwhile; modes, links, devices and pipes stay what they are."""

import os
import random
import re
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from support.examples import seeds

import pabisym
from pabisym.errors import InputError
from pabisym.lang.files import replace_file, sole_writer, write_file, write_folder
from pabisym.library import cache

OLD, NEW = "old\n" * 1000, "new\n" * 2_000_000
PACKAGE = Path(pabisym.__file__).parent
WRITES = re.compile(r"write_text|write_bytes|\.savefig\((?!buffer)|os\.replace\(|NamedTemporaryFile|mkstemp|open\([^)]*[\"'][wax]b?[\"']")


def test_nobody_else_writes_files():
    found = [f"{path.relative_to(PACKAGE)}:{number}" for path in sorted(PACKAGE.rglob("*.py")) if path.name != "files.py" or path.parent.name != "lang"
             for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if WRITES.search(line) and "os.dup(1)" not in line]
    assert found == []


def test_a_file_is_made_and_replaced(tmp_path):
    replace_file(tmp_path / "a", "é")
    replace_file(tmp_path / "a", b"\x00")
    assert (tmp_path / "a").read_bytes() == b"\x00"
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_the_mode_is_kept(tmp_path, mode):
    target = tmp_path / "a"
    target.write_text(OLD)
    target.chmod(mode)
    replace_file(target, "new")
    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_a_new_file_has_the_mode_that_every_new_file_has(tmp_path):
    (tmp_path / "a").write_text("")
    replace_file(tmp_path / "b", "")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_a_link_stays_one(tmp_path):
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    target.write_text(OLD)
    link.symlink_to(target)
    replace_file(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_link_to_what_is_not_there_makes_it(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "target")
    replace_file(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_devices_stay_devices():
    write_file("/dev/null", "new", "--out")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(InputError, match="--out: /dev/full cannot be written: No space left on device"):
        write_file("/dev/full", "new", "--out")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_a_pipe_is_written_to_where_somebody_reads(tmp_path):
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="cannot be written"):
        write_file(pipe, "new", "--out")
    thread = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    thread.start()
    while thread.is_alive():
        try:
            write_file(pipe, NEW, "--out")
            break
        except InputError:  # the reader has not come yet
            time.sleep(0.01)
    thread.join()
    assert found == [NEW.encode()]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("name", ["", "sub/missing/a", "a\0b", "x" * 300])
def test_places_where_no_file_can_be(tmp_path, name):
    with pytest.raises(InputError, match=r"^--out: .*cannot be written"):
        write_file(f"{tmp_path}/{name}", "new", "--out")
    assert os.listdir(tmp_path) == []


LIMITED = """
import resource, signal, sys
from pabisym.errors import InputError
from pabisym.lang.files import write_file, write_folder
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
big = "new" * 100_000
for write in (lambda: write_file(sys.argv[1], big, "--out"), lambda: write_folder(sys.argv[2], [("a", "new"), ("b", big)], "--out")):
    try:
        write()
    except InputError as error:
        print(error)
"""


def test_where_there_is_no_room_nothing_is_lost(tmp_path):
    """The limit of a file's size stands for a disk that is full."""
    (tmp_path / "folder").mkdir()
    for name in ("file", "folder/a", "folder/b"):
        (tmp_path / name).write_text(OLD)
    done = subprocess.run([sys.executable, "-c", LIMITED, tmp_path / "file", tmp_path / "folder"], capture_output=True, text=True, check=True)
    assert done.stdout.count("cannot be written: File too large") == 2
    assert sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*")) == ["file", "folder", "folder/a", "folder/b"]
    assert {(tmp_path / name).read_text() for name in ("file", "folder/a", "folder/b")} == {OLD}


FOREVER = """
import sys
from pabisym.lang.files import replace_file, write_folder
new = "new\\n" * 2_000_000
print("ready", flush=True)
while True:
    replace_file(sys.argv[1], new)
    write_folder(sys.argv[2], [("a", new), ("below/b", new)], "--out")
"""


@pytest.mark.parametrize("seed", seeds(20))
def test_a_writer_that_is_killed_loses_nothing(tmp_path, seed):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a").write_text(OLD)
    (tmp_path / "file").write_text(OLD)
    with subprocess.Popen([sys.executable, "-c", FOREVER, tmp_path / "file", tmp_path / "folder"], stdout=subprocess.PIPE) as writer:
        writer.stdout.readline()
        time.sleep(random.Random(seed).uniform(0, 0.12))
        writer.send_signal(signal.SIGKILL)
    assert (tmp_path / "file").read_text() in (OLD, NEW)
    assert (tmp_path / "folder" / "a").read_text() in (OLD, NEW)
    b = tmp_path / "folder" / "below" / "b"
    assert not b.exists() or b.read_text() == NEW


def test_a_new_folder_appears_whole_or_not_at_all(tmp_path):
    def pages():
        yield "a", "new"
        assert not (tmp_path / "folder").exists()
        yield "below/b", "new"
        raise InputError("page", "is wrong", "mend it")

    with pytest.raises(InputError, match="page"):
        write_folder(tmp_path / "folder", pages(), "--out")
    assert os.listdir(tmp_path) == []
    assert write_folder(tmp_path / "folder", [("a", "new"), ("below/b", "new")], "--out") == 2
    assert (tmp_path / "folder" / "below" / "b").read_text() == "new"


def test_a_folder_keeps_what_is_not_written(tmp_path):
    (tmp_path / "own").write_text(OLD)
    (tmp_path / "same").write_text("same")
    before = (tmp_path / "same").stat()
    write_folder(tmp_path, [("same", "same"), ("new", "new")], "--out")
    assert sorted(os.listdir(tmp_path)) == ["new", "own", "same"]
    assert (tmp_path / "same").stat() == before
    assert (tmp_path / "own").read_text() == OLD


# One writer at a time.


HOLDS = """
import sys
from pabisym.lang.files import sole_writer
with sole_writer(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(path):
    """A process that writes a file or a folder until it is told to end."""
    process = subprocess.Popen([sys.executable, "-c", HOLDS, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"held\n"
    return process


BUSY = r"^--out: .*(file|folder) cannot be written: another run is writing it; wait for it, or name another place$"


@pytest.mark.parametrize("ending", ["kill", "communicate"])
def test_one_process_at_a_time_writes_a_file_and_a_lock_ends_with_its_process(tmp_path, ending):
    (tmp_path / "file").write_text(OLD)
    (tmp_path / "folder").mkdir()
    with holder(tmp_path / "file") as one, holder(tmp_path / "folder") as other:
        for write in (lambda: write_file(tmp_path / "file", "new", "--out"), lambda: write_folder(tmp_path / "folder", [("a", "new")], "--out")):
            with pytest.raises(InputError, match=BUSY):
                write()
        write_file(tmp_path / "another", "new", "--out")
        assert (tmp_path / "file").read_text() == OLD
        assert os.listdir(tmp_path / "folder") == []
        for process in (one, other):
            getattr(process, ending)()
    write_file(tmp_path / "file", "new", "--out")
    write_folder(tmp_path / "folder", [("a", "new")], "--out")
    assert (tmp_path / "file").read_text() == (tmp_path / "folder" / "a").read_text() == "new"
    assert sorted(os.listdir(tmp_path)) == ["another", "file", "folder"]


def test_what_another_run_keeps_in_the_cache_is_not_written_beside_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PABISYM_CACHE", str(tmp_path))
    cache.write("kind", "key", 1)
    with holder(tmp_path / "kind-key.json") as process:
        cache.write("kind", "key", 2)
        assert cache.read_entry("kind", "key") == 1
        process.kill()
    cache.write("kind", "key", 3)
    assert cache.read_entry("kind", "key") == 3
    assert os.listdir(tmp_path) == ["kind-key.json"]


def test_a_link_is_locked_as_its_target(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with holder(tmp_path / "file") as process:
        with pytest.raises(InputError, match="another run is writing it"):
            write_file(tmp_path / "link", "new", "--out")
        process.communicate()


def test_a_thread_is_kept_out_and_the_writer_itself_is_not(tmp_path):
    found = []

    def second():
        try:
            replace_file(tmp_path / "file", "second")
        except BlockingIOError as error:
            found.append(error.strerror)

    with sole_writer(tmp_path / "file"), sole_writer(tmp_path / "file"):
        replace_file(tmp_path / "file", "first")
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
    assert found == ["another run is writing it"]
    assert (tmp_path / "file").read_text() == "first"
    replace_file(tmp_path / "file", "third")


FORKS = """
import os, sys, time
from pabisym.lang.files import sole_writer
with sole_writer(sys.argv[1]):
    if not os.fork():
        os.close(1)
        time.sleep(60)
        os._exit(0)
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_forked_worker_that_outlives_its_parent_keeps_no_lock(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", FORKS, tmp_path / "file"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout.readline() == b"held\n"
    try:
        with pytest.raises(BlockingIOError):
            replace_file(tmp_path / "file", "new")
        process.kill()
        process.communicate()
        replace_file(tmp_path / "file", "new")
        assert os.listdir(tmp_path) == ["file"]
    finally:
        os.killpg(process.pid, signal.SIGKILL)


def test_locks_that_are_taken_away_meanwhile_are_taken_anew(tmp_path):
    """Eight threads, each of which waits for its turn: none writes beside another one, and no lock is left."""
    inside, most = [], []

    def writer():
        for _ in range(50):
            while True:
                try:
                    with sole_writer(tmp_path / "file"):
                        inside.append(1)
                        most.append(len(inside))
                        time.sleep(0)
                        inside.pop()
                        break
                except BlockingIOError:
                    time.sleep(0.0001)

    threads = [threading.Thread(target=writer) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(most), max(most)) == (400, 1)
    assert os.listdir(tmp_path) == []


def test_where_a_file_system_has_no_locks_files_are_written_all_the_same(tmp_path, monkeypatch):
    import errno
    import fcntl

    def none(*_):
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", none)
    replace_file(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text() == "new"
    assert os.listdir(tmp_path) == ["file"]
