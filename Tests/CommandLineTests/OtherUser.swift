import Foundation

/// Running the program as somebody whom rights hold back, as they do not hold back root.
enum OtherUser {
  private static let nobody = "65534"
  private static let setpriv = "/usr/bin/setpriv"

  static var isRoot: Bool { NSUserName() == "root" }

  /// What stands before the program's name on a command line.
  private static var words: [String] {
    isRoot ? [setpriv, "--reuid", nobody, "--regid", nobody, "--clear-groups"] : []
  }

  /// Whether the program can be run so; not where `nobody` may not even reach it.
  static let isPossible: Bool = {
    let run = try? TemporaryFolder().runUnprivileged("--version")
    return run?.exitCode == 0
  }()

  static func arguments(_ arguments: [String]) -> [String] {
    words + [DeleteRulesProcess.program.path] + arguments
  }
}

extension TemporaryFolder {
  /// Runs the program as somebody who is not root.
  func runUnprivileged(_ arguments: String...) throws -> DeleteRulesProcess {
    try DeleteRulesProcess(
      OtherUser.arguments(arguments), in: url, program: URL(fileURLWithPath: "/usr/bin/env"))
  }

  func allow(_ rights: Int, for path: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: rights], ofItemAtPath: url.appendingPathComponent(path).path)
  }

  func attributes(of path: String) throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: url.appendingPathComponent(path).path)
  }

  func rights(of path: String) throws -> Int? {
    try attributes(of: path)[.posixPermissions] as? Int
  }

  func makePipe(_ path: String) throws {
    guard mkfifo(url.appendingPathComponent(path).path, 0o600) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
