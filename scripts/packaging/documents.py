"""What comes with the programs of a release: manual, completions, formula, sums and notes."""

import hashlib
import re

from conditions import changes
from packing import committed, write_tar
from programs import PRODUCT


def sum_of(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def write_program_archive(folder, checkout, version, program, runnable):
    """A program with what an installation has beside it, laid out as below /usr/local.

    - Parameter runnable: The same version for this machine, which writes its manual.
    """
    share = {
        "man/man1/deleterules.1": ("help", "--format", "man"),
        "bash-completion/completions/deleterules": ("completions", "bash"),
        "zsh/site-functions/_deleterules": ("completions", "zsh"),
        "fish/vendor_completions.d/deleterules.fish": ("completions", "fish"),
    }
    entries = [("bin/" + PRODUCT, program.file.read_bytes(), 0o755)]
    for path, words in share.items():
        entries.append(("share/" + path, runnable.says(*words).encode(), 0o644))
    for name in ("LICENSE", "README.md"):
        entries.append((f"share/doc/{PRODUCT}/{name}", (checkout / name).read_bytes(), 0o644))
    name = f"{PRODUCT}-{version}-{program.target}"
    write_tar(folder / f"{name}.tar.gz", [(f"{name}/{path}", content, rights)
                                          for path, content, rights in entries], committed(checkout))


def write_formula(folder, checkout, address, version, source):
    text = (checkout / "scripts/packaging/formula.rb").read_text(encoding="utf-8")
    asset = f"{address}/releases/download/{version}/{source.name}"
    for word, value in (("@REPOSITORY@", address), ("@SOURCE@", asset), ("@SUM@", sum_of(source))):
        text = text.replace(word, value)
    (folder / f"{PRODUCT}.rb").write_text(text, encoding="utf-8")


def write_sums(folder):
    """A file for sha256sum, of all that is there."""
    sums = {file.name: sum_of(file) for file in sorted(folder.iterdir())}
    lines = [f"{value}  {name}\n" for name, value in sums.items()]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    return sums


def needs(program, checkout):
    """What the system must have to run a program, as a sentence."""
    if program.target == "macos":
        manifest = (checkout / "Package.swift").read_text(encoding="utf-8")
        floor = re.search(r"\.macOS\(\.v(\d+)\)", manifest)
        return f"macOS {floor[1]} or later, on Apple silicon and Intel" if floor else "macOS"
    if program.target.endswith("-static"):
        return "any Linux on that architecture, with nothing installed"
    parts = []
    for library, (version, symbols) in program.least_versions().items():
        shown = f"`{symbols[0]}`" + (f" and {len(symbols) - 1} more" if len(symbols) > 1 else "")
        name = {"GLIBC": "glibc", "GLIBCXX": "libstdc++"}[library]
        parts.append(f"{name} with {library}_{version} or later (for {shown})")
    loaded = ", ".join(f"`{name}`" for name in program.libraries())
    return f"{'; '.join(parts)}. It loads {loaded}"


def write_notes(folder, checkout, address, version, programs, sums):
    """The text to publish with the release."""
    bundle = f"{PRODUCT}.artifactbundle.zip"
    lines = [changes(checkout, version), "", "## Files", "", "| file | SHA-256 |", "| --- | --- |"]
    lines += [f"| `{name}` | `{value}` |" for name, value in sums.items()]
    lines += ["", "`sha256sum --check SHA256SUMS` checks them.", "", "What the programs need:", ""]
    lines += [f"- {program.target}: {needs(program, checkout)}" for program in programs]
    lines += ["", "None needs Swift."]
    lines += ["", "In a package, for a plugin:", "", "```swift", ".binaryTarget(",
              f'  name: "{PRODUCT}",', f'  url: "{address}/releases/download/{version}/{bundle}",',
              f'  checksum: "{sums[bundle]}")', "```"]
    (folder / "NOTES.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
