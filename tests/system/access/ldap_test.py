#!/usr/bin/env python3
"""Signing in with a directory's password (a real slapd, over TLS): accounts, groups and roles
that follow the directory, changed names, invalid names, and the configuration. `ldap_ill_test`
has a directory that is away, hangs or lies."""
import json
import pathlib
import subprocess
import time
import unittest

from dibs_cli import Cli
from dibs_node import PASSWORD
from directory_site import GROUPS, RIGHT, WRONG, DirectorySite, group_dn, member
from enumeration_test import FAR_APART, apart
from oidc_site import Site
from patience import at_once
from slapd import BASE, SERVICE_PASSWORD, entry, person, uuid

ROUNDS, MOST_ROUNDS = 16, 40


class AtADirectory(DirectorySite):
    def refused(self, name, password=RIGHT, node=None):
        answer = self.sign_in_there(name, password)
        return answer.status, answer.json["detail"]

    def test_valid_directory_password_lets_in_and_no_other(self):
        self.slapd.knows(person("ann"), person("ben", "another pass"))
        found = self.enter("ann")
        self.assertEqual((found["unix_name"], found["name"], found["role"], found["mail"]),
                         ("ann", "Ann", "user", "ann@example.org"))
        self.assertEqual(self.enter("ANN")["id"], found["id"], "in whatever letters")
        self.assert_wrong(("ann", "another pass"), ("ann", "Directory pass"), ("ann", " "), ("ben", RIGHT), ("nobody", RIGHT),
                          ("ann", RIGHT + "\0"), ("ann", "\0"), ("dibs", SERVICE_PASSWORD))
        self.assertEqual(self.sign_in("ann", "").status, 422)

    def test_no_name_means_more_than_itself(self):
        self.slapd.knows(person("ann"), person("zoe", uid=["zoe", "other"]))
        names = ("*", "an*", ")(uid=*", "*)(|(uid=*", "ann)(cn=*", "a\0nn", "ann\0", " ann", "ann ", "\\61nn", "ａnn",
                 f"cn=ann,ou=people,{BASE}", "ann@example.org")
        self.assert_wrong(*((name, RIGHT) for name in names))
        self.enter("other")

    def test_none_of_two_matching_entries_is_let_in(self):
        self.slapd.knows(person("dupe"), person("dupe", "another pass", "dupe2", unit="others"), person("ann"))
        self.assert_wrong(("dupe", RIGHT), ("dupe", "another pass"))
        self.enter("ann")

    def test_memberships_of_mapped_groups_follow_and_others_stay(self):
        students, staff, other = self.group("students"), self.group("staff"), self.group("friends")
        self.slapd.knows(person("gina", **member("gpu-users", "else")))
        gina = self.enter("gina")
        joined = self.admin.ask("PUT", f"/api/v1/groups/{other}/members/{gina['id']}", {})
        self.assertIn(joined.status, (200, 201, 204), joined)
        self.assertEqual([self.members(g) for g in (students, staff, other)], [["gina"], [], ["gina"]])
        # The same name in another subtree is another group.
        self.slapd.knows(person("gina", memberOf=[group_dn("gpu-profs"), group_dn("gpu-users", "others")]))
        self.enter("gina")
        self.assertEqual([self.members(g) for g in (students, staff, other)], [[], ["gina"], ["gina"]])
        self.slapd.knows(person("gina"))
        self.enter("gina")
        self.assertEqual([self.members(g) for g in (students, staff, other)], [[], [], ["gina"]])
        # The same if groups are searched, listing DNs or names.
        self.reconfigure(more=f'create = true\ngroup_base = "ou=groups,{BASE}"\n{GROUPS}')
        self.slapd.knows(person("gina", **member("gpu-profs")),
                         entry("cn=gpu-users,ou=groups", "groupOfNames", member=f"cn=gina,ou=people,{BASE}"),
                         entry("cn=gpu-staff,ou=others", "groupOfNames", member=f"cn=gina,ou=people,{BASE}"))
        self.enter("gina")
        self.assertEqual([self.members(g) for g in (students, staff)], [["gina"], []])
        self.slapd.knows(person("gina"),
                         entry("cn=gpu-staff,ou=groups", "posixGroup", gidNumber=7, memberUid=["gina", "*"]))
        self.enter("gina")
        self.assertEqual([self.members(g) for g in (students, staff)], [[], ["gina"]])

    def test_the_admin_role_follows_the_group_that_the_configuration_names(self):
        self.slapd.knows(person("adam", **member("dibs-admins")))
        entered = self.sign_in_there("adam")
        self.assertEqual(entered.json["person"]["role"], "admin")
        self.slapd.knows(person("adam", memberOf=[group_dn("dibs-admins", "others")]))
        self.assertEqual(self.enter("adam")["role"], "user")
        self.assertEqual(self.session_of(entered)["role"], "user", "what one may is asked anew")

    def test_no_name_opens_an_admins_account_but_their_dibs_password(self):
        self.slapd.knows(person("boss"))
        self.assertEqual(self.refused("boss"),
                         (403, "This UNIX name is an admin's, who signs in with a password."))
        self.assertEqual(self.enter("boss", PASSWORD)["role"], "admin")

    def test_both_passwords_open_one_account(self):
        carl = self.add("carl")
        self.slapd.knows(person("carl"))
        self.assertEqual(self.enter("carl", PASSWORD)["id"], carl)
        self.assertEqual(self.enter("carl")["id"], carl)
        self.assertEqual(self.refused("carl", "neither of them"), WRONG)

    def test_without_create_an_admin_makes_the_account(self):
        self.reconfigure(more="")
        self.slapd.knows(person("nina"))
        self.assertEqual(self.refused("nina"),
                         (403, "There is no account with this UNIX name yet: an admin makes one."))
        self.assertEqual(self.refused("nina", "wrong"), WRONG)
        self.assertEqual(self.enter("nina", RIGHT)["id"] if self.add("nina") else None,
                         self.enter("nina", PASSWORD)["id"])

    def test_another_name_or_another_entry_for_a_name_is_refused(self):
        self.slapd.knows(person("rena"))
        rena = self.enter("rena")
        self.add("victim")
        self.slapd.knows(person("victim", subject="rena"))  # renamed there
        self.assertEqual(self.refused("victim"),
                         (403, "This account has another UNIX name here: an admin renames it."))
        self.slapd.knows(person("rena", subject="other"))  # given to the next person
        status, detail = self.refused("rena")
        self.assertEqual((status, detail[:22]), (403, "Somebody else signs in"))
        self.assertEqual(self.admin.ask("DELETE", f"/api/v1/people/{rena['id']}/link").status, 204)
        self.assertEqual(self.enter("rena")["id"], rena["id"])

    def test_using_a_disabled_account_is_refused(self):
        self.slapd.knows(person("dora"))
        entered = self.sign_in_there("dora")
        dora = entered.json["person"]["id"]
        edda = self.add("edda")
        for one in (dora, edda):
            self.assertEqual(self.admin.post(f"/api/v1/people/{one}/disable", {}).status, 204)
        self.assertIsNone(self.session_of(entered), "the session ended")
        self.assertEqual(self.refused("dora"), (403, "This account is disabled."))
        self.assertEqual(self.refused("dora", "wrong"), WRONG)
        self.assertEqual(self.refused("edda", PASSWORD), WRONG, "and hears nothing of a password of ours")

    def test_the_command_signs_in_with_it(self):
        self.slapd.knows(person("clio"))
        dibs = Cli(self.node.url)
        self.addCleanup(dibs.remove)
        said = dibs("auth", "login", "clio", "--password-stdin", stdin="wrong\n")
        self.assertIn("The name or the password is wrong.", said.err)
        said = dibs("auth", "login", "clio", "--password-stdin", stdin=RIGHT + "\n")
        self.assertEqual(said.code, 0, said)

    def test_the_sign_in_page_shows_it_and_no_secret_is_stored(self):
        self.assertEqual(self.sign_in("x").client.get("/api/v1/session/providers").json,
                         {"items": [], "directory": "lab"})
        self.slapd.knows(person("sec", "a very secret word"))
        self.enter("sec", "a very secret word")
        words = pathlib.Path(f"/proc/{self.node.process.pid}/cmdline").read_bytes().decode()
        printed = self.node.text() + words + json.dumps(self.admin.get("/api/v1/events?limit=500").json)
        files = b"".join(path.read_bytes() for path in self.node.data.rglob("*") if path.is_file())
        for secret in ("a very secret word", SERVICE_PASSWORD, uuid("sec")):
            self.assertNotIn(secret, printed)
            self.assertNotIn(secret.encode(), files)

    def test_tries_are_counted_before_the_directory_is_queried(self):
        self.slapd.knows(person("goal"))
        self.reconfigure(limits="")
        begun = time.monotonic()
        statuses = [answer.status for answer in at_once(*[lambda: self.sign_in("goal", "wrong")] * 14)]
        self.assertIn(429, statuses)
        self.assertLessEqual(set(statuses), {401, 429, 503}, "503: later than the product waits for a directory")
        checked = 14 - statuses.count(429)
        # one try comes back every twelve seconds
        self.assertTrue(1 <= checked <= 11 + (time.monotonic() - begun) / 12, statuses)

    def test_one_answer_and_one_time_are_given_for_wrong_passwords(self):
        slow = subprocess.run(["openssl", "passwd", "-6", "-salt", "rounds=250000$saltsalt", RIGHT], check=True,
                              capture_output=True, text=True).stdout.strip()
        self.slapd.knows(person("theirs", "{CRYPT}" + slow), person("both", "{CRYPT}" + slow))
        for name in ("ours", "both"):
            self.add(name)
        took, rights = {name: [] for name in ("theirs", "ours", "both", "nobody")}, []
        for _ in range(MOST_ROUNDS):
            # All wait for the same second. If even a right password takes that long, the second
            # hides nothing: not counted.
            *times, right = at_once(*(lambda n=name: self.timed(n, "wrong horse", WRONG) for name in took),
                                    lambda: self.timed("theirs", RIGHT, None))
            if None not in (*times, right) and right < 0.7:
                rights.append(right)
                for name, one in zip(took, times):
                    took[name].append(one)
            if len(took["nobody"]) == ROUNDS:
                break
        else:
            self.skipTest("the machine is so slow that passwords take longer than the second that hides it")
        print("directory: medians in ms", {name: round(1000 * sorted(times)[8]) for name, times in took.items()})
        for name, times in took.items():
            self.assertGreater(min(times), 1.0, name)
            self.assertLess(abs(apart(times, took["nobody"])), FAR_APART, (name, took))
        self.assertGreater(min(rights), 0.04, "the directory takes long to compare")

    def timed(self, name, password, refusal):
        """Seconds until this answer; None: let in, or a slow machine exceeded the product's
        limit."""
        begun = time.perf_counter()
        answer = self.sign_in(name, password)
        took = time.perf_counter() - begun
        if answer.status == 503:
            return None
        self.assertEqual(None if answer.status == 201 else (answer.status, answer.json["detail"]), refusal)
        return took


class WhatIsConfigured(Site):
    def test_each_fault_names_its_key(self):
        good = f'[ldap]\nurl = "ldaps://127.0.0.1:1"\nbase = "{BASE}"\n'
        readable = self.node.folder / "readable"
        readable.write_text("x")
        readable.chmod(0o644)
        self.node.configuration.write_text("")
        self.node.create_log()
        for text, key in (
                (f'[ldap]\nbase = "{BASE}"\n', "url: is missing"),
                ('[ldap]\nurl = "ldaps://127.0.0.1:1"\n', "base: is missing"),
                (good.replace("ldaps:", "https:"), "url: an address"),
                (good.replace("ldaps://127.0.0.1:1", "ldap://ldap.example.org") + "start_tls = false\n", "start_tls: false only"),
                (good + 'bind_dn = "cn=dibs,dc=org"\n', "bind_dn: with bind_password_file"),
                (good + f'bind_dn = "cn=dibs,dc=org"\nbind_password_file = "{readable}"\n', "bind_password_file: "),
                (good + f'bind_dn = "cn=dibs,dc=org"\nbind_password_file = "{self.node.folder}/none"\n', "bind_password_file: "),
                (good + f'ca = "{self.node.folder}/none"\n', "ca: "),
                (good + 'filter = "(uid=ann)"\n', "filter: a filter with {name}"),
                (good + 'admins = "dibs-admins"\n', "admins: a group by its DN"),
                (good + 'groups = {"gpu-users" = "students"}\n', "groups: a group by its DN"),
                (good + "groups = ['a']\n", "groups: expected a table"),
                (good + "create = 1\n", "create: expected true or false"),
                (good + "password = 'x'\n", "password: no such key")):
            with self.subTest(key):
                self.assertIn("[ldap] " + key, self.start_with(text))
                self.assertNotEqual(self.node.process.returncode, 0)


if __name__ == "__main__":
    unittest.main()
