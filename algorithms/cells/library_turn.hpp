// A turn at the libraries of this folder, which keep state of their own for the whole process.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <mutex>

namespace apportion {

/// While it lives no other thread has one: METIS draws by rand(), Zoltan from a generator of the process. What this
/// thread prints by C's standard streams in the meantime is dropped, and what others print is not. At its end every
/// signal has the handler that it had at its beginning, unless that was used up by then (SA_RESETHAND).
class LibraryTurn {
 public:
  LibraryTurn();
  ~LibraryTurn();
  LibraryTurn(const LibraryTurn&) = delete;
  LibraryTurn& operator=(const LibraryTurn&) = delete;
  LibraryTurn(LibraryTurn&&) = delete;
  LibraryTurn& operator=(LibraryTurn&&) = delete;

 private:
  static constexpr std::size_t signals = 32;  // the standard ones are below

  std::unique_lock<std::mutex> lock_;
  std::array<struct sigaction, signals> actions_{};
  std::FILE* output_;
  std::FILE* error_;
};

}  // namespace apportion
