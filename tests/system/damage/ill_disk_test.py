#!/usr/bin/env python3
"""Failing disks and memory. Cases: a flush that fails (EIO from fdatasync, by a preloaded
library), a data folder that is removed, truncated files, no memory, too little address space.
Each is reported in one line that names the cause, and nothing is answered from then on. The exit
code shows a supervisor whether a new start may help (75) or an admin must look (1)."""
import os
import resource
import shutil
import socket
import subprocess
import unittest

from dibs_node import Node
from patience import PATIENCE_S

MAY_HELP, ASK_AN_ADMIN = 75, 1
GIB = 1 << 30
SHIM = r"""
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int fdatasync(int fd) {
    const char *mark = getenv("DIBS_TEST_FAIL");
    if (mark && access(mark, F_OK) == 0) { errno = EIO; return -1; }
    return syscall(SYS_fdatasync, fd);
}
"""


class IllDisk(unittest.TestCase):
    def setUp(self):
        self.node = Node()
        self.addCleanup(self.node.remove)
        self.node.create_log()

    def start(self, **popen):
        self.node.start(**popen)
        self.admin = self.node.make_admin()
        self.addCleanup(self.admin.close)

    def make_token(self, label):
        return self.admin.post("/api/v1/tokens", {"label": label, "scopes": ["read"]})

    def assert_ends(self, code, *words):
        self.assertEqual(self.node.process.wait(PATIENCE_S), code, self.node.text()[-2000:])
        last = [line for line in self.node.text().splitlines() if line.startswith("dibsd: ")][-1]
        for word in words:
            self.assertIn(str(word), last)

    def test_a_flush_that_fails_ends_dibsd(self):
        mark = self.node.folder / "fail"
        source, library = self.node.folder / "shim.c", self.node.folder / "shim.so"
        source.write_text(SHIM)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        self.start(env={**os.environ, "LD_PRELOAD": str(library), "DIBS_TEST_FAIL": str(mark)})
        kept = [f"kept {n}" for n in range(20)]
        for label in kept:
            self.assertEqual(self.make_token(label).status, 201)
        mark.touch()
        answer = self.make_token("unsure")
        self.assertEqual(answer.status, 503, answer)
        self.assertIn("outcome is unknown", answer.json["detail"])
        self.assert_ends(MAY_HELP, self.node.data / "log", "flushing failed: Input/output error")
        mark.unlink()
        self.admin.close()
        self.node.start()
        items = self.admin.get("/api/v1/tokens?limit=1000").json["items"]
        labels = sorted(token["label"] for token in items if token["label"] not in ("test", "unsure"))
        self.assertEqual(labels, sorted(kept))
        self.assertEqual(self.make_token("after").status, 201)

    def test_a_folder_that_is_removed_ends_dibsd(self):
        self.start()
        self.assertEqual(self.make_token("before").status, 201)
        shutil.rmtree(self.node.data / "log")
        answer = self.make_token("after")
        self.assertEqual(answer.status, 503, answer)
        self.assertIn(str(self.node.data / "log"), answer.json["detail"])
        self.assert_ends(MAY_HELP, self.node.data / "log", "removed or replaced")
        self.node.start(wait=False)
        self.assert_ends(ASK_AN_ADMIN, "The log is empty, but the tables know one up to position")

    def test_a_log_that_was_cut_is_refused(self):
        self.start()
        self.node.stop()
        log = self.node.data / "log" / "data.mdb"
        os.truncate(log, 24_576)
        self.node.start(wait=False)
        self.assert_ends(ASK_AN_ADMIN, log.parent, "data.mdb has 24576 bytes", "it was cut")

    def test_tables_that_were_cut_are_rebuilt(self):
        self.start()
        self.assertEqual(self.make_token("kept").status, 201)
        self.admin.close()
        self.node.stop()
        os.truncate(self.node.data / "tables" / "facts" / "data.mdb", 24_576)
        self.node.start()
        labels = [token["label"] for token in self.admin.get("/api/v1/tokens").json["items"]]
        self.assertIn("kept", labels)
        self.assertRegex(self.node.text(), "Tables were thrown away, and are made anew: .*it was cut")

    def test_a_log_cut_while_open_ends_dibsd(self):
        self.start()
        log = self.node.data / "log" / "data.mdb"
        os.truncate(log, 0)
        try:
            self.assertNotEqual(self.make_token("after").status, 201)
        except OSError:
            pass  # it ended before it answered
        self.assertNotEqual(self.node.process.wait(PATIENCE_S), 0)
        self.assertIn(str(log.parent), self.node.text().splitlines()[-1])

    def test_no_memory_ends_dibsd(self):
        self.start()
        resource.prlimit(self.node.process.pid, resource.RLIMIT_DATA, (1 << 20, 1 << 20))
        asking = []  # each begins a head, which is kept in memory
        for _ in range(900):
            try:
                asking.append(socket.create_connection(("127.0.0.1", self.node.port), timeout=PATIENCE_S))
                asking[-1].sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 7000)
            except OSError:
                break
            self.addCleanup(asking[-1].close)
        self.assert_ends(MAY_HELP, "there is no more memory")

    def test_too_little_address_space_is_named(self):
        limit = (8 * GIB, 8 * GIB)
        self.node.start(wait=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit))
        self.assert_ends(ASK_AN_ADMIN, self.node.data, "64 GiB of address space", "8192 MiB", "ulimit -v")


if __name__ == "__main__":
    unittest.main()
