// Sweeps: studies that a user defines in a file, of any problem family.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/axis.hpp"

namespace apportion::engine {

/// What a sweep file says. What it leaves out (empty, 0) is the family's default.
struct SweepDefinition {
  std::string family;
  std::string name;  ///< the study is called sweeps/NAME
  std::string title = {};
  std::string source = {};  ///< the file
  std::map<std::string, std::vector<AxisValue>> axes = {};
  std::vector<std::string> algorithms = {};
  std::vector<std::string> rivals = {};   ///< the paired metrics compare every other algorithm with each of them
  std::vector<std::string> metrics = {};  ///< that are stored
  std::int64_t samples = 0;
  std::int64_t chunk = 0;
  std::optional<std::uint64_t> seed = std::nullopt;
  bool keep_samples = false;
};

}  // namespace apportion::engine
