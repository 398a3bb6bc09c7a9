// swift-tools-version: 6.2
import PackageDescription

// Modules that are called like Apple's and do what this project's engine says: by themselves, because a
// Mac has the real ones. scripts/try-probe builds a generated probe against them.
let package = Package(
  name: "StandIns",
  platforms: [.macOS(.v15)],
  products: [.library(name: "SwiftData", type: .dynamic, targets: ["CoreData", "SwiftData"])],
  dependencies: [.package(name: "DeleteRules", path: "../..")],
  targets: [
    .target(
      name: "StandIn", dependencies: [.product(name: "DeleteRules", package: "DeleteRules")]),
    .target(name: "CoreData", dependencies: ["StandIn"]),
    .target(name: "SwiftData", dependencies: ["CoreData", "StandIn"]),
  ],
  swiftLanguageModes: [.v5]
)
