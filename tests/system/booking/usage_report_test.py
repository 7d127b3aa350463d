#!/usr/bin/env python3
"""Three weeks of bookings and use, queried from a running dibsd. Parts add up to the reserved
time and rows to the total, in every grouping, including the open hour. Tables rebuilt from the
logs answer byte for byte as before. The CSV file has the same numbers."""
import csv
import datetime
import io
import shutil
import subprocess
import unittest

from contract import Contract
from dibs_node import BUILD, Node
from patience import wait_until

BY = ("person", "group", "model", "host", "gpu", "reservation", "hour", "day", "week", "month", "hour_of_week")
PARTS = ("used_by_owner_s", "used_by_others_s", "used_by_unknown_s", "idle_s", "unmeasured_s")
SUMS = ("reserved_s", *PARTS, "idle_with_process_s", "idle_without_process_s", "used_of_others_s",
        "unreserved_used_s", "violated_s")


def hundredths(seconds):
    return round(seconds * 100)


def whole_hour(**ago):
    at = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(**ago)
    return at.strftime("%Y-%m-%dT%H:00:00.000Z")


class UsageReport(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node()
        cls.addClassCleanup(cls.node.remove)
        done = subprocess.run([str(BUILD / "tests" / "grow_usage"), str(cls.node.data)], capture_output=True,
                              text=True, timeout=300, check=False)
        assert done.returncode == 0 and not done.stderr, done
        # The same window for all queries, although an hour may end meanwhile.
        cls.window = {"from": whole_hour(days=22), "until": whole_hour(hours=5)}
        cls.node.start()
        cls.addClassCleanup(cls.node.stop)
        cls.admin = cls.node.make_admin("chief")
        cls.addClassCleanup(cls.admin.close)
        cls.contract = Contract(cls.admin.get("/api/v1/openapi.yaml").body)

    def setUp(self):
        """The hours are in the tables a moment after the start."""
        until = whole_hour(hours=5)
        wait_until(lambda: self.ask(**{"from": until, "by": "model"}).json.get("closed_until", "") >= until, until, self.node.text)

    def ask(self, **query):
        answer = self.contract.call(self.admin, "getUsageReport", query=query)
        self.assertEqual(answer.status, 200, answer)
        return answer

    def closed(self, **query):
        """The three weeks without the last hours: nothing in it changes any more."""
        return self.ask(**{**self.window, **query})

    def assert_fits(self, row):
        parts = sum(hundredths(row[name]) for name in PARTS)
        self.assertEqual(hundredths(row["reserved_s"]), parts, row)
        self.assertLessEqual(hundredths(row["idle_with_process_s"]) + hundredths(row["idle_without_process_s"]),
                             hundredths(row["idle_s"]))

    def test_parts_add_up_to_reserved_time_and_rows_to_the_total(self):
        total = self.closed().json["total"]
        for name in ("used_by_owner_s", "used_by_others_s", "idle_with_process_s", "idle_without_process_s",
                     "unmeasured_s", "unreserved_used_s"):
            self.assertGreater(total[name], 3600, name)
        for by in BY:
            with self.subTest(by):
                answer = self.closed(by=by, zone="Europe/Warsaw").json
                for row in (answer["total"], *answer["rows"]):
                    self.assert_fits(row)
                for name in SUMS:
                    self.assertEqual(hundredths(answer["total"][name]), hundredths(total[name]), name)
                    self.assertEqual(sum(hundredths(row[name]) for row in answer["rows"]),
                                     hundredths(total[name]), name)
        self.assertEqual(len(self.closed(by="hour_of_week").json["rows"]), 168)

    def test_people_are_named_and_the_most_idle_come_first(self):
        rows = self.closed().json["rows"]
        self.assertEqual(len({row["unix_name"] for row in rows if "person_id" in row}), 12)
        self.assertEqual([row["idle_s"] for row in rows], sorted((row["idle_s"] for row in rows), reverse=True))
        visitor, = [row for row in rows if row.get("unix_name") == "visitor"]
        self.assertNotIn("person_id", visitor)
        self.assertGreater(visitor["unreserved_used_s"], 0)

    def test_filters_split_the_total(self):
        models = [self.closed(model=one).json["total"]["idle_s"] for one in ("h100", "A100")]
        self.assertEqual(hundredths(sum(models)), hundredths(self.closed().json["total"]["idle_s"]))
        first = self.closed(by="reservation").json["rows"][0]
        alone = self.closed(reservation=first["reservation_id"]).json
        self.assertEqual(alone["total"]["idle_s"], first["idle_s"])
        self.assertEqual([row["person_id"] for row in alone["rows"] if row["reserved_s"]], [first["person_id"]])

    def test_the_open_hour_is_included(self):
        answer = self.ask(**{"from": whole_hour(), "by": "gpu"}).json
        self.assertLess(answer.get("closed_until", ""), answer["until"])
        self.assertEqual(sum(hundredths(row["reserved_s"]) for row in answer["rows"]),
                         hundredths(answer["total"]["reserved_s"]))

    def test_the_file_has_the_numbers_of_the_answer(self):
        answer = self.closed(by="person").json
        sheet = self.closed(by="person", format="csv")
        self.assertEqual(sheet.headers["Content-Type"].split(";")[0], "text/csv")
        lines = list(csv.DictReader(io.StringIO(sheet.body.decode("utf-8-sig"), newline="")))
        self.assertEqual([float(line["idle_s"]) for line in lines], [row["idle_s"] for row in answer["rows"]])
        self.assertEqual([line["unix_name"] for line in lines], [row.get("unix_name", "") for row in answer["rows"]])

    def test_tables_rebuilt_from_the_logs_answer_as_before(self):
        window = {"from": whole_hour(days=22), "until": whole_hour(hours=5)}

        def all_answers():
            # The end of the closed hours moves on meanwhile.
            answers = [self.ask(**window, by=by).json for by in BY]
            return [{**one, "closed_until": None} for one in answers]
        before = all_answers()
        self.admin.close()
        self.assertEqual(self.node.stop(), 0)
        shutil.rmtree(self.node.data / "tables")
        self.node.start()
        self.setUp()
        self.assertEqual(all_answers(), before)


if __name__ == "__main__":
    unittest.main(verbosity=1)
