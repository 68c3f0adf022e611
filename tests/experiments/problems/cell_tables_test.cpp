// Arrays of NumPy and ESRI grids: every type of number, either order, and all kinds of invalid files.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/divisions/given_owners.hpp"
#include "sim/cells/owners.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/refusals.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::problems {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace std::string_literals;

std::string npy_file(const std::string& type, const std::string& shape, const std::string& numbers,
                     const std::string& fortran = "False") {
  const std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}\n", type, fortran, shape);
  return "\x93NUMPY\x01\0"s + static_cast<char>(header.size()) + '\0' + header + numbers;
}

std::vector<double> values_of(std::string_view text) { return parse_cell_table(text, TableOf::loads).values; }

/// The bytes of a number in this machine's order, or reversed.
template <class Number>
std::string bytes_of(Number number, bool big_endian) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  if (big_endian != (std::endian::native == std::endian::big)) bytes = {bytes.rbegin(), bytes.rend()};
  return bytes;
}

template <class Number>
void expect_type(const std::string& type, Number one, Number other) {
  for (const bool big_endian : {false, true}) {
    const std::string text =
        npy_file((big_endian ? ">" : "<") + type, "(1, 2)", bytes_of(one, big_endian) + bytes_of(other, big_endian));
    EXPECT_THAT(values_of(text), ElementsAre(static_cast<double>(one), static_cast<double>(other))) << type;
  }
}

/// An array of two bytes with this header.
std::string npy_with_header(const std::string& header) {
  return "\x93NUMPY\x01\0"s + static_cast<char>(header.size()) + '\0' + header + "ab";
}

void expect_table_refused(const std::string& text, const std::string& words, TableOf what = TableOf::loads) {
  try {
    static_cast<void>(parse_cell_table(text, what));
    ADD_FAILURE() << "accepted: " << text;
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(words));
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  }
}

TEST(NpyTest, EveryTypeInEitherByteOrder) {
  expect_type<std::int8_t>("i1", -1, 127);
  expect_type<std::int16_t>("i2", -2, 300);
  expect_type<std::int32_t>("i4", -3, 70'000);
  expect_type<std::int64_t>("i8", -4, 5'000'000'000);
  expect_type<std::uint8_t>("u1", 1, 255);
  expect_type<std::uint16_t>("u2", 1, 65'535);
  expect_type<std::uint32_t>("u4", 1, 4'000'000'000);
  expect_type<std::uint64_t>("u8", 1, 5'000'000'000);
  expect_type<float>("f4", -0.5F, 1e10F);
  expect_type<double>("f8", -0.1, 1e300);
  EXPECT_THAT(values_of(npy_file("|b1", "(3,)", "\0\1\1"s)), ElementsAre(0, 1, 1));
  EXPECT_THAT(values_of(npy_file("|i1", "(2, 1)", "\x05\xFF")), ElementsAre(5, -1));
}

TEST(NpyTest, RowsOrColumnsFirst) {
  EXPECT_THAT(values_of(npy_file("|u1", "(2, 3)", "abcdef")), ElementsAre(97, 98, 99, 100, 101, 102));
  const CellTable turned = parse_cell_table(npy_file("|u1", "(2, 3)", "adbecf", "True"), TableOf::loads);
  EXPECT_EQ(turned.rows, 2);
  EXPECT_EQ(turned.columns, 3);
  EXPECT_THAT(turned.values, ElementsAre(97, 98, 99, 100, 101, 102));
}

TEST(NpyTest, LaterVersionsHaveLongerHeaders) {
  const std::string header = "{'shape': (1, 1), 'fortran_order': False, 'descr': '|u1'}\n";
  EXPECT_THAT(values_of("\x93NUMPY\x02\0"s + static_cast<char>(header.size()) + "\0\0\0"s + header + "a"),
              ElementsAre(97));
}

TEST(NpyTest, WhatIsNoArrayOfCells) {
  expect_table_refused(npy_file("<c8", "(1, 1)", "12345678"),
                       "its numbers are '<c8'; they must be bool, whole numbers");
  expect_table_refused(npy_file("|O", "(1, 1)", "12345678"), "they must be bool");
  expect_table_refused(npy_file("<f2", "(1, 1)", "12"), "they must be bool");
  expect_table_refused(npy_file("<u1", "(1, 1, 1, 1)", "1"), "its shape is (1, 1, 1, 1)");
  expect_table_refused(npy_file("<u1", "()", "1"), "its shape is ()");
  expect_table_refused(npy_file("<u1", "(0, 3)", ""), "there is no cell");
  expect_table_refused(npy_file("<u1", "(2, 3)", "abcde"),
                       "is too short: 2 x 3 numbers take 6 bytes after the header, and there are 5");
  expect_table_refused(npy_file("<u1", "(2, 3)", "abcdefg"), "is too long: 2 x 3 numbers take 6 bytes");
  expect_table_refused(npy_file("<i8", "(2, 3)", "abcdef"), "is too short: 2 x 3 numbers take 48 bytes");
  expect_table_refused(npy_file("<f8", "(100000, 100000)", "x"),
                       "100000 x 100000 cells are too many; at most 100000000");
  expect_table_refused(npy_file("<f8", "(10000, 10000)", "x"),
                       "is too short: 10000 x 10000 numbers take 800000000 bytes");
  expect_table_refused(npy_file("<u1", "(1, 1)", "1", "Maybe"), "'fortran_order' must be True or False");
}

// A header is a dictionary with exactly three keys.
TEST(NpyTest, HeadersAreReadWhole) {
  const auto expect_header = [](const std::string& header) {
    EXPECT_THAT(values_of(npy_with_header(header)), ElementsAre(97, 98)) << header;
  };
  expect_header("{'descr':'|u1','fortran_order':False,'shape':(1,2)}");
  expect_header(R"( { "shape" : ( 1 , 2 , ) , "descr" : "|u1" , "fortran_order" : True , } )"
                "\n");
  const std::string order = "'fortran_order': False";
  for (const auto& [header, words] : std::vector<std::pair<std::string, std::string>>{
           {"{'a': {'descr': '<i8'}, 'descr': '|u1', " + order + ", 'shape': (1, 2)}", "has a key besides 'descr'"},
           {"{'descr': {'descr': '|u1'}, " + order + ", 'shape': (1, 2)}", "its numbers are no simple type"},
           {"{'descr': [('a', '|u1')], " + order + ", 'shape': (1, 2)}", "its numbers are no simple type"},
           {"{'descr': '|u1', 'descr': '<u2', " + order + ", 'shape': (1, 2)}", "the header has 'descr' twice"},
           {"{'descr': '|u1', " + order + ", 'shape': (1, 2), 'shape': (2, 1)}", "the header has 'shape' twice"},
           {"{'descr': '|u1', " + order + ", 'shape': (1, 2)(5, 6)}", "must be a dictionary of Python"},
           {"{'descr': '|u1', " + order + ", 'shape': (1, 2)} {'shape': (2, 1)}", "goes on behind its dictionary"},
           {"{'descr': '|u1' " + order + ", 'shape': (1, 2)}", "must be a dictionary of Python"},
           {"{'descr': '|u1', " + order + ", 'shape': (1, 2)", "must be a dictionary of Python"},
           {"{'descr': '|u1', " + order + ", , 'shape': (1, 2)}", "must be a dictionary of Python"},
           {"{'descr': '|u1', " + order + "}", "the header has no 'shape'"},
           {"{'descr': '|u1', 'fortran_order': 0, 'shape': (1, 2)}", "'fortran_order' must be True or False"},
           {"{'descr': '|u1', 'fortran_order': Falsehood, 'shape': (1, 2)}", "'fortran_order' must be True or False"},
           {"{'descr': '|u1', " + order + ", 'shape': (2)}", "its shape is no tuple of whole numbers"},
           {"{'descr': '|u1', " + order + ", 'shape': [1, 2]}", "its shape is no tuple of whole numbers"},
           {"{'descr': '|u1', " + order + ", 'shape': (1 2)}", "its shape is no tuple of whole numbers"},
           {"{'descr': '|u1', " + order + ", 'shape': (01, 2)}", "its shape is no tuple of whole numbers"},
           {"{'descr': '|u1', " + order + ", 'shape': (-1, -2)}", "its shape is no tuple of whole numbers"},
           {"{'descr': '|u1', " + order + ", 'shape': (1.0, 2)}", "its shape is no tuple of whole numbers"},
           {"{'descr': '|u1', " + order + ", 'shape': (9999999999999999999, 2)}", "no tuple of whole numbers"},
           {"{'descr': '|u\\x31', " + order + ", 'shape': (1, 2)}", "its numbers are no simple type"},
           {"'descr': '|u1', " + order + ", 'shape': (1, 2)", "must be a dictionary of Python"},
           {"{}", "the header has no 'descr'"},
           {"", "must be a dictionary of Python"}})
    expect_table_refused(npy_with_header(header), words);
}

TEST(CellTableTest, MarksOfByteOrderAndBlanks) {
  EXPECT_THAT(values_of("\xEF\xBB\xBFncols 1\nnrows 2\n1 2\n"), ElementsAre(1, 2));
  EXPECT_THAT(values_of("\xEF\xBB\xBFP2 1 2 9 1 2"), ElementsAre(1, 2));
  const CellTable table = parse_cell_table("  1.000000000000000000e+00 -1.0e+00\t 2 \r\n3 4 5\n\n", TableOf::owners);
  EXPECT_EQ(table.rows, 2);
  EXPECT_THAT(table.values, ElementsAre(1, -1, 2, 3, 4, 5));
}

TEST(CellTableTest, NetCdfIsNamedWithWhatTurnsItIntoAnArray) {
  for (const std::string& magic : {"CDF\x01"s, "CDF\x02"s, "CDF\x05"s, "\x89HDF\r\n\x1A\n"s}) {
    expect_table_refused(magic + "\0\0\0\0"s,
                         "is NetCDF, which Python turns into an array: import numpy, xarray; field = "
                         "xarray.open_dataset('FILE.nc')['VARIABLE']; numpy.save('FILE.npy', field.fillna(0).values)");
    expect_table_refused(magic, "field.fillna(-1).values", TableOf::owners);
  }
}

TEST(EsriGridTest, HeadersAndNumbers) {
  const CellTable grid = parse_cell_table(
      "NCOLS 3\nnrows 2\nXLLCORNER 0\nyllcorner 5\nCellSize 10\nNODATA_value -9999\n1 2 3\r\n4 -9999 6\n",
      TableOf::loads);
  EXPECT_EQ(grid.rows, 2);
  EXPECT_EQ(grid.columns, 3);
  EXPECT_THAT(grid.values, ElementsAre(1, 2, 3, 4, -9999, 6));
  EXPECT_EQ(grid.nodata, -9999);
  EXPECT_THAT(values_of("ncols 1 nrows 2 1 2"), ElementsAre(1, 2));
}

TEST(CellTableTest, WhatIsNone) {
  testing_support::expect_refusals("tables of cells",
                                   [](const auto& row) { return parse_cell_table(row[0], TableOf::loads); });
}

class OwnersFileTest : public ::testing::Test {
 protected:
  [[nodiscard]] GivenOwners owners(const std::string& content) const {
    const std::filesystem::path path = folder_ / "owners";
    std::ofstream(path, std::ios::binary) << content;
    return read_owners(path.string());
  }
  void expect_owners_refused(const std::string& content, const std::string& words) const {
    EXPECT_THAT(message_of([&] { static_cast<void>(owners(content)); }), HasSubstr(words)) << content;
  }
  void expect_division_refused(const std::string& content, const OwnedArray& array, const std::string& words) const {
    EXPECT_THAT(message_of([&] { static_cast<void>(division_by_owners(owners(content), array, 2)); }), HasSubstr(words))
        << content;
  }

 private:
  testing_support::TemporaryFolder folder_;
};

TEST_F(OwnersFileTest, NobodysCellsInEveryFormat) {
  EXPECT_THAT(owners("0,-1\n1,2\n").owners, ElementsAre(0, -1, 1, 2));
  EXPECT_THAT(owners("P2 2 1 9 0 3").owners, ElementsAre(-1, 2));
  EXPECT_THAT(owners("ncols 3 nrows 1 NODATA_value 7 0 7 -1").owners, ElementsAre(0, -1, -1));
  EXPECT_THAT(owners(npy_file("|i1", "(1, 2)", "\xFF\x03")).owners, ElementsAre(-1, 3));
  EXPECT_EQ(cluster_of_owners(owners("0,-1,4\n")).size(), 5U);
  EXPECT_EQ(cluster_of_owners(owners("-1\n")).size(), 1U);
}

TEST_F(OwnersFileTest, WhatIsNoOwner) {
  testing_support::expect_refusals("owners of cells", [this](const auto& row) { return owners(row[0]); });
  expect_owners_refused(npy_file("<f8", "(1, 1)", bytes_of(std::nan(""), false)), "has the owner nan");
}

TEST_F(OwnersFileTest, DivisionsOfAnArray) {
  OwnedArray array{2, 2};
  EXPECT_THAT(owners_of(division_by_owners(owners("0,1\n0,0\n"), array, 2)), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(owners_of(division_by_owners(owners("0\n1\n0\n0\n"), array, 2)), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(owners_of(division_by_owners(owners(npy_file("|u1", "(4,)", "\0\1\0\0"s)), array, 2)),
              ElementsAre(0, 1, 0, 0));
  expect_division_refused("0,1\n", array, "owners has the owners of 1 x 2 cells; the array has 2 x 2");
  expect_division_refused("0\n1\n0\n", array, "owners has 3 owners; the array has 2 x 2");
  expect_division_refused("0,1\n2,0\n", array,
                          "owners: row 1, column 0 belongs to processor 2; there are processors 0 to 1");
  expect_division_refused("0,1\n-1,0\n", array,
                          "row 1, column 0 has no owner; only a cell that a mask or loads leave out may have none");
  array.is_active = [](std::int64_t row, std::int64_t column) { return row == 0 || column == 1; };
  EXPECT_THAT(owners_of(division_by_owners(owners("0,1\n-1,0\n"), array, 2)), ElementsAre(0, 1, -1, 0));
  EXPECT_THAT(owners_of(division_by_owners(owners("0,1\n1,0\n"), array, 2)), ElementsAre(0, 1, 1, 0));
}

// METIS numbers the vertices of the graph: the active cells.
TEST_F(OwnersFileTest, OneALineOfTheActiveCells) {
  const OwnedArray array{
      .rows = 2, .columns = 2, .active_cells = 3, .is_active = [](std::int64_t row, std::int64_t column) {
        return row == 0 || column == 1;
      }};
  for (const std::string& list : {"0\n1\n1\n"s, npy_file("|u1", "(3,)", "\0\1\1"s)}) {
    SCOPED_TRACE(list);
    EXPECT_THAT(owners_of(division_by_owners(owners(list), array, 2)), ElementsAre(0, 1, -1, 1));
    EXPECT_THAT(owners_of_all_cells(owners(list), array), ElementsAre(0, 1, -1, 1));
  }
  EXPECT_THAT(owners_of(division_by_owners(owners("0\n1\n1\n1\n"), array, 2)), ElementsAre(0, 1, 1, 1));
  expect_division_refused("0\n1\n", array, "owners has 2 owners; the array has 2 x 2, of which 3 are active");
  expect_division_refused("0 1 1\n", array, "owners has the owners of 1 x 3 cells; the array has 2 x 2");
}

}  // namespace
}  // namespace apportion::problems
