import CLibrary
import CompiledOnce
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file that receives a result instead of standard output.
///
/// A file is written atomically: it is replaced as a whole or left unchanged. The new file is
/// written next to the old one, then takes its name, permissions and owner. A link is followed; a
/// device or a pipe is written to.
package struct OutputFile {
  let path: String

  package init(path: String) { self.path = path }

  package func write(_ text: String) throws(CommandError) { _ = try write(text, over: nil) }

  /// Writes a text there, unless the file no longer holds what it did.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - known: What the file is to hold until then; nil for whatever it does.
  /// - Returns: Whether the text is written.
  /// - Throws: A ``CommandError`` where it cannot be written.
  package func write(_ text: String, over known: [UInt8]?) throws(CommandError) -> Bool {
    if let stream = OpenDescriptor(path) {
      try check(Descriptor(number: stream.number).write(text))
      return true
    }
    let target = try target()
    var status = stat()
    if stat(target, &status) != 0 {
      if errno != ENOENT { throw refusal(errno) }
      if known != nil { return false }
      return try replace(target, nil, over: nil, by: text)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .noInput("cannot write '\(path)': it is a folder")
    case S_IFREG:
      // Who may make a file in the folder may replace this one; but somebody has locked it.
      if access(target, W_OK) != 0 { throw refusal(errno) }
      return try replace(target, status, over: known, by: text)
    default:
      try send(text, to: target)
      return true
    }
  }

  /// Returns the path with all links followed, whether a file exists there or not.
  private func target() throws(CommandError) -> String {
    var target = path
    for _ in 0..<40 {
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: target)
      guard let link else { return target }
      target = link.hasPrefix("/") ? link : Self.folder(of: target) + link
    }
    throw refusal(ELOOP)
  }

  /// Puts a text where a file is, or none.
  private func replace(
    _ target: String, _ status: stat?, over known: [UInt8]?, by text: String
  ) throws(CommandError) -> Bool {
    Self.removeLeftovers(besides: target)
    // A signal ends the program before the new file is there, or after it has taken its name.
    return try Signals.deferred { () throws(CommandError) in
      let (descriptor, beside) = try makeFile(besides: target, isReplacement: status != nil)
      var error = Descriptor(number: descriptor).write(text)
      if error == 0, let status {
        // Only root can give a file away; others keep what they may.
        if fchown(descriptor, status.st_uid, status.st_gid) != 0 {
          _ = fchown(descriptor, uid_t.max, status.st_gid)
        }
        error = fchmod(descriptor, status.st_mode & 0o777) == 0 ? 0 : errno
      }
      // A full disk may show only here; some file systems do not know the question.
      if error == 0, fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { error = errno }
      // Right before, because an editor may have saved since the file was read.
      let isKnown = known.map { (try? FileBytes(atMost: $0.count).read(target)) == $0 } ?? true
      if error == 0 && isKnown && rename(beside, target) != 0 { error = errno }
      if error != 0 || !isKnown { _ = unlink(beside) }
      // Not before, because that ends the lock.
      if close(descriptor) != 0 && error == 0 { error = errno }
      try check(error)
      return isKnown
    }
  }

  /// The beginning of the name of a file that is not complete yet.
  private static let unfinished = ".deleterules-"

  /// A new file in the folder of another one, with the name that it has for now, locked for as long as
  /// it is open.
  private func makeFile(
    besides target: String, isReplacement: Bool
  ) throws(CommandError) -> (descriptor: Int32, path: String) {
    for number in 0..<1000 {
      let beside = "\(Self.folder(of: target))\(Self.unfinished)\(getpid())-\(number)"
      // What is replaced may not have been for everybody's eyes.
      let rights: mode_t = isReplacement ? 0o600 : 0o666
      let descriptor = open(beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, rights)
      if descriptor >= 0 {
        _ = flock(descriptor, LOCK_EX)
        // Before it was locked, another run may have removed it as a leftover.
        var status = stat()
        if fstat(descriptor, &status) == 0 && status.st_nlink > 0 { return (descriptor, beside) }
        close(descriptor)
        continue
      }
      if errno != EEXIST {
        let isFolders = isReplacement && errno == EACCES
        throw isFolders
          ? .noInput("cannot write '\(path)': its folder takes no new file") : refusal(errno)
      }
    }
    throw refusal(EEXIST)
  }

  /// Removes the unfinished files of killed runs, which are no longer locked.
  private static func removeLeftovers(besides target: String) {
    let folder = folder(of: target)
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    for name in names ?? [] where name.hasPrefix(unfinished) {
      let numbers = name.dropFirst(unfinished.count).split(
        separator: "-", omittingEmptySubsequences: false)
      guard numbers.count == 2, numbers.allSatisfy({ UInt32($0) != nil }) else { continue }
      let descriptor = open(folder + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      {
        _ = unlink(folder + name)
      }
      close(descriptor)
    }
  }

  private func send(_ text: String, to target: String) throws(CommandError) {
    // A pipe that nobody reads would keep us waiting.
    let descriptor = open(target, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if descriptor < 0 {
      throw errno == ENXIO
        ? .noInput("cannot write '\(path)': no program reads it; start its reader first")
        : refusal(errno)
    }
    let error = Descriptor(number: descriptor).write(text)
    close(descriptor)
    try check(error)
  }

  /// A reader that went away is no failure, as it is none of standard output.
  private func check(_ error: Int32) throws(CommandError) {
    if error != 0 && error != EPIPE { throw refusal(error) }
  }

  private func refusal(_ error: Int32) -> CommandError {
    var reason = String(cString: strerror(error))
    if error == ENOENT {
      let folder = Self.folder(of: path)
      var first: CChar = 0
      // Some of the system's folders, such as /proc, take no files; a link may lead anywhere.
      let isThere =
        access(folder.isEmpty ? "." : folder, F_OK) == 0 && readlink(path, &first, 1) < 1
      reason = isThere ? "its folder takes no new files" : "no such folder"
    }
    return .noInput("cannot write '\(path)': \(reason)")
  }

  /// The folder of a path, up to its slash.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

package enum Signals {
  /// Lets a write fail where the program would die of it.
  static func letWritesFail() {
    // The reader went away, and the file would be larger than is allowed.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Does something that should not end halfway: what wants to end the program does so afterwards.
  package static func deferred<Result, Failure>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var signals = sigset_t()
    var earlier = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &earlier)
    defer { pthread_sigmask(SIG_SETMASK, &earlier, nil) }
    return try work()
  }
}
