"""The directories of ldap_test: a real slapd on loopback ports, under the name localhost, with
the test's people and groups; and one that sends garbage. Both end with the test."""
import os
import pathlib
import shutil
import socket
import subprocess
import threading

from dibs_node import ROOT, free_port
from patience import PATIENCE_S, wait_until

BASE = "dc=example,dc=org"
SERVICE, SERVICE_PASSWORD = f"cn=dibs,{BASE}", "of the service alone"
UNPACKED = ROOT / ".tools" / "slapd"


def openssl(*words, folder):
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True, timeout=PATIENCE_S)


class Authority:
    """A test CA and its certificates."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.certificate = folder / f"{name}.pem"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", f"/CN={name}", "-keyout", f"{name}-key.pem", "-out", f"{name}.pem", folder=folder)

    def certify(self, host):
        """Certifies a host of that name; returns the two files."""
        base = f"{self.name}-{host}"
        kind = "IP" if host[0].isdigit() else "DNS"
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={host}",
                "-keyout", f"{base}-key.pem", "-out", f"{base}.csr", folder=self.folder)
        (self.folder / f"{base}.ext").write_text(f"subjectAltName={kind}:{host}\nbasicConstraints=CA:FALSE\n")
        openssl("x509", "-req", "-in", f"{base}.csr", "-CA", f"{self.name}.pem", "-CAkey", f"{self.name}-key.pem",
                "-CAcreateserial", "-days", "2", "-extfile", f"{base}.ext", "-out", f"{base}.pem", folder=self.folder)
        return self.folder / f"{base}.pem", self.folder / f"{base}-key.pem"


def entry(dn, *classes, **values):
    """An entry in LDIF; a value may be a list."""
    lines = [f"dn: {dn},{BASE}", *(f"objectClass: {name}" for name in classes)]
    for name, value in values.items():
        lines += [f"{name}: {one}" for one in (value if isinstance(value, list) else [value])]
    return "\n".join(lines) + "\n"


def uuid(subject):
    return f"00000000-0000-4000-8000-{int.from_bytes(subject.encode()[-6:], 'big'):012x}"


def person(name, password="directory pass", subject=None, unit="people", **more):
    """`subject` identifies the person permanently: it is their entryUUID and cn."""
    subject = subject or name
    return entry(f"cn={subject},ou={unit}", "inetOrgPerson", **{
        "cn": subject, "displayName": name.title(), "sn": name, "uid": name, "mail": f"{name}@example.org",
        "userPassword": password, "entryUUID": uuid(subject), **more})


class Slapd:
    """`knows` sets its entries and restarts it."""

    def __init__(self, folder, certificate=None, plain_port=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.port, self.tls_port = plain_port or free_port(), free_port()
        self.certificate, self.process = certificate, None

    def program(self, name):
        for place in (UNPACKED / "usr" / "sbin" / name, pathlib.Path("/usr/sbin") / name):
            if os.access(place, os.X_OK):
                return str(place)
        raise AssertionError("slapd is not here; ops/test unpacks it (ops/packages)")

    @property
    def environment(self):
        libraries = ":".join(map(str, (UNPACKED / "usr" / "lib").glob("*-linux-gnu*")))
        return {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": libraries}

    def configure(self):
        root = UNPACKED if UNPACKED.is_dir() else pathlib.Path("/")
        words = [f"include {root}/etc/ldap/schema/{name}.schema" for name in ("core", "cosine", "nis", "inetorgperson")]
        words += [f"modulepath {root}/usr/lib/ldap", "moduleload back_mdb", "moduleload memberof"]
        if self.certificate:
            certificate, key = self.certificate
            words += [f"TLSCertificateFile {certificate}", f"TLSCertificateKeyFile {key}"]
        words += [f"pidfile {self.folder}/pid", f"argsfile {self.folder}/args", "sizelimit 500", "database mdb",
                  f'suffix "{BASE}"', f"directory {self.folder}/data",
                  "access to attrs=userPassword by anonymous auth by * none",
                  f'access to * by dn.exact="{SERVICE}" read by anonymous auth by * none']
        (self.folder / "slapd.conf").write_text("\n".join(words) + "\n")

    def knows(self, *entries):
        """Sets these entries and the service account; all others are removed."""
        self.stop()
        shutil.rmtree(self.folder / "data", ignore_errors=True)
        (self.folder / "data").mkdir()
        self.configure()
        ldif = [f"dn: {BASE}\nobjectClass: domain\ndc: example\n",
                entry("cn=dibs", "organizationalRole", "simpleSecurityObject", userPassword=SERVICE_PASSWORD),
                *(entry(f"ou={unit}", "organizationalUnit") for unit in ("people", "others", "groups"))]
        done = subprocess.run([self.program("slapadd"), "-f", str(self.folder / "slapd.conf")], env=self.environment,
                              input="\n".join([*ldif, *entries]), text=True, capture_output=True, timeout=PATIENCE_S, check=False)
        assert done.returncode == 0, done.stderr
        self.start()

    def start(self):
        urls = f"ldap://127.0.0.1:{self.port}" + (f" ldaps://127.0.0.1:{self.tls_port}" if self.certificate else "")
        with open(self.folder / "out", "ab") as out:
            self.process = subprocess.Popen(
                [self.program("slapd"), "-h", urls, "-f", str(self.folder / "slapd.conf"), "-d", "0"],
                env=self.environment, stdout=out, stderr=subprocess.STDOUT)
        wait_until(self.is_up, "slapd is up", self.text, every_s=0.02)

    def is_up(self):
        assert self.process.poll() is None, self.text()
        try:
            socket.create_connection(("127.0.0.1", self.port), PATIENCE_S).close()
        except OSError:
            return False
        return True

    def text(self):
        return (self.folder / "out").read_text(errors="replace")

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE_S)

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE_S)


class NoDirectory(threading.Thread):
    """Takes connections, answers the first message with `words`, repeatedly if it `floods`, and
    then stays silent."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.words, self.floods, self.sent, self.heard, self.connections = b"", False, 0, b"", []
        self.start()

    def run(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.connections.append(connection)
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        try:
            self.heard += connection.recv(4096)
            connection.sendall(self.words)
            self.sent += len(self.words)
            while self.floods:
                connection.sendall(self.words)
                self.sent += len(self.words)
            while heard := connection.recv(4096):
                self.heard += heard
        except OSError:
            pass

    def end(self):
        self.floods = False
        self.socket.close()
        for connection in self.connections:
            connection.close()
