"""How the action's steps speak to GitHub: lines of the log, outputs, the comment of a pull request."""

import json
import os
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request


def escaped(text):
    """The text as the message of a workflow command, on its one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def problem(text):
    print(f"::error title=deleterules::{escaped(text)}", flush=True)


def warn(text):
    print(f"::warning title=deleterules::{escaped(text)}", flush=True)


def say(text):
    """Says on one line what this action says of itself."""
    print("deleterules: " + " ".join(text.split()), flush=True)


def unheeded(text):
    """Shows text of which no line is a command, whatever it begins with."""
    if not text.strip():
        return
    # Nobody who wrote what is shown can know the word that ends this.
    word = secrets.token_hex(16)
    print(f"::stop-commands::{word}\n{text.rstrip()}\n::{word}::", flush=True)


def set_output(name, value):
    """A value may hold anything but the word around it."""
    word = secrets.token_hex(16)
    with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as file:
        file.write(f"{name}<<{word}\n{value}\n{word}\n")


class Refused(Exception):
    """What GitHub does not do, and why."""


class Again(Exception):
    """What may be done in a moment."""


def keep_comment(number, marker, text, token, begins):
    """Writes a comment, or over the one that an earlier run wrote.

    - number: the pull request.
    - marker: the comment's first line, by which it is known again.
    - begins: whether one is written where there is none.

    Returns what was done, in words. A server that stumbles is asked again, from the list on: what
    seemed to fail may have been written.
    """
    for wait in [1, 4, None]:
        try:
            return keep_once(number, marker, text, token, begins)
        except Again as error:
            if wait is None:
                raise Refused(str(error)) from error
            # Who plays GitHub has no time.
            time.sleep(wait * float(os.environ.get("DELETERULES_PATIENCE", "1")))
    return None


def keep_once(number, marker, text, token, begins):
    repository = "/repos/" + urllib.parse.quote(os.environ["GITHUB_REPOSITORY"])
    earlier = first(comments(f"{repository}/issues/{number}/comments?per_page=100", token), marker)
    if earlier is None and not begins:
        return "no comment: nothing changed, and nothing was said before"
    if earlier is None:
        ask("POST", f"{repository}/issues/{number}/comments", token, {"body": text})
        return "the comment was written"
    if earlier.get("body", "").replace("\r\n", "\n").strip() == text.strip():
        return "the comment says so already"
    ask("PATCH", f"{repository}/issues/comments/{int(earlier['id'])}", token, {"body": text})
    return "the comment was updated"


def first(comments, marker):
    """The oldest comment with the marker, of somebody who may write here.

    Anybody can write the marker, and could change a comment of their own after it was written over.
    """
    for comment in comments:
        mine = (comment.get("user") or {}).get("type") == "Bot" or comment.get(
            "author_association") in ["OWNER", "MEMBER", "COLLABORATOR"]
        lines = (comment.get("body") or "").splitlines()
        if mine and lines and lines[0].strip() == marker:
            return comment
    return None


def comments(path, token):
    """All of them, page by page."""
    address = os.environ["GITHUB_API_URL"] + path
    while address:
        found, links = ask_address("GET", address, token)
        yield from found
        address = next_page(links)
        # The token is for this server alone.
        if address and origin(address) != origin(os.environ["GITHUB_API_URL"]):
            raise Refused(f"the next page of comments is on another server, {origin(address)[1]}")


def next_page(links):
    for link in (links or "").split(","):
        address, _, relation = link.partition(";")
        if 'rel="next"' in relation:
            return address.strip().strip("<>")
    return None


def origin(address):
    parts = urllib.parse.urlsplit(address)
    return parts.scheme, parts.netloc


def ask(method, path, token, body=None):
    return ask_address(method, os.environ["GITHUB_API_URL"] + path, token, body)


def ask_address(method, address, token, body=None):
    request = urllib.request.Request(
        address, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
                 "Content-Type": "application/json", "User-Agent": "deleterules"})
    # Not sent along where an answer leads elsewhere.
    request.add_unredirected_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer), answer.headers.get("Link")
    except urllib.error.HTTPError as error:
        if error.code >= 500:
            raise Again(f"{method} was answered with {error.code}") from error
        raise Refused(reason(method, error)) from error
    except ValueError as error:
        raise Again(f"{method} was answered with something else than JSON") from error
    except OSError as error:
        raise Again(f"{method} was not answered: {error}") from error


def reason(method, error):
    if error.code in [401, 403, 404]:
        return (f"{method} was answered with {error.code}, so the token may not do it: it needs "
                "the permission 'pull-requests: write', which one of a fork's pull request never has")
    return f"{method} was answered with {error.code}"
