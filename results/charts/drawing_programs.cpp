// Running a program with input and output, and the calls of gnuplot and rsvg-convert.
#include "results/charts/chart.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <system_error>

#include "base/program.hpp"

namespace apportion::results {
namespace {

// Unnamed files in place of pipes, so that neither side can block the other.
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File unnamed_file(const std::string& content = {}) {
  File file(std::tmpfile(), &std::fclose);
  const bool written = file && std::fwrite(content.data(), 1, content.size(), file.get()) == content.size() &&
                       std::fflush(file.get()) == 0;
  if (!written)
    throw ProgramError(fmt::format("cannot write a temporary file: {}", std::generic_category().message(errno)));
  std::rewind(file.get());
  return file;
}

std::string content_of(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char piece[4096];
  while (const std::size_t count = std::fread(piece, 1, sizeof piece, file)) text.append(piece, count);
  return text;
}

std::string last_line(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return text.substr(text.find_last_of('\n') + 1);
}

pid_t started(const ProgramStart& start, const std::string& package) {
  try {
    return start_program(start);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::no_such_file_or_directory)
      throw ProgramError(fmt::format("{} is not installed; Debian's package is {}", start.words.front(), package));
    throw ProgramError(fmt::format("{} cannot be started: {}", start.words.front(), error.code().message()));
  }
}

}  // namespace

std::string run_external_program(const std::vector<std::string>& words, const std::string& input,
                                 const std::string& package) {
  const File in = unnamed_file(input);
  const File out = unnamed_file();
  const File err = unnamed_file();
  const pid_t child = started(
      {.words = words, .input = ::fileno(in.get()), .output = ::fileno(out.get()), .error = ::fileno(err.get())},
      package);
  const std::optional<int> status = wait_for_program(child);
  if (!status) throw ProgramError(fmt::format("cannot wait for {}: it has disappeared", words.front()));
  if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0) {
    const std::string complaint = last_line(content_of(err.get()));  // a killed program writes none
    throw ProgramError(
        fmt::format("{} failed: {}", words.front(), complaint.empty() ? how_it_ended(*status) : complaint));
  }
  return content_of(out.get());
}

std::string run_gnuplot(const std::string& script) {
  // --default-settings: the user's own settings are for other pictures.
  return run_external_program({"gnuplot", "--default-settings", "-"}, script, "gnuplot-nox");
}

std::string converted_svg(const std::string& svg, Picture picture) {
  if (picture == Picture::svg) return svg;
  std::vector<std::string> words = {"rsvg-convert", "--format", picture == Picture::png ? "png" : "pdf"};
  if (picture == Picture::png) words.insert(words.end(), {"--zoom", "2"});
  return run_external_program(words, svg, "librsvg2-bin");
}

}  // namespace apportion::results
