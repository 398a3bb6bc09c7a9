import ModelFiles
import ObjectGraph

extension CheckRule {
  /// The smallest model in which the rule finds something.
  public struct Example: Sendable {
    /// What the file is called.
    public let file: String
    /// The file's text, without imports and initializers.
    public let text: String

    static func swiftData(_ text: String) -> Example { Example(file: "Models.swift", text: text) }

    static func coreData(_ text: String) -> Example {
      Example(file: "App.xcdatamodel/contents", text: "<model>\n\(text)\n</model>")
    }
  }

  /// The smallest model in which the rule finds something; nil where it is not about a model.
  public var example: Example? { hazardExample ?? statementExample ?? coreDataExample }

  private var hazardExample: Example? {
    switch self {
    case .oneToOneCrash:
      .swiftData(
        """
        @Model class Person { @Relationship(deleteRule: .deny) var passport: Passport? }
        @Model class Passport { var person: Person? }
        """)
    case .noActionLeavesDangling:
      .swiftData(
        """
        @Model class Album { @Relationship(deleteRule: .noAction) var photos: [Photo] = [] }
        @Model class Photo { var album: Album? }
        """)
    case .missingInverseLeavesDangling, .cloudKitMissingInverse:
      .swiftData(
        """
        @Model class Task { var tag: Tag? }
        @Model class Tag { var name = "" }
        """)
    case .manyToManyWithoutInverse:
      .swiftData(
        """
        @Model class Note { var tags: [Tag] = [] }
        @Model class Tag { var notes: [Note] = [] }
        """)
    case .nullifyBreaksMandatory, .cloudKitMandatory:
      .swiftData(
        """
        @Model class List { @Relationship(inverse: \\Item.list) var items: [Item]? = [] }
        @Model class Item { var list: List }
        """)
    case .nullifyBreaksMinimum:
      .swiftData(
        """
        @Model class Team { @Relationship(minimumModelCount: 2) var players: [Player]? = [] }
        @Model class Player { var team: Team? }
        """)
    case .denyOnBothSides:
      .swiftData(
        """
        @Model class Author { @Relationship(deleteRule: .deny) var books: [Book] = [] }
        @Model class Book { @Relationship(deleteRule: .deny) var author: Author? }
        """)
    case .denyOnChild, .cloudKitDeny:
      .swiftData(
        """
        @Model class Author { var books: [Book] = [] }
        @Model class Book { @Relationship(deleteRule: .deny) var author: Author? }
        """)
    case .denyBlocksCascade:
      .swiftData(
        """
        @Model class Project { @Relationship(deleteRule: .cascade) var tasks: [Task] = [] }
        @Model class Task {
          var project: Project?
          @Relationship(deleteRule: .deny) var invoices: [Invoice] = []
        }
        @Model class Invoice { var task: Task? }
        """)
    case .cascadeOnToOneToParent:
      .swiftData(
        """
        @Model class List { var items: [Item] = [] }
        @Model class Item { @Relationship(deleteRule: .cascade) var list: List? }
        """)
    case .cascadeSharedChildren:
      .swiftData(
        """
        @Model class Note {
          @Relationship(deleteRule: .cascade, inverse: \\Tag.notes) var tags: [Tag] = []
        }
        @Model class Tag { var notes: [Note] = [] }
        """)
    case .cascadeBothSides:
      .swiftData(
        """
        @Model class List { @Relationship(deleteRule: .cascade) var items: [Item] = [] }
        @Model class Item { @Relationship(deleteRule: .cascade) var list: List? }
        """)
    case .ambiguousInverse:
      .swiftData(
        """
        @Model class Airport {
          var departures: [Flight] = []
          var arrivals: [Flight] = []
        }
        @Model class Flight { var origin: Airport? }
        """)
    default: nil
    }
  }
}
