import CLibrary

/// The process groups that this process has started, so that a signal to it can end them.
///
/// They are the system's, and so of the whole process; nothing else is kept of a run that is not its
/// own.
package enum ChildGroups {
  private struct Started {
    var groups: Set<pid_t> = []
    var haveBeenEnded = false
  }

  private static let started = Locked(Started())

  /// Starts a program while no other is started, and none where all have been ended.
  static func start(_ spawn: () -> pid_t?) {
    started.withLock { started in
      if started.haveBeenEnded { return }
      if let group = spawn() { started.groups.insert(group) }
    }
    waitForTheEnd()
  }

  /// Blocks if all process groups have been ended, because this process is about to be ended too.
  static func waitForTheEnd() {
    while started.withLock({ $0.haveBeenEnded }) { sleep(1) }
  }

  static func remove(_ group: pid_t) { started.withLock { _ = $0.groups.remove(group) } }

  /// Ends all of them at once, and starts none again.
  package static func endAll() {
    started.withLock { started in
      started.haveBeenEnded = true
      for group in started.groups { kill(-group, SIGKILL) }
    }
  }
}
