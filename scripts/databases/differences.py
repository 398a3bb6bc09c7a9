"""The table of differences in README.md: measured, and compared with what is written there."""

import difflib
import re
from pathlib import Path

README = Path(__file__).resolve().parent / "README.md"
NAMES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
HEAD = ["| | in the model | deleted | the engine leaves | in SQL | the databases leave |",
        "| - | ------------ | ------- | ----------------- | ------ | ------------------- |"]


def jobs(experiments):
    for each in experiments:
        for writing in each["writings"]:
            yield {"tables": writing["tables"], "insertions": each["insertions"],
                   "query": each["query"], "cases": [(0, each["deletions"])]}


def words(is_refused, rows):
    """What is left, with a word for what leads to something that is gone."""
    if is_refused:
        return "refused"
    objects = [row for row in rows if "." not in row]
    living = {re.sub(r"\D", "", row) for row in objects}
    held = [row for row in rows if "." in row]
    dangling = [row.partition(" = ")[0] for row in held if row.split(" = ")[1] not in living]
    return ", ".join(objects + [f"{place} dangles" for place in dangling]) or "nothing"


def said(left, engine):
    """What the databases leave, in bold where it is not what the engine leaves."""
    marked = {name: text if {text} == engine else f"**{text}**" for name, text in left.items()}
    if len(set(marked.values())) == 1:
        return next(iter(marked.values()))
    return "; ".join(f"{NAMES[name]}: {text}" for name, text in marked.items())


def target(statement):
    return "".join(re.match(r"DELETE FROM (\w+) WHERE id IN \((\d+)\)", statement).groups())


def compare(experiments, measured, is_recorded):
    """How many lines are not as stated; a missing database is not compared."""
    failures, lines = 0, list(HEAD)
    answers = {name: iter(done) for name, done in measured.items()}
    for each in experiments:
        engine = {words(left["isRefused"], left["rows"]) for left in each["left"].values()}
        for number, writing in enumerate(each["writings"]):
            found = {name: next(done) for name, done in answers.items()}
            left = {name: words(bool(done.refusals), done.after[0])
                    for name, done in found.items()}
            for name, done in found.items():
                is_same = name not in writing["differsIn"]
                if done.fault or (engine == {left[name]}) != is_same:
                    failures += 1
                    print(f"DISAGREES: {each['title']}, {writing['sql']}: the engine leaves"
                          f" {' or '.join(sorted(engine))}, {name} {done.fault or left[name]};"
                          f" expected {'the same' if is_same else 'something else'}")
            # Said once; the lines below it are about the same.
            title, model = ("", "") if number else (each["title"], each["model"])
            lines.append(
                f"| {title} | {model} | {', then '.join(map(target, each['deletions']))}"
                f" | {' or '.join(sorted(engine))} | {writing['sql']} | {said(left, engine)} |")
    if len(measured) < 2:
        print("the table of differences is not compared without both databases")
        return failures
    text = README.read_text(encoding="utf-8")
    start = text.index(HEAD[0])
    end = text.index("\n\n", start)
    if is_recorded and not failures:
        README.write_text(text[:start] + "\n".join(lines) + text[end:], encoding="utf-8")
    elif not failures:
        changes = [line for line in difflib.ndiff(text[start:end].splitlines(), lines)
                   if line[0] in "+-"]
        failures = len(changes)
        for line in changes:
            print(f"DISAGREES: {'measured' if line[0] == '+' else 'in README.md'}: {line[2:]}")
    print(f"{len(lines) - len(HEAD)} lines of the table of differences measured,"
          f" {failures} disagreements")
    return failures
