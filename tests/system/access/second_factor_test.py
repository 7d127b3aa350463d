#!/usr/bin/env python3
"""The second factor at a running server. A code works once, also after a restart and a kill. An
attacker with the password can guess codes no more often than passwords. An admin helps a person
who lost both."""
import concurrent.futures
import time
import unittest

from dibs_node import PASSWORD, Node
from totp import code_of


class SecondFactor(unittest.TestCase):
    # Behind a proxy, so that each try may come from another address. The other limits are high:
    # codes have a count of their own.
    configuration = ('[server]\ntrusted_proxies = ["127.0.0.1"]\n[limits]\ncommands_per_min = 100000\n'
                     "sign_ins_per_min = 100000\nsign_ins_per_address_min = 100000\nsign_ins_per_account_min = 100000\n")

    @classmethod
    def setUpClass(cls):
        cls.node = Node(configuration=cls.configuration)
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin()
        cls.addClassCleanup(cls.admin.close)
        cls.own = {"Origin": cls.node.url}

    def client(self):
        client = self.node.client()
        self.addCleanup(client.close)
        return client

    def sign_in(self, name, code=None, **headers):
        body = {"name": name, "password": PASSWORD, **({"code": code} if code else {})}
        return self.client().ask("POST", "/api/v1/session", body, headers={**self.own, **headers})

    def turned_on(self, name):
        """An account with a second factor: its id, cookie, secret and recovery codes."""
        made = self.admin.post("/api/v1/people", {"name": name, "unix_name": name, "password": PASSWORD})
        self.assertEqual(made.status, 201, made)
        path = f"/api/v1/people/{made.json['id']}/second-factor"
        entered = self.sign_in(name)
        self.assertEqual(entered.status, 201, entered)
        session = {"Cookie": entered.headers["Set-Cookie"].split(";")[0], **self.own}
        client = self.client()
        begun = client.ask("POST", path, {"current_password": PASSWORD}, headers=session).json
        confirmed = {"enrolment": begun["enrolment"], "code": code_of(begun["secret"])}
        done = client.ask("PUT", path, confirmed, headers=session)
        self.assertEqual(done.status, 200, done)
        return made.json["id"], session, begun["secret"], done.json["recovery_codes"]

    def says(self, answer, status, code):
        self.assertEqual((answer.status, answer.json["code"]), (status, code), answer)

    def restart(self, end):
        self.admin.close()
        end()
        self.node.start()


class AtARunningServer(SecondFactor):
    def test_a_code_opens_once_even_over_a_restart(self):
        _, _, secret, recovery = self.turned_on("ben")
        self.says(self.sign_in("ben"), 401, "second-factor-needed")
        code = code_of(secret, 1)
        self.assertEqual(self.sign_in("ben", code).status, 201)
        self.says(self.sign_in("ben", code), 403, "wrong-code")
        self.assertEqual(self.sign_in("ben", recovery[0]).status, 201)
        for end in self.node.stop, self.node.kill:
            self.restart(end)
            self.says(self.sign_in("ben"), 401, "second-factor-needed")
            self.says(self.sign_in("ben", code), 403, "wrong-code")
            self.says(self.sign_in("ben", recovery[0]), 403, "wrong-code")
        self.assertEqual(self.sign_in("ben", recovery[1].lower().replace("-", " ")).status, 201)
        told = [event["type"] for event in self.admin.get("/api/v1/events?limit=1000").json["items"]]
        self.assertEqual(told.count("person.recovery_used.v1"), 2)
        self.assertEqual(told.count("person.second_factor_set.v1"), 1)

    def test_one_of_many_simultaneous_tries_gets_in(self):
        """The writer decides: all of them read the same from the tables."""
        _, _, secret, recovery = self.turned_on("cleo")
        for code in code_of(secret, 1), recovery[4]:
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                answers = list(pool.map(lambda _: self.sign_in("cleo", code).status, range(8)))
            self.assertEqual((answers.count(201), answers.count(403)), (1, 7), answers)

    def test_an_old_code_and_one_of_the_future_open_nothing(self):
        _, _, secret, _ = self.turned_on("dora")
        for steps in (-40, -3, 3, 40):
            self.says(self.sign_in("dora", code_of(secret, steps)), 403, "wrong-code")

    def test_an_admin_removes_it_and_a_new_password_does_not(self):
        person, session, secret, _ = self.turned_on("emil")
        path = f"/api/v1/people/{person}"
        self.assertEqual(self.admin.post(path + "/password", {"password": PASSWORD}).status, 204)
        self.says(self.sign_in("emil"), 401, "second-factor-needed")
        entered = self.sign_in("emil", code_of(secret, 1))
        self.assertEqual(entered.status, 201, entered)
        session = {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}
        self.assertEqual(self.admin.ask("DELETE", path + "/second-factor").status, 204)
        self.assertEqual(self.client().ask("GET", "/api/v1/session", headers=session).status, 200)
        self.assertEqual(self.sign_in("emil").status, 201)
        mine = self.client().ask("GET", f"/api/v1/events?person={person}&limit=1000", headers=session).json["items"]
        self.assertIn("person.second_factor_removed.v1", [event["type"] for event in mine], "they are told")

    def test_tokens_keep_working(self):
        _, session, _, _ = self.turned_on("finn")
        made = self.client().ask("POST", "/api/v1/tokens", {"label": "l", "scopes": ["read"]}, headers=session)
        self.assertEqual(made.status, 201, made)
        token = self.node.client(made.json["secret"])
        self.addCleanup(token.close)
        self.assertEqual(token.get("/api/v1/session").status, 200)
        lent = self.client().ask("POST", "/api/v1/session", {"token": made.json["secret"]}, headers=self.own)
        self.assertEqual(lent.status, 201, lent)


class WhoHasThePassword(SecondFactor):
    configuration = SecondFactor.configuration.replace("account_min = 100000", "account_min = 600")

    def test_guesses_from_many_addresses_check_few_codes(self):
        self.turned_on("gina")
        begun = time.monotonic()
        answers = [self.sign_in("gina", f"{i:06}", **{"X-Forwarded-For": f"203.0.113.{i + 1}"}) for i in range(40)]
        waited = time.monotonic() - begun
        judged = [answer for answer in answers if answer.status == 403]
        refused = [answer for answer in answers if answer.status == 429]
        self.assertEqual(len(judged) + len(refused), 40, answers)
        self.assertGreaterEqual(len(judged), 10)
        # as many an hour as passwords a minute
        self.assertLessEqual(len(judged), 10 + waited * 600 / 3600 + 1)
        self.assertTrue(all("Retry-After" in answer.headers for answer in refused))


if __name__ == "__main__":
    unittest.main()
