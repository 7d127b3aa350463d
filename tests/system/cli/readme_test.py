#!/usr/bin/env python3
"""README's first hour and the tour of api/cli run as printed: each command, and each that a comment
names, on the demo fleet, from a terminal. What the pages say is compared with the answers."""
import os
import re
import shutil
import tempfile
import unittest

import keyboard
from dibs_node import BUILD, PASSWORD, ROOT
from installation import Installation
from patience import wait_until
from totp import code_of

PAGES = "\n".join((ROOT / page).read_text() for page in ("README.md", "api/cli/tour.md"))
TOUR = [line[2:] for block in re.findall(r"```\n(\$ .*?)```", PAGES, re.DOTALL) for line in block.splitlines()]
NOTHING_SEALED = r"Nothing is sealed yet"

# A pattern of a command, exit codes (0 if none is given), and the expected output.
ANSWERS = [
    ("dibs setup", (0,), r"you are its admin: Ann"),
    ("second-factor on", (0,), r"signing in .*asks for a code"),
    ("dibs free", (0,), r"(?s)UNTIL.*gpu01.*gpu02.*gpu03"),
    ("-m 'fine-tuning'", (0,), r"Reserved gpu03:0-1 "),
    ("'tomorrow 9:00'$", (0,), r"Reserved gpu03:0-1 "),
    ("--on gpu03$", (6,), r"(?s)held by Ann .*Free instead:\n +1 +gpu03:0-1 "),
    ("reservation list$", (0,), r"fine-tuning"),
    ("extend last", (0,), r"Extended to gpu03:0-1 .* 09:00-15:00 "),
    ("cancel last", (0,), r"Cancelled gpu03:0-1 .* undo: dibs reservation reinstate"),
    ("calendar link", (0,), r"/calendar/\w+\.ics"),
    ("process list", (0,), r"(?s)gpu02:0.*kim"),
    ("violation list", (0,), r"No violation|kim"),
    ("violation-steps=", (0,), r"(?s)message@0, mail-person@2min, stop@10min.*protection is stopped"),
    ("violation level always", (0,), r"gpu03 has the level always"),
    ("dibs usage$", (0,), r"RESERVED"),
    ("metrics gpu03", (0,), r"gpu03:0 +gpu03:1\n(.*\d.*\n)+"),
    ("usage gpu03", (0,), r"ACCOUNT"),
    ("usage week$", (0,), r"\d{4}-W\d\d"),
    ("dibs watch", (130, -2), r"(?s).*"),
    ("user add bartek", (0,), r"/welcome#name=bartek"),
    ("group add", (0,), r"Made the group students"),
    ("group limits", (0,), r"gpus-at-once is 4, gpu-hours-week is 200, relaxed-within is 2h"),
    ("budget create", (0,), r"group students: 500 GPU-hours"),
    ("--project bert$", (0,), r"Reserved gpu03:0-1 .*\(now\)"),
    ("grant give nights", (0,), r"group:students may book gpu03, mon-fri 22:00-06:00"),
    ("grant change nights", (0,), r"approval above 4 GPUs"),
    ("grant withdraw", (0,), r"touch no reservation|gpu03:0-1"),
    ("dibs may", (0,), r"Yes\."),
    ("idle-tell=", (0,), r"idle-tell is 30min, idle-release is 30min"),
    ("reservation keep", (0,), r"Kept until"),
    ("mails set", (0,), r"sends no mail"),
    ("longest=14d", (0,), r"longest is 14d"),
    ("token add", (0,), r"dibs_\w+"),
    ("audit head", (0, 3), NOTHING_SEALED + r"|\w{40}"),
    ("audit verify", (0, 3), NOTHING_SEALED + r"|sealed"),
    ("user erase", (0,), r"Unreadable:(?s:.*)Not in Dibs's power"),
    # 1: the test machine's own clock or disk
    ("dibs doctor", (0, 1), r"server: answers and is ready"),
    ("dibs help reserve", (0,), r"--for"),
    ("dibs completion", (0,), r"^$"),
    ("dibs manual", (0,), r"DIBS\(1\)"),
]


def parts_of(line):
    """A line's command, and its comment."""
    command, _, comment = line.partition(" # ")
    return command.rstrip(), comment


def named_in(text):
    """The `dibs …` commands of a text."""
    return re.findall(r"`(dibs [^`]+)`", text)


def options_of(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


def noun_of(command):
    """The words of a command that no value or option follows: dibs usage week."""
    return re.match(r"dibs(?: [a-z][a-z-]*)*", command)[0]


class Tour(Installation):
    @classmethod
    def first_admin(cls):
        cls.home = tempfile.mkdtemp(prefix="dibs-home.")
        cls.addClassCleanup(shutil.rmtree, cls.home, True)
        cls.environment = {"HOME": cls.home, "PATH": f"{BUILD}:{os.environ['PATH']}", "LANG": "C.UTF-8", "TERM": "dumb",
                           "MANPAGER": "cat", "USER": "ann", "DIBS_ZONE": "Europe/Warsaw"}
        cls.secret = None
        cls.fleet.wants("gpu02", "0 kim 20000 60 python3 train.py")
        client = cls.node.client()
        wait_until(lambda: client.get("/metrics").body.count(b"\ndibs_gpu_info{") >= 14, "14 GPUs", cls.node.text)
        client.close()
        cls.setup = cls.type_in(cls, TOUR[1])
        assert cls.setup.code == 0, cls.setup
        token = keyboard.run("dibs auth token", cls.environment, cls.home)
        admin = cls.node.client(token.out.strip())
        wait_until(lambda: b'"kim"' in admin.get("/api/v1/processes").body, "kim's job is seen", cls.node.text)
        return admin

    def authenticator(self, shown):
        found = re.search(r"secret=([A-Z2-7]+)", shown)
        self.secret = found[1] if found else self.secret
        return code_of(self.secret)

    def type_in(self, line):
        link = re.sub(r"'http://127\.0\.0\.1:8080/setup\?token=…'", lambda _: f"'{self.node.setup_link()}'", line)
        answers = {"as colleagues see it:": "Ann", "Name:": "ann", "assword:": PASSWORD, "The same again:": PASSWORD,
                   "Code it shows:": lambda shown: Tour.authenticator(Tour, shown), "[y/N]:": "y"}
        if "dibs watch" in line:
            answers[""] = keyboard.CTRL_C
        return keyboard.run(link, self.environment, self.home, answers)

    def expected_of(self, line):
        found = [answer for answer in ANSWERS if re.search(answer[0], parts_of(line)[0])]
        self.assertEqual(len(found), 1, f"the tour: {line}")
        return found[0][1:]

    def test_each_command_answers_as_its_page_says(self):
        self.assertIn("export PATH=$PWD/build/release:$PATH", TOUR[0])
        for line in TOUR[1:]:
            with self.subTest(line):
                codes, shows = self.expected_of(line)
                said = self.setup if line == TOUR[1] else self.type_in(line)
                self.assertIn(said.code, codes, said)
                self.assertRegex(said.out, shows, said)
                for command in named_in(line):
                    self.run_named(command)
        unused = [pattern for pattern, *_ in ANSWERS if not any(re.search(pattern, parts_of(line)[0]) for line in TOUR)]
        self.assertEqual(unused, [])

    def run_named(self, command):
        """Runs a command from a comment too, unless it signs in again or is for an installation."""
        if command == "dibs auth login" or command == "man dibs":
            return
        said = self.type_in(command)
        self.assertEqual(said.code, 0, said)

    def test_each_option_that_a_page_names_is_one_of_its_command(self):
        commands = [(command, options_of(command)) for command in named_in(PAGES)]
        for command, comment in map(parts_of, TOUR):
            if command.startswith("dibs "):
                commands.append((command, options_of(command + " " + re.sub(r"`[^`]+`", "", comment))))
        for command, options in commands:
            with self.subTest(command):
                said = keyboard.run(noun_of(command) + " --help", self.environment, self.home)
                self.assertEqual(said.code, 0, said)
                self.assertLessEqual(options, options_of(said.out), said)


if __name__ == "__main__":
    unittest.main()
