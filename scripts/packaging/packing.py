"""Archives whose bytes depend on what is packed alone, and on when that was committed."""

import datetime
import gzip
import io
import json
import subprocess
import tarfile
import zipfile

from conditions import git
from programs import PRODUCT

LEVEL = 6  # 9 makes a program 0.4 % smaller and takes three times as long.


def committed(checkout):
    """When HEAD was committed, in seconds: the time of everything that is packed."""
    return int(git(checkout, "log", "-1", "--format=%ct").strip())


def compressed(content):
    """As gzip does it, without a name and a time."""
    stream = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=LEVEL, fileobj=stream, mtime=0) as file:
        file.write(content)
    return stream.getvalue()


def write_tar(place, entries, time):
    """Packs entries of path, content and rights; folders are made as they are needed."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, content, rights in sorted(entries):
            entry = tarfile.TarInfo(path)
            entry.size, entry.mode, entry.mtime = len(content), rights, time
            archive.addfile(entry, io.BytesIO(content))
    place.write_bytes(compressed(stream.getvalue()))


def write_zip(place, entries, time):
    """The same as a zip."""
    moment = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).timetuple()[:6]
    with zipfile.ZipFile(place, "w") as archive:
        for path, content, rights in sorted(entries):
            entry = zipfile.ZipInfo(path, moment)
            entry.create_system = 3  # Unix, whose rights are in the upper half of the attributes.
            entry.external_attr = (0o100000 | rights) << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, LEVEL)


def write_source(folder, checkout, version):
    """What is committed, in a folder of the name of the version."""
    name = f"{PRODUCT}-{version}"
    # The rights of files depend on no setting of whoever packs.
    command = ["git", "-c", "tar.umask=0002", "archive", f"--prefix={name}/", "HEAD"]
    archive = subprocess.run(command, cwd=checkout, check=True, stdout=subprocess.PIPE).stdout
    place = folder / f"{name}.tar.gz"
    place.write_bytes(compressed(archive))
    return place


def write_bundle(folder, checkout, version, programs):
    """The programs as SwiftPM takes them for a binary target (SE-0305).

    A system has one program: where one does without glibc, it goes before that which needs it.
    """
    top = f"{PRODUCT}.artifactbundle"
    entries = [(f"{top}/LICENSE", (checkout / "LICENSE").read_bytes(), 0o644)]
    variants = []
    taken = set()
    for program in sorted(programs, key=lambda program: (-len(program.triples), program.target)):
        if taken.intersection(program.triples):
            continue
        taken.update(program.triples)
        path = f"{PRODUCT}-{version}-{program.target}/bin/{PRODUCT}"
        variants.append({"path": path, "supportedTriples": program.triples})
        entries.append((f"{top}/{path}", program.file.read_bytes(), 0o755))
    manifest = {
        "schemaVersion": "1.0",
        "artifacts": {PRODUCT: {"version": version, "type": "executable", "variants": variants}},
    }
    text = json.dumps(manifest, indent=2, sort_keys=True) + "\n"
    entries.append((f"{top}/info.json", text.encode(), 0o644))
    write_zip(folder / f"{top}.zip", entries, committed(checkout))
