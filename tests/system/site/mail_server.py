"""Mail servers for the tests: real ones (aiosmtpd) with TLS and logins and certificates from a
test CA, and faulty ones of a few lines."""
import socket
import ssl
import subprocess
import threading

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from dibs_node import UNLIMITED


class Authority:
    """A CA and its certificates for a name."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "ca.pem"
        self.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test CA",
                     "-keyout", "ca.key", "-out", "ca.pem")

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def context(self, name):
        """The TLS context of a server with that name: "IP:127.0.0.1"."""
        stem = name.replace(":", "_")
        self.openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=mail", "-keyout", f"{stem}.key", "-out",
                     f"{stem}.csr")
        (self.folder / f"{stem}.ext").write_text(f"subjectAltName={name}\n")
        self.openssl("x509", "-req", "-in", f"{stem}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                     "-days", "2", "-extfile", f"{stem}.ext", "-out", f"{stem}.pem")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / f"{stem}.pem", self.folder / f"{stem}.key")
        return context


def site_with(server):
    """A configuration of dibsd that sends through this server, without a low limit."""
    return UNLIMITED.replace("[server]\n", '[server]\npublic_url = "https://dibs.example.org"\n', 1) + (
        f'[mail]\nserver = "127.0.0.1"\nport = {server.port}\ntls = "none"\nfrom = "Dibs <dibs@example.org>"\n'
        'per_person_hour = 100\n')


class MailServer:
    """Keeps accepted mails. `receiver` and `content` may return another answer: they get the
    number of the try and return a line, or None."""

    def __init__(self, login=None, receiver=None, content=None, implicit=None, starttls=None, port=None):
        self.letters, self.tries, self.logins = [], 0, []
        self.login, self.receiver, self.content = login, receiver, content
        more = {}
        if login:
            more.update(authenticator=self.authenticate, auth_required=True,
                        auth_require_tls=bool(implicit or starttls) and not implicit)
        if starttls:
            more.update(tls_context=starttls, require_starttls=True)
        self.controller = Controller(self, hostname="127.0.0.1", port=port or free(), ssl_context=implicit, **more)
        self.controller.start()
        self.port = self.controller.port

    def authenticate(self, server, session, envelope, mechanism, data):
        self.logins.append((data.login, data.password))
        good = (data.login, data.password) == self.login
        return AuthResult(success=True) if good else AuthResult(success=False, handled=False)

    async def handle_RCPT(self, server, session, envelope, address, options):
        self.tries += 1
        answer = self.receiver(self.tries) if self.receiver else None
        if answer:
            return answer
        envelope.rcpt_tos.append(address)
        return "250 fine"

    async def handle_DATA(self, server, session, envelope):
        answer = self.content(self.tries) if self.content else None
        if answer:
            return answer
        self.letters.append(envelope)
        return "250 2.0.0 taken as 4711"

    def stop(self):
        controller, self.controller = self.controller, None
        if controller:
            controller.stop()


def free():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class IllServer:
    """`serve(connection)` handles each connection."""

    def __init__(self, serve):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.serve = serve
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.one, args=(connection,), daemon=True).start()

    def one(self, connection):
        with connection:
            try:
                self.serve(connection)
            except OSError:
                pass

    def stop(self):
        self.socket.close()


def dialogue(connection, last):
    """A server without extensions, until the content has come; then calls `last(connection)`."""
    lines = connection.makefile("rb")
    connection.sendall(b"220 here\r\n")
    for line in lines:
        word = line.split()[0].upper() if line.split() else b""
        if word == b"DATA":
            connection.sendall(b"354 go on\r\n")
            while lines.readline() not in (b".\r\n", b""):
                pass
            return last(connection)
        connection.sendall(b"250 fine\r\n")
    return None
