// Pairs of timed work, whose ratio a slower or busy machine hardly changes.
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
  std::function<double()> bare;  ///< the divisor
};

/// The processor time of the work, which other programs hardly lengthen.
[[nodiscard]] double seconds_of(const std::function<void()>& work);

/// The overhead of the engine, and of the database compared with files. Databases are made in `folder`.
[[nodiscard]] std::vector<Ratio> engine_ratios(const std::filesystem::path& folder);

/// Algorithms compared with plain code and with sorting.
[[nodiscard]] std::vector<Ratio> algorithm_ratios();

}  // namespace apportion::ratios
