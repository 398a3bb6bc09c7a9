"""What the fuzzer begins with: the repository's own files, and the words of the formats."""

import json
import re
import shutil

from building import BUILD, CHECKOUT

CORPUS = CHECKOUT / "Tests" / "FileReadersTests" / "Corpus"
MODELS = CHECKOUT.parent / "shared" / "models"
XML = "<!DOCTYPE <!-- --> <![CDATA[ ]]> <?x ?> </ /> &amp; &#65; &#x10FFFF; &#0; ="
PLIST = XML + " <plist> <dict> <array> <key> <string> <true/> bplist00 CF$UID"
# Of each format, the modules that read it, and what stands between its words.
SYNTAX = {
    "json": ("SourceText Scenarios DeleteMatrix ModelDeletes ModelCheck Conformance",
             '{ } [ ] ":{ ":[ "}, ]," null true false -1 0.5 1e308 9223372036854775808 \\u0000 \\ud800'),
    "coreData": ("ModelFiles", XML + ' ="YES" <entity <relationship <attribute 9223372036854775808'),
    "version": ("ModelFiles", PLIST), "entitlements": ("ModelFiles", PLIST),
    "xcodeProject": ("ModelFiles", "{ } ( ) = ; , /* */ // isa PBXGroup PBXProject children path files"),
    "objectiveC": ("DeleteCalls", "[ ] { } ( ) ; @ @\" * = NULL nil deleteObject: executeRequest:"),
    "swiftData": ("SwiftSource ModelFiles",
                  '@Model #Unique #if #else #endif """ #" "# \\( \\#( #/ /# /* */ // -> == ` [ ] ? <'
                  " > var let class enum extension typealias func init( .self import where : ="),
}


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
        for word in ("@Model", "NSManagedObjectModel()", "CoreStoreObject"):
            yield from quoted(word)
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
    """The words of a reader's format, as libFuzzer wants them: what its source has in quotes."""
    form = reader if reader in SYNTAX else "json"
    folders, marks = SYNTAX[form]
    words = set(marks.split())
    for folder in folders.split():
        for file in (CHECKOUT / "Sources" / folder).rglob("*.swift"):
            words.update(re.findall(r'"([^"\\\s]{1,40})"', file.read_text(encoding="utf-8")))
    file = BUILD / f"{form}.dictionary"
    lines = ['"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"' for word in sorted(words)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file
