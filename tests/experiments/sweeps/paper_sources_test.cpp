// The texts of a folder as one text: packing is reversible, and a truncated text is an error.
#include "experiments/sweeps/paper_sources.hpp"

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::sweeps {
namespace {

FolderTexts unpacked(const std::string& text) { return FolderTexts::stored("paper", "one.ini", text); }

TEST(FolderTexts, ComeOutAsTheyWerePacked) {
  FolderTexts texts("paper");
  texts.add("paper.ini", "title = T\n");
  const std::string hostile = "3 claims.ini\nfiles of one folder\nno line break at the end";
  texts.add("studies/a.ini", hostile);
  texts.add("empty.csv", "");
  FolderTexts again = unpacked(texts.packed());
  EXPECT_EQ(again.text("paper.ini"), "title = T\n");
  EXPECT_EQ(again.text("studies/a.ini"), hostile);
  EXPECT_EQ(again.text("empty.csv"), "");
  EXPECT_FALSE(again.has("claims.ini"));
  EXPECT_THAT(again.names_in("studies", ".ini"), ElementsAre("studies/a.ini"));
  EXPECT_EQ(again.packed(), texts.packed());
  EXPECT_THAT(readable_texts(texts.packed()), HasSubstr("# studies/a.ini\n" + hostile));
  EXPECT_EQ(message_of<InputError>([&] { static_cast<void>(again.text("x.sql")); }),
            "x.sql was not stored with the results");
}

TEST(FolderTexts, OneIsItself) {
  FolderTexts texts = unpacked("family = grids\n");
  EXPECT_EQ(texts.text("one.ini"), "family = grids\n");
  EXPECT_EQ(texts.packed(), "family = grids\n");
}

TEST(FolderTexts, EveryBeginningOfAPackedTextIsWholeOrRefused) {
  FolderTexts texts("paper");
  texts.add("a.ini", "one\n");
  texts.add("b.ini", "two\n");
  const std::string packed = texts.packed();
  const std::size_t head = packed.find('\n') + 1;
  std::size_t whole = 0;
  for (std::size_t length = head; length <= packed.size(); ++length) {
    const std::string message = message_of<InputError>([&] { static_cast<void>(unpacked(packed.substr(0, length))); });
    whole += message.empty() ? 1U : 0U;
    if (!message.empty()) {
      EXPECT_THAT(message, HasSubstr("cut off"));
    }
  }
  EXPECT_EQ(whole, 3U);  // no file, one, and both
  for (const char* length : {"-1", "x", "99999999999999999999", "9223372036854775807", ""})
    EXPECT_THAT(message_of<InputError>(
                    [&] { static_cast<void>(unpacked(packed.substr(0, head) + length + " a.ini\none\n\n")); }),
                HasSubstr("cut off or damaged"));
}

}  // namespace
}  // namespace apportion::sweeps
