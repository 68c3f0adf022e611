// Networks from options and JSON, and exchanges on them.
#include "experiments/problems/networks/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/common/solving.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/network/builders.hpp"
#include "sim/network/communication_costs.hpp"
#include "sim/network/simulate.hpp"

namespace apportion::problems {
namespace {

using LinkNumbers = std::map<std::string, std::uint32_t, std::less<>>;

Startup startup_of(const JsonReader& startup) {
  startup.require_keys({"where", "seconds"}, {});
  return {parse_startup(startup["where"].text()), startup["seconds"].number()};
}

LinkNumbers read_links(const JsonReader& links, Network& network) {
  LinkNumbers numbers;
  for (const JsonReader& link : links.items()) {
    link.require_keys({"name", "bandwidth"}, {"latency"});
    const std::string name = link["name"].name();
    if (!numbers.emplace(name, static_cast<std::uint32_t>(network.links.size())).second)
      link["name"].refuse("a name that no other link has");
    network.links.push_back({name, link["bandwidth"].number(), link.has("latency") ? link["latency"].number() : 0});
  }
  return numbers;
}

std::size_t processor_of(const JsonReader& value, std::size_t processors) {
  const std::int64_t number = value.whole();
  if (number < 0 || number >= static_cast<std::int64_t>(processors))
    throw InputError(fmt::format("{} is {}; the {} processors are numbered from 0", value.place(), number, processors));
  return static_cast<std::size_t>(number);
}

std::uint32_t link_of(const JsonReader& value, const LinkNumbers& numbers) {
  if (value.json().is_number()) {
    const std::int64_t number = value.whole();
    if (number < 0 || number >= static_cast<std::int64_t>(numbers.size()))
      throw InputError(
          fmt::format("{} is {}; the {} links are numbered from 0", value.place(), number, numbers.size()));
    return static_cast<std::uint32_t>(number);
  }
  const std::string name = value.text();
  const auto found = numbers.find(name);
  if (found == numbers.end()) throw InputError(fmt::format("{} is '{}'; no link has that name", value.place(), name));
  return found->second;
}

void read_route(const JsonReader& route, const LinkNumbers& numbers, Network& network) {
  route.require_keys({"from", "to", "links"}, {});
  const std::size_t from = processor_of(route["from"], network.processors);
  const std::size_t to = processor_of(route["to"], network.processors);
  std::vector<std::uint32_t>& links = network.routes[from * network.processors + to];
  if (from == to)
    throw InputError(fmt::format("{} goes from processor {} to itself; it must go to another", route.place(), from));
  if (!links.empty())
    throw InputError(fmt::format("{} is a second route from processor {} to {}", route.place(), from, to));
  for (const JsonReader& link : route["links"].items()) links.push_back(link_of(link, numbers));
  if (links.empty()) throw InputError(fmt::format("{} has no links; it must have at least one", route.place()));
}

constexpr std::size_t simulated_iterations = 10;
constexpr std::uintmax_t most_network_bytes = 1'000'000'000;

std::vector<std::string> startup_places() { return {"wire", "cpu", "medium"}; }

bool is_named(const std::string& word) {
  const std::vector<std::string> names = network_names();
  return std::ranges::find(names, word) != names.end();
}

// What the fastest pair of processors has; 0 without any.
double bandwidth_of(const Network& network) {
  double most = 0;
  for (const std::vector<std::uint32_t>& route : network.routes)
    if (!route.empty()) most = std::max(most, narrowest(network, route));
  return most;
}

GivenNetwork named(const std::string& name, std::size_t processors, StartupPlace where, double latency) {
  if (!(latency >= 0) || !std::isfinite(latency))
    throw InputError(fmt::format("latency is {}; it must be zero or positive, and finite", latency));
  const double seconds = latency * bytes_per_element / named_bandwidth(name, processors);
  return {name, named_network(name, processors, {where, seconds}), latency};
}

GivenNetwork described(const std::string& name, Network network) {
  const double bandwidth = bandwidth_of(network);
  const double latency = network.startup.seconds * bandwidth / bytes_per_element;
  return {name, std::move(network), latency};
}

void refuse_beside_file(bool startup, bool latency) {
  if (startup || latency)
    throw InputError(fmt::format("a network that is described has its own start-up; {} does not go with it",
                                 startup ? "startup" : "latency"));
}

void require_network_file(const std::string& word) {
  std::error_code unknown;
  if (!std::filesystem::exists(word, unknown)) throw unknown_name("network or file", word, network_names());
  require_regular_file(word, most_network_bytes);
}

std::shared_ptr<const GivenNetwork> with_elements(GivenNetwork given, double seconds) {
  if (!(seconds >= 0) || !std::isfinite(seconds))
    throw InputError(fmt::format("an element takes {} seconds; they must be zero or positive, and finite", seconds));
  given.seconds_per_element = seconds;
  return std::make_shared<const GivenNetwork>(std::move(given));
}

}  // namespace

Network parse_network(std::string_view json, std::size_t processors) {
  const Json value = parse_json(json);
  return parse_network(JsonReader(value), processors);
}

Network parse_network(const JsonReader& reader, std::size_t processors) {
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

std::vector<Field> network_fields(const std::string& note) {
  Field network =
      word_field("network", network_names,
                 fmt::format("{}, or a JSON file: say what messages cost on it", fmt::join(network_names(), ", ")));
  network.kind = FieldKind::json;
  return {network.called("NAME|FILE").noting(note),
          word_field("startup", startup_places, "where the start-up of a message on a named network is spent")
              .by_default("cpu")
              .needing("network"),
          real_field("element-seconds", "S", 0, 1e100, "time that a processor of speed 1 takes for an element")
              .measured_in("seconds")
              .by_default("0")
              .noting("without it only messages take time")
              .needing("network")};
}

std::shared_ptr<const GivenNetwork> network_of(const FieldValues& given, std::size_t processors) {
  if (!given.has("network")) return nullptr;
  const double seconds = given.has("element-seconds") ? given.real("element-seconds") : 0;
  const JsonReader network = given["network"];
  const bool has_name = network.json().is_string();
  const std::string word = has_name ? network.text() : "described";
  if (has_name && is_named(word))
    return with_elements(named(word, processors, parse_startup(given.text("startup")), given.real("latency")), seconds);
  refuse_beside_file(given.has("startup"), given.has("latency"));
  if (!has_name) return with_elements(described(word, parse_network(network, processors)), seconds);
  require_network_file(word);
  return with_elements(
      described(word, parsed_input(word, [&](const std::string& text) { return parse_network(text, processors); })),
      seconds);
}

ExchangeCosts exchange_costs(const GivenNetwork& given, const Cluster& cluster, const Stencil& stencil) {
  const bool on_processors = given.network.startup.where == StartupPlace::cpu;
  const JacobiSettings settings{.iterations = simulated_iterations, .seconds_per_element = given.seconds_per_element};
  const Timeline timeline = simulate(given.network, jacobi(stencil, cluster.speeds, settings));
  return {most(stencil, on_processors ? given.latency : 0), net(given.network, halo_exchange(stencil)),
          timeline.makespan() / simulated_iterations};
}

CostsOnNetwork costs_on_network(const GivenNetwork& given, const Cluster& cluster, const Stencil& stencil,
                                const RivalTime& rival) {
  CostsOnNetwork all{.name = given.name, .costs = exchange_costs(given, cluster, stencil), .saved = std::nullopt};
  all.not_saved = rival.reason;
  if (!rival.seconds) return all;
  if (*rival.seconds == all.costs.simulated)
    all.saved = 0;
  else if (const double saved = 1 - all.costs.simulated / *rival.seconds; std::isfinite(saved))
    all.saved = saved;
  else
    all.not_saved = "XY2's iteration takes no time";
  return all;
}

std::string costs_json(const CostsOnNetwork& on_network) {
  const auto& [name, costs, saved, not_saved, fastest_of] = on_network;
  std::string text =
      fmt::format(R"({{"name":{},"most":{},"net":{},"simulated":{},"saved":{})", json_string(name), plain(costs.most),
                  plain(costs.net), plain(costs.simulated), saved ? fmt::format("{}", plain(*saved)) : "null");
  if (!not_saved.empty()) text += fmt::format(R"(,"not_saved":{})", json_string(not_saved));
  if (!fastest_of.empty()) text += fmt::format(R"(,"fastest_of":{})", names_json(fastest_of));
  return text + "}";
}

std::vector<RankedValue> cost_values(const CostsOnNetwork& on_network) {
  const ExchangeCosts& costs = on_network.costs;
  const std::optional<double>& saved = on_network.saved;
  return {{"iteration, s", with_digits(costs.simulated, 6)},
          {"over XY2, %", saved ? ComparedValue(with_decimals(-100 * *saved, 2)) : ComparedValue("-")},
          {"net, s", with_digits(costs.net, 6)},
          {"most", with_digits(costs.most, 8)}};
}

}  // namespace apportion::problems
