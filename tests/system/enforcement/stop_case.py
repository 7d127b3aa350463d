"""Stops a process on an isolated host, as dibsd does. Base of stop_process_test and
origins_test."""
import pathlib
import unittest

from isolated_host import IsolatedHost, host_request

STUBBORN = "python3 -c \"import signal,time;signal.signal(15,signal.SIG_IGN);time.sleep(1000)\""
# Leaves its GPU on TERM and keeps running.
LEAVING = ("python3 -c \"import glob,os,signal,time;"
           "signal.signal(15,lambda *_:[os.unlink(f) for f in glob.glob('/opt/gpus/host/registered/%d.*'%os.getpid())]);"
           "time.sleep(1000)\"")
LATE_DRIVER = "no answer within 5 s"
BOOT_ID = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def meaning(output):
    outcome, check, sent, detail, *_ = host_request("stop-answer", said=output).decode().split("\n")
    return outcome, check, sent.strip(), detail


class StopCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = IsolatedHost().start().share_connections()
        cls.addClassCleanup(cls.host.stop)
        cls.command = host_request("command").decode()
        cls.starts = {}

    def setUp(self):
        self.host.end_connections()
        self.host.inside("pkill", "-KILL", "-u", "ann,ben,kim", check=False)
        self.host.wait_for(lambda: not self.host.inside("pgrep", "-u", "ann,ben,kim", check=False))

    def ticks(self, pid):
        return int(self.host.path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])

    def started(self, pid):
        """Its start time as the probe reads it. Cached, because it is for this very process."""
        process = pid, self.ticks(pid)
        if process not in self.starts:
            self.starts[process] = self.asked_start(pid)
        return self.starts[process]

    def asked_start(self, pid):
        said = self.host.ssh("dibs", f"TZ=UTC0 LC_ALL=C date -d \"$(TZ=UTC0 LC_ALL=C ps -o lstart= -p {pid}) UTC\" +%s")
        return int(said)

    def about(self, process, account="ann", gpu=0, **changes):
        """dibsd's data about the process: keys of host_request, with changes."""
        known = {"pid": process, "boot_id": BOOT_ID, "started": self.started(process), "user": account,
                 "gpu": gpu if isinstance(gpu, str) else self.host.gpus[gpu], "grace": 5, **changes}
        return [f"{key}={value}" for key, value in known.items() if value is not None]

    def stop(self, words, account="ann"):
        return self.answer_in_time(lambda: self.stop_once(words, account))

    def stop_once(self, words, account):
        request = host_request("stop", *words)
        return meaning(self.host.ssh(account, self.command, said=request))

    @staticmethod
    def answer_in_time(ask):
        """Asks again if a slow machine's driver exceeded the product's timeout: no signal was
        sent then."""
        for _ in range(10):
            answer = ask()
            if answer[2] or LATE_DRIVER not in answer[3]:
                break
        return answer
