// Progressive filling of the links that changes reach.
#include "sim/network/fair_shares.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace apportion {
namespace {

// Rates that differ by less are one: rounding must not hide a flow that has to be looked at.
constexpr double same_rate = 1 - 1e-9;

}  // namespace

FairShares::FairShares(const std::vector<double>& capacities, std::size_t flows)
    : rates_(flows, 0), routes_(flows), open_(flows, 0), slowest_(std::numeric_limits<double>::infinity()) {
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
  fill();
  changed_.clear();
  slowest_ = std::numeric_limits<double>::infinity();
  return collected_;
}

void FairShares::collect() {
  collected_.clear();
  collected_links_.clear();
  for (const std::uint32_t link : changed_) visit_link(link);
  // The list of links grows while flows lead to further ones.
  for (std::size_t k = 0; k < collected_links_.size(); ++k) {  // NOLINT(modernize-loop-convert)
    for (const std::uint32_t flow : links_[collected_links_[k]].flows) visit_flow(flow);
  }
}

void FairShares::visit_link(std::uint32_t link) {
  if (links_[link].visited) return;
  links_[link].visited = true;
  links_[link].left = links_[link].capacity;
  links_[link].open = 0;
  collected_links_.push_back(link);
}

void FairShares::visit_flow(std::uint32_t flow) {
  if (open_[flow] != 0 || rates_[flow] < slowest_ * same_rate) return;
  open_[flow] = 1;
  collected_.push_back(flow);
  for (const std::uint32_t link : routes_[flow]) visit_link(link);
}

double FairShares::level_of(std::uint32_t link) const {
  return links_[link].left / static_cast<double>(links_[link].open);
}

void FairShares::prepare(std::uint32_t link) {
  SharedLink& shared = links_[link];
  shared.visited = false;
  for (const std::uint32_t flow : shared.flows)
    if (open_[flow] != 0)
      ++shared.open;
    else
      shared.left -= rates_[flow];
  if (shared.open > 0) queue_.push_back({level_of(link), link});
}

// A link's level only grows while other links are full, so that the queue may hold older, lower ones.
void FairShares::fill() {
  for (const std::uint32_t link : collected_links_) prepare(link);
  std::ranges::make_heap(queue_, IsLater{});
  double level = 0;
  while (!queue_.empty()) {
    std::ranges::pop_heap(queue_, IsLater{});
    Candidate& next = queue_.back();
    const bool done = links_[next.link].open == 0;
    if (!done && level_of(next.link) > next.level) {
      next.level = level_of(next.link);
      std::ranges::push_heap(queue_, IsLater{});
      continue;
    }
    const std::uint32_t link = next.link;
    queue_.pop_back();
    if (done) continue;
    level = std::max(level, level_of(link));
    freeze_all(link, level);
  }
}

void FairShares::freeze_all(std::uint32_t link, double level) {
  for (const std::uint32_t flow : links_[link].flows) {
    if (open_[flow] == 0) continue;
    open_[flow] = 0;
    rates_[flow] = level;
    for (const std::uint32_t other : routes_[flow]) {
      links_[other].left -= level;
      --links_[other].open;
    }
  }
}

}  // namespace apportion
