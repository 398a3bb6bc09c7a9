"""The loop of the SQL adapters: Sources/Conformance/PROTOCOL.md describes its lines."""

import json
import os
import sys
import traceback


class Skip(Exception):
    """A scenario that the implementation cannot express, and why."""


def looks(adapter, request, say):
    """What is seen after the steps that are asked for, each step being written down before.

    A store has `save()`, `look()`, and a method for each other step that the adapter's capabilities allow.
    """
    scenario, number = request["scenario"], request["seq"]
    wanted = {look["after"] for look in request["looks"]}
    seen, store = [], None
    try:
        for at in range(len(scenario["steps"]) + 1):
            say(seq=number, at=at)
            if at == 0:
                store = adapter.open(scenario)
            else:
                (name, argument), = scenario["steps"][at - 1].items()
                getattr(store, name)(*([] if name in ("save", "rollback") else [argument]))
            if at in wanted:
                seen.append({"after": at, **store.look()})
    finally:
        if store:
            store.close()
    return seen


def serve(adapter):
    """Reads requests until the last, and writes the answers where nothing else can write."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(**line):
        print(json.dumps(line), file=output, flush=True)

    try:
        for line in sys.stdin:
            request = json.loads(line)
            if request["cmd"] == "start":
                say(protocol=1, implementation=adapter.implementation, capabilities=adapter.capabilities,
                    isolation="shared")
            elif request["cmd"] == "run":
                number = request["seq"]
                try:
                    say(seq=number, looks=looks(adapter, request, say))
                except Skip as reason:
                    say(seq=number, skipped=str(reason))
                except Exception as error:
                    traceback.print_exc()
                    say(seq=number, failed=f"{type(error).__name__}: {error}")
            else:
                break
    finally:
        adapter.close()
