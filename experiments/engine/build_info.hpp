// How this program was built: what a run's provenance and `apportion --version` say about the code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion {

/// The commit's short hash, with "+dirty" where the code differed from it; "unknown" when built outside a git checkout.
/// Looked up at every build, not only when configuring.
[[nodiscard]] std::string_view git_revision();

/// The project's version, "0.1.0".
[[nodiscard]] std::string_view version();

/// Name and version of the compiler, "GNU 12.2.0".
[[nodiscard]] std::string_view compiler();

/// The flags that decide the code's meaning and speed: build type, optimisation, floating-point model, definitions.
[[nodiscard]] std::string_view compile_flags();

struct LibraryVersion {
  std::string name;
  std::string version;
};

/// The third-party libraries that take part in a number or its storage, sorted by name, as far as they are built in.
/// Shared libraries that can say so give the version that was loaded, the others the one compiled against.
[[nodiscard]] std::vector<LibraryVersion> library_versions();

/// The libraries that this build goes without, since they were not found, sorted by name.
[[nodiscard]] std::vector<std::string> missing_libraries();

}  // namespace apportion
