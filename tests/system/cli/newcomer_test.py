#!/usr/bin/env python3
"""The README's first five minutes with the real `dibs`: from the one-time link to the history,
into a pipe, as JSON and on a terminal; and the exit code of every failure."""
import json
import re
import subprocess
import time
import unittest

from dibs_cli import Cli
from dibs_node import BUILD, PASSWORD, free_port
from installation import Installation
from patience import PATIENCE_S

RESERVATION = r"res_[0-9A-Z]{26}"


class Newcomer(Installation):
    @classmethod
    def first_admin(cls):
        cls.dibs = Cli(cls.node.url)
        cls.addClassCleanup(cls.dibs.remove)
        cls.link = cls.node.setup_link()
        cls.setup = cls.dibs("setup", cls.link, "--name", "Ann", "--unix-name", "ann",
                             "--password-stdin", stdin=PASSWORD + "\n", DIBS_SERVER="")
        assert cls.setup.code == 0, cls.setup
        return cls.node.client(cls.dibs("auth", "token").out.strip())

    def ok(self, *words, **more):
        said = self.dibs(*words, **more)
        self.assertEqual(said.code, 0, said)
        return said

    def refused(self, code, *words, says="", dibs=None, **more):
        """Checks that it exits with this code, and that stderr alone has the reason and the
        advice."""
        said = (dibs or self.dibs)(*words, **more)
        self.assertEqual(said.code, code, said)
        self.assertEqual(said.out, "", said)
        self.assertIn(says, said.err)
        return said

    def colleague(self, name):
        self.ok("user", "add", name, "--password-stdin", stdin=PASSWORD + "\n")
        dibs = Cli(self.node.url)
        self.addCleanup(dibs.remove)
        login = dibs("auth", "login", name, "--password-stdin", stdin=PASSWORD + "\n")
        self.assertEqual(login.code, 0, login)
        return dibs

    # From the link to the first booking

    def test_the_link_makes_the_admin_once(self):
        self.assertIn("you are its admin", self.setup.err)
        self.refused(6, "setup", self.link, "--name", "Eve", "--password-stdin",
                     stdin=PASSWORD + "\n", says="has its first admin already")
        status = self.ok("auth", "status", "--json").json
        self.assertEqual((status["person"]["name"], status["person"]["role"]), ("Ann", "admin"))

    def test_credentials_are_private(self):
        file = self.dibs.home / ".config" / "dibs" / "credentials.toml"
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertNotIn(PASSWORD, file.read_text())

    def test_free_shows_all_hosts(self):
        rows = self.ok("free").rows
        self.assertEqual([row[0] for row in rows], ["gpu01", "gpu02", "gpu03"])
        self.assertEqual(rows[0][1], "A100-SXM4-80GB")
        groups = self.ok("free", "--json").json
        self.assertEqual(sum(group["total"] for group in groups), 14)
        shown = self.dibs.on_a_terminal("free").out
        self.assertIn("NODE", shown)
        self.assertRegex(shown, r"gpu02 +H100.* of 4")

    def test_a_booking_is_made_changed_and_cancelled(self):
        made = self.ok("reserve", "2x", "--for", "4h", "--at", "tomorrow 9:00", "-m", "fine-tuning",
                       "--json").json
        identity = made["id"]
        self.assertRegex(identity, f"^{RESERVATION}$")
        self.assertEqual((len(made["gpus"]), made["title"], made["state"], made["owner_name"]),
                         (2, "fine-tuning", "upcoming", "Ann"))
        self.assertIn(identity, self.ok("reservation", "list").out)
        self.assertEqual(self.ok("reservation", "show", identity[:20], "--json").json["id"], identity)
        longer = self.ok("extend", identity, "--by", "2h", "--json").json
        self.assertEqual((longer["from"], longer["version"]), (made["from"], made["version"] + 1))
        self.assertGreater(longer["until"], made["until"])
        moved = self.ok("move", identity, "--to", "tomorrow 20:00", "--on", "gpu02:0-1", "--json").json
        self.assertEqual(sorted(moved["gpu_names"]), ["gpu02:0", "gpu02:1"])
        self.assertGreater(moved["from"], longer["from"])
        edited = self.ok("reservation", "edit", identity, "-m", "other", "--json=title,version").json
        self.assertEqual(edited, {"title": "other", "version": moved["version"] + 1})
        self.assertEqual(self.ok("cancel", identity, "--json").json["state"], "cancelled")
        self.assertNotIn(identity, self.ok("reservation", "list").out)
        back = self.ok("reservation", "reinstate", identity, "--json").json
        self.assertEqual((back["state"], back["from"]), ("upcoming", moved["from"]))
        types = [e["type"] for e in self.ok("reservation", "history", identity, "--json").json]
        self.assertEqual(types[0], "reservation.booked.v1")
        self.assertEqual(len(types), 6)
        self.ok("cancel", identity)
        self.refused(6, "extend", identity, "--by", "1h")

    def test_on_a_terminal_it_prints_what_it_did_and_how_to_undo_it(self):
        shown = self.dibs.on_a_terminal("reserve", "gpu02:3", "--for", "1h", "--at",
                                        "'tomorrow 3:00'").out
        self.assertRegex(shown, rf"Reserved gpu02:3  \w+ \d+ \w+( \d{{4}})? 03:00-04:00 CES?T.*{RESERVATION}"
                                rf"   undo: dibs cancel {RESERVATION}")
        self.ok("cancel", re.search(RESERVATION, shown).group())

    def test_a_running_one_is_released(self):
        made = self.ok("reserve", "gpu03:1", "--for", "1h", "--json").json
        self.assertEqual(made["state"], "running")
        self.assertEqual(self.ok("gpu", "list", "--host", "gpu03", "--json").json[1]["reservation"]
                         ["owner_name"], "Ann")
        self.assertEqual(self.ok("release", "--json").json["state"], "released")
        self.refused(3, "release", says="No reservation of yours is running")

    def test_the_rules_are_seen_by_all_and_set_by_admins(self):
        self.assertEqual(self.ok("rules", "--json").json["shortest_min"], 30)
        set_to = self.ok("rules", "set", "shortest=1h 30m", "most-gpus=64", "--json").json
        self.addCleanup(self.ok, "rules", "set", "shortest=30m", "most-gpus=1024")
        self.assertEqual((set_to["shortest_min"], set_to["most_gpus"], set_to["set_by_name"]), (90, 64, "Ann"))
        self.assertEqual(self.ok("rules").rows[0][:2], ["90", "11520"])
        self.assertRegex(self.dibs.on_a_terminal("rules").out, r"SHORTEST +1h 30min")
        self.refused(5, "reserve", "gpu02:3", "--for", "1h", "--at", "tomorrow 3:00",
                     says="The shortest booking is 90 minutes. An admin can change that.")
        self.refused(2, "rules", "set", "shortest=9d", says="(shortest_min)")
        self.refused(2, "rules", "set", "colour=red", says="There is no rule 'colour'.")
        self.refused(5, "rules", "set", "shortest=5m", dibs=self.colleague("filip"))

    # A conflict shows the holder, the end, and free alternatives

    def conflict(self, *words):
        bartek = self.colleague("bartek" + str(time.monotonic_ns())[-7:])
        held = bartek("reserve", "gpu03:0-1", "--for", "5h", "--at", "in 3d", "--json").json
        self.addCleanup(bartek, "cancel", held["id"])
        said = self.refused(6, "reserve", *words, "--at", held["from"], says="Free instead:")
        self.assertRegex(said.err, rf"gpu03:0(-1)? is held by {held['owner_name']}  \w+ .*{held['id']}")
        return held, said

    def test_a_conflict_by_name_shows_the_holder(self):
        self.conflict("gpu03:0", "--for", "1h")

    def test_a_conflict_by_amount_and_its_offer_are_handled(self):
        held, said = self.conflict("2x", "--on", "gpu03", "--for", "1h", "-m", "later")
        self.assertIn("  1  gpu03:0-1  ", said.err)
        taken = self.ok("reserve", "--pick", "1", "--json").json
        self.assertEqual((taken["from"], taken["title"]), (held["until"], "later"))
        self.ok("cancel", taken["id"])

    def test_a_conflict_as_json_has_alternatives(self):
        held, _ = self.conflict("2x", "--on", "gpu03", "--for", "1h")
        for gpus in (["gpu03:0"], ["2x", "--on", "gpu03"]):
            said = self.refused(6, "reserve", *gpus, "--for", "1h", "--at", held["from"], "--json")
            problem = json.loads(said.err)
            self.assertEqual(problem["type"], "/problems/slot-taken")
            self.assertEqual(problem["conflicts"][0]["reservation_id"], held["id"])
            self.assertTrue(problem["alternatives"])

    # Lists and searches

    def test_lists_are_printed(self):
        hosts = self.ok("host", "list").rows
        self.assertEqual([row[0] for row in hosts], ["gpu01", "gpu02", "gpu03"])
        self.assertEqual({row[3] for row in hosts}, {"reachable"})
        self.assertEqual(len(self.ok("gpu", "list").rows), 14)
        self.assertEqual(self.ok("violation", "list", "--json").json, [])
        self.assertEqual(self.ok("host", "show", "gpu02", "--json").json["gpu_count"], 4)
        self.assertIn("person.", self.ok("history", "--type", "person").out)

    def test_find_numbers_its_offers(self):
        offers = self.ok("find", "4xh100", "--for", "8h", "--json").json
        self.assertEqual(offers[0]["host_names"], ["gpu02"])
        self.assertEqual(offers[0]["number"], 1)

    def test_watch_prints_events_as_they_happen(self):
        watch = self.dibs.in_background("watch", "-n", "2")
        self.addCleanup(watch.kill)
        self.until(lambda: "dibs_websocket_clients 0\n" not in self.admin.get("/metrics").body.decode(), "it is connected")
        time.sleep(0.5)  # and has subscribed
        made = self.ok("reserve", "gpu01:7", "--for", "1h", "--at", "in 30h", "--json").json
        self.ok("cancel", made["id"])
        out, err = watch.communicate(timeout=PATIENCE_S)
        self.assertEqual(watch.returncode, 0, err)
        events = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([event["type"] for event in events],
                         ["reservation.booked.v1", "reservation.cancelled.v1"])
        self.assertEqual(events[0]["reservation_id"], made["id"])

    def test_a_host_is_added_and_removed(self):
        port = str(self.ok("host", "show", "gpu01", "--json").json["port"])
        said = self.refused(2, "host", "add", "again", "127.0.0.1", "--port", port, says="SHA256:")
        key = re.search(r"SHA256:[\w+/]{43}", said.err).group()
        shown = self.ok("host", "show", "gpu01", "--json").json["host_key_fingerprint"]
        self.assertEqual(key, shown)
        self.ok("host", "add", "unused", "127.0.0.1", "--port", str(free_port()), "--fingerprint", key)
        self.refused(6, "host", "add", "unused", "127.0.0.1", "--fingerprint", key)
        self.ok("host", "remove", "unused")
        self.refused(3, "host", "show", "unused")

    def test_an_unknown_zone_is_wrong_usage(self):
        self.refused(2, "reservation", "list", "--zone", "Mars/Base", says="'Mars/Base' is no time zone")

    def test_verbose_shows_the_exchange_without_its_secrets(self):
        token = self.dibs("auth", "token").out.strip()
        shown = self.ok("-v", "gpu", "list").err
        self.assertIn("> GET /api/v1/gpus", shown)
        self.assertIn("> Authorization: (hidden)", shown)
        self.assertNotIn(token, shown)
        login = Cli(self.node.url)
        self.addCleanup(login.remove)
        said = login("-v", "auth", "login", "Ann", "--password-stdin", stdin=PASSWORD + "\n")
        self.assertEqual(said.code, 0, said)
        self.assertIn("< Set-Cookie: (hidden)", said.err)
        self.assertNotIn(PASSWORD, said.err)

    def test_tab_completes_in_a_real_shell(self):
        script = self.dibs.home / "completion"
        script.write_text(self.ok("completion", "bash").out)
        for typed, offered in ((["rese"], {"reserve", "reservation"}),
                               (["host", "show", "gpu0"], {"gpu01", "gpu02", "gpu03"}),
                               (["free", "--host", "gpu01"], {"gpu01"})):
            words = " ".join(f"'{word}'" for word in ["dibs", *typed])
            done = subprocess.run(
                ["bash", "-c", f"PATH={BUILD}:$PATH; . {script}; COMP_WORDS=({words}); "
                 f"COMP_CWORD={len(typed)}; _dibs; printf '%s\\n' \"${{COMPREPLY[@]}}\""],
                text=True, capture_output=True, timeout=PATIENCE_S, check=True, env=self.dibs.environment)
            self.assertEqual(set(done.stdout.split()), offered, done)

    def test_hostile_texts_do_not_reach_the_terminal(self):
        self.refused(2, "reserve", "gpu01:3", "--for", "1h", "-m", "\x1b[31mred\x07",
                     says="no characters that nobody sees")
        held = self.ok("reserve", "gpu02:3", "--for", "1h", "--json").json
        self.fleet.wants("gpu02", "3 zoe 100 5 ./\x1b[31mred\u202e")
        self.until(lambda: self.ok("violation", "list").rows)
        shown = self.dibs.on_a_terminal("violation", "list").out + self.ok("violation", "list").out
        self.assertIn("./?[31mred?", shown)
        self.assertNotRegex(shown, "[\x1b\u202e]")
        self.fleet.wants("gpu02")
        self.until(lambda: not self.ok("violation", "list").rows)
        self.ok("release", held["id"])

    # Exit codes

    def test_usage_errors_exit_with_2(self):
        for words in (["reserve"], ["nonsense"], ["reserve", "2x"], ["reservation", "list", "--bogus"],
                      ["reserve", "2x", "--for", "4h", "--at", "3/4"],
                      ["reserve", "2x", "--for", "4h", "--at", "yesterday 9:00"]):
            self.refused(2, *words)

    def test_when_not_found_it_exits_with_3(self):
        self.refused(3, "reservation", "show", "res_0000000000000000000000000Z")
        self.refused(3, "reservation", "show", "res_ZZZZZZ")
        self.refused(3, "host", "show", "gpu99", says="gpu99")
        self.refused(3, "reserve", "gpu99:0", "--for", "1h", says="no host gpu99 with GPUs: there are gpu01, gpu02")
        self.refused(3, "reserve", "2xV100", "--for", "1h", says="There is no V100 here: there are ")
        self.refused(3, "reserve", "gpu01:9", "--for", "1h", says="gpu01 has 0-7")
        self.refused(3, "reserve", "gpu01:8", "--for", "1h", says="gpu01:8")

    def test_signing_in_is_needed_and_exits_with_4(self):
        stranger = Cli(self.node.url)
        self.addCleanup(stranger.remove)
        self.refused(4, "free", dibs=stranger, says="dibs auth login")
        self.refused(4, "free", dibs=stranger, DIBS_TOKEN="dibs_wrong")
        self.refused(4, "watch", dibs=stranger)
        self.refused(4, "auth", "login", "Ann", "--password-stdin", stdin="wrong password\n",
                     dibs=stranger)

    def test_when_forbidden_by_a_rule_it_exits_with_5(self):
        chen = self.colleague("chen")
        self.refused(5, "host", "add", "gpu09", "127.0.0.1", "--fingerprint", "SHA256:" + "A" * 43,
                     dibs=chen)
        self.refused(5, "reserve", "gpu01:0", "--for", "9d", "--at", "in 2d")
        made = self.ok("reserve", "gpu01:0", "--for", "1h", "--at", "in 50h", "--json").json
        self.refused(5, "cancel", made["id"], dibs=chen)
        self.ok("cancel", made["id"])

    def test_nothing_that_fits_exits_with_7(self):
        self.refused(7, "find", "9xa100", "--for", "1h")
        self.refused(7, "reserve", "5xh100", "--for", "1h", "--at", "tomorrow 9:00")

    def test_a_server_that_is_not_there_exits_with_8(self):
        self.refused(8, "free", "--server", f"http://127.0.0.1:{free_port()}", says="Cannot reach")

    def test_signing_out_revokes_the_token(self):
        dana = self.colleague("dana")
        token = dana("auth", "token").out.strip()
        self.assertEqual(dana("auth", "logout").code, 0)
        self.refused(4, "free", dibs=dana)
        client = self.node.client(token)
        self.addCleanup(client.close)
        self.assert_problem(client.get("/api/v1/gpus"), 401, "not-signed-in")


if __name__ == "__main__":
    unittest.main()
