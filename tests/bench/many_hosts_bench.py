#!/usr/bin/python3
"""dibsd with a thousand hosts of eight GPUs, three in ten of them dead in five ways: whether live hosts are sampled on time.

many_hosts_bench.py [HOSTS] [SECONDS] [GPUS]: simulated hosts (tests/system/site/simulated_hosts.py) on loopback and a real
dibsd of the release build. It settles for two minutes and is then measured for SECONDS: CPU, memory, threads and
descriptors from /proc; the age of each live host's last frame from GET /api/v1/system, polled continuously; the seconds
of each GPU that have a sample from GET /api/v1/usage, at the end. A baseline without dead hosts runs first.
"""
import collections
import os
import pathlib
import resource
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system" / "site"))
from dibs_node import Node  # noqa: E402
from simulated_hosts import DEAD_WAYS, SimulatedHosts  # noqa: E402

SETTLE_S = float(os.environ.get("SETTLE_S", "120"))
ASK_EVERY_S = 0.7  # not a second: each poll then hits another phase of the hosts


class Cost:
    """The resources that a process has used, from /proc."""

    def __init__(self, pid):
        self.pid, self.seen = pid, []
        self.look()

    def look(self):
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        pages = int(pathlib.Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        self.seen.append((time.monotonic(), (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(fields[17]),
                          len(os.listdir(f"/proc/{self.pid}/fd")), pages * os.sysconf("SC_PAGE_SIZE")))

    @property
    def cores(self):
        (begun, used_then, *_), (ended, used, *_) = self.seen[0], self.seen[-1]
        return (used - used_then) / (ended - begun)

    def span(self, column):
        return min(row[column] for row in self.seen), max(row[column] for row in self.seen)


def moment(text):
    import datetime
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def watch(node, admin, living, seconds):
    """The gaps between a live host's frames, as far as the API shows them, and the cost meanwhile."""
    cost, gaps, looks, last = Cost(node.process.pid), [], [], {}
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        begun = time.monotonic()
        hosts = admin.get("/api/v1/system", timeout=60).json["probes"]
        looks.append(time.monotonic() - begun)
        for host in hosts:
            if host["host_name"] not in living or "last_frame_at" not in host:
                continue
            seen = (host["frames"], moment(host["last_frame_at"]))
            before = last.get(host["host_name"])
            if before and seen[0] == before[0] + 1:
                gaps.append(seen[1] - before[1])
            elif before and seen[0] > before[0]:
                gaps.append((seen[1] - before[1]) / (seen[0] - before[0]))
            last[host["host_name"]] = seen
        cost.look()
        time.sleep(max(0, ASK_EVERY_S - (time.monotonic() - begun)))
    return cost, gaps, looks


def main(hosts="1000", seconds="180", gpus="8"):
    hosts, seconds, gpus = int(hosts), float(seconds), int(gpus)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    dead = hosts * 3 // 10 // len(DEAD_WAYS)
    print(f"{hosts} hosts of {gpus} GPUs")
    run("all alive", {"lives": hosts}, seconds, gpus)
    run("three in ten dead", {"lives": hosts - dead * len(DEAD_WAYS), **{way: dead for way in DEAD_WAYS}}, seconds, gpus)


def run(what, counts, seconds, gpus):
    with tempfile.TemporaryDirectory(prefix="dibs-many.") as folder:
        simulated = SimulatedHosts(folder, counts, gpus)
        simulated.start()
        node = Node(folder=folder, arguments=simulated.arguments)
        try:
            node.create_log()
            begun = time.monotonic()
            node.start()
            bare = Cost(node.process.pid).span(4)[1]
            admin = node.make_admin()
            living = set(simulated.named("lives"))
            wait_for(lambda: sum(h["state"] == "reachable" for h in every(admin, "/api/v1/hosts")) >= len(living), 120)
            reached = time.monotonic() - begun
            wait_for(lambda: len(every(admin, "/api/v1/gpus?state=available")) >= len(living) * gpus, 120)
            known = time.monotonic() - begun
            time.sleep(SETTLE_S)
            admin.close()  # the server closes a connection after a minute of silence
            cost, gaps, looks = watch(node, admin, living, seconds)
            states = collections.Counter(h["state"] for h in every(admin, "/api/v1/hosts"))
            missing = seconds_missing(admin, living, min(seconds, 60))
        finally:
            node.stop(30)
            frames, late = simulated.stop()
            node.remove()
    report(what, len(living), len(simulated.hosts), reached, known, cost, bare, gaps, looks, states, missing, frames, late)


def every(admin, path):
    """The items of all pages."""
    items, cursor = [], ""
    while True:
        page = admin.get(f"{path}{'&' if '?' in path else '?'}limit=1000{cursor}", timeout=60).json
        items += page["items"]
        if "next_cursor" not in page:
            return items
        cursor = f"&cursor={page['next_cursor']}"


def wait_for(question, seconds):
    ends = time.monotonic() + seconds
    while not question():
        assert time.monotonic() < ends, "it took too long"
        time.sleep(0.5)
    return True


def seconds_missing(admin, living, seconds):
    """For the first GPU of every tenth live host: the number of seconds without a sample, and the longest run of them."""
    until = int(time.time()) - 5
    stamp = lambda t: time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(t))  # noqa: E731
    cards = [g["id"] for g in every(admin, "/api/v1/gpus") if str(g["index"]) == "0" and g["host_name"] in living][::10]
    empty = longest = total = 0
    for card in cards:
        answer = admin.get(f"/api/v1/usage?gpu={card}&step=1&metric=utilization_percent&from={stamp(until - seconds)}"
                           f"&until={stamp(until)}", timeout=60).json
        values = column(answer)
        total += len(values)
        row = 0
        for value in values:
            row = row + 1 if value is None else 0
            empty, longest = empty + (value is None), max(longest, row)
    return empty, total, longest, len(cards)


def column(answer):
    return answer["gpus"][0]["utilization_percent"]


def report(what, living, hosts, reached, known, cost, bare, gaps, looks, states, missing, frames, late):
    gaps.sort()
    at = lambda share: gaps[min(len(gaps) - 1, int(share * len(gaps)))]  # noqa: E731
    empty, total, longest, cards = missing
    print(f"\n{what}: {living} of {hosts} hosts live")
    print(f"  all of them reached after {reached:.1f} s, all their GPUs bookable after {known:.1f} s")
    print(f"  CPU {100 * cost.cores:.1f} % of a core, {1e6 * cost.cores / living:.0f} us a living host and second (with the asking)")
    print(f"  memory {cost.span(4)[1] / 2**20:.0f} MiB at most, {(cost.span(4)[1] - bare) / hosts / 1024:.0f} KiB a host")
    print(f"  threads {cost.span(2)[0]} to {cost.span(2)[1]}, descriptors {cost.span(3)[0]} to {cost.span(3)[1]}")
    print(f"  gap between two frames of a living host, {len(gaps)} seen: p50 {at(.5):.3f} p99 {at(.99):.3f} most {gaps[-1]:.3f} s; "
          f"the hosts themselves were late by {late:.3f} s at most, of {frames} frames")
    print(f"  seconds without a sample: {empty} of {total} of {cards} GPUs, {longest} in a row at most")
    print(f"  GET /api/v1/system meanwhile: p50 {1000 * statistics.median(looks):.0f} ms, most {1000 * max(looks):.0f} ms")
    print(f"  states of hosts: {dict(states)}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
