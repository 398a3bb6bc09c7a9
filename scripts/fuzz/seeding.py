"""What the fuzzer begins with: the repository's own files, and the words of the formats."""

import json
import re
import shutil
from pathlib import Path

from building import BUILD, CHECKOUT

CORPUS = CHECKOUT / "Tests" / "FileReadersTests" / "Corpus"
MODELS = CHECKOUT.parent / "shared" / "models"


def greatest(reader):
    """The size of the largest input: larger ones make the search slow, that of a model above all,
    of which everything is worked out. What it takes to be large is left to `pump`."""
    return 4096 if reader in ("coreData", "swiftData") else 16_384


def matrix_kind(file):
    content = json.loads(file.read_text(encoding="utf-8"))
    return "scenario" if "scenario" in content else "matrix"


def quoted(word):
    """The texts in triple quotes of the tests that hold a word."""
    for file in sorted((CHECKOUT / "Tests").rglob("*.swift")):
        for text in re.findall(r'#*"""\n(.*?)"""#*', file.read_text(encoding="utf-8"), re.DOTALL):
            if word in text:
                yield text.encode()


def found(reader):
    """All that is there to begin with, as bytes."""
    for file in sorted((CORPUS / reader).rglob("*")):
        if file.is_file():
            yield file.read_bytes()
    if reader in ("matrix", "scenario"):
        for file in sorted((CHECKOUT / "Matrices").rglob("*.json")):
            if not file.name.endswith(".schema.json") and matrix_kind(file) == reader:
                yield file.read_bytes()
    elif reader == "coreData":
        yield from (b"<model>%s</model>" % text if b"<model" not in text else text
                    for text in quoted("<entity"))
        yield from (file.read_bytes() for file in sorted(MODELS.rglob("contents")))
    elif reader == "swiftData":
        yield from quoted("@Model")
    elif reader == "version":
        yield from (file.read_bytes() for file in sorted(MODELS.rglob(".xccurrentversion")))


def seed(reader):
    """Writes the seeds of a reader to a folder of their own; returns it, and how many there are."""
    folder = BUILD / "seeds" / reader
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    seeds = sorted({each for each in found(reader) if len(each) <= greatest(reader)})
    for number, content in enumerate(seeds):
        (folder / f"{number:04}").write_bytes(content)
    return folder, len(seeds)


def dictionary(reader):
    """The words of a reader's format, as libFuzzer wants them."""
    name = {"coreData": "coreData", "swiftData": "swiftData", "version": "version"}.get(
        reader, "json")
    words = (Path(__file__).parent / "dictionaries" / name).read_text(encoding="utf-8")
    file = BUILD / f"{name}.dictionary"
    lines = ['"' + "".join(c if c.isalnum() else f"\\x{b:02x}"
                           for c in word for b in c.encode()) + '"'
             for word in words.splitlines() if word]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file
