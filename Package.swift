// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "DeleteRules",
  products: [.library(name: "DeleteRules", targets: ["ObjectGraph"])],
  targets: [.target(name: "ObjectGraph", exclude: ["README.md"])],
  swiftLanguageModes: [.v6]
)
