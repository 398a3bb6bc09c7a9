import ModelFiles

extension CheckRule {
  /// The descriptions of the rules about what is written, rather than what a delete does.
  var statementDescription: (summary: String, reason: String, fix: String) {
    switch self {
    case .inverseNotReciprocal:
      (
        "The stated inverse is not there, or does not lead back.",
        "The relationship is taken as one without an inverse.",
        "Name the relationship that leads back; in Core Data, on both sides."
      )
    case .inverseOnBothSides:
      (
        "Both sides of a SwiftData relationship name the inverse.",
        "The macros then refer to each other in a circle, and the source does not compile.",
        "Keep inverse: on one side."
      )
    case .mismatchedInverse:
      (
        "The key path of an inverse starts at another type than the destination.",
        "The source does not compile; the destination's property of that name is taken.",
        "Start the key path at the destination."
      )
    case .missingDeleteRule:
      (
        "A Core Data relationship states no delete rule.",
        "Xcode saves such a model as No Action, which leaves references dangling.",
        "Choose a rule in the model editor; nullify is what most relationships have."
      )
    case .unknownDeleteRule:
      (
        "The delete rule is none that the framework knows.",
        "What it was taken for is a guess.",
        "Write Nullify, Cascade, Deny or No Action; in SwiftData .nullify, .cascade, .deny or "
          + ".noAction."
      )
    case .orderedOnBothSides:
      (
        "A relationship and its inverse are both ordered.",
        "One report has the model compiler refuse such a pair, and Core Data crash in a delete where "
          + "it was built in code. Yet apps ship with such pairs, so it may hold for some releases "
          + "only.",
        "Let one of the two be unordered, unless you have tried the delete."
      )
    case .impossibleCounts:
      (
        "The least and the greatest number of objects contradict each other, or are no numbers.",
        "The relationship is taken as one without bounds.", "Correct the counts."
      )
    case .unknownDestination:
      (
        "The destination of a relationship is no entity of the model.",
        "The relationship is left out of everything that is said about the model.",
        "Correct the name, or add the entity or its file."
      )
    case .unknownParent:
      (
        "The parent of an entity is not in the model.",
        "The entity is taken as one without a parent, so it lacks what it would inherit.",
        "Correct the name, or add the entity or its file."
      )
    case .inheritanceCycle:
      (
        "Entities inherit from each other in a circle.",
        "One of them is taken as an entity without a parent.", "Break the circle."
      )
    case .duplicateEntity:
      (
        "Two entities have one name.", "The second is left out.",
        "Rename one of them, or read one of the two models."
      )
    case .duplicateProperty:
      (
        "Two properties of an entity, or of it and an ancestor, have one name.",
        "The second is left out.", "Rename one of them."
      )
    case .emptyName:
      ("Something has no name.", "It is left out.", "Give it a name.")
    case .conditionalDeclaration:
      (
        "A declaration stands under a condition, such as #if.",
        "Which branch holds depends on the build; what was taken is in the message.",
        "Read the message, and check the other branch by itself."
      )
    case .repeatedDeclaration:
      (
        "A declaration is there twice.", "The first one counts.", "Remove one of them."
      )
    case .constantProperty:
      (
        "A property that leads to a model class is a constant.",
        "SwiftData keeps what is a var, so it is no relationship.", "Write var instead of let."
      )
    case .uncertainModel:
      (
        "@Model stands in a file that does not import SwiftData.",
        "It is taken for SwiftData's, but may be that of another module.",
        "Import SwiftData, or leave the file out."
      )
    case .uncertainVersion:
      (
        "Which version of the model is current cannot be told for certain.",
        "What was taken is in the message.", "Name the files of the current version."
      )
    case .unreadableArgument:
      (
        "An argument of a macro could not be understood.", "It is passed over.",
        "Write it literally where the macro is used."
      )
    case .unreadableModel:
      (
        "@Model is on something that is no class.", "It is left out.",
        "Make it a class, as SwiftData requires."
      )
    case .unreadableSource:
      (
        "A part of the source could not be understood.", "It is passed over.",
        "Read the message; perhaps the source does not compile."
      )
    case .unreadableType:
      (
        "The type of a property could not be told.",
        "If it is a relationship, it is missing in everything that is said about the model.",
        "Write the type down."
      )
    case .cloudKitDeny:
      (
        "CloudKit does not support deny.",
        "A store that CloudKit mirrors is not loaded with such a model.",
        "Use another rule, and ask before the delete."
      )
    case .cloudKitMandatory:
      (
        "CloudKit requires every relationship to be optional.",
        "Objects arrive one by one, in any order, so a reference may be missing for a while.",
        "Make the relationship optional; a to-many as well, in SwiftData."
      )
    case .cloudKitMissingInverse:
      (
        "CloudKit requires every relationship to have an inverse.",
        "A store that CloudKit mirrors is not loaded with such a model.",
        "Add the inverse."
      )
    case .staleBaselineEntry:
      (
        "A baseline silences something that is no longer found.",
        "It would silence it again, should it come back.", "Remove the entry."
      )
    default: (rawValue, "", "")
    }
  }
}
