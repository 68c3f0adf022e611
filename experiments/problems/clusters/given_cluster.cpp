// Speeds or shares of a user's cluster for an array, checks of its required properties, and parts compared with
// memory.
#include "experiments/problems/clusters/given_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "experiments/problems/common/json.hpp"

namespace apportion::problems {
namespace {

std::vector<PerformanceModel> models_of(const GivenCluster& cluster) {
  if (cluster.depends_on_size()) return cluster.models;
  std::vector<PerformanceModel> models;
  for (const double speed : cluster.speeds) models.push_back(PerformanceModel({{speed, 1}}));
  return models;
}

double last_end(const std::vector<PerformanceModel>& models, const std::vector<double>& sizes) {
  double last = 0;
  for (std::size_t i = 0; i < models.size(); ++i) last = std::max(last, models[i].seconds(sizes[i]));
  return last;
}

ClusterShares limited_shares(const GivenCluster& cluster, double elements, double cells) {
  const std::vector<PerformanceModel> models = models_of(cluster);
  const double held = std::accumulate(cluster.memory.begin(), cluster.memory.end(), 0.0);
  if (held < cells)
    throw InputError(fmt::format("the memory holds {} of {} cells: {} lacking, and more memory would help most on {}",
                                 held, cells, cells - held,
                                 cluster.names[most_helped(models, cluster.memory, cells - held)]));
  std::vector<double> limits = cluster.memory;
  for (double& limit : limits) limit *= elements / cells;
  const std::vector<double> sizes = balanced_sizes(models, elements, limits);
  const double seconds = last_end(models, sizes);
  ClusterShares shares{.cluster = {}, .memory = MemoryLimits{.cells = cluster.memory}};
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    const bool is_full = sizes[i] >= limits[i];
    if (is_full) shares.memory->full.push_back(i);
    if (cluster.depends_on_size()) {
      shares.cluster.speeds.push_back(sizes[i]);
      shares.memory->speeds.push_back(sizes[i] * (seconds / models[i].seconds(sizes[i])));
    } else {
      // Processors that are not full keep their speeds to the bit.
      shares.cluster.speeds.push_back(is_full ? sizes[i] / seconds : cluster.speeds[i]);
      shares.memory->speeds.push_back(cluster.speeds[i]);
    }
  }
  if (!shares.memory->full.empty())
    shares.memory->longer = std::max(seconds / last_end(models, balanced_sizes(models, elements)) - 1, 0.0);
  return shares;
}

}  // namespace

ClusterShares GivenCluster::shares_of(double elements, double cells) const {
  const bool is_limited = !memory.empty();
  if (!depends_on_size() && !is_limited) return {{speeds, {}}};
  if (!(elements > 0) || !std::isfinite(elements))
    throw InputError(fmt::format("the {}, so there must be elements; there are {}",
                                 is_limited ? "memory limits the shares" : "speeds depend on the size", elements));
  if (is_limited) return limited_shares(*this, elements, cells);
  return {{balanced_sizes(models, elements), {}}};
}

const std::vector<double>& constant_speeds(const GivenCluster& cluster) {
  if (cluster.depends_on_size())
    throw InputError("the speeds depend on the size, which is not possible here; the header must be name,speed");
  return cluster.speeds;
}

std::vector<double> speeds_over_least(const GivenCluster& cluster) {
  std::vector<double> speeds = constant_speeds(cluster);
  const double least = *std::ranges::min_element(speeds);
  for (double& speed : speeds) speed /= least;
  return speeds;
}

void count_cells(GivenCluster& cluster, double unit) {
  for (std::size_t i = 0; i < cluster.memory.size(); ++i) {
    const double cells = cluster.memory[i] / unit;
    if (!(cells >= 1))
      throw InputError(fmt::format("line {}: the memory of {} holds {} of a cell; it must hold one", cluster.lines[i],
                                   cluster.names[i], cells));
    cluster.memory[i] = std::floor(cells);
  }
  cluster.memory_is_bytes = false;
}

const std::vector<Spread>& known_spreads(const GivenCluster& cluster) {
  for (std::size_t i = 0; i < cluster.size(); ++i)
    if (cluster.spreads[i].repeats == 0)
      throw InputError(
          fmt::format("line {}: {} was measured once, so that its spread is unknown; give it another "
                      "line, measured again",
                      cluster.lines[i], cluster.names[i]));
  return cluster.spreads;
}

// --- Memory in answers

MemoryUse memory_use(const MemoryLimits& limits, const std::vector<double>& cells) {
  MemoryUse use{limits.full, limits.longer};
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] > limits.cells[i]) use.beyond.push_back({i, cells[i] - limits.cells[i]});
  return use;
}

std::string memory_json(const std::optional<MemoryUse>& use) {
  if (!use) return {};
  const auto excess = [](const MemoryUse::Excess& each) {
    return fmt::format(R"({{"processor":{},"cells":{}}})", each.processor, each.cells);
  };
  return fmt::format(R"(,"memory":{{"full":[{}],"longer":{},"beyond":{}}})", fmt::join(use->full, ","), use->longer,
                     json_list(use->beyond, excess));
}

}  // namespace apportion::problems
