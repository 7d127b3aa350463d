#!/usr/bin/python3
"""A process on GPUs of an isolated host, as container programs start it: in a real cgroup v2,
and in a real user namespace of its owner with subordinate uids, as rootless podman does. There
is no image. The module has `Containers` for tests; run as a program, it becomes the process
(needs root)."""
import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from patience import PATIENCE_S, wait_until

SIGNATURE = "ab" * 32  # the id of a container
SUBORDINATE = 65536  # uids of each owner
NEW_USER = 0x10000000
DUMPABLE = 4
NO_USER_NAMESPACE = "no user namespace"
libc = ctypes.CDLL(None, use_errno=True)


def done(result):
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def become(root, owner, first, uid, words, ready, may_go):
    """Enters the host's namespaces. A process in a chroot may not make a user namespace, so
    chroot comes later."""
    os.setgroups([])
    if owner:
        os.setresgid(owner, owner, owner)
        os.setresuid(owner, owner, owner)
        done(libc.prctl(DUMPABLE, 1, 0, 0, 0))  # else its map cannot be written
        done(libc.unshare(NEW_USER))
    os.write(ready, b"x")
    os.read(may_go, 1)
    if owner:
        os.setresgid(0, 0, 0)
        os.setresuid(0, 0, 0)
    os.fchdir(root)
    os.chroot(".")
    os.chdir("/")
    os.setsid()
    inner = uid - first + 1 if owner else uid  # by the map `0 owner 1`, `1 first …`
    os.setresgid(inner, inner, inner)
    os.setresuid(inner, inner, inner)
    nothing = os.open("/dev/null", os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.execve("/usr/local/bin/gpu-job", ["gpu-job", *words], {"PATH": "/usr/local/bin:/usr/bin:/bin"})


def main(init, cgroup, owner, first, uid, *words):
    """Prints its pid as the host sees it, once it has become the command."""
    owner, first, uid = int(owner), int(first), int(uid)
    root = os.open(f"/proc/{init}/root", os.O_RDONLY)
    for name in ("net", "uts", "ipc", "pid"):
        done(libc.setns(os.open(f"/proc/{init}/ns/{name}", os.O_RDONLY), 0))
    is_ready, ready = os.pipe()
    may_go, go = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            become(root, owner, first, uid, words, ready, may_go)
        finally:
            os._exit(1)
    os.close(ready)
    if os.read(is_ready, 1) != b"x":
        os.waitpid(child, 0)        # it has the owner's uid: tests wait for all processes of that to be gone
        sys.exit(NO_USER_NAMESPACE)
    if owner:
        for kind in ("uid", "gid"):
            pathlib.Path(f"/proc/{child}/{kind}_map").write_text(f"0 {owner} 1\n1 {first} {SUBORDINATE}\n")
    if cgroup != "-":
        pathlib.Path(cgroup, "cgroup.procs").write_text(str(child))
    os.write(go, b"x")
    status = pathlib.Path(f"/proc/{child}/status").read_text()
    print(next(line.split()[-1] for line in status.splitlines() if line.startswith("NSpid:")))


class Containers:
    """Containers of one isolated host. Its cgroups are this machine's, in a separate tree."""

    def __init__(self, host):
        self.host = host
        self.tree = pathlib.Path(tempfile.mkdtemp(prefix="dibs-cgroups."))
        mounted = subprocess.run(["mount", "-t", "cgroup2", "none", self.tree], capture_output=True, text=True,
                                 check=False)
        if mounted.returncode != 0:
            self.tree.rmdir()
            raise unittest.SkipTest(f"no cgroups of version 2 here: {mounted.stderr.strip()}")
        self.top = f"dibs-test-{os.getpid()}"
        self.made = []

    def job(self, gpus, cgroup, uid, owner=0, first=0, command="sleep 1000"):
        """The process's pid on the host, once nvidia-smi shows it. `owner` made its user
        namespace, with uids from `first`."""
        folder = "-"
        if cgroup:
            folder = self.tree / self.top / cgroup
            for part in [*reversed(folder.relative_to(self.tree).parents), folder.relative_to(self.tree)]:
                if part.parts and not (self.tree / part).exists():
                    (self.tree / part).mkdir()
                    self.made.append(self.tree / part)
        words = [sys.executable, __file__, self.host.about["init"], folder, owner, first, uid, gpus, *command.split()]
        said = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False,
                              timeout=PATIENCE_S)
        if NO_USER_NAMESPACE in said.stderr:
            raise unittest.SkipTest(f"{NO_USER_NAMESPACE} here, as in a chroot")
        assert said.returncode == 0, said.stderr
        pid = int(said.stdout)
        self.host.wait_for(lambda: pid in self.host.jobs())
        return pid

    def remove(self):
        for folder in reversed(self.made):
            wait_until(lambda folder=folder: self.is_removed(folder), f"{folder} is empty")
        subprocess.run(["umount", self.tree], check=False)
        self.tree.rmdir()

    @staticmethod
    def is_removed(folder):
        """Waits until the kernel has removed the processes that were in it."""
        try:
            folder.rmdir()
        except OSError:
            return False
        return True


if __name__ == "__main__":
    main(*sys.argv[1:])
