// Tables over aspect ratios, and the algorithms that are made of them alone: SUBSET, RANGE and CLUSTER.
#include "algorithms/rectangles/aspect_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// --- The tables: the dynamic programme's inner loops, written so that compilers turn them into vector code

constexpr double least_aspect = 1.0 / 20;
constexpr std::ptrdiff_t usual_entries = 48;
constexpr std::size_t at_a_time = 16;
constexpr std::int32_t no_cut = -1;

// Beyond these an answer is refused for its accuracy; the tables stay finite.
constexpr double least_set_area = 1e-300;
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

// The better of what is known and the two cuts, for `at_a_time` entries from `begin` on. Known and new are compared by
// a mask in a loop of its own: that is how compilers vectorise both loops without knowing that nothing overlaps.
void compare(const HalfRows& a, const HalfRows& b, const Targets& targets, std::size_t begin, std::int32_t choice) {
  std::array<float, at_a_time> cost{};
  std::array<std::int32_t, at_a_time> cut{};
  for (std::size_t j = 0; j < at_a_time; ++j) {
    const std::size_t k = begin + j;
    const float across_x = (a.share * a.p_across_x[k] + b.share * b.p_across_x[k]) * targets.width[k] +
                           (a.q_across_x[k] + b.q_across_x[k]) * targets.height[k];
    const float across_y = (a.p_across_y[k] + b.p_across_y[k]) * targets.width[k] +
                           (a.share * a.q_across_y[k] + b.share * b.q_across_y[k]) * targets.height[k];
    cost[j] = across_y < across_x ? across_y : across_x;
    cut[j] = across_y < across_x ? choice + 1 : choice;
  }
  std::array<float, at_a_time> least{};
  std::array<std::int32_t, at_a_time> choices{};
  std::copy_n(targets.least + begin, at_a_time, least.begin());
  std::copy_n(targets.choices + begin, at_a_time, choices.begin());
  for (std::size_t j = 0; j < at_a_time; ++j) {
    const std::int32_t better = cost[j] < least[j] ? -1 : 0;
    choices[j] = (cut[j] & better) | (choices[j] & ~better);
    least[j] = cost[j] < least[j] ? cost[j] : least[j];
  }
  std::copy_n(least.begin(), at_a_time, targets.least + begin);
  std::copy_n(choices.begin(), at_a_time, targets.choices + begin);
}

}  // namespace

AspectTables::AspectTables(double aspect) {
  const double needed =
      std::ceil(std::log(std::clamp(aspect, 20.0, greatest_aspect) / least_aspect) / step() - 1e-9) + 1;
  entries_ = static_cast<std::ptrdiff_t>((static_cast<std::size_t>(needed) + at_a_time - 1) / at_a_time * at_a_time);
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
  const double area = std::max(share, least_set_area);
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
  for (std::size_t begin = 0; begin < static_cast<std::size_t>(entries_); begin += at_a_time)
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

namespace {

// --- SUBSET: a dynamic programme over all subsets of the processors

RectangleSolution solve_subset(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  if (frame.size() > largest_p_of_subset)
    throw InputError(fmt::format("SUBSET takes at most {} processors, and there are {}; CLUSTER and BEST take more",
                                 largest_p_of_subset, frame.size()));
  return slicing_solution(frame, subset_tree(frame));
}

const Registration<RectangleAlgorithm> subset_registration{
    {.name = "SUBSET",
     .source = "this project",
     .summary = "The slicing tree of least Acost, by tables over all subsets of the processors and 48 aspect ratios; "
                "the optimum may be missed by as much as that resolution; "
                "considers Acost alone, whatever the latency.",
     .exact_everywhere = false,
     .solve = solve_subset}};

}  // namespace

SlicingTree subset_tree(const Frame& frame) {
  AspectTables tables(frame.n / frame.m);
  std::vector<std::int32_t> sets;
  for (std::size_t item = 0; item < frame.size(); ++item)
    sets.push_back(tables.add_piece(static_cast<std::int32_t>(item), frame.weights[item], {}));
  return tables.tree(tables.add_subsets(sets), frame);
}

namespace {

// --- RANGE: a dynamic programme over the contiguous ranges of the sorted weights

RectangleSolution solve_range(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  if (frame.size() > largest_p_of_range)
    throw InputError(fmt::format("RANGE takes at most {} processors, and there are {}; CLUSTER and BEST take more",
                                 largest_p_of_range, frame.size()));
  return slicing_solution(frame, range_tree(frame));
}

const Registration<RectangleAlgorithm> range_registration{
    {.name = "RANGE",
     .source = "this project",
     .summary = "The slicing tree of least Acost whose boxes hold contiguous ranges of the sorted weights, "
                "by tables over 48 aspect ratios; considers Acost alone, whatever the latency.",
     .exact_everywhere = false,
     .solve = solve_range}};

}  // namespace

SlicingTree range_tree(const Frame& frame) {
  const std::size_t p = frame.size();
  AspectTables tables(frame.n / frame.m);
  // sets[first][length - 1]: the items [first, first + length).
  std::vector<std::vector<std::int32_t>> sets(p);
  for (std::size_t first = 0; first < p; ++first)
    sets[first].push_back(tables.add_piece(static_cast<std::int32_t>(first), frame.weights[first], {}));
  for (std::size_t length = 2; length <= p; ++length)
    for (std::size_t first = 0; first + length <= p; ++first) {
      // Not from the prefix sums, in which the least weights may vanish.
      const double area = tables.area(sets[first].back()) + frame.weights[first + length - 1];
      const std::int32_t set = tables.add_set(area);
      for (std::size_t left = 1; left < length; ++left)
        tables.offer(sets[first][left - 1], sets[first + left][length - left - 1]);
      tables.finish();
      sets[first].push_back(set);
    }
  return tables.tree(sets[0].back(), frame);
}

namespace {

// --- CLUSTER: Huffman merging to a few clusters, then all slicing trees over them

using Key = std::pair<double, std::int32_t>;  // what the merging takes for the area, and the set

// Merges the two sets of least key until `size` are left.
std::vector<std::int32_t> merged(std::vector<Key> keys, const Frame& frame, std::size_t size, AspectTables& tables) {
  std::vector<double> areas(frame.weights);
  std::priority_queue<Key, std::vector<Key>, std::greater<>> queue(std::greater<>{}, std::move(keys));
  while (queue.size() > size) {
    const Key first = queue.top();
    queue.pop();
    const Key second = queue.top();
    queue.pop();
    areas.push_back(areas[static_cast<std::size_t>(first.second)] + areas[static_cast<std::size_t>(second.second)]);
    const std::int32_t set = tables.add_set(areas.back());
    tables.offer(first.second, second.second);
    tables.finish();
    queue.emplace(first.first + second.first, set);
  }
  std::vector<std::int32_t> sets;
  for (; !queue.empty(); queue.pop()) sets.push_back(queue.top().second);
  return sets;
}

// Factors e^(spread (u - 1/2)), the spread itself drawn from .7 to 1.
void disturb(std::vector<Key>& keys, RandomStream& stream) {
  const double spread = 0.7 + 0.3 * draw_unit(stream);
  for (Key& key : keys) key.first *= std::exp(spread * (draw_unit(stream) - 0.5));
}

RectangleSolution solve_cluster(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  const Frame frame = make_frame(problem);
  if (frame.size() > largest_p_of_cluster)
    throw InputError(fmt::format("CLUSTER takes at most {} processors, and there are {}; BEST takes more",
                                 largest_p_of_cluster, frame.size()));
  RandomStream own = stream.renamed("CLUSTER");
  const BestTree best = cluster_trees(frame, static_cast<std::size_t>(options.count("size")),
                                      static_cast<std::size_t>(options.count("runs")), own);
  return slicing_solution(frame, best.tree);
}

const Registration<RectangleAlgorithm> cluster_registration{
    {.name = "CLUSTER",
     .source = "this project",
     .summary = "Merges the smallest areas as Huffman codes do until few clusters are left, "
                "then the best slicing tree over these, by tables over 48 aspect ratios; "
                "the best of several runs with disturbed areas. Trees are made for Acost alone, "
                "and chosen by Acost + latency * internal edges.",
     .exact_everywhere = false,
     .options =
         {{.name = "size",
           .kind = OptionKind::count,
           .default_value = "8",
           .least = 1,
           .most = most_clusters,
           .summary = "clusters that are left, 1 to 12; a run takes 3^size steps"},
          {.name = "runs", .kind = OptionKind::count, .default_value = "10", .least = 1, .summary = "number of runs"}},
     .variants = {"size=4,runs=2"},
     .solve = solve_cluster}};

}  // namespace

BestTree cluster_trees(const Frame& frame, std::size_t size, std::size_t runs, RandomStream& stream) {
  AspectTables tables(frame.n / frame.m);
  std::vector<Key> areas;
  for (std::size_t item = 0; item < frame.size(); ++item)
    areas.emplace_back(frame.weights[item], tables.add_piece(static_cast<std::int32_t>(item), frame.weights[item], {}));
  BestTree best;
  for (std::size_t run = 0; run < runs; ++run) {
    std::vector<Key> keys = areas;
    if (run > 0) disturb(keys, stream);
    const std::vector<std::int32_t> sets = merged(std::move(keys), frame, size, tables);
    best.offer(frame, tables.tree(sets.size() == 1 ? sets.front() : tables.add_subsets(sets), frame));
    tables.keep_pieces();
  }
  return best;
}

}  // namespace apportion
