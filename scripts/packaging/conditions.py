"""What must hold before a version is released."""

import re
import subprocess

NUMBER = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
CHANGELOG = "CHANGELOG.md"


class Refused(Exception):
    """Why there is no release: each objection says what was found and what to do.

    A folder to look at is kept.
    """

    def __init__(self, objections, keeps=None):
        super().__init__("; ".join(objections))
        self.objections = objections
        self.keeps = keeps


def git(checkout, *words):
    return subprocess.run(("git",) + words, cwd=checkout, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def objections(checkout, version, output, address):
    """All that stands against releasing a version."""
    found = unclean(checkout)
    if NUMBER.fullmatch(version):
        found += not_next(checkout, version) + not_described(checkout, version)
        found += not_in_program(checkout, version)
    else:
        found.append(f"'{version}' is no version: expected three numbers, as 1.2.3")
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        found.append(f"{output} is there already; remove it, or choose another folder with --output")
    try:
        repository(checkout, address)
    except Refused as refusal:
        found += refusal.objections
    return found


def unclean(checkout):
    lines = git(checkout, "status", "--porcelain").splitlines()
    if not lines:
        return []
    listed = ", ".join(line[3:] for line in lines[:5]) + (", …" if len(lines) > 5 else "")
    return [f"the checkout is not clean: {listed}; commit or remove this, a release is made of what "
            "is committed"]


def sections(checkout):
    """Versions or other titles of the change log and the text below each, as they stand."""
    file = checkout / CHANGELOG
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    parts = re.split(r"^## +(.*?) *$", text, flags=re.MULTILINE)
    return list(zip(parts[1::2], (part.strip() for part in parts[2::2])))


def changes(checkout, version):
    """What the change log says of a version."""
    return dict(sections(checkout))[version]


def numbers(version):
    return tuple(int(number) for number in version.split("."))


def tags(checkout):
    """The versions that tags name, with those tags."""
    named = {}
    for tag in git(checkout, "tag", "--list").splitlines():
        version = tag[1:] if tag.startswith("v") else tag
        if NUMBER.fullmatch(version):
            named[version] = tag
    return named


def not_next(checkout, version):
    tagged = tags(checkout)
    if version in tagged:
        return [f"{version} is released: there is the tag '{tagged[version]}'; choose the next version"]
    described = [title for title, _ in sections(checkout)[1:] if NUMBER.fullmatch(title)]
    released = sorted(set(described) | set(tagged), key=numbers)
    if not released:
        following = ["1.0.0"]
    else:
        major, minor, patch = numbers(released[-1])
        following = [f"{major}.{minor}.{patch + 1}", f"{major}.{minor + 1}.0", f"{major + 1}.0.0"]
    if version in following:
        return []
    last = f"the last one is {released[-1]}" if released else "none is released"
    return [f"{version} is not the next version: {last}; expected {' or '.join(following)}"]


def not_described(checkout, version):
    if not (checkout / CHANGELOG).exists():
        return [f"there is no {CHANGELOG}; write one whose topmost section is '## {version}'"]
    found = sections(checkout)
    if not found:
        return [f"{CHANGELOG} has no section; write '## {version}' and what is new below it"]
    title, text = found[0]
    if title != version:
        return [f"{CHANGELOG}: the topmost section is '## {title}', expected '## {version}'; write it, "
                "or give this title to what is to be released"]
    # Titles within a section say nothing yet.
    if not any(line.strip() and not line.startswith("#") for line in text.splitlines()):
        return [f"{CHANGELOG}: the section '## {version}' is empty; write what is new for who uses it"]
    return []


def not_in_program(checkout, version):
    for file in sorted((checkout / "Sources/deleterules").glob("**/Help.swift")):
        stated = re.search(r'static let version = "(.*)"', file.read_text(encoding="utf-8"))
        if stated is None:
            continue
        if stated[1] == version:
            return []
        return [f"{file.relative_to(checkout)} says that this is version {stated[1]}, expected "
                f"{version}; change it there, and record the outputs that name it "
                "(DELETERULES_RECORD=1 swift test --filter TranscriptTests)"]
    return ["no Help.swift in Sources/deleterules has a line 'static let version = \"…\"'; the program "
            "must say which version it is"]


def repository(checkout, address):
    """Where the project is published: what was given, or else the remote 'origin'."""
    origin = subprocess.run(["git", "remote", "get-url", "origin"], cwd=checkout, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.strip()
    found = re.fullmatch(
        r"(?:https://(?:[^/@]*@)?|ssh://git@|git@)github\.com[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?",
        address or origin)
    if found:
        return f"https://github.com/{found[1]}"
    if address:
        raise Refused([f"--repository {address}: expected an address as "
                       "https://github.com/OWNER/DeleteRules"])
    # An address may have a password in it.
    origin = re.sub(r"//[^/@]*@", "//", origin)
    said = f"the remote 'origin' is {origin}" if origin else "there is no remote 'origin'"
    raise Refused([f"where this will be published is not known: {said}; give --repository "
                   "https://github.com/OWNER/DeleteRules"])
