// A file that is built into the program.
#pragma once

#include <string_view>

namespace apportion {

/// A file whose text CMake has put into the program (cmake/EmbedFiles.cmake).
struct EmbeddedFile {
  std::string_view name;  ///< relative to the folder that the function which returns it names
  std::string_view text;
};

}  // namespace apportion
