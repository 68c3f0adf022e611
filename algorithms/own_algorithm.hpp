// Algorithms that users provide as programs, and the choice between these and the registered ones.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/registry.hpp"
#include "base/error.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// A program that implements a user's own algorithm (docs/own-algorithms.md).
struct OwnProgram {
  std::string name;                ///< of the algorithm: letters, digits, - and _
  std::string command;             ///< as the user wrote it
  std::vector<std::string> words;  ///< the program and its arguments
  std::filesystem::path folder;    ///< the program's working folder, which contains `files`
  std::vector<std::string> files;  ///< files that the answers depend on
  int revision = 1;                ///< grows whenever an answer can change
  double limit = 10;               ///< seconds for one problem
  std::string answer = {};         ///< a known answer as JSON: checked like a program's, without running one
};

/// A program gave no answer: it crashed, exceeded its time limit, or broke the protocol. The problem may be fine, so
/// that no result is stored. Exit status 1.
class NoAnswer : public UserError {
 public:
  explicit NoAnswer(const std::string& message) : UserError(message, 1) {}
};

/// A program gave a wrong answer, or reported an error. Exit status 1.
class WrongAnswer : public UserError {
 public:
  explicit WrongAnswer(const std::string& message) : UserError(message, 1) {}
};

/// A user's own algorithm for one family of problems.
template <class AlgorithmType>
struct OwnAlgorithm {
  using Instance = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;

  OwnProgram program;
  /// Returns a checked solution. Throws NoAnswer and WrongAnswer; thread-safe.
  std::function<Solution(const Instance& instance, RandomStream& stream)> solve;
};

template <class AlgorithmType>
using OwnAlgorithms = std::vector<OwnAlgorithm<AlgorithmType>>;

/// An algorithm chosen by name: a registered one with its options, or a user's own.
template <class AlgorithmType>
class ChosenAlgorithm {
 public:
  using Instance = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;

  explicit ChosenAlgorithm(Configured<AlgorithmType> registered) : algorithm_(std::move(registered)) {}
  explicit ChosenAlgorithm(OwnAlgorithm<AlgorithmType> own) : algorithm_(std::move(own)) {}

  /// nullptr unless it is registered.
  [[nodiscard]] const Configured<AlgorithmType>* registered() const {
    return std::get_if<Configured<AlgorithmType>>(&algorithm_);
  }
  /// nullptr unless it is a user's own.
  [[nodiscard]] const OwnAlgorithm<AlgorithmType>* own() const {
    return std::get_if<OwnAlgorithm<AlgorithmType>>(&algorithm_);
  }

  [[nodiscard]] std::string canonical_name() const {
    return registered() != nullptr ? registered()->canonical_name() : own()->program.name;
  }
  [[nodiscard]] int revision() const {
    return registered() != nullptr ? registered()->algorithm->revision : own()->program.revision;
  }
  /// False for a user's program, for which it is unknown.
  [[nodiscard]] bool exact_everywhere() const {
    return registered() != nullptr && registered()->algorithm->exact_everywhere;
  }

  [[nodiscard]] Solution solve(const Instance& instance, RandomStream& stream) const {
    return registered() != nullptr ? registered()->solve(instance, stream) : own()->solve(instance, stream);
  }
  [[nodiscard]] bool has_batches() const {
    return registered() != nullptr && registered()->algorithm->solve_batch != nullptr;
  }
  [[nodiscard]] std::vector<Solution> solve_batch(std::span<const Instance> instances) const {
    return registered()->algorithm->solve_batch(instances, registered()->options);
  }

 private:
  std::variant<Configured<AlgorithmType>, OwnAlgorithm<AlgorithmType>> algorithm_;
};

/// The algorithm with the name `text`; the user's own take precedence over registered ones. InputError as for
/// Registry::choose(), with the own names among the suggestions.
template <class AlgorithmType>
[[nodiscard]] ChosenAlgorithm<AlgorithmType> choose_algorithm(const OwnAlgorithms<AlgorithmType>& own,
                                                              std::string_view text) {
  for (const OwnAlgorithm<AlgorithmType>& algorithm : own)
    if (algorithm.program.name == text) return ChosenAlgorithm<AlgorithmType>(algorithm);
  return ChosenAlgorithm<AlgorithmType>(Registry<AlgorithmType>::instance().choose(text));
}

}  // namespace apportion
