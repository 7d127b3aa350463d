#!/usr/bin/env python3
# ops/test: as root
"""Stopping a process on an isolated host with real accounts, processes, sshd and sudo. Covers
TERM, KILL after the grace, and a dry run. A mismatch is named and the process lives. Also
accounts without the right, drivers that hang, fail or name slices, the root-owned helper and the
processes it never touches."""
import contextlib
import json
import os
import time
import unittest

from isolated_host import ROOT, host_request
from patience import PROMISE_S
from stop_case import BOOT_ID, LATE_DRIVER, LEAVING, STUBBORN, StopCase, meaning

HELPER = "/usr/local/lib/dibs/dibs-stop"
SUDOERS = f'dibs ALL=(root) NOPASSWD: {HELPER} ""\n'


class StopAsItsOwner(StopCase):
    def test_term_is_enough(self):
        pid = self.host.job("ann", 0)
        self.assertEqual(self.stop(self.about(pid)), ("terminated", "", "TERM", ""))
        self.assertFalse(self.host.lives(pid))

    def test_kill_comes_after_the_grace(self):
        pid = self.host.job_that("ignores", "ann", "0,1", STUBBORN)
        began = time.monotonic()
        outcome = self.stop(self.about(pid, gpu=1, grace=2))
        self.assertEqual(outcome, ("killed", "", "TERM KILL", ""))
        self.assertTrue(2 <= time.monotonic() - began < PROMISE_S)
        self.assertFalse(self.host.lives(pid))

    def test_one_signal_alone_is_sent(self):
        pid = self.host.job_that("ignores", "ann", 0, STUBBORN)
        outcome = self.stop(self.about(pid, signals="TERM", grace=1))
        self.assertEqual(outcome, ("unconfirmed", "", "TERM", "it has not ended yet"))
        self.assertTrue(self.host.lives(pid))
        outcome = self.stop(self.about(pid, signals="KILL"))
        self.assertEqual(outcome, ("killed", "", "KILL", ""))

    def test_a_dry_run_does_everything_but_the_signal(self):
        pid = self.host.job("ann", 0)
        dry = [*self.about(pid), "dry_run"]
        self.assertEqual(self.stop(dry), ("would_stop", "", "", ""))
        self.assertEqual(self.stop([*self.about(pid, gpu=1), "dry_run"])[:2],
                         ("not_it", "gpu"))
        self.assertEqual(self.stop([*self.about(pid), "dry_run"], account="ben")[0], "refused")
        self.assertTrue(self.host.lives(pid))

    def test_a_mismatch_is_named_and_the_process_lives(self):
        pid, other = self.host.job("ann", 0), self.host.job("ben", 1)
        known, ticks = self.started(pid), self.ticks(pid)
        thread = self.a_thread()
        for check, changes in (("start_time", {"started": known - 4}), ("start_time", {"started": known + 4}),
                               ("start_time", {"start_ticks": ticks + 1}),
                               ("start_time", {"start_ticks": ticks - 1, "started": None}),
                               ("uid", {"user": "ben"}), ("uid", {"user": "nobody-here"}),
                               ("uid", {"uid": 1002, "user": None}), ("uid", {"uid": 1002}),
                               ("uid", {"user": "root"}),
                               ("boot_id", {"boot_id": BOOT_ID[:-1] + ("0" if BOOT_ID[-1] != "0" else "1")}),
                               ("gpu", {"gpu": self.host.gpus[1]}), ("gpu", {"gpu": "GPU-" + "0" * 36}),
                               ("gpu", {"gpu": "MIG-" + "0" * 36})):
            with self.subTest(**changes):
                self.assertEqual(self.stop(self.about(pid, **changes))[:3],
                                 ("not_it", check, ""))
        self.assertEqual(self.stop(self.about(pid, pid=thread))[:2], ("not_it", "pid"))
        for close in (known - 1, known + 1):  # ps may be off by a second
            self.assertEqual(self.stop([*self.about(pid, started=close), "dry_run"])[0],
                             "would_stop")
        exact = self.about(pid, started=None, start_ticks=ticks, uid=1001, user=None)
        self.assertEqual(self.stop([*exact, "dry_run"])[0], "would_stop")
        self.assertTrue(self.host.lives(pid) and self.host.lives(other))

    def a_thread(self):
        """The id of a thread that is not a process."""
        code = "import threading,time;t=threading.Thread(target=time.sleep,args=(1000,));t.start();t.join()"
        pid = self.host.job("ann", 0, f"python3 -c \"{code}\"")
        tasks = self.host.wait_for(lambda: [t for t in os.listdir(self.host.path(f"/proc/{pid}/task"))
                                            if int(t) != pid])
        return int(tasks[0])

    def test_a_process_that_ended_is_gone(self):
        pid = self.host.job("ann", 0)
        words = self.about(pid)
        self.host.inside("kill", "-KILL", str(pid))
        self.host.wait_for(lambda: not self.host.lives(pid))
        self.assertEqual(self.stop(words), ("gone", "", "", ""))

    def test_without_the_right_to_signal_it_is_refused(self):
        pid = self.host.job("ben", 0)
        self.assertEqual(self.stop(self.about(pid, "ben"), account="ann"),
                         ("refused", "", "", "no right to signal it"))
        self.assertTrue(self.host.lives(pid))

    def test_a_driver_that_hangs_fails_or_hides_confirms_nothing(self):
        pid = self.host.job("ann", 0)
        drivers = (("exec sleep 1000", LATE_DRIVER), ("trap '' TERM; echo x; sleep 1000 & wait", "no answer"),
                   ("echo 'NVML: Driver/library version mismatch'; exit 18", "status 18"),
                   (f"echo '{self.host.gpus[0]}, {pid}'; exit 1", "status 1"),
                   ("kill -SEGV $$", "status -11"), ("exec yes", "no answer"),
                   (f"echo '{self.host.gpus[0]}, [Not Supported]'", "hides its processes"))
        for script, words in drivers:
            with self.subTest(script=script), self.host.driver(script):
                outcome, _, sent, detail, took = self.timed_stop(self.about(pid))
                self.assertLess(took, PROMISE_S)
                self.assertEqual((outcome, sent), ("unconfirmed", ""), detail)
                self.assertIn(words, detail)
        with self.host.driver("true"):
            self.assertEqual(self.stop(self.about(pid))[:2], ("not_it", "gpu"))
        with self.missing_driver():
            self.assertEqual(self.stop(self.about(pid))[0::3],
                             ("unconfirmed", "there is no nvidia-smi"))
        self.assertTrue(self.host.lives(pid))

    def timed_stop(self, request):
        began = time.monotonic()
        return *self.stop_once(request, "ann"), time.monotonic() - began

    @contextlib.contextmanager
    def missing_driver(self):
        program = self.host.path("/usr/local/bin/nvidia-smi")
        text = program.read_text()
        program.unlink()
        try:
            yield
        finally:
            program.write_text(text)
            program.chmod(0o755)

    def test_a_process_that_leaves_the_gpu_after_term_is_not_killed(self):
        pid = self.host.job_that("catches", "ann", 0, LEAVING)
        self.assertEqual(self.stop(self.about(pid, grace=3))[:3], ("not_it", "gpu", "TERM"))
        self.assertTrue(self.host.lives(pid))

    def test_a_process_on_a_slice_is_found_however_the_driver_names_it(self):
        slices = [f"MIG-{n:08}-0000-4000-8000-000000000000" for n in (1, 2)]
        for named in ("card", "slice"):
            text = "".join(f"0 {n} {n + 3} 0 9856 1g.10gb {uuid} {named}\n" for n, uuid in enumerate(slices))
            (self.host.own / "slices").write_text(text)
            pid = self.host.job("ann", "0.1")
            with self.subTest(named=named):
                dry = [*self.about(pid, gpu=0), "dry_run"]
                right, wrong = ([word.replace(self.host.gpus[0], uuid) for word in dry] for uuid in slices[::-1])
                self.assertEqual(self.stop(right)[0], "would_stop")
                self.assertEqual(self.stop(wrong)[:2], ("not_it", "gpu"))
        (self.host.own / "slices").unlink()

    def test_an_older_python_works_and_a_kernel_without_pidfds_is_refused(self):
        """Python before 3.9 makes the system calls itself; without pidfds no signal is sent."""
        for changes, expected in (
                ({b"import errno\n": b"import errno, os, signal\ndel os.pidfd_open, signal.pidfd_send_signal\n"},
                 ("terminated", "TERM", "")),
                ({b"import errno\n": b"import errno, os, signal\ndel os.pidfd_open\n", b"(434,": b"(9999,"},
                 ("refused", "", "no pidfd: Function not implemented")),
                ({b"import errno\n": b"import errno, signal\ndel signal.pidfd_send_signal\n", b"(424,": b"(9999,"},
                 ("refused", "", "no signal through a pidfd: Function not implemented"))):
            pid = self.host.job("ann", 0)
            request = self.changed(host_request("stop", *self.about(pid)), changes)
            answer = meaning(self.host.ssh("ann", self.command, said=request))
            self.assertEqual((answer[0], *answer[2:]), expected)

    def changed(self, request, changes):
        """The request with another text of the program, framed again."""
        size, rest = request.split(b"\n", 1)
        text, last = rest[:int(size)], rest[int(size):]
        for old, new in changes.items():
            self.assertEqual(text.count(old), 1)
            text = text.replace(old, new)
        return b"%d\n" % len(text) + text + last

    def test_noise_of_the_host_is_ignored(self):
        pid = self.host.job("ann", 0)
        self.host.path("/home/ann/.bashrc").write_text("echo Welcome; echo '#dibs-answer 1'; echo '{\"outcome\": 1}'\n")
        try:
            self.assertEqual(self.stop([*self.about(pid), "dry_run"])[0], "would_stop")
        finally:
            self.host.path("/home/ann/.bashrc").unlink()

    def test_a_host_without_python_says_so_and_the_process_lives(self):
        pid = self.host.job("ann", 0)
        request = self.about(pid)
        with self.host.without("python3"):
            self.assertEqual(self.stop(request), ("refused", "", "", "python3 (3.6 or later) does not work there"))
        self.assertTrue(self.host.lives(pid))

    def test_every_login_shell_hands_the_command_on(self):
        for shell in ("sh", "bash", "dash", "zsh", "fish", "tcsh", "ksh", "busybox"):
            found = self.host.inside("sh", "-c", f"command -v {shell}", check=False).strip()
            if not found:
                continue
            words = ["busybox", "sh"] if shell == "busybox" else [found]
            said = self.host.inside("setpriv", "--reuid=1001", "--clear-groups", *words, "-c", self.command,
                                    said="0\n")
            self.assertEqual(said, "", shell)  # an empty program ran and printed nothing


class StopByTheHelper(StopCase):
    def setUp(self):
        super().setUp()
        for folder in ("/usr/local/lib/dibs", "/etc/dibs"):
            self.host.path(folder).mkdir(exist_ok=True)
        self.install("dibs-stop")
        self.put("/etc/dibs/stop.conf", "# people only\nlowest_uid = 1000\n")
        self.put("/etc/sudoers.d/dibs", SUDOERS, 0o440)

    def put(self, path, text, mode=0o644):
        file = self.host.path(path)
        file.unlink(missing_ok=True)
        file.write_text(text)
        file.chmod(mode)

    def install(self, name):
        self.put(HELPER, (ROOT / "ops/deploy/host" / name).read_text(), 0o755)

    def help(self, words=(), account="dibs", said=None):
        request = host_request("root-stop", *words) if said is None else said
        command = host_request("root-command").decode()
        return self.answer_in_time(lambda: meaning(self.host.ssh(account, command, said=request)))

    def test_helper_stops_processes_of_people(self):
        pid = self.host.job("ben", 0)
        self.assertEqual(self.help([*self.about(pid, "ben"), "dry_run"]), ("would_stop", "", "", ""))
        self.assertEqual(self.help(self.about(pid, "ben")), ("terminated", "", "TERM", ""))
        pid = self.host.job_that("ignores", "kim", 0, STUBBORN)
        self.assertEqual(self.help(self.about(pid, "kim", grace=1)), ("killed", "", "TERM KILL", ""))
        self.assertEqual(self.help(self.about(1, pid=4194303)), ("gone", "", "", ""))

    def test_processes_that_the_host_protects_are_not_stopped(self):
        own = self.host.job("ann", 0)
        for conf, words in (("never = ben ann\n", "uid 1001 are never stopped"), ("never = 1001\n", "uid 1001"),
                            ("lowest_uid = 1002\n", "uid 1001"), ("never = zoe\n", "nobody is called zoe"),
                            ("nevr = ann\n", "not understood"), ("lowest_uid = x\n", "not understood"),
                            ("never =\n", "not understood"), ("= 1001\n", "not understood"),
                            ("never 1001\n", "not understood")):
            self.put("/etc/dibs/stop.conf", conf)
            outcome, _, sent, detail = self.help(self.about(own))
            self.assertEqual((outcome, sent), ("refused", ""), detail)
            self.assertIn(words, detail)
        self.put("/etc/dibs/stop.conf", "lowest_uid = 0\n")
        service = self.root_job()
        self.assertIn("uid 0 are never", self.help(self.about(service, "root"))[3])
        self.assertTrue(self.host.lives(service))
        self.host.inside("kill", str(service))
        self.assertTrue(self.host.lives(own))

    def root_job(self):
        pid = int(self.host.inside("sh", "-c", "setsid gpu-job 0 </dev/null >/dev/null 2>&1 & echo $!"))
        self.host.wait_for(lambda: pid in self.host.jobs())
        return pid

    def test_without_a_root_owned_file_it_does_nothing(self):
        pid = self.host.job("ann", 0)
        conf = self.host.path("/etc/dibs/stop.conf")
        for spoil, mend in ((lambda: conf.chmod(0o664), lambda: None),
                            (lambda: os.chown(conf, 1001, 0), lambda: None),
                            (conf.unlink, lambda: None),
                            (lambda: conf.parent.chmod(0o777), lambda: conf.parent.chmod(0o755)),
                            (lambda: (conf.unlink(), conf.symlink_to("/etc/hostname")), lambda: None)):
            self.put("/etc/dibs/stop.conf", "")
            spoil()
            self.assertEqual(self.help(self.about(pid))[0], "refused")
            mend()
        self.assertTrue(self.host.lives(pid))

    def test_missing_sudo_rights_or_helper_are_named(self):
        pid = self.host.job("ann", 0)
        words = self.about(pid)
        self.assertIn("sudo does not let", self.help(words, account="ben")[3])
        self.assertIn("password is required", self.host.ssh("dibs", f"sudo -n {HELPER} x 2>&1").decode())
        self.host.path("/etc/sudoers.d/dibs").unlink()
        self.assertIn("sudo does not let", self.help(words)[3])
        self.host.path(HELPER).unlink()
        self.assertIn("not installed", self.help(words)[3])
        self.assertTrue(self.host.lives(pid))

    def test_input_that_is_not_understood_is_refused(self):
        pid = self.host.job("ann", 0)
        good = json.loads(host_request("root-stop", *self.about(pid)))
        lines = [b"", b"\n", b"{}\n", b"[]\n", b"null\n", json.dumps(good).encode(), b"[" * 5000 + b"\n",
                 b'{"pid":1,' + json.dumps(good).encode()[1:] + b"\n",
                 json.dumps(good).encode()[:-1] + b',"pid":%d}\n' % pid, json.dumps(good).encode() + b" x\n",
                 b'{"x":"' + b"x" * 20000 + b'"}\n', b"\xff\xfe\n", b"\0" * 100 + b"\n"]
        for change in ({"pid": 1}, {"pid": 0}, {"pid": -pid}, {"pid": str(pid)}, {"pid": True}, {"pid": pid + 0.5},
                       {"pid": 1 << 40}, {"boot_id": BOOT_ID + "\n"}, {"boot_id": "../x"}, {"user": "ann; id"},
                       {"user": ""}, {"user": None}, {"uid": -1}, {"gpus": []}, {"gpus": "GPU-1"}, {"gpus": ["GPU 1"]},
                       {"gpus": [self.host.gpus[0]] * 65}, {"gpus": [["GPU-1"]]}, {"grace_s": -1}, {"grace_s": 901},
                       {"grace_s": 1.5}, {"dry_run": 1}, {"dry_run": "no"}, {"signals": ["HUP"]}, {"signals": []},
                       {"signals": ["KILL", "TERM"]}, {"signals": "KILL"}, {"started_s": "1"}, {"path": "/bin/sh"}):
            lines.append(json.dumps({**good, **change}).encode() + b"\n")
        for gone in good:
            lines.append(json.dumps({k: v for k, v in good.items() if k != gone}).encode() + b"\n")
        for line in lines:
            with self.subTest(line=line[:200]):
                self.assertEqual(self.help(said=line)[:1], ("refused",))
        self.assertTrue(self.host.lives(pid))

    def test_the_environment_of_the_account_is_ignored(self):
        """The account's environment: a PATH with another nvidia-smi, a PYTHONPATH."""
        pid = self.host.job("ann", 0)
        self.host.ssh("dibs", "mkdir -p bin; for p in nvidia-smi python3; do "
                              "printf '#!/bin/sh\\ntouch /tmp/mine\\n' >bin/$p; chmod +x bin/$p; done; "
                              "echo 'open(\"/tmp/mine\",\"w\")' | tee bin/json.py bin/sitecustomize.py >bin/os.py")
        exports = "export PATH=$HOME/bin:$PATH PYTHONPATH=$HOME/bin; cd bin; "
        command = exports + f"exec /usr/bin/sudo -n {HELPER}"
        said = self.host.ssh("dibs", command, said=host_request("root-stop", *self.about(pid), "dry_run"))
        self.assertEqual(meaning(said)[0], "would_stop", self.host.last_error)
        self.assertFalse(self.host.path("/tmp/mine").exists())


if __name__ == "__main__":
    unittest.main()
