#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the caller's environment says.
enum Environment {
  /// The value of a variable; nil where it is not set.
  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Whether nobody sits before the program, as CI services say by `CI`.
  static var isCI: Bool { !(value(of: "CI") ?? "").isEmpty }
}
