import CompiledOnce
import ModelCheck
import ModelFiles
import SourceText

/// The words that may complete a command line, from the table of commands and options.
///
/// The scripts of the shells pass the words so far to `deleterules __complete` and show what it prints:
/// a candidate a line, with its description behind a tab, or `:files` or `:folders`.
struct Completions {
  let program: Program

  /// The hidden word that asks for candidates.
  static let request = "__complete"

  init(of program: Program) { self.program = program }

  enum Candidate: Equatable {
    case word(String, description: String = "")
    case files
    case folders

    var line: String {
      switch self {
      case .word(let word, ""): word
      case .word(let word, let description): "\(word)\t\(description.singleLine)"
      case .files: ":files"
      case .folders: ":folders"
      }
    }
  }

  /// Returns the candidates for the last word of a command line.
  ///
  /// - Parameters:
  ///   - words: The words after the program's name; the last is the one to complete, and may be
  ///     empty. An equals sign may be a separate word, as in bash.
  ///   - entities: The names of the entities of a model, or of the configured models for nil.
  /// - Returns: The candidates that start like the word, in the order of the tables.
  func candidates(
    for words: [String], entities: (_ model: String?) -> [String]
  ) -> [Candidate] {
    var before = words.dropLast().filter { $0 != "=" }
    var word = words.last == "=" ? "" : words.last ?? ""
    var prefix = ""
    if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      // The value of an option in the same word.
      before.append(String(word[..<equals]))
      prefix = String(word[...equals])
      word = String(word[word.index(after: equals)...])
    }
    let line = BegunLine(before, of: program)
    let found: [Candidate]
    if let option = line.openOption {
      let command = line.command ?? program.defaultCommand
      found = option.description.value.map { candidates(for: $0, of: command, word) } ?? []
    } else if word.hasPrefix("-"), !line.isBehindHyphens {
      found =
        (line.command ?? program.defaultCommand)?.options.flatMap { option in
          option.names.map { .word($0, description: option.description.summary) }
        } ?? []
    } else if let command = line.command {
      found = arguments(of: command, after: line.arguments, word, entities: entities)
    } else {
      found = program.commands.map { .word($0.name, description: $0.summary) }
    }
    return found.compactMap { candidate in
      guard case .word(let text, let description) = candidate else { return candidate }
      return text.hasPrefix(word) ? .word(prefix + text, description: description) : nil
    }
  }

  private func arguments(
    of command: Command, after given: [String], _ word: String, entities: (String?) -> [String]
  ) -> [Candidate] {
    var found: [Candidate] = []
    for form in command.forms {
      let place = form.arguments.firstIndex {
        if case .entity = $0.value.kind { true } else { false }
      }
      if let place {
        // The model may be left out of a configured project.
        if given.count == place {
          found += entities(given.first).map { .word($0) }
        } else if given.isEmpty {
          found += entities(nil).map { .word($0) }
        }
      }
      guard given.count < place ?? form.maximum,
        let argument = form.argument(given.count, of: given.count + 1)
      else { continue }
      found += candidates(for: argument.value, of: command, word)
    }
    return found.enumerated().filter { found[..<$0].contains($1) == false }.map(\.element)
  }

  private func candidates(
    for value: Value, of command: Command?, _ word: String
  ) -> [Candidate] {
    switch value.kind {
    case .text, .entity: []
    case .file, .program: [.files]
    case .folder: [.folders]
    case .choice(let words): words.map { .word($0) }
    case .format: (command?.formats ?? []).map { .word($0) }
    case .subject: Help.Subject.words(in: program).map { .word($0) }
    case .ruleID: CheckRule.allCases.map { .word($0.rawValue) }
    case .ruleIDs:
      // The words before the last comma stay.
      CheckRule.allCases.map { rule in
        let kept = word.lastIndex(of: ",").map { String(word[...$0]) } ?? ""
        return .word(kept + rule.rawValue)
      }
    }
  }
}

private struct BegunLine {
  private(set) var command: Command?
  private(set) var arguments: [String] = []
  private(set) var isBehindHyphens = false
  /// The option whose value comes next.
  private(set) var openOption: Option?

  init(_ words: [String], of program: Program) {
    for word in words {
      if openOption != nil {
        openOption = nil
      } else if word == "--", !isBehindHyphens {
        isBehindHyphens = true
      } else if word.hasPrefix("-"), word != "-", !isBehindHyphens {
        openOption = Option(named: word).flatMap { $0.description.value == nil ? nil : $0 }
      } else if command == nil {
        command = program.command(named: word)
        if command == nil { return }
      } else {
        arguments.append(word)
      }
    }
  }
}

extension Option {
  /// All ways of writing the option.
  fileprivate var names: [String] { [letter, name].compactMap { $0 } }
}

extension Program {
  /// Prints the candidates for a command line; what is wrong with the model stays unsaid.
  func complete(_ words: [String], on console: Console) -> ExitCode {
    let candidates = Completions(of: self).candidates(for: words) { model in
      let model = model.map { path in
        path.hasPrefix("~/") ? (console.environment["HOME"] ?? "~") + path.dropFirst() : path
      }
      guard
        let options = try? CommandLineOptions(
          ["explain"] + [model].compactMap(\.self), of: self)
      else { return [] }
      let session = Session(options, of: self, on: console)
      if model == nil, (try? session.configured) == nil { return [] }
      let project = try? Project(session.reading(at: [model].compactMap(\.self)))
      return project?.models.flatMap { $0.entities.map(\.name) } ?? []
    }
    let text = candidates.map { $0.line + "\n" }.joined()
    return (try? console.write(text)) == nil ? .noInput : .ok
  }
}
