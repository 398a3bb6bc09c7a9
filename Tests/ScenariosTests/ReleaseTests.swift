import ExpectedText
import ObjectGraph
import Scenarios
import SourceText
import Testing

@Suite("Which release is meant?")
struct ReleaseTests {
  @Test(
    "The systems of one autumn ship the same frameworks",
    arguments: [
      ("iOS 17.5", "iOS 17.5"), ("macOS 14.5", "iOS 17.5"), ("iPadOS 18.0", "iOS 18.0"),
      ("watchOS 10.2", "iOS 17.2"), ("visionOS 1", "iOS 17.0"), ("tvOS 26.1", "iOS 26.1"),
      ("macOS 26", "iOS 26.0"), ("macos 15.7.1", "iOS 18.7"), ("macOS 10.15", "iOS 13.0"),
      ("macOS 11.2", "iOS 14.2"),
    ])
  func eras(text: String, era: String) throws {
    let release = try Release(text)
    #expect(release.era.description == era)
    // Of a version, nobody tells the third number apart.
    let numbers = text.split(separator: " ")[1].split(separator: ".")
    #expect(release.version == numbers.prefix(2).joined(separator: "."))
  }

  @Test(
    "What is no release is told from what was perhaps meant",
    arguments: Rows(
      #"""
      17 → '17' names no system; did you mean 'iOS 17'?
      android 14 → 'android' is no system that ships SwiftData or Core Data; expected iOS, iPadOS, macOS, tvOS, watchOS or visionOS
      iSO 17 → 'iSO' is no system that ships SwiftData or Core Data; expected iOS, iPadOS, macOS, tvOS, watchOS or visionOS; did you mean 'iOS'?
      iOS17 → 'iOS17' is no release; expected a system and its version, as in 'iOS 17.5'; did you mean 'iOS 17'?
      macOS Sonoma → 'Sonoma' is no version; expected a number as in 'macOS 14.5'
      iOS 2025 → '2025' is no version; expected a number as in 'iOS 17.5'
      iOS seventeen → 'seventeen' is no version; expected a number as in 'iOS 17.5'
      iOS 17.5.1.2 → '17.5.1.2' is no version; expected a number as in 'iOS 17.5'
      iOS 19 → there is no iOS 19; after iOS 18 comes iOS 26
      macOS 20 → there is no macOS 20; after macOS 15 comes macOS 26
      """#
    ).texts + [
      ("", "'' is no release; expected a system and its version, as in 'iOS 17.5'")
    ])
  func errors(text: String, message: String) {
    let error = #expect(throws: ReleaseError.self) { try Release(text) }
    #expect(error?.description == message)
  }

  @Test(
    "Releases are found where a source names them",
    arguments: [
      (
        "Xcode 15.4, iOS 17.5 simulator; macOS 14, (iPadOS 18), not iOS era, iOS 17.5",
        ["iOS 17.5", "macOS 14", "iPadOS 18"]
      ),
      ("macOS Sonoma 14.5", ["macOS 14.5"]), ("Tahoe, in memory", ["macOS 26"]),
      ("sonoma", ["macOS 14"]), ("macos big sur 11", ["macOS 11"]), ("macOS, 2026", []),
      ("2026-06", []),
      ("macOS 14.5 Sonoma", ["macOS 14.5"]), ("macOS Sonoma (14.5)", ["macOS 14.5"]),
      ("macOS Sonoma, 14.5", ["macOS 14.5"]), ("macOS 14.5 (Sonoma)", ["macOS 14.5"]),
      ("iOS 17.5 simulator on macOS 15.3", ["iOS 17.5"]),
      ("iOS 17.5 and 18.0", ["iOS 17.5", "iOS 18.0"]),
      ("High Sierra and macOS Big Sur 11.2", ["macOS 10.13", "macOS 11.2"]),
      ("OS X 10.9 / ios 7, 2014-01", ["macOS 10.9", "iOS 7"]),
      ("macOS 15/26, iOS 17.1-17.2", ["macOS 15", "macOS 26", "iOS 17.1", "iOS 17.2"]),
      ("iOS 16-18", ["iOS 16", "iOS 17", "iOS 18"]), ("iOS 18-26", ["iOS 18", "iOS 26"]),
      ("iOS 26.0", ["iOS 26.0"]),
      ("iOS, 2023-09-25, on an iPhone 15", []),
    ])
  func mentions(words: String, releases: [String]) throws {
    let stated = try StatedReleases(words)
    #expect(stated.words == words && stated.releases.map(\.description) == releases)
  }

  @Test(
    "What a source cannot mean is not passed over",
    arguments: Rows(
      #"""
      tested on iOS 19.2 → there is no iOS 19; after iOS 18 comes iOS 26
      iOS 17/19 → there is no iOS 19; after iOS 18 comes iOS 26
      macOS Sonoma 15.2 → 'Sonoma 15.2': Sonoma is macOS 14
      macOS Fresno 28.1 → 'macOS Fresno 28.1' is not understood; write 'macOS 28.1'
      on iOS17.5 → 'iOS17.5' is no release; expected a system and its version, as in 'iOS 17.5'; did you mean 'iOS 17.5'?
      17.5 → '17.5' names no system; did you mean 'iOS 17.5'?
      macOS 14.5 Sequoia → 'Sequoia 14.5': Sequoia is macOS 15
      """#
    ).texts)
  func misunderstood(words: String, message: String) {
    let error = #expect(throws: ReleaseError.self) { try StatedReleases(words) }
    #expect(error?.description == message)
  }

  @Test(
    "Words that name no release and no day are refused",
    arguments: ["banana", "Xcode 15.4", "macOS", "Mac Catalyst 17.5", ""])
  func nothing(words: String) {
    let error = #expect(throws: ReleaseError.self) { try StatedReleases(words) }
    #expect(
      error?.description
        == "'\(words)' names no release; expected a system and its version, as in 'iOS 17.5', or null"
    )
  }

  @Test(
    "Words without an end say how to write them",
    arguments: [
      ("iOS 17+", "iOS 17+", "iOS 17"), ("iOS 17.0 or later", "iOS 17.0 and newer", "iOS 17.0"),
      ("macOS 14.5 and newer", "macOS 14.5 and newer", "macOS 14.5"),
    ])
  func open(words: String, found: String, release: String) throws {
    let error = #expect(throws: ReleaseError.self) { try StatedReleases(words) }
    #expect(
      error?.description
        == "'\(found)' names no end; write the releases on which it ran, as in "
        + "{\"words\": \"\(found)\", \"releases\": [\"\(release)\"]}")
  }

  @Test("A long text is cut in a message")
  func long() throws {
    let text = String(repeating: "banana ", count: 10_000)
    let error = #expect(throws: ReleaseError.self) { try StatedReleases(text) }
    #expect(error.map { $0.description.count < 400 && $0.description.hasSuffix("or null") } == true)
  }

  @Test(
    "What would be read by halves is refused",
    arguments: [
      ("iOS 17.x", "iOS 17.x"), ("iOS v17.5", "iOS v17.5"), ("macOS Sonoma v14.5", "macOS v14.5"),
      ("macOS-14.5", "macOS-14.5"), ("iOS 17,5", "iOS 17,"),
    ])
  func halves(words: String, found: String) throws {
    let error = #expect(throws: ReleaseError.self) { try StatedReleases(words) }
    let system = found.prefix { $0.isLetter }
    #expect(
      error?.description
        == "'\(found)' is not understood; expected '\(system)' and a version, as in 'iOS 17.5', or "
        + "\"releases\" beside the \"words\"")
  }
}

@Suite("What does a framework do on a release?")
struct BehaviourTests {
  private static let text = """
    {
      "releases": [
        {"release": "iOS 17.0", "published": "2023-09-18"},
        {"release": "iOS 17.5", "published": "2024-05-13"},
        {"release": "iOS 18.0", "published": "2024-09-16"},
        {"release": "iOS 18.4", "published": "2025-03-31"},
        {"release": "iOS 26.0", "published": null},
        {"release": "iOS 27.0", "published": null}
      ],
      "behaviours": [
        {"behaviour": "lost_cascade", "framework": "swiftData", "when": "insertedAndSaved",
         "then": "cascadeNullifies", "present": "leaves the children", "absent": "cascades",
         "seen": [
           {"on": "iOS 17.5", "happens": true, "evidence": "measured", "source": "a"},
           {"on": "iOS 17.0", "happens": true, "evidence": "measured", "source": "b"},
           {"on": "macOS 26", "happens": false, "evidence": "measured", "source": "c"}]},
        {"behaviour": "fatal", "framework": "swiftData", "when": "mandatoryBackReference",
         "then": "crash", "present": "fatal", "absent": "accepted",
         "seen": [
           {"on": "iOS 18", "happens": true, "evidence": "observed", "source": "d"},
           {"on": "iOS 26", "happens": false, "evidence": "observed", "source": "e"}]},
        {"behaviour": "disputed", "framework": "swiftData", "when": "oneToOneLeft",
         "then": "crash", "present": "crashes", "absent": "does not",
         "seen": [
           {"on": "iOS 18", "happens": true, "evidence": "observed", "source": "f"},
           {"on": "macOS 15.4", "happens": false, "evidence": "claimed", "source": "g"}]},
        {"behaviour": "documented", "framework": "coreData", "when": "danglingRead",
         "then": "unfulfilledFault", "present": "faults", "absent": "reads",
         "seen": [
           {"on": "iOS 9", "happens": true, "fromThenOn": true, "evidence": "apple",
            "source": "h"}]}
      ]
    }
    """

  private let releases: Releases

  init() throws {
    releases = try Releases(SourceFile(path: "releases.json", bytes: Array(Self.text.utf8)))
  }

  @Test("Only what was seen is known, and what lies between two sightings of the same")
  func standing() throws {
    func standings(_ behaviour: Int) -> [Behaviour.Standing] {
      releases.eras.map { releases.behaviours[behaviour].standing(on: $0) }
    }
    #expect(
      standings(0) == [
        .present, .present, .unknown(presumed: true), .unknown(presumed: true), .absent, .absent,
      ])
    #expect(
      standings(1) == [
        .unknown(presumed: false), .unknown(presumed: false), .present, .present, .absent, .absent,
      ])
    #expect(standings(2)[2...3] == [.present, .unknown(presumed: false)])
    #expect(standings(3) == Array(repeating: .present, count: 6))
    let between = try Release("iOS 17.3").era
    #expect(releases.behaviours[0].standing(on: between) == .present)
  }

  @Test("What was seen on an unknown release dates nothing, and weighs against a guess")
  func undated() throws {
    func standings(_ seen: String) throws -> [Behaviour.Standing] {
      let text = """
        {"releases": [{"release": "iOS 17.0", "published": null}, {"release": "iOS 18.0", "published": null}],
         "behaviours": [
          {"behaviour": "b", "framework": "swiftData", "when": "deletedRead", "then": "trap",
           "present": "traps", "absent": "reads", "seen": [\(seen)]}]}
        """
      let releases = try Releases(SourceFile(path: "r.json", bytes: Array(text.utf8)))
      return releases.eras.map { releases.behaviours[0].standing(on: $0) }
    }
    func sighting(_ on: String, _ happens: Bool) -> String {
      #"{"on": \#(on), "happens": \#(happens), "evidence": "observed", "source": "s"}"#
    }
    let (trap, read) = (sighting("null", true), sighting("null", false))
    #expect(try standings(trap) == Array(repeating: .unknown(presumed: true), count: 2))
    #expect(try standings(read) == Array(repeating: .unknown(presumed: false), count: 2))
    let dated = sighting(#""iOS 18""#, true)
    #expect(try standings("\(trap), \(dated)") == [.unknown(presumed: false), .present])
    #expect(
      try standings("\(read), \(dated)") == Array(repeating: .unknown(presumed: false), count: 2))
    let disputed = "\(dated), \(sighting(#""iOS 18""#, false))"
    #expect(try standings(disputed) == Array(repeating: .unknown(presumed: false), count: 2))
    // What never happened has not ended, either.
    #expect(
      try standings(sighting(#""iOS 17""#, false)) == [.absent, .unknown(presumed: false)])
  }

  @Test("A framework does one thing under one condition")
  func twice() {
    let again = Self.text.replacing("\"mandatoryBackReference\"", with: "\"insertedAndSaved\"")
      .replacing(
        "\"then\": \"crash\", \"present\": \"fatal\"",
        with: "\"then\": \"cascadeNullifies\", \"present\": \"fatal\"")
    let error = #expect(throws: DataError.self) {
      try Releases(SourceFile(path: "r.json", bytes: Array(again.utf8)))
    }
    #expect(
      error?.problems.map(\.message) == [
        "found a second behaviour of swiftData when insertedAndSaved; expected one, with all that was seen"
      ])
  }

  @Test("The words say where it happens, where not, and where that is unknown")
  func words() throws {
    let all = ReleaseRange(from: nil, in: releases)
    #expect(
      releases.behaviours[1].words(on: all)
        == "fatal on iOS 18 and macOS 15; accepted from iOS 26 on; untested on iOS 17 and macOS 14"
    )
    #expect(
      releases.behaviours[2].words(on: all)
        == "crashes on iOS 18.0; disputed on iOS 18.4; untested on iOS 17 and macOS 14, iOS 26, iOS 27"
    )
    let later = try ReleaseRange("iOS 26...iOS 27", in: releases)
    #expect(releases.behaviours[2].words(on: later) == "untested from iOS 26 on")
    let one = try ReleaseRange("iOS 26", in: releases)
    #expect(releases.behaviours[1].words(on: one) == "accepted on iOS 26")
    #expect(releases.behaviours[0].seen == "seen on iOS 17.0 and iOS 17.5, not on macOS 26")
  }

  @Test("Later releases are only spoken of where all are that are described")
  func laterReleases() throws {
    let earlier = try ReleaseRange("iOS 18...iOS 26", in: releases)
    #expect(
      releases.behaviours[3].words(on: earlier) == "faults on iOS 18 and macOS 15, iOS 26")
    #expect(
      releases.behaviours[3].words(on: try ReleaseRange("iOS 18...iOS 27", in: releases))
        == "faults from iOS 18 and macOS 15 on")
  }

  @Test(
    "An update that is not described is of its year",
    arguments: [
      ("iOS 18.7", ["iOS 18.7"], Behaviour.Standing.present),
      ("macOS 15.7", ["iOS 18.7"], .present),
      ("iOS 26.3", ["iOS 26.3"], .absent),
      ("iOS 18.7...iOS 26", ["iOS 18.7", "iOS 26.0"], .present),
    ])
  func undescribedUpdate(text: String, eras: [String], standing: Behaviour.Standing) throws {
    let range = try ReleaseRange(text, in: releases)
    #expect(range.eras.map(\.description) == eras)
    #expect(releases.behaviours[1].standing(on: range.eras[0]) == standing)
    let onwards = ReleaseRange(from: try Release("iOS 18.7"), in: releases)
    #expect(onwards.eras.first?.description == "iOS 18.7" && onwards.eras.count > 1)
    #expect(throws: ReleaseError.self) { try releases.checkIsNotNewer(try Release("iOS 28.0")) }
  }

  @Test("Years in which something changed are told by their releases")
  func partsOfYears() throws {
    let described = ["17.0", "17.1", "17.2", "18.0", "26.0"].map {
      #"{"release": "iOS \#($0)", "published": null}"#
    }.joined(separator: ",")
    let text = #"{"releases": [\#(described)], "behaviours": []}"#
    let range = ReleaseRange(
      from: nil, in: try Releases(SourceFile(path: "r.json", bytes: Array(text.utf8))))
    func words(_ sayings: [ReleaseSaying]) -> String {
      range.words { era in sayings[range.eras.firstIndex(of: era) ?? 0] }
    }
    let (one, other) = (ReleaseSaying.word("one"), ReleaseSaying.word("other"))
    #expect(
      words([one, other, other, other, other])
        == "one on iOS 17.0; other from iOS 17.1 on")
    #expect(
      words([one, one, other, other, other])
        == "one on iOS 17.0 to iOS 17.1; other from iOS 17.2 on")
    #expect(
      words([one, .unknown, one, other, .unknown])
        == "one on iOS 17 and macOS 14; other on iOS 18 and macOS 15; untested on iOS 26")
    #expect(
      words([.unknown, .nothing, .nothing, .word(""), .word("")])
        == "from iOS 18 and macOS 15 on")
    #expect(
      words([.nothing, .word(""), .unknown, .nothing, .nothing])
        == "on iOS 17.1; untested on iOS 17.2")
  }

  @Test("Each description is asked about once, and what is equal is one part")
  func replays() {
    var asked: [Framework] = []
    let predictions = Predictions(of: .swiftData, without: [], in: releases) { framework in
      asked.append(framework)
      return framework.behaviours
    }
    for _ in 0..<3 {
      let counts = predictions.predictions(on: releases.eras, of: \.count)
      #expect(counts.map(\.possible) == [[1, 2, 3], [3, 2], [2, 3, 1], [0, 1]])
    }
    #expect(asked.count == Set(asked).count)
  }

  @Test("What is not known is described both ways, what is presumed first")
  func descriptions() {
    func described(_ name: Framework.Name, on era: Release.Era) -> [[Framework.Condition: Framework
      .Consequence]]
    {
      Predictions(of: name, without: [], in: releases, by: \.behaviours)
        .predictions(on: [era]) { $0 }[0].possible
    }
    #expect(
      described(.swiftData, on: releases.eras[2]) == [
        [
          .insertedAndSaved: .cascadeNullifies, .mandatoryBackReference: .crash,
          .oneToOneLeft: .crash,
        ],
        [.mandatoryBackReference: .crash, .oneToOneLeft: .crash],
      ])
    #expect(
      described(.coreData, on: releases.eras[0]) == [
        [.danglingRead: .unfulfilledFault]
      ])
  }

  @Test(
    "A source speaks of the releases that it names, or that were out when it was published",
    arguments: [
      ("iOS 17", nil, ["iOS 17.0", "iOS 17.5"]), ("macOS 14.5", nil, ["iOS 17.5"]),
      ("iOS 17.9 or macOS 26", nil, ["iOS 17.9", "iOS 26.0"]), ("iOS 6", nil, ["iOS 6.0"]),
      (nil, "2024-06-01", ["iOS 17.0", "iOS 17.5"]), (nil, "2001-01-01", ["iOS 17.0"]),
      (
        nil, nil,
        ["iOS 17.0", "iOS 17.5", "iOS 18.0", "iOS 18.4", "iOS 26.0", "iOS 27.0"]
      ),
    ] as [(String?, String?, [String])])
  func sources(os: String?, day: String?, eras: [String]) throws {
    let source = Source(
      id: "s", title: "S", published: day,
      environment: Source.Environment(os: try os.map { try StatedReleases($0) }))
    #expect(releases.eras(meantBy: source).map(\.description) == eras)
  }

  @Test(
    "One release, all of a year, some, or all are asked for",
    arguments: [
      ("iOS 17", "iOS 17.0 iOS 17.5"), ("iOS 17.5", "iOS 17.5"), ("macOS 26", "iOS 26.0"),
      ("iOS 17.5...iOS 18", "iOS 17.5 iOS 18.0 iOS 18.4"),
      ("iOS 18 to 26", "iOS 18.0 iOS 18.4 iOS 26.0"),
      ("all", "iOS 17.0 iOS 17.5 iOS 18.0 iOS 18.4 iOS 26.0 iOS 27.0"),
    ])
  func ranges(text: String, eras: String) throws {
    let range = try ReleaseRange(text, in: releases)
    #expect(range.eras.map(\.description).joined(separator: " ") == eras)
  }

  @Test(
    "Releases are read back from how they are written",
    arguments: ["all", "iOS 17", "macOS 15.2", "iOS 17.5...iOS 18", "iOS 26...visionOS 26.1"])
  func spans(text: String) throws {
    #expect(try ReleaseSpan(text).description == text)
    #expect(try ReleaseSpan(ReleaseSpan(text).description) == ReleaseSpan(text))
  }

  @Test("A range is asked for again by what it is called")
  func again() throws {
    for text in ["all", "iOS 17", "iOS 17.5...iOS 18", "macOS 26"] {
      let range = try ReleaseRange(text, in: releases)
      #expect(try ReleaseRange(range.span, in: releases) == range)
    }
    #expect(try ReleaseRange("iOS 17", in: releases).words == "iOS 17.0 to iOS 17.5")
    #expect(ReleaseRange(newestIn: releases).span.description == "iOS 27.0")
  }

  @Test("A scenario names a release where what comes of it is not known of all")
  func naming() throws {
    let scenario = Scenario(
      framework: .swiftData,
      entities: [
        Entity(
          "Record",
          relationships: [
            .toMany("photos", "Photo", deleteRule: .cascade, inverse: .named("record"))
          ]),
        Entity("Photo", relationships: [.toOne("record", "Record", isOptional: false)]),
      ],
      objects: [NamedObject("r", "Record"), NamedObject("p", "Photo")],
      links: [NamedLink("r", "photos", "p")],
      steps: [Scenario.Step(.delete(["r"])), Scenario.Step(.save)])
    func system(_ text: String, _ effect: Effect, _ eras: [Release.Era]? = nil) throws -> String? {
      let fatal = Framework(
        .swiftData,
        behaviours: effect == .crash ? [.mandatoryBackReference: .crash] : [:])
      let outcome = try ObjectGraphEngine(as: fatal).outcome(of: scenario)
      #expect(outcome.effect == effect)
      let range = try ReleaseRange(text, in: releases)
      return releases.scenario(scenario, comingTo: outcome, on: eras ?? range.eras).system?
        .description
    }
    #expect(try system("all", .crash) == "iOS 18.4")
    #expect(try system("all", .crash, [releases.eras[2]]) == "iOS 18.0")
    #expect(try system("iOS 17", .crash) == "iOS 18.4")
    #expect(try system("iOS 26", .crash) == "iOS 18.4")
    #expect(try system("all", .ok) == "iOS 27.0")
    let elsewhere = try Releases(described: releases.described, behaviours: [])
    let outcome = try ObjectGraphEngine().outcome(of: scenario)
    #expect(
      elsewhere.scenario(scenario, comingTo: outcome, on: elsewhere.eras).system == nil)
  }

  @Test("A release on which it is known is named rather than a newer one on which it is presumed")
  func knownBeforePresumed() throws {
    let text = Self.text.replacing(
      /,\s*{"on": "iOS 26", "happens": false, "evidence": "observed"[^}]*}/, with: "")
    let releases = try Releases(SourceFile(path: "r.json", bytes: Array(text.utf8)))
    #expect(releases.behaviours[1].standing(on: releases.eras[4]) == .unknown(presumed: true))
    let scenario = Scenario(
      framework: .swiftData, circumstances: .app,
      entities: [
        Entity("A", relationships: [.toOne("b", "B", deleteRule: .cascade, inverse: .named("a"))]),
        Entity("B", relationships: [.toOne("a", "A", isOptional: false)]),
      ],
      objects: [NamedObject("a", "A"), NamedObject("b", "B")], links: [NamedLink("a", "b", "b")],
      steps: [Scenario.Step(.delete(["a"])), Scenario.Step(.save)])
    let fatal = Framework(.swiftData, behaviours: [.mandatoryBackReference: .crash])
    let outcome = try ObjectGraphEngine(as: fatal).outcome(of: scenario)
    let named = releases.scenario(scenario, comingTo: outcome, on: releases.eras)
    #expect(named.system?.description == "iOS 18.4")
  }

  @Test("The worst of some releases is what may happen on one of them, known or not")
  func worst() {
    for (index, era) in releases.eras.enumerated() {
      let range = ReleaseRange(releases.eras[index...index], in: releases)
      let worst = range.worst(of: .swiftData).behaviours
      for behaviour in releases.behaviours[1...2] {
        let mayCrash = behaviour.standing(on: era) != .absent
        #expect(worst[behaviour.condition] == (mayCrash ? .crash : nil), "\(era)")
      }
    }
  }

  @Test("Of no release, nothing is described")
  func none() {
    let error = #expect(throws: ReleaseError.self) {
      try Releases(described: [], behaviours: releases.behaviours)
    }
    #expect(error?.description == "no release; expected at least one")
  }

  @Test(
    "What is not described is refused with what is",
    arguments: Rows(
      #"""
      iOS 12 → iOS 12 has no SwiftData, and no release of Core Data is known to differ from another; expected iOS 17 and macOS 14, or newer
      iOS 17.5 and newer → 'iOS 17.5 and newer' names no end; did you mean 'iOS 17.5...iOS 27'?
      iOS 17+ → 'iOS 17+' names no end; did you mean 'iOS 17...iOS 27'?
      iOS 28 → iOS 28 is newer than every known release; the newest is iOS 27
      iOS 26...iOS 17 → 'iOS 26...iOS 17' ends before it begins; did you mean 'iOS 17...iOS 26'?
      iOS 17, iOS 18 → 'iOS 17, iOS 18' is no release; did you mean 'iOS 17...iOS 18'?
      iOS 17... → 'iOS 17...' is no release; expected one as in 'iOS 17.5', two, or 'all'
      iOS 17...18...26 → 'iOS 17...18...26' is no release; expected one as in 'iOS 17.5', two, or 'all'
      """#
    ).texts)
  func rangeErrors(text: String, message: String) {
    let error = #expect(throws: ReleaseError.self) { try ReleaseRange(text, in: releases) }
    #expect(error?.description == message)
  }

  @Test(
    "A deployment target before all that is described begins with the first",
    arguments: [("iOS 12", 6), ("iOS 18", 4), ("iOS 99", 1)])
  func deploymentTargets(text: String, count: Int) throws {
    #expect(ReleaseRange(from: try Release(text), in: releases).eras.count == count)
  }
}
