// Portfolios are never worse than any of their members, nor than with less effort.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/registry.hpp"
#include "base/error.hpp"
#include "sim/samplers.hpp"

namespace apportion {

/// What the tests ask of a family: problems(), solve(NAME, PROBLEM), and whether one solution is worse than another,
/// is_worse(OPTIONS, PROBLEM, MINE, OTHER).
template <class AlgorithmType>
struct PortfolioCase;

[[nodiscard]] inline Cluster portfolio_cluster(std::size_t processors, int sample) {
  RandomStream stream(17, fmt::format("portfolios {} {}", processors, sample));
  return draw_cluster("log-uniform", processors, sample % 2 == 0 ? 8 : 200, stream);
}

template <class AlgorithmType>
class Portfolios : public ::testing::Test {
 protected:
  using Registered = Registry<AlgorithmType>;
  using Problem = typename AlgorithmType::Instance;

  static std::vector<Configured<AlgorithmType>> portfolios() {
    std::vector<Configured<AlgorithmType>> found = Registered::instance().entries();
    std::erase_if(found, [](const Configured<AlgorithmType>& entry) { return entry.algorithm->members == nullptr; });
    return found;
  }

  static const std::vector<Problem>& problems() {
    static const std::vector<Problem> drawn = PortfolioCase<AlgorithmType>::problems();
    return drawn;
  }

  // Nothing if the algorithm refuses. Portfolios share members: each of problems() is solved once by each algorithm.
  static const auto& answer_if_any(const std::string& name, const Problem& problem) {
    static std::map<std::pair<std::string, const Problem*>, std::optional<typename AlgorithmType::Solution>> answers;
    const auto [entry, is_new] = answers.try_emplace({Registered::instance().choose(name).canonical_name(), &problem});
    if (!is_new) return entry->second;
    try {
      entry->second = PortfolioCase<AlgorithmType>::solve(entry->first.first, problem);
    } catch (const InputError&) {
    }
    return entry->second;
  }

  static void expect_never_worse(const Configured<AlgorithmType>& portfolio, const std::vector<std::string>& others,
                                 const Problem& problem) {
    const auto& mine = answer_if_any(portfolio.canonical_name(), problem);
    ASSERT_TRUE(mine) << portfolio.canonical_name();
    for (const std::string& name : others) {
      const auto& other = answer_if_any(name, problem);
      EXPECT_FALSE(other && PortfolioCase<AlgorithmType>::is_worse(portfolio.options, problem, *mine, *other))
          << portfolio.canonical_name() << " and " << name;
    }
  }
};

TYPED_TEST_SUITE_P(Portfolios);

TYPED_TEST_P(Portfolios, AreNeverWorseThanTheirMembers) {
  const auto portfolios = TestFixture::portfolios();
  EXPECT_FALSE(portfolios.empty());
  for (const auto& portfolio : portfolios)
    for (const auto& problem : TestFixture::problems()) {
      const std::vector<std::string> members = portfolio.algorithm->members(problem, portfolio.options);
      EXPECT_FALSE(members.empty()) << portfolio.canonical_name();
      TestFixture::expect_never_worse(portfolio, members, problem);
    }
}

TYPED_TEST_P(Portfolios, AreNeverWorseWithMoreEffort) {
  for (const TypeParam& algorithm : Registry<TypeParam>::instance().algorithms()) {
    if (algorithm.members == nullptr ||
        std::ranges::find(algorithm.options, "effort", &OptionSpec::name) == algorithm.options.end())
      continue;
    const auto& problems = TestFixture::problems();
    constexpr std::size_t with_thorough = 7;
    const auto named = [&](const char* effort) { return fmt::format("{}[effort={}]", algorithm.name, effort); };
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const Registry<TypeParam>& registry = Registry<TypeParam>::instance();
      TestFixture::expect_never_worse(registry.choose(named("normal")), {named("quick")}, problems[i]);
      if (i >= with_thorough) continue;
      TestFixture::expect_never_worse(registry.choose(named("thorough")), {named("quick"), named("normal")},
                                      problems[i]);
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(Portfolios, AreNeverWorseThanTheirMembers, AreNeverWorseWithMoreEffort);

}  // namespace apportion
