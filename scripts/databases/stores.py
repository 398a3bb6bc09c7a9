"""SQLite and PostgreSQL, each of which deletes what it is given.

A job has `tables`, `insertions`, `query` and `cases`: pairs of a graph's number and the statements of
one transaction. The answer to it is a `Done`.
"""

import contextlib
import getpass
import os
import pwd
import shutil
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path

try:
    import sqlite3
except ImportError:
    sqlite3 = None

NOT_NULL, FOREIGN_KEY = "NOT NULL", "FOREIGN KEY"
KINDS = {"23502": NOT_NULL, "23503": FOREIGN_KEY, "23001": FOREIGN_KEY}


class Missing(Exception):
    """A database is not installed; says what to install."""


class Done:
    """What a database did: per graph its rows before and after, and why it refused."""

    def __init__(self):
        self.before, self.after = defaultdict(list), defaultdict(list)
        self.refusals = {}
        self.fault = None

    def sort(self):
        for rows in (*self.before.values(), *self.after.values()):
            rows.sort()
        return self


def read(rows, into):
    for graph, text in rows:
        into[int(graph)].append(text)


class SQLite:
    name, title = "sqlite", "SQLite"

    def __enter__(self):
        if not sqlite3:
            raise Missing("this Python has no SQLite: apt-get install libpython3-stdlib, and use"
                          " /usr/bin/python3")
        return self

    def __exit__(self, *_):
        pass

    def version(self):
        return sqlite3.sqlite_version

    def run(self, jobs):
        return [self.run_one(job) for job in jobs]

    def run_one(self, job):
        done = Done()
        with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as store:
            store.execute("PRAGMA foreign_keys = ON")
            store.execute("PRAGMA recursive_triggers = ON")
            try:
                for statement in [*job["tables"], "BEGIN", *job["insertions"], "COMMIT"]:
                    store.execute(statement)
            except sqlite3.Error as error:
                done.fault = str(error)
                return done
            read(store.execute(job["query"]), done.before)
            for graph, statements in job["cases"]:
                try:
                    for statement in ["BEGIN", *statements, "COMMIT"]:
                        store.execute(statement)
                except sqlite3.Error as error:
                    text = str(error)
                    kind = next((kind for kind in KINDS.values() if text.startswith(kind)), None)
                    done.refusals[graph] = (kind, text)
                    store.execute("ROLLBACK")
            read(store.execute(job["query"]), done.after)
        return done.sort()


class PostgreSQL:
    """A server of its own in a temporary folder, reached by a local socket only."""

    name, title = "postgres", "PostgreSQL"

    def __init__(self):
        folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"),
                         key=lambda path: [int(part) for part in path.parent.name.split(".")])
        found = [shutil.which("initdb")] + [str(folder / "initdb") for folder in reversed(folders)]
        programs = [Path(path).parent for path in found if path and os.access(path, os.X_OK)]
        if not programs or not shutil.which("psql"):
            raise Missing("PostgreSQL is not installed: apt-get install postgresql")
        self.programs = programs[0]
        self.folder = self.as_user = None
        self.schemas = 0

    def __enter__(self):
        self.as_user = self.other_user() if os.geteuid() == 0 else []
        # A short name: the path of a socket is limited to some hundred characters.
        self.folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
        if self.as_user:
            shutil.chown(self.folder, self.as_user[2])
        try:
            self.call("initdb", "-D", self.data, "-A", "trust", "-U", "deletes", "-N",
                      "--no-locale", "-E", "UTF8")
            self.call("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "-o",
                      f"-k {self.folder} -c listen_addresses='' -c fsync=off"
                      " -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off"
                      " -c log_min_messages=panic", "start")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        try:
            if (self.data / "postmaster.pid").exists():
                self.call("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def data(self):
        return self.folder / "data"

    def other_user(self):
        """The server refuses to be run by root."""
        names = {user.pw_name for user in pwd.getpwall()}
        for name in ("postgres", "nobody"):
            if name in names and shutil.which("runuser"):
                return ["runuser", "-u", name, "--"]
        raise Missing(f"PostgreSQL cannot be run by {getpass.getuser()}: run this as another user")

    def call(self, program, *arguments):
        # The server keeps what it is given open, so that a pipe would never end.
        with tempfile.TemporaryFile("w+") as output:
            run = subprocess.run(
                [*self.as_user, self.programs / program, *arguments], cwd=self.folder,
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False)
            output.seek(0)
            if run.returncode:
                raise RuntimeError(f"{program} failed with {run.returncode}: {output.read()}")

    def psql(self, script):
        return subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-F", "\t", "-h", self.folder, "-U", "deletes",
             "-d", "postgres"],
            input=script, capture_output=True, text=True, check=True,
            env={**os.environ, "PGOPTIONS": "-c client_min_messages=error"}).stdout

    def version(self):
        return self.psql("SHOW server_version;").split()[0]

    def run(self, jobs):
        # A session that has seen thousands of tables gets slow.
        stretches = [jobs[start:start + 150] for start in range(0, len(jobs), 150)]
        return [done for stretch in stretches for done in self.run_session(stretch)]

    def run_session(self, jobs):
        """All in one session, a schema for each job."""
        lines = []
        for number, job in enumerate(jobs):
            state = ":SQLSTATE :LAST_ERROR_MESSAGE"
            self.schemas += 1
            setup = [f"CREATE SCHEMA s{self.schemas}", f"SET search_path = s{self.schemas}",
                     *job["tables"], *job["insertions"]]
            # Sent together, and so in one transaction.
            lines += [f"\\echo @job {number}", "\\;\n".join(setup) + ";", f"\\echo @made {state}",
                      "\\echo @before", job["query"] + ";"]
            for graph, statements in job["cases"]:
                # What follows an error is not run, so that its transaction is still open.
                transaction = "\\;\n".join(["BEGIN", *statements, "COMMIT"])
                lines += [f"\\echo @case {graph}", transaction + ";", f"\\echo @did {state}",
                          "\\if :ERROR", "ROLLBACK;", "\\endif"]
            lines += ["\\echo @after", job["query"] + ";"]
        return self.parse(self.psql("\n".join(lines) + "\n"), len(jobs))

    @staticmethod
    def parse(output, count):
        answers = [Done() for _ in range(count)]
        done = graph = rows = None
        for line in output.splitlines():
            word, _, rest = line.partition(" ")
            if word == "@job":
                done, rows = answers[int(rest)], []
            elif word == "@made" and not rest.startswith("00000"):
                done.fault = rest
            elif word in ("@before", "@after"):
                rows = done.before if word == "@before" else done.after
            elif word == "@case":
                graph = int(rest)
            elif word == "@did":
                state = rest.split(" ")[0]
                if state != "00000":
                    done.refusals[graph] = (KINDS.get(state), rest)
            elif line and not line.startswith("@"):
                read([line.split("\t")], rows)
        return [done.sort() for done in answers]
