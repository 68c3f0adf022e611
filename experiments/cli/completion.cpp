// The completion script: tables made from the descriptions of commands, and code that looks words up in them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string_view>

#include "experiments/cli/commands.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::cli {
namespace {

// The words at each place: "run" for those of a command, "run:--" for its options, "run:--set" for an option's values,
// "@axes" for a set, and "@settings:kaddoura/grid" for its further words if that word is on the line.
using Tables = std::map<std::string, Candidates>;

constexpr std::string_view code = R"bash(
_apportion_words() {
  local glob=+f
  [[ $- == *f* ]] && glob=-f
  set -f
  local -a words=()
  local i word
  # Bash breaks words at = and : as well.
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]})) && [[ -z ${ZSH_VERSION-} && ($word == [=:]* || ${words[${#words[@]} - 1]} == *[=:]) ]]; then
      words[${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
  done
  local typed=${words[${#words[@]}-1]} head='' place=commands base=${words[0]} before=''
  # Of a broken word bash replaces what is behind the last break.
  local kept=${typed%"${typed##*[=:]}"}
  [[ -n ${ZSH_VERSION-} ]] && kept=''
  if ((${#words[@]} > 1)); then
    before=${words[${#words[@]}-2]}
    ((${#words[@]} > 2)) && [[ -n ${_apportion[$base:${words[1]}:--]-} ]] && base=$base:${words[1]}
    place=$base
    if [[ $typed == --*=* ]]; then
      head=${typed%%=*}= place=$base:${typed%%=*} typed=${typed#*=}
    elif [[ $before == -* && -n ${_apportion[$base:$before]-} ]]; then
      place=$base:$before
    elif [[ $typed == -* ]]; then
      place=$base:--
    fi
  fi
  # Of a list, which brackets may have within, the last entry is completed.
  local list='' entry='' rest=$typed
  while [[ $rest == *,* ]]; do
    entry+=${rest%%,*}, rest=${rest#*,}
    [[ $entry == *'['* && $entry != *']'* ]] || { list+=$entry entry=''; }
  done
  local offered='' files='' name
  for word in ${_apportion[$place]-}; do
    case $word in
      @*)
        offered+=" ${_apportion[$word]-}"
        for name in "${words[@]}"; do offered+=" ${_apportion[$word:$name]-}"; done ;;
      %*) files=$word ;;
      *) offered+=" $word" ;;
    esac
  done
  COMPREPLY=()
  for word in $offered; do
    name=${word%%=*}
    if [[ $word == *=* && $name != *'['* ]]; then
      if [[ $typed != *=* ]]; then word=$name=
      elif [[ $list == "$name="* ]]; then word=$list${word#*=}
      fi
    else
      word=$list$word
    fi
    [[ $word == "$typed"* ]] || continue
    word=$head$word
    [[ " ${COMPREPLY[*]} " == *" ${word#"$kept"} "* ]] || COMPREPLY+=("${word#"$kept"}")
  done
  typed=${typed#"${kept#"$head"}"}
  ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  if [[ -n $files ]]; then
    ((${#COMPREPLY[@]})) || compopt -o filenames 2>/dev/null
    local action=-f pattern=''
    [[ $files == %folders ]] && action=-d
    [[ $files == %ini ]] && pattern='!*.ini'
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
      compgen $action ${pattern:+-X "$pattern"} -- "$typed"
      [[ $files == %ini ]] && compgen -d -- "$typed")
  fi
  set $glob
  return 0
}
complete -F _apportion_words apportion
)bash";

void add(Candidates& list, const Candidates& more) { list.insert(list.end(), more.begin(), more.end()); }

// The placeholder of an option's value tells whether it is a file. Unknown values complete to a blank.
Candidates values_of(const OptionDeclaration& option) {
  if (!option.complete.empty()) return option.complete;
  if (option.value.find("FILE.ini") != std::string::npos) return {"%ini"};
  if (option.value.find("FILE") != std::string::npos) return {"%files"};
  if (option.value == "DIR" || option.value == "FOLDER") return {"%folders"};
  return {" "};
}

void add_options(const std::string& place, const std::vector<OptionDeclaration>& options, Tables& tables) {
  for (const OptionDeclaration& option : options) {
    const std::string name = "--" + long_option_name(option);
    tables[place + ":--"].push_back(name);
    if (option.value.empty()) continue;
    tables[fmt::format("{}:{}", place, name)] = values_of(option);
    if (option.name.find(',') != std::string::npos)
      tables[fmt::format("{}:-{}", place, option.name.substr(option.name.find(',') + 1))] = values_of(option);
  }
}

void add_commands(Tables& tables) {
  tables["commands"] = {"help", "--help", "--version"};
  for (const Command& command : commands()) {
    tables["commands"].push_back(command.name);
    tables["help"].push_back(command.name);
    tables[command.name] = command.topics.empty() && command.complete.empty() ? Candidates{"%files"} : command.complete;
    add_options(command.name, all_options(command), tables);
    for (const Topic& topic : command.topics) {
      if (topic.usage.empty()) continue;
      tables[command.name].push_back(topic.name);
      add_options(command.name + ":" + topic.name, topic_options(command, topic), tables);
    }
  }
}

// Adds a name, and the folder that means all of its names.
void add_name(const std::string& name, Candidates& names) { add(names, {name.substr(0, name.find('/')), name}); }

void add_names(Tables& tables) {
  tables["@algorithms"] = problems::names_of(problems::all_algorithms());
  tables["@families"] = problems::family_names();
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments()) {
    add_name(experiment.name, tables["@experiments"]);
    for (const results::MetricRecord& metric : experiment.metrics) tables["@metrics"].push_back(metric.name);
    for (const engine::Axis& axis : experiment.axes) {
      tables["@axes:" + experiment.name].push_back(axis.name);
      Candidates& settings = tables["@settings:" + experiment.name];
      for (const std::string& value : axis.names) settings.push_back(axis.name + "=" + value);
      for (const engine::AxisValue& value : axis.values) settings.push_back(axis.name + "=" + value.text);
    }
  }
  for (const results::Exhibit& exhibit : engine::Catalogue::instance().exhibits()) {
    add_name(exhibit.name, tables["@exhibits"]);
    for (const results::ValueColumn& value : exhibit.layout.values)
      tables["@values:" + exhibit.name].push_back(value.column);
    for (const results::Chart& chart : exhibit.charts) tables["@charts:" + exhibit.name].push_back(chart.name);
    for (const auto& [name, value] : exhibit.parameters)
      tables["@settings:" + exhibit.name].push_back(fmt::format("{}={}", name, value));
  }
}

// Whether a shell reads it as one word.
bool is_plain(const std::string& word) {
  constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=,:@%[]+- ";
  return word.find_first_not_of(plain) == std::string::npos;
}

}  // namespace

std::string completion_script() {
  Tables tables;
  add_commands(tables);
  add_names(tables);
  std::string script =
      "# Completion of apportion's command lines, written by `apportion complete`.\ndeclare -gA _apportion=(\n";
  for (auto& [place, words] : tables) {
    Candidates once;
    for (const std::string& word : words)
      if (is_plain(word) && !contains(once, word)) once.push_back(word);
    script += fmt::format("  [{}]='{}'\n", place, fmt::join(once, " "));
  }
  return (script + ")").append(code);
}

}  // namespace apportion::cli
