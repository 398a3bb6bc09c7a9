"""The conditions for the release of a version."""

import re
import subprocess

NUMBER = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
# The owner of the project on GitHub, as pages and manifests name it.
OWNER = re.compile(r"(?<=https://github\.com/)[\w.-]+(?=/DeleteRules\b)|[\w.-]+(?=/DeleteRules/scripts/action@)")
PLACEHOLDER = "OWNER"


class Refused(Exception):
    """The objections to a release: each says what was found and what to do.

    - keeps: a folder that is kept, to look at.
    """

    def __init__(self, objections, keeps=None):
        super().__init__("; ".join(objections))
        self.objections, self.keeps = objections, keeps


def git(checkout, *words):
    return subprocess.run(("git",) + words, cwd=checkout, check=True, text=True, stdout=subprocess.PIPE).stdout


def objections(checkout, version, output):
    """Returns everything that prevents the release of a version."""
    found = []
    dirty = [line[3:] for line in git(checkout, "status", "--porcelain").splitlines()]
    if dirty:
        found.append(f"the checkout is not clean: {', '.join(dirty[:5])}{', …' if len(dirty) > 5 else ''}; commit or "
                     "remove this, because a release contains only what is committed")
    if NUMBER.fullmatch(version):
        found += not_next(checkout, version) + not_described(checkout, version) + not_in_program(checkout, version)
    else:
        found.append(f"found the version '{version}', expected three numbers, as 1.2.3")
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        found.append(f"{output} exists already; remove it, or choose another folder with --output")
    return found + not_published(checkout)


def owners(checkout):
    """Returns each owner that pages name, with the pages. Trials name owners of their own."""
    found = {}
    for page in git(checkout, "grep", "--name-only", "/DeleteRules", "--", "*.md", "*.swift", "*.yml").splitlines():
        for owner in set(OWNER.findall((checkout / page).read_text(encoding="utf-8"))):
            found.setdefault(owner, []).append(page)
    return found


def address(checkout):
    """Returns the address of the project."""
    return f"https://github.com/{next(iter(owners(checkout)))}/DeleteRules"


def not_published(checkout):
    found = owners(checkout)
    if PLACEHOLDER in found:
        return [f"{', '.join(found[PLACEHOLDER])}: the owner is a placeholder; with yours for 'me', run and commit "
                f"git grep -l {PLACEHOLDER}/DeleteRules | xargs perl -pi -e 's|{PLACEHOLDER}(?=/DeleteRules)|me|g'"]
    return [] if len(found) == 1 else [
        "found several owners, expected one: " + "; ".join(f"{owner} in {', '.join(found[owner])}" for owner in found)]


def sections(checkout):
    """Returns the titles of the change log and the text of each."""
    file = checkout / "CHANGELOG.md"
    parts = re.split(r"^## +(.*?) *$", file.read_text(encoding="utf-8") if file.exists() else "", flags=re.MULTILINE)
    return list(zip(parts[1::2], (part.strip() for part in parts[2::2])))


def not_next(checkout, version):
    tags = {tag.removeprefix("v"): tag for tag in git(checkout, "tag", "--list").splitlines()}
    if version in tags:
        return [f"{version} is released: found the tag '{tags[version]}'; choose the next version"]
    released = [[int(number) for number in title.split(".")] for title in
                [*tags, *(title for title, _ in sections(checkout)[1:])] if NUMBER.fullmatch(title)]
    following = ["1.0.0"]
    if released:
        major, minor, patch = max(released)
        following = [f"{major}.{minor}.{patch + 1}", f"{major}.{minor + 1}.0", f"{major + 1}.0.0"]
    return [] if version in following else [f"{version} is not the next version; expected {' or '.join(following)}"]


def not_described(checkout, version):
    title, text = (sections(checkout) or [("", "")])[0]
    if title != version:
        return [f"CHANGELOG.md: found '## {title}' as the first section, expected '## {version}'; write it, or "
                "rename the section of what is released"]
    # Titles in a section are not news.
    if not any(line.strip() and not line.startswith("#") for line in text.splitlines()):
        return [f"CHANGELOG.md: the section '## {version}' is empty; write what is new for users"]
    return []


def stated_version(checkout):
    """Returns the version that the program prints, and the file that states it."""
    for file in sorted((checkout / "Sources").rglob("Tool.swift")):
        stated = re.search(r'static let version = "(.*)"', file.read_text(encoding="utf-8"))
        if stated:
            return stated[1], file.relative_to(checkout)
    return None, "Tool.swift in Sources"


def not_in_program(checkout, version):
    found, file = stated_version(checkout)
    return [] if found == version else [
        f"{file}: found the version {found}, expected 'static let version = \"{version}\"'; change it, and record "
        "the outputs that contain it (DELETERULES_RECORD=1 swift test --filter TranscriptTests)"]
