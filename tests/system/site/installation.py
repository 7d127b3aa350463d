"""A whole installation for the tests of one file: the demo fleet, a dibsd that watches it, the
first admin (`ann`), and the ids of the 14 GPUs by name. Made once for a class; the tests share
it."""
import time
import unittest

from demo_fleet import DemoFleet
from dibs_node import UNLIMITED, Node, at
from mail_server import MailServer, site_with
from patience import PATIENCE_S, wait_until

SECURITY_HEADERS = {
    "Content-Security-Policy":
        "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; "
        "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class Installation(unittest.TestCase):
    base = ""
    configuration = UNLIMITED

    @classmethod
    def setUpClass(cls):
        cls.fleet = DemoFleet()
        cls.addClassCleanup(cls.fleet.stop)
        cls.fleet.start()
        cls.prepare()
        cls.node = Node(arguments=cls.fleet.arguments, base=cls.base, configuration=cls.configuration)
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.first_admin()
        cls.addClassCleanup(cls.admin.close)
        cls.gpus = cls.node.wait_for_gpus(cls.admin)

    @classmethod
    def prepare(cls):
        """Runs before dibsd starts."""

    @classmethod
    def first_admin(cls):
        return cls.node.make_admin()

    def book(self, client, names, begins=None, ends=None, status=201, **more):
        """Books GPUs by their names, with times relative to now."""
        body = {"gpus": [self.gpus[name] for name in names], "from": at(**(begins or {})),
                "until": at(**(ends or {"hours": 1})), **more}
        answer = client.post("/api/v1/reservations", body)
        self.assertEqual(answer.status, status, answer)
        return answer.json

    def until(self, question, what="it", patience_s=PATIENCE_S):
        """The first answer that is not false; `took` has the seconds it took."""
        begun = time.monotonic()
        answer = wait_until(question, what, self.report, patience_s)
        self.took = time.monotonic() - begun
        return answer

    def report(self):
        """Text that is printed when a wait fails."""
        return self.node.text()[-3000:]

    def assert_problem(self, answer, status, code, field=None, says=""):
        """Checks for a problem+json of the contract, with the security headers."""
        self.assertEqual(answer.status, status, answer)
        self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
        problem = answer.json
        self.assertEqual(problem["type"], "/problems/" + code, problem)
        self.assertEqual(problem["status"], status)
        for member in ("title", "detail", "request_id"):
            self.assertTrue(problem.get(member), f"{member} is missing in {problem}")
        if field is not None:
            self.assertEqual(problem.get("field"), field, problem)
        self.assertIn(says, problem["detail"])
        for name, value in SECURITY_HEADERS.items():
            self.assertEqual(answer.headers.get(name), value, name)


class MailedInstallation(Installation):
    """An installation that sends mail to a server that keeps it."""

    @classmethod
    def prepare(cls):
        cls.mail = MailServer()
        cls.addClassCleanup(cls.mail.stop)
        cls.configuration = site_with(cls.mail)

    @classmethod
    def give_mail(cls, name, person_id):
        done = cls.admin.ask("PATCH", f"/api/v1/people/{person_id}", {"mail": f"{name}@example.org"})
        assert done.status == 200, done
