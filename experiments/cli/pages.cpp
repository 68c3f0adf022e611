// What the documentation's pages say of families and algorithms, as Markdown, made of their declarations.
#include "experiments/cli/pages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "experiments/problems/problem_family.hpp"

namespace apportion::cli {
namespace {

using problems::Field;

// Within a cell of a table.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '<') result += '\\';
    result += c;
  }
  return result;
}

// What a value is where it is left out.
std::string left_out(const Field& field) {
  if (field.required) return field.branch.empty() ? "required" : "one of these is required";
  if (!field.fallback.empty()) return "`" + escaped(field.fallback) + "`";
  return field.kind == problems::FieldKind::flag ? "`false`" : "";
}

std::string key_table(const problems::ProblemFamily& family) {
  std::string text = "| key | meaning | if left out |\n|---|---|---|\n";
  for (Field field : family.fields()) {
    if (field.place == problems::FieldPlace::option) continue;
    const std::string without = left_out(field);
    field.fallback.clear();  // it has a column of its own
    text += fmt::format("| `{}` | {} | {} |\n", problems::key_of(field), escaped(problems::help_of(field)), without);
  }
  return text;
}

std::string options_of(const problems::AlgorithmInfo& algorithm) {
  std::vector<std::string> names;
  for (const OptionSpec& option : algorithm.options) names.push_back("`" + option.name + "`");
  return names.empty() ? "-" : fmt::format("{}", fmt::join(names, ", "));
}

// Without those that need a library: pages say the same wherever they are made.
std::string method_table(const problems::ProblemFamily& family) {
  if (family.algorithms == nullptr) throw InputError(family.name + " has no algorithms of its own");
  std::string text = "| algorithm | from | options | revision |\n|---|---|---|---|\n";
  for (const problems::AlgorithmInfo& algorithm : family.algorithms())
    if (algorithm.library.empty())
      text += fmt::format("| `{}` | {} | {} | {} |\n", algorithm.name, escaped(algorithm.source), options_of(algorithm),
                          algorithm.revision);
  return text;
}

}  // namespace

std::string page_part(const std::vector<std::string>& words) {
  const problems::ProblemFamily* family = words.size() == 2 ? problems::find_family(words[1]) : nullptr;
  if (family != nullptr && words.front() == "keys") return key_table(*family);
  if (family != nullptr && words.front() == "methods") return method_table(*family);
  throw InputError("help --markdown takes keys FAMILY or methods FAMILY");
}

}  // namespace apportion::cli
