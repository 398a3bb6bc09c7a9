import CompiledOnce
import SourceText

extension Help {
  /// The commands with their forms, options and formats, the topics and the exit codes, for programs.
  var json: String {
    JSONText.object([
      ("commands", .array(program.commands.map(json))),
      (
        "topics",
        .array(
          program.topics.map {
            .object([("name", .string($0.rawValue)), ("summary", .string($0.summary))])
          })
      ),
      (
        "exitCodes",
        .array(
          ExitCode.allCases.map {
            .object([("code", .integer(Int($0.rawValue))), ("meaning", .string($0.meaning))])
          })
      ),
    ]).line + "\n"
  }

  private func json(_ command: Command) -> JSONText {
    .object([
      ("name", .string(command.name)),
      ("forms", .array(command.forms.map { json($0, of: command) })),
      ("details", .string(command.details)), ("failure", .nullable(command.failure)),
      ("examples", .strings(command.examples)),
    ])
  }

  private func json(_ form: CommandForm, of command: Command) -> JSONText {
    .object([
      ("usage", .string("\(program.name) \(command.name(of: form))")),
      ("summary", .string(form.summary)), ("formats", .strings(form.formats)),
      (
        "options",
        .array(
          form.options.map { option in
            .object([
              ("name", .string(option.name)),
              ("value", .nullable(option.description.value?.word)),
              ("summary", .string(option.description.summary)),
            ])
          })
      ),
    ])
  }
}
