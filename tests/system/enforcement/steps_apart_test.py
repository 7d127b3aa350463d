#!/usr/bin/env python3
"""Steps against violations while a host hangs: messages on other hosts are sent all the same,
and its own once it is back."""
import unittest
from datetime import datetime

from installation import Installation


def seconds_between(step):
    taken, acted = (datetime.fromisoformat(step[key].replace("Z", "+00:00")) for key in ("at", "acted_at"))
    return (acted - taken).total_seconds()


class StepsApart(Installation):
    def test_a_host_that_hangs_delays_no_message_of_another(self):
        done = self.admin.ask("PATCH", "/api/v1/rules", {"violation_steps": [{"action": "message", "after_s": 0}],
                                                         "protection": "told"}, headers={"If-Match": "*"})
        self.assertEqual(done.status, 200, done)
        self.fleet.wants("gpu02", *[f"{i} user{i} 100 50 python3 train.py" for i in range(4)])
        self.fleet.wants("gpu01", "0 zoe 100 50 python3 train.py")
        self.until(lambda: len(self.admin.get("/api/v1/processes").json["items"]) >= 5)
        self.fleet.freeze("gpu02")
        for i in range(4):
            self.book(self.admin, [f"gpu02:{i}"])
        self.until(lambda: len(self.open_ones()) == 4)
        self.book(self.admin, ["gpu01:0"])
        step = self.until(lambda: self.message_to("zoe"))
        self.assertIn("gpu01: there is no such user", step["words"])
        self.assertLess(seconds_between(step), 15, "while four messages wait for the other host, for 15 s at least")
        self.assertFalse(any(self.message_to(f"user{i}") for i in range(4)))
        self.fleet.thaw("gpu02")
        for i in range(4):
            found = self.until(lambda i=i: self.message_to(f"user{i}"))
            self.assertIn("gpu02: there is no such user", found["words"])

    def open_ones(self):
        return self.admin.get("/api/v1/violations?state=open").json["items"]

    def message_to(self, account):
        """The step of this account's violation, once its outcome is known."""
        return next((step for one in self.open_ones() if one["unix_name"] == account
                     for step in one["steps"] if "outcome" in step), None)


if __name__ == "__main__":
    unittest.main()
