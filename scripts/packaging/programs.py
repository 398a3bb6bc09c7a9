"""Building the programs of a release, and what they need to run."""

import os
import platform
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from conditions import Refused

PRODUCT = "deleterules"
# What is in the folder of sources, of which a program may name the files.
PARTS = "|".join(sorted(
    folder.name for folder in Path(__file__).resolve().parents[2].glob("Sources/*"))).encode()


@dataclass
class Program:
    """A program for one target: 'macos', 'linux-ARCHITECTURE', or that with '-static', which has its C
    library in it and runs on any Linux."""

    target: str
    file: Path

    def __post_init__(self):
        if self.target == "macos":
            self.triples = ["arm64-apple-macosx", "x86_64-apple-macosx"]
            return
        match = re.fullmatch(r"linux-(x86_64|aarch64)(-static)?", self.target)
        if match is None:
            raise Refused([f"'{self.target}' is no target: expected macos, linux-x86_64, linux-aarch64, "
                           "linux-x86_64-static or linux-aarch64-static"])
        self.triples = [f"{match[1]}-unknown-linux-gnu"]
        if match[2]:
            # It runs beside that C library, too.
            self.triples.append(f"{match[1]}-swift-linux-musl")

    def says(self, *words):
        """What it prints."""
        run = subprocess.run((self.file.resolve(),) + words, stdout=subprocess.PIPE, text=True)
        if run.returncode:
            raise Refused([f"'{self.file} {' '.join(words)}' ends with {run.returncode}, expected 0"])
        return run.stdout

    def libraries(self):
        """The libraries that are loaded when it starts."""
        return sorted(re.findall(r"NEEDED +(\S+)", objdump("-p", self.file)))

    def least_versions(self):
        """The least versions of GLIBC and GLIBCXX that have all it needs, each with what needs it."""
        needed = {}
        for line in objdump("-T", self.file).splitlines():
            match = re.search(r"\*UND\*.*\b(GLIBC|GLIBCXX)_([\d.]+)\)? +(\S+)$", line)
            if match:
                version = tuple(int(number) for number in match[2].split("."))
                needed.setdefault(match[1], {}).setdefault(version, []).append(match[3])
        return {library: (".".join(map(str, max(versions))), sorted(versions[max(versions)]))
                for library, versions in sorted(needed.items())}


def objdump(option, file):
    # That of LLVM, which comes with Swift, reads programs of every architecture.
    beside = Path(os.path.realpath(shutil.which("swift") or "swift")).with_name("llvm-objdump")
    tool = shutil.which("llvm-objdump") or shutil.which(beside) or shutil.which("objdump")
    if tool is None:
        raise Refused(["there is no objdump, which measures what a program needs; install binutils"])
    return subprocess.run([tool, option, file], check=True, text=True, stdout=subprocess.PIPE).stdout


def host():
    """The target that runs here."""
    if platform.system() == "Darwin":
        return "macos"
    machine = platform.machine()
    return "linux-" + {"arm64": "aarch64", "amd64": "x86_64"}.get(machine, machine)


def has_musl():
    """Whether the static Linux SDK is installed, which has another C library, musl."""
    sdks = subprocess.run(["swift", "sdk", "list"], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout
    return "static-linux" in sdks


def targets():
    """What can be built here."""
    if host() == "macos":
        return ["macos"]
    if has_musl():
        return [host(), "linux-aarch64-static", "linux-x86_64-static"]
    print("no static Linux SDK is installed ('swift sdk list'): one program for this architecture alone, "
          "with the C library of this machine in it")
    return [host(), host() + "-static"]


def lay_out(checkout, folder):
    """Writes what is committed, and nothing else, into a new folder."""
    folder.mkdir(parents=True)
    archive = subprocess.run(["git", "-c", "tar.umask=0002", "archive", "HEAD"], cwd=checkout,
                             check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-f", "-", "-C", folder], input=archive, check=True)


def build(checkout, target, folder):
    """Builds what is committed in a folder that has nothing else."""
    source = folder / target
    lay_out(checkout, source)
    # Links may stand in a temporary folder's path, and the compiler follows them.
    source = source.resolve()
    command = ["swift", "build", "--configuration", "release", "--product", PRODUCT]
    command += options(target, source)
    print(f"{target}: {' '.join(command)}", flush=True)
    if subprocess.run(command, cwd=source).returncode:
        raise Refused([f"{target}: the build fails, as printed above; it is in {source}"], keeps=folder)
    place = subprocess.run(command + ["--show-bin-path"], cwd=source, check=True, text=True,
                           stdout=subprocess.PIPE).stdout.strip()
    program = Program(target, Path(place) / PRODUCT)
    check(program, (source, checkout))
    return program


def options(target, source):
    """No symbols, no paths of this machine, and nothing of the Swift installation at run time."""
    common = ["-debug-info-format", "none"]
    # Failures and errors would name the source files by their paths, and a hash that lets the compiler
    # leave out what it has done goes by the paths of what it writes; it gets into the program.
    for word in ("-file-prefix-map", f"{source}=.", "-Xfrontend", "-disable-incremental-llvm-codegen"):
        common += ["-Xswiftc", word]
    if target == "macos":
        # The standard library is part of the system.
        return common + ["--arch", "arm64", "--arch", "x86_64", "-Xlinker", "-S", "-Xlinker", "-x"]
    common += ["--disable-local-rpath", "-Xlinker", "-s"]
    if not target.endswith("-static"):
        return common + ["--static-swift-stdlib"]
    if not has_musl():
        return common + ["-Xswiftc", "-static-executable"]
    return common + ["--swift-sdk", f"{target.split('-')[1]}-swift-linux-musl"]


def check(program, folders):
    """Refuses a program that names a folder of the machine that built it, or needs what users may not
    have. Of what a program for macOS loads, nothing is read."""
    found = []
    content = program.file.read_bytes()
    # Built elsewhere, it would name its sources by a path from the root.
    source = re.search(rb"\0(/[^\0]{0,300}?)/Sources/(%s)/" % PARTS, content)
    if source:
        found.append(f"{program.target}: the program names a folder of the machine that built it, "
                     f"'{source[1].decode(errors='replace')}'; let scripts/release build it there")
    for folder in folders:
        place = content.find(str(folder).encode())
        if place >= 0:
            end = content.find(b"\0", place)
            text = content[place:min(end, place + 200)].decode(errors="replace")
            found.append(f"{program.target}: the program names a folder of this machine, '{text}'; find "
                         "what puts it there, and keep it out")
    if program.target.startswith("linux") and not content.startswith(b"\x7fELF"):
        found.append(f"{program.target}: {program.file} is no program for Linux; expected one in ELF")
    elif program.target.startswith("linux"):
        loaded = program.libraries()
        if not program.target.endswith("-static"):
            # Those of the C and C++ compilers, which every system with a desktop or a package manager has.
            loaded = [name for name in loaded
                      if not re.match(r"(lib(c|m|gcc_s|stdc\+\+)|ld-linux\S*)\.so", name)]
        if loaded:
            found.append(f"{program.target}: the program loads {', '.join(loaded)}; expected this to be "
                         "linked into it")
    if found:
        raise Refused(found)
