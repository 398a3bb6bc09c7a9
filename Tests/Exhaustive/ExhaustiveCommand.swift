import Foundation
import SmallWorlds

/// Holds the engine to the definitions on every small graph, or on a share of them; `scripts/prove`
/// is how to call it.
///
/// Prints what was searched in each family, and in all as a last line of JSON.
@main
enum ExhaustiveCommand {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let families = arguments.dropFirst().map { WorldFamily(rawValue: $0) }
    guard let shard = arguments.first.flatMap(Shard.init), !families.contains(nil) else {
      let names = WorldFamily.allCases.map(\.rawValue).joined(separator: "|")
      complain("usage: Exhaustive K/N [\(names)]…")
      exit(64)
    }
    do {
      var sum = SearchCounts()
      for family in families.isEmpty ? WorldFamily.allCases : families.compactMap(\.self) {
        let workers = ProcessInfo.processInfo.activeProcessorCount
        let counts = try await shard.search(FamilySearch(family), workers: workers)
        print("\(family): \(try json(counts))")
        sum += counts
      }
      print(try json(sum))
    } catch let disagreement as FamilySearch.Disagreement {
      complain("the engine and the definition disagree: \(disagreement)")
      exit(1)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func json(_ counts: SearchCounts) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(counts), as: UTF8.self)
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("exhaustive: \(text)\n".utf8))
  }
}
