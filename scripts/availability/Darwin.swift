// What Swift adds to the C library, or writes otherwise; see CDarwin.h.
@_exported import CDarwin

public let CLOCK_MONOTONIC = _CLOCK_MONOTONIC
public let S_IFDIR: mode_t = 0o040000
public let S_IFMT: mode_t = 0o170000
public let S_IFREG: mode_t = 0o100000
public let TIOCGWINSZ: UInt = 0
public var SIG_DFL: (@convention(c) (Int32) -> Void)? { nil }
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { nil }
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { fatalError() }
public var errno: Int32 { 0 }

public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
public func ioctl(_ file: Int32, _ request: UInt, _ value: UnsafeMutableRawPointer) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
