// The lower bound of a ProvenBound record, computed again in exact arithmetic.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "algorithms/shardings/certificate.hpp"
#include "experiments/problems/shardings/proof_state.hpp"

namespace apportion::problems {

/// In units of 2^-scale of the state's costs.
struct ReplayedBound {
  int scale = 0;
  WideWhole bound = 0;                                          ///< of all answers
  std::map<std::uint32_t, std::vector<WideWhole>> labels = {};  ///< [node][label] of all answers with this label

  /// The least whole cost that is not excluded.
  [[nodiscard]] static WideWhole ceiling(WideWhole scaled, int scale);
};

/// Holds for whatever potentials and prices are recorded, by the argument in proof_bound.cpp. InputError for potentials
/// of what is no edge, numbers of labels that are not right, and negative prices.
[[nodiscard]] ReplayedBound replayed_bound(const ProofState& state, const ProvenBound& record);

}  // namespace apportion::problems
