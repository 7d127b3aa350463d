#!/usr/bin/env python3
"""dibsd opens the logs that earlier releases wrote (tests/replay/logs). It imports them as an
export, reads them to the end, appends to them, and opens them again with the tables and the
snapshot made from them."""
import ctypes
import ctypes.util
import json
import shutil
import subprocess
import unittest

from dibs_node import ROOT, Node
from patience import PATIENCE_S

LOGS = sorted((ROOT / "tests" / "replay" / "logs").glob("*.ndjson"))
HEAD = ("at", "type", "actor", "source", "request_id", "command_key", "body_hash", "subject", "body")
BEHIND_NOTHING = {"log_id": "", "position": 0, "epoch": 0, "seq": 1, "chain": "0" * 32, "owner": "0" * 32}

XXHASH = ctypes.CDLL(ctypes.util.find_library("xxhash"))
XXHASH.XXH3_64bits.restype = XXHASH.XXH3_64bits_withSeed.restype = ctypes.c_uint64
XXHASH.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
XXHASH.XXH3_64bits_withSeed.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]


def checksum(number, data):
    """As in an export: of a line's bytes, under the line's number."""
    key = str(number).encode()
    return f"{XXHASH.XXH3_64bits_withSeed(data, len(data), XXHASH.XXH3_64bits(key, len(key))):016x}"


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def export_of(log):
    """The lines of a log as `dibsd log export` would have written them."""
    records = [json.loads(line) for line in log.read_text().splitlines()]
    begin = [compact({"dibs_log_export": 1, "log_id": json.loads(records[0]["body"])["id"]}), compact(BEHIND_NOTHING)]
    lines = []
    for number, record in enumerate(records, 1):
        fence = ("1", str(record["epoch"]), str(record["seq"]), str(int(record["more"])))
        text = "\n".join((*fence, *(record[name] for name in HEAD)))
        stored = bytes.fromhex(record["prev"]) + text.encode()
        lines.append(compact({"record": text, "prev": record["prev"], "checksum": checksum(number, stored)}))
    end = compact({"records": len(records), "head": checksum(0, "".join(begin).encode())})
    return "\n".join((*begin, *lines, end)) + "\n", len(records)


class OldLogs(unittest.TestCase):
    def run_tool(self, node, *words):
        done = subprocess.run(node.command(*words), capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stdout}{done.stderr}")
        return done.stdout

    def opened(self, log):
        node = Node(arguments=["--accept-clock"])  # the log's time may be ahead of ours
        self.addCleanup(node.remove)
        text, count = export_of(log)
        export = node.folder / "export"
        export.write_text(text)
        node.data.mkdir(mode=0o700)
        shutil.copy(log.with_suffix(".keys"), node.data / "keys")
        (node.data / "keys").chmod(0o600)
        self.run_tool(node, "log", "import", str(export))
        self.assertIn(f"{count} records", self.run_tool(node, "log", "verify"))
        return node

    def test_each_release_s_log_is_opened_and_continued(self):
        self.assertTrue(LOGS)
        for log in LOGS:
            with self.subTest(log.stem):
                node = self.opened(log)
                for _ in range(2):
                    node.start()
                    self.assertEqual(node.stop(), 0, node.text())
                self.assertNotIn("STOPPED", node.text())
                self.assertNotRegex(node.text(), r"\[(error|critical)\] writer")
                self.run_tool(node, "log", "verify")
                self.run_tool(node, "verify")
                self.run_tool(node, "rebuild")
                node.start()
                self.assertEqual(node.stop(), 0, node.text())


if __name__ == "__main__":
    unittest.main()
