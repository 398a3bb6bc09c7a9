#!/usr/bin/env python3
"""A toy store behind the protocol of the conformance harness, written from its one page.

It keeps everything in memory and does the four delete rules at the save. To write an adapter for
something real, keep `main` and `run`, and let `Toy` do its work there.
"""

import json
import sys

IMPLEMENTATION = {"name": "toy", "version": "1", "language": "Python", "framework": "other",
                  "store": "in memory"}
CAPABILITIES = ["toMany", "oneToOne", "manyToMany", "oneWayToOne", "oneWayToMany",
                "selfRelationship", "cascade", "nullify", "deny", "noAction", "insert", "link",
                "severalSaves"]


class Toy:
    """Objects, what their relationships hold, and which of them the next save is to delete."""

    def __init__(self, scenario):
        self.relationships = {
            entity["name"]: {each["name"]: each for each in entity.get("relationships", [])}
            for entity in scenario["entities"]}
        self.entities, self.held, self.doomed, self.refused = {}, {}, set(), None
        self.insert(scenario.get("objects", {}))
        for link in scenario.get("links", []):
            self.link(link)

    def of(self, thing):
        """The relationships of an object by name."""
        return self.relationships[self.entities[thing]]

    def insert(self, objects):
        for entity, names in objects.items():
            for name in names:
                self.entities[name] = entity
                self.held.update({(name, each): [] for each in self.relationships[entity]})

    def link(self, link):
        source, name, destination = link
        self.point(source, name, destination)
        if inverse := self.of(source)[name].get("inverse"):
            self.point(destination, inverse, source)

    def point(self, source, name, destination):
        """One end of a link; a to-one lets go of what it held, on both ends."""
        held = self.held[source, name]
        if not self.of(source)[name].get("toMany"):
            for other in [each for each in held if each != destination]:
                self.unlink([source, name, other])
        if destination not in held:
            held.append(destination)

    def unlink(self, link):
        source, name, destination = link
        inverse = self.of(source)[name].get("inverse")
        ends = [(source, name, destination)]
        if inverse and destination in self.entities:
            ends.append((destination, inverse, source))
        for owner, relationship, other in ends:
            if other in self.held[owner, relationship]:
                self.held[owner, relationship].remove(other)

    def set(self, setting):
        source, name, destinations = setting
        for other in list(self.held[source, name]):
            self.unlink([source, name, other])
        for destination in destinations:
            self.link([source, name, destination])

    def delete(self, names):
        self.doomed.update(names)

    def save(self, _):
        """Cascades, denies what still stands in the way, empties the inverses, and removes."""
        doomed, waiting = set(), [each for each in self.doomed if each in self.entities]
        while waiting:
            thing = waiting.pop()
            if thing in self.entities and thing not in doomed:
                doomed.add(thing)
                waiting += [other for name, each in self.of(thing).items() if each.get("deleteRule") == "cascade"
                            for other in self.held[thing, name]]
        self.refused = [{"kind": "denied", "object": thing, "relationship": name}
                        for thing in sorted(doomed) for name, each in self.of(thing).items()
                        if each.get("deleteRule") == "deny"
                        and any(other in self.entities and other not in doomed
                                for other in self.held[thing, name])]
        if self.refused:
            return
        for thing in doomed:
            for name, each in self.of(thing).items():
                if each.get("deleteRule", "nullify") == "nullify" and each.get("inverse"):
                    for other in self.held[thing, name]:
                        if other not in doomed and other in self.entities:
                            self.held[other, each["inverse"]].remove(thing)
        for place in [place for place in self.held if place[0] in doomed]:
            del self.held[place]
        for thing in doomed:
            del self.entities[thing]
        self.doomed = set()

    def look(self, after):
        """What there is; while a save is refused only what it says and what is stored."""
        if self.refused:
            return {"after": after, "refused": self.refused, "stored": sorted(self.entities)}
        return {"after": after, "alive": sorted(self.entities),
                "holds": [[*place, [*held]] for place, held in self.held.items() if held]}


def say(line):
    print(json.dumps(line), flush=True)


def run(request):
    """Takes the steps, each written down before, and looks after some of them."""
    scenario, number = request["scenario"], request["seq"]
    wanted, looks = [look["after"] for look in request["looks"]], []
    for at in range(len(scenario["steps"]) + 1):
        say({"seq": number, "at": at})
        if at == 0:
            store = Toy(scenario)
        else:
            (step, argument), = scenario["steps"][at - 1].items()
            getattr(store, step)(argument)
        if at in wanted:
            looks.append(store.look(at))
    say({"seq": number, "looks": looks})


def main():
    for line in sys.stdin:
        request = json.loads(line)
        if request["cmd"] == "start":
            say({"protocol": 1, "implementation": IMPLEMENTATION, "capabilities": CAPABILITIES,
                 "isolation": "shared"})
        elif request["cmd"] == "run":
            run(request)
        else:
            break


if __name__ == "__main__":
    main()
