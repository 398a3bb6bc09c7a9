import Workloads

/// A store as people write it for their tests: classes that hold each other in arrays, and an
/// array that holds them all.
protocol Mock {
  /// Makes the objects and links of a workload.
  init(_ work: Workload)
  /// Deletes an object and applies the rules.
  ///
  /// - Returns: The number of objects that refuse it.
  mutating func delete(_ id: Int) -> Int
  /// Lets go of everything; objects that hold each other would live for ever otherwise.
  mutating func removeAll()
  /// Adds up what is left.
  func inspect(_ result: inout Result)
}

/// Runs a workload and measures it.
func measure(_ work: Workload, _ result: inout Result, _ build: () -> some Mock) {
  if work.course == COURSE_SCENARIOS {
    let start = now_ns()
    for i in 0..<Int(work.delete_count) {
      var mock = build()
      _ = mock.delete(Int(work.deletes[i]))
      mock.inspect(&result)
      mock.removeAll()
    }
    result.delete_ns = now_ns() - start
    return
  }
  let bytes = resident_bytes()
  var start = now_ns()
  var mock = build()
  result.build_ns = now_ns() - start
  result.bytes = resident_bytes() &- bytes

  start = now_ns()
  for i in 0..<Int(work.delete_count) {
    let blockers = mock.delete(Int(work.deletes[i]))
    if blockers > 0 {
      result.denied += 1
      result.blockers += UInt64(blockers)
    }
  }
  result.delete_ns = now_ns() - start
  mock.inspect(&result)
}
