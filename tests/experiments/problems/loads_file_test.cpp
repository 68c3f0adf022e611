// Loads from files: every format, and every way in which a file can be wrong.
#include "experiments/problems/cells/given_cells.hpp"

#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::problems {
namespace {

using namespace std::string_literals;

class LoadsFileTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path file(const std::string& content) const {
    std::filesystem::path path = folder_ / "loads";
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  void expect_loads(const std::string& content, const std::vector<std::vector<double>>& rows) const {
    const CellLoads loads = read_loads(file(content));
    ASSERT_EQ(loads.rows(), static_cast<std::int64_t>(rows.size())) << content;
    ASSERT_EQ(loads.columns(), static_cast<std::int64_t>(rows.front().size())) << content;
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (std::size_t column = 0; column < rows[row].size(); ++column)
        EXPECT_EQ(loads.at(static_cast<std::int64_t>(row), static_cast<std::int64_t>(column)), rows[row][column])
            << content << " at " << row << ", " << column;
  }

  /// One line that begins with the file's name and has these words.
  void expect_refusal(const std::string& content, const std::string& words) const {
    const std::filesystem::path path = file(content);
    EXPECT_THAT(message_of([&] { static_cast<void>(read_loads(path)); }),
                AllOf(StartsWith(path.string() + ": "), HasSubstr(words), Not(HasSubstr("\n")), Not(HasSubstr("\t"))));
  }

 private:
  testing_support::TemporaryFolder folder_;
};

TEST_F(LoadsFileTest, PlainGreyMaps) {
  expect_loads("P2\n3 2\n10\n1 2 3\n4 0 10\n", {{1, 2, 3}, {4, 0, 10}});
  expect_loads("P2 # a comment\n# another\n3 2 10 1 2 3 4 5 6", {{1, 2, 3}, {4, 5, 6}});
  expect_loads("P2 1 2 65535 65535 # the end\n7 # all\n", {{65535}, {7}});
}

TEST_F(LoadsFileTest, BinaryGreyMapsOfOneAndTwoBytes) {
  expect_loads("P5 2 2 255\nab\0\xFF"s, {{97, 98}, {0, 255}});
  expect_loads("P5\n# c\n2 1\n256\n\x01\x00\x00\x02"s, {{256, 2}});
  // White space and # are pixels like others.
  expect_loads("P5 2 2 255\n #\n\t", {{32, 35}, {10, 9}});
}

TEST_F(LoadsFileTest, BitmapsLeaveOutWhatIsBlack) {
  expect_loads("P1\n3 2\n010\n1 0 1\n", {{1, 0, 1}, {0, 1, 0}});
  expect_loads("P4\n9 2\n\x80\x80\x01\x00"s, {{0, 1, 1, 1, 1, 1, 1, 1, 0}, {1, 1, 1, 1, 1, 1, 1, 0, 1}});
  EXPECT_EQ(read_loads(file("P1 2 1 01")).active_cells(), 1);
}

TEST_F(LoadsFileTest, CommaSeparatedValues) {
  expect_loads("1,2.5\n0,3e2\n", {{1, 2.5}, {0, 300}});
  expect_loads("\xEF\xBB\xBF 1 ,\t2\r\n3,4\r\n\r\n", {{1, 2}, {3, 4}});
  expect_loads("7", {{7}});
}

TEST_F(LoadsFileTest, AListIsNoArray) {
  const std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }";
  expect_refusal("\x93NUMPY\x01\0"s + static_cast<char>(header.size()) + '\0' + header + "abc",
                 "its shape is (3,); an array of cells has rows and columns");
}

TEST_F(LoadsFileTest, WrongHeaders) {
  expect_refusal("P3 1 1 255 1 1 1", "is neither PGM");
  expect_refusal("P7", "is neither PGM");
  expect_refusal("\x89PNG\r\n\x1A\n\0\0"s, "is neither PGM");
  expect_refusal("", "is empty");
  expect_refusal("\n\n", "is empty");
  expect_refusal("P4 0 3\n", "line 1: the width must be a whole number from 1");
  expect_refusal("P2\n3\n-1", "line 3: the height must be");
  expect_refusal("P2 3 1 65536 1 2 3", "greatest grey value must be a whole number from 1 to 65535");
  expect_refusal("P2 1 1 0 0", "greatest grey value must be");
  expect_refusal("P5 2", "ends before the height");
  expect_refusal("P5 2 2", "ends before the greatest grey value");
  expect_refusal("P5 2 2 255", "must end with one white space");
  expect_refusal("P4 99999999999999999999 1 ", "line 1: the width must be");
}

TEST_F(LoadsFileTest, WrongSizes) {
  expect_refusal("P5 2 2 255\nabc", "too short: 2 x 2 cells take 4 bytes after the header, and there are 3");
  expect_refusal("P5 2 2 255\nabcde", "too long: 2 x 2 cells take 4 bytes after the header, and there are 5");
  expect_refusal("P5 2 1 256\nabc", "too short: 1 x 2 cells take 4 bytes");
  expect_refusal("P4 9 2\nabc", "too short: 2 x 9 cells take 4 bytes");
  expect_refusal("P4 9 2\nabcde", "too long");
  expect_refusal("P2 2 2 9 1 2 3", "too short");
  expect_refusal("P2 2 2 99 11 22 33 ", "too short: it ends before row 2, column 2");
  expect_refusal("P2 2 2 9 1 2 3 4 5", "line 1: there is more than 2 x 2 cells");
  expect_refusal("P1 2 2 010", "too short");
  expect_refusal("P1 2 2 01010", "line 1: there is more than 2 x 2 cells");
}

// A few bytes that declare gigabytes are refused at once.
TEST_F(LoadsFileTest, HugeDeclaredSizes) {
  expect_refusal("P5 10000 10000 65535\nabc", "too short: 10000 x 10000 cells take 200000000 bytes");
  expect_refusal("P2 10000 10000 9\n1 2", "too short: 10000 x 10000 cells take at least 200000000 bytes");
  expect_refusal("P5 100000 100000 255\nabc", "100000 x 100000 cells are too many; at most 100000000");
}

// The numbers of a line are counted before the first of them is read, which here is none.
TEST_F(LoadsFileTest, ALineOfTooManyNumbers) {
  const std::filesystem::path path = file(std::string(most_single_cells, ','));
  EXPECT_EQ(message_of([&] { static_cast<void>(read_loads(path)); }),
            path.string() + ": line 1: more than 100000000 cells");
}

TEST_F(LoadsFileTest, WrongValues) {
  expect_refusal("P2 2 2 5\n1 2\n6 3", "row 2, column 1: 6 is more than 5");
  expect_refusal("P5 2 1 5\n\x01\x06", "row 1, column 2: 6 is more than 5");
  expect_refusal("P2 2 2 5\n1 2\n-3 3", "line 3: row 2, column 1 must be a whole number from 0 to 5");
  expect_refusal("P2 2 1 5\n1 2.5", "row 1, column 2 must be");
  expect_refusal("P1 2 2\n01\n02", "line 3: row 2, column 2 must be 0 or 1");
  expect_refusal("1,nan\n", "line 1, number 2 is not a number");
  expect_refusal("1,2\n3,-4\n", "line 2, number 2 is negative");
  expect_refusal("inf,1\n", "line 1, number 1 is out of range");
  expect_refusal("1,1e400\n", "line 1, number 2 is out of range");
  expect_refusal("1e308,1e308\n", "beyond the range");
  expect_refusal("rows,columns\n1,2\n", "line 1, number 1 is not a number");
  expect_refusal("1,,2\n", "line 1, number 2 is not a number");
  expect_refusal("1;2\n", "line 1, number 1 is not a number");
}

// Whoever may name a file in a batch may not read it by that.
TEST_F(LoadsFileTest, NoErrorShowsWhatTheFileSays) {
  for (const char* text : {"root:secret", "P1 secret", "P1 1 1 secret", "P2 1 1 9 secret", "P2 1 1 9 3 secret",
                           "Psecret", "P9secret", "P5 1 secret", "1,secret", "ncols secret", "ncols 1 nrows 1 secret"})
    EXPECT_THAT(message_of([&] { static_cast<void>(read_loads(file(text))); }),
                ::testing::Not(::testing::HasSubstr("secret")))
        << text;
}

TEST_F(LoadsFileTest, UnequalRows) {
  expect_refusal("1,2\n3\n", "line 2 has 1 number, and the lines above it 2");
  expect_refusal("1\n2,3\n", "line 2 has 2 numbers, and the lines above it 1");
  expect_refusal("1\n\n2\n", "line 2 is empty");
}

TEST_F(LoadsFileTest, AllLeftOut) {
  expect_refusal("0,0\n0,0\n", "all cells are left out");
  expect_refusal("P1 2 1 11", "all cells are left out");
  expect_refusal("P4 2 1 \xC0", "all cells are left out");
  expect_refusal("P5 1 1 9\n\0"s, "all cells are left out");
}

TEST_F(LoadsFileTest, NoFile) {
  EXPECT_THROW(static_cast<void>(read_loads("/nonexistent/loads.pgm")), InputError);
  EXPECT_THROW(static_cast<void>(read_loads("/")), InputError);
  // Reading it would never end.
  EXPECT_THROW(static_cast<void>(read_loads("/dev/zero")), InputError);
}

}  // namespace
}  // namespace apportion::problems
