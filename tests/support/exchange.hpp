// Answers of programs, as an exchange takes or refuses them.
#pragma once

#include <fmt/format.h>

#include <string>

#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::problems {

// The error of the check; "" if the answer is accepted.
template <class AlgorithmType>
std::string refusal(const Exchange<AlgorithmType>& exchange, const typename AlgorithmType::Instance& instance,
                    const std::string& answer) {
  const Json json = parse_json(answer);
  return message_of<std::exception>([&] { static_cast<void>(exchange.answer(instance, JsonReader(json, "answer"))); });
}

// The output of `solve FAMILY` for the problem by this algorithm.
template <class AlgorithmType>
typename AlgorithmType::Solution copied(const Exchange<AlgorithmType>& exchange, const std::string& family,
                                        const typename AlgorithmType::Instance& instance,
                                        const std::string& algorithm) {
  std::string problem = exchange.problem(instance);
  problem.insert(1, fmt::format(R"("algorithm":"{}",)", algorithm));
  const Json printed = parse_json(solve_line(*find_family(family), problem));
  return exchange.answer(instance, JsonReader(printed, "answer"));
}

}  // namespace apportion::problems
