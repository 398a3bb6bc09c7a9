import Foundation

/// Writes random schemas, graphs and deletes as SQL, with what the engine says of each.
///
/// A line of JSON for each schema, after one with all experiments. `scripts/compare-with-databases` runs them.
@main
struct DatabaseCases {
  /// How many graphs share the tables of one schema.
  static let graphsOfSchema = 8

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard arguments.count == 2, arguments.count == CommandLine.arguments.count - 1,
      arguments[0] > 0
    else {
      FileHandle.standardError.write(
        Data("expected two whole numbers: how many schemas, and the seed of the first\n".utf8))
      exit(64)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func write(_ value: some Encodable) throws {
      print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
    try write(try Experiments.all())
    for number in 0..<arguments[0] {
      try write(try Batch(seed: arguments[1] &+ number, graphs: graphsOfSchema))
    }
  }
}
