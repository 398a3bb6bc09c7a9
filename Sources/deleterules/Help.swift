/// What the program says about itself.
enum Help {
  static let version = "0.1.0"

  static let usage =
    "Usage: deleterules [matrix | run FILE… | explain CELL | model MODEL | schema] [options]"

  static let text = """
    deleterules says what a delete will do before it ships.

    \(usage)

    Commands:
      matrix          replay the pairings and print the result table (the default)
      run FILE…       replay pairing and scenario files of your own
      explain CELL    why one cell comes out as it does, step by step
      model MODEL     what was read of an .xcdatamodeld or of SwiftData source
      schema          print the JSON Schema of the files

    Options:
      --format FORMAT       markdown (the default), json or junit; of a model, also mermaid or dot
      --output FILE         write there instead of to standard output
      --only PATTERN        only these cells: an id or a pairing, with * and ?
      --framework NAME      swiftData or coreData; by default SwiftData's pairings and all scenarios
      --matrices DIR        replay the files of this folder instead of the bundled ones
      --compare             SwiftData beside Core Data: the cells in which they differ
      --all                 with --compare, the other cells too
      --all-versions        of a model, all versions instead of the current one
      -h, --help            print this
      --version             print the version

    Examples:
      deleterules --only 'Q-R/cascade+*'
      deleterules --compare
      deleterules explain Q-R/cascade+nullify/delete-Q1
      deleterules --format junit --output results.xml
      deleterules model App.xcdatamodeld --format mermaid

    Exit codes: 0 all well · 1 a mismatch, or an error in a model · 64 usage · 65 bad data · 66 a
    file that cannot be read or written · 70 our own fault

    """
}
