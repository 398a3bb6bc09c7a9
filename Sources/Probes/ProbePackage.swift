import Conformance
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

/// A Swift package that asks SwiftData and Core Data on a Mac, as adapters of the protocol.
///
/// ```swift
/// let package = ProbePackage(suite, by: "deleterules 1.0.0")
/// for file in package.files { print(file.path, file.text.utf8.count) }
/// ```
public struct ProbePackage: Sendable {
  /// A file of the package.
  public struct File: Hashable, Sendable {
    /// The path from the package's folder.
    public let path: String
    /// The content of the file.
    public let text: String
    /// Whether it is a program.
    public let isExecutable: Bool
  }

  /// The files, sorted by path; the same for the same matrices.
  public let files: [File]

  /// Generates a package.
  ///
  /// - Parameters:
  ///   - matrices: What is to be asked.
  ///   - framework: Of which framework; nil for both.
  ///   - pattern: Which cells; nil for all.
  ///   - form: How classes become models.
  ///   - model: Deletes of a reader's own model, as a recorded matrix; nil for the matrices' own.
  ///   - generator: Who generates it, for the header of what comes back.
  public init(
    _ matrices: MatrixSuite, of framework: Framework.Name? = nil, only pattern: String? = nil,
    as form: ModelForm = .macro, model: String? = nil, by generator: String
  ) {
    var files: [File] = Self.fixedFiles
    for probe in Probe.allCases where framework == nil || probe.framework == framework {
      let choice = Recording.Choice(framework: probe.framework.rawValue, pattern: pattern)
      let suite = ConformanceSuite(
        matrices, for: probe.greeting, framework: probe.framework,
        only: pattern.map { CellPattern($0) },
        by: Runner(on: matrices.releases.map { ReleaseRange(newestIn: $0) }))
      let lines = suite.questionLines(choice).map { $0 + "\n" }.joined()
      files.append(File("questions/\(probe.framework.rawValue).jsonl", lines))
      files.append(
        File("Sources/\(probe.folder)/Capabilities.swift", Self.capabilities(of: probe)))
      if probe == .swiftData { files += Self.classes(for: suite.scenarios, as: form) }
    }
    let probes = Probe.allCases.filter { framework == nil || $0.framework == framework }
    for left in Probe.allCases where !probes.contains(left) {
      files.removeAll { $0.path.hasPrefix("Sources/\(left.folder)/") }
    }
    files.append(File("Package.swift", Self.manifest(of: probes, by: generator)))
    if let model { files.append(File("matrices/deletes.json", model)) }
    files.append(
      File(
        "Sources/Probe/Generator.swift",
        """
        /// The generator that wrote this package.
        let probeGenerator = \(generator.swiftLiteral)

        """))
    files.append(
      File(
        "probe.settings",
        """
        # What probe.sh asks; written by \(generator).
        frameworks="\(framework?.rawValue ?? "coreData swiftData")"
        matrices="\(model == nil ? "" : "matrices")"
        only=\((pattern ?? "").shellLiteral)

        """))
    self.files = files.sorted { $0.path < $1.path }
  }

  /// The files that are the same in every package.
  private static var fixedFiles: [File] {
    embeddedFiles.map { path, text in
      let path = String(path.dropFirst("Sources/Probes/Package/".count))
      switch path {
      case "swift-format.json": return File(".swift-format", text)
      case "probe.yml": return File(".github/workflows/probe.yml", text)
      case "README.md", "probe.sh": return File(path, text, isExecutable: path.hasSuffix(".sh"))
      default: return File("Sources/\(path)", text)
      }
    }
  }

  /// Returns the classes of all schemas, each once and in a separate file, and a table of them.
  private static func classes(for scenarios: [Scenario], as form: ModelForm) -> [File] {
    var seen: Set<[Entity]> = []
    var all: [ModelClasses] = []
    for scenario in scenarios where seen.insert(scenario.entities).inserted {
      let classes = ModelClasses(scenario, number: all.count + 1)
      // What inheritance expands to nobody has published.
      if form == .expanded && classes.hasInheritance { continue }
      all.append(classes)
    }
    let folder = "Sources/\(Probe.swiftData.folder)/Schemas"
    return [File("\(folder)/All.swift", table(of: all))]
      + all.map { File("\(folder)/Schema\($0.number).swift", $0.source(as: form)) }
  }

  private static func table(of classes: [ModelClasses]) -> String {
    let names = classes.filter { !$0.hasInheritance }.map(\.function)
    // As the formatter lays out a list.
    let plain =
      names.count == 1 ? names[0] : "\n\(names.map { "      \($0),\n" }.joined())    "
    let heirs = classes.filter(\.hasInheritance).map { "        \($0.function),\n" }.joined()
    let later = """
          #if compiler(>=6.2)
          if #available(macOS 26, iOS 26, *) {
            all += [
      \(heirs)      ]
          }
          #endif

      """
    return """
      extension DeclaredSchema {
        /// Every schema that classes were generated for.
        static var all: [() -> DeclaredSchema] {
          \(heirs.isEmpty ? "let" : "var") all: [() -> DeclaredSchema] = [\(plain)]
      \(heirs.isEmpty ? "" : later)    return all
        }
      }

      """
  }

  private static func manifest(of probes: [Probe], by generator: String) -> String {
    let targets = probes.map {
      "    .executableTarget(name: \($0.folder.swiftLiteral), dependencies: [\"Probe\"]),\n"
    }
    return """
      // swift-tools-version: 5.9
      // Written by \(generator): asks Core Data and SwiftData what deletes do. README.md says more.

      import PackageDescription

      let package = Package(
        name: "Probe",
        platforms: [.macOS(.v14), .iOS(.v17)],
        targets: [
          .target(name: "Probe"),
      \(targets.joined())  ]
      )

      """
  }

  private static func capabilities(of probe: Probe) -> String {
    let lines = probe.capabilities.map { "  \($0.rawValue.swiftLiteral),\n" }.joined()
    return """
      /// The capabilities that a scenario may need.
      let probeCapabilities = [
      \(lines)]

      """
  }
}

extension ProbePackage.File {
  init(_ path: String, _ text: String, isExecutable: Bool = false) {
    self.path = path
    self.text = text
    self.isExecutable = isExecutable
  }
}

enum Probe: CaseIterable {
  case coreData
  case swiftData

  var framework: Framework.Name { self == .coreData ? .coreData : .swiftData }

  var folder: String { self == .coreData ? "coredata-probe" : "swiftdata-probe" }

  var capabilities: [Capability] {
    let missing: [Capability] =
      self == .coreData ? [.unique, .contexts] : [.ordered, .prepareForDeletion, .contexts]
    return Capability.allCases.filter { !missing.contains($0) }
  }

  /// The greeting of the probe, as far as it decides which questions are asked.
  var greeting: Greeting {
    Greeting(
      Identity(name: folder, version: "", language: "Swift", framework: framework),
      capabilities: Set(capabilities), experiments: Canary.allCases.map(\.rawValue))
  }
}

extension String {
  fileprivate var shellLiteral: String {
    "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
