"""The demo fleet for system tests: three real OpenSSH servers on loopback ports."""
import pathlib
import subprocess
import tempfile
import shutil

from dibs_node import ROOT


class DemoFleet:
    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dibs-fleet."))
        self.tool = str(ROOT / "ops" / "dev" / "fleet")

    def start(self):
        done = subprocess.run([self.tool, "start", str(self.folder)], capture_output=True,
                              text=True, timeout=120)
        assert done.returncode == 0, f"the fleet did not start:\n{done.stdout}{done.stderr}"
        return self

    @property
    def arguments(self):
        return ["--hosts-file", str(self.folder / "hosts.toml")]

    def stop(self):
        subprocess.run([self.tool, "stop", str(self.folder)], capture_output=True, timeout=60)
        shutil.rmtree(self.folder, ignore_errors=True)
