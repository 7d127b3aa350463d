"""A real dibsd for the system tests: started in its own folder, called over HTTP, stopped or
killed. Its clients fail on an answer that the contract does not declare. DIBS_BUILD names the
programs' folder (default: build/release)."""
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
import threading
import time

from declared import undeclared
from patience import PATIENCE_S, wait_until

ROOT = pathlib.Path(os.environ.get("DIBS_ROOT") or pathlib.Path(__file__).resolve().parents[3])
BUILD = pathlib.Path(os.environ.get("DIBS_BUILD") or ROOT / "build" / "release")
os.environ.setdefault("DIBS_ALLOW_DEBUGGING", "1")  # tests read its memory and its open files
UNLIMITED = ("[server]\nmetrics_on_loopback = true\ndcgm_metrics = true\n[limits]\ncommands_per_min = 1000000\n"
             "sign_ins_per_min = 1000000\nsign_ins_per_address_min = 1000000\n"
             "sign_ins_per_account_min = 1000000\n")
PASSWORD = "correct horse battery"
# Connections that were silent for longer are not reused: the server closes them after a minute.
SILENT_S = 40
FINGERPRINT = "SHA256:" + "A" * 43


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def proc_counts(pid):
    """The numbers of threads and descriptors of a process."""
    return len(os.listdir(f"/proc/{pid}/task")), len(os.listdir(f"/proc/{pid}/fd"))


def at(**ahead):
    """A whole minute some time ahead, or the current second, in the API's format: a minute ago
    would be in the past."""
    moment = datetime.datetime.now(datetime.timezone.utc)
    if any(ahead.values()):
        moment = moment.replace(second=0)
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
    """One keep-alive connection; reopened after it breaks. Threads that share it take turns."""

    def __init__(self, port, token=None, base=""):
        self.port, self.token, self.base, self.connection = port, token, base, None
        self.lock, self.used_at = threading.RLock(), 0.0

    def ask(self, method, path, body=None, headers=None, timeout=PATIENCE_S):
        send = {"Host": f"127.0.0.1:{self.port}", **(headers or {})}
        if self.token:
            send["Authorization"] = f"Bearer {self.token}"
        if "Cookie" in send and method != "GET":
            send.setdefault("Dibs-Client", "test")
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
            send.setdefault("Content-Type", "application/json")
        with self.lock:
            answer = self.exchange(method, self.base + path, body, send, timeout)
        assert not undeclared(method, path, answer.status, answer.headers), \
            f"the contract does not declare this answer to {method} {path}: {answer}"
        return answer

    def exchange(self, method, path, body, head, timeout):
        if time.monotonic() - self.used_at > SILENT_S:
            self.close()
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            self.connection.request(method, path, body, head)
            return Answer(self.connection.getresponse())
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        finally:
            self.used_at = time.monotonic()

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, body, **more):
        return self.ask("POST", path, body, **more)

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None


class Node:
    """dibsd on a folder. `arguments` are appended to the usual ones."""

    def __init__(self, folder=None, log=None, arguments=(), base="", configuration=UNLIMITED):
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="dibs-node."))
        self.data = self.folder / "data"
        self.port, self.base = free_port(), base
        self.log, self.process = log, None
        self.arguments = [*arguments, *(["--base-path", base] if base else [])]
        self.output = self.folder / "dibsd.out"
        self.configuration = self.folder / "server.toml"
        self.configuration.write_text(configuration)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}{self.base}"

    def client(self, token=None):
        return Client(self.port, token, self.base)

    def command(self, *words):
        log = ["--log", self.log] if self.log else []
        return [str(BUILD / "dibsd"), "--data", str(self.data), *log, *words]

    def create_log(self):
        words = ("--config", str(self.configuration), "log", "init")
        done = subprocess.run(self.command(*words), capture_output=True, text=True, timeout=PATIENCE_S,
                              check=False)
        assert done.returncode == 0, f"log init ended with {done.returncode}: {done.stderr}"

    def start(self, wait=True, **popen):
        """Starts it and returns the seconds until it was ready."""
        words = ["--listen", f"127.0.0.1:{self.port}", *self.arguments]
        if "--dashboard" not in words:  # then paths without a route get 404
            words.append("--no-dashboard")
        if "--config" not in words:
            words += ["--config", str(self.configuration)]
        with open(self.output, "ab") as out:
            self.process = subprocess.Popen(self.command(*words), stdout=out,
                                            stderr=subprocess.STDOUT, **popen)
        begun = time.monotonic()
        if wait:
            self.wait_ready()
        return time.monotonic() - begun

    def wait_ready(self):
        client, said = self.client(), "no answer"

        def is_ready():
            nonlocal said
            if self.process.poll() is not None:
                raise AssertionError(f"dibsd ended with {self.process.returncode}:\n{self.text()}")
            try:
                answer = client.get("/readyz?verbose")
            except (OSError, http.client.HTTPException):
                return False
            said = answer.body.decode()
            return answer.status == 200
        wait_until(is_ready, "dibsd is ready", lambda: f"{said}\n{self.text()}", every_s=0.02)
        client.close()

    def cpu_seconds(self):
        """CPU seconds that its process has used: independent of the machine's load."""
        # as clock_getcpuclockid() computes it
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def text(self):
        return self.output.read_text(errors="replace") if self.output.exists() else ""

    def setup_link(self):
        """The one-time link of the last start; it is printed a moment after the node is ready."""
        def last_link():
            begun = self.text().rfind("Dibs is ready: ")
            found = re.search(r"Dibs is ready: (\S+/setup\?token=\S+)\n", self.text()[begun:])
            return begun >= 0 and found and found[1]
        return wait_until(last_link, "a one-time link", self.text, every_s=0.02)

    def setup_token(self):
        return self.setup_link().rpartition("=")[2]

    def make_admin(self, name="ann"):
        """Creates the first admin and a token with all scopes; returns a client that uses it."""
        client = self.client()
        made = client.post("/api/v1/setup", {"token": self.setup_token(), "name": name,
                                             "unix_name": name, "password": PASSWORD})
        assert made.status == 201, made
        cookie = made.headers["Set-Cookie"].split(";")[0]
        return self.token_client(client, cookie)

    def session_of(self, name, client=None):
        """Headers of a browser session opened with the password: for requests that no token may
        make."""
        client = client or self.client()
        entered = client.post("/api/v1/session", {"name": name, "password": PASSWORD})
        assert entered.status == 201, entered
        return self.headers_of(entered.headers["Set-Cookie"].split(";")[0])

    def headers_of(self, cookie):
        return {"Cookie": cookie, "Origin": f"http://127.0.0.1:{self.port}"}

    def sign_in(self, name):
        client = self.client()
        return self.token_client(client, self.session_of(name, client)["Cookie"])

    def token_client(self, client, cookie):
        """A client with a token that has all scopes of the cookie's person."""
        head = self.headers_of(cookie)
        scopes = client.get("/api/v1/session", headers=head).json["scopes"]
        made = client.post("/api/v1/tokens", {"label": "test", "scopes": scopes}, headers=head)
        client.close()
        assert made.status == 201, made
        return self.client(made.json["secret"])

    def add_person(self, admin, name, role="user"):
        """Adds an account and returns its client."""
        made = admin.post("/api/v1/people", {"name": name, "unix_name": name, "role": role,
                                             "password": PASSWORD})
        assert made.status == 201, made
        return self.sign_in(name)

    def wait_for_gpus(self, client, count=14):
        """Names (gpu03:1) and ids of the GPUs, once this many are known and available."""
        def available():
            gpus = client.get("/api/v1/gpus?state=available&limit=1000").json["items"]
            return len(gpus) >= count and gpus
        gpus = wait_until(available, f"{count} GPUs", lambda: self.text()[-3000:])
        return {f"{g['host_name']}:{g['index']}": g["id"] for g in gpus}

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE_S)
        return self.process.returncode if self.process else None

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def remove(self):
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
