// What stands below a table: what is not judged, and the note.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "results/exhibit.hpp"

namespace apportion::results {
namespace {

Exhibit judged_table() {
  Exhibit exhibit;
  exhibit.name = "toy/table";
  exhibit.note = "A note.";
  exhibit.requirements = {{"printed numbers", "verdict", "printed", "It takes two samples."}};
  return exhibit;
}

Rows rows_with(const std::vector<std::pair<Value, Value>>& printed_and_verdict) {
  Rows rows{{"printed", "verdict"}, {}};
  for (const auto& [printed, verdict] : printed_and_verdict) rows.rows.push_back({printed, verdict});
  return rows;
}

TEST(NoteBelow, SaysWhatIsNotJudged) {
  const Rows some = rows_with({{1.0, std::monostate()}, {2.0, "equal"}, {std::monostate(), std::monostate()}});
  EXPECT_EQ(note_below(judged_table(), some),
            "Not judged, for too few samples: 1 of 2 printed numbers. It takes two samples. A note.");
}

TEST(NoteBelow, IsTheNoteAloneWhereAllIsJudged) {
  EXPECT_EQ(note_below(judged_table(), rows_with({{2.0, "equal"}, {std::monostate(), std::monostate()}})), "A note.");
  EXPECT_EQ(note_below(judged_table(), rows_with({})), "A note.");
  Exhibit plain = judged_table();
  plain.requirements.clear();
  EXPECT_EQ(note_below(plain, {{"n"}, {{1.0}}}), "A note.");
}

TEST(NoteBelow, EveryRowCountsWhereThereIsNoSubject) {
  Exhibit exhibit = judged_table();
  exhibit.note.clear();
  exhibit.requirements.front().subject.clear();
  EXPECT_EQ(note_below(exhibit, rows_with({{std::monostate(), std::monostate()}})),
            "Not judged, for too few samples: 1 of 1 printed numbers. It takes two samples.");
  EXPECT_THROW(static_cast<void>(note_below(exhibit, {{"printed"}, {}})), InputError);
}

}  // namespace
}  // namespace apportion::results
