import ObjectGraph
import SourceText
import Testing

@testable import ModelFiles

@Suite("Which classes are models?")
struct SwiftDataClassTests {
  @Test(
    "The attribute may stand before any modifiers, on lines of its own",
    arguments: [
      "@Model class A {}", "@Model final class A {}", "@Model\npublic final class A {}",
      "@ Model class A {}", "@SwiftData.Model nonisolated package final class A {}",
      "@available(iOS 17, *) @Model\n\n// A class.\nopen class A: Codable, Hashable {}",
      "@Model /* class B */ class A<T> where T: Codable {}", "@Model class A : Sendable{ }",
      "public extension Things { @Model class A {} }", "enum X { struct Y { @Model class A {} } }",
      "#if canImport(SwiftData)\n@Model\n#endif\nclass A {}", "#!/usr/bin/swift\n@Model class A {}",
      "\u{FEFF}@Model class A {}", "@MainActor(unsafe) @Model class A {}",
      "func f() { let x = 1 }\n@Model class A {}", "let x = f { $0 }\n@Model class A {}",
      "let x = \"{\", y = #\"\"\"#, z = ##\"\\#(\"##\n@Model class A {}",
      "let x = /[\"{(]/\n@Model class A {}", "let x = #/\n\"/\n/#\n@Model class A {}",
      "let x = a / b / c // \"\n@Model class A {}", "f(/, 1) / 2 // \"\n@Model class A {}",
      "#Preview { \"\\(\"{\")\" }\n@Model class A {}", "@Model class `A` {}",
    ])
  func models(text: String) {
    #expect(SwiftDataText(text).entities == ["A"])
    #expect(SwiftDataText(text).findings == [])
  }

  @Test(
    "Nothing else is",
    arguments: [
      "class A {}", "// @Model class A {}", "/* @Model */ class A {}",
      "/* /* */ @Model */ class A {}",
      "let x = \"@Model class A {}\"", "let x = \"\"\"\n@Model class A {}\n\"\"\"",
      "let x = #\"\"\"\n\"\"\" @Model class A {}\n\"\"\"#", "let x = \"\\(\"@Model class A {}\")\"",
      "@Models class A {}", "@Other.Model class A {}", "@ModelActor actor A {}",
      "import SwiftletModel\n@Model class A {}", "let x = /@Model class A {}/",
      "@Model func f() {}\nclass A {}", "func f() { @Model class A {} }",
    ])
  func others(text: String) {
    #expect(SwiftDataText(text).models.isEmpty)
  }

  @Test("A module with a macro of that name does not matter beside SwiftData")
  func bothImports() {
    let text = "import SwiftletModel\nimport SwiftData\n@Model class A {}"
    #expect(SwiftDataText(text).names == ["A"])
  }

  @Test("Where SwiftData is not imported but another module is, the reading is not certain")
  func doubtfulImports() {
    let text = "import SwiftUI\nimport Store\n@Model class A {}"
    #expect(
      SwiftDataText(text).findings == [
        "0.swift:3:8: warning: the file imports Store and not SwiftData; its @Model is taken for "
          + "that of SwiftData [uncertain_model]"
      ])
    #expect(SwiftDataText(text, "@_exported import SwiftData").findings == [])
    #expect(
      SwiftDataText("import SwiftUI\nimport struct Foundation.Date\n@Model class A {}").rules == [])
    #expect(SwiftDataText("import Store\n@SwiftData.Model class A {}").rules == [])
  }

  @Test("Models in models, in extensions and in other files know each other")
  func manyFiles() {
    let text = SwiftDataText(
      """
      import SwiftData
      @Model class Order {
        var lines: [Line] = []
        @Model final class Line {
          @Relationship(inverse: \\Order.lines) var order: Order?
          var product: Product
        }
      }
      """,
      """
      extension Shop.Stock { @Model class Product { var lines: [Order.Line] = [] } }
      typealias Product = Shop.Stock.Product
      """)
    #expect(
      text.entities == [
        "Order: lines [Line]", "Line: order Order? <-lines, product Product",
        "Product: lines [Line]",
      ])
    #expect(text.findings == [])
  }

  @Test("A superclass that is a model is the parent, and may be in another file")
  func parents() {
    let text = SwiftDataText(
      "@Model class Trip: Journey, Codable { var a: Int }",
      "@Model class Journey { var stops: [Stop] }",
      "@Model class Stop: Identifiable { @Relationship(inverse: \\Trip.stops) var trip: Journey? }")
    #expect(
      text.entities == [
        "Trip < Journey: a", "Journey: stops [Stop]", "Stop: trip Journey? <-stops",
      ])
    #expect(text.findings == [])
  }

  @Test("Places are those of the keyword and of the names, in characters")
  func places() {
    let text = SwiftDataText("@Model\r\n  class A {\r  /* é */ var ä: A?, b: A?;var\n c = 1 }")
    let entity = text.current?.entities.first
    #expect(entity?.location.description == "0.swift:2:3")
    let relationships = entity?.relationships.map(\.location.description)
    #expect(relationships == ["0.swift:3:15", "0.swift:3:22"])
    #expect(entity?.attributes.map(\.location.description) == ["0.swift:4:2"])
  }

  @Test(
    "A file without the attribute is recognized quickly",
    arguments: [
      ("@Model class A {}", true), ("@ Model", true), ("@SwiftData . Model", true),
      ("@Models", false),
      ("Model", false), ("@AModel", false), ("@Mode", false), ("@_Model", false), ("", false),
      ("@MModel Model ", false), ("@x Modell", false), ("@ModelModel", false),
      ("@ModelActor actor Model {}", false), ("@ViewModel var model: Model", false),
      ("@\n Model", true), ("@/* */Model", true), ("@`Model`", true), ("%@/Model", false),
      ("`@` Model", false), ("a@b @Model", true),
      ("@Model", true), ("@", false), ("@é @SwiftData", true),
    ])
  func mentions(text: String, isMentioned: Bool) {
    #expect(SwiftDataReading.mentionsModel(Array(text.utf8)) == isMentioned)
  }
}
