import CLibrary
import CompiledOnce
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A git repository, queried by running `git`; nothing is written.
struct GitRepository {
  /// The folder in which git is asked.
  let folder: String

  /// Why git gives no answer.
  enum Refusal: Error {
    /// There is no program of that name.
    case notInstalled
    /// It knows nothing of a name; what may help.
    case unknown(String)
    /// The error message of git.
    case refused(String)
  }

  /// The paths that git ignores, relative to the folder.
  ///
  /// - Returns: Files, and folders as a whole; empty if git cannot be run.
  var ignored: [String] {
    let arguments = [
      "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory",
    ]
    return ((try? answer(to: arguments)) ?? []).split(separator: 0).map {
      String(decoding: $0.last == UInt8(ascii: "/") ? $0.dropLast() : $0, as: UTF8.self)
    }
  }

  /// Runs git.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments.
  ///   - input: The standard input.
  /// - Returns: The whole output.
  /// - Throws: A ``Refusal`` if git is not installed or reports an error.
  func answer(to arguments: [String], reading input: [UInt8] = []) throws(Refusal) -> [UInt8] {
    // Files, because nobody waits for them: git answers before it has read everything, and may
    // complain of more than a pipe holds.
    let question = try NamelessFile(holding: input)
    let answer = try NamelessFile()
    let complaint = try NamelessFile()
    // A repository may name a program that watches its files: reading runs nobody else's code. And
    // what is committed may look like a repository without a work tree, which is not the project's.
    let settings = ["-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"]
    let words = ["git"] + settings + ["-C", folder] + arguments
    switch try Self.run(words, reading: question, writing: answer, complaint) {
    case 0: return answer.contents
    case 127: throw .notInstalled
    default:
      let words = complaint.contents
      let end = words.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
      throw .refused(String(decoding: words[..<end], as: UTF8.self))
    }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - words: The name by which it is found, and its arguments.
  ///   - input: Its standard input.
  ///   - output: Its standard output.
  ///   - errors: Its standard error.
  /// - Returns: Its exit code.
  /// - Throws: A ``Refusal`` where there is none.
  private static func run(
    _ words: [String], reading input: borrowing NamelessFile,
    writing output: borrowing NamelessFile, _ errors: borrowing NamelessFile
  ) throws(Refusal) -> Int32 {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.descriptor, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, STDERR_FILENO)
    // Hooks set these for the repository that they are run in, which need not be the one here.
    let environment = ProcessInfo.processInfo.environment.filter { name, _ in
      !["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"].contains(name)
    }
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    switch posix_spawnp(&process, words[0], &actions, nil, arguments, variables) {
    case 0: break
    case ENOENT: throw .notInstalled
    case let error: throw .refused("it cannot be run\(FileBytes.Refusal.system(error).reason)")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno == EINTR { continue }
      throw .refused("its exit status is unknown\(FileBytes.Refusal.system(errno).reason)")
    }
    // What a signal ended has no exit code.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}

/// A file without a name, which is deleted as soon as it is closed everywhere.
private struct NamelessFile: ~Copyable {
  let descriptor: Int32

  /// Makes a file from whose beginning some bytes can be read.
  init(holding bytes: [UInt8] = []) throws(GitRepository.Refusal) {
    let folder = FileManager.default.temporaryDirectory.path
    var path = Array("\(folder)/deleterules-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else {
      let reason = FileBytes.Refusal.system(errno).reason
      throw .refused("no file can be made in '\(folder)'\(reason)")
    }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let reason = FileBytes.Refusal.system(errno).reason
        throw .refused("a file in '\(folder)' cannot be written\(reason)")
      }
      rest = rest.dropFirst(count)
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// All that it holds, from its beginning.
  var contents: [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    return (try? FileBytes(atMost: .max).read(descriptor: descriptor)) ?? []
  }
}
