// Random models of speeds in sweep files: parsing of their texts, and of the file of quantiles.
#include "experiments/problems/clusters/cluster_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::problems {
namespace {

constexpr const char* quantile_header = "probability,speed";

double quantile_number(const std::string& text, const char* column) {
  const std::optional<double> number = parse_real(text);
  if (!number) throw InputError(fmt::format("the {} is '{}'; it must be a number", column, printable(text)));
  return *number;
}

void add_quantile(const std::vector<std::string>& fields, std::vector<double>& shares, std::vector<double>& speeds) {
  constexpr double least_speed = 1e-100;  // as in a cluster file
  constexpr double most_speed = 1e100;
  const double share = quantile_number(fields[0], "probability");
  const double speed = quantile_number(fields[1], "speed");
  if (shares.empty() && share != 0)
    throw InputError(fmt::format("the first probability is {}; it must be 0", fields[0]));
  if (!(speed >= least_speed) || !(speed <= most_speed))
    throw InputError(fmt::format("the speed is {}; it must be from {} to {}", fields[1], least_speed, most_speed));
  if (!shares.empty() && !(share > shares.back()))
    throw InputError(
        fmt::format("the probability {} is not above {}, that of the line before", fields[0], shares.back()));
  if (!shares.empty() && speed < speeds.back())
    throw InputError(fmt::format("the speed {} is below {}, that of the line before", fields[1], speeds.back()));
  if (share > 1) throw InputError(fmt::format("the probability {} is above 1", fields[0]));
  shares.push_back(share);
  speeds.push_back(speed);
}

}  // namespace

const std::vector<OwnModel>& own_models() {
  static const std::vector<OwnModel> all = {
      {.word = "resample",
       .symbol = "FILE",
       .needs = "the cluster file to draw from",
       .example = "nodes.csv",
       .summary =
           "drawn with replacement from the processors of a cluster file, whose speeds differ by the ratio at most",
       .says_speeds = false},
      {.word = "quantiles",
       .symbol = "FILE",
       .needs = "the file of quantiles",
       .example = "speeds.csv",
       .summary = "independent, by inversion: linear between the quantiles of a file, whatever the ratio"},
      {.word = "speeds",
       .symbol = "DISTRIBUTION",
       .needs = "the distribution",
       .example = "weibull(1.5)",
       .summary = "independent, by inversion, whatever the ratio: " +
                  fmt::format("{}", fmt::join(collected(speed_distributions(), &SpeedDistribution::spelled), ", ")),
       .exact_everywhere = false}};
  return all;
}

const OwnModel* own_model(std::string_view text) {
  const auto found = std::ranges::find(own_models(), text.substr(0, text.find('(')), &OwnModel::word);
  return found == own_models().end() ? nullptr : &*found;
}

bool says_speeds(std::string_view text) {
  const OwnModel* model = own_model(text);
  return model != nullptr && model->says_speeds;
}

std::string within_brackets(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return {};
  return std::string(text.substr(open + 1, text.size() - open - 2));
}

void require_own_model(const std::string& text) {
  const OwnModel& model = *own_model(text);
  const std::string inside = within_brackets(text);
  if (inside.empty())
    throw InputError(fmt::format("{}: name {}, as in {}({})", text, model.needs, model.word, model.example));
  if (model.names_file()) return;
  const std::string plain = read_from(text, [&] { return parse_speed_model(inside).text(); });
  if (plain != inside) throw InputError(fmt::format("{}: the plain spelling is {}({})", text, model.word, plain));
}

SpeedQuantile parse_quantiles(std::string_view text) {
  bool has_header = false;
  std::vector<double> shares;
  std::vector<double> speeds;
  std::int64_t last = 0;
  for_each_csv_line(text, 2, [&](const std::vector<std::string>& fields, std::int64_t number) {
    if (!has_header && fmt::format("{}", fmt::join(fields, ",")) != quantile_header)
      throw InputError(fmt::format("the header must be {}", quantile_header));
    if (has_header && fields.size() != 2) throw InputError("a line must have two fields, a probability and a speed");
    if (has_header) add_quantile(fields, shares, speeds);
    has_header = true;
    last = number;
  });
  if (!has_header) throw InputError(fmt::format("the file is empty; its first line must be {}", quantile_header));
  if (shares.empty()) throw InputError("there is no quantile below the header");
  if (shares.back() != 1)
    throw InputError(fmt::format("line {}: the last probability is {}; it must be 1", last, shares.back()));
  return interpolated_quantiles(std::move(shares), std::move(speeds));
}

}  // namespace apportion::problems
