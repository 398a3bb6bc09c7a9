"""Inputs of one megabyte, or another size, in shapes that make careless readers slow or large.

A shape is a name and a text. Where a format has names, these are as short as they can be: the more
there are in a megabyte, the more each costs.
"""

import json

SIZE = 1_000_000


def fill(piece, head="", tail="", room=None):
    """As many pieces as fit between a head and a tail; § is the number of each, and what else
    follows from the number is a function of it."""
    if isinstance(piece, str) and "§" in piece:
        return fill(lambda n: piece.replace("§", str(n)), head, tail, room)
    room = (SIZE if room is None else room) - len(head) - len(tail)
    if isinstance(piece, str):
        return head + piece * (room // len(piece)) + tail
    parts, number = [], 0
    while room > 0:
        parts.append(piece(number))
        room -= len(parts[-1])
        number += 1
    return head + "".join(parts[:-1]) + tail


def listed(piece, head, tail, room=None):
    """The same with commas between the pieces."""
    text = fill((lambda n: piece(n) + ",") if callable(piece) else piece + ",", head, tail, room)
    return text[:len(text) - len(tail) - 1] + tail


def filled(way, head, tail, pieces):
    """Shapes of one head and tail by their names; a piece may come with the room that it has."""
    for name, piece in pieces.items():
        piece, room = piece if isinstance(piece, tuple) else (piece, SIZE)
        yield name, way(piece, head, tail, room)


def json_shapes():
    """What any reader of JSON can meet."""
    yield from {
        "brackets": "[" * SIZE, "braces": fill('{"a":'), "spaces": " " * SIZE,
        "line breaks": "\n" * SIZE, "quotes": '"' * SIZE,
        "one string": '"' + "a" * (SIZE - 2) + '"',
        "one key": '{"' + "a" * (SIZE - 10) + '":1}',
        "escapes": fill("\\u0041", '"', '"'), "half surrogates": fill("\\ud83d", '"', '"'),
        "characters of four bytes": '"' + "\U0001F600" * (SIZE // 4) + '"',
        "combining marks": '{"a' + "\u0301" * (SIZE // 2 - 4) + '":1}',
        "one number": "1" * SIZE, "one fraction": "0." + "1" * SIZE,
        "one exponent": "1e" + "0" * SIZE,
    }.items()
    yield from filled(listed, "[", "]", {
        "numbers": "1", "arrays": "[]", "arrays of one": "[1]", "arrays in arrays":
        "[[[[[[[[1]]]]]]]]", "objects": "{}", "objects of one": '{"":1}', "texts": '"a"'})
    yield from filled(listed, "{", "}", {"equal keys": '"a":1', "unknown keys": '"§":1'})


def file_of(**changes):
    """A sound scenario with some members changed, divided at the mark @."""
    members = {
        "scenario": "s", "title": "t", "framework": "swiftData", "sources": [],
        "entities": [{"name": "A", "relationships": [
            {"name": "r", "destination": "A", "toMany": True, "inverse": None}],
            "attributes": [{"name": "x"}]}],
        "objects": {"A": ["a", "b"]}, "links": [], "steps": [{"delete": ["a"]}],
    }
    members.update(changes)
    head, tail = json.dumps(members, separators=(",", ":")).split('"@"')
    return head, tail


ENTITIES = {"objects": {}, "steps": [{"save": True}]}


def scenario_shapes():
    at = ["@"]

    def shapes(pieces, **changes):
        return filled(listed, *file_of(**changes), pieces)

    def members(count, piece):
        return ",".join(piece.replace("§", str(n)) for n in range(count))

    of_a = '{"name":"§","parent":"A"}'
    yield from shapes({
        "entities": '{"name":"§"}',
        "equal entities": '{"name":"A"}',
        "entities without names": "{}",
        "entities that are numbers": "1",
        "chain of parents":
        lambda n: f'{{"name":"{n}","parent":"{n - 1}"}}' if n else '{"name":"0"}',
        "circle of parents": lambda n: f'{{"name":"{n}","parent":"{n - 1 if n else 20000}"}}',
        "unknown parents": '{"name":"§","parent":"a"}'}, entities=at, **ENTITIES)
    head, tail = file_of(entities=at, **ENTITIES)
    for what, count, piece in (("relationships", 10_000, '{"name":"§","destination":"A"}'),
                               ("attributes", 20_000, '{"name":"§"}')):
        inherited = f'{{"name":"A","{what}":[{members(count, piece)}]}},'
        yield f"inherited {what}", listed(of_a, head + inherited, tail)
    yield from shapes({
        "relationships": '{"name":"§","destination":"A"}',
        "relationships that could be inverses": ('{"name":"§","destination":"A"}', SIZE // 4),
        "equal relationships": '{"name":"r","destination":"A"}',
        "relationships without destinations": '{"name":"§","destination":"B"}',
        "relationships with one inverse": '{"name":"§","destination":"A","inverse":"0"}',
        "relationships with unknown inverses": '{"name":"§","destination":"A","inverse":"x§"}',
    }, entities=[{"name": "A", "relationships": at}], **ENTITIES)
    yield from shapes({"attributes": '{"name":"§"}', "equal attributes": '{"name":"x"}'},
                      entities=[{"name": "A", "attributes": at}], **ENTITIES)
    yield from shapes({"objects of an entity": '"§"', "equal objects": '"a"'},
                      objects={"A": at}, steps=[{"save": True}])
    head, tail = file_of(objects={"@": 1}, steps=[{"save": True}])
    yield "objects of unknown entities", listed('"§":[]', head, tail.removeprefix(":1"))
    yield from shapes({
        "equal links": '["a","r","b"]',
        "links of unknown objects": '["§","r","b"]',
        "links of unknown relationships": '["a","§","b"]',
        "links that are numbers": "1"}, links=at)
    many = [str(n) for n in range(20_000)]
    yield from shapes({
        "links of many objects": lambda n: f'["{n % 20_000}","r","{n * 7 % 20_000}"]',
        "links to one object": (lambda n: f'["{n % 20_000}","r","0"]', SIZE // 2),
    }, objects={"A": many}, links=at, steps=[{"delete": ["0"]}])
    yield from shapes({
        "steps": '{"save":true}',
        "steps with questions": '{"save":true,"expect":null}',
        "steps that are empty": "{}",
        "deletes": '{"delete":["a"]}',
        "inserts": '{"insert":{"A":["§"]}}',
        "inserts with questions": '{"insert":{"A":["§"]},"expect":null}',
        "values set": '{"set":["a","x",§]}',
        "links and unlinks": '{"link":["a","r","b"]},{"unlink":["a","r","b"]}'}, steps=at)
    yield from shapes({"deletes of many objects":
                       lambda n: f'{{"delete":["{n % 1000}"]}},{{"rollback":true}}'},
                      objects={"A": many[:1000]}, steps=at)
    yield from shapes({"one object deleted often": '"a"', "unknown objects deleted": '"§"'},
                      steps=[{"delete": at}])
    yield from shapes({"one object set often": '"b"'}, steps=[{"set": ["a", "r", at]}])
    source = {"id": "§", "title": "t", "url": None, "published": None,
              "environment": {"os": None, "xcode": None, "store": None}}
    yield from shapes({
        "equal sources": '{"id":"s"}',
        "sources": json.dumps(source, separators=(",", ":"), ensure_ascii=False)}, sources=at)
    yield from shapes({"values": '["a","x",1]', "values of unknown attributes": '["a","§",1]'},
                      values=at)
    outcome = {"evidence": "observed", "deleted": None, "effect": "ok"}
    sources = [{**source, "id": "s"}]
    for key, piece in {
            "deleted": '"a"', "stored": '"a"', "dangling": '["a","r","b"]',
            "nullified": '["a","r","b"]', "references": '["a","r",["b"]]',
            "values": '["a","x",1]', "fetched": '["A","x","ascending",["a"]]'}.items():
        yield from shapes({f"outcome of many {key}": piece}, sources=sources,
                          steps=[{"delete": ["a"], "expect": {**outcome, key: at}}])
    yield from shapes({"outcomes": '{"evidence":"observed","deleted":null,"effect":null}'},
                      sources=sources, steps=[{"delete": ["a"], "expect": at}])
    yield from shapes({"outcomes of many objects":
                       '{"evidence":"observed","deleted":["19999"],"effect":null}'},
                      objects={"A": many}, links=[], sources=sources,
                      steps=[{"save": True}, {"delete": ["0"], "expect": at}])


def matrix_shapes():
    members = {
        "pairing": "A-B", "title": "t", "framework": "swiftData", "sources": [],
        "entities": [{"name": "A", "relationships": [{"name": "r", "destination": "B"}]},
                     {"name": "B"}],
        "objects": {"A": ["a"], "B": ["b"]}, "links": [["a", "r", "b"]], "rows": ["@"],
    }
    head, tail = json.dumps(members, separators=(",", ":")).split('"@"')
    yield from filled(listed, head, tail, {
        "rows": '{"rules":["nullify",null],"evidence":"none"}',
        "rows without rules": "{}",
        "rows of unknown rules": '{"rules":["cascada",null]}'})
    yield "rows of unknown operations", listed(
        '"§":null', head + '{"rules":["nullify",null],"delete":{', "}}" + tail)
    yield "pins", listed('"§":1', '{"pinned":{', "}}")


def recording_shapes():
    head, tail = '{"matrix":"m","framework":"coreData","pairings":[', "]}"
    pairing = (
        '{"pairing":"§","title":"t","entities":[{"name":"A","relationships":[{"name":"r",'
        '"destination":"A","inverse":null}]}],"sides":[{"entity":"A","relationship":"r",'
        '"object":"a"},{"entity":"A","relationship":null,"object":"b"}],"objects":{"A":'
        '["a","b"]},"links":[["a","r","b"]],"rules":["nullify",null],"delete":{"a":null,'
        '"b":null},"unlinked":{"a":null,"b":null},"remove":{"a.r-b":null}}')
    yield from filled(listed, head, tail, {
        "pairings": pairing, "equal pairings": pairing.replace("§", "p"),
        "pairings without anything": "{}"})
    yield "sides", listed(
        '{"entity":"A","relationship":null,"object":"a"}', head + '{"sides":[', "]}" + tail)


def instances_shapes():
    yield from filled(listed, '{"links":[],"objects":{"A":[', "]}}", {
        "objects of an entity": '"§"', "equal objects": '"a"'})
    yield "unknown entities", listed('"§":[]', '{"links":[],"objects":{', "}}")
    yield from filled(listed, '{"objects":{"A":["a","b"]},"links":[', "]}", {
        "equal links": '["a","r","b"]',
        "links of unknown objects": '["§","r","b"]',
        "links of unknown relationships": '["a","§","b"]'})
    many = ",".join(f'"{n}"' for n in range(30_000))
    yield from filled(listed, '{"objects":{"A":[' + many + ']},"links":[', "]}", {
        "links of many objects": lambda n: f'["{n % 30_000}","r","{n * 7 % 30_000}"]',
        "chain of cascades": (lambda n: f'["{n}","c","{n + 1}"]', 700_000),
        "links to unknown objects among many": lambda n: f'["{n % 30_000}","r","x{n}"]'})


def baseline_shapes():
    entry = ('{"model":"App.xcdatamodel","entity":"§","relationship":null,'
             '"rule":"no_action_leaves_dangling","reason":"r"}')
    yield from filled(listed, '{"silenced":[', "]}", {
        "entries": entry, "equal entries": entry.replace("§", "A"),
        "entries without anything": "{}", "entries with unknown rules":
        '{"model":"m","entity":null,"relationship":null,"rule":"§","reason":"r"}'})
    yield "entries with a long rule", '{"silenced":[{"rule":"%s"}]}' % ("a" * (SIZE - 30))


def xml_shapes():
    head, tail = model = "<model>", "</model>"
    yield from {
        "tags in tags": fill("<a>"),
        "one comment": head + "<!--" + "-a" * (SIZE // 2 - 20) + "-->" + tail,
        "one comment without end": head + "<!--" + "-a" * (SIZE // 2),
        "one section without end": head + "<![CDATA[" + "]" * SIZE,
        "references in a value": fill("&#65;", '<model a="', '"/>'),
        "one value": '<model a="' + "a" * (SIZE - 20) + '"/>',
        "one name": "<model><entity name=\"" + "a" * (SIZE - 40) + '"/></model>',
        "one tag": "<" + "a" * SIZE,
        "one value without end": '<model a="' + "a" * SIZE,
        "quotes": fill('"', "<model ", "/>"),
    }.items()
    yield from filled(fill, "<model", "/>", {
        "attributes of a tag": ' a§=""', "equal attributes of a tag": ' a=""',
        "spaces in a tag": " ", "prefixes": ' xmlns:a§="b"'})
    entity = '<entity name="%s" parentEntity="%s"/>'
    yield from filled(fill, *model, {
        "tags in tags of a model": "<entity>", "tags": "<a/>", "tags with attributes": '<a b=""/>',
        "open brackets": "<", "comments": "<!---->", "sections": "<![CDATA[]]>",
        "instructions": "<?a?>", "references": "&#65;", "unknown references": "&a;", "text": "a",
        "entities": '<entity name="§"/>',
        "entities within limits": ('<entity name="§"/>', SIZE // 5),
        "equal entities": ('<entity name="A"/>', SIZE // 6),
        "entities without names": ("<entity/>", SIZE // 12),
        "chain of parents": (lambda n: entity % (n, n + 1), SIZE // 3),
        "circle of parents": (lambda n: entity % (n, (n + 1) % 7500), SIZE // 4),
        "circles of two parents": (lambda n: entity % (n, n ^ 1), SIZE // 4),
        "unknown parents": (entity % ("§", "a"), SIZE // 4)})
    one = '<relationship name="%s" toMany="YES" destinationEntity="A"/>'
    back = '<relationship name="%s" destinationEntity="A" inverseName="%s"/>'
    holder = '<model><entity name="A">', "</entity></model>"
    yield from filled(fill, *holder, {
        "relationships without rules": one % "§",
        "relationships within limits": (one % "§", 550_000),
        "equal relationships": (one % "r", 550_000),
        "relationships without anything": ("<relationship/>", 150_000),
        "relationships with unknown rules": ('<relationship deletionRule="Cascad"/>', 380_000),
        "relationships with unknown inverses": (back % ("§", "x§"), 600_000),
        "relationships with one inverse": (back % ("§", "0"), 600_000),
        "relationships with inverses in a chain": (lambda n: back % (n, n + 1), 600_000),
        "attributes of an entity": ('<attribute name="§"/>', 240_000),
        "equal attributes of an entity": ('<attribute name="a"/>', 200_000)})
    yield "inherited relationships", fill(
        entity % ("§", "A"), "<model><entity name=\"A\">" + "".join(
            one % f"r{n}" for n in range(4900)) + "</entity>", tail, 450_000)
    yield "inherited relationships of equal names", fill(
        lambda n: f'<entity name="{n}" parentEntity="{n - 1 if n else "A"}">{one % "r"}</entity>',
        '<model><entity name="A"/>', tail, 440_000)
    yield "uniqueness constraints", fill(
        '<uniquenessConstraints><uniquenessConstraint><constraint value="a"/>'
        "</uniquenessConstraint></uniquenessConstraints>",
        holder[0] + "".join(f'<attribute name="{n}"/>' for n in range(9000)), holder[1])
    yield "entities that point at each other", head + "".join(
        f'<entity name="E{n}">' + "".join(
            f'<relationship name="r{m}" toMany="YES" destinationEntity="E{m}" '
            f'deletionRule="Cascade"/>' for m in range(98)) + "</entity>"
        for n in range(98)) + tail


# As many types in types as are looked into, less one for the model itself.
DEEPEST = "enum A {" * 23


def swift_shapes():
    for piece in (
            "(", "[", "{", "<", ")", "}", "({[", "(}", "{)", '"', '"""', '#"""', '#"', "#", "#/",
            "`", "/", "/*", "/* */", "\\(", '"\\(', "a", "1", "1.", ".", ",", "@", "@a ", "@a(",
            "= ", "->", "?", " ", "\n", "\r", "\0", "\u0301", "a ", "a\n", "a,", "#if A\n",
            "#if A\n#else\n#endif\n", "#elseif\n", "#else\n", "#endif\n", "#a ", "import A\n",
            "var a: A?\n", "var a: [A:A]\n", "var ", "let a = 1\n", "func a() {}\n", "class A {",
            "class A {}\n", "class A: A", "extension A.A.A {}\n", "typealias A = A\n", "A.", "A<",
            "private ", "a:", ";", "//\n", "/a/", "é"):
        name = piece.encode("unicode_escape").decode().replace(" ", "·")
        for where, head in (("", "@Model class B { var b: B? }\n"),
                            (" in a class", "@Model class B { var b: B?; var c: ")):
            if where == "" or len(piece) <= 4:
                yield f"repeated{where} {name}", head + piece * (
                    (SIZE - len(head)) // len(piece.encode()))

    for piece in ("(", "!", "os(", "a||", "a&&", "!(", "()", "a ", "|", ")", "a.", "(a\n"):
        name = piece.replace("\n", "\\n")
        yield f"condition {name}", "@Model class B { var b: B? }\n#if " + piece * (
            SIZE // len(piece) - 30)

    yield from {
        "branches left out": "@Model class B { var b: B? }\n"
        + "#if false\nclass A {\n#endif\n" * (SIZE // 28 - 30),
        "branches left out in each other": "@Model class B { var b: B? }\n"
        + "#if false\n" * (SIZE // 10 - 30),
        "one path": "@Model class B { var b: B? }\nextension A" + ".A" * (SIZE // 2 - 30),
        "long string of quotes": '@Model class B { var b = """\n' + '""' * (SIZE // 2 - 30),
        "pounds and quotes": '#"""' * 20 + '"##"' * (SIZE // 4 - 30),
        "many pounds": "#" * (SIZE // 2) + '"' + '"#' * (SIZE // 4),
    }.items()
    version, model = "enum V§: VersionedSchema { @Model class A {} }\n", "@Model class A§ {}\n"
    empty = "enum V§: VersionedSchema {}\n"
    yield from filled(fill, "", "", {
        "models": model,
        "models within limits": (model, 220_000),
        "models of one name": "@Model class A {}\n",
        "models without braces": "@Model class A\n",
        "chain of classes": (lambda n: f"@Model class A{n}: A{n + 1} {{}}\n", 280_000),
        "circle of classes": (lambda n: f"@Model class A{n}: A{(n + 1) % 9000} {{}}\n", 260_000),
        "versions": version,
        "aliases of versions": version.replace("A", "A§") + "typealias A§ = V§.A§\n"})
    yield from {
        "chain of aliases": fill(
            lambda n: f"typealias T{n} = T{n + 1}\n", "@Model class A { var a: T0 }\n"),
        "properties through aliases": "".join(
            f"typealias T{n} = T{n + 1}\n" for n in range(30)) + fill(
                "var a§: T0\n", "@Model class A {\n", "}", SIZE - 700),
        "versions without classes": fill(empty, "@Model class A {}\n"),
        "versions and free classes": fill(empty, room=SIZE // 2) + fill(model, room=SIZE // 2),
        "versions with lists of classes": "".join(
            model.replace("§", str(n)) for n in range(9000)) + fill(
                lambda n: f"A{n % 9000}.self,", "enum V: VersionedSchema { static var models = [",
                "]}", 700_000),
        "types in types": fill("enum A { enum B {} }\n", "@Model class M {}\n" + DEEPEST),
        "deep models": fill("@Model class B {}\n", DEEPEST),
        "deep models that refer": fill(
            lambda n: f"@Model class B{n} {{ var b: B{n + 1}? }}\n", DEEPEST, room=300_000),
        "properties of one var": fill("a§, ", "@Model class A { var ", "b: A? }", 60_000),
        "properties of one var, and no type": fill("a§, ", "@Model class A { var "),
        "attributes of many properties": fill(
            "@a ", "@Model class A { ", "var " + "a, " * 1000 + "b: A? }", 50_000),
        "uniques": fill("#Unique<A>([\\.a])\n", "@Model class A { var a: Int\n", "}"),
        "paths in a unique": fill("[\\.a],", "@Model class A { var a: Int\n#Unique<A>(", ") }"),
        "generic arguments": fill("A,", "@Model class A { var a: B<", "A> }"),
        "tuple parts": fill("a: A,", "@Model class A { var a: (", "A) }"),
        "initial values": fill("a + ", "@Model class A { var a = ", "a }"),
        "inherited types": fill("B, ", "@Model class A: ", "B {}"),
        "interpolations": fill("\\(a)", '@Model class A { var a = "', '" }'),
        "imports": fill("import M§\n", "", "@Model class A {}"),
        "models that point at each other": "".join(
            f"@Model class A{n} {{ " + "".join(f"var r{m}: [A{m}]\n" for m in range(98)) + "}\n"
            for n in range(98)),
    }.items()
    ten = "(a,a,a,a,a,a,a,a,a,a) var a"
    yield from filled(fill, "@Model class A {\n", "}", {
        "properties": "var a§: Int\n",
        "properties within limits": ("var a§: Int\n", 130_000),
        "relationships": ("var a§: A?\n", 120_000),
        "missing classes": ("var a§: T§?\n", 130_000),
        "relationships to many": ("var a§: [A]\n", 130_000),
        "equal properties": "var a: A?\nvar a: [A]\n",
        "attributes without meaning": "@Attribute(a) var a§: Int\n",
        "attributes of ten without meaning": f"@Attribute{ten}§: Int\n",
        "attributes of ten without meaning in several classes":
        lambda n: f"@Attribute{ten}: Int\n" if n % 3000 else f"}}\n@Model class A{n} {{\n",
        "relationships of ten without meaning": f"@Relationship{ten}§: A?\n",
        "relationships of strangers": "@Relationship(a:a,b:b,c:c,d:d,e:e) var a§: A?\n",
        "unclear values": ("var a§ = f(A)\n", 180_000)})
    yield from filled(fill, "@Model class A { ", "var a: A? }", {
        "attributes of a property": "@a ", "macros of a property": "@Relationship ",
        "modifiers": "private "})
    yield from filled(fill, "@Model class A { @Relationship(", ") var a: A? }", {
        "arguments": "a: b, ", "arguments without labels": "a, "})


# Code that builds a model, and what may stand in it.
BUILDER = """\
func rule(_ name: String, to e: NSEntityDescription) -> NSRelationshipDescription {
  let r = NSRelationshipDescription(); r.name = name; r.destinationEntity = e; r.maxCount = 1
  return r
}
func make() -> NSManagedObjectModel {
  let m = NSManagedObjectModel()
  let e = NSEntityDescription(); e.name = "E"
  m.entities = [e]
  var l: [NSPropertyDescription] = []; var d: [String: NSEntityDescription] = [:]; var t = "a"
"""


def builder_shapes():
    """What code that builds a model can hold."""
    pieces = (
        "(", "[", "{", "if t {", "for e in m.entities {", "l.forEach { ", "l.map { $0 ", ".a", "()", "[0]", "!",
        " + l", " + t", "e.properties.append(rule(t, to: e))\n", "e.properties += [rule(t, to: e)]\n", "l += l\n",
        "l.append(contentsOf: l)\n", "l = [l]\n", "t += t\n", "t = \"\\(t)\\(t)\"\n", "d[t] = e\n", "d = [t: d]\n",
        "let a = NSEntityDescription()\n", "m.entities.append(NSEntityDescription())\n", "func f() { f() }; f()\n",
        "let c = { e.name = t }; c()\n", "l = l.map { $0 }\n", "e.subentities = [e]\n", "make()\n", "e.name = t\n",
        "NSManagedObjectModel()\n", "switch t { default: ", "d.forEach { l.forEach { ", "l = l + l\n",
        "e = e.copy()\n", "(l, l) = (l, l)\n", "{ $0 }(", "t ? t : ", "e.properties[0] = ", "#keyPath(a.b) ")
    for piece in pieces:
        name = piece.replace("\n", "·")
        yield f"built with {name}", BUILDER + piece * ((SIZE - len(BUILDER)) // len(piece.encode()))
    yield from filled(fill, BUILDER, "}", {
        "entities": "let a§ = NSEntityDescription(); a§.name = \"A§\"; m.entities.append(a§)\n",
        "entities within limits": (
            "let a§ = NSEntityDescription(); a§.name = \"A§\"; m.entities.append(a§)\n", 400_000),
        "relationships": ("e.properties.append(rule(\"r§\", to: e))\n", 300_000)})
    yield from filled(fill, BUILDER + "}\n", "", {
        "builders": "func m§() -> NSManagedObjectModel { let m = make(); return m }\n",
        "builders in a chain": lambda n: f"func m{n}(_ x: Int) -> NSManagedObjectModel {{ m{n + 1}(x) }}\n",
        "constants in a chain": lambda n: f"let a{n} = a{n + 1}\n",
        "types that inherit": lambda n: f"class A{n}: A{n + 1} {{ static let a = A{n + 1}.a }}\n",
        "aliases": lambda n: f"typealias A{n} = A{n + 1}\n"})
    yield from filled(fill, "import CoreStore\n", "", {
        "classes": "class A§: CoreStoreObject { @Field.Relationship(\"a\") var a: A§? }\n",
        "classes within limits": (
            "class A§: CoreStoreObject { @Field.Relationship(\"a\") var a: A§? }\n", 200_000),
        "classes that inherit": lambda n: f"class A{n}: A{n + 1} {{}}\nclass A{n}B: CoreStoreObject {{}}\n",
        "listed classes": "class A§: CoreStoreObject {}\nlet s§ = CoreStoreSchema(entities: [Entity<A§>(\"a\")])\n"})
    yield from filled(fill, "class A: CoreStoreObject {\n", "}", {
        "properties of a class": "let a§ = Relationship.ToOne<A>(\"a§\", inverse: { $0.a§ })\n",
        "properties within limits": ("let a§ = Relationship.ToOne<A>(\"a§\", inverse: { $0.a§ })\n", 300_000),
        "arguments of a relationship": ("@Field.Relationship(" + "a: b, " * 9999 + "\"a\") var a§: A?\n")})


# A model of which deletes are refused, orphans left and batches fail, and a function about it.
CODE = """\
@Model class T { @Relationship(deleteRule: .deny, inverse: \\S.t) var s: [S] = []; var p: P?; var n = 0 }
@Model class S { var t: T? }
@Model class P { @Relationship(deleteRule: .cascade, inverse: \\T.p) var ts: [T] = [] }
enum E { case a(T), b }
"""
BODY = CODE + "func go(context: ModelContext, t: T, ts: [T], e: E) throws {\n"


def code_shapes():
    """What a body can hold."""
    pieces = (
        "(", "[", "{", "({", "if t {", "do {", "for t in ts {", "switch e { case .a(let t): ", "ts.forEach { ",
        "ts.map { $0 ", "{ t in ", "{ [weak t] in ", "{ [a = t] in ", "context.delete(", "context.delete(t)\n",
        "ts.forEach(context.delete)\n", "try context.delete(model: S.self)\n", "NSBatchDeleteRequest(",
        "t.s.remove(at: 0)\n", "t.p?.ts = []\n", "t.s = t.s.filter { $0 }\n", ".a", ".a()", ".a {}",
        ".s", ".p?.ts[0]", "[0]", "()", "?", "!", " + t", " ?? t", " ? t : ", " as? T", " is T", "\\.a",
        "/a/ ", "#/a/# ", '"\\(context.delete(t))" ', '"""\n\\(t)\n"""\n', '#"\\#(t)"# ', "@A ", "#a(t) ",
        "#a { t } ", "#Predicate<T> { $0 } ", "#if A\n", "#if A\ncontext.delete(t)\n#else\n#endif\n",
        "try? ", "await ", "try? context.save()\n", "context.delete(t)\ntry? context.save()\nprint(t.n)\n",
        "context.delete(t)\nif t {}\n", "context.delete(t)\nif t { return } else { try? context.save() }\n",
        "let t = t\n", "t = t\n", "let a: (T) -> T = { $0 }\n", "let (a, b) = (t, t)\n", "guard let t else { return }\n",
        "if case .a(let t) = e {", "case .a(let t): ", "case let t as T: ", "while let t = ts.first {",
        "VStack { Text(t) }\n", "Button(t) { context.delete(t) }\n", "func a() {", "class A {", "else {",
        "a: ", "a, ", "t, ", ";", "\n", "a.b.c.d ", "-", "&", "...", "$0 ", "`a` ", "in ", "let ", "case ",
        "return ", "defer {", "T() ", "T.self ", "[T]() ", "<T>", "go(context: context, t: t, ts: ts, e: e)\n")
    for piece in pieces:
        name = piece.replace("\n", "·")
        yield f"body of {name}", BODY + piece * ((SIZE - len(BODY)) // len(piece.encode()))
        yield f"expression of {name}", BODY + "context.delete(t" + piece * (
            (SIZE - len(BODY) - 20) // len(piece.encode()))
    yield from filled(fill, CODE, "", {
        "deleting functions": "func f§(c: ModelContext, t: T) { c.delete(t) }\n",
        "deleting functions of one name": "func f(c: ModelContext, t: T) { c.delete(t) }\n",
        "calls of functions of one name": (
            lambda n: "func f(_ t: T, c: ModelContext) { c.delete(t) }\n" if n % 2 else
            "func g(t: T, c: ModelContext) { f(t, c: c) }\n"),
        "chain of deleting functions": lambda n:
            f"func f{n}(c: ModelContext, t: T) {{ f{n + 1}(c: c, t: t); c.delete(t) }}\n",
        "chain that ends in a delete": lambda n:
            f"func f{n}(_ t: T, c: ModelContext) {{ " + (f"f{n - 1}(t, c: c)" if n else "c.delete(t)") + " }\n",
        "chain of generic functions": lambda n:
            f"func f{n}<A: PersistentModel>(_ t: A, c: ModelContext) {{ "
            + (f"f{n - 1}(t, c: c)" if n else "c.delete(t)") + " }\n",
        "generic functions that call each other": lambda n:
            f"func f{n % 99}<A: PersistentModel>(_ t: A, c: ModelContext) {{ c.delete(t); "
            f"f{(n * 7 + 1) % 99}(t, c: c) }}\n",
        "a chain in which each deletes": lambda n:
            f"func f{n}<A: PersistentModel>(_ t: A, c: ModelContext) {{ c.delete(t); f{n + 1}(t, c: c) }}\n",
        "wide aliases": lambda n:
            f"typealias A{n} = (A{n + 1}, A{n + 1}, A{n + 1})\n"
            f"func f{n}(c: ModelContext, a: A{n}) {{ c.delete(a) }}\n",
        "wide protocols": lambda n:
            f"typealias P{n} = P{n + 1} & P{n + 1} & P{n + 1}\nstruct S{n}: P{n} {{}}\n",
        "one constant": lambda n: "let a = [" + "1," * 99_999 + "T()]\n" if not n else
            f"func f{n}(c: ModelContext) {{ c.delete(a[{n}]) }}\n",
        "code in strings": 'func f§(t: T, c: ModelContext) { print("\\(c.delete(t)) \\(t)") }\n',
        "conforming types": (
            lambda n: "protocol Q { func drop(_ t: T) }\nlet q: any Q = A1()\n" if not n else
            f"struct A{n}: Q {{ let c: ModelContext; func drop(_ t: T) {{ c.delete(t); q.drop(t) }} }}\n"),
        "chain of protocols": lambda n: f"protocol Q{n}: Q{n + 1} {{ func f(_ t: T) }}\n",
        "properties by their first values": lambda n:
            f"let a{n} = a{n + 1}\nfunc f{n}(c: ModelContext) {{ c.delete(a{n}) }}\n",
        "aliases": lambda n:
            f"typealias A{n} = A{n + 1}\nfunc f{n}(c: ModelContext, a: A{n}) {{ c.delete(a) }}\n",
        "types of one name": lambda n:
            f"enum N{n} {{ struct A {{ func f(c: ModelContext, a: A) {{ c.delete(a) }} }} }}\n",
        "extensions of one type": "extension T { func f§() { modelContext?.delete(self) } }\n",
        "cases": (lambda n: "enum F { " if not n else f"case a{n}(T); ")})
    yield from filled(fill, BODY, "}", {
        "names": "let a§ = t; context.delete(a§)\n",
        "names that are saved": "let a§ = t; context.delete(a§); try context.save(); print(a§.n)\n",
        "contexts": "let c§: ModelContext = context; c§.delete(t); try? c§.save()\n",
        "arguments": "t, ", "lines": "_ = t\n"})


def objective_c_shapes():
    """What a method, or a file, can hold."""
    head = "- (void)f:(A *)a { [c deleteObject:a]; "
    for piece in (
            "[", "(", "{", "]", "@", "*", ":", "=", "a=", "'", '"', "\\", "/*", "/**/", "//\n", "->", "a.", "é",
            "[c deleteObject:", "[c deleteObject:a];", "[c deleteObject:a];\n", "[c deleteObject:[a r]];",
            "[a removeRObject:", "[a removeRObject:a];", "[a setR:nil];", "a.r = nil;", "a = nil;", "A *a = a;",
            "(A *)", "id a;", "NSBatchDeleteRequest alloc] initWithFetchRequest:", "[A fetchRequest]",
            "[NSFetchRequest fetchRequestWithEntityName:@", "@property A *a;\n", "@property (A ", "- (void)f:(A *)a {}\n",
            "@implementation A\n", "@interface A\n", "#if A\n"):
        name = piece.encode("unicode_escape").decode().replace(" ", "·")
        yield f"repeated {name}", head + piece * ((SIZE - len(head)) // len(piece.encode()))
    yield from filled(fill, head, "}", {
        "variables": "A *a§ = a; [c deleteObject:a§]; ", "requests": "r§ = [A fetchRequest]; "})
    yield from filled(fill, "", "", {
        "properties": "@property A *a§;\n", "methods": "- (void)f§:(A *)a { [c deleteObject:a]; }\n"})


def project_shapes():
    head = "{objects={P={isa=PBXProject;mainGroup=G0;};T={isa=PBXNativeTarget;buildPhases=(S,);};"
    yield from {
        "old brackets": "(" * SIZE, "old braces": fill("{a="), "one string": '"' + "a" * SIZE,
        "one comment": "/*" + " *" * (SIZE // 2), "escapes": '"' + "\\\"" * (SIZE // 2),
        "groups in groups": fill(lambda n: f"G{n}={{isa=PBXGroup;path=a;children=(G{n + 1},);}};", head),
    }.items()
    yield from filled(fill, head, "};}", {
        "targets": "T§={isa=PBXNativeTarget;name=a§;fileSystemSynchronizedGroups=(G0,);};",
        "files": "F§={isa=PBXFileReference;path=a§;};B§={isa=PBXBuildFile;fileRef=F§;};",
        "folders": "G§={isa=PBXFileSystemSynchronizedRootGroup;path=a§;exceptions=(E§,);};"
                   "E§={target=T;membershipExceptions=(a,b,);};"})
    yield from filled(fill, head + "G0={isa=PBXGroup;children=(", ");};};}", {"children": "G§,"})


def manifest_shapes():
    """What Package.swift and project.yml can hold."""
    target = "    platform: iOS\n    deploymentTarget: 17.0\n"
    yield from {
        "open comments": "/*" * (SIZE // 2), "one string": '"' + "a" * SIZE, "quotes": '"' * SIZE,
        "escapes": '"' + "\\\"" * (SIZE // 2), "number signs": " #" * (SIZE // 2), "spaces": " " * SIZE,
        "targets of one": fill(target, "targets:\n  A:\n"),
    }.items()
    yield from filled(fill, "targets:\n", "", {"targets": "  T§:\n" + target})
    yield from filled(fill, "platforms: [", "]", {"platforms": ".iOS(.v17),"})
    yield "indents", fill(lambda n: " " * (n % 500) + f"a{n}:\n", "deploymentTarget: ")


def settings_shapes():
    """What an `.xcconfig` can hold."""
    yield from filled(fill, "", "\n", {
        "settings": "A§ = $(A)\n", "one name": "A", "conditions": "A[b]", "open conditions": "A[b",
        "one value": "A = a b", "comments": "//"})
    yield "spaces", "IPHONEOS_DEPLOYMENT_TARGET =" + " " * SIZE


def version_shapes():
    yield from {
        "arrays in arrays": fill("<array>", "<plist>"),
        "old brackets": "(" * SIZE, "old braces": fill("{a="),
        "one string": ("<plist><dict><key>_XCCurrentVersionName</key><string>"
                       + "a" * (SIZE - 100) + "</string></dict></plist>"),
        "references": fill("&amp;", "<plist><string>", "</string></plist>"),
        "comments": fill("<!---->", "<plist>"), "spaces": " " * SIZE,
        "data": fill("AAAA", "<plist><data>", "</data></plist>"),
    }.items()
    yield from filled(fill, "<plist><array>", "</array></plist>", {
        "arrays": "<array/>", "numbers": "<integer>1</integer>"})
    yield from filled(fill, "<plist><dict>", "</dict></plist>", {
        "keys": "<key>§</key><true/>", "equal keys": "<key>a</key><true/>"})
