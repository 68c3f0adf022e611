// Reading a command line that is still being typed.
#include "experiments/cli/typed_line.hpp"

#include <algorithm>
#include <iterator>

#include "experiments/engine/settings.hpp"

namespace apportion::cli {
namespace {

// The option that "--name", "--name=value", "-n" or "-nvalue" means; none where it is none of those declared.
std::optional<OptionDeclaration> option_meant(const std::vector<OptionDeclaration>& declared,
                                              const std::string& token) {
  const bool is_long = token.starts_with("--");
  const std::string name = is_long ? token.substr(2, token.find('=') - 2) : "," + token.substr(1, 1);
  for (const OptionDeclaration& option : declared)
    if (is_long ? long_option_name(option) == name : option.name.ends_with(name)) return option;
  return std::nullopt;
}

}  // namespace

std::string TypedLine::option(const std::string& name) const {
  const auto found = options.find(name);
  return found == options.end() ? "" : found->second;
}

std::vector<std::string> TypedLine::names() const {
  std::vector<std::string> names;
  std::ranges::remove_copy_if(words, std::back_inserter(names), engine::is_setting);
  return names;
}

std::string long_option_name(const OptionDeclaration& option) { return option.name.substr(0, option.name.find(',')); }

TypedLine read_typed_line(const Command& command, const std::vector<std::string>& words) {
  TypedLine line{.command = &command, .declared = all_options(command)};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& token = words[i];
    if (line.value_of) {
      line.options[long_option_name(*line.value_of)] = token;
      line.value_of.reset();
      continue;
    }
    if (!token.starts_with('-') || token == "-") {
      line.words.push_back(token);
      if (const Topic* topic = find_topic(command, token); topic != nullptr && line.words.size() == 1)
        line.declared = topic_options(command, *topic);
      continue;
    }
    const std::optional<OptionDeclaration> option = option_meant(line.declared, token);
    if (!option) continue;
    const std::size_t sign = token.find('=');
    const bool has_value = token.starts_with("--") ? sign != std::string::npos : token.size() > 2;
    if (has_value || option->value.empty())
      line.options[long_option_name(*option)] = sign == std::string::npos ? "" : token.substr(sign + 1);
    else
      line.value_of = option;
  }
  line.current = words.back();
  const std::size_t sign = line.current.find('=');
  if (!line.value_of && line.current.starts_with("--") && sign != std::string::npos) {
    line.value_of = option_meant(line.declared, line.current);
    line.head = line.current.substr(0, sign + 1);
    line.current.erase(0, sign + 1);
  }
  return line;
}

}  // namespace apportion::cli
