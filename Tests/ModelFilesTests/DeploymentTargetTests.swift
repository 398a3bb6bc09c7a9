import Foundation
import Testing

@testable import ModelFiles

@Suite("Which systems is a project built for?")
struct DeploymentTargetTests {
  @Test(
    "A package states its platforms",
    arguments: [
      (
        "platforms: [.iOS(.v17), .macOS(\"14.2\"), .watchOS( .v10_1)], x: .iOS(.v12)",
        ["iOS 17", "macOS 14.2", "watchOS 10.1"]
      ),
      ("name: \"A\"", []), ("platforms:", []),
    ])
  func manifests(text: String, systems: [String]) {
    #expect(DeploymentTargets.inManifest(text) == systems)
  }

  @Test(
    "A description for XcodeGen or Tuist states its targets",
    arguments: [
      (
        "options:\n  deploymentTarget:\n    iOS: \"17.0\"\n    macOS: 14", ["iOS 17.0", "macOS 14"]
      ),
      (
        "deploymentTargets: .multiplatform(iOS: \"17.2\", macOS: \"14.0\")",
        ["iOS 17.2", "macOS 14.0"]
      ),
      ("deploymentTarget: .iOS(targetVersion: \"16.4\", devices: .iphone)", ["iOS 16.4"]),
      ("platform: iOS\ntargets: [iOS]", []),
      (
        "targets:\n  A:\n    platform: iOS\n    deploymentTarget: \"17.0\"\n  T:\n    type: bundle.unit-test\n"
          + "    platform: iOS\n    deploymentTarget: 15.0", ["iOS 17.0"]
      ),
      (
        "  A:\n    deploymentTarget: '14.0'\n    sources: [A]\n    scheme:\n      platform: iOS\n    platform: macOS",
        ["macOS 14.0"]
      ),
      ("settings:\n  IPHONEOS_DEPLOYMENT_TARGET: '17.0'", ["iOS 17.0"]),
    ])
  func descriptions(text: String, systems: [String]) {
    #expect(DeploymentTargets.inDescription(text) == systems)
  }

  @Test(
    "Comments state nothing",
    arguments: [
      ("a: 1 # iOS: 15\n# b\nc: '#d' # e", false, "a: 1 \n\nc: '#d' "),
      ("/* never closed /* // \"", true, " "), ("\"a\\\"//b\" // c", true, "\"a\\\"//b\" "),
      ("a(\"https://b\") // .iOS(.v15)\n/* c * */d", true, "a(\"https://b\") \n d"),
    ])
  func comments(text: String, isSwift: Bool, left: String) {
    #expect(DeploymentTargets.withoutComments(text, isSwift: isSwift) == left)
  }

  @Test(
    "A setting may stand for another one, and count for devices only",
    arguments: [
      ("OLDEST = 17.0\nIPHONEOS_DEPLOYMENT_TARGET = $(OLDEST)", ["iOS 17.0"]),
      ("A = ${B}\nB = 17.0\nIPHONEOS_DEPLOYMENT_TARGET = $(A)", ["iOS 17.0"]),
      ("IPHONEOS_DEPLOYMENT_TARGET = $(IPHONEOS_DEPLOYMENT_TARGET)", []),
      ("IPHONEOS_DEPLOYMENT_TARGET[sdk=iphoneos*] = 17.0", ["iOS 17.0"]),
      ("IPHONEOS_DEPLOYMENT_TARGET[sdk=iphonesimulator*] = 17.0", []),
      ("IPHONEOS_DEPLOYMENT_TARGET[config=Debug] = 17.0", []),
    ])
  func variables(settings: String, systems: [String]) {
    let project = """
      { objects = { A = { isa = PBXFileReference; path = A.xcconfig; sourceTree = "<group>"; };
      G = { isa = PBXGroup; children = (A); }; P = { isa = PBXProject; mainGroup = G; };
      C = { isa = XCBuildConfiguration; baseConfigurationReference = A; buildSettings = { }; };
      }; rootObject = P; }
      """
    let found = DeploymentTargets.inXcodeProject(Array(project.utf8)) { _ in Array(settings.utf8) }
    #expect(found == systems)
    let own = settings.split(separator: "\n").map { line in
      line.split(separator: " = ").map { "\"\($0)\"" }.joined(separator: " = ") + ";"
    }.joined()
    let whole = Self.project("", app: own, tests: "")
    #expect(DeploymentTargets.inXcodeProject(Array(whole.utf8)) == systems)
  }

  @Test(
    "Settings of a configuration file count where the project states none",
    arguments: [
      ("Base.xcconfig", "Config/Base.xcconfig"), ("Base.xcconfig", "Base.xcconfig"),
      ("Other/Base.xcconfig", "Other/Base.xcconfig"),
      ("../Base.xcconfig", "Config/../Base.xcconfig"),
    ])
  func configurationFiles(included: String, place: String) {
    let other =
      "A = { isa = PBXFileReference; path = Config/App.xcconfig; sourceTree = \"<group>\"; };"
    let project = """
      { objects = { \(other) G = { isa = PBXGroup; children = (A); };
      P = { isa = PBXProject; mainGroup = G; };
      C = { isa = XCBuildConfiguration; baseConfigurationReference = A; buildSettings = { }; };
      }; rootObject = P; }
      """
    let files = [
      "Config/App.xcconfig": "#include? \"\(included)\"\nSDKROOT = iphoneos",
      place: "IPHONEOS_DEPLOYMENT_TARGET = 26.0 // as agreed",
    ]
    let found = DeploymentTargets.inXcodeProject(Array(project.utf8)) {
      Array((files[$0] ?? "").utf8)
    }
    #expect(found == ["iOS 26.0"])
  }

  // A project, the app in it and its tests, each with build settings.
  private static func project(_ shared: String, app: String, tests: String) -> String {
    let list = "isa = XCConfigurationList; buildConfigurations"
    let kind = #"isa = PBXNativeTarget; productType = "com.apple.product-type"#
    return """
      // !$*UTF8*$!
      { objects = {
        P = { isa = PBXProject; buildConfigurationList = LP; targets = (A, T); };
        F /* } " */ = { isa = PBXFileReference; path = "a } { \\" b"; x = { y = 1; }; };
        A = { \(kind).application"; buildConfigurationList = LA; };
        T = { \(kind).bundle.unit-test"; buildConfigurationList = LT; };
        LP = { \(list) = (CP, DP); }; LA = { \(list) = (CA); }; LT = { \(list) = (CT); };
        CP = { isa = XCBuildConfiguration; buildSettings = { \(shared) }; name = Release; };
        DP = { isa = XCBuildConfiguration; name = Debug;
          buildSettings = { IPHONEOS_DEPLOYMENT_TARGET = 12.0; }; };
        CA = { isa = XCBuildConfiguration; buildSettings = { \(app) }; name = Release; };
        CT = { isa = XCBuildConfiguration; buildSettings = { \(tests) }; name = Release; };
      }; rootObject = P; }
      """
  }

  private static let old = "IPHONEOS_DEPLOYMENT_TARGET = 17.0;"
  private static let new = "IPHONEOS_DEPLOYMENT_TARGET = 26.0;"

  @Test(
    "A project of Xcode states them for its targets, but not for its tests",
    arguments: [
      (project("", app: old, tests: ""), ["iOS 17.0"]),
      (project(old, app: "", tests: new), ["iOS 17.0"]),
      (project(old, app: new, tests: new), ["iOS 26.0"]),
      (
        project(old, app: "IPHONEOS_DEPLOYMENT_TARGET = \"$(inherited)\";", tests: new),
        ["iOS 17.0"]
      ),
      (project("", app: new, tests: old), ["iOS 26.0"]), (project("", app: "", tests: old), []),
      (
        project(
          "MACOSX_DEPLOYMENT_TARGET = 13.3;",
          app: old + "SUPPORTED_PLATFORMS = \"iphoneos iphonesimulator\"; SDKROOT = auto;",
          tests: ""),
        ["iOS 17.0"]
      ),
      (
        project("MACOSX_DEPLOYMENT_TARGET = 13.3; SDKROOT = iphoneos;", app: old, tests: ""),
        ["iOS 17.0"]
      ),
      (
        project("MACOSX_DEPLOYMENT_TARGET = 13.3; SDKROOT = auto;", app: old, tests: ""),
        ["iOS 17.0", "macOS 13.3"]
      ),
      (
        project(
          "MACOSX_DEPLOYMENT_TARGET = \"14.5\"; \(new)",
          app: """
            XROS_DEPLOYMENT_TARGET = 1.0; OTHER_DEPLOYMENT_TARGET = 3;
            IPHONEOS_DEPLOYMENT_TARGET = "$(RECOMMENDED_IPHONEOS_DEPLOYMENT_TARGET)";
            """, tests: ""), ["macOS 14.5", "visionOS 1.0"]
      ),
      (
        "{ objects = { C = { isa = XCBuildConfiguration; buildSettings = { \(old) }; }; }; }",
        ["iOS 17.0"]
      ),
      (old, []),
    ])
  func xcodeProject(text: String, systems: [String]) {
    #expect(DeploymentTargets.inXcodeProject(Array(text.utf8)) == systems)
  }

  @Test(
    "Of several targets, those count that compile the model",
    arguments: [
      ("App/Models.swift", ["iOS 26.0"]),
      ("App/M.xcdatamodeld/M.xcdatamodel/contents", ["iOS 26.0"]),
      ("Watch/Face.swift", ["watchOS 10.0"]), ("Else/Models.swift", ["iOS 26.0", "watchOS 10.0"]),
    ])
  func targets(file: String, systems: [String]) {
    let list = "isa = XCConfigurationList; buildConfigurations"
    let target = "isa = PBXNativeTarget; fileSystemSynchronizedGroups"
    let configuration = "isa = XCBuildConfiguration; name = Release; buildSettings"
    let group = "isa = PBXFileSystemSynchronizedRootGroup; sourceTree = \"<group>\"; path"
    let text = """
      { objects = {
        P = { isa = PBXProject; mainGroup = G; buildConfigurationList = LP; };
        G = { isa = PBXGroup; children = (FA, FW); };
        FA = { \(group) = App; }; FW = { \(group) = Watch; };
        A = { \(target) = (FA); name = App; buildConfigurationList = LA; };
        W = { \(target) = (FW); name = Watch; buildConfigurationList = LW; };
        LP = { \(list) = (); }; LA = { \(list) = (CA); }; LW = { \(list) = (CW); };
        CA = { \(configuration) = { \(Self.new) }; };
        CW = { \(configuration) = { WATCHOS_DEPLOYMENT_TARGET = 10.0; }; };
      }; }
      """
    #expect(
      DeploymentTargets.inXcodeProject(Array(text.utf8), compiling: [file]) == systems)
  }

  @Test(
    "They are those of the nearest package or project that contains the model",
    arguments: [
      // The manifests, the model's file, whether git keeps the folder, and the files that count.
      (["Package.swift"], "Sources/Models.swift", true, ["Package.swift"]),
      (["Package.swift", "App/Package.swift"], "App/Models.swift", true, ["App/Package.swift"]),
      (
        ["App.xcodeproj/project.pbxproj", "Tool/Package.swift"], "App/Models.swift", true,
        ["App.xcodeproj"]
      ),
      (
        ["ios/App.xcodeproj/project.pbxproj", "Tool/Package.swift"], "Shared/Models.swift", true,
        ["ios/App.xcodeproj"]
      ),
      (["Tool/Package.swift"], "App/Models.swift", true, []),
      // A package of tools beside the project, and a package with an example.
      (["Package.swift", "project.yml"], "App/Models.swift", true, ["project.yml"]),
      (
        ["Package.swift", "ios/App.xcodeproj/project.pbxproj"], "App/Models.swift", true,
        ["ios/App.xcodeproj"]
      ),
      (
        ["Package.swift", "App.xcodeproj/project.pbxproj"], "App/Models.swift", true,
        ["App.xcodeproj"]
      ),
      (
        ["Package.swift", "App.xcodeproj/project.pbxproj"], "Sources/Kit/Models.swift", true,
        ["App.xcodeproj", "Package.swift"]
      ),
      (
        ["a/b/App.xcodeproj/project.pbxproj", "a/b/c/B.xcodeproj/project.pbxproj"],
        "x/Models.swift",
        true, ["a/b/App.xcodeproj"]
      ),
      (
        ["Pods/A.xcodeproj/project.pbxproj", ".hidden/B.xcodeproj/project.pbxproj"],
        "x/Models.swift", true, []
      ),
      (
        ["App.xcodeproj/project.pbxproj", "Tool/Package.swift"], "App/Models.swift", false,
        ["App.xcodeproj"]
      ),
      (["ios/App.xcodeproj/project.pbxproj"], "Shared/Models.swift", false, []),
    ])
  func places(manifests: [String], model: String, isRepository: Bool, files: [String]) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("DeploymentTargets-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    if isRepository {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(".git"), withIntermediateDirectories: true)
    }
    for place in manifests + [model] {
      let file = folder.appendingPathComponent(place)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let text =
        place.hasSuffix(".pbxproj")
        ? Self.project("", app: "IPHONEOS_DEPLOYMENT_TARGET = 17;", tests: "")
        : place.hasSuffix(".yml")
          ? "deploymentTarget:\n  iOS: 17" : "platforms: [.iOS(.v17)]"
      try Data(text.utf8).write(to: file)
    }
    let found = try DeploymentTargets.stated(for: [folder.appendingPathComponent(model).path])
    #expect(found.map(\.file) == files)
    #expect(found.allSatisfy { $0.system == "iOS 17" })
  }

  @Test(
    "A project that states no target has that of the configuration files beside it",
    arguments: ["26.0", "\"26.0\""])
  func configurationFiles(target: String) throws {
    let folder = try Self.folder(with: [
      "App.xcodeproj/project.pbxproj": Self.project("", app: "SDKROOT = iphoneos;", tests: ""),
      "Config/Base.xcconfig": "// x\nIPHONEOS_DEPLOYMENT_TARGET = \(target)\n",
      "App/M.swift": "",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let found = try DeploymentTargets.stated(for: [
      folder.appendingPathComponent("App/M.swift").path
    ])
    #expect(found.map(\.system) == ["iOS 26.0"])
  }

  @Test(
    "Of two projects in a folder, the one counts that compiles the file, if one does",
    arguments: [
      ("A/M.swift", ["iOS 17.0"]), ("B/M.swift", ["iOS 26.0"]),
      ("C/M.swift", ["iOS 17.0", "iOS 26.0"]),
    ])
  func twoProjects(file: String, systems: [String]) throws {
    func project(_ folder: String, _ target: String) -> String {
      Self.project("", app: target, tests: "").replacing(
        "P = { isa = PBXProject;",
        with: "G = { isa = PBXGroup; children = (S); }; S = { isa = "
          + "PBXFileSystemSynchronizedRootGroup; sourceTree = \"<group>\"; path = \(folder); }; "
          + "P = { isa = PBXProject; mainGroup = G;"
      ).replacing(
        "buildConfigurationList = LA;",
        with: "buildConfigurationList = LA; fileSystemSynchronizedGroups = (S);")
    }
    let folder = try Self.folder(with: [
      "A.xcodeproj/project.pbxproj": project("A", Self.old),
      "B.xcodeproj/project.pbxproj": project("B", Self.new), file: "",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let found = try DeploymentTargets.stated(for: [folder.appendingPathComponent(file).path])
    #expect(found.map(\.system) == systems)
  }

  @Test(
    "A configuration file that cannot be meant is an error at its place",
    arguments: [
      (
        "<<<<<<< HEAD\nIPHONEOS_DEPLOYMENT_TARGET = 17.0\n=======\n>>>>>>> a",
        "1:1: error: this line is part of an unresolved merge conflict"
      ),
      (
        "// x\n=======\nIPHONEOS_DEPLOYMENT_TARGET = 18.0\n>>>>>>> b",
        "2:1: error: this line is part of an unresolved merge conflict"
      ),
      (
        "// x\nIPHONEOS_DEPLOYMENT_TARGET = 17.O // y",
        "2:1: error: IPHONEOS_DEPLOYMENT_TARGET is '17.O'; expected a version, as in 17.0"
      ),
      (
        "IPHONEOS_DEPLOYMENT_TARGET = 17..0",
        "1:1: error: IPHONEOS_DEPLOYMENT_TARGET is '17..0'; expected a version, as in 17.0"
      ),
      (
        "IPHONEOS_DEPLOYMENT_TARGET[sdk=iphoneos*] = banana",
        "1:1: error: IPHONEOS_DEPLOYMENT_TARGET[sdk=iphoneos*] is 'banana'; expected a version, as in 17.0"
      ),
      (
        "IPHONEOS_DEPLOYMENT_TARGET = 17,0 x",
        "1:1: error: IPHONEOS_DEPLOYMENT_TARGET is '17,0 x'; expected a version, as in 17.0"
      ),
      (
        "IPHONEOS_DEPLOYMENT_TARGET = 99999999999999999999",
        "1:1: error: IPHONEOS_DEPLOYMENT_TARGET is '99999999999999999999'; expected a version, as in 17.0"
      ),
      ("A = \0", "1:1: error: this file is not UTF-8"),
      ("OTHER = banana\nIPHONEOS_DEPLOYMENT_TARGET[sdk=macosx*] = $(A)", nil),
      ("IPHONEOS_DEPLOYMENT_TARGET = $(OLDEST)", nil), ("IPHONEOS_DEPLOYMENT_TARGET =", nil),
      ("MY_DEPLOYMENT_TARGET = old\nOLD_IPHONEOS_DEPLOYMENT_TARGET = YES", nil),
    ])
  func brokenConfigurations(text: String, message: String?) throws {
    let folder = try Self.folder(with: [
      "App.xcodeproj/project.pbxproj": Self.project("", app: "SDKROOT = iphoneos;", tests: ""),
      "Base.xcconfig": text, "App/M.swift": "",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appendingPathComponent("App/M.swift").path
    let result = Result { () throws(ModelError) in try DeploymentTargets.stated(for: [model]) }
    switch result {
    case .success(let found): #expect(found.isEmpty && message == nil)
    case .failure(let error):
      #expect(error.description == "Base.xcconfig:\(message ?? "no error")")
    }
  }

  @Test(
    "A project in another folder counts only if it may compile the model",
    arguments: [
      ("../Shared", ["iOS 17.0"]), ("../Shared/Models.swift", ["iOS 17.0"]), ("Other", []),
    ])
  func otherFolder(compiled: String, systems: [String]) throws {
    let isFile = compiled.hasSuffix(".swift")
    let project = Self.project("", app: Self.old, tests: "").replacing(
      "P = { isa = PBXProject;",
      with: "G = { isa = PBXGroup; children = (S); }; S = { isa = "
        + "\(isFile ? "PBXFileReference" : "PBXFileSystemSynchronizedRootGroup"); sourceTree = \"<group>\"; "
        + "path = \(compiled); }; B = { isa = PBXBuildFile; fileRef = S; }; "
        + "H = { isa = PBXSourcesBuildPhase; files = (B); }; P = { isa = PBXProject; mainGroup = G;"
    ).replacing(
      "buildConfigurationList = LA;",
      with: "buildConfigurationList = LA; "
        + (isFile ? "buildPhases = (H);" : "fileSystemSynchronizedGroups = (S);"))
    let folder = try Self.folder(with: [
      "ios/App.xcodeproj/project.pbxproj": project, "Shared/Models.swift": "", ".git/HEAD": "",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appendingPathComponent("Shared/Models.swift").path
    #expect(try DeploymentTargets.stated(for: [model]).map(\.system) == systems)
  }

  @Test("The classes that two packages have in one model have the systems of their own package")
  func packages() throws {
    func manifest(_ name: String, _ version: Int) -> String {
      "let package = Package(name: \"\(name)\", platforms: [.iOS(.v\(version))], "
        + "targets: [.target(name: \"\(name)\")])"
    }
    let folder = try Self.folder(with: [
      "A/Package.swift": manifest("A", 26), "B/Package.swift": manifest("B", 17),
      "A/Sources/A/M.swift": "@Model class One {}", "B/Sources/B/M.swift": "@Model class Two {}",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    var project = try Project(Project.Reading([[folder.path]]))
    try project.stateSystems(in: nil)
    let systems = project.models.flatMap(\.entities).map { [$0.name] + $0.systems }
    #expect(systems.sorted { $0[0] < $1[0] } == [["One", "iOS 26"], ["Two", "iOS 17"]])
  }

  private static func folder(with files: [String: String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("DeploymentTargets-\(UUID().uuidString)")
    for (place, text) in files {
      let file = folder.appendingPathComponent(place)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder
  }
}
