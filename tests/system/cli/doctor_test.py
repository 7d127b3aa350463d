#!/usr/bin/env python3
"""dibs doctor on a whole installation. One host is down, one has a broken driver, one hides the
owners of processes. Each is reported with advice; the exit code says whether there is something
to do."""
import unittest

from dibs_cli import Cli
from dibs_node import free_port
from installation import Installation


class Doctor(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.dibs = Cli(cls.node.url)
        cls.addClassCleanup(cls.dibs.remove)

    def doctor(self, *words, **environment):
        return self.dibs("doctor", *words, **{"DIBS_TOKEN": self.admin.token, **environment})

    def checks(self):
        """Its findings, without clock and disk: these are the test machine's own."""
        said = self.doctor("--json")
        self.assertIn(said.code, (0, 1), said)
        self.assertEqual(said.code, int(any(one["state"] != "ok" for one in said.json)), said)
        return said.json

    def of_host(self, name):
        return [one for one in self.checks() if one["part"] == "host" and one["name"] == name]

    def has(self, name, words):
        return self.until(lambda: next((one for one in self.of_host(name)
                                        if one["state"] == "finding" and words in one["found"]), None),
                          f"a check of {name}")

    def test_1_healthy_hosts_are_reported_as_such(self):
        self.until(lambda: all(len(checks) == 1 and checks[0]["state"] == "ok" for checks in
                               map(self.of_host, ("gpu01", "gpu02", "gpu03"))), "one good check of each host")
        (one,) = self.of_host("gpu01")
        self.assertRegex(one["found"], r"^reachable, \d+ GPUs, driver \d.*, owners visible, "
                                       r"clock \d s apart, last sample \d s ago$")
        parts = {one["part"]: one for one in self.checks()}
        self.assertEqual(set(parts), {"server", "log", "clock", "disk", "tables", "effects", "host"})
        for part in ("server", "log", "tables", "effects"):
            self.assertEqual(parts[part]["state"], "ok", parts[part])
        self.assertRegex(parts["disk"]["found"], r"^[\d.]+ GiB free of [\d.]+ GiB, [\d.]+ [GM]iB of samples, [\d.]+ [GM]iB of history$")

    def test_2_a_down_host_a_broken_driver_and_hidden_owners_are_reported(self):
        self.fleet.break_driver("gpu02", 18, "Failed to initialize NVML: Driver/library version mismatch")
        self.addCleanup(self.fleet.mend_driver, "gpu02")
        self.fleet.hides("gpu03")
        self.addCleanup(self.fleet.hides, "gpu03", False)
        self.fleet.wants("gpu03", "0 zoe 512 20 ./long")
        self.addCleanup(self.fleet.wants, "gpu03")
        self.assertIn("nvidia-smi", self.has("gpu02", "version mismatch")["todo"])
        self.assertIn("sign in to the host itself", self.has("gpu03", "sees no owners")["todo"])
        self.fleet.take_down("gpu01")
        self.addCleanup(self.fleet.bring_up)
        self.assertIn("Start its SSH server", self.has("gpu01", "is not reached: it refuses the connection")["todo"])
        said = self.doctor("--output", "tsv")
        self.assertEqual(said.code, 1)
        for host in ("gpu01", "gpu02", "gpu03"):
            self.assertTrue(any(row[:3] == ["host", host, "finding"] and row[4] for row in said.rows), said)

    def test_3_without_a_token_it_lists_the_checks_it_skipped(self):
        said = self.doctor("--json", DIBS_TOKEN="")
        self.assertEqual(said.code, 1, said)
        (unseen,) = [one for one in said.json if one["state"] == "unseen"]
        self.assertIn("log, clock, disk, tables and hosts could not be seen", unseen["found"])
        self.assertIn("dibs auth login", unseen["todo"])

    def test_4_an_unreachable_server_is_reported(self):
        said = self.doctor(DIBS_SERVER=f"http://127.0.0.1:{free_port()}")
        self.assertEqual(said.code, 8, said)
        self.assertIn("Cannot reach", said.err)

    def test_5_on_a_terminal_it_prints_one_line_a_finding(self):
        self.dibs.environment["DIBS_TOKEN"] = self.admin.token
        said = self.dibs.on_a_terminal("doctor")
        self.assertIn("server: answers and is ready", said.out)


if __name__ == "__main__":
    unittest.main()
