"""Counts passed, failed and skipped tests in a suite's output."""
import json
import pathlib
import re

from job import Job


def _gtest(report: pathlib.Path) -> tuple[int, int, int]:
    passed = failed = skipped = 0
    for suite in json.loads(report.read_text())["testsuites"]:
        for test in suite["testsuite"]:
            if test.get("failures"):
                failed += 1
            elif test.get("result") == "SKIPPED" or test.get("status") == "NOTRUN":
                skipped += 1
            else:
                passed += 1
    return passed, failed, skipped


def _number(pattern: str, text: str) -> int:
    return sum(int(n) for n in re.findall(pattern, text, re.M))


def _text(log: str, exit_code: int) -> tuple[int, int, int]:
    """For a unittest program, a last line "N passed, N failed", or a script without totals."""
    text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", log)
    last = (text.strip().splitlines() or [""])[-1]
    ran = re.findall(r"^Ran (\d+) tests? in", text, re.M)
    if ran:
        verdicts = "\n".join(line for line in text.splitlines() if re.match(r"(OK|FAILED)\b", line))
        failed = _number(r"failures=(\d+)", verdicts) + _number(r"errors=(\d+)", verdicts)
        skipped = _number(r"skipped=(\d+)", verdicts)
        return max(0, sum(map(int, ran)) - failed - skipped), failed, skipped
    if re.match(r"\d+ passed, \d+ failed", last):
        return _number(r"(\d+) passed", last), _number(r"(\d+) failed", last), _number(r"(\d+) skipped", last)
    return (1, 0, 0) if exit_code == 0 else (0, 1, 0)


def gtest_report(job: Job) -> pathlib.Path:
    return job.log.with_suffix(".json")


def count(job: Job, exit_code: int) -> tuple[int, int, int]:
    """Passed, failed, skipped; a bad exit code counts as at least one failed."""
    log = job.log.read_text(errors="replace")
    try:
        sums = _gtest(gtest_report(job)) if job.totals == "gtest" else _text(log, exit_code)
    except (OSError, ValueError, KeyError):  # the program was killed before it wrote its report
        sums = (0, 1, 0)
    passed, failed, skipped = sums
    return passed, failed if exit_code == 0 else max(failed, 1), skipped


def failure_lines(job: Job) -> list[str]:
    """The lines that name a failed test or a sanitizer's finding, and the reasons that GoogleTest gives."""
    wanted = re.compile(r"\[  FAILED  \] \S*\.|^(FAIL|ERROR):|Sanitizer|runtime error|error:")
    lines = job.log.read_text(errors="replace").splitlines()
    found = []
    for at, line in enumerate(lines):
        if line.endswith("Failure"):  # the reason follows; what a helper program said stands before
            found += [*lines[max(at - 2, 0):at], *lines[at:at + 5]]
        elif wanted.search(line):
            found.append(line)
    return [line[:500] for line in list(dict.fromkeys(found))[:40]]


def notices(job: Job) -> list[str]:
    """Names skipped tests, tests that passed only at the second try, and exceeded budgets."""
    found = []
    for line in job.log.read_text(errors="replace").splitlines():
        if skipped := re.match(r"\[  SKIPPED \] ([^ ]*\.[^ ,]*)", line):
            found.append(f"skipped: {skipped[1]}")
        elif "... skipped " in line:
            found.append(f"skipped: {line}")
        elif line.startswith(("PASSED AT THE SECOND TRY: ", "OVER BUDGET: ")):
            found.append(line)
    return sorted(set(found))
