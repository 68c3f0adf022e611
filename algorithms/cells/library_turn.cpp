// The lock of the libraries, what they print, and signal handlers saved and restored.
#include "algorithms/cells/library_turn.hpp"

#include <sys/types.h>

#include <atomic>
#include <thread>

#include "base/stopping.hpp"

namespace apportion {
namespace {

std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

// A stream before a standard one that keeps back what the thread inside a library prints.
class Filter {
 public:
  // It is never closed: another thread may have read the variable `stdout` while it was there.
  Filter() : stream_(::fopencookie(this, "w", {nullptr, write, nullptr, nullptr})) {
    if (stream_ != nullptr) std::setvbuf(stream_, nullptr, _IONBF, 0);
  }

  // What to put into the place of `behind` until this thread calls it again.
  std::FILE* before(std::FILE* behind) {
    behind_ = behind;
    silent_ = std::this_thread::get_id();
    return stream_ != nullptr ? stream_ : behind;
  }

 private:
  static ssize_t write(void* filter, const char* text, size_t size) {
    const auto* self = static_cast<const Filter*>(filter);
    if (std::this_thread::get_id() == self->silent_.load()) return static_cast<ssize_t>(size);
    std::FILE* const behind = self->behind_;
    const size_t written = std::fwrite(text, 1, size, behind);
    std::fflush(behind);
    return static_cast<ssize_t>(written);
  }

  // Read by threads that still have the stream while the next turn begins.
  std::atomic<std::thread::id> silent_;
  std::atomic<std::FILE*> behind_ = nullptr;
  std::FILE* stream_;
};

struct Filters {
  Filter output;
  Filter error;
};

Filters& filters() {
  static Filters both;
  return both;
}

bool same(const struct sigaction& one, const struct sigaction& other) {
  return one.sa_handler == other.sa_handler && one.sa_flags == other.sa_flags;
}

bool is_used_up(const struct sigaction& before, const struct sigaction& now) {
  return (static_cast<unsigned>(before.sa_flags) & static_cast<unsigned>(SA_RESETHAND)) != 0 &&
         now.sa_handler == SIG_DFL;
}

}  // namespace

LibraryTurn::LibraryTurn() : lock_(one_at_a_time()), output_(stdout), error_(stderr) {
  stop_if_asked();  // what goes on within a library cannot be stopped
  for (std::size_t signal = 1; signal < signals; ++signal)
    sigaction(static_cast<int>(signal), nullptr, &actions_.at(signal));
  stdout = filters().output.before(output_);
  stderr = filters().error.before(error_);
}

LibraryTurn::~LibraryTurn() {
  stdout = output_;
  stderr = error_;
  for (std::size_t signal = 1; signal < signals; ++signal) {
    struct sigaction now {};
    sigaction(static_cast<int>(signal), nullptr, &now);
    if (!same(actions_[signal], now) && !is_used_up(actions_[signal], now))
      sigaction(static_cast<int>(signal), &actions_[signal], nullptr);
  }
}

}  // namespace apportion
