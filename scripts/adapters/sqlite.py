#!/usr/bin/env python3
"""SQLite, that of Python, behind the protocol of the conformance harness."""

import sqlite3

from adapter import serve
from sql import SQLAdapter


class Database:
    """A database in memory."""

    dialect = "sqlite"

    def __init__(self):
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.execute("PRAGMA foreign_keys = ON")
        self.connection.execute("PRAGMA recursive_triggers = ON")

    def do(self, statements):
        """One transaction; why it was refused, or None."""
        try:
            for statement in ["BEGIN", *statements, "COMMIT"]:
                self.connection.execute(statement)
        except sqlite3.IntegrityError as error:
            self.connection.execute("ROLLBACK")
            return str(error)
        return None

    def read(self, query, statements):
        for statement in ["BEGIN", *statements]:
            self.connection.execute(statement)
        rows = self.connection.execute(query).fetchall()
        self.connection.execute("ROLLBACK")
        return rows

    def close(self):
        self.connection.close()


class SQLite(SQLAdapter):
    """A database for each scenario."""

    implementation = {"name": "SQLite", "version": sqlite3.sqlite_version, "language": "C",
                      "framework": "other", "store": "in memory"}

    def database(self):
        return Database()


if __name__ == "__main__":
    serve(SQLite())
