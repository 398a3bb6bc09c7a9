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

  @Test("A project of Xcode states them for each of its targets")
  func xcodeProject() {
    let text = """
      IPHONEOS_DEPLOYMENT_TARGET = 17.0;
      MACOSX_DEPLOYMENT_TARGET = "14.5";
      XROS_DEPLOYMENT_TARGET = 1.0; OTHER_DEPLOYMENT_TARGET = 3;
      TVOS_DEPLOYMENT_TARGET = $(RECOMMENDED_TVOS_DEPLOYMENT_TARGET);
      """
    #expect(
      DeploymentTargets.inXcodeProject(text) == ["iOS 17.0", "macOS 14.5", "visionOS 1.0"])
  }

  @Test("They are those of the nearest folder that states any, from wherever that is looked at")
  func places() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("DeploymentTargets-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = folder.appendingPathComponent("App/Sources")
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    try Data("platforms: [.iOS(.v17)]".utf8).write(
      to: folder.appendingPathComponent("App/Package.swift"))
    try Data("platforms: [.iOS(.v15)]".utf8).write(
      to: folder.appendingPathComponent("Package.swift"))
    #expect(DeploymentTargets.stated(around: app.path) == ["iOS 17"])
    #expect(DeploymentTargets.stated(around: folder.path) == ["iOS 15", "iOS 17"])
  }

  @Test(
    "They lie at the top of the repository or at most two folders below",
    arguments: [
      ("Package.swift", true), ("a/Package.swift", true), ("a/b/Package.swift", true),
      ("a/b/c/Package.swift", false), ("A.xcodeproj/project.pbxproj", true),
      ("a/b/A.xcodeproj/project.pbxproj", true), ("a/b/c/A.xcodeproj/project.pbxproj", false),
      (".hidden/Package.swift", false), ("a/Pods/Package.swift", false), ("a/Other.swift", false),
    ])
  func depth(path: String, isFound: Bool) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("DeploymentTargets-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(path)
    let sources = folder.appendingPathComponent("x/y/z")
    for folder in [
      folder.appendingPathComponent(".git"), file.deletingLastPathComponent(), sources,
    ] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data("platforms: [.iOS(.v17)] IPHONEOS_DEPLOYMENT_TARGET = 17;".utf8).write(to: file)
    for place in [folder, sources] {
      #expect(DeploymentTargets.stated(around: place.path) == (isFound ? ["iOS 17"] : []))
    }
  }
}
