// NRRP: SNRRP, but a straight cut where that is cheaper than an L.
#include <cstddef>

#include "algorithms/rectangles/non_rectangular.hpp"

namespace apportion {
namespace {

// Trials nest where each of many processors is larger than all that follow: enough for all of them where some tens of
// processors are divided, and the time of a few divisions without any where there are very many.
constexpr std::size_t budget_per_processor = 8;
constexpr std::size_t least_budget = 100'000;

RectangleSolution solve_nrrp(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  return divide_with_corners(frame, least_budget + budget_per_processor * frame.size());
}

// 2/sqrt 3 is proven for the published analysis of cases, which this is not.
const Registration<RectangleAlgorithm> nrrp_registration{
    {.name = "NRRP",
     .source = "Beaumont, Eyraud-Dubois and Lambert 2016; Beaumont et al. 2019 (IEEE TPDS); re-derived from the bound, "
               "without the published analysis of cases",
     .summary = "SNRRP, but where it makes an L it also tries to cut the largest area off, and keeps what is cheaper, "
                "latency included.",
     .solve = solve_nrrp}};

}  // namespace
}  // namespace apportion
