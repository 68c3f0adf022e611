// The registry of algorithms: their declarations, and lookup by name.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "sim/objective.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// An algorithm from Instance to Solution. `solve` is a pure function on values: no I/O, no clock, no shared state; it
/// is thread-safe. `revision` grows whenever an answer can change: stored results of different revisions are kept
/// apart.
template <class InstanceType, class SolutionType>
struct Algorithm {
  using Instance = InstanceType;
  using Solution = SolutionType;

  std::string name;
  std::string source;   ///< paper, section, figure
  std::string summary;  ///< one sentence
  int revision = 1;
  /// Uses only + - x / and sqrt, so that the same problem gives the same bytes on every machine; other algorithms agree
  /// to 1e-9 across machines.
  bool exact_everywhere = true;
  /// The third-party library that computes the answers, if they may change with its version; otherwise "".
  std::string library = {};
  bool in_space = false;        ///< of whole cells: whether it accepts arrays with layers
  bool several_maps = false;    ///< of whole cells: whether it balances several loads of each cell
  bool keeps_together = false;  ///< of whole cells: whether it accepts cells that stay together
  /// The objectives that it can minimise.
  std::vector<Objective> objectives = {Objective::total};
  std::vector<OptionSpec> options = {};
  /// Option texts besides the default ("") that are entries of their own: listed, and covered by the property tests.
  std::vector<std::string> variants = {};
  Solution (*solve)(const Instance& instance, const Options& options, RandomStream& stream) = nullptr;
  /// Optional, for algorithms without random draws: solves many instances at once, and gives each the same solution as
  /// solve(), bit for bit. Throws if solve() would throw for any of them.
  std::vector<Solution> (*solve_batch)(std::span<const Instance> instances, const Options& options) = nullptr;
  /// Optional: continues from a solution of solve() until stopped, and passes on each better one, one at a time. It
  /// ends by itself if it can find no more, otherwise with Stopped (base/stopping.hpp).
  void (*search_on)(const Instance& instance, const Options& options, const Solution& start,
                    const std::function<void(const Solution& better)>& found, RandomStream& stream) = nullptr;
  /// For a portfolio: the names, options included, of the algorithms of the same family whose unchanged answers are
  /// candidates, so that the portfolio's answer is never worse than theirs.
  std::vector<std::string> (*members)(const Instance& instance, const Options& options) = nullptr;
};

/// An algorithm that a build may lack: its file is compiled only if its library was found.
struct OptionalAlgorithm {
  std::string name;
  std::string library;

  /// The message for a build that lacks it: why, and what to do.
  [[nodiscard]] std::string not_built_in() const {
    return name + " is not built in, because the library " + library +
           " was not found; `scripts/setup rivals` installs it, then build again";
  }
};

/// An algorithm with chosen options.
template <class AlgorithmType>
struct Configured {
  const AlgorithmType* algorithm = nullptr;
  Options options;

  /// NAME, or NAME[option,option=value] with the options that differ from their defaults.
  [[nodiscard]] std::string canonical_name() const {
    const std::string text = options.canonical(algorithm->options);
    return text.empty() ? algorithm->name : algorithm->name + "[" + text + "]";
  }

  [[nodiscard]] typename AlgorithmType::Solution solve(const typename AlgorithmType::Instance& instance,
                                                       RandomStream& stream) const {
    return algorithm->solve(instance, options, stream);
  }
};

/// All algorithms of one problem family, by name. Filled before main() by Registration objects, one in each
/// algorithm's file; constant afterwards.
template <class AlgorithmType>
class Registry {
 public:
  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  void add(AlgorithmType algorithm) {
    const auto place =
        std::lower_bound(algorithms_.begin(), algorithms_.end(), algorithm.name,
                         [](const AlgorithmType& entry, const std::string& name) { return entry.name < name; });
    algorithms_.insert(place, std::move(algorithm));
  }

  void expect(const std::vector<OptionalAlgorithm>& algorithms) {
    expected_.insert(expected_.end(), algorithms.begin(), algorithms.end());
  }

  /// The expected algorithms that are not registered, in the order of expect().
  [[nodiscard]] std::vector<OptionalAlgorithm> missing() const {
    std::vector<OptionalAlgorithm> missing = expected_;
    std::erase_if(missing, [this](const OptionalAlgorithm& expected) {
      return std::ranges::find(algorithms_, expected.name, &AlgorithmType::name) != algorithms_.end();
    });
    return missing;
  }

  /// Sorted by name, so that the order of linking does not matter.
  [[nodiscard]] const std::vector<AlgorithmType>& algorithms() const { return algorithms_; }

  /// The algorithm with the name `text`, options included: "XY2" or "HYBRID[levels=2]". InputError with the nearest
  /// names, or with instructions for an algorithm that is not built in.
  [[nodiscard]] Configured<AlgorithmType> choose(std::string_view text) const {
    const BracketedName parts = split_bracketed(text);
    std::vector<std::string> names;
    for (const AlgorithmType& algorithm : algorithms_) {
      if (algorithm.name == parts.name)
        return {&algorithm, Options::parse(parts.options, algorithm.options, algorithm.name)};
      names.push_back(algorithm.name);
    }
    for (const OptionalAlgorithm& algorithm : missing())
      if (algorithm.name == parts.name) throw InputError(algorithm.not_built_in());
    throw unknown_name("algorithm", parts.name, names);
  }

  /// Every algorithm with its default options and with each of its variants.
  [[nodiscard]] std::vector<Configured<AlgorithmType>> entries() const {
    std::vector<Configured<AlgorithmType>> all;
    for (const AlgorithmType& algorithm : algorithms_) {
      all.push_back({&algorithm, Options::parse("", algorithm.options, algorithm.name)});
      for (const std::string& variant : algorithm.variants)
        all.push_back({&algorithm, Options::parse(variant, algorithm.options, algorithm.name)});
    }
    return all;
  }

 private:
  std::vector<AlgorithmType> algorithms_;
  std::vector<OptionalAlgorithm> expected_;
};

/// A namespace-scope constant of this type registers an algorithm. It must not look anything up, since files are
/// initialised in an undefined order.
template <class AlgorithmType>
struct Registration {
  explicit Registration(AlgorithmType algorithm) { Registry<AlgorithmType>::instance().add(std::move(algorithm)); }
};

/// A namespace-scope constant of this type, in a file that is always compiled, names the algorithms that exist only if
/// their libraries were found.
template <class AlgorithmType>
struct Expectation {
  explicit Expectation(const std::vector<OptionalAlgorithm>& algorithms) {
    Registry<AlgorithmType>::instance().expect(algorithms);
  }
};

}  // namespace apportion
