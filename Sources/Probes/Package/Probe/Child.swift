import Foundation

/// A process that was started for one act, and what came of it.
struct Child {
  /// The way a child ended.
  enum End: Equatable {
    case finished
    /// It trapped or raised: the fingerprint of what it said.
    case died(String)
    case late
  }

  let notes: [Note]
  let end: End

  /// The command that starts a child: this program, or what `PROBE_CHILD` says to the shell, as where
  /// the child runs in a simulator.
  private static var command: [String] {
    if let named = ProcessInfo.processInfo.environment["PROBE_CHILD"] {
      return ["/bin/sh", "-c", "exec \(named) --act"]
    }
    return [Bundle.main.executableURL?.path ?? CommandLine.arguments[0], "--act"]
  }

  #if os(macOS) || os(Linux)
  /// Performs an act in a separate process.
  init(_ act: Act) throws {
    let process = Process()
    let command = Self.command
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    var environment = ProcessInfo.processInfo.environment
    // A trap is seen by what it says, without a backtrace that holds addresses.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    let (input, output) = (Pipe(), Pipe())
    let folder = URL(fileURLWithPath: act.folder)
    let errors = folder.appendingPathComponent("errors.txt")
    try Data().write(to: errors)
    let errorHandle = try FileHandle(forWritingTo: errors)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errorHandle
    try process.run()
    let pid = process.processIdentifier
    let watchdog = DispatchSource.makeTimerSource(queue: .global())
    let isLate = Flag()
    watchdog.schedule(deadline: .now() + .seconds(60))
    watchdog.setEventHandler {
      isLate.raise()
      kill(pid, SIGKILL)
    }
    watchdog.resume()
    // One that died at once has closed its end; its death says more than that.
    try? input.fileHandleForWriting.write(contentsOf: JSONEncoder.lines.encode(act))
    try? input.fileHandleForWriting.close()
    // First to the end, and then wait: a full pipe would hold it up.
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    watchdog.cancel()
    try? errorHandle.close()
    notes = said.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(Note.self, from: Data($0))
    }
    let words = String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self)
    let isSignal = process.terminationReason == .uncaughtSignal
    if isLate.isRaised {
      end = .late
    } else if !isSignal && process.terminationStatus == 0 {
      end = .finished
    } else {
      // A simulator's own program tells of a signal by its exit code.
      let how = isSignal ? "signal" : "exit code"
      end = .died("\(how) \(process.terminationStatus): \(Fingerprint(words).text)")
    }
  }
  #else
  /// There are no child processes here: the program on the Mac starts these.
  init(_ act: Act) throws { throw Problem("children are started on the Mac") }
  #endif
}

/// Something that happened, told from another thread.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  func raise() {
    lock.lock()
    value = true
    lock.unlock()
  }

  var isRaised: Bool {
    lock.lock()
    defer { lock.unlock() }
    return value
  }
}

/// The message of a trap without the parts that vary between runs: the place in Apple's files,
/// identifiers and addresses.
struct Fingerprint {
  let text: String

  init(_ standardError: String) {
    let lines = standardError.split(whereSeparator: \.isNewline).map(String.init)
    // The runtime's own line, or else an exception's, says more than what stands around it.
    let marks = ["Fatal error: ", "uncaught exception: ", "Terminating app due to"]
    let line = marks.lazy.compactMap { mark -> String? in
      lines.last { $0.contains(mark) }.map { line in
        guard let range = line.range(of: mark) else { return line }
        return String(line[range.lowerBound...])
      }
    }.first
    text = Self.masked(line ?? lines.last ?? "without a word")
  }

  /// Replaces what is between brackets behind an identifier, and numbers in hexadecimal.
  private static func masked(_ line: String) -> String {
    var text = line
    let patterns = [
      (#"PersistentIdentifier\(.*\)"#, "PersistentIdentifier(…)"),
      (#"0x[0-9a-fA-F]+"#, "0x…"),
      (#"[0-9A-F]{8}-[0-9A-F-]{27}"#, "…"),
      (#"/p[0-9]+"#, "/p…"),
    ]
    for (pattern, replacement) in patterns {
      text = text.replacingOccurrences(
        of: pattern, with: replacement, options: .regularExpression)
    }
    return String(text.prefix(300))
  }
}

/// The first action of a child: it makes traps visible to its parent only.
enum Quiet {
  static func crashes() {
    #if os(macOS)
    // As Swift Testing does for its exit tests: no crash report is written, no window is shown.
    task_set_exception_ports(
      mach_task_self_, exception_mask_t(EXC_MASK_CORPSE_NOTIFY), mach_port_t(MACH_PORT_NULL),
      EXCEPTION_DEFAULT, THREAD_STATE_NONE)
    #elseif os(Linux)
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #endif
    #if canImport(ObjectiveC)
    // What Swift cannot catch is at least told before the process is aborted.
    NSSetUncaughtExceptionHandler { exception in
      let words = "uncaught exception: \(exception.name.rawValue): \(exception.reason ?? "")\n"
      FileHandle.standardError.write(Data(words.utf8))
    }
    #endif
  }
}
