#!/usr/bin/env python3
"""Sixty simulated hosts, every third one dead in one of five ways. The living are sampled each
second, the dead are reported with a reason, and neither threads nor descriptors grow. A node
with hosts of each kind, and a pending key scan of a hanging host, stops orderly.
`tests/bench/many_hosts_bench.py` has a thousand."""
import pathlib
import socket
import tempfile
import time
import unittest

from dibs_node import Node, proc_counts
from patience import at_once, wait_until
from simulated_hosts import DEAD_WAYS, SimulatedHosts

LIVING, DEAD_OF_EACH, GPUS = 40, 4, 8
WATCHED_S = 20


class ManyHosts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="dibs-many.")
        cls.addClassCleanup(folder.cleanup)
        cls.hosts = SimulatedHosts(folder.name, {"lives": LIVING, **{way: DEAD_OF_EACH for way in DEAD_WAYS}}, GPUS, 2)
        cls.addClassCleanup(cls.hosts.stop)
        cls.hosts.start()
        cls.node = Node(pathlib.Path(folder.name), arguments=cls.hosts.arguments)
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin()
        cls.addClassCleanup(cls.admin.close)

    def shown(self):
        return self.admin.get("/api/v1/hosts?limit=100").json["items"]

    @staticmethod
    def is_known_dead(host):
        return host["state"] == "unreachable" and host.get("reason")

    def probes(self):
        return {probe["host_name"]: probe for probe in self.admin.get("/api/v1/system").json["probes"]}

    def test_living_hosts_are_sampled_and_dead_ones_cost_nothing(self):
        living = self.hosts.named("lives")
        gpus = self.node.wait_for_gpus(self.admin, LIVING * GPUS)
        self.assertTrue(set(living) <= {name.partition(":")[0] for name in gpus})
        time.sleep(15)  # each dead one was given up at least once
        before, counts, begun = self.probes(), [proc_counts(self.node.process.pid)], time.monotonic()
        while time.monotonic() < begun + WATCHED_S:
            time.sleep(0.5)
            counts.append(proc_counts(self.node.process.pid))
        after, took = self.probes(), time.monotonic() - begun
        frames = {name: after[name]["frames"] - before[name]["frames"] for name in living}
        # Each prints one frame a second. On a slow machine all are late by the same amount.
        self.assertGreaterEqual(min(frames.values()), max(frames.values()) - 3, frames)
        self.assertGreaterEqual(min(frames.values()), took / 4, frames)
        self.assertEqual({name for name in living if after[name]["reconnects"]}, set())
        self.assertEqual({threads for threads, _ in counts}, {counts[0][0]})
        descriptors = [many for _, many in counts]  # a connection attempt and its successor
        self.assertLessEqual(max(descriptors) - min(descriptors), 2 * DEAD_OF_EACH * len(DEAD_WAYS), descriptors)

    def test_each_dead_host_is_reported_with_a_reason(self):
        dead = [way for way in DEAD_WAYS if way != "resets"]
        silent = {name for way in dead for name in self.hosts.named(way)}
        wait_until(lambda: all(self.is_known_dead(host) for host in self.shown() if host["name"] in silent), "all dead ones are known")
        hosts = {host["name"]: host for host in self.shown()}
        self.assertLessEqual(silent, set(hosts))
        for way in dead:
            said = {hosts[name]["reason"] for name in self.hosts.named(way)}
            self.assertEqual(len(said), 1, said)
            print(f"{way}: {said.pop()}")
        self.assertEqual(len(hosts), LIVING + DEAD_OF_EACH * len(DEAD_WAYS))
        shown = {gpu["host_name"] for gpu in self.admin.get("/api/v1/gpus?limit=1000&state=available").json["items"]}
        self.assertFalse(shown & silent)


class Stop(unittest.TestCase):
    def test_sigterm_with_hosts_that_hang_ends_orderly(self):
        with tempfile.TemporaryDirectory(prefix="dibs-many.") as folder, socket.create_server(("127.0.0.1", 0)) as silent:
            hosts = SimulatedHosts(folder, {"lives": 2, **{way: 2 for way in DEAD_WAYS}}, GPUS, 2)
            self.addCleanup(hosts.stop)
            hosts.start()
            node = Node(pathlib.Path(folder), arguments=hosts.arguments)
            self.addCleanup(node.remove)
            node.create_log()
            node.start()
            admin = node.make_admin()
            self.addCleanup(admin.close)
            node.wait_for_gpus(admin, 2 * GPUS)

            def stop():
                connection = silent.accept()[0]
                self.addCleanup(connection.close)
                return node.stop()
            asked = {"address": "127.0.0.1", "port": silent.getsockname()[1]}
            answer, code = at_once(lambda: admin.post("/api/v1/hosts/fingerprint", asked), stop)
            self.assertEqual(answer.status, 503, answer)
            self.assertEqual(code, 0, node.text())
            self.assertTrue(node.text().endswith(" info stopped\n"), node.text())


if __name__ == "__main__":
    unittest.main()
