#!/usr/bin/env python3
"""Runs Schemathesis against a whole installation. It sends requests of every form that the contract
allows and forbids, and checks each answer against the contract. ops/dev/contract prepares its
environment. tests/schemas/schemathesis.toml has its rules, with a reason for each exception.
    any_request.py SITE-PACKAGES [ARG...]      where it is installed; ARG goes to `schemathesis run`"""
import os
import subprocess
import sys

from dibs_node import ROOT, at
from installation import Installation

RULES = ROOT / "tests" / "schemas" / "schemathesis.toml"
# These run last, each with a credential of its own: a run without a valid one would find nothing.
ENDS_CREDENTIALS = ["signOut", "signOutEverywhere", "endSession", "revokeToken", "setPassword"]


class Whole(Installation):
    """Only for its parts: an installation that is not a test."""

    def runTest(self):
        raise AssertionError("not a test")


def credential(node, admin, name):
    """A token of a new admin, valid for a year."""
    client = node.add_person(admin, name, role="admin")
    made = client.post("/api/v1/tokens", {"label": "the whole run", "expires_at": at(days=365),
                                          "scopes": ["metrics", "read", "book", "admin"]})
    client.close()
    assert made.status == 201, made
    return made.json["secret"]


def something_to_find(admin, gpus):
    """Creates some objects, so that lists are not empty."""
    for hours in (30, 40):
        made = admin.post("/api/v1/reservations", {"gpus": [gpus["gpu01:0"]], "from": at(hours=hours),
                                                   "until": at(hours=hours + 1), "title": "found"})
        assert made.status == 201, made
    assert admin.post("/api/v1/boards", {"title": "found", "shared": True}).status == 201


def requests(node, site_packages, secret, *arguments):
    """Runs Schemathesis and returns its exit status."""
    command = [sys.executable, "-m", "schemathesis.cli", "--no-color", "--config-file", str(RULES), "run",
               node.url + "/api/v1/openapi.yaml", "--url", node.url, "--wait-for-schema", "20", *arguments]
    environment = {**os.environ, "PYTHONPATH": site_packages, "DIBS_TOKEN": secret}
    return subprocess.run(command, cwd=node.folder, env=environment, check=False).returncode


def outlived(node, secret):
    asked = node.client(secret).get("/api/v1/session")
    if asked.status != 200:
        print(f"The credential did not outlive the run, so the run says little: {asked}")
    if node.process.poll() is not None:
        print(f"dibsd ended with {node.process.returncode}:\n{node.text()[-3000:]}")
    return asked.status == 200 and node.process.poll() is None


def main(site_packages, arguments):
    Whole.setUpClass()
    try:
        node, admin = Whole.node, Whole.admin
        something_to_find(admin, Whole.gpus)
        secret = credential(node, admin, "checker")
        last = {name: credential(node, admin, name.lower())
                for name in ([] if arguments else ENDS_CREDENTIALS)}
        left_out = [word for name in last for word in ("--exclude-operation-id", name)]
        ended = requests(node, site_packages, secret, *left_out, *arguments)
        if not outlived(node, secret):
            return 1
        for name, one in last.items():
            ended = requests(node, site_packages, one, "--include-operation-id", name) or ended
        return ended
    finally:
        Whole.doClassCleanups()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
