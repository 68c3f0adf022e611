// Answers of programs, as a check accepts them.
#pragma once

#include <stdexcept>
#include <string>

#include "base/error.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/external/program_pool.hpp"

namespace apportion::fuzz {

// A check's std::logic_error is a refusal, too: see problems::Exchange.
template <class AlgorithmType>
typename AlgorithmType::Solution accepted(const problems::Exchange<AlgorithmType>& exchange,
                                          const typename AlgorithmType::Instance& instance, const std::string& line) {
  const problems::Json answer = problems::answer_in_reply(line, 1);
  try {
    return exchange.answer(instance, problems::JsonReader(answer, "answer"));
  } catch (const std::logic_error& refusal) {
    throw InputError(refusal.what());
  }
}

}  // namespace apportion::fuzz
