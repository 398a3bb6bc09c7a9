import Foundation

/// Writes files into a Swift source file as string literals.
///
/// Arguments: the Swift file to write, the folder that the paths are relative to, the files.
@main
struct EmbedFiles {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { stop("expected an output file and a folder") }
    var source = "// Written by the build from files of this target.\n"
    source += "let embeddedFiles: [(path: String, text: String)] = [\n"
    for file in arguments.dropFirst(3) {
      let path = String(file.dropFirst(arguments[2].count).drop { $0 == "/" })
      source += "  (\n    \(literal(path)),\n    \(literal(contents(of: file)))\n  ),\n"
    }
    do { try (source + "]\n").write(toFile: arguments[1], atomically: true, encoding: .utf8) } catch
    {
      stop("cannot write '\(arguments[1])': \(error.localizedDescription)")
    }
  }

  private static func contents(of file: String) -> String {
    do { return try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8) } catch {
      stop("cannot embed '\(file)': \(error.localizedDescription)")
    }
  }

  /// Ends the build with a message that names the file.
  private static func stop(_ message: String) -> Never {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    exit(1)
  }

  /// A string literal of lines that says exactly the text, whatever quotes and escapes it holds.
  private static func literal(_ text: String) -> String {
    var delimiter = "#"
    while text.contains("\"\"\"\(delimiter)") || text.contains("\\\(delimiter)") {
      delimiter += "#"
    }
    return "\(delimiter)\"\"\"\n\(text)\n\"\"\"\(delimiter)"
  }
}
