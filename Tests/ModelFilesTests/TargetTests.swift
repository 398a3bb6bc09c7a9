import SourceText
import Testing

@testable import ModelFiles

@Suite("Are the classes of different targets told apart?")
struct TargetTests {
  private static func classes(_ rule: String) -> String {
    """
    import SwiftData
    @Model class Trip { @Relationship(deleteRule: .\(rule)) var stops: [Stop] = [] }
    @Model class Stop { var trip: Trip? }
    """
  }

  // A project with the targets App and Widget, which have what is given, and a test target.
  private static func project(_ objects: String, app: String, widget: String) -> String {
    """
    // !$*UTF8*$!
    { objects = {
      \(objects)
      T1 /* App */ = { isa = PBXNativeTarget; name = "App"; \(app)
        productType = "com.apple.product-type.application"; };
      T2 = { isa = PBXNativeTarget; name = Widget; \(widget) };
      T3 = { isa = PBXNativeTarget; name = AppTests; buildPhases = ( S3, );
        productType = "com.apple.product-type.bundle.unit-test"; };
      P = { isa = PBXProject; attributes = { TargetAttributes = { T1 = { A = 1; }; }; };
        mainGroup = G; };
    }; rootObject = P; }
    """
  }

  private static let oldStyle = project(
    """
    G = { isa = PBXGroup; children = ( GA, GW, F4, ); sourceTree = "<group>"; };
    GA = { isa = PBXGroup; children = ( F1, ); path = App; sourceTree = "<group>"; };
    GW = { isa = PBXGroup; children = ( F2, F3, ); name = "Widget \\"2\\""; sourceTree = "<group>"; };
    F1 = { isa = PBXFileReference; path = Trip.swift; sourceTree = "<group>"; };
    F2 = { isa = PBXFileReference; path = Widget/Trip.swift; sourceTree = SOURCE_ROOT; };
    F3 = { isa = PBXFileReference; path = "Widget/../Old/Trip.swift"; sourceTree = "<group>"; };
    F4 = { isa = PBXFileReference; path = Extra.swift; sourceTree = "<group>"; };
    B1 = { isa = PBXBuildFile; fileRef = F1 /* Trip.swift */; };
    B2 = { isa = PBXBuildFile; fileRef = F2; settings = { ATTRIBUTES = ( Public, ); }; };
    B3 = { isa = PBXBuildFile; fileRef = F3; };
    B4 = { isa = PBXBuildFile; fileRef = F4; };
    S1 = { isa = PBXSourcesBuildPhase; files = ( B1, B4 /* Extra */, ); };
    S2 = { isa = PBXSourcesBuildPhase; files = ( B2 ); };
    S3 = { isa = PBXSourcesBuildPhase; files = ( B3 ); };
    """, app: "buildPhases = ( S1, );", widget: "buildPhases = ( S2, );")

  private static let synchronized = project(
    """
    G = { isa = PBXGroup; children = ( GA, GW, ); sourceTree = "<group>"; };
    GA = { isa = PBXFileSystemSynchronizedRootGroup; exceptions = ( EA, EW, ); path = App; };
    GW = { isa = PBXFileSystemSynchronizedRootGroup; path = Widget; };
    EA = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T1;
      membershipExceptions = ( Old/Trip.swift, Info.plist, ); };
    EW = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T2;
      membershipExceptions = ( Shared.swift, ); };
    """, app: "fileSystemSynchronizedGroups = ( GA, );",
    widget: "fileSystemSynchronizedGroups = ( GW );")

  @Test(
    "Each target's files are a model of their own; a file of no target, or of tests, has none",
    arguments: [
      (oldStyle, ["App/Trip.swift", "Widget/Trip.swift", "Old/Trip.swift", "Extra.swift"]),
      (
        synchronized,
        ["App/Trip.swift", "Widget/Trip.swift", "App/Old/Trip.swift", "App/Shared.swift"]
      ),
    ])
  func xcode(project: String, paths: [String]) throws {
    let extra = "import SwiftData\n@Model class Extra { var stops: [Stop] = [] }"
    let read = try ProjectOfFiles([
      "App.xcodeproj/project.pbxproj": project, paths[0]: Self.classes("cascade"),
      paths[1]: Self.classes("deny"), paths[2]: Self.classes("noAction"), paths[3]: extra,
    ]).read()
    let names = read.models.map { $0.entities.map(\.name).sorted().joined(separator: " ") }
    let isShared = paths[3].hasSuffix("Shared.swift")
    #expect(names == ["Extra Stop Trip", isShared ? "Extra Stop Trip" : "Stop Trip"])
    #expect(read.relationshipLines.contains("Trip.stops: Stop * cascade"))
    #expect(read.relationshipLines.contains("Trip.stops: Stop * deny"))
    let findings = read.models.flatMap(\.findings)
    #expect(findings.allSatisfy { $0.rule == .unlistedModel && $0.location.file.contains("Old/") })
    #expect(findings.count == 2, "\(findings)")
  }

  @Test(
    "A model that code of no target builds is left out where a target has one with its entities")
  func built() throws {
    func code(_ entity: String, _ rule: String) -> String {
      """
      import CoreData
      let model: NSManagedObjectModel = {
        let trip = NSEntityDescription()
        trip.name = "\(entity)"
        let next = NSRelationshipDescription()
        next.name = "next"
        next.destinationEntity = trip
        next.deleteRule = .\(rule)DeleteRule
        trip.properties = [next]
        let model = NSManagedObjectModel()
        model.entities = [trip]
        return model
      }()
      """
    }
    for (entity, places) in [
      ("Trip", ["App/Model.swift"]), ("Other", ["App/Model.swift", "Copy/Model.swift"]),
    ] {
      let models = try ProjectOfFiles([
        "App.xcodeproj/project.pbxproj": Self.synchronized,
        "App/Model.swift": code("Trip", "cascade"), "Copy/Model.swift": code(entity, "deny"),
      ]).read().models
      #expect(models.map(\.place) == places)
      #expect(models.flatMap(\.findings).map(\.rule) == (places.count == 1 ? [.unlistedModel] : []))
    }
  }

  @Test(
    "Each playground is a target of its own, and so are two apps with CoreStore's classes",
    arguments: [
      (["One.playground/Contents.swift", "Two.playground/Contents.swift"], true),
      (["One/Contents.swift", "Two/Contents.swift"], false),
      (["One.playground/Contents.swift", "One.playground/Sources/Contents.swift"], false),
      (["App/Contents.swift", "Widget/Contents.swift"], true),
    ])
  func modules(places: [String], areApart: Bool) throws {
    func coreStore(_ rule: String) -> String {
      """
      import CoreStore
      class Trip: CoreStoreObject {
        @Field.Relationship("stops", deleteRule: .\(rule)) var stops: Set<Stop>
      }
      class Stop: CoreStoreObject {
        @Field.Relationship("trip", inverse: \\.$stops) var trip: Trip?
      }
      let stack = DataStack(
        CoreStoreSchema(modelVersion: "V1", entities: [Entity<Trip>("Trip"), Entity<Stop>("Stop")]))
      """
    }
    for code in [Self.classes, coreStore] {
      let read = try ProjectOfFiles([
        "App.xcodeproj/project.pbxproj": Self.synchronized,
        places[0]: code("cascade"), places[1]: code("deny"),
      ]).read()
      #expect(read.models.map(\.place) == (areApart ? places : [read.models[0].place]))
      #expect(read.models.flatMap(\.findings).isEmpty == areApart)
      #expect(read.relationshipLines.contains { $0.contains("deny") } == areApart)
    }
  }

  @Test("A playground is in no target of the package around it")
  func playground() {
    let package = Targets(manifest: "let package = Package(name: \"App\")")
    #expect(package.hasTarget(ofAny: ["Sources/App/Trip.swift"]))
    #expect(!package.hasTarget(ofAny: ["Sources/App/Trip.playground/Contents.swift"]))
    #expect(!package.hasTarget(ofAny: ["Trip.playground/Contents.swift"]))
  }

  @Test("Core Data models of one class have the code of the targets that compile each")
  func coreData() throws {
    let bundle = "<model><entity name=\"Trip\" representedClassName=\"Trip\"/></model>"
    let models = try ProjectOfFiles([
      "App.xcodeproj/project.pbxproj": Self.synchronized,
      "App/Trips.xcdatamodeld/Trips.xcdatamodel/contents": bundle,
      "Widget/Trips.xcdatamodeld/Trips.xcdatamodel/contents": bundle,
      "Old/Trip.xcdatamodeld/Trips.xcdatamodel/contents": bundle,
      "App/App.swift": "", "App/Shared.swift": "", "Widget/Widget.swift": "",
    ]).read(keepingCode: true).models
    let files = Dictionary(uniqueKeysWithValues: models.map { ($0.place, $0.codeFiles) })
    #expect(
      files == [
        "App/Trips.xcdatamodeld": ["main:App/App.swift", "main:App/Shared.swift"],
        "Widget/Trips.xcdatamodeld": ["main:App/Shared.swift", "main:Widget/Widget.swift"],
        "Old/Trip.xcdatamodeld": nil,
      ])
  }

  @Test(
    "A package's target is read with what imports it, and one of the same name elsewhere is not")
  func packages() throws {
    let manifest = "// swift-tools-version: 6.0\nlet package = Package(name: \"P\")"
    let project = try ProjectOfFiles([
      "A/Package.swift": manifest, "A/Sources/Core/Trip.swift": Self.classes("cascade"),
      "A/Sources/App/Extra.swift":
        "import Core\nimport SwiftData\n@Model class Extra { var a: Trip? }",
      "B/Package.swift": manifest + ", targets: [.target(name: \"Core\", path: \"Core\")]",
      "B/Core/Trip.swift": Self.classes("deny"),
      "C/C.xcodeproj/project.pbxproj": "{}", "C/Note.swift": "@Model class Note { var a: Note? }",
    ]).read()
    #expect(project.models.map(\.place) == ["A/Sources", "B/Core/Trip.swift", "C/Note.swift"])
    #expect(
      project.models.map { $0.entities.map(\.name) } == [
        ["Extra", "Trip", "Stop"], ["Trip", "Stop"], ["Note"],
      ])
    #expect(project.models.flatMap(\.leftOut).isEmpty)
  }

  @Test(
    "Classes that are declared twice in one target, or in targets that are not known, are reported",
    arguments: [
      ["A/Package.swift": "", "A/Sources/Core/B.swift": classes("deny")],
      ["B/B.swift": classes("deny")],
    ])
  func repeated(others: [String: String]) throws {
    let files = others.merging(["A/Sources/Core/A.swift": Self.classes("cascade")]) { $1 }
    let project = try ProjectOfFiles(files).read()
    #expect(
      project.models.flatMap(\.findings).filter { $0.rule == .repeatedDeclaration }.count == 2)
  }
}
