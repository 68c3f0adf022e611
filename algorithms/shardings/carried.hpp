// Potentials carried over to a core that has become smaller.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algorithms/shardings/flat.hpp"
#include "algorithms/shardings/passing.hpp"

namespace apportion::shardings {

/// Remembers potentials by what stays of a core: its nodes, edges, labels and times.
class Carried {
 public:
  /// Has the core keep track of its changes from now on.
  Carried(Core& core, const Flat& flat, const Potentials& potentials);

  /// The potentials of the same core, or of a branch of it, as reductions have left it.
  [[nodiscard]] Potentials onto(const Core& core, const Flat& flat) const;

 private:
  struct End {
    std::uint32_t edge = 0;  // name
    std::uint32_t node = 0;  // of the graph
    std::size_t message = 0;
  };

  std::vector<End> ends_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> labels_;  // by node
  std::vector<std::pair<std::int64_t, double>> prices_;                   // by time
  std::vector<double> messages_;
};

}  // namespace apportion::shardings
