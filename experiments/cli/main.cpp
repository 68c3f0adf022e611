// The program: maps exceptions to exit statuses.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/messages.hpp"

namespace {

// Prints one line, even if the message has several.
int report(std::string message, int status) {
  message = apportion::brief_message(message);
  std::ranges::replace_if(
      message, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  apportion::engine::print_error(fmt::format("apportion: {}\n", message));
  return status;
}

// Opens descriptors 0 to 2 that the caller closed so that using them fails. Otherwise the next file opened, such as a
// database, would become the program's standard output.
void guard_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // open() returns the lowest free number, which is this one.
    static_cast<void>(::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY));
  }
}

// Why relative paths cannot work; "" if they can.
std::string place_gone() {
  std::error_code gone;
  static_cast<void>(std::filesystem::current_path(gone));
  return gone ? "; the current folder has been removed: change to one that exists" : "";
}

}  // namespace

int main(int argc, char** argv) {
  namespace cli = apportion::cli;
  try {
    guard_standard_descriptors();
    // Makes a closed pipe appear as a failed write.
    std::signal(SIGPIPE, SIG_IGN);
    // Makes a limit on the size of files a failed write, too.
    std::signal(SIGXFSZ, SIG_IGN);
    const apportion::SignalWatch watch;
    const int status = cli::run_program({argv + std::min(argc, 1), argv + argc});
    cli::flush_output();
    return status;
  } catch (const cli::ReaderGone& gone) {
    return gone.exit_status();
  } catch (const apportion::UserError& error) {
    return report(error.what() + place_gone(), error.exit_status());
  } catch (const std::bad_alloc&) {
    return report("out of memory", cli::failed);
  } catch (const std::exception& error) {
    return report(place_gone().empty() ? error.what() : "not done" + place_gone(), cli::failed);
  }
}
