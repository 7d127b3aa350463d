#!/usr/bin/env python3
"""Mails about budgets, with a real mail server. At 80 % spent or booked ahead, and at 100 %, the
managers of the group and the admins get one mail each. Kills in between change nothing, and people
who opted out get none. Before each check the test adds one more spent budget: once its
mail has arrived, the check has passed all others."""
import email
import email.policy
import itertools
import unittest

from dibs_node import at
from installation import MailedInstallation
from patience import PATIENCE_S

PEOPLE = ("ben", "kim", "lee")  # ben and lee manage the group, kim books


class BudgetMails(MailedInstallation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.people, cls.ids = {}, {}
        for name in PEOPLE:
            cls.people[name] = cls.node.add_person(cls.admin, name)
            cls.addClassCleanup(cls.people[name].close)
            cls.ids[name] = cls.people[name].get("/api/v1/session").json["person"]["id"]
        cls.ids["boss"] = cls.admin.get("/api/v1/session").json["person"]["id"]
        for name, person in cls.ids.items():
            cls.give_mail(name, person)
        browser = cls.node.client()
        done = browser.ask("PATCH", "/api/v1/session/preferences", {"budget_mails": False},
                           headers=cls.node.session_of("lee", browser))
        browser.close()
        assert done.status == 200 and done.json["budget_mails"] is False, done
        cls.later = (f"later{i}" for i in itertools.count())

    def again(self, kill=False):
        """Dibs checks at its start, then each minute. Returns once the newest budget has been
        reported."""
        project = self.spent_project()
        for client in (self.admin, *self.people.values()):
            client.close()
        self.node.kill() if kill else self.node.stop()
        self.node.start()
        self.until(lambda: self.told(project), f"a letter about {project}", 3 * PATIENCE_S)

    def spent_project(self):
        """Makes a project whose budget is all booked ahead."""
        project = next(self.later)
        made = self.admin.post("/api/v1/budgets", {"project": project, "gpu_hours": 1, "period": "once", "from": at(hours=-1),
                                                   "until": at(hours=90), "when_spent": "refuse"})
        self.assertEqual(made.status, 201, made)
        hours = 20 + int(project.removeprefix("later"))
        self.book(self.admin, ["gpu02:0"], {"hours": hours}, {"hours": hours + 1}, project=project)
        return project

    def told(self, of="vision"):
        """Receiver, subject and id of each mail about a budget; the same mail twice counts once."""
        found = set()
        for one in list(self.mail.letters):
            letter = email.message_from_bytes(one.content, policy=email.policy.default)
            if letter["Subject"].startswith(f"Budget of {of}: "):
                self.assertEqual(letter.defects, [])
                found.add((one.rcpt_tos[0], letter["Subject"], letter["Message-ID"]))
        return sorted(found)

    def letters(self, count):
        self.until(lambda: len(self.told()) >= count, f"{count} letters: {self.told()}", 2 * PATIENCE_S)
        return [(to, subject) for to, subject, _ in self.told()]

    def kim_books(self, gpu, begins, ends):
        self.book(self.people["kim"], [gpu], {"hours": begins}, {"hours": ends})

    def test_each_step_is_mailed_once_to_managers_and_admins(self):
        group = self.admin.post("/api/v1/groups", {"name": "vision"}).json["id"]
        for name in PEOPLE:
            done = self.admin.ask("PUT", f"/api/v1/groups/{group}/members/{self.ids[name]}", {"manager": name != "kim"})
            self.assertEqual(done.status, 204, done)
        made = self.admin.post("/api/v1/budgets", {
            "group_id": group, "gpu_hours": 10, "period": "once", "from": at(hours=-1), "until": at(hours=90),
            "when_spent": "refuse"})
        self.assertEqual(made.status, 201, made)
        self.kim_books("gpu01:0", 10, 17)
        self.again()
        self.assertEqual(self.told(), [], "seven of ten")

        self.kim_books("gpu01:1", 10, 11)
        nearly = "Budget of vision: 80 % of 10 GPU-hours are spent or booked ahead"
        self.assertEqual(self.letters(2), [("ben@example.org", nearly), ("boss@example.org", nearly)])
        self.again(kill=True)
        self.assertEqual(len(self.told()), 2, "nothing new; at most the same again")

        self.kim_books("gpu01:2", 10, 12)
        self.again(kill=True)
        spent = "Budget of vision: all 10 GPU-hours are spent or booked ahead"
        told = self.letters(4)
        self.assertEqual(told, sorted([("ben@example.org", nearly), ("boss@example.org", nearly),
                                       ("ben@example.org", spent), ("boss@example.org", spent)]))
        self.again()
        self.assertEqual(len(self.told()), 4)
        budget = made.json["id"]
        facts = self.admin.get(f"/api/v1/events?type=budget.spent&budget={budget}").json["items"]
        self.assertEqual(sorted(one["data"]["step"] for one in facts), ["nearly_spent", "spent"])
        self.assertEqual({one["sentence"]["key"] for one in facts}, {"budget.spent"})


if __name__ == "__main__":
    unittest.main()
