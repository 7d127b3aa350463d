#!/usr/bin/env python3
"""Messages of dibsd when it cannot start: the file, line and key, or the directory and the
reason, on stderr. It exits with 2 for a wrong configuration, 1 for anything else, and leaves the
files unchanged."""
import os
import shutil
import subprocess
import tempfile
import unittest

from dibs_node import BUILD, ROOT, Node, free_port
from patience import PATIENCE_S


class BadStart(unittest.TestCase):
    def setUp(self):
        self.node = Node()
        self.addCleanup(self.node.remove)

    def dibsd(self, *words):
        return subprocess.run([str(BUILD / "dibsd"), *words], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=PATIENCE_S, check=False)

    def refuses(self, *words, says=(), code=1):
        done = self.dibsd(*words)
        self.assertEqual(done.returncode, code, done.stdout)
        for text in says:
            self.assertIn(str(text), done.stdout)
        self.assertNotRegex(done.stdout, "(?i)terminate called|exception|what\\(\\)")
        return done.stdout

    def serve(self, *words):
        return ("--data", str(self.node.data), "--listen", f"127.0.0.1:{free_port()}", *words)

    def configured(self, text):
        file = self.node.folder / "wrong.toml"
        file.write_text(text)
        return file, ("check-config", "--data", str(self.node.data), "--config", str(file))

    # Configuration

    def test_an_unknown_key_is_named_with_file_and_line(self):
        file, words = self.configured("[server]\nlisten = '127.0.0.1:0'\n\n[limits]\nspeed = 5\n")
        self.refuses(*words, code=2, says=[f"{file}:5: ", "[limits] speed", "no such key"])

    def test_every_other_mistake_is_named_with_file_and_line(self):
        cases = [("[sever]\n", 1, "no such section"), ("[server\n", 1, ""), ("a = 1\n", 1, "no such"),
                 ("[server]\nlisten = 8080\n", 2, "[server] listen"),
                 ("[server]\nlisten = 'here'\n", 2, "ADDRESS:PORT"),
                 ("[server]\nlisten = '127.0.0.1:99999'\n", 2, "ADDRESS:PORT"),
                 ("[server]\nallowed_origins = ['dibs.example.org']\n", 2, "https://"),
                 ("[limits]\n\ncommands_per_min = 0\n", 3, "from 1 to"),
                 ("[limits]\ncommands_per_min = 'many'\n", 2, "expected an integer"),
                 ("[limits]\nx = 1\nx = 2\n", 3, ""), ("[server]\nlisten_anywhere = 'yes'\n", 2, "true"),
                 ("[[host]]\nname = 'a'\naddress = 'b'\naccount = 'c'\n", 1, "host_key: is missing"),
                 ("[[host]]\nname = 'a'\nport = 70000\n", 3, "1 to 65535"),
                 ("[[host]]\nname = 'a'\ncolour = 'red'\n", 3, "[[host]] colour"),
                 ("[host]\nname = 'a'\n", 1, "[[host]]")]
        for text, line, says in cases:
            with self.subTest(text=text):
                file, words = self.configured(text)
                self.refuses(*words, code=2, says=[f"{file}:{line}: ", says])

    def test_values_that_contradict_each_other_are_named(self):
        for text, says in (("[server]\nlisten = '0.0.0.0:8080'\n", "listen_anywhere"),
                           ("[server]\nbase_path = 'dibs/'\n", "base_path"),
                           ("[log]\nurl = 'redis://x'\n", "[log] url"),
                           ("[rules]\nshortest_min = 90\nlongest_min = 60\n", "[rules] longest_min")):
            _, words = self.configured(text)
            self.refuses(*words, code=2, says=[says])

    def test_a_configuration_that_is_missing_is_named(self):
        self.refuses(*self.serve("--config", "/nowhere/server.toml"), code=2, says=["/nowhere/server.toml"])
        self.refuses(*self.serve("--hosts-file", "/nowhere/hosts.toml"), code=2, says=["/nowhere/hosts.toml"])

    def test_a_wrong_option_is_named(self):
        done = self.dibsd("--colour", "red")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("--colour", done.stdout)

    def test_the_example_configuration_is_right(self):
        example = ROOT / "ops" / "deploy" / "server.toml"
        done = self.dibsd("check-config", "--config", str(example))
        self.assertEqual(done.returncode, 0, done.stdout)

    # The data directory

    def test_without_a_log_it_explains_how_to_make_one(self):
        self.refuses(*self.serve(), says=["log init"])

    def test_a_log_is_not_made_over_another(self):
        self.node.create_log()
        before = (self.node.data / "log" / "data.mdb").read_bytes()
        self.refuses("log", "init", "--data", str(self.node.data), says=[self.node.data])
        self.assertEqual((self.node.data / "log" / "data.mdb").read_bytes(), before)

    def test_tables_of_another_log_are_not_answered_from(self):
        self.node.create_log()
        self.node.start()
        self.node.make_admin().close()
        self.node.stop()
        other = Node()
        self.addCleanup(other.remove)
        other.create_log()
        shutil.rmtree(self.node.data / "log")
        shutil.copytree(other.data / "log", self.node.data / "log")
        shutil.copy2(other.data / "keys", self.node.data / "keys")
        self.refuses(*self.serve(), says=["the tables were made from the log", "dibsd rebuild"])
        rebuilt = subprocess.run(self.node.command("rebuild"), capture_output=True, text=True, check=False)
        self.assertEqual(rebuilt.returncode, 0, rebuilt.stderr)
        self.node.start()
        self.assertEqual(self.node.stop(), 0)

    def test_a_directory_that_cannot_be_read_or_written_is_named(self):
        self.node.create_log()
        for mode in (0o000, 0o500):
            self.node.data.chmod(mode)
            self.addCleanup(self.node.data.chmod, 0o700)
            self.refuses(*self.serve(), says=[self.node.data, "ermission denied"])
        self.node.data.chmod(0o700)
        (self.node.data / "log" / "data.mdb").chmod(0o000)
        self.refuses(*self.serve(), says=[self.node.data, "ermission denied"])

    def test_a_file_in_place_of_the_directory_is_named(self):
        self.node.data.write_text("not a folder")
        self.refuses(*self.serve(), says=[self.node.data])
        self.assertEqual(self.node.data.read_text(), "not a folder")

    def test_a_log_that_is_something_else_is_not_touched(self):
        self.node.create_log()
        file = self.node.data / "log" / "data.mdb"
        file.write_bytes(b"x" * 65536)
        self.refuses(*self.serve(), says=[self.node.data])
        self.assertEqual(file.read_bytes(), b"x" * 65536)

    def test_a_second_dibsd_names_the_directory_and_the_pid_of_the_first(self):
        self.node.create_log()
        self.node.start()
        for words in (self.serve(), ("rebuild", "--data", str(self.node.data)),
                      ("log", "init", "--data", str(self.node.data))):
            self.refuses(*words, says=[self.node.data, f"pid {self.node.process.pid}"])
        client = self.node.client()
        self.addCleanup(client.close)
        self.assertEqual(client.get("/readyz").status, 200)
        self.assertTrue(client.get("/api/v1/setup").json["open"])

    def test_a_port_that_is_taken_is_named(self):
        self.node.create_log()
        self.node.start()
        other = tempfile.mkdtemp(prefix="dibs-node.")
        self.addCleanup(shutil.rmtree, other, True)
        self.dibsd("log", "init", "--data", other)
        self.refuses("--data", other, "--listen", f"127.0.0.1:{self.node.port}", says=[self.node.port])

    @unittest.skipUnless(os.geteuid() == 0, "only root can be refused as root")
    def test_root_is_refused(self):
        self.node.create_log()
        self.refuses(*self.serve(), says=["root"])


if __name__ == "__main__":
    unittest.main()
