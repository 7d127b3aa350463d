#!/usr/bin/env python3
"""Hostile names and texts from people and hosts, in the texts that Dibs puts out. The CSV file
contains no formula, the metrics keep one line a value. A terminal gets no escape sequence, no
control character and no bidi control. Names and titles are those of the browser test
(attacks.json). Hosts may send worse: command lines, owners and GPU names, some of them invalid
UTF-8."""
import csv
import io
import json
import re
import subprocess
import unittest

from dibs_cli import Cli
from dibs_node import BUILD, ROOT, at
from installation import Installation
from patience import PATIENCE_S
from websocket_client import WebSocket

ATTACKS = [one["text"] for one in json.loads((ROOT / "tests/dashboard/support/attacks.json").read_text())]
# For terminals: colours, titles, the clipboard, the screen, sequences that make it type an answer,
# C1 as one character, bidi, blanks.
SEQUENCES = ["\x1b[31mred", "\x1b]0;title\x07", "\x1b]52;c;cHduZWQ=\x07", "\x1b[2J\x1b[H", "\x1b[6n", "\x1bP$q\"p\x1b\\", "\x1b[?1049h",
             "\x9b31mred", "\x9d0;title\x9c", "\x90x\x9c", "a\rb", "a\x08\x08b", "\x7f", "\x0e", "\x1b]8;;http://127.0.0.2:9/c\x1b\\x",
             "\u202etxt.exe", "\u2066x\u2069", "\u200fx", "\u061cx", "\u200bx", "\ufeffx", "\u2028x", "\u00adx", "\u2800x", "\U000e0041x"]
BYTES = [b"\x9b31mred", b"\xff\xfe\x9d0;t\x9c", b"\xc0\x9b31m", b"\xe2\x80\x1b[31m"]
# Terminals obey these. Tabs separate cells in a pipe.
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]")
COLOURS = re.compile("\x1b\\[[0-9;]*m")
FORMULA = re.compile(r"^[=+\-@\t\r]")


class HostileText(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.taken = {}
        cls.dibs = Cli(cls.node.url)
        cls.addClassCleanup(cls.dibs.remove)
        cls.people_say()
        cls.hosts_say()

    @classmethod
    def put(cls, field, texts, ask):
        """Returns how many were accepted; a rule refuses the others."""
        for text in texts:
            answer = ask(text)
            assert answer.status < 500, f"{field} {text!r}: {answer}"
            taken, refused = cls.taken.get(field, (0, 0))
            cls.taken[field] = (taken + 1, refused) if answer.status < 300 else (taken, refused + 1)

    @classmethod
    def people_say(cls):
        admin, texts = cls.admin, [*ATTACKS, *SEQUENCES]
        made = [admin.post("/api/v1/people", {"name": f"p{i}", "unix_name": f"p{i}", "password": "lantern otter quilt"}).json["id"]
                for i in range(4)]
        merge = {"Content-Type": "application/merge-patch+json"}
        formulas = [text for text in ATTACKS if FORMULA.match(text)]
        names = iter(range(1_000_000))
        cls.put("name of a person", [*texts, *formulas[:4]], lambda text: admin.ask(
            "PATCH", f"/api/v1/people/{made[next(names) % 4]}", json.dumps({"name": text}).encode(), headers=merge))
        cls.put("name of a group", texts, lambda text: admin.post("/api/v1/groups", {"name": text}))
        cls.put("name of a grant", texts, lambda text: admin.post(
            "/api/v1/grants", {"name": text, "to": {"people": made}, "what": {"models": ["x"]}}))
        # A person holds at most 50 tokens.
        cls.holders = [f"holder{i}" for i in range(len(texts) // 40 + 1)]
        clients = [cls.node.add_person(admin, name, "admin") for name in cls.holders]
        turns = iter(range(1_000_000))
        cls.put("label of a token", texts, lambda text: clients[next(turns) // 40].post(
            "/api/v1/tokens", {"label": text, "scopes": ["read"]}))
        for client in clients:
            client.close()
        gpus, hours = list(cls.gpus.values()), iter(range(1_000_000))

        def book(text):
            i = next(hours)
            # The bookings with formulas run now, so that they are in the usage report.
            now = {"from": at(), "until": at(hours=1)} if i < len(formulas) else {
                "from": at(hours=2 + i // 14), "until": at(hours=3 + i // 14)}
            return admin.post("/api/v1/reservations", {"title": text, "gpus": [gpus[i % 14]], "owner_id": made[i % 4], **now})
        cls.put("title of a booking", [*formulas, *texts], book)

    @classmethod
    def hosts_say(cls):
        """Writes raw bytes to the file that the fleet's processes come from; line ends separate
        them."""
        bad = [text.encode() for text in SEQUENCES if not set(text) & set("\n\r")] + BYTES
        lines = [b"%d =zoe%d 512 20 ./%b %b" % (i, i, bad[2 * i], bad[2 * i + 1]) for i in range(8)]
        path = cls.fleet.folder / "gpu01" / "wanted"
        fresh = path.with_suffix(".new")
        fresh.write_bytes(b"\n".join(lines) + b"\n")
        fresh.replace(path)
        path = cls.fleet.folder / "gpu02" / "wanted"
        fresh = path.with_suffix(".new")
        fresh.write_bytes(b"".join(b"%d zoe 512 20 ./x %b\n" % (i, b" ".join(bad[i::4])) for i in range(4)))
        fresh.replace(path)

    def test_people_cannot_use_invisible_text_but_keep_the_rest(self):
        print("hostile text: (taken, refused)", self.taken)
        for field, (taken, refused) in self.taken.items():
            self.assertGreater(taken, 150, field)
            self.assertGreaterEqual(refused, len(SEQUENCES) - 1, field)

    def commands(self):
        return [("res", "list", "--all"), ("res", "list", "--all", "--json"), ("user", "list"), ("group", "list"), ("grant", "list"),
                ("history",), ("history", "--json"), ("gpu", "list"), ("gpu", "list", "--json"), ("host", "list"), ("violation", "list"),
                ("usage",), ("usage", "--by", "reservation"), ("free",), ("api", "/processes"), ("api", "/people"), *(("api", f"/tokens?person={name}") for name in self.holders),
                ("auth", "status"), ("doctor",), ("may", "p0", "gpu03:0", "now"), ("reserve", "\x1b[31mx"), ("res", "show", "\u202ex")]

    def test_a_terminal_gets_nothing_that_it_obeys(self):
        self.until(lambda: len(self.admin.get("/api/v1/processes?limit=1000").json["items"]) >= 10)
        wrong, said = [], 0
        environment = {"DIBS_TOKEN": self.admin.token}
        for words in self.commands():
            piped = self.dibs(*words, **environment)
            # JSON in a pipe is for programs: verbatim, with controls escaped as in JSON.
            judge = CONTROLS if "--json" in words or words[0] == "api" else OBEYED
            for text, obeyed in ((piped.out + piped.err, judge), (self.on_a_terminal(words), OBEYED)):
                text = COLOURS.sub("", text).replace("\r\n", "\n")
                said += len(text)
                if found := obeyed.search(text):
                    wrong.append(f"dibs {words}: {found[0]!r} in {text[max(0, found.start() - 60):found.start() + 30]!r}")
        print(f"hostile text: {len(self.commands())} commands, each into a pipe and on a terminal, {said >> 10} KiB")
        self.assertEqual(wrong, [])

    def on_a_terminal(self, words):
        quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in [str(BUILD / "dibs"), *words])
        done = subprocess.run(["script", "-qec", quoted, "/dev/null"], stdin=subprocess.DEVNULL, timeout=PATIENCE_S,
                              capture_output=True, check=False,
                              env={**self.dibs.environment, "TERM": "xterm-256color", "DIBS_TOKEN": self.admin.token})
        return done.stdout.decode(errors="surrogateescape")

    def test_the_file_for_spreadsheets_holds_no_formula(self):
        begun = at(hours=-2).rpartition(":")[0].rpartition(":")[0] + ":00:00.000Z"
        cells = formulas = 0
        for by in ("person", "reservation", "gpu", "host", "model", "group"):
            answer = self.admin.get(f"/api/v1/usage/report?from={begun}&by={by}&format=csv")
            if answer.status != 200:
                continue
            text = answer.body.decode("utf-8-sig")
            for separator in ",", ";", "\t":
                for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
                    for cell in row:
                        cells += 1
                        formulas += cell.startswith("'")
                        number = re.fullmatch(r"-?\d+(\.\d+)?", cell)
                        self.assertFalse(FORMULA.match(cell) and not number, f"{by}: {cell!r}")
        print(f"hostile text: {cells} cells, {formulas} of them begin as a formula would and are text")
        self.assertGreater(formulas, 4, "formulas were there to be found")

    def test_metrics_are_one_line_for_each_value(self):
        label = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
        line = re.compile(rf"(#.*|[a-zA-Z_:][a-zA-Z0-9_:]*(\{{{label}(,{label})*,?\}})? [-+0-9.eEInfNa]+)")
        text = self.admin.get("/metrics").body.decode()
        self.assertEqual([one for one in text.splitlines() if one and not line.fullmatch(one)], [])
        self.assertFalse(OBEYED.search(text))

    def test_valid_text_is_answered_and_sent(self):
        """Answers are JSON in UTF-8, whatever bytes a host sent."""
        stream = WebSocket(self.node.port, self.admin.token)
        self.addCleanup(stream.close)
        stream.subscribe("fleet", "reservations", "violations", "events")
        for path in ("processes?limit=1000", "events?limit=1000", "gpus", "hosts", "violations", "usage?from=" + at(hours=-1)):
            answer = self.admin.get("/api/v1/" + path)
            answer.body.decode("utf-8", errors="strict")
            self.assertFalse(re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", answer.body), path)


if __name__ == "__main__":
    unittest.main()
