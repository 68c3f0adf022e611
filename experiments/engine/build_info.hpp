// How this program was built, for the provenance of runs and `apportion --version`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion {

/// The commit's short hash, with "+dirty" if the code differed from it; "unknown" outside a git checkout. Determined at
/// every build, not only when configuring.
[[nodiscard]] std::string_view git_revision();

/// The project's version, "0.1.0".
[[nodiscard]] std::string_view version();

/// Name and version of the compiler, "GNU 12.2.0".
[[nodiscard]] std::string_view compiler();

/// The flags that affect results and speed: build type, optimisation, floating-point model, definitions.
[[nodiscard]] std::string_view compile_flags();

struct LibraryVersion {
  std::string name;
  std::string version;
};

/// The third-party libraries in this build that affect a number or its storage, sorted by name. Shared libraries report
/// the version loaded if they can, the others the one compiled against.
[[nodiscard]] std::vector<LibraryVersion> library_versions();

/// The libraries that were not found when this program was built, sorted by name.
[[nodiscard]] std::vector<std::string> missing_libraries();

}  // namespace apportion
