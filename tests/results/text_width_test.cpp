// Tables as wide as a terminal.
#include <algorithm>
#include <sstream>

#include "results/tables/render.hpp"
#include "tests/results/sample_values.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

// Three pages of two columns each.
Exhibit pages() {
  Exhibit exhibit;
  exhibit.title = "Costs of three arrays";
  exhibit.layout = {"array", "ratio", "processors", "max/min", "processors", 3, {{"cost", "cost"}}};
  return exhibit;
}

Rows page_rows(int columns) {
  Rows rows{{"array", "ratio", "processors", "cost"}, {}};
  for (const char* array : {"1 x 1", "1 x 2", "1 x 3"})
    for (int ratio = 1; ratio <= 2; ++ratio)
      for (int processors = 1; processors <= columns; ++processors)
        rows.rows.push_back({array, integer(ratio), integer(processors), integer(100 * ratio + processors)});
  return rows;
}

std::size_t widest(const std::string& text) {
  std::istringstream stream(text);
  std::size_t most = 0;
  for (std::string line; std::getline(stream, line);) most = std::max(most, line.size());
  return most;
}

std::size_t count(const std::string& text, const std::string& piece) {
  std::size_t found = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++found;
  return found;
}

TEST(TextWidth, WhatFitsStaysAsItIs) {
  const std::string natural = render(pages(), page_rows(2), {});
  EXPECT_EQ(render(pages(), page_rows(2), {.width = widest(natural)}), natural);
  EXPECT_NE(render(pages(), page_rows(2), {.width = widest(natural) - 1}), natural);
}

TEST(TextWidth, PagesGoBelowEachOther) {
  const std::string text = render(pages(), page_rows(2), {.width = 40});
  EXPECT_EQ(text,
            "Costs of three arrays\n\n"
            "           1 x 1         1 x 2\n"
            "         processors    processors\n"
            "max/min    1    2        1    2\n"
            "-------  ----------    ----------\n"
            "      1  101  102      101  102\n"
            "      2  201  202      201  202\n"
            "\n"
            "           1 x 3\n"
            "         processors\n"
            "max/min    1    2\n"
            "-------  ----------\n"
            "      1  101  102\n"
            "      2  201  202\n");
}

// All cells are there, whatever the width.
TEST(TextWidth, ColumnsGoIntoSeveralTables) {
  for (const std::size_t width : {25U, 30U, 47U, 60U, 100U}) {
    SCOPED_TRACE(width);
    const std::string text = render(pages(), page_rows(12), {.width = width});
    EXPECT_LE(widest(text), width);
    for (const char* cell : {"101", "112", "207", "212"}) EXPECT_EQ(count(text, cell), 3U) << width << "\n" << text;
  }
}

TEST(TextWidth, ListsRepeatTheirFirstColumn) {
  Rows rows{{"name", "first", "second", "third"}, {{"one", "aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"}}};
  const std::string text = render({}, rows, {.width = 30});
  EXPECT_LE(widest(text), 30U);
  EXPECT_EQ(count(text, "name"), 2U) << text;
  EXPECT_EQ(count(text, "one"), 2U) << text;
}

TEST(TextWidth, LongTextsTakeSeveralLines) {
  const std::string claim = "the cost of the better one is less than that of the other wherever anybody has looked";
  Exhibit exhibit;
  exhibit.note = "A note that is longer than the terminal is wide, and so is broken between its words.";
  exhibit.layout = {.row = "claim", .column = "where", .column_title = "", .values = {{"verdict", "verdict"}}};
  const Rows rows{{"claim", "where", "verdict"}, {{claim, "here", "holds"}, {claim + "!", "here", "fails"}}};
  const std::string text = render(exhibit, rows, {.width = 50});
  EXPECT_LE(widest(text), 50U) << text;
  EXPECT_THAT(text, HasSubstr("holds"));
  EXPECT_THAT(text, HasSubstr("fails"));
  EXPECT_THAT(text, HasSubstr("looked!"));
  EXPECT_THAT(render(exhibit, rows, {}), HasSubstr(claim + "   holds"));
  EXPECT_THAT(text, Not(HasSubstr(claim)));
}

// A word that is longer than the terminal is wide is not lost.
TEST(TextWidth, AWordMayBeLongerThanALine) {
  const std::string word(60, 'x');
  const Rows rows{{"name", "n"}, {{word, integer(7)}}};
  const std::string text = render({}, rows, {.width = 20});
  EXPECT_THAT(text, HasSubstr(word));
  EXPECT_THAT(text, HasSubstr("7"));
}

// Other formats are for other programs.
TEST(TextWidth, IsForTextAlone) {
  for (const Format format : {Format::markdown, Format::latex, Format::csv, Format::json, Format::html})
    EXPECT_EQ(render(pages(), page_rows(12), {.format = format, .width = 30}),
              render(pages(), page_rows(12), {.format = format}))
        << static_cast<int>(format);
}

}  // namespace
}  // namespace apportion::results
