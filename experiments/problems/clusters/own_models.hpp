// Models of random speeds that sweep files alone can name, on the axis `sampling`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/speed_distributions.hpp"

namespace apportion::problems {

/// Such a model, as it is described.
struct OwnModel {
  std::string word;     ///< "quantiles", which stands before the brackets
  std::string symbol;   ///< what stands in them: "FILE"
  std::string example;  ///< such as "speeds.csv"
  std::string summary;
  bool exact_everywhere = true;  ///< see ClusterSampler

  /// "quantiles(FILE)"
  [[nodiscard]] std::string spelled() const { return word + "(" + symbol + ")"; }
};

/// resample(FILE), which keeps within the ratio of speeds, and quantiles(FILE) and speeds(DISTRIBUTION), which say the
/// speeds themselves.
[[nodiscard]] const std::vector<OwnModel>& own_models();

/// The model of that text; nullptr for another one.
[[nodiscard]] const OwnModel* own_model(std::string_view text);
/// Whether it says the speeds themselves, whatever the ratio.
[[nodiscard]] bool says_speeds(std::string_view text);

/// FILE of "resample(FILE)" and of "quantiles(FILE)"; nothing for another model.
[[nodiscard]] std::optional<std::string> resampled_file(std::string_view model);
[[nodiscard]] std::optional<std::string> quantile_file(std::string_view model);
/// The distribution of "speeds(DISTRIBUTION)"; nothing for another model. InputError as of parse_speed_model().
[[nodiscard]] std::optional<SpeedModel> speed_model(std::string_view model);

/// InputError unless the text of an own model is complete, and plainly spelled.
void require_own_model(const std::string& text);

/// CSV: the header probability,speed, then a line for each quantile. Probabilities ascend from 0 to 1, speeds are
/// positive and do not descend. InputError names the line for anything else.
[[nodiscard]] SpeedQuantile parse_quantiles(std::string_view text);

}  // namespace apportion::problems
