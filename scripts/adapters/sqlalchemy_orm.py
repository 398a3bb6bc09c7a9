#!/usr/bin/env python3
"""SQLAlchemy's ORM over SQLite behind the protocol of the conformance harness; classes are mapped
from each scenario.

Rules stand where Core Data has them, on the object that is deleted: cascade is `cascade="all"`,
nullify what SQLAlchemy does by itself, deny `passive_deletes="all"` with a key that refuses, and
noAction the same without a key.
"""

import sqlalchemy
from sqlalchemy import Column, ForeignKey, Integer, Table, create_engine, event, select
from sqlalchemy.exc import CircularDependencyError, IntegrityError
from sqlalchemy.orm import Session, foreign, registry, relationship, remote

from adapter import Adapter, Skip, serve
from orm import CAPABILITIES, Refused, Store, check, is_held_once


class Mapping:
    """The classes and tables of a model."""

    def __init__(self, model, links):
        self.registry = registry()
        self.places, self.properties = {}, {entity: {} for entity in model.relationships}
        self.tables = {entity: Table(entity, self.registry.metadata, Column("_id", Integer,
                                                                            primary_key=True))
                       for entity in model.relationships}
        self.classes = {entity: type(entity, (), {}) for entity in model.relationships}
        self.leads = {entity: set() for entity in model.relationships}
        for bond in model.bonds:
            if bond.is_key:
                self.leads[bond.ahead.entity].add(bond.ahead.destination)
            elif bond.back is None:
                self.leads[bond.ahead.destination].add(bond.ahead.entity)
        for bond in model.bonds:
            self.add(bond, links)
        for entity, each in self.classes.items():
            self.registry.map_imperatively(each, self.tables[entity],
                                           properties=self.properties[entity])

    def is_circular(self, owner, target):
        """Whether rows may lead to each other in a circle, which SQLAlchemy wants to be told."""
        seen, waiting = set(), [target]
        while waiting:
            entity = waiting.pop()
            if entity not in seen:
                seen.add(entity)
                waiting += self.leads[entity]
        return owner in seen

    def add(self, bond, links):
        check(bond)
        ahead, back = bond.ahead, bond.back
        if bond.is_key:
            if ahead.rule == "deny":
                raise Skip("deny at the end that has the key")
            self.add_key(bond.ahead.entity, ahead.destination, ahead, back)
        elif back is None and is_held_once(ahead, links):
            # The natural way to say that one has many: the many lead to it.
            self.add_key(ahead.destination, ahead.entity, None, ahead)
        else:
            self.add_many(bond)

    def add_key(self, owner, target, ahead, back):
        end = ahead or back
        name = f"{end.entity}_{end.name}_key"
        leads = back is not None and back.rule != "noAction"
        column = Column(name, Integer, *([ForeignKey(f"{target}._id")] if leads else []),
                        nullable=not (ahead and ahead.is_mandatory),
                        unique=bool(ahead and back and not back.to_many))
        self.tables[owner].append_column(column)
        key = self.tables[target].c._id
        usual = {"post_update": bool(ahead and ahead.optional and self.is_circular(owner, target))}
        if ahead:
            self.places[ahead] = (column, self.tables[owner].c._id, True)
            self.properties[owner][ahead.name] = relationship(
                self.classes[target], primaryjoin=foreign(column) == remote(key),
                back_populates=back.name if back else None, **usual,
                **self.options(ahead, True))
        if back:
            self.places[back] = (column, self.tables[owner].c._id, False)
            self.properties[target][back.name] = relationship(
                self.classes[owner], primaryjoin=remote(foreign(column)) == key,
                uselist=back.to_many, back_populates=ahead.name if ahead else None,
                **usual, **self.options(back, False))

    def add_many(self, bond):
        if bond.is_own_inverse:
            raise Skip("a many-to-many that is its own inverse")
        if any(end.rule in ("deny", "noAction") for end, _ in bond.ends()):
            raise Skip("a rule at an end of a many-to-many other than nullify and cascade")
        ahead, back = bond.ahead, bond.back
        rows = Table(
            f"{ahead.entity}_{ahead.name}_rows", self.registry.metadata,
            Column("source", ForeignKey(f"{ahead.entity}._id"), primary_key=True),
            Column("target", ForeignKey(f"{ahead.destination}._id"), primary_key=True))
        for end, here, there in ((ahead, "source", "target"), (back, "target", "source")):
            if end is None:
                continue
            self.places[end] = (rows.c.target, rows.c.source, end is ahead)
            self.properties[end.entity][end.name] = relationship(
                self.classes[end.destination], secondary=rows,
                primaryjoin=self.tables[end.entity].c._id == rows.c[here],
                secondaryjoin=self.tables[end.destination].c._id == rows.c[there],
                back_populates=end.inverse, **self.options(end, False))

    @staticmethod
    def options(end, has_key):
        if end.rule == "cascade":
            return {"cascade": "all"}
        is_passive = end.rule in ("deny", "noAction") and not has_key
        return {"passive_deletes": "all"} if is_passive else {}


class SQLAlchemyStore(Store):
    """Objects of mapped classes, and a session for each save."""

    def make(self, links):
        self.mapping = Mapping(self.model, links)
        self.engine = create_engine("sqlite://")
        event.listen(self.engine, "connect",
                     lambda connection, _: connection.execute("PRAGMA foreign_keys = ON"))
        self.mapping.registry.metadata.create_all(self.engine)

    def commit(self, changes, doomed):
        with Session(self.engine, autoflush=False) as session:
            try:
                self.apply(session, changes)
                for name in doomed:
                    thing = self.present(session, name)
                    if thing in session.new:
                        session.expunge(thing)
                    elif thing:
                        session.delete(thing)
                session.commit()
            except IntegrityError as error:
                raise Refused("other", error.orig) from error
            except CircularDependencyError as error:
                # What it lists differs from run to run.
                raise Refused("other", "CircularDependencyError") from error

    def apply(self, session, changes):
        for verb, argument in changes:
            if verb == "insert":
                session.add(self.mapping.classes[self.entities[argument]](_id=self.ids[argument]))
            else:
                self.change(session, verb, *argument)

    def change(self, session, verb, source, name, destination):
        end = self.end(source, name)
        thing, other = self.present(session, source), self.present(session, destination)
        held = getattr(thing, name)
        if end.to_many:
            if (other in held) != (verb == "link"):
                (held.append if verb == "link" else held.remove)(other)
        elif verb == "link":
            setattr(thing, name, other)
        elif held is other:
            setattr(thing, name, None)

    def present(self, session, name):
        """An object; what was added is found by its number only once it is written."""
        kind = self.mapping.classes[self.entities[name]]
        added = [each for each in session.new
                 if isinstance(each, kind) and each._id == self.ids[name]]
        return added[0] if added else session.get(kind, self.ids[name])

    def contents(self, changes):
        with Session(self.engine, autoflush=False) as session:
            try:
                self.apply(session, changes)
                session.flush()
            except (CircularDependencyError, IntegrityError) as error:
                raise Refused("other", error) from error
            alive = {entity: set(session.scalars(select(table.c._id)))
                     for entity, table in self.mapping.tables.items()}
            held = {end: self.pairs(session, *place)
                    for end, place in self.mapping.places.items()}
            session.rollback()
        return alive, held

    @staticmethod
    def pairs(session, key, own, is_ahead):
        columns = (own, key) if is_ahead else (key, own)
        return [tuple(row) for row in session.execute(select(*columns).where(key.is_not(None)))]

    def close(self):
        self.mapping.registry.dispose()
        self.engine.dispose()


class SQLAlchemy(Adapter):
    """Classes and a database in memory for each scenario."""

    implementation = {"name": "SQLAlchemy", "version": sqlalchemy.__version__,
                      "language": "Python", "framework": "other", "store": "SQLite in memory"}
    capabilities = CAPABILITIES

    def open(self, scenario):
        return SQLAlchemyStore(scenario)


if __name__ == "__main__":
    serve(SQLAlchemy())
