"""The files of a release. Their bytes depend only on what is packed and on when it was committed."""

import datetime
import gzip
import hashlib
import io
import json
import re
import subprocess
import tarfile
import zipfile

from conditions import Refused, git, sections
from programs import PRODUCT, host

LEVEL = 6  # Level 9 makes a program 0.4 % smaller and takes three times as long.
BUNDLE = f"{PRODUCT}.artifactbundle"


def pack(folder, checkout, version, address, programs):
    """Writes all files of a release."""
    runnable = next((each for each in programs if each.target in (host(), host() + "-static")), None)
    if runnable is None:
        raise Refused([f"found no program for {host()}, this machine, to write the man page and the completions; "
                       f"leave out --no-build, or add --program {host()}=FILE"])
    said = runnable.says("--version").strip()
    if said != version:
        raise Refused([f"{runnable.file}: found version '{said}', expected '{version}'; build it from HEAD"])
    time = int(git(checkout, "log", "-1", "--format=%ct").strip())
    for program in programs:
        write_program(folder, checkout, version, program, runnable, time)
    write_bundle(folder, checkout, version, programs, time)
    # The file modes must not depend on the umask of git.
    source = folder / f"{PRODUCT}-{version}.tar.gz"
    command = ["git", "-c", "tar.umask=0002", "archive", f"--prefix={PRODUCT}-{version}/", "HEAD"]
    source.write_bytes(compressed(subprocess.run(command, cwd=checkout, check=True, stdout=subprocess.PIPE).stdout))
    formula = (checkout / "scripts/packaging/formula.rb").read_text(encoding="utf-8")
    for word, value in (("REPOSITORY", address), ("SUM", hashlib.sha256(source.read_bytes()).hexdigest()),
                        ("SOURCE", f"{address}/releases/download/{version}/{source.name}")):
        formula = formula.replace(f"@{word}@", value)
    (folder / f"{PRODUCT}.rb").write_text(formula, encoding="utf-8")
    sums = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir())}
    (folder / "SHA256SUMS").write_text("".join(f"{value}  {name}\n" for name, value in sums.items()), encoding="utf-8")
    write_notes(folder, checkout, address, version, programs, sums)


def compressed(content):
    """Compresses as gzip does, without a name and a time."""
    stream = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=LEVEL, fileobj=stream, mtime=0) as file:
        file.write(content)
    return stream.getvalue()


def write_program(folder, checkout, version, program, runnable, time):
    """Writes an archive of a program, laid out as below /usr/local.

    - runnable: the same version for this machine, which writes the manual.
    """
    name = f"{PRODUCT}-{version}-{program.target}"
    files = {"bin/" + PRODUCT: program.file.read_bytes()}
    for path, words in {
            "man/man1/deleterules.1": ("help", "--format", "man"),
            "bash-completion/completions/deleterules": ("completions", "bash"),
            "zsh/site-functions/_deleterules": ("completions", "zsh"),
            "fish/vendor_completions.d/deleterules.fish": ("completions", "fish")}.items():
        files["share/" + path] = runnable.says(*words).encode()
    for document in ("LICENSE", "README.md"):
        files[f"share/doc/{PRODUCT}/{document}"] = (checkout / document).read_bytes()
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size, entry.mtime = len(content), time
            entry.mode = 0o755 if path.startswith("bin/") else 0o644
            archive.addfile(entry, io.BytesIO(content))
    (folder / f"{name}.tar.gz").write_bytes(compressed(stream.getvalue()))


def write_bundle(folder, checkout, version, programs, time):
    """Writes the programs as a binary target of SwiftPM (SE-0305).

    A triple has one program; a program without glibc comes before one that needs it.
    """
    files = {"LICENSE": ((checkout / "LICENSE").read_bytes(), 0o644)}
    variants, taken = [], set()
    for program in sorted(programs, key=lambda program: (-len(program.triples), program.target)):
        if taken.isdisjoint(program.triples):
            taken.update(program.triples)
            path = f"{PRODUCT}-{version}-{program.target}/bin/{PRODUCT}"
            variants.append({"path": path, "supportedTriples": program.triples})
            files[path] = (program.file.read_bytes(), 0o755)
    artifact = {"version": version, "type": "executable", "variants": variants}
    manifest = json.dumps({"schemaVersion": "1.0", "artifacts": {PRODUCT: artifact}}, indent=2, sort_keys=True)
    files["info.json"] = ((manifest + "\n").encode(), 0o644)
    moment = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).timetuple()[:6]
    with zipfile.ZipFile(folder / f"{BUNDLE}.zip", "w") as archive:
        for path, (content, mode) in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{BUNDLE}/{path}", moment)
            entry.create_system = 3  # Unix; its modes are in the upper half of the attributes.
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, LEVEL)


def needs(program, checkout):
    """Returns the requirements of a program, as a sentence."""
    if program.target == "macos":
        floor = re.search(r"\.macOS\(\.v(\d+)\)", (checkout / "Package.swift").read_text(encoding="utf-8"))
        return f"macOS {floor[1]} or later, on Apple silicon and Intel"
    if program.target.endswith("-static"):
        return "any Linux on that architecture, with nothing installed"
    versions = " and ".join(f"{name} {version} or later" for name, version in program.least_versions().items())
    return f"{versions}; it loads {', '.join(f'`{name}`' for name in program.libraries())}"


def write_notes(folder, checkout, address, version, programs, sums):
    """Writes the text to publish with the release."""
    lines = [dict(sections(checkout))[version], "", "## Files", "", "| file | SHA-256 |", "| --- | --- |"]
    lines += [f"| `{name}` | `{value}` |" for name, value in sums.items()]
    lines += ["", "`sha256sum --check SHA256SUMS` checks them.", "", "Requirements of the programs:", ""]
    lines += [f"- {program.target}: {needs(program, checkout)}" for program in programs]
    lines += ["", "None of them needs Swift.", "", "In a package, for a plugin:", "", "```swift", ".binaryTarget(",
              f'  name: "{PRODUCT}",', f'  url: "{address}/releases/download/{version}/{BUNDLE}.zip",',
              f'  checksum: "{sums[BUNDLE + ".zip"]}")', "```"]
    (folder / "NOTES.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
