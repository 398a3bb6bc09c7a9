"""The address under which the project is published: the file `address` states it, and pages repeat it."""

import re
import subprocess
from pathlib import Path

FILE = "scripts/packaging/address"
PLACEHOLDER = "OWNER"
ADDRESS = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+)")
# As a page, a manifest or a workflow names the project.
MENTION = re.compile(r"(?<=https://github\.com/)[\w.-]+/DeleteRules\b|[\w.-]+/DeleteRules(?=/scripts/action@)")


def stated(checkout):
    """Returns the stated address."""
    return (checkout / FILE).read_text(encoding="utf-8").strip()


def mentions(checkout):
    """Returns each file of git that names the project, with the names in it."""
    names = subprocess.run(["git", "grep", "--name-only", "-I", "/DeleteRules"], cwd=checkout, text=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    # Trials and examples name addresses of their own.
    pages = [name for name in names if Path(name).suffix in (".md", ".swift", ".yml", ".rb")]
    return {name: found for name in pages
            if (found := set(MENTION.findall((checkout / name).read_text(encoding="utf-8"))))}


def objections(checkout):
    """Returns why the project cannot be published under the stated address."""
    address = stated(checkout)
    found = ADDRESS.fullmatch(address)
    if not found:
        return [f"{FILE}: found '{address}', expected an address such as https://github.com/me/DeleteRules"]
    if found[1].startswith(f"{PLACEHOLDER}/"):
        return [f"{FILE}: the address is a placeholder; run scripts/packaging/set-address "
                "https://github.com/me/DeleteRules, and commit"]
    return [f"{name}: names {', '.join(sorted(names - {found[1]}))}, and {FILE} names {found[1]}; run "
            f"scripts/packaging/set-address {address}" for name, names in mentions(checkout).items()
            if names != {found[1]}]


def replace(checkout, address):
    """States another address, and repeats it in all pages."""
    name = ADDRESS.fullmatch(address)[1]
    (checkout / FILE).write_text(f"{address}\n", encoding="utf-8")
    for page in mentions(checkout):
        file = checkout / page
        file.write_text(MENTION.sub(name, file.read_text(encoding="utf-8")), encoding="utf-8")
