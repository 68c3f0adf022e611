// Lower bounds on elements sent, from contact with the sides of the array; docs/bounds.md has the proof.
#include "sim/cells/contact_bound.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace apportion {

std::int64_t least_border(std::int64_t cells) {
  if (cells <= 0) return 0;
  const std::int64_t square = 8 * cells - 4;
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  while (root * root < square) ++root;
  while (root > 0 && (root - 1) * (root - 1) >= square) --root;
  return root + 2;
}

namespace {

// Up to this many cells the contacts of a part are tried one by one.
constexpr std::int64_t most_cells_tried = 2'000;
constexpr int prices = 32;  // of contact, from 0 to 1

struct Array {
  std::int64_t rows;
  std::int64_t columns;
};

std::int64_t rounded_up(std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; }

// Beside two sides of the array that meet: four mirrored copies are a set of the plane.
std::int64_t least_in_corner(std::int64_t cells) { return rounded_up(least_border(4 * cells), 4); }

// In contact with one side of the array, or with no side. A run of l cells in contact with it, and a triangle of about
// l^2 / 4 cells glued to the run outside of the array, have a border of what is received and l. And two mirrored copies
// are a set of the plane.
double least_beside_one_side(std::int64_t cells, double price) {
  const auto n = static_cast<double>(cells);
  const std::int64_t mirrored = rounded_up(least_border(2 * cells), 2);
  if (cells <= most_cells_tried) {
    auto least = static_cast<double>(least_border(cells));
    const auto longest = static_cast<std::int64_t>(4 * std::sqrt(n)) + 4;
    for (std::int64_t l = 1; l <= longest; ++l) {
      const std::int64_t received = std::max(least_border(cells + (l - 1) * (l - 1) / 4) - l, mirrored);
      least = std::min(least, static_cast<double>(received) + price * static_cast<double>(l));
    }
    return least;
  }
  // The same function of real lengths is convex and is no greater.
  const auto value = [&](double l) {
    const double border = std::sqrt(8 * n - 4 + 2 * ((l - 1) * (l - 1) - 1)) + 2;
    return std::max(border - l, static_cast<double>(mirrored)) + price * l;
  };
  double low = 1;
  double high = 4 * std::sqrt(n);
  while (high - low > 1e-3) {
    const double third = (high - low) / 3;
    if (value(low + third) < value(high - third))
      high -= third;
    else
      low += third;
  }
  constexpr double left_of_search = 0.01;
  return std::min(value(low) - left_of_search, static_cast<double>(least_border(cells)));
}

// From one side to the opposite one: every line between them has a cell beside the part at either end.
double least_across(const Array& array, std::int64_t cells, double price) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::int64_t lines : {array.rows, array.columns})
    if (cells >= lines) least = std::min(least, 2 * static_cast<double>(lines) + 2 * price);
  return least;
}

// In contact with three or four sides.
double least_at_the_end(const Array& array, std::int64_t least_cells, std::int64_t most_cells, double price) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::int64_t lines : {array.rows, array.columns})
    if (most_cells >= lines) least = std::min(least, static_cast<double>(lines));
  if (most_cells >= array.rows + array.columns - 1 && least_cells < array.rows * array.columns) {
    const std::int64_t others = array.rows * array.columns - std::min(most_cells, array.rows * array.columns - 1);
    least = std::min(least, std::ceil(std::sqrt(static_cast<double>(others))));
  }
  return least + 3 * price;
}

// The first value above `low` for which the condition holds, or `high`. The condition then holds for all greater ones.
template <class Holds>
std::int64_t first_that(std::int64_t low, std::int64_t high, Holds holds) {
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

// A part in a corner behind another one of that corner has to receive on both of its sides. From this size of the other
// one on that is no less than a part receives that has no contact at all.
std::int64_t least_behind(std::int64_t cells) {
  const auto received = [cells](std::int64_t inner) {
    const std::int64_t inside =
        first_that(0, inner, [inner](std::int64_t lines) { return lines >= least_in_corner(inner - lines); });
    return least_in_corner(cells + inner) + inside;
  };
  return first_that(0, cells, [&](std::int64_t inner) { return received(inner) >= least_border(cells); });
}

struct Part {
  std::int64_t least = 0;  // cells
  std::int64_t most = 0;
};

// The largest parts first.
std::vector<Part> parts_of(const CellProblem& problem) {
  const LoadLimits limits = load_limits(problem);
  const std::int64_t cells = problem.rows * problem.columns;
  std::vector<Part> parts;
  for (std::size_t i = 0; i < limits.most.size(); ++i) {
    const auto least = static_cast<std::int64_t>(std::ceil(limits.least[i]));
    const auto most = static_cast<std::int64_t>(std::floor(limits.most[i]));
    parts.push_back({std::max<std::int64_t>(least, 1), std::clamp<std::int64_t>(most, 1, cells)});
  }
  std::ranges::sort(parts, std::greater<>(), &Part::most);
  return parts;
}

// What corners can save at most. Of the parts of one corner that save anything, from the outermost inwards, each is
// smaller than least_behind() of the one before, so that of those above each of the limits there are few.
class Corners {
 public:
  explicit Corners(std::int64_t largest) : limit_(largest) {}

  // Parts in descending order of their sizes.
  void offer(const Part& part, double saved) {
    while (limit_ > 0 && part.least < least_behind(limit_)) {
      limit_ = least_behind(limit_) - 1;
      places_ += 4;
    }
    if (places_ == 0 || saved <= 0) return;
    --places_;
    saved_ += saved;
  }
  [[nodiscard]] double saved() const { return saved_; }

 private:
  std::int64_t limit_;
  std::int64_t places_ = 4;
  double saved_ = 0;
};

// What these parts receive together, which may be all or some.
double volume_at(const Array& array, std::span<const Part> parts, double price) {
  Corners corners(parts.front().most);
  std::vector<double> ends;
  double sum = 0;
  double inside = 0;
  const Part* before = nullptr;
  for (const Part& part : parts) {
    if (before == nullptr || before->least != part.least || before->most != part.most)
      inside = std::min(least_beside_one_side(part.least, price), least_across(array, part.most, price));
    before = &part;
    const std::int64_t in_corner = least_in_corner(part.least);
    const auto contact = static_cast<double>(std::max<std::int64_t>(least_border(part.least) - in_corner, 2));
    corners.offer(part, inside - (static_cast<double>(in_corner) + price * contact));
    ends.push_back(std::max(inside - least_at_the_end(array, part.least, part.most, price), 0.0));
    sum += inside;
  }
  std::ranges::sort(ends, std::greater<>());
  ends.push_back(0);  // of one part
  return sum - corners.saved() - ends[0] - ends[1] - 2 * price * static_cast<double>(array.rows + array.columns);
}

std::int64_t least_received(const Array& array, const Part& part) {
  const double others = std::min(least_across(array, part.most, 0), least_at_the_end(array, part.least, part.most, 0));
  const auto corner = static_cast<double>(least_in_corner(part.least));
  return static_cast<std::int64_t>(std::min(corner, others));
}

std::int64_t volume_of(const Array& array, std::span<const Part> parts) {
  double volume = 0;
  for (int price = 0; price <= prices; ++price)
    volume = std::max(volume, volume_at(array, parts, static_cast<double>(price) / prices));
  constexpr double rounding = 1e-9;
  return static_cast<std::int64_t>(std::ceil(volume * (1 - rounding)));
}

}  // namespace

ElementsBound contact_bound(const CellProblem& problem) {
  if (problem.cluster.size() == 1) return {};
  const Array array{problem.rows, problem.columns};
  const std::vector<Part> parts = parts_of(problem);
  ElementsBound bound{.volume = volume_of(array, parts)};
  bound.busiest = rounded_up(bound.volume, static_cast<std::int64_t>(parts.size()));
  for (std::size_t largest = 1; largest < parts.size(); largest *= 2)
    bound.busiest = std::max(bound.busiest, rounded_up(volume_of(array, std::span(parts).first(largest)),
                                                       static_cast<std::int64_t>(largest)));
  for (const Part& part : parts) bound.busiest = std::max(bound.busiest, least_received(array, part));
  return bound;
}

}  // namespace apportion
