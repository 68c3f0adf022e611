// Random models of speeds that only sweep files can name, on the axis `sampling`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/speed_distributions.hpp"

namespace apportion::problems {

/// Description of such a model.
struct OwnModel {
  std::string word;     ///< "quantiles", the word before the brackets
  std::string symbol;   ///< the placeholder in the brackets: "FILE"
  std::string needs;    ///< the meaning of the placeholder: "the file of quantiles"
  std::string example;  ///< an example of it: "speeds.csv"
  std::string summary;
  bool says_speeds = true;       ///< whether it gives the speeds themselves, independent of the ratio
  bool exact_everywhere = true;  ///< see ClusterSampler

  [[nodiscard]] bool names_file() const { return symbol == "FILE"; }
  /// "quantiles(FILE)"
  [[nodiscard]] std::string spelled() const { return word + "(" + symbol + ")"; }
};

/// resample(FILE), which depends on the ratio of speeds, and quantiles(FILE) and speeds(DISTRIBUTION), which give the
/// speeds themselves.
[[nodiscard]] const std::vector<OwnModel>& own_models();

/// The model of this text; nullptr for other texts.
[[nodiscard]] const OwnModel* own_model(std::string_view text);
/// Whether the model gives the speeds themselves, independent of the ratio.
[[nodiscard]] bool says_speeds(std::string_view text);

/// "FILE" of "resample(FILE)"; "" without brackets.
[[nodiscard]] std::string within_brackets(std::string_view text);

/// InputError unless the text of such a model is complete, and in canonical form.
void require_own_model(const std::string& text);

/// Parses CSV: the header probability,speed, then a line for each quantile. Probabilities ascend from 0 to 1, speeds
/// are positive and do not descend. InputError, which names the line, for anything else.
[[nodiscard]] SpeedQuantile parse_quantiles(std::string_view text);

}  // namespace apportion::problems
