// What our sources use of Dispatch: all older than macOS 10.13 and iOS 11.
open class DispatchGroup: @unchecked Sendable {
  public init() {}
  public func enter() {}
  public func leave() {}
  public func wait() {}
}

open class DispatchQueue: @unchecked Sendable {
  public class func global() -> DispatchQueue { DispatchQueue() }
}

public protocol DispatchSourceSignal: AnyObject {
  func activate()
  func cancel()
  func resume()
  func setEventHandler(handler: (() -> Void)?)
}

open class DispatchSource {
  public class func makeSignalSource(
    signal: Int32, queue: DispatchQueue? = nil
  ) -> any DispatchSourceSignal { fatalError() }
}
