import ModelFiles
import SourceText

/// What comments in a model's files silence.
struct IgnoreComments {
  private let model: Model
  private let rules: Set<CheckRule>

  /// Takes the comments of a model.
  ///
  /// - Parameters:
  ///   - model: A model that was read from files.
  ///   - rules: What was looked for: a comment about another rule may well apply then.
  init(of model: Model, rules: Set<CheckRule>) {
    self.model = model
    self.rules = rules
  }

  /// Takes out of some findings what is silenced, and adds what is wrong with the comments.
  ///
  /// A comment that gives no reason silences nothing.
  func remaining(_ findings: [Finding]) -> [Finding] {
    if model.ignoreComments.isEmpty { return findings }
    let places = Dictionary(grouping: findings.indices) { findings[$0].location.file }
    var silenced: Set<Int> = []
    var faults: [Finding] = []
    for comment in model.ignoreComments {
      if let lack = comment.lack {
        faults.append(
          fault(
            "the comment silences nothing, because it \(lack); expected "
              + "'deleterules:ignore RULE reason'", at: comment))
        continue
      }
      for id in comment.rules {
        guard let rule = CheckRule(rawValue: id) else {
          let near = id.suggestion(among: CheckRule.allCases.map(\.rawValue))
          faults.append(fault("no rule is called '\(id)'\(near)", at: comment))
          continue
        }
        let found = (places[comment.location.file] ?? []).filter {
          findings[$0].rule == rule && comment.lines.contains(findings[$0].location.line)
        }
        silenced.formUnion(found)
        if found.isEmpty, rules.contains(rule) {
          faults.append(
            fault(
              "\(id) is not found on this line or what is declared below; remove the comment",
              at: comment))
        }
      }
    }
    return findings.indices.filter { !silenced.contains($0) }.map { findings[$0] } + faults
  }

  private func fault(_ message: String, at comment: IgnoreComment) -> Finding {
    Finding(
      .ineffectiveIgnore, CheckRule.ineffectiveIgnore.severity, message, model: model.place,
      entity: nil, relationship: nil, at: comment.location)
  }
}

extension IgnoreComment {
  /// What it does not say; nil where it says everything.
  fileprivate var lack: String? {
    if !isIgnore { return "asks for something else" }
    if rules.isEmpty { return "names no rule" }
    return reason.isEmpty ? "gives no reason" : nil
  }
}
