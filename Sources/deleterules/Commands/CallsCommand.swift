import DeleteCalls
import ModelFiles
import Reporting

extension DeleteRulesCommand {
  /// Says what each delete in the code of an app does.
  static func calls(_ options: CommandLineOptions) throws -> ExitCode {
    let project = try project(at: options.arguments, options, keepingCode: true)
    reportUnread(of: project)
    for model in project.models { reportErrors(of: model) }
    let range = try options.releases(ofProjectAt: options.arguments)
    try deliver(
      CallsReport(
        ModelCalls(in: project), of: project.models, on: range, without: project.gaps,
        listsUnresolved: options.has(.unresolved)), options)
    return project.isWhole ? .ok : .failure
  }
}
