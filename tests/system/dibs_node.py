"""A real dibsd for the system tests: started in a folder of its own, spoken to over HTTP, ended or
killed. Standard library only. Programs come from DIBS_BUILD (default: build/release)."""
import datetime
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(os.environ.get("DIBS_ROOT") or pathlib.Path(__file__).resolve().parents[2])
BUILD = pathlib.Path(os.environ.get("DIBS_BUILD") or ROOT / "build" / "release")
PASSWORD = "correct horse battery"
FINGERPRINT = "SHA256:" + "A" * 43


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def at(**ahead):
    """A whole minute some time ahead, as the API writes it."""
    moment = datetime.datetime.now(datetime.timezone.utc).replace(second=0, microsecond=0)
    return (moment + datetime.timedelta(**ahead)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.body[:400]!r}"


class Client:
    """One keep-alive connection; a new one when it broke."""

    def __init__(self, port, token=None, base=""):
        self.port, self.token, self.base, self.connection = port, token, base, None

    def ask(self, method, path, body=None, headers=None, timeout=10):
        send = {"Host": f"127.0.0.1:{self.port}", **(headers or {})}
        if self.token:
            send["Authorization"] = f"Bearer {self.token}"
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
            send.setdefault("Content-Type", "application/json")
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            self.connection.request(method, self.base + path, body, send)
            return Answer(self.connection.getresponse())
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, body, **more):
        return self.ask("POST", path, body, **more)

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None


class Node:
    """dibsd on a folder. `arguments` come behind the usual ones."""

    def __init__(self, folder=None, log=None, arguments=()):
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="dibs-node."))
        self.data = self.folder / "data"
        self.port = free_port()
        self.log, self.arguments, self.process = log, list(arguments), None
        self.output = self.folder / "dibsd.out"

    def command(self, *words):
        log = ["--log", self.log] if self.log else []
        return [str(BUILD / "dibsd"), "--data", str(self.data), *log, *words]

    def create_log(self):
        subprocess.run(self.command("log", "init"), check=True, capture_output=True, timeout=30)

    def start(self, wait=True):
        with open(self.output, "ab") as out:
            self.process = subprocess.Popen(
                self.command("--listen", f"127.0.0.1:{self.port}", *self.arguments),
                stdout=out, stderr=subprocess.STDOUT)
        begun = time.monotonic()
        if wait:
            self.wait_ready()
        return time.monotonic() - begun

    def wait_ready(self, seconds=20):
        deadline = time.monotonic() + seconds
        client = Client(self.port)
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"dibsd ended with {self.process.returncode}:\n{self.text()}")
            try:
                if client.get("/readyz", timeout=2).status == 200:
                    return
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.02)
        raise AssertionError(f"dibsd was not ready within {seconds} s:\n{self.text()}")

    def text(self):
        return self.output.read_text(errors="replace") if self.output.exists() else ""

    def setup_token(self):
        found = re.findall(r"[?&#]token=([0-9A-Za-z]+)", self.text())
        assert found, f"no one-time link in:\n{self.text()}"
        return found[-1]

    def make_admin(self, name="ann"):
        """The first admin, and a token with all scopes; returns a client that uses it."""
        client = Client(self.port)
        made = client.post("/api/v1/setup", {"token": self.setup_token(), "name": name,
                                             "unix_name": name, "password": PASSWORD})
        assert made.status == 201, made
        cookie = made.headers["Set-Cookie"].split(";")[0]
        return self.token_client(client, cookie)

    def sign_in(self, name):
        client = Client(self.port)
        entered = client.post("/api/v1/session", {"name": name, "password": PASSWORD})
        assert entered.status == 201, entered
        return self.token_client(client, entered.headers["Set-Cookie"].split(";")[0])

    def token_client(self, client, cookie):
        scopes = ["read", "book", "admin"]
        made = client.post("/api/v1/tokens", {"label": "test", "scopes": scopes},
                           headers={"Cookie": cookie, "Origin": f"http://127.0.0.1:{self.port}"})
        if made.status == 403:
            made = client.post("/api/v1/tokens", {"label": "test", "scopes": scopes[:2]},
                               headers={"Cookie": cookie,
                                        "Origin": f"http://127.0.0.1:{self.port}"})
        assert made.status == 201, made
        return Client(self.port, made.json["secret"])

    def stop(self, seconds=10):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(seconds)
        return self.process.returncode if self.process else None

    def kill(self):
        self.process.kill()
        self.process.wait(10)

    def remove(self):
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
