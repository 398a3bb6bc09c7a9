import Foundation
import SmallWorlds

/// Holds the engine to the definitions on every small graph; `scripts/exhaustive` is how to call it.
@main
enum ExhaustiveCommand {
  private static let usage = """
    usage: scripts/exhaustive [--shard K/N] [--family NAME]… [--output FILE] [--record]
           scripts/exhaustive --merge FILE… [--output FILE] [--record]
    """

  private struct UsageProblem: Error, CustomStringConvertible {
    let description: String
  }

  private struct WriteProblem: Error, CustomStringConvertible {
    let description: String
  }

  static func main() async {
    do {
      let report = try await report(CommandLine.arguments.dropFirst())
      print(report.text)
    } catch let problem as UsageProblem {
      complain("\(problem)\n\(usage)")
      exit(64)
    } catch let disagreement as FamilySearch.Disagreement {
      complain("the engine and the definition disagree: \(disagreement)")
      exit(1)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("exhaustive: \(text)\n".utf8))
  }

  private static func report(_ arguments: ArraySlice<String>) async throws -> ShardReport {
    var shard = Shard.whole
    var families: [WorldFamily] = []
    var files: [String]?
    var output: String?
    var record: String?
    var rest = arguments
    func value(of option: String) throws(UsageProblem) -> String {
      guard let value = rest.popFirst() else {
        throw UsageProblem(description: "\(option) needs a value")
      }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--shard":
        let text = try value(of: argument)
        guard let found = Shard(text[...]) else {
          throw UsageProblem(description: "\(text) is no shard such as 2/8")
        }
        shard = found
      case "--family":
        let text = try value(of: argument)
        guard let family = WorldFamily(rawValue: text) else {
          let names = WorldFamily.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageProblem(description: "\(text) is none of \(names)")
        }
        families.append(family)
      case "--output":
        output = try value(of: argument)
      case "--record":
        record = try value(of: argument)
      case "--merge":
        files = []
      default:
        guard files != nil && !argument.hasPrefix("-") else {
          throw UsageProblem(description: "\(argument) is no option")
        }
        files?.append(argument)
      }
    }
    let report =
      if let files {
        try merged(files)
      } else {
        try await search(shard, families.isEmpty ? WorldFamily.allCases : families)
      }
    if let output { try write(report, to: output) }
    if let record {
      guard report.isComplete else {
        throw UsageProblem(description: "only all shards of all families are worth recording")
      }
      try write(report.total, to: record)
    }
    return report
  }

  private static func search(
    _ shard: Shard, _ families: [WorldFamily]
  ) async throws -> ShardReport {
    let workers = ProcessInfo.processInfo.activeProcessorCount
    var report = ShardReport(shard: shard.number, of: shard.count, families: [])
    for family in families {
      report.families.append(try await shard.search(family, workers: workers))
    }
    return report
  }

  private static func merged(_ files: [String]) throws -> ShardReport {
    var reports: [ShardReport] = []
    for file in files {
      guard let data = FileManager.default.contents(atPath: file) else {
        throw MergeProblem("\(file) cannot be read")
      }
      guard let report = try? JSONDecoder().decode(ShardReport.self, from: data) else {
        throw MergeProblem("\(file) is no report of a shard")
      }
      reports.append(report)
    }
    return try ShardReport(merging: reports)
  }

  private static func write(_ report: some Encodable, to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data = try encoder.encode(report) + Data("\n".utf8)
    do {
      try data.write(to: URL(fileURLWithPath: file))
    } catch {
      throw WriteProblem(description: "\(file) cannot be written")
    }
  }
}
