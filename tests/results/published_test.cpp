// The papers' printed numbers: all of them, and lines that are not as they should be.
#include "results/database/published.hpp"

#include <algorithm>

#include "results/database/reader.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

constexpr const char* header = "exhibit,algorithm,quantity,coordinates,printed,rule\n";

std::int64_t count(const std::string& exhibit) {
  const auto& all = published_numbers();
  return std::ranges::count_if(all, [&](const PublishedNumber& number) { return number.exhibit == exhibit; });
}

std::string complaint(const std::string& text) {
  return message_of<StoreError>([&] { static_cast<void>(parse_published("toy.csv", text)); });
}

TEST(Published, HasAllNumbersOfTheFirstPaper) {
  EXPECT_EQ(count("kaddoura/table1"), 10);
  for (const char* table : {"2", "3", "4", "5", "6", "7"})
    EXPECT_EQ(count(std::string("kaddoura/table") + table), 180) << table;
  EXPECT_EQ(count("kaddoura/table8"), 48);
  EXPECT_EQ(count("kaddoura/figure16"), 5);
}

TEST(Published, KeepsTheNumberAsPrinted) {
  const auto numbers = parse_published(
      "toy.csv", std::string(header) + "toy/table1,,decompositions,processors=10 model=max-set,1.857945e+09,digits\n" +
                     "toy/table2,HYBRID[levels=2,last=XY2],improvement_percent,,-3,exact\n");
  ASSERT_EQ(numbers.size(), 2U);
  EXPECT_EQ(numbers[0].printed, "1.857945e+09");
  EXPECT_EQ(numbers[0].value, 1857945000);
  EXPECT_EQ(numbers[0].rule, "digits");
  ASSERT_EQ(numbers[0].coordinates.size(), 2U);
  EXPECT_EQ(numbers[0].coordinates[0].axis, "processors");
  EXPECT_EQ(numbers[0].coordinates[0].number, 10);
  EXPECT_EQ(numbers[0].coordinates[1].text, "max-set");
  EXPECT_FALSE(numbers[0].coordinates[1].number.has_value());
  EXPECT_EQ(numbers[1].algorithm, "HYBRID[levels=2,last=XY2]");
  EXPECT_EQ(numbers[1].value, -3);
  EXPECT_TRUE(numbers[1].coordinates.empty());
}

TEST(Published, NamesFileAndLineOfWhatIsMalformed) {
  const std::string good = std::string(header) + "toy/table1,,partitions,processors=4,5,exact\n";
  EXPECT_EQ(complaint(good), "");
  EXPECT_EQ(complaint(""),
            "toy.csv:1: the first line must be exhibit,algorithm,quantity,coordinates,printed,rule, and may go on "
            "with ,unit and ,of");
  EXPECT_THAT(complaint("exhibit,algorithm\n"), HasSubstr("toy.csv:1: "));
  EXPECT_EQ(complaint(good + "toy/table1,,partitions,processors=5,7\n"), "toy.csv:3: expected 6 fields, found 5");
  EXPECT_EQ(complaint(good + "toy/table1,,partitions,processors=5,7,exact\n\n"),
            "toy.csv:4: expected 6 fields, found 1");
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=5,seven,exact\n"),
              HasSubstr("'seven' is not a number"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=5,7x,exact\n"), HasSubstr("'7x' is not a number"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=5,nan,exact\n"), HasSubstr("'nan' is not a number"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=5,7,near\n"), HasSubstr("the rule is 'near'"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors,7,exact\n"),
              HasSubstr("'processors' is not a coordinate"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=5  ratio=1,7,exact\n"),
              HasSubstr("'' is not a coordinate"));
  EXPECT_THAT(complaint(good + ",,partitions,processors=5,7,exact\n"), HasSubstr("must not be empty"));
  // The same place, however it is spelled.
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=4.0,6,exact\n"),
              HasSubstr("toy.csv:3: line 2 has a number of this place already"));
  EXPECT_THAT(complaint(good + "toy/table1,,partitions,processors=4,6,exact\n"), HasSubstr("line 2 has"));
}

TEST(Published, IsInEveryDatabase) {
  const TemporaryFolder folder;
  const auto file = folder / "apportion.sqlite";
  { Store store(file); }
  const Reader reader(file);
  EXPECT_EQ(reader.query("SELECT 1 FROM published_numbers").rows.size(), published_numbers().size());
  EXPECT_EQ(reader
                .query("SELECT printed, value FROM published_numbers WHERE exhibit = 'kaddoura/table1' AND "
                       "quantity = 'decompositions' AND json_extract(coordinates, '$.processors') = 20")
                .rows,
            (std::vector<std::vector<Value>>{{"1.275541e+24", 1.275541e+24}}));
}

}  // namespace
}  // namespace apportion::results
