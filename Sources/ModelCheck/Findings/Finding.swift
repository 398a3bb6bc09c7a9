import ModelFiles
import SourceText

/// Something in a model that will hurt, with its proof.
public struct Finding: Sendable {
  /// How bad it is.
  public var severity: ModelFinding.Severity
  /// Which rule found it.
  public let rule: CheckRule
  /// What is wrong, and what comes of it.
  public let message: String
  /// The model's name, as `Model/name`.
  public let model: String
  /// The entity that is concerned, if any.
  public let entity: String?
  /// The relationship that is concerned, if any.
  public let relationship: String?
  /// Where it is written.
  public let location: Location
  /// The smallest delete that shows it; nil for what is wrong with the text and not with a delete.
  public let witness: Witness?

  package init(
    _ rule: CheckRule, _ severity: ModelFinding.Severity, _ message: String, model: String,
    entity: String?, relationship: String?, at location: Location, witness: Witness? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.model = model
    self.entity = entity
    self.relationship = relationship
    self.location = location
    self.witness = witness
  }
}

extension Finding: CustomStringConvertible {
  /// `file:line:column: warning: message (rule)`, as compilers write it and Xcode reads it.
  public var description: String {
    "\(location): \(severity.rawValue): \(message) (\(rule.rawValue))"
  }
}
