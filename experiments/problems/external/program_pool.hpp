// A user's own algorithm as processes that are kept alive: the envelope of the protocol in docs/own-algorithms.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/external/line_process.hpp"

namespace apportion::problems {

/// The member "answer" of a line that replies to the request with this number: {"id":…,"answer":…}. InputError for what
/// is no reply to it, WrongAnswer for one that reports an error: {"id":…,"error":"…"}.
[[nodiscard]] Json answer_in_reply(std::string_view line, std::int64_t id);

/// The processes of one program: one for each thread that asks, started when it first asks, and kept. Thread-safe.
class ProgramPool {
 public:
  explicit ProgramPool(OwnProgram program);
  ~ProgramPool();
  ProgramPool(const ProgramPool&) = delete;
  ProgramPool& operator=(const ProgramPool&) = delete;

  /// What the program answers to a problem, one line of JSON, with this seed. Throws WrongAnswer where it reports an
  /// error, and NoAnswer where it does not answer; its process is then ended, and the next problem has a new one.
  [[nodiscard]] Json answer(const std::string& problem, std::uint64_t seed);

 private:
  struct Worker {
    std::unique_ptr<LineProcess> process;
    std::int64_t problems = 0;  ///< that it was asked
  };

  [[nodiscard]] Worker take();
  void give_back(Worker worker);
  [[nodiscard]] Json asked(Worker& worker, const std::string& problem, std::uint64_t seed);
  void show(std::string_view line);

  OwnProgram program_;
  std::mutex mutex_;
  std::vector<Worker> idle_;
  std::size_t shown_lines_ = 0;
};

}  // namespace apportion::problems
