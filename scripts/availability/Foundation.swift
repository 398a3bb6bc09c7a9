// What our sources use of Foundation: all older than macOS 10.13 and iOS 11 by Apple's documentation.
// Put an '@available(macOS 14, iOS 17, *)' before a newer one.
@_exported import Dispatch

public struct Data: Sequence {
  public func makeIterator() -> IndexingIterator<[UInt8]> { [].makeIterator() }
}

public struct FileAttributeKey: Hashable, Sendable {
  public static let posixPermissions = FileAttributeKey()
}

open class FileManager {
  public class var `default`: FileManager { FileManager() }
  public var currentDirectoryPath: String { "" }
  public var temporaryDirectory: URL { URL(fileURLWithPath: "") }
  public func contents(atPath path: String) -> Data? { nil }
  public func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
  public func createDirectory(
    atPath path: String, withIntermediateDirectories: Bool
  ) throws {}
  public func destinationOfSymbolicLink(atPath path: String) throws -> String { "" }
  public func removeItem(atPath path: String) throws {}
  public func setAttributes(
    _ attributes: [FileAttributeKey: Any], ofItemAtPath path: String
  ) throws {}
}

open class NSLock: @unchecked Sendable {
  public init() {}
  public func lock() {}
  public func unlock() {}
}

open class ProcessInfo {
  public class var processInfo: ProcessInfo { ProcessInfo() }
  public var environment: [String: String] { [:] }
}

open class Thread {
  public init(block: @escaping @Sendable () -> Void) {}
  public func start() {}
}

public struct URL: Sendable {
  public var path: String { "" }
  public var standardizedFileURL: URL { self }
  public init(fileURLWithPath path: String) {}
  public func resolvingSymlinksInPath() -> URL { self }
}
