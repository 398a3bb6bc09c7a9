import Foundation

/// A run of the program that signals reach: Foundation's processes start with all of them blocked.
final class SignalledProcess {
  struct NotStarted: Error {}

  private var process = pid_t()
  private var status: Int32?

  /// Starts a program with what it writes thrown away.
  init(_ program: URL, _ arguments: [String]) throws {
    #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
    var actions: posix_spawn_file_actions_t?
    #else
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&all, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    for descriptor in 0..<Int32(3) {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let program = program.path
    let words = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    guard posix_spawn(&process, program, &actions, &attributes, words + [nil], environ) == 0 else {
      throw NotStarted()
    }
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Whether it has ended, asked without waiting.
  var hasEnded: Bool {
    var found = Int32()
    if status == nil, waitpid(process, &found, WNOHANG) == process { status = found }
    return status != nil
  }

  /// Waits for the end, and returns the signal that caused it, or 0.
  func wait() -> Int32 {
    while !hasEnded { usleep(1000) }
    return (status ?? 0) & 0x7F
  }
}
