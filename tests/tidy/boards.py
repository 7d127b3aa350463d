#!/usr/bin/env python3
"""Holds the Grafana boards (ops/deploy/grafana) to the series of /metrics: they ask for none that does not exist, and
the fleet board shows each metric of domain/usage/metric.hpp. A metric without a panel made by hand gets one in the
board's last row, which is collapsed. Like rules.py the rules take {path: text}.

Run as a program it prints the fleet board; `boards.py --write` writes it.
"""
import copy
import json
import os
import re
import sys

METRICS = "domain/usage/metric.hpp"
TITLES = "api/dashboard/src/language/en/fleet/chart.ts"
FLEET = "ops/deploy/grafana/dibs-fleet.json"
BOARD = re.compile(r"ops/deploy/grafana/[\w-]+\.json$")

METRIC = re.compile(r'\bMetric\{(\d+), Subject::(\w+), "(\w+)", Unit::(\w+),([^}]*)\}')
LITERAL = re.compile(r'"((?:\\.|[^"\\])*)"')
TITLE = re.compile(r"'metric\.(\w+)\.(\w+)': '([^']+)'")
FAMILY = re.compile(r'"(dibs_\w+)"')
ASKED = re.compile(r"\bdibs_\w+")
BY_PATTERN = re.compile(r'__name__=~"([^"]+)"')

# Grafana's names of the units that /metrics has: bases, and shares instead of percents.
UNITS = {"percent": "percentunit", "mebibyte": "bytes", "mebibyte_per_second": "Bps", "celsius": "celsius",
         "watt": "watt", "megahertz": "hertz", "second": "s", "count": "none"}
OF = {"gpu": ("GPUs", '{host=~"$host",gpu=~"$gpu"}', "{{host}}:{{gpu}}"),
      "host": ("Hosts", '{host=~"$host"}', "{{host}}")}

ROW = 1000                  # the id of the last row; its panels add the id of their metric
WIDTH, HEIGHT = 12, 8


def metrics(tree):
    """(series, id, subject, name, unit, help) of each metric with a series, in the order of the table."""
    for number, subject, name, unit, rest in METRIC.findall(re.sub(r"\s+", " ", tree.get(METRICS, ""))):
        series, *words = LITERAL.findall(rest)
        if series:
            yield series, int(number), subject, name, unit, "".join(words)


def queries(board):
    """What its panels ask for, those in rows too, and what its variables list."""
    for panel in board["panels"]:
        for one in [panel, *panel.get("panels", ())]:
            yield from (target["expr"] for target in one.get("targets", ()))
    yield from (one["definition"] for one in board["templating"]["list"] if "definition" in one)


def is_asked_for(series, asked):
    return series in ASKED.findall(asked) or any(re.fullmatch(one, series) for one in BY_PATTERN.findall(asked))


def panel_of(metric, titles, model, place, top):
    """A panel that looks like `model`, a chart made by hand; `place`: how many are before it."""
    series, number, subject, name, unit, words = metric
    of, selected, legend = OF[subject]
    panel = copy.deepcopy(model)
    panel.update(id=ROW + number, title=f"{of}: {titles.get((subject, name), name)}", description=words)
    panel["gridPos"].update(x=place % 2 * WIDTH, y=top + place // 2 * HEIGHT, w=WIDTH, h=HEIGHT)
    shown = panel["fieldConfig"]["defaults"]
    shown["unit"] = UNITS[unit]
    for bound in ("min", "max"):
        shown.pop(bound, None)
    if unit != "celsius":
        shown["min"] = 0
    del panel["targets"][1:]
    panel["targets"][0].update(expr=series + selected, legendFormat=legend)
    return panel


def fleet_board(tree):
    """The text of the fleet board, with its last row made again."""
    board = json.loads(tree[FLEET])
    by_hand = board["panels"] = [one for one in board["panels"] if one["id"] != ROW]
    asked = "\n".join(queries(board))
    titles = {(subject, name): title for subject, name, title in TITLE.findall(tree.get(TITLES, ""))}
    end = max(one["gridPos"]["y"] + one["gridPos"]["h"] for one in by_hand)
    model = next(one for one in by_hand if one["type"] == "timeseries")
    without_panel = [one for one in metrics(tree) if not is_asked_for(one[0], asked)]
    panels = [panel_of(metric, titles, model, place, end + 1) for place, metric in enumerate(without_panel)]
    if panels:
        by_hand.append({"id": ROW, "type": "row", "title": "More values", "collapsed": True,
                        "gridPos": {"x": 0, "y": end, "w": 24, "h": 1}, "panels": panels})
    return json.dumps(board, indent=1) + "\n"


def fleet_board_shows_each_metric(tree):
    if FLEET in tree and fleet_board(tree) != tree[FLEET]:
        yield f"{FLEET}: its last row is not as {METRICS} says (boards.py --write)"


def boards_ask_for_known_series(tree):
    known = {one[0] for one in metrics(tree)}
    for path, text in tree.items():
        if path.startswith("api/") and path.endswith((".cpp", ".hpp")):
            known.update(FAMILY.findall(text))
    for path, text in sorted(tree.items()):
        if not BOARD.match(path):
            continue
        for query in queries(json.loads(text)):
            for series in ASKED.findall(BY_PATTERN.sub("", query)):
                if series not in known and re.sub(r"_(bucket|sum|count)$", "", series) not in known:
                    yield f"{path}: {series} is no series of /metrics"


def planted(table, *asked):
    """A tree with this table of metrics and a fleet board with a panel for each query."""
    chart = {"id": 1, "type": "timeseries", "title": "", "description": "", "gridPos": {"x": 0, "y": 0, "w": 12, "h": 8},
             "fieldConfig": {"defaults": {}}}
    board = {"templating": {"list": []},
             "panels": [chart | {"targets": [{"expr": query, "legendFormat": ""}]} for query in asked]}
    return {METRICS: table, FLEET: json.dumps(board, indent=1) + "\n"}


def written(tree):
    return tree | {FLEET: fleet_board(tree)}


USE = 'Metric{1, Subject::gpu, "use_percent", Unit::percent, 1000, 0, 100, Fold::mean, false,\n "dibs_use", "Its use."},'
HEAT = 'Metric{2, Subject::gpu, "heat_c", Unit::celsius, 1000, 0, 9, Fold::mean, false, "dibs_heat", "Its "\n "heat."},'
PLANTED = [
    (fleet_board_shows_each_metric,
     [planted(USE + HEAT, "dibs_use"), planted(USE, "dibs_user"),
      written(planted(USE + HEAT, "dibs_use")) | {METRICS: USE},
      written(planted(USE + HEAT, "dibs_use")) | {METRICS: USE + HEAT.replace("heat.", "warmth.")}],
     [planted(USE, "avg(dibs_use)"), written(planted(USE + HEAT, "dibs_use")),
      planted(USE + HEAT, 'sum({__name__=~"dibs_(use|heat)",host="a"})')]),
    (boards_ask_for_known_series,
     [planted(USE, "dibs_use", "dibs_gone"), planted(USE, "dibs_use") | {"ingest/a.cpp": '"dibs_wait"', METRICS: HEAT}],
     [planted(USE, "rate(dibs_use[1d])", "dibs_wait_bucket") | {"api/a.cpp": 'out.family("dibs_wait", "histogram");'}]),
]


def main():
    import tidy_test
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    text = fleet_board(tidy_test.read_tree(root))
    if "--write" not in sys.argv:
        return print(text, end="")
    with open(os.path.join(root, FLEET), "w", encoding="utf-8") as file:
        file.write(text)
    return None


if __name__ == "__main__":
    main()
