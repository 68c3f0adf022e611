// Files for readers that take a file's name instead of a text.
#pragma once

#include <filesystem>
#include <string_view>

namespace apportion::fuzz {

/// A folder for this process's files, removed at its end.
[[nodiscard]] const std::filesystem::path& scratch_folder();

/// A file there with this content; the next one with this name replaces it.
[[nodiscard]] std::filesystem::path scratch_file(std::string_view name, std::string_view content);

}  // namespace apportion::fuzz
