// ZOLTAN: geometric partitioning of the cells' centres. Only this file uses Zoltan and the MPI that it needs.
#include <fmt/format.h>
#include <mpi.h>
#include <zoltan.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "extensions/cells/algorithms/library_graphs.hpp"
#include "extensions/cells/algorithms/rebalancing.hpp"

// The leak sanitizer's functions, in builds that have it: MPI's plugins are unloaded, so that suppressions cannot match
// their leaks.
extern "C" {
[[gnu::weak]] void __lsan_disable();  // NOLINT(readability-identifier-naming)
[[gnu::weak]] void __lsan_enable();   // NOLINT(readability-identifier-naming)
}

namespace apportion {
namespace {

// MPI for this process only, begun by the first call and ended with the program. The standard requires that the thread
// that began it ends it, which may be a worker that has ended by then. The main thread does it instead: no other thread
// is inside MPI any more, nothing is being sent, and Open MPI does not check the thread.
class Mpi {
 public:
  Mpi() {
    int begun = 0;
    MPI_Initialized(&begun);
    if (begun == 0) begin();
  }
  ~Mpi() {
    int ended = 0;
    MPI_Finalized(&ended);
    if (mine_ && ended == 0) MPI_Finalize();
  }
  // Requires support of calls from several threads, one at a time (LibraryTurn).
  static void require_threads() {
    int provided = MPI_THREAD_SINGLE;
    MPI_Query_thread(&provided);
    if (provided < MPI_THREAD_SERIALIZED)
      throw InputError("Zoltan needs an MPI that several threads may call in turn; BEST divides without it");
  }
  Mpi(const Mpi&) = delete;
  Mpi& operator=(const Mpi&) = delete;

 private:
  void begin() {
    // Open MPI's settings, which users' own override: no daemon beside this process, no folder in /tmp, no network, no
    // search for X servers' screens, no signal handlers, no patches of the C library's memory functions, and no warning
    // when this process starts another one.
    constexpr std::array<std::pair<const char*, const char*>, 11> settings{
        {{"OMPI_MCA_ess_singleton_isolated", "1"},
         {"OMPI_MCA_orte_create_session_dirs", "0"},
         {"OMPI_MCA_pml", "ob1"},
         {"OMPI_MCA_btl", "self"},
         {"OMPI_MCA_memory", "^patcher"},
         {"OMPI_MCA_opal_signal", ""},
         {"OMPI_MCA_mpi_warn_on_fork", "0"},
         {"OMPI_MCA_mca_base_component_show_load_errors", "0"},
         {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
         {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
         {"HWLOC_COMPONENTS", "linux,stop"}}};
    for (const auto& [name, value] : settings) ::setenv(name, value, 0);
    int provided = 0;
    if (__lsan_disable != nullptr) __lsan_disable();
    const int status = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    if (__lsan_enable != nullptr) __lsan_enable();
    if (status != MPI_SUCCESS) throw std::runtime_error("MPI cannot be started, which Zoltan needs");
    mine_ = true;
    float version = 0;
    Zoltan_Initialize(0, nullptr, &version);
  }

  bool mine_ = false;
};

bool is_success(int status) { return status == ZOLTAN_OK || status == ZOLTAN_WARN; }

void require(int status) {
  if (!is_success(status)) throw std::runtime_error(fmt::format("Zoltan failed with status {}", status));
}

// --- Zoltan's queries about the cells
int number_of_cells(void* graph, int* status) {
  *status = ZOLTAN_OK;
  return static_cast<const CellGraph*>(graph)->size();
}

void list_cells(void* data, int /*global*/, int /*local*/, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR /*local_ids*/,
                int dimensions, float* loads, int* status) {
  const auto* graph = static_cast<const CellGraph*>(data);
  for (std::size_t v = 0; v < graph->pieces.size(); ++v) {
    ids[v] = static_cast<ZOLTAN_ID_TYPE>(v);
    if (dimensions > 0) loads[v] = static_cast<float>(graph->loads[v]);
  }
  *status = ZOLTAN_OK;
}

int number_of_coordinates(void* graph, int* status) {
  *status = ZOLTAN_OK;
  return static_cast<const CellGraph*>(graph)->pieces.in_plane ? 2 : 3;
}

void list_centres(void* data, int /*global*/, int /*local*/, int cells, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR /*local_ids*/,
                  int /*dimensions*/, double* centres, int* status) {
  const auto* graph = static_cast<const CellGraph*>(data);
  for (std::ptrdiff_t k = 0; k < cells; ++k) {
    const auto& [layer, row, column] = graph->pieces.positions[ids[k]];
    *centres++ = static_cast<double>(column) + 0.5;
    *centres++ = static_cast<double>(row) + 0.5;
    if (!graph->pieces.in_plane) *centres++ = static_cast<double>(layer) + 0.5;
  }
  *status = ZOLTAN_OK;
}

void count_neighbours(void* data, int /*global*/, int /*local*/, int cells, ZOLTAN_ID_PTR ids,
                      ZOLTAN_ID_PTR /*local_ids*/, int* counts, int* status) {
  const auto* graph = static_cast<const CellGraph*>(data);
  for (std::ptrdiff_t k = 0; k < cells; ++k) counts[k] = graph->starts[ids[k] + 1] - graph->starts[ids[k]];
  *status = ZOLTAN_OK;
}

void list_neighbours(void* data, int /*global*/, int /*local*/, int cells, ZOLTAN_ID_PTR ids,
                     ZOLTAN_ID_PTR /*local_ids*/, int* /*counts*/, ZOLTAN_ID_PTR neighbours, int* ranks,
                     int /*dimensions*/, float* /*weights*/, int* status) {
  const auto* graph = static_cast<const CellGraph*>(data);
  for (std::ptrdiff_t k = 0; k < cells; ++k)
    for (std::int32_t i = graph->starts[ids[k]]; i < graph->starts[ids[k] + 1]; ++i) {
      *neighbours++ = static_cast<ZOLTAN_ID_TYPE>(graph->ends[static_cast<std::size_t>(i)]);
      *ranks++ = 0;
    }
  *status = ZOLTAN_OK;
}

void list_previous(void* data, int /*global*/, int /*local*/, int cells, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR /*local_ids*/,
                   int* parts, int* status) {
  const auto* previous = static_cast<const std::vector<std::int32_t>*>(data);
  for (std::ptrdiff_t k = 0; k < cells; ++k) parts[k] = (*previous)[ids[k]];
  *status = ZOLTAN_OK;
}

// The lists of an answer.
struct Lists {
  int count = 0;
  ZOLTAN_ID_PTR ids = nullptr;
  ZOLTAN_ID_PTR local_ids = nullptr;
  int* ranks = nullptr;
  int* parts = nullptr;
};

// A call's settings, data and answer.
class Balancing {
 public:
  explicit Balancing(CellGraph& graph) : graph_(graph), zoltan_(Zoltan_Create(MPI_COMM_SELF)) {
    if (zoltan_ == nullptr) throw std::runtime_error("Zoltan cannot be started");
    Zoltan_Set_Num_Obj_Fn(zoltan_, number_of_cells, &graph_);
    Zoltan_Set_Obj_List_Fn(zoltan_, list_cells, &graph_);
    Zoltan_Set_Num_Geom_Fn(zoltan_, number_of_coordinates, &graph_);
    Zoltan_Set_Geom_Multi_Fn(zoltan_, list_centres, &graph_);
    Zoltan_Set_Num_Edges_Multi_Fn(zoltan_, count_neighbours, &graph_);
    Zoltan_Set_Edge_List_Multi_Fn(zoltan_, list_neighbours, &graph_);
    set("DEBUG_LEVEL", "0");
    set("NUM_GID_ENTRIES", "1");
    set("NUM_LID_ENTRIES", "0");
    set("OBJ_WEIGHT_DIM", graph_.loads.empty() ? "0" : "1");
    set("RETURN_LISTS", "PARTS");
  }
  ~Balancing() {
    for (Lists* lists : {&imported_, &exported_})
      Zoltan_LB_Free_Part(&lists->ids, &lists->local_ids, &lists->ranks, &lists->parts);
    Zoltan_Destroy(&zoltan_);
  }
  Balancing(const Balancing&) = delete;
  Balancing& operator=(const Balancing&) = delete;

  void set(const char* name, const std::string& value) { require(Zoltan_Set_Param(zoltan_, name, value.c_str())); }

  void set_targets(const std::vector<double>& fractions) {
    set("NUM_GLOBAL_PARTS", std::to_string(fractions.size()));
    std::vector<int> parts;
    std::vector<int> dimensions(fractions.size(), 0);
    std::vector<float> sizes;
    for (const double fraction : fractions) {
      parts.push_back(static_cast<int>(parts.size()));
      sizes.push_back(static_cast<float>(fraction));
    }
    require(Zoltan_LB_Set_Part_Sizes(zoltan_, 1, static_cast<int>(parts.size()), parts.data(), dimensions.data(),
                                     sizes.data()));
  }

  // Sets the previous owner of each vertex. Zoltan's multiplier is the price of communication over that of migration
  // (Catalyurek et al. 2009).
  void set_previous(std::vector<std::int32_t> owners, double price) {
    constexpr double most = 1e6;
    previous_ = std::move(owners);
    Zoltan_Set_Part_Multi_Fn(zoltan_, list_previous, &previous_);
    set("PHG_REPART_MULTIPLIER", fmt::format("{}", price > 1 / most ? 1 / price : most));
  }

  [[nodiscard]] std::vector<std::int32_t> balanced() {
    int changed = 0;
    int global = 0;
    int local = 0;
    const int status = Zoltan_LB_Partition(zoltan_, &changed, &global, &local, &imported_.count, &imported_.ids,
                                           &imported_.local_ids, &imported_.ranks, &imported_.parts, &exported_.count,
                                           &exported_.ids, &exported_.local_ids, &exported_.ranks, &exported_.parts);
    if (status == ZOLTAN_MEMERR) throw std::bad_alloc();
    // Zoltan's space-filling curve fails if loads or shares differ by orders of magnitude.
    if (!is_success(status)) throw InputError("Zoltan gives up on this array with status {}; BEST divides it", status);
    std::vector<std::int32_t> owners(graph_.pieces.size(), 0);
    for (std::ptrdiff_t k = 0; k < exported_.count; ++k) owners[exported_.ids[k]] = exported_.parts[k];
    return owners;
  }

 private:
  CellGraph& graph_;
  std::vector<std::int32_t> previous_;
  Zoltan_Struct* zoltan_;
  Lists imported_;
  Lists exported_;
};

// The word for a method, Zoltan's name for it, whether its cuts follow whole lines, and how it starts from a previous
// division.
struct Method {
  const char* word;
  const char* name;
  const char* rectilinear = "0";
  const char* approach = nullptr;
};

constexpr std::array<Method, 6> methods = {{{"rcb", "RCB"},
                                            {"rectilinear", "RCB", "1"},
                                            {"rib", "RIB"},
                                            {"hsfc", "HSFC"},
                                            {"repartition", "GRAPH", "0", "REPARTITION"},
                                            {"refine", "GRAPH", "0", "REFINE"}}};

// The previous owner of each vertex, or a processor beside it if the owner was removed.
std::vector<std::int32_t> previous_of(const CellProblem& problem, const CellGraph& graph) {
  std::vector<std::int32_t> previous;
  with_mesh(problem, "ZOLTAN", [&](const auto& mesh) {
    std::ranges::copy_if(filled(problem, mesh), std::back_inserter(previous),
                         [](std::int32_t owner) { return owner != no_owner; });
  });
  if (previous.size() != static_cast<std::size_t>(graph.size())) throw std::logic_error("a cell has no previous owner");
  return previous;
}

std::vector<std::int32_t> partition(CellGraph& graph, const std::vector<double>& fractions, const CellProblem& problem,
                                    const Method& method, std::uint64_t seed) {
  const LibraryTurn turn;
  static const Mpi mpi;
  Mpi::require_threads();
  Balancing balancing(graph);
  balancing.set("LB_METHOD", method.name);
  balancing.set("RCB_RECTILINEAR_BLOCKS", method.rectilinear);
  if (method.approach != nullptr) {
    balancing.set("GRAPH_PACKAGE", "PHG");
    balancing.set("LB_APPROACH", method.approach);
    balancing.set_previous(previous_of(problem, graph), problem.previous->price);
  }
  if (problem.imbalance > 0) balancing.set("IMBALANCE_TOL", fmt::format("{}", 1 + problem.imbalance));
  balancing.set("SEED", std::to_string(seed));
  balancing.set_targets(fractions);
  return balancing.balanced();
}

CellSolution solve(const CellProblem& problem, const Options& options, RandomStream& stream) {
  const Method& method = *std::ranges::find(methods, options.text("method"), &Method::word);
  if (method.approach != nullptr && problem.previous == nullptr)
    throw InputError("ZOLTAN[method={}] starts from a previous division; give --previous OWNERS", method.word);
  return divided_by(problem, "ZOLTAN", [&](CellGraph& graph, const std::vector<double>& fractions) {
    return partition(graph, fractions, problem, method, stream() >> 33U);
  });
}

const Registration<CellAlgorithm> registration{
    {.name = "ZOLTAN",
     .source =
         "Devine, Boman, Heaphy, Hendrickson & Vaughan 2002, Zoltan data management services for parallel dynamic "
         "applications",
     .summary = "geometric partitioning of the cells' centres, by default recursive coordinate bisection (Berger & "
                "Bokhari 1987); of their graph from a previous division",
     .exact_everywhere = false,
     .library = "Zoltan",
     .in_space = true,
     .options = {{.name = "method",
                  .kind = OptionKind::text,
                  .default_value = "rcb",
                  .choices = collected(methods, &Method::word),
                  .summary =
                      "rcb; rectilinear: the same with cuts along whole lines; rib: recursive inertial "
                      "bisection; hsfc: a Hilbert space-filling curve; from a previous division repartition, with "
                      "the price of what moves, and refine"}},
     .variants = {"method=rectilinear", "method=rib", "method=hsfc"},
     .solve = solve}};

}  // namespace
}  // namespace apportion
