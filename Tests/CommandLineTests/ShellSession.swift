import Foundation

@testable import Commands
@testable import LaboratoryProgram

/// A run of bash in which `deleterules` and `deleterules-lab` are functions that this process answers:
/// starting a debug build for each of some nine hundred commands would cost most of a test run.
///
/// The function writes the words and the environment to a file, its name to a pipe, and waits for the exit
/// code on another pipe. A command that reads a stream or changes how programs are found is
/// run as a process.
struct ShellSession {
  private static let bash = "/bin/bash"
  private let folder: TemporaryFolder
  private let scratch: TemporaryFolder

  static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: bash) }

  /// Makes a session in a working directory; `scratch` is for the files between bash and this process,
  /// and is `$SCRATCH` in the script.
  init(in folder: TemporaryFolder, scratch: TemporaryFolder) throws {
    self.folder = folder
    self.scratch = scratch
    for pipe in ["requests", "answers"] { try scratch.makePipe(pipe) }
  }

  /// Runs a script to its end.
  func run(_ script: String) throws -> DeleteRulesProcess {
    // Open in both directions, so that neither side waits for the other to open them.
    let requests = try Self.open(scratch.url.appendingPathComponent("requests"))
    let answers = try Self.open(scratch.url.appendingPathComponent("answers"))
    let server = Thread { Self.answer(requests, to: answers) }
    server.stackSize = 8 << 20
    server.start()
    defer { try? requests.write(contentsOf: Data("\n".utf8)) }
    return try folder.shell(opening + script, with: Self.bash)
  }

  private static func open(_ pipe: URL) throws -> FileHandle {
    let descriptor = Foundation.open(pipe.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Answers requests until an empty one ends the session.
  private static func answer(_ requests: FileHandle, to answers: FileHandle) {
    var line = Data()
    while let byte = try? requests.read(upToCount: 1), byte.count == 1 {
      if byte[byte.startIndex] != UInt8(ascii: "\n") {
        line += byte
        continue
      }
      if line.isEmpty { return }
      let code =
        (try? answer(String(decoding: line, as: UTF8.self))) ?? ExitCode.internalFault.rawValue
      line = Data()
      guard (try? answers.write(contentsOf: Data("\(code)\n".utf8))) != nil else { return }
    }
  }

  /// Runs what a request file asks for, and writes the streams beside it.
  private static func answer(_ request: String) throws -> Int32 {
    let file = try Data(contentsOf: URL(fileURLWithPath: request))
    let words = file.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
    let end = words.firstIndex(of: "--") ?? words.endIndex
    var environment: [String: String] = [:]
    for word in words[1..<end] {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      environment[String(parts[0])] = String(parts[1])
    }
    let program = words[end + 1] == "deleterules" ? Program.deleterules : .laboratory
    let run = try ProgramRun(
      program, Array(words[(end + 2)...]), in: URL(fileURLWithPath: words[0]),
      environment: environment)
    try run.outputBytes.write(to: URL(fileURLWithPath: request + ".out"))
    try Data(run.errors.utf8).write(to: URL(fileURLWithPath: request + ".err"))
    return run.exitCode
  }

  /// What stands before every script.
  private var opening: String {
    """
    set -o pipefail
    unset CI ${!GITHUB_*} NO_COLOR COLUMNS
    export LC_ALL=C.UTF-8 SCRATCH='\(scratch.url.path)' MATRICES='\(Checkout.matrices.path)'
    export PROGRAM='\(DeleteRulesProcess.program.path)'
    export LABORATORY='\(DeleteRulesProcess.laboratory.path)' FOUND=$PATH
    exec 8> "$SCRATCH/requests" 9< "$SCRATCH/answers"
    deleterules() { answered "$PROGRAM" "$@"; }
    deleterules-lab() { answered "$LABORATORY" "$@"; }
    answered() {
      local word request="$SCRATCH/request.$BASHPID" code
      for word in "${@:2}"; do
        case $word in - | /dev/* | sh) "$@"; return ;; esac
      done
      if [[ ${2-} == adapter ]]; then "$@"; return; fi
      if [[ $PATH != "$FOUND" || -n ${GIT_DIR+x} || ! -d $PWD ]]; then "$@"; return; fi
      {
        printf '%s\\0' "$PWD"
        for word in CI ${!GITHUB_*} NO_COLOR COLUMNS TERM HOME; do
          if [[ -n ${!word+x} ]]; then printf '%s\\0' "$word=${!word}"; fi
        done
        printf '%s\\0' -- "${1##*/}" "${@:2}"
      } > "$request"
      echo "$request" >&8
      read -r code <&9
      [[ ! -s $request.err ]] || cat "$request.err" >&2
      [[ ! -s $request.out ]] || cat "$request.out"
      return "$code"
    }

    """
  }
}
