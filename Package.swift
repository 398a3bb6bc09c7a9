// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "DeleteRules",
  // Regular expressions need these; on a Mac, as in CI, the compiler holds all else to them. Types that
  // cannot be copied need newer systems only to be cast, and are not. tvOS and watchOS can't start git.
  platforms: [.macOS(.v13), .iOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "DeleteRules", targets: ["DeleteRules"]),
    .library(name: "DeleteConformance", targets: ["DeleteConformance"]),
    .executable(name: "deleterules", targets: ["CommandLineProgram"]),
    // For contributors to the matrices.
    .executable(name: "deleterules-lab", targets: ["LaboratoryProgram"]),
    .plugin(name: "DeleteRulesCommandPlugin", targets: ["DeleteRulesCommandPlugin"]),
  ],
  targets: [
    // Arrows point down only: nothing knows a target that stands above it, and every arrow is stated.

    // The C library, which has another name on each system.
    .target(name: "CLibrary"),
    // What would otherwise be compiled anew for each type.
    .target(name: "CompiledOnce"),
    .target(name: "SourceText", dependencies: ["CLibrary", "CompiledOnce"]),
    .target(name: "ObjectGraph", dependencies: ["CompiledOnce"], exclude: ["README.md"]),
    .target(name: "Scenarios", dependencies: ["CompiledOnce", "ObjectGraph", "SourceText"]),
    .target(
      name: "DeleteMatrix",
      dependencies: ["CompiledOnce", "ObjectGraph", "Scenarios", "SourceText"],
      plugins: ["EmbedFilesPlugin"]),
    .target(
      name: "Conformance",
      dependencies: ["CLibrary", "DeleteMatrix", "ObjectGraph", "Scenarios", "SourceText"],
      exclude: ["PROTOCOL.md"]),
    // Written from the files of Package, which are built elsewhere: with SwiftData and Core Data.
    .target(
      name: "Probes",
      dependencies: ["Conformance", "DeleteMatrix", "ObjectGraph", "Scenarios", "SourceText"],
      exclude: ["Package"], plugins: ["EmbedFilesPlugin"]),
    .target(name: "SwiftSource", dependencies: ["SourceText"]),
    .target(
      name: "ModelFiles",
      dependencies: ["CLibrary", "CompiledOnce", "ObjectGraph", "SourceText", "SwiftSource"]),
    .target(
      name: "ModelDeletes",
      dependencies: [
        "CompiledOnce", "DeleteCalls", "DeleteMatrix", "ModelCheck", "ModelFiles", "ObjectGraph",
        "Scenarios", "SourceText",
      ]),
    .target(
      name: "ModelCheck",
      dependencies: [
        "CompiledOnce", "DeleteCalls", "ModelFiles", "ObjectGraph", "Scenarios", "SourceText",
        "SwiftSource",
      ],
      exclude: ["RULES.md", "WHY.md"]),
    // What the app's code deletes, and what that does.
    .target(
      name: "DeleteCalls",
      dependencies: ["ModelFiles", "ObjectGraph", "SourceText", "SwiftSource"]),
    .target(
      name: "Reporting",
      dependencies: [
        "CompiledOnce", "DeleteCalls", "DeleteMatrix", "PictureLayout", "ModelCheck",
        "ModelDeletes", "ModelFiles",
        "ObjectGraph", "Scenarios", "SourceText",
      ],
      exclude: ["HTML/page.css", "HTML/page.js", "HTML/picture.css"], plugins: ["EmbedFilesPlugin"]),
    // Where boxes and lines go in a picture.
    .target(name: "PictureLayout", dependencies: ["CompiledOnce"]),
    // All that is public, for whoever imports it.
    .target(
      name: "DeleteRules",
      dependencies: [
        "DeleteCalls", "DeleteMatrix", "ModelCheck", "ModelDeletes", "ModelFiles", "ObjectGraph",
        "Scenarios",
        "SourceText",
      ],
      path: "Sources/Library"),
    // The same for the author of a store, with the matrices to hold it to.
    .target(
      name: "DeleteConformance",
      dependencies: [
        "Conformance", "DeleteMatrix", "Matrices", "ObjectGraph", "Scenarios", "SourceText",
      ]),
    // The commands as functions of a session: words, environment, streams and files.
    .target(
      name: "Commands",
      dependencies: [
        "CLibrary", "CompiledOnce", "DeleteCalls", "DeleteMatrix", "Matrices", "ModelCheck",
        "ModelDeletes", "ModelFiles", "ObjectGraph", "Reporting", "Scenarios", "SourceText",
      ]),
    // Not called as its product: where file names know no case, it would be the same as the library.
    .executableTarget(
      name: "CommandLineProgram", dependencies: ["Commands"], path: "Sources/deleterules"),
    // The laboratory: what only contributors to the matrices need.
    .target(
      name: "LaboratoryReports",
      dependencies: [
        "Conformance", "DeleteMatrix", "ModelCheck", "ModelDeletes", "ObjectGraph", "Probes",
        "Reporting", "Scenarios", "SourceText",
      ],
      exclude: ["claims.json"], plugins: ["EmbedFilesPlugin"]),
    .executableTarget(
      name: "LaboratoryProgram",
      dependencies: [
        "CLibrary", "Commands", "Conformance", "DeleteMatrix", "LaboratoryReports",
        "ModelDeletes", "ModelFiles", "ObjectGraph", "Probes", "Reporting", "Scenarios",
        "SourceText",
      ],
      path: "Sources/deleterules-lab"),
    // `swift package deleterules`, in packages that depend on this one.
    .plugin(
      name: "DeleteRulesCommandPlugin",
      capability: .command(
        intent: .custom(
          verb: "deleterules",
          description: "Says what a delete will do in SwiftData or Core Data")),
      dependencies: ["CommandLineProgram"], path: "Sources/DeleteRulesCommandPlugin",
      exclude: ["README.md"]),

    // The JSON files, compiled into the program so that a copied binary still has them.
    .target(
      name: "Matrices", dependencies: ["DeleteMatrix"], path: "Matrices",
      exclude: [
        "CLAIMS.md", "PROOF.md", "README.md", "RESULTS.md", "fieldReports/README.md",
        "releases.json",
      ],
      plugins: ["EmbedFilesPlugin"]),
    .plugin(
      name: "EmbedFilesPlugin", capability: .buildTool(), dependencies: ["EmbedFiles"],
      path: "Sources/EmbedFilesPlugin"),
    .executableTarget(name: "EmbedFiles"),

    // Texts with their places marked in them, and outputs kept in files, for the tests.
    .target(name: "ExpectedText", path: "Tests/ExpectedText"),

    // The bundled matrices, read and replayed once for all tests of a process.
    .target(
      name: "BundledRun", dependencies: ["DeleteMatrix", "Matrices", "SourceText"],
      path: "Tests/BundledRun"),

    // Every small graph of a schema, and what a delete does to it in sets and loops.
    .target(name: "SmallWorlds", dependencies: ["ObjectGraph"], path: "Tests/SmallWorlds"),
    // Goes through all of them, for scripts/prove.
    .executableTarget(name: "Exhaustive", dependencies: ["SmallWorlds"], path: "Tests/Exhaustive"),
    .testTarget(
      name: "ObjectGraphTests", dependencies: ["ExpectedText", "ObjectGraph", "SmallWorlds"]),
    .testTarget(name: "PictureLayoutTests", dependencies: ["PictureLayout"]),
    .testTarget(name: "SourceTextTests", dependencies: ["ExpectedText", "SourceText"]),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "ExpectedText", "Matrices", "ObjectGraph", "Scenarios", "SmallWorlds", "SourceText",
      ]),
    .testTarget(name: "DeleteRulesTests", dependencies: ["DeleteRules"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "BundledRun", "Conformance", "DeleteConformance", "DeleteMatrix", "ExpectedText",
        "Matrices", "ObjectGraph", "Scenarios", "SourceText",
      ]),
    .testTarget(
      name: "ProbesTests",
      dependencies: [
        "BundledRun", "DeleteMatrix", "ExpectedText", "ModelFiles", "ObjectGraph", "Probes",
        "Scenarios",
      ]),
    .testTarget(
      name: "DeleteMatrixTests",
      dependencies: [
        "BundledRun", "Conformance", "DeleteMatrix", "ExpectedText", "ModelCheck", "ModelDeletes",
        "ObjectGraph", "Reporting", "Scenarios", "SourceText",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "ModelFilesTests",
      dependencies: ["ExpectedText", "ModelFiles", "ObjectGraph", "SourceText", "SwiftSource"]),
    .testTarget(
      name: "ModelDeletesTests",
      dependencies: [
        "DeleteCalls", "DeleteMatrix", "ModelCheck", "ModelDeletes", "ModelFiles", "ObjectGraph",
        "Scenarios", "SmallWorlds", "SourceText", "SwiftSource",
      ]),
    .testTarget(
      name: "ModelCheckTests",
      dependencies: [
        "BundledRun", "DeleteCalls", "DeleteMatrix", "ExpectedText", "ModelCheck", "ModelFiles",
        "ObjectGraph",
        "Scenarios", "SmallWorlds", "SourceText", "SwiftSource",
      ]),
    .testTarget(
      name: "DeleteCallsTests",
      dependencies: ["DeleteCalls", "ExpectedText", "ModelFiles", "SourceText", "SwiftSource"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "BundledRun", "Conformance", "DeleteCalls", "DeleteMatrix", "ExpectedText",
        "LaboratoryReports", "ModelCheck", "ModelDeletes", "ModelFiles", "ObjectGraph",
        "PictureLayout", "Reporting",
        "Scenarios", "SmallWorlds",
        "SourceText", "SwiftSource",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "CommandLineProgram", "Commands", "ExpectedText", "LaboratoryProgram", "ModelCheck",
        "SourceText",
      ],
      exclude: ["Golden", "Samples"]),

    // Every place where a file's bytes come in, and what the commands do with them; scripts/fuzz
    // tries these with bytes of its own.
    .target(
      name: "FileReaders",
      dependencies: [
        "Conformance", "DeleteCalls", "DeleteMatrix", "LaboratoryReports", "ModelCheck",
        "ModelDeletes", "ModelFiles", "ObjectGraph", "Reporting", "Scenarios", "SourceText",
        "SwiftSource",
      ],
      path: "Tests/FileReaders"),
    .testTarget(name: "FileReadersTests", dependencies: ["FileReaders"], exclude: ["Corpus"]),
  ],
  swiftLanguageModes: [.v6]
)

// Whoever uses a member imports the module that has it, so that the imports are all there is to know.
for target in package.targets where target.type != .plugin {
  target.swiftSettings = [.enableUpcomingFeature("MemberImportVisibility")]
}
