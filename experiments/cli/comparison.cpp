// Rankings as text, for the terminal or a file.
#include "experiments/cli/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <variant>
#include <vector>

#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "results/tables/render.hpp"

namespace apportion::cli {
namespace {

results::Rows table_of(const problems::Comparison& comparison) {
  results::Rows table{comparison.columns, {}};
  for (const std::vector<problems::ComparedValue>& row : comparison.rows) {
    std::vector<results::Value>& values = table.rows.emplace_back();
    for (const problems::ComparedValue& value : row)
      std::visit([&values](const auto& held) { values.emplace_back(held); }, value);
  }
  return table;
}

std::string text_of(const problems::Comparison& comparison, std::size_t width) {
  std::string text = comparison.title + "\n\n";
  if (comparison.is_solved()) text += results::render({}, table_of(comparison), {.width = width});
  for (const problems::Refusal& refusal : comparison.refusals)
    text += fmt::format("{} refuses: {}\n", refusal.algorithm, refusal.reason);
  return text;
}

}  // namespace

int write_comparison(const problems::Comparison& comparison, const std::string& format, const std::string& file) {
  if (format == "json")
    print_or_write(file, fmt::format("{}\n", fmt::join(comparison.lines, "\n")));
  else if (file.empty())
    print(text_of(comparison, terminal_width()));
  else
    write_file(file, without_controls(text_of(comparison, 0)));
  return comparison.is_solved() ? ok : failed;
}

}  // namespace apportion::cli
