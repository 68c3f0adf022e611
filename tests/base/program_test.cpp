// Command lines divided into words, and texts of other programs made harmless.
#include "base/program.hpp"

#include <string>

#include "base/error.hpp"
#include "base/text.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

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
