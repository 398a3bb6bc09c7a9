"""Inputs of one megabyte in shapes that make careless readers slow or large.

A shape is a name and a text. Where a format has names, these are as short as they can be: the more
there are in a megabyte, the more each costs.
"""

import json

SIZE = 1_000_000


def fill(piece, head="", tail="", room=SIZE):
    """As many pieces as fit between a head and a tail; with a number each, if piece is a function."""
    room -= len(head) + len(tail)
    if isinstance(piece, str):
        return head + piece * (room // len(piece)) + tail
    parts, number = [], 0
    while room > 0:
        parts.append(piece(number))
        room -= len(parts[-1])
        number += 1
    return head + "".join(parts[:-1]) + tail


def listed(piece, head, tail, room=SIZE):
    """The same with commas between the pieces."""
    text = fill((lambda n: piece(n) + ",") if callable(piece) else piece + ",", head, tail, room)
    return text[:len(text) - len(tail) - 1] + tail


def json_shapes():
    """What any reader of JSON can meet."""
    yield "brackets", "[" * SIZE
    yield "braces", fill('{"a":')
    yield "spaces", " " * SIZE
    yield "line breaks", "\n" * SIZE
    yield "quotes", '"' * SIZE
    yield "one string", '"' + "a" * (SIZE - 2) + '"'
    yield "one key", '{"' + "a" * (SIZE - 10) + '":1}'
    yield "escapes", fill("\\u0041", '"', '"')
    yield "characters of four bytes", '"' + "\U0001F600" * (SIZE // 4) + '"'
    yield "combining marks", '{"a' + "\u0301" * (SIZE // 2 - 4) + '":1}'
    yield "half surrogates", fill("\\ud83d", '"', '"')
    yield "one number", "1" * SIZE
    yield "one fraction", "0." + "1" * SIZE
    yield "one exponent", "1e" + "0" * SIZE
    yield "numbers", listed("1", "[", "]")
    yield "arrays", listed("[]", "[", "]")
    yield "arrays of one", listed("[1]", "[", "]")
    yield "arrays in arrays", listed("[[[[[[[[1]]]]]]]]", "[", "]")
    yield "objects", listed("{}", "[", "]")
    yield "objects of one", listed('{"":1}', "[", "]")
    yield "texts", listed('"a"', "[", "]")
    yield "equal keys", listed('"a":1', "{", "}")
    yield "unknown keys", listed(lambda n: f'"{n}":1', "{", "}")


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
    head, tail = file_of(entities=at, **ENTITIES)
    yield "entities", listed(lambda n: f'{{"name":"{n}"}}', head, tail)
    yield "equal entities", listed('{"name":"A"}', head, tail)
    yield "entities without names", listed("{}", head, tail)
    yield "entities that are numbers", listed("1", head, tail)
    yield "chain of parents", listed(
        lambda n: f'{{"name":"{n}","parent":"{n - 1}"}}' if n else '{"name":"0"}', head, tail)
    yield "circle of parents", listed(
        lambda n: f'{{"name":"{n}","parent":"{max(n - 1, 0)}"}}' if n
        else '{"name":"0","parent":"20000"}', head, tail)
    yield "unknown parents", listed(lambda n: f'{{"name":"{n}","parent":"a"}}', head, tail)
    yield "inherited relationships", listed(
        lambda n: f'{{"name":"{n}","parent":"A"}}', head + '{"name":"A","relationships":[' + ",".join(
            f'{{"name":"{n}","destination":"A"}}' for n in range(10_000)) + "]},", tail)
    yield "inherited attributes", listed(
        lambda n: f'{{"name":"{n}","parent":"A"}}', head + '{"name":"A","attributes":[' + ",".join(
            f'{{"name":"{n}"}}' for n in range(20_000)) + "]},", tail)
    head, tail = file_of(entities=[{"name": "A", "relationships": at}], **ENTITIES)
    one = '"destination":"A"}'
    yield "relationships", listed(lambda n: f'{{"name":"{n}",{one}', head, tail)
    yield "relationships that could be inverses", listed(
        lambda n: f'{{"name":"{n}",{one}', head, tail, SIZE // 4)
    yield "equal relationships", listed(f'{{"name":"r",{one}', head, tail)
    yield "relationships without destinations", listed(
        lambda n: f'{{"name":"{n}","destination":"B"}}', head, tail)
    yield "relationships with one inverse", listed(
        lambda n: f'{{"name":"{n}","destination":"A","inverse":"0"}}', head, tail)
    yield "relationships with unknown inverses", listed(
        lambda n: f'{{"name":"{n}","destination":"A","inverse":"x{n}"}}', head, tail)
    head, tail = file_of(entities=[{"name": "A", "attributes": at}], **ENTITIES)
    yield "attributes", listed(lambda n: f'{{"name":"{n}"}}', head, tail)
    yield "equal attributes", listed('{"name":"x"}', head, tail)
    head, tail = file_of(objects={"A": at}, steps=[{"save": True}])
    yield "objects of an entity", listed(lambda n: f'"{n}"', head, tail)
    yield "equal objects", listed('"a"', head, tail)
    head, tail = file_of(objects={"@": 1}, steps=[{"save": True}])
    yield "objects of unknown entities", listed(
        lambda n: f'"{n}":[]', head, tail.removeprefix(":1"))
    head, tail = file_of(links=at)
    yield "equal links", listed('["a","r","b"]', head, tail)
    yield "links of unknown objects", listed(lambda n: f'["{n}","r","b"]', head, tail)
    yield "links of unknown relationships", listed(lambda n: f'["a","{n}","b"]', head, tail)
    yield "links that are numbers", listed("1", head, tail)
    many = [str(n) for n in range(20_000)]
    head, tail = file_of(objects={"A": many}, links=at)
    yield "links of many objects", listed(
        lambda n: f'["{n % 20_000}","r","{n * 7 % 20_000}"]', head,
        tail.replace('"a"', '"0"'))
    yield "links to one object", listed(
        lambda n: f'["{n % 20_000}","r","0"]', head, tail.replace('"a"', '"0"'), SIZE // 2)
    head, tail = file_of(steps=at)
    yield "steps", listed('{"save":true}', head, tail)
    yield "steps with questions", listed('{"save":true,"expect":null}', head, tail)
    yield "steps that are empty", listed("{}", head, tail)
    yield "deletes", listed('{"delete":["a"]}', head, tail)
    yield "inserts", listed(lambda n: f'{{"insert":{{"A":["{n}"]}}}}', head, tail)
    yield "inserts with questions", listed(
        lambda n: f'{{"insert":{{"A":["{n}"]}},"expect":null}}', head, tail)
    yield "values set", listed(lambda n: f'{{"set":["a","x",{n}]}}', head, tail)
    yield "links and unlinks", listed(
        '{"link":["a","r","b"]},{"unlink":["a","r","b"]}', head, tail)
    head, tail = file_of(objects={"A": many[:1000]}, steps=at)
    yield "deletes of many objects", listed(
        lambda n: f'{{"delete":["{n % 1000}"]}},{{"rollback":true}}', head, tail)
    head, tail = file_of(steps=[{"delete": at}])
    yield "one object deleted often", listed('"a"', head, tail)
    yield "unknown objects deleted", listed(lambda n: f'"{n}"', head, tail)
    head, tail = file_of(objects={"A": ["a", "b"]}, steps=[{"set": ["a", "r", at]}])
    yield "one object set often", listed('"b"', head, tail)
    head, tail = file_of(sources=at)
    yield "equal sources", listed('{"id":"s"}', head, tail)
    environment = '"environment":{"os":null,"xcode":null,"store":null}'
    yield "sources", listed(
        lambda n: f'{{"id":"{n}","title":"t","url":null,"published":null,{environment}}}',
        head, tail)
    head, tail = file_of(values=at)
    yield "values", listed('["a","x",1]', head, tail)
    yield "values of unknown attributes", listed(lambda n: f'["a","{n}",1]', head, tail)
    outcome = {"evidence": "observed", "deleted": None, "effect": "ok"}
    sources = [{"id": "s", "title": "t", "url": None, "published": None,
                "environment": {"os": None, "xcode": None, "store": None}}]
    for key, piece in (
            ("deleted", '"a"'), ("stored", '"a"'), ("dangling", '["a","r","b"]'),
            ("nullified", '["a","r","b"]'), ("references", '["a","r",["b"]]'),
            ("values", '["a","x",1]'), ("fetched", '["A","x","ascending",["a"]]')):
        head, tail = file_of(
            sources=sources, steps=[{"delete": ["a"], "expect": {**outcome, key: at}}])
        yield f"outcome of many {key}", listed(piece, head, tail)
    head, tail = file_of(sources=sources, steps=[{"delete": ["a"], "expect": at}])
    yield "outcomes", listed('{"evidence":"observed","deleted":null,"effect":null}', head, tail)
    head, tail = file_of(
        objects={"A": many}, links=[],
        steps=[{"save": True}, {"delete": ["0"], "expect": at}], sources=sources)
    yield "outcomes of many objects", listed(
        '{"evidence":"observed","deleted":["19999"],"effect":null}', head, tail)


def matrix_shapes():
    members = {
        "pairing": "A-B", "title": "t", "framework": "swiftData", "sources": [],
        "entities": [{"name": "A", "relationships": [{"name": "r", "destination": "B"}]},
                     {"name": "B"}],
        "objects": {"A": ["a"], "B": ["b"]}, "links": [["a", "r", "b"]], "rows": ["@"],
    }
    head, tail = json.dumps(members, separators=(",", ":")).split('"@"')
    yield "rows", listed('{"rules":["nullify",null],"evidence":"none"}', head, tail)
    yield "rows without rules", listed("{}", head, tail)
    yield "rows of unknown operations", listed(
        lambda n: f'"{n}":null', head + '{"rules":["nullify",null],"delete":{', "}}" + tail)
    yield "rows of unknown rules", listed('{"rules":["cascada",null]}', head, tail)
    yield "pins", listed(lambda n: f'"{n}":1', '{"pinned":{', "}}")


def recording_shapes():
    head, tail = '{"matrix":"m","framework":"coreData","pairings":[', "]}"

    def pairing(name):
        return ('{"pairing":"%s","title":"t","entities":[{"name":"A","relationships":[{"name":"r",'
                '"destination":"A","inverse":null}]}],"sides":[{"entity":"A","relationship":"r",'
                '"object":"a"},{"entity":"A","relationship":null,"object":"b"}],"objects":{"A":'
                '["a","b"]},"links":[["a","r","b"]],"rules":["nullify",null],"delete":{"a":null,'
                '"b":null},"unlinked":{"a":null,"b":null},"remove":{"a.r-b":null}}' % name)

    yield "pairings", listed(lambda n: pairing(n), head, tail)
    yield "equal pairings", listed(pairing("p"), head, tail)
    yield "pairings without anything", listed("{}", head, tail)
    yield "sides", listed(
        '{"entity":"A","relationship":null,"object":"a"}', head + '{"sides":[', "]}" + tail)


def instances_shapes():
    yield "objects of an entity", listed(lambda n: f'"{n}"', '{"links":[],"objects":{"A":[', "]}}")
    yield "equal objects", listed('"a"', '{"links":[],"objects":{"A":[', "]}}")
    yield "unknown entities", listed(lambda n: f'"{n}":[]', '{"links":[],"objects":{', "}}")
    head = '{"objects":{"A":["a","b"]},"links":['
    yield "equal links", listed('["a","r","b"]', head, "]}")
    yield "links of unknown objects", listed(lambda n: f'["{n}","r","b"]', head, "]}")
    yield "links of unknown relationships", listed(lambda n: f'["a","{n}","b"]', head, "]}")
    many = ",".join(f'"{n}"' for n in range(30_000))
    head = '{"objects":{"A":[' + many + ']},"links":['
    yield "links of many objects", listed(
        lambda n: f'["{n % 30_000}","r","{n * 7 % 30_000}"]', head, "]}")
    yield "chain of cascades", listed(lambda n: f'["{n}","c","{n + 1}"]', head, "]}", 700_000)
    yield "links to unknown objects among many", listed(
        lambda n: f'["{n % 30_000}","r","x{n}"]', head, "]}")


def baseline_shapes():
    head, tail = '{"silenced":[', "]}"
    entry = ('{"model":"App.xcdatamodel","entity":"%s","relationship":null,'
             '"rule":"no_action_leaves_dangling","reason":"r"}')
    yield "entries", listed(lambda n: entry % n, head, tail)
    yield "equal entries", listed(entry % "A", head, tail)
    yield "entries without anything", listed("{}", head, tail)
    yield "entries with unknown rules", listed(
        lambda n: f'{{"model":"m","entity":null,"relationship":null,"rule":"{n}","reason":"r"}}',
        head, tail)
    yield "entries with a long rule", '{"silenced":[{"rule":"%s"}]}' % ("a" * (SIZE - 30))


def xml_shapes():
    model = "<model>", "</model>"
    yield "tags in tags", fill("<a>")
    yield "tags in tags of a model", fill("<entity>", *model)
    yield "tags", fill("<a/>", *model)
    yield "tags with attributes", fill('<a b=""/>', *model)
    yield "open brackets", fill("<", *model)
    yield "comments", fill("<!---->", *model)
    yield "one comment", model[0] + "<!--" + "-a" * (SIZE // 2 - 20) + "-->" + model[1]
    yield "one comment without end", model[0] + "<!--" + "-a" * (SIZE // 2)
    yield "one section without end", model[0] + "<![CDATA[" + "]" * SIZE
    yield "sections", fill("<![CDATA[]]>", *model)
    yield "instructions", fill("<?a?>", *model)
    yield "references", fill("&#65;", *model)
    yield "references in a value", fill("&#65;", '<model a="', '"/>')
    yield "unknown references", fill("&a;", *model)
    yield "attributes of a tag", fill(lambda n: f' a{n}=""', "<model", "/>")
    yield "equal attributes of a tag", fill(' a=""', "<model", "/>")
    yield "one value", '<model a="' + "a" * (SIZE - 20) + '"/>'
    yield "one name", "<model><entity name=\"" + "a" * (SIZE - 40) + '"/></model>'
    yield "one tag", "<" + "a" * SIZE
    yield "one value without end", '<model a="' + "a" * SIZE
    yield "quotes", fill('"', "<model ", "/>")
    yield "spaces in a tag", fill(" ", "<model", "/>")
    yield "text", fill("a", *model)
    yield "prefixes", fill(lambda n: f' xmlns:a{n}="b"', "<model", "/>")
    yield "entities", fill(lambda n: f'<entity name="{n}"/>', *model)
    yield "entities within limits", fill(lambda n: f'<entity name="{n}"/>', *model, SIZE // 5)
    yield "equal entities", fill('<entity name="A"/>', *model, SIZE // 6)
    yield "entities without names", fill("<entity/>", *model, SIZE // 12)
    yield "chain of parents", fill(
        lambda n: f'<entity name="{n}" parentEntity="{n + 1}"/>', *model, SIZE // 3)
    yield "circle of parents", fill(
        lambda n: f'<entity name="{n}" parentEntity="{(n + 1) % 7500}"/>', *model, SIZE // 4)
    yield "circles of two parents", fill(
        lambda n: f'<entity name="{n}" parentEntity="{n ^ 1}"/>', *model, SIZE // 4)
    yield "unknown parents", fill(
        lambda n: f'<entity name="{n}" parentEntity="a"/>', *model, SIZE // 4)
    one = '<relationship name="%s" toMany="YES" destinationEntity="A"/>'
    holder = '<model><entity name="A">', "</entity></model>"
    yield "relationships without rules", fill(lambda n: one % n, *holder)
    yield "relationships within limits", fill(lambda n: one % n, *holder, 550_000)
    yield "equal relationships", fill(one % "r", *holder, 550_000)
    yield "relationships without anything", fill("<relationship/>", *holder, 150_000)
    yield "relationships with unknown rules", fill(
        '<relationship deletionRule="Cascad"/>', *holder, 380_000)
    yield "relationships with unknown inverses", fill(
        lambda n: f'<relationship name="{n}" destinationEntity="A" inverseName="x{n}"/>', *holder,
        600_000)
    yield "relationships with one inverse", fill(
        lambda n: f'<relationship name="{n}" destinationEntity="A" inverseName="0"/>', *holder,
        600_000)
    yield "relationships with inverses in a chain", fill(
        lambda n: f'<relationship name="{n}" destinationEntity="A" inverseName="{n + 1}"/>',
        *holder, 600_000)
    yield "inherited relationships", fill(
        lambda n: f'<entity name="{n}" parentEntity="A"/>', "<model><entity name=\"A\">" + "".join(
            one % f"r{n}" for n in range(4900)) + "</entity>", "</model>", 450_000)
    yield "inherited relationships of equal names", fill(
        lambda n: f'<entity name="{n}" parentEntity="{n - 1 if n else "A"}">{one % "r"}</entity>',
        '<model><entity name="A"/>', "</model>", 440_000)
    yield "attributes of an entity", fill(lambda n: f'<attribute name="{n}"/>', *holder, 240_000)
    yield "equal attributes of an entity", fill('<attribute name="a"/>', *holder, 200_000)
    yield "uniqueness constraints", fill(
        '<uniquenessConstraints><uniquenessConstraint><constraint value="a"/>'
        "</uniquenessConstraint></uniquenessConstraints>",
        holder[0] + "".join(f'<attribute name="{n}"/>' for n in range(9000)), holder[1])
    yield "entities that point at each other", "<model>" + "".join(
        f'<entity name="E{n}">' + "".join(
            f'<relationship name="r{m}" toMany="YES" destinationEntity="E{m}" '
            f'deletionRule="Cascade"/>' for m in range(98)) + "</entity>"
        for n in range(98)) + "</model>"


# As many types in types as are looked into, less one for the model itself.
DEEPEST = "enum A {" * 23


def swift_shapes():
    head = "@Model class B { var b: B? }\n"
    for piece in (
            "(", "[", "{", "<", ")", "}", "({[", "(}", "{)", '"', '"""', '#"""', '#"', "#", "#/",
            "`", "/", "/*", "/* */", "\\(", '"\\(', "a", "1", "1.", ".", ",", "@", "@a ", "@a(",
            "= ", "->", "?", " ", "\n", "\r", "\0", "\u0301", "a ", "a\n", "a,", "#if A\n",
            "#if A\n#else\n#endif\n", "#elseif\n", "#else\n", "#endif\n", "#a ", "import A\n",
            "var a: A?\n", "var a: [A:A]\n", "var ", "let a = 1\n", "func a() {}\n", "class A {",
            "class A {}\n", "class A: A", "extension A.A.A {}\n", "typealias A = A\n", "A.", "A<",
            "private ", "a:", ";", "//\n", "/a/", "é"):
        name = piece.encode("unicode_escape").decode().replace(" ", "·")
        yield f"repeated {name}", head + piece * ((SIZE - len(head)) // len(piece.encode()))
        if len(piece) > 4:
            continue
        opening = "@Model class B { var b: B?; var c: "
        yield f"repeated in a class {name}", opening + piece * (
            (SIZE - len(opening)) // len(piece.encode()))
    for condition in ("(", "!", "os(", "a||", "a&&", "!(", "()", "a ", "|", ")", "a.", "(a\n"):
        name = condition.replace("\n", "\\n")
        yield f"condition {name}", head + "#if " + condition * (SIZE // len(condition) - 30)
    yield "branches left out", head + "#if false\nclass A {\n#endif\n" * (SIZE // 28 - 30)
    yield "branches left out in each other", head + "#if false\n" * (SIZE // 10 - 30)
    yield "one path", "@Model class B { var b: B? }\nextension A" + ".A" * (SIZE // 2 - 30)
    yield "long string of quotes", '@Model class B { var b = """\n' + '""' * (SIZE // 2 - 30)
    yield "pounds and quotes", '#"""' * 20 + '"##"' * (SIZE // 4 - 30)
    yield "many pounds", "#" * (SIZE // 2) + '"' + '"#' * (SIZE // 4)
    yield "models", fill(lambda n: f"@Model class A{n} {{}}\n")
    yield "models within limits", fill(lambda n: f"@Model class A{n} {{}}\n", room=220_000)
    yield "models of one name", fill("@Model class A {}\n")
    yield "models without braces", fill("@Model class A\n")
    yield "chain of classes", fill(lambda n: f"@Model class A{n}: A{n + 1} {{}}\n", room=280_000)
    yield "circle of classes", fill(
        lambda n: f"@Model class A{n}: A{(n + 1) % 9000} {{}}\n", room=260_000)
    yield "chain of aliases", fill(
        lambda n: f"typealias T{n} = T{n + 1}\n", "@Model class A { var a: T0 }\n")
    yield "properties through aliases", "".join(
        f"typealias T{n} = T{n + 1}\n" for n in range(30)) + fill(
            lambda n: f"var a{n}: T0\n", "@Model class A {\n", "}", SIZE - 700)
    yield "versions", fill(lambda n: f"enum V{n}: VersionedSchema {{ @Model class A {{}} }}\n")
    yield "versions without classes", fill(
        lambda n: f"enum V{n}: VersionedSchema {{}}\n", "@Model class A {}\n")
    yield "versions and free classes", fill(
        lambda n: f"enum V{n}: VersionedSchema {{}}\n", "", "", SIZE // 2) + fill(
            lambda n: f"@Model class A{n} {{}}\n", room=SIZE // 2)
    yield "versions with lists of classes", "".join(
        f"@Model class A{n} {{}}\n" for n in range(9000)) + fill(
            lambda n: f"A{n % 9000}.self,", "enum V: VersionedSchema { static var models = [", "]}",
            700_000)
    yield "aliases of versions", fill(
        lambda n: f"enum V{n}: VersionedSchema {{ @Model class A{n} {{}} }}\n"
        f"typealias A{n} = V{n}.A{n}\n")
    yield "types in types", fill("enum A { enum B {} }\n", "@Model class M {}\n" + DEEPEST)
    yield "deep models", fill("@Model class B {}\n", DEEPEST)
    yield "deep models that refer", fill(
        lambda n: f"@Model class B{n} {{ var b: B{n + 1}? }}\n", DEEPEST, room=300_000)
    yield "properties", fill(lambda n: f"var a{n}: Int\n", "@Model class A {\n", "}")
    yield "properties within limits", fill(
        lambda n: f"var a{n}: Int\n", "@Model class A {\n", "}", 130_000)
    yield "relationships", fill(lambda n: f"var a{n}: A?\n", "@Model class A {\n", "}", 120_000)
    yield "missing classes", fill(
        lambda n: f"var a{n}: T{n}?\n", "@Model class A {\n", "}", 130_000)
    yield "relationships to many", fill(
        lambda n: f"var a{n}: [A]\n", "@Model class A {\n", "}", 130_000)
    yield "equal properties", fill("var a: A?\nvar a: [A]\n", "@Model class A {\n", "}")
    yield "properties of one var", fill(
        lambda n: f"a{n}, ", "@Model class A { var ", "b: A? }", 60_000)
    yield "properties of one var, and no type", fill(lambda n: f"a{n}, ", "@Model class A { var ")
    yield "attributes of a property", fill("@a ", "@Model class A { ", "var a: A? }")
    yield "macros of a property", fill("@Relationship ", "@Model class A { ", "var a: A? }")
    yield "attributes of many properties", fill(
        "@a ", "@Model class A { ", "var " + "a, " * 1000 + "b: A? }", 50_000)
    yield "arguments", fill("a: b, ", "@Model class A { @Relationship(", ") var a: A? }")
    yield "arguments without labels", fill("a, ", "@Model class A { @Relationship(", ") var a: A? }")
    yield "attributes without meaning", fill(
        lambda n: f"@Attribute(a) var a{n}: Int\n", "@Model class A {\n", "}")
    yield "attributes of ten without meaning", fill(
        lambda n: f"@Attribute(a,a,a,a,a,a,a,a,a,a) var a{n}: Int\n", "@Model class A {\n", "}")
    yield "attributes of ten without meaning in several classes", fill(
        lambda n: "@Attribute(a,a,a,a,a,a,a,a,a,a) var a: Int\n" if n % 3000
        else f"}}\n@Model class A{n} {{\n", "@Model class A {\n", "}")
    yield "relationships of ten without meaning", fill(
        lambda n: f"@Relationship(a,a,a,a,a,a,a,a,a,a) var a{n}: A?\n", "@Model class A {\n", "}")
    yield "relationships of strangers", fill(
        lambda n: f"@Relationship(a:a,b:b,c:c,d:d,e:e) var a{n}: A?\n", "@Model class A {\n", "}")
    yield "uniques", fill("#Unique<A>([\\.a])\n", "@Model class A { var a: Int\n", "}")
    yield "paths in a unique", fill("[\\.a],", "@Model class A { var a: Int\n#Unique<A>(", ") }")
    yield "modifiers", fill("private ", "@Model class A { ", "var a: A? }")
    yield "generic arguments", fill("A,", "@Model class A { var a: B<", "A> }")
    yield "tuple parts", fill("a: A,", "@Model class A { var a: (", "A) }")
    yield "initial values", fill("a + ", "@Model class A { var a = ", "a }")
    yield "inherited types", fill("B, ", "@Model class A: ", "B {}")
    yield "unclear values", fill(
        lambda n: f"var a{n} = f(A)\n", "@Model class A {\n", "}", 180_000)
    yield "interpolations", fill("\\(a)", '@Model class A { var a = "', '" }')
    yield "imports", fill(lambda n: f"import M{n}\n", "", "@Model class A {}")
    yield "models that point at each other", "".join(
        f"@Model class A{n} {{ " + "".join(f"var r{m}: [A{m}]\n" for m in range(98)) + "}\n"
        for n in range(98))


def version_shapes():
    yield "arrays in arrays", fill("<array>", "<plist>")
    yield "arrays", fill("<array/>", "<plist><array>", "</array></plist>")
    yield "old brackets", "(" * SIZE
    yield "old braces", fill("{a=")
    yield "keys", fill(
        lambda n: f"<key>{n}</key><true/>", "<plist><dict>", "</dict></plist>")
    yield "equal keys", fill("<key>a</key><true/>", "<plist><dict>", "</dict></plist>")
    yield "one string", ("<plist><dict><key>_XCCurrentVersionName</key><string>"
                         + "a" * (SIZE - 100) + "</string></dict></plist>")
    yield "references", fill("&amp;", "<plist><string>", "</string></plist>")
    yield "comments", fill("<!---->", "<plist>")
    yield "spaces", " " * SIZE
    yield "numbers", fill("<integer>1</integer>", "<plist><array>", "</array></plist>")
    yield "data", fill("AAAA", "<plist><data>", "</data></plist>")
