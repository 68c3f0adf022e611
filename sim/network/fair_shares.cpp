// Max-min rates by progressive filling of the links that a change affects. Simulations spend nearly all their time
// here, so that loops whose outcome a processor cannot predict are written without branches.
#include "sim/network/fair_shares.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace apportion {
namespace {

// Rates, and a link's load and its capacity, are equal if they differ by less than this, as by the rounding of a sum.
// In doubt a flow is recomputed rather than kept.
constexpr double same = 1e-13;

// Up to this many links the lowest is found by a scan; more links form a heap, unless so few become full before all
// flows have their rates.
constexpr std::size_t few_links = 64;
constexpr int few_full_links = 8;

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

FairShares::FairShares(const std::vector<double>& capacities, std::size_t flows)
    : flows_(flows), collected_(flows + 1), collected_links_(capacities.size() + 1), frozen_(flows + 1) {
  links_.reserve(capacities.size());
  for (const double capacity : capacities) links_.push_back({capacity});
}

void FairShares::add(std::uint32_t flow, std::span<const std::uint32_t> route) {
  flows_[flow].route = route;
  flows_[flow].rate = infinite;
  for (const std::uint32_t link : route) links_[link].flows.push_back(flow);
  added_.push_back(flow);
}

void FairShares::remove(std::uint32_t flow) {
  for (const std::uint32_t link : flows_[flow].route) {
    std::vector<std::uint32_t>& flows = links_[link].flows;
    *std::ranges::find(flows, flow) = flows.back();
    flows.pop_back();
    relieved_.push_back(link);
  }
  flows_[flow].rate = 0;
}

std::span<const std::uint32_t> FairShares::update() {
  if (links_.size() == 1) return share_equally();
  ++update_;
  number_collected_ = 0;
  number_of_links_ = 0;
  number_visited_ = 0;
  take_changed();
  do {
    visit_links();
    fill();
  } while (take_affected());
  return std::span(collected_).first(number_collected_);
}

// On a bus a change affects all flows, so that the general way would take several times as long.
std::span<const std::uint32_t> FairShares::share_equally() {
  const SharedLink& bus = links_.front();
  const double share = bus.capacity / static_cast<double>(bus.flows.size());
  for (const std::uint32_t flow : bus.flows) flows_[flow].rate = share;
  added_.clear();
  relieved_.clear();
  return bus.flows;
}

// Takes the flows on the link that are wanted. Changed members are kept in registers meanwhile.
template <class IsWanted>
void FairShares::take_from(const SharedLink& shared, IsWanted is_wanted) {
  SharedFlow* const all = flows_.data();
  std::uint32_t* const collected = collected_.data();
  const std::uint32_t update = update_;
  std::size_t number = number_collected_;
  for (const std::uint32_t place : shared.flows) {
    SharedFlow& flow = all[place];
    const bool is_taken = flow.taken == update;
    const bool takes = is_wanted(flow) & !is_taken;
    collected[number] = place;
    number += static_cast<std::size_t>(takes);
    flow.taken = takes ? update : flow.taken;
  }
  number_collected_ = number;
}

void FairShares::visit_links() {
  for (; number_visited_ < number_collected_; ++number_visited_)
    for (const std::uint32_t link : flows_[collected_[number_visited_]].route) {
      SharedLink& shared = links_[link];
      const bool is_new = shared.visit != update_;
      collected_links_[number_of_links_] = link;
      shared.visit = update_;
      shared.place = is_new ? static_cast<std::uint32_t>(number_of_links_) : shared.place;
      shared.taken = (is_new ? 0 : shared.taken) + 1;
      shared.provided = is_new ? 0 : shared.provided;
      number_of_links_ += static_cast<std::size_t>(is_new);
    }
}

// Takes new flows, flows whose bottleneck has room, and flows that must make room: no share on a link of a new flow is
// below the share of all its flows.
void FairShares::take_changed() {
  for (const std::uint32_t added : added_) {
    if (flows_[added].rate != infinite) continue;  // it has ended
    if (flows_[added].taken != update_) collected_[number_collected_++] = added;
    flows_[added].taken = update_;
    for (const std::uint32_t link : flows_[added].route) {
      const double share = links_[link].capacity / static_cast<double>(links_[link].flows.size());
      take_from(links_[link], [share](const SharedFlow& flow) { return flow.rate > share; });
    }
  }
  for (const std::uint32_t link : relieved_)
    take_from(links_[link], [link](const SharedFlow& flow) { return flow.bottleneck == link; });
  added_.clear();
  relieved_.clear();
}

// Takes affected flows; false if there are none. A flow that keeps its rate is affected on a full link if it is faster
// than the link's flows, and on its bottleneck if it is slower than the fastest there, or if room is left.
bool FairShares::take_affected() {
  const std::size_t before = number_collected_;
  for (std::size_t place = 0; place < number_of_links_; ++place) {
    const std::uint32_t link = collected_links_[place];
    const SharedLink& shared = links_[link];
    const double most = shared.is_full ? shared.fastest * (1 + same) : infinite;
    const bool has_room = !shared.is_full && shared.left > shared.capacity * same;
    const double least = has_room ? infinite : shared.fastest * (1 - same);
    if (!(shared.fastest_kept > most || shared.slowest_kept < least)) continue;
    take_from(shared, [=](const SharedFlow& flow) {
      const bool is_on_bottleneck = flow.bottleneck == link;
      return (flow.rate > most) | (is_on_bottleneck & (flow.rate < least));
    });
  }
  return number_collected_ > before;
}

// Computes the capacity that the kept flows of a link leave.
void FairShares::provide(SharedLink& shared) {
  shared.provided = shared.taken;
  double room = shared.capacity;
  double fastest = 0;
  double slowest = infinite;
  if (shared.taken < shared.flows.size()) {
    const auto link = static_cast<std::uint32_t>(&shared - links_.data());
    const SharedFlow* const flows = flows_.data();
    for (const std::uint32_t number : shared.flows) {
      const SharedFlow& flow = flows[number];
      const bool is_kept = flow.taken != update_;
      const double rate = is_kept ? flow.rate : 0.0;
      const double on_bottleneck = is_kept & (flow.bottleneck == link) ? flow.rate : infinite;
      room -= rate;
      fastest = rate > fastest ? rate : fastest;
      slowest = on_bottleneck < slowest ? on_bottleneck : slowest;
    }
  }
  shared.room = room;
  shared.fastest_kept = fastest;
  shared.slowest_kept = slowest;
}

void FairShares::prepare(SharedLink& shared) {
  if (shared.provided != shared.taken) provide(shared);
  shared.left = shared.room;
  shared.open = shared.taken;
  shared.fastest = 0;
  shared.is_full = false;
  levels_[shared.place] = shared.left / shared.open;
}

void FairShares::fill() {
  ++filling_;
  levels_.resize(number_of_links_);
  for (std::size_t place = 0; place < number_of_links_; ++place) prepare(links_[collected_links_[place]]);
  const bool are_many = levels_.size() > few_links;
  double level = 0;
  std::size_t open = number_collected_;
  for (int full = 0; open > 0 && (!are_many || full < few_full_links); ++full) {
    const std::size_t place = lowest(are_many);
    level = std::max(level, levels_[place]);
    open -= freeze_all(collected_links_[place], level);
  }
  if (open > 0) fill_by_heap(level, open);
}

// The place of the link that is full first; of equal ones the first or, of many, the link with the least number.
std::size_t FairShares::lowest(bool are_many) const {
  const double level = least(levels_);
  auto lowest = static_cast<std::size_t>(std::ranges::find(levels_, level) - levels_.begin());
  for (std::size_t place = lowest + 1; are_many && place < levels_.size(); ++place)
    if (levels_[place] == level && collected_links_[place] < collected_links_[lowest]) lowest = place;
  return lowest;
}

// Fills the rest of many links. Often a few links are the bottlenecks of all flows, and building a heap would take most
// of the time. A link's level only grows while other links become full, so that the heap may hold older, lower levels.
void FairShares::fill_by_heap(double level, std::size_t open) {
  using Candidate = std::pair<double, std::uint32_t>;  // a level and its link
  std::vector<Candidate> all;
  all.reserve(levels_.size());
  for (std::size_t place = 0; place < levels_.size(); ++place)
    all.emplace_back(levels_[place], collected_links_[place]);
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> lowest_first({}, std::move(all));
  while (open > 0) {
    const auto [known, link] = lowest_first.top();
    lowest_first.pop();
    const double grown = levels_[links_[link].place];
    if (grown > known) {
      lowest_first.emplace(grown, link);
      continue;
    }
    level = std::max(level, grown);
    open -= freeze_all(link, level);
  }
}

// The taken flows of a link that have no rate yet.
std::span<const std::uint32_t> FairShares::open_flows(const SharedLink& shared) {
  if (shared.open == shared.flows.size()) return shared.flows;
  const SharedFlow* const flows = flows_.data();
  std::uint32_t* const open = frozen_.data();
  std::size_t number = 0;
  for (const std::uint32_t flow : shared.flows) {
    open[number] = flow;
    const bool is_taken = flows[flow].taken == update_;
    const bool has_rate = flows[flow].given == filling_;
    number += static_cast<std::size_t>(is_taken & !has_rate);
  }
  return std::span(frozen_).first(number);
}

// Gives the open flows of a link their rate and returns their number. Handles the link first, then the others.
std::size_t FairShares::freeze_all(std::uint32_t link, double level) {
  const std::span<const std::uint32_t> frozen = open_flows(links_[link]);
  SharedFlow* const flows = flows_.data();
  SharedLink* const links = links_.data();
  double* const levels = levels_.data();
  for (const std::uint32_t number : frozen) {
    SharedFlow& flow = flows[number];
    flow.rate = level;
    flow.bottleneck = link;
    flow.given = filling_;
    for (const std::uint32_t crossed : flow.route) {
      SharedLink& shared = links[crossed];
      const double left = shared.left - level;
      const std::uint32_t open = shared.open - 1;
      const std::array<double, 2> grown = {infinite, left / open};
      shared.left = left;
      shared.open = open;
      shared.fastest = level;
      levels[shared.place] = grown[static_cast<std::size_t>(open > 0)];
    }
  }
  links[link].is_full = true;
  return frozen.size();
}

}  // namespace apportion
