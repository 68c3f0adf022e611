// What the checks of statements share.
#include "experiments/niculescu/statement.hpp"

#include <algorithm>
#include <utility>

namespace apportion::niculescu {
namespace {

constexpr std::string_view paper = "Niculescu, ";

}  // namespace

Statement statement(Index position, std::string name, const std::string& place, Claim claim, std::string text,
                    std::string checked, std::string counterexample,
                    Verdict (*check)(const Bounds&, const Options&, RandomStream&)) {
  Statement made;
  made.name = std::move(name);
  made.source = std::string(paper) + place;
  made.summary = std::move(text);
  made.solve = check;
  made.claim = claim;
  made.checked = std::move(checked);
  made.counterexample = std::move(counterexample);
  made.position = position;
  return made;
}

Statement revised(int revision, Statement made) {
  made.revision = revision;
  return made;
}

Statement amending(std::string amended, Statement made) {
  made.amends = std::move(amended);
  return made;
}

std::string place_of(const Statement& statement) { return statement.source.substr(paper.size()); }

std::vector<Statement> statements_in_order() {
  std::vector<Statement> statements = Registry<Statement>::instance().algorithms();
  std::ranges::sort(statements, {}, &Statement::position);
  return statements;
}

void for_each_kind(Index n, Index p, const std::function<void(const Distribution&)>& visit) {
  for (const Configured<DistributionKind>& chosen : DistributionKinds::instance().entries()) {
    RandomStream unused(0, "distributions");
    std::vector<Distribution> made;
    try {
      made.push_back(chosen.solve({n, p}, unused));
    } catch (const InputError&) {
      continue;  // not defined for n and p
    }
    visit(made.front());
  }
}

void for_each_mapping(Index n, Index p, const std::function<void(const std::vector<Index>&)>& visit) {
  std::vector<Index> owners(static_cast<std::size_t>(n));
  while (true) {
    visit(owners);
    auto digit = owners.begin();
    while (digit != owners.end() && *digit == p - 1) *digit++ = 0;
    if (digit == owners.end()) return;
    ++*digit;
  }
}

std::vector<Index> counted_loads(const std::vector<Index>& owners, Index p) {
  std::vector<Index> loads(static_cast<std::size_t>(p));
  for (const Index owner : owners) ++loads.at(static_cast<std::size_t>(owner));
  return loads;
}

Extremes extremes(const std::vector<Index>& loads) {
  const auto [least, most] = std::ranges::minmax_element(loads);
  return {*least, *most};
}

std::vector<Index> owners_of(const Distribution& distribution) {
  std::vector<Index> owners;
  for (Index i = 0; i < distribution.length(); ++i) owners.push_back(distribution.owner(i));
  return owners;
}

}  // namespace apportion::niculescu
