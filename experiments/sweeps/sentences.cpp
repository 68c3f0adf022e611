// The reader of sentences.csv.
#include "experiments/sweeps/sentences.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <map>
#include <string_view>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/paper_sources.hpp"

namespace apportion::sweeps {
namespace {

using engine::CheckedStatement;
using engine::Reach;
using engine::Said;

constexpr std::string_view head = "place,words,claims";
constexpr std::array said_words = {Word{Said::paper, ""}, Word{Said::denied, "denied"}, Word{Said::amended, "amended"},
                                   Word{Said::beyond, "beyond"}};
constexpr std::array reach_words = {Word{Reach::always, ""}, Word{Reach::mostly, "mostly"}};

const std::vector<std::string>& further_columns() {
  static const std::vector<std::string> names = {"about",   "name",  "text",     "said",   "reach",
                                                 "checked", "sizes", "standing", "amends", "unjudged"};
  return names;
}

std::vector<std::string> columns_in(std::string_view line) {
  if (!line.starts_with(head))
    throw InputError("the first line must be {}, and behind that any of {}", head, fmt::join(further_columns(), ", "));
  std::vector<std::string> columns = split(line, ',');
  for (std::size_t k = 3; k < columns.size(); ++k) static_cast<void>(one_of("column", columns[k], further_columns()));
  return columns;
}

ListedSentence sentence_in(const std::vector<std::string>& columns, const std::vector<std::string>& fields) {
  if (fields.size() != columns.size()) throw InputError("expected {} fields, found {}", columns.size(), fields.size());
  std::map<std::string, std::string> field;
  for (std::size_t k = 0; k < columns.size(); ++k) field[columns[k]] = fields[k];
  ListedSentence sentence{
      .words = field["words"], .claims = spaced_words(field["claims"]), .about = spaced_words(field["about"])};
  if (!field["name"].empty()) sentence.claims.insert(sentence.claims.begin(), field["name"]);
  sentence.statement = {.name = field["name"],
                        .place = field["place"],
                        .said = known_value(said_words, field["said"], "word"),
                        .reach = known_value(reach_words, field["reach"], "word"),
                        .text = field["text"],
                        .checked = field["checked"],
                        .sizes = field["sizes"],
                        .standing = field["standing"],
                        .amends = field["amends"],
                        .unjudged = field["unjudged"]};
  return sentence;
}

}  // namespace

std::vector<ListedSentence> parse_sentences(const std::string& file, const std::string& text) {
  std::vector<ListedSentence> list;
  std::vector<std::string> columns;
  std::map<std::string, std::int64_t> named;
  for (TextLines lines(text); lines.next();) {
    read_from(fmt::format("{}:{}", file, lines.number()), [&] {
      if (lines.number() == 1) {
        columns = columns_in(lines.line());
        return;
      }
      ListedSentence sentence = sentence_in(columns, csv_fields(lines.line(), CsvForm::typed));
      sentence.statement.position = lines.number();
      const std::string& name = sentence.statement.name;
      if (const auto [other, is_new] = named.emplace(name, lines.number()); !name.empty() && !is_new)
        throw InputError("line {} is about {} already", other->second, name);
      list.push_back(std::move(sentence));
    });
  }
  if (list.empty()) throw InputError(file + " has no sentences");
  return list;
}

std::vector<CheckedStatement> checked_in(const std::vector<ListedSentence>& list) {
  std::vector<CheckedStatement> statements;
  for (const ListedSentence& sentence : list)
    if (!sentence.statement.checked.empty()) statements.push_back(sentence.statement);
  return statements;
}

std::vector<CheckedStatement> statements_said(const std::string& paper) {
  FolderTexts texts = FolderTexts::built_in(paper);
  return checked_in(parse_sentences(texts.path("sentences.csv").string(), texts.text("sentences.csv")));
}

}  // namespace apportion::sweeps
