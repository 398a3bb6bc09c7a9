"""A scenario in tables, for SQLite and PostgreSQL: README.md says what corresponds to what.

Keys do what their clauses say. Where no clause says it, a trigger does. What is refused only if it
still holds at the end of a transaction leaves a row in `_awaited`, whose deferred key leads to
nothing: that is refused at the end, unless the row went before.
"""

import json

from adapter import Skip
from model import Model

CAPABILITIES = [
    "toMany", "oneToOne", "manyToMany", "oneWayToOne", "oneWayToMany", "selfRelationship",
    "cascade", "nullify", "deny", "noAction", "mandatory", "attributes", "insert", "link",
    "severalSaves", "rollback"]
LATER = "DEFERRABLE INITIALLY DEFERRED"
ACTIONS = {"cascade": "CASCADE", "nullify": "SET NULL", "deny": "NO ACTION"}
FIXED = {"delete", "save", "rollback"}


def quoted(*words):
    return '"' + "_".join(words) + '"'


def rows_of(bond):
    """The join table of a bond."""
    return quoted(bond.ahead.entity, bond.ahead.name, "rows")


class Translation:
    """The tables, keys and triggers of a model."""

    def __init__(self, model, dialect, is_fixed):
        self.model, self.dialect, self.is_fixed = model, dialect, is_fixed
        self.tables, self.keys, self.joins, self.triggers = [], [], [], []
        for bond in model.bonds:
            if bond.is_key:
                self.add_key(bond)
            else:
                self.add_join(bond)
        for entity in model.relationships:
            self.add_table(entity)
            self.add_trigger(entity, "goes", entity, "DELETE", "", [
                "DELETE FROM _awaited WHERE id = OLD._id", "DELETE FROM _lost WHERE id = OLD._id"])

    def statements(self):
        return [
            "CREATE TABLE _nobody (id INTEGER PRIMARY KEY)",
            "CREATE TABLE _awaited (id INTEGER, reason TEXT,"
            f" nobody INTEGER DEFAULT 0 REFERENCES _nobody {LATER})",
            "CREATE TABLE _lost (id INTEGER)", *self.tables, *self.keys, *self.joins,
            *self.triggers]

    def add_table(self, entity):
        columns = ["_id INTEGER PRIMARY KEY"]
        columns += [f"{quoted(name)} TEXT" for name in self.model.attributes[entity]]
        for bond in self.model.bonds:
            if bond.is_key and bond.ahead.entity == entity:
                columns.append(self.column(bond))
        self.tables.append(f"CREATE TABLE {quoted(entity)} ({', '.join(columns)})")

    def column(self, bond):
        words = [quoted(bond.ahead.name), "INTEGER"]
        if bond.ahead.is_mandatory and not self.is_checked_at_the_end(bond):
            words.append("NOT NULL")
        if bond.is_unique:
            words.append("UNIQUE")
        if self.dialect == "sqlite":
            words.append(self.clause(bond))
        return " ".join(words)

    @staticmethod
    def clause(bond):
        """What a key says; a reference that nothing clears is a bare number."""
        if bond.back is None or bond.back.rule == "noAction":
            return ""
        action = ACTIONS[bond.back.rule]
        return f"REFERENCES {quoted(bond.ahead.destination)} ON DELETE {action} {LATER}"

    def is_checked_at_the_end(self, bond):
        """NOT NULL looks too early where the row may go, or be given its key, later on."""
        return bond.back is not None and bond.back.rule == "nullify" or not self.is_fixed

    def add_key(self, bond):
        ahead, back = bond.ahead, bond.back
        owner, target, key = quoted(ahead.entity), quoted(ahead.destination), quoted(ahead.name)
        if back and not bond.is_own_inverse and back.is_mandatory:
            raise Skip("a mandatory to-one at the end that has no key")
        # PostgreSQL wants the tables to be there before a key leads to them.
        if self.dialect == "postgres" and self.clause(bond):
            self.keys.append(f"ALTER TABLE {owner} ADD FOREIGN KEY ({key}) {self.clause(bond)}")
        held = f"OLD.{key} IS NOT NULL"
        there = f"FROM {target} WHERE _id = OLD.{key}"
        if not bond.is_own_inverse:
            # Where both ends are stored, the other's key has a clause for it.
            if ahead.rule == "cascade":
                self.add_trigger(ahead, "cascades", ahead.entity, "DELETE", held,
                                 [f"DELETE {there}"])
            elif ahead.rule == "deny":
                self.add_trigger(ahead, "denies", ahead.entity, "DELETE", held,
                                 [f"INSERT INTO _awaited (id) SELECT _id {there}"])
            elif ahead.rule == "noAction" and back:
                self.add_trigger(ahead, "is_lost", ahead.entity, "DELETE", held,
                                 [f"INSERT INTO _lost (id) SELECT _id {there}"])
        if ahead.is_mandatory and self.is_checked_at_the_end(bond):
            self.add_mandatory(ahead, owner, key)

    def add_mandatory(self, ahead, owner, key):
        missed = (f"INSERT INTO _awaited (id, reason) SELECT _id, '{ahead.name}'"
                  f" FROM {owner} WHERE _id = NEW._id")
        found = f"DELETE FROM _awaited WHERE id = NEW._id AND reason = '{ahead.name}'"
        empty, full = f"NEW.{key} IS NULL", f"NEW.{key} IS NOT NULL"
        self.add_trigger(ahead, "is_missed_at_first", ahead.entity, "INSERT", empty, [missed])
        self.add_trigger(ahead, "is_missed", ahead.entity, f"UPDATE OF {key}", empty, [missed])
        self.add_trigger(ahead, "is_found", ahead.entity, f"UPDATE OF {key}", full, [found])

    def add_join(self, bond):
        ahead, back = bond.ahead, bond.back
        columns = [self.join_column("source", ahead, back), self.join_column("target", back, ahead)]
        self.joins.append(
            f"CREATE TABLE {rows_of(bond)} ({', '.join(columns)}, PRIMARY KEY (source, target))")
        ends = [(ahead, back, "source", "target")]
        if back and not bond.is_own_inverse:
            ends.append((back, ahead, "target", "source"))
        for one, other, here, there in ends:
            others = (f"FROM {quoted(one.destination)} WHERE _id IN"
                      f" (SELECT {there} FROM {rows_of(bond)} WHERE {here} = OLD._id)")
            if one.rule == "cascade":
                self.add_trigger(one, "cascades", one.entity, "DELETE", "", [
                    f"DELETE {others}", f"DELETE FROM {rows_of(bond)} WHERE {here} = OLD._id"])
            elif one.rule == "deny" and not self.takes_rows_along(other):
                self.add_trigger(one, "denies", one.entity, "DELETE", "",
                                 [f"INSERT INTO _awaited (id) SELECT _id {others}"])

    @staticmethod
    def takes_rows_along(end):
        """Whether a row of the join table goes with the object at this end."""
        return end is not None and end.rule in ("nullify", "cascade")

    def join_column(self, column, end, other):
        """The row goes with an object whose rule is nullify; deny waits for it to go, where
        something takes it along; else it stays, for whoever still looks at it."""
        action = None
        if end and end.rule == "nullify":
            action = "CASCADE"
        elif end and end.rule == "deny" and self.takes_rows_along(other):
            action = "NO ACTION"
        clause = f" REFERENCES {quoted(end.entity)} ON DELETE {action} {LATER}" if action else ""
        return f"{column} INTEGER NOT NULL{clause}"

    def add_trigger(self, end, verb, table, event, condition, body):
        """A trigger for each row, after a delete, an insert or the update of a column."""
        name = quoted(*([end] if isinstance(end, str) else [end.entity, end.name]), verb)
        when = f" WHEN ({condition})" if condition else ""
        steps = "".join(f"{each}; " for each in body)
        head = f"CREATE TRIGGER {name} AFTER {event} ON {quoted(table)}"
        if self.dialect == "sqlite":
            self.triggers.append(f"{head}{when} BEGIN {steps}END")
            return
        self.triggers.append(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql"
                             f" AS $$BEGIN {steps}RETURN NULL; END$$")
        self.triggers.append(f"{head} FOR EACH ROW{when} EXECUTE FUNCTION {name}()")


class Statements:
    """What steps are in SQL."""

    def __init__(self, model):
        self.model = model
        self.entities, self.ids = {}, {}

    def row(self, thing, columns=()):
        names = ", ".join(["_id", *(quoted(name) for name, _ in columns)])
        values = ", ".join([f"{self.ids[thing]}", *(f"{value}" for _, value in columns)])
        return f"INSERT INTO {quoted(self.entities[thing])} ({names}) VALUES ({values})"

    def name(self, objects):
        """Gives objects their numbers."""
        for entity, names in objects.items():
            for name in names:
                self.entities[name] = entity
                self.ids[name] = len(self.ids) + 1

    def stored(self, scenario):
        """The objects of a scenario, each with its keys, and the rows of its join tables."""
        self.name(scenario.get("objects", {}))
        columns = {name: {} for name in self.ids}
        rows = []
        for source, name, destination in scenario.get("links", []):
            bond, is_ahead = self.model.find(self.entities[source], name)
            if not bond.is_key:
                rows += self.link([source, name, destination])
                continue
            owner, other = (source, destination) if is_ahead else (destination, source)
            columns[owner][bond.ahead.name] = self.ids[other]
            if bond.is_own_inverse:
                columns[other][name] = self.ids[owner]
        for thing, attribute, value in scenario.get("values", []):
            columns[thing][attribute] = self.text(value)
        return [self.row(thing, each.items()) for thing, each in columns.items()] + rows

    def insert(self, objects):
        self.name(objects)
        return [self.row(name) for names in objects.values() for name in names]

    def delete(self, names):
        return [f"DELETE FROM {quoted(self.entities[name])} WHERE _id = {self.ids[name]}"
                for name in names]

    def link(self, link):
        bond, owner, other = self.place(link)
        if bond.is_key:
            table, key = quoted(bond.ahead.entity), quoted(bond.ahead.name)
            leads = f"UPDATE {table} SET {key} = {{}} WHERE _id = {{}}"
            statements = []
            if bond.is_own_inverse:
                statements.append(f"UPDATE {table} SET {key} = NULL"
                                  f" WHERE {key} IN ({owner}, {other})")
                statements.append(leads.format(owner, other))
            elif bond.is_unique:
                statements.append(f"UPDATE {table} SET {key} = NULL"
                                  f" WHERE {key} = {other} AND _id <> {owner}")
            return statements + [leads.format(other, owner)]
        pairs = {(owner, other), (other, owner)} if bond.is_own_inverse else {(owner, other)}
        return [f"INSERT INTO {rows_of(bond)} VALUES ({one}, {another}) ON CONFLICT DO NOTHING"
                for one, another in sorted(pairs)]

    def unlink(self, link):
        bond, owner, other = self.place(link)
        pairs = {(owner, other), (other, owner)} if bond.is_own_inverse else {(owner, other)}
        if bond.is_key:
            table, key = quoted(bond.ahead.entity), quoted(bond.ahead.name)
            return [f"UPDATE {table} SET {key} = NULL WHERE _id = {one} AND {key} = {another}"
                    for one, another in sorted(pairs)]
        return [f"DELETE FROM {rows_of(bond)} WHERE source = {one} AND target = {another}"
                for one, another in sorted(pairs)]

    def set(self, setting):
        thing, name, values = setting
        entity, number = self.entities[thing], self.ids[thing]
        if name in self.model.attributes[entity]:
            return [f"UPDATE {quoted(entity)} SET {quoted(name)} = {self.text(values)}"
                    f" WHERE _id = {number}"]
        bond, is_ahead = self.model.find(entity, name)
        if bond.is_key:
            table, key = quoted(bond.ahead.entity), quoted(bond.ahead.name)
            here = "_id" if is_ahead else key
            cleared = [f"UPDATE {table} SET {key} = NULL WHERE {here} = {number}"]
            if bond.is_own_inverse:
                cleared.append(f"UPDATE {table} SET {key} = NULL WHERE {key} = {number}")
        else:
            columns = ["source"] if is_ahead else ["target"]
            columns += ["target"] if bond.is_own_inverse else []
            cleared = [f"DELETE FROM {rows_of(bond)} WHERE {column} = {number}"
                       for column in columns]
        return cleared + [each for value in values for each in self.link([thing, name, value])]

    def place(self, link):
        """The bond of a link, and the numbers of its owner and of the other object."""
        source, name, destination = link
        bond, is_ahead = self.model.find(self.entities[source], name)
        ends = (self.ids[source], self.ids[destination])
        return bond, *(ends if is_ahead else reversed(ends))

    @staticmethod
    def text(value):
        return "NULL" if value is None else "'" + json.dumps(value).replace("'", "''") + "'"


def query(model):
    """All that there is: what is alive, holds and values, and what lost an end that it held."""
    parts = []

    def part(kind, source, name, other, rest):
        parts.append(f"SELECT '{kind}', CAST({source} AS TEXT), '{name}', CAST({other} AS TEXT)"
                     f" FROM {rest}")

    for entity, attributes in model.attributes.items():
        part("alive", "_id", "", "_id", quoted(entity))
        for name in attributes:
            part("value", "_id", name, f"COALESCE({quoted(name)}, 'null')", quoted(entity))
    for bond in model.bonds:
        ahead, back = bond.ahead, bond.back
        source, target = ("_id", quoted(ahead.name)) if bond.is_key else ("source", "target")
        table = quoted(ahead.entity) if bond.is_key else rows_of(bond)
        part("holds", source, ahead.name, target,
             f"{table} WHERE {target} IS NOT NULL AND {source} IN"
             f" (SELECT _id FROM {quoted(ahead.entity)})")
        if back and not bond.is_own_inverse:
            part("holds", target, back.name, source,
                 f"{table} WHERE {target} IN (SELECT _id FROM {quoted(ahead.destination)})")
    part("lost", "id", "", "id", "_lost")
    return " UNION ALL ".join(parts)


class Store:
    """The tables of one scenario in a database; what a save is to do is one transaction.

    A database has `dialect`, `do(statements)`, which tells why it refused, and
    `read(query, statements)`, which takes back what the statements do.
    """

    def __init__(self, database, scenario):
        self.database = database
        self.model = Model(scenario)
        is_fixed = all(FIXED.issuperset(step) for step in scenario["steps"])
        self.statements = Statements(self.model)
        tables = Translation(self.model, database.dialect, is_fixed).statements()
        # Deletes come last, as a save finds out then what they come to.
        self.changes, self.deletes, self.refused = [], [], None
        refused = database.do([*tables, *self.statements.stored(scenario)])
        if refused:
            raise Skip("a stored graph that is refused")

    def insert(self, objects):
        self.changes += self.statements.insert(objects)

    def link(self, link):
        self.changes += self.statements.link(link)

    def unlink(self, link):
        self.changes += self.statements.unlink(link)

    def set(self, setting):
        self.changes += self.statements.set(setting)

    def delete(self, names):
        self.deletes += self.statements.delete(names)

    def rollback(self):
        self.changes, self.deletes, self.refused = [], [], None

    def save(self):
        self.refused = self.database.do([*self.changes, *self.deletes])
        if not self.refused:
            self.rollback()

    def look(self):
        rows = self.database.read(query(self.model), [] if self.refused else self.changes)
        names = {str(number): name for name, number in self.statements.ids.items()}
        if any(kind == "lost" for kind, *_ in rows):
            raise Skip("both ends of a link in tables, which store one")
        alive = sorted(names[source] for kind, source, *_ in rows if kind == "alive")
        if self.refused:
            # A database tells of the first thing that it finds, and not always what it is.
            return {"stored": alive, "refused": [{"kind": "other", "raw": self.refused}]}
        held = {}
        for kind, source, name, other in rows:
            if kind == "holds":
                held.setdefault((names[source], name), []).append(names[other])
        values = [[names[source], name, json.loads(value)]
                  for kind, source, name, value in rows if kind == "value"]
        return {"alive": alive, "values": values,
                "holds": [[*place, sorted(others)] for place, others in sorted(held.items())]}

    def close(self):
        self.database.close()


class SQLAdapter:
    """A database behind the protocol: a subclass has `implementation`, and `database()`, which makes an empty one."""

    capabilities = CAPABILITIES

    def open(self, scenario):
        """Makes a store that holds the scenario's objects and links, saved."""
        return Store(self.database(), scenario)

    def close(self):
        """Leaves nothing running."""
