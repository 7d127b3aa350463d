#!/usr/bin/env python3
"""A project books up to its budget and is refused above it. Time released early comes back.
After a restart and after a kill, the budget has the same hours left and refuses the same. `dibs`
shows all of it."""
import time
import unittest

from dibs_cli import Cli
from dibs_node import at
from installation import Installation

ANY = {"If-Match": "*"}


class Budgets(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ben = cls.node.add_person(cls.admin, "ben")
        cls.addClassCleanup(cls.ben.close)

    def make(self, **terms):
        body = {"period": "once", "from": at(hours=-1), "until": at(hours=90), "when_spent": "refuse", **terms}
        made = self.admin.post("/api/v1/budgets", body)
        self.assertEqual(made.status, 201, made)
        return "/api/v1/budgets/" + made.json["id"]

    def now(self, path):
        return self.ben.get(path).json["now"]

    def test_up_to_its_budget_a_project_books_also_after_restarts(self):
        budget = self.make(project="BERT", gpu_hours=11)
        running = self.book(self.ben, ["gpu01:0", "gpu01:1"], ends={"hours": 4}, project="bert")
        self.assertEqual(running["project"], "bert")
        last = self.book(self.ben, ["gpu02:0"], {"hours": 10}, {"hours": 12}, project="Bert")
        self.assertAlmostEqual(self.now(budget)["left_s"], 3600, delta=120)
        more = {"gpus": [self.gpus["gpu02:1"]], "from": at(hours=10), "until": at(hours=13), "project": "bert"}
        answer = self.ben.post("/api/v1/reservations", more)
        self.assert_problem(answer, 422, "over-limit", "project", "in the budget of bert, which has 11")
        self.assertEqual(answer.json["about"], [budget.rpartition("/")[2]])
        longer = self.ben.ask("PATCH", f"/api/v1/reservations/{last['id']}", {"until": at(hours=14)}, headers=ANY)
        self.assert_problem(longer, 422, "over-limit", "until")
        other = self.book(self.ben, ["gpu02:1"], {"hours": 20}, {"hours": 22}, project="gpt")
        moved = self.ben.ask("PATCH", f"/api/v1/reservations/{other['id']}", {"project": "bert"}, headers=ANY)
        self.assert_problem(moved, 422, "over-limit", "project")

        time.sleep(1.2)
        released = self.ben.ask("POST", f"/api/v1/reservations/{running['id']}/release")
        self.assertEqual(released.status, 200, released)
        left = self.now(budget)
        self.assertGreater(left["spent_s"], 0)
        self.assertLess(left["spent_s"], 600)
        self.assertEqual(left["spent_s"] + left["ahead_s"] + left["left_s"], 39_600)
        self.assertAlmostEqual(left["ahead_s"], 7200, delta=2)
        self.book(self.ben, ["gpu02:2"], {"hours": 30}, {"hours": 37}, project="bert")

        before = self.now(budget)
        for end in (self.node.stop, self.node.kill):
            end()
            self.node.start()
            for client in (self.ben, self.admin):  # their connections were closed
                client.close()
            self.assertEqual(self.now(budget), before)
            refused = self.ben.post("/api/v1/reservations", more)
            self.assert_problem(refused, 422, "over-limit", "project")

    def test_a_group_is_warned_and_everyone_reads_its_budget(self):
        group = self.admin.post("/api/v1/groups", {"name": "vision"}).json["id"]
        me = self.ben.get("/api/v1/session").json["person"]["id"]
        joined = self.admin.ask("PUT", f"/api/v1/groups/{group}/members/{me}", {})
        self.assertEqual(joined.status, 204, joined)
        budget = self.make(group_id=group, gpu_hours=1, when_spent="warn")
        booked = self.book(self.ben, ["gpu01:5"], {"hours": 50}, {"hours": 52})
        self.assertEqual([one["of"] for one in booked["over_budget"]], ["vision"])
        self.assertEqual(self.now(budget)["left_s"], -3600)
        told = self.ben.get(f"/api/v1/events?type=budget.exceeded&budget={budget.rpartition('/')[2]}").json["items"]
        self.assertEqual(told[0]["reservation_id"], booked["id"])
        self.assertEqual(told[0]["sentence"]["key"], "budget.exceeded")
        gone = self.admin.ask("DELETE", f"/api/v1/groups/{group}")
        self.assertEqual(gone.status, 204, gone)
        self.assertEqual(self.ben.get(budget).status, 404)

    def test_dibs_makes_changes_shows_and_removes(self):
        cli = Cli(self.node.url)
        self.addCleanup(cli.remove)

        def dibs(*words):
            return cli(*words, DIBS_TOKEN=self.admin.token)
        made = dibs("budget", "create", "--project", "cli", "--hours", "2", "--period", "week", "--when-spent", "refuse", "--json")
        self.assertEqual(made.code, 0, made)
        one = made.json["id"]
        booked = dibs("reserve", "gpu01:6", "--for", "1h", "--at", "in 40h", "--project", "CLI", "--json")
        self.assertEqual((booked.code, booked.json["project"]), (0, "cli"), booked)
        listed = dibs("reservation", "list", "--project", "cli")
        self.assertEqual([row[-1] for row in listed.rows], ["cli"], listed)
        changed = dibs("budget", "change", one, "--hours", "7")
        self.assertEqual(changed.code, 0, changed)
        row = dibs("budget", "list", "--project", "cli").rows[0]
        self.assertEqual((row[0], row[1], row[5]), (one, "project cli", "7"))
        usage = dibs("usage", "--by", "project")
        self.assertEqual(usage.code, 0, usage)
        self.assertEqual(dibs("budget", "remove", one).code, 0)
        self.assertEqual(dibs("budget", "show", one).code, 3)


if __name__ == "__main__":
    unittest.main()
