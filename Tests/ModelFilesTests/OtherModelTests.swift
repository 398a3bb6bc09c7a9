import ExpectedText
import SourceText
import Testing

@testable import ModelFiles

@Suite("Is a model that cannot be read named, and what the code says of its store?")
struct OtherModelTests {
  private static let builder = """
    NSManagedObjectModel *model(void) {
      NSEntityDescription *trip = [[NSEntityDescription alloc] init];
    }
    """

  @Test(
    "A model of another kind has one line that says what it is",
    arguments: [
      (
        ["Model.m": builder],
        "Model.m:2:33: warning: a Core Data model is built here in Objective-C"
      ),
      (
        ["App.momd/A.mom": "x", "App.momd/B.mom": "x"], "App.momd:1:1: warning: this is a compiled"
      ),
      (["Old.mom": "x"], "Old.mom:1:1: warning: this is a compiled model"),
      (
        ["M.swift": "import ManagedModels\n@Model class Trip: NSManagedObject {}"],
        "M.swift:2:8: warning: Trip is made a model by a macro of ManagedModels"
      ),
      (
        [
          "A.swift": "import ManagedModels\n@Model class Trip: NSManagedObject {}",
          "B.swift": "import ManagedModels\n@Model class Stop: NSManagedObject {}",
        ],
        "A.swift:2:8: warning: Trip is made a model by a macro of ManagedModels, which is not read; nothing "
          + "is known of its deletes; Stop (main:B.swift:2:8) has the same problem"
      ),
      (
        ["M.swift": "import CoreData\nimport Kit\n@Entity public final class Trip {}"],
        "M.swift:3:22: warning: the macro @Entity may make Trip a model"
      ),
      (
        ["M.swift": "import SwiftData\nimport Kit\n@Persisted(as: \"T\") class Trip {}"],
        "M.swift:3:21: warning: the macro @Persisted may make Trip a model"
      ),
      (
        ["M.swift": "import CoreDataEvolution\n@PersistentModel final class Trip {}"],
        "M.swift:2:24: warning: Trip is made a model by a macro of CoreDataEvolution"
      ),
      (
        ["A.swift": "@Model class Trip {}", "B.swift": "macro Model() = #externalMacro()"],
        "A.swift:1:8: warning: Trip is made a model by a macro that is not SwiftData's"
      ),
      (
        [
          "M.swift":
            "import CoreDataModelDescription\nlet m = CoreDataModelDescription(entities: [])"
        ],
        "M.swift:2:9: warning: a Core Data model is described here for CoreDataModelDescription"
      ),
    ])
  func others(files: [String: String], expected: String) throws {
    for keepsCode in [false, true] {
      let project = try ProjectOfFiles(files).read(keepingCode: keepsCode)
      #expect(project.models.isEmpty)
      let lines = project.unread.map(\.finding.description)
      #expect(lines.count == 1 && lines[0].contains(expected), "\(lines)")
    }
  }

  @Test("A binary model is refused with what converts it")
  func binary() throws {
    for path in ["Old.xcdatamodel/elements", "Old.xcdatamodeld/Old.xcdatamodel/elements"] {
      let project = try ProjectOfFiles([path: "bplist00"]).read()
      let line = project.unread.map(\.finding.description).joined()
      #expect(line.contains("in Xcode 4.1 to 4.3, choosing the newer format"), "\(line)")
    }
  }

  private static func entitlements(_ service: String, _ containers: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>com.apple.developer.icloud-container-identifiers</key>
    <array>\(containers)</array>
    <key>com.apple.developer.icloud-services</key>
    <array><string>\(service)</string></array>
    </dict></plist>
    """
  }

  @Test(
    "The objects of a class are in no mirrored store where all configurations that name it say so",
    arguments: Rows(
      #"""
      (schema: Schema([Log.self]), cloudKitDatabase: .none) → Log
      (for: Log.self, isStoredInMemoryOnly: true) →
      (for: Log.self, cloudKitDatabase: .none); ModelContainer(for: Log.self) →
      (for: Log.self, cloudKitDatabase: .none); ModelContainer(for: Log.self, configurations: c) →
      (for: Log.self, Trip.self, cloudKitDatabase: .none); ModelConfiguration(for: Trip.self) → Log
      (for: Log.self, cloudKitDatabase: .none); ModelConfiguration(cloudKitDatabase: .automatic) →
      (for: Log.self, cloudKitDatabase: .private("a")) →
      (cloudKitDatabase: .none) →
      // By the schema, or by the container that has the configuration.
      (schema: schema, cloudKitDatabase: .none)
      let schema = Schema([Trip.self]) → Trip
      (schema: s, cloudKitDatabase: .none)
      let s: Schema = .init(versionedSchema: Now.self)
      typealias Now = V1
      enum V1: VersionedSchema { static var models: [any PersistentModel.Type] { [Log.self] } } → Log
      // Two classes of one name are two.
      (schema: Schema([V1.Note.self]), cloudKitDatabase: .none)
      ModelConfiguration(schema: Schema([V2.Note.self]), cloudKitDatabase: .private("a"))
      enum V1 { @Model class Note {} }
      enum V2 { @Model class Other {}; @Model class Note {} } → Note
      (for: Trip.self)
      let schema = Schema([Log.self])
      let c = ModelConfiguration("a", schema: schema, cloudKitDatabase: .none) → Log
      (schema: Kept.schema, cloudKitDatabase: .none)
      enum Kept { static var schema: Schema { Schema([Log.self]) } } → Log
      (schema: Schema(versionedSchema: V1.self), cloudKitDatabase: .none)
      enum V1: VersionedSchema { static var models: [any PersistentModel.Type] { [Log.self] } } → Log
      (for: Trip.self)
      let c = ModelConfiguration(cloudKitDatabase: .none)
      ModelContainer(for: Log.self, configurations: [c]) → Log
      (for: Trip.self)
      ModelContainer(for: Log.self, configurations: ModelConfiguration(cloudKitDatabase: .none)) → Log
      (for: Log.self, cloudKitDatabase: .none)
      ModelContainer(for: Trip.self, configurations: ModelConfiguration()) → Log
      (for: Trip.self)
      let c = ModelConfiguration(cloudKitDatabase: .none)
      ModelContainer(for: Log.self, configurations: c)
      ModelContainer(for: Log.self, configurations: c) → Log
      (for: Trip.self)
      let c = ModelConfiguration(cloudKitDatabase: .none)
      ModelContainer(for: Log.self, configurations: c)
      let c = ModelConfiguration(cloudKitDatabase: .automatic)
      ModelContainer(for: Log.self, configurations: c) →
      (for: Log.self, cloudKitDatabase: .none)
      ModelContainer(for: made()) →
      (for: Log.self, cloudKitDatabase: .none)
      func f(_ c: ModelConfiguration) { ModelContainer(for: Log.self, configurations: c) } →
      (for: Trip.self)
      let c = ModelConfiguration.init("a", cloudKitDatabase: .none)
      ModelContainer(for: Log.self, configurations: c) → Log
      (for: Trip.self)
      let c: ModelConfiguration = .init(cloudKitDatabase: .none)
      ModelContainer(for: Log.self, configurations: c) → Log
      (for: Trip.self)
      let c: ModelConfiguration = ModelConfiguration(cloudKitDatabase: .none)
      ModelContainer(for: Log.self, configurations: c) → Log
      (for: Log.self, cloudKitDatabase: .none)
      var v: some View { a.modelContainer(made) } → Log
      (for: Log.self, cloudKitDatabase: .none)
      var v: some View { a.modelContainer(for: Log.self, inMemory: true) } → Log
      (for: Log.self, cloudKitDatabase: .none); ModelConfiguration(isStoredInMemoryOnly: true) → Log
      (for: Log.self, cloudKitDatabase: .none)
      let isTest = true
      let m = ModelConfiguration(isStoredInMemoryOnly: isTest) → Log
      (for: Log.self, cloudKitDatabase: .none)
      enum Kept { static let m = ModelConfiguration(isStoredInMemoryOnly: true) }
      let c = ModelContainer(for: Log.self, configurations: Kept.m) → Log
      // A store in memory is one of the app's if it is beside another one in a container.
      (for: Trip.self)
      let c = ModelConfiguration(for: Trip.self, cloudKitDatabase: .private("a"))
      let m = ModelConfiguration(for: Log.self, isStoredInMemoryOnly: true)
      let both = ModelContainer(for: Trip.self, Log.self, configurations: c, m) → Log
      (for: Trip.self)
      let c = ModelConfiguration(cloudKitDatabase: .private("a"))
      let m = ModelConfiguration(for: Log.self, isStoredInMemoryOnly: true)
      let both = ModelContainer(for: Trip.self, Log.self, configurations: c, m) →
      (for: Trip.self)
      let m = ModelConfiguration(for: Log.self, isStoredInMemoryOnly: true)
      let one = ModelContainer(for: Log.self, configurations: m) →
      (for: Log.self, cloudKitDatabase: .none)
      func f(_ isTest: Bool) { ModelConfiguration(isStoredInMemoryOnly: isTest) }
      let one = f(true), other = f(false) →
      """#
    ).lists)
  func local(configurations: String, classes: [String]) throws {
    let files = [
      "App.swift": "@Model class Trip {}\n@Model class Log {}\nModelConfiguration\(configurations)"
    ]
    let project = try ProjectOfFiles(files).read(keepingCode: true)
    #expect(project.namesOfLocalEntities == classes)
  }

  @Test(
    "The classes of a store without mirroring are known where another store has its classes by a name",
    arguments: [
      ("Schema(Store.all)", "static let all: [any PersistentModel.Type] = [Trip.self]", ["Log"]),
      ("Schema(Store.all)", "static var all: [any PersistentModel.Type] { more }", []),
      (
        "Store.schema", "static let schema = Schema(Store.all)\nstatic let all = [Trip.self]",
        ["Log"]
      ),
      ("Schema(versionedSchema: V1.self)", "", ["Log"]), ("Schema(all())", "", []),
    ])
  func listedByName(schema: String, code: String, classes: [String]) throws {
    let files = [
      "App.swift": """
      @Model class Trip {}
      @Model class Log {}
      enum V1: VersionedSchema { static var models: [any PersistentModel.Type] { [Trip.self] } }
      enum Store { \(code) }
      ModelConfiguration(schema: \(schema), cloudKitDatabase: .private("a"))
      ModelConfiguration(schema: Schema([Log.self]), cloudKitDatabase: .none)
      """
    ]
    let project = try ProjectOfFiles(files).read(keepingCode: true)
    #expect(project.namesOfLocalEntities == classes)
  }

  @Test(
    "What only an app without CloudKit has is local, where another app beside it is mirrored",
    arguments: [
      ("B", "A/Cloud.swift", ["Log"]), ("B", "B/Cloud.swift", []), ("B", "Shared/Cloud.swift", []),
      ("A", "A/Cloud.swift", []),
    ])
  func apps(folder: String, cloud: String, classes: [String]) throws {
    let container = "var v: some View { a.modelContainer(for: Log.self) }"
    let files = [
      "A/App.swift": "@main struct A: App {}\n@Model class Trip {}",
      "\(folder)/B.swift": "@main struct B: App {}\n@Model class Log {}\n" + container,
      cloud: "ModelConfiguration(schema: Schema([Trip.self]), cloudKitDatabase: .private(\"a\"))",
    ]
    let project = try ProjectOfFiles(files).read(keepingCode: true)
    #expect(project.namesOfLocalEntities == classes)
  }

  @Test(
    "Entities of no configuration that is used with CloudKit are local, where the code names configurations",
    arguments: [
      ("d.configuration = \"Local\"", "usedWithCloudKit=\"YES\"", ["Log"]),
      ("d.configuration", "", []),
      ("d.configuration = \"Local\"", "", []), ("d", "usedWithCloudKit=\"YES\"", []),
    ])
  func configurations(code: String, mirrored: String, entities: [String]) throws {
    let files = [
      "App.swift": "let d = NSPersistentStoreDescription()\n" + code,
      "A.xcdatamodel/contents": """
      <model><entity name="Trip"/><entity name="Log"/>
      <configuration name="Cloud" \(mirrored)><memberEntity name="Trip"/></configuration>
      <configuration name="Local"><memberEntity name="Log"/></configuration></model>
      """,
    ]
    let project = try ProjectOfFiles(files).read(keepingCode: true)
    #expect(project.namesOfLocalEntities == entities)
  }

  @Test(
    "CloudKit mirrors a store where the code or an entitlement says so, and not where it is turned off",
    arguments: [
      ("", "CloudKit", "<string>iCloud.a</string>", "App.entitlements:4:8"),
      ("", "CloudKit", "", ""), ("", "CloudDocuments", "<string>iCloud.a</string>", ""),
      ("cloudKitDatabase: .none", "CloudKit", "<string>iCloud.a</string>", ""),
      (
        "cloudKitDatabase: .none, isStoredInMemoryOnly: true", "CloudKit",
        "<string>iCloud.a</string>", "App.entitlements:4:8"
      ),
      (
        "cloudKitDatabase: .none), ModelConfiguration(\"Shared\"", "CloudKit",
        "<string>iCloud.a</string>", "App.entitlements:4:8"
      ),
      (
        "cloudKitDatabase: ModelConfiguration.CloudKitDatabase.none", "CloudKit",
        "<string>iCloud.a</string>", ""
      ),
      ("cloudKitDatabase: .private(\"a\")", "", "", "App.swift:2:57"),
      ("cloudKitDatabase: database", "", "", "App.swift:2:57"),
      ("cloudKitDatabase: cloudKitDatabase", "", "", ""),
      (
        "cloudKitDatabase: cloudKitDatabase", "CloudKit", "<string>iCloud.a</string>",
        "App.entitlements:4:8"
      ),
      (
        "cloudKitDatabase: .none)\nfunc make(cloudKitDatabase: ModelConfiguration.CloudKitDatabase",
        "CloudKit", "<string>iCloud.a</string>", ""
      ),
      // A name stands for what it is set to, or given.
      (
        "cloudKitDatabase: off))\nlet off: D = .none\nfunc f((", "CloudKit",
        "<string>iCloud.a</string>", ""
      ),
      ("cloudKitDatabase: off))\nlet off: D = .private(\"a\")\nfunc f((", "", "", "App.swift:2:57"),
      (
        "cloudKitDatabase: .off))\nextension D { static var off: Self { .none } }\nfunc f((",
        "CloudKit", "<string>iCloud.a</string>", ""
      ),
      (
        "cloudKitDatabase: Conf.db))\nstruct Conf { static let db = D.none }\nfunc f((",
        "CloudKit", "<string>iCloud.a</string>", ""
      ),
      (
        "cloudKitDatabase: Conf.db))\nstruct Other { static let db = D.none }\nfunc f((", "", "",
        "App.swift:2:57"
      ),
      (
        "cloudKitDatabase: .off))\nextension D { static var off: Self { on ? .automatic : .none } }\nfunc f((",
        "CloudKit", "<string>iCloud.a</string>", "App.swift:2:57"
      ),
      (
        "))\nfunc make(_ db: D) { Settings(cloudKitDatabase: db) }\nlet c = (make(.none)",
        "CloudKit",
        "<string>iCloud.a</string>", ""
      ),
      (
        "))\nfunc make(_ db: D) { Settings(cloudKitDatabase: db) }\nlet c = (make(.private(\"a\"))",
        "",
        "", "App.swift:3:31"
      ),
      (
        "))\nfunc make(in db: D = .none) { Settings(cloudKitDatabase: db) }\nlet c = (make()",
        "CloudKit",
        "<string>iCloud.a</string>", ""
      ),
      // A value that is not certain may be one that is mirrored.
      (
        "))\nclass S { init(db: D) { Settings(cloudKitDatabase: db) } }\n"
          + "class L: S { init() { super.init(db: .private(\"a\")) } }\nlet c = (S(db: .none)", "",
        "",
        "App.swift:3:34"
      ),
      ("))\nfunc make(_ db: D) { Settings(cloudKitDatabase: db)", "", "", "App.swift:3:31"),
      (
        "))\nfunc make(_ db: D) { Settings(cloudKitDatabase: db); make(db)", "", "",
        "App.swift:3:31"
      ),
      (
        "))\nfunc make(cloudKitDatabase: D = .private(\"a\")) { S(cloudKitDatabase: cloudKitDatabase)",
        "", "", "App.swift:3:11"
      ),
      (
        "))\nfunc make(cloudKitDatabase: D = .none) { S(cloudKitDatabase: cloudKitDatabase)", "",
        "", ""
      ),
      (
        "))\nenum P { static let db = D.none }\nstruct S { let db = D.private(\"a\")\n"
          + "func live() { Settings(cloudKitDatabase: db) } }\n_ = (0", "", "", "App.swift:5:24"
      ),
      (
        "))\nstruct S { let db = D.none\nfunc live() { Settings(cloudKitDatabase: db) }\n"
          + "func other() { let db = made() } }\n_ = (0", "", "", ""
      ),
      ("cloudKitDatabase: .automatic", "CloudKit", "<string>iCloud.a</string>", "App.swift:2:57"),
      ("cloudKitDatabase: .automatic", "CloudKit", "", "App.swift:2:57"),
    ])
  func mirrored(argument: String, service: String, containers: String, place: String) throws {
    let files = [
      "App.entitlements": Self.entitlements(service, containers),
      "App.swift": """
      @Model class Trip {}
      ModelContainer(for: Trip.self, configurations: Settings(\(argument)))
      """,
    ]
    let project = try ProjectOfFiles(files).read(keepingCode: true)
    let found = project.mirroredStore.map { "\($0.remark.location)" } ?? ""
    #expect(found.hasSuffix(place) && found.isEmpty == place.isEmpty, "\(found)")
  }

  @Test(
    "Core Data mirrors the stores of a container for CloudKit, of a class of its kind, or with its options",
    arguments: Rows(
      #"""
      let c = NSPersistentCloudKitContainer(name: "A") → yes
      final class Cloud: NSPersistentCloudKitContainer {}; let c = Cloud(name: "A") → yes
      d.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: i) → yes
      let c = NSPersistentCloudKitContainer.init(name: "A") → yes
      let c: NSPersistentCloudKitContainer = .init(name: "A") → yes
      let c: NSPersistentContainer = .init(name: "A") → no
      func f() { return }
      lazy var c = { let c = NSPersistentCloudKitContainer(name: "A"); d.cloudKitContainerOptions = nil; return c }() → no
      lazy var c = { let c = NSPersistentCloudKitContainer(name: "A"); if b { return c }; d.cloudKitContainerOptions = nil; return c }() → yes
      final class Local: NSPersistentContainer {}; let c = Local(name: "A") → no
      final class Cloud: NSPersistentCloudKitContainer {} → no
      let c = NSPersistentCloudKitContainer(name: "A")
      func up() { d.cloudKitContainerOptions = nil } → no
      let c = NSPersistentCloudKitContainer(name: "A")
      func up() { if b { d.cloudKitContainerOptions = nil } } → yes
      let c = NSPersistentCloudKitContainer(name: "A")
      func off() { guard isTest else { return }; ds.forEach { $0.cloudKitContainerOptions = nil } } → yes
      let c = NSPersistentCloudKitContainer(name: "A")
      func other() { return }
      func off() { ds.forEach { $0.cloudKitContainerOptions = nil } } → no
      d.cloudKitContainerOptions = nil
      d.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(i) → yes
      """#
    ).flags)
  func containers(code: String, isMirrored: Bool) throws {
    let project = try ProjectOfFiles(["App.swift": "\(code)\n@Model class Trip {}"])
      .read(keepingCode: true)
    #expect((project.mirroredStore != nil) == isMirrored)
  }

  @Test(
    "Core Data mirrors a store, too, where the container has another name, or the options have none",
    arguments: [
      ("typealias C = NSPersistentCloudKitContainer\nlet c = C(name: \"A\")", 2),
      ("typealias C = NSPersistentContainer\nlet c = C(name: \"A\")", nil),
      ("let c = make(NSPersistentCloudKitContainer.self)", 1),
      ("let isCloud = c is NSPersistentCloudKitContainer", nil),
      ("d.cloudKitContainerOptions = .init(containerIdentifier: \"a\")", 1),
      ("let c = NSPersistentContainer(name: \"A\")\nd.cloudKitContainerOptions = nil", nil),
    ])
  func otherNames(code: String, line: Int?) throws {
    let project = try ProjectOfFiles(["App.swift": "\(code)\n@Model class Trip {}"])
      .read(keepingCode: true)
    #expect(project.mirroredStore?.remark.location.line == line)
  }

  @Test(
    "The database may be what a helper returns",
    arguments: [
      ("kind()", "func kind() -> D { .none }", false),
      ("kind()", "func kind() -> D { .private(\"a\") }", true),
      ("Settings.kind()", "enum Settings { static func kind() -> D { return .none } }", false),
      ("Settings().kind()", "struct Settings { func kind() -> D { .none } }", false),
      ("kind(true)", "func kind(_ on: Bool) -> D { if on { return .none }\nreturn D.none }", false),
      (
        "kind(true)",
        "func kind(_ on: Bool) -> D { if on { return .private(\"a\") } else { return .none } }",
        true
      ),
      ("kind()", "", true), ("kind()", "func kind() -> D { kind() }", true),
      ("kind()", "protocol P { func kind() -> D }\nfunc kind() -> D { .none }", true),
    ])
  func helper(database: String, declaration: String, isMirrored: Bool) throws {
    let project = try ProjectOfFiles([
      "App.swift": """
      @Model class Trip {}
      \(declaration)
      let c = ModelContainer(for: Trip.self, configurations: ModelConfiguration(cloudKitDatabase: \(database)))
      """
    ]).read(keepingCode: true)
    #expect((project.mirroredStore != nil) == isMirrored)
  }

  @Test(
    "Of an app with a container of iCloud, SwiftData mirrors a store on disk that nothing keeps out",
    arguments: [
      (".modelContainer(for: Trip.self)", true),
      (".modelContainer(for: Trip.self, inMemory: true)", false),
      ("ModelContainer(for: Trip.self, configurations: .init(isStoredInMemoryOnly: true))", false),
      ("ModelContainer(for: Trip.self, configurations: .init(cloudKitDatabase: .none))", false),
      (
        "ModelContainer(for: Trip.self, configurations: .init(cloudKitDatabase: .none))\n"
          + "x.modelContainer(for: Trip.self)", true
      ),
      (
        "ModelContainer(for: Trip.self, configurations: .init(cloudKitDatabase: .none))\n"
          + "x.modelContainer(for: Trip.self, inMemory: true)", false
      ),
      (".modelContainer(made)", true), ("", false),
    ])
  func automaticContainers(code: String, isMirrored: Bool) throws {
    let project = try ProjectOfFiles([
      "App.entitlements": Self.entitlements("CloudKit", "<string>iCloud.a</string>"),
      "App.swift": "@Model class Trip {}\n\(code)",
    ]).read(keepingCode: true)
    #expect((project.mirroredStore != nil) == isMirrored)
  }

  @Test(
    "The entitlements count of the targets that compile a container",
    arguments: [
      // What App and Widget name, which of them is an app or an extension, and what makes a container.
      ("Cloud", "Plain", "application", "App Widget", "Cloud"),
      ("Plain", "Cloud", "application", "App", nil),
      ("Plain", "Cloud", "application", "Widget", "Cloud"),
      ("Plain", "Cloud", "application", "App Widget", "Cloud"),
      ("", "Cloud", "application", "App", nil), ("", "", "application", "App", nil),
      // What a framework compiles is a part of whatever uses it.
      ("", "Cloud", "framework", "App", "Cloud"),
      ("$(NAME)", "Cloud", "application", "App", "Cloud"),
    ])
  func entitlementsOfTargets(
    app: String, widget: String, kind: String, users: String, found: String?
  ) throws {
    func settings(_ name: String) -> String {
      name.isEmpty ? "" : "CODE_SIGN_ENTITLEMENTS = \"\(name).entitlements\";"
    }
    var files = [
      "Cloud.entitlements": Self.entitlements("CloudKit", "<string>iCloud.a</string>"),
      "Plain.entitlements":
        "<plist version=\"1.0\"><dict><key>aps-environment</key></dict></plist>",
    ]
    var objects = ""
    for (name, own) in [("App", app), ("Widget", widget)] {
      files["\(name).swift"] =
        "@Model class \(name)Trip {}\n"
        + (users.contains(name) ? "let c = ModelContainer(for: \(name)Trip.self)" : "")
      objects += """
        F\(name) = { isa = PBXFileReference; path = \(name).swift; };
        B\(name) = { fileRef = F\(name); }; S\(name) = { files = (B\(name)); };
        C\(name) = { isa = XCBuildConfiguration; buildSettings = { \(settings(own)) }; };
        L\(name) = { isa = XCConfigurationList; buildConfigurations = (C\(name)); };
        T\(name) = { isa = PBXNativeTarget; name = \(name); buildPhases = (S\(name));
        buildConfigurationList = L\(name);
        productType = "com.apple.product-type.\(name == "App" ? kind : "app-extension")"; };

        """
    }
    files["A.xcodeproj/project.pbxproj"] =
      "{ objects = { P = { isa = PBXProject; mainGroup = G; };\n"
      + "G = { isa = PBXGroup; children = (FApp, FWidget); };\n\(objects)}; rootObject = P; }"
    let store = try ProjectOfFiles(files).read(keepingCode: true).mirroredStore
    let file = store?.remark.location.file ?? ""
    #expect(
      file.hasSuffix(found.map { "\($0).entitlements" } ?? "") && file.isEmpty == (found == nil))
    // Of a target without iCloud, no class is mirrored.
    if found != nil, app == "Plain", users == "App Widget" {
      #expect(store?.localEntities.map { String($0.file.suffix(9)) } == ["App.swift"])
    }
  }

  @Test(
    "Objective-C turns mirroring on, too", arguments: [("CloudKit", true), ("", false)])
  func containerInObjectiveC(kind: String, isMirrored: Bool) throws {
    let files = [
      "App.swift": "@Model class Trip {}",
      "S.m": "void f(void) { id c = [[NSPersistent\(kind)Container alloc] initWithName:@\"A\"]; }",
    ]
    let remark = try ProjectOfFiles(files).read(keepingCode: true).mirroredStore
    #expect(remark?.remark.location.line == (isMirrored ? 1 : nil))
  }

  @Test(
    "Objective-C takes the options of its only store away for certain, or mirroring stays on",
    arguments: [
      ("d.cloudKitContainerOptions = nil;", false), ("[d setCloudKitContainerOptions:nil];", false),
      ("if (b) { d.cloudKitContainerOptions = nil; }", true),
      ("if (b) d.cloudKitContainerOptions = nil;", true),
      ("if (b) { return; } d.cloudKitContainerOptions = nil;", true),
      ("[c load:^(id e) { d.cloudKitContainerOptions = nil; }];", true),
      ("d.cloudKitContainerOptions = nil; d.cloudKitContainerOptions = o;", true),
      (
        "d.cloudKitContainerOptions = nil; id e = [[NSPersistentCloudKitContainer alloc] initWithName:@\"B\"];",
        true
      ),
    ])
  func optionsInObjectiveC(code: String, isMirrored: Bool) throws {
    let files = [
      "App.swift": "@Model class Trip {}",
      "S.m": """
      @implementation S
      - (void)f { return; }
      - (void)load {
        id c = [[NSPersistentCloudKitContainer alloc] initWithName:@"A"];
        \(code)
      }
      @end
      """,
    ]
    let project = try ProjectOfFiles(files).read(keepingCode: true)
    #expect((project.mirroredStore != nil) == isMirrored)
  }

  @Test("A compiled model beside others has a line, unless it is made from one of them")
  func compiledBeside() throws {
    let files = [
      "App.xcdatamodel/contents": "<model><entity name=\"Trip\"/></model>", "App.momd/A.mom": "x",
      "Old.mom": "x",
    ]
    let findings = try ProjectOfFiles(files).read().models.flatMap(\.findings)
    let compiled = findings.filter { $0.rule == .incompleteModel }
    #expect(compiled.map(\.location.file) == ["main:Old.mom"])
    #expect(findings.allSatisfy { $0.severity == .note })
  }

  @Test("A bundle that no Xcode project lists is left out where one of its entities is listed")
  func unlistedTwin() throws {
    func model(_ rule: String) -> String {
      """
      <model><entity name="Trip"><relationship name="stops" optional="YES" toMany="YES"
      deletionRule="\(rule)" destinationEntity="Stop" inverseName="trip" inverseEntity="Stop"/></entity>
      <entity name="Stop"><relationship name="trip" optional="YES" maxCount="1" deletionRule="Nullify"
      destinationEntity="Trip" inverseName="stops" inverseEntity="Trip"/></entity></model>
      """
    }
    func project(_ bundle: String) -> String {
      """
      { objects = {
      A = {isa = XCVersionGroup; path = \(bundle); sourceTree = "<group>"; };
      M = {isa = PBXGroup; children = (A, ); sourceTree = "<group>"; };
      P = {isa = PBXProject; mainGroup = M; }; }; rootObject = P; }
      """
    }
    var files = [
      "New.xcdatamodeld/New.xcdatamodel/contents": model("Cascade"),
      "Old.xcdatamodeld/Old.xcdatamodel/contents": model("Nullify"),
      "App.xcodeproj/project.pbxproj": project("New.xcdatamodeld"),
    ]
    let models = try ProjectOfFiles(files).read().models
    #expect(models.map(\.place) == ["New.xcdatamodeld"])
    #expect(models[0].findings.map(\.rule) == [.unlistedModel])
    files["App.xcodeproj/project.pbxproj"] = project("Other.xcdatamodeld")
    #expect(try ProjectOfFiles(files).read().models.count == 2)
  }

  @Test(
    "A variable stands for what it is set to",
    arguments: [
      ("let db: D = .none", false), ("let db = D.none", false),
      ("let db: D = .private(\"a\")", true),
      ("let db: D\nif b { db = .none } else { db = .private(\"a\") }", true),
      ("let db: D\nif b { db = .none }\nelse { db = made() }", true),
      ("#if X\nlet db: D = .none\n#else\nlet db: D = .private(\"a\")\n#endif", true),
      ("let db = made()", true), ("let other: D = .none", true),
      ("let db: D = on ? .none :\n  .private(\"a\")", true),
      ("let db: D = on ? .none :\n  D.none", false), ("let db: D = made() ?? .none", true),
      ("let db: D = .none\nfill(&db)", true), ("if b { let db: D = .none; use(db) }", true),
      ("}\nlet db: D = .none\nfunc other() {\nlet db = made()\n}\nfunc last() {", false),
      ("}\nvar db: D = .none\nfunc other() {\ndb = made()\n}\nfunc last() {", true),
      ("}\nvar db: D { if b { return .none }; return made() }\nfunc last() {", true),
      ("}\nvar db: D { if b { return .none }; return D.none }\nfunc last() {", false),
    ])
  func variable(declaration: String, isMirrored: Bool) throws {
    let project = try ProjectOfFiles([
      "App.swift": """
      @Model class Trip {}
      func make() {
        \(declaration)
        let c = ModelConfiguration(cloudKitDatabase: db)
      }
      """
    ]).read(keepingCode: true)
    #expect((project.mirroredStore != nil) == isMirrored)
  }

  @Test(
    "A container without classes turns no mirroring on",
    arguments: [("[]", false), ("[Trip.self]", true), ("all", true)])
  func emptySchema(classes: String, isMirrored: Bool) throws {
    let project = try ProjectOfFiles([
      "App.swift": """
      @Model class Trip {}
      let own = ModelContainer(for: Trip.self, configurations: ModelConfiguration(cloudKitDatabase: .none))
      func make() {
        let schema = Schema(\(classes))
        let c = ModelConfiguration(schema: schema, cloudKitDatabase: .private("a"))
        ModelContainer(for: schema, configurations: [c])
      }
      """
    ]).read(keepingCode: true)
    #expect((project.mirroredStore != nil) == isMirrored)
  }

  @Test(
    "An automatic database is mirrored unless every Xcode project names its entitlements, none about iCloud",
    arguments: [
      ([("A", "CODE_SIGN_ENTITLEMENTS = App.entitlements;")], "aps-environment", false),
      ([("A", "")], "", false),
      (
        [("A", ""), ("B", "\"CODE_SIGN_ENTITLEMENTS[sdk=macosx*]\" = Mac.entitlements;")], "", true
      ),
      ([("A", "CODE_SIGN_ENTITLEMENTS = App.entitlements;")], "icloud-services", true),
      ([("A", "CODE_SIGN_ENTITLEMENTS = \"$(NAME).entitlements\";")], "aps-environment", true),
      ([("A", "CODE_SIGN_ENTITLEMENTS = App.entitlements;")], "", true),
      ([("A", "}; baseConfigurationReference = X; other = {")], "", true),
      ([("A", "}; baseConfigurationReferenceAnchor = X; other = {")], "", true),
      ([("Lib/A", "")], "", true),
      ([("A", "CODE_SIGN_ENTITLEMENTS = (")], "", true), ([("A", "no project")], "", true),
      ([], "aps-environment", true), ([], "", false),
    ])
  func automatic(projects: [(String, String)], key: String, isMirrored: Bool) throws {
    var files = [
      "App.swift": """
      @Model class Trip {}
      ModelContainer(for: Trip.self, configurations: .init(cloudKitDatabase: .automatic))
      """
    ]
    if !key.isEmpty {
      files["App.entitlements"] =
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>"
        + "<key>com.apple.developer.\(key)</key><array>$(ANY)</array></dict></plist>"
    }
    for (name, settings) in projects {
      files["\(name).xcodeproj/project.pbxproj"] =
        settings == "no project"
        ? settings
        : """
        { objects = { P = { isa = PBXProject; mainGroup = G; }; G = { isa = PBXGroup; children = (F); };
        F = { isa = PBXFileReference; path = App.swift; }; S = { files = (B); }; B = { fileRef = F; };
        T = { isa = PBXNativeTarget; buildPhases = (S); };
        C = { isa = XCBuildConfiguration; buildSettings = { \(settings) }; }; }; }
        """
    }
    let project = try ProjectOfFiles(files).read(keepingCode: true)
    #expect((project.mirroredStore != nil) == isMirrored)
  }

  @Test(
    "A store of the app's own is named once",
    arguments: [
      ("import SwiftData", "DataStore", true), ("import Foundation", "DataStore", false),
      ("import SwiftData\nprotocol DataStore {}", "DataStore", false),
      ("import CoreData", "NSIncrementalStore", true),
    ])
  func ownStore(head: String, parent: String, isFound: Bool) throws {
    let text = "\(head)\n@Model class Trip {}\nclass Own: \(parent) {}\nclass Second: \(parent) {}"
    let project = try ProjectOfFiles(["App.swift": text]).read(keepingCode: true)
    #expect((project.ownStore?.text.hasPrefix("Own is a custom") ?? false) == isFound)
  }

  @Test(
    "A store of a package is named",
    arguments: Rows(
      #"""
      ModelContainer(for: Trip.self, configurations: JSONStoreConfiguration(url: u)) → JSONStoreConfiguration configures
      ModelContainer(for: Trip.self, configurations: [ModelConfiguration(), YAMLConfiguration()]) → YAMLConfiguration configures
      p.addPersistentStore(ofType: EncryptedStoreType, at: nil) → EncryptedStoreType is
      let d = NSPersistentStoreDescription(); d.type = "com.acme.Store" → 'com.acme.Store' is
      if let d = c.persistentStoreDescriptions.first { d.type = "com.acme.Store" }; NSPersistentStoreDescription() → 'com.acme.Store' is
      """#
    ).texts + [
      ("ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: u))", ""),
      ("ModelContainer(for: Trip.self, configurations: OwnConfiguration())", ""),
      ("p.addPersistentStore(ofType: NSInMemoryStoreType, at: nil)", ""),
      ("p.addPersistentStore(ofType: kind, at: nil)", ""),
      ("let d = NSPersistentStoreDescription(); d.type = \"SQLite\"", ""),
      ("let d = NSPersistentStoreDescription(); note.type = \"photo\"", ""),
      ("let d = Animation(); d.type = \"com.acme.Store\"", ""),
    ])
  func packagedStore(code: String, start: String) throws {
    let text = "struct OwnConfiguration {}\n@Model class Trip {}\nfunc f() { \(code) }"
    let remark = try ProjectOfFiles(["App.swift": text]).read(keepingCode: true).ownStore
    #expect(remark?.text.hasPrefix(start) ?? start.isEmpty, "\(remark?.text ?? "")")
  }

  @Test(
    "A model of another kind beside one that is read has a note",
    arguments: [
      (["Model.m": builder], "Model.m:2:33: note: a Core Data model is built here in Objective-C"),
      (
        ["M.swift": "import ManagedModels\n@Model class Trip: NSManagedObject {}"],
        "M.swift:2:8: note: Trip is made a model by a macro of ManagedModels"
      ),
      (["M.swift": "import SwiftData\nimport Vapor\n@Model class Trip {}"], ""),
      (["M.swift": "import Fluent\n@Model class Trip {}"], ""),
      (["M.swift": "import Foundation\nimport Package\n@Entity class Trip {}"], ""),
      (["M.swift": "import CoreData\n@RecordButton final class Recording {}"], ""),
      (["M.swift": "import CoreData\n@EntityDebug class Trip {}"], ""),
    ])
  func besideOthers(files: [String: String], expected: String) throws {
    let bundle = ["A.xcdatamodel/contents": "<model><entity name=\"Stop\"/></model>"]
    for keepsCode in [true, false] {
      let project = try ProjectOfFiles(bundle.merging(files) { $1 }).read(keepingCode: keepsCode)
      #expect(project.unread.isEmpty)
      let lines = project.models.flatMap(\.findings).filter { $0.rule == .incompleteModel }
        .map(\.description)
      #expect(lines.count == (expected.isEmpty ? 0 : 1))
      #expect(lines.allSatisfy { $0.contains(expected) }, "\(lines)")
    }
  }
}

extension Project {
  fileprivate var namesOfLocalEntities: [String] {
    let places = mirroredStore?.localEntities ?? localEntities(besides: [])
    return models.flatMap(\.entities).filter { places.contains($0.location) }.map(\.name)
  }
}
