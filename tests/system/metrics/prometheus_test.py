#!/usr/bin/env python3
"""/metrics in Prometheus: `promtool check metrics` has no complaint, a real Prometheus scrapes
it, and unknown values are absent."""
import re
import subprocess
import time
import unittest

from dibs_node import at
from installation import Installation
from local_disks import has_local_disk
from patience import PATIENCE_S, PROMISE_S
from prometheus_server import PrometheusServer, program


class Prometheus(Installation):
    @classmethod
    def prepare(cls):
        cls.begun_at = time.time()

    def scrape(self):
        answer = self.admin.get("/metrics")
        self.assertEqual(answer.status, 200, answer)
        self.assertRegex(answer.headers["Content-Type"], r"^text/plain; version=0\.0\.4")
        return answer.body.decode()

    def test_promtool_has_no_complaint(self):
        self.until(lambda: "dibs_gpu_utilization_ratio{" in self.scrape())
        checked = subprocess.run([program("promtool"), "check", "metrics"], input=self.scrape(), text=True,
                                 capture_output=True, timeout=PATIENCE_S, check=False)
        self.assertEqual((checked.returncode, checked.stdout, checked.stderr), (0, "", ""))

    def test_each_gpu_has_its_series_and_no_label_names_a_person(self):
        self.fleet.wants("gpu02", "1 zoe 4096 80 python3 secret.py")
        self.book(self.admin, ["gpu02:1"], title="a title")
        self.until(lambda: 'dibs_gpu_reserved{host="gpu02",gpu="1"} 1' in self.scrape())
        text = self.scrape()
        for name in ("dibs_gpu_info", "dibs_gpu_available", "dibs_gpu_reserved",
                     "dibs_gpu_utilization_ratio", "dibs_gpu_memory_used_bytes",
                     "dibs_gpu_temperature_celsius", "dibs_gpu_power_watts"):
            self.assertEqual(text.count(f"\n{name}{{"), 14, name)
        self.assertEqual(text.count("\ndibs_host_memory_used_bytes{"), 3)
        self.assertRegex(text, r'\ndibs_host_info\{host="gpu01",driver="[0-9.]+"\} 1\n')
        self.until(lambda: '\ndibs_gpu_processes{host="gpu02",gpu="1"} 1\n' in self.scrape())
        self.assertIn('\ndibs_gpu_processes{host="gpu02",gpu="0"} 0\n', text)
        for word in ("zoe", "ann", "secret", "a title"):
            self.assertNotRegex(text, rf'="[^"]*\b{word}\b[^"]*"')
        values = [line.rpartition(" ")[2] for line in text.splitlines()
                  if line.startswith("dibs_gpu_utilization_ratio{")]
        self.assertTrue(all(0 <= float(value) <= 1 for value in values), values)

    def test_requests_have_methods_hosts_sample_ages_and_dibsd_its_start(self):
        self.assertEqual(self.admin.post("/api/v1/reservations", {}).status, 400)
        self.until(lambda: 'method="POST",route="/api/v1/reservations",status="400"' in self.scrape())
        text = self.scrape()
        self.assertIn('dibs_http_request_duration_seconds_count{method="POST",route="/api/v1/reservations"}', text)
        ages = re.findall(r'(?m)^dibs_host_last_sample_age_seconds\{host="gpu0[123]"\} (\S+)$', text)
        self.assertEqual(len(ages), 3)
        self.assertTrue(all(0 <= float(age) < PROMISE_S for age in ages), ages)
        started = float(re.search(r"\nprocess_start_time_seconds (\S+)\n", text)[1])
        self.assertTrue(self.begun_at - 2 <= started <= time.time() + 2, started)

    def test_without_a_value_there_is_no_sample(self):
        self.fleet.take_down("gpu03")
        self.addCleanup(self.fleet.bring_up)
        gone = self.until(lambda: 'dibs_gpu_available{host="gpu03",gpu="0"} 0' in (text := self.scrape()) and text)
        for name in ("gpu_processes", "gpu_utilization_ratio", "gpu_temperature_celsius", "host_memory_used_bytes"):
            self.assertNotIn(f'dibs_{name}{{host="gpu03"', gone, "from the moment on at which nobody sees it")
        aged = r'\ndibs_host_last_sample_age_seconds\{host="gpu03"\} (\S+)\n'
        self.until(lambda: float(re.search(aged, self.scrape())[1]) > 5)
        self.assertIn('dibs_gpu_temperature_celsius{host="gpu01"', self.scrape())

    def test_violations_are_counted_by_their_kind(self):
        chen = self.node.add_person(self.admin, "chen")
        self.addCleanup(chen.close)
        self.book(self.admin, ["gpu02:2", "gpu02:3"])
        self.book(chen, ["gpu02:0"])
        self.fleet.wants("gpu02", "2 chen 512 20 ./other", "3 nobody-here 512 20 ./unknown")
        self.addCleanup(self.fleet.wants, "gpu02")
        kinds = lambda: {one["kind"] for one in self.admin.get("/api/v1/violations?state=open").json["items"]}   # noqa: E731
        self.until(lambda: kinds() == {"wrong_gpu", "unknown_person"})
        counted = r'(?m)^dibs_host_violations_open\{host="gpu02",kind="(\w+)"\} (\d+)$'
        self.until(lambda: dict(re.findall(counted, self.scrape())) ==
                   {"intruder": "0", "unbooked": "0", "wrong_gpu": "1", "unknown_person": "1"})
        server = PrometheusServer(f"- {{job_name: dibs, static_configs: [{{targets: ['127.0.0.1:{self.node.port}']}}]}}")
        self.addCleanup(server.stop)
        open_now = self.until(lambda: server.ask("dibs_host_violations_open > 0"))
        self.assertEqual(sorted(one["metric"]["kind"] for one in open_now), ["unknown_person", "wrong_gpu"])

    def test_watched_health_values_of_hosts_and_gpus_are_exposed(self):
        self.fleet.spoil("gpu02", "1 remapped_rows.failure Yes", "1 gpu_recovery_action Reset", "1 temperature.memory 91")
        self.addCleanup(self.fleet.spoil, "gpu02")
        bad = '{host="gpu02",gpu="1"}'
        # read every half minute
        self.until(lambda: f"dibs_gpu_row_remap_failed{bad} 1" in self.scrape())
        text = self.scrape()
        for line in (f"dibs_gpu_recovery_needed{bad} 1", f"dibs_gpu_memory_temperature_celsius{bad} 91",
                     'dibs_gpu_row_remap_failed{host="gpu02",gpu="0"} 0', 'dibs_gpu_pcie_lanes_max{host="gpu02",gpu="0"} 16',
                     'dibs_gpu_throttled_by_heat_ratio{host="gpu02",gpu="0"} 0'):
            self.assertIn(line + "\n", text)
        # a GPU without ECC does not report it
        self.assertNotIn('dibs_gpu_row_remap_failed{host="gpu03"', text)
        for name in ("uptime_seconds", "swap_total_bytes", "boot_time_seconds"):
            self.assertEqual(text.count(f"\ndibs_host_{name}{{"), 3, name)
        for name in ("disk_fullest_ratio", "disk_total_bytes"):
            self.assertEqual(text.count(f"\ndibs_host_{name}{{"), 3 if has_local_disk() else 0, name)

    def test_a_driver_that_does_not_know_a_field_gives_the_others(self):
        self.fleet.forgets_fields("gpu03", "utilization.encoder", "gpu_recovery_action", "clocks_throttle_reasons.active")
        self.addCleanup(self.fleet.forgets_fields, "gpu03")
        self.fleet.take_down("gpu03")
        self.until(lambda: 'dibs_gpu_available{host="gpu03",gpu="0"} 0' in self.scrape())
        self.fleet.bring_up()
        of_gpu03 = '{host="gpu03",gpu="0"}'
        self.until(lambda: f"dibs_gpu_pcie_lanes{of_gpu03} 16" in self.scrape() and
                   f"dibs_gpu_available{of_gpu03} 1" in self.scrape())
        # Earlier samples are no longer current once other fields are reported.
        self.until(lambda: f"dibs_gpu_encoder_utilization_ratio{of_gpu03}" not in self.scrape())
        text = self.scrape()
        self.assertNotIn(f"dibs_gpu_recovery_needed{of_gpu03}", text)
        self.assertIn(f"dibs_gpu_decoder_utilization_ratio{of_gpu03} 0", text)
        self.assertIn(f"dibs_gpu_throttled_by_heat_ratio{of_gpu03} 0", text)  # by its newer name

    def test_a_real_prometheus_scrapes_it(self):
        server = PrometheusServer(f"- {{job_name: dibs, static_configs: [{{targets: ['127.0.0.1:{self.node.port}']}}]}}")
        self.addCleanup(server.stop)
        ask = server.ask
        self.until(lambda: [r["value"][1] for r in ask('up{job="dibs"}')] == ["1"])
        found = self.until(lambda: len(ask("dibs_gpu_utilization_ratio")) == 14 and
                           ask('dibs_gpu_utilization_ratio{host="gpu01",gpu="0"}'))
        self.assertEqual(found[0]["metric"]["job"], "dibs")
        scraped = self.until(lambda: ask("scrape_samples_scraped"))
        self.assertEqual(scraped[0]["metric"]["job"], "dibs")

    def test_a_real_prometheus_shows_how_much_of_a_budget_is_used(self):
        made = self.admin.post("/api/v1/budgets", {
            "project": "llama", "gpu_hours": 10, "period": "once", "from": at(hours=1), "until": at(hours=90),
            "when_spent": "refuse"})
        self.assertEqual(made.status, 201, made)
        self.book(self.admin, ["gpu01:4", "gpu01:5"], {"hours": 10}, {"hours": 14}, project="llama")
        budget = f'{{scope="project",name="llama",period="once",budget="{made.json["id"]}"}}'
        self.until(lambda: f"\ndibs_budget_ahead_gpu_seconds{budget} 28800\n" in self.scrape())
        self.assertIn(f"\ndibs_budget_limit_gpu_seconds{budget} 36000\n", self.scrape())
        self.assertIn(f"\ndibs_budget_spent_gpu_seconds{budget} 0\n", self.scrape())
        checked = subprocess.run([program("promtool"), "check", "metrics"], input=self.scrape(), text=True,
                                 capture_output=True, timeout=PATIENCE_S, check=False)
        self.assertEqual((checked.returncode, checked.stdout, checked.stderr), (0, "", ""))
        server = PrometheusServer(f"- {{job_name: dibs, static_configs: [{{targets: ['127.0.0.1:{self.node.port}']}}]}}")
        self.addCleanup(server.stop)
        taken = "(dibs_budget_spent_gpu_seconds + dibs_budget_ahead_gpu_seconds) / dibs_budget_limit_gpu_seconds"
        found = self.until(lambda: server.ask(taken))
        self.assertEqual([(one["metric"]["name"], one["value"][1]) for one in found], [("llama", "0.8")])


if __name__ == "__main__":
    unittest.main()
