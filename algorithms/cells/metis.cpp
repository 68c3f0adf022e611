// METIS: multilevel partitioning of the graph of cells; the one place of METIS.
#include <fmt/format.h>
#include <metis.h>

#include <array>
#include <csignal>
#include <stdexcept>

#include "algorithms/cells/cell_graph.hpp"
#include "algorithms/cells/library_turn.hpp"
#include "base/error.hpp"

// Of METIS's own library. Its functions begin with the one and end with the other.
extern "C" {
int gk_sigtrap();    // NOLINT(readability-identifier-naming)
int gk_siguntrap();  // NOLINT(readability-identifier-naming)
}

namespace apportion {
namespace {

static_assert(sizeof(idx_t) == sizeof(std::int32_t), "METIS was built for indices of another width");

// METIS takes over SIGTERM by a handler that leaves the function which it interrupts by longjmp; in a thread that is
// not inside METIS it would jump to nowhere. Its functions set handlers only where they are not set yet. So they are
// set here, and SIGTERM is given back at once. SIGABRT stays its own: that is how it leaves when memory runs out.
class SignalTrap {
 public:
  SignalTrap() {
    struct sigaction before {};
    sigaction(SIGTERM, nullptr, &before);
    gk_sigtrap();
    sigaction(SIGTERM, &before, nullptr);
  }
  ~SignalTrap() {
    struct sigaction now {};
    sigaction(SIGTERM, nullptr, &now);
    gk_siguntrap();
    sigaction(SIGTERM, &now, nullptr);
  }
  SignalTrap(const SignalTrap&) = delete;
  SignalTrap& operator=(const SignalTrap&) = delete;
  SignalTrap(SignalTrap&&) = delete;
  SignalTrap& operator=(SignalTrap&&) = delete;
};

using Settings = std::array<idx_t, METIS_NOPTIONS>;

Settings settings_of(const Options& options, const CellGraph& graph, RandomStream& stream) {
  Settings settings{};
  METIS_SetDefaultOptions(settings.data());
  settings[METIS_OPTION_SEED] = static_cast<idx_t>(stream() >> 33U);
  if (!options.flag("quality")) return settings;
  settings[METIS_OPTION_NCUTS] = 10;
  settings[METIS_OPTION_NITER] = 50;
  settings[METIS_OPTION_UFACTOR] = 10;
  // It ends the call where the graph itself is in pieces.
  if (graph.connected && !options.flag("recursive")) settings[METIS_OPTION_CONTIG] = 1;
  return settings;
}

CellSolution solve(const CellProblem& problem, const Options& options, RandomStream& stream) {
  if (problem.cluster.size() == 1) return all_to_one(problem);
  CellGraph graph = cell_graph(problem, "METIS");
  Settings settings = settings_of(options, graph, stream);
  std::vector<real_t> fractions;
  for (const double fraction : target_fractions(problem)) fractions.push_back(static_cast<real_t>(fraction));
  std::vector<idx_t> processors(graph.rows.size());
  idx_t vertices = graph.size();
  idx_t constraints = 1;
  auto parts = static_cast<idx_t>(fractions.size());
  idx_t cut = 0;
  const auto partition = options.flag("recursive") ? METIS_PartGraphRecursive : METIS_PartGraphKway;
  const LibraryTurn turn;
  const SignalTrap trap;
  const int status = partition(&vertices, &constraints, graph.starts.data(), graph.ends.data(),
                               graph.loads.empty() ? nullptr : graph.loads.data(), nullptr, nullptr, &parts,
                               fractions.data(), nullptr, settings.data(), &cut, processors.data());
  if (status != METIS_OK) throw std::runtime_error(fmt::format("METIS failed with status {}", status));
  return with_owners(problem, graph, processors);
}

const Registration<CellAlgorithm> registration{
    {.name = "METIS",
     .source = "Karypis & Kumar 1998, A fast and high quality multilevel scheme for partitioning irregular graphs",
     .summary = "multilevel partitioning of the graph of cells: k-way by default, with the library's default settings",
     .exact_everywhere = false,
     .library = "METIS",
     .options = {{.name = "recursive", .summary = "by recursive bisection"},
                 {.name = "quality",
                  .summary = "the best of 10 partitions, 50 rounds of refinement each, at an imbalance of at most 1 %; "
                             "k-way with connected parts where the cells are connected"}},
     .variants = {"quality", "recursive"},
     .solve = solve}};

}  // namespace
}  // namespace apportion
