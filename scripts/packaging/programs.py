"""The programs of a release: how they are built, and what they need to run."""

import os
import platform
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from conditions import Refused

PRODUCT = "deleterules"
# The folders of sources, whose paths a program can contain.
PARTS = "|".join(folder.name for folder in Path(__file__).resolve().parents[2].glob("Sources/*")).encode()


@dataclass
class Program:
    """A program for a target: 'macos', 'linux-ARCHITECTURE', or the same with '-static', which runs on any Linux."""

    target: str
    file: Path

    def __post_init__(self):
        linux = re.fullmatch(r"linux-(x86_64|aarch64)(-static)?", self.target)
        if self.target == "macos":
            self.triples = ["arm64-apple-macosx", "x86_64-apple-macosx"]
        elif linux:
            self.triples = [f"{linux[1]}-unknown-linux-gnu"] + [f"{linux[1]}-swift-linux-musl"] * bool(linux[2])
        else:
            raise Refused([f"found the target '{self.target}', expected macos, linux-x86_64, linux-aarch64, "
                           "linux-x86_64-static or linux-aarch64-static"])

    def says(self, *words):
        """Returns what the program prints."""
        run = subprocess.run((self.file.resolve(),) + words, stdout=subprocess.PIPE, text=True)
        if run.returncode:
            raise Refused([f"'{self.file} {' '.join(words)}' ends with {run.returncode}, expected 0"])
        return run.stdout

    def libraries(self):
        """Returns the libraries that are loaded when the program starts."""
        return sorted(re.findall(r"NEEDED +(\S+)", objdump("-p", self.file)))

    def least_versions(self):
        """Returns the oldest versions of glibc and libstdc++ that the program runs with."""
        needed = re.findall(r"\*UND\*.*\b(GLIBC|GLIBCXX)_([\d.]+)\)? ", objdump("-T", self.file))
        return {library: max((version for name, version in needed if name == library),
                             key=lambda version: [int(number) for number in version.split(".")])
                for library in sorted({name for name, _ in needed})}


def objdump(option, file):
    # The objdump of LLVM, which comes with Swift, reads programs of every architecture.
    beside = Path(os.path.realpath(shutil.which("swift") or "swift")).with_name("llvm-objdump")
    tool = shutil.which("llvm-objdump") or shutil.which(beside) or shutil.which("objdump")
    if tool is None:
        raise Refused(["found no objdump, which reads what a program needs; install binutils"])
    return subprocess.run([tool, option, file], check=True, text=True, stdout=subprocess.PIPE).stdout


def host():
    """Returns the target of this machine."""
    machine = platform.machine()
    return "macos" if platform.system() == "Darwin" else (
        "linux-" + {"arm64": "aarch64", "amd64": "x86_64"}.get(machine, machine))


def has_musl():
    """Whether the static Linux SDK is installed, whose C library is musl."""
    return "static-linux" in subprocess.run(["swift", "sdk", "list"], text=True, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL).stdout


def targets():
    """Returns the targets that can be built here."""
    if host() == "macos":
        return ["macos"]
    if has_musl():
        return [host(), "linux-aarch64-static", "linux-x86_64-static"]
    print("no static Linux SDK is installed ('swift sdk list'): the static program is for this architecture alone")
    return [host(), host() + "-static"]


def build(checkout, target, folder):
    """Builds HEAD in a folder of its own."""
    # The compiler resolves links in the path of a temporary folder.
    source = folder.resolve() / target
    source.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=checkout, check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-f", "-", "-C", source], input=archive, check=True)
    command = ["swift", "build", "--configuration", "release", "--product", PRODUCT, *options(target, source)]
    print(f"{target}: {' '.join(command)}", flush=True)
    if subprocess.run(command, cwd=source).returncode:
        raise Refused([f"{target}: the build fails, as printed above; it is in {source}"], keeps=folder)
    place = subprocess.run(command + ["--show-bin-path"], cwd=source, check=True, text=True,
                           stdout=subprocess.PIPE).stdout.strip()
    program = Program(target, Path(place) / PRODUCT)
    found = check(program, (source, checkout))
    if found:
        raise Refused(found)
    return program


def options(target, source):
    """Returns options for a program without symbols, paths of this machine, and libraries of Swift."""
    # Error messages would contain the paths of sources. The hash for incremental builds depends on the paths of
    # outputs, and becomes part of the program.
    common = ["-debug-info-format", "none", "-Xswiftc", "-file-prefix-map", "-Xswiftc", f"{source}=.",
              "-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-incremental-llvm-codegen"]
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
    """Returns objections to a program that contains a path of the machine that built it, or needs libraries that
    users may not have. The libraries of a program for macOS are not checked."""
    found = []
    content = program.file.read_bytes()
    # A program that was built elsewhere would contain the absolute paths of its sources.
    source = re.search(rb"\0(/[^\0]{0,300}?)/Sources/(%s)/" % PARTS, content)
    for path in [source[1].decode(errors="replace")] if source else [
            str(folder) for folder in folders if str(folder).encode() in content]:
        found.append(f"{program.target}: the program contains the path '{path}' of the machine that built it; let "
                     "scripts/release build it there")
    if program.target.startswith("linux") and not content.startswith(b"\x7fELF"):
        return found + [f"{program.target}: {program.file} is no program for Linux; expected an ELF file"]
    loaded = program.libraries() if program.target.startswith("linux") else []
    if not program.target.endswith("-static"):
        # The libraries of the C and C++ compilers are on every system.
        loaded = [name for name in loaded if not re.match(r"(lib(c|m|gcc_s|stdc\+\+)|ld-linux\S*)\.so", name)]
    if loaded:
        found.append(f"{program.target}: the program loads {', '.join(loaded)}; expected static libraries")
    return found
