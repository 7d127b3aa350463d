#!/usr/bin/env python3
"""A full disk. Commands are refused with 503 and a clear text, nothing is half done, and reads
continue. Once there is space again, commands work without a restart. Runs twice: on a small disk
(a tmpfs in a user namespace, so root is not needed), and under a file size limit."""
import ctypes
import os
import pathlib
import resource
import shutil
import signal
import unittest

from dibs_node import Node
from patience import wait_until

CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
MIB = 1 << 20


def own_small_disk(folder, size_mib):
    """Runs in the child before it becomes dibsd: mounts a tmpfs over `folder` with a copy of its
    files."""
    libc, uid, gid = ctypes.CDLL(None, use_errno=True), os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0:
        raise OSError(ctypes.get_errno(), "no user namespaces")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        pathlib.Path("/proc/self", name).write_text(text)
    kept = str(folder) + ".kept"
    folder.rename(kept)
    folder.mkdir(0o700)
    if libc.mount(b"none", os.fsencode(folder), b"tmpfs", 0, f"size={size_mib}m,mode=0700".encode()) != 0:
        raise OSError(ctypes.get_errno(), "no tmpfs in a user namespace")
    shutil.copytree(kept, folder, dirs_exist_ok=True)


def namespaces_are_allowed():
    child = os.fork()
    if child == 0:
        try:
            folder = pathlib.Path(os.environ.get("TMPDIR", "/tmp"), f"dibs-try.{os.getpid()}")
            folder.mkdir()
            own_small_disk(folder, 1)
            os._exit(0)
        except OSError:
            os._exit(1)
    allowed = os.waitpid(child, 0)[1] == 0
    for left in pathlib.Path(os.environ.get("TMPDIR", "/tmp")).glob(f"dibs-try.{child}*"):
        shutil.rmtree(left, ignore_errors=True)
    return allowed


class FullDisk(unittest.TestCase):
    def setUp(self):
        self.node = Node()
        self.addCleanup(self.node.remove)
        self.node.create_log()

    def start(self, preexec):
        self.node.start(preexec_fn=preexec)
        self.admin = self.node.make_admin()
        self.addCleanup(self.admin.close)

    def make_group(self, name):
        return self.admin.post("/api/v1/groups", {"name": name})

    def names(self):
        """The names of all groups."""
        found, cursor = [], ""
        while True:
            page = self.admin.get("/api/v1/groups?limit=1000" + cursor)
            self.assertEqual(page.status, 200, page)
            found += [group["name"] for group in page.json["items"]]
            if "next_cursor" not in page.json:
                return sorted(found)
            cursor = "&cursor=" + page.json["next_cursor"]

    def assert_refused(self, answer):
        self.assertEqual(answer.status, 503, answer)
        self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
        self.assertRegex(answer.json["detail"], "(?i)no space|file too large|cannot grow|size limit", answer)
        self.assertIn(str(self.node.data), answer.json["detail"])
        self.assertIn("Retry-After", answer.headers)

    def refuses_and_recovers(self, make_space):
        acknowledged, unknown = [], []
        while not unknown:  # one command at a time, until there is no room
            name = f"{len(acknowledged):06}" + "x" * 56
            answer = self.make_group(name)
            (acknowledged if answer.status == 201 else unknown).append(name)
            self.assertLess(len(acknowledged), 20_000, "it never got full")
        self.assert_refused(answer)
        for _ in range(3):
            self.assert_refused(self.make_group("refused"))
        self.assertLessEqual(set(self.names()), set(acknowledged + unknown))
        for path, status in (("/livez", 200), ("/metrics", 200), ("/api/v1/gpus", 200),
                             ("/api/v1/people", 200), ("/api/v1/events?limit=1000", 200)):
            self.assertEqual(self.admin.get(path).status, status, path)
        self.assertIsNone(self.node.process.poll())
        make_space()
        wait_until(lambda: self.make_group("after").status == 201, "it works again", every_s=0.1)
        self.assertEqual(self.admin.get("/readyz").status, 200)
        self.assert_kept(acknowledged + ["after"], unknown)
        detail = answer.json["detail"]
        self.assertRegex(detail, "^(Not done|Not applied|It was done)")
        self.assertEqual(unknown[0] in self.names(), detail.startswith("It was done"), detail)
        return acknowledged + ["after"], unknown

    def assert_kept(self, acknowledged, unknown):
        """Acknowledged commands are present once; commands refused at that moment are present
        whole or not at all."""
        names = self.names()
        self.assertEqual([name for name in names if name not in unknown], sorted(acknowledged))
        self.assertLessEqual(len(names), len(acknowledged) + len(unknown))

    @unittest.skipUnless(namespaces_are_allowed(), "user namespaces are not allowed here")
    def test_a_small_disk_that_fills_refuses_commands_only(self):
        self.start(lambda: own_small_disk(self.node.data, 48))
        inside = pathlib.Path(f"/proc/{self.node.process.pid}/root{self.node.data}/filler")
        disk = os.statvfs(inside.parent)
        inside.write_bytes(b"x" * (disk.f_bavail * disk.f_frsize - MIB // 2))
        self.refuses_and_recovers(inside.unlink)
        self.assertEqual(self.node.stop(), 0)

    def test_a_limit_on_file_sizes_refuses_commands_only(self):
        self.start(lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))

        def limit(size):
            resource.prlimit(self.node.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        files = (self.node.data / "tables").rglob("data.mdb")
        limit(max(file.stat().st_size for file in files) + MIB // 2)
        acknowledged, unknown = self.refuses_and_recovers(lambda: limit(resource.RLIM_INFINITY))
        self.node.kill()
        self.node.start()
        self.admin.close()
        self.assert_kept(acknowledged, unknown)


if __name__ == "__main__":
    unittest.main()
