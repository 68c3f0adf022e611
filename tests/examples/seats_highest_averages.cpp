// The methods of highest averages: every seat goes to the party with the most votes per seat. The example of
// docs/add-a-family.md.
#include "tests/examples/seats.hpp"

namespace apportion {
namespace {

// Of equal averages the party listed first wins.
Seats highest_averages(const SeatProblem& problem, const Options& options, RandomStream& /*stream*/) {
  const double step = options.flag("odd") ? 2 : 1;
  Seats seats(problem.votes.size());
  const auto average = [&](std::size_t party) {
    return problem.votes[party] / (1 + step * static_cast<double>(seats[party]));
  };
  for (std::int64_t seat = 0; seat < problem.seats; ++seat) {
    std::size_t best = 0;
    for (std::size_t party = 1; party < seats.size(); ++party)
      if (average(party) > average(best)) best = party;
    ++seats[best];
  }
  return seats;
}

const Registration<SeatAlgorithm> registration{
    {.name = "highest-averages",
     .source = "D'Hondt 1878; Webster 1832",
     .summary = "every seat goes to the party with most votes per seat: D'Hondt's method",
     .options = {{.name = "odd", .summary = "divides the votes by 1, 3, 5, ...: Webster's method"}},
     .variants = {"odd"},
     .solve = highest_averages}};

}  // namespace
}  // namespace apportion
