// Plans of halos: simulated ranks, each with only its own part of the plan, exchange real data, and every cell of every
// halo is checked.
#include "sim/cells/halo_plan.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "sim/cells/owners.hpp"
#include "sim/random_stream.hpp"

namespace apportion {
namespace {

using testing_support::Owners;

/// An array and the owner of each of its cells.
struct OwnedArray {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::size_t ranks = 0;
  Owners owners = {};

  [[nodiscard]] std::int32_t owner(std::int64_t row, std::int64_t column) const {
    return owners[static_cast<std::size_t>(row * columns + column)];
  }
  [[nodiscard]] bool has(std::int64_t row, std::int64_t column) const {
    return row >= 0 && row < rows && column >= 0 && column < columns;
  }
  [[nodiscard]] Decomposition division() const { return division_of(rows, columns, ranks, owners); }
};

std::int64_t from_to(RandomStream& stream, std::int64_t least, std::int64_t most) {
  return least + static_cast<std::int64_t>(stream() % static_cast<std::uint64_t>(most - least + 1));
}

/// The data of a rank: values by cell, its own and received ones.
using Memory = std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;

std::vector<std::int64_t> packed(const Memory& memory, const std::vector<SpaceBox>& boxes) {
  std::vector<std::int64_t> message;
  for (const auto& [layer, layer_end, box] : boxes)
    for (std::int64_t row = box.row_begin; row < box.row_end; ++row)
      for (std::int64_t column = box.column_begin; column < box.column_end; ++column)
        message.push_back(memory.at({row, column}));
  return message;
}

/// False if a cell was there already, or the message is not as long as the boxes.
bool unpack(const std::vector<std::int64_t>& message, const std::vector<SpaceBox>& boxes, Memory& memory) {
  std::size_t next = 0;
  for (const auto& [layer, layer_end, box] : boxes)
    for (std::int64_t row = box.row_begin; row < box.row_end; ++row)
      for (std::int64_t column = box.column_begin; column < box.column_end; ++column)
        if (next == message.size() || !memory.emplace(std::pair(row, column), message[next++]).second) return false;
  return next == message.size();
}

std::int64_t value_of(const OwnedArray& array, std::int64_t row, std::int64_t column) {
  return 1000 + row * array.columns + column;
}

/// The cells that a rank must have after an exchange, by the definition of the stencil.
Memory expected(const OwnedArray& array, std::size_t rank, StencilReach reach) {
  Memory memory;
  const auto add = [&](std::int64_t row, std::int64_t column) {
    if (array.has(row, column) && array.owner(row, column) != no_owner)
      memory[{row, column}] = value_of(array, row, column);
  };
  for (std::int64_t row = 0; row < array.rows; ++row)
    for (std::int64_t column = 0; column < array.columns; ++column) {
      if (array.owner(row, column) != static_cast<std::int32_t>(rank)) continue;
      for (std::int64_t down = -reach.depth; down <= reach.depth; ++down)
        for (std::int64_t right = -reach.depth; right <= reach.depth; ++right)
          if (reach.corners || down == 0 || right == 0) add(row + down, column + right);
    }
  return memory;
}

Memory own_cells(const OwnedArray& array, const PartPlan& part) {
  Memory memory;
  for (const auto& [layer, layer_end, box] : part.boxes)
    for (std::int64_t row = box.row_begin; row < box.row_end; ++row)
      for (std::int64_t column = box.column_begin; column < box.column_end; ++column)
        memory[{row, column}] = value_of(array, row, column);
  return memory;
}

struct ExchangeCounts {
  std::int64_t divisions = 0;
  std::int64_t messages = 0;
  std::int64_t halo_cells = 0;
};

/// Exchanges and compares; counts what was sent.
void expect_exchange(const OwnedArray& array, StencilReach reach, ExchangeCounts& counts) {
  const HaloPlan plan = halo_plan(array.division(), reach);
  ASSERT_EQ(plan.parts.size(), array.ranks);
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::int64_t>> wire;
  std::vector<Memory> memories;
  for (std::size_t rank = 0; rank < array.ranks; ++rank) {
    memories.push_back(own_cells(array, plan.parts[rank]));
    for (const HaloExchange& exchange : plan.parts[rank].exchanges)
      wire[{rank, exchange.neighbour}] = packed(memories[rank], exchange.send);
  }
  for (std::size_t rank = 0; rank < array.ranks; ++rank) {
    for (const HaloExchange& exchange : plan.parts[rank].exchanges) {
      SCOPED_TRACE(rank);
      const auto message = wire.find({exchange.neighbour, rank});
      ASSERT_NE(message, wire.end()) << rank << " waits for " << exchange.neighbour << " forever";
      EXPECT_FALSE(message->second.empty());
      ASSERT_TRUE(unpack(message->second, exchange.receive, memories[rank])) << rank;
      counts.halo_cells += static_cast<std::int64_t>(message->second.size());
      ++counts.messages;
      wire.erase(message);
    }
    EXPECT_EQ(memories[rank], expected(array, rank, reach)) << "rank " << rank << " of " << array.ranks;
    const CellBox& window = plan.parts[rank].window.in_layer;
    for (const auto& [cell, value] : memories[rank])
      EXPECT_TRUE(cell.first >= window.row_begin && cell.first < window.row_end && cell.second >= window.column_begin &&
                  cell.second < window.column_end)
          << rank << ' ' << ::testing::PrintToString(cell);
  }
  EXPECT_TRUE(wire.empty()) << "a message that nobody waits for";
  ++counts.divisions;
}

/// Random owners, in blocks so that parts have some shape, and a mask: single cells, or a lake.
OwnedArray random_array(RandomStream& stream) {
  OwnedArray array{
      from_to(stream, 1, 17), from_to(stream, 1, 17), static_cast<std::size_t>(from_to(stream, 2, 12)), {}};
  array.owners.resize(static_cast<std::size_t>(array.rows * array.columns));
  const std::int64_t block = from_to(stream, 1, 6);
  std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> blocks;
  const std::int64_t mask = from_to(stream, 0, 2);  // none, single cells, a lake
  const std::int64_t lake = from_to(stream, 0, array.rows - 1);
  for (std::int64_t row = 0; row < array.rows; ++row)
    for (std::int64_t column = 0; column < array.columns; ++column) {
      const auto drawn = static_cast<std::int32_t>(from_to(stream, 0, static_cast<std::int64_t>(array.ranks) - 1));
      std::int32_t owner = blocks.emplace(std::pair(row / block, column / block), drawn).first->second;
      if (mask == 1 && from_to(stream, 0, 3) == 0) owner = no_owner;
      if (mask == 2 && std::abs(row - lake) + std::abs(column - lake) < 5) owner = no_owner;
      array.owners[static_cast<std::size_t>(row * array.columns + column)] = owner;
    }
  return array;
}

TEST(HaloPlanProperties, EveryHaloCellArrivesOnceWhateverTheDivision) {
  ExchangeCounts counts;
  RandomStream stream(28, "halo plans");
  for (int i = 0; i < 300; ++i) {
    const OwnedArray array = random_array(stream);
    for (std::int64_t depth = 1; depth <= 3; ++depth)
      for (const bool corners : {false, true}) {
        SCOPED_TRACE(::testing::Message() << i << ' ' << depth << ' ' << corners);
        expect_exchange(array, {depth, corners}, counts);
      }
    if (HasFailure()) return;
  }
  RecordProperty("divisions", std::to_string(counts.divisions));
  RecordProperty("messages", std::to_string(counts.messages));
  RecordProperty("halo_cells", std::to_string(counts.halo_cells));
  EXPECT_EQ(counts.divisions, 1800);
  EXPECT_GT(counts.messages, 25'000);
  EXPECT_GT(counts.halo_cells, 100'000);
}

/// Divisions by the project's own methods, with and without a mask: 2 to 12 ranks.
TEST(HaloPlanProperties, EveryHaloCellArrivesInDivisionsOfAlgorithms) {
  ExchangeCounts counts;
  RandomStream stream(28, "halo plans of algorithms");
  for (std::size_t ranks = 2; ranks <= 12; ++ranks)
    for (const bool masked : {false, true})
      for (const char* algorithm : {"BEST[effort=quick]", "RCB", "JAG-M", "RECTILINEAR"}) {
        CellProblem problem{from_to(stream, 5, 30), from_to(stream, 5, 30), {std::vector<double>(ranks, 1.0), {}}};
        for (double& speed : problem.cluster.speeds) speed = static_cast<double>(from_to(stream, 1, 5));
        std::vector<double> loads(static_cast<std::size_t>(problem.rows * problem.columns), 1.0);
        for (double& load : loads) load = from_to(stream, 0, 3) == 0 ? 0 : 1;
        if (masked) problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads));
        const Decomposition division = testing_support::solve(algorithm, problem).decomposition;
        const OwnedArray array{problem.rows, problem.columns, ranks,
                               testing_support::painted(problem, division).owners};
        for (std::int64_t depth = 1; depth <= 3; ++depth)
          for (const bool corners : {false, true}) {
            SCOPED_TRACE(::testing::Message()
                         << ranks << ' ' << masked << ' ' << algorithm << ' ' << depth << ' ' << corners);
            expect_exchange(array, {depth, corners}, counts);
          }
      }
  EXPECT_EQ(counts.divisions, 11 * 2 * 4 * 6);
}

// The plan follows from the rectangles: 10^12 cells take no longer than a few.
TEST(HaloPlanProperties, HugeArraysArePlannedByTheirRectangles) {
  constexpr double side = 1e6;
  const Decomposition division{{side, side}, {{0, 0, side, side / 2}, {0, side / 2, side, side / 2}}};
  const HaloPlan plan = halo_plan(division, {2, true});
  ASSERT_EQ(plan.parts[0].exchanges.size(), 1U);
  EXPECT_EQ(plan.parts[0].exchanges[0].receive, (std::vector<SpaceBox>{{0, 1, {0, 1'000'000, 500'000, 500'002}}}));
  EXPECT_EQ(plan.parts[1].exchanges[0].send, plan.parts[0].exchanges[0].receive);
  EXPECT_EQ(plan.parts[0].window, (SpaceBox{0, 1, {0, 1'000'000, 0, 500'002}}));
}

// Stripes along either side take no longer than squares: each has two neighbours.
TEST(HaloPlanProperties, ManyStripesArePlannedAtOnce) {
  constexpr std::size_t stripes = 20'000;
  Decomposition down{{stripes, stripes}, {}};
  for (std::size_t i = 0; i < stripes; ++i) down.parts.push_back({0, static_cast<double>(i), stripes, 1});
  for (const Decomposition& division : {down, transposed(down)}) {
    const HaloPlan plan = halo_plan(division, {1, true});
    EXPECT_EQ(plan.parts[0].exchanges.size(), 1U);
    EXPECT_EQ(plan.parts[1].exchanges.size(), 2U);
    EXPECT_EQ(cells_in(plan.parts[1].exchanges[0].receive), stripes);
  }
}

// The second part has a row in two pieces, or in one.
TEST(HaloPlanProperties, HowAPartIsCutDoesNotShow) {
  const Decomposition whole{{2, 4}, {{0, 0, 1, 4}, {1, 0, 1, 4}}};
  const Decomposition cut{{2, 4}, {{0, 0, 1, 4}, {1, 0, 1, 2}}, {{1, {1, 2, 1, 2}}}};
  for (const bool corners : {false, true}) {
    SCOPED_TRACE(corners);
    const std::vector<HaloExchange> expected = halo_plan(whole, {1, corners}).parts[0].exchanges;
    const std::vector<HaloExchange> found = halo_plan(cut, {1, corners}).parts[0].exchanges;
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].receive, (std::vector<SpaceBox>{{0, 1, {1, 2, 0, 4}}}));
    EXPECT_EQ(found[0].receive, expected.at(0).receive);
    EXPECT_EQ(found[0].send, expected.at(0).send);
  }
}

TEST(HaloPlanProperties, DepthsOutOfRangeAreRefused) {
  const Decomposition division{{1, 1}, {{0, 0, 1, 1}}};
  for (const std::int64_t depth : {std::int64_t{0}, std::int64_t{-1}, most_stencil_depth + 1})
    EXPECT_THROW(static_cast<void>(halo_plan(division, {depth, false})), InputError) << depth;
  EXPECT_TRUE(halo_plan(division, {1, true}).parts[0].exchanges.empty());
}

}  // namespace
}  // namespace apportion
