#!/usr/bin/env python3
"""PostgreSQL behind the protocol of the conformance harness: a server of its own, in a temporary
folder, reached by a local socket only, and removed again. Needs Debian's `postgresql`.
"""

import getpass
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from adapter import serve
from sql import SQLAdapter

# The classes of errors by which a database refuses, rather than fails.
REFUSAL = "23"
PREFIX = "deleterules-pg-"
# How many scenarios share a database.
FILLED = 100


class Server:
    """A PostgreSQL that nobody else uses.

    It is a child in the group of this process, so that whoever ends the group ends it as well.
    """

    def __init__(self):
        self.programs = self.find_programs()
        self.identity = self.other_identity() if os.geteuid() == 0 else {}
        self.remove_remains()
        # A short name: the path of a socket is limited to some hundred characters.
        self.folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir="/tmp"))
        if self.identity:
            shutil.chown(self.folder, self.identity["user"])
        self.log = self.folder / "log"
        self.process = None
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    @staticmethod
    def find_programs():
        # Debian keeps them out of the PATH, in a folder for each version.
        found = shutil.which("initdb") or max(Path("/usr/lib/postgresql").glob("*/bin/initdb"),
                                              default=None, key=lambda path: float(path.parts[-3]))
        if not found or not shutil.which("psql"):
            sys.exit("PostgreSQL is not installed: Debian's postgresql has it")
        return Path(found).resolve().parent

    @staticmethod
    def other_identity():
        """The server refuses to be run by root."""
        users = {user.pw_name: user for user in pwd.getpwall()}
        for name in ("postgres", "nobody"):
            if name in users:
                return {"user": name, "group": users[name].pw_gid, "extra_groups": []}
        sys.exit(f"PostgreSQL cannot be run by {getpass.getuser()}: run this as another user")

    @staticmethod
    def remove_remains():
        """Removes what those have left who were ended before they could."""
        for folder in Path("/tmp").glob(f"{PREFIX}*-*"):
            owner = folder.name.removeprefix(PREFIX).partition("-")[0]
            if owner.isdigit() and not Path(f"/proc/{owner}").exists():
                shutil.rmtree(folder, ignore_errors=True)

    def start(self):
        data = self.folder / "data"
        with self.log.open("w") as log:
            usual = {"cwd": self.folder, "stdin": subprocess.DEVNULL, "stdout": log,
                     "stderr": log, **self.identity}
            subprocess.run(
                [self.programs / "initdb", "-D", data, "-A", "trust", "-U", "deletes", "-N",
                 "--no-locale", "-E", "UTF8"], check=True, **usual)
            settings = ["listen_addresses=", "fsync=off", "synchronous_commit=off",
                        "full_page_writes=off", "autovacuum=off", "log_min_messages=panic",
                        "shared_buffers=16MB", "dynamic_shared_memory_type=mmap"]
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", data, "-k", self.folder,
                 *(f"-c{each}" for each in settings)], **usual)
        socket = self.folder / ".s.PGSQL.5432"
        while not socket.exists():
            if self.process.poll() is not None:
                raise RuntimeError(f"postgres did not start: {self.log.read_text()}")
            time.sleep(0.02)

    def stop(self):
        try:
            if self.process and self.process.poll() is None:
                # An immediate shutdown; what is in there is of no use to anybody.
                self.process.send_signal(signal.SIGQUIT)
                self.process.wait()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def version(self):
        line = subprocess.run([self.programs / "postgres", "--version"], check=True,
                              capture_output=True, text=True).stdout
        return line.split()[2]


class Session:
    """One psql, which is told what to do and says after each part how that went."""

    def __init__(self, server, database):
        self.process = subprocess.Popen(
            ["psql", "-X", "-q", "-A", "-t", "-F", "\t", "-h", server.folder, "-U", "deletes",
             "-d", database],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "PGOPTIONS": "-c client_min_messages=error"})

    def ask(self, statements):
        """What they return, and the state and message of an error; all in one transaction."""
        script = "\\;\n".join(statements) + ";\n\\echo @done :SQLSTATE :LAST_ERROR_MESSAGE\n"
        self.process.stdin.write(script)
        self.process.stdin.flush()
        rows = []
        for line in self.process.stdout:
            if line.startswith("@done "):
                _, state, message = line.rstrip("\n").split(" ", 2)
                return rows, state, message
            rows.append(line.rstrip("\n").split("\t"))
        raise RuntimeError("the connection to PostgreSQL is lost")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Database:
    """A schema of its own."""

    dialect = "postgres"

    def __init__(self, session, number):
        self.session = session
        self.do([f"CREATE SCHEMA s{number}", f"SET search_path = s{number}"])

    def do(self, statements):
        """One transaction; why it was refused, or None."""
        return self.ask([*statements, "COMMIT"])[1]

    def read(self, query, statements):
        return self.ask([*statements, query, "ROLLBACK"])[0]

    def ask(self, statements):
        rows, state, message = self.session.ask(["BEGIN", *statements])
        if state == "00000":
            return rows, None
        # What follows an error is not run, so that its transaction is still open.
        self.session.ask(["ROLLBACK"])
        if not state.startswith(REFUSAL):
            raise RuntimeError(f"{state} {message}")
        return rows, message

    def close(self):
        pass


class PostgreSQL(SQLAdapter):
    """One server; a schema for each scenario."""

    def __init__(self):
        self.server = Server()
        self.session, self.count = None, 0
        self.implementation = {"name": "PostgreSQL", "version": self.server.version(),
                               "language": "C", "framework": "other", "store": "a local server"}

    def database(self):
        if self.count % FILLED == 0:
            self.move(self.count // FILLED)
        self.count += 1
        return Database(self.session, self.count)

    def move(self, number):
        """To an empty database, as one that has seen thousands of tables gets slow."""
        if self.session:
            self.session.close()
        main = Session(self.server, "postgres")
        if number:
            main.ask([f"DROP DATABASE d{number - 1}"])
        main.ask([f"CREATE DATABASE d{number}"])
        main.close()
        self.session = Session(self.server, f"d{number}")

    def close(self):
        if self.session:
            self.session.close()
        self.server.stop()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    serve(PostgreSQL())
