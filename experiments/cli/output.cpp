// Writing of results.
#include "experiments/cli/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_print(int reason) {
  if (reason == EPIPE) throw ReaderGone();
  throw output_error("standard output", reason);
}

void print_exactly(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_to_print(errno);
}

}  // namespace

std::size_t terminal_width() {
  if (::isatty(STDOUT_FILENO) != 1) return 0;
  const char* const columns = std::getenv("COLUMNS");
  if (const auto told = columns == nullptr ? std::nullopt : parse_whole(columns); told && *told > 0)
    return static_cast<std::size_t>(*told);
  struct winsize size {};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void print(std::string_view text) { print_exactly(without_controls(text)); }

void print_data(std::string_view text) { ::isatty(STDOUT_FILENO) == 1 ? print(text) : print_exactly(text); }

void flush_output() {
  if (std::fflush(stdout) != 0) fail_to_print(errno);
}

void write_file(const fs::path& file, std::string_view text) {
  FileReplacement replacement(file);
  replacement.write(text);
  replacement.commit();
}

std::string ending_of(const fs::path& file) {
  std::string ending = file.extension().string();
  const bool is_number = ending.size() > 1 && ending.find_first_not_of("0123456789", 1) == std::string::npos;
  return is_number && file.stem().extension() == ".part" ? ".part.N" : ending;
}

void require_ending(const fs::path& file, const std::vector<std::string>& endings) {
  const std::string ending = ending_of(file);
  if (ending.empty() || contains(endings, ending)) return;
  throw InputError("{}: the ending is unknown; the name must end in {}, or have no ending", file.string(),
                   fmt::join(endings, ", "));
}

void print_or_write(const fs::path& file, std::string_view text) {
  if (file.empty()) return print_data(text);
  write_file(file, text);
}

std::string command_line(const std::string& command, const Arguments& arguments) {
  std::string text = "apportion " + command;
  for (const std::string& token : arguments.tokens()) text += " " + quoted_for_a_shell(token);
  return text;
}

nlohmann::ordered_json objects_of(const results::Rows& rows) {
  nlohmann::ordered_json objects = nlohmann::ordered_json::array();
  for (const auto& row : rows.rows) {
    nlohmann::ordered_json& object = objects.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      nlohmann::ordered_json& member = object[rows.columns[i]];
      if (const auto* whole = std::get_if<std::int64_t>(&row[i])) member = *whole;
      if (const auto* real = std::get_if<double>(&row[i])) member = *real;
      if (const auto* text = std::get_if<std::string>(&row[i])) member = *text;
    }
  }
  return objects;
}

}  // namespace apportion::cli
