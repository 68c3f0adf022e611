// Where results go: standard output or a file, with every failure to write noticed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/file_replacement.hpp"

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

/// InputError that lists the endings unless the file's name has one of them, such as ".pdf", or has none at all.
void require_ending(const std::filesystem::path& file, const std::vector<std::string>& endings);

/// print_data(text), or write_file() where `file` is not empty.
void print_or_write(const std::filesystem::path& file, std::string_view text);

}  // namespace apportion::cli
