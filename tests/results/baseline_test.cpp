// Baselines and the papers' printed numbers as text: written files read back the same, and damaged ones are refused
// with the place.
#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "results/comparing/baseline.hpp"
#include "results/database/published.hpp"
#include "results/database/reader.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

StudyNumbers sample_baseline() {
  StudyNumbers baseline{{"paper/study", 1}, "revision 1, chunks of 20", {"columns", "sampling"}, {}};
  const auto add = [&](const std::string& point, const std::string& algorithm, const std::string& rival,
                       const std::string& metric, const std::vector<double>& values) {
    Series series{.revision = 2, .rival_revision = rival.empty() ? 0 : 3};
    for (const double value : values)
      series.samples.push_back({static_cast<std::int64_t>(series.samples.size()), value});
    baseline.series[{point, algorithm, rival, metric}] = series;
  };
  add("columns=1000 sampling=uniform", "NL[paper,starts=1]", "", "total", {0.1, 1e300, -0.0});
  add("columns=1000 sampling=uniform", "NL[paper,starts=1]", "TILE", "quotient", {1.0 / 3});
  add("columns=200 sampling=max-set", "XY2", "", "total", {std::numeric_limits<double>::infinity()});
  return baseline;
}

constexpr const char* sample_text =
    "# Accepted numbers of paper/study, seed 1, revision 1, chunks of 20 (rewritten by `apportion check --update`)\n"
    "columns,sampling,sample,algorithm,revision,rival,rival_revision,quotient,total\n"
    "1000,uniform,0,\"NL[paper,starts=1]\",2,,,,0.1\n"
    "1000,uniform,0,\"NL[paper,starts=1]\",2,TILE,3,0.3333333333333333,\n"
    "1000,uniform,1,\"NL[paper,starts=1]\",2,,,,1e+300\n"
    "1000,uniform,2,\"NL[paper,starts=1]\",2,,,,-0\n"
    "200,max-set,0,XY2,2,,,,inf\n"
    "# 5 rows\n";

void expect_refused(const std::string& text, const std::vector<std::string>& pieces) {
  const std::string message = message_of<InputError>([&] { (void)parse_baseline(text); });
  EXPECT_NE(message, "") << text;
  for (const std::string& piece : pieces) EXPECT_THAT(message, HasSubstr(piece));
}

std::string replaced(std::string text, const std::string& old_piece, const std::string& new_piece) {
  const std::size_t place = text.find(old_piece);
  EXPECT_NE(place, std::string::npos) << old_piece;
  return text.replace(place, old_piece.size(), new_piece);
}

TEST(Baseline, IsWrittenInTheOrderOfItsKeysAndReadBack) {
  EXPECT_EQ(to_text(sample_baseline()), sample_text);
  const StudyNumbers read = parse_baseline(sample_text);
  EXPECT_EQ(read.key.experiment, "paper/study");
  EXPECT_EQ(read.key.seed, 1);
  EXPECT_EQ(read.definition, "revision 1, chunks of 20");
  EXPECT_EQ(to_text(read), sample_text);
  std::string of_windows = sample_text;
  replace_all(of_windows, "\n", "\r\n");
  EXPECT_EQ(to_text(parse_baseline(of_windows)), sample_text);
  EXPECT_TRUE(changes_of(read.series, sample_baseline().series).empty());
}

// A file's name may contain blanks: a sweep over resample(my nodes.csv) could not read its own baseline.
TEST(Baseline, ValuesOnAxesMayHaveBlanks) {
  StudyNumbers baseline = sample_baseline();
  const Series series = baseline.series.begin()->second;
  baseline.series = {{{"columns=8 sampling=resample(my nodes.csv)", "XY2", "", "total"}, series}};
  const std::string text = to_text(baseline);
  EXPECT_THAT(text, HasSubstr("\n8,resample(my nodes.csv),0,XY2"));
  EXPECT_EQ(to_text(parse_baseline(text)), text);
}

TEST(Baseline, EveryTruncationIsRefusedWithItsLine) {
  const std::string text = sample_text;
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length), '\n');
    expect_refused(text.substr(0, length), {"line " + std::to_string(line) + ": "});
  }
  expect_refused(text.substr(0, text.size() - 9), {"line 8", "the number of its rows"});
  expect_refused(text.substr(0, text.size() - 20), {"line 7", "the file is cut off"});
}

TEST(Baseline, WhatIsMalformedIsRefusedWithItsLine) {
  const std::string text = sample_text;
  expect_refused("", {"line 1"});
  expect_refused(replaced(text, "seed 1", "seed one"), {"line 1", "'one' is not a seed"});
  expect_refused(replaced(text, "revision,rival,", "rival,revision,"), {"line 2", "sample,algorithm"});
  expect_refused(replaced(text, "quotient,total", "metric,value"), {"line 2", "scripts/convert-baseline FILE"});
  expect_refused(replaced(text, ",,0.1\n", ",,0,1\n"), {"line 3", "expected 9 fields, found 10"});
  expect_refused(replaced(text, ",0.1\n", ",0.1x\n"), {"line 3", "'0.1x' is not a number"});
  expect_refused(replaced(text, ",0.1\n", ",nan\n"), {"line 3", "'nan' is not a number"});
  expect_refused(replaced(text, "uniform,1,", "uniform,one,"), {"line 5", "'one' is not a sample"});
  expect_refused(replaced(text, "\"NL", "\"\"NL"), {"line 3", "quote"});
  expect_refused(replaced(text, "uniform,2,", "uniform,1,"), {"line 6", "sample 1 is not above 1, the one before it"});
  expect_refused(replaced(text, "# 5 rows", "# 4 rows"), {"line 9", "the number of its rows"});
  expect_refused(text + "\n", {"line 10", "the number of its rows"});
}

TEST(Verdicts, AreWrittenAndReadBack) {
  const std::vector<Verdict> verdicts = {{"paper/table2", "p=4", "differs"}, {"paper/table1", "p=5 a=1, b", "exact"}};
  const std::string text = to_text(verdicts);
  EXPECT_EQ(text,
            "# Accepted verdicts (rewritten by `apportion check --update`)\nexhibit,row,verdict\n"
            "paper/table1,\"p=5 a=1, b\",exact\npaper/table2,p=4,differs\n# 2 rows\n");
  EXPECT_EQ(to_text(parse_verdicts(text)), text);
  EXPECT_THROW((void)parse_verdicts(text.substr(0, text.size() - 1)), InputError);
  EXPECT_THROW((void)parse_verdicts(replaced(text, ",exact", ",")), InputError);
}

TEST(Verdicts, AreWorseWhereTheyAgreeLess) {
  const auto change = [](const std::string& older, const std::string& newer) {
    std::vector<Verdict> a;
    std::vector<Verdict> b;
    if (!older.empty()) a.push_back({"e", "r", older});
    if (!newer.empty()) b.push_back({"e", "r", newer});
    const auto changes = compare(a, b);
    return changes.empty() ? std::string("none") : std::string(name_of(changes.begin()->first));
  };
  EXPECT_EQ(change("exact", "exact"), "none");
  EXPECT_EQ(change("reproduced", "differs"), "worse");
  EXPECT_EQ(change("exact", "rounded"), "worse");
  EXPECT_EQ(change("differs", "truncated"), "better");
  EXPECT_EQ(change("mostly reproduced", "not reproduced"), "worse");
  EXPECT_EQ(change("rounded", "truncated"), "changed");
  EXPECT_EQ(change("fails", "holds"), "better");
  EXPECT_EQ(change("exact", ""), "lost");
  EXPECT_EQ(change("", "exact"), "new");
  EXPECT_EQ(change("exact", "no word of the scale"), "changed");
}

// If a statement that the paper denies holds, that agrees less with the paper.
TEST(Verdicts, OfWhatThePaperDeniesAreWorseWhereItHolds) {
  const auto change = [](const std::string& older, const std::string& newer, Stance stance) {
    // A file of accepted verdicts has no stance.
    return compare({{"e", "r", older}}, {{"e", "r", newer, stance}}).begin()->first;
  };
  EXPECT_EQ(change("fails", "holds", Stance::denied), Change::worse);
  EXPECT_EQ(change("holds", "fails", Stance::denied), Change::better);
  EXPECT_EQ(change("holds", "fails", Stance::asserted), Change::worse);
  EXPECT_EQ(change("holds", "fails", Stance::open), Change::changed);
}

constexpr const char* header = "exhibit,algorithm,quantity,coordinates,printed,rule\n";

std::int64_t count(const std::string& exhibit) {
  const auto& all = published_numbers();
  return std::ranges::count_if(all, [&](const PublishedNumber& number) { return number.exhibit == exhibit; });
}

std::string complaint(const std::string& text) {
  return message_of<StoreError>([&] { static_cast<void>(parse_published("toy.csv", text)); });
}

TEST(Published, HasAllNumbersOfTheFirstPaper) {
  EXPECT_EQ(count("kaddoura/table1"), 10);
  for (const char* table : {"2", "3", "4", "5", "6", "7"})
    EXPECT_EQ(count(std::string("kaddoura/table") + table), 180) << table;
  EXPECT_EQ(count("kaddoura/table8"), 48);
  EXPECT_EQ(count("kaddoura/figure16"), 5);
}

TEST(Published, KeepsTheNumberAsPrinted) {
  const auto numbers = parse_published(
      "toy.csv", std::string(header) + "toy/table1,,decompositions,processors=10 model=max-set,1.857945e+09,digits\n" +
                     "toy/table2,HYBRID[levels=2,last=XY2],improvement_percent,,-3,exact\n");
  ASSERT_EQ(numbers.size(), 2U);
  EXPECT_EQ(numbers[0].printed, "1.857945e+09");
  EXPECT_EQ(numbers[0].value, 1857945000);
  EXPECT_EQ(numbers[0].rule, "digits");
  ASSERT_EQ(numbers[0].coordinates.size(), 2U);
  EXPECT_EQ(numbers[0].coordinates[0].axis, "processors");
  EXPECT_EQ(numbers[0].coordinates[0].number, 10);
  EXPECT_EQ(numbers[0].coordinates[1].text, "max-set");
  EXPECT_FALSE(numbers[0].coordinates[1].number.has_value());
  EXPECT_EQ(numbers[1].algorithm, "HYBRID[levels=2,last=XY2]");
  EXPECT_EQ(numbers[1].value, -3);
  EXPECT_TRUE(numbers[1].coordinates.empty());
}

TEST(Published, NamesFileAndLineOfWhatIsMalformed) {
  const std::string good = std::string(header) + "toy/table1,,partitions,processors=4,5,exact\n";
  EXPECT_EQ(complaint(good), "");
  EXPECT_EQ(complaint(""),
            "toy.csv:1: the first line must be exhibit,algorithm,quantity,coordinates,printed,rule, and may go on "
            "with ,unit and ,of");
  EXPECT_THAT(complaint("exhibit,algorithm\n"), HasSubstr("toy.csv:1: "));
  EXPECT_EQ(complaint(good + "toy/table1,,partitions,processors=5,7\n"), "toy.csv:3: expected 6 fields, found 5");
  EXPECT_EQ(complaint(good + "toy/table1,,partitions,processors=5,7,exact\n\n"),
            "toy.csv:4: expected 6 fields, found 1");
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=5,seven,exact\n"),
              HasSubstr("'seven' is not a number"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=5,7x,exact\n"), HasSubstr("'7x' is not a number"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=5,nan,exact\n"), HasSubstr("'nan' is not a number"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=5,7,near\n"), HasSubstr("the rule is 'near'"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors,7,exact\n"),
              HasSubstr("'processors' is not a coordinate"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=5  ratio=1,7,exact\n"),
              HasSubstr("'' is not a coordinate"));
  EXPECT_THAT(complaint(good + ",,partitions,processors=5,7,exact\n"), HasSubstr("must not be empty"));
  // The same place in another spelling.
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=4.0,6,exact\n"),
              HasSubstr("toy.csv:3: line 2 has a number of this place already"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=4,6,exact\n"), HasSubstr("line 2 has"));
}

TEST(Published, IsInEveryDatabase) {
  const TemporaryFolder folder;
  const auto file = folder / "apportion.sqlite";
  { Store store(file); }
  const Reader reader(file);
  EXPECT_EQ(reader.query("SELECT 1 FROM published_numbers").rows.size(), published_numbers().size());
  EXPECT_EQ(reader
                .query("SELECT printed, value FROM published_numbers WHERE exhibit = 'kaddoura/table1' AND "
                       "quantity = 'decompositions' AND json_extract(coordinates, '$.processors') = 20")
                .rows,
            (std::vector<std::vector<Value>>{{"1.275541e+24", 1.275541e+24}}));
}

}  // namespace
}  // namespace apportion::results
