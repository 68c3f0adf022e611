// What is timed beside something else, so that a slower or a busy machine changes little of it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace apportion::ratios {

/// Two pieces of work, each of which returns the processor time that it took, in seconds.
struct Ratio {
  std::string name;
  std::function<double()> whole;
  std::function<double()> bare;  ///< what the first one is divided by
};

/// Of the processors, which other programs lengthen little.
[[nodiscard]] double seconds_of(const std::function<void()>& work);

/// What the engine adds to the work itself, and the database to files. Databases are made in `folder`.
[[nodiscard]] std::vector<Ratio> engine_ratios(const std::filesystem::path& folder);

/// Algorithms over plain code and over sorting.
[[nodiscard]] std::vector<Ratio> algorithm_ratios();

}  // namespace apportion::ratios
