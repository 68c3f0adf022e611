// Output of results: to standard output, files, and divisions in formats of other programs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/problem_family.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {

/// The reader of standard output, such as `head`, closed the pipe: the program ends silently. Exit status 141, as after
/// SIGPIPE.
class ReaderGone : public UserError {
 public:
  ReaderGone() : UserError("standard output has no reader any more", 141) {}
};

/// Call this first: opens descriptors 0 to 2 that the caller closed so that using them fails. Otherwise the next file
/// opened, such as a database, would become the program's standard output.
void guard_standard_descriptors();

/// The width of standard output in characters, if it is a terminal: COLUMNS, else the terminal's; 0 for
/// others.
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

/// InputError, which lists the endings, unless the file's name has one of them, such as ".pdf", or has no ending.
void require_ending(const std::filesystem::path& file, const std::vector<std::string>& endings);

/// print_data(text), or write_file() if `file` is not empty.
void print_or_write(const std::filesystem::path& file, std::string_view text);

using results::quoted_for_a_shell;

/// Adds --depth, --corners and --per-rank, and a usage line for them, to the topic of a family that divides.
void add_division_options(Topic& topic);
/// The formats with their summaries, for the help of --format.
[[nodiscard]] std::string division_formats_help();
/// The formats' names and endings.
[[nodiscard]] Candidates division_format_names();
[[nodiscard]] std::vector<std::string> division_endings();

/// The format by --format or the ending of --output; nullptr if that is not a format of divisions. InputError if the
/// family has no divisions in this format, for options that require a format, a depth out of range, and a nonempty
/// folder for --per-rank.
[[nodiscard]] const problems::DivisionFormat* division_format_asked_for(const Arguments& arguments,
                                                                        const problems::ProblemFamily& family);

/// Writes the division to --output, standard output, or a file for each processor in --per-rank: all of it or nothing.
/// InputError if the format cannot express it; OutputError.
void write_division(const problems::WholeDivision& division, const problems::DivisionFormat& format,
                    const Arguments& arguments);

}  // namespace apportion::cli
