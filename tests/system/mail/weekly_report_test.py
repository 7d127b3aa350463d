#!/usr/bin/env python3
"""The weekly report by mail, with a real mail server and a clock that a preloaded library sets
forward over Mondays. Each subscriber gets it once, even if dibsd is killed in between. People
who did not subscribe, unsubscribed or were disabled get nothing."""
import datetime
import email
import email.policy
import os
import subprocess
import time
import unittest

from dibs_node import Node
from mail_server import MailServer, site_with
from patience import wait_until

SHIM = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static long ahead;
__attribute__((constructor)) static void read_it(void) {
    const char *name = getenv("DIBS_TEST_AHEAD");
    FILE *file = name ? fopen(name, "r") : NULL;
    if (file && fscanf(file, "%ld", &ahead) != 1) ahead = 0;
    if (file) fclose(file);
}
int clock_gettime(clockid_t clock, struct timespec *now) {
    const int done = syscall(SYS_clock_gettime, clock, now);
    if (done == 0 && clock == CLOCK_REALTIME) now->tv_sec += ahead;
    return done;
}
"""


def monday(weeks):
    """07:10 UTC of the Monday so many weeks ahead, and the name of the week that ended before
    it."""
    now = datetime.datetime.now(datetime.timezone.utc)
    day = now.date() - datetime.timedelta(days=now.weekday()) + datetime.timedelta(weeks=weeks)
    year, week, _ = (day - datetime.timedelta(days=1)).isocalendar()
    moment = datetime.datetime.combine(day, datetime.time(7, 10), datetime.timezone.utc)
    return int((moment - now).total_seconds()), f"{year}-W{week:02}"


class WeeklyReport(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mail = MailServer()
        cls.addClassCleanup(cls.mail.stop)
        # The clock that is set forward is accepted by option: nothing else confirms it.
        cls.node = Node(configuration=site_with(cls.mail), arguments=["--accept-clock"])
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.start()
        cls.admin = cls.node.make_admin()
        cls.addClassCleanup(cls.admin.close)
        for name in ("ben", "kim", "lee"):
            client = cls.node.add_person(cls.admin, name)
            person = client.get("/api/v1/session").json["person"]["id"]
            done = cls.admin.ask("PATCH", f"/api/v1/people/{person}", {"mail": f"{name}@example.org"})
            assert done.status == 200, done
            if name != "lee":
                browser = cls.node.client()
                done = browser.ask("PATCH", "/api/v1/session/preferences", {"weekly_report": True},
                                   headers=cls.node.session_of(name, browser))
                browser.close()
                assert done.status == 200 and done.json["weekly_report"] is True, done
            client.close()
            if name == "kim":
                cls.kim = person

    @classmethod
    def start(cls, ahead=0):
        library = cls.node.folder / "shim.so"
        if not library.exists():
            source = cls.node.folder / "shim.c"
            source.write_text(SHIM)
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        mark = cls.node.folder / "ahead"
        mark.write_text(str(ahead))
        cls.node.start(env={**os.environ, "LD_PRELOAD": str(library), "DIBS_TEST_AHEAD": str(mark)})

    def letters(self):
        return [(one.rcpt_tos[0], email.message_from_bytes(one.content, policy=email.policy.default))
                for one in list(self.mail.letters)]

    def until_came(self, count):
        wait_until(lambda: len(self.letters()) >= count, f"{count} letters", lambda: f"{self.letters()}\n{self.node.text()[-3000:]}")
        return self.letters()

    def again(self, ahead, kill=False):
        self.admin.close()
        self.node.kill() if kill else self.node.stop()
        self.start(ahead)

    def test_a_week_is_mailed_once_to_each_subscriber(self):
        first, week = monday(1)
        self.again(first)
        told = self.until_came(2)
        self.assertEqual(sorted(to for to, _ in told), ["ben@example.org", "kim@example.org"])
        for _, letter in told:
            self.assertTrue(letter["Subject"].startswith(f"Usage of {week}: "), letter["Subject"])
            self.assertEqual(letter["List-Unsubscribe"], "<https://dibs.example.org/me>")
            text = letter.get_body(("plain",)).get_content()
            self.assertIn(f"https://dibs.example.org/usage/week/{week}", text)
            self.assertIn("energy: not measured", text)
            self.assertEqual(letter.defects, [])
        self.again(first + 60, kill=True)
        time.sleep(10)  # its first check, and mails that were pending before the kill
        ids = {letter["Message-ID"] for _, letter in self.letters()}
        self.assertEqual(len(ids), 2, "nothing new; at most the same again")

        done = self.admin.ask("POST", f"/api/v1/people/{self.kim}/disable", {})
        if done.status not in (200, 204):
            self.fail(done)
        before = len(self.letters())
        second, later = monday(2)
        self.again(second)
        told = self.until_came(before + 1)[before:]
        self.assertEqual([to for to, _ in told], ["ben@example.org"], "kim was disabled")
        self.assertIn(later, told[0][1]["Subject"])
        time.sleep(3)
        self.assertEqual(len(self.letters()), before + 1)


if __name__ == "__main__":
    unittest.main()
