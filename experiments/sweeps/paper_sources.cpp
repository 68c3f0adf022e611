// Files of a folder, read from the disk or unpacked from a stored text, and words, views and printed numbers in users'
// statements.
#include "experiments/sweeps/paper_sources.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <system_error>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/sweeps/means.hpp"
#include "results/error.hpp"
#include "results/judge.hpp"
#include "results/records.hpp"

namespace apportion::sweeps {
namespace {

using results::PublishedNumber;

constexpr const char* words_section = "words";
constexpr const char* printed_word = "printed";
constexpr const char* view_word = "view";
constexpr const char* study_word = "study";
constexpr std::size_t most_words_within = 20;  // within each other
constexpr std::size_t longest_statement = 1'000'000;

constexpr std::string_view name_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

// The text without quotes and carriage returns, which spreadsheets write.
std::string plain_lines(const std::string& text) {
  std::string plain;
  for (TextLines lines(text); lines.next();) {
    if (lines.line().find('"') == std::string_view::npos)
      plain += lines.line();
    else
      plain += fmt::format("{}", fmt::join(csv_fields(lines.line(), CsvForm::typed), ","));
    plain += '\n';
  }
  return plain;
}

// The values of a word: 2, 4, 8 for "2..8:x2"; texts unchanged.
std::vector<engine::AxisValue> values_of_word(const std::string& text) {
  const engine::Axis numbers{.name = "a word", .kind = engine::AxisKind::real, .least = -1e300, .most = 1e300};
  std::vector<engine::AxisValue> values;
  for (const std::string& entry : names_in(text)) {
    if (entry.find("..") == std::string::npos)
      values.push_back(engine::AxisValue::parse(entry));
    else
      std::ranges::copy(engine::parse_axis_values(numbers, entry), std::back_inserter(values));
  }
  return values;
}

// For a word with the number x: 100 x, 1 + x or 1 - x.
std::string reckoned(const std::string& word, const std::string& value, const std::string& form) {
  const std::optional<double> number = parse_real(value);
  if (!number) throw InputError("the word {} is no number, as {{{}:{}}} needs", word, word, form);
  return fmt::format("{}", form == "percent" ? 100 * *number : form == "more" ? 1 + *number : 1 - *number);
}

std::string listed(const std::string& text, bool as_rows) {
  std::vector<std::string> literals;
  for (const engine::AxisValue& value : values_of_word(text))
    literals.push_back(fmt::format(fmt::runtime(as_rows ? "({})" : "{}"), literal_of(value)));
  return fmt::format("{}", fmt::join(literals, ", "));
}

std::string empty_view_of(const engine::Experiment& experiment) {
  std::vector<std::string> columns{"NULL AS seed"};
  const auto add = [&columns](const std::string& name) { columns.push_back("NULL AS " + sql_identifier(name)); };
  for (const engine::Axis& axis : experiment.axes) add(axis.name);
  for (const char* name : {"algorithm", "rival", "samples"}) add(name);
  for (const results::MetricRecord& metric : experiment.metrics)
    for (const char* ending : {"", "_sd", "_se", "_min", "_max"}) add(value_column(experiment, metric.name) + ending);
  return fmt::format("(SELECT {} WHERE false)", fmt::join(columns, ", "));
}

bool is_statement_file(const std::string& value) {
  return value.ends_with(".sql") && value.find_first_of(" (") == std::string::npos;
}

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 50'000'000;

// The first line of several packed texts, with which no INI file can begin. For each text follow "BYTES NAME", the text
// and a line break.
constexpr std::string_view packed_head = "files of one folder\n";

using Texts = std::map<std::string, std::string>;

InputError malformed() { return InputError("the stored text of the files is cut off or damaged"); }

// Takes the text up to the character from the rest, and removes the character.
std::string_view take_until(std::string_view& rest, char end) {
  const std::size_t length = rest.find(end);
  if (length == std::string_view::npos) throw malformed();
  const std::string_view taken = rest.substr(0, length);
  rest.remove_prefix(length + 1);
  return taken;
}

Texts unpacked(std::string_view rest) {
  Texts texts;
  for (rest.remove_prefix(packed_head.size()); !rest.empty();) {
    const std::optional<std::int64_t> bytes = parse_whole(take_until(rest, ' '));
    const std::string name(take_until(rest, '\n'));
    if (!bytes || *bytes < 0 || static_cast<std::size_t>(*bytes) >= rest.size()) throw malformed();
    texts[name] = rest.substr(0, static_cast<std::size_t>(*bytes));
    rest.remove_prefix(static_cast<std::size_t>(*bytes));
    if (!take_until(rest, '\n').empty()) throw malformed();
  }
  return texts;
}

}  // namespace

std::string plain_name(const std::string& name) {
  if (name.empty() || name.find_first_not_of(name_characters) != std::string::npos)
    throw InputError("the name '{}' must be of letters, digits, - and _", name);
  return name;
}

std::string literal_of(const engine::AxisValue& value) { return value.number ? value.text : sql_literal(value.text); }

std::string view_of(const engine::Experiment& experiment) {
  return sql_identifier(results::view_name(experiment.name));
}

std::size_t find_word(const std::string& sql, const std::string& word, std::size_t from) {
  const auto continues = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  std::size_t at = sql.find(word, from);
  while (at < sql.size() && at + word.size() < sql.size() && continues(word.back()) && continues(sql[at + word.size()]))
    at = sql.find(word, at + 1);
  return at;
}

std::map<std::string, std::string> parameters_of(const Section& section, const std::string& sql,
                                                 const engine::Experiment& study) {
  std::map<std::string, std::string> parameters = section.read("set", settings_in);
  for (const engine::Axis& axis : study.axes)
    if (!axis.values.empty() && find_word(sql, ":" + axis.name) != std::string::npos)
      parameters.try_emplace(axis.name, axis.values.front().text);
  return parameters;
}

void leave_out(const engine::Experiment& experiment, std::string& sql) {
  replace_all(sql, view_of(experiment), empty_view_of(experiment));
}

/// The state of replacing words in one statement.
struct PaperSources::Expansion {
  std::string exhibit = {};          // the exhibit of {printed}
  const Section* section = nullptr;  // the section, which may have its own words
  const IniFile* study = nullptr;    // the study's file, whose keys may be axes of options, {levels}
  std::set<std::string> experiments = {};
  std::size_t depth = 0;
  /// Where pieces of the result begin, and their places in the user's text; the value of a word has the place of the
  /// word.
  std::vector<std::pair<std::size_t, std::size_t>> pieces = {};
};

void PaperSources::read_words(const IniFile& ini) {
  for (const IniEntry& entry : ini.section(words_section).entries) {
    at(ini, entry.line, [&] { return plain_name(entry.key); });
    if (entry.key == printed_word || entry.key == view_word || entry.key == study_word)
      throw ini.error(entry.line, fmt::format("{{{}}} is already {}; choose another word", entry.key,
                                              entry.key == printed_word ? "the relation of printed numbers"
                                                                        : "the view of a study"));
    words_[entry.key] =
        is_statement_file(entry.value) ? at(ini, entry.line, [&] { return texts_->text(entry.value); }) : entry.value;
  }
}

void PaperSources::put_words_into(IniFile& ini) const {
  for (IniEntry& entry : ini.head.entries)
    if (entry.value.find('{') != std::string::npos) {
      Expansion expansion{.study = &ini};
      entry.value = at(ini, entry.line, [&] { return expanded(entry.value, expansion); });
      // Remove the comma of a list whose last word is empty.
      if (entry.value.ends_with(", ")) entry.value.resize(entry.value.size() - 2);
    }
}

void PaperSources::read_printed(const std::string& file) {
  printed_file_ = file;
  const std::string& text = texts_->text(file);
  try {
    printed_ = results::parse_published(texts_->path(file).string(), plain_lines(text));
  } catch (const results::StoreError& error) {
    throw PlacedError(error.what());
  }
}

PlacedError PaperSources::printed_error(std::int64_t line, const std::string& message) const {
  return PlacedError(fmt::format("{}:{}: {}", texts_->path(printed_file_).string(), line, message));
}

const engine::Experiment& PaperSources::study_named(const std::string& name) const {
  for (const engine::Experiment& study : studies_)
    if (name == short_name(study) || name == study.name) return study;
  throw unknown_name("study", name, collected(studies_, short_name));
}

const engine::Experiment* PaperSources::study_called(const std::string& name) const {
  const auto found = std::ranges::find(studies_, name, short_name);
  return found == studies_.end() ? nullptr : &*found;
}

const engine::Experiment& PaperSources::study_of(const Section& section) const {
  const IniEntry* entry = section.find("study");
  if (entry == nullptr)
    if (const engine::Experiment* const own = study_called(section.name.substr(section.name.find('.') + 1));
        own != nullptr)
      return *own;
  if (entry == nullptr) entry = section.ini.head.find("study");
  if (entry != nullptr) return *at(section.ini, entry->line, [&] { return &study_named(entry->value); });
  if (studies_.size() == 1) return studies_.front();
  std::vector<std::string> names = collected(studies_, short_name);
  throw section.ini.error(section.line,
                          fmt::format("[{}] has no study; write study = {}", section.name, fmt::join(names, "|")));
}

// Values are real, so that whole numbers are not divided as integers.
std::string PaperSources::printed_relation(const std::string& exhibits) const {
  std::string& relation = printed_relations_[exhibits];
  if (!relation.empty()) return relation;
  std::vector<std::string> rows;
  for (const std::string& exhibit : names_in(exhibits))
    for (const PublishedNumber& number : printed_in(exhibit))
      rows.push_back(
          fmt::format("({}, {}, {}, {}, {}, {:#}, {}, {}, {}, {})", sql_literal(exhibit), sql_literal(number.algorithm),
                      sql_literal(number.quantity), sql_literal(results::coordinates_json(number.coordinates)),
                      sql_literal(number.printed), number.value, sql_literal(number.rule), number.unit,
                      number.of ? fmt::format("{}", *number.of) : "NULL", sql_literal(printed_place(number))));
  relation = fmt::format(
      "(SELECT column1 AS exhibit, column2 AS algorithm, column3 AS quantity, column4 AS coordinates, column5 AS "
      "printed, column6 AS value, column7 AS rule, column8 AS unit, column9 AS \"of\", column10 AS source FROM (VALUES "
      "{}))",
      fmt::join(rows, ", "));
  return relation;
}

std::string PaperSources::view_relation(const std::string& study, const std::string& form, Expansion& expansion) const {
  const std::string& name = study_named(study).name;
  expansion.experiments.insert(name);
  if (form.empty()) return sql_identifier(results::view_name(name));
  return sql_identifier(fmt::format("{}_{}", results::view_name(name),
                                    one_of("view of a study", form, {"samples", "chunks", "timings"})));
}

// The text for {WORD:FORM}, {STUDY:FORM}, {view:STUDY:FORM} or {printed:EXHIBITS}.
std::string PaperSources::replacement(const std::string& word, const std::string& form, Expansion& expansion) const {
  if (word == printed_word) return printed_relation(form.empty() ? expansion.exhibit : form);
  if (word == study_word && expansion.section != nullptr)
    return view_relation(study_of(*expansion.section).name, form, expansion);
  if (word == view_word) {
    const std::size_t colon = form.find(':');
    return view_relation(form.substr(0, colon), colon == std::string::npos ? "" : form.substr(colon + 1), expansion);
  }
  const IniEntry* const own = expansion.section == nullptr ? nullptr : expansion.section->find("{" + word + "}");
  const auto found = words_.find(word);
  if (own == nullptr && found == words_.end()) {
    if (expansion.study != nullptr && expansion.study->head.find(word) != nullptr) return "{" + word + "}";
    if (study_called(word) != nullptr) return view_relation(word, form, expansion);
    std::vector<std::string> known{printed_word};
    for (const engine::Experiment& study : studies_) known.push_back(short_name(study));
    for (const auto& [name, value] : words_) known.push_back(name);
    throw unknown_name("word", word, known);
  }
  if (++expansion.depth > most_words_within) throw InputError("the word {} uses itself", word);
  std::string value = own == nullptr ? found->second : own->value == none_word ? "" : own->value;
  value = expanded(value, expansion);
  --expansion.depth;
  if (form.empty()) return value;
  static_cast<void>(one_of("form of a word", form, {"list", "rows", "percent", "more", "less"}));
  return form == "list" || form == "rows" ? listed(value, form == "rows") : reckoned(word, value, form);
}

// Replaces words; a brace that does not begin a word, as in JSON, is kept.
std::string PaperSources::expanded(const std::string& text, Expansion& expansion) const {
  std::string result;
  for (std::size_t from = 0;;) {
    const std::size_t open = text.find('{', from);
    if (expansion.depth == 0) expansion.pieces.emplace_back(result.size(), from);
    result += text.substr(from, open - from);
    if (open == std::string::npos) return result;
    if (expansion.depth == 0) expansion.pieces.emplace_back(result.size(), open);
    const std::size_t close = text.find_first_not_of(std::string(name_characters) + ":,", open + 1);
    // Commas are allowed between exhibits only: {1,3} is no word.
    const bool is_word = close != std::string::npos && close > open + 1 && text[close] == '}' &&
                         text[open + 1] != ':' && text.find(',', open) > std::min(close, text.find(':', open));
    if (is_word) {
      const std::string inside = text.substr(open + 1, close - open - 1);
      const std::size_t colon = inside.find(':');
      result +=
          replacement(inside.substr(0, colon), colon == std::string::npos ? "" : inside.substr(colon + 1), expansion);
    } else {
      result += '{';
    }
    if (result.size() > longest_statement) throw InputError("the statement has more than {} bytes", longest_statement);
    from = is_word ? close + 1 : open + 1;
  }
}

OwnStatement PaperSources::statement(const Section& section, const std::string& key) const {
  const IniEntry* const entry = section.find(key);
  if (entry == nullptr) return {};
  const bool is_file = is_statement_file(entry->value);
  Expansion expansion{.exhibit = section.name.substr(section.name.find('.') + 1), .section = &section};
  const std::string text =
      is_file ? at(section.ini, entry->line, [&] { return texts_->text(entry->value); }) : entry->value;
  const std::string file = (is_file ? texts_->path(entry->value) : section.ini.file).string();
  const StatementPlace in_text = [=, entry = *entry](std::size_t byte) {
    const std::string before = text.substr(0, byte);
    return fmt::format("{}:{}", file, is_file ? 1 + std::ranges::count(before, '\n') : entry.line_of(byte));
  };
  OwnStatement statement;
  try {
    statement.sql = expanded(text, expansion);
  } catch (const PlacedError&) {
    throw;
  } catch (const InputError& error) {
    throw PlacedError(fmt::format("{}: {}", in_text(expansion.pieces.back().second), error.what()));
  }
  statement.experiments = expansion.experiments;
  statement.place = [in_text, pieces = expansion.pieces, text](std::size_t byte) {
    const auto behind = std::ranges::upper_bound(pieces, byte, {}, &std::pair<std::size_t, std::size_t>::first);
    const auto piece = behind == pieces.begin() ? behind : std::prev(behind);
    const bool is_word = piece->second < text.size() && text[piece->second] == '{';
    return in_text(is_word ? piece->second : piece->second + byte - piece->first);
  };
  return statement;
}

std::string PaperSources::with_words(const std::string& text) const {
  Expansion expansion;
  return expanded(text, expansion);
}

std::vector<PublishedNumber> PaperSources::printed_in(const std::string& exhibit, std::optional<double> of) const {
  std::vector<PublishedNumber> numbers;
  for (const PublishedNumber& number : printed_)
    if (number.exhibit == exhibit) numbers.push_back(number);
  if (printed_.empty())
    throw InputError("there are no printed numbers to compare with; write them into {}",
                     printed_file_.empty() ? "a file that `printed = FILE.csv` names" : printed_file_);
  if (numbers.empty()) {
    std::set<std::string> exhibits;
    for (const PublishedNumber& number : printed_) exhibits.insert(number.exhibit);
    throw unknown_name("exhibit of " + printed_file_, exhibit, {exhibits.begin(), exhibits.end()});
  }
  used_exhibits_.insert(exhibit);
  for (PublishedNumber& number : numbers) {
    if (!number.of) number.of = of;
    if (results::rule_named(number.rule) == results::Rule::interval && !number.of)
      throw printed_error(number.line,
                          "the rule interval needs the number of samples of the printed mean: write of = 20 into "
                          "the section that compares it, or a column `of` after `rule`");
  }
  return numbers;
}

std::string PaperSources::printed_place(const PublishedNumber& number) const {
  return fmt::format("{}{}:{}", texts_->is_built_in() ? "experiments/" : "", texts_->path(printed_file_).string(),
                     number.line);
}

void PaperSources::require_printed_used() const {
  for (const PublishedNumber& number : printed_)
    if (!used_exhibits_.contains(number.exhibit))
      throw printed_error(number.line, fmt::format("no exhibit compares its numbers with those of {0}; write a section "
                                                   "[exhibit.{0}] with compares = {0}",
                                                   number.exhibit));
}

bool FolderTexts::is_packed(const std::string& text) { return text.starts_with(packed_head); }

FolderTexts FolderTexts::stored(const fs::path& folder, const fs::path& main, const std::string& text) {
  FolderTexts texts(folder);
  texts.is_stored_ = true;
  if (is_packed(text))
    texts.texts_ = unpacked(text);
  else
    texts.add(main.string(), text);
  return texts;
}

FolderTexts FolderTexts::built_in(const std::string& folder) {
  FolderTexts texts(folder);
  texts.is_stored_ = texts.is_built_in_ = true;
  for (const std::vector<EmbeddedFile>* files : {&built_in_files(), &results::published_files()})
    for (const EmbeddedFile& file : *files)
      if (file.name.starts_with(folder + "/"))
        texts.add(std::string(file.name.substr(folder.size() + 1)), std::string(file.text));
  return texts;
}

bool FolderTexts::has(const std::string& name) const {
  std::error_code missing;
  return texts_.contains(name) || (!is_stored_ && fs::exists(folder_ / name, missing));
}

void FolderTexts::require_inside(const std::string& name) const {
  if (!is_stored_) static_cast<void>(path_inside(folder_, name));
}

const std::string& FolderTexts::text(const std::string& name) {
  if (const auto found = texts_.find(name); found != texts_.end()) return found->second;
  if (is_stored_) throw InputError("{} was not stored with the results", name);
  require_inside(name);
  const std::string file = (folder_ / name).string();
  require_regular_file(file, most_bytes);
  return texts_[name] = read_input(file);
}

std::vector<std::string> FolderTexts::names_in(const std::string& folder, const std::string& ending) const {
  const std::string prefix = folder == "." ? "" : folder + "/";
  std::set<std::string> names;
  for (const auto& [name, text] : texts_)
    if (name.ends_with(ending) && (prefix.empty() ? name.find('/') == std::string::npos : name.starts_with(prefix)))
      names.insert(name);
  std::error_code missing;
  if (!is_stored_)
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_ / folder, missing))
      if (entry.path().extension() == ending) names.insert(prefix + entry.path().filename().string());
  return {names.begin(), names.end()};
}

std::string FolderTexts::packed() const {
  if (texts_.size() == 1) return texts_.begin()->second;
  std::string all(packed_head);
  for (const auto& [name, text] : texts_) all += fmt::format("{} {}\n{}\n", text.size(), name, text);
  return all;
}

std::string readable_texts(const std::string& stored) {
  if (!FolderTexts::is_packed(stored)) return stored;
  std::string all;
  for (const auto& [name, text] : unpacked(stored))
    all += fmt::format("{}# {}\n{}", all.empty() ? "" : "\n", name, text);
  return all;
}

}  // namespace apportion::sweeps
