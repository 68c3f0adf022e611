// Searches that a clock or a signal ends: their progress on standard error, and what is printed of them.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "base/ending.hpp"
#include "base/error.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/common/fields.hpp"

namespace apportion::problems {

/// The field `seconds`: after which a search ends. `otherwise` says what ends it where it is not given.
[[nodiscard]] Field seconds_field(const std::string& otherwise);
[[nodiscard]] std::optional<double> seconds_in(const FieldValues& given);

/// One search. Where a signal ends the program, what was noted last is printed. Within work that
/// another thread may stop (base/stopping.hpp), nothing is shown or printed: that is for the one that may stop it.
class WatchedSearch {
 public:
  using Printed = std::function<std::string()>;

  /// `nothing` is printed until something is noted.
  explicit WatchedSearch(Printed nothing);

  /// Starts the clock.
  void begin(std::optional<double> seconds, Printed nothing);

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  /// What the best so far is: in a few words, for progress, and as it is printed, which is called from another thread.
  void note(std::string said, Printed printed);
  /// Whether the clock has ended the search. Shows progress where that is due.
  [[nodiscard]] bool is_over();
  /// Does the work, with progress, until it ends or, where it is timed, the clock stops it.
  void run(bool is_timed, const std::function<void()>& work);

  /// What is printed of the answer where a signal still comes; the destructor does not return then.
  void finish(std::string printed);

 private:
  using Clock = std::chrono::steady_clock;

  void run_here(bool is_timed, const std::function<void()>& work) const;
  void show_progress();
  [[nodiscard]] std::string progress_text();
  void print_last();

  bool is_watched_;  // by nothing else
  Clock::time_point start_ = Clock::now();
  std::optional<double> seconds_ = std::nullopt;
  engine::LiveLine line_;

  std::mutex mutex_;  // of all that follows
  std::string said_;
  Printed best_;
  std::optional<LastAct> last_act_;
};

/// "cost 218.5, bound 190, gap 15.000 %"; without a bound where it is 0.
[[nodiscard]] std::string bounded_cost_text(double cost, double bound);

/// InputError unless the algorithm goes on for as long as it is let.
template <class AlgorithmType>
void require_search_on(const ChosenAlgorithm<AlgorithmType>& chosen) {
  if (chosen.registered() != nullptr && chosen.registered()->algorithm->search_on != nullptr) return;
  std::string others;
  for (const AlgorithmType& each : Registry<AlgorithmType>::instance().algorithms())
    if (each.search_on != nullptr) others += (others.empty() ? "" : ", ") + each.name;
  throw InputError(chosen.canonical_name() + " ends by itself; --seconds is for " + others);
}

}  // namespace apportion::problems
