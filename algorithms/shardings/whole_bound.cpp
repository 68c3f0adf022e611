// The bound in whole numbers: a backward and a forward pass of TRW-S without rounding.
//
// An edge (u, v), u before v, is given G(t) by v in the backward pass and F(s) by u in the forward pass, any numbers;
// it returns g(s) = min over t of cost(s, t) + G(t) and f(t) = min over s of cost(s, t) + F(s). With c the costs of
// labels and prices of their memory, a node keeps R(s) = c(s) + sum of f of edges before - sum of F of edges after, or
// R'(s) = c(s) + sum of g of edges after - sum of G of edges before. For any node u, what comes before it with R, what
// comes after it with R', and each edge across with the least of F(s) + g(s) bound the cost of label s of u together
// with c(s) + sum of f of edges before + sum of g of edges after.
#include "algorithms/shardings/whole_bound.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace apportion::shardings {
namespace {

constexpr int most_scale = 20;
constexpr int most_price_scale = 24;

class WholePass {
 public:
  WholePass(const Core& core, const Flat& flat, const Potentials& potentials, WholePotentials& whole)
      : core_(core), flat_(flat), whole_(whole), returned_(flat.messages), kept_(flat.size()) {
    choose_scales(potentials);
    scale_matrices();
    price_labels();
    whole_.given.assign(flat.messages, 0);
    for (std::size_t k = 0; k < flat.messages; ++k)
      returned_[k] = clipped(std::ldexp(potentials.messages[k], whole_.scale));
  }

  WholeBound run() {
    WholeBound result{.scale = whole_.scale, .labels = std::vector<WideWhole>(flat_.costs.size())};
    WideWhole constant = (core_.base << whole_.scale) - price_of_capacity();
    for (std::uint32_t v = flat_.size(); v-- > 0;) {
      pass(v, false);
      constant += kept_[v];
    }
    result.bound = constant;
    for (std::uint32_t v = 0; v < flat_.size(); ++v) {
      // The edges after v lie across no more; those before have been taken out with their other ends.
      for (const FlatLink& link : flat_.links_of(v))
        if (link.to < v) constant -= across_[link.edge];
      constant -= kept_[v];
      const std::vector<Whole>& cost = pass(v, true);
      for (std::uint32_t a = 0; a < cost.size(); ++a) result.labels[flat_.first[v] + a] = constant + cost[a];
      result.bound = std::max(result.bound, constant + *std::ranges::min_element(cost));
      constant += kept_[v];
      for (const FlatLink& link : flat_.links_of(v))
        if (link.to > v) constant += across_[link.edge];
    }
    return result;
  }

 private:
  // So that a node's costs and all that its edges return stay below 2^62.
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
    whole_.scale = std::clamp(static_cast<int>(std::log2(static_cast<double>(clip_) / most)) - 3, 0, most_scale);
    whole_.most = clip_;
    double dearest = 1e-300;
    for (const double price : potentials.prices) dearest = std::max(dearest, price);
    whole_.price_scale = std::clamp(static_cast<int>(58 - whole_.scale - std::log2(dearest)), 0, most_price_scale);
    whole_.prices.clear();
    for (const double price : potentials.prices)
      whole_.prices.push_back(
          static_cast<std::int64_t>(std::min(std::ldexp(price, whole_.scale + whole_.price_scale), 0x1p60)));
    across_.assign(flat_.core_edges.size(), 0);
  }

  [[nodiscard]] Whole clipped(double cost) const {
    const auto clip = static_cast<double>(clip_);
    return static_cast<Whole>(std::clamp(cost, -clip, clip));
  }
  [[nodiscard]] Whole clipped(Whole cost) const { return std::clamp(cost, -clip_, clip_); }
  [[nodiscard]] Whole scaled(Whole cost) const {
    return cost > (whole_.most >> whole_.scale) ? whole_.most : cost << whole_.scale;
  }

  void scale_matrices() {
    for (const MatrixPointer& matrix : flat_.originals) {
      std::vector<Whole> costs;
      costs.reserve(matrix->costs.size());
      for (const Whole cost : matrix->costs) costs.push_back(scaled(cost));
      matrices_.push_back(std::move(costs));
    }
  }

  void price_labels() {
    std::vector<WideWhole> before(flat_.capacity.size() + 1, 0);
    for (std::size_t t = 0; t < flat_.capacity.size(); ++t) before[t + 1] = before[t] + whole_.prices[t];
    for (std::uint32_t v = 0; v < flat_.size(); ++v) {
      const std::vector<Whole>& costs = core_.groups[flat_.group[v]].costs;
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

  // Gives to the edges ahead; returns the node's costs with all that edges have returned.
  const std::vector<Whole>& pass(std::uint32_t v, bool forward) {
    const std::uint32_t labels = flat_.labels(v);
    std::size_t ahead = 0;
    cost_.assign(&priced_[flat_.first[v]], &priced_[flat_.first[v]] + labels);
    for (const FlatLink& link : flat_.links_of(v)) {
      ahead += (link.to > v) == forward ? 1 : 0;
      for (std::uint32_t a = 0; a < labels; ++a) cost_[a] += returned_[link.message + a];
    }
    const Whole least = *std::ranges::min_element(cost_);
    const auto shares = static_cast<Whole>(std::max({ahead, flat_.links_of(v).size() - ahead, std::size_t{1}}));
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
      send(link, labels);
    }
    kept_[v] = *std::ranges::min_element(rest_);
    return cost_;
  }

  void send(const FlatLink& link, std::uint32_t labels) {
    const FlatMatrix& matrix = flat_.matrices[link.matrix];
    const Whole* costs = matrices_[link.matrix].data();
    const Whole* given = &whole_.given[link.message];
    Whole* to = &returned_[link.reverse];
    const std::uint32_t there = flat_.labels(link.to);
    std::fill_n(to, there, clip_);
    for (std::uint32_t a = 0; a < labels; ++a)
      for (std::uint32_t b = 0; b < there; ++b)
        to[b] = std::min(
            to[b],
            given[a] +
                costs[link.transposed ? std::size_t{b} * matrix.columns + a : std::size_t{a} * matrix.columns + b]);
  }

  const Core& core_;
  const Flat& flat_;
  WholePotentials& whole_;
  Whole clip_ = 0;  // messages stay within it, which keeps them valid
  std::vector<std::vector<Whole>> matrices_;
  std::vector<Whole> priced_;    // [place of label]
  std::vector<Whole> returned_;  // [place of message] f or g
  std::vector<Whole> kept_;      // [node] the least of R or R'
  std::vector<Whole> across_;    // [edge]
  std::vector<Whole> cost_;
  std::vector<Whole> rest_;
};

}  // namespace

WholeBound whole_bound(const Core& core, const Flat& flat, const Potentials& potentials, WholePotentials& whole) {
  return WholePass(core, flat, potentials, whole).run();
}

}  // namespace apportion::shardings
