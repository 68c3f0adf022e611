// SCOTCH: mapping of the graph of cells by recursive bipartitioning. Only this file uses Scotch.
#include <scotch.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "extensions/cells/algorithms/library_graphs.hpp"

// Scotch calls these functions of the program for messages. They print nothing, since every error also has a status.
extern "C" {
void SCOTCH_errorProg(const char* /*name*/) {}
void SCOTCH_errorPrint(const char* /*format*/, ...) {}
void SCOTCH_errorPrintW(const char* /*format*/, ...) {}
}

namespace apportion {
namespace {

static_assert(sizeof(SCOTCH_Num) == sizeof(std::int32_t), "Scotch was built for numbers of another width");

// The approximate sum of the whole weights of processors.
constexpr double weight_sum = 1e8;

void require(int status) {
  if (status != 0) throw InputError("Scotch gives up on this array with status {}; BEST divides it", status);
}

// The data of a call: a context with its own generator and thread, the graph bound to it, the processors as a complete
// weighted graph, and a strategy.
class Mapping {
 public:
  Mapping() {
    SCOTCH_contextInit(&context_);
    SCOTCH_graphInit(&graph_);
    SCOTCH_graphInit(&bound_);
    SCOTCH_archInit(&processors_);
    SCOTCH_stratInit(&strategy_);
  }
  ~Mapping() {
    SCOTCH_stratExit(&strategy_);
    SCOTCH_archExit(&processors_);
    SCOTCH_graphExit(&bound_);
    SCOTCH_graphExit(&graph_);
    SCOTCH_contextExit(&context_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  void use_one_thread(SCOTCH_Num seed) {
    require(SCOTCH_contextRandomClone(&context_));
    SCOTCH_contextRandomSeed(&context_, seed);
    require(SCOTCH_contextOptionSetNum(&context_, SCOTCH_OPTIONNUMDETERMINISTIC, 1));
    require(SCOTCH_contextThreadSpawn(&context_, 1, nullptr));
  }

  void use_strategy(SCOTCH_Num kind, std::size_t processors, double imbalance) {
    require(SCOTCH_stratGraphMapBuild(&strategy_, kind, static_cast<SCOTCH_Num>(processors), imbalance));
  }

  [[nodiscard]] std::vector<std::int32_t> mapped(const CellGraph& graph, const std::vector<SCOTCH_Num>& weights) {
    const SCOTCH_Num* loads = graph.loads.empty() ? nullptr : graph.loads.data();
    require(SCOTCH_graphBuild(&graph_, 0, graph.size(), graph.starts.data(), nullptr, loads, nullptr,
                              static_cast<SCOTCH_Num>(graph.ends.size()), graph.ends.data(), nullptr));
    require(SCOTCH_contextBindGraph(&context_, &graph_, &bound_));
    require(SCOTCH_archCmpltw(&processors_, static_cast<SCOTCH_Num>(weights.size()), weights.data()));
    std::vector<SCOTCH_Num> owners(static_cast<std::size_t>(graph.size()));
    require(SCOTCH_graphMap(&bound_, &processors_, &strategy_, owners.data()));
    return owners;
  }

 private:
  SCOTCH_Context context_{};
  SCOTCH_Graph graph_{};
  SCOTCH_Graph bound_{};
  SCOTCH_Arch processors_{};
  SCOTCH_Strat strategy_{};
};

std::vector<std::int32_t> partition(const CellGraph& graph, const std::vector<double>& fractions, bool quality,
                                    double imbalance, SCOTCH_Num seed) {
  std::vector<SCOTCH_Num> weights;
  for (const double fraction : fractions)
    weights.push_back(static_cast<SCOTCH_Num>(std::max(1.0, std::round(fraction * weight_sum))));
  const LibraryTurn turn;
  Mapping mapping;
  mapping.use_one_thread(seed);
  constexpr double imbalance_for_quality = 0.01;
  if (quality)
    mapping.use_strategy(SCOTCH_STRATQUALITY, weights.size(), imbalance > 0 ? imbalance : imbalance_for_quality);
  else if (imbalance > 0)
    mapping.use_strategy(SCOTCH_STRATDEFAULT, weights.size(), imbalance);
  return mapping.mapped(graph, weights);
}

CellSolution solve(const CellProblem& problem, const Options& options, RandomStream& stream) {
  return divided_by(problem, "SCOTCH", [&](const CellGraph& graph, const std::vector<double>& fractions) {
    const auto seed = static_cast<SCOTCH_Num>(stream() >> 33U);
    return partition(graph, fractions, options.flag("quality"), problem.imbalance, seed);
  });
}

const Registration<CellAlgorithm> registration{
    {.name = "SCOTCH",
     .source =
         "Pellegrini & Roman 1996, Scotch: a software package for static mapping by dual recursive bipartitioning",
     .summary = "multilevel mapping of the graph of cells to weighted processors, by the library's default strategy",
     .exact_everywhere = false,
     .library = "Scotch",
     .in_space = true,
     .options = {{.name = "quality", .summary = "the strategy for quality, at an imbalance of 1 %"}},
     .variants = {"quality"},
     .solve = solve}};

}  // namespace
}  // namespace apportion
