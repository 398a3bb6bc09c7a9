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
      try Data("platforms: [.iOS(.v17)] IPHONEOS_DEPLOYMENT_TARGET = 17;".utf8).write(to: file)
    }
    let found = DeploymentTargets.stated(for: [folder.appendingPathComponent(model).path])
    #expect(found.map(\.file) == files)
    #expect(found.allSatisfy { $0.system == "iOS 17" })
  }
}
