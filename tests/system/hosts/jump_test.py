#!/usr/bin/env python3
"""Hosts behind a jump host: gpu01's SSH server forwards Dibs to gpu02 and gpu03, or refuses."""
import pathlib
import subprocess
import unittest

from installation import Installation


def established(port):
    """Established connections of this machine to that port."""
    remote = f":{port:04X}"
    lines = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(fields[2].endswith(remote) and fields[3] == "01" for fields in map(str.split, lines))


class Jump(Installation):
    behind = ("gpu02", "gpu03")

    def host(self, name):
        return next(h for h in self.admin.get("/api/v1/hosts").json["items"] if h["name"] == name)

    def change(self, name, body):
        host = self.host(name)
        done = self.admin.ask("PATCH", f"/api/v1/hosts/{host['id']}", body,
                              headers={"If-Match": f"\"v{host['version']}\""})
        self.assertEqual(done.status, 200, done)

    def jump(self):
        login = self.host("gpu01")
        return {name: login[name] for name in ("address", "port", "user", "host_key_fingerprint")}

    def come_to(self, state, names=behind):
        def there():
            hosts = [self.host(name) for name in names]
            return hosts if all(host["state"] == state for host in hosts) else None
        return self.until(there)

    def let_forward(self):
        keys = self.fleet.folder / "gpu01" / "authorized_keys"
        keys.write_text(keys.read_text().replace("restrict ", "restrict,port-forwarding ", 1))

    def test_the_way_through_a_jump_works_from_refusal_to_removal(self):
        for name in self.behind:
            self.change(name, {"jumps": [self.jump()]})
        name_of_jump = f"127.0.0.1:{self.host('gpu01')['port']}"
        for host in self.come_to("unreachable"):
            self.assertEqual(host["reason"], "jump_failed")
            self.assertIn(f"jump {name_of_jump}: it does not let us forward", host["failure"])
        self.assertEqual(self.host("gpu01")["state"], "reachable")

        self.let_forward()
        self.come_to("reachable")
        self.assertEqual(established(self.host("gpu01")["port"]), 2, "its own probe, and both behind it")

        # Requests to a host go the same way.
        bartek = self.node.add_person(self.admin, "bartek")
        self.addCleanup(bartek.close)
        self.book(bartek, ["gpu02:1"], title="mine")
        self.fleet.wants("gpu02", "1 zoe 4096 80 python3 mine.py")
        (found,) = self.until(lambda: self.admin.get("/api/v1/violations?state=open").json["items"])
        steps = self.until(lambda: [event for event in self.admin.get(f"/api/v1/events?violation={found['id']}").json["items"]
                                    if event["type"] == "violation.escalated.v1"])
        def ended():
            effects = self.admin.get("/api/v1/events?type=effect").json["items"]
            return [event["type"] for event in effects if event["data"].get("position") == steps[-1]["position"]]
        self.assertEqual(self.until(ended), ["effect.done.v1"], "the message to its account takes the same way")
        self.fleet.wants("gpu02")

        self.fleet.take_down("gpu01")
        for host in self.come_to("unreachable"):
            self.assertEqual(host["reason"], "jump_failed")
        self.fleet.bring_up()
        self.come_to("reachable", ("gpu01", *self.behind))

        self.fleet.change_key("gpu01")
        for host in self.come_to("key_changed", ("gpu01", *self.behind)):
            self.assertEqual(host.get("offered_by_jump"), None if host["name"] == "gpu01" else name_of_jump)
        new = subprocess.run(["ssh-keygen", "-lf", self.fleet.folder / "gpu01" / "host_key.pub"], check=True,
                             stdout=subprocess.PIPE, text=True).stdout.split()[1]
        self.assertEqual(self.host("gpu02")["offered_key"], new)
        self.change("gpu02", {"jumps": [self.jump() | {"host_key_fingerprint": new}]})
        self.come_to("reachable")
        self.assertEqual(self.host("gpu03")["jumps"][0]["host_key_fingerprint"], new, "one key a jump")

        for name in self.behind:
            self.change(name, {"jumps": []})
        self.fleet.take_down("gpu01")
        self.come_to("reachable")
        self.assertNotIn("jumps", self.host("gpu02"))
        self.fleet.bring_up()


if __name__ == "__main__":
    unittest.main()
