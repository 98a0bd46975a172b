"""A bot for `paiju bot --stdio` that discards or plays what costs least; translate it to any language.

It starts the table itself and talks to it over pipes: one JSON object a line each way.
"""

import json
import subprocess
import sys

GAME = sys.argv[1] if len(sys.argv) > 1 else "paohuzi"
COMMAND = [sys.executable, "-m", "paiju", "bot", GAME, "--stdio", "--bots", "random", "--deals", "2"]


def choose(prompt):
    """A win if there is one, else the shortest action that is no pass."""
    actions = prompt["actions"]
    if "hu" in actions:
        return "hu"
    return min(actions[1:], key=len, default=actions[0])


with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as table:
    for line in table.stdout:
        message = json.loads(line)
        if message["type"] == "prompt":
            answer = {"type": "act", "prompt": message["id"], "action": choose(message)}
            print(json.dumps(answer), file=table.stdin, flush=True)
        elif message["type"] == "over":
            print("points", message["returns"])
        elif message["type"] == "error":
            sys.exit(f"refused: {message['detail']}")
