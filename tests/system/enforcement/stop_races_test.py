#!/usr/bin/env python3
# ops/test: as root
"""The pid of a process to be stopped goes to another process at every moment: before the stop,
between its checks and signals, in the grace, at random. The other process is never hit: 50
rounds, or --races N (DIBS_STOP_RACES). The same rounds do hit it with a stop that checks and
then uses kill(2), so this test can fail."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

from isolated_host import IsolatedHost, ROOT, TOOL, host_request

ROUNDS = int(os.environ.get("DIBS_STOP_RACES", "50"))
BOOT_ID = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
HARNESS = pathlib.Path(__file__).with_name("stop_races.py").read_text()

# nvidia-smi that waits at its first or second call of a stop, while `hold` exists.
HOLDING = """[ "$1" = -L ] || [ ! -e /opt/gpus/host/hold ] || {
    read -r number </opt/gpus/host/hold
    if [ "$number" = 2 ]; then echo 1 >/opt/gpus/host/hold
    else
        : >/opt/gpus/host/held
        while [ -e /opt/gpus/host/hold ]; do sleep 0.01; done
    fi
}
exec /opt/gpus/host/bin/nvidia-smi "$@"
"""

# A naive stop: it checks everything and then kills by pid.
BY_PID = {
    "        return identify(pidfd, ask, ticks)\n": "        return ticks\n",
    '        if hasattr(signal, "pidfd_send_signal"):\n            signal.pidfd_send_signal(pidfd, number)\n':
        "        if True:\n            os.kill(ASKED, number)\n",
    "        stop(ask)\n": '        globals().update(ASKED=ask["pid"])\n        stop(ask)\n',
}


class StopRaces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = IsolatedHost().start()
        cls.addClassCleanup(cls.host.stop)
        for folder in ("/usr/local/lib/dibs", "/etc/dibs"):
            cls.host.path(folder).mkdir()
        helper = cls.host.path("/usr/local/lib/dibs/dibs-stop")
        helper.write_text((ROOT / "ops/deploy/host/dibs-stop").read_text())
        helper.chmod(0o755)
        cls.host.path("/etc/dibs/stop.conf").write_text("")
        cls.host.own.chmod(0o777)  # the stand-in writes there as the owner
        cls.request = host_request(
            "stop", "pid=2", f"boot_id={BOOT_ID}", "started=1", "user=ann", f"gpu={cls.host.gpus[0]}").decode()

    def run_rounds(self, rounds, programs, request, **more):
        ask = {"rounds": rounds, "programs": programs, "request": request, "seed": rounds,
               "command": host_request("command").decode(), **more}
        with self.host.driver(HOLDING):
            done = subprocess.run([TOOL, "enter", self.host.folder, self.host.name, "python3", "-c", HARNESS],
                                  input=json.dumps(ask) + "\n", stdout=subprocess.PIPE, text=True, check=True,
                                  timeout=60 + 4 * rounds)
        found = json.loads(done.stdout)
        print(json.dumps(found, indent=1), file=sys.stderr)
        return found

    def test_no_other_process_is_ever_hit(self):
        found = self.run_rounds(ROUNDS, ["python3", "helper"], self.request)
        self.assertEqual(found["rounds"], ROUNDS)
        self.assertEqual(found["wrong"], 0, found["wrong_in"])
        self.assertGreaterEqual(found["reused"], ROUNDS * 0.95)
        said = {outcome.rpartition(": ")[2] for outcome in found["outcomes"]}
        self.assertLessEqual(said, {"terminated", "killed", "gone", "not_it"})

    def test_a_stop_by_pid_hits_others_in_these_rounds(self):
        found = self.run_rounds(24, ["python3"], self.by_pid(), modes=["first look", "second look", "paused"])
        self.assertGreaterEqual(found["reused"], 20)
        self.assertGreaterEqual(found["wrong"], 14)

    def by_pid(self):
        size, rest = self.request.split("\n", 1)
        text, last = rest[:int(size)], rest[int(size):]
        for old, new in BY_PID.items():
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        return f"{len(text)}\n{text}{last}"


if __name__ == "__main__":
    if "--races" in sys.argv:
        at = sys.argv.index("--races")
        ROUNDS = int(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    unittest.main()
