// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Albums",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(url: "https://github.com/OWNER/DeleteRules", from: "1.0.0")
  ],
  targets: [
    .testTarget(
      name: "AppTests",
      dependencies: [.product(name: "DeleteRules", package: "DeleteRules")])
  ]
)
