// Large-neighbourhood search on a flat core: elimination within a neighbourhood, which nodes are freed, cuts where
// memory passes its limit, repair, fusion.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "extensions/shardings/algorithms/flat_core.hpp"

namespace apportion::shardings {

/// SplitMix64 (Steele, Lea & Flood 2014).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// At least 0, below 1.
  double unit() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }
  std::uint32_t below(std::size_t end) { return static_cast<std::uint32_t>(unit() * static_cast<double>(end)); }
  bool chance(double probability) { return unit() < probability; }

 private:
  std::uint64_t state_;
};

/// Bucket elimination (Bertele & Brioschi, Nonserial Dynamic Programming, 1972; Dechter 1999) with a limit on tables:
/// if one would exceed it, a neighbouring node keeps its present label. Storage is reused from one neighbourhood to the
/// next.
class Neighbourhood {
 public:
  /// `stop` is called every few milliseconds; it may be empty.
  explicit Neighbourhood(const FlatCore& flat, std::function<bool()> stop = {})
      : flat_(flat), stop_(std::move(stop)), local_(flat.size(), 0), sums_(flat.most_labels) {}

  /// Starts a neighbourhood without free nodes.
  void begin() {
    for (const std::uint32_t node : nodes_) local_[node] = 0;
    nodes_.clear();
    labels_.clear();
    first_.clear();
    count_.clear();
    was_.clear();
  }

  /// Frees a node for these labels, which must include its present one; an empty list means all labels.
  void add(std::uint32_t node, const std::vector<std::uint32_t>& labels) {
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

  /// To be called after the last add(). Labels have the costs `costs` [FlatCore::first + label]. `draw` gives numbers
  /// below 1, which decide which nodes keep their labels.
  void open(const Places& present, const std::vector<double>& costs, double most_entries,
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

  /// Raises the price of a unit of memory at a row.
  void price(std::uint32_t row, double price) {
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      for (std::uint32_t a = 0; a < count_[i]; ++a) {
        const std::int64_t usage = FilledLabels::usage(flat_, nodes_[i], labels_[first_[i] + a], row);
        if (usage != 0) priced_[first_[i] + a] += price * static_cast<double>(usage);
      }
  }

  /// Finds the best labels, including prices. Returns false if it was stopped, in open() or here.
  [[nodiscard]] bool solve(bool last_of_equals) {
    if (stopped_) return false;
    for (const std::uint32_t i : order_) {
      const Bucket& bucket = buckets_[i];
      if (is_stopped(bucket.entries * bucket.used * (count_[i] + bucket.near.size()))) return false;
      compute(i);
    }
    for (std::size_t k = order_.size(); k-- > 0;) best_[order_[k]] = best_of(order_[k], last_of_equals);
    return true;
  }

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::uint32_t node(std::size_t local) const { return nodes_[local]; }
  [[nodiscard]] std::uint32_t label(std::size_t local) const { return labels_[first_[local] + best_[local]]; }

  /// The cost of the solution, or of the present labels; without prices.
  [[nodiscard]] double cost(bool of_solution) const {
    const std::vector<std::uint32_t>& places = of_solution ? best_ : was_;
    double cost = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) cost += costs_[first_[i] + places[i]];
    for (const Inner& inner : inner_)
      cost += copies_[inner.copy + std::size_t{places[inner.last]} * count_[inner.first] + places[inner.first]];
    return cost;
  }

  /// The number of entries in all tables of the last open().
  [[nodiscard]] double entries() const { return entries_; }

 private:
  struct Inner {
    std::uint32_t first = 0;  // the local node that is eliminated first
    std::uint32_t last = 0;
    const FlatLink* link = nullptr;  // the link of `last`
    std::size_t copy = 0;            // its place in copies_
  };
  // A table over the eliminated node, whose labels vary fastest, and nodes of its scope.
  struct Factor {
    const double* values = nullptr;
    std::vector<std::size_t> strides;  // [place in scope]
  };
  struct Bucket {
    std::vector<std::uint32_t> near;  // local nodes not yet eliminated; finally the scope, in reverse order
    std::vector<Factor> factors;
    std::size_t used = 0;   // the number of `factors` in use
    std::size_t table = 0;  // its place among the results
    std::size_t entries = 1;
  };

  // Counts the next steps. A stop is final, since tables that were left unfinished must not be read.
  bool is_stopped(std::size_t steps) {
    steps_ += steps;
    if (stopped_ || steps_ < steps_between_stops) return stopped_;
    steps_ = 0;
    stopped_ = stop_ && stop_();
    return stopped_;
  }

  void link_members() {
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

  void order_members(double most_entries, const std::function<double()>& draw) {
    using Entry = std::pair<double, std::uint32_t>;
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

  [[nodiscard]] double weight(std::uint32_t local) const {
    double weight = count_[local];
    for (const std::uint32_t other : buckets_[local].near) weight *= count_[other];
    return weight;
  }

  void keep_present(std::uint32_t local) {
    labels_[first_[local]] = (*present_)[nodes_[local]];
    count_[local] = 1;
    was_[local] = 0;
    best_[local] = 0;
  }

  // Draws the node or a neighbour, with several labels, by the number of neighbours.
  [[nodiscard]] std::uint32_t drawn_near(std::uint32_t local, double draw) const {
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

  void eliminate(std::uint32_t local) {
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

  void charge(const std::vector<double>& costs) {
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

  void prepare() {
    std::size_t copied = 0;
    for (Inner& inner : inner_) {
      if (position_[inner.first] < position_[inner.last]) inner.link = &flat_.links[inner.link->back];
      if (position_[inner.first] > position_[inner.last]) std::swap(inner.first, inner.last);
      inner.copy = copied;
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
    for (const Inner& inner : inner_) add_inner(inner);
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

  Factor& new_factor(std::uint32_t local) {
    Bucket& bucket = buckets_[local];
    if (bucket.used == bucket.factors.size()) bucket.factors.emplace_back();
    Factor& factor = bucket.factors[bucket.used++];
    factor.strides.assign(bucket.near.size(), 0);
    return factor;
  }

  // Copies a matrix for the labels that are open.
  void add_inner(const Inner& inner) {
    double* values = copies_.data() + inner.copy;
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

  void compute(std::uint32_t local) {
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

  [[nodiscard]] std::uint32_t best_of(std::uint32_t local, bool last_of_equals) {
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

  static constexpr std::size_t steps_between_stops = 2'000'000;  // a few milliseconds

  const FlatCore& flat_;
  std::function<bool()> stop_;
  std::size_t steps_ = 0;  // since stop_ was called
  bool stopped_ = false;
  const Places* present_ = nullptr;
  std::vector<std::uint32_t> nodes_;   // [local]
  std::vector<std::uint32_t> local_;   // [node] its local number + 1, or 0
  std::vector<std::uint32_t> labels_;  // lists one after the other
  std::vector<std::size_t> first_;     // [local] its place in labels_ and costs_
  std::vector<std::uint32_t> count_;   // [local] the number of labels
  std::vector<std::uint32_t> was_;     // [local] place of the present label
  std::vector<std::uint32_t> best_;    // [local] place of the label found
  std::vector<double> costs_;          // with the costs of edges to fixed nodes
  std::vector<double> priced_;
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> position_;  // [local] its place in order_
  std::vector<bool> gone_;
  std::vector<Inner> inner_;
  std::vector<Bucket> buckets_;  // [local], with spare ones
  std::vector<double> copies_;   // copies of matrices for the lists of labels
  std::vector<double> results_;
  std::vector<double> sums_;
  std::vector<std::uint32_t> at_;     // places of the scope's labels
  std::vector<std::size_t> offsets_;  // offsets of the factors
  double entries_ = 0;
  double exponent_ = 0;  // the chance to keep a label is the number of neighbours to this power
};

/// Information for a search besides the core: prices of memory, and how likely labels are.
struct Guide {
  std::vector<double> prices = {};   ///< [row]
  std::vector<double> beliefs = {};  ///< [place of label] the lower, the likelier
  std::function<bool()> stop = {};   ///< called in repairs and neighbourhoods; may be empty
};

class LocalSearch {
 public:
  /// Without a guide memory has no price.
  LocalSearch(const FlatCore& flat, Places start, std::uint64_t seed, std::optional<Guide> guide = std::nullopt)
      : flat_(flat),
        state_(flat, std::move(start)),
        dice_(seed),
        guide_(std::move(guide).value_or(Guide{std::vector<double>(flat.capacity.size(), 0), flat.costs, {}})),
        near_(flat, guide_.stop),
        mark_(flat.size(), 0) {}

  [[nodiscard]] const Places& labels() const { return state_.labels(); }
  /// Infinite or more: something is forbidden.
  [[nodiscard]] double cost() const {
    if (!cost_) cost_ = cost_of(flat_, state_.labels());
    return *cost_;
  }
  [[nodiscard]] bool is_answer() const { return state_.fits() && cost() < infinite; }
  [[nodiscard]] double work() const { return work_; }  ///< entries of tables so far

  [[nodiscard]] const Guide& guide() const { return guide_; }

  /// Restarts from these labels.
  void restart(const Places& labels) {
    state_ = FilledLabels(flat_, labels);
    cost_.reset();
  }

  /// From now on neighbourhoods begin within a ball of this many groups; 0 means anywhere.
  void focus(std::size_t groups) {
    region_.clear();
    if (groups == 0) return;
    gather(drawn_seed(), groups);
    region_ = chosen_;
  }

  /// Searches one neighbourhood within the memory limit; the answer never gets worse. Returns whether it improved.
  bool move() {
    open(flat_.costs);
    return settle(true);
  }

  /// Searches one neighbourhood without the memory limit, with these costs of labels.
  void soft_move(const std::vector<double>& priced) {
    open(priced);
    settle(false);
  }

  /// Raises the prices of rows that are too full, starting from these, until everything fits. Returns whether it does.
  bool repair(std::vector<double> prices, int rounds) {
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
        open_chosen(costs, table_entries);
        settle(false);
      }
    }
    return is_answer();
  }

  /// Chooses a good combination of the present and the other labels where they differ; the answer never gets worse.
  void fuse(const Places& other) {
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

 private:
  static constexpr int most_cuts = 8;
  static constexpr int drawn_for_slack = 4;
  static constexpr double table_entries = 3000;
  static constexpr double fused_entries = 1e5;
  static constexpr std::size_t least_part = 8;
  // A round of repair adds to the prices of rows that are too full: `dearer` times the price itself, and `added` times
  // the greatest price, distributed by excess. Larger steps would overshoot, since the memory of a group counts at many
  // rows.
  static constexpr double dearer = 0.05;
  static constexpr double added = 0.1;

  [[nodiscard]] bool is_stopped() const { return guide_.stop && guide_.stop(); }

  // Draws a node; half of the time, of a few nodes, the one whose label is most unlikely.
  [[nodiscard]] std::uint32_t drawn_seed() {
    const auto drawn = [this] {
      return region_.empty() ? dice_.below(flat_.size()) : region_[dice_.below(region_.size())];
    };
    std::uint32_t best = drawn();
    if (dice_.chance(0.5)) return best;
    const auto slack = [this](std::uint32_t v) {
      const double* beliefs = &guide_.beliefs[flat_.first[v]];
      return beliefs[state_.labels()[v]] - *std::min_element(beliefs, beliefs + flat_.labels(v));
    };
    for (int k = 1; k < drawn_for_slack; ++k) {
      const std::uint32_t other = drawn();
      if (slack(other) > slack(best)) best = other;
    }
    return best;
  }

  // Gathers a ball around the seed, breadth first in random order.
  void gather(std::uint32_t seed, std::size_t size) {
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

  void fuse_at(const std::vector<std::uint32_t>& nodes, const Places& other) {
    if (nodes.empty()) return;
    near_.begin();
    for (const std::uint32_t v : nodes) near_.add(v, {state_.labels()[v], other[v]});
    open_chosen(flat_.costs, fused_entries);
    settle(true);
  }

  // Gathers a random tree with no further edges between its nodes.
  void gather_tree(std::uint32_t seed, std::size_t size) {
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

  void choose_labels(const std::vector<double>& costs, bool all) {
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

  void open(const std::vector<double>& costs) {
    const bool all = dice_.chance(0.45);
    const std::uint32_t seed = drawn_seed();
    const double shape = dice_.unit();
    if (shape < 0.25)
      gather_tree(seed, static_cast<std::size_t>(3 * std::pow(90.0, dice_.unit())));
    else
      gather(seed, static_cast<std::size_t>(5 * std::pow(180.0, dice_.unit())));
    choose_labels(costs, all);
    const double drawn = dice_.unit();
    open_chosen(costs, table_entries * std::pow(40.0, drawn * dice_.unit()));
  }

  void open_chosen(const std::vector<double>& costs, double most_entries) {
    near_.open(state_.labels(), costs, most_entries, [this] { return dice_.unit(); });
    work_ += near_.entries();
  }

  bool settle(bool with_memory) {
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
  bool cut(double old_cost, double new_cost) {
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

  void apply(bool of_solution) {
    if (of_solution) {
      before_.clear();
      for (std::size_t i = 0; i < near_.size(); ++i) before_.push_back(state_.labels()[near_.node(i)]);
    }
    for (std::size_t i = 0; i < near_.size(); ++i) state_.set(near_.node(i), of_solution ? near_.label(i) : before_[i]);
  }

  const FlatCore& flat_;
  FilledLabels state_;
  mutable std::optional<double> cost_;  // the cost of all labels, if known
  double work_ = 0;
  Dice dice_;
  Guide guide_;
  Neighbourhood near_;
  std::vector<std::uint32_t> region_;  // where neighbourhoods begin; empty: anywhere
  std::vector<std::uint32_t> chosen_;  // nodes of the neighbourhood
  std::vector<std::uint32_t> mark_;    // [node] the neighbourhood that it was last in
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> before_;  // labels of the neighbourhood before it was solved
  std::vector<std::uint32_t> list_;
  std::vector<std::pair<double, std::uint32_t>> ranked_;
};

}  // namespace apportion::shardings
