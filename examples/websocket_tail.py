#!/usr/bin/env python3
"""Prints events as they happen and, after a lost connection, goes on where it was.

    DIBS_TOKEN=dibs_… websocket_tail.py ws://127.0.0.1:8080"""
import asyncio
import json
import os
import sys

import websockets


async def main(server):
    position = None
    headers = {"Authorization": "Bearer " + os.environ["DIBS_TOKEN"]}
    while True:
        try:
            async with websockets.connect(server + "/api/v1/stream", extra_headers=headers) as stream:
                ask = {"subscribe": ["events"]}
                if position is not None:
                    ask["since"] = position
                await stream.send(json.dumps(ask))
                async for frame in stream:
                    message = json.loads(frame)
                    position = message.get("position", position)
                    for event in message.get("events", []):
                        print(json.dumps(event), flush=True)
        except (OSError, websockets.ConnectionClosed) as why:
            print(f"reconnecting: {why}", file=sys.stderr)
            await asyncio.sleep(1)


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "ws://127.0.0.1:8080"))
