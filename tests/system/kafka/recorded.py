"""Clients that book and cancel on few GPUs and hours, so that they conflict, and record every
answer. The check compares the answers with the log itself, read by the rule for outside readers.
Nothing acknowledged is lost, doubled or changed, and nothing overlaps. Nothing was refused for a
booking that did not exist."""
import http.client
import random
import sys
import time
import types
import uuid

from dibs_node import ROOT, at
from many_threads import ManyThreads
from patience import wait_until

sys.path.insert(0, str(ROOT / "examples"))
HOURS = 24 * 60


class Attempt:
    """One command under one key, and its final answer; None if it is not known."""

    def __init__(self, token, method, path, body=None, headers=None):
        self.token, self.method, self.path, self.body = token, method, path, body
        self.key = uuid.uuid4().hex
        self.headers = {**(headers or {}), "Idempotency-Key": self.key}
        self.status, self.json, self.position = None, None, 0

    def send(self, client):
        """True once it has a final answer."""
        try:
            answer = client.ask(self.method, self.path, self.body, headers=self.headers)
        except (OSError, http.client.HTTPException):
            return False
        if answer.status == 503:
            return False
        self.status, self.json = answer.status, answer.json
        self.position = int(answer.headers["Dibs-Position"])
        return True


class Clients(ManyThreads):
    """A command without an answer is sent again with the same key until it has one, also by
    settle() at the end, once all servers work again. Each client is a separate person, because
    the remembered keys of a person are limited."""

    def __init__(self, node, tokens, gpus):
        super().__init__(len(tokens))
        self.node, self.tokens, self.gpus = node, tokens, gpus
        self.attempts = []

    def settle(self):
        for attempt in self.attempts:
            if attempt.status is None:
                self.insist(attempt)

    def insist(self, attempt):
        client = self.node.client(attempt.token)
        wait_until(lambda: attempt.send(client), f"an answer to {attempt.method} {attempt.path}")
        client.close()

    def work(self, seed):
        rng, token, mine = random.Random(seed), self.tokens[seed], []
        client = self.node.client(token)
        while not self.stopping.is_set():
            cancels = mine and rng.random() < 0.3
            attempt = self.cancelled(token, rng, mine) if cancels else self.booked(token, rng)
            with self.lock:
                self.attempts.append(attempt)
            while not attempt.send(client) and not self.stopping.is_set():
                time.sleep(0.05)
            if attempt.status == 201:
                mine.append(attempt.json)
            time.sleep(rng.uniform(0, 0.05))  # the brokers and the nodes share these processors
        client.close()

    def booked(self, token, rng):
        hour = rng.randrange(1, HOURS)
        return Attempt(token, "POST", "/api/v1/reservations",
                       {"gpus": rng.sample(self.gpus, rng.choice([1, 1, 2, 3])), "from": at(hours=hour),
                        "until": at(hours=hour + rng.randrange(1, 8)), "title": "under load"})

    def cancelled(self, token, rng, mine):
        booking = mine.pop(rng.randrange(len(mine)))
        return Attempt(token, "DELETE", "/api/v1/reservations/" + booking["id"],
                       headers={"If-Match": f'"v{booking["version"]}"'})

    def count(self, *statuses):
        with self.lock:
            return sum(attempt.status in statuses for attempt in self.attempts)


def facts_of(topic):
    """Every fact of the topic with its command's key, in the order of their positions."""
    import consume_events
    reader, facts = consume_events.Reader(), []
    for message in topic.messages():
        lines = (message.key or b"")[16:].split(b"\n")
        key = [("ce_key", lines[9])] if len(lines) > 9 else []
        facts += reader.accept(types.SimpleNamespace(
            key=message.key, value=message.value, headers=[*message.headers, *key]))
    return facts


class History:
    """The bookings according to the facts, and the faults in the facts themselves."""

    def __init__(self, facts, attempts):
        self.asked = {attempt.key: attempt for attempt in attempts}
        self.by_key, self.ends, self.wrong = {}, {}, []
        self.held = {}  # GPU -> reservation -> (from, until)
        for position, fact in enumerate(facts, 1):
            kind, data, key = fact["type"], fact["data"], fact.get("key")
            if kind == "dibs.reservation.booked.v1":
                self.book(position, data["booking"], key)
            elif kind in ("dibs.reservation.cancelled.v1", "dibs.reservation.released.v1"):
                self.ends.setdefault(key, []).append((position, data["id"]))
                for gpu in data["gpus"]:
                    self.held[gpu].pop(data["id"])
            elif kind == "dibs.command.refused.v1" and data["code"] == "slot-taken":
                self.refuse(position, key)

    def in_the_way(self, gpus, begins, ends):
        return [(gpu, other) for gpu in gpus for other, (start, until)
                in self.held.get(gpu, {}).items() if start < ends and begins < until]

    def book(self, position, booking, key):
        when = booking["when"]
        for gpu, other in self.in_the_way(booking["gpus"], when["from"], when["until"]):
            self.wrong.append(f"overlap on {gpu}: {booking['id']} and {other}")
        for gpu in booking["gpus"]:
            self.held.setdefault(gpu, {})[booking["id"]] = (when["from"], when["until"])
        self.by_key.setdefault(key, []).append((position, booking))

    def refuse(self, position, key):
        wanted = self.asked.get(key)
        if wanted and not self.in_the_way(wanted.body["gpus"], wanted.body["from"],
                                          wanted.body["until"]):
            self.wrong.append(f"refused at {position} for nothing: {wanted.body}")

    @property
    def live(self):
        return {identity for slots in self.held.values() for identity in slots}


def check(attempts, facts):
    """The faults, and the live reservations."""
    history = History(facts, attempts)
    wrong = history.wrong
    for key, made in history.by_key.items():
        if len(made) > 1:
            wrong.append(f"done {len(made)} times: {key}")
    for attempt in attempts:
        booked, ends = history.by_key.get(attempt.key, []), history.ends.get(attempt.key, [])
        if attempt.status == 201:
            wrong += wrong_with_booking(attempt, booked, facts)
        elif attempt.method == "DELETE" and attempt.status == 200:
            identity = attempt.path.rpartition("/")[2]
            if [end[1] for end in ends] != [identity]:
                wrong.append(f"lost: the end of {identity}: {ends}")
        elif attempt.status != 409:
            wrong.append(f"not answered: {attempt.status} {attempt.json}")
        elif booked or ends:
            wrong.append(f"refused and done: {attempt.key}")
    return wrong, history.live


def wrong_with_booking(attempt, booked, facts):
    if not booked:
        return [f"lost: {attempt.json['id']}"]
    booking, body = booked[0][1], attempt.body
    wrong = []
    if (booking["id"], booking["when"], sorted(booking["gpus"])) != (
            attempt.json["id"], {"from": body["from"], "until": body["until"]}, sorted(body["gpus"])):
        wrong.append(f"changed: {attempt.json['id']}")
    if facts[attempt.position - 1].get("key") != attempt.key:
        wrong.append(f"another's position: {attempt.position} of {attempt.json['id']}")
    return wrong
