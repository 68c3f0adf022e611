// Searches of registered algorithms that continue from an answer.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "algorithms/registry.hpp"
#include "base/side_by_side.hpp"
#include "base/stopping.hpp"

namespace apportion::testing_support {

/// Expects of the search of BEST that each answer costs less than the previous one, and that the first is the same for
/// any number of threads.
template <class AlgorithmType, class Cost>
void expect_search_improves(const typename AlgorithmType::Instance& problem,
                            const typename AlgorithmType::Solution& start, const Cost& cost) {
  const Configured<AlgorithmType> best = Registry<AlgorithmType>::instance().choose("BEST");
  std::vector<double> firsts;
  for (const unsigned threads : {1U, 3U}) {
    const WorkThreads all(threads);
    RandomStream stream(1, "search on");
    double before = cost(start);
    std::vector<double> found;
    const TimedWork work(TimedWork::Clock::now() + std::chrono::seconds(1));
    EXPECT_THROW(best.algorithm->search_on(
                     problem, best.options, start,
                     [&](const typename AlgorithmType::Solution& better) {
                       EXPECT_LT(cost(better), before);
                       before = cost(better);
                       found.push_back(before);
                     },
                     stream),
                 TimeIsUp);
    ASSERT_FALSE(found.empty());
    firsts.push_back(found.front());
  }
  EXPECT_EQ(firsts[0], firsts[1]);
}

}  // namespace apportion::testing_support
