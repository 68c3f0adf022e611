// Sign changes along a line, and where resampling puts them.
#include "results/comparing/crossings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "results/comparing/paired_statistics.hpp"

namespace apportion::results {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most_reversed = 0.05;  // of the resamples

// The places between the sign changes next to the one at `index`.
struct Window {
  std::size_t first = 0;
  std::size_t last = 0;
};

Window window_of(const std::vector<SignChange>& changes, std::size_t index, std::size_t places) {
  return {index == 0 ? 0 : changes[index - 1].after,
          index + 1 == changes.size() ? places - 1 : changes[index + 1].before};
}

template <class Number>
std::vector<Number> part_of(const std::vector<Number>& all, const Window& window) {
  return {all.begin() + static_cast<std::ptrdiff_t>(window.first),
          all.begin() + static_cast<std::ptrdiff_t>(window.last) + 1};
}

// Where a resample crosses as `change` does: infinite where it does so beyond its places, nothing where it only crosses
// in the other direction.
std::optional<double> crossing_in(const std::vector<double>& places, const std::vector<double>& values,
                                  const SignChange& change) {
  const std::vector<SignChange> changes = sign_changes(places, values);
  double nearest = infinity;
  for (const SignChange& each : changes)
    if (each.rises == change.rises && std::abs(each.at - change.at) < std::abs(nearest - change.at)) nearest = each.at;
  if (nearest < infinity) return nearest;
  const auto some = std::ranges::find_if(values, [](double value) { return value != 0; });
  if (!changes.empty() || some == values.end()) return std::nullopt;
  // Still before the crossing at the last place, or beyond it at the first.
  return (*some < 0) == change.rises ? infinity : -infinity;
}

void add_interval(const std::vector<double>& places, const std::vector<const std::vector<double>*>& resampled,
                  const SignChange& change, double level, Crossing& crossing) {
  if (resampled.empty()) return;
  const std::size_t times = resampled.front()->size();
  std::vector<double> found;
  std::vector<double> values(places.size());
  for (std::size_t time = 0; time < times; ++time) {
    for (std::size_t i = 0; i < places.size(); ++i) values[i] = (*resampled[i])[time];
    if (const std::optional<double> at = crossing_in(places, values, change)) found.push_back(*at);
  }
  const auto reversed = static_cast<double>(times - found.size());
  if (found.size() < 2 || reversed > most_reversed * static_cast<double>(times)) return;
  const Interval interval = central_interval(found, level);
  crossing.has_interval = true;
  if (std::isfinite(interval.low)) crossing.low = interval.low;
  if (std::isfinite(interval.high)) crossing.high = interval.high;
}

}  // namespace

std::vector<SignChange> sign_changes(const std::vector<double>& places, const std::vector<double>& values) {
  std::vector<SignChange> changes;
  std::optional<std::size_t> before;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == 0) continue;
    if (before && (values[*before] < 0) != (values[i] < 0)) {
      const double share = values[*before] / (values[*before] - values[i]);
      const double at = i == *before + 1 ? places[*before] + share * (places[i] - places[*before])
                                         : (places[*before + 1] + places[i - 1]) / 2;
      changes.push_back({at, *before, i, values[i] > 0});
    }
    before = i;
  }
  return changes;
}

LineCrossings crossings_of(const std::vector<double>& places, const std::vector<double>& values,
                           const std::vector<const std::vector<double>*>& resampled, double level) {
  LineCrossings line{.points = places.size()};
  for (const double value : values) {
    line.better += value < 0 ? 1 : 0;
    line.worse += value > 0 ? 1 : 0;
  }
  const std::vector<SignChange> changes = sign_changes(places, values);
  for (std::size_t k = 0; k < changes.size(); ++k) {
    Crossing crossing{.at = changes[k].at, .algorithm_overtakes = !changes[k].rises};
    const Window window = window_of(changes, k, places.size());
    add_interval(part_of(places, window), resampled.empty() ? resampled : part_of(resampled, window), changes[k], level,
                 crossing);
    line.crossings.push_back(crossing);
  }
  return line;
}

}  // namespace apportion::results
