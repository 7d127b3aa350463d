#!/usr/bin/env python3
"""A mail server that is down is shown in GET /api/v1/system, /metrics and dibs doctor; after a
restart of dibsd too, from the log alone. Pending mails go out once it is up again, and then all
is reported well."""
import unittest

from dibs_cli import Cli
from dibs_node import at
from installation import MailedInstallation
from mail_server import MailServer
from patience import PATIENCE_S

NEWS = "booking-news"


class MailDown(MailedInstallation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ben = cls.node.add_person(cls.admin, "ben")
        cls.addClassCleanup(cls.ben.close)
        cls.bens_id = cls.ben.get("/api/v1/session").json["person"]["id"]
        cls.give_mail("ben", cls.bens_id)
        cls.dibs = Cli(cls.node.url)
        cls.addClassCleanup(cls.dibs.remove)

    def book_for_ben(self, gpu):
        done = self.admin.post("/api/v1/reservations", {"gpus": [self.gpus[gpu]], "from": at(days=1), "until": at(days=1, hours=1),
                                                        "owner_id": self.bens_id})
        self.assertEqual(done.status, 201, done)

    def report(self):
        return f"{self.system()}\n{super().report()}"

    def system(self):
        return self.admin.get("/api/v1/system").json

    def news(self):
        return next((one for one in self.system()["effects"] if one["reactor"] == NEWS), None)

    def metric(self, series):
        """The metric's value; None: it has no sample."""
        lines = self.admin.get("/metrics").body
        lines = (lines.decode() if isinstance(lines, bytes) else lines).splitlines()
        return next((float(line.rsplit(" ", 1)[1]) for line in lines if line.rsplit(" ", 1)[0] == series), None)

    def effects_of_doctor(self):
        said = self.dibs("doctor", "--json", DIBS_TOKEN=self.admin.token)
        return said.code, [one for one in said.json if one["part"] == "effects"]

    def test_a_mail_server_that_is_down_is_shown_and_mails_wait(self):
        of_news = f'{{by="mail",reactor="{NEWS}"}}'
        with self.subTest("well"):
            self.book_for_ben("gpu01:0")
            self.until(lambda: (self.news() or {}).get("done") == 1, "the first letter is on record")
            system = self.system()
            self.assertEqual(system["mail"]["letters_sent"], 1)
            self.assertIn("last_sent_at", system["mail"])
            self.assertNotIn("failing_since", system["mail"])
            self.assertNotIn("failing_since", self.news())
            self.until(lambda: self.metric("dibs_mail_letters_sent_total") == 1, "it is counted")
            self.assertIsNone(self.metric("dibs_mail_failing_seconds"))
            _, (check,) = self.effects_of_doctor()
            self.assertEqual((check["state"], check["found"]), ("ok", "what goes out is taken; nothing waits"))

        with self.subTest("down"):
            self.mail.stop()
            self.book_for_ben("gpu01:1")
            self.until(lambda: "failing_since" in (self.news() or {}), "its try failed")
            news = self.news()
            self.assertEqual((news["waiting"], news["by"]), (1, "mail"), news)
            self.assertIn("oldest_waiting_at", news)
            self.assertIn("onnect", news["last_failure"])
            self.assertIn("failing_since", self.system()["mail"])
            self.until(lambda: self.metric("dibs_mail_failing_seconds") is not None, "a series for the alert")
            self.assertEqual(self.metric("dibs_effects_failing" + of_news), 1)
            self.assertEqual(self.metric("dibs_effects_waiting" + of_news), 1)
            code, checks = self.effects_of_doctor()
            self.assertEqual(code, 1)
            self.assertEqual([one["state"] for one in checks], ["finding", "finding"], checks)
            self.assertIn("the mail server has taken no letter for", checks[0]["found"])
            self.assertIn("check-mail", checks[0]["todo"])
            self.assertEqual(checks[1]["name"], NEWS)

        with self.subTest("what failed is nobody's business but admins'"):
            bens = self.ben.get("/api/v1/system").json
            self.assertNotIn("effects", bens)
            self.assertNotIn("mail", bens)

        with self.subTest("after a restart the log tells"):
            self.node.kill()
            self.node.start()
            for client in (self.admin, self.ben):
                client.close()
            self.until(lambda: "failing_since" in (self.news() or {}), "it still waits, and failed")

        with self.subTest("up again"):
            type(self).mail = MailServer(port=self.mail.port)
            self.addCleanup(self.mail.stop)
            self.until(lambda: len(self.mail.letters) == 1, "what waited goes out", 3 * PATIENCE_S)
            self.until(lambda: self.news()["waiting"] == 0 and "failing_since" not in self.news(), "all is well")
            self.assertNotIn("failing_since", self.system()["mail"])
            _, (check,) = self.effects_of_doctor()
            self.assertEqual(check["state"], "ok", check)


if __name__ == "__main__":
    unittest.main()
