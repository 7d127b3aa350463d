#!/usr/bin/env python3
"""Executable model of design.md section 2: one writer, fenced by the log itself.

Several nodes share one totally ordered log whose appends may be late, lost, doubled or reordered. Nodes pause, restart (from a checkpoint or from
zero) and claim the log at random; clients book, cancel and retry anywhere. With --cut the log once loses a suffix and grows again (an unclean
leader election, a recreated topic, an old backup). The end of each seed counts these violations:

  overlap   two accepted bookings overlap on a slot
  lost      an acknowledged command is not among the facts (with --cut: acknowledged after the cut; losses by the cut itself are counted separately)
  doubled   a command took effect twice
  torn      a command's records were accepted in part
  phantom   a refusal named a booking that never existed, or whose cancellation was acknowledged before the request
  forked    a node holds other facts than the log and has not noticed

Run: fence_model.py [seeds] [--cut] [--break RULE]. With --break one rule is off and violations must appear, which proves that the checks can fail.
Rules: order (epoch, seq and prev are not compared), group, ack, dedup, nonce, refusal, checkpoint; with --cut also reread and chain (prev is not
compared). Standard library only.

fence_model.py SEEDS --dump [--cut] prints the logs instead, one record a line as JSON, each with the reader's verdict on it: `accepted`, the chain
before and after, and the number of commands among the facts so far. tests/fence/model_agreement_test.cpp compares the C++ reader with them.
"""
import copy
import json
import random
import sys
from collections import Counter

BARRIER = -1     # a slot number for records that book nothing


class Reader:
    """Folds the log. The only place where a record becomes a fact."""

    def __init__(self, broken):
        self.broken = broken
        self.epoch, self.seq, self.chain, self.owner = 0, 1, 0, None
        self.group = []                 # accepted records of a command whose last record is still to come
        self.taken, self.commands = {}, {}          # slot -> booking; command -> slots
        self.found = Counter()

    def suspicious(self, r):
        """True if this may not be the log folded so far: verify that before reading on."""
        if r["claim"]:
            return r["epoch"] > self.epoch
        return r["epoch"] > self.epoch or (r["epoch"] == self.epoch and r["seq"] > self.seq) or (self.next(r) and r["prev"] != self.chain)

    def next(self, r):
        return (r["epoch"], r["seq"]) == (self.epoch, self.seq)

    def read(self, r):
        """True if the record is accepted."""
        if r["claim"]:
            if r["epoch"] != self.epoch + 1:
                return False
            self.epoch, self.seq, self.owner, self.group = r["epoch"], 1, r["owner"], []
            self.chain = hash((self.chain, r["owner"]))
            return True
        if self.broken != "order" and not (self.next(r) and (r["prev"] == self.chain or self.broken == "chain")):
            return False
        self.chain = link(self.chain, r)
        self.seq += 1
        if self.broken == "group":
            self.apply([r])
            return True
        self.group.append(r)
        if not r["more"]:
            self.apply(self.group)
            self.group = []
        return True

    def apply(self, records):
        command, slots = records[0]["command"], [r["slot"] for r in records]
        if len(slots) != records[0]["size"]:
            self.found["torn"] += 1
        if command in self.commands and self.broken != "group":
            self.found["doubled"] += 1
            return
        self.commands.setdefault(command, []).extend(slots)
        for r in records:
            if r["slot"] == BARRIER:
                continue
            if r["cancels"] is not None:
                if self.taken.get(r["slot"]) == r["cancels"]:
                    del self.taken[r["slot"]]
                continue
            if r["slot"] in self.taken:
                self.found["overlap"] += 1
            self.taken[r["slot"]] = command


def link(chain, r):
    return hash((chain, r["epoch"], r["seq"], r["command"], r["slot"], r["cancels"], r["more"]))


class Node:
    def __init__(self, world, name):
        self.world, self.name, self.checkpoint = world, name, None
        self.restart()

    def restart(self, forget=False):
        self.seen_at, self.verified = self.world.now, 0      # verified: the offset up to which suspicious records were checked
        if self.checkpoint and not forget:
            self.offset, self.anchors, self.reader = copy.deepcopy(self.checkpoint)
        else:
            self.offset, self.anchors, self.reader, self.checkpoint = 0, {}, Reader(self.world.broken), None
        self.step_down()
        self.same_history()

    def step_down(self):
        self.writing, self.claiming, self.age = False, 0, 0
        self.tentative = {}          # slot -> command, decided but not yet accepted
        self.waiting = {}            # command -> (slots, cancels), decided, not yet answered
        self.refusals = []           # (own seq that must be accepted first, why)
        self.seq = self.chain = self.nonce = None

    def save(self):
        if not self.reader.group or self.world.broken == "checkpoint":
            self.checkpoint = (self.offset, dict(self.anchors), copy.deepcopy(self.reader))
            if self.world.broken == "checkpoint":
                self.checkpoint[2].group = []        # a checkpoint that knows the offset but not the open group

    def same_history(self):
        """Re-read the last accepted record and the last accepted claim at their offsets. If one is no longer there the log was cut: start again.
        Otherwise read on right behind them, because ignored records there may have been cut away and replaced."""
        log = self.world.log
        same = all(at < len(log) and log[at] == r for at, r in self.anchors.values())
        if same or self.world.broken == "reread":
            self.offset = max((at + 1 for at, _ in self.anchors.values()), default=0)
            return True
        self.restart(forget=True)
        return False

    def tail(self, n):
        log, world = self.world.log, self.world
        gap, self.seen_at = world.now - self.seen_at, world.now
        if (gap > 1 or self.offset > len(log)) and not self.same_history():
            return
        while n and self.offset < len(log):
            r = log[self.offset]
            if self.offset >= self.verified and self.reader.suspicious(r):
                self.verified = self.offset + 1
                if not self.same_history():
                    return
                continue
            if self.reader.read(r):
                self.anchors[r["claim"]] = (self.offset, r)
            self.offset += 1
            n -= 1
        r = self.reader
        if self.claiming and r.epoch >= self.claiming:
            mine = r.owner == self.nonce and r.epoch == self.claiming
            nonce = self.nonce
            self.step_down()
            if mine:
                self.writing, self.seq, self.chain, self.nonce = True, r.seq, r.chain, nonce
        elif self.writing and r.owner != self.nonce:
            self.step_down()
        for command, (slots, cancels) in list(self.waiting.items()):
            if sorted(r.commands.get(command, [])) == sorted(slots):
                world.acknowledge(command, slots, cancels)
                del self.waiting[command]
                for s in slots:
                    self.tentative.pop(s, None)
                self.age = 0
        for own_seq, why in [x for x in self.refusals if x[0] < r.seq]:
            world.refused.append(why)
        self.refusals = [x for x in self.refusals if x[0] >= r.seq]

    def claim(self):
        if not self.same_history():
            return
        self.step_down()
        self.claiming = self.reader.epoch + 1
        self.nonce = self.name % 2 if self.world.broken == "nonce" else self.world.rng.random()    # fresh for each claim
        self.world.send({"claim": True, "epoch": self.claiming, "owner": self.nonce})

    def append(self, command, items):
        for i, (slot, cancels) in enumerate(items):
            r = {"claim": False, "epoch": self.reader.epoch, "seq": self.seq, "prev": self.chain, "more": i + 1 < len(items),
                 "command": command, "slot": slot, "cancels": cancels, "size": len(items)}
            self.chain, self.seq = link(self.chain, r), self.seq + 1
            self.world.send(r)

    def handle(self, command, slots, cancels):
        """A client's command, possibly sent before to this or another node."""
        if not self.writing or command in self.waiting:
            return
        taken, broken = self.reader.taken, self.world.broken
        done = self.reader.commands.get(command)
        if done and broken != "dedup":
            self.world.acknowledge(command, done, cancels)
            return
        if cancels is not None:
            slots = [s for s in slots if taken.get(s) == cancels]
            if not slots or any(s in self.tentative for s in slots):
                return
        else:
            hit = [s for s in slots if s in taken or s in self.tentative]
            if hit and not (done and broken == "dedup"):
                why = (self.world.now, hit[0] in self.tentative, self.tentative.get(hit[0], taken.get(hit[0])))
                if broken == "refusal":
                    self.world.refused.append(why)           # a refusal needs no append, so nothing fences it
                else:
                    self.refusals.append((self.seq, why))
                    self.append(("refused", command, self.reader.epoch, self.seq), [(BARRIER, None)])
                return
        self.append(command, [(s, cancels) for s in slots])
        self.waiting[command] = (slots, cancels)
        for s in slots:
            self.tentative[s] = command
        if broken == "ack":
            self.world.acknowledge(command, slots, cancels)  # answered on sending, not on acceptance


class World:
    def __init__(self, seed, broken, cut):
        self.rng, self.broken, self.now = random.Random(seed), broken, 0
        self.log, self.air, self.acked, self.issued, self.refused, self.cancelled = [], [], {}, {}, [], {}
        self.cut_at, self.before_cut = self.rng.randrange(100, 300) if cut else None, set()
        self.paused = {}
        self.nodes = [Node(self, n) for n in range(3)]

    def send(self, record):
        x = self.rng.random()
        if x < 0.03:
            return                                                  # lost
        self.air.append((self.rng.choice([0, 1, 1, self.rng.expovariate(0.25)]), record))      # late, hence reordered
        if x > 0.90:
            self.air.append((self.rng.expovariate(0.02), dict(record)))   # retried: doubled, perhaps very late

    def acknowledge(self, command, slots, cancels):
        self.acked[command] = list(slots)
        if cancels is not None:
            self.cancelled.setdefault(cancels, self.now)

    def deliver(self):
        self.air = [(t - 1, r) for t, r in self.air]
        self.log += [r for _, r in sorted((x for x in self.air if x[0] <= 0), key=lambda x: x[0])]
        self.air = [x for x in self.air if x[0] > 0]
        if self.now == self.cut_at and self.log:
            del self.log[-self.rng.randrange(1, min(12, len(self.log)) + 1):]
            self.before_cut = set(self.acked)

    def client(self, node):
        rng, x = self.rng, self.rng.random()
        if self.issued and x < 0.25:
            command = rng.choice(list(self.issued))                 # a client's retry, anywhere
        else:
            command = len(self.issued) + 1
            mine = [c for c in self.acked if c in self.issued and self.issued[c][1] is None]
            if mine and x < 0.45:
                booking = rng.choice(mine)
                self.issued[command] = (self.issued[booking][0], booking)
            else:
                self.issued[command] = (rng.sample(range(40), rng.choice([1, 1, 2, 3])), None)
        node.handle(command, *self.issued[command])

    def run(self, steps=400):
        rng = self.rng
        for self.now in range(steps):
            self.deliver()
            for n in self.nodes:
                if self.paused.get(n.name, 0) > self.now:
                    continue
                if rng.random() < 0.01:
                    self.paused[n.name] = self.now + rng.randrange(5, 80)
                    continue
                if rng.random() < 0.005:
                    n.restart()
                n.tail(rng.randrange(1, 12))
                if rng.random() < 0.2:
                    n.save()
                n.age += 1 if n.waiting or n.claiming or n.refusals else 0
                if n.age > 25 or (not n.writing and not n.claiming and rng.random() < 0.01):
                    n.claim()
                if rng.random() < 0.5:
                    self.client(n)
        self.log += [r for _, r in sorted(self.air, key=lambda x: x[0])]
        return self.judge()

    def judge(self):
        truth = Reader(self.broken)
        for r in self.log:
            truth.read(r)
        found = Counter({k: 0 for k in ("overlap", "lost", "doubled", "torn", "phantom", "forked")}) + Counter()
        found += truth.found
        for command, slots in self.acked.items():
            if sorted(truth.commands.get(command, [])) != sorted(slots):
                found["taken by the cut" if command in self.before_cut else "lost"] += 1
        for asked, tentative, holder in self.refused:
            never = tentative and holder not in truth.commands
            over = self.cancelled.get(holder, asked) < asked
            if self.cut_at is None:
                found["phantom"] += never or over
        for n in self.nodes:
            n.seen_at = -9
            for _ in range(9):
                n.tail(len(self.log))
            if n.reader.taken != truth.taken:
                found["forked"] += 1
        return found, len(self.acked), len(self.refused), truth.epoch


def dump(seeds, cut):
    for seed in range(seeds):
        world = World(seed, None, cut)
        world.run()
        truth, groups = Reader(None), 0
        for r in world.log:
            before, whole = truth.chain, truth.read(r)
            groups += whole and not r["claim"] and not r["more"]
            print(json.dumps({"seed": seed, "claim": r["claim"], "epoch": r["epoch"], "seq": r.get("seq", 0), "more": r.get("more", False),
                              "prev": str(r.get("prev", 0)), "body": str((r.get("owner"), r.get("command"), r.get("slot"), r.get("cancels"))),
                              "accepted": whole, "before": str(before), "after": str(truth.chain), "groups": groups}))


def main():
    args = sys.argv[1:]
    if "--dump" in args:
        return dump(int(args[0]), "--cut" in args)
    broken = args[args.index("--break") + 1] if "--break" in args else None
    seeds = int(args[0]) if args and args[0].isdigit() else 2000
    total, acked, refused, epochs = Counter(), 0, 0, 0
    for seed in range(seeds):
        found, a, r, e = World(seed, broken, "--cut" in args).run()
        acked, refused, epochs = acked + a, refused + r, epochs + e
        total += found
    print(f"{seeds} seeds, {acked} acknowledged, {refused} refused, {epochs} epochs: {dict(total) or 'no violation'}")
    total.pop("taken by the cut", None)
    return 0 if bool(total) == (broken is not None) else 1


if __name__ == "__main__":
    sys.exit(main())
