// Output of results: to standard output and to files.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "experiments/cli/arguments.hpp"
#include "results/rows.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {

/// The reader of standard output, such as `head`, closed the pipe: the program ends silently. Exit status 141, as after
/// SIGPIPE.
class ReaderGone : public UserError {
 public:
  ReaderGone() : UserError("standard output has no reader any more", 141) {}
};

/// The width of standard output in characters, if it is a terminal: COLUMNS, else the terminal's; 0 for others.
[[nodiscard]] std::size_t terminal_width();

/// Writes to standard output, buffered, without_controls(). Throws OutputError, or ReaderGone.
void print(std::string_view text);

/// print() for JSON or CSV, which other programs may read: every byte, unless standard output is a terminal.
void print_data(std::string_view text);

/// Writes out the buffer of print(). Throws OutputError, or ReaderGone.
void flush_output();

/// Replaces the content of `file`. A regular file is replaced only when all is written, so that a full disk leaves the
/// old one; a device or a pipe is written to directly. Throws OutputError.
void write_file(const std::filesystem::path& file, std::string_view text);

/// The ending of the file's name; ".part.N" for any number, as gpmetis names partitions into N parts.
[[nodiscard]] std::string ending_of(const std::filesystem::path& file);

/// InputError, which lists the endings, unless the file's name has one of them, such as ".pdf", or has no ending.
void require_ending(const std::filesystem::path& file, const std::vector<std::string>& endings);

/// print_data(text), or write_file() if `file` is not empty.
void print_or_write(const std::filesystem::path& file, std::string_view text);

/// An array with an object for each row, whose members are the columns.
[[nodiscard]] nlohmann::ordered_json objects_of(const results::Rows& rows);

using results::quoted_for_a_shell;

/// The call of a command in a form that can be typed again.
[[nodiscard]] std::string command_line(const std::string& command, const Arguments& arguments);

}  // namespace apportion::cli
