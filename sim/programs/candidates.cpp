// Candidate generation of Chatterjee et al., Section 5.2, with its open points settled.
#include "sim/programs/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "base/error.hpp"

namespace apportion {
namespace {

constexpr double bin_growth = 1.25;
constexpr std::size_t most_candidates = 10'000;
constexpr double tie = 1e-9;  // of squared logarithms: equal distances differ in their last bits only

// The bin of every size in one dimension.
std::map<std::int64_t, std::size_t> bins(const std::vector<TemplateVector>& extents, std::size_t dimension) {
  std::map<std::int64_t, std::size_t> bin;
  for (const TemplateVector& extent : extents) bin[extent[dimension]] = 0;
  std::size_t current = 0;
  std::optional<std::int64_t> previous;
  for (auto& [size, number] : bin) {
    if (previous && static_cast<double>(size) > bin_growth * static_cast<double>(*previous)) ++current;
    number = current;
    previous = size;
  }
  return bin;
}

double volume(const TemplateVector& extent) {
  return std::accumulate(extent.begin(), extent.end(), 1.0,
                         [](double product, std::int64_t size) { return product * static_cast<double>(size); });
}

void extend_factorisation(std::int64_t left, std::size_t dimensions, TemplateVector& factors,
                          std::vector<TemplateVector>& all) {
  if (dimensions == 1) {
    factors.push_back(left);
    all.push_back(factors);
    factors.pop_back();
    return;
  }
  for (std::int64_t factor = left; factor >= 1; --factor) {
    if (left % factor != 0) continue;
    factors.push_back(factor);
    extend_factorisation(left / factor, dimensions - 1, factors, all);
    factors.pop_back();
  }
}

// Sum over pairs of dimensions of the squared difference of log-ratios, divided by their number: the variance of
// log p_i - log r_i.
double log_ratio_distance(const TemplateVector& allocation, const TemplateVector& extent) {
  const auto n = static_cast<double>(allocation.size());
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < allocation.size(); ++i) {
    const double x = std::log(static_cast<double>(allocation[i]) / static_cast<double>(extent[i]));
    sum += x;
    squares += x * x;
  }
  return squares / n - sum / n * (sum / n);
}

using Admissible = std::function<bool(const TemplateVector&)>;

// Adds the admissible allocations that are closest to the ratios of `extent`.
void add_closest(const std::vector<TemplateVector>& all, const TemplateVector& extent, const Admissible& admissible,
                 std::set<TemplateVector, std::greater<>>& chosen) {
  double least = HUGE_VAL;
  for (const TemplateVector& allocation : all)
    if (admissible(allocation)) least = std::min(least, log_ratio_distance(allocation, extent));
  for (const TemplateVector& allocation : all)
    if (admissible(allocation) && log_ratio_distance(allocation, extent) <= least + tie) chosen.insert(allocation);
}

// The most equal allocations that leave the dimensions shorter than the number of processors to one processor.
void add_avoiding_short(const std::vector<TemplateVector>& all, const TemplateVector& extent, std::int64_t processors,
                        std::set<TemplateVector, std::greater<>>& chosen) {
  if (std::ranges::none_of(extent, [&](std::int64_t size) { return size < processors; })) return;
  // Equality is judged over the other dimensions: the long ones get equal ratios, the short ones are not compared.
  double least = HUGE_VAL;
  std::vector<std::pair<double, const TemplateVector*>> rated;
  for (const TemplateVector& allocation : all) {
    TemplateVector others;
    bool avoids = true;
    for (std::size_t i = 0; i < extent.size(); ++i) {
      if (extent[i] >= processors)
        others.push_back(allocation[i]);
      else
        avoids = avoids && allocation[i] == 1;
    }
    if (!avoids || others.empty()) continue;
    rated.emplace_back(log_ratio_distance(others, TemplateVector(others.size(), 1)), &allocation);
    least = std::min(least, rated.back().first);
  }
  for (const auto& [distance, allocation] : rated)
    if (distance <= least + tie) chosen.insert(*allocation);
}

// Descending, each once.
using Features = std::set<std::int64_t, std::greater<>>;

std::vector<Features> feature_sizes(std::size_t rank, const std::vector<TemplateVector>& representatives,
                                    const std::vector<ObjectExtent>& extents) {
  std::vector<Features> features(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    for (const TemplateVector& extent : representatives) features[i].insert(extent[i]);
    for (const ObjectExtent& extent : extents)
      if (extent.varies[i]) features[i].insert(1);
    if (features[i].empty()) features[i].insert(1);
  }
  return features;
}

// Adds the candidates of one allocation, dimension by dimension.
void add_candidates(const TemplateVector& allocation, const std::vector<Features>& features,
                    TemplateDistribution& partial, std::vector<TemplateDistribution>& candidates) {
  const std::size_t dimension = partial.rank();
  if (dimension == allocation.size()) {
    if (candidates.size() == most_candidates)
      throw InputError(fmt::format("more than {} candidate distributions; use fewer processors or different sizes",
                                   most_candidates));
    candidates.push_back(partial);
    return;
  }
  const std::int64_t processors = allocation[dimension];
  Features blocks;
  for (const std::int64_t feature : features[dimension])
    blocks.insert(processors == 1 ? 1 : (feature + processors - 1) / processors);
  for (const std::int64_t block : blocks) {
    partial.dimensions.push_back({processors, block});
    add_candidates(allocation, features, partial, candidates);
    partial.dimensions.pop_back();
  }
}

}  // namespace

std::vector<ObjectExtent> object_extents(const Program& program) {
  std::vector<ObjectExtent> extents;
  const auto add = [&](const std::vector<RepeatedPlacement>& places) {
    if (has_elements(places)) extents.push_back(extent_of(places));
  };
  for (const ProgramNode& node : program.nodes) {
    add(placements(program, node, node.object));
    if (node.operand) add(placements(program, node, *node.operand));
  }
  for (const ProgramEdge& edge : program.edges)
    if (edge.object) add(placements(program, edge));
  return extents;
}

std::vector<TemplateVector> representative_extents(const std::vector<TemplateVector>& extents) {
  if (extents.empty()) return {};
  std::vector<std::map<std::int64_t, std::size_t>> bin;
  for (std::size_t i = 0; i < extents.front().size(); ++i) bin.push_back(bins(extents, i));
  std::map<std::vector<std::size_t>, std::size_t> cluster_of;
  std::vector<TemplateVector> representatives;
  for (const TemplateVector& extent : extents) {
    std::vector<std::size_t> cluster;
    for (std::size_t i = 0; i < extent.size(); ++i) cluster.push_back(bin[i].at(extent[i]));
    const auto [place, is_new] = cluster_of.try_emplace(cluster, representatives.size());
    if (is_new)
      representatives.push_back(extent);
    else if (volume(extent) > volume(representatives[place->second]))
      representatives[place->second] = extent;
  }
  return representatives;
}

std::vector<TemplateVector> factorisations(std::int64_t processors, std::size_t rank) {
  std::vector<TemplateVector> all;
  TemplateVector factors;
  extend_factorisation(processors, rank, factors, all);
  return all;
}

std::vector<TemplateVector> allocations(std::int64_t processors, const std::vector<TemplateVector>& representatives,
                                        const std::vector<ObjectExtent>& extents) {
  const std::size_t rank = representatives.empty() ? 0 : representatives.front().size();
  const std::vector<TemplateVector> all = factorisations(processors, std::max<std::size_t>(rank, 1));
  std::set<TemplateVector, std::greater<>> chosen;
  for (const TemplateVector& extent : representatives)
    add_closest(
        all, extent,
        [&](const TemplateVector& allocation) {
          return std::equal(allocation.begin(), allocation.end(), extent.begin(), std::less_equal<>());
        },
        chosen);
  add_closest(
      all, TemplateVector(all.front().size(), 1), [](const TemplateVector&) { return true; }, chosen);
  std::set<TemplateVector> shapes;
  for (const ObjectExtent& extent : extents) shapes.insert({extent.swept, extent.largest});
  for (const TemplateVector& shape : shapes) add_avoiding_short(all, shape, processors, chosen);
  return {chosen.begin(), chosen.end()};
}

std::vector<TemplateDistribution> candidate_distributions(const Program& program) {
  const std::vector<ObjectExtent> extents = object_extents(program);
  std::vector<TemplateVector> swept;
  for (const ObjectExtent& extent : extents) swept.push_back(extent.swept);
  std::vector<TemplateVector> representatives = representative_extents(swept);
  if (representatives.empty()) representatives.emplace_back(program.rank, 1);
  const std::vector<Features> features = feature_sizes(program.rank, representatives, extents);
  std::vector<TemplateDistribution> candidates;
  for (const TemplateVector& allocation : allocations(program.processors, representatives, extents)) {
    TemplateDistribution partial;
    add_candidates(allocation, features, partial, candidates);
  }
  return candidates;
}

}  // namespace apportion
