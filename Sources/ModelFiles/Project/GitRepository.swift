import Foundation
import SourceText

/// What git says of a folder; it is asked as a program, and writes nothing.
struct GitRepository {
  /// The folder in which git is asked.
  let folder: String

  /// Why git gives no answer.
  enum Refusal: Error {
    /// There is no program of that name.
    case notInstalled
    /// It knows nothing of a name; what may help.
    case unknown(String)
    /// What it says itself.
    case refused(String)
  }

  /// What git does not keep because it is told to ignore it, by the way from the folder.
  ///
  /// - Returns: Files, and folders as a whole; nothing where git cannot be asked.
  var ignored: [String] {
    let arguments = [
      "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory",
    ]
    return ((try? answer(to: arguments)) ?? []).split(separator: 0).map {
      String(decoding: $0.last == UInt8(ascii: "/") ? $0.dropLast() : $0, as: UTF8.self)
    }
  }

  /// Asks git.
  ///
  /// - Parameters:
  ///   - arguments: The command and what it is told.
  ///   - input: What it reads.
  /// - Returns: All that it prints.
  /// - Throws: A ``Refusal`` where it is not there, or says no.
  func answer(to arguments: [String], reading input: [UInt8] = []) throws(Refusal) -> [UInt8] {
    // Foundation traps where the system has no descriptor left for a pipe.
    let spare = (0..<12).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    for descriptor in spare where descriptor >= 0 { close(descriptor) }
    if spare.contains(-1) { throw .refused("the system has no file descriptor left") }
    let process = Process()
    // Hooks set these for the repository that they are run in, which need not be the one here.
    process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
      !["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"].contains(name)
    }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // A repository may name a program that watches its files: reading runs nobody else's code.
    process.arguments = ["git", "-c", "core.fsmonitor=false", "-C", folder] + arguments
    let (input, output) = (Self.pipe(holding: input), Pipe())
    // A file, because git may complain of more than a pipe holds before it says anything.
    let complaints = FileManager.default.temporaryDirectory
      .appendingPathComponent("deleterules-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: complaints) }
    _ = FileManager.default.createFile(atPath: complaints.path, contents: nil)
    let errors = FileHandle(forWritingAtPath: complaints.path) ?? .nullDevice
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch { throw .notInstalled }
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let complaint = FileManager.default.contents(atPath: complaints.path) ?? Data()
    switch process.terminationStatus {
    case 0: return Array(answer)
    // As env says it.
    case 127: throw .notInstalled
    default:
      throw .refused(
        String(decoding: complaint, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  /// A pipe that some bytes come out of, however many there are.
  private static func pipe(holding bytes: [UInt8]) -> Pipe {
    let pipe = Pipe()
    let end = pipe.fileHandleForWriting
    // Git answers before it has read everything, so somebody else must write.
    Thread.detachNewThread {
      try? end.write(contentsOf: Data(bytes))
      try? end.close()
    }
    return pipe
  }
}
