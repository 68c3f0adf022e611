// The grids and methods of the studies in this folder.
#include "extensions/cells/frontier/grid.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace apportion::frontier {
namespace {

std::vector<std::string> rivals() {
  std::vector<std::string> names;
  for (const Configured<CellAlgorithm>& entry : CellRegistry::instance().entries())
    if (!entry.algorithm->library.empty()) names.push_back(entry.canonical_name());
  return names;
}

}  // namespace

std::vector<std::string> own_cell_methods() {
  return {"BEST",
          "JOGGED",
          "JOGGED[of=HUFFMAN]",
          "JOGGED[of=ROLLOUT]",
          "JOGGED[of=TILE]",
          "ROUNDED",
          "ROUNDED[of=XY2]",
          "ROUNDED[of=TILE]",
          "STRIPES"};
}

std::vector<std::string> cell_methods() {
  std::vector<std::string> names = own_cell_methods();
  for (std::string& rival : rivals()) names.push_back(std::move(rival));
  return names;
}

std::string missing_rivals() {
  std::vector<std::string> names = collected(CellRegistry::instance().missing(), &OptionalAlgorithm::name);
  if (names.empty()) return "";
  return fmt::format("Not built in here: {} (`scripts/setup rivals` installs what they need; then build again).",
                     fmt::join(names, ", "));
}

engine::Experiment frontier_cell_study(const std::string& name) {
  engine::Experiment study = problems::cell_study().study(name);
  study.revision = 2;  // the tolerance has changed, and with it the bound
  study.source = "beyond the four papers: extensions/cells/docs/studies.md";
  study.notice = missing_rivals();
  study.axes = problems::cell_axes();
  problems::set_axes(study.axes,
                     {{"rows", {cell_rows}}, {"columns", cell_columns()}, {"processors", cell_processors()}});
  study.stored_metrics = {"boundary", "gap", "imbalance", "neighbours", "fragments", "halo", "empty", "within"};
  study.algorithms = cell_methods();
  study.keep_samples = true;
  study.samples = 5;
  study.chunk_size = 5;
  return study;
}

void replace_methods(engine::Experiment& study, const std::vector<std::string>& without,
                     const std::vector<std::string>& with) {
  std::erase_if(study.algorithms, [&](const std::string& method) { return contains(without, method); });
  study.algorithms.insert(study.algorithms.begin(), with.begin(), with.end());
}

engine::Experiment timed(engine::Experiment study, const std::string& title, int samples) {
  study.title = title;
  study.claim = "none; the question is what each method costs in time";
  study.timed = true;
  study.keep_samples = false;
  study.samples = samples;
  return study;
}

}  // namespace apportion::frontier
