"""The cost of each job: tests/costs.tsv, measured on two cores. It determines the order of the jobs and how
many run side by side; a run reports jobs that cost more."""
import dataclasses

from job import ROOT, Result

FILE = ROOT / "tests" / "costs.tsv"
HEAD = "# Seconds on two cores, as a run measured them: ops/test --all --record-costs. Job, wall, CPU.\n"
TOLERANCE = 1.2  # factor of the CPU seconds
SMALLEST_S = 10.0  # smaller differences are not reported
# Measured by hand. Chromium's processes are orphans when they end, so no job's CPU time includes theirs. The cost
# of a build depends on the compiler's cache, which was empty here.
BY_HAND = ("dashboard_browser", "build_release", "build_asan")


@dataclasses.dataclass(frozen=True)
class Cost:
    wall_s: float = 20.0
    cpu_s: float = 20.0

    @property
    def cores(self) -> float:
        """The number of cores that it keeps busy."""
        return max(0.1, self.cpu_s / max(self.wall_s, 0.1))


def read() -> dict[str, Cost]:
    if not FILE.exists():
        return {}
    rows = (line.split("\t") for line in FILE.read_text().splitlines() if line and not line.startswith("#"))
    return {name: Cost(float(wall), float(cpu)) for name, wall, cpu in rows}


def record(results: dict[str, Result]) -> None:
    """Stores the measured costs; jobs that did not run, or failed, keep the old ones."""
    costs = {name: (cost.wall_s, cost.cpu_s) for name, cost in read().items()}
    costs |= {name: (result.wall_s, result.cpu_s) for name, result in results.items()
              if result.good and name not in BY_HAND}
    lines = [f"{name}\t{wall:.1f}\t{cpu:.1f}\n" for name, (wall, cpu) in sorted(costs.items())]
    FILE.write_text(HEAD + "".join(lines))


def report(results: dict[str, Result]) -> list[str]:
    """The ten most expensive jobs, and those that cost a fifth more than in the table."""
    known = read()
    dearest = sorted(results.items(), key=lambda one: -one[1].cpu_s)[:10]
    lines = ["Where the time went (CPU seconds, wall seconds):"]
    lines += [f"    {result.cpu_s:8.1f} {result.wall_s:8.1f}  {name}" for name, result in dearest]
    for name, result in sorted(results.items()):
        before = known.get(name)
        if before is None or name in (*BY_HAND, "node", "dashboard_build"):
            continue
        if result.cpu_s > before.cpu_s * TOLERANCE and result.cpu_s - before.cpu_s > SMALLEST_S:
            lines.append(f"    warning: {name} took {result.cpu_s:.0f} s of CPU, {before.cpu_s:.0f} s in tests/costs.tsv")
    return lines
