// Every exhibit that compares numbers with printed ones: the verdict of each row is the judge's for the columns of that
// row.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "results/database/reader.hpp"
#include "results/judge.hpp"
#include "results/rows.hpp"
#include "tests/support/run_into.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::sweeps {
namespace {

using results::Rows;

/// The columns of one of our numbers and of the printed one beside it.
struct Pair {
  std::string ours;
  std::string printed;
};

/// The rule for rows of an exhibit; an empty rule means that of the columns rule, unit, least and greatest.
struct Compared {
  std::string rule;
  std::vector<Pair> pairs;  // the first that differs, or else the last, gives the verdict
  engine::RunRequest request = {};
};

const std::map<std::string, Compared>& compared() {
  const engine::RunRequest some_cells{.samples = 60,
                                      .axes = {{"columns", "1000,2000"}, {"ratio", "1,2,4"}, {"processors", "4,5"}}};
  const Compared by_rule{"", {{"expected", "printed"}}, some_cells};
  static const std::map<std::string, Compared> exhibits = {
      {"kaddoura/table1", {"digits", {{"unrounded", "printed p! 2^(p-1)"}}}},
      {"kaddoura/table2", by_rule},
      {"kaddoura/table3", by_rule},
      {"kaddoura/table4", by_rule},
      {"kaddoura/table5", by_rule},
      {"kaddoura/table6", by_rule},
      {"kaddoura/table7", by_rule},
      {"kaddoura/table8", {"ratio", {{"ours", "printed"}}, {.axes = {{"processors", "4,10"}}}}},
      {"kaddoura/figure16", {"digits", {{"acost", "printed"}}}},
      {"kalinov/table1", {"exact", {{"ours", "printed"}}}},
      {"chatterjee/adi-matrix", {"exact", {{"cost", "printed"}}}},
      {"chatterjee/adi-threshold", {"exact", {{"ours", "printed"}}}},
      {"chatterjee/figure3", {"exact", {{"load", "printed"}}}},
      {"chatterjee/ladder", {"exact", {{"cost", "printed"}}}},
      {"chatterjee/operations", {"ratio", {{"ours", "printed"}}, {.samples = 2}}},
      {"chatterjee/quantities", {"exact", {{"ours", "printed"}}}},
      {"chatterjee/sum", {"exact", {{"load", "printed"}}}},
      {"chatterjee/two-zone-threshold", {"exact", {{"ours", "printed"}}}},
      {"validation/mpi",
       {"exact",
        {{"messages modelled", "messages counted"},
         {"2 E x sweeps", "messages counted"},
         {"bytes modelled", "bytes counted"},
         {"16 Acost x sweeps", "bytes counted"}}}}};
  return exhibits;
}

/// A row by names of columns.
class Named {
 public:
  Named(const Rows& rows, const std::vector<results::Value>& row) : rows_(rows), row_(row) {}

  [[nodiscard]] bool has(const std::string& column) const {
    return std::ranges::find(rows_.columns, column) != rows_.columns.end();
  }
  [[nodiscard]] std::string text(const std::string& column) const {
    return results::cell_text(row_.at(results::column_index(rows_, column, "the exhibit")));
  }
  [[nodiscard]] double number(const std::string& column) const {
    return results::coordinate("", text(column)).number.value_or(0);
  }

 private:
  const Rows& rows_;
  const std::vector<results::Value>& row_;
};

// The verdict by the columns with this prefix; nothing if one of them is NULL.
std::optional<std::string> verdict_by_rule(const Named& row, const std::string& reading) {
  for (const std::string& column : {std::string("printed"), reading + "expected", reading + "least"})
    if (row.text(column).empty()) return std::nullopt;
  return std::string(results::verdict({.rule = results::rule_named(row.text("rule")),
                                       .printed = row.number("printed"),
                                       .unit = row.number("unit"),
                                       .ours = row.number(reading + "expected"),
                                       .least = row.number(reading + "least"),
                                       .greatest = row.number(reading + "greatest")}));
}

std::optional<std::string> verdict_of(const Named& row, const Compared& how) {
  if (how.rule.empty()) return verdict_by_rule(row, "");
  std::optional<std::string> verdict;
  for (const Pair& pair : how.pairs) {
    const std::string printed = row.text(pair.printed);
    if (printed.empty()) return std::nullopt;
    verdict = results::verdict({.rule = results::rule_named(row.has("rule") ? row.text("rule") : how.rule),
                                .printed = row.number(pair.printed),
                                .unit = results::unit_of(printed),
                                .ours = row.number(pair.ours)});
    if (*verdict == "differs") return verdict;
  }
  return verdict;
}

class ComparedVerdicts : public testing::TestWithParam<std::string> {
 protected:
  Rows shown(const std::string& name, const engine::RunRequest& request) const {
    const results::Exhibit exhibit = engine::Catalogue::instance().exhibits_named(name).front();
    testing_support::run_into(file_, exhibit.study, request);
    std::map<std::string, results::Value> parameters{{"seed", std::int64_t{1}}};
    for (const auto& [parameter, text] : exhibit.parameters) parameters[parameter] = text;
    return results::Reader(file_).query(exhibit.sql, parameters);
  }

 private:
  testing_support::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "a.sqlite";
};

TEST_P(ComparedVerdicts, FollowFromTheColumnsOfTheirRows) {
  const Compared& how = compared().at(GetParam());
  const Rows rows = shown(GetParam(), how.request);
  std::size_t judged = 0;
  for (const auto& values : rows.rows) {
    SCOPED_TRACE(testing::PrintToString(values));
    const Named row(rows, values);
    const std::string verdict = row.text("verdict");
    judged += verdict.empty() ? 0 : 1;
    EXPECT_EQ(verdict, verdict_of(row, how).value_or(""));
    if (!row.has("legacy_verdict")) continue;
    EXPECT_EQ(row.text("legacy_verdict"), verdict_by_rule(row, "legacy_").value_or(""));
  }
  EXPECT_GT(judged, 0U);
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& [name, how] : compared()) all.push_back(name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, ComparedVerdicts, testing::ValuesIn(names()), [](const auto& exhibit) {
  std::string name = exhibit.param;
  std::erase_if(name, [](char c) { return c == '/' || c == '-'; });
  return name;
});

// Claims and statements have other rules.
TEST(ComparedExhibits, AreAllTested) {
  std::vector<std::string> found;
  for (const results::Exhibit& exhibit : engine::Catalogue::instance().exhibits()) {
    const std::string name = results::short_name(exhibit);
    if (!exhibit.judgements.empty() && !name.starts_with("claims") && name != "sentences" &&
        exhibit.sql.find("AS printed") != std::string::npos)
      found.push_back(exhibit.name);
  }
  EXPECT_THAT(found, testing::UnorderedElementsAreArray(names()));
}

}  // namespace
}  // namespace apportion::sweeps
