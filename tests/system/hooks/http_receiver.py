"""A receiver of webhooks for the tests: a real HTTP server on a loopback port that records
requests and answers as configured. Signatures are checked from the specification alone, with
Python's hmac."""
import base64
import hashlib
import hmac
import http.server
import threading
import time


def signed_by(secret, request):
    """Whether one of the signatures of a request is made with this secret (Standard Webhooks)."""
    head = request["head"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = b"%s.%s." % (head["webhook-id"].encode(), head["webhook-timestamp"].encode()) + request["body"]
    wanted = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return wanted in head["webhook-signature"].split(" ")


class Receiver:
    """`answer(request, count)` returns a status, or (status, headers, body); it may sleep."""

    def __init__(self, answer=lambda request, count: 204, tls=None):
        self.requests, self.answer, self.lock = [], answer, threading.Lock()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                receiver.take(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def take(self, handler):
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        request = {"path": handler.path, "head": dict(handler.headers.items()), "body": body, "at": time.time()}
        with self.lock:
            self.requests.append(request)
            count = len(self.requests)
        answer = self.answer(request, count)
        status, headers, said = answer if isinstance(answer, tuple) else (answer, {}, b"")
        try:
            handler.send_response(status)
            for name, value in headers.items():
                handler.send_header(name, value)
            handler.send_header("Content-Length", str(len(said)))
            handler.end_headers()
            handler.wfile.write(said)
        except OSError:
            handler.close_connection = True

    def came(self):
        with self.lock:
            return list(self.requests)

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
