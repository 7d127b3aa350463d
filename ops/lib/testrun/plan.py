"""All jobs of `ops/test`: the builds, the suites, and their dependencies."""
import functools
import os
import pathlib
import re

import inputs
from job import ROOT, Job

STEP = str(ROOT / "ops" / "lib" / "step")  # runs one shell function of ops/lib
PROGRAMS = ("build/release/dibsd", "build/release/dibs", "build/release/dibs-import")
RUN = str(ROOT / "tests/system/run")  # starts a suite with the helpers of tests/system/site
HELPERS = tuple(f"build/release/tests/{name}" for name in ("grow_log", "grow_usage", "host_request"))
SANITIZERS = {
    "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "detect_stack_use_after_return=1:strict_string_checks=1"),
    "UBSAN_OPTIONS": os.environ.get("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1"),
}
# Files that programs and tests read while they run; C++ sources count through the programs.
READ_BY_TESTS = ("api/openapi.yaml", "api/asyncapi.yaml", "api/sentences/", "examples/", "ops/")


def _paths(pattern: str) -> list[pathlib.Path]:
    return sorted(ROOT.glob(pattern))


def _inside(file: pathlib.Path) -> str:
    return str(file.relative_to(ROOT))


def _is_root() -> bool:
    return os.getuid() == 0


def steps() -> list[Job]:
    """Steps: packages of Node, the dashboard, both builds, and the tree that tests run in."""
    build = [STEP, "build_preset"]
    return [
        Job("node", [STEP, "need_all_node_modules"]),
        Job("dashboard_build", [STEP, "build_dashboard"], ("node",)),
        Job("build_release", [*build, "release", "dibsd", "dibs", "grow_log", "grow_usage", "host_request"],
            limit_s=5000, background=True),
        Job("build_asan", [*build, "asan", "all"], limit_s=5000, background=True, behind=("build_release",)),
        Job("tree", [STEP, "copy_tree", "build/dashboard", "node_modules", "package.json", *HELPERS],
            ("build_release", "dashboard_build")),
    ]


def tidy() -> list[Job]:
    files = [*_paths("tests/tidy/*_test.py"), *_paths("tests/schemas/*_test.py")]
    everything = functools.partial(inputs.digest, "")
    jobs = [Job(f"tidy_{f.stem.removesuffix('_test')}", ["python3", str(f)], totals="text", inputs=everything) for f in files]
    lint = str(ROOT / "tests/schemas/lint/lint")
    contracts = functools.partial(inputs.digest, "api/openapi.yaml", "api/asyncapi.yaml", "api/events/", "tests/schemas/")
    return [*jobs, Job("tidy_contracts", [lint], ("node",), "text", contracts)]


def unit_programs() -> list[str]:
    """The programs in tests/CMakeLists.txt: one for each folder."""
    text = (ROOT / "tests/CMakeLists.txt").read_text()
    return ["test_" + folder.removesuffix("/*").replace("/", "_") for folder in re.findall(r"^dibs_tests\((\S+)", text, re.M)] + ["test_two_writers"]


def unit() -> list[Job]:
    def one(name: str) -> Job:
        program = f"build/asan/tests/{name}"
        built = (program, *(f"build/asan/tests/fence/two_writers/{p}" for p in ("zombie_writer", "zombie_writer_lenient")
                            if name == "test_two_writers"))
        reads = functools.partial(inputs.digest, "tests/", "domain/", *READ_BY_TESTS, without=(".cpp", ".hpp", ".ts", ".py"), built=built)
        return Job(name, [str(ROOT / program)], ("build_asan",), "gtest", reads, SANITIZERS, limit_s=1800)
    return [one(name) for name in unit_programs()]


def dashboard() -> list[Job]:
    page = functools.partial(inputs.digest, "api/dashboard/", "api/sentences/", "api/openapi.yaml", "package-lock.json")
    journeys = functools.partial(inputs.digest, "tests/dashboard/", "package-lock.json")
    linted = functools.partial(inputs.digest, "api/dashboard/", "tests/dashboard/", "tests/bench/dashboard/", "package.json",
                               "package-lock.json", "eslint.config.js")
    npm = ["npm", "--prefix"]
    return [
        Job("dashboard_unit", [*npm, str(ROOT / "api/dashboard"), "test"], ("dashboard_build",), "text", page),
        Job("dashboard_types", [*npm, str(ROOT / "api/dashboard"), "run", "check:types"], ("dashboard_build",), "text", page),
        Job("dashboard_lint", [*npm, str(ROOT), "run", "lint"], ("node",), "text", linted),
        Job("dashboard_tests_types", [*npm, str(ROOT / "tests/dashboard"), "run", "check"], ("dashboard_build",), "text", journeys),
        *browser(),
    ]


def browser(*files: str) -> list[Job]:
    """tests/dashboard, or these files of it, in Chromium. Pictures of every screen are in build/screenshots."""
    reads = functools.partial(inputs.digest, "tests/dashboard/", "package-lock.json", *READ_BY_TESTS,
                              built=("build/dashboard", *PROGRAMS, HELPERS[1]))
    needs = ("tree", "dashboard_build", "build_release")
    return [Job("dashboard_browser", [STEP, "browser", *files], needs, "text", reads, limit_s=3000)]


def _as_root(file: pathlib.Path) -> bool:
    """Hosts in namespaces need root; without it these tests skip themselves, and say so."""
    return _is_root() and "# ops/test: as root" in file.read_text().splitlines()[:3]


def system() -> list[Job]:
    def one(file: pathlib.Path) -> Job:
        reads = functools.partial(inputs.digest, "tests/system/", *READ_BY_TESTS,
                                  without=tuple(_inside(other) for other in files if other != file),
                                  built=(*PROGRAMS, *HELPERS, *(["README.md"] if file.name == "readme_test.py" else [])))
        as_root = {"DIBS_ROOT": str(ROOT), "DIBS_BUILD": str(ROOT / "build/release"), "PYTHONDONTWRITEBYTECODE": "1",
                   "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        command, env = ([RUN, str(file), "-v"], as_root) if _as_root(file) else \
            ([STEP, "in_tree", "tests/system/run", _inside(file), "-v"], {})
        return Job(f"system_{file.stem}", command, ("tree", "build_release", "node"), "text", reads, env, limit_s=900)
    files = _paths("tests/system/*/*_test.py")
    return [one(file) for file in files]


def fuzz() -> list[Job]:
    names = [file.stem for file in _paths("tests/fuzz/*_fuzz.cpp")]
    reads = functools.partial(inputs.digest, "tests/fuzz/corpus/", built=tuple(f"build/asan/tests/fuzz/{name}" for name in names))
    return [Job("fuzz", [str(ROOT / "ops/dev/fuzz"), os.environ.get("DIBS_FUZZ_S", "5"), *names], ("build_asan",), "text", reads)]


GROUPS = ("tidy", "unit", "dashboard", "system", "fuzz")


def suites() -> list[Job]:
    kinds = {"tidy": tidy(), "unit": unit(), "dashboard": dashboard(), "system": system(), "fuzz": fuzz()}
    for group, jobs in kinds.items():
        for job in jobs:
            job.group = group
    return [job for group in GROUPS for job in kinds[group]]
