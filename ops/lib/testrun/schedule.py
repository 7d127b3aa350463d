"""Runs jobs side by side: each once its predecessors have passed, the longest chain first, as many at a time
as keep the cores busy. Most suites wait for most of their time, so there are more of them than cores."""
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable

import costs
import totals
from job import LOGS, Job, Result

SAY_EVERY_S = 60
CROWDING = 1.25  # overcommits the cores by this factor: no suite keeps them busy all the time


class Schedule:
    def __init__(self, jobs: list[Job], cores: int, tries: int, ended: Callable[[Job, Result], None],
                 say: Callable[[str], None]) -> None:
        self._jobs = {job.name: job for job in jobs}
        self._known = costs.read()
        self._cores = cores
        self._tries = tries
        self._ended = ended
        self._say = say
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._begun: dict[str, float] = {}
        self._done: dict[str, bool] = {}
        self._events: queue.Queue[tuple[Job, Result]] = queue.Queue()
        self._stopping = False

    def run(self) -> list[str]:
        """Runs all jobs; returns those that could not run, because an earlier one failed."""
        LOGS.mkdir(parents=True, exist_ok=True)
        waiting = sorted(self._jobs.values(), key=lambda job: -self._chain_s(job.name))
        while waiting or self._running:
            waiting = self._begin(waiting)
            if not self._running:
                break
            try:
                job, result = self._events.get(timeout=SAY_EVERY_S)
            except queue.Empty:
                self._say_what_runs()
                continue
            del self._running[job.name]
            self._done[job.name] = result.good
            self._ended(job, result)
        return [job.name for job in waiting]

    def stop(self) -> None:
        """Ends the running jobs, with all processes that they started."""
        self._stopping = True
        for process in list(self._running.values()):
            _signal(process, signal.SIGTERM)

    def _cost(self, name: str) -> costs.Cost:
        return self._known.get(name, costs.Cost())

    def _chain_s(self, name: str) -> float:
        """Seconds of this job and of the longest chain of those that wait for it."""
        after = [other.name for other in self._jobs.values() if name in (*other.after, *other.behind)]
        return self._cost(name).wall_s + max((self._chain_s(other) for other in after), default=0.0)

    def _load(self, job: Job) -> float:
        # A build yields: it uses the time that suites leave.
        return 0.2 * self._cores if job.background else min(self._cost(job.name).cores, self._cores)

    def _begin(self, waiting: list[Job]) -> list[Job]:
        """Starts the jobs that fit. A large job without room keeps its place: later ones start only if they fit
        beside it, or small ones would delay it without end."""
        still = []
        kept = 0.0
        for job in waiting:
            ready = not self._stopping and self._is_ready(job)
            load = kept + sum(self._load(self._jobs[name]) for name in self._running)
            if ready and (not self._running or load + self._load(job) <= self._cores * CROWDING):
                self._start(job)
                continue
            still.append(job)
            if ready and kept == 0.0 and self._load(job) > self._cores / 2:
                kept = self._load(job)
        return still

    def _is_ready(self, job: Job) -> bool:
        passed = all(self._done.get(name) for name in job.after)
        return passed and all(name in self._done for name in job.behind if name in self._jobs)

    def _start(self, job: Job) -> None:
        job.digest = job.inputs() if job.inputs else ""
        self._begun[job.name] = time.monotonic()
        self._running[job.name] = _spawn(job)
        threading.Thread(target=self._follow, args=(job,), daemon=True).start()

    def _follow(self, job: Job) -> None:
        result = _wait(job, self._running[job.name])
        if not result.good and job.is_suite and self._tries > 1 and not self._stopping:
            first = totals.failure_lines(job)
            os.replace(job.log, job.log.with_suffix(".first.log"))
            self._running[job.name] = _spawn(job)
            result = _wait(job, self._running[job.name])
            result.tried_again = first
        self._events.put((job, result))

    def _say_what_runs(self) -> None:
        now = time.monotonic()
        names = sorted(self._running, key=lambda name: self._begun[name])
        self._say("    running: " + ", ".join(f"{name} ({now - self._begun[name]:.0f} s)" for name in names))


def _spawn(job: Job) -> subprocess.Popen[bytes]:
    command = [*job.command]
    if job.totals == "gtest":
        report = totals.gtest_report(job)
        report.unlink(missing_ok=True)
        command += [f"--gtest_output=json:{report}", "--gtest_color=no"]
    if job.background:
        command = ["nice", "-n", "10", *command]
    with job.log.open("wb") as log:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                                env={**os.environ, **job.env}, start_new_session=True)


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass


def _wait(job: Job, process: subprocess.Popen[bytes]) -> Result:
    begun = time.monotonic()
    kinder = threading.Timer(job.limit_s, _signal, (process, signal.SIGTERM))
    harder = threading.Timer(job.limit_s + 20, _signal, (process, signal.SIGKILL))
    kinder.start(), harder.start()
    _, status, usage = os.wait4(process.pid, 0)
    kinder.cancel(), harder.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    result = Result(exit_code=process.returncode, wall_s=time.monotonic() - begun,
                    cpu_s=usage.ru_utime + usage.ru_stime)
    if result.wall_s >= job.limit_s:
        with job.log.open("a") as log:
            log.write(f"\nERROR: {job.name} did not end within {job.limit_s} s.\n")
    if job.is_suite:
        result.passed, result.failed, result.skipped = totals.count(job, process.returncode)
    return result
