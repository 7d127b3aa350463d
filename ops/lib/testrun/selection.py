"""The suites of `ops/test NAME…`: a group, a suite, a program, a file of tests, or a part of its name."""
import pathlib

import plan
from job import ROOT, Job


def _of_file(path: pathlib.Path, suites: list[Job]) -> list[Job]:
    """The suite that runs a file of tests: tests/domain/world/model_test.cpp is in test_domain."""
    inside = path.resolve().relative_to(ROOT)
    if inside.suffix == ".ts":
        return _named("dashboard", plan.browser("/".join(inside.parts[2:])))
    folder, name = inside.parts[1], inside.stem
    if inside.suffix == ".cpp":
        wanted = "fuzz" if folder == "fuzz" else _program_of(inside.parts[1:-1])
        wanted = "test_two_writers" if wanted == "test_fence_two_writers" else wanted
    else:
        wanted = f"system_{name}" if folder == "system" else "tidy_" + name.removesuffix("_test")
    return [job for job in suites if job.name == wanted]


def _program_of(folders: tuple[str, ...]) -> str:
    """The program of the innermost folder that has one."""
    names = ["_".join(["test", *folders[:depth]]) for depth in range(len(folders), 0, -1)]
    programs = plan.unit_programs()
    return next((name for name in names if name in programs), names[0])


def _named(group: str, jobs: list[Job]) -> list[Job]:
    for job in jobs:
        job.group = group
        job.inputs = None  # a part is no result of the whole suite
    return jobs


def _meant(name: str, suites: list[Job]) -> list[Job]:
    if name in plan.GROUPS:
        return [job for job in suites if job.group == name]
    if pathlib.Path(name).is_file():
        return _of_file(pathlib.Path(name), suites)
    exact = [job for job in suites if name in (job.name, job.name.removeprefix("test_"))]
    if exact:
        return exact
    part = [job for job in suites if name in job.name]
    journeys = ROOT / "tests/dashboard"
    pages = [str(file.relative_to(journeys)) for file in sorted(journeys.glob(f"*/*{name}*.test.ts"))]
    return part + (_named("dashboard", plan.browser(*pages)) if pages else [])


def _both(one: Job, other: Job) -> Job:
    """The same suite, with the files of both; no files means all files."""
    files, more = one.command[2:], other.command[2:]
    if one.name == "dashboard_browser" and files and more:
        one.command = [*one.command[:2], *dict.fromkeys([*files, *more])]
        return one
    return one if not files else other


def choose(names: list[str], suites: list[Job]) -> list[Job]:
    """Without names all suites. Raises ValueError for a name that matches none."""
    if not names:
        return suites
    chosen: dict[str, Job] = {}
    for name in names:
        meant = _meant(name, suites)
        if not meant:
            raise ValueError(f"no suite, program or file of tests fits {name}")
        for job in meant:
            chosen[job.name] = _both(chosen[job.name], job) if job.name in chosen else job
    return list(chosen.values())


def needed_steps(suites: list[Job], steps: list[Job]) -> list[Job]:
    """The steps that the suites need, directly or not. Builds only the chosen unit tests."""
    known = {step.name: step for step in steps}
    needed = {name for job in suites for name in job.after}
    while more := {name for step in needed for name in known[step].after} - needed:
        needed |= more
    return [step for step in steps if step.name in needed]


def build_only(suites: list[Job], steps: list[Job]) -> None:
    """Narrows the build of the unit tests to these suites."""
    wanted = [job.name for job in suites if job.group == "unit"]
    wanted += [f"tests/fuzz/{name}" for job in suites if job.group == "fuzz" for name in job.command[2:]]
    for step in steps:
        if step.name == "build_asan":
            step.command = [*step.command[:3], *wanted]
