// Reading of networks.
#include "experiments/problems/networks/network_json.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/error.hpp"
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

}  // namespace apportion::problems
