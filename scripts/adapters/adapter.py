"""The loop that the Python adapters share: Sources/Conformance/PROTOCOL.md says what it speaks."""

import json
import os
import sys
import traceback


class Skip(Exception):
    """A scenario that the implementation cannot say; the reason is told."""


class Adapter:
    """An implementation: who it is, what it can do, and a store for each scenario.

    A store has `save()`, `look()`, and a method for each other step that its capabilities allow.
    """

    implementation = {}
    capabilities = []

    def open(self, scenario):
        """Makes a store that holds the scenario's objects and links, saved."""
        raise NotImplementedError

    def close(self):
        """Leaves nothing running."""


class Loop:
    """Reads requests, and writes answers where nothing else can write."""

    def __init__(self, adapter):
        self.adapter = adapter
        self.output = os.fdopen(os.dup(1), "w", encoding="utf-8")
        # Whatever a library prints belongs to standard error.
        os.dup2(2, 1)

    def say(self, **line):
        print(json.dumps(line), file=self.output, flush=True)

    def start(self):
        self.say(protocol=1, implementation=self.adapter.implementation,
                 capabilities=self.adapter.capabilities, isolation="shared")

    def run(self, request):
        number = request["seq"]
        try:
            self.say(seq=number, looks=self.looks(request))
        except Skip as reason:
            self.say(seq=number, skipped=str(reason))
        except Exception as error:
            traceback.print_exc()
            self.say(seq=number, failed=f"{type(error).__name__}: {error}")

    def looks(self, request):
        """What is seen after the steps that are asked for, each step being told before."""
        scenario, number = request["scenario"], request["seq"]
        wanted = {look["after"] for look in request["looks"]}
        seen, store = [], None
        try:
            for at in range(len(scenario["steps"]) + 1):
                self.say(seq=number, at=at)
                if at == 0:
                    store = self.adapter.open(scenario)
                else:
                    self.take(store, scenario["steps"][at - 1])
                if at in wanted:
                    seen.append({"after": at, **store.look()})
        finally:
            if store:
                store.close()
        return seen

    @staticmethod
    def take(store, step):
        (name, argument), = step.items()
        if name in ("save", "rollback"):
            getattr(store, name)()
        else:
            getattr(store, name)(argument)


def serve(adapter):
    """Answers until it is told to stop, or nobody asks any more."""
    loop = Loop(adapter)
    try:
        for line in sys.stdin:
            request = json.loads(line)
            if request["cmd"] == "start":
                loop.start()
            elif request["cmd"] == "run":
                loop.run(request)
            else:
                break
    finally:
        adapter.close()
