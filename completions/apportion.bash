# shellcheck shell=bash
# Completion of apportion's command lines for bash: the program itself says what may come next.

# Adds to COMPREPLY what a pattern of the program's means: "*/" folders, "*.ini" such files and folders, "*" all files.
_apportion_files() {
  local typed=$2 file
  case $1 in
    '*/') ;;
    '*') while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$typed") ;;
    *) while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -X "!$1" -- "$typed") ;;
  esac
  [[ $1 == '*' ]] || while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -d -- "$typed")
}

_apportion() {
  local -a words=()
  local i word
  # Bash breaks words at = and : as well; the program wants them whole, and without the quotes.
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]})) && [[ $word == [=:]* || ${words[-1]} == *[=:] ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  words=("${words[@]#[\'\"]}")
  words=("${words[@]%[\'\"]}")

  # Of a broken word bash replaces what is behind the last break.
  local typed=${words[-1]##*[=:]}
  local kept=${words[-1]%"$typed"}
  local candidate named=0
  COMPREPLY=()
  while IFS= read -r candidate; do
    if [[ $candidate == '*'* ]]; then
      _apportion_files "$candidate" "$typed"
    else
      COMPREPLY+=("${candidate#"$kept"}")
      named=1
    fi
  done < <("${COMP_WORDS[0]/#\~\//$HOME/}" complete "${words[@]}" 2>/dev/null)

  # A folder is not the end of a name, nor is NAME= the end of a setting.
  if ((!named)); then
    compopt -o filenames 2>/dev/null
  elif [[ ${#COMPREPLY[@]} == 1 && (${COMPREPLY[0]} == *[=/] || -d ${COMPREPLY[0]}) ]]; then
    compopt -o nospace 2>/dev/null
  fi
  return 0
}

complete -F _apportion apportion
