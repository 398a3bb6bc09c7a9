import Foundation
import Testing

/// A random walk that is compared with a model after every step.
protocol ComparedWalk {
  /// How often each kind of thing came up.
  var seen: [String: Int] { get }

  init(seed: Int, size: Int) throws

  /// Goes one step and says what differs from the model, if anything does.
  mutating func step() throws -> String?
}

/// Some walks after each other: batches of them run beside each other.
struct WalkBatch: Sendable, CustomTestStringConvertible {
  let seeds: Range<Int>
  let steps: Int
  let size: Int

  var testDescription: String { "seeds \(seeds), \(steps) steps, from \(size) objects" }

  /// How many times as many walks somebody asks for: `scripts/walk` does.
  private static let times =
    ProcessInfo.processInfo.environment["DELETERULES_WALKS"].flatMap(Int.init)

  /// Batches of as many walks each, whose seeds follow one another; quick ones may be larger where
  /// somebody asks for more.
  static func batches(
    _ count: Int, of few: Int, steps: Int, size: Int, manyOf many: Int? = nil
  ) -> [WalkBatch] {
    let walks = times == nil ? few : many ?? few
    return (0..<count * (times ?? 1)).map {
      WalkBatch(seeds: $0 * walks..<($0 + 1) * walks, steps: steps, size: size)
    }
  }

  /// Goes the walks and says how often each kind of thing came up.
  func run(_ walkType: (some ComparedWalk).Type) throws -> [String: Int] {
    var seen: [String: Int] = [:]
    var stepCount = 0
    for seed in seeds {
      var walk = try walkType.init(seed: seed, size: size)
      for step in 0..<steps {
        stepCount += 1
        if let complaint = try walk.step() {
          Issue.record("seed \(seed), size \(size), step \(step), \(complaint)")
          break
        }
      }
      seen.merge(walk.seen, uniquingKeysWith: +)
    }
    if Self.times != nil { print("walked \(seeds.count) walks, \(stepCount) steps") }
    return seen
  }
}
