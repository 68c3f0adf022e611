// Searches ended by a clock or a signal: their progress on standard error, and their output.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "algorithms/own_algorithm.hpp"
#include "base/ending.hpp"
#include "base/error.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/common/fields.hpp"

namespace apportion::problems {

/// One search. If a signal ends the program, the last noted answer is printed. Within work that another thread may stop
/// (base/stopping.hpp), nothing is shown or printed: that is left to the outer work.
class WatchedSearch {
 public:
  using Printed = std::function<std::string()>;

  /// `nothing` is printed until an answer is noted.
  explicit WatchedSearch(Printed nothing);

  /// Starts the clock.
  void begin(std::optional<double> seconds, Printed nothing);

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  /// Notes the best answer so far: a few words for progress, and a function that prints it, for another thread.
  void note(std::string said, Printed printed);
  /// Whether the clock has ended the search. Shows progress when due.
  [[nodiscard]] bool is_over();
  /// Does the work, with progress, until it ends or, if it is timed, the clock stops it.
  void run(bool is_timed, const std::function<void()>& work);

  /// Sets the output in case a signal still comes; the destructor does not return then.
  void finish(std::string printed);

 private:
  using Clock = std::chrono::steady_clock;

  void run_here(bool is_timed, const std::function<void()>& work) const;
  void show_progress();
  [[nodiscard]] std::string progress_text();
  void print_last();

  bool is_watched_;  // by this object alone
  Clock::time_point start_ = Clock::now();
  std::optional<double> seconds_ = std::nullopt;
  engine::LiveLine line_;

  std::mutex mutex_;  // guards all that follows
  std::string said_;
  Printed best_;
  std::optional<LastAct> last_act_;
};

/// "cost 218.5, bound 190, gap 15.000 %"; without the bound if it is 0.
[[nodiscard]] std::string bounded_cost_text(double cost, double bound);

/// InputError unless the algorithm can continue from an answer.
template <class AlgorithmType>
void require_search_on(const ChosenAlgorithm<AlgorithmType>& chosen) {
  if (chosen.registered() != nullptr && chosen.registered()->algorithm->search_on != nullptr) return;
  std::string others;
  for (const AlgorithmType& each : Registry<AlgorithmType>::instance().algorithms())
    if (each.search_on != nullptr) others += (others.empty() ? "" : ", ") + each.name;
  throw InputError(chosen.canonical_name() + " ends by itself; --seconds is for " + others);
}

}  // namespace apportion::problems
