#!/usr/bin/env python3
# ops/test: as root
"""Steps against a violation, on an isolated host with real accounts, terminals and processes,
and with a real mail server: the message, the mails, the stop through root's helper and as the
account itself, and the dry run. Also the time until each comes, and that permitted processes are
left alone."""
import email
import email.policy
import os
import pwd
import time
import unittest
from datetime import datetime, timedelta, timezone

from dibs_node import at
from isolated_host import IsolatedHost, ROOT, Terminal
from mail_server import MailServer, site_with
from owned_node import ACCOUNT, OwnedNode
from patience import PATIENCE_S, wait_until

HELPER = "/usr/local/lib/dibs/dibs-stop"
SUDOERS = f'dibs ALL=(root) NOPASSWD: {HELPER} ""\n'
# An account gets a message about one booking at most every ten minutes.
USERS = ("ann", "ben", "kim", "lee", "mia", "noa", "pia")


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


class Steps(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            pwd.getpwnam(ACCOUNT)
        except KeyError:
            raise unittest.SkipTest(f"there is no account {ACCOUNT}")
        cls.host = IsolatedHost("gpu01", "--owner", ACCOUNT, "--users", " ".join(USERS)).start()
        cls.addClassCleanup(cls.host.stop)
        cls.host.folder.chmod(0o711)
        cls.mail = MailServer()
        cls.addClassCleanup(cls.mail.stop)
        cls.node = OwnedNode(site_with(cls.mail), ["--hosts-file", str(cls.host.folder / "gpu01.toml")])
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin()
        cls.addClassCleanup(cls.admin.close)
        cls.people = {name: cls.node.add_person(cls.admin, name) for name in ("ben", "kim", "lee", "mia")}
        cls.gpus = {}
        cls.host.wait_for(cls.learn_gpus)
        for name in ("ann", "ben", "lee", "mia"):
            person = next(one for one in cls.admin.get("/api/v1/people").json["items"] if one["unix_name"] == name)
            done = cls.admin.ask("PATCH", f"/api/v1/people/{person['id']}", {"mail": f"{name}@example.org"})
            assert done.status == 200, done

    @classmethod
    def learn_gpus(cls):
        items = cls.admin.get("/api/v1/gpus").json["items"]
        cls.gpus = {f"{one['host_name']}:{one['index']}": one["id"] for one in items}
        return len(cls.gpus) >= 2

    def setUp(self):
        self.host.inside("pkill", "-KILL", "-u", ",".join(USERS), check=False)
        self.until(lambda: not self.open_ones())
        for held in self.admin.get("/api/v1/reservations?state=running").json["items"]:
            self.admin.post(f"/api/v1/reservations/{held['id']}/release", None)

    def until(self, question, what="it"):
        return wait_until(question, what, lambda: self.node.text()[-3000:], 2 * PATIENCE_S)

    def open_ones(self):
        return self.admin.get("/api/v1/violations?state=open").json["items"]

    def rules(self, steps, **more):
        body = {"violation_steps": [{"action": action, "after_s": after} for action, after in steps],
                "protection": "stopped", "most_protection": "stopped", **more}
        done = self.admin.ask("PATCH", "/api/v1/rules", body, headers={"If-Match": "*"})
        self.assertEqual(done.status, 200, done)

    def held(self, client=None, gpu="gpu01:0", **more):
        body = {"gpus": [self.gpus[gpu]], "from": at(), "until": at(hours=1), **more}
        done = (client or self.admin).post("/api/v1/reservations", body)
        self.assertEqual(done.status, 201, done)
        return done.json

    def step(self, violation, action):
        """The step of this violation, once its outcome is known."""
        def found():
            one = next(v for v in self.admin.get("/api/v1/violations").json["items"] if v["id"] == violation["id"])
            return next((s for s in one["steps"] if s["action"] == action and "outcome" in s), None)
        return self.until(found, f"what came of {action}")

    def intruder(self, account="ben", command="sleep 1000", gpus="0"):
        pid = self.host.job(account, gpus, command)
        (violation,) = self.until(self.open_ones)
        return pid, violation

    def test_the_intruder_gets_the_message_on_all_own_terminals_only(self):
        self.rules([("message", 0)])
        held = self.held()
        terminals = [Terminal(self.host, name) for name in ("pia", "pia", "ben")]
        for terminal in terminals:
            self.addCleanup(terminal.close)
        begun = time.monotonic()
        pid, violation = self.intruder("pia")
        step = self.step(violation, "message")
        took = time.monotonic() - begun
        self.assertEqual((step["outcome"], step["count"]), ("done", 2), step)
        for terminal in terminals[:2]:
            terminal.wait_for(f"Dibs: your process {pid} runs on gpu01:0".encode())
            self.assertIn(b"has booked until", terminal.shown)
            self.assertIn(b"https://dibs.example.org/violations", terminal.shown)
        terminals[2].read(0.5)
        self.assertEqual(terminals[2].shown, b"")
        opened = violation["opened_at"]
        print(f"a message was on the terminals {took:.1f} s after its process began, "
              f"opened at {opened}, acted at {step['acted_at']}")
        self.assertEqual(violation["reservation_id"], held["id"])
        # /metrics is one text a second.
        self.until(lambda: sum(self.first_actions("message", "_bucket", 'le="60"')) >= 1,
                   "Dibs's own count has a first message soon after the sample: within 5 s where the machine is not slow")

    def first_actions(self, action, part, *labels):
        """The values of dibs_violation_first_action_seconds for this action, with any outcome."""
        begin = f'dibs_violation_first_action_seconds{part}{{action="{action}",'
        lines = self.admin.get("/metrics").body.decode().splitlines()
        return [int(line.rpartition(" ")[2]) for line in lines if line.startswith(begin) and all(one in line for one in labels)]

    def test_people_without_a_terminal_are_no_target(self):
        self.rules([("message", 0)])
        self.held()
        _, violation = self.intruder("noa")
        self.assertEqual(violation["kind"], "unknown_person")
        self.assertEqual(self.step(violation, "message")["outcome"], "no_target")

    def test_mails_go_to_the_person_the_holder_and_the_admins_in_their_time(self):
        self.rules([("mail_person", 0), ("mail_owner", 1), ("mail_admins", 2)])
        self.held(self.people["kim"])
        self.mail.letters.clear()
        _, violation = self.intruder()
        self.assertEqual(self.step(violation, "mail_person")["outcome"], "done")
        self.assertEqual(self.step(violation, "mail_owner")["outcome"], "no_target", "kim has no address")
        self.assertEqual(self.step(violation, "mail_admins")["outcome"], "done")
        letters = [(one.rcpt_tos, email.message_from_bytes(one.content, policy=email.policy.default))
                   for one in self.mail.letters]
        self.assertEqual([to for to, _ in letters], [["ben@example.org"], ["ann@example.org"]])
        self.assertEqual(letters[0][1]["Subject"], "You use gpu01:0, booked by kim")
        self.assertEqual(letters[1][1]["Subject"], "Violation on gpu01:0 by ben")
        text = letters[0][1].get_body().get_content()
        self.assertIn("sleep 1000", text)
        self.assertIn("https://dibs.example.org/violations", text)
        self.assertEqual(letters[0][1].defects, [])

    def test_a_stop_is_a_dry_run_until_the_rules_say_how(self):
        """One intruder after the other, all of one account: a returning account continues at its
        last step. Of a stop that is more than a dry run they are notified again, once."""
        self.rules([("message", 0), ("stop", 60)], stop_mode="dry_run")
        self.held()
        own, elsewhere = self.host.job("ann", "0"), self.host.job("ben", "1")
        self.logged_in("ben")
        pid, violation = self.intruder()
        self.assertEqual(self.step(violation, "message")["outcome"], "done")
        step = self.step(violation, "stop")
        self.assertEqual((step["outcome"], step["count"], step["stop_mode"]), ("dry_run", 1, "dry_run"), step)
        self.assertTrue(self.host.lives(pid))

        pid, step = self.comes_again("as_owner")
        self.assertEqual((step["outcome"], step["count"]), ("done", 1), step)
        self.assertFalse(self.host.lives(pid))

        pid, step = self.comes_again("by_helper")
        self.assertEqual(step["outcome"], "failed", step)
        self.assertTrue(step["words"], "why: there is no helper")
        self.assertTrue(self.host.lives(pid))

        self.host.inside("install", "-D", "-m", "0755", "-o", "root", "/dev/stdin", HELPER,
                         said=(ROOT / "ops" / "deploy" / "host" / "dibs-stop").read_text())
        self.host.inside("install", "-m", "0440", "/dev/stdin", "/etc/sudoers.d/dibs", said=SUDOERS)
        self.host.inside("install", "-D", "-m", "0644", "/dev/stdin", "/etc/dibs/stop.conf", said="lowest_uid = 1000\n")
        pid, step = self.comes_again("by_helper")
        self.assertEqual((step["outcome"], step["count"]), ("done", 1), step)
        self.assertFalse(self.host.lives(pid))
        for innocent in (own, elsewhere):
            self.assertTrue(self.host.lives(innocent))

        told = [one["sentence"]["key"] for one in
                self.admin.get(f"/api/v1/events?violation={violation['id']}").json["items"]]
        for key in ("violation.escalated.stop.dry_run", "violation.acted.stop.dry_run", "violation.closed"):
            self.assertIn(key, told)

    def logged_in(self, account):
        terminal = Terminal(self.host, account)
        self.addCleanup(terminal.close)
        return terminal

    def test_without_a_message_about_this_booking_no_process_is_stopped(self):
        """Pia gets messages about two bookings within ten minutes, and is stopped a minute after
        the second. Noa has no terminal, and is not stopped at all."""
        self.rules([("message", 0), ("stop", 60), ("mail_admins", 62)], stop_mode="as_owner")
        self.held()
        self.held(self.people["lee"], "gpu01:1")
        self.mail.letters.clear()
        terminal = self.logged_in("pia")
        first, violation = self.intruder("pia")
        self.assertEqual(self.step(violation, "message")["outcome"], "done")
        self.host.inside("kill", "-KILL", str(first))
        self.until(lambda: not self.open_ones())

        second, untold = self.host.job("pia", "1"), self.host.job("noa", "0")
        both = self.until(lambda: len(found := {one["unix_name"]: one for one in self.open_ones()}) == 2 and found)
        told = self.step(both["pia"], "message")
        self.assertEqual((told["outcome"], told["count"]), ("done", 1), told)
        terminal.wait_for(f"Dibs: your process {second} runs on gpu01:1".encode())
        self.assertIn(b"will be stopped", terminal.shown)
        self.assertEqual(self.step(both["noa"], "message")["outcome"], "no_target")

        stopped = self.step(both["pia"], "stop")
        self.assertEqual((stopped["outcome"], stopped["count"]), ("done", 1), stopped)
        self.assertGreaterEqual(instant(stopped["at"]) - instant(told["acted_at"]), timedelta(seconds=60))
        self.assertFalse(self.host.lives(second))

        held = self.step(both["noa"], "stop")
        self.assertEqual(held["outcome"], "not_told", held)
        self.assertNotIn("stop_mode", held)
        self.assertEqual(self.step(both["noa"], "mail_admins")["outcome"], "done")
        letters = [email.message_from_bytes(one.content, policy=email.policy.default) for one in self.mail.letters]
        (about_noa,) = [one for one in letters if one["Subject"] == "Violation on gpu01:0 by noa"]
        self.assertNotIn("will be stopped", about_noa.get_body().get_content())
        time.sleep(2)
        self.assertTrue(self.host.lives(untold))
        said = [one["sentence"]["key"] for one in
                self.admin.get(f"/api/v1/events?violation={both['noa']['id']}").json["items"]]
        self.assertIn("violation.acted.stop.not_told", said)
        self.assertNotIn("violation.escalated.stop", said)

    def test_own_answers_of_an_account_about_its_stop_are_not_trusted(self):
        """Its login shell answers in place of the program; the probe still shows the process."""
        self.rules([("message", 0), ("stop", 60)], stop_mode="as_owner")
        self.held()
        self.logged_in("lee")
        pid, violation = self.intruder("lee")
        self.assertEqual(self.step(violation, "message")["outcome"], "done")
        shell = self.host.path("/home/lee/.bashrc")
        shell.write_text("""echo; echo '#dibs-answer 1'
echo '{"outcome": "terminated", "sent": ["TERM"], "by": "python 3.11"}'; exit 0
""")
        self.addCleanup(shell.unlink)
        os.chown(shell, *(int(self.host.inside("id", of, "lee")) for of in ("-u", "-g")))
        step = self.step(violation, "stop")
        self.assertTrue(self.host.lives(pid))
        self.assertEqual((step["outcome"], step["count"]), ("failed", 0), step)
        self.assertIn("its probe still shows it", step["words"])

    def comes_again(self, mode):
        """A new process of ben's in place of the last one; returns the outcome of its stop."""
        self.rules([("message", 0), ("stop", 60)], stop_mode=mode)
        for last in self.open_ones():
            self.host.inside("kill", "-KILL", str(last["processes"][0]["pid"]), check=False)
        self.until(lambda: not self.open_ones())
        pid, violation = self.intruder()
        return pid, self.step(violation, "stop")

    def test_an_excuse_ends_the_remaining_steps(self):
        self.rules([("message", 0), ("mail_person", 15)])
        self.held()
        self.mail.letters.clear()
        _, violation = self.intruder("mia")
        self.step(violation, "message")
        done = self.admin.post(f"/api/v1/violations/{violation['id']}/excuse", {"reason": "agreed"})
        self.assertEqual(done.status, 200, done)
        wait_until(lambda: datetime.now(timezone.utc) - instant(violation["opened_at"]) > timedelta(seconds=18), "its time is over")
        self.assertEqual(self.mail.letters, [])

    def test_a_booking_that_requests_fewer_steps_gets_fewer(self):
        self.rules([("message", 0), ("mail_person", 1)])
        self.held(protection="told")
        self.mail.letters.clear()
        _, violation = self.intruder("lee")
        self.step(violation, "message")
        time.sleep(4)
        self.assertEqual(self.mail.letters, [])


if __name__ == "__main__":
    unittest.main()
