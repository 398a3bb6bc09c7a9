"""Functions that the trials of scripts share: arguments, commands, clones and expectations."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# An environment in which git is the same on every machine. CI would forbid recording.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("GIT_")}
ENVIRONMENT.update({f"GIT_{who}_{what}": value for who in ["AUTHOR", "COMMITTER"]
                    for what, value in [("NAME", "A"), ("EMAIL", "a@example.com")]},
                   GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1")
PROBLEMS = []

# A model with a finding that `check --fix` fixes, and the finding.
FAULTY = "@Model class Photo { var tags: [Tag] = [] }\n@Model class Tag { var photos: [Photo] = [] }\n"
FINDING, FIXED = ":1:26: error: ", "@Relationship(inverse: \\Tag.photos) var tags: [Tag] = []"


def parser(doc, builds=True):
    """Returns a parser with --program, which is required unless the trial builds a program itself."""
    made = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--program", metavar="PATH", type=lambda text: Path(text).resolve(strict=True),
                      required=not builds, help="a build of this commit")
    return made


def need(*missing):
    """Skips the trial if something is missing."""
    missing = [name for name in missing if name]
    if missing:
        print(f"skipped: found no {' and no '.join(missing)}")
        sys.exit()


def expect(holds, problem):
    """Keeps a problem, which `done` makes a failure."""
    if not holds:
        PROBLEMS.append(problem)
        print(problem, flush=True)


def run(*command, code=0, says="", folder=None, **variables):
    """Runs a command that must end with a code and print a text, and returns what it prints."""
    done = subprocess.run([str(word) for word in command], cwd=folder, env={**ENVIRONMENT, **variables}, text=True,
                          errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if code not in (None, done.returncode) or says not in done.stdout:
        sys.exit(f"{done.stdout[-6000:]}\n{' '.join(map(str, command))}: ended with {done.returncode}, "
                 f"expected {code}" + (f" and '{says}'" if says else ""))
    return done.stdout


def git(folder, *words, **variables):
    return run("git", *words, folder=folder, **variables).strip()


def write(folder, files):
    """Writes files, of which the text is given by path."""
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


# A swift that builds nothing: it prints its version and where the program would be, and copies a ready one.
SWIFT = """#!/usr/bin/env bash
set -euo pipefail
if [ "${1:-}" != build ]; then echo 'Swift version 6.2'; exit; fi
echo Compiling >&2
into=.build shows=no
while [ $# -gt 0 ]; do
  case $1 in --build-path|--scratch-path) into=$2 ;; --show-bin-path) shows=yes ;; esac
  shift
done
if [ "$shows" = yes ]; then echo "$into/release"; exit; fi
mkdir -p "$into/release"
cp 'PROGRAM' "$into/release/deleterules"
"""


def swift_stand_in(folder, program):
    """Writes that swift with a program, and returns a PATH on which it comes first."""
    write(folder, {"bin/swift": SWIFT.replace("PROGRAM", str(program))})
    (folder / "bin/swift").chmod(0o755)
    return f"{folder / 'bin'}:{os.environ['PATH']}"


def trial(work, *arguments):
    """Runs a trial in a temporary folder, and exits with 1 if it found a problem."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        said = work(Path(folder).resolve(), *arguments)
    print(f"{len(PROBLEMS)} problems" if PROBLEMS else f"{said}: {time.monotonic() - start:.1f} s")
    sys.exit(1 if PROBLEMS else 0)
