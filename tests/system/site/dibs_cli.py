"""The `dibs` command as a person uses it: with its own home, a server, and the printed answer."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from dibs_node import BUILD
from patience import PATIENCE_S


class CommandResult:
    """The output and exit code of one command."""

    def __init__(self, words, done):
        self.words, self.code, self.out, self.err = words, done.returncode, done.stdout, done.stderr

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def rows(self):
        """The cells of its output into a pipe."""
        return [line.split("\t") for line in self.out.splitlines()]

    def __repr__(self):
        return f"dibs {' '.join(self.words)}: exit {self.code}\n{self.out}{self.err}"


class Cli:
    def __init__(self, server, zone="Europe/Warsaw"):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="dibs-home."))
        self.environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
                            "USER": "ann", "DIBS_SERVER": server, "DIBS_ZONE": zone}

    def __call__(self, *words, stdin="", **environment):
        done = subprocess.run([str(BUILD / "dibs"), *words], input=stdin, text=True, timeout=PATIENCE_S,
                              capture_output=True, check=False, env={**self.environment, **environment})
        return CommandResult(words, done)

    def in_background(self, *words):
        return subprocess.Popen([str(BUILD / "dibs"), *words], text=True, env=self.environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def on_a_terminal(self, *words):
        """Runs it on a terminal; the output is one text."""
        done = subprocess.run(["script", "-qec", " ".join([str(BUILD / "dibs"), *words]), "/dev/null"],
                              stdin=subprocess.DEVNULL, text=True, timeout=PATIENCE_S, capture_output=True,
                              check=False, env={**self.environment, "TERM": "dumb"})
        return CommandResult(words, done)

    def remove(self):
        shutil.rmtree(self.home, ignore_errors=True)
