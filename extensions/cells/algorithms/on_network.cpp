// The fastest division on a platform: candidates, their placement by exchanges, simulation and refinement.
#include "extensions/cells/algorithms/on_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "algorithms/rectangles/best.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "extensions/cells/algorithms/cell_tree.hpp"
#include "extensions/cells/algorithms/load_cuts.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/cells/owners.hpp"
#include "sim/network/jacobi.hpp"

namespace apportion {
namespace {

using Placement = std::vector<std::size_t>;

// --- Exchanges

// The busy times of links, and of processors that spend start-ups, and a norm of these times in which the longest ones
// dominate.
class BusyTimes {
 public:
  BusyTimes(const Network& network, const Stencil& stencil, const Placement& placement)
      : network_(network), halos_(stencil.elements.size()), seconds_(network.links.size() + network.processors + 1, 0) {
    for (const Halo& halo : stencil.halos) {
      halos_[halo.one].push_back({halo.other, halo.sent, halo.received});
      halos_[halo.other].push_back({halo.one, halo.received, halo.sent});
    }
    for (const Halo& halo : stencil.halos) add({halo.other, halo.sent, halo.received}, halo.one, placement, 1);
    const double most = *std::ranges::max_element(seconds_);
    unit_ = most > 0 ? most : 1;
    for (const double seconds : seconds_) sum_ += power(seconds);
  }

  [[nodiscard]] double norm() const { return std::pow(std::max(sum_, 0.0), 1.0 / exponent); }

  // Exchanges the processors of two parts.
  void exchange(std::size_t one, std::size_t other, Placement& placement) {
    change(one, other, placement, -1);
    std::swap(placement[one], placement[other]);
    change(one, other, placement, 1);
  }

 private:
  static constexpr double exponent = 8;

  struct Neighbour {
    std::size_t part = 0;
    double sent = 0;
    double received = 0;
  };

  [[nodiscard]] double power(double seconds) const {
    const double square = seconds / unit_ * (seconds / unit_);
    return square * square * (square * square);
  }

  void change(std::size_t one, std::size_t other, const Placement& placement, double sign) {
    for (const Neighbour& neighbour : halos_[one]) add(neighbour, one, placement, sign);
    for (const Neighbour& neighbour : halos_[other])
      if (neighbour.part != one) add(neighbour, other, placement, sign);
  }

  void add(const Neighbour& neighbour, std::size_t part, const Placement& placement, double sign) {
    add_message(placement[part], placement[neighbour.part], neighbour.sent, sign);
    add_message(placement[neighbour.part], placement[part], neighbour.received, sign);
  }

  void add_message(std::size_t from, std::size_t to, double elements, double sign) {
    if (!(elements > 0)) return;
    const auto route = network_.route(from, to);
    double bytes = bytes_per_element * elements;
    if (route.empty()) add_seconds(seconds_.size() - 1, sign * bytes);
    const double startup = network_.startup.of(from);
    if (network_.startup.where == StartupPlace::cpu) add_seconds(network_.links.size() + from, sign * startup);
    if (network_.startup.where == StartupPlace::medium && !route.empty()) bytes += startup * narrowest(network_, route);
    for (const std::uint32_t link : route) add_seconds(link, sign * bytes / network_.links[link].bandwidth);
  }

  void add_seconds(std::size_t resource, double seconds) {
    sum_ -= power(seconds_[resource]);
    seconds_[resource] += seconds;
    sum_ += power(seconds_[resource]);
  }

  const Network& network_;
  std::vector<std::vector<Neighbour>> halos_;  // [part]
  // The times of links, then of processors, then of messages without a route, as if over a link of one byte per second.
  std::vector<double> seconds_;
  double unit_ = 1;
  double sum_ = 0;
};

}  // namespace

Placement placed_on_network(const Network& network, const Stencil& stencil, Placement start,
                            const std::vector<std::vector<bool>>& may_have, RandomStream& stream) {
  const std::size_t parts = start.size();
  std::vector<Placement> choices(parts);  // [part] the other processors that it may have
  std::vector<std::size_t> movable;
  for (std::size_t part = 0; part < parts; ++part) {
    for (std::size_t processor = 0; processor < parts; ++processor)
      if (processor != start[part] && may_have[part][processor]) choices[part].push_back(processor);
    if (!choices[part].empty()) movable.push_back(part);
  }
  if (movable.empty()) return start;
  Placement placement = std::move(start);
  Placement part_at(parts);
  for (std::size_t part = 0; part < parts; ++part) part_at[placement[part]] = part;
  BusyTimes busy(network, stencil, placement);
  Placement best = placement;
  double norm = busy.norm();
  double least = norm;
  constexpr double heat = 0.05;
  constexpr double last_heat = 0.0005;
  const std::size_t steps = std::min<std::size_t>(4000 + 400 * parts, 200'000);
  for (std::size_t step = 0; step < steps; ++step) {
    const double temperature =
        heat * std::pow(last_heat / heat, static_cast<double>(step) / static_cast<double>(steps)) * least;
    const std::size_t one = movable[draw_below(movable.size(), stream)];
    const std::size_t processor = choices[one][draw_below(choices[one].size(), stream)];
    const double drawn = draw_unit(stream);
    if (processor == placement[one]) continue;
    const std::size_t other = part_at[processor];
    if (!may_have[other][placement[one]]) continue;
    busy.exchange(one, other, placement);
    const double next = busy.norm();
    if (next > norm && drawn >= std::exp((norm - next) / temperature)) {
      busy.exchange(one, other, placement);
      continue;
    }
    norm = next;
    std::swap(part_at[placement[one]], part_at[placement[other]]);
    if (norm < least * (1 - 1e-9)) {
      least = norm;
      best = placement;
    }
  }
  return best;
}

namespace {

// --- Starts

using Centres = std::vector<std::pair<double, double>>;

void place(std::span<const ProcessorGroup> groups, std::span<std::size_t> parts, const Centres& centres,
           Placement& placement);

void place_in(const ProcessorGroup& group, std::span<std::size_t> parts, const Centres& centres, Placement& placement) {
  if (!group.groups.empty()) return place(group.groups, parts, centres, placement);
  std::ranges::sort(parts);
  for (std::size_t i = 0; i < parts.size(); ++i) placement[parts[i]] = group.processors[i];
}

std::size_t processors_in(std::span<const ProcessorGroup> groups) {
  std::size_t sum = 0;
  for (const ProcessorGroup& group : groups) sum += group.processors.size();
  return sum;
}

void place(std::span<const ProcessorGroup> groups, std::span<std::size_t> parts, const Centres& centres,
           Placement& placement) {
  if (groups.size() == 1) return place_in(groups.front(), parts, centres, placement);
  const auto first = groups.first(groups.size() / 2);
  const auto [top, bottom] = std::ranges::minmax(parts, {}, [&](std::size_t part) { return centres[part].first; });
  const auto [left, right] = std::ranges::minmax(parts, {}, [&](std::size_t part) { return centres[part].second; });
  const bool across_rows = centres[bottom].first - centres[top].first > centres[right].second - centres[left].second;
  std::ranges::sort(parts, {}, [&](std::size_t part) {
    const auto [row, column] = centres[part];
    return across_rows ? std::tuple(row, column, part) : std::tuple(column, row, part);
  });
  const std::size_t count = processors_in(first);
  place(first, parts.first(count), centres, placement);
  place(groups.subspan(first.size()), parts.subspan(count), centres, placement);
}

}  // namespace

Placement placed_by_centres(const ProcessorGroup& groups, const Centres& centres) {
  Placement parts(centres.size());
  std::iota(parts.begin(), parts.end(), std::size_t{0});
  Placement placement(centres.size());
  place_in(groups, parts, centres, placement);
  return placement;
}

Stencil renumbered(const Stencil& stencil, const Placement& processors) {
  Stencil result{.halos = {}, .elements = std::vector<double>(stencil.elements.size(), 0)};
  for (std::size_t part = 0; part < processors.size(); ++part)
    result.elements[processors[part]] = stencil.elements[part];
  for (const Halo& halo : stencil.halos) {
    const std::size_t one = processors[halo.one];
    const std::size_t other = processors[halo.other];
    result.halos.push_back(one < other ? Halo{one, other, halo.sent, halo.received}
                                       : Halo{other, one, halo.received, halo.sent});
  }
  std::ranges::sort(result.halos, {}, [](const Halo& halo) { return std::pair(halo.one, halo.other); });
  return result;
}

namespace {

CellProblem without_platform(const CellProblem& problem, Objective objective) {
  CellProblem asked = problem;
  asked.platform = nullptr;
  asked.objective = objective;
  return asked;
}

// --- Groups first, then inside

double sum_over(const std::vector<double>& values, const std::vector<std::size_t>& processors) {
  double sum = 0;
  for (const std::size_t processor : processors) sum += values[processor];
  return sum;
}

ProcessorGroup single(std::size_t processor) { return {{processor}, {}}; }

// The members of a group: its groups, or its processors.
std::vector<ProcessorGroup> members_of(const ProcessorGroup& group) {
  if (!group.groups.empty()) return group.groups;
  std::vector<ProcessorGroup> members;
  for (const std::size_t processor : group.processors) members.push_back(single(processor));
  return members;
}

// A division among groups, then within them. Owners are numbers of groups until these are divided. It is copied to
// continue one division in several ways.
class GroupedDivision {
 public:
  GroupedDivision(const CellProblem& problem, const Configured<CellAlgorithm>& method, const RandomStream& stream)
      : problem_(problem),
        method_(method),
        stream_(stream),
        share_(shares(problem)),
        owners_(static_cast<std::size_t>(problem.rows * problem.columns), 0) {}

  // Divides the array among the groups of all processors.
  void divide_among(const ProcessorGroup& all, Objective objective) {
    objective_ = objective;
    divide(all, 0, objective);
  }

  // Divides the cells that divide_among() has given to each group.
  [[nodiscard]] std::vector<std::int32_t> divided_within(const ProcessorGroup& all, Objective objective) && {
    for (std::size_t i = 0; i < all.groups.size(); ++i)
      divide_down(all.groups[i], static_cast<std::int32_t>(i) + 1, objective);
    for (std::int32_t& owner : owners_) owner = owner < 0 ? -2 - owner : no_owner;
    return std::move(owners_);
  }

 private:
  // The box around the cells with one number, as a separate problem.
  struct Region {
    CellProblem problem;
    std::int64_t row = 0;
    std::int64_t column = 0;
  };

  [[nodiscard]] std::size_t at(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(row * problem_.columns + column);
  }

  // The region of a number; nothing if it has no active cell.
  [[nodiscard]] std::optional<Region> region_of(std::int32_t number) const {
    std::int64_t top = problem_.rows;
    std::int64_t bottom = -1;
    std::int64_t left = problem_.columns;
    std::int64_t right = -1;
    for (std::int64_t row = 0; row < problem_.rows; ++row)
      for (std::int64_t column = 0; column < problem_.columns; ++column)
        if (owners_[at(row, column)] == number && problem_.load(at(row, column)) > 0) {
          top = std::min(top, row);
          bottom = row;
          left = std::min(left, column);
          right = std::max(right, column);
        }
    if (bottom < 0) return std::nullopt;
    Region region{problem_, top, left};
    region.problem.platform = nullptr;
    region.problem.rows = bottom - top + 1;
    region.problem.columns = right - left + 1;
    std::vector<double> loads;
    bool is_full = true;
    for (std::int64_t row = top; row <= bottom; ++row)
      for (std::int64_t column = left; column <= right; ++column) {
        loads.push_back(owners_[at(row, column)] == number ? problem_.load(at(row, column)) : 0);
        is_full = is_full && loads.back() == 1;
      }
    region.problem.loads = nullptr;
    if (!is_full)
      region.problem.loads =
          std::make_shared<const CellLoads>(region.problem.rows, region.problem.columns, std::move(loads));
    return region;
  }

  // The remaining tolerance for the parts of a group with this load: all of it for processors, half for groups.
  [[nodiscard]] double imbalance_within(const ProcessorGroup& group, double load) const {
    if (!(problem_.imbalance > 0)) return 0;
    const double ratio = load / sum_over(share_, group.processors);
    const double left =
        std::max(0.0, std::min((1 + problem_.imbalance) / ratio - 1, 1 - (1 - problem_.imbalance) / ratio));
    return group.groups.empty() ? left : left / 2;
  }

  // Divides a group: its members get consecutive new numbers. Returns the first one; nothing if the group has no cell.
  std::optional<std::int32_t> divide(const ProcessorGroup& group, std::int32_t number, Objective objective) {
    const std::int32_t first = next_;
    const std::vector<ProcessorGroup> members = members_of(group);
    next_ += static_cast<std::int32_t>(members.size());
    std::optional<Region> region = region_of(number);
    if (!region) return std::nullopt;
    CellProblem& asked = region->problem;
    asked.cluster = {};
    asked.memory.clear();
    for (const ProcessorGroup& member : members) {
      asked.cluster.speeds.push_back(sum_over(problem_.cluster.speeds, member.processors));
      if (!problem_.memory.empty()) asked.memory.push_back(sum_over(problem_.memory, member.processors));
    }
    asked.imbalance = imbalance_within(group, total_load(asked));
    asked.objective = objective;
    // Each question has the same draws as if it were the only one.
    RandomStream own = stream_;
    const std::vector<std::int32_t> found = owners_of(solve_cells(method_, asked, own).decomposition);
    for (std::size_t cell = 0; cell < found.size(); ++cell) {
      const auto place = static_cast<std::int64_t>(cell);
      const std::size_t whole = at(region->row + place / asked.columns, region->column + place % asked.columns);
      if (owners_[whole] == number && problem_.load(whole) > 0) owners_[whole] = first + found[cell];
    }
    return first;
  }

  // Divides down to processors: groups by the objective for groups, processors by `within`.
  void divide_down(const ProcessorGroup& group, std::int32_t number, Objective within) {
    if (group.processors.size() == 1) {
      std::ranges::replace(owners_, number, -2 - static_cast<std::int32_t>(group.processors.front()));
      return;
    }
    const std::optional<std::int32_t> first = divide(group, number, group.groups.empty() ? within : objective_);
    if (!first) return;
    const std::vector<ProcessorGroup> members = members_of(group);
    for (std::size_t i = 0; i < members.size(); ++i)
      divide_down(members[i], *first + static_cast<std::int32_t>(i), within);
  }

  const CellProblem& problem_;
  const Configured<CellAlgorithm>& method_;
  const RandomStream& stream_;
  std::vector<double> share_;
  Objective objective_ = Objective::total;  // the objective among groups
  std::vector<std::int32_t> owners_;        // numbers of groups; -2 - processor if that is known
  std::int32_t next_ = 1;
};

// Rebalances a division: groups and their parts are within their tolerances, but together they may exceed the
// problem's.
Decomposition balanced(const CellProblem& problem, Decomposition division) {
  if (!(cell_balance(problem, division).load_beyond > 0)) return division;
  const GridMesh<2> mesh = mesh_of(problem, "BEST");
  MeshDivision<GridMesh<2>> on_mesh(mesh, problem.cluster.size(), place_owners(problem, mesh, division));
  on_mesh.rebalance(load_windows(problem, problem.imbalance));
  return division_of(problem, mesh, on_mesh.owners());
}

// --- Candidates

class FastestDivision {
 public:
  FastestDivision(const CellProblem& problem, const RandomStream& stream)
      : problem_(problem), platform_(*problem.platform), groups_(groups_of(*platform_.network)), stream_(stream) {}

  // Adds a candidate, unless the method refuses or a message has no route.
  template <class Divide>
  void offer(Divide divide) {
    try {
      consider(divide());
    } catch (const InputError&) {
      return;
    }
  }

  // Simulates the candidates, those with the fewest shortcomings and the least net() first.
  void simulate() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& one, const Candidate& other) { return one.rank < other.rank; });
    for (Candidate& candidate : candidates_) {
      if (best_ && messages_ > most_messages) break;
      if (best_ && shortcomings(candidate.rank) > shortcomings(least_)) break;
      messages_ += 2 * candidate.stencil.halos.size();
      candidate.rank.cost = iteration_seconds(platform_, candidate.stencil);
      if (best_ && candidate.rank >= least_) continue;
      best_ = std::move(candidate.division);
      least_ = candidate.rank;
    }
    candidates_.clear();
  }

  // Moves cells between parts so that the busiest links are crossed less.
  void refine() {
    if (!best_ || problem_.cluster.size() == 1) return;
    if (problem_.rows > most_mesh_cells / problem_.columns) return;
    const GridMesh<2> mesh = mesh_of(problem_, "BEST");
    const LoadWindows windows = load_windows(problem_, problem_.imbalance);
    for (int round = 0; round < rounds; ++round) {
      RandomStream own = stream_.renamed(fmt::format("refinement on a network, {}", round));
      MeshDivision<GridMesh<2>> division(mesh, problem_.cluster.size(), place_owners(problem_, mesh, *best_));
      AnnealingSettings settings{.stencil = problem_.stencil, .heat = 0.15, .last_heat = 0.03, .moves_per_place = 40};
      anneal_on_network(division, windows, *platform_.network, settings, own);
      division.join_pieces();
      division.rebalance(windows);
      settings.heat = 0.06;
      settings.last_heat = 0.015;
      settings.moves_per_place = 20;
      settings.stays_inside = true;
      anneal_on_network(division, windows, *platform_.network, settings, own);
      offer([&] { return division_of(problem_, mesh, division.owners()); });
      messages_ = 0;
      simulate();
    }
  }

  [[nodiscard]] const ProcessorGroup& groups() const { return groups_; }

  [[nodiscard]] CellSolution fastest() && {
    if (!best_) throw InputError("the network has no routes for the messages of any division that was found");
    return {*std::move(best_)};
  }

 private:
  static constexpr int rounds = 3;
  static constexpr std::size_t most_messages = 100'000;  // messages of an iteration, over all simulations; some seconds

  struct Candidate {
    Decomposition division;
    Stencil stencil;
    CellRank rank;  // its cost is net(), later the time of an iteration
  };

  static CellRank shortcomings(CellRank rank) {
    rank.cost = 0;
    rank.pieces = 0;
    return rank;
  }

  void consider(const Decomposition& division) {
    const Stencil stencil = stencil_of(problem_, division);
    const CellRank rank = cell_rank(problem_, division);
    judge(division, stencil, rank);
    if (problem_.cluster.size() == 1) return;
    const std::vector<std::vector<bool>> may_have = fitting(stencil, division);
    std::vector<std::size_t> start(problem_.cluster.size());
    std::iota(start.begin(), start.end(), std::size_t{0});
    std::vector<std::vector<std::size_t>> starts = {start};
    if (!groups_.groups.empty()) {
      std::vector<std::size_t> by_centres = placed_by_centres(groups_, centres_of(division));
      bool fits = true;
      for (std::size_t part = 0; part < by_centres.size(); ++part) fits &= may_have[part][by_centres[part]];
      if (fits) starts.push_back(std::move(by_centres));
    }
    for (const std::vector<std::size_t>& each : starts) {
      RandomStream own = stream_.renamed("placement on a network");
      const std::vector<std::size_t> processors = placed_on_network(*platform_.network, stencil, each, may_have, own);
      if (processors == start) continue;
      judge(with_processors(division, processors), renumbered(stencil, processors), rank);
    }
  }

  void judge(Decomposition division, Stencil stencil, CellRank rank) {
    rank.cost = net(*platform_.network, halo_exchange(stencil));
    if (!std::isfinite(rank.cost)) return;  // a message has no route
    candidates_.push_back({std::move(division), std::move(stencil), rank});
  }

  // [part][processor] whether the load is within the processor's window.
  [[nodiscard]] std::vector<std::vector<bool>> fitting(const Stencil& stencil, const Decomposition& division) const {
    const LoadWindows windows = load_windows(problem_, problem_.imbalance);
    const std::vector<double> cells =
        problem_.memory.empty() ? std::vector<double>(stencil.elements.size(), 0) : part_cells(problem_, division);
    const std::size_t parts = stencil.elements.size();
    std::vector<std::vector<bool>> may_have(parts, std::vector<bool>(parts));
    for (std::size_t part = 0; part < parts; ++part)
      for (std::size_t processor = 0; processor < parts; ++processor)
        may_have[part][processor] =
            part == processor ||
            (!(windows.excess_of(stencil.elements[part], static_cast<std::int32_t>(processor)) > 0) &&
             (problem_.memory.empty() || cells[part] <= problem_.memory[processor]));
    return may_have;
  }

  static std::vector<std::pair<double, double>> centres_of(const Decomposition& division) {
    std::vector<std::pair<double, double>> centres;
    for (std::size_t part = 0; part < division.parts.size(); ++part) {
      double area = 0;
      double row = 0;
      double column = 0;
      for (const Rect& rect : rectangles_of(division, part)) {
        area += rect.area();
        row += rect.area() * (rect.row + rect.rows / 2);
        column += rect.area() * (rect.column + rect.columns / 2);
      }
      centres.emplace_back(area > 0 ? row / area : 0, area > 0 ? column / area : 0);
    }
    return centres;
  }

  const CellProblem& problem_;
  const Platform& platform_;
  ProcessorGroup groups_;
  const RandomStream& stream_;
  std::vector<Candidate> candidates_;  // candidates that are not yet simulated
  std::size_t messages_ = 0;
  std::optional<Decomposition> best_;
  CellRank least_;
};

// The most cells for searches by all objectives: on larger arrays each takes seconds.
constexpr std::int64_t most_cells_by_all_objectives = 200'000;

// Offers divisions among the groups by each objective, and within them by total.
void offer_groups(const CellProblem& problem, const std::vector<Objective>& objectives, const std::string& method,
                  FastestDivision& candidates, const RandomStream& stream) {
  const ProcessorGroup& groups = candidates.groups();
  if (groups.groups.empty() || problem.rows > most_mesh_cells / problem.columns) return;
  const Configured<CellAlgorithm> chosen = CellRegistry::instance().choose(method);
  for (const Objective objective : objectives)
    candidates.offer([&] {
      GroupedDivision divided(problem, chosen, stream);
      divided.divide_among(groups, objective);
      const std::vector<std::int32_t> owners = std::move(divided).divided_within(groups, Objective::total);
      return balanced(problem, division_of(problem.rows, problem.columns, problem.cluster.size(), owners));
    });
}

// The division into rectangles with jogs.
Decomposition with_jogs(const CellProblem& problem, const RectangleSolution& exact) {
  const std::optional<slices::Tree<2>> cuts = slices::tree_of(exact.decomposition);
  if (!cuts) throw InputError("no tree of straight cuts");
  return division_of(problem, *cuts);
}

void offer_rectangles(const CellProblem& problem, FastestDivision& candidates, const RandomStream& stream) {
  RectangleProblem asked = rectangle_problem(problem);
  RandomStream own = stream;
  for (const char* method : {"MULTILEVEL", "MULTILEVEL[outer=BEST[effort=quick],inner=BEST[effort=quick]]"})
    if (!candidates.groups().groups.empty())
      candidates.offer([&] { return with_jogs(problem, divided_by_groups(asked, candidates.groups(), method, own)); });
  asked.objective = Objective::net;
  asked.network = problem.platform->network;
  candidates.offer([&] { return with_jogs(problem, RectangleRegistry::instance().choose("BEST").solve(asked, own)); });
}

}  // namespace

CellSolution fastest_on_platform(const CellProblem& problem, const PlatformSearch& search, RandomStream& stream) {
  FastestDivision candidates(problem, stream);
  const auto solved = [&](const std::string& name, Objective objective) {
    RandomStream own = stream;
    const CellProblem asked = without_platform(problem, objective);
    candidates.offer([&] { return solve_cells(CellRegistry::instance().choose(name), asked, own).decomposition; });
  };
  const bool is_large = problem.rows > most_cells_by_all_objectives / problem.columns;
  const std::vector<Objective> objectives = is_large ? std::vector{Objective::total} : cell_problem_objectives();
  for (const Objective objective : objectives) solved(search.best, objective);
  for (const std::string& name : search.members) solved(name, Objective::total);
  if (!problem.loads) offer_rectangles(problem, candidates, stream);
  if (!is_large || problem.loads) offer_groups(problem, objectives, search.best, candidates, stream);
  candidates.simulate();
  if (!is_large) candidates.refine();
  return std::move(candidates).fastest();
}

}  // namespace apportion
