// The fields and the random streams of solving.
#include "experiments/problems/common/solving.hpp"

#include <fmt/format.h>

namespace apportion::problems {

Field algorithm_field(const std::string& fallback, const std::string& example, std::vector<std::string> (*names)(),
                      bool ranks) {
  return {.name = "algorithm",
          .value = ranks ? "A|A,B|all" : "A",
          .what = fmt::format("name of an algorithm, such as {}", example),
          .fallback = fallback,
          .note = ranks ? "several, or all: a ranking" : "",
          .words = names,
          .takes_several = ranks};
}

Field seed_field() {
  return {.name = "seed",
          .kind = FieldKind::whole,
          .value = "N",
          .what = "seed of randomised algorithms",
          .least = 0,
          .most = 1e15,
          .fallback = std::to_string(default_seed)};
}

std::uint64_t seed_in(const FieldValues& given) { return static_cast<std::uint64_t>(given.whole("seed")); }

RandomStream solving_stream(std::string_view family, const std::string& algorithm, std::uint64_t seed) {
  return {seed, fmt::format("solve {}|{}", family, algorithm)};
}

}  // namespace apportion::problems
