#!/usr/bin/env python3
"""Prints the facts of Dibs from Kafka, one CloudEvent a line.

    consume_events.py localhost:9092[/TOPIC] [--follow]

A topic may hold records that are no facts: a writer that was cut off can still append, and nobody
accepts what it wrote. So whoever reads applies the same rule as Dibs itself: `accept` below."""
import argparse
import json
import sys

try:
    import xxhash
    from kafka import KafkaConsumer, TopicPartition
except ImportError as missing:
    sys.exit(f"{missing}: apt install python3-kafka python3-xxhash")


class Reader:
    """Epoch, next seq, hash of the chain so far; and the records of a command still incomplete."""

    def __init__(self):
        self.epoch, self.seq, self.chain, self.group = 0, 1, bytes(16), []

    def accept(self, message):
        """The facts that this message completes: none, or all of one command."""
        try:
            headers = {name: value.decode() for name, value in message.headers}
            prev, head = message.key[:16], message.key[16:]
            _, epoch, seq, more, _, kind = head.decode().split("\n")[:6]
            epoch, seq = int(epoch), int(seq)
        except (TypeError, ValueError):
            return []                           # a stranger's
        claim = kind == "log.claimed.v1"
        expected = (self.epoch + 1,) if claim else (self.epoch, self.seq, self.chain)
        if ((epoch,) if claim else (epoch, seq, prev)) != expected:
            return []
        self.chain = xxhash.xxh3_128_digest(self.chain + head + message.value)
        if claim:
            self.epoch, self.seq, self.group = epoch, 1, []
            return []
        self.seq += 1
        if kind == "log.created.v1":            # the log's birth, like a claim, is no fact
            return []
        self.group.append(cloud_event(headers, message.value))
        complete, self.group = ([], self.group) if more == "1" else (self.group, [])
        return complete


def cloud_event(headers, body):
    attributes = {name[3:]: value for name, value in headers.items() if name.startswith("ce_")}
    return {**attributes, "datacontenttype": headers["content-type"], "data": json.loads(body)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("where", metavar="BROKER[/TOPIC]", help="such as localhost:9092/dibs.events")
    parser.add_argument("--follow", action="store_true", help="go on as new facts come")
    arguments = parser.parse_args()
    broker, _, topic = arguments.where.partition("/")
    consumer = KafkaConsumer(bootstrap_servers=broker, auto_offset_reset="earliest",
                             consumer_timeout_ms=float("inf") if arguments.follow else 2000)
    facts = TopicPartition(topic or "dibs.events", 0)   # no consumer group: one order, one reader
    consumer.assign([facts])
    consumer.seek_to_beginning(facts)
    reader = Reader()
    for message in consumer:
        for event in reader.accept(message):
            print(json.dumps(event), flush=True)


if __name__ == "__main__":
    main()
