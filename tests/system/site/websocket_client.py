"""A WebSocket client under full control of the test, including broken frames and not reading.
Standard library only. examples/websocket_tail.py shows normal use of the stream."""
import base64
import contextlib
import hashlib
import http.client
import json
import os
import socket
import struct

from patience import PATIENCE_S

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(payload, opcode=TEXT, final=True, reserved=0, masked=True):
    if isinstance(payload, str):
        payload = payload.encode()
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    mask_bit, size = (0x80 if masked else 0), len(payload)
    if size < 126:
        head += bytes([mask_bit | size])
    elif size < 65536:
        head += bytes([mask_bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([mask_bit | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


class Refused(Exception):
    """The handshake was answered with another status than 101."""


class Closed(Exception):
    """The server closed; `code` is its close code, None without a close frame."""

    def __init__(self, code=None):
        super().__init__(f"closed with {code}")
        self.code = code


def ticket(port, path, head):
    """The ticket that a page requests before it opens the stream of its session."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request("POST", path + "/ticket", headers={**head, "Dibs-Client": "test"})
        answer = connection.getresponse()
        return json.loads(answer.read())["ticket"] if answer.status == 201 else "none"
    finally:
        connection.close()


class WebSocket:
    def __init__(self, port, token=None, path="/api/v1/stream", receive_bytes=None, **headers):
        self.socket = socket.socket()
        if receive_bytes:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self.socket.settimeout(PATIENCE_S)
        try:
            self.shake_hands(port, token, path, headers)
        except (OSError, Refused):
            self.socket.close()
            raise

    def shake_hands(self, port, token, path, headers):
        self.socket.connect(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
        if token:
            head["Authorization"] = f"Bearer {token}"
        if "Cookie" in headers and "?" not in path:
            path += "?ticket=" + ticket(port, path, {"Cookie": headers["Cookie"]})
        head.update({name.replace("_", "-"): value for name, value in headers.items()})
        lines = [f"GET {path} HTTP/1.1", *(f"{k}: {v}" for k, v in head.items() if v is not None)]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        answer = self.take_head()
        if not answer.startswith("HTTP/1.1 101 "):
            raise Refused(answer)
        accept = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert base64.b64encode(accept).decode() in answer, answer

    def take_head(self):
        while b"\r\n\r\n" not in self.buffer:
            piece = self.socket.recv(65536)
            if not piece:
                return self.buffer.decode(errors="replace")
            self.buffer += piece
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        return head.decode()

    def take(self, size):
        while len(self.buffer) < size:
            piece = self.socket.recv(65536)
            if not piece:
                raise Closed
            self.buffer += piece
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def send(self, message):
        self.send_bytes(frame(json.dumps(message)))

    def send_bytes(self, data):
        self.socket.sendall(data)

    def receive(self, seconds=PATIENCE_S):
        """The next message; pings are answered. Raises Closed, TimeoutError."""
        self.socket.settimeout(seconds)
        while True:
            first, second = self.take(2)
            size = second & 0x7F
            if size == 126:
                (size,) = struct.unpack(">H", self.take(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.take(8))
            payload = self.take(size)
            if first & 0x0F == PING:
                self.send_bytes(frame(payload, PONG))
            elif first & 0x0F == CLOSE:
                with contextlib.suppress(OSError):
                    self.send_bytes(frame(payload[:2], CLOSE))
                self.close()
                raise Closed(struct.unpack(">H", payload[:2])[0] if payload else None)
            else:
                return json.loads(payload)

    def subscribe(self, *topics, after=None):
        """Subscribes and returns all messages up to `caught_up`."""
        self.send({"subscribe": topics} if after is None else {"subscribe": topics, "after": after})
        got = [self.receive()]
        while got[-1]["type"] != "caught_up":
            got.append(self.receive())
        return got

    def close(self):
        self.socket.close()
