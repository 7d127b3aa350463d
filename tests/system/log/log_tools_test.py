#!/usr/bin/env python3
"""dibsd's tools for operators: `log verify|show|export|import|cut` and `verify`, on sound logs
and on copies with flipped bytes, embedded and on Kafka. Each exits with 0 (sound), 1 (damage), 2
(wrong use) or 75 (cannot be checked), whatever the file contains. No damage passes as sound."""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import unittest

from dibs_node import Node
from kafka_site import OnKafka
from patience import PATIENCE_S

FINE, DAMAGE, USAGE, CANNOT_LOOK = 0, 1, 2, 75
FLIPS = int(os.environ.get("DIBS_FLIPS", "60"))


class Tools:
    """Mixed into a test case."""

    def run_tool(self, node, *words, answer=""):
        return subprocess.run(node.command(*words), input=answer, capture_output=True, text=True, timeout=PATIENCE_S)

    def ends(self, code, node, *words, says="", answer=""):
        done = self.run_tool(node, *words, answer=answer)
        self.assertEqual(done.returncode, code, done.stdout[-2000:] + done.stderr[-2000:])
        if says:
            self.assertRegex(done.stdout + done.stderr, says)
        return done.stdout

    def lived(self, node, admin, label="token"):
        for n in range(20):
            made = admin.post("/api/v1/tokens", {"label": f"{label} {n}", "scopes": ["read"]})
            self.assertEqual(made.status, 201)
        admin.close()
        self.assertEqual(node.stop(), 0)

    def labels(self, node, token):
        node.start()
        admin = node.client(token)
        labels = sorted(one["label"] for one in admin.get("/api/v1/tokens?limit=1000").json["items"])
        admin.close()
        self.assertEqual(node.stop(), 0)
        return labels

    def copy_of(self, node, name):
        (node.folder / name).mkdir()
        copy = Node(folder=node.folder / name)
        shutil.copytree(node.data, copy.data)
        return copy

    def empty_beside(self, node, name, log=None):
        """A data directory with the keys only."""
        (node.folder / name / "data").mkdir(parents=True, mode=0o700)
        made = Node(folder=node.folder / name, log=log)
        shutil.copy(node.data / "keys", made.data / "keys")
        return made

    def facts(self, node, *words):
        lines = [json.loads(line) for line in self.ends(FINE, node, "log", "show", "--json", *words).splitlines()]
        return [line for line in lines if line["is"] == "fact"]


class LogTools(Tools, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node()
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        admin = cls.node.make_admin()
        cls.token = admin.token
        cls.refused = subprocess.run(cls.node.command("log", "verify"), capture_output=True, text=True)
        cls("lived").lived(cls.node, admin)
        cls.export = cls.node.folder / "sound.export"
        subprocess.run(cls.node.command("log", "export", str(cls.export)), check=True, capture_output=True)

    def test_a_sound_installation_passes_all_tools(self):
        before = (self.node.data / "log" / "data.mdb").read_bytes()
        self.ends(FINE, self.node, "log", "verify", says=r"\d+ facts .*\n.*chain are right")
        self.ends(FINE, self.node, "verify", says=r"\d+ rows compared")
        facts = self.facts(self.node)
        self.assertEqual([one["position"] for one in facts], list(range(1, len(facts) + 1)))
        self.assertIn("token 7", json.dumps(facts))
        self.assertEqual(len(self.facts(self.node, "--from", "3", "--to", "5")), 3)
        self.assertEqual((self.node.data / "log" / "data.mdb").read_bytes(), before)

    def test_nothing_is_checked_under_a_running_dibsd(self):
        self.assertEqual(self.refused.returncode, CANNOT_LOOK, self.refused.stderr)
        self.assertIn("in use by the process with pid", self.refused.stderr)

    def test_wrong_use_exits_with_2(self):
        for words in (("log",), ("log", "cut"), ("log", "cut", "--after", "x"), ("log", "export"),
                      ("log", "show", "--from", "-1"), ("log", "cut", "--after", "1000000")):
            self.ends(USAGE, self.node, *words)
        (self.node.folder / "nowhere").mkdir()
        nowhere = Node(folder=self.node.folder / "nowhere")
        self.ends(CANNOT_LOOK, nowhere, "log", "verify", says="no log in")
        self.assertFalse(nowhere.data.exists())

    def test_no_flipped_byte_passes_for_sound(self):
        copy = self.copy_of(self.node, "flipped")
        file, out = copy.data / "log" / "data.mdb", copy.folder / "out.export"
        sound = file.read_bytes()
        used = len(sound.rstrip(b"\0"))
        chance = random.Random(11)
        found = 0
        for _ in range(FLIPS):
            spoilt = bytearray(sound)
            at = chance.randrange(used)
            spoilt[at] ^= 1 << chance.randrange(8)
            file.write_bytes(spoilt)
            done = self.run_tool(copy, "log", "verify")
            with self.subTest(at=at, said=done.stderr):
                self.assertIn(done.returncode, (FINE, DAMAGE, CANNOT_LOOK))
                self.assertIn(self.run_tool(copy, "log", "show", "--json").returncode,
                              (FINE, DAMAGE, CANNOT_LOOK))
            # 75: damage in the stamp of the file's format, which names itself
            if done.returncode != FINE:
                found += 1
                continue
            # the flip hit bytes that are never read
            self.ends(FINE, copy, "log", "export", str(out))
            self.assertEqual(out.read_bytes(), self.export.read_bytes(), f"byte {at}")
            out.unlink()
        print(f"{FLIPS} flips, {found} found, the others hit what is not read", file=sys.stderr)
        self.assertGreater(found, 0)

    def test_damage_is_named_and_cut_off(self):
        copy = self.copy_of(self.node, "damaged")
        file = copy.data / "log" / "data.mdb"
        before, wanted = self.facts(copy)[-6:-4]
        self.assertFalse(before["more"] or wanted["more"])
        request = b"\n" + wanted["request_id"].encode() + b"\n"
        file.write_bytes(file.read_bytes().replace(request, request[:1] + b"#" + request[2:]))
        self.ends(DAMAGE, copy, "log", "verify", says=f"DAMAGED at position {wanted['position']}, offset "
                                                     f"{wanted['offset']}: the record is not")
        shown = self.run_tool(copy, "log", "show")
        self.assertEqual(shown.returncode, DAMAGE)
        self.assertIn("damaged DAMAGED: it is not the one that was appended", shown.stdout)
        kept = wanted["position"] - 1
        self.ends(USAGE, copy, "log", "cut", "--after", str(kept), answer="1\n", says="Nothing was cut")
        self.ends(FINE, copy, "log", "cut", "--after", str(kept), answer=f"{kept}\n", says="ends at position")
        self.ends(FINE, copy, "log", "verify", says=f"{kept} facts")
        self.assertTrue((copy.data / f"log-cut-after-{kept}.export.data.mdb").exists())
        self.ends(DAMAGE, copy, "log", "show", "--file", str(copy.data / f"log-cut-after-{kept}.export"))
        labels = self.labels(copy, self.token)
        self.assertIn("token 9", labels)
        self.assertNotIn("token 19", labels)

    def test_an_end_is_cut_off_and_put_back(self):
        copy = self.copy_of(self.node, "cut")
        before = self.facts(copy)
        labels = self.labels(self.copy_of(self.node, "as-it-was"), self.token)
        after = before[-7]["position"]
        self.assertFalse(before[-7]["more"])
        backup = copy.folder / "end.export"
        self.ends(FINE, copy, "log", "cut", "--after", str(after), "--yes", "--backup", str(backup))
        self.assertEqual(self.facts(copy), before[:after])
        self.assertEqual(self.facts(copy, "--file", str(backup)), before[after:])
        self.ends(FINE, copy, "log", "import", str(backup), says=f"up to position {len(before)}")
        self.assertEqual(self.facts(copy), before)
        self.assertEqual(self.labels(copy, self.token), labels)
        self.ends(FINE, copy, "verify")

    def test_an_imported_log_is_the_same(self):
        other = self.empty_beside(self.node, "imported")
        self.ends(FINE, other, "log", "import", str(self.export), says="keys")
        self.ends(CANNOT_LOOK, other, "log", "import", str(self.export), says="has a log already")
        again = other.folder / "again.export"
        self.ends(FINE, other, "log", "export", str(again))
        self.assertEqual(again.read_bytes(), self.export.read_bytes())
        same = self.copy_of(self.node, "same")
        self.assertEqual(self.labels(other, self.token), self.labels(same, self.token))

    def test_half_a_file_is_not_imported(self):
        whole = self.export.read_bytes()
        middle = len(whole) // 2
        flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1:]
        for n, spoilt in enumerate((whole[:-1000], flipped, b"", b"{}\n")):
            other = self.empty_beside(self.node, f"half{n}")
            file = other.folder / "spoilt.export"
            file.write_bytes(spoilt)
            done = self.run_tool(other, "log", "import", str(file))
            self.assertIn(done.returncode, (DAMAGE, CANNOT_LOOK), done.stderr)
            self.assertFalse((other.data / "log" / "data.mdb").exists())

    def test_tables_that_differ_are_named(self):
        copy = self.copy_of(self.node, "tables")
        self.ends(FINE, copy, "log", "cut", "--after", str(self.facts(copy)[-3]["position"]), "--yes")
        copy.start()
        copy.stop()
        self.assertEqual(self.run_tool(copy, "verify").returncode, FINE)
        shutil.rmtree(copy.data / "tables")
        shutil.copytree(self.node.data / "tables", copy.data / "tables")  # of a longer log
        done = self.run_tool(copy, "verify")
        self.assertEqual(done.returncode, DAMAGE, done.stdout + done.stderr)


class LogToolsOnKafka(Tools, OnKafka):
    def test_the_log_is_exported_and_imported_unchanged(self):
        embedded = Node()
        self.addCleanup(embedded.remove)
        embedded.create_log()
        embedded.start()
        admin = embedded.make_admin()
        self.lived(embedded, admin)
        first = embedded.folder / "first.export"
        self.ends(FINE, embedded, "log", "export", str(first))
        topic = self.topic()
        node = self.empty_beside(embedded, "kafka", log=topic.url)
        self.addCleanup(node.remove)
        self.ends(FINE, node, "log", "import", str(first), says="are imported")
        self.ends(CANNOT_LOOK, node, "log", "import", str(first), says="already")
        told = self.ends(FINE, node, "log", "verify", says="chain are right")
        self.assertEqual(re.search(r"\d+ facts", told)[0],
                         re.search(r"\d+ facts", self.ends(FINE, embedded, "log", "verify"))[0])
        self.ends(USAGE, node, "log", "cut", "--after", "3", says="A topic on Kafka is not cut")
        labels = self.labels(node, admin.token)
        self.assertEqual(labels, self.labels(embedded, admin.token))
        self.ends(FINE, node, "verify", says="rows compared")
        second = node.folder / "second.export"
        self.ends(FINE, node, "log", "export", str(second))
        back = self.empty_beside(embedded, "back")
        self.ends(FINE, back, "log", "import", str(second))
        self.ends(FINE, back, "log", "verify", says="chain are right")
        self.assertEqual(self.labels(back, admin.token), labels)

    def test_a_running_dibsd_is_not_disturbed(self):
        node, _ = self.running(self.topic())
        self.ends(FINE, node, "log", "verify", says="chain are right")
        self.assertGreater(len(self.facts(node)), 2)


if __name__ == "__main__":
    unittest.main()
