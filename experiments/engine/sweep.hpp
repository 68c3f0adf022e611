// Sweeps: studies that a user defines in a file, of any problem family.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/engine/axis.hpp"

namespace apportion::engine {

/// What a sweep file says. What it leaves out (empty, 0) is the family's default.
struct SweepDefinition {
  std::string family;
  std::string name;  ///< the study is called sweeps/NAME
  std::string title = {};
  std::string source = {};  ///< the file
  std::string text = {};    ///< of the file
  std::map<std::string, std::vector<AxisValue>> axes = {};
  std::string cluster = {};    ///< the file of the cluster that all samples have; "": clusters are drawn
  std::string instances = {};  ///< the file of the instances; "": they are drawn
  std::string folder = {};     ///< that files on axes are relative to, such as that of resample(FILE); "": the current
  /// Without its files a study can be described, and what is asked of it be checked, but not run: it has no instances
  /// of the files, and its definition does not know their content.
  bool opens_files = true;
  std::vector<std::string> algorithms = {};
  std::vector<std::string> rivals = {};   ///< the paired metrics compare every other algorithm with each of them
  std::vector<std::string> metrics = {};  ///< that are stored
  std::int64_t samples = 0;
  std::int64_t chunk = 0;
  std::optional<std::uint64_t> seed = std::nullopt;
  bool keep_samples = false;
  std::vector<OwnProgram> own = {};  ///< the user's own algorithms
};

}  // namespace apportion::engine
