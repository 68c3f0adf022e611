// apportion compare: two databases, number by number.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/cli/output.hpp"
#include "results/comparing/study_numbers.hpp"
#include "results/database/reader.hpp"
#include "results/tables/render.hpp"

namespace apportion::cli {
namespace {

using results::Change;
using results::Difference;
using results::StudyDifferences;
using results::Value;

bool is_for_programs(results::Format format) {
  return format == results::Format::csv || format == results::Format::json;
}

// Five digits for readers, everything for programs.
Value rounded(double number, results::Format format) {
  if (is_for_programs(format)) return number;
  return fmt::format("{:.5g}", number);
}
Value rounded(const std::optional<double>& number, results::Format format) {
  return number ? rounded(*number, format) : Value();
}

const std::vector<std::string> table_columns = {
    "change",         "experiment",      "seed",      "point",       "algorithm",   "revision", "rival",
    "rival revision", "metric",          "paired by", "pairs",       "differing",   "old mean", "new mean",
    "Welch's p",      "mean difference", "relative",  "sign test p", "effect size", "only old", "only new"};

// The values of some columns by their names; the other columns are empty. All names are of table_columns.
std::vector<Value> row_with(const std::map<std::string, Value>& values) {
  std::vector<Value> row;
  for (const std::string& column : table_columns) {
    const auto found = values.find(column);
    row.push_back(found == values.end() ? Value() : found->second);
  }
  return row;
}

std::vector<Value> paired_row(const StudyDifferences& study, const Difference& difference, results::Format format) {
  const results::SeriesKey& key = difference.key;
  return row_with({
      {"change", std::string(name_of(difference.change))},
      {"experiment", study.key.experiment},
      {"seed", study.key.seed},
      {"point", key.point},
      {"algorithm", key.algorithm},
      {"revision", difference.revisions()},
      {"rival", key.rival},
      {"rival revision", difference.rival_revisions()},
      {"metric", key.metric},
      {"paired by", std::string(difference.by_chunk ? "chunk" : "sample")},
      {"pairs", difference.pairs},
      {"differing", difference.differing},
      {"old mean", rounded(difference.old_mean, format)},
      {"new mean", rounded(difference.new_mean, format)},
      {"mean difference", rounded(difference.mean_difference, format)},
      {"relative", rounded(difference.relative(), format)},
      {"sign test p", rounded(difference.p_value, format)},
      {"effect size", rounded(difference.effect, format)},
      {"only old", difference.only_old},
      {"only new", difference.only_new},
  });
}

// Numbers of one column that only one side has, all points and metrics together.
struct OneSided {
  std::int64_t points = 0;
  std::int64_t only_old = 0;
  std::int64_t only_new = 0;
  std::string last_point = {};
};
using OneSidedKey = std::tuple<Change, std::string, std::string, std::string, std::string, bool>;

std::vector<Value> one_sided_row(const StudyDifferences& study, const OneSidedKey& key, const OneSided& group) {
  const auto& [change, algorithm, revision, rival, rival_revision, by_chunk] = key;
  return row_with({
      {"change", std::string(name_of(change))},
      {"experiment", study.key.experiment},
      {"seed", study.key.seed},
      {"point", counted(group.points, "point")},
      {"algorithm", algorithm},
      {"revision", revision},
      {"rival", rival},
      {"rival revision", rival_revision},
      {"metric", std::string("all")},
      {"paired by", std::string(by_chunk ? "chunk" : "sample")},
      {"only old", group.only_old},
      {"only new", group.only_new},
  });
}

std::vector<Value> redefined_row(const StudyDifferences& study) {
  return row_with({
      {"change", std::string("redefined")},
      {"experiment", study.key.experiment},
      {"seed", study.key.seed},
      {"point", fmt::format("was '{}', is '{}': not comparable", study.old_definition, study.new_definition)},
  });
}

void add_study(const StudyDifferences& study, results::Format format,
               std::vector<std::pair<Difference, std::vector<Value>>>& paired,
               std::vector<std::vector<Value>>& others) {
  if (study.redefined()) others.push_back(redefined_row(study));
  std::map<OneSidedKey, OneSided> groups;
  for (const Difference& difference : study.differences) {
    if (difference.change != Change::lost && difference.change != Change::added) {
      paired.emplace_back(difference, paired_row(study, difference, format));
      continue;
    }
    OneSided& group = groups[{difference.change, difference.key.algorithm, difference.revisions(), difference.key.rival,
                              difference.rival_revisions(), difference.by_chunk}];
    group.points += difference.key.point == group.last_point ? 0 : 1;
    group.only_old += difference.only_old;
    group.only_new += difference.only_new;
    group.last_point = difference.key.point;
  }
  for (const auto& [key, group] : groups) others.push_back(one_sided_row(study, key, group));
}

// "1 -> 2" stands for the seed, which is another number on each side.
std::map<std::string, Value> other_seed_values(const results::OtherSeed& study, const std::string& change,
                                               const std::string& point) {
  return {{"change", change},
          {"experiment", study.experiment},
          {"seed", fmt::format("{} -> {}", study.old_seed, study.new_seed)},
          {"point", point}};
}

std::vector<Value> disagreement_row(const results::OtherSeed& study, const results::MeanPair& pair,
                                    results::Format format) {
  std::map<std::string, Value> values = other_seed_values(study, "disagrees", pair.key.point);
  values["algorithm"] = pair.key.algorithm;
  values["rival"] = pair.key.rival;
  values["metric"] = pair.key.metric;
  values["old mean"] = rounded(pair.old_mean, format);
  values["new mean"] = rounded(pair.new_mean, format);
  values["Welch's p"] = rounded(pair.p_value, format);
  values["mean difference"] = rounded(pair.new_mean - pair.old_mean, format);
  return row_with(values);
}

// What does not agree in full, the rest as counts.
void add_other_seed(const results::OtherSeed& study, results::Format format, results::Rows& rows) {
  std::int64_t agreeing = 0;
  for (const results::MeanPair& pair : study.means) {
    agreeing += pair.agrees ? 1 : 0;
    if (!pair.agrees) rows.rows.push_back(disagreement_row(study, pair, format));
  }
  const auto add = [&](const std::string& change, std::int64_t count, const std::string& of) {
    if (count > 0) rows.rows.push_back(row_with(other_seed_values(study, change, counted(count, "mean") + of)));
  };
  add("agrees", agreeing, "");
  add("not judged", study.with_too_few, fmt::format(" of fewer than {} samples", results::fewest_judged));
  add("one side only", study.one_sided, "");
}

bool agrees(const results::OtherSeed& study) {
  return study.one_sided == 0 && study.with_too_few == 0 &&
         std::ranges::all_of(study.means, &results::MeanPair::agrees);
}

bool is_of_other_seed(const StudyDifferences& study, const std::vector<results::OtherSeed>& others) {
  return std::ranges::any_of(others, [&](const results::OtherSeed& other) {
    return other.experiment == study.key.experiment &&
           (other.old_seed == study.key.seed || other.new_seed == study.key.seed);
  });
}

// What has pairs, worst first over all studies, then what only one side has.
results::Rows rows_of(const std::vector<StudyDifferences>& studies, results::Format format) {
  std::vector<std::pair<Difference, std::vector<Value>>> paired;
  std::vector<std::vector<Value>> others;
  for (const StudyDifferences& study : studies) add_study(study, format, paired, others);
  std::ranges::stable_sort(paired, [](const auto& a, const auto& b) { return results::is_worse(a.first, b.first); });
  results::Rows rows{table_columns, {}};
  for (auto& [difference, row] : paired) rows.rows.push_back(std::move(row));
  for (std::vector<Value>& row : others) rows.rows.push_back(std::move(row));
  return rows;
}

// Readers have no use for columns without an entry; programs get the same columns every time.
void drop_empty_columns(results::Rows& rows) {
  for (std::size_t column = rows.columns.size(); column-- > 0;) {
    const bool empty = std::ranges::all_of(rows.rows, [column](const std::vector<Value>& row) {
      return row[column] == Value() || row[column] == Value(std::string());
    });
    if (!empty) continue;
    const auto place = static_cast<std::ptrdiff_t>(column);
    rows.columns.erase(rows.columns.begin() + place);
    for (std::vector<Value>& row : rows.rows) row.erase(row.begin() + place);
  }
}

int run_compare(const Arguments& arguments) {
  if (arguments.words().size() != 2) throw InputError("compare takes two databases: OLD NEW");
  const results::Format format = results::format_named(arguments.text("format", "text"));
  const results::Reader older(arguments.words()[0]);
  const results::Reader newer(arguments.words()[1]);
  std::vector<StudyDifferences> studies = results::compare_databases(older, newer);
  const std::vector<results::OtherSeed> other_seeds = results::compare_other_seeds(older, newer);
  std::erase_if(studies, [&](const StudyDifferences& study) { return is_of_other_seed(study, other_seeds); });
  if (studies.empty() && other_seeds.empty() && format == results::Format::text) {
    print("no differences\n");
    return ok;
  }
  results::Exhibit exhibit{.name = "compare"};
  exhibit.title = fmt::format("{} against {}", arguments.words()[1], arguments.words()[0]);
  exhibit.note =
      "Differences of pairs are new - old. Sign test: two-sided, exact, over the pairs that differ. "
      "Effect size: mean of the differences over their standard deviation.";
  if (!other_seeds.empty())
    exhibit.note += fmt::format(
        " Under another seed the samples are others, so that means are compared: they agree unless Welch's test, with "
        "Holm's correction for all means of an experiment, has a p below {}.",
        results::level_of_agreement);
  results::Rows rows = rows_of(studies, format);
  for (const results::OtherSeed& study : other_seeds) add_other_seed(study, format, rows);
  if (!is_for_programs(format)) drop_empty_columns(rows);
  print_data(results::render(exhibit, rows, {format, {}, terminal_width()}));
  return studies.empty() && std::ranges::all_of(other_seeds, agrees) ? ok : failed;
}

}  // namespace

Command compare_command() {
  return {.name = "compare",
          .summary = "compare two databases, paired by sample or by chunk, worst first",
          .usage = {"OLD NEW [--format NAME]"},
          .options = {{.name = "format",
                       .value = "NAME",
                       .summary = "text (default), markdown, latex, csv, json or html",
                       .complete = results::format_names()}},
          .run = run_compare};
}

}  // namespace apportion::cli
