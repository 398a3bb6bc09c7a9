import Foundation

/// A disk of a few kilobytes, which goes away with the test; only root can have one.
final class SmallDisk {
  let name: String
  let path: String

  static var isLinux: Bool {
    #if os(Linux)
    true
    #else
    false
    #endif
  }

  static let isPossible: Bool = {
    guard isLinux, let folder = try? TemporaryFolder() else { return false }
    return (try? SmallDisk(in: folder)) != nil
  }()

  struct NotPossible: Error {}

  init(in folder: TemporaryFolder) throws {
    name = "disk-\(UUID().uuidString)"
    path = folder.url.appendingPathComponent(name).path
    try folder.makeFolder(name)
    let run = try folder.shell("mount -t tmpfs -o size=64k none '\(path)'")
    if run.exitCode != 0 { throw NotPossible() }
  }

  deinit {
    let arguments = ["-l", path]
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/umount")
    process.arguments = arguments
    try? process.run()
    process.waitUntilExit()
  }

  /// Leaves no room for another byte.
  func fill() throws {
    let file = open("\(path)/filling", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let bytes = [UInt8](repeating: 0, count: 1024)
    while write(file, bytes, bytes.count) > 0 {}
  }
}
