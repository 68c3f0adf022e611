// Progressive filling of the links that changes reach. It is nearly all that a simulation does, so that loops whose
// outcome a processor cannot foresee are written without branches.
#include "sim/network/fair_shares.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace apportion {
namespace {

// Rates that differ by less are one: rounding must not hide a flow that has to be looked at.
constexpr double same_rate = 1 - 1e-9;

// Up to so many links are looked through for the lowest; more are a heap.
constexpr std::size_t few_links = 64;

constexpr double full = std::numeric_limits<double>::infinity();  // level of a link whose flows all have rates

}  // namespace

double least(std::span<const double> values) {
  std::array<double, 4> lanes{};
  lanes.fill(std::numeric_limits<double>::infinity());
  std::size_t i = 0;
  for (; i + lanes.size() <= values.size(); i += lanes.size())
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) lanes[lane] = std::min(lanes[lane], values[i + lane]);
  double least = *std::ranges::min_element(lanes);
  for (; i < values.size(); ++i) least = std::min(least, values[i]);
  return least;
}

FairShares::FairShares(const std::vector<double>& capacities, std::size_t flows)
    : rates_(flows, 0),
      routes_(flows),
      open_(flows, 0),
      slowest_(std::numeric_limits<double>::infinity()),
      collected_(flows + 1),
      frozen_(flows + 1),
      collected_links_(capacities.size() + 1) {
  links_.reserve(capacities.size());
  for (const double capacity : capacities) links_.push_back({capacity});
}

void FairShares::mark(std::uint32_t link, double level) {
  changed_.push_back(link);
  slowest_ = std::min(slowest_, level);
}

void FairShares::add(std::uint32_t flow, std::span<const std::uint32_t> route) {
  routes_[flow] = route;
  rates_[flow] = std::numeric_limits<double>::infinity();  // so that it counts as one that has to be looked at
  for (const std::uint32_t link : route) {
    links_[link].flows.push_back(flow);
    // The new flow gets at least its part of the link that gives it least.
    mark(link, links_[link].capacity / static_cast<double>(links_[link].flows.size()));
  }
}

void FairShares::remove(std::uint32_t flow) {
  for (const std::uint32_t link : routes_[flow]) {
    std::vector<std::uint32_t>& flows = links_[link].flows;
    *std::ranges::find(flows, flow) = flows.back();
    flows.pop_back();
    mark(link, rates_[flow]);
  }
  rates_[flow] = 0;
}

std::span<const std::uint32_t> FairShares::update() {
  collect();
  levels_.resize(number_of_links_);
  for (std::uint32_t place = 0; place < number_of_links_; ++place) prepare(place);
  if (number_of_links_ <= few_links)
    fill_few();
  else
    fill_many();
  changed_.clear();
  slowest_ = std::numeric_limits<double>::infinity();
  return std::span(collected_).first(number_collected_);
}

void FairShares::collect() {
  number_collected_ = 0;
  number_of_links_ = 0;
  for (const std::uint32_t link : changed_) visit_link(link);
  // The list of links grows while flows lead to further ones.
  for (std::size_t k = 0; k < number_of_links_; ++k) {
    const std::size_t known = number_collected_;
    visit_flows(collected_links_[k]);
    for (std::size_t i = known; i < number_collected_; ++i)
      for (const std::uint32_t link : routes_[collected_[i]]) visit_link(link);
  }
}

void FairShares::visit_link(std::uint32_t link) {
  collected_links_[number_of_links_] = link;
  number_of_links_ += static_cast<std::size_t>(!links_[link].visited);
  links_[link].visited = true;
}

void FairShares::visit_flows(std::uint32_t link) {
  const double least = slowest_ * same_rate;
  for (const std::uint32_t flow : links_[link].flows) {
    const bool is_new = (open_[flow] == 0) & !(rates_[flow] < least);
    open_[flow] |= static_cast<char>(is_new);
    collected_[number_collected_] = flow;
    number_collected_ += static_cast<std::size_t>(is_new);
  }
}

void FairShares::set_level(const SharedLink& shared) {
  levels_[shared.place] = shared.open > 0 ? shared.left / shared.open : full;
}

void FairShares::prepare(std::uint32_t place) {
  SharedLink& shared = links_[collected_links_[place]];
  shared.visited = false;
  shared.place = place;
  shared.left = shared.capacity;
  shared.open = 0;
  for (const std::uint32_t flow : shared.flows) {
    shared.open += static_cast<std::uint32_t>(open_[flow]);
    shared.left -= open_[flow] != 0 ? 0.0 : rates_[flow];
  }
  set_level(shared);
}

// The place of the link that is full first, of equal ones that of the least number.
std::size_t FairShares::lowest() const {
  const double level = least(levels_);
  std::size_t lowest = number_of_links_;
  for (std::size_t place = 0; place < number_of_links_; ++place)
    if (levels_[place] == level && (lowest == number_of_links_ || collected_links_[place] < collected_links_[lowest]))
      lowest = place;
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
    frozen += static_cast<std::size_t>(open_[flow]);
    open_[flow] = 0;
  }
  for (std::size_t i = 0; i < frozen; ++i) {
    rates_[frozen_[i]] = level;
    for (const std::uint32_t other : routes_[frozen_[i]]) {
      if (other == link) continue;
      links_[other].left -= level;
      --links_[other].open;
      set_level(links_[other]);
    }
  }
  levels_[links_[link].place] = full;
  return frozen;
}

}  // namespace apportion
