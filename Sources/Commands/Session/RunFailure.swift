import CompiledOnce
import ModelFiles
import Reporting
import SourceText

/// Why a run ended without an answer.
struct RunFailure {
  let code: ExitCode
  /// The problems, as the envelope of `--format json` lists them.
  let problems: [Envelope.Problem]
  private let lines: [String]
  /// The program's name where the lines are its own, and not those of a file.
  private let speaker: String?

  init(_ error: any Error, of program: Program) {
    switch error {
    case let error as CommandError:
      let usage = error.showsUsage ? "\n\(Help(of: program).usageHint(for: error.command))" : ""
      (code, lines, speaker) = (error.code, [error.message + usage], program.name)
      problems = [Envelope.Problem(message: error.message)]
    case let error as DataError:
      (code, speaker) = (.badData, nil)
      lines = error.problems.map(\.description.singleLine)
      problems = error.problems.map {
        Envelope.Problem(message: $0.message, location: $0.location)
      }
    case let error as ModelError:
      let isMissing = error.kind == .noInput
      (code, speaker) = (isMissing ? .noInput : .badData, isMissing ? program.name : nil)
      lines = [error.description.singleLine]
      problems = [Envelope.Problem(message: error.description.singleLine)]
    default:
      let message = "internal error: \("\(error)".singleLine)"
      (code, lines, speaker) = (.internalFault, ["\(program.name): \(message)"], nil)
      problems = [Envelope.Problem(message: message)]
    }
  }

  /// Writes the problems to standard error.
  func report(on console: Console) {
    for line in lines {
      if let speaker { console.reportError(line, from: speaker) } else { console.report(line) }
    }
  }
}
