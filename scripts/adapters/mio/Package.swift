// swift-tools-version: 6.2

import PackageDescription

/// Where a checkout of MIOCoreData lies; `build` says how the rest comes.
let checkout = Context.environment["MIOCOREDATA"] ?? "MIOCoreData"

let package = Package(
  name: "MIOAdapter",
  dependencies: [
    .package(name: "MIOCoreData", path: checkout),
    .package(url: "https://github.com/miolabs/MIOCore.git", branch: "master"),
  ],
  targets: [
    .executableTarget(
      name: "mio-adapter",
      dependencies: [
        .product(name: "CoreDataSwift", package: "MIOCoreData"),
        .product(name: "MIOCore", package: "MIOCore"),
      ],
      path: "Sources")
  ]
)
