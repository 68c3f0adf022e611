// Networks between processors: links with capacities, the routes that messages take over them, and start-ups; and the
// networks that studies name: bus, star, backbone, crossbar, two-level. Also groups of closely joined processors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/words.hpp"
#include "sim/cluster.hpp"

namespace apportion {

constexpr std::size_t most_networked = 2000;  ///< processors

/// What carries messages. Messages that are on a link at the same time share it max-min fairly.
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

inline constexpr std::array startup_words = {Word{StartupPlace::wire, "wire"}, Word{StartupPlace::cpu, "cpu"},
                                             Word{StartupPlace::medium, "medium"}};

struct Startup {
  StartupPlace where = StartupPlace::wire;
  double seconds = 0;                ///< their mean, if they differ between senders
  std::vector<double> of_each = {};  ///< by sender, if they differ

  [[nodiscard]] double of(std::size_t sender) const { return of_each.empty() ? seconds : of_each[sender]; }
};

/// How messages pass between processors, apart from their start-ups. By default each waits for its receiver, which
/// takes it in no time.
struct Protocol {
  /// Messages of at most this many bytes are eager: they leave when they are sent, even if their receivers have not
  /// asked for them, and free their senders' memory at once. 0: there are no such messages.
  double eager_bytes = 0;
  double receive_seconds = 0;  ///< how long a message keeps its receiver busy: LogGP's o
  double gap_seconds = 0;      ///< the least time between starts of a sender's messages: LogGP's g
};

struct Network {
  std::size_t processors = 0;
  std::vector<Link> links;
  /// The links from processor i to processor j, in any order, at i * processors + j. Empty if there is no route.
  std::vector<std::vector<std::uint32_t>> routes;
  Startup startup = {};
  Protocol protocol = {};

  [[nodiscard]] std::span<const std::uint32_t> route(std::size_t from, std::size_t to) const {
    return routes[from * processors + to];
  }
};

/// InputError unless there are 1 to most_networked processors: a network has a route for each ordered pair.
void require_networked(std::size_t processors);

/// InputError, which names the link or route, unless there are 1 to most_networked processors, bandwidths are positive,
/// latencies, the start-up and the protocol's numbers are not negative, all are finite, and routes use existing links,
/// each at most once.
void validate(const Network& network);

/// The network of these processors only, renumbered in this order, with all links.
[[nodiscard]] Network among(const Network& network, const std::vector<std::size_t>& processors);

/// The least bandwidth on a route that is not empty.
[[nodiscard]] double narrowest(const Network& network, std::span<const std::uint32_t> route);

/// Processors that are closer to each other than to all others, as those of a node or of a rack are.
struct ProcessorGroup {
  std::vector<std::size_t> processors = {};  ///< ascending
  std::vector<ProcessorGroup> groups = {};   ///< subgroups by their first processors; none, or at least two
};

/// All processors, and their nested groups, derived from the routes. The distance of two processors is how long the
/// busiest link between them is busy if each processor sends the same to every other, and, if that is equal for all
/// pairs, the sum of the latencies on their route. Processors that are closer than the most distant pairs, directly or
/// through others, form a group. Pairs without a route are the most distant ones. At most eight levels, each in O(p^2)
/// routes.
[[nodiscard]] ProcessorGroup groups_of(const Network& network);

/// One link that all messages share, as the Ethernet of 1996.
[[nodiscard]] Network bus(std::size_t processors, double bandwidth);

/// Bandwidths of the processors' own links, in bytes per second.
using Bandwidths = std::vector<double>;

/// A link out of each processor and one into it, joined by a switch that is never full.
[[nodiscard]] Network star(const Bandwidths& bandwidths);

/// A star whose messages all cross one link of bandwidth `middle`.
[[nodiscard]] Network backbone(const Bandwidths& bandwidths, double middle);

/// A network with a link for each ordered pair, as broad as the narrower of both processors'.
[[nodiscard]] Network crossbar(const Bandwidths& bandwidths);

/// Stars of contiguous processors, groups[k] of them in the k-th. A message between groups also crosses a link out of
/// its star, which takes `wide_latency` seconds, and a link into the other, both of bandwidth `wide`. InputError for an
/// empty group.
[[nodiscard]] Network two_level(const std::vector<std::size_t>& groups, double bandwidth, double wide,
                                double wide_latency);

/// A fat tree of two stages: switches of contiguous processors, groups[k] of them at the k-th. A switch's uplink has
/// the bandwidth of all its processors' links together / `oversubscription`. InputError for an empty group.
[[nodiscard]] Network fat_tree(const std::vector<std::size_t>& groups, double bandwidth, double oversubscription);

/// Multiplies the bandwidth of those links of every second processor that no other processor sends or receives over.
void change_every_second(Network& network, double factor);

/// The names that named_network() accepts.
[[nodiscard]] std::vector<std::string> network_names();

/// The named networks of the studies. Links have 1.25e8 bytes per second, the bus 1.25e6; the middle of the backbone
/// has processors / 4 times a link's bandwidth; two-level has two_level_groups(), joined by links of a tenth of the
/// bandwidth, where a start-up on the wire takes ten times as long. Known properties of the links replace these values:
/// bandwidths are those of a processor's own links, the least of them the bus's, the lesser of two that of a crossbar's
/// link, a quarter of their sum that of the backbone's middle, and a tenth of a group's mean that of its links.
/// Latencies add to the start-up; only two-level takes groups. InputError for an unknown name, for two-level with one
/// processor, and if require_networked() throws it.
[[nodiscard]] Network named_network(std::string_view name, std::size_t processors, const Startup& startup,
                                    const ProcessorLinks& links = {});

/// The bandwidth between the fastest pair of processors on such a network; positive.
[[nodiscard]] double named_bandwidth(std::string_view name, std::size_t processors, const ProcessorLinks& links = {});

/// Groups whose sizes differ by at most one: 2 up to 8 processors, 3 up to 14, otherwise 4.
[[nodiscard]] std::vector<std::size_t> two_level_groups(std::size_t processors);

}  // namespace apportion
