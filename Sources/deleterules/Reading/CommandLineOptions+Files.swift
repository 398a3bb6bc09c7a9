/// What is read against what is written.
extension CommandLineOptions {
  /// Refuses to write over what is read, or to write two results into one file.
  func checkFiles() throws(CommandError) {
    let written = [Option.output, .record, .writeBaseline].filter { has($0) && self[$0] != "-" }
    for option in written {
      guard let path = self[option] else { continue }
      for input in read where !(option == .writeBaseline && input.option == .baseline) {
        if FilePlace(path).isRead(from: input.path, as: input.isModel ? .model : .matrices) {
          throw usage("'\(option.name)' would write over '\(path)', which is read")
        }
      }
    }
    for (index, option) in written.enumerated() {
      for other in written[..<index] {
        guard let one = self[option], let another = self[other] else { continue }
        if FilePlace(one).isSameFile(as: FilePlace(another)) {
          throw usage("'\(other.name)' and '\(option.name)' name the same file, '\(one)'")
        }
      }
    }
  }

  /// The paths that are read.
  private var read: [(path: String, option: Option?, isModel: Bool)] {
    var paths = zip(arguments.indices, arguments).compactMap { index, path in
      let kind =
        form.arguments.isEmpty
        ? nil : form.arguments[min(index, form.arguments.count - 1)].value.kind
      if case .file = kind {
        return (path: path, option: Option?.none, isModel: givenCommand != .run)
      }
      return nil
    }
    for option in [Option.expect, .baseline, .instances, .matrices] {
      if let path = self[option] { paths.append((path, option, false)) }
    }
    return paths
  }
}
