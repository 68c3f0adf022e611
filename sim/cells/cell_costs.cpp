// What a division into whole cells costs, counted on its rectangles or cell by cell, and lower bounds.
#include "sim/cells/cell_costs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "base/disjoint_sets.hpp"
#include "base/stopping.hpp"
#include "sim/boxes/bound.hpp"
#include "sim/cells/halo_plan.hpp"
#include "sim/cells/mesh_grid.hpp"
#include "sim/cells/owners.hpp"
#include "sim/cells/space_boxes.hpp"
#include "sim/rectangles/adjacency.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// Lower bounds for all divisions whose parts are connected, not empty and within tolerances() of their shares.
struct VolumeBound {
  std::int64_t volume = 0;   // of CellBoundary::volume
  std::int64_t busiest = 0;  // of CellBoundary::busiest
};

// --- Boundary, neighbours and pieces

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

std::int64_t distinct(Pairs pairs) {
  std::ranges::sort(pairs);
  return std::unique(pairs.begin(), pairs.end()) - pairs.begin();
}

// Elements received, by parts.
void set_received(const std::vector<std::int64_t>& received, CellBoundary& boundary) {
  boundary.volume = std::accumulate(received.begin(), received.end(), std::int64_t{0});
  boundary.busiest = *std::ranges::max_element(received);
}

void set_received(const HaloPlan& plan, CellBoundary& boundary) {
  std::vector<std::int64_t> received;
  for (const PartPlan& part : plan.parts) {
    received.push_back(0);
    for (const HaloExchange& exchange : part.exchanges) received.back() += cells_in(exchange.receive);
  }
  set_received(received, boundary);
}

struct OwnedRects {
  std::vector<Rect> rects;
  std::vector<std::size_t> owners;
};

OwnedRects owned_rects(const Decomposition& division) {
  OwnedRects owned;
  const auto add = [&](const Rect& rect, std::size_t owner) {
    if (rect.area() == 0) return;
    owned.rects.push_back(rect);
    owned.owners.push_back(owner);
  };
  for (std::size_t i = 0; i < division.parts.size(); ++i) add(division.parts[i], i);
  for (const FurtherRect& further : division.further) add(further.rect, further.processor);
  return owned;
}

std::int64_t empty_of(const std::vector<std::size_t>& owners, std::size_t parts) {
  std::vector<bool> has(parts, false);
  for (const std::size_t owner : owners) has[owner] = true;
  return std::ranges::count(has, false);
}

// Here and below `volume` and `busiest` are those of a five-point stencil.
CellBoundary boundary_of_rectangles(const Decomposition& division) {
  const OwnedRects owned = owned_rects(division);
  const std::size_t parts = division.parts.size();
  CellBoundary result{.empty = empty_of(owned.owners, parts)};
  DisjointSets pieces(owned.rects.size());
  double edges = 0;
  for (const CommonBoundary& common : common_boundaries(owned.rects))
    if (owned.owners[common.one] != owned.owners[common.other])
      edges += common.length;
    else
      pieces.unite(common.one, common.other);
  result.edges = static_cast<std::int64_t>(edges);
  result.fragments = static_cast<std::int64_t>(pieces.count()) - (static_cast<std::int64_t>(parts) - result.empty);
  result.torn = result.fragments;  // without loads there is one sea
  const HaloPlan plan = halo_plan(division, {});
  std::size_t messages = 0;
  for (const PartPlan& part : plan.parts) messages += part.exchanges.size();
  result.neighbours = static_cast<std::int64_t>(messages / 2);
  set_received(plan, result);
  return result;
}

// Of the cells one by one; those that are left out have no owner.
template <std::size_t Axes>
class CellSweep {
 public:
  CellSweep(const typename MeshGrid<Axes>::Position& extent, const std::vector<std::int32_t>& owners, std::size_t parts,
            int stencil)
      : grid_{extent},
        beside_(grid_, static_cast<int>(2 * Axes + 1)),
        stencil_(grid_, stencil),
        owners_(grid_.all_places(), no_owner),
        halos_(parts, 0),
        received_(parts, 0),
        sizes_(parts, 0),
        pieces_(owners_.size()) {
    auto next = owners.begin();
    grid_.for_each_row([&](std::size_t place, const auto& /*position*/) {
      std::copy_n(next, grid_.columns(), owners_.begin() + static_cast<std::ptrdiff_t>(place));
      next += grid_.columns();
    });
  }

  CellBoundary boundary() {
    grid_.for_each_place([this](std::size_t place, const auto& /*position*/) {
      if (owners_[place] != no_owner) visit(place);
    });
    result_.neighbours = distinct(std::move(pairs_));
    set_received(received_, result_);
    result_.halo = *std::ranges::max_element(halos_);
    result_.empty = std::ranges::count(sizes_, 0);
    const std::int64_t cells = std::accumulate(sizes_.begin(), sizes_.end(), std::int64_t{0});
    result_.fragments = cells - joined_ - (static_cast<std::int64_t>(sizes_.size()) - result_.empty);
    if (result_.fragments > 0) result_.torn = cells - joined_ - pairs_of_part_and_sea();
    return result_;
  }

 private:
  void visit(std::size_t place) {
    ++sizes_[static_cast<std::size_t>(owners_[place])];
    const auto around = grid_.around(place);
    for (std::size_t k = 0; k < around.size(); k += 2) look_at(place, around[k]);
    count_receivers(place, beside_, halos_);
    count_receivers(place, stencil_, received_);
  }

  std::int64_t pairs_of_part_and_sea() {
    grid_.for_each_place([this](std::size_t place, const auto& /*position*/) {
      if (owners_[place] == no_owner) return;
      const auto around = grid_.around(place);
      for (std::size_t k = 0; k < around.size(); k += 2)
        if (owners_[around[k]] != no_owner) pieces_.unite(place, around[k]);
    });
    const std::vector<std::size_t> seas = pieces_.numbers();
    Pairs found;
    for (std::size_t place = 0; place < seas.size(); ++place) {
      if (owners_[place] == no_owner) continue;
      const std::pair<std::size_t, std::size_t> pair(static_cast<std::size_t>(owners_[place]), seas[place]);
      if (found.empty() || found.back() != pair) found.push_back(pair);
    }
    return distinct(std::move(found));
  }

  // Each other owner within the stencil receives the cell.
  void count_receivers(std::size_t place, const MeshStencil<Axes>& stencil, std::vector<std::int64_t>& received) {
    std::array<std::int32_t, MeshGrid<Axes>::most_around> found{};
    auto* end = found.begin();
    for (std::size_t k = 0; k < stencil.count(); ++k) {
      const std::int32_t other = owners_[stencil.at(place, k)];
      if (other == owners_[place] || other == no_owner || std::find(found.begin(), end, other) != end) continue;
      *end++ = other;
      ++received[static_cast<std::size_t>(other)];
    }
  }

  void look_at(std::size_t place, std::size_t next) {
    const std::int32_t own = owners_[place];
    const std::int32_t other = owners_[next];
    if (other == no_owner) return;
    if (other == own) {
      joined_ += pieces_.unite(place, next) ? 1 : 0;
      return;
    }
    ++result_.edges;
    const std::pair<std::size_t, std::size_t> pair(static_cast<std::size_t>(std::min(own, other)),
                                                   static_cast<std::size_t>(std::max(own, other)));
    if (pairs_.empty() || pairs_.back() != pair) pairs_.push_back(pair);
  }

  MeshGrid<Axes> grid_;
  MeshStencil<Axes> beside_;
  MeshStencil<Axes> stencil_;
  std::vector<std::int32_t> owners_;
  std::vector<std::int64_t> halos_;
  std::vector<std::int64_t> received_;
  std::vector<std::int64_t> sizes_;
  DisjointSets pieces_;
  Pairs pairs_;
  std::int64_t joined_ = 0;
  CellBoundary result_;
};

}  // namespace

CellBoundary cell_boundary(const CellProblem& problem, const Decomposition& division) {
  stop_if_asked();
  const std::size_t parts = division.parts.size();
  if (problem.in_space() || problem.loads) {
    const std::vector<std::int32_t> owners =
        problem.loads ? active_owners_of(*problem.loads, division) : owners_of(division);
    if (!problem.in_space())
      return CellSweep<2>({problem.rows, problem.columns}, owners, parts, problem.stencil).boundary();
    return CellSweep<3>({problem.layers, problem.layer_rows(), problem.columns}, owners, parts, problem.stencil)
        .boundary();
  }
  CellBoundary boundary = boundary_of_rectangles(division);
  boundary.halo = boundary.busiest;
  if (problem.stencil == 9) set_received(halo_plan(problem, division), boundary);
  return boundary;
}

namespace {

// --- Bounds on elements sent

// Up to this many cells the contacts of a part are tried one by one.
constexpr std::int64_t most_cells_tried = 2'000;
constexpr int prices = 32;  // of contact, from 0 to 1

struct Array {
  std::int64_t rows;
  std::int64_t columns;
};

std::int64_t rounded_up(std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; }

// The fewest cells outside of n cells of the plane that have a side in common with one of them: ceil(sqrt(8n - 4)) + 2
// (Wang & Wang, "Discrete isoperimetric problems", SIAM J. Appl. Math. 32, 1977). 0 for n = 0.
std::int64_t least_border(std::int64_t cells) {
  if (cells <= 0) return 0;
  const std::int64_t square = 8 * cells - 4;
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  while (root * root < square) ++root;
  while (root > 0 && (root - 1) * (root - 1) >= square) --root;
  return root + 2;
}

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
  const std::vector<double> ideal = shares(problem);
  const std::vector<double> allowed = tolerances(problem);
  const std::int64_t cells = problem.rows * problem.columns;
  std::vector<Part> parts;
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    const auto least = static_cast<std::int64_t>(std::ceil(ideal[i] - allowed[i]));
    const auto most = static_cast<std::int64_t>(std::floor(ideal[i] + allowed[i]));
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

double volume_at(const Array& array, const std::vector<Part>& parts, double price) {
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
  return sum - corners.saved() - ends[0] - ends[1] - 2 * price * static_cast<double>(array.rows + array.columns);
}

std::int64_t least_received(const Array& array, const Part& part) {
  const double others = std::min(least_across(array, part.most, 0), least_at_the_end(array, part.least, part.most, 0));
  const auto corner = static_cast<double>(least_in_corner(part.least));
  return static_cast<std::int64_t>(std::min(corner, others));
}

// docs/bounds.md has the proof for five points. For nine it takes what is greater, that or twice the bound on the
// edges. 0 with loads.
VolumeBound volume_bound(const CellProblem& problem) {
  if (problem.loads || problem.cluster.size() == 1) return {};
  const Array array{problem.rows, problem.columns};
  const std::vector<Part> parts = parts_of(problem);
  double volume = 0;
  for (int price = 0; price <= prices; ++price)
    volume = std::max(volume, volume_at(array, parts, static_cast<double>(price) / prices));
  constexpr double rounding = 1e-9;
  VolumeBound bound{.volume = static_cast<std::int64_t>(std::ceil(volume * (1 - rounding)))};
  if (problem.stencil == 9) {
    CellProblem by_edges = problem;
    by_edges.objective = Objective::total;
    by_edges.latency = 0;
    bound.volume = std::max(bound.volume, 2 * static_cast<std::int64_t>(cell_lower_bound(by_edges)));
  }
  const auto p = static_cast<std::int64_t>(parts.size());
  bound.busiest = rounded_up(bound.volume, p);
  for (const Part& part : parts) bound.busiest = std::max(bound.busiest, least_received(array, part));
  return bound;
}

// --- Balance, ranks and the bound on boundaries

// The least half perimeter of a rectangle that holds this many cells, one of its sides at most `side`.
std::int64_t least_half_perimeter(std::int64_t cells, std::int64_t side) {
  auto square = static_cast<std::int64_t>(std::sqrt(static_cast<double>(cells)));
  while (square * square < cells) ++square;
  if (square > side) return side + (cells + side - 1) / side;
  return square * (square - 1) >= cells ? 2 * square - 1 : 2 * square;
}

// The same for every division.
bool has_empty_parts(const CellProblem& problem) {
  return static_cast<double>(problem.cluster.size()) >
         static_cast<double>(problem.rows) * static_cast<double>(problem.columns);
}

}  // namespace

CellBalance cell_balance(const CellProblem& problem, const Decomposition& division) {
  const std::vector<double> loads = part_loads(problem, division);
  const std::vector<double> ideal = shares(problem);
  const double greatest_cell = problem.loads ? problem.loads->greatest() : 1;
  const std::vector<double> allowed = tolerances(problem);
  const bool is_limited = !problem.memory.empty();
  const std::vector<double> cells = is_limited ? part_cells(problem, division) : std::vector<double>{};
  CellBalance balance{.imbalance = loads.front() / ideal.front() - 1};
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const double distance = std::abs(loads[i] - ideal[i]);
    balance.imbalance = std::max(balance.imbalance, loads[i] / ideal[i] - 1);
    balance.furthest = std::max(balance.furthest, distance);
    if (distance > one_cell * greatest_cell) balance.beyond_one_cell.push_back(i);
    const bool is_too_large = is_limited && cells[i] > problem.memory[i];
    if (is_too_large || distance > allowed[i]) ++balance.beyond_tolerance;
    balance.load_beyond += std::max(distance - allowed[i], 0.0);
    if (is_too_large) balance.cells_beyond += cells[i] - problem.memory[i];
  }
  return balance;
}

std::weak_ordering CellRank::operator<=>(const CellRank& other) const {
  constexpr double rounding = 1e-9;  // latencies, shares and loads may be fractions whose sums round
  const auto in_order = [](double one, double another, double scale) {
    if (std::abs(one - another) <= rounding * scale) return std::weak_ordering::equivalent;
    return one < another ? std::weak_ordering::less : std::weak_ordering::greater;
  };
  const double loads = std::max(load_beyond, other.load_beyond);
  if (const auto order = in_order(cells_beyond, other.cells_beyond, 0); order != 0) return order;
  if (const auto order = in_order(load_beyond, other.load_beyond, loads); order != 0) return order;
  if (const auto order = empty <=> other.empty; order != 0) return order;
  if (const auto order = torn <=> other.torn; order != 0) return order;
  if (const auto order = in_order(cost, other.cost, 1 + std::abs(other.cost)); order != 0) return order;
  return pieces <=> other.pieces;
}

CellRank cell_rank(const CellProblem& problem, const Decomposition& division) {
  return cell_rank(problem, cell_balance(problem, division), cell_boundary(problem, division));
}

CellRank cell_rank(const CellProblem& problem, const CellBalance& balance, const CellBoundary& boundary) {
  return {.cells_beyond = balance.cells_beyond,
          .load_beyond = balance.load_beyond,
          .empty = boundary.empty,
          .torn = problem.connected ? boundary.torn : 0,
          .cost = objective_cost(problem, boundary),
          .pieces = problem.connected ? boundary.fragments : 0};
}

double cell_fill(const CellProblem& problem, const Decomposition& division) {
  const Decomposition active = problem.loads ? active_division(*problem.loads, division) : division;
  double cells = 0;
  for (std::size_t i = 0; i < active.parts.size(); ++i)
    cells += static_cast<double>(problem.in_space() ? bounding_box(boxes_in_space(problem.layers, active, i)).cells()
                                                    : bounding_box(boxes_of(active, i)).cells());
  return static_cast<double>(active_cells(problem)) / cells;
}

double objective_cost(const CellProblem& problem, const CellBoundary& boundary) {
  if (problem.objective == Objective::volume) return static_cast<double>(boundary.volume);
  if (problem.objective == Objective::busiest) return static_cast<double>(boundary.busiest);
  return total_cost(static_cast<double>(boundary.edges), boundary.neighbours, problem.latency);
}

namespace {

// Parts of whole cells have whole half surfaces, which are no less than those of real-valued parts of that volume.
double lower_bound_in_space(const CellProblem& problem) {
  constexpr double rounding = 1e-9;
  if (problem.objective != Objective::total) return 0;
  const Triple extent = {static_cast<double>(problem.layers), static_cast<double>(problem.layer_rows()),
                         static_cast<double>(problem.columns)};
  const std::vector<double> ideal = shares(problem);
  const std::vector<double> allowed = tolerances(problem);
  double faces = -half_surface(extent);
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    const double least = std::max(std::ceil((ideal[i] - allowed[i]) * (1 - rounding)), 1.0);
    faces += std::ceil(least_half_surface(least, extent) * (1 - rounding));
  }
  return std::max(faces, 0.0) + problem.latency * static_cast<double>(problem.cluster.size() - 1);
}

}  // namespace

double cell_lower_bound(const CellProblem& problem) {
  if (problem.loads || has_empty_parts(problem)) return 0;
  if (problem.in_space()) return lower_bound_in_space(problem);
  if (problem.objective == Objective::volume) return static_cast<double>(volume_bound(problem).volume);
  if (problem.objective == Objective::busiest) return static_cast<double>(volume_bound(problem).busiest);
  const std::int64_t side = std::min(problem.rows, problem.columns);
  const std::vector<double> ideal = shares(problem);
  const std::vector<double> allowed = tolerances(problem);
  std::int64_t half_perimeters = 0;
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    const auto least = static_cast<std::int64_t>(std::ceil(ideal[i] - allowed[i]));
    half_perimeters += least_half_perimeter(std::max<std::int64_t>(least, 1), side);
  }
  const std::int64_t edges = std::max<std::int64_t>(half_perimeters - problem.rows - problem.columns, 0);
  return static_cast<double>(edges) + problem.latency * static_cast<double>(problem.cluster.size() - 1);
}

}  // namespace apportion
