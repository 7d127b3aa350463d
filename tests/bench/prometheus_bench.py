#!/usr/bin/python3
"""Bytes per value of our sample log and of a real Prometheus, for the same series at one value per second.

prometheus_bench.py HISTORY_BENCH [GPUS] [SECONDS]: that program writes the series into our log and as
OpenMetrics text. promtool makes blocks of the text, a Prometheus opens them and must find every value.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system" / "site"))
from prometheus_server import PrometheusServer, program  # noqa: E402

NAMES = ("dibs_gpu_utilization_ratio", "dibs_gpu_memory_used_bytes", "dibs_gpu_temperature_celsius", "dibs_gpu_power_watts")


def size_of(folder):
    return sum(file.stat().st_size for file in pathlib.Path(folder).rglob("*") if file.is_file())


def blocks_of(text, folder):
    """Makes blocks with Prometheus's own tool; returns their size in bytes."""
    subprocess.run([program("promtool"), "tsdb", "create-blocks-from", "openmetrics", "--max-block-duration=24h", text, folder],
                   check=True, stdout=subprocess.DEVNULL)
    return size_of(folder)


def main(bench, gpus="96", seconds="7200"):
    with tempfile.TemporaryDirectory(prefix="dibs-history.") as work:
        text = f"{work}/series.txt"
        ours = json.loads(subprocess.run([pathlib.Path(bench).resolve(), text, gpus, seconds], cwd=work, check=True,
                                         stdout=subprocess.PIPE).stdout)
        theirs = blocks_of(text, f"{work}/blocks")
        plain = blocks_of(f"{text}.plain", f"{work}/plain")
        found = count_in(f"{work}/blocks", ours)
    assert found == ours["values"], f"Prometheus holds {found} values of {ours['values']}"
    one = lambda size: f"{size / ours['values']:.2f} B a value"  # noqa: E731
    print(f"{ours['values']} values: {gpus} GPUs, {seconds} s, one a second, of four metrics; both give all of them back")
    print(f"{'our sample log, the whole file':44} {one(ours['bytes'])}, {4 * ours['bytes'] / ours['values']:.2f} B a sample of four")
    print(f"{'Prometheus, its blocks, as /metrics shows them':44} {one(theirs)}; ours / theirs {ours['bytes'] / theirs:.2f}")
    print(f"{'Prometheus, the same in whole numbers':44} {one(plain)}; ours / theirs {ours['bytes'] / plain:.2f}")


def count_in(blocks, ours):
    """The number of values that a Prometheus finds in these blocks."""
    server = PrometheusServer(data=blocks, retention="100y")
    try:
        end, length = ours["from"] + ours["seconds"], ours["seconds"] + 1
        query = " + ".join(f"sum(count_over_time({name}[{length}s] @ {end}))" for name in NAMES)
        for _ in range(120):
            if found := server.ask(query):
                return int(found[0]["value"][1])
            time.sleep(0.5)
        return 0
    finally:
        server.stop()


main(*sys.argv[1:])
