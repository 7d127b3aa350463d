#!/usr/bin/env python3
# ops/test: as root
"""Hosts in namespaces are isolated: each sees only its own processes, terminals, accounts and
address, and nothing of this machine. A stopped or killed host leaves nothing behind."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from isolated_host import IsolatedHost, ROOT, TOOL
from patience import PATIENCE_S, PROMISE_S


SECONDS = 4_000_000 + os.getpid()  # no other process sleeps that long


class IsolatedHosts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        IsolatedHost().start().stop()  # skips all without namespaces

    def host(self, name="gpu01", *options):
        host = IsolatedHost(name, *options)
        self.addCleanup(host.stop)
        return host.start()

    @staticmethod
    def cable(host):
        """The number of our end of its network cable: numbers are unique. None once it is gone."""
        try:
            return int(pathlib.Path("/sys/class/net", host.about["interface"], "ifindex").read_text())
        except OSError:
            return None

    def test_each_host_is_isolated(self):
        hosts = [self.host("gpu01"), self.host("gpu02", "--users", "zoe", "--gpus", "4")]
        self.assertNotEqual(hosts[0].about["address"], hosts[1].about["address"])
        for host in hosts:
            self.assertEqual(host.ssh("dibs", "hostname").decode().strip(), host.name)
            self.assertEqual(host.ssh("dibs", "ls /dev/pts").decode().split(), ["ptmx"])
            self.assertEqual(host.ssh("dibs", "groups").decode().split(), ["dibs", "tty"])
            first = host.ssh("dibs", "ps -o args= -p 1").decode()
            self.assertIn(f"isolated_host start {host.folder}", first)
            self.assertLess(len(host.ssh("dibs", "ps -A -o pid=").split()), 15)
            self.assertIn("Read-only", host.inside("touch", "/usr/bin/x", check=False))
            host.inside("touch", "/tmp/here")
        self.assertFalse(os.path.exists("/tmp/here"))
        self.assertEqual(hosts[0].ssh("zoe", "id"), b"")
        self.assertIn(b"uid=1001(zoe)", hosts[1].ssh("zoe", "id"))
        self.assertEqual(hosts[1].ssh("zoe", "nvidia-smi -L").count(b"\n"), 4)
        hosts[0].stop()
        self.assertIn(b"uid=1001(zoe)", hosts[1].ssh("zoe", "id"))

    def test_a_job_is_a_real_process_of_its_owner(self):
        host = self.host()
        pid = host.job("ann", "0,1", "sleep 1000")
        query = "nvidia-smi --query-compute-apps=gpu_uuid,pid --format=csv,noheader"
        expected = [f"{uuid}, {pid}" for uuid in host.gpus]
        self.assertEqual(host.ssh("dibs", query).decode().splitlines(), expected)
        self.assertEqual(host.ssh("dibs", f"ps -o user=,args= -p {pid}").decode().split(None, 1),
                         ["ann", "sleep 1000\n"])
        host.inside("kill", str(pid))
        host.wait_for(lambda: not host.lives(pid))
        self.assertEqual(host.ssh("dibs", query), b"")
        host.wait_for(lambda: not list((host.own / "registered").iterdir()))

    def test_proc_may_hide_the_processes_of_others(self):
        host = self.host("gpu01", "--hidepid")
        host.job("ann", 0)
        self.assertEqual(host.ssh("dibs", "ps -A -o user=").split().count(b"ann"), 0)
        self.assertEqual(host.ssh("ann", "ps -A -o args=").count(b"sleep 1000"), 1)

    def test_killed_server_of_the_host_comes_back(self):
        host = self.host()
        host.inside("pkill", "-KILL", "-x", "sshd", check=False)
        host.wait_for(lambda: host.ssh("ann", "echo yes") == b"yes\n")

    def test_nothing_is_left_of_a_stopped_host(self):
        for how in ("stop", "kill the keeper", "kill the first process", "end of whom it was for"):
            host = IsolatedHost()
            self.addCleanup(host.stop)
            holder = subprocess.Popen(["sleep", "1000"])
            self.addCleanup(holder.wait)
            self.addCleanup(holder.kill)
            subprocess.run([TOOL, "start", host.folder, host.name, "--while", str(holder.pid)],
                           check=True, stderr=subprocess.DEVNULL)
            host.about = json.loads((host.own / "about.json").read_text())
            for command in ("setsid", "setsid nohup"):
                host.ssh("ann", f"{command} sleep {SECONDS} </dev/null >/dev/null 2>&1 &")
            host.wait_for(lambda: self.count() == 2)
            cable = self.cable(host)
            self.assertTrue(cable)
            if how == "stop":
                subprocess.run([TOOL, "stop", host.folder], check=True)
            elif how == "end of whom it was for":
                holder.kill()
                holder.wait()
            else:
                os.kill(host.about["keeper" if "keeper" in how else "init"], signal.SIGKILL)
            with self.subTest(how):
                host.wait_for(lambda: self.count() == 0 and self.cable(host) != cable)
                self.assertEqual(subprocess.run([TOOL, "status", host.folder], stdout=subprocess.DEVNULL,
                                                check=False).returncode, 3)
            holder.kill()
            holder.wait()

    @staticmethod
    def count():
        found = 0
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                found += path.read_bytes() == b"sleep\0%d\0" % SECONDS
            except OSError:
                continue
        return found

    def test_without_root_or_namespaces_it_exits_with_77(self):
        """It exits with 77 and a message: tests that need it are skipped then."""
        nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        for rights, words in ((nobody, "needs root"),
                              (["--bounding-set=-sys_admin"], "unshare: Operation not permitted")):
            folder = pathlib.Path(tempfile.mkdtemp(prefix="dibs-isolated."))
            self.addCleanup(shutil.rmtree, folder)
            folder.chmod(0o755)  # a plain user may read it there, wherever the tree is
            program = folder / "ops/dev/isolated_host"
            for part in ("isolated_host.d", "fleet.d"):
                shutil.copytree(ROOT / "ops/dev" / part, program.with_name(part))
            shutil.copy(TOOL, program)
            (folder / ".tools").symlink_to(ROOT / ".tools")
            done = subprocess.run(["setpriv", *rights, program, "start", folder / "hosts", "gpu01"],
                                  capture_output=True, check=False, text=True)
            self.assertEqual(done.returncode, 77, done.stderr)
            self.assertIn(words, done.stderr)

    def test_many_start_at_once(self):
        begun = time.monotonic()
        hosts = [IsolatedHost(f"gpu{n:02}") for n in range(8)]
        starting = [subprocess.Popen([TOOL, "start", host.folder, host.name], stderr=subprocess.PIPE) for host in hosts]
        for host, process in zip(hosts, starting):
            self.addCleanup(host.stop)
            self.assertEqual(process.wait(PATIENCE_S), 0, process.stderr.read())
            process.stderr.close()
        addresses = {(host.own / "about.json").read_text().split('"address": ')[1].split(",")[0] for host in hosts}
        self.assertEqual(len(addresses), 8)
        self.assertLess(time.monotonic() - begun, PROMISE_S)


if __name__ == "__main__":
    unittest.main()
