// Block-cyclic data: every element has one process, and loads are counts of elements.
#include "sim/grids/block_cyclic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/error.hpp"

namespace apportion {
namespace {

// Three-dimensional data over a 2 x 3 grid: the grid's dimension 0 distributes the data's dimension 2, its dimension 1
// the data's 0, and the data's 1 stays whole. One slice has no elements.
BlockCyclic example(std::array<std::int64_t, 3> extent) {
  return {{{2, 3}}, {{3, 2}, {4, 0, 1}}, {2, 0, 1}, {extent[0], extent[1], extent[2]}};
}

bool within(const std::vector<IndexRange>& ranges, std::int64_t index) {
  return std::ranges::any_of(
      ranges, [index](const IndexRange& range) { return index >= range.first && index < range.first + range.count; });
}

TEST(BlockCyclic, ElementsAndProcessesAgree) {
  for (const std::array<std::int64_t, 3> extent :
       {std::array<std::int64_t, 3>{13, 2, 11}, {5, 3, 5}, {1, 1, 1}, {4, 2, 3}, {0, 2, 9}}) {
    SCOPED_TRACE(::testing::PrintToString(extent));
    const BlockCyclic data = example(extent);
    ASSERT_NO_THROW(validate(data));
    std::map<std::size_t, std::int64_t> counts;
    for (std::int64_t a = 0; a < extent[0]; ++a)
      for (std::int64_t b = 0; b < extent[1]; ++b)
        for (std::int64_t c = 0; c < extent[2]; ++c) {
          const std::array<std::int64_t, 3> element{a, b, c};
          const std::size_t owner = cell_of(data, element);
          ++counts[owner];
          for (std::size_t cell = 0; cell < 6; ++cell) {
            SCOPED_TRACE(::testing::Message() << a << ' ' << b << ' ' << c << ' ' << cell);
            const auto ranges = elements_of(data, cell);
            ASSERT_EQ(within(ranges[0], a) && within(ranges[1], b) && within(ranges[2], c), cell == owner);
          }
        }
    for (std::size_t cell = 0; cell < 6; ++cell) EXPECT_EQ(load(data, cell), counts[cell]) << cell;
  }
}

TEST(BlockCyclic, TheHomogeneousCaseIsTheTextbooks) {
  const BlockCyclic data{{{4}}, {{8, 8, 8, 8}}, {0}, {1000}};
  for (std::int64_t k = 0; k < 1000; ++k) {
    SCOPED_TRACE(k);
    const std::array<std::int64_t, 1> element{k};
    ASSERT_EQ(cell_of(data, element), static_cast<std::size_t>(k / 8 % 4));
  }
}

TEST(BlockCyclic, LargeArraysTakeNoLonger) {
  const BlockCyclic data = example({5'000'000'000, 7, 5'000'000'000});
  EXPECT_EQ(undistributed_volume(data), 7);
  EXPECT_EQ(load(data, 0), 7.0 * 4e9 * 3e9);
}

TEST(BlockCyclic, BadInputIsRefused) {
  const auto refused = [](auto change) {
    BlockCyclic data = example({5, 5, 5});
    change(data);
    EXPECT_THROW(validate(data), InputError);
  };
  refused([](BlockCyclic& data) { data.eta = {0, 0, 1}; });
  refused([](BlockCyclic& data) { data.eta = {0}; });
  refused([](BlockCyclic& data) { data.extent[1] = -1; });
  refused([](BlockCyclic& data) { data.lengths.pop_back(); });
  refused([](BlockCyclic& data) { data.lengths[0] = {1}; });
  refused([](BlockCyclic& data) { data.lengths[0] = {0, 0}; });
  refused([](BlockCyclic& data) { data.lengths[0] = {-1, 5}; });
}

}  // namespace
}  // namespace apportion
