"""What people who move between SQL and Core Data or SwiftData run into: one small delete each, by
the engine and as somebody would write it in SQL."""

LATER = "DEFERRABLE INITIALLY DEFERRED"


class Experiment:
    """Objects P1, C2 and so on, one of each entity, linked by every bond; some are deleted.

    A bond is a pair of ends, the second of which may be missing: entity, relationship, to-many and
    what else a scenario states of it. A writing is what is told of it, and its tables.
    """

    def __init__(self, title, model, bonds, deleted, writings, names=("P", "C")):
        self.title, self.model, self.bonds, self.writings = title, model, bonds, writings
        self.numbers = {name: number for number, name in enumerate(names, 1)}
        self.deleted = [self.object(name) for name in deleted]
        self.scenario = {
            "scenario": "experiment", "title": title, "framework": "coreData", "sources": [],
            "entities": [{"name": name, "relationships": self.relationships(name)}
                         for name in names],
            "objects": {name: [self.object(name)] for name in names},
            "links": [[self.object(one["entity"]), one["name"], self.object(one["destination"])]
                      for one, *_ in bonds],
            "steps": [{"delete": self.deleted}, {"save": True}]}

    def object(self, entity):
        return f"{entity}{self.numbers[entity]}"

    def relationships(self, entity):
        ends = []
        for bond in self.bonds:
            names = [end["name"] for end in bond]
            for end, inverse in zip(bond, reversed(names)):
                if end["entity"] == entity:
                    stated = {key: value for key, value in end.items() if key != "entity"}
                    ends.append({**stated, **({"inverse": inverse} if len(bond) == 2 else {})})
        return ends

    def insertions(self):
        """A row for each object with its keys, and then the rows of join tables."""
        rows, joins = {name: {"id": number} for name, number in self.numbers.items()}, []
        for one, *_ in self.bonds:
            here, there = self.numbers[one["entity"]], self.numbers[one["destination"]]
            if one.get("toMany"):
                joins.append(f"INSERT INTO {one['name']}Rows VALUES ({here}, {there})")
            else:
                rows[one["entity"]][one["name"]] = there
        return [f"INSERT INTO {name} ({', '.join(row)}) VALUES"
                f" ({', '.join(str(value) for value in row.values())})"
                for name, row in rows.items()] + joins

    def deletions(self):
        return [f"DELETE FROM {name[0]} WHERE id = {name[1:]}" for name in self.deleted]

    def query(self):
        """Who is there, and what leads where: the object, the relationship, the other object."""
        parts = [f"SELECT '{name}' || id, '', '' FROM {name}" for name in self.numbers]
        for bond in self.bonds:
            name, source, target = bond[0]["name"], bond[0]["entity"], bond[0]["destination"]
            if not bond[0].get("toMany"):
                parts.append(f"SELECT '{source}' || id, '{name}', '{target}' || {name}"
                             f" FROM {source} WHERE {name} IS NOT NULL")
                continue
            table = f"{name}Rows"
            parts.append(f"SELECT '{source}' || source, '{name}', '{target}' || target"
                         f" FROM {table} WHERE source IN (SELECT id FROM {source})")
            if len(bond) == 2:
                parts.append(
                    f"SELECT '{target}' || target, '{bond[1]['name']}', '{source}' || source"
                    f" FROM {table} WHERE target IN (SELECT id FROM {target})")
        return " UNION ALL ".join(parts)


def end(entity, name, destination, rule="nullify", **stated):
    return {"entity": entity, "name": name, "destination": destination, "deleteRule": rule,
            **stated}


def key(rule="nullify", back="nullify", mandatory=False, at_least=0):
    """A child C that leads to its parent P."""
    ahead = end("C", "p", "P", rule, optional=not mandatory)
    if back is None:
        return [[ahead]]
    counts = {"optional": False, "minCount": at_least} if at_least else {}
    return [[ahead, end("P", "cs", "C", back, toMany=True, **counts)]]


def many(rule, back):
    """Parents and children, many to many."""
    ahead = end("P", "cs", "C", rule, toMany=True)
    return [[ahead, end("C", "ps", "P", back, toMany=True)] if back else [ahead]]


def column(words=""):
    """A column `p` of the child's table, as these words declare it."""
    declared = f"p INTEGER {words}".strip()
    return f"`{declared}`", ["CREATE TABLE P (id INTEGER PRIMARY KEY)",
                             f"CREATE TABLE C (id INTEGER PRIMARY KEY, {declared})"]


def references(action=""):
    return column(f"REFERENCES P{action and ' ON DELETE '}{action}")


def join(words):
    """A join table whose two columns say this."""
    said = f"`{words}`" if words else "`REFERENCES`"
    return f"join table, both keys {said}", [
        "CREATE TABLE P (id INTEGER PRIMARY KEY)", "CREATE TABLE C (id INTEGER PRIMARY KEY)",
        f"CREATE TABLE csRows (source INTEGER REFERENCES P {words},"
        f" target INTEGER REFERENCES C {words}, PRIMARY KEY (source, target))"]


def diamond(words, order):
    """R takes P and X, and X takes C, which leads to P."""
    tables = {
        "P": "CREATE TABLE P (id INTEGER PRIMARY KEY, r INTEGER REFERENCES R ON DELETE CASCADE)",
        "X": "CREATE TABLE X (id INTEGER PRIMARY KEY, q INTEGER REFERENCES R ON DELETE CASCADE)",
        "C": f"CREATE TABLE C (id INTEGER PRIMARY KEY, p INTEGER {words},"
             " x INTEGER REFERENCES X ON DELETE CASCADE)"}
    return f"`p INTEGER {words}`, tables made in the order R, {', '.join(order)}", [
        "CREATE TABLE R (id INTEGER PRIMARY KEY)", *(tables[name] for name in order)]


def diamond_bonds(rule, mandatory=False):
    return [
        [end("P", "r", "R"), end("R", "ps", "P", "cascade", toMany=True)],
        [end("X", "q", "R"), end("R", "xs", "X", "cascade", toMany=True)],
        [end("C", "p", "P", optional=not mandatory), end("P", "cs", "C", rule, toMany=True)],
        [end("C", "x", "X"), end("X", "others", "C", "cascade", toMany=True)]]


DIAMOND = ("R", "P", "X", "C")
ONE, OTHER = "PXC", "XPC"
SET_NULL = "NOT NULL REFERENCES P ON DELETE SET NULL"
RESTRICT, NO_ACTION = (f"REFERENCES P ON DELETE {word}" for word in ("RESTRICT", "NO ACTION"))

EXPERIMENTS = [
    # The rule of the parent, which is where SQL has a clause.
    Experiment("Nothing is said", "P.cs and C.p are inverse", key(), "P",
               [references(), references("SET NULL")]),
    Experiment("noAction is not NO ACTION", "P.cs: noAction", key(back="noAction"), "P",
               [references("NO ACTION"), column()]),
    Experiment("One-way", "C.p without an inverse", key(back=None), "P",
               [references(), references("SET NULL"), column()]),
    # The rule of the child, of which SQL has none.
    Experiment("A rule speaks of deleting its source", "C.p: cascade", key("cascade"), "C",
               [references("CASCADE")]),
    Experiment("The same, from the other end", "C.p: cascade", key("cascade"), "P",
               [references("CASCADE")]),
    Experiment("A child that denies", "C.p: deny", key("deny"), "C", [references("RESTRICT")]),
    Experiment("A child that does nothing", "C.p: noAction", key("noAction"), "C",
               [references("SET NULL")]),
    # When a database looks.
    Experiment("deny forgives what goes as well", "P.cs: deny", key(back="deny"), "PC",
               [references("RESTRICT"), references(f"RESTRICT {LATER}"), references("NO ACTION"),
                references(f"NO ACTION {LATER}")]),
    Experiment("The same, the child first", "P.cs: deny", key(back="deny"), "CP",
               [references("RESTRICT")]),
    Experiment("Mandatory", "C.p mandatory, P.cs: nullify", key(mandatory=True), "P",
               [column(SET_NULL)]),
    Experiment("Mandatory, and the child goes as well", "C.p mandatory, P.cs: nullify",
               key(mandatory=True), "PC", [column(SET_NULL)]),
    Experiment("A diamond, mandatory",
               "R cascades to P and X, X to C; C.p mandatory, P.cs: nullify",
               diamond_bonds("nullify", mandatory=True), "R",
               [diamond(SET_NULL, ONE), diamond(SET_NULL, OTHER)], DIAMOND),
    Experiment("A diamond, denying", "R cascades to P and X, X to C; P.cs: deny",
               diamond_bonds("deny"), "R",
               [diamond(RESTRICT, ONE), diamond(RESTRICT, OTHER), diamond(NO_ACTION, ONE),
                diamond(NO_ACTION, OTHER), diamond(f"{NO_ACTION} {LATER}", ONE)], DIAMOND),
    Experiment("Counts", "P.cs holds at least 1", key(at_least=1), "C", [references("SET NULL")]),
    # Many to many.
    Experiment("N:N", "P.cs and C.ps: nullify", many("nullify", "nullify"), "P",
               [join(""), join("ON DELETE CASCADE")]),
    Experiment("CASCADE of a join table takes rows of it", "P.cs: cascade",
               many("cascade", "nullify"), "P", [join("ON DELETE CASCADE")]),
    Experiment("N:N, both ends deny", "P.cs and C.ps: deny", many("deny", "deny"), "PC",
               [join(f"ON DELETE NO ACTION {LATER}")]),
    Experiment("N:N, one-way", "P.cs without an inverse", many("nullify", None), "C",
               [join("ON DELETE CASCADE")]),
]
