"""The demo fleet for system tests: three real OpenSSH servers on loopback ports, 14 GPUs, and
only the jobs that a test starts (`wants`)."""
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import uuid

from dibs_node import ROOT
from patience import PATIENCE_S


class DemoFleet:
    def __init__(self, accounts=""):
        """`accounts`: "kim lee", more UNIX accounts on each host that accept Dibs's key."""
        self.accounts = accounts
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dibs-fleet."))
        self.tool = str(ROOT / "ops" / "dev" / "fleet")

    def start(self):
        done = subprocess.run(
            [self.tool, "start", str(self.folder), "--steady", "--while", str(os.getpid()),
             "--accounts", self.accounts],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE_S, check=False)
        assert done.returncode == 0, f"the fleet did not start:\n{done.stdout}"
        return self

    @property
    def arguments(self):
        return ["--hosts-file", str(self.folder / "hosts.toml")]

    def wants(self, host, *jobs):
        """Sets the jobs of a host from its next second on. A job is a line "GPUS OWNER MIB BUSY
        COMMAND…"; without any, the host is idle."""
        path = self.folder / host / "wanted"
        fresh = path.with_suffix(".new")
        fresh.write_text("".join(job + "\n" for job in jobs))
        fresh.replace(path)

    def cuts(self, host, card, *profiles, named="card"):
        """Partitions a GPU of a host into slices (MIG), from scratch each time; without profiles
        it is whole. The driver attributes processes to the GPU (590) or to the slice. A job runs
        on slice 1 of GPU 3 if its GPUS are "3.1"."""
        path = self.folder / host / "slices"
        lines = [f"{card} {i} {i + 3} 0 9856 {profile} MIG-{uuid.uuid5(uuid.NAMESPACE_DNS, f'{host}:{card}.{i}')} {named}"
                 for i, profile in enumerate(profiles)]
        fresh = path.with_suffix(".new")
        fresh.write_text("".join(line + "\n" for line in lines))
        fresh.replace(path)

    def hides_slices(self, host, hidden=True):
        """Sets whether `nvidia-smi -q -x` fails there, so that the slice of a process is
        unknown."""
        path = self.folder / host / "no_details"
        path.touch() if hidden else path.unlink(missing_ok=True)

    def spoil(self, host, *answers):
        """Sets answers of the host's GPUs from their next second on, "GPU FIELD VALUE" each;
        none: the normal ones."""
        fresh = self.folder / host / "health.new"
        fresh.write_text("".join(line + "\n" for line in answers))
        fresh.rename(self.folder / host / "health")

    def logs(self, host, *lines):
        """Sets the lines of its kernel log after the first one, "[SECONDS] host kernel: TEXT"
        each; seconds count from its start."""
        fresh = self.folder / host / "kernel_log.new"
        fresh.write_text("".join(line + "\n" for line in lines))
        fresh.rename(self.folder / host / "kernel_log")

    def hides_log(self, host, hidden=True):
        """Sets whether the probe's account may not read the kernel log."""
        path = self.folder / host / "no_kernel_log"
        path.touch() if hidden else path.unlink(missing_ok=True)

    def address(self, host, card):
        """The PCI address of a GPU in the format of the kernel log: 0000:81:00."""
        bus_id = (self.folder / host / "gpus").read_text().splitlines()[card].split()[3]
        return bus_id[4:].split(".")[0].lower()

    def forgets_fields(self, host, *fields):
        """From the next session on, its driver does not know these fields of --query-gpu."""
        (self.folder / host / "unknown").write_text(" ".join(fields))

    def hides(self, host, hidden=True):
        """Sets whether ps hides the owners of jobs there."""
        (self.folder / host / "hidden").touch() if hidden else (self.folder / host / "hidden").unlink()

    # Trouble with a host

    def take_down(self, host):
        """Ends its SSH server and all sessions until bring_up()."""
        os.kill(self.supervisor(), signal.SIGSTOP)
        self.end_servers(host)

    def bring_up(self):
        os.kill(self.supervisor(), signal.SIGCONT)

    def freeze(self, host, signal_number=signal.SIGSTOP):
        """Stops its processes without ending them: connections stay open and nothing comes."""
        for pid in self.processes_of(host):
            with contextlib.suppress(ProcessLookupError):  # it ended meanwhile
                os.kill(pid, signal_number)

    def thaw(self, host):
        self.freeze(host, signal.SIGCONT)

    def change_key(self, host):
        """Changes the host key, as if the host had been reinstalled or replaced."""
        key = self.folder / host / "host_key"
        for file in (key, key.with_suffix(".pub")):
            file.rename(file.with_name("old_" + file.name))
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        self.end_servers(host)

    def restore_key(self, host):
        old = list((self.folder / host).glob("old_host_key*"))
        for file in old:
            file.rename(file.with_name(file.name.removeprefix("old_")))
        if old:
            self.end_servers(host)

    def break_driver(self, host, status, *words):
        """nvidia-smi prints this and exits with this status, until mend_driver()."""
        fresh = self.folder / host / "broken.new"
        fresh.write_text("".join(f"{line}\n" for line in (status, *words)))
        fresh.rename(self.folder / host / "broken")

    def mend_driver(self, host):
        (self.folder / host / "broken").unlink(missing_ok=True)

    def home(self, host, account):
        return self.folder / host / f"home.{account}"

    def lets_in(self, host, account, there=True):
        """Sets whether Dibs's key is in this account's authorized_keys."""
        key = self.folder / host / "keys" / account
        key.write_text((self.folder / host / "authorized_keys").read_text() if there else "")

    def take_uuid(self, host, index, other, other_index):
        """From the next session on, this GPU of a host reports the UUID of another host's GPU,
        as in a cloned machine. Returns that UUID."""
        lines = [(self.folder / name / "gpus").read_text().splitlines() for name in (host, other)]
        uuid = lines[1][other_index].split()[1]
        words = lines[0][index].split()
        lines[0][index] = " ".join([words[0], uuid, *words[2:]])
        fresh = self.folder / host / "gpus.new"
        fresh.write_text("\n".join(lines[0]) + "\n")
        fresh.rename(self.folder / host / "gpus")
        self.end_servers(host)
        return uuid

    def end_servers(self, host):
        for pid in reversed(self.processes_of(host)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def supervisor(self):
        return int((self.folder / "supervisor.pid").read_text().split()[0])

    def processes_of(self, host):
        """The SSH server of a host and all its descendants, parents first."""
        children, servers = {}, []
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                pid, parent = int(stat.parent.name), int(stat.read_text().rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(pid)
                command = (stat.parent / "cmdline").read_bytes().decode(errors="replace")
                if parent == self.supervisor() and f"{self.folder}/{host}/sshd_config" in command:
                    servers.append(pid)
        for pid in servers:
            servers += children.get(pid, [])
        return servers

    def stop(self):
        with contextlib.suppress(OSError, ValueError):
            self.bring_up()
        subprocess.run([self.tool, "stop", str(self.folder)], capture_output=True, timeout=PATIENCE_S,
                       check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
