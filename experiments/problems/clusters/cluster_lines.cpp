// Lines of cluster files: what they say of each processor and group, once or several times.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_columns.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"

namespace apportion::problems {
namespace {

constexpr std::int64_t most_lines = 1'000'000;
constexpr std::size_t longest_name = 100;
constexpr double least_number = 1e-100;
constexpr double most_number = 1e100;

void require_name(std::string_view what, const std::string& name, std::int64_t line) {
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  if (name.empty()) throw line_error(line, fmt::format("the {} has no name", what));
  if (name.size() > longest_name)
    throw line_error(line, fmt::format("the name {} has more than {} bytes", shown_text(name), longest_name));
  if (std::ranges::any_of(name, is_control)) throw line_error(line, "the name contains a control character");
}

// One line, by its columns.
class ClusterLine {
 public:
  ClusterLine(const std::vector<ColumnInUnit>& columns, std::vector<std::string> fields, std::int64_t line)
      : columns_(&columns), fields_(std::move(fields)), line_(line) {
    const std::size_t wanted = columns.size();
    if (fields_.size() != wanted)
      throw line_error(
          line_, fmt::format("{} has {}{}; the header has {}", fields_.empty() ? "it" : shown_text(fields_[0]),
                             fields_.size() > wanted ? "more than " : "",
                             counted(static_cast<std::int64_t>(std::min(fields_.size(), wanted)), "field"), wanted));
  }

  [[nodiscard]] std::int64_t number() const { return line_; }
  [[nodiscard]] const std::string& name() const { return text(ClusterColumn::name); }
  [[nodiscard]] bool has(ClusterColumn column) const { return place_of(column) < columns_->size(); }
  [[nodiscard]] const std::string& text(ClusterColumn column) const { return fields_[place_of(column)]; }

  // In the unit that columns have in common.
  [[nodiscard]] double number_in(ClusterColumn column) const {
    const std::string& field = text(column);
    const std::optional<double> number = parse_real(field);
    const double value = number.value_or(0) * (*columns_)[place_of(column)].unit;
    if (!number || !(value >= least_number) || !(value <= most_number))
      throw line_error(
          line_, fmt::format("the {} of {} is '{}'; it must be a positive number, from {} to {}", in_words(column),
                             shown_text(name()), shown_text(field), least_number, most_number));
    return value;
  }

 private:
  [[nodiscard]] std::size_t place_of(ClusterColumn column) const {
    return static_cast<std::size_t>(std::ranges::find(*columns_, column, &ColumnInUnit::column) - columns_->begin());
  }

  const std::vector<ColumnInUnit>* columns_;
  std::vector<std::string> fields_;
  std::int64_t line_;
};

// A number that was measured, perhaps several times (Welford 1962).
struct Measurements {
  std::int64_t count = 0;
  double mean = 0;
  double squares = 0;  // sum of squared distances from the mean

  void add(double value) {
    const double distance = value - mean;
    mean += distance / static_cast<double>(++count);
    squares += distance * (value - mean);
  }
};

// A fact of a processor or group that lines may repeat, but not change.
struct Fact {
  double value = 0;
  std::int64_t line = 0;
};
using Facts = std::map<std::pair<ClusterColumn, std::size_t>, Fact>;

void set_fact(const ClusterLine& line, ClusterColumn column, std::size_t of, const std::string& called, Facts& facts) {
  if (!line.has(column) || line.text(column).empty()) return;
  const double value = line.number_in(column);
  const Fact& fact = facts.emplace(std::pair(column, of), Fact{value, line.number()}).first->second;
  if (fact.value != value)
    throw line_error(line.number(), fmt::format("the {} of {} is '{}', which differs from line {}", in_words(column),
                                                shown_text(called), shown_text(line.text(column)), fact.line));
}

// The processors as the lines come.
class ClusterLines {
 public:
  explicit ClusterLines(std::vector<ColumnInUnit> columns) : columns_(std::move(columns)) {}

  [[nodiscard]] std::size_t columns() const { return columns_.size(); }

  void add(std::vector<std::string> fields, std::int64_t number) {
    const ClusterLine line(columns_, std::move(fields), number);
    const std::string& name = line.name();
    require_name("processor", name, number);
    const auto [found, is_new] = numbers_.emplace(name, cluster_.names.size());
    const std::size_t processor = found->second;
    if (is_new) {
      cluster_.names.push_back(name);
      cluster_.lines.push_back(number);
      measured_.emplace_back();
    }
    if (line.has(ClusterColumn::speed))
      measured_[processor].add(0, line.number_in(ClusterColumn::speed), number);
    else
      add_time(line, processor);
    for (const ClusterColumn column : {ClusterColumn::memory, ClusterColumn::bandwidth, ClusterColumn::latency})
      set_fact(line, column, processor, name, facts_);
    if (line.has(ClusterColumn::group)) add_group(line, processor);
  }

  [[nodiscard]] GivenCluster cluster() && {
    set_measured();
    set_memory();
    ProcessorLinks& links = cluster_.links;
    links.bandwidths = of_each(ClusterColumn::bandwidth, cluster_.names, cluster_.lines);
    links.latencies = of_each(ClusterColumn::latency, cluster_.names, cluster_.lines);
    links.group_bandwidths = of_each(ClusterColumn::group_bandwidth, group_names_, group_lines_);
    links.group_latencies = of_each(ClusterColumn::group_latency, group_names_, group_lines_);
    return std::move(cluster_);
  }

 private:
  // Of one processor: the numbers measured at each size, and the line of the last new size.
  struct Measured {
    std::vector<double> sizes;
    std::vector<Measurements> numbers;
    std::int64_t last = 0;

    void add(double size, double number, std::int64_t line) {
      const auto found = std::ranges::lower_bound(sizes, size);
      const auto place = found - sizes.begin();
      if (found == sizes.end()) {
        sizes.push_back(size);
        numbers.emplace_back();
        last = line;
      }
      numbers[static_cast<std::size_t>(place)].add(number);
    }
  };

  void add_time(const ClusterLine& line, std::size_t processor) {
    Measured& measured = measured_[processor];
    const double size = line.number_in(ClusterColumn::size);
    if (!measured.sizes.empty() && size < measured.sizes.back() && !std::ranges::binary_search(measured.sizes, size))
      throw line_error(line.number(), fmt::format("size {} of {} is not above {} on line {}; the sizes of a processor "
                                                  "must increase, or be measured again",
                                                  size, shown_text(line.name()), measured.sizes.back(), measured.last));
    const bool has_seconds = line.has(ClusterColumn::seconds);
    const double number = line.number_in(has_seconds ? ClusterColumn::seconds : ClusterColumn::rate);
    require_seconds(line.name(), size, has_seconds ? number : size / number, line.number());
    measured.add(size, number, line.number());
  }

  static void require_seconds(const std::string& name, double size, double seconds, std::int64_t line) {
    if (seconds < least_number || seconds > most_number)
      throw line_error(line, fmt::format("{} takes {} seconds for {} elements; that is out of range", shown_text(name),
                                         seconds, size));
  }

  void add_group(const ClusterLine& line, std::size_t processor) {
    const std::string& name = line.text(ClusterColumn::group);
    std::vector<std::size_t>& groups = cluster_.links.groups;
    const bool is_new_processor = processor == groups.size();
    if (!is_new_processor && name.empty()) return;
    require_name("group", name, line.number());
    const auto [found, is_new] = group_numbers_.emplace(name, group_names_.size());
    if (is_new) {
      group_names_.push_back(name);
      group_lines_.push_back(line.number());
    }
    if (is_new_processor) groups.push_back(found->second);
    if (groups[processor] != found->second)
      throw line_error(line.number(),
                       fmt::format("the group of {} is '{}', which differs from line {}", shown_text(line.name()),
                                   shown_text(name), cluster_.lines[processor]));
    for (const ClusterColumn column : {ClusterColumn::group_bandwidth, ClusterColumn::group_latency})
      set_fact(line, column, found->second, name, facts_);
  }

  void set_measured() {
    const bool has_rates = column_is_there(ClusterColumn::rate);
    const bool has_sizes = column_is_there(ClusterColumn::size);
    for (const Measured& measured : measured_) {
      Spread spread;
      double squares = 0;
      std::vector<MeasuredTime> times;
      for (std::size_t k = 0; k < measured.sizes.size(); ++k) {
        const Measurements& number = measured.numbers[k];
        spread.repeats += number.count - 1;
        squares += number.squares / number.mean / number.mean;
        times.push_back({measured.sizes[k], has_rates ? measured.sizes[k] / number.mean : number.mean});
      }
      if (spread.repeats > 0) spread.relative = std::sqrt(squares / static_cast<double>(spread.repeats));
      cluster_.spreads.push_back(spread);
      if (has_sizes)
        cluster_.models.emplace_back(std::move(times));
      else
        cluster_.speeds.push_back(measured.numbers.front().mean);
    }
  }

  void set_memory() {
    const auto column = std::ranges::find(columns_, ClusterColumn::memory, &ColumnInUnit::column);
    if (column == columns_.end()) return;
    cluster_.memory_is_bytes = !column->is_cells;
    for (std::size_t i = 0; i < cluster_.size(); ++i) {
      const auto found = facts_.find({ClusterColumn::memory, i});
      cluster_.memory.push_back(found == facts_.end() ? std::numeric_limits<double>::infinity() : found->second.value);
    }
    if (column->is_cells) count_cells(cluster_, 1);
  }

  [[nodiscard]] bool column_is_there(ClusterColumn column) const {
    return std::ranges::find(columns_, column, &ColumnInUnit::column) != columns_.end();
  }

  // A number for each of the named; none at all without the column.
  [[nodiscard]] std::vector<double> of_each(ClusterColumn column, const std::vector<std::string>& names,
                                            const std::vector<std::int64_t>& lines) const {
    std::vector<double> numbers;
    if (!column_is_there(column)) return numbers;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto found = facts_.find({column, i});
      if (found == facts_.end())
        throw line_error(lines[i], fmt::format("{} has no {}; each needs one", shown_text(names[i]), in_words(column)));
      numbers.push_back(found->second.value);
    }
    return numbers;
  }

  std::vector<ColumnInUnit> columns_;
  GivenCluster cluster_;
  std::map<std::string, std::size_t> numbers_;  // of the processors
  std::vector<Measured> measured_;              // one per processor
  std::map<std::string, std::size_t> group_numbers_;
  std::vector<std::string> group_names_;
  std::vector<std::int64_t> group_lines_;
  Facts facts_;
};

// The fields of a line that is not blank.
std::vector<std::string> fields_of(const TextLines& lines, std::size_t most) {
  try {
    return csv_fields(lines.line(), CsvForm::typed, most);
  } catch (const InputError& error) {
    throw line_error(lines.number(), error.what());
  }
}

}  // namespace

GivenCluster parse_cluster(std::string_view text) {
  constexpr std::size_t most_columns = 20;
  std::optional<ClusterLines> processors;
  for (TextLines lines(text); lines.next();) {
    if (lines.number() > most_lines + 1)
      throw InputError(fmt::format("there are more than {} lines below the header", most_lines));
    if (is_blank(lines.line())) continue;
    if (processors)
      processors->add(fields_of(lines, processors->columns()), lines.number());
    else
      processors.emplace(cluster_columns(fields_of(lines, most_columns), lines.number()));
  }
  if (!processors) throw InputError(fmt::format("the file is empty; its first line must be {}", cluster_headers));
  GivenCluster cluster = std::move(*processors).cluster();
  if (cluster.names.empty()) throw InputError("there is no processor below the header");
  return cluster;
}

GivenCluster read_cluster(const std::string& file) {
  require_regular_file(file, most_cluster_bytes);
  return parsed_input(file, parse_cluster);
}

}  // namespace apportion::problems
