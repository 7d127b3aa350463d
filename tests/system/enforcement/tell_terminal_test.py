#!/usr/bin/env python3
# ops/test: as root
"""A message to a person's terminals, on an isolated host with real accounts, terminals, screen
and sshd. Covers the receivers, to the byte, and control sequences in the text, from any author.
Also closed, stopped and full terminals, and the permission to send."""
import json
import subprocess
import time
import unittest

from isolated_host import IsolatedHost, Terminal, host_request
from patience import PROMISE_S

# Sequences that terminals obey, or that hide or turn text: C0, C1 as bytes and as UTF-8, OSC, DCS,
# overlong.
CONTROLS = (
    [bytes([c]) for c in range(0x20) if c not in (0x0a, 0x0d)] + [b"\x7f"] +
    [b"\x1b[2J", b"\x1b[6n", b"\x1b]0;t\x07", b"\x1b]52;c;eA==\x07", b"\x1b]52;c;eA==\x1b\\", b"\x1bPq\x1b\\",
     b"\x1b_x\x1b\\", b"\x1b^x\x1b\\", b"\x1bc", b"\x1b#8", b"\x1b[20h", b"\x1b[?1049h", b"\x1b]8;;http://x\x07",
     b"\x1b[5i", b"\x1bZ", b"\x1b[c", b"\x9b2J", b"\xc2\x9b2J", b"\x9d52;c;x\x9c", b"\xc2\x9d52;c;x\xc2\x9c",
     b"\x90q\x9c", b"\xc2\x90q\xc2\x9c", b"\x84\x85\x8d", b"\xc2\x85", b"\xc0\x9b2J", b"\xe0\x80\x9b2J",
     b"\xf0\x80\x80\x9b2J", b"\xed\xa0\x9b", b"\xf5\x80\x80\x80", b"\xe2\x80\xae", b"\xe2\x80\xab",
     b"\xe2\x81\xa6", b"\xe2\x81\xa9", b"\xd8\x9c", b"\xe2\x80\x8f", b"\xe2\x80\x8b", b"\xe2\x80\xa8",
     b"\xef\xbb\xbf", b"\xcc\x80", b"\xf3\xa0\x80\x81", b"\xff\xfe"])


def what_was_told(output):
    outcome, counts, detail, *_ = host_request("tell-answer", said=output).decode().split("\n")
    return outcome, [int(n) for n in counts.split()], detail


def as_shown(*lines):
    """A pty turns LF into CR LF and passes CR unchanged."""
    return b"".join(b"\r\r\n" + line for line in lines) + b"\r\r\n"


class TellTerminal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = IsolatedHost().start().share_connections()
        cls.addClassCleanup(cls.host.stop)
        cls.command = host_request("command").decode()

    def setUp(self):
        self.host.end_connections()
        self.host.inside("pkill", "-KILL", "-u", "ann,ben,kim", check=False)
        self.host.wait_for(lambda: not self.host.inside("pgrep", "-u", "ann,ben,kim", check=False))

    def terminal(self, account, *arguments, **options):
        terminal = Terminal(self.host, account, *arguments, **options)
        self.addCleanup(terminal.close)
        return terminal

    def tell(self, user, message, account="dibs"):
        return self.send(host_request("tell", user, said=message), account)

    def send(self, request, account="dibs"):
        return what_was_told(self.host.ssh(account, self.command, said=request))

    def raw_request(self, ask):
        """With a line of input that dibsd would not write."""
        request = host_request("tell", "ann", said=b"x")
        line = json.dumps(ask, ensure_ascii=False).encode()
        return request[:request.rindex(b'{"user"')] + line + b"\n"

    def test_message_comes_to_all_terminals_of_the_user_only(self):
        first, second, other = (self.terminal(name) for name in ("ann", "ann", "ben"))
        self.assertEqual(self.tell("ann", "GPU 1 is Żaneta's.\nStop `it`, please".encode()),
                         ("told", [2, 0, 0], ""))
        expected = as_shown("GPU 1 is Żaneta's.".encode(), b"Stop `it`, please")
        for terminal in (first, second):
            terminal.wait_for(b"please\r\r\n")
            terminal.read(0.2)
            self.assertEqual(terminal.shown, expected)
        other.read(0.2)
        self.assertEqual(other.shown, b"")
        self.setUp()

    def test_message_comes_into_screen_even_if_detached(self):
        # Some versions of screen close their windows to messages, and some close the surrounding
        # terminal while attached. Here the window is open, as with `mesg y`.
        inner = "screen -c /dev/null -S work sh -c 'stty -echo; chmod g+w $(tty); echo IN; exec sleep 1000'"
        outer = self.terminal("ann", f"exec {inner}")
        outer.wait_for(b"IN")
        self.assertIn(self.tell("ann", b"told inside"), [("told", [1, 1, 0], ""), ("told", [2, 0, 0], "")])
        outer.wait_for(b"told inside")
        self.host.wait_for(lambda: b"told inside" in self.screen_window())
        self.host.ssh("ann", "screen -S work -X detach")
        self.host.wait_for(lambda: outer.client.poll() is not None)
        self.assertEqual(self.tell("ann", b"to whom is away"), ("told", [1, 0, 0], ""))
        self.host.wait_for(lambda: b"to whom is away" in self.screen_window())

    def screen_window(self):
        """The output of ann's screen: screen writes it after its command has ended."""
        return self.host.ssh("ann", "rm -f /tmp/window; screen -S work -X hardcopy /tmp/window; "
                                    "for i in $(seq 50); do [ -s /tmp/window ] && break; sleep 0.1; done; cat /tmp/window")

    def test_nothing_that_a_terminal_obeys_arrives(self):
        self.assertGreater(len(CONTROLS), 40)
        terminal = self.terminal("ann")
        for start in range(0, len(CONTROLS), 15):
            attacks = CONTROLS[start:start + 15]
            self.tell("ann", b"\n".join(b"<" + attack + b">" for attack in attacks) + b"\nEND")
            self.harmless(terminal, attacks)

    def test_the_program_itself_filters_controls_too(self):
        terminal = self.terminal("ann")
        attacks = [a.decode("utf-8") for a in CONTROLS if self.is_utf8(a)]
        self.assertGreater(len(attacks), 10)
        for start in range(0, len(attacks), 15):
            some = attacks[start:start + 15]
            lines = [f"<{attack}>" for attack in some] + ["END"]
            outcome = self.send(self.raw_request({"user": "ann", "lines": lines}))
            self.assertEqual(outcome, ("told", [1, 0, 0], ""), some)
            self.harmless(terminal, some)

    @staticmethod
    def is_utf8(text):
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            return False
        return True

    def harmless(self, terminal, attacks):
        terminal.wait_for(b"END\r\r\n")
        terminal.read(0.1)
        lines = terminal.shown.split(b"\r\r\n")
        self.assertEqual(len(lines), len(attacks) + 3, lines)
        for line in lines:
            self.assertRegex(line, rb"\A[ -~]*\Z")
        terminal.forget()

    def test_a_terminal_that_takes_no_utf8_gets_ascii(self):
        """The bytes of a letter may be controls to it: "ě" is C4 9B, and 9B is CSI."""
        old = self.terminal("ann", utf8=False)
        self.assertEqual(self.tell("ann", "ě2J ĝ52;c;xĜ".encode())[0], "told")
        old.wait_for(b"x?\r\r\n")
        self.assertEqual(old.shown, as_shown(b"?2J ?52;c;x?"))
        self.setUp()

    def test_a_closed_terminal_gets_no_message(self):
        """This is all that `mesg n` does; newer systems lack the command."""
        closed, open_one = self.terminal("ann", "chmod g-w $(tty); echo CLOSED; exec sleep 1000"), self.terminal("ann")
        closed.wait_for(b"CLOSED\r\n")
        closed.forget()
        self.assertEqual(self.tell("ann", b"hello"), ("told", [1, 1, 0], ""))
        open_one.wait_for(b"hello")
        open_one.client.kill()
        self.host.wait_for(lambda: not self.host.path(open_one.tty).exists())
        self.assertEqual(self.tell("ann", b"hello"), ("nobody_told", [0, 1, 0], ""))
        closed.read(0.2)
        self.assertEqual(closed.shown, b"")
        self.setUp()

    def test_terminals_that_block_delay_no_other(self):
        # Fills it for a while: data moves to its other end now and then.
        full = ("python3 -c 'import os,pty,time\nm,s=pty.openpty()\nos.set_blocking(s,False)\n"
                "for i in range(20):\n try:\n  while True: os.write(s,b\"x\")\n"
                " except BlockingIOError: time.sleep(0.03)\nprint(\"FULL\",flush=True)\ntime.sleep(1000)'")
        self.terminal("ann", f"exec {full}").wait_for(b"FULL")
        stopped, reader = self.terminal("ann"), self.terminal("ann")
        stopped.type(b"\x13")  # ^S
        self.host.wait_for(lambda: self.is_stopped(stopped))
        began = time.monotonic()
        request = host_request("tell", "ann", said=b"quick")
        with subprocess.Popen([*self.host.ssh_command("dibs"), self.command], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as client:
            client.stdin.write(request)
            client.stdin.close()
            reader.wait_for(b"quick")
            self.assertIsNone(client.poll(), "it still tries the full ones: for five seconds")
            answer = client.stdout.read()
        self.assertLess(time.monotonic() - began, PROMISE_S)
        outcome, (n, closed, failed), _ = what_was_told(answer)
        # The terminal under the full one, and the reader's, took it.
        self.assertEqual((outcome, n, closed, failed), ("told", 2, 0, 2))
        self.setUp()

    def is_stopped(self, terminal):
        """Whether a write there would block: tested as its owner, with an empty write."""
        said = self.host.inside("python3", "-c", (
            "import os,select\n"
            f"f=os.open('{terminal.tty}',os.O_WRONLY|os.O_NOCTTY|os.O_NONBLOCK)\n"
            "try: os.write(f,b'\\0')\nexcept BlockingIOError: print('STOPPED')"), check=False)
        return "STOPPED" in said

    def test_without_a_terminal_or_account_no_message_is_sent(self):
        self.assertEqual(self.tell("kim", b"hello"), ("no_terminal", [0, 0, 0], ""))
        outcome, _, detail = self.tell("zoe", b"hello")
        self.assertEqual((outcome, detail), ("refused", "there is no such user here"))
        for name in ("ann\n", "../ann", "-ann", "a:b", "", "x" * 65, "$(id)"):
            self.assertEqual(self.tell(name, b"hello")[0], "refused", name)

    def test_only_the_group_tty_may_send(self):
        terminal = self.terminal("ann")
        outcome, counts, detail = self.tell("ann", b"hello", account="kim")
        self.assertEqual((outcome, counts), ("not_allowed", [0, 0, 0]))
        self.assertIn("group tty", detail)
        terminal.read(0.2)
        self.assertEqual(terminal.shown, b"")
        self.setUp()

    def test_only_terminals_are_written_to(self):
        """Links cannot be made among the terminals; elsewhere they are not followed."""
        self.assertIn("not permitted", self.host.inside("ln", "-s", "/etc/passwd", "/dev/pts/99", check=False))
        for script in ("touch /home/ann/diary && chown ann:tty /home/ann/diary && chmod 620 /home/ann/diary",
                       "ln -sf /home/ann/diary /dev/tty9 && chown -h ann:tty /dev/tty9",
                       "cp /home/ann/diary /dev/tty10 && chown ann:tty /dev/tty10 && chmod 620 /dev/tty10",
                       "mknod /dev/tty8 c 1 3; chown ann:tty /dev/tty8 && chmod 620 /dev/tty8",
                       "mkfifo /dev/tty7; chown ann:tty /dev/tty7 && chmod 620 /dev/tty7"):
            self.host.inside("sh", "-c", script)
        self.assertEqual(self.tell("ann", b"hello"), ("nobody_told", [0, 0, 1], ""))
        self.assertEqual(self.host.inside("cat", "/home/ann/diary", "/dev/tty10"), "")
        self.host.inside("sh", "-c", "rm /dev/tty7 /dev/tty8 /dev/tty9 /dev/tty10")

    def test_input_that_is_not_understood_changes_nothing(self):
        terminal = self.terminal("ann")
        for ask in ({}, [], {"user": "ann"}, {"user": "ann", "lines": []}, {"user": "ann", "lines": "hello"},
                    {"user": "ann", "lines": [1]}, {"user": 1, "lines": ["x"]},
                    {"user": "ann", "lines": ["x"], "tty": "/dev/pts/0"},
                    {"user": "ann", "lines": ["x"] * 21}, {"user": "ann", "lines": ["x" * 497]},
                    {"user": "ann", "lines": ["x" * 20000]}):
            self.assertEqual(self.send(self.raw_request(ask))[0], "refused", ask)
        whole = host_request("tell", "ann", said=b"hello")
        for cut in (whole[:-1], whole[:-20], whole[:-20] + b"\n"):
            self.assertEqual(self.send(cut)[0], "refused")
        doubled = whole[:whole.rindex(b'{"user"')] + b'{"user":"ben","user":"ann","lines":["x"]}\n'
        self.assertEqual(self.send(doubled)[0], "refused")
        terminal.read(0.2)
        self.assertEqual(terminal.shown, b"")

    def test_a_host_without_interpreters_says_so(self):
        self.terminal("ann")
        with self.host.without("python3"):
            outcome, _, detail = self.tell("ann", b"hello")
            self.assertEqual((outcome, detail), ("refused", "python3 (3.6 or later) does not work there"))


if __name__ == "__main__":
    unittest.main()
