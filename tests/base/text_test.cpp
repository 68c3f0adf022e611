// Texts: pieces, lists, numbers and times for readers, CSV, and words of command lines.
#include <string>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/program.hpp"
#include "base/text.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

TEST(Texts, CommasInBracketsSeparateNothing) {
  EXPECT_THAT(split_outside_brackets("a,b(c,d),e[f,(g,h)]"), ElementsAre("a", "b(c,d)", "e[f,(g,h)]"));
  EXPECT_THAT(split_outside_brackets(""), ElementsAre(""));
  EXPECT_THAT(split_outside_brackets(",a(b,"), ElementsAre("", "a(b,"));
}

TEST(Texts, OnlyAsciiLettersHaveALowerCase) { EXPECT_EQ(in_lower_case("Sweeps_\xC3\x84Z9"), "sweeps_\xC3\x84z9"); }

TEST(Texts, AreCollectedByMembersAndFunctions) {
  struct Item {
    std::string name;
  };
  const std::vector<Item> items = {{"One"}, {"two"}};
  EXPECT_THAT(collected(items, &Item::name), ElementsAre("One", "two"));
  EXPECT_THAT(collected(collected(items, &Item::name), in_lower_case), ElementsAre("one", "two"));
}

TEST(Durations, ArePrintedInTheUnitThatReadsWell) {
  EXPECT_EQ(readable_time(0), "0 s");
  EXPECT_EQ(readable_time(12.34567), "12.35 s");
  EXPECT_EQ(readable_time(1), "1 s");
  EXPECT_EQ(readable_time(0.0123), "12.3 ms");
  EXPECT_EQ(readable_time(6.4e-6), "6.4 us");
  EXPECT_EQ(readable_time(2e-8), "0.02 us");
}

TEST(Durations, AreReadWithTheirUnit) {
  EXPECT_DOUBLE_EQ(parse_time("1.3us").value(), 1.3e-6);
  EXPECT_DOUBLE_EQ(parse_time("2 ms").value(), 2e-3);
  EXPECT_DOUBLE_EQ(parse_time("1e3ns").value(), 1e-6);
  EXPECT_DOUBLE_EQ(parse_time("3\xC2\xB5s").value(), 3e-6);
  EXPECT_EQ(parse_time("0s"), 0);
  for (const char* text : {"", "1.3", "us", "1.3 m", "1.3us2", "x1us", "1.3 us s"})
    EXPECT_FALSE(parse_time(text)) << text;
}

using Fields = std::vector<std::string>;

std::string refusal(std::string_view line, CsvForm form) {
  return message_of([&] { (void)csv_fields(line, form); });
}

TEST(CsvFields, ReadWhatCsvLineWrote) {
  for (const Fields& fields : {Fields{""}, {"a", "", "b,c"}, {"\"", "a\"b", ""}, {"plain", "[x,y]"}, {" a "}})
    EXPECT_EQ(csv_fields(csv_line(fields)), fields) << csv_line(fields);
}

TEST(CsvFields, TypedOnesMayHaveBlanks) {
  EXPECT_EQ(csv_fields(" a ,\t\" b\"\"\" , c\"d,", CsvForm::typed), (Fields{"a", " b\"", "c\"d", ""}));
}

TEST(CsvFields, QuotesMatch) {
  for (const CsvForm form : {CsvForm::exact, CsvForm::typed})
    for (const char* line : {R"("a)", R"(x,"a"")"}) EXPECT_EQ(refusal(line, form), "a quote is not closed") << line;
  for (const CsvForm form : {CsvForm::exact, CsvForm::typed})
    EXPECT_EQ(refusal(R"("a"b)", form), "text follows a closing quote");
  EXPECT_EQ(refusal(R"(a"b)", CsvForm::exact), "there is a quote in an unquoted field");
}

TEST(CsvFields, NoMoreThanOneBeyondTheMost) {
  EXPECT_EQ(csv_fields("a,b,c,d", CsvForm::exact, 2), (Fields{"a", "b", "c"}));
  EXPECT_EQ(csv_fields("a,b,\"c\",\"d", CsvForm::typed, 2), (Fields{"a", "b", "c"}));
}

TEST(TextLines, AreCountedWithoutTheirEnds) {
  std::vector<std::pair<std::int64_t, std::string>> read;
  for (TextLines lines("\xEF\xBB\xBF"
                       "a\r\n\nb\n");
       lines.next();)
    read.emplace_back(lines.number(), lines.line());
  EXPECT_THAT(read, ElementsAre(::testing::Pair(1, "a"), ::testing::Pair(2, ""), ::testing::Pair(3, "b")));
  EXPECT_FALSE(TextLines("").next());
}

TEST(CommandWords, BlanksDivideAndQuotesKeep) {
  EXPECT_THAT(command_words("python3 mine.py"), ElementsAre("python3", "mine.py"));
  EXPECT_THAT(command_words("  a\tb  "), ElementsAre("a", "b"));
  EXPECT_THAT(command_words("a 'b c' \"d'e\" ''"), ElementsAre("a", "b c", "d'e", ""));
  EXPECT_THAT(command_words("--name='two words'x"), ElementsAre("--name=two wordsx"));
}

TEST(CommandWords, NothingElseMeansAnything) {
  EXPECT_THAT(command_words("a $HOME \\b * | > ; & ~ `c`"),
              ElementsAre("a", "$HOME", "\\b", "*", "|", ">", ";", "&", "~", "`c`"));
}

TEST(CommandWords, WhatNamesNoProgramIsRefused) {
  for (const char* command : {"", "  ", "a 'b", "a \"b'", "'' a"})
    EXPECT_THROW((void)command_words(command), InputError);
}

TEST(Printable, ControlCharactersAreSpelled) {
  EXPECT_EQ(printable("plain text"), "plain text");
  EXPECT_EQ(printable("a\nb\x1b[31mc\x7f"), "a\\x0ab\\x1b[31mc\\x7f");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("größer, 数"), "größer, 数");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m");
  EXPECT_EQ(printable("cut \xe6\x95"), "cut \\xe6\\x95");
}

TEST(Printable, LongTextsAreCutBetweenCharacters) {
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdefg", 6), "abcdef...");
  EXPECT_EQ(printable("äöü", 3), "äö...");
  EXPECT_LE(printable(std::string(1'000'000, '\n')).size(), 210U);
}

TEST(BriefMessage, NoMoreThanTwoHundredCharactersOfAnyPiece) {
  for (const char* short_one : {"", "unknown key 'rwos'; did you mean rows?", "its program's end, 'a b' and 'c'"})
    EXPECT_EQ(brief_message(short_one), short_one);
  const std::string word(5000, 'x');
  std::string blanks;
  while (blanks.size() < 5000) blanks += "a b";
  for (const std::string& text : {word, blanks}) {
    SCOPED_TRACE(text);
    const std::string brief = brief_message("unknown key '" + text + "'; there are rows and columns");
    EXPECT_LT(brief.size(), 260U);
    EXPECT_THAT(brief, ::testing::EndsWith("...'; there are rows and columns"));
  }
  EXPECT_LT(brief_message(word).size(), 210U);
  EXPECT_LT(brief_message(blanks).size(), 2300U);
}

TEST(CanBeStarted, ByThePathOrInTheFolder) {
  EXPECT_TRUE(can_be_started("sh", ""));
  EXPECT_TRUE(can_be_started("/bin/sh", "/nowhere"));
  EXPECT_TRUE(can_be_started("./sh", "/bin"));
  EXPECT_FALSE(can_be_started("./sh", "/etc"));
  EXPECT_FALSE(can_be_started("no-such-program", ""));
  EXPECT_FALSE(can_be_started("/etc/passwd", ""));
  EXPECT_FALSE(can_be_started("/bin", ""));
}

}  // namespace
}  // namespace apportion
