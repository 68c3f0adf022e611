// Writing of results: to standard output, files, and divisions in the forms that other programs read.
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

/// The reader of standard output went away, such as `head`: nothing is left to do, and nothing to say. Exit status 141,
/// as of a program that SIGPIPE ended.
class ReaderGone : public UserError {
 public:
  ReaderGone() : UserError("standard output has no reader any more", 141) {}
};

/// To be called first of all: descriptors 0 to 2 that the caller closed are opened so that using them fails. Otherwise
/// the next file opened, such as a database, would become the program's standard output.
void guard_standard_descriptors();

/// The width of the terminal that standard output is, in characters: what COLUMNS says, else the terminal; 0 where it
/// is not a terminal.
[[nodiscard]] std::size_t terminal_width();

/// Writes to standard output, buffered, without_controls(). Throws OutputError, or ReaderGone.
void print(std::string_view text);

/// The same for what other programs may read, JSON or CSV: every byte, unless standard output is a terminal.
void print_data(std::string_view text);

/// Hands on what print() has buffered. Throws OutputError, or ReaderGone.
void flush_output();

/// Makes `file` hold `text`. A regular file is replaced only when all is written, so that a full disk leaves the old
/// one; anything else (a device, a pipe) is written to directly. Throws OutputError.
void write_file(const std::filesystem::path& file, std::string_view text);

/// InputError that lists the endings unless the file's name has one of them, such as ".pdf", or has no ending.
void require_ending(const std::filesystem::path& file, const std::vector<std::string>& endings);

/// print_data(text), or write_file() where `file` is not empty.
void print_or_write(const std::filesystem::path& file, std::string_view text);

using results::quoted_for_a_shell;

/// Adds --depth, --corners and --per-rank, and a line of usage with them, to the topic of a family that divides.
void add_division_options(Topic& topic);
/// "npy, csv, ..., with what each is": for the help of --format.
[[nodiscard]] std::string division_formats_help();
/// Their names, and the endings of those that have one.
[[nodiscard]] Candidates division_format_names();
[[nodiscard]] std::vector<std::string> division_endings();

/// What --format names, or else the ending of --output says; nullptr where that is no form of a division. InputError
/// where the family's answers have no such form, for options that mean nothing without one, a depth out of range, and a
/// folder for --per-rank that has something in it.
[[nodiscard]] const problems::DivisionFormat* division_format_asked_for(const Arguments& arguments,
                                                                        const problems::ProblemFamily& family);

/// Writes the division into --output, standard output, or a file for each processor into --per-rank: all of it or
/// nothing. InputError where the form cannot express it; OutputError.
void write_division(const problems::WholeDivision& division, const problems::DivisionFormat& format,
                    const Arguments& arguments);

}  // namespace apportion::cli
