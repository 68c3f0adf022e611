// The digest, and the merging of databases: what is merged, what is refused, and independence of the order.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "results/database/digest.hpp"
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

TEST(Sha256, IsThatOfTheStandardsExamples) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Sha256 pieces;
  pieces.add("a");
  pieces.add("");
  pieces.add("bc");
  EXPECT_EQ(pieces.hex(), sha256("abc"));
}

class DigestTest : public ::testing::Test {
 protected:
  // The digest of a new database filled by fill(store).
  template <typename Fill>
  [[nodiscard]] std::string digest(Fill fill) {
    const auto file = folder_ / (std::to_string(++databases_) + ".sqlite");
    {
      Store store(file);
      fill(store);
    }
    return Reader(file).digest();
  }

  // The digest of a database with one unit, changed.
  template <typename Change>
  [[nodiscard]] std::string digest_of_changed(Change change) {
    return digest([&](Store& store) {
      const SmallStudy small(store);
      UnitResult unit = small.unit(small.xy2, 0, 10);
      unit.values = {{0, small.total, 9.5}};
      change(unit, small);
      store.write({unit}, {small.point});
    });
  }

  TemporaryFolder folder_;
  int databases_ = 0;
};

double other_last_bit(double value) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) ^ 1U); }

TEST_F(DigestTest, DoesNotSeeOrderRowNumbersRunsAndTimings) {
  const std::string one = digest([](Store& store) {
    const SmallStudy small(store);
    const Id second = store.point(small.study, place(2000, 5));
    UnitResult elsewhere = small.unit(small.xy2, 0, 3);
    elsewhere.point = second;
    store.write(
        {small.unit(small.xy2, 0, 1), small.unit(small.xy2, 1, 2), small.unit(small.bisection, 0, 4), elsewhere},
        {small.point, second});
  });
  const std::string other = digest([](Store& store) {
    StudyRecord reversed = small_study();
    std::ranges::reverse(reversed.metrics);
    const Id study = store.study(reversed);
    const Id second = store.point(study, place(2000, 5));
    store.column({"RecursiveBisection2", 1});
    const SmallStudy small(store);
    store.begin_run({"apportion run", "abc", "g++", "-O2", "SQLite", "a cpu", 2, 1});
    UnitResult elsewhere = small.unit(small.xy2, 0, 3);
    elsewhere.point = second;
    store.write({elsewhere}, {});
    store.write({small.unit(small.bisection, 0, 4)}, {});
    store.write({small.unit(small.xy2, 1, 2)}, {second});
    store.write({small.unit(small.xy2, 0, 77)}, {small.point});
    store.write({small.unit(small.xy2, 0, 1)}, {small.point});
    store.write_timings({{small.point, small.xy2, 0.5, 0.25, 1, 9}});
    store.finish_run("finished");
  });
  EXPECT_EQ(one, other);
  EXPECT_EQ(one.size(), 64U);
}

TEST_F(DigestTest, SeesEveryChangeOfAUnit) {
  std::set<std::string> digests;
  const auto add = [&](auto change) { digests.insert(digest_of_changed(change)); };
  add([](UnitResult&, const SmallStudy&) {});
  add([](UnitResult& unit, const SmallStudy&) { unit.chunk = 1; });
  add([](UnitResult& unit, const SmallStudy&) {
    unit.samples = 4;
    for (MetricMoments& each : unit.moments) each.moments.count = 4;
  });
  add([](UnitResult& unit, const SmallStudy& small) { unit.column = small.bisection; });
  for (double Moments::*field : {&Moments::mean, &Moments::m2, &Moments::min, &Moments::max}) {
    add([&](UnitResult& unit, const SmallStudy&) {
      unit.moments[0].moments.*field = other_last_bit(unit.moments[0].moments.*field);
    });
  }
  add([](UnitResult& unit, const SmallStudy&) { std::swap(unit.moments[0].metric, unit.moments[1].metric); });
  add([](UnitResult& unit, const SmallStudy&) { unit.moments.pop_back(); });
  add([](UnitResult& unit, const SmallStudy&) { unit.values[0].value = other_last_bit(9.5); });
  add([](UnitResult& unit, const SmallStudy&) { unit.values[0].sample = 1; });
  add([](UnitResult& unit, const SmallStudy&) { unit.values.clear(); });
  add([](UnitResult& unit, const SmallStudy&) { unit.failure = Failure{1, "x"}; });
  add([](UnitResult& unit, const SmallStudy&) { unit.failure = Failure{1, "y"}; });
  EXPECT_EQ(digests.size(), 15U);
}

TEST_F(DigestTest, SeesSummariesStudiesAndColumns) {
  std::set<std::string> digests;
  digests.insert(digest([](Store&) {}));
  digests.insert(digest([](Store& store) { store.study(small_study()); }));
  digests.insert(digest([](Store& store) {
    StudyRecord study = small_study();
    study.seed = 8;
    store.study(study);
  }));
  digests.insert(digest([](Store& store) {
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 1)}, {});
  }));
  digests.insert(digest([](Store& store) {
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 1)}, {small.point});
  }));
  digests.insert(digest([](Store& store) { store.column({"XY2", 1}); }));
  digests.insert(digest([](Store& store) { store.column({"XY2", 2}); }));
  EXPECT_EQ(digests.size(), 7U);
}

class MergeTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_ / name; }

  [[nodiscard]] static RunRecord run_named(const std::string& command) {
    RunRecord run;
    run.command = command;
    return run;
  }

  // A database filled by fill(store, study), through a run.
  template <typename Fill>
  std::filesystem::path made(const std::string& name, Fill fill) const {
    Store store(file(name));
    store.begin_run(run_named("made " + name));
    fill(store, SmallStudy(store));
    store.finish_run("finished");
    return file(name);
  }

  // A database with one unit, changed by change(unit, study).
  template <typename Change>
  std::filesystem::path with_unit(const std::string& name, Change change) const {
    return made(name, [&](Store& store, const SmallStudy& small) {
      UnitResult unit = small.unit(small.xy2, 0, 10);
      change(unit, small);
      store.write({unit}, {small.point});
    });
  }

  [[nodiscard]] std::filesystem::path plain(const std::string& name) const {
    return with_unit(name, [](UnitResult&, const SmallStudy&) {});
  }

  // Adds a sample to a chunk, up to `reach`.
  static void lengthen(UnitResult& unit, const SmallStudy& small, double reach) {
    unit.samples = 4;
    unit.moments = {{small.total, moments_from({9, 10, 14, reach})}, {small.edges, moments_from({4, 5, 5, 5})}};
  }

  static void fail(UnitResult& unit, const std::string& message) {
    unit.moments.clear();
    unit.failure = Failure{2, message};
  }

  // Keeps samples: `first` and the other of 9 and 10 have the same moments in either order.
  static void keep(UnitResult& unit, const SmallStudy& small, double first = 9) {
    unit.values = {{0, small.total, first}, {1, small.total, 19 - first}, {2, small.total, 14},
                   {0, small.edges, 4},     {1, small.edges, 5},          {2, small.edges, 5}};
  }

  [[nodiscard]] static std::string digest(const std::filesystem::path& database) { return Reader(database).digest(); }

  [[nodiscard]] static std::int64_t number(const std::filesystem::path& database, const std::string& sql) {
    return std::get<std::int64_t>(Reader(database).query(sql).rows.at(0).at(0));
  }

  // `winner` wins over `loser`, whichever comes first.
  void expect_wins(const std::filesystem::path& winner, const std::filesystem::path& loser) const {
    merge(file("a"), {winner, loser});
    merge(file("b"), {loser, winner});
    EXPECT_EQ(digest(file("a")), digest(winner));
    EXPECT_EQ(digest(file("b")), digest(winner));
  }

  // Neither order of the two is merged; the message contains the pieces, and the existing file is unchanged.
  void expect_refused(const std::filesystem::path& one, const std::filesystem::path& other,
                      const ::testing::Matcher<std::string>& message) const {
    for (const auto& pair : {std::pair(one, other), std::pair(other, one)}) {
      std::filesystem::remove(file("out"));
      merge(file("out"), {pair.first});
      const std::string before = digest(file("out"));
      EXPECT_THAT(message_of<MergeRefused>([&] { merge(file("out"), {pair.second}); }), message);
      EXPECT_EQ(digest(file("out")), before);
    }
  }

  TemporaryFolder folder_;
};

TEST_F(MergeTest, UnitesWhatIsApart) {
  const auto all = made("all", [](Store& store, const SmallStudy& small) {
    store.write({small.unit(small.xy2, 0, 10), small.unit(small.xy2, 1, 12), small.unit(small.bisection, 0, 20)},
                {small.point});
  });
  const auto one = made(
      "one", [](Store& store, const SmallStudy& small) { store.write({small.unit(small.xy2, 1, 12)}, {small.point}); });
  // With other row numbers, and without a summary, as after a killed run.
  const auto two = made("two", [](Store& store, const SmallStudy& small) {
    store.write({small.unit(small.bisection, 0, 20), small.unit(small.xy2, 0, 10)}, {});
  });
  const MergeReport report = merge(file("out"), {one, two});
  EXPECT_EQ(report.added, 3);
  EXPECT_EQ(digest(file("out")), digest(all));
  EXPECT_EQ(number(file("out"), "SELECT count(*) FROM run"), 2);
  EXPECT_EQ(number(file("out"), "SELECT count(*) FROM unit JOIN run ON run.id = run_id WHERE command = 'made two'"), 2);
  // The views are there.
  EXPECT_EQ(number(file("out"), "SELECT samples FROM toy_grid WHERE algorithm = 'XY2'"), 6);

  const MergeReport again = merge(file("out"), {two, one, two});
  EXPECT_EQ(again.added, 0);
  EXPECT_EQ(again.replaced, 0);
  EXPECT_EQ(again.present, 5);
  EXPECT_EQ(digest(file("out")), digest(all));
  EXPECT_EQ(number(file("out"), "SELECT count(*) FROM run"), 2);
}

TEST_F(MergeTest, TheMoreCompleteUnitWins) {
  const auto shorter = plain("shorter");
  expect_wins(with_unit("longer", [](UnitResult& unit, const SmallStudy& small) { lengthen(unit, small, 30); }),
              shorter);
}

TEST_F(MergeTest, SingleSamplesWinOverNone) {
  expect_wins(with_unit("kept", [](UnitResult& unit, const SmallStudy& small) { keep(unit, small); }), plain("plain"));
}

TEST_F(MergeTest, AResultWinsOverAFailure) {
  expect_wins(plain("plain"),
              with_unit("failed", [](UnitResult& unit, const SmallStudy&) { fail(unit, "no memory"); }));
}

TEST_F(MergeTest, ALongerFailureWinsOverAShorterResult) {
  const auto failed = with_unit("failed", [](UnitResult& unit, const SmallStudy&) {
    unit.samples = 5;
    fail(unit, "no memory");
  });
  expect_wins(failed, plain("plain"));
}

TEST_F(MergeTest, DifferingUnitsAreRefusedByName) {
  const auto other = with_unit("other", [](UnitResult& unit, const SmallStudy& small) {
    unit.moments[0].moments = moments_from({9, 10, 14.5});
    static_cast<void>(small);
  });
  expect_refused(plain("plain"), other,
                 AllOf(HasSubstr("differ in 1 unit; nothing of "), HasSubstr("toy/grid (seed 7) at columns=1000 "),
                       HasSubstr("XY2, chunk 0: the mean of total is 11"), HasSubstr("11.166666666666666")));
}

TEST_F(MergeTest, DifferingSpreadIsRefused) {
  const auto other =
      with_unit("other", [](UnitResult& unit, const SmallStudy&) { unit.moments[0].moments.m2 += 1e-9; });
  expect_refused(plain("plain"), other,
                 AllOf(HasSubstr("squared deviations 14.0)"), HasSubstr("squared deviations 14.00000000")));
}

TEST_F(MergeTest, ALongerChunkThatReachesLessIsRefused) {
  const auto longer = with_unit("longer", [](UnitResult& unit, const SmallStudy& small) {
    lengthen(unit, small, 10);
    unit.moments[0].moments.max = 13;
  });
  expect_refused(plain("plain"), longer, AllOf(HasSubstr("the mean of total"), HasSubstr("9.0 to 13.0")));
}

TEST_F(MergeTest, DifferingSamplesAreRefused) {
  const auto kept = [&](const std::string& name, double first) {
    return with_unit(name, [first](UnitResult& unit, const SmallStudy& small) { keep(unit, small, first); });
  };
  expect_refused(kept("one", 9), kept("other", 10),
                 AllOf(HasSubstr("total of sample 0 is "), HasSubstr("differ in 1 unit")));
}

TEST_F(MergeTest, DifferingFailuresAreRefused) {
  const auto failed = [&](const std::string& message) {
    return with_unit(message, [&](UnitResult& unit, const SmallStudy&) { fail(unit, message); });
  };
  expect_refused(failed("one"), failed("other"), AllOf(HasSubstr("its failure"), HasSubstr("sample 2: one")));
}

TEST_F(MergeTest, OtherSweepsAreRefused) {
  const auto study = [&](const std::string& name, const StudyRecord& record, int revision) {
    Store store(file(name));
    const Id id = store.study(record);
    const Id point = store.point(id, place(1000, 4));
    const Id column = store.column({"XY2", revision});
    store.write({{point, column, 0, 1, {{store.metric(id, "total"), moments_from({1})}}, {}, std::nullopt}}, {point});
    return file(name);
  };
  const auto first = study("first", small_study(), 1);
  StudyRecord changed = small_study();
  changed.seed = 8;
  expect_refused(first, study("seed", changed, 1), AllOf(HasSubstr("another sweep"), HasSubstr("seed 8")));
  changed = small_study();
  changed.definition = "second";
  expect_refused(first, study("definition", changed, 1), AllOf(HasSubstr("another sweep"), HasSubstr("(second)")));
  changed = small_study();
  changed.chunk_size = 10;
  expect_refused(first, study("chunks", changed, 1), HasSubstr("toy/grid (seed 7) has chunks of"));
  changed = small_study();
  std::swap(changed.axes[0], changed.axes[1]);
  expect_refused(first, study("axes", changed, 1), HasSubstr(R"(["processors","columns")"));
  changed = small_study();
  changed.metrics.pop_back();
  expect_refused(first, study("metrics", changed, 1), HasSubstr("metrics"));
  expect_refused(first, study("revision", small_study(), 2), HasSubstr("XY2 at revision"));

  merge(file("mixed"), {first, file("seed"), file("definition"), file("revision")}, true);
  EXPECT_EQ(number(file("mixed"), "SELECT count(*) FROM experiment"), 3);
  EXPECT_EQ(number(file("mixed"), "SELECT count(*) FROM unit"), 4);
}

// A database with both seeds can be merged with one that has either of them.
TEST_F(MergeTest, ASweepInCommonIsEnough) {
  StudyRecord other = small_study();
  other.seed = 8;
  { Store(file("other")).study(other); }
  const auto first = plain("first");
  merge(file("both"), {first, file("other")}, true);
  EXPECT_NO_THROW(merge(file("out"), {first, file("both")}));
  EXPECT_NO_THROW(merge(file("out"), {file("other")}));
}

TEST_F(MergeTest, TimingsComeAlongOnce) {
  const auto timed = made("timed", [](Store& store, const SmallStudy& small) {
    store.write_timings(
        {{small.point, small.xy2, 1e-6, 1e-7, 1e-5, 20}, {small.point, small.xy2, 2e-6, 1e-7, 1e-5, 20}});
  });
  merge(file("out"), {timed, timed});
  merge(file("out"), {timed});
  EXPECT_EQ(number(file("out"), "SELECT count(*) FROM timing JOIN run ON run.id = run_id"), 2);
  EXPECT_EQ(number(file("out"), "SELECT median_seconds = 2e-6 FROM toy_grid_timings"), 1);
}

TEST_F(MergeTest, ARunThatHasEndedSinceIsBroughtUpToDate) {
  {
    Store store(file("running"));
    const SmallStudy small(store);
    store.begin_run(run_named("still running"));
    // Reads a database while it is written.
    merge(file("out"), {file("running")});
    store.write({small.unit(small.xy2, 0, 10)}, {small.point});
    store.finish_run("finished");
  }
  EXPECT_EQ(number(file("out"), "SELECT count(*) FROM run WHERE outcome IS NULL"), 1);
  merge(file("out"), {file("running")});
  EXPECT_EQ(number(file("out"), "SELECT count(*) FROM run WHERE outcome = 'finished'"), 1);
  EXPECT_EQ(digest(file("out")), digest(file("running")));
}

TEST_F(MergeTest, WhatCannotBeReadIsRefusedBeforeAnythingIsMade) {
  const auto good = plain("good");
  write_bytes(file("foreign"), std::string(200, 'x'));
  EXPECT_THAT(message_of<ForeignFile>([&] { merge(file("out"), {good, file("foreign")}); }), HasSubstr("another kind"));
  EXPECT_THAT(message_of<StoreError>([&] { merge(file("out"), {good, file("absent")}); }), HasSubstr("no results"));
  EXPECT_FALSE(std::filesystem::exists(file("out")));
  EXPECT_THAT(message_of<MergeRefused>([&] { merge(good, {good}); }), HasSubstr("the output as well as an input"));
  std::filesystem::create_symlink(good, file("link"));
  EXPECT_THAT(message_of<MergeRefused>([&] { merge(file("link"), {good}); }), HasSubstr("the output as well"));
}

TEST_F(MergeTest, InputsAreOnlyRead) {
  const auto good = plain("good");
  const std::string before = bytes_of(good);
  std::filesystem::permissions(good, std::filesystem::perms::owner_read);
  merge(file("out"), {good});
  EXPECT_EQ(bytes_of(good), before);
}

}  // namespace
}  // namespace apportion::results
