// Distributions as numbers: results are numbers, and these show which distributions were chosen.
#pragma once

#include <string_view>

namespace apportion::frontier {

/// A distribution by its name, TemplateDistribution::name(), as a whole number below 2^51: for each of up to three
/// dimensions, the first lowest, 4 bits for the processors less 1 and 13 for the block, which is 1 where one processor
/// holds all. std::logic_error for what does not fit.
[[nodiscard]] double distribution_code(std::string_view name);

}  // namespace apportion::frontier
