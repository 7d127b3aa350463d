#!/usr/bin/env python3
# ops/test: as root
"""The owner of a process on an isolated host. Uids of rootless containers belong to their owner,
by /etc/subuid, and may be where the owner may. A container of a daemon accuses no person.
Terminals and screens are found. The owner of a container can stop its processes, and no other's."""
import pwd
import unittest

from contained_job import Containers, SIGNATURE
from dibs_node import UNLIMITED, at
from isolated_host import IsolatedHost, Terminal
from owned_node import ACCOUNT, OwnedNode
from stop_case import StopCase

ANNS, BENS = 100000, 165536  # the first of their subordinate uids
DOCKER = f"system.slice/docker-{SIGNATURE}.scope"


def grant_uids(host):
    host.path("/etc/subuid").write_text(f"ann:{ANNS}:65536\nben:{BENS}:65536\n")


def uid_of(host, account):
    return int(host.inside("id", "-u", account))


def podman_of(uid):
    return f"user.slice/user-{uid}.slice/user@{uid}.service/user.slice/libpod-{SIGNATURE}.scope/container"


class Origins(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            pwd.getpwnam(ACCOUNT)
        except KeyError:
            raise unittest.SkipTest(f"there is no account {ACCOUNT}")
        cls.host = IsolatedHost("gpu01", "--owner", ACCOUNT).start()
        cls.addClassCleanup(cls.host.stop)
        cls.host.folder.chmod(0o711)
        grant_uids(cls.host)
        cls.ann = uid_of(cls.host, "ann")
        cls.ben = uid_of(cls.host, "ben")
        cls.node = OwnedNode(UNLIMITED, ["--hosts-file", str(cls.host.folder / "gpu01.toml")])
        cls.addClassCleanup(cls.node.remove)
        cls.node.create_log()
        cls.node.start()
        cls.admin = cls.node.make_admin()
        cls.addClassCleanup(cls.admin.close)
        known = [one["unix_name"] for one in cls.admin.get("/api/v1/people").json["items"]]
        for name in {"ann", "ben"}.difference(known):
            cls.node.add_person(cls.admin, name)
        cls.people = {one["unix_name"]: one["id"] for one in cls.admin.get("/api/v1/people").json["items"]}
        cls.host.wait_for(lambda: len(cls.admin.get("/api/v1/gpus").json["items"]) >= 2)
        cls.gpu = next(one["id"] for one in cls.admin.get("/api/v1/gpus").json["items"] if one["index"] == 0)

    def setUp(self):
        self.containers = Containers(self.host)
        self.addCleanup(self.containers.remove)
        self.addCleanup(self.clear)

    def clear(self):
        for pid in self.host.jobs():
            self.host.inside("kill", "-KILL", str(pid), check=False)
        self.host.wait_for(lambda: not self.open_ones() and not self.processes())
        for held in self.admin.get("/api/v1/reservations?state=running").json["items"]:
            self.admin.post(f"/api/v1/reservations/{held['id']}/release", None)

    def processes(self):
        return self.admin.get("/api/v1/processes?host=gpu01").json["items"]

    def open_ones(self):
        return self.admin.get("/api/v1/violations?state=open").json["items"]

    def seen(self, pid):
        return self.host.wait_for(lambda: next((p for p in self.processes() if p["pid"] == pid), None))

    def held(self, owner):
        body = {"gpus": [self.gpu], "from": at(), "until": at(hours=1), "owner_id": self.people[owner]}
        done = self.admin.post("/api/v1/reservations", body)
        self.assertEqual(done.status, 201, done)

    def test_a_subordinate_uid_is_its_owners_and_may_be_there(self):
        self.held("ann")
        pid = self.containers.job("0", podman_of(self.ann), ANNS + 999, self.ann, ANNS)
        process = self.seen(pid)
        self.assertEqual((process["unix_name"], process["person_id"]), ("ann", self.people["ann"]))
        origin = process["origin"]
        self.assertEqual(origin["container"], {"runtime": "podman", "id": SIGNATURE})
        self.assertEqual((origin["started_by"], origin["uid"]), ("ann", ANNS + 999))
        self.assertNotIn("tty", origin)
        self.assertEqual(self.open_ones(), [])

    def test_a_subordinate_uid_accuses_its_owner_only(self):
        self.held("ben")
        self.containers.job("0", podman_of(self.ann), ANNS + 999, self.ann, ANNS)
        (found,) = self.host.wait_for(self.open_ones)
        self.assertEqual((found["kind"], found["unix_name"], found["person_id"]),
                         ("intruder", "ann", self.people["ann"]))
        self.assertNotIn("starter_unknown", found)

    def test_without_a_range_the_slice_of_systemd_names_the_owner(self):
        self.host.path("/etc/subuid").write_text("")
        self.addCleanup(grant_uids, self.host)
        pid = self.containers.job("0", podman_of(self.ann), ANNS + 999, self.ann, ANNS)
        self.assertEqual(self.seen(pid)["unix_name"], "ann")

    def test_a_slice_below_a_service_is_forgeable_and_names_no_person(self):
        own = f"user-{self.ann}.slice/user@{self.ann}.service/libpod-{SIGNATURE}.scope"
        for above in ("system.slice/cron.service", "system.slice/cron.service/user.slice", "system.slice"):
            with self.subTest(above):
                pid = self.containers.job("0", f"{above}/{own}", self.ben)
                process = self.seen(pid)
                self.assertEqual(process["unix_name"], "ben")
                self.assertEqual(process["origin"], {"container": {"runtime": "podman", "id": SIGNATURE}})
                self.host.inside("kill", "-KILL", str(pid))

    def test_a_uid_of_two_ranges_has_no_owner(self):
        self.host.path("/etc/subuid").write_text(f"ann:{ANNS}:65536\nben:{ANNS}:65536\n")
        self.addCleanup(grant_uids, self.host)
        pid = self.containers.job("0", DOCKER, ANNS + 999, self.ann, ANNS)
        process = self.seen(pid)
        self.assertEqual(process["unix_name"], str(ANNS + 999))
        self.assertNotIn("person_id", process)
        self.assertNotIn("started_by", process["origin"])

    def test_a_container_of_a_daemon_accuses_no_person_by_its_uid(self):
        self.held("ann")
        pid = self.containers.job("0", DOCKER, self.ben)
        process = self.seen(pid)
        self.assertEqual(process["unix_name"], "ben")
        self.assertEqual(process["origin"], {"container": {"runtime": "docker", "id": SIGNATURE}})
        (found,) = self.host.wait_for(self.open_ones)
        self.assertEqual((found["kind"], found["unix_name"], found["starter_unknown"]),
                         ("unknown_person", "ben", True))
        self.assertNotIn("person_id", found)

    def test_a_container_of_a_daemon_may_run_with_its_holders_uid(self):
        self.held("ben")
        self.seen(self.containers.job("0", DOCKER, self.ben))
        self.assertEqual(self.open_ones(), [])

    def test_containers_are_named_by_their_cgroups(self):
        pod = f"kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1.slice/cri-containerd-{SIGNATURE}.scope"
        for cgroup, container in ((f"docker/{SIGNATURE}", {"runtime": "docker", "id": SIGNATURE}),
                                  (pod, {"runtime": "kubernetes", "id": SIGNATURE}),
                                  ("lxc.payload.web1", {"runtime": "lxc", "id": "web1"}),
                                  ("machine.slice/machine-deb.scope", {"runtime": "nspawn", "id": "deb"}),
                                  (f"ours/{SIGNATURE}", {"runtime": "other", "id": SIGNATURE})):
            with self.subTest(cgroup):
                pid = self.containers.job("1", cgroup, self.ann)
                self.assertEqual(self.seen(pid)["origin"]["container"], container)

    def test_a_service_is_named(self):
        pid = self.containers.job("1", "system.slice/train.service", self.ann)
        self.assertEqual(self.seen(pid)["origin"]["session"], {"kind": "service", "name": "train.service"})

    def test_a_screen_and_a_terminal_are_found(self):
        self.host.ssh("ann", "screen -dmS train gpu-job 0 sleep 4711")
        pid = self.host.wait_for(lambda: next((p for p, words in self.host.jobs().items() if b"4711" in words), None))
        origin = self.seen(pid)["origin"]
        self.assertEqual(origin["session"]["kind"], "screen")
        self.assertRegex(origin["session"]["name"], r"^[0-9]+\.train$")
        self.assertRegex(origin["tty"], r"^pts/[0-9]+$")
        self.host.inside("pkill", "-KILL", "-u", "ann", check=False)
        terminal = Terminal(self.host, "ann", "exec gpu-job 1 sleep 4712")
        self.addCleanup(terminal.close)
        pid = self.host.wait_for(lambda: next((p for p, words in self.host.jobs().items() if b"4712" in words), None))
        self.assertEqual("/dev/" + self.seen(pid)["origin"]["tty"], terminal.tty)


class StopInContainers(StopCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        grant_uids(cls.host)
        cls.ann = uid_of(cls.host, "ann")

    def setUp(self):
        super().setUp()
        self.containers = Containers(self.host)
        self.addCleanup(self.containers.remove)

    def job(self):
        pid = self.containers.job("0", None, ANNS + 999, self.ann, ANNS)
        self.addCleanup(self.host.inside, "kill", "-KILL", str(pid), check=False)
        return pid

    def test_owner_of_a_container_stops_it_and_no_other_account(self):
        pid = self.job()
        self.assertEqual(self.stop(self.about(pid, "ben"), "ben")[:2], ("not_it", "uid"))
        self.assertTrue(self.host.lives(pid))
        self.assertEqual(self.stop(self.about(pid), "ann"), ("terminated", "", "TERM", ""))
        self.assertFalse(self.host.lives(pid))

    def test_ranges_that_others_may_write_are_not_trusted(self):
        self.host.path("/etc/subuid").chmod(0o666)
        self.addCleanup(self.host.path("/etc/subuid").chmod, 0o644)
        pid = self.job()
        self.assertEqual(self.stop(self.about(pid), "ann")[:2], ("not_it", "uid"))
        self.assertTrue(self.host.lives(pid))


if __name__ == "__main__":
    unittest.main()
