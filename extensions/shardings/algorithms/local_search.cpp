// Large-neighbourhood search: elimination within a neighbourhood, which nodes are freed, cuts where memory passes its
// limit, repair, fusion.
#include "extensions/shardings/algorithms/local_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

namespace apportion::shardings {
namespace {

constexpr std::size_t steps_between_stops = 2'000'000;  // a few milliseconds

constexpr int most_cuts = 8;
constexpr int drawn_for_slack = 4;
constexpr double table_entries = 3000;
constexpr double fused_entries = 1e5;
constexpr std::size_t least_part = 8;
// A round of repair adds to the prices of rows that are too full: `dearer` times the price itself, and `added` times
// the greatest price, distributed by excess. Larger steps would overshoot, since the memory of a group counts at many
// rows.
constexpr double dearer = 0.05;
constexpr double added = 0.1;

}  // namespace

Neighbourhood::Neighbourhood(const FlatCore& flat, std::function<bool()> stop)
    : flat_(flat), stop_(std::move(stop)), local_(flat.size(), 0), sums_(flat.most_labels) {}

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

// Counts the next steps. A stop is final, since tables that were left unfinished must not be read.
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

// Draws the node or a neighbour, with several labels, by the number of neighbours.
std::uint32_t Neighbourhood::drawn_near(std::uint32_t local, double draw) const {
  const auto chance = [&](std::uint32_t i) {
    return count_[i] == 1 ? 0.0 : std::pow(static_cast<double>(buckets_[i].near.size()), exponent_);
  };
  double left = chance(local);
  for (const std::uint32_t other : buckets_[local].near) left += chance(other);
  left *= draw;
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

LocalSearch::LocalSearch(const FlatCore& flat, Places start, std::uint64_t seed, std::optional<Guide> guide)
    : flat_(flat),
      state_(flat, std::move(start)),
      dice_(seed),
      guide_(std::move(guide).value_or(Guide{std::vector<double>(flat.capacity.size(), 0), flat.costs, {}})),
      near_(flat, guide_.stop),
      mark_(flat.size(), 0) {}

void LocalSearch::restart(const Places& labels) {
  state_ = FilledLabels(flat_, labels);
  cost_.reset();
}

double LocalSearch::cost() const {
  if (!cost_) cost_ = cost_of(flat_, state_.labels());
  return *cost_;
}

// Draws a node; half of the time, of a few nodes, the one whose label is most unlikely.
std::uint32_t LocalSearch::drawn_seed() {
  const auto drawn = [this] {
    return region_.empty() ? dice_.below(flat_.size()) : region_[dice_.below(region_.size())];
  };
  std::uint32_t best = drawn();
  if (dice_.chance(0.5)) return best;
  const auto slack = [this](std::uint32_t v) {
    const double* beliefs = &guide_.beliefs[flat_.first[v]];
    return beliefs[state_.labels()[v]] - *std::min_element(beliefs, beliefs + flat_.labels(v));
  };
  double most = slack(best);
  for (int k = 1; k < drawn_for_slack; ++k) {
    const std::uint32_t other = drawn();
    const double other_slack = slack(other);
    if (other_slack <= most) continue;
    best = other;
    most = other_slack;
  }
  return best;
}

void LocalSearch::focus(std::size_t groups) {
  region_.clear();
  if (groups == 0) return;
  gather(drawn_seed(), groups);
  region_ = chosen_;
}

// Gathers a ball around the seed, breadth first in random order.
void LocalSearch::gather(std::uint32_t seed, std::size_t size) {
  ++round_;
  chosen_.assign(1, seed);
  mark_[seed] = round_;
  for (std::size_t next = 0; next < chosen_.size() && chosen_.size() < size; ++next) {
    const std::span<const FlatLink> links = flat_.links_of(chosen_[next]);
    const std::size_t start = dice_.below(links.size());
    for (std::size_t k = 0; k < links.size(); ++k) {
      const std::uint32_t to = links[(start + k) % links.size()].to;
      if (mark_[to] == round_) continue;
      if (chosen_.size() >= size && flat_.links_of(to).size() > 1) continue;
      mark_[to] = round_;
      chosen_.push_back(to);
    }
  }
}

// Gathers a random tree with no further edges between its nodes.
void LocalSearch::gather_tree(std::uint32_t seed, std::size_t size) {
  round_ += 2;
  const std::uint32_t inside = round_;
  const std::uint32_t outside = round_ - 1;
  chosen_.assign(1, seed);
  mark_[seed] = inside;
  std::vector<std::uint32_t> frontier;
  const auto spread = [&](std::uint32_t node) {
    for (const FlatLink& link : flat_.links_of(node))
      if (mark_[link.to] != inside && mark_[link.to] != outside) frontier.push_back(link.to);
  };
  spread(seed);
  while (!frontier.empty() && chosen_.size() < size) {
    std::swap(frontier[dice_.below(frontier.size())], frontier.back());
    const std::uint32_t node = frontier.back();
    frontier.pop_back();
    if (mark_[node] == inside || mark_[node] == outside) continue;
    int touching = 0;
    for (const FlatLink& link : flat_.links_of(node)) touching += mark_[link.to] == inside ? 1 : 0;
    mark_[node] = touching == 1 ? inside : outside;
    if (touching != 1) continue;
    chosen_.push_back(node);
    spread(node);
  }
}

void LocalSearch::choose_labels(const std::vector<double>& costs, bool all) {
  near_.begin();
  const std::size_t most = all ? flat_.most_labels : 2 + dice_.below(8);
  const bool by_belief = dice_.chance(0.5);
  for (const std::uint32_t node : chosen_) {
    list_.clear();
    const std::uint32_t count = flat_.labels(node);
    if (count > most) {
      ranked_.clear();
      for (std::uint32_t a = 0; a < count; ++a)
        ranked_.emplace_back((by_belief ? guide_.beliefs : costs)[flat_.first[node] + a], a);
      if (!by_belief)
        for (const FlatLink& link : flat_.links_of(node)) {
          const double* row = flat_.row(flat_.links[link.back], state_.labels()[link.to]);
          for (std::uint32_t a = 0; a < count; ++a) ranked_[a].first += row[a];
        }
      ranked_[state_.labels()[node]].first = -infinite;
      std::ranges::nth_element(ranked_, ranked_.begin() + static_cast<std::ptrdiff_t>(most));
      for (std::size_t k = 0; k < most; ++k) list_.push_back(ranked_[k].second);
    }
    near_.add(node, list_);
  }
}

void LocalSearch::open(const std::vector<double>& costs) {
  const bool all = dice_.chance(0.45);
  const std::uint32_t seed = drawn_seed();
  const double shape = dice_.unit();
  if (shape < 0.25)
    gather_tree(seed, static_cast<std::size_t>(3 * std::pow(90.0, dice_.unit())));
  else
    gather(seed, static_cast<std::size_t>(5 * std::pow(180.0, dice_.unit())));
  choose_labels(costs, all);
  const double drawn = dice_.unit();
  const double most_entries = table_entries * std::pow(40.0, drawn * dice_.unit());
  near_.open(state_.labels(), costs, most_entries, [this] { return dice_.unit(); });
  work_ += near_.entries();
}

void LocalSearch::apply(bool of_solution) {
  if (of_solution) {
    before_.clear();
    for (std::size_t i = 0; i < near_.size(); ++i) before_.push_back(state_.labels()[near_.node(i)]);
  }
  for (std::size_t i = 0; i < near_.size(); ++i) state_.set(near_.node(i), of_solution ? near_.label(i) : before_[i]);
}

bool LocalSearch::move() {
  open(flat_.costs);
  return settle(true);
}

void LocalSearch::soft_move(const std::vector<double>& priced) {
  open(priced);
  settle(false);
}

bool LocalSearch::settle(bool with_memory) {
  for (int attempt = 0; attempt <= most_cuts; ++attempt) {
    if (!near_.solve(dice_.chance(0.5))) return false;
    if (attempt > 0) work_ += near_.entries();
    const double old_cost = near_.cost(false);
    const double new_cost = near_.cost(true);
    if (new_cost > old_cost) return false;
    apply(true);
    if (!with_memory || state_.fits()) {
      if (with_memory && cost_ && *cost_ < infinite)
        *cost_ += new_cost - old_cost;
      else
        cost_.reset();
      return new_cost < old_cost;
    }
    const bool goes_on = cut(old_cost, new_cost);
    apply(false);
    if (!goes_on) return false;
  }
  return false;
}

// Prices the memory at the worst row so that the new labels cost as much as the old ones; the next solve finds labels
// between them.
bool LocalSearch::cut(double old_cost, double new_cost) {
  if (!(new_cost < old_cost)) return false;
  const std::uint32_t row = state_.memory().worst_row();
  std::int64_t more = 0;
  for (std::size_t i = 0; i < near_.size(); ++i)
    more += FilledLabels::usage(flat_, near_.node(i), near_.label(i), row) -
            FilledLabels::usage(flat_, near_.node(i), before_[i], row);
  if (more <= 0) return false;
  near_.price(row, (old_cost - new_cost) / static_cast<double>(more));
  return true;
}

bool LocalSearch::repair(std::vector<double> prices, int rounds) {
  double scale = 0;
  for (const double price : prices) scale = std::max(scale, price);
  if (scale == 0) scale = 1;
  for (int round = 0; round < rounds && !is_answer() && !is_stopped(); ++round) {
    const std::vector<std::int64_t> over = state_.memory().excess();
    double sum = 0;
    for (const std::int64_t each : over) sum += static_cast<double>(std::max(each, std::int64_t{0}));
    std::vector<std::uint32_t> full_before(over.size() + 1, 0);
    for (std::size_t t = 0; t < over.size(); ++t) {
      if (over[t] > 0) prices[t] += dearer * prices[t] + added * scale * static_cast<double>(over[t]) / sum;
      full_before[t + 1] = full_before[t] + (over[t] > 0 ? 1 : 0);
    }
    const std::vector<double> costs = priced_costs(flat_, prices);
    std::vector<std::uint32_t> seeds;
    for (std::uint32_t v = 0; v < flat_.size(); ++v)
      for (const FlatPiece& piece : flat_.pieces_of(v))
        if (full_before[piece.from] < full_before[piece.to] && flat_.usages[piece.usage + state_.labels()[v]] > 0) {
          seeds.push_back(v);
          break;
        }
    if (seeds.empty())
      for (std::uint32_t v = 0; v < flat_.size(); ++v) seeds.push_back(v);
    for (std::size_t k = 0; k < 1 + seeds.size() / 4 && !state_.fits() && !is_stopped(); ++k) {
      const std::size_t size = 3 + dice_.below(60);
      gather_tree(seeds[dice_.below(seeds.size())], size);
      choose_labels(costs, true);
      near_.open(state_.labels(), costs, table_entries, [this] { return dice_.unit(); });
      work_ += near_.entries();
      settle(false);
    }
  }
  return is_answer();
}

void LocalSearch::fuse(const Places& other) {
  std::vector<std::uint32_t> differing;
  for (std::uint32_t v = 0; v < flat_.size(); ++v)
    if (other[v] != state_.labels()[v]) differing.push_back(v);
  fuse_at(differing, other);
  // The best combination as a whole may exceed the memory limit: combine part by part.
  for (std::size_t size = differing.size() / 2; size >= least_part; size /= 3)
    for (std::size_t k = 0; k < 2 * differing.size() / size && !is_stopped(); ++k) {
      gather(differing[dice_.below(differing.size())], size);
      std::erase_if(chosen_, [&](std::uint32_t v) { return other[v] == state_.labels()[v]; });
      fuse_at(chosen_, other);
    }
}

void LocalSearch::fuse_at(const std::vector<std::uint32_t>& nodes, const Places& other) {
  if (nodes.empty()) return;
  near_.begin();
  for (const std::uint32_t v : nodes) near_.add(v, {state_.labels()[v], other[v]});
  near_.open(state_.labels(), flat_.costs, fused_entries, [this] { return dice_.unit(); });
  work_ += near_.entries();
  settle(true);
}

}  // namespace apportion::shardings
