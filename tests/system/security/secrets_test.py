#!/usr/bin/env python3
"""Secrets are nowhere in clear text. A whole site is used like people use it, with mistakes.
Then all that it wrote, printed and shows is searched for each secret: verbatim, in base64 at
each offset, in hex, escaped and percent-encoded. Searched are log and tables on disk, output,
argv and environment of dibsd and its children, all lists that an admin can read, the history,
stream frames, metrics, and the output of tools. The search must find each secret where it was
put, so that it cannot miss any."""
import base64
import json
import os
import pathlib
import re
import subprocess
import unittest
import urllib.parse

from contract import Contract
from dibs_cli import Cli
from dibs_node import UNLIMITED
from installation import Installation
from patience import PATIENCE_S
from tls_test import make_certificate
from totp import code_of
from websocket_client import WebSocket

TOPICS = "fleet", "reservations", "violations", "events", "rules"
PASSWORDS = {"first": "otter \"quilt\" Łódź/7&42", "own new": "maple?kettle=9+walrus%20", "reset": "Sphinx\\quartz-jury!vow",
             "refused, too weak": "Password123!", "wrong": "never-the-right-one-88", "misspelt": "cobalt lantern <b>drum</b>",
             "set with a link": "velvet=compass&orchard#9"}


def forms(secret):
    """The byte forms in which the secret could be written."""
    raw = secret.encode()
    yield raw
    yield json.dumps(secret)[1:-1].encode()
    yield json.dumps(secret, ensure_ascii=False)[1:-1].encode()
    yield raw.hex().encode()
    yield raw.hex().upper().encode()
    yield urllib.parse.quote(secret, safe="").encode()
    yield urllib.parse.quote(secret).encode()
    yield urllib.parse.quote_plus(secret).encode()
    yield secret.encode("utf-16-le")
    yield raw[::-1]
    for altchars in (b"+/", b"-_"):
        for offset in range(3):  # the part that does not depend on its neighbours
            whole = base64.b64encode(b"\0" * offset + raw, altchars).rstrip(b"=")
            yield whole[4 if offset else 0:len(whole) - len(whole) % 4 or None][:-4]


def forms_of_bytes(raw):
    """The forms of a secret that is not text."""
    yield raw
    yield raw.hex().encode()
    yield base64.b64encode(raw).rstrip(b"=")[:-4]


def found_in(secrets, data):
    return [name for name, shapes in secrets.items() if any(shape in data for shape in shapes)]


class Secrets(Installation):
    @classmethod
    def first_admin(cls):
        """Uses the setup page, so that the one-time token is among the searched secrets."""
        cls.secrets, cls.shown = {}, []
        cls.keep("one-time token", cls.node.setup_token())
        return super().first_admin()

    @classmethod
    def keep(cls, what, secret):
        assert len(secret) >= 8, what
        cls.secrets[what] = [shape for shape in forms(secret) if len(shape) >= 8]
        return secret

    def ask(self, method, path, body=None, headers=None, client=None):
        client = client or self.client
        answer = client.ask(method, path, body, headers={**self.own, **(headers or {})})
        return answer

    def keep_cookies(self, what, answer):
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.split(";")[0].partition("=")
            if value:
                self.keep(f"{name} of {what}", value)
        return {"Cookie": answer.headers["Set-Cookie"].split(";")[0]}

    def use_the_site(self):
        self.client = self.node.client()
        self.addCleanup(self.client.close)
        self.own = {"Origin": f"http://127.0.0.1:{self.node.port}"}
        for what, password in PASSWORDS.items():
            self.keep(f"password ({what})", password)
        self.keep("the admin's token", self.admin.token)
        made = self.ask("POST", "/api/v1/people", {"name": "Bartek", "unix_name": "bartek", "password": PASSWORDS["first"]},
                        {"Idempotency-Key": "one"}, self.admin)
        self.assertEqual(made.status, 201, made)
        person = made.json["id"]
        weak = self.ask("POST", "/api/v1/people", {"name": "W", "unix_name": "weak", "password": PASSWORDS["refused, too weak"]},
                        client=self.admin)
        self.assertEqual(weak.status, 422, weak)
        session = self.keep_cookies("bartek", self.ask("POST", "/api/v1/session", {"name": "bartek", "password": PASSWORDS["first"]}))
        for scopes in (["read"], ["read", "book"]):
            token = self.ask("POST", "/api/v1/tokens", {"label": "laptop", "scopes": scopes},
                             {**session, "Idempotency-Key": "t" + scopes[-1]}).json
            self.keep(f"token {scopes}", token["secret"])
        self.keep_cookies("a wall", self.ask("POST", "/api/v1/session", {"token": token["secret"]}))
        changed = self.ask("POST", f"/api/v1/people/{person}/password",
                           {"current_password": PASSWORDS["first"], "password": PASSWORDS["own new"]}, session)
        self.assertEqual(changed.status, 204, changed)
        session = self.keep_cookies("bartek, later", changed)
        self.mistakes(person, session)
        reset = self.ask("POST", f"/api/v1/people/{person}/password", {"password": PASSWORDS["reset"]}, client=self.admin)
        self.assertEqual(reset.status, 204, reset)
        self.use_links()
        self.use_calendar_links()
        self.use_a_second_factor()

    def use_links(self):
        """One link is used, one is replaced, one stays open."""
        made = self.ask("POST", "/api/v1/people", {"name": "Carla", "unix_name": "carla"}, client=self.admin)
        self.assertEqual(made.status, 201, made)
        secrets = []
        for what in ("used", "void", "open"):
            link = self.ask("POST", f"/api/v1/people/{made.json['id']}/password-link", client=self.admin)
            self.assertEqual(link.status, 201, link)
            secrets.append(self.keep(f"one-time link ({what})", link.json["url"].split("secret=")[1]))
            chosen = {"secret": secrets[0], "password": PASSWORDS["set with a link"]}
            for status in (204, 404) if what == "used" else (404,):
                used = self.ask("POST", "/api/v1/session/password-link", chosen)
                self.assertEqual(used.status, status, used)
                self.shown.append(("the answer to a link", used.body))

    def use_calendar_links(self):
        """One link is read, also with typical mistakes; another is closed and still read."""
        for what in "read", "closed":
            made = self.ask("POST", "/api/v1/feeds", {}, client=self.admin)
            self.assertEqual(made.status, 201, made)
            path = made.json["url"]
            secret = self.keep(f"calendar link ({what})", path.rpartition("/")[2].removesuffix(".ics"))
            self.assertIn(b"VCALENDAR", self.ask("GET", path).body)
            if what == "closed":
                self.assertEqual(self.ask("DELETE", f"/api/v1/feeds/{made.json['feed']['id']}", client=self.admin).status, 204)
            for method, wrong in (("GET", path[:-4]), ("POST", path), ("GET", path + "?x=1"), ("GET", f"/other{path}"), ("HEAD", path)):
                answer = self.ask(method, wrong)
                self.assertNotIn(secret.encode(), answer.body)

    def use_a_second_factor(self):
        """One is turned on and used, another is begun and never confirmed."""
        password = self.keep("password (with a code)", "plum-anvil-forty-hinges")
        made = self.ask("POST", "/api/v1/people", {"name": "Dora", "unix_name": "dora", "password": password},
                        {"Idempotency-Key": "dora"}, self.admin)
        self.assertEqual(made.status, 201, made)
        path, body = f"/api/v1/people/{made.json['id']}/second-factor", {"name": "dora", "password": password}
        session = self.keep_cookies("dora", self.ask("POST", "/api/v1/session", body))
        for what in "not confirmed", "confirmed":
            begun = self.ask("POST", path, {"current_password": password}, session)
            self.assertEqual(begun.status, 201, begun)
            self.keep(f"TOTP secret ({what})", begun.json["secret"])
            self.secrets[f"TOTP secret ({what})"] += list(forms_of_bytes(base64.b32decode(begun.json["secret"])))
        confirmed = {"enrolment": begun.json["enrolment"], "code": code_of(begun.json["secret"])}
        turned_on = self.ask("PUT", path, confirmed, {**session, "Idempotency-Key": "on"})
        self.assertEqual(turned_on.status, 200, turned_on)
        for i, code in enumerate(turned_on.json["recovery_codes"]):
            self.keep(f"recovery code {i}", code)
            self.keep(f"recovery code {i}, without its dash", code.replace("-", ""))
        for code in turned_on.json["recovery_codes"][0], "WRONG-WRONG":
            self.ask("POST", "/api/v1/session", {**body, "code": code})

    def mistakes(self, person, session):
        """Sends secrets to wrong places and in slightly wrong forms."""
        wrong, misspelt = PASSWORDS["wrong"], PASSWORDS["misspelt"]
        asked = [
            ("POST", "/api/v1/session", {"name": "bartek", "password": wrong}, {}),
            ("POST", "/api/v1/session", {"name": misspelt[:30], "password": wrong}, {}),
            ("POST", "/api/v1/session", {"name": "bartek", "passwort": misspelt}, {}),
            ("POST", "/api/v1/session", '{"name":"bartek","password":' + json.dumps(misspelt), {"Content-Type": "application/json"}),
            ("POST", "/api/v1/session", f"password={misspelt}", {"Content-Type": "text/plain"}),
            ("POST", "/api/v1/session", {"token": "dibs_" + wrong}, {}),
            ("POST", "/api/v1/setup", {"token": wrong, "name": "x", "unix_name": "x", "password": misspelt}, {}),
            ("GET", "/api/v1/session", None, {"Authorization": f"Bearer dibs_{wrong}"}),
            ("GET", "/api/v1/session", None, {"Cookie": "dibs_session=" + urllib.parse.quote(wrong)}),
            ("GET", "/api/v1/gpus?password=" + urllib.parse.quote(misspelt), None, {}),
            ("GET", "/api/v1/nothing/" + urllib.parse.quote(misspelt), None, {}),
            ("POST", f"/api/v1/people/{person}/password", {"current_password": wrong, "password": misspelt}, session),
        ]
        for method, path, body, headers in asked:
            text = body if isinstance(body, str) or body is None else json.dumps(body)
            self.client.close()
            answer = self.ask(method, path, text and text.encode(), {"Content-Type": "application/json", **headers})
            self.assertGreaterEqual(answer.status, 400, f"{method} {path}: {answer}")
            # an answer may repeat a client's own text
            if misspelt not in urllib.parse.unquote(path):
                self.shown.append((f"the answer to {method} {path}", answer.body))

    def use_the_command_line(self):
        dibs = Cli(self.node.url)
        self.addCleanup(dibs.remove)
        said = dibs("auth", "login", "bartek", "--password-stdin", "--verbose", stdin=PASSWORDS["reset"] + "\n")
        self.assertEqual(said.code, 0, said)
        self.assertNotRegex(said.err, r'dibs_(session|device)="?[0-9A-Z]')
        kept = "".join(file.read_text() for file in dibs.home.rglob("*.toml"))
        for i, secret in enumerate(re.findall(r"dibs_[\w-]{20,}", kept)):
            self.keep(f"what the command line keeps {i}", secret)
        for file in dibs.home.rglob("*"):
            if file.is_file() and "dibs" in file.read_text(errors="replace"):
                self.assertEqual(file.stat().st_mode & 0o077, 0, file)
        self.shown.append(("auth login -v", (said.out + said.err).encode()))
        admin = {"DIBS_TOKEN": self.admin.token}
        for words in (("doctor", "--json"), ("doctor", "-v"), ("user", "--json"), ("history", "--json"), ("api", "/tokens", "-v"),
                      ("manual",), ("auth", "status", "-v"), ("host", "-v")):
            said = dibs(*words, **admin)
            self.shown.append((f"dibs {' '.join(words)}", (said.out + said.err).encode()))

    def use_tls(self):
        """Restarts with a certificate on the same data; its key is searched line by line."""
        certificate, key = make_certificate(self.node.folder, "site")
        for i, line in enumerate(key.read_text().splitlines()[1:-1]):
            if len(line) >= 40:
                self.keep(f"TLS key, line {i}", line)
        before = self.node.configuration.read_text()
        self.node.configuration.write_text(UNLIMITED.replace(
            "[server]\n", f'[server]\ncertificate = "{certificate}"\ncertificate_key = "{key}"\n'))
        self.assertEqual(self.node.stop(), 0)
        self.node.start(wait=False)

        def ready():
            return subprocess.run(["curl", "-sf", "--cacert", str(certificate), f"https://127.0.0.1:{self.node.port}/readyz"],
                                  capture_output=True, check=False).returncode == 0
        self.until(ready)
        self.shown.append(("check-config", self.tool("--config", str(self.node.configuration), "check-config")))
        self.look_at_processes("over TLS")
        self.assertEqual(self.node.stop(), 0)
        self.node.configuration.write_text(before)
        self.node.start()
        self.admin.close()

    def tool(self, *words):
        done = subprocess.run(self.node.command(*words), capture_output=True, timeout=PATIENCE_S, check=False)
        return done.stdout + done.stderr

    def look_at_processes(self, when):
        """Searches argv and environment of dibsd and its descendants."""
        parents = {}
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
            except OSError:
                pass
        below = {self.node.process.pid}
        for _ in range(4):
            below |= {pid for pid, parent in parents.items() if parent in below}
        for pid in below:
            for name in ("cmdline", "environ"):
                try:
                    self.shown.append((f"{name} of {pid}, {when}", pathlib.Path(f"/proc/{pid}/{name}").read_bytes()))
                except OSError:
                    pass

    def look_at_answers(self):
        contract = Contract(self.admin.get("/api/v1/openapi.yaml").body)
        lists = [path for name, (method, path, _) in contract.operations.items() if method == "GET" and "{" not in path]
        self.assertGreater(len(lists), 25)
        for path in lists:
            if path != "/api/v1/stream":
                self.shown.append((f"GET {path}", self.admin.get(path).body))
        for kind in ("people", "hosts", "tokens", "sessions", "feeds"):
            for one in self.admin.get(f"/api/v1/{kind}").json["items"]:
                self.shown.append((f"GET of {kind}", self.admin.get(f"/api/v1/{kind}/{one['id']}").body))
        cursor, pages = "", 0
        while pages < 50:
            page = self.admin.get(f"/api/v1/events?limit=1000{cursor}")
            self.shown.append(("the history", page.body))
            pages += 1
            if "next_cursor" not in page.json:
                break
            cursor = "&cursor=" + page.json["next_cursor"]

    def listen(self):
        stream = WebSocket(self.node.port, self.admin.token)
        self.addCleanup(stream.close)
        stream.subscribe(*TOPICS)
        return stream

    def hear(self, stream):
        last = int(self.admin.get("/api/v1/session").headers["Dibs-Position"])
        heard = 0
        while heard < last:
            message = stream.receive()
            self.shown.append(("a frame", json.dumps(message, ensure_ascii=False).encode()))
            heard = max(heard, message.get("position", 0))

    def files(self):
        """All written files, except for the files that an admin wrote there and the keys
        themselves."""
        own = {"server.toml", "key.pem", "certificate.pem"}
        for file in self.node.folder.rglob("*"):
            if file.is_file() and file.name not in own and "keys" not in file.relative_to(self.node.folder).parts:
                data = file.read_bytes()
                # the link of the first start is meant for the reader of the output
                if file == self.node.output:
                    data = re.sub(rb"(?m)^Dibs is ready: .*$", b"", data)
                yield file.relative_to(self.node.folder), data

    def test_secrets_are_nowhere_in_clear(self):
        for i, file in enumerate(sorted(pathlib.Path(self.fleet.folder).rglob("*"))):
            if file.is_file() and file.stat().st_size < 10_000 and b"OPENSSH PRIVATE KEY" in file.read_bytes():
                for j, line in enumerate(file.read_text().splitlines()[2:-1]):
                    if len(line) >= 40:
                        self.keep(f"SSH key {i}, line {j}", line)
        for i, file in enumerate(sorted((self.node.data / "keys").rglob("*")) if (self.node.data / "keys").is_dir() else []):
            if file.is_file() and file.stat().st_size >= 16:
                self.assertEqual(file.stat().st_mode & 0o077, 0, file)
        stream = self.listen()
        self.use_the_site()
        self.use_the_command_line()
        self.look_at_processes("while it is used")
        self.hear(stream)
        self.look_at_answers()
        self.use_tls()
        for words in (("log", "show"), ("verify",)):
            self.assertEqual(self.node.stop() or 0, 0)
            self.shown.append((f"dibsd {' '.join(words)}", self.tool(*words)))
        written = list(self.files())
        looked = [*self.shown, *written]
        size = sum(len(data) for _, data in looked)
        print(f"secrets: {len(self.secrets)} secrets in {sum(map(len, self.secrets.values()))} forms, looked for in "
              f"{len(written)} files and {len(self.shown)} answers, frames and outputs, {size >> 10} KiB")
        self.check_that_it_looks(written)
        leaks = {f"{name} in {place}" for place, data in looked for name in found_in(self.secrets, data)}
        self.assertEqual(sorted(leaks), [])

    def check_that_it_looks(self, written):
        """Checks the search: public text is found, and a secret in any form would be found."""
        disk = b"".join(data for _, data in written)
        for word in (b"token.issued.v1", b"feed.opened.v1", b"person.password_changed.v1", b"person.password_link_used.v1", b"bartek", b"$argon2id$"):
            self.assertIn(word, disk + b"".join(data for _, data in self.shown), word)
        self.assertIn(b"token.issued.v1", disk)
        for what in PASSWORDS:
            secret = PASSWORDS[what]
            for offset in range(3):
                planted = base64.b64encode(os.urandom(offset) + secret.encode() + os.urandom(5))
                self.assertIn(f"password ({what})", found_in(self.secrets, b"x" + planted), offset)
            for planted in (secret, secret.encode().hex(), urllib.parse.quote(secret), json.dumps({"p": secret})):
                self.assertIn(f"password ({what})", found_in(self.secrets, planted.encode()))


if __name__ == "__main__":
    unittest.main()
