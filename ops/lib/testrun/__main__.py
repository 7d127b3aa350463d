"""The test runner of ops/test: prepares the chosen suites, runs them side by side, adds up the results."""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import costs
import inputs
import long_plan
import plan
import selection
import totals
from job import ROOT, Job, Result
from schedule import Schedule


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Run:
    """One run: the skipped suites, the results, and the sums."""

    def __init__(self) -> None:
        self.passed = self.failed = self.skipped = 0
        self.failed_jobs: list[str] = []
        self.unchanged: list[str] = []
        self.digests: dict[str, str] = {}
        self.results: dict[str, Result] = {}

    def leave_out_unchanged(self, suites: list[Job]) -> list[Job]:
        """Counts suites as skipped if their programs and files are unchanged since they passed."""
        left = []
        for suite in suites:
            now = suite.inputs() if suite.inputs else ""
            before = inputs.known_as_passed(suite.name, now) if now else None
            if before is None:
                left.append(suite)
            else:
                self.unchanged.append(suite.name)
                self.skipped += before
        return left

    def ended(self, job: Job, result: Result) -> None:
        self.results[job.name] = result
        self.passed += result.passed
        self.failed += result.failed if job.is_suite else int(not result.good)
        self.skipped += result.skipped
        if result.good:
            if job.digest:
                inputs.note_passed(job.name, job.digest, result.passed)
        else:
            self.failed_jobs.append(job.name)
            inputs.forget(job.name)
        _say_how(job, result)


def _say_how(job: Job, result: Result) -> None:
    line = f"{job.name:<34} {result.passed:5} passed" if job.is_suite else f"{job.name:<34}"
    line += f", {result.failed} FAILED" if result.failed else ""
    line += f", {result.skipped} skipped" if result.skipped else ""
    line += " FAILED" if not job.is_suite and not result.good else ""
    say(f"{line}  ({result.wall_s:.1f} s, {result.cpu_s:.1f} s of CPU)")
    for notice in totals.notices(job) if job.is_suite else []:
        say(f"    {notice}")
    for first in result.tried_again:
        say(f"    at the first try: {first}")
    if not result.good:
        say(f"---- the end of {job.log.relative_to(ROOT)} (exit code {result.exit_code})")
        for line in totals.failure_lines(job) + job.log.read_text(errors="replace").splitlines()[-25:]:
            say(line)
        say("----")


def note_tree() -> None:
    """build/tests-passed: the git tree that passed, for comparison with the current one."""
    git = ["git", "-C", str(ROOT)]
    dirty = subprocess.run([*git, "status", "--porcelain"], capture_output=True, text=True, check=False)
    tree = subprocess.run([*git, "rev-parse", "HEAD^{tree}"], capture_output=True, text=True, check=False)
    if dirty.returncode == 0 and not dirty.stdout and tree.returncode == 0:
        (ROOT / "build" / "tests-passed").write_text(tree.stdout)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ops/test", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="tidy, unit, dashboard, system, fuzz, a suite, a program, a file of tests, or a part of a name")
    parser.add_argument("--all", action="store_true", help="also the suites whose inputs are those of a run that passed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="how many cores to use; all unless told")
    parser.add_argument("--record-costs", action="store_true", help="write what the jobs cost into tests/costs.tsv")
    parser.add_argument("--long", action="store_true", help="instead what ops/dev/check runs")
    return parser.parse_args()


def phases(chosen: argparse.Namespace) -> list[list[Job]]:
    """Jobs that run together. Changes are known only after the builds, so suites that may be skipped follow the
    builds. With --all, or where none has passed yet, they begin as soon as possible."""
    source = long_plan if chosen.long else plan
    suites = selection.choose(chosen.names, source.suites())
    steps = source.steps()
    if chosen.names:
        steps = selection.needed_steps(suites, steps)
        if not chosen.long:
            selection.build_only(suites, steps)
    return [steps + suites] if chosen.all or not inputs.PASSED.exists() else [steps, suites]


def run_phases(all_phases: list[list[Job]], chosen: argparse.Namespace, run: Run) -> list[str]:
    """Returns the jobs that could not run, because an earlier one failed."""
    not_run: list[str] = []
    for phase in all_phases:
        if not chosen.all and phase is not all_phases[0]:
            phase = run.leave_out_unchanged(phase)
        for job in phase:
            job.after = tuple(name for name in job.after if name not in run.results or not run.results[name].good)
        schedule = Schedule(phase, 1 if chosen.long else chosen.jobs, 2 if os.environ.get("DIBS_SECOND_TRY") else 1, run.ended, say)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_, schedule=schedule: schedule.stop())
        not_run += schedule.run()
    return not_run


def main() -> int:
    chosen = options()
    begun = time.monotonic()
    try:
        jobs = phases(chosen)
    except ValueError as error:
        say(f"ops/test: {error}")
        return 2
    (ROOT / "build" / "tests-passed").unlink(missing_ok=True)
    os.environ["DIBS_JOBS"] = str(chosen.jobs)
    os.environ["PATH"] = f"{ROOT}/.tools/node/node_modules/.bin:{os.environ['PATH']}"  # ops/lib/node.sh fetches it
    tree = tempfile.mkdtemp(prefix="dibs-test.", dir="/var/tmp") if os.getuid() == 0 else str(ROOT)
    os.environ["DIBS_TREE"] = tree
    run = Run()
    try:
        not_run = run_phases(jobs, chosen, run)
    finally:
        if os.getuid() == 0:
            shutil.rmtree(tree, ignore_errors=True)
    return finish(run, not_run, not chosen.names and not chosen.long, begun, chosen.record_costs)


def finish(run: Run, not_run: list[str], whole: bool, begun: float, record: bool) -> int:
    if record:
        costs.record(run.results)
    for line in costs.report(run.results):
        say(line)
    if run.unchanged:
        say(f"Not run, as nothing they depend on has changed since they passed (--all runs them): {len(run.unchanged)} suites")
    if not_run:
        say("Not run, as what they need failed: " + " ".join(not_run))
        run.failed += 0 if run.failed_jobs else 1
    if run.failed_jobs:
        say("Failed: " + " ".join(run.failed_jobs))
    say(f"All of it: {time.monotonic() - begun:.0f} s")
    if whole and run.failed == 0:
        note_tree()
    print(f"{run.passed} passed, {run.failed} failed" + (f", {run.skipped} skipped" if run.skipped else ""), flush=True)
    return 0 if run.failed == 0 else 1


sys.exit(main())
