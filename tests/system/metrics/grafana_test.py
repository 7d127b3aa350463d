#!/usr/bin/env python3
"""The shipped Grafana boards and alert rules, with a real Prometheus that scrapes a real dibsd
with the demo fleet. Each query of each board has data, each series of a rule exists, and each
rule has a case that raises it. Also the stock board of dcgm-exporter, from /metrics/dcgm scraped
as in ops/deploy/prometheus.yml."""
import json
import pathlib
import re
import subprocess
import unittest

from dibs_node import ROOT
from installation import MailedInstallation
from local_disks import has_local_disk
from patience import PATIENCE_S
from prometheus_server import PrometheusServer, program

DEPLOY = ROOT / "ops" / "deploy"
BOARDS = sorted((DEPLOY / "grafana").glob("*.json"))
# Series of NVIDIA's board (grafana.com 12239, and the one in the repository of dcgm-exporter).
STOCK = (
    'max(DCGM_FI_DEV_GPU_TEMP{Hostname=~"$Hostname", gpu=~"$gpu"}) by (Hostname, gpu, uuid)',
    'avg(DCGM_FI_DEV_GPU_TEMP{Hostname=~"$Hostname", gpu=~"$gpu"})',
    'max(DCGM_FI_DEV_POWER_USAGE{Hostname=~"$Hostname", gpu=~"$gpu"}) by (Hostname, gpu, uuid)',
    'sum(max(DCGM_FI_DEV_POWER_USAGE{Hostname=~"$Hostname", gpu=~"$gpu"}) by (gpu))',
    'max(DCGM_FI_DEV_SM_CLOCK{Hostname=~"$Hostname", gpu=~"$gpu"} * 1000000) by (Hostname, UUID, gpu)',
    'max(DCGM_FI_DEV_FB_USED{Hostname=~"$Hostname", gpu=~"$gpu"}) by (Hostname, gpu, GPU_I_ID, GPU_I_PROFILE)',
    'DCGM_FI_DEV_GPU_TEMP{instance=~"$instance", gpu=~"$gpu"}',
    'DCGM_FI_DEV_GPU_UTIL{instance=~"$instance", gpu=~"$gpu"}',
    'DCGM_FI_DEV_FB_FREE{Hostname=~"$Hostname"}',
)
# Its panels that stay empty: profiling, which nvidia-smi does not have.
STOCK_WITHOUT_DATA = ("DCGM_FI_PROF_GR_ENGINE_ACTIVE", "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE")
# Other series that its users query, if this fleet has them.
USUAL = ("DCGM_FI_DEV_FB_USED_PERCENT", "DCGM_FI_DEV_PCIE_MAX_LINK_GEN", "DCGM_FI_DEV_PCIE_MAX_LINK_WIDTH")


def plain(query):
    """The query that Grafana sends with every variable at "All"."""
    return re.sub(r"\$(host|gpu|instance|Hostname)\b", ".*", query.replace("$__rate_interval", "10s"))


def panels(board):
    """All panels, those of collapsed rows too."""
    for panel in board["panels"]:
        yield from (panel, *panel.get("panels", ()))


def queries(board):
    """Of the panels that are shown at once; the collapsed row has values that few GPUs have."""
    for panel in board["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target["expr"]


class Boards(MailedInstallation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.prometheus = PrometheusServer(
            f"- {{job_name: dibs, static_configs: [{{targets: ['127.0.0.1:{cls.node.port}']}}]}}",
            *cls.shipped_job("dibs-dcgm"))
        cls.addClassCleanup(cls.prometheus.stop)
        cls.boards = {path.name: json.loads(path.read_text()) for path in BOARDS}

    @classmethod
    def shipped_job(cls, name):
        """The lines of a commented job in prometheus.yml, for this server and without a token."""
        text = (DEPLOY / "prometheus.yml").read_text()
        job = text[text.index(f"  # - job_name: {name}"):]
        lines = [line[4:] for line in job.splitlines() if line.startswith("  # ")]
        left_out = ("authorization", "credentials_file", "scrape_interval")
        return [line.replace("127.0.0.1:8080", f"127.0.0.1:{cls.node.port}") for line in lines
                if not line.strip().startswith(left_out)]

    def test_each_query_of_each_board_gives_data(self):
        self.fleet.wants("gpu02", "1 zoe 4096 80 python3 train.py")
        self.book(self.admin, ["gpu02:1"])
        self.book(self.admin, ["gpu02:0"], begins={"hours": 2}, ends={"hours": 3})
        for name, board in self.boards.items():
            self.assertGreater(len(list(queries(board))), 20, name)
            for title, query in queries(board):
                with self.subTest(board=name, panel=title, query=query):
                    if "dibs_host_disk_" in query and not has_local_disk():
                        self.skipTest("no local disk is mounted here")
                    # Health series appear after half a minute; a rate needs two scrapes.
                    self.until(lambda query=query: self.prometheus.ask(plain(query)))

    def test_each_variable_of_each_board_has_values(self):
        for name, board in self.boards.items():
            for variable in board["templating"]["list"]:
                if variable["type"] == "datasource":
                    continue
                metric, label = re.fullmatch(r"label_values\((.*), (\w+)\)", variable["definition"]).groups()
                found = self.until(lambda metric=metric: self.prometheus.ask(plain(metric)))
                self.assertTrue(all(label in one["metric"] for one in found), (name, variable["name"]))

    def test_the_stock_board_of_dcgm_exporter_has_its_series_and_labels(self):
        for query in (*STOCK, *USUAL):
            with self.subTest(query=query):
                self.until(lambda query=query: self.prometheus.ask(plain(query)))
        found = self.prometheus.ask("DCGM_FI_DEV_GPU_TEMP")
        self.assertEqual(len(found), 14)
        for one in found:
            labels = one["metric"]
            self.assertRegex(labels["UUID"], r"^GPU-[0-9a-f-]{36}$")
            self.assertEqual(labels["device"], "nvidia" + labels["gpu"])
            self.assertIn("NVIDIA", labels["modelName"])
            self.assertEqual(labels["instance"], labels["Hostname"])  # by the shipped relabelling
        self.assertEqual({one["metric"]["Hostname"] for one in found}, {"gpu01", "gpu02", "gpu03"})
        for name in STOCK_WITHOUT_DATA:
            self.assertEqual(self.prometheus.ask(name), [], "then it is known now: take it from the list")
        checked = subprocess.run([program("promtool"), "check", "metrics", "--lint=none"], text=True, capture_output=True,
                                 input=self.admin.get("/metrics/dcgm").body.decode(), timeout=PATIENCE_S, check=False)
        self.assertNotIn("error while parsing", checked.stderr)

    def test_each_series_of_a_rule_exists(self):
        rules = (DEPLOY / "alerts.yml").read_text()
        asked = set(re.findall(r"\bdibs_\w+", " ".join(re.findall(r"(?m)^ +expr: (.*)$", rules))))
        self.assertGreater(len(asked), 20)
        shown = self.until(lambda: "dibs_gpu_row_remap_failed{" in self.admin.get("/metrics").body.decode() and
                           self.admin.get("/metrics").body.decode())
        known = set(re.findall(r"(?m)^# TYPE (\w+) ", shown))
        self.assertEqual(asked - known, set())


class Files(unittest.TestCase):
    def test_boards_name_no_data_source_and_have_unique_ids(self):
        uids = set()
        for path in BOARDS:
            board = json.loads(path.read_text())
            self.assertIsNone(board["id"], path)
            uids.add(board["uid"])
            self.assertEqual(board["templating"]["list"][0]["type"], "datasource", path)
            ids = [panel["id"] for panel in panels(board)]
            self.assertEqual(len(ids), len(set(ids)), path)
            for panel in panels(board):
                for part in ([panel] if "datasource" in panel else []) + panel.get("targets", []):
                    self.assertEqual(part["datasource"], {"type": "prometheus", "uid": "${datasource}"}, (path, panel["title"]))
        self.assertEqual(len(uids), len(BOARDS))
        self.assertEqual(len(BOARDS), 2)

    def test_panels_do_not_overlap(self):
        for path in BOARDS:
            taken = set()
            for panel in panels(json.loads(path.read_text())):
                at = panel["gridPos"]
                self.assertLessEqual(at["x"] + at["w"], 24)
                cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
                self.assertFalse(cells & taken, (path, panel["title"]))
                taken |= cells

    def promtool(self, *words):
        done = subprocess.run([program("promtool"), *map(str, words)], text=True, capture_output=True, timeout=PATIENCE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_rules_are_valid_and_each_is_raised_by_a_case(self):
        self.promtool("check", "rules", DEPLOY / "alerts.yml")
        cases = pathlib.Path(__file__).with_name("alerts_test.yml")
        self.promtool("test", "rules", cases)
        names = re.findall(r"- alert: (\w+)", (DEPLOY / "alerts.yml").read_text())
        raised = re.findall(r'ALERTS\{alertname="(\w+)",alertstate="firing",', cases.read_text())
        self.assertEqual(set(names), set(raised))
        self.assertEqual(len(names), len(set(names)))

    def test_the_scrape_configuration_is_valid(self):
        self.promtool("check", "config", "--syntax-only", DEPLOY / "prometheus.yml")


if __name__ == "__main__":
    unittest.main()
