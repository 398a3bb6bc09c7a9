import CompiledOnce
import ModelFiles
import SourceText
import SwiftSource

/// The findings that comments in a model's files silence.
struct IgnoreComments {
  /// The comments, each once, and the places of the models that they are of.
  private var comments: [(comment: IgnoreComment, model: String)] = []
  private let rules: Set<CheckRule>

  /// Takes the comments of some models and of the code around them.
  init(of models: [Model], _ code: [SwiftDeclarations], rules: Set<CheckRule>) {
    self.rules = rules
    var known: Set<Location> = []
    for model in models {
      for comment in model.ignoreComments where known.insert(comment.location).inserted {
        comments.append((comment, model.place))
      }
    }
    guard let model = models.first else { return }
    for file in code {
      for comment in file.tokens.comments where known.insert(comment.location).inserted {
        let lines = file.tokens.lines(of: comment)
        comments.append(
          (IgnoreComment(comment.text, at: comment.location, lines: lines), model.place))
      }
    }
  }

  /// Takes out of some findings what is silenced, and adds what is wrong with the comments.
  ///
  /// A comment that gives no reason silences nothing.
  func remaining(_ findings: [Finding]) -> [Finding] {
    if comments.isEmpty { return findings }
    let places = findings.indices.map { index in
      ([findings[index].location] + findings[index].otherSides.map(\.location)).map { (index, $0) }
    }.joined().grouped { $0.1.file }
    var silenced: Set<Int> = []
    var faults: [Finding] = []
    for (comment, model) in comments {
      if let lack = comment.lack {
        faults.append(
          fault(
            "the comment silences nothing, because it \(lack); expected "
              + "'deleterules:ignore RULE reason'", at: comment, model))
        continue
      }
      for id in comment.rules {
        guard let rule = CheckRule(rawValue: id) else {
          let near = id.suggestion(among: CheckRule.allCases.map(\.rawValue))
          faults.append(fault("no rule is called '\(id)'\(near)", at: comment, model))
          continue
        }
        let found = (places[comment.location.file] ?? []).filter { index, place in
          findings[index].rule == rule && comment.lines.contains(place.line)
        }
        silenced.formUnion(found.map(\.0))
        if found.isEmpty, rules.contains(rule) {
          faults.append(
            fault(
              "\(id) is not found on this line or what is declared below; remove the comment",
              at: comment, model))
        }
      }
    }
    return findings.indices.filter { !silenced.contains($0) }.map { findings[$0] } + faults
  }

  private func fault(
    _ message: String, at comment: IgnoreComment, _ model: String
  ) -> Finding {
    Finding(
      .ineffectiveIgnore, CheckRule.ineffectiveIgnore.severity, FindingText(message), model: model,
      at: comment.location)
  }
}

extension IgnoreComment {
  /// A description of what the comment lacks; nil if it is complete.
  fileprivate var lack: String? {
    if !isIgnore { return "asks for something else" }
    if rules.isEmpty { return "names no rule" }
    return reason.isEmpty ? "gives no reason" : nil
  }
}
