#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How the program takes signals.
enum Signals {
  /// Lets a write fail where the program would die of it.
  static func letWritesFail() {
    // The reader went away, and the file would be larger than is allowed.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Does something that should not end halfway: what wants to end the program does so afterwards.
  static func deferred<Result, Failure>(
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
