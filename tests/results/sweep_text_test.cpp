// The texts of sweep files in a database: stored with their studies, merged, outside the digest.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/stored_studies.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/changed_database.hpp"

namespace apportion::results {
namespace {

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

  // As a run at this time would have stored it.
  static void store_at(const std::filesystem::path& database, const std::string& text, const std::string& time) {
    store_text(database, text);
    testing_support::change(database, fmt::format("UPDATE sweep_text SET written = '{}'", time));
  }

  [[nodiscard]] static std::optional<SweepText> text_in(const std::filesystem::path& database) {
    return stored_sweep(Reader(database), toy_study);
  }

  TemporaryFolder folder_;
};

TEST_F(SweepTextTest, TheLastOneIsKept) {
  store_text(file("a"), "one");
  store_text(file("a"), "two\n[exhibit]\n");
  EXPECT_EQ(text_in(file("a")), (SweepText{"toy.ini", "two\n[exhibit]\n"}));
  // A run by a program's name leaves it.
  Store(file("a")).study(small_study());
  EXPECT_EQ(text_in(file("a")), (SweepText{"toy.ini", "two\n[exhibit]\n"}));
  EXPECT_FALSE(stored_sweep(Reader(file("a")), {"toy/grid", 8}));
}

TEST_F(SweepTextTest, TheSeedIsThatOfTheStudyThatWasStoredLast) {
  store_at(file("a"), "one", "2026-01-01T00:00:00Z");
  store_text(file("a"), "one", 9);
  EXPECT_EQ(seed_of_last_sweep(Reader(file("a")), "toy/grid"), 9);
  EXPECT_FALSE(seed_of_last_sweep(Reader(file("a")), "toy/other"));
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
