// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "DeleteRules",
  // Storage that cannot be copied needs as much of the runtime.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(
      name: "DeleteRules",
      targets: ["ObjectGraph", "DeleteMatrix", "ModelFiles", "ModelDeletes", "ModelCheck"]),
    .executable(name: "deleterules", targets: ["deleterules"]),
  ],
  targets: [
    // Arrows point down only: nothing knows a target that stands above it.
    .target(name: "ObjectGraph", exclude: ["README.md"]),
    .target(name: "DeleteMatrix", dependencies: ["ObjectGraph"]),
    .target(name: "ModelFiles", dependencies: ["DeleteMatrix", "ObjectGraph"]),
    .target(name: "ModelDeletes", dependencies: ["DeleteMatrix", "ModelFiles", "ObjectGraph"]),
    .target(name: "ModelCheck", dependencies: ["DeleteMatrix", "ModelFiles", "ObjectGraph"]),
    .target(
      name: "Reporting", dependencies: ["DeleteMatrix", "ModelCheck", "ModelDeletes", "ModelFiles"]),
    .executableTarget(
      name: "deleterules",
      dependencies: [
        "DeleteMatrix", "Matrices", "ModelCheck", "ModelDeletes", "ModelFiles", "ObjectGraph",
        "Reporting",
      ]),

    // The JSON files, compiled into the program so that a copied binary still has them.
    .target(
      name: "Matrices", path: "Matrices", exclude: ["PROOF.md", "README.md", "RESULTS.md"],
      plugins: ["EmbedMatricesPlugin"]),
    .plugin(
      name: "EmbedMatricesPlugin", capability: .buildTool(), dependencies: ["EmbedMatrices"],
      path: "Sources/EmbedMatricesPlugin"),
    .executableTarget(name: "EmbedMatrices"),

    // Every small graph of a schema, and what a delete does to it in sets and loops.
    .target(name: "SmallWorlds", dependencies: ["ObjectGraph"], path: "Tests/SmallWorlds"),
    // Goes through all of them, for scripts/exhaustive.
    .executableTarget(
      name: "Exhaustive", dependencies: ["ObjectGraph", "SmallWorlds"], path: "Tests/Exhaustive"),
    // Deletes in SQL, and what the engine says of them, for scripts/compare-with-databases.
    .executableTarget(
      name: "DatabaseCases", dependencies: ["ObjectGraph", "SmallWorlds"],
      path: "Tests/DatabaseCases"),
    .testTarget(name: "ObjectGraphTests", dependencies: ["ObjectGraph", "SmallWorlds"]),
    .testTarget(name: "ExhaustiveTests", dependencies: ["Exhaustive", "SmallWorlds"]),
    .testTarget(name: "DeleteMatrixTests", dependencies: ["DeleteMatrix", "Matrices"]),
    .testTarget(name: "ModelFilesTests", dependencies: ["ModelFiles"]),
    .testTarget(name: "ModelDeletesTests", dependencies: ["ModelDeletes", "SmallWorlds"]),
    .testTarget(
      name: "ModelCheckTests", dependencies: ["ModelCheck", "Matrices", "SmallWorlds"]),
    .testTarget(name: "ReportingTests", dependencies: ["Reporting", "Matrices"]),
    .testTarget(name: "CommandLineTests", dependencies: ["deleterules"]),

    // Every place where a file's bytes come in, and what the commands do with them; scripts/fuzz
    // tries these with bytes of its own.
    .target(
      name: "FileReaders",
      dependencies: ["DeleteMatrix", "ModelCheck", "ModelDeletes", "ModelFiles", "Reporting"],
      path: "Tests/FileReaders"),
    .testTarget(name: "FileReadersTests", dependencies: ["FileReaders"], exclude: ["Corpus"]),
  ],
  swiftLanguageModes: [.v6]
)
