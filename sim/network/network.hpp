// Networks between processors: links with capacities, the routes that messages take over them, and start-ups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

constexpr std::size_t most_networked = 2000;  ///< processors

/// What carries messages. All that are on a link at one time share it max-min fairly.
struct Link {
  std::string name;
  double bandwidth = 0;  ///< bytes per second
  double latency = 0;    ///< seconds before the first byte of a message arrives
};

/// Where the start-up of a message is spent.
enum class StartupPlace : std::uint8_t {
  wire,    ///< as latency: start-ups of different messages overlap
  cpu,     ///< the sender's processor is busy with it
  medium,  ///< as if the message were longer: its narrowest link carries nothing else meanwhile
};

/// "wire", "cpu" or "medium", and back; InputError for any other word.
[[nodiscard]] std::string_view startup_name(StartupPlace place);
[[nodiscard]] StartupPlace parse_startup(std::string_view word);

struct Startup {
  StartupPlace where = StartupPlace::wire;
  double seconds = 0;                ///< where they differ from sender to sender, their mean
  std::vector<double> of_each = {};  ///< by senders, where they differ

  [[nodiscard]] double of(std::size_t sender) const { return of_each.empty() ? seconds : of_each[sender]; }
};

/// How messages pass between processors, besides their start-ups. By default all of them wait for their receivers, who
/// take them for nothing.
struct Protocol {
  /// Messages of at most so many bytes are eager: they leave when they are sent, whether or not their receivers have
  /// asked for them, and leave their senders' memory free at once. 0: there are none.
  double eager_bytes = 0;
  double receive_seconds = 0;  ///< for which a receiver is busy with each message that has arrived: LogGP's o
  double gap_seconds = 0;      ///< at least between the beginnings of a sender's messages: LogGP's g
};

struct Network {
  std::size_t processors = 0;
  std::vector<Link> links;
  /// The links from processor i to processor j, in any order, at i * processors + j. None where there is no route.
  std::vector<std::vector<std::uint32_t>> routes;
  Startup startup = {};
  Protocol protocol = {};

  [[nodiscard]] std::span<const std::uint32_t> route(std::size_t from, std::size_t to) const {
    return routes[from * processors + to];
  }
};

/// InputError unless there are 1 to most_networked processors: a network has a route for each ordered pair.
void require_networked(std::size_t processors);

/// InputError, naming the link or route, unless there are 1 to most_networked processors, bandwidths are positive,
/// latencies, the start-up and the protocol's numbers not negative, all are finite, and routes use links that there
/// are, each once.
void validate(const Network& network);

/// The network between these processors alone, which are numbered anew in this order; its links are the same.
[[nodiscard]] Network among(const Network& network, const std::vector<std::size_t>& processors);

/// The least bandwidth on a route that is not empty.
[[nodiscard]] double narrowest(const Network& network, std::span<const std::uint32_t> route);

}  // namespace apportion
