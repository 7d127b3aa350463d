"""Hosts in namespaces for system tests (ops/dev/isolated_host): real accounts, terminals,
processes and SSH. Without namespaces or root, the tests that need one are skipped."""
import contextlib
import json
import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import tempfile
import termios
import time
import unittest

from patience import PATIENCE_S, wait_until

ROOT = pathlib.Path(os.environ.get("DIBS_ROOT", pathlib.Path(__file__).parents[3]))
BUILD = pathlib.Path(os.environ.get("DIBS_BUILD", ROOT / "build" / "release"))
TOOL = str(ROOT / "ops" / "dev" / "isolated_host")
NOT_HERE = 77
IUTF8 = 0x4000


def host_request(*arguments, said=b""):
    """Returns the request of dibsd, or its interpretation of an answer
    (tests/system/programs/host_request.cpp)."""
    done = subprocess.run([BUILD / "tests" / "host_request", *map(str, arguments)], input=said,
                          stdout=subprocess.PIPE, check=True, timeout=PATIENCE_S)
    return done.stdout


class IsolatedHost:
    def __init__(self, name="gpu01", *options):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dibs-isolated."))
        self.name, self.options, self.shares = name, options, False

    def start(self):
        done = subprocess.run([TOOL, "start", self.folder, self.name, "--while", str(os.getpid()),
                               *self.options], stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S, check=False)
        if done.returncode == NOT_HERE:
            self.stop()
            raise unittest.SkipTest(done.stderr.strip())
        assert done.returncode == 0, f"{done.stderr}\n{self.said()}"
        self.about = json.loads((self.own / "about.json").read_text())
        self.gpus = [line.split()[1] for line in (self.own / "gpus").read_text().splitlines()]
        return self

    @property
    def own(self):
        """Its folder, which the host sees as /opt/gpus/host."""
        return self.folder / self.name

    def said(self):
        return (self.own / "log").read_text(errors="replace") if (self.own / "log").exists() else ""

    def path(self, absolute):
        """The path of a host's file, for root outside of the host."""
        return pathlib.Path(f"/proc/{self.about['init']}/root{absolute}")

    def inside(self, *command, check=True, said=None, timeout=PATIENCE_S):
        """Runs a command as root of the host; returns its output."""
        done = subprocess.run([TOOL, "enter", self.folder, self.name, *command], input=said,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                              timeout=timeout)
        assert done.returncode == 0 or not check, f"{command}: {done.stdout}"
        return done.stdout

    def ssh_command(self, account, *options):
        return ["ssh", "-F", "none", "-i", self.folder / "probe_key", "-o", "IdentitiesOnly=yes",
                "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
                "-o", "LogLevel=ERROR", "-o", "BatchMode=yes", *options,
                f"{account}@{self.about['address']}"]

    def share_connections(self):
        """From now on the commands of an account share one connection: a tenth of the time of a
        new one."""
        self.shares = True
        return self

    def end_connections(self):
        """Call before or after killing an account's processes, which include its connection."""
        for path in self.folder.glob("connection-*"):
            subprocess.run(["ssh", "-F", "none", "-O", "exit", "-o", f"ControlPath={path}", "host"],
                           capture_output=True, timeout=PATIENCE_S, check=False)
            path.unlink(missing_ok=True)

    def ssh(self, account, command, said=b"", timeout=PATIENCE_S):
        """Runs a command over SSH and returns its standard output."""
        shared = ("-o", "ControlMaster=auto", "-o", f"ControlPath={self.folder}/connection-%r", "-o", "ControlPersist=yes")
        done = subprocess.run([*self.ssh_command(account, *(shared if self.shares else ())), command], input=said, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=timeout, check=False)
        self.last_error = done.stderr.decode(errors="replace")
        return done.stdout

    def job(self, account, gpus, command="sleep 1000", busy=50):
        """Starts a process of this account on GPUs ("0,1"; a slice "0.1"). Returns its pid, once
        nvidia-smi shows it and the command runs."""
        said = self.ssh(account, f"setsid gpu-job -b {busy} {gpus} {command} </dev/null >/dev/null 2>&1 & echo $!")
        pid = int(said)
        self.wait_for(lambda: pid in self.jobs())
        return pid

    def jobs(self):
        """Pids that registered themselves and now run their command."""
        found = {}
        for file in (self.own / "registered").glob("[0-9]*.*"):
            pid = file.name.partition(".")[0]
            with contextlib.suppress(OSError):
                words = self.path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if words[0] and not words[1:2] == [b"/opt/gpus/host/bin/gpu-job"]:
                    found[int(pid)] = words
        return found

    def job_that(self, does, account, gpus, command):
        """A job, once the kernel says that it "ignores" or "catches" TERM."""
        pid = self.job(account, gpus, command)
        mask = {"ignores": "SigIgn", "catches": "SigCgt"}[does]

        def is_so():
            lines = self.path(f"/proc/{pid}/status").read_text().splitlines()
            return int(next(line for line in lines if line.startswith(mask)).split()[1], 16) >> (signal.SIGTERM - 1) & 1
        self.wait_for(is_so, f"{pid} {does} TERM")
        return pid

    def lives(self, pid):
        try:
            return self.path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    @staticmethod
    def wait_for(condition, what="it"):
        return wait_until(condition, what, every_s=0.02)

    @contextlib.contextmanager
    def without(self, *programs):
        """Hides these programs, as if they were not installed there."""
        files = [self.inside("readlink", "-f", f"/usr/bin/{name}").strip() for name in programs]
        for file in files:
            self.inside("mount", "--bind", "/dev/null", file)
        try:
            yield
        finally:
            for file in files:
                self.inside("umount", file)

    @contextlib.contextmanager
    def driver(self, script):
        """Replaces nvidia-smi by this shell text."""
        program = self.path("/usr/local/bin/nvidia-smi")
        before = program.read_text()
        program.write_text(f"#!/bin/sh\n{script}\n")
        try:
            yield
        finally:
            program.write_text(before)

    def stop(self):
        self.end_connections()
        subprocess.run([TOOL, "stop", self.folder], capture_output=True, timeout=PATIENCE_S, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


class Terminal:
    """A login on the host: a terminal, and the output that it got."""

    def __init__(self, host, account, command="exec sleep 1000", utf8=True):
        ours, theirs = pty.openpty()
        settings = termios.tcgetattr(theirs)
        settings[0] = settings[0] | IUTF8 if utf8 else settings[0] & ~IUTF8
        termios.tcsetattr(theirs, termios.TCSANOW, settings)
        self.ours, self.shown = ours, b""
        self.client = subprocess.Popen(
            [*host.ssh_command(account, "-tt"), f"stty -echo; echo READY:$(tty):; {command}"],
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env={**os.environ, "TERM": "xterm"})
        os.close(theirs)
        self.wait_for(b"READY:/dev/pts/")
        self.wait_for(b":\r\n")
        self.tty, _, self.shown = self.shown.partition(b"READY:")[2].partition(b":\r\n")
        self.tty = self.tty.decode()

    def read(self, seconds):
        """Adds the output of this time to the shown text."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if select.select([self.ours], [], [], left)[0]:
                try:
                    self.shown += os.read(self.ours, 65536)
                except OSError:
                    return
            if seconds == 0:
                return

    def wait_for(self, text):
        def is_shown():
            self.read(0.05)
            return text in self.shown
        wait_until(is_shown, f"{text} on a terminal", lambda: repr(self.shown), every_s=0)

    def forget(self):
        self.shown = b""

    def type(self, text):
        os.write(self.ours, text)

    def close(self):
        self.client.kill()
        self.client.wait()
        os.close(self.ours)
