// Fuzz target: cluster files.
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "experiments/problems/clusters/cluster_file.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

// Those who have got something finish at once, the others could not have begun.
void expect_balanced(const problems::GivenCluster& given, double elements) {
  const std::vector<double> sizes = balanced_sizes(given.models, elements);
  const double sum = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  expect(std::abs(sum - elements) <= 1e-9 * elements, fmt::format("sizes of {} sum to {}", elements, sum));
  // Sizes have digits of their own, which count where times rise steeply.
  constexpr double less = 1 - 1e-9;
  constexpr double more = 1 + 1e-9;
  double last = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    expect(sizes[i] >= 0, "a size below zero");
    last = std::max(last, given.models[i].seconds(sizes[i] * less) * less);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i)
    expect(given.models[i].seconds(sizes[i] * more) >= last,
           fmt::format("processor {} has finished before the last one", i));
}

void expect_within(const Cluster& cluster, const std::vector<double>& memory, double elements) {
  const double sum = std::accumulate(cluster.speeds.begin(), cluster.speeds.end(), 0.0);
  for (std::size_t i = 0; i < memory.size(); ++i)
    expect(cluster.speeds[i] / sum * elements <= memory[i] * (1 + 1e-9), fmt::format("share {} beyond memory", i));
}

void fuzz_clusters(std::string_view input) {
  problems::GivenCluster given = problems::parse_cluster(input);
  if (given.memory_is_bytes) count_cells(given, 8);
  expect(given.size() > 0 && given.speeds.size() + given.models.size() == given.size(), "not one speed per processor");
  for (const double elements : {1.0, 1e6}) {
    const problems::ClusterShares shares = given.shares_of(elements, elements);
    const Cluster& cluster = shares.cluster;
    validate(cluster);
    if (shares.memory) expect_within(cluster, given.memory, elements);
    expect(cluster.size() == given.size(), "not one speed per processor");
    if (given.depends_on_size() && given.memory.empty()) expect_balanced(given, elements);
  }
}

const TargetRegistration clusters_registration{{"clusters", fuzz_clusters}};

}  // namespace
}  // namespace apportion::fuzz
