// Progressive filling of the links that changes reach. It is nearly all that a simulation does, so that loops whose
// outcome a processor cannot foresee are written without branches.
#include "sim/network/fair_shares.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace apportion {
namespace {

// Rates, and a link's load and its capacity, are one where they differ by less: beyond the rounding of a sum. Flows are
// taken rather than kept where that is in doubt.
constexpr double same = 1e-13;

// Up to so many links are looked through for the lowest; more are a heap.
constexpr std::size_t few_links = 64;

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

double least(std::span<const double> values) {
  std::array<double, 4> lanes{};
  lanes.fill(infinite);
  std::size_t i = 0;
  for (; i + lanes.size() <= values.size(); i += lanes.size())
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) lanes[lane] = std::min(lanes[lane], values[i + lane]);
  double least = *std::ranges::min_element(lanes);
  for (; i < values.size(); ++i) least = std::min(least, values[i]);
  return least;
}

FairShares::FairShares(const std::vector<double>& capacities, std::size_t flows)
    : rates_(flows, 0),
      bottlenecks_(flows, 0),
      routes_(flows),
      taken_(flows, 0),
      given_(flows, 0),
      collected_(flows + 1),
      collected_links_(capacities.size() + 1),
      frozen_(flows + 1) {
  links_.reserve(capacities.size());
  for (const double capacity : capacities) links_.push_back({capacity});
}

void FairShares::add(std::uint32_t flow, std::span<const std::uint32_t> route) {
  routes_[flow] = route;
  rates_[flow] = infinite;
  for (const std::uint32_t link : route) links_[link].flows.push_back(flow);
  added_.push_back(flow);
}

void FairShares::remove(std::uint32_t flow) {
  for (const std::uint32_t link : routes_[flow]) {
    std::vector<std::uint32_t>& flows = links_[link].flows;
    *std::ranges::find(flows, flow) = flows.back();
    flows.pop_back();
    relieved_.push_back(link);
  }
  rates_[flow] = 0;
}

std::span<const std::uint32_t> FairShares::update() {
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

void FairShares::take_if(bool wanted, std::uint32_t flow) {
  const bool is_taken = taken_[flow] == update_;
  collected_[number_collected_] = flow;
  number_collected_ += static_cast<std::size_t>(wanted) & static_cast<std::size_t>(!is_taken);
  taken_[flow] = wanted ? update_ : taken_[flow];
}

void FairShares::visit_links() {
  for (; number_visited_ < number_collected_; ++number_visited_)
    for (const std::uint32_t link : routes_[collected_[number_visited_]]) {
      collected_links_[number_of_links_] = link;
      number_of_links_ += static_cast<std::size_t>(links_[link].visit != update_);
      links_[link].visit = update_;
    }
}

// Besides new flows, and flows whose bottleneck has room, those that will have to make room: on a link of a new flow no
// share is less than that of all its flows.
void FairShares::take_changed() {
  for (const std::uint32_t added : added_) {
    if (rates_[added] != infinite) continue;  // it has ended
    take_if(true, added);
    for (const std::uint32_t link : routes_[added]) {
      const double share = links_[link].capacity / static_cast<double>(links_[link].flows.size());
      for (const std::uint32_t flow : links_[link].flows) take_if(rates_[flow] > share, flow);
    }
  }
  for (const std::uint32_t link : relieved_)
    for (const std::uint32_t flow : links_[link].flows) take_if(bottlenecks_[flow] == link, flow);
  added_.clear();
  relieved_.clear();
}

bool FairShares::is_affected(std::uint32_t flow, std::uint32_t link) const {
  const SharedLink& shared = links_[link];
  if (shared.is_full && rates_[flow] > shared.fastest * (1 + same)) return true;
  if (bottlenecks_[flow] != link) return false;
  return rates_[flow] < shared.fastest * (1 - same) || (!shared.is_full && shared.left > shared.capacity * same);
}

// Whether there are any.
bool FairShares::take_affected() {
  const std::size_t before = number_collected_;
  for (std::size_t place = 0; place < number_of_links_; ++place) {
    const std::uint32_t link = collected_links_[place];
    if (!links_[link].keeps_others) continue;
    for (const std::uint32_t flow : links_[link].flows)
      if (taken_[flow] != update_) take_if(is_affected(flow, link), flow);
  }
  return number_collected_ > before;
}

void FairShares::set_level(const SharedLink& shared) {
  levels_[shared.place] = shared.open > 0 ? shared.left / shared.open : infinite;
}

void FairShares::prepare(SharedLink& shared) {
  shared.left = shared.capacity;
  shared.open = 0;
  shared.fastest = 0;
  shared.is_full = false;
  for (const std::uint32_t flow : shared.flows) {
    const bool is_taken = taken_[flow] == update_;
    shared.open += static_cast<std::uint32_t>(is_taken);
    shared.left -= is_taken ? 0.0 : rates_[flow];
  }
  shared.keeps_others = shared.open < shared.flows.size();
  set_level(shared);
}

void FairShares::fill() {
  ++filling_;
  levels_.resize(number_of_links_);
  for (std::uint32_t place = 0; place < levels_.size(); ++place) {
    links_[collected_links_[place]].place = place;
    prepare(links_[collected_links_[place]]);
  }
  if (levels_.size() <= few_links)
    fill_few();
  else
    fill_many();
}

// The place of the link that is full first.
std::size_t FairShares::lowest() const {
  double level = infinite;
  std::size_t lowest = 0;
  for (std::size_t place = 0; place < levels_.size(); ++place) {
    const bool is_lower = levels_[place] < level;
    level = is_lower ? levels_[place] : level;
    lowest = is_lower ? place : lowest;
  }
  return lowest;
}

void FairShares::fill_few() {
  double level = 0;
  for (std::size_t open = number_collected_; open > 0;) {
    const std::size_t place = lowest();
    level = std::max(level, levels_[place]);
    open -= freeze_all(collected_links_[place], level);
  }
}

// A link's level only grows while other links are full, so that the heap may hold older, lower ones. What is left of
// the heap when all flows have their rates is of no interest: often that is most of it.
void FairShares::fill_many() {
  queue_.clear();
  for (std::size_t place = 0; place < levels_.size(); ++place)
    queue_.push_back({levels_[place], collected_links_[place]});
  std::ranges::make_heap(queue_, IsLater{});
  double level = 0;
  for (std::size_t open = number_collected_; open > 0;) {
    std::ranges::pop_heap(queue_, IsLater{});
    Candidate& next = queue_.back();
    const double grown = levels_[links_[next.link].place];
    if (grown > next.level) {
      next.level = grown;
      std::ranges::push_heap(queue_, IsLater{});
      continue;
    }
    level = std::max(level, grown);
    open -= freeze_all(next.link, level);
    queue_.pop_back();
  }
}

// How many flows that is.
std::size_t FairShares::freeze_all(std::uint32_t link, double level) {
  std::size_t frozen = 0;
  for (const std::uint32_t flow : links_[link].flows) {
    frozen_[frozen] = flow;
    const auto is_taken = static_cast<std::size_t>(taken_[flow] == update_);
    const auto is_open = static_cast<std::size_t>(given_[flow] != filling_);
    frozen += is_taken & is_open;
  }
  for (std::size_t i = 0; i < frozen; ++i) {
    const std::uint32_t flow = frozen_[i];
    rates_[flow] = level;
    bottlenecks_[flow] = link;
    given_[flow] = filling_;
    for (const std::uint32_t other : routes_[flow]) {
      if (other == link) continue;
      SharedLink& shared = links_[other];
      shared.left -= level;
      shared.fastest = level;
      --shared.open;
      set_level(shared);
    }
  }
  SharedLink& shared = links_[link];
  shared.open = 0;
  shared.fastest = level;
  shared.is_full = true;
  levels_[shared.place] = infinite;
  return frozen;
}

}  // namespace apportion
