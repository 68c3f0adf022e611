// What the checks of statements share.
#include "experiments/niculescu/statement.hpp"

#include <algorithm>

namespace apportion::niculescu {

std::vector<Statement> statements() {
  return engine::in_order({checks_of_composed(), checks_of_counted(), checks_of_layers(), checks_of_products(),
                           checks_of_programs(), checks_of_shapes(), checks_of_simple()});
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
