"""A real Kafka for system tests: the one of the variable DIBS_KAFKA (host:port), a broker of the
test, or a cluster of three. ops/dev/kafka starts brokers; they end with the test. Every test has
its own topic."""
import atexit
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import uuid

from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import NewTopic
from kafka.errors import KafkaError

from dibs_node import ROOT
from patience import PATIENCE_S, wait_until

SCRIPT = str(ROOT / "ops" / "dev" / "kafka")


class Broker:
    """A broker of this test, which may be paused and ended."""
    options = ()

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="dibs-kafka.")
        atexit.register(self.stop)
        self.address = self.script("start", *self.options, self.folder)

    def script(self, *arguments):
        environment = {**os.environ, "DIBS_KAFKA_WITH_PID": str(os.getpid())}
        done = subprocess.run([SCRIPT, *arguments], stdout=subprocess.PIPE, text=True,
                              env=environment, timeout=300)
        assert done.returncode == 0, "no Kafka broker"
        return done.stdout.strip()

    def pid(self, *node):
        return int(pathlib.Path(self.folder, *node, "pid").read_text())

    def pause(self):
        os.kill(self.pid(), signal.SIGSTOP)

    def resume(self):
        os.kill(self.pid(), signal.SIGCONT)

    def stop(self):
        if os.path.exists(self.folder):
            try:
                self.resume()
            except (OSError, ValueError):
                pass
            subprocess.run([SCRIPT, "stop", self.folder], capture_output=True, timeout=PATIENCE_S)
            shutil.rmtree(self.folder, ignore_errors=True)


class Cluster(Broker):
    """Three brokers; a record is acknowledged once two have it. One may be killed at a time."""
    options = ("--brokers", "3")
    configuration = "[log]\nkafka_replication = 3\nkafka_min_insync = 2\n"

    def resume(self):
        pass

    def kill(self, node):
        self.script("kill", os.path.join(self.folder, node))

    def bring_back(self):
        self.script("start", self.folder)

    def restart(self, node):
        self.script("stop", os.path.join(self.folder, node))
        self.bring_back()


class ExternalBroker:
    def __init__(self, address):
        self.address = address


_own = []


def own_broker():
    if not _own:
        _own.append(Broker())
    return _own[0]


def broker():
    given = os.environ.get("DIBS_KAFKA")
    return ExternalBroker(given) if given else own_broker()


class Topic:
    """A topic of this test, not created yet. `url` is the one for dibsd."""

    def __init__(self, of):
        self.broker, self.name = of, f"dibs.events-{uuid.uuid4().hex[:12]}"
        self.url = f"kafka://{of.address}/{self.name}"

    def admin(self):
        return KafkaAdminClient(bootstrap_servers=self.broker.address)

    def make(self, partitions, **settings):
        admin = self.admin()
        admin.create_topics([NewTopic(self.name, partitions, 1, topic_configs=settings)])
        self.wait_for(admin, True)

    def delete(self):
        admin = self.admin()
        admin.delete_topics([self.name])
        self.wait_for(admin, False)

    def wait_for(self, admin, there):
        wait_until(lambda: (self.name in admin.list_topics()) == there, f"{self.name} {'comes' if there else 'goes'}")
        admin.close()

    def part(self):
        """Its leader and its in-sync replicas, as a broker reports them; None while there is no
        leader."""
        try:
            admin = self.admin()
            told = admin.describe_topics([self.name])
            admin.close()
            part = told[0]["partitions"][0]
            return part["leader"], part["isr"]
        except (KafkaError, LookupError, OSError):
            return None

    def settings(self):
        """name -> value, as the broker describes them."""
        from kafka.admin import ConfigResource, ConfigResourceType
        admin = self.admin()
        told = admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, self.name)])
        admin.close()
        rows = told[0].resources[0][4]
        return {row[0]: row[1] for row in rows}

    def partitions(self):
        consumer = KafkaConsumer(bootstrap_servers=self.broker.address)
        count = len(consumer.partitions_for_topic(self.name) or [])
        consumer.close()
        return count

    def messages(self):
        """All messages that are there now."""
        consumer = KafkaConsumer(bootstrap_servers=self.broker.address, consumer_timeout_ms=5000,
                                 auto_offset_reset="earliest")
        part = TopicPartition(self.name, 0)
        consumer.assign([part])
        end, found = consumer.end_offsets([part])[part], []
        consumer.seek_to_beginning(part)
        while len(found) < end:
            found.append(next(consumer))
        consumer.close()
        return found

    def append(self, value, headers, key=None):
        producer = KafkaProducer(bootstrap_servers=self.broker.address)
        producer.send(self.name, value, key=key, headers=headers, partition=0).get(PATIENCE_S)
        producer.close()
