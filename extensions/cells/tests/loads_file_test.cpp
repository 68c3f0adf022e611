// Loads from files: every format, and all kinds of invalid files.
#include "extensions/cells/problem/given_cells.hpp"

#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/refusals.hpp"
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

  /// Expects one line that begins with the file's name and contains these words.
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
  // White space and # are ordinary pixels.
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

// Some are a few bytes that declare gigabytes, which are refused at once.
TEST_F(LoadsFileTest, WrongFiles) {
  testing_support::expect_refusals("loads", [this](const auto& row) {
    const std::filesystem::path path = file(row[0]);
    try {
      return read_loads(path);
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), StartsWith(path.string() + ": "));
      throw;
    }
  });
}

// The numbers of a line are counted before the first of them is parsed; here that one is invalid.
TEST_F(LoadsFileTest, ALineOfTooManyNumbers) {
  const std::filesystem::path path = file(std::string(most_single_cells, ','));
  EXPECT_EQ(message_of([&] { static_cast<void>(read_loads(path)); }),
            path.string() + ": line 1: more than 100000000 cells");
}

// Errors must not reveal the content of a file to a user who may only name it in a batch.
TEST_F(LoadsFileTest, NoErrorShowsWhatTheFileSays) {
  for (const char* text : {"root:secret", "P1 secret", "P1 1 1 secret", "P2 1 1 9 secret", "P2 1 1 9 3 secret",
                           "Psecret", "P9secret", "P5 1 secret", "1,secret", "ncols secret", "ncols 1 nrows 1 secret"})
    EXPECT_THAT(message_of([&] { static_cast<void>(read_loads(file(text))); }),
                ::testing::Not(::testing::HasSubstr("secret")))
        << text;
}

TEST_F(LoadsFileTest, NoFile) {
  EXPECT_THROW(static_cast<void>(read_loads("/nonexistent/loads.pgm")), InputError);
  EXPECT_THROW(static_cast<void>(read_loads("/")), InputError);
  // Reading would never end.
  EXPECT_THROW(static_cast<void>(read_loads("/dev/zero")), InputError);
}

TEST(GivenOwnersTest, WithoutAMaskTheyLeaveCellsOut) {
  GivenCells cells;
  cells.owners = std::make_shared<const GivenOwners>(GivenOwners{"owners", 2, 3, {0, -1, 1, 0, 0, 1}});
  CellProblem problem;
  set_cells(cells, problem);
  ASSERT_NE(problem.loads, nullptr);
  EXPECT_EQ(problem.loads->active_cells(), 5);
  cells.loads = std::make_shared<const CellLoads>(2, 3, std::vector<double>{4, 1, 0, 2, 1, 1});
  set_cells(cells, problem);
  EXPECT_EQ(problem.loads->total(), 8);
  EXPECT_EQ(problem.loads->active_cells(), 4);
  cells.mask = cells.loads;
  set_cells(cells, problem);
  EXPECT_EQ(problem.loads->active_cells(), 5);

  cells = {};
  cells.owners = std::make_shared<const GivenOwners>(GivenOwners{"owners", 3, 1, {0, 1, 1}, true});
  EXPECT_THAT(message_of([&] { set_cells(cells, problem); }), HasSubstr("rows is missing"));
}

TEST(GivenOwnersTest, PreviousOnesMayBeThoseOfTheActiveCells) {
  const CellProblem problem{
      2, 2, {{1, 1}, {}}, 0, std::make_shared<const CellLoads>(2, 2, std::vector{1.0, 1.0, 0.0, 1.0})};
  EXPECT_EQ(previous_division({"owners", 3, 1, {0, 1, 1}}, problem, 1).owners,
            (std::vector<std::int32_t>{0, 1, -1, 1}));
}

}  // namespace
}  // namespace apportion::problems
