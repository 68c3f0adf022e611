// The digest: the same for the same content however it came in, another one for any other content.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "results/database/digest.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/results/sample_store.hpp"

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
  // Of a new database that fill(store) filled.
  template <typename Fill>
  [[nodiscard]] std::string digest(Fill fill) {
    const auto file = folder_ / (std::to_string(++databases_) + ".sqlite");
    {
      Store store(file);
      fill(store);
    }
    return Reader(file).digest();
  }

  // Of a database with one unit, changed.
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

}  // namespace
}  // namespace apportion::results
