#!/usr/bin/env python3
"""Django's ORM over SQLite behind the protocol of the conformance harness; models are made from
each scenario.

The rule of an end is the `on_delete` of the key that leads to its object: so the end that has the
key has none. What is deleted before one save is handed to one Collector.
"""

from itertools import count

import django
from django.apps import apps
from django.conf import settings
from django.db import IntegrityError, connection, models, transaction
from django.db.models.deletion import Collector, ProtectedError, RestrictedError

from adapter import Adapter, Skip, serve
from orm import CAPABILITIES, Refused, Store, check, is_held_once

ACTIONS = {"cascade": models.CASCADE, "nullify": models.SET_NULL, "deny": models.RESTRICT,
           "noAction": models.DO_NOTHING}
ACTIONS_BETWEEN = {**ACTIONS, "nullify": models.CASCADE}
NUMBERS = count(1)
# This file again, as the application that Django wants models to be of.
APP = "django_orm"


class Tables:
    """The models of a scenario, each with a name that no other scenario has."""

    def __init__(self, model, links):
        self.model, self.prefix = model, f"s{next(NUMBERS)}"
        self.places, self.between = {}, {}
        fields = {entity: {} for entity in model.relationships}
        for bond in model.bonds:
            self.add(bond, fields, links)
        self.classes = {entity: self.make(entity, each) for entity, each in fields.items()}

    def all(self):
        return [*self.classes.values(), *self.between.values()]

    def make(self, entity, fields):
        return type(f"{self.prefix}_{entity}", (models.Model,), {"__module__": APP, **fields})

    def add(self, bond, fields, links):
        ahead, back = bond.ahead, bond.back
        check(bond)
        if bond.is_key:
            if ahead.rule in ("cascade", "deny"):
                raise Skip("a rule at the end that has the key")
            action = ACTIONS[back.rule] if back else models.DO_NOTHING
            fields[ahead.entity][self.field(ahead)] = self.key(
                ahead.destination, action, ahead.is_mandatory, bond.is_unique)
            self.places[ahead] = ("key", self.field(ahead), True)
            if back:
                self.places[back] = ("key", self.field(ahead), False)
        elif back is None and is_held_once(ahead, links):
            # The natural way to say that one has many: the many lead to it.
            fields[ahead.destination][self.field(ahead)] = self.key(
                ahead.entity, ACTIONS[ahead.rule], False, False)
            self.places[ahead] = ("key", self.field(ahead), False)
        else:
            self.add_many(bond)

    def add_many(self, bond):
        """A model of its own between; its rows go with an end whose rule is nullify."""
        if any(end.rule == "cascade" for end, _ in bond.ends()):
            raise Skip("cascade at an end of a many-to-many")
        if bond.is_own_inverse:
            raise Skip("a many-to-many that is its own inverse")
        between = f"{self.field(bond.ahead)}_rows"
        sides = {"source": (bond.ahead.entity, bond.ahead),
                 "target": (bond.ahead.destination, bond.back)}
        # The far end of a one-way many-to-many is what Django makes of it by itself.
        self.between[between] = self.make(between, {
            side: self.key(entity, ACTIONS_BETWEEN[end.rule if end else "nullify"], True, False)
            for side, (entity, end) in sides.items()})
        self.places[bond.ahead] = ("many", between, True)
        if bond.back:
            self.places[bond.back] = ("many", between, False)

    @staticmethod
    def field(end):
        return f"{end.entity}_{end.name}".lower().replace("__", "_")

    def path(self, entity):
        return f"{APP}.{self.prefix}_{entity}"

    def key(self, entity, action, is_mandatory, is_unique):
        if is_mandatory and action is models.SET_NULL:
            raise Skip("SET_NULL for a key that cannot be null: Django's check E320")
        kind = models.OneToOneField if is_unique else models.ForeignKey
        return kind(self.path(entity), action, null=not is_mandatory, related_name="+",
                    db_constraint=action is not models.DO_NOTHING)


class DjangoStore(Store):
    """Objects as rows of Django's models."""

    def make(self, links):
        self.tables = Tables(self.model, links)
        with connection.schema_editor() as editor:
            for each in self.tables.all():
                editor.create_model(each)

    def commit(self, changes, doomed):
        try:
            with transaction.atomic():
                self.apply(changes)
                self.collect(doomed)
        except IntegrityError as error:
            raise Refused("other", error) from error
        except (RestrictedError, ProtectedError) as error:
            raise Refused("denied", error.args[0]) from error

    def collect(self, doomed):
        """All at once, so that Django knows what goes as well before it refuses."""
        collector = Collector(using="default")
        things = [thing for name in doomed
                  for thing in self.rows(self.entities[name]).filter(pk=self.ids[name])]
        for number, thing in enumerate(things, 1):
            collector.collect([thing], fail_on_restricted=number == len(things))
        collector.delete()

    def rows(self, entity):
        return self.tables.classes[entity].objects

    def apply(self, changes):
        """New objects are written together with their keys, as a mandatory key demands."""
        things = {}
        for verb, argument in changes:
            if verb == "insert":
                things[argument] = self.tables.classes[self.entities[argument]](
                    pk=self.ids[argument])
        later = []
        for verb, argument in changes:
            if verb != "insert":
                self.change(verb, argument, things, later)
        for thing in things.values():
            thing.save(force_insert=True)
        for verb, rows, row in later:
            if verb == "link":
                rows.get_or_create(**row)
            else:
                rows.filter(**row).delete()

    def change(self, verb, link, things, later):
        source, name, destination = link
        kind, field, is_ahead = self.tables.places[self.end(source, name)]
        owner, other = (source, destination) if is_ahead else (destination, source)
        if kind == "many":
            row = {"source_id": self.ids[owner], "target_id": self.ids[other]}
            later.append((verb, self.tables.between[field].objects, row))
            return
        key = f"{field}_id"
        if owner in things:
            setattr(things[owner], key, self.ids[other] if verb == "link" else None)
            return
        rows = self.rows(self.entities[owner])
        if verb == "unlink":
            rows.filter(pk=self.ids[owner], **{key: self.ids[other]}).update(**{key: None})
            return
        if rows.model._meta.get_field(field).unique:
            rows.filter(**{key: self.ids[other]}).update(**{key: None})
        rows.filter(pk=self.ids[owner]).update(**{key: self.ids[other]})

    def contents(self, changes):
        with transaction.atomic():
            self.apply(changes)
            alive = {entity: set(self.rows(entity).values_list("pk", flat=True))
                     for entity in self.model.relationships}
            held = {end: list(self.pairs(*place, end)) for end, place in self.tables.places.items()}
            transaction.set_rollback(True)
        return alive, held

    def pairs(self, kind, field, is_ahead, end):
        """What an end holds, by the rows of its key or of the table between."""
        if kind == "many":
            rows, columns = self.tables.between[field].objects, ["source_id", "target_id"]
        else:
            rows = self.rows(end.entity if is_ahead else end.destination)
            rows, columns = rows.exclude(**{field: None}), ["pk", f"{field}_id"]
        return rows.values_list(*(columns if is_ahead else reversed(columns)))

    def close(self):
        with connection.schema_editor() as editor:
            for each in self.tables.all():
                editor.delete_model(each)
        for each in self.tables.all():
            del apps.all_models[APP][each._meta.model_name]
        apps.clear_cache()


class Django(Adapter):
    """Models for each scenario in one database in memory."""

    implementation = {"name": "Django", "version": django.__version__, "language": "Python",
                      "framework": "other", "store": "SQLite in memory"}
    capabilities = CAPABILITIES

    def open(self, scenario):
        return DjangoStore(scenario)


if __name__ == "__main__":
    settings.configure(
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        DEFAULT_AUTO_FIELD="django.db.models.AutoField", INSTALLED_APPS=[APP])
    django.setup()
    serve(Django())
