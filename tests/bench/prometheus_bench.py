#!/usr/bin/python3
"""Bytes a value of our sample log beside a real Prometheus's, on the same series at one value a second.

prometheus_bench.py HISTORY_BENCH [GPUS] [SECONDS]: that program writes the series into our log and as
OpenMetrics text; promtool makes blocks of it, a Prometheus opens them, and has to find every value.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system"))
from prometheus_server import PrometheusServer, program  # noqa: E402


def size_of(folder):
    return sum(file.stat().st_size for file in pathlib.Path(folder).rglob("*") if file.is_file())


def main(bench, gpus="96", seconds="7200"):
    with tempfile.TemporaryDirectory(prefix="dibs-history.") as work:
        text = f"{work}/series.txt"
        ours = json.loads(subprocess.run([pathlib.Path(bench).resolve(), text, gpus, seconds], cwd=work, check=True,
                                         stdout=subprocess.PIPE).stdout)
        subprocess.run([program("promtool"), "tsdb", "create-blocks-from", "openmetrics", "--max-block-duration=24h", text, f"{work}/blocks"],
                       check=True, stdout=subprocess.DEVNULL)
        theirs = size_of(f"{work}/blocks")
        chunks = sum(size_of(folder) for folder in pathlib.Path(f"{work}/blocks").glob("*/chunks"))
        found = count_in(f"{work}/blocks", ours)
    assert found == ours["values"], f"Prometheus holds {found} values of {ours['values']}"
    one = lambda size: f"{size / ours['values']:.3f} B"  # noqa: E731
    print(f"{ours['values']} values, {gpus} GPUs, {seconds} s, one a second, of four metrics")
    print(f"{'our sample log, the file':44} {one(ours['bytes'])} a value, {4 * ours['bytes'] / ours['values']:.2f} B a sample of four")
    print(f"{'Prometheus, its blocks':44} {one(theirs)} a value; chunks alone {one(chunks)}")
    print(f"{'ours / theirs':44} {ours['bytes'] / theirs:.2f}")


def count_in(blocks, ours):
    """How many values a Prometheus that runs on these blocks finds."""
    server = PrometheusServer(data=blocks, retention="100y")
    try:
        end, length = ours["from"] + ours["seconds"], ours["seconds"] + 1
        query = f'sum(count_over_time({{__name__=~"dibs_gpu_.*"}}[{length}s] @ {end}))'
        for _ in range(120):
            if found := server.ask(query):
                return int(found[0]["value"][1])
            time.sleep(0.5)
        return 0
    finally:
        server.stop()


main(*sys.argv[1:])
