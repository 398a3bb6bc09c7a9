"""Packs a program twice, compares the bytes, and uses all files as those do who fetch them."""

import hashlib
import json
import shutil
import tarfile
import zipfile

from trial_clone import ADDRESS, CHECKOUT, COMMITTED, NEWS, Clone, fail, run


def try_packing(folder, version, target, program, *words):
    """Packs twice, compares, and looks at everything."""
    outputs = []
    for name in ("one", "two/with-a-longer-name"):
        clone = Clone(folder / name, version)
        if outputs:
            # What others set for git changes nothing.
            clone.git("config", "tar.umask", "0077")
        output = folder / ("packed-by-" + name.replace("/", "-"))
        clone.release(version, "--program", f"{target}={program}", "--output", output, *words)
        if clone.git("tag").strip() or clone.git("status", "--porcelain").strip():
            fail("the checkout was changed, or tagged")
        outputs.append(output)
    names = sorted(file.name for file in outputs[0].iterdir())
    expected = sorted(["NOTES.md", "SHA256SUMS", f"deleterules-{version}-{target}.tar.gz",
                       f"deleterules-{version}.tar.gz", "deleterules.artifactbundle.zip",
                       "deleterules.rb"])
    if names != expected:
        fail(f"found {names}, expected {expected}")
    for name in names:
        if (outputs[0] / name).read_bytes() != (outputs[1] / name).read_bytes():
            fail(f"{name}: two clones of one commit make different bytes")
        if str(folder) in (outputs[0] / name).read_bytes().decode(errors="replace"):
            fail(f"{name} names a folder of this machine")
    try_sums(outputs[0])
    try_archive(outputs[0], folder, version, target, program)
    try_source(outputs[0], folder, version)
    try_bundle(outputs[0], folder, version, program)
    try_formula(outputs[0], version, program)
    print(f"packing: {len(names)} files, the same bytes from two clones")


def try_sums(output):
    sums = (output / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    notes = (output / "NOTES.md").read_text(encoding="utf-8")
    for line in sums:
        value, name = line.split("  ")
        if hashlib.sha256((output / name).read_bytes()).hexdigest() != value:
            fail(f"SHA256SUMS: {name} has another sum")
        if f"| `{name}` | `{value}` |" not in notes:
            fail(f"NOTES.md has not the sum of {name}:\n{notes}")
    if len(sums) != 4 or not notes.startswith(NEWS):
        fail(f"expected 4 sums and notes that begin with the change log, found {len(sums)}:\n{notes}")
    if shutil.which("sha256sum"):
        run("sha256sum", "--check", "--strict", "SHA256SUMS", folder=output)


def try_archive(output, folder, version, target, program):
    name = f"deleterules-{version}-{target}"
    with tarfile.open(output / f"{name}.tar.gz") as archive:
        entries = {entry.name[len(name) + 1:]: archive.extractfile(entry).read() for entry in archive}
        if {entry.mtime for entry in archive.getmembers()} != {COMMITTED}:
            fail("the archive has times that are not the commit's")
    run("tar", "-xzf", output / f"{name}.tar.gz", "-C", folder)
    unpacked = folder / name / "bin/deleterules"
    if unpacked.read_bytes() != program.read_bytes():
        fail("the archive has another program")
    if run(unpacked, "--version").strip() != version:
        fail("the program of the archive has another version")
    wanted = {"bin/deleterules": b"", "share/doc/deleterules/LICENSE": b"MIT",
              "share/doc/deleterules/README.md": b"DeleteRules", "share/man/man1/deleterules.1": b".TH",
              "share/bash-completion/completions/deleterules": b"complete",
              "share/zsh/site-functions/_deleterules": b"#compdef deleterules",
              "share/fish/vendor_completions.d/deleterules.fish": b"complete -c deleterules"}
    if sorted(entries) != sorted(wanted):
        fail(f"the archive has {sorted(entries)}, expected {sorted(wanted)}")
    for path, part in wanted.items():
        if part not in entries[path]:
            fail(f"{path} of the archive has no '{part.decode()}'")


def try_source(output, folder, version):
    run("tar", "-xzf", output / f"deleterules-{version}.tar.gz", "-C", folder)
    known = set(run("git", "ls-files", folder=folder / "one").splitlines())
    top = folder / f"deleterules-{version}"
    found = {str(file.relative_to(top)) for file in top.glob("**/*") if not file.is_dir() or file.is_symlink()}
    if found != known:
        fail(f"the source has not the files of git: {sorted(found ^ known)[:5]}")


def try_bundle(output, folder, version, program):
    bundle = output / "deleterules.artifactbundle.zip"
    archive = zipfile.ZipFile(bundle)
    if {entry.date_time for entry in archive.infolist()} != {(2026, 1, 1, 0, 0, 0)}:
        fail("the bundle has times that are not the commit's")
    manifest = json.loads(archive.read("deleterules.artifactbundle/info.json"))
    artifact = manifest["artifacts"]["deleterules"]
    if manifest["schemaVersion"] != "1.0" or (artifact["type"], artifact["version"]) != ("executable", version):
        fail(f"info.json has {manifest}")
    packed = f"deleterules.artifactbundle/{artifact['variants'][0]['path']}"
    if archive.read(packed) != program.read_bytes() or archive.getinfo(packed).external_attr >> 16 != 0o100755:
        fail(f"the bundle's {packed} is not the program, or cannot be run")
    if not shutil.which("swift"):
        print("no Swift here; SwiftPM is not asked about the bundle")
        return
    package = folder / "Plugged"
    (package / "Plugins/Ask").mkdir(parents=True)
    shutil.copy(bundle, package)
    (package / "Package.swift").write_text("""// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Plugged",
  targets: [
    .binaryTarget(name: "deleterules", path: "deleterules.artifactbundle.zip"),
    .plugin(
      name: "Ask",
      capability: .command(intent: .custom(verb: "ask", description: "Asks the program of the bundle")),
      dependencies: ["deleterules"]),
  ])
""")
    (package / "Plugins/Ask/Ask.swift").write_text("""import Foundation
import PackagePlugin

@main
struct Ask: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let run = Process()
    run.executableURL = URL(fileURLWithPath: try context.tool(named: "deleterules").path.string)
    run.arguments = arguments
    try run.run()
    run.waitUntilExit()
    exit(run.terminationStatus)
  }
}
""")
    (package / "Models.swift").write_text("@Model class Photo { var tags: [Tag] = [] }\n"
                                          "@Model class Tag { var photos: [Photo] = [] }\n")
    run("git", "init", "--quiet", folder=package)
    said = run("swift", "package", "ask", "--version", folder=package)
    if version not in said.splitlines():
        fail(f"the program of the bundle says no version:\n{said}")
    said = run("swift", "package", "ask", "check", "Models.swift", folder=package, expected=1)
    if "many_to_many_without_inverse" not in said:
        fail(f"the program of the bundle finds nothing:\n{said}")
    sum_of_swift = run("swift", "package", "compute-checksum", bundle, folder=package).split()[-1]
    if sum_of_swift not in (output / "NOTES.md").read_text(encoding="utf-8"):
        fail(f"NOTES.md has not the checksum {sum_of_swift} of SwiftPM")


def try_formula(output, version, program):
    formula = output / "deleterules.rb"
    text = formula.read_text(encoding="utf-8")
    source = output / f"deleterules-{version}.tar.gz"
    for line in (f'url "{ADDRESS}/releases/download/{version}/{source.name}"',
                 f'sha256 "{hashlib.sha256(source.read_bytes()).hexdigest()}"', f'homepage "{ADDRESS}"',
                 f'head "{ADDRESS}.git", branch: "main"'):
        if f"  {line}\n" not in text:
            fail(f"the formula has no line '{line}':\n{text}")
    if not shutil.which("ruby"):
        print("no Ruby here; the formula is not evaluated")
        return
    said = run("ruby", "-w", CHECKOUT / "scripts/packaging/try-formula", formula, program)
    print("formula: " + said.strip().replace("\n", "; "))
