// Crossings: where along an axis one algorithm becomes better than another.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace apportion::results {

/// Points that differ on one axis only.
struct AxisLine {
  std::vector<std::size_t> points;  ///< their places in a list of points
  std::vector<double> places;       ///< where each stands on the axis, ascending
};

/// A difference along an axis that changes its sign.
struct SignChange {
  double at = 0;           ///< by linear interpolation
  std::size_t before = 0;  ///< the last place with the old sign
  std::size_t after = 0;   ///< the first one with the new sign
  bool rises = false;      ///< from below 0 to above
};

/// All sign changes of the values at ascending places. Between neighbours the value is linear; where values of 0 lie
/// between, the change is half-way between the first and the last of them.
[[nodiscard]] std::vector<SignChange> sign_changes(const std::vector<double>& places,
                                                   const std::vector<double>& values);

struct Crossing {
  double at = 0;
  bool algorithm_overtakes = false;  ///< it is better beyond, its rival before
  /// Whether resampling says where it lies; an end that is missing lies beyond the line's points, or the next crossing.
  bool has_interval = false;
  std::optional<double> low = std::nullopt;
  std::optional<double> high = std::nullopt;
};

/// A pair along one line.
struct LineCrossings {
  std::size_t points = 0;  ///< that have both
  std::size_t better = 0;  ///< of these, where the algorithm has the better mean
  std::size_t worse = 0;
  std::vector<Crossing> crossings = {};  ///< ascending
};

/// Values of a line below 0 mean that the algorithm is better. `resampled`: for every place the values of all
/// resamples; empty for none. The interval of a crossing is the central part of where the resamples cross in its
/// direction between its neighbours, nearest to it, at this `level`; a resample whose values have one sign there
/// crosses beyond. No interval where more than one in twenty resamples crosses in the other direction alone.
[[nodiscard]] LineCrossings crossings_of(const std::vector<double>& places, const std::vector<double>& values,
                                         const std::vector<const std::vector<double>*>& resampled, double level);

}  // namespace apportion::results
