"""A program on a seat of a live table: `PAIJU_TOKEN=… python table_bot.py http://HOST/table/ID`.

The host of the room gives the token out, in the room, at an empty seat. docs/protocol.md has all messages.
"""

import json
import os
import sys

from websockets.sync.client import connect

address = sys.argv[1].partition("#")[0].replace("http", "ws", 1).replace("/table/", "/ws/")
token = {"Authorization": f"Bearer {os.environ['PAIJU_TOKEN']}"}


def choose(prompt):
    """A win if there is one, else the shortest action that is no pass."""
    if "hu" in prompt["actions"]:
        return "hu"
    return min(prompt["actions"][1:], key=len, default=prompt["default"])


with connect(address, additional_headers=token) as table:
    table.send(json.dumps({"type": "hello", "version": 2}))
    for frame in table:
        message = json.loads(frame)
        if message["type"] == "prompt" and message["id"]:
            answer = {"type": "act", "prompt": message["id"], "action": choose(message)}
            table.send(json.dumps(answer))
        elif message["type"] == "bye":
            sys.exit(f"sent away: {message['code']}")
        elif message["type"] == "room" and message["room"]["state"] == "over":
            print("points", message["room"]["match"]["scores"])
            break
