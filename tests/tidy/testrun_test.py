#!/usr/bin/env python3
"""The test runner (ops/lib/testrun): counting, order of jobs, skipping, meaning of names."""
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "ops" / "lib" / "testrun"))
import costs  # noqa: E402
import inputs  # noqa: E402
import job  # noqa: E402
import plan  # noqa: E402
import schedule  # noqa: E402
import selection  # noqa: E402
import totals  # noqa: E402


class Temporary(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for module in (job, schedule):
            patch = mock.patch.object(module, "LOGS", self.folder)
            patch.start()
            self.addCleanup(patch.stop)


class Totals(Temporary):
    def counted(self, log, exit_code=0, kind="text"):
        one = job.Job("one", [], totals=kind)
        one.log.write_text(log)
        return totals.count(one, exit_code)

    def test_unittest_output_is_counted(self):
        self.assertEqual(self.counted("Ran 7 tests in 1s\n\nFAILED (failures=1, errors=2, skipped=1)\n", 1), (3, 3, 1))
        self.assertEqual(self.counted("Ran 2 tests in 1s\n\nOK\n"), (2, 0, 0))

    def test_plain_last_line_is_counted(self):
        self.assertEqual(self.counted("noise\n12 passed, 0 failed, 3 skipped\n"), (12, 0, 3))

    def test_bad_exit_without_failed_test_counts_as_one_failure(self):
        self.assertEqual(self.counted("12 passed, 0 failed\n", 1), (12, 1, 0))
        self.assertEqual(self.counted("anything", 3), (0, 1, 0))

    def test_gtest_program_without_report_counts_as_one_failure(self):
        self.assertEqual(self.counted("", -6, "gtest"), (0, 1, 0))

    def test_second_try_and_exceeded_budget_are_named(self):
        one = job.Job("one", [], totals="text")
        one.log.write_text("PASSED AT THE SECOND TRY: a\nOVER BUDGET: b: 2 of 1\nnothing\n")
        self.assertEqual(len(totals.notices(one)), 2)

    def test_failure_is_shown_with_its_reason(self):
        one = job.Job("one", [], totals="gtest")
        reason = 'C++ exception with description "no broker" thrown in the test body.'
        one.log.write_text(f"[ RUN      ] A.b\nops/dev/kafka: it ended\nunknown file: Failure\n{reason}\n[  FAILED  ] A.b (3 ms)\n")
        shown = totals.failure_lines(one)
        self.assertIn("ops/dev/kafka: it ended", shown)
        self.assertIn(reason, shown)
        self.assertEqual(shown[-1], "[  FAILED  ] A.b (3 ms)")


class Order(Temporary):
    def run_jobs(self, *jobs, tries=1, cores=2):
        ended = []
        left = schedule.Schedule(list(jobs), cores, tries, lambda one, result: ended.append((one.name, result)), lambda _: None).run()
        return ended, left

    def test_job_starts_after_the_jobs_it_needs(self):
        marks = self.folder / "marks"
        first = job.Job("first", ["sh", "-c", f"sleep 0.2; echo first >>{marks}"])
        second = job.Job("second", ["sh", "-c", f"echo second >>{marks}"], ("first",))
        self.run_jobs(second, first)
        self.assertEqual(marks.read_text().split(), ["first", "second"])

    def test_job_does_not_run_after_a_needed_job_failed(self):
        ended, left = self.run_jobs(job.Job("first", ["false"]), job.Job("second", ["true"], ("first",)))
        self.assertEqual([name for name, _ in ended], ["first"])
        self.assertEqual(left, ["second"])

    def test_job_ordered_after_a_failed_one_still_runs(self):
        ended, left = self.run_jobs(job.Job("first", ["false"]), job.Job("second", ["true"], behind=("first",)))
        self.assertEqual(([name for name, _ in ended], left), (["first", "second"], []))

    def test_failed_suite_runs_once_more_and_names_its_first_failure(self):
        mark = self.folder / "mark"
        script = f"[ -e {mark} ] && exit 0; touch {mark}; echo 'FAIL: test_one'; exit 1"
        ended, _ = self.run_jobs(job.Job("one", ["sh", "-c", script], totals="text"), tries=2)
        self.assertTrue(ended[0][1].good)
        self.assertEqual(ended[0][1].tried_again, ["FAIL: test_one"])

    def test_job_over_its_limit_is_ended_with_its_children(self):
        ended, _ = self.run_jobs(job.Job("one", ["sh", "-c", "sleep 600 & wait"], totals="text", limit_s=0.2))
        self.assertEqual(ended[0][1].failed, 1)
        self.assertIn("did not end", (self.folder / "one.log").read_text())

    def test_running_jobs_do_not_use_more_than_all_cores(self):
        with mock.patch.object(costs, "read", return_value={name: costs.Cost(1, 1) for name in "abc"}):
            seen = []
            jobs = [job.Job(name, ["sleep", "0.1"]) for name in "abc"]
            one = schedule.Schedule(jobs, 1, 1, lambda *_: seen.append(len(one._running)), lambda _: None)
            one.run()
        self.assertEqual(seen, [0, 0, 0])

    def test_small_jobs_do_not_hold_up_a_large_one_that_waits(self):
        known = {"a": costs.Cost(1, 1), "large": costs.Cost(9, 18), **{f"small{i}": costs.Cost(2, 2) for i in range(4)}}
        with mock.patch.object(costs, "read", return_value=known):
            jobs = [job.Job("a", ["sleep", "0.1"]), job.Job("large", ["true"], ("a",)), *(job.Job(f"small{i}", ["sleep", "0.2"], ("a",)) for i in range(3)),
                    job.Job("small3", ["sleep", "0.3"])]
            ended, _ = self.run_jobs(*jobs)
        names = [name for name, _ in ended]
        self.assertLess(names.index("large"), min(names.index(f"small{i}") for i in range(3)))


class Inputs(Temporary):
    def setUp(self):
        super().setUp()
        for module in (inputs, job):
            patch = mock.patch.object(module, "ROOT", self.folder)
            patch.start()
            self.addCleanup(patch.stop)
        patch = mock.patch.object(inputs, "PASSED", self.folder / "passed")
        patch.start()
        self.addCleanup(patch.stop)

    def digest(self, **files):
        for name, text in files.items():
            (self.folder / name.replace("_", ".")).write_text(text)
        inputs._sum.cache_clear()
        with mock.patch.object(inputs, "_files", return_value=sorted(name.replace("_", ".") for name in files)):
            return inputs.digest("")

    def test_digest_changes_with_a_file_and_not_with_prose(self):
        before = self.digest(a_py="1", b_md="1")
        self.assertEqual(before, self.digest(a_py="1", b_md="2"))
        self.assertNotEqual(before, self.digest(a_py="2", b_md="1"))

    def test_suite_counts_as_passed_only_with_its_digest(self):
        inputs.note_passed("one", "abc", 7)
        self.assertEqual(inputs.known_as_passed("one", "abc"), 7)
        self.assertIsNone(inputs.known_as_passed("one", "abd"))
        inputs.forget("one")
        self.assertIsNone(inputs.known_as_passed("one", "abc"))


class Selection(unittest.TestCase):
    def names(self, *wanted):
        return [one.name for one in selection.choose(list(wanted), plan.suites())]

    def test_group_program_part_and_file_are_understood(self):
        self.assertEqual(self.names("fuzz"), ["fuzz"])
        self.assertEqual(self.names("domain"), ["test_domain"])
        self.assertEqual(self.names(str(ROOT / "tests/domain/people/accounts_test.cpp")), ["test_domain"])
        self.assertEqual(self.names(str(ROOT / "tests/system/cli/shell_test.py")), ["system_shell_test"])
        self.assertIn("system_ldap_ill_test", self.names("ldap"))
        self.assertEqual(self.names(str(ROOT / "tests/dashboard/fleet/fleet.test.ts")), ["dashboard_browser"])
        (job,) = selection.choose(["overlays", "polish_dialogs"], plan.suites())
        self.assertEqual(job.command[2:], ["page/overlays.test.ts", "page/polish_dialogs.test.ts"])

    def test_unknown_name_is_refused(self):
        with self.assertRaises(ValueError):
            self.names("no_such_suite")

    def test_each_suite_is_listed_once(self):
        names = [one.name for one in plan.suites()]
        self.assertEqual(len(names), len(set(names)))

    def test_each_file_of_system_tests_is_a_suite(self):
        files = [file for file in (ROOT / "tests/system").rglob("*_test.py") if "node_modules" not in file.parts]
        self.assertEqual(sorted(f"system_{file.stem}" for file in files), sorted(one.name for one in plan.system()))

    def test_each_file_of_dashboard_tests_is_in_a_folder_that_vitest_reads(self):
        folder = ROOT / "tests/dashboard"
        self.assertIn("include: ['*/*.test.ts']", (folder / "vitest.config.ts").read_text())
        files = [file for file in folder.rglob("*.test.ts") if "node_modules" not in file.parts]
        self.assertEqual(sorted(files), sorted(folder.glob("*/*.test.ts")))
        self.assertEqual(len(files), len({file.name for file in files}))

    def test_suite_includes_its_steps(self):
        suites = selection.choose(["system_shell_test"], plan.suites())
        self.assertEqual([step.name for step in selection.needed_steps(suites, plan.steps())],
                         ["node", "dashboard_build", "build_release", "tree"])


if __name__ == "__main__":
    unittest.main()
