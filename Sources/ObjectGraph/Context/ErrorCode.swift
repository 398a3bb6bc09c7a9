/// Core Data's number for something that refuses a save, a batch delete or a read.
///
/// The numbers and names are those of `CoreDataErrors.h`.
public enum ErrorCode: Int, CaseIterable, Hashable, Sendable {
  /// An object is invalid in a way that has no specific error code.
  case objectValidation = 1550
  /// Two objects have the same value of a unique attribute.
  case constraintValidation = 1551
  /// Several problems at once; each is among the details.
  case multipleErrors = 1560
  /// A mandatory property has no value.
  case missingMandatoryProperty = 1570
  /// A relationship holds fewer objects than its least count.
  case lacksMinimumCount = 1580
  /// A relationship holds more objects than its greatest count.
  case exceedsMaximumCount = 1590
  /// A deny rule refuses a delete.
  case deniedDelete = 1600
  /// A fault leads to an object that is not in the store.
  case referentialIntegrity = 133_000
  /// The store refuses a batch delete; the constant was named for conflicts of saves.
  case saveConflicts = 134_050

  /// The name of the constant.
  public var name: String {
    switch self {
    case .objectValidation: "NSManagedObjectValidationError"
    case .constraintValidation: "NSManagedObjectConstraintValidationError"
    case .multipleErrors: "NSValidationMultipleErrorsError"
    case .missingMandatoryProperty: "NSValidationMissingMandatoryPropertyError"
    case .lacksMinimumCount: "NSValidationRelationshipLacksMinimumCountError"
    case .exceedsMaximumCount: "NSValidationRelationshipExceedsMaximumCountError"
    case .deniedDelete: "NSValidationRelationshipDeniedDeleteError"
    case .referentialIntegrity: "NSManagedObjectReferentialIntegrityError"
    case .saveConflicts: "NSPersistentStoreSaveConflictsError"
    }
  }
}
