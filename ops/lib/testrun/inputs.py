"""Digests of a suite's dependencies: programs and files. A suite with the digest of a passed run need not
run again."""
import functools
import hashlib
import os
import pathlib
import subprocess

from job import ROOT

PASSED = ROOT / "build" / "passed"  # one file per suite: the digest of its last pass, and its totals


@functools.cache
def _files() -> list[str]:
    """Every file of the tree that git does not ignore, by path from the root."""
    out = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                         stdout=subprocess.PIPE, check=False).stdout.decode()
    return sorted(set(filter(None, out.split("\0"))))


@functools.cache
def _sum(path: str) -> bytes:
    file = ROOT / path
    if file.is_symlink():
        return os.readlink(file).encode()
    return hashlib.sha256(file.read_bytes()).digest() if file.is_file() else b""


@functools.cache
def _machine() -> bytes:
    """The system, and the versions of the installed packages."""
    status = pathlib.Path("/var/lib/dpkg/status")
    release = pathlib.Path("/etc/os-release")
    return b"".join(hashlib.sha256(f.read_bytes()).digest() for f in (status, release) if f.exists())


def digest(*folders: str, without: tuple[str, ...] = (), built: tuple[str, ...] = ()) -> str:
    """Covers all files below the folders (or the files of that name), except paths that end with one of
    `without`, and the built files and folders."""
    found = hashlib.sha256(_machine())
    for path in _files():
        if path.startswith(folders) and not path.endswith((".md", *without)):
            found.update(path.encode() + b"\0" + _sum(path))
    for name in built:
        whole = ROOT / name
        for file in sorted(whole.rglob("*")) if whole.is_dir() else [whole]:
            if not file.is_dir():
                found.update(str(file.relative_to(ROOT)).encode() + b"\0" + _sum(str(file.relative_to(ROOT))))
    return found.hexdigest()


def known_as_passed(name: str, now: str) -> int | None:
    """The number of passed tests of the suite's run with this digest; None: there was none."""
    file = PASSED / name
    if not file.exists():
        return None
    before, passed = file.read_text().split()
    return int(passed) if before == now else None


def note_passed(name: str, now: str, passed: int) -> None:
    PASSED.mkdir(parents=True, exist_ok=True)
    (PASSED / name).write_text(f"{now} {passed}\n")


def forget(name: str) -> None:
    (PASSED / name).unlink(missing_ok=True)
