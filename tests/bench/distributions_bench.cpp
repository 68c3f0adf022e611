// Queries to distributions of 2^40 indices, which must take the time of small ones.
#include <benchmark/benchmark.h>

#include <utility>
#include <vector>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "tests/bench/benchmarks.hpp"

namespace apportion {
namespace {

constexpr Index small = Index{1} << 12;
constexpr Index processes = 1 << 10;

std::vector<std::pair<std::string, Distribution>> all_distributions(Index n) {
  std::vector<std::pair<std::string, Distribution>> all;
  for (const char* kind : {"linear", "ceil-block", "wrap", "block-cyclic[block=64]"})
    all.emplace_back(kind, make_distribution(kind, n, processes));
  all.emplace_back("identity", make_distribution("identity", n, n));
  all.emplace_back("wrap-of-linear",
                   compose(make_distribution("wrap", small, processes), make_distribution("linear", n, small)));
  all.emplace_back("three rules", compose(make_distribution("block-cyclic", 2 * small, 96),
                                          compose(make_distribution("wrap", 4 * small, 2 * small),
                                                  make_distribution("ceil-block", n, 4 * small))));
  return all;
}

template <class Query>
void ask(benchmark::State& state, const Distribution& distribution, Query query) {
  // Spread over indices and processes.
  Index k = 0;
  for (auto _ : state) {
    k = (k + 7919) % distribution.length();
    benchmark::DoNotOptimize(query(distribution, k));
  }
  state.SetItemsProcessed(state.iterations());
}

void register_queries() {
  for (const Index n : {Index{1} << 20, largest_length})
    for (const auto& [name, distribution] : all_distributions(n)) {
      const std::string label = "/" + name + "/n:" + std::to_string(n);
      const auto add = [&label, &distribution = distribution](const std::string& query_name, auto query) {
        benchmark::RegisterBenchmark((query_name + label).c_str(), [distribution, query](benchmark::State& state) {
          ask(state, distribution, query);
        });
      };
      add("owner", [](const Distribution& asked, Index k) { return asked.owner(k); });
      add("owned_count", [](const Distribution& asked, Index k) { return asked.owned_count(k % asked.processes()); });
      add("owned", [](const Distribution& asked, Index k) { return asked.owned(k % asked.processes()); });
      add("most", [](const Distribution& asked, Index /*k*/) { return asked.most(); });
    }
}

void register_counts() {
  for (const Index n : {Index{1} << 20, largest_length}) {
    const MatrixProduct product =
        stored_with_result(make_distribution("wrap", n, 1000), make_distribution("linear", n, 1024),
                           make_distribution("ceil-block", n, 3));
    benchmark::RegisterBenchmark(("n_com by-loads/n:" + std::to_string(n)).c_str(), [product](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(count_communications("by-loads", product));
      state.SetItemsProcessed(state.iterations());
    });
  }
}

}  // namespace
void register_distribution_benchmarks() {
  register_queries();
  register_counts();
}

}  // namespace apportion
