import ModelCheck

extension Completions {
  /// For fish 3.0 and later.
  var fish: String {
    """
    # Completes deleterules in fish. To load it: deleterules completions fish | source

    # Prints the arguments so far, of which the first is the command.
    function __deleterules_arguments
        set -l skips 0
        set -l plain 0
        for each in (commandline -opc)[2..-1]
            if test $skips = 1
                set skips 0
            else if test $plain = 1
                printf '%s\\n' $each
            else
                switch $each
                    case --
                        set plain 1
                    case \(namesWithValue.joined(separator: " "))
                        set skips 1
                    case '-?*'
                    case '*'
                        printf '%s\\n' $each
                end
            end
        end
    end

    # Whether this is the command, or where none is given, the default.
    function __deleterules_is
        set -l given (__deleterules_arguments)
        set -q given[1]; or set given \(Command.byDefault.rawValue)
        test $given[1] = $argv[1]
    end

    function __deleterules_has_no_command
        test (count (__deleterules_arguments)) = 0
    end

    # Whether the command has fewer arguments than it takes.
    function __deleterules_takes_more
        set -l given (__deleterules_arguments)
        test (count $given) -gt 0; and test $given[1] = $argv[1]
        and test (count $given) -le $argv[2]
    end

    # Prints the words behind what stands before the last comma.
    function __deleterules_list
        set -l before (commandline -ct | string replace -r '^--[^=]*=' '' \\
            | string replace -r '[^,]*$' '')
        for each in $argv
            printf '%s%s\\n' "$before" $each
        end
    end

    # Prints the entities of the model that stands before them, each with what its delete does.
    function __deleterules_entities
        set -l given (__deleterules_arguments)
        set -l program (commandline -opc)[1]
        # A program that is not found would be an error in the middle of the line.
        command -q $program; or return
        $program explain --format text -- $given[2] 2>/dev/null | string replace ': ' \\t
    end

    # Whether a configuration says which models are meant: without one, everything would be read.
    function __deleterules_is_configured
        set -l folder $PWD
        while not test -e $folder/\(Configuration.fileName)
            test -n "$folder"; or return 1
            set folder (string replace -r '/[^/]*$' '' -- $folder)
        end
    end

    complete -c deleterules -f
    \((Command.allCases.map(fishCommand) + Command.allCases.flatMap(fishArguments)
      + Command.allCases.flatMap(fishOptions)).joined(separator: "\n"))

    """
  }

  private func fishCommand(_ command: Command) -> String {
    "complete -c deleterules -n __deleterules_has_no_command -a \(command.rawValue) "
      + "-d \(quoted(command.summary))"
  }

  private func fishArguments(_ command: Command) -> [String] {
    let candidates = candidates(forArgumentsOf: command)
    if case .none = candidates { return [] }
    let maximum = maximumOfArguments(of: command)
    let count = maximum == .max ? "9999" : "\(maximum)"
    let entity = placeOfEntity(in: command).map { place in
      "complete -c deleterules -n '__deleterules_takes_more \(command.rawValue) \(place + 1); "
        + "and begin; not __deleterules_takes_more \(command.rawValue) \(place); "
        + "or __deleterules_is_configured; end' " + fishAction(.entities)
    }
    return [
      "complete -c deleterules -n '__deleterules_takes_more \(command.rawValue) \(count)' "
        + fishAction(candidates)
    ] + [entity].compactMap { $0 }
  }

  private func fishOptions(_ command: Command) -> [String] {
    command.options.map { option in
      var parts = ["complete -c deleterules -n '__deleterules_is \(command.rawValue)'"]
      if let letter = option.letter { parts.append("-s \(letter.dropFirst())") }
      parts.append("-l \(option.rawValue)")
      if let value = option.description.value {
        parts.append("-r " + fishAction(candidates(for: value, of: command)))
      }
      return parts.joined(separator: " ") + " -d \(quoted(option.description.summary))"
    }
  }

  private func fishAction(_ candidates: Candidates) -> String {
    switch candidates {
    case .words(let words): "-f -a '\(words.joined(separator: " "))'"
    case .lists(let words): "-f -a '(__deleterules_list \(words.joined(separator: " ")))'"
    case .files: "-F"
    case .folders: "-f -a '(__fish_complete_directories)'"
    case .entities: "-f -a '(__deleterules_entities)'"
    case .none: "-f"
    }
  }

  /// A text as one word of fish.
  private func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += "\\'".contains($1) ? "\\\($1)" : "\($1)" } + "'"
  }
}
