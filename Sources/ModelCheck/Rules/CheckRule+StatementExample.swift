import ModelFiles
import ObjectGraph

extension CheckRule {
  /// Examples of what can be written wrong in Swift.
  var statementExample: Example? {
    switch self {
    case .inverseNotReciprocal:
      .swiftData(
        """
        @Model class Note { @Relationship(inverse: \\Tag.note) var tags: [Tag] = [] }
        @Model class Tag { var notes: [Note] = [] }
        """)
    case .inverseOnBothSides:
      .swiftData(
        """
        @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
        @Model class Tag { @Relationship(inverse: \\Note.tags) var notes: [Note] = [] }
        """)
    case .mismatchedInverse:
      .swiftData(
        """
        @Model class Note { @Relationship(inverse: \\Label.notes) var tags: [Tag] = [] }
        @Model class Tag { var notes: [Note] = [] }
        @Model class Label { var notes: [Note] = [] }
        """)
    case .unknownDestination:
      .swiftData("@Model class Note { @Relationship(deleteRule: .cascade) var tags: [Tag] = [] }")
    case .conditionalDeclaration:
      .swiftData(
        """
        #if DEBUG
        @Model class Note { var log = "" }
        #else
        @Model class Note { var title = "" }
        #endif
        """)
    case .repeatedDeclaration:
      .swiftData(
        """
        @Model class Note { var title = "" }
        @Model class Note { var text = "" }
        """)
    case .constantProperty:
      .swiftData(
        """
        @Model class Note { let tags: [Tag] }
        @Model class Tag { var name = "" }
        """)
    case .uncertainModel:
      .swiftData(
        """
        import Persistence
        @Model class Note { var title = "" }
        """)
    case .uncertainVersion:
      .swiftData(
        """
        enum Old: VersionedSchema { @Model class Note { var title = "" } }
        enum New: VersionedSchema { @Model class Note { var text = "" } }
        """)
    case .unreadableArgument:
      .swiftData(
        """
        @Model class Note { @Relationship(deleteRule: standardRule) var tag: Tag? }
        @Model class Tag { var note: Note? }
        """)
    case .unreadableModel: .swiftData("@Model struct Note { var title = \"\" }")
    case .unreadableSource: .swiftData("@Model class Note { var title = \"")
    case .unreadableType:
      .swiftData(
        """
        @Model class Note { @Relationship var tags = makeTags() }
        @Model class Tag { var name = "" }
        """)
    default: nil
    }
  }

  /// Examples of what can be written wrong in a Core Data model.
  var coreDataExample: Example? {
    switch self {
    case .missingDeleteRule:
      .coreData(
        """
          <entity name="Album">
            <relationship name="photos" optional="YES" toMany="YES" destinationEntity="Photo"
              inverseName="album" inverseEntity="Photo"/>
          </entity>
          <entity name="Photo">
            <relationship name="album" optional="YES" maxCount="1" deletionRule="Nullify"
              destinationEntity="Album" inverseName="photos" inverseEntity="Album"/>
          </entity>
        """)
    case .unknownDeleteRule:
      .coreData(
        """
          <entity name="Album">
            <relationship name="photos" optional="YES" toMany="YES" deletionRule="Delete"
              destinationEntity="Photo"/>
          </entity>
          <entity name="Photo"/>
        """)
    case .orderedOnBothSides:
      .coreData(
        """
          <entity name="Album">
            <relationship name="photos" optional="YES" toMany="YES" ordered="YES"
              deletionRule="Nullify" destinationEntity="Photo" inverseName="albums"
              inverseEntity="Photo"/>
          </entity>
          <entity name="Photo">
            <relationship name="albums" optional="YES" toMany="YES" ordered="YES"
              deletionRule="Nullify" destinationEntity="Album" inverseName="photos"
              inverseEntity="Album"/>
          </entity>
        """)
    case .impossibleCounts:
      .coreData(
        """
          <entity name="Album">
            <relationship name="photos" optional="YES" toMany="YES" minCount="3" maxCount="2"
              deletionRule="Nullify" destinationEntity="Album"/>
          </entity>
        """)
    case .unknownParent: .coreData("  <entity name=\"Album\" parentEntity=\"Collection\"/>")
    case .inheritanceCycle:
      .coreData(
        """
          <entity name="Album" parentEntity="Collection"/>
          <entity name="Collection" parentEntity="Album"/>
        """)
    case .duplicateEntity:
      .coreData("  <entity name=\"Album\"/>\n  <entity name=\"Album\"/>")
    case .duplicateProperty:
      .coreData(
        """
          <entity name="Album">
            <attribute name="title" optional="YES" attributeType="String"/>
            <attribute name="title" optional="YES" attributeType="String"/>
          </entity>
        """)
    case .emptyName: .coreData("  <entity name=\"\"/>")
    default: nil
    }
  }
}
