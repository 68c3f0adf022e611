// The part of `apportion check` that solves a sample of the instances again.
#pragma once

#include <filesystem>
#include <string>

namespace apportion::cli {

struct InstancesCheck {
  std::string text = {};  ///< what differs, a line each, and one that counts all; "" where there is no collection
  bool is_as_stored = true;
};

/// Solves those instances whose best value comes from a method that scores.csv knows to find one in less than a tenth
/// of a second, as many as take a second and a half together: the value must come out again.
[[nodiscard]] InstancesCheck check_instances(const std::filesystem::path& folder);

}  // namespace apportion::cli
