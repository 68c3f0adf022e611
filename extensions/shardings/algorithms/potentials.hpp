// Potentials of a core: message passing that finds them, how they are carried over to a smaller core, and the lower
// bound in whole numbers that follows from any of them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "extensions/shardings/algorithms/flat_core.hpp"

namespace apportion::shardings {

/// The result of message passing. Any numbers give a valid bound (see whole_bound()).
struct Potentials {
  std::vector<double> messages;  ///< [place of message] what the edge has given to this end's labels
  std::vector<double> prices;    ///< [row] the price of a unit of memory, not negative
};

/// exp(-x) for x >= 0; 0 from 80 on. As soft_log() it is for loops that a compiler can vectorise, so that limits are
/// compared as whole numbers: a branch on floats might trap. The error is about 1e-6: no proof uses them.
inline float soft_exp(float x) {
  constexpr auto limit = std::bit_cast<std::int32_t>(80.0F);
  const auto bits = std::bit_cast<std::int32_t>(x);
  const auto clipped = std::bit_cast<float>(bits < limit ? bits : limit);
  const float scaled = clipped * -1.44269504F;
  const auto whole = static_cast<std::int32_t>(scaled - 0.5F);
  const float rest = scaled - static_cast<float>(whole);
  float power = 1.5403530e-4F;
  power = power * rest + 1.3333558e-3F;
  power = power * rest + 9.6181291e-3F;
  power = power * rest + 5.5504109e-2F;
  power = power * rest + 2.4022651e-1F;
  power = power * rest + 6.9314718e-1F;
  power = power * rest + 1.0F;
  const auto scale = std::bit_cast<float>((whole + 127) << 23);
  // (bits - limit) >> 31 is all ones below the limit.
  return std::bit_cast<float>(std::bit_cast<std::int32_t>(power * scale) & ((bits - limit) >> 31));
}

/// log(x) for normal x > 0.
inline float soft_log(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x);
  // The mantissa between sqrt(1/2) and sqrt(2).
  const std::int32_t exponent = (bits - 0x3f3504f3) >> 23;
  const float mantissa = std::bit_cast<float>(bits - (exponent << 23)) - 1.0F;
  // log((1 + z) / (1 - z)) = 2 (z + z^3/3 + ...)
  const float z = mantissa / (2.0F + mantissa);
  const float square = z * z;
  float sum = 0.22222222F;
  sum = sum * square + 0.28571429F;
  sum = sum * square + 0.4F;
  sum = sum * square + 0.66666667F;
  sum = sum * square + 2.0F;
  return z * sum + 0.69314718F * static_cast<float>(exponent);
}

/// The least cost of each row.
inline std::vector<double> least_of_rows(const FlatMatrix& matrix) {
  std::vector<double> least;
  for (std::size_t at = 0; at < matrix.costs.size(); at += matrix.columns)
    least.push_back(*std::min_element(&matrix.costs[at], &matrix.costs[at] + matrix.columns));
  return least;
}

/// Kolmogorov, Convergent tree-reweighted message passing for energy minimization, 2006; with a temperature as in
/// Savchynskyy, Schmidt, Kappes & Schnoerr, Efficient MRF energy minimization via adaptive diminishing smoothing, 2012;
/// the memory limit is relaxed (Lagrange), and its multipliers follow the usage that the messages predict.
class Passing {
 public:
  explicit Passing(const FlatCore& flat)
      : flat_(flat),
        potentials_{std::vector<double>(flat.messages, 0), std::vector<double>(flat.capacity.size(), 0)},
        priced_(flat.costs),
        expected_(flat.capacity.size() + 1, 0),
        steps_(flat.capacity.size(), first_step),
        last_(flat.capacity.size(), 0),
        scratch_(flat.most_labels),
        rest_(flat.most_labels),
        weight_(flat.most_labels),
        sums_(flat.most_labels) {
    for (std::uint32_t v = 0; v < flat.size(); ++v) shares_.push_back(1.0 / static_cast<double>(flat.shares(v)));
  }

  /// One sweep over the nodes, alternately forwards and backwards. At temperature 0 minima are hard.
  void sweep(double temperature) {
    if (temperature > 0) soften(temperature);
    std::ranges::fill(expected_, 0.0);
    const std::uint32_t nodes = flat_.size();
    for (std::uint32_t k = 0; k < nodes; ++k) update(forward_ ? k : nodes - 1 - k, forward_, temperature);
    forward_ = !forward_;
  }

  /// Moves the prices by the usage expected in the last sweep. They are first set to `start`.
  void adjust_prices(double start) {
    double usage = 0;
    for (std::size_t t = 0; t < flat_.capacity.size(); ++t) {
      usage += expected_[t];
      double& price = potentials_.prices[t];
      if (price == 0) price = start;
      const double capacity = std::max(static_cast<double>(flat_.capacity[t]), 1.0);
      const double gradient = (usage - capacity) / capacity;
      steps_[t] = std::clamp(steps_[t] * (gradient * last_[t] > 0 ? 1.1 : 0.6), 1e-3, 1e3);
      last_[t] = gradient;
      price = std::max(price * std::exp(std::clamp(steps_[t] * gradient, -1.0, 1.0)), start * 1e-6);
    }
    priced_ = priced_costs(flat_, potentials_.prices);
  }

  /// A lower bound, up to rounding: a hard forward pass that changes nothing.
  [[nodiscard]] double bound() {
    std::vector<double> kept = potentials_.messages;
    double bound = flat_.base;
    for (std::size_t t = 0; t < flat_.capacity.size(); ++t)
      bound -= potentials_.prices[t] * static_cast<double>(flat_.capacity[t]);
    for (std::uint32_t v = 0; v < flat_.size(); ++v) {
      bound += share_costs(v);
      for (const FlatLink& link : flat_.links_of(v))
        if (link.to > v) pass_on(link, flat_.labels(v));
    }
    potentials_.messages = std::move(kept);
    return bound;
  }

  /// Labels that follow the messages, node by node, given those before.
  [[nodiscard]] std::vector<std::uint32_t> decoded(bool forward) const {
    const std::uint32_t nodes = flat_.size();
    std::vector<std::uint32_t> chosen(nodes, 0);
    std::vector<double> cost;
    for (std::uint32_t k = 0; k < nodes; ++k) {
      const std::uint32_t v = forward ? k : nodes - 1 - k;
      cost.assign(&priced_[flat_.first[v]], &priced_[flat_.first[v]] + flat_.labels(v));
      for (const FlatLink& link : flat_.links_of(v)) {
        const bool ahead = (link.to > v) == forward;
        const double* message = &potentials_.messages[link.message];
        const double* row = ahead ? message : flat_.row(flat_.links[link.back], chosen[link.to]);
        for (std::uint32_t a = 0; a < cost.size(); ++a) cost[a] += row[a];
      }
      chosen[v] = static_cast<std::uint32_t>(std::ranges::min_element(cost) - cost.begin());
    }
    return chosen;
  }

  /// The cost of each label with messages and prices, by place of label: the greater, the less likely.
  [[nodiscard]] std::vector<double> beliefs() const {
    std::vector<double> beliefs = priced_;
    for (std::uint32_t v = 0; v < flat_.size(); ++v)
      for (const FlatLink& link : flat_.links_of(v))
        for (std::uint32_t a = 0; a < flat_.labels(v); ++a)
          beliefs[flat_.first[v] + a] += potentials_.messages[link.message + a];
    return beliefs;
  }

  [[nodiscard]] const Potentials& potentials() const { return potentials_; }
  void set(Potentials potentials) {
    potentials_ = std::move(potentials);
    priced_ = priced_costs(flat_, potentials_.prices);
  }

 private:
  // A matrix at a temperature.
  struct SoftMatrix {
    std::vector<double> least = {};  // [row] the least cost
    std::vector<float> above = {};   // costs above the least of their row
    std::vector<float> soft = {};    // exp(-above / temperature)
  };

  static constexpr double first_step = 10;    // the first step of prices
  static constexpr float least_sum = 1e-30F;  // a sum below this has lost its precision

  [[nodiscard]] static SoftMatrix soft_matrix(const FlatMatrix& matrix) {
    SoftMatrix soft{.least = least_of_rows(matrix), .soft = std::vector<float>(matrix.costs.size())};
    for (std::size_t k = 0; k < matrix.costs.size(); ++k)
      soft.above.push_back(static_cast<float>(matrix.costs[k] - soft.least[k / matrix.columns]));
    return soft;
  }

  // The shares of the node's costs above the least, in scratch_. Returns the least.
  double share_costs(std::uint32_t node) {
    const std::uint32_t labels = flat_.labels(node);
    double* cost = scratch_.data();
    std::copy_n(&priced_[flat_.first[node]], labels, cost);
    for (const FlatLink& link : flat_.links_of(node)) {
      const double* message = &potentials_.messages[link.message];
      for (std::uint32_t a = 0; a < labels; ++a) cost[a] += message[a];
    }
    const double least = *std::min_element(cost, cost + labels);
    const double share = shares_[node];
    for (std::uint32_t a = 0; a < labels; ++a) cost[a] = (cost[a] - least) * share;
    return least;
  }

  void update(std::uint32_t node, bool forward, double temperature) {
    share_costs(node);
    const std::uint32_t labels = flat_.labels(node);
    if (temperature > 0) expect(node, temperature);
    for (const FlatLink& link : flat_.links_of(node)) {
      if ((link.to > node) != forward) continue;
      if (temperature > 0)
        send_soft(link, labels, temperature);
      else
        send_hard(link, labels);
    }
  }

  void set_rest(const FlatLink& link, std::uint32_t labels) {
    const double* message = &potentials_.messages[link.message];
    for (std::uint32_t a = 0; a < labels; ++a) rest_[a] = scratch_[a] - message[a];
  }

  // The message to the other end: for each of its labels the least sum of the rest and the edge's cost.
  std::span<double> pass_on(const FlatLink& link, std::uint32_t labels) {
    set_rest(link, labels);
    const std::span<double> to(&potentials_.messages[flat_.links[link.back].message], flat_.labels(link.to));
    std::ranges::fill(to, 2 * infinite);
    for (std::uint32_t a = 0; a < labels; ++a) {
      const double* row = flat_.row(link, a);
      const double add = rest_[a];
      for (std::size_t b = 0; b < to.size(); ++b) to[b] = std::min(to[b], add + row[b]);
    }
    return to;
  }

  void send_hard(const FlatLink& link, std::uint32_t labels) {
    const std::span<double> to = pass_on(link, labels);
    const double least = *std::ranges::min_element(to);
    for (double& each : to) each -= least;
  }

  void send_soft(const FlatLink& link, std::uint32_t labels, double temperature) {
    set_rest(link, labels);
    const std::uint32_t there = flat_.labels(link.to);
    const SoftMatrix& matrix = soft_[link.matrix];
    const double* least = matrix.least.data();
    double low = 2 * infinite;
    for (std::uint32_t a = 0; a < labels; ++a) low = std::min(low, rest_[a] + least[a]);
    const double by = 1 / temperature;
    for (std::uint32_t a = 0; a < labels; ++a)
      weight_[a] = static_cast<float>(std::min((rest_[a] + least[a] - low) * by, 1000.0));
    for (std::uint32_t a = 0; a < labels; ++a) weight_[a] = soft_exp(weight_[a]);
    std::fill_n(sums_.data(), there, 0.0F);
    const float* soft = matrix.soft.data();
    float* sums = sums_.data();
    for (std::uint32_t a = 0; a < labels; ++a, soft += there) {
      const float weight = weight_[a];
      if (weight == 0) continue;
      for (std::uint32_t b = 0; b < there; ++b) sums[b] += weight * soft[b];
    }
    bool lost = false;
    for (std::uint32_t b = 0; b < there; ++b) lost = lost || sums[b] < least_sum;
    if (lost) return send_hard(link, labels);
    for (std::uint32_t b = 0; b < there; ++b) sums[b] = soft_log(sums[b]);
    const float most = *std::max_element(sums, sums + there);
    double* to = &potentials_.messages[flat_.links[link.back].message];
    for (std::uint32_t b = 0; b < there; ++b) to[b] = temperature * static_cast<double>(most - sums[b]);
  }

  // Adds the expected usage of the node, under the marginals whose costs are in scratch_.
  void expect(std::uint32_t node, double temperature) {
    const std::span<const FlatPiece> pieces = flat_.pieces_of(node);
    if (pieces.empty()) return;
    const std::uint32_t labels = flat_.labels(node);
    const double by = 1 / temperature;
    float sum = 0;
    for (std::uint32_t a = 0; a < labels; ++a) weight_[a] = static_cast<float>(std::min(scratch_[a] * by, 1000.0));
    for (std::uint32_t a = 0; a < labels; ++a) weight_[a] = soft_exp(weight_[a]);
    for (std::uint32_t a = 0; a < labels; ++a) sum += weight_[a];
    for (const FlatPiece& piece : pieces) {
      double usage = 0;
      for (std::uint32_t a = 0; a < labels; ++a)
        usage += static_cast<double>(weight_[a]) * static_cast<double>(flat_.usages[piece.usage + a]);
      usage /= static_cast<double>(sum);
      expected_[piece.from] += usage;
      expected_[piece.to] -= usage;
    }
  }

  void soften(double temperature) {
    if (temperature == soft_temperature_) return;
    soft_temperature_ = temperature;
    if (soft_.empty())
      for (const FlatMatrix& matrix : flat_.matrices) soft_.push_back(soft_matrix(matrix));
    const auto by = static_cast<float>(1 / temperature);
    for (SoftMatrix& matrix : soft_)
      for (std::size_t k = 0; k < matrix.soft.size(); ++k) matrix.soft[k] = soft_exp(matrix.above[k] * by);
  }

  const FlatCore& flat_;
  Potentials potentials_;
  std::vector<double> priced_;    // [place of label] its cost plus that of its memory
  std::vector<double> shares_;    // [node] the share of its cost for a link ahead
  std::vector<double> expected_;  // [row] usage in the present sweep, as differences
  std::vector<double> steps_;     // [row]
  std::vector<double> last_;      // [row] the last gradient
  std::vector<SoftMatrix> soft_;  // [matrix] made on first use
  double soft_temperature_ = 0;
  bool forward_ = true;
  std::vector<double> scratch_;
  std::vector<double> rest_;  // the sending node's shares less what the edge has given to it
  std::vector<float> weight_;
  std::vector<float> sums_;
};

/// Stores potentials by the names of a core's nodes, edges, labels and times, which do not change.
class CarriedPotentials {
 public:
  /// Makes the core track its changes from now on.
  CarriedPotentials(Core& core, const FlatCore& flat, const Potentials& potentials) : messages_(potentials.messages) {
    core.track_changes();
    for (std::uint32_t v = 0; v < flat.size(); ++v) {
      const Group& group = core.groups[v];
      labels_[group.node] = group.labels;
      for (const FlatLink& link : flat.links_of(v))
        ends_.push_back({core.edges[link.edge].name, group.node, link.message});
    }
    for (std::size_t t = 0; t < flat.capacity.size(); ++t)
      prices_.emplace_back(core.first_time[t], potentials.prices[t]);
  }

  /// The potentials for the same core, or a branch of it, after reductions.
  [[nodiscard]] Potentials onto(const Core& core, const FlatCore& flat) const {
    Potentials potentials{std::vector<double>(flat.messages, 0), std::vector<double>(flat.capacity.size(), 0)};
    std::unordered_map<std::uint64_t, std::pair<std::uint32_t, std::size_t>> places;  // [edge and node]
    const auto key = [](std::uint32_t edge, std::uint32_t node) { return (std::uint64_t{edge} << 32U) + node; };
    for (std::uint32_t v = 0; v < flat.size(); ++v)
      for (const FlatLink& link : flat.links_of(v))
        places[key(core.edges[link.edge].name, core.groups[v].node)] = {v, link.message};
    for (const End& end : ends_) {
      const std::vector<const Departure*> joined = mergers(core.changes(), end.node);
      const std::uint32_t node = joined.empty() ? end.node : joined.front()->by;
      const auto place = places.find(key(last_of(core.changes().absorbed, end.edge), node));
      if (place == places.end()) continue;
      const std::vector<std::uint32_t>& labels = core.groups[place->second.first].labels;
      const std::vector<std::uint32_t>& old = labels_.at(end.node);
      for (std::size_t a = 0; a < labels.size(); ++a) {
        std::uint32_t label = labels[a];
        for (const Departure* step : joined) label = step->labels_gone[place_in(step->labels_by, label)];
        potentials.messages[place->second.second + a] += messages_[end.message + place_in(old, label)];
      }
    }
    std::unordered_map<std::int64_t, std::size_t> rows;
    for (std::size_t t = 0; t < flat.capacity.size(); ++t) rows[core.first_time[t]] = t;
    for (const auto& [time, price] : prices_) {
      const auto row = rows.find(last_of(core.changes().covered, time));
      if (row != rows.end()) potentials.prices[row->second] += price;
    }
    return potentials;
  }

 private:
  struct End {
    std::uint32_t edge = 0;  // the edge's name
    std::uint32_t node = 0;  // the node in the graph
    std::size_t message = 0;
  };

  // Follows a chain of replacements to its end.
  template <class Map>
  [[nodiscard]] static typename Map::key_type last_of(const Map& map, typename Map::key_type key) {
    for (auto next = map.find(key); next != map.end(); next = map.find(key)) key = next->second;
    return key;
  }

  // The mergers of a node, the last one first.
  [[nodiscard]] static std::vector<const Departure*> mergers(const CoreChanges& changes, std::uint32_t node) {
    std::vector<const Departure*> mergers;
    for (auto next = changes.merged.find(node); next != changes.merged.end();
         next = changes.merged.find(next->second.by))
      mergers.insert(mergers.begin(), &next->second);
    return mergers;
  }

  std::vector<End> ends_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> labels_;  // [node]
  std::vector<std::pair<std::int64_t, double>> prices_;                   // [time]
  std::vector<double> messages_;
};

/// Potentials in whole numbers, and the bound that follows from them without rounding (see certificate.hpp,
/// ProvenBound).
struct WholeBound {
  int scale = 0;                          ///< costs are multiplied by 2^scale
  int price_scale = 0;                    ///< a price p means p / 2^price_scale scaled units of cost
  Whole most = 0;                         ///< scaled costs above it count as it
  std::vector<std::int64_t> prices = {};  ///< [row]
  std::vector<Whole> given = {};          ///< [place of message] what this end gives to the edge
  WideWhole bound = 0;                    ///< scaled, as are the next
  std::vector<WideWhole> labels = {};     ///< [place of label] a bound for all answers with this label

  /// The least whole cost that is not excluded.
  [[nodiscard]] WideWhole cost() const { return -((-bound) >> scale); }
};

/// The bound in whole numbers: a backward and a forward pass of TRW-S without rounding.
///
/// An edge (u, v), u before v, is given G(t) by v in the backward pass and F(s) by u in the forward pass, which may be
/// any numbers; it returns g(s) = min over t of cost(s, t) + G(t) and f(t) = min over s of cost(s, t) + F(s). With c
/// the costs of labels and prices of their memory, a node keeps R(s) = c(s) + sum of f of edges before - sum of F of
/// edges after, or R'(s) = c(s) + sum of g of edges after - sum of G of edges before. For any node u and label s, the
/// sum of the least R of each node before u, the least R' of each node after u, the least F(s) + g(s) of each edge
/// across u, and c(s) + sum of f of edges before + sum of g of edges after is a lower bound on the cost of all answers
/// in which u has label s.
class WholePass {
 public:
  WholePass(const Core& core, const FlatCore& flat, const Potentials& potentials)
      : core_(core), flat_(flat), returned_(flat.messages), kept_(flat.size()) {
    choose_scales(potentials);
    price_labels();
    whole_.given.assign(flat.messages, 0);
    whole_.labels.resize(flat.costs.size());
    for (std::size_t k = 0; k < flat.messages; ++k)
      returned_[k] = clipped(std::ldexp(potentials.messages[k], whole_.scale));
  }

  WholeBound run() {
    WideWhole constant = (core_.base << whole_.scale) - price_of_capacity();
    for (std::uint32_t v = flat_.size(); v-- > 0;) {
      pass(v, false);
      constant += kept_[v];
    }
    whole_.bound = constant;
    for (std::uint32_t v = 0; v < flat_.size(); ++v) {
      // The edges to nodes before v no longer lie across.
      for (const FlatLink& link : flat_.links_of(v))
        if (link.to < v) constant -= across_[link.edge];
      constant -= kept_[v];
      const std::vector<Whole>& cost = pass(v, true);
      for (std::uint32_t a = 0; a < cost.size(); ++a) whole_.labels[flat_.first[v] + a] = constant + cost[a];
      whole_.bound = std::max(whole_.bound, constant + *std::ranges::min_element(cost));
      constant += kept_[v];
      for (const FlatLink& link : flat_.links_of(v))
        if (link.to > v) constant += across_[link.edge];
    }
    return std::move(whole_);
  }

 private:
  static constexpr int most_scale = 20;
  static constexpr int most_price_scale = 24;

  // Chooses scales so that a node's costs and all that its edges return stay below 2^62.
  void choose_scales(const Potentials& potentials) {
    std::size_t degree = 0;
    for (std::uint32_t v = 0; v < flat_.size(); ++v) degree = std::max(degree, flat_.links_of(v).size());
    clip_ = (Whole{1} << 61) / static_cast<Whole>(degree + 2);
    double most = 1;
    for (const double message : potentials.messages)
      if (message < infinite / 2) most = std::max(most, std::abs(message));
    for (std::uint32_t v = 0; v < flat_.size(); ++v)
      most = std::max(most,
                      *std::min_element(&flat_.costs[flat_.first[v]], &flat_.costs[flat_.first[v]] + flat_.labels(v)));
    // Messages up to the least cost beside any label must not be clipped.
    for (const FlatMatrix& matrix : flat_.matrices)
      for (const double least : least_of_rows(matrix)) most = least < infinite ? std::max(most, least) : most;
    whole_.scale = std::clamp(static_cast<int>(std::log2(static_cast<double>(clip_) / most)) - 3, 0, most_scale);
    whole_.most = clip_;
    double dearest = 1e-300;
    for (const double price : potentials.prices) dearest = std::max(dearest, price);
    whole_.price_scale = std::clamp(static_cast<int>(58 - whole_.scale - std::log2(dearest)), 0, most_price_scale);
    for (const double price : potentials.prices)
      whole_.prices.push_back(
          static_cast<std::int64_t>(std::min(std::ldexp(price, whole_.scale + whole_.price_scale), 0x1p60)));
    across_.assign(core_.edges.size(), 0);
  }

  [[nodiscard]] Whole clipped(double cost) const {
    const auto clip = static_cast<double>(clip_);
    return static_cast<Whole>(std::clamp(cost, -clip, clip));
  }
  [[nodiscard]] Whole clipped(Whole cost) const { return std::clamp(cost, -clip_, clip_); }
  [[nodiscard]] Whole scaled(Whole cost) const {
    return cost > (whole_.most >> whole_.scale) ? whole_.most : cost << whole_.scale;
  }

  void price_labels() {
    std::vector<WideWhole> before(flat_.capacity.size() + 1, 0);
    for (std::size_t t = 0; t < flat_.capacity.size(); ++t) before[t + 1] = before[t] + whole_.prices[t];
    for (std::uint32_t v = 0; v < flat_.size(); ++v) {
      const std::vector<Whole>& costs = core_.groups[v].costs;
      for (std::uint32_t a = 0; a < flat_.labels(v); ++a) {
        WideWhole price = 0;
        for (const FlatPiece& piece : flat_.pieces_of(v))
          price += (before[piece.to] - before[piece.from]) * flat_.usages[piece.usage + a];
        const WideWhole cost = scaled(costs[a]) + (price >> whole_.price_scale);
        priced_.push_back(static_cast<Whole>(std::min(cost, WideWhole{whole_.most})));
      }
    }
  }

  [[nodiscard]] WideWhole price_of_capacity() const {
    WideWhole price = 0;
    for (std::size_t t = 0; t < flat_.capacity.size(); ++t) price += WideWhole{whole_.prices[t]} * flat_.capacity[t];
    return -((-price) >> whole_.price_scale);
  }

  // Gives to the edges ahead. Returns the node's costs plus all that edges have returned.
  const std::vector<Whole>& pass(std::uint32_t v, bool forward) {
    const std::uint32_t labels = flat_.labels(v);
    cost_.assign(&priced_[flat_.first[v]], &priced_[flat_.first[v]] + labels);
    for (const FlatLink& link : flat_.links_of(v))
      for (std::uint32_t a = 0; a < labels; ++a) cost_[a] += returned_[link.message + a];
    const Whole least = *std::ranges::min_element(cost_);
    const auto shares = static_cast<Whole>(flat_.shares(v));
    rest_ = cost_;
    for (const FlatLink& link : flat_.links_of(v)) {
      if ((link.to > v) != forward) continue;
      Whole across = whole_.most;
      for (std::uint32_t a = 0; a < labels; ++a) {
        const Whole returned = returned_[link.message + a];
        const Whole given = clipped((cost_[a] - least) / shares - returned);
        whole_.given[link.message + a] = given;
        rest_[a] -= returned + given;
        across = std::min(across, returned + given);
      }
      across_[link.edge] = forward ? across : 0;
      send(v, link);
    }
    kept_[v] = *std::ranges::min_element(rest_);
    return cost_;
  }

  void send(std::uint32_t v, const FlatLink& link) {
    const Side side = core_.side(core_.edges[link.edge], v);
    const Whole* given = &whole_.given[link.message];
    Whole* to = &returned_[flat_.links[link.back].message];
    std::fill_n(to, side.count_there, clip_);
    for (std::size_t a = 0; a < flat_.labels(v); ++a)
      for (std::size_t b = 0; b < side.count_there; ++b) to[b] = std::min(to[b], given[a] + scaled(side.at(a, b)));
  }

  const Core& core_;
  const FlatCore& flat_;
  WholeBound whole_;
  Whole clip_ = 0;               // the limit of messages; clipped ones remain valid
  std::vector<Whole> priced_;    // [place of label]
  std::vector<Whole> returned_;  // [place of message] f or g, see above
  std::vector<Whole> kept_;      // [node] the least of R or R'
  std::vector<Whole> across_;    // [edge]
  std::vector<Whole> cost_;
  std::vector<Whole> rest_;
};

[[nodiscard]] inline WholeBound whole_bound(const Core& core, const FlatCore& flat, const Potentials& potentials) {
  return WholePass(core, flat, potentials).run();
}

}  // namespace apportion::shardings
