// MIOCoreData behind the protocol of 'deleterules-lab conform': a line in, lines out.

import Foundation

// What MIOCoreData prints or logs goes to standard error, and only the protocol to standard output.
let output = FileHandle(fileDescriptor: dup(STDOUT_FILENO))
dup2(STDERR_FILENO, STDOUT_FILENO)

let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]

func write(_ value: some Encodable) throws {
  try output.write(contentsOf: encoder.encode(value) + Data("\n".utf8))
}

/// Does the steps one after the other, and looks where it is asked to.
func answer(_ number: Int, _ scenario: Scenario, _ looks: [Look]) throws -> Reply {
  try write(Reply(seq: number, at: 0))
  let stage = try Stage(scenario)
  var sights: [Sight] = []
  for index in 0...(looks.map(\.after).max() ?? 0) {
    if index > 0, let step = scenario.steps?[index - 1] {
      try write(Reply(seq: number, at: index))
      try stage.take(step)
    }
    if let look = looks.first(where: { $0.after == index }) { sights.append(try stage.look(look)) }
  }
  return Reply(seq: number, looks: sights)
}

while let line = readLine() {
  let message = try JSONDecoder().decode(Message.self, from: Data(line.utf8))
  switch message.cmd {
  case "start":
    // The package does not say its version: whoever starts the adapter does.
    let version = CommandLine.arguments.dropFirst().first ?? "unknown"
    try write(Greeting(implementation: .init(version: version)))
  case "run":
    guard let number = message.seq, let scenario = message.scenario else { continue }
    do {
      try write(answer(number, scenario, message.looks ?? []))
    } catch {
      try write(Reply(seq: number, failed: "\(error)"))
    }
  default: exit(0)
  }
}
