// Reference grids of algorithms that no study runs; `apportion new algorithm` writes a line for each.
#include <fmt/format.h>

#include <stdexcept>

#include "experiments/engine/catalogue.hpp"

namespace apportion::frontier {
namespace {

struct AddedAlgorithm {
  std::string family;
  std::string name;  ///< with options, as in HYBRID[levels=2]
};

std::vector<AddedAlgorithm> added_algorithms() {
  return {
      {"cells", "MULTILEVEL"}, {"cells", "POLISHED"},
      // Further ones go above this line.
  };
}

// The grid is small enough for every check, and large enough to reveal a changed answer.
engine::ReferenceGrid grid_of(const std::string& family) {
  if (family == "rectangles")
    return {.name = {},
            .experiment = "kaddoura/grid",
            .axes = {{"columns", "1000,5000"}, {"ratio", "1,4"}, {"processors", "4,10"}, {"latency", "0,100"}},
            .samples = 3};
  if (family == "cells")
    return {.name = {},
            .experiment = "frontier/cells",
            .axes = {{"columns", "200,600"}, {"ratio", "1,4"}, {"processors", "5"}},
            .samples = 1};
  if (family == "grids")
    return {.name = {},
            .experiment = "frontier/grid-mappings",
            .axes = {{"grid", "2x2,3x4"}, {"level", "2,16"}},
            .samples = 5};
  if (family == "graphs")
    return {.name = {},
            .experiment = "frontier/graphs",
            .axes = {{"nodes", "10"}, {"candidates", "2,12"}, {"strength", "0.3,1"}},
            .samples = 1};
  throw std::logic_error("no reference grid for algorithms of " + family);
}

std::vector<engine::ReferenceGrid> references() {
  std::vector<engine::ReferenceGrid> grids;
  for (const AddedAlgorithm& algorithm : added_algorithms()) {
    engine::ReferenceGrid grid = grid_of(algorithm.family);
    grid.name = fmt::format("added-{}-{}", algorithm.family, algorithm.name);
    grid.algorithms = {algorithm.name};
    grids.push_back(std::move(grid));
  }
  return grids;
}

const engine::Registration added_algorithms_registration{references};

}  // namespace
}  // namespace apportion::frontier
