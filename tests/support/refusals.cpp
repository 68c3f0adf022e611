// Reading of tables of refusals.
#include "tests/support/refusals.hpp"

#include <fstream>
#include <stdexcept>

#include "tests/support/extensions.hpp"

namespace apportion::testing_support {
namespace {

std::string plain_part(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = text[i] == '\\' && i + 1 < text.size() ? text[++i] : '\0';
    if (next == 'x') {
      result += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      result += next == 'n' ? '\n' : text[i];
    }
  }
  return result;
}

}  // namespace

std::vector<RefusalRow> refusal_rows(std::string_view section) {
  constexpr std::string_view arrow = " => ";
  std::vector<std::filesystem::path> files{APPORTION_SOURCE_DIR "/tests/support/refusals.txt"};
  for (const auto& extension : extension_folders()) files.push_back(extension / "tests/refusals.txt");
  std::vector<RefusalRow> rows;
  for (const std::filesystem::path& file : files) {
    std::ifstream stream(file);
    bool inside = false;
    for (std::string line; std::getline(stream, line);) {
      if (line.starts_with("== ")) inside = line.substr(3) == section;
      if (!inside || line.empty() || line.starts_with("== ") || line.starts_with("# ")) continue;
      RefusalRow row;
      std::size_t begin = 0;
      for (std::size_t end = 0; (end = line.find(arrow, begin)) != std::string::npos; begin = end + arrow.size())
        row.push_back(plain_part(line.substr(begin, end - begin)));
      row.push_back(plain_part(line.substr(begin)));
      rows.push_back(row);
    }
  }
  if (rows.empty()) throw std::runtime_error("refusals.txt has no section " + std::string(section));
  return rows;
}

}  // namespace apportion::testing_support
