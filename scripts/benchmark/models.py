"""How long the command line takes on models of growing size, as processes of its own."""

import math
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.sax.saxutils import quoteattr

from competitors import FOLDER, attempt, pinned

SIZES = (500, 1_000, 2_000)
COMMANDS = ("matrix", "check", "diff", "explain")
CHECKOUT = FOLDER.parents[1]
PROGRAM = CHECKOUT / ".build" / "release" / "deleterules"


def relationship(name, destination, inverse, rule, is_to_many):
    values = {"name": name, "optional": "YES", "toMany": "YES" if is_to_many else "NO",
              "deletionRule": rule, "destinationEntity": destination, "inverseName": inverse,
              "inverseEntity": destination}
    if not is_to_many:
        values["maxCount"] = "1"
    return "<relationship " + " ".join(f"{key}={quoteattr(value)}"
                                       for key, value in values.items()) + "/>"


def entity(number, count, rule):
    """Families of ten, each the owner of the next; and every two are partners."""
    name = f"E{number}"
    items = rule if number % 10 < 9 else "Nullify"
    owned, owner = f"E{(number + 1) % count}", f"E{(number - 1) % count}"
    partner = f"E{number ^ 1}"
    return "\n".join([
        f'<entity name="{name}" representedClassName="{name}">',
        relationship("items", owned, "owner", items, True),
        relationship("owner", owner, "items", "Nullify", False),
        relationship("partner", partner, "partner", "Nullify", False), "</entity>"])


def write_model(folder, count, rule="Cascade"):
    folder.mkdir()
    text = "\n".join(
        ['<?xml version="1.0" encoding="UTF-8"?>',
         '<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">',
         *(entity(number, count, rule) for number in range(count)), "</model>", ""])
    (folder / "contents").write_text(text, encoding="utf-8")


def arguments(command, model, changed):
    return {"matrix": ["matrix", model], "check": ["check", model],
            "diff": ["diff", model, changed], "explain": ["explain", model, "E0"]}[command]


def seconds(command, model, changed, limit):
    """How long one process takes; nothing where it is given up."""
    start = time.perf_counter()
    try:
        done = subprocess.run(
            pinned() + [str(PROGRAM), *map(str, arguments(command, model, changed))],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    # 1 says that something was found or is different.
    if done.returncode not in (0, 1):
        sys.exit(f"{command} {model}: {done.stderr.decode()}")
    return time.perf_counter() - start


def measure_models(rounds, limit):
    """The best times by command and number of entities."""
    print("building deleterules", file=sys.stderr)
    built = attempt(["swift", "build", "-c", "release", "--package-path", str(CHECKOUT),
                     "--product", "deleterules"])
    if built.returncode:
        sys.exit(f"deleterules does not build:\n{built.stdout}{built.stderr}")
    folder = Path(tempfile.mkdtemp())
    try:
        best = {command: {} for command in COMMANDS}
        for size in SIZES:
            models = [folder / f"{size}.xcdatamodel", folder / f"{size} changed.xcdatamodel"]
            write_model(models[0], size)
            write_model(models[1], size, "Deny")
            for command in COMMANDS:
                times = [seconds(command, *models, limit) for _ in range(rounds)]
                best[command][size] = min((each for each in times if each is not None),
                                          default=None)
                print(f"{command} {size:,}", file=sys.stderr)
        return best
    finally:
        shutil.rmtree(folder)


def exponent(times):
    """By which power of the entities the time grows, from the least to the greatest model."""
    first, last = times[SIZES[0]], times[SIZES[-1]]
    return math.log(last / first) / math.log(SIZES[-1] / SIZES[0]) if first and last else None
