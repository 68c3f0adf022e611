// Clusters from files: reading, drawing from them, and what ratios that needs.
#include "experiments/problems/clusters/cluster_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view headers = "name,speed or name,size,seconds or name,size,rate";
constexpr std::int64_t most_lines = 1'000'000;
constexpr std::size_t longest_name = 100;
constexpr double least_number = 1e-100;
constexpr double most_number = 1e100;

enum class Columns { speed, seconds, rate };

// As much of a text as an error shows.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  return std::string(text.substr(0, most)) + (text.size() > most ? "..." : "");
}

InputError line_error(std::int64_t line, const std::string& problem) {
  return InputError(fmt::format("line {}: {}", line, problem));
}

// A field in quotes, from its first on, and what is left of the line after the second; a quote in it is doubled.
std::string quoted_field(std::string_view& rest, std::int64_t line) {
  std::string field;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] != '"') {
      field += rest[i];
    } else if (rest.substr(i + 1).starts_with('"')) {
      field += rest[i++];
    } else {
      rest = trimmed(rest.substr(i + 1));
      return field;
    }
  }
  throw line_error(line, "a quote is not closed");
}

std::vector<std::string> fields_of(std::string_view text, std::int64_t line) {
  // More than any header has, so that a line of a million commas is none of a million fields.
  constexpr std::size_t most_fields = 5;
  std::vector<std::string> fields;
  std::string_view rest = trimmed(text);
  for (bool more = true; more && fields.size() < most_fields;) {
    if (rest.starts_with('"')) {
      fields.push_back(quoted_field(rest, line));
      if (!rest.empty() && rest.front() != ',') throw line_error(line, "text follows a closing quote");
    } else {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      fields.emplace_back(trimmed(rest.substr(0, comma)));
      rest.remove_prefix(comma);
    }
    more = !rest.empty();
    if (more) rest = trimmed(rest.substr(1));
  }
  return fields;
}

Columns columns_of(const std::vector<std::string>& header, std::int64_t line) {
  const std::string text = fmt::format("{}", fmt::join(header, ","));
  const std::map<std::string, Columns> known = {
      {"name,speed", Columns::speed}, {"name,size,seconds", Columns::seconds}, {"name,size,rate", Columns::rate}};
  const auto found = known.find(text);
  if (found == known.end())
    throw line_error(line, fmt::format("the header is '{}'; it must be {}", shown(text), headers));
  return found->second;
}

double number_in(const std::string& field, const std::string& column, const std::string& name, std::int64_t line) {
  const std::optional<double> number = parse_real(field);
  if (!number || !(*number >= least_number) || !(*number <= most_number))
    throw line_error(line, fmt::format("the {} of {} is '{}'; it must be a positive number, from {} to {}", column,
                                       shown(name), shown(field), least_number, most_number));
  return *number;
}

void require_name(const std::string& name, std::int64_t line) {
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  if (name.empty()) throw line_error(line, "the processor has no name");
  if (name.size() > longest_name)
    throw line_error(line, fmt::format("the name {} has more than {} bytes", shown(name), longest_name));
  if (std::ranges::any_of(name, is_control)) throw line_error(line, "the name contains a control character");
}

// The processors as the lines come.
class ClusterLines {
 public:
  explicit ClusterLines(Columns columns) : columns_(columns) {}

  void add(const std::vector<std::string>& fields, std::int64_t line) {
    const std::size_t wanted = columns_ == Columns::speed ? 2 : 3;
    if (fields.size() != wanted)
      throw line_error(
          line, fmt::format("{} has {}{}; the header has {}", fields.empty() ? "it" : shown(fields[0]),
                            fields.size() > wanted ? "more than " : "",
                            counted(static_cast<std::int64_t>(std::min(fields.size(), wanted)), "field"), wanted));
    const std::string& name = fields[0];
    require_name(name, line);
    const auto [processor, is_new] = processors_.emplace(name, Lines{names_.size(), line});
    if (is_new) names_.push_back(name);
    if (columns_ == Columns::speed) {
      if (!is_new)
        throw line_error(
            line, fmt::format("{} is already on line {}; names must differ", shown(name), processor->second.last));
      speeds_.push_back(number_in(fields[1], "speed", name, line));
    } else {
      add_time(fields, processor->second, line);
    }
    processor->second.last = line;
  }

  [[nodiscard]] GivenCluster cluster() && {
    GivenCluster cluster{.names = std::move(names_), .speeds = std::move(speeds_)};
    for (std::vector<MeasuredTime>& times : times_) cluster.models.emplace_back(std::move(times));
    return cluster;
  }

 private:
  struct Lines {
    std::size_t number = 0;  // of the processor
    std::int64_t last = 0;   // on which it stood
  };

  void add_time(const std::vector<std::string>& fields, const Lines& processor, std::int64_t line) {
    const std::string& name = fields[0];
    if (processor.number == times_.size()) times_.emplace_back();
    std::vector<MeasuredTime>& times = times_[processor.number];
    const double size = number_in(fields[1], "size", name, line);
    if (!times.empty() && size <= times.back().size)
      throw line_error(line, fmt::format("size {} of {} is not above {} on line {}; the sizes of a processor must "
                                         "increase",
                                         size, shown(name), times.back().size, processor.last));
    const bool has_seconds = columns_ == Columns::seconds;
    const double given = number_in(fields[2], has_seconds ? "seconds" : "rate", name, line);
    const double seconds = has_seconds ? given : size / given;
    if (seconds < least_number || seconds > most_number)
      throw line_error(
          line, fmt::format("{} takes {} seconds for {} elements; that is out of range", shown(name), seconds, size));
    times.push_back({size, seconds});
  }

  Columns columns_;
  std::vector<std::string> names_;
  std::vector<double> speeds_;
  std::vector<std::vector<MeasuredTime>> times_;
  std::map<std::string, Lines> processors_;
};

// Calls `use` for each line that is not blank, with its number.
void for_each_line(std::string_view text, const std::function<void(std::string_view, std::int64_t)>& use) {
  std::int64_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (++number > most_lines + 1)
      throw InputError(fmt::format("there are more than {} lines below the header", most_lines));
    if (!is_blank(line)) use(line, number);
    begin = end + 1;
  }
}

constexpr std::string_view opening = "resample(";

const engine::Axis* axis_named(const std::vector<engine::Axis>& axes, const std::string& name) {
  const auto found = std::ranges::find(axes, name, &engine::Axis::name);
  return found == axes.end() ? nullptr : &*found;
}

}  // namespace

Cluster GivenCluster::cluster_for(double elements) const {
  if (!depends_on_size()) return {speeds, {}};
  if (!(elements > 0) || !std::isfinite(elements))
    throw InputError(fmt::format("the speeds depend on the size, so there must be elements; there are {}", elements));
  return {balanced_sizes(models, elements), {}};
}

GivenCluster parse_cluster(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::optional<ClusterLines> lines;
  for_each_line(text, [&lines](std::string_view line, std::int64_t number) {
    const std::vector<std::string> fields = fields_of(line, number);
    if (lines)
      lines->add(fields, number);
    else
      lines.emplace(columns_of(fields, number));
  });
  if (!lines) throw InputError(fmt::format("the file is empty; its first line must be {}", headers));
  GivenCluster cluster = std::move(*lines).cluster();
  if (cluster.names.empty()) throw InputError("there is no processor below the header");
  return cluster;
}

GivenCluster read_cluster(const std::string& file) {
  require_regular_file(file, most_cluster_bytes);
  return parsed_input(file, parse_cluster);
}

const std::vector<double>& constant_speeds(const GivenCluster& cluster) {
  if (cluster.depends_on_size())
    throw InputError("the speeds depend on the size, which is not possible here; the header must be name,speed");
  return cluster.speeds;
}

Field cluster_field() {
  return field_of(FieldKind::file, "cluster", "FILE",
                  "processors by name and speed, instead of a list: CSV, docs/own-clusters.md")
      .must_be_given("file");
}

std::optional<GivenCluster> cluster_in(const FieldValues& given) {
  if (!given.has("cluster")) return std::nullopt;
  if (given.has("weights"))
    throw InputError(fmt::format("{} and {} exclude each other", given.spelled("cluster"), given.spelled("weights")));
  return read_cluster(given.text("cluster"));
}

std::vector<double> speeds_over_least(const GivenCluster& cluster) {
  std::vector<double> speeds = constant_speeds(cluster);
  const double least = *std::ranges::min_element(speeds);
  for (double& speed : speeds) speed /= least;
  return speeds;
}

Cluster ClusterSource::draw(const std::string& model, std::size_t processors, double ratio,
                            RandomStream& stream) const {
  if (const auto file = resampled.find(model); file != resampled.end())
    return resampled_cluster(file->second, processors, stream);
  return draw_cluster(model, processors, ratio, stream);
}

Cluster ClusterSource::cluster_at(const engine::Point& point, double elements, RandomStream& stream) const {
  if (given != nullptr) return given->cluster_for(elements);
  return draw(point.text("sampling"), point.count("processors"), point.number("ratio"), stream);
}

std::optional<std::string> resampled_file(std::string_view model) {
  if (!model.starts_with(opening) || !model.ends_with(')')) return std::nullopt;
  return std::string(model.substr(opening.size(), model.size() - opening.size() - 1));
}

void require_resampling(const std::vector<engine::Axis>& axes, const std::string& ratio_axis,
                        const ClusterSource& source) {
  const engine::Axis* sampling = axis_named(axes, "sampling");
  const engine::Axis* ratios = axis_named(axes, ratio_axis);
  if (sampling == nullptr || ratios == nullptr) return;
  for (const engine::AxisValue& model : sampling->values) {
    if (!resampled_file(model.text)) continue;
    const auto file = source.resampled.find(model.text);
    if (file == source.resampled.end())
      throw InputError(fmt::format(
          "sampling = {0}: the sweep file does not name this cluster file; write sampling = {0} into it", model.text));
    // The ratio as a user reads and types it.
    const double own =
        engine::AxisValue::parse(fmt::format("{:.15g}", std::ranges::max(file->second))).number.value_or(0);
    for (const engine::AxisValue& ratio : ratios->values)
      if (ratio.number.value_or(0) < own)
        throw InputError(
            fmt::format("sampling = {}: its fastest processor is {} times as fast as its slowest; {} = {} "
                        "must be at least that",
                        model.text, own, ratio_axis, ratio.text));
  }
}

}  // namespace apportion::problems
