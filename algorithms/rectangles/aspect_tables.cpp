// The dynamic programme's inner loops, written so that compilers turn them into vector code.
#include "algorithms/rectangles/aspect_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace apportion {
namespace {

constexpr double least_aspect = 1.0 / 20;
constexpr std::ptrdiff_t usual_entries = 48;
constexpr std::size_t block = 16;
constexpr std::int32_t no_cut = -1;
// Beyond these an answer is refused for its accuracy; the tables stay finite.
constexpr double least_area = 1e-300;
constexpr double greatest_aspect = 1e10;

double step() { return std::log(400.0) / static_cast<double>(usual_entries - 1); }

// One half of a set: its coefficients at the entries of the whole, for a cut across x and for one across y.
struct HalfRows {
  const float* p_across_x;
  const float* q_across_x;
  const float* p_across_y;
  const float* q_across_y;
  float share;
};

struct Targets {
  const float* width;
  const float* height;
  float* least;
  std::int32_t* choices;
};

// The better of what is known and the two cuts, for `block` entries from `begin` on. Known and new are compared by a
// mask in a loop of its own: that is how compilers vectorise both loops without knowing that nothing overlaps.
void compare(const HalfRows& a, const HalfRows& b, const Targets& targets, std::size_t begin, std::int32_t choice) {
  std::array<float, block> cost{};
  std::array<std::int32_t, block> cut{};
  for (std::size_t j = 0; j < block; ++j) {
    const std::size_t k = begin + j;
    const float across_x = (a.share * a.p_across_x[k] + b.share * b.p_across_x[k]) * targets.width[k] +
                           (a.q_across_x[k] + b.q_across_x[k]) * targets.height[k];
    const float across_y = (a.p_across_y[k] + b.p_across_y[k]) * targets.width[k] +
                           (a.share * a.q_across_y[k] + b.share * b.q_across_y[k]) * targets.height[k];
    cost[j] = across_y < across_x ? across_y : across_x;
    cut[j] = across_y < across_x ? choice + 1 : choice;
  }
  std::array<float, block> least{};
  std::array<std::int32_t, block> choices{};
  std::copy_n(targets.least + begin, block, least.begin());
  std::copy_n(targets.choices + begin, block, choices.begin());
  for (std::size_t j = 0; j < block; ++j) {
    const std::int32_t better = cost[j] < least[j] ? -1 : 0;
    choices[j] = (cut[j] & better) | (choices[j] & ~better);
    least[j] = cost[j] < least[j] ? cost[j] : least[j];
  }
  std::copy_n(least.begin(), block, targets.least + begin);
  std::copy_n(choices.begin(), block, targets.choices + begin);
}

}  // namespace

AspectTables::AspectTables(double aspect) {
  const double needed =
      std::ceil(std::log(std::clamp(aspect, 20.0, greatest_aspect) / least_aspect) / step() - 1e-9) + 1;
  entries_ = static_cast<std::ptrdiff_t>((static_cast<std::size_t>(needed) + block - 1) / block * block);
  for (std::ptrdiff_t j = 0; j < entries_; ++j) {
    const double root = std::sqrt(least_aspect * std::exp(static_cast<double>(j) * step()));
    width_.push_back(static_cast<float>(root));
    height_.push_back(static_cast<float>(1 / root));
  }
  least_.resize(static_cast<std::size_t>(entries_));
}

void AspectTables::keep_pieces() {
  areas_.resize(pieces_);
  places_.resize(pieces_);
  names_.resize(pieces_);
  p_.resize(3 * pieces_ * static_cast<std::size_t>(entries_));
  q_.resize(p_.size());
  choices_.resize(pieces_ * static_cast<std::size_t>(entries_));
  halves_.clear();
}

void AspectTables::clear() {
  pieces_ = 0;
  keep_pieces();
}

std::int32_t AspectTables::add(double share) {
  const double area = std::max(share, least_area);
  const auto set = static_cast<std::int32_t>(areas_.size());
  areas_.push_back(area);
  places_.push_back(std::log(area) / step());
  names_.push_back(set);
  p_.resize(p_.size() + 3 * static_cast<std::size_t>(entries_));
  q_.resize(p_.size());
  choices_.resize(choices_.size() + static_cast<std::size_t>(entries_), no_cut);
  return set;
}

std::int32_t AspectTables::add_piece(std::int32_t name, double area, const CostCoefficients& cost) {
  const std::int32_t set = add(area);
  names_.back() = name;
  pieces_ = names_.size();
  const std::size_t begin = row(set) - static_cast<std::size_t>(entries_);
  std::fill(p_.begin() + static_cast<std::ptrdiff_t>(begin), p_.end(), static_cast<float>(cost.p));
  std::fill(q_.begin() + static_cast<std::ptrdiff_t>(begin), q_.end(), static_cast<float>(cost.q));
  return set;
}

std::int32_t AspectTables::add_set(double area) {
  std::ranges::fill(least_, std::numeric_limits<float>::infinity());
  return add(area);
}

// Of the set added last.
AspectTables::Half AspectTables::half(std::int32_t set) const {
  const double steps = places_.back() - places_[static_cast<std::size_t>(set)];
  const double shift = std::clamp(steps + 0.5, 0.0, static_cast<double>(entries_));
  return {set, static_cast<std::int32_t>(shift),
          static_cast<float>(areas_[static_cast<std::size_t>(set)] / areas_.back())};
}

void AspectTables::offer(std::int32_t a, std::int32_t b) {
  const auto rows = [this](const Half& half) {
    const float* p = p_.data() + row(half.set);
    const float* q = q_.data() + row(half.set);
    // A half of a cut across x is narrower than the whole, one of a cut across y wider.
    return HalfRows{p - half.shift, q - half.shift, p + half.shift, q + half.shift, half.share};
  };
  const auto choice = static_cast<std::int32_t>(2 * halves_.size());
  halves_.push_back({half(a), half(b)});
  const Targets targets{width_.data(), height_.data(), least_.data(),
                        choices_.data() + choices_.size() - static_cast<std::size_t>(entries_)};
  const HalfRows first = rows(halves_.back().a);
  const HalfRows second = rows(halves_.back().b);
  for (std::size_t begin = 0; begin < static_cast<std::size_t>(entries_); begin += block)
    compare(first, second, targets, begin, choice);
}

void AspectTables::finish() {
  const auto whole = static_cast<std::int32_t>(areas_.size()) - 1;
  const std::size_t to = row(whole);
  const std::int32_t* choices = choices_.data() + choices_.size() - static_cast<std::size_t>(entries_);
  for (std::size_t j = 0; j < static_cast<std::size_t>(entries_); ++j) {
    const auto& [first, second] = halves_[static_cast<std::size_t>(choices[j] / 2)];
    const bool across_y = choices[j] % 2 != 0;
    const std::size_t a = row(first.set) + j + static_cast<std::size_t>(across_y ? first.shift : -first.shift);
    const std::size_t b = row(second.set) + j + static_cast<std::size_t>(across_y ? second.shift : -second.shift);
    p_[to + j] = across_y ? p_[a] + p_[b] : first.share * p_[a] + second.share * p_[b];
    q_[to + j] = across_y ? first.share * q_[a] + second.share * q_[b] : q_[a] + q_[b];
  }
  repeat_ends(whole);
}

void AspectTables::repeat_ends(std::int32_t set) {
  const auto entries = static_cast<std::size_t>(entries_);
  const std::size_t first = row(set);
  const std::size_t last = first + entries - 1;
  for (std::size_t j = 1; j <= entries; ++j) {
    p_[first - j] = p_[first];
    q_[first - j] = q_[first];
    p_[last + j] = p_[last];
    q_[last + j] = q_[last];
  }
}

std::int32_t AspectTables::add_subsets(const std::vector<std::int32_t>& sets) {
  const std::size_t subsets = std::size_t{1} << sets.size();
  std::vector<std::int32_t> number(subsets);
  for (std::size_t i = 0; i < sets.size(); ++i) number[std::size_t{1} << i] = sets[i];
  for (std::size_t subset = 1; subset < subsets; ++subset) {
    const std::size_t lowest = subset & (~subset + 1);
    if (subset == lowest) continue;
    number[subset] = add_set(areas_[static_cast<std::size_t>(number[lowest])] +
                             areas_[static_cast<std::size_t>(number[subset ^ lowest])]);
    // Each pair of halves once: the first has the lowest member.
    for (std::size_t half = (subset - 1) & subset; half > 0; half = (half - 1) & subset)
      if ((half & lowest) != 0) offer(number[half], number[subset ^ half]);
    finish();
  }
  return number.back();
}

SlicingTree AspectTables::tree(std::int32_t set, const Frame& frame) const {
  SlicingTree tree;
  tree.nodes.reserve(2 * frame.size());
  const auto make_leaf = [&](std::int32_t item) {
    return tree.add_leaf(item, frame.weights[static_cast<std::size_t>(item)]);
  };
  const auto make_cut = [&](NodeKind kind, std::int32_t first, std::int32_t second) {
    return tree.add_inner(kind, first, second);
  };
  tree.root = grow(set, frame.n / frame.m, make_leaf, make_cut);
  return tree;
}

std::ptrdiff_t AspectTables::nearest(double aspect) const {
  const double place = std::log(aspect / least_aspect) / step();
  if (std::isnan(place)) return 0;  // of a box without sides: no entry is nearer than another
  return static_cast<std::ptrdiff_t>(std::clamp(place + 0.5, 0.0, static_cast<double>(entries_ - 1)));
}

AspectTables::Choice AspectTables::choose(std::int32_t set, double aspect) const {
  // A half's exact place and the one that the table took for it lie at most two entries apart.
  constexpr std::ptrdiff_t reach = 2;
  const double width = std::sqrt(aspect);
  const std::ptrdiff_t middle = nearest(aspect);
  std::ptrdiff_t best = middle;
  double least = std::numeric_limits<double>::infinity();
  for (std::ptrdiff_t j = std::max<std::ptrdiff_t>(middle - reach, 0); j <= std::min(middle + reach, entries_ - 1);
       ++j) {
    const std::size_t entry = row(set) + static_cast<std::size_t>(j);
    const double cost = static_cast<double>(p_[entry]) * width + static_cast<double>(q_[entry]) / width;
    if (cost < least) {
      least = cost;
      best = j;
    }
  }
  const std::int32_t choice =
      choices_[static_cast<std::size_t>(set) * static_cast<std::size_t>(entries_) + static_cast<std::size_t>(best)];
  if (choice == no_cut) return {};
  const Halves& halves = halves_[static_cast<std::size_t>(choice / 2)];
  const bool across_y = choice % 2 != 0;
  const auto aspect_of = [&](std::int32_t half) {
    const double share = areas_[static_cast<std::size_t>(half)] / areas_[static_cast<std::size_t>(set)];
    return across_y ? aspect / share : aspect * share;
  };
  return {across_y ? NodeKind::across_y : NodeKind::across_x, halves.a.set, halves.b.set, aspect_of(halves.a.set),
          aspect_of(halves.b.set)};
}

}  // namespace apportion
