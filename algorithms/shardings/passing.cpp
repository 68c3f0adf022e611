// Message passing: sweeps, the prices of memory, and labels that follow messages.
#include "algorithms/shardings/passing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/shardings/soft_numbers.hpp"

namespace apportion::shardings {
namespace {

// A sum below this has lost its precision.
constexpr float least_sum = 1e-30F;

double share_of(const Flat& flat, std::uint32_t node) {
  std::size_t before = 0;
  for (const FlatLink& link : flat.links_of(node)) before += link.to < node ? 1 : 0;
  const std::size_t after = flat.links_of(node).size() - before;
  return 1.0 / static_cast<double>(std::max({before, after, std::size_t{1}}));
}

// exp(-(cost - least of the row) / temperature), row by row.
void soften_rows(const std::vector<double>& costs, std::size_t columns, double temperature, float* soft,
                 double* least) {
  for (std::size_t at = 0; at < costs.size(); at += columns) {
    const double low = *std::min_element(&costs[at], &costs[at] + columns);
    *least++ = low;
    for (std::size_t k = 0; k < columns; ++k)
      *soft++ = soft_exp(static_cast<float>(std::max((low - costs[at + k]) / temperature, -1000.0)));
  }
}

}  // namespace

Passing::Passing(const Flat& flat)
    : flat_(flat),
      potentials_{std::vector<double>(flat.messages, 0), std::vector<double>(flat.capacity.size(), 0)},
      priced_(flat.costs),
      expected_(flat.capacity.size() + 1, 0),
      steps_(flat.capacity.size(), 0.1),
      last_(flat.capacity.size(), 0),
      scratch_(flat.most_labels),
      rest_(flat.most_labels),
      weight_(flat.most_labels),
      sums_(flat.most_labels) {
  for (std::uint32_t v = 0; v < flat.size(); ++v) shares_.push_back(share_of(flat, v));
  std::size_t entries = 0;
  std::size_t rows = 0;
  for (const FlatMatrix& matrix : flat.matrices)
    for (const std::size_t count : {matrix.rows, matrix.columns}) {
      soft_at_.push_back(entries);
      least_at_.push_back(rows);
      entries += matrix.costs.size();
      rows += count;
    }
  soft_at_.push_back(entries);
  least_.resize(rows);
}

void Passing::set(Potentials potentials) {
  potentials_ = std::move(potentials);
  price_labels();
}

void Passing::price_labels() {
  priced_ = flat_.costs;
  std::vector<double> before(flat_.capacity.size() + 1, 0);
  for (std::size_t t = 0; t < flat_.capacity.size(); ++t) before[t + 1] = before[t] + potentials_.prices[t];
  for (std::uint32_t v = 0; v < flat_.size(); ++v)
    for (const FlatPiece& piece : flat_.pieces_of(v)) {
      const double price = before[piece.to] - before[piece.from];
      for (std::uint32_t a = 0; a < flat_.labels(v); ++a)
        priced_[flat_.first[v] + a] += price * static_cast<double>(flat_.usages[piece.usage + a]);
    }
}

void Passing::soften(double temperature) {
  if (temperature == soft_temperature_) return;
  soft_temperature_ = temperature;
  soft_.resize(soft_at_.back());
  for (std::size_t m = 0; m < flat_.matrices.size(); ++m) {
    const FlatMatrix& matrix = flat_.matrices[m];
    soften_rows(matrix.costs, matrix.columns, temperature, &soft_[soft_at_[2 * m]], &least_[least_at_[2 * m]]);
    soften_rows(matrix.transposed, matrix.rows, temperature, &soft_[soft_at_[2 * m + 1]],
                &least_[least_at_[2 * m + 1]]);
  }
}

void Passing::sweep(double temperature) {
  if (temperature > 0) soften(temperature);
  std::ranges::fill(expected_, 0.0);
  const std::uint32_t nodes = flat_.size();
  for (std::uint32_t k = 0; k < nodes; ++k) update(forward_ ? k : nodes - 1 - k, forward_, temperature);
  forward_ = !forward_;
}

void Passing::update(std::uint32_t node, bool forward, double temperature) {
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
  if (temperature > 0) expect(node, 1, temperature);
  for (const FlatLink& link : flat_.links_of(node)) {
    if ((link.to > node) != forward) continue;
    const double* message = &potentials_.messages[link.message];
    for (std::uint32_t a = 0; a < labels; ++a) rest_[a] = cost[a] - message[a];
    double* to = &potentials_.messages[link.reverse];
    if (temperature > 0)
      send_soft(link, labels, rest_.data(), to, temperature);
    else
      send_hard(link, labels, rest_.data(), to);
  }
}

void Passing::send_hard(const FlatLink& link, std::uint32_t labels, const double* rest, double* to) {
  const std::uint32_t there = flat_.labels(link.to);
  std::fill_n(to, there, 2 * infinite);
  for (std::uint32_t a = 0; a < labels; ++a) {
    const double* row = flat_.row(link, a);
    const double add = rest[a];
    for (std::uint32_t b = 0; b < there; ++b) to[b] = std::min(to[b], add + row[b]);
  }
  const double least = *std::min_element(to, to + there);
  for (std::uint32_t b = 0; b < there; ++b) to[b] -= least;
}

void Passing::send_soft(const FlatLink& link, std::uint32_t labels, const double* rest, double* to,
                        double temperature) {
  const std::uint32_t there = flat_.labels(link.to);
  const std::size_t which = 2 * std::size_t{link.matrix} + (link.transposed ? 1 : 0);
  const double* least = &least_[least_at_[which]];
  double low = 2 * infinite;
  for (std::uint32_t a = 0; a < labels; ++a) low = std::min(low, rest[a] + least[a]);
  const double by = 1 / temperature;
  for (std::uint32_t a = 0; a < labels; ++a)
    weight_[a] = static_cast<float>(std::max((low - rest[a] - least[a]) * by, -1000.0));
  for (std::uint32_t a = 0; a < labels; ++a) weight_[a] = soft_exp(weight_[a]);
  std::fill_n(sums_.data(), there, 0.0F);
  const float* soft = &soft_[soft_at_[which]];
  float* sums = sums_.data();
  for (std::uint32_t a = 0; a < labels; ++a, soft += there) {
    const float weight = weight_[a];
    if (weight == 0) continue;
    for (std::uint32_t b = 0; b < there; ++b) sums[b] += weight * soft[b];
  }
  bool lost = false;
  for (std::uint32_t b = 0; b < there; ++b) lost = lost || sums[b] < least_sum;
  if (lost) return send_hard(link, labels, rest, to);
  for (std::uint32_t b = 0; b < there; ++b) sums[b] = soft_log(sums[b]);
  const float most = *std::max_element(sums, sums + there);
  for (std::uint32_t b = 0; b < there; ++b) to[b] = temperature * static_cast<double>(most - sums[b]);
}

// Usage under the marginals of the chains through the node, whose costs are in scratch_.
void Passing::expect(std::uint32_t node, double share, double temperature) {
  const std::span<const FlatPiece> pieces = flat_.pieces_of(node);
  if (pieces.empty()) return;
  const std::uint32_t labels = flat_.labels(node);
  const double by = share / temperature;
  float sum = 0;
  for (std::uint32_t a = 0; a < labels; ++a)
    weight_[a] = soft_exp(static_cast<float>(std::max(-scratch_[a] * by, -1000.0)));
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

void Passing::adjust_prices(double start) {
  double usage = 0;
  for (std::size_t t = 0; t < flat_.capacity.size(); ++t) {
    usage += expected_[t];
    double& price = potentials_.prices[t];
    if (price == 0) price = start;
    const double capacity = std::max(static_cast<double>(flat_.capacity[t]), 1.0);
    const double gradient = (usage - capacity) / capacity;
    steps_[t] = std::clamp(steps_[t] * (gradient * last_[t] > 0 ? 1.1 : 0.6), 1e-3, 1e3);
    last_[t] = gradient;
    price = std::max(price * std::exp(std::clamp(steps_[t] * gradient, -0.3, 0.3)), start * 1e-6);
  }
  price_labels();
}

double Passing::bound() {
  std::vector<double> messages = potentials_.messages;
  double bound = flat_.base;
  for (std::size_t t = 0; t < flat_.capacity.size(); ++t)
    bound -= potentials_.prices[t] * static_cast<double>(flat_.capacity[t]);
  std::swap(messages, potentials_.messages);
  for (std::uint32_t v = 0; v < flat_.size(); ++v) {
    const std::uint32_t labels = flat_.labels(v);
    double* cost = scratch_.data();
    std::copy_n(&priced_[flat_.first[v]], labels, cost);
    std::size_t ahead = 0;
    for (const FlatLink& link : flat_.links_of(v)) {
      ahead += link.to > v ? 1 : 0;
      const double* message = &potentials_.messages[link.message];
      for (std::uint32_t a = 0; a < labels; ++a) cost[a] += message[a];
    }
    const double least = *std::min_element(cost, cost + labels);
    bound += least;
    for (std::uint32_t a = 0; a < labels; ++a) cost[a] = (cost[a] - least) * shares_[v];
    for (const FlatLink& link : flat_.links_of(v)) {
      if (link.to < v) continue;
      const double* message = &messages[link.message];
      for (std::uint32_t a = 0; a < labels; ++a) rest_[a] = cost[a] - message[a];
      double* to = &potentials_.messages[link.reverse];
      const std::uint32_t there = flat_.labels(link.to);
      std::fill_n(to, there, 2 * infinite);
      for (std::uint32_t a = 0; a < labels; ++a) {
        const double* row = flat_.row(link, a);
        for (std::uint32_t b = 0; b < there; ++b) to[b] = std::min(to[b], rest_[a] + row[b]);
      }
    }
  }
  std::swap(messages, potentials_.messages);
  return bound;
}

std::vector<std::uint32_t> Passing::decoded(bool forward) const {
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

std::vector<double> Passing::beliefs() const {
  std::vector<double> beliefs = priced_;
  for (std::uint32_t v = 0; v < flat_.size(); ++v)
    for (const FlatLink& link : flat_.links_of(v))
      for (std::uint32_t a = 0; a < flat_.labels(v); ++a)
        beliefs[flat_.first[v] + a] += potentials_.messages[link.message + a];
  return beliefs;
}

}  // namespace apportion::shardings
