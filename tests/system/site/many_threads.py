"""Threads that all do the same work, each with its own seed, until they are stopped."""
import threading

from patience import PATIENCE_S


class ManyThreads:
    """`count` threads that run `work(seed)`, which checks `stopping`."""

    def __init__(self, count):
        self.lock = threading.Lock()
        self.stopping = threading.Event()
        self.threads = [threading.Thread(target=self.work, args=(i,), daemon=True)
                        for i in range(count)]

    def work(self, seed):
        raise NotImplementedError

    def start(self):
        for thread in self.threads:
            thread.start()
        return self

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join(PATIENCE_S)
