// The methods of the studies in this folder.
#include "extensions/cells/frontier/grid.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace apportion::frontier {

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

std::string missing_rivals() {
  std::vector<std::string> names = collected(CellRegistry::instance().missing(), &OptionalAlgorithm::name);
  if (names.empty()) return "";
  return fmt::format("Not built in here: {} (`scripts/setup rivals` installs what they need; then build again).",
                     fmt::join(names, ", "));
}

engine::Experiment frontier_cell_study(const std::string& name) {
  engine::Experiment study = problems::cell_study().study(name);
  study.notice = missing_rivals();
  study.axes = problems::cell_axes();
  study.algorithms = own_cell_methods();
  for (const Configured<CellAlgorithm>& entry : CellRegistry::instance().entries())
    if (!entry.algorithm->library.empty()) study.algorithms.push_back(entry.canonical_name());
  return study;
}

void replace_methods(engine::Experiment& study, const std::vector<std::string>& without,
                     const std::vector<std::string>& with) {
  std::erase_if(study.algorithms, [&](const std::string& method) { return contains(without, method); });
  study.algorithms.insert(study.algorithms.begin(), with.begin(), with.end());
}

}  // namespace apportion::frontier
