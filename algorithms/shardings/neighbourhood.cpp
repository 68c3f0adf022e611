// A neighbourhood: its order of elimination, its tables, and the labels found.
#include "algorithms/shardings/neighbourhood.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

namespace apportion::shardings {
namespace {

constexpr std::size_t steps_between_stops = 2'000'000;  // a few milliseconds

}  // namespace

Neighbourhood::Neighbourhood(const Flat& flat) : flat_(flat), local_(flat.size(), 0), sums_(flat.most_labels) {}

void Neighbourhood::begin() {
  for (const std::uint32_t node : nodes_) local_[node] = 0;
  nodes_.clear();
  labels_.clear();
  first_.clear();
  count_.clear();
  was_.clear();
}

void Neighbourhood::add(std::uint32_t node, const std::vector<std::uint32_t>& labels) {
  nodes_.push_back(node);
  local_[node] = static_cast<std::uint32_t>(nodes_.size());
  first_.push_back(labels_.size());
  if (labels.empty()) {
    labels_.resize(labels_.size() + flat_.labels(node));
    std::iota(labels_.begin() + static_cast<std::ptrdiff_t>(first_.back()), labels_.end(), 0);
  } else {
    labels_.insert(labels_.end(), labels.begin(), labels.end());
  }
  count_.push_back(static_cast<std::uint32_t>(labels_.size() - first_.back()));
}

void Neighbourhood::open(const Places& present, const std::vector<double>& costs, double most_entries,
                         const std::function<double()>& draw) {
  present_ = &present;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto list = labels_.begin() + static_cast<std::ptrdiff_t>(first_[i]);
    was_.push_back(static_cast<std::uint32_t>(std::find(list, list + count_[i], present[nodes_[i]]) - list));
  }
  best_ = was_;
  link_members();
  order_members(most_entries, draw);
  if (stopped_) return;
  charge(costs);
  prepare();
}

// Counts what comes next. A stop lasts: tables that were left unfinished are not to be read.
bool Neighbourhood::is_stopped(std::size_t steps) {
  steps_ += steps;
  if (stopped_ || steps_ < steps_between_stops) return stopped_;
  steps_ = 0;
  stopped_ = stop_ && stop_();
  return stopped_;
}

void Neighbourhood::link_members() {
  if (buckets_.size() < nodes_.size()) buckets_.resize(nodes_.size());
  inner_.clear();
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    Bucket& bucket = buckets_[i];
    bucket.near.clear();
    bucket.used = 0;
    for (const FlatLink& link : flat_.links_of(nodes_[i])) {
      if (local_[link.to] == 0) continue;
      bucket.near.push_back(local_[link.to] - 1);
      if (link.to > nodes_[i]) inner_.push_back({i, local_[link.to] - 1, &link});
    }
  }
}

double Neighbourhood::weight(std::uint32_t local) const {
  double weight = count_[local];
  for (const std::uint32_t other : buckets_[local].near) weight *= count_[other];
  return weight;
}

void Neighbourhood::order_members(double most_entries, const std::function<double()>& draw) {
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto push = [&](std::uint32_t i) { open.emplace(weight(i), i); };
  exponent_ = 1.5 * draw();
  order_.clear();
  entries_ = 0;
  gone_.assign(nodes_.size(), false);
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) push(i);
  while (order_.size() < nodes_.size()) {
    const auto [known, i] = open.top();
    open.pop();
    if (gone_[i] || known != weight(i)) continue;
    if (known > most_entries) {
      const std::uint32_t kept = drawn_near(i, draw());
      keep_present(kept);
      push(kept);
      for (const std::uint32_t other : buckets_[kept].near) push(other);
      push(i);
      continue;
    }
    const std::size_t scope = buckets_[i].near.size();
    if (is_stopped(scope * scope * scope)) return;
    entries_ += known;
    eliminate(i);
    for (const std::uint32_t other : buckets_[i].near) push(other);
  }
  position_.resize(nodes_.size());
  for (std::size_t k = 0; k < order_.size(); ++k) position_[order_[k]] = k;
}

// The node itself or one near it that has several labels, by its number of neighbours.
std::uint32_t Neighbourhood::drawn_near(std::uint32_t local, double draw) const {
  const auto chance = [&](std::uint32_t i) {
    return count_[i] == 1 ? 0.0 : std::pow(static_cast<double>(buckets_[i].near.size()), exponent_);
  };
  double sum = chance(local);
  for (const std::uint32_t other : buckets_[local].near) sum += chance(other);
  double left = draw * sum;
  std::uint32_t last = local;
  for (const std::uint32_t other : buckets_[local].near) {
    if (chance(other) == 0) continue;
    last = other;
    left -= chance(other);
    if (left <= 0) return other;
  }
  return count_[local] > 1 ? local : last;
}

void Neighbourhood::keep_present(std::uint32_t local) {
  labels_[first_[local]] = (*present_)[nodes_[local]];
  count_[local] = 1;
  was_[local] = 0;
  best_[local] = 0;
}

void Neighbourhood::eliminate(std::uint32_t local) {
  const std::vector<std::uint32_t>& scope = buckets_[local].near;
  for (const std::uint32_t i : scope) {
    std::vector<std::uint32_t>& near = buckets_[i].near;
    std::erase(near, local);
    if (scope.size() == 1) continue;
    for (const std::uint32_t other : scope)
      if (other != i && std::ranges::find(near, other) == near.end()) near.push_back(other);
  }
  gone_[local] = true;
  order_.push_back(local);
}

void Neighbourhood::charge(const std::vector<double>& costs) {
  costs_.resize(labels_.size());
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    const std::uint32_t node = nodes_[i];
    const std::uint32_t* labels = &labels_[first_[i]];
    double* cost = &costs_[first_[i]];
    for (std::uint32_t a = 0; a < count_[i]; ++a) cost[a] = costs[flat_.first[node] + labels[a]];
    for (const FlatLink& link : flat_.links_of(node)) {
      if (local_[link.to] != 0) continue;
      const double* row = flat_.row(flat_.links[link.back], (*present_)[link.to]);
      for (std::uint32_t a = 0; a < count_[i]; ++a) cost[a] += row[labels[a]];
    }
  }
  priced_ = costs_;
}

Neighbourhood::Factor& Neighbourhood::new_factor(std::uint32_t local) {
  Bucket& bucket = buckets_[local];
  if (bucket.used == bucket.factors.size()) bucket.factors.emplace_back();
  Factor& factor = bucket.factors[bucket.used++];
  factor.strides.assign(bucket.near.size(), 0);
  return factor;
}

void Neighbourhood::prepare() {
  std::size_t copied = 0;
  for (Inner& inner : inner_) {
    if (position_[inner.first] < position_[inner.last]) inner.link = &flat_.links[inner.link->back];
    if (position_[inner.first] > position_[inner.last]) std::swap(inner.first, inner.last);
    copied += std::size_t{count_[inner.first]} * count_[inner.last];
  }
  copies_.resize(copied);
  std::size_t computed = 0;
  for (const std::uint32_t i : order_) {
    Bucket& bucket = buckets_[i];
    std::ranges::sort(bucket.near, std::greater{}, [&](std::uint32_t other) { return position_[other]; });
    bucket.entries = 1;
    for (const std::uint32_t other : bucket.near) bucket.entries *= count_[other];
    bucket.table = computed;
    computed += bucket.entries;
  }
  results_.resize(computed);
  inner_at_.clear();
  copied = 0;
  for (const Inner& inner : inner_) {
    inner_at_.push_back(copied);
    copied += std::size_t{count_[inner.first]} * count_[inner.last];
    add_inner(inner);
  }
  for (const std::uint32_t i : order_) {
    const Bucket& bucket = buckets_[i];
    if (bucket.near.empty()) continue;
    const std::uint32_t owner = bucket.near.back();
    Factor& factor = new_factor(owner);
    factor.values = &results_[bucket.table];
    std::size_t stride = count_[owner];
    for (std::size_t k = bucket.near.size() - 1; k-- > 0;) {
      const auto place = std::ranges::find(buckets_[owner].near, bucket.near[k]) - buckets_[owner].near.begin();
      factor.strides[static_cast<std::size_t>(place)] = stride;
      stride *= count_[bucket.near[k]];
    }
  }
}

// Copies a matrix for the labels that are open.
void Neighbourhood::add_inner(const Inner& inner) {
  double* values = copies_.data() + inner_at_.back();
  const std::uint32_t own = count_[inner.first];
  const std::uint32_t* labels = &labels_[first_[inner.first]];
  Factor& factor = new_factor(inner.first);
  factor.values = values;
  const std::vector<std::uint32_t>& scope = buckets_[inner.first].near;
  factor.strides[static_cast<std::size_t>(std::ranges::find(scope, inner.last) - scope.begin())] = own;
  for (std::uint32_t b = 0; b < count_[inner.last]; ++b) {
    const double* row = flat_.row(*inner.link, labels_[first_[inner.last] + b]);
    for (std::uint32_t a = 0; a < own; ++a) *values++ = row[labels[a]];
  }
}

void Neighbourhood::price(std::uint32_t row, double price) {
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    for (std::uint32_t a = 0; a < count_[i]; ++a) {
      const std::int64_t usage = FilledLabels::usage(flat_, nodes_[i], labels_[first_[i] + a], row);
      if (usage != 0) priced_[first_[i] + a] += price * static_cast<double>(usage);
    }
}

bool Neighbourhood::solve(bool last_of_equals) {
  if (stopped_) return false;
  for (const std::uint32_t i : order_) {
    const Bucket& bucket = buckets_[i];
    if (is_stopped(bucket.entries * bucket.used * (count_[i] + bucket.near.size()))) return false;
    compute(i);
  }
  for (std::size_t k = order_.size(); k-- > 0;) best_[order_[k]] = best_of(order_[k], last_of_equals);
  return true;
}

void Neighbourhood::compute(std::uint32_t local) {
  const Bucket& bucket = buckets_[local];
  const std::vector<std::uint32_t>& scope = bucket.near;
  if (scope.empty()) return;
  const std::uint32_t own = count_[local];
  const double* costs = &priced_[first_[local]];
  double* result = &results_[bucket.table];
  double* sums = sums_.data();
  at_.assign(scope.size(), 0);
  offsets_.assign(bucket.used, 0);
  for (std::size_t entry = 0; entry < bucket.entries; ++entry) {
    const double* first = bucket.factors[0].values + offsets_[0];
    for (std::uint32_t a = 0; a < own; ++a) sums[a] = costs[a] + first[a];
    for (std::size_t f = 1; f < bucket.used; ++f) {
      const double* values = bucket.factors[f].values + offsets_[f];
      for (std::uint32_t a = 0; a < own; ++a) sums[a] += values[a];
    }
    double least = sums[0];
    for (std::uint32_t a = 1; a < own; ++a) least = std::min(least, sums[a]);
    result[entry] = least;
    for (std::size_t k = scope.size(); k-- > 0;) {
      const bool wraps = ++at_[k] == count_[scope[k]];
      for (std::size_t f = 0; f < bucket.used; ++f) {
        const std::size_t stride = bucket.factors[f].strides[k];
        offsets_[f] += wraps ? stride - stride * count_[scope[k]] : stride;
      }
      if (!wraps) break;
      at_[k] = 0;
    }
  }
}

std::uint32_t Neighbourhood::best_of(std::uint32_t local, bool last_of_equals) {
  const Bucket& bucket = buckets_[local];
  const std::uint32_t own = count_[local];
  double* sums = sums_.data();
  std::copy_n(&priced_[first_[local]], own, sums);
  for (std::size_t f = 0; f < bucket.used; ++f) {
    const Factor& factor = bucket.factors[f];
    const double* values = factor.values;
    for (std::size_t k = 0; k < bucket.near.size(); ++k) values += factor.strides[k] * best_[bucket.near[k]];
    for (std::uint32_t a = 0; a < own; ++a) sums[a] += values[a];
  }
  std::uint32_t best = 0;
  for (std::uint32_t a = 1; a < own; ++a)
    if (sums[a] < sums[best] || (last_of_equals && sums[a] == sums[best])) best = a;
  return best;
}

double Neighbourhood::cost(bool of_solution) const {
  const std::vector<std::uint32_t>& places = of_solution ? best_ : was_;
  double cost = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) cost += costs_[first_[i] + places[i]];
  for (std::size_t k = 0; k < inner_.size(); ++k) {
    const Inner& inner = inner_[k];
    cost += copies_[inner_at_[k] + std::size_t{places[inner.last]} * count_[inner.first] + places[inner.first]];
  }
  return cost;
}

}  // namespace apportion::shardings
