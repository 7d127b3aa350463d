"""The statuses that api/openapi.yaml declares for a request. Every client of the system tests
checks every answer against them, so the whole run tests the contract."""
import functools
import os
import pathlib

import yaml

ROOT = pathlib.Path(os.environ.get("DIBS_ROOT") or pathlib.Path(__file__).resolve().parents[3])
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same, ten times as fast


@functools.cache
def paths():
    """The path templates by their number of parts, literal ones first, like the router."""
    document = yaml.load((ROOT / "api" / "openapi.yaml").read_text(encoding="utf-8"), Loader)
    by_length = {}
    for path, item in document["paths"].items():
        parts = path.split("/")
        by_length.setdefault(len(parts), []).append((parts, item))
    for known in by_length.values():
        known.sort(key=lambda one: [part.startswith("{") for part in one[0]])
    return by_length


def declared(method, target):
    """The statuses declared for this request; None if no operation of the contract matches."""
    parts = target.partition("?")[0].split("/")
    for template, item in paths().get(len(parts), []):
        if all(one == part or one.startswith("{") and part for one, part in zip(template, parts)):
            operation = item.get("get" if method == "HEAD" else method.lower())
            return operation and set(operation["responses"])
    return None


def comes_from_an_operation(status, headers):
    """False for refusals by HTTP itself before any operation: they have no position. `default`
    declares them."""
    return status < 400 or "Dibs-Position" in headers


def undeclared(method, target, status, headers):
    """Whether the contract does not declare this answer."""
    known = declared(method, target)
    return known is not None and comes_from_an_operation(status, headers) and str(status) not in known
