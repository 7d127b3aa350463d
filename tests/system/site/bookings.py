"""Clients that book at random and remember acknowledged answers, and a check of the result:
nothing acknowledged is lost, nothing overlaps, nothing was done twice."""
import http.client
import random
import time
import uuid

from dibs_node import at
from many_threads import ManyThreads


class Bookers(ManyThreads):
    """Threads that book the same GPUs. A request whose answer was lost is sent again with the
    same key until it is answered."""

    def __init__(self, node, token, gpus, count=16):
        super().__init__(count)
        self.node, self.token, self.gpus = node, token, gpus
        self.acknowledged, self.refused = {}, 0
        self.broken = []  # answers that no booking may get

    def work(self, seed):
        rng = random.Random(seed)
        client = self.node.client(self.token)
        while not self.stopping.is_set():
            hour = rng.randrange(1, 24 * 300)
            body = {"gpus": rng.sample(self.gpus, rng.choice([1, 1, 2, 3])),
                    "from": at(hours=hour), "until": at(hours=hour + rng.randrange(1, 8)),
                    "title": f"booker {seed}"}
            self.book(client, body)
        client.close()

    def book(self, client, body):
        key = uuid.uuid4().hex
        while True:
            try:
                answer = client.post("/api/v1/reservations", body,
                                     headers={"Idempotency-Key": key})
            except (OSError, http.client.HTTPException):
                if self.stopping.is_set():
                    return
                time.sleep(0.02)
                continue
            if answer.status == 201:
                with self.lock:
                    self.acknowledged[answer.json["id"]] = body
                return
            if answer.status == 503:
                if self.stopping.is_set():
                    return
                time.sleep(0.02)
                continue
            with self.lock:
                if answer.status == 409:
                    self.refused += 1
                else:
                    self.broken.append(repr(answer))
            return


def judge(client, acknowledged):
    """The faults of the recorded reservations, given the acknowledged ones."""
    found, cursor, wrong = {}, None, []
    while True:
        page = client.get("/api/v1/reservations?limit=1000" + (f"&cursor={cursor}" if cursor else ""))
        assert page.status == 200, page
        found.update({r["id"]: r for r in page.json["items"]})
        cursor = page.json.get("next_cursor")
        if not cursor:
            break
    for identity, body in acknowledged.items():
        stored = found.get(identity)
        if not stored:
            wrong.append(f"lost: {identity}")
        elif (stored["from"], stored["until"], sorted(stored["gpus"])) != (
                body["from"], body["until"], sorted(body["gpus"])):
            wrong.append(f"changed: {identity}")
    timeline = {}
    for r in found.values():
        if r["state"] in ("cancelled", "released"):
            continue
        for gpu in r["gpus"]:
            timeline.setdefault(gpu, []).append((r["from"], r["until"], r["id"]))
    for gpu, slots in timeline.items():
        slots.sort()
        for (_, until, a), (start, _, b) in zip(slots, slots[1:]):
            if start < until:
                wrong.append(f"overlap on {gpu}: {a} and {b}")
    return wrong, len(found)
