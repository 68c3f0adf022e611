// Lines of comma-separated values: what is read back, what is refused, and how lines of a text are counted.
#include "base/csv.hpp"

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

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
  EXPECT_EQ(refusal(R"(a"b)", CsvForm::exact), "a quote stands in a field that is not quoted");
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

}  // namespace
}  // namespace apportion
