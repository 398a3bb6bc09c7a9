"""A clone in which a release is tried."""

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent.parent
ADDRESS = "https://github.com/OWNER/DeleteRules"
NEWS = "- A line of the change log, which the notes have."
COMMITTED = 1_767_225_600  # When everything is committed in a trial: 2026 began.


def run(*command, expected=0, folder=None):
    """What a command prints; its exit code must be the expected one."""
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode != expected:
        fail(f"{' '.join(map(str, command))} ends with {done.returncode}, expected {expected}:\n"
             + done.stdout)
    return done.stdout


def fail(text):
    sys.exit(f"scripts/try-release: {text.rstrip()}")


class Clone:
    """A checkout of HEAD that is ready to be released, with a change log of its own."""

    def __init__(self, folder, version):
        self.folder = folder
        self.version = version
        run("git", "clone", "--quiet", "--no-tags", CHECKOUT, folder)
        before = previous(version)
        log = f"# Changes\n\n## {version}\n\n{NEWS}\n"
        if before:
            log += f"\n## {before}\n\n- What was before.\n"
        self.write("CHANGELOG.md", log)
        self.commit()

    def write(self, path, text):
        (self.folder / path).write_text(text, encoding="utf-8")

    def git(self, *words):
        # The same commit in every clone: its time is that of what is packed.
        name = ("-c", "user.name=Trial", "-c", "user.email=trial@example.com")
        os.environ["GIT_AUTHOR_DATE"] = os.environ["GIT_COMMITTER_DATE"] = f"@{COMMITTED} +0000"
        return run("git", *name, *words, folder=self.folder)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", "--message", "Try a release")

    def release(self, *words, expected=0, repository=ADDRESS):
        words = list(words) + (["--repository", repository] if repository else [])
        return run(sys.executable, self.folder / "scripts/release", *words, "--no-build",
                   expected=expected, folder=self.folder)

    def reset(self, start):
        self.git("reset", "--quiet", "--hard", start)
        self.git("clean", "--quiet", "--force", "-d")
        for tag in self.git("tag").split():
            self.git("tag", "--delete", tag)


def previous(version):
    """A version after which another is the next; None before the first one."""
    numbers = [int(number) for number in version.split(".")]
    for place in (2, 1, 0):
        if numbers[place]:
            numbers[place] -= 1
            return None if version == "1.0.0" else ".".join(map(str, numbers))
    return None
