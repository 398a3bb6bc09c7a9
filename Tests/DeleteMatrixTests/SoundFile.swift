import DeleteMatrix
import ModelCheck
import ModelDeletes
import SourceText

/// A small file in which nothing is wrong, to change one thing at a time.
enum SoundFile: CaseIterable {
  case oneWay
  case manyToMany
  case scenario
  case values
  case recording
  case baseline
  case configuration
  case releases
  case manifest

  var path: String {
    switch self {
    case .oneWay: "A-B.json"
    case .manyToMany: "Q-R.json"
    case .scenario: "refusal.json"
    case .values: "values.json"
    case .recording: "deletes.json"
    case .baseline: "baseline.json"
    case .configuration: ".deleterules.json"
    case .releases: "releases.json"
    case .manifest: "manifest.json"
    }
  }

  /// The file's name among the definitions of the JSON Schema.
  var definition: String {
    switch self {
    case .oneWay, .manyToMany: "pairingFile"
    case .scenario, .values: "scenarioFile"
    case .recording: "matrixFile"
    case .baseline: "baseline"
    case .configuration: "configuration"
    case .releases: "releasesFile"
    case .manifest: "manifest"
    }
  }

  var text: String {
    switch self {
    case .oneWay: Self.oneWayText
    case .manyToMany: Self.manyToManyText
    case .scenario: Self.scenarioText
    case .values: Self.valuesText
    case .recording: Self.recordingText
    case .baseline: Self.baselineText
    case .configuration: Self.configurationText
    case .releases: Self.releasesText
    case .manifest: Self.manifestText
    }
  }

  /// What is said of the file with another text, one line for each problem.
  func problems(of text: String) -> [String] {
    let file = SourceFile(path: path, bytes: Array(text.utf8))
    do throws(DataError) {
      switch self {
      case .recording: _ = try RecordedMatrix(file)
      case .baseline: _ = try Baseline(file)
      case .configuration: _ = try Configuration(file)
      default: _ = try MatrixSuite([file])
      }
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  private static let releasesText = """
    {
      "$schema": "matrix.schema.json",
      "releases": [
        {"release": "iOS 17.0", "published": "2023-09-18"},
        {"release": "iOS 18.0", "published": null}
      ],
      "behaviours": [
        {
          "behaviour": "lost_cascade", "framework": "swiftData", "when": "insertedAndSaved",
          "then": "cascadeNullifies", "present": "leaves the children", "absent": "cascades",
          "seen": [
            {"on": "macOS 14.0", "happens": true, "evidence": "measured", "source": "a test"},
            {
              "on": "iOS 18", "happens": false, "fromThenOn": true, "evidence": "claimed",
              "source": "a comment"
            }
          ]
        }
      ]
    }
    """

  private static let oneWayText = """
    {
      "$schema": "matrix.schema.json",
      "pairing": "A-B",
      "title": "1:1, one-way",
      "framework": "swiftData",
      "sources": [
        {
          "id": "article", "title": "Seen", "url": "https://example.org", "published": "2024-06-01",
          "environment": {"os": "iOS 17", "xcode": null, "store": null}
        }
      ],
      "entities": [
        {"name": "A", "relationships": [{"name": "b", "destination": "B", "toMany": false}]},
        {"name": "B", "parent": null, "abstract": false}
      ],
      "objects": {"A": ["A1"], "B": ["B1", "B2"]},
      "links": [
        ["A1", "b", "B1"]
      ],
      "rows": [
        {
          "rules": ["cascade", null],
          "delete": {
            "A1": {"evidence": "observed", "deleted": ["A1", "B1"], "effect": "ok"},
            "B1": {
              "evidence": "observed", "source": "article", "deleted": ["B1"],
              "effect": "trapOnRead", "nullified": [], "dangling": [["A1", "b", "B1"]]
            }
          },
          "unlinked": {"A1": null, "B1": null}
        },
        {"rules": ["nullify", null], "evidence": "none"},
        {"rules": ["deny", null], "evidence": "none"},
        {"rules": ["noAction", null], "evidence": "none"}
      ]
    }
    """

  private static let manyToManyText = """
    {
      "pairing": "Q-R",
      "title": "N:N, inverse declared",
      "framework": "swiftData",
      "sources": [
        {
          "id": "one", "title": "One", "url": "https://example.org/1", "published": null,
          "environment": {"os": null, "xcode": null, "store": null}
        },
        {
          "id": "other", "title": "Other", "url": "https://example.org/2", "published": null,
          "environment": {"os": null, "xcode": null, "store": null}
        }
      ],
      "entities": [
        {
          "name": "Q",
          "relationships": [{"name": "r", "destination": "R", "toMany": true, "inverse": "q"}]
        },
        {"name": "R", "relationships": [{"name": "q", "destination": "Q", "toMany": true}]}
      ],
      "objects": {"Q": ["Q1"], "R": ["R1"]},
      "links": [["Q1", "r", "R1"]],
      "rows": [
        {
          "rules": ["cascade", "nullify"],
          "batchDelete": {
            "R1": {"source": null, "evidence": "documented", "deleted": ["R1"], "effect": "ok"},
            "Q1": null
          },
          "delete": {
            "Q1": {"evidence": "derived", "source": "one", "deleted": ["Q1", "R1"], "effect": "ok"},
            "R1": [
              {"evidence": "observed", "source": "one", "deleted": ["R1"], "effect": "ok"},
              {"evidence": "documented", "source": "other", "deleted": null, "effect": "ok"}
            ]
          },
          "unlinked": {"Q1": null, "R1": null},
          "remove": {"Q1.r-R1": null, "R1.q-Q1": null}
        },
        {"rules": ["nullify", "cascade"], "evidence": "derived"},
        {"rules": ["cascade", "cascade"], "evidence": "none"},
        {"rules": ["cascade", "deny"], "evidence": "none"},
        {"rules": ["cascade", "noAction"], "evidence": "none"},
        {"rules": ["nullify", "nullify"], "evidence": "none"},
        {"rules": ["nullify", "deny"], "evidence": "none"},
        {"rules": ["nullify", "noAction"], "evidence": "none"},
        {"rules": ["deny", "cascade"], "evidence": "none"},
        {"rules": ["deny", "nullify"], "evidence": "none"},
        {"rules": ["deny", "deny"], "evidence": "none"},
        {"rules": ["deny", "noAction"], "evidence": "none"},
        {"rules": ["noAction", "cascade"], "evidence": "none"},
        {"rules": ["noAction", "nullify"], "evidence": "none"},
        {"rules": ["noAction", "deny"], "evidence": "none"},
        {"rules": ["noAction", "noAction"], "evidence": "none"}
      ]
    }
    """

  private static let scenarioText = """
    {
      "scenario": "refusal",
      "title": "A list that holds items is not deleted",
      "framework": "coreData",
      "sources": [
        {
          "id": "guide", "title": "Guide", "url": "https://example.org", "published": null,
          "environment": {"os": null, "xcode": null, "store": null}
        }
      ],
      "entities": [
        {
          "name": "List",
          "relationships": [
            {
              "name": "items", "destination": "Item", "toMany": true, "ordered": true,
              "optional": false, "minCount": 0, "maxCount": 9, "deleteRule": "deny",
              "inverse": "list"
            }
          ]
        },
        {
          "name": "Item",
          "relationships": [{"name": "list", "destination": "List", "inverse": "items"}]
        },
        {"name": "Note", "parent": "Item"},
        {"name": "Thing", "abstract": true}
      ],
      "objects": {"List": ["L"], "Item": ["I1", "I2"]},
      "links": [["L", "items", "I1"]],
      "steps": [
        {"insert": {"Item": ["I3"], "Note": ["N"]}},
        {"link": ["L", "items", "N"]},
        {"unlink": ["L", "items", "N"]},
        {"set": ["L", "items", ["I1", "I3"]]},
        {"set": ["I2", "list", null]},
        {"set": ["I2", "list", "L"]},
        {"delete": ["L"]},
        {"save": true, "expect": {"evidence": "documented", "deleted": ["L"], "effect": "denied"}},
        {"rollback": true, "expect": null}
      ]
    }
    """

  private static let valuesText = """
    {
      "$schema": "matrix.schema.json",
      "scenario": "values",
      "title": "Everything that a scenario can have",
      "framework": "coreData",
      "system": "macOS 14.5",
      "sources": [
        {
          "id": "guide", "title": "Guide", "url": null, "published": null,
          "environment": {"os": null, "xcode": "15", "store": "in memory"}
        }
      ],
      "entities": [
        {
          "name": "Note", "attributes": [
            {"name": "title", "optional": false, "unique": true}, {"name": "size"}
          ]
        }
      ],
      "objects": {"Note": ["N1", "N2"]},
      "links": [],
      "values": [["N1", "title", "one"], ["N1", "size", 2.5], ["N2", "title", "two"]],
      "steps": [
        {"set": ["N2", "size", 3]},
        {"batchDelete": {"entity": "Note", "objects": ["N1"], "subentities": false}},
        {"processPendingChanges": true},
        {"hold": ["N2"]},
        {
          "delete": ["N2"], "prepareForDeletion": [
            {"insert": {}}, {"set": ["N2", "size", 4]}, {"delete": []}
          ]
        },
        {
          "read": ["N2", "size"],
          "expect": {
            "evidence": "observed", "deleted": null, "effect": null, "isDeleted": ["N2"],
            "read": "readable"
          }
        },
        {
          "save": true,
          "expect": {
            "evidence": "observed", "source": "guide", "deleted": null, "effect": null,
            "nullified": null, "dangling": null, "stored": ["N1", "N2"], "error": 1551,
            "references": [], "values": [["N2", "size", 3]],
            "fetched": [["Note", "title", "descending", ["N2", "N1"]]], "deviation": "why"
          }
        }
      ]
    }
    """

  private static let recordingText = """
    {
      "$schema": "matrix.schema.json",
      "matrix": "App",
      "framework": "swiftData",
      "system": "iOS 17...iOS 18",
      "pairings": [
        {
          "pairing": "A.b-B", "title": "to-one, one-way",
          "entities": [
            {"name": "A", "relationships": [{"name": "b", "destination": "B"}]}, {"name": "B"}
          ],
          "sides": [
            {"entity": "A", "relationship": "b", "object": "A1"},
            {"entity": "B", "relationship": null, "object": "B1"}
          ],
          "objects": {"A": ["A1"], "B": ["B1"]},
          "links": [["A1", "b", "B1"]],
          "rules": ["nullify", null],
          "delete": {
            "A1": [
              {"evidence": "recorded", "deleted": ["A1"], "effect": "ok"},
              {"evidence": "recorded", "system": "iOS 17", "deleted": ["A1"], "effect": "crash"}
            ],
            "B1": null
          },
          "unlinked": {"A1": null, "B1": null},
          "remove": {"A1.b-B1": null}
        }
      ]
    }
    """

  private static let baselineText = """
    {
      "$schema": "matrix.schema.json",
      "silenced": [
        {
          "model": "App", "entity": "A", "relationship": null, "rule": "deny_on_child",
          "reason": "known"
        }
      ]
    }
    """

  private static let configurationText = """
    {
      "$schema": "matrix.schema.json",
      "models": [["Trips", "Packages"], ["Watch"]],
      "exclude": ["**/Generated"],
      "disabled": {"deny_on_child": "Trip.delete() asks first"},
      "severity": {"cascade_both_sides": "error"},
      "baseline": "baseline.json",
      "minimumSystem": "iOS 17.0"
    }
    """

  private static let manifestText = """
    {
      "$schema": "matrix.schema.json",
      "pinned": {
        "swiftData": {"rows": 1, "deletes": 2, "unlinkedDeletes": 0, "removals": 0}
      }
    }
    """
}
