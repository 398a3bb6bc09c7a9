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

  /// Starts a program while no other is started; nil where it could not be.
  static func start(_ spawn: () -> pid_t?) {
    groups.withLock { groups in
      if let group = spawn() { groups.insert(group) }
    }
  }

  static func remove(_ group: pid_t) { groups.withLock { _ = $0.remove(group) } }

  /// Ends all of them at once.
  package static func endAll() {
    groups.withLock { for group in $0 { kill(-group, SIGKILL) } }
  }
}
