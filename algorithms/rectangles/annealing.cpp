// ANNEALING: simulated annealing over slicing trees.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "algorithms/rectangles/annealing_search.hpp"
#include "algorithms/rectangles/cluster.hpp"
#include "algorithms/rectangles/lns.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// Counting edges takes about as long as this many evaluations without it.
constexpr std::size_t cost_of_edges = 10;
// With few parts the search has seen everything long before a great budget is spent.
constexpr std::size_t useful_per_squared_part = 200;
constexpr std::size_t always_useful = 2000;

struct Settings {
  std::size_t evaluations = 0;
  std::size_t runs = 1;
  bool corners = false;
  NeighbourhoodSettings start;
};

bool any_shapes(const Options& options) {
  const std::string& shapes = options.text("shapes");
  if (shapes != "any" && shapes != "rectangles")
    throw InputError(fmt::format("option shapes of ANNEALING is '{}'; it must be rectangles or any", shapes));
  return shapes == "any";
}

Settings settings_of(const Options& options) {
  const auto count = [&options](const char* name) { return static_cast<std::size_t>(options.count(name)); };
  if (count("runs") < 1 || count("runs") > std::max<std::size_t>(count("evaluations"), 1))
    throw InputError(fmt::format("option runs of ANNEALING is {}; it must be from 1 to evaluations, which is {}",
                                 count("runs"), count("evaluations")));
  return {.evaluations = count("evaluations"),
          .runs = count("runs"),
          .corners = any_shapes(options),
          .start = {.steps = count("neighbourhoods"),
                    .range_limit = count("range-limit"),
                    .subset_limit = count("subset-limit")}};
}

std::size_t evaluations_of_run(const Frame& frame, const Settings& settings) {
  const std::size_t share = settings.evaluations / settings.runs / (frame.latency > 0 ? cost_of_edges : 1);
  return std::min(share, std::max(always_useful, useful_per_squared_part * frame.size() * frame.size()));
}

// Few parts leave time to get away from the start, and need it: many small rises in a row do not lead there.
double heat(std::size_t parts) {
  const auto p = static_cast<double>(parts);
  return std::clamp(8 / (p * p), 0.02, 0.2);
}

// Every run but the first starts from clusters of its own.
BestTree start_of_run(const Frame& frame, const Settings& settings, std::size_t run, RandomStream& stream) {
  if (run == 0) return neighbourhood_tree(frame, settings.start, stream);
  BestTree start = cluster_trees(frame, 6, 3, stream);
  LargeNeighbourhoods(frame, settings.start.size).improve(start, settings.start.steps / settings.runs, stream);
  return start;
}

BestTree annealed_tree(const Frame& frame, const Settings& settings, const RandomStream& stream) {
  RandomStream own = stream.renamed("ANNEALING");
  BestTree best;
  for (std::size_t run = 0; run < settings.runs; ++run) {
    BestTree found = start_of_run(frame, settings, run, own);
    anneal(
        frame,
        {.evaluations = evaluations_of_run(frame, settings), .corners = settings.corners, .heat = heat(frame.size())},
        found, own);
    if (run == 0 || found.total < best.total) best = std::move(found);
  }
  return best;
}

RectangleSolution solve_annealing(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  const Frame frame = make_frame(problem);
  if (frame.size() > largest_p_of_search)
    throw InputError(fmt::format("ANNEALING takes at most {} processors, and there are {}; BEST takes more",
                                 largest_p_of_search, frame.size()));
  return slicing_solution(frame, annealed_tree(frame, settings_of(options), stream).tree);
}

const Registration<RectangleAlgorithm> annealing_registration{
    {.name = "ANNEALING",
     .source = "this project",
     .summary = "Simulated annealing of slicing trees, starting from that of LNS, "
                "by Acost + latency * internal edges; with shapes=any, "
                "parts may also lose corners and become L shapes or staircases.",
     .exact_everywhere = false,
     .options = with_start_limits({{.name = "evaluations",
                                    .kind = OptionKind::count,
                                    .default_value = "20000",
                                    .summary = "trees to try, divided among the runs; with latency one counts as ten; "
                                               "a run tries no more than max(2000, 200 p^2)"},
                                   {.name = "runs",
                                    .kind = OptionKind::count,
                                    .default_value = "1",
                                    .summary = "number of runs; all but the first start from other clusters"},
                                   {.name = "shapes",
                                    .kind = OptionKind::text,
                                    .default_value = "rectangles",
                                    .summary = "of the parts: rectangles, or any"},
                                   {.name = "neighbourhoods",
                                    .kind = OptionKind::count,
                                    .default_value = "10",
                                    .summary = "steps of LNS before the annealing"}}),
     .variants = {"shapes=any"},
     .solve = solve_annealing}};

}  // namespace
}  // namespace apportion
