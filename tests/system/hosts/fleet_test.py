#!/usr/bin/env python3
"""The demo fleet itself: real SSH servers, a stand-in nvidia-smi that answers like the real one,
jobs with invented owners, and no processes left at the end. Needs no dibsd; one fleet for all
tests."""
import os
import re
import shutil
import subprocess
import tempfile
import tomllib
import unittest

from dibs_node import ROOT
from patience import PATIENCE_S, wait_until

FLEET = os.path.join(ROOT, "ops", "dev", "fleet")


def fleet(command, folder, *options):
    return subprocess.run([FLEET, command, folder, *options], text=True, timeout=PATIENCE_S,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def processes_of(folder):
    """Processes that have the fleet's mark; its SSH servers overwrite their environment."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                environ = file.read()
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                command = file.read()
        except OSError:
            continue
        if folder.encode() in environ + command and int(pid) != os.getpid():
            found.append((int(pid), command))
    return found


class Fleet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="dibs-fleet.")
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        started = fleet("start", cls.folder, "--steady", "--while", str(os.getpid()))
        cls.addClassCleanup(fleet, "stop", cls.folder)
        assert started.returncode == 0, started.stdout
        with open(os.path.join(cls.folder, "hosts.toml"), "rb") as file:
            cls.config = tomllib.load(file)
        cls.hosts = {host["name"]: host for host in cls.config["host"]}

    def on(self, name, command, key=None):
        host = self.hosts[name]
        return subprocess.run(
            ["ssh", "-F", "none", "-p", str(host["port"]), "-o", "BatchMode=yes",
             "-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR", "-o", "StrictHostKeyChecking=no",
             "-o", "UserKnownHostsFile=/dev/null", "-i", key or self.config["probe"]["identity"],
             f"{host['account']}@{host['address']}", command],
            text=True, timeout=PATIENCE_S, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def wanted(self, name, text):
        path = os.path.join(self.folder, name, "wanted")
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(path + ".new", path)

    def until(self, question):
        return wait_until(question, every_s=0.1)

    def test_three_hosts_have_14_gpus_with_ids_of_their_own(self):
        uuids = []
        for name, count in (("gpu01", 8), ("gpu02", 4), ("gpu03", 2)):
            listed = self.on(name, "nvidia-smi -L").stdout
            self.assertEqual(len(listed.splitlines()), count)
            self.assertRegex(listed, r"^GPU 0: NVIDIA .+ \(UUID: GPU-[0-9a-f-]{36}\)\n")
            uuids += re.findall(r"GPU-[0-9a-f-]{36}", listed)
        self.assertEqual(len(set(uuids)), 14)

    def test_fields_come_in_the_requested_order_with_real_names_and_units(self):
        fields = "power.draw,index,gpu_name,fan.speed,memory.total,clocks.sm"
        answer = self.on("gpu01", f"nvidia-smi --query-gpu={fields} --format=csv").stdout
        lines = answer.splitlines()
        self.assertEqual(lines[0], "power.draw [W], index, name, fan.speed [%], memory.total [MiB], "
                                   "clocks.current.sm [MHz]")
        self.assertRegex(lines[1], r"^\d+\.\d\d W, 0, NVIDIA A100-SXM4-80GB, \[N/A\], 81920 MiB, "
                                   r"\d+ MHz$")
        bare = self.on("gpu03", f"nvidia-smi --query-gpu={fields} --format=csv,noheader,nounits")
        self.assertRegex(bare.stdout, r"^\d+\.\d\d, 0, NVIDIA GeForce RTX 4080 SUPER, \d+, 16376, ")

    def test_a_wrong_query_gets_the_real_error(self):
        answer = self.on("gpu01", "nvidia-smi --query-gpu=index,foo --format=csv")
        self.assertEqual(answer.stdout, 'Field "foo" is not a valid field to query.\n\n')
        self.assertEqual(answer.returncode, 2)

    def test_a_broken_driver_ends_every_query_also_a_running_one(self):
        path = os.path.join(self.folder, "gpu03", "broken")
        self.addCleanup(lambda: os.path.exists(path) and os.remove(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write("9\nNVIDIA-SMI has failed\n")
        for question in ("--query-gpu=index --format=csv --loop-ms=500", "-L", "pmon -s u"):
            answer = self.on("gpu03", "nvidia-smi " + question)
            self.assertEqual((answer.returncode, answer.stdout.splitlines()[-1]),
                             (9, "NVIDIA-SMI has failed"), question)

    def test_a_loop_prints_a_round_a_period(self):
        answer = self.on("gpu02", "timeout 4.3 nvidia-smi --query-gpu=timestamp,index "
                                  "--format=csv,noheader --loop-ms=500")
        rows = [line.split(", ")[1] for line in answer.stdout.splitlines()]
        self.assertEqual(rows, ["0", "1", "2", "3"] * (len(rows) // 4))
        self.assertIn(len(rows) // 4, range(3, 10))

    def test_a_wanted_job_appears_with_its_owner_and_goes(self):
        ask = "nvidia-smi --query-compute-apps=gpu_uuid,pid,used_memory --format=csv,noheader"
        self.wanted("gpu02", "1,2 zoe 4096 80 python3 mine.py --fast\n")
        rows = self.until(lambda: self.on("gpu02", ask).stdout.splitlines())
        self.assertEqual(len(rows), 2)
        self.assertTrue(all(row.endswith(", 4096 MiB") for row in rows))
        pid = rows[0].split(", ")[1]
        shown = self.on("gpu02", f"ps -ww -o pid=,user:32=,lstart=,args= -p {pid},$$").stdout
        self.assertRegex(shown, rf"(?m)^ *{pid} zoe {{29}} \w{{3}} .* python3 mine.py --fast$")
        self.assertEqual(len(shown.splitlines()), 2)
        busy = self.on("gpu02", "nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader,nounits")
        self.assertEqual([int(value) > 0 for value in busy.stdout.split()],
                         [False, True, True, False])
        self.wanted("gpu02", "")
        self.until(lambda: not self.on("gpu02", ask).stdout)

    def test_another_key_does_not_get_in(self):
        other = os.path.join(self.folder, "other_key")
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other], check=True)
        self.assertIn("Permission denied", self.on("gpu01", "true", key=other).stderr)

    def test_the_fingerprints_are_those_of_the_servers(self):
        for name, host in self.hosts.items():
            keys = subprocess.run(["ssh-keyscan", "-t", "ed25519", "-p", str(host["port"]),
                                   "127.0.0.1"], capture_output=True, text=True, timeout=PATIENCE_S).stdout
            shown = subprocess.run(["ssh-keygen", "-l", "-f", "-"], input=keys, text=True,
                                   capture_output=True, timeout=PATIENCE_S).stdout
            self.assertIn(host["host_key"], shown, name)

    def test_stop_leaves_no_process_and_keeps_ports_and_ids(self):
        folder = tempfile.mkdtemp(prefix="dibs-fleet.")
        self.addCleanup(shutil.rmtree, folder, True)
        self.addCleanup(fleet, "stop", folder)
        kept = []
        for _ in range(2):
            self.assertEqual(fleet("start", folder).returncode, 0)
            self.assertTrue(processes_of(folder))
            with open(os.path.join(folder, "hosts.toml"), encoding="utf-8") as file:
                kept.append(file.read())
            self.assertEqual(fleet("stop", folder).returncode, 0)
            self.assertEqual(processes_of(folder), [])
            self.assertEqual(fleet("status", folder).returncode, 3)
        self.assertEqual(kept[0], kept[1])


if __name__ == "__main__":
    unittest.main()
