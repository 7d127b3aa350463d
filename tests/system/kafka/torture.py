#!/usr/bin/env python3
"""Two nodes on a Kafka of three brokers under load, while leaders are killed and brokers are
restarted in turn. Then every recorded answer is compared with the log.

    torture.py [--kills N] [--seed N]    exits 1 if anything was lost, doubled, overlaps or was
                                         falsely refused, or if a node stopped

Run it through ops/dev/torture. torture_test.py is a short dose of it."""
import argparse
import http.client
import random
import sys
import threading
import time

from demo_fleet import DemoFleet
from dibs_node import UNLIMITED, Node
from kafka_broker import Cluster, Topic
from patience import PATIENCE_S, wait_until
from recorded import Clients, check, facts_of

TURN = 10  # the brokers are restarted in turn after this many kills, and at the end
CLIENTS = 8


class Watch:
    """Watches a node's answers, five times a second: reads must continue, and it must not end or
    stop."""

    def __init__(self, name, node, token):
        self.name, self.node, self.token = name, node, token
        self.wrong, self.aged, self.longest_unready = [], 0, 0.0
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.look_on, daemon=True)
        self.thread.start()

    def look_on(self):
        client, ready_at = self.node.client(self.token), time.monotonic()
        while not self.stopping.wait(0.2):
            try:
                if client.get("/readyz").status == 200:
                    ready_at = time.monotonic()
                read = client.get("/api/v1/reservations?limit=1")
            except (OSError, http.client.HTTPException) as error:
                self.wrong.append(f"{self.name}: {error!r}")
                continue
            self.longest_unready = max(self.longest_unready, time.monotonic() - ready_at)
            self.aged += "Dibs-Age" in read.headers
            if read.status != 200:
                self.wrong.append(f"{self.name}: {read}")
        client.close()

    def stop(self):
        self.stopping.set()
        self.thread.join(PATIENCE_S)
        if self.node.process.poll() is not None:
            self.wrong.append(f"{self.name} ended with {self.node.process.returncode}")
        if "STOPPED" in self.node.text():
            self.wrong.append(f"{self.name} stopped for good")


class Torture:
    def __init__(self, seed=1, say=lambda text: None):
        self.rng, self.say = random.Random(seed), say
        self.fleet, self.cluster = DemoFleet(), Cluster()
        self.nodes, self.watches = [], []
        self.topic = Topic(self.cluster)

    def close(self):
        for node in self.nodes:
            node.remove()
        self.fleet.stop()
        self.cluster.stop()

    def node(self, *arguments):
        node = Node(log=self.topic.url, arguments=arguments,
                    configuration=UNLIMITED + Cluster.configuration)
        self.nodes.append(node)
        return node

    def start(self):
        self.fleet.start()
        writer = self.node(*self.fleet.arguments)
        writer.create_log()
        writer.start()
        admin = writer.make_admin()
        gpus = list(writer.wait_for_gpus(admin).values())[:8]
        people = [writer.add_person(admin, f"client{i}") for i in range(CLIENTS)]
        admin.close()
        standby = self.node("--standby")
        with open(standby.configuration, "a", encoding="utf-8") as file:
            file.write(f'\n[data]\nkeys = "{writer.data / "keys"}"\n')
        standby.start()
        self.token = admin.token
        self.clients = Clients(writer, [client.token for client in people], gpus).start()
        self.watches = [Watch("the writer", writer, self.token),
                        Watch("the standby", standby, self.token)]

    def wait_until(self, holds, what):
        return wait_until(holds, what, self.report, 2 * PATIENCE_S, 0.1)

    def report(self):
        ready = [watch.node.client().get("/readyz?verbose").body for watch in self.watches]
        return f"{ready}; {self.said_by_nodes()}"

    def whole(self):
        part = self.topic.part()
        return part if part and part[0] >= 0 and len(part[1]) == 3 else None

    def wait_for_more(self, before):
        self.wait_until(lambda: self.clients.count(201) > before + 5, "bookings are taken again")

    def kill_the_leader(self):
        leader, _ = self.wait_until(self.whole, "all brokers have all")
        time.sleep(self.rng.uniform(0.2, 1))
        before = self.clients.count(201)
        begun = time.monotonic()
        self.cluster.kill(str(leader))
        self.wait_for_more(before)
        self.say(f"leader {leader} killed; bookings again after {time.monotonic() - begun:.1f} s")
        self.cluster.bring_back()
        self.nothing_wrong_so_far()

    def nothing_wrong_so_far(self):
        """Stops at the first fault."""
        wrong = [line for watch in self.watches for line in watch.wrong]
        if wrong:
            raise AssertionError(f"{wrong[:5]}; {self.said_by_nodes()}")

    def said_by_nodes(self):
        """The end of their output; librdkafka prints a lot."""
        return [[line for line in node.text().splitlines() if "kafka" not in line][-40:]
                for node in self.nodes]

    def restart_in_turn(self):
        for node in ("1", "2", "3"):
            self.wait_until(self.whole, "all brokers have all")
            before = self.clients.count(201)
            self.cluster.restart(node)
            self.wait_for_more(before)
        self.say("each broker restarted in turn")

    def run(self, kills):
        """Returns the faults."""
        for turn in range(1, kills + 1):
            self.kill_the_leader()
            if turn % TURN == 0 or turn == kills:
                self.restart_in_turn()
        return self.judged()

    def judged(self):
        self.wait_until(self.whole, "all brokers have all")
        self.clients.stop()
        for node in self.nodes:
            node.wait_ready()
        self.clients.settle()
        for watch in self.watches:
            watch.stop()
        facts = facts_of(self.topic)
        wrong, live = check(self.clients.attempts, facts)
        for watch in self.watches:
            wrong += watch.wrong + self.wrong_with_tables(watch, live, len(facts))
            self.say(f"{watch.name}: not ready for {watch.longest_unready:.1f} s at most, "
                     f"{watch.aged} reads with an age")
        self.say(f"{len(self.clients.attempts)} commands: {self.clients.count(201)} booked, "
                 f"{self.clients.count(200)} cancelled, {self.clients.count(409)} refused; "
                 f"{len(facts)} facts, {len(live)} bookings live")
        return wrong

    def wrong_with_tables(self, watch, live, position):
        client, shown, cursor = watch.node.client(self.token), set(), ""
        while True:
            page = client.get(f"/api/v1/reservations?state=upcoming,running&limit=1000"
                              f"&at_least={position}{cursor}")
            if page.status != 200:
                return [f"{watch.name}: {page}"]
            shown |= {item["id"] for item in page.json["items"]}
            if not page.json.get("next_cursor"):
                break
            cursor = "&cursor=" + page.json["next_cursor"]
        client.close()
        return [] if shown == live else [f"{watch.name} shows other bookings: {shown ^ live}"]


def main():
    parser = argparse.ArgumentParser(description="leaders killed and brokers restarted under load")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torture = Torture(options.seed, lambda text: print(text, flush=True))
    try:
        torture.start()
        wrong = torture.run(options.kills)
    finally:
        torture.close()
    for line in wrong[:50]:
        print(line)
    good = options.kills if not wrong else 0
    print(f"{good} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
