#!/usr/bin/env python3
"""The cost of the most expensive headers: lines after preprocessing, limited by dear_headers.tsv. Each including unit
reads all of them. A header above its line in the table is named in the summary of the run; 15 % above it the test fails.
  headers_test.py --write   measures every header (minutes) and rewrites the table"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = pathlib.Path(__file__).with_name("dear_headers.tsv")
HEAD = "# The dearest headers: lines after preprocessing with g++ {}. Written by headers_test.py --write.\n"
KEPT = 20
HARD_MARK = 1.15


def compiler() -> str:
    """The version of g++: standard libraries differ, so figures of another version are not comparable."""
    return subprocess.run(["g++", "-dumpversion"], capture_output=True, text=True, check=True).stdout.strip()


def lines(header: str) -> int:
    command = ["g++", "@ops/lib/header_options", "-E", "-P", "-x", "c++", header]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.count(b"\n")


def measured(headers: list[str]) -> dict[str, int]:
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(headers, pool.map(lines, headers)))


def table() -> tuple[str, dict[str, int]]:
    head, *rows = TABLE.read_text().splitlines()
    return head, {name: int(count) for name, count in (row.split("\t") for row in rows)}


def write() -> None:
    listed = subprocess.run(["git", "ls-files", "*.hpp", ":!tests"], cwd=ROOT, capture_output=True, text=True, check=True)
    dearest = sorted(measured(listed.stdout.split()).items(), key=lambda one: -one[1])[:KEPT]
    TABLE.write_text(HEAD.format(compiler()) + "".join(f"{name}\t{count}\n" for name, count in dearest))


class Headers(unittest.TestCase):
    def test_expensive_headers_stay_within_their_limits(self):
        head, known = table()
        if f"g++ {compiler()}." not in head:
            self.skipTest(f"the table is of another compiler than g++ {compiler()}")
        now = measured(list(known))
        for name, budget in known.items():
            if now[name] > budget:
                print(f"OVER BUDGET: lines of {name} after preprocessing: {now[name]} of {budget}")
        self.assertEqual({name: now[name] for name in known if now[name] > known[name] * HARD_MARK}, {})


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        unittest.main()
