// The assignment problem of parts and processors.
#include "algorithms/cells/rebalancing/renaming.hpp"

#include <limits>

#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// Rows are assigned one after the other; columns have a row, prices, and the column before them on the shortest path.
class Assignment {
 public:
  explicit Assignment(const std::vector<std::vector<double>>& costs)
      : costs_(costs), row_of_(costs.size() + 1, none), row_price_(costs.size(), 0), price_(costs.size() + 1, 0) {}

  std::vector<std::size_t> solve() {
    for (std::size_t row = 0; row < costs_.size(); ++row) add(row);
    std::vector<std::size_t> columns(costs_.size());
    for (std::size_t column = 0; column < costs_.size(); ++column) columns[row_of_[column]] = column;
    return columns;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // The column behind the last one stands for the row that has none yet.
  void add(std::size_t row) {
    const std::size_t start = costs_.size();
    std::vector<double> distance(costs_.size(), std::numeric_limits<double>::infinity());
    std::vector<std::size_t> before(costs_.size(), start);
    std::vector<bool> done(costs_.size() + 1, false);
    row_of_[start] = row;
    std::size_t column = start;
    while (row_of_[column] != none) {
      done[column] = true;
      const std::size_t current = row_of_[column];
      std::size_t nearest = start;
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t j = 0; j < costs_.size(); ++j) {
        if (done[j]) continue;
        const double through = costs_[current][j] - row_price_[current] - price_[j];
        if (through < distance[j]) {
          distance[j] = through;
          before[j] = column;
        }
        if (distance[j] < least) {
          least = distance[j];
          nearest = j;
        }
      }
      for (std::size_t j = 0; j <= costs_.size(); ++j) {
        if (done[j]) {
          row_price_[row_of_[j]] += least;
          price_[j] -= least;
        } else if (j < costs_.size()) {
          distance[j] -= least;
        }
      }
      column = nearest;
    }
    for (; column != start; column = before[column]) row_of_[column] = row_of_[before[column]];
  }

  const std::vector<std::vector<double>>& costs_;
  std::vector<std::size_t> row_of_;  // of each column
  std::vector<double> row_price_;
  std::vector<double> price_;
};

// What it costs that a processor takes a part: places that it has not had, or something that nothing is worth.
std::vector<std::vector<double>> prices_of_names(const MeshDivision& division, const LoadWindows& windows,
                                                 const PlaceOwners& home, bool loosely) {
  const std::size_t parts = division.parts();
  const auto places = static_cast<double>(division.mesh().active);
  const double load_of_place = division.mesh().total / places;
  std::vector<std::vector<double>> costs(parts, std::vector<double>(parts, 0));
  for (std::size_t part = 0; part < parts; ++part)
    for (std::size_t processor = 0; processor < parts; ++processor) {
      const double excess = MeshDivision::excess_of(division.load(static_cast<std::int32_t>(part)), windows,
                                                    static_cast<std::int32_t>(processor));
      if (loosely)
        costs[part][processor] = excess / load_of_place;
      else if (excess > 0 && part != processor)
        costs[part][processor] = 2 * places + 1;
    }
  for (std::size_t place = 0; place < home.size(); ++place)
    if (division.owner(place) != no_owner && home[place] != no_owner)
      costs[static_cast<std::size_t>(division.owner(place))][static_cast<std::size_t>(home[place])] -= 1;
  return costs;
}

}  // namespace

std::vector<std::size_t> least_assignment(const std::vector<std::vector<double>>& costs) {
  return Assignment(costs).solve();
}

PlaceOwners renamed_parts(const MeshDivision& division, const LoadWindows& windows, const PlaceOwners& home,
                          bool loosely) {
  PlaceOwners owners = division.owners();
  if (division.parts() > most_renamed_parts) return owners;
  const std::vector<std::size_t> names = least_assignment(prices_of_names(division, windows, home, loosely));
  for (std::int32_t& owner : owners)
    if (owner != no_owner) owner = static_cast<std::int32_t>(names[static_cast<std::size_t>(owner)]);
  return owners;
}

std::int64_t places_at_home(const PlaceOwners& owners, const PlaceOwners& home) {
  std::int64_t count = 0;
  for (std::size_t place = 0; place < owners.size(); ++place)
    if (owners[place] != no_owner && owners[place] == home[place]) ++count;
  return count;
}

}  // namespace apportion
