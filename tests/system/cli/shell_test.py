#!/usr/bin/env python3
"""The shell functions of ops/start: the packages of a release, free ports, and questions about
the configuration. A real bash sources functions of ops/lib and ops/start and calls them."""
import os
import pathlib
import socket
import subprocess
import tempfile
import unittest

from dibs_node import BUILD, ROOT
from patience import PATIENCE_S

LIST = """\
# comment
run    install  procps           =
run    install  -                libwtmpdb0       -
run    unpack   openssh-server   =
build  install  libboost1.81-dev libboost-dev
build  program  npm              =
test   program  chromium         =                -
"""


def bash(script, *arguments, **variables):
    done = subprocess.run(["bash", "-uc", script, "bash", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=PATIENCE_S, check=False, env={**os.environ, **variables})
    return done.returncode, done.stdout.split(), done.stderr


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "ops").mkdir()
        (self.root / "ops" / "packages").write_text(LIST)

    def call(self, column, call):
        lib = ROOT / "ops" / "lib"
        return bash(f'DIBS_ROOT={self.root}; . {lib}/say.sh; . {lib}/packages.sh; '
                    f'release_column() {{ echo {column}; }}; {call}')[1]

    def test_each_release_takes_its_column(self):
        for column, names in ((3, ["procps", "libboost1.81-dev"]), (4, ["procps", "libwtmpdb0", "libboost-dev"]),
                              (5, ["procps", "libboost-dev"])):
            self.assertEqual(self.call(column, "packages install run build"), names)

    def test_a_section_that_is_not_requested_is_left_out(self):
        self.assertEqual(self.call(4, "packages unpack run"), ["openssh-server"])
        self.assertEqual(self.call(4, "packages unpack build"), [])
        self.assertEqual(self.call(4, "packages program build test"), ["npm", "chromium"])
        self.assertEqual(self.call(5, "packages program build test"), ["npm"])

    def test_the_column_is_that_of_the_release(self):
        for text, column in (("ID=debian\nVERSION_CODENAME=bookworm\n", "3"),
                             ("ID=debian\nVERSION_CODENAME=trixie\n", "4"),
                             ("ID=ubuntu\nVERSION_CODENAME=noble\n", "5"), ("ID=arch\n", "4")):
            (self.root / "os-release").write_text(text)
            lib = ROOT / "ops" / "lib"
            _, out, _ = bash(f'DIBS_ROOT={self.root}; . {lib}/say.sh; . {lib}/packages.sh; '
                             f'release_column {self.root}/os-release')
            self.assertEqual(out, [column], text)

    def test_a_package_that_dpkg_does_not_know_is_missing(self):
        self.assertEqual(self.call(4, "not_installed dpkg no-such-package-of-dibs"), ["no-such-package-of-dibs"])

    def test_every_line_of_the_real_list_has_its_columns(self):
        for line in (ROOT / "ops" / "packages").read_text().splitlines():
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            self.assertIn(words[0], ("run", "build", "test"), line)
            self.assertIn(words[1], ("install", "unpack", "program"), line)
            self.assertIn(len(words), (4, 5), line)


class Ports(unittest.TestCase):
    def test_a_port_with_a_listener_is_not_free(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            code, out, _ = bash(f'. {ROOT}/ops/lib/net.sh; listening {port} && free_port {port}')
            self.assertEqual(code, 0)
            self.assertGreater(int(out[0]), port)


class Settings(unittest.TestCase):
    """read_settings and choose_listen of ops/start, with the built dibsd."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "server.toml"
        # Only the functions: the code after them starts things.
        text = (ROOT / "ops" / "start").read_text()
        self.functions = text[text.index("choose_paths()"):text.index("\nhosts=()")]

    def read(self, text, call="read_settings"):
        self.file.write_text(text)
        lib = ROOT / "ops" / "lib"
        return bash(f'DIBS_ROOT={ROOT}; . {lib}/say.sh; . {lib}/net.sh\n{self.functions}\nbuilt={BUILD} '
                    f'data=/default config={self.file}\n{call} && echo "$data" "$lock" "$configured_listen" '
                    '"${configured_hosts:+hosts}"')

    def test_a_path_in_single_quotes_is_used_without_them(self):
        for written in ("'/srv/dibs'", '"/srv/dibs"', "'/srv/dibs'   # '"):
            _, out, err = self.read(f"[data]\ndir = {written}\n")
            self.assertEqual(out[0], "/srv/dibs", err)

    def test_missing_settings_have_their_defaults(self):
        _, out, err = self.read("")
        self.assertEqual(out[0], "/default", err)
        self.assertEqual(len(out), 2)

    def test_configured_hosts_disable_the_demo(self):
        _, out, err = self.read("[server]\nlisten = '127.0.0.1:9000'\n\n[[host]]\nname = 'a'\naddress = 'b'\n"
                                "account = 'c'\nhost_key = 'SHA256:x'\n")
        self.assertEqual(out[2:], ["127.0.0.1:9000", "hosts"], err)

    def test_a_wrong_configuration_ends_it_with_the_line(self):
        code, out, err = self.read("[data]\nfolder = '/srv'\n")
        self.assertEqual((code, out), (1, []))
        self.assertIn("server.toml:2: [data] folder", err)


if __name__ == "__main__":
    unittest.main()
