// Writing of results.
#include "experiments/cli/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "base/numbers.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

OutputError output_error(std::string_view where, int reason) {
  return OutputError(fmt::format("{} cannot be written: {}", where, std::generic_category().message(reason)));
}

void write_directly(const fs::path& file, std::string_view text) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "wb"), &std::fclose);
  if (!stream) throw output_error(file.string(), errno);
  const bool all = std::fwrite(text.data(), 1, text.size(), stream.get()) == text.size();
  if (!all || std::fflush(stream.get()) != 0) throw output_error(file.string(), errno);
}

[[noreturn]] void fail_to_print(int reason) {
  if (reason == EPIPE) throw ReaderGone();
  throw output_error("standard output", reason);
}

}  // namespace

void guard_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is taken, which is this one.
    static_cast<void>(::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY));
  }
}

std::size_t terminal_width() {
  if (::isatty(STDOUT_FILENO) != 1) return 0;
  const char* const columns = std::getenv("COLUMNS");
  if (const auto told = columns == nullptr ? std::nullopt : parse_whole(columns); told && *told > 0)
    return static_cast<std::size_t>(*told);
  struct winsize size {};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_to_print(errno);
}

void flush_output() {
  if (std::fflush(stdout) != 0) fail_to_print(errno);
}

FileReplacement::FileReplacement(const fs::path& file) : file_(file), target_(file), stream_(nullptr, &std::fclose) {
  std::error_code problem;
  if (const fs::path canonical = fs::weakly_canonical(file, problem); !canonical.empty()) target_ = canonical;
  partial_ = target_.string() + ".partial";
  passing_.emplace(partial_);
  stream_.reset(std::fopen(partial_.c_str(), "wb"));
  if (!stream_) throw output_error(file_.string(), errno);
}

FileReplacement::~FileReplacement() {
  std::error_code ignored;
  if (!partial_.empty()) fs::remove(partial_, ignored);
}

void FileReplacement::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_.get()) != text.size()) throw output_error(file_.string(), errno);
}

void FileReplacement::commit() {
  if (std::fclose(stream_.release()) != 0) throw output_error(file_.string(), errno);
  std::error_code problem;
  fs::rename(partial_, target_, problem);
  if (problem) throw output_error(file_.string(), problem.value());
  partial_.clear();
}

void write_file(const fs::path& file, std::string_view text) {
  std::error_code ignored;
  const fs::file_type type = fs::status(file, ignored).type();
  if (type != fs::file_type::regular && type != fs::file_type::not_found) return write_directly(file, text);
  FileReplacement replacement(file);
  replacement.write(text);
  replacement.commit();
}

void require_ending(const fs::path& file, const std::vector<std::string>& endings) {
  const std::string ending = file.extension().string();
  if (ending.empty() || std::ranges::find(endings, ending) != endings.end()) return;
  throw InputError(
      fmt::format("{}: no such output; the name must end in {}, or in none", file.string(), fmt::join(endings, ", ")));
}

void print_or_write(const fs::path& file, std::string_view text) {
  if (file.empty()) return print(text);
  write_file(file, text);
}

}  // namespace apportion::cli
