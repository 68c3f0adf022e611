// Parsing and canonical spelling of algorithm options.
#include "algorithms/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion {
namespace {

const OptionSpec& declared_option(std::string_view name, const std::vector<OptionSpec>& declared,
                                  std::string_view owner) {
  const auto found = std::ranges::find_if(declared, [name](const OptionSpec& spec) { return spec.name == name; });
  if (found != declared.end()) return *found;
  if (declared.empty()) throw InputError("{} has no options, but '{}' was given", owner, name);
  throw unknown_name(fmt::format("option of {}", owner), name, collected(declared, &OptionSpec::name));
}

InputError wrong_value(const OptionSpec& spec, std::string_view value, std::string_view owner,
                       const std::string& wanted) {
  return InputError("option {} of {} is '{}'; it must be {}", spec.name, owner, value, wanted);
}

// A list in words: "a", "a or b", "a, b or c".
std::string alternatives(const std::vector<std::string>& choices) {
  const auto last = choices.end() - 1;
  return last == choices.begin() ? *last : fmt::format("{} or {}", fmt::join(choices.begin(), last, ", "), *last);
}

std::string checked_count(const OptionSpec& spec, std::string_view value, std::string_view owner) {
  const std::optional<std::int64_t> count = parse_whole(value);
  if (!count || *count < spec.least || *count > spec.most)
    throw wrong_value(spec, value, owner, fmt::format("a whole number from {} to {}", spec.least, spec.most));
  return std::to_string(*count);
}

std::string checked_text(const OptionSpec& spec, std::string_view value, std::string_view owner) {
  if (!spec.choices.empty() && !contains(spec.choices, value))
    throw wrong_value(spec, value, owner, alternatives(spec.choices));
  return std::string(value);
}

// The canonical spelling of one value, checked against its declaration.
std::string checked_value(const OptionSpec& spec, bool has_value, std::string_view value, std::string_view owner) {
  if (spec.kind == OptionKind::flag) {
    if (has_value) throw InputError("option {} of {} is a switch and takes no value", spec.name, owner);
    return "on";
  }
  if (!has_value || value.empty())
    throw InputError("option {} of {} needs a value: {}=...", spec.name, owner, spec.name);
  return spec.kind == OptionKind::count ? checked_count(spec, value, owner) : checked_text(spec, value, owner);
}

}  // namespace

Options Options::parse(std::string_view text, const std::vector<OptionSpec>& declared, std::string_view owner) {
  Options options;
  for (const std::string& piece : split_names(text)) {
    const std::size_t equals = piece.find('=');
    const std::string name = piece.substr(0, equals);
    const OptionSpec& spec = declared_option(name, declared, owner);
    const bool has_value = equals != std::string::npos;
    const std::string value = has_value ? piece.substr(equals + 1) : std::string{};
    if (!options.values_.emplace(name, checked_value(spec, has_value, value, owner)).second)
      throw InputError("option {} of {} is given twice", name, owner);
  }
  for (const OptionSpec& spec : declared) options.values_.emplace(spec.name, spec.default_value);
  return options;
}

const std::string& Options::value(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw std::logic_error(fmt::format("option '{}' was not declared", name));
  return found->second;
}

bool Options::flag(std::string_view name) const { return !value(name).empty(); }
const std::string& Options::text(std::string_view name) const { return value(name); }

std::int64_t Options::count(std::string_view name) const {
  const std::optional<std::int64_t> count = parse_whole(value(name));
  if (!count) throw std::logic_error(fmt::format("option '{}' is not a count", name));
  return *count;
}

std::string Options::canonical(const std::vector<OptionSpec>& declared) const {
  std::string text;
  for (const OptionSpec& spec : declared) {
    const std::string& chosen = value(spec.name);
    if (chosen == spec.default_value) continue;
    if (!text.empty()) text += ',';
    text += spec.kind == OptionKind::flag ? spec.name : spec.name + "=" + chosen;
  }
  return text;
}

BracketedName split_bracketed(std::string_view text) {
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos) {
    if (text.find(']') != std::string_view::npos) throw InputError("'{}': ']' without '['", text);
    return {std::string(text), {}};
  }
  if (text.back() != ']') throw InputError("'{}': the options must end with ']'", text);
  return {std::string(text.substr(0, open)), std::string(text.substr(open + 1, text.size() - open - 2))};
}

std::vector<std::string> split_names(std::string_view text) {
  if (text.empty()) return {};
  int depth = 0;
  for (const char c : text) {
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (depth < 0) break;
  }
  if (depth != 0) throw InputError("'{}': the brackets do not balance", text);
  std::vector<std::string> pieces;
  for (const std::string_view piece : split_outside_brackets(text)) pieces.emplace_back(piece);
  if (contains(pieces, "")) throw InputError("'{}': an empty name between commas", text);
  return pieces;
}

}  // namespace apportion
