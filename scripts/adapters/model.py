"""A scenario's entities as tables see them: relationships, and the bonds that pair them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Relationship:
    """One end, with the defaults of the protocol filled in."""

    entity: str
    name: str
    destination: str
    to_many: bool
    optional: bool
    rule: str
    inverse: str | None

    @property
    def is_mandatory(self):
        return not self.to_many and not self.optional


@dataclass(frozen=True)
class Bond:
    """A relationship with its inverse, if it has one.

    Where one end is a to-one, `ahead` is that one: its entity's table has the key.
    """

    ahead: Relationship
    back: Relationship | None

    @property
    def is_key(self):
        return not self.ahead.to_many

    @property
    def is_own_inverse(self):
        return self.back == self.ahead

    @property
    def is_unique(self):
        return self.is_key and self.back is not None and not self.back.to_many


class Model:
    """The entities of a scenario."""

    def __init__(self, scenario):
        self.relationships = {
            entity["name"]: {each["name"]: self.relationship(entity["name"], each)
                             for each in entity.get("relationships", [])}
            for entity in scenario["entities"]}
        self.attributes = {
            entity["name"]: [each["name"] for each in entity.get("attributes", [])]
            for entity in scenario["entities"]}
        self.bonds = []
        for relationships in self.relationships.values():
            for each in relationships.values():
                if not any(each in (bond.ahead, bond.back) for bond in self.bonds):
                    self.bonds.append(self.bond(each))

    @staticmethod
    def relationship(entity, stated):
        return Relationship(
            entity, stated["name"], stated["destination"], stated.get("toMany", False),
            stated.get("optional", True), stated.get("deleteRule", "nullify"),
            stated.get("inverse"))

    def bond(self, one):
        """The key of a 1:1 stands where it must not be empty, else where an end that does nothing
        is the other one: a key says what is done to itself, not what its own row does."""
        if one.inverse is None:
            return Bond(one, None)
        other = self.relationships[one.destination][one.inverse]
        if one.to_many != other.to_many:
            return Bond(other, one) if one.to_many else Bond(one, other)
        is_turned = (other.is_mandatory, one.rule == "noAction") > (
            one.is_mandatory, other.rule == "noAction")
        return Bond(other, one) if is_turned else Bond(one, other)

    def find(self, entity, name):
        """The bond of a relationship, and whether the relationship is its `ahead`."""
        relationship = self.relationships[entity][name]
        bond = next(bond for bond in self.bonds if relationship in (bond.ahead, bond.back))
        return bond, bond.ahead == relationship
