#!/usr/bin/env python3
"""Schemathesis against a whole installation: requests of every form that the contract allows and forbids,
each answer held to the contract. ops/dev/contract makes the environment for it; its rules, with each
exception's reason, are tests/schemas/schemathesis.toml.
    any_request.py SITE-PACKAGES [ARG...]      where it is installed; ARG goes to `schemathesis run`"""
import os
import subprocess
import sys

from dibs_node import ROOT, at
from installation import Installation

RULES = ROOT / "tests" / "schemas" / "schemathesis.toml"


class Whole(Installation):
    """Only for its parts: an installation that is not a test."""

    def runTest(self):
        raise AssertionError("not a test")


def credential(node, admin):
    """Of an admin of its own, for a year: requests may take tokens, sessions and passwords away, and a run
    without a credential would find nothing."""
    client = node.add_person(admin, "checker", role="admin")
    made = client.post("/api/v1/tokens", {"label": "the whole run", "expires_at": at(days=365),
                                          "scopes": ["metrics", "read", "book", "admin"]})
    client.close()
    assert made.status == 201, made
    return made.json["secret"]


def something_to_find(admin, gpus):
    """So that lists are not empty."""
    for hours in (30, 40):
        made = admin.post("/api/v1/reservations", {"gpus": [gpus["gpu01:0"]], "from": at(hours=hours),
                                                   "until": at(hours=hours + 1), "title": "found"})
        assert made.status == 201, made
    assert admin.post("/api/v1/boards", {"title": "found", "shared": True}).status == 201


def main(site_packages, arguments):
    Whole.setUpClass()
    try:
        something_to_find(Whole.admin, Whole.gpus)
        secret = credential(Whole.node, Whole.admin)
        command = [sys.executable, "-m", "schemathesis.cli", "--no-color", "--config-file", str(RULES), "run",
                   Whole.node.url + "/api/v1/openapi.yaml", "--url", Whole.node.url,
                   "-H", f"Authorization: Bearer {secret}", "--wait-for-schema", "20", *arguments]
        environment = {**os.environ, "PYTHONPATH": site_packages}
        ended = subprocess.run(command, cwd=Whole.node.folder, env=environment, check=False).returncode
        asked = Whole.node.client(secret).get("/api/v1/session")
        if asked.status != 200:
            print(f"The credential did not outlive the run, so the run says little: {asked}")
            return 1
        if Whole.node.process.poll() is not None:
            print(f"dibsd ended with {Whole.node.process.returncode}:\n{Whole.node.text()[-3000:]}")
            return 1
        return ended
    finally:
        Whole.doClassCleanups()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
