#!/usr/bin/env python3
"""The live stream: snapshot, caught up, live. After any number of lost connections and killed
servers it continues without gaps or repeats. Clients that do not read are resynced and cost no
memory. Protocol errors are named and closed."""
import json
import pathlib
import re
import threading
import time
import unittest

from bookings import Bookers
from installation import SECURITY_HEADERS, Installation
from patience import PATIENCE_S
from websocket_client import BINARY, PING, Closed, Refused, WebSocket, frame


class Stream(Installation):
    def open(self, client=None, **more):
        stream = WebSocket(self.node.port, (client or self.admin).token, **more)
        self.addCleanup(stream.close)
        return stream

    def book_and_cancel(self, gpu="gpu01:0", hours=500):
        made = self.book(self.admin, [gpu], {"hours": hours}, {"hours": hours + 1})
        gone = self.admin.ask("DELETE", "/api/v1/reservations/" + made["id"], headers={"If-Match": "*"})
        self.assertEqual(gone.status, 200, gone)
        return made["id"], int(gone.headers["Dibs-Position"])

    def history(self, after):
        """Positions and types on record, oldest first."""
        found, cursor = [], ""
        while True:
            page = self.admin.get(f"/api/v1/events?order=oldest&limit=1000&after={after}{cursor}").json
            found += [(e["position"], e["type"]) for e in page["items"]]
            if "next_cursor" not in page:
                return found
            cursor = "&cursor=" + page["next_cursor"]

    # Snapshot, live

    def test_first_a_snapshot_of_each_topic_then_changes(self):
        standing = self.book(self.admin, ["gpu01:7"], {"hours": 900}, {"hours": 901})
        self.until(lambda: self.admin.get(f"/api/v1/reservations/{standing['id']}").status == 200, "it is in the tables")
        stream = self.open()
        got = stream.subscribe("reservations", "fleet", "violations", "events")
        self.assertEqual(sorted(m["topic"] for m in got[:-1]),
                         ["events", "fleet", "reservations", "violations"])
        self.assertEqual({m["type"] for m in got[:-1]}, {"snapshot"})
        by_topic = {m["topic"]: m for m in got[:-1]}
        self.assertIn(standing["id"], [r["id"] for r in by_topic["reservations"]["reservations"]])
        self.assertEqual(len(by_topic["fleet"]["gpus"]), 14)
        self.assertEqual(len(by_topic["fleet"]["hosts"]), 3)
        self.assertEqual(by_topic["violations"]["violations"], [])
        identity, position = self.book_and_cancel()
        events, states, last = [], [], 0
        while last < position or not states or states[-1] != "cancelled":
            message = stream.receive()
            self.assertEqual(message["type"], "event")
            last = max(last, message["position"])
            events += [e["type"] for e in message.get("events", []) if e["type"].startswith("reservation.")]
            states += [r["state"] for r in message.get("reservations", []) if r["id"] == identity]
        self.assertEqual(events, ["reservation.booked.v1", "reservation.cancelled.v1"])
        self.assertEqual(self.admin.get("/api/v1/reservations/" + identity).json["state"], "cancelled")

    def test_metrics_come_once_a_second_in_columns(self):
        stream = self.open()
        begun, counts = time.monotonic(), []
        stream.subscribe("metrics:gpu01", "metrics:*")
        while len(counts) < 6:
            message = stream.receive()
            self.assertEqual(message["type"], "metrics")
            columns = message["metrics"]
            for name in columns.keys() - {"at", "gpus", "hosts"}:
                self.assertEqual(len(columns[name]), len(columns["gpus"]), name)
            counts.append(len(columns["gpus"]))
        self.assertEqual(sorted(counts), [8, 8, 8, 14, 14, 14])
        self.assertGreater(time.monotonic() - begun, 1.5)

    def test_a_position_gives_the_missed_events_and_no_snapshot(self):
        before = self.open().subscribe("events")[-1]["position"]
        _, position = self.book_and_cancel(hours=520)
        got = self.open().subscribe("events", after=before)
        self.assertEqual([m["type"] for m in got], ["event", "caught_up"])
        # hosts may report meanwhile
        booked = [e for e in got[0]["events"] if e["type"].startswith("reservation.")]
        self.assertEqual([e["type"] for e in booked], ["reservation.booked.v1", "reservation.cancelled.v1"])
        self.assertEqual(booked[-1]["position"], position)
        got = self.open().subscribe("events", after=position)
        self.assertNotIn("snapshot", [m["type"] for m in got])
        self.assertEqual(got[-1]["type"], "caught_up")
        ahead = self.open().subscribe("reservations", after=position + 10_000)
        self.assertEqual([m["type"] for m in ahead], ["snapshot", "caught_up"])

    def test_over_killed_servers_no_event_is_missed_or_repeated(self):
        seen, stopping = [], threading.Event()
        start = self.open().subscribe("events")[-1]["position"]

        def follow():
            position = start
            while not stopping.is_set():
                try:
                    stream = self.open()
                    stream.send({"subscribe": ["events"], "after": position})
                    while not stopping.is_set():
                        message = stream.receive(2)
                        seen.extend((e["position"], e["type"]) for e in message.get("events", []))
                        position = message.get("position", position)
                    stream.close()
                except (OSError, Closed, Refused):
                    time.sleep(0.02)
        self.addCleanup(stopping.set)
        follower = threading.Thread(target=follow, daemon=True)
        follower.start()
        others = [self.gpus[name] for name in ("gpu02:2", "gpu02:3", "gpu03:0", "gpu03:1")]
        bookers = Bookers(self.node, self.admin.token, others, 4).start()
        self.addCleanup(bookers.stop)
        for _ in range(5):
            more = len(seen) + 25
            self.until(lambda more=more: len(seen) >= more, "events are seen")
            self.node.kill()
            self.node.start()
        bookers.stop()
        self.admin.close()
        expected = self.history(start)
        self.until(lambda: len(seen) >= len(expected))
        time.sleep(0.3)
        stopping.set()
        follower.join(PATIENCE_S)
        self.assertFalse(follower.is_alive())
        expected = self.history(start)[:len(seen)]  # hosts may have come back meanwhile
        self.assertEqual(seen, expected)
        self.assertGreater(len(seen), 100)

    # Clients that do not read

    def resident_mib(self):
        status = pathlib.Path(f"/proc/{self.node.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024

    def test_without_reading_a_client_is_resynced_and_costs_no_memory(self):
        people = [self.node.add_person(self.admin, f"idle{i}") for i in range(8)]
        idle = [self.open(person, receive_bytes=4096) for person in people for _ in range(10)]
        for stream in idle:
            stream.send({"subscribe": ["events", "reservations"]})
        reader = self.open()
        reader.subscribe("events")
        time.sleep(0.5)
        before = self.resident_mib()
        for turn in range(400):
            self.book_and_cancel("gpu02:0", 1000 + turn)
        identity, position = self.book_and_cancel("gpu02:1", 999)
        self.assertLess(self.resident_mib() - before, 64)
        last = 0
        while last < position:  # a client that reads is not delayed by the others
            last = reader.receive()["position"]
        got = [idle[0].receive()]
        while got[-1]["type"] != "resync":
            got.append(idle[0].receive())
        while got[-1]["type"] != "caught_up":
            got.append(idle[0].receive())
        self.assertGreaterEqual(got[-1]["position"], position)
        self.assertEqual(got[-2]["type"], "snapshot")
        identity, position = self.book_and_cancel("gpu02:1", 998)
        while got[-1]["position"] < position:
            got.append(idle[0].receive())
        self.assertIn(identity, json.dumps(got[-4:]))

    # Protocol errors

    def closes(self, *frames, code, says=None):
        stream = self.open()
        stream.subscribe("violations")
        for data in frames:
            stream.send_bytes(data)
        problem = None
        with self.assertRaises(Closed) as closed:
            while True:
                problem = stream.receive()
        self.assertIn(closed.exception.code, code)
        if says:
            self.assertEqual(problem["type"], "error")
            self.assertIn(says, json.dumps(problem["problem"]))
        self.assertEqual(self.admin.get("/livez").status, 200)

    def test_broken_frames_close_only_their_own_stream(self):
        other = self.open()
        other.subscribe("events")
        good = json.dumps({"subscribe": ["events"]})
        for data in (frame(good, masked=False), frame(good, reserved=4), frame(good, opcode=3),
                     frame("x", opcode=PING, final=False), frame("x" * 126, opcode=PING),
                     frame("more", opcode=0)):
            self.closes(data, code=(1002, None))
        self.closes(frame(b"\xff\xfe"), code=(1007,))
        self.closes(frame("x" * 20_000), code=(1009,))
        self.closes(b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", code=(1009, 1002, None))
        self.closes(frame(good[:5], final=False), frame(good), code=(1002, None))
        _, position = self.book_and_cancel(hours=540)
        while other.receive()["position"] < position:
            pass

    def test_wrong_messages_are_named_and_closed_with_1008(self):
        for text, says in (("{", "malformed"), ("[]", "malformed"), ("{}", "subscribe"),
                           ('{"subscribe": ["weather"]}', "subscribe"),
                           ('{"subscribe": ["metrics:"]}', "subscribe"),
                           ('{"subscribe": "events"}', "subscribe"), ('{"subscribe": [], "x": 1}', "x"),
                           ('{"subscribe": ["events"], "after": -1}', "after"),
                           ('{"subscribe": ["events"], "after": "5"}', "after"),
                           ('{"subscribe": ["events", "events"]}', "subscribe"),
                           (json.dumps({"subscribe": ["metrics:h%d" % i for i in range(65)]}),
                            "subscribe")):
            with self.subTest(text=text):
                self.closes(frame(text), code=(1008,), says=says)
        self.closes(frame(b"{}", opcode=BINARY), code=(1003, 1008))

    def test_a_handshake_from_another_origin_is_refused(self):
        for token, headers, status in (
                (None, {}, 401), ("dibs_wrong", {}, 401),
                (self.admin.token, {"Origin": "https://evil.example"}, 403),
                (self.admin.token, {"Origin": "null"}, 403),
                (self.admin.token, {"Sec_WebSocket_Version": "8"}, 426),
                (self.admin.token, {"Sec_WebSocket_Key": "short"}, 400),
                (self.admin.token, {"Sec_WebSocket_Key": None}, 400)):
            with self.assertRaises(Refused) as refused:
                WebSocket(self.node.port, token, **headers)
            self.assertIn(f"HTTP/1.1 {status} ", str(refused.exception), headers)
            for name, value in SECURITY_HEADERS.items():
                self.assertIn(f"{name}: {value}", str(refused.exception))
        self.open(Origin=f"http://127.0.0.1:{self.node.port}").subscribe("events")

    def test_a_revoked_token_ends_its_streams(self):
        made = self.admin.post("/api/v1/tokens", {"label": "x", "scopes": ["read"]}).json
        client = self.node.client(made["secret"])
        stream = self.open(client)
        stream.subscribe("events")
        self.assertEqual(self.admin.ask("DELETE", "/api/v1/tokens/" + made["id"]).status, 204)
        with self.assertRaises(Closed) as closed:
            while True:
                stream.receive()
        self.assertEqual(closed.exception.code, 1008)

    def test_sigterm_closes_streams_with_going_away(self):
        stream = self.open()
        stream.subscribe("events")
        self.assertEqual(self.node.stop(), 0)
        with self.assertRaises(Closed) as closed:
            stream.receive()
        self.assertEqual(closed.exception.code, 1001)
        self.node.start()
        self.admin.close()


if __name__ == "__main__":
    unittest.main()
