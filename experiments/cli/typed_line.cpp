// Reading a command line that is still being typed.
#include "experiments/cli/typed_line.hpp"

#include <algorithm>
#include <iterator>

#include "experiments/engine/settings.hpp"

namespace apportion::cli {
namespace {

// The option that "--name", "--name=value", "-n" or "-nvalue" means; nullptr where it is none of the command's.
const OptionDeclaration* option_meant(const Command& command, const std::string& token) {
  const bool is_long = token.starts_with("--");
  const std::string name = is_long ? token.substr(2, token.find('=') - 2) : "," + token.substr(1, 1);
  for (const OptionDeclaration& option : command.options)
    if (is_long ? long_option_name(option) == name : option.name.ends_with(name)) return &option;
  return nullptr;
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
  TypedLine line{.command = &command};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& token = words[i];
    if (line.value_of != nullptr) {
      line.options[long_option_name(*line.value_of)] = token;
      line.value_of = nullptr;
      continue;
    }
    if (!token.starts_with('-') || token == "-") {
      line.words.push_back(token);
      continue;
    }
    const OptionDeclaration* option = option_meant(command, token);
    if (option == nullptr) continue;
    const std::size_t sign = token.find('=');
    const bool has_value = token.starts_with("--") ? sign != std::string::npos : token.size() > 2;
    if (has_value || option->value.empty())
      line.options[long_option_name(*option)] = sign == std::string::npos ? "" : token.substr(sign + 1);
    else
      line.value_of = option;
  }
  line.current = words.back();
  const std::size_t sign = line.current.find('=');
  if (line.value_of == nullptr && line.current.starts_with("--") && sign != std::string::npos) {
    line.value_of = option_meant(command, line.current);
    line.head = line.current.substr(0, sign + 1);
    line.current.erase(0, sign + 1);
  }
  return line;
}

}  // namespace apportion::cli
