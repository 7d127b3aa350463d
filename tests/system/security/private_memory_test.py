#!/usr/bin/env python3
"""The memory and files of dibsd are private to its account: no core dump, no memory readable by
other processes of the account, no file readable by others. A developer may switch that off."""
import os
import pathlib
import re
import stat
import unittest

from dibs_node import Node


class PrivateMemory(unittest.TestCase):
    def start(self, **environment):
        node = Node()
        self.addCleanup(node.remove)
        rest = {key: value for key, value in os.environ.items() if key != "DIBS_ALLOW_DEBUGGING"}
        node.create_log()
        node.start(env={**rest, **environment}, umask=0o022)
        self.addCleanup(node.stop)
        return node, pathlib.Path(f"/proc/{node.process.pid}")

    def core_limit(self, process):
        (limit,) = re.findall(r"(?m)^Max core file size +(\S+)", (process / "limits").read_text())
        return limit

    def test_no_core_is_written_and_no_debugger_attaches(self):
        _, process = self.start()
        self.assertEqual(self.core_limit(process), "0")
        self.assertEqual((process / "environ").stat().st_uid, 0, "of a process that is not dumpable it is root's")

    def test_a_developer_may_attach(self):
        node, process = self.start(DIBS_ALLOW_DEBUGGING="1")
        self.assertEqual((process / "environ").stat().st_uid, node.data.stat().st_uid)

    def test_files_are_for_the_account_alone(self):
        node, _ = self.start()
        made = [node.data, *node.data.rglob("*")]
        self.assertGreater(len(made), 10)
        open_to_others = [str(path) for path in made if stat.S_IMODE(path.stat().st_mode) & 0o077]
        self.assertEqual(open_to_others, [])


if __name__ == "__main__":
    unittest.main()
