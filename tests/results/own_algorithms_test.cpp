// What the database notes of users' own algorithms: changes are noticed, and the digest sees them.
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

class OwnAlgorithmsInAStore : public ::testing::Test {
 protected:
  // Notes each of these, and a result where there is to be one.
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

}  // namespace
}  // namespace apportion::results
