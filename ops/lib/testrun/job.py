"""Jobs of a test run: steps, which prepare something, and suites, which test."""
import dataclasses
import pathlib
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parents[3]
LOGS = ROOT / "build" / "logs"


@dataclasses.dataclass
class Job:
    """One program. It runs once every job of `after` has passed, and each job of `behind` that takes part has ended."""

    name: str
    command: list[str]
    after: tuple[str, ...] = ()
    totals: str = ""  # the format of its log: "gtest", "text"; empty: a step, which is not counted
    inputs: Callable[[], str] | None = None  # a digest of its dependencies
    env: dict[str, str] = dataclasses.field(default_factory=dict)
    limit_s: int = 600
    background: bool = False  # yields to others: builds, which would take every core
    behind: tuple[str, ...] = ()
    group: str = ""  # its group in ops/test: tidy, unit, …
    digest: str = ""  # of its inputs, at its start

    @property
    def log(self) -> pathlib.Path:
        return LOGS / f"{self.name}.log"

    @property
    def is_suite(self) -> bool:
        return self.totals != ""


@dataclasses.dataclass
class Result:
    """How a job ended. A suite that ended badly without naming a failed test counts as one."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    exit_code: int = 0
    wall_s: float = 0.0
    cpu_s: float = 0.0
    tried_again: list[str] = dataclasses.field(default_factory=list)  # the failed tests of the first try

    @property
    def good(self) -> bool:
        return self.exit_code == 0 and self.failed == 0
