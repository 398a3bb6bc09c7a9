#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A stream that the caller has opened, by the path under which every system has it.
///
/// To open it again by its path is something else on Linux: a file would be read and written from
/// its beginning, and replaced by another one.
struct OpenDescriptor {
  let number: Int32

  init?(_ path: String) {
    switch path {
    case "/dev/stdin": number = STDIN_FILENO
    case "/dev/stdout": number = STDOUT_FILENO
    case "/dev/stderr": number = STDERR_FILENO
    default:
      guard path.hasPrefix("/dev/fd/"), let number = Int32(path.dropFirst("/dev/fd/".count)),
        number >= 0
      else { return nil }
      self.number = number
    }
  }
}
