// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building or testing DeleteRules never sees the benchmark.
let package = Package(
  name: "Benchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "DeleteRules", path: "../..")],
  targets: [
    // The inputs and the clock of all competitors; those in C compile the same two files.
    .target(name: "Workloads"),
    .executableTarget(
      name: "engine",
      dependencies: ["Workloads", .product(name: "DeleteRules", package: "DeleteRules")]),
  ],
  swiftLanguageModes: [.v6]
)
