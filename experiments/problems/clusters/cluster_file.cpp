// Clusters from files: the header with its columns and units, the lines, speeds or shares for an array, memory, the
// fields that name a file, drawing speeds from a file, and random models of sweep files.
#include "experiments/problems/clusters/cluster_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <regex>
#include <span>
#include <string>
#include <utility>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {
namespace {

// --- The header: columns by their names and units

// A column of the header, and the factor that converts its numbers to bytes, bytes per second, or seconds.
struct ClusterColumn {
  std::string_view name;
  std::string_view unit = {};
  double factor = 1;

  [[nodiscard]] std::string spelled() const {
    return unit.empty() ? std::string(name) : fmt::format("{}[{}]", name, unit);
  }
};
using Columns = std::vector<ClusterColumn>;

// In the order in which errors list them.
constexpr std::array known_columns = {ClusterColumn{"name"},
                                      ClusterColumn{"speed"},
                                      ClusterColumn{"size"},
                                      ClusterColumn{"seconds"},
                                      ClusterColumn{"rate"},
                                      ClusterColumn{"memory", "cells"},
                                      ClusterColumn{"memory", "GB", 1e9},
                                      ClusterColumn{"bandwidth", "Gbit/s", 1.25e8},
                                      ClusterColumn{"latency", "us", 1e-6},
                                      ClusterColumn{"group"},
                                      ClusterColumn{"group_bandwidth", "Gbit/s", 1.25e8},
                                      ClusterColumn{"group_latency", "us", 1e-6}};
constexpr std::size_t required_columns = 5;  // or some of them: the others may be left out

// The required columns, in words.
constexpr std::string_view cluster_headers = "name,speed or name,size,seconds or name,size,rate";

// A text, shortened for an error.
std::string shown_text(std::string_view text) {
  constexpr std::size_t most = 40;
  return std::string(text.substr(0, most)) + (text.size() > most ? "..." : "");
}

InputError header_error(const std::vector<std::string>& header, const std::string& more) {
  const std::vector<std::string> further =
      collected(std::span(known_columns).subspan(required_columns), &ClusterColumn::spelled);
  return InputError("the header is '{}'; it must be {}{}; beside these there may be {}",
                    shown_text(fmt::format("{}", fmt::join(header, ","))), cluster_headers, more,
                    fmt::join(further, ", "));
}

bool has(const Columns& columns, std::string_view name) { return contains(columns, name, &ClusterColumn::name); }

// Whether the columns name,speed or name,size,seconds or name,size,rate are there, in any order.
bool has_speeds(const Columns& columns) {
  const auto count = [&](std::string_view name) { return has(columns, name) ? 1 : 0; };
  return has(columns, "name") && count("speed") + count("seconds") + count("rate") == 1 &&
         count("size") + count("speed") == 1;
}

// The columns of a header. InputError for columns that are unknown, missing or repeated, and for a wrong
// unit.
Columns cluster_columns(const std::vector<std::string>& header) {
  Columns columns;
  for (const std::string& text : header) {
    const std::size_t bracket = std::min(text.find('['), text.size());
    std::string field = text.substr(bracket);
    std::erase(field, ' ');
    field.insert(0, trimmed(std::string_view(text).substr(0, bracket)));
    std::vector<std::string> spellings;
    const ClusterColumn* found = nullptr;
    for (const ClusterColumn& known : known_columns) {
      if (known.name != field.substr(0, field.find('['))) continue;
      spellings.push_back(known.spelled());
      if (spellings.back() == field) found = &known;
    }
    const std::size_t number = columns.size() + 1;
    if (spellings.empty()) throw header_error(header, fmt::format(" (column {} is unknown)", number));
    const std::string place = fmt::format("column {} is '{}'; ", number, shown_text(text));
    if (found == nullptr) throw InputError("{}it must be {}", place, fmt::join(spellings, " or "));
    if (has(columns, found->name)) throw InputError(place + "another column is the same");
    columns.push_back(*found);
  }
  if (!has_speeds(columns)) throw header_error(header, "");
  const bool says_groups = has(columns, "group_bandwidth") || has(columns, "group_latency");
  if (says_groups && !has(columns, "group")) throw InputError("the header has numbers of groups, but no column group");
  return columns;
}

// The name of a column in messages: "group bandwidth".
std::string in_words(std::string_view column) { return respelled(column, {{'_', " "}}); }

// --- Lines: the values of each processor and group, given once or several times

constexpr std::size_t longest_name = 100;
constexpr double least_number = 1e-100;
constexpr double most_number = 1e100;

void require_name(std::string_view what, const std::string& name) {
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  if (name.empty()) throw InputError("the {} has no name", what);
  if (name.size() > longest_name)
    throw InputError("the name {} has more than {} bytes", shown_text(name), longest_name);
  if (std::ranges::any_of(name, is_control)) throw InputError("the name contains a control character");
}

// Reads one line by its columns.
class ClusterLine {
 public:
  ClusterLine(const Columns& columns, std::vector<std::string> fields, std::int64_t line)
      : columns_(&columns), fields_(std::move(fields)), line_(line) {
    const std::size_t wanted = columns.size();
    if (fields_.size() != wanted)
      throw InputError("{} has {}{}; the header has {}", fields_.empty() ? "it" : shown_text(fields_[0]),
                       fields_.size() > wanted ? "more than " : "", counted(std::min(fields_.size(), wanted), "field"),
                       wanted);
  }

  [[nodiscard]] std::int64_t number() const { return line_; }
  [[nodiscard]] const std::string& name() const { return text("name"); }
  [[nodiscard]] bool has(std::string_view column) const { return place_of(column) < columns_->size(); }
  [[nodiscard]] const std::string& text(std::string_view column) const { return fields_[place_of(column)]; }

  // The number converted to bytes, bytes per second, or seconds.
  [[nodiscard]] double number_in(std::string_view column) const {
    const std::string& field = text(column);
    const std::optional<double> number = parse_real(field);
    const double value = number.value_or(0) * (*columns_)[place_of(column)].factor;
    if (!number || !(value >= least_number) || !(value <= most_number))
      throw InputError("the {} of {} is '{}'; it must be a positive number, from {} to {}", in_words(column),
                       shown_text(name()), shown_text(field), least_number, most_number);
    return value;
  }

 private:
  [[nodiscard]] std::size_t place_of(std::string_view column) const {
    return static_cast<std::size_t>(std::ranges::find(*columns_, column, &ClusterColumn::name) - columns_->begin());
  }

  const Columns* columns_;
  std::vector<std::string> fields_;
  std::int64_t line_;
};

// The mean of a measured number, with repeated measurements (Welford 1962).
struct Measurements {
  std::int64_t line = 0;  // of the first one
  std::int64_t count = 0;
  double mean = 0;
  double squares = 0;  // sum of squared distances from the mean

  void add(double value) {
    const double distance = value - mean;
    mean += distance / static_cast<double>(++count);
    squares += distance * (value - mean);
  }
};

// The processors, or the groups, in the order of their first lines, and their properties, which lines may repeat but
// not change.
class Described {
 public:
  Described(std::string_view kind, const Columns& columns) : kind_(kind), columns_(&columns) {}

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<std::int64_t>& lines() const { return lines_; }  // the first of each

  std::size_t number_of(const std::string& name, std::int64_t line) {
    require_name(kind_, name);
    const auto [found, is_new] = numbers_.emplace(name, names_.size());
    if (is_new) {
      names_.push_back(name);
      lines_.push_back(line);
    }
    return found->second;
  }

  void set(const ClusterLine& line, std::string_view column, std::size_t number) {
    if (!line.has(column) || line.text(column).empty()) return;
    const double value = line.number_in(column);
    const auto [fact, is_new] = facts_.emplace(std::pair(column, number), std::pair(value, line.number()));
    const auto& [before, of_line] = fact->second;
    if (before != value)
      throw InputError("the {} of {} is '{}', which differs from line {}", in_words(column), shown_text(names_[number]),
                       shown_text(line.text(column)), of_line);
  }

  // The property of each, or `otherwise` if no line gives it; empty without the column.
  [[nodiscard]] std::vector<double> of_each(std::string_view column,
                                            std::optional<double> otherwise = std::nullopt) const {
    std::vector<double> values;
    if (!has(*columns_, column)) return values;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto fact = facts_.find({column, i});
      if (fact == facts_.end() && !otherwise)
        throw InputError("line {}: {} has no {}; each needs one", lines_[i], shown_text(names_[i]), in_words(column));
      values.push_back(fact == facts_.end() ? *otherwise : fact->second.first);
    }
    return values;
  }

 private:
  std::string_view kind_;
  const Columns* columns_;
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> names_;
  std::vector<std::int64_t> lines_;
  std::map<std::pair<std::string_view, std::size_t>, std::pair<double, std::int64_t>> facts_;  // and their lines
};

// Collects the processors line by line.
class ClusterLines {
 public:
  explicit ClusterLines(const Columns& columns)
      : columns_(&columns), processors_("processor", columns), groups_("group", columns) {}

  void add(std::vector<std::string> fields, std::int64_t number) {
    const ClusterLine line(*columns_, std::move(fields), number);
    const std::size_t processor = processors_.number_of(line.name(), number);
    if (processor == measured_.size()) measured_.emplace_back();
    if (line.has("speed"))
      measured_[processor][0].add(line.number_in("speed"));
    else
      add_time(line, measured_[processor]);
    for (const char* column : {"memory", "bandwidth", "latency"}) processors_.set(line, column, processor);
    if (line.has("group")) add_group(line, processor);
  }

  [[nodiscard]] GivenCluster cluster() && {
    cluster_.names = processors_.names();
    cluster_.lines = processors_.lines();
    for (const Measured& measured : measured_) set_measured(measured);
    // Equally many further speeds for each are measurements; otherwise hosts may be listed once per rank.
    std::int64_t speeds = 0;
    for (const Measured& measured : measured_) speeds += measured.begin()->second.count;
    if (has(*columns_, "speed") && !measured_.empty() && speeds % std::ssize(measured_) != 0)
      engine::print_error(
          fmt::format("the cluster has {} of {}, and uses the mean of lines with the same name; "
                      "separate processors need separate names, such as {}-1 and {}-2\n",
                      counted(speeds, "speed"), counted(measured_.size(), "processor"),
                      shown_text(cluster_.names.front()), shown_text(cluster_.names.front())));
    cluster_.memory = processors_.of_each("memory", std::numeric_limits<double>::infinity());
    cluster_.memory_is_bytes = contains(*columns_, "GB", &ClusterColumn::unit);
    if (!cluster_.memory_is_bytes) count_cells(cluster_, 1);
    cluster_.links.bandwidths = processors_.of_each("bandwidth");
    cluster_.links.latencies = processors_.of_each("latency");
    cluster_.links.group_bandwidths = groups_.of_each("group_bandwidth");
    cluster_.links.group_latencies = groups_.of_each("group_latency");
    cluster_.group_names = groups_.names();
    return std::move(cluster_);
  }

 private:
  using Measured = std::map<double, Measurements>;  // of one processor at each size, or at 0 if its speed is constant

  static void add_time(const ClusterLine& line, Measured& at_sizes) {
    const double size = line.number_in("size");
    if (!at_sizes.empty() && size < at_sizes.rbegin()->first && !at_sizes.contains(size))
      throw InputError(
          "size {} of {} is not above {} on line {}; the sizes of a processor "
          "must increase, or be measured again",
          size, shown_text(line.name()), at_sizes.rbegin()->first, at_sizes.rbegin()->second.line);
    const bool has_seconds = line.has("seconds");
    const double number = line.number_in(has_seconds ? "seconds" : "rate");
    if (const double seconds = has_seconds ? number : size / number; seconds < least_number || seconds > most_number)
      throw InputError("{} takes {} seconds for {} elements; that is out of range", shown_text(line.name()), seconds,
                       size);
    at_sizes.emplace(size, Measurements{.line = line.number()}).first->second.add(number);
  }

  void add_group(const ClusterLine& line, std::size_t processor) {
    const std::string& name = line.text("group");
    std::vector<std::size_t>& groups = cluster_.links.groups;
    const bool is_new_processor = processor == groups.size();
    if (!is_new_processor && name.empty()) return;
    const std::size_t group = groups_.number_of(name, line.number());
    if (is_new_processor) groups.push_back(group);
    if (groups[processor] != group)
      throw InputError("the group of {} is '{}', which differs from line {}", shown_text(line.name()), shown_text(name),
                       processors_.lines()[processor]);
    for (const char* column : {"group_bandwidth", "group_latency"}) groups_.set(line, column, group);
  }

  // Adds the mean and the spread of a processor's measurements to the cluster.
  void set_measured(const Measured& measured) {
    const bool has_rates = has(*columns_, "rate");
    Spread spread;
    double squares = 0;
    std::vector<MeasuredTime> times;
    for (const auto& [size, number] : measured) {
      spread.repeats += number.count - 1;
      squares += number.squares / number.mean / number.mean;
      times.push_back({size, has_rates ? size / number.mean : number.mean});
    }
    if (spread.repeats > 0) spread.relative = std::sqrt(squares / static_cast<double>(spread.repeats));
    cluster_.spreads.push_back(spread);
    if (has(*columns_, "size"))
      cluster_.models.emplace_back(std::move(times));
    else
      cluster_.speeds.push_back(times.front().seconds);
  }

  const Columns* columns_;
  GivenCluster cluster_;
  Described processors_;
  Described groups_;
  std::vector<Measured> measured_;  // one per processor
};

// Host files and rank files of MPI and of batch systems: `node1`, `node1 slots=2`, `node1:2`, `rank 0=node1 slot=0`.
bool is_host_file(std::string_view text) {
  if (text.find("slot") != std::string_view::npos && text.find('=') != std::string_view::npos) return true;
  const std::string_view first = trimmed(text.substr(0, text.find('\n')));
  return !first.empty() && text.find_first_of(",;\t\"[") == std::string_view::npos &&
         std::ranges::find(known_columns, first, &ClusterColumn::name) == known_columns.end() &&
         !parse_real(first.substr(0, first.find(' ')));  // a list of numbers lacks its header
}

std::int64_t slots_in(const std::string& count) {
  const double slots = parse_real(count).value_or(0);
  if (!(slots >= 1 && slots <= 1e6) || slots != std::floor(slots))
    throw InputError("'{}' slots; there must be 1 to 1000000", shown_text(count));
  return static_cast<std::int64_t>(slots);
}

struct HostLine {
  std::optional<std::int64_t> rank = std::nullopt;  // in a rank file
  std::string host = {};                            // "" in a comment
  std::int64_t slots = 1;                           // processors of speed 1
};

HostLine host_line(const std::string& line) {
  static const std::regex blanks_around("[ \t]*=[ \t]*");
  const std::vector<std::string> words =
      spaced_words(std::regex_replace(line.substr(0, line.find('#')), blanks_around, "="));
  if (words.empty()) return {};
  if (words[0] == "rank") {
    const std::size_t equals = words.size() < 2 ? std::string::npos : words[1].find('=');
    const auto rank = equals == std::string::npos ? std::nullopt : parse_whole(words[1].substr(0, equals));
    if (!rank) throw InputError("a rank is written rank NUMBER=HOST slot=PLACE");
    return {rank, words[1].substr(equals + 1)};
  }
  if (words[0].starts_with('^'))
    throw InputError("'{}' leaves a host out; give those that take part", shown_text(words[0]));
  const std::size_t colon = words[0].find(':');
  const bool has_count = colon != std::string::npos && colon == words[0].rfind(':');  // IPv6 has several
  HostLine read{.host = words[0].substr(0, has_count ? colon : std::string::npos)};
  if (has_count) read.slots = slots_in(words[0].substr(colon + 1));
  for (const std::string& word : std::span(words).subspan(1)) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
      throw InputError("'{}' follows a host; a host file has lines such as node1 slots=2", shown_text(word));
    // Open MPI takes all of these.
    if (contains(std::array{"slots", "count", "cpu", "cpus"}, word.substr(0, equals)))
      read.slots = slots_in(word.substr(equals + 1));
  }
  return read;
}

// The lines of a cluster file with a processor for each slot, those of a host numbered; ranks in their order.
std::string lines_of_slots(std::string_view text) {
  std::vector<HostLine> hosts;
  for (TextLines lines(text); lines.next();)
    read_from("line " + std::to_string(lines.number()), [&] {
      if (HostLine next = host_line(std::string(lines.line())); !next.host.empty()) hosts.push_back(std::move(next));
    });
  std::ranges::stable_sort(hosts, {}, &HostLine::rank);
  std::string lines_with_speeds = "name,speed\n";
  std::map<std::string, std::int64_t> of_host;
  for (std::int64_t k = 0; const HostLine& each : hosts) {
    if (const std::int64_t rank = each.rank.value_or(k); rank != k++)
      throw InputError("a rank file has ranks from 0 to {}, each once; see rank {}", hosts.size() - 1,
                       std::min(rank, k - 1));
    for (std::int64_t i = 0; i < each.slots; ++i)
      lines_with_speeds += fmt::format("{}-{},1\n", each.host, of_host[each.host]++);
  }
  return lines_with_speeds;
}

// Checks that the axis of ratios allows the file's speeds, relative to the least one.
void require_ratio(const std::string& model, const std::vector<double>& speeds, const engine::Axis& ratios) {
  // The ratio as users read and type it.
  const double own = engine::AxisValue::parse(fmt::format("{:.15g}", std::ranges::max(speeds))).number.value_or(0);
  for (const engine::AxisValue& ratio : ratios.values)
    if (ratio.number.value_or(0) < own)
      throw InputError(
          "sampling = {}: its fastest processor is {} times as fast as its slowest; {} = {} "
          "must be at least that",
          model, own, ratios.name, ratio.text);
}

// --- Shares

std::vector<PerformanceModel> models_of(const GivenCluster& cluster) {
  if (cluster.depends_on_size()) return cluster.models;
  std::vector<PerformanceModel> models;
  for (const double speed : cluster.speeds) models.push_back(PerformanceModel({{speed, 1}}));
  return models;
}

double last_end(const std::vector<PerformanceModel>& models, const std::vector<double>& sizes) {
  double last = 0;
  for (std::size_t i = 0; i < models.size(); ++i) last = std::max(last, models[i].seconds(sizes[i]));
  return last;
}

ClusterShares limited_shares(const GivenCluster& cluster, double elements, double cells) {
  const std::vector<PerformanceModel> models = models_of(cluster);
  const double held = std::accumulate(cluster.memory.begin(), cluster.memory.end(), 0.0);
  if (held < cells)
    throw InputError("the memory holds {} of {} cells: {} lacking, and more memory would help most on {}", held, cells,
                     cells - held, cluster.names[most_helped(models, cluster.memory, cells - held)]);
  std::vector<double> limits = cluster.memory;
  for (double& limit : limits) limit *= elements / cells;
  const std::vector<double> sizes = balanced_sizes(models, elements, limits);
  const double seconds = last_end(models, sizes);
  ClusterShares shares{.cluster = {}, .memory = MemoryLimits{.cells = cluster.memory}};
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    const bool is_full = sizes[i] >= limits[i];
    if (is_full) shares.memory->full.push_back(i);
    if (cluster.depends_on_size()) {
      shares.cluster.speeds.push_back(sizes[i]);
      shares.memory->speeds.push_back(sizes[i] * (seconds / models[i].seconds(sizes[i])));
    } else {
      // Processors that are not full keep their speeds to the bit.
      shares.cluster.speeds.push_back(is_full ? sizes[i] / seconds : cluster.speeds[i]);
      shares.memory->speeds.push_back(cluster.speeds[i]);
    }
  }
  if (!shares.memory->full.empty())
    shares.memory->longer = std::max(seconds / last_end(models, balanced_sizes(models, elements)) - 1, 0.0);
  return shares;
}

// --- Quantiles of speeds

constexpr const char* quantile_header = "probability,speed";

double quantile_number(const std::string& text, const char* column) {
  const std::optional<double> number = parse_real(text);
  if (!number) throw InputError("the {} is '{}'; it must be a number", column, printable(text));
  return *number;
}

void add_quantile(const std::vector<std::string>& fields, std::vector<double>& shares, std::vector<double>& speeds) {
  const double share = quantile_number(fields[0], "probability");
  const double speed = quantile_number(fields[1], "speed");
  if (shares.empty() && share != 0) throw InputError("the first probability is {}; it must be 0", fields[0]);
  if (!(speed >= least_number) || !(speed <= most_number))
    throw InputError("the speed is {}; it must be from {} to {}", fields[1], least_number, most_number);
  if (!shares.empty() && !(share > shares.back()))
    throw InputError("the probability {} is not above {}, that of the line before", fields[0], shares.back());
  if (!shares.empty() && speed < speeds.back())
    throw InputError("the speed {} is below {}, that of the line before", fields[1], speeds.back());
  if (share > 1) throw InputError("the probability {} is above 1", fields[0]);
  shares.push_back(share);
  speeds.push_back(speed);
}

}  // namespace

GivenCluster parse_cluster(std::string_view text) {
  constexpr std::size_t most_columns = 20;
  const std::string slots = is_host_file(text) ? lines_of_slots(text) : "";
  if (!slots.empty()) text = slots;
  Columns columns;
  std::optional<ClusterLines> processors;
  for_each_csv_line(text, most_columns, [&](std::vector<std::string> fields, std::int64_t number) {
    if (processors) return processors->add(std::move(fields), number);
    columns = cluster_columns(fields);
    processors.emplace(columns);
  });
  if (!processors) throw InputError("the file is empty; its first line must be {}", cluster_headers);
  GivenCluster cluster = std::move(*processors).cluster();
  if (cluster.names.empty()) throw InputError("there is no processor below the header");
  return cluster;
}

// --- Shares, and required properties

ClusterShares GivenCluster::shares_of(double elements, double cells) const {
  const bool is_limited = !memory.empty();
  if (!depends_on_size() && !is_limited) return {{speeds, {}}};
  if (!(elements > 0) || !std::isfinite(elements))
    throw InputError("the {}, so there must be elements; there are {}",
                     is_limited ? "memory limits the shares" : "speeds depend on the size", elements);
  if (is_limited) return limited_shares(*this, elements, cells);
  return {{balanced_sizes(models, elements), {}}};
}

const std::vector<double>& constant_speeds(const GivenCluster& cluster) {
  if (cluster.depends_on_size())
    throw InputError("the speeds depend on the size, which is not possible here; the header must be name,speed");
  return cluster.speeds;
}

std::vector<double> speeds_over_least(const GivenCluster& cluster) {
  std::vector<double> speeds = constant_speeds(cluster);
  const double least = *std::ranges::min_element(speeds);
  for (double& speed : speeds) speed /= least;
  return speeds;
}

void count_cells(GivenCluster& cluster, double unit) {
  for (std::size_t i = 0; i < cluster.memory.size(); ++i) {
    const double cells = cluster.memory[i] / unit;
    if (!(cells >= 1))
      throw InputError("line {}: the memory of {} holds {} of a cell; it must hold one", cluster.lines[i],
                       cluster.names[i], cells);
    cluster.memory[i] = std::floor(cells);
  }
  cluster.memory_is_bytes = false;
}

const std::vector<Spread>& known_spreads(const GivenCluster& cluster) {
  for (std::size_t i = 0; i < cluster.size(); ++i)
    if (cluster.spreads[i].repeats == 0)
      throw InputError(
          "line {}: {} was measured once, so that its spread is unknown; give it another "
          "line, measured again",
          cluster.lines[i], cluster.names[i]);
  return cluster.spreads;
}

// --- Memory in answers

MemoryUse memory_use(const MemoryLimits& limits, const std::vector<double>& cells) {
  MemoryUse use{limits.full, limits.longer};
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] > limits.cells[i]) use.beyond.push_back({i, cells[i] - limits.cells[i]});
  return use;
}

std::string memory_json(const std::optional<MemoryUse>& use) {
  if (!use) return {};
  const auto excess = [](const MemoryUse::Excess& each) {
    return fmt::format(R"({{"processor":{},"cells":{}}})", each.processor, each.cells);
  };
  return fmt::format(R"(,"memory":{{"full":[{}],"longer":{},"beyond":{}}})", fmt::join(use->full, ","), use->longer,
                     json_list(use->beyond, excess));
}

// --- Fields, random models of sweep files, and the ratios that these need

Field cluster_field() {
  return field_of(FieldKind::file, "cluster", "FILE",
                  "processors by name and speed, instead of a list: CSV, docs/own-clusters.md")
      .must_be_given("file");
}

Field bytes_per_cell_field() {
  return real_field("bytes-per-cell", "B", 1, 1e15,
                    "memory that a cell takes, where the file does not count it in cells")
      .measured_in("bytes")
      .within("file")
      .needing("cluster");
}

Cluster weights_of(GivenCluster cluster, double elements, double cells, AskedProcessors& asked) {
  ClusterShares shares = cluster.shares_of(elements, cells);
  asked = {std::move(cluster.names), std::move(shares.memory), std::move(cluster.links),
           std::move(cluster.group_names)};
  return std::move(shares.cluster);
}

std::optional<GivenCluster> cluster_in(const FieldValues& given) {
  if (!given.has("cluster")) return std::nullopt;
  if (given.has("weights"))
    throw InputError("{} and {} exclude each other", given.spelled("cluster"), given.spelled("weights"));
  require_regular_file(given.text("cluster"), most_cluster_bytes);
  GivenCluster cluster = parsed_input(given.text("cluster"), parse_cluster);
  const bool says_bytes = given.has("bytes-per-cell");
  read_from(given.text("cluster"), [&] {
    if (says_bytes && !cluster.memory_is_bytes)
      throw InputError("there is no memory in bytes, which {} is for", given.spelled("bytes-per-cell"));
    if (!says_bytes && cluster.memory_is_bytes)
      throw InputError("the memory is in bytes; {} must give how many a cell takes", given.spelled("bytes-per-cell"));
    if (says_bytes) count_cells(cluster, given.real("bytes-per-cell"));
  });
  return cluster;
}

Cluster ClusterSource::draw(const engine::Point& point, std::string_view ratio_axis, std::size_t processors,
                            RandomStream& stream) const {
  const std::string& model = point.text("sampling");
  if (const auto own = quantiles.find(model); own != quantiles.end())
    return cluster_by_quantiles(own->second, processors, stream);
  if (const auto file = resampled.find(model); file != resampled.end())
    return resampled_cluster(file->second, processors, stream);
  return draw_cluster(model, processors, point.number(ratio_axis), stream);
}

Cluster ClusterSource::cluster_at(const engine::Point& point, double elements, RandomStream& stream) const {
  if (given != nullptr) return given->cluster_for(elements);
  return draw(point, "ratio", point.count("processors"), stream);
}

void require_models(const std::vector<engine::Axis>& axes, const std::string& ratio_axis, const ClusterSource& source) {
  const engine::Axis* sampling = engine::axis_named(axes, "sampling");
  const engine::Axis* ratios = engine::axis_named(axes, ratio_axis);
  if (sampling == nullptr) return;
  for (const auto& [model, number] : sampling->values) {
    const auto file = source.resampled.find(model);
    if (own_model(model) != nullptr && file == source.resampled.end() && !source.quantiles.contains(model))
      throw InputError("sampling = {0}: the sweep file does not name it; write sampling = {0} into it", model);
    if (ratios == nullptr && !says_speeds(model))
      throw InputError("sampling = {}: it needs {}, which the sweep file leaves out", model, ratio_axis);
    if (ratios != nullptr && says_speeds(model) && ratios->values.size() > 1)
      throw InputError(
          "sampling = {0}: it does not depend on {1}; give {1} one value beside it, or the "
          "model a sweep of its own",
          model, ratio_axis);
    if (ratios != nullptr && file != source.resampled.end()) require_ratio(model, file->second, *ratios);
  }
}

// --- Random models of speeds in sweep files

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
  if (inside.empty()) throw InputError("{}: name {}, as in {}({})", text, model.needs, model.word, model.example);
  if (model.names_file()) return;
  const std::string plain = read_from(text, [&] { return parse_speed_model(inside).text(); });
  if (plain != inside) throw InputError("{}: the plain spelling is {}({})", text, model.word, plain);
}

SpeedQuantile parse_quantiles(std::string_view text) {
  bool has_header = false;
  std::vector<double> shares;
  std::vector<double> speeds;
  std::int64_t last = 0;
  for_each_csv_line(text, 2, [&](const std::vector<std::string>& fields, std::int64_t number) {
    if (!has_header && fmt::format("{}", fmt::join(fields, ",")) != quantile_header)
      throw InputError("the header must be {}", quantile_header);
    if (has_header && fields.size() != 2) throw InputError("a line must have two fields, a probability and a speed");
    if (has_header) add_quantile(fields, shares, speeds);
    has_header = true;
    last = number;
  });
  if (!has_header) throw InputError("the file is empty; its first line must be {}", quantile_header);
  if (shares.empty()) throw InputError("there is no quantile below the header");
  if (shares.back() != 1) throw InputError("line {}: the last probability is {}; it must be 1", last, shares.back());
  return interpolated_quantiles(std::move(shares), std::move(speeds));
}

}  // namespace apportion::problems
