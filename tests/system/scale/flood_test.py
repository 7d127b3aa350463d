#!/usr/bin/env python3
"""Denial of service: silent connections, heads that never end, streams that query without end,
simultaneous handshakes. People can still connect and get events."""
import resource
import socket
import time
import unittest

from dibs_node import PASSWORD
from installation import Installation
from patience import PATIENCE_S, PROMISE_S
from websocket_client import Closed, Refused, WebSocket, frame

IDLE = 1200
STREAMS = 10  # streams of one person


def files(soft, hard):
    """For a program to be started: sets its limits of open files."""
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Flood(Installation):
    def setUp(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard < 3 * IDLE:
            self.skipTest(f"{hard} open files are too few for the attacker")
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))

    def start_with(self, soft, hard):
        self.node.stop()
        self.node.start(preexec_fn=files(soft, hard))
        self.admin.close()

    def value(self, name):
        for line in self.admin.get("/metrics").body.decode().splitlines():
            if line.startswith(name + " "):
                return float(line.split(" ")[1])
        return self.fail(name)

    def states(self):
        return [host["state"] for host in self.admin.get("/api/v1/hosts").json["items"]]

    def idle_connections(self):
        """Opens connections; half of them begin a head and never end it."""
        for i in range(IDLE):
            one = socket.create_connection(("127.0.0.1", self.node.port), PATIENCE_S)
            self.addCleanup(one.close)
            if i % 2:
                one.sendall(b"GET / HTTP/1.1\r\nHo")

    def signs_in(self):
        client = self.node.client()
        self.addCleanup(client.close)
        begun = time.monotonic()
        entered = client.post("/api/v1/session", {"name": "ann", "password": PASSWORD})
        self.assertEqual(entered.status, 201, entered)
        self.assertLess(time.monotonic() - begun, PROMISE_S)

    def test_1200_idle_connections_keep_no_client_out(self):
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        for most in (hard, 1024):
            with self.subTest(hard=most):
                self.start_with(1024, most)
                stream = WebSocket(self.node.port, self.admin.token)
                self.addCleanup(stream.close)
                stream.subscribe("events")
                self.idle_connections()
                self.signs_in()
                while not any(e["type"] == "session.started.v1"
                              for e in stream.receive().get("events", [])):
                    pass
                self.assertEqual(self.admin.get("/livez").status, 200)
                room = self.value("dibs_http_connections_most")
                closed = self.value('dibs_http_connections_made_room_total{scarce="places"}')
                self.assertEqual(self.value('dibs_http_connections_refused_total{scarce="places"}'), 0)
                if most == 1024:
                    self.assertEqual(room, 1024 - 128 - 2 * 3)
                    self.assertGreater(closed, IDLE - room)
                else:
                    self.assertGreater(room, IDLE)
                    self.assertEqual(closed, 0)
                self.until(lambda: self.states() == ["reachable"] * 3)
                self.assertNotIn("Too many open files", self.node.text())
        self.start_with(*resource.getrlimit(resource.RLIMIT_NOFILE))

    def test_handshakes_at_once_open_no_more_streams_than_allowed(self):
        eve = self.node.add_person(self.admin, "eve")
        self.addCleanup(eve.close)
        head = (f"GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1:{self.node.port}\r\nAuthorization: Bearer {eve.token}\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode()
        connections = [socket.create_connection(("127.0.0.1", self.node.port), PATIENCE_S) for _ in range(200)]
        for one in connections:
            self.addCleanup(one.close)
            one.sendall(head)
        statuses = [one.recv(4096).split(b" ")[1] for one in connections]
        self.assertEqual((statuses.count(b"101"), statuses.count(b"429")), (STREAMS, 200 - STREAMS))
        for one in connections:
            one.close()
        self.until(lambda: self.opens_a_stream(eve), "a place that is free again")

    def opens_a_stream(self, client):
        try:
            WebSocket(self.node.port, client.token).close()
        except Refused:
            return False
        return True

    def test_eight_megabytes_of_requests_delay_no_other_client(self):
        other = WebSocket(self.node.port, self.admin.token)
        self.addCleanup(other.close)
        other.subscribe("reservations")
        flooder = WebSocket(self.node.port, self.admin.token)
        self.addCleanup(flooder.close)
        question = frame('{"subscribe":["events","fleet","reservations"],"after":1}')
        try:
            flooder.send_bytes(question * (8_000_000 // len(question)))
        except OSError:
            pass  # it was closed meanwhile
        begun = time.monotonic()
        made = self.book(self.admin, ["gpu01:0"], {"hours": 500}, {"hours": 501})
        while made["id"] not in str(other.receive()):
            pass
        self.assertLess(time.monotonic() - begun, PROMISE_S)
        answers = 0
        with self.assertRaises((Closed, ConnectionError)):
            while True:
                answers += flooder.receive()["type"] == "caught_up"
        self.assertLessEqual(answers, 60)


if __name__ == "__main__":
    unittest.main()
