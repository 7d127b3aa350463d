"""Jobs of ops/dev/check beyond ops/test: they take hours, one after the other."""
import os

import plan
from job import ROOT, Job

HOURS = 3600


def steps() -> list[Job]:
    return [
        Job("build_release", [plan.STEP, "build_preset", "release", "dibsd", "dibs", "host_request"], limit_s=2 * HOURS),
        Job("build_flips", [plan.STEP, "build_preset", "asan", "test_damage"], limit_s=2 * HOURS),
        Job("build_tsan", [plan.STEP, "build_preset", "tsan", "all"], limit_s=2 * HOURS),
    ]


def suites() -> list[Job]:
    tsan = {"TSAN_OPTIONS": os.environ.get("TSAN_OPTIONS", "halt_on_error=1:second_deadlock_stack=1")}
    dev = ROOT / "ops" / "dev"
    test = str(ROOT / "ops" / "test")
    fuzz_s = os.environ.get("DIBS_FUZZ_S", "600")
    return [
        Job("format", [str(dev / "format"), "--check"], totals="text"),
        Job("alone", [plan.STEP, "build_preset", "dev", "all"], totals="text", limit_s=4 * HOURS),
        Job("headers_alone", [str(dev / "headers_alone")], totals="text", limit_s=2 * HOURS),
        Job("flips", [str(ROOT / "build/asan/tests/test_damage")], ("build_flips",), "gtest",
            env=plan.SANITIZERS | {"DIBS_FLIPS": "2000"}, limit_s=2 * HOURS),
        *(Job(name.replace("test_", "tsan_", 1), [str(ROOT / "build/tsan/tests" / name)], ("build_tsan",), "gtest", env=tsan,
              limit_s=1800) for name in plan.unit_programs()),
        Job("slow", [str(dev / "beside_load"), test, "--all", "system", "dashboard_browser"], totals="text", limit_s=4 * HOURS),
        Job("contract", [str(dev / "contract")], totals="text", limit_s=2 * HOURS),
        Job("torture", [str(dev / "torture"), "--kills", "50"], totals="text", limit_s=HOURS),
        Job("stop_races", [plan.RUN, str(ROOT / "tests/system/enforcement/stop_races_test.py"), "-v"], ("build_release",), "text",
            env={"DIBS_STOP_RACES": "1000"}, limit_s=2 * HOURS),
        Job("axe", [test, "--all", "dashboard"], totals="text", env={"DIBS_AXE": "all"}, limit_s=HOURS),
        Job("fuzz", [str(dev / "fuzz"), fuzz_s], totals="text", limit_s=24 * HOURS),
    ]
