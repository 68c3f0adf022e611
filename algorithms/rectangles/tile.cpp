// TILE: strips as in XY, but the direction turns where what remains is wider than long.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "algorithms/rectangles/tile_exact.hpp"
#include "algorithms/rectangles/tile_legacy.hpp"
#include "algorithms/rectangles/xy2_programme.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// Some seconds of work. At p = 20 some thousands are needed with pruning and 660 127 at most without.
constexpr std::uint64_t node_limit = 50'000'000;
constexpr std::uint64_t legacy_node_limit = 5'000'000;  // these nodes take ten times as long
constexpr std::size_t most_tiled = 100;

InputError too_large(const Frame& frame, const std::string& why) {
  return InputError(fmt::format("TILE of {} processors on {} x {} with latency {} {}; use {}, whose time is polynomial",
                                frame.size(), frame.m, frame.n, frame.latency, why, polynomial_algorithm(frame)));
}

void refuse_many_processors(const Frame& frame) {
  if (frame.size() <= most_tiled) return;
  throw too_large(frame, fmt::format("may have to compare {:.0e} decompositions (at most {} processors are accepted)",
                                     std::pow(2.0, static_cast<double>(frame.size()) - 1), most_tiled));
}

TileAnswer search(const Frame& frame, bool legacy, Pruning pruning) {
  const std::uint64_t limit = legacy ? legacy_node_limit : node_limit;
  try {
    return legacy ? search_tile_legacy(frame, pruning, limit) : search_tile(frame, pruning, limit);
  } catch (const TileSearchTooLarge&) {
    throw too_large(frame, fmt::format("would have to place more than {} strips", limit));
  }
}

RectangleSolution solve_tile(const RectangleProblem& problem, const Options& options, RandomStream&) {
  const Frame frame = make_frame(problem);
  refuse_many_processors(frame);
  const Pruning pruning = options.flag("exhaustive") ? Pruning::none : Pruning::bounds;
  const TileAnswer answer = search(frame, options.flag("legacy"), pruning);
  return {.decomposition = to_decomposition(frame, tile_boxes(frame, answer.strips)),
          .claimed_acost = answer.acost,
          .claimed_edges = answer.corners + static_cast<std::int64_t>(frame.size()) - 1};
}

const Registration<RectangleAlgorithm> tile_registration{
    {.name = "TILE",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.2 and Figure 14",
     .summary = "Tries all strips of nondecreasing counts, heaviest processors first, "
                "and turns by 90 degrees wherever the rest is wider than long; "
                "least Acost + latency * internal edges.",
     .options = {{.name = "legacy",
                  .summary = "count corners on whole coordinates in single precision, as the published tables seem to"},
                 {.name = "exhaustive", .summary = "compare every decomposition; the answer is the same"}},
     .variants = {"legacy", "exhaustive"},
     .solve = solve_tile}};

}  // namespace
}  // namespace apportion
