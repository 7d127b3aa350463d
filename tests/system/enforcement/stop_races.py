"""Not a test: runs inside an isolated host, as its root (stop_races_test.py passes it). In each
round the real stop program stops a process. At some moment that process ends and an innocent one of
the same owner, on the same GPU, gets its pid. Hits are counted, not assumed.

Reads one line of JSON {rounds, request, command, boot_id, gpu, seed} and writes one of JSON with
the sums. /proc/sys/kernel/ns_last_pid assigns pids; the successful assignments are counted."""
import collections
import json
import os
import random
import select
import signal
import subprocess
import sys
import time

OWNER = 1001  # ann
FOLDER = "/opt/gpus/host"
REGISTERED = f"{FOLDER}/registered"
HELPER = "/usr/local/lib/dibs/dibs-stop"
AGED_S = 4  # older than the uncertainty of a start time in whole seconds
POOL = 40
MODES = ("before", "delay", "paused", "first look", "second look", "after term")


def stat_of(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        return file.read().rpartition(")")[2].split()


def start(stubborn=False, command=("sleep", "1000"), ends=None):
    """Starts a process of the owner, on a GPU as soon as it is registered. `ends`: its input and
    output."""
    pid = os.fork()
    if pid == 0:
        try:
            signal.signal(signal.SIGTERM, signal.SIG_IGN if stubborn else signal.SIG_DFL)
            os.setgroups([])
            os.setresgid(OWNER, OWNER, OWNER)
            os.setresuid(OWNER, OWNER, OWNER)
            for number, end in enumerate(ends or ()):
                os.dup2(end, number)
            os.execv(f"/usr/bin/{command[0]}", command)
        finally:
            os._exit(1)
    return pid


def register(pid):
    path = f"{REGISTERED}/{pid}.{stat_of(pid)[19]}"
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{int(time.time())} 0 1024 50\n")
    return path


def end(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    try:
        os.waitpid(pid, 0)  # once reaped it has no pid
    except ChildProcessError:
        pass


class Innocent:
    """A process with exactly this pid, unless another process got it; then its pid is None. It
    is `cat`: if it echoes text sent after the stop has ended, it survived all signals."""

    def __init__(self, pid):
        theirs_in, self.tell = os.pipe()
        self.hear, theirs_out = os.pipe()
        self.pid = self.start_as(pid, (theirs_in, theirs_out))
        os.close(theirs_in)
        os.close(theirs_out)

    @staticmethod
    def start_as(pid, ends):
        for _ in range(200):
            with open("/proc/sys/kernel/ns_last_pid", "w", encoding="ascii") as file:
                file.write(str(pid - 1))
            made = start(command=("cat",), ends=ends)
            if made == pid:
                return made
            end(made)
            if os.path.exists(f"/proc/{pid}"):
                return None
        return None

    def lives(self):
        try:
            os.write(self.tell, b"?")
        except BrokenPipeError:
            return False
        assert select.select([self.hear], [], [], 10)[0], "neither alive nor dead"
        return os.read(self.hear, 1) == b"?"

    def end(self):
        if self.pid:
            end(self.pid)
        os.close(self.tell)
        os.close(self.hear)


class Round:
    def __init__(self, ask, mode, program, victim, dice):
        self.ask, self.mode, self.program, self.victim, self.dice = ask, mode, program, victim, dice
        self.innocent, self.output = None, b""

    def swap(self):
        end(self.victim)
        self.innocent = Innocent(self.victim)
        if self.innocent.pid:
            register(self.innocent.pid)

    def run(self):
        """The outcome of the stop, and whether the innocent process lives."""
        for name in ("hold", "held"):
            self.unlink(name)
        if self.mode == "before":
            self.swap()
        if self.mode.endswith("look"):
            with open(f"{FOLDER}/hold", "w", encoding="ascii") as file:
                file.write("1" if self.mode == "first look" else "2")
            os.chmod(f"{FOLDER}/hold", 0o666)
        with self.begin() as client:
            client.stdin.write(self.text())
            client.stdin.close()
            self.meanwhile(client)
            self.output = client.stdout.read()
        lived = not self.innocent.pid or self.innocent.lives()
        answer = self.output.decode(errors="replace").strip().splitlines()[-1:]
        try:
            outcome = json.loads(answer[0])["outcome"]
        except (IndexError, ValueError, KeyError):
            outcome = "no_answer"
        return outcome, lived

    def meanwhile(self, client):
        if self.mode == "before":
            return
        if self.mode.endswith("look"):  # while nvidia-smi runs: it waits there until the swap
            deadline = time.monotonic() + 4
            while not os.path.exists(f"{FOLDER}/held") and time.monotonic() < deadline:
                if select.select([client.stdout], [], [], 0.001)[0]:
                    break
            self.swap()
            self.unlink("hold")
            return
        if self.mode == "after term":  # in the grace of a process that ignores TERM
            time.sleep(self.dice.uniform(0.15, 1.3))
            self.swap()
            return
        time.sleep(self.dice.uniform(0, 0.16))
        if self.mode == "paused":
            os.killpg(client.pid, signal.SIGSTOP)
            self.swap()
            os.killpg(client.pid, signal.SIGCONT)
        else:
            self.swap()

    def begin(self):
        def become_owner():
            os.setgroups([])
            os.setresgid(OWNER, OWNER, OWNER)
            os.setresuid(OWNER, OWNER, OWNER)
        as_root = self.program == "helper"
        command = [HELPER] if as_root else ["/bin/sh", "-c", self.ask["command"]]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/",
                                stderr=subprocess.DEVNULL, start_new_session=True,
                                preexec_fn=None if as_root else become_owner)

    def text(self):
        head, _, line = self.ask["request"].rstrip("\n").rpartition("\n")
        known = json.loads(line)
        known.update(pid=self.victim, started_s=self.ask["started"][self.victim],
                     grace_s=1 if self.mode in ("second look", "after term") else 0)
        # After an ignored TERM comes KILL; without a grace the second check comes at once.
        line = json.dumps(known) + "\n"
        return (line if self.program == "helper" else head + "\n" + line).encode()

    @staticmethod
    def unlink(name):
        try:
            os.unlink(f"{FOLDER}/{name}")
        except FileNotFoundError:
            pass


def started_of(pid):
    said = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], stdout=subprocess.PIPE, check=True,
                          env={"TZ": "UTC0", "LC_ALL": "C", "PATH": os.environ["PATH"]}).stdout
    return int(subprocess.run(["date", "-u", "-d", said.decode().strip() + " UTC", "+%s"],
                              stdout=subprocess.PIPE, check=True).stdout)


def main():
    ask = json.loads(sys.stdin.readline())
    dice = random.Random(ask["seed"])
    sums, outcomes, wrong = collections.Counter(), collections.Counter(), collections.Counter()
    modes, programs = ask.get("modes", MODES), ask["programs"]
    pool = []
    for number in range(ask["rounds"]):
        mode = modes[number % len(modes)]
        if not pool:  # starts several victims at once, so that they age together
            some = range(number, min(number + POOL, ask["rounds"]))
            pool = [start(modes[n % len(modes)] in ("second look", "after term")) for n in some]
            for pid in pool:
                register(pid)
            time.sleep(AGED_S)
            ask["started"] = {pid: started_of(pid) for pid in pool}
        victim = pool.pop(0)
        this = Round(ask, mode, dice.choice(programs), victim, dice)
        outcome, lived = this.run()
        sums["rounds"] += 1
        sums["reused"] += this.innocent.pid is not None
        outcomes[f"{mode}: {outcome}"] += 1
        if not lived:
            wrong[f"{mode}, {this.program}"] += 1
        this.innocent.end()
    print(json.dumps({**sums, "wrong": sum(wrong.values()), "wrong_in": wrong, "outcomes": outcomes}))


if __name__ == "__main__":
    main()
