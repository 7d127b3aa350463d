"""A real Prometheus for one test: installed by ops/test, with a configuration in a temporary
folder."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request

from dibs_node import ROOT, free_port
from patience import PATIENCE_S


def program(name):
    """The program that ops/test provides: unpacked under .tools, or installed."""
    for folder in (ROOT / ".tools" / "prometheus" / "usr" / "bin", ROOT / ".tools" / "promtool" / "usr" / "bin"):
        if os.access(folder / name, os.X_OK):
            return str(folder / name)
    found = shutil.which(name)
    assert found, f"{name} is not here; ops/test unpacks or installs it (ops/packages)"
    return found


class PrometheusServer:
    """Scrapes each second the targets of `scrape_configs` (lines of YAML). `data`: a folder with
    existing blocks."""

    def __init__(self, *scrape_configs, data=None, retention="15d"):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dibs-prometheus."))
        self.url = f"http://127.0.0.1:{free_port()}"
        (self.folder / "prometheus.yml").write_text(
            "global: {scrape_interval: 1s, scrape_timeout: 1s}\nscrape_configs:\n" + "\n".join(scrape_configs) + "\n")
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                [program("prometheus"), f"--config.file={self.folder}/prometheus.yml",
                 f"--storage.tsdb.path={data or self.folder / 'data'}",
                 f"--storage.tsdb.retention.time={retention}", f"--web.listen-address={self.url.removeprefix('http://')}"],
                stdout=log, stderr=log)

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        shutil.rmtree(self.folder, True)

    def ask(self, query):
        """The samples of an instant query; none while it does not answer yet. A query that it
        cannot parse raises."""
        try:
            with urllib.request.urlopen(f"{self.url}/api/v1/query?" + urllib.parse.urlencode({"query": query}),
                                        timeout=PATIENCE_S) as answer:
                return json.load(answer)["data"]["result"]
        except urllib.error.HTTPError as wrong:
            if wrong.code == 503:
                return []
            raise AssertionError(f"{query}: {wrong.read().decode()}") from wrong
        except OSError:
            assert self.process.poll() is None, (self.folder / "log").read_text()[-2000:]
            return []
