import CLibrary

/// A program in a separate process group, with lines going in and out.
///
/// All processes that it started end with ``end()``.
final class ChildProcess {
  /// The result of waiting for a line.
  enum Line: Equatable {
    case text(String)
    /// The program has closed its standard output.
    case end
    case late
    /// More came than anybody reads, or something that is no text.
    case garbage(String)
  }

  enum Exit: Equatable {
    case code(Int)
    case signal(Int)
  }

  /// The longest line that is read, in bytes.
  static let longestLine = 16 << 20
  /// The number of bytes kept from the end of standard error.
  static let keptErrors = 4 << 10

  private let id: pid_t
  private var input: Int32
  private var output: Int32
  private var errors: Int32
  private var unread: [UInt8] = []
  private var errorBytes: [UInt8] = []
  private var exit: Exit?
  private var hasEnded = false

  /// Starts a program.
  init(_ command: [String]) throws(AdapterFault) {
    guard let program = command.first else {
      throw AdapterFault("no command is given", isStart: true)
    }
    // A child that reads no more is told by a failing write, not by a signal to this process.
    signal(SIGPIPE, SIG_IGN)
    var (pipes, id, error): ([[Int32]], pid_t, Int32) = ([], 0, ECANCELED)
    // One at a time: a child that is started meanwhile would inherit the pipes of this one.
    ChildGroups.start {
      error = 0
      for _ in 0..<3 where error == 0 {
        var ends: [Int32] = [-1, -1]
        error = pipe(&ends) == 0 ? 0 : errno
        if error == 0 { pipes.append(ends) }
        for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      }
      if error == 0 {
        error = spawn(command, input: pipes[0][0], output: pipes[1][1], errors: pipes[2][1], &id)
      }
      return error == 0 ? id : nil
    }
    guard error == 0 else {
      for end in pipes.joined() { close(end) }
      throw AdapterFault(
        "'\(program)' cannot be started: \(String(cString: strerror(error)))", isStart: true)
    }
    for descriptor in [pipes[0][0], pipes[1][1], pipes[2][1]] { close(descriptor) }
    self.id = id
    (input, output, errors) = (pipes[0][1], pipes[1][0], pipes[2][0])
    for descriptor in [input, output, errors] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit { end() }

  /// The end of what was written on standard error.
  var standardErrorTail: String {
    drainErrors()
    return String(decoding: errorBytes, as: UTF8.self)
  }

  /// Writes a line, reading nothing meanwhile but standard error.
  func write(_ line: String, within timeout: Double) -> Bool {
    var bytes = Array("\(line)\n".utf8)[...]
    let deadline = Clock.now + timeout
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(input, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0 && errno == EAGAIN {
        guard wait(for: [(input, POLLOUT), (errors, POLLIN)], until: deadline) else { return false }
        drainErrors()
      } else if !(count < 0 && errno == EINTR) {
        return false
      }
    }
    return true
  }

  /// Waits for the next line of standard output.
  func line(within timeout: Double) -> Line {
    let deadline = Clock.now + timeout
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let bytes = unread[..<end]
        unread.removeSubrange(...end)
        // 'String(validating:as:)' needs macOS 15.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
          return .garbage("a line that is not UTF-8")
        }
        return .text(text)
      }
      searched = unread.count
      if searched > Self.longestLine {
        return .garbage("a line of more than \(Self.longestLine >> 20) MB")
      }
      switch read(output) {
      case .some(let bytes) where bytes.isEmpty:
        return unread.isEmpty
          ? .end : .garbage("half a line: \(String(decoding: unread.prefix(80), as: UTF8.self))")
      case .some(let bytes): unread += bytes
      case nil:
        drainErrors()
        guard wait(for: [(output, POLLIN), (errors, POLLIN)], until: deadline) else {
          return .late
        }
      }
    }
  }

  /// True if standard output holds unexpected output.
  var hasUnaskedOutput: Bool {
    if !unread.isEmpty { return true }
    guard let bytes = read(output), !bytes.isEmpty else { return false }
    unread += bytes
    return true
  }

  /// Lets the program end by itself, and says how it did.
  func exit(within timeout: Double) -> Exit? {
    if input >= 0 {
      close(input)
      input = -1
    }
    let deadline = Clock.now + timeout
    while !reap(WNOHANG) {
      if Clock.now > deadline { return nil }
      drainErrors()
      usleep(500)
    }
    return exit
  }

  /// Whether processes of the program's group are left, some time after it has ended.
  func hasLeftProcesses(within timeout: Double) -> Bool {
    let deadline = Clock.now + timeout
    while exit != nil && kill(-id, 0) == 0 {
      if Clock.now > deadline { return true }
      usleep(500)
    }
    return false
  }

  /// Ends the program and all that it has started, at once.
  func end() {
    ChildGroups.waitForTheEnd()
    // Once it is gone, its number may be another's.
    if hasEnded { return }
    hasEnded = true
    kill(-id, SIGKILL)
    if exit == nil { _ = reap(0) }
    ChildGroups.remove(id)
    for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
    (input, output, errors) = (-1, -1, -1)
  }

  /// Asks the system how the program ended.
  private func reap(_ options: Int32) -> Bool {
    if exit != nil { return true }
    var status: Int32 = 0
    var found = waitpid(id, &status, options)
    while found < 0 && errno == EINTR { found = waitpid(id, &status, options) }
    if found == 0 { return false }
    let signal = status & 0x7F
    exit = found < 0 || signal == 0 ? .code(Int(status >> 8 & 0xFF)) : .signal(Int(signal))
    return true
  }

  private func drainErrors() {
    // So much at a time: one who floods it must not keep this from looking at the time.
    for _ in 0..<16 {
      guard let bytes = read(errors) else { break }
      if bytes.isEmpty {
        if errors >= 0 { close(errors) }
        errors = -1
        break
      }
      errorBytes += bytes
      if errorBytes.count > Self.keptErrors {
        errorBytes.removeFirst(errorBytes.count - Self.keptErrors)
      }
    }
  }

  /// Returns the available bytes: nil if there are none yet, an empty array at the end of the
  /// stream.
  private func read(_ descriptor: Int32) -> [UInt8]? {
    if descriptor < 0 { return [] }
    let size = 1 << 16
    var count = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      repeat {
        count = systemRead(descriptor, buffer.baseAddress, size)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    return count < 0 && errno == EAGAIN ? nil : bytes
  }

  private func wait(for awaited: [(Int32, Int32)], until deadline: Double) -> Bool {
    let left = deadline - Clock.now
    guard left > 0 else { return false }
    var polled = awaited.filter { $0.0 >= 0 }.map {
      pollfd(fd: $0.0, events: Int16($0.1), revents: 0)
    }
    _ = poll(&polled, nfds_t(polled.count), Int32(min(left * 1000 + 1, 60_000)))
    return true
  }
}

/// A monotonic clock in seconds, independent of changes to the system time.
private enum Clock {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}

/// Starts a program in a new process group, with the default signal handling.
private func spawn(
  _ command: [String], input: Int32, output: Int32, errors: Int32, _ id: inout pid_t
) -> Int32 {
  #if canImport(Darwin)
  var actions: posix_spawn_file_actions_t?
  var attributes: posix_spawnattr_t?
  #else
  var actions = posix_spawn_file_actions_t()
  var attributes = posix_spawnattr_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  for (end, standard) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
    posix_spawn_file_actions_adddup2(&actions, end, standard)
  }
  var (usual, unmasked) = (sigset_t(), sigset_t())
  sigemptyset(&usual)
  sigemptyset(&unmasked)
  for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&usual, number) }
  posix_spawnattr_setsigdefault(&attributes, &usual)
  posix_spawnattr_setsigmask(&attributes, &unmasked)
  posix_spawnattr_setpgroup(&attributes, 0)
  let flags =
    Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
  posix_spawnattr_setflags(&attributes, Int16(flags))
  var words = command.map { strdup($0) }
  words.append(nil)
  defer { for word in words { free(word) } }
  guard let program = words[0] else { return EINVAL }
  // A crash is told by the signal; a report of it would have addresses that are others each time.
  setenv("SWIFT_BACKTRACE", "enable=no", 0)
  return posix_spawnp(&id, program, &actions, &attributes, words, environ)
}
