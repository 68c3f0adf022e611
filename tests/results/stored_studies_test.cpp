// Stored information about studies, users' own algorithms and sweep files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/store.hpp"
#include "results/database/stored_studies.hpp"
#include "results/error.hpp"
#include "results/records.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/changed_database.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

const StudyKey toy{"toy/grid", 7};

class StoredStudiesTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
  Store store_ = Store(file_);
};

TEST_F(StoredStudiesTest, AreListedOnce) {
  const SmallStudy small(store_);
  StudyRecord study = small_study();
  study.definition = "second";
  store_.study(study);
  study.seed = 8;
  store_.study(study);
  const Reader reader(file_);
  EXPECT_EQ(stored_studies(reader), (std::vector<StudyKey>{toy, {"toy/grid", 8}}));
  EXPECT_TRUE(has_results_of(reader, "toy/grid"));
  EXPECT_FALSE(has_results_of(reader, "toy"));
}

TEST_F(StoredStudiesTest, ShowAlgorithmsAndMetricsWithNumbers) {
  const SmallStudy small(store_);
  UnitResult unit = small.unit(small.xy2, 0, 10);
  unit.moments.pop_back();
  const Id pair = store_.column({"XY2", 1, "RecursiveBisection2", 1});
  store_.write({unit, small.unit(pair, 0, 3)}, {small.point});
  store_.point(small.study, place(500, 2));
  const Reader reader(file_);
  const std::optional<ShownStudy> shown = shown_study(reader, toy);
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->axes, (std::vector<std::string>{"columns", "processors", "sampler"}));
  EXPECT_EQ(shown->algorithms, (std::vector<std::string>{"XY2"}));
  ASSERT_EQ(shown->metrics.size(), 1U);
  EXPECT_EQ(shown->metrics.front().name, "total");
  EXPECT_EQ(shown->metrics.front().better, "less");
  EXPECT_FALSE(shown_study(reader, {"toy/grid", 1}));
}

TEST_F(StoredStudiesTest, HaveTheValuesOfCompletePoints) {
  const SmallStudy small(store_);
  std::vector<Id> points{small.point};
  std::vector<UnitResult> units{small.unit(small.xy2, 0, 10)};
  for (const int columns : {200, 3000}) {
    points.push_back(store_.point(small.study, place(columns, 4)));
    units.push_back(units.front());
    units.back().point = points.back();
  }
  store_.point(small.study, place(77, 4));
  store_.write(units, points);
  const Reader reader(file_);
  EXPECT_EQ(shown_values(reader, toy, "columns"), (std::vector<std::string>{"200", "1000", "3000"}));
  EXPECT_EQ(shown_values(reader, toy, "sampler"), (std::vector<std::string>{"max-set"}));
  EXPECT_TRUE(shown_values(reader, {"toy/grid", 1}, "columns").empty());
}

// Points with the default of an added axis omit it.
TEST_F(StoredStudiesTest, HaveTheAxesThatWereAdded) {
  const SmallStudy small(store_);
  StudyRecord grown = small_study();
  grown.added_axes = {{"block", "8", 8}};
  const Id study = store_.study(grown);
  std::vector<Coordinate> elsewhere = place(1000, 4);
  elsewhere.push_back({"block", "16", 16});
  UnitResult unit = small.unit(small.xy2, 0, 10);
  unit.point = store_.point(study, elsewhere);
  store_.write({small.unit(small.xy2, 0, 10), unit}, {small.point, unit.point});
  const Reader reader(file_);
  EXPECT_EQ(shown_study(reader, toy)->axes, (std::vector<std::string>{"columns", "processors", "sampler", "block"}));
  EXPECT_EQ(shown_values(reader, toy, "block"), (std::vector<std::string>{"8", "16"}));
}

TEST_F(StoredStudiesTest, HaveTheirUnitsByNaturalKeys) {
  const SmallStudy small(store_);
  UnitResult failed = small.unit(small.bisection, 2, 0);
  failed.moments.clear();
  failed.failure = Failure{1, "no answer"};
  UnitResult kept = small.unit(small.xy2, 0, 10);
  kept.values = {{0, small.total, 9.0}};
  store_.write({kept, failed}, {});
  const Reader reader(file_);
  std::vector<StoredUnit> units = stored_units(reader, toy, "first", {"total", "profit"});
  std::ranges::sort(units, {}, &StoredUnit::column);
  ASSERT_EQ(units.size(), 2U);
  EXPECT_EQ(units[0].coordinates, coordinates_json(place(1000, 4)));
  EXPECT_EQ(units[0].column, (ColumnRecord{"RecursiveBisection2", 1}));
  EXPECT_EQ(units[0].state.chunk, 2);
  EXPECT_TRUE(units[0].state.failed);
  EXPECT_EQ(units[1].column, (ColumnRecord{"XY2", 1}));
  EXPECT_EQ(units[1].state.samples, 3);
  EXPECT_TRUE(units[1].state.has_values);
  EXPECT_FALSE(units[1].state.failed);
  EXPECT_EQ(units[1].state.metrics, 1U);
  EXPECT_TRUE(stored_units(reader, toy, "second", {"total"}).empty());
}

class OwnAlgorithmsInAStore : public ::testing::Test {
 protected:
  // Records each of these, and a result if there should be one.
  std::string made(const std::string& name, const std::vector<OwnAlgorithmRecord>& records, bool with_result = true) {
    Store store(folder_ / name);
    store.begin_run({});
    const SmallStudy small(store);
    return message_of<InputError>([&] {
      for (const OwnAlgorithmRecord& record : records) {
        store.own_algorithm(small.study, record);
        const Id column = store.column({record.name, record.revision});
        if (with_result) store.write({small.unit(column, 0, 10)}, {small.point});
      }
    });
  }

  [[nodiscard]] std::string digest(const std::string& name) const { return Reader(folder_ / name).digest(); }

  const OwnAlgorithmRecord mine_{"mine", 1, "python3 mine.py", {{"mine.py", std::string(64, '1')}}};
  TemporaryFolder folder_;
};

TEST_F(OwnAlgorithmsInAStore, WhatChangesUnderItsRevisionIsNamed) {
  OwnAlgorithmRecord changed = mine_;
  changed.files["mine.py"] = std::string(64, '2');
  EXPECT_EQ(made("a", {mine_, mine_}), "");
  EXPECT_THAT(made("b", {mine_, changed}),
              AllOf(HasSubstr("mine: mine.py has changed (its SHA-256 was 111111111111..., it is 222222222222...)"),
                    HasSubstr("results of its revision 1; raise the revision, or start over with --fresh")));
  changed.files = {};
  EXPECT_THAT(made("c", {mine_, changed}), HasSubstr("mine: mine.py is no longer among its files"));
  EXPECT_THAT(made("d", {changed, mine_}), HasSubstr("mine: mine.py is new among its files"));
  changed = mine_;
  changed.command = "pypy mine.py";
  EXPECT_THAT(made("e", {mine_, changed}), HasSubstr("its command was 'python3 mine.py' and is 'pypy mine.py'"));
  changed.revision = 2;
  EXPECT_EQ(made("f", {mine_, changed}), "");
}

TEST_F(OwnAlgorithmsInAStore, WithoutResultsItMayChange) {
  OwnAlgorithmRecord changed = mine_;
  changed.command = "pypy mine.py";
  EXPECT_EQ(made("a", {mine_, changed}, false), "");
  EXPECT_EQ(made("b", {changed}, false), "");
  EXPECT_EQ(digest("a"), digest("b"));
}

TEST_F(OwnAlgorithmsInAStore, TheDigestSeesThem) {
  OwnAlgorithmRecord other = mine_;
  other.files["mine.py"] = std::string(64, '2');
  EXPECT_EQ(made("a", {mine_}), "");
  EXPECT_EQ(made("b", {other}), "");
  EXPECT_NE(digest("a"), digest("b"));
}

TEST_F(OwnAlgorithmsInAStore, MergingKeepsThemAndRefusesAnotherProgram) {
  OwnAlgorithmRecord other = mine_;
  other.files["mine.py"] = std::string(64, '2');
  EXPECT_EQ(made("a", {mine_}), "");
  EXPECT_EQ(made("b", {other}), "");
  merge(folder_ / "all", {folder_ / "a"});
  EXPECT_EQ(digest("all"), digest("a"));
  merge(folder_ / "all", {folder_ / "a"});
  EXPECT_EQ(digest("all"), digest("a"));
  EXPECT_THAT(message_of<MergeRefused>([&] { merge(folder_ / "all", {folder_ / "b"}); }),
              HasSubstr("mine of toy/grid is another program than in"));
}

TEST_F(OwnAlgorithmsInAStore, WhatIsForgottenMayBeAnotherProgram) {
  OwnAlgorithmRecord other = mine_;
  other.files["mine.py"] = std::string(64, '2');
  EXPECT_EQ(made("a", {mine_}), "");
  Store(folder_ / "a").forget({"toy/grid"});
  EXPECT_EQ(made("a", {other}), "");
  EXPECT_EQ(made("b", {other}), "");
  EXPECT_EQ(digest("a"), digest("b"));
}

const StudyKey toy_study{"toy/grid", 7};

class SweepTextTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_ / name; }

  static void store_text(const std::filesystem::path& database, const std::string& text, std::uint64_t seed = 7) {
    StudyRecord study = small_study();
    study.seed = seed;
    study.sweep = SweepText{"toy.ini", text};
    Store(database).study(study);
  }

  // Stores the text as a run at this time would.
  static void store_at(const std::filesystem::path& database, const std::string& text, const std::string& time) {
    store_text(database, text);
    testing_support::change(database, fmt::format("UPDATE sweep_text SET written = '{}'", time));
  }

  [[nodiscard]] static std::optional<SweepText> text_in(const std::filesystem::path& database) {
    const std::optional<StoredText> stored = stored_text(Reader(database), toy_study.experiment, toy_study.seed);
    return stored ? std::optional(stored->text) : std::nullopt;
  }

  TemporaryFolder folder_;
};

TEST_F(SweepTextTest, TheLastOneIsKept) {
  store_text(file("a"), "one");
  store_text(file("a"), "two\n[exhibit]\n");
  EXPECT_EQ(text_in(file("a")), (SweepText{"toy.ini", "two\n[exhibit]\n"}));
  // Without a text the run leaves the old one.
  Store(file("a")).study(small_study());
  EXPECT_EQ(text_in(file("a")), (SweepText{"toy.ini", "two\n[exhibit]\n"}));
  EXPECT_FALSE(stored_text(Reader(file("a")), "toy/grid", 8));
}

TEST_F(SweepTextTest, TheSeedIsThatOfTheStudyThatWasStoredLast) {
  store_at(file("a"), "one", "2026-01-01T00:00:00Z");
  store_text(file("a"), "one", 9);
  EXPECT_EQ(stored_text(Reader(file("a")), "toy/grid", std::nullopt)->seed, 9);
  EXPECT_FALSE(stored_text(Reader(file("a")), "toy/other", std::nullopt));
}

TEST_F(SweepTextTest, IsNoPartOfTheContent) {
  Store(file("a")).study(small_study());
  store_text(file("b"), "one");
  EXPECT_EQ(Reader(file("a")).digest(), Reader(file("b")).digest());
}

TEST_F(SweepTextTest, AMergeKeepsTheTextThatWasStoredLastInAnyOrder) {
  store_at(file("old"), "old", "2026-01-01T00:00:00Z");
  store_at(file("new"), "new", "2026-01-02T00:00:00Z");
  Store(file("none")).study(small_study());
  merge(file("a"), {file("old"), file("new"), file("none")});
  merge(file("b"), {file("none"), file("new"), file("old")});
  for (const char* merged : {"a", "b"}) EXPECT_EQ(text_in(file(merged)), (SweepText{"toy.ini", "new"})) << merged;
}

}  // namespace
}  // namespace apportion::results
