// The reader of statements.csv.
#include "experiments/sweeps/checked_statements.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/words.hpp"
#include "experiments/sweeps/folder_texts.hpp"

namespace apportion::sweeps {
namespace {

using engine::CheckedStatement;
using engine::Reach;
using engine::Said;

constexpr std::string_view statements_head = "name,place,text,said,reach,checked,sizes,standing,amends,unjudged";
constexpr std::array said_words = {Word{Said::paper, ""}, Word{Said::denied, "denied"}, Word{Said::amended, "amended"},
                                   Word{Said::beyond, "beyond"}};
constexpr std::array reach_words = {Word{Reach::always, ""}, Word{Reach::mostly, "mostly"}};

CheckedStatement statement_in(const std::vector<std::string>& fields, std::int64_t position) {
  constexpr std::size_t wanted = 10;
  if (fields.size() != wanted) throw InputError(fmt::format("expected {} fields, found {}", wanted, fields.size()));
  return {.position = position,
          .name = fields[0],
          .place = fields[1],
          .said = known_value(said_words, fields[3], "word"),
          .reach = known_value(reach_words, fields[4], "word"),
          .text = fields[2],
          .checked = fields[5],
          .sizes = fields[6],
          .standing = fields[7],
          .amends = fields[8],
          .unjudged = fields[9]};
}

}  // namespace

std::vector<CheckedStatement> statements_said(const std::string& paper) {
  FolderTexts texts = FolderTexts::built_in(paper);
  return parse_statements(texts.path("statements.csv").string(), texts.text("statements.csv"));
}

std::vector<CheckedStatement> parse_statements(const std::string& file, const std::string& text) {
  std::vector<CheckedStatement> statements;
  for (TextLines lines(text); lines.next();) {
    try {
      if (lines.number() == 1) {
        if (lines.line() != statements_head)
          throw InputError(fmt::format("the first line must be {}", statements_head));
        continue;
      }
      CheckedStatement statement = statement_in(csv_fields(lines.line(), CsvForm::typed), lines.number() - 1);
      if (std::ranges::find(statements, statement.name, &CheckedStatement::name) != statements.end())
        throw InputError(fmt::format("there is a second statement {}", statement.name));
      statements.push_back(std::move(statement));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", file, lines.number(), error.what()));
    }
  }
  return statements;
}

}  // namespace apportion::sweeps
