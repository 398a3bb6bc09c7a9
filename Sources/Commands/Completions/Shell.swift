enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// A script that completes the command lines of a program, ending with a line break.
  func script(of program: String) -> String {
    let function = "_\(program)"
    let request = Completions.request
    switch self {
    case .bash:
      // For bash 3.2, which macOS has, and later.
      return """
        # Completes \(program) in bash. To load it: source <(\(program) completions bash)
        \(function)() {
          local line
          COMPREPLY=()
          while IFS= read -r line; do
            case $line in
              :files) compopt -o default 2>/dev/null ;;
              :folders) compopt -o dirnames 2>/dev/null ;;
              *) COMPREPLY+=("${line%%$'\\t'*}") ;;
            esac
          done < <("${COMP_WORDS[0]}" \(request) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        }
        if ((BASH_VERSINFO[0] < 4)); then
          complete -o default -F \(function) \(program)
        else
          complete -F \(function) \(program)
        fi

        """
    case .zsh:
      return """
        #compdef \(program)
        # Completes \(program) in zsh. To load it: source <(\(program) completions zsh)
        \(function)() {
          local line
          local -a candidates
          for line in ${(f)"$("${(Q)words[1]}" \(request) "${(@Q)words[2,CURRENT]}" 2>/dev/null)"}; do
            case $line in
              :files) _files ;;
              :folders) _files -/ ;;
              *) candidates+=("${${line//:/\\\\:}/$'\\t'/:}") ;;
            esac
          done
          (( $#candidates )) && _describe '\(program)' candidates
        }
        if [[ $funcstack[1] == \(function) ]]; then
          \(function) "$@"
        else
          compdef \(function) \(program)
        fi

        """
    case .fish:
      return """
        # Completes \(program) in fish. To load it: \(program) completions fish | source
        function _\(function)
            set -l words (commandline -opc)
            set -l word (commandline -ct)
            # A program that is not found would be an error in the middle of the line.
            command -q $words[1]; or return
            for line in ($words[1] \(request) $words[2..-1] "$word" 2>/dev/null)
                switch $line
                    case :files
                        __fish_complete_path $word
                    case :folders
                        __fish_complete_directories $word
                    case '*'
                        echo $line
                end
            end
        end
        complete -c \(program) -f -a '(_\(function))'

        """
    }
  }
}
