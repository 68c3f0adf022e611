// Written data are sound, changes behind the program's back are found, and damaged databases are refused.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <iterator>
#include <random>

#include "base/error.hpp"
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/changed_database.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

class VerificationTest : public ::testing::Test {
 protected:
  // Expects that all is sound while the store is open, and this number of units.
  void expect_units(std::int64_t units) const { EXPECT_EQ(verify(file_).units, units); }

  void sql(const std::string& statement) const { testing_support::change(file_, statement); }

  [[nodiscard]] std::string damage() const {
    return message_of<StoreError>([&] { static_cast<void>(verify(file_)); });
  }

  // Two points of two columns with kept samples, complete.
  void make_results() const {
    Store store(file_);
    SmallStudy small(store);
    static_cast<void>(store.begin_run({"run", "0", "c", "", "", "cpu", 2, 2}));
    for (const int processors : {4, 5}) {
      small.point = store.point(small.study, place(1000, processors));
      std::vector<UnitResult> units;
      for (std::int64_t chunk = 0; chunk < 10; ++chunk)
        for (const Id column : {small.xy2, small.bisection})
          units.push_back(with_samples(small.unit(column, chunk, static_cast<double>(10 + chunk) + 0.1), small));
      store.write(units, {small.point});
    }
    store.finish_run("finished");
  }

  // Eleven samples, and their moments.
  static UnitResult with_samples(UnitResult unit, const SmallStudy& small) {
    unit.samples = 11;
    unit.moments.clear();
    for (const Id metric : {small.total, small.edges}) {
      Moments moments;
      for (std::int64_t i = 0; i < unit.samples; ++i) {
        const double value = 0.1 * static_cast<double>(unit.point + metric * i + unit.chunk);
        unit.values.push_back({20 * unit.chunk + i, metric, value});
        moments.add(value);
      }
      unit.moments.push_back({metric, moments});
    }
    return unit;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(VerificationTest, EveryWriteIsSound) {
  Store store(file_);
  expect_units(0);
  const SmallStudy small(store);
  static_cast<void>(store.begin_run({"run", "0", "c", "", "", "cpu", 2, 2}));
  store.write({with_samples(small.unit(small.xy2, 0, 10), small), small.unit(small.xy2, 1, 20)}, {small.point});
  expect_units(2);
  // A run that is interrupted here leaves summaries of fewer units.
  store.write({{small.point, small.xy2, 1, 3, {}, {}, Failure{1, "no"}}}, {small.point});
  expect_units(2);
  store.write({small.unit(small.xy2, 1, -0.0)}, {});
  EXPECT_EQ(verify(file_).waiting, 2);
  store.write({}, {small.point});
  store.write_timings({{small.point, small.xy2, 0.5, 0.25, 1, 3}});
  for (const char* command : {"first", "second"}) store.own_algorithm(small.study, {"mine", 1, command, {{"a", "b"}}});
  store.finish_run("finished");
  expect_units(2);
  StudyRecord more = small_study();
  more.metrics.push_back({"extra", "Extra", "", "more", 2});
  more.sweep = SweepText{"a.ini", "family = toy\n"};
  store.study(more);
  expect_units(2);
  store.clear(small.study);
  expect_units(0);
}

// Row numbers of removed rows are used again.
TEST_F(VerificationTest, AfterForgettingAsWell) {
  Store store(file_);
  const SmallStudy small(store);
  store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  store.forget({"toy/grid"});
  expect_units(0);
  StudyRecord other = small_study();
  other.experiment = "toy/other";
  const Id study = store.study(other);
  const Id point = store.point(study, place(2000, 9));
  const Id column = store.column({"TILE", 2});
  store.write({{point, column, 0, 1, {{store.metric(study, "total"), moments_from({1})}}, {}, {}}}, {point});
  expect_units(1);
}

TEST_F(VerificationTest, WhatAMergeCopiesIsSound) {
  const std::filesystem::path other = folder_ / "other.sqlite";
  {
    Store store(other);
    const SmallStudy small(store);
    store.write({with_samples(small.unit(small.xy2, 0, 10), small), small.unit(small.bisection, 0, 30)}, {small.point});
  }
  {
    Store store(file_);
    StudyRecord first = small_study();
    first.experiment = "toy/first";
    store.study(first);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 1, 20)}, {small.point});
  }
  EXPECT_EQ(merge(file_, {other}, {}).added, 2);
  expect_units(3);
}

TEST_F(VerificationTest, EachLossAndChangeIsSeen) {
  make_results();
  const std::string sound = bytes_of(file_);
  for (const char* change :
       {"UPDATE moment SET max = max + 1 WHERE metric_id = 1", "DELETE FROM moment WHERE metric_id = 2",
        "DELETE FROM moment WHERE unit_id = 3", "UPDATE sample SET v3 = 10", "UPDATE sample SET v9 = NULL",
        "DELETE FROM sample WHERE first % 20 = 10", "UPDATE sample SET first = first + 100",
        "UPDATE sample SET metric_id = 9 WHERE metric_id = 1", "UPDATE unit SET samples = 4 WHERE id = 1",
        "UPDATE summary SET count = count - 1", "UPDATE summary SET m2 = 0",
        "UPDATE summary SET algorithm_id = 9 WHERE algorithm_id = 1", "DELETE FROM unit WHERE id = 1",
        "UPDATE unit SET point_id = 99 WHERE id = 1"}) {
    write_bytes(file_, sound);
    sql(change);
    EXPECT_THAT(damage(), HasSubstr("is damaged (")) << change;
  }
}

// 506 bit flips in numbers: those not found change nothing that is shown.
TEST_F(VerificationTest, EachFlippedBitOfANumberIsFound) {
  make_results();
  const std::string sound = bytes_of(file_);
  const std::string digest = Reader(file_).digest();
  std::mt19937_64 dice(1);
  for (const char* column : {"moment.mean", "moment.m2", "moment.min", "moment.max", "summary.mean", "summary.m2",
                             "summary.min", "summary.max", "sample.v0", "sample.v5", "sample.v9"}) {
    SCOPED_TRACE(column);
    const std::string name = column;
    const std::string table = name.substr(0, name.find('.'));
    const std::vector<Value> values = [&] {
      std::vector<Value> all;
      for (const auto& row : Reader(file_).query(fmt::format("SELECT {} FROM {}", column, table)).rows)
        if (std::holds_alternative<double>(row[0]) && std::get<double>(row[0]) != std::floor(std::get<double>(row[0])))
          all.push_back(row[0]);
      return all;
    }();
    for (int round = 0; round < 46; ++round) {
      // SQLite's format of a real: https://www.sqlite.org/fileformat.html, section 2.1.
      auto bits = std::bit_cast<std::uint64_t>(std::get<double>(values[dice() % values.size()]));
      std::string bytes;
      for (int i = 7; i >= 0; --i) bytes += static_cast<char>(bits >> (8U * static_cast<unsigned>(i)));
      const std::size_t at = sound.find(bytes);
      ASSERT_NE(at, std::string::npos);
      std::string flipped = sound;
      flipped[at + dice() % 8] ^= static_cast<char>(1U << (dice() % 8));
      write_bytes(file_, flipped);
      const std::string found = damage();
      // A page may contain its old content.
      if (found.empty())
        EXPECT_EQ(Reader(file_).digest(), digest) << "at byte " << at;
      else
        EXPECT_THAT(found, HasSubstr("is damaged (")) << "at byte " << at;
    }
    write_bytes(file_, sound);
  }
}

// Users may add these for their own queries.
TEST_F(VerificationTest, AnIndexAndAViewOfAUserAreNamed) {
  make_results();
  sql("CREATE INDEX mine ON moment (mean); CREATE VIEW view_of_mine AS SELECT mean FROM moment; ANALYZE");
  EXPECT_EQ(verify(file_).foreign, (std::vector<std::string>{"the index mine", "the view view_of_mine"}));
  { const Store store(file_); }
  EXPECT_EQ(verify(file_).foreign.size(), 2U);
}

// The meanings of the program's own names do not come from the file.
TEST_F(VerificationTest, AnotherTextUnderAnOwnNameIsRefused) {
  make_results();
  const Rows right = Reader(file_).query("SELECT algorithm, total FROM toy_grid");
  const std::string sound = bytes_of(file_);
  for (const auto& [change, object] :
       {std::pair{"DROP VIEW toy_grid; CREATE VIEW toy_grid AS SELECT 'XY2' AS algorithm", "the view toy_grid"},
        {"DROP VIEW toy_grid; CREATE VIEW TOY_Grid AS SELECT 'XY2' AS algorithm", "the view TOY_Grid"},
        {"DROP VIEW measurements; CREATE VIEW measurements AS SELECT 1 AS mean", "the view measurements"},
        {"DROP VIEW runs; CREATE TABLE runs (uuid)", "the table runs"},
        {"DROP INDEX timing_of_point; CREATE INDEX timing_of_point ON timing (run_id)", "the index timing_of_point"},
        {"ALTER TABLE unit ADD COLUMN more INTEGER", "the table unit"},
        {"CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM unit; END", "the trigger t"},
        {"CREATE VIRTUAL TABLE words USING fts5 (a)", "the table words"}}) {
    write_bytes(file_, sound);
    sql(change);
    for (const std::string& message :
         {message_of<ForeignFile>([&] { Store store(file_); }), message_of<ForeignFile>([&] { Reader reader(file_); }),
          message_of<ForeignFile>([&] { merge(folder_ / "out.sqlite", {file_}); })})
      EXPECT_THAT(message, HasSubstr(object)) << change;
  }
  // A missing name of the program's own is created by a store.
  write_bytes(file_, sound);
  sql("DROP VIEW toy_grid; DROP VIEW measurements");
  EXPECT_EQ(Reader(file_).query("SELECT algorithm, total FROM toy_grid").rows, right.rows);
  { const Store store(file_); }
  EXPECT_EQ(Reader(file_)
                .query("SELECT name FROM main.sqlite_schema WHERE name IN ('toy_grid', 'measurements') ORDER BY 1")
                .rows,
            (std::vector<std::vector<Value>>{{"measurements"}, {"toy_grid"}}));
}

// Metrics omitted by a later run of the same study remain in the views.
TEST_F(VerificationTest, ViewsFollowFromWhatTheFileHas) {
  Store store(file_);
  static_cast<void>(store.study(small_study()));
  StudyRecord fewer = small_study();
  fewer.metrics.erase(fewer.metrics.begin());
  static_cast<void>(store.study(fewer));
  StudyRecord other = small_study();
  other.definition = "second";
  other.axes.emplace_back("latency");
  static_cast<void>(store.study(other));
  static_cast<void>(store.study(small_study()));
  EXPECT_NO_THROW(static_cast<void>(verify(file_)));
}

TEST_F(VerificationTest, TwoExperimentsWithOneViewAreRefused) {
  Store store(file_);
  const SmallStudy small(store);
  for (const char* name : {"toy/Grid", "Toy/grid", "toy/grid_samples"}) {
    SCOPED_TRACE(name);
    StudyRecord other = small_study();
    other.experiment = name;
    EXPECT_THAT(message_of<StoreError>([&] { static_cast<void>(store.study(other)); }), HasSubstr(name));
    const std::filesystem::path input = folder_ / "input.sqlite";
    std::filesystem::remove(input);
    { static_cast<void>(Store(input).study(other)); }
    const std::filesystem::path out = folder_ / "out.sqlite";
    std::filesystem::remove(out);
    { static_cast<void>(Store(out).study(small_study())); }
    EXPECT_THAT(message_of<StoreError>([&] { static_cast<void>(merge(out, {input}, true)); }),
                HasSubstr("cannot be in one database"));
    EXPECT_EQ(Reader(out).query("SELECT * FROM experiment").rows.size(), 1U);
  }
  expect_units(0);
}

using Table = std::vector<std::vector<Value>>;

constexpr std::size_t page_bytes = 4096;

// Deterministic everywhere, unlike the distributions of the standard library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : generator_(seed) {}
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(generator_() % end); }

 private:
  std::mt19937_64 generator_;
};

struct Damage {
  const char* name;
  void (*to)(std::string& bytes, Dice& dice);
};

std::size_t page_at(const std::string& bytes, Dice& dice) { return page_bytes * dice.below(bytes.size() / page_bytes); }

void change_a_byte(std::string& bytes, Dice& dice) {
  char& byte = bytes[dice.below(bytes.size())];
  byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1 + dice.below(255)));
}

void change_a_bit(std::string& bytes, Dice& dice) {
  char& byte = bytes[dice.below(bytes.size())];
  byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << dice.below(8)));
}

void overwrite_a_range(std::string& bytes, Dice& dice, bool zeros) {
  const std::size_t start = dice.below(bytes.size());
  const std::size_t length = std::min(1 + dice.below(std::size_t{1} << (1 + dice.below(12))), bytes.size() - start);
  for (std::size_t i = start; i < start + length; ++i) bytes[i] = zeros ? '\0' : static_cast<char>(dice.below(256));
}

void swap_pages(std::string& bytes, Dice& dice) {
  const std::size_t a = page_at(bytes, dice);
  const std::size_t b = page_at(bytes, dice);
  std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(a),
                   bytes.begin() + static_cast<std::ptrdiff_t>(a + page_bytes),
                   bytes.begin() + static_cast<std::ptrdiff_t>(b));
}

const std::vector<Damage>& damages() {
  static const std::vector<Damage> all{
      {"a byte changed", change_a_byte},
      {"a bit changed", change_a_bit},
      {"a range of zeros", [](std::string& bytes, Dice& dice) { overwrite_a_range(bytes, dice, true); }},
      {"a range of noise", [](std::string& bytes, Dice& dice) { overwrite_a_range(bytes, dice, false); }},
      {"two pages swapped", swap_pages},
      {"a page doubled",
       [](std::string& bytes, Dice& dice) {
         const std::string page = bytes.substr(page_at(bytes, dice), page_bytes);
         bytes.replace(page_at(bytes, dice), page_bytes, page);
       }},
      {"cut off", [](std::string& bytes, Dice& dice) { bytes.resize(dice.below(bytes.size())); }},
      {"pages cut off", [](std::string& bytes, Dice& dice) { bytes.resize(page_at(bytes, dice)); }}};
  return all;
}

class DamageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    {
      Store store(sound_);
      SmallStudy small(store);
      static_cast<void>(store.begin_run({"run", "0", "c", "", "", "cpu", 2, 2}));
      for (const int processors : {4, 5}) {
        small.point = store.point(small.study, place(1000, processors));
        std::vector<UnitResult> units;
        for (std::int64_t chunk = 0; chunk < 40; ++chunk) {
          for (const Id column : {small.xy2, small.bisection}) {
            units.push_back(small.unit(column, chunk, static_cast<double>(10 + chunk) + 0.1));
            keep_samples(units.back(), small);
          }
        }
        units.back() = {small.point, small.bisection, 39, 3, {}, {}, Failure{2, "too much"}};
        store.write(units, {small.point});
      }
      store.write_timings({{small.point, small.xy2, 0.5, 0.25, 1, 3}});
      store.finish_run("finished");
    }
    table_ = table(sound_);
  }

  // Stores the samples whose moments SmallStudy has.
  static void keep_samples(UnitResult& unit, const SmallStudy& small) {
    const double mean = static_cast<double>(10 + unit.chunk) + 0.1;
    for (std::int64_t i = 0; i < 3; ++i)
      for (const auto& [metric, value] : {std::pair{small.total, i == 0   ? mean - 1
                                                                 : i == 1 ? mean
                                                                          : mean + 4},
                                          {small.edges, i == 0 ? 4.0 : 5.0}})
        unit.values.push_back({20 * unit.chunk + i, metric, value});
  }

  // The query of `show`.
  [[nodiscard]] static Table table(const std::filesystem::path& file) {
    const Reader reader(file);
    Table all;
    for (const char* sql : {"SELECT * FROM toy_grid ORDER BY processors, algorithm",
                            "SELECT * FROM toy_grid_chunks ORDER BY processors, algorithm, chunk",
                            "SELECT * FROM toy_grid_samples ORDER BY processors, algorithm, sample"})
      std::ranges::move(reader.query(sql).rows, std::back_inserter(all));
    return all;
  }

  // Runs each command's work, which must end with an answer or one line that names the file.
  void expect_answer_or_line(const std::string& what) const {
    const std::filesystem::path out = folder_ / "out.sqlite";
    for (const auto& ask : std::vector<std::function<void()>>{
             [&] { static_cast<void>(Reader(damaged_).digest()); }, [&] { static_cast<void>(table(damaged_)); },
             [&] { const Store store(damaged_); }, [&] { static_cast<void>(merge(out, {damaged_})); }}) {
      restore();
      std::filesystem::remove(out);
      try {
        ask();
      } catch (const UserError& error) {
        EXPECT_THAT(error.what(), HasSubstr(damaged_.string())) << what;
        EXPECT_EQ(std::ranges::count(std::string(error.what()), '\n'), 0) << what;
      }
    }
  }

  void restore() const {
    write_bytes(damaged_, content_);
    for (const char* ending : {"-wal", "-shm"}) std::filesystem::remove(damaged_.string() + ending);
  }

  TemporaryFolder folder_;
  std::filesystem::path sound_ = folder_ / "sound.sqlite";
  std::filesystem::path damaged_ = folder_ / "damaged.sqlite";
  std::string content_;
  Table table_;
};

TEST_F(DamageTest, RandomDamageIsFoundOrHarmless) {
  const char* oracles = std::getenv("APPORTION_ORACLES");
  const std::string wanted = oracles == nullptr ? "" : oracles;
  const int rounds = wanted == "every" ? 250 : wanted == "full" ? 30 : 4;
  const std::string bytes = bytes_of(sound_);
  int found = 0;
  int harmless = 0;
  for (const Damage& damage : damages()) {
    for (int round = 0; round < rounds; ++round) {
      const std::string what = fmt::format("{}, round {}", damage.name, round);
      Dice dice(static_cast<std::uint64_t>(round));
      content_ = bytes;
      damage.to(content_, dice);
      if (content_.empty()) continue;  // the same as no file: a run starts again
      restore();
      try {
        static_cast<void>(verify(damaged_));
        EXPECT_TRUE(table(damaged_) == table_) << what;
        ++harmless;
      } catch (const UserError&) {
        ++found;
      }
      if (round % 4 == 0) expect_answer_or_line(what);
    }
  }
  std::cout << found << " found, " << harmless << " harmless\n";
  EXPECT_GT(found, harmless / 10);
}

TEST_F(DamageTest, EveryTwoPagesSwappedAreRefused) {
  const std::string bytes = bytes_of(sound_);
  const std::size_t pages = bytes.size() / page_bytes;
  for (std::size_t page = 1; page < pages; ++page) {
    content_ = bytes;
    content_.replace((page - 1) * page_bytes, page_bytes, bytes.substr(page * page_bytes, page_bytes));
    content_.replace(page * page_bytes, page_bytes, bytes.substr((page - 1) * page_bytes, page_bytes));
    if (content_ == bytes) continue;  // two empty pages
    write_bytes(damaged_, content_);
    EXPECT_THROW(static_cast<void>(verify(damaged_)), UserError) << "pages " << page << " and " << page + 1;
  }
}

}  // namespace
}  // namespace apportion::results
