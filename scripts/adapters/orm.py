"""What the adapters of the ORMs share: steps are kept until a save, and done in one transaction."""

from adapter import Skip
from model import Model

CAPABILITIES = [
    "toMany", "oneToOne", "manyToMany", "oneWayToOne", "oneWayToMany", "selfRelationship",
    "cascade", "nullify", "deny", "noAction", "mandatory", "insert", "link", "severalSaves",
    "rollback"]


class Refused(Exception):
    """A transaction that was refused: what kind of refusal it is, and the ORM's own words."""

    def __init__(self, kind, error):
        super().__init__(str(error))
        self.kind = kind


def is_held_once(end, links):
    """Whether no object is ever held by two, so that the many can lead to the one."""
    held = [destination for _, name, destination in links if name == end.name]
    return len(held) == len(set(held))


def check(bond):
    """Skips what no key can say."""
    if bond.is_own_inverse and bond.is_key:
        raise Skip("a key that is its own inverse")
    if bond.back and not bond.is_own_inverse and bond.back.is_mandatory:
        raise Skip("a mandatory to-one at the end that has no key")


class Store:
    """The objects of one scenario in an ORM, which a subclass knows.

    It has `make(links)`, which makes models and tables, `commit(changes, doomed)`, which may raise
    `Refused`, and `contents(changes)`, which takes back what the changes do: the numbers of what is
    alive by entity, and of what is held by end.
    """

    def __init__(self, scenario):
        self.model = Model(scenario)
        if any("set" in step for step in scenario["steps"]):
            raise Skip("to set a relationship")
        self.entities, self.ids, self.refused = {}, {}, None
        self.changes, self.doomed = [], []
        links = scenario.get("links", [])
        self.make(links + [step["link"] for step in scenario["steps"] if "link" in step])
        self.insert(scenario.get("objects", {}))
        for link in links:
            self.link(link)
        self.save()
        if self.refused:
            raise Skip("a stored graph that is refused")

    def insert(self, objects):
        for entity, names in objects.items():
            for name in names:
                self.entities[name] = entity
                self.ids[name] = len(self.ids) + 1
                self.changes.append(("insert", name))

    def link(self, link):
        self.changes.append(("link", link))

    def unlink(self, link):
        self.changes.append(("unlink", link))

    def delete(self, names):
        self.doomed += names

    def rollback(self):
        self.changes, self.doomed, self.refused = [], [], None

    def end(self, thing, name):
        return self.model.relationships[self.entities[thing]][name]

    def save(self):
        before = self.held_by_keys()
        try:
            self.commit(self.changes, self.doomed)
        except Refused as refusal:
            self.refused = [{"kind": refusal.kind, "raw": str(refusal)}]
            return
        self.rollback()
        alive, _ = self.contents([])
        for end, pairs in before.items():
            if any(one not in alive[end.entity] and other in alive[end.destination]
                   for one, other in pairs):
                raise Skip("both ends of a link in tables, which store one")

    def held_by_keys(self):
        """What is held by keys whose other end is to stay as it is when their row goes."""
        ends = [bond.ahead for bond in self.model.bonds
                if bond.is_key and bond.back and bond.ahead.rule == "noAction"]
        if not ends or not self.doomed:
            return {}
        try:
            _, held = self.contents(self.changes)
        except Refused:
            return {}
        return {end: held[end] for end in ends}

    def look(self):
        alive, held = self.contents([] if self.refused else self.changes)
        names = {(entity, self.ids[name]): name for name, entity in self.entities.items()}
        listed = sorted(names[entity, each] for entity, found in alive.items() for each in found)
        if self.refused:
            return {"stored": listed, "refused": self.refused}
        holds = {}
        for end, pairs in held.items():
            for here, there in pairs:
                if here in alive[end.entity]:
                    place = (names[end.entity, here], end.name)
                    holds.setdefault(place, []).append(names[end.destination, there])
        return {"alive": listed,
                "holds": [[*place, sorted(others)] for place, others in sorted(holds.items())]}
