import ObjectGraph
import SourceText
import Testing

@testable import ModelFiles

@Suite("Are models that Swift code builds read?")
struct BuiltModelTests {
  private static let expected = [
    "Folder.files: File * cascade <-> folder", "File.folder: Folder ? deny <-> files",
  ]

  /// The two entities and relationships of `expected`, built in different ways.
  private static let ways: [String] = [
    // Properties, one by one.
    """
    func makeModel() -> NSManagedObjectModel {
      let folder = NSEntityDescription(), file = NSEntityDescription()
      folder.name = "Folder"; file.name = "File"
      let files = NSRelationshipDescription(), up = NSRelationshipDescription()
      files.name = "files"; files.destinationEntity = file; files.maxCount = 0
      files.deleteRule = .cascadeDeleteRule
      up.name = "folder"; up.destinationEntity = folder; up.maxCount = 1
      up.deleteRule = NSDeleteRule.denyDeleteRule
      files.inverseRelationship = up; up.inverseRelationship = files
      folder.properties = [files]; file.properties = [up]
      let model = NSManagedObjectModel()
      model.entities = [folder, file]
      return model
    }
    """,
    // By a setter that code declares.
    """
    extension NSRelationshipDescription {
      var rule: NSDeleteRule { get { deleteRule } set { deleteRule = newValue } }
      var counterpart: NSRelationshipDescription? {
        get { inverseRelationship }
        set(other) { inverseRelationship = other; other?.inverseRelationship = self }
      }
      var isOne: Bool { get { maxCount == 1 } set { if newValue { maxCount = 1 } else { maxCount = 0 } } }
    }
    func makeModel() -> NSManagedObjectModel {
      let folder = NSEntityDescription(), file = NSEntityDescription()
      folder.name = "Folder"; file.name = "File"
      let files = NSRelationshipDescription(), up = NSRelationshipDescription()
      files.name = "files"; files.destinationEntity = file; files.isOne = false
      files.rule = .cascadeDeleteRule
      up.name = "folder"; up.destinationEntity = folder; up.isOne = true
      up.rule = .denyDeleteRule
      files.counterpart = up
      folder.properties = [files]; file.properties = [up]
      let model = NSManagedObjectModel()
      model.entities = [folder, file]
      return model
    }
    """,
    // Helpers that take any number of arguments, of which there may be none.
    """
    func entity(_ name: String, _ properties: NSPropertyDescription..., isAbstract: Bool = false)
      -> NSEntityDescription
    {
      let entity = NSEntityDescription()
      entity.name = name
      entity.properties = properties
      return entity
    }
    func relationship(_ name: String, many: Bool, _ rule: NSDeleteRule) -> NSRelationshipDescription {
      let relationship = NSRelationshipDescription()
      relationship.name = name
      relationship.maxCount = many ? 0 : 1
      relationship.deleteRule = rule
      return relationship
    }
    func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
      let model = NSManagedObjectModel()
      model.entities = entities
      return model
    }
    let made: NSManagedObjectModel = {
      let files = relationship("files", many: true, .cascadeDeleteRule)
      let up = relationship("folder", many: false, .denyDeleteRule)
      let folder = entity("Folder", isAbstract: false)
      let file = entity("File", up)
      folder.properties.append(files)
      (files.destinationEntity, up.destinationEntity) = (file, folder)
      files.inverseRelationship = up; up.inverseRelationship = files
      return model(folder, file)
    }()
    """,
    // A closure that is called at once, with helper functions and their defaults.
    """
    enum Store {
      static let model: NSManagedObjectModel = {
        let folder = entity("Folder")
        let file = entity("File")
        let files = relationship("files", to: file, isToMany: true, rule: .cascadeDeleteRule)
        let up = relationship("folder", to: folder, rule: .denyDeleteRule)
        (files.inverseRelationship, up.inverseRelationship) = (up, files)
        folder.properties += [files]
        file.properties.append(up)
        let model = NSManagedObjectModel()
        model.entities.append(contentsOf: [folder, file])
        return model
      }()
      private static func entity(_ name: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        return entity
      }
      private static func relationship(
        _ name: String, to entity: NSEntityDescription, isToMany: Bool = false,
        rule: NSDeleteRule = .nullifyDeleteRule
      ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = entity
        if isToMany { relationship.maxCount = 0 } else { relationship.maxCount = 1 }
        relationship.deleteRule = rule
        return relationship
      }
    }
    """,
    // Initializers of one's own, and an enumeration.
    """
    enum Count { case one(isRequired: Bool = false), many }
    extension NSEntityDescription {
      convenience init<T>(class type: T.Type) where T: NSManagedObject {
        self.init()
        name = String(describing: type)
        managedObjectClassName = T.self.description()
      }
    }
    extension NSRelationshipDescription {
      convenience init(
        _ name: String, _ count: Count, to entity: NSEntityDescription,
        _ set: (NSRelationshipDescription) -> Void = { _ in }
      ) {
        self.init()
        self.name = name
        destinationEntity = entity
        switch count {
        case .many: maxCount = 0
        case .one(let isRequired): maxCount = 1; minCount = isRequired ? 1 : 0
        }
        set(self)
      }
    }
    final class Folder: NSManagedObject {}
    final class File: NSManagedObject {}
    struct Stack {
      typealias Entity = NSEntityDescription
      lazy var model: NSManagedObjectModel = {
        typealias Link = NSRelationshipDescription
        let folder = Entity(class: Folder.self), file = Entity(class: File.self)
        let files = Link("files", .many, to: file) { $0.deleteRule = .cascadeDeleteRule }
        let up = Link("folder", .one(), to: folder) { $0.deleteRule = .denyDeleteRule }
        files.inverseRelationship = up
        up.inverseRelationship = files
        folder.properties = [files]
        file.properties = [up]
        let model = NSManagedObjectModel()
        model.entities = [folder, file]
        return model
      }()
    }
    """,
    // A description of one's own, from which loops and dictionaries make the model.
    """
    struct LinkDescription {
      static func link(
        _ name: String, to entity: String, toMany: Bool = false,
        rule: NSDeleteRule = .nullifyDeleteRule, inverse: String? = nil
      ) -> LinkDescription {
        LinkDescription(name: name, entity: entity, count: toMany ? 0 : 1, rule: rule, inverse: inverse)
      }
      var name: String
      var entity: String
      var count: Int
      var rule: NSDeleteRule
      var inverse: String?
    }
    struct EntityDescription { var name: String; var links: [LinkDescription] }
    struct ModelDescription {
      let entities: [EntityDescription]
      func make() -> NSManagedObjectModel {
        var made: [String: NSEntityDescription] = [:]
        for entity in entities {
          let description = NSEntityDescription()
          description.name = entity.name
          made[entity.name] = description
        }
        var open: [(LinkDescription, NSRelationshipDescription)] = []
        for entity in entities {
          made[entity.name]!.properties = entity.links.map { link in
            let relationship = NSRelationshipDescription()
            relationship.name = link.name
            relationship.destinationEntity = made[link.entity]
            relationship.maxCount = link.count
            relationship.deleteRule = link.rule
            if link.inverse != nil { open.append((link, relationship)) }
            return relationship
          }
        }
        for (link, relationship) in open {
          guard let name = link.inverse, let target = relationship.destinationEntity else { continue }
          relationship.inverseRelationship = target.relationshipsByName[name]
        }
        let model = NSManagedObjectModel()
        model.entities = Array(made.values)
        return model
      }
    }
    let model = ModelDescription(entities: [
      EntityDescription(name: "Folder", links: [
        .link("files", to: "File", toMany: true, rule: .cascadeDeleteRule, inverse: "folder")
      ]),
      EntityDescription(name: "File", links: [
        .link("folder", to: "Folder", rule: .denyDeleteRule, inverse: "files")
      ]),
    ]).make()
    """,
    // A class of its own, and names that are put together.
    """
    enum Key: String { case files, folder }
    class AppModel: NSManagedObjectModel {
      override init() {
        super.init()
        setUp()
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }
    }
    extension AppModel {
      static let prefix = "Fi"
      func setUp() {
        let folder = NSEntityDescription()
        folder.name = "\\(Folder.self)"
        let file = NSEntityDescription()
        file.name = "\\(AppModel.prefix)le"
        func pair(_ one: (NSEntityDescription, NSDeleteRule), _ other: (NSEntityDescription, NSDeleteRule)) {
          let down = NSRelationshipDescription()
          down.name = other.0.name!.lowercased() + "s"
          let up = NSRelationshipDescription()
          up.name = #keyPath(File.folder)
          [(down, other.0, one.1), (up, one.0, other.1)].forEach { link, target, rule in
            link.destinationEntity = target
            link.deleteRule = rule
          }
          up.maxCount = 1
          down.inverseRelationship = up
          up.inverseRelationship = down
          one.0.properties.append(down)
          other.0.properties.append(up)
        }
        pair((folder, .cascadeDeleteRule), (file, .denyDeleteRule))
        entities = [folder, file]
      }
    }
    """,
    // Code at the top of a file.
    """
    let folder = NSEntityDescription()
    let file = NSEntityDescription()
    folder.name = "Folder"
    file.name = "File"
    let files = NSRelationshipDescription()
    let up = NSRelationshipDescription()
    for (link, name, target) in [(files, "files", file), (up, "folder", folder)] {
      link.name = name
      link.destinationEntity = target
    }
    files.deleteRule = .cascadeDeleteRule
    up.maxCount = 1
    up.deleteRule = .denyDeleteRule
    files.inverseRelationship = up
    up.inverseRelationship = files
    folder.properties = [files]
    file.properties = [up]
    let model = NSManagedObjectModel()
    model.entities = [folder, file]
    """,
  ]

  @Test("Each way to build a model comes to the same relationships", arguments: ways)
  func way(text: String) throws {
    let project = try ProjectOfFiles(["Model.swift": text]).read()
    #expect(project.relationshipLines == Self.expected)
    #expect(project.models.first?.findings.map(\.description) == [])
    #expect(project.models.map(\.framework) == [.coreData] && project.unread.isEmpty)
  }

  @Test("Helpers and names in other files are found")
  func files() throws {
    let project = try ProjectOfFiles([
      "Names.swift": "enum Names { static let file = \"File\" }",
      "Build.swift": """
      func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
        let made = NSEntityDescription()
        made.name = name
        made.properties = properties
        return made
      }
      """,
      "App/Model.swift": """
      func model() -> NSManagedObjectModel {
        let next = NSRelationshipDescription()
        let file = entity(Names.file, [next])
        next.name = "next"
        next.maxCount = 1
        next.isOptional = false
        next.destinationEntity = file
        let model = NSManagedObjectModel()
        model.entities = [file]
        return model
      }
      """,
    ]).read()
    #expect(project.relationshipLines == ["File.next: File 1 nullify"])
    let location = project.models.first?.entities.first?.relationships.first?.location
    #expect(location?.description.hasSuffix("App/Model.swift:4:15") == true)
  }

  @Test("Inheritance, abstract entities, uniqueness and classes are read")
  func rest() throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      func model() -> NSManagedObjectModel {
        let base = NSEntityDescription()
        base.name = "Base"
        base.isAbstract = true
        base.managedObjectClassName = NSStringFromClass(BaseObject.self)
        let id = NSAttributeDescription()
        id.name = "id"
        id.isOptional = false
        base.properties = [id]
        base.uniquenessConstraints = [[id]]
        let note = NSEntityDescription()
        note.name = "Note"
        base.subentities = [note]
        let model = NSManagedObjectModel()
        model.entities = [base, note]
        return model
      }
      """
    ]).read()
    let model = try #require(project.models.first)
    #expect(model.entities.map(\.parent) == [nil, "Base"])
    #expect(model.entities.map(\.isAbstract) == [true, false])
    #expect(model.entities[0].className == "BaseObject")
    #expect(model.entities[0].attributes.map(\.declaration.isUnique) == [true])
    #expect(model.entities[0].attributes.map(\.declaration.isOptional) == [false])
  }

  @Test(
    "A delete rule may be made of the number that the file format has for it",
    arguments: [
      ("NSDeleteRule(rawValue: 0)!", DeleteRule.noAction),
      ("NSDeleteRule(rawValue: 1) ?? .denyDeleteRule", .nullify),
      ("NSDeleteRule.init(rawValue: 2)!", .cascade), (".init(rawValue: 3)!", .deny),
      ("rule(1 + 1)", .cascade), ("constant", .deny),
    ])
  func numberedRule(value: String, rule: DeleteRule) throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      let constant: NSDeleteRule = .init(rawValue: 3)!
      func rule(_ number: UInt) -> NSDeleteRule { NSDeleteRule(rawValue: number)! }
      func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(), folder = NSEntityDescription(), files = NSRelationshipDescription()
        folder.name = "Folder"
        files.name = folder.name!.lowercased() + "s"
        files.destinationEntity = folder; folder.properties = [files]; model.entities = [folder]
        files.deleteRule = \(value)
        return model
      }
      """
    ]).read()
    #expect(project.relationshipLines == ["Folder.folders: Folder * \(rule.rawValue)"])
    #expect(project.models.first?.findings.map(\.rule) == [])
    // A name that is made of another one stands where it is made.
    #expect(project.models.first?.entities[0].relationships[0].location.line == 6)
  }

  @Test(
    "Where construction cannot be followed, the place is named, and the rest is read",
    arguments: [
      ("files.deleteRule = Settings.shared.rule", "4:39: error: the delete rule of Folder.files"),
      (
        "files.deleteRule = NSDeleteRule(rawValue: 9)!",
        "4:24: error: the delete rule of Folder.files"
      ),
      ("files.deleteRule = .init(rawValue: n())!", "4:24: error: the delete rule of Folder.files"),
      ("files.maxCount = limit()", "4:22: error: maxCount of Folder.files"),
      ("files.name = names[0]", "4:23: error: the name of a relationship of Folder"),
      ("files.destinationEntity = find(\"File\")", "4:31: error: the destination of Folder.files"),
      ("model.entities.append(load())", "4:27: error: an entity of the model"),
      ("folder.properties.append(load())", "4:30: error: a property of Folder"),
      ("configure(files)", "4:5: warning: 'configure' is given a part of the model"),
      ("if flag { files.deleteRule = .denyDeleteRule }", "4:13: warning: this runs only under"),
    ])
  func gaps(line: String, expected: String) throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(), folder = NSEntityDescription(), files = NSRelationshipDescription()
        folder.name = "Folder"; files.name = "files"; files.destinationEntity = folder; folder.properties = [files]; model.entities = [folder]
          \(line)
        return model
      }
      """
    ]).read()
    let findings = try #require(project.models.first).findings.filter {
      $0.rule == .incompleteModel
    }
    #expect(findings.count == 1)
    #expect(findings.first?.description.contains("Model.swift:\(expected)") == true, "\(findings)")
  }

  @Test("A relationship that unknown code adds belongs to the entity to which its inverse leads")
  func addedRelationship() throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      func model() -> NSManagedObjectModel {
        let folder = NSEntityDescription(), file = NSEntityDescription()
        let files = NSRelationshipDescription(), owner = NSRelationshipDescription()
        folder.name = "Folder"; file.name = "File"; files.name = "files"; owner.name = "folder"
        files.destinationEntity = file; owner.destinationEntity = folder; owner.maxCount = 1
        files.inverseRelationship = owner; owner.inverseRelationship = files
        file.properties = [owner]
        folder.add(files)
        let model = NSManagedObjectModel()
        model.entities = [folder, file]
        return model
      }
      """
    ]).read()
    #expect(
      project.relationshipLines == [
        "Folder.files: File * nullify <-> folder", "File.folder: Folder ? nullify <-> files",
      ])
    #expect(project.models.first?.findings.map(\.rule) == [.incompleteModel])
  }

  @Test("A model of which nothing can be followed is named, and is not taken for an empty one")
  func nothing() throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      func model(_ parts: [NSEntityDescription]) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = parts
        return model
      }
      """
    ]).read()
    #expect(project.models.isEmpty)
    #expect(project.unread.map(\.finding.rule) == [.incompleteModel])
    #expect(project.unread.first?.finding.location.line == 2)
  }

  @Test(
    "An empty model that nothing adds entities to is no model",
    arguments: [
      ("load() ?? NSManagedObjectModel()", false), ("NSManagedObjectModel()", false),
      ("NSManagedObjectModel()\nfunc f(_ m: NSManagedObjectModel) { m.entities = made() }", true),
      ("load() ?? NSManagedObjectModel()\nfunc f() { m.entities = made() }", true),
      (
        "NSManagedObjectModel()\nfunc f(_ m: NSManagedObjectModel) { m.entities.append(made()) }",
        true
      ),
      ("NSManagedObjectModel()\nfunc f() { if m.entities == [] {} }", false),
      (
        "Own()\nclass Own: NSManagedObjectModel { override var entities: [E] { get { made() } } }",
        true
      ),
    ])
  func empty(value: String, isNamed: Bool) throws {
    let project = try ProjectOfFiles([
      "Model.swift": "@Model class Note {}\nlet m = \(value)"
    ]).read()
    #expect(project.models.map(\.framework) == [.swiftData])
    #expect(project.unread.isEmpty == !isNamed, "\(project.unread)")
  }

  @Test(
    "A model from a file that code changes is not known",
    arguments: [
      (
        "base.entitiesByName[\"Cart\"]!.relationshipsByName[\"items\"]!.deleteRule = .denyDeleteRule",
        true
      ),
      (
        "let again = base.copy() as! NSManagedObjectModel; again.entities[0].r.deleteRule = rule",
        true
      ),
      ("let same = base.entities[0].r.deleteRule == rule", false),
      ("base.entities.append(load())", false),
      ("let cart = NSEntityDescription(); base.entities.append(cart)", true),
    ])
  func changed(line: String, isNamed: Bool) throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      @Model class Note {}
      func model(_ url: URL) -> NSManagedObjectModel {
        let base = NSManagedObjectModel(contentsOf: url)!
        \(line)
        return base
      }
      """
    ]).read()
    let places = project.unread.map { "\($0.finding.rule.rawValue) \($0.finding.location.line)" }
    #expect(places == (isNamed ? ["incomplete_model 4"] : []))
  }

  @Test("Entities of a model from a file are left out beside those that code adds")
  func extended() throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      func model(_ url: URL) -> NSManagedObjectModel {
        let base = NSManagedObjectModel(contentsOf: url)!
        let poem = NSEntityDescription(), model = NSManagedObjectModel()
        poem.name = "Poem"; model.entities = base.entities + [poem]
        return model
      }
      """
    ]).read()
    #expect(project.models.map { $0.entities.map(\.name) } == [["Poem"]])
    #expect(project.models.first?.findings.map(\.rule) == [.incompleteModel])
  }

  @Test("A model from a file is none that code builds")
  func ofFile() throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      func model(_ url: URL) -> NSManagedObjectModel? { NSManagedObjectModel(contentsOf: url) }
      @Model class Note {}
      """
    ]).read()
    #expect(project.models.map(\.framework) == [.swiftData] && project.unread.isEmpty)
  }

  @Test("Models of one file that share an entity are versions, the last of which is taken")
  func versions() throws {
    let make = """
      func make() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(), note = NSEntityDescription(), next = NSRelationshipDescription()
        note.name = "Note"; next.name = "next"; next.destinationEntity = note; next.deleteRule = .RULE
        note.properties = [next]; model.entities = [note]
        return model
      }
      """
    let texts = [("make1", "cascadeDeleteRule"), ("make2", "nullifyDeleteRule")].map {
      make.replacing("make", with: $0).replacing("RULE", with: $1)
    }
    let project = try ProjectOfFiles(["Model.swift": texts.joined(separator: "\n")]).read()
    #expect(project.models.map(\.version) == ["make2"])
    #expect(project.models.first?.findings.map(\.rule) == [.uncertainVersion])
    #expect(project.relationshipLines == ["Note.next: Note * nullify"])
    let containers = [1, 2].map {
      "let c\($0) = Container(name: \"\", managedObjectModel: make\($0)())"
    }
    let both = try ProjectOfFiles([
      "Model.swift": (texts + containers).joined(separator: "\n")
    ]).read()
    #expect(both.models.map(\.place) == ["Model.swift", "Model.swift/make2"])
    #expect(both.models.allSatisfy { $0.isCurrent && $0.findings.isEmpty })
    let migration = "func migrate() {\n\(containers.joined(separator: "\n"))\n}"
    let migrated = try ProjectOfFiles([
      "Model.swift": (texts + [migration]).joined(separator: "\n")
    ]).read()
    #expect(migrated.models.map(\.version) == ["make2"])
    #expect(migrated.models.first?.findings.map(\.rule) == [.uncertainVersion])
    let one = try ProjectOfFiles([
      "Model.swift": (texts + containers.suffix(1)).joined(separator: "\n")
    ]).read()
    #expect(one.models.map(\.version) == ["make2"])
  }

  @Test(
    "Code without an end is left, and what was made of the model is kept", .timeLimit(.minutes(1)))
  func endless() throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      func again(_ x: NSEntityDescription) { again(x); again(x) }
      func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(), note = NSEntityDescription()
        note.name = "Note"
        model.entities = [note]
        var all = [note]
        for _ in all { all += all; for _ in all { all += all; for _ in all { all += all } } }
        again(note)
        return model
      }
      """
    ]).read()
    #expect(project.models.first?.entities.map(\.name) == ["Note"])
    #expect(project.models.first?.findings.last?.message.contains("runs for too long") == true)
  }
}
