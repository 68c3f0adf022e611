// METIS: multilevel partitioning of the graph of cells. Only this file uses METIS.
#include <metis.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <limits>
#include <new>

#include "base/error.hpp"
#include "extensions/cells/algorithms/library_graphs.hpp"

// METIS leaves failing calls by longjmp out of a handler for SIGABRT or SIGTERM. Such a signal from outside, delivered
// to another thread, would jump into an invalid frame. These three functions replace METIS's own of the same names and
// work without signals: they count nested calls, and jump to the end of the innermost one.
extern "C" {
extern __thread int gk_cur_jbufs;
extern __thread jmp_buf gk_jbufs[];

int gk_sigtrap() {
  ++gk_cur_jbufs;
  return 1;
}
int gk_siguntrap() {
  --gk_cur_jbufs;
  return 1;
}
void gk_errexit(int reason, const char* /*format*/, ...) { longjmp(gk_jbufs[gk_cur_jbufs], reason); }
}

namespace apportion {
namespace {

static_assert(sizeof(idx_t) == sizeof(std::int32_t), "METIS was built for indices of another width");

using Settings = std::array<idx_t, METIS_NOPTIONS>;

// Whether METIS is to minimise elements sent; InputError if it cannot.
bool by_volume(const CellProblem& problem, const Options& options) {
  const bool volume = options.text("objective") == "volume" || problem.objective == Objective::volume;
  if (volume && options.flag("recursive"))
    throw InputError("METIS[recursive] cannot minimise volume, only total; METIS can");
  return volume;
}

Settings settings_of(const CellProblem& problem, const Options& options, const CellGraph& graph, RandomStream& stream) {
  Settings settings{};
  METIS_SetDefaultOptions(settings.data());
  settings[METIS_OPTION_SEED] = static_cast<idx_t>(stream() >> 33U);
  if (by_volume(problem, options)) settings[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_VOL;
  // METIS takes the imbalance in thousandths, at least one.
  const auto imbalance = static_cast<idx_t>(std::max(1.0, std::floor(1000 * problem.imbalance + 1e-6)));
  if (problem.imbalance > 0) settings[METIS_OPTION_UFACTOR] = imbalance;
  const bool quality = options.flag("quality");
  const std::int64_t cuts = options.count("cuts");
  const std::int64_t rounds = options.count("rounds");
  if (cuts > 0 || quality) settings[METIS_OPTION_NCUTS] = static_cast<idx_t>(cuts > 0 ? cuts : 10);
  if (rounds > 0 || quality) settings[METIS_OPTION_NITER] = static_cast<idx_t>(rounds > 0 ? rounds : 50);
  if (!quality) return settings;
  if (problem.imbalance == 0) settings[METIS_OPTION_UFACTOR] = 10;
  // METIS refuses connected parts if the graph itself is in pieces.
  if (problem.connected && graph.connected && !options.flag("recursive")) settings[METIS_OPTION_CONTIG] = 1;
  return settings;
}

std::vector<std::int32_t> partition(CellGraph& graph, const std::vector<double>& fractions, bool recursive,
                                    Settings& settings) {
  // METIS refuses targets of 0, to which the least shares may round in its precision.
  constexpr real_t least = std::numeric_limits<real_t>::min();
  std::vector<real_t> targets;
  for (const double fraction : fractions)
    targets.insert(targets.end(), static_cast<std::size_t>(graph.maps), std::max(static_cast<real_t>(fraction), least));
  std::vector<idx_t> processors(static_cast<std::size_t>(graph.size()));
  idx_t vertices = graph.size();
  idx_t constraints = graph.maps;
  auto parts = static_cast<idx_t>(fractions.size());
  idx_t cut = 0;
  const auto call = recursive ? METIS_PartGraphRecursive : METIS_PartGraphKway;
  const LibraryTurn turn;
  const int status = call(&vertices, &constraints, graph.starts.data(), graph.ends.data(),
                          graph.loads.empty() ? nullptr : graph.loads.data(), nullptr,
                          graph.sides.empty() ? nullptr : graph.sides.data(), &parts, targets.data(), nullptr,
                          settings.data(), &cut, processors.data());
  if (status == METIS_ERROR_MEMORY) throw std::bad_alloc();
  if (status != METIS_OK) throw InputError("METIS gives up on this array with status {}; BEST divides it", status);
  return processors;
}

CellSolution solve(const CellProblem& problem, const Options& options, RandomStream& stream) {
  return divided_by(problem, "METIS", [&](CellGraph& graph, const std::vector<double>& fractions) {
    Settings settings = settings_of(problem, options, graph, stream);
    return partition(graph, fractions, options.flag("recursive"), settings);
  });
}

const Registration<CellAlgorithm> registration{
    {.name = "METIS",
     .source = "Karypis & Kumar 1998, A fast and high quality multilevel scheme for partitioning irregular graphs",
     .summary = "multilevel partitioning of the graph of cells: k-way by default, with the library's default settings; "
                "several maps of loads as its constraints",
     .exact_everywhere = false,
     .library = "METIS",
     .in_space = true,
     .several_maps = true,
     .keeps_together = true,
     .objectives = {Objective::total, Objective::volume},
     .options = {{.name = "objective",
                  .kind = OptionKind::text,
                  .default_value = "",
                  .choices = {"volume"},
                  .summary = "volume: of elements sent, whatever the problem asks for; k-way only"},
                 {.name = "recursive", .summary = "by recursive bisection"},
                 {.name = "quality",
                  .summary = "the best of 10 partitions, 50 rounds of refinement each, at an imbalance of at most 1 %; "
                             "k-way with connected parts where the cells are connected"},
                 {.name = "cuts",
                  .kind = OptionKind::count,
                  .default_value = "0",
                  .most = 1000,
                  .summary = "the best of this many partitions; 0: METIS's own number"},
                 {.name = "rounds",
                  .kind = OptionKind::count,
                  .default_value = "0",
                  .most = 1000,
                  .summary = "of refinement on each level; 0: as many as without it"}},
     .variants = {"quality", "recursive", "objective=volume"},
     .solve = solve}};

}  // namespace
}  // namespace apportion
