import SmallWorlds
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

  /// Batches of as many walks each, whose seeds follow one another; more, and others, where
  /// `scripts/prove` asks for them.
  static func batches(_ count: Int, of walks: Int, steps: Int, size: Int) -> [WalkBatch] {
    let first = 1_000_000 * (asked("SEED") ?? 0)
    return (0..<count * (asked("WALKS") ?? 1)).map {
      WalkBatch(seeds: first + $0 * walks..<first + ($0 + 1) * walks, steps: steps, size: size)
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
    if asked("SEED") != nil { print("walked \(seeds.count) walks, \(stepCount) steps") }
    return seen
  }
}
