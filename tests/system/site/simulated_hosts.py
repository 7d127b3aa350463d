"""Many simulated GPU hosts: SSH servers on loopback (asyncssh), each with its own port, host key
and GPUs. They print the output of the probe script, one frame a second. Some are dead, in five
ways.

They run in separate processes. At its end each reports how late its own frames were: a delay
that a reader measures beyond that is the reader's."""
import asyncio
import hashlib
import multiprocessing
import os
import pathlib
import socket
import struct
import subprocess
import time
import uuid
import warnings

warnings.filterwarnings("ignore", message=".*has been deprecated.*")
import asyncssh  # noqa: E402  (old ciphers of its list are deprecated; none of them is used)

DEAD_WAYS = ("refuses", "swallows", "says_nothing", "hangs_after_login", "resets")
FRAMES_BEFORE_RESET = 5
LINGER_NOT = struct.pack("ii", 1, 0)  # close() sends a reset


class Host:
    """The frames of one host."""

    def __init__(self, number, way, gpus):
        self.number, self.way = number, way
        self.name = f"gpu{number:04}" if way == "lives" else f"gpu{number:04}-{way.replace('_', '-')}"
        self.boot_id = uuid.uuid5(uuid.NAMESPACE_OID, f"boot {number}")
        self.cards = [f"GPU-{uuid.uuid5(uuid.NAMESPACE_OID, f'{number}:{index}')}" for index in range(gpus)]
        self.phase = int(hashlib.sha256(self.name.encode()).hexdigest()[:8], 16) / 2**32

    def frame(self, sequence):
        step = sequence + self.number
        lines = [f"B {sequence}", f"H {self.name} {self.boot_id}"]
        if sequence == 1:
            lines.append(f"T {int(time.time())}")
        lines += [f"L {step % 64}.25 64 {step % 100} 528000000 {401000000 - step % 1000}",
                  f"W {86400 + sequence}.50 8388604 8126460 {step % 5000 * 1000} {step % 300 * 1000} 0 734003200"]
        if sequence % 30 == 1:
            lines += [f"V {card}, 0, 0, 0, No, No, [N/A], [N/A], [N/A], None, 4, 4, 16, 16, 551" for card in self.cards]
        for index, card in enumerate(self.cards):
            use = (step * 7 + index * 13) % 101
            lines.append(f"G {index}, {len(self.cards)}, {card}, NVIDIA H200, 590.48.01, 143771, {step % 143000}, {use}, "
                         f"{40 + use // 3}, {100 + 5 * use}.32, 1980, 3201, {use // 2}, 700.00, 0, [N/A], 0, 0, {45 + use // 4}, "
                         "0x0000000000000000, Disabled")
        for index, card in enumerate(self.cards[:4]):
            lines += [f"P {card}, {4711 + index}, 2048",
                      f"U {4711 + index} ann Sat Nov 21 02:03:04 2026 python3 train.py --rank {index}"]
        return "\n".join([*lines, "K", f"E {sequence}", ""])


class Farm:
    """The servers of one process."""

    def __init__(self):
        self.kept, self.latest_frame_s, self.frames = [], 0.0, 0

    async def serve(self, host, login_key):
        """Its port and the fingerprint of its key; of one that never gets so far, of a key that it has not."""
        key = asyncssh.generate_private_key("ssh-ed25519")
        fingerprint = key.get_fingerprint()
        if host.way in ("refuses", "swallows"):
            return self.deaf(listens=host.way == "swallows"), fingerprint
        if host.way == "says_nothing":
            server = await asyncio.start_server(self.keep, "127.0.0.1", 0)
            self.kept.append(server)
            return server.sockets[0].getsockname()[1], fingerprint
        server = await asyncssh.listen(
            "127.0.0.1", 0, server_host_keys=[key], authorized_client_keys=login_key, encoding=None, allow_scp=False,
            process_factory=lambda process: self.speak(host, process), kex_algs=["curve25519-sha256"], login_timeout=60)
        self.kept.append(server)
        return server.sockets[0].getsockname()[1], fingerprint

    def keep(self, _reader, writer):
        self.kept.append(writer)

    def deaf(self, listens):
        """A port that does not answer: closed, or with a full accept queue, so that the kernel
        drops new connections."""
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        self.kept.append(listener)
        if listens:
            listener.listen(0)
            for _ in range(2):
                knocks = socket.socket()
                knocks.setblocking(False)
                knocks.connect_ex(listener.getsockname())
                self.kept.append(knocks)
        return listener.getsockname()[1]

    async def speak(self, host, process):
        try:
            if host.way == "hangs_after_login":
                await process.wait_closed()
                return
            process.stdout.write(b"#dibs-probe 1\n")
            connection = process.get_extra_info("connection")
            loop, sequence = asyncio.get_running_loop(), 0
            due = int(loop.time()) + 1 + host.phase
            while not process.is_closing():
                await asyncio.sleep(due - loop.time())
                self.latest_frame_s = max(self.latest_frame_s, loop.time() - due)
                if host.way == "resets" and sequence == FRAMES_BEFORE_RESET:
                    connection.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER_NOT)
                    connection.abort()
                    return
                sequence, due = sequence + 1, due + 1
                process.stdout.write(host.frame(sequence).encode())
                self.frames += 1
        except (asyncssh.Error, OSError):
            pass  # the reader is gone


def serve_some(hosts, login_key, pipe):
    """A process: reports the ports of its hosts and, when asked to end, its counts."""
    async def run():
        farm = Farm()
        pipe.send([await farm.serve(host, login_key) for host in hosts])
        ended = asyncio.Event()
        asyncio.get_running_loop().add_reader(pipe.fileno(), ended.set)
        await ended.wait()
        pipe.send((farm.frames, farm.latest_frame_s))

    os.setsid()
    asyncio.run(run())


class SimulatedHosts:
    """`counts`: how many hosts of each way, e.g. {"lives": 700, "refuses": 60}. DIR/hosts.toml
    is for dibsd."""

    def __init__(self, folder, counts, gpus=8, processes=4):
        self.folder = pathlib.Path(folder)
        ways = [way for way, count in counts.items() for _ in range(count)]
        # mixed, the same each time
        order = sorted(range(len(ways)), key=lambda at: hashlib.sha256(str(at).encode()).digest())
        self.hosts = [Host(number, ways[at], gpus) for number, at in enumerate(order)]
        self.groups = [self.hosts[first::processes] for first in range(processes)]
        self.workers = []

    def named(self, way):
        return [host.name for host in self.hosts if host.way == way]

    def start(self):
        key = self.folder / "probe_key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        context = multiprocessing.get_context("fork")
        for group in self.groups:
            ours, theirs = context.Pipe()
            worker = context.Process(target=serve_some, args=(group, f"{key}.pub", theirs), daemon=True)
            worker.start()
            self.workers.append((worker, ours))
        lines = [f'[probe]\nidentity = "{key}"']
        for group, (worker, pipe) in zip(self.groups, self.workers):
            assert pipe.poll(60), f"simulated hosts did not start (process {worker.pid})"
            for host, (port, fingerprint) in zip(group, pipe.recv()):
                lines.append(f'\n[[host]]\nname = "{host.name}"\naddress = "127.0.0.1"\nport = {port}\n'
                             f'account = "dibs"\nhost_key = "{fingerprint}"')
        (self.folder / "hosts.toml").write_text("\n".join(lines) + "\n")

    @property
    def arguments(self):
        return ["--hosts-file", str(self.folder / "hosts.toml")]

    def stop(self):
        """The number of printed frames, and the lateness of the latest in seconds."""
        told = []
        for worker, pipe in self.workers:
            if worker.is_alive():
                pipe.send("end")
                if pipe.poll(10):
                    told.append(pipe.recv())
            worker.join(10)
            if worker.is_alive():
                worker.kill()
        self.workers = []
        return sum(frames for frames, _ in told), max((late for _, late in told), default=None)
