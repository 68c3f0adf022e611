// Files for readers that take no text, but a file's name.
#pragma once

#include <filesystem>
#include <string_view>

namespace apportion::fuzz {

/// A folder of this process for its files, gone at its end.
[[nodiscard]] const std::filesystem::path& scratch_folder();

/// A file there with this content, which the next one of that name replaces.
[[nodiscard]] std::filesystem::path scratch_file(std::string_view name, std::string_view content);

}  // namespace apportion::fuzz
