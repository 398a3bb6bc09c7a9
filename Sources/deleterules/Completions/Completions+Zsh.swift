import ModelCheck

extension Completions {
  /// For zsh, to be sourced behind `compinit` or found as `_deleterules` in `$fpath`.
  var zsh: String {
    """
    #compdef deleterules
    # Completes deleterules in zsh. To load it: source <(deleterules completions zsh)

    _deleterules() {
      local curcontext="$curcontext" state line
      local -a commands
      commands=(
    \(Command.allCases.map {
      "    " + quoted("\($0.rawValue):\($0.summary)")
    }.joined(separator: "\n"))
      )
      _arguments -C -S -A '-*' \\
    \(zshOptions(.byDefault))
        '1: :->command' '*:: :->rest'
      case $state in
        command) _describe -t commands command commands ;;
        rest)
          curcontext="${curcontext%:*}-$words[1]:"
          case $words[1] in
    \(Command.allCases.map(zshCommand).joined(separator: "\n"))
          esac ;;
      esac
    }

    # Completes the entities of the model that stands before them.
    _deleterules_entities() {
      local -a entities
      entities=(${${(f)"$($service explain --format text -- ${(Q)~line[1]} 2>/dev/null)"}%%:*})
      compadd -a entities
    }

    # Completes paths, and the entities of the models that a configuration names: without one,
    # everything would be read.
    _deleterules_models() {
      local folder=$PWD
      local -a entities
      _files
      until [[ -e $folder/\(Configuration.fileName) ]]; do
        [[ -n $folder ]] || return
        folder=${folder%/*}
      done
      entities=(${${(f)"$($service explain --format text 2>/dev/null)"}%%:*})
      compadd -a entities
    }

    if [[ $funcstack[1] == _deleterules ]]; then
      _deleterules "$@"
    else
      compdef _deleterules deleterules
    fi

    """
  }

  private func zshCommand(_ command: Command) -> String {
    """
          \(command.rawValue)) _arguments -S \\
    \(zshOptions(command))
    \(zshArguments(command))      ;;
    """
  }

  private func zshArguments(_ command: Command) -> String {
    let longest = command.forms.map(\.arguments).max { $0.count < $1.count } ?? []
    let specifications = longest.enumerated().map { index, argument in
      // The first argument is what any form of the command may have there.
      let candidates =
        index == 0
        ? candidates(forArgumentsOf: command) : candidates(for: argument.value, of: command)
      let place = argument.count == .oneOrMore || argument.count == .any ? "*" : "\(index + 1)"
      let isBeforeEntity = index == 0 && placeOfEntity(in: command) != nil
      let action = isBeforeEntity ? "_deleterules_models" : zshAction(candidates)
      return quoted("\(place):\(argument.value.word):\(action)")
    }
    return specifications.isEmpty ? "" : "        \(specifications.joined(separator: " "))\n"
  }

  /// The options, each in a line that goes on.
  private func zshOptions(_ command: Command) -> String {
    command.options.flatMap { option in
      option.names.map { name in "    \(zshOption(option, name, command)) \\" }
    }.joined(separator: "\n")
  }

  private func zshOption(_ option: Option, _ name: String, _ command: Command) -> String {
    let description = option.description
    var others = option.names.filter { $0 != name }
    for conflict in OptionConflict.all {
      if conflict.one == option { others.append(conflict.other.name) }
      if conflict.other == option { others.append(conflict.one.name) }
    }
    let excluded = others.isEmpty ? "" : "(\(others.joined(separator: " ")))"
    let star = description.isRepeatable ? "*" : ""
    var text = excluded + star + name
    if description.value != nil { text += "=" }
    text += "[\(escaped(description.summary))]"
    if let value = description.value {
      text += ":\(value.word):\(zshAction(candidates(for: value, of: command)))"
    }
    return quoted(text)
  }

  private func zshAction(_ candidates: Candidates) -> String {
    switch candidates {
    case .words(let words) where !words.isEmpty: "(\(words.joined(separator: " ")))"
    case .lists(let words) where !words.isEmpty:
      "_values -s , ID \(words.joined(separator: " "))"
    case .files: "_files"
    case .folders: "_files -/"
    case .entities: "_deleterules_entities"
    case .words, .lists, .none: " "
    }
  }

  /// A text in which brackets and colons do not end a description.
  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += "\\[]:".contains($1) ? "\\\($1)" : "\($1)" }
  }
}

extension Completions {
  /// A text as one word of zsh.
  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
