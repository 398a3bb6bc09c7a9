import CLibrary
import SourceText

extension Program {
  /// Runs the program with the arguments, the environment and the streams of this process, and ends it.
  package func main() -> Never {
    Signals.letWritesFail()
    let words = CommandLine.arguments
    for (index, word) in words.enumerated() {
      guard let bytes = CommandLine.unsafeArgv[index], index > 0 else { continue }
      // Text that is not UTF-8 would silently become the name of another file.
      if String(validatingCString: bytes) == nil {
        Console.standard.reportError(
          "the argument '\(word)' is not UTF-8; rename the file, or name its folder\n"
            + Help(of: self).usageHint(for: nil), from: name)
        exit(ExitCode.usage.rawValue)
      }
    }
    exit(run(Array(words.dropFirst()), on: .standard).rawValue)
  }
}
