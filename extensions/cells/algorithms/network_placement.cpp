// Placement of parts on a network by simulated annealing of exchanges.
#include "extensions/cells/algorithms/network_placement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"

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

}  // namespace apportion
