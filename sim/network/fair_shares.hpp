// Max-min fair sharing of links among flows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace apportion {

/// The least of the values; infinity if there are none. std::reduce works on four at a time, whereas each comparison in
/// a single chain would wait for the one before.
[[nodiscard]] inline double least(std::span<const double> values) {
  return std::reduce(values.begin(), values.end(), std::numeric_limits<double>::infinity(),
                     [](double one, double other) { return std::min(one, other); });
}

/// Max-min fair rates of flows over links: no flow can become faster without slowing down another that is at most as
/// fast. This holds if each flow has a bottleneck, a full link on which no other flow is faster (Bertsekas & Gallager,
/// Data Networks, section 6.5.2). Flows and links are numbered from 0.
class FairShares {
 public:
  FairShares(const std::vector<double>& capacities, std::size_t flows);

  /// Begins a flow. Its route is not empty and must outlive the flow. Rates do not change until update().
  void add(std::uint32_t flow, std::span<const std::uint32_t> route);
  /// Ends a flow.
  void remove(std::uint32_t flow);

  /// Makes all rates fair again. Returns the flows whose rates it computed anew, in unspecified order, valid until the
  /// next call. Takes the flows that were added and those whose bottleneck has room
  /// again, fills the links with these by progressive filling while all others keep their rates, then takes also those
  /// whose bottleneck link is no longer full, and so on until there is no such flow.
  [[nodiscard]] std::span<const std::uint32_t> update();

  /// The rate of a flow that has begun and not ended.
  [[nodiscard]] double rate(std::uint32_t flow) const { return flows_[flow].rate; }

 private:
  struct SharedFlow {
    std::span<const std::uint32_t> route = {};
    double rate = 0;               // infinite: added since the last update
    std::uint32_t bottleneck = 0;  // the bottleneck link, if it has a rate
    // Updates and fillings are numbered, so that marks need not be cleared.
    std::uint32_t taken = 0;  // the update that computed its rate last
    std::uint32_t given = 0;  // the filling that did so
  };
  struct SharedLink {
    double capacity = 0;
    std::vector<std::uint32_t> flows = {};
    std::uint32_t visit = 0;     // the update that visited it last
    std::uint32_t place = 0;     // in collected_links_ and levels_
    std::uint32_t taken = 0;     // how many of its flows were taken
    std::uint32_t provided = 0;  // value of `taken` when `room` was computed
    double room = 0;             // capacity that the kept flows leave
    double fastest_kept = 0;     // the fastest kept flow
    double slowest_kept = 0;     // the slowest kept flow with this bottleneck
    // While filling:
    double left = 0;         // capacity that no rate takes yet
    double fastest = 0;      // the fastest taken flow
    std::uint32_t open = 0;  // taken flows without a rate yet
    bool is_full = false;    // the bottleneck of taken flows
  };
  std::span<const std::uint32_t> share_equally();
  template <class IsWanted>
  void take_from(const SharedLink& shared, IsWanted is_wanted);
  void visit_links();
  void take_changed();
  bool take_affected();
  void fill();
  void provide(SharedLink& shared);
  void prepare(SharedLink& shared);
  void fill_by_heap(double level, std::size_t open);
  std::span<const std::uint32_t> open_flows(const SharedLink& shared);
  std::size_t freeze_all(std::uint32_t link, double level);
  [[nodiscard]] std::size_t lowest(bool are_many) const;

  std::vector<SharedLink> links_;
  std::vector<SharedFlow> flows_;
  std::uint32_t update_ = 0;
  std::uint32_t filling_ = 0;
  std::vector<std::uint32_t> added_;
  std::vector<std::uint32_t> relieved_;  // links of flows that were removed
  // Buffers with room for all, and for one more that turns out not to count; the numbers below give their lengths.
  std::vector<std::uint32_t> collected_;        // the flows that were taken
  std::vector<std::uint32_t> collected_links_;  // the links of these flows
  std::vector<std::uint32_t> frozen_;           // flows that got their rates from one link
  std::size_t number_collected_ = 0;
  std::size_t number_of_links_ = 0;
  std::size_t number_visited_ = 0;  // taken flows whose links are collected
  std::vector<double> levels_;      // the levels at which collected links are full
};

}  // namespace apportion
