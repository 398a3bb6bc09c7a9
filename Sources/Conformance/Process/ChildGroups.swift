import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The process groups that this process has started, so that a signal to it can end them.
///
/// They are the system's, and so of the whole process; nothing else is kept of a run that is not its
/// own.
package enum ChildGroups {
  private static let groups = Mutex<Set<pid_t>>([])
  private static let isEnding = Atomic(false)

  private static var haveBeenEnded: Bool { isEnding.load(ordering: .sequentiallyConsistent) }

  /// Starts a program while no other is started, and none where all have been ended.
  static func start(_ spawn: () -> pid_t?) {
    groups.withLock { groups in
      if haveBeenEnded { return }
      if let group = spawn() { groups.insert(group) }
    }
    waitForTheEnd()
  }

  /// Where somebody has ended all of them, what ended them is about to end this process: nothing is to
  /// be made of it before.
  static func waitForTheEnd() {
    while haveBeenEnded { sleep(1) }
  }

  static func remove(_ group: pid_t) { groups.withLock { _ = $0.remove(group) } }

  /// Ends all of them at once, and starts none again.
  package static func endAll() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    groups.withLock { for group in $0 { kill(-group, SIGKILL) } }
  }
}
