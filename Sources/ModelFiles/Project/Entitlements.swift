import SourceText

/// The permissions of an app, as far as they bear on its stores.
package struct Entitlements {
  /// The place that names an iCloud container, if CloudKit uses one.
  package private(set) var cloudContainer: Location?
  /// Whether a key of them is about iCloud, whatever its value is.
  private(set) var namesCloud = false

  /// Reads a property list in XML, as Xcode writes it.
  package init(in source: SourceFile) throws(ModelError) {
    var reading = try XMLReading(source, expecting: "Xcode writes it", allowsDocumentType: true)
    var key = ""
    var text = ""
    var container: Location?
    var usesCloudKit = false
    // What is deeper states nothing of this.
    var open: [XMLTag] = []
    var depth = 0
    while let piece = try reading.next() {
      switch piece {
      case .start(let tag):
        if tag.depth < 4 { open = open.prefix(tag.depth) + [tag] }
        depth = tag.depth + 1
        text = ""
      case .text(let part): text += part
      case .end:
        depth -= 1
        guard open.indices.contains(depth) else { continue }
        let tag = open[depth]
        switch (depth, tag.name) {
        case (2, "key"):
          key = text
          namesCloud =
            namesCloud || key.hasPrefix("com.apple.developer.icloud-")
            || key.hasPrefix("com.apple.developer.ubiquity-")
        case (3, "string") where key == "com.apple.developer.icloud-container-identifiers":
          container = container ?? tag.location
        case (3, "string") where key == "com.apple.developer.icloud-services":
          usesCloudKit = usesCloudKit || text.hasPrefix("CloudKit")
        default: break
        }
      }
    }
    if usesCloudKit { cloudContainer = container }
  }
}
