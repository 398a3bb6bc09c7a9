"""Who takes part, how each is built, and one run of one of them."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
BUILD = FOLDER / ".build"
INPUTS = FOLDER / "Sources" / "Workloads"

STANDARD = ("W1", "W1B", "W2", "W2R", "W3", "W3R", "W4", "W5", "W6")
EXTRA = ("rollback", "W7", "W8")
# What all must agree on before any figure counts.
CHECKED = ("survivors", "id_sum", "links", "denied", "blockers")


@dataclass(frozen=True)
class Competitor:
    """A program that is called with WORKLOAD and SIZE and prints one line of JSON."""

    name: str
    program: Path
    what: str
    workloads: tuple = STANDARD
    sources: tuple = ()  # Of a program in C; one in Swift is a product of the package.
    library: str = ""
    is_floor: bool = True  # Whether the engine is divided by it; otherwise it by the engine.


# A further contestant is one more line: a product of Package.swift, or files of the folder c.
COMPETITORS = (
    Competitor("engine", BUILD / "release" / "engine", "DeleteRules, by its public API",
               STANDARD + EXTRA),
    Competitor("c", BUILD / "c" / "engine", "the same design in C, driven by a schema too",
               STANDARD + EXTRA, ("engine.c", "engine_main.c")),
    Competitor("csr", BUILD / "c" / "csr", "a static graph in C that only shrinks: the floor",
               STANDARD + ("W8",), ("csr.c",)),
    Competitor("sqlite", BUILD / "c" / "sqlite", "SQLite in memory, with indexed foreign keys",
               sources=("sqlite.c",), library="sqlite3", is_floor=False),
    Competitor("classes", BUILD / "release" / "classes", "Swift classes that hold arrays",
               is_floor=False),
)


def attempt(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def build(wanted):
    """Builds competitors; returns those there are, and a sentence on each that is left out."""
    there, left_out = [], []
    compiler = shutil.which(os.environ.get("CC", "cc"))
    for competitor in wanted:
        reason = ""
        if competitor.sources and not compiler:
            reason = "this machine has no C compiler"
        elif competitor.library and not has_library(compiler, competitor.library):
            reason = f"this machine has no headers of {competitor.library}"
        if reason:
            left_out.append(f"`{competitor.name}` is left out: {reason}.")
            continue
        there.append(competitor)
        if competitor.sources:
            command = compile_command(compiler, competitor)
        else:
            command = ["swift", "build", "-c", "release", "--package-path", str(FOLDER),
                       "--product", competitor.name]
        print("building", competitor.name, file=sys.stderr)
        built = attempt(command)
        if built.returncode:
            sys.exit(f"{competitor.name} does not build:\n{built.stdout}{built.stderr}")
    return there, left_out


def compile_command(compiler, competitor):
    competitor.program.parent.mkdir(parents=True, exist_ok=True)
    files = sorted(INPUTS.glob("*.c")) + [FOLDER / "c" / name for name in competitor.sources]
    library = ["-l" + competitor.library] if competitor.library else []
    return [compiler, "-std=gnu11", "-O3", "-Wall", "-Wextra", "-Werror",
            "-I", str(INPUTS / "include"), *map(str, files), "-o", str(competitor.program),
            *library]


def has_library(compiler, library):
    program = f"#include <{library}.h>\nint main(void) {{ return 0; }}\n"
    command = [compiler, "-x", "c", "-", "-o", os.devnull, "-l" + library]
    return attempt(command, input=program).returncode == 0


def pinned():
    """What to put before a command so that it stays on one core."""
    if not shutil.which("taskset") or not hasattr(os, "sched_getaffinity"):
        return []
    return ["taskset", "-c", str(max(os.sched_getaffinity(0)))]


@dataclass
class Run:
    """What came of one process: figures, or why there are none."""

    figures: dict = None
    is_too_slow: bool = False
    failure: str = ""

    def __getitem__(self, key):
        return self.figures.get(key) if self.figures else None


def run(competitor, workload, size, limit):
    command = pinned() + [str(competitor.program), workload, str(size)]
    try:
        done = attempt(command, timeout=limit)
    except subprocess.TimeoutExpired:
        return Run(is_too_slow=True)
    if done.returncode == 0:
        return Run(figures=json.loads(done.stdout))
    lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    return Run(failure=lines[0])


def machine():
    """The machine in one line each, without a date."""
    lines = []
    try:
        info = Path("/proc/cpuinfo").read_text()
        model = next(line for line in info.splitlines() if line.startswith("model name"))
        model = model.split(":", 1)[1].strip()
    except (OSError, StopIteration):
        model = attempt(["uname", "-m"]).stdout.strip()
        if sys.platform == "darwin":
            model = attempt(["sysctl", "-n", "machdep.cpu.brand_string"]).stdout.strip()
    lines.append(f"{model}, {os.cpu_count()} cores; one of them is used")
    for command in (["swift", "--version"], [os.environ.get("CC", "cc"), "--version"]):
        if shutil.which(command[0]):
            lines.append(attempt(command).stdout.splitlines()[0])
    sqlite = BUILD / "c" / "sqlite"
    if sqlite.exists():
        lines.append("SQLite " + attempt([str(sqlite), "--version"]).stdout.strip())
    return lines
