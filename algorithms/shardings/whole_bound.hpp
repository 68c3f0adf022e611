// A lower bound in whole numbers from any potentials, for a core and for each of its labels.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/shardings/flat.hpp"
#include "algorithms/shardings/passing.hpp"

namespace apportion::shardings {

/// Potentials in whole numbers, from which a bound follows without rounding (see certificate.hpp, ProvenBound).
struct WholePotentials {
  int scale = 0;                     ///< costs are multiplied by 2^scale
  int price_scale = 0;               ///< a price p stands for p / 2^price_scale scaled units of cost
  Whole most = 0;                    ///< scaled: what costs more counts as this
  std::vector<std::int64_t> prices;  ///< [row]
  std::vector<Whole> given;          ///< [place of message] what this end gives to the edge
};

/// A bound in units of 2^-scale.
struct WholeBound {
  int scale = 0;
  WideWhole bound = 0;
  std::vector<WideWhole> labels = {};  ///< [place of label] of all answers with this label

  /// The least whole cost that is not excluded.
  [[nodiscard]] WideWhole cost() const { return ceiling(bound); }
  [[nodiscard]] WideWhole ceiling(WideWhole scaled) const {
    const WideWhole unit = WideWhole{1} << scale;
    return scaled >= 0 ? (scaled + unit - 1) / unit : -((-scaled) / unit);
  }
};

/// `known`: about what an answer costs; only decides the scale.
[[nodiscard]] WholeBound whole_bound(const Core& core, const Flat& flat, const Potentials& potentials,
                                     WholePotentials& whole);

}  // namespace apportion::shardings
