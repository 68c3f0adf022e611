// Networks from options and JSON, and exchanges on them.
#include "experiments/problems/networks/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"

namespace apportion::problems {
namespace {

using LinkNumbers = std::map<std::string, std::uint32_t, std::less<>>;

Startup startup_of(const JsonReader& startup) {
  startup.require_keys({"where", "seconds"}, {});
  const JsonReader where = startup["where"];
  return {read_from(where.place(), [&] { return known_value(startup_words, where.text(), "place of start-ups"); }),
          startup["seconds"].number()};
}

LinkNumbers read_links(const JsonReader& links, Network& network) {
  LinkNumbers numbers;
  for (const JsonReader& link : links.items()) {
    link.require_keys({"name", "bandwidth"}, {"latency"});
    const std::string name = link["name"].text();
    if (!numbers.emplace(name, static_cast<std::uint32_t>(network.links.size())).second)
      link["name"].refuse("a name that no other link has");
    network.links.push_back({name, link["bandwidth"].number(), link.has("latency") ? link["latency"].number() : 0});
  }
  return numbers;
}

std::uint32_t link_of(const JsonReader& value, const LinkNumbers& numbers) {
  if (value.json().is_number()) return static_cast<std::uint32_t>(value.one_of(numbers.size(), "links"));
  const std::string name = value.text();
  const auto found = numbers.find(name);
  if (found == numbers.end()) throw InputError("{} is '{}'; no link has that name", value.place(), name);
  return found->second;
}

void read_route(const JsonReader& route, const LinkNumbers& numbers, Network& network) {
  route.require_keys({"from", "to", "links"}, {});
  const std::size_t from = route["from"].one_of(network.processors, "processors");
  const std::size_t to = route["to"].one_of(network.processors, "processors");
  std::vector<std::uint32_t>& links = network.routes[from * network.processors + to];
  if (from == to) throw InputError("{} goes from processor {} to itself; it must go to another", route.place(), from);
  if (!links.empty()) throw InputError("{} is a second route from processor {} to {}", route.place(), from, to);
  for (const JsonReader& link : route["links"].items()) links.push_back(link_of(link, numbers));
  if (links.empty()) throw InputError("{} has no links; it must have at least one", route.place());
}

Network network_in(const JsonReader& reader, std::size_t processors) {
  reader.require_keys({"schema", "links", "routes"}, {"startup"});
  if (reader["schema"].whole() != 1) reader["schema"].refuse("1");
  require_networked(processors);
  Network network{.processors = processors, .links = {}, .routes = {}};
  if (reader.has("startup")) network.startup = startup_of(reader["startup"]);
  const LinkNumbers numbers = read_links(reader["links"], network);
  network.routes.resize(processors * processors);
  for (const JsonReader& route : reader["routes"].items()) read_route(route, numbers, network);
  validate(network);
  return network;
}

constexpr std::uintmax_t most_network_bytes = 1'000'000'000;

// The bandwidth of the fastest pair of processors; 0 without processors.
double bandwidth_of(const Network& network) {
  double most = 0;
  for (const std::vector<std::uint32_t>& route : network.routes)
    if (!route.empty()) most = std::max(most, narrowest(network, route));
  return most;
}

InputError exclude_each_other(const std::string& one, const std::string& other) {
  return InputError("{} and {} exclude each other", one, other);
}

// The links of the file, changed by the options.
ProcessorLinks links_of(const FieldValues& given, std::size_t processors, const ProcessorLinks& of_file) {
  if (!given.has("bandwidth")) return of_file;
  if (!of_file.bandwidths.empty())
    throw exclude_each_other(given.spelled("bandwidth"), "the column bandwidth of the cluster file");
  ProcessorLinks links = of_file;
  links.bandwidths.assign(processors, given.real("bandwidth"));
  return links;
}

double time_in(const FieldValues& given, std::string_view name) {
  const std::string text = given.text(name);
  const std::optional<double> seconds = parse_time(text);
  if (!seconds || !(*seconds >= 0) || !std::isfinite(*seconds))
    throw InputError("{} is '{}'; it must be a time in s, ms, us or ns, such as 1.3us", given.spelled(name), text);
  return *seconds;
}

// The start-up on a network with this bandwidth.
Startup named_startup(const FieldValues& given, const std::vector<double>& latencies, double bandwidth) {
  Startup startup{known_value(startup_words, given.text("startup"), "place of start-ups")};
  const bool has_time = given.has("latency-time");
  if (has_time && given.has("latency"))
    throw exclude_each_other(given.spelled("latency-time"), given.spelled("latency"));
  if (!latencies.empty() && (has_time || given.has("latency")))
    throw exclude_each_other(given.spelled(has_time ? "latency-time" : "latency"),
                             "the column latency of the cluster file");
  startup.of_each = latencies;
  if (latencies.empty())
    startup.seconds = has_time ? time_in(given, "latency-time") : given.real("latency") * bytes_per_element / bandwidth;
  else
    startup.seconds = std::accumulate(latencies.begin(), latencies.end(), 0.0) / static_cast<double>(latencies.size());
  return startup;
}

std::shared_ptr<const ExchangeTime> named(const std::string& name, const FieldValues& given, double of_element,
                                          std::size_t processors, const ProcessorLinks& of_file) {
  require_networked(processors);
  const ProcessorLinks links = links_of(given, processors, of_file);
  const double bandwidth = named_bandwidth(name, processors, links);
  const Startup startup = named_startup(given, links.latencies, bandwidth);
  const bool in_elements = links.latencies.empty() && !given.has("latency-time");
  const double latency = in_elements ? given.real("latency") : startup.seconds * bandwidth / bytes_per_element;
  return exchange_time_on(name, named_network(name, processors, startup, links), latency, of_element);
}

// Refuses a part without neighbours, which usually means a network file for other processors.
void require_routes(const Network& network) {
  if (network.processors == 1) return;
  std::vector<bool> has_route(network.processors, false);
  for (std::size_t place = 0; place < network.routes.size(); ++place)
    if (!network.routes[place].empty()) {
      has_route[place / network.processors] = true;
      has_route[place % network.processors] = true;
    }
  const auto lacking = std::ranges::count(has_route, false);
  if (lacking == 0) return;
  throw InputError("the network has no route to or from processor {}{}; it must join the {} processors",
                   std::ranges::find(has_route, false) - has_route.begin(),
                   lacking == 1 ? "" : fmt::format(" and {} more", lacking - 1), network.processors);
}

void refuse_beside_file(const FieldValues& given, const ProcessorLinks& of_file) {
  const auto refuse = [](const char* own, const std::string& other) {
    throw InputError("a network that is described has its own {}; {} does not go with it", own, other);
  };
  for (const char* name : {"startup", "latency", "latency-time"})
    if (given.has(name)) refuse("start-up", name);
  if (given.has("bandwidth")) refuse("links", "bandwidth");
  if (!of_file.bandwidths.empty()) refuse("links", "the column bandwidth of the cluster file");
  if (!of_file.latencies.empty()) refuse("start-up", "the column latency of the cluster file");
}

// The network of a file.
Network read_network(const std::string& file, std::size_t processors) {
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown)) throw unknown_name("network or file", file, network_names());
  require_regular_file(file, most_network_bytes);
  return parsed_input(file, [&](const std::string& text) { return parse_network(text, processors); });
}

void number_innermost(const ProcessorGroup& group, std::size_t& next, std::vector<std::string>& names) {
  for (const ProcessorGroup& each : group.groups) number_innermost(each, next, names);
  if (!group.groups.empty()) return;
  for (const std::size_t processor : group.processors) names[processor] = fmt::format("{}", next);
  ++next;
}

}  // namespace

Network parse_network(std::string_view json, std::size_t processors) {
  const Json value = parse_json(json);
  return network_in(JsonReader(value), processors);
}

std::vector<Field> network_fields(const std::string& note) {
  Field network =
      word_field("network", network_names,
                 fmt::format("{}, or a JSON file: add what messages cost on it", fmt::join(network_names(), ", ")));
  network.kind = FieldKind::json;
  return {network.called("NAME|FILE").noting(note),
          real_field("bandwidth", "B", 1e-100, 1e100, "bandwidth of the links of a named network")
              .measured_in("bytes per second")
              .noting("docs/networks.md has the usual ones")
              .needing("network"),
          word_field(
              "startup", [] { return words_in(startup_words); },
              "where the start-up of a message on a named network is spent")
              .by_default("cpu")
              .needing("network"),
          field_of(FieldKind::text, "latency-time", "TIME",
                   "start-up of a message on a named network as a time, such as 1.3us, instead of --latency")
              .needing("network"),
          real_field("element-seconds", "S", 0, 1e100, "time that a processor of speed 1 takes for an element")
              .measured_in("seconds")
              .by_default("0")
              .noting("without it only messages take time")
              .needing("network")};
}

std::shared_ptr<const ExchangeTime> network_of(const FieldValues& given, std::size_t processors,
                                               const ProcessorLinks& of_file) {
  if (!given.has("network")) return nullptr;
  const double of_element = given.has("element-seconds") ? given.real("element-seconds") : 0;
  const JsonReader reader = given["network"];
  const bool is_word = reader.json().is_string();
  const std::string word = is_word ? reader.text() : "described";
  if (is_word && contains(network_names(), word)) return named(word, given, of_element, processors, of_file);
  refuse_beside_file(given, of_file);
  Network network = is_word ? read_network(word, processors) : network_in(reader, processors);
  require_routes(network);
  const double latency = network.startup.seconds * bandwidth_of(network) / bytes_per_element;
  return exchange_time_on(word, std::move(network), latency, of_element);
}

std::shared_ptr<const ExchangeTime> exchange_time_on(const std::string& name, Network network, double latency,
                                                     double seconds_per_element) {
  return std::make_shared<const ExchangeTime>(
      ExchangeTime{name, std::make_shared<const Network>(std::move(network)), latency, seconds_per_element});
}

double ExchangeTime::seconds(const std::vector<double>& speeds, const Stencil& stencil) const {
  return iteration_seconds({network, speeds, seconds_per_element}, stencil);
}

ExchangeCosts ExchangeTime::costs(const std::vector<double>& speeds, const Stencil& stencil) const {
  const bool on_processors = network->startup.where == StartupPlace::cpu;
  return {most(stencil, on_processors ? latency : 0), net(*network, halo_exchange(stencil)), seconds(speeds, stencil)};
}

std::vector<std::string> ExchangeTime::groups() const {
  const ProcessorGroup all = groups_of(*network);
  if (all.groups.empty()) return {};
  std::vector<std::string> names(network->processors);
  std::size_t next = 0;
  number_innermost(all, next, names);
  return names;
}

std::shared_ptr<const Platform> ExchangeTime::platform(const std::vector<double>& speeds) const {
  return std::make_shared<const Platform>(Platform{network, speeds, seconds_per_element});
}

double balanced_seconds(const Network& network, const Job& job, const std::vector<double>& speeds) {
  constexpr double without_messages = 1e-9;
  double elements = 0;
  double sum = 0;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    sum += speeds[i];
    for (const Step& step : job.programs[i]) elements += step.seconds * speeds[i];
  }
  const double messages = simulate(network, with_element_seconds(job, 0)).makespan();
  return messages > 0 && elements > 0 ? messages / (elements / sum) : without_messages;
}

}  // namespace apportion::problems
