#!/usr/bin/env python3
"""Prints events as they happen and, after a lost connection, goes on where it was.

    DIBS_TOKEN=dibs_… websocket_tail.py ws://127.0.0.1:8080"""
import asyncio
import json
import os
import sys

from websockets.exceptions import WebSocketException

try:
    from websockets.asyncio.client import connect       # 13 and later
    HEADERS = "additional_headers"
except ImportError:
    from websockets.client import connect               # Debian 12 has 10
    HEADERS = "extra_headers"


async def main(server):
    position = None
    token = {HEADERS: {"Authorization": "Bearer " + os.environ["DIBS_TOKEN"]}}
    while True:
        try:
            async with connect(server + "/api/v1/stream", **token) as stream:
                ask = {"subscribe": ["events"]}
                if position is not None:
                    ask["after"] = position
                await stream.send(json.dumps(ask))
                async for frame in stream:
                    message = json.loads(frame)
                    position = message.get("position", position)
                    for event in message.get("events", []):
                        print(json.dumps(event), flush=True)
        except (OSError, asyncio.TimeoutError, WebSocketException) as why:   # a refused handshake too
            print(f"reconnecting: {why}", file=sys.stderr)
            await asyncio.sleep(1)


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "ws://127.0.0.1:8080"))
