import ModelCheck

extension Completions {
  /// For bash 3.2, which macOS still has, and later.
  var bash: String {
    """
    # Completes deleterules in bash. To load it: source <(deleterules completions bash)

    _deleterules() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      local command='' count=0 first='' skips='' plain='' index each
      # An equals sign is a word of its own here.
      if [[ $word == '=' ]]; then
        word=''
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        each=${COMP_WORDS[index]}
        if [[ $each == '=' ]]; then skips=1; continue; fi
        if [[ -n $skips ]]; then skips=''; continue; fi
        if [[ -z $plain ]]; then
          case $each in
            --) plain=1; continue ;;
            \(namesWithValue.joined(separator: "|"))) skips=1; continue ;;
            -?*) continue ;;
          esac
        fi
        if [[ -z $command ]]; then command=$each; continue; fi
        if ((count++ == 0)); then first=$each; fi
      done
      COMPREPLY=()
      if [[ -z $plain || -n $skips ]]; then
        case ${command:-\(Command.byDefault.rawValue)}:$previous in
    \(bashValues)
        esac
        if [[ $word == -* ]]; then
          case ${command:-\(Command.byDefault.rawValue)} in
    \(bashOptions)
          esac
          return
        fi
      fi
      if [[ -z $command ]]; then
        _deleterules_words '\(Command.allCases.map(\.rawValue).joined(separator: " "))'
        return
      fi
      case $command in
    \(bashArguments)
      esac
    }

    _deleterules_words() {
      COMPREPLY=($(compgen -W "$1" -- "$word"))
    }

    # Completes what stands behind the last comma.
    _deleterules_list() {
      local before='' each
      if [[ $word == *,* ]]; then before=${word%,*},; fi
      for each in $1; do
        if [[ $before$each == "$word"* ]]; then COMPREPLY+=("$before$each"); fi
      done
    }

    # Completes the entities of the model that stands before them, or of those that are configured.
    _deleterules_entities() {
      local path=${first/#\\~\\//$HOME/}
      _deleterules_words "$("${COMP_WORDS[0]}" explain --format text -- ${path:+"$path"} 2>/dev/null \\
        | sed 's/:.*//')"
    }

    # Whether a configuration says which models are meant: without one, everything would be read.
    _deleterules_is_configured() {
      local folder=$PWD
      until [[ -e $folder/\(Configuration.fileName) ]]; do
        [[ -n $folder ]] || return 1
        folder=${folder%/*}
      done
    }

    # Leaves files and folders to the shell, which knows how to quote them.
    _deleterules_paths() {
      compopt -o "$1" 2>/dev/null
    }

    if ((BASH_VERSINFO[0] < 4)); then
      complete -o default -F _deleterules deleterules
    else
      complete -F _deleterules deleterules
    fi

    """
  }

  private var bashOptions: String {
    Command.allCases.map { command in
      let names = command.options.flatMap(\.names).joined(separator: " ")
      return "        \(command.rawValue)) _deleterules_words '\(names)' ;;"
    }.joined(separator: "\n")
  }

  private var bashValues: String {
    Command.allCases.flatMap { command in
      command.options.compactMap { option in
        option.description.value.map { value in
          let action = bashAction(candidates(for: value, of: command))
          return "      \(command.rawValue):\(option.name)) \(action); return ;;"
        }
      }
    }.joined(separator: "\n")
  }

  private var bashArguments: String {
    Command.allCases.compactMap { command in
      let candidates = candidates(forArgumentsOf: command)
      if case .none = candidates { return nil }
      let action = bashAction(candidates)
      let maximum = maximumOfArguments(of: command)
      let condition = maximum == .max ? "" : "((count < \(maximum))) && "
      let entity = placeOfEntity(in: command).map {
        "; ((count == \($0))) && \(bashAction(.entities))"
          + "; ((count < \($0))) && _deleterules_is_configured && \(bashAction(.entities))"
      }
      return "    \(command.rawValue)) \(condition)\(action)\(entity ?? "") ;;"
    }.joined(separator: "\n")
  }

  private func bashAction(_ candidates: Candidates) -> String {
    switch candidates {
    case .words(let words): "_deleterules_words '\(words.joined(separator: " "))'"
    case .lists(let words): "_deleterules_list '\(words.joined(separator: " "))'"
    case .files: "_deleterules_paths default"
    case .folders: "_deleterules_paths dirnames"
    case .entities: "_deleterules_entities"
    case .none: ":"
    }
  }
}
