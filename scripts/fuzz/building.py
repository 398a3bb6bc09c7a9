"""Builds the modules with the instruments of the fuzzer, optimised, with all checks kept."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
CHECKOUT = FOLDER.parents[1]
BUILD = FOLDER / ".build"

FLAGS = ["-O", "-whole-module-optimization", "-swift-version", "6", "-parse-as-library",
         "-package-name", "deleterules", "-sanitize=fuzzer"]


def modules():
    """The files of each module that the readers need, after those that it knows itself.

    SwiftPM has no way of linking one program with libFuzzer's main function and leaving its own
    tools alone, so these are compiled without it.
    """
    described = subprocess.run(["swift", "package", "describe", "--type", "json"], cwd=CHECKOUT,
                               capture_output=True, text=True, check=True).stdout
    targets = {target["name"]: target for target in json.loads(described)["targets"]}
    found = {}

    def add(name):
        if name in found:
            return
        path = targets[name]["path"]
        files = [f"{path}/{file}" for file in targets[name]["sources"]]
        for other in targets[name].get("target_dependencies", []):
            if targets[other]["type"] == "plugin":
                files += embedded(name)
            else:
                add(other)
        found[name] = files

    add("FileReaders")
    return {**found, "Target": ["scripts/fuzz/Target.swift"]}


def embedded(module):
    """The files that a plugin writes for a module, which a build of the module alone leaves."""
    run(["swift", "build", "--target", module])
    outputs = CHECKOUT / ".build/plugins/outputs"
    files = sorted(outputs.glob(f"*/{module}/destination/*/*.swift"))
    if not files:
        sys.exit(f"the build has no files of a plugin for {module} in {outputs}")
    return [str(file.relative_to(CHECKOUT)) for file in files]


def run(command):
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command[:6]))} … fails:\n{done.stdout}{done.stderr}")


def build():
    """Returns the path of the program; nothing is built that is there already."""
    BUILD.mkdir(exist_ok=True)
    program, stamp = BUILD / "fuzz", BUILD / "fuzz.sources"
    needed = modules()
    digest = hashlib.sha256(repr((FLAGS, needed)).encode())
    objects = []
    for module, paths in needed.items():
        files = [CHECKOUT / path for path in paths]
        for file in files:
            digest.update(file.read_bytes())
        produced, known = BUILD / f"{module}.o", BUILD / f"{module}.sources"
        objects.append(produced)
        state = digest.hexdigest()
        if produced.exists() and known.exists() and known.read_text() == state:
            continue
        print("building", module, file=sys.stderr)
        run(["swiftc", *FLAGS, "-module-name", module, "-I", BUILD, "-emit-module",
             "-emit-module-path", BUILD / f"{module}.swiftmodule", "-c", "-o", produced, *files])
        known.write_text(state)
    if not program.exists() or not stamp.exists() or stamp.read_text() != digest.hexdigest():
        run(["swiftc", "-sanitize=fuzzer", "-o", program, *objects])
        stamp.write_text(digest.hexdigest())
    return program
