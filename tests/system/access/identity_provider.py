"""The identity providers of oidc_test: a real one (oidc/provider.js), and a hostile one that
answers whatever a test sets. Both listen on a loopback port, under the name localhost."""
import base64
import hashlib
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import threading
import time
import urllib.parse
import urllib.request

from dibs_node import ROOT, free_port
from patience import PATIENCE_S, wait_until

HERE = ROOT / "tests" / "system" / "oidc"


def node_program():
    own = ROOT / ".tools" / "node" / "node_modules" / ".bin" / "node"
    return str(own) if own.exists() else shutil.which("node")


class RealProvider:
    """`people`: the claims of each person, by the typed sign-in name."""

    def __init__(self, folder, client, people):
        self.port, self.client = free_port(), client
        self.people_file = pathlib.Path(folder) / "people.json"
        self.keys_file = pathlib.Path(folder) / "provider_keys.json"
        self.output = pathlib.Path(folder) / "provider.out"
        self.process = None
        self.knows(people)

    @property
    def issuer(self):
        return f"http://localhost:{self.port}"

    def knows(self, people):
        self.people_file.write_text(json.dumps(people))

    def start(self, algorithm="RS256", brief=False):
        """With its previous keys, one for each algorithm. `brief`: its ID tokens contain the
        subject alone."""
        asked = {"port": self.port, "client": self.client, "people": str(self.people_file),
                 "keys": str(self.keys_file), "algorithm": algorithm, "brief": brief}
        with open(self.output, "ab") as out:
            self.process = subprocess.Popen(
                [node_program(), str(HERE / "provider.js"), json.dumps(asked)], cwd=HERE,
                stdout=out, stderr=subprocess.STDOUT, env={**os.environ, "NODE_ENV": "test"})
        wait_until(self.is_up, "the provider is up", self.output.read_text)
        return self

    def is_up(self):
        assert self.process.poll() is None, self.output.read_text()
        try:
            with urllib.request.urlopen(f"{self.issuer}/.well-known/openid-configuration", timeout=PATIENCE_S):
                return True
        except OSError:
            return False

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE_S)

    def restart(self, new_keys=False, **more):
        self.stop()
        if new_keys:
            self.keys_file.unlink()
        return self.start(**more)


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def openssl(*words, given=b""):
    done = subprocess.run(["openssl", *words], input=given, capture_output=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


class SigningKey:
    """An RSA key that signs with openssl."""

    def __init__(self, folder, kid):
        self.kid, self.file = kid, pathlib.Path(folder) / f"{kid}.pem"
        openssl("genrsa", "-out", str(self.file), "2048")
        modulus = openssl("rsa", "-in", str(self.file), "-noout", "-modulus").decode()
        self.n = bytes.fromhex(modulus.strip().partition("=")[2])

    @property
    def jwk(self):
        return {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.kid, "e": "AQAB",
                "n": base64url(self.n)}

    @property
    def public_pem(self):
        return openssl("rsa", "-in", str(self.file), "-pubout")

    def token(self, claims, **head):
        """Signed with RS256, whatever the header says."""
        head = {"alg": "RS256", "typ": "JWT", "kid": self.kid, **head}
        text = base64url(json.dumps(head).encode()) + "." + base64url(json.dumps(claims).encode())
        return text + "." + base64url(openssl("dgst", "-sha256", "-sign", str(self.file), given=text.encode()))


class HostileProvider(http.server.ThreadingHTTPServer):
    """Signs everyone in as `claims`, without asking. Tests change its answers: `token` makes the
    ID token of the claims, `answers` has other answers by path, `stalls` the paths that never
    answer, `floods` those that never end."""
    daemon_threads = True

    def __init__(self, folder, client_id):
        super().__init__(("127.0.0.1", 0), Saying)
        self.port, self.client_id = self.server_address[1], client_id
        self.key = SigningKey(folder, "one")
        self.released = threading.Event()
        self.reset()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def issuer(self):
        return f"http://localhost:{self.port}"

    def reset(self):
        self.claims = {}
        self.token = lambda claims: self.key.token(claims)
        self.keys = lambda: [self.key.jwk]
        self.answers, self.stalls, self.floods = {}, set(), set()
        self.came_back = {}  # parameters added to or removed from the redirect back
        self.codes, self.asked = {}, []

    def discovery(self):
        return {"issuer": self.issuer, "authorization_endpoint": self.issuer + "/authorize",
                "token_endpoint": self.issuer + "/token", "jwks_uri": self.issuer + "/keys",
                "userinfo_endpoint": self.issuer + "/me"}

    def authorize(self, query):
        code = base64url(os.urandom(16))
        self.codes[code] = query
        back = {"code": code, "state": query["state"], **self.came_back}
        return query["redirect_uri"] + "?" + urllib.parse.urlencode(back)

    def tokens(self, form):
        query = self.codes.pop(form.get("code"), None)
        proof = base64url(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if not query or query["code_challenge"] != proof or query["redirect_uri"] != form["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.issuer, "sub": "s1", "aud": self.client_id, "nonce": query["nonce"], "iat": now,
                  "exp": now + 300, "preferred_username": "ann", "name": "Ann", **self.claims}
        claims = {name: value for name, value in claims.items() if value is not None}
        return 200, {"id_token": self.token(claims), "access_token": "opened", "token_type": "Bearer"}

    def close(self):
        self.released.set()
        self.shutdown()
        self.server_close()


class Saying(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition("?")
        server = self.server
        server.asked.append(path)
        if self.is_ill(path):
            return
        if path in server.answers:
            self.say(*server.answers[path])
        elif path == "/.well-known/openid-configuration":
            self.say(200, server.discovery())
        elif path == "/authorize":
            self.send_response(302)
            self.send_header("Location", server.authorize(dict(urllib.parse.parse_qsl(query))))
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif path == "/keys":
            self.say(200, {"keys": server.keys()})
        else:
            self.say(404, {})

    def do_POST(self):
        server = self.server
        server.asked.append(self.path)
        form = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if self.is_ill(self.path):
            return
        if self.path in server.answers:
            self.say(*server.answers[self.path])
        else:
            self.say(*server.tokens(dict(urllib.parse.parse_qsl(form))))

    def is_ill(self, path):
        if path in self.server.stalls:
            self.server.released.wait()
            return True
        if path not in self.server.floods:
            return False
        self.send_response(200)
        self.end_headers()
        try:
            for _ in range(10_000):
                self.wfile.write(b" " * 65536)
        except OSError:
            pass
        return True

    def say(self, status, json_or_text):
        text = json_or_text if isinstance(json_or_text, bytes) else json.dumps(json_or_text).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass
